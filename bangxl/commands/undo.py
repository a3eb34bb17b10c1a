"""`bangxl undo`: back to the state before the last command. The log keeps the trace."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from bangxl.books import history
from bangxl.books.closed import ClosedBook
from bangxl.books.history import Undone
from bangxl.books.port import Book, BookError, Cell, Changes, Formula, Value
from bangxl.commands.errors import explain
from bangxl.commands.rolls import stage_of_draw
from bangxl.commands.workspace import Source, Workspace, free_row, hidden_again, log_entry, path_of, spoken, tabs, workspace_of
from bangxl.rulebooks.loader import RulebookError
from bangxl.tournament.journal import LogEntry, is_continuation, pairs, read_pairs, reopened_games
from bangxl.tournament.progress import SeatDuels, SeatRound, SeatStage, next_step
from bangxl.workbook import names
from bangxl.workbook.logbook import what, with_log
from bangxl.workbook.read import Contents, read_log
from bangxl.workbook.write import CellImage, cells_for, changes, record_tabs

UNKNOWN_SEED: Final = "?"
"""What the log says of a draw taken back when nobody can read any more what its seed was: it counts all the same."""


def undo(source: Source) -> tuple[str, ...]:
    """Take the last command back, and say which. What is replaced is kept in the history folder.

    Draws taken back stay in the log as `undo` rows with their seeds: nobody draws until he likes the result, unseen. The workbook
    is replaced, or changed and saved, once, rows and all. Refusal, and no change, where the snapshot is none of this tournament.
    """
    path = path_of(source)
    try:
        undone, step = _undo_file(source) if isinstance(source, Path) else _undo_book(source)
    except BookError as error:
        raise explain(error, str(path), spoken(source)) from None
    _ = step.before.text
    said = [f"{what(row, step.before.state)}." for row in step.taken]
    unknown = _("The workbook is as it was before its last command. Which that was, the damaged file does not say.")
    return (
        *(said if step.is_known else [unknown]),
        _("The workbook as it was before is kept: {file}").format(file=undone.kept),
    )


@dataclass(frozen=True, slots=True)
class _Step:
    """A step back: the workbook as it was, and the rows that its log gets.

    ``earlier`` are those of the `undo`s since; ``taken`` has one for each command taken back now, the last command first.
    ``is_known``: a log tells of them; else what was taken back is only supposed, so that no draw is left out.
    """

    before: Workspace
    earlier: Sequence[LogEntry]
    taken: Sequence[LogEntry]
    is_known: bool

    def log_changes(self) -> Changes:
        """What writes the rows. Refusal where the log is full: no draw may be left out."""
        rows = [*self.earlier, *self.taken]
        start = free_row(self.before, len(rows))
        return with_log(Changes(), rows, start, self.before.contents)


def _undo_file(path: Path) -> tuple[Undone, _Step]:
    """The file becomes the snapshot with the rows of the log."""
    steps: list[_Step] = []

    def remake(back: Path, now: bytes) -> bytes | None:
        book = _snapshot(back, path)
        before = _workspace(back, book)
        log = _log(now, path, before.log)
        step = _step(back, before, _log_since(path, back, before.log) if log is None else log, certain=log is not None)
        if step is None:
            return None
        steps.append(step)
        book.apply(replace(step.log_changes(), shown=hidden_again(book, before.state)))
        return book.dump()

    return history.undo(path, remake), steps[-1]


def _undo_book(book: Book) -> tuple[Undone, _Step]:
    """The open book becomes as the snapshot is, with the rows of the log."""
    now, steps = workspace_of(book.path, book), list[_Step]()

    def prepare(back: Path) -> Callable[[], None] | None:
        before = _workspace(back, _snapshot(back, book.path))
        step = _step(back, before, now.log, certain=len(now.log) >= len(before.log))
        if step is None:
            return None
        steps.append(step)
        way, rows = _way_back(now, before), step.log_changes()
        shown = {**hidden_again(book, before.state), **way.shown}
        todo = replace(way, cells={**way.cells, **rows.cells}, used={**way.used, **rows.used}, shown=shown)

        def restore() -> None:
            book.apply(todo)
            book.save()

        return restore

    return history.undo_open(book, prepare), steps[-1]


def _snapshot(back: Path, path: Path) -> ClosedBook:
    """A snapshot, to be saved as the workbook. BookError ``bad_snapshot``."""
    try:
        return ClosedBook.of(history.read(back), path)
    except BookError as error:
        raise BookError("bad_snapshot", snapshot=str(back)) from error


def _workspace(back: Path, book: ClosedBook) -> Workspace:
    """A snapshot with what it says. BookError ``bad_snapshot``: it is no tournament, or has lost its log."""
    try:
        workspace = workspace_of(book.path, book)
    except (BookError, RulebookError) as error:
        raise BookError("bad_snapshot", snapshot=str(back)) from error
    if any(names.log(column) not in book.names for column in names.LOG):
        raise BookError("bad_snapshot", snapshot=str(back))
    return workspace


def _step(back: Path, before: Workspace, log: Sequence[LogEntry], *, certain: bool) -> _Step | None:
    """The way to a snapshot; None where it is no step: its command never came to its end, or was taken back already.

    ``certain``: the log is the workbook's own, which has the command if it ever ended.
    BookError ``foreign_snapshot``: the logs are of two tournaments.
    """
    if not is_continuation(before.log, log):
        raise BookError("foreign_snapshot", snapshot=str(back))
    lost = log[len(before.log) :]
    gone = [entry for entry in reversed(lost) if entry.command != "undo"]
    if certain and not gone:
        return None
    taken = gone or [_forgotten(before, back.stem.partition("-")[2])]
    earlier = [entry for entry in lost if entry.command == "undo"]
    return _Step(before, earlier, [_row(entry) for entry in taken], bool(gone))


def _row(entry: LogEntry) -> LogEntry:
    """What the log says of a command taken back now; a code that was said stays readable."""
    code = read_pairs(entry.result).get("code", "")
    digest = pairs({"code": code} if code else {})
    return log_entry("undo", stage=entry.stage, seed=entry.seed, source=entry.source, result=entry.command, digest=digest)


def _forgotten(before: Workspace, command: str) -> LogEntry:
    """A command of which no log tells any more: what it drew, if it drew, follows from the state before it."""
    step = next_step(before.state) if command == "seat" else None
    match step:
        case SeatRound():
            return LogEntry("", command, names.round_sheet(step.number), UNKNOWN_SEED)
        case SeatDuels() | SeatStage():
            return LogEntry("", command, stage_of_draw(step), UNKNOWN_SEED)
    if command == "redraw":
        return LogEntry("", command, names.round_sheet(before.tournament.rounds_seated), UNKNOWN_SEED)
    return LogEntry("", command)


def _log(data: bytes, path: Path, before: Sequence[LogEntry]) -> Sequence[LogEntry] | None:
    """The log of a workbook that may be damaged; None where it can't be read, or is shorter than it was before."""
    try:
        found = read_log(ClosedBook.of(data, path, partly=True))
    except BookError:
        return None
    return found if len(found) >= len(before) or not is_continuation(before, found) else None


