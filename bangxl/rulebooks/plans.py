"""The stored plans: all rounds of a tournament at once, so that as few as possible meet again (``plans.json``)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources

import msgspec

from bangxl.tournament.rulebook import Plan


class StoredPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the file. Players are numbers from 0; the first of a table is its Sheriff.

    ``quad`` is Σ m (m - 1) / 2 over the pairs that meet m times, ``rematches`` Σ (m - 1), ``spread`` the most less the fewest
    games that anybody plays at the larger tables. No plan has a ``quad`` below ``lower_bound``; ``reference`` was the best known
    before, ``greedy`` (a decimal) what optimising round after round gives in the mean. ``regulations`` have so many rounds.
    """

    players: int
    rounds: int
    sizes: tuple[int, ...]
    balance: bool
    regulations: tuple[str, ...]
    quad: int
    rematches: int
    spread: int
    lower_bound: int
    reference: int
    greedy: str
    source: str
    schedule: tuple[tuple[tuple[int, ...], ...], ...]

    @property
    def proved(self) -> bool:
        """Whether it is known that there is none better."""
        return self.quad == self.lower_bound


class PlansFile(msgspec.Struct, frozen=True):
    """The file: where the plans are from, and the plans."""

    format: str
    provenance: str
    bounds: str
    plans: tuple[StoredPlan, ...]


def plan(players: int, rounds: int, sizes: Sequence[int], *, balance: bool) -> Plan | None:
    """The plan for so many players, rounds, and tables of these sizes in whatever order; None where none is stored."""
    row = stored(players, rounds, sizes, balance=balance)
    return Plan(row.players, row.sizes, row.schedule) if row else None


def stored(players: int, rounds: int, sizes: Sequence[int], *, balance: bool) -> StoredPlan | None:
    """As ``plan``, with all that is known about it."""
    wanted = (players, rounds, sorted(sizes), balance)
    rows = stored_plans().plans
    return next((row for row in rows if (row.players, row.rounds, sorted(row.sizes), row.balance) == wanted), None)


@cache
def stored_plans() -> PlansFile:
    """Everything in the file."""
    return msgspec.json.decode(resources.files("bangxl.rulebooks").joinpath("plans.json").read_bytes(), type=PlansFile)
