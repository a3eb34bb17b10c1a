"""The command line in a forked child, and what must hold of it whatever it was given."""

import gc
import hashlib
import os
import pkgutil
import resource
import signal
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

from bangxl import commands
from bangxl.commands.errors import Refusal

SECONDS: Final = 10
"""Of the processor, for one command."""
MEMORY: Final = 500 << 20
"""Bytes that a command may need beyond what is there before it begins."""
ROOM: Final = 1 << 30
"""Bytes of addresses: who needs more ends here, and not the computer."""
LOCK: Final = ".lock"
CRASHED: Final = 99
WAITING: Final = 60
"""Seconds of the clock, for who waits without working."""


def tells(refusal: Refusal) -> None:
    """Assert that a person reads something, and a program an exit code."""
    assert refusal.lines
    assert all(refusal.lines)
    assert refusal.exit_code in {1, 2}


@dataclass(frozen=True, slots=True)
class Run:
    """How a command ended: exit code (negative: the signal that ended it), what it printed, seconds and bytes it took."""

    arguments: tuple[str, ...]
    code: int
    out: str
    err: str
    seconds: float
    memory: int

    def faults(self) -> list[str]:
        """What must never be."""
        said = self.out + self.err
        return [
            *([f"exit code {self.code}"] if self.code not in {0, 1, 2} else []),
            *(["a traceback"] if "Traceback" in said else []),
            *(["not a word"] if self.code and not said.strip() else []),
            *([f"{self.seconds:.1f} s"] if self.seconds > SECONDS else []),
            *([f"{self.memory >> 20} MB"] if self.memory > MEMORY else []),
        ]

    def __str__(self) -> str:
        return f"{' '.join(self.arguments)[:300]} -> {self.code}\n{self.out[-300:]}{self.err[-2500:]}"


def harmless(folder: Path, *arguments: object, makes: str = "", before: Callable[[], object] = int) -> Run:
    """Run a command on files in a folder, and assert that it did no harm. ``makes``: what it may write whatever its exit code."""
    files = contents(folder)
    run = command(*arguments, before=before)
    after = contents(folder)
    faults = run.faults()
    touched = sorted(name for name in files.keys() | after.keys() if files.get(name) != after.get(name) and name != makes)
    if run.code and touched:
        faults.append(f"changed: {', '.join(touched)}")
    if left := [name for name in after if name not in files and Path(name).name.startswith(".")]:
        faults.append(f"left behind: {', '.join(left)}")
    assert not faults, f"{'; '.join(faults)}\n{run}"
    return run


def contents(folder: Path) -> Mapping[str, str]:
    """The digest of every file below a folder; where a link leads, where it is one."""
    found = {}
    for place, _folders, files in os.walk(folder):
        for path in (Path(place, name) for name in files if name != LOCK):
            found[str(path.relative_to(folder))] = _digest(path)
    return found


def _digest(path: Path) -> str:
    if path.is_symlink():
        return f"-> {path.readlink()}"
    if not path.is_file():
        return "no file"
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        return str(error.strerror)


def command(*arguments: object, before: Callable[[], object] = int) -> Run:
    """Run the command line in a child; ``before`` makes its surroundings."""
    words = tuple(map(str, arguments))
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # forking beside threads, which only wait
        standing = _resident()
        child = os.fork()
        if not child:
            _be(words, out.fileno(), err.fileno(), before)
        _, status, used = os.wait4(child, 0)
        said, complained = _text(out.fileno()), _text(err.fileno())
    code = os.waitstatus_to_exitcode(status)
    return Run(words, code, said, complained, used.ru_utime + used.ru_stime, max(0, (used.ru_maxrss << 10) - standing))


def _text(handle: int) -> str:
    os.lseek(handle, 0, os.SEEK_SET)
    with open(handle, encoding="utf-8", errors="replace", closefd=False) as stream:
        return stream.read()


def _be(words: tuple[str, ...], out: int, err: int, before: Callable[[], object]) -> NoReturn:
    """The child: never returns, and nothing of the parent's is flushed."""
    try:
        gc.disable()
        os.dup2(out, 1)
        os.dup2(err, 2)
        sys.stdout, sys.stderr = (open(handle, "w", encoding="utf-8", closefd=False) for handle in (1, 2))  # noqa: SIM115
        resource.setrlimit(resource.RLIMIT_CPU, (2 * SECONDS, 3 * SECONDS))
        signal.alarm(WAITING)
        _cap(ROOM)
        before()
        sys.argv = ["bangxl", *words]
        os._exit(_main())
    except BaseException:  # noqa: BLE001 - whatever it is, the child must not go on as a test
        os.write(2, traceback.format_exc().encode(errors="replace"))
    os._exit(CRASHED)


def _main() -> int:
    from bangxl.cli import main  # noqa: PLC0415 - the fuzzers that need no command line are quicker without

    try:
        main()
    except SystemExit as end:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 1


@contextmanager
def limits() -> Iterator[None]:
    """For what is called in this process: TimeoutError and MemoryError where it needs too much."""

    def late(_signal: int, _frame: FrameType | None) -> NoReturn:
        raise TimeoutError(f"more than {SECONDS} seconds")

    old, room, often = signal.signal(signal.SIGPROF, late), resource.getrlimit(resource.RLIMIT_AS), gc.get_threshold()
    gc.set_threshold(100_000)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    _cap(MEMORY)
    try:
        yield
    finally:
        gc.set_threshold(*often)
        resource.setrlimit(resource.RLIMIT_AS, room)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, old)


def _cap(more: int) -> None:
    """At most so many bytes of addresses beyond those that are taken."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + more, hard))


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()


def warm() -> None:
    """Import what commands import, once for all children."""
    for module in pkgutil.iter_modules(commands.__path__):
        import_module(f"{commands.__name__}.{module.name}")
    import_module("bangxl.cli")
