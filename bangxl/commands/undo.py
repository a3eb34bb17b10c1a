"""`bangxl undo` and `redo`: back to the state before the last command of the log, and forth again. The log keeps a line."""

from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple, cast

from bangxl import __version__
from bangxl.books import files, history
from bangxl.books.closed import ClosedBook
from bangxl.books.foreign_files import strange_file
from bangxl.books.port import BookError, Cell, Changes, Formula, Value
from bangxl.commands import history_logs as logs
from bangxl.commands.asking import Agree, unasked
from bangxl.commands.commit import logged_stage, next_commitment
from bangxl.commands.errors import USAGE, Refusal, book_refusals, explain
from bangxl.commands.workspace import (
    Source,
    Workspace,
    free_row,
    log_entry,
    log_time,
    open_workspace,
    path_of,
    save_changes,
    secret_sheets_to_hide,
    source_language,
    workspace_of,
)
from bangxl.locale.catalog import LANGUAGES, N_, Catalog, catalog
from bangxl.rulebooks.loader import RulebookError
from bangxl.tournament import journal
from bangxl.tournament.journal import LogEntry, entry_key, pairs
from bangxl.tournament.model import EventType, Role, round_code
from bangxl.tournament.options import EVENING
from bangxl.tournament.progress import FillIn, SeatDuels, SeatRound, SeatStage, next_step
from bangxl.tournament.rulebook import Rulebook
from bangxl.workbook import names
from bangxl.workbook.logbook import log_line, time_of, with_log
from bangxl.workbook.titles import in_a_sentence, tab_title
from bangxl.workbook.words import word
from bangxl.workbook.write import cells_for, changes

UNKNOWN_SEED: Final = "?"
"""What the log says of a draw, or of a code, taken back when nobody can read it any more: it counts all the same."""


class Undone(NamedTuple):
    """What to say; the rows of the log about what was taken back, the last command first; the workbook as it was before."""

    lines: tuple[str, ...]
    taken: Sequence[LogEntry]
    kept: Path


def undo(source: Source, to: int | None = None, agree: Agree = unasked, where: Path | None = None) -> Undone:
    """Undo the last command of the log, or all after line ``to`` of it, and name it. The history keeps the replaced file.

    Where something was typed since, ``agree`` is asked first; of a damaged file nobody knows that. ``where``: in another history
    than the file's own. Draws taken back stay in the log as `undo` rows with their seeds: nobody draws
    until they like it, unseen. The workbook is replaced, or changed and saved, once, rows and all.
    Refusal, and no change, where nothing can be.
    """
    path, data, now = path_of(source), b"", None
    try:
        if isinstance(source, Path):
            path = files.real_path(path)
            files.refuse_if_open(path)  # before anything is asked
            data = files.read_file(path)
            with suppress(BookError, RulebookError):
                now = workspace_of(path, ClosedBook.of(data, path))
        else:
            source.require_writable()
            now = workspace_of(path, source)
        log = now.log if now else logs.log_of(data, path)
        back = _copy_before(path, data, log, to, now, where)
        book, before = _read_snapshot(back, path)
        later = (own for _copy, own in logs.copies_with_logs(path, where) if logs.goes_on(own, before.log))  # without a log
        since = (log or max((before.log, *later), key=len))[len(before.log) :]
        gone = [entry for entry in reversed(since) if entry.command not in journal.UNDO_ROWS]
        taken = [_row(entry) for entry in gone or [_supposed_entry(before, back.stem.partition("-")[2])]]
        rows = [*(entry for entry in since if entry.command in journal.UNDO_ROWS), *taken]
        todo = with_log(Changes(), rows, free_row(before, len(rows)), before.contents)  # no draw may be left out
        if now is not None:
            _ask_before_loss(agree, now, before, _REDO)
        if isinstance(source, Path):
            book.apply(replace(todo, shown=secret_sheets_to_hide(book, before.state)))
            stays = history.undo_closed(path, back, data, book.dump())
        else:
            stays = history.undo_open(source, back, _changes_back(cast("Workspace", now), before, todo))
    except BookError as error:
        raise explain(error, str(path_of(source)), source_language(source)) from None
    _, state = before.catalog, before.state.with_tournament(replace(before.tournament, language=before.language))
    unknown = _("The workbook is back to the newest copy in its history. The damaged file cannot say which commands came after.")
    copy = _("A copy of the workbook from before this step: {file}").format(file=stays)
    return Undone((*([f"{log_line(row, state)}." for row in taken] if gone else [unknown]), copy), taken, stays)


