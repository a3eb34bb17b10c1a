"""Tournaments with one thing wrong, and where the finding must stand."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from bangxl.tournament.findings import At
from bangxl.tournament.journal import Journal
from bangxl.tournament.model import Game, Tournament

NOTHING_LOGGED: Final = Journal()


@dataclass(frozen=True)
class Case:
    """A tournament with one thing wrong: where the finding must stand, and which others come with it."""

    tournament: Tournament
    at: tuple[At, ...]
    beside: frozenset[str] = frozenset()
    journal: Journal = NOTHING_LOGGED


def case(tournament: Tournament, *at: At, beside: str = "", journal: Journal = NOTHING_LOGGED) -> Case:
    return Case(tournament, at, frozenset(beside.split()), journal)


def game(tournament: Tournament, number: int, table: int, change: Callable[[Game], Game]) -> Tournament:
    games = (change(g) if (g.round, g.table) == (number, table) else g for g in tournament.games)
    return replace(tournament, games=tuple(games))


def seat(tournament: Tournament, number: int, table: int, index: int, **changes: Any) -> Tournament:  # noqa: ANN401
    """One line of a record sheet changed."""
    return game(tournament, number, table, lambda g: line(g, index, **changes))


def line(game_: Game, index: int, **changes: Any) -> Game:  # noqa: ANN401 -- as a seat has them
    return replace(game_, seats=tuple(replace(s, **changes) if i == index else s for i, s in enumerate(game_.seats)))
