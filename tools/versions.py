"""Keep a finished tournament of each regulation as this version writes it: every later version must still read it.

    python -m tools.versions

writes ``tests/versions/<version>/``: for each regulation the workbook, its referto, and what `bangxl export` says of it. What a
version has once written is never written again.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from bangxl import __version__
from bangxl.books.files import replace
from bangxl.commands.demo import demo
from bangxl.commands.transfer import export
from bangxl.commands.workspace import open_workspace
from bangxl.referto.pages.build import referto
from bangxl.referto.pages.report import report_of

FOLDER: Final = Path(__file__).parents[1] / "tests" / "versions"
PLAYERS: Final = {"germany": 20, "italy-2007": 11, "italy-2010": 13, "italy-2011": 10, "record": 5, "record-international": 5}
SEED: Final = "Mezzogiorno di fuoco"
WRITTEN: Final = "2026-11-21T18:00:00Z"
TIME: Final = "1794960000"


def main() -> int:
    """Write the files of this version; 1 if they are there already."""
    target = FOLDER / __version__
    if target.exists():
        print(f"{target} is there already: what a version has written is kept as it is")
        return 1
    os.environ["SOURCE_DATE_EPOCH"] = TIME
    target.mkdir(parents=True)
    for rulebook, players in PLAYERS.items():
        path = target / f"{rulebook}.xlsx"
        demo(path, rulebook, players, SEED)
        facts = report_of(open_workspace(path, reading_only=True).contents, WRITTEN)
        name = target / f"{rulebook}-referto.xlsx"
        replace(name, referto(facts, name).dump())
        export(path, target / f"{rulebook}.json")
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
