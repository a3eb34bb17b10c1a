"""What comes next, in one sentence: facts counted once, then conditions in order of precedence (hidden on the control sheet)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.locale.catalog import N_
from bangxl.workbook.columns import Columns
from bangxl.workbook.context import Context
from bangxl.workbook.formulas import filled, quoted
from bangxl.workbook.sheets import duels, players
from bangxl.workbook.styles import book_name

FIRST: Final = 7
FACTS, VALUES = "P", "Q"
STEPS, TEXTS = "S", "T"
PLAY: Final[Mapping[str, str]] = {
    "SF1": N_("Next step: play semifinal 1, type the characters eliminated in {a} and {b}."),
    "SF2": N_("Next step: play semifinal 2, type the characters eliminated in {a} and {b}."),
    "F": N_("Next step: play the final, type the characters eliminated in {a} and {b}."),
}
"""The step for each duel of a bracket."""

Step = tuple[str, str]
"""A condition and a sentence, both formulas without ``=``."""


def build(wb: Workbook, ws: Worksheet, ctx: Context, tables: Columns) -> None:
    """Write the facts (``Rounds_…``, ``First_…`` and others) and ``Next_Step`` into hidden columns of the control sheet."""
    for row, (name, formula) in enumerate(_facts(tables).items(), FIRST):
        ws[f"{FACTS}{row}"] = name
        ws[f"{VALUES}{row}"] = f"={formula}"
        book_name(wb, ws, name, f"{VALUES}{row}")
    steps = [*_wrong(ctx, tables), *_elimination(ctx, tables), *_finals(ctx)]
    last = FIRST + len(steps)
    ws[f"{STEPS}{last}"], ws[f"{TEXTS}{last}"] = 1, ""
    for row, (when, text) in enumerate(steps, FIRST):
        ws[f"{STEPS}{row}"] = f"=IF({when},1,0)"
        ws[f"{TEXTS}{row}"] = f'=IF({STEPS}{row}=1,{text},"")'
    ws[f"{TEXTS}5"] = f'=INDEX({TEXTS}{FIRST}:{TEXTS}{last},MATCH(1,{STEPS}{FIRST}:{STEPS}{last},0))&""'
    book_name(wb, ws, "Next_Step", f"{TEXTS}5")


def _facts(tables: Columns) -> dict[str, str]:
    """Where the tournament stands. Rounds follow from the players at the start (R10-4)."""
    sitting = 'COUNTIFS(Leaving_Type,"sit_out",Events_After_Round,Rounds_Seated)'
    urgency = tables.all("Urgency")
    scheduled = "IFERROR(INDEX(Chart_Rounds,MATCH(Players_Started,Chart_Players,0)),0)"
    return {
        "Rounds_Seated": 'COUNTIF(Round_Seated,">0")',
        "Tables_In_Use": "MAX(Round_Seated)",
        "Rounds_Played": "SUM(Round_Done)",
        "Players_Started": "IF(Rounds_Seated>0,INDEX(Round_Players,1),Entries_Present)",
        "Rounds_Scheduled": f"IF(ISNUMBER(Closed_After_Round),Closed_After_Round,{scheduled})",
        "Players_Available": f'SUMPRODUCT((Standings_Entrant=1)*(Standings_Left=""))-{sitting}',
        "First_Urgency": f"IF(COUNT({urgency})=0,0,MIN({urgency}))",
        "First_Table": f"IF(First_Urgency=0,0,MATCH(First_Urgency,{urgency},0))",
    }


def _urgent(rank: int) -> str:
    """Whether the most urgent table is wrong (1), incomplete (2) or in play (3)."""
    return f"INT(First_Urgency/10000)={rank}"


def _sheet(tables: Columns) -> str:
    """The tab of the most urgent record sheet."""
    return f'"Round"&INDEX({tables.all("Round")},First_Table)&"T"&INDEX({tables.all("Table")},First_Table)'


def _problem(tables: Columns) -> str:
    """Its first problem, without the sign."""
    return f"MID(INDEX({tables.all('Problem')},First_Table),3,200)"


def _wrong(ctx: Context, tables: Columns) -> Iterator[Step]:
    """What must be put right before anything else."""
    yield _urgent(1), f'"× "&{_sheet(tables)}&" · "&{_problem(tables)}'
    where = quoted(f"× {ctx.tab('players')} {players.columns(ctx).letter('Name')}")
    text = "MID(INDEX(Players_Check,Entries_Wrong),3,99)"
    yield "Entries_Wrong>0", f'{where}&Entries_Wrong+{players.FIRST - 1}&" · "&{text}'
    for match in ctx.rulebook.matches:
        check = f"Finals_{match.code}_Check"
        cell = duels.score_cells(match.code)[0]
        where = quoted(f"× {ctx.tab('finals')} {cell} · ")
        yield f'LEFT({check},1)="×"', f"{where}&MID({check},3,99)"


def _elimination(ctx: Context, tables: Columns) -> Iterator[Step]:
    """The rounds: play, copy, seat the next one; then publish."""
    _, least = ctx._, str(ctx.rulebook.minimum_players)
    gap = {"sheet": _sheet(tables), "problem": _problem(tables)}
    yield _urgent(2), filled(_("Next step: {sheet} · {problem}"), **gap)
    place = {"round": f"INDEX({tables.all('Round')},First_Table)", "table": f"INDEX({tables.all('Table')},First_Table)"}
    yield _urgent(3), filled(_("Next step: play round {round}, then copy the record sheet of table {table}."), **place)
    yield 'Closed="yes"', quoted(_("The tournament is over. Print the sheets and keep this file."))
    fresh = "Rounds_Seated=0"
    names = filled(
        _("Next step: type the players' names on «{players}», at least {n}."), players=quoted(ctx.tab("players")), n=least
    )
    yield f"AND({fresh},Entries_Named<{least})", names
    few = filled(_("Next step: {present} players are present, at least {n} are needed."), present="Entries_Present", n=least)
    yield f"AND({fresh},Entries_Present<{least})", few
    yield f"AND({fresh},Entries_Unmarked>0)", quoted(_("Next step: mark who is present, save, close, run «bangxl seat»."))
    number = "Rounds_Seated+1"
    more = 'AND(Published<>"yes",OR(Rounds_Seated=0,Rounds_Seated<Rounds_Scheduled))'
    single = ",".join(f"Players_Available={size}" for size in ctx.rulebook.single_tables)
    none = f"AND({more},ISNA(MATCH(Players_Available,Chart_Players,0)),NOT(OR({single})))"
    yield none, filled(_("! No tables for {n} players: somebody sits out, or «bangxl seat --close»."), n="Players_Available")
    yield more, filled(_("Next step: save, close, run «bangxl seat»: round {n} is drawn."), n=number)
    nobody = 'AND(Published<>"yes",COUNT(Standings_Place)=0)'
    yield nobody, quoted(_("! Nobody is left to play the finals."))
    yield 'Published<>"yes"', quoted(_("Next step: save, close, run «bangxl seat»: standings and duels."))


def _finals(ctx: Context) -> Iterator[Step]:
    """The duels: play, seat the next ones, close."""
    _ = ctx._
    codes = [match.code for match in ctx.rulebook.matches]
    for code in codes:
        open_ = f'AND(Finals_{code}_Seated=1,Finals_{code}_Winner="")'
        a, b = (quoted(cell) for cell in duels.score_cells(code))
        both = quoted(_("! Both players of a duel have left: the referee decides."))
        play = filled(_(PLAY[code]), a=a, b=b)
        yield open_, f"IF(Finals_{code}_Stuck=1,{both},{play})"
    seated = "+".join(f"Finals_{code}_Seated" for code in codes)
    yield f"{seated}<{len(codes)}", quoted(_("Next step: save, close, run «bangxl seat»: the next duel is seated."))
    yield "TRUE", quoted(_("Next step: save, close, run «bangxl seat»: final ranking and prizes."))
