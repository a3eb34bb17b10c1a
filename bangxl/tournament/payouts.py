"""The possible ends of a game, and the winnings of each seat by the regulation's table.

The game stops at the Sheriff's death, or when all Outlaws and the Renegade are dead. So three sentences say who can be dead and
alive at the end (docs/dev/decisions.md); an exhaustive search over orders of elimination finds exactly these. An amount may
depend on how many were eliminated or how many Outlaws live (complete scoring of Record); the cases that can be are few, so that
a workbook can hold them all in a table to look up.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple

from bangxl.tournament.expressions import Expression
from bangxl.tournament.model import FALLEN, Game, Outcome, Role, Status
from bangxl.tournament.rulebook import Rulebook, Scoring

RoleEnd = tuple[Role, Status]


class Case(NamedTuple):
    """A seat at the end of a game; with it, how many of its table were eliminated, and how many Outlaws are alive."""

    outcome: Outcome
    role: Role
    status: Status
    eliminated: int
    living_outlaws: int


def is_possible_end(outcome: Outcome, lines: Sequence[RoleEnd], last: int = 0) -> bool:
    """Whether a game can end like this; ``lines`` are the role and status of every seat, in any order.

    ``last``: the `Rulebook.among_last` of the regulation, or 0.

    Law: the Sheriff lives, every Outlaw and the Renegade are dead. Outlaws: the Sheriff is dead and an Outlaw lives, or a
    Renegade and somebody else, a Deputy (G4) or a second Renegade (G11). Renegade: the only survivor. ``final_duel`` is
    possible only for the Renegade, when the Law wins and the Sheriff alone survives (G5).
    """
    alive = [role for role, status in lines if status is Status.ALIVE]
    duels = [role for role, status in lines if status is Status.FINAL_DUEL]
    if duels and not (duels == [Role.RENEGADE] and outcome is Outcome.LAW and alive == [Role.SHERIFF]):
        return False
    if any(status is Status.AMONG_LAST for _role, status in lines) and _left_standing(outcome, lines) > last:
        return False
    match outcome:
        case Outcome.LAW:
            return Role.SHERIFF in alive and set(alive) <= {Role.SHERIFF, Role.DEPUTY}
        case Outcome.OUTLAWS:
            return Role.SHERIFF not in alive and (Role.OUTLAW in alive or (Role.RENEGADE in alive and len(alive) > 1))
        case Outcome.RENEGADE:
            return alive == [Role.RENEGADE]


def _left_standing(outcome: Outcome, lines: Sequence[RoleEnd]) -> int:
    """How many at least were left when the first of those fell who are marked as among the last.

    The living, the marked, and who fell last of all: the Sheriff, or where the Law wins one of its enemies.
    """
    marked = {Status.ALIVE, Status.FINAL_DUEL, Status.AMONG_LAST}
    enemies = {Role.OUTLAW, Role.RENEGADE} if outcome is Outcome.LAW else {Role.SHERIFF}
    count = sum(status in marked for _role, status in lines)
    return count + (not any(role in enemies and status in marked for role, status in lines))


def reachable_seat_ends(roles: Mapping[Role, int], last: int = 0) -> frozenset[tuple[Outcome, Role, Status]]:
    """Every outcome, role and status that a seat can have at a table with these role counts."""
    return _seats(tuple(sorted(roles.items())), last)


@cache
def _seats(roles: tuple[tuple[Role, int], ...], last: int) -> frozenset[tuple[Outcome, Role, Status]]:
    return frozenset((case.outcome, case.role, case.status) for case in _cases(roles, last))


def reachable_ends(roles: Mapping[Role, int], last: int = 0) -> frozenset[Case]:
    """Every case of a seat at a table with these role counts, together with how its game ended."""
    return _cases(tuple(sorted(roles.items())), last)


@cache
def _cases(roles: tuple[tuple[Role, int], ...], last: int) -> frozenset[Case]:
    return frozenset(
        Case(outcome, role, status, eliminated(lines), living_outlaws(lines))
        for lines in _states(dict(roles), last)
        for outcome in Outcome
        if is_possible_end(outcome, lines, last)
        for role, status in lines
    )


def eliminated(lines: Iterable[tuple[Role | None, Status | None]]) -> int:
    """How many seats were eliminated, by whomever; the loser of a final duel is one of them."""
    return sum(status in FALLEN for _, status in lines)


def living_outlaws(lines: Iterable[tuple[Role | None, Status | None]]) -> int:
    """How many Outlaws are alive."""
    return sum(line == (Role.OUTLAW, Status.ALIVE) for line in lines)


def _states(roles: Mapping[Role, int], last: int) -> Iterator[list[RoleEnd]]:
    """Every way to give a status to every role, equal roles being interchangeable."""
    statuses = [status for status in Status if last or status is not Status.AMONG_LAST]
    per_role = [
        [[(role, status) for status in chosen] for chosen in combinations_with_replacement(statuses, count)]
        for role, count in roles.items()
    ]
    for parts in product(*per_role):
        yield [line for part in parts for line in part]


FACTS_OF_THE_END: Final = frozenset({"eliminated", "living_outlaws"})
"""What amounts can ask of the end of a game."""


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended: the players at its table, who won, how many were eliminated, and how many Outlaws are alive."""

    size: int
    outcome: Outcome
    eliminated: int = 0
    living_outlaws: int = 0


