"""What a report must say beside the results: departures from the regulation, corrections, draws that were not the lot's."""

from __future__ import annotations

from typing import Final

from bangxl.tournament.checks import check
from bangxl.tournament.findings import Finding
from bangxl.tournament.state import State

CLERICAL: Final = frozenset(
    {
        "duplicate_name", "long_name", "presence_missing", "date_unreadable", "late_entry",
        "character_missing", "game_incomplete", "duel_incomplete", "stage_incomplete", "mark_without_option",
    }
)  # fmt: skip
"""Findings about the typing and not about the play: a report does not repeat them."""


def departures_from(state: State) -> tuple[Finding, ...]:
    """What a report lists, the worst first."""
    return tuple(finding for finding in check(state) if finding.code not in CLERICAL)
