"""The control sheet: one line a table, with its state and its first problem; behind them rounds, fixed tables, the next step.

The next step is a list of conditions in order of precedence, each with its sentence; every sheet shows the first that holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from openpyxl.styles import Border, Side
from openpyxl.utils import quote_sheetname
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets import steps
from bangxl.sheets.cells import Columns, first_of, literal, phrase
from bangxl.sheets.context import Context
from bangxl.sheets.links import jump, link_if
from bangxl.sheets.record import cells as record
from bangxl.sheets.round import fixed
from bangxl.sheets.styles import (
    INK,
    RULE,
    book_name,
    book_names,
    caption,
    frame,
    hide,
    highlight,
    page,
    states,
    table,
    widths,
)
from bangxl.tournament.model import EventType
from bangxl.tournament.rotation import LEAST_ACTIVE
from bangxl.tournament.rulebook import Games
from bangxl.workbook.names import record_sheet

FIRST: Final = 7
_KEYS: Final = ("Round", "Table", "Players", "State", "Problem", "gap", "Sign", "Urgency", "Where")
WHERE: Final = "C5"
"""On the first sheet: the note that says where the sheets of finished rounds are."""
_NOT_ZERO: Final = "0;0;"
"""A number format: no sign of a table that is not seated yet, between others that are."""
_RULING_KEYS: Final = ("Rulings", "Reason")
"""Hidden: how many events decide the table's game, and why as the last of them says it, in a sentence for the sheet."""
_HIDDEN_COLUMNS: Final = 13
"""The last ones: the games of fixed tables, the rulings."""
_ROUND_KEYS: Final = ("Seated", "Complete", "Players", "Done", "Over")
_GAMES: Final = ("Number", "Begun", "Seated", "Complete", "Left", "Games", "Due", "Ready", "List")
"""Names ``Table_…``: players at the start; games seated, complete; players still in; games in all, as things stand; 1 if another
is due; 1 if it can be seated now; and the tables up to this one for which that holds, as a text."""


def _columns(ctx: Context) -> Columns:
    """Where the tables stand, the last round first: only rounds in play are shown, so the one in play is on top."""
    return Columns(_KEYS, "B", FIRST, FIRST + ctx.rounds * ctx.tables - 1)


def table_row(ctx: Context, number: int, number_of_table: int) -> int:
    """The row of a table."""
    return FIRST + (ctx.rounds - number) * ctx.tables + number_of_table - 1


def rulings(ctx: Context) -> Columns:
    """What the events say about rulings, on the rows of the tables (G10)."""
    return Columns(_RULING_KEYS, "AF", FIRST, _columns(ctx).last)


