"""An Excel for the self-test: that of the tests, which runs the buttons' macros too, in this process."""

import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final
from unittest.mock import patch

import xlwings

import bangxl.ribbon
from bangxl.books import programs
from bangxl.office import MESSAGES
from bangxl.selftest import doctor
from bangxl.selftest.doctor import Scenario, examine
from bangxl.selftest.excel import Excel
from bangxl.selftest.session import CheckRow, Session
from tests.hosts.excel import mac as excel_mac, model, windows as excel_windows
from tests.hosts.excel.program import Excel as Running, Open, Results, running

RULEBOOK: Final = "italy-2010"
ROWS: Final = (
    *("start", "played-open", "played-values", "help", "stamp", "ctrl-z", "german", "mail"),
    *("played-after", "played-close", "quit"),
)

Macro = Callable[[xlwings.Book, str], None]
"""What a button does, on the workbook that it belongs to."""


def clicking(_book: xlwings.Book, action: str) -> None:
    """As the real macro does."""
    bangxl.ribbon.click(action)


@contextmanager
def with_macros(macro: Macro = clicking) -> Iterator[None]:
    """Let the Excel of the tests run ``Bang_<button>``, RunPython and the stamp after an entry; calculate all anew; be seen."""
    copy, value = model.Application.Run, model.Range.__dict__["Value"]

    def enter(cells: model.Range, data: object) -> None:
        value.fset(cells, data)
        if cells.excel.state["enable_events"]:
            system = excel_mac if cells.excel.mac else excel_windows
            xlwings.Book(impl=system.opened(cells.excel, cells.Worksheet.book)).set_mock_caller()
            bangxl.ribbon.click("record_filled")

    def run(app: model.Application, name: str, *arguments: str) -> None:
        title, sub = re.fullmatch(r"'((?:[^']|'')+)'!(\w+)", name).groups()  # type: ignore[union-attr] # else the test fails
        if sub == "Bang_copy":
            copy(app, name, *arguments)
            return
        app.Workbooks.Item(title.replace("''", "'"))  # it is open
        front = app.ActiveWorkbook.book  # RunPython names it, whoever's macro it is
        book = xlwings.Book(impl=(excel_mac if app.excel.mac else excel_windows).opened(app.excel, front))
        book.set_mock_caller()
        if sub == "RunPython":
            with patch.object(sys, "argv", ["-c"]):
                exec(arguments[0], {})  # noqa: S102 - as python -c does
        else:
            assert sub == ("BangAddin_press" if title.endswith(".xlam") else "BangRibbon_press"), "there is no such macro"
            macro(book, *arguments)

    with (
        patch.object(programs, "has_excel", lambda: True),
        patch.object(model.Range, "Value", property(value.fget, enter)),
        patch.object(model.Application, "Undo", lambda app: app.excel.undo(app.ActiveWorkbook.book), create=True),
        patch.object(model.Application, "Run", run),
        patch.object(model.Application, "Build", 18324, create=True),
        patch.object(model.Application, "CalculateFull", model.Application.Calculate, create=True),
        patch.dict(excel_mac.VERBS, {"calculate_full": lambda app: app.Calculate()}),
    ):
        yield


def saying(*lines: str, wrong: bool = False) -> Macro:
    def macro(_book: xlwings.Book, _action: str) -> None:
        with Path(os.environ[MESSAGES]).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"lines": lines, "wrong": wrong}) + "\n")

    return macro


@dataclass(frozen=True)
class Bench:
    """One workbook for all tests, and what its formulas show."""

    path: Path
    results: Results

    def examined(
        self,
        macro: Macro = clicking,
        *,
        program: Callable[[Path], Excel] = Excel,
        patience: float = 120,
        results: Results | None = None,
        mac: bool = False,
        undo: Callable[[Open], None] = lambda _book: None,
    ) -> Session:
        """The self-test of one workbook and the button «Help», in an Excel whose formulas show these results."""
        excel, shown = Running(mac=mac), list[CheckRow]()
        excel.start = partial(_started, excel, self.results if results is None else results, undo)  # type: ignore[method-assign]
        with (
            running(excel),
            with_macros(macro),
            patch.object(doctor, "_make", lambda path, *_, **__: shutil.copyfile(self.path, path)),
        ):
            scenario = Scenario("played", is_played=True, buttons=("help",))
            session = examine(program, [RULEBOOK], shown.append, patience=patience, scenarios=[scenario])
            assert excel.others == []
        assert shown == session.checks
        assert MESSAGES not in os.environ
        return session


def _started(excel: Running, results: Results, undo: Callable[[Open], None]) -> Running:
    other = Running.start(excel)
    other.undo = undo
    other.calculate = lambda _data: results
    return other


def rows(session: Session) -> Mapping[str, bool]:
    return {check.code: check.passed for check in session.checks}


def outcome(*wrong: str) -> Mapping[str, bool]:
    return {code: code not in wrong for code in ROWS}


def details(session: Session, code: str) -> str:
    return next(check.details for check in session.checks if check.code == code)
