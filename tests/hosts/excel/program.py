"""An Excel for the tests: xlwings' own code for Windows or a Mac, over workbooks that openpyxl holds in memory.

With it the real `bangxl.books.live` runs where there is no Excel. What xlwings says is taken as pywin32 and appscript would take
it (`windows`, `mac`), every call is counted, and Excel's side is imitated (`model`): it converts what is
typed, keeps locked cells of protected sheets, fails as Excel fails. It does not calculate: with ``calculate``, LibreOffice does.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch
from xml.sax.saxutils import escape

import fpdf  # noqa: F401 -- first imported while pywin32 is patched in, its fonts would be half loaded again
import xlwings
from openpyxl import Workbook, load_workbook
from openpyxl.cell.cell import Cell
from openpyxl.utils import coordinate_to_tuple
from openpyxl.utils.datetime import to_excel

from bangxl.books import excel_api
from bangxl.books.live import LiveBook
from bangxl.books.writer import dump
from tests.additions.package import unzipped, zipped
from tests.helpers.openpyxl_files import load
from tests.hosts.excel import mac as excel_mac, windows as excel_windows
from tests.hosts.excel.values import ERRORS, REJECTED, ComError, plain, refusal, value_of
from tests.hosts.libreoffice.office import Office

Results = Mapping[str, Mapping[tuple[int, int], Any]]
"""By sheet: row and column → what a formula shows."""

CHANGING = {"write", "hide", "visible", "Locked", "Protect", "Unprotect", "EnableSelection", "Activate"}
"""What leaves a workbook another one."""

SETTINGS = {
    "screen_updating": True, "enable_events": True, "calculation": "automatic", "display_alerts": True,
    "system_separators": True, "decimal": ".", "thousands": ",",
}  # fmt: skip


@dataclass
class Excel:
    """The program: what it has open, what it was asked, and switches for what can go wrong."""

    mac: bool = False
    books: list[Open] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)
    """Every call on Windows, every event on a Mac, by what xlwings or we have sent."""
    calls: Counter[str] = field(default_factory=Counter)
    """What they meant: ``read``, ``write``, ``formulas``, ``save`` …; with the sheet: ``read Round1T1``."""
    alerts: list[tuple[str, str, str]] = field(default_factory=list)
    """Title, text, mode."""
    questions: list[tuple[str, str]] = field(default_factory=list)
    """What it has asked for a line, and what was offered."""
    answers: list[str | None] = field(default_factory=list)
    """What a person will say to dialogs, None to cancel; then OK."""
    busy: bool = False
    """A cell is being edited."""
    nobody_reads: bool = False
    """A message stays on the screen for hours."""
    has_copy_macro: bool = True
    """The workbook's macros are of this version."""
    fails: Callable[[str], bool] = lambda _call: False
    """Which calls fail, by what ``calls`` counts."""
    seconds: float = 0
    """Of the processor, spent in here."""
    calculate: Callable[[bytes], Results] | None = None
    results: Results | None = None
    """Or what the formulas show whatever is typed."""
    changes: int = 0
    """Made by calls."""
    undo: Callable[[Open], None] = lambda _book: None
    """What Ctrl+Z does in a workbook; after a program's changes Excel has nothing left to take back."""
    is_alone: bool = False
    """Nobody changes a workbook but by calls: what is written once need not be written again."""
    front: Open | None = None
    """The workbook whose window is active."""
    others: list[Excel] = field(default_factory=list)
    """Excels that a program has started; those that it has ended are gone."""
    started_by: Excel | None = None
    printed: list[tuple[str, list[str]]] = field(default_factory=list)
    """By workbook: the sheets that went to a PDF file."""
    protected: int = 0
    """Windows with Protected View that are open."""
    hwnd: int = 4711
    state: dict[str, Any] = field(default_factory=lambda: dict(SETTINGS))
    _inside: bool = False

    def open(self, path: Path, *, read_only: bool = False) -> xlwings.Book:
        book = self.opened(path, read_only=read_only)
        return xlwings.Book(impl=(excel_mac if self.mac else excel_windows).opened(self, book))

    def opened(self, path: Path, *, read_only: bool = False) -> Open:
        is_addin = path.suffix == ".xlam"  # it has no window
        self.books.append(Open(self, str(path), Workbook() if is_addin else load(path.read_bytes()), read_only))
        self.front = self.front if is_addin else self.books[-1]
        return self.books[-1]

    def stored(self, path: Path) -> Open:
        """A file as it shows what is stored in it."""
        return Open(self, str(path), load_workbook(path, data_only=True), read_only=True)

    def start(self) -> Excel:
        with self.call("start"):
            other = Excel(
                self.mac, counted=self.counted, calls=self.calls, fails=self.fails, printed=self.printed,
                started_by=self, hwnd=self.hwnd + 1,
            )  # fmt: skip
            self.others.append(other)
        return other

    def end(self) -> None:
        assert self.started_by, "that is the referee's"
        self.started_by.others.remove(self)

    def answer(self, default: str) -> str | None:
        return self.answers.pop(0) if self.answers else default

    @contextmanager
    def asked(self, what: str) -> Iterator[None]:
        self.counted[what] += 1
        if self.busy:
            raise ComError(REJECTED)
        inside, self._inside, start = self._inside, True, time.process_time()
        try:
            yield
        finally:
            self._inside = inside
            if not inside:
                self.seconds += time.process_time() - start

    @contextmanager
    def call(self, *what: str) -> Iterator[None]:
        self.calls.update({what[0], " ".join(what)})
        self.changes += what[0] in CHANGING
        if self.fails(" ".join(what)):
            raise refusal("Not enough memory.")
        yield


