"""How fast bangxl is, as ratios within one run on this machine: ``make bench``.

Whole processes, in turn, the median of several runs. Ends with 1 when a limit is exceeded.
"""

from __future__ import annotations

import csv
import shutil
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from bangxl.rulebooks.loader import load
from bangxl.tournament.model import Role
from bangxl.tournament.rulebook import Rulebook
from bench import closed, office_click
from bench.click import clicking, importing
from bench.measure import RUNS, Line, medians, output, python
from tests.helpers.keyboard import facts
from tests.hosts.libreoffice.office import Document, Office

BANGXL: Final = ("-c", "from bangxl.cli import main; main()")


@dataclass(frozen=True)
class Case:
    """A full workbook, with what it may weigh (KB) and how long it may take to make (s) and to recalculate (s)."""

    rulebook: str
    players: int
    kilobytes: int
    making: float
    recalculating: float

    def __str__(self) -> str:
        return f"{self.rulebook}, {self.players} players"


CASES: Final = (Case("italy-2010", 50, 400, 6, 0.1), Case("germany", 126, 900, 12, 0.2))


def making(case: Case, book: Path) -> Line:
    """A workbook with all its players entered."""
    names = book.with_suffix(".csv")
    with names.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["name"], *([f"Giocatore {number}"] for number in range(1, case.players + 1))])
    seconds = python(*BANGXL, "new", str(book), "--rulebook", case.rulebook, "--players", str(names))
    return f"new, {case}", f"{seconds:.1f} s; limit {case.making} s", seconds < case.making


def seated(book: Path) -> Path:
    """A copy of a workbook with its first round seated."""
    copy = book.with_name("seated.xlsx")
    shutil.copy(book, copy)
    output(*BANGXL, "seat", str(copy), "--rng-seed", "bench")
    return copy


def starting() -> Line:
    """`--help` against an empty Python."""
    ours, theirs = medians(lambda: python(*BANGXL, "--help"), lambda: python("-c", "pass"))
    more = ours - theirs
    return "bangxl --help", f"{ours:.2f} s = python -c pass + {more:.2f} s; limit + 0.25 s", more <= 0.25


def size(case: Case, book: Path) -> Line:
    """The file that `new` writes."""
    kilobytes = book.stat().st_size / 1000
    return f"workbook, {case}", f"{kilobytes:.0f} KB; limit {case.kilobytes} KB", kilobytes < case.kilobytes


def typing(case: Case, seated: Path) -> Line:
    """One typed word on a complete record sheet, until LibreOffice shows the standings."""
    first = facts(seated).games[0]
    office = Office()
    try:
        with office.open(seated) as book:
            fill_first_table(book, load(case.rulebook), first.size)
            seconds = median(typed(book))
    finally:
        office.stop()
    told = f"{seconds * 1000:.0f} ms; limit {case.recalculating * 1000:.0f} ms"
    return f"one typed result in LibreOffice, {case}", told, seconds < case.recalculating


def fill_first_table(book: Document, rulebook: Rulebook, players: int) -> None:
    """A victory of the law at the first table."""
    roles = [role for role in Role for _ in range(rulebook.roles[players][role])]
    alive = [role in {Role.SHERIFF, Role.DEPUTY} for role in roles]
    if rulebook.auction:
        book.put_column("Round1T1!Bid", [100 * number for number in range(players)])
    if rulebook.lives:
        book.put_column("Round1T1!Lives", [2 if lives else None for lives in alive])
    book.put_column("Round1T1!Role", [role.value for role in roles], force=True)
    book.put_column("Round1T1!Status", ["alive" if lives else "eliminated" for lives in alive])
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
    lines = [starting(), importing()]
    with TemporaryDirectory(prefix="bangxl-bench-") as name:
        for case in CASES:
            folder = Path(name) / case.rulebook
            folder.mkdir()
            book = folder / "new.xlsx"
            lines += [making(case, book), size(case, book), typing(case, seated(book))]
    lines += [*closed.lines(), *clicking(), *office_click.lines()]
    for what, numbers, good in lines:
        print(f"{'ok  ' if good else 'SLOW'}  {what}: {numbers}")
    return 0 if all(good for _, _, good in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
