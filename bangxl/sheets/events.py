"""Warnings, ejections, withdrawals, sit-outs: one line each, with a check that says what is missing or cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.locale.catalog import N_
from bangxl.sheets.context import Context
from bangxl.sheets.formulas import code, first_of, literal, match_text, player_id, player_name
from bangxl.sheets.styles import book_name, caption, choose, cursor, flag, frame, hide, page, states, table, widths

FIRST: Final = 7
"""The row of the first line."""
COLUMNS: Final[Mapping[str, str]] = {
    "Type": "C",
    "Player": "D",
    "Moment": "E",
    "After_Round": "F",
    "Round": "G",
    "Table": "H",
    "Match": "I",
    "Reason": "J",
    "Automatic": "K",
    "Check": "L",
    "Type_Code": "N",
    "Player_Id": "O",
    "Moment_Code": "P",
    "Problem": "Q",
}
"""The names ``Events_…`` with their columns; from Type_Code on they are hidden."""

PROBLEMS: Final[Mapping[str, str]] = {
    "type": N_("× unknown kind"),
    "player": N_("× unknown player"),
    "moment": N_("× unknown moment"),
    "after_round": N_("× after which round?"),
    "seat": N_("× not at this table"),
    "match": N_("× unknown duel"),
    "stage": N_("× unknown stage"),
    "sit_out": N_("× between rounds only"),
    "no_type": N_("! what happened?"),
    "no_player": N_("! who?"),
    "no_moment": N_("! when?"),
    "no_after_round": N_("! after which round?"),
    "no_table": N_("! which round and table?"),
    "no_match": N_("! which duel?"),
    "no_stage": N_("! which stage?"),
    "no_reason": N_("! reason missing"),
}
"""What a line's check can say, by the order in which it is asked; Event_Problem on the lists."""


