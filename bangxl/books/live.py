"""A book in an open Excel, by what xlwings offers to everybody (its part under the BSD licence).

Read once: of each sheet with defined names, when it is first asked for, one block of values and one of formulas. A cell holds a
formula if that begins with ``=`` and is not itself the value. On a Mac an error value reads as an empty cell.

Written once: the cells of a column below each other in one block; meanwhile the screen, events and calculation stand still, and
the protection that is in the way is lifted. If anything fails, all that was done is taken back, as far as can be.
Every text is written with Excel's mark for texts, the apostrophe before it: then ``007``, ``3/4``, ``=1`` and, in whatever
language Excel speaks, the word for true stay what they are. The mark is no part of the value.

BookError codes: ``never_saved``, ``online`` (path), ``read_only`` (path), ``structure_protected`` (path),
``sheet_protected`` (sheet: by a password), ``host_busy``, ``host_refused`` (reason), ``half_changed`` (path): something
failed, and so did taking back what had been done, or protecting a sheet again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import Final

import xlwings

from . import cells, files, native
from .blocks import Block, marked, rows, runs, unquoted
from .plan import Plan, places, plan
from .port import NO_CHANGES, BookError, Changes, Formula, Ref, Value

_SEEN: Final = frozenset({True, -1})
"""A sheet's visibility; Windows has -1 for it, and 2 for a very hidden one."""

_STILL: Final = {"screen_updating": False, "enable_events": False, "calculation": "manual"}
"""Settings of Excel while it is changed."""


