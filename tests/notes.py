"""What `bangxl check` says of tournaments in which nothing is wrong. A new finding that fires there is added only here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bangxl.tournament.findings import Finding

REMARKS: Final[frozenset[str]] = frozenset({"referto_blank"})
"""Notes on what was played: any tournament of the tests may have some."""

DAY: Final = ("draw_seed_given",)
"""Every day of the tests is drawn by seeds that were given by hand."""

CARDS: Final = ("draw_by_hand",)
"""Tournaments without a seed."""

WORTH_A_LOOK: Final = frozenset({"closed_early", "tables_closed_early", "sheriff_twice", "not_official", "duel_both_left"})
"""Warnings that a legal tournament may have."""

UNFINISHED: Final = frozenset({"game_incomplete", "duel_incomplete", "character_missing", "stage_incomplete"})
"""Warnings while results are missing."""


def codes(findings: Iterable[Finding]) -> list[str]:
    """What was found, in that order, but for remarks."""
    return [finding.code for finding in findings if finding.code not in REMARKS]
