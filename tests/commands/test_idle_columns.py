"""Columns of variants that nobody plays hide themselves with the first draw, and come back with `undo` (Record)."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.utils import column_index_from_string
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books.closed import ClosedBook
from bangxl.commands.new import new
from bangxl.commands.seat import seat
from bangxl.commands.undo import undo
from bangxl.sheets.styles import SCREEN
from bangxl.workbook import names
from bangxl.workbook.write import CellImage, changes
from tests.hosts.excel.cells import column_hidden
from tests.sheet import entered, played
from tests.workbook.test_screens import across, band

PLAYERS = ("Anna", "Bruno", "Carla", "Dino", "Elio", "Franca", "Gino")
FOUR = ("Bid", "Reconfirmed", "Outlaws_Killed", "Cards_Kept")


def begun(path: Path, *options: str, rulebook: str = "record") -> Path:
    new(path, rulebook, language="en", players=str(len(PLAYERS)), options=options)
    entered(path, PLAYERS)
    seat(path, rng_seed="x")
    return path


def first_sheet(path: Path) -> Worksheet:
    return load_workbook(path)["Round1T1"]


def hidden(path: Path, sheet: str = "Round1T1") -> list[str]:
    ws, book = load_workbook(path)[sheet], ClosedBook.open(path, reading_only=True)
    return [name for name in FOUR if column_hidden(ws, book.names[f"{sheet}!{name}"].column)]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return begun(tmp_path_factory.mktemp("plain") / "serata.xlsx")


def test_the_sheet_in_play_fits_on_a_screen_of_1366_pixels(plain: Path) -> None:
    ws = first_sheet(plain)
    assert hidden(plain) == [*FOUR]
    assert across(ws, band(ws)) <= SCREEN


def test_nothing_that_is_to_be_read_stands_in_a_column_that_hides_itself(plain: Path) -> None:
    ws = first_sheet(plain)
    gone = {column for column in range(1, band(ws) + 1) if column_hidden(ws, column)} - {column_index_from_string("C")}
    under = {area.coord for area in ws.merged_cells.ranges if area.min_row > len(PLAYERS) + 6 and area.min_col in gone}
    stands = {
        cell.coordinate for row in ws.iter_rows(min_row=15) for cell in row if cell.column in gone and cell.value is not None
    }
    assert (under, stands) == (set(), set())


def test_a_column_is_there_for_the_variant_that_is_played(tmp_path: Path) -> None:
    path = begun(tmp_path / "serata.xlsx", "auction=true", "experience=true")
    assert hidden(path) == ["Outlaws_Killed"]


def test_each_game_has_its_columns_hidden_and_undo_shows_them_again(tmp_path: Path) -> None:
    path = begun(tmp_path / "serata.xlsx")
    played(path)
    seat(path)
    assert (hidden(path), hidden(path, "Round2T1")) == ([*FOUR], [*FOUR])
    undo(path)
    assert (hidden(path), hidden(path, "Round2T1")) == ([*FOUR], [])


def test_a_workbook_of_an_earlier_version_keeps_them() -> None:
    """Its winnings stand below two of them."""
    after = CellImage(idle={"Round1T1!Bid": True})
    assert changes(CellImage(), after, {}).idle == {}
    assert changes(CellImage(), after, {names.IDLE: "Lists"}).idle == {"Round1T1!Bid": True}


def test_a_regulation_without_variants_has_no_list_of_them(tmp_path: Path) -> None:
    new(tmp_path / "t.xlsx", "germany", language="en", players="20")
    assert names.IDLE not in ClosedBook.open(tmp_path / "t.xlsx").names
