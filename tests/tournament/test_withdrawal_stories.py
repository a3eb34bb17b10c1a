"""People leave, sit out, come back, or abandon a tournament: never a crash, nothing lost, always a way out.

Italy 2010 and 2011 stop at eight, nine and fewer than five (R10-1); a table of 2007 stops at three (R07-7); Germany goes on with
passive characters (DE-9); Record goes on to four (DV-7).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

import pytest

from bangxl.interchange.dump import dumps, standings_json, tournament_json
from bangxl.interchange.load import loads
from bangxl.rulebooks.loader import stored_plan
from bangxl.tournament import drawing, progress
from bangxl.tournament.advance import seat_games, seat_round
from bangxl.tournament.audit import matching
from bangxl.tournament.compositions import Tables, scheduled_rounds, table_sizes
from bangxl.tournament.drawing import DrawRequest, mix
from bangxl.tournament.finals import final_ranking
from bangxl.tournament.model import Event, EventType, Moment, Role, Seed, SeedSource, Tournament
from bangxl.tournament.rotation import remaining_chairs
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.standings import standings
from bangxl.tournament.state import State
from tests.helpers.playing import play
from tests.helpers.referee import QUIET, Referee, departed
from tests.helpers.sample import these
from tests.helpers.strategies import player_counts, random_tournament
from tests.tournament.builders import ids
from tests.tournament.mixed import sheriffs
from tests.tournament.rules import ALL, GERMANY, HOUSE, INTERNATIONAL, ITALY, ITALY_2007, ITALY_2011, RECORD

FEW: Final = 40
MANY: Final = 1000


@dataclass
class Played:
    """What came of a story: each round's tables, who was there, and the players at the start."""

    start: int
    present: list[Sequence[str]] = field(default_factory=list)
    past: list[Tables] = field(default_factory=list)


def leave(rng: Random, players: Sequence[str], been: Mapping[str, int]) -> list[str]:
    """Who plays on: mostly all; sometimes so many go that there are fewer tables, and often those who never were Sheriff."""
    going = min(len(players) - 5, rng.choice((0, 0, 0, 1, 1, 2, 3, 7)))
    keen = rng.random() < 0.5
    return sorted(players, key=lambda player: (keen and not been.get(player, 0), rng.random()))[: len(players) - max(0, going)]


def tell(seed: int) -> Played:
    """A random tournament of 10 to 50 players who leave, or sit out one round, as chance has it."""
    rng = Random(f"story {seed}")  # noqa: S311 -- a story
    start = rng.randint(10, 50)
    rounds, first_sizes, balance = scheduled_rounds(ITALY, start), table_sizes(ITALY, start), rng.random() < 0.5
    stored = stored_plan(start, rounds, first_sizes, balance=balance)
    story, players = Played(start), list(ids(1, start))
    for number in range(1, rounds + 1):
        here = rng.sample(players, len(players) - (number > 1 and rng.random() < 0.15))
        sizes = table_sizes(ITALY, len(here), first_round=number == 1)
        if not sizes:
            break
        apart = frozenset({frozenset(rng.sample(here, 2))} if rng.random() < 0.2 else ())
        now = DrawRequest(sorted(here), sizes, tuple(story.past), sheriffs(story.past), apart, balance)
        story.past.append(mix(now, f"seed {seed} {number}", number, stored, f"seed {seed} 1"))
        story.present.append(now.players)
        players = leave(rng, players, sheriffs(story.past))
    return story


def check(story: Played) -> None:
    been: Counter[str] = Counter()
    for number, (here, tables) in enumerate(zip(story.present, story.past, strict=True), 1):
        assert sorted(player for table in tables for player in table) == sorted(here)
        assert tuple(map(len, tables)) == table_sizes(ITALY, len(here), first_round=number == 1)
        chosen = [table[0] for table in tables]
        fresh = [player for player in here if not been[player]]
        assert sum(been[player] > 0 for player in chosen) == max(0, len(tables) - len(fresh))
        assert max(been[player] for player in chosen) <= min((been[p] for p in here if p not in chosen), default=9)
        been.update(chosen)
    if all(len(here) == story.start for here in story.present):
        assert max(been.values()) == 1


