"""The left-hand side of the first sheet: the progress, and the accounts that must balance.

The progress is every record sheet with its state, round by table; a click opens it. Where there is but one table, its games
stand in rows. The tables of the knock-out follow once they are seated. Where money is spent, every round adds up in the accounts.
"""

from __future__ import annotations

from typing import Final

from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets import control
from bangxl.sheets.cells import beside, first_of, literal
from bangxl.sheets.context import Context
from bangxl.sheets.finals import stage_title
from bangxl.sheets.ledger import round_span
from bangxl.sheets.links import jump
from bangxl.sheets.record.cells import INPUTS, STAGE
from bangxl.sheets.record.texts import STATES
from bangxl.sheets.styles import PAPER, edges, highlight, line, put, states, table
from bangxl.workbook.names import record_sheet, round_sheet, stage_sheet

LEFT: Final = "B"
"""The column of the labels."""
_BEFORE, _BIDS, _PAID, _AFTER, _CHECK = range(2, 7)
"""Rows below the caption."""
_EMPTY: Final = STATES[0]


def column(number: int) -> str:
    """The column of a round, counted from 1."""
    return beside(LEFT, number)


def across(ctx: Context) -> int:
    """How many record sheets stand side by side."""
    return 1 if ctx.tables == 1 else ctx.rounds


def progress(ws: Worksheet, ctx: Context, top: int) -> int:
    """Write the boxes. Tables and games that the day does not need stay blank paper. Gives the last row."""
    _ = ctx._
    put(ws, f"{LEFT}{top}", _("Progress"), "Caption")
    hidden = literal(_("Finished rounds are hidden: right-click on a tab below, then «Unhide…»."))
    click = literal(_("A click on a box opens its sheet."))
    put(ws, control.WHERE, f"=IF(INDEX(Round_Over,1)=1,{hidden},{click})", "Note")
    rows = _games(ctx, top + 2) if ctx.tables == 1 else _tables(ctx, top + 2)
    wide = across(ctx)
    rows += _stages(ctx, top + 2 + len(rows), len(rows[0]))
    for row, cells in enumerate([_heads(ctx), *rows], top + 1):
        looks = ["Text", *["State"] * wide, *["Centre"] * (len(cells) - wide - 1)]
        line(ws, f"{LEFT}{row}", cells, ["Head left", *["Head"] * (len(cells) - 1)] if row == top + 1 else looks)
    first, end = top + 2, top + 1 + len(rows)
    states(ws, f"{column(1)}{first}:{column(wide)}{end}")
    bare = edges(colour=PAPER, left="thin", right="thin", bottom="thin")
    highlight(ws, f"{LEFT}{first}:{column(len(rows[0]) - 1)}{end}", f'${LEFT}{first}=""', border=bare)
    return end


def round_heads(ctx: Context) -> list[str]:
    """What stands over the rounds; at fixed tables over their games."""
    head = ctx._("Game {n}") if ctx.rulebook.fixed_tables else ctx._("Round {n}")
    return [head.format(n=n) for n in range(1, ctx.rounds + 1)]


def _heads(ctx: Context) -> list[str]:
    return ["", ctx._("State")] if ctx.tables == 1 else ["", *round_heads(ctx), ctx._("Complete")]


def _tables(ctx: Context, top: int) -> list[list[str]]:
    """A row for the wall sheets, then one a table: its states in all rounds, blank while the tournament has no such table."""
    walls = [_wall(ctx, number) if number <= ctx.walls else "" for number in range(1, ctx.rounds + 1)]
    rows = [[ctx._("Wall sheet"), *walls, ""]]
    for place in range(1, ctx.tables + 1):
        label = literal(ctx._("Table {n}").format(n=place))
        cells = [_box(ctx, number, place, top + place) for number in range(1, ctx.rounds + 1)]
        rows.append([f'=IF({place}<=MAX(Tables_In_Use,1),{label},"")', *cells, _complete(ctx, place, top + place)])
    return rows


def _games(ctx: Context, top: int) -> list[list[str]]:
    """A row for the wall sheet, then one a game of the only table."""
    rows = [[ctx._("Wall sheet"), _wall(ctx, 1)]]
    for number in range(1, ctx.rounds + 1):
        label = literal(ctx._("Game {n}").format(n=number))
        rows.append([f'=IF({number}<=MAX(Rounds_Scheduled,Rounds_Seated,1),{label},"")', _box(ctx, number, 1, top + number)])
    return rows


def _stages(ctx: Context, top: int, length: int) -> list[list[str]]:
    """The knock-out: as many rows of this length as its tables need, each blank until the stage is seated."""
    rows: list[list[str]] = []
    wide = across(ctx)
    for stage, tables in enumerate(ctx.stages, 1):
        title = literal(stage_title(ctx, stage))
        for first in range(1, tables + 1, wide):
            row = top + len(rows)
            cells = [_knockout(ctx, stage, table, row) for table in range(first, min(first + wide, tables + 1))]
            rows.append([f'=IF(Stage{stage}_Seated<{first},"",{title})', *cells, *[""] * (length - 1 - len(cells))])
    return rows


