"""`bangxl check --repair` and `--rebuild`: what bangxl made in a workbook is made again around what people typed.

Only what is proved is written. Names and labels say where each cell of a new workbook stands now; where they contradict each
other, or cells have moved, it must say what the last whole state of the history says. The rest is what a person must type again.
"""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

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
from bangxl.tournament.journal import LogEntry
from bangxl.tournament.model import games_named, round_named, sheet_numbers
from bangxl.vba.ribbon import macro_parts
from bangxl.workbook import names
from bangxl.workbook.logbook import with_log
from bangxl.workbook.notice_lines import by_sheet, cells_text
from bangxl.workbook.notices import cell_of
from bangxl.workbook.read import Contents, read_workbook
from bangxl.workbook.write import cells_for, changes

_ENOUGH, _MOST = 0.9, 10_000
"""This share of what bangxl made on a sheet must stand there before lost names are put back; more rows than any sheet has."""
_Cells = Sequence[tuple[str, str]]  # sheets and addresses; "": all of a sheet
_Gaps = Mapping[Cell, tuple[Value, bool]]  # by cell: what stood there before; whether that was blank, and only commands write it


class _Case(NamedTuple):
    """A workbook and its last state in the history, None where they are not whole; what stood in that by sheet and place."""

    book: ClosedBook
    now: Workspace | None
    then: Workspace | None
    stood: Mapping[str, Mapping[Place, Value]]
    known: Workspace  # of the two, or of the broken one: from which the regulation is known, and the language
    new: NewWorkbook | None  # of its size, if one can be made
    touched: Container[int]  # rounds that commands have written since, so what was blank then says nothing; 0 for none


class _Found(NamedTuple):
    """What stands on a sheet, and its comments, by the cells of the new one."""

    lost: set[Place]  # these are nowhere
    here: Mapping[Place, Value] = {}
    notes: Mapping[Place, tuple[str, str]] = {}
    unsure: Container[Place] = ()  # these count only as they were in the last state
    stray: Sequence[str] = ()  # for these there is no cell on the new sheet


def repair(source: Source, agree: Agree = unasked) -> tuple[str, ...]:
    """Write a new workbook in this one's place, or beside an open one; ``agree`` is asked what may be left out. Refusal."""
    if not isinstance(source, Path):
        stems = (f"{source.path.stem}-repaired{number}{source.path.suffix}" for number in ("", *range(2, 1000)))
        return rebuild(source, next(path for path in map(source.path.with_name, stems) if not path.exists()))
    case = _case(source)
    _, new = case.known.catalog, case.new
    if new is None:
        raise Refusal(*fact_lines(_, "repair", {"other_version": True}))
    made, unproved, stray = _make_new(case, new, None)
    if wrong := [one for one in stray if all(one)] or unproved:
        raise Refusal(*fact_lines(_, "repair", {"unproved": _listed(wrong, 5)}))
    states = (read_workbook(made), *([case.now.state] if case.now else ()))
    facts = [tournament_json(one.with_tournament(with_logged_draws(one))) for one in states]
    if facts[0] != facts[-1]:
        raise Refusal(*fact_lines(_, "repair", {"changed": True}))
    lost = [*fact_lines(_, "repair", {"removed": ", ".join(tab for tab, cell in stray if not cell)}), *_losses(case, made)]
    if lost:
        agree(_, [*lost, *fact_lines(_, "repair", {"undo": True})])
    _save(case, made, "repair")
    return (*fact_lines(_, "repair", {"repaired": True}), *lost)


def rebuild(source: Source, path: Path) -> tuple[str, ...]:
    """Make a new workbook from all that can be proved, beside the old one, and say what a person must type again. Refusal."""
    case = _case(source)
    _, whole = case.known.catalog, case.now or case.then
    if case.new is not None:
        made, unproved, stray = _make_new(case, case.new, path)
        _save(case, made, "rebuild", unproved)
    elif whole is not None:
        log = [*whole.log, *([] if case.now else [LogEntry("", "")]), log_entry("rebuild")]  # who can read the newest line?
        create_workbook(path, whole.state, len(whole.book.names["Players_Name"]), log)
        made, unproved, stray = case.book, [(tab, "") for tab in whole.book.sheets if not case.now], []
    else:
        raise explain(BookError("nothing_kept"), str(case.book.path), _.language)
    return (*fact_lines(_, "repair", {"rebuilt": path, "lost": _listed(unproved), "left": _listed(stray)}), *_losses(case, made))


