"""Snapshots before every write, and undo.

Beside ``torneo.xlsx`` lies the folder ``torneo.xlsx.history`` with ``000001-seat.xlsx``: the file as it was before the command
``seat``.
The snapshots are a stack. ``undo`` restores one and keeps the replaced state as
``000001-seat.undone-1.xlsx``: a snapshot with such a file beside it is used up. Nothing is ever deleted, except a copy that
equals the current file.

A command locks the history against other processes, checks the file, writes the snapshot, writes the new file completely under
another name, checks the file again and renames it. After a kill at any moment, the file is the old or the new one, never a
part of one. What else a kill leaves behind:

- A snapshot, before the rename: it equals the file. The next command takes it over, and ``undo`` never goes back to it, so that
  an unfinished command is no step of its own.
- ``undo`` first makes the new file's contents from the snapshot: it finds any problem there before anything has
  changed. It keeps the state to be replaced as ``….undoing-1.xlsx``, replaces the file once, and then renames the kept state
  ``….undone-1.xlsx``. Before this rename, the snapshot is not used up; the log in the file says so.
- A temporary file, which `files.sweep` finds.

A book that is open in Excel works the same way: Excel writes a copy of its current state; bangxl reads this copy and keeps it as
the snapshot, then changes and saves the book. ``undo`` writes the contents of the snapshot back into the open book.

LibreOffice takes seconds to save, so a book open there is saved only once, after the change. The snapshot is first the last
saved file. If somebody has typed since then, bangxl takes the changes back in a copy of the file just saved, and that replaces
the snapshot while the person reads the result. After a kill before that, the snapshot is the older file: ``undo`` then takes
back the command and the unsaved typing before it; the replaced state, ``….undone-1.xlsx``, still holds all of it.
"""

import os
import re
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from hashlib import sha256
from pathlib import Path

from bangxl.books import files
from bangxl.books.cell_changes import cell_changes
from bangxl.books.office import OfficeBook
from bangxl.books.port import NO_CHANGES, Book, BookError, Changes
from bangxl.locale.system import reason

_SNAPSHOT = re.compile(r"(\d{6,})-([a-z0-9-]+)")
_UNDONE = re.compile(r"(\d{6,}-[a-z0-9-]+)\.undone-\d+")
_STATE = re.compile(r"\d{6,}-[a-z0-9-]+(?:\.und(?:one|oing)-(\d{1,6}))?")
_NUMBERED = re.compile(r"(\d{6,})-.*")
_LONGEST = files.LONGEST_FILE_NAME - len(".history-9999")


def history_folder(path: Path) -> Path:
    """The folder of a workbook's history: ``torneo.xlsx.history`` beside ``torneo.xlsx``.

    Its name leaves room for a number after it; a long name ends in a digest of the whole.
    """
    real = files.real_path(path)
    name = os.fsencode(real.name)
    if len(name) <= _LONGEST:
        return real.with_name(f"{real.name}.history")
    digest = sha256(name).hexdigest()[:8]
    return real.with_name(f"{name[: _LONGEST - len(digest) - 1].decode(errors='ignore')}-{digest}.history")


def snapshots(path: Path, where: Path | None = None) -> list[Path]:
    """The stack: the unused snapshots, the oldest first; perhaps in another history."""
    kept = kept_copies(path, where)
    used = {match[1] for file in kept if (match := _UNDONE.fullmatch(file.stem))}
    return sorted((file for file in kept if _SNAPSHOT.fullmatch(file.stem) and file.stem not in used), key=_number)


def snapshot(path: Path, command: str, data: bytes) -> Path:
    """Keep ``data``, the file before ``command`` changes it. BookError ``cannot_read``, ``cannot_write``.

    If the newest snapshot equals it, an unfinished command left that snapshot, or somebody restored it by hand: rename it to this
    command instead of writing another.
    """
    _make(path)
    label = re.sub(r"[^a-z0-9]+", "-", command.lower()).strip("-") or "command"
    top = snapshots(path)[-1:]
    if top and _holds(top[0], data):
        target = top[0].with_name(f"{_number(top[0]):06}-{label}{path.suffix}")
        if target != top[0]:
            files.rename_file(top[0], target)
        return target
    number = max(map(_number, _files(path)), default=0) + 1
    target = history_folder(path) / f"{number:06}-{label}{path.suffix}"
    files.replace(target, data, like=[path])
    return target


