"""`bangxl check --repair` and `--rebuild`: what bangxl made in a workbook is made again around what people typed.

Only what is proved is written. Names and labels say where each cell of a new workbook stands now; where they contradict each
other, or cells have moved, it must say what the last whole state of the history says. The rest is what a person must type again.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from bangxl.books import history
from bangxl.books.closed import MACROS, ClosedBook
from bangxl.books.port import NO_CHANGES, BookError, Cell, Changes, Formula, Value
from bangxl.books.references import Place, address, place_of
from bangxl.commands import history_logs as logs
from bangxl.commands.asking import Agree, unasked
from bangxl.commands.damage import NewWorkbook, is_replaced, name_cells, new_of_same_size
from bangxl.commands.errors import Refusal, book_refusals, explain, fact_lines
from bangxl.commands.new import create_workbook
from bangxl.commands.workspace import Source, Workspace, log_entry, path_of, save_changes, source_language, workspace_of
from bangxl.interchange.dump import tournament_json
from bangxl.locale.catalog import catalog
from bangxl.rulebooks.loader import RulebookError
from bangxl.sheets.build import add_comments, build
from bangxl.tournament.drawing import with_logged_draws
from bangxl.tournament.state import State
from bangxl.vba.ribbon import macro_parts
from bangxl.workbook import names
from bangxl.workbook.logbook import with_log
from bangxl.workbook.notice_lines import DISORDER, cells_text
from bangxl.workbook.notices import cell_of
from bangxl.workbook.read import read_workbook
from bangxl.workbook.write import cells_for, changes

_ENOUGH, _MOST = 0.9, 10_000
"""This share of what bangxl made on a sheet must stand there before lost names are put back; more rows than any sheet has."""
_REWRITTEN: Final = frozenset({"Rng_Seed", "Public_Value", "Players_Lot", names.LATEST_CODE})
"""What commands empty or write again: it is never as it was before the last command."""
_Lines = Mapping[int, int]
"""By rows or columns of a tab those of the new sheet; those that have come, or of which nobody knows it, are missing."""
_SAME_LINES: Final[_Lines] = {line: line for line in range(1, _MOST)}
Places = Mapping[str, Sequence[str]]
_NO_CELLS: Final[Places] = {}
"""Addresses by sheet; none: all of it."""


class _Case(NamedTuple):
    """A workbook and its last whole state in the history, None where they cannot be read; and what stood there on each sheet.

    ``known``: the one of them from which the regulation is known and the language; ``new``: a new workbook of its size, if any.
    """

    book: ClosedBook
    now: Workspace | None
    then: Workspace | None
    stood: Mapping[str, Mapping[Place, Value]]
    known: Workspace
    new: NewWorkbook | None


class _Found(NamedTuple):
    """What stands on a sheet, and its comments, by the cells of the new one.

    ``lost`` cells are nowhere; ``unsure`` ones count only as they were in the last state; ``stray`` has no cell on the new sheet.
    """

    lost: Container[Place]
    here: Mapping[Place, Value] = {}
    notes: Mapping[Place, tuple[str, str]] = {}
    unsure: Container[Place] = ()
    stray: Sequence[str] = ()


def repair(source: Source, agree: Agree = unasked) -> tuple[str, ...]:
    """Write a new workbook in the place of this one, after a snapshot. Refusal where anything typed is not proved.

    It asks ``agree`` about what it leaves out: pictures, charts, and sheets of which bangxl knows nothing.
    No program lets go of a file that it has open: then the new workbook lies beside it.
    """
    if not isinstance(source, Path):
        stems = (f"{source.path.stem}-repaired{number}{source.path.suffix}" for number in ("", *range(2, 1000)))
        return rebuild(source, next(path for path in map(source.path.with_name, stems) if not path.exists()))
    case = _case(source)
    _, new = case.known.catalog, case.new
    if new is None:
        raise Refusal(*fact_lines(_, "repair", {"other_version": True}))
    made, unproved, stray = _make_new(case, new, None)
    foreign = [tab for tab in stray if tab not in new.cells]
    if wrong := {tab: cells for tab, cells in stray.items() if tab in new.cells} or unproved:
        raise Refusal(*fact_lines(_, "repair", {"unproved": _listed(wrong, 5)}))
    if case.now and not _is_astray(case.now) and _facts(case.now.state) != _facts(read_workbook(made)):
        raise Refusal(*fact_lines(_, "repair", {"changed": True}))
    lost = [*fact_lines(_, "repair", {"removed": ", ".join(foreign)}), *_losses(case, made)]
    if lost:
        agree(_, [*lost, *fact_lines(_, "repair", {"undo": True})])
    _save(case, made, "repair")
    return (*fact_lines(_, "repair", {"repaired": True}), *lost)


def rebuild(source: Source, path: Path) -> tuple[str, ...]:
    """Make a new workbook from all that can be proved, and say what a person must type again. The old one stays as it is.

    Refusal if the new file exists, or where neither the workbook nor its history says of which regulation it is.
    """
    case = _case(source)
    _, made, unproved, stray = case.known.catalog, case.book, _NO_CELLS, _NO_CELLS
    if case.new is not None:
        made, unproved, stray = _make_new(case, case.new, path)
        _save(case, made, "rebuild")
    elif (whole := next((one for one in (case.now, case.then) if one is not None and not _is_astray(one)), None)) is not None:
        create_workbook(path, whole.state, len(whole.book.names["Players_Name"]), [*whole.log, log_entry("rebuild")])
        unproved = dict.fromkeys(whole.book.sheets, ()) if whole is case.then else _NO_CELLS
    else:
        raise explain(BookError("nothing_kept"), str(case.book.path), _.language)
    return (*fact_lines(_, "repair", {"rebuilt": path, "lost": _listed(unproved), "left": _listed(stray)}), *_losses(case, made))


def _listed(cells: Places, most: int = 1000) -> str:
    """Cells by sheet, of so many sheets at the most."""
    shown = [f"{sheet} {cells_text(own)}".rstrip() for sheet, own in cells.items()]
    return ", ".join(shown if len(shown) <= most else [*shown[:most], "…"])


def _losses(case: _Case, new: ClosedBook) -> list[str]:
    """What was lost before, or a new workbook has no place for."""
    merged = dict[str, list[str]]()
    for sheet, cell in (cell_of(case.book, name, index) for name, index in case.book.covered()):
        merged.setdefault(sheet, []).append(cell)
    pictures = max(0, case.book.pictures - new.pictures)
    return fact_lines(case.known.catalog, "repair", {"unmerged": _listed(merged), "pictures": pictures})


def _is_astray(one: Workspace) -> bool:
    return any(finding.code in DISORDER for finding in one.findings_of_reading)


def _facts(state: State) -> object:
    return tournament_json(state.with_tournament(with_logged_draws(state)))


def _case(source: Source) -> _Case:
    """What is known of the workbook as its file holds it; an open one is saved first. Refusal."""
    path = path_of(source)
    with book_refusals(path, source_language(source)):
        if not isinstance(source, Path):
            source.require_writable()
            source.save()
        book = ClosedBook.open(path, reading_only=not isinstance(source, Path))
        if names.REFERTO_MARK in book.names:
            raise BookError("referto")
        now, then, stood = None, None, dict[str, Mapping[Place, Value]]()
        try:
            now = workspace_of(path, book)
        except (BookError, RulebookError) as error:
            if isinstance(error, BookError) and error.code != "damaged":
                raise
        for copy in logs.copies_before(path, logs.log_of(book.file_bytes(), path)).values():
            with suppress(BookError, RulebookError):
                before = ClosedBook.of(history.read_snapshot(copy), path)
                if not _is_astray(then := workspace_of(path, before)):
                    stood = {tab: before.everything(tab) for tab in before.sheets}
                    break
            then = None
        if (known := then or now) is None:
            raise BookError("nothing_kept")
    return _Case(book, now, then, stood, known, new_of_same_size(known.book, known.contents))


def _make_new(case: _Case, new: NewWorkbook, path: Path | None) -> tuple[ClosedBook, Places, Places]:
    """A new workbook with what is proved, in the old one's place if no other is given; cells that are not; what is left out."""
    old, words = case.book, catalog(case.known.tournament.language)
    known, places = case.known.contents, len(new.names["Players_Name"])
    workbook = build(known.rulebook, words, places, new.rounds, known.tournament.extras)
    macros = macro_parts(words, league=known.rulebook.league is not None) if (path or old.path).suffix.lower() == MACROS else {}
    found = {tab: _find_cells(case, tab, new) for tab in new.cells}
    add_comments(workbook, {tab: {place: note for place, note in one.notes.items() if all(place)} for tab, one in found.items()})
    with book_refusals(path or old.path, case.known.language):
        made = old.made_anew(workbook, macros) if path is None else ClosedBook.create(path, workbook, macros)
        cells, unproved = _copy_proved(case, new, made, found)
        made.apply(Changes(cells))
    stray = {tab: one.stray for tab, one in found.items() if one.stray}
    return made, unproved, stray | {tab: () for tab in old.sheets if tab not in new.cells}


