"""The regulation on one sheet, each part with its article; and, hidden, every payout and every table chart row to look up.

All amounts are tabulated from the rulebook: a formula only looks them up.
"""

from __future__ import annotations

from datetime import date
from typing import Final

from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.context import Context
from bangxl.sheets.formulas import quoted
from bangxl.sheets.lists import MONTHS
from bangxl.sheets.rules.finals import finals, knockout, penalties, prizes
from bangxl.sheets.rules.parts import LAST, TOP, head, keep, sentences
from bangxl.sheets.rules.play import auction, high_noon, official, rounds, standings, variants
from bangxl.sheets.rules.winnings import tabulate, winnings
from bangxl.sheets.styles import RULE, Value, book_name, frame, hide, jump, page, put, table, widths
from bangxl.tournament.rulebook import Games, Sizes
from bangxl.tournament.seating import legal_compositions, scheduled_rounds
from bangxl.workbook.words import sizes_text

_PAYOUT_KEY, _PAYOUT_VALUE, _CODE = "I", "J", "K"
"""Hidden columns."""
_SECTIONS: Final = (
    *(winnings, auction, variants, high_noon, rounds, standings, official),
    *(finals, knockout, prizes, penalties),
)


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet with the names ``Payout_Key``, ``Payout_Value``, ``Chart_Players``, ``Chart_Tables`` and others."""
    _ = ctx._
    ws = wb.create_sheet(ctx.tab("rules"))
    widths(ws, 2, 34, 11, 11, 11, 11, 32, 2, 30, 12, 20)
    hide(ws, _PAYOUT_KEY, _CODE)
    links: dict[str, tuple[str, str] | str] = {
        "B2": (ctx.tab("setup"), _("◄ Tournament")),
        "C2": (ctx.tab("players"), ctx.tab("players")),
        "E2": (ctx.tab("events"), ctx.tab("events")),
    }
    frame(ws, LAST, ctx.tab("rules"), links, freeze="A5", tab=RULE)
    row = _source(ws, TOP, ctx) + 1
    for section in _SECTIONS:
        first, row = row, section(ws, row, ctx)
        keep(ws, first, row - 2)
    ws.row_breaks.append(Break(id=row - 1))
    ws[f"{LAST}2"] = jump(ctx.tab("rules"), quoted(_("Table chart")), f"B{row}")
    end = _chart(wb, ws, row, ctx)
    tabulate(wb, ws, ctx, _PAYOUT_KEY, _PAYOUT_VALUE)
    for i in range(TOP + 1, end + 1):
        ws.row_dimensions[i].height = 19
    page(ws, f"B5:{LAST}{end}", tall=0)
    ws.sheet_properties.pageSetUpPr = None  # a fixed scale: only then Excel heeds the breaks
    ws.page_setup.scale = 80


def _source(ws: Worksheet, row: int, ctx: Context) -> int:
    """The printed text, with what stands on it."""
    source = ctx.rulebook.source
    row = head(ws, row, ctx.rulebook.title, "source", ctx)
    return sentences(ws, row, [text for text in (source.title, _edition(ctx)) if text])


def _edition(ctx: Context) -> str:
    _, source = ctx._, ctx.rulebook.source
    day = date.fromisoformat(source.published) if source.published else None
    written = _("{day} {month} {year}").format(day=day.day, month=_(MONTHS[day.month - 1]), year=day.year) if day else ""
    if source.edition and written:
        return _("Edition {edition} of {day}").format(edition=source.edition, day=written)
    return _("Edition {edition}").format(edition=source.edition) if source.edition else written


def _chart(wb: Workbook, ws: Worksheet, row: int, ctx: Context) -> int:
    """Every legal composition up to the workbook's places, by players, the default first; gives the last row."""
    _, rulebook = ctx._, ctx.rulebook
    row = head(ws, row, _("Table chart"), "tables", ctx)
    counts = range(rulebook.minimum_players, ctx.capacity + 1)
    found = [(n, sizes) for n in counts for sizes in legal_compositions(rulebook, n)]
    gaps: list[Value] = [None, None, None]
    most = _("Rounds") if rulebook.games is Games.BY_PLAYERS else _("Games at a table, at most")
    lines: list[list[Value]] = [[n, sizes_text(sizes), *gaps, _rounds(ctx, n, sizes)] for n, sizes in found]
    table(ws, f"B{row}", [_("Players"), _("Tables"), *gaps, most], lines, ["Text"] * 6)
    for i, (_n, sizes) in enumerate(found, row + 1):
        put(ws, f"{_CODE}{i}", ",".join(map(str, sizes)), "Text", number_format="@")
    end = row + len(lines)
    for column, key in (("B", "Chart_Players"), ("C", "Chart_Tables"), (LAST, "Chart_Rounds"), (_CODE, "Chart_Code")):
        book_name(wb, ws, key, f"{column}{row + 1}:{column}{end}")
    return end


def _rounds(ctx: Context, players: int, sizes: Sizes) -> int:
    return scheduled_rounds(ctx.rulebook, players) if ctx.rulebook.games is Games.BY_PLAYERS else max(sizes)
