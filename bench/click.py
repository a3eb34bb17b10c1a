"""What a click costs: calls to Excel, of which there are none here to be timed, and our own code, without Python's start.

The Excel of the tests stands in for the real one. Its own time says nothing of Excel's and is printed apart.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.measure import Line, medians, output, python
from tests.hosts.excel.clicks import CASES, costs, round_played

CLICK_LIMIT: Final = 3.0
"""Seconds of the processor."""

IMPORT_LIMIT: Final = 0.15


def importing() -> Line:
    """What the macro imports against an empty Python."""
    ours, theirs = medians(lambda: python("-c", "import bangxl.ribbon"), lambda: python("-c", "pass"))
    more = ours - theirs
    return "import bangxl.ribbon", f"python -c pass + {more:.3f} s; limit + {IMPORT_LIMIT} s", more <= IMPORT_LIMIT


def clicking() -> Iterator[Line]:
    """Each button in workbooks whose first round is played."""
    with TemporaryDirectory(prefix="bangxl-click-") as name:
        for rulebook, players in CASES:
            book = round_played(Path(name, f"{rulebook}-{players}.xlsx"), rulebook, players)
            windows, mac = (pressed(book, Path(name, f"{rulebook}-{players}-{host}"), host) for host in ("windows", "mac"))
            for action, cost in windows.items():
                calls, events, limit, ours = cost["calls"], mac[action]["calls"], cost["limit"], cost["ours"]
                told = f"{calls} calls, on a Mac {events} events; limit {limit}; ours {ours:.2f} s, limit {CLICK_LIMIT} s"
                good = max(calls, events) <= limit and ours <= CLICK_LIMIT
                yield f"«{action}», {rulebook}, {players} players", f"{told}; the tests' Excel {cost['excel']:.2f} s", good


def pressed(book: Path, folder: Path, host: str) -> dict[str, dict[str, float]]:
    """What each button costs, in a process of its own in which xlwings has been loaded, as RunPython does."""
    folder.mkdir()
    copy = shutil.copy(book, folder / "torneo.xlsx")
    found: dict[str, dict[str, float]] = json.loads(output("-m", "bench.click", str(copy), host))
    return found


def main(path: Path, host: str) -> None:
    """Click every button of a workbook, and print what it cost."""
    told = costs(path, mac=host == "mac")
    if wrong := [cost.said for cost in told.values() if cost.wrong]:
        raise SystemExit("\n".join(wrong))
    parts = ("calls", "limit", "ours", "excel")
    print(json.dumps({action: {part: getattr(cost, part) for part in parts} for action, cost in told.items()}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
