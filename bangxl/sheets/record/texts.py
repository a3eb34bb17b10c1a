"""The fixed texts of record sheets, and what they say about the regulation in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bangxl.locale.catalog import N_
from bangxl.sheets.context import Context
from bangxl.sheets.record.cells import column

TEXTS: Final[Mapping[str, str]] = {
    "who_won": N_("Who has won?"),
    "checks": N_("Checks of the table"),
    "check_characters": N_("Characters from the list, all different"),
    "check_bids": N_("Bids: multiples of {step} $, never over the funds"),
    "check_last": N_("The last character goes for {last} $"),
    "check_outcome": N_("The outcome agrees with who is alive"),
    "check_lives": N_("Outcome and life points agree with who is alive"),
    "check_cards": N_("Cards kept: {card} $ each, never over the funds"),
    "check_kills": N_("No more Outlaws eliminated than there were"),
    "killer": N_("Deputy, killed his Sheriff"),
    "reward": N_("Each Outlaw eliminated"),
    "symbols": N_("e: players eliminated, o: Outlaws alive"),
    "check_sums": N_("Funds before − bid + winnings = funds after"),
    "form": N_("RECORD SHEET"),
    "do": N_("After the auction the Sheriff writes characters and bids. When the game ends, call the referee."),
    "do_plain": N_("When the game ends, fill in the sheet and call the referee."),
    "do_sign": N_("When the game ends, fill in a line each and sign it, then call the referee."),
    "role": N_("ROLE: ONE CROSS EACH"),
    "end": N_("AT THE END: ONE CROSS EACH"),
    "bids": N_(
        "Bids: multiples of {step} $, from {minimum} $ on, never more than one owns. The last character goes for {last} $."
    ),
    "killed_why": N_("Killed the Sheriff: a cross for the Deputy who eliminated his own Sheriff."),
    "ruthless": N_("□  Ruthless law: the Sheriff may not discard a BANG! at the end of his turn if he could have used it."),
    "outcome": N_("WHO HAS WON?  ONE CROSS ONLY"),
    "law": N_("THE LAW"),
    "law_why": N_("Outlaws and Renegade eliminated"),
    "outlaws": N_("THE OUTLAWS"),
    "outlaws_why": N_("Sheriff eliminated"),
    "renegade": N_("THE RENEGADE"),
    "renegade_why": N_("Sheriff eliminated, he alone is left"),
    "high_noon": N_("HIGH NOON"),
    "beer": N_("A Beer may be played, a Missed! may not."),
    "notes": N_("REFEREE'S NOTES (warnings, withdrawals)"),
    "sheriff_signs": N_("The Sheriff (signature)"),
    "player_signs": N_("Another player (signature)"),
    "referee_signs": N_("The referee (signature)"),
}
"""Amounts of the regulation ({step}, {minimum}, {last}, {card}, in dollars) are filled in."""


def said(ctx: Context, key: str) -> str:
    """A text in the workbook's language."""
    return ctx._(TEXTS[key]).format(**amounts(ctx))


def told(key: str) -> str:
    """The formula that shows a text, from the hidden lists."""
    return f"=INDEX(Form,{list(TEXTS).index(key) + 1})"


def amounts(ctx: Context) -> Mapping[str, object]:
    """What the texts of record sheets, and their problems, say about this regulation."""
    rulebook, auction = ctx.rulebook, ctx.rulebook.auction
    return {
        "cell": "{cell}",
        "step": auction.step if auction else 0,
        "minimum": auction.minimum if auction else 0,
        "last": auction.last if auction else 0,
        "card": rulebook.card_price,
        "lives": max(rulebook.characters.values()),
        "bids": column(ctx, "Bid"),
        "roles": column(ctx, "Role"),
    }
