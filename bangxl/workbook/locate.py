"""Where a finding stands: sheet and cell."""

from __future__ import annotations

from dataclasses import dataclass

from bangxl.books.port import Book
from bangxl.tournament.findings import At, Finding
from bangxl.workbook.messages import called, sentence
from bangxl.workbook.names import key
from bangxl.workbook.read import Contents


@dataclass(frozen=True, slots=True)
class Located:
    """A finding ready to be shown: its sentence in the workbook's language, its sheet and cell."""

    finding: Finding
    sheet: str
    cell: str
    text: str

    def __str__(self) -> str:
        where = " ".join(part for part in (self.sheet, self.cell) if part)
        return f"{where}: {self.text}" if where else self.text


def located(finding: Finding, contents: Contents, book: Book) -> Located:
    """A finding with its place in this book."""
    tournament = contents.tournament
    sheet, cell = place(finding.at, contents, book)
    return Located(finding, sheet, cell, sentence(finding, tournament.language, called(tournament.players)))


def place(at: At, contents: Contents, book: Book) -> tuple[str, str]:
    """Sheet and cell (``Round1T1``, ``F9``); the cell is "" where the book lacks the name."""
    return cell_of(book, key(at), _row(at, contents))


def cell_of(book: Book, name: str, index: int = 0) -> tuple[str, str]:
    """Sheet and cell of a name; the cell is "" where the book lacks the name, and the sheet if it is not in the name."""
    ref = book.names.get(name)
    if ref is None:
        return name.rpartition("!")[0], ""
    return ref.sheet, f"{_letter(ref.column)}{min(ref.first + index, ref.last)}"


def _row(at: At, contents: Contents) -> int:
    prefix = at.name.partition("_")[0]
    if prefix in {"Players", "Standings"}:
        return contents.rows.player(at.index)
    return contents.rows.event(at.index) if prefix == "Events" else at.index


def _letter(column: int) -> str:
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