def _listed(cells: Iterable[tuple[str, str]], most: int = 1000) -> str:
    shown = [f"{sheet} {cells_text(own)}".rstrip() for sheet, own in by_sheet(cells).items()]
    return ", ".join(shown if len(shown) <= most else [*shown[:most], "…"])


def _losses(case: _Case, new: ClosedBook) -> list[str]:
    merged, pictures = (cell_of(case.book, *cell) for cell in case.book.covered()), case.book.pictures - new.pictures
    return fact_lines(case.known.catalog, "repair", {"unmerged": _listed(merged), "pictures": max(0, pictures)})


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
        for copy in logs.copies_before(path, log := logs.log_of(book.file_bytes(), path)).values():
            with suppress(BookError, RulebookError):
                before = ClosedBook.of(history.read_snapshot(copy), path)
                if not (then := workspace_of(path, before)).astray:
                    stood = {tab: before.everything(tab) for tab in before.sheets}
                    break
            then = None
        if (known := then or now) is None:
            raise BookError("nothing_kept")
    stages = [row.stage for row in log[len(then.log if then else ()) :] if row.stage and row.command != "undo"]
    touched = {number for stage in stages for number, _table in games_named(stage) or [(round_named(stage), 0)]}
    whole, new = now if now and not now.astray else None, new_of_same_size(known.book, known.contents)
    return _Case(book, whole, then, stood, known, new, touched if log else range(_MOST))


def _make_new(case: _Case, new: NewWorkbook, path: Path | None) -> tuple[ClosedBook, _Cells, _Cells]:
    """A new workbook with what is proved, in the old one's place if no other is given; cells that are not; what is left out."""
    old, words = case.book, catalog(case.known.tournament.language)
    known, places = case.known.contents, len(new.names["Players_Name"])
    workbook = build(known.rulebook, words, places, new.rounds, known.tournament.extras)
    macros = macro_parts(words, league=known.rulebook.league is not None) if (path or old.path).suffix.lower() == MACROS else {}
    found = {tab: _find_cells(case, tab, new) for tab in new.cells}
    add_comments(workbook, {tab: {place: note for place, note in one.notes.items() if all(place)} for tab, one in found.items()})
    with book_refusals(path or old.path, case.known.language):
        made = old.made_anew(workbook, macros) if path is None else ClosedBook.create(path, workbook, macros)
        unproved = _close_gaps(case, new, made, _copy_proved(case, new, made, found))
    stray = [(tab, cell) for tab, one in found.items() for cell in one.stray]
    return made, unproved, [*stray, *((tab, "") for tab in old.sheets if tab not in new.cells)]