def redo(source: Source, agree: Agree = unasked) -> tuple[str, ...]:
    """Take back the last `undo`, as long as no other command came after it; the lines to show. Refusal, and no change, else.

    Where something was typed since, ``agree`` is asked first.
    """
    now = open_workspace(source)
    _, path, log = now.catalog, now.path, now.log
    if not any(entry.command == "undo" for entry in log[journal.last_command(log) + 1 :]):
        raise Refusal(_("{path}: there is nothing to redo.").format(path=path))
    with book_refusals(path, now.language):
        fitting = [(undone, copy) for copy, own in logs.copies_with_logs(path) if (undone := _undone_rows(own, log))]
        if not fitting:
            raise Refusal(_("{path}: the copy from before the last {bangxl undo} is not here.").format(path=path))
        if earlier := logs.copies_before(path, log):
            _ask_before_loss(agree, now, _read_snapshot(next(iter(earlier.values())), path)[1], _COPY_KEPT)
        # of several undos one after the other the last, which took the fewest commands
        undone, copy = min(fitting, key=lambda one: len(one[0]))
        _book, after = _read_snapshot(copy, path)
    redone = [replace(row, time=log_time(), command="redo", version=__version__) for row in undone]
    rows = [*(row for row in log if row.command == "redo" and row not in after.log), *redone]
    todo = _changes_back(now, after, with_log(Changes(), rows, free_row(after, len(rows)), after.contents))
    save_changes(now.book, "redo", todo, path, now.language)
    return tuple(f"{log_line(row, after.state)}." for row in redone)


def earlier_copies(source: Source, where: Path | None = None) -> Mapping[int, str]:
    """The copies of this tournament that are kept, by the lines of their logs, the last first: their times and last commands.

    Refusal if there is none, as for `undo`.
    """
    workspace = open_workspace(source, reading_only=True)
    path, log, state = workspace.path, workspace.log, workspace.state
    with book_refusals(path, workspace.language):
        made, last = journal.made_until(log), journal.last_command(log)
        lines = [one for one in logs.copies_before(path, log, where) if made < one <= last]
        if not lines:
            _copy_before(path, b"", log, None, workspace, where)
    return {one: f"{time_of(log[one - 1].time, workspace.language)} · {log_line(log[one - 1], state)}" for one in lines}


def _undone_rows(later: Sequence[LogEntry], log: Sequence[LogEntry]) -> Sequence[LogEntry]:
    """The rows by which an `undo` made one log of a later one, the first command first; none if it did not."""
    one, other = ([row for row in rows if row.command != "redo"] for rows in (later, log))
    shared = next((row for row, (a, b) in enumerate(zip(one, other, strict=False)) if entry_key(a) != entry_key(b)), len(one))
    since, rest = one[shared:], other[shared:]
    earlier = [row for row in since if row.command == "undo"]
    gone = [(row.command, row.stage, row.seed) for row in reversed(since) if row.command != "undo"]
    taken = rest[len(earlier) :]
    fits = logs.goes_on(rest, earlier) and [(row.result, row.stage, row.seed) for row in taken] == gone
    return taken[::-1] if fits else ()


def _copy_before(path: Path, data: bytes, log: logs.Log, to: int | None, now: Workspace | None, where: Path | None) -> Path:
    """The copy from before the last command of the log, or after ``to`` lines of it; of ``data`` without a log the newest.

    BookErrors ``nothing_to_undo``; ``nothing_kept``, or what the file is. Refusal if that copy is not here: it says which
    one is, what going there would lose, and which histories have it.
    """
    earlier, last = logs.copies_before(path, log, where), journal.last_command(log)
    _ = now.catalog if now else catalog(source_language(path))
    if not log:
        if not earlier:
            raise (strange_file(data, path.name) if data else None) or BookError("nothing_kept", path=str(path))
        return next(iter(earlier.values()))
    if last < 0:
        raise BookError("nothing_to_undo", path=str(path))
    if to is not None and not (least := journal.made_until(log) + 1) <= to <= last:
        text = _("{--to N} is a line of the log, from {least} to {most}. To list them: {bangxl undo --to 0}.")
        raise Refusal(text.format(least=least, most=last), exit_code=USAGE)
    wanted = last if to is None else to
    if wanted in earlier:
        return earlier[wanted]
    best = next((lines for lines in earlier if lines < wanted), 0)
    histories = () if where else history.other_histories(path)
    others = {one: there for one in histories if wanted in (there := logs.copies_before(path, log, one))}
    gone = (*journal.entries_in_force(log[best:]), log[wanted])
    *lost, last_gone = (log_line(one, now.state) if now else f"{one.command} {one.stage}".strip() for one in gone)
    values = {"path": path, "command": _.quoted(last_gone), "when": time_of(log[wanted].time, _.language), "n": best}
    values |= {"lost": "; ".join(lost), "name": f"-{log[wanted].command}{path.suffix}"}
    texts = [_("{path}: the copy from before {command} ({when}) is not in this file's history.")]
    if best:
        text = _("{bangxl undo --to N} with the number {n} goes back further. It loses what was typed since, and: {lost}.")
        texts.append(text)
    elif not others:
        text = _(
            "On the computer where it ran, find the folder that ends in .history, and open the file in it that ends in {name}"
            " (in a terminal: {bangxl undo --history FOLDER})."
        )
        texts.append(text)
    offers = [_history_text(path, there, _) for there in others.values()]
    refusal = Refusal(*(text.format(**values) for text in texts), *offers)
    refusal.data = {"lines": refusal.lines, "files": [], "histories": [*map(str, others)]} if others else None
    raise refusal


