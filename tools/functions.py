"""Makes templates/functions.xlsm, where each worksheet function answers a question that you can change: ``make templates``.

The right answer, computed here by the same Python, stands beside every answer: a look shows whether the functions are on.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books.closed import ClosedBook
from bangxl.functions import BANG_PAYOUT, BANG_SCORE, BANG_SEATING, BANG_STANDINGS, BANG_TIEBREAK
from bangxl.library import simulate
from bangxl.vba import PROJECT, source
from bangxl.workbook.fields import GAME_COLUMNS
from tools import macros

NAME: Final = "functions.xlsm"

_DAY: Final = dt.datetime(2010, 4, 19)  # noqa: DTZ001 -- openpyxl takes it as UTC, and knows no zones
_CENTRE: Final = Alignment(horizontal="center")
_HEAD: Final = {"font": Font("Calibri", bold=True, color="FFFFFF"), "fill": PatternFill("solid", fgColor="7A3B1E")}
_INPUT: Final = {"fill": PatternFill("solid", fgColor="FFF6DC")}
_RIGHT: Final = {"font": Font("Calibri", italic=True, color="6B6B6B")}

_OWN: Final = (
    "In a workbook of your own: install xlwings' add-in («xlwings addin install»; if you have bangxl by uv, first "
    "«uv tool install . --force --with-executables-from xlwings»), write bangxl.functions as UDF Modules "
    "on its tab, tick «Trust access to the VBA project object model» in Excel's Trust Center, and press Import Functions."
)

Rows = Sequence[Sequence[Any]]


def make(path: Path) -> Path:
    """Write the workbook to a path that does not exist yet."""
    book = Workbook()
    book.code_name = "ThisWorkbook"
    book.properties.creator, book.properties.title = "bangxl", "BANG! worksheet functions"
    book.properties.created = book.properties.modified = _DAY
    _payouts(_sheet(book, "Payouts", (22, 14, 14, 14, 14, 14, 14, 14)))
    _seating(_sheet(book, "Seating", (16, 14, 3, 9, 9, 16, 3, 9, 9, 16)))
    _standings(_sheet(book, "Standings", (*[10] * len(GAME_COLUMNS), 3, 15, *[12] * 10)))
    settings = book.create_sheet("xlwings.conf")
    settings.append(("ADD_WORKBOOK_TO_PYTHONPATH", "False"))  # must not run a bangxl.py beside the workbook
    settings.sheet_state = "hidden"
    ClosedBook.create(path, book, {PROJECT: macros.project({file: source(file) for file in macros.FUNCTIONS})}).save()
    return path


def _sheet(book: Workbook, title: str, widths: Sequence[int]) -> Worksheet:
    """A sheet with its title; the first one is that of a new workbook."""
    first = book.worksheets[0]
    sheet = first if first.title == "Sheet" else book.create_sheet()
    sheet.title, sheet.sheet_view.showGridLines = title, False
    for number, width in enumerate(widths, 1):
        sheet.column_dimensions[get_column_letter(number)].width = width
    sheet.page_setup.orientation, sheet.page_setup.fitToHeight = "landscape", 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet["A1"] = title
    sheet["A1"].font = Font("Calibri", bold=True, size=16)
    return sheet


def _put(sheet: Worksheet, row: int, column: int, rows: Rows, **look: object) -> None:
    """Write rows of values from a cell on."""
    for down, line in enumerate(rows):
        for right, value in enumerate(line):
            cell = sheet.cell(row + down, column + right, value)
            cell.alignment = _CENTRE
            for name, part in look.items():
                setattr(cell, name, part)


def _note(sheet: Worksheet, row: int, text: str, last: str = "H") -> None:
    sheet[f"A{row}"] = text
    sheet[f"A{row}"].alignment = Alignment(wrap_text=True, vertical="top")
    sheet.merge_cells(f"A{row}:{last}{row}")
    sheet.row_dimensions[row].height = 16 * (1 + len(text) // 120)


def _payouts(sheet: Worksheet) -> None:
    """BANG_PAYOUT for some seats, and BANG_SCORE for their results."""
    _note(sheet, 2, "Excel for Windows, after «bangxl setup»: choose Enable Content. Change a yellow cell: the answer follows.")
    _note(sheet, 3, "#BANG: says what is wrong. #NAME? means that the macros are not enabled, #VALUE! that this is LibreOffice.")
    _put(sheet, 5, 1, [("BANG_PAYOUT", "players", "role", "outcome", "status", "scoring", "pays", "should be")], **_HEAD)
    seats = [
        ("italy-2010", 5, "Sheriff", "Law", "alive", None),
        ("italy-2011", 7, "Renegade", "Renegade", "alive", None),
        ("germany", 6, "Outlaw", "Outlaws", "eliminated", None),
        ("record", 5, "Deputy", "Law", "alive", "simplified"),
    ]
    for row, seat in enumerate(seats, 6):
        _put(sheet, row, 1, [seat], **_INPUT)
        _put(sheet, row, 7, [[f"=BANG_PAYOUT(A{row},B{row},C{row},D{row},E{row},F{row})"]])
        _put(sheet, row, 8, [[BANG_PAYOUT(*seat)]], **_RIGHT)
    _put(sheet, 11, 1, [("BANG_SCORE", *(f"game {number}" for number in range(1, 6)), "score", "should be")], **_HEAD)
    nets = [("italy-2010", 1500, -300, 2200, 0, 700), ("record", 1500, 900, 2000, -400, 1000)]
    for row, (rulebook, *net) in enumerate(nets, 12):
        _put(sheet, row, 1, [(rulebook, *net)], **_INPUT)
        _put(sheet, row, 7, [[f"=BANG_SCORE(A{row},B{row}:F{row})"]])
        _put(sheet, row, 8, [[BANG_SCORE(rulebook, [net])]], **_RIGHT)
    _note(sheet, 15, _OWN)


def _seating(sheet: Worksheet) -> None:
    """BANG_SEATING for twelve players and the third round."""
    _note(sheet, 2, "The same seed, players and Sheriffs give the same tables. Seat 1 is the Sheriff's.", "J")
    people, been = [[f"P{number:03}"] for number in range(1, 13)], [["P001"], ["P007"], ["P004"], ["P010"]]
    question = [("rulebook", "italy-2010"), ("seed", "dice 4 2 6"), ("round", 3)]
    _put(sheet, 4, 1, [("BANG_SEATING", "")], **_HEAD)
    _put(sheet, 5, 1, question)
    _put(sheet, 5, 2, [[value] for _, value in question], **_INPUT)
    _put(sheet, 9, 1, [("players", "were Sheriff")], **_HEAD)
    _put(sheet, 10, 1, people, **_INPUT)
    _put(sheet, 10, 2, been, **_INPUT)
    right = BANG_SEATING("italy-2010", "dice 4 2 6", 3, people, been)
    _answer(sheet, 4, 4, ("table", "seat", "player"), right, "=BANG_SEATING(B5,B6,B7,A10:A21,B10:B21)")


def _standings(sheet: Worksheet) -> None:
    """BANG_STANDINGS and BANG_TIEBREAK for two rounds of ten players."""
    _note(
        sheet,
        2,
        "A line a seat. BANG_STANDINGS fills a block: in Excel 365 it spills; in older Excel press Ctrl+Shift+Enter.",
        "T",
    )
    seats = simulate("italy-2010", players=10, rng_seed="functions").seats
    scheduled = seats[seats["stage"].isna() & (seats["round"] <= 2)][list(GAME_COLUMNS)]
    games = scheduled.astype(object).where(scheduled.notna(), None).to_numpy().tolist()
    _put(sheet, 4, 1, [GAME_COLUMNS], **_HEAD)
    _put(sheet, 5, 1, games, **_INPUT)
    last = 4 + len(games)
    heads, *right = BANG_STANDINGS("italy-2010", games)
    _answer(
        sheet, 3, 10, ("BANG_STANDINGS", *[""] * (len(heads) - 1)), [heads, *right], f'=BANG_STANDINGS("italy-2010",A5:H{last})'
    )
    below = 3 + len(right) + 3
    _put(sheet, below, 10, [("BANG_TIEBREAK", "player", "criterion", "value", "should be")], **_HEAD)
    _put(sheet, below + 1, 11, [(right[0][2], "buchholz")], **_INPUT)
    cells = f"K{below + 1},L{below + 1}"
    _put(sheet, below + 1, 13, [[f'=BANG_TIEBREAK("italy-2010",A5:H{last},{cells})']])
    _put(sheet, below + 1, 14, [[BANG_TIEBREAK("italy-2010", games, right[0][2], "buchholz")]], **_RIGHT)


def _answer(sheet: Worksheet, row: int, column: int, heads: Sequence[str], right: Rows, formula: str) -> None:
    """A block that one formula fills, under its headings, with the expected values to its right."""
    width = len(heads)
    _put(sheet, row, column, [(*heads, None, "should be", *[""] * (width - 1))])
    _put(sheet, row, column, [heads], **_HEAD)
    _put(sheet, row, column + width + 1, [("should be", *[""] * (width - 1))], **_HEAD)
    area = f"{get_column_letter(column)}{row + 1}:{get_column_letter(column + width - 1)}{row + len(right)}"
    sheet.cell(row + 1, column).value = ArrayFormula(area, formula)
    _put(sheet, row + 1, column + width + 1, right, **_RIGHT)
