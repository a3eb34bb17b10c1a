"""The control sheet: one line a table, with its state and its first problem; behind them rounds, fixed tables, the next step.

The next step is a list of conditions in order of precedence, each with its sentence; every sheet shows the first that holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from openpyxl.styles import Border, Side
from openpyxl.utils import quote_sheetname
from openpyxl.workbook.workbook import Workbook

from bangxl.locale.catalog import N_
from bangxl.sheets import bracket, events, players
from bangxl.sheets.cells import Columns, first_of, jump, link_if, literal, phrase, plain
from bangxl.sheets.context import Context
from bangxl.sheets.finals import winners
from bangxl.sheets.record import cells as record
from bangxl.sheets.record.cells import INPUTS, OUTCOME, STAGE
from bangxl.sheets.round import fixed, seats_drawn
from bangxl.sheets.styles import INK, RULE, Sheet
from bangxl.tournament.model import EventType
from bangxl.tournament.rotation import LEAST_ACTIVE
from bangxl.tournament.rulebook import Games
from bangxl.workbook.messages import sheet_title
from bangxl.workbook.names import record_sheet, stage_sheet

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
    sheet = Sheet(wb, ctx.tab("control"))
    block = _columns(ctx)
    fixed = ctx.rulebook.fixed_tables
    sheet.widths(2, 10, 10, 12, 18, 92, 2, 10, 10, 2, 10, 10, 10, 10, 2, 20, 12, 2, 10, 90, *[10] * _HIDDEN_COLUMNS)
    nav: dict[str, tuple[str, str] | str] = {
        "B2": (ctx.tab("setup"), _("◄ Tournament")),
        "D2": (ctx.tab("events"), ctx.tab("events")),
        "E2": link_if('Published="yes"', ctx.tab("standings"), ctx.tab("standings")),
    }
    sheet.frame("F", ctx.tab("control"), nav, freeze=f"A{FIRST}", tab=RULE)
    # the round in play in a line: how many tables are in which state
    signs = {"complete": "✓", "wrong": "×", "incomplete": "!", "play": "►"}
    counts = {word: f'COUNTIFS({block.all("Round")},Rounds_Seated,{block.all("Sign")},"{sign}")' for word, sign in signs.items()}
    text = _("Round {n} · complete: {complete} · wrong: {wrong} · incomplete: {incomplete} · in play: {play}")
    nothing = literal(_("No round has been seated yet"))
    sheet.caption(
        "B5",
        "="
        + (
            _summary_of_tables(ctx, block)
            if fixed
            else f"IF(Rounds_Seated=0,{nothing},{phrase(text, n='Rounds_Seated', **counts)})"
        ),
    )
    _table(sheet, ctx, block)
    _rounds(sheet, ctx, block)
    games = _games(ctx, "V", FIRST)
    if fixed:
        # write the _games; sheets are the rows of the record sheets (Table, Players, Sign)
        for key in _GAMES:
            sheet[games.at(key, games.first - 1)] = key
        sheet.book_names("Table", games)
        for number, row in enumerate(games.rows, 1):
            at = {key: games.at(key, row) for key in _GAMES}
            sheet[games.at("Number", row)] = number
            above = games.at("List", row - 1) if number > 1 else '""'
            for key, formula in _formulas(ctx, block, at, above).items():
                sheet[games.at(key, row)] = f"={formula}"
    _next_step(sheet, ctx, block)
    sheet.hide("H", rulings(ctx).right)
    sheet.page(f"B5:F{block.last}", landscape=True, tall=0, titles="5:6")


def _table(sheet: Sheet, ctx: Context, block: Columns) -> None:
    """A row for every record sheet, with its state and, hidden, how urgent it is."""
    _ = ctx._
    heads = [_("Game") if ctx.rulebook.fixed_tables else _("Round"), _("Table"), _("Players"), _("State"), _("First thing to do")]
    rows = [_row(ctx, number, place) for number in range(ctx.rounds, 0, -1) for place in range(1, ctx.tables + 1)]
    sheet.table("B6", heads, rows, ["Centre", "Centre", "Centre", "State", "Text"])
    sheet.states(f"E{block.first}:E{block.last}")
    if ctx.tables > 1:
        border = Border(top=Side("thin", INK), bottom=Side("thin", RULE))
        sheet.highlight(f"B{block.first}:F{block.last}", f"$C{block.first}=1", border=border)
    for row in block.rows:
        sheet[block.at("Players", row)].number_format = _NOT_ZERO
        sheet.ws.row_dimensions[row].hidden = True
        sheet[block.at("Sign", row)] = f"=LEFT({block.at('State', row)},1)"
        # the smaller, the sooner: wrong before incomplete before in play, then by round and table; blank where all is well
        sign, position = block.at("Sign", row), f"100*{block.at('Round', row)}+{block.at('Table', row)}"
        signs = enumerate(("×", "!", "►"), 1)
        urgency = first_of(*((f'{sign}="{text}"', f"{rank}0000+{position}") for rank, text in signs), otherwise='""')
        sheet[block.at("Urgency", row)] = f"={urgency}"
        # which events are rulings of the row's game; a reason may stand in any of them
        table = f"(Events_Round={block.at('Round', row)})*(Events_Table={block.at('Table', row)})"
        ruled = rulings(ctx)
        lines = f'(Events_Type_Code="{EventType.RULING}")*{table}'
        sheet[ruled.at("Rulings", row)] = f"=SUMPRODUCT({lines})"
        why = phrase(ctx._("Decided by the referee: {reason}"), reason=f'LOOKUP(2,1/({lines}*(Events_Reason<>"")),Events_Reason)')
        sheet[ruled.at("Reason", row)] = f'=IFERROR({why},"")'
        tab = record_sheet(ctx.rounds - (row - FIRST) // ctx.tables, (row - FIRST) % ctx.tables + 1)
        sheet[block.at("Where", row)] = f"={tab}!{record.cell(ctx, 'Where')}"
    for number in range(1, ctx.rounds + 1):
        sheet.book_name(f"Control_Round{number}", f"B{table_row(ctx, number, 1)}:B{table_row(ctx, number, ctx.tables)}")
    sheet.book_name("Control_State", f"E{block.first}:E{block.last}")
    sheet.book_name("Control_Problem", f"F{block.first}:F{block.last}")


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


def _rounds(sheet: Sheet, ctx: Context, block: Columns) -> None:
    """For every round: tables seated, complete, 1 if it is done and all before it are, 1 if all its games are closed.

    A round of fixed tables is done when every table that is to play so many games has.
    """
    rounds = _round_columns(ctx)
    for number, row in enumerate(rounds.rows, 1):
        top, end = table_row(ctx, number, 1), table_row(ctx, number, ctx.tables)
        seated, complete, players, done, over = (rounds.letter(key) for key in _ROUND_KEYS)
        sheet[f"{seated}{row}"] = f'=COUNTIF({block.span("Players", top, end)},">0")'
        sheet[f"{complete}{row}"] = f'=COUNTIF({block.span("Sign", top, end)},"✓")'
        sheet[f"{players}{row}"] = f"=SUM({block.span('Players', top, end)})"
        before = "" if number == 1 else f",{done}{row - 1}=1"
        due = f'COUNTIF(Table_Games,">={number}")' if ctx.rulebook.fixed_tables else f"{seated}{row}"
        sheet[f"{done}{row}"] = f"=IF(AND({seated}{row}>0,{due}={complete}{row}{before}),1,0)"
        last = f"COUNTIF(Table_Seated,{number})=0" if ctx.rulebook.fixed_tables else f"Rounds_Seated>{number}"
        sheet[f"{over}{row}"] = f'=IF(AND({seated}{row}>0,OR({last},Published="yes")),1,0)'
    sheet.book_names("Round", rounds)


def _games(ctx: Context, left: str, first: int) -> Columns:
    """Where the tables stand."""
    return Columns(_GAMES, left, first, first + ctx.tables - 1)


def _formulas(ctx: Context, sheets: Columns, at: Mapping[str, str], above: str) -> dict[str, str]:
    table = f"{sheets.all('Table')},{at['Number']}"
    least = LEAST_ACTIVE if ctx.rulebook.passive else ctx.rulebook.smallest_table
    over = f'OR({at["Begun"]}=0,Published="yes",ISNUMBER(Closed_After_Round),{at["Left"]}<{least})'
    # games still to come at a table that goes on
    match ctx.rulebook.games:
        case Games.EACH_SHERIFF:
            games_left = f"COUNTIFS({_players_left(at)},Standings_Sheriffs,0)"
        case Games.MULTIPLE:
            games_left = f"Session_Games-{at['Seated']}"
        case _:
            games_left = f"{at['Begun']}-{at['Seated']}"
    return {
        "Begun": f"COUNTIF({fixed('Table')},{at['Number']})",
        "Seated": f'COUNTIFS({table},{sheets.all("Players")},">0")',
        "Complete": f'COUNTIFS({table},{sheets.all("Sign")},"✓")',
        "Left": f"COUNTIFS({_players_left(at)})",
        "Games": f"{at['Seated']}+IF({over},0,MAX(0,{games_left}))",
        "Due": f"IF({at['Games']}>{at['Seated']},1,0)",
        "Ready": f"IF(AND({at['Due']}=1,{at['Seated']}={at['Complete']}),1,0)",
        "List": f'{above}&IF({at["Ready"]}=1,IF({above}="","",", ")&{at["Number"]},"")',
    }


def _players_left(at: Mapping[str, str]) -> str:
    """The players who began at the table and have not left before its next game, as COUNTIFS asks for them."""
    return f'Standings_Table,{at["Number"]},Players_Until,">"&{at["Seated"]}'


FACTS, VALUES = "P", "Q"
STEPS, TEXTS, CELLS = "S", "T", "U"
_QUARTERFINAL: Final = N_("Next step: play quarterfinal {n}, type the characters eliminated in {a} and {b}.")
PLAY: Final[Mapping[str, str]] = {
    **{f"QF{n}": _QUARTERFINAL for n in range(1, 5)},
    "SF1": N_("Next step: play semifinal 1, type the characters eliminated in {a} and {b}."),
    "SF2": N_("Next step: play semifinal 2, type the characters eliminated in {a} and {b}."),
    "P3": N_("Next step: play for third place, type the characters eliminated in {a} and {b}."),
    "F": N_("Next step: play the final, type the characters eliminated in {a} and {b}."),
}
"""The step for each duel of a bracket."""

_OTHER: Final = N_("Next step: play duel {match}, type the characters eliminated in {a} and {b}.")
_FEW_LISTED: Final = 6
"""So many tables a sentence can name; more are counted."""

Advice = tuple[str, str] | tuple[str, str, str]
"""A condition, a sentence, and the cell to go to (``Round1T2!F9``, or blank), formulas without ``=``."""


def _next_step(sheet: Sheet, ctx: Context, tables: Columns) -> None:
    """Write the facts (``Rounds_…``, ``First_…`` and others), ``Next_Step`` and its ``Next_Cell`` into hidden columns."""
    for row, (name, formula) in enumerate(_facts(ctx, tables).items(), FIRST):
        sheet[f"{FACTS}{row}"] = name
        sheet[f"{VALUES}{row}"] = f"={formula}"
        sheet.book_name(name, f"{VALUES}{row}")
    steps = [*_wrong(ctx, tables), *_elimination(ctx, tables), *_finals(ctx)]
    last = FIRST + len(steps)
    sheet[f"{STEPS}{last}"], sheet[f"{TEXTS}{last}"] = 1, ""
    for row, (when, text, *cell) in enumerate(steps, FIRST):
        sheet[f"{STEPS}{row}"] = f"=IF({when},1,0)"
        sheet[f"{TEXTS}{row}"] = f'=IF({STEPS}{row}=1,{text},"")'
        if cell:
            sheet[f"{CELLS}{row}"] = f'=IF({STEPS}{row}=1,{cell[0]},"")'
    for name, column in (("Next_Step", TEXTS), ("Next_Cell", CELLS)):
        sheet[f"{column}5"] = f'=INDEX({column}{FIRST}:{column}{last},MATCH(1,{STEPS}{FIRST}:{STEPS}{last},0))&""'
        sheet.book_name(name, f"{column}5")


def _facts(ctx: Context, tables: Columns) -> dict[str, str]:
    """Where the tournament stands. Rounds follow from the players at the start (R10-4); at fixed tables from who is there."""
    sitting = 'COUNTIFS(Leaving_Type,"sit_out",Events_After_Round,Rounds_Seated)'
    urgency = tables.all("Urgency")
    scheduled = "IFERROR(INDEX(Chart_Rounds,MATCH(Players_Started,Chart_Players,0)),0)"
    started = "INDEX(Round_Players,1)"
    if ctx.rulebook.fixed_tables:
        # the largest table that the referee has chosen, before the draw; else as the chart says
        first_of_composition = first_of(
            *((f'ISNUMBER(FIND("{n}",Option_composition))', f"{n}") for n in _sizes(ctx)), otherwise=scheduled
        )
        scheduled = f"IF(Rounds_Seated>0,MAX(Table_Games),{first_of_composition})"
        started = "SUM(Table_Begun)"
    # counted once: tables that can get their next game, and tables that have played all of theirs. A session that has no end
    # of its own plays as many games as were asked for, or one a player; more if more were seated
    found = {
        "Tables_Ready": "SUM(Table_Ready)",
        "Tables_Finished": "SUMPRODUCT((Table_Due=0)*(Table_Seated>0)*(Table_Seated=Table_Complete))",
    }
    if ctx.rulebook.games is not Games.MULTIPLE:
        facts_of_tables = found
    else:
        asked = 'IF(TRIM(Option_games)="",0,IFERROR(VALUE(Option_games),0))' if "games" in ctx.rulebook.options else "0"
        wanted = "IF(AND(Session_Asked>0,INT(Session_Asked)=Session_Asked),Session_Asked,Session_Players)"
        facts_of_tables = found | {
            "Session_Players": "MAX(1,MAX(Table_Begun))",
            "Session_Asked": asked,
            "Session_Games": f"MAX({wanted},ROUNDUP(Rounds_Seated/Session_Players,0)*Session_Players)",
        }
    return {
        "Rounds_Seated": 'COUNTIF(Round_Seated,">0")',
        "Tables_In_Use": "MAX(Round_Seated)",
        "Rounds_Played": "SUM(Round_Done)",
        "Players_Started": f"IF(Rounds_Seated>0,{started},Entries_Present)",
        "Rounds_Scheduled": f"IF(ISNUMBER(Closed_After_Round),Closed_After_Round,{scheduled})",
        "Players_Available": f'SUMPRODUCT((Standings_Entrant=1)*(Standings_Left=""))-{sitting}',
        "Events_Wrong": events.FIRST_WRONG,
        "First_Urgency": f"IF(COUNT({urgency})=0,0,MIN({urgency}))",
        "First_Table": f"IF(First_Urgency=0,0,MATCH(First_Urgency,{urgency},0))",
        **(facts_of_tables if ctx.rulebook.fixed_tables else {}),
    }


def _sizes(ctx: Context) -> list[int]:
    """The sizes of tables that a composition can name, the largest first; none where the referee has no choice."""
    return sorted(ctx.rulebook.roles, reverse=True) if "composition" in ctx.rulebook.options else []


def _urgent(rank: int) -> str:
    """Whether the most urgent table is wrong (1), incomplete (2) or in play (3)."""
    return f"INT(First_Urgency/10000)={rank}"


def _sheet(tables: Columns) -> str:
    """The tab of the most urgent record sheet."""
    return f'"Round"&INDEX({tables.all("Round")},First_Table)&"T"&INDEX({tables.all("Table")},First_Table)'


def _called(ctx: Context, tables: Columns) -> str:
    """The most urgent record sheet as people call it."""
    number, table = (f"INDEX({tables.all(key)},First_Table)" for key in ("Round", "Table"))
    if ctx.tables == 1:
        return phrase(ctx._("Game {round}"), round=number)
    return phrase(ctx._("Round {round}, table {table}"), round=number, table=table)


def _problem(tables: Columns) -> str:
    """Its first problem, without the sign."""
    return f"MID(INDEX({tables.all('Problem')},First_Table),3,200)"


def _gap(tables: Columns) -> str:
    """Where to go on the most urgent record sheet: its problem's cell."""
    where = f"INDEX({tables.all('Where')},First_Table)"
    return f'{_sheet(tables)}&"!"&IF({where}="","{plain(OUTCOME)}",{where})'