def _knockout(ctx: Context, stage: int, table: int, row: int) -> str:
    """A knock-out table: the sign of its state, and a link to its sheet."""
    sheet, name = stage_sheet(stage, table), literal(" " + ctx._("Table {n}").format(n=table))
    shown = jump(sheet, f"LEFT({sheet}!{STAGE.cells['Check']},1)&{name}", INPUTS)[1:]
    return f'=IF(OR({LEFT}{row}="",{sheet}!{STAGE.cells["Size"]}=0),"",{shown})'


def _wall(ctx: Context, number: int) -> str:
    """The link to a wall sheet, once it is filled."""
    _ = ctx._
    text = _("► tables") if ctx.rulebook.fixed_tables else _("► round {n}").format(n=number)
    link = jump(round_sheet(number), literal(text))[1:]
    if not ctx.rulebook.fixed_tables:
        link = control.to_round(ctx, f"INDEX(Round_Over,{number})=1", round_sheet(number), literal(text), "A1")
    return f"=IF(Rounds_Seated<{number},{literal(_(STATES[0]))},{link})"


def _box(ctx: Context, number: int, table: int, row: int) -> str:
    """The state of a record sheet, as a link to it while its tab is there."""
    state = f"INDEX(Control_State,{control.table_row(ctx, number, table) - control.FIRST + 1})"
    link = control.to_round(ctx, f"INDEX(Round_Over,{number})=1", record_sheet(number, table), state, INPUTS)
    shown = first_of((f'LEFT({state},1)="·"', state), otherwise=link)
    return f'=IF({LEFT}{row}="","",{shown})'


def _complete(ctx: Context, table: int, row: int) -> str:
    """How many of its games are complete, of how many."""
    games = f"INDEX(Table_Games,{table})" if ctx.rulebook.fixed_tables else "Rounds_Scheduled"
    done = "+".join(f'(LEFT({column(number)}{row},1)="✓")' for number in range(1, ctx.rounds + 1))
    return f'=IF(OR({LEFT}{row}="",{games}=0),"",{done}&" / "&{games})'


def accounts(ws: Worksheet, ctx: Context, top: int) -> int:
    """Money before, less bids, plus winnings, money after: and whether the players' own accounts say the same.

    Gives the last row.
    """
    _, rounds, total = ctx._, range(1, ctx.rounds + 1), column(ctx.rounds + 1)
    put(ws, f"{LEFT}{top}", _("The accounts that must balance"), "Caption")
    heads = ["", *round_heads(ctx), _("Total")]
    columns = [_round(ctx, number, top) for number in rounds]
    first = column(1)
    sums = (f"SUM({first}{top + row}:{column(ctx.rounds)}{top + row})" for row in (_BIDS, _PAID))
    started = f'{first}{top + _BEFORE}=""'
    totals = [f'=IF({started},"",{value})' for value in (f"{first}{top + _BEFORE}", *sums)]
    labels = [_("Money before"), _("less bids"), _("plus winnings")]
    rows = [[label, *(cells[i] for cells in columns), totals[i]] for i, label in enumerate(labels)]
    table(ws, f"{LEFT}{top + 1}", heads, rows, ["Text", *["Money"] * (ctx.rounds + 1)])
    after = [*(cells[3] for cells in columns), f'=IF({started},"",{_after(total, top)})']
    line(ws, f"{LEFT}{top + _AFTER}", [_("Money after"), *after], ["Text", *["Sum"] * (ctx.rounds + 1)])
    own = [*(f"SUM(Funds_{number})" for number in rounds), f"SUM(Funds_{ctx.rounds})"]
    checks = [_agree(f"{column(i)}{top + _AFTER}", money, ctx) for i, money in enumerate(own, 1)]
    line(ws, f"{LEFT}{top + _CHECK}", [_("Check"), *checks], ["Text", *["State"] * (ctx.rounds + 1)])
    states(ws, f"{first}{top + _CHECK}:{total}{top + _CHECK}")
    return top + _CHECK


def _round(ctx: Context, number: int, top: int) -> list[str]:
    """The four lines of a round, blank until it is seated."""
    seated = f"Rounds_Seated<{number}"
    before = f"SUM(Funds_{number - 1})" if number == 1 else f"{column(number - 1)}{top + _AFTER}"
    bids, paid = (f"SUM({round_span(ctx, key, number)})" for key in ("Bid", "Payout"))
    return [f'=IF({seated},"",{value})' for value in (before, bids, paid, _after(column(number), top))]


def _after(letter: str, top: int) -> str:
    return f"{letter}{top + _BEFORE}-{letter}{top + _BIDS}+{letter}{top + _PAID}"


def _agree(above: str, money: str, ctx: Context) -> str:
    """✓ if the sum of all players' money is the sum in the cell above, else × and the difference."""
    gap, empty, unit = f"ROUND({above}-{money},6)", literal(ctx._(_EMPTY)), ctx.rulebook.unit
    return f'=IF({above}="",{empty},IF({gap}=0,"✓ 0 {unit}","× "&FIXED({gap},0)&" {unit}"))'
