"""Stored plans for the mixed draw: who meets whom in all rounds of a tournament (docs/draw.md, 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

Sizes = tuple[int, ...]
"""Players at table 1, 2, …."""


@dataclass(frozen=True, slots=True)
class SeatingPlan:
    """All rounds of a tournament: tables of numbers 0 … n - 1, the Sheriff first, nobody Sheriff twice."""

    players: int
    sizes: Sizes
    rounds: tuple[tuple[tuple[int, ...], ...], ...]


class PlanOf(Protocol):
    """Finds a stored plan for so many players, rounds, and tables of these sizes in whatever order."""

    def __call__(self, players: int, rounds: int, sizes: Sizes, *, balance: bool) -> SeatingPlan | None:
        """The plan; None where none is stored."""
        ...


def no_plan(players: int, rounds: int, sizes: Sizes, *, balance: bool) -> None:
    """Nothing is stored."""
