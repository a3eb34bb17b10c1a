"""What had to be taken on trust: facts that no one can derive again, for the office to know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from bangxl.referto.proof.facts import Facts
from bangxl.referto.proof.verdict import Trust
from bangxl.tournament.findings import At, Finding
from bangxl.tournament.model import EventType, SeedSource
from bangxl.workbook import names

DIFFERENT: Final = frozenset({"draw_not_reproduced", "stage_not_reproduced"})
"""Warnings of the checks after which a referto does not agree."""

UNFINISHED: Final = frozenset({"game_incomplete", "duel_incomplete", "stage_incomplete"})
"""Warnings that only an interim report may have."""

UNTOLD: Final = frozenset({"closed_wrongly"})
"""Errors that follow from results being left out: nobody can see how many rounds were played."""

TAKEN: Final = frozenset(
    {
        "draw_by_hand", "draw_changed", "draw_seed_given", "seed_not_bound",
        "correction", "lots_by_hand", "closed_early", "tables_closed_early",
        "duel_both_left", "event_without_reason", "not_official",
    }
)  # fmt: skip
"""What the checks find and an office should know."""


def taken(facts: Facts, checked: Sequence[Finding]) -> Iterator[Trust]:
    """All of it, the weightiest first."""
    if facts.own:
        yield Trust("own_regulation", At("Rulebook_Text"), {"title": facts.rulebook.title})
    if facts.secret:
        yield Trust("results_left_out", At("Report_Secret"))
    elif facts.interim:
        yield Trust("interim_of_complete" if facts.is_closed else "interim", At("Report_Interim"))
    for finding in checked:
        if finding.code in TAKEN:
            yield Trust(finding.code, finding.at, finding.values)
    yield from _counted(facts)


def _counted(facts: Facts) -> Iterator[Trust]:
    """What is told once, with its number."""
    tournament = facts.tournament
    given = [draw.stage for draw in tournament.draws if draw.source is SeedSource.GIVEN and not draw.stage.isdecimal()]
    if given:
        yield Trust("finals_seeds_given", At(names.duel(given[0], "Draw_Seed")), {"stages": ", ".join(given)})
    random = [draw for draw in tournament.draws if draw.source is SeedSource.RANDOM]
    if random:
        yield Trust("seeds_random", At("Proof_Draws"), {"count": len(random)})
    if again := facts.drawn_again:
        yield Trust("drawn_again", At("Log_Command"), {"count": again})
    kinds = Counter(event.type for event in tournament.events)
    if kinds[EventType.SIT_OUT]:
        yield Trust("sat_out", At("Events_Type"), {"count": kinds[EventType.SIT_OUT]})
    if not any(player.email for player in tournament.players):
        yield Trust("no_addresses", At("Players_Email"))
