"""The sheet of a knock-out table: columns B to J are the screen, beside it the printed page on the same rows.

Tables of four and more have roles, states and an outcome; of two or three one player is the winner.
"""

from __future__ import annotations

from typing import Final

from openpyxl.styles import Font
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.context import Context
from bangxl.sheets.formulas import player_name
from bangxl.sheets.record import stage_checks, stage_page
from bangxl.sheets.record.stage_cells import (
    BEGUN,
    CHARACTER,
    CHECK,
    CHOICE,
    FIRST,
    HELPERS,
    LAST_SCREEN,
    LINE_CHECK,
    NAME,
    OUTCOME,
    PAGE_WIDTHS,
    PLAYER,
    PROBLEM,
    ROLE,
    SEAT,
    SIZE,
    STATUS,
    WIDTHS,
    WINNER,
    helper,
)
from bangxl.sheets.record.stage_texts import brief
from bangxl.sheets.styles import (
    DENIM,
    NOTE,
    PAPER,
    RIGHT,
    caption,
    choose,
    cursor,
    fade_locked,
    flag,
    font,
    frame,
    highlight,
    link_if,
    name,
    put,
    table,
    widths,
)
from bangxl.tournament.knockout import rooms
from bangxl.workbook.names import stage_sheet

_BELOW: Final = 16
"""The row of the outcome, whatever the table's seats."""
_HEIGHTS: Final = {5: 26, 6: 34, 16: 26, 17: 26, 18: 26, **dict.fromkeys(range(19, 27), 21), 27: 30, 28: 16}


def build(wb: Workbook, stage: int, table_number: int, ctx: Context) -> None:
    """Add the hidden sheet of a stage's table, with its sheet-level names."""
    _ = ctx._
    ws = wb.create_sheet(stage_sheet(stage, table_number))
    ws.sheet_state = "hidden"
    rows = range(FIRST, FIRST + rooms(ctx.rulebook, ctx.capacity)[stage - 1][table_number - 1])
    widths(ws, *WIDTHS, *PAGE_WIDTHS, white_from=len(WIDTHS) + 1, hidden=len(HELPERS))
    title = _("Stage {stage} · Table {table}").format(stage=stage, table=table_number)
    step = f'=IF({PROBLEM}="",Next_Step,{PROBLEM})'
    frame(ws, LAST_SCREEN, title, _links(stage, table_number, ctx), freeze="A7", step=step)
    heights = dict.fromkeys(range(FIRST, _BELOW), 8) | _HEIGHTS | dict.fromkeys(rows, 31)
    for row, height in heights.items():
        ws.row_dimensions[row].height = height
    _seats(ws, ctx, rows)
    _outcome(ws, ctx)
    stage_checks.build(ws, ctx, rows)
    _inputs(ws, ctx, rows)
    _brief(ws, ctx, stage)
    _names(ws, rows)
    stage_page.build(ws, stage, table_number, ctx, rows)


def _links(stage: int, table_number: int, ctx: Context) -> dict[str, tuple[str, str] | str]:
    _ = ctx._
    links: dict[str, tuple[str, str] | str] = {
        "B2": (ctx.tab("setup"), _("◄ Tournament")),
        "D2": (ctx.tab("finals"), "◄ " + ctx.tab("finals")),
    }
    if table_number > 1:
        links["F2"] = (stage_sheet(stage, table_number - 1), _("◄ Table"))
    if table_number < ctx.stages[stage - 1]:
        after = stage_sheet(stage, table_number + 1)
        links["G2"] = link_if(f'{after}!{PLAYER}{FIRST}<>""', after, _("Table ►"))
    return links


def _seats(ws: Worksheet, ctx: Context, rows: range) -> None:
    """The lines: who sits there and chooses when, and what is typed."""
    _ = ctx._
    put(ws, "B5", _("Record sheet of the knock-out"), "Caption")
    heads = [_("Seat"), _("Id"), _("Player"), _("Choice"), _("Character"), _("Role"), _("At the end"), None, _("Check")]
    looks = ["Centre", "Id", "Strong", "Centre", "Input", "Input", "Input", "Paper", "Text"]
    shown = "=" + player_name("Player_Id", otherwise="Player")
    lines = [[row - FIRST + 1, None, shown, None, None, None, None, None, None] for row in rows]
    table(ws, "B6", heads, lines, looks, height=31, head_height=34)


def _outcome(ws: Worksheet, ctx: Context) -> None:
    """Who has won: a side, or at a table of two or three a player. What is not asked is pale."""
    _, small = ctx._, stage_checks.SMALL
    caption(ws, "E16", _("Who has won?"))
    ws["E16"].alignment = RIGHT
    put(ws, "E17", _("With two or three players: who?"), "Note", alignment=RIGHT)
    for cell, unasked in ((OUTCOME, f"AND({SIZE}>0,{small})"), (WINNER, f"NOT({small})")):
        put(ws, cell, None, "Input", font=font(13, DENIM, bold=True))
        highlight(ws, cell, unasked, back=PAPER, ink=Font(color=NOTE))
        flag(ws, cell, f'AND({cell}="",{BEGUN}=1,NOT({unasked}))')
        fade_locked(ws, cell)
    put(ws, "G17", f"={stage_checks.winner_name()}", "Note")
    error = _("Choose a word from the list.")
    choose(ws, OUTCOME, "Outcome_List", error)
    choose(ws, WINNER, f"${NAME}${FIRST}:${NAME}${FIRST + 2}", error)


def _inputs(ws: Worksheet, ctx: Context, rows: range) -> None:
    """Drop-downs, and yellow for what is missing once somebody has begun to type."""
    error, last, small = ctx._("Choose a word from the list."), rows[-1], stage_checks.SMALL
    for column, source in ((CHARACTER, "Character_List"), (ROLE, "Role_List"), (STATUS, "Status_List")):
        choose(ws, f"{column}{FIRST}:{column}{last}", source, error)
    asked = f"{ROLE}{FIRST}:{STATUS}{last}"
    highlight(ws, asked, f"AND({SIZE}>0,{small})", back=PAPER, ink=Font(color=NOTE))
    flag(ws, asked, f'AND(${PLAYER}{FIRST}<>"",{ROLE}{FIRST}="",{BEGUN}=1)')
    fade_locked(ws, f"{CHARACTER}{FIRST}:{STATUS}{last}")
    cursor(ws, f"{CHARACTER}{FIRST}")


def _brief(ws: Worksheet, ctx: Context, stage: int) -> None:
    """How this table plays, by its number of players."""
    for row, text in enumerate(brief(ctx, stage, SIZE), 19):
        put(ws, f"D{row}:{LAST_SCREEN}{row}", "=" + text, "Text")


def _names(ws: Worksheet, rows: range) -> None:
    columns = {"Seat": SEAT, "Player": PLAYER, "Character": CHARACTER, "Role": ROLE, "Status": STATUS, "Choice": CHOICE}
    columns |= {"Line_Check": LINE_CHECK} | {key: helper(key) for key in HELPERS if key != "One"}
    for key, column in columns.items():
        name(ws, key, f"{column}{FIRST}:{column}{rows[-1]}")
    for key, cell in {"Outcome": OUTCOME, "Winner": WINNER, "Check": CHECK, "Problem": PROBLEM}.items():
        name(ws, key, cell)