class LiveBook:
    """An ``OpenBook`` in Excel."""

    def __init__(self, book: xlwings.Book) -> None:
        """BookError ``host_busy``, ``host_refused``."""
        native.give_up_sometime()
        self._book = book
        self._blocks: dict[str, Block] = {}
        self._hand = _Hand(book)
        """What did the last ``apply``, and can take it back."""
        with native.host():
            self._full_name = native.full_name(book) or book.fullname
        self.path = Path(self._full_name)

    @cached_property
    def names(self) -> Mapping[str, Ref]:
        """All defined names that are plain ranges of one column, by name or ``Sheet!Name``."""
        with native.host():
            listed = [(name.name, name.refers_to) for name in self._book.names]
        found = {unquoted(name): cells.ref((target or "").removeprefix("=")) for name, target in listed}
        return MappingProxyType({name: ref for name, ref in found.items() if ref is not None and ref.sheet in self._visible})

    @property
    def sheets(self) -> Mapping[str, bool]:
        """Tab names in order, each with whether it is visible."""
        return dict(self._visible)

    def read(self, name: str) -> Sequence[Value]:
        """What was typed or written, one value a cell; a formula comes as Formula. KeyError for an unknown name."""
        ref = self.names[name]
        return self._block(ref.sheet).typed(ref)

    def shown(self, name: str) -> Sequence[Value]:
        """What the cells show now: an open Excel has always calculated. KeyError for an unknown name."""
        ref = self.names[name]
        return self._block(ref.sheet).shown(ref)

    def check(self, changes: Changes = NO_CHANGES) -> None:
        """BookError ``online``, ``never_saved``, ``read_only``, ``host_busy``; for changes also those of protection.

        Nobody can ask whether a sheet has a password: the protection that would be in the way is lifted and put back.
        """
        if "://" in self._full_name:
            raise BookError("online", path=self._full_name)
        if not self.path.is_absolute():
            raise BookError("never_saved")
        with native.host():
            if native.read_only(self._book):
                raise BookError("read_only", path=str(self.path))
        todo = plan(self.names, self.sheets, changes)
        if todo.visible:
            self._refuse_protected_structure()
        if todo.cells or todo.locked or todo.hidden:
            self._make(todo, _Hand(self._book, trying=True))

    def state(self) -> bytes:
        """Save in place, and read the file."""
        self.check()
        with native.host():
            self._book.save()
        return files.read(self.path)

    def apply(self, changes: Changes) -> None:
        """Make the changes, all or none. Errors as in ``plan``, and BookError."""
        todo = plan(self.names, self.sheets, changes)
        if todo.visible:
            self._refuse_protected_structure()
        self._hand = _Hand(self._book)
        self._make(todo, self._hand)
        self._forget()

    def save(self) -> None:
        """Save in place. If it can't be, the last changes are taken back."""
        with self._or_none(self._hand):
            self.check()
            with native.host(any_error=True):
                self._book.save()
        self._hand = _Hand(self._book)
        self._forget()

    def pdf(self, sheets: Sequence[str], target: Path) -> None:
        """Print sheets to a PDF file, by tab name; what is hidden stays hidden. BookError."""
        seen = [title for title in sheets if self._visible[title]]
        if not seen:
            raise BookError("host_refused", reason=", ".join(sheets))
        self._refuse_protected_structure()
        with native.host(any_error=True), _Hand(self._book).at_work():
            front = self._book.sheets.active
            self._book.to_pdf(target, include=[*seen])
            native.tried(partial(native.activate, front))

    def convert(self, source: Path, target: Path) -> None:
        """Print another workbook's file, all its visible sheets, to a PDF file. BookError, also as in `native.print_file`."""
        with native.host(any_error=True), _Hand(self._book).at_work():
            native.print_in(self._book.app, source, target)

    def goto(self, sheet: str, cell: str) -> None:
        """Put the cursor on a cell of a visible sheet."""
        if self._visible[sheet]:
            with native.host(any_error=True):
                there = self._book.sheets[sheet]
                native.activate(there)
                there.range(cell).select()

    @cached_property
    def _visible(self) -> Mapping[str, bool]:
        with native.host():
            return {sheet.name: sheet.visible in _SEEN for sheet in self._book.sheets}

    @cached_property
    def _boxes(self) -> Mapping[str, tuple[int, int, int, int]]:
        """By sheet, the smallest block that holds all its named cells: top, left, bottom, right."""
        by_sheet: dict[str, list[Ref]] = {}
        for ref in self.names.values():
            by_sheet.setdefault(ref.sheet, []).append(ref)
        return {
            sheet: (
                min(ref.first for ref in refs),
                min(ref.column for ref in refs),
                max(ref.last for ref in refs),
                max(ref.column for ref in refs),
            )
            for sheet, refs in by_sheet.items()
        }

    def _block(self, sheet: str) -> Block:
        if sheet not in self._blocks:
            top, left, bottom, right = self._boxes[sheet]
            with native.host():
                self._blocks[sheet] = _block(self._book.sheets[sheet].range((top, left), (bottom, right)))
        return self._blocks[sheet]

    def _refuse_protected_structure(self) -> None:
        with native.host():
            if native.structure_protected(self._book):
                raise BookError("structure_protected", path=str(self.path))

    def _make(self, todo: Plan, hand: _Hand) -> None:
        with self._or_none(hand), native.host(any_error=True), hand.at_work():
            if todo.visible or todo.active:
                hand.keep_front()
            for ref in runs(todo.cells):
                hand.write(ref, [todo.cells[place] for place in places(ref)], self._block(ref.sheet).typed(ref))
            for locked in (False, True):
                for ref in runs(place for place, value in todo.locked.items() if value is locked):
                    hand.lock(ref, locked=locked)
            for hidden in (False, True):
                for ref in runs((*row, 1) for row, value in todo.hidden.items() if value is hidden):
                    hand.hide(ref, hidden=hidden)
            for sheet, visible in sorted(todo.visible.items(), key=lambda item: not item[1]):  # one must always be visible
                hand.show(sheet, visible=visible)
            if todo.active:
                hand.activate(todo.active)

    @contextmanager
    def _or_none(self, hand: _Hand) -> Iterator[None]:
        """Take back what a hand has done on any error."""
        with ExitStack() as failing:
            failing.callback(self._take_back, hand)
            yield
            failing.pop_all()

    def _take_back(self, hand: _Hand) -> None:
        self._forget()
        if not hand.take_back():
            raise BookError("half_changed", path=str(self.path))

    def _forget(self) -> None:
        """Read anew what is asked for next."""
        self._blocks.clear()
        vars(self).pop("_visible", None)


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


