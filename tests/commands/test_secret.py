"""Secret sheets: hidden again by the next command; a structure password of the referee's own stays, and is never needed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook

from bangxl.books.closed import ClosedBook
from bangxl.commands.new import new
from bangxl.commands.seat import seat
from bangxl.commands.standings import standings
from bangxl.commands.undo import undo
from bangxl.locale.catalog import LANGUAGES, catalog
from tests.sheet import duelled, entered, played

LOCK: Final = '<workbookProtection workbookPassword="CC1A" lockStructure="1"/>'
SECRET: Final = ("Standings_Rank", "Ledger_Player")
BOOK: Final = "xl/workbook.xml"


def book_part(path: Path) -> str:
    with ZipFile(path) as package:
        return package.read(BOOK).decode()


def edited(path: Path, change: Callable[[str], str]) -> None:
    """The workbook part changed, as Excel changes it."""
    with ZipFile(path) as package:
        parts = {info: package.read(info) for info in package.infolist()}
    with ZipFile(path, "w") as package:
        for info, data in parts.items():
            package.writestr(info, change(data.decode()) if info.filename == BOOK else data)


def locked(text: str) -> str:
    return text.replace("<workbookProtection />", LOCK)


def shown(text: str) -> str:
    return re.sub(r'(<sheet [^>]*name="(?:Standings|Ledger)"[^>]*?) state="hidden"', r"\1", text)


def secrets(path: Path) -> list[bool]:
    """Whether the secret sheets are to be seen."""
    book = ClosedBook.open(path, reading_only=True)
    return [book.sheets[book.names[name].sheet] for name in SECRET]


@pytest.fixture
def drawn(tmp_path: Path) -> Path:
    """Ten players, the first round drawn; the referee has protected the structure with a password."""
    path = tmp_path / "torneo.xlsx"
    new(path, "italy-2010", language="en", players="10")
    entered(path, [f"Player {number}" for number in range(1, 11)])
    edited(path, locked)
    assert LOCK in book_part(path)
    seat(path)
    return path


def test_what_was_shown_is_hidden_by_the_next_command(drawn: Path) -> None:
    edited(drawn, shown)
    assert secrets(drawn) == [True, True]
    played(drawn)
    seat(drawn)
    assert secrets(drawn) == [False, False]


def test_what_was_shown_before_a_command_stays_hidden_when_it_is_taken_back(drawn: Path) -> None:
    edited(drawn, shown)
    played(drawn)
    seat(drawn)
    undo(drawn)
    assert secrets(drawn) == [False, False]


def test_what_was_shown_is_hidden_in_an_open_workbook_too_when_a_command_is_taken_back(drawn: Path) -> None:
    played(drawn)
    seat(drawn)
    edited(drawn, lambda text: shown(text).replace(LOCK, "<workbookProtection />"))
    book = ClosedBook.open(drawn)
    undo(book)
    assert secrets(drawn) == [False, False]


def test_a_structure_password_is_never_needed_and_stays(drawn: Path) -> None:
    played(drawn)
    seat(drawn)
    undo(drawn)
    assert (LOCK in book_part(drawn), secrets(drawn)) == (True, [False, False])
    while standings(drawn)["phase"] != "closed":
        if standings(drawn)["phase"] == "elimination":
            played(drawn, "again")
        seat(drawn)
        duelled(drawn)
    assert (LOCK in book_part(drawn), secrets(drawn)) == (True, [True, False])


def test_published_standings_stay_as_the_referee_has_them(tmp_path: Path) -> None:
    path = tmp_path / "serata.xlsx"
    new(path, "record", language="en", players="4")
    entered(path, ["Anna", "Bruno", "Carla", "Dario"])
    seat(path)
    edited(path, shown)
    played(path)
    seat(path)
    assert secrets(path)[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_sheet_says_that_hidden_is_no_lock(tmp_path: Path, language: str) -> None:
    text = catalog(language)("Secret sheets are only hidden: do not leave the PC open.")
    for rulebook, says in (("italy-2010", True), ("record", False)):
        path = tmp_path / f"{rulebook}.xlsx"
        new(path, rulebook, language=language, players="10" if says else "4")
        first = load_workbook(path).worksheets[0]
        assert (text in [cell.value for row in first.iter_rows() for cell in row]) == says
