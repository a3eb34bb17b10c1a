"""A click as Excel makes it, from the command line of RunPython on, and what it cost."""

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Final
from unittest.mock import patch

import xlwings.main

from bangxl.books.closed import ClosedBook
from bangxl.commands.seat import seat
from tests.commands.stages import listed
from tests.helpers.keyboard import played
from tests.hosts.excel.program import Excel, running

LIMITS: Final = {"help": 60, "check": 60, "standings": 60, "record_filled": 80, "print": 250, "seat": 250, "undo": 250}
"""Calls for each button; pressed in this order, undo takes back what seat did."""

FOR_A_SHEET: Final = 12
"""So many more for each sheet that *Seat* and *Undo* change, or *Print* hides meanwhile."""

CASES: Final = (("italy-2010", 22), ("italy-2010", 50), ("germany", 126))


@dataclass(frozen=True)
class Cost:
    """Of one click: calls (on a Mac events) and how many there may be, the sheets that it changed, what it said.

    ``ours``, ``excel``: seconds of the processor for us and for the Excel of the tests.
    """

    calls: int
    limit: int
    sheets: int
    ours: float
    excel: float
    said: str
    wrong: bool
    by_name: Mapping[str, int]


def round_played(path: Path, rulebook: str, players: int) -> Path:
    seat(listed(path, rulebook, players), rng_seed="x")
    return played(path)


@contextmanager
def started(excel: Excel, name: str) -> Iterator[None]:
    """This process is the one that RunPython has started."""
    words = ["-c", f"--wb={name}", "--from_xl=1", *([] if excel.mac else [f"--hwnd={excel.hwnd}"])]
    system = SimpleNamespace(platform="darwin" if excel.mac else "win32", argv=words)
    with patch.object(sys, "argv", words), patch.object(xlwings.main, "sys", system):
        yield


def cost(excel: Excel, name: str, action: str) -> Cost:
    from bangxl.ribbon import click  # noqa: PLC0415 - whoever measures may want it to be imported by the click

    for counter in (excel.counted, excel.calls):
        counter.clear()
    excel.alerts.clear()
    excel.seconds, start = 0, time.process_time()
    with started(excel, name):
        click(action)
    seconds = time.process_time() - start
    [(_, said, mode)] = excel.alerts or [("", "", "")]
    changing = ("write ", "hide ", "visible ", "Locked ")
    sheets = {call.partition(" ")[2] for call in excel.calls if call.startswith(changing)}
    return Cost(
        excel.counted.total(),
        LIMITS.get(action, 0) + FOR_A_SHEET * len(sheets) * (LIMITS.get(action) == LIMITS["seat"]),
        len(sheets),
        seconds - excel.seconds,
        excel.seconds,
        said,
        mode == "critical",
        dict(excel.counted),
    )


def costs(path: Path, *, mac: bool = False) -> dict[str, Cost]:
    """What each button costs on a workbook that can be seated; on a Mac, its home folder is the workbook's."""
    excel = Excel(mac=mac)
    with running(excel), patch.object(Path, "home", lambda: path.parent):
        (path.parent / "Library/Group Containers/UBF8T346G9.Office").mkdir(parents=True, exist_ok=True)
        excel.open(path)
        excel.results, excel.is_alone = due(path), True
        return {action: cost(excel, path.name, action) for action in LIMITS}


def due(path: Path) -> dict[str, dict[tuple[int, int], object]]:
    """What the formulas show, as far as it matters here: one record sheet, the first, is due for its stamp."""
    book = ClosedBook.open(path, reading_only=True)
    shown: dict[str, dict[tuple[int, int], object]] = {sheet: {} for sheet in book.sheets}
    for name, value in (("Stamp_Due", 1), ("Stamp_Key", "1|2|3")):
        if (ref := book.names.get(f"Round1T1!{name}")) is not None:
            shown[ref.sheet][ref.first, ref.column] = value
    return shown