def _history_text(path: Path, there: Mapping[int, Path], _: Catalog) -> str:
    """A history that may be this file's: how many copies of its log it has, of whom and from when, and how to use it."""
    copy = next(iter(there.values()))
    book = ClosedBook.of(history.read_snapshot(copy), path, partly=True)
    about = (str(one) for name in ("Event_Name", "Players_Name") if name in book.names for one in book.read(name)[:3] if one)
    saved = files.in_local_time(datetime.fromtimestamp(copy.stat().st_mtime, UTC)).isoformat()
    text = _("{folder} has copies ({count}) of «{event}», the last from {when}. This file may continue them. If so: {command}")
    command = f'bangxl undo "{path}" --history "{copy.parent}"'
    values = {"folder": copy.parent.name, "event": ", ".join(about), "when": time_of(saved, _.language), "command": command}
    return text.format(count=len(there), **values)


_REDO: Final = N_("You would lose this, too. {bangxl redo} brings it back.")
_COPY_KEPT: Final = N_("You would lose this. A copy stays in the folder {folder}.")


def _ask_before_loss(agree: Agree, now: Workspace, before: Workspace, where: str) -> None:
    """Ask before something typed would go, told the commands, the sheets and where it stays. Only where something was typed."""
    if tabs := _typed_sheets(now, before):
        _ = now.catalog
        undone = [entry for entry in reversed(now.log[len(before.log) :]) if entry.command not in journal.UNDO_ROWS]
        gone = "; ".join(in_a_sentence(log_line(entry, now.state), _.language) for entry in undone)
        about = [_("This takes back: {what}.").format(what=gone)] if gone else []
        line = _.plural("You typed on {count} sheet since: {sheets}.", "You typed on {count} sheets since: {sheets}.", len(tabs))
        sheets = ", ".join(tab_title(tab, _.language, now.contents.rulebook) for tab in tabs)
        agree(
            _,
            [*about, line.format(count=len(tabs), sheets=sheets), _(where).format(folder=history.history_folder(now.path).name)],
        )


def _typed_sheets(now: Workspace, before: Workspace) -> list[str]:
    """The sheets on which something stands, or was emptied, that neither was so before nor is the work of the commands since."""
    since, settled = now.log[len(before.log) :], cells_for(before.contents, before.contents.rows).cells
    commands, sheriffs = {entry.command for entry in since}, {word(Role.SHERIFF, language) for language in LANGUAGES}
    redrawn = tuple(f"{entry.stage}T" for entry in since if entry.command == "redraw")
    moved = _swapped_cells(now, since)

    def is_typed(cell: Cell, value: Value, former: Value) -> bool:
        name = cell[0]
        if value in (former, settled.get(cell)) or (cell in moved and value == settled.get(moved[cell])):
            return False
        if value is None:
            return name not in {"Rng_Seed", "Public_Value"} and not name.startswith(redrawn)
        return not (former is None and name.endswith("!Role") and value in sheriffs)  # of a draw

    columns, here = _inputs(now.contents.rulebook, commands), sum(player.present for player in now.tournament.players)
    told = [entry.result for entry in since if entry.command == "tonight"]
    marked = _OF_TONIGHT if told and told[-1] == pairs({"players": str(here)}) else ()  # nobody has marked another one since
    found = {
        now.book.names[name].sheet
        for name in now.book.names
        if name.rpartition("!")[2] in columns or name.startswith(_OF_TOURNAMENT)
        if name in before.book.names and name not in marked
        for row, pair in enumerate(zip(now.book.read(name), before.book.read(name), strict=False))
        if is_typed((name, row), *pair)
    }
    events, former = ([e for e in one.tournament.events if e.type is not EventType.RULING] for one in (now, before))
    if events != former:
        found.add(now.book.names["Events_Type"].sheet)
    return [tab for tab in now.book.sheets if tab in found]


