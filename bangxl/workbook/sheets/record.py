"""The record sheet of one table: columns B to N are the screen, with money; Q to AA the printed page, without.

Both stand on the same rows, so that hiding unused seats serves both. Behind them, hidden, lie the codes and findings that
the visible formulas share: a finding is a number of `problems.PROBLEMS`, and the least is the worst.
"""

from __future__ import annotations

from typing import Final

from openpyxl.styles import Font
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.tournament.model import Outcome, Role, Status
from bangxl.tournament.rulebook import Rulebook
from bangxl.workbook.context import Context, record_sheet, round_sheet
from bangxl.workbook.formulas import code, filled, first_of, player_id, player_name
from bangxl.workbook.sheets import record_checks, record_page
from bangxl.workbook.sheets.problems import NONE, PROBLEMS, Stage
from bangxl.workbook.sheets.record_cells import (
    AFTER,
    BEFORE,
    BID,
    CHARACTER,
    CHECK,
    COLUMNS,
    END,
    END_CODE,
    FIRST,
    INPUTS,
    KEY,
    LINE_CHECK,
    LIST,
    OUTCOME,
    PAYOUT,
    PLAYER,
    PLAYER_ID,
    PROBLEM,
    ROLE,
    ROLE_CODE,
    SETTLED,
    SIZE,
    STAGE,
    UNPAID,
    WON,
    WON_COLUMN,
    WORST,
    rows,
)
from bangxl.workbook.sheets.record_texts import told
from bangxl.workbook.styles import (
    DENIM,
    LEFT,
    RIGHT,
    SEAT,
    SKY,
    choose,
    cursor,
    font,
    frame,
    highlight,
    line,
    link_if,
    missing,
    name,
    put,
    settled,
    states,
    table,
    widths,
)
from bangxl.workbook.words import word

__all__ = ["AFTER", "BEFORE", "BID", "CHECK", "FIRST", "PAYOUT", "PLAYER", "PLAYER_ID", "PROBLEM", "SETTLED", "SIZE", "build"]

_HEIGHTS: Final = {5: 26, 6: 34, 14: 22, 15: 8, 16: 26, **dict.fromkeys(range(17, 27), 18), 27: 30, 28: 16}
_DASH: Final = '#,##0 "$";-#,##0 "$";"–"'


def build(wb: Workbook, number: int, table: int, ctx: Context) -> None:
    """Add the hidden record sheet of a round and table, with its sheet-level names (design.md §7)."""
    _ = ctx._
    ws = wb.create_sheet(record_sheet(number, table))
    ws.sheet_state = "hidden"
    widths(ws, 2, 6, 7, 31, 18, 12, 14, 15, 2, 12, 11, 12, 2, 24, 9, 2, *record_page.WIDTHS, white_from=17, hidden=8)
    title = _("Round {round} · Table {table}").format(round=number, table=table)
    step = f'=IF({PROBLEM}="",Next_Step,{PROBLEM})'
    frame(ws, "N", title, _links(number, table, ctx), freeze="A7", step=step)
    for row, height in (_HEIGHTS | dict.fromkeys(rows(ctx), 31)).items():
        ws.row_dimensions[row].height = height
    _seats(ws, number, ctx)
    record_checks.findings(ws, ctx)
    _outcome(ws)
    _winnings(ws, ctx)
    record_checks.questions(ws, ctx)
    _state(ws, ctx)
    _inputs(ws, ctx)
    _names(ws, ctx)
    record_page.build(ws, number, table, ctx)


def _links(number: int, table: int, ctx: Context) -> dict[str, tuple[str, str] | str]:
    _ = ctx._
    links: dict[str, tuple[str, str] | str] = {
        "B2": (ctx.tab("setup"), _("◄ Tournament")),
        "D2": (round_sheet(number), _("◄ Round {round}").format(round=number)),
        "G2": (ctx.tab("control"), _("Control")),
    }
    if table > 1:
        links["E2"] = (record_sheet(number, table - 1), _("◄ Table"))
    if table < ctx.tables:
        after = record_sheet(number, table + 1)
        links["F2"] = link_if(f'{after}!{PLAYER}{FIRST}<>""', after, _("Table ►"))
    return links


