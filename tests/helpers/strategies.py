"""Whole random tournaments of any regulation, legal in every game, built through the program's own draw.

`random_tournament` is a plain function of a ``random.Random``: the same seed gives the same tournament, so that any test can
rebuild the one that failed. `tournaments` wraps it for Hypothesis, which prints the seed of a failure.
"""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from hypothesis import note, strategies as st

from bangxl.tournament.compositions import legal_compositions
from bangxl.tournament.journal import Journal, LogEntry, game_digest, pairs, seating
from bangxl.tournament.model import EventInfo, Game, Player, Tournament
from bangxl.tournament.options import UNFROZEN, option_value
from bangxl.tournament.progress import blank_cells, round_count, rounds_played
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from tests.helpers.referee import USUAL_HABITS, Habits, Referee

FIRST: Final = ("Anna", "Bruno", "Çelik", "Dörte", "Élodie", "Fëdor", "Giulia", "Hansi", "Ilaria", "Żofia", "Наталья", "Zoë")
LAST: Final = ("Rossi", "D'Amico", "Müller", "Öztürk", "Ó Briain", "Lo Presti", "Ильин", "De Santis", "Łukasik", "Serra", "Weiß")
USUAL: Final = 25
"""Tournaments are no larger than this unless asked for: most regulations do all that they can with so many."""


def random_tournament(
    rng: random.Random,
    rulebook: Rulebook,
    players: int | None = None,
    stop_after: int | None = None,
    *,
    half: bool = False,
    habits: Habits = USUAL_HABITS,
) -> Tournament:
    """A tournament as a referee would have typed it.

    ``players`` is how many are present (any legal number up to 25 if not given). ``stop_after`` is the number of rounds that
    every table has played, the finals not begun; without it everything is played, to the last duel or stage. ``half`` leaves
    what comes next begun and unfinished.
    """
    referee = Referee(rng, rulebook, habits)
    tournament = entries(rng, rulebook, rng.choice(player_counts(rulebook)) if players is None else players)
    while not _stops(tournament, rulebook, stop_after):
        after = referee.step(tournament)
        if after is tournament:
            break
        tournament = after
    if stop_after is not None and tournament.finals is None:
        tournament = referee.fill_in(tournament)
    return referee.half_step(tournament) if half else tournament


def player_counts(rulebook: Rulebook, most: int = USUAL) -> Sequence[int]:
    """The numbers of players, up to ``most``, with which a tournament can begin."""
    largest = min(rulebook.maximum_players, max(most, rulebook.minimum_players))
    return [count for count in range(rulebook.minimum_players, largest + 1) if legal_compositions(rulebook, count)]


def entries(rng: random.Random, rulebook: Rulebook, players: int) -> Tournament:
    """The entry list, and options chosen at random or left alone."""
    names = [f"{first} {last}" for first in FIRST for last in LAST]
    absent = min(rng.choice((0, 0, 1, 2)), rulebook.maximum_players - players)
    entered = [
        Player(f"P{number:03}", name, region=rng.choice(("", "Piemonte", "Umbria")))
        for number, name in enumerate(rng.sample(names, players + absent), 1)
    ]
    for index in rng.sample(range(len(entered)), absent):
        entered[index] = replace(entered[index], present=False)
    event = EventInfo("Campionato nazionale", "2026-11-20", "Torino", referees=("Arturo Arbitro",))
    return Tournament(rulebook.id, "it", event, _options(rng, rulebook, players), tuple(entered))


def journal_of(tournament: Tournament, rulebook: Rulebook) -> Journal:
    """What bangxl would have logged while this tournament was played: every seating, and the digests of closed games."""
    rows = [_drawn(tournament, rulebook, number) for number in range(1, tournament.rounds_seated + 1)]
    if tournament.finals is not None:
        stage = "Stage1" if tournament.stages else "+".join(duel.match for duel in tournament.finals.duels) or "end"
        last = {(game.table, game.round) for game in tournament.games if not _follower(tournament, game)}
        told = [game for game in tournament.games if (game.table, game.round) in last]
        rows.append(LogEntry("2026-11-20T18:00:00Z", "seat", stage, digest=_digests(told)))
    walls = (1,) if tournament.start_tables else range(1, tournament.rounds_seated + 1)
    return Journal(tuple(rows), {number: seating(tournament.round(number)) for number in walls})


