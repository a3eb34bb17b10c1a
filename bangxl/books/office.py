"""A book that is open in LibreOffice. This module has no UNO: it asks an agent inside LibreOffice (`bangxl.office.agent`).

LibreOffice has its own Python (3.8 or later, by system and release), and on Windows and Mac it is hard to install msgspec and
openpyxl into it. So its extension starts the Python that has bangxl, and the two exchange one JSON
message per line on pipes. bangxl asks, in whole blocks of cells; the extension answers with UNO. The commands are the same as
for a closed file, and a click costs one start of Python, as in Excel.

BookError codes, each with ``path``: ``never_saved``, ``online``, ``macros_lost`` (.xlsm), ``open_document`` (.ods),
``old_excel`` (.xls), ``wrong_suffix`` (suffix), ``read_only``, ``structure_protected``, ``sheet_protected`` (sheet: by a
password), ``host_refused`` (reason), ``cannot_write`` (reason), ``cannot_read`` (reason), ``merged`` (sheet, cell).
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from bangxl.books import files
from bangxl.books.cell_changes import CellChanges, as_integer, cell_changes, clean, covered, days, refuse_covered
from bangxl.books.closed import ClosedBook
from bangxl.books.port import NO_CHANGES, SELECTED, BookError, Cell, Changes, Formula, Prompt, Ref, Selection, Value
from bangxl.books.references import Formulas, range_of, range_ref, selection

Ask = Callable[..., Any]
"""``ask("read", areas=…)``: sends one request and returns the answer of `bangxl.office.agent.Agent`."""

_DAY_ZERO: Final = datetime(1899, 12, 30)  # noqa: DTZ001 - a workbook knows no time zones
_FIRST_DAY: Final = 61
"""1 March 1900; smaller numbers in a date cell are hours."""
_SHEET: Final = re.compile(r"\$?((?:'(?:[^']|'')+'|[^'.$]+))\.(.*)", re.DOTALL)
_BOOLEANS: Final = {"=TRUE()": True, "=FALSE()": False}
"""LibreOffice's formulas for booleans in a file."""

_Area = Sequence[int]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class _Block:
    """The agent's data of one sheet, from row ``top`` and column ``left`` on; its areas of formulas and of dates."""

    left: int
    top: int
    rows: Sequence[Sequence[Any]]
    formulas: Sequence[_Area]
    dates: Sequence[_Area]


