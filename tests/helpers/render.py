"""Pages as pictures: what a printed sheet looks like, by poppler's tools."""

import html
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

_WORD = re.compile(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>')


class Word(NamedTuple):
    """A word on a page and where it stands, in points from the left and from the top."""

    left: float
    top: float
    right: float
    bottom: float
    text: str


def page_count(pdf: Path) -> int:
    shown = subprocess.run(["pdfinfo", str(pdf)], check=True, capture_output=True, text=True).stdout
    return next(int(line.split()[1]) for line in shown.splitlines() if line.startswith("Pages:"))


def page_texts(pdf: Path) -> list[str]:
    """The words of each page, in the order of the layout."""
    shown = subprocess.run(["pdftotext", "-layout", str(pdf), "-"], check=True, capture_output=True, text=True).stdout
    return shown.split("\f")[:-1]


def page_words(pdf: Path) -> list[list[Word]]:
    """The words of each page with their places, as wide as they would be without the cell's edge."""
    shown = subprocess.run(["pdftotext", "-bbox", str(pdf), "-"], check=True, capture_output=True, text=True).stdout
    return [
        [
            Word(float(left), float(top), float(right), float(bottom), html.unescape(text))
            for left, top, right, bottom, text in _WORD.findall(page)
        ]
        for page in shown.split("<page ")[1:]
    ]


def pictures(pdf: Path, folder: Path, dots_per_inch: int = 80) -> list[Path]:
    """Draw each page as a PNG file in ``folder``; their paths in page order."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = folder / pdf.stem
    subprocess.run(["pdftoppm", "-png", "-r", str(dots_per_inch), str(pdf), str(stem)], check=True, capture_output=True)
    return sorted(folder.glob(f"{pdf.stem}-*.png"))
