"""The small buttons (Print, Standings, Help), and a file shown in the user's program, on each kind of computer."""

import os
import re
import sys
import time
from pathlib import Path
from subprocess import Popen

import pytest

from bangxl.actions import run_button
from bangxl.books import files, history
from bangxl.books.closed import ClosedBook
from bangxl.books.history import history_folder
from bangxl.books.port import BookError
from bangxl.commands.errors import BOOK_ERRORS
from bangxl.commands.screen import help_lines, open_file, toggle_standings
from bangxl.commands.workspace import remove_leftovers
from bangxl.locale.catalog import catalog, naming
from bangxl.vba.ribbon import button_name, buttons, menu
from tests.commands.stages import Copy
from tests.helpers.keyboard import typed
from tests.hosts.memory import MemoryBook


class Open(MemoryBook):
    """A book in a running program, as far as these buttons ask."""

    file = Path("memory.xlsx")

    @property
    def path(self) -> Path:
        return self.file

    def goto(self, sheet: str, cell: str) -> None:
        raise AssertionError(sheet, cell)


@pytest.fixture
def opened(at: Copy) -> Open:
    """Nothing seated yet; another stage by `at_stage`."""
    return at_stage(at, "entered")


def at_stage(at: Copy, stage: str) -> Open:
    path = at(stage)
    book = Open.copy_of(ClosedBook.open(path, reading_only=True))
    book.file = path
    return book


class TestStandings:
    def test_shown_and_hidden_again(self, at: Copy) -> None:
        book = at_stage(at, "drawn1")
        standings, before = book.names["Standings_Rank"].sheet, book.active
        hidden = {sheet: seen for sheet, seen in book.sheets.items() if sheet != standings}
        assert not book.sheets[standings]
        assert toggle_standings(book) == ()
        assert (book.sheets[standings], book.active) == (True, standings)
        assert toggle_standings(book) == ()
        assert not book.sheets[standings]
        assert book.active in {before, *(sheet for sheet, seen in book.sheets.items() if seen)}
        assert {sheet: seen for sheet, seen in book.sheets.items() if sheet != standings} == hidden
        assert book.saves == 0

    def test_a_workbook_of_somebody_else(self) -> None:
        with pytest.raises(BookError, match="not_bangxl"):
            toggle_standings(Open({}, {"Sheet1": True}))


class TestHelp:
    def test_says_the_step_the_buttons_and_where_the_copies_lie(self, opened: Open) -> None:
        with naming(button_name):
            first, blank, *lines = help_lines(opened)
        assert (first, blank) == ("Next step: «Seat next round».", "")
        often = [one.label for action, one in buttons().items() if action not in menu().buttons]
        assert [line.partition("»")[0].removeprefix("«") for line in lines[: len(often) + 1]] == [*often, "More"]
        assert all(f"«{one.label}»" in lines[len(often)] for one in menu().buttons.values())
        assert str(history_folder(opened.path)) in lines[len(often) + 2]
        assert len("\n".join([first, *lines])) < 1500
        assert re.fullmatch(r"bangxl \d+\.\d+\.\d+", lines[-1])

    def test_the_status_line_is_the_step_where_it_is_calculated(self, opened: Open) -> None:
        shown = {"Next_Step": ["Next step: dance."]}
        book = Open(opened.names, opened.sheets, {name: opened.read(name) for name in opened.names}, shown)
        book.file = opened.path
        assert help_lines(book)[0] == "Next step: dance."

    def test_what_is_missing(self, at: Copy) -> None:
        _first, second, *_ = help_lines(at_stage(at, "drawn1"))
        assert second.startswith("Round1T1 (round 1, table 1): ")

    def test_the_name_of_the_status_line_is_gone(self, opened: Open) -> None:
        names = {name: ref for name, ref in opened.names.items() if name != "Next_Step"}
        book = Open(names, opened.sheets, {name: opened.read(name) for name in names}, None, opened.formulas())
        book.file = opened.path
        assert "have lost their names" in help_lines(book)[0]  # a damaged workbook is told as damaged
        assert help_lines(opened)[0]


class ReadOnly(Open):
    """Another program has the file open for writing."""

    def require_writable(self, *_changes: object) -> None:
        raise BookError("read_only", path=str(self.path))


