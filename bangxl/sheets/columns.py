"""A block of named columns on a sheet, so that formulas are written with words instead of letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openpyxl.utils import column_index_from_string, get_column_letter


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns side by side from ``left`` on, their data in rows ``first`` to ``last`` (1-based, both included)."""

    keys: Sequence[str]
    left: str
    first: int
    last: int

    @property
    def rows(self) -> range:
        """The rows of data."""
        return range(self.first, self.last + 1)

    def letter(self, key: str) -> str:
        """The column's letter; ValueError for an unknown key."""
        return get_column_letter(column_index_from_string(self.left) + self.keys.index(key))

    def at(self, key: str, row: int) -> str:
        """One cell, its column fixed: ``$D7``."""
        return f"${self.letter(key)}{row}"

    def span(self, key: str, first: int, last: int) -> str:
        """Some rows of a column, all fixed: ``$D$7:$D$13``."""
        letter = self.letter(key)
        return f"${letter}${first}:${letter}${last}"

    def all(self, key: str) -> str:
        """The whole column of data, all fixed."""
        return self.span(key, self.first, self.last)