class OfficeBook:
    """An ``OpenBook`` in LibreOffice. The first request reads all values at once, and so does the first one after ``apply``."""

    def __init__(self, ask: Ask, do_when_read: Callable[[Callable[[], None]], object] = lambda work: work()) -> None:
        """``do_when_read`` does work for which people need not wait, after they are told; without it, it is done at once."""
        self._ask = ask
        self.do_when_read = do_when_read
        self._blocks: Mapping[str, _Block] = {}
        self._texts: dict[Ref, Sequence[Sequence[str]]] = {}
        self._past: Changes | bytes | None = None
        """What takes the last changes back, or the file from before them; None if the document equalled its file then."""
        self._back: Changes | None = None
        """What takes the changes since the last save back; None if nothing does."""

    @cached_property
    def path(self) -> Path:
        """The path of its file; without a file here its address or title, and then ``require_writable`` refuses."""
        about = self._about
        return Path(about["path"] or about["url"] or about["title"])

    @cached_property
    def names(self) -> Mapping[str, Ref]:
        """All defined names that are plain ranges of one column, by name or ``Sheet!Name``."""
        names: dict[str, Ref] = {}
        for name, content in self._ask("names").items():
            match = _SHEET.fullmatch(content)
            place = range_ref(f"{match[1]}!{match[2]}") if match else None
            if place is not None and place.sheet in self.sheets and "_xlnm." not in name:
                names[name] = place
        return MappingProxyType(names)

    @cached_property
    def sheets(self) -> Mapping[str, bool]:
        """Tab names in order, each with whether it is visible."""
        return MappingProxyType(self._ask("sheets"))

    def read(self, name: str) -> Sequence[Value]:
        """The typed or written values, one for each cell; a formula comes as Formula. KeyError for an unknown name."""
        ref = self.names[name]
        block = self._block(ref)
        values, formulas = _values(block, ref), self._formulas(ref, _rows(block.formulas, ref))
        return [_formula(formulas[row]) if row in formulas else value for row, value in values.items()]

    def shown(self, name: str) -> Sequence[Value] | None:
        """The values that the cells show now. KeyError for an unknown name."""
        ref = self.names[name]
        values = _values(self._block(ref), ref)
        # booleans are formulas with the result 0 or 1
        bits = {row for row in _rows(self._block(ref).formulas, ref) if values[row] in {0, 1}}
        known = {row: _BOOLEANS[text] for row, text in self._formulas(ref, bits).items() if text in _BOOLEANS}
        return [*(values | known).values()]

    def formulas(self) -> Formulas:
        """The cells with formulas; a boolean that somebody has typed is one here."""
        areas = {sheet: block.formulas for sheet, block in self._all_blocks().items()}
        return {sheet: {(row, column) for left, top, right, bottom in some for row in range(top, bottom + 1)
                        for column in range(left, right + 1)} for sheet, some in areas.items()}  # fmt: skip

    def covered(self) -> Sequence[Cell]:
        """The hidden cells of names: cells merged with others, except the first of them."""
        return self._covered(self.names)

    def require_writable(self, changes: Changes = NO_CHANGES) -> None:
        """BookError if LibreOffice cannot make these changes and save the document now, as this kind of file."""
        about, path = self._about, self.path
        if not about["path"]:
            raise BookError("online" if about["url"] else "never_saved", path=about["url"] or about["title"])
        suffix = path.suffix.lower()
        if suffix == ".xlsm":
            raise BookError("macros_lost", path=str(path))
        if suffix != ".xlsx":
            kind = {".ods": "open_document", ".xls": "old_excel"}.get(suffix, "wrong_suffix")
            raise BookError(kind, path=str(path), suffix=path.suffix)
        for code in ("read_only", "structure_protected"):
            if about[code]:
                raise BookError(code, path=str(path))
        files.refuse_protected(path)  # since it was opened
        todo = cell_changes(self.names, self.sheets, changes) if changes != NO_CHANGES else None
        if todo and (touched := {place[0] for place in (*todo.cells, *todo.hidden, *todo.columns, *todo.locked)}):
            self._do("unlockable", sheets=sorted(touched))
        if todo and todo.cells:
            written = {place[0] for place in todo.cells}
            near = {name: ref for name, ref in self.names.items() if ref.sheet in written}
            refuse_covered(self._covered(near), self.names, changes)

    def file_bytes(self) -> bytes:
        """The last saved file; `before` also has the entries since. Nothing without a file on this computer."""
        return files.read_file(self.path) if self._about["path"] else b""

    def before(self) -> Callable[[], bytes] | None:
        """After ``save``: what makes the file as the document was before the last ``apply``; None if that was the file itself.

        LibreOffice takes seconds to write a file. So it writes only the changed file, and we take the changes back in that file.
        """
        past = self._past
        if past is None:
            return None
        saved = files.read_file(self.path)  # read it now, before a later save

        def restored() -> bytes:
            if isinstance(past, bytes):
                return past
            book = ClosedBook.of(saved, self.path)
            book.apply(past)
            return book.dump()

        return restored

    def apply(self, changes: Changes) -> None:
        """Make the changes. On errors, as in ``cell_changes`` and ``require_writable``, it makes no change."""
        todo = cell_changes(self.names, self.sheets, changes)
        self.require_writable()
        self._past, self._back = self._remember(changes, todo)
        self._make(todo, aside=changes.aside)

    def save(self) -> None:
        """Save in place, like the menu. If that fails, take the last changes back: no round stands on the screen alone."""
        back, self._back = self._back, None
        try:
            self.require_writable()
            self._do("save")
        except BookError:
            if back is not None:
                self._make(cell_changes(self.names, self.sheets, back), aside=False)
            raise

    def goto(self, sheet: str, cell: str) -> None:
        """Put the cursor on a cell: ``goto("Round1T1", "F9")``."""
        self._do("goto", sheet=sheet, cell=cell)

    def selected(self) -> Selection:
        """The position of the cursor and the selection."""
        rows, columns = SELECTED
        answer = self._do("selected", rows=rows, columns=columns)
        areas = [(left, top, right, bottom) for left, top, right, bottom in answer["areas"]]
        return selection(answer["sheet"], areas, answer["blocks"])

    def ask(self, text: str, fields: Sequence[Prompt]) -> Sequence[str] | None:
        """Let the person fill in the fields below a text, in one dialog; None if the person cancels."""
        return self._do("form", text=text, fields=fields)  # type: ignore[no-any-return] # any JSON

    def agrees(self, text: str) -> bool:
        """Whether the person clicks OK rather than Cancel."""
        return bool(self._do("agrees", text=text))

    def _covered(self, names: Mapping[str, Ref]) -> list[Cell]:
        """The hidden cells of some names. Asks only for their cells and those to the left: merged areas begin there."""
        merged = self._do("merged", areas=_around(names.values()))
        return covered(names, {sheet: [range_of(area) for area in areas] for sheet, areas in merged.items()})

    @cached_property
    def _about(self) -> Mapping[str, Any]:
        return self._ask("look")  # type: ignore[no-any-return] # a JSON object

    def _do(self, action: str, **request: object) -> Any:  # noqa: ANN401 - any JSON
        """Send a request that LibreOffice may refuse: then the BookError names the file."""
        try:
            return self._ask(action, **request)
        except BookError as error:
            raise BookError(error.code, **{"path": str(self.path), **error.values}) from None

    def _make(self, todo: CellChanges, *, aside: bool) -> None:
        self._do("apply", **_request(todo), aside=aside)
        self._blocks, self._texts = {}, {}
        del self.sheets

    def _remember(self, changes: Changes, todo: CellChanges) -> tuple[Changes | bytes | None, Changes | None]:
        """Keep what `before` and a failed `save` need, while it is still available."""
        refs = self.names
        past = self._do(
            "past",
            rows={name: (refs[name].sheet, refs[name].first, refs[name].last) for name in changes.used},
            cells={name: (refs[name].sheet, _area(refs[name])) for name in changes.locked},
            columns={name: (refs[name].sheet, refs[name].column) for name in changes.idle},
        )
        used = {name: rows.index(True) if True in rows else len(rows) for name, rows in past["hidden"].items()}
        cells = {(name, index): self.read(name)[index] for name, index in changes.cells}
        ragged = any(False in rows[used[name] :] for name, rows in past["hidden"].items())
        if ragged or None in past["locked"].values() or any(isinstance(value, Formula) for value in cells.values()):
            if not past["modified"]:
                return None, None
            file = Path(self._do("copy"))  # a person's actions cannot be expressed as changes: LibreOffice has to write twice
            try:
                return files.read_file(file), None
            finally:
                file.unlink(missing_ok=True)
        tabs = {sheet: not seen for sheet, seen in todo.visible.items()}
        back = Changes(cells=cells, used=used, shown=tabs, locked=past["locked"], active=past["active"], idle=past["columns"])
        return (back if past["modified"] else None), back

    def _formulas(self, ref: Ref, rows: AbstractSet[int]) -> dict[int, str]:
        """The formulas in some rows of a range, as LibreOffice writes them; asks for the whole range at once."""
        if not rows:
            return {}
        if ref not in self._texts:
            self._texts[ref] = self._ask("formulas", sheet=ref.sheet, area=_area(ref))
        return {row: self._texts[ref][row - ref.first][0] for row in rows}

    def _block(self, ref: Ref) -> _Block:
        return self._all_blocks()[ref.sheet]

    def _all_blocks(self) -> Mapping[str, _Block]:
        if not self._blocks:
            areas = _areas(self.names.values())
            cells = self._ask("read", areas=areas)
            self._blocks = {
                sheet: _Block(left, top, cells[sheet]["rows"], cells[sheet]["formulas"], cells[sheet]["dates"])
                for sheet, (left, top, _right, _bottom) in areas.items()
            }
        return self._blocks


