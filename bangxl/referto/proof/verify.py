"""The whole verification: read a referto's facts, derive everything again, compare, look at its digest and its seals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError
from bangxl.interchange.document import Beside, addresses_of, second_half
from bangxl.interchange.dump import fingerprint
from bangxl.interchange.receipts import Follows
from bangxl.referto.book import FORMAT, Grid, Referto, is_referto
from bangxl.referto.proof import cover, games, people, shape, standings, statistics
from bangxl.referto.proof.compare import FREE, Columns, Comparison, is_blank
from bangxl.referto.proof.facts import Facts, language_of, read_facts, single
from bangxl.referto.proof.shape import strays
from bangxl.referto.proof.verdict import Collector, Difference, Trust, Verdict, value_text
from bangxl.tournament.checks import check
from bangxl.tournament.findings import At, Finding
from bangxl.tournament.journal import LogEntry, read_pairs
from bangxl.tournament.kinds import Severity
from bangxl.tournament.model import Draw, EventType, Posted, SeedSource, stage_code
from bangxl.tournament.pool import is_plainly_spelt
from bangxl.tournament.progress import Over, next_step
from bangxl.workbook import names
from bangxl.workbook.cells import at
from bangxl.workbook.messages import at_line, display_names, stages_title

DIFFERENT: Final = frozenset({"draw_not_reproduced", "stage_not_reproduced"})
"""Warnings of the checks after which a referto does not agree."""

UNFINISHED: Final = frozenset({"game_incomplete", "duel_incomplete", "stage_incomplete"})
"""Warnings that only an interim report may have."""

UNTOLD: Final = frozenset({"closed_wrongly"})
"""Errors that follow from results being left out: nobody can see how many rounds were played."""

ON_TRUST: Final = frozenset(
    {
        "draw_by_hand", "draw_changed", "draw_seed_given", "seed_not_bound", "seed_not_random", "pool_again", "pool_not_closed",
        "correction", "ruling", "lots_by_hand", "closed_early", "tables_closed_early",
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
    yield from _numbered_trust(facts)


def _numbered_trust(facts: Facts) -> Iterator[Trust]:
    """What is told once, with its number."""
    tournament = facts.tournament
    given = [draw.stage for draw in tournament.draws if draw.source is SeedSource.GIVEN and not draw.stage.isdecimal()]
    if given:
        yield Trust("finals_seeds_given", At(names.duel(given[0], "Draw_Seed")), {"stages": "+".join(given)})
    random = [draw for draw in tournament.draws if draw.source is SeedSource.RANDOM]
    if random:
        yield Trust("seeds_random", At("Proof_Draws"), {"count": len(random)})
    thrown = [draw for draw in tournament.draws if draw.source is SeedSource.PUBLIC]
    if alike := [draw.stage for draw in thrown if not is_plainly_spelt(draw.public_value)]:
        yield Trust("values_look_alike", At("Proof_Draws"), {"stages": "+".join(alike)})
    yield from _codes_on_trust(facts)
    if facts.imported:
        yield Trust("imported", At("Log_Command"))
    if back := facts.taken_back:
        yield Trust("taken_back", At("Log_Command"), {"count": back})
    if again := facts.redraws:
        yield Trust("drawn_again", At("Log_Command"), {"count": again})
    kinds = Counter(event.type for event in tournament.events)
    if kinds[EventType.SIT_OUT]:
        yield Trust("sat_out", At("Events_Type"), {"count": kinds[EventType.SIT_OUT]})
    if not any(player.email for player in tournament.players):
        yield Trust("no_addresses", At("Players_Email"))


def _codes_on_trust(facts: Facts) -> Iterator[Trust]:
    """What a code needs the log for; and rounds that have none."""
    of = {follows: [one for one in facts.receipts if one.follows is follows] for follows in Follows}
    told = {
        Follows.CORRECTED: "code_before_correction", Follows.EVENTS: "code_of_other_events",
        Follows.NAMES: "code_of_other_names", Follows.HIDDEN: "code_hidden",
        **({Follows.NOTHING: "code_of_import"} if facts.imported else {}),
    }  # fmt: skip
    for follows, code in told.items():
        if receipts := of[follows]:
            yield Trust(code, _code(facts, receipts[0].stage), {"rounds": _called(facts, [one.stage for one in receipts])})
    if without := list(dict.fromkeys(_without_code(facts))):
        yield Trust("no_codes", At("Proof_Draws"), {"rounds": _called(facts, without)})


def _called(facts: Facts, stages: Iterable[str]) -> str:
    """Rounds, games, duels and stages as people call them."""
    return stages_title("+".join(stages), facts.language, facts.rulebook)


def _without_code(facts: Facts) -> Iterator[str]:
    """The rounds, duels and stages that have no code, in their order; at fixed tables the games."""
    tournament = facts.tournament
    coded = {part for one in facts.receipts for part in one.stage.split("+")}
    for game in sorted(tournament.games, key=lambda game: game.round):
        first = game.round == 1 or not tournament.start_tables
        sheet = names.round_sheet(game.round) if first else names.record_sheet(game.round, game.table)
        if sheet not in coded:
            yield sheet
    matches = [duel.match for duel in tournament.finals.duels] if tournament.finals else []
    stages = sorted({stage_code(game.round) for game in tournament.stages})
    yield from (stage for stage in (*matches, *stages) if stage not in coded)


def contradictions(facts: Facts) -> Iterator[Difference]:
    """All of them."""
    tournament = facts.tournament
    over = facts.is_closed and isinstance(next_step(facts.state), Over)
    if not over and not facts.interim:
        yield Difference("not_complete", At("Closed"))
    if facts.secret and (tournament.finals is not None or any(game.outcome for game in tournament.games)):
        yield Difference("secret_shown", At("Report_Secret"))
    yield from _draws(facts)
    yield from _codes(facts)


def _codes(facts: Facts) -> Iterator[Difference]:
    """A code that does not follow, though the log has no import that would explain it; one that the log does not know so."""
    logged = {
        entry.stage: code
        for entry in facts.state.journal.entries
        if entry.command in {"seat", "redraw"} and (code := read_pairs(entry.result).get("code"))
    }
    for one in facts.receipts:
        if one.follows is Follows.NOTHING and not facts.imported:
            yield Difference("code_not_derived", _code(facts, one.stage), {"code": one.code})
    posted = {one.stage: one.code for one in facts.tournament.posted}
    rounds = {*(f"Round{draw.stage}" for draw in facts.tournament.draws if draw.stage.isdecimal()), *posted}
    for stage in sorted(stage for stage in rounds if Posted(stage, "").round):
        known = logged.get(stage, "")
        if known != posted.get(stage, "") and not (facts.imported and not known):
            yield Difference("code_log_differs", _code(facts, stage), {"logged": known or "–"})


def _code(facts: Facts, stage: str) -> At:
    """The cell of a code."""
    if number := Posted(stage, "").round:
        return at(names.on_wall(number, names.CODE), 0)
    return At("Codes_Code", [one.stage for one in facts.tournament.codes if not one.round].index(stage))


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


PARTS: Final[tuple[Callable[[Facts], Columns], ...]] = (
    cover.event, cover.regulation, cover.figures, cover.accounts, cover.podium, cover.ejections, cover.proof, cover.written,
    people.players, people.events, people.departures,
    games.walls, games.draws, games.codes, games.records,
    standings.by_place, standings.by_number, standings.lots,
    games.duels, games.ranking, games.stages,
    standings.race, standings.totals, people.together, statistics.statistics,
    cover.auctions, cover.log, cover.marks,
)  # fmt: skip
"""What must be printed, part by part."""

REMAINS: Final = frozenset({"Report_Digest", "Seal_Value"})
"""Names that no other workbook has: without the referto's mark, it was taken out."""

