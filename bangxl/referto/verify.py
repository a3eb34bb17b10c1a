"""Verify a report: check its facts like any tournament, make its tables again, and compare both."""

import re
from collections.abc import Iterable, Iterator
from datetime import date
from functools import partial
from math import isclose, isfinite
from typing import Final

from bangxl import limits
from bangxl.books.cell_changes import stored
from bangxl.books.closed import ClosedBook
from bangxl.books.port import Book, BookError, Formula, Value
from bangxl.books.references import address
from bangxl.interchange.dump import fingerprint
from bangxl.interchange.fingerprint import Fingerprint
from bangxl.locale.catalog import LANGUAGES, SOURCE_LANGUAGE, answer_language
from bangxl.referto.book import FORMAT, Referto, is_referto, key_of
from bangxl.referto.report import Report, squeeze_blanks
from bangxl.referto.tables import FIRST_ROW, ReportTable, report_tables
from bangxl.referto.trust import FROM_OMISSIONS, contradictions, taken_on_trust
from bangxl.referto.verdict import ODD, Collector, Difference, Verdict, exact_text, is_blank, shown_value, value_in_sentence
from bangxl.rulebooks.loader import RulebookError, rulebook_ids
from bangxl.tournament.checks import findings_of
from bangxl.tournament.findings import At, Finding, Severity
from bangxl.workbook import names
from bangxl.workbook.cells import at
from bangxl.workbook.notices import Notice, moved_to_row
from bangxl.workbook.read import ListRows, read_workbook

DIFFERENT: Final = frozenset({"draw_not_reproduced", "stage_not_reproduced", "cut_differs"})
"""Warnings of the checks that make a referto disagree."""
_UNFINISHED: Final = frozenset({"game_incomplete", "duel_incomplete", "stage_incomplete"})
"""Warnings that only an interim report may have."""
COMPARED: Final = frozenset({"name_missing", "formula_as_input"})
"""Findings of reading that the comparison reports in more detail."""
PROGRAM: Final = re.compile(r"bangxl [\w.+-]{1,40}", re.ASCII)
"""The name of a version; any other text would look like a statement of ``verify``."""
UNRELEASED: Final = re.compile(r"bangxl 0\.[01](\.[\w+-]{1,20})?", re.ASCII)
"""Versions whose layouts had numbers of their own, up to 7; those of releases begin with 1 again."""
DIRECTION_SIGNS: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Hidden signs that change the direction of writing."""
_DIGESTS: Final = {"Report_Digest": "digest_differs", "Report_Second_Half": "second_half_differs"}
"""Names that only a referto has: a file with them but without the referto's mark has lost it."""
NEWEST: Final = {names.REFERTO_MARK: FORMAT, "Format_Version": names.FORMAT_VERSION}


def verify_book(book: ClosedBook) -> Verdict:
    """Verify a referto. BookError ``not_referto``, or ``workbook_itself`` for a tournament's workbook."""
    if not is_referto(book) and _DIGESTS.keys().isdisjoint(book.names):
        raise BookError("workbook_itself" if {"Rulebook_Id", "Players_Name"} <= book.names.keys() else "not_referto")
    referto, collector = Referto(book), Collector()
    for what in book.acting():
        collector.tell(Difference(what, At("")))
    report = _read(referto, collector)
    checked = _judge(report, report.state.findings, report.state.rows, collector) if report else ()
    compared = _compare(report, book, collector) if report else 0
    receipts = (collector.safely(lambda: report.receipts) or ()) if report else ()
    locate = partial(collector.notices, referto.names, answer_language(report_language(referto)), report)
    return Verdict(
        report=report,
        digest=report.digest if report else "",
        interim=not is_blank(first_value(referto, "Report_Interim")),
        differences=locate(),
        trusted=locate(taken_on_trust(report, checked)) if report else (),
        compared=compared,
        second_half=report.second_half if report else "",
        printed=Fingerprint(*(str(first_value(referto, name) or "").strip().casefold() for name in _DIGESTS)),
        receipts=receipts,
    )


def expected_differences(report: Report, language: str) -> tuple[Notice, ...]:
    """The findings that a referto of these facts would have, before it is written."""
    collector = Collector()
    _judge(report, (), report.rows, collector)
    if not collector.findings:
        return ()
    refs = {key_of(name): ref for table in report_tables(report) for name, ref in table.refs.items()}
    return collector.notices(refs, language, report)


