"""How fast a click in LibreOffice is, against LibreOffice's own saving of the same document in the same click.

*Seat next round* with the extension installed, from the click to the message; the workbook has something typed unsaved, or not.
LibreOffice says itself when it begins to save and when it has. Its times differ by half from one saving to the next, so the one
in the click counts, and there must be no other. Savings before and after it are shown beside it.
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
from typing import Final, NamedTuple

from bangxl.commands.new import new
from bench.measure import Line
from tests.office_live.host import Desk, LiveOffice

RUNS: Final = 7


@dataclass(frozen=True)
class Case:
    """A full workbook, and how long a click may take: times a saving, or seconds."""

    rulebook: str
    players: int
    ratio: float = 0
    seconds: float = 0

    def good(self, click: float, ratio: float) -> bool:
        """Whether the click is quick enough, in seconds or times a saving."""
        return ratio <= self.ratio if self.ratio else click < self.seconds

    def limit(self) -> str:
        """What is allowed."""
        return f"{self.ratio} × its own saving" if self.ratio else f"{self.seconds:g} s"


class Click(NamedTuple):
    """Seconds: a saving before it, until the message, LibreOffice's saving in it, until bangxl has ended, a saving after it."""

    before: float
    told: float
    own: float
    ended: float
    after: float


CASES: Final = (Case("italy-2010", 50, seconds=3), Case("germany", 126, ratio=1.3))


def lines() -> list[Line]:
    """All measurements."""
    office = LiveOffice(clicks=True)
    office.patience = 600
    try:
        with TemporaryDirectory(prefix="bangxl-office-click-") as name:
            return [line for case in CASES for line in measured(office, case, Path(name))]
    finally:
        office.stop()


def measured(office: LiveOffice, case: Case, folder: Path) -> Iterator[Line]:
    """One workbook; modified before the click, and not."""
    book = folder / f"{case.rulebook}.xlsx"
    players = book.with_suffix(".csv")
    with players.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["name"], *([f"Giocatore {number}"] for number in range(1, case.players + 1))])
    new(book, case.rulebook, players=str(players))
    for modified, what in ((True, "something typed unsaved"), (False, "saved before")):
        runs = [one_click(office, book, modified=modified) for _ in range(RUNS)]
        usual = Click(*(median(values) for values in zip(*runs, strict=True)))
        ratio = median(run.told / run.own for run in runs)
        told = f"{usual.told:.1f} s = {ratio:.2f} × its own saving ({usual.own:.1f} s); limit {case.limit()}"
        title = f"Seat in LibreOffice, {case.rulebook}, {case.players} players, {what}"
        beside = f"all done after {usual.ended:.1f} s; its saving before {usual.before:.1f} s, after {usual.after:.1f} s"
        yield title, f"{told}; {beside}", case.good(usual.told, ratio)


def one_click(office: LiveOffice, book: Path, *, modified: bool) -> Click:
    """What one click takes. SystemExit if it refuses, or saves more than once."""
    copy = Path(shutil.copy(book, book.with_name("clicked.xlsx")))
    shutil.rmtree(copy.with_name(f"{copy.name}.history"), ignore_errors=True)
    with office.open_live(copy) as desk:
        saving(desk)  # the first one takes longer
        save = saving(desk)
        if modified:
            desk.put("Event_Name", "Torneo")
        office.messages()
        desk.see("watch")
        start, now = time.perf_counter(), time.time()
        desk.click("seat")
        end = time.perf_counter() - start
        told = office.told_at() - now
        (message,) = office.messages()
        if message["wrong"]:
            raise SystemExit("\n".join(message["lines"]))
        own = desk.see("saving")
        if len(own) != 1:
            raise SystemExit(f"a click saves {len(own)} times")
        return Click(save, told, own[0], end, saving(desk))


def saving(desk: Desk) -> float:
    """Seconds that LibreOffice needs to save the document with one cell changed."""
    desk.put("Event_Place", str(time.perf_counter()))
    start = time.perf_counter()
    desk.see("agent", request={"do": "save"})
    return time.perf_counter() - start


if __name__ == "__main__":
    found = lines()
    for what, numbers, good in found:
        print(f"{'ok  ' if good else 'SLOW'}  {what}: {numbers}")
    sys.exit(0 if all(good for _, _, good in found) else 1)
