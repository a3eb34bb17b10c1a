"""The referto on paper, by LibreOffice: few pages and full ones, no letter too small, no text over another, nothing parted.

The pages of all regulations, small and large, in four languages are `soak`; a few of each kind are looked at always.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise, product, takewhile
from pathlib import Path
from typing import Final, NamedTuple

import openpyxl
import pytest

from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.referto.pages.build import printout
from bangxl.referto.report import Report, report_of
from tests.hosts.libreoffice.office import Office
from tests.referto.pages.referti import WRITTEN, contents, facts
from tests.render import Word, page_words

FEW: Final = [
    ("italy-2010", 22, "it"), ("germany", 22, "de"), ("italy-2007", 22, "ru"), ("record", 7, "en"), ("germany", 126, "ru"),
]  # fmt: skip
SIZES: Final = {
    "italy-2010": (10, 22, 126), "italy-2011": (10, 22, 126), "italy-2007": (10, 22, 126), "germany": (20, 22, 126),
    "record": (4, 7), "record-international": (4, 7),
}  # fmt: skip
ALL: Final = [(rulebook, players, language) for rulebook, sizes in SIZES.items() for players in sizes for language in LANGUAGES]
MOST: Final = {22: 10, 126: 40}
"""Pages, for so many players or fewer."""
SMALLEST: Final = 8
"""Points that no letter is smaller than."""
LINE: Final = 1.21
"""The height of a word, in sizes of its letters."""
OVER: Final = 0.8
"""Points that a word may reach over the next: what a letter leans."""
BESIDE: Final = 3
"""Points between the tops of words on one line, at most."""
FOOT: Final = 42
"""Points at the lower edge of the paper that belong to the footer."""


LETTERS: Final = re.compile(r"[^\W\d_]+")
TITLES: Final = [catalog(language)("Pairs by number of meetings") for language in LANGUAGES]
"""Of charts: they stand in no cell."""


class Line(NamedTuple):
    """What stands beside each other on a page."""

    top: float
    text: str


class Sheet(NamedTuple):
    """A printed page without its footer."""

    chapter: str
    words: Sequence[Word]
    height: float

    @property
    def lines(self) -> list[Line]:
        """From top to bottom."""
        rows = groupby(
            sorted(self.words, key=lambda word: (round(word.bottom / 3), word.left)), key=lambda word: round(word.bottom / 3)
        )
        return [Line(words[0].top, " ".join(word.text for word in words)) for words in (list(row) for _place, row in rows)]


def sheets(pdf: Path) -> Iterator[Sheet]:
    for words in page_words(pdf):
        height = 842 if max(word.bottom for word in words) > 600 else 595
        foot = [word for word in words if word.bottom > height - FOOT]
        yield Sheet(" ".join(word.text for word in foot if word.left < 220), [one for one in words if one not in foot], height)


def is_upright(word: Word) -> bool:
    """Whether it is turned, and read from below; of a few letters nobody can tell."""
    return len(word.text) > 3 and word.bottom - word.top > 1.5 * (word.right - word.left)


def too_small(page: Sheet) -> list[str]:
    """Words whose letters are smaller than all may be, however long the words are."""
    high = {word: word.right - word.left if is_upright(word) else word.bottom - word.top for word in page.words}
    return [word.text for word, height in high.items() if height / LINE < SMALLEST - 0.05]


def touching(page: Sheet) -> list[str]:
    """Words that stand on others; those turned upright stand in columns of their own."""
    words = sorted((word for word in page.words if not is_upright(word)), key=lambda word: word.left)
    found = []
    for index, one in enumerate(words):
        after = takewhile(lambda other, edge=one.right - OVER: other.left < edge, words[index + 1 :])  # type: ignore[misc]
        found += [f"{one.text} {other.text}" for other in after if abs(one.top - other.top) < BESIDE]
    return found


def broken(pages: Sequence[Sheet], book: Path) -> set[str]:
    """Parts of words that a cell too narrow for them has broken: what stands on the pages, and in no cell."""
    cells = [str(value) for ws in openpyxl.load_workbook(book) for row in ws.values for value in row]
    known = {part for text in (*cells, *TITLES) for part in LETTERS.findall(text)}
    return {part for page in pages for word in page.words for part in LETTERS.findall(word.text)} - known


@pytest.fixture(params=FEW, ids=lambda case: "-".join(map(str, case)))
def case(request: pytest.FixtureRequest) -> tuple[str, int, str]:
    found: tuple[str, int, str] = request.param
    return found


def look_at(office: Office, folder: Path, told: Report, players: int) -> None:
    path = folder / "referto.xlsx"
    path.write_bytes(printout(told, path))
    with office.open(path) as document:
        pages = list(sheets(document.pdf(folder / "referto.pdf")))
    assert len(pages) <= next(most for size, most in MOST.items() if players <= size)
    assert {page.chapter: small for page in pages if (small := too_small(page))} == {}
    assert {page.chapter: over for page in pages if (over := touching(page))} == {}
    assert broken(pages, path) == set()
    assert [one.chapter for one, after in pairwise(pages) if one.chapter == after.chapter and used(one) < 1 / 4] == []
    headed = headings(path)
    assert [page.chapter for page in pages if {*page.lines[-1].text.split()} in headed] == []
    continued = [after for one, after in pairwise(pages) if one.chapter == after.chapter]
    assert [page.chapter for page in continued if not begins(page, headed)] == []


def used(page: Sheet) -> float:
    return max(word.bottom for word in page.words) / page.height


def begins(page: Sheet, headed: Sequence[set[str]]) -> bool:
    """Whether a heading stands at the top of a page: of the sheet, or of a table, over two lines at most."""
    top = {word for line in page.lines[:3] for word in line.text.split()}
    return any(words <= top for words in headed)


def headings(path: Path) -> list[set[str]]:
    """The words of each title, of each caption, and of all heads of each table in a workbook."""
    found = []
    for ws in openpyxl.load_workbook(path).worksheets:
        for row in ws.iter_rows():
            said = [cell for cell in row if cell.value is not None]
            if said and all(cell.style.startswith("bang Print head") for cell in said):
                found.append({word for cell in said for word in str(cell.value).split()})
            found += [{*str(cell.value).split()} for cell in said if cell.style in {"bang Print title", "bang Print caption"}]
    return found


def test_small_letters_and_words_on_words_are_seen() -> None:
    small, large = Word(10, 20, 60, 28.5, "Преступник"), Word(10, 40, 60, 50, "Преступник")
    upright, cramped = Word(10, 60, 20, 85, "P001"), Word(30, 60, 37, 85, "P002")
    assert too_small(Sheet("", [small, large, upright, cramped], 842)) == ["Преступник", "P002"]
    near, beside, below = Word(58, 41.4, 80, 51, "0"), Word(61, 40, 80, 50, "1"), Word(10, 52, 60, 62, "x")
    assert touching(Sheet("", [large, beside, below, upright], 842)) == []
    assert touching(Sheet("", [near, large, below], 842)) == ["Преступник 0"]


def test_a_few(office: Office, tmp_path: Path, case: tuple[str, int, str]) -> None:
    look_at(office, tmp_path, facts(*case), case[1])


@pytest.mark.soak
@pytest.mark.parametrize(("rulebook", "players", "language"), ALL)
def test_all(office: Office, tmp_path: Path, rulebook: str, players: int, language: str) -> None:
    look_at(office, tmp_path, facts(rulebook, players, language), players)


def with_long_names(rulebook: str, players: int, language: str) -> Report:
    """A tournament of people with Russian names in full, and regions, as they are written in passports."""
    state = contents(rulebook, players, language)
    named = [f"{given} {patronymic} {surname}" for given, patronymic, surname in product(GIVEN, PATRONYMICS, SURNAMES)]
    people = tuple(
        replace(player, name=name, region=REGIONS[number % 2])
        for number, (player, name) in enumerate(zip(state.tournament.players, named[:: len(named) // players], strict=False))
    )
    return report_of(replace(state, tournament=replace(state.tournament, players=people)), WRITTEN)


GIVEN: Final = ["Константин", "Александр", "Владислав", "Станислав", "Вячеслав", "Пантелеймон", "Максимилиан", "Иннокентий"]
PATRONYMICS: Final = ["Александрович", "Константинович", "Владиславович", "Пантелеймонович"]
SURNAMES: Final = (
    *("Преображенский", "Рождественский", "Воскресенский", "Крестовоздвиженский", "Богоявленский", "Архангельский"),
    *("Благовещенский", "Вознесенский"),
)
REGIONS: Final = ("Санкт-Петербург и Ленинградская область", "Нижегородская область")


def test_long_names_take_no_more_pages(office: Office, tmp_path: Path) -> None:
    look_at(office, tmp_path, with_long_names("germany", 126, "ru"), 126)


@pytest.mark.soak
@pytest.mark.parametrize("players", [125, 126])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rulebook", ["italy-2010", "italy-2011", "italy-2007", "germany"])
def test_long_names_everywhere(office: Office, tmp_path: Path, rulebook: str, language: str, players: int) -> None:
    look_at(office, tmp_path, with_long_names(rulebook, players, language), players)