def seeds() -> st.SearchStrategy[int]:
    """Seeds for ``random.Random``."""
    return st.integers(0, 2**32 - 1)


@st.composite
def tournaments(
    draw_: st.DrawFn, rulebook: Rulebook, *, most: int = 30, finished: bool | None = None, habits: Habits = USUAL_HABITS
) -> Tournament:
    """Random tournaments, most of them stopped somewhere; ``finished`` wants only whole ones, or only stopped ones."""
    seed = draw_(seeds())
    players = draw_(st.sampled_from(player_counts(rulebook, most)))
    whole = draw_(st.booleans()) if finished is None else finished
    stop_after = None if whole else draw_(st.integers(0, 5))
    half = not whole and draw_(st.booleans())
    note(f"random_tournament(Random({seed}), load({rulebook.id!r}), {players}, {stop_after}, half={half}, habits={habits})")
    return random_tournament(random.Random(seed), rulebook, players, stop_after, half=half, habits=habits)  # noqa: S311 -- a game


@st.composite
def any_tournaments(draw_: st.DrawFn, rulebooks: Sequence[Rulebook], *, habits: Habits = USUAL_HABITS) -> Tournament:
    """Random tournaments by one regulation or the other."""
    return draw_(tournaments(draw_(st.sampled_from(rulebooks)), habits=habits))


def _options(rng: random.Random, rulebook: Rulebook, players: int) -> dict[str, str]:
    """Every option chosen by somebody, or not; a composition and a number of games that are legal for so many."""
    free = {
        "composition": [",".join(map(str, sorted(sizes, reverse=True))) for sizes in legal_compositions(rulebook, players)],
        "games": [str(players), str(2 * players)],
        "evening": ["", "1"],
        "keep_apart": ["", "", "", "P001+P004", "P002+P003,P004+P005"],
    }
    often = {"draw": [*["lot"] * 4, "mixed"]}
    picked = {}
    for key, option in rulebook.options.items():
        if rng.random() < 0.8:
            picked[key] = rng.choice([one for one in often.get(key, ()) if one in option.values] or option.values or free[key])
    return picked


def _stops(tournament: Tournament, rulebook: Rulebook, stop_after: int | None) -> bool:
    """Whether every table has played so many rounds. Before the first draw nobody knows how many there are."""
    if stop_after is None or (stop_after and not tournament.games):
        return False
    if not tournament.start_tables and any(blank_cells(State(tournament, rulebook), game) for game in tournament.games):
        return False
    return rounds_played(State(tournament, rulebook)) >= min(stop_after, round_count(State(tournament, rulebook)))


def _drawn(tournament: Tournament, rulebook: Rulebook, number: int) -> LogEntry:
    sizes = "+".join(str(game.size) for game in tournament.round(number))
    told = {"tables": sizes} if number == 1 or not tournament.start_tables else {}
    if told:
        told |= {key: option_value(State(tournament, rulebook), key) for key in rulebook.options if key not in UNFROZEN}
    over = [game for game in tournament.games if (after := _follower(tournament, game)) and after.round == number]
    return LogEntry("2026-11-20T10:00:00Z", "seat", f"Round{number}", result=pairs(told), digest=_digests(over))


def _follower(tournament: Tournament, game: Game) -> Game | None:
    """The game whose seating closes this one: the next of its table, or where tables are redrawn of the next round."""
    same = (other for other in tournament.games if not tournament.start_tables or other.table == game.table)
    return min((other for other in same if other.round > game.round), key=lambda other: other.round, default=None)


def _digests(games: Sequence[Game]) -> str:
    return pairs({f"{game.round}T{game.table}": game_digest(game) for game in games})
