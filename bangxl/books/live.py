"""A book in an open Excel, by what xlwings offers to everybody (its part under the BSD licence).

Read once: of each sheet with defined names, when it is first asked for, one block of values and one of formulas. A cell holds a
formula if that begins with ``=`` and is not itself the value. On a Mac an error value reads as an empty cell.

Written once: the cells of a column below each other in one block; meanwhile the screen, events and calculation stand still, and
the protection that is in the way is lifted. If a write fails, what was written is taken back.
Every text is written with Excel's mark for texts, the apostrophe before it: then ``007``, ``3/4``, ``=1`` and, in whatever
language Excel speaks, the word for true stay what they are. The mark is no part of the value.

BookError codes: ``never_saved``, ``online`` (path), ``read_only`` (path), ``structure_protected`` (path), ``host_busy``,
``host_refused`` (reason), ``half_changed`` (path): a write failed, and so did taking it back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property, partial
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import Final

import xlwings

from . import cells, files, native
from .blocks import Block, marked, rows, runs, unquoted
from .plan import Plan, places, plan
from .port import BookError, Changes, Formula, Ref, Value

_SEEN: Final = frozenset({True, -1})
"""A sheet's visibility; Windows has -1 for it, and 2 for a very hidden one."""


class LiveBook:
    """An ``OpenBook`` in Excel."""

    def __init__(self, book: xlwings.Book) -> None:
        """BookError ``host_busy``, ``host_refused``."""
        native.give_up_sometime()
        self._book = book
        self._blocks: dict[str, Block] = {}
        self._back: list[_Step] = []
        """What takes the last ``apply`` back, the last step last."""
        with native.host():
            self._full_name = native.full_name(book.api) or book.fullname
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

    def check(self) -> None:
        """BookError ``online``, ``never_saved``, ``read_only``, ``host_busy``."""
        if "://" in self._full_name:
            raise BookError("online", path=self._full_name)
        if not self.path.is_absolute():
            raise BookError("never_saved")
        with native.host():
            if native.read_only(self._book.api):
                raise BookError("read_only", path=str(self.path))

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
        self._back = []
        with self._or_none(), native.host(), _at_work(self._book, self._back) as hand:
            self._make(todo, hand)

    def save(self) -> None:
        """Save in place. If it can't be, the last changes are taken back."""
        with self._or_none():
            self.check()
            with native.host():
                self._book.save()
        self._back = []

    def pdf(self, sheets: Sequence[str], target: Path) -> None:
        """Print sheets to a PDF file, by tab name; what is hidden stays hidden. BookError."""
        seen = [title for title in sheets if self._visible[title]]
        if not seen:
            raise BookError("host_refused", reason=", ".join(sheets))
        self._refuse_protected_structure()
        app = self._book.app
        with native.host(), app.properties(screen_updating=False), app.properties(enable_events=False):
            front = self._book.sheets.active
            self._book.to_pdf(target, include=[*seen])
            native.activate(front.api)

    def goto(self, sheet: str, cell: str) -> None:
        """Put the cursor on a cell of a visible sheet."""
        if self._visible[sheet]:
            with native.host():
                there = self._book.sheets[sheet]
                native.activate(there.api)
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
                block = self._book.sheets[sheet].range((top, left), (bottom, right))
                values = block.options(ndim=2, err_to_str=not native.MAC).value
                formulas = rows(block.formula, right - left + 1)
            self._blocks[sheet] = Block(top, left, values, formulas)
        return self._blocks[sheet]

    def _refuse_protected_structure(self) -> None:
        with native.host():
            if native.structure_protected(self._book.api):
                raise BookError("structure_protected", path=str(self.path))

    def _make(self, todo: Plan, hand: _Hand) -> None:
        for ref in runs(todo.cells):
            hand.write(ref, [todo.cells[place] for place in places(ref)], self._block(ref.sheet).typed(ref))
        for locked in (False, True):
            for ref in runs(place for place, value in todo.locked.items() if value is locked):
                hand.lock(ref, locked=locked)
        for hidden in (False, True):
            for ref in runs((*row, 1) for row, value in todo.hidden.items() if value is hidden):
                hand.hide(ref, hidden=hidden)
        for sheet, visible in sorted(todo.visible.items(), key=lambda item: not item[1]):  # one sheet must always be visible
            hand.show(sheet, visible=visible)
        if todo.active:
            hand.activate(todo.active)

    @contextmanager
    def _or_none(self) -> Iterator[None]:
        """Take the last changes back on any error."""
        with ExitStack() as failing:
            failing.callback(self._take_back)
            yield
            failing.pop_all()
        self._forget()

    def _take_back(self) -> None:
        steps, self._back = self._back, []
        self._forget()
        if not steps:
            return
        try:
            with native.host(), _at_work(self._book, []) as hand:
                for step in reversed(steps):
                    step(hand)
        except BookError as error:
            raise BookError("half_changed", path=str(self.path)) from error

    def _forget(self) -> None:
        """Read anew what is asked for next."""
        self._blocks.clear()
        vars(self).pop("_visible", None)


