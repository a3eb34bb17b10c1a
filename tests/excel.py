"""An Excel for the tests: an engine for xlwings over workbooks that openpyxl holds in memory.

With it the real `bangxl.books.live` runs where there is no Excel. It fails as Excel on Windows fails (`ComError`), converts what
is typed as Excel does, keeps locked cells of protected sheets, and counts what it is asked. It does not calculate: with
``calculate``, LibreOffice does it.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import xlwings
from openpyxl import Workbook
from openpyxl.cell.cell import Cell

from bangxl.books import cells
from bangxl.books.live import LiveBook
from bangxl.books.writer import dump, load
from tests import excel_engine as engine
from tests.excel_values import ERRORS, REJECTED, ComError, refusal
from tests.office import Office

Results = Mapping[str, Mapping[tuple[int, int], Any]]
"""By sheet: row and column → what a formula shows."""


@dataclass
class Excel:
    """The program: what it has open, what it was asked, and switches for what can go wrong."""

    books: list[Open] = field(default_factory=list)
    calls: Counter[str] = field(default_factory=Counter)
    """``read``, ``write``, ``formulas``, ``save`` …; with the sheet: ``read Round1T1``."""
    alerts: list[tuple[str, str, str]] = field(default_factory=list)
    """Title, text, mode."""
    busy: bool = False
    """A cell is being edited."""
    fails: Callable[[str], bool] = lambda _call: False
    """Which calls fail, by what ``calls`` counts."""
    seconds: float = 0
    """Spent in here."""
    calculate: Callable[[bytes], Results] | None = None
    front: Open | None = None
    """The workbook whose window is active."""
    others: list[Excel] = field(default_factory=list)
    """Excels that a program has started; those that it has ended are gone."""
    printed: list[tuple[str, list[str]]] = field(default_factory=list)
    """By workbook: the sheets that went to a PDF file."""
    hwnd: int = 4711
    state: dict[str, Any] = field(
        default_factory=lambda: {
            "screen_updating": True,
            "enable_events": True,
            "calculation": "automatic",
            "display_alerts": True,
        }
    )

    def open(self, path: Path, *, read_only: bool = False) -> xlwings.Book:
        """Open a workbook as a person does."""
        self.front = Open(self, str(path), load(path.read_bytes()), read_only)
        self.books.append(self.front)
        return xlwings.Book(impl=engine.Book(self.front))

    @contextmanager
    def call(self, *what: str) -> Iterator[None]:
        """One request to the program."""
        start, before = time.perf_counter(), self.seconds
        try:
            self.calls.update({what[0], " ".join(what)})
            if self.busy:
                raise ComError(REJECTED)
            if self.fails(" ".join(what)):
                raise refusal("Not enough memory.")
            yield
        finally:
            self.seconds = before + time.perf_counter() - start  # a request within a request counts once


@dataclass
class Open:
    """A workbook that is open."""

    excel: Excel
    full_name: str
    workbook: Workbook
    read_only: bool = False
    results: Results | None = None

    def shown(self, cell: Cell) -> object:
        """A cell's value as COM gives it."""
        value = cells.value(cell) if cell.data_type != "f" else self._result(cell)
        if isinstance(value, str) and value in ERRORS and cell.data_type != "s":
            return ERRORS[value]
        return float(value) if isinstance(value, int) and not isinstance(value, bool) else value

    def _result(self, cell: Cell) -> object:
        if self.excel.calculate is None:
            return None
        if self.results is None:
            self.results = self.excel.calculate(dump(self.workbook))
        return self.results[cell.parent.title].get((cell.row, cell.column))

    def save(self) -> None:
        if self.read_only:
            raise refusal("The file is read-only.")
        Path(self.full_name).write_bytes(dump(self.workbook))


def by_libreoffice(office: Office, folder: Path) -> Callable[[bytes], Results]:
    """What LibreOffice calculates of a workbook."""

    def calculate(data: bytes) -> Results:
        path = folder / "to-calculate.xlsx"
        path.write_bytes(data)
        with office.open(path) as document:
            document.save(path)
        workbook = load(path.read_bytes(), calculated=True)
        found: dict[str, dict[tuple[int, int], Any]] = {}
        for sheet in workbook.worksheets:
            sheet.reset_dimensions()
            full = (cell for row in sheet.iter_rows() for cell in row if cell.value is not None)
            found[sheet.title] = {(cell.row, cell.column): cells.plain(cell.value) for cell in full}
        return found

    return calculate


@contextmanager
def running(excel: Excel) -> Iterator[None]:
    """Let xlwings know this Excel as the one that runs."""
    added = xlwings.Engine(impl=engine.Engine(excel))
    xlwings.engines.add(added)
    added.activate()
    yield
    xlwings.engines.engines.remove(added)
    del xlwings.engines.engines_by_name["excel"]
    xlwings.engines.active = None
    if hasattr(xlwings.Book, "_mock_caller"):
        del xlwings.Book._mock_caller


@pytest.fixture
def excel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Excel]:
    """A running Excel. What it raises is known as pywin32's."""
    pywintypes = ModuleType("pywintypes")
    vars(pywintypes)["com_error"] = ComError
    monkeypatch.setitem(sys.modules, "pywintypes", pywintypes)
    program = Excel()
    with running(program):
        yield program


def type_into(book: xlwings.Book, values: Mapping[str, object]) -> None:
    """Type values into named cells, ``{"Round1T1!Bid 2": 700}``, where they are not there already; locked cells refuse."""
    live = LiveBook(book)
    for key, value in values.items():
        name, _, index = key.partition(" ")
        if live.read(name)[int(index or 0)] != value:
            ref = live.names[name]
            book.sheets[ref.sheet].range((ref.first + int(index or 0), ref.column)).value = value
