"""What a seat is paid: the regulation's winnings table, asked with the end of a game.

An amount may depend on how many were eliminated or how many Outlaws live (complete scoring of Record); the cases that can
be are few, so that a workbook can hold them all in a table to look up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bangxl.tournament import endstates
from bangxl.tournament.endstates import Case, reachable, reachable_ends
from bangxl.tournament.expressions import Expression
from bangxl.tournament.model import Game, Outcome, Role, Status
from bangxl.tournament.rulebook import Rulebook, Scoring

OF_THE_END: Final = frozenset({"eliminated", "living_outlaws"})
"""What amounts can ask of the end of a game."""


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended: the players at its table, who won, how many were eliminated, and how many Outlaws are alive."""

    size: int
    outcome: Outcome
    eliminated: int = 0
    living_outlaws: int = 0


def end_of(game: Game) -> End | None:
    """How this game ended, as far as it is filled in; None without an outcome. Who left during the game counts (2007)."""
    if game.outcome is None:
        return None
    lines = [(seat.role, seat.status) for seat in game.seats]
    return End(game.size, game.outcome, endstates.eliminated(lines), endstates.living_outlaws(lines))


def payout(rulebook: Rulebook, scoring: Scoring, end: End, role: Role, status: Status) -> int | None:
    """Dollars for this role and status: the table of winnings, and what everybody alive gets.

    None where the regulation has no such case: a size that nobody plays, a Sheriff who is dead though the Law has won.
    Amounts that name the eliminated or the living Outlaws want a whole end that can be.
    """
    roles = rulebook.roles.get(end.size)
    if roles is None:
        return None
    if depends(rulebook):
        possible = Case(end.outcome, role, status, end.eliminated, end.living_outlaws) in reachable_ends(
            roles, rulebook.among_last
        )
    else:
        possible = (end.outcome, role, status) in reachable(roles, rulebook.among_last)
    return _amount(rulebook, scoring, end, role, status) if possible else None


def depends(rulebook: Rulebook) -> bool:
    """Whether any amount of any scoring asks how many were eliminated, or how many Outlaws are alive."""
    return any(_amounts_depend(scoring) for scoring in rulebook.scorings.values())


def payout_table(rulebook: Rulebook) -> dict[str, int]:
    """Every case that can be of every scoring, in dollars, by the key under which a workbook looks it up.

    ``scoring|size|outcome|role|status``; where an amount depends on the end of the game,
    ``scoring|size|outcome|eliminated|living_outlaws|role|status``.
    """
    table: dict[str, int] = {}
    for scoring in rulebook.scorings.values():
        for size, roles in sorted(rulebook.roles.items()):
            for case in sorted(reachable_ends(roles, rulebook.among_last)):
                end = End(size, case.outcome, case.eliminated, case.living_outlaws)
                table[_key(rulebook, scoring, end, case)] = _amount(rulebook, scoring, end, case.role, case.status)
    return table


def _key(rulebook: Rulebook, scoring: Scoring, end: End, case: Case) -> str:
    counts = (end.eliminated, end.living_outlaws) if depends(rulebook) else ()
    return "|".join(map(str, (scoring.code, end.size, end.outcome, *counts, case.role, case.status)))


def _amount(rulebook: Rulebook, scoring: Scoring, end: End, role: Role, status: Status) -> int:
    line = scoring.line(end.outcome, role, status)
    if line is None:
        raise KeyError(end.outcome, role, status)
    amount = line.amount[end.size]
    paid = value(amount, rulebook.roles[end.size][Role.OUTLAW], end)
    return paid + (scoring.alive if status is Status.ALIVE else 0)


def value(amount: Expression, outlaws: int, end: End) -> int:
    """Give the dollars of an amount, at a table with so many Outlaws. Raises ExpressionError if they are not whole."""
    return amount(players=end.size, outlaws=outlaws, eliminated=end.eliminated, living_outlaws=end.living_outlaws)


def _amounts_depend(scoring: Scoring) -> bool:
    return any(amount.words & OF_THE_END for line in scoring.payouts.values() for amount in line.amount.values())
