"""Cells of openpyxl as the port knows them: values in and out, new cells that look like their neighbours."""

from __future__ import annotations

import re
from copy import copy
from datetime import date
from typing import Any

from openpyxl.cell.cell import Cell, MergedCell
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books.plan import clean, stored
from bangxl.books.port import Formula, Value

_CODED = re.compile("_x([0-9A-Fa-f]{4})_")


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


def column_hidden(sheet: Worksheet, column: int) -> bool:
    """Whether a column is hidden."""
    return any(bool(one.hidden) for one in sheet.column_dimensions.values() if (one.min or 0) <= column <= (one.max or 0))


def hide_column(sheet: Worksheet, column: int, *, hidden: bool) -> None:
    """Hide a column or show it; openpyxl holds columns that look alike as one, which is then divided."""
    for one in [*sheet.column_dimensions.values()]:
        if (first := one.min or 0) < (last := one.max or 0) and first <= column <= last:
            for at in range(first, last + 1):
                part = copy(one)
                part.index, part.min, part.max = get_column_letter(at), at, at
                sheet.column_dimensions[part.index] = part
    own = sheet.column_dimensions[get_column_letter(column)]
    own.min, own.max, own.hidden = column, column, hidden