def save_with_snapshot(book: Book, command: str, todo: Changes = NO_CHANGES) -> Path | None:
    """Change and save a book so that ``undo`` can take it back; return the snapshot, None if there was no file yet.

    A new file gets no old history: the folder of an earlier workbook of this name is renamed ``torneo.xlsx.history-1``.
    Raises the BookErrors of the book, and ``busy``: another bangxl command is writing this file. For changes that
    do not fit the book, errors as in ``cell_changes``; then everything is unchanged.
    """
    cell_changes(book.names, book.sheets, todo)  # only to check
    if not files.exists(book.path):
        aside = _put_aside(book.path)
        try:
            book.apply(todo)
            book.save()
        except BookError:
            with suppress(BookError):
                if aside is not None:  # restore it if the new file was not written
                    files.rename_file(aside, history_folder(book.path))
            raise
        return None
    with _locked(book.path):
        book.require_writable(todo)
        kept = snapshot(book.path, command, book.file_bytes())
        try:
            book.apply(todo)
            book.save()
        except BookError:
            _forget(kept, book.path)
            raise
    if isinstance(book, OfficeBook) and (make_state := book.before()):

        def complete() -> None:
            """Replace the first snapshot by the complete state, after telling the person that the command is done."""
            with _locked(book.path):
                files.replace(kept, make_state(), like=[book.path])

        book.do_when_read(complete)
    return kept


def undo_closed(path: Path, back: Path, former: bytes, data: bytes) -> Path:
    """Replace a closed file by ``data``, made of the state ``back``, in one step; return where the replaced state is kept.

    ``former``: the file as it was read for that. BookError ``nothing_to_undo``, ``bad_snapshot`` (snapshot), ``file_missing``,
    ``locked``, ``changed``, ``busy``, ``cannot_read``, ``cannot_write``; then nothing has changed.
    """
    real = files.real_path(path)
    files.read_file(real)

    def unchanged() -> bytes:
        files.refuse_if_open(real)
        if files.read_file(real) != former:
            raise BookError("changed", path=str(real))
        return former

    return _take_back(real, back, unchanged, lambda: files.replace(real, data, unchanged))


def undo_open(book: Book, back: Path, todo: Changes) -> Path:
    """Bring the state ``back`` into a book of a running program, by these changes; return where the replaced state is kept.

    BookError ``nothing_to_undo``, ``bad_snapshot``, ``busy``, those of the book.
    """
    book.require_writable()

    def restore() -> None:
        book.apply(todo)
        book.save()

    def complete(pending: Path) -> None:
        """Replace the first snapshot by the complete state before the change."""
        if isinstance(book, OfficeBook) and (before := book.before()):
            files.replace(pending, before(), like=[book.path])

    return _take_back(book.path, back, book.file_bytes, restore, complete)


def read_snapshot(snapshot: Path) -> bytes:
    """A file of a history. BookError ``bad_snapshot`` (snapshot): it is unreadable, a link or a folder."""
    if snapshot.is_symlink() or not snapshot.is_file():
        raise BookError("bad_snapshot", snapshot=str(snapshot))
    try:
        return files.read_file(snapshot)
    except BookError as error:
        raise BookError("bad_snapshot", snapshot=str(snapshot)) from error


def kept_copies(path: Path, where: Path | None = None) -> list[Path]:
    """Every copy in the history of this file, or in another one, newest first. BookErrors as `read_snapshot`."""

    def age(file: Path) -> tuple[int, bool, int]:
        """Of several copies that `undo_closed` replaced, the last has the highest number."""
        replaced = _STATE.fullmatch(file.stem)
        return _number(file), _SNAPSHOT.fullmatch(file.stem) is not None, int((replaced and replaced[1]) or 0)

    kept = (file for file in _files_in(_no_link(where or history_folder(path))) if file.suffix == path.suffix)
    return sorted(kept, key=age, reverse=True)


