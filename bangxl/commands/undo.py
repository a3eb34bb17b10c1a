"""`bangxl undo` and `redo`: back to the state before the last command of the log, and forth again. The log keeps a line."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from bangxl import __version__
from bangxl.books import files, history
from bangxl.books.closed import ClosedBook
from bangxl.books.port import Book, BookError, Cell, Changes, Formula, Value
from bangxl.books.strange import strange
from bangxl.commands.asking import Agree, unasked
from bangxl.commands.errors import USAGE, Refusal, explain
from bangxl.commands.sealed import logged_stage
from bangxl.commands.workspace import (
    Source,
    Workspace,
    free_row,
    hidden_again,
    log_entry,
    open_workspace,
    path_of,
    put,
    spoken,
    tabs,
    workspace_of,
)
from bangxl.commands.workspace import now as stamp
from bangxl.locale.catalog import LANGUAGES, N_, catalog
from bangxl.rulebooks.loader import RulebookError
from bangxl.tournament.journal import (
    BESIDE,
    TRACES,
    LogEntry,
    is_continuation,
    last_command,
    made_until,
    mark,
    names_logged,
    pairs,
    read_pairs,
    reopened_games,
)
from bangxl.tournament.model import EventType, Role
from bangxl.tournament.progress import SeatDuels, SeatRound, SeatStage, next_step
from bangxl.tournament.rulebook import Rulebook
from bangxl.workbook import names
from bangxl.workbook.logbook import what, when, with_log
from bangxl.workbook.read import Contents, read_log
from bangxl.workbook.words import word
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

    def lines(self) -> list[str]:
        """What was taken back, for people."""
        _, state = self.before.text, self.before.state
        if not self.is_known:
            text = _(
                "The workbook is back to the state before its last command. The damaged file does not say which command that was."
            )
            return [text]
        spoken_state = state.with_tournament(replace(state.tournament, language=self.before.language))
        return [f"{what(row, spoken_state)}." for row in self.taken]


class Undone(NamedTuple):
    """What to say; the rows of the log about what was taken back, the last command first; the workbook as it was before."""

    lines: tuple[str, ...]
    taken: Sequence[LogEntry]
    kept: Path


def undo(source: Source, to: int | None = None) -> tuple[str, ...]:
    """Undo the last command, without asking; the lines to show. As `take_back`."""
    return take_back(source, to, unasked).lines


def take_back(source: Source, to: int | None, agree: Agree) -> Undone:
    """Undo the last command of the log, or all after line ``to`` of it, and name it. The history keeps the replaced file.

    Where something was typed since, ``agree`` is asked first; of a damaged file nobody knows that.

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
        todo = _way_back(now, before, step.log_changes())

        def restore() -> None:
            book.apply(todo)
            book.save()

        return restore

    try:
        if isinstance(source, Path):
            real = files.real(path)
            chosen = _state_before(real, _read_log(real), to, spoken(source))
            files.refuse_if_open(real)  # before anything is asked
            with suppress(BookError, RulebookError):
                _ask(agree, workspace_of(real, ClosedBook.of(files.read(real), real)), chosen, _REDO)
            undone = history.undo(path, remake, chosen)
        else:
            source.check()  # before anything is asked
            now = workspace_of(path, source)
            chosen = _state_before(path, now.log, to, now.language)
            _ask(agree, now, chosen, _REDO)
            undone = history.undo_open(source, partial(prepare, source, now), chosen)
    except BookError as error:
        if error.code == "nothing_to_undo" and isinstance(source, Path) and not _read_log(path):
            error = strange(files.read(path), path.name) or BookError("nothing_kept", path=str(path))
        raise explain(error, str(path), spoken(source)) from None
    step = steps[-1]
    _ = step.before.text
    kept = _("The workbook as it was before is kept: {file}").format(file=undone.kept)
    return Undone((*step.lines(), kept), step.taken, undone.kept)


