"""The progress on the first sheet: every record sheet with its state, round by table; a click opens it.

Where there is but one table, its games stand in rows.
"""

from __future__ import annotations

from typing import Final

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.context import Context
from bangxl.sheets.control import sheet as control
from bangxl.sheets.formulas import first_of, quoted
from bangxl.sheets.record.cells import INPUTS
from bangxl.sheets.record.problems import STATES
from bangxl.sheets.styles import PAPER, edges, highlight, jump, line, put, states
from bangxl.workbook.names import record_sheet, round_sheet

LEFT: Final = "E"
"""The column of the labels on the right-hand side of the first sheet."""


def column(number: int) -> str:
    """The column of a round on the right-hand side, counted from 1."""
    return get_column_letter(5 + number)


def across(ctx: Context) -> int:
    """How many record sheets stand side by side."""
    return 1 if ctx.tables == 1 else ctx.rounds


def build(ws: Worksheet, ctx: Context, top: int) -> int:
    """Write the boxes. Tables and games that the day does not need stay blank paper. Gives the last row."""
    _ = ctx._
    put(ws, f"{LEFT}{top}", _("Progress"), "Caption")
    put(ws, f"G{top}", _("A click on a box opens its sheet."), "Note")
    rows = _games(ctx, top + 2) if ctx.tables == 1 else _tables(ctx, top + 2)
    wide = across(ctx)
    for row, cells in enumerate([_heads(ctx), *rows], top + 1):
        looks = ["Text", *["State"] * wide, *["Centre"] * (len(cells) - wide - 1)]
        line(ws, f"{LEFT}{row}", cells, ["Head left", *["Head"] * (len(cells) - 1)] if row == top + 1 else looks)
    first, end = top + 2, top + 1 + len(rows)
    states(ws, f"F{first}:{column(wide)}{end}")
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
    for table in range(1, ctx.tables + 1):
        label = quoted(ctx._("Table {n}").format(n=table))
        cells = [_box(ctx, number, table, top + table) for number in range(1, ctx.rounds + 1)]
        rows.append([f'=IF({table}<=MAX(Tables_In_Use,1),{label},"")', *cells, _complete(ctx, table, top + table)])
    return rows


def _games(ctx: Context, top: int) -> list[list[str]]:
    """A row for the wall sheet, then one a game of the only table."""
    rows = [[ctx._("Wall sheet"), _wall(ctx, 1)]]
    for number in range(1, ctx.rounds + 1):
        label = quoted(ctx._("Game {n}").format(n=number))
        rows.append([f'=IF({number}<=MAX(Rounds_Scheduled,Rounds_Seated,1),{label},"")', _box(ctx, number, 1, top + number)])
    return rows


def _wall(ctx: Context, number: int) -> str:
    """The link to a wall sheet, once it is filled."""
    _ = ctx._
    text = _("► tables") if ctx.rulebook.fixed_tables else _("► round {n}").format(n=number)
    return f"=IF(Rounds_Seated<{number},{quoted(_(STATES[0]))},{jump(round_sheet(number), quoted(text))[1:]})"


def _box(ctx: Context, number: int, table: int, row: int) -> str:
    """The state of a record sheet, as a link to it."""
    state = f"INDEX(Control_State,{control.table_row(ctx, number, table) - control.FIRST + 1})"
    shown = first_of((f'LEFT({state},1)="·"', state), otherwise=jump(record_sheet(number, table), state, INPUTS)[1:])
    return f'=IF({LEFT}{row}="","",{shown})'


def _complete(ctx: Context, table: int, row: int) -> str:
    """How many of its games are complete, of how many."""
    games = f"INDEX(Table_Games,{table})" if ctx.rulebook.fixed_tables else "Rounds_Scheduled"
    done = "+".join(f'(LEFT({column(number)}{row},1)="✓")' for number in range(1, ctx.rounds + 1))
    return f'=IF(OR({LEFT}{row}="",{games}=0),"",{done}&" / "&{games})'