def other_histories(path: Path) -> list[Path]:
    """The histories of other files in the folder of this one."""
    own = history_folder(path)
    return sorted(one for one in own.parent.glob("*.history*") if one != own and one.is_dir() and not one.is_symlink())


def _take_back(
    path: Path,
    back: Path,
    read_now: Callable[[], bytes],
    restore: Callable[[], None],
    complete: Callable[[Path], None] = lambda _pending: None,
) -> Path:
    with _locked(path):
        now = read_now()
        if read_snapshot(back) == now:
            raise BookError("nothing_to_undo", path=str(path))
        pending, kept = _names_for_undone(path, back, now)
        files.replace(pending, now, like=[path])
        try:
            restore()
        except BookError:
            _forget(pending, path)
            raise
        complete(pending)
        try:
            files.rename_file(pending, kept)
        except BookError:  # the workbook is as it should be: no error any more; the log says so too
            return pending
        return kept


def _forget(kept: Path, path: Path) -> None:
    """Drop the kept state if the file still equals it; a different one, of an open book, is no step of its own."""
    with suppress(OSError, BookError):
        if files.read_file(path) == read_snapshot(kept):
            kept.unlink()
        elif _SNAPSHOT.fullmatch(kept.stem):  # of a command that failed halfway
            if replaced := sorted(kept.parent.glob(f"{kept.stem}.undoing-*{kept.suffix}")):
                files.rename_file(replaced[-1], replaced[-1].with_name(replaced[-1].name.replace(".undoing-", ".undone-")))
            else:
                files.rename_file(kept, kept.with_name(f"{kept.stem}.passed{kept.suffix}"))


def _holds(file: Path, data: bytes) -> bool:
    try:
        return read_snapshot(file) == data
    except BookError:
        return False


def _locked(path: Path) -> AbstractContextManager[None]:
    _make(path)
    return files.lock_out(path, history_folder(path) / ".lock")


def _make(path: Path) -> None:
    """Make the folder of a history, for those only who can read the workbook."""
    directory = _no_link(history_folder(path))
    try:
        mode = path.stat().st_mode & 0o666 | 0o600 if files.exists(path) else 0o777
        mode |= (mode & 0o444) >> 2
        directory.mkdir(mode, exist_ok=True)
        with suppress(PermissionError):  # somebody else's folder
            directory.chmod(directory.stat().st_mode & mode)
    except OSError as error:
        raise BookError("cannot_write", path=str(directory), reason=reason(error)) from error


def _no_link(directory: Path) -> Path:
    """The folder itself. BookError ``linked_history``: it is a link, and what lies behind it is not ours."""
    if directory.is_symlink():
        raise BookError("linked_history", path=str(directory))
    return directory


def _put_aside(path: Path) -> Path | None:
    """Make room for the history of a new file; return the new path of an older one, if there was any."""
    old = history_folder(path)
    if any(_SNAPSHOT.fullmatch(file.stem) for file in _files(path)):
        number = 1
        while (aside := old.with_name(f"{old.name}-{number}")).exists():
            number += 1
        files.rename_file(old, aside)
        return aside
    return None


def _names_for_undone(path: Path, back: Path, now: bytes) -> tuple[Path, Path]:
    """The names before and after replacing the file, with the first number that is free or left by an earlier kill."""
    if back.parent != history_folder(path) or not _SNAPSHOT.fullmatch(back.stem):  # of another file, or itself a state replaced
        command = back.stem.partition("-")[2].partition(".")[0]
        back = history_folder(path) / f"{max(map(_number, _files(path)), default=0) + 1:06}-{command}{path.suffix}"
    number = 1
    while True:
        pending, kept = (back.with_name(f"{back.stem}.{end}-{number}{back.suffix}") for end in ("undoing", "undone"))
        if not kept.exists() and (not pending.exists() or _holds(pending, now)):
            return pending, kept
        number += 1


def _files(path: Path) -> list[Path]:
    return _files_in(_no_link(history_folder(path)))


def _files_in(directory: Path) -> list[Path]:
    try:
        return [file for file in directory.iterdir() if _NUMBERED.fullmatch(file.stem)]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise BookError("cannot_read", path=str(directory), reason=reason(error)) from error


def _number(file: Path) -> int:
    return int(file.name.partition("-")[0])
