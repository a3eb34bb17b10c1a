"""The worksheet functions as Excel for Windows calls them: through the macros and the conversions of xlwings itself.

Each formula of templates/functions.xlsm is called with its own cells, and gives what stands beside it.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from types import ModuleType

import pytest
from openpyxl.worksheet.cell_range import CellRange
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.vba import source
from tests.hosts.excel import model
from tests.hosts.excel.program import Excel, Open
from tests.hosts.excel.udfs import MISSING, call, imported, machinery
from tests.hosts.excel.windows import CDispatch
from tests.vba.scanners import sources
from tools import functions, templates

TEMPLATE = templates.FOLDER / functions.NAME
FORMULA = re.compile(r"=(BANG_[A-Z]+)\((.*)\)")
EXCEL = Excel()
ERROR = -2146826246
"""#N/A as Excel hands it over."""


@pytest.fixture(scope="module")
def udfs() -> Iterator[ModuleType]:
    with machinery(EXCEL) as module:
        yield module


@pytest.fixture
def book() -> Open:
    return EXCEL.opened(TEMPLATE, read_only=True)


def cells(book: Open, sheet: Worksheet, address: str) -> CDispatch:
    """A range as the macros hand it to Python."""
    return CDispatch(model.Worksheet(model.Workbook(book.excel, book), sheet).Range(address), book.excel)


def formulas(book: Open) -> Iterator[tuple[Worksheet, str, str, list[str]]]:
    """Sheet, the cells that the answer fills, function, arguments."""
    for sheet in book.workbook.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                text = cell.value.text if isinstance(cell.value, ArrayFormula) else cell.value
                if match := FORMULA.fullmatch(str(text)):
                    area = cell.value.ref if isinstance(cell.value, ArrayFormula) else cell.coordinate
                    yield sheet, area, match[1], match[2].split(",")


def right(sheet: Worksheet, area: str) -> list[list[object]]:
    """What stands beside: the next cell, or the block of the same size after an empty column."""
    cells = CellRange(area)
    away = cells.size["columns"] + 1 if ":" in area else 1
    cells.shift(col_shift=away)
    return [[sheet.cell(*place).value for place in row] for row in cells.rows]


def test_every_formula_of_the_template_gives_what_stands_beside_it(udfs: ModuleType, book: Open) -> None:
    called = set()
    for sheet, area, name, arguments in formulas(book):
        given = [text.strip('"') if text.startswith('"') else cells(book, sheet, text) for text in arguments]
        assert call(udfs, name, *given, caller=cells(book, sheet, area)) == right(sheet, area), (sheet.title, area)
        called.add(name)
    code, _ = imported(udfs)
    assert called == set(re.findall(r"^Function (\w+)", code, re.MULTILINE))


def test_the_macros_are_those_that_xlwings_makes(udfs: ModuleType) -> None:
    code, project = imported(udfs)
    assert code == source("xlwings_udfs.bas"), "python -m tests.hosts.excel.udfs > macros/xlwings_udfs.bas"
    for words in project.wizard.values():
        assert words["Category"] == "BANG!"
        assert all(0 < len(text) <= 255 for text in (words["Description"], *words["ArgumentDescriptions"]))


def test_the_template_carries_them(book: Open) -> None:
    archive = book.workbook.vba_archive
    assert archive is not None
    modules = sources(archive.read("xl/vbaProject.bin"))
    assert modules.keys() >= {"xlwings_udfs.bas", "xlwings.bas", "Dictionary.cls", "ThisWorkbook.cls"}
    assert "RibbonCallbacks.bas" not in modules


def test_what_excel_hands_over(udfs: ModuleType, book: Open) -> None:
    """Left out, empty, an error in a cell, a date, numbers as floats; nothing of it is a traceback."""
    sheet = book.workbook["Payouts"]
    caller = cells(book, sheet, "Z1")
    seat = ("italy-2010", 5.0, "Sheriff", "Law", "alive")
    [[paid]] = call(udfs, "BANG_PAYOUT", *seat, MISSING, MISSING, MISSING, caller=caller)
    assert paid == sheet["H6"].value
    assert call(udfs, "BANG_PAYOUT", *seat, None, "", MISSING, caller=caller) == [[paid]]
    for strange in (ERROR, datetime(2026, 11, 20, tzinfo=UTC), True, 1e300, "five"):
        [[answer]] = call(udfs, "BANG_PAYOUT", seat[0], strange, *seat[2:], MISSING, MISSING, MISSING, caller=caller)
        assert str(answer).startswith("#BANG: "), strange
    sheet["B12"].value = "#N/A"
    [[answer]] = call(udfs, "BANG_SCORE", "italy-2010", cells(book, sheet, "B12:F12"), MISSING, MISSING, MISSING, caller=caller)
    assert "#N/A" in answer
    assert call(udfs, "BANG_SCORE", "record", 1500.0, 1.0, MISSING, MISSING, caller=caller) == [[1500]]
