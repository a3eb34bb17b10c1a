"""What becomes of values that are typed into the Excel of the tests, and of what it refuses."""

from __future__ import annotations

import re
from datetime import date, datetime

from openpyxl.cell.cell import Cell

from bangxl.books.writer import write
from tests.hosts.excel import cells

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
        write(cell, str(value))
    elif not isinstance(value, str) or value == "":
        write(cell, value or None if value == "" else value)  # type: ignore[arg-type] # what xlwings lets through
    elif value.startswith("'"):
        write(cell, value[1:])
        cell.quotePrefix = True
    elif value.startswith("=") and value != "=":
        cell.value = value
    elif value[0] in "+@" or (value[0] == "-" and len(value) > 1):
        raise refusal("There's a problem with this formula.")
    else:
        write(cell, _converted(value))


def _converted(text: str) -> str | float | bool | datetime:
    if text.upper() in {"TRUE", "FALSE"}:
        return text.upper() == "TRUE"
    if match := _DATE.fullmatch(text):
        return datetime(int(match[3] or 2026), int(match[2]), 1)  # noqa: DTZ001 - a workbook knows no time zones
    try:
        return float(text.replace("_", "?"))
    except ValueError:
        return text


def formula(cell: Cell) -> str:
    """A cell's Formula property: constants as a person would type them in English."""
    value = cells.value(cell)
    if isinstance(value, bool):
        return str(value).upper()
    return "" if value is None else "46346.4" if isinstance(value, date) else str(value)
