"""`bangxl check --repair` and `--rebuild`: what bangxl made in a workbook is made again around what people typed.

Only what is proved is written. Names and labels say where each cell of a new workbook stands now; where they contradict each
other, or cells have moved, it must say what the last whole state of the history says. The rest is what a person must type again.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from bangxl.books import history
from bangxl.books.closed import MACROS, ClosedBook
from bangxl.books.port import NO_CHANGES, BookError, Cell, Changes, Formula, Value
from bangxl.books.references import Place, address, place_of
from bangxl.commands import kept
from bangxl.commands.asking import Agree, unasked
from bangxl.commands.damage import New, copies, homes, is_replaced, names_on, new_like, places
from bangxl.commands.errors import Refusal, explain
from bangxl.commands.new import create
from bangxl.commands.workspace import Source, Workspace, log_entry, path_of, put, source_language, tabs, workspace_of
from bangxl.interchange.dump import tournament_json
from bangxl.locale.catalog import catalog
from bangxl.rulebooks.loader import RulebookError
from bangxl.sheets.build import annotate, build
from bangxl.tournament.drawing import with_logged_draws
from bangxl.vba.ribbon import parts
from bangxl.workbook import names
from bangxl.workbook.logbook import when, with_log
from bangxl.workbook.messages import cell_of
from bangxl.workbook.read import read
from bangxl.workbook.summary import ASTRAY, ranges
from bangxl.workbook.write import cells_for, changes

_ENOUGH: Final = 0.9
"""This share of what bangxl made on a sheet must stand in its place before lost names are put back there."""

_MOST: Final = 10_000
"""More rows, and columns, than any sheet has."""

_CHANGING: Final = frozenset({"Rng_Seed", "Public_Value", "Players_Lot", names.LATEST})
"""What commands empty or write again: it is never as it was before the last command."""

Lines = Mapping[int, int]
"""Where rows or columns of a new sheet are now; those that are gone, or of which nobody knows it, are missing."""
Places = Mapping[str, Sequence[str]]
"""Addresses by sheet."""


class _Layout(NamedTuple):
    """What stands on a tab, and where the cells of a new sheet are there. ``doubted``: names say something else of these."""

    tab: str
    here: Mapping[Place, Value]
    rows: Lines
    columns: Lines
    doubted: Container[Place | None] = ()

    def now(self, place: Place) -> Place | None:
        row, column = self.rows.get(place[0]), self.columns.get(place[1])
        return None if row is None or column is None else (row, column)

    def before(self) -> Callable[[Place], Place | None]:
        """Where a cell of the tab is on a new sheet; nowhere if it has come since."""
        rows, columns = ({now: line for line, now in lines.items()} for lines in (self.rows, self.columns))
        return self._replace(rows=rows, columns=columns).now


_UNMOVED: Final[Lines] = {line: line for line in range(1, _MOST)}
_GONE: Final = _Layout("", {}, {}, {})


class _Case(NamedTuple):
    """A workbook and its last whole state in the history, None where they cannot be read; and what stood there on each sheet.

    ``known``: the one of them from which the regulation is known and the language.
    """

    book: ClosedBook
    now: Workspace | None
    then: Workspace | None
    stood: Mapping[str, Mapping[Place, Value]] | None
    known: Workspace


class _Made(NamedTuple):
    """A new workbook with what is proved; its cells that are not; the cells and sheets that it has no place for."""

    book: ClosedBook
    unproved: Places
    stray: Places
    foreign: Sequence[str]


def repair(source: Source, agree: Agree = unasked) -> tuple[str, ...]:
    """Write a new workbook in the place of this one, after a snapshot. Refusal where anything typed is not proved.

    It asks ``agree`` about what it leaves out: pictures, charts, and copies of sheets, which nobody else can delete.
    No program lets go of a file that it has open, so then a copy beside it is written, whose `undo` leads back.
    """
    if not isinstance(source, Path):
        stems = (f"{source.path.stem}-repaired{number}{source.path.suffix}" for number in ("", *range(2, 1000)))
        copy = next(path for path in map(source.path.with_name, stems) if not path.exists())
        lines = rebuild(source, copy)
        history.snapshot(copy, "repair", source.state())
        return lines
    case = _case(source)
    _, new = case.known.text, new_like(case.known.book, case.known.contents)
    if new is None:
        text = _("Another version of bangxl made this workbook. Make a new one from it: {bangxl check --rebuild NEW.xlsx}.")
        raise Refusal(text)
    made = _made(case, new, None)
    copied = copies(case.book, new, homes(case.book, new))
    if foreign := [tab for tab in made.foreign if tab not in copied]:
        text = _("bangxl did not make these sheets: {sheets}. Move them into another file or delete them, then repair.")
        raise Refusal(text.format(sheets=", ".join(foreign)))
    lost = [*_gone(case, made.book)]
    if copied:
        text = _("These sheets are copies; what was typed on them does not count. They are removed: {sheets}.")
        lost.insert(0, text.format(sheets=", ".join(copied)))
    if wrong := made.stray or made.unproved:
        text = _(
            "{cells}: nobody can prove what belongs here, so nothing was written. Go back with {bangxl undo}; or {bangxl check"
            " --rebuild NEW.xlsx} makes a new workbook from what can be proved, and says what to type again."
        )
        raise Refusal(text.format(cells=_told(wrong, 5)))
    after, state = read(made.book), case.now.state if case.now and not _is_astray(case.now) else None
    if state and tournament_json(state.with_tournament(with_logged_draws(state))) != tournament_json(after):
        raise Refusal(_("The repair would change the tournament: nothing was written. Please report it (see CONTRIBUTING.md)."))
    if lost:
        agree(_, [*lost, _("{bangxl undo} brings them back.")])
    _keep(case, made.book, "repair")
    done = _("Every formula, name, format and protection is as bangxl makes it. Nothing that was typed has changed.")
    return (done, *lost)


def rebuild(source: Source, path: Path) -> tuple[str, ...]:
    """Make a new workbook from all that can be proved, and say what a person must type again. The old one stays as it is.

    Refusal if the new file exists, or where neither the workbook nor its history says of which regulation it is.
    """
    case = _case(source)
    _, new = case.known.text, new_like(case.known.book, case.known.contents)
    lines = [_("{file} is ready: a new workbook with all that can be proved. The old one stays as it is.").format(file=path)]
    if new is None:
        known = next((one for one in (case.now, case.then) if one is not None and not _is_astray(one)), None)
        if known is None:
            raise explain(BookError("nothing_kept"), str(case.book.path), _.language)
        create(path, known.state, len(known.book.names["Players_Name"]), [*known.log, log_entry("rebuild")])
        made = _Made(case.book, dict.fromkeys(known.book.sheets, ()) if known is case.then else {}, {}, ())
    else:
        made = _made(case, new, path)
        _keep(case, made.book, "rebuild")
    if made.unproved and case.then is not None and case.then.log:
        text = _("These cells are as on {when}; nobody can prove what came since. Compare, and type what is missing: {cells}")
        lines.append(text.format(when=when(case.then.log[-1].time, _.language), cells=_told(made.unproved)))
    elif made.unproved:
        lines.append(_("Type this again: {cells}").format(cells=_told(made.unproved)))
    if made.stray or made.foreign:
        text = _("Only in the old workbook, for nobody can prove where it belongs: {cells}")
        lines.append(text.format(cells=", ".join(filter(None, (_told(made.stray), *made.foreign)))))
    return (*lines, *_gone(case, made.book))


def _told(cells: Places, most: int = 1000) -> str:
    """Cells by sheet, of so many sheets at the most."""
    shown = [f"{sheet} {ranges(own)}".rstrip() for sheet, own in cells.items()]
    return ", ".join(shown if len(shown) <= most else [*shown[:most], "…"])


def _gone(case: _Case, new: ClosedBook) -> Iterator[str]:
    """What was lost before, or a new workbook has no place for."""
    _, merged = case.known.text, dict[str, list[str]]()
    for sheet, cell in (cell_of(case.book, name, index) for name, index in case.book.covered()):
        merged.setdefault(sheet, []).append(cell)
    if merged:
        yield _("Merged cells are split: {cells}. Check them, and type what is missing.").format(cells=_told(merged))
    if (count := case.book.pictures - new.pictures) > 0:
        yield _("Pictures and charts that the new workbook leaves out: {count}.").format(count=count)


def _is_astray(one: Workspace) -> bool:
    return any(finding.code in ASTRAY for finding in one.findings_of_reading)


def _case(source: Source) -> _Case:
    """What is known of the workbook as its file holds it; an open one is saved first. Refusal."""
    path = path_of(source)
    try:
        if isinstance(source, Path):
            book = ClosedBook.open(source)
            book.check()
        else:
            source.check()
            source.save()
            book = ClosedBook.open(path, reading_only=True)
        if names.REFERTO_MARK in book.names:
            raise BookError("referto")  # noqa: TRY301
        then, stood = None, None
        try:
            now = workspace_of(path, book)
        except RulebookError:
            now = None
        except BookError as error:
            if error.code != "damaged":
                raise
            now = None
        for state in kept.before(path, kept.log_of(book.state(), path)).values():
            with suppress(BookError, RulebookError):
                before = ClosedBook.of(history.read(state), path)
                one = workspace_of(path, before)
                if not _is_astray(one):
                    then, stood = one, {tab: before.everything(tab) for tab in before.sheets}
                    break
        if (known := then or now) is None:
            raise BookError("nothing_kept")  # noqa: TRY301
    except BookError as error:
        raise explain(error, str(path), source_language(source)) from None
    return _Case(book, now, then, stood, known)


def _made(case: _Case, new: New, path: Path | None) -> _Made:
    """The new workbook, in the place of the old one if no other path is given. Refusal."""
    old, words = case.book, catalog(case.known.tournament.language)
    workbook = build(case.known.contents.rulebook, words, len(new.names["Players_Name"]), new.rounds)
    macros = parts(words) if (path or old.path).suffix.lower() == MACROS else {}
    tab_of = homes(old, new)
    found = {title: layout for title, tab in tab_of.items() if (layout := _layout(case, title, tab, new)) is not None}
    for title, layout in found.items():
        before = layout.before()
        notes = ((before(place_of(cell)), note) for cell, note in old.comments(layout.tab).items())
        annotate(workbook, {title: {place: note for place, note in notes if place is not None}})
    try:
        made = old.made_anew(workbook, macros) if path is None else ClosedBook.create(path, workbook, macros)
        cells, unproved = _proved(case, new, made, found)
        made.apply(Changes(cells))
        made.apply(Changes(_following(made)))
    except BookError as error:
        raise explain(error, str(path or old.path), case.known.language) from None
    return _Made(made, unproved, _stray(new, found), [tab for tab in old.sheets if tab not in {*new.cells, *tab_of.values()}])


def _layout(case: _Case, title: str, tab: str, new: New) -> _Layout | None:
    """Where the cells of a new sheet are on this tab; None where neither names nor labels say."""
    here, own, labels = case.book.everything(tab), new.on(title), new.labels(title)
    if is_replaced(case.book, tab, labels):
        return None
    pairs = [(own[name], ref) for name, ref in names_on(case.book, new, title, tab).items()]
    rows = [end for one, ref in pairs for end in ((one.first, ref.first), (one.last, ref.last))]
    columns = [(one.column, ref.column) for one, ref in pairs]
    filled = {place for ref in own.values() for place in places(ref) if case.stood is None or place in case.stood.get(title, {})}
    layout = _Layout(tab, here, _lines(rows, filled, here, 0), _lines(columns, filled, here, 1))
    off = [(one, ref) for one, ref in pairs if {*map(layout.now, places(one))} - {None, *places(ref)}]
    alike = sum(here.get(layout.now(place) or (0, 0)) == value for place, value in labels.items())
    if alike < _ENOUGH * len(labels) and 2 * (len(pairs) - len(off)) < len(own):
        return None
    before = layout.before()
    return layout._replace(doubted={place for one, ref in off for place in (*places(one), *map(before, places(ref)))})


def _lines(claims: Sequence[tuple[int, int]], filled: Iterable[Place], here: Iterable[Place], axis: int) -> Lines:
    """Where each row (or column) of a new sheet is now, if names claim of some where they are.

    All from one on have moved by as many, whichever fits most names. Where between two names some have come or are gone, it is
    the first that are blank now, or the last that were blank before; without enough of these nobody knows.
    """
    moves = [(_MOST, 0), *sorted((line, now - line) for line, now in {*claims} if line != now)]
    first, by = max(moves, key=lambda move: sum(now == line + move[1] * (line >= move[0]) for line, now in claims))
    if not by:
        return _UNMOVED
    top = max((line for line, now in claims if line == now and line < first), default=0)
    ours, theirs = [*range(top + 1, first)], [*range(top + 1, first + by)]
    if by > 0:
        come = sorted({*theirs} - {place[axis] for place in here})[:by]
        theirs = [line for line in theirs if line not in come]
    else:
        gone = sorted({*ours} - {place[axis] for place in filled})[by:]
        ours = [line for line in ours if line not in gone]
    between = dict(zip(ours, theirs, strict=True)) if len(ours) == len(theirs) else {}
    return {line: line for line in range(1, top + 1)} | between | {line: line + by for line in range(first, _MOST)}


def _proved(case: _Case, new: New, made: ClosedBook, found: Mapping[str, _Layout]) -> tuple[Mapping[Cell, Value], Places]:
    """What people and commands have put into the named cells, each where a new workbook has it; and the cells not proved."""
    drawn = {stage for row in case.now.log for stage in row.stage.split("+") if stage} if case.now is not None else {""}
    undrawn = _undrawn(case.book, found)
    cells, unproved = dict[Cell, Value](), dict[str, list[str]]()
    for name, ref in new.names.items():
        layout, then = found.get(ref.sheet, _GONE), (case.stood or {}).get(ref.sheet, {})
        is_moved = not layout.rows is layout.columns is _UNMOVED
        # blank in the last state is no proof for what has been drawn since; without one only for what was never drawn
        is_drawn = _stage(name) not in undrawn or any(stage in name for stage in drawn)
        may_be_typed = is_drawn if "!" in name else case.stood is None
        looks = zip(made.read(name), made.formulas(name), made.locked(name), places(ref), strict=True)
        for index, (fresh, is_formula, is_locked, place) in enumerate(looks):
            if name == names.DIGEST or is_formula or (is_locked and fresh is not None):
                continue
            old, at = then.get(place), layout.now(place)
            value = layout.here.get(at) if at is not None else None
            stands = place not in layout.doubted and (old is None or not is_moved)
            is_sure = at is not None and not isinstance(value, Formula) and (stands or value == old or name in _CHANGING)
            is_blank = (old, value) == (None, None) and not (may_be_typed and (case.stood is None or not is_locked))
            if not (is_sure or is_blank or name.endswith(names.STAMP)):
                unproved.setdefault(ref.sheet, []).append(address(*place))
            value = value if is_sure else old
            if value != fresh and not isinstance(value, Formula):
                cells[name, index] = value
    return cells, unproved


def _undrawn(book: ClosedBook, found: Mapping[str, _Layout]) -> Container[str]:
    """The stages of which a sheet is there, and a player on none."""
    stages = {layout.tab: _stage(title) for title, layout in found.items()}
    players = {name: ref.sheet for name, ref in book.names.items() if "!" in name and name.endswith("Player")}
    return {*stages.values()} - {stages.get(tab) for name, tab in players.items() if any(book.read(name))}


def _stage(name: str) -> str:
    """The stage of a sheet, or of a name on one."""
    return name.partition("!")[0].partition("T")[0]


def _following(new: ClosedBook) -> Mapping[Cell, Value]:
    """What commands have written and nobody can have emptied, where it follows from the rest: lines of the wall's list, seeds."""
    contents = read(new)
    own = cells_for(contents.with_tournament(with_logged_draws(contents)), contents.rows).cells
    blank = {(name, row) for name in new.names for row, value in enumerate(new.read(name)) if value is None}
    return {
        (name, row): value
        for (name, row), value in own.items()
        if (name, row) in blank and new.locked(name)[row] and name != "Players_Id"
    }


def _stray(new: New, found: Mapping[str, _Layout]) -> Places:
    """What was typed where a new workbook has no cell for it, by tab."""
    stray = dict[str, list[str]]()
    for title, layout in found.items():
        own, made = new.on(title), new.cells[title]
        known = {*made, *(place for ref in own.values() for place in places(ref))}
        # words that somebody has moved; numbers too where nobody is to type any
        labels = {"", *(value for value in made.values() if isinstance(value, str) or not own)}
        before = layout.before()
        for place, value in layout.here.items():
            if not isinstance(value, Formula) and value not in labels and before(place) not in known:
                stray.setdefault(layout.tab, []).append(address(*place))
    return stray


def _keep(case: _Case, new: ClosedBook, command: str) -> None:
    """Show, hide and lock what the facts ask for, and save with a row of the log."""
    after = read(new)
    todo = replace(changes(NO_CHANGES, cells_for(after, after.rows), tabs(new)), cells={})
    todo = with_log(todo, [log_entry(command)], len(after.journal.entries), after)
    put(new, command, todo, new.path, case.known.language)
