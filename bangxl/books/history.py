"""Snapshots before every write, and undo.

Beside ``torneo.xlsx`` lies the folder ``torneo.xlsx.history`` with ``000001-seat.xlsx``: the file as it was before the command
``seat``.
The snapshots are a stack. ``undo`` takes the topmost back and keeps the state that it replaces as
``000001-seat.undone-1.xlsx``: a snapshot with such a file beside it is used up. Nothing is ever deleted, but a copy of what the
file still is.

A command locks the history against other processes, checks the file, writes the snapshot, writes the new file whole under another
name, checks the file again and renames. Killed at any moment, the file is the old or the new one, never half of one. What else a
kill leaves behind:

- A snapshot, before the rename: it equals the file. The next command makes it its own, and ``undo`` passes over it (and names it
  ``000001-seat.passed.xlsx``), so that a command that never came to its end is no step of its own.
- ``undo`` makes what is to become the file out of the snapshot first: whatever is wrong with that is found while nothing has
  changed. It keeps the state to be replaced as ``….undoing-1.xlsx``, replaces the file once, and then names it
  ``….undone-1.xlsx``. Before that name, the snapshot is not used up; the log in the file says that it is (``Remake``).
- A temporary file, which `files.sweep` finds.

A book that is open in Excel goes the same way: Excel writes a copy of it as it is now; that is read and is the snapshot, then
the book is changed and saved. ``undo`` writes what the snapshot holds back into the open book.

LibreOffice takes seconds to save, so a book that is open there is saved once, changed. The snapshot is first the file as it was
saved last. If something had been typed since then, the changes are taken back in a copy of the file just saved, and that takes
the snapshot's place while the person reads what was done. Killed before, the snapshot is the older file: ``undo`` then takes
back the command and what was typed unsaved before it, all of which the state replaced, ``….undone-1.xlsx``, still holds.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Protocol, runtime_checkable

from bangxl.books import files
from bangxl.books.plan import plan
from bangxl.books.port import NO_CHANGES, Book, BookError, Changes
from bangxl.locale.system import reason

_SNAPSHOT = re.compile(r"(\d{6,})-([a-z0-9-]+)")
_UNDONE = re.compile(r"(\d{6,}-[a-z0-9-]+)\.undone-\d+")
_STATE = re.compile(r"\d{6,}-[a-z0-9-]+(?:\.und(?:one|oing)-(\d{1,6}))?")
_NUMBERED = re.compile(r"(\d{6,})-.*")
_LONGEST = files.LONGEST_NAME - len(".history-9999")


Remake = Callable[[Path, bytes], bytes | None]
"""Makes what is to become the file of a snapshot and the file as it is; None: the log says that this snapshot is no step back."""


@runtime_checkable
class _KnowsLater(Protocol):
    """A book that knows all of its state before a change only once it is saved: ``state`` is the file as it lies there."""

    def before(self) -> Callable[[], bytes] | None:
        """What makes the file as the book was before the last change; None if ``state`` was all."""
        ...

    def later(self, work: Callable[[], None], /) -> object:
        """Do slow work that people need not wait for."""
        ...


@dataclass(frozen=True, slots=True)
class Undone:
    """What ``undo`` did: the command undone, the snapshot that the file is now, and where the state replaced is kept."""

    command: str
    snapshot: Path
    kept: Path


def folder(path: Path) -> Path:
    """Where the history of a workbook lies: ``torneo.xlsx.history`` beside ``torneo.xlsx``.

    Its name leaves room for a number behind it; a long one ends in a digest of the whole.
    """
    real = files.real(path)
    name = os.fsencode(real.name)
    if len(name) <= _LONGEST:
        return real.with_name(f"{real.name}.history")
    digest = sha256(name).hexdigest()[:8]
    return real.with_name(f"{name[: _LONGEST - len(digest) - 1].decode(errors='ignore')}-{digest}.history")


def snapshots(path: Path) -> list[Path]:
    """The stack: the snapshots that are not used up, the oldest first."""
    kept = [file for file in _files(path) if file.suffix == path.suffix]
    used = {match[1] for file in kept if (match := _UNDONE.fullmatch(file.stem))}
    return sorted((file for file in kept if _SNAPSHOT.fullmatch(file.stem) and file.stem not in used), key=_number)


def snapshot(path: Path, command: str, data: bytes) -> Path:
    """Keep ``data``, the file as it is before ``command`` changes it. BookError ``cannot_read``, ``cannot_write``.

    A topmost snapshot that equals it is left by a command that did not come to its end, or was taken back by hand: it is
    renamed to this command instead of making another.
    """
    _make(folder(path))
    label = re.sub(r"[^a-z0-9]+", "-", command.lower()).strip("-") or "command"
    top = snapshots(path)[-1:]
    if top and _holds(top[0], data):
        target = top[0].with_name(f"{_number(top[0]):06}-{label}{path.suffix}")
        if target != top[0]:
            files.rename(top[0], target)
        return target
    number = max(map(_number, _files(path)), default=0) + 1
    target = folder(path) / f"{number:06}-{label}{path.suffix}"
    files.replace(target, data)
    return target


def save_with_snapshot(book: Book, command: str, todo: Changes = NO_CHANGES) -> Path | None:
    """Change and save a book so that ``undo`` can take it back; return the snapshot, None if there was no file yet.

    A new file finds no old history: a folder left by another workbook of this name is put aside as ``torneo.xlsx.history-1``.
    The BookErrors of the book, and ``busy``: another command of ours is writing this file. Errors as in ``plan`` for changes that
    the book has no room for; then nothing was touched.
    """
    plan(book.names, book.sheets, todo)
    if not files.exists(book.path):
        aside = _put_aside(book.path)
        try:
            book.apply(todo)
            book.save()
        except BookError:
            with suppress(BookError):
                if aside is not None:  # back again, where the new file did not come about
                    files.rename(aside, folder(book.path))
            raise
        return None
    with _alone(book.path):
        book.check(todo)
        kept = snapshot(book.path, command, book.state())
        try:
            book.apply(todo)
            book.save()
        except BookError:
            _forget(kept, book.path)
            raise
    before = book.before() if isinstance(book, _KnowsLater) else None
    if isinstance(book, _KnowsLater) and before is not None:
        make_state = before

        def complete() -> None:
            """Put the whole state in the place of what was kept first, when a person has been told that the command is done."""
            with _alone(book.path):
                files.replace(kept, make_state())

        book.later(complete)
    return kept


def undo(path: Path, remake: Remake = lambda back, _now: read(back)) -> Undone:
    """Take the newest snapshot of a closed file back, in one replacement by what ``remake`` makes of it.

    BookError ``nothing_to_undo``, ``bad_snapshot`` (snapshot), ``file_missing``, ``locked``, ``changed``, ``busy``,
    ``cannot_read``, ``cannot_write``, and whatever ``remake`` raises; then nothing was changed.
    """
    real = files.real(path)
    files.read(real)

    def state() -> bytes:
        files.refuse_if_open(real)
        return files.read(real)

    def prepare(back: Path, now: bytes) -> Callable[[], None] | None:
        data = remake(back, now)
        return None if data is None else lambda: files.replace(real, data, lambda: refuse_if_changed(now))

    def refuse_if_changed(now: bytes) -> None:
        if state() != now:
            raise BookError("changed", path=str(real))

    return _take_back(real, state, prepare)


def undo_open(book: Book, prepare: Callable[[Path], Callable[[], None] | None]) -> Undone:
    """Take the newest snapshot of a book in a running program back.

    ``prepare`` reads the snapshot and gives what makes the book so and saves it; None as `Remake`.
    BookError ``nothing_to_undo``, ``bad_snapshot``, ``busy``, those of the book and of ``prepare``.
    """
    book.check()

    def complete(pending: Path) -> None:
        """Put the whole state before the change in the place of what was kept first."""
        before = book.before() if isinstance(book, _KnowsLater) else None
        if before is not None:
            files.replace(pending, before())

    return _take_back(book.path, book.state, lambda back, _now: prepare(back), complete)


def read(snapshot: Path) -> bytes:
    """A file of a history. BookError ``bad_snapshot`` (snapshot): it can't be read, or it is a link or a folder."""
    if snapshot.is_symlink() or not snapshot.is_file():
        raise BookError("bad_snapshot", snapshot=str(snapshot))
    try:
        return files.read(snapshot)
    except BookError as error:
        raise BookError("bad_snapshot", snapshot=str(snapshot)) from error


