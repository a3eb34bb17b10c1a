"""Cells of openpyxl as the port knows them: names to ranges, values in and out, new cells that look like their neighbours."""

# ruff: noqa: SLF001 - only its private parts tell whether openpyxl has a cell, and how it looks
from __future__ import annotations

import re
from copy import copy
from datetime import date
from typing import TYPE_CHECKING, Any

from .plan import clean, stored
from .port import Formula, Ref, Value

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell, MergedCell
    from openpyxl.worksheet.worksheet import Worksheet

_COLUMN = re.compile(r"(?:'((?:[^']|'')+)'|([^'!,:]+))!\$?([A-Z]{1,3})\$?(\d+)(?::\$?([A-Z]{1,3})\$?(\d+))?")
_CODED = re.compile("_x([0-9A-Fa-f]{4})_")
_LOOKS_CODED = re.compile("_(?=x[0-9A-Fa-f]{4}_)")


def ref(definition: str) -> Ref | None:
    """The range that a defined name stands for, ``'Sheet 1'!$B$2:$B$9``; None if it is not a plain range of one column."""
    match = _COLUMN.fullmatch(definition)
    if match is None:
        return None
    quoted, plain_title, letters, first, last_letters, last = match.groups()
    if last_letters not in {None, letters}:
        return None
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("A") + 1
    top, bottom = sorted((int(first), int(last or first)))
    return Ref(plain_title or quoted.replace("''", "'"), column, top, bottom)


def value(cell: Cell | MergedCell | None) -> Value:
    """What was typed into a cell, or written; Formula for a formula."""
    if cell is None:
        return None
    if cell.data_type == "f":
        return Formula(getattr(cell.value, "text", cell.value) or "")
    return plain(cell.value)


def plain(value: object) -> Value:
    """A value of openpyxl as the port knows it; times of day and durations, which it does not know, as texts."""
    if value is None or isinstance(value, int | float):
        return value
    if isinstance(value, date):
        return stored(value)
    return clean(_CODED.sub(lambda code: chr(int(code[1], 16)), str(value)))


def write(cell: Cell, value: Value) -> None:
    """A text is a text, also ``=1`` and ``#N/A``; what a spreadsheet would take for a formula when edited is marked as text."""
    if isinstance(value, str):
        cell.value = _LOOKS_CODED.sub("_x005F_", value)
        cell.data_type = "s"
    else:
        cell.value = value
    marked = isinstance(value, str) and value[0] in "=+-@"
    if cell.quotePrefix != marked:
        cell.quotePrefix = marked


def lock(cell: Cell, *, locked: bool) -> None:
    """Lock or unlock a cell, and leave whether its formula is hidden."""
    protection: Any = copy(cell.protection)
    protection.locked = locked
    cell.protection = protection


def cell(sheet: Worksheet, row: int, column: int) -> Cell:
    """The cell to write; one that did not exist looks like its row or column, as in Excel."""
    exists = (row, column) in sheet._cells
    found: Any = sheet.cell(row, column)
    if not exists:
        found._style = copy(_style_around(sheet, row, column))
    return found  # type: ignore[no-any-return] # the top one of merged cells: nothing else can be written


def _style_around(sheet: Worksheet, row: int, column: int) -> object:
    dimension: Any
    if row in sheet.row_dimensions and sheet.row_dimensions[row].has_style:
        dimension = sheet.row_dimensions[row]
        return dimension._style
    for dimension in sheet.column_dimensions.values():
        dimension.reindex()  # a group of columns has its style only once
        if dimension.min <= column <= dimension.max:
            return dimension._style
    return None
