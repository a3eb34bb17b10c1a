"""Contradictions between what a referto says of itself, its log and its record sheets; and what had to be taken on trust."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from bangxl.referto.proof.facts import Facts
from bangxl.referto.proof.verdict import Difference, Trust
from bangxl.tournament.findings import At, Finding
from bangxl.tournament.journal import LogEntry
from bangxl.tournament.model import Draw, EventType, SeedSource
from bangxl.tournament.progress import Over, next_step
from bangxl.workbook import names
from bangxl.workbook.cells import at

DIFFERENT: Final = frozenset({"draw_not_reproduced", "stage_not_reproduced"})
"""Warnings of the checks after which a referto does not agree."""

UNFINISHED: Final = frozenset({"game_incomplete", "duel_incomplete", "stage_incomplete"})
"""Warnings that only an interim report may have."""

UNTOLD: Final = frozenset({"closed_wrongly"})
"""Errors that follow from results being left out: nobody can see how many rounds were played."""

ON_TRUST: Final = frozenset(
    {
        "draw_by_hand", "draw_changed", "draw_seed_given", "seed_not_bound",
        "correction", "lots_by_hand", "closed_early", "tables_closed_early",
        "duel_both_left", "event_without_reason", "not_official",
    }
)  # fmt: skip
"""What the checks find and an office should know."""


def on_trust(facts: Facts, checked: Sequence[Finding]) -> Iterator[Trust]:
    """All of it, the weightiest first."""
    if facts.own:
        yield Trust("own_regulation", At("Rulebook_Text"), {"title": facts.rulebook.title})
    if facts.secret:
        yield Trust("results_left_out", At("Report_Secret"))
    elif facts.interim:
        yield Trust("interim_of_complete" if facts.is_closed else "interim", At("Report_Interim"))
    for finding in checked:
        if finding.code in ON_TRUST:
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
    if again := facts.redraws:
        yield Trust("drawn_again", At("Log_Command"), {"count": again})
    kinds = Counter(event.type for event in tournament.events)
    if kinds[EventType.SIT_OUT]:
        yield Trust("sat_out", At("Events_Type"), {"count": kinds[EventType.SIT_OUT]})
    if not any(player.email for player in tournament.players):
        yield Trust("no_addresses", At("Players_Email"))


def contradictions(facts: Facts) -> Iterator[Difference]:
    """All of them."""
    tournament = facts.tournament
    over = facts.is_closed and isinstance(next_step(facts.state), Over)
    if not over and not facts.interim:
        yield Difference("not_complete", At("Closed"))
    if facts.secret and (tournament.finals is not None or any(game.outcome for game in tournament.games)):
        yield Difference("secret_shown", At("Report_Secret"))
    yield from _draws(facts)


def _draws(facts: Facts) -> Iterator[Difference]:
    """A draw of which the log says another seed, or another source."""
    for draw in facts.tournament.draws:
        logged = next((entry for entry in reversed(facts.state.journal.entries) if _is_of(entry, draw)), None)
        if logged is not None and (logged.seed, logged.source) != (draw.rng_seed, _origin(draw)):
            values = {"logged": f"{logged.seed} ({logged.source})"}
            yield Difference("draw_log_differs", _seed(draw), values)


def _is_of(entry: LogEntry, draw: Draw) -> bool:
    """Whether a row of the log tells of this draw."""
    stage = names.round_sheet(int(draw.stage)) if draw.stage.isdecimal() else draw.stage
    return entry.command in {"seat", "redraw"} and bool(entry.seed) and stage in entry.stage.split("+")


def _origin(draw: Draw) -> str:
    """As the log says it: ``given``, ``public: dice 4 2 6``."""
    return f"{draw.source}: {draw.public_value}" if draw.public_value else str(draw.source)


def _seed(draw: Draw) -> At:
    """The cell of a draw's seed."""
    name = names.on_wall(int(draw.stage), "Draw_Seed") if draw.stage.isdecimal() else names.duel(draw.stage, "Draw_Seed")
    return at(name, 0)
