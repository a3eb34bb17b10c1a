"""Keep a finished tournament of each regulation as this version writes it: every later version must still read it.

    python -m tools.versions

writes ``tests/versions/<version>/``: for each regulation the workbook, its referto, and what `bangxl export` says of it. What a
version has once written is never written again.

    python -m tools.versions looks

writes ``tests/versions/looks.json``: what the referti of all kept workbooks look like in this layout, as digests. For the same
version and layout it is never written again: whoever has such a referto would be told that it was changed.
"""

from __future__ import annotations

import json
import os
import sys
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from zipfile import ZipFile

from bangxl import __version__
from bangxl.books.files import replace
from bangxl.commands.demo import demo
from bangxl.commands.transfer import export
from bangxl.commands.workspace import open_workspace
from bangxl.referto.book import FORMAT
from bangxl.referto.pages.build import referto
from bangxl.referto.pages.report import report_of

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER: Final = Path(__file__).parents[1] / "tests" / "versions"
PLAYERS: Final = {"germany": 20, "italy-2007": 11, "italy-2010": 13, "italy-2011": 10, "record": 5, "record-international": 5}
SEED: Final = "Mezzogiorno di fuoco"
WRITTEN: Final = "2026-11-21T18:00:00Z"
TIME: Final = "1794960000"


LOOKS: Final = FOLDER / "looks.json"


def looks() -> dict[str, Any]:
    """The version, the layout, and of each kept workbook a digest over all parts of the referto that is made of it now."""
    books = sorted(path for path in FOLDER.glob("*/*.xlsx") if not path.stem.endswith("-referto"))
    made = {f"{path.parent.name}/{path.stem}": _digest(path) for path in books}
    return {"version": __version__, "layout": FORMAT, "referti": made}


def _are_other_looks(now: Mapping[str, Any], kept: Mapping[str, Any]) -> bool:
    """Whether what was kept for this version and layout looks otherwise now; workbooks kept since then may come to it."""
    same = (now["version"], now["layout"]) == (kept["version"], kept["layout"])
    return same and not kept["referti"].items() <= now["referti"].items()


def _digest(workbook: Path) -> str:
    facts = report_of(open_workspace(workbook, reading_only=True).contents, WRITTEN)
    with ZipFile(BytesIO(referto(facts, workbook.with_name("referto.xlsx")).dump())) as parts:
        return sha256(b"".join(f"{name} ".encode() + parts.read(name) for name in sorted(parts.namelist()))).hexdigest()


def keep_looks() -> int:
    """Write the looks of this layout; 1 if others were written for it already."""
    os.environ["SOURCE_DATE_EPOCH"] = TIME
    now = looks()
    if LOOKS.exists() and _are_other_looks(now, json.loads(LOOKS.read_text(encoding="utf-8"))):
        print(f"Layout {FORMAT} looks otherwise already: raise FORMAT in bangxl/referto/book.py, and say there what it lacked")
        return 1
    LOOKS.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
    return 0


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
    sys.exit(keep_looks() if sys.argv[1:] == ["looks"] else main())
