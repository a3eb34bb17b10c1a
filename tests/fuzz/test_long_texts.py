"""A cell holds 32,767 letters: none of those that people type into may cost their square, and nothing their cube."""

from pathlib import Path
from typing import Final

import pytest

from bangxl.books.cell_changes import sheet_places
from bangxl.commands import check
from bangxl.tournament.model import Player
from bangxl.tournament.options import apart_text
from tests.fuzz.desk import Desk
from tests.fuzz.judge import limits
from tests.fuzz.moments import at, book
from tests.helpers.sample import sample

FULL: Final = 32_767
SHAPES: Final = {
    "other words": " ".join(f"b{number % 97}" for number in range(9000)),
    "accents in no order": "B" + "\u0316\u0301" * FULL,
    "pairs of the log": "Round1T1=abc; ",
    "people": "P001+",
    "brackets": "a (b) ",
}
KEPT: Final = ("Format_Version", "Rulebook_Id", "Rulebook_Text", "Workbook_Language")
"""Without them it is no workbook of ours."""


@pytest.mark.parametrize("shape", sample(SHAPES, 4))
@pytest.mark.parametrize(
    "begins", sample([["Role", "Player", "Character"], ["Log_", "Wall_", "Draw_"], ["Players_", "Option_", "Event"]], 3)
)
def test_every_cell_is_full(tmp_path: Path, begins: list[str], shape: str) -> None:
    """All cells of names that begin so, in lists and on sheets; as many as a workbook may hold letters for."""
    desk = Desk.on(tmp_path, book(at("italy-2010_n10_plain", "half")))
    names = [name for name in desk.names if name.rpartition("!")[2].startswith(tuple(begins)) and name not in KEPT]
    text = (SHAPES[shape] * FULL)[:FULL].strip()
    for place in [place for name in names for place in sheet_places(desk.names[name])][:600]:
        desk._cells[place] = text
    with limits():
        check.check(desk)


def test_long_names_and_who_is_kept_apart(tmp_path: Path) -> None:
    desk = Desk.on(tmp_path, book(at("italy-2010_n10_plain", "entries")))
    for name, letter in (("Players_Name", "a"), ("Option_keep_apart", "b")):
        desk._cells[sheet_places(desk.names[name])[0]] = " ".join(f"{letter}{number % 9}" for number in range(10_000))
    with limits():
        said = check.check(desk)
    assert {one.finding.code for one in said} >= {"too_long"}
    assert sorted(one.sheet for one in said if one.finding.code == "too_long") == ["Players", "Tournament"]


@pytest.mark.parametrize("words", [300, 10_000])
def test_an_option_with_many_words(words: int) -> None:
    """Also of a JSON, a command or another program, which no cell limits."""
    players = [Player(f"P{number:03}", "a " * words) for number in range(1, 127)]
    with limits():
        assert apart_text("b " * words, players)
