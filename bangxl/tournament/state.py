"""A tournament under its regulation, and what follows from it: each fact computed once, when somebody first asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, TypeVar, cast

from bangxl.tournament.journal import Journal
from bangxl.tournament.model import Tournament
from bangxl.tournament.rulebook import Rulebook

Fact = TypeVar("Fact")


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """What was typed and drawn, the regulation it is played by, and what bangxl itself wrote down."""

    tournament: Tournament
    rulebook: Rulebook
    journal: Journal = field(default_factory=Journal)
    _facts: dict[Callable[[State], object], object] = field(default_factory=dict, init=False, repr=False)

    def fact(self, compute: Callable[[State], Fact]) -> Fact:
        """What a pure function says of this state; asked again, it is not computed again."""
        if compute not in self._facts:
            self._facts[compute] = compute(self)
        return cast("Fact", self._facts[compute])

    def after(self, tournament: Tournament) -> State:
        """The state with other facts, under the same regulation."""
        return replace(self, tournament=tournament)

    def change(self, **facts: Any) -> State:  # noqa: ANN401
        """The state with these fields of its tournament replaced."""
        return self.after(replace(self.tournament, **facts))


def derived(compute: Callable[[State], Fact]) -> Callable[[State], Fact]:
    """A decorator for a pure function of the state alone: of each state it is computed once, and the result kept."""

    @wraps(compute)
    def once(state: State) -> Fact:
        return state.fact(compute)

    return once
