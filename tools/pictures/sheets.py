"""Pictures of a workbook on screen and on paper: LibreOffice's window with the toolbar, and printed pages side by side."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.helpers.render import pictures
from tests.office_live.window import Screen, Window, until

SIZE: Final = "1180x700"
SPEECH: Final = {"it": "it", "en": "en-US", "de": "de", "ru": "ru"}
"""LibreOffice's codes for the languages of its menus."""
SETTLED: Final = 3
"""The seconds until toolbars and sheets are drawn."""
PERCENT: Final = 84
TITLE: Final = 21
"""The height of the window's title, in pixels."""
ROWS: Final = (28, 51, 79, 106)
"""Where menu and toolbars are, in pixels from the top."""
DOTS: Final = 66
"""The resolution of a printed page, in dots per inch."""


class Shot(NamedTuple):
    """A sheet by the name on its tab, and the values to type first: value and row, by name."""

    sheet: str
    typed: Mapping[str, tuple[float, int]] = {}


def window(path: Path, language: str, shots: Mapping[Path, Shot]) -> None:
    """Open a workbook as a referee does, and take a picture of each sheet."""
    with Screen(SIZE) as screen:
        office = Window(screen, path, SPEECH[language])
        until(lambda: office.desk.see("active") and screen.shows(".*LibreOffice Calc"))
        time.sleep(SETTLED)
        office.press("ctrl+F5")  # close the sidebar
        for target, shot in shots.items():
            for where, (value, row) in shot.typed.items():
                office.desk.put(where, value, row)
            office.desk.see("turn_to", sheet=shot.sheet)
            office.desk.see("zoom", percent=PERCENT)
            time.sleep(SETTLED)
            screen.picture(target)
            _even(target)
        office.stop()


def _even(target: Path) -> None:
    """Give menus and toolbars one colour: few colours make blocks of their shading."""
    flood = [word for y in ROWS for word in ("-draw", f"color 1150,{y - TITLE} floodfill")]
    bars = ["(", "+clone", "-crop", f"1180x97+0+{TITLE}", "+repage", "-fuzz", "22%", "-fill", "#d4d4d4", *flood, ")"]
    subprocess.run(["convert", str(target), *bars, "-geometry", f"+0+{TITLE}", "-composite", str(target)], check=True)


def side_by_side(target: Path, *pages: Path) -> None:
    """Join printed pages into one picture, each with an edge."""
    edged = ["-bordercolor", "#888888", "-border", "1", "-bordercolor", "#ffffff", "-border", "6"]
    subprocess.run(["convert", *map(str, pages), *edged, "-gravity", "north", "+append", str(target)], check=True)


def printed(pdf: Path, folder: Path, numbers: Sequence[int]) -> list[Path]:
    """The pages of a PDF as pictures, counted from 1."""
    drawn = pictures(pdf, folder, DOTS)
    return [drawn[number - 1] for number in numbers]


def reduce(source: Path, target: Path, colours: int) -> None:
    """The picture with few colours and without metadata: a PNG a tenth smaller than zlib can, a WebP a quarter, no dot lost."""
    few = ["-strip", "+dither", "-colors", str(colours), "-define", "png:color-type=3"]
    subprocess.run(["convert", str(source), *few, str(source)], check=True)
    pack = ["zopflipng", "-y", str(source), str(target)]
    if target.suffix == ".webp":
        pack = ["cwebp", "-quiet", "-lossless", "-z", "9", str(source), "-o", str(target)]
    subprocess.run(pack, check=True, stdout=subprocess.DEVNULL)
