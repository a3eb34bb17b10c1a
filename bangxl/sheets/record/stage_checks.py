"""What a knock-out sheet finds out about itself: a check beside every seat, one of the table, and the sheet's state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.cells import plain
from bangxl.sheets.context import Context
from bangxl.sheets.formulas import code, first_of, literal, match_text, player_id, player_name
from bangxl.sheets.record.stage_cells import (
    ALIVE,
    BEGUN,
    CHARACTER,
    CHECK,
    COMPLETE,
    FIRST,
    LINE_CHECK,
    NAME,
    OUTCOME,
    PROBLEM,
    SIZE,
    STATUS,
    TABLE_CHECK,
    WINNER,
    WINNER_ID,
    WON,
    WORST,
    helper,
    one,
)
from bangxl.sheets.styles import put, states
from bangxl.tournament.knockout import WITHOUT_ROLES
from bangxl.tournament.model import Role

SMALL: Final = f"{SIZE}<={WITHOUT_ROLES}"
"""Whether the table plays without roles."""
_GOOD: Final = f'IF({COMPLETE}=1,"✓","·")'
"""✓ once everything is there; a gap is no fault as long as nobody has begun to type."""


def build(ws: Worksheet, ctx: Context, rows: range) -> None:
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
    sheriff, deputy, outlaw, renegade = (_alive(role) for role in Role)
    yield f"{SIZE}=0", '""'
    yield f'AND({SMALL},{WINNER_ID}="")', f'IF({BEGUN}=0,"·",{literal(_("! who has won?"))})'
    yield f"AND({SMALL},COUNTIF(Player_Id,{WINNER_ID})<>1)", literal(_("× nobody of this table"))
    yield SMALL, _GOOD
    yield f'{WON}="?"', literal(_("× unknown word"))
    yield f'{OUTCOME}=""', f'IF({BEGUN}=0,"·",{literal(_("! who has won?"))})'
    yield f'SUMPRODUCT((Seat_Role<>"")*(Seat_Status<>""))<{SIZE}', '"·"'
    yield f'AND({WON}="law",{sheriff}=0)', literal(_("× Law: the Sheriff is dead"))
    yield f'AND({WON}="law",{outlaw}+{renegade}>0)', literal(_("× Law: an enemy is alive"))
    yield f'AND({WON}="outlaws",{sheriff}>0)', literal(_("× Outlaws: the Sheriff lives"))
    yield f'AND({WON}="outlaws",{outlaw}=0,{renegade}*{deputy}=0)', literal(_("× Outlaws: none is alive"))
    alone = f'AND({WON}="renegade",OR({renegade}=0,COUNTIF(Seat_Status,"alive")<>1))'
    yield alone, literal(_("× Renegade: not the last"))


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