def end_of(game: Game) -> End | None:
    """The end of this game as filled in; None without an outcome. Players who left during the game count (2007)."""
    if game.outcome is None:
        return None
    lines = [(seat.role, seat.status) for seat in game.seats]
    return End(game.size, game.outcome, eliminated(lines), living_outlaws(lines))


def payout(rulebook: Rulebook, scoring: Scoring, end: End, role: Role, status: Status) -> int | None:
    """Dollars for this role and status: the table of winnings, and what everybody alive gets.

    None if the regulation has no such case: an unknown size of table, or a dead Sheriff though the Law has won.
    Amounts with ``eliminated`` or ``living_outlaws`` need a complete and possible end.
    """
    roles = rulebook.roles.get(end.size)
    if roles is None:
        return None
    if depends_on_end(rulebook):
        case = Case(end.outcome, role, status, end.eliminated, end.living_outlaws)
        possible = case in reachable_ends(roles, rulebook.among_last)
    else:
        possible = (end.outcome, role, status) in reachable_seat_ends(roles, rulebook.among_last)
    return _amount(rulebook, scoring, end, role, status) if possible else None


@lru_cache(maxsize=32)  # regulations: each seat of each game asks
def depends_on_end(rulebook: Rulebook) -> bool:
    """Whether any amount of any scoring asks how many were eliminated, or how many Outlaws are alive."""
    lines = (line for scoring in rulebook.scorings.values() for line in scoring.payouts.values())
    return any(amount.words & FACTS_OF_THE_END for line in lines for amount in line.amount.values())


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
                counts = (end.eliminated, end.living_outlaws) if depends_on_end(rulebook) else ()
                key = "|".join(map(str, (scoring.code, size, end.outcome, *counts, case.role, case.status)))
                if (amount := _amount(rulebook, scoring, end, case.role, case.status)) is not None:
                    table[key] = amount
    return table


def _amount(rulebook: Rulebook, scoring: Scoring, end: End, role: Role, status: Status) -> int | None:
    line = scoring.line(end.outcome, role, status)
    amount = line.amount.get(end.size) if line else None
    if amount is None:
        return None
    paid = amount_in_dollars(amount, rulebook.roles[end.size][Role.OUTLAW], end)
    return paid + (scoring.alive if status is Status.ALIVE else 0)


def amount_in_dollars(amount: Expression, outlaws: int, end: End) -> int:
    """Give the dollars of an amount, at a table with so many Outlaws. Raises ExpressionError if they are not whole."""
    return amount(players=end.size, outlaws=outlaws, eliminated=end.eliminated, living_outlaws=end.living_outlaws)
