"""`bangxl undo` and `redo`: back to the state before the last command of the log, and forth again. The log keeps a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from bangxl import __version__
from bangxl.books import files, history
from bangxl.books.closed import ClosedBook
from bangxl.books.port import Book, BookError, Changes, Formula
from bangxl.books.strange import strange
from bangxl.commands.errors import USAGE, Refusal, explain
from bangxl.commands.sealed import logged_stage
from bangxl.commands.workspace import Source, Workspace, free_row, hidden_again, log_entry, path_of, spoken, tabs, workspace_of
from bangxl.commands.workspace import now as stamp
from bangxl.locale.catalog import catalog
from bangxl.rulebooks.loader import RulebookError
from bangxl.tournament.journal import (
    TRACES,
    LogEntry,
    is_continuation,
    last_command,
    mark,
    names_logged,
    pairs,
    read_pairs,
    reopened_games,
)
from bangxl.tournament.progress import SeatDuels, SeatRound, SeatStage, next_step
from bangxl.workbook import names
from bangxl.workbook.logbook import what, when, with_log
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


def undo(source: Source, to: int | None = None) -> tuple[str, ...]:
    """Undo the last command; the lines to show. As `take_back`."""
    return take_back(source, to).lines


def take_back(source: Source, to: int | None = None) -> Undone:
    """Undo the last command of the log, or all after line ``to`` of it, and name it. The history keeps the replaced file.

    Draws taken back stay in the log as `undo` rows with their seeds: nobody draws until he likes the result, unseen. The workbook
    is replaced, or changed and saved, once, rows and all. Refusal, and no change, where the snapshot is none of this tournament.
    """
    path, steps = path_of(source), list[_Step]()

    def remake(back: Path, now: bytes) -> bytes | None:
        """The file that is to be: the snapshot with the rows of the log."""
        book, before = _read_snapshot(back, path)
        log = _log(now, path, before.log)
        known = _log_since(path, back, before.log) if log is None else log
        step = _step(back, before, known, certain=log is not None)
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
            real = files.real(path)
            chosen = _state_before(real, _read_log(real), to, spoken(source))
            undone = history.undo(path, remake, chosen)
        else:
            now = workspace_of(path, source)
            chosen = _state_before(path, now.log, to, now.language)
            undone = history.undo_open(source, partial(prepare, source, now), chosen)
    except BookError as error:
        if error.code == "nothing_to_undo" and isinstance(source, Path) and not _read_log(path):
            error = strange(files.read(path), path.name) or BookError("nothing_kept", path=str(path))
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


def redo(path: Path) -> tuple[str, ...]:
    """Take back the last `undo`, as long as no other command came after it; the lines to show. Refusal, and no change, else."""
    language = spoken(path)
    _ = catalog(language)
    try:
        real = files.real(path)
        now = files.read(real)
        log = _read_log(real) or ()
        if not any(entry.command == "undo" for entry in log[last_command(log) + 1 :]):
            raise strange(now, real.name) or Refusal(_("{path}: there is nothing to redo.").format(path=path))
        fitting = list[tuple[int, Path]]()
        for state in history.states(real):
            with suppress(BookError):
                later = read_log(ClosedBook.of(history.read(state), real, partly=True))
                if undone := _undone(later, log):
                    fitting.append((len(undone), state))
                    if len(undone) == 1:
                        break
        if not fitting:
            text = _("{path}: the state before the last {bangxl undo} is not kept here.")
            raise Refusal(text.format(path=path))
        # of several undos one after the other the last, which took the fewest commands
        book, after = _read_snapshot(min(fitting, key=lambda one: one[0])[1], real)
        undone, later = _undone(after.log, log), after.log
        redone = [replace(row, time=stamp(), command="redo", version=__version__) for row in undone]
        rows = [*(row for row in log if row.command == "redo" and row not in later), *redone]
        todo = with_log(Changes(), rows, free_row(after, len(rows)), after.contents)
        book.apply(replace(todo, shown=hidden_again(book, after.state)))
        history.replace(real, "redo", now, book.dump())
    except BookError as error:
        raise explain(error, str(path), language) from None
    spoken_state = after.state.with_tournament(replace(after.tournament, language=language))
    return tuple(f"{what(row, spoken_state)}." for row in redone)


def _undone(later: Sequence[LogEntry], log: Sequence[LogEntry]) -> Sequence[LogEntry]:
    """The rows by which an `undo` made one log of a later one, the first command first; none if it did not."""
    one, other = ([row for row in rows if row.command != "redo"] for rows in (later, log))
    shared = next((row for row, (a, b) in enumerate(zip(one, other, strict=False)) if mark(a) != mark(b)), len(one))
    since, rest = one[shared:], other[shared:]
    earlier = [mark(row) for row in since if row.command == "undo"]
    gone = [(row.command, row.stage, row.seed) for row in reversed(since) if row.command != "undo"]
    taken = rest[len(earlier) :]
    fits = [mark(row) for row in rest[: len(earlier)]] == earlier and [(row.result, row.stage, row.seed) for row in taken] == gone
    return taken[::-1] if fits else ()


def _read_log(path: Path) -> Sequence[LogEntry] | None:
    """The log of a file; None if it cannot be read any more."""
    data = files.read(path)
    try:
        return read_log(ClosedBook.of(data, path, partly=True))
    except BookError:
        return None


def _state_before(path: Path, log: Sequence[LogEntry] | None, to: int | None, language: str) -> Path | None:
    """The state before the last command of the log, or after ``to`` lines of it; None where there is no log to go by.

    BookError ``nothing_to_undo``. Refusal if that state is not kept here: it says which one is, and what going there would lose.
    """
    if not log:
        return None
    last = last_command(log)
    _ = catalog(language)
    if last < 0:
        raise BookError("nothing_to_undo", path=str(path))
    if to is not None and not 0 < to <= last:
        raise Refusal(_("{--to N} is a line of the log, from 1 to {most}.").format(most=last), exit_code=USAGE)
    wanted, marks, best = last if to is None else to, [mark(entry) for entry in log], 0
    for state in history.states(path):
        try:
            book = ClosedBook.of(history.read(state), path, partly=True)
            kept = [mark(entry) for entry in read_log(book)]
            if kept != marks[: len(kept)] or not _has_people(book, path, log[len(kept) :]):
                continue
        except (BookError, RulebookError):
            continue
        if len(kept) == wanted:
            return state
        best = max(best, len(kept)) if len(kept) < wanted else best
    lost = [entry for entry in log[best:] if entry.command not in TRACES]
    if not best:
        text = _(
            "{path}: the state before the last command ({command}, {when}) is not kept here. Put the folder of its"
            " history from the other computer beside the file."
        )
    else:
        text = _(
            "{path}: the state before the last command ({command}, {when}) is not kept here. An older one is, of"
            " {before}. Going back to it would lose these commands and what was typed since: {lost}. If you want"
            " that: {bangxl undo --to N}, with {n} for N."
        )
    names_of = [f"{entry.command} {entry.stage}".strip() for entry in (*lost, log[last])]
    values = {"command": names_of[-1], "when": when(log[last].time, language), "before": when(log[best].time, language)}
    raise Refusal(text.format(path=path, lost=", ".join(names_of[:-1]), n=best, **values))


def _has_people(book: ClosedBook, path: Path, since: Sequence[LogEntry]) -> bool:
    """Whether a state has the people whom later rows of a log seat: every copy of a template begins with the same row."""
    after = [entry for entry in since if entry.command not in TRACES][:1]  # later rows: names may have been typed between
    drawn = names_logged(after) if after and after[0].command == "seat" else {}
    people = {one.id: one.name for one in workspace_of(path, book).tournament.players} if drawn else {}
    return all(people.get(player) == said[0] for player, said in drawn.items())


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
    gone = [entry for entry in reversed(since) if entry.command not in TRACES]
    if certain and not gone:
        return None
    taken = []
    for entry in gone or [_supposed_entry(before, back.stem.partition("-")[2])]:
        code = read_pairs(entry.result).get("code", "")  # a code that was said stays readable
        digest = pairs({"code": code} if code else {})
        row = log_entry("undo", stage=entry.stage, seed=entry.seed, source=entry.source, result=entry.command, digest=digest)
        taken.append(row)
    return _Step(before, [entry for entry in since if entry.command in TRACES], taken, bool(gone))


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
    todo = changes(image_of(now.contents), image_of(before.contents), tabs(now.book))
    cells = {
        (name, row): value
        for name in now.book.names.keys() & before.book.names.keys()
        for row, (present, value) in enumerate(zip(now.book.read(name), before.book.read(name), strict=False))
        if present != value and not isinstance(value, Formula)  # formulas apart: those nobody changes
    }
    return replace(todo, cells=cells)


def image_of(contents: Contents) -> CellImage:
    """The cells, with what was reopened unlocked and shown."""
    plain = cells_for(contents, contents.rows)
    inputs = names.record_inputs(contents.rulebook)
    reopened = reopened_games(contents.journal)
    ruled = {(game.round, game.table) for game in contents.tournament.games if game.is_ruled}
    unlocked = {names.on_record(*place, name): False for place in reopened for name in inputs}
    unlocked |= {names.on_record(*place, names.RULING): False for place in reopened & ruled}
    shown = dict.fromkeys(record_tabs(contents.tournament, {number for number, _table in reopened}), True)
    return replace(plain, locked={**plain.locked, **unlocked}, shown={**plain.shown, **shown})