def _find_cells(case: _Case, tab: str, new: NewWorkbook) -> _Found:
    """Where the cells of a new sheet are, as far as names and labels say."""
    own, labels, made = new.on(tab), new.labels(tab), new.cells[tab]
    named = {place for ref in own.values() for place in name_cells(ref)}
    if tab not in case.book.sheets or is_replaced(case.book, tab, labels):
        return _Found(named)
    cells, then = case.book.everything(tab), case.stood.get(tab, {})
    pairs = [(one, ref) for name, one in own.items() if (ref := case.book.names.get(name)) is not None and ref.sheet == tab]
    filled = named & then.keys() if case.stood and (sheet_numbers(tab) or (-1,))[0] not in case.touched else named
    ends = [(one, ref, len(ref) < len(one)) for one, ref in pairs]  # of a list that has lost lines, only those around it are sure
    claims = [end for one, ref, by in ends for end in ((one.first - by, ref.first - by), (one.last + by, ref.last + by))]
    rows = _match_lines(claims, filled, cells, 0)
    if gone := {one.column for one in own.values()} - {one.column for one, _ref in pairs}:  # a column takes its names along
        filled = {(0, column) for column in range(_MOST) if column not in gone}
    columns = _match_lines([(one.column, ref.column) for one, ref in pairs], filled, cells, 1)

    def on_new(place: Place) -> Place:
        return rows.get(place[0], 0), columns.get(place[1], 0)

    here = {on_new(place): value for place, value in cells.items()}
    kept_rows, kept_columns = {*rows.values()}, {*columns.values()}
    lost = {place for place in named if place[0] not in kept_rows or place[1] not in kept_columns}
    off = [(one, ref) for one, ref in pairs if {*name_cells(one)} - lost - {*map(on_new, name_cells(ref))}]
    alike = sum(here.get(place) == value for place, value in labels.items())
    if alike < _ENOUGH * len(labels) and 2 * (len(pairs) - len(off)) < len(own):
        return _Found(named)
    if case.stood and not any("!" in name or name == "Log_Command" for name in own):  # it says which rows of a list were blank
        lost = {place for place in lost if place[1] not in kept_columns}
    unsure = {place for one, ref in off for place in (*name_cells(one), *map(on_new, name_cells(ref)))}
    if any(line != now for lines in (rows, columns) for line, now in lines.items()):
        unsure |= then.keys()
    # beside words that somebody has moved; numbers too where nobody is to type any, and those that their column has
    labelled: set[object] = {"", *(value for value in made.values() if isinstance(value, str) or not own)}
    labelled |= {(column, value) for (_row, column), value in made.items()}
    strange = [place for place, it in cells.items() if not isinstance(it, Formula) and not {it, (place[1], it)} & labelled]
    stray = [address(*place) for place in strange if (new_place := on_new(place)) not in named and new_place not in made]
    notes = {on_new(place_of(cell)): note for cell, note in case.book.comments(tab).items()}
    return _Found(lost, here, notes, unsure, stray)


def _match_lines(
    claims: Collection[tuple[int, int]], filled: Iterable[Place], here: Iterable[Place], axis: int
) -> dict[int, int]:
    """By rows (or columns) of a tab those of the new sheet, if names claim of some where they are; none for those that have come.

    All from one on have moved by as many, whichever fits most names. Where between two names some have come or are gone, it is
    the first that are blank now, or the last that were blank before; without enough of these nobody knows.
    """
    moves = [(_MOST, 0), *sorted((line, now - line) for line, now in {*claims} if line != now)]
    first, by = max(moves, key=lambda move: sum(now == line + move[1] * (line >= move[0]) for line, now in claims))
    top = max((line for line, now in claims if line == now and line < first), default=0)
    ours, theirs = [*range(top + 1, first)], [*range(top + 1, first + by)]
    come = sorted({*theirs} - {place[axis] for place in here})[: max(by, 0)]
    gone = sorted({*ours} - {place[axis] for place in filled})[by:] if by < 0 else []
    theirs, ours = ([line for line in lines if line not in other] for lines, other in ((theirs, come), (ours, gone)))
    between = dict(zip(theirs, ours, strict=True)) if len(ours) == len(theirs) else {}
    return {line: line for line in range(1, top + 1)} | between | {line + by: line for line in range(first, _MOST)}


def _copy_proved(case: _Case, new: NewWorkbook, made: ClosedBook, found: Mapping[str, _Found]) -> _Gaps:
    """Write what people and commands have put into the named cells, where a new workbook has it; the cells not proved so."""
    cells, gaps = dict[Cell, Value](), dict[Cell, tuple[Value, bool]]()
    is_logged = bool(case.stood) and not found[new.names["Log_Command"].sheet].lost
    for name, ref in new.names.items():
        one, then = found[ref.sheet], case.stood.get(ref.sheet, {})
        for index, (fresh, is_locked, place) in enumerate(zip(made.read(name), made.locked(name), name_cells(ref), strict=True)):
            if name == names.DIGEST or isinstance(fresh, Formula) or (is_locked and fresh is not None):
                continue
            old, value, is_lost = then.get(place), one.here.get(place), place in one.lost
            stands = place not in one.unsure or value == old or name in {"Rng_Seed", "Public_Value"}  # commands empty these
            is_proved = stands and not is_lost and not isinstance(value, Formula)
            value = value if is_proved else None if isinstance(old, Formula) else old
            if not (is_proved or name.endswith(names.STAMP)):  # what people type may have come since
                gaps[name, index] = value, is_lost and is_locked and is_logged and old is None
            elif value != fresh:
                cells[name, index] = value
    made.apply(Changes(cells))
    return gaps


