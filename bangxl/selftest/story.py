"""What is done with the workbooks of one rulebook: the first round of one, the finals of another, as on a tournament's day."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bangxl.locale.catalog import N_
from bangxl.selftest import steps
from bangxl.selftest.sitting import Sitting
from bangxl.selftest.workbooks import make_fresh, make_played

Step = Callable[[Sitting], str | None]


@dataclass(frozen=True, slots=True)
class Day:
    """One workbook: what its file's name ends with, how it is made in a language, and what is done with it: code, text, step."""

    stem: str
    make: Callable[[Sitting, str], None]
    steps: Sequence[tuple[str, str, Step]]


FIRST_ROUND: Final[Sequence[tuple[str, str, Step]]] = (
    ("open", N_("A fresh workbook opens"), steps.opens),
    ("formulas", N_("Every formula is read as it was written"), steps.formulas),
    ("help", N_("The button «Help»"), steps.helps),
    ("names", N_("Hard names are kept as typed"), steps.names_typed),
    ("seat", N_("The button «Seat next round»"), steps.seats),
    ("redraw", N_("The command redraw on the open workbook"), steps.draws_again),
    ("undo", N_("The button «Undo»"), steps.undoes),
    ("reasons", N_("Hard reasons are kept as typed"), steps.reasons_typed),
    ("bids", N_("Bids that are none become findings, by the button «Check»"), steps.wrong_bids),
    ("round", N_("A round is typed in, and all values follow"), steps.round_typed),
    ("stamp", N_("Complete record sheets are stamped"), steps.stamped),
    ("check", N_("The button «Check»"), steps.checks),
    ("standings", N_("The button «Standings», twice"), steps.standings_shown),
    ("print", N_("The button «Print record sheets»"), steps.printed),
    ("keep", N_("Saved and opened again after a round, it is the same, without errors"), steps.keeps),
)
"""Code, what is checked, how; on a workbook that is fresh."""

FINALS: Final[Sequence[tuple[str, str, Step]]] = (
    ("open-played", N_("A workbook with all rounds played opens"), steps.opens),
    ("formulas-played", N_("Every formula is read as it was written, with all rounds played"), steps.formulas),
    ("values-played", N_("Every value is the one that Python computes, with all rounds played"), steps.values),
    ("finals", N_("The finals are seated and typed in, to the end"), steps.finals_played),
    ("values-closed", N_("Every value is the one that Python computes, after the finals"), steps.values),
    ("report", N_("The button «Report»; the referto verifies"), steps.reported),
    ("keep-closed", N_("Saved and opened again after the finals, it is the same, without errors"), steps.keeps),
)
"""The same, on a workbook whose rounds have been played."""

DAYS: Final = (Day("Città", make_fresh, FIRST_ROUND), Day("finali", make_played, FINALS))
"""All, for each rulebook."""
