"""What comes next, in one sentence: facts counted once, then conditions in order of precedence (hidden on the control sheet)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.locale.catalog import N_
from bangxl.sheets import duels, events, players
from bangxl.sheets.cells import Columns, first_of, literal, phrase, plain
from bangxl.sheets.context import Context
from bangxl.sheets.finals import winners
from bangxl.sheets.record.cells import INPUTS, OUTCOME, STAGE
from bangxl.sheets.round import seats_drawn
from bangxl.sheets.styles import book_name
from bangxl.tournament.rulebook import Games
from bangxl.workbook.messages import sheet_title
from bangxl.workbook.names import stage_sheet

FIRST: Final = 7
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


def build(wb: Workbook, ws: Worksheet, ctx: Context, tables: Columns) -> None:
    """Write the facts (``Rounds_…``, ``First_…`` and others), ``Next_Step`` and its ``Next_Cell`` into hidden columns."""
    for row, (name, formula) in enumerate(_facts(ctx, tables).items(), FIRST):
        ws[f"{FACTS}{row}"] = name
        ws[f"{VALUES}{row}"] = f"={formula}"
        book_name(wb, ws, name, f"{VALUES}{row}")
    steps = [*_wrong(ctx, tables), *_elimination(ctx, tables), *_finals(ctx)]
    last = FIRST + len(steps)
    ws[f"{STEPS}{last}"], ws[f"{TEXTS}{last}"] = 1, ""
    for row, (when, text, *cell) in enumerate(steps, FIRST):
        ws[f"{STEPS}{row}"] = f"=IF({when},1,0)"
        ws[f"{TEXTS}{row}"] = f'=IF({STEPS}{row}=1,{text},"")'
        if cell:
            ws[f"{CELLS}{row}"] = f'=IF({STEPS}{row}=1,{cell[0]},"")'
    for name, column in (("Next_Step", TEXTS), ("Next_Cell", CELLS)):
        ws[f"{column}5"] = f'=INDEX({column}{FIRST}:{column}{last},MATCH(1,{STEPS}{FIRST}:{STEPS}{last},0))&""'
        book_name(wb, ws, name, f"{column}5")


def _facts(ctx: Context, tables: Columns) -> dict[str, str]:
    """Where the tournament stands. Rounds follow from the players at the start (R10-4); at fixed tables from who is there."""
    sitting = 'COUNTIFS(Leaving_Type,"sit_out",Events_After_Round,Rounds_Seated)'
    urgency = tables.all("Urgency")
    scheduled = "IFERROR(INDEX(Chart_Rounds,MATCH(Players_Started,Chart_Players,0)),0)"
    started = "INDEX(Round_Players,1)"
    if ctx.rulebook.fixed_tables:
        scheduled = f"IF(Rounds_Seated>0,MAX(Table_Games),{_first_of_composition(ctx, scheduled)})"
        started = "SUM(Table_Begun)"
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
        **(_facts_of_tables(ctx) if ctx.rulebook.fixed_tables else {}),
    }


def _facts_of_tables(ctx: Context) -> dict[str, str]:
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


def _sizes(ctx: Context) -> list[int]:
    """The sizes of tables that a composition can name, the largest first; none where the referee has no choice."""
    return sorted(ctx.rulebook.roles, reverse=True) if "composition" in ctx.rulebook.options else []


def _first_of_composition(ctx: Context, otherwise: str) -> str:
    """The largest table that the referee has chosen, before the draw; else as the chart says."""
    return first_of(*((f'ISNUMBER(FIND("{n}",Option_composition))', f"{n}") for n in _sizes(ctx)), otherwise=otherwise)


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
    yield _lost_name(ctx)
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
        cell = duels.score_cells(ctx.rulebook, match.code)[0]
        where = literal(f"× {ctx.tab('finals')} {cell} · ")
        yield f'LEFT({check},1)="×"', f"{where}&MID({check},3,99)", literal(_on_tab(ctx, "finals") + cell)


def _lost_name(ctx: Context) -> Advice:
    """A name that somebody has emptied on a record sheet: no cell to go to, as it is the program's. Who never came has none."""
    seated = "INDEX(Round_Players,1)+COUNTIF(Players_Until,0)" if ctx.rulebook.fixed_tables else "SUM(Round_Players)"
    told = ctx._("× A name is missing on a record sheet: {bangxl check} says where.")
    return f"{seated}<COUNT({seats_drawn(ctx)})", literal(told)


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
    a, b = (literal(_on_tab(ctx, "finals") + cell) for cell in duels.score_cells(ctx.rulebook, match))
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
    yield _urgent(3), _play(ctx, tables), f'{_sheet(tables)}&"!{INPUTS}"'
    over = _("The tournament is over: {player} has won. Next: {bangxl report}.")
    yield 'Closed="yes"', phrase(over, player=winners(ctx))
    yield from _start(ctx)
    more = "Rounds_Seated=0" if fixed else 'AND(Published<>"yes",OR(Rounds_Seated=0,Rounds_Seated<Rounds_Scheduled))'
    yield _no_tables(ctx, more)
    yield more, _draw(ctx)
    if ctx.rulebook.has_finals:
        nobody = 'AND(Published<>"yes",COUNT(Standings_Place)=0)'
        yield nobody, literal(_("! Nobody is left to play the finals."))
    yield 'Published<>"yes"', _publish(ctx)


