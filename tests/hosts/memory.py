"""A book that is nothing but dicts, to try a command without a file."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Self

from bangxl.books.cell_changes import SheetPlace, cell_changes, covered, refuse_covered, sheet_places, stored
from bangxl.books.port import NO_CHANGES, Book, Cell, Changes, Formula, Prompt, Ref, Selection, Value
from bangxl.books.references import Formulas, areas, selection


class MemoryBook:
    """A ``Book`` without a file, with more to look at.

    ``hidden`` rows and ``columns``, ``locked`` cells, the ``active`` sheet, ``saves``.
    """

    def __init__(
        self,
        names: Mapping[str, Ref],
        sheets: Mapping[str, bool],
        values: Mapping[str, Sequence[Value]] | None = None,
        shown: Mapping[str, Sequence[Value]] | None = None,
        formulas: Formulas = MappingProxyType({}),
    ) -> None:
        """``values`` by name, the others are empty; ``shown`` likewise, if the book is to look calculated.

        ``formulas``: cells with formulas that no name has.
        """
        self._names = dict(names)
        self._sheets = dict(sheets)
        self._formulas = formulas
        self._cells: dict[SheetPlace, Value] = {}
        for name, column in (values or {}).items():
            kept = [value if isinstance(value, Formula) else stored(value) for value in column]
            self._cells.update(zip(sheet_places(self._names[name]), kept, strict=True))
        self._shown = None if shown is None else dict(shown)
        self.hidden: set[tuple[str, int]] = set()
        self.columns: set[tuple[str, int]] = set()
        self.locked: dict[SheetPlace, bool] = {}
        self.merged: dict[str, list[str]] = {}
        self.active = next((sheet for sheet, seen in sheets.items() if seen), "")
        self.saves = 0
        self.selection: list[str] = []
        """Addresses of areas of the active sheet."""
        self.answers: list[Sequence[str] | None] = []
        self.questions: list[tuple[str, Sequence[str]]] = []

    @classmethod
    def copy_of(cls, book: Book) -> Self:
        """Names, sheets, values and what the cells show, of any book. Rows and locks begin as shown and unknown."""
        shown = {name: column for name in book.names if (column := book.shown(name)) is not None}
        return cls(book.names, book.sheets, {name: book.read(name) for name in book.names}, shown or None, book.formulas())

    @property
    def path(self) -> Path:
        """Where no file lies."""
        return Path("memory.xlsx")

    @property
    def names(self) -> Mapping[str, Ref]:
        """All names, as given."""
        return MappingProxyType(self._names)

    @property
    def sheets(self) -> Mapping[str, bool]:
        """Tab names in order, each with whether it is visible."""
        return dict(self._sheets)

    def read(self, name: str) -> Sequence[Value]:
        """The values of a name's cells. KeyError for an unknown name."""
        return [self._cells.get(place) for place in sheet_places(self._names[name])]

    def shown(self, name: str) -> Sequence[Value] | None:
        """What was given to be shown, until the first change. KeyError for an unknown name."""
        if name not in self._names:
            raise KeyError(name)
        return (self._shown or {}).get(name)

    def formulas(self) -> Formulas:
        """The cells with formulas: those that were given, until something else is written there."""
        cells = {(sheet, *at): True for sheet, own in self._formulas.items() for at in own}
        cells |= {place: isinstance(value, Formula) for place, value in self._cells.items()}
        by_sheet = {ref.sheet: set[tuple[int, int]]() for ref in self._names.values()}
        for (sheet, row, column), holds in cells.items():
            if holds:
                by_sheet.setdefault(sheet, set()).add((row, column))
        return by_sheet

    def covered(self) -> Sequence[Cell]:
        """The cells that lie in ``merged`` areas of sheets, and are not their first."""
        return covered(self._names, self.merged)

    def require_writable(self, changes: Changes = NO_CHANGES) -> None:
        """Nobody else can have it. BookError ``merged``."""
        refuse_covered(self.covered(), self._names, changes)

    def file_bytes(self) -> bytes:
        """There is no file."""
        return b""

    def apply(self, changes: Changes) -> None:
        """Make the changes; errors as in ``cell_changes``, and then none is made."""
        todo = cell_changes(self._names, self._sheets, changes)
        self._cells |= todo.cells
        self.hidden = {row for row in self.hidden | todo.hidden.keys() if todo.hidden.get(row, True)}
        self.columns = {column for column in self.columns | todo.columns.keys() if todo.columns.get(column, True)}
        self.locked |= todo.locked
        self._sheets |= todo.visible
        self.active = self._front(todo.active or self.active)
        self._shown = None

    def save(self) -> None:
        """Nothing to keep; ``saves`` counts."""
        self.saves += 1

    def selected(self) -> Selection:
        """Where the cursor is, and what is selected there."""
        found = areas(",".join(self.selection))
        cells = (
            [[self._cells.get((self.active, row, column)) for column in range(left, right + 1)] for row in range(top, bottom + 1)]
            for left, top, right, bottom in found
        )
        return selection(self.active, found, [*cells])

    def ask(self, text: str, fields: Sequence[Prompt]) -> Sequence[str] | None:
        """The next of ``answers``."""
        self.questions.append((text, [field.value for field in fields]))
        return self.answers.pop(0)

    def agrees(self, text: str) -> bool:
        """Whether the next of ``answers`` is one."""
        return self.ask(text, ()) is not None

    def _front(self, wanted: str) -> str:
        return wanted if self._sheets.get(wanted) else next((sheet for sheet, seen in self._sheets.items() if seen), "")
