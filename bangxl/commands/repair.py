"""`bangxl check --repair` and `--rebuild`: what bangxl made in a workbook is made again around what people typed.

Only what is proved is written. Names and labels say where each cell of a new workbook stands now; where they contradict each
other, or cells have moved, it must say what the last whole state of the history says. The rest is what a person must type again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from bangxl.books import history
from bangxl.books.closed import MACROS, ClosedBook
from bangxl.books.port import BookError, Cell, Changes, Formula, Ref, Value
from bangxl.books.references import Place, address, place_of
from bangxl.commands.asking import Agree, unasked
from bangxl.commands.damage import New, examined, homes, is_replaced, new_like
from bangxl.commands.errors import Refusal, explain
from bangxl.commands.new import create
from bangxl.commands.workspace import Source, Workspace, language_of, log_entry, path_of, put, source_language, tabs, workspace_of
from bangxl.interchange.dump import tournament_json
from bangxl.locale.catalog import answer_language, catalog
from bangxl.rulebooks.loader import RulebookError, ours, rulebook_ids
from bangxl.sheets.build import annotate, build
from bangxl.tournament.drawing import with_logged_draws
from bangxl.tournament.journal import is_continuation
from bangxl.tournament.rulebook import Rulebook
from bangxl.vba.ribbon import parts
from bangxl.workbook import names
from bangxl.workbook.logbook import when, with_log
from bangxl.workbook.messages import cell_of
from bangxl.workbook.read import Contents, read, rulebook_of
from bangxl.workbook.summary import ASTRAY, ranges
from bangxl.workbook.write import CellImage, cells_for, changes

_ENOUGH: Final = 0.9
"""This share of what bangxl made on a sheet must stand in its place before lost names are put back there."""

_CHANGING: Final = frozenset({"Rng_Seed", "Public_Value", "Players_Lot", names.LATEST})
"""What commands empty or write again: it is never as it was before the last command."""

Cells = Mapping[Place, object]
Lines = Mapping[int, int | None]
"""Where rows or columns of a new sheet are now, if not in their places; None where one is gone, or nobody knows."""
Places = Mapping[str, Sequence[str]]
"""Addresses by sheet."""


class _Layout(NamedTuple):
    """Where the cells of a new sheet are now. ``doubted``: those of which names say something else."""

    tab: str
    rows: Lines
    columns: Lines
    doubted: Container[Place | None] = ()

    def now(self, place: Place) -> Place | None:
        row, column = self.rows.get(place[0], place[0]), self.columns.get(place[1], place[1])
        return None if row is None or column is None else (row, column)

    def before(self, place: Place) -> Place | None:
        """The cell of a new sheet that stands here now; None for one that has come since."""
        back = [
            {now: line for line, now in lines.items()}.get(at, None if lines else at)
            for lines, at in zip(self[1:3], place, strict=True)
        ]
        row, column = back
        return None if row is None or column is None else (row, column)


class _Case(NamedTuple):
    """A workbook and its last whole state in the history, None where they cannot be read; a new one like it."""

    book: ClosedBook
    now: Workspace | None
    then: Workspace | None
    rulebook: Rulebook
    language: str
    new: New | None


class _Made(NamedTuple):
    """A new workbook with what is proved; its cells that are not; the cells and sheets that it has no place for."""

    book: ClosedBook
    unproved: Places
    stray: Places
    foreign: Sequence[str]


def repair(source: Source, agree: Agree = unasked) -> tuple[str, ...]:
    """Write a new workbook in the place of this one, after a snapshot. Refusal where anything typed is not proved.

    Copies of sheets are left out once ``agree`` has been asked: the structure is protected, so nobody else can delete them.
    No program lets go of a file that it has open, so then a copy beside it is written, whose `undo` leads back.
    """
    if not isinstance(source, Path):
        stems = (f"{source.path.stem}-repaired{number}{source.path.suffix}" for number in ("", *range(2, 1000)))
        copy = next(path for path in map(source.path.with_name, stems) if not path.exists())
        lines = rebuild(source, copy)
        history.snapshot(copy, "repair", source.state())
        return lines
    case = _case(source)
    _, new = catalog(answer_language(case.language)), case.new
    if new is None:
        text = _("Another version of bangxl made this workbook. Make a new one from it: {bangxl check --rebuild NEW.xlsx}.")
        raise Refusal(text)
    made = _made(case, new, None)
    findings = examined(case.book, case.now.contents).findings if case.now and made.foreign else ()
    copies = {finding.values.get("copy") for finding in findings if finding.code == "sheet_copied"} & {*made.foreign}
    if foreign := [tab for tab in made.foreign if tab not in copies]:
        text = _("bangxl did not make these sheets: {sheets}. Move them into another file or delete them, then repair.")
        raise Refusal(text.format(sheets=", ".join(foreign)))
    if copies:
        text = _("These sheets are copies; what was typed on them does not count. They will be removed: {sheets}.")
        agree(
            _, [text.format(sheets=", ".join(tab for tab in made.foreign if tab in copies)), _("{bangxl undo} brings them back.")]
        )
    if wrong := made.stray or made.unproved:
        text = _(
            "{cells}: nobody can prove what belongs here, so nothing was written. Go back with {bangxl undo}; or {bangxl check"
            " --rebuild NEW.xlsx} makes a new workbook from what can be proved, and says what to type again."
        )
        raise Refusal(text.format(cells=_told(wrong, 5)))
    after, state = read(made.book), case.now.state if case.now and not _is_astray(case.now) else None
    if state and tournament_json(state.with_tournament(with_logged_draws(state))) != tournament_json(after):
        raise Refusal(_("The repair would change the tournament, so nothing was written. Please report this."))
    _keep(case, made.book, "repair")
    done = _("Every formula, name, format and protection is as bangxl makes it. Nothing that was typed has changed.")
    return (done, *_gone(case, made.book))


def rebuild(source: Source, path: Path) -> tuple[str, ...]:
    """Make a new workbook from all that can be proved, and say what a person must type again. The old one stays as it is.

    Refusal if the new file exists, or where neither the workbook nor its history says of which regulation it is.
    """
    case = _case(source)
    _ = catalog(language := answer_language(case.language))
    lines = [_("{file} is ready: a new workbook with all that can be proved. The old one stays as it is.").format(file=path)]
    if case.new is None:
        known = next((one for one in (case.now, case.then) if one is not None and not _is_astray(one)), None)
        if known is None:
            raise explain(BookError("nothing_kept"), str(case.book.path), language)
        create(path, known.state, len(known.book.names["Players_Name"]), [*known.log, log_entry("rebuild")])
        made = _Made(case.book, dict.fromkeys(known.book.sheets, ()) if known is case.then else {}, {}, ())
    else:
        made = _made(case, case.new, path)
        _keep(case, made.book, "rebuild")
    if made.unproved and case.then is not None and case.then.log:
        text = _("As they were on {when}, for nobody can prove what came since. Compare, and type again what is missing: {cells}")
        lines.append(text.format(when=when(case.then.log[-1].time, language), cells=_told(made.unproved)))
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
    _, merged = catalog(answer_language(case.language)), dict[str, list[str]]()
    for sheet, cell in (cell_of(case.book, name, index) for name, index in case.book.covered()):
        merged.setdefault(sheet, []).append(cell)
    if merged:
        text = _("Merged cells are separate again: {cells}. What stood in them may be gone: type it again.")
        yield text.format(cells=_told(merged))
    if (pictures := case.book.pictures - new.pictures) > 0:
        text = _.plural("{count} picture or chart is gone.", "{count} pictures or charts are gone.", pictures)
        yield text.format(count=pictures)


def _is_astray(one: Workspace) -> bool:
    return any(finding.code in ASTRAY for finding in one.contents.findings)


def _case(source: Source) -> _Case:
    """What is known of the workbook as its file holds it; an open one is saved first. Refusal."""
    path = path_of(source)
    try:
        if not isinstance(source, Path):
            source.check()
            source.save()
        book = ClosedBook.open(path, reading_only=not isinstance(source, Path))
        if isinstance(source, Path):
            book.check()
        now, error = _read(path, book)
        if names.REFERTO_MARK in book.names or (error is not None and error.code != "damaged"):
            raise error or BookError("referto")
        then = None
        for state in reversed(history.snapshots(book.path)):
            with suppress(BookError):
                then, _error = _read(path, ClosedBook.of(history.read(state), path))
                if then is not None and not _is_astray(then) and (now is None or is_continuation(then.log, now.log)):
                    break
            then = None
        known = [(one.book, one.contents.rulebook, one.tournament.language) for one in (then, now) if one is not None]
        if not known and names.DIGEST in book.names and book.read(names.DIGEST)[0]:  # of which regulation it is, it proves
            rulebooks = [*map(ours, rulebook_ids())]
            with suppress(RulebookError):
                rulebooks.append(rulebook_of(book))
            known = [(book, rulebook, language_of(book)) for rulebook in rulebooks]
        if not known:
            raise BookError("nothing_kept")  # noqa: TRY301
        likely = ((rulebook, language, new_like(one, rulebook, language)) for one, rulebook, language in known)
        made = next((one for one in likely if one[2] is not None), (*known[-1][1:], None))
        return _Case(book, now, then, *made)
    except BookError as error:
        raise explain(error, str(path), source_language(source)) from None


def _read(path: Path, book: ClosedBook) -> tuple[Workspace | None, BookError | None]:
    """A book with its contents, or why it cannot be read; ``damaged`` if its regulation cannot."""
    try:
        return workspace_of(path, book), None
    except BookError as error:
        return None, error
    except RulebookError:
        return None, BookError("damaged", part="Rulebook_Id")


def _made(case: _Case, new: New, path: Path | None) -> _Made:
    """The new workbook, in the place of the old one if no other path is given. Refusal."""
    old, words = case.book, catalog(case.language)
    workbook = build(case.rulebook, words, len(new.names["Players_Name"]), new.rounds)
    macros = parts(words) if (path or old.path).suffix.lower() == MACROS else {}
    found = _layouts(case, new)
    notes = {
        title: {
            own: note for cell, note in old.comments(layout.tab).items() if (own := layout.before(place_of(cell))) is not None
        }
        for title, layout in found.items()
    }
    annotate(workbook, notes)
    try:
        made = old.made_anew(workbook, macros) if path is None else ClosedBook.create(path, workbook, macros)
        cells, unproved = _proved(case, made, found)
        made.apply(Changes(cells))
        made.apply(Changes(_following(made, read(made))))
    except BookError as error:
        raise explain(error, str(path or old.path), answer_language(case.language)) from None
    taken = {*workbook.sheetnames, *(layout.tab for layout in found.values()), *homes(old.names, new.names, old.sheets).values()}
    return _Made(made, unproved, _stray(case, new, found), [tab for tab in old.sheets if tab not in taken])


def _layouts(case: _Case, new: New) -> Mapping[str, _Layout]:
    """Where the cells of each new sheet are now; nothing for those that are gone or have become another program's."""
    book, tab_of = case.book, {**homes(case.book.names, new.names, case.book.sheets)}
    tab_of |= {title: title for title in new.cells if title in book.sheets}
    for title in new.cells.keys() - tab_of.keys():  # of several renamed sheets each is known by its own words
        words = {
            place: text for place, text in new.cells[title].items() if isinstance(text, str) and not isinstance(text, Formula)
        }
        others = {tab: book.everything(tab) for tab in book.sheets if tab not in tab_of.values()}
        same = [tab for tab, here in others.items() if all(here.get(place) == text for place, text in words.items())]
        tab_of |= {title: same[0]} if len(same) == 1 else {}
    found = {title: _layout(case, title, tab, new) for title, tab in tab_of.items()}
    return {title: layout for title, layout in found.items() if layout is not None}


