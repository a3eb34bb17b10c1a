"""Cells that look like one, as openpyxl merges them; but each sum of two borders is made once a workbook.

A referto merges thousands of cells whose borders are a few dozen, and openpyxl makes every sum anew: half of the time.
"""

# ruff: noqa: SLF001 - who does openpyxl's work has to look into its cells
from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from openpyxl.cell.cell import MergedCell
from openpyxl.styles import Border
from openpyxl.styles.cell_style import StyleArray
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.merge import MergedCellRange
from openpyxl.worksheet.worksheet import Worksheet

_Sums = dict[tuple[int, object], int]
"""By the numbers of a cell's border and of what is added to it, the number of the sum."""

_KNOWN: WeakKeyDictionary[Workbook, _Sums] = WeakKeyDictionary()


def merge(ws: Worksheet, area: str) -> None:
    """Merge the cells of an area such as ``B2:D2``: they get the borders of the first and the last of them."""
    merged = _Merged(ws, area)
    ws.merged_cells.add(merged)
    ws._clean_merge_range(merged)  # type: ignore[attr-defined] # it has the area formatted


class _Merged(MergedCellRange):
    """An area whose cells are formatted as openpyxl does it."""

    ws: Any
    start_cell: Any

    def _get_borders(self) -> None:
        """The first cell, made if it is not there, gets the right and the lower border of the last one."""
        self.ws.cell(self.min_row, self.min_col)
        self.start_cell = self._cell(self.min_row, self.min_col)
        if (self.max_row, self.max_col) in self.ws._cells:
            last = self._cell(self.max_row, self.max_col)
            self._add(self.start_cell, last._style.borderId, lambda: Border(right=last.border.right, bottom=last.border.bottom))

    def format(self) -> None:
        """The cells at an edge get the first one's border there, all of them its protection."""
        first = self.start_cell
        for edge in ("top", "left", "right", "bottom"):
            side = getattr(first.border, edge)
            if side and side.style is None:
                continue
            for place in getattr(self, edge):
                self._add(self._cell(*place), (edge, first._style.borderId), lambda: Border(**{edge: side}))  # noqa: B023 - called at once
        for place in self.cells:
            self._cell(*place)._style.protectionId = first._style.protectionId

    def _cell(self, row: int, column: int) -> Any:  # noqa: ANN401 - the first of them is a cell of another kind
        cells = self.ws._cells
        cell = cells.get((row, column))
        if cell is None:
            cell = cells[row, column] = MergedCell(self.ws, row=row, column=column)
        if cell._style is None:
            cell._style = StyleArray()
        return cell

    def _add(self, cell: Any, added: object, border: Callable[[], Border]) -> None:  # noqa: ANN401 - as above
        known, before = _KNOWN.setdefault(self.ws.parent, {}), cell._style.borderId
        if (before, added) in known:
            cell._style.borderId = known[before, added]
        else:
            cell.border += border()
            known[before, added] = cell._style.borderId
