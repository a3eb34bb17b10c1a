"""Read and verify many referti, side by side; a bad one among hundreds is a line with its reason, and the others go on.

The processes that read import neither pandas nor anything of the command line.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple

from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError
from bangxl.commands.errors import Refusal
from bangxl.commands.verify import verify
from bangxl.locale.catalog import catalog
from bangxl.season.facts import Entry, Proof, entry_of
from bangxl.workbook.proof.verdict import Verdict
from bangxl.workbook.proof.verify import verify as prove

MOST_PROCESSES: Final = 3
"""Each takes some 120 MB."""

FEW: Final = 8
"""So many files are read sooner than another process has begun."""

YOUNG: Final = 1
"""The generation of garbage that a workbook just read has become: swept at once, a process needs a third less."""

CHUNK: Final = 4
"""Files that a process gets at once."""

Progress = Callable[[int, int], None]
"""Is told how many files of how many are done."""


class Bad(NamedTuple):
    """A file that could not be used, and why."""

    file: str
    why: str


def no_progress(done: int, files: int) -> None:
    """Nobody watches."""


def read_all(paths: Sequence[Path], language: str, progress: Progress = no_progress) -> Iterator[Entry | Bad]:
    """What is in the files, in their order."""
    one = partial(read, language=language)
    done = 0
    progress(done, len(paths))
    for found in map(one, paths) if len(paths) <= FEW else _side_by_side(one, paths):
        done += 1
        progress(done, len(paths))
        yield found


def _side_by_side(one: Callable[[Path], Entry | Bad], paths: Sequence[Path]) -> Iterator[Entry | Bad]:
    """By several processes; should one of them be killed, the rest is read here."""
    done = 0
    processes = min(os.cpu_count() or 1, MOST_PROCESSES)
    try:
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            for found in pool.map(one, paths, chunksize=CHUNK):
                yield found
                done += 1
    except BrokenProcessPool:
        yield from map(one, islice(paths, done, None))


def read(path: Path, language: str) -> Entry | Bad:
    """What a season keeps of one file, or why nothing. Never raises: also a defect of ours costs one file only."""
    _ = catalog(language)
    try:
        book = ClosedBook.open(path, reading_only=True)
        verdict = prove(book)
        return _entry(path, book, verdict) or Bad(str(path), _because(verdict))
    except BookError:
        return Bad(str(path), _refused(path))
    except Exception as error:  # noqa: BLE001 - whatever it is, the other files can still be read
        text = _("This file could not be read; that is a defect of bangxl ({error}). Please report it.")
        return Bad(str(path), text.format(error=f"{type(error).__name__}: {error}"))
    finally:
        gc.collect(YOUNG)


def _entry(path: Path, book: ClosedBook, verdict: Verdict) -> Entry | None:
    if verdict.contents is None:
        return None
    first = str(verdict.differences[0]) if verdict.differences else ""
    proof = Proof(verdict.digest, len(verdict.differences), first, len(verdict.trusted), verdict.interim)
    written = (
        next((str(value) for value in book.read("Report_Written") if value is not None), "")
        if "Report_Written" in book.names
        else ""
    )
    return entry_of(str(path), verdict.contents.tournament, verdict.contents.rulebook, proof, written)


def _because(verdict: Verdict) -> str:
    return "; ".join(str(one) for one in verdict.differences[:1])


def _refused(path: Path) -> str:
    """What `verify` says of the file."""
    try:
        verify(path)
    except Refusal as refusal:
        return refusal.lines[0]
    return ""
