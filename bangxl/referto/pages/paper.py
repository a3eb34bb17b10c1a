"""How the sheets of a referto come to paper: A4, nothing parted that belongs together, nothing too small to be read."""

from __future__ import annotations

from typing import Final

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties

from bangxl.referto.pages.layout import TITLE, Page
from bangxl.referto.pages.measure import CHARACTER
from bangxl.sheets.styles import page

_DOWN, _ACROSS = (770, 537), (550, 796)
"""Points of an A4 page between the margins, in height and width: portrait, landscape."""
_SIDES: Final = 0.31
"""Inches of the margins at the left and at the right."""

SMALLEST: Final = 8.05
"""Points: no letter is printed smaller."""

WIDER: Final = 1.07
"""So much wider a program may draw the columns."""

_ROW: Final = 15
_SAFE: Final = 0.97
"""Of a page's height is used where pages are broken by us: programs round heights."""


def print_setup(at: Page, *, digest: str, mark: str) -> None:
    """Print what has been written; the digest stands at the foot of every page, and ``mark``, if any, at its head.

    What needs more than a page gets pages that end between blocks, and beside each other where the sheet says so.
    """
    across, down = _ACROSS[at.landscape], _DOWN[at.landscape]
    scale = min(1, across / (_wide(at) * WIDER))
    high = sum(_height(at, row) for row in range(1, at.row))
    first, last = at.repeated
    page(at.ws, f"A1:{get_column_letter(at.last)}{at.row - 1}", landscape=at.landscape, titles=f"{first}:{last}")
    at.ws.page_margins.left = at.ws.page_margins.right = _SIDES
    if at.tile or high * min(scale, SMALLEST / _smallest(at)) > down * _SAFE:
        _break(at, scale, down)
    foot, head = at.ws.oddFooter, at.ws.oddHeader
    if foot is not None and foot.right is not None:
        foot.right.text = digest
    if mark and head is not None and head.center is not None:
        head.center.text = mark
        at.ws.page_margins.top, at.ws.page_margins.header = 0.7, 0.3


def _wide(at: Page) -> float:
    """Points from the left to the right edge of a page."""
    left, beside = at.tile or (at.last, 0)
    return sum(at.ws.column_dimensions[get_column_letter(column)].width for column in range(1, left + beside + 1)) * CHARACTER


def _break(at: Page, scale: float, down: float) -> None:
    """Pages that end between blocks. Excel heeds breaks only where it is told a scale, and no number of pages."""
    at.ws.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=False)
    at.ws.page_setup.scale = int(scale * 100)
    if at.tile:
        left, beside = at.tile
        at.ws.print_title_cols = f"A:{get_column_letter(left)}"
        for column in range(left + beside, at.last, beside):
            at.ws.col_breaks.append(Break(id=column))
    first, last = at.repeated
    head = sum(_height(at, row) for row in range(first, last + 1))
    room = down * _SAFE / (int(scale * 100) / 100)
    used, starts, page_starts = 0.0, dict(sorted(at.blocks)), 1
    for row in range(1, at.row):
        needed = sum(_height(at, one) for one in range(row, starts.get(row, row) + 1))
        if used + needed > room and row > page_starts and row > TITLE:
            at.ws.row_breaks.append(Break(id=row - 1))
            used, page_starts = head if row > last else 0.0, row
        used += _height(at, row)


def _smallest(at: Page) -> float:
    """The size of the smallest letters."""
    sizes = {cell.font.size for row in at.ws.iter_rows() for cell in row if cell.value is not None}
    return min((size for size in sizes if size), default=SMALLEST)


def _height(at: Page, row: int) -> float:
    return at.ws.row_dimensions[row].height or _ROW