def rows(ctx: Context) -> int:
    """How many lines the sheet has."""
    return max(40, ctx.capacity)


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet with the names ``Events_…``."""
    _ = ctx._
    ws = wb.create_sheet(ctx.tab("events"))
    last = FIRST + rows(ctx) - 1
    widths(ws, 2, 6, 15, 28, 22, 8, 7, 7, 8, 34, 11, 25, 2, *[9] * 4)
    hide(ws, "N", "Q")
    if not _has_matches(ctx):
        hide(ws, COLUMNS["Match"], COLUMNS["Match"])
    links = {"B2": (ctx.tab("setup"), _("◄ Tournament")), "D2": (ctx.tab("players"), _("Players"))}
    frame(ws, "L", _("Events"), links | {"E2": (ctx.tab("rules"), _("Rules"))}, freeze="A7")
    cursor(ws, f"C{FIRST}")
    caption(ws, "B5", _("Warnings, ejections, withdrawals, sit-outs: one line each, in the order in which they happened"))
    heads = [_("No."), _("What"), _("Player"), _("When"), *_places(ctx), _("Reason"), _("Automatic"), _("Check")]
    inputs = ["Input", "Input", "Input", *["Input centre"] * 4, "Input"]
    table(ws, "B6", heads, (_line(row) for row in range(FIRST, last + 1)), ["Centre", *inputs, "Centre", "Name"], head_height=34)
    for row in range(FIRST, last + 1):
        _codes(ws, row, ctx)
    for key, column in COLUMNS.items():
        book_name(wb, ws, f"Events_{key}", f"{column}{FIRST}:{column}{last}")
    _offers(ws, last, ctx)
    _colours(ws, last)
    page(ws, f"B5:L{last}", landscape=True, tall=0, titles="5:6")


def _has_matches(ctx: Context) -> bool:
    """Whether something can happen in a duel or a stage."""
    return bool(ctx.rulebook.brackets or ctx.rulebook.knockout)


def _places(ctx: Context) -> list[str]:
    """What stands over the columns that say where in the day something happened."""
    _ = ctx._
    games = [_("After\ngame"), _("Game")] if ctx.rulebook.fixed_tables else [_("After\nround"), _("Round")]
    return [*games, _("Table"), _("Stage") if ctx.rulebook.knockout else _("Duel")]


def _line(row: int) -> list[str | int | None]:
    found = f'IF(Events_Problem=0,"✓ "&{player_name("Events_Player_Id")},INDEX(Event_Problem,Events_Problem))'
    return [row - FIRST + 1, *[None] * 9, f'=IF(Events_Problem="","",{found})']


def _codes(ws: Worksheet, row: int, ctx: Context) -> None:
    """Hidden: the codes of the words, and the number of what is to be said.

    The names stand for the cell in the formula's own row, as on record sheets.
    """
    ws[f"N{row}"] = "=" + code("Events_Type", "EventType")
    ws[f"O{row}"] = "=" + player_id("Events_Player")
    ws[f"P{row}"] = "=" + code("Events_Moment", "Moment")
    order = list(PROBLEMS)
    numbered = [(condition, str(order.index(problem) + 1)) for condition, problem in _cases(ctx)]
    ws[f"Q{row}"] = "=" + first_of((f"COUNTA(C{row}:J{row})=0", '""'), *numbered, otherwise="0")


def _cases(ctx: Context) -> list[tuple[str, str]]:
    between = '(Events_Moment_Code="between_rounds")'
    game, duel = '(Events_Moment_Code="during_game")', '(RIGHT(Events_Moment_Code,4)="duel")'
    at_table = "COUNTIFS(Ledger_Player,Events_Player_Id,Ledger_Round,Events_Round,Ledger_Table,Events_Table)"
    there = f"(ISNUMBER(Events_Round)*ISNUMBER(Events_Table)*{at_table}=0)"
    sits = "(ISNUMBER(Events_Table)*COUNTIFS(Standings_Player,Events_Player_Id,Standings_Table,Events_Table)=0)"
    elsewhere = f'{between}*(Events_Table<>"")*(Events_Player_Id<>"")*(Rounds_Seated>0)*{sits}'
    stranger = f"ISERROR(MATCH({match_text('Events_Match')},Match_List,0))"
    match = "stage" if ctx.rulebook.knockout else "match"
    rounds = f"IF(ISNUMBER(Events_After_Round),(Events_After_Round<0)+(Events_After_Round>{ctx.rounds}),1)"
    return [
        ('Events_Type_Code="?"', "type"),
        ('Events_Player_Id="?"', "player"),
        ('Events_Moment_Code="?"', "moment"),
        (f'{between}*(Events_After_Round<>"")*{rounds}', "after_round"),
        (f'{game}*(Events_Round<>"")*(Events_Table<>"")*(Events_Player_Id<>"")*{there}', "seat"),
        *([(elsewhere, "seat")] if ctx.rulebook.fixed_tables else []),
        (f'{duel}*(Events_Match<>"")*{stranger}', match),
        (f'(Events_Type_Code="sit_out")*(Events_Moment_Code<>"")*(1-{between})', "sit_out"),
        ('Events_Type_Code=""', "no_type"),
        ('Events_Player_Id=""', "no_player"),
        ('Events_Moment_Code=""', "no_moment"),
        (f'{between}*(Events_After_Round="")', "no_after_round"),
        (f'{game}*((Events_Round="")+(Events_Table=""))', "no_table"),
        (f'{duel}*(Events_Match="")', f"no_{match}"),
        ('(Events_Type_Code="ejection")*(Events_Reason="")', "no_reason"),
    ]


def _offers(ws: Worksheet, last: int, ctx: Context) -> None:
    error = ctx._("Choose a word from the list.")
    words = [("C", "EventType_List"), ("E", "Moment_List")]
    for column, source in [*words, ("I", "Match_List")] if _has_matches(ctx) else words:
        choose(ws, f"{column}{FIRST}:{column}{last}", source, error)
    number = ctx._("Choose a number from the list.")
    for column, numbers in (("F", range(ctx.rounds + 1)), ("G", range(1, ctx.rounds + 1)), ("H", range(1, ctx.tables + 1))):
        choose(ws, f"{column}{FIRST}:{column}{last}", literal(",".join(map(str, numbers))), number)
    nobody = ctx._("Nobody on the list has this name. Is it an id?")
    choose(ws, f"D{FIRST}:D{last}", "Players_Name", nobody, strict=False, blanks=True)


def _colours(ws: Worksheet, last: int) -> None:
    """Yellow where the line's own check asks for something."""
    states(ws, f"L{FIRST}:L{last}", quiet=True)
    order = list(PROBLEMS)
    asked = (
        *(("C", "no_type"), ("D", "no_player"), ("E", "no_moment"), ("F", "no_after_round")),
        *(("I", "no_match"), ("I", "no_stage"), ("J", "no_reason")),
    )
    for column, problem in asked:
        flag(ws, f"{column}{FIRST}:{column}{last}", f"$Q{FIRST}={order.index(problem) + 1}")
    flag(ws, f"G{FIRST}:H{last}", f'AND(G{FIRST}="",$Q{FIRST}={order.index("no_table") + 1})')
