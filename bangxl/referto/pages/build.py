"""From facts to the workbook of a referto, with what programs need in it: the log, the auctions, marks and seals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from openpyxl.workbook.workbook import Workbook

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Changes, Value
from bangxl.interchange.dump import spoken_digest
from bangxl.referto.book import FORMAT, seal
from bangxl.referto.pages import accounts, cover, draws, finals, meetings, people, rounds, standings, statistics
from bangxl.referto.pages.layout import FIRST, Column, Page
from bangxl.referto.pages.paper import print_setup
from bangxl.referto.pages.report import LINE, Report, on_pages, sheet
from bangxl.referto.report import Report as Facts
from bangxl.sheets.build import blank
from bangxl.sheets.styles import font, in_unit
from bangxl.workbook import names

_TINY: Final = {"font": font(8)}
_LONG: Final = frozenset({"seed", "source", "result", "digest", "reason"})
_LOG: Final = (17, 9, 10, 34, 22, 42, 30, 34, 8)


def build(report: Report) -> Workbook:
    """All sheets, values only; the cells ``Seal_Value`` are still blank."""
    wb = blank(report.rulebook)
    pages = [*_document(wb, report), *_records(wb, report)]
    return _finished(wb, report, [*pages, _data(wb, report, pages)])


def referto(report: Facts, path: Path) -> ClosedBook:
    """The finished book, sealed; not saved yet."""
    book = ClosedBook.built(path, build(on_pages(report)))
    sheets = [str(sheet) for sheet in book.read("Seal_Sheet")]
    book.apply(Changes(cells={("Seal_Value", row): seal(book.everything(sheet)) for row, sheet in enumerate(sheets)}))
    return book


def _finished(wb: Workbook, report: Report, pages: Sequence[Page]) -> Workbook:
    for page in pages:
        print_setup(page, digest=spoken_digest(report.digest), mark=report.mark)
    in_unit(wb, report.rulebook.unit)
    for ws in wb.worksheets:
        ws.sheet_view.tabSelected = ws is wb.worksheets[0]
    wb.active = 0
    return wb


def _document(wb: Workbook, report: Report) -> Iterator[Page]:
    """What people read, chapter by chapter; and what is printed."""
    yield cover.build(wb, report)
    if not report.secret:
        yield from standings.ranking(wb, report)
    if report.tournament.finals is not None or report.tournament.stages:
        yield finals.finals(wb, report)
    yield people.people(wb, report)
    if report.tournament.games:
        yield rounds.rounds(wb, report)
    yield from meetings.meetings(wb, report)
    if not report.secret:
        yield accounts.accounts(wb, report)


def _records(wb: Workbook, report: Report) -> Iterator[Page]:
    """What programs and those who verify read, and nobody prints; and what the games tell, which is no part of the report."""
    yield from statistics.build(wb, report)
    if not report.secret:
        yield standings.by_number(wb, report)
    yield from draws.walls(wb, report)
    yield from rounds.numbers(wb, report)
    if any(game.auction for game in report.tournament.games):
        yield _auctions(wb, report)
    yield _log(wb, report)


def _auctions(wb: Workbook, report: Report) -> Page:
    """The protocol of the auctions."""
    _, calls = report.text, [call for game in report.tournament.games for call in game.auction]
    page = sheet(wb, report, _("Auctions"), _("Auctions"), (8, 8, 7, 30, 18, 7, 30, 12))

    def of(key: str) -> list[Value]:
        return report.column(f"Auctions_{key}", len(calls))

    page.table(
        [
            Column(_("Round"), "Auctions_Round", of("Round"), "Print centre"),
            Column(_("Table"), "Auctions_Table", of("Table"), "Print centre"),
            Column(_("No."), "Auctions_Opener", of("Opener"), change={"font": font(10)}),
            Column(_("Opens"), "Auctions_Opener_Name", report.names_of(of("Opener")), "Print name"),
            Column(_("Character"), "Auctions_Character", of("Character")),
            Column(_("No."), "Auctions_Winner", of("Winner"), change={"font": font(10)}),
            Column(_("Wins it"), "Auctions_Winner_Name", report.names_of(of("Winner")), "Print name"),
            Column(_("Price"), "Auctions_Price", of("Price"), "Print money"),
        ]
    )
    return page


def _log(wb: Workbook, report: Report) -> Page:
    """What the program did, when, with which seed."""
    _ = report.text
    page = sheet(wb, report, _("Log"), _("Log"), _LOG)
    heads = {
        "time": _("Time"), "command": _("Command"), "stage": _("Stage"), "seed": _("Seed"), "source": _("Source"),
        "result": _("Result"), "digest": _("Digest"), "reason": _("Reason"), "version": _("Version"),
    }  # fmt: skip
    rows = [asdict(entry) for entry in report.state.journal.entries]
    page.table(
        [Column(heads[key], names.log(key), [row[key] for row in rows], change=_TINY, long=key in _LONG) for key in names.LOG],
        height=15,
    )
    return page


def _data(wb: Workbook, report: Report, pages: Sequence[Page]) -> Page:
    """Marks for programs, and a seal for every sheet: the cells ``Seal_Value`` are filled in last; columns that no page shows."""
    _ = report.text
    page = sheet(wb, report, _("Data"), _("For programs"), (30, 44, 34))
    told: dict[str, Value] = {
        names.REFERTO_MARK: FORMAT,
        "Report_Written": report.written,
        "Format_Version": names.FORMAT_VERSION,
        "Workbook_Language": report.tournament.language,
        "Rulebook_Id": report.rulebook.id,
        "Rulebook_Text": report.rulebook.text,
        **{f"Option_{key}": report.cell(f"Option_{key}") for key in report.rulebook.options},
        "Lots_By_Hand": report.cell("Lots_By_Hand"),
        "Published": report.cell("Published"),
        "Closed": report.cell("Closed"),
        "Closed_After_Round": report.cell("Closed_After_Round"),
        "Report_Interim": report.yes if report.interim else None,
        "Report_Secret": report.yes if report.secret else None,
    }
    for known_as, value in told.items():
        page.pair(known_as, known_as, value, at=FIRST + 1)
    page.space()
    if codes := [one for one in report.tournament.codes if not one.round]:
        page.table(
            [
                Column(_("Stage"), "Codes_Stage", [one.stage for one in codes]),
                Column(_("Code"), "Codes_Code", [one.code for one in codes]),
                Column(_("Random part"), "Codes_Salt", [one.salt or None for one in codes]),
            ]
        )
        page.space()
    page.caption(_("Seals of the sheets"))
    titles: list[Value] = [one.ws.title for one in (*pages, page)]
    page.table(
        [Column(_("Sheet"), "Seal_Sheet", titles), Column(_("Seal"), "Seal_Value", [None] * len(titles))]
    )  # fmt: skip
    for column in (column for one in pages for column in one.aside if column.values):
        page.space()
        page.table([column._replace(head=column.name)], height=LINE)
    return page
