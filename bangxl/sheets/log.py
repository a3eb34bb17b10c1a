"""The log: what the program did, when, with which seed. Rows are appended as values, nothing here is typed."""

from __future__ import annotations

from typing import Final

from openpyxl.workbook.workbook import Workbook

from bangxl.sheets.context import Context
from bangxl.sheets.styles import INK, book_name, font, frame, line, link_if, page, place, widths
from bangxl.workbook import names

FIRST: Final = 7
ROWS: Final = 500
_WIDTHS: Final = (20, 10, 11, 22, 9, 32, 22, 29, 10)


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet with the names ``Log_…``. The columns carry the style, so that empty rows weigh nothing."""
    _ = ctx._
    ws = wb.create_sheet(ctx.tab("log"))
    widths(ws, 2, *_WIDTHS)
    nav: dict[str, tuple[str, str] | str] = {
        "B2": (ctx.tab("setup"), _("◄ Tournament")),
        "C2": link_if('Published="yes"', ctx.tab("finals"), ctx.tab("finals")),
    }
    frame(ws, "J", ctx.tab("log"), nav, freeze=f"A{FIRST}", tab=INK)
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
        book_name(wb, ws, names.log(column), f"{letter}{FIRST}:{letter}{FIRST + ROWS - 1}")
    page(ws, f"B6:J{FIRST + ROWS - 1}", landscape=True, tall=0, titles="6:6")
