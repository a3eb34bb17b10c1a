"""What comes next: the status line and the cell to which it leads."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bangxl.commands.check import check
from bangxl.commands.new import create_workbook
from bangxl.tournament.model import Event, EventType, Moment, Role, Tournament
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from tests.helpers.keyboard import Sheet
from tests.helpers.sample import sample, these
from tests.helpers.strategies import random_tournament
from tests.hosts.libreoffice.office import Document, Office
from tests.libreoffice.test_half_typed import nameless, untouched
from tests.tournament.builders import ten
from tests.tournament.faulty_tables import ELEVEN, TWENTY, evening
from tests.tournament.rules import GERMANY, ITALY, ITALY_2007, RECORD


def shown(book: Document) -> tuple[str, str]:
    """The status line, and the cell that it leads to."""
    return str(book.cell("Next_Step")), str(book.cell("Next_Cell") or "")


def opened(office: Office, folder: Path, tournament: Tournament, rulebook: Rulebook) -> Document:
    path = folder / "torneo.xlsx"
    create_workbook(path, State(replace(tournament, language="en"), rulebook), len(tournament.players), [])
    return office.open(path)


@pytest.fixture(scope="module")
def after_a_round(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Document]:
    """Ten players after their first round. Whoever types takes it out again."""
    with opened(office, tmp_path_factory.mktemp("after"), ten(1), ITALY) as book:
        yield book


@pytest.fixture(scope="module")
def before_a_round(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Document]:
    """Ten players sit down to their first round. Whoever types takes it out again."""
    seated = ten(1)
    games = tuple(replace(g, outcome=None, seats=tuple(untouched(ITALY, s) for s in g.seats)) for g in seated.games)
    with opened(office, tmp_path_factory.mktemp("before"), replace(seated, games=games), ITALY) as book:
        yield book


@pytest.mark.soak
def test_a_character_that_was_cleared_holds_nobody_up(office: Office, tmp_path: Path) -> None:
    played = ten(2)
    cleared = replace(played, games=(nameless(random.Random(1), played.games[0]), *played.games[1:]))  # noqa: S311 -- a game
    with opened(office, tmp_path, cleared, ITALY) as book:
        assert shown(book) == ("Next step: «Seat next round» draws round 3.", "")
        assert book.cell("Round1T1!Check") == "✓ complete"


@pytest.mark.parametrize(
    ("typed", "cell", "text"),
    [
        ({"Type": "withdrawal"}, "D7", "who?"),
        ({"Player": "P001"}, "C7", "what happened?"),
        ({"Type": "warning", "Player": "P001"}, "E7", "when?"),
        ({"Type": "ruling", "Round": 1}, "H7", "which round and table?"),
        ({"Type": "ruling", "Table": 1}, "G7", "which round and table?"),
    ],
)
def test_an_event_that_is_not_whole_comes_first(
    after_a_round: Document, typed: dict[str, str | int], cell: str, text: str
) -> None:
    for key, value in typed.items():
        after_a_round.put(f"Events_{key}", value)
    said = shown(after_a_round)
    for key in typed:
        after_a_round.put(f"Events_{key}", None)
    assert said == (f"× Events {cell} · {text}", f"'Events'!{cell}")
    assert shown(after_a_round)[1] == ""


def test_the_standings_say_which_rounds_they_count(before_a_round: Document, after_a_round: Document) -> None:
    amid, after = (str(book.cell("Standings!B5")) for book in (before_a_round, after_a_round))
    assert amid == "During round 1 of 3, tables complete: 0 of 2 · SECRET until the elimination phase ends"
    assert after == "After round 1 of 3 · SECRET until the elimination phase ends"


@pytest.mark.soak
def test_another_sheriff_than_the_one_whose_turn_it_is_is_wrong_on_the_sheet(office: Office, tmp_path: Path) -> None:
    first = next(game for game in ELEVEN.games if (game.round, game.table) == (1, 1))
    again = replace(first, round=2)
    games = tuple(again if (game.round, game.table) == (2, 1) else game for game in ELEVEN.games)
    with opened(office, tmp_path, replace(ELEVEN, games=games), ITALY_2007) as book:
        assert (book.cell("Round1T1!Check"), book.cell("Round2T1!Check")) == ("✓ complete", "× wrong")
        due = next(player.name for player in ELEVEN.players if player.id == first.seats[1].player)
        assert shown(book)[0].endswith(f": {due} is Sheriff now, on the left of the last one.")


@pytest.mark.soak
def test_nobody_has_more_life_points_than_his_character(office: Office, tmp_path: Path) -> None:
    weakest, lives = min(GERMANY.characters.items(), key=lambda one: one[1])
    first = (replace(g, seats=tuple(replace(s, character="") for s in g.seats)) for g in TWENTY.round(1))
    with opened(office, tmp_path, replace(TWENTY, games=tuple(first)), GERMANY) as book:
        book.put("Round1T1!Character", weakest, index=1)
        states = []
        for left in (lives, lives + 1):
            book.put("Round1T1!Lives", left, index=1)
            states.append(book.cell("Round1T1!Check"))
    assert states == ["✓ complete", "× wrong"]


@pytest.mark.soak
@pytest.mark.parametrize("also", sample([3, 0], 2))
def test_of_two_sheriffs_the_one_whose_turn_it_is_not_is_wrong(office: Office, tmp_path: Path, also: int) -> None:
    """The line and the command name the same cell, whether he sits before the right one or after him."""
    second = next(game for game in ELEVEN.games if (game.round, game.table) == (2, 1))
    seats = tuple(replace(seat, role=Role.SHERIFF) if row == also else seat for row, seat in enumerate(second.seats))
    games = tuple(replace(game, seats=seats) if game is second else game for game in ELEVEN.games)
    with opened(office, tmp_path, replace(ELEVEN, games=games), ITALY_2007) as book:
        cell = shown(book)[1].partition("!")[2]
    roles = [one for one in check(tmp_path / "torneo.xlsx") if one.finding.code == "role_counts"]
    [wrong] = [one for one in roles if one.finding.values["role"] is Role.SHERIFF]
    assert (wrong.sheet, wrong.cell) == ("Round2T1", cell)


def test_an_ejection_may_get_its_reason_later(office: Office, tmp_path: Path) -> None:
    ejected = Event(EventType.EJECTION, "P001", Moment.BETWEEN_ROUNDS, after_round=1)
    with opened(office, tmp_path, replace(ten(1), events=(ejected,)), ITALY) as book:
        assert shown(book)[0].startswith(("Next step: «Seat next round»", "! There are no tables for 9 players"))


def test_who_was_drawn_and_is_marked_absent_is_corrected_where_he_was_marked(after_a_round: Document) -> None:
    before = after_a_round.read("Players_Present")[2][0]
    after_a_round.put("Players_Present", "no", index=2)
    said = shown(after_a_round)
    after_a_round.put("Players_Present", before, index=2)
    assert said == ("× Players F9 · absent, but seated", "'Players'!F9")


@pytest.mark.parametrize(
    ("typed", "cell"),
    [({"Round1T1!Character": "Jourdonnais"}, "Round1T1!F7"), ({}, "Round1T1!E7"), ({"Round1T2!Outcome": "Law"}, "Round1T2!F7")],
)
def test_the_line_leads_to_what_is_typed_next(before_a_round: Document, typed: dict[str, str], cell: str) -> None:
    for name, text in typed.items():
        before_a_round.put(name, text)
    leads = shown(before_a_round)[1]
    for name in typed:
        before_a_round.put(name, None)
    assert leads == cell


def test_the_knock_out_names_the_cell_to_type_into(office: Office, tmp_path: Path) -> None:
    played = random_tournament(random.Random(3), GERMANY, 20)  # noqa: S311 -- a game
    first = next(game for game in played.stages if (game.round, game.table) == (1, 1))
    bare = replace(first, seats=(first.seats[0], replace(first.seats[1], role=None), *first.seats[2:]))
    open_ = replace(played, stages=(bare,), finals=replace(played.finals, closed=False) if played.finals else None)
    with opened(office, tmp_path, open_, GERMANY) as book:
        line, cell = shown(book)
        assert (cell, "G8" in line) == ("Stage1T1!G8", True)


LOST: Final = {"a round": (ten(2), ITALY), "fixed tables": (TWENTY, GERMANY), "one table": (evening(3), RECORD)}


@pytest.mark.soak
@pytest.mark.parametrize(("tournament", "rulebook"), these(LOST.values(), LOST["a round"]), ids=LOST)
def test_a_name_that_was_emptied_is_missing_and_no_locked_cell_is_named(
    office: Office, tmp_path: Path, tournament: Tournament, rulebook: Rulebook
) -> None:
    with opened(office, tmp_path, tournament, rulebook) as book:
        assert "missing" not in shown(book)[0]
    with Sheet(tmp_path / "torneo.xlsx") as sheet:
        sheet.put("Round1T1!Player", None, 2)
    with office.open(tmp_path / "torneo.xlsx") as book:
        book.recalculate()
        assert shown(book) == ("× A name is missing on a record sheet: «Check» says where.", "")


def test_who_left_before_the_first_game_is_not_missing(office: Office, tmp_path: Path) -> None:
    gone = ELEVEN.start_tables[2][-1]
    games = tuple(replace(game, seats=tuple(seat for seat in game.seats if seat.player != gone)) for game in ELEVEN.games)
    left = Event(EventType.WITHDRAWAL, gone, Moment.BETWEEN_ROUNDS, after_round=0, table=2)
    with opened(office, tmp_path, replace(ELEVEN, games=games, events=(left,)), ITALY_2007) as book:
        assert "missing" not in shown(book)[0]
