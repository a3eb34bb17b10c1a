"""A knock-out sheet's cells: the screen from column B on, the printed page, hidden behind it the helpers; and what they find out.

There is a check beside every seat, one of the table, and the sheet's state.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.cells import code, first_of, literal, match_text, plain, player_id, player_name
from bangxl.sheets.context import Context
from bangxl.sheets.record.checks import impossible
from bangxl.sheets.styles import put, states
from bangxl.tournament.knockout import WITHOUT_ROLES
from bangxl.tournament.model import Role

FIRST: Final = 7
"""The row of seat 1."""
SEAT, PLAYER, NAME, CHOICE, CHARACTER, ROLE, STATUS, LINE_CHECK = "B", "C", "D", "E", "F", "G", "H", "J"
OUTCOME, WINNER, CHECK, TABLE_CHECK = "$F$16", "$F$17", "$J$5", "$J$16"
LAST_SCREEN: Final = "J"
WIDTHS: Final = (2, 6, 7, 31, 9, 18, 14, 15, 2, 28, 2)
"""Columns A to K, the last a margin."""

PAGE: Final = (
    "CHOICE",
    "NAME",
    "SEAT",
    "CHARACTER",
    "SHERIFF",
    "DEPUTY",
    "OUTLAW",
    "RENEGADE",
    "ALIVE",
    "ELIMINATED",
    "FINAL_DUEL",
)
PAGE_WIDTHS: Final = (10, 35, 7, 20, 10, 11, 11, 12, 11, 14, 12)
HELPERS: Final = ("Player_Id", "Seat_Role", "Seat_Status", "Seat_Won", "Sign", "Order", "Mark", "One")
"""Hidden: codes of a seat; 1 if it has won; 0, 1 (missing), 2 (wrong); the seat of the k-th to choose, ✓ if it has won; the
last column holds what a sheet has once."""

_LEFT: Final = len(WIDTHS) + 1


def page_letter(key: str) -> str:
    """A column of the printed page (a key of PAGE)."""
    return get_column_letter(_LEFT + PAGE.index(key))


def helper(key: str) -> str:
    """A hidden column (a key of HELPERS)."""
    return get_column_letter(_LEFT + len(PAGE) + HELPERS.index(key))


def one(row: int) -> str:
    """A hidden cell of which a sheet has one."""
    return f"${helper('One')}${row}"


SIZE, WON, WINNER_ID, BEGUN, COMPLETE, WORST, PROBLEM = (one(row) for row in range(FIRST - 2, FIRST + 5))
"""Hidden: players at the table; who has won, as a code or an id; whether somebody has begun to type, and whether all is there;
the worst sign; and it as a sentence."""
ALIVE: Final = 12
"""The hidden row of the first of four cells: the living of each role."""

SMALL: Final = f"{SIZE}<={WITHOUT_ROLES}"
"""Whether the table plays without roles."""
_GOOD: Final = f'IF({COMPLETE}=1,"✓","·")'
"""✓ once everything is there; a gap is no fault as long as nobody has begun to type."""


def checks(ws: Worksheet, ctx: Context, rows: range) -> None:
    """Write the hidden codes, the checks and the sheet's state."""
    for row in rows:
        _codes(ws, row)
        ws[f"{LINE_CHECK}{row}"] = f'=IF(Player="","",{first_of(*_line(ctx, row), otherwise=_GOOD)})'
    for row, role in enumerate(Role, ALIVE):
        ws[one(row)] = f'=COUNTIFS(Seat_Role,"{role}",Seat_Status,"alive")'
    put(ws, TABLE_CHECK, "=" + first_of(*_table(ctx), otherwise=_GOOD), "Text")
    states(ws, TABLE_CHECK, quiet=True)
    states(ws, f"{LINE_CHECK}{FIRST}:{LINE_CHECK}{rows[-1]}", quiet=True)
    for address, formula in _sheet(rows).items():
        ws[address] = "=" + formula
    put(ws, CHECK, "=" + _state(ctx), "State")
    states(ws, CHECK)


def winner_name() -> str:
    """The name of the winner of two or three, however he was typed."""
    return f'IF(OR({WINNER_ID}="",{WINNER_ID}="?"),"",{player_name(WINNER_ID)})'


def _codes(ws: Worksheet, row: int) -> None:
    sides = first_of(
        (f'{WON}="law"', '(Seat_Role="sheriff")+(Seat_Role="deputy")'),
        (f'{WON}="outlaws"', '--(Seat_Role="outlaw")'),
        (f'{WON}="renegade"', '--(Seat_Role="renegade")'),
        otherwise="0",
    )
    ws[f"{helper('Player_Id')}{row}"] = "=" + player_id("Player")
    ws[f"{helper('Seat_Role')}{row}"] = f'=IF(Player="","",{code("Role", "Role")})'
    ws[f"{helper('Seat_Status')}{row}"] = f'=IF(Player="","",{code("Status", "Status")})'
    ws[f"{helper('Seat_Won')}{row}"] = f'=IF(Player="",0,IF({SMALL},IF(Player_Id={WINNER_ID},1,0),{sides}))'
    sign = f"LEFT({LINE_CHECK}{row},1)"
    ws[f"{helper('Sign')}{row}"] = f'=IF({sign}="×",2,IF({sign}="!",1,0))'


