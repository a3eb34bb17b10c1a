"""Where things stand on a knock-out sheet: the screen from column B on, the printed page, and hidden behind it the helpers."""

from __future__ import annotations

from typing import Final

from openpyxl.utils import get_column_letter

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
