"""Rules for what lies around and over the cells of a sheet."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from tests.excel_rules.formulas import anatomy
from tests.excel_rules.package import MAIN, RELATION, Package, area, overlaps

CHILDREN: Final = (
    "sheetPr", "dimension", "sheetViews", "sheetFormatPr", "cols", "sheetData", "sheetCalcPr", "sheetProtection",
    "protectedRanges", "scenarios", "autoFilter", "sortState", "dataConsolidate", "customSheetViews", "mergeCells",
    "phoneticPr", "conditionalFormatting", "dataValidations", "hyperlinks", "printOptions", "pageMargins", "pageSetup",
    "headerFooter", "rowBreaks", "colBreaks", "customProperties", "cellWatches", "ignoredErrors", "smartTags", "drawing",
    "legacyDrawing", "legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls", "webPublishItems", "tableParts",
    "extLst",
)  # fmt: skip
SEVERAL: Final = frozenset({"conditionalFormatting"})


def children(package: Package) -> Iterator[str]:
    """The parts of a sheet stand in the schema's order, each once. [ISO 29500-1] 18.3.1.99 and A.2 CT_Worksheet."""
    for sheet in package.sheets:
        places = [CHILDREN.index(tag) for tag in (child.tag.removeprefix(MAIN) for child in sheet.root) if tag in CHILDREN]
        for before, after in pairwise(places):
            if after < before or (after == before and CHILDREN[after] not in SEVERAL):
                yield f"{sheet.name}: {CHILDREN[after]} stands after {CHILDREN[before]}"


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


def links(package: Package) -> Iterator[str]:
    """At most 65,530 links a sheet; addresses up to 2,079 characters, tips up to 255.

    [Excel specifications and limits], Worksheet; [ISO 29500-1] 18.3.1.47 hyperlink; 2,079: XlsxWriter, Worksheet.write_url.
    """
    for sheet in package.sheets:
        found, targets = sheet.all("hyperlinks/hyperlink"), {r.id: r.target for r in package.relations(sheet.part)}
        if len(found) > 65530:
            yield f"{sheet.name} has {len(found)} links"
        for link in found:
            address = targets.get(link.get(RELATION, ""), "")
            if len(address) > 2079 or len(link.get("location", "")) > 2079 or len(link.get("tooltip", "")) > 255:
                yield f"{sheet.name}!{link.get('ref')} has too long a link"


def leading_links(package: Package) -> Iterator[str]:
    """A link of ours leads to an address, or to a sheet or name that there is. Ours: Excel says so only when somebody clicks."""
    places = {tab.name.casefold() for tab in package.tabs} | {name.get("name", "").casefold() for name in package.names}
    for sheet in package.sheets:
        for link in sheet.all("hyperlinks/hyperlink"):
            found = anatomy(link.get("location", ""))
            outside = link.get(RELATION) is not None
            if not outside and not places.issuperset(place.casefold() for place in (*found.sheets, *found.names)):
                yield f"{sheet.name}!{link.get('ref')} leads to {link.get('location')}"
            elif not outside and not found.sheets and not found.names:
                yield f"{sheet.name}!{link.get('ref')} leads nowhere"


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


def notes(package: Package) -> Iterator[str]:
    """Each comment has a cell of its own, an author, and a drawing that shows it. [ISO 29500-1] 18.7.3, 18.3.1.51."""
    for sheet in package.sheets:
        for relation in package.relations(sheet.part):
            if not relation.type.endswith("/comments") or relation.target not in package.parts:
                continue
            root = package.xml(relation.target)
            authors, found = len(root.findall(f"{MAIN}authors/{MAIN}author")), root.findall(f"{MAIN}commentList/{MAIN}comment")
            if any(int(comment.get("authorId", 0)) >= authors for comment in found):
                yield f"{sheet.name}: a comment has no author"
            if len({comment.get("ref") for comment in found}) < len(found):
                yield f"{sheet.name}: a cell has two comments"
            if not sheet.all("legacyDrawing"):
                yield f"{sheet.name}: nothing shows its comments"


OURS: Final = (leading_links,)
EXCEL: Final = (children, merged_cells, columns, links, headers, page_breaks, scale, panes, notes)
