"""The log: when, what and why, for people; to the right, in grey, what programs go by: codes, seeds, digests.

Nothing is folded away: on a protected sheet Excel opens no group, and LibreOffice shows no hidden column.
"""

from __future__ import annotations

from typing import Final

from openpyxl.workbook.workbook import Workbook

from bangxl.sheets.cells import beside
from bangxl.sheets.context import Context
from bangxl.sheets.links import link_if
from bangxl.sheets.styles import INK, NOTE, book_name, font, frame, line, page, place, put, widths
from bangxl.workbook import names
from bangxl.workbook.logbook import WHAT, WHEN

_FIRST: Final = 7
_ROWS: Final = 500
_CODES: Final = {
    "time": 20, "command": 9, "stage": 11, "seed": 22, "source": 9, "result": 32, "digest": 29, "version": 9,
}  # fmt: skip
"""The widths of the columns for programs; ``reason`` stands before them."""
_LEFT: Final = "F"
"""The first of them."""


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet with the names ``Log_…``. The columns carry the style, so that empty rows weigh nothing."""
    _ = ctx._
    ws = wb.create_sheet(ctx.tab("log"))
    widths(ws, 2, 18, 62, 52, 3, *_CODES.values())
    nav: dict[str, tuple[str, str] | str] = {
        "B2": (ctx.tab("setup"), _("◄ Tournament")),
        "C2": link_if('Published="yes"', ctx.tab("finals"), ctx.tab("finals")),
    }
    frame(ws, "D", ctx.tab("log"), nav, freeze=f"A{_FIRST}", tab=INK)
    heads = {
        "time": _("Time"),
        "command": _("Command"),
        "stage": _("Stage"),
        "seed": _("Seed"),
        "source": _("Source"),
        "result": _("Result"),
        "digest": _("Digest"),
        "version": _("Version"),
    }
    line(ws, "B6", [_("When"), _("What"), _("Reason")], "Head left")
    line(ws, f"{_LEFT}6", [heads[column] for column in _CODES], "Head left")
    put(ws, f"{_LEFT}5", _("For programs: codes, seeds and digests"), "Note")
    ws.row_dimensions[6].height = 24
    told = {"B": WHEN, "C": WHAT, "D": names.log("reason")}
    codes = {beside(_LEFT, i): names.log(column) for i, column in enumerate(_CODES)}
    for letter, name in (told | codes).items():
        look = ws.column_dimensions[letter]
        look.font, look.alignment = font(11), place("left", 1, wrap=letter in "CD")
        if letter in codes:
            look.font, look.alignment = font(9, NOTE), place("fill")  # cut off at the edge: shrunk, many would be a line
        book_name(wb, ws, name, f"{letter}{_FIRST}:{letter}{_FIRST + _ROWS - 1}")
    page(ws, f"B6:D{_FIRST + _ROWS - 1}", landscape=True, tall=0, titles="6:6")
