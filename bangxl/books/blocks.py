"""Blocks of cells as Excel takes and tells them, and as the port knows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import groupby
from typing import Final

from bangxl.books.plan import Place, clean, stored, whole
from bangxl.books.port import Formula, Value
from bangxl.books.references import letters

LONGEST_ADDRESS: Final = 255
"""Characters of an address that Excel takes."""

_DAY_0: Final = date(1899, 12, 30)
"""The day of a time of day."""

_HALF_A_SECOND: Final = timedelta(milliseconds=500)


@dataclass(frozen=True, slots=True, order=True)
class Block:
    """Cells of a sheet, from one corner to the other, both included."""

    sheet: str
    left: int
    right: int
    top: int
    bottom: int

    @property
    def address(self) -> str:
        """As Excel writes it: ``F7:F13``."""
        return f"{letters(self.left)}{self.top}:{letters(self.right)}{self.bottom}"

    @property
    def places(self) -> list[list[Place]]:
        """The cells, row by row."""
        columns = range(self.left, self.right + 1)
        return [[(self.sheet, row, column) for column in columns] for row in range(self.top, self.bottom + 1)]


def blocks(cells: Iterable[Place]) -> list[Block]:
    """Cells as few blocks: those below each other together, and columns side by side if they begin and end in the same rows."""
    found: list[Block] = []
    for run in sorted(_columns(cells), key=lambda run: (run.sheet, run.top, run.bottom, run.left)):
        last = found[-1] if found else None
        if last and (last.sheet, last.top, last.bottom, last.right) == (run.sheet, run.top, run.bottom, run.left - 1):
            found[-1] = Block(last.sheet, last.left, run.right, last.top, last.bottom)
        else:
            found.append(run)
    return found


def around(some: Sequence[Block]) -> Block:
    """The smallest block that holds blocks of one sheet."""
    return Block(
        some[0].sheet,
        min(block.left for block in some),
        max(block.right for block in some),
        min(block.top for block in some),
        max(block.bottom for block in some),
    )


def by_sheet(some: Iterable[Block]) -> Iterator[tuple[str, list[Block]]]:
    """Blocks, sheet by sheet."""
    for sheet, mine in groupby(sorted(some, key=lambda block: block.sheet), key=lambda block: block.sheet):
        yield sheet, [*mine]


def addresses(some: Iterable[Block], longest: int) -> list[str]:
    """Blocks of one sheet as few addresses, ``F7:F13,H7:H13``, none longer than ``longest`` unless one block alone is."""
    found: list[str] = []
    for block in some:
        if found and len(found[-1]) + len(block.address) < longest:
            found[-1] += f",{block.address}"
        else:
            found.append(block.address)
    return found


def rows(told: object, width: int) -> list[list[object]]:
    """What Excel tells of a block, row by row: it gives a single cell bare, and a Mac a flat list for one row or column."""
    if not isinstance(told, list | tuple):
        return [[told]]
    if told and not isinstance(told[0], list | tuple):
        return [list(told[start : start + width]) for start in range(0, len(told), width)]
    return [list(row) for row in told]


def entry(value: object, formula: object) -> Value:
    """What was typed or written into a cell: a formula if it begins with ``=`` and is not itself the value."""
    if isinstance(formula, str) and formula.startswith("=") and formula != value:
        return Formula(formula)
    return plain(value)


def plain(value: object) -> Value:
    """A value as the port knows it: Excel has only floats, dates with split seconds, and money as decimals."""
    if isinstance(value, Decimal):
        value = float(value)
    if isinstance(value, float):
        return whole(value)
    if isinstance(value, datetime):
        moment = (value.replace(tzinfo=None) + _HALF_A_SECOND).replace(microsecond=0)
        return str(moment.time()) if moment.date() == _DAY_0 else stored(moment)
    if value is None or isinstance(value, int):
        return value
    return clean(str(value))


def mark(value: Value, *, text: bool) -> Value:
    """A value as it is given to Excel: texts with Excel's mark for texts before them, unless the cell is formatted as text."""
    if isinstance(value, Formula) or value is None or isinstance(value, bool | date):
        return value
    if isinstance(value, str):
        return value if text else f"'{value}"
    return float(value)


def came_out(wanted: Value, found: object, *, text: bool) -> bool:
    """Whether a cell holds what was to be written. What a formula shows, and how a date is formatted, is not asked."""
    if isinstance(wanted, Formula | date):
        return found is not None
    value = plain(found)
    if text and wanted is not None:
        return str(value) == str(wanted)
    return (
        value == wanted
        and isinstance(value, bool) is isinstance(wanted, bool)
        and isinstance(value, str) is isinstance(wanted, str)
    )


def _columns(cells: Iterable[Place]) -> list[Block]:
    found: list[Block] = []
    for sheet, column, row in sorted((sheet, column, row) for sheet, row, column in cells):
        if found and (found[-1].sheet, found[-1].left, found[-1].bottom) == (sheet, column, row - 1):
            found[-1] = Block(sheet, column, column, found[-1].top, row)
        else:
            found.append(Block(sheet, column, column, row, row))
    return found
