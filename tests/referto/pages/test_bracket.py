"""The bracket of the duels in a referto: who meets whom can be followed with a finger, and a winner is called one."""

from __future__ import annotations

import re
from io import BytesIO

import openpyxl
import pytest
from openpyxl.cell.cell import Cell

from bangxl.referto.pages.bracket import NUMBER
from bangxl.referto.pages.measure import points
from tests.referto.pages.referti import book, facts

QUARTERS = 30
"""Players with whom 2007 has quarter-finals."""


def cells(players: int, language: str = "en") -> dict[str, Cell]:
    """The cells of the finals, by their defined names."""
    wb = openpyxl.load_workbook(BytesIO(book(facts("italy-2007", players, language)).dump()))
    found = {}
    for name, defined in wb.defined_names.items():
        sheet, ref = next(defined.destinations)
        if re.fullmatch(r"Finals_\w+_(Winner_Name|Player_A)", name):
            found[name.removeprefix("Finals_")] = wb[sheet][ref.replace("$", "")]
    return found


def test_who_meets_stands_next_to_each_other() -> None:
    """The first plays the fourth: a line that passes the others leads nowhere."""
    found = cells(QUARTERS)
    rows = {match: found[f"{match}_Player_A"].row for match in ("QF1", "QF4", "QF2", "QF3")}
    assert list(rows.values()) == sorted(rows.values())
    assert rows["QF1"] < found["SF1_Player_A"].row < rows["QF4"] < rows["QF2"] < found["SF2_Player_A"].row < rows["QF3"]


@pytest.mark.parametrize(("language", "said"), [("en", "Won by"), ("it", "Vince"), ("de", "Sieg"), ("ru", "Победа")])
def test_a_winner_is_called_one(language: str, said: str) -> None:
    won = [cell for name, cell in cells(12, language).items() if name.endswith("Winner_Name")]
    assert len(won) == 4
    assert {cell.offset(0, -1).value for cell in won} == {said}
    assert points(said, 9) < NUMBER - 4
