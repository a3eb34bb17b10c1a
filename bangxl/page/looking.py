"""What a file is that somebody gives to the page, and whether the page has had a later state of it in its hands."""

from __future__ import annotations

from pathlib import Path

from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError
from bangxl.commands.screen import next_step_lines
from bangxl.commands.workspace import open_workspace
from bangxl.locale.catalog import Catalog
from bangxl.referto.book import is_referto
from bangxl.tournament.journal import LogEntry, same_story
from bangxl.workbook.read import read_log


def look(path: Path, known: Path | None) -> tuple[list[str], bool]:
    """What to say of a file: its event and what comes next; and whether something is to be said before anything is done.

    ``known``: the file of this name as the page last had it. Refusal where the file is no workbook of ours.
    """
    workspace = open_workspace(path, reading_only=True)
    _ = workspace.text
    name = workspace.tournament.event.name
    lines = [name] if name else []
    if is_referto(workspace.book):
        return [*lines, _("This is a referto. «Verify» recomputes it.")], False
    doubt = _doubt(workspace.log, _log_of(known), _) if known is not None else ""
    return [*lines, *([doubt] if doubt else []), *next_step_lines(workspace)], bool(doubt)


def _log_of(known: Path) -> tuple[LogEntry, ...]:
    try:
        return read_log(ClosedBook.open(known, reading_only=True))
    except BookError:
        return ()


def _doubt(log: tuple[LogEntry, ...], known: tuple[LogEntry, ...], _: Catalog) -> str:
    """How the log of a file differs from that of the state that the page had; nothing where they are the same."""
    if not same_story(log, known):
        return _(
            "This page had another tournament under this name, or this one went on elsewhere from an earlier state. Its copies "
            "are kept; «Undo» knows only what was done here. Give one of the files another name."
        )
    if len(log) < len(known):
        last = known[-1]
        return _(
            "This is an older copy: this page has written a later one («{command}», {time} UTC). Look for it in your "
            "downloads, or save it from here."
        ).format(command=f"{last.command} {last.stage}".strip(), time=last.time[:16].replace("T", " "))
    if len(log) > len(known):
        return _("This file went on elsewhere since this page had it: «Undo» here knows nothing of that.")
    return ""
