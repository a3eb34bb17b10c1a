"""Read and verify many reports side by side. A bad report becomes a line with its reason; the others go on.

Processes of their own read the files, each within a limit of time and memory. One that breaks its limits is killed, another takes
its place, and the file is not read again. Where the system knows no limit of memory for a process (Windows, a Mac), only that of
time holds. They import nothing of the command line.
"""

import gc
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from threading import Timer
from typing import IO, Final, Generic, TypeVar, cast

from bangxl import limits
from bangxl.books import files
from bangxl.books.closed import ClosedBook
from bangxl.books.package import Package
from bangxl.books.port import BookError
from bangxl.commands.errors import OTHER_FILES, RECEIVED_ERRORS
from bangxl.commands.verified_cache import recall_entry, remember_entry
from bangxl.locale.catalog import LANGUAGES, N_, catalog, sentences
from bangxl.referto.verdict import verdict_sentence
from bangxl.referto.verify import verify_book
from bangxl.seasons.entry import SEASON_MARK, BadFile, Proof, RefertoEntry, entry_of, of_bytes
from bangxl.workbook.names import REFERTO_MARK
from bangxl.workbook.notices import as_called
from bangxl.workbook.titles import display_names

T = TypeVar("T")

MOST_PROCESSES: Final = 3
"""Each takes some 120 MB."""

FEW: Final = 8
"""So many files are read sooner than another process has begun."""

_ZIP: Final = b"PK\x03\x04"
_WORKBOOK: Final = "xl/workbook.xml"

Progress = Callable[[int, int], None]
"""Is called with how many files of how many are done."""

_REASONS: Final[Mapping[str, str]] = {**sentences("bangxl.commands")["season"], **RECEIVED_ERRORS}
"""By the code of a BookError, for the office that receives files and can repair none of them."""


def no_progress(done: int, files: int) -> None:
    """Show no progress."""


def is_report(path: Path) -> bool:
    """Whether a file is a report, by its contents: programs for mail and browsers give other names to what was attached."""
    with suppress(OSError, BookError):
        with path.open("rb") as file:
            is_zip = file.read(len(_ZIP)) == _ZIP  # the cheap look comes first: there may be many pictures and videos
        return is_zip and REFERTO_MARK.encode() in Package(files.read_file(path)).read(_WORKBOOK)
    return False


def read_all(paths: Sequence[Path], progress: Progress = no_progress) -> Iterator[RefertoEntry | BadFile]:
    """The entries of the files, in their order: of those verified before as they were then."""
    progress(0, len(paths))
    known = {path: entry for path in paths if (entry := recall_entry(path))}
    new = [path for path in paths if path not in known]
    processes = min(os.cpu_count() or 1, MOST_PROCESSES, 1 + (len(new) - 1) // FEW)
    is_alone = sys.platform == "emscripten"  # a browser has no other process, and limits this one
    contents = iter(map(entry_from_page, new) if is_alone else read_in_processes(new, read_entry, processes))
    for number, path in enumerate(paths, 1):
        content = known[path] if path in known else next(contents)
        progress(number, len(paths))
        yield content or _bad(path, _REASONS["endless"], seconds=limits.SECONDS, memory=limits.MEMORY // limits.MEGABYTE)


def entry_from_page(path: Path) -> RefertoEntry | BadFile:
    """The entry of a file of the page, which has put there what its workers have read."""
    data = files.read_file(path)
    return read_entry(path) if data.startswith(_ZIP) else of_bytes(data)


def read_entry(path: Path) -> RefertoEntry | BadFile:
    """The entry of one file, or the reason why there is none. A defect costs only this file; MemoryError ends the process."""
    try:
        book = ClosedBook.of(data := files.read_file(path), path)
        if SEASON_MARK in book.names:
            return _bad(path, _REASONS["season_itself"])
        verdict = verify_book(book)
        first: dict[str, str] = {}  # the first difference, or why the facts cannot be read, by language
        for language in LANGUAGES if verdict.differences else ():
            wrong, state = verdict.differences[0], verdict.report.state if verdict.report else None
            names = display_names(state.tournament.players) if state else {}
            finding = as_called(wrong.finding, language, state.rulebook) if state else wrong.finding
            first[language] = str(replace(wrong, text=verdict_sentence(finding, language, names)))
        if verdict.report is None:
            return BadFile(str(path), first)
        count, trusted = len(verdict.differences), len(verdict.trusted)
        proof = Proof(verdict.digest, count, first, trusted, verdict.interim, verdict.second_half)
        remember_entry(data, entry := entry_of(str(path), verdict.report.state, proof, verdict.report.written))
        return entry  # noqa: TRY300 -- MemoryErrors of both are handled alike
    except BookError as error:
        return _bad(path, _REASONS.get(error.code) or OTHER_FILES.get(error.code, _REASONS["not_a_workbook"]), **error.values)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the other files can still be read
        text = N_("This file could not be read because of a defect in bangxl ({error}). Please report it (see CONTRIBUTING.md).")
        return _bad(path, text, error=f"{type(error).__name__}: {error}")
    finally:
        gc.collect(1)  # of a workbook just read: collected at once, a process needs a third less


def _bad(path: Path, text: str, /, **values: object) -> BadFile:
    reasons = {}
    for language in LANGUAGES:
        _ = catalog(language)
        known = {key: _(str(value)) if key == "reason" else value for key, value in values.items()}
        reason = _(text).removeprefix("{path}: ").format(**known)
        reasons[language] = reason[:1].upper() + reason[1:]
    return BadFile(str(path), reasons)


_PROGRAM: Final = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); from bangxl.commands.season_files import serve; serve()"
)
_DEATHS: Final = (EOFError, OSError, ValueError, pickle.UnpicklingError)
"""What is heard of a process that has ended in the middle of something."""


