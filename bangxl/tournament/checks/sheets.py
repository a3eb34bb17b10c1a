"""What all checks of record sheets and knock-out sheets share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bangxl.tournament.findings import At
from bangxl.tournament.knockout import WITHOUT_ROLES
from bangxl.tournament.model import Game
from bangxl.tournament.rulebook import Roles
from bangxl.tournament.state import State


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet with roles: its game, the role cards by number of players, and whether it is one of the knock-out."""

    game: Game
    roles: Roles
    stage: bool = False

    def at(self, name: str, index: int = 0) -> At:
        """A cell of the sheet; the index is that of a seat, from 0."""
        return at_stage(self.game, name, index) if self.stage else at(self.game, name, index)


def at(game: Game, name: str, index: int = 0) -> At:
    """A cell of a record sheet."""
    return At(name, index, game.round, game.table)


def at_stage(game: Game, name: str, index: int = 0) -> At:
    """A cell of a knock-out sheet."""
    return At(name, index, table=game.table, stage=game.round)


def sheets(state: State) -> Iterator[Sheet]:
    """Every sheet on which roles are typed: record sheets, and those of the knock-out with more than three players."""
    for game in state.tournament.games:
        yield Sheet(game, state.rulebook.roles)
    for game in state.tournament.stages:
        if state.rulebook.knockout is not None and game.size > WITHOUT_ROLES:
            yield Sheet(game, state.rulebook.knockout.roles, stage=True)


def plus(sizes: tuple[int, ...]) -> str:
    """Tables as people read them: ``6+5+5``."""
    return "+".join(str(size) for size in sizes) or "–"