def _wrong(ctx: Context, tables: Columns) -> Iterator[Advice]:
    """What must be put right before anything else."""
    # A name that somebody has emptied on a record sheet: no cell to go to, as it is the program's. Who never came has none
    seated = "INDEX(Round_Players,1)+COUNTIF(Players_Until,0)" if ctx.rulebook.fixed_tables else "SUM(Round_Players)"
    told = ctx._("× A name is missing on a record sheet: {bangxl check} says where.")
    yield f"{seated}<COUNT({seats_drawn(ctx)})", literal(told)
    yield _urgent(1), f'"× "&{_called(ctx, tables)}&" · "&{_problem(tables)}', _gap(tables)
    block = players.columns(ctx)
    name, mark = (f"TRIM(INDEX(Players_{key},Entries_Wrong))" for key in ("Name", "Mark"))
    letter = f'IF(AND({name}<>"",{mark}<>"",{mark}<>"yes"),"{block.letter("Present")}","{block.letter("Name")}")'
    yield _entry(ctx, "players", "Entries_Wrong", letter, players.FIRST, "Players_Check")
    yield _entry(ctx, "events", "Events_Wrong", events.asked_column(ctx), events.FIRST, "Events_Check")
    for sheet, problem in _stage_sheets(ctx):
        called = literal(f"× {sheet_title(sheet, ctx.catalog.language, ctx.rulebook)} · ")
        yield f'LEFT({problem},1)="×"', f"{called}&MID({problem},3,200)", _stage_cell(sheet)
    for match in ctx.rulebook.matches:
        check = f"Finals_{match.code}_Check"
        cell = bracket.score_cells(ctx.rulebook, match.code)[0]
        where = literal(f"× {ctx.tab('finals')} {cell} · ")
        yield f'LEFT({check},1)="×"', f"{where}&MID({check},3,99)", literal(_on_tab(ctx, "finals") + cell)


