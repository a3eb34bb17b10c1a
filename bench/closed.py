"""How fast a command is on a closed file, against a process that loads and saves the same file with openpyxl."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.measure import Line, medians, output, python

_BANGXL: Final = ("-c", "from bangxl.cli import main; main()")
_READ_ONLY: Final = ("-c", "import sys; from bangxl.cli import main\ntry: main()\nexcept SystemExit: pass")
"""``check`` ends with 1 where it has found something."""
_LOAD_AND_SAVE: Final = "import sys, openpyxl; openpyxl.load_workbook(sys.argv[1]).save(sys.argv[1])"


@dataclass(frozen=True)
class Case:
    """A full workbook, and what ``seat`` may take of openpyxl's load and save."""

    rulebook: str
    players: int
    seating: float

    def __str__(self) -> str:
        return f"{self.rulebook}, {self.players} players"


CASES: Final = (Case("italy-2010", 50, 0.5), Case("germany", 126, 0.4))
READING: Final = 0.4
"""What ``check`` and ``standings`` may take of it."""


def lines() -> list[Line]:
    """What is measured of every case."""
    with TemporaryDirectory(prefix="bangxl-closed-") as name:
        return [line for case in CASES for line in _case(case, Path(name) / case.rulebook)]


def _case(case: Case, folder: Path) -> Iterator[Line]:
    folder.mkdir()
    book = _made(case, folder)
    seated = _copy(book, "read")
    output(*_BANGXL, "seat", str(seated), "--rng-seed", "bench")

    def seat() -> float:
        return python(*_BANGXL, "seat", str(_copy(book, "seated")), "--rng-seed", "bench")

    def load_and_save() -> float:
        return python("-c", _LOAD_AND_SAVE, str(_copy(book, "saved")))

    def reading(command: str) -> Callable[[], float]:
        return lambda: python(*_READ_ONLY, command, str(seated))

    theirs, *ours = medians(load_and_save, seat, reading("check"), reading("standings"))
    for command, seconds, limit in zip(("seat", "check", "standings"), ours, (case.seating, READING, READING), strict=True):
        ratio = seconds / theirs
        told = f"{seconds:.2f} s = {ratio:.2f} × openpyxl's load and save ({theirs:.2f} s); limit {limit} ×"
        yield f"{command}, closed, {case}", told, ratio <= limit


def _made(case: Case, folder: Path) -> Path:
    """A fresh workbook with all its players."""
    names, book = folder / "players.csv", folder / "new.xlsx"
    with names.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["name"], *([f"Giocatore {number}"] for number in range(1, case.players + 1))])
    output(*_BANGXL, "new", str(book), "--rulebook", case.rulebook, "--players", str(names))
    return book


def _copy(book: Path, name: str) -> Path:
    """A copy without a history."""
    target = book.with_name(f"{name}.xlsx")
    shutil.rmtree(target.with_name(f"{target.name}.history"), ignore_errors=True)
    return Path(shutil.copy(book, target))
