"""Slips to be cut apart: a block of lines for each player, none torn by the end of a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.pagebreak import Break

from bangxl.sheets.build import blank as fresh
from bangxl.sheets.styles import NOTE, edges, font, page, place, put, widths
from bangxl.tournament.rulebook import Rulebook

_WIDTH: Final = 92
"""Of the page, in characters."""
_LINE: Final = 17.0
_GAP: Final = 10.0
"""Points of height, of a line and of the space above and below the place to cut."""
_PAGE: Final = 740.0
"""Points that surely fit on a page."""


def build(rulebook: Rulebook, slips: Sequence[Sequence[str]], heads: int) -> Workbook:
    """One sheet with all slips, the first ``heads`` lines of each bold; texts only: a name like a formula stays a name."""
    wb = fresh(rulebook)
    ws = wb.create_sheet("Slips")
    widths(ws, _WIDTH, white_from=1)
    row, used = 1, 0.0
    for lines in slips:
        height = len(lines) * _LINE + 2 * _GAP
        if used and used + height > _PAGE:
            ws.row_breaks.append(Break(id=row - 1))
            used = 0.0
        used += height
        for number, text in enumerate(lines, row):
            face = font(12, bold=number < row + heads)
            put(ws, f"A{number}", None, "Print line", font=face, alignment=place("left", shrink=True))
            ws[f"A{number}"].value, ws[f"A{number}"].data_type = text, "s"
            ws.row_dimensions[number].height = _LINE
        row += len(lines)
        for number, cut in ((row, edges(colour=NOTE, bottom="dashed")), (row + 1, edges())):
            put(ws, f"A{number}", None, "Print line", border=cut)
            ws.row_dimensions[number].height = _GAP
        row += 2
    page(ws, f"A1:A{max(row - 1, 1)}", tall=0, footer=False)
    ws.sheet_properties.pageSetUpPr = None
    ws.page_setup.fitToWidth = ws.page_setup.fitToHeight = None
    return wb
