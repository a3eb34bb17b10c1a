"""Which sheets and columns are seen: those of the round in play, no secret ones, no columns of variants that nobody plays."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from openpyxl.utils import column_index_from_string
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books.closed import ClosedBook
from bangxl.commands.corrections import reopen
from bangxl.commands.demo import demo
from bangxl.commands.new import new
from bangxl.commands.seat import seat
from bangxl.commands.standings import standings_data
from bangxl.commands.undo import undo
from bangxl.locale.catalog import catalog
from bangxl.sheets.styles import SCREEN
from tests.additions.package import parts_of, repacked
from tests.commands.stages import Copy, listed
from tests.helpers.keyboard import Sheet, duelled, played
from tests.helpers.sample import sample
from tests.hosts.excel.values import column_hidden
from tests.workbook.test_screens import across, band

ROUND = {number: {f"Round{number}", f"Round{number}T1", f"Round{number}T2"} for number in (1, 2, 3)}


def rounds(path: Path) -> set[str]:
    """The tabs of rounds and stages that can be seen."""
    return {tab for tab, seen in ClosedBook.open(path).sheets.items() if seen and tab.startswith(("Round", "Stage"))}


def test_only_the_round_in_play_has_tabs(at: Copy) -> None:
    days = {
        "drawn1": ROUND[1], "played1": ROUND[1], "drawn2": ROUND[2], "played3": ROUND[3], "semifinals": set(), "closed": set(),
    }  # fmt: skip
    assert {stage: rounds(at(stage)) for stage in days} == days


def test_a_reopened_game_comes_back_with_its_round_and_goes_again(at: Copy) -> None:
    path = at("played2")
    reopen(path, 1, 2, "misread")
    assert rounds(path) == ROUND[2] | {"Round1T1", "Round1T2"}
    seat(path, rng_seed="x")
    assert rounds(path) == ROUND[3]
    undo(path)
    assert rounds(path) == ROUND[2] | {"Round1T1", "Round1T2"}
    undo(path)
    assert rounds(path) == ROUND[2]


@pytest.mark.soak
@pytest.mark.parametrize(("rulebook", "players"), sample([("record", 5), ("italy-2007", 11)], 2))
def test_fixed_tables_keep_their_wall(path: Path, rulebook: str, players: int) -> None:
    demo(path, rulebook, players, "a")
    assert {tab for tab in rounds(path) if tab.startswith("Round")} == {"Round1"}


def test_few_tabs_are_seen_while_a_round_is_played(at: Copy) -> None:
    """A record sheet for each of the two tables of this round, the round's own, and the seven or eight of every day."""
    for stage in ("drawn1", "drawn2"):
        assert sum(ClosedBook.open(at(stage)).sheets.values()) <= 11


LOCK: Final = '<workbookProtection workbookPassword="CC1A" lockStructure="1"/>'
SECRET: Final = ("Standings_Rank", "Ledger_Player")
BOOK: Final = "xl/workbook.xml"


def book_part(path: Path) -> str:
    return parts_of(path)[BOOK].decode()


def edited(path: Path, change: Callable[[str], str]) -> None:
    """The workbook part changed, as Excel changes it."""
    repacked(path, lambda name, data: change(data.decode()).encode() if name == BOOK else data)


def locked(text: str) -> str:
    return text.replace("<workbookProtection />", LOCK)


def shown(text: str) -> str:
    return re.sub(r'(<sheet [^>]*name="(?:Standings|Ledger)"[^>]*?) state="hidden"', r"\1", text)


def secrets(path: Path) -> list[bool]:
    """Whether the secret sheets are to be seen."""
    book = ClosedBook.open(path, reading_only=True)
    return [book.sheets[book.names[name].sheet] for name in SECRET]


@pytest.fixture
def drawn(path: Path) -> Path:
    """Ten players, the first round drawn; the referee has protected the structure with a password."""
    edited(listed(path, "italy-2010", 10), locked)
    assert LOCK in book_part(path)
    seat(path)
    return path


def test_what_was_shown_is_hidden_by_the_next_command(drawn: Path) -> None:
    edited(drawn, shown)
    assert secrets(drawn) == [True, True]
    played(drawn)
    seat(drawn)
    assert secrets(drawn) == [False, False]


def test_what_was_shown_stays_hidden_when_a_command_is_taken_back(drawn: Path) -> None:
    """In an open workbook too."""
    edited(drawn, shown)
    played(drawn)
    seat(drawn)
    undo(drawn)
    assert secrets(drawn) == [False, False]
    seat(drawn)
    edited(drawn, lambda text: shown(text).replace(LOCK, "<workbookProtection />"))
    undo(ClosedBook.open(drawn))
    assert secrets(drawn) == [False, False]


@pytest.mark.soak
def test_a_structure_password_is_never_needed_and_stays(drawn: Path) -> None:
    played(drawn)
    seat(drawn)
    undo(drawn)
    assert (LOCK in book_part(drawn), secrets(drawn)) == (True, [False, False])
    while standings_data(drawn)["phase"] != "closed":
        if standings_data(drawn)["phase"] == "elimination":
            played(drawn, "again")
        seat(drawn)
        duelled(drawn)
    assert (LOCK in book_part(drawn), secrets(drawn)) == (True, [True, False])


@pytest.mark.soak
def test_published_standings_stay_as_the_referee_has_them(path: Path) -> None:
    seat(listed(path, "record", ["Anna", "Bruno", "Carla", "Dario"]))
    edited(path, shown)
    played(path)
    seat(path)
    assert secrets(path)[0]


def test_the_first_sheet_says_that_hidden_is_no_lock(tmp_path: Path) -> None:
    text = catalog("it")("Secret sheets are only hidden: do not leave the PC unattended.")
    for rulebook, says in (("italy-2010", True), ("record", False)):
        path = tmp_path / f"{rulebook}.xlsx"
        new(path, rulebook, language="it", players="10" if says else "4")
        first = (sheet := Sheet(path)).tab(next(iter(sheet.tabs())))
        assert (text in [cell.value for row in first.iter_rows() for cell in row]) == says


PLAYERS = ("Anna", "Bruno", "Carla", "Dino", "Elio", "Franca", "Gino")
FOUR = ("Bid", "Reconfirmed", "Outlaws_Killed", "Cards_Kept")


def begun(path: Path, *options: str, rulebook: str = "record") -> Path:
    seat(listed(path, rulebook, PLAYERS, options=options), rng_seed="x")
    return path


def first_sheet(path: Path) -> Worksheet:
    return Sheet(path).tab("Round1T1")


def hidden(path: Path, sheet: str = "Round1T1") -> list[str]:
    ws, book = Sheet(path).tab(sheet), ClosedBook.open(path, reading_only=True)
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
    path = played(begun(tmp_path / "serata.xlsx"))
    seat(path)
    assert (hidden(path), hidden(path, "Round2T1")) == ([*FOUR], [*FOUR])
    undo(path)
    assert (hidden(path), hidden(path, "Round2T1")) == ([*FOUR], [])
