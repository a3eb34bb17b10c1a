"""Rules for what LibreOffice and Gnumeric calculate otherwise than Excel: TRUE and FALSE beside numbers, columns as a cell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from tests.excel_rules.collecting import KINDS, formulas
from tests.excel_rules.formulas import anatomy, tokens
from tests.excel_rules.package import Package, area, is_area

_STRENGTH: Final[Mapping[str, int]] = {
    **dict.fromkeys(("=", "<", ">", "<=", ">=", "<>"), 1), "&": 2, "+": 3, "-": 3, "*": 4, "/": 4, "^": 5, ":": 6,
}  # fmt: skip
_COMPARES: Final = 1
_LOGICAL: Final = frozenset(
    {
        "AND", "OR", "NOT", "XOR", "TRUE", "FALSE", "EXACT", "ISBLANK", "ISERR", "ISERROR", "ISEVEN", "ISFORMULA", "ISLOGICAL",
        "ISNA", "ISNONTEXT", "ISNUMBER", "ISODD", "ISREF", "ISTEXT",
    }
)  # fmt: skip
_CHOOSING: Final[Mapping[str, int]] = {"IF": 1, "CHOOSE": 1, "IFERROR": 0, "IFNA": 0, "": 0}
"""Functions that give one of their arguments, and how many stand before those; without a name, parentheses."""


def booleans(package: Package) -> Iterator[str]:
    """No cell of ours gives TRUE or FALSE, and no formula compares them: cells hold 1 or 0.

    Ours: for Excel TRUE and FALSE are greater than every number, so that FALSE<1 is FALSE; for LibreOffice they are numbers.
    """
    for formula in formulas(package):
        gives, compares = _read(re.sub("[0-9]+", "1", formula.text))
        if gives and formula.kind not in KINDS:
            yield f"{formula.where} gives TRUE or FALSE: {formula.text}"
        if compares:
            yield f"{formula.where} compares TRUE or FALSE: {formula.text}"


@lru_cache(maxsize=4096)
def _read(formula: str) -> tuple[bool, bool]:
    """Whether a formula gives TRUE or FALSE, and whether it compares them with anything."""
    reader = _Reader(formula)
    return reader.expression(), reader.compares


class _Reader:
    """Reads a formula from left to right. Of one that is malformed it reads what it can."""

    def __init__(self, formula: str) -> None:
        self._pieces = [piece for piece in tokens(formula) if piece[0] != "blank"]
        self._place = 0
        self.compares = False

    def expression(self, weakest: int = _COMPARES) -> bool:
        """Read operands and the operators between them that are no weaker; whether that gives TRUE or FALSE."""
        logical = self._operand()
        while (strength := _STRENGTH.get(self._next[1], 0)) >= weakest:
            self._take()
            other = self.expression(strength + 1)
            self.compares |= strength == _COMPARES and (logical or other)
            logical = strength == _COMPARES
        return logical

    def _operand(self) -> bool:
        kind, text = self._take()
        if kind == "operator":  # a sign
            self._operand()
            return False
        if kind == "sheet":
            return self._operand()
        if kind in {"function", "open"}:
            return self._call(text[:-1].upper())
        return kind == "name" and text.upper() in {"TRUE", "FALSE"}

    def _call(self, function: str) -> bool:
        """Read the arguments of a function; without a name, what stands in parentheses."""
        arguments = [self.expression()]
        while self._next[0] == "comma":
            self._take()
            arguments.append(self.expression())
        self._take()
        chosen = arguments[_CHOOSING[function] :] if function in _CHOOSING else []
        return function in _LOGICAL or any(chosen)

    @property
    def _next(self) -> tuple[str, str]:
        return self._pieces[self._place] if self._place < len(self._pieces) else ("end", "")

    def _take(self) -> tuple[str, str]:
        taken = self._next
        self._place += taken[0] != "end"
        return taken


def first_cells(package: Package) -> Iterator[str]:
    """N and T get one cell, no column that stands for the cell in the formula's own row.

    Ours: their parameter is a reference, of which Excel takes the first cell; LibreOffice and Gnumeric that of the own row.
    """
    columns = {name.get("name", "").casefold() for name in package.names if any(map(_is_many, anatomy(name.text or "").areas))}
    for formula in formulas(package):
        if {"N", "T"} & {function.upper() for function in formula.anatomy.functions}:
            for given in _given(formula.text):
                if given.casefold() in columns or (is_area(given) and _is_many(given)):
                    yield f"{formula.where} takes the first cell of {given}: {formula.text}"


def _given(formula: str) -> Iterator[str]:
    """The names and ranges that N and T get as they are."""
    pieces = [piece for piece in tokens(formula) if piece[0] != "blank"]
    for place, (kind, text) in enumerate(pieces, 1):
        if kind == "function" and text.upper() in {"N(", "T("}:
            inside = [piece for piece in pieces[place : place + 3] if piece[0] != "sheet"]
            if len(inside) > 1 and inside[0][0] in {"name", "area"} and inside[1][0] == "close":
                yield inside[0][1]


def _is_many(ref: str) -> bool:
    """Whether a range has more than one cell."""
    first_row, first_column, last_row, last_column = area(ref)
    return (first_row, first_column) != (last_row, last_column)


OURS: Final = (booleans, first_cells)
