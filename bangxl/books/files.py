"""Write files whole or not at all, recognise files that are open elsewhere, and read the time inside a file."""

import errno
import os
import re
import secrets
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import reduce
from hashlib import sha256
from operator import and_
from pathlib import Path
from typing import Final

from bangxl import limits
from bangxl.books.port import BookError
from bangxl.locale.system import SAID, reason

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LONGEST_FILE_NAME: Final = 255
"""The longest file name in bytes, on every usual file system."""

_TEMPORARY: Final = re.compile(r"\..*-bangxl-([0-9a-f]{4})-([0-9]{1,10})-[0-9a-f]{8}(\.[^.]*)?", re.DOTALL)
"""A temporary file of bangxl: its computer and process, and a random part."""

_OLD: Final = 3600.0
"""The seconds after which a temporary file counts as abandoned, even on a network drive."""

WRITTEN: Final[list[Path]] = []
"""The files that this process has written, in order: a later defect must not claim that there are none."""


def replace(path: Path, data: bytes, check: Callable[[], object] = lambda: None, like: Sequence[Path] = ()) -> None:
    """Replace ``path`` by ``data``: after a kill at any moment, the old file or the new one is there, complete.

    ``check`` runs at the last moment, with all data safely on disk, and may refuse by raising. The temporary file beside
    ``path`` begins with a dot and has the same suffix; any error removes it, and `sweep` finds that of a killed process.
    BookError ``cannot_write``, ``is_folder``, ``write_protected``.
    """
    replace_all({path: data}, check, like)


def replace_all(contents: Mapping[Path, bytes], check: Callable[[], object], like: Sequence[Path]) -> None:
    """Replace several files in this order, each as ``replace`` does, and only after all are safely on disk.

    At no moment can others read a new file than those who can read all the files ``like`` it, of which it is made.

    BookErrors as there; ``half_written`` (``written``, their names) if one fails after others are in place.
    """
    temporaries: dict[Path, Path] = {}
    written: list[str] = []
    path = Path()
    try:
        for path, data in contents.items():
            if not path.name or os.path.isdir(path):  # noqa: PTH112 - Path's own method raises for a name that is too long
                raise BookError("is_folder", path=str(path))
            refuse_protected(path)
            temporaries[path] = _temporary(path)
            _write(temporaries[path], data, _mode(path, like))
        check()
        for path, temporary in temporaries.items():
            temporary.replace(path)
            WRITTEN.append(path)
            _sync_folder(path.parent)
            written.append(path.name)
    except (OSError, ValueError) as error:
        if written:
            raise BookError("half_written", path=str(path), reason=reason(error), written=", ".join(written)) from error
        raise BookError("cannot_write", path=str(path), reason=reason(error)) from error
    finally:
        for temporary in temporaries.values():
            _unlink(temporary)


def rename_file(old: Path, new: Path) -> None:
    """Rename a file, durably. BookError ``cannot_write``."""
    try:
        old.rename(new)
        WRITTEN.append(new)
        _sync_folder(new.parent)
    except OSError as error:
        raise BookError("cannot_write", path=str(new), reason=reason(error)) from error


def sweep(folder: Path) -> list[Path]:
    """Remove temporary files that killed bangxl processes left in a folder; return the names of those removed.

    A file is ours by its whole name, and abandoned if its process here has ended or it is an hour old. Raises nothing.
    """
    with suppress(OSError):
        return sorted(file for file in folder.iterdir() if _is_abandoned(file) and _unlink(file))
    return []


