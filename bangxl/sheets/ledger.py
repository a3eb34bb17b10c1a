"""The hidden ledger: a row for each seat at each table, and for each departure. Formulas only.

Only data that the regulation's criteria count has a column. Buchholz needs no arrays: a row adds up the scores at its own
table and subtracts its player's own (R10-7, R10-8).
"""

from collections.abc import Mapping
from itertools import product
from typing import Final, NamedTuple

from openpyxl.styles import Font
from openpyxl.workbook.workbook import Workbook

from bangxl.sheets import events
from bangxl.sheets.context import Context
from bangxl.sheets.formulas import Columns, first_of, trimmed
from bangxl.sheets.record import layout
from bangxl.sheets.styles import Sheet
from bangxl.tournament.criteria import SIDES, TABLE_PLACE
from bangxl.tournament.model import EventType, Moment, Role, Status, game_code
from bangxl.tournament.roster import BEFORE_PUBLICATION
from bangxl.tournament.rulebook import Counted, Rulebook, SheriffRule

_FIRST: Final = 2
_BY_ROUND: Final = frozenset({"Player", "Seat", "Role", "Net"})
"""The columns that other sheets read by round."""
_SEATS: Final = ("Round", "Table", "Seat", "Player", "Settled", "Role", "Bid", "Payout", "Net")


class Count(NamedTuple):
    """How formulas count a criterion: a formula over the ledger, for the player on the same row of the standings' calculation.

    ``columns`` are the columns that the ledger needs for it, besides those of ``_SEATS``.
    """

    columns: tuple[str, ...]
    formula: str


COUNTS: Final[Mapping[str, Count]] = {
    "buchholz": Count(("Score", "Opponents"), "SUMIFS(Ledger_Opponents,Ledger_Player,@Standings_Player)"),
    "finished_alive": Count(("Alive",), "COUNTIFS(Ledger_Player,@Standings_Player,Ledger_Alive,1)"),
    **{
        f"wins_{role}": Count(("Won",), f'COUNTIFS(Ledger_Player,@Standings_Player,Ledger_Role,"{role}",Ledger_Won,1)')
        for role in Role
    },
    "wins": Count(("Won",), "COUNTIFS(Ledger_Player,@Standings_Player,Ledger_Won,1)"),
    "lives": Count(("Lives",), "SUMIFS(Ledger_Lives,Ledger_Player,@Standings_Player)"),
}
"""Criteria that formulas add up over the ledger. Round fractions to 6 decimals."""
COUNTED_ELSEWHERE: Final = frozenset({"games", TABLE_PLACE})
"""The number of games always has a column; a place at a table needs the other criteria."""

LEAVING: Final = ("Type", "Moment", "Player", "Warnings", "Leaver", "Kind", "Last_Round", "Match", "Early")
_LEAVING_FROM: Final = "P"


def build(wb: Workbook, ctx: Context) -> None:
    """Add the hidden sheet with the names ``Ledger_…`` and, one row an event, ``Leaving_…``."""
    sheet = Sheet(wb, ctx.tab("ledger"), hidden=True)
    sheet.ws.freeze_panes = f"A{_FIRST}"
    sheet.protect()
    seats = seat_columns(ctx)
    places = product(range(1, ctx.rounds + 1), range(1, ctx.tables + 1), range(1, ctx.largest + 1))
    for row, place in enumerate(places, _FIRST):
        cells = _seat(seats, row, place, ctx)
        for key in seats.keys:
            sheet[seats.at(key, row)] = cells[key]
    leaving = Columns(LEAVING, _LEAVING_FROM, _FIRST, _FIRST + events.line_count(ctx) - 1)
    for row in leaving.rows:
        for key, formula in _leaving(leaving, row, ctx).items():
            sheet[leaving.at(key, row)] = formula
    for prefix, block in (("Ledger", seats), ("Leaving", leaving)):
        for key in block.keys:
            head = sheet[block.at(key, _FIRST - 1)]
            head.value, head.font = f"{prefix}_{key}", Font(name="Calibri", size=11, bold=True)
            sheet.ws.column_dimensions[block.letter(key)].width = 18
        sheet.book_names(prefix, block)
    for number in range(1, ctx.rounds + 1):
        for key in seats.keys:
            if key in _BY_ROUND:
                sheet.book_name(of_round(key, number), _round_cells(ctx, key, number))


def own_criteria(rulebook: Rulebook) -> tuple[str, ...]:
    """The regulation's criteria that the ledger adds up. KeyError from COUNTS for one that has no formula."""
    return tuple(code for code in rulebook.criteria if code not in COUNTED_ELSEWHERE)


