"""The fixed texts of record sheets. They stand once in the workbook, on the hidden lists, and the sheets point to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bangxl.locale.catalog import N_

TEXTS: Final[Mapping[str, str]] = {
    "who_won": N_("Who has won?"),
    "checks": N_("Checks of the table"),
    "check_characters": N_("Characters from the list, all different"),
    "check_bids": N_("Bids: multiples of {step} $, never over the funds"),
    "check_last": N_("The last character goes for {last} $"),
    "check_outcome": N_("The outcome agrees with who is alive"),
    "check_sums": N_("Funds before − bid + winnings = funds after"),
    "form": N_("RECORD SHEET"),
    "do": N_("After the auction the Sheriff writes characters and bids. When the game ends, call the referee."),
    "role": N_("ROLE: ONE CROSS EACH"),
    "end": N_("AT THE END: ONE CROSS EACH"),
    "bids": N_(
        "Bids: multiples of {step} $, from {minimum} $ on, never more than one owns. The last character goes for {last} $."
    ),
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
"""Amounts of the regulation's auction ({step}, {minimum}, {last}, in dollars) are filled in on the lists."""


def told(key: str) -> str:
    """The formula that shows a text."""
    return f"=INDEX(Form,{list(TEXTS).index(key) + 1})"
