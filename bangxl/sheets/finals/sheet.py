"""The finals: the bracket of duels or the stages of the knock-out, then the final ranking and the prizes.

A regulation without finals has the final ranking alone.
"""

from __future__ import annotations

from openpyxl.utils import get_column_letter
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.context import Context
from bangxl.sheets.finals import boxes, bracket, duels, stages
from bangxl.sheets.finals.bracket import TITLES
from bangxl.sheets.formulas import player_name
from bangxl.sheets.styles import book_name, caption, cursor, frame, hide, page, table, widths
from bangxl.workbook.names import finalists

__all__ = ["TITLES", "build"]

_WIDE = 2
"""Rounds of duels that fit a landscape page."""


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet, hidden until the standings are published, with the names ``Finals_…``."""
    ws = wb.create_sheet(ctx.tab("finals"))
    ws.sheet_state = "hidden"
    if ctx.rulebook.knockout is not None:
        _knockout(wb, ws, ctx)
    elif ctx.rulebook.brackets:
        _duels(wb, ws, ctx)
    else:
        _plain(wb, ws, ctx)


def _frame(ws: Worksheet, ctx: Context, last: str, third: str) -> None:
    """The head of the sheet, with a link in column ``third`` besides those at the left."""
    _ = ctx._
    nav = {
        "B2": (ctx.tab("setup"), _("◄ Tournament")),
        "D2": (ctx.tab("standings"), "◄ " + ctx.tab("standings")),
        f"{third}2": (ctx.tab("log"), ctx.tab("log") + " ►"),
    }
    frame(ws, last, ctx.tab("finals"), nav, freeze="A5")


def _duels(wb: Workbook, ws: Worksheet, ctx: Context) -> None:
    rulebook = ctx.rulebook
    last, rows = boxes.champion(rulebook), finalists(rulebook, ctx.capacity)
    top = boxes.bottom(rulebook) + 1
    below = top + 2 + max(rows, 4) + 2
    widths(ws, 2, *bracket.widths(ctx), 2, *[14] * (len(duels.KEYS) + 3))
    _frame(ws, ctx, last, "H" if boxes.columns(rulebook) > 1 else "F")
    cursor(ws, boxes.score_cells(rulebook, rulebook.matches[0].code)[0])
    heights = dict.fromkeys(range(5, below + 5), 21) | {5: 26, 6: 8, top - 1: 8, top: 26, below - 1: 8, below: 26}
    for row, height in heights.items():
        ws.row_dimensions[row].height = height
    bracket.build(wb, ws, ctx)
    ranking(wb, ws, ctx, f"B{top}", duels.after_hidden(ctx))
    bracket.brief(ws, ctx, top)
    end = bracket.drawn(wb, ws, ctx, below)
    page(ws, f"B5:{last}{end}", landscape=boxes.columns(rulebook) <= _WIDE)


def _knockout(wb: Workbook, ws: Worksheet, ctx: Context) -> None:
    last, rows = stages.last(ctx), finalists(ctx.rulebook, ctx.capacity)
    widths(ws, 2, *stages.widths(ctx), 2, *[14] * stages.HIDDEN)
    _frame(ws, ctx, last, "H")
    top = stages.build(wb, ws, ctx)
    ranking(wb, ws, ctx, f"B{top}", (stages.hidden(ctx, 0), stages.hidden(ctx, 1)))
    stages.brief(ws, ctx, top)
    page(ws, f"B5:{last}{top + 1 + rows}")


def _plain(wb: Workbook, ws: Worksheet, ctx: Context) -> None:
    _, rows = ctx._, finalists(ctx.rulebook, ctx.capacity)
    widths(ws, 2, 9, 36, 14, 14, 60, 2, 9, 9)
    _frame(ws, ctx, "F", "F")
    ranking(wb, ws, ctx, "B5", ("H", "I"))
    found = "MATCH($H{row},Standings_Player,0)"
    results = [
        [f'=IFERROR(INDEX(Standings_{key},{found.format(row=row)}),"")' for key in ("Score", "Games")]
        for row in range(7, 7 + rows)
    ]
    table(ws, "D6", [_("Score"), _("Games")], results, ["Points", "Centre"])
    hide(ws, "H", "I")
    page(ws, f"B5:E{6 + rows}", tall=0, titles="5:6")


def ranking(wb: Workbook, ws: Worksheet, ctx: Context, ref: str, hidden: tuple[str, str]) -> None:
    """Final ranking and prizes: written by the program at the end, as ids in a hidden column; the names follow.

    Without prizes their name stands on a hidden column too.
    """
    _, first, paid = ctx._, ws[ref], bool(ctx.rulebook.prizes)
    top, last = first.row + 2, first.row + 1 + finalists(ctx.rulebook, ctx.capacity)
    place, prize = first.column_letter, get_column_letter(first.column + 2) if paid else hidden[1]
    caption(ws, ref, _("Final ranking and prizes") if paid else _("Final ranking"))
    columns = 3 if paid else 2
    heads = [_("Place"), _("Player"), _("Prize")][:columns]
    rows = [[None, f"={player_name(f'${hidden[0]}{row}')}", None][:columns] for row in range(top, last + 1)]
    table(ws, f"{place}{first.row + 1}", heads, rows, ["Centre", "Strong", "Money"])
    for row in range(top, last + 1):
        ws[f"{place}{row}"].number_format = bracket.ordinal(ctx)
    for name, letter in (("Place", place), ("Player", hidden[0]), ("Prize", prize)):
        book_name(wb, ws, f"Finals_{name}", f"{letter}{top}:{letter}{last}")
