"""Rules for rows and cells."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final

from tests.excel_rules.package import MAIN, Cell, Package, letters, text_of

ERRORS: Final = frozenset({
    "#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#GETTING_DATA", "#SPILL!", "#CALC!", "#FIELD!",
    "#BLOCKED!", "#CONNECT!", "#UNKNOWN!", "#BUSY!",
})  # fmt: skip
KINDS: Final = frozenset({"b", "d", "e", "inlineStr", "n", "s", "str"})
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d(T.*)?|T?\d\d:\d\d.*")


def order(package: Package) -> Iterator[str]:
    """Rows go down and cells to the right, each once, within the sheet. [MS-XLSB] 2.4.761 BrtRowHdr: greater than any before."""
    for sheet in package.sheets:
        last_row = 0
        for row, cells in sheet.rows:
            number = int(row.get("r", last_row + 1))
            if not last_row < number <= 1048576:
                yield f"{sheet.name}: row {number} stands after row {last_row}"
            last_row, last_column = number, 0
            for cell in cells:
                if cell.row != number or not last_column < cell.column <= 16384:
                    yield f"{sheet.name}!{cell.ref} stands in row {number} after column {letters(last_column)}"
                last_column = cell.column


def cell_styles(package: Package) -> Iterator[str]:
    """The format of a cell, row or column is one that the file has. [ISO 29500-1] 18.3.1.4 c/@s, 18.8.10 cellXfs."""
    count = len(package.styles.findall(f"{MAIN}cellXfs/{MAIN}xf")) or 1
    for sheet in package.sheets:
        for cell in sheet.cells:
            if not 0 <= cell.style < count:
                yield f"{sheet.name}!{cell.ref} has format {cell.style} of {count}"
        for row, _ in sheet.rows:
            if not 0 <= int(row.get("s", 0)) < count:
                yield f"{sheet.name}: row {row.get('r')} has format {row.get('s')} of {count}"
        for column in sheet.all("cols/col"):
            if not 0 <= int(column.get("style", 0)) < count:
                yield f"{sheet.name}: column {column.get('min')} has format {column.get('style')} of {count}"


def cell_values(package: Package) -> Iterator[str]:
    """What stands in a cell is what its type says. [ISO 29500-1] 18.18.11 ST_CellType."""
    for sheet in package.sheets:
        for cell in sheet.cells:
            if cell.kind not in KINDS or (cell.value and not _fits(cell.kind, cell.value)):
                yield f"{sheet.name}!{cell.ref} of type {cell.kind} holds {cell.value}"


def cell_lengths(package: Package) -> Iterator[str]:
    """A cell holds at most 32,767 characters. [Excel specifications and limits], Worksheet."""
    for number, text in enumerate(package.strings):
        if len(text) > 32767:
            yield f"text {number} has {len(text)} characters: {text[:40]}…"
    for sheet in package.sheets:
        for cell in sheet.cells:
            if len(_own_text(cell)) > 32767:
                yield f"{sheet.name}!{cell.ref} has {len(_own_text(cell))} characters"


def row_heights(package: Package) -> Iterator[str]:
    """A row is at most 409.5 points high. [Excel specifications and limits], Worksheet: 409."""
    for sheet in package.sheets:
        default = next(iter(sheet.all("sheetFormatPr")), None)
        heights = [("rows", default.get("defaultRowHeight"))] if default is not None else []
        heights += [(f"row {row.get('r')}", row.get("ht")) for row, _ in sheet.rows]
        for where, height in heights:
            if height is not None and not 0 <= float(height) <= 409.6:
                yield f"{sheet.name}: {where} {height} points high"


def _fits(kind: str, value: str) -> bool:
    if kind == "n":
        try:
            return math.isfinite(float(value))
        except ValueError:
            return False
    if kind == "b":
        return value in {"0", "1", "true", "false"}
    if kind == "d":
        return _DATE.fullmatch(value) is not None
    return kind != "e" or value in ERRORS


def _own_text(cell: Cell) -> str:
    inline = cell.element.find(f"{MAIN}is")
    return text_of(inline) if inline is not None else (cell.value or "")


EXCEL: Final = (order, cell_styles, cell_values, cell_lengths, row_heights)
