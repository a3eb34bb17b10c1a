"""Writes into an open Excel: lifts the protection first, and can restore the earlier values.

It knows from the file the earlier contents and what is locked, hidden and protected. Unless something fails, it asks Excel
only for the written cells, to check their contents. Each step is a call or two.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import partial
from itertools import groupby
from typing import Final, TypeVar

from bangxl.books import excel_api
from bangxl.books.cell_changes import CellChanges, SheetPlace, as_integer, clean, sheet_places, stored
from bangxl.books.closed import ClosedBook
from bangxl.books.excel_api import Native, Property, attempt, platform_api
from bangxl.books.port import BookError, Changes, Formula, Value
from bangxl.books.references import column_letters
from bangxl.books.worksheet import Protection

_MOST_BLOCKS: Final = 8
"""The most blocks of a sheet to write one by one; more, as on the meetings sheet, are written with the cells between them."""

_SETTINGS: Final = {"screen_updating": False, "enable_events": False, "calculation": "manual"}
"""Settings of Excel during a change."""

_DAY_0: Final = date(1899, 12, 30)
"""The date of a time of day."""

_HALF_A_SECOND: Final = timedelta(milliseconds=500)

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True, order=True)
class Block:
    """The cells of a sheet between two corners, both included."""

    sheet: str
    left: int
    right: int
    top: int
    bottom: int

    @property
    def address(self) -> str:
        """As Excel writes it: ``F7:F13``."""
        return f"{column_letters(self.left)}{self.top}:{column_letters(self.right)}{self.bottom}"

    @property
    def places(self) -> list[SheetPlace]:
        """The cells, row by row."""
        columns = range(self.left, self.right + 1)
        return [(self.sheet, row, column) for row in range(self.top, self.bottom + 1) for column in columns]


def blocks(cells: Iterable[SheetPlace]) -> list[Block]:
    """Group cells into few blocks: vertical runs, and adjacent columns with the same rows together."""
    runs: list[Block] = []
    for sheet, column, row in sorted((sheet, column, row) for sheet, row, column in cells):
        if runs and (runs[-1].sheet, runs[-1].left, runs[-1].bottom) == (sheet, column, row - 1):
            runs[-1] = Block(sheet, column, column, runs[-1].top, row)
        else:
            runs.append(Block(sheet, column, column, row, row))
    joined: list[Block] = []
    for run in sorted(runs, key=lambda run: (run.sheet, run.top, run.bottom, run.left)):
        last = joined[-1] if joined else None
        if last and (last.sheet, last.top, last.bottom, last.right) == (run.sheet, run.top, run.bottom, run.left - 1):
            joined[-1] = Block(last.sheet, last.left, run.right, last.top, last.bottom)
        else:
            joined.append(run)
    return joined


def joined_addresses(few: Iterable[Block], longest: int) -> list[str]:
    """Blocks of one sheet as few addresses, ``F7:F13,H7:H13``, each at most ``longest`` long unless one block alone is longer."""
    texts: list[str] = []
    for block in few:
        if texts and len(texts[-1]) + len(block.address) < longest:
            texts[-1] += f",{block.address}"
        else:
            texts.append(block.address)
    return texts


def rows_of_values(answer: object, width: int) -> list[list[object]]:
    """Excel's values of a block, row by row: Excel gives a single cell bare, and a Mac gives one row or column as a flat list."""
    if not isinstance(answer, list | tuple):
        return [[answer]]
    if answer and not isinstance(answer[0], list | tuple):
        return [list(answer[start : start + width]) for start in range(0, len(answer), width)]
    return [list(row) for row in answer]


def port_value(value: object) -> Value:
    """A value as the port knows it: Excel has only floats, dates with split seconds, and money as decimals."""
    if isinstance(value, Decimal):
        value = float(value)
    if isinstance(value, float):
        return as_integer(value)
    if isinstance(value, datetime):
        moment = (value.replace(tzinfo=None) + _HALF_A_SECOND).replace(microsecond=0)
        return str(moment.time()) if moment.date() == _DAY_0 else stored(moment)
    if value is None or isinstance(value, int):
        return value
    return clean(str(value))


