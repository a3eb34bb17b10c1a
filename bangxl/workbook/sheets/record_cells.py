"""Where things stand on a record sheet: the screen's block in columns B to N, and hidden behind the printed page the helpers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bangxl.tournament.model import Role
from bangxl.workbook.context import Context

FIRST: Final = 7
"""The row of seat 1; the others follow."""
PLAYER, CHARACTER, BID, ROLE, END, BEFORE, PAYOUT, AFTER, LINE_CHECK = "C", "E", "F", "G", "H", "J", "K", "L", "N"
PLAYER_ID, ROLE_CODE, END_CODE = "AB", "AC", "AD"
INPUTS: Final = f"{CHARACTER}{FIRST}"
"""The first cell to type into."""
OUTCOME, CHECK, PROBLEM, SETTLED, SIZE = "$E$16", "$N$5", "$AF$5", "$AG$5", "$AB$5"
"""Cells of which a sheet has one: who won, the state, the worst finding as a sentence, 1 once the game counts, seats taken."""

WON, STAGE, WORST, WON_COLUMN, KEY, UNPAID = "$AC$5", "$AD$5", "$AE$5", "$AH$5", "$AB$6", "$AC$6"
"""Hidden: who won as a code, `problems.Stage` × NONE, the worst finding, the winners' column, how a payout key begins, and
what stands for a payout that is not found."""

ON_CHARACTER, ON_BID, ON_ROLE, ON_END, ON_LINE = "AE", "AF", "AG", "AH", "AI"
LIST: Final = 18
"""The first line of the winnings, of the table's checks, and, hidden, of the living of each role."""

COLUMNS: Final[Mapping[str, str]] = {
    "Seat": "B",
    "Player": PLAYER,
    "Character": CHARACTER,
    "Bid": BID,
    "Role": ROLE,
    "Status": END,
    "Before": BEFORE,
    "Payout": PAYOUT,
    "After": AFTER,
    "Player_Id": PLAYER_ID,
    "Seat_Role": ROLE_CODE,
    "Seat_Status": END_CODE,
    "On_Character": ON_CHARACTER,
    "On_Bid": ON_BID,
    "On_Role": ON_ROLE,
    "On_End": ON_END,
    "On_Line": ON_LINE,
}
"""The sheet-level names of the seats' columns. A formula in a seat's row that uses one as a single value takes that row's cell,
so the formulas of all rows are the same words; as a range (COUNTIF, MIN, …) a name is the whole column."""


def rows(ctx: Context) -> range:
    """The rows of the seats."""
    return range(FIRST, FIRST + ctx.largest)


def alive(role: Role) -> str:
    """The hidden cell that counts the living of a role."""
    return f"$AC${LIST + list(Role).index(role)}"
