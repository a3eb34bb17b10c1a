"""Tie-breaks: each a value with a pure ``compute``. A rulebook lists the codes that it uses, in order.

==============  ==========================  =====================================================================
code            article                     counts
==============  ==========================  =====================================================================
buchholz        Italy 2010, 1.2; 2011       scores of all opponents met, one term a meeting (R10-7)
wins_sheriff    Italy 2007, Punteggio       games won as Sheriff
finished_alive  Italy 2007, Punteggio       games at whose end they were in play
wins_renegade   Italy 2007, Punteggio       games won as Renegade
wins_deputy     Italy 2007, Punteggio       games won as Deputy, dead or alive (G3)
wins_outlaw     Italy 2007, Punteggio       games won as Outlaw, dead or alive (G3)
table_place     Germany, Rangliste          place at their own table; less is better, equals share the average (2.5)
wins            Germany, Rangliste          games won in any role, dead or alive; the last duel is no win (G3)
lives           Germany, Rangliste          life points left, summed over all games (DE-4)
games           Record                      games played
==============  ==========================  =====================================================================
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from bangxl.tournament.model import Game, Outcome, Role, Seat, Status

PointsByPlayer = Mapping[str, Fraction]

SIDES: Final[Mapping[Outcome, frozenset[Role]]] = {
    Outcome.LAW: frozenset({Role.SHERIFF, Role.DEPUTY}),
    Outcome.OUTLAWS: frozenset({Role.OUTLAW}),
    Outcome.RENEGADE: frozenset({Role.RENEGADE}),
}
"""Who wins with each outcome, dead or alive (G3); of several Renegades only the one who is left (G11)."""


@dataclass(frozen=True, slots=True)
class Results:
    """What a criterion may look at: the settled games, everybody's score, and the fixed tables without those who have left.

    ``others`` are the values of the rulebook's other criteria by code, in its order: by them a place at a table is found.
    """

    games: Sequence[Game]
    scores: PointsByPlayer
    tables: Sequence[Sequence[str]] = field(default=())
    others: Mapping[str, PointsByPlayer] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Criterion:
    """A standings criterion; more is better unless ``less``. ``compute`` leaves out players who have no such value.

    ``head`` stands over its column, ``reason`` on the sheet of the rules: English texts, which the edges translate.
    """

    head: str
    reason: str
    compute: Callable[[Results], PointsByPlayer]
    less: bool = False


def has_won(game: Game, seat: Seat) -> bool:
    """Whether a seat is on the winning side of a finished game; of several Renegades only one who is alive, if any is (G11)."""
    if game.outcome is None or seat.role not in SIDES[game.outcome]:
        return False
    alive = any(other.role is Role.RENEGADE and other.status is Status.ALIVE for other in game.seats)
    return seat.role is not Role.RENEGADE or seat.status is Status.ALIVE or not alive


def buchholz(results: Results) -> PointsByPlayer:
    """The sum of the scores of the opponents of every game.

    An opponent met twice counts twice (R10-7); one who has left counts with the score that they left with (R10-8).
    Not: each distinct opponent once.
    """
    total: dict[str, Fraction] = defaultdict(Fraction)
    for game in results.games:
        table = [seat.player for seat in game.seats]
        everybody = sum((results.scores[player] for player in table), Fraction())
        for player in table:
            total[player] += everybody - results.scores[player]
    return {player: total[player] for player in results.scores}


def tally(points: Callable[[Game, Seat], int]) -> Callable[[Results], PointsByPlayer]:
    """A criterion that adds something up over all seats of a player."""

    def compute(results: Results) -> PointsByPlayer:
        total: Counter[str] = Counter()
        for game in results.games:
            for seat in game.seats:
                total[seat.player] += points(game, seat)
        return {player: Fraction(total[player]) for player in results.scores}

    return compute


def wins_as(role: Role) -> Callable[[Results], PointsByPlayer]:
    """Games won in one role."""
    return tally(lambda game, seat: seat.role is role and has_won(game, seat))


TABLE_PLACE: Final = "table_place"
"""The criterion that needs the others."""


def table_place(results: Results) -> PointsByPlayer:
    """The place at one's own table by score and the other criteria; equals share the average of their places (2.5)."""
    places: dict[str, Fraction] = {}
    for table in results.tables:
        seated = [player for player in table if player in results.scores]
        others = [(values, -1 if CRITERIA[code].less else 1) for code, values in results.others.items()]
        keys = {player: (results.scores[player], *(of[player] * sign for of, sign in others)) for player in seated}
        for player, key in keys.items():
            better = sum(other > key for other in keys.values())
            places[player] = better + Fraction(sum(other == key for other in keys.values()) + 1, 2)
    return places


CRITERIA: Final[Mapping[str, Criterion]] = {
    "buchholz": Criterion("Buchholz", "Buchholz: the sum of the scores of all opponents, one term per meeting", buchholz),
    "wins_sheriff": Criterion("Wins as Sheriff", "more games won as Sheriff", wins_as(Role.SHERIFF)),
    "finished_alive": Criterion(
        "Games alive", "more games finished alive", tally(lambda _game, seat: seat.status is Status.ALIVE)
    ),
    "wins_renegade": Criterion("Wins as Renegade", "more games won as Renegade", wins_as(Role.RENEGADE)),
    "wins_deputy": Criterion("Wins as Deputy", "more games won as Deputy, alive or not", wins_as(Role.DEPUTY)),
    "wins_outlaw": Criterion("Wins as Outlaw", "more games won as Outlaw, alive or not", wins_as(Role.OUTLAW)),
    TABLE_PLACE: Criterion(
        "Place at table", "the better place at the table; tied players share the average", table_place, less=True
    ),
    "wins": Criterion("Wins", "more games won, alive or not", tally(has_won)),
    "lives": Criterion("Life points left", "more life points left, over all games", tally(lambda _, seat: seat.lives or 0)),
    "games": Criterion("Games", "more games played", tally(lambda _game, _seat: 1)),
}
"""All criteria by their codes, in which a regulation names them."""
