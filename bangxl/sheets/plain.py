"""The sheets that are nothing but columns: the log, the auctions' protocol, and the settings that xlwings reads."""

from __future__ import annotations

from typing import Final

from openpyxl.styles import Protection
from openpyxl.workbook.workbook import Workbook

from bangxl.sheets.cells import beside
from bangxl.sheets.context import Context
from bangxl.sheets.styles import DENIM, INK, MONEY, book_name, font, frame, line, link_if, page, place, protect, put, widths
from bangxl.workbook import names

_FIRST: Final = 7
_ROWS: Final = 500
_WIDTHS: Final = (20, 10, 11, 22, 9, 32, 22, 29, 10)
_COLUMNS: Final = ("Round", "Table", "Opener", "Character", "Winner", "Price")
"""The names ``Auctions_…`` in the order of the columns; opener and winner are players' ids."""
_TAB: Final = "xlwings.conf"
"""The only name that xlwings knows."""
_SETTINGS: Final = {
    "ADD_WORKBOOK_TO_PYTHONPATH": "False",  # a bangxl.py that lies beside the workbook must not run
}


def log(wb: Workbook, ctx: Context) -> None:
    """Add the sheet with the names ``Log_…``. The columns carry the style, so that empty rows weigh nothing."""
    _ = ctx._
    ws = wb.create_sheet(ctx.tab("log"))
    widths(ws, 2, *_WIDTHS)
    nav: dict[str, tuple[str, str] | str] = {
        "B2": (ctx.tab("setup"), _("◄ Tournament")),
        "C2": link_if('Published="yes"', ctx.tab("finals"), ctx.tab("finals")),
    }
    frame(ws, "J", ctx.tab("log"), nav, freeze=f"A{_FIRST}", tab=INK)
    ws.row_dimensions[5].height = 6
    heads = {
        "time": _("Time"),
        "command": _("Command"),
        "stage": _("Stage"),
        "seed": _("Seed"),
        "source": _("Source"),
        "result": _("Result"),
        "digest": _("Digest"),
        "reason": _("Reason"),
        "version": _("Version"),
    }
    line(ws, "B6", [heads[column] for column in names.LOG], "Head left")
    ws.row_dimensions[6].height = 24
    for letter, column in zip("BCDEFGHIJ", names.LOG, strict=True):
        look = ws.column_dimensions[letter]
        look.font, look.alignment = font(10), place("left", 1, shrink=column in {"seed", "result", "reason"})
        if column == "digest":
            look.alignment = place("fill")  # cut off at the edge: many fingerprints would shrink to a line
        book_name(wb, ws, names.log(column), f"{letter}{_FIRST}:{letter}{_FIRST + _ROWS - 1}")
    page(ws, f"B6:J{_FIRST + _ROWS - 1}", landscape=True, tall=0, titles="6:6")


def auctions(wb: Workbook, ctx: Context) -> None:
    """Add the hidden sheet with the names ``Auctions_…``: heads, and columns that carry the style of inputs."""
    _ = ctx._
    ws = wb.create_sheet(ctx.tab("auctions"))
    ws.sheet_state, ws.freeze_panes = "hidden", "A2"
    protect(ws)
    widths(ws, 9, 9, 12, 22, 12, 12)
    places = ctx.rounds * ctx.tables * ctx.largest
    heads = (_("Round"), _("Table"), _("Opener"), _("Character"), _("Winner"), _("Price"))
    for number, (key, head) in enumerate(zip(_COLUMNS, heads, strict=True)):
        letter = beside("A", number)
        put(ws, f"{letter}1", head, "Head left")
        column = ws.column_dimensions[letter]
        column.font, column.protection = font(12, DENIM), Protection(locked=False)
        if key == "Price":
            column.number_format = MONEY
        book_name(wb, ws, f"Auctions_{key}", f"{letter}2:{letter}{1 + places}")


def settings(wb: Workbook, ctx: Context) -> None:  # noqa: ARG001 -- every sheet is built alike
    """Add the sheet. The values are texts: a truth value would reach Python in the words of Excel's language."""
    ws = wb.create_sheet(_TAB)
    for row in _SETTINGS.items():
        ws.append(row)
    ws.sheet_state = "hidden"
    protect(ws)