def is_written(wanted: Value, actual: object, *, text: bool) -> bool:
    """Whether a cell has the written value. Results of formulas and formats of dates are not compared."""
    if isinstance(wanted, Formula | date):
        return actual is not None
    value = port_value(actual)
    if text and wanted is not None:
        return str(value) == str(wanted)
    return value == wanted and all(isinstance(value, kind) is isinstance(wanted, kind) for kind in (bool, str))


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """The cells, rows, columns and protection in the file that a change affects."""

    before: Mapping[SheetPlace, Value]
    locked: Mapping[SheetPlace, bool]
    texts: Mapping[SheetPlace, bool]
    hidden: Mapping[tuple[str, int], bool]
    columns: Mapping[tuple[str, int], bool]
    protected: Mapping[str, Protection]


def sheet_facts(file: ClosedBook, changes: Changes) -> SheetFacts:
    """The cells, rows and sheets in a file that changes affect."""

    def by_place(names: Iterable[str], ask: Callable[[str], Iterable[_T]]) -> dict[SheetPlace, _T]:
        return {place: answer for name in names for place, answer in zip(sheet_places(file.names[name]), ask(name), strict=True)}

    written = {name for name, _ in changes.cells}
    sheets = {file.names[name].sheet for name in (*written, *changes.locked, *changes.used, *changes.idle)}
    rules = {sheet: file.protection(sheet) for sheet in sheets}
    return SheetFacts(
        before=by_place(written, file.read),
        locked=by_place({*written, *changes.locked}, file.locked),
        texts=by_place(written, file.text_cells),
        hidden={place[:2]: hidden for place, hidden in by_place(changes.used, file.hidden).items()},
        columns={(ref.sheet, ref.column): file.hidden_column(ref) for ref in map(file.names.__getitem__, changes.idle)},
        protected={sheet: rule for sheet, rule in rules.items() if rule is not None},
    )


def sheets_to_unprotect(todo: CellChanges, now: SheetFacts) -> set[str]:
    """The sheets whose protection must be lifted; it may stay if all written cells are unlocked."""
    sheets = {place[0] for place in todo.cells if now.locked[place]}
    sheets |= {place[0] for place, locked in todo.locked.items() if now.locked[place] is not locked}
    sheets |= {row[0] for row, hidden in todo.hidden.items() if now.hidden[row] is not hidden}
    sheets |= {column[0] for column, hidden in todo.columns.items() if now.columns[column] is not hidden}
    return sheets & now.protected.keys()


@dataclass
class _Step:
    """How to take one change back, and whether it surely happened. A failed call has usually done nothing."""

    is_back: Callable[[], bool]
    take_back: Callable[[], object]
    happened: bool = False

    def undo(self) -> None:
        if self.happened or not self.is_back():
            self.happened = True
            self.take_back()


