"""What a step of the self-test demands of the open workbook and of its file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Book
from bangxl.commands.check import check, checked
from bangxl.commands.workspace import workspace_of
from bangxl.selftest.examination import Wrong, some
from bangxl.selftest.sitting import Sitting
from bangxl.tournament.findings import Severity


def same_names(sitting: Sitting, people: Sequence[str]) -> None:
    """Wrong if the players are called otherwise than they were typed."""
    found = [player.name for player in sitting.contents().tournament.players]
    wrong = [f"{one!r} → {other!r}" for one, other in zip(people, found, strict=False) if one != other]
    if wrong or len(found) != len(people):
        raise Wrong(some(wrong) or f"{len(people)} → {len(found)}")


def agrees(sitting: Sitting) -> None:
    """The open workbook says the same as its file, which has just been saved: the facts, and the findings."""
    books: tuple[Book, Book] = (sitting.desk.book(), ClosedBook.open(sitting.path, reading_only=True))
    live, closed = (workspace_of(sitting.path, book) for book in books)
    _ = sitting.text
    if live.tournament != closed.tournament or live.log != closed.log:
        raise Wrong(_("The open workbook says something else than its file."))
    told = [{str(one) for one in checked(workspace)} for workspace in (live, closed)]
    if told[0] != told[1]:
        raise Wrong(some(sorted(told[0] ^ told[1])))


def errors(sitting: Sitting) -> list[str]:
    """Findings of impossible or contradictory data."""
    return [str(one) for one in check(sitting.desk.book()) if one.finding.severity is Severity.ERROR]


def bad(sitting: Sitting) -> int:
    """Findings that are worse than notes."""
    return sum(one.finding.severity is not Severity.NOTE for one in check(sitting.desk.book()))


def size(file: Path) -> str:
    """Of a file that must be there."""
    data = file.read_bytes()
    if file.suffix == ".pdf" and not data.startswith(b"%PDF"):
        raise Wrong(f"{file.name}: {data[:20]!r}")
    return f"{file.name}, {len(data) // 1000} KB"