def _area(ref: Ref) -> tuple[int, int, int, int]:
    """Left, top, right, bottom."""
    return ref.column, ref.first, ref.column, ref.last


def _areas(refs: Iterable[Ref]) -> dict[str, tuple[int, int, int, int]]:
    """By sheet, the smallest area around all ranges: left, top, right, bottom."""
    areas: dict[str, tuple[int, int, int, int]] = {}
    for one in refs:
        left, top, right, bottom = areas.get(one.sheet, (one.column, one.first, one.column, one.last))
        areas[one.sheet] = min(left, one.column), min(top, one.first), max(right, one.column), max(bottom, one.last)
    return areas


def _around(refs: Iterable[Ref]) -> dict[str, list[tuple[int, int, int, int]]]:
    """By sheet, areas around all ranges: ranges with the same rows together, with the cells that may hide them.

    These are one row above, one column to the left, and all columns to the left of the first ones.
    """
    rows: dict[tuple[str, int, int], set[int]] = {}
    for one in refs:
        rows.setdefault((one.sheet, one.first, one.last), set()).add(one.column)
    areas: dict[str, list[tuple[int, int, int, int]]] = {}
    for (sheet, first, last), columns in rows.items():
        starts = [column for column in sorted(columns) if not {column - 1, column - 2} & columns]
        for left, following in pairwise([*starts, max(columns) + 3]):
            right = max(column for column in columns if column < following)
            edge = 1 if left == starts[0] else left - 1
            areas.setdefault(sheet, []).append((edge, max(1, first - 1), right, last))
    return areas


