"""A forger: changes single cells of a referto in memory, by all that a cell's kind suggests, and puts them back."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

from bangxl.books.closed import ClosedBook
from bangxl.books.looks import Oddity
from bangxl.books.plan import places
from bangxl.books.port import Book, Value
from bangxl.books.references import address
from bangxl.books.worksheet import Cell
from bangxl.referto.proof import facts
from bangxl.referto.proof.verify import verify
from bangxl.workbook.messages import Notice
from bangxl.workbook.read import Contents, read

Place = tuple[str, int, int]
"""Sheet, row, column."""

PURE: Final = (
    "bangxl.interchange.dump.fingerprint", "bangxl.tournament.roster.entrants", "bangxl.rulebooks.loader.load",
    "bangxl.tournament.drawing.inspect", "bangxl.rulebooks.loader.rulebook_ids", "bangxl.referto.book.seal",
)  # fmt: skip
"""Functions of nothing but their arguments: a forger who verifies ten thousand times remembers what they gave."""


class Remembered:
    """A pure function that remembers its last results by the very arguments that it got."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._known: dict[tuple[object, ...], tuple[object, Any]] = {}

    def __call__(self, *args: Any, **keywords: Any) -> Any:  # noqa: ANN401 - whatever the function takes
        key = (*(one if isinstance(one, str | int) else id(one) for one in args), *sorted(keywords.items()))
        if key not in self._known:
            if len(self._known) > 100:
                self._known.clear()
            self._known[key] = args, self._function(*args, **keywords)
        return self._known[key][1]


class Reread:
    """Reading that gives the very facts of last time where the facts are the same: what follows from them is remembered then."""

    def __init__(self, read: Callable[[Book], Contents]) -> None:
        self._read = read
        self._last: Contents | None = None

    def __call__(self, book: Book) -> Contents:
        now = self._read(book)
        if self._last is None:
            self._last = now
        same = all(getattr(now, part.name) == getattr(self._last, part.name) for part in fields(now) if part.compare)
        return self._last if same else now


@contextmanager
def remembering() -> Iterator[None]:
    """While it lasts, the pure functions remember; everywhere in the program."""
    changed: list[tuple[Any, str, Any]] = []
    for path in PURE:
        home, _, name = path.rpartition(".")
        original = getattr(sys.modules[home], name)
        again = Remembered(original)
        for module in [module for key, module in sys.modules.items() if key.startswith("bangxl.")]:
            if getattr(module, name, None) is original:
                changed.append((module, name, original))
                setattr(module, name, again)
    changed.append((facts, "read", read))
    facts.read = Reread(read)  # type: ignore[attr-defined]
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        for module, name, original in changed:
            setattr(module, name, original)


class Forgery(ClosedBook):
    """A referto to be changed cell by cell; what was not changed is not read again."""

    def __init__(self, data: bytes) -> None:
        super().__init__(Path("torneo-referto.xlsx"), data)
        self._grids: dict[str, Mapping[tuple[int, int], Value]] = {}
        self._columns: dict[str, Sequence[Value]] = {}
        self._oddities = super().oddities()
        self._names_of: dict[Place, list[str]] = {}
        for name, ref in self.names.items():
            for place in places(ref):
                self._names_of.setdefault(place, []).append(name)

    def everything(self, sheet: str) -> Mapping[tuple[int, int], Value]:
        if sheet not in self._grids:
            self._grids[sheet] = super().everything(sheet)
        return self._grids[sheet]

    def read(self, name: str) -> Sequence[Value]:
        if name not in self._columns:
            self._columns[name] = super().read(name)
        return self._columns[name]

    def oddities(self) -> Sequence[Oddity]:
        return self._oddities

    def names_at(self, place: Place) -> list[str]:
        return self._names_of.get(place, [])

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


def holding(value: Value) -> Cell:
    """A cell as a file has it that holds this value."""
    if isinstance(value, bool):
        kind, content = "b", str(int(value))
    elif isinstance(value, date):
        kind, content = "d", value.isoformat()
    elif isinstance(value, int | float):
        kind, content = "n", repr(value)
    else:
        kind, content = "inlineStr", str(value)
    return Cell(0, 0, kind, content=content)


@dataclass
class Tally:
    """What became of the forgeries: how many were told by their own cell, by a consequence, by the seal alone, not at all."""

    tried: int = 0
    cell: int = 0
    consequence: int = 0
    seal: int = 0
    escaped: list[str] = field(default_factory=list)

    def judge(self, place: Place, value: Value, found: Sequence[Notice]) -> None:
        sheet, row, column = place
        self.tried += 1
        if any((one.sheet, one.cell) == (sheet, address(row, column)) for one in found):
            self.cell += 1
        elif any(one.finding.code not in {"seal_broken", "digest_differs"} for one in found):
            self.consequence += 1
        elif any(one.sheet == sheet or _is_seal(one, place) for one in found):
            self.seal += 1
        else:
            self.escaped.append(f"{sheet}!{address(row, column)} = {value!r}")

    def __str__(self) -> str:
        caught = self.tried - len(self.escaped)
        told = f"{self.cell} by the cell, {self.consequence} by a consequence, {self.seal} by the sheet's seal"
        return f"{caught} of {self.tried}: {told}"


def _is_seal(one: Notice, place: Place) -> bool:
    """Whether a broken seal is said to stand in this cell."""
    return one.finding.values.get("where") == f"{place[0]} {address(*place[1:])}"


def cells_of(book: ClosedBook) -> Iterator[tuple[Place, Value]]:
    """Every cell that is not blank."""
    for sheet in book.sheets:
        for (row, column), value in sorted(book.everything(sheet).items(), key=lambda cell: cell[0]):
            yield (sheet, row, column), value


def blanks_of(book: Forgery) -> Iterator[tuple[Place, Value]]:
    """Every blank cell under a name, with what could stand there: what stands elsewhere in the column, else a mark."""
    for name, ref in book.names.items():
        column = book.read(name)
        peer = next((value for value in column if value is not None), None)
        for place, value in zip(places(ref), column, strict=True):
            if value is None:
                yield place, peer if peer is not None else 1


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


def found_in(book: ClosedBook) -> tuple[Notice, ...]:
    """What `verify` says of it now."""
    return verify(book).differences