@pytest.mark.parametrize("seed", range(FEW))
def test_a_story(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a twentieth of the moves: how well people are mixed is not asked here."""
    monkeypatch.setattr(drawing, "STEPS", 2)
    check(tell(seed))


@pytest.mark.soak
@pytest.mark.parametrize("hundred", range(MANY // 100))
def test_many_stories(hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        check(tell(seed))


@pytest.mark.soak
def test_a_sheriff_is_repeated_in_some_stories() -> None:
    """Else nothing was shown; in hindsight even fewer would have done, had it been known who would leave."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "STEPS", 0)
        stories = [tell(seed) for seed in range(200)]
    repeats = [sum(sheriffs(story.past).values()) - len(sheriffs(story.past)) for story in stories]
    assert sum(map(bool, repeats)) > 10
    for story, repeated in zip(stories, repeats, strict=True):
        slots = [here for here, tables in zip(story.present, story.past, strict=True) for _ in tables]
        assert repeated >= len(slots) - len(matching(slots))


LEFT = (9, 8, 7, 5, 4, 3, 1, 0)
START = {ITALY.id: 14, ITALY_2011.id: 14, ITALY_2007.id: 12, GERMANY.id: 22, RECORD.id: 7, HOUSE.id: 13}
START[INTERNATIONAL.id] = START[RECORD.id]
AFTER = 1
"""They go when every table has played so many games, or during the next."""


def by_id(rulebook: object) -> str | None:
    return getattr(rulebook, "id", None)


def abandoned(rulebook: Rulebook, left: int, when: str, seed: int) -> Tournament:
    """All but ``left`` players go: ``between`` two games, or ``during`` the games in play, which are then finished."""
    rng = Random(seed)  # noqa: S311 -- a game
    tournament = random_tournament(rng, rulebook, START[rulebook.id], AFTER, habits=QUIET)
    tournament = replace(tournament, options={key: value for key, value in tournament.options.items() if key != "games"})
    if when == "during":
        tournament = seated(tournament, rulebook)
    here = [player for game in tournament.round(1) for player in (seat.player for seat in game.seats)]
    leavers = rng.sample(here, max(0, len(here) - left))
    tournament = replace(tournament, events=tuple(going(tournament, player, when) for player in leavers))
    return finished(tournament, rulebook, rng)


def seated(tournament: Tournament, rulebook: Rulebook) -> Tournament:
    match progress.next_step(State(tournament, rulebook)):
        case progress.SeatRound() as step:
            return seat_round(State(tournament, rulebook), step, Seed("dice", SeedSource.GIVEN))
        case progress.SeatGames() as step:
            return seat_games(tournament, step)
    return tournament


def going(tournament: Tournament, player: str, when: str) -> Event:
    table, number = next((g.table, g.round) for g in reversed(tournament.games) if player in {seat.player for seat in g.seats})
    if when == "during":
        return Event(EventType.WITHDRAWAL, player, Moment.DURING_GAME, round=number, table=table)
    at = table if tournament.start_tables else None
    return Event(EventType.WITHDRAWAL, player, Moment.BETWEEN_ROUNDS, after_round=number, table=at)


def finished(tournament: Tournament, rulebook: Rulebook, rng: Random) -> Tournament:
    """Every game in play, by a table that does not care who has gone."""
    owned = {player.id: 5000 for player in tournament.players}
    games = tuple(g if g.outcome else play(rng, tournament, rulebook, g, owned) for g in tournament.games)
    return replace(tournament, games=games)


def decision(rulebook: Rulebook, tournament: Tournament, left: int) -> type[progress.Step] | tuple[type[progress.Step], ...]:
    """What the regulation says comes next."""
    if rulebook in (ITALY, ITALY_2011):
        return progress.SeatRound if left in (7, 5) else progress.NoTables
    least = {ITALY_2007.id: 4, GERMANY.id: 2, RECORD.id: 4, INTERNATIONAL.id: 4, HOUSE.id: 4}[rulebook.id]
    for table, began in tournament.start_tables.items():
        games = tournament.at_table(table)
        here = {player for _chair, player in remaining_chairs(State(tournament, rulebook), table, len(games) + 1)}
        been = {seat.player for game in games for seat in game.seats if seat.role is Role.SHERIFF}
        due = here - been if rulebook is ITALY_2007 else len(games) < len(began)
        if due and len(here) >= least:
            return progress.SeatGames
    ends: dict[str, type[progress.Step]] = {
        ITALY_2007.id: progress.SeatDuels,
        GERMANY.id: progress.SeatStage,
        RECORD.id: progress.CloseTournament,
        INTERNATIONAL.id: progress.CloseTournament,
        HOUSE.id: progress.SeatDuels,
    }
    return (ends[rulebook.id], progress.CloseTournament) if left else progress.NoFinals


CASES = [(rulebook, left) for rulebook in ALL for left in LEFT if left < START[rulebook.id]]


@pytest.mark.parametrize("when", ["between", "during"])
@pytest.mark.parametrize(("rulebook", "left"), these(CASES, *CASES[::3]), ids=by_id)
def test_the_decision_of_the_rules(rulebook: Rulebook, left: int, when: str) -> None:
    for seed in range(3):
        state = State(abandoned(rulebook, left, when, seed), rulebook)
        step = progress.next_step(state)
        assert isinstance(step, decision(rulebook, state.tournament, left)), f"seed {seed}: {step}"
        assert not isinstance(step, progress.NoTables) or step.players == left
    check_standings(state, left)
    check_closing(state, left)


def check_standings(state: State, left: int) -> None:
    """Those who have left have no rank, keep their money and are listed last; nobody is lost; it can be exported."""
    rows = standings(state)
    assert len(rows) == START[state.rulebook.id]
    ranked = [row for row in rows if row.rank is not None]
    assert [row.place for row in ranked] == list(range(1, left + 1))
    assert {row.player for row in rows[left:]} == departed(state.tournament, state.rulebook)
    assert progress.rounds_played(state) <= progress.round_count(state)
    text = dumps(tournament_json(state))
    assert dumps(tournament_json(state.with_tournament(loads(text.encode(), lambda _id: state.rulebook)))) == text
    assert standings_json(state)["final_ranking"] == []


def check_closing(state: State, left: int) -> None:
    """`--close` ends the elimination phase with the games played; those who are left play the finals, to the final ranking."""
    tournament = replace(state.tournament, closed_after_round=state.tournament.rounds_seated)
    referee = Referee(Random(5), state.rulebook, QUIET)  # noqa: S311 -- a game
    steps = []
    while (after := referee.step(tournament)) is not tournament:
        steps.append(progress.next_step(state.with_tournament(tournament)))
        tournament = after
    assert not any(isinstance(step, progress.SeatRound | progress.SeatGames | progress.NoTables) for step in steps)
    closed = state.with_tournament(tournament)
    assert progress.next_step(closed) == (progress.Over() if left else progress.NoFinals())
    ranking = final_ranking(closed)
    assert sorted(placed.player for placed in ranking) == sorted(row.player for row in standings(closed) if row.rank and left)
    assert not left or [placed.place for placed in ranking if placed.place == 1] == [1] or state.rulebook is RECORD


@pytest.mark.parametrize("rulebook", ALL, ids=by_id)
def test_one_after_the_other_until_nobody_is_left(rulebook: Rulebook) -> None:
    """Before, between and during games, somebody goes at every step: the next step is always known, and there is an end."""
    for seed in range(4):
        rng = Random(seed)  # noqa: S311 -- a game
        referee = Referee(rng, rulebook, QUIET)
        tournament = random_tournament(rng, rulebook, player_counts(rulebook)[0], 0, habits=QUIET)
        for _ in range(300):
            after = referee.step(tournament)
            if after is tournament:
                break
            tournament = somebody_goes(after, rulebook, rng)
        assert isinstance(
            progress.next_step(State(tournament, rulebook)),
            progress.Over | progress.NoFinals | progress.PlayDuels | progress.NoTables,
        ), f"seed {seed}"


def somebody_goes(tournament: Tournament, rulebook: Rulebook, rng: Random) -> Tournament:
    gone = departed(tournament, rulebook)
    here = [seat.player for game in tournament.round(1) for seat in game.seats if seat.player not in gone]
    if not here or tournament.finals is not None or rng.random() < 0.3:
        return tournament
    player = rng.choice(here)
    in_play = [game for game in tournament.games if not game.outcome and player in {seat.player for seat in game.seats}]
    event = going(replace(tournament, games=tuple(in_play) or tournament.games), player, "during" if in_play else "between")
    return replace(tournament, events=(*tournament.events, event))


def test_a_game_in_play_must_be_finished_first() -> None:
    """R10-1, G2: who goes during a game leaves a passive character; the sheet still wants its result."""
    for rulebook in ALL:
        tournament = seated(random_tournament(Random(3), rulebook, START[rulebook.id], 1, habits=QUIET), rulebook)  # noqa: S311
        player = tournament.games[-1].seats[0].player
        left = replace(tournament, events=(going(tournament, player, "during"),))
        assert isinstance(progress.next_step(State(left, rulebook)), progress.FillIn | progress.SeatGames)
        assert player in {seat.player for seat in left.games[-1].seats}