def _play(ctx: Context, tables: Columns) -> str:
    """The game in play at the most urgent table."""
    _ = ctx._
    number, table = (f"INDEX({tables.all(key)},First_Table)" for key in ("Round", "Table"))
    if not ctx.rulebook.fixed_tables:
        return phrase(_("Next step: play round {round}, then copy the record sheet of table {table}."), round=number, table=table)
    if ctx.tables == 1:
        return phrase(_("Next step: play game {n}, then copy the record sheet."), n=number)
    return phrase(_("Next step: play game {n} at table {table}, then copy the record sheet."), n=number, table=table)


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


def _no_tables(ctx: Context, more: str) -> Advice:
    """The regulation has no tables for so many; one table may be left, but not at the start (R10-1)."""
    _ = ctx._
    single = "+".join(f"(Players_Available={size})" for size in ctx.rulebook.single_tables) or "0"
    none = f"AND({more},ISNA(MATCH(Players_Available,Chart_Players,0)),(Rounds_Seated>0)*({single})=0)"
    if ctx.rulebook.fixed_tables:
        return none, phrase(
            _("! Players: {n}. For so many there are no tables: more or fewer must be present."), n="Players_Available"
        )
    return none, phrase(
        _("! Players: {n}. For so many there are no tables: somebody sits out, or {bangxl seat --close}."), n="Players_Available"
    )


def _draw(ctx: Context) -> str:
    """What is drawn next: a round, or once for all the tables."""
    _ = ctx._
    if ctx.rulebook.fixed_tables:
        return literal(_("Next step: {bangxl seat}: tables and seats are drawn."))
    return phrase(_("Next step: {bangxl seat}: round {n} is drawn."), n="Rounds_Seated+1")


def _publish(ctx: Context) -> str:
    """The end of the elimination phase: the standings, and what the regulation has after them."""
    _ = ctx._
    if ctx.rulebook.knockout:
        return literal(_("Next step: {bangxl seat}: standings and first stage."))
    if ctx.rulebook.brackets:
        return literal(_("Next step: {bangxl seat}: standings and duels."))
    if "games" not in ctx.rulebook.options:
        return literal(_("Next step: {bangxl seat}: final ranking and prizes."))
    complete = _("Games complete: {games}. {bangxl seat}; or write more games on «{setup}».")
    return phrase(complete, games="Rounds_Played", setup=literal(ctx.tab("setup")))


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
        a, b = (literal(cell) for cell in duels.score_cells(ctx.rulebook, code))
        both = literal(_("! Both players of a duel have left: the referee decides."))
        play = phrase(_(PLAY.get(code, _OTHER)), a=a, b=b, n=literal(code[2:]), match=literal(code))
        yield open_, f"IF(Finals_{code}_Stuck=1,{both},{play})", _score(ctx, code)
    if codes:
        yield (
            f'Finals_{codes[-1]}_Winner=""',
            literal(_("Next step: {bangxl seat}: the next duel is seated.")),
        )
    yield "TRUE", literal(_("Next step: {bangxl seat}: final ranking and prizes."))
