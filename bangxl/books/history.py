"""Snapshots before every write, and undo.

Beside ``torneo.xlsx`` lies the folder ``torneo.xlsx.history`` with ``000001-seat.xlsx``: the file as it was before the command
``seat``. (Once it was ``torneo.history``, for ``torneo.xlsm`` too: that goes on for the workbook whose snapshots are in it.)
The snapshots are a stack. ``undo`` takes the topmost back and keeps the state that it replaces as
``000001-seat.undone-1.xlsx``: a snapshot with such a file beside it is used up. Nothing is ever deleted.

A command locks the history against other processes, checks the file, writes the snapshot, writes the new file whole under another
name, checks the file again and renames. Killed at any moment, the file is the old or the new one, never half of one. What else a
kill leaves behind:

- A snapshot, before the rename: it equals the file. The next command makes it its own, and ``undo`` passes over it (and names it
  ``000001-seat.passed.xlsx``), so that a command that never came to its end is no step of its own.
- ``undo`` keeps the state to be replaced as ``….undoing-1.xlsx``, replaces the file, and only then names it ``….undone-1.xlsx``.
  Before that name, the snapshot is not used up but equals the file, so it is passed over. If the file was edited in between, the
  next ``undo`` takes the same snapshot back once more: a step too short, never a step too long.

A book that is open in Excel goes the same way: Excel writes a copy of it as it is now; that is read and is the snapshot, then
the book is changed and saved. ``undo`` writes what the snapshot holds back into the open book.

LibreOffice takes seconds to save, so a book that is open there is saved once, changed. The snapshot is first the file as it was
saved last. If something had been typed since then, the changes are taken back in a copy of the file just saved, and that takes
the snapshot's place while the person reads what was done. Killed before, the snapshot is the older file: ``undo`` then takes
back the command and what was typed unsaved before it, all of which the state replaced, ``….undone-1.xlsx``, still holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from bangxl.books import files
from bangxl.books.plan import plan
from bangxl.books.port import NO_CHANGES, Book, BookError, Changes

_SNAPSHOT = re.compile(r"(\d{6,})-([a-z0-9-]+)")
_UNDONE = re.compile(r"(\d{6,}-[a-z0-9-]+)\.undone-\d+")
_NUMBERED = re.compile(r"(\d{6,})-.*")
_WORKBOOKS = {".xlsx", ".xlsm"}


@runtime_checkable
class _KnowsLater(Protocol):
    """A book that knows all of its state before a change only once it is saved: ``state`` is the file as it lies there."""

    def before(self) -> Callable[[], bytes] | None:
        """What makes the file as the book was before the last change; None if ``state`` was all."""
        ...

    def later(self, work: Callable[[], None], /) -> object:
        """Do what takes long and nobody has to wait for."""
        ...


@dataclass(frozen=True, slots=True)
class Undone:
    """What ``undo`` did: the command undone, the snapshot that the file is now, and where the state replaced is kept."""

    command: str
    snapshot: Path
    kept: Path


def folder(path: Path) -> Path:
    """Where the history of a workbook lies: ``torneo.xlsx.history`` beside ``torneo.xlsx``, or where an older version made it."""
    real = path.resolve()
    own, older = real.with_name(f"{real.name}.history"), real.with_name(f"{real.stem}.history")
    if Path(real.stem).suffix.lower() in _WORKBOOKS:
        return own  # `torneo.xlsx.history` is that of torneo.xlsx, not of torneo.xlsx.xlsx
    return older if not own.exists() and real.suffix in _endings(older) else own


def snapshots(path: Path) -> list[Path]:
    """The stack: the snapshots that are not used up, the oldest first."""
    kept = [file for file in _files(path) if file.suffix == path.suffix]
    used = {match[1] for file in kept if (match := _UNDONE.fullmatch(file.stem))}
    return sorted((file for file in kept if _SNAPSHOT.fullmatch(file.stem) and file.stem not in used), key=_number)


def newest(path: Path) -> Path | None:
    """The snapshot that ``undo`` would take back: the topmost that differs from the file."""
    return _topmost(path, files.read(path))[0]


def snapshot(path: Path, command: str, data: bytes) -> Path:
    """Keep ``data``, the file as it is before ``command`` changes it. BookError ``cannot_read``, ``cannot_write``.

    A topmost snapshot that equals it is left by a command that did not come to its end, or was taken back by hand: it is
    renamed to this command instead of making another.
    """
    _make(folder(path))
    label = re.sub(r"[^a-z0-9]+", "-", command.lower()).strip("-") or "command"
    top = snapshots(path)[-1:]
    if top and files.read(top[0]) == data:
        target = top[0].with_name(f"{_number(top[0]):06}-{label}{path.suffix}")
        if target != top[0]:
            files.rename(top[0], target)
        return target
    number = max(map(_number, _files(path)), default=0) + 1
    target = folder(path) / f"{number:06}-{label}{path.suffix}"
    files.replace(target, data)
    return target


def save_with_snapshot(book: Book, command: str, todo: Changes = NO_CHANGES) -> Path | None:
    """Change and save a book so that ``undo`` can take it back; the snapshot, or None if there was no file yet, or never is one.

    A new file finds no old history: a folder left by another workbook of this name is put aside as ``torneo.xlsx.history-1``.
    The BookErrors of the book, and ``busy``: another command of ours is writing this file. Errors as in ``plan`` for changes that
    the book has no room for; then nothing was touched.
    """
    plan(book.names, book.sheets, todo)
    if not book.path.exists():
        _put_aside(book.path)
        book.apply(todo)
        book.save()
        return None
    with _alone(book.path):
        book.check(todo)
        kept = snapshot(book.path, command, book.state())
        try:
            book.apply(todo)
            book.save()
        except BookError:
            _pass_over(kept)
            raise
    _complete_later(book.path, kept, book)
    return kept


def undo(path: Path) -> Undone:
    """Take the newest snapshot of a closed file back.

    BookError ``nothing_to_undo``, ``file_missing``, ``locked``, ``changed``, ``busy``, ``cannot_read``, ``cannot_write``.
    """
    real = path.resolve()
    files.read(real)

    def state() -> bytes:
        files.refuse_if_open(real)
        return files.read(real)

    def restore(back: Path, now: bytes) -> None:
        files.replace(real, files.read(back), lambda: _refuse_if_changed(real, now))

    return _take_back(real, state, restore)


def undo_open(book: Book, restore: Callable[[Path], None]) -> Undone:
    """Take the newest snapshot of a book in a running program back: ``restore`` makes the book as the file given, and saves it.

    BookError ``nothing_to_undo``, ``busy``, and those of the book.
    """
    book.check()
    return _take_back(book.path, book.state, lambda back, _now: restore(back), lambda pending: _complete(pending, book))


def _complete(kept: Path, book: Book) -> None:
    """Put the whole state before the last change in the place of what was kept first."""
    before = book.before() if isinstance(book, _KnowsLater) else None
    if before is not None:
        files.replace(kept, before())


def _complete_later(path: Path, kept: Path, book: Book) -> None:
    """The same, when a person has been told that the command is done."""
    if not isinstance(book, _KnowsLater) or (before := book.before()) is None:
        return

    def complete() -> None:
        with _alone(path):
            files.replace(kept, before())

    book.later(complete)


def _take_back(
    path: Path,
    state: Callable[[], bytes],
    restore: Callable[[Path, bytes], None],
    complete: Callable[[Path], None] = lambda _pending: None,
) -> Undone:
    if not snapshots(path):
        raise BookError("nothing_to_undo", path=str(path))
    with _alone(path):
        now = state()
        back, passed = _topmost(path, now)
        if back is None:
            raise BookError("nothing_to_undo", path=str(path))
        for file in passed:
            _pass_over(file)
        pending, kept = _names_for_undone(back)
        files.replace(pending, now)
        restore(back, now)
        complete(pending)
        files.rename(pending, kept)
    return Undone(_command(back), back, kept)


def _pass_over(file: Path) -> None:
    """Name a snapshot so that it is no step of its own: its command did not come to its end."""
    files.rename(file, file.with_name(f"{file.stem}.passed{file.suffix}"))


def _topmost(path: Path, now: bytes) -> tuple[Path | None, list[Path]]:
    """The topmost snapshot that differs from the file, and those above it, which equal it."""
    passed: list[Path] = []
    for file in reversed(snapshots(path)):
        if files.read(file) != now:
            return file, passed
        passed.append(file)
    return None, passed


def _refuse_if_changed(path: Path, then: bytes) -> None:
    files.refuse_if_open(path)
    if files.read(path) != then:
        raise BookError("changed", path=str(path))


def _alone(path: Path) -> AbstractContextManager[None]:
    _make(folder(path))
    return files.alone(path, folder(path) / ".lock")


def _make(directory: Path) -> None:
    try:
        directory.mkdir(exist_ok=True)
    except OSError as error:
        raise BookError("cannot_write", path=str(directory), reason=error.strerror or str(error)) from error


def _put_aside(path: Path) -> None:
    old = folder(path)
    if len(_endings(old)) > 1:  # an older version's, and another workbook's too
        _make(path.resolve().with_name(f"{path.resolve().name}.history"))
    elif any(_SNAPSHOT.fullmatch(file.stem) for file in _files(path)):
        number = 1
        while (aside := old.with_name(f"{old.name}-{number}")).exists():
            number += 1
        files.rename(old, aside)


def _names_for_undone(back: Path) -> tuple[Path, Path]:
    """The names before and after the file is replaced, with the first free number."""
    number = 1
    while True:
        pending, kept = (back.with_name(f"{back.stem}.{state}-{number}{back.suffix}") for state in ("undoing", "undone"))
        if not pending.exists() and not kept.exists():
            return pending, kept
        number += 1


def _files(path: Path) -> list[Path]:
    """The numbered files of a history, in no order."""
    return _numbered(folder(path))


def _numbered(directory: Path) -> list[Path]:
    return [file for file in directory.iterdir() if _NUMBERED.fullmatch(file.stem)] if directory.is_dir() else []


def _endings(directory: Path) -> set[str]:
    """The endings of the workbooks that have snapshots here."""
    return {file.suffix for file in _numbered(directory)}


def _number(file: Path) -> int:
    return int(file.name.partition("-")[0])


def _command(file: Path) -> str:
    return file.stem.partition("-")[2]
