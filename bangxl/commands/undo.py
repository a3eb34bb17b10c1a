"""`bangxl undo`: back to the state before the last command. The log keeps the trace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from bangxl.books import history
from bangxl.books.closed import ClosedBook
from bangxl.books.history import Undone
from bangxl.books.port import Book, BookError, Cell, Changes, Formula, Value
from bangxl.commands.errors import Refusal, explain
from bangxl.commands.workspace import Source, Workspace, guessed_language, log_entry, open_workspace, path_of, tabs, workspace_of
from bangxl.locale.catalog import catalog
from bangxl.rulebooks.loader import RulebookError
from bangxl.tournament.journal import LogEntry, open_again
from bangxl.workbook import names
from bangxl.workbook.read import Contents
from bangxl.workbook.write import Picture, changes, picture, with_log


def undo(source: Source) -> tuple[str, ...]:
    """Take the last command back, and say which. What is replaced is kept in the history folder.

    Draws taken back stay in the log as `undo` rows with their seeds: nobody draws until he likes the result, unseen.
    """
    path = path_of(source)
    try:
        undone, last, language = _undo_file(source) if isinstance(source, Path) else _undo_book(source)
    except BookError as error:
        raise explain(error, str(path), _language(source)) from None
    _ = catalog(language)
    what = f"{undone.command} {last.stage}".strip()
    return (
        _("Taken back: «{command}».").format(command=what),
        _("The workbook as it was before is kept: {file}").format(file=undone.kept),
    )


def _undo_file(path: Path) -> tuple[Undone, LogEntry, str]:
    """The file is the snapshot again, with the rows of the log."""
    entries = _log(path)
    undone = history.undo(path)
    workspace = open_workspace(path)
    rows = _rows(entries, workspace.log, undone.command)
    workspace.book.apply(_log_changes(workspace, rows))
    workspace.book.save()
    return undone, rows[-1], workspace.tournament.language


def _undo_book(book: Book) -> tuple[Undone, LogEntry, str]:
    """The open book becomes as the snapshot is, with the rows of the log."""
    now = workspace_of(book.path, book)
    row = log_entry("undo")

    def restore(file: Path) -> None:
        nonlocal row
        before = workspace_of(file, ClosedBook.open(file, reading_only=True))
        *earlier, row = _rows(now.log, before.log, file.stem.partition("-")[2])
        back = _way_back(now, before)
        rows = _log_changes(before, [*earlier, row])
        book.apply(replace(back, cells={**back.cells, **rows.cells}, used={**back.used, **rows.used}))
        book.save()

    undone = history.undo_open(book, restore)
    return undone, row, now.tournament.language


def _rows(entries: Sequence[LogEntry], restored: Sequence[LogEntry], command: str) -> list[LogEntry]:
    """The rows that the log gets: those of earlier `undo`s, and one for what was taken back now, with its seed."""
    lost = entries[len(restored) :]
    last = next((entry for entry in reversed(lost) if entry.command != "undo"), LogEntry("", command))
    earlier = [entry for entry in lost if entry.command == "undo"]
    return [*earlier, log_entry("undo", stage=last.stage, seed=last.seed, source=last.source, result=last.command)]


def _log_changes(workspace: Workspace, rows: Sequence[LogEntry]) -> Changes:
    room = len(workspace.book.names["Log_Command"]) - len(workspace.log)
    return with_log(Changes(), rows[:room], len(workspace.log))


def _language(source: Source) -> str:
    """The workbook's language, where it can still be read."""
    try:
        return open_workspace(source, reading_only=True).tournament.language
    except (Refusal, RulebookError):
        return guessed_language()


def _log(path: Path) -> Sequence[LogEntry]:
    """The log of the workbook as it is; nothing where it can't be read any more: undo must work just then."""
    try:
        return open_workspace(path).log
    except (Refusal, RulebookError):
        return ()


def _way_back(now: Workspace, before: Workspace) -> Changes:
    """What makes the book as it was: rows, sheets and locks by the facts, cells as they stand there, whoever wrote them."""
    todo = changes(_whole_picture(now.contents), _whole_picture(before.contents), tabs(now.book))
    return replace(todo, cells=_cell_changes(now.book, before.book))


def _whole_picture(contents: Contents) -> Picture:
    """The picture, with what was reopened unlocked."""
    found = picture(contents, contents.rows)
    inputs = names.record_inputs(contents.rulebook)
    unlocked = {names.on_record(*place, name): False for place in open_again(contents.journal) for name in inputs}
    return replace(found, locked={**found.locked, **unlocked})


def _cell_changes(now: Book, before: Book) -> Mapping[Cell, Value]:
    """The named cells that are different, formulas apart: those nobody changes."""
    found: dict[Cell, Value] = {}
    for name in now.names.keys() & before.names.keys():
        pairs = zip(now.read(name), before.read(name), strict=False)
        found |= {
            (name, row): value
            for row, (present, value) in enumerate(pairs)
            if present != value and not isinstance(value, Formula)
        }
    return found