def frozen_rounds(rulebook: Rulebook) -> tuple[int, ...]:
    """The rounds of the cuts after which the opponents of who goes home add nothing to their Buchholz."""
    return tuple(cut.after for cut in rulebook.cuts) if "buchholz" in rulebook.criteria else ()


def sums_fractions(rulebook: Rulebook) -> bool:
    """Whether the Buchholz adds up fractions. Rounded one by one, equal sums would differ: only their sum is rounded."""
    rule = rulebook.score
    return "buchholz" in rulebook.criteria and not rule.rounded and (rule.per_game or rule.factor is not None)


def scores_after(ctx: Context) -> list[int]:
    """The rounds after which the standings keep a score for the Buchholz, the last one only if that adds up fractions."""
    return sorted({*frozen_rounds(ctx.rulebook), *([ctx.rounds] if sums_fractions(ctx.rulebook) else [])})


def seat_columns(ctx: Context) -> Columns:
    """The ledger's cells with the seats."""
    counted = dict.fromkeys(key for code in own_criteria(ctx.rulebook) for key in COUNTS[code].columns)
    counted |= dict.fromkeys(f"{key}_{after}" for after in frozen_rounds(ctx.rulebook) for key in COUNTS["buchholz"].columns)
    counted |= {"Counts": None} if ctx.rulebook.league and ctx.rulebook.league.counted else {}
    named = [key for key in _SEATS if key != "Seat" or ctx.rulebook.sheriff is SheriffRule.SEAT_1]
    return Columns((*named, *counted), "A", _FIRST, _FIRST + ctx.rounds * ctx.tables * ctx.largest - 1)


def of_round(key: str, number: int) -> str:
    """The name of a column of one round's rows. Formulas with a name have the same text in every row."""
    return f"Ledger{number}_{key}"


def _round_cells(ctx: Context, key: str, number: int) -> str:
    size = ctx.tables * ctx.largest
    return seat_columns(ctx).span(key, _FIRST + (number - 1) * size, _FIRST + number * size - 1)


def round_span(ctx: Context, key: str, number: int) -> str:
    """A column of one round's rows, for formulas on other sheets."""
    tab = ctx.tab("ledger").replace("'", "''")
    return f"'{tab}'!{_round_cells(ctx, key, number)}"


def _seat(block: Columns, row: int, place: tuple[int, int, int], ctx: Context) -> dict[str, int | str]:
    number, table, seat = place
    tab, line, first = game_code(number, table), layout.FIRST_SEAT + seat - 1, row - seat + 1
    letters, at = layout.layout_of(ctx.rulebook).letters, layout.layout_of(ctx.rulebook).cells
    of = {key: f"{tab}!${letter}{line}" for key, letter in letters.items()}
    # a seat's cost before the game: its bid and the cards kept, each only if in use (SUM skips texts)
    auction, costs = ctx.rulebook.auction, []
    if auction is not None:
        costs.append(f"Auction_Played*SUM({of['Bid']})" if auction.optional else f"SUM({of['Bid']})")
    if ctx.rulebook.card_price:
        costs.append(f"Amount_Card*SUM({of['Cards_Kept']})")
    sides = "|".join(f"{outcome}:{role}" for outcome, roles in SIDES.items() for role in sorted(roles))
    won = f'ISNUMBER(FIND("|"&{tab}!{at["Won"]}&":"&@Ledger_Role&"|","|{sides}|"))'
    other = f'{of["Seat_Status"]}<>"{Status.ALIVE}",{tab}!{at[Role.RENEGADE]}>0'
    lost = f'AND(@Ledger_Role="{Role.RENEGADE}",{other})'  # another Renegade is left (G11)
    cells: dict[str, int | str] = {
        "Round": number,
        "Table": table,
        "Seat": seat,
        "Player": f"={of['Player_Id']}",
        "Settled": f'=IF(@Ledger_Player="",0,{tab}!{at["Settled"]})',
        "Role": f'=IF(@Ledger_Player="","",{of["Seat_Role"]})',
        "Bid": f'=IF(@Ledger_Settled=1,{"+".join(costs) or "0"},"")',
        "Payout": f'=IF(@Ledger_Settled=1,{of["Payout"]},"")',
        "Net": '=IF(@Ledger_Settled=1,@Ledger_Payout-@Ledger_Bid,"")',
        "Won": f'=IF(@Ledger_Settled=1,IF({won},IF({lost},0,1),0),"")',
        "Alive": f'=IF(@Ledger_Settled=1,IF({of["Seat_Status"]}="{Status.ALIVE}",1,0),"")',
    }
    if (league := ctx.rulebook.league) is not None:
        mine, net, settled = (block.span(key, _FIRST, row) for key in ("Player", "Net", "Settled"))
        so_far = f"COUNTIFS({mine},@Ledger_Player,{settled},1)"
        if league.which is Counted.BEST:  # the better ones of the player, and of equals those up to this row
            better = 'COUNTIFS(Ledger_Player,@Ledger_Player,Ledger_Net,">"&@Ledger_Net)'
            so_far = f"{better}+COUNTIFS({mine},@Ledger_Player,{net},@Ledger_Net)"
        cells["Counts"] = f'=IF(@Ledger_Settled=1,IF({so_far}<={league.counted},1,0),"")'
    if "Lives" in block.keys:
        cells["Lives"] = f'=IF(@Ledger_Settled=1,SUM({of["Lives"]}),"")'
    for part in ("", *(f"_{after}" for after in frozen_rounds(ctx.rulebook))) if "Opponents" in block.keys else ():
        score, at_table = f"Score{part}", block.span(f"Score{part}", first, first + ctx.largest - 1)
        source = score if part or not sums_fractions(ctx.rulebook) else f"Score_{ctx.rounds}"
        found = f'IFERROR(INDEX(Standings_{source},MATCH(@Ledger_Player,Players_Key,0)),"")'
        cells[score] = f'=IF(@Ledger_Settled=1,{found},"")'
        cells[f"Opponents{part}"] = f'=IF(@Ledger_{score}="","",SUM({at_table})-@Ledger_{score})'
    return cells