def _seats(ws: Worksheet, number: int, ctx: Context) -> None:
    """The lines: what is typed, what it is worth, and the codes of the words."""
    _ = ctx._
    heads = [_("Seat"), _("Id"), _("Player"), _("Character"), _("Bid"), _("Role"), _("At the end"), None]
    heads += [_("Funds\nbefore"), _("Winnings"), _("Funds\nafter"), None, _("Check")]
    looks = ["Centre", "Id", "Strong", "Input", "Input money", "Input", "Input", "Paper"]
    looks += ["Money", "Money", "Money", "Paper", "Text"]
    lines = [_line(row, number, ctx) for row in rows(ctx)]
    table(ws, "B6", heads, lines, looks, height=31, head_height=34)
    for row in rows(ctx):
        ws[f"B{row}"].number_format = SEAT
        ws[f"{PLAYER_ID}{row}"] = "=" + player_id("Player")
        ws[f"{ROLE_CODE}{row}"] = f'=IF(Player="","",{code("Role", "Role")})'
        ws[f"{END_CODE}{row}"] = "=" + code("Status", "Status")
    total = ctx.largest + FIRST
    sums = [f"={_sum(c, total - 1)}" if c in {BID, BEFORE, PAYOUT, AFTER} else None for c in "DEFGHIJKL"]
    line(ws, f"D{total}", sums, [*["Sum"] * 5, "Paper", *["Sum"] * 3])
    put(ws, f"D{total}", _("Total"), "Sum", alignment=LEFT)


def _sum(column: str, last: int) -> str:
    """A column's total: bids as far as they go, all else once every line has it."""
    cells = f"{column}{FIRST}:{column}{last}"
    return f'IF(COUNT({cells})<{"1" if column == BID else f"MAX(1,{SIZE})"},"",SUM({cells}))'


def _line(row: int, number: int, ctx: Context) -> list[str | int | None]:
    """Columns B to N of a seat. Money before, payout and money after are blank until they are known."""
    payout = f'IFERROR(INDEX(Payout_Value,MATCH({KEY}&Seat_Role&"|"&Seat_Status,Payout_Key,0)),{UNPAID})'
    return [
        row - FIRST + 1,
        None,
        "=" + player_name("Player_Id", otherwise="Player"),
        *[None] * 5,
        f'=IF(Player="","",{_before(number, ctx)})',
        f'=IF(Seat_Role="","",IF(Seat_Status="","",{payout}))',
        '=IF(ISNUMBER(Bid),IF(ISNUMBER(Payout),Before-Bid+Payout,""),"")',
        None,
        f'=IF(Player="","",INDEX(Problem_Short,On_Line+{STAGE}))',
    ]


def _before(number: int, ctx: Context) -> str:
    """Money before the auction: the start, plus winnings and less bids of settled games in earlier rounds."""
    start = str(ctx.rulebook.auction.start)
    if number == 1:
        return start
    return f'{start}+SUMIFS(Ledger_Net,Ledger_Player,Player_Id,Ledger_Round,"<{number}")'


def _outcome(ws: Worksheet) -> None:
    """Who won, and, hidden, how many of each role are alive."""
    put(ws, "D16", told("who_won"), "Caption", alignment=RIGHT)
    put(ws, "E16", None, "Input", font=font(13, DENIM, bold=True))
    ws[WON.replace("$", "")] = "=" + code(OUTCOME, "Outcome")
    for row, role in enumerate(Role, LIST):
        ws[f"AC{row}"] = f'=COUNTIFS(Seat_Role,"{role}",Seat_Status,"alive")'