def _entry(ctx: Context, sheet: str, line: str, letter: str, first: int, check: str) -> Advice:
    """A line of the players or of the events that stops the draw; ``letter`` is the formula of its column."""
    tab, cell = ctx.tab(sheet), f"{letter}&{line}+{first - 1}"
    text = f'{literal(f"× {tab} ")}&{cell}&" · "&MID(INDEX({check},{line}),3,99)'
    return f"{line}>0", text, f"{literal(_on_tab(ctx, sheet))}&{cell}"


def _on_tab(ctx: Context, sheet: str) -> str:
    """What stands before a cell of a sheet with a translated tab."""
    tab = ctx.tab(sheet).replace("'", "''")
    return f"'{tab}'!"


def _score(ctx: Context, match: str) -> str:
    """Where to go to type the result of a duel: the first of its two cells that is blank."""
    a, b = (literal(_on_tab(ctx, "finals") + cell) for cell in bracket.score_cells(ctx.rulebook, match))
    return f'IF(AND(Finals_{match}_Score_A<>"",Finals_{match}_Score_B=""),{b},{a})'


def _stage_cell(sheet: str) -> str:
    """Where to go on a sheet of the knock-out."""
    return f'"{sheet}!"&{sheet}!{STAGE.cells["Where"]}'


def _stage_sheets(ctx: Context) -> list[tuple[str, str]]:
    """The tables of the knock-out: their tabs, and where each says what is wrong or missing."""
    tables = [(stage, table) for stage, count in enumerate(ctx.stages, 1) for table in range(1, count + 1)]
    return [(stage_sheet(*table), f"{stage_sheet(*table)}!{STAGE.cells['Problem']}") for table in tables]