@dataclass
class Open:
    excel: Excel
    full_name: str
    workbook: Workbook
    read_only: bool = False
    saved: bool = True
    pending: bool = False
    """Something was typed and, as calculation goes by command only, nothing calculated since."""
    results: Results | None = None
    _written: tuple[int, bytes] | None = None
    """After so many changes."""

    @property
    def structure_protected(self) -> bool:
        return bool(self.workbook.security and self.workbook.security.lockStructure)

    def shown(self, cell: Cell) -> object:
        value = (
            value_of(cell) if cell.data_type != "f" else self._results().get(cell.parent.title, {}).get((cell.row, cell.column))
        )
        if isinstance(value, str) and value in ERRORS and cell.data_type != "s":
            return ERRORS[value]
        return float(value) if isinstance(value, int) and not isinstance(value, bool) else value

    def touched(self) -> None:
        """Something was typed or written."""
        self.saved = False
        self.pending = self.excel.state["calculation"] == "manual"
        self.results = self.results if self.pending else None

    def _results(self) -> Results:
        if self.excel.results is not None:
            return self.excel.results
        if self.excel.calculate is None:
            return {}
        if self.results is None:
            self.results = self.excel.calculate(dump(self.workbook, macros=self._macros))
        return self.results

    @property
    def _macros(self) -> bool:
        return self.full_name.endswith(".xlsm")

    def data(self) -> bytes:
        """The file as Excel writes it: what the formulas show stands in it too."""
        if not (self.excel.is_alone and self._written and self._written[0] == self.excel.changes):
            data = with_formula_results(dump(self.workbook, macros=self._macros), self.workbook.sheetnames, self._results())
            self._written = self.excel.changes, data
        return self._written[1]

    def save(self) -> None:
        if self.read_only:
            raise refusal("The file is read-only.")
        Path(self.full_name).write_bytes(self.data())
        self.saved = True


def with_formula_results(data: bytes, titles: Sequence[str], results: Results) -> bytes:
    if not results:
        return data
    parts = unzipped(data)
    sheets = (name for name in parts if re.fullmatch(r"xl/worksheets/sheet\d+\.xml", name))
    in_order = sorted(sheets, key=lambda name: int(re.sub(r"\D", "", name)))
    return zipped(parts | {name: _shown(parts[name], results[tab]) for name, tab in zip(in_order, titles, strict=True)})


def _shown(part: bytes, results: Mapping[tuple[int, int], Any]) -> bytes:
    """A sheet's part, with a value in each cell that has a formula."""

    def filled(cell: re.Match[str]) -> str:
        address = re.search(r'r="([A-Z]+\d+)"', cell[1])
        assert address
        value = results.get(coordinate_to_tuple(address[1]))
        if value is None:
            return f'<c {cell[1]} t="str">{cell[2]}<v></v></c>'
        kind, text = _stored(value)
        return f"<c {cell[1]}{kind}>{cell[2]}<v>{text}</v></c>"

    text = re.sub(r"<c ([^>]*)>(<f\b[^>]*?/>|<f\b[^>]*>[^<]*</f>)(?:<v ?/>|<v></v>)?</c>", filled, part.decode())
    return text.encode()


def _stored(value: object) -> tuple[str, str]:
    if isinstance(value, bool):
        return ' t="b"', str(int(value))
    if isinstance(value, datetime):
        return "", str(to_excel(value))  # type: ignore[no-untyped-call] # openpyxl has no types
    if isinstance(value, str):
        return f' t="{"e" if value in ERRORS else "str"}"', escape(value)
    return "", repr(value)


def by_libreoffice(office: Office, folder: Path) -> Callable[[bytes], Results]:
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
            found[sheet.title] = {(cell.row, cell.column): plain(cell.value) for cell in full}
        return found

    return calculate


@contextmanager
def running(excel: Excel) -> Iterator[None]:
    """Let xlwings know this Excel as the one that runs, on this computer."""
    module, machine, modules = (excel_mac if excel.mac else excel_windows).loaded()
    machine.first = excel
    added = xlwings.Engine(impl=module.engine)
    xlwings.engines.add(added)
    added.activate()
    with (
        patch.dict(sys.modules, {**modules, module.__name__: module}),
        patch.object(xlwings, module.__name__.rpartition(".")[2], module, create=True),
        patch.object(excel_api, "MAC", excel.mac),
    ):
        yield
    machine.first = None
    xlwings.engines.engines.remove(added)
    del xlwings.engines.engines_by_name["excel"]
    xlwings.engines.active = None
    if hasattr(xlwings.Book, "_mock_caller"):
        del xlwings.Book._mock_caller


def type_into(book: xlwings.Book, values: Mapping[str, object]) -> None:
    """Type values into named cells, ``{"Round1T1!Bid 2": 700}``, where they are not there already; locked cells refuse."""
    live = LiveBook(book)
    for key, value in values.items():
        name, _, index = key.partition(" ")
        if live.read(name)[int(index or 0)] != value:
            ref = live.names[name]
            book.sheets[ref.sheet].range((ref.first + int(index or 0), ref.column)).value = value
