"""The knock-out on the finals' sheet: its stages from top to bottom, who plays at which table, who plays on, and the champion.

Everything shown comes from the sheets of the tables, each player in the order in which he chooses his character.
"""

from __future__ import annotations

from typing import Final

from openpyxl.styles import Font
from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.context import Context
from bangxl.sheets.finals import bracket
from bangxl.sheets.formulas import filled, player_name, quoted
from bangxl.sheets.record import stage_texts
from bangxl.sheets.record.stage_cells import CHECK, FIRST, SIZE, helper, page_letter
from bangxl.sheets.styles import book_name, caption, hide, highlight, jump, line, put, states
from bangxl.tournament.knockout import rooms
from bangxl.workbook.names import STAGE_DRAW, duel, stage_sheet

_TABLE: Final = (7.0, 30.0, 5.0, 3.0)
"""Widths of a table's columns: choice, name, mark, and a gap."""
_FEWEST: Final = 3
"""Tables side by side for which there is always room."""
HIDDEN: Final = 8
"""Hidden columns: ids and prizes of the final ranking; of each stage the tables and the draw; role cards with their counts."""


def widths(ctx: Context) -> list[float]:
    """The widths of the columns from B on."""
    return [*_TABLE * max(_FEWEST, *ctx.stages)][:-1]


def last(ctx: Context) -> str:
    """The last column."""
    return get_column_letter(1 + len(widths(ctx)))


def hidden(ctx: Context, number: int) -> str:
    """One of the hidden columns, from 0."""
    return get_column_letter(column_index_from_string(last(ctx)) + 2 + number)


def build(wb: Workbook, ws: Worksheet, ctx: Context) -> int:
    """Write the stages from row 5 on, with the names ``Finals_Stage<s>_…``; the first free row."""
    row = 5
    for stage, tables in enumerate(rooms(ctx.rulebook, ctx.capacity), 1):
        caption(ws, f"B{row}", ctx._("Stage {n}").format(n=stage))
        for table, seats in enumerate(tables, 1):
            _table(ws, ctx, stage, table, seats, row + 1)
        for below in range(row + 1, row + 2 + max(tables)):
            ws.row_dimensions[below].height = 24 if below == row + 1 else 21
        row += 2 + max(tables)
        ws.row_dimensions[row].height = 8
        row += 1
    _champion(ws, ctx, row)
    _technical(wb, ws, ctx)
    return row


def _table(ws: Worksheet, ctx: Context, stage: int, table: int, seats: int, top: int) -> None:
    """A table: its state as a link, and under it the players, with a mark who plays on."""
    _, sheet = ctx._, stage_sheet(stage, table)
    number, mark = (get_column_letter(2 + len(_TABLE) * (table - 1) + i) for i in (0, 2))
    title = filled(_("Table {n}"), n=quoted(str(table)))
    shown = jump(sheet, f'{title}&" · "&MID({sheet}!{CHECK},3,20)')[1:]
    head = f"=IF({sheet}!{SIZE}=0,{title},{shown})"
    line(ws, f"{number}{top}", ["=" + quoted(""), head, f"=LEFT({sheet}!{CHECK},1)"], ["Head", "Head left", "State"])
    states(ws, f"{mark}{top}")
    for i in range(seats):
        row, theirs = top + 1 + i, FIRST + i
        name = f"{sheet}!{page_letter('NAME')}{theirs}"
        order, won = (f"{sheet}!{helper(key)}{theirs}" for key in ("Order", "Mark"))
        values = [f'=IF({order}="","",{i + 1})', f'={name}&""', f'=IF(LEFT({sheet}!{CHECK},1)="✓",{won},"")']
        line(ws, f"{number}{row}", values, ["Centre", "Name", "Centre"])
        highlight(ws, f"{number}{row}:{mark}{row}", f'${mark}{row}="✓"', ink=Font(bold=True))


def _champion(ws: Worksheet, ctx: Context, row: int) -> None:
    """Beside the last stage, which is one table: who is left at the end."""
    _, column = ctx._, get_column_letter(3 + len(_TABLE) * (_FEWEST - 1))
    first, who = "INDEX(Finals_Place,1)", player_name("INDEX(Finals_Player,1)")
    text = f"=IF({first}=1,{who},{quoted(_('to be played'))})"
    bracket.crown(ws, f"{column}{row - 4}", _("Wins the tournament"), text, f"{first}<>1")


def brief(ws: Worksheet, ctx: Context, top: int) -> None:
    """How the knock-out goes, in a few lines beside the final ranking."""
    _ = ctx._
    left, right = get_column_letter(2 + len(_TABLE)), last(ctx)
    put(ws, f"{left}{top}", _("The knock-out, in short"), "Caption")
    put(ws, f"{left}{top + 1}:{right}{top + 1}", None, "Head")
    lines = [
        _("The whole winning side plays on, dead or alive; the others are out."),
        _("Who wins as the Renegade chooses first from now on."),
        _("The later a player goes out, the better his place; then the standings count."),
        _("✓ plays on"),
    ]
    for row, text in enumerate(lines, top + 2):
        put(ws, f"{left}{row}:{right}{row}", text, "Text")


def _technical(wb: Workbook, ws: Worksheet, ctx: Context) -> None:
    """Hidden: for each stage how many tables are seated and complete, and its draw; the role cards by size of table."""
    for row, (stage, tables) in enumerate(enumerate(ctx.stages, 1), FIRST):
        sheets = [stage_sheet(stage, table) for table in range(1, tables + 1)]
        counted: dict[str, str | None] = {
            f"Stage{stage}_Seated": "=" + "+".join(f"({sheet}!{SIZE}>0)" for sheet in sheets),
            f"Stage{stage}_Done": "=" + "+".join(f'(LEFT({sheet}!{CHECK},1)="✓")' for sheet in sheets),
        }
        counted |= dict.fromkeys(duel(f"Stage{stage}", part) for part in STAGE_DRAW)
        for i, (key, formula) in enumerate(counted.items(), 2):
            cell = f"{hidden(ctx, i)}{row}"
            if formula:
                ws[cell] = formula
            book_name(wb, ws, key, cell)
    first = FIRST + len(ctx.stages) + 1
    seats = stage_texts.seats(ctx)
    for row, (key, count) in enumerate(seats, first):
        ws[f"{hidden(ctx, 2)}{row}"], ws[f"{hidden(ctx, 3)}{row}"] = key, count
    for column, key in enumerate(("Key", "Count"), 2):
        letter = hidden(ctx, column)
        book_name(wb, ws, f"Knockout_Seats_{key}", f"{letter}{first}:{letter}{first + len(seats) - 1}")
    hide(ws, hidden(ctx, 0), hidden(ctx, HIDDEN - 1))