def _winnings(ws: Worksheet, ctx: Context) -> None:
    """What a table of this size pays, the winners' column in sky."""
    _, language = ctx._, ctx.catalog.language
    kinds = paying(ctx.rulebook)
    last = LIST + len(kinds) - 1
    heads = ["=" + filled(_("Winnings at a table of {players}"), players=SIZE), *(word(outcome, language) for outcome in Outcome)]
    lines = [
        [
            _("{role}, {status}").format(role=word(role, language), status=word(status, language)),
            *(f"=INDEX(Winnings_{outcome},{len(kinds)}*{SIZE}+{i})" for outcome in Outcome),
        ]
        for i, (role, status) in enumerate(kinds, 1)
    ]
    table(ws, f"D{LIST - 1}", heads, lines, ["Text", *["Money"] * 3], height=18, head_height=18)
    for row in ws[f"E{LIST}:G{last}"]:
        for cell in row:
            cell.number_format = _DASH
    columns = [(f'{WON}="{outcome}"', str(column)) for column, outcome in enumerate(Outcome, 5)]
    ws[WON_COLUMN.replace("$", "")] = "=" + first_of(*columns, otherwise="0")
    where = f"E{LIST - 1}:G{last}"
    highlight(ws, where, f"COLUMN(E{LIST - 1})={WON_COLUMN}", back=SKY, ink=Font(bold=True))


def paying(rulebook: Rulebook) -> list[tuple[Role, Status]]:
    """The roles and states that some outcome pays, in printed order: the lines of a record sheet's winnings."""
    return [
        (role, status)
        for role in Role
        for status in Status
        if any(rulebook.payout(size, outcome, role, status) for size in rulebook.roles for outcome in Outcome)
    ]


def _state(ws: Worksheet, ctx: Context) -> None:
    """The sheet's caption and state, and the hidden cells that say how far it is."""
    _ = ctx._
    put(ws, "B5", "=" + filled(_("Record sheet, {players} players"), players=SIZE), "Caption")
    put(ws, "N5", f"=INDEX(Problem_State,{WORST}+{STAGE})", "State")
    states(ws, "N5")
    states(ws, f"{LINE_CHECK}{FIRST}:{LINE_CHECK}{rows(ctx)[-1]}", quiet=True)
    begun = f"COUNTA(${CHARACTER}${FIRST}:${END}${rows(ctx)[-1]},{OUTCOME})>1"
    found = f"{FIRST - 1}+MATCH({WORST},On_Line,0)"
    cell = f'IF({WORST}>{len(PROBLEMS)},"",INDEX(Problem_Column,{WORST})&IFERROR({found},""))'
    both = 'COUNTIFS(Bid,">-1000000000",Payout,">-1000000000")'
    settled = f"IF(AND({SIZE}>0,{both}={SIZE}),1,0)"
    values = {
        SIZE: "=COUNTA(Player)",
        STAGE: f"=IF({SIZE}=0,{Stage.EMPTY * NONE},IF({begun},0,{Stage.SEATED * NONE}))",
        WORST: f"=MIN(On_Line,$AB${LIST}:$AB${LIST + 5})",
        PROBLEM: f'=SUBSTITUTE(INDEX(Problem_Text,{WORST}+{STAGE})&"","{{cell}}",{cell})',
        SETTLED: "=" + settled,
        KEY: f'={SIZE}&"|"&{WON}&"|"',
        UNPAID: f'=IF(OR({WON}="",{WON}="?"),"","?")',
    }
    for address, value in values.items():
        ws[address.replace("$", "")] = value


def _inputs(ws: Worksheet, ctx: Context) -> None:
    """Drop-downs, and yellow for what is missing once somebody has begun to type."""
    error, last = ctx._("Choose a word from the list."), rows(ctx)[-1]
    for column, source in ((CHARACTER, "Character_List"), (ROLE, "Role_List"), (END, "Status_List")):
        choose(ws, f"{column}{FIRST}:{column}{last}", source, error)
    choose(ws, "E16", "Outcome_List", error)
    missing(ws, f"{CHARACTER}{FIRST}:{END}{last}", f'AND(${PLAYER}{FIRST}<>"",{CHARACTER}{FIRST}="",{STAGE}=0)')
    missing(ws, "E16", f'AND({OUTCOME}="",{STAGE}=0)')
    settled(ws, f"{CHARACTER}{FIRST}:{END}{last}")
    settled(ws, "E16")
    cursor(ws, INPUTS)


def _names(ws: Worksheet, ctx: Context) -> None:
    for key, column in COLUMNS.items():
        name(ws, key, f"{column}{FIRST}:{column}{rows(ctx)[-1]}")
    for key, cell in {"Outcome": OUTCOME, "Check": CHECK, "Problem": PROBLEM, "Settled": SETTLED, "Size": SIZE}.items():
        name(ws, key, cell)
