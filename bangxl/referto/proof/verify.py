"""The whole verification: read a referto's facts, derive everything again, compare, look at its digest and its seals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError
from bangxl.interchange.fingerprint import fingerprint
from bangxl.referto.book import Grid, Referto, is_referto
from bangxl.referto.proof import cover, data, finals, people, ranking, reading, rounds, shape, sums
from bangxl.referto.proof.collect import Collector
from bangxl.referto.proof.compare import FREE, Compared
from bangxl.referto.proof.facts import Columns, Facts
from bangxl.referto.proof.state import contradictions
from bangxl.referto.proof.strays import strays
from bangxl.referto.proof.trust import DIFFERENT, UNFINISHED, UNTOLD, taken
from bangxl.referto.proof.values import is_blank, told
from bangxl.referto.proof.verdict import Difference, Verdict
from bangxl.tournament.findings import At, Finding, Severity
from bangxl.workbook.locate import placed
from bangxl.workbook.messages import called

PARTS: Final[tuple[Callable[[Facts], Columns], ...]] = (
    *cover.PARTS, *people.PARTS, *rounds.PARTS, *ranking.PARTS, *finals.PARTS, *sums.PARTS, *data.PARTS,
)  # fmt: skip
"""What must be printed, part by part."""

REMAINS: Final = frozenset({"Report_Digest", "Seal_Value"})
"""Names that no other workbook has: without the referto's mark, it was taken out."""

SAID_OTHERWISE: Final = frozenset({"name_missing", "formula_as_input"})
"""What reading finds and the comparison finds too, with more to say."""


def verify(book: ClosedBook) -> Verdict:
    """The verdict about a referto. BookError ``not_referto``, or ``workbook_itself`` for a tournament's workbook."""
    if not is_referto(book) and not (REMAINS & book.names.keys()):
        raise BookError("workbook_itself" if {"Rulebook_Id", "Players_Name"} <= book.names.keys() else "not_referto")
    referto = Referto(book)
    grids = {sheet: book.everything(sheet) for sheet in book.sheets}
    collector = Collector(referto, reading.language(referto))
    collector.add_all(shape.foreign(book, grids))
    facts = reading.facts(referto, collector)
    checked = _judge(facts, collector) if facts else ()
    compared = _compare(facts, referto, grids, collector) if facts else 0
    printed = str(reading.single(referto, "Report_Digest") or "").strip()
    digest = _digest(facts, printed, collector) if facts else ""
    collector.add_all(shape.seals(referto, grids, {one.sheet for one in collector.found}))
    return Verdict(
        contents=facts.contents if facts else None,
        digest=digest,
        printed_digest=printed,
        interim=not is_blank(reading.single(referto, "Report_Interim")),
        differences=tuple(collector.found),
        trusted=tuple(collector.located(finding) for finding in taken(facts, checked)) if facts else (),
        compared=compared,
    )


def _judge(facts: Facts, collector: Collector) -> tuple[Finding, ...]:
    """The findings of reading and of the checks that make a referto untrue; all those of the checks are given back."""
    contents = facts.contents
    collector.called = called(contents.tournament.players)
    unread = [finding for finding in contents.findings if finding.code not in SAID_OTHERWISE]
    checked = collector.safely(partial(_checked, facts), "check") or ()
    wrong: Sequence[Finding] = [*unread, *(finding for finding in checked if _differs(finding, facts))]
    for finding in wrong:
        collector.tell(Difference(finding.code, finding.at, finding.values))
    for finding in collector.safely(lambda: tuple(contradictions(facts)), "state") or ():
        collector.tell(finding)
    return checked


def _checked(facts: Facts) -> tuple[Finding, ...]:
    """The findings of the checks, each on its line."""
    return tuple(placed(finding, facts.contents.rows) for finding in facts.checked)


def _differs(finding: Finding, facts: Facts) -> bool:
    """Whether a finding means that the referto contradicts itself."""
    unfinished = finding.code in UNFINISHED and not facts.interim
    if facts.secret and finding.code in UNTOLD:
        return False
    return finding.severity is Severity.ERROR or finding.code in DIFFERENT or unfinished


def _compare(facts: Facts, referto: Referto, grids: Mapping[str, Grid], collector: Collector) -> int:
    """Every cell beside what it must show; how many these were."""
    expected: Columns = {}
    for part in PARTS:
        expected |= collector.safely(partial(part, facts), part.__name__) or {}
    compared = Compared()
    compared.columns(referto, expected)
    for finding in compared.found:
        collector.tell(finding)
    collector.add_all(strays(referto, grids, {*expected, *FREE}, facts))
    return compared.count


def _digest(facts: Facts, printed: str, collector: Collector) -> str:
    """The digest of the facts; another one on the cover is a difference."""
    contents = facts.contents
    digest = collector.safely(partial(fingerprint, contents.tournament, contents.rulebook, contents.journal), "digest") or ""
    if printed != digest:
        code = "digest_differs" if printed else "digest_missing"
        collector.tell(Difference(code, At("Report_Digest"), {"printed": told(printed), "right": digest}))
    return digest
