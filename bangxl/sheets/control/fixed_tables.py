"""The games of fixed tables, hidden on the control sheet: how far each table is, and which can get its next game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.columns import Columns
from bangxl.sheets.context import Context
from bangxl.sheets.round import wall_span
from bangxl.sheets.styles import book_name
from bangxl.tournament.rotation import LEAST_ACTIVE
from bangxl.tournament.rulebook import Games

KEYS: Final = ("Number", "Begun", "Seated", "Complete", "Left", "Games", "Due", "Ready", "List")
"""Names ``Table_…``: players at the start; games seated, complete; players still in; games in all, as things stand; 1 if another
is due; 1 if it can be seated now; and the tables up to this one for which that holds, as a text."""


def facts(ctx: Context) -> dict[str, str]:
    """Counted once: tables that can get their next game, and tables that have played all of theirs.

    A session that has no end of its own plays as many games as were asked for, or one a player; more if more were seated.
    """
    found = {
        "Tables_Ready": "SUM(Table_Ready)",
        "Tables_Finished": "SUMPRODUCT((Table_Due=0)*(Table_Seated>0)*(Table_Seated=Table_Complete))",
    }
    if ctx.rulebook.games is not Games.MULTIPLE:
        return found
    asked = 'IF(TRIM(Option_games)="",0,IFERROR(VALUE(Option_games),0))' if "games" in ctx.rulebook.options else "0"
    wanted = "IF(AND(Session_Asked>0,INT(Session_Asked)=Session_Asked),Session_Asked,Session_Players)"
    return found | {
        "Session_Players": "MAX(1,MAX(Table_Begun))",
        "Session_Asked": asked,
        "Session_Games": f"MAX({wanted},ROUNDUP(Rounds_Seated/Session_Players,0)*Session_Players)",
    }


def columns(ctx: Context, left: str, first: int) -> Columns:
    """Where the tables stand."""
    return Columns(KEYS, left, first, first + ctx.tables - 1)


def build(wb: Workbook, ws: Worksheet, ctx: Context, block: Columns, sheets: Columns) -> None:
    """Write the columns; ``sheets`` are the rows of the record sheets (``Table``, ``Players``, ``Sign``)."""
    for key in KEYS:
        ws[f"{block.letter(key)}{block.first - 1}"] = key
        book_name(wb, ws, f"Table_{key}", f"{block.letter(key)}{block.first}:{block.letter(key)}{block.last}")
    for number, row in enumerate(block.rows, 1):
        at = {key: block.at(key, row) for key in KEYS}
        ws[f"{block.letter('Number')}{row}"] = number
        above = block.at("List", row - 1) if number > 1 else '""'
        for key, formula in _formulas(ctx, sheets, at, above).items():
            ws[f"{block.letter(key)}{row}"] = f"={formula}"


def _formulas(ctx: Context, sheets: Columns, at: Mapping[str, str], above: str) -> dict[str, str]:
    table = f"{sheets.all('Table')},{at['Number']}"
    least = LEAST_ACTIVE if ctx.rulebook.passive else ctx.rulebook.smallest_table
    over = f'OR({at["Begun"]}=0,Published="yes",ISNUMBER(Closed_After_Round),{at["Left"]}<{least})'
    return {
        "Begun": f"COUNTIF({wall_span(ctx, 1, 'Table')},{at['Number']})",
        "Seated": f'COUNTIFS({table},{sheets.all("Players")},">0")',
        "Complete": f'COUNTIFS({table},{sheets.all("Sign")},"✓")',
        "Left": f"COUNTIFS({_staying(at)})",
        "Games": f"{at['Seated']}+IF({over},0,MAX(0,{_remaining(ctx, at)}))",
        "Due": f"IF({at['Games']}>{at['Seated']},1,0)",
        "Ready": f"IF(AND({at['Due']}=1,{at['Seated']}={at['Complete']}),1,0)",
        "List": f'{above}&IF({at["Ready"]}=1,IF({above}="","",", ")&{at["Number"]},"")',
    }


def _staying(at: Mapping[str, str]) -> str:
    """The players who began at the table and have not left before its next game, as COUNTIFS asks for them."""
    return f'Standings_Table,{at["Number"]},Players_Until,">"&{at["Seated"]}'


def _remaining(ctx: Context, at: Mapping[str, str]) -> str:
    """Games still to come at a table that goes on."""
    match ctx.rulebook.games:
        case Games.EACH_SHERIFF:
            return f"COUNTIFS({_staying(at)},Standings_Sheriffs,0)"
        case Games.MULTIPLE:
            return f"Session_Games-{at['Seated']}"
    return f"{at['Begun']}-{at['Seated']}"
