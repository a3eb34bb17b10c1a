"""The positions of everything on a record sheet: the form from column B on, then the money, then hidden helpers.

The columns depend on the regulation; the first four, the seats' rows and the outcome's row never move. A sheet of
the knock-out has its own columns, the same for all.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from openpyxl.utils import get_column_letter

from bangxl.locale.catalog import N_
from bangxl.sheets.context import Context
from bangxl.sheets.styles import DENIM, SCREEN, aligned, font, width_of
from bangxl.tournament.model import Outcome, Role, Status
from bangxl.tournament.rulebook import Rulebook, SheriffRule
from bangxl.workbook.fields import FIELDS, KNOCKOUT, InputKind, fields, optional_columns
from bangxl.workbook.words import word

FIRST_SEAT: Final = 7
"""The row of seat 1; the others follow. The row of an empty chair may stay blank."""
PLAYER, CHARACTER = "C", "E"
INPUTS: Final = f"{CHARACTER}{FIRST_SEAT}"
"""The first cell to type into."""
RULING_BELOW: Final = 24
"""How many rows below the seats the amounts of a ruling stand: out of the way of the Tab key."""
RULED_AMOUNT: Final = "INDEX(Ruling,@Seat)"
"""The ruling's amount for a seat, in the seat's row."""
LIST: Final = 18
"""The first line of the winnings, of the table's checks, and (hidden) of the living players of each role."""
ENDS: Final = (Status.ALIVE, Status.ELIMINATED, Status.FINAL_DUEL)
"""The states on every sheet."""

Keys = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The positions on a kind of sheet: a margin, the visible columns, and the hidden columns of the helpers.

    Keys are the names on the sheet, ``Name``, ``Line_Check``; gaps are in small letters. ``asked`` are the adjacent columns for
    typing. ``letters`` has every column, ``cells`` the single cells of a sheet: its ``Outcome``, its state ``Check``, and hidden
    ones.
    """

    asked: Keys
    screen: Keys
    hidden: Keys
    letters: Mapping[str, str]
    cells: Mapping[str, str]

    def column(self, key: str, rows: range) -> str:
        """The seats' cells of a column: ``F7:F13``; lower down for a ruling's amounts."""
        down = RULING_BELOW if key == "Ruling" else 0
        return f"{self.letters[key]}{rows[0] + down}:{self.letters[key]}{rows[-1] + down}"

    def inputs(self, rows: range) -> str:
        """The seats' input cells."""
        return f"{self.letters[self.asked[0]]}{rows[0]}:{self.letters[self.asked[-1]]}{rows[-1]}"

    def named_columns(self) -> dict[str, str]:
        """The sheet-level names of the seats' columns, with their letters."""
        return {key: where for key, where in self.letters.items() if key[0].isupper() and key not in _NEVER_NAMED}


def _layout(
    asked: Keys, screen: Keys, hidden: Keys, once: Mapping[str, tuple[int, int]], outcome: str, *, ruling: bool = False
) -> SheetLayout:
    """``once`` are single hidden cells by helper column and row; a ``ruling``'s amounts stand below the characters.

    The winner stands in the column ``outcome``, never below the characters: LibreOffice would complete «r» to Rose Doolan.
    """
    letters = {key: get_column_letter(i) for i, key in enumerate(("margin", *screen, "edge", *hidden), 1)}
    letters |= {"Ruling": letters["Character"]} if ruling else {}
    cells = {key: f"${letters[hidden[column]]}${row}" for key, (column, row) in once.items()}
    return SheetLayout(
        asked, screen, hidden, letters, cells | {"Outcome": f"${letters[outcome]}$16", "Check": f"${letters['Status']}$5"}
    )


