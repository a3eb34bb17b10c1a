"""Whether a referto is true: its facts checked like any tournament, its tables made again from them, and both compared."""

from __future__ import annotations

import re
from datetime import date
from functools import partial
from math import isclose, isfinite
from typing import Final

from bangxl.books.closed import ClosedBook
from bangxl.books.plan import stored
from bangxl.books.port import BookError, Formula, Ref, Value
from bangxl.books.references import address
from bangxl.referto.book import Referto, is_referto, key_of
from bangxl.referto.facts import language_of, read_report, single
from bangxl.referto.report import Report
from bangxl.referto.tables import FIRST, Table, tables
from bangxl.referto.trust import contradictions, on_trust
from bangxl.referto.verdict import Collector, Difference, Verdict, exact_text, is_blank, spoken, squeeze, value_text
from bangxl.tournament.checks import check
from bangxl.tournament.findings import At, Finding, Severity
from bangxl.workbook.cells import at
from bangxl.workbook.messages import at_line, display_names

DIFFERENT: Final = frozenset({"draw_not_reproduced", "stage_not_reproduced"})
"""Warnings of the checks after which a referto does not agree."""

UNFINISHED: Final = frozenset({"game_incomplete", "duel_incomplete", "stage_incomplete"})
"""Warnings that only an interim report may have."""

UNTOLD: Final = frozenset({"closed_wrongly"})
"""Errors that follow from results being left out: nobody can see how many rounds were played."""

SAID_OTHERWISE: Final = frozenset({"name_missing", "formula_as_input"})
"""What reading finds and the comparison finds too, with more to say."""

REMAINS: Final = frozenset({"Report_Digest", "Report_Second_Half"})
"""Names that no other workbook has: without the referto's mark, it was taken out."""

PROGRAM: Final = re.compile(r"bangxl [\w.+-]{1,40}", re.ASCII)
"""What a version calls itself; any other text would be read as if ``verify`` said it."""

DIGESTS: Final = {"Report_Digest": "digest_differs", "Report_Second_Half": "second_half_differs"}

TOLERANCE: Final = 1e-12
"""Relative, for numbers that are not whole: programs keep 15 digits."""


def verify(book: ClosedBook) -> Verdict:
    """The verdict about a referto. BookError ``not_referto``, or ``workbook_itself`` for a tournament's workbook."""
    if not is_referto(book) and not (REMAINS & book.names.keys()):
        raise BookError("workbook_itself" if {"Rulebook_Id", "Players_Name"} <= book.names.keys() else "not_referto")
    referto = Referto(book)
    collector = Collector(referto, language_of(referto))
    if book.has_macros:
        collector.tell(Difference("macros", At("")))
    report = read_report(referto, collector)
    checked = _judge(report, collector) if report else ()
    compared = _compare(report, book, collector) if report else 0
    printed, other = (str(single(referto, name) or "").strip() for name in ("Report_Digest", "Report_Second_Half"))
    return Verdict(
        report=report,
        digest=report.digest if report else "",
        printed_digest=printed,
        interim=not is_blank(single(referto, "Report_Interim")),
        differences=tuple(collector.differences),
        trusted=tuple(map(collector.locate, on_trust(report, checked))) if report else (),
        compared=compared,
        second_half=report.second_half if report else "",
        printed_second_half=other,
        receipts=(collector.safely(lambda: report.receipts) or ()) if report else (),
    )


def _judge(report: Report, collector: Collector) -> tuple[Finding, ...]:
    """The findings of reading and of the checks that make a referto untrue; all those of the checks are given back."""
    contents = report.state
    collector.names, collector.rulebook = display_names(contents.tournament.players), contents.rulebook
    if not PROGRAM.fullmatch(report.program):
        collector.tell(Difference("program_unknown", At("Report_Program"), {"printed": value_text(report.program)}))
    try:
        _ = report.moment
    except ValueError:
        collector.tell(Difference("moment_unknown", At("Report_Written"), {"printed": value_text(report.written)}))
    checked = collector.safely(lambda: tuple(at_line(finding, contents.rows) for finding in check(contents))) or ()
    unread = [finding for finding in contents.findings if finding.code not in SAID_OTHERWISE]
    for finding in (*unread, *(finding for finding in checked if _contradicts(finding, report))):
        collector.tell(Difference(finding.code, finding.at, finding.values))
    for difference in collector.safely(lambda: tuple(contradictions(report))) or ():
        collector.tell(difference)
    return checked


