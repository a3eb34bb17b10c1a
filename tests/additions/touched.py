"""What a command has touched in a workbook's file beyond what was asked of the book."""

import re
from typing import Final

from bangxl.books.cell_changes import CellChanges
from bangxl.books.references import address
from tests.additions.compare import in_order, rewritten, strays
from tests.additions.package import STRINGS, WORKBOOK, Package, unzipped

PROPERTIES: Final = "docProps/core.xml"
STYLES: Final = "xl/styles.xml"


def touched(before: bytes, after: bytes, asked: CellChanges) -> list[str]:
    """What is otherwise than it was though nobody asked."""
    old, new = unzipped(before), unzipped(after)
    tabs = {part: tab for tab, part in Package(before).sheets().items()}
    said = [f"{name}: gone or new" for name in old.keys() ^ new.keys()]
    for name in rewritten(before, after) & old.keys() & new.keys():
        if name in tabs:
            said += [f"{tabs[name]}: {one}" for one in _in_sheet(old[name], new[name], tabs[name], asked)]
        elif name == WORKBOOK:
            said += ["the workbook's part"] if _tabs_aside(old[name]) != _tabs_aside(new[name]) else []
        elif name == STRINGS:
            said += ["texts that were there"] if not _begins(old[name], new[name], "si") else []
        elif name == STYLES:
            same = (_begins(old[name], new[name], kind) for kind in ("font", "fill", "border", "xf", "dxf"))
            said += ["looks that were there"] if not all(same) else []
        elif name == PROPERTIES:
            said += ["properties"] if _time_aside(old[name]) != _time_aside(new[name]) else []
        else:
            said.append(name)
    return said


def _in_sheet(old: bytes, new: bytes, tab: str, asked: CellChanges) -> list[str]:
    cells = {address(row, column) for sheet, row, column in (*asked.cells, *asked.locked) if sheet == tab}
    rows = {row for sheet, row in asked.hidden if sheet == tab}
    said = strays(old, new, cells, rows)
    return said if in_order(new) else [*said, "rows or cells out of order"]


def _tabs_aside(workbook: bytes) -> bytes:
    pattern = rb'\s*\b(?:state|activeTab|firstSheet)="\w+"|\s*<calcPr\b[^>]*>(?:</calcPr>)?'
    return re.sub(rb"\s*/>", b"/>", re.sub(pattern, b"", workbook))


def _time_aside(properties: bytes) -> bytes:
    return re.sub(rb"(<dcterms:modified[^>]*>)[^<]*|<cp:lastModifiedBy>[^<]*</cp:lastModifiedBy>", rb"\1", properties)


def _begins(old: bytes, new: bytes, kind: str) -> bool:
    """Whether in the new part the elements of this kind that were there come first, in every list, as they were."""
    element = rb"<%b(?: [^>]*)?/>|<%b(?: [^>]*)?>.*?</%b>" % ((kind.encode(),) * 3)
    lists = rb"<(cellXfs|cellStyleXfs|dxfs|fonts|fills|borders|sst)\b[^>]*>(.*?)</\1>"
    before, after = (
        {name: re.findall(element, inside, re.DOTALL) for name, inside in re.findall(lists, xml, re.DOTALL)} for xml in (old, new)
    )
    return before.keys() == after.keys() and all(after[name][: len(found)] == found for name, found in before.items())
