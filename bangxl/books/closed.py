"""A book in a closed .xlsx or .xlsm file, by openpyxl (imported when the first file is opened, not before).

BookError codes, each with ``path``: ``file_missing``, ``cannot_read`` (reason), ``not_a_workbook`` (reason),
``old_or_encrypted``, ``macros_in_xlsx``, ``wrong_suffix`` (suffix), ``locked`` (lock), ``changed``, ``file_exists``,
``cannot_write`` (reason).
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Self
from zipfile import BadZipFile

from . import cells, files, looks
from .plan import Place, plan
from .port import NO_CHANGES, BookError, Changes, Ref, Value

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.cell.cell import Cell

MACROS = ".xlsm"
"""The suffix of workbooks with macros."""

_NO_MACROS: Mapping[str, bytes] = MappingProxyType({})
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
"""How .xls files and encrypted .xlsx files begin."""

_BROKEN = (
    ArithmeticError, AttributeError, BadZipFile, EOFError, LookupError, OSError, RuntimeError, SyntaxError,
    TypeError, ValueError, struct.error, zlib.error,
)  # fmt: skip
"""What zipfile, the XML parser and openpyxl raise over bytes that are no workbook."""


class ClosedBook:
    """A ``Book`` over a file that no other program has open. All is read at once; ``save`` replaces the file at once."""

    def __init__(self, path: Path, workbook: Workbook, data: bytes = b"") -> None:
        """Use ``open`` or ``create``. ``data``: the file as it was read, nothing for a new one."""
        self.path = path
        self._workbook = workbook
        self._data = data
        self._digest = _digest(data)
        self._touched = False

    @classmethod
    def open(cls, path: str | Path, *, reading_only: bool = False) -> Self:
        """Read a file. A BookError says what is wrong with it, or ``locked``: another program has it open.

        ``reading_only``: also when another program has it open, as that one saved it last. ``save`` will refuse.
        """
        real = _real(path)
        data = files.read(real)
        if not reading_only:
            files.refuse_if_open(real)
        return cls(real, _workbook(data, path), data)

    @classmethod
    def create(cls, path: str | Path, workbook: Workbook, macros: Mapping[str, bytes] = _NO_MACROS) -> Self:
        """A book of a workbook just built; the file comes with ``save``. ``macros``: the parts of its VBA project and ribbon.

        BookError ``file_exists``, ``wrong_suffix`` (not .xlsx, or not .xlsm with macros).
        """
        from .writer import embed, stamp  # noqa: PLC0415 - openpyxl is slow to import

        real = _real(path)
        if real.suffix.lower() != (MACROS if macros else ".xlsx"):
            raise BookError("wrong_suffix", path=str(path), suffix=real.suffix)
        if macros:
            embed(workbook, macros)
        workbook.properties.created = stamp()
        workbook.properties.creator = "bangxl"
        book = cls(real, workbook)
        book.check()
        return book

    @cached_property
    def names(self) -> Mapping[str, Ref]:
        """All defined names that are plain ranges of one column, by name or ``Sheet!Name``."""
        found: dict[str, Ref] = {}
        worksheets = self._workbook.worksheets
        titles = {sheet.title for sheet in worksheets}
        scopes = [("", self._workbook.defined_names), *((f"{sheet.title}!", sheet.defined_names) for sheet in worksheets)]
        for prefix, names in scopes:
            for name, definition in names.items():
                ref = cells.ref(definition.value or "")
                if ref is not None and ref.sheet in titles:
                    found[prefix + name] = ref
        return MappingProxyType(found)

    @property
    def sheets(self) -> Mapping[str, bool]:
        """Tab names in order, each with whether it is visible."""
        return {title: self._workbook[title].sheet_state == "visible" for title in self._workbook.sheetnames}

    def read(self, name: str) -> Sequence[Value]:
        """What was typed or written, one value a cell; a formula comes as Formula. KeyError for an unknown name."""
        ref = self.names[name]
        found = self._workbook[ref.sheet]._cells  # noqa: SLF001 - asking openpyxl for a cell makes it
        return [cells.value(found.get((row, ref.column))) for row in range(ref.first, ref.last + 1)]

    def shown(self, name: str) -> Sequence[Value] | None:
        """What the cells showed when another program last saved them; None if it calculated none, or after ``apply``."""
        ref = self.names[name]
        if self._touched or not self._calculated:
            return None
        found = self._results[ref.sheet]
        return [found.get((row, ref.column)) for row in range(ref.first, ref.last + 1)]

    def everything(self, sheet: str) -> Mapping[tuple[int, int], Value]:
        """All cells of a sheet that are not blank, by row and column; a formula comes as Formula."""
        found: Mapping[tuple[int, int], Cell] = getattr(self._workbook[sheet], "_cells", {})  # a sheet may be a chart
        values = ((place, cells.value(cell)) for place, cell in found.items())
        return {place: value for place, value in values if value is not None}

    @property
    def has_macros(self) -> bool:
        """Whether the file holds a VBA project."""
        from .writer import has_macros  # noqa: PLC0415 - openpyxl is slow to import

        return has_macros(self._workbook)

    def oddities(self) -> Sequence[looks.Oddity]:
        """Looks that make people read something else than what the cells hold."""
        return (*looks.oddities(self._workbook, self._data),)

    def apply(self, changes: Changes) -> None:
        """Make the changes, in the book only. Errors as in ``plan``, and then none is made."""
        todo = plan(self.names, self.sheets, changes)
        self._touched = True
        for place, value in todo.cells.items():
            cells.write(self._cell(place), value)
        for place, locked in todo.locked.items():
            cells.lock(self._cell(place), locked=locked)
        for (sheet, row), hidden in todo.hidden.items():
            rows = self._workbook[sheet].row_dimensions
            if hidden or row in rows:
                rows[row].hidden = hidden
        for sheet, visible in todo.visible.items():
            self._workbook[sheet].sheet_state = "visible" if visible else "hidden"
        self._choose_tab(todo.active)

    def state(self) -> bytes:
        """The file as it was read; nothing for a new one."""
        return self._data

    def save(self) -> None:
        """Replace the file, or leave it as it is and raise a BookError. Formulas are calculated by whoever opens it."""
        data = self.dump()
        files.replace(self.path, data, self.check)
        self._data, self._digest, self._touched = data, _digest(data), True

    def dump(self) -> bytes:
        """What ``save`` would write."""
        from .writer import dump  # noqa: PLC0415 - openpyxl is slow to import

        self._choose_tab("")
        return dump(self._workbook, macros=self.path.suffix.lower() == MACROS)

    def check(self, changes: Changes = NO_CHANGES) -> None:  # noqa: ARG002 - a closed file takes all changes
        """BookError if the file cannot be replaced now: ``locked``, ``changed`` since reading, ``file_exists`` for a new one."""
        files.refuse_if_open(self.path)
        if not self._data:
            if self.path.exists():
                raise BookError("file_exists", path=str(self.path))
            return
        try:
            now = files.read(self.path)
        except BookError:
            now = b""
        if _digest(now) != self._digest:
            raise BookError("changed", path=str(self.path))

    @cached_property
    def _results(self) -> Mapping[str, Mapping[tuple[int, int], Value]]:
        """By sheet: row and column → what the cell showed, formulas calculated."""
        from .writer import load  # noqa: PLC0415 - openpyxl is slow to import

        workbook = load(self._data, calculated=True)
        found: dict[str, dict[tuple[int, int], Value]] = {}
        for sheet in workbook.worksheets:
            sheet.reset_dimensions()
            full = (cell for row in sheet.iter_rows() for cell in row if cell.value is not None)
            found[sheet.title] = {(cell.row, cell.column): cells.plain(cell.value) for cell in full}
        workbook.close()
        return found

    @cached_property
    def _calculated(self) -> bool:
        """Whether the file holds the result of any formula."""
        return bool(self._data) and any(
            cell.data_type == "f" and place in self._results[sheet.title]
            for sheet in self._workbook.worksheets
            for place, cell in sheet._cells.items()  # noqa: SLF001 - see ``read``
        )

    def _cell(self, place: Place) -> Cell:
        title, row, column = place
        return cells.cell(self._workbook[title], row, column)

    def _choose_tab(self, wanted: str) -> None:
        """Exactly one tab is selected: the one wanted, else the one that was, else the first one to be seen."""
        seen = [title for title, visible in self.sheets.items() if visible]
        active = self._workbook.active
        front = wanted or (active.title if active is not None else "")
        front = front if front in seen else seen[0]
        self._workbook.active = self._workbook.sheetnames.index(front)
        for sheet in self._workbook.worksheets:
            for view in sheet.views.sheetView:
                view.tabSelected = sheet.title == front or None


def _real(path: str | Path) -> Path:
    return Path(path).resolve()


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _workbook(data: bytes, path: str | Path) -> Workbook:
    from .writer import has_macros, load  # noqa: PLC0415 - openpyxl is slow to import

    if data.startswith(_OLE):
        raise BookError("old_or_encrypted", path=str(path))
    try:
        workbook = load(data)
    except _BROKEN as error:
        raise BookError("not_a_workbook", path=str(path), reason=str(error)) from error
    if has_macros(workbook) and Path(path).suffix.lower() != MACROS:
        raise BookError("macros_in_xlsx", path=str(path))
    if not workbook.worksheets:
        raise BookError("not_a_workbook", path=str(path), reason="no worksheet")
    return workbook
