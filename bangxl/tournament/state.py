"""A tournament under its regulation, and its derived facts, each computed once on first use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import TypeVar, cast

from bangxl.tournament.journal import Journal, entries_in_force, read_pairs
from bangxl.tournament.model import Tournament
from bangxl.tournament.rulebook import Rulebook

Fact = TypeVar("Fact")


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """The facts of a tournament, its regulation, and bangxl's own log."""

    tournament: Tournament
    rulebook: Rulebook
    journal: Journal = field(default_factory=Journal)
    _facts: dict[Callable[[State], object], object] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Leave the characters of the chosen sets only."""
        sets = self.rulebook.character_sets
        if sets:
            chosen = sets.get(self.tournament.options.get("characters", ""), next(iter(sets.values())))
            object.__setattr__(self, "rulebook", replace(self.rulebook, characters=chosen))

    @property
    def newest_code(self) -> str:
        """The code of the newest draw in the log; of the facts where that has none, as it was imported, or has lost a line."""
        rows = [row for row in entries_in_force(self.journal.entries) if row.command != "commit"]
        codes = [code for row in rows if (code := read_pairs(row.result).get("code"))]
        return codes[-1] if codes and all(row.command for row in rows) else self.tournament.newest_code

    def memoize(self, fact: Callable[[State], Fact], compute: Callable[[State], Fact]) -> Fact:
        """What ``fact`` says of this state: computed when it is asked for the first time."""
        if fact not in self._facts:
            self._facts[fact] = compute(self)
        return cast("Fact", self._facts[fact])

    def with_fact(self, fact: Callable[[State], Fact], value: Fact) -> State:
        """The same state, in which a fact is known beforehand: where a table of money is all that there is."""
        state = replace(self)
        state._facts[fact] = value  # noqa: SLF001 -- its own
        return state

    def with_tournament(self, tournament: Tournament) -> State:
        """The state with other facts, under the same regulation; with the same ones, this state."""
        return self if tournament is self.tournament else replace(self, tournament=tournament)


def derived(compute: Callable[[State], Fact]) -> Callable[[State], Fact]:
    """A decorator for a pure function of the state alone: of each state it is computed once, and the result kept."""

    @wraps(compute)
    def once(state: State) -> Fact:
        return state.memoize(once, compute)

    return once
