"""What may come between a click and its end: nobody reads the message, a stamp is at work already, messages go to a file."""

import json
import shutil
from pathlib import Path
from unicodedata import normalize

import pytest
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books import files
from bangxl.books.history import history_folder, snapshots
from bangxl.books.live import LiveBook
from bangxl.ribbon import click
from tests.commands.stages import Copy
from tests.helpers.keyboard import facts
from tests.helpers.sample import these
from tests.hosts.excel.callbacks import callers
from tests.hosts.excel.clicks import cost, started
from tests.hosts.excel.mac import loaded
from tests.hosts.excel.program import SETTINGS, Excel


def test_a_message_that_nobody_reads_for_an_hour_is_no_defect(mac_excel: Excel, at: Copy) -> None:
    mac_excel.open(at("drawn1"))
    mac_excel.nobody_reads = True
    told = cost(mac_excel, "torneo.xlsx", "help")
    assert "«Seat next round»" in told.said
    assert not told.wrong


def test_a_round_is_seated_on_a_mac(mac_excel: Excel, at: Copy) -> None:
    path = at("entered")
    mac_excel.open(path)
    assert cost(mac_excel, "torneo.xlsx", "seat").said.startswith("Round 1 is drawn: 10 players, tables 5+5.\n")
    assert len(facts(path).round(1)) == 2
    assert [file.name for file in snapshots(path)] == ["000001-seat.xlsx"]
    assert cost(mac_excel, "torneo.xlsx", "undo").said.startswith("Taken back: the draw of Round 1.")
    assert facts(path).round(1) == ()


def test_busy_from_the_first_call_on(excel: Excel, at: Copy) -> None:
    """The message box needs nothing of Excel."""
    excel.open(at("drawn1"))
    excel.busy = True
    told = cost(excel, "torneo.xlsx", "help")
    assert told.said.startswith("torneo.xlsx: the program is busy.")
    assert told.wrong


@pytest.mark.parametrize("system", ["excel", "mac_excel"])
def test_a_stamp_is_not_begun_while_a_command_is_at_work(system: str, at: Copy, request: pytest.FixtureRequest) -> None:
    program: Excel = request.getfixturevalue(system)
    path = at("drawn1")
    program.open(path)
    with files.lock_out(path, history_folder(path) / ".lock"):
        cost(program, "torneo.xlsx", "record_filled")
    assert (program.alerts, program.calls["copy"], program.calls["write"]) == ([], 0, 0)
    cost(program, "torneo.xlsx", "record_filled")
    assert program.calls["copy"] == 1


@pytest.mark.parametrize("way", these(["answers", "fails", "is busy"], "fails"))
def test_the_macro_at_the_end_of_python_may_fail_and_the_message_stays(mac_excel: Excel, at: Copy, way: str) -> None:
    """Excel on a Mac runs it for xlwings: no project may have it, a cell may be edited, its own message box may stay open."""
    path = at("entered")
    mac_excel.open(path)
    told = cost(mac_excel, "torneo.xlsx", "seat").said
    mac_excel.fails, mac_excel.busy = (lambda call: call == "CleanUp" and way == "fails"), way == "is busy"
    loaded()[0].cleanup()
    mac_excel.busy = False
    assert mac_excel.calls["CleanUp"] == (way != "is busy")
    assert [text for _, text, _ in mac_excel.alerts] == [told]
    assert (told[:17], facts(path).rounds_seated, mac_excel.state) == ("Round 1 is drawn:", 1, SETTINGS)
    assert not cost(mac_excel, "torneo.xlsx", "help").wrong


def test_messages_go_to_a_file(excel: Excel, at: Copy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    messages = tmp_path / "messages.jsonl"
    monkeypatch.setenv("BANGXL_MESSAGES", str(messages))
    excel.open(at("drawn1"))
    with started(excel, "torneo.xlsx"):
        for action in ("help", "seat", "dance"):
            click(action)
    told = [json.loads(line) for line in messages.read_text(encoding="utf-8").splitlines()]
    assert [message["wrong"] for message in told] == [False, True, True]
    assert told[1]["lines"][0] == "Some games are not complete. Fill in:"
    assert excel.alerts == []


@pytest.mark.soak
@pytest.mark.parametrize("system", ["excel", "mac_excel"])
def test_two_tournaments_are_never_mixed_up(system: str, at: Copy, request: pytest.FixtureRequest) -> None:
    """Buttons pressed in turn, each while the other workbook is in front, as on a Mac, where Excel does not wait."""
    program: Excel = request.getfixturevalue(system)
    one = at("played1")
    other = one.with_name("l'altro.xlsx")
    history_folder(one).rename(history_folder(other))
    one.rename(other)
    paths = other, at("played2")
    books = [program.open(path) for path in paths]
    said: list[str] = []

    def press(button: str, *answers: str) -> list[int]:
        for number, (path, book) in enumerate(zip(paths, program.books, strict=True), 1):
            sheet = book.workbook[f"Round{number}T1"]
            sheet.sheet_state, book.workbook.active = "visible", book.workbook.index(sheet)
            program.front = next(other for other in program.books if other is not book)
            program.answers, program.questions = [*answers], []
            program.alerts.clear()
            [(_project, named)] = callers("bangxl.xlam", opened=["bangxl.xlam", "Uno.xlsm"], front=path.name)
            with started(program, named):
                click(button)
            said.append(program.questions[0][0] if answers else program.alerts[0][1])
        return [facts(path).rounds_seated for path in paths]

    for number, (book, open_book) in enumerate(zip(books, program.books, strict=True), 1):
        sheet = open_book.workbook.active
        assert isinstance(sheet, Worksheet)
        sheet.sheet_view.selection[0].sqref = f"B{number}"
        program.front = program.books[number - 2]
        assert [*LiveBook(book).selected().rows] == [number]
    assert press("seat") == [2, 3]
    assert press("reopen", "an error") == [2, 3]
    assert press("undo") == [2, 3]
    assert press("undo") == [1, 2]
    texts = (
        ("Round {} is drawn", 2, 3),
        ("Round{0}T1 (round {0}, table 1)", 1, 2),
        ("Taken back: the reopening of Round {}, table 1", 1, 2),
        ("Taken back: the draw of Round {}", 2, 3),
    )
    wanted = [text.format(number) for text, *numbers in texts for number in numbers]
    assert [told[: len(text)] for told, text in zip(said, wanted, strict=True)] == wanted


@pytest.mark.parametrize("name", these(["Università.xlsx", "Übung.xlsx", "Турнир № 1.xlsx"], "Турнир № 1.xlsx"))
def test_a_mac_finds_a_workbook_whose_name_arrives_garbled(mac_excel: Excel, at: Copy, name: str) -> None:
    """The shell gets it as decomposed UTF-8, and reads each byte as a letter of Mac Roman."""
    path = at("drawn1")
    for other in (name, "other.xlsx"):
        shutil.copy(path, path.with_name(other))
        mac_excel.open(path.with_name(other))
    garbled = normalize("NFD", name).encode().decode("mac_roman")
    assert "«Seat next round»" in cost(mac_excel, garbled, "help").said
    assert "Close the other tournaments" in cost(mac_excel, "?????.xlsx", "help").said
    mac_excel.books.pop()
    assert "«Seat next round»" in cost(mac_excel, "?????.xlsx", "help").said
