"""The self-test can fail: each planted fault gives a × in its own row, and the others go on."""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest
import xlwings
from openpyxl import load_workbook
from openpyxl.utils import coordinate_to_tuple

from bangxl.books import programs
from bangxl.office import MESSAGES
from bangxl.selftest import excel
from bangxl.selftest.doctor import Scenario, as_html, examine
from bangxl.selftest.excel import Excel
from tests.helpers.keyboard import Sheet
from tests.helpers.sample import sample
from tests.hosts.excel import values
from tests.hosts.excel.program import Excel as Program, Open, running
from tests.selftest.excels import ROWS, RULEBOOK, Bench, Macro, clicking, details, outcome, rows, saying, with_macros


@pytest.mark.soak
def test_all_is_well(bench: Bench) -> None:
    session = bench.examined()
    assert rows(session) == outcome()
    assert session.passed
    assert int(details(session, "played-values")) > 100


def first(path: Path, name: str) -> tuple[str, int, int]:
    """Sheet, row and column of a name's first cell."""
    workbook = load_workbook(path)
    sheet, address = next(workbook.defined_names[name].destinations)
    cell = workbook[sheet][address][0][0]
    return sheet, cell.row, cell.column


def test_a_wrong_value(bench: Bench) -> None:
    sheet, row, column = first(bench.path, "Standings_Score")
    wrong = {**bench.results[sheet], (row, column): bench.results[sheet][row, column] + 1}
    session = bench.examined(results={**bench.results, sheet: wrong})
    assert rows(session) == outcome("played-values", "german", "played-after")
    assert "Standings_Score" in details(session, "played-values")


@pytest.mark.soak
def test_a_formula_with_an_error(bench: Bench) -> None:
    """Also one whose value Python does not compute."""
    sheet = first(bench.path, "Standings_Score")[0]
    book = Sheet(bench.path).tab(sheet)
    cell = next(cell for line in book for cell in line if cell.data_type == "f")
    session = bench.examined(
        results={**bench.results, sheet: {**bench.results[sheet], coordinate_to_tuple(cell.coordinate): "#NAME?"}}
    )
    assert rows(session) == outcome("played-values", "german", "played-after")
    assert "#NAME?" in details(session, "played-values")


