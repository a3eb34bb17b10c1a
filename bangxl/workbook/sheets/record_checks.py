"""What a record sheet finds out about itself: hidden numbers of findings, and six questions with their signs.

A finding is a number of `problems.PROBLEMS`, and the least is the worst.
"""

from __future__ import annotations

from openpyxl.worksheet.worksheet import Worksheet

from bangxl.tournament.model import Role
from bangxl.workbook.context import Context
from bangxl.workbook.formulas import first_of
from bangxl.workbook.sheets.problems import NONE, number
from bangxl.workbook.sheets.record_cells import (
    AFTER,
    BEFORE,
    BID,
    CHARACTER,
    FIRST,
    LIST,
    ON_BID,
    ON_CHARACTER,
    ON_END,
    ON_LINE,
    ON_ROLE,
    OUTCOME,
    PAYOUT,
    SETTLED,
    SIZE,
    STAGE,
    WON,
    alive,
    rows,
)
from bangxl.workbook.sheets.record_texts import told
from bangxl.workbook.styles import put, states


def findings(ws: Worksheet, ctx: Context) -> None:
    """Hidden: the worst finding on each part of a line, and on the line."""
    for row in rows(ctx):
        parts = {
            ON_CHARACTER: _character_cases(f"{CHARACTER}{row}"),
            ON_BID: _bid_cases(ctx),
            ON_ROLE: _role_cases(first=row == FIRST),
            ON_END: _end_cases(),
        }
        for column, cases in parts.items():
            ws[f"{column}{row}"] = "=" + _numbered(('Player=""', ""), *cases)
        ws[f"{ON_LINE}{row}"] = f"=MIN({ON_CHARACTER}{row}:{ON_END}{row})"


def _numbered(*cases: tuple[str, str]) -> str:
    """The number of the first problem whose condition holds; "" is no problem."""
    told = ((condition, str(number(problem)) if problem else str(NONE)) for condition, problem in cases)
    return first_of(*told, otherwise=str(NONE))


def _character_cases(cell: str) -> list[tuple[str, str]]:
    return [
        ('Player_Id="?"', "player_unknown"),
        ("COUNTIF(Player_Id,Player_Id)>1", "player_twice"),
        ('Character=""', "character_missing"),
        ("ISERROR(MATCH(TRIM(Character),Character_List,0))", "character_unknown"),
        (f"SUMPRODUCT(--(TRIM(Character)=TRIM({cell})))>1", "character_twice"),
    ]


def _bid_cases(ctx: Context) -> list[tuple[str, str]]:
    auction = ctx.rulebook.auction
    return [
        ('Bid=""', "bid_missing"),
        ("NOT(ISNUMBER(Bid))", "bid_text"),
        (f"Bid<{auction.minimum}", "bid_low"),
        (f"MOD(Bid,{auction.step})<>0", "bid_step"),
        (f"(Bid>Before)*(Bid>{auction.minimum})", "bid_high"),
    ]


def _role_cases(*, first: bool) -> list[tuple[str, str]]:
    """Seat 1 is the Sheriff, nobody else is (Italy 2010, 1.1); the other roles as the table's size demands."""
    allowed = f'IFERROR(INDEX(Seats_Count,MATCH({SIZE}&"|"&Seat_Role,Seats_Key,0)),0)'
    cases = [('Role=""', "role_missing"), ('Seat_Role="?"', "role_unknown")]
    if first:
        return [*cases, ('Seat_Role<>"sheriff"', "sheriff_missing")]
    return [*cases, ('Seat_Role="sheriff"', "sheriff_twice"), (f"COUNTIF(Seat_Role,Seat_Role)>{allowed}", "role_often")]


def _end_cases() -> list[tuple[str, str]]:
    duel = '(Seat_Status="final_duel")'
    return [
        ('Status=""', "status_missing"),
        ('Seat_Status="?"', "status_unknown"),
        (f'{duel}*(Seat_Role<>"")*(Seat_Role<>"renegade")', "duel_role"),
        (f"{duel}*{alive(Role.DEPUTY)}", "duel_deputy"),
        ('Payout="?"', "unpaid"),
    ]


def questions(ws: Worksheet, ctx: Context) -> None:
    """Six questions about the table as a whole, each with its sign; hidden before it the worst finding."""
    put(ws, "J16", told("checks"), "Caption")
    put(ws, "J17:N17", None, "Head")
    asked = (
        ("MIN(On_Role)", f'=INDEX(Size_Roles,MAX(1,{SIZE}))&""'),
        ("MIN(On_Character)", told("check_characters")),
        ("MIN(On_Bid)", told("check_bids")),
        (_nobody_last(ctx), told("check_last")),
        (f"MIN(On_End,{_on_outcome()})", told("check_outcome")),
        (_on_sums(ctx), told("check_sums")),
    )
    for row, (worst, text) in enumerate(asked, LIST):
        ws[f"AB{row}"] = "=" + worst
        put(ws, f"J{row}", f"=INDEX(Problem_Sign,AB{row}+{STAGE})", "State")
        put(ws, f"K{row}:N{row}", text, "Text")
    states(ws, f"J{LIST}:J{LIST + len(asked) - 1}")


def _nobody_last(ctx: Context) -> str:
    return _numbered(
        (f"COUNT(Bid)<{SIZE}", "bid_missing"),
        (f"COUNTIF(Bid,{ctx.rulebook.auction.last})=0", "nobody_last"),
    )


def _on_outcome() -> str:
    """Whether the game can have ended like this (rules.md §6); asked once every role and state is there."""
    sheriff, deputy, outlaw, renegade = (alive(role) for role in Role)
    return _numbered(
        (f'{OUTCOME}=""', "outcome_missing"),
        (f'{WON}="?"', "outcome_unknown"),
        (f'SUMPRODUCT((Seat_Role<>"")*(Seat_Status<>""))<{SIZE}', "outcome_missing"),
        (f'AND({WON}="law",{sheriff}=0)', "law_sheriff"),
        (f'AND({WON}="law",{outlaw}+{renegade}>0)', "law_others"),
        (f'AND({WON}="outlaws",{sheriff}>0)', "outlaws_sheriff"),
        (f'AND({WON}="outlaws",{outlaw}=0,{renegade}*{deputy}=0)', "outlaws_alive"),
        (f'AND({WON}="renegade",OR({renegade}=0,COUNTIF(Seat_Status,"alive")<>1))', "renegade_alone"),
    )


def _on_sums(ctx: Context) -> str:
    total = ctx.largest + FIRST
    wrong = f"{BEFORE}{total}-{BID}{total}+{PAYOUT}{total}<>{AFTER}{total}"
    return _numbered((f"{SETTLED}=0", "outcome_missing"), (wrong, "sums"))
