"""The control sheet: one line for each table with its state and first problem, and helpers for the next step.

The next step is a list of conditions in order of precedence, each with its sentence; every sheet shows the first true one.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from openpyxl.styles import Border, Side
from openpyxl.utils import quote_sheetname
from openpyxl.workbook.workbook import Workbook

from bangxl.locale.catalog import N_
from bangxl.sheets import bracket, events, players
from bangxl.sheets.context import Context
from bangxl.sheets.finals import winner_formula
from bangxl.sheets.formulas import Columns, first_of, jump, literal, phrase, relative, trimmed
from bangxl.sheets.record import layout
from bangxl.sheets.record.layout import INPUTS, STAGE
from bangxl.sheets.standings import count_who_sat_down
from bangxl.sheets.styles import INK, RULE, Sheet, SheetValue
from bangxl.sheets.wall import evening_cell, fixed_name, seats_drawn
from bangxl.tournament.compositions import legal_compositions
from bangxl.tournament.model import EventType, game_code, stage_sheet
from bangxl.tournament.rulebook import Games
from bangxl.workbook.names import COMPARED
from bangxl.workbook.titles import in_a_sentence, tab_title

_FIRST: Final = 7
HIDDEN_SHEETS_NOTE: Final = "C5"
"""On the first sheet: the note about the sheets of finished rounds."""
_TABLES: Final = ("Round", "Table", "Players", "State", "Problem", "gap", "Sign", "Urgency", "Where")
_NOT_ZERO: Final = "0;0;"
"""A number format that hides the sign of a table without seats, between tables with seats."""
_ROUNDS: Final = ("Seated", "Complete", "Players", "Done", "Over")
_GAMES: Final = ("Number", "Begun", "Seated", "Complete", "Left", "Games", "Due", "Ready", "List")
"""Names ``Table_…``: players at the start; games seated, complete; players still in; games in all, as things stand; 1 if another
is due; 1 if it can get seats now; and the list of such tables up to this one, as a text."""
_RULINGS: Final = {"Rulings": "AF", "Reason": "AG"}
"""Hidden: how many events decide the table's game (G10), and the reason of the last one, as a sentence for the sheet."""
_CODES, _EVENING, _COMPARED = "AH", "AI", "AJ"
"""Hidden: how many codes and payouts a record sheet has, for the order of calculation (`bangxl.sheets.setup.calculate_first`);
in a league the evening of each round; where a second person compares, 1 for a record sheet that was compared."""
_FACTS, _VALUES = "P", "Q"
_STEPS, _TEXTS, _CELLS = "S", "T", "U"
_QUARTERFINAL: Final = N_("Next step: play quarterfinal {n}, then type in {a} and {b} how many characters each eliminated.")
DUEL_STEPS: Final[Mapping[str, str]] = {
    **{f"QF{n}": _QUARTERFINAL for n in range(1, 5)},
    "SF1": N_("Next step: play semifinal 1, then type in {a} and {b} how many characters each eliminated."),
    "SF2": N_("Next step: play semifinal 2, then type in {a} and {b} how many characters each eliminated."),
    "P3": N_("Next step: play for third place, then type in {a} and {b} how many characters each eliminated."),
    "F": N_("Next step: play the final, then type in {a} and {b} how many characters each eliminated."),
}
"""The next step for each duel of a bracket."""

_OTHER: Final = N_("Next step: play duel {match}, then type in {a} and {b} how many characters each eliminated.")

Advice = tuple[str, str] | tuple[str, str, str]
"""A condition, a sentence, and the target cell (``Round1T2!F9``, or blank), all formulas without ``=``."""


def table_row(ctx: Context, number: int, table: int) -> int:
    """The row of a table, the last round first: only rounds in play are visible, so the current one is on top."""
    return _FIRST + (ctx.rounds - number) * ctx.tables + table - 1


def ruling_cell(ctx: Context, key: str, number: int, table: int) -> str:
    """``Rulings`` or ``Reason`` of the game of a round and table, for formulas on other sheets."""
    return f"{quote_sheetname(ctx.tab('control'))}!${_RULINGS[key]}{table_row(ctx, number, table)}"


