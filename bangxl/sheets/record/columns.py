"""The screen's columns of a record sheet: their heads, their styles, and how wide they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bangxl.locale.catalog import N_
from bangxl.sheets.record import checks as record_checks
from bangxl.sheets.record.cells import layout_of
from bangxl.sheets.styles import SCREEN, room
from bangxl.tournament.rulebook import Rulebook
from bangxl.workbook.fields import FIELDS, InputKind

_STEPS: Final = 8
"""From the widest columns to the narrowest."""
_STYLES: Final = {
    InputKind.TEXT: "Input",
    InputKind.WORD: "Input",
    InputKind.DOLLARS: "Input money",
    InputKind.AMOUNT: "Input money",
}
LOOKS: Final[Mapping[str, tuple[str | None, str, float, float]]] = {
    "Seat": (N_("Seat"), "Centre", 6, 6),
    "Player": (N_("Id"), "Id", 7, 7),
    "Name": (N_("Player"), "Strong", 31, 21),
    "Choice": (N_("Choice"), "Centre", 9, 9),
    **{field.name: (field.head, _STYLES.get(field.kind, "Input centre"), *field.widths[:2]) for field in FIELDS},
    "gap": (None, "Paper", 2, 2),
    "Before": (N_("Funds\nbefore"), "Money", 12, 11),
    "Payout": (N_("Winnings"), "Money", 12, 11),
    "After": (N_("Funds\nafter"), "Money", 12, 11),
    "gap_2": (None, "Paper", 2, 2),
    "Line_Check": (N_("Check"), "Text", 24, 22),
}
"""Of each column the head, the style, and the width in characters, the narrow one where there are many."""


def column_widths(rulebook: Rulebook) -> dict[str, float]:
    """The screen's columns in characters, as wide as the screen allows; the ids are hidden."""
    for step in range(_STEPS + 1):
        found = _narrowed(rulebook, step)
        if room([2, *found.values()]) - room([found["Player"]]) <= SCREEN:
            break
    return found


def _narrowed(rulebook: Rulebook, step: int) -> dict[str, float]:
    """Each column by so many steps narrower than it could be; the check leaves room for the questions."""
    keys = layout_of(rulebook).screen
    found: dict[str, float] = {
        key: int(wide - (wide - least) * step / _STEPS) for key in keys for wide, least in [LOOKS[key][2:]]
    }
    asked = keys[keys.index(record_checks.signs(rulebook)) + 1 : -1]
    found["Line_Check"] = max(found["Line_Check"], record_checks.LONGEST - sum(found[key] for key in asked))
    return found