def _rows(areas: Iterable[_Area], ref: Ref) -> set[int]:
    return {
        row
        for left, top, right, bottom in areas
        if left <= ref.column <= right
        for row in range(max(top, ref.first), min(bottom, ref.last) + 1)
    }


def _values(block: _Block, ref: Ref) -> dict[int, Value]:
    dates = _rows(block.dates, ref)
    lines = block.rows[ref.first - block.top : ref.last - block.top + 1]
    return {row: _value(line[ref.column - block.left], date=row in dates) for row, line in enumerate(lines, ref.first)}


def _value(value: Any, *, date: bool) -> Value:  # noqa: ANN401 - any JSON
    """A cell's value of what the agent tells: an integer where it is whole, a time where the cell shows one."""
    if isinstance(value, str):
        return clean(value) if value else None
    if not isinstance(value, float):
        return None if value is None else bool(value)
    if date and value >= _FIRST_DAY:
        return _DAY_ZERO + timedelta(seconds=round(value * 86_400))
    return as_integer(value)


def _formula(text: str) -> Value:
    """A formula as Excel would write it; a boolean, which LibreOffice keeps as a formula."""
    if text in _BOOLEANS:
        return _BOOLEANS[text]
    parts = text.split('"')
    parts[::2] = [part.replace(";", ",") for part in parts[::2]]
    return Formula('"'.join(parts))


def _request(todo: CellChanges) -> dict[str, object]:
    """Changes as the agent takes them, with neighbours in one piece."""
    columns: defaultdict[tuple[str, int], dict[tuple[str, int], bool]] = defaultdict(dict)
    for (sheet, row, column), locked in todo.locked.items():
        columns[sheet, column][sheet, row] = locked
    values = ({"date": days(value)} if isinstance(value, datetime) else value for value in todo.cells.values())
    return {
        "cells": [(*place, value) for place, value in zip(todo.cells, values, strict=True)],
        "hidden": _runs_of_equal(todo.hidden),
        "columns": _runs_of_equal(todo.columns),
        "locked": [
            (sheet, (column, first, column, last), locked)
            for (sheet, column), rows in columns.items()
            for _sheet, first, last, locked in _runs_of_equal(rows)
        ],
        "visible": todo.visible,
        "active": todo.active,
    }


def _runs_of_equal(rows: Mapping[tuple[str, int], bool]) -> list[tuple[str, int, int, bool]]:
    """Group rows below each other, or adjacent columns, with the same answer: sheet, first, last, answer."""
    runs: list[tuple[str, int, int, bool]] = []
    for (sheet, row), yes in sorted(rows.items()):
        if runs and runs[-1][0] == sheet and runs[-1][2] == row - 1 and runs[-1][3] == yes:
            runs[-1] = (sheet, runs[-1][1], row, yes)
        else:
            runs.append((sheet, row, row, yes))
    return runs
