"""Areas of cells in LibreOffice: what stands in them, which of them are merged, which rows are hidden.

Runs in LibreOffice's own Python, like `bangxl.office.agent`: left, top, right, bottom, rows and columns from 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

Uno = Any
"""An object of LibreOffice."""

if TYPE_CHECKING:
    Area = tuple[int, int, int, int]

WIDE = 256
"""Columns, not all of them hidden."""
DATE_CELLS, FORMULA_CELLS = 2, 16
"""com.sun.star.sheet.CellFlags."""
ERROR_RESULTS = 4
"""com.sun.star.sheet.FormulaResult."""


def cells_of(sheet: Uno, area: Area) -> Uno:
    """The cells of an area."""
    left, top, right, bottom = area
    return sheet.getCellRangeByPosition(left - 1, top - 1, right - 1, bottom - 1)


def size(area: Area) -> int:
    """How many cells an area has."""
    left, top, right, bottom = area
    return (right - left + 1) * (bottom - top + 1)


def block(source: Uno, *, errors: bool, dates: bool) -> dict[str, Any]:
    """The values of an area, "" for none, an error as the text it shows. ``errors``, ``dates``: whether there may be any."""
    rows = source.getDataArray()
    if errors:
        rows = [[*row] for row in rows]
        for row, column in _cells(source.queryFormulaCells(ERROR_RESULTS), source.RangeAddress):
            rows[row][column] = source.getCellByPosition(column, row).String
    formulas = areas_of(source.queryContentCells(FORMULA_CELLS))
    return {"rows": rows, "formulas": formulas, "dates": areas_of(source.queryContentCells(DATE_CELLS)) if dates else []}


def merged(sheet: Uno, area: Area) -> list[Area]:
    """The merged areas that begin in an area: halved, as long as LibreOffice says that there are some."""
    if not cells_of(sheet, area).IsMerged:
        return []
    left, top, right, bottom = area
    if right - left > bottom - top:
        middle = (left + right) // 2
        halves = [(left, top, middle, bottom), (middle + 1, top, right, bottom)]
    elif bottom > top:
        middle = (top + bottom) // 2
        halves = [(left, top, right, middle), (left, middle + 1, right, bottom)]
    else:
        cursor = sheet.createCursorByRange(cells_of(sheet, area))
        cursor.collapseToMergedArea()
        return [area_of(cursor.RangeAddress)]
    return [one for half in halves for one in merged(sheet, half)]


def _cells(ranges: Uno, area: Uno) -> list[tuple[int, int]]:
    """The rows and columns of cells within an area, from 0."""
    return [
        (row - area.StartRow, column - area.StartColumn)
        for part in ranges.RangeAddresses
        for row in range(part.StartRow, part.EndRow + 1)
        for column in range(part.StartColumn, part.EndColumn + 1)
    ]


def areas_of(ranges: Uno) -> list[Area]:
    """The areas of several ranges."""
    return [area_of(part) for part in ranges.RangeAddresses]


def area_of(part: Uno) -> Area:
    """The area of a range's address."""
    return part.StartColumn + 1, part.StartRow + 1, part.EndColumn + 1, part.EndRow + 1


def hidden(sheet: Uno, first: int, last: int) -> list[bool]:
    """Whether each of some rows is hidden; columns may be."""
    seen = areas_of(cells_of(sheet, (1, first, WIDE, last)).queryVisibleCells())
    shown = {row for _left, top, _right, bottom in seen for row in range(top, bottom + 1)}
    return [row not in shown for row in range(first, last + 1)]
