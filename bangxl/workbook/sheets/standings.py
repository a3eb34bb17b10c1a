"""The standings: a sorted view for people, the race of the first eight beside it, and right of them the calculation."""

from __future__ import annotations

from typing import Final

from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.locale.catalog import Catalog
from bangxl.workbook.columns import Columns
from bangxl.workbook.context import Context
from bangxl.workbook.formulas import filled, first_of, quoted
from bangxl.workbook.sheets import race, ranking
from bangxl.workbook.sheets.ranking import FIRST, HEADS
from bangxl.workbook.styles import (
    NOTE,
    PAPER,
    RULE,
    book_name,
    caption,
    edges,
    font,
    frame,
    highlight,
    page,
    table,
    widths,
)

_WHO: Final = "Standings_Shown"
"""On every row of the view: which player stands there, as a place in the calculation's columns."""


def view_columns(ctx: Context) -> Columns:
    """Where the sorted view stands."""
    keys = ("Rank", "Player", "Score", *ctx.rulebook.criteria, "Games", "Separated", "Status")
    return Columns(keys, "B", FIRST, FIRST + ctx.capacity - 1)


def race_columns(ctx: Context) -> Columns:
    """Where the figures of the chart stand: the start and every round."""
    left = get_column_letter(2 + len(view_columns(ctx).keys) + 1)
    return Columns([f"Funds_{r}" for r in range(ctx.rounds + 1)], left, race.FIRST_FIGURE, race.FIRST_FIGURE + race.PLAYERS - 1)


def player_columns(ctx: Context) -> Columns:
    """Where the calculation stands."""
    width = len(view_columns(ctx).keys) + len(race_columns(ctx).keys)
    return ranking.columns(ctx, get_column_letter(2 + width + 3))


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet, hidden: it is secret until the elimination phase ends (Italy 2010, 1.1)."""
    _ = ctx._
    ws = wb.create_sheet(ctx.tab("standings"))
    ws.sheet_state = "hidden"
    view, chart, players = view_columns(ctx), race_columns(ctx), player_columns(ctx)
    criteria = [11.0] + [9.0] * (len(ctx.rulebook.criteria) - 1)
    race_widths = [max(10.8, race.WIDTH / len(chart.keys))] * len(chart.keys)
    widths(ws, 2, 6, 32, 11, *criteria, 9, 15, 15, 2, *race_widths, 2, 8, *[11.0] * (len(players.keys) - 1))
    nav = {
        "B2": (ctx.tab("setup"), _("◄ Tournament")),
        "D2": (ctx.tab("finals"), ctx.tab("finals") + " ►"),
        f"{view.letter('Games')}2": (ctx.tab("control"), ctx.tab("control")),
    }
    frame(ws, chart.letter(chart.keys[-1]), ctx.tab("standings"), nav, freeze=f"A{FIRST}", tab=RULE)
    caption(ws, "B5", _caption(_))
    for row in range(view.first, chart.last + 1):
        ws.row_dimensions[row].height = 21
    _view(ws, ctx, view)
    book_name(wb, ws, "Standings_View", f"B{view.first}:B{view.last}")
    ranking.build(wb, ws, ctx, players)
    race.build(ws, ctx, view, chart, players)
    page(ws, f"B5:{view.letter('Status')}{view.last}", tall=0, titles="5:6")


def _caption(_: Catalog) -> str:
    played, rounds = {"played": "Rounds_Played"}, {"played": "Rounds_Played", "rounds": "Rounds_Scheduled"}
    return "=" + first_of(
        ('Published="yes"', filled(_("Elimination phase, after {played} rounds"), **played)),
        otherwise=filled(_("After round {played} of {rounds} · SECRET until the elimination phase ends"), **rounds),
    )


def _heads(ctx: Context) -> list[str]:
    _ = ctx._
    criteria = [_(HEADS[code]) for code in ctx.rulebook.criteria]
    return [_("Rank"), _("Player"), _("Score"), *criteria, _("Games"), _("Separated from\nthe one before"), _("State")]


def _view(ws: Worksheet, ctx: Context, view: Columns) -> None:
    styles = ["Centre", "Name", "Money", *["Points"] * len(ctx.rulebook.criteria), "Centre", "Text", "Text"]
    table(ws, "B6", _heads(ctx), ([_cell(ctx, key, row) for key in view.keys] for row in view.rows), styles, head_height=34)
    for row in view.rows:
        ws[f"{view.letter('Score')}{row}"].font = font(11, bold=True)
    last = FIRST + ctx.rulebook.qualifiers - 1
    for key in view.keys:
        ws[f"{view.letter(key)}{last}"].border = edges(bottom="medium")
    area, state = f"B{view.first}:{view.letter('Status')}{view.last}", f"LEFT(${view.letter('Status')}{FIRST},1)"
    highlight(ws, area, f'$C{FIRST}=""', border=edges(colour=PAPER, bottom="thin"))
    highlight(ws, area, f'{state}="▲"', ink=Font(bold=True))
    highlight(ws, area, f'{state}="–"', ink=Font(italic=True, color=NOTE))


def _of(column: str, who: str = _WHO) -> str:
    """A value of the player who stands on this row."""
    return f"INDEX(Standings_{column},{who})"


def _cell(ctx: Context, key: str, row: int) -> str:
    """A cell of the sorted view."""
    match key:
        case "Rank":
            value = f'IF({_of("Rank")}="","–",IF({_of("Tied")}>1,"=","")&{_of("Rank")})'
        case "Player":
            value = f"INDEX(Players_Shown,{_WHO})"
        case "Separated":
            value = '""' if row == FIRST else _separated(ctx, f"INDEX({_WHO},ROW()-{FIRST})")
        case "Status":
            value = _status(ctx)
        case _:
            value = _of(key)
    return f'=IF({_WHO}="","",{value})'


def _separated(ctx: Context, above: str) -> str:
    """What puts a player behind the one above: nothing to say where the score did it."""
    _, criteria = ctx._, ctx.rulebook.criteria
    by_lot = quoted(_("lot"))
    cases = [(f'{_of("Rank")}=""', '""')]
    for step, word in (("score", '""'), *((code, quoted(_(HEADS[code]))) for code in criteria)):
        cases.append((f"{_of(f'by_{step}')}<>{_of(f'by_{step}', above)}", word))
    return first_of(*cases, otherwise=f'IF({_of("Rank")}<={ctx.rulebook.qualifiers},{by_lot},"")')


def _status(ctx: Context) -> str:
    """Who has left, and who is through to the finals for certain; a lot decides where equals stand across the line."""
    _, last, status = ctx._, ctx.rulebook.qualifiers, f"INDEX(Players_Status,{_WHO})"
    done = 'AND(Rounds_Seated>0,OR(Published="yes",Rounds_Played>=Rounds_Scheduled))'
    through = f'IF(Published="yes",{_of("Place")}<={last},{_of("Rank")}+{_of("Tied")}-1<={last})'
    return first_of(
        (f'{_of("Rank")}=""', status),
        (f"AND({done},{through})", quoted("▲ " + _("finals"))),
        (f'AND({done},Published<>"yes",{_of("Rank")}<={last})', quoted(_("lot"))),
        otherwise=status,
    )
