"""Blocks of cells as Excel tells them, and as the port knows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final

from .plan import Place, clean, stored
from .port import Formula, Ref, Value

_EXACT: Final = 2**53
_DAY_0: Final = date(1899, 12, 30)
"""The day of a time of day."""

_HALF_A_SECOND: Final = timedelta(milliseconds=500)


@dataclass(frozen=True, slots=True)
class Block:
    """What Excel said of the cells of a sheet, from row ``top`` and column ``left`` on."""

    top: int
    left: int
    values: Sequence[Sequence[object]]
    formulas: Sequence[Sequence[object]]

    def typed(self, ref: Ref) -> list[Value]:
        """What was typed or written: a formula if it begins with ``=`` and is not itself the value."""
        return [_typed(self._at(self.values, row, ref), self._at(self.formulas, row, ref)) for row in _rows_of(ref)]

    def shown(self, ref: Ref) -> list[Value]:
        """What the cells show, formulas calculated."""
        return [_plain(self._at(self.values, row, ref)) for row in _rows_of(ref)]

    def _at(self, block: Sequence[Sequence[object]], row: int, ref: Ref) -> object:
        return block[row - self.top][ref.column - self.left]


def runs(cells: Iterable[Place]) -> list[Ref]:
    """Cells as ranges: those below each other together."""
    found: list[Ref] = []
    for sheet, column, row in sorted((sheet, column, row) for sheet, row, column in cells):
        if found and (found[-1].sheet, found[-1].column, found[-1].last) == (sheet, column, row - 1):
            found[-1] = Ref(sheet, column, found[-1].first, row)
        else:
            found.append(Ref(sheet, column, row, row))
    return found


def _rows_of(ref: Ref) -> range:
    return range(ref.first, ref.last + 1)


def rows(block: object, width: int) -> list[list[object]]:
    """Formulas row by row; Excel gives a text for one cell, and a Mac a flat list for one row or column."""
    if not isinstance(block, list | tuple):
        return [[block]]
    if block and not isinstance(block[0], list | tuple):
        return [list(block[start : start + width]) for start in range(0, len(block), width)]
    return [list(row) for row in block]


def unquoted(name: str) -> str:
    """``'Foglio d''oro'!Total`` as ``Foglio d'oro!Total``."""
    sheet, _, local = name.rpartition("!")
    if sheet.startswith("'"):
        sheet = sheet[1:-1].replace("''", "'")
    return f"{sheet}!{local}" if sheet else local


def _typed(value: object, formula: object) -> Value:
    if isinstance(formula, str) and formula.startswith("=") and formula != value:
        return Formula(formula)
    return _plain(value)


def _plain(value: object) -> Value:
    """A value as the port knows it: Excel has only floats, dates with split seconds, and money as decimals."""
    if isinstance(value, Decimal):
        value = float(value)
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) <= _EXACT else value
    if isinstance(value, datetime):
        moment = (value.replace(tzinfo=None) + _HALF_A_SECOND).replace(microsecond=0)
        return str(moment.time()) if moment.date() == _DAY_0 else stored(moment)
    if value is None or isinstance(value, int):
        return value
    return clean(str(value))


def marked(value: Value) -> Value:
    """A value as it is given to Excel, texts marked as texts."""
    if isinstance(value, Formula) or value is None or isinstance(value, bool | date):
        return value
    return f"'{value}" if isinstance(value, str) else float(value)