def _find_cells(case: _Case, tab: str, new: NewWorkbook) -> _Found:
    """Where the cells of a new sheet are, as far as names and labels say."""
    own, labels, made = new.on(tab), new.labels(tab), new.cells[tab]
    named = {place for ref in own.values() for place in name_cells(ref)}
    if tab not in case.book.sheets or is_replaced(case.book, tab, labels):
        return _Found(named)
    cells, then = case.book.everything(tab), case.stood.get(tab, {})
    pairs = [(one, ref) for name, one in own.items() if (ref := case.book.names.get(name)) is not None and ref.sheet == tab]
    filled = named & then.keys() if case.stood else named
    rows = _match_lines([end for one, ref in pairs for end in ((one.first, ref.first), (one.last, ref.last))], filled, cells, 0)
    columns = _match_lines([(one.column, ref.column) for one, ref in pairs], filled, cells, 1)

    def on_new(place: Place) -> Place:
        return rows.get(place[0], 0), columns.get(place[1], 0)

    here = {on_new(place): value for place, value in cells.items()}
    kept_rows, kept_columns = {*rows.values()}, {*columns.values()}
    there = {place for place in named if place[0] in kept_rows and place[1] in kept_columns}
    off = [(one, ref) for one, ref in pairs if {*name_cells(one)} & there - {*map(on_new, name_cells(ref))}]
    alike = sum(here.get(place) == value for place, value in labels.items())
    if alike < _ENOUGH * len(labels) and 2 * (len(pairs) - len(off)) < len(own):
        return _Found(named)
    lost = named - there
    if case.stood and not any("!" in name for name in own):  # the last state says which rows of a list were blank
        lost = {place for place in lost if place[1] not in kept_columns}
    unsure = {place for one, ref in off for place in (*name_cells(one), *map(on_new, name_cells(ref)))}
    if (rows, columns) != (_SAME_LINES, _SAME_LINES):
        unsure |= then.keys()
    # beside words that somebody has moved; numbers too where nobody is to type any
    labelled = {"", *(value for value in made.values() if isinstance(value, str) or not own)}
    strange = [place for place, value in cells.items() if not isinstance(value, Formula) and value not in labelled]
    known = named | made.keys()
    stray = [address(*place) for place in strange if on_new(place) not in known]
    notes = {on_new(place_of(cell)): note for cell, note in case.book.comments(tab).items()}
    return _Found(lost, here, notes, unsure, stray)


