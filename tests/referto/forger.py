"""A forger: changes single cells or names of a referto in memory, and puts them back."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from bangxl.books.cell_changes import sheet_places
from bangxl.books.closed import ClosedBook
from bangxl.books.port import Book, Ref, Value
from bangxl.books.worksheet import CellElement
from bangxl.referto import verify as module
from bangxl.workbook.read import Contents, read_workbook

Place = tuple[str, int, int]
"""Sheet, row, column."""


class Forgery(ClosedBook):
    """A referto to be changed cell by cell, or name by name; what was not changed is not read again."""

    def __init__(self, data: bytes) -> None:
        super().__init__(Path("torneo-referto.xlsx"), data)
        self._grids: dict[str, Mapping[tuple[int, int], Value]] = {}
        self._columns: dict[str, Sequence[Value]] = {}
        self._moved: dict[str, Ref] | None = None
        self._names_of: dict[Place, list[str]] = {}
        for name, ref in self.names.items():
            for place in sheet_places(ref):
                self._names_of.setdefault(place, []).append(name)

    @property
    def names(self) -> Mapping[str, Ref]:
        return super().names if getattr(self, "_moved", None) is None else self._moved or {}

    def everything(self, sheet: str) -> Mapping[tuple[int, int], Value]:
        if sheet not in self._grids:
            self._grids[sheet] = super().everything(sheet)
        return self._grids[sheet]

    def read(self, name: str) -> Sequence[Value]:
        if self._moved is not None:
            grid, ref = self.everything(self.names[name].sheet), self.names[name]
            return [grid.get((row, ref.column)) for row in range(ref.first, ref.last + 1)]
        if name not in self._columns:
            self._columns[name] = super().read(name)
        return self._columns[name]

    def names_at(self, place: Place) -> list[str]:
        return self._names_of.get(place, [])

    @contextmanager
    def named(self, name: str, ref: Ref | None) -> Iterator[None]:
        """The name stands elsewhere for a while; None: it is gone."""
        self._moved = {key: other for key, other in {**super().names, name: ref}.items() if other is not None}
        try:
            yield
        finally:
            self._moved = None

    @contextmanager
    def changed(self, place: Place, value: Value) -> Iterator[None]:
        """The cell holds this value for a while."""
        sheet, row, column = place
        grid, names = self.everything(sheet), self.names_at(place)
        columns = {name: self.read(name) for name in names}
        cells = self._sheet(sheet).cells
        before = cells.pop((row, column), None)
        self._grids.pop(sheet)
        for name in names:
            self._columns.pop(name)
        if value is not None:
            cells[row, column] = holding(value)
        try:
            yield
        finally:
            cells.pop((row, column), None)
            if before is not None:
                cells[row, column] = before
            self._grids[sheet] = grid
            self._columns |= columns


def holding(value: Value) -> CellElement:
    if isinstance(value, bool):
        kind, content = "b", str(int(value))
    elif isinstance(value, date):
        kind, content = "d", value.isoformat()
    elif isinstance(value, int | float):
        kind, content = "n", repr(value)
    else:
        kind, content = "inlineStr", str(value)
    return CellElement(0, 0, kind, content=content)


def remember_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Facts that are the same as those of last time are those very ones: what follows from them need not be derived again."""
    last: list[Contents] = []

    def again(book: Book) -> Contents:
        now = read_workbook(book)
        if not last:
            last.append(now)
        same = all(getattr(now, part.name) == getattr(last[0], part.name) for part in fields(now) if part.compare)
        return last[0] if same else now

    monkeypatch.setattr(module, "read_workbook", again)


def cell_forgeries(book: Forgery, random: Random) -> Iterator[tuple[Place, Value]]:
    """Without end: a cell with another value of its kind, a value near it, none, or a blank one filled."""
    cells = [((sheet, *where), value) for sheet in book.sheets for where, value in book.everything(sheet).items()]
    blanks = [place for ref in book.names.values() for place in sheet_places(ref) if place[1:] not in book.everything(place[0])]
    while True:
        place, value = random.choice(cells)
        match random.randrange(4):
            case 0:
                yield place, mutant(book, place, value)
            case 1:
                yield place, near(value)
            case 2:
                yield place, None
            case 3 if blanks:
                blank = random.choice(blanks)
                yield blank, random.choice([1, "x", random.choice(cells)[1]])


def name_forgeries(book: Forgery, random: Random) -> Iterator[tuple[str, Ref | None]]:
    """Without end: a name that is gone, that stands a row or a column aside, is shorter, or on another sheet."""
    names = sorted(book.names)
    while True:
        name = random.choice(names)
        ref = book.names[name]
        yield name, random.choice([
            None,
            replace(ref, column=ref.column + 1),
            replace(ref, first=ref.first + 1, last=ref.last + 1),
            replace(ref, last=ref.last + 1),
            book.names[random.choice([other for other in names if book.names[other] != ref])],
        ])  # fmt: skip


def mutant(book: Forgery, place: Place, value: Value) -> Value:
    """Another value of the same kind: what stands elsewhere in its column, so that it looks right; else one near it."""
    for name in book.names_at(place):
        for peer in book.read(name):
            if peer is not None and type(peer) is type(value) and peer != value:
                return peer
    return near(value)


def near(value: Value) -> Value:
    """One more, a day later, or another last letter."""
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, date):
        return value + timedelta(days=1)
    text = str(value)
    return text[:-1] + ("1" if text[-1] == "0" else "0") if text[-1].isdigit() else text + "x"
