"""All checks of the facts: small functions that yield findings. A finding does not stop the others."""

from collections.abc import Callable, Iterator
from typing import Final

from bangxl.tournament.checks import draws, entries, events, finals, games
from bangxl.tournament.findings import Finding, Severity, overrule
from bangxl.tournament.state import State, derived

_Check = Callable[[State], Iterator[Finding]]

_PARTS: Final = (entries, draws, games, events, finals)
ALL_CHECKS: Final[tuple[_Check, ...]] = tuple(one for part in _PARTS for one in part.CHECKS)


@derived
def findings_of(state: State) -> tuple[Finding, ...]:
    """All findings: errors first, then warnings, then notes; within each, in the order of the sheets."""
    findings = list(overrule(state.tournament, (finding for one in ALL_CHECKS for finding in one(state))))
    order = list(Severity)
    return tuple(sorted(findings, key=lambda finding: order.index(finding.severity)))


CLERICAL: Final = frozenset(
    {
        "duplicate_name", "long_name", "name_alike", "name_unseen", "name_total",
        "referto_blank", "presence_missing", "date_unreadable", "late_entry",
        "character_missing", "game_incomplete", "duel_incomplete", "stage_incomplete", "mark_without_option",
        "event_other_duel",
    }
)  # fmt: skip
"""Findings about the typing and not about the play: a report does not repeat them."""


def deviations_in(state: State) -> tuple[Finding, ...]:
    """The findings of a report, the worst first."""
    return tuple(finding for finding in findings_of(state) if finding.code not in CLERICAL)
