"""`bangxl undo`: go back to the state before the last command. The log keeps a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from bangxl.books import files, history
from bangxl.books.closed import ClosedBook
from bangxl.books.port import Book, BookError, Changes, Formula
from bangxl.books.strange import strange
from bangxl.commands.errors import explain
from bangxl.commands.sealed import logged_stage
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
        """What writes the rows. Refusal if the log is full: no draw may be left out."""
        rows = [*self.earlier, *self.taken]
        return with_log(Changes(), rows, free_row(self.before, len(rows)), self.before.contents)


class Undone(NamedTuple):
    """What to say; the rows of the log about what was taken back, the last command first; the workbook as it was before."""

    lines: tuple[str, ...]
    taken: Sequence[LogEntry]
    kept: Path


def undo(source: Source) -> tuple[str, ...]:
    """Undo the last command; the lines to show. As `take_back`."""
    return take_back(source).lines


def take_back(source: Source) -> Undone:
    """Undo the last command and name it. The replaced file goes to the history folder.

    Draws taken back stay in the log as `undo` rows with their seeds: nobody draws until he likes the result, unseen. The workbook
    is replaced, or changed and saved, once, rows and all. Refusal, and no change, where the snapshot is none of this tournament.
    """
    path, steps = path_of(source), list[_Step]()

    def remake(back: Path, now: bytes) -> bytes | None:
        """The file that is to be: the snapshot with the rows of the log."""
        book, before = _read_snapshot(back, path)
        log = _log(now, path, before.log)
        step = _step(back, before, _log_since(path, back, before.log) if log is None else log, certain=log is not None)
        if step is None:
            return None
        steps.append(step)
        book.apply(replace(step.log_changes(), shown=hidden_again(book, before.state)))
        return book.dump()

    def prepare(book: Book, now: Workspace, back: Path) -> Callable[[], None] | None:
        """What makes an open book as the snapshot is, with the rows of the log, and saves it."""
        _book, before = _read_snapshot(back, path)
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

    try:
        if isinstance(source, Path):
            undone = history.undo(path, remake)
        else:
            undone = history.undo_open(source, partial(prepare, source, workspace_of(path, source)))
    except BookError as error:
        if error.code == "nothing_to_undo" and isinstance(source, Path):
            error = strange(files.read(path), path.name) or error
        raise explain(error, str(path), spoken(source)) from None
    step = steps[-1]
    _ = step.before.text
    tournament = replace(step.before.tournament, language=step.before.language)
    lines = [f"{what(row, step.before.state.with_tournament(tournament))}." for row in step.taken]
    if not step.is_known:
        lines = [
            _("The workbook is back to the state before its last command. The damaged file does not say which command that was.")
        ]
    kept = _("The workbook as it was before is kept: {file}").format(file=undone.kept)
    return Undone((*lines, kept), step.taken, undone.kept)


def _read_snapshot(back: Path, path: Path) -> tuple[ClosedBook, Workspace]:
    """A snapshot, to be saved as the workbook. BookError ``bad_snapshot``: it is no tournament, or has lost its log."""
    try:
        book = ClosedBook.of(history.read(back), path)
        workspace = workspace_of(path, book)
    except (BookError, RulebookError) as error:
        raise BookError("bad_snapshot", snapshot=str(back)) from error
    if any(names.log(column) not in book.names for column in names.LOG):
        raise BookError("bad_snapshot", snapshot=str(back))
    return book, workspace


def _step(back: Path, before: Workspace, log: Sequence[LogEntry], *, certain: bool) -> _Step | None:
    """The way to a snapshot; None if it is no step: its command never came to its end, or was taken back already.

    ``certain``: the log is the workbook's own, which has the command if it ever ended.
    BookError ``foreign_snapshot``: the logs are of two tournaments.
    """
    if not is_continuation(before.log, log):
        raise BookError("foreign_snapshot", snapshot=str(back))
    since = log[len(before.log) :]
    gone = [entry for entry in reversed(since) if entry.command != "undo"]
    if certain and not gone:
        return None
    taken = []
    for entry in gone or [_supposed_entry(before, back.stem.partition("-")[2])]:
        code = read_pairs(entry.result).get("code", "")  # a code that was said stays readable
        digest = pairs({"code": code} if code else {})
        row = log_entry("undo", stage=entry.stage, seed=entry.seed, source=entry.source, result=entry.command, digest=digest)
        taken.append(row)
    return _Step(before, [entry for entry in since if entry.command == "undo"], taken, bool(gone))


def _supposed_entry(before: Workspace, command: str) -> LogEntry:
    """A command of which no log tells any more: what it drew, if it drew, follows from the state before it."""
    step = next_step(before.state) if command == "seat" else None
    if isinstance(step, SeatRound | SeatDuels | SeatStage):
        return LogEntry("", command, logged_stage(step), UNKNOWN_SEED)
    if command == "redraw":
        return LogEntry("", command, names.round_sheet(before.tournament.rounds_seated), UNKNOWN_SEED)
    return LogEntry("", command)


def _log(data: bytes, path: Path, before: Sequence[LogEntry]) -> Sequence[LogEntry] | None:
    """The log of a workbook that may be damaged; None if it can't be read, or is shorter than it was before."""
    try:
        log = read_log(ClosedBook.of(data, path, partly=True))
    except BookError:
        return None
    return log if len(log) >= len(before) or not is_continuation(before, log) else None


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
    todo = changes(_image(now.contents), _image(before.contents), tabs(now.book))
    cells = {
        (name, row): value
        for name in now.book.names.keys() & before.book.names.keys()
        for row, (present, value) in enumerate(zip(now.book.read(name), before.book.read(name), strict=False))
        if present != value and not isinstance(value, Formula)  # formulas apart: those nobody changes
    }
    return replace(todo, cells=cells)


def _image(contents: Contents) -> CellImage:
    """The cells, with what was reopened unlocked and shown."""
    plain = cells_for(contents, contents.rows)
    inputs = names.record_inputs(contents.rulebook)
    reopened = reopened_games(contents.journal)
    ruled = {(game.round, game.table) for game in contents.tournament.games if game.is_ruled}
    unlocked = {names.on_record(*place, name): False for place in reopened for name in inputs}
    unlocked |= {names.on_record(*place, names.RULING): False for place in reopened & ruled}
    shown = dict.fromkeys(record_tabs(contents.tournament, {number for number, _table in reopened}), True)
    return replace(plain, locked={**plain.locked, **unlocked}, shown={**plain.shown, **shown})
