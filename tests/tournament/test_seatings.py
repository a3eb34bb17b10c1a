"""Several games at one seating before the next draw: three, then two (konajka, I. and II. kolo)."""

from collections import Counter
from dataclasses import replace
from typing import Final

import pytest

from bangxl.tournament.advance import seat_round
from bangxl.tournament.checks import findings_of
from bangxl.tournament.drawing import audit_rounds, past_tables
from bangxl.tournament.findings import Severity
from bangxl.tournament.model import Event, EventType, Moment, Seed, Tournament
from bangxl.tournament.progress import SeatRound, SeatStage, next_step
from bangxl.tournament.seating import seating_began
from bangxl.tournament.simulation import Dice, play_round
from bangxl.tournament.state import State
from tests.tournament.builders import entries
from tests.tournament.rules import ITALY, KONAJKA

GAMES: Final = ((1, 2, 3), (4, 5))


def groups(tournament: Tournament, number: int) -> set[frozenset[str]]:
    return {frozenset(seat.player for seat in game.seats) for game in tournament.round(number)}


def drawn(state: State, seed: str) -> State:
    """The next round seated."""
    step = next_step(state)
    assert isinstance(step, SeatRound)
    return state.with_tournament(seat_round(state, step, Seed(seed)))


def played(rounds: int, players: int, seed: str, option: str = "lot") -> State:
    state = State(entries(players, KONAJKA.id, draw=option), KONAJKA)
    for number in range(1, rounds + 1):
        state = drawn(state, f"{seed} {number}")
        state = state.with_tournament(play_round(state, Dice(f"{seed} {number}")))
    return state


def test_which_draw_a_round_belongs_to() -> None:
    assert [seating_began(KONAJKA, 12, number) for number in range(1, 7)] == [1, 1, 1, 4, 4, 6]
    assert [seating_began(ITALY, 12, number) for number in range(1, 7)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("option", ["lot", "mixed"])
@pytest.mark.parametrize("players", [8, 9, 13, 20, 27])
def test_everybody_stays_at_his_table(players: int, option: str) -> None:
    """Until the next draw; at each table somebody else is Sheriff, whom the recorded seed gives again."""
    state = played(5, players, f"stay {players}", option)
    tournament = state.tournament
    for numbers in GAMES:
        assert len({frozenset(groups(tournament, number)) for number in numbers}) == 1
        sheriffs = Counter(game.seats[0].player for number in numbers for game in tournament.round(number))
        assert max(sheriffs.values()) == 1
    assert groups(tournament, 3) != groups(tournament, 4)
    assert isinstance(next_step(state), SeatStage)
    assert {finding.code for finding in findings_of(state) if finding.severity is not Severity.NOTE} <= {"presence_missing"}


def test_the_sheriff_changes_by_lot() -> None:
    """Not always to the same side: over many seeds every other seat of the first game comes up."""
    seats = set()
    for seed in range(40):
        first, second = past_tables(played(2, 8, f"lot {seed}").tournament, 3)
        table = next(table for table in second if set(table) == set(first[0]))
        seats.add(first[0].index(table[0]))
    assert seats == {1, 2, 3}


def test_who_leaves_ends_the_seating() -> None:
    """12 of 13 are left after the first game: all are drawn anew, to tables that the regulation has, and stay at those."""
    state = played(1, 13, "left")
    gone = Event(EventType.WITHDRAWAL, "P003", Moment.BETWEEN_ROUNDS, after_round=1)
    state = drawn(state.with_tournament(replace(state.tournament, events=(gone,))), "left 2")
    assert sorted(len(game.seats) for game in state.tournament.round(2)) == [4, 4, 4]
    state = drawn(state.with_tournament(play_round(state, Dice("left 2"))), "left 3")
    assert groups(state.tournament, 3) == groups(state.tournament, 2)
    assert not {finding.code for finding in findings_of(state) if finding.severity is Severity.ERROR}


def test_another_table_within_a_seating_is_not_what_was_drawn() -> None:
    """Two of different tables change places in the second game."""
    state = played(2, 8, "swap")
    one, other = state.tournament.round(2)
    moved = [
        replace(one, seats=(*one.seats[:-1], replace(one.seats[-1], player=other.seats[-1].player))),
        replace(other, seats=(*other.seats[:-1], replace(other.seats[-1], player=one.seats[-1].player))),
    ]
    swapped = replace(state.tournament, games=(*state.tournament.round(1), *moved))
    assert "draw_not_reproduced" in {finding.code for finding in findings_of(state.with_tournament(swapped))}


def test_mixed_games_at_one_seating_change_the_seats_too() -> None:
    """As few are neighbours again as can be where the tables stay, and fewer get a chair again; the check redoes them."""
    again: Counter[str] = Counter()
    for option in ("lot", "mixed"):
        for seed in range(5):
            state = played(3, 15, f"seats {seed}", option)
            quality = audit_rounds(state, 3).quality
            again[option] += quality.chairs.count
            assert option == "lot" or quality.neighbours.count == quality.neighbours.fewest
            assert "draw_not_reproduced" not in {finding.code for finding in findings_of(state)}
    assert 2 * again["mixed"] < again["lot"]
