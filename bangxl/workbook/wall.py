"""How a round's seats are laid out on the wall: lists side by side, each as long as it must be; and the order of their names."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

MARGIN: Final = 4
"""Between two lists, in characters."""
_PLAIN: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "’": "'"})


@dataclass(frozen=True, slots=True)
class Layout:
    """How a wall sheet is cut: so many lists of each kind side by side, on one page or on two.

    Widths are in characters (table, seat, name), ``size`` in points, ``height`` that of a row in points.
    """

    lists: int
    pages: int
    landscape: bool
    size: float
    height: float
    widths: tuple[float, float, float]

    def all_widths(self) -> list[float]:
        """Widths of all printed columns from B on: lists by table, then by name, with a gap after each."""
        table, seat, person = self.widths
        kinds = (table, seat, person), (person, table, seat)
        return [width for kind in kinds for _ in range(self.lists) for width in (*kind, MARGIN)][:-1]


def layout(capacity: int) -> Layout:
    """The cut for a workbook of so many places: one page up to 60 players, two beyond."""
    if capacity <= 30:
        return Layout(1, 1, landscape=False, size=16, height=29, widths=(9, 6.5, 37))
    if capacity <= 50:
        return Layout(1, 1, landscape=False, size=16, height=23, widths=(9, 6.5, 37))
    if capacity <= 60:
        return Layout(2, 1, landscape=True, size=13, height=22, widths=(7, 5, 27))
    return Layout(3, 2, landscape=False, size=15, height=22, widths=(8, 6, 31))


def rows_used(capacity: int, sizes: Sequence[int]) -> int:
    """How many printed rows a round with these tables needs: what is to stay visible of the range ``Wall_Rows``."""
    lists, players = layout(capacity).lists, sum(sizes)
    parts, placed = [0], 0
    for size in sizes:
        if placed * lists >= players * len(parts) and len(parts) < lists:
            parts.append(0)
        parts[-1] += size
        placed += size
    return max(*parts, -(-players // lists))


def alphabetical(name: str) -> tuple[bool, str]:
    """A key that sorts names without accents and case (Ò among the O), other alphabets after the Latin one."""
    letters = unicodedata.normalize("NFKD", name.casefold().translate(_PLAIN))
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter)).strip()
    first = next((letter for letter in plain if letter.isalpha()), "")
    return bool(first) and "LATIN" not in unicodedata.name(first, ""), plain
