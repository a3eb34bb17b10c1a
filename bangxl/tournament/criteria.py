"""Tie-breaks: each a value with a pure ``compute``. A rulebook lists the codes that it uses, in order.

==========  =======================================  ===================================================
code        article                                  counts
==========  =======================================  ===================================================
buchholz    Italy 2010, 1.2; Italy 2011              scores of all opponents met, one term a meeting (R10-7)
==========  =======================================  ===================================================
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from bangxl.tournament.model import Game

Values = Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Results:
    """What a criterion may look at: the settled games, and everybody's score in dollars."""

    games: Sequence[Game]
    scores: Values


@dataclass(frozen=True, slots=True)
class Criterion:
    """A standings criterion; more is better. ``compute`` gives a value to every player who has a score."""

    code: str
    compute: Callable[[Results], Values]


def buchholz(results: Results) -> Values:
    """The sum of the scores of the opponents of every game.

    An opponent met twice counts twice (R10-7); one who has left counts with the score that he left with (R10-8).
    Not: each distinct opponent once.
    """
    total: dict[str, Fraction] = defaultdict(Fraction)
    for game in results.games:
        table = [seat.player for seat in game.seats]
        everybody = sum((results.scores[player] for player in table), Fraction())
        for player in table:
            total[player] += everybody - results.scores[player]
    return {player: total[player] for player in results.scores}


CRITERIA: Final[Mapping[str, Criterion]] = {c.code: c for c in (Criterion("buchholz", buchholz),)}