def _line(ctx: Context, row: int) -> Iterator[tuple[str, str]]:
    """What can be wrong with a seat, the worst first, then what is missing. Characters may stay blank."""
    _ = ctx._
    many = f'IFERROR(INDEX(Knockout_Seats_Count,MATCH({SIZE}&"|"&Seat_Role,Knockout_Seats_Key,0)),0)'
    same = f"SUMPRODUCT(--(TRIM(Character)=TRIM({CHARACTER}{row})))"
    duel = 'Seat_Status="final_duel"'
    yield 'Player_Id="?"', literal(_("× unknown player"))
    yield "COUNTIF(Player_Id,Player_Id)>1", literal(_("× seated twice"))
    known = f"MATCH({match_text(f'{CHARACTER}{row}')},Character_List,0)"
    yield f'IF(Character="",FALSE,ISERROR({known}))', literal(_("× unknown character"))
    yield f'IF(Character="",FALSE,{same}>1)', literal(_("× same character"))
    yield SMALL, f'IF({COMPLETE}=0,"·",IF(Seat_Won=1,"✓","–"))'
    yield 'OR(Seat_Role="?",Seat_Status="?")', literal(_("× unknown word"))
    yield f'IF(Seat_Role="",FALSE,COUNTIF(Seat_Role,Seat_Role)>{many})', literal(_("× too many of these"))
    yield f'AND({duel},Seat_Role<>"",Seat_Role<>"renegade")', literal(_("× Renegade only"))
    yield f"AND({duel},{_alive(Role.DEPUTY)}>0)", literal(_("× a Deputy is alive"))
    yield f'AND({duel},{WON}<>"",{WON}<>"law")', literal(_("× not with this outcome"))
    yield f"{BEGUN}=0", '"·"'
    yield 'Seat_Role=""', literal(_("! role missing"))
    yield 'Seat_Status=""', literal(_("! alive or not?"))


def _alive(role: Role) -> str:
    return one(ALIVE + list(Role).index(role))


def _table(ctx: Context) -> Iterator[tuple[str, str]]:
    """Whether the game can have ended like this (rules.md §6); asked once every role and state is there."""
    _ = ctx._
    texts = {
        "law_sheriff": _("× Law: the Sheriff is dead"),
        "law_others": _("× Law: an enemy is alive"),
        "outlaws_sheriff": _("× Outlaws: the Sheriff lives"),
        "outlaws_alive": _("× Outlaws: none is alive"),
        "renegade_alone": _("× Renegade: not the last"),
    }
    yield f"{SIZE}=0", '""'
    yield f'AND({SMALL},{WINNER_ID}="")', f'IF({BEGUN}=0,"·",{literal(_("! who has won?"))})'
    yield f"AND({SMALL},COUNTIF(Player_Id,{WINNER_ID})<>1)", literal(_("× nobody of this table"))
    yield SMALL, _GOOD
    yield f'{WON}="?"', literal(_("× unknown word"))
    yield f'{OUTCOME}=""', f'IF({BEGUN}=0,"·",{literal(_("! who has won?"))})'
    yield f'SUMPRODUCT((Seat_Role<>"")*(Seat_Status<>""))<{SIZE}', '"·"'
    for condition, problem in impossible(WON, [_alive(role) for role in Role]):
        yield condition, literal(texts[problem])


def _sheet(rows: range) -> dict[str, str]:
    """The hidden cells of the whole sheet."""
    table = f"LEFT({TABLE_CHECK},1)"
    worst = f'MAX(Sign,IF({table}="×",2,IF({table}="!",1,0)))'
    found = f"MATCH({WORST},Sign,0)"
    line = f"INDEX(Line_Check,{found})"
    who = f'"{LINE_CHECK}"&{FIRST - 1}+{found}&" · "&INDEX(${NAME}${FIRST}:${NAME}${rows[-1]},{found})'
    told = f'LEFT({line},2)&{who}&": "&MID({line},3,99)'
    here = f'LEFT({TABLE_CHECK},2)&IF({SMALL},"{plain(WINNER)}","{plain(OUTCOME)}")&": "&MID({TABLE_CHECK},3,99)'
    filled = f'AND(SUMPRODUCT((Seat_Role<>"")*(Seat_Status<>""))={SIZE},{WON}<>"",{WON}<>"?")'
    return {
        SIZE: "COUNTA(Player)",
        WON: code(OUTCOME, "Outcome"),
        WINNER_ID: player_id(WINNER),
        BEGUN: f"IF(COUNTA({CHARACTER}{rows[0]}:{STATUS}{rows[-1]},{OUTCOME},{WINNER})>0,1,0)",
        COMPLETE: f"IF({SIZE}=0,0,IF({SMALL},IF(COUNTIF(Player_Id,{WINNER_ID})=1,1,0),IF({filled},1,0)))",
        WORST: worst,
        PROBLEM: f'IF(OR({WORST}=0,{SIZE}=0),"",IFERROR({told},{here}))',
    }


def _state(ctx: Context) -> str:
    """How far the sheet is."""
    _ = ctx._
    return first_of(
        (f"{SIZE}=0", literal(_("· empty"))),
        (f"{WORST}=2", literal(_("× wrong"))),
        (f"AND({COMPLETE}=1,{WORST}=0)", literal(_("✓ complete"))),
        (f"{BEGUN}=1", literal(_("! incomplete"))),
        otherwise=literal(_("► in play")),
    )