def _elimination(ctx: Context, tables: Columns) -> Iterator[Advice]:
    """The games: play, copy, seat the next ones; then publish."""
    _, fixed = ctx._, ctx.rulebook.fixed_tables
    gap = {"sheet": _called(ctx, tables), "problem": _problem(tables)}
    yield _urgent(2), phrase(_("Next step: {sheet} · {problem}"), **gap), _gap(tables)
    if fixed:
        yield "Tables_Ready>0", _ready(ctx)
    # the game in play at the most urgent table
    number, table = (f"INDEX({tables.all(key)},First_Table)" for key in ("Round", "Table"))
    if not ctx.rulebook.fixed_tables:
        play = phrase(_("Next step: play round {round}, then copy the record sheet of table {table}."), round=number, table=table)
    elif ctx.tables == 1:
        play = phrase(_("Next step: play game {n}, then copy the record sheet."), n=number)
    else:
        play = phrase(_("Next step: play game {n} at table {table}, then copy the record sheet."), n=number, table=table)
    yield _urgent(3), play, f'{_sheet(tables)}&"!{INPUTS}"'
    over = _("The tournament is over: {player} has won. Next: {bangxl report}.")
    yield 'Closed="yes"', phrase(over, player=winners(ctx))
    yield from _start(ctx)
    more = "Rounds_Seated=0" if fixed else 'AND(Published<>"yes",OR(Rounds_Seated=0,Rounds_Seated<Rounds_Scheduled))'
    # the regulation has no tables for so many; one table may be left, but not at the start (R10-1)
    single = "+".join(f"(Players_Available={size})" for size in ctx.rulebook.single_tables) or "0"
    none = f"AND({more},ISNA(MATCH(Players_Available,Chart_Players,0)),(Rounds_Seated>0)*({single})=0)"
    if ctx.rulebook.fixed_tables:
        no_tables = (
            none,
            phrase(_("! Players: {n}. For so many there are no tables: more or fewer must be present."), n="Players_Available"),
        )
    else:
        no_tables = (
            none,
            phrase(
                _("! Players: {n}. For so many there are no tables: somebody sits out, or {bangxl seat --close}."),
                n="Players_Available",
            ),
        )
    yield no_tables
    # what is drawn next: a round, or once for all the tables
    if ctx.rulebook.fixed_tables:
        draw = literal(_("Next step: {bangxl seat}: tables and seats are drawn."))
    else:
        draw = phrase(_("Next step: {bangxl seat}: round {n} is drawn."), n="Rounds_Seated+1")
    yield more, draw
    if ctx.rulebook.has_finals:
        nobody = 'AND(Published<>"yes",COUNT(Standings_Place)=0)'
        yield nobody, literal(_("! Nobody is left to play the finals."))
    # the end of the elimination phase: the standings, and what the regulation has after them
    if ctx.rulebook.knockout:
        publish = literal(_("Next step: {bangxl seat}: standings and first stage."))
    elif ctx.rulebook.brackets:
        publish = literal(_("Next step: {bangxl seat}: standings and duels."))
    elif "games" not in ctx.rulebook.options:
        publish = literal(_("Next step: {bangxl seat}: final ranking and prizes."))
    else:
        complete = _("Games complete: {games}. {bangxl seat}; or write more games on «{setup}».")
        publish = phrase(complete, games="Rounds_Played", setup=literal(ctx.tab("setup")))
    yield 'Published<>"yes"', publish


