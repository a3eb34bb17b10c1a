"""What a file is that somebody gives to the page, and whether the page has had a later state of it in its hands.

A browser calls what it downloads as it likes, «torneo (1).xlsx»: a tournament is known by its log, whatever its file is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from bangxl.books import files
from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError
from bangxl.commands.screen import next_step_lines
from bangxl.commands.workspace import open_workspace
from bangxl.locale.catalog import Catalog
from bangxl.referto.book import is_referto
from bangxl.tournament.journal import LogEntry, is_continuation, mark
from bangxl.workbook.read import read_log

UNKNOWN: Final = -1
"""The page keeps no such tournament."""


class Kept(NamedTuple):
    """A tournament that the page keeps: the name of its file, and its story as it was when the page last had it."""

    name: str
    story: Sequence[str]


class Recognised(NamedTuple):
    """Which of the tournaments kept a file is, and whether it holds all that the page has last written of it."""

    number: int
    goes_on: bool


def story(path: Path) -> list[str]:
    """The log of a workbook, a text a row; nothing of a referto, or of a file whose log nobody can read."""
    try:
        book = ClosedBook.of(files.read(path), path, partly=True)
        return [] if is_referto(book) else ["\t".join(mark(entry)) for entry in read_log(book)]
    except BookError:
        return []


def recognise(path: Path, kept: Sequence[Kept]) -> Recognised:
    """The tournament that shares most of its story with a file; where nobody can read that, the last one of its name."""
    here = story(path)
    if not here:
        return Recognised(max((at for at, one in enumerate(kept) if one.name == path.name), default=UNKNOWN), goes_on=True)
    shared = [_shared(one.story, here) for one in kept]
    at = max(range(len(kept)), key=lambda at: (shared[at], kept[at].name == path.name, at), default=UNKNOWN)
    if at == UNKNOWN or not shared[at]:
        return Recognised(UNKNOWN, goes_on=True)
    return Recognised(at, goes_on=shared[at] == len(kept[at].story))


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many rows two stories have in common, from the first."""
    alike = [a == b for a, b in zip(one, other, strict=False)]
    return alike.index(False) if False in alike else len(alike)


def look(path: Path, known: Path | None) -> tuple[list[str], bool]:
    """What to say of a file: its event and what comes next; and whether something is to be said before anything is done.

    ``known``: the tournament's file as the page last had it. Refusal where the file is no workbook of ours.
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
    if not is_continuation(log, known):
        text = _(
            "This is not the file that this page wrote last («{command}», {time} UTC): from an earlier state it went on by "
            "itself, or it is another tournament from the same ready workbook. Go on with the one that counts; the last one of "
            "this page can be saved here."
        )
        return _with_last(text, known[-1])
    if len(log) < len(known):
        text = _(
            "This is an older copy: this page has written a later one («{command}», {time} UTC). Look for it in your "
            "downloads, or save it from here."
        )
        return _with_last(text, known[-1])
    if len(log) > len(known):
        return _("This file went on elsewhere since this page had it: «Undo» here knows nothing of that.")
    return ""


def _with_last(text: str, last: LogEntry) -> str:
    return text.format(command=f"{last.command} {last.stage}".strip(), time=last.time[:16].replace("T", " "))
