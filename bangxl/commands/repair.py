"""`bangxl check --repair`: what bangxl made in a workbook is made again around what people typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from bangxl.books import files, history
from bangxl.books.closed import MACROS, ClosedBook
from bangxl.books.port import BookError, Cell, Changes, Formula, Ref, Value
from bangxl.books.references import Place, address, place_of
from bangxl.commands.errors import Refusal, explain
from bangxl.commands.healing import Shift, blank_like, retitled, rounds, shifted
from bangxl.commands.undo import image_of
from bangxl.commands.workspace import Source, Workspace, log_entry, open_workspace, put, source_language, tabs, workspace_of
from bangxl.interchange.dump import tournament_json
from bangxl.locale.catalog import catalog
from bangxl.sheets.build import annotate, build
from bangxl.tournament.drawing import with_logged_draws
from bangxl.vba.ribbon import parts
from bangxl.workbook import names
from bangxl.workbook.logbook import with_log
from bangxl.workbook.messages import cell_of
from bangxl.workbook.read import Contents, read
from bangxl.workbook.summary import ASTRAY, causes, ranges
from bangxl.workbook.write import CellImage, changes


def repair(source: Source) -> tuple[str, ...]:
    """Write a new workbook in the place of this one, with all that was typed in it, after a snapshot.

    No program lets go of a file that it has open, so then a copy beside it is written, whose `undo` leads back.
    Refusal where that needs a guess: cells gone or inserted, sheets that bangxl did not make, another layout.
    """
    workspace = _from_file(source)
    _, book, state, path = workspace.text, workspace.book, workspace.state, workspace.path
    if not isinstance(book, ClosedBook):
        raise explain(BookError("referto"), str(path), workspace.language)
    if typed := [one for one in workspace.contents.findings if one.code == "formula_as_input"]:
        raise Refusal(*causes([workspace.locate(one) for one in typed], workspace.language))
    blank = blank_like(book, state.rulebook, state.tournament.language)
    if not blank:
        text = _("Another version of bangxl made this workbook. Export it, and import it into a new one.")
        raise Refusal(text)
    workbook = build(state.rulebook, catalog(state.tournament.language), len(blank["Players_Name"]), rounds(book))
    titles = {now: title for title, now in retitled(book.names, blank, book.sheets)}
    if foreign := [tab for tab in book.sheets if titles.get(tab, tab) not in workbook.sheetnames]:
        text = _("bangxl did not make these sheets: {sheets}. Move them into another file or delete them, then repair.")
        raise Refusal(text.format(sheets=", ".join(foreign)))
    macros = parts(catalog(state.tournament.language)) if path.suffix.lower() == MACROS else {}
    try:
        shifts = dict(shifted(book.names, blank))
        annotate(workbook, {titles.get(tab, tab): _notes(book, tab, shifts.get(tab)) for tab in book.sheets})
        copy = None if isinstance(source, Path) else _free(path)
        new = ClosedBook.create(copy, workbook, macros) if copy else book.made_anew(workbook, macros)
        everything = {titles.get(tab, tab): book.everything(tab) for tab in book.sheets}
        new.apply(Changes(_typed(workspace, everything, new, shifts)))
        new.apply(Changes(_lost(new, read(new))))
        after = read(new)
        _require_same(workspace, after)
        todo = replace(changes(CellImage(), image_of(after), tabs(new)), cells={})
        row = len(after.journal.entries)
        put(new, "repair", with_log(todo, [log_entry("repair")], row, after), path, workspace.language)
        if copy:
            history.snapshot(copy, "repair", book.state())
    except BookError as error:
        raise explain(error, str(path), workspace.language) from None
    return tuple(_told(workspace, [tab for tab, shift in shifts.items() if shift.by < 0], copy, book.pictures - new.pictures))


def _told(workspace: Workspace, deleted: Sequence[str], copy: Path | None, pictures: int) -> Iterator[str]:
    """What was done, and what is gone."""
    _ = workspace.text
    if copy:
        text = _("A repaired copy is ready: {file}. Close this workbook, and go on with the copy. What was typed is in it.")
        yield text.format(file=copy)
    elif not deleted:
        yield _("Every formula, name, format and protection is as bangxl makes it. Nothing that was typed has changed.")
    if deleted:
        text = _(
            "Every formula, name, format and protection is as bangxl makes it. Rows or columns had been deleted here, with what"
            " was typed in them: {sheets}. Type it again."
        )
        yield text.format(sheets=", ".join(deleted))
    merged: dict[str, list[str]] = {}
    for name, index in workspace.book.covered():
        sheet, cell = cell_of(workspace.book, name, index)
        merged.setdefault(sheet, []).append(cell)
    if merged:
        text = _("Merged cells are separate again: {cells}. What stood in them may be gone: type it again.")
        yield text.format(cells=", ".join(f"{sheet} {ranges(cells)}" for sheet, cells in merged.items()))
    if pictures > 0:
        text = _.plural("{count} picture or chart is gone.", "{count} pictures or charts are gone.", pictures)
        yield text.format(count=pictures)


def _from_file(source: Source) -> Workspace:
    """The workbook as its file holds it; an open one is saved first. Refusal."""
    if isinstance(source, Path):
        return open_workspace(source)
    try:
        source.check()
        source.save()
        return workspace_of(source.path, ClosedBook.of(files.read(source.path), source.path))
    except BookError as error:
        raise explain(error, str(source.path), source_language(source)) from None


def _notes(book: ClosedBook, tab: str, shift: Shift | None) -> Mapping[Place, tuple[str, str]]:
    """The comments on a sheet by the cells that a new workbook has in their place."""
    notes = ((_back(place_of(cell), shift), note) for cell, note in book.comments(tab).items())
    return {place: note for place, note in notes if place is not None}


def _free(path: Path) -> Path:
    """The name of a copy that does not exist yet."""
    names_of = (path.with_name(f"{path.stem}-repaired{number}{path.suffix}") for number in ("", *range(2, 1000)))
    return next(one for one in names_of if not one.exists())


def _typed(
    workspace: Workspace, everything: Mapping[str, Mapping[Place, Value]], new: ClosedBook, shifts: Mapping[str, Shift]
) -> dict[Cell, Value]:
    """The values that people and commands have put into the named cells, each where a new workbook has it."""
    exact = {tab: _exact(everything[tab], new.everything(tab), shift) for tab, shift in shifts.items()}
    written = image_of(workspace.contents).cells
    cells: dict[Cell, Value] = {}
    for name, ref in new.names.items():
        looks = zip(new.read(name), new.formulas(name), new.locked(name), strict=True)
        for index, (made, is_formula, is_locked) in enumerate(looks):
            place = replace(ref, first=ref.first + index, last=ref.first + index)
            there = exact[ref.sheet].moved(place) if ref.sheet in exact else place
            if name == names.DIGEST or is_formula or there is None:
                continue
            value = everything.get(ref.sheet, {}).get((there.first, there.column))
            is_fact = made is None or not is_locked or (name, index) in written
            if is_fact and value != made and not isinstance(value, Formula):
                cells[name, index] = value
    _require_empty(workspace, everything, exact)
    _require_known(workspace, everything, new, exact)
    return cells


def _lost(new: ClosedBook, contents: Contents) -> dict[Cell, Value]:
    """What commands have written and nobody can have emptied, where it follows from the rest: lines of the wall's list, seeds."""
    whole = replace(contents, tournament=with_logged_draws(contents))
    return {
        (name, index): value
        for (name, index), value in image_of(whole).cells.items()
        if "!" in name and name in new.names and new.locked(name)[index] and new.read(name)[index] is None
    }


