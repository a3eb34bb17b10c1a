"""`bangxl check --repair` and `--rebuild`: what bangxl made in a workbook is made again around what people typed.

Only what is proved is written. Names and labels say where each cell of a new workbook stands now; where they contradict each
other, or cells have moved, it must say what the last whole state of the history says. The rest is what a person must type again.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
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
from bangxl.commands.damage import NewWorkbook, is_replaced, new_like, places
from bangxl.commands.errors import Refusal, book_refusals, explain
from bangxl.commands.new import create
from bangxl.commands.workspace import Source, Workspace, log_entry, path_of, put, source_language, tabs, workspace_of
from bangxl.interchange.dump import tournament_json
from bangxl.locale.catalog import catalog
from bangxl.rulebooks.loader import RulebookError
from bangxl.sheets.build import annotate, build
from bangxl.tournament.drawing import with_logged_draws
from bangxl.tournament.state import State
from bangxl.vba.ribbon import parts
from bangxl.workbook import names
from bangxl.workbook.logbook import with_log
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
"""By rows or columns of a tab those of the new sheet; those that have come, or of which nobody knows it, are missing."""
_UNMOVED: Final[Lines] = {line: line for line in range(1, _MOST)}
Places = Mapping[str, Sequence[str]]
"""Addresses by sheet."""


class _Case(NamedTuple):
    """A workbook and its last whole state in the history, None where they cannot be read; and what stood there on each sheet.

    ``known``: the one of them from which the regulation is known and the language.
    """

    book: ClosedBook
    now: Workspace | None
    then: Workspace | None
    stood: Mapping[str, Mapping[Place, Value]]
    known: Workspace


class _Found(NamedTuple):
    """What stands on a sheet, and its comments, by the cells of the new one.

    ``lost`` cells are nowhere; ``unsure`` ones count only as they were in the last state; ``stray`` has no cell on the new sheet.
    """

    lost: Container[Place]
    here: Mapping[Place | None, Value] = {}
    notes: Mapping[Place | None, tuple[str, str]] = {}
    unsure: Container[Place] = ()
    stray: Sequence[str] = ()


class _Made(NamedTuple):
    """A new workbook with what is proved; its cells that are not; the cells and sheets that it has no place for."""

    book: ClosedBook
    unproved: Places
    stray: Places
    foreign: Sequence[str]


def repair(source: Source, agree: Agree = unasked) -> tuple[str, ...]:
    """Write a new workbook in the place of this one, after a snapshot. Refusal where anything typed is not proved.

    It asks ``agree`` about what it leaves out: pictures, charts, and sheets of which bangxl knows nothing.
    No program lets go of a file that it has open: then the new workbook lies beside it.
    """
    if not isinstance(source, Path):
        stems = (f"{source.path.stem}-repaired{number}{source.path.suffix}" for number in ("", *range(2, 1000)))
        return rebuild(source, next(path for path in map(source.path.with_name, stems) if not path.exists()))
    case = _case(source)
    _, new = case.known.text, new_like(case.known.book, case.known.contents)
    if new is None:
        text = _("Another version of bangxl made this workbook. Make a new one from it: {bangxl check --rebuild NEW.xlsx}.")
        raise Refusal(text)
    made = _made(case, new, None)
    if wrong := made.stray or made.unproved:
        text = _(
            "{cells}: nobody can prove what belongs here, so nothing was written. Go back with {bangxl undo}; or {bangxl check"
            " --rebuild NEW.xlsx} makes a new workbook from what can be proved, and says what to type again."
        )
        raise Refusal(text.format(cells=_told(wrong, 5)))
    if case.now and not _is_astray(case.now) and _facts(case.now.state) != _facts(read(made.book)):
        raise Refusal(_("The repair would change the tournament: nothing was written. Please report it (see CONTRIBUTING.md)."))
    lost = [*_gone(case, made.book)]
    if made.foreign:
        text = _("Nothing on these sheets counts for the tournament. They are removed: {sheets}.")
        lost.insert(0, text.format(sheets=", ".join(made.foreign)))
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
    if made.unproved:
        text = _("Nobody can prove what belongs in these cells. Check them, and type what is missing: {cells}")
        lines.append(text.format(cells=_told(made.unproved)))
    if made.stray or made.foreign:
        text = _("Left in the old workbook, because nobody can prove where it belongs: {cells}")
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
        yield _("Unmerged: {cells}. Check these cells, and type what is missing.").format(cells=_told(merged))
    if (count := case.book.pictures - new.pictures) > 0:
        yield _("Pictures and charts that the new workbook leaves out: {count}.").format(count=count)


def _is_astray(one: Workspace) -> bool:
    return any(finding.code in ASTRAY for finding in one.findings_of_reading)


def _facts(state: State) -> object:
    return tournament_json(state.with_tournament(with_logged_draws(state)))


def _case(source: Source) -> _Case:
    """What is known of the workbook as its file holds it; an open one is saved first. Refusal."""
    path = path_of(source)
    try:
        if not isinstance(source, Path):
            source.check()
            source.save()
        book = ClosedBook.open(path, reading_only=not isinstance(source, Path))
        if names.REFERTO_MARK in book.names:
            raise BookError("referto")  # noqa: TRY301
        then, stood = None, dict[str, Mapping[Place, Value]]()
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


def _made(case: _Case, new: NewWorkbook, path: Path | None) -> _Made:
    """The new workbook, in the place of the old one if no other path is given. Refusal."""
    old, words = case.book, catalog(case.known.tournament.language)
    known, places = case.known.contents, len(new.names["Players_Name"])
    workbook = build(known.rulebook, words, places, new.rounds, known.tournament.extras)
    macros = parts(words, league=known.rulebook.league is not None) if (path or old.path).suffix.lower() == MACROS else {}
    found = {tab: _found(case, tab, new) for tab in new.cells}
    annotate(workbook, {tab: {place: note for place, note in one.notes.items() if place} for tab, one in found.items()})
    with book_refusals(path or old.path, case.known.language):
        made = old.made_anew(workbook, macros) if path is None else ClosedBook.create(path, workbook, macros)
        cells, unproved = _proved(case, new, made, found)
        made.apply(Changes(cells))
    stray = {tab: one.stray for tab, one in found.items() if one.stray}
    return _Made(made, unproved, stray, [tab for tab in old.sheets if tab not in new.cells])


def _found(case: _Case, tab: str, new: NewWorkbook) -> _Found:
    """Where the cells of a new sheet are, as far as names and labels say."""
    own, labels, made = new.on(tab), new.labels(tab), new.cells[tab]
    named = {place for ref in own.values() for place in places(ref)}
    if tab not in case.book.sheets or is_replaced(case.book, tab, labels):
        return _Found(named)
    cells, then = case.book.everything(tab), case.stood.get(tab, {})
    pairs = [(one, ref) for name, one in own.items() if (ref := case.book.names.get(name)) is not None and ref.sheet == tab]
    filled = named & then.keys() if case.stood else named
    rows = _lines([end for one, ref in pairs for end in ((one.first, ref.first), (one.last, ref.last))], filled, cells, 0)
    columns = _lines([(one.column, ref.column) for one, ref in pairs], filled, cells, 1)

    def on_new(place: Place) -> Place | None:
        row, column = rows.get(place[0]), columns.get(place[1])
        return None if row is None or column is None else (row, column)

    here = {on_new(place): value for place, value in cells.items()}
    kept_rows, kept_columns = {*rows.values()}, {*columns.values()}
    there = {place for place in named if place[0] in kept_rows and place[1] in kept_columns}
    off = [(one, ref) for one, ref in pairs if {*places(one)} & there - {*map(on_new, places(ref))}]
    alike = sum(here.get(place) == value for place, value in labels.items())
    if alike < _ENOUGH * len(labels) and 2 * (len(pairs) - len(off)) < len(own):
        return _Found(named)
    lost = named - there
    if case.stood and not any("!" in name for name in own):  # the last state says which rows of a list were blank
        lost = {place for place in lost if place[1] not in kept_columns}
    unsure = {place for one, ref in off for place in (*places(one), *map(on_new, places(ref))) if place}
    if (rows, columns) != (_UNMOVED, _UNMOVED):
        unsure |= then.keys()
    # beside words that somebody has moved; numbers too where nobody is to type any
    labelled = {"", *(value for value in made.values() if isinstance(value, str) or not own)}
    strange = [place for place, value in cells.items() if not isinstance(value, Formula) and value not in labelled]
    known = named | made.keys()
    stray = [address(*place) for place in strange if on_new(place) not in known]
    notes = {on_new(place_of(cell)): note for cell, note in case.book.comments(tab).items()}
    return _Found(lost, here, notes, unsure, stray)


def _lines(claims: Sequence[tuple[int, int]], filled: Iterable[Place], here: Iterable[Place], axis: int) -> Lines:
    """Which row (or column) of a new sheet each one is now, if names claim of some where they are.

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
    between = dict(zip(theirs, ours, strict=True)) if len(ours) == len(theirs) else {}
    return {line: line for line in range(1, top + 1)} | between | {line + by: line for line in range(first, _MOST)}


