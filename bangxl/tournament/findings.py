"""What checks report: a code, where, and the sentence's values. Edges translate it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bangxl.tournament.kinds import KINDS, Severity


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
