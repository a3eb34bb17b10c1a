"""Read and verify many referti, apart and side by side; a bad one among hundreds is a line with its reason, and the others go on.

The processes that read import neither pandas nor anything of the command line.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from bangxl import limits
from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError
from bangxl.commands.readers import read_apart
from bangxl.locale.catalog import LANGUAGES, N_, catalog
from bangxl.referto.verdict import Verdict, sentence
from bangxl.referto.verify import verify as prove
from bangxl.season.entry import Entry, Proof, entry_of
from bangxl.season.wording import MARK
from bangxl.workbook.messages import as_called, display_names

MOST_PROCESSES: Final = 3
"""Each takes some 120 MB."""

FEW: Final = 8
"""So many files are read sooner than another process has begun."""

BOUNDS: Final = {"seconds": limits.SECONDS, "memory": limits.MEMORY // limits.MEGABYTE}

YOUNG: Final = 1
"""The generation of garbage that a workbook just read has become: swept at once, a process needs a third less."""

Progress = Callable[[int, int], None]
"""Is told how many files of how many are done."""


REASONS: Final[Mapping[str, str]] = {
    "file_missing": N_("There is no such file. Check the name and the folder."),
    "cannot_read": N_("This file cannot be read ({reason})."),
    "not_a_workbook": N_("This is not an Excel workbook, or it is damaged. Ask the sender for it again."),
    "ambiguous": N_(
        "In this file one program would find something else than another («{part}» in it says why). "
        "Ask the sender for the referto as bangxl wrote it."
    ),
    "old_or_encrypted": N_("This is an old or encrypted Excel file. Ask the sender for the referto as bangxl wrote it."),
    "macros_in_xlsx": N_("This file holds macros, and no referto does. Ask the sender for the referto as bangxl wrote it."),
    "no_file": N_("This is no file, but a pipe or a device."),
    "file_too_large": N_(
        "This file has more than {most} MB, and no referto has. Ask the sender for the referto as bangxl wrote it."
    ),
    "too_large": N_("This file holds more than any referto («{part}»). Ask the sender for the referto as bangxl wrote it."),
    "endless": N_(
        "To read this file takes more than {seconds} s or {memory} MB, and no referto does. "
        "Ask the sender for the referto as bangxl wrote it."
    ),
    "workbook_itself": N_("This is the tournament's workbook itself. Ask the sender for its referto."),
    "season_itself": N_("This is a season made earlier, and no referto. Keep it in a folder without referti."),
    "not_referto": N_("This is a workbook, but no referto of bangxl."),
}
"""By the code of a BookError, for the office that receives files and can repair none of them."""


class BadFile(NamedTuple):
    """A file that could not be used, and why: by language, for only all files together say which one their workbook speaks."""

    file: str
    reasons: Mapping[str, str]

    def why(self, language: str) -> str:
        """The reason, in a sentence without the file's name."""
        return self.reasons[language]


def no_progress(done: int, files: int) -> None:
    """Nobody watches."""


def read_all(
    paths: Sequence[Path], progress: Progress = no_progress, reader: Callable[[Path], Entry | BadFile] | None = None
) -> Iterator[Entry | BadFile]:
    """What is in the files, in their order. ``reader`` is `read`."""
    progress(0, len(paths))
    processes = min(os.cpu_count() or 1, MOST_PROCESSES, 1 + (len(paths) - 1) // FEW)
    for number, (path, found) in enumerate(zip(paths, read_apart(paths, reader or read, processes), strict=True), 1):
        progress(number, len(paths))
        yield found or BadFile(str(path), _in_all_languages(REASONS["endless"], **BOUNDS))


def read(path: Path) -> Entry | BadFile:
    """What a season keeps of one file, or why nothing. Also a defect of ours costs one file only; MemoryError ends more."""
    try:
        book = ClosedBook.open(path, reading_only=True)
        if MARK in book.names:
            return BadFile(str(path), _in_all_languages(REASONS["season_itself"]))
        verdict = prove(book)
        return _entry(path, book, verdict) or BadFile(str(path), _because(verdict))
    except BookError as error:
        return BadFile(str(path), _in_all_languages(REASONS.get(error.code, REASONS["not_a_workbook"]), **error.values))
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the other files can still be read
        text = N_("This file could not be read; that is a defect of bangxl ({error}). Please report it.")
        return BadFile(str(path), _in_all_languages(text, error=f"{type(error).__name__}: {error}"))
    finally:
        gc.collect(YOUNG)


def _entry(path: Path, book: ClosedBook, verdict: Verdict) -> Entry | None:
    if verdict.contents is None:
        return None
    first = tuple(_because(verdict).items()) if verdict.differences else ()
    second = verdict.second_half if verdict.printed_second_half else ""
    proof = Proof(verdict.digest, len(verdict.differences), first, len(verdict.trusted), verdict.interim, second)
    written = (
        next((str(value) for value in book.read("Report_Written") if value is not None), "")
        if "Report_Written" in book.names
        else ""
    )
    return entry_of(str(path), verdict.contents, proof, written)


def _because(verdict: Verdict) -> Mapping[str, str]:
    """The first difference, or why the facts cannot be read, by language: the office may not read the referto's own."""
    first, told = verdict.differences[0], verdict.contents
    names = display_names(told.tournament.players) if told else {}

    def said(language: str) -> str:
        called = as_called(first.finding, language, told.rulebook) if told else first.finding
        return str(replace(first, text=sentence(called, language, names)))

    return {language: said(language) for language in LANGUAGES}


def _in_all_languages(text: str, **values: object) -> Mapping[str, str]:
    told: dict[str, str] = {}
    for language in LANGUAGES:
        _ = catalog(language)
        known = {key: _(str(value)) if key == "reason" else value for key, value in values.items()}
        told[language] = _(text).format(**known)
    return told
