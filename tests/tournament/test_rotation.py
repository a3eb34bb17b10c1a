"""Fixed tables: who is Sheriff, how many games a table plays, when it stops (Italy 2007; Germany, Die Vorrunde; Record)."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from bangxl.tournament import progress
from bangxl.tournament.advance import seat_games, seat_round
from bangxl.tournament.checks.games import number_of_games
from bangxl.tournament.model import Event, EventType, Moment, Role, Seed, SeedSource, Tournament
from bangxl.tournament.rotation import next_game, remaining_chairs, scheduled_games, session_games
from bangxl.tournament.rulebook import Rulebook, SheriffRule
from bangxl.tournament.standings import scores
from bangxl.tournament.state import State
from tests.helpers.referee import Habits
from tests.helpers.strategies import random_tournament, seeds, tournaments
from tests.tournament.builders import chairs_of, entries, fixed, ids, rotated, sitting, with_game
from tests.tournament.events import during, leaving, with_events
from tests.tournament.rules import ALL, GERMANY, HOUSE, ITALY_2007, RECORD

FIXED = tuple(rulebook for rulebook in ALL if rulebook.fixed_tables)


def played_out(tournament: Tournament, rulebook: Rulebook) -> Tournament:
    """Every table plays, all at one pace, until nothing can be seated any more; the Law always wins."""
    while isinstance(step := progress.next_step(State(tournament, rulebook)), progress.SeatGames):
        for game in step.games:
            sheriff = game.sheriff or game.chairs[(game.number - 1) % len(game.chairs)][0]
            tournament = with_game(tournament, sitting(game.number, game.table, dict(game.chairs), sheriff=sheriff))
    return tournament


def sheriffs(tournament: Tournament, table: int = 1) -> list[str]:
    return [seat.player for game in tournament.at_table(table) for seat in game.seats if seat.role is Role.SHERIFF]


@pytest.mark.parametrize("rulebook", FIXED, ids=lambda rulebook: rulebook.id)
def test_the_first_draw_fixes_table_and_seat(rulebook: Rulebook) -> None:
    """2007 "Le posizioni … restano le stesse"; Germany "die komplette Vorrunde an diesem Tisch und dieser Position"."""
    step = progress.next_step(State(entries(rulebook.minimum_players, rulebook.id), rulebook))
    assert isinstance(step, progress.SeatRound)
    drawn = seat_round(State(entries(rulebook.minimum_players, rulebook.id), rulebook), step, Seed("dice", SeedSource.GIVEN))
    assert drawn.start_tables == {game.table: tuple(seat.player for seat in game.seats) for game in drawn.games}
    assert [draw.drawn for draw in drawn.draws] == ["1"]
    played = replace(drawn, games=tuple(sitting(1, g.table, chairs_of(drawn, g.table)) for g in drawn.games))
    if rulebook.sheriff is SheriffRule.DRAWN:
        assert all(seat.role is None for game in drawn.games for seat in game.seats)
    after = progress.next_step(State(played, rulebook))
    assert isinstance(after, progress.SeatGames)
    again = seat_games(played, after)
    assert again.draws == drawn.draws
    assert [[s.player for s in game.seats] for game in again.round(2)] == [[s.player for s in g.seats] for g in drawn.games]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_2007_everybody_is_sheriff_once_to_the_left(size: int) -> None:
    """2007: the first drawn, then "il giocatore alla sinistra dello Sceriffo precedente"; as many games as players."""
    tournament = played_out(fixed(ITALY_2007, size), ITALY_2007)
    assert sheriffs(tournament) == list(ids(1, size))
    assert progress.round_count(State(tournament, ITALY_2007)) == progress.rounds_played(State(tournament, ITALY_2007)) == size
    assert isinstance(progress.next_step(State(tournament, ITALY_2007)), progress.SeatDuels)


def test_2007_large_tables_play_one_game_more() -> None:
    """2007: "è possibile che alcuni giocatori disputino un turno in più"."""
    tournament = played_out(fixed(ITALY_2007, 6, 5), ITALY_2007)
    assert [len(tournament.at_table(table)) for table in (1, 2)] == [6, 5]
    assert progress.round_count(State(tournament, ITALY_2007)) == 6


@pytest.mark.parametrize(
    ("leaver", "left_to_play", "then"),
    [
        ("P002", 3, ["P005", "P006", "P007"]),  # he has been Sheriff: "le rimanenti 3"
        ("P004", 3, ["P005", "P006", "P007"]),
        ("P005", 2, ["P006", "P007"]),  # he has not: the rule governs, not the example
        ("P007", 2, ["P005", "P006"]),
    ],
)
def test_r07_5_the_leaver_of_the_example(leaver: str, left_to_play: int, then: list[str]) -> None:
    """R07-5: he leaves after 4 of 7 games; the others go on "finché tutti (tranne l'uscente) sono stati una volta Sceriffo"."""
    tournament = with_events(rotated(fixed(ITALY_2007, 7), 4), leaving(leaver, 1, 4))
    assert scheduled_games(State(tournament, ITALY_2007), 1) == 4 + left_to_play
    tournament = played_out(tournament, ITALY_2007)
    assert sheriffs(tournament)[4:] == then
    assert [game.size for game in tournament.at_table(1)] == [7] * 4 + [6] * left_to_play


def test_2007_chairs_stay_where_they_are() -> None:
    """Chair 3 leaves: the fourth keeps number 4, and the Sheriff goes from the second to the fourth."""
    tournament = with_events(rotated(fixed(ITALY_2007, 6), 2), leaving("P003", 1, 2))
    game = next_game(State(tournament, ITALY_2007), 1)
    assert game is not None
    assert game.chairs == ((1, "P001"), (2, "P002"), (4, "P004"), (5, "P005"), (6, "P006"))
    assert game.sheriff == 4


def test_2007_who_leaves_during_a_game_ends_it() -> None:
    """3.7: that game is paid as if he were there; the Sheriff who leaves has been Sheriff."""
    tournament = with_events(rotated(fixed(ITALY_2007, 6), 2), during(EventType.WITHDRAWAL, "P002", 2, 1))
    assert scheduled_games(State(tournament, ITALY_2007), 1) == 6
    assert [player for _chair, player in remaining_chairs(State(tournament, ITALY_2007), 1, 2)] == list(ids(1, 6))
    assert sheriffs(played_out(tournament, ITALY_2007)) == list(ids(1, 6))


@pytest.mark.parametrize(("gone", "stops"), [(1, False), (2, True), (3, True), (5, True)])
def test_r07_7_a_table_of_three_stops_at_once(gone: int, stops: bool) -> None:  # noqa: FBT001 -- a parameter of the test
    """R07-7: "rimangono tre giocatori … si smette", between games at once, with fewer as well; four play on."""
    left = (leaving(player, 1, 2) for player in ids(1, gone))
    tournament = with_events(rotated(fixed(ITALY_2007, 5), 2), *left)
    assert (next_game(State(tournament, ITALY_2007), 1) is None) == stops
    assert scheduled_games(State(tournament, ITALY_2007), 1) == (2 if stops else 5)


def test_r07_7_during_a_game_the_table_stops_after_it() -> None:
    """Two leave during the third game: it is finished and counts, then three are left."""
    events = (during(EventType.WITHDRAWAL, player, 3, 1) for player in ("P004", "P005"))
    tournament = with_events(rotated(fixed(ITALY_2007, 5), 3), *events)
    assert next_game(State(tournament, ITALY_2007), 1) is None
    assert progress.round_count(State(tournament, ITALY_2007)) == progress.rounds_played(State(tournament, ITALY_2007)) == 3


def test_2007_the_other_tables_go_on() -> None:
    tournament = with_events(rotated(fixed(ITALY_2007, 5, 5), 2), *(leaving(player, 1, 2) for player in ids(1, 2)))
    step = progress.next_step(State(tournament, ITALY_2007))
    assert isinstance(step, progress.SeatGames)
    assert [(game.table, game.number) for game in step.games] == [(2, 3)]
    assert progress.round_count(State(tournament, ITALY_2007)) == 5
    assert [len(played_out(tournament, ITALY_2007).at_table(table)) for table in (1, 2)] == [2, 5]


@pytest.mark.parametrize("rulebook", [ITALY_2007, GERMANY], ids=lambda rulebook: rulebook.id)
def test_tables_advance_on_their_own(rulebook: Rulebook) -> None:
    """Table 2 has finished its second game, table 1 plays its first: only table 2 is seated, and the finals wait for both."""
    start = fixed(rulebook, 6, 5)
    one, two = (chairs_of(start, table) for table in (1, 2))
    tournament = with_game(start, sitting(1, 1, one, None), sitting(1, 2, two), sitting(2, 2, two, sheriff=2))
    step = progress.next_step(State(tournament, rulebook))
    assert isinstance(step, progress.SeatGames)
    assert [(game.table, game.number) for game in step.games] == [(2, 3)]
    assert progress.rounds_played(State(tournament, rulebook)) == 0
    five = with_game(tournament, *(sitting(number, 2, two, sheriff=number) for number in (3, 4, 5)))
    waiting = progress.next_step(State(five, rulebook))
    assert isinstance(waiting, progress.FillIn)
    assert {(at.round, at.table) for at in waiting.cells} == {(1, 1)}


def test_2007_left_before_the_first_game() -> None:
    """R07-3: drawn to a table of five and gone before its first game: four play, four are Sheriff, the table counts as five."""
    tournament = with_events(fixed(ITALY_2007, 6, 5), leaving("P007", 2, 0))
    game = next_game(State(tournament, ITALY_2007), 2)
    assert game is not None
    assert (game.number, len(game.chairs), game.sheriff) == (1, 4, 2)
    assert sheriffs(played_out(tournament, ITALY_2007), 2) == list(ids(8, 11))


def test_de_2_nobody_says_who_is_sheriff() -> None:
    """DE-2: whoever gets the card, also twice; as many games as the table began with."""
    tournament = rotated(fixed(GERMANY, 5, 5, 5, 5), 2)
    step = progress.next_step(State(tournament, GERMANY))
    assert isinstance(step, progress.SeatGames)
    assert [game.sheriff for game in step.games] == [None] * 4
    always = with_game(fixed(GERMANY, 5), *(sitting(number, 1, chairs_of(fixed(GERMANY, 5), 1)) for number in range(1, 5)))
    assert scheduled_games(State(always, GERMANY), 1) == 5
    assert next_game(State(always, GERMANY), 1) is not None


def test_de_9_six_become_five_and_still_play_six_games() -> None:
    """ "exakt so viele Runden gespielt, wie Mitspieler am Tisch sitzen": sat, when it was drawn."""
    tournament = with_events(rotated(fixed(GERMANY, 6), 2), leaving("P004", 1, 2))
    game = next_game(State(tournament, GERMANY), 1)
    assert game is not None
    assert ([player for _chair, player in game.chairs], game.passive) == (["P001", "P002", "P003", "P005", "P006"], ())
    assert scheduled_games(State(tournament, GERMANY), 1) == 6


@pytest.mark.parametrize(("size", "gone", "sat_down"), [(6, 0, 6), (6, 1, 5), (6, 2, 5), (5, 1, 5)])
def test_de_12_who_never_sat_down_does_not_count(size: int, gone: int, sat_down: int) -> None:
    """ "exakt so viele Runden …, wie Mitspieler am Tisch sitzen": rounds and +1400; never fewer than five (DE-9)."""
    tournament = fixed(GERMANY, size, 6, 5, 5)
    absent = ids(size - gone + 1, size)
    state = State(with_events(tournament, *(leaving(player, 1, 0) for player in absent)), GERMANY)
    assert [scheduled_games(state, table) for table in (1, 2, 3)] == [sat_down, 6, 5]
    assert [scores(state)[player] for player in ("P001", f"P{size + 1:03}")] == [1400 * (sat_down == 5), 0]
    chairs = chairs_of(tournament, 1, *absent[: size - sat_down])
    state = state.with_tournament(with_game(state.tournament, *(sitting(n, 1, chairs) for n in range(1, sat_down + 2))))
    assert [f.at.round for f in number_of_games(state) if f.code == "too_many_games"] == [sat_down + 1]


def test_de_9_a_table_of_four_keeps_a_passive_character() -> None:
    """DE-9: no payout for four: who has left keeps his chair as a passive character; of several the last who went."""
    tournament = with_events(rotated(fixed(GERMANY, 6), 3), leaving("P002", 1, 1), leaving("P005", 1, 3))
    game = next_game(State(tournament, GERMANY), 1)
    assert game is not None
    assert (game.chairs, game.passive) == (((1, "P001"), (3, "P003"), (4, "P004"), (5, "P005"), (6, "P006")), ("P005",))


@pytest.mark.parametrize(("left", "passive"), [(4, 1), (3, 2), (2, 3)])
def test_de_9_so_many_passive_characters(left: int, passive: int) -> None:
    tournament = with_events(rotated(fixed(GERMANY, 5), 1), *(leaving(player, 1, 1) for player in ids(left + 1, 5)))
    game = next_game(State(tournament, GERMANY), 1)
    assert game is not None
    assert (len(game.chairs), len(game.passive)) == (5, passive)


@pytest.mark.parametrize("size", [4, 5, 6, 7])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_record_everybody_is_sheriff_equally_often(size: int, times: int) -> None:
    """Record: "ogni giocatore sia stato Sceriffo lo stesso numero di volte": k·n games, the star goes round to the left."""
    tournament = played_out(fixed(RECORD, size, games=str(times * size)), RECORD)
    assert sheriffs(tournament) == list(ids(1, size)) * times
    assert progress.next_step(State(tournament, RECORD)) == progress.CloseTournament(publishes=True)


@pytest.mark.parametrize(("games", "expected"), [("", 5), ("0", 5), ("5", 5), ("10", 10), ("7", 7), ("x", 5), ("9" * 5000, 5)])
def test_record_how_many_games(games: str, expected: int) -> None:
    """As many as chosen, blank: one for each player. Also before the tables are drawn."""
    assert session_games(State(fixed(RECORD, 5, games=games), RECORD)) == expected
    assert progress.round_count(State(entries(5, "record", games=games), RECORD)) == expected


def test_record_the_evening_may_grow() -> None:
    """Five games are over, ten are wanted now; six seated with five wanted make ten, for everybody to be Sheriff twice."""
    five = rotated(fixed(RECORD, 5, games="5"), 5)
    assert isinstance(progress.next_step(State(replace(five, options={"games": "10"}), RECORD)), progress.SeatGames)
    assert session_games(State(with_game(five, sitting(6, 1, chairs_of(five, 1))), RECORD)) == 10


def test_sitting_out_one_game() -> None:
    """Somebody is away for one game: the others play, he comes back, and is Sheriff in the end."""
    away = Event(EventType.SIT_OUT, "P003", Moment.BETWEEN_ROUNDS, after_round=2, table=1)
    tournament = with_events(rotated(fixed(ITALY_2007, 5), 2), away)
    game = next_game(State(tournament, ITALY_2007), 1)
    assert game is not None
    assert ([player for _chair, player in game.chairs], game.sheriff) == (["P001", "P002", "P004", "P005"], 4)
    played = sheriffs(played_out(tournament, ITALY_2007))
    assert played == ["P001", "P002", "P004", "P005", "P003"]


@pytest.mark.parametrize(("rulebook", "size"), [(ITALY_2007, 4), (GERMANY, 5), (RECORD, 4)])
def test_nobody_sits_out_where_too_few_would_be_left(rulebook: Rulebook, size: int) -> None:
    """A table that would get too small is not skipped, nor the standings published without its games."""
    away = Event(EventType.SIT_OUT, "P003", Moment.BETWEEN_ROUNDS, after_round=2, table=1)
    tournament = with_events(rotated(fixed(rulebook, size), 2), away)
    game = next_game(State(tournament, rulebook), 1)
    assert game is not None
    assert len(game.chairs) == size


def test_early_end_of_fixed_tables() -> None:
    """`--close` with tables at different games: those seated are finished, nothing more is seated."""
    tournament = rotated(fixed(ITALY_2007, 5, 5), 2)
    third = with_game(tournament, sitting(3, 2, chairs_of(tournament, 2), sheriff=3))
    closed = replace(third, closed_after_round=3)
    assert progress.round_count(State(closed, ITALY_2007)) == progress.rounds_played(State(closed, ITALY_2007)) == 3
    assert isinstance(progress.next_step(State(closed, ITALY_2007)), progress.SeatDuels)
    half = with_game(tournament, sitting(3, 2, chairs_of(tournament, 2), None, sheriff=3))
    assert isinstance(progress.next_step(State(replace(half, closed_after_round=3), ITALY_2007)), progress.FillIn)


@settings(max_examples=15)
@given(st.sampled_from(FIXED), seeds())
def test_the_star_goes_round_fairly(rulebook: Rulebook, seed: int) -> None:
    """Whoever leaves whenever: where it goes to the left, each game's Sheriff was it least often of those who sit there."""
    tournament = random_tournament(Random(seed), rulebook, habits=Habits(events=3))  # noqa: S311 -- a game
    for table in tournament.start_tables:
        been: Counter[str] = Counter()
        for game in tournament.at_table(table):
            holders = [seat.player for seat in game.seats if seat.role is Role.SHERIFF]
            assert len(holders) == 1
            if rulebook.sheriff is SheriffRule.LEFT:
                assert been[holders[0]] == min(been[seat.player] for seat in game.seats)
            been.update(holders)