def _log_since(path: Path, back: Path, before: Sequence[LogEntry]) -> Sequence[LogEntry]:
    """The log of the newest state in the history, from a snapshot on, that can be read and is of its tournament."""
    for file in history.since(path, back):
        with suppress(BookError):
            log = _log(history.read(file), path, before)
            if log is not None and is_continuation(before, log):
                return log
    return before


def _way_back(now: Workspace, before: Workspace) -> Changes:
    """What makes the book as it was: rows, sheets and locks by the facts, cells as they stand there, whoever wrote them."""
    todo = changes(_whole_picture(now.contents), _whole_picture(before.contents), tabs(now.book))
    return replace(todo, cells=_cell_changes(now.book, before.book))


def _whole_picture(contents: Contents) -> CellImage:
    """The image, with what was reopened unlocked and shown."""
    found = cells_for(contents, contents.rows)
    inputs = names.record_inputs(contents.rulebook)
    reopened = reopened_games(contents.journal)
    ruled = {(game.round, game.table) for game in contents.tournament.games if game.is_ruled}
    unlocked = {names.on_record(*place, name): False for place in reopened for name in inputs}
    unlocked |= {names.on_record(*place, names.RULING): False for place in reopened & ruled}
    shown = dict.fromkeys(record_tabs(contents.tournament, {number for number, _table in reopened}), True)
    return replace(found, locked={**found.locked, **unlocked}, shown={**found.shown, **shown})


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
