"""What stands on printed pages, for tests: drawn, and read again by poppler."""

import re
import subprocess
from collections.abc import Callable
from datetime import datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bangxl.locale.catalog import catalog
from bangxl.paper.record import empty_forms, record_page, stage_page
from bangxl.paper.sheet import Paper, Size
from bangxl.rulebooks.loader import load
from bangxl.tournament.model import Game, Seat, Tournament
from bangxl.tournament.state import State
from tests.helpers.render import page_words

MADE = datetime(2026, 11, 21, 9)  # noqa: DTZ001 -- as `files.time_now` gives it
EDGE: Final = 22.0
"""Points that printers leave white."""


def drawn(path: Path, draw: Callable[[Paper], None], language: str = "en", size: Size = "a4", logo: bytes = b"") -> Path:
    paper = Paper("Test", language, MADE, size, logo)
    draw(paper)
    path.write_bytes(paper.data())
    return path


def words_of(draw: Callable[[Paper], None], language: str = "en") -> str:
    """All words of the pages, with single blanks between them."""
    with TemporaryDirectory() as folder:
        path = drawn(Path(folder, "pages.pdf"), draw, language)
        found = subprocess.run(["pdftotext", str(path), "-"], check=True, capture_output=True, text=True).stdout
    return " ".join(found.split())


@cache
def blank_words(rulebook: str, *options: tuple[str, str]) -> str:
    """What the empty record sheets of a regulation say, with these options."""
    found, _ = load(rulebook), catalog("en")
    state = State(Tournament(rulebook="", options=dict(options)), found)

    def draw(paper: Paper) -> None:
        for form in empty_forms(state, _.counting(found.unit)):
            record_page(paper, form)

    return words_of(draw)


@cache
def stage_words(rulebook: str) -> str:
    """What the sheets of a knock-out say, at tables of 4, 3 and 2."""
    found, _ = load(rulebook), catalog("en")
    if found.knockout is None:
        return ""
    tables = (Game(1, n, tuple(Seat(number, f"P{number:03}") for number in range(1, n + 1))) for n in (4, 3, 2))
    state = State(Tournament(rulebook="", stages=tuple(tables)), found)

    def draw(paper: Paper) -> None:
        for game in state.tournament.stages:
            stage_page(paper, state, _, game)

    return words_of(draw)


def clipped(pdf: Path) -> list[object]:
    """Words that stand beyond the edges where printers print."""
    return [
        (number, word)
        for number, ((wide, high), words) in enumerate(zip(sizes(pdf), page_words(pdf), strict=True), 1)
        for word in words
        if word.left < EDGE or word.right > wide - EDGE or word.top < EDGE or word.bottom > high - EDGE
    ]


def sizes(pdf: Path) -> list[tuple[float, float]]:
    shown = subprocess.run(["pdfinfo", "-l", "-1", str(pdf)], check=True, capture_output=True, text=True).stdout
    return [(float(wide), float(high)) for wide, high in re.findall(r"size:\s+([\d.]+) x ([\d.]+)", shown)]