PROGRAM: Final = re.compile(r"bangxl [\w.+-]{1,40}", re.ASCII)
"""What a version calls itself; any other text would be read as if ``verify`` said it."""

SAID_OTHERWISE: Final = frozenset({"name_missing", "formula_as_input"})
"""What reading finds and the comparison finds too, with more to say."""


def verify(book: ClosedBook) -> Verdict:
    """The verdict about a referto. BookError ``not_referto``, or ``workbook_itself`` for a tournament's workbook."""
    if not is_referto(book) and not (REMAINS & book.names.keys()):
        raise BookError("workbook_itself" if {"Rulebook_Id", "Players_Name"} <= book.names.keys() else "not_referto")
    referto = Referto(book)
    grids = {sheet: book.everything(sheet) for sheet in book.sheets}
    collector = Collector(referto, language_of(referto))
    collector.add_all(shape.foreign_parts(book, grids))
    facts = read_facts(referto, collector)
    checked = _judge(facts, collector) if facts else ()
    compared = _compare(facts, referto, grids, collector) if facts else 0
    printed, other = (str(single(referto, name) or "").strip() for name in ("Report_Digest", "Report_Second_Half"))
    digest = _digest(facts, printed, collector) if facts else ""
    second = _second_half(facts, digest, other, referto, collector) if facts else ""
    collector.add_all(shape.seals(referto, grids, {one.sheet for one in collector.differences}))
    return Verdict(
        contents=facts.state if facts else None,
        digest=digest,
        printed_digest=printed,
        interim=not is_blank(single(referto, "Report_Interim")),
        differences=tuple(collector.differences),
        trusted=tuple(collector.locate(finding) for finding in on_trust(facts, checked)) if facts else (),
        compared=compared,
        second_half=second,
        printed_second_half=other,
        receipts=(collector.safely(lambda: facts.receipts, "codes") or ()) if facts else (),
    )