def _require_known(
    workspace: Workspace, here: Mapping[str, Mapping[Place, Value]], new: ClosedBook, shifts: Mapping[str, Shift]
) -> None:
    """Refusal if something was typed where a new workbook has no cell for it: it would be lost."""
    named = {(ref.sheet, row, ref.column) for ref in new.names.values() for row in range(ref.first, ref.last + 1)}
    stray = list[str]()
    for tab, cells in here.items():
        made = new.everything(tab)
        ours = {"", *(value for value in made.values() if isinstance(value, str))}  # a label of ours that somebody moved
        for place, value in sorted(cells.items()):
            own = _back(place, shifts.get(tab))
            is_typed = value not in ours and not isinstance(value, Formula)
            if is_typed and own is not None and made.get(own) is None and (tab, *own) not in named:
                stray.append(f"{tab} {address(*place)}")
    if stray:
        _ = workspace.text
        text = _(
            "bangxl has no place for what was typed here: {cells}. Unprotect the sheet (there is no password), move it into"
            " another file, then repair."
        )
        raise Refusal(text.format(cells=", ".join([*stray[:5], *(["…"] if stray[5:] else [])])))


def _back(place: Place, shift: Shift | None) -> Place | None:
    """Where a cell was before rows or columns were inserted or deleted; None for an inserted one."""
    if shift is None:
        return place
    row, column = place
    ref = shift._replace(by=-shift.by).moved(Ref("", column, row, row))
    return None if ref is None else (ref.first, ref.column)


def _exact(here: Mapping[Place, Value], made: Mapping[Place, Value], shift: Shift) -> Shift:
    """The row or column, of those that explain the names, before which most of what bangxl made stands where it should."""

    def agreement(one: Shift) -> tuple[int, bool]:
        places = ((one.moved(Ref("", column, row, row)), value) for (row, column), value in made.items())
        inside = range(one.at, one.at + one.by)
        is_empty = not any((row if one.is_row else column) in inside for row, column in here)
        return sum(
            type(here.get((place.first, place.column))) is type(value)
            and (isinstance(value, Formula) or value == here[place.first, place.column])
            for place, value in places
            if place is not None
        ), is_empty

    return max((shift._replace(at=edge) for edge in range(max(shift.at - 60, 1), shift.at + 60)), key=agreement)


def _require_empty(workspace: Workspace, everything: Mapping[str, Mapping[Place, Value]], shifts: Mapping[str, Shift]) -> None:
    """Refusal if something stands in an inserted row or column: nobody knows where it belongs."""
    _ = workspace.text
    for tab, shift in shifts.items():
        inside = range(shift.at, shift.at + shift.by)
        if any((row if shift.is_row else column) in inside for row, column in everything[tab]):
            text = _("{sheet} {near}: something stands in what was inserted there. Move it, and delete what was inserted.")
            raise Refusal(text.format(sheet=tab, near=shift.near))


def _require_same(workspace: Workspace, after: Contents) -> None:
    """Refusal if the tournament were another one; where cells had moved, the old reading is no evidence."""
    moved = any(finding.code in ASTRAY for finding in workspace.contents.findings)
    state = workspace.state
    if not moved and tournament_json(state.with_tournament(with_logged_draws(state))) != tournament_json(after):
        _ = workspace.text
        raise Refusal(_("The repair would change the tournament, so nothing was written. Please report this."))
