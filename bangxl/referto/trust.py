"""Facts that nobody can derive again, for the receiving office; and contradictions between facts, log and codes."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from bangxl.interchange.receipts import CodeSource
from bangxl.referto.report import Report
from bangxl.referto.verdict import Difference, Trust
from bangxl.rulebooks.loader import our_rulebook, rulebook_ids
from bangxl.tournament import model
from bangxl.tournament.checks.draws import is_bound, pool_digests, seed_cell
from bangxl.tournament.commitment import is_plainly_spelt, is_short
from bangxl.tournament.findings import At, Finding
from bangxl.tournament.identity import appearance
from bangxl.tournament.journal import RAFFLE, LogEntry, code_for_a_value, read_pairs
from bangxl.tournament.model import SeedSource, Tournament, game_code, join_logged, round_named, split_logged, stage_code
from bangxl.tournament.progress import Over, next_step
from bangxl.workbook import names
from bangxl.workbook.cells import at

ON_TRUST: Final = frozenset(
    {
        "draw_by_hand", "draw_changed", "draw_seed_given", "pool_again", "pool_not_closed",
        "correction", "ruling", "lots_by_hand", "closed_early", "tables_closed_early",
        "duel_both_left", "event_without_reason", "event_other_duel", "not_official", "door_prize_unproven",
        "cut_differs", "log_line_gone",
    }
)  # fmt: skip
"""Findings of the checks that an office should know."""

FROM_OMISSIONS: Final = frozenset({"closed_wrongly", "cut_differs"})
"""Findings that follow from omitted results: nobody can see how many rounds were played, and who was ahead."""

_PRINTED_ALIKE: Final = str.maketrans("l1|0", "iiio")


def taken_on_trust(report: Report, checked: Sequence[Finding]) -> Iterator[Trust]:
    """All of them, the most important first."""
    tournament, log = report.tournament, report.state.journal.entries
    if report.rulebook.text.strip():
        # by its title people could take it for one of ours; none can have the id of one
        regulations = (report.rulebook, *map(our_rulebook, rulebook_ids()))
        title, *official = (appearance(one.title).translate(_PRINTED_ALIKE) for one in regulations)
        code = "own_under_official_name" if title in official else "own_regulation"
        yield Trust(code, At("Rulebook_Text"), {"title": report.rulebook.title})
    if report.secret:
        yield Trust("results_left_out", At("Report_Secret"))
    elif report.interim:
        yield Trust("interim_of_complete" if report.tournament.is_over else "interim", At("Report_Interim"))
    for finding in checked:
        if finding.code in ON_TRUST and not (report.secret and finding.code in FROM_OMISSIONS):
            yield Trust(finding.code, finding.at, finding.values)
    yield from (one for one in _unbound_seeds(report) if isinstance(one, Trust))
    yield from _draws_on_trust(tournament)
    yield from _codes_on_trust(report)
    if any(entry.command == "import" for entry in log):
        yield Trust("imported", At("Log_Command"))
    for code, name, count in (
        ("times_backwards", "Log_Time", sum(bool(later.time) and later.time < one.time for one, later in pairwise(log))),
        ("taken_back", "Log_Command", sum(one.command == "undo" and (one.result == RAFFLE or bool(one.seed)) for one in log)),
        ("drawn_again", "Log_Command", sum(entry.command == "redraw" for entry in log)),
        ("sat_out", "Events_Type", sum(event.type is model.EventType.SIT_OUT for event in tournament.events)),
    ):
        if count:
            yield Trust(code, At(name), {"count": count})
    if not any(player.email for player in tournament.players):
        yield Trust("no_addresses", At("Players_Email"))


def _draws_on_trust(tournament: Tournament) -> Iterator[Trust]:
    by_source = {source: [draw for draw in tournament.draws if draw.source is source] for source in SeedSource}
    if stages := [draw.drawn for draw in by_source[SeedSource.GIVEN] if not draw.round]:
        yield Trust("finals_seeds_given", At(names.duel(stages[0], "Draw_Seed")), {"stages": join_logged(stages)})
    if stages := _without_seed(tournament):
        yield Trust("finals_by_hand", At("Proof_Draws"), {"stages": join_logged(stages)})
    if random := by_source[SeedSource.RANDOM]:
        yield Trust("seeds_random", At("Proof_Draws"), {"count": len(random)})
    if alike := [draw.drawn for draw in by_source[SeedSource.PUBLIC] if not is_plainly_spelt(draw.public_value)]:
        yield Trust("values_look_alike", At("Proof_Draws"), {"stages": join_logged(alike)})


def _codes_on_trust(report: Report) -> Iterator[Trust]:
    """Facts that a code takes from the log; and the rounds, duels and stages without a code, at fixed tables the games."""
    tournament = report.tournament
    codes = {
        CodeSource.CORRECTED: "code_before_correction", CodeSource.EVENTS: "code_of_other_events",
        CodeSource.NAMES: "code_of_other_names", CodeSource.HIDDEN: "code_hidden",
        CodeSource.NOTHING: "code_of_import",
    }  # fmt: skip
    told = [one for one in report.receipts if one.follows is not CodeSource.NOTHING or _is_imported(report, one.logged)]
    for follows, code in codes.items():
        if stages := [one.logged for one in told if one.follows is follows]:
            yield Trust(code, _code_cell(report, stages[0]), {"rounds": join_logged(stages)})
    if short := [one.logged for one in report.receipts if is_short(one.code)]:
        yield Trust("codes_short", _code_cell(report, short[0]), {"rounds": join_logged(short)})
    drawn = []
    for game in sorted(tournament.games, key=lambda game: game.round):
        first = game.round == 1 or not tournament.start_tables
        drawn.append(model.round_code(game.round) if first else game_code(game.round, game.table))
    drawn += _finals(tournament)
    coded = {part for one in report.receipts for part in split_logged(one.logged)}
    if without := [stage for stage in dict.fromkeys(drawn) if stage not in coded]:
        yield Trust("no_codes", At("Proof_Draws"), {"rounds": join_logged(without)})


def _finals(tournament: Tournament) -> list[str]:
    duels = [duel.match for duel in tournament.finals.duels] if tournament.finals else []
    return duels + sorted({stage_code(game.round) for game in tournament.stages})


def _without_seed(tournament: Tournament) -> list[str]:
    return sorted(set(_finals(tournament)) - {draw.drawn for draw in tournament.draws})


def contradictions(report: Report) -> Iterator[Difference]:
    """Report that it is incomplete, shows what it claims to hide, or has a log of other draws and codes."""
    tournament, log = report.tournament, report.state.journal.entries
    if not report.interim and not (report.tournament.is_over and isinstance(next_step(report.state), Over)):
        yield Difference("not_complete", At("Closed"))
    if report.secret and (tournament.finals is not None or any(game.outcome for game in tournament.games)):
        yield Difference("secret_shown", At("Report_Secret"))
    draws = [entry for entry in log if entry.command in {"seat", "redraw"}]
    for draw in (*tournament.draws, *(model.Draw(stage, "") for stage in _without_seed(tournament))):
        entry = next((one for one in reversed(draws) if one.seed and draw.logged in split_logged(one.stage)), None)
        source = f"{draw.source}: {draw.public_value}" if draw.public_value else str(draw.source)
        if entry is not None and (entry.seed, entry.source) != (draw.rng_seed, source):
            yield Difference("draw_log_differs", seed_cell(draw), {"stage": draw.logged})
    yield from (one for one in _unbound_seeds(report) if isinstance(one, Difference))
    yield from _codes_contradicted(report, draws)


def _codes_contradicted(report: Report, draws: Sequence[LogEntry]) -> Iterator[Difference]:
    """Codes that do not follow, that the log has otherwise, or after which something else than a value has drawn."""
    tournament, log = report.tournament, report.state.journal.entries
    for row, entry in enumerate(log):
        said = code_for_a_value(entry.stage, log[:row]) if entry in draws else ""
        if said and not entry.source.startswith(SeedSource.PUBLIC):
            yield Difference("value_not_used", At("Log_Source", row), {"stage": entry.stage, "code": said})
    for one in report.receipts:
        if one.follows is CodeSource.NOTHING and not _is_imported(report, one.logged):
            yield Difference("code_not_derived", _code_cell(report, one.logged), {"code": one.code})
    logged = {entry.stage: code for entry in draws if (code := read_pairs(entry.result).get("code"))}
    posted = {one.logged: one.code for one in tournament.posted_codes}
    rounds = {*(draw.logged for draw in tournament.draws), *posted}
    for stage in sorted(stage for stage in rounds if round_named(stage)):
        code = logged.get(stage, "")
        if code != posted.get(stage, "") and not (_is_imported(report, stage) and not code):
            yield Difference("code_log_differs", _code_cell(report, stage), {"logged": code or "–"})


def _unbound_seeds(report: Report) -> Iterator[Finding]:
    """Seeds that their values do not give with what the codes prove was drawn; without a proof, with what is here or in the log.

    Of an import without a proof nobody knows what was drawn: that is no contradiction.
    """
    proven = {stage: one.pool for one in report.receipts for stage in split_logged(one.logged)}
    for draw in report.tournament.draws:
        pool = proven.get(draw.logged, "")
        if not is_bound(draw, [pool] if pool else pool_digests(report.state, draw)):
            kind = Difference if pool or not _is_imported(report, draw.logged) else Trust
            yield kind("seed_not_bound", seed_cell(draw), {"stage": draw.logged, "value": draw.public_value})


def _code_cell(report: Report, stage: str) -> At:
    if number := round_named(stage):
        return at(names.on_wall(number, names.CODE), 0)
    return At("Codes_Code", [one.logged for one in report.tournament.codes if not one.round].index(stage))


def _is_imported(report: Report, stage: str) -> bool:
    """Whether something was drawn before the workbook was made from a file: so the log begins, and has no row of the draw."""
    log, parts = report.state.journal.entries, set(split_logged(stage))
    drawn = (one for one in log if one.command in {"seat", "redraw"} and not parts.isdisjoint(split_logged(one.stage)))
    return bool(log) and log[0].command == "import" and not any(drawn)