def _ready(ctx: Context) -> str:
    """Which fixed tables can get their next game."""
    _ = ctx._
    if ctx.tables == 1:
        return phrase(_("Next step: {bangxl seat}: game {n} is seated."), n="Rounds_Seated+1")
    listed = f"INDEX(Table_List,{ctx.tables})"
    return first_of(
        ("Tables_Ready=1", phrase(_("Next step: {bangxl seat}: next game at table {table}."), table=listed)),
        (
            f"Tables_Ready<={_FEW_LISTED}",
            phrase(_("Next step: {bangxl seat}: next game at tables {tables}."), tables=listed),
        ),
        otherwise=phrase(_("Next step: {bangxl seat}: next game at {n} tables."), n="Tables_Ready"),
    )


def _start(ctx: Context) -> Iterator[Advice]:
    """Before the first draw: names, presence, a composition that fits."""
    _, least, fresh = ctx._, str(ctx.rulebook.minimum_players), "Rounds_Seated=0"
    names = phrase(
        _("Next step: type the players' names on «{players}», at least {n}."), players=literal(ctx.tab("players")), n=least
    )
    yield f"AND({fresh},Entries_Named<{least})", names
    few = phrase(_("Next step: present {present}, at least {n} players are needed."), present="Entries_Present", n=least)
    yield f"AND({fresh},Entries_Present<{least})", few
    yield f"AND({fresh},Entries_Unmarked>0)", literal(_("Next step: mark who is present, {bangxl seat}."))
    if sizes := _sizes(ctx):
        seats = "+".join(f'{n}*(LEN(Option_composition)-LEN(SUBSTITUTE(Option_composition,"{n}","")))' for n in sizes)
        wrong = f'AND({fresh},TRIM(Option_composition)<>"",{seats}<>Players_Available)'
        told = _("! The tables {sizes} are not for {n} players: change them on «{setup}».")
        yield wrong, phrase(told, sizes="Option_composition", n="Players_Available", setup=literal(ctx.tab("setup")))