_OF_TOURNAMENT: Final = ("Event_", "Option_", "Public_", "Auctions_")
_OF_TONIGHT: Final = ("Players_Present", f"Option_{EVENING}")


def _inputs(rulebook: Rulebook, commands: Container[str]) -> frozenset[str]:
    """The names of columns that people fill in, but for those that these commands write too."""
    people = () if "names" in commands or "rename" in commands else ("Name", *journal.MOVED_WITH_NAMES.values())
    events = () if "rule" in commands or "reopen" in commands else names.EVENTS
    duels = (names.duel(match.code, f"Score_{side}") for match in rulebook.matches for side in "AB")
    lists = (*(f"Players_{column}" for column in people), *(f"Events_{column}" for column in events))
    return frozenset({*names.record_inputs(rulebook), *names.STAGE_INPUTS, *lists, *duels, "Rng_Seed"})


def _swapped_cells(now: Workspace, since: Sequence[LogEntry]) -> Mapping[Cell, Cell]:
    """The cells of record sheets whose entries `swap` has moved, each with where they were."""
    moved = dict[Cell, Cell]()
    for entry in since:
        if entry.command == "swap":
            one, other = (place.partition("=")[2].split("/") for place in entry.result.split()[:2])
            for name in names.record_inputs(now.contents.rulebook):
                a, b = ((f"{entry.stage}T{table}!{name}", int(seat) - 1) for table, seat in (one, other))
                moved |= {a: b, b: a}
    return moved


def _read_snapshot(back: Path, path: Path) -> tuple[ClosedBook, Workspace]:
    """A snapshot, to be saved as the workbook. BookError ``bad_snapshot``: it is no tournament, or has lost its log."""
    with suppress(BookError, RulebookError):
        book = ClosedBook.of(history.read_snapshot(back), path)
        if book.names.keys() >= {*map(names.log, names.LOG)}:
            return book, workspace_of(path, book)
    raise BookError("bad_snapshot", snapshot=str(back))


def _row(entry: LogEntry) -> LogEntry:
    """The row of the log about a command taken back; a code that was said stays readable."""
    code = journal.read_pairs(entry.result).get("code", "")
    digest = journal.pairs({"code": code} if code else {})
    return log_entry("undo", stage=entry.stage, seed=entry.seed, source=entry.source, result=entry.command, digest=digest)


def _supposed_entry(before: Workspace, command: str) -> LogEntry:
    """A command of which no log tells any more: what it drew or committed follows from the state before it."""
    step = next_step(before.state)
    if command == "commit" and (made := next_commitment(before, again=isinstance(step, FillIn))):
        is_known = made.salt in {"", *before.contents.salts.values()}  # else the salt is new, and so is the code
        return LogEntry("", command, made.logged, result=pairs({"code": made.code if is_known else UNKNOWN_SEED}))
    if command == "seat" and isinstance(step, SeatRound | SeatDuels | SeatStage):
        return LogEntry("", command, logged_stage(step), UNKNOWN_SEED)
    if command == "redraw":
        return LogEntry("", command, round_code(before.tournament.rounds_seated), UNKNOWN_SEED)
    return LogEntry("", command)


def _changes_back(now: Workspace, before: Workspace, rows: Changes) -> Changes:
    """What makes the book as it was, with these rows of the log.

    Rows, sheets and locks follow from the facts; cells are as they stand there, whoever wrote them.
    """
    image, wanted = (cells_for(one.contents, one.contents.rows) for one in (now, before))
    todo = changes(image, wanted, now.book)
    cells = {
        (name, row): value
        for name in now.book.names.keys() & before.book.names.keys()
        for row, (present, value) in enumerate(zip(now.book.read(name), before.book.read(name), strict=False))
        if present != value and not isinstance(value, Formula)  # formulas apart: those nobody changes
    }
    shown = {**secret_sheets_to_hide(now.book, before.state), **todo.shown}
    return replace(todo, cells={**cells, **rows.cells}, used={**todo.used, **rows.used}, shown=shown)