def _then(case: _Case, title: str) -> Mapping[Place, Value] | None:
    """The cells of a sheet in the last whole state; None without one."""
    if case.then is None or case.new is None or not isinstance(book := case.then.book, ClosedBook):
        return None
    tab = homes(book.names, case.new.names, book.sheets).get(title)
    return book.everything(tab) if tab is not None else {}


def _layout(case: _Case, title: str, tab: str, new: New) -> _Layout | None:
    """Where the cells of a new sheet are on this tab; None where neither names nor labels say."""
    made, here, then = new.cells[title], case.book.everything(tab), _then(case, title)
    own = {name: ref for name, ref in new.names.items() if ref.sheet == title}
    refs = {name: case.book.names.get(f"{tab}!{name.rpartition('!')[2]}" if "!" in name else name) for name in own}
    kept = {name: ref for name, ref in refs.items() if ref is not None and ref.sheet == tab}
    if is_replaced(case.book, tab, made):
        return None
    if all(kept.get(name) == replace(ref, sheet=tab) for name, ref in own.items()):
        return _Layout(tab, {}, {})
    typed = [place for ref in own.values() for place in _cells(ref) if not isinstance(made.get(place), Formula)]
    typed = [place for place in typed if then is None or place in then]
    named = [(own[name], ref) for name, ref in kept.items()]
    columns = _lines(named, then or made, here, {place[1] for place in typed}, None)
    layout = _Layout(tab, _lines(named, then or made, here, {place[0] for place in typed}, columns), columns)
    off = [
        name for name, ref in kept.items() if not {layout.now(place) for place in _cells(own[name])} - {None} <= {*_cells(ref)}
    ]
    values = [(value, here.get(layout.now(place) or (0, 0))) for place, value in made.items()]
    alike = sum(isinstance(now, Formula) if isinstance(value, Formula) else value == now for value, now in values)
    if alike < _ENOUGH * len(made) and 2 * (len(kept) - len(off)) < len(own):
        return None
    doubted: set[Place | None] = {layout.before(place) for name in off for place in _cells(kept[name])}
    return layout._replace(doubted=doubted | {place for name in off for place in _cells(own[name])})


