"""Formulas that are the same in the cells of a column below each other, written once, as Excel writes them.

In a workbook of ours more than every second formula is. What Excel forbids in a shared formula is never shared ([MS-XLSB]
2.5.98.98, [MS-XLS] 2.5.198.118): it would offer to repair the file, or repeat the first row's reference in every row.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

Place = tuple[int, int]
"""Row and column of a cell, from 1."""

_QUOTED: Final = re.compile(r"""("[^"]*"|'[^']*')""")
"""A text, or the name of a sheet; one with a quotation mark in it is two of them."""
_REFERENCE: Final = re.compile(r"(?<![A-Za-z0-9_.$'])(\$?[A-Za-z]{1,3})(\d+)(?![A-Za-z0-9_(!.])")
"""A reference to a cell whose row moves along (no ``$`` before it), outside quotes."""
_AREA: Final = re.compile(r"\$?[A-Za-z]{1,3}\$?\d+:\$?[A-Za-z]{1,3}\$?\d+(?![\w.(])|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}(?![\w.(])")
"""A range of cells, or of whole columns, as one piece."""
_INNERMOST: Final = re.compile(r"([\w.]*)\(([^()]*)\)")
_FORBIDDEN: Final = re.compile(r"[!{}\[\]:\s]")
"""Another sheet or a lost reference, an array, a table's column, a range that functions or names build, what may be an
intersection."""


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
        if len(run) == 2 and may_be_shared(formulas[row, column]):  # a run begins with its second cell
            found.append(run)
    return found


def may_be_shared(formula: str) -> bool:
    """Whether Excel allows this formula to be written once for several cells."""
    pieces = _QUOTED.split(formula)
    if any(piece.startswith("'") for piece in pieces):
        return False
    rest = _AREA.sub("0", '""'.join(pieces[::2]))
    return _FORBIDDEN.search(rest) is None and not _union(rest)


def _union(formula: str) -> bool:
    """Whether several ranges stand in parentheses of their own: ``SUM((A1:A3,C1))``."""
    while match := _INNERMOST.search(formula):
        if not match[1] and "," in match[2]:
            return True
        formula = f"{formula[: match.start()]}0{formula[match.end() :]}"
    return False


def _shape(formula: str, row: int) -> str:
    """The formula with moving rows counted from its own: equal for cells that may share it. Texts in it stay as they are."""
    parts = _QUOTED.split(formula)
    parts[::2] = [_REFERENCE.sub(lambda match: f"{match[1]}[{int(match[2]) - row}]", part) for part in parts[::2]]
    return "".join(parts)
