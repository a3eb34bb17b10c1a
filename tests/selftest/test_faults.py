"""The self-test can fail: each planted fault gives a × in its own row, and the others go on."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest
import xlwings
from openpyxl import load_workbook
from openpyxl.cell.cell import Cell

from bangxl.books import programs
from bangxl.books.port import Formula
from bangxl.commands.asking import MESSAGES
from bangxl.locale.catalog import catalog
from bangxl.selftest import doctor, excel, host
from bangxl.selftest.excel import Excel, ExcelDesk
from bangxl.selftest.sitting import CheckFailed, Examination, Sitting
from tests.hosts.excel import values as excel_values
from tests.hosts.excel.program import Excel as Program
from tests.hosts.excel.program import Open
from tests.selftest.bench import Bench, details, outcome, rows, saying
from tests.selftest.excels import Macro


def test_all_is_well(bench: Bench) -> None:
    result = bench.examined("open", "formulas", "values", "help", "after")
    assert rows(result) == outcome("open", "formulas", "values", "help", "after")
    assert result.passed
    assert [click.button for click in result.examination.clicks] == ["help"]
    assert int(details(result, "values")) > 100


def first(path: Path, name: str) -> tuple[str, int, int]:
    """Sheet, row and column of a name's first cell."""
    workbook = load_workbook(path)
    sheet, address = next(workbook.defined_names[name].destinations)
    cell = workbook[sheet][address][0][0]
    return sheet, cell.row, cell.column


def test_a_formula_that_is_another_one(bench: Bench) -> None:
    class Altered(Excel):
        def open(self, path: Path) -> ExcelDesk:
            sheet, row, column = first(path, "Standings_Rank")
            workbook = load_workbook(path, keep_vba=True)
            workbook[sheet].cell(row, column).value = "=1+1"
            workbook.save(path)
            return super().open(path)

    result = bench.examined("formulas", "after", host=Altered)
    assert rows(result) == outcome("formulas", "after", wrong="formulas")
    assert "→ =1+1" in details(result, "formulas")