def _cells(ref: Ref) -> Iterator[Place]:
    return ((row, ref.column) for row in range(ref.first, ref.last + 1))


def _once(cells: Cells, columns: Lines | None) -> Mapping[object, Place]:
    """Where values stand that are there once: in their column, known by where that is now; without columns, texts anywhere."""
    found: dict[object, list[Place]] = {}
    for (row, column), value in cells.items():
        if not isinstance(value, Formula) and (columns is not None or isinstance(value, str)):
            found.setdefault(value if columns is None else (columns.get(column, column), value), []).append((row, column))
    return {key: places[0] for key, places in found.items() if len(places) == 1}


def _lines(named: Sequence[tuple[Ref, Ref]], there: Cells, here: Cells, typed: Container[int], columns: Lines | None) -> Lines:
    """Where each row is now, by names and by values that stand once in their column; without ``columns``, where each column is.

    Between lines that are known others follow in order. Lines without anything may have come; gone are those without ``typed``.
    """
    axis = 1 if columns is None else 0
    before, now = _once(there, columns), _once(here, None if columns is None else {})
    pairs = Counter((before[key][axis], now[key][axis]) for key in before.keys() & now.keys())
    for one, other in named:
        pairs.update([(one.column, other.column)] if axis else {(one.first, other.first), (one.last, other.last)})
    chain = _chain(pairs)
    last, shift = max(place[axis] for place in (*there, *here)) + 1, chain[-1][1] - chain[-1][0]
    used, full = {place[axis] for place in here}, {place[axis] for place, value in here.items() if not isinstance(value, Formula)}
    lines: dict[int, int | None] = {}
    for (first, start), (end, stop) in pairwise([(0, 0), *chain, (last, last + shift)]):
        theirs, ours = [*range(first + 1, end)], [*range(start + 1, stop)]
        more = len(ours) - len(theirs)
        new = sorted((line for line in ours if line not in full), key=lambda line: line in used)[: max(more, 0)]
        gone = [line for line in theirs if line not in typed][more:] if more < 0 else []
        theirs, ours = [line for line in theirs if line not in gone], [line for line in ours if line not in new]
        lines |= dict.fromkeys((*gone, *theirs))
        lines |= dict(zip(theirs, ours, strict=True)) if len(theirs) == len(ours) else {}
        lines[end] = stop
    return {} if all(line == now for line, now in lines.items()) else lines


