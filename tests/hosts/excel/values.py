"""Values in cells of the Excel of the tests: what becomes of what is typed, what is refused or given back; how new cells look."""

import re
from copy import copy
from datetime import date, datetime
from typing import Any

from openpyxl.cell.cell import Cell, MergedCell
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books.cell_changes import clean, stored
from bangxl.books.port import Formula, Value
from bangxl.books.writer import write_value

_CODED = re.compile("_x([0-9A-Fa-f]{4})_")
ERRORS = {"#DIV/0!": -2146826281, "#N/A": -2146826246, "#NAME?": -2146826259, "#REF!": -2146826265, "#VALUE!": -2146826273}
REJECTED = -2147418111

_DATE = re.compile(r"(\d{1,4})[-/.](\d{1,2})(?:[-/.](\d{1,4}))?")


class ComError(Exception):
    """Shaped like pywin32's com_error."""

    def __init__(self, hresult: int, text: str = "", scode: int = 0) -> None:
        self.hresult, self.strerror = hresult, "Exception occurred."
        self.excepinfo = (0, "Microsoft Excel", text, None, 0, scode) if text else None
        super().__init__(hresult, self.strerror, self.excepinfo, None)


def refusal(text: str) -> ComError:
    return ComError(-2147352567, text, -2146827284)


def typed(cell: Cell, value: object) -> None:
    """What becomes of a value that is entered."""
    if cell.number_format == "@" and value not in {None, ""}:
        write_value(cell, str(value))
    elif not isinstance(value, str) or value == "":
        write_value(cell, value or None if value == "" else value)  # type: ignore[arg-type] # what xlwings lets through
    elif value.startswith("'"):
        write_value(cell, value[1:])
        cell.quotePrefix = True
    elif value.startswith("=") and value != "=":
        cell.value = value
    elif value[0] in "+@" or (value[0] == "-" and len(value) > 1):
        raise refusal("There's a problem with this formula.")
    else:
        write_value(cell, _converted(value))


def _converted(text: str) -> str | float | bool | datetime:
    if text.upper() in {"TRUE", "FALSE"}:
        return text.upper() == "TRUE"
    if match := _DATE.fullmatch(text):
        return datetime(int(match[3] or 2026), int(match[2]), 1)  # noqa: DTZ001 - a workbook knows no time zones
    try:
        return float(text.replace("_", "?"))
    except ValueError:
        return text


def local(cell: Cell, decimal: str) -> str:
    """A cell's FormulaLocal: constants as a person would type them, here in a German Excel."""
    value = value_of(cell)
    if isinstance(value, bool):
        return "WAHR" if value else "FALSCH"
    return f"{value:%d.%m.%Y}" if isinstance(value, date) else formula(cell).replace(".", decimal)


def from_local(text: str, decimal: str) -> str | float | bool | datetime:
    """What Excel takes a typed text for; a separator of thousands may stand anywhere."""
    if text in {"WAHR", "FALSCH"}:
        return text == "WAHR"
    if re.fullmatch(r"\d\d\.\d\d\.\d{4}", text):
        return datetime(int(text[6:]), int(text[3:5]), int(text[:2]))  # noqa: DTZ001 - a workbook knows no time zones
    if re.fullmatch(r"\d+[.,]\d+", text):
        return float(text.replace(decimal, ".")) if decimal in text else float(re.sub("[.,]", "", text))
    return text


def formula(cell: Cell) -> str:
    """A cell's Formula property: constants as a person would type them in English."""
    value = value_of(cell)
    if isinstance(value, bool):
        return str(value).upper()
    return "" if value is None else "46346.4" if isinstance(value, date) else str(value)


def value_of(cell: Cell | MergedCell | None) -> Value:
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


def cell_at(sheet: Worksheet, row: int, column: int) -> Cell:
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
