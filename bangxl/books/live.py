"""A book in an open Excel, through the BSD-licensed part of xlwings.

It reads from a file, because every question to Excel is a call to another program, and a workbook has thousands of names: Excel
writes a copy, which saves nothing and includes unsaved entries. The history keeps the same copy: results and
undo use the same bytes. If Excel calculates only by command, we first tell it
to calculate. After a change by bangxl we read a new copy, after a save by bangxl the file itself.

It writes in a few calls: see `ExcelWriter`. Meanwhile screen, events and calculation are paused, and any protection in
the way is lifted. If anything fails, all changes are taken back as far as possible.
Every text is written with Excel's prefix for texts, the apostrophe: then ``007``, ``3/4``, ``=1`` and, in Excel's
language, the word for true stay unchanged. The prefix is no part of the value; cells with the text
format do not need it, and would show it, so it is left out there.

BookError codes: ``never_saved``, ``online`` (path), ``read_only`` (path), ``structure_protected`` (path), ``sheet_protected``
(sheet: by a password), ``host_busy``, ``host_refused`` (reason), ``changed`` (path: somebody has typed since the workbook was
read), ``merged`` (sheet, cell), ``written_otherwise`` (sheet, cell: Excel has changed a value), ``half_changed``
(path): something failed, and so did taking the changes back, or protecting a sheet again; those of `ClosedBook.open`.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import xlwings

from bangxl.books import excel_api, files
from bangxl.books.cell_changes import CellChanges, cell_changes, refuse_covered
from bangxl.books.closed import ClosedBook
from bangxl.books.excel_api import FULL_NAME, READ_ONLY, VALUES, host, platform_api
from bangxl.books.excel_writer import ExcelWriter, SheetFacts, sheet_facts, sheets_to_unprotect
from bangxl.books.port import LONGEST_QUESTION, NO_CHANGES, BookError, Cell, Changes, Prompt, Ref, Selection, Value, fit_lines
from bangxl.books.references import Formulas, areas, range_of, selection


class LiveBook:
    """An ``OpenBook`` in Excel."""

    def __init__(self, book: xlwings.Book) -> None:
        """BookError ``host_busy``, ``host_refused``."""
        excel_api.patch_xlwings()
        self._book = book
        self._api = platform_api()
        self._is_saved = False
        """Whether the file equals the workbook: bangxl saved it and has changed nothing since."""
        self._read: ClosedBook | None = None
        with host():
            self._full_name: str = str(self._api.get(book.api, FULL_NAME))
            self._app = book.app
        self._writer = ExcelWriter(book, self._app)
        """The writer of the last ``apply``; it can take it back."""
        self.path = Path(self._full_name)

    @property
    def names(self) -> Mapping[str, Ref]:
        """All defined names that are plain ranges of one column, by name or ``Sheet!Name``."""
        return self._file.names

    @property
    def sheets(self) -> Mapping[str, bool]:
        """Tab names in order, each with whether it is visible."""
        return self._file.sheets

    def read(self, name: str) -> Sequence[Value]:
        """The typed or written values, one for each cell; a formula comes as Formula. KeyError for an unknown name."""
        return self._file.read(name)

    def shown(self, name: str) -> Sequence[Value] | None:
        """The values that the cells show now; None if no formula shows any. KeyError for an unknown name."""
        return self._file.shown(name)

    def formulas(self) -> Formulas:
        """The cells with formulas."""
        return self._file.formulas()

    def covered(self) -> Sequence[Cell]:
        """The hidden cells of names: cells merged with others, except the first of them."""
        return self._file.covered()

    def require_writable(self, changes: Changes = NO_CHANGES) -> None:
        """BookError ``online``, ``never_saved``, ``read_only``, ``host_busy``; for changes also those of protection."""
        if trouble := self._trouble():
            raise trouble
        if changes != NO_CHANGES:
            self._planned(changes)

    def file_bytes(self) -> bytes:
        """A file of the workbook's current state, without saving the workbook. BookError ``changed``."""
        self.require_writable()
        before = self._file
        if excel_api.MAC and not self._is_saved:
            self._read = None  # Excel does not wait for a click to end there: somebody may have typed meanwhile
            if any(self._file.read(name) != before.read(name) for name in before.names):
                raise BookError("changed", path=str(self.path))
        return self._file.file_bytes()

    def apply(self, changes: Changes) -> None:
        """Make all changes or none. Errors as in ``cell_changes``, and BookError."""
        todo, now = self._planned(changes)
        self._writer = ExcelWriter(self._book, self._app)
        front = self._file.active
        self._forget()
        with self._all_or_nothing(), host(any_error=True), self._writer.standstill():
            self._writer.make(todo, now, front)

    def save(self) -> None:
        """Save in place. If that fails, take the last changes back."""
        with self._all_or_nothing():
            self.require_writable()
            with host(any_error=True):
                self._api.save(self._book)
        self._writer = ExcelWriter(self._book, self._app)
        self._forget()
        self._is_saved = True

    def goto(self, sheet: str, cell: str) -> None:
        """Put the cursor on a cell of a visible sheet."""

        def go() -> None:
            tab = self._api.sheets(self._book)(sheet)
            self._api.activate(tab)
            self._api.select(tab, cell)

        excel_api.attempt(go)  # Excel brings no hidden sheet to the front

    def selected(self) -> Selection:
        """The position of the cursor and the selection."""
        with host(any_error=True):
            title, place = self._api.selection(self._book)
            sheet, selected = self._api.sheets(self._book)(title), areas(place)
            blocks = [self._api.get(self._api.cells(sheet, range_of(area)), VALUES) for area in selected]
        return selection(title, selected, blocks)

    def ask(self, text: str, fields: Sequence[Prompt]) -> Sequence[str] | None:
        """Ask the person for the fields, one after the other, the first with the text; None if the person cancels. BookError."""
        answers: list[str] = []
        for field in fields:
            label = field.label if len(fields) > 1 else ""
            about = [] if answers else [text[: LONGEST_QUESTION - 1 - len(label)]]
            with host():
                question = fit_lines("\n".join(filter(None, [*about, label])), field.choices)
                answer = self._api.ask(self._book, question, field.value)
            if answer is None:
                return None
            answers.append(answer)
        return answers

    def agrees(self, text: str) -> bool:
        """Whether the person clicks OK rather than Cancel. BookError."""
        with host():
            return self._api.agrees(self._book, text)

    @property
    def _file(self) -> ClosedBook:
        if self._read is None:
            self._read = ClosedBook.of(self._data(), self.path)
        return self._read

    def _data(self) -> bytes:
        if self._is_saved:
            return files.read_file(self.path)
        with host():
            if self._app.calculation == "manual":
                self._app.calculate()
            data = excel_api.copy_of(self._book, self.path.suffix)
            if data is not None:
                return data
            if trouble := self._trouble():
                raise trouble
            self._api.save(self._book)  # better than to work from an older state than on screen
            self._is_saved = True
            return files.read_file(self.path)

    def _trouble(self) -> BookError | None:
        if "://" in self._full_name:
            return BookError("online", path=self._full_name)
        if not self.path.is_absolute():
            return BookError("never_saved", path=self._full_name)
        with host():
            return BookError("read_only", path=str(self.path)) if self._api.get(self._book.api, READ_ONLY) is True else None

    def _planned(self, changes: Changes) -> tuple[CellChanges, SheetFacts]:
        """The changes by place, and the current state. Errors as in ``cell_changes``, and BookError for protection that stays."""
        todo, now = cell_changes(self.names, self.sheets, changes), sheet_facts(self._file, changes)
        refuse_covered(self.covered(), self.names, changes)
        if todo.visible and self._file.structure_protected:
            raise BookError("structure_protected", path=str(self.path))
        for sheet in sorted(sheets_to_unprotect(todo, now)):
            if now.protected[sheet].password:
                raise BookError("sheet_protected", sheet=sheet)
        return todo, now

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Take back the changes on any error. BookError ``half_changed`` if that fails too."""
        try:
            yield
        except BaseException as error:
            self._forget()
            if not self._writer.take_back():
                raise BookError("half_changed", path=str(self.path)) from error
            raise

    def _forget(self) -> None:
        """Read the file again at the next request."""
        self._read, self._is_saved = None, False
