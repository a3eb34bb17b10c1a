"""Who is in the tournament, from when to when (1.3 Abbandono, 3 Penalità)."""

from dataclasses import replace
from typing import Final

import pytest

from bangxl.tournament.model import Event, EventType, Moment, Player, Tournament
from bangxl.tournament.progress import round_count
from bangxl.tournament.roster import available, departures, entrants, sitting_out
from bangxl.tournament.standings import StandingsRow, standings
from bangxl.tournament.state import State
from tests.tournament.builders import entries, finished, ids, ten
from tests.tournament.events import duelling, during, with_duels, with_events, withdrawal
from tests.tournament.rules import ITALY

LAST_ROUND = Event(EventType.WITHDRAWAL, "P004", Moment.BEFORE_RANKING)


def row(tournament: Tournament, player: str) -> StandingsRow:
    return next(row for row in standings(State(tournament, ITALY)) if row.player == player)


def test_entrants_before_the_first_draw_are_those_present() -> None:
    """The roll call: who is absent is not drawn, nor is a line without a name."""
    tournament = entries(3)
    absent, blank = replace(tournament.players[1], present=False), Player("P004", "  ")
    tournament = replace(tournament, players=(tournament.players[0], absent, tournament.players[2], blank))
    assert entrants(State(tournament, ITALY)) == ("P001", "P003")


def test_entrants_after_it_are_those_of_round_1() -> None:
    """G8: who is marked present later is not in; who is marked absent later is not out."""
    tournament = ten(1)
    late, marked = Player("P011", "Tardi"), replace(tournament.players[0], present=False)
    tournament = replace(tournament, players=(marked, *tournament.players[1:], late))
    assert entrants(State(tournament, ITALY)) == ids(1, 10)


def test_one_id_on_two_lines_is_one_entrant() -> None:
    tournament = entries(2)
    assert entrants(State(replace(tournament, players=(*tournament.players, tournament.players[0])), ITALY)) == ("P001", "P002")


@pytest.mark.parametrize(
    ("event", "plays_last"),
    [
        (withdrawal("P004", 0), 0),
        (withdrawal("P004", 1), 1),
        (during(EventType.WITHDRAWAL, "P004", 2, 1), 2),
        (during(EventType.EJECTION, "P004", 2, 1), 2),
        (replace(withdrawal("P004", 2), type=EventType.EJECTION), 2),
        (LAST_ROUND, 3),
        (duelling(EventType.WITHDRAWAL, "P004", "SF1"), 3),
        (duelling(EventType.WITHDRAWAL, "P004", "F", Moment.DURING_DUEL), 3),
    ],
)
def test_1_3_last_round_of_who_leaves(event: Event, plays_last: int) -> None:
    """1.3: between two rounds the one before is his last; during a game that game is, and it is paid. Not: he loses it."""
    tournament = with_events(ten(3), event)
    assert departures(State(tournament, ITALY))["P004"].last_round == plays_last
    playing = [number for number in range(1, 5) if "P004" in available(State(tournament, ITALY), number)]
    assert playing == list(range(1, min(plays_last, 3) + 1))


def warned(number: int, player: str = "P004") -> Event:
    return during(EventType.WARNING, player, number, 1)


LINE: Final = replace(warned(2), type=EventType.EJECTION, automatic=True)
WARNINGS: Final = {
    "one": ([warned(1)], {}),
    "two": ([warned(1), warned(2)], {"P004": (2, "ejected")}),
    "with the line of the ejection": ([warned(1), warned(2), LINE], {"P004": (2, "ejected")}),
    "two in one game": ([warned(2), warned(2)], {"P004": (2, "ejected")}),
    "one each": ([warned(1, player) for player in ids(1, 5)], {}),
    "noted late": ([warned(3), warned(1)], {"P004": (3, "ejected")}),
}


@pytest.mark.parametrize(("events", "gone"), WARNINGS.values(), ids=WARNINGS)
def test_3_second_warning_ejects(events: list[Event], gone: dict[str, tuple[int, str]]) -> None:
    """3 Penalità: "automaticamente espulso", by the later of two warnings, whichever line it is on; that game is his last."""
    tournament = with_events(ten(3), *events)
    found = departures(State(tournament, ITALY))
    assert {player: (one.last_round, one.status) for player, one in found.items()} == gone
    assert {one.player for one in standings(State(tournament, ITALY)) if one.rank is None} == set(gone)


def test_a_withdrawal_noted_late() -> None:
    """He left in round 1; that he was also ejected, noted above it, came later and changes nothing."""
    tournament = with_events(ten(3), during(EventType.EJECTION, "P004", 2, 1), withdrawal("P004", 1))
    found = departures(State(tournament, ITALY))["P004"]
    assert (found.last_round, found.status) == (1, "withdrawn")


@pytest.mark.parametrize("moment", [Moment.BEFORE_DUEL, Moment.DURING_DUEL])
def test_3_second_warning_in_the_finals(moment: Moment) -> None:
    """The first in round 1, the second at a duel: he keeps his rank (R10-6) and loses the duel."""
    first, second = warned(1, "P002"), duelling(EventType.WARNING, "P002", "SF1", moment)
    gone = departures(State(with_events(with_duels(ten(3)), first, second), ITALY))["P002"]
    assert (gone.before_publication, gone.status) == (False, "ejected")


def test_1_3_nobody_comes_back() -> None:
    """1.3 "non può più rientrare": the first departure holds, whatever is noted later."""
    tournament = with_events(ten(3), withdrawal("P004", 1), during(EventType.WITHDRAWAL, "P004", 3, 1))
    assert departures(State(tournament, ITALY))["P004"].last_round == 1
    assert "P004" not in available(State(tournament, ITALY), 2)


def test_r10_1_sit_out() -> None:
    """R10-1: one or two players sit out a round, and only that one; they stay ranked."""
    sit_out = Event(EventType.SIT_OUT, "P004", Moment.BETWEEN_ROUNDS, after_round=1)
    tournament = with_events(ten(3), sit_out)
    assert sitting_out(tournament, 2) == {"P004"}
    assert [("P004" in available(State(tournament, ITALY), number)) for number in (1, 2, 3)] == [True, False, True]
    assert row(tournament, "P004").status == "active"
    assert departures(State(tournament, ITALY)) == {}


def test_r10_4_rounds_by_players_at_the_start() -> None:
    """R10-4: 13 players, four rounds; two withdrawals leave 11, which would be three: still four. Who sits out round 1 counts."""
    tables = (finished(1, 1, ids(1, 7)), finished(1, 2, ids(8, 13)))
    tournament = replace(entries(13), games=tables)
    assert round_count(State(with_events(tournament, withdrawal("P012", 1), withdrawal("P013", 1)), ITALY)) == 4
    first = (finished(1, 1, ids(1, 6)), finished(1, 2, ids(7, 12)))
    sit_out = Event(EventType.SIT_OUT, "P013", Moment.BETWEEN_ROUNDS, after_round=0)
    before = with_events(entries(13), sit_out)
    assert round_count(State(before, ITALY)) == round_count(State(replace(before, games=first), ITALY)) == 4


def test_r10_1_rounds_of_a_phase_closed_early() -> None:
    assert round_count(State(replace(ten(2), closed_after_round=2), ITALY)) == 2