class ExcelWriter:
    """Makes the changes. The caller can take it back after any failure, now or later."""

    def __init__(self, book: Native, app: Native) -> None:
        self._book = book
        self._app = app
        self._api = platform_api()
        self._sheet_of: Callable[[str], Native] | None = None
        self._sheets: dict[str, Native] = {}
        self._steps: list[_Step] = []
        self._rules: Mapping[str, Protection] = {}
        self._to_unprotect: set[str] = set()
        self._unprotected: dict[str, Callable[[], object]] = {}
        """By sheet and then by setting: how to restore it, until that is done."""
        self._settings: dict[str, Callable[[], object]] = {}

    @contextmanager
    def standstill(self) -> Iterator[None]:
        """Pause Excel during the work; at the end restore settings and protection."""
        with ExitStack() as failing:
            failing.callback(self._put_back)
            self._stand_still()
            yield
            failing.pop_all()
        if error := self._put_back():
            raise error

    def make(self, todo: CellChanges, now: SheetFacts, front: str) -> None:
        """Change cells, rows and sheets; ``front`` is the sheet to bring to the front again when taking changes back."""
        self._rules, self._to_unprotect = now.protected, sheets_to_unprotect(todo, now)
        if todo.visible or todo.active:
            self._do(lambda: None, _Step(lambda: False, partial(self._activate, front)))
        self._write(blocks(todo.cells), todo.cells, now)
        for to in (False, True):
            cells = (place for place, locked in todo.locked.items() if locked is to is not now.locked[place])
            self._switch(cells, excel_api.LOCKED, to=to)
        for to in (False, True):  # rows and columns by one cell of each
            rows = ((*row, 1) for row, hidden in todo.hidden.items() if hidden is to is not now.hidden[row])
            self._switch(rows, excel_api.HIDDEN_ROWS, to=to)
            columns = ((tab, 1, at) for (tab, at), hidden in todo.columns.items() if hidden is to is not now.columns[tab, at])
            self._switch(columns, excel_api.HIDDEN_COLUMNS, to=to)
        for title, seen in sorted(todo.visible.items(), key=lambda item: not item[1]):  # one sheet must always stay visible
            back = _Step(partial(self._is_visible, title, not seen), partial(self._show, title, visible=not seen))
            self._do(partial(self._show, title, visible=seen), back)
        if todo.active:
            self._do(partial(attempt, partial(self._activate, todo.active)))  # ignore a failure

    def take_back(self) -> bool:
        """Take back all changes as far as possible; return whether the book is as before."""
        steps, self._steps = self._steps, []
        if steps:
            attempt(self._stand_still)
        remaining = [step for step in reversed(steps) if attempt(step.undo) and step.happened]
        self._steps = []
        self._put_back()
        return not (remaining or self._unprotected)

    def _do(self, action: Callable[[], object], *back: _Step) -> None:
        self._steps += back
        action()
        for step in back:
            step.happened = True

    def _write(self, few: Iterable[Block], values: Mapping[SheetPlace, Value], now: SheetFacts) -> None:
        """Write blocks and read them back. BookError ``written_otherwise`` if Excel has changed a value."""
        for sheet, group in groupby(few, key=lambda block: block.sheet):
            self._unprotect(sheet)
            mine = [*group]
            if len(mine) > _MOST_BLOCKS:
                # rewriting cells of these names unchanged is safe: they are blank or numbers, and equally unlocked
                between = {
                    place: value
                    for place, value in now.before.items()
                    if place[0] == sheet
                    and not isinstance(value, str | date)
                    and (sheet in self._to_unprotect or not now.locked[place])
                }
                filled = blocks(place for place in {**between, **values} if place[0] == sheet)
                mine = [block for block in filled if any(place in values for place in block.places)]
            for block in mine:
                old = {place: now.before[place] for place in block.places}
                back = _Step(partial(self._holds, block, old), partial(self._put, block, old, now.texts))
                self._do(partial(self._put, block, {**old, **values}, now.texts), back)
            around = Block(
                sheet,
                min(block.left for block in mine),
                max(block.right for block in mine),
                min(block.top for block in mine),
                max(block.bottom for block in mine),
            )
            wanted, actual = {**now.before, **values}, self._ask(around, excel_api.VALUES)
            for place in (place for block in mine for place in block.places):
                if not is_written(wanted[place], actual[place], text=now.texts[place]):
                    raise BookError("written_otherwise", sheet=sheet, cell=f"{column_letters(place[2])}{place[1]}")

    def _put(self, block: Block, values: Mapping[SheetPlace, Value], texts: Mapping[SheetPlace, bool]) -> None:
        """Write values: texts with Excel's prefix for texts, unless the cell has the text format."""
        self._unprotect(block.sheet)

        def marked(place: SheetPlace) -> Value:
            value = values[place]
            if isinstance(value, Formula) or value is None or isinstance(value, bool | date):
                return value
            if isinstance(value, str):
                return value if texts[place] else f"'{value}"
            return float(value)

        contents = [marked(place) for place in block.places]
        width = block.right - block.left + 1
        lines = [contents[start : start + width] for start in range(0, len(contents), width)]
        self._api.put(self._sheet(block.sheet), block.address, lines)

    def _holds(self, block: Block, values: Mapping[SheetPlace, Value]) -> bool:
        """Whether cells hold what was typed or written there: a formula if it begins with ``=`` and is not itself the value."""
        formulas, results = self._ask(block, excel_api.FORMULAS), self._ask(block, excel_api.VALUES)
        for place, formula in formulas.items():
            is_formula = isinstance(formula, str) and formula.startswith("=") and formula != results[place]
            value = Formula(formula) if is_formula else port_value(results[place])
            if value != values[place] or type(value) is not type(values[place]):
                return False
        return True

    def _ask(self, block: Block, what: Property) -> Mapping[SheetPlace, object]:
        """Read values or formulas, cell by cell."""
        answer = self._api.get(self._api.cells(self._sheet(block.sheet), block.address), what)
        cells = [one for row in rows_of_values(answer, block.right - block.left + 1) for one in row]
        return dict(zip(block.places, cells, strict=True))

    def _switch(self, cells: Iterable[SheetPlace], what: Property, *, to: bool) -> None:
        """Set the properties of cells, rows and columns that still differ."""
        for sheet, mine in groupby(blocks(cells), key=lambda block: block.sheet):
            for address in joined_addresses(mine, self._api.longest_address):
                back = _Step(partial(self._is, sheet, address, what, not to), partial(self._set, sheet, address, what, not to))
                self._do(partial(self._set, sheet, address, what, to), back)

    def _set(self, title: str, address: str, what: Property, value: bool) -> None:  # noqa: FBT001 - the new state of a property
        self._unprotect(title)
        self._api.set(self._api.cells(self._sheet(title), address), what, value)

    def _is(self, title: str, address: str, what: Property, value: bool) -> bool:  # noqa: FBT001 - a result
        return self._api.get(self._api.cells(self._sheet(title), address), what) is value

    def _show(self, title: str, *, visible: bool) -> None:
        self._api.show(self._sheet(title), visible=visible)

    def _is_visible(self, title: str, answer: bool) -> bool:  # noqa: FBT001 - as above
        return self._api.is_visible(self._sheet(title)) is answer

    def _activate(self, title: str) -> None:
        self._api.activate(self._sheet(title))

    def _sheet(self, title: str) -> Native:
        """A sheet; asks Excel once for each."""
        if self._sheet_of is None:
            self._sheet_of = self._api.sheets(self._book)
        if title not in self._sheets:
            self._sheets[title] = self._sheet_of(title)
        return self._sheets[title]

    def _unprotect(self, title: str) -> None:
        if title not in self._to_unprotect or title in self._unprotected:
            return
        sheet = self._sheet(title)
        error = attempt(partial(self._api.unprotect, sheet))
        if error is None or self._api.get(sheet, excel_api.PROTECTED) is not True:
            self._unprotected[title] = partial(self._api.protect, sheet, self._rules[title])
        if error is not None:
            raise error if error.code == "host_busy" else BookError("sheet_protected", sheet=title) from error

    def _stand_still(self) -> None:
        """Pause Excel; skip settings that this Excel does not have."""
        for name, value in _SETTINGS.items():
            try:
                self._settings.setdefault(name, partial(setattr, self._app, name, getattr(self._app, name)))
                setattr(self._app, name, value)
            except excel_api.LACKING:
                self._settings.pop(name, None)

    def _put_back(self) -> BookError | None:
        """Restore protection and settings, each separately; return the first error."""
        errors = []
        for owed in (self._unprotected, self._settings):
            for name, back in [*owed.items()]:
                if error := attempt(back):
                    errors.append(error)
                else:
                    del owed[name]
        return next(iter(errors), None)