def to_round(ctx: Context, over: str, tab: str, text: str, cell: str) -> str:
    """A link to a sheet of a round; if the sheet is hidden (``over``), to the note about it.

    No program follows a link to a hidden sheet: Excel refuses, LibreOffice shows another one.
    """
    note, there = (jump(to, "", at)[len("=HYPERLINK(") : -2] for to, at in ((ctx.tab("setup"), HIDDEN_SHEETS_NOTE), (tab, cell)))
    return f"HYPERLINK(IF({over},{note},{there}),{text})"


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet with the names ``Control_Round<r>`` (a round's rows) and the hidden formulas behind ``Next_Step``."""
    sheet = Sheet(wb, ctx.tab("control"))
    block = Columns(_TABLES, "B", _FIRST, _FIRST + ctx.rounds * ctx.tables - 1)
    sheet.widths(2, 10, 10, 12, 18, 92, 2, 10, 10, 2, 10, 10, 10, 10, 2, 20, 12, 2, 10, 90, *[10] * 14)
    sheet.frame("F", ctx.tab("control"), ctx.links(D2="events", E2="standings"), freeze=f"A{_FIRST}", tab=RULE)
    sheet.caption("B5", f"=IF(Rounds_Seated=0,{_summary(ctx, block)})")
    _write_tables(sheet, ctx, block)
    _write_rounds(sheet, ctx, block)
    if ctx.rulebook.fixed_tables:
        _write_games(sheet, ctx, block)
    _write_steps(sheet, ctx, block)
    sheet.hide("H", _COMPARED if "four_eyes" in ctx.extras else _EVENING if ctx.rulebook.league else _CODES)
    sheet.page(f"B5:F{block.last}", landscape=True, tall=0, titles="5:6")


def _summary(ctx: Context, block: Columns) -> str:
    """A line about the round: what to do before it has seats, and afterwards how many tables are in which state.

    Each fixed table plays its own game, so the line counts the states over all games.
    """
    _, signs = ctx._, {"complete": "✓", "wrong": "×", "incomplete": "!", "play": "►"}
    if not ctx.rulebook.fixed_tables:
        counted = f"{block.all('Round')},Rounds_Seated,{block.all('Sign')}"
        counts = {word: f'COUNTIFS({counted},"{sign}")' for word, sign in signs.items()}
        text = _("Round {n} · complete: {complete} · wrong: {wrong} · incomplete: {incomplete} · in play: {play}")
        nothing = literal(_("No round has been seated yet"))
        return f"{nothing},{phrase(text, n='Rounds_Seated', **counts)}"
    nothing = literal(_("No game has been seated yet"))
    if ctx.tables == 1:
        played = phrase(_("Games complete: {done} of {games}"), done="Rounds_Played", games="Rounds_Scheduled")
        return f"{nothing},{played}"
    counts = {word: f'COUNTIF({block.all("Sign")},"{sign}")' for word, sign in signs.items()}
    text = _("Finished: {done} · ready for the next game: {ready} · wrong: {wrong} · incomplete: {incomplete} · in play: {play}")
    return f"{nothing},{phrase(text, done='Tables_Finished', ready='Tables_Ready', **counts)}"


def _write_tables(sheet: Sheet, ctx: Context, block: Columns) -> None:
    """Write a row for every record sheet, with its state and, hidden, its urgency and the events that rule on its game."""
    _, places = ctx._, [(number, table) for number in range(ctx.rounds, 0, -1) for table in range(1, ctx.tables + 1)]
    rows: list[list[SheetValue]] = []
    for number, table in places:
        tab, over = game_code(number, table), f"$O${_FIRST + number - 1}=1"
        state = to_round(ctx, over, tab, f"{tab}!{layout.cell(ctx, 'Check')}", INPUTS)
        rows.append([number, table, f"={tab}!{layout.cell(ctx, 'Size')}", f"={state}", f"={tab}!{layout.cell(ctx, 'Problem')}"])
    heads = [_("Game") if ctx.rulebook.fixed_tables else _("Round"), _("Table"), _("Players"), _("State"), _("First thing to do")]
    sheet.table("B6", heads, rows, ["Centre", "Centre", "Centre", "State", "Text"])
    sheet.colour_by_sign(f"E{block.first}:E{block.last}")
    for row, (number, table) in zip(block.rows, places, strict=True):
        at = {key: block.at(key, row) for key in _TABLES}
        sheet[at["Players"]].number_format = _NOT_ZERO
        if table == 1 < ctx.tables:
            for cell in sheet[f"B{row}:F{row}"][0]:
                cell.border = Border(top=Side("thin", INK), bottom=Side("thin", RULE))
        sheet.ws.row_dimensions[row].hidden = True
        # the smaller, the sooner: wrong before incomplete before in play, then by round and table; blank if all is well
        position = f"100*{at['Round']}+{at['Table']}"
        signs = ((f'{at["Sign"]}="{sign}"', f"{rank}0000+{position}") for rank, sign in enumerate("×!►", 1))
        sheet[at["Sign"]] = f"=LEFT({at['State']},1)"
        sheet[at["Urgency"]] = "=" + first_of(*signs, otherwise='""')
        ruled = f'(Events_Type_Code="{EventType.RULING}")*(Events_Round={at["Round"]})*(Events_Table={at["Table"]})'
        reason = f'LOOKUP(2,1/({ruled}*(Events_Reason<>"")),Events_Reason)'  # any of these events may hold the reason
        sheet[f"{_RULINGS['Rulings']}{row}"] = f"=SUMPRODUCT({ruled})"
        why = phrase(_("Decided by the referee: {reason}"), reason=reason)
        sheet[f"{_RULINGS['Reason']}{row}"] = f'=IFERROR({why},"")'
        tab = game_code(number, table)
        sheet[at["Where"]] = f"={tab}!{layout.cell(ctx, 'Where')}"
        if "four_eyes" in ctx.extras:
            sheet[f"{_COMPARED}{row}"] = f'=IF(AND({at["Sign"]}="✓",{tab}!{COMPARED}<>""),1,0)'
        sheet[f"{_CODES}{row}"] = f"=COUNTA({tab}!{layout.code_columns(ctx)},{tab}!{layout.column(ctx, 'Payout')})"
    for number in range(1, ctx.rounds + 1):
        sheet.book_name(f"Control_Round{number}", f"B{table_row(ctx, number, 1)}:B{table_row(ctx, number, ctx.tables)}")
    for key in ("Players", "State", "Problem", "Sign"):
        sheet.book_name(f"Control_{key}", block.all(key))
    if "four_eyes" in ctx.extras:
        sheet.book_name("Control_Compared", f"{_COMPARED}{block.first}:{_COMPARED}{block.last}")
    sheet.book_name("Control_Codes", f"{_CODES}{block.first}:{_CODES}{block.last}")


def _write_rounds(sheet: Sheet, ctx: Context, block: Columns) -> None:
    """For each round: tables seated, tables complete, 1 if this round and all before are done, 1 if all its games are closed.

    A round of fixed tables is done when every table that plays this many games has played this one.
    """
    rounds, fixed_tables = Columns(_ROUNDS, "K", _FIRST, _FIRST + ctx.rounds - 1), ctx.rulebook.fixed_tables
    seated, complete, players, done, over = (rounds.letter(key) for key in _ROUNDS)
    for number, row in enumerate(rounds.rows, 1):
        top, end = table_row(ctx, number, 1), table_row(ctx, number, ctx.tables)
        sheet[f"{seated}{row}"] = f'=COUNTIF({block.span("Players", top, end)},">0")'
        sheet[f"{complete}{row}"] = f'=COUNTIF({block.span("Sign", top, end)},"✓")'
        sheet[f"{players}{row}"] = f"=SUM({block.span('Players', top, end)})"
        before = "" if number == 1 else f",{done}{row - 1}=1"
        due = f'COUNTIF(Table_Games,">={number}")' if fixed_tables else f"{seated}{row}"
        sheet[f"{done}{row}"] = f"=IF(AND({seated}{row}>0,{due}={complete}{row}{before}),1,0)"
        last = f"COUNTIF(Table_Seated,{number})=0" if fixed_tables else f"Rounds_Seated>{number}"
        sheet[f"{over}{row}"] = f'=IF(AND({seated}{row}>0,OR({last},Published="yes")),1,0)'
        if ctx.rulebook.league:
            sheet[f"{_EVENING}{row}"] = f"={evening_cell(ctx, number)}"
    sheet.book_names("Round", rounds)
    if ctx.rulebook.league:
        sheet.book_name("Round_Evening", f"{_EVENING}{rounds.first}:{_EVENING}{rounds.last}")


def _write_games(sheet: Sheet, ctx: Context, tables: Columns) -> None:
    """The progress of each fixed table; ``tables`` are the rows of the record sheets."""
    games = Columns(_GAMES, "V", _FIRST, _FIRST + ctx.tables - 1)
    for key in _GAMES:
        sheet[games.at(key, _FIRST - 1)] = key
    sheet.book_names("Table", games)
    least = ctx.rulebook.fewest_at_a_table
    for number, row in enumerate(games.rows, 1):
        at = {key: games.at(key, row) for key in _GAMES}
        above = games.at("List", row - 1) if number > 1 else '""'
        own = f"{tables.all('Table')},{at['Number']}"
        # the players who began at the table and have not left before its next game
        left = f'Standings_Table,{at["Number"]},Players_Until,">"&{at["Seated"]}'
        over = f'OR({at["Begun"]}=0,Published="yes",ISNUMBER(Closed_After_Round),{at["Left"]}<{least})'
        more = f"{count_who_sat_down(ctx, at['Number'])}-{at['Seated']}"
        if ctx.rulebook.games is Games.EACH_SHERIFF:
            more = f"COUNTIFS({left},Standings_Sheriffs,0)"
        elif ctx.rulebook.games is Games.MULTIPLE:
            more = f"Session_Games-{at['Seated']}"
        sheet[at["Number"]] = number
        sheet[at["Begun"]] = f"=COUNTIF({fixed_name('Table')},{at['Number']})"
        sheet[at["Seated"]] = f'=COUNTIFS({own},{tables.all("Players")},">0")'
        sheet[at["Complete"]] = f'=COUNTIFS({own},{tables.all("Sign")},"✓")'
        sheet[at["Left"]] = f"=COUNTIFS({left})"
        sheet[at["Games"]] = f"={at['Seated']}+IF({over},0,MAX(0,{more}))"
        sheet[at["Due"]] = f"=IF({at['Games']}>{at['Seated']},1,0)"
        sheet[at["Ready"]] = f"=IF(AND({at['Due']}=1,{at['Seated']}={at['Complete']}),1,0)"
        sheet[at["List"]] = f'={above}&IF({at["Ready"]}=1,IF({above}="","",", ")&{at["Number"]},"")'


def _write_steps(sheet: Sheet, ctx: Context, tables: Columns) -> None:
    """Write the facts (``Rounds_…``, ``First_…`` and others), ``Next_Step`` and its ``Next_Cell`` into hidden columns."""
    for row, (name, formula) in enumerate(_facts(ctx, tables).items(), _FIRST):
        sheet[f"{_FACTS}{row}"] = name
        sheet[f"{_VALUES}{row}"] = f"={formula}"
        sheet.book_name(name, f"{_VALUES}{row}")
    steps = [*_problems(ctx, tables), *_elimination(ctx, tables), *_finals(ctx)]
    last = _FIRST + len(steps)
    sheet[f"{_STEPS}{last}"], sheet[f"{_TEXTS}{last}"] = 1, ""
    for row, (when, text, *cell) in enumerate(steps, _FIRST):
        sheet[f"{_STEPS}{row}"] = f"=IF({when},1,0)"
        sheet[f"{_TEXTS}{row}"] = f'=IF({_STEPS}{row}=1,{text},"")'
        if cell:
            sheet[f"{_CELLS}{row}"] = f'=IF({_STEPS}{row}=1,{cell[0]},"")'
    for name, column in (("Next_Step", _TEXTS), ("Next_Cell", _CELLS)):
        sheet[f"{column}5"] = f'=INDEX({column}{_FIRST}:{column}{last},MATCH(1,{_STEPS}{_FIRST}:{_STEPS}{last},0))&""'
        sheet.book_name(name, f"{column}5")


def _facts(ctx: Context, tables: Columns) -> dict[str, str]:
    """The state of the tournament. Rounds depend on the players at the start (R10-4), at fixed tables on who is left."""
    scheduled, started = "IFERROR(INDEX(Chart_Rounds,MATCH(Players_Started,Chart_Players,0)),0)", "INDEX(Round_Players,1)"
    facts = {}
    if ctx.rulebook.fixed_tables:
        # before the draw the largest table that the referee has chosen, otherwise the chart's
        chosen = ((f'ISNUMBER(FIND("{n}",Option_composition))', f"{n}") for n in _sizes(ctx))
        scheduled = f"IF(Rounds_Seated>0,MAX(Table_Games),{first_of(*chosen, otherwise=scheduled)})"
        started = "SUM(Table_Begun)"
        facts = {
            "Tables_Ready": "SUM(Table_Ready)",
            "Tables_Finished": "SUMPRODUCT((Table_Due=0)*(Table_Seated>0)*(Table_Seated=Table_Complete))",
        }
    if ctx.rulebook.fixed_tables and ctx.rulebook.games is Games.MULTIPLE:
        # a session without a fixed end: as many games as somebody chose, or one for each player; more if more have seats
        asked = 'IF(TRIM(Option_games)="",0,IFERROR(VALUE(Option_games),0))' if "games" in ctx.rulebook.options else "0"
        wanted = "IF(AND(Session_Asked>0,INT(Session_Asked)=Session_Asked),Session_Asked,Session_Players)"
        facts["Session_Players"] = "MAX(1,MAX(Table_Begun))"
        facts["Session_Asked"] = asked
        facts["Session_Games"] = f"MAX({wanted},ROUNDUP(Rounds_Seated/Session_Players,0)*Session_Players)"
    if (league := ctx.rulebook.league) is not None:
        started, typed = "SUM(Standings_Entrant)", "IFERROR(VALUE(Option_evening),0)"
        facts["Evening_Last"] = "MAX(1,Round_Evening)"
        facts["Evening_Games"] = "COUNTIF(Round_Evening,Evening_Last)"
        facts["Evening"] = f"MAX(Evening_Last+IF(Evening_Games>={league.games},1,0),{typed})"
        left = f"({league.evenings + 1}-Evening)*{league.games}-IF(Evening=Evening_Last,Evening_Games,0)"
        scheduled = f"Rounds_Seated+IF(Evening>{league.evenings},0,{left})"
    sitting_out = 'COUNTIFS(Leaving_Type,"sit_out",Events_After_Round,Rounds_Seated)'
    urgency, there = tables.all("Urgency"), f'SUMPRODUCT((Standings_Entrant=1)*(Standings_Left=""))-{sitting_out}'
    if ctx.rulebook.league is not None:
        there = there.replace("Standings_Entrant", "Players_Here")
    if ctx.rulebook.cuts:  # those who have not gone home; at a cut as many as it lets through
        there = there.replace("*(Standings_Left", "*(Standings_Home>Rounds_Seated)*(Standings_Left")
        there = f"IF(Standings_Cut_Round=Rounds_Seated,MIN(Standings_Cut,{there}),{there})"
    return {
        "Rounds_Seated": 'COUNTIF(Round_Seated,">0")',
        "Tables_In_Use": "MAX(Round_Seated)",
        "Rounds_Played": "SUM(Round_Done)",
        "Players_Started": f"IF(Rounds_Seated>0,{started},Entries_Present)",
        "Rounds_Scheduled": f"IF(ISNUMBER(Closed_After_Round),Closed_After_Round,{scheduled})",
        "Players_Available": there,
        "Events_Wrong": events.FIRST_WRONG,
        "First_Urgency": f"IF(COUNT({urgency})=0,0,MIN({urgency}))",
        "First_Table": f"IF(First_Urgency=0,0,MATCH(First_Urgency,{urgency},0))",
        **facts,
    }


def _sizes(ctx: Context) -> list[int]:
    """The table sizes that a composition can name, the largest first; empty if the referee has no choice."""
    return sorted(ctx.rulebook.roles, reverse=True) if "composition" in ctx.rulebook.options else []


class _Urgent(NamedTuple):
    """The most urgent record sheet: its tab, its display name, its first problem, and the cell of that problem."""

    number: str
    table: str
    tab: str
    name: str
    problem: str
    cell: str

    def is_in(self, rank: int) -> str:
        """Whether it is wrong (1), incomplete (2) or in play (3)."""
        return f"INT(First_Urgency/10000)={rank}"


def _urgent(ctx: Context, tables: Columns) -> _Urgent:
    number, table, problem, shown = (f"INDEX({tables.all(key)},First_Table)" for key in ("Round", "Table", "Problem", "Where"))
    tab = f'"Round"&{number}&"T"&{table}'
    title = ctx._("Game {round}, table {table}") if ctx.rulebook.fixed_tables else ctx._("Round {round}, table {table}")
    if ctx.tables == 1:
        title = ctx._("Game {round}")
    name = f"{tab}&{phrase(f' ({in_a_sentence(title, ctx.catalog.language)})', round=number, table=table)}"
    outcome = relative(layout.cell(ctx, "Outcome"))
    cell = f'{tab}&"!"&IF({shown}="","{outcome}",{shown})'
    return _Urgent(number, table, tab, name, f"MID({problem},3,200)", cell)


def _problems(ctx: Context, tables: Columns) -> Iterator[Advice]:
    # an emptied name on a record sheet: without a target cell, as it is the program's. Players who never came have none
    seated = "INDEX(Round_Players,1)+COUNTIF(Players_Until,0)" if ctx.rulebook.fixed_tables else "SUM(Round_Players)"
    lost = literal(ctx._("× A name is missing on a record sheet: {bangxl check} says where."))
    yield f"{seated}<COUNT({seats_drawn(ctx)})", lost
    urgent = _urgent(ctx, tables)
    yield urgent.is_in(1), f'"× "&{urgent.name}&" · "&{urgent.problem}', urgent.cell
    block = players.player_columns(ctx)
    name, mark = (trimmed(f"INDEX(Players_{key},Entries_Wrong)") for key in ("Name", "Mark"))
    letter = f'IF(AND({name}<>"",{mark}<>"",{mark}<>"yes"),"{block.letter("Present")}","{block.letter("Name")}")'
    # a line of players or events that blocks the draw
    for tab, line, column, first, check in (
        ("players", "Entries_Wrong", letter, players.FIRST_PLAYER, "Players_Check"),
        ("events", "Events_Wrong", events.asked_column(ctx), events.FIRST_EVENT, "Events_Check"),
    ):
        cell = f"{column}&{line}+{first - 1}"
        text = f'{literal(f"× {ctx.tab(tab)} ")}&{cell}&" · "&MID(INDEX({check},{line}),3,99)'
        yield f"{line}>0", text, f"{literal(_before_cell(ctx, tab))}&{cell}"
    for stage, problem, target in _stage_sheets(ctx):
        called = literal(f"× {tab_title(stage, ctx.catalog.language, ctx.rulebook)} · ")
        yield f'LEFT({problem},1)="×"', f"{called}&MID({problem},3,200)", target
    for match in ctx.rulebook.matches:
        check = f"Finals_{match.code}_Check"
        score = bracket.score_cells(ctx.rulebook, match.code)[0]
        called = literal(f"× {ctx.tab('finals')} {score} · ")
        yield f'LEFT({check},1)="×"', f"{called}&MID({check},3,99)", literal(_before_cell(ctx, "finals") + score)


def _before_cell(ctx: Context, sheet: str) -> str:
    tab = ctx.tab(sheet).replace("'", "''")
    return f"'{tab}'!"


def _stage_sheets(ctx: Context) -> list[tuple[str, str, str]]:
    """The tables of the knock-out: their tabs, the text of what is wrong or missing, and its cell."""
    tabs = [stage_sheet(stage, table) for stage, count in enumerate(ctx.stages, 1) for table in range(1, count + 1)]
    return [(tab, f"{tab}!{STAGE.cells['Problem']}", f'"{tab}!"&{tab}!{STAGE.cells["Where"]}') for tab in tabs]


def _elimination(ctx: Context, tables: Columns) -> Iterator[Advice]:
    """Advice for the games: play, copy, seat the next ones; then publish."""
    _, fixed_tables, urgent = ctx._, ctx.rulebook.fixed_tables, _urgent(ctx, tables)
    number, table = urgent.number, urgent.table
    if fixed_tables:  # a finished table waits for no other
        yield "Tables_Ready>0", _ready_tables(ctx)
    gap = phrase(_("Next step: {sheet} · {problem}"), sheet=urgent.name, problem=urgent.problem)
    yield urgent.is_in(2), gap, urgent.cell
    play = phrase(_("Next step: play round {round}, then type in the record sheet of table {table}."), round=number, table=table)
    if fixed_tables:
        play = phrase(_("Next step: play game {n} at table {table}, then type in its record sheet."), n=number, table=table)
        if ctx.tables == 1:
            play = phrase(_("Next step: play game {n}, then type in its record sheet."), n=number)
    yield urgent.is_in(3), play, f'{urgent.tab}&"!{INPUTS}"'
    over = _("The tournament is over, won by {player}. Next: {bangxl report}.")
    yield 'Closed="yes"', phrase(over, player=winner_formula(ctx))
    yield from _start(ctx)
    more = "Rounds_Seated=0" if fixed_tables else 'AND(Published<>"yes",OR(Rounds_Seated=0,Rounds_Seated<Rounds_Scheduled))'
    # the regulation has no tables for this many; one table may remain, but not at the start (R10-1)
    below = range(ctx.rulebook.fewest, ctx.rulebook.minimum_players)  # a cut leaves fewer than the chart has
    few_left = [count for count in below if legal_compositions(ctx.rulebook, count, first_round=False)]
    single = "".join(f",Players_Available<>{size}" for size in (*ctx.rulebook.single_tables, *few_left))
    single = f",OR({'FALSE' if ctx.rulebook.league else 'Rounds_Seated=0'},AND({single[1:]}))" if single else ""
    none = f"AND({more},ISNA(MATCH(Players_Available,Chart_Players,0)){single})"
    if fixed_tables:
        few = _("! There are no tables for {n} players: mark more players present, or fewer.")
        draw = literal(_("Next step: {bangxl seat} draws tables and seats."))
    else:
        few = _("! There are no tables for {n} players: enter a sit-out, or use {bangxl seat --close}.")
        draw = phrase(_("Next step: {bangxl seat} draws round {n}."), n="Rounds_Seated+1")
    if ctx.rulebook.league is not None:
        few = _("! There are no tables for {n} players: mark more players present, or fewer.")
        draw = _("Next step: evening {evening}, {players} players there: {bangxl seat} draws round {n}.")
        draw = phrase(draw, evening="Evening", players="Players_Available", n="Rounds_Seated+1")
    yield none, phrase(few, n="Players_Available")
    yield more, draw
    if ctx.rulebook.has_finals:
        yield 'AND(Published<>"yes",COUNT(Standings_Place)=0)', literal(_("! There are no players left for the finals."))
    end = literal(_("Next step: {bangxl seat} publishes the standings."))
    if "games" in ctx.rulebook.options:
        complete = _("Games complete: {games}. {bangxl seat} publishes the standings; or add games on «{setup}».")
        end = phrase(complete, games="Rounds_Played", setup=literal(ctx.tab("setup")))
    yield 'Published<>"yes"', end


def _ready_tables(ctx: Context) -> str:
    _ = ctx._
    if ctx.tables == 1:
        return phrase(_("Next step: {bangxl seat} seats game {n}."), n="Rounds_Seated+1")
    listed = f"INDEX(Table_List,{ctx.tables})"
    several = phrase(_("Next step: {bangxl seat} starts the next game at tables {tables}."), tables=listed)
    return first_of(
        ("Tables_Ready=1", phrase(_("Next step: {bangxl seat} starts the next game at table {table}."), table=listed)),
        ("Tables_Ready<=6", several),  # beyond it, their number
        otherwise=phrase(_("Next step: {bangxl seat} starts the next game at {n} tables."), n="Tables_Ready"),
    )


def _start(ctx: Context) -> Iterator[Advice]:
    """Advice before the first draw: names, presence, a possible composition."""
    _, least, fresh = ctx._, str(ctx.rulebook.minimum_players), "Rounds_Seated=0"
    names = _("Next step: type the players' names on «{players}», at least {n}.")
    yield f"AND({fresh},Entries_Named<{least})", phrase(names, players=literal(ctx.tab("players")), n=least)
    few = phrase(_("Next step: add players. Present: {present}; needed: at least {n}."), present="Entries_Present", n=least)
    yield f"AND({fresh},Entries_Present<{least})", few
    unmarked = _("Next step: {bangxl seat}. Not marked as present or absent: {n}; they count as present.")
    yield f"AND({fresh},Entries_Unmarked>0)", phrase(unmarked, n="Entries_Unmarked")
    if sizes := _sizes(ctx):
        seats = "+".join(f'{n}*(LEN(Option_composition)-LEN(SUBSTITUTE(Option_composition,"{n}","")))' for n in sizes)
        wrong = f'AND({fresh},TRIM(Option_composition)<>"",{seats}<>Players_Available)'
        text = _("! The tables {sizes} do not fit {n} players: change them on «{setup}».")
        yield wrong, phrase(text, sizes="Option_composition", n="Players_Available", setup=literal(ctx.tab("setup")))


def _finals(ctx: Context) -> Iterator[Advice]:
    """Advice for the duels or the stages of the knock-out: play, seat the next ones, close."""
    _ = ctx._
    for stage, problem, target in _stage_sheets(ctx):
        called = literal(tab_title(stage, ctx.catalog.language, ctx.rulebook))
        gap = phrase(_("Next step: {sheet} · {problem}"), sheet=called, problem=f"MID({problem},3,200)")
        yield f'LEFT({problem},1)="!"', gap, target
    for number in range(1, len(ctx.stages) + 1):
        play = _("Next step: play stage {n} of the knock-out, then type in its record sheets.")
        yield f"Stage{number}_Seated>Stage{number}_Done", phrase(play, n=str(number))
    if ctx.stages:
        yield "TRUE", literal(_("Next step: {bangxl seat} seats the next stage, or shows the final ranking."))
    codes = [match.code for match in ctx.rulebook.matches]
    for code in codes:
        is_open = f'AND(Finals_{code}_Seated=1,Finals_{code}_Winner="")'
        cells = bracket.score_cells(ctx.rulebook, code)
        a, b = (literal(cell) for cell in cells)
        both = literal(_("! Both players of a duel have left: the referee decides."))
        play = phrase(_(DUEL_STEPS.get(code, _OTHER)), a=a, b=b, n=literal(code[2:]), match=literal(code))
        # to the first blank one of the two cells
        first, second = (literal(_before_cell(ctx, "finals") + cell) for cell in cells)
        where = f'IF(AND(Finals_{code}_Score_A<>"",Finals_{code}_Score_B=""),{second},{first})'
        yield is_open, f"IF(Finals_{code}_Stuck=1,{both},{play})", where
    if codes:
        yield f'Finals_{codes[-1]}_Winner=""', literal(_("Next step: {bangxl seat} seats the next duel."))
    yield "TRUE", literal(_("Next step: {bangxl seat} shows the final ranking and the prizes."))