def since(path: Path, back: Path) -> list[Path]:
    """The history from a snapshot on, newest first: snapshots, and states that ``undo`` replaced."""
    states = [(_number(file), int(match[1] or 0), file) for file in _files(path) if (match := _STATE.fullmatch(file.stem))]
    return [file for number, _replaced, file in sorted(states, reverse=True) if number >= _number(back)]


def _take_back(
    path: Path,
    state: Callable[[], bytes],
    prepare: Callable[[Path, bytes], Callable[[], None] | None],
    complete: Callable[[Path], None] = lambda _pending: None,
) -> Undone:
    if not snapshots(path):
        raise BookError("nothing_to_undo", path=str(path))
    with _alone(path):
        now = state()
        skipped: list[Path] = []
        for back in reversed(snapshots(path)):
            restore = None if read(back) == now else prepare(back, now)
            if restore is not None:
                break
            skipped.append(back)
        else:
            raise BookError("nothing_to_undo", path=str(path))
        for file in skipped:
            _pass_over(file)
        pending, kept = _names_for_undone(back, now)
        files.replace(pending, now)
        try:
            restore()
        except BookError:
            _forget(pending, path)
            raise
        complete(pending)
        try:
            files.rename(pending, kept)
        except BookError:  # the workbook is what it is to be: no error any more; the log says that much, too
            kept = pending
        return Undone(back.stem.partition("-")[2], back, kept)