def _proved(case: _Case, new: NewWorkbook, made: ClosedBook, found: Mapping[str, _Found]) -> tuple[Mapping[Cell, Value], Places]:
    """What people and commands have put into the named cells, each where a new workbook has it; and the cells not proved."""
    cells, unproved = dict[Cell, Value](), dict[str, list[str]]()
    for name, ref in new.names.items():
        one, then = found[ref.sheet], case.stood.get(ref.sheet, {})
        for index, (fresh, is_locked, place) in enumerate(zip(made.read(name), made.locked(name), places(ref), strict=True)):
            if name == names.DIGEST or isinstance(fresh, Formula) or (is_locked and fresh is not None):
                continue
            old, value = then.get(place), one.here.get(place)
            if place in one.lost:
                is_proved = old is None and bool(case.stood) and is_locked  # what people type may have come since
            else:
                stands = place not in one.unsure or value == old or name in _CHANGING
                is_proved = stands and not isinstance(value, Formula)
            if not (is_proved or name.endswith(names.STAMP)):
                unproved.setdefault(ref.sheet, []).append(address(*place))
            value = value if is_proved else old
            if value != fresh and not isinstance(value, Formula):
                cells[name, index] = value
    return cells, unproved


def _keep(case: _Case, new: ClosedBook, command: str) -> None:
    """Write, show, hide and lock what the facts ask for, and save with a row of the log.

    Written is only what nobody can have emptied: lines of the wall's list, seeds.
    """
    after = read(new)
    todo = changes(NO_CHANGES, cells_for(after.with_tournament(with_logged_draws(after)), after.rows), tabs(new))
    free = {
        (name, row)
        for name in new.names.keys() - {"Players_Id"}
        for row, (value, is_locked) in enumerate(zip(new.read(name), new.locked(name), strict=True))
        if value is None and is_locked
    }
    todo = replace(todo, cells={cell: value for cell, value in todo.cells.items() if cell in free})
    put(new, command, with_log(todo, [log_entry(command)], len(after.journal.entries), after), new.path, case.known.language)
