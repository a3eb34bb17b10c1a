"""From facts to the workbook of a referto."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from openpyxl.workbook.workbook import Workbook

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Changes
from bangxl.referto.book import seal
from bangxl.referto.pages import accounts, cover, data, finals, meetings, people, ranking, rounds
from bangxl.referto.pages.facts import Facts
from bangxl.referto.pages.layout import Page, printed
from bangxl.sheets.build import blank

SHORT: Final = 12
"""So many digits of the digest stand at the foot of every page."""


def build(facts: Facts) -> Workbook:
    """All sheets, values only; the cells ``Seal_Value`` are still blank."""
    _ = facts.text
    mark = _("INTERIM") if facts.interim else ""
    wb = blank(facts.rulebook)
    pages = [*_pages(wb, facts, mark)]
    for page in (*pages, data.data(wb, facts, wb.sheetnames, mark)):
        printed(page, digest=facts.digest[:SHORT], mark=mark)
    for ws in wb.worksheets:
        ws.sheet_view.tabSelected = ws is wb.worksheets[0]
    wb.active = 0
    return wb


def referto(facts: Facts, path: Path) -> ClosedBook:
    """The finished book, sealed; not saved yet."""
    book = ClosedBook.built(path, build(facts))
    sheets = [str(sheet) for sheet in book.read("Seal_Sheet")]
    book.apply(Changes(cells={("Seal_Value", row): seal(book.everything(sheet)) for row, sheet in enumerate(sheets)}))
    return book


def _pages(wb: Workbook, facts: Facts, mark: str) -> Iterator[Page]:
    """Every sheet before the data, as one reads."""
    yield cover.build(wb, facts, mark)
    if not facts.secret:
        yield ranking.standings(wb, facts, mark)
    if facts.tournament.finals is not None:
        yield finals.finals(wb, facts, mark)
    yield from finals.stages(wb, facts, mark)
    yield people.players(wb, facts, mark)
    yield people.conduct(wb, facts, mark)
    yield from rounds.rounds(wb, facts, mark)
    if not facts.secret:
        yield accounts.accounts(wb, facts, mark)
    yield meetings.meetings(wb, facts, mark)
    if any(game.auction for game in facts.tournament.games):
        yield data.auctions(wb, facts, mark)
    yield data.log(wb, facts, mark)