def read_in_processes(
    paths: Sequence[Path], read: Callable[[Path], T], processes: int, seconds: float = limits.SECONDS
) -> Iterator[T | None]:
    """The results of ``read``, in the order of the files; None if a file broke a limit, or its process died.

    ``read`` is a function of a module, and what it gives can be pickled.
    """
    readers = [_Reader(read, seconds) for _ in range(min(processes, len(paths)))]
    idle: SimpleQueue[_Reader[T]] = SimpleQueue()
    for reader in readers:
        idle.put(reader)

    def ask(path: Path) -> T | None:
        reader = idle.get()
        try:
            return reader.ask(path)
        finally:
            idle.put(reader)

    with ThreadPoolExecutor(len(readers) or 1) as pool:
        try:
            yield from pool.map(ask, paths)
        finally:
            for reader in readers:
                reader.end()


class _Reader(Generic[T]):
    """A process that reads one file after the other; it starts with the first of them."""

    def __init__(self, read: Callable[[Path], T], seconds: float) -> None:
        self._read = read
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._is_over = False

    def ask(self, path: Path) -> T | None:
        """The entry of a file; None if it takes too much, and then the process has ended."""
        try:
            if self._process is None and not self._is_over:
                program, pipe = [sys.executable, "-P", "-c", _PROGRAM], subprocess.PIPE  # -P: nothing of the reports' folder runs
                self._process = subprocess.Popen(program, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)  # noqa: S603
                pickle.dump(sys.path, cast("IO[bytes]", self._process.stdin))
                self._answer(self._read, 60)  # seconds before the first file: a virus scanner looks at every module
            return None if self._is_over else cast("T", self._answer(path, self._seconds))
        except _DEATHS:
            self._kill()
            return None

    def _answer(self, message: object, seconds: float) -> object:
        """What the process answers. One of ``_DEATHS`` if it does not within so many seconds: then it is killed."""
        process = cast("subprocess.Popen[bytes]", self._process)
        timer = Timer(seconds, process.kill)
        timer.daemon = True
        timer.start()
        try:
            stream = cast("IO[bytes]", process.stdin)
            stream.write(pickle.dumps(message))
            stream.flush()
            return pickle.load(cast("IO[bytes]", process.stdout))  # noqa: S301 - of our own process
        finally:
            timer.cancel()

    def end(self) -> None:
        """End the process at once, and start no other."""
        self._is_over = True
        self._kill()

    def _kill(self) -> None:
        if self._process is not None:
            with suppress(OSError), self._process as process:  # closes its pipes, and waits until it is gone
                process.kill()
            self._process = None


def serve() -> None:
    """The loop of a reading process: it gets the function, then files, and ends when one takes too much memory."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who has started it ends it
    with os.fdopen(os.dup(1), "wb") as answers, suppress(EOFError, OSError, MemoryError):
        os.dup2(2, 1)  # what anybody prints is no answer
        read = pickle.load(sys.stdin.buffer)  # noqa: S301 - of the process that has started this one
        with suppress(ImportError, ValueError, OSError):  # Windows has none of it; a Mac has it, and refuses
            import resource  # noqa: PLC0415 - as above

            _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
            most = limits.MEMORY if hard == resource.RLIM_INFINITY else min(limits.MEMORY, hard)
            resource.setrlimit(resource.RLIMIT_AS, (most, hard))
        answer: object = True
        while True:
            answers.write(pickle.dumps(answer))
            answers.flush()
            answer = read(pickle.load(sys.stdin.buffer))  # noqa: S301 - as above