def test_a_program_that_repairs(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """It leaves a value where a formula was."""
    opened, (sheet, row, column) = Program.opened, first(bench.path, "Standings_Rank")

    def repairing(program: Program, path: Path, *, read_only: bool = False) -> Open:
        book = opened(program, path, read_only=read_only)
        book.workbook[sheet].cell(row, column).value = 1
        return book

    monkeypatch.setattr(Program, "opened", repairing)
    result = bench.examined("formulas", "after")
    assert rows(result) == outcome("formulas", "after", wrong="formulas")
    assert "→ –" in details(result, "formulas")


def test_a_wrong_value(bench: Bench) -> None:
    sheet, row, column = first(bench.path, "Standings_Score")
    wrong = {**bench.results[sheet], (row, column): bench.results[sheet][row, column] + 1}
    result = bench.examined("values", "after", results={**bench.results, sheet: wrong})
    assert rows(result) == outcome("values", "after", wrong="values")
    assert "Standings_Score" in details(result, "values")


def test_nothing_is_calculated(bench: Bench) -> None:
    assert rows(bench.examined("values", "after", results={})) == outcome("values", "after", wrong="values")


def leaving(unquiet: Callable[[xlwings.Book], object]) -> Macro:
    """Says something, and leaves Excel otherwise than it was."""

    def macro(book: xlwings.Book, action: str) -> None:
        saying("Done.", wrong=False)(book, action)
        unquiet(book)

    return macro


def breaking(_book: xlwings.Book, _action: str) -> None:
    raise RuntimeError("no such thing")


@pytest.mark.parametrize(
    ("macro", "told"),
    [
        (saying("No.", "Not at all."), "No.\nNot at all."),
        (saying(wrong=False), "The button said nothing."),
        (leaving(lambda book: setattr(book.app, "calculation", "manual")), "automatic → manual"),
        (leaving(lambda book: book.sheets[0].api.Unprotect("")), "protected: "),
        (breaking, "RuntimeError: no such thing"),
    ],
    ids=["wrong", "silent", "calculation", "protection", "breaks"],
)
def test_a_button(bench: Bench, macro: Macro, told: str) -> None:
    result = bench.examined("help", "after", macro=macro)
    assert rows(result) == outcome("help", "after", wrong="help")
    assert told in details(result, "help")


class Clock:
    """A timer that fires when it is told to."""

    last: Clock
    daemon = False

    def __init__(self, seconds: float, function: Callable[[], None]) -> None:
        self.seconds, self.function = seconds, function
        Clock.last = self

    def start(self) -> None:
        """Nothing."""

    def cancel(self) -> None:
        """Nothing."""


def test_a_program_that_hangs(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is ended; the workbook is opened again in another one."""
    gone, end = threading.Event(), Program.end

    def ending(program: Program) -> None:
        end(program)
        gone.set()

    def hanging(_book: xlwings.Book, _action: str) -> None:
        threading.Thread(target=Clock.last.function).start()
        assert gone.wait(120)
        raise RuntimeError("the server is unavailable")

    monkeypatch.setattr(Program, "end", ending)
    monkeypatch.setattr("bangxl.selftest.sitting.threading.Timer", Clock)
    result = bench.examined("open", "help", "after", macro=hanging, patience=77)
    assert rows(result) == outcome("open", "help", "after", wrong="help")
    assert "did not answer within 77 seconds" in details(result, "help")


class Nobody:
    """A program that is only ended."""

    name, suffix, ended = "Nobody", ".xlsx", 0

    def end(self) -> None:
        self.ended += 1


def test_patience_ends() -> None:
    host, gone = Nobody(), threading.Event()
    host.end = gone.set  # type: ignore[method-assign] # what it waits for
    examination = Examination(host, catalog("en"), 0.05)  # type: ignore[arg-type] # nothing else is asked
    assert isinstance(examination.check("", "wait", "Wait", lambda: str(gone.wait(120))), TimeoutError)
    assert examination.check("", "go", "Go on", lambda: "well") is None
    assert [check.passed for check in examination.checks] == [False, True]


def test_nothing_examined_is_nothing_passed() -> None:
    assert not Examination(Nobody(), catalog("en"), 1).passed  # type: ignore[arg-type] # as above


def test_a_program_that_does_not_start(bench: Bench) -> None:
    class Absent(Excel):
        def version(self) -> str:
            raise OSError("no Excel")

    assert rows(bench.examined("open", host=Absent)) == {"start": False, "quit": True, "clean": True}


def test_files_that_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "held.xlsx").write_text("")
    with monkeypatch.context() as held:
        held.setattr("bangxl.selftest.doctor.shutil.rmtree", lambda *_, **__: None)
        held.setattr(doctor, "_AFTER", 0.3)
        with pytest.raises(CheckFailed, match=r"held\.xlsx"):
            doctor._remove(tmp_path)
    doctor._remove(tmp_path)
    assert not tmp_path.exists()


def test_without_excel(bench: Bench) -> None:
    def none() -> bool:
        return False

    def start() -> xlwings.App:
        vars(programs)["has_excel"] = none  # in the middle of `with_macros`, which puts back what was there
        return started()

    started = excel._new_excel
    result = bench.examined("open", host=partial(Excel, start=start))
    assert rows(result) == {"start": False, "quit": True, "clean": True}
    assert details(result, "start") == "There is no Excel on this computer."


def test_macros_that_start_another_python(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bangxl.selftest.excel.sys", SimpleNamespace(executable="/here/python"))
    result = bench.examined("help", "after")
    assert rows(result) == outcome("help", "after", wrong="help")
    assert "bangxl setup" in details(result, "help")


def test_where_the_environment_is_not_handed_on(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The macros are not run then: Python is started with what it needs, and does what they do."""
    probe = host.probe

    def without(folder: str) -> None:
        with patch.dict(os.environ):
            del os.environ[MESSAGES]
            probe(folder)

    monkeypatch.setattr(host, "probe", without)
    assert rows(bench.examined("help", "after", macro=breaking)) == outcome("help", "after")


def test_a_mac(bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files lie where Office may write; the macros are not run, for nobody would wait for them."""
    (tmp_path / "Library/Group Containers/UBF8T346G9.Office").mkdir(parents=True)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    found = ("open", "formulas", "values", "help", "after")
    unseen = partial(Excel, start=lambda: xlwings.App(visible=False, add_book=False))
    assert rows(bench.examined(*found, macro=breaking, host=unseen, mac=True)) == outcome(*found)


def test_a_program_that_changes_what_is_typed(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes no notice of the mark that makes a text of 007."""
    typed = excel_values.typed

    def careless(cell: Cell, value: object) -> None:
        typed(cell, value.removeprefix("'") if isinstance(value, str) else value)

    monkeypatch.setattr(excel_values, "typed", careless)
    result = bench.examined("names", "after")
    assert rows(result) == outcome("names", "after", wrong="names")


def test_what_is_typed(bench: Bench) -> None:
    """A formula is one, a text that looks like one is not."""
    seen: list[object] = []

    def put(sitting: Sitting) -> None:
        sitting.put({("Event_Name", 0): Formula("=1+1"), ("Event_Place", 0): "=1"})
        seen.extend(sitting.desk.book().read(name)[0] for name in ("Event_Name", "Event_Place"))

    assert rows(bench.examined("put", more={"put": put})) == outcome("put")
    assert seen == [Formula("=1+1"), "=1"]
    assert [isinstance(value, Formula) for value in seen] == [True, False]