@pytest.mark.soak
def test_a_program_that_does_not_save(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def typing(book: xlwings.Book, action: str) -> None:
        saying("Done.")(book, action)
        sheet, row, column = first(bench.path, "Players_Email")
        book.sheets[sheet].range((row, column)).value = "a@example.org"

    def save_once(program: Excel) -> None:
        if not saved:
            saved.append(save(program))

    saved: list[None] = []
    save = Excel.save
    monkeypatch.setattr(Excel, "save", save_once)
    session = bench.examined(typing)
    assert rows(session) == outcome("german", "played-after")
    assert "differs from its file" in details(session, "played-after")


def breaking(_book: xlwings.Book, _action: str) -> None:
    raise RuntimeError("no such thing")


@pytest.mark.soak
@pytest.mark.parametrize(
    ("macro", "text"),
    sample(
        [
            (breaking, "RuntimeError: no such thing"),
            (saying("No.", "Not at all.", wrong=True), "No.\nNot at all."),
            (saying(), "The button did nothing."),
        ],
        3,
    ),
    ids=["breaks", "wrong", "silent"],
)
def test_a_button(bench: Bench, macro: Macro, text: str) -> None:
    session = bench.examined(macro)
    assert rows(session) == outcome("help")
    assert text in details(session, "help")


def on_the_first_one(book: xlwings.Book, action: str) -> None:
    first = next(one for one in book.app.books if not one.name.endswith(".xlam"))
    first.set_mock_caller()
    clicking(first, action)


@pytest.mark.soak
@pytest.mark.parametrize("macro", [clicking, on_the_first_one])
def test_a_button_that_works_on_the_workbook_behind(macro: Macro) -> None:
    """Whoever had two tournaments open drew the round of the other one, and no self-test had tried that."""
    excel, scenario = Program(), Scenario("named", is_played=False, buttons=())
    with running(excel), with_macros(macro):
        session = examine(Excel, [RULEBOOK], lambda _check: None, scenarios=[scenario])
    assert rows(session)["together"] is (macro is clicking), details(session, "together")
    if macro is not clicking:
        assert details(session, "together") == "Due.xlsx ≠ Uno.xlsm"


@pytest.mark.soak
def test_no_stamp(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("bangxl.actions", "bangxl.commands.check"):
        monkeypatch.setattr(f"{place}.stamp", lambda _book: ())
    session = bench.examined()
    assert rows(session) == outcome("stamp", "ctrl-z")
    assert details(session, "stamp") == "Round1T1!Stamp: None"


@pytest.mark.soak
def test_a_ctrl_z_that_takes_back_what_bangxl_wrote(bench: Bench) -> None:
    def undo(book: Open) -> None:
        book.workbook[sheet][cell] = None

    sheet, cell = Sheet(bench.path).where("Round1T1!Stamp")
    session = bench.examined(undo=undo)
    assert rows(session) == outcome("ctrl-z")
    assert details(session, "ctrl-z") == "Round1T1!Stamp: None"


@pytest.mark.parametrize("wrong", sample(["2,5", "FALSCH", r"\d\d\.\d\d\.\d{4}"], 3))
def test_what_is_typed_with_german_separators(bench: Bench, monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    """Whatever arrives, the separators are then what they were."""

    def arriving(text: str, decimal: str) -> object:
        return "?" if re.fullmatch(wrong, text) else from_local(text, decimal)

    def read(app: Excel) -> None:
        states.append(
            {key: app.app.api.__getattr__(key) for key in ("UseSystemSeparators", "DecimalSeparator", "ThousandsSeparator")}
        )
        close(app)

    states, close = list[object](), Excel.close
    from_local = values.from_local
    monkeypatch.setattr(values, "from_local", arriving)
    monkeypatch.setattr(Excel, "close", read)
    session = bench.examined()
    assert not rows(session)["german"]
    assert details(session, "german").endswith("→ '?'")
    assert states == [{"UseSystemSeparators": True, "DecimalSeparator": ".", "ThousandsSeparator": ","}]
    assert "type no decimal sign" in as_html(session, "en")


def test_a_file_from_a_mail_without_values(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bangxl.books.closed.CellResults.on", lambda _results, _title: {})
    session = bench.examined()
    assert rows(session) == outcome("mail")
    assert "believe the printed pages" in as_html(session, "en")


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


@pytest.mark.soak
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
    monkeypatch.setattr("bangxl.selftest.session.threading.Timer", Clock)
    session = bench.examined(hanging, patience=77)
    assert rows(session) == outcome("help")
    assert "did not answer within 77 seconds" in details(session, "help")


def test_a_program_that_does_not_start(bench: Bench) -> None:
    class Absent(Excel):
        def version(self) -> str:
            raise OSError("no Excel")

    assert rows(bench.examined(program=Absent)) == {"start": False, "quit": True}


def test_without_excel(bench: Bench) -> None:
    def none() -> bool:
        return False

    def start() -> xlwings.App:
        vars(programs)["has_excel"] = none  # in the middle of `with_macros`, which puts back what was there
        return started()

    started = excel._new_excel
    session = bench.examined(program=partial(Excel, start=start))
    assert rows(session) == {"start": False, "quit": True}
    assert details(session, "start") == "Excel is not installed on this computer."


def test_macros_that_start_another_python(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    probe = excel.probe

    def other(answer: str) -> None:
        with patch.object(sys, "executable", "/there/python"):
            probe(answer)

    monkeypatch.setattr(excel, "probe", other)
    session = bench.examined()
    assert rows(session) == {"start": True, "played-open": False, "played-close": True, "quit": True}
    assert "bangxl setup" in details(session, "played-open")


@pytest.mark.soak
def test_where_the_environment_is_not_handed_on(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The macros are not run then: Python is started with what it needs, and does what they do."""
    probe = excel.probe

    def without(answer: str) -> None:
        with patch.dict(os.environ):
            del os.environ[MESSAGES]
            probe(answer)

    monkeypatch.setattr(excel, "probe", without)
    assert rows(bench.examined(breaking)) == outcome()


@pytest.mark.soak
def test_a_mac(bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files lie where Office may write; the macros are not run, for nobody would wait for them."""
    (tmp_path / "Library/Group Containers/UBF8T346G9.Office").mkdir(parents=True)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    unseen = partial(Excel, start=lambda: xlwings.App(visible=False, add_book=False))
    assert rows(bench.examined(breaking, program=unseen, mac=True)) == {
        code: True for code in ROWS if code not in {"stamp", "ctrl-z", "german", "mail"}
    }