def _chain(pairs: Mapping[tuple[int, int], int]) -> Sequence[tuple[int, int]]:
    """Of pairs of lines those, in order on both sides, for which most is said."""
    best: dict[tuple[int, int], tuple[int, Sequence[tuple[int, int]]]] = {(0, 0): (0, ())}
    for pair in sorted(pairs):
        weight, way = max(one for last, one in best.items() if last == (0, 0) or (last[0] < pair[0] and last[1] < pair[1]))
        best[pair] = weight + pairs[pair], (*way, pair)
    return max(best.values())[1] or [(0, 0)]


def _proved(case: _Case, new: ClosedBook, found: Mapping[str, _Layout]) -> tuple[Mapping[Cell, Value], Places]:
    """What people and commands have put into the named cells, each where a new workbook has it; and the cells not proved."""
    written = {
        cell for one in (case.now, case.then) if one is not None for cell in cells_for(one.contents, one.contents.rows).cells
    }
    drawn = {stage for row in case.now.log for stage in row.stage.split("+") if stage} if case.now is not None else {""}
    cells, unproved = dict[Cell, Value](), dict[str, list[str]]()
    for name, ref in new.names.items():
        layout, then = found.get(ref.sheet), _then(case, ref.sheet)
        here = case.book.everything(layout.tab) if layout is not None else {}
        looks = zip(new.read(name), new.formulas(name), new.locked(name), _cells(ref), strict=True)
        for index, (made, is_formula, is_locked, place) in enumerate(looks):
            if name == names.DIGEST or is_formula or not (made is None or not is_locked or (name, index) in written):
                continue
            at, old = layout.now(place) if layout is not None else None, then.get(place) if then is not None else None
            value = here.get(at) if at is not None else None
            is_sure = layout is not None and at is not None and not isinstance(value, Formula)
            if is_sure and layout is not None and value != old and name not in _CHANGING:
                is_sure = place not in layout.doubted and not ((layout.rows or layout.columns) and old is not None)
            if not is_sure and not name.endswith(names.STAMP):
                # blank in the last state is no proof for what has been drawn since; without one only for what was never drawn
                may_be_typed = any(stage in name for stage in drawn) if then is not None or "!" in name else True
                if (may_be_typed and (then is None or not is_locked)) or (old, value) != (None, None):
                    unproved.setdefault(ref.sheet, []).append(address(*place))
            value = value if is_sure else old
            if value != made and not isinstance(value, Formula):
                cells[name, index] = value
    return cells, unproved