def _judge(facts: Facts, collector: Collector) -> tuple[Finding, ...]:
    """The findings of reading and of the checks that make a referto untrue; all those of the checks are given back."""
    contents = facts.state
    collector.names, collector.rulebook = display_names(contents.tournament.players), contents.rulebook
    unread = [finding for finding in contents.findings if finding.code not in SAID_OTHERWISE]
    checked = collector.safely(partial(_findings, facts), "check") or ()
    wrong: Sequence[Finding] = [*unread, *(finding for finding in checked if _differs(finding, facts))]
    for finding in wrong:
        collector.tell(Difference(finding.code, finding.at, finding.values))
    for finding in collector.safely(lambda: tuple(contradictions(facts)), "state") or ():
        collector.tell(finding)
    return checked


def _findings(facts: Facts) -> tuple[Finding, ...]:
    """The findings of the checks, each on its line."""
    return tuple(at_line(finding, facts.state.rows) for finding in check(facts.state))


def _differs(finding: Finding, facts: Facts) -> bool:
    """Whether a finding means that the referto contradicts itself."""
    unfinished = finding.code in UNFINISHED and not facts.interim and not finding.overruled
    if facts.secret and finding.code in UNTOLD:
        return False
    return finding.severity is Severity.ERROR or finding.code in DIFFERENT or unfinished


def _compare(facts: Facts, referto: Referto, grids: Mapping[str, Grid], collector: Collector) -> int:
    """Every cell beside what it must show; how many these were."""
    expected: Columns = {}
    for part in PARTS:
        expected |= collector.safely(partial(part, facts), part.__name__) or {}
    comparison = Comparison()
    comparison.compare(referto, expected)
    for finding in comparison.differences:
        collector.tell(finding)
    collector.add_all(strays(referto, grids, {*expected, *FREE}, facts))
    return comparison.count


def _digest(facts: Facts, printed: str, collector: Collector) -> str:
    """The digest of the facts; another one on the cover is a difference."""
    digest = collector.safely(partial(fingerprint, facts.state), "digest") or ""
    if printed != digest:
        code = "digest_differs" if printed else "digest_missing"
        collector.tell(Difference(code, At("Report_Digest"), {"printed": value_text(printed), "right": digest}))
    return digest


def _second_half(facts: Facts, digest: str, printed: str, referto: Referto, collector: Collector) -> str:
    """The digest's second half; another one on the cover is a difference, as is none."""
    program = str(single(referto, "Report_Program") or "")
    if not PROGRAM.fullmatch(program):
        collector.tell(Difference("program_unknown", At("Report_Program"), {"printed": value_text(program)}))
    said = Beside(
        language=facts.tournament.language,
        layout=FORMAT,
        program=program,
        written=facts.written,
        interim=facts.interim,
        secret=facts.secret,
        addresses=addresses_of(facts.tournament.players),
    )
    second = second_half(digest, said)
    if printed != second:
        code = "second_half_differs" if printed else "second_half_missing"
        collector.tell(Difference(code, At("Report_Second_Half"), {"printed": value_text(printed), "right": second}))
    return second
