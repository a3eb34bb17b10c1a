"""What `bangxl check` may say of tournaments in which nothing is wrong."""

from collections.abc import Iterable
from typing import Final

from bangxl.tournament.findings import Finding, Severity

WORTH_A_LOOK: Final = frozenset(
    {"closed_early", "tables_closed_early", "sheriff_twice", "not_official", "duel_both_left", "no_show", "event_other_duel"}
)
"""Warnings that a legal tournament may have; the last: somebody who is out already leaves before the next stage."""

UNFINISHED: Final = frozenset({"game_incomplete", "duel_incomplete", "character_missing", "stage_incomplete"})
"""Warnings while results are missing."""


def codes(findings: Iterable[Finding]) -> set[str]:
    """The errors and warnings among them. Notes say what was played; a test that means one asks for it by its code."""
    return {finding.code for finding in findings if finding.severity is not Severity.NOTE}