# What it reports


def first_value(book: Book, name: str) -> Value:
    """The value of a name's first cell; None without such a name."""
    return book.read(name)[0] if name in book.names else None


def report_language(book: Book) -> str:
    """The report's language; English for an unknown one."""
    name = first_value(book, "Workbook_Language")
    return name if isinstance(name, str) and name in LANGUAGES else SOURCE_LANGUAGE


def _read(book: Book, collector: Collector) -> Report | None:
    """Read the facts of a referto; None if it cannot be read, with the reason in the collector."""
    if (obstacle := next(_obstacles(book), None)) is not None:
        collector.tell(obstacle)
        return None
    try:
        contents = read_workbook(book)
        digest = fingerprint(contents)
    except (BookError, RulebookError, *ODD) as error:
        known = isinstance(error, RulebookError)
        where, reason = ("Rulebook_Text", str(error)) if known else (names.REFERTO_MARK, repr(error))
        collector.tell(Difference("not_readable", At(where), {"reason": shown_value(reason)}))
        return None
    return Report(
        contents,
        written=str(first_value(book, "Report_Written") or ""),
        program=str(first_value(book, "Report_Program") or ""),
        digest=digest,
        interim=not is_blank(first_value(book, "Report_Interim")),
        secret=not is_blank(first_value(book, "Report_Secret")),
        addresses=any(player.email for player in contents.tournament.players),
    )


def _obstacles(book: Book) -> Iterator[Difference]:
    """Report why nothing can be read: an unknown layout, language or regulation, or impossible names."""
    if UNRELEASED.fullmatch(program := str(first_value(book, "Report_Program"))):
        yield Difference("unreleased_report", At("Report_Program"), {"program": program})
    for name in ("Players_Name", *NEWEST):
        if name not in book.names:
            yield Difference("column_missing", At(name), {"name": name})
    for name, newest in NEWEST.items():
        version = first_value(book, name)
        if isinstance(version, bool) or version not in range(1, newest + 1):
            later = isinstance(version, int | float) and version > newest
            values = {"version": shown_value(version), "printed": shown_value(version)}
            yield Difference("newer_report" if later else "version_unreadable", At(name), values)
    if (language := first_value(book, "Workbook_Language")) not in LANGUAGES:
        yield Difference("language_unknown", At("Workbook_Language"), {"printed": shown_value(language)})
    rulebook = first_value(book, "Rulebook_Id")
    if is_blank(first_value(book, "Rulebook_Text")) and rulebook not in rulebook_ids():
        yield Difference("regulation_unknown", At("Rulebook_Id"), {"rulebook": shown_value(rulebook)})
    large = (name for name, ref in book.names.items() if len(ref) > limits.NAME_CELLS)
    for name in (*names.absurd_names(book.names), *large):  # do not spend time on a forgery
        yield Difference("name_absurd", at(name, 0), {"name": name})


# Whether it can be


def _judge(report: Report, unread: Iterable[Finding], rows: ListRows, collector: Collector) -> tuple[Finding, ...]:
    """Report problems of reading, and findings of the checks that make a referto untrue; return all findings of the checks."""
    if not PROGRAM.fullmatch(report.program):
        collector.tell(Difference("program_unknown", At("Report_Program"), {"printed": shown_value(report.program)}))
    try:
        _ = report.moment
    except ValueError:
        collector.tell(Difference("moment_unknown", At("Report_Written"), {"printed": shown_value(report.written)}))
    checked = collector.safely(lambda: tuple(moved_to_row(finding, rows) for finding in findings_of(report.state))) or ()
    for finding in unread:
        if finding.code not in COMPARED:
            collector.tell(Difference(finding.code, finding.at, finding.values))
    # a result that was corrected later may have changed who passes a cut: then it is told
    different = DIFFERENT - {"cut_differs"} if any(one.code == "correction" for one in checked) else DIFFERENT
    for finding in checked:
        unfinished = finding.code in _UNFINISHED and not report.interim and not finding.overruled
        wrong = finding.severity is Severity.ERROR or finding.code in different or unfinished
        if wrong and not (report.secret and finding.code in FROM_OMISSIONS):
            collector.tell(Difference(finding.code, finding.at, finding.values))
    told: set[Value] = set()
    for place, value in (collector.safely(lambda: report.cells) or {}).items():
        if isinstance(value, str) and value not in told and DIRECTION_SIGNS.search(value):
            told.add(value)
            collector.tell(Difference("turned", at(*place), {"printed": shown_value(value)}))
    for difference in collector.safely(lambda: tuple(contradictions(report))) or ():
        collector.tell(difference)
    return checked