def ruling(ctx: Context, key: str, number: int, table: int) -> str:
    """``Rulings`` or ``Reason`` of the game of a round and table, for formulas on other sheets."""
    return f"{quote_sheetname(ctx.tab('control'))}!{rulings(ctx).at(key, table_row(ctx, number, table))}"


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet with the names ``Control_Round<r>`` (a round's rows) and the hidden workings of ``Next_Step``."""
    _ = ctx._
    ws, block = wb.create_sheet(ctx.tab("control")), _columns(ctx)
    fixed = ctx.rulebook.fixed_tables
    widths(ws, 2, 10, 10, 12, 18, 92, 2, 10, 10, 2, 10, 10, 10, 10, 2, 20, 12, 2, 10, 90, *[10] * _HIDDEN_COLUMNS)
    nav: dict[str, tuple[str, str] | str] = {
        "B2": (ctx.tab("setup"), _("◄ Tournament")),
        "D2": (ctx.tab("events"), ctx.tab("events")),
        "E2": link_if('Published="yes"', ctx.tab("standings"), ctx.tab("standings")),
    }
    frame(ws, "F", ctx.tab("control"), nav, freeze=f"A{FIRST}", tab=RULE)
    caption(ws, "B5", "=" + (_summary_of_tables(ctx, block) if fixed else _summary(ctx, block)))
    _table(wb, ws, ctx, block)
    _rounds(wb, ws, ctx, block)
    games = _games(ctx, "V", FIRST)
    if fixed:
        _write_games(wb, ws, ctx, games, block)
    steps.build(wb, ws, ctx, block)
    hide(ws, "H", rulings(ctx).right)
    page(ws, f"B5:F{block.last}", landscape=True, tall=0, titles="5:6")


def _table(wb: Workbook, ws: Worksheet, ctx: Context, block: Columns) -> None:
    """A row for every record sheet, with its state and, hidden, how urgent it is."""
    _ = ctx._
    heads = [_("Game") if ctx.rulebook.fixed_tables else _("Round"), _("Table"), _("Players"), _("State"), _("First thing to do")]
    rows = [_row(ctx, number, place) for number in range(ctx.rounds, 0, -1) for place in range(1, ctx.tables + 1)]
    table(ws, "B6", heads, rows, ["Centre", "Centre", "Centre", "State", "Text"])
    states(ws, f"E{block.first}:E{block.last}")
    if ctx.tables > 1:
        border = Border(top=Side("thin", INK), bottom=Side("thin", RULE))
        highlight(ws, f"B{block.first}:F{block.last}", f"$C{block.first}=1", border=border)
    for row in block.rows:
        ws[block.at("Players", row)].number_format = _NOT_ZERO
        ws.row_dimensions[row].hidden = True
        ws[block.at("Sign", row)] = f"=LEFT({block.at('State', row)},1)"
        ws[block.at("Urgency", row)] = f"={_urgency(block, row)}"
        _ruling(ws, ctx, block, row)
        sheet = record_sheet(ctx.rounds - (row - FIRST) // ctx.tables, (row - FIRST) % ctx.tables + 1)
        ws[block.at("Where", row)] = f"={sheet}!{record.cell(ctx, 'Where')}"
    for number in range(1, ctx.rounds + 1):
        book_name(wb, ws, f"Control_Round{number}", f"B{table_row(ctx, number, 1)}:B{table_row(ctx, number, ctx.tables)}")
    book_name(wb, ws, "Control_State", f"E{block.first}:E{block.last}")
    book_name(wb, ws, "Control_Problem", f"F{block.first}:F{block.last}")


def to_round(ctx: Context, over: str, sheet: str, text: str, cell: str) -> str:
    """A link to a sheet of a round; to the note that says where it is, while ``over`` holds and it is hidden.

    No program can follow a link to a hidden sheet: Excel refuses, LibreOffice shows another one.
    """
    note, there = (jump(tab, "", place)[len("=HYPERLINK(") : -2] for tab, place in ((ctx.tab("setup"), WHERE), (sheet, cell)))
    return f"HYPERLINK(IF({over},{note},{there}),{text})"


def _row(ctx: Context, number: int, place: int) -> list[int | str]:
    sheet = record_sheet(number, place)
    over = f"{_round_columns(ctx).fixed('Over', FIRST + number - 1)}=1"
    state = "=" + to_round(ctx, over, sheet, f"{sheet}!{record.cell(ctx, 'Check')}", record.INPUTS)
    return [number, place, f"={sheet}!{record.cell(ctx, 'Size')}", state, f"={sheet}!{record.cell(ctx, 'Problem')}"]


def _ruling(ws: Worksheet, ctx: Context, block: Columns, row: int) -> None:
    """Which events are rulings of the row's game; a reason may stand in any of them."""
    table = f"(Events_Round={block.at('Round', row)})*(Events_Table={block.at('Table', row)})"
    ruled = rulings(ctx)
    lines = f'(Events_Type_Code="{EventType.RULING}")*{table}'
    ws[ruled.at("Rulings", row)] = f"=SUMPRODUCT({lines})"
    why = phrase(ctx._("Decided by the referee: {reason}"), reason=f'LOOKUP(2,1/({lines}*(Events_Reason<>"")),Events_Reason)')
    ws[ruled.at("Reason", row)] = f'=IFERROR({why},"")'


def _urgency(block: Columns, row: int) -> str:
    """The smaller, the sooner: wrong before incomplete before in play, then by round and table; blank where all is well."""
    sign, place = block.at("Sign", row), f"100*{block.at('Round', row)}+{block.at('Table', row)}"
    signs = enumerate(("×", "!", "►"), 1)
    return first_of(*((f'{sign}="{text}"', f"{rank}0000+{place}") for rank, text in signs), otherwise='""')


def _summary(ctx: Context, block: Columns) -> str:
    """The round in play in a line: how many tables are in which state."""
    _ = ctx._
    signs = {"complete": "✓", "wrong": "×", "incomplete": "!", "play": "►"}
    counts = {word: f'COUNTIFS({block.all("Round")},Rounds_Seated,{block.all("Sign")},"{sign}")' for word, sign in signs.items()}
    text = _("Round {n} · complete: {complete} · wrong: {wrong} · incomplete: {incomplete} · in play: {play}")
    nothing = literal(_("No round has been seated yet"))
    return f"IF(Rounds_Seated=0,{nothing},{phrase(text, n='Rounds_Seated', **counts)})"


def _summary_of_tables(ctx: Context, block: Columns) -> str:
    """Fixed tables in a line: each is in a game of its own, so the states are counted over all games."""
    _ = ctx._
    signs = {"wrong": "×", "incomplete": "!", "play": "►"}
    counts = {word: f'COUNTIF({block.all("Sign")},"{sign}")' for word, sign in signs.items()}
    text = _("Finished: {done} · ready for the next game: {ready} · wrong: {wrong} · incomplete: {incomplete} · in play: {play}")
    nothing = literal(_("No game has been seated yet"))
    if ctx.tables == 1:
        done = phrase(_("Games complete: {done} of {games}"), done="Rounds_Played", games="Rounds_Scheduled")
        return f"IF(Rounds_Seated=0,{nothing},{done})"
    facts = {"done": "Tables_Finished", "ready": "Tables_Ready", **counts}
    return f"IF(Rounds_Seated=0,{nothing},{phrase(text, **facts)})"


def _round_columns(ctx: Context) -> Columns:
    return Columns(_ROUND_KEYS, "K", FIRST, FIRST + ctx.rounds - 1)


def _rounds(wb: Workbook, ws: Worksheet, ctx: Context, block: Columns) -> None:
    """For every round: tables seated, complete, 1 if it is done and all before it are, 1 if all its games are closed.

    A round of fixed tables is done when every table that is to play so many games has.
    """
    rounds = _round_columns(ctx)
    for number, row in enumerate(rounds.rows, 1):
        top, end = table_row(ctx, number, 1), table_row(ctx, number, ctx.tables)
        seated, complete, players, done, over = (rounds.letter(key) for key in _ROUND_KEYS)
        ws[f"{seated}{row}"] = f'=COUNTIF({block.span("Players", top, end)},">0")'
        ws[f"{complete}{row}"] = f'=COUNTIF({block.span("Sign", top, end)},"✓")'
        ws[f"{players}{row}"] = f"=SUM({block.span('Players', top, end)})"
        before = "" if number == 1 else f",{done}{row - 1}=1"
        due = f'COUNTIF(Table_Games,">={number}")' if ctx.rulebook.fixed_tables else f"{seated}{row}"
        ws[f"{done}{row}"] = f"=IF(AND({seated}{row}>0,{due}={complete}{row}{before}),1,0)"
        last = f"COUNTIF(Table_Seated,{number})=0" if ctx.rulebook.fixed_tables else f"Rounds_Seated>{number}"
        ws[f"{over}{row}"] = f'=IF(AND({seated}{row}>0,OR({last},Published="yes")),1,0)'
    book_names(wb, ws, "Round", rounds)


def _games(ctx: Context, left: str, first: int) -> Columns:
    """Where the tables stand."""
    return Columns(_GAMES, left, first, first + ctx.tables - 1)


def _write_games(wb: Workbook, ws: Worksheet, ctx: Context, block: Columns, sheets: Columns) -> None:
    """Write the _games; ``sheets`` are the rows of the record sheets (``Table``, ``Players``, ``Sign``)."""
    for key in _GAMES:
        ws[block.at(key, block.first - 1)] = key
    book_names(wb, ws, "Table", block)
    for number, row in enumerate(block.rows, 1):
        at = {key: block.at(key, row) for key in _GAMES}
        ws[block.at("Number", row)] = number
        above = block.at("List", row - 1) if number > 1 else '""'
        for key, formula in _formulas(ctx, sheets, at, above).items():
            ws[block.at(key, row)] = f"={formula}"


def _formulas(ctx: Context, sheets: Columns, at: Mapping[str, str], above: str) -> dict[str, str]:
    table = f"{sheets.all('Table')},{at['Number']}"
    least = LEAST_ACTIVE if ctx.rulebook.passive else ctx.rulebook.smallest_table
    over = f'OR({at["Begun"]}=0,Published="yes",ISNUMBER(Closed_After_Round),{at["Left"]}<{least})'
    return {
        "Begun": f"COUNTIF({fixed('Table')},{at['Number']})",
        "Seated": f'COUNTIFS({table},{sheets.all("Players")},">0")',
        "Complete": f'COUNTIFS({table},{sheets.all("Sign")},"✓")',
        "Left": f"COUNTIFS({_players_left(at)})",
        "Games": f"{at['Seated']}+IF({over},0,MAX(0,{_games_left(ctx, at)}))",
        "Due": f"IF({at['Games']}>{at['Seated']},1,0)",
        "Ready": f"IF(AND({at['Due']}=1,{at['Seated']}={at['Complete']}),1,0)",
        "List": f'{above}&IF({at["Ready"]}=1,IF({above}="","",", ")&{at["Number"]},"")',
    }


def _players_left(at: Mapping[str, str]) -> str:
    """The players who began at the table and have not left before its next game, as COUNTIFS asks for them."""
    return f'Standings_Table,{at["Number"]},Players_Until,">"&{at["Seated"]}'


def _games_left(ctx: Context, at: Mapping[str, str]) -> str:
    """Games still to come at a table that goes on."""
    match ctx.rulebook.games:
        case Games.EACH_SHERIFF:
            return f"COUNTIFS({_players_left(at)},Standings_Sheriffs,0)"
        case Games.MULTIPLE:
            return f"Session_Games-{at['Seated']}"
    return f"{at['Begun']}-{at['Seated']}"
