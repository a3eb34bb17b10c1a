"""Rules for formats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final
from xml.etree import ElementTree as ET

from tests.excel_rules.package import MAIN, Package

BUILT_IN: Final = 164
"""Number formats below this number need not be declared."""
LISTS: Final = {"fontId": "fonts/font", "fillId": "fills/fill", "borderId": "borders/border", "xfId": "cellStyleXfs/xf"}


def format_parts(package: Package) -> Iterator[str]:
    """Fonts, fills, borders, number formats and styles that a format names exist. [ISO 29500-1] 18.8.45 xf."""
    counts = {key: len(_all(package, path)) for key, path in LISTS.items()}
    numbers = {int(element.get("numFmtId", 0)) for element in _all(package, "numFmts/numFmt")}
    for group in ("cellXfs", "cellStyleXfs"):
        for place, element in enumerate(_all(package, f"{group}/xf")):
            for key, count in counts.items():
                if int(element.get(key, 0)) >= max(count, 1):
                    yield f"{group} {place}: {key} {element.get(key)} of {count}"
            number = int(element.get("numFmtId", 0))
            if number >= BUILT_IN and number not in numbers:
                yield f"{group} {place}: number format {number} is not there"


def cell_style_names(package: Package) -> Iterator[str]:
    """Named styles have formats, and each a name of its own of at most 255 characters. [ISO 29500-1] 18.8.7 cellStyle."""
    count = len(_all(package, "cellStyleXfs/xf"))
    styles = _all(package, "cellStyles/cellStyle")
    for style in styles:
        if int(style.get("xfId", 0)) >= count or not 1 <= len(style.get("name", "")) <= 255:
            yield f"the style {style.get('name')!r} has format {style.get('xfId')} of {count}"
    for name, times in Counter(style.get("name", "").casefold() for style in styles if "builtinId" not in style.attrib).items():
        if times > 1:
            yield f"{times} styles are called {name}"


def number_formats(package: Package) -> Iterator[str]:
    """A number format has a number of its own and at most 255 characters. [ISO 29500-1] 18.8.30 numFmt."""
    formats = _all(package, "numFmts/numFmt")
    for element in formats:
        if len(element.get("formatCode", "")) > 255:
            yield f"number format {element.get('numFmtId')} has {len(element.get('formatCode', ''))} characters"
    for number, times in Counter(element.get("numFmtId") for element in formats).items():
        if times > 1:
            yield f"{times} number formats have the number {number}"


def format_limits(package: Package) -> Iterator[str]:
    """At most 65,490 formats, 512 fonts, 250 number formats. [Excel specifications and limits], Worksheet and workbook."""
    for path, most in {"cellXfs/xf": 65490, "fonts/font": 512, "numFmts/numFmt": 250}.items():
        if len(_all(package, path)) > most:
            yield f"{len(_all(package, path))} times {path}"


def conditional_styles(package: Package) -> Iterator[str]:
    """The format that a rule gives exists. [ISO 29500-1] 18.8.14 dxf, 18.18.25 ST_DxfId."""
    count = len(_all(package, "dxfs/dxf"))
    for sheet in package.sheets:
        for rule in sheet.root.iter(f"{MAIN}cfRule"):
            if int(rule.get("dxfId", -1)) >= count:
                yield f"{sheet.name}: dxfId {rule.get('dxfId')} of {count}"


def _all(package: Package, path: str) -> list[ET.Element]:
    return package.styles.findall("/".join(MAIN + tag for tag in path.split("/")))


EXCEL: Final = (format_parts, cell_style_names, number_formats, format_limits, conditional_styles)