# Whether it is what bangxl makes of its facts


def _compare(report: Report, book: ClosedBook, collector: Collector) -> int:
    """Compare every sheet, name and cell with those that `report` makes of these facts; return the number of cells."""
    made = collector.safely(partial(report_tables, report))
    if made is None:
        return 0
    expected = {table.title: table for table in made}
    for title, visible in book.sheets.items():
        if title not in expected:
            collector.tell(Difference("sheet_added", At("")), title)
        elif not visible:
            collector.tell(Difference("hidden_sheet", At("")), title)
    for title, table in expected.items():
        if title in book.sheets:
            _compare_sheet(table, book, collector)
        else:
            collector.tell(Difference("sheet_missing", At("Report_Format"), {"sheet": title}))
    right = {name: ref for table in made for name, ref in table.refs.items()}
    for name, ref in sorted({**right, **book.names}.items()):
        here, wanted = book.names.get(name), right.get(name)
        if here != wanted:
            code = "name_added" if wanted is None else "column_missing" if here is None else "name_moved"
            cells = wanted and f"{wanted.sheet} {address(wanted.first, wanted.column)}:{address(wanted.last, wanted.column)}"
            values = {"name": name, "right": cells}
            collector.tell(Difference(code, At(name), values), ref.sheet, address(ref.first, ref.column))
    for name in book.odd_names:
        collector.tell(Difference("name_added", At(name), {"name": name}))
    return sum(len(table.cells) for table in made)


def _compare_sheet(table: ReportTable, book: ClosedBook, collector: Collector) -> None:
    printed, right = book.everything(table.title), table.cells
    wrong = [place for place in sorted(printed.keys() | right.keys()) if not is_expected(printed.get(place), right.get(place))]
    if not wrong:
        return
    prefix = f"{table.title}!" if table.local else ""
    known = {  # the name of a cell and its index; names of tables as on record sheets
        (FIRST_ROW + index, number): at(key_of(prefix + name), index - where.start)
        for number, column in enumerate(table.columns, 1)
        for name, where in column.names.items()
        for index in where
    }
    for place in wrong:
        values = difference(known.get(place, At("")), printed.get(place), right.get(place))
        collector.tell(values, table.title, address(*place))


def is_expected(printed: Value, right: Value) -> bool:
    """Whether a cell holds its expected value. Other programs may change a number's last digit, and blanks in texts."""
    if printed == right and type(printed) is type(right):  # the usual case
        return True
    match printed, right:
        case (Formula() | bool(), _) | (_, bool()):
            return False
        case int() | float(), int() | float():
            whole = isinstance(right, int) or not isfinite(printed)
            return printed == right if whole else isclose(printed, right, rel_tol=1e-12)  # programs keep 15 digits
        case date(), date():
            return stored(printed) == stored(right)
        case str() | None, str() | None:
            return squeeze_blanks(printed or "") == squeeze_blanks(right or "")
    return False


def difference(place: At, printed: Value, right: Value) -> Difference:
    """Format the value of a cell and its expected value."""
    if isinstance(printed, Formula):
        return Difference("formula", place, {"formula": shown_value(str(printed))})
    code = "blank_instead" if is_blank(printed) else "filled_instead" if is_blank(right) else _DIGESTS.get(place.name, "differs")
    values = {"printed": shown_value(printed), "right": shown_value(right)}
    if values["printed"] == values["right"]:
        if isinstance(printed, str) != isinstance(right, str):
            code = "differs_as_text" if isinstance(printed, str) else "differs_as_number"
        values = {"printed": exact_text(printed), "right": exact_text(right)}
    elif code == "differs":
        return Difference(code, place, {"printed": value_in_sentence(printed), "right": value_in_sentence(right)})
    return Difference(code, place, values)
