"""Rules for what lies around and over the cells of a sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tests.excel_rules.package import MAIN, Package, area, overlaps


def merged_cells(package: Package) -> Iterator[str]:
    """Merged ranges have no cell in common. [ISO 29500-1] 18.3.1.55 mergeCell; Excel: "Removed Records: Merge cells"."""
    for sheet in package.sheets:
        merges = [(area(merge.get("ref", "")), merge.get("ref", "")) for merge in sheet.all("mergeCells/mergeCell")]
        yield from (f"{sheet.name}: {one} and {other} are merged" for one, other in overlaps(merges))


def columns(package: Package) -> Iterator[str]:
    """Ranges of columns go to the right without a column in common, at most 255 characters wide.

    [ISO 29500-1] 18.3.1.13 col; [MS-XLSB] BrtColInfo; [Excel specifications and limits], Worksheet.
    """
    for sheet in package.sheets:
        last = 0
        for column in sheet.all("cols/col"):
            first, end = int(column.get("min", 0)), int(column.get("max", 0))
            if not last < first <= end <= 16384:
                yield f"{sheet.name}: columns {first} to {end} stand after column {last}"
            if not 0 <= float(column.get("width", 0)) <= 255.99:
                yield f"{sheet.name}: column {first} is {column.get('width')} wide"
            last = end


def headers(package: Package) -> Iterator[str]:
    """A header or footer has at most 255 characters, codes included. [Excel specifications and limits], Worksheet."""
    for sheet in package.sheets:
        for text in (element for block in sheet.all("headerFooter") for element in block):
            if len(text.text or "") > 255:
                yield f"{sheet.name}: {text.tag.removeprefix(MAIN)} has {len(text.text or '')} characters"


def page_breaks(package: Package) -> Iterator[str]:
    """At most 1,026 page breaks a direction, each at a place of its own. [Excel specifications and limits], Worksheet."""
    for sheet in package.sheets:
        for direction in ("rowBreaks", "colBreaks"):
            places = [mark.get("id") for mark in sheet.all(f"{direction}/brk")]
            if len(places) > 1026 or len(set(places)) < len(places):
                yield f"{sheet.name} has {len(places)} {direction}, {len(set(places))} different ones"


def scale(package: Package) -> Iterator[str]:
    """Zoom and print scale lie between 10 and 400 per cent. [ISO 29500-1] 18.3.1.63, 18.3.1.87."""
    for sheet in package.sheets:
        scales = [(element, "scale") for element in sheet.all("pageSetup")]
        for element, key in [*scales, *((view, "zoomScale") for view in sheet.all("sheetViews/sheetView"))]:
            if not 10 <= (int(element.get(key, 100)) or 100) <= 400:  # 0: as usual
                yield f"{sheet.name}: {key} is {element.get(key)}"


def panes(package: Package) -> Iterator[str]:
    """Selections lie in panes that there are, each once. [ISO 29500-1] 18.3.1.66 pane, 18.3.1.78 selection."""
    for sheet in package.sheets:
        for view in sheet.all("sheetViews/sheetView"):
            pane = view.find(f"{MAIN}pane")
            right = pane is not None and float(pane.get("xSplit", 0)) > 0
            below = pane is not None and float(pane.get("ySplit", 0)) > 0
            there = {"topLeft", *(["topRight"] * right), *(["bottomLeft"] * below), *(["bottomRight"] * (right and below))}
            used = [selection.get("pane", "topLeft") for selection in view.iterfind(f"{MAIN}selection")]
            if not set(used) <= there or len(set(used)) < len(used):
                yield f"{sheet.name}: selections in {used}, panes are {sorted(there)}"


EXCEL: Final = (merged_cells, columns, headers, page_breaks, scale, panes)