def _contradicts(finding: Finding, report: Report) -> bool:
    """Whether a finding means that the referto contradicts itself."""
    unfinished = finding.code in UNFINISHED and not report.interim and not finding.overruled
    if report.secret and finding.code in UNTOLD:
        return False
    return finding.severity is Severity.ERROR or finding.code in DIFFERENT or unfinished


def _compare(report: Report, book: ClosedBook, collector: Collector) -> int:
    """Every sheet, name and cell beside those that `report` makes of these facts; how many cells these are."""
    made = collector.safely(partial(tables, report))
    if made is None:
        return 0
    expected = {table.title: table for table in made}
    for title, visible in book.sheets.items():
        if title not in expected:
            collector.tell_cell(Difference("sheet_added", At("")), title, "")
        elif not visible:
            collector.tell_cell(Difference("hidden_sheet", At("")), title, "")
    for title, table in expected.items():
        if title in book.sheets:
            _compare_sheet(table, book, collector)
        else:
            collector.tell(Difference("sheet_missing", At("Report_Format"), {"sheet": title}))
    _compare_names({name: ref for table in made for name, ref in table.refs.items()}, book, collector)
    return sum(len(table.cells) for table in made)


def _compare_sheet(table: Table, book: ClosedBook, collector: Collector) -> None:
    printed, right = book.everything(table.title), table.cells
    wrong = [place for place in sorted(printed.keys() | right.keys()) if not same(printed.get(place), right.get(place))]
    known = _known(table) if wrong else {}
    for place in wrong:
        found = difference(known.get(place, At("")), printed.get(place), right.get(place))
        collector.tell_cell(found, table.title, address(*place))


def _known(table: Table) -> dict[tuple[int, int], At]:
    """Which name stands for a cell, and at which index; names of tables as record sheets have them."""
    prefix = f"{table.title}!" if table.local else ""
    return {
        (FIRST + index, number): at(key_of(prefix + name), index - where.start)
        for number, column in enumerate(table.columns, 1)
        for name, where in column.names.items()
        for index in where
    }


def _compare_names(right: dict[str, Ref], book: ClosedBook, collector: Collector) -> None:
    for name, ref in sorted({**right, **book.names}.items()):
        here, wanted = book.names.get(name), right.get(name)
        if here != wanted:
            code = "name_added" if wanted is None else "column_missing" if here is None else "name_moved"
            cells = wanted and f"{wanted.sheet} {address(wanted.first, wanted.column)}:{address(wanted.last, wanted.column)}"
            collector.tell_cell(
                Difference(code, At(name), {"name": name, "right": cells}), ref.sheet, address(ref.first, ref.column)
            )


def same(printed: Value, right: Value) -> bool:
    """Whether a cell holds what it must. Programs that save it again may change a number's last digit, and blanks in texts."""
    if printed == right and type(printed) is type(right):  # nearly always
        return True
    match printed, right:
        case (Formula() | bool(), _) | (_, bool()):
            return False
        case int() | float(), int() | float():
            whole = isinstance(right, int) or not isfinite(printed)
            return printed == right if whole else isclose(printed, right, rel_tol=TOLERANCE)
        case date(), date():
            return stored(printed) == stored(right)
        case str() | None, str() | None:
            return squeeze(printed or "") == squeeze(right or "")
    return False


def difference(place: At, printed: Value, right: Value) -> Difference:
    """What stands in a cell and what should."""
    if isinstance(printed, Formula):
        return Difference("formula", place, {"formula": value_text(str(printed))})
    code = "blank_instead" if is_blank(printed) else "filled_instead" if is_blank(right) else DIGESTS.get(place.name, "differs")
    values = {"printed": value_text(printed), "right": value_text(right)}
    if values["printed"] == values["right"]:
        if isinstance(printed, str) != isinstance(right, str):
            code = "differs_as_text" if isinstance(printed, str) else "differs_as_number"
        values = {"printed": exact_text(printed), "right": exact_text(right)}
    elif code == "differs":
        return Difference(code, place, {"printed": spoken(printed), "right": spoken(right)})
    return Difference(code, place, values)
