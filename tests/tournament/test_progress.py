"""What comes next, from an empty entry list to the last duel."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

from bangxl.interchange.load import loads
from bangxl.rulebooks.loader import load
from bangxl.tournament import progress
from bangxl.tournament.findings import At
from bangxl.tournament.model import Duel, Event, EventType, Game, Moment, Outcome, Tournament
from bangxl.tournament.state import State
from tests.helpers.referee import Habits, Referee
from tests.helpers.strategies import any_tournaments, seeds
from tests.tournament.builders import entries, finished, ids, seated, ten
from tests.tournament.events import LADDER, duelling, ladder, with_duels, with_events, withdrawal
from tests.tournament.rules import ALL, ITALY

A, B, C, D_ = LADDER[:4]
BY_ID = {rulebook.id: rulebook for rulebook in ALL}
CASES = Path(__file__).parent.parent / "data" / "cases"
MOST_STEPS = 300
"""More than any tournament of 25 players needs."""


def test_from_nothing_to_the_end() -> None:
    """A whole day, step by step; the last duel is followed by one more `seat`, which announces ranking and prizes."""
    assert progress.next_step(State(entries(0), ITALY)) == progress.NoTables(1, 0)
    assert progress.next_step(State(entries(10), ITALY)) == progress.SeatRound(1, ids(1, 10), (5, 5))
    for number in (1, 2, 3):
        drawn = replace(ten(number), games=(*ten(number - 1).games, *(seated(number, t, ids(5 * t - 4, 5 * t)) for t in (1, 2))))
        assert isinstance(progress.next_step(State(drawn, ITALY)), progress.FillIn)
        assert progress.rounds_played(State(drawn, ITALY)) == number - 1
        after = progress.next_step(State(ten(number), ITALY))
        assert (
            after == progress.SeatRound(number + 1, ids(1, 10), (5, 5)) if number < 3 else isinstance(after, progress.SeatDuels)
        )
    assert progress.next_step(State(ladder(), ITALY)) == progress.SeatDuels((("SF1", A, D_), ("SF2", B, C)), publishes=True)
    semis = (Duel("SF1", A, D_), Duel("SF2", B, C))
    assert progress.next_step(State(with_duels(ladder(), *semis), ITALY)) == progress.PlayDuels(("SF1", "SF2"), ())
    played = (replace(semis[0], score_a=5, score_b=4), replace(semis[1], score_a=2, score_b=5))
    assert progress.next_step(State(with_duels(ladder(), played[0], semis[1]), ITALY)) == progress.PlayDuels(("SF2",), ())
    assert progress.next_step(State(with_duels(ladder(), *played), ITALY)) == progress.SeatDuels((("F", A, C),), publishes=False)
    assert progress.next_step(State(with_duels(ladder(), *played, Duel("F", A, C)), ITALY)) == progress.PlayDuels(("F",), ())
    final = Duel("F", A, C, "W")
    assert progress.next_step(State(with_duels(ladder(), *played, final), ITALY)) == progress.CloseTournament()
    assert progress.next_step(State(with_duels(ladder(), *played, final, closed=True), ITALY)) == progress.Over()


def test_phases() -> None:
    semis = (Duel("SF1", A, D_), Duel("SF2", B, C))
    assert progress.phase(State(ladder(), ITALY)) is progress.Phase.ELIMINATION
    assert progress.phase(State(with_duels(ladder(), *semis), ITALY)) is progress.Phase.FINALS
    assert progress.phase(State(with_duels(ladder(), *semis, closed=True), ITALY)) is progress.Phase.CLOSED


@pytest.mark.parametrize("present", [4, 5, 7, 8, 9])
def test_r10_1b_no_start_with_fewer_than_ten(present: int) -> None:
    """R10-1b: no rounds, no row; five players do not begin with a single table either."""
    assert progress.next_step(State(entries(present), ITALY)) == progress.NoTables(1, present)


def test_more_than_the_regulation_can_seat() -> None:
    assert progress.next_step(State(entries(127), ITALY)) == progress.NoTables(1, 127)
    assert isinstance(progress.next_step(State(entries(126), ITALY)), progress.SeatRound)


@pytest.mark.parametrize(("leavers", "out"), [(1, 2), (2, 1)])
def test_r10_1_or_some_sit_out(leavers: int, out: int) -> None:
    """R10-1: of nine two sit out, of eight one: seven play at one table, in this round."""
    events = [withdrawal(player, 1) for player in ids(1, leavers)]
    events += [Event(EventType.SIT_OUT, player, Moment.BETWEEN_ROUNDS, after_round=1) for player in ids(9, 10)[:out]]
    step = progress.next_step(State(with_events(ten(1), *events), ITALY))
    assert isinstance(step, progress.SeatRound)
    assert (step.sizes, len(step.players)) == ((7,), 7)


def test_tables_follow_the_players_who_are_left() -> None:
    """1.1, R10-4: "il numero di tavoli e la loro composizione deve essere adeguata"; in entry order, not by money."""
    games = (finished(1, 1, ids(1, 7)), finished(1, 2, ids(8, 13)))
    tournament = with_events(replace(entries(13), games=games), withdrawal("P004", 1))
    players = tuple(player for player in ids(1, 13) if player != "P004")
    assert progress.next_step(State(tournament, ITALY)) == progress.SeatRound(2, players, (6, 6))


def test_nobody_is_left_for_the_finals() -> None:
    everybody = [Event(EventType.WITHDRAWAL, player, Moment.BEFORE_RANKING) for player in ids(1, 10)]
    assert progress.next_step(State(with_events(ten(3), *everybody), ITALY)) == progress.NoFinals()


def test_g9_a_duel_without_players_is_stuck() -> None:
    events = (duelling(EventType.WITHDRAWAL, A, "SF1"), duelling(EventType.EJECTION, D_, "SF1"))
    tournament = with_events(with_duels(ladder(), Duel("SF1", A, D_), Duel("SF2", B, C)), *events)
    assert progress.next_step(State(tournament, ITALY)) == progress.PlayDuels(("SF1", "SF2"), ("SF1",))


def game_without(blank: At) -> Game:
    game = finished(1, 1, ids(1, 5))
    if blank.name == "Outcome":
        return replace(game, outcome=None)
    seats = list(game.seats)
    seat = seats[blank.index]
    without = {"Bid": replace(seat, bid=None), "Role": replace(seat, role=None), "Status": replace(seat, status=None)}
    seats[blank.index] = without[blank.name]
    return replace(game, seats=tuple(seats))


@pytest.mark.parametrize(
    "blank", [At("Outcome", 0, 1, 1), *(At(name, seat, 1, 1) for name in ("Bid", "Role", "Status") for seat in range(5))], ids=str
)
def test_each_open_cell_alone_holds_the_round_up(blank: At) -> None:
    game = game_without(blank)
    assert progress.blank_cells(State(entries(10), ITALY), game) == (blank,)
    tournament = replace(entries(10), games=(game, finished(1, 2, ids(6, 10))))
    assert progress.next_step(State(tournament, ITALY)) == progress.FillIn((blank,))
    assert progress.rounds_played(State(tournament, ITALY)) == 0


def test_characters_hold_nothing_up() -> None:
    """No payout depends on them: a forgotten character is a warning of `check`, not an open cell."""
    game = finished(1, 1, ids(1, 5))
    unnamed = replace(game, seats=tuple(replace(seat, character="") for seat in game.seats))
    assert progress.blank_cells(State(entries(10), ITALY), unnamed) == ()


def test_cells_in_the_order_of_the_sheets() -> None:
    """By round and table, seat by seat, whatever the order of the facts."""
    games = (seated(1, 2, ids(6, 10)), seated(1, 1, ids(1, 5)))
    step = progress.next_step(State(replace(entries(10), games=games), ITALY))
    assert isinstance(step, progress.FillIn)
    assert [at.table for at in step.cells] == [1] * 15 + [2] * 15
    assert [at.name for at in step.cells[:5]] == ["Bid", "Status", "Bid", "Role", "Status"]


def test_a_bid_of_nothing_is_a_bid() -> None:
    """0 dollars is typed, an empty cell is open: 0 is not "missing"."""
    assert progress.blank_cells(State(entries(10), ITALY), finished(1, 1, ids(1, 5), Outcome.OUTLAWS)) == ()


def test_rounds_played_stops_at_the_first_hole() -> None:
    """A finished round behind an unfinished one does not count."""
    tournament = ten(3)
    hole = replace(tournament, games=tuple(game for game in tournament.games if (game.round, game.table) != (2, 1)))
    assert progress.rounds_played(State(tournament, ITALY)) == 3
    assert progress.rounds_played(State(replace(hole, games=(*hole.games, seated(2, 1, ids(1, 5)))), ITALY)) == 1


@settings(max_examples=20)
@given(any_tournaments(ALL))
def test_there_is_always_one_step(tournament: Tournament) -> None:
    """Half played, closed early, left by many: exactly one answer, and Over only for a tournament that is closed."""
    rulebook = BY_ID[tournament.rulebook]
    step = progress.next_step(State(tournament, rulebook))
    assert isinstance(step, progress.Over) == (progress.phase(State(tournament, rulebook)) is progress.Phase.CLOSED)
    still_open = [game for game in tournament.games if progress.blank_cells(State(tournament, rulebook), game)]
    if isinstance(step, progress.FillIn) and step.cells[0].stage is None:
        assert {(at.round, at.table) for at in step.cells} == {(game.round, game.table) for game in still_open}
    if isinstance(step, progress.SeatRound):
        assert sum(step.sizes) == len(step.players)
        assert step.number == progress.rounds_played(State(tournament, rulebook)) + 1
    if isinstance(step, progress.SeatGames):
        assert not {game.table for game in step.games} & {game.table for game in still_open}
    if isinstance(step, progress.SeatStage | progress.SeatDuels) and step.publishes:
        assert still_open == []
    if isinstance(step, progress.SeatStage):
        assert sum(step.sizes) == len(step.players) > 1


def test_in_play_fixed_tables_are_each_in_a_game_of_their_own() -> None:
    tournament = loads((CASES / "italy-2007_n11_factor_115.json").read_bytes(), load)
    assert tournament.start_tables
    first, last = tournament.at_table(1)[0], tournament.at_table(2)[-1]
    games = tuple(game for game in tournament.games if game.table == last.table or game == first)
    halfway = replace(tournament, games=games, finals=None)
    assert [(game.round, game.table) for game in progress.open_games(halfway)] == [(1, 1), (last.round, 2)]


def test_in_play_are_the_tables_of_the_stage_in_play() -> None:
    tournament = loads((CASES / "germany_n58_ko15.json").read_bytes(), load)
    assert tournament.finals is not None
    first = replace(tournament, stages=tournament.stage(1), finals=replace(tournament.finals, closed=False))
    assert progress.open_games(first) == tournament.stage(1)
    over = replace(tournament, finals=replace(tournament.finals, closed=True))
    assert progress.open_games(over) == ()


@settings(max_examples=20)
@given(any_tournaments(ALL, habits=Habits(events=4)), seeds())
def test_it_always_ends(tournament: Tournament, seed: int) -> None:
    """From anywhere, with players leaving all the time: after few steps there is nothing left to do but what people decide."""
    rulebook = BY_ID[tournament.rulebook]
    referee = Referee(Random(seed), rulebook, Habits(events=2))  # noqa: S311 -- a game
    for _ in range(MOST_STEPS):
        after = referee.step(tournament)
        if after is tournament:
            break
        assert (
            progress.rounds_played(State(after, rulebook)) >= progress.rounds_played(State(tournament, rulebook))
            or after.closed_after_round
        )
        tournament = after
    step = progress.next_step(State(tournament, rulebook))
    assert isinstance(step, progress.Over | progress.NoFinals | progress.PlayDuels | progress.NoTables)
    assert not isinstance(step, progress.PlayDuels) or step.stuck