def redo(source: Source, agree: Agree = unasked) -> tuple[str, ...]:
    """Take back the last `undo`, as long as no other command came after it; the lines to show. Refusal, and no change, else.

    Where something was typed since, ``agree`` is asked first.
    """
    now = open_workspace(source)
    _, path, log = now.text, now.path, now.log
    if not any(entry.command == "undo" for entry in log[last_command(log) + 1 :]):
        raise Refusal(_("{path}: there is nothing to redo.").format(path=path))
    try:
        fitting = list[tuple[int, Path]]()
        for state in history.states(path):
            with suppress(BookError):
                later = read_log(ClosedBook.of(history.read(state), path, partly=True))
                if undone := _undone(later, log):
                    fitting.append((len(undone), state))
                    if len(undone) == 1:
                        break
        if not fitting:
            text = _("{path}: the state before the last {bangxl undo} is not kept here.")
            raise Refusal(text.format(path=path))
        _ask(agree, now, max(_kept(path, log), default=(0, None), key=lambda one: one[0])[1], _KEPT)
        # of several undos one after the other the last, which took the fewest commands
        _book, after = _read_snapshot(min(fitting, key=lambda one: one[0])[1], path)
    except BookError as error:
        raise explain(error, str(path), now.language) from None
    undone, later = _undone(after.log, log), after.log
    redone = [replace(row, time=stamp(), command="redo", version=__version__) for row in undone]
    rows = [*(row for row in log if row.command == "redo" and row not in later), *redone]
    todo = _way_back(now, after, with_log(Changes(), rows, free_row(after, len(rows)), after.contents))
    put(now.book, "redo", todo, path, now.language)
    return tuple(f"{what(row, now.state)}." for row in redone)


def earlier_states(source: Source) -> Mapping[int, str]:
    """The states of this tournament that are kept, by the lines of their logs, the last first: their times and last commands.

    Refusal if there is none, as for `undo`.
    """
    workspace = open_workspace(source, reading_only=True)
    path, log, state = workspace.path, workspace.log, workspace.state
    kept = {lines for lines, _file in _kept(path, log) if made_until(log) < lines <= last_command(log)}
    if not kept:
        try:
            _state_before(path, log, None, workspace.language)
        except BookError as error:
            raise explain(error, str(path), workspace.language) from None
    about = {lines: log[lines - 1] for lines in sorted(kept, reverse=True)}
    return {lines: f"{when(entry.time, workspace.language)} · {what(entry, state)}" for lines, entry in about.items()}


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
    if to is not None and not (least := made_until(log) + 1) <= to <= last:
        text = _("{--to N} is a line of the log, from {least} to {most}. Which are kept: {bangxl undo --to 0}.")
        raise Refusal(text.format(least=least, most=last), exit_code=USAGE)
    wanted, best = last if to is None else to, 0
    for lines, state in _kept(path, log):
        if lines == wanted:
            return state
        best = max(best, lines) if lines < wanted else best
    lost = [entry for entry in log[best:] if entry.command not in TRACES]
    if not best:
        text = _(
            "{path}: the state before {command} ({when}) is not kept here. It lies where that command ran, in a folder"
            " whose name ends in .history. Put that folder beside this file."
        )
    else:
        text = _(
            "{path}: the state before {command} ({when}) is not kept here. An older one is, of {before}. Going back"
            " to it would lose these commands and what was typed since: {lost}. If you want that, use {bangxl undo"
            " --to N} with the number {n}."
        )
    names_of = [f"{entry.command} {entry.stage}".strip() for entry in (*lost, log[wanted])]
    values = {"command": names_of[-1], "when": when(log[wanted].time, language), "before": when(log[best].time, language)}
    raise Refusal(text.format(path=path, lost=", ".join(names_of[:-1]), n=best, **values))


def _kept(path: Path, log: Sequence[LogEntry]) -> Iterator[tuple[int, Path]]:
    """The states from which this log goes on, newest first, each with the lines of its log; from any history beside the file.

    The log is what identifies a tournament: no two have the same seeds. It also tells two ways apart on which one tournament
    went on. Before the first command it is only that of the template, or of this name, so there the people count.
    """
    marks = [mark(entry) for entry in log]
    for state in history.states(path):
        with suppress(BookError, RulebookError):
            book = ClosedBook.of(history.read(state), path, partly=True)
            lines = len(kept := [mark(entry) for entry in read_log(book)])
            if kept == marks[:lines] and (last_command(log[:lines]) >= 0 or _has_people(book, state, path, log[lines:])):
                yield lines, state


def _has_people(book: ClosedBook, state: Path, path: Path, since: Sequence[LogEntry]) -> bool:
    """Whether most of those whom later rows of a log seat are in a state; where nobody was drawn, it must be the file's own."""
    drawn = names_logged(since)
    if not drawn:
        return state.parent == history.folder(path)
    people = {one.id: one.name for one in workspace_of(path, book).tournament.players}
    return 2 * sum(people.get(player) == said[0] for player, said in drawn.items()) > len(drawn)


_REDO: Final = N_("This would go too. It stays kept: {bangxl redo} brings it back.")
_KEPT: Final = N_("This would go. It stays kept as a file in the folder {folder}.")