def _following(new: ClosedBook, contents: Contents) -> Mapping[Cell, Value]:
    """What commands have written and nobody can have emptied, where it follows from the rest: lines of the wall's list, seeds."""
    cells = cells_for(replace(contents, tournament=with_logged_draws(contents)), contents.rows).cells.items()
    own = {(name, row): value for (name, row), value in cells if "!" in name and name in new.names}
    return {(name, row): value for (name, row), value in own.items() if new.locked(name)[row] and new.read(name)[row] is None}


def _stray(case: _Case, new: New, found: Mapping[str, _Layout]) -> Places:
    """What was typed where a new workbook has no cell for it, by tab."""
    named, stray = {(ref.sheet, *place) for ref in new.names.values() for place in _cells(ref)}, dict[str, list[str]]()
    for title, layout in found.items():
        made = new.cells[title]
        labels = {"", *(value for value in made.values() if isinstance(value, str))}  # one that somebody has moved
        typed = (
            place
            for place, value in case.book.everything(layout.tab).items()
            if not (isinstance(value, Formula) or value in labels)
        )
        for place in typed:
            own = layout.before(place)
            if own is None or not (own in made or (title, *own) in named):
                stray.setdefault(layout.tab, []).append(address(*place))
    return stray


def _keep(case: _Case, new: ClosedBook, command: str) -> None:
    """Show, hide and lock what the facts ask for, and save with a row of the log."""
    after = read(new)
    todo = replace(changes(CellImage(), cells_for(after, after.rows), tabs(new)), cells={})
    todo = with_log(todo, [log_entry(command)], len(after.journal.entries), after)
    put(new, command, todo, new.path, answer_language(case.language))
