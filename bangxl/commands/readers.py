"""Files read by processes of their own, each within a limit of time and memory: whatever one of them holds, the others go on.

A process that breaks its limits is ended, another one takes its place, and the file is not read again. Where the system knows no
limit of memory for a process (Windows, a Mac), that of time stands alone.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Timer
from typing import IO, Final, Generic, TypeVar, cast

from bangxl import limits

Found = TypeVar("Found")

STARTING: Final = 60
"""Seconds that a process may need before it reads its first file: a virus scanner looks at every module."""

_PROGRAM: Final = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); from bangxl.commands.readers import work; work()"
)
_DIED: Final = (EOFError, OSError, ValueError, pickle.UnpicklingError)
"""What is heard of a process that has ended in the middle of something."""


def read_apart(
    paths: Sequence[Path], read: Callable[[Path], Found], processes: int, seconds: float = limits.SECONDS
) -> Iterator[Found | None]:
    """What ``read`` makes of the files, in their order; None where it broke a limit, or its process has died.

    ``read`` is a function of a module, and what it gives can be pickled.
    """
    readers = [_Reader(read, seconds) for _ in range(min(processes, len(paths)))]
    idle: SimpleQueue[_Reader[Found]] = SimpleQueue()
    for reader in readers:
        idle.put(reader)

    def found(path: Path) -> Found | None:
        reader = idle.get()
        try:
            return reader.ask(path)
        finally:
            idle.put(reader)

    with ThreadPoolExecutor(len(readers) or 1) as pool:
        try:
            yield from pool.map(found, paths)
        finally:
            for reader in readers:
                reader.end()


class _Reader(Generic[Found]):
    """A process that reads one file after the other, begun with the first of them."""

    def __init__(self, read: Callable[[Path], Found], seconds: float) -> None:
        self._read = read
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._ended = False

    def ask(self, path: Path) -> Found | None:
        """What it finds in a file; None if that takes too much, and then its process has ended."""
        if self._ended:
            return None
        try:
            process = self._process or self._started()
            return cast("Found", _answer(process, path, self._seconds))
        except _DIED:
            self._kill()
            return None

    def end(self) -> None:
        """End the process, whatever it is doing, and let there be no other."""
        self._ended = True
        self._kill()

    def _started(self) -> subprocess.Popen[bytes]:
        """A new process, when it is ready to read."""
        self._process = process = subprocess.Popen(  # noqa: S603 - this Python, and our own program
            [sys.executable, "-c", _PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        _tell(process, sys.path)
        _answer(process, self._read, STARTING)
        if self._ended:
            raise EOFError
        return process

    def _kill(self) -> None:
        if self._process is None:
            return
        with suppress(OSError), self._process as process:  # closes its pipes, and waits until it is gone
            process.kill()
        self._process = None


def _tell(process: subprocess.Popen[bytes], message: object) -> None:
    stream = cast("IO[bytes]", process.stdin)
    stream.write(pickle.dumps(message))
    stream.flush()


def _answer(process: subprocess.Popen[bytes], message: object, seconds: float) -> object:
    """What a process answers. One of ``_DIED`` if it does not within so many seconds: then it is killed."""
    late = Timer(seconds, process.kill)
    late.daemon = True
    late.start()
    try:
        _tell(process, message)
        return pickle.load(cast("IO[bytes]", process.stdout))  # noqa: S301 - of our own process
    finally:
        late.cancel()


def work() -> None:
    """What such a process does: it is told the function, then files, and ends as soon as one takes more memory than it may."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who has started it ends it
    with os.fdopen(os.dup(1), "wb") as answers, suppress(EOFError, OSError, MemoryError):
        os.dup2(2, 1)  # what anybody prints is no answer
        read = pickle.load(sys.stdin.buffer)  # noqa: S301 - of the process that has started this one
        _limit_memory()
        found: object = True
        while True:
            answers.write(pickle.dumps(found))
            answers.flush()
            found = read(pickle.load(sys.stdin.buffer))  # noqa: S301 - as above


def _limit_memory() -> None:
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = limits.MEMORY if hard == resource.RLIM_INFINITY else min(limits.MEMORY, hard)
    with suppress(ValueError, OSError):  # a Mac has it, and refuses it
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
