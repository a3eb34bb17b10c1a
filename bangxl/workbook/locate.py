"""Where a finding stands: sheet and cell."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bangxl.books.port import Book
from bangxl.books.references import address
from bangxl.tournament.findings import At, Finding
from bangxl.workbook.messages import display_names, sentence
from bangxl.workbook.names import key
from bangxl.workbook.read import Contents, Rows


@dataclass(frozen=True, slots=True)
class Notice:
    """A finding ready to be shown: its sentence in the workbook's language, its sheet and cell."""

    finding: Finding
    sheet: str
    cell: str
    text: str

    def __str__(self) -> str:
        where = " ".join(part for part in (self.sheet, self.cell) if part)
        return f"{where}: {self.text}" if where else self.text


def notice(finding: Finding, contents: Contents, book: Book) -> Notice:
    """A finding with its place in this book."""
    tournament = contents.tournament
    sheet, cell = place(finding.at, book)
    return Notice(finding, sheet, cell, sentence(finding, tournament.language, display_names(tournament.players)))


def at_line(finding: Finding, rows: Rows) -> Finding:
    """A finding of the checks, which count players and events, where their lines stand: people leave lines blank."""
    at, prefix = finding.at, finding.at.name.partition("_")[0]
    if prefix == "Players":
        return replace(finding, at=replace(at, index=rows.player(at.index)))
    return replace(finding, at=replace(at, index=rows.event(at.index))) if prefix == "Events" else finding


def place(at: At, book: Book) -> tuple[str, str]:
    """Sheet and cell (``Round1T1``, ``F9``); the cell is "" where the book lacks the name."""
    return cell_of(book, key(at), at.index)


def cell_of(book: Book, name: str, index: int = 0) -> tuple[str, str]:
    """Sheet and cell of a name; the cell is "" where the book lacks the name, and the sheet if it is not in the name."""
    ref = book.names.get(name)
    if ref is None:
        return name.rpartition("!")[0], ""
    return ref.sheet, address(min(ref.first + index, ref.last), ref.column)
