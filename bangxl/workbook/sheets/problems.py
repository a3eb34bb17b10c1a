"""What can be wrong or missing on a record sheet: one numbered list, the worst first, that its formulas point into.

Numbers up to the first MISSING one are contradictions (×), the others gaps (!). The texts stand once, on the hidden lists.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

from bangxl.locale.catalog import N_


class Problem(NamedTuple):
    """A finding of the sheet's own formulas.

    ``short`` stands in the line's check (at most 24 letters), ``text`` in the status line; ``{cell}`` is ``column`` and the row.
    """

    code: str
    text: str
    short: str = ""
    column: str = ""


PROBLEMS: Final = (
    Problem("player_unknown", N_("× {cell}: nobody on the players' sheet has this id or name."), N_("× unknown player"), "C"),
    Problem("player_twice", N_("× {cell}: this player sits at the table twice."), N_("× seated twice"), "C"),
    Problem("character_unknown", N_("× {cell}: this character is not on the list."), N_("× unknown character"), "E"),
    Problem("character_twice", N_("× {cell}: two players have this character."), N_("× same character"), "E"),
    Problem("bid_text", N_("× {cell}: the bid must be a number of dollars."), N_("× bid: a number"), "F"),
    Problem("bid_step", N_("× {cell}: bids are multiples of {step} $."), N_("× multiples of {step} $"), "F"),
    Problem("bid_low", N_("× {cell}: the lowest bid is {minimum} $."), N_("× at least {minimum} $"), "F"),
    Problem("bid_high", N_("× {cell}: the bid is more than the player owns."), N_("× more than the funds"), "F"),
    Problem("role_unknown", N_("× {cell}: choose the role from the list."), N_("× unknown role"), "G"),
    Problem("sheriff_missing", N_("× {cell}: the player at seat 1 is the Sheriff."), N_("× seat 1 is Sheriff"), "G"),
    Problem("sheriff_twice", N_("× Two Sheriffs: correct the role in cell {cell}."), N_("× only one Sheriff"), "G"),
    Problem("role_often", N_("× {cell}: at this table too many have this role."), N_("× too many of these"), "G"),
    Problem("status_unknown", N_("× {cell}: choose the state at the end from the list."), N_("× unknown word"), "H"),
    Problem("duel_role", N_("× {cell}: only the Renegade loses a final duel."), N_("× Renegade only"), "H"),
    Problem("duel_deputy", N_("× {cell}: no final duel while a Deputy is alive."), N_("× a Deputy is alive"), "H"),
    Problem("outcome_unknown", N_("× E16: choose the winners from the list.")),
    Problem("law_sheriff", N_("× E16: the Law wins only if the Sheriff is alive.")),
    Problem("law_others", N_("× E16: the Law wins only when all Outlaws and the Renegade are dead.")),
    Problem("outlaws_sheriff", N_("× E16: the Outlaws win only if the Sheriff is dead.")),
    Problem("outlaws_alive", N_("× E16: for the Outlaws to win one must be alive, or the Renegade and a Deputy.")),
    Problem("renegade_alone", N_("× E16: the Renegade wins only as the last one alive.")),
    Problem("unpaid", N_("× {cell}: this cannot be, with the outcome in E16."), N_("× not with this outcome"), "H"),
    Problem("nobody_last", N_("× F7:F13: one player pays {last} $, for the last character.")),
    Problem("sums", N_("× Funds before − bids + winnings are not the funds after: press F9.")),
    Problem("character_missing", N_("! {cell}: the character is missing."), N_("! character missing"), "E"),
    Problem("bid_missing", N_("! {cell}: the bid is missing."), N_("! bid missing"), "F"),
    Problem("role_missing", N_("! {cell}: the role is missing."), N_("! role missing"), "G"),
    Problem("status_missing", N_("! {cell}: alive or eliminated?"), N_("! alive or not?"), "H"),
    Problem("outcome_missing", N_("! E16: who has won?")),
)

NONE: Final = len(PROBLEMS) + 1
"""The number that means: nothing is wrong here."""


def number(code: str) -> int:
    """The place of a problem in the list, from 1; StopIteration for an unknown code."""
    return next(i for i, problem in enumerate(PROBLEMS, 1) if problem.code == code)


MISSING: Final = number("character_missing")
"""From here on something is missing, not wrong."""

STATES: Final = (N_("· empty"), N_("► in play"), N_("! incomplete"), N_("✓ complete"), N_("× wrong"))
"""How far a record sheet is."""


class Stage(IntEnum):
    """How far a sheet has been typed. The lists hold every text once a stage: number ``stage * NONE + problem``."""

    BEGUN = 0
    SEATED = 1
    EMPTY = 2


def sign(problem: int, stage: Stage) -> str:
    """The sign for a finding; a gap is no fault as long as nobody has begun to type."""
    if stage is Stage.EMPTY:
        return "·"
    if problem < MISSING:
        return "×"
    if problem == NONE:
        return "✓"
    return "!" if stage is Stage.BEGUN else "·"


def state(problem: int, stage: Stage) -> str:
    """The state of a sheet whose worst finding this is."""
    if stage is Stage.EMPTY:
        return STATES[0]
    if problem == NONE or problem < MISSING:
        return STATES[3 if problem == NONE else 4]
    return STATES[2 if stage is Stage.BEGUN else 1]


def text(problem: int, stage: Stage) -> str:
    """The sentence of a finding, "" where nothing is to be said."""
    return PROBLEMS[problem - 1].text if sign(problem, stage) in "×!" else ""


def short(problem: int, stage: Stage) -> str:
    """What the line's own check says."""
    found = sign(problem, stage)
    return PROBLEMS[problem - 1].short if found in "×!" else found
