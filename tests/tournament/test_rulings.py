"""G10: a game that cannot have ended as its sheet says is decided by the referee, counts, and pays what he says."""

from dataclasses import replace
from fractions import Fraction
from typing import Final

import pytest

from bangxl.tournament.advance import with_ruling, without_ruling
from bangxl.tournament.checks import deviations_in, findings_of
from bangxl.tournament.findings import Severity, overrule
from bangxl.tournament.journal import Journal, game_digest
from bangxl.tournament.ledger import ledger, money
from bangxl.tournament.model import Game, Outcome, Status, Tournament
from bangxl.tournament.progress import FillIn, SeatGames, SeatRound, next_step, rounds_played
from bangxl.tournament.standings import standings
from bangxl.tournament.state import State
from tests.helpers.strategies import journal_of
from tests.tournament.builders import fixed, rotated, ten
from tests.tournament.faulty import game
from tests.tournament.rules import GERMANY, ITALY, ITALY_2007

WHY: Final = "everybody alive, and the Outlaws won"
PAYOUTS: Final = {"P001": 2000, "P002": 0, "P003": -500, "P004": 750, "P005": 100}


def impossible(one: Game) -> Game:
    """Everybody alive, and the Outlaws won."""
    return replace(one, outcome=Outcome.OUTLAWS, seats=tuple(replace(seat, status=Status.ALIVE) for seat in one.seats))


def unread(one: Game) -> Game:
    """Nobody knows how it ended."""
    return replace(one, outcome=None, seats=tuple(replace(seat, role=None, status=None, bid=None) for seat in one.seats))


def decided(tournament: Tournament) -> Tournament:
    """The first game is decided by the referee."""
    first = tournament.games[0]
    return with_ruling(tournament, first, {seat.player: PAYOUTS[seat.player] for seat in first.seats}, WHY)


SIGNED: Final = game(ten(1), 1, 1, impossible)
GAPS: Final = game(ten(1), 1, 1, unread)


@pytest.mark.parametrize("sheet", [SIGNED, GAPS])
def test_a_sheet_that_cannot_be_is_a_dead_end_until_the_referee_decides(sheet: Tournament) -> None:
    before, after = State(sheet, ITALY), State(decided(sheet), ITALY)
    wrong = isinstance(next_step(before), FillIn) or any(one.severity is Severity.ERROR for one in findings_of(before))
    assert wrong
    assert isinstance(next_step(after), SeatRound)
    assert rounds_played(after) == 1
    assert {one.severity for one in findings_of(after)} == {Severity.NOTE}


def test_the_payouts_are_the_rulings() -> None:
    """Bids are paid as typed; one that is missing costs nothing."""
    lines = [line for line in ledger(State(decided(GAPS), ITALY)) if line.game.table == 1]
    assert {line.seat.player: line.payout for line in lines} == PAYOUTS
    assert all(line.settled and line.cost == 0 and line.after == line.before + PAYOUTS[line.seat.player] for line in lines)
    bid = game(SIGNED, 1, 1, lambda g: replace(g, seats=(replace(g.seats[0], bid=300), *g.seats[1:])))
    owned = money(State(decided(bid), ITALY))
    assert owned["P001"] - money(State(decided(SIGNED), ITALY))["P001"] == -300 + (SIGNED.games[0].seats[0].bid or 0)
    assert {row.player: row.score for row in standings(State(decided(bid), ITALY))}["P001"] == Fraction(owned["P001"])


def test_what_was_wrong_is_a_note_and_the_report_says_so() -> None:
    found = deviations_in(State(decided(SIGNED), ITALY))
    assert {"impossible_end", "ruling"} <= {one.code for one in found}
    assert {one.severity for one in found if one.at.table == 1} == {Severity.NOTE}
    (told,) = [one for one in found if one.code == "ruling"]
    assert told.values == {"round": 1, "table": 1, "reason": WHY}


def test_a_ruling_settles_no_other_game_and_no_change_of_a_closed_one() -> None:
    both = game(SIGNED, 1, 2, impossible)
    assert [one.at.table for one in findings_of(State(decided(both), ITALY)) if one.severity is Severity.ERROR] == [2]
    closed = ten(2)
    logged = journal_of(closed, ITALY)
    changed = [one.code for one in findings_of(State(decided(closed), ITALY, logged)) if one.severity is Severity.ERROR]
    assert changed == ["game_changed"]


def test_wins_are_counted_as_outcome_and_roles_are_typed() -> None:
    """Germany, Rangliste: what nobody has typed is no win; so everywhere where wins separate."""
    played = rotated(fixed(GERMANY, 5, 5, 5, 5), 1)
    for change, wins in ((impossible, 2), (unread, 0)):
        state = State(decided(game(played, 1, 1, change)), GERMANY)
        rows = {row.player: row for row in standings(state)}
        assert sum(rows[player].criteria["wins"] or 0 for player in PAYOUTS) == wins
        assert all(rows[player].games == 1 for player in PAYOUTS)


def test_fixed_tables_go_on_after_a_ruling() -> None:
    """Italy 2007: the next Sheriff is to the left of the last one, as typed."""
    played = game(rotated(fixed(ITALY_2007, 5, 5), 1), 1, 1, impossible)
    before, after = next_step(State(played, ITALY_2007)), next_step(State(decided(played), ITALY_2007))
    assert isinstance(after, SeatGames)
    assert before == after


@pytest.mark.parametrize("sheet", [SIGNED, GAPS, ten(1)])
def test_it_can_be_taken_back_and_given_anew(sheet: Tournament) -> None:
    ruled = decided(sheet)
    assert without_ruling(ruled, ruled.games[0]) == sheet
    again = with_ruling(ruled, ruled.games[0], dict.fromkeys(PAYOUTS, 1), "on second thoughts")
    assert [event.reason for event in again.events] == ["on second thoughts"]
    assert again.reason_of(again.games[0]) == "on second thoughts"
    assert game_digest(ruled.games[0]) != game_digest(sheet.games[0])


def test_an_incomplete_ruling_decides_nothing() -> None:
    ruled = decided(SIGNED)
    partly = game(ruled, 1, 1, lambda g: replace(g, seats=(replace(g.seats[0], ruling=None), *g.seats[1:])))
    assert not partly.games[0].is_ruled
    assert {"ruling_incomplete", "impossible_end"} <= {
        one.code for one in findings_of(State(partly, ITALY, Journal())) if one.severity is Severity.ERROR
    }
    assert list(overrule(partly, ())) == []
