"""Writes the handbook's pictures, in four languages, and that of the worksheet functions: ``make pictures``.

``python -m tools.pictures NAME...`` writes some of them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.sheets.context import TABS
from bangxl.vba.ribbon import buttons
from tests.web.browser import MODULES, browser
from tools.pictures import answers
from tools.pictures.day import Moments, evening
from tools.pictures.sheets import Shot, printed, reduce, side_by_side, window

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "bangxl" / "web" / "pictures"
PAGE: Final = ROOT / "build" / "bangxl.html"
COLOURS: Final[Mapping[str, int]] = {
    "page": 15, "setup": 20, "paper": 8, "record": 16, "finals": 11, "referto": 8, "verify": 12, "room": 8,
}  # fmt: skip
"""The pictures, and for each the number of colours that it needs to look the same."""
TOO_HIGH: Final = 77_700
"""A bid that nobody can pay."""


def main() -> int:
    """Arguments: the pictures to make; all by default."""
    wanted = set(sys.argv[1:] or [*COLOURS, answers.PICTURE.stem])
    if answers.PICTURE.stem in wanted:
        answers.draw(answers.PICTURE)
    wanted &= COLOURS.keys()
    for language in LANGUAGES if wanted else ():
        (FOLDER / language).mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory() as scratch:
            moments = evening(Path(scratch) / "day", language)
            for make, names in MAKERS.items():
                if wanted & names:
                    make(Path(scratch), moments, language)
            for name in sorted(wanted):
                reduce(Path(scratch) / f"{name}.png", FOLDER / language / f"{name}.webp", COLOURS[name])
    whole = sum(path.stat().st_size for path in FOLDER.rglob("*.webp"))
    print(f"{FOLDER}: {whole / 1e6:.2f} MB")
    return 0


def _round(folder: Path, moments: Moments, language: str) -> None:
    shots = {
        folder / "setup.png": Shot(catalog(language)(TABS["setup"])),
        folder / "record.png": Shot("Round2T1", {"Round2T1!Bid": (TOO_HIGH, 1)}),
    }
    window(moments.round, language, shots)


def _finals(folder: Path, moments: Moments, language: str) -> None:
    window(moments.finals, language, {folder / "finals.png": Shot(catalog(language)(TABS["finals"]))})


def _papers(folder: Path, moments: Moments, _language: str) -> None:
    side_by_side(folder / "paper.png", *printed(moments.sheets, folder / "sheets", (1, 2)))
    side_by_side(folder / "referto.png", *printed(moments.report, folder / "report", (1, 2)))


def _pages(folder: Path, moments: Moments, language: str) -> None:
    chromium = browser()
    if chromium is None or not PAGE.is_file():
        raise SystemExit(f"needed: Chromium, Node, the packages in {MODULES}, and {PAGE} (make page)")
    check = catalog(language)(buttons()["check"].label)
    base: dict[str, object] = {"language": language, "width": 900}
    shots: list[Mapping[str, object]] = [
        base | {"path": str(moments.room), "target": str(folder / "room.png"), "height": 500},
        base | _given(moments.round, check) | {"target": str(folder / "page.png"), "height": 800},
        base
        | _given(moments.referto, catalog(language)("Verify a report"))
        | {"target": str(folder / "verify.png"), "height": 860},
    ]
    script = folder / "shots.json"
    script.write_text(json.dumps(shots), encoding="utf-8")
    command = ["node", Path(__file__).with_name("browse.mjs"), MODULES, chromium, script]
    subprocess.run(list(map(str, command)), check=True)


def _given(file: Path, *press: str) -> dict[str, object]:
    return {"path": str(PAGE), "file": str(file), "press": press}


MAKERS: Final[Mapping[Callable[[Path, Moments, str], None], frozenset[str]]] = {
    _round: frozenset({"setup", "record"}),
    _finals: frozenset({"finals"}),
    _papers: frozenset({"paper", "referto"}),
    _pages: frozenset({"page", "verify", "room"}),
}

if __name__ == "__main__":
    sys.exit(main())