def _close_gaps(case: _Case, new: NewWorkbook, made: ClosedBook, gaps: _Gaps) -> _Cells:
    """Write what walls, record sheets and the log prove, and what stood there before into the other cells: they are returned."""
    after, kept = read_workbook(made), len(case.then.log if case.then else ())
    log, rounds = after.journal.entries, {name: (sheet_numbers(name.partition("!")[0]) or (0,))[0] for name in new.names}
    written = {*names.required(after.rulebook, after.rows.places), *(name for name in new.names if "!" in name)}
    left = [one for one, (_, blank) in gaps.items() if not blank or (rounds[one[0]] in case.touched and one[0] in written)]
    # the history has the first lines of the log; the next is lost, or stands; below the last there is none, as far as it knows
    lines = {cell: cell[1] for cell in left if cell[0].startswith("Log_")}
    left = [cell for cell in left if kept <= lines.get(cell, kept) <= max(kept, len(log) - 1) or (cell in lines and not kept)]
    kinds = ("Player", "Wall_", ("Draw_", "Pool_"))
    players, walls, draws = ({rounds[name] for name, _row in left if name.partition("!")[2].startswith(one)} for one in kinds)
    unknown = {number for number in players if number in walls or names.on_wall(number, "Wall_Player") not in new.names}
    seated = ((number, *seat) for number, wall in after.journal.seatings.items() if number not in unknown for seat in wall)
    seats = {(names.on_record(number, table, "Player"), seat - 1): player for number, table, seat, player in seated}
    proved = {cell: gaps[cell][0] for cell, line in lines.items() if line < kept}
    proved |= {cell: seats[cell] for cell in left if cell in seats}
    made.apply(Changes(proved))
    # what commands write from these facts; rounds of which too little is known are left out, and with them what is of no round
    after = _with_lost_draws(read_workbook(made), walls, draws)
    unknown |= {number for number in draws if after.tournament.draw_of(str(number)) is None}
    unknown |= {number for number in players if number in case.touched and not after.tournament.round(number)}
    known = {name for name, number in rounds.items() if (number not in unknown if number else not unknown)}
    known = known | {names.LATEST_CODE} if lines.keys().isdisjoint(left) else known - {names.LATEST_CODE}  # the log has it
    facts = {**cells_for(after, replace(after.rows, met=())).cells, **with_log(NO_CHANGES, log, 0, after).cells}
    for name in known - {"Players_Id"}:
        for row, (value, is_locked) in enumerate(zip(made.read(name), made.locked(name), strict=True)):
            if value is None and is_locked and (name, row) in facts:  # nobody can have emptied it
                proved[name, row] = facts[name, row]
    # blank is proved where no command has been since the last state, or by the seats of the round; of no round, by those of all
    unproved = [cell for cell in left if cell not in proved and not (gaps[cell][1] and rounds[cell[0]] and cell[0] in known)]
    made.apply(Changes(proved | {cell: gaps[cell][0] for cell in unproved}))
    return [cell_of(made, *cell) for cell in unproved]


def _with_lost_draws(after: Contents, walls: Container[int], draws: Container[int]) -> Contents:
    """The contents with these rounds' draws as the log has them, and the fixed tables of a wall that lacks some as in round 1."""
    kept = tuple(draw for draw in after.tournament.draws if draw.round not in draws)
    tables = {game.table: tuple(seat.player for seat in game.seats) for game in after.tournament.round(1)}
    is_short = 1 in walls or sum(map(len, tables.values())) > len(after.journal.seatings.get(1, ()))
    first = tables if after.rulebook.fixed_tables and is_short else after.tournament.start_tables
    known = replace(after.tournament, draws=kept, start_tables=first)
    return replace(after, tournament=with_logged_draws(after.with_tournament(known)))


def _save(case: _Case, new: ClosedBook, command: str, unproved: _Cells = ()) -> None:
    """Show, hide and lock what the facts ask for, and save with a row of the log, behind one that is lost."""
    after = read_workbook(new)
    todo = replace(changes(NO_CHANGES, cells_for(after, replace(after.rows, met=())), new), cells={})
    is_lost = cell_of(new, "Log_Command", len(after.journal.entries)) in unproved
    todo = with_log(todo, [log_entry(command)], len(after.journal.entries) + is_lost, after)
    save_changes(new, command, todo, new.path, case.known.language)
