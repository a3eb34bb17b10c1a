"""A cut sends who is not among the best home, with the place at which he stands; a lot where nothing else separates."""

from dataclasses import replace
from random import Random

from bangxl.tournament.advance import seat_round
from bangxl.tournament.checks import check
from bangxl.tournament.finals import qualifiers
from bangxl.tournament.findings import Severity
from bangxl.tournament.model import Outcome, Seed, Tournament
from bangxl.tournament.progress import SeatRound, next_step
from bangxl.tournament.roster import sent_home
from bangxl.tournament.standings import before_cuts, let_through, standings
from bangxl.tournament.state import State
from tests.referee import Habits
from tests.strategies import random_tournament
from tests.tournament.builders import CUT, entries, finished, ids, with_events, withdrawal

GATE = CUT.cuts[1]


def alike(*outcomes: Outcome) -> Tournament:
    """Ten players, two rounds at two tables; everybody sits with the same people, so that there are ties."""
    games = [
        finished(number, table, ids(5 * table - 4, 5 * table), won) for number, won in enumerate(outcomes, 1) for table in (1, 2)
    ]
    return replace(entries(10, CUT.id), games=tuple(games))


def seated(tournament: Tournament, seed: str) -> Tournament:
    state = State(tournament, CUT)
    step = next_step(state)
    assert isinstance(step, SeatRound)
    return seat_round(state, step, Seed(seed))


def test_the_best_six_play_on_and_the_others_keep_their_places() -> None:
    """Whatever the six win or lose later, and whatever their opponents' Buchholz becomes."""
    tournament = seated(alike(Outcome.LAW, Outcome.OUTLAWS), "a")
    state = State(tournament, CUT)
    before = [(row.player, row.rank, row.criteria) for row in standings(before_cuts(state)[2])]
    playing = {seat.player for seat in tournament.round(3)[0].seats}
    assert playing == {player for player, _rank, _criteria in before[:6]} == set(let_through(state, GATE))
    assert [game.size for game in tournament.round(3)] == [6]
    six = tuple(seat.player for seat in tournament.round(3)[0].seats)
    played = State(replace(tournament, games=(*tournament.games[:-1], finished(3, 1, six, Outcome.RENEGADE, [4000] * 6))), CUT)
    rows = standings(played)
    assert {row.player for row in rows[:6]} == playing
    assert [(row.player, row.criteria) for row in rows[6:]] == [(player, criteria) for player, _rank, criteria in before[6:]]
    assert {row.status for row in rows[6:]} == {"cut"}
    assert rows[6].separated_by == "cut"
    assert rows[6].score > rows[5].score  # he has more, and is behind all the same
    assert set(qualifiers(played)) <= playing


def test_a_tie_is_broken_by_the_lot_of_the_next_draw() -> None:
    """Of equals at the sixth place the seed of round 3 chooses: another seed, other players; the same one, the same."""
    tournament = alike(Outcome.OUTLAWS, Outcome.OUTLAWS)
    home = {tuple(sorted(sent_home(State(seated(tournament, f"seed {n}"), CUT)))) for n in range(12)}
    assert len(home) > 1
    assert seated(tournament, "seed 1") == seated(tournament, "seed 1")
    assert [finding.code for finding in check(State(seated(tournament, "seed 1"), CUT)) if finding.code == "cut_differs"] == []


def test_who_leaves_at_the_cut_makes_room_and_who_leaves_later_does_not() -> None:
    tournament = alike(Outcome.LAW, Outcome.OUTLAWS)
    best = let_through(State(tournament, CUT), GATE)
    without = with_events(tournament, withdrawal(best[0], 2))
    assert set(let_through(State(without, CUT), GATE)) > set(best[1:])
    drawn = seated(tournament, "a")
    left = State(with_events(drawn, withdrawal(best[0], 3)), CUT)
    assert sent_home(left) == sent_home(State(drawn, CUT))
    assert best[0] not in qualifiers(left)
    assert not set(qualifiers(left)) & set(sent_home(left))


def test_a_correction_that_changes_who_plays_on_is_said() -> None:
    """Those drawn play on; the check says who should."""
    tournament = seated(alike(Outcome.LAW, Outcome.OUTLAWS), "a")
    first = tournament.games[0]
    people = tuple(seat.player for seat in first.seats)
    corrected = replace(tournament, games=(finished(1, 1, people, Outcome.RENEGADE), *tournament.games[1:]))
    found = [finding for finding in check(State(corrected, CUT)) if finding.code == "cut_differs"]
    assert {finding.values["player"] for finding in found} <= set(sent_home(State(tournament, CUT)))
    assert found
    assert sent_home(State(corrected, CUT)) == sent_home(State(tournament, CUT))


def test_whole_tournaments_obey_their_cuts() -> None:
    """Nobody who went home sits at a table again, plays for the title, or stands above anybody who plays on."""
    for seed in range(12):
        state = State(random_tournament(Random(seed), CUT, 10 + seed % 8, habits=Habits(events=seed % 3)), CUT)  # noqa: S311
        home = sent_home(state)
        assert not any(home.get(seat.player, 9) < game.round for game in state.tournament.games for seat in game.seats)
        assert not set(home) & set(qualifiers(state))
        places = [home.get(row.player, 9) for row in standings(state) if row.place]
        assert places == sorted(places, reverse=True)
        assert not [finding.code for finding in check(state) if finding.severity is Severity.ERROR]