_BY_ROW: Final[Mapping[int, Keys]] = {
    5: ("Size", "Won", "Stage", "Worst", "Problem", "Settled"),
    6: ("Key", "Unpaid", "Winnings", "Typed", "Stamp_Key", "Stamp_Due", "Stamp", "Stamp_Of"),
    LIST: ("", Role.SHERIFF, "Ruled", "Ruling_On", "Ruling_Why", "First_Gap", "Where"),
    **{LIST + i: ("", role) for i, role in enumerate(Role) if i},
}
_CELLS: Final = {key: (column, row) for row, keys in _BY_ROW.items() for column, key in enumerate(keys) if key}
"""The single hidden cells of a sheet, by helper column and row: seats taken, the winner's code, `texts.Stage` × NONE, the worst
finding, its sentence, 1 once the game counts; the beginning of a payout key, the replacement for a payout that is missing, the
number of lines before this table's in the lists ``Winnings_…``, seats with known role and state; for the stamp the inputs,
whether it is due, what Python has written, and for which inputs; the living of each role; 1 if the referee has decided the game,
1 if the ruling has begun, the ruling and its reason as an event states them; the first row with a gap, 0 without gaps, and the
cell of the problem."""

_NEVER_NAMED: Final = frozenset(
    {"Line_Check", "Number", "In_Order", "Left", "On_Character", "On_Bid", "On_Cards", "On_Role", "On_End", "On_Kills", "Times"}
)
"""No formula uses their names: the worst finding on a part of a line, and others."""


def letter(ctx: Context, key: str) -> str:
    """A column's letter; KeyError if this regulation has no such column.

    Keys: the names on the sheet (``Bid``, also where there is no auction), ``Name``, ``Line_Check``.
    """
    return layout_of(ctx.rulebook).letters[key]


def cell(ctx: Context, key: str) -> str:
    """The address of a single cell of the sheet: ``Outcome``, ``Check`` (the state), or a hidden one of _CELLS."""
    return layout_of(ctx.rulebook).cells[key]


def shows_money(rulebook: Rulebook) -> bool:
    """Whether players can spend money: if so, a sheet shows their money before and after."""
    return rulebook.auction is not None or rulebook.card_price > 0


def cost_column(rulebook: Rulebook) -> str:
    """The name of the column with a seat's cost of playing in dollars: its bid, plus the cards kept if that option is on."""
    return "Cost" if "Cost" in layout_of(rulebook).hidden else "Bid"


def end_words(rulebook: Rulebook) -> tuple[Status, ...]:
    """The states at the end, in the order of their words."""
    return (*ENDS, Status.AMONG_LAST) if rulebook.among_last else ENDS


def seat_rows(ctx: Context) -> range:
    """The rows of the seats."""
    return range(FIRST_SEAT, FIRST_SEAT + ctx.largest)


def column(ctx: Context, key: str) -> str:
    """The seats' cells of a column: ``F7:F13``."""
    return layout_of(ctx.rulebook).column(key, seat_rows(ctx))


def code_columns(ctx: Context) -> str:
    """The hidden columns of the seats' codes and costs, which follow from what was typed: ``P7:S13``."""
    layout, seats = layout_of(ctx.rulebook), seat_rows(ctx)
    last = layout.hidden[layout.hidden.index("On_Character") - 1]
    return f"{layout.letters['Player_Id']}{seats[0]}:{layout.letters[last]}{seats[-1]}"


@lru_cache(maxsize=16)
def layout_of(rulebook: Rulebook) -> SheetLayout:
    """The record sheets of a regulation."""
    auction, cards = rulebook.auction, rulebook.card_price > 0
    asked = tuple(field.name for field in fields(rulebook))
    money = ("Before", "Payout", "After") if auction is not None or cards else ("Payout",)
    codes = [field.code for field in sorted(FIELDS, key=lambda field: field.kind is InputKind.MARK) if field.name in asked]
    hidden = {
        "Cost": cards or (auction is not None and auction.optional),
        "Bid": auction is None,
        "On_Character": True,
        "On_Bid": auction is not None,
        "On_Cards": cards,
        "On_Role": True,
        "On_End": True,
        "On_Kills": rulebook.cash_reward > 0,
        "On_Line": True,
        "gap_row": True,
        "inputs": True,
        "Times": rulebook.sheriff is SheriffRule.LEFT,
        "Turn": rulebook.sheriff is SheriffRule.LEFT,
    }
    never_hidden = (key for key in asked[1:] if key not in optional_columns(rulebook))
    return _layout(
        asked,
        ("Seat", "Player", "Name", *asked, "gap", *money, "gap_2", "Line_Check"),
        ("Player_Id", *filter(None, codes), *(key for key, there in hidden.items() if there)),
        _CELLS,
        next(never_hidden),
        ruling=True,
    )


