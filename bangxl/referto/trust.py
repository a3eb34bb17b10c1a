"""What nobody can derive again and an office should know; and where a referto's log, codes and marks contradict its facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bangxl.interchange.receipts import Follows
from bangxl.referto.report import Report
from bangxl.referto.verdict import Difference, Trust
from bangxl.tournament.findings import At, Finding
from bangxl.tournament.journal import LogEntry, read_pairs
from bangxl.tournament.model import Draw, EventType, Posted, SeedSource, stage_code
from bangxl.tournament.pool import is_plainly_spelt
from bangxl.tournament.progress import Over, next_step
from bangxl.workbook import names
from bangxl.workbook.cells import at
from bangxl.workbook.messages import stages_title

ON_TRUST: Final = frozenset(
    {
        "draw_by_hand", "draw_changed", "draw_seed_given", "seed_not_bound", "seed_not_random", "pool_again", "pool_not_closed",
        "correction", "ruling", "lots_by_hand", "closed_early", "tables_closed_early",
        "duel_both_left", "event_without_reason", "not_official",
    }
)  # fmt: skip
"""What the checks find and an office should know."""


def on_trust(report: Report, checked: Sequence[Finding]) -> Iterator[Trust]:
    """All of it, the weightiest first."""
    if report.rulebook.text.strip():
        yield Trust("own_regulation", At("Rulebook_Text"), {"title": report.rulebook.title})
    if report.secret:
        yield Trust("results_left_out", At("Report_Secret"))
    elif report.interim:
        yield Trust("interim_of_complete" if report.is_closed else "interim", At("Report_Interim"))
    for finding in checked:
        if finding.code in ON_TRUST:
            yield Trust(finding.code, finding.at, finding.values)
    yield from _numbered_trust(report)


def _numbered_trust(report: Report) -> Iterator[Trust]:
    """What is told once, with its number."""
    tournament = report.tournament
    given = [draw.stage for draw in tournament.draws if draw.source is SeedSource.GIVEN and not draw.stage.isdecimal()]
    if given:
        yield Trust("finals_seeds_given", At(names.duel(given[0], "Draw_Seed")), {"stages": "+".join(given)})
    random = [draw for draw in tournament.draws if draw.source is SeedSource.RANDOM]
    if random:
        yield Trust("seeds_random", At("Proof_Draws"), {"count": len(random)})
    thrown = [draw for draw in tournament.draws if draw.source is SeedSource.PUBLIC]
    if alike := [draw.stage for draw in thrown if not is_plainly_spelt(draw.public_value)]:
        yield Trust("values_look_alike", At("Proof_Draws"), {"stages": "+".join(alike)})
    yield from _codes_on_trust(report)
    if _is_imported(report):
        yield Trust("imported", At("Log_Command"))
    log = report.state.journal.entries
    if back := sum(entry.command == "undo" and bool(entry.seed) for entry in log):
        yield Trust("taken_back", At("Log_Command"), {"count": back})
    if again := sum(entry.command == "redraw" for entry in log):
        yield Trust("drawn_again", At("Log_Command"), {"count": again})
    kinds = Counter(event.type for event in tournament.events)
    if kinds[EventType.SIT_OUT]:
        yield Trust("sat_out", At("Events_Type"), {"count": kinds[EventType.SIT_OUT]})
    if not any(player.email for player in tournament.players):
        yield Trust("no_addresses", At("Players_Email"))


def _codes_on_trust(report: Report) -> Iterator[Trust]:
    """What a code needs the log for; and rounds that have none."""
    of = {follows: [one for one in report.receipts if one.follows is follows] for follows in Follows}
    told = {
        Follows.CORRECTED: "code_before_correction", Follows.EVENTS: "code_of_other_events",
        Follows.NAMES: "code_of_other_names", Follows.HIDDEN: "code_hidden",
        **({Follows.NOTHING: "code_of_import"} if _is_imported(report) else {}),
    }  # fmt: skip
    for follows, code in told.items():
        if receipts := of[follows]:
            yield Trust(code, _code(report, receipts[0].stage), {"rounds": _called(report, [one.stage for one in receipts])})
    if without := list(dict.fromkeys(_without_code(report))):
        yield Trust("no_codes", At("Proof_Draws"), {"rounds": _called(report, without)})


def _called(report: Report, stages: Iterable[str]) -> str:
    """Rounds, games, duels and stages as people call them."""
    return stages_title("+".join(stages), report.tournament.language, report.rulebook)


def _without_code(report: Report) -> Iterator[str]:
    """The rounds, duels and stages that have no code, in their order; at fixed tables the games."""
    tournament = report.tournament
    coded = {part for one in report.receipts for part in one.stage.split("+")}
    for game in sorted(tournament.games, key=lambda game: game.round):
        first = game.round == 1 or not tournament.start_tables
        sheet = names.round_sheet(game.round) if first else names.record_sheet(game.round, game.table)
        if sheet not in coded:
            yield sheet
    matches = [duel.match for duel in tournament.finals.duels] if tournament.finals else []
    stages = sorted({stage_code(game.round) for game in tournament.stages})
    yield from (stage for stage in (*matches, *stages) if stage not in coded)


def contradictions(report: Report) -> Iterator[Difference]:
    """All of them."""
    tournament = report.tournament
    over = report.is_closed and isinstance(next_step(report.state), Over)
    if not over and not report.interim:
        yield Difference("not_complete", At("Closed"))
    if report.secret and (tournament.finals is not None or any(game.outcome for game in tournament.games)):
        yield Difference("secret_shown", At("Report_Secret"))
    yield from _draws(report)
    yield from _codes(report)


def _codes(report: Report) -> Iterator[Difference]:
    """A code that does not follow, though the log has no import that would explain it; one that the log does not know so."""
    logged = {
        entry.stage: code
        for entry in report.state.journal.entries
        if entry.command in {"seat", "redraw"} and (code := read_pairs(entry.result).get("code"))
    }
    for one in report.receipts:
        if one.follows is Follows.NOTHING and not _is_imported(report):
            yield Difference("code_not_derived", _code(report, one.stage), {"code": one.code})
    posted = {one.stage: one.code for one in report.tournament.posted}
    rounds = {*(f"Round{draw.stage}" for draw in report.tournament.draws if draw.stage.isdecimal()), *posted}
    for stage in sorted(stage for stage in rounds if Posted(stage, "").round):
        known = logged.get(stage, "")
        if known != posted.get(stage, "") and not (_is_imported(report) and not known):
            yield Difference("code_log_differs", _code(report, stage), {"logged": known or "–"})


def _code(report: Report, stage: str) -> At:
    """The cell of a code."""
    if number := Posted(stage, "").round:
        return at(names.on_wall(number, names.CODE), 0)
    return At("Codes_Code", [one.stage for one in report.tournament.codes if not one.round].index(stage))


def _draws(report: Report) -> Iterator[Difference]:
    """A draw of which the log says another seed, or another source."""
    for draw in report.tournament.draws:
        logged = next((entry for entry in reversed(report.state.journal.entries) if _is_of(entry, draw)), None)
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


def _is_imported(report: Report) -> bool:
    """Whether the workbook was made from a file: what was before, its log has not seen."""
    return any(entry.command == "import" for entry in report.state.journal.entries)
