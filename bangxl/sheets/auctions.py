"""The auctions' protocol (hidden, optional): who opened, for which character, who won it and at what price."""

from __future__ import annotations

from typing import Final

from openpyxl.styles import Protection
from openpyxl.utils import get_column_letter
from openpyxl.workbook.workbook import Workbook

from bangxl.sheets.context import Context
from bangxl.sheets.styles import DENIM, MONEY, book_name, font, protect, put, widths

COLUMNS: Final = ("Round", "Table", "Opener", "Character", "Winner", "Price")
"""The names ``Auctions_…`` in the order of the columns; opener and winner are players' ids."""


def rows(ctx: Context) -> int:
    """As many lines as there are places at all tables of all rounds."""
    return ctx.rounds * ctx.tables * ctx.largest


def build(wb: Workbook, ctx: Context) -> None:
    """Add the hidden sheet with the names ``Auctions_…``: heads, and columns that carry the style of inputs."""
    _ = ctx._
    ws = wb.create_sheet(ctx.tab("auctions"))
    ws.sheet_state, ws.freeze_panes = "hidden", "A2"
    protect(ws)
    widths(ws, 9, 9, 12, 22, 12, 12)
    heads = (_("Round"), _("Table"), _("Opener"), _("Character"), _("Winner"), _("Price"))
    for number, (key, head) in enumerate(zip(COLUMNS, heads, strict=True), 1):
        letter = get_column_letter(number)
        put(ws, f"{letter}1", head, "Head left")
        column = ws.column_dimensions[letter]
        column.font, column.protection = font(12, DENIM), Protection(locked=False)
        if key == "Price":
            column.number_format = MONEY
        book_name(wb, ws, f"Auctions_{key}", f"{letter}2:{letter}{1 + rows(ctx)}")
