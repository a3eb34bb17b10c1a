"""The hand that writes into an open Excel: it lifts the protection that is in the way, and can take back what it did.

It knows from the file what was there before, what is locked, hidden and protected: until something fails, it asks Excel for
nothing but the cells that it has written, to see that they hold what they should. Each step is a call or two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date
from functools import partial
from types import ModuleType
from typing import Any, Final, TypeAlias, TypeVar

from bangxl.books import native
from bangxl.books.blocks import Block, addresses, around, blocks, by_sheet, came_out, entry, mark, rows
from bangxl.books.closed import ClosedBook
from bangxl.books.plan import Place, Plan, places
from bangxl.books.port import BookError, Changes, Value
from bangxl.books.worksheet import Protection

_SCATTERED: Final = 8
"""So many blocks of a sheet are written one by one; more, as in the table of who has met whom, with the cells between them."""

_STILL: Final = {"screen_updating": False, "enable_events": False, "calculation": "manual"}
"""Settings of Excel while it is changed."""

_T = TypeVar("_T")
_Native: TypeAlias = Any
"""An object of xlwings, or what lies in its ``api``."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What the file says of the cells, rows and columns that a change is about, and of the protection of their sheets."""

    before: Mapping[Place, Value]
    locked: Mapping[Place, bool]
    texts: Mapping[Place, bool]
    hidden: Mapping[tuple[str, int], bool]
    columns: Mapping[tuple[str, int], bool]
    protected: Mapping[str, Protection]


def situation(file: ClosedBook, changes: Changes) -> Situation:
    """What a file says of the cells, rows and sheets of changes that it has room for."""
    written = {name for name, _ in changes.cells}
    hidden = {name: file.hidden(name) for name in changes.used}
    sheets = {file.names[name].sheet for name in (*written, *changes.locked, *changes.used, *changes.idle)}
    rules = {sheet: file.protection(sheet) for sheet in sheets}
    return Situation(
        before=_by_place(file, written, file.read),
        locked=_by_place(file, {*written, *changes.locked}, file.locked),
        texts=_by_place(file, written, file.text_cells),
        hidden={place[:2]: is_so for name in hidden for place, is_so in zip(places(file.names[name]), hidden[name], strict=True)},
        columns={(ref.sheet, ref.column): file.hidden_column(ref) for ref in map(file.names.__getitem__, changes.idle)},
        protected={sheet: rule for sheet, rule in rules.items() if rule is not None},
    )


def in_the_way(todo: Plan, now: Situation) -> set[str]:
    """The sheets whose protection must be lifted; where all that is written is unlocked, it may stay."""
    found = {place[0] for place in todo.cells if now.locked[place]}
    found |= {place[0] for place, locked in todo.locked.items() if now.locked[place] is not locked}
    found |= {row[0] for row, hidden in todo.hidden.items() if now.hidden[row] is not hidden}
    found |= {column[0] for column, hidden in todo.columns.items() if now.columns[column] is not hidden}
    return found & now.protected.keys()


@dataclass
class _Step:
    """How to take one thing back, and whether it is known to have happened. A call that failed has mostly done nothing."""

    is_back: Callable[[], bool]
    take_back: Callable[[], object]
    happened: bool = False

    def undo(self) -> None:
        if self.happened or not self.is_back():
            self.happened = True
            self.take_back()


