"""How wide texts are: by the shapes of Calibri's letters, near enough for the widths of columns and for line breaks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import ceil
from typing import Final
from unicodedata import normalize

CHARACTER: Final = 5.25
"""Points that a character of a column's width takes."""

_SHARES: Final[Mapping[float, str]] = {
    0.25: "ijl,.' I·’",
    0.31: ":;()[]{}-`f",
    0.35: "Jtr!г",
    0.4: 'sz"/\\т',
    0.44: "cxLсзэхГ",
    0.49: "kvyag?ZSFETЕТЗУауквькчяь",
    0.58: "AVАЧЯЭд",
    0.66: "DGHNOQUДИЙЛНОПЦЪф&",
    0.73: "w%…ФЖжмюшы",
    0.81: "mщЫ",
    0.91: "@WMМШЩЮ—",
}
"""Of the font's size, the widths of letters; accents change nothing. Of all others it is that of a figure, and a little."""
_OTHERS: Final = 0.53
_WIDTHS: Final = {letter: share for share, letters in _SHARES.items() for letter in letters}
MARGIN: Final = 0.75
"""Characters that every column is wider than it is told (sheets.styles.MARGIN)."""
_BOLD: Final = 1.04


def points(text: str, size: float, *, bold: bool = False) -> float:
    """The width of the longest line of a text."""
    longest = max((sum(map(_share, line)) for line in text.split("\n")), default=0.0)
    return longest * size * (_BOLD if bold else 1)


def lines(text: str, size: float, room: float, *, bold: bool = False) -> int:
    """Lines that a text takes in so many points; at least one. A word that is too long is broken."""
    count = 0
    for part in text.split("\n"):
        count += 1
        used, blank = 0.0, points(" ", size)
        for word in part.split():
            wide = points(word, size, bold=bold)
            if used and used + blank + wide > room:
                count, used = count + 1, 0.0
            count += int(wide // room) if wide > room else 0
            used = wide % room if wide > room else used + (blank if used else 0) + wide
    return max(1, count)


def characters(wide: float) -> float:
    """The width of a column of so many points, in characters, as sheets are told it."""
    return max(1.0, ceil(10 * (wide / CHARACTER - MARGIN)) / 10)


@cache
def _share(letter: str) -> float:
    """Of the font's size."""
    return _WIDTHS.get(letter, _WIDTHS.get(normalize("NFD", letter)[0], _OTHERS))
