"""How fast bangxl is, as ratios within one run on this machine: ``make bench``.

Whole processes, in turn, the median of several runs. Ends with 1 when a limit is exceeded.
"""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from tests.office import Document, Office

PLAYERS: Final = 50
RUNS: Final = 7
BANGXL: Final = ("-c", "from bangxl.cli import main; main()")
LOAD_AND_SAVE: Final = "import sys, openpyxl; openpyxl.load_workbook(sys.argv[1]).save(sys.argv[1])"

Line = tuple[str, str, bool]
"""What was measured, the numbers, and whether they are within the limit."""


def python(*words: str) -> float:
    """Seconds that a whole process of this Python takes."""
    plain = {**os.environ, "OPENPYXL_LXML": "False"}  # users have no lxml; here a validator has brought it
    start = time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL, env=plain)
    return time.perf_counter() - start


def medians(*measures: Callable[[], float]) -> list[float]:
    """The median of each, measured in turn so that the machine's moods hit all alike; the first round warms up."""
    rounds = [[measure() for measure in measures] for _ in range(RUNS + 1)]
    return [median(values) for values in zip(*rounds[1:], strict=True)]


def new_workbook(folder: Path) -> Path:
    """A workbook for as many players as the chart knows, all of them entered."""
    names = folder / "players.csv"
    with names.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["name"], *([f"Giocatore {number}"] for number in range(1, PLAYERS + 1))])
    book = folder / "new.xlsx"
    python(*BANGXL, "new", str(book), "--rulebook", "italy-2010", "--players", str(names))
    return book


def seating(book: Path, folder: Path) -> Line:
    """`seat` against a process that only loads and saves the same file."""

    def fresh(name: str) -> str:
        shutil.rmtree(folder / f"{name}.history", ignore_errors=True)
        return str(shutil.copy(book, folder / f"{name}.xlsx"))

    def seat() -> float:
        copy = fresh("seated")
        return python(*BANGXL, "seat", copy, "--rng-seed", "bench")

    def load_and_save() -> float:
        copy = fresh("saved")
        return python("-c", LOAD_AND_SAVE, copy)

    ours, theirs = medians(seat, load_and_save)
    ratio = ours / theirs
    return f"seat, {PLAYERS} players", f"{ours:.2f} s = {ratio:.2f} × load and save ({theirs:.2f} s); limit 1.5 ×", ratio <= 1.5


def starting() -> Line:
    """`--help` against an empty Python."""
    ours, theirs = medians(lambda: python(*BANGXL, "--help"), lambda: python("-c", "pass"))
    more = ours - theirs
    return "bangxl --help", f"{ours:.2f} s = python -c pass + {more:.2f} s; limit + 0.25 s", more <= 0.25


def size(book: Path) -> Line:
    """The file that `new` writes."""
    kilobytes = book.stat().st_size / 1000
    return f"workbook, {PLAYERS} players", f"{kilobytes:.0f} KB; limit 400 KB", kilobytes < 400


def typing(seated: Path) -> Line:
    """One typed word on a complete record sheet, until LibreOffice shows the standings."""
    office = Office()
    try:
        with office.open(seated) as book:
            fill_first_table(book)
            seconds = median(typed(book))
    finally:
        office.stop()
    return "one typed result in LibreOffice", f"{seconds * 1000:.0f} ms; limit 100 ms", seconds < 0.1


def fill_first_table(book: Document) -> None:
    """A victory of the law at the first table, which has five players."""
    book.put_column("Round1T1!Bid", [100, 200, 0, 300, 400])
    book.put_column("Round1T1!Role", ["sheriff", "deputy", "outlaw", "outlaw", "renegade"], force=True)
    book.put_column("Round1T1!Status", ["alive", "alive", "eliminated", "eliminated", "eliminated"])
    book.put("Round1T1!Outcome", "law")


def typed(book: Document) -> Iterator[float]:
    """Seconds for each of several changes of the Deputy's fate."""
    before = book.column("Standings_Score")
    for run in range(RUNS):
        start = time.perf_counter()
        book.put("Round1T1!Status", ("eliminated", "alive")[run % 2], 1)
        after = book.column("Standings_Score")
        yield time.perf_counter() - start
        if after == before:
            raise SystemExit("the standings did not follow the record sheet")
        before = after


def main() -> int:
    """Measure, print, judge."""
    with TemporaryDirectory(prefix="bangxl-bench-") as name:
        folder = Path(name)
        book = new_workbook(folder)
        lines = [seating(book, folder), starting(), size(book), typing(folder / "seated.xlsx")]
    for what, numbers, good in lines:
        print(f"{'ok  ' if good else 'SLOW'}  {what}: {numbers}")
    return 0 if all(good for _, _, good in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