class Hand:
    """Makes one plan. Whoever holds it takes it back if anything fails, then or later."""

    def __init__(self, book: _Native, app: _Native) -> None:
        self._book = book
        self._app = app
        self._words: ModuleType = native.words()
        self._all: Callable[[str], _Native] | None = None
        self._sheets: dict[str, _Native] = {}
        self._steps: list[_Step] = []
        self._rules: Mapping[str, Protection] = {}
        self._lift: set[str] = set()
        """The sheets whose protection is in the way."""
        self._lifted: dict[str, Callable[[], object]] = {}
        """By sheet and, below, by setting: how to put it back, until that is done."""
        self._settings: dict[str, Callable[[], object]] = {}

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Excel stands still meanwhile; at the end settings and protection are put back."""
        with ExitStack() as failing:
            failing.callback(self._put_back)
            self._stand_still()
            yield
            failing.pop_all()
        if error := self._put_back():
            raise error

    def make(self, todo: Plan, now: Situation, front: str) -> None:
        """Make changes to cells, rows, sheets; ``front`` is the sheet that is to be in front again if they are taken back."""
        self._rules, self._lift = now.protected, in_the_way(todo, now)
        if todo.visible or todo.active:
            self._do(lambda: None, _Step(lambda: False, partial(self._activate, front)))
        self._write(blocks(todo.cells), todo.cells, now)
        for locked in (False, True):
            self._lock(blocks(place for place, to in todo.locked.items() if to is locked is not now.locked[place]), locked=locked)
        for hidden in (False, True):
            rows = ((*row, 1) for row, to in todo.hidden.items() if to is hidden is not now.hidden[row])
            self._hide(rows, self._words.hide, self._words.hidden, hidden=hidden)
            columns = ((sheet, 1, at) for (sheet, at), to in todo.columns.items() if to is hidden is not now.columns[sheet, at])
            self._hide(columns, self._words.hide_columns, self._words.hidden_columns, hidden=hidden)
        self.show(todo.visible)
        if todo.active:
            self._do(partial(native.attempt, partial(self._activate, todo.active)))

    def show(self, visible: Mapping[str, bool]) -> None:
        """Show sheets that are hidden, then hide others that are not: one must always be visible."""
        for title, seen in sorted(visible.items(), key=lambda item: not item[1]):
            back = _Step(partial(self._is_seen, title, not seen), partial(self._show, title, visible=not seen))
            self._do(partial(self._show, title, visible=seen), back)

    def take_back(self) -> bool:
        """Take back all that was done, as far as can be; whether the book is as it was."""
        steps, self._steps = self._steps, []
        if steps:
            native.attempt(self._stand_still)
        left = [step for step in reversed(steps) if native.attempt(step.undo) and step.happened]
        self._steps = []
        self._put_back()
        return not (left or self._lifted)

    def _do(self, action: Callable[[], object], *back: _Step) -> None:
        self._steps += back
        action()
        for step in back:
            step.happened = True

    def _write(self, some: Iterable[Block], values: Mapping[Place, Value], now: Situation) -> None:
        for sheet, few in by_sheet(some):
            self._unprotect(sheet)
            mine = few
            if len(few) > _SCATTERED:
                filled = {**self._between(sheet, now), **values}
                mine = [block for block in blocks(place for place in filled if place[0] == sheet) if _holds_any(block, values)]
            for block in mine:
                old = {place: now.before[place] for row in block.places for place in row}
                back = _Step(partial(self._holds, block, old), partial(self._put, block, old, now.texts))
                self._do(partial(self._put, block, {**old, **values}, now.texts), back)
            self._read_back(mine, {**now.before, **values}, now.texts)

    def _between(self, sheet: str, now: Situation) -> Mapping[Place, Value]:
        """Cells of the same names that may be written again as they are: blank or a number, and as free as the others."""
        return {
            place: value
            for place, value in now.before.items()
            if place[0] == sheet and not isinstance(value, str | date) and (sheet in self._lift or not now.locked[place])
        }

    def _put(self, block: Block, values: Mapping[Place, Value], texts: Mapping[Place, bool]) -> None:
        self._unprotect(block.sheet)
        given = [[mark(values[place], text=texts[place]) for place in row] for row in block.places]
        self._words.put(self._sheet(block.sheet), block.address, given)

    def _read_back(self, some: list[Block], values: Mapping[Place, Value], texts: Mapping[Place, bool]) -> None:
        """BookError ``written_otherwise`` if Excel has made something else of a value."""
        whole = around(some)
        found = self._values(whole)
        for place in (place for block in some for row in block.places for place in row):
            if not came_out(values[place], found[place], text=texts[place]):
                cell = Block(place[0], place[2], place[2], place[1], place[1]).address.partition(":")[0]
                raise BookError("written_otherwise", sheet=place[0], cell=cell)

    def _holds(self, block: Block, values: Mapping[Place, Value]) -> bool:
        formulas = rows(self._words.formulas(self._sheet(block.sheet), block.address), block.right - block.left + 1)
        shown = self._values(block)
        by_row = zip(block.places, formulas, strict=True)
        told = {place: one for places, row in by_row for place, one in zip(places, row, strict=True)}
        return all(
            (found := entry(shown[place], one)) == values[place] and type(found) is type(values[place])
            for place, one in told.items()
        )

    def _values(self, block: Block) -> Mapping[Place, object]:
        told = rows(self._words.values(self._sheet(block.sheet), block.address), block.right - block.left + 1)
        by_row = zip(block.places, told, strict=True)
        return {place: one for places, row in by_row for place, one in zip(places, row, strict=True)}

    def _lock(self, some: Iterable[Block], *, locked: bool) -> None:
        for sheet, mine in by_sheet(some):
            for address in addresses(mine, self._words.LONGEST):
                is_back = partial(self._says, self._words.locked, sheet, address, not locked)
                back = _Step(is_back, partial(self._set, self._words.lock, sheet, address, locked=not locked))
                self._do(partial(self._set, self._words.lock, sheet, address, locked=locked), back)

    def _hide(self, some: Iterable[Place], hide: Callable[..., object], ask: Callable[..., object], *, hidden: bool) -> None:
        """Rows or columns, by a cell of each."""
        for sheet, mine in by_sheet(blocks(some)):
            for address in addresses(mine, self._words.LONGEST):
                is_back = partial(self._says, ask, sheet, address, not hidden)
                back = _Step(is_back, partial(self._set, hide, sheet, address, hidden=not hidden))
                self._do(partial(self._set, hide, sheet, address, hidden=hidden), back)

    def _set(self, command: Callable[..., object], title: str, address: str, **how: bool) -> None:
        self._unprotect(title)
        command(self._sheet(title), address, **how)

    def _says(self, ask: Callable[..., object], title: str, address: str, answer: bool) -> bool:  # noqa: FBT001 - an answer, not an option
        return ask(self._sheet(title), address) is answer

    def _show(self, title: str, *, visible: bool) -> None:
        self._words.show(self._sheet(title), visible=visible)

    def _is_seen(self, title: str, answer: bool) -> bool:  # noqa: FBT001 - as above
        return self._words.visible(self._sheet(title)) is answer

    def _activate(self, title: str) -> None:
        """Bring a sheet to the front. No matter if that can't be."""
        self._words.activate(self._sheet(title))

    def _sheet(self, title: str) -> _Native:
        if self._all is None:
            self._all = self._words.sheets(self._book)
        if title not in self._sheets:
            self._sheets[title] = self._all(title)
        return self._sheets[title]

    def _unprotect(self, title: str) -> None:
        if title not in self._lift or title in self._lifted:
            return
        sheet = self._sheet(title)
        error = native.attempt(partial(self._words.unprotect, sheet))
        if error is None or not self._words.protected(sheet):
            self._lifted[title] = partial(self._words.protect, sheet, self._rules[title])
        if error is not None:
            raise error if error.code == "host_busy" else BookError("sheet_protected", sheet=title) from error

    def _stand_still(self) -> None:
        """Without the settings that this Excel does not have."""
        for name, value in _STILL.items():
            try:
                self._settings.setdefault(name, partial(setattr, self._app, name, getattr(self._app, name)))
                setattr(self._app, name, value)
            except native.LACKING:
                self._settings.pop(name, None)

    def _put_back(self) -> BookError | None:
        """Put protection and settings back, each on its own; the first error."""
        errors = []
        for owed in (self._lifted, self._settings):
            for name, back in [*owed.items()]:
                if error := native.attempt(back):
                    errors.append(error)
                else:
                    del owed[name]
        return next(iter(errors), None)


def _holds_any(block: Block, values: Mapping[Place, Value]) -> bool:
    return any(place in values for row in block.places for place in row)


def _by_place(file: ClosedBook, names: Iterable[str], ask: Callable[[str], Iterable[_T]]) -> dict[Place, _T]:
    return {place: answer for name in names for place, answer in zip(places(file.names[name]), ask(name), strict=True)}
