"""Contradictions between what a referto says of itself, its log, and its record sheets."""

from __future__ import annotations

from collections.abc import Iterator

from bangxl.referto.proof.facts import Facts
from bangxl.referto.proof.verdict import Difference
from bangxl.tournament.findings import At
from bangxl.tournament.journal import LogEntry
from bangxl.tournament.model import Draw
from bangxl.tournament.progress import Over, next_step
from bangxl.workbook import names
from bangxl.workbook.cells import at


def contradictions(facts: Facts) -> Iterator[Difference]:
    """All of them."""
    tournament = facts.tournament
    over = facts.is_closed and isinstance(next_step(tournament, facts.rulebook), Over)
    if not over and not facts.interim:
        yield Difference("not_complete", At("Closed"))
    if facts.secret and (tournament.finals is not None or any(game.outcome for game in tournament.games)):
        yield Difference("secret_shown", At("Report_Secret"))
    yield from _draws(facts)


def _draws(facts: Facts) -> Iterator[Difference]:
    """A draw of which the log says another seed, or another source."""
    for draw in facts.tournament.draws:
        logged = next((entry for entry in reversed(facts.contents.journal.entries) if _is_of(entry, draw)), None)
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