def _forget(kept: Path, path: Path) -> None:
    """Without a state kept for nothing, where the file is still that; any other, of an open book, is no step of its own."""
    with suppress(OSError, BookError):
        if files.read(path) == read(kept):
            kept.unlink()
        elif _SNAPSHOT.fullmatch(kept.stem):
            _pass_over(kept)


def _pass_over(file: Path) -> None:
    """Name a snapshot so that it is no step of its own: its command, or the ``undo`` of it, was killed."""
    replaced = sorted(file.parent.glob(f"{file.stem}.undoing-*{file.suffix}"))
    if replaced:
        files.rename(replaced[-1], replaced[-1].with_name(replaced[-1].name.replace(".undoing-", ".undone-")))
    else:
        files.rename(file, file.with_name(f"{file.stem}.passed{file.suffix}"))


def _holds(file: Path, data: bytes) -> bool:
    """Whether a snapshot is just that."""
    try:
        return read(file) == data
    except BookError:
        return False


def _alone(path: Path) -> AbstractContextManager[None]:
    _make(folder(path))
    return files.alone(path, folder(path) / ".lock")


def _make(directory: Path) -> None:
    try:
        directory.mkdir(exist_ok=True)
    except OSError as error:
        raise BookError("cannot_write", path=str(directory), reason=reason(error)) from error


def _put_aside(path: Path) -> Path | None:
    """Make way for the history of a new file; where an older one lies now, if there was any."""
    old = folder(path)
    if any(_SNAPSHOT.fullmatch(file.stem) for file in _files(path)):
        number = 1
        while (aside := old.with_name(f"{old.name}-{number}")).exists():
            number += 1
        files.rename(old, aside)
        return aside
    return None


def _names_for_undone(back: Path, now: bytes) -> tuple[Path, Path]:
    """The names before and after the file is replaced, with the first number that is free, or left by a kill before that."""
    number = 1
    while True:
        pending, kept = (back.with_name(f"{back.stem}.{state}-{number}{back.suffix}") for state in ("undoing", "undone"))
        if not kept.exists() and (not pending.exists() or _holds(pending, now)):
            return pending, kept
        number += 1


def _files(path: Path) -> list[Path]:
    """The numbered files of a history, in no order."""
    directory = folder(path)
    try:
        return [file for file in directory.iterdir() if _NUMBERED.fullmatch(file.stem)]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise BookError("cannot_read", path=str(directory), reason=reason(error)) from error


def _number(file: Path) -> int:
    return int(file.name.partition("-")[0])