@settings(max_examples=15)
@given(tournaments(ITALY_2007, finished=True, habits=Habits(events=3)))
def test_2007_who_stays_has_been_sheriff_once(tournament: Tournament) -> None:
    """Unless the phase was closed early, or three were left: everybody who is ranked was Sheriff exactly once."""
    for table in tournament.start_tables:
        left = remaining_chairs(State(tournament, ITALY_2007), table, len(tournament.at_table(table)) + 1)
        if tournament.closed_after_round is None and len(left) > 3:
            counts = Counter(sheriffs(tournament, table))
            assert all(counts[player] == 1 for _chair, player in left)


@settings(max_examples=15)
@given(st.sampled_from(FIXED), seeds())
def test_everybody_keeps_his_chair(rulebook: Rulebook, seed: int) -> None:
    tournament = random_tournament(Random(seed), rulebook, habits=Habits(events=3))  # noqa: S311 -- a game
    for game in tournament.games:
        assert all(tournament.start_tables[game.table][seat.number - 1] == seat.player for seat in game.seats)
        assert rulebook.smallest_table <= game.size <= rulebook.largest_table


def test_a_house_table_of_four_plays_four_games() -> None:
    """The Saloon Cup: as many games as began at the table, and tables of four stop when one leaves."""
    tournament = played_out(fixed(HOUSE, 5, 4, 4), HOUSE)
    assert [len(tournament.at_table(table)) for table in (1, 2, 3)] == [5, 4, 4]
    assert next_game(State(with_events(rotated(fixed(HOUSE, 5, 4, 4), 1), leaving("P006", 2, 1)), HOUSE), 2) is None