def read_file(path: Path, most: int = limits.FILE) -> bytes:
    """A file of at most this many bytes. BookError ``file_missing`` or other than a file, ``file_too_large``, ``cannot_read``."""
    try:
        return limits.read_at_most(path, most)
    except FileNotFoundError as error:
        missing = "file_missing" if exists(path.parent) else "folder_missing"
        raise BookError(missing, path=str(path), folder=str(path.parent)) from error
    except IsADirectoryError as error:
        raise BookError("is_folder", path=str(path)) from error
    except limits.NoFileError as error:
        raise BookError("no_file", path=str(path)) from error
    except limits.TooLargeError as error:
        raise BookError("file_too_large", path=str(path), most=most // limits.MEGABYTE) from error
    except (OSError, ValueError) as error:
        raise BookError("cannot_read", path=str(path), reason=reason(error)) from error


def real_path(path: str | Path) -> Path:
    """The whole path with links resolved. BookError ``cannot_read``: a circle of links, or an impossible file name."""
    try:
        return Path(path).resolve()
    except (OSError, ValueError, RuntimeError) as error:
        raise BookError("cannot_read", path=str(path), reason=reason(error)) from error


def exists(path: Path) -> bool:
    """Whether a file or folder exists; an impossible name does not exist."""
    return os.path.exists(path)  # noqa: PTH110 - Path's own method raises for a name that is too long


def time_now() -> datetime:
    """The time to write into a file: SOURCE_DATE_EPOCH (seconds) if it is set to a time, otherwise now; UTC, in whole seconds."""
    moment, epoch = datetime.now(UTC), os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch.isdecimal():
        with suppress(ValueError, OverflowError, OSError):
            moment = datetime.fromtimestamp(int(epoch), UTC)
    return moment.replace(tzinfo=None, microsecond=0)


def in_local_time(moment: datetime) -> datetime:
    """A time in this computer's time zone; in UTC if SOURCE_DATE_EPOCH is set."""
    return moment if os.environ.get("SOURCE_DATE_EPOCH") else moment.astimezone()


def refuse_if_open(path: Path) -> None:
    """BookError ``locked`` if a lock file of Excel (``~$name``) or LibreOffice (``.~lock.name#``) is beside the file."""
    for name in (f"~${path.name}", f".~lock.{path.name}#"):
        lock = path.parent / name  # the root has no name to replace
        if exists(lock):
            raise BookError("locked", path=str(path), lock=str(lock))


def refuse_protected(path: Path) -> None:
    """BookError ``write_protected`` for a file that somebody has made read-only, though its folder would let us replace it."""
    with suppress(OSError):
        if not path.stat().st_mode & 0o222 or not os.access(path, os.W_OK):
            raise BookError("write_protected", path=str(path))


@contextmanager
def lock_out(path: Path, lock: Path) -> Iterator[None]:
    """Keep other bangxl processes off ``path`` by locking ``lock``; the system frees the lock of a killed process.

    On file systems without locks (some network drives) everybody gets in: the check for a changed file still applies.
    BookError ``busy``, ``cannot_write``; also if ``lock`` is a link: its target is not ours.
    """
    try:
        if lock.is_symlink():
            raise OSError(errno.ELOOP, SAID["eloop"])  # noqa: TRY301 - reported like any other reason
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    except OSError as error:
        raise BookError("cannot_write", path=str(lock), reason=reason(error)) from error
    try:
        if not _lock(handle):
            raise BookError("busy", path=str(path))
        yield
    finally:
        os.close(handle)


def _lock(handle: int) -> bool:
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


def _temporary(path: Path) -> Path:
    """The path for writing a file before it replaces ``path``: beside it, with a name that no file system finds too long."""
    end = f"-bangxl-{_computer_digits()}-{os.getpid()}-{secrets.token_hex(4)}{path.suffix}"
    room = LONGEST_FILE_NAME - len(f".{end}".encode(errors="surrogateescape"))
    return path.with_name(f".{path.stem.encode(errors='surrogateescape')[:room].decode(errors='ignore')}{end}")


def _computer_digits() -> str:
    """Four digits for this computer; 0000 on Windows, where asking for a process could do harm."""
    return "0000" if sys.platform == "win32" else sha256(os.uname().nodename.encode()).hexdigest()[:4]


def _is_abandoned(file: Path) -> bool:
    """Whether a file is a temporary one of bangxl that nobody writes any more: its process has ended, or it is old. OSError."""
    name = _TEMPORARY.fullmatch(file.name)
    if name is None or file.is_symlink() or not file.is_file():
        return False
    process = int(name[2])
    if sys.platform != "win32" and name[1] == _computer_digits() and process > 0:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        except (OSError, OverflowError):
            pass
    return time.time() - file.stat().st_mtime > _OLD


def _unlink(file: Path) -> bool:
    try:
        file.unlink()
    except OSError:
        return False
    return True


def _mode(path: Path, like: Sequence[Path]) -> int | None:
    """Who may read and write a file: as before; if it is new, whom all the files ``like`` it allow; None where none is."""
    if exists(path):
        return path.stat().st_mode & 0o777
    modes = [one.stat().st_mode & 0o666 for one in like if exists(one)]
    return reduce(and_, modes) | 0o600 if modes else None


def _write(temporary: Path, data: bytes, mode: int | None) -> None:
    temporary.touch(0o666 if mode is None else mode, exist_ok=False)
    with temporary.open("r+b") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    if mode is not None:
        temporary.chmod(mode)


def _sync_folder(folder: Path) -> None:
    """Make the rename itself durable, if the system can; the rename is already done."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