def _ask(agree: Agree, now: Workspace, back: Path | None, kept: str) -> None:
    """Ask before something typed would go, told the commands, the sheets and where it stays. Only where something was typed."""
    if back is None:
        return
    _book, before = _read_snapshot(back, now.path)
    if tabs_typed := _typed(now, before):
        _ = now.text
        gone = [what(entry, now.state) for entry in reversed(now.log[len(before.log) :]) if entry.command not in TRACES]
        about = [_("This undoes: {what}.").format(what="; ".join(gone))] if gone else []
        line = _.plural("{count} sheet typed on since: {sheets}.", "{count} sheets typed on since: {sheets}.", len(tabs_typed))
        stays = _(kept).format(folder=history.folder(now.path).name)
        agree(_, [*about, line.format(count=len(tabs_typed), sheets=", ".join(tabs_typed)), stays])


def _typed(now: Workspace, before: Workspace) -> list[str]:
    """The sheets on which something stands, or was emptied, that neither was so before nor is the work of the commands since."""
    since, settled = now.log[len(before.log) :], cells_for(before.contents, before.contents.rows).cells
    commands, sheriffs = {entry.command for entry in since}, {word(Role.SHERIFF, language) for language in LANGUAGES}
    redrawn = tuple(f"{entry.stage}T" for entry in since if entry.command == "redraw")
    moved, used_up = _swapped(now, since), {"Rng_Seed", "Public_Value"}

    def is_typed(cell: Cell, value: Value, former: Value) -> bool:
        name = cell[0]
        if value in (former, settled.get(cell)) or (cell in moved and value == settled.get(moved[cell])):
            return False
        if value is None:
            return name not in used_up and not name.startswith(redrawn)
        return not (former is None and name.endswith("!Role") and value in sheriffs)  # of a draw

    columns = _inputs(now.contents.rulebook, commands)
    names_of = [name for name in now.book.names if name.rpartition("!")[2] in columns or name.startswith(_OF_TOURNAMENT)]
    found = set[str]()
    for name in names_of:
        pairs_of = zip(now.book.read(name), before.book.read(name) if name in before.book.names else (), strict=False)
        if any(is_typed((name, row), value, former) for row, (value, former) in enumerate(pairs_of)):
            found.add(now.book.names[name].sheet)
    if _events(now) != _events(before):
        found.add(now.book.names["Events_Type"].sheet)
    return [tab for tab in now.book.sheets if tab in found]


_OF_TOURNAMENT: Final = ("Event_", "Option_", "Public_", "Auctions_")


def _inputs(rulebook: Rulebook, commands: Container[str]) -> frozenset[str]:
    """The names of columns that people fill in, but for those that these commands write too."""
    people = () if "names" in commands or "rename" in commands else ("Name", *BESIDE.values())
    events = () if "rule" in commands or "reopen" in commands else names.EVENTS
    duels = (names.duel(match.code, f"Score_{side}") for match in rulebook.matches for side in "AB")
    lists = (*(f"Players_{column}" for column in people), *(f"Events_{column}" for column in events))
    return frozenset({*names.record_inputs(rulebook), *names.STAGE_INPUTS, *lists, *duels, "Rng_Seed"})


def _swapped(now: Workspace, since: Sequence[LogEntry]) -> Mapping[Cell, Cell]:
    """The cells of record sheets whose entries `swap` has moved, each with where they were."""
    moved = dict[Cell, Cell]()
    for entry in since:
        if entry.command == "swap":
            one, other = (place.partition("=")[2].split("/") for place in entry.result.split()[:2])
            for name in names.record_inputs(now.contents.rulebook):
                a, b = ((f"{entry.stage}T{table}!{name}", int(seat) - 1) for table, seat in (one, other))
                moved |= {a: b, b: a}
    return moved


def _events(workspace: Workspace) -> Sequence[object]:
    return [event for event in workspace.tournament.events if event.type is not EventType.RULING]


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


def _way_back(now: Workspace, before: Workspace, rows: Changes) -> Changes:
    """What makes the book as it was, with these rows of the log.

    Rows, sheets and locks follow from the facts; cells are as they stand there, whoever wrote them.
    """
    todo = changes(image_of(now.contents), image_of(before.contents), tabs(now.book))
    cells = {
        (name, row): value
        for name in now.book.names.keys() & before.book.names.keys()
        for row, (present, value) in enumerate(zip(now.book.read(name), before.book.read(name), strict=False))
        if present != value and not isinstance(value, Formula)  # formulas apart: those nobody changes
    }
    shown = {**hidden_again(now.book, before.state), **todo.shown}
    return replace(todo, cells={**cells, **rows.cells}, used={**todo.used, **rows.used}, shown=shown)


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