class _Hand:
    """Writes into a workbook, lifts the protection that is in the way, and notes how to take back what it did."""

    def __init__(self, book: xlwings.Book, lifted: ExitStack, back: list[_Step]) -> None:
        self._book = book
        self._lifted = lifted
        self._free: set[str] = set()
        self._back = back

    def write(self, ref: Ref, values: Sequence[Value], before: Sequence[Value]) -> None:
        """Write cells below each other: constants, and (only to take something back) formulas."""
        self._unlock(ref)
        self._back.append(lambda hand: hand.write(ref, before, values))
        first = ref.first
        for formulas, run in groupby(values, lambda value: isinstance(value, Formula)):
            column = [[marked(value)] for value in run]
            target = self._cells(Ref(ref.sheet, ref.column, first, first + len(column) - 1))
            if formulas:
                target.formula = column
            else:
                target.value = column
            first += len(column)

    def lock(self, ref: Ref, *, locked: bool) -> None:
        """Lock cells, or unlock them."""
        for part, before in self._alike(ref, lambda cells: native.locked(cells.api)):
            if before is not locked:
                self._unprotect(ref.sheet)
                self._back.append(partial(_Hand.lock, ref=part, locked=not locked))
                native.lock(self._cells(part).api, value=locked)

    def hide(self, ref: Ref, *, hidden: bool) -> None:
        """Hide the rows of a range, or show them."""
        for part, before in self._alike(ref, lambda cells: cells.rows.hidden):
            if before is not hidden:
                self._unprotect(ref.sheet)
                self._back.append(partial(_Hand.hide, ref=part, hidden=not hidden))
                self._cells(part).rows.hidden = hidden

    def show(self, title: str, *, visible: bool) -> None:
        """Show a sheet, or hide it."""
        sheet = self._book.sheets[title]
        before = sheet.visible
        self._back.append(partial(_Hand.show, title=title, visible=before))
        sheet.visible = visible

    def activate(self, title: str) -> None:
        """Bring a sheet to the front."""
        self._back.append(partial(_Hand.activate, title=self._book.sheets.active.name))
        native.activate(self._book.sheets[title].api)

    def _cells(self, ref: Ref) -> xlwings.Range:
        return self._book.sheets[ref.sheet].range((ref.first, ref.column), (ref.last, ref.column))

    def _alike(self, ref: Ref, ask: Callable[[xlwings.Range], bool | None]) -> Iterator[tuple[Ref, bool | None]]:
        """Parts of a range, each with the answer that holds for the whole part."""
        answer = ask(self._cells(ref))
        if answer is not None or len(ref) == 1:
            yield ref, answer
            return
        middle = (ref.first + ref.last) // 2
        yield from self._alike(Ref(ref.sheet, ref.column, ref.first, middle), ask)
        yield from self._alike(Ref(ref.sheet, ref.column, middle + 1, ref.last), ask)

    def _unlock(self, ref: Ref) -> None:
        """Make cells writable; where all of them are, their sheet stays protected."""
        if ref.sheet not in self._free and native.locked(self._cells(ref).api) is not False:
            self._unprotect(ref.sheet)

    def _unprotect(self, sheet: str) -> None:
        if sheet not in self._free:
            self._free.add(sheet)
            api = self._book.sheets[sheet].api
            if native.protected(api):
                self._lifted.callback(native.lift(api))


_Step = Callable[[_Hand], None]


@contextmanager
def _at_work(book: xlwings.Book, back: list[_Step]) -> Iterator[_Hand]:
    """A hand for an Excel that stands still meanwhile; at the end every protection is put back."""
    app = book.app
    with (
        app.properties(screen_updating=False),
        app.properties(enable_events=False),
        app.properties(calculation="manual"),
        ExitStack() as lifted,
    ):
        yield _Hand(book, lifted, back)
