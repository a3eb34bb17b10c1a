"""Formulas that are the same in the cells of a column below each other, written once, as Excel writes them.

In a workbook of ours two formulas in three are: a third of its size.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

Place = tuple[int, int]
"""Row and column of a cell, from 1."""

_REFERENCE: Final = re.compile(r"(?<![A-Za-z0-9_.$'])(\$?[A-Z]{1,3})(\d+)(?![A-Za-z0-9_(!.])")
"""A reference to a cell whose row moves along (no ``$`` before it), outside quotes."""


def runs(formulas: Mapping[Place, str]) -> list[list[Place]]:
    """Cells of one column, each below the other, whose formulas differ only in the rows that move along; at least two."""
    found: list[list[Place]] = []
    last: dict[int, tuple[int, str, list[Place]]] = {}
    for row, column in sorted(formulas):
        shape = _shape(formulas[row, column], row)
        before = last.get(column)
        run = before[2] if before is not None and before[:2] == (row - 1, shape) else []
        run.append((row, column))
        last[column] = row, shape, run
        if len(run) == 2:  # a run begins with its second cell
            found.append(run)
    return found


def _shape(formula: str, row: int) -> str:
    """The formula with moving rows counted from its own: equal for cells that may share it. Texts in it stay as they are."""
    parts = formula.split('"')
    parts[::2] = [_REFERENCE.sub(lambda match: f"{match[1]}[{int(match[2]) - row}]", part) for part in parts[::2]]
    return '"'.join(parts)
