"""Where things stand on a record sheet: the screen's block from column B on, the printed page, and hidden behind it the helpers.

Which columns there are depends on the regulation; the first four, the seats' rows and the outcome's cell never move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from openpyxl.utils import get_column_letter

from bangxl.sheets.context import Context
from bangxl.tournament.model import Role, Status
from bangxl.tournament.rulebook import Rulebook
from bangxl.workbook.fields import FIELDS, InputKind, fields

FIRST: Final = 7
"""The row of seat 1; the others follow. A row may stay blank: the chair of a player who has left."""
PLAYER, CHARACTER, OUTCOME = "C", "E", "$E$16"
INPUTS: Final = f"{CHARACTER}{FIRST}"
"""The first cell to type into."""
LIST: Final = 18
"""The first line of the winnings, of the table's checks, and, hidden, of the living of each role."""
ENDS: Final = (Status.ALIVE, Status.ELIMINATED, Status.FINAL_DUEL)

_CELLS: Final[Mapping[str, tuple[int, int]]] = {
    "Size": (0, 5),
    "Won": (1, 5),
    "Stage": (2, 5),
    "Worst": (3, 5),
    "Problem": (4, 5),
    "Settled": (5, 5),
    "Won_Column": (6, 5),
    "Key": (0, 6),
    "Unpaid": (1, 6),
    "Winnings": (2, 6),
    "Typed": (3, 6),
    "Stamp_Key": (4, 6),
    "Stamp_Due": (5, 6),
    "Stamp": (6, 6),
    "Stamp_Of": (7, 6),
}
"""Hidden cells of which a sheet has one, by helper column and row: seats taken, who won as a code, `problems.Stage` × NONE, the
worst finding, it as a sentence, 1 once the game counts, the winners' column, how a payout key begins, what stands for a payout
that is not found, what comes before this table's lines in the lists ``Winnings_…``, seats whose role and state are known; and
of the stamp (`record_stamp`) the inputs, whether it is due, what Python has written, and of which inputs."""

_NEVER_NAMED: Final = frozenset({"Name", "Line_Check"})


def letter(ctx: Context, key: str) -> str:
    """A column's letter; KeyError where this regulation has no such column.

    Keys: the names on the sheet (``Bid``, also where there is no auction), ``Name``, ``Line_Check``; of the page ``Print_…``.
    """
    return _letters(_shape(ctx.rulebook))[key]


def cell(ctx: Context, key: str) -> str:
    """The address of something of which a sheet has one: ``Outcome``, ``Check`` (the state), or a hidden one of _CELLS."""
    if key == "Outcome":
        return OUTCOME
    if key == "Check":
        return f"${letter(ctx, 'Line_Check')}$5"
    column, row = _CELLS[key]
    return f"${letter(ctx, helper_columns(ctx.rulebook)[column])}${row}"


def column_names(ctx: Context) -> dict[str, str]:
    """The sheet-level names of the seats' columns, with their letters.

    A formula in a seat's row that uses one as a single value takes that row's cell, so the formulas of all rows are the same
    words; as a range (COUNTIF, MIN, …) a name is the whole column.
    """
    letters = _letters(_shape(ctx.rulebook)).items()
    return {key: where for key, where in letters if key[0].isupper() and "Print_" not in key and key not in _NEVER_NAMED}


def screen(rulebook: Rulebook) -> tuple[str, ...]:
    """The columns of the screen from B on; those in small letters are gaps."""
    return _screen(_shape(rulebook))


def has_money(rulebook: Rulebook) -> bool:
    """Whether players can spend: then a sheet shows what they own before and after."""
    return rulebook.auction is not None or rulebook.card_price > 0


def cost(rulebook: Rulebook) -> str:
    """The name of the column that holds what playing costs a seat, in dollars: its bid, and the cards kept, if in force."""
    return "Cost" if "Cost" in helper_columns(rulebook) else "Bid"


def inputs(rulebook: Rulebook) -> tuple[str, ...]:
    """The columns that the referee fills in, side by side."""
    return _shape(rulebook).asked


def page_columns(rulebook: Rulebook) -> tuple[str, ...]:
    """The columns of the printed page, side by side."""
    return _printed(_shape(rulebook))


def helper_columns(rulebook: Rulebook) -> tuple[str, ...]:
    """The helpers' columns, side by side; the findings stand last, the line's own at the very end."""
    return _hidden(_shape(rulebook))


def findings(rulebook: Rulebook) -> tuple[str, ...]:
    """The columns of the findings on each part of a line."""
    return tuple(key for key in helper_columns(rulebook) if key.startswith("On_") and key != "On_Line")


def rows(ctx: Context) -> range:
    """The rows of the seats."""
    return range(FIRST, FIRST + ctx.largest)


def column(ctx: Context, key: str) -> str:
    """The seats' cells of a column: ``F7:F13``."""
    return f"{letter(ctx, key)}{FIRST}:{letter(ctx, key)}{rows(ctx)[-1]}"


def alive(ctx: Context, role: Role) -> str:
    """The hidden cell that counts the living of a role."""
    return f"${letter(ctx, 'Seat_Role')}${LIST + list(Role).index(role)}"


class _Shape(NamedTuple):
    """What of a regulation decides which columns there are."""

    asked: tuple[str, ...]
    """The columns to type into."""
    auction: bool
    optional: bool
    signed: bool
    rewards: bool
    cards: bool


def _shape(rulebook: Rulebook) -> _Shape:
    auction = rulebook.auction
    return _Shape(
        asked=tuple(field.name for field in fields(rulebook)),
        auction=auction is not None,
        optional=auction is not None and auction.optional,
        signed=rulebook.lives,
        rewards=rulebook.cash_reward > 0,
        cards=rulebook.card_price > 0,
    )


@cache
def _letters(shape: _Shape) -> Mapping[str, str]:
    order = ("margin", *_screen(shape), "spare", "edge", *_printed(shape), *_hidden(shape))
    return {key: get_column_letter(number) for number, key in enumerate(order, 1)}


@cache
def _screen(shape: _Shape) -> tuple[str, ...]:
    money = ("Before", "Payout", "After") if shape.auction or shape.cards else ("Payout",)
    return ("Seat", "Player", "Name", *shape.asked, "gap", *money, "gap_2", "Line_Check")


@cache
def _printed(shape: _Shape) -> tuple[str, ...]:
    boxes: dict[str, Sequence[str]] = {"Role": list(Role), "Status": ENDS}
    typed = [box for key in shape.asked for box in boxes.get(key, [key])]
    return tuple(f"Print_{key}" for key in ("Seat", "Name", *typed, *(["Signature"] if shape.signed else [])))


@cache
def _hidden(shape: _Shape) -> tuple[str, ...]:
    codes = [field.code for field in sorted(FIELDS, key=lambda field: field.kind is InputKind.MARK) if field.name in shape.asked]
    optional = {
        "Cost": shape.optional or shape.cards,
        "Bid": not shape.auction,
        "On_Character": True,
        "On_Bid": shape.auction,
        "On_Cards": shape.cards,
        "On_Role": True,
        "On_End": True,
        "On_Kills": shape.rewards,
        "On_Line": True,
    }
    return ("Player_Id", *filter(None, codes), *(key for key, there in optional.items() if there))