_STAGE_CELLS: Final = ("Size", "Won", "Winner_Id", "Begun", "Complete", "Worst", "Problem", *Role, "Where", *Outcome.__members__)
STAGE: Final = _layout(
    asked=tuple(field.name for field in KNOCKOUT),
    screen=("Seat", "Player", "Name", "Number", *(field.name for field in KNOCKOUT), "gap", "Line_Check"),
    hidden=(
        *("Player_Id", "Seat_Character", "Seat_Role", "Seat_Status", "Seat_Won", "Sign", "Asked"),
        *("Left", "Order", "Mark", "In_Order", "once", "Choice"),
    ),
    once={key: (11, row) for row, key in enumerate(_STAGE_CELLS, FIRST_SEAT - 2)},
    outcome="Role",
)
"""The sheets of the knock-out. Hidden in a seat's row: the codes; 1 if the seat has won; 0, 1 (missing), 2 (wrong); the column
of the problem; how the player has left; for the k-th chooser the seat, ✓ for a winner, and the name; the order of choosing
with those who have left since. Single cells: seats taken; the winner as code or id; whether typing has begun, and whether all is
there; the worst sign, and its sentence; the living of each role; its cell; what the drop-down for who has won offers."""

_QUESTIONS: Final = 49
"""The width that the questions need, in characters."""

_SIGNS: Final = 7
"""The first visible column, from 0, that can hold the signs: the winnings need the ones before it."""
_STEPS: Final = 8
"""From the widest columns to the narrowest."""
_STYLES: Final = {InputKind.TEXT: "Input", InputKind.WORD: "Input"} | dict.fromkeys(
    (InputKind.DOLLARS, InputKind.AMOUNT), "Input money"
)
COLUMN_LOOKS: Final[Mapping[str, tuple[str | None, str, float, float]]] = {
    "Seat": (N_("Seat"), "Centre", 6, 6),
    "Player": (N_("Id"), "Id", 7, 7),
    "Name": (N_("Player"), "Strong", 31, 21),
    "Number": (N_("Choice"), "Centre", 9, 9),
    **{field.name: (field.head, _STYLES.get(field.kind, "Input centre"), *field.widths[:2]) for field in FIELDS},
    "gap": (None, "Paper", 2, 2),
    "Before": (N_("Money\nbefore"), "Money", 12, 11),
    "Payout": (N_("Winnings"), "Money", 12, 11),
    "After": (N_("Money\nafter"), "Money", 12, 11),
    "gap_2": (None, "Paper", 2, 2),
    "Line_Check": (N_("Check"), "Text", 24, 22),
}
"""For each column the heading, the style, and the width in characters; the narrower width if there are many columns."""


def outcome_look(ctx: Context) -> dict[str, Any]:
    """How the winner is written in its narrow box: «Renegade» shrinks, «Sheriff und Hilfssheriff» takes two lines."""
    wide = " " in word(Outcome.LAW, ctx.catalog.language)
    return {"font": font(10 if wide else 13, DENIM, bold=True), "alignment": aligned("left", 1, wrap=wide, shrink=not wide)}


def column_widths(rulebook: Rulebook) -> dict[str, float]:
    """The widths of the visible columns in characters, as wide as the screen allows; ids are hidden."""
    keys = layout_of(rulebook).screen
    beside_signs = keys[keys.index(signs_column(rulebook)) + 1 : -1]
    for step in range(_STEPS + 1):
        sizes: dict[str, float] = {}
        for key in keys:
            _head, _style, wide, least = COLUMN_LOOKS[key]
            sizes[key] = int(wide - (wide - least) * step / _STEPS)
        sizes["Line_Check"] = max(sizes["Line_Check"], _QUESTIONS - sum(sizes[key] for key in beside_signs))
        if width_of([2, *sizes.values()]) - width_of([sizes["Player"]]) <= SCREEN:
            break
    return sizes


def signs_column(rulebook: Rulebook) -> str:
    """The column of the questions' signs: the money before, or the last visible one left of the payout."""
    keys = layout_of(rulebook).screen
    beside_winnings = keys[_SIGNS : keys.index("gap")]
    if beside_winnings and beside_winnings[-1] in optional_columns(rulebook):
        return "Payout"
    return "Before" if shows_money(rulebook) else beside_winnings[-1] if beside_winnings else "Payout"
