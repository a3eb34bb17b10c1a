"""A book in a closed .xlsx or .xlsm file: the parts of its package that are needed are read, those that change written anew.

All else in the file stays as it is, byte for byte: what a person has added, and whatever a later Excel may know. One thing more
is written: what formulas have shown before a change is taken out, and the file says that all is to be calculated, so that no
preview shows a result of yesterday as if it were today's. openpyxl builds new workbooks; a file that is there it never touches.

BookError codes, with ``path``: ``file_missing``, ``cannot_read`` (reason), ``not_a_workbook`` (reason), ``too_large`` (part),
``unsafe_xml`` (part), ``ambiguous`` (part), ``old_or_encrypted``, ``macros_in_xlsx``, ``wrong_suffix`` (suffix), ``locked``
(lock), ``changed``, ``file_exists``, ``cannot_write`` (reason), ``write_protected``, and where a change could do harm,
``signed``, ``cannot_edit`` (reason).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Self

from bangxl import limits
from bangxl.books import edit, files, markup, scanner, worksheet
from bangxl.books.members import PackageError
from bangxl.books.outline import WORKSHEET, Outline, Tab
from bangxl.books.package import Package, sound
from bangxl.books.plan import covered, plan, refuse_covered
from bangxl.books.port import NO_CHANGES, BookError, Changes, Ref, Value
from bangxl.books.port import Cell as BookCell
from bangxl.books.references import Place
from bangxl.books.stylesheet import Stylesheet
from bangxl.books.values import Values, texts, weigh
from bangxl.books.worksheet import Worksheet

if TYPE_CHECKING:
    from openpyxl import Workbook

MACROS: Final = ".xlsm"
"""The suffix of workbooks with macros."""

_NO_MACROS: Mapping[str, bytes] = MappingProxyType({})
_OLE: Final = bytes.fromhex("d0cf11e0a1b11ae1")
"""How .xls files and encrypted .xlsx files begin."""
_NO_STYLES: Final = b"<styleSheet><cellXfs><xf/></cellXfs></styleSheet>"


class ClosedBook:
    """A ``Book`` over a file that no other program has open. ``save`` replaces the file at once."""

    def __init__(self, path: Path, data: bytes, *, fresh: bool = False) -> None:
        """Use ``open``, ``of`` or ``create``. ``fresh``: there is no file of it yet."""
        self.path = path
        self._data = b"" if fresh else data
        self._digest = _digest(data)
        self._touched = False
        with self._name_errors():
            self._package = Package(data, packing=fresh)
            self._outline = Outline(self._package)
            styles = self._outline.relation("styles")
            with sound(styles.target if styles is not None else ""):
                self._styles = Stylesheet(self._package.read(styles.target) if styles is not None else _NO_STYLES)
        self._sheets: dict[str, Worksheet] = {}

    @classmethod
    def open(cls, path: str | Path, *, reading_only: bool = False) -> Self:
        """Read a file. A BookError says what is wrong with it, or ``locked``: another program has it open.

        ``reading_only``: also when another program has it open, as that one saved it last. ``save`` will refuse.
        """
        real = files.real(path)
        data = files.read(real)
        if not reading_only:
            files.refuse_if_open(real)
        book = cls.of(data, real)
        if book.has_macros and real.suffix.lower() != MACROS:
            raise BookError("macros_in_xlsx", path=str(path))
        return book

    @classmethod
    def of(cls, data: bytes, path: Path, *, partly: bool = False) -> Self:
        """A book of the bytes of a file, to be saved as ``path`` if that holds just these bytes.

        ``partly``: what is damaged in it may stay unseen, as long as it is not read.
        """
        if data.startswith(_OLE):
            raise BookError("old_or_encrypted", path=str(path))
        book = cls(path, data)
        for tab in () if partly else book._outline.tabs:  # what is damaged is found now, not in the middle of a command
            book._sheet(tab.title)
        return book

    @classmethod
    def built(cls, path: str | Path, workbook: Workbook, macros: Mapping[str, bytes] = _NO_MACROS) -> Self:
        """A book of a workbook just built; the file comes with ``save``. ``macros``: the parts of its VBA project and ribbon."""
        from bangxl.books.writer import dump, embed  # noqa: PLC0415 - openpyxl is slow to import

        real = files.real(path)
        if macros:
            embed(workbook, macros)
        return cls(real, dump(workbook, macros=real.suffix.lower() == MACROS), fresh=True)

    @classmethod
    def create(cls, path: str | Path, workbook: Workbook, macros: Mapping[str, bytes] = _NO_MACROS) -> Self:
        """A book of a workbook just built, for a file that is not there yet; it comes with ``save``.

        BookError ``file_exists``, ``wrong_suffix`` (not .xlsx, or not .xlsm with macros).
        """
        real = files.real(path)
        if real.suffix.lower() != (MACROS if macros else ".xlsx"):
            raise BookError("wrong_suffix", path=str(path), suffix=real.suffix)
        workbook.properties.created = files.stamp()
        workbook.properties.creator = "bangxl"
        book = cls.built(real, workbook, macros)
        book.check()
        return book

    @cached_property
    def names(self) -> Mapping[str, Ref]:
        """All defined names that are plain ranges of one column, by name or ``Sheet!Name``."""
        with self._name_errors():
            return MappingProxyType(dict(self._outline.names()))

    @property
    def sheets(self) -> Mapping[str, bool]:
        """Tab names in order, each with whether it is visible."""
        return {tab.title: tab.seen for tab in self._outline.tabs}

    @property
    def active(self) -> str:
        """The sheet that opens in front."""
        return self._outline.front

    @property
    def structure_protected(self) -> bool:
        """Whether sheets can't be shown or hidden by hand."""
        return self._outline.structure_protected

    @property
    def has_macros(self) -> bool:
        """Whether the file holds a VBA project, also one that nothing in it speaks of."""
        return any(name.casefold().endswith("vbaproject.bin") for name in self._package.names)

    def read(self, name: str) -> Sequence[Value]:
        """What was typed or written, one value a cell; a formula comes as Formula. KeyError for an unknown name."""
        ref = self._named(name)
        sheet = self._sheet(ref.sheet)
        with self._name_errors(ref.sheet):
            return [self._values.typed(sheet, (row, ref.column)) for row in _rows(ref)]

    def shown(self, name: str) -> Sequence[Value] | None:
        """What the cells showed when another program last saved them; None if it calculated none, or after ``apply``."""
        ref = self._named(name)
        if self._touched or not self._calculated:
            return None
        found = self._sheet(ref.sheet).cells
        with self._name_errors(ref.sheet):
            return [self._values.shown(found.get((row, ref.column))) for row in _rows(ref)]

    def formulas(self, name: str) -> Sequence[bool]:
        """Which cells hold a formula. KeyError for an unknown name."""
        ref = self._named(name)
        found = self._sheet(ref.sheet).cells
        cells = [found.get((row, ref.column)) for row in _rows(ref)]
        return [cell is not None and cell.formula is not None for cell in cells]

    def everything(self, sheet: str) -> Mapping[Place, Value]:
        """All cells of a sheet that are not blank, by row and column; a formula comes as Formula."""
        found = self._sheet(sheet)
        with self._name_errors(sheet):
            values = ((place, self._values.typed(found, place)) for place in found.cells)
            return {place: value for place, value in values if value is not None}

    def results(self, sheet: str) -> Mapping[Place, Value]:
        """What the cells of a sheet showed when they were last saved, formulas too if they were calculated."""
        found = self._sheet(sheet)
        with self._name_errors(sheet):
            values = ((place, self._values.shown(cell)) for place, cell in found.cells.items())
            return {place: value for place, value in values if value is not None}

    def protection(self, sheet: str) -> worksheet.Protection | None:
        """What a sheet's protection allows; None where it is not protected."""
        return self._sheet(sheet).protection()

    def locked(self, name: str) -> Sequence[bool]:
        """Whether each cell is locked. KeyError for an unknown name."""
        return [self._styles.style(style).locked for style in self._looks(name)]

    def text_cells(self, name: str) -> Sequence[bool]:
        """Whether each cell takes whatever is typed for a text. KeyError for an unknown name."""
        return [self._styles.format(style) == "@" for style in self._looks(name)]

    def hidden(self, name: str) -> Sequence[bool]:
        """Whether the row of each cell is hidden. KeyError for an unknown name."""
        ref = self._named(name)
        return [self._sheet(ref.sheet).is_hidden(row) for row in _rows(ref)]

    def hidden_column(self, ref: Ref) -> bool:
        """Whether the column of a range is hidden."""
        return self._sheet(ref.sheet).is_column_hidden(ref.column)

    def hidden_row(self, sheet: str, row: int) -> bool:
        """Whether a row of a sheet is hidden, also by a filter."""
        return self._sheet(sheet).is_hidden(row)

    def apply(self, changes: Changes) -> None:
        """Make the changes, in the book only. Errors as in ``plan``, and then none is made."""
        todo = plan(self.names, self.sheets, changes)
        by_sheet = edit.by_sheet(todo)
        self._touched = True
        with self._name_errors():
            for title in sorted(by_sheet):
                self._edit(title, by_sheet[title])
            self._outline.show(todo.visible, self._outline.front)
            self._choose_tab(todo.active)
            if (styles := self._outline.relation("styles")) is not None:
                self._package.write(styles.target, self._styles.dump())

    def state(self) -> bytes:
        """The file as it was read; nothing for a new one."""
        return self._data

    def save(self) -> None:
        """Replace the file, or leave it as it is and raise a BookError. Formulas are calculated by whoever opens it."""
        self.check()
        data = self.dump()
        files.replace(self.path, data, self.check)
        self._data, self._digest, self._touched = data, _digest(data), True

    def dump(self) -> bytes:
        """What ``save`` would write."""
        with self._name_errors():
            self._choose_tab("")
            self._forget_results()
            _touch(self._package)
            if self.path.suffix.lower() == MACROS:
                self._package.retype(self._outline.part, "spreadsheetml.sheet.main", "ms-excel.sheet.macroEnabled.main")
            return self._package.dump()

    def covered(self) -> Sequence[BookCell]:
        """The cells of names that nobody sees: they were merged with others, and are not the first of them."""
        merged = {title: self._sheet(title).merged for title in self.sheets}
        with self._name_errors():
            return covered(self.names, merged)

    def check(self, changes: Changes = NO_CHANGES) -> None:
        """BookError if it can't be replaced now: ``locked``, ``write_protected``, ``changed``; ``file_exists`` for a new one.

        And if a change could do harm: ``signed``, ``cannot_edit``, ``merged`` (sheet, cell).
        """
        files.refuse_if_open(self.path)
        files.refuse_protected(self.path)
        self._refuse_what_is_strange()
        if not self._data:
            if files.exists(self.path):
                raise BookError("file_exists", path=str(self.path))
            return
        try:
            now = files.read(self.path)
        except BookError:
            now = b""
        if _digest(now) != self._digest:
            raise BookError("changed", path=str(self.path))
        if changes.cells:
            refuse_covered(self.covered(), self.names, changes)

    def _refuse_what_is_strange(self) -> None:
        if any("digital-signature" in relation.node.attributes.get("Type", "") for relation in self._package.relations()):
            raise BookError("signed", path=str(self.path))
        strange = next((tab.title for tab in self._outline.tabs if not tab.kind), None)
        if strange is not None:
            raise BookError("cannot_edit", path=str(self.path), reason=strange)
        if self._outline.relation("styles") is None:
            raise BookError("cannot_edit", path=str(self.path), reason="styles.xml")

    @cached_property
    def _calculated(self) -> bool:
        """Whether the file, as it was read, holds the result of any formula."""
        return any(cell.calculated for title in self.sheets for cell in self._sheet(title).cells.values())

    @cached_property
    def _values(self) -> Values:
        strings = self._outline.relation("sharedStrings")
        part = strings.target if strings is not None else ""
        known = texts(self._package.tree(part)) if strings is not None else []
        with sound(part):
            weigh(known, self._sheets.values())
        return Values(known, self._styles, since_1904=self._outline.since_1904)

    def _named(self, name: str) -> Ref:
        """The range of a name. KeyError for an unknown one, BookError ``too_large`` for one that nobody can have filled."""
        ref = self.names[name]
        if len(ref) > limits.NAMED:
            raise BookError("too_large", path=str(self.path), part=name)
        return ref

    def _looks(self, name: str) -> list[int]:
        """The numbers of the cells' styles."""
        ref = self._named(name)
        sheet = self._sheet(ref.sheet)
        return [sheet.style(row, ref.column) for row in _rows(ref)]

    def _tab(self, title: str) -> Tab:
        return next(tab for tab in self._outline.tabs if tab.title == title)

    def _sheet(self, title: str) -> Worksheet:
        """A sheet as it is now; one without cells for a chart."""
        if title not in self._sheets:
            tab = self._tab(title)
            with self._name_errors(), sound(tab.part):
                self._sheets[title] = self._scanned(tab.part) if tab.kind == WORKSHEET else Worksheet(b"")
        return self._sheets[title]

    def _scanned(self, part: str) -> Worksheet:
        """A worksheet's part read, if that is not too much beside the other sheets."""
        cells = limits.CELLS - sum(sheet.size for sheet in self._sheets.values())
        letters = limits.LETTERS - sum(sheet.letters for sheet in self._sheets.values())
        return scanner.scan(self._package.read(part), cells, letters)

    def _edit(self, title: str, wanted: edit.SheetChanges) -> None:
        sheet = self._sheet(title)
        if any(sheet.cells[place].formula is not None for place in wanted.cells if place in sheet.cells):
            self._forget_order()
        self._put(title, edit.change(sheet, wanted, self._styles, since_1904=self._outline.since_1904))

    def _put(self, title: str, data: bytes) -> None:
        """Give a sheet's part another content."""
        part = self._tab(title).part
        if data != self._package.read(part):
            self._package.write(part, data)
            self._sheets.pop(title, None)

    def _forget_order(self) -> None:
        """Without the order in which Excel has calculated: it would name a cell that has no formula any more."""
        order = self._outline.relation("calcChain")
        if order is not None:
            self._package.remove(order.target, order, self._outline.part)

    def _forget_results(self) -> None:
        """Without what formulas showed before the change; whoever opens the file calculates them."""
        parts = {tab.title: self._package.read(tab.part) for tab in self._outline.tabs if tab.kind == WORKSHEET}
        for title, data in parts.items():
            if worksheet.has_results(data):
                self._put(title, edit.without_results(self._sheet(title)))
        if any(map(worksheet.has_formulas, parts.values())):
            self._outline.calculate_all()

    def _choose_tab(self, wanted: str) -> None:
        """Exactly one tab is selected: the one wanted, else the one that was, else the first one to be seen."""
        front = wanted or self._outline.front
        self._outline.show({}, front)
        for tab in self._outline.tabs:
            if tab.kind:
                self._put(tab.title, edit.in_front(self._package.read(tab.part), yes=tab.title == front))

    @contextmanager
    def _name_errors(self, sheet: str = "") -> Iterator[None]:
        """What is wrong with a part of the file becomes a BookError that names the file."""
        try:
            yield
        except PackageError as error:
            raise BookError(error.code, path=str(self.path), **error.values) from error
        except (markup.Malformed, ValueError) as error:
            raise BookError("not_a_workbook", path=str(self.path), reason=f"{sheet}: {error}") from error


def _touch(package: Package) -> None:
    """Let the file say that it was changed now, if it says when at all. PackageError."""
    for relation in package.relations():
        if relation.kind == "core-properties" and relation.target in package:
            now = markup.text(f"{files.stamp().isoformat()}Z").encode()
            dates = [node for node in package.tree(relation.target).children if node.name == "modified" and node.text]
            package.edit(relation.target, *((node.inside, node.close, now) for node in dates[:1]))


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _rows(ref: Ref) -> range:
    return range(ref.first, ref.last + 1)
