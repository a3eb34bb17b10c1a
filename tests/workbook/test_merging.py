"""Merged cells look as openpyxl makes them, to the numbers of their styles."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from openpyxl.styles import Border, Protection, Side
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.build import blank
from bangxl.sheets.merging import merge
from tests.tournament.builders import ITALY

AREAS = ("A1:C1", "A2:B4", "D2:D5", "E1:E2", "F1:G1", "A6:C7", "D6:F6", "H1:I9")
SIDES = (None, Side("thin"), Side("thick", color="FF0000"))


def drawn(seed: int, together: Callable[[Worksheet, str], None]) -> tuple[Workbook, Worksheet]:
    """A sheet with borders anyhow, some cells locked, some not there; then its areas are merged."""
    dice = random.Random(seed)  # noqa: S311 - a drawing
    wb = blank(ITALY)
    ws = wb.create_sheet()
    for row in ws["A1:I9"]:
        for cell in row:
            left, right, top, bottom = dice.choices(SIDES, k=4)
            cell.border = Border(left=left, right=right, top=top, bottom=bottom)
            cell.protection = Protection(locked=dice.random() < 0.5)
            if dice.random() < 0.2:
                del ws._cells[cell.row, cell.column]  # nobody has made it
    for area in AREAS:
        together(ws, area)
    return wb, ws


def looks(ws: Worksheet) -> list[object]:
    """Every cell in order: where it is, its kind, the numbers of its style."""
    found: Mapping[tuple[int, int], Any] = ws._cells
    return [(place, type(cell), list(cell._style)) for place, cell in found.items()]


@pytest.mark.parametrize("seed", range(20))
def test_as_openpyxl_merges_them(seed: int) -> None:
    theirs_book, theirs = drawn(seed, lambda ws, area: ws.merge_cells(area))
    ours_book, ours = drawn(seed, merge)
    assert [str(area) for area in ours.merged_cells] == [str(area) for area in theirs.merged_cells]
    assert list(ours_book._borders) == list(theirs_book._borders)  # type: ignore[attr-defined] # in their order
    assert looks(ours) == looks(theirs)