class _Hand:
    """Writes into a workbook, lifts the protection that is in the way, and can take back what it did.

    ``trying``: it writes nothing, and only finds out whether the protection can be lifted.
    """

    def __init__(self, book: xlwings.Book, *, trying: bool = False) -> None:
        self._book = book
        self._trying = trying
        self._steps: list[_Step] = []
        self._free: set[str] = set()
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

    def take_back(self) -> bool:
        """Take back all that was done, as far as can be; whether the book is as it was."""
        steps, self._steps = self._steps, []
        if steps:
            native.tried(self._stand_still)
        left = [step for step in reversed(steps) if native.tried(step.undo) and step.happened]
        self._steps = []
        self._put_back()
        return not (left or self._lifted)

    def write(self, ref: Ref, values: Sequence[Value], before: Sequence[Value]) -> None:
        """Write cells below each other: constants, or (only to take something back) formulas."""
        self._unlock(ref)
        steps, first = [], ref.first
        for _, run in groupby(before, lambda value: isinstance(value, Formula)):
            old = [*run]
            part = Ref(ref.sheet, ref.column, first, first + len(old) - 1)
            steps.append(_Step(partial(self._holds, part, old), partial(self.write, part, old, old)))
            first += len(old)
        self._do(partial(self._put, ref, values), *steps)

    def lock(self, ref: Ref, *, locked: bool) -> None:
        """Lock cells, or unlock them, where that can be done at all."""
        for part, before in self._alike(ref, native.locked):
            if before is (not locked):
                self._unprotect(ref.sheet)
                cells = self._cells(part)
                back = _Step(partial(_says, native.locked, cells, before), partial(self.lock, part, locked=before))
                self._do(partial(native.lock, cells, value=locked), back)

    def hide(self, ref: Ref, *, hidden: bool) -> None:
        """Hide the rows of a range, or show them."""
        for part, before in self._alike(ref, _hidden):
            if before is not hidden:
                self._unprotect(ref.sheet)
                cells = self._cells(part)
                back = _Step(partial(_says, _hidden, cells, before), partial(self.hide, part, hidden=not hidden))
                self._do(partial(setattr, cells.rows, "hidden", hidden), back)

    def show(self, title: str, *, visible: bool) -> None:
        """Show a sheet, or hide it."""
        sheet = self._book.sheets[title]
        before = sheet.visible
        back = _Step(lambda: sheet.visible == before, partial(setattr, sheet, "visible", before))
        self._do(partial(setattr, sheet, "visible", visible), back)

    def keep_front(self) -> None:
        """When all is taken back, the sheet that is in front now is to be there again."""
        front = self._book.sheets.active.name
        self._do(lambda: None, _Step(lambda: False, partial(self.activate, front)))

    def activate(self, title: str) -> None:
        """Bring a sheet to the front. No matter if that can't be."""
        self._do(partial(native.tried, lambda: native.activate(self._book.sheets[title])))

    def _do(self, action: Callable[[], object], *back: _Step) -> None:
        if not self._trying:
            self._steps += back
            action()
            for step in back:
                step.happened = True

    def _put(self, ref: Ref, values: Sequence[Value]) -> None:
        cells, column = self._cells(ref), [[marked(value)] for value in values]
        if isinstance(values[0], Formula):
            cells.formula = column
        else:
            cells.value = column

    def _holds(self, ref: Ref, values: Sequence[Value]) -> bool:
        found = _block(self._cells(ref)).typed(ref)
        return [(type(value), value) for value in found] == [(type(value), value) for value in values]

    def _cells(self, ref: Ref) -> xlwings.Range:
        return self._book.sheets[ref.sheet].range((ref.first, ref.column), (ref.last, ref.column))

    def _alike(self, ref: Ref, ask: _Ask) -> Iterator[tuple[Ref, bool | None]]:
        """Parts of a range, each with the answer that holds for the whole part; None where nobody knows."""
        answer = ask(self._cells(ref))
        if answer is not None or len(ref) == 1:
            yield ref, answer
            return
        middle = (ref.first + ref.last) // 2
        yield from self._alike(Ref(ref.sheet, ref.column, ref.first, middle), ask)
        yield from self._alike(Ref(ref.sheet, ref.column, middle + 1, ref.last), ask)

    def _unlock(self, ref: Ref) -> None:
        """Make cells writable; where all of them are, their sheet stays protected."""
        if ref.sheet not in self._free and native.locked(self._cells(ref)) is not False:
            self._unprotect(ref.sheet)

    def _unprotect(self, title: str) -> None:
        if title in self._free:
            return
        sheet = self._book.sheets[title]
        if native.protected(sheet):
            back = native.protection(sheet)
            error = native.tried(partial(native.unprotect, sheet))
            if error is None or not native.protected(sheet):
                self._lifted.setdefault(title, back)
            if error is not None:
                raise error if error.code == "host_busy" else BookError("sheet_protected", sheet=title) from error
        self._free.add(title)

    def _stand_still(self) -> None:
        """Without the settings that this Excel does not have."""
        app = self._book.app
        for name, value in _STILL.items():
            try:
                self._settings.setdefault(name, partial(setattr, app, name, getattr(app, name)))
                setattr(app, name, value)
            except native.LACKING:
                self._settings.pop(name, None)

    def _put_back(self) -> BookError | None:
        """Put protection and settings back, each on its own; the first error."""
        self._free.clear()
        errors = []
        for owed in (self._lifted, self._settings):
            for name, back in [*owed.items()]:
                if error := native.tried(back):
                    errors.append(error)
                else:
                    del owed[name]
        return next(iter(errors), None)


_Ask = Callable[[xlwings.Range], bool | None]


def _hidden(cells: xlwings.Range) -> bool | None:
    """Whether the rows of a range are hidden; None where some are and some are not."""
    return cells.rows.hidden


def _says(ask: _Ask, cells: xlwings.Range, answer: bool | None) -> bool:  # noqa: FBT001 - an answer, not an option
    return ask(cells) is answer


def _block(cells: xlwings.Range) -> Block:
    """What Excel says of cells now."""
    values = cells.options(ndim=2, err_to_str=not native.MAC).value
    return Block(cells.row, cells.column, values, rows(cells.formula, cells.shape[1]))