class TestAct:
    @pytest.mark.parametrize(("action", "stage"), [("seat", "entered"), ("undo", "drawn1")])
    def test_it_speaks_the_workbooks_language(self, at: Copy, action: str, stage: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("LC_ALL", "C")
        path = typed(at(stage), {"Workbook_Language": "it"})
        book = ReadOnly.copy_of(ClosedBook.open(path))
        book.file = path
        (line,) = run_button(action, book).lines
        assert line == catalog("it")(BOOK_ERRORS["read_only"]).format(path=path)


def test_a_click_says_what_a_killed_command_had_left(at: Copy) -> None:
    path = at("drawn1")
    process = Popen(["true"])
    process.wait()
    name = f".torneo-bangxl-{files._computer_digits()}-{process.pid}-0123abcd.xlsx"
    left = [place / name for place in (path.parent, history_folder(path))]
    for file in left:
        file.touch()
    book = Open.copy_of(ClosedBook.open(path))
    book.file = path
    assert run_button("record_filled", book).lines == ()
    assert all(file.exists() for file in left)
    said = f"Removed the files that an interrupted command left behind: {left[0].name}, {left[1].name}"
    assert run_button("standings", book).lines[-1] == said
    assert not any(file.exists() for file in left)


def test_a_history_that_nobody_may_read_stops_no_tidying(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(path: Path) -> Path:
        raise BookError("cannot_read", path=str(path), reason="Permission denied")

    monkeypatch.setattr(history, "history_folder", unreadable)
    assert remove_leftovers(tmp_path / "torneo.xlsx") == ()


PATIENCE = 10.0


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder with programs, and a screen to show them on."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("DISPLAY", ":0")
    return folder


def program(folder: Path, name: str) -> Path:
    """A program that takes its time, then writes down what it was called with."""
    noted = folder / "noted"
    (folder / name).write_text(
        f"#!/bin/sh\n/bin/sleep 0.3\nprintf '%s' \"$*\" > '{noted}.part'\n/bin/mv '{noted}.part' '{noted}'\n", encoding="utf-8"
    )
    (folder / name).chmod(0o755)
    return noted


@pytest.mark.parametrize(("system", "name"), [("linux", "xdg-open"), ("darwin", "open")])
def test_the_users_program_gets_it_and_nobody_waits(
    programs: Path, monkeypatch: pytest.MonkeyPatch, system: str, name: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    noted, draft = program(programs, name), programs / "Torneo d'autunno.eml"
    assert open_file(draft)
    assert not noted.exists()
    end = time.monotonic() + PATIENCE
    while not noted.exists() and time.monotonic() < end:
        time.sleep(0.02)
    assert noted.read_text(encoding="utf-8") == str(draft)


def test_windows_opens_it_itself(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And may have no program for it."""
    opened: list[str] = []
    monkeypatch.setattr(os, "startfile", opened.append, raising=False)
    monkeypatch.chdir(programs)
    assert open_file(Path("torneo.eml"))
    assert opened == [str(programs / "torneo.eml")]

    def refuses(_path: str) -> None:
        raise OSError(1155, "No application is associated with the specified file")

    monkeypatch.setattr(os, "startfile", refuses)
    assert not open_file(programs / "torneo.eml")


@pytest.mark.parametrize("system", ["linux", "darwin"])
def test_no_such_program(programs: Path, monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    """Or one that cannot run."""
    monkeypatch.setattr(sys, "platform", system)
    assert not open_file(programs / "torneo.eml")
    for name in ("xdg-open", "open"):
        (programs / name).write_bytes(b"\x7fELF no")
        (programs / name).chmod(0o755)
    assert not open_file(programs / "torneo.eml")


@pytest.mark.parametrize(
    ("system", "name", "change"),
    [("linux", "xdg-open", {"DISPLAY": ""}), ("darwin", "open", {"BANGXL_MESSAGES": "messages"})],
    ids=["no screen", "the self-test clicks"],
)
def test_nothing_opens_where_nobody_looks(
    programs: Path, monkeypatch: pytest.MonkeyPatch, system: str, name: str, change: dict[str, str]
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    noted = program(programs, name)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    for variable, value in change.items():
        monkeypatch.setenv(variable, value)
    assert not open_file(programs / "torneo.eml")
    time.sleep(0.5)
    assert not noted.exists()
