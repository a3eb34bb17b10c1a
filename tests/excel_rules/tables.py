"""Rules for tables (ListObjects)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final
from xml.etree import ElementTree as ET

from tests.excel_rules.names import is_name
from tests.excel_rules.package import MAIN, Package, Sheet, area, overlaps, text_of


def tables_apart(package: Package) -> Iterator[str]:
    """Tables have no cell in common, nor with merged cells. [ISO 29500-1] 18.5.1.2 table; Excel repairs: "Table from"."""
    for sheet in package.sheets:
        tables = [(area(table.get("ref", "")), f"the table {table.get('displayName')}") for table in sheet.tables]
        merges = [(area(merge.get("ref", "")), f"merged {merge.get('ref')}") for merge in sheet.all("mergeCells/mergeCell")]
        for one, other in overlaps(tables + merges):
            if "table" in one or "table" in other:
                yield f"{sheet.name}: {one} and {other}"


def table_names(package: Package) -> Iterator[str]:
    """Every table has a number and a name of its own, and names that Excel takes. [ISO 29500-1] 18.5.1.2 table."""
    tables = [table for sheet in package.sheets for table in sheet.tables]
    for table in tables:
        if not is_name(table.get("displayName", "")):
            yield f"the table {table.get('displayName')!r}"
    for number, times in Counter(table.get("id") for table in tables).items():
        if times > 1 or not number or number == "0":
            yield f"{times} tables have the number {number}"


def table_columns(package: Package) -> Iterator[str]:
    """A table has as many columns as its range, each with a number and a name of its own. [MS-OI29500] 2.1.681 tableColumn."""
    for sheet in package.sheets:
        for table in sheet.tables:
            columns = table.findall(f"{MAIN}tableColumns/{MAIN}tableColumn")
            _, first, _, last = area(table.get("ref", ""))
            names = {column.get("name", "").casefold() for column in columns}
            ids = {column.get("id", "0") for column in columns} - {"0"}
            if not len(columns) == len(names) == len(ids) == last - first + 1 or not all(map(_short, columns)):
                yield f"{sheet.name}: the table {table.get('displayName')} of {table.get('ref')} has {len(names)} columns"


def table_heads(package: Package) -> Iterator[str]:
    """The cells above a table's columns hold their names, as texts. [ISO 29500-1] 18.5.1.3 tableColumn; Excel repairs others."""
    for sheet in package.sheets:
        for table in sheet.tables:
            if table.get("headerRowCount") == "0":
                continue
            row, first, _, _ = area(table.get("ref", ""))
            cells = _texts(sheet, row)
            for place, column in enumerate(table.iterfind(f"{MAIN}tableColumns/{MAIN}tableColumn"), first):
                if _plain(cells.get(place)) != _plain(column.get("name", "")):
                    yield f"{sheet.name}: the column {column.get('name')!r} is headed {cells.get(place)!r}"


def table_filters(package: Package) -> Iterator[str]:
    """A table's filter has the columns of the table and begins with it. [ISO 29500-1] 18.5.1.2 table, 18.3.2.1 autoFilter."""
    for sheet in package.sheets:
        for table in sheet.tables:
            for element in table.iterfind(f"{MAIN}autoFilter"):
                one, other = area(table.get("ref", "")), area(element.get("ref", ""))
                if (one[0], one[1], one[3]) != (other[0], other[1], other[3]) or other[2] > one[2]:
                    yield f"{sheet.name}: the table {table.get('ref')} filters {element.get('ref')}"


def _texts(sheet: Sheet, row: int) -> dict[int, str]:
    found = {}
    for cell in sheet.cells:
        if cell.row == row and cell.kind in {"s", "inlineStr", "str"}:
            inline = cell.element.find(f"{MAIN}is")
            value = cell.value or ""
            shared = cell.kind == "s" and value.isdecimal() and int(value) < len(sheet.package.strings)
            found[cell.column] = sheet.package.strings[int(value)] if shared else value if inline is None else text_of(inline)
    return found


def _plain(text: str | None) -> str | None:
    """Line breaks are written ``_x000a_`` in one place and as they are in the other."""
    if text is None:
        return None
    return text.replace("_x000a_", "\n").replace("_x000d_", "\r").replace("\r\n", "\n")


def _short(column: ET.Element) -> bool:
    return 1 <= len(column.get("name", "")) <= 255


EXCEL: Final = (tables_apart, table_names, table_columns, table_heads, table_filters)
