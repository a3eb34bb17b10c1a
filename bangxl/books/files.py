"""Files that are written whole or not at all, the signs that another program has one open, the time that a file carries."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from bangxl.books.port import BookError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_TEMPORARY = 8
"""Characters of a temporary file's random part."""


def replace(path: Path, data: bytes, check: Callable[[], None] = lambda: None) -> None:
    """Put ``data`` in the place of ``path``: killed at any moment, the old file is there or the new one, complete.

    ``check`` is called at the last moment, with all data safe on the disk, and may refuse by raising. The temporary file beside
    ``path`` begins with a dot and has the same suffix; it is gone after any error. BookError ``cannot_write``.
    """
    temporary = path.with_name(f".{path.stem}-{secrets.token_hex(_TEMPORARY // 2)}{path.suffix}")
    try:
        _write(temporary, data, like=path)
        check()
        temporary.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise BookError("cannot_write", path=str(path), reason=error.strerror or str(error)) from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def rename(old: Path, new: Path) -> None:
    """Give a file its other name, for good. BookError ``cannot_write``."""
    try:
        old.rename(new)
        _sync_folder(new.parent)
    except OSError as error:
        raise BookError("cannot_write", path=str(new), reason=error.strerror or str(error)) from error


def read(path: Path) -> bytes:
    """All of a file. BookError ``file_missing`` or ``cannot_read``."""
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise BookError("file_missing", path=str(path)) from error
    except OSError as error:
        raise BookError("cannot_read", path=str(path), reason=error.strerror or str(error)) from error


def stamp() -> datetime:
    """The time that a file carries: SOURCE_DATE_EPOCH (seconds) if it is set, else now; UTC, to the second."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = datetime.fromtimestamp(int(epoch), UTC) if epoch.isdecimal() else datetime.now(UTC)
    return moment.replace(tzinfo=None, microsecond=0)


def refuse_if_open(path: Path) -> None:
    """BookError ``locked`` if Excel (``~$name``) or LibreOffice (``.~lock.name#``) has left its sign beside the file."""
    for name in (f"~${path.name}", f".~lock.{path.name}#"):
        lock = path.with_name(name)
        if lock.exists():
            raise BookError("locked", path=str(path), lock=str(lock))


@contextmanager
def alone(path: Path, lock: Path) -> Iterator[None]:
    """Keep other processes of ours off ``path`` by locking ``lock``; the system frees the lock of a killed one.

    File systems without locks (some network drives) let everybody in: the check for a changed file still stands.
    BookError ``busy``, ``cannot_write``.
    """
    try:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise BookError("cannot_write", path=str(lock), reason=error.strerror or str(error)) from error
    try:
        if not _locked(handle):
            raise BookError("busy", path=str(path))
        yield
    finally:
        os.close(handle)


def _locked(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True


def _write(temporary: Path, data: bytes, like: Path) -> None:
    with temporary.open("xb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    if like.exists():
        temporary.chmod(like.stat().st_mode & 0o777)


def _sync_folder(folder: Path) -> None:
    """Make the rename itself durable, where the system can; done it is already."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