def _leaving(block: Columns, row: int, ctx: Context) -> dict[str, str]:
    """The effect of an event: it may take a player out of the tournament; one warning too many ejects (Italy 2010, 3)."""
    index, at = f"ROW()-{_FIRST - 1}", {key: block.at(key, row) for key in block.keys}
    kind, who, moment, leaver = at["Type"], at["Player"], at["Moment"], at["Leaver"]
    so_far = {key: f"${block.letter(key)}${_FIRST}:{at[key]}" for key in ("Type", "Player")}
    warned = f'COUNTIFS({so_far["Type"]},"{EventType.WARNING}",{so_far["Player"]},{who})'
    limit = ctx.rulebook.warnings_to_ejection
    too_many = f",{at['Warnings']}={limit}" if limit else ""
    out = f'OR({kind}="{EventType.EJECTION}",{kind}="{EventType.WITHDRAWAL}"{too_many})'
    early = ",".join(f'{moment}="{code}"' for code in sorted(BEFORE_PUBLICATION))
    # the leaver's last round: the current one if nobody enters another; at fixed tables the current game of the leaver's table
    after, during = f"INDEX(Events_After_Round,{index})", f"INDEX(Events_Round,{index})"
    own = f"IFERROR(INDEX(Table_Seated,INDEX(Fixed_Table,MATCH({who},Fixed_Player,0))),Rounds_Seated)"
    last_round = first_of(
        (f'AND({moment}="{Moment.BETWEEN_ROUNDS}",ISNUMBER({after}))', after),
        (f'AND({moment}="{Moment.DURING_GAME}",ISNUMBER({during}))', during),
        *([(f'{moment}="{Moment.BETWEEN_ROUNDS}"', own)] if ctx.rulebook.fixed_tables else []),
        otherwise="Rounds_Seated",
    )
    ejected = f'IF({kind}="{EventType.WITHDRAWAL}","{EventType.WITHDRAWAL}","{EventType.EJECTION}")'
    return {
        "Type": f"=INDEX(Events_Type_Code,{index})",
        "Moment": f"=INDEX(Events_Moment_Code,{index})",
        "Player": f'=IF(AND(LEN({kind})>1,LEN({moment})>1),INDEX(Events_Player_Id,{index}),"")',
        "Warnings": f'=IF(AND({who}<>"",{kind}="{EventType.WARNING}"),{warned},0)',
        "Leaver": f'=IF({who}="","",IF({out},{who},""))',
        "Kind": f'=IF({leaver}="","",{ejected})',
        "Last_Round": f'=IF({leaver}="","",{last_round})',
        "Match": f'=IF({leaver}="","",UPPER({trimmed(f"INDEX(Events_Match,{index})")}))',
        "Early": f'=IF({leaver}="","",IF(OR({early}),1,0))',
    }
