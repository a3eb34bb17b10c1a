"""Where the duels of a bracket stand on the finals' sheet: round by round from left to right, the final last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from openpyxl.utils import get_column_letter

from bangxl.tournament.rulebook import Match, Rulebook

TOP: Final = 8
"""The row of player A in the first box."""
_HIGH: Final = 6
"""Rows from one box to the next below it: head, two players, check, and two of air."""
_WIDE: Final = 5
"""Columns from one round to the next: place, name, score, and two for the lines."""


class Box(NamedTuple):
    """A duel's three columns (place, name, score), its column of the bracket from 0, and the row of player A, B's follows."""

    rank: str
    name: str
    score: str
    column: int
    row: int


class Line(NamedTuple):
    """What joins a duel to those before it: rows of the boxes it comes from, its own row, and the two columns between."""

    sources: tuple[int, ...]
    row: int
    left: str
    right: str


def boxes(rulebook: Rulebook) -> Mapping[str, Box]:
    """Every duel of the largest bracket by its code. Duels of losers stand below the last one."""
    return _boxes(rulebook.matches)


def columns(rulebook: Rulebook) -> int:
    """The rounds of the bracket."""
    return max((box.column for box in boxes(rulebook).values()), default=-1) + 1


def champion(rulebook: Rulebook) -> str:
    """The column of the winner's box, with one for its line before it."""
    return get_column_letter(2 + _WIDE * columns(rulebook) - 1)


def after(box: Box) -> str:
    """The column to the right of a box: where its line begins."""
    return get_column_letter(2 + _WIDE * box.column + 3)


def bottom(rulebook: Rulebook) -> int:
    """The first free row below the bracket."""
    return max(box.row for box in boxes(rulebook).values()) + 3


def score_cells(rulebook: Rulebook, match: str) -> tuple[str, str]:
    """The two cells in which the result of a duel is typed."""
    box = boxes(rulebook)[match]
    return f"{box.score}{box.row}", f"{box.score}{box.row + 1}"


def lines(rulebook: Rulebook) -> Iterator[Line]:
    """The lines of the bracket, from left to right."""
    found = boxes(rulebook)
    for match in rulebook.matches:
        sources = tuple(found[side].row for side in (match.a, match.b) if isinstance(side, str) and side in found)
        if sources:
            left = 2 + _WIDE * found[match.code].column - 2
            yield Line(sources, found[match.code].row, get_column_letter(left), get_column_letter(left + 1))


@cache
def _boxes(matches: tuple[Match, ...]) -> Mapping[str, Box]:
    if not matches:
        return {}
    by_code = {match.code: match for match in matches}
    depth = _depth(matches[-1].code, by_code)
    rows: dict[str, tuple[int, int]] = {}
    _place(matches[-1].code, depth, by_code, rows)
    last = max(row for _, row in rows.values())
    below = max(rows[matches[-1].code][1] + _HIGH, last)
    for match in matches:
        if match.code not in rows:
            rows[match.code] = depth, below
            below += _HIGH
    return {code: _box(column, row) for code, (column, row) in rows.items()}


def _depth(code: str, by_code: Mapping[str, Match]) -> int:
    """The rounds before a match."""
    sides = (side for side in (by_code[code].a, by_code[code].b) if isinstance(side, str) and side in by_code)
    return max((_depth(side, by_code) + 1 for side in sides), default=0)


def _place(code: str, column: int, by_code: Mapping[str, Match], rows: dict[str, tuple[int, int]]) -> int:
    """Note column and row of a match and of those before it; a match stands halfway between its two. Its row."""
    sides = [side for side in (by_code[code].a, by_code[code].b) if isinstance(side, str) and side in by_code]
    before = [_place(side, column - 1, by_code, rows) for side in sides]
    lowest = max((row for _, row in rows.values()), default=TOP - _HIGH)
    row = sum(before) // len(before) if before else lowest + _HIGH
    rows[code] = column, row
    return row


def _box(column: int, row: int) -> Box:
    left = 2 + _WIDE * column
    return Box(get_column_letter(left), get_column_letter(left + 1), get_column_letter(left + 2), column, row)