def _finals(ctx: Context) -> Iterator[Advice]:
    """The duels, or the stages of the knock-out: play, seat the next ones, close."""
    _ = ctx._
    for sheet, problem in _stage_sheets(ctx):
        called = sheet_title(sheet, ctx.catalog.language, ctx.rulebook)
        yield (
            f'LEFT({problem},1)="!"',
            phrase(_("Next step: {sheet} · {problem}"), sheet=literal(called), problem=f"MID({problem},3,200)"),
            _stage_cell(sheet),
        )
    for number in range(1, len(ctx.stages) + 1):
        play = _("Next step: play stage {n} of the knock-out and copy its record sheets.")
        yield f"Stage{number}_Seated>Stage{number}_Done", phrase(play, n=str(number))
    if ctx.stages:
        yield "TRUE", literal(_("Next step: {bangxl seat}: next stage, or final ranking."))
    codes = [match.code for match in ctx.rulebook.matches]
    for code in codes:
        open_ = f'AND(Finals_{code}_Seated=1,Finals_{code}_Winner="")'
        a, b = (literal(cell) for cell in bracket.score_cells(ctx.rulebook, code))
        both = literal(_("! Both players of a duel have left: the referee decides."))
        play = phrase(_(PLAY.get(code, _OTHER)), a=a, b=b, n=literal(code[2:]), match=literal(code))
        yield open_, f"IF(Finals_{code}_Stuck=1,{both},{play})", _score(ctx, code)
    if codes:
        yield (
            f'Finals_{codes[-1]}_Winner=""',
            literal(_("Next step: {bangxl seat}: the next duel is seated.")),
        )
    yield "TRUE", literal(_("Next step: {bangxl seat}: final ranking and prizes."))
