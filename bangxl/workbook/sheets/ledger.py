"""The ledger (hidden): a row for every place at every table, and who has left by which event. All formulas, no inputs.

Buchholz comes without arrays: a row adds up the scores at its own table and takes away its player's own (R10-7, R10-8).
"""

from __future__ import annotations

from typing import Final

from openpyxl.styles import Font
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.tournament.model import EventType, Moment
from bangxl.tournament.roster import BEFORE_PUBLICATION
from bangxl.workbook.columns import Columns
from bangxl.workbook.context import Context, record_sheet
from bangxl.workbook.formulas import first_of
from bangxl.workbook.sheets import events
from bangxl.workbook.sheets import record_cells as record
from bangxl.workbook.styles import book_name, protect

FIRST: Final = 2
SEATS: Final = ("Round", "Table", "Seat", "Player", "Settled", "Bid", "Payout", "Net", "Score", "Opponents")
LEAVING: Final = ("Type", "Moment", "Player", "Warnings", "Leaver", "Kind", "Last_Round", "Match", "Early")


def build(wb: Workbook, ctx: Context) -> None:
    """Add the hidden sheet with the names ``Ledger_…`` and, one row an event, ``Leaving_…``."""
    ws = wb.create_sheet(ctx.tab("ledger"))
    ws.sheet_state, ws.freeze_panes = "hidden", f"A{FIRST}"
    protect(ws)
    seats = seat_columns(ctx)
    for row, (number, table, seat) in enumerate(_places(ctx), FIRST):
        _seat(ws, seats, row, (number, table, seat), ctx)
    leaving = Columns(LEAVING, "M", FIRST, FIRST + events.rows(ctx) - 1)
    for row in leaving.rows:
        _leaving(ws, leaving, row, ctx)
    for prefix, block in (("Ledger", seats), ("Leaving", leaving)):
        for key in block.keys:
            letter = block.letter(key)
            ws[f"{letter}{FIRST - 1}"] = f"{prefix}_{key}"
            ws[f"{letter}{FIRST - 1}"].font = Font(name="Calibri", size=11, bold=True)
            ws.column_dimensions[letter].width = 18
            book_name(wb, ws, f"{prefix}_{key}", f"{letter}{block.first}:{letter}{block.last}")


def seat_columns(ctx: Context) -> Columns:
    """Where the places at the tables stand on the ledger."""
    return Columns(SEATS, "A", FIRST, FIRST + ctx.rounds * ctx.tables * ctx.largest - 1)


def round_rows(ctx: Context, number: int) -> tuple[int, int]:
    """The first and the last row of a round on the ledger."""
    size = ctx.tables * ctx.largest
    return FIRST + (number - 1) * size, FIRST + number * size - 1


def round_span(ctx: Context, key: str, number: int) -> str:
    """A column of one round's rows, for formulas on other sheets."""
    tab = ctx.tab("ledger").replace("'", "''")
    return f"'{tab}'!{seat_columns(ctx).span(key, *round_rows(ctx, number))}"


def _places(ctx: Context) -> list[tuple[int, int, int]]:
    return [
        (number, table, seat)
        for number in range(1, ctx.rounds + 1)
        for table in range(1, ctx.tables + 1)
        for seat in range(1, ctx.largest + 1)
    ]


def _seat(ws: Worksheet, block: Columns, row: int, place: tuple[int, int, int], ctx: Context) -> None:
    """A place at a table. A name in these formulas means its cell on the same row; one text for all rows keeps the file small."""
    number, table, seat = place
    sheet, line = record_sheet(number, table), record.FIRST + seat - 1
    first = row - seat + 1
    at_table = block.span("Score", first, first + ctx.largest - 1)
    score = f'IFERROR(INDEX(Funds_{ctx.rounds},MATCH(Ledger_Player,Players_Key,0)),"")'
    values: dict[str, int | str] = {
        "Round": number,
        "Table": table,
        "Seat": seat,
        "Player": f"={sheet}!{record.PLAYER_ID}{line}",
        "Settled": f'=IF(Ledger_Player="",0,{sheet}!{record.SETTLED})',
        "Bid": f'=IF(Ledger_Settled=1,{sheet}!{record.BID}{line},"")',
        "Payout": f'=IF(Ledger_Settled=1,{sheet}!{record.PAYOUT}{line},"")',
        "Net": '=IF(Ledger_Settled=1,Ledger_Payout-Ledger_Bid,"")',
        "Score": f'=IF(Ledger_Settled=1,{score},"")',
        "Opponents": f'=IF(Ledger_Score="","",SUM({at_table})-Ledger_Score)',
    }
    for key, value in values.items():
        ws[f"{block.letter(key)}{row}"] = value


def _leaving(ws: Worksheet, block: Columns, row: int, ctx: Context) -> None:
    """What an event does: it may take a player out of the tournament; a warning too many ejects (Italy 2010, 3)."""
    index, at = row - FIRST + 1, {key: block.at(key, row) for key in block.keys}
    kind, who, moment = at["Type"], at["Player"], at["Moment"]
    so_far = {key: f"{block.at(key, FIRST).replace(str(FIRST), f'${FIRST}')}:{at[key]}" for key in ("Type", "Player")}
    warned = f'COUNTIFS({so_far["Type"]},"{EventType.WARNING}",{so_far["Player"]},{who})'
    limit = ctx.rulebook.warnings_to_ejection
    out = f'OR({kind}="{EventType.EJECTION}",{kind}="{EventType.WITHDRAWAL}",{at["Warnings"]}={limit})'
    early = ",".join(f'{moment}="{code}"' for code in sorted(BEFORE_PUBLICATION))
    values = {
        "Type": f"INDEX(Events_Type_Code,{index})",
        "Moment": f"INDEX(Events_Moment_Code,{index})",
        "Player": f'IF(AND(LEN({kind})>1,LEN({moment})>1),INDEX(Events_Player_Id,{index}),"")',
        "Warnings": f'IF(AND({who}<>"",{kind}="{EventType.WARNING}"),{warned},0)',
        "Leaver": f'IF({who}="","",IF({out},{who},""))',
        "Kind": f'IF({kind}="{EventType.WITHDRAWAL}","{EventType.WITHDRAWAL}","{EventType.EJECTION}")',
        "Last_Round": _last_round(moment, index),
        "Match": f"UPPER(TRIM(INDEX(Events_Match,{index})))",
        "Early": f"IF(OR({early}),1,0)",
    }
    for key, value in values.items():
        known = key in {"Type", "Moment", "Player", "Warnings", "Leaver"}
        ws[f"{block.letter(key)}{row}"] = f"={value}" if known else f'=IF({at["Leaver"]}="","",{value})'


def _last_round(moment: str, index: int) -> str:
    """The last round that the leaver plays."""
    return first_of(
        (_after(moment, Moment.BETWEEN_ROUNDS, f"INDEX(Events_After_Round,{index})"), f"INDEX(Events_After_Round,{index})"),
        (_after(moment, Moment.DURING_GAME, f"INDEX(Events_Round,{index})"), f"INDEX(Events_Round,{index})"),
        otherwise="Rounds_Seated",
    )


def _after(moment: str, wanted: Moment, number: str) -> str:
    return f'AND({moment}="{wanted}",ISNUMBER({number}))'
