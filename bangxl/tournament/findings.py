"""The findings of the checks: code, place and values; and for each code its severity and sentence."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from importlib.resources import files
from typing import Final

from bangxl.tournament.model import Game, Tournament


class Severity(StrEnum):
    """Error: impossible or contradictory. Warning: worth a look. Note: a fact that the report must mention."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class FindingKind:
    """The severity of a finding, its place in the English workbook, and its sentence: what is wrong, and what to do.

    Tags: ``ruled``: about a game, and settled by a ruling, which does not settle wrong players or changes of closed games ·
    ``follows``: from an earlier game where that was corrected later, although both are right now · ``seats``: somebody has
    written over the seats, which are always locked · ``locked``: the cell is always locked too, or in a state that only an
    unprotected sheet allows · ``calm``: asks for nothing more · ``numbered``: about a player's number; others call them by name.
    """

    severity: Severity
    place: str
    sentence: str
    tags: frozenset[str]


_TABLE: Final = tomllib.loads(files(__package__).joinpath("findings.toml").read_text(encoding="utf-8"))

KINDS: Final[Mapping[str, FindingKind]] = {
    code: FindingKind(Severity(tags.split()[0]), place, sentence, frozenset(tags.split()[1:]))
    for code, (tags, place, sentence) in _TABLE.items()
}
"""By code, as ``findings.toml`` lists them."""


@dataclass(frozen=True, slots=True)
class At:
    """Where: a defined name of the workbook (``Bid``, ``Players_Name``) and the index in it, from 0.

    ``round`` and ``table`` lead to a record sheet, a ``round`` alone to its wall sheet, ``stage`` and ``table`` to a knock-out's.
    """

    name: str
    index: int = 0
    round: int | None = None
    table: int | None = None
    stage: int | None = None


def record_cell(game: Game, name: str, index: int = 0) -> At:
    """A cell of a record sheet."""
    return At(name, index, game.round, game.table)


def stage_cell(game: Game, name: str, index: int = 0) -> At:
    """A cell of a knock-out sheet."""
    return At(name, index, table=game.table, stage=game.round)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a check has found."""

    code: str
    at: At
    values: Mapping[str, object] = field(default_factory=dict)
    overruled: bool = False
    """The referee has decided this game: a note is left of it (G10)."""

    @property
    def severity(self) -> Severity:
        """As listed in KINDS."""
        return Severity.NOTE if self.overruled else KINDS[self.code].severity


def overrule(tournament: Tournament, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings, with notes in place of errors on a sheet that the referee decided."""
    ruled = {(game.round, game.table) for game in tournament.games if game.is_ruled}
    for finding in findings:
        here = (finding.at.round, finding.at.table) in ruled
        yield replace(finding, overruled=True) if here and "ruled" in KINDS[finding.code].tags else finding
