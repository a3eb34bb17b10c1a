"""`bangxl undo`: back to the state before the last command. The log keeps the trace."""

from __future__ import annotations

from pathlib import Path

from bangxl.books import history
from bangxl.books.port import BookError, Changes
from bangxl.commands.errors import Refusal, explain
from bangxl.commands.workspace import guessed_language, logged, opened
from bangxl.rulebooks.loader import RulebookError
from bangxl.tournament.journal import LogEntry
from bangxl.workbook.write import with_log


def undo(path: Path) -> tuple[str, ...]:
    """Take the last command back, and say which. What is replaced is kept in the history folder.

    Draws taken back stay in the log as `undo` rows with their seeds: nobody draws until he likes the result, unseen.
    """
    entries = _log(path)
    try:
        undone = history.undo(path)
    except BookError as error:
        raise explain(error, str(path), guessed_language()) from None
    workspace = opened(path)
    restored = workspace.contents.journal.entries
    last = next((entry for entry in reversed(entries[len(restored) :]) if entry.command != "undo"), LogEntry("", undone.command))
    earlier = [entry for entry in entries[len(restored) :] if entry.command == "undo"]
    rows = [*earlier, logged("undo", stage=last.stage, seed=last.seed, source=last.source, result=last.command)]
    room = len(workspace.book.names["Log_Command"]) - len(restored)
    workspace.book.apply(with_log(Changes(), rows[:room], len(restored)))
    try:
        workspace.book.save()
    except BookError as error:
        raise explain(error, str(path), workspace.tournament.language) from None
    _ = workspace.text
    what = f"{undone.command} {last.stage}".strip()
    return (
        _("Taken back: «{command}».").format(command=what),
        _("The workbook as it was before is kept: {file}").format(file=undone.kept),
    )


def _log(path: Path) -> tuple[LogEntry, ...]:
    """The log of the workbook as it is; nothing where it can't be read any more: undo must work just then."""
    try:
        return opened(path).contents.journal.entries
    except (Refusal, RulebookError):
        return ()