def _match_lines(claims: Sequence[tuple[int, int]], filled: Iterable[Place], here: Iterable[Place], axis: int) -> _Lines:
    """Which row (or column) of a new sheet each one is now, if names claim of some where they are.

    All from one on have moved by as many, whichever fits most names. Where between two names some have come or are gone, it is
    the first that are blank now, or the last that were blank before; without enough of these nobody knows.
    """
    moves = [(_MOST, 0), *sorted((line, now - line) for line, now in {*claims} if line != now)]
    first, by = max(moves, key=lambda move: sum(now == line + move[1] * (line >= move[0]) for line, now in claims))
    if not by:
        return _SAME_LINES
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


def _copy_proved(
    case: _Case, new: NewWorkbook, made: ClosedBook, found: Mapping[str, _Found]
) -> tuple[Mapping[Cell, Value], Places]:
    """What people and commands have put into the named cells, each where a new workbook has it; and the cells not proved."""
    cells, unproved = dict[Cell, Value](), dict[str, list[str]]()
    for name, ref in new.names.items():
        one, then = found[ref.sheet], case.stood.get(ref.sheet, {})
        for index, (fresh, is_locked, place) in enumerate(zip(made.read(name), made.locked(name), name_cells(ref), strict=True)):
            if name == names.DIGEST or isinstance(fresh, Formula) or (is_locked and fresh is not None):
                continue
            old, value = then.get(place), one.here.get(place)
            if place in one.lost:
                is_proved = old is None and bool(case.stood) and is_locked  # what people type may have come since
            else:
                stands = place not in one.unsure or value == old or name in _REWRITTEN
                is_proved = stands and not isinstance(value, Formula)
            if not (is_proved or name.endswith(names.STAMP)):
                unproved.setdefault(ref.sheet, []).append(address(*place))
            value = value if is_proved else old
            if value != fresh and not isinstance(value, Formula):
                cells[name, index] = value
    return cells, unproved


def _save(case: _Case, new: ClosedBook, command: str) -> None:
    """Write, show, hide and lock what the facts ask for, and save with a row of the log.

    Written is only what nobody can have emptied: lines of the wall's list, seeds.
    """
    after = read_workbook(new)
    todo = changes(NO_CHANGES, cells_for(after.with_tournament(with_logged_draws(after)), replace(after.rows, met=())), new)
    free = {(name, row) for name in new.names.keys() - {"Players_Id"}
            for row, (value, is_locked) in enumerate(zip(new.read(name), new.locked(name), strict=True))
            if value is None and is_locked}  # fmt: skip
    todo = replace(todo, cells={cell: value for cell, value in todo.cells.items() if cell in free})
    todo = with_log(todo, [log_entry(command)], len(after.journal.entries), after)
    save_changes(new, command, todo, new.path, case.known.language)
