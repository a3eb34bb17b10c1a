"""One workbook before a program: opened when it is needed, again after the program has gone, typed into, its buttons pressed.

And what the steps demand of the open workbook and of its file.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Book, Cell, Ref, Value
from bangxl.commands.check import all_findings, check
from bangxl.commands.workspace import workspace_of
from bangxl.locale.catalog import Catalog
from bangxl.selftest.examination import Examination, Wrong, summary_of
from bangxl.selftest.host import ButtonAnswer, Desk, Places
from bangxl.selftest.reading import formulas_in
from bangxl.tournament.findings import Severity
from bangxl.tournament.simulation import Dice
from bangxl.workbook.read import Contents, read


@dataclass
class Sitting:
    """A workbook of one rulebook, and what is examined with it."""

    examination: Examination
    rulebook: str
    path: Path
    dice: Dice = field(default_factory=lambda: Dice("self-test"))
    formulas: Mapping[str, Places] = field(default_factory=dict)
    """As they were written when the file was made."""
    _desk: Desk | None = None

    @property
    def text(self) -> Catalog:
        """The language of what is said."""
        return self.examination.text

    @property
    def desk(self) -> Desk:
        """The open workbook; it is opened if it is not."""
        if self._desk is None:
            self._desk = self.examination.host.open(self.path)
        return self._desk

    def note_formulas(self) -> None:
        """Keep what the file has just been written with."""
        self.formulas = formulas_in(self.path)

    def contents(self) -> Contents:
        """What the open workbook says."""
        return read(self.desk.book())

    def press(self, button: str) -> ButtonAnswer:
        """Press a button. Wrong if it leaves the program otherwise than it was."""
        desk = self.desk
        before, start = desk.settings(), time.perf_counter()
        said = desk.press(button)
        self.examination.note_click(self.rulebook, button, time.perf_counter() - start)
        after = desk.settings()
        if after != before:
            changed = [f"{key}: {before.get(key)} → {after.get(key)}" for key in after if after[key] != before.get(key)]
            _ = self.text
            raise Wrong(_("The click has changed the program's settings: {settings}").format(settings="; ".join(changed)))
        return said

    def must_press(self, button: str) -> ButtonAnswer:
        """Press a button that must succeed. Wrong if it says that something is wrong."""
        said = self.press(button)
        if said.wrong:
            raise Wrong("\n".join(said.lines))
        return said

    def put(self, values: Mapping[Cell, Value]) -> None:
        """Type values into named cells."""
        places: Mapping[str, Ref] = self.desk.book().names
        for (name, index), value in values.items():
            self.desk.put(places[name], index, value)

    def close(self) -> None:
        """Close without saving, if it is open."""
        desk, self._desk = self._desk, None
        if desk is not None:
            desk.close()

    def recover(self) -> None:
        """After a failure: if the program does not answer any more, it is ended, and the next step opens the file again."""
        desk = self._desk
        if desk is not None and self.examination.guard(lambda: str(desk.settings()))[1] is not None:
            self._desk = None
            self.examination.host.end()


def same_names(sitting: Sitting, people: Sequence[str]) -> None:
    """Wrong if the players are called otherwise than they were typed."""
    found = [player.name for player in sitting.contents().tournament.players]
    wrong = [f"{one!r} → {other!r}" for one, other in zip(people, found, strict=False) if one != other]
    if wrong or len(found) != len(people):
        raise Wrong(summary_of(wrong) or f"{len(people)} → {len(found)}")


def agrees(sitting: Sitting) -> None:
    """The open workbook says the same as its file, which has just been saved: the facts, and the findings."""
    books: tuple[Book, Book] = (sitting.desk.book(), ClosedBook.open(sitting.path, reading_only=True))
    live, closed = (workspace_of(sitting.path, book) for book in books)
    _ = sitting.text
    if live.tournament != closed.tournament or live.log != closed.log:
        raise Wrong(_("The open workbook says something else than its file."))
    told = [{str(one) for one in all_findings(workspace)} for workspace in (live, closed)]
    if told[0] != told[1]:
        raise Wrong(summary_of(sorted(told[0] ^ told[1])))


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
