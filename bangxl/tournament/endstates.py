"""How a game can end: the combinations of dead and alive that the rules of BANG! allow (docs/dev/decisions.md).

The game stops at the Sheriff's death, or when all Outlaws and the Renegade are dead. So three sentences say it all,
and an exhaustive search over orders of elimination finds exactly these states.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from bangxl.tournament.model import FALLEN, Outcome, Role, Status

RoleEnd = tuple[Role, Status]


class Case(NamedTuple):
    """A seat at the end of a game; with it, how many of its table were eliminated, and how many Outlaws are alive."""

    outcome: Outcome
    role: Role
    status: Status
    eliminated: int
    living_outlaws: int


def is_possible(outcome: Outcome, lines: Sequence[RoleEnd], last: int = 0) -> bool:
    """Whether a game can end like this; ``lines`` are the role and status of every seat, in any order.

    ``last``: the `Rulebook.among_last` of the regulation, or 0.

    Law: the Sheriff lives, every Outlaw and the Renegade are dead. Outlaws: the Sheriff is dead and an Outlaw lives, or a
    Renegade and somebody else, a Deputy (G4) or a second Renegade (G11). Renegade: he is the only survivor. ``final_duel`` is
    possible only for the Renegade, when the Law wins and the Sheriff alone survives (G5).
    """
    alive = [role for role, status in lines if status is Status.ALIVE]
    duels = [role for role, status in lines if status is Status.FINAL_DUEL]
    if duels and not (duels == [Role.RENEGADE] and outcome is Outcome.LAW and alive == [Role.SHERIFF]):
        return False
    if any(status is Status.AMONG_LAST for _role, status in lines) and _stood(outcome, lines) > last:
        return False
    match outcome:
        case Outcome.LAW:
            return Role.SHERIFF in alive and set(alive) <= {Role.SHERIFF, Role.DEPUTY}
        case Outcome.OUTLAWS:
            return Role.SHERIFF not in alive and (Role.OUTLAW in alive or (Role.RENEGADE in alive and len(alive) > 1))
        case Outcome.RENEGADE:
            return alive == [Role.RENEGADE]


def _stood(outcome: Outcome, lines: Sequence[RoleEnd]) -> int:
    """How many at least were left when the first of those fell who are marked as among the last.

    The living, the marked, and who fell last of all: the Sheriff, or where the Law wins one of its enemies.
    """
    marked = {Status.ALIVE, Status.FINAL_DUEL, Status.AMONG_LAST}
    enemies = {Role.OUTLAW, Role.RENEGADE} if outcome is Outcome.LAW else {Role.SHERIFF}
    count = sum(status in marked for _role, status in lines)
    return count + (not any(role in enemies and status in marked for role, status in lines))


def reachable(roles: Mapping[Role, int], last: int = 0) -> frozenset[tuple[Outcome, Role, Status]]:
    """Every outcome, role and status that a seat can have at a table with these role counts."""
    return frozenset((case.outcome, case.role, case.status) for case in reachable_ends(roles, last))


def reachable_ends(roles: Mapping[Role, int], last: int = 0) -> frozenset[Case]:
    """Every case of a seat at a table with these role counts, together with how its game ended."""
    return _cases(tuple(sorted(roles.items())), last)


@cache
def _cases(roles: tuple[tuple[Role, int], ...], last: int) -> frozenset[Case]:
    return frozenset(
        Case(outcome, role, status, eliminated(lines), living_outlaws(lines))
        for lines in _states(dict(roles), last)
        for outcome in Outcome
        if is_possible(outcome, lines, last)
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
