"""Addresses on a sheet: a block of named columns, so that formulas are written with words instead of letters.

An address is a text as formulas have it, and openpyxl takes it with its dollars: ``ws["$D7"]`` is a cell like ``ws["D7"]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openpyxl.utils import column_index_from_string, get_column_letter


def beside(column: str, by: int) -> str:
    """The column so many further right, or left of it below 0."""
    return get_column_letter(column_index_from_string(column) + by)


def plain(address: str) -> str:
    """An address as people write it, and as a condition says it that moves with its cell: without dollars."""
    return address.replace("$", "")


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

    @property
    def right(self) -> str:
        """The last column's letter."""
        return self.letter(self.keys[-1])

    def letter(self, key: str) -> str:
        """The column's letter; ValueError for an unknown key."""
        return beside(self.left, self.keys.index(key))

    def at(self, key: str, row: int) -> str:
        """One cell, its column fixed: ``$D7``."""
        return f"${self.letter(key)}{row}"

    def fixed(self, key: str, row: int) -> str:
        """One cell, all fixed: ``$D$7``."""
        return f"${self.letter(key)}${row}"

    def span(self, key: str, first: int, last: int) -> str:
        """Some rows of a column, all fixed: ``$D$7:$D$13``."""
        return f"{self.fixed(key, first)}:{self.fixed(key, last)}"

    def all(self, key: str) -> str:
        """The whole column of data, all fixed."""
        return self.span(key, self.first, self.last)

    def area(self, first: str, last: str) -> str:
        """The data of some columns side by side, nothing fixed: ``D7:F13``."""
        return f"{self.letter(first)}{self.first}:{self.letter(last)}{self.last}"
