"""ONLYOFFICE calculates from sheet to sheet and from row to row, and takes what COUNTIF and SUMIF read as it stands.

So a formula above must have needed it: `bangxl.sheets.setup.calculate_first`.
"""

from collections.abc import Iterator
from typing import Final

import pytest
from openpyxl.formula import Tokenizer

from bangxl.locale.catalog import catalog
from bangxl.rulebooks.loader import load, rulebook_ids
from bangxl.sheets.build import build, named_cells
from bangxl.tournament.rulebook import Rulebook
from tests.excel_rules.package import area, is_area
from tests.helpers.sample import these
from tests.tournament.rules import HOUSE, HOUSES, KONAJKA

Place = tuple[str, int, int]
TAKEN: Final = {"COUNTIF(": range(1), "COUNTIFS(": range(0, 99, 2), "SUMIF(": range(0, 3, 2), "SUMIFS(": (0, *range(1, 99, 2))}
"""The arguments that are taken as they stand."""


def needs(formula: str) -> Iterator[tuple[str, bool]]:
    """The places and names in a formula, each with whether it is taken as it stands."""
    calls: list[tuple[str, int]] = []
    for token in Tokenizer(formula).items:
        if token.subtype == "OPEN":
            calls.append((token.value, 0))
        elif token.subtype == "CLOSE":
            calls.pop()
        elif token.subtype == "ARG":
            calls[-1] = calls[-1][0], calls[-1][1] + 1
        elif token.subtype == "RANGE":
            call, argument = calls[-1] if calls else ("", 0)
            yield token.value, argument in TAKEN.get(call, ())


class Calculation:
    """A workbook's formulas in the order of the file, and what each takes too early."""

    def __init__(self, rulebook: Rulebook, capacity: int) -> None:
        workbook = build(rulebook, catalog("en"), capacity)
        self.names = named_cells(workbook)
        self.formulas: dict[Place, str] = {}
        for sheet in workbook.worksheets:
            for row, cells in enumerate(sheet.iter_rows(), 1):
                for column, cell in enumerate(cells, 1):
                    if cell.data_type == "f":
                        self.formulas[sheet.title, row, column] = str(cell.value)
        self.done = set[Place]()
        self.early = set[str]()

    def run(self) -> set[str]:
        for first in self.formulas:
            waiting = [(first, self.before(first))]
            while waiting:
                needed = next((one for one in waiting[-1][1] if one not in self.done), None)
                if needed is not None:
                    waiting.append((needed, self.before(needed)))
                else:
                    self.done.add(waiting.pop()[0])
        return self.early

    def before(self, place: Place) -> Iterator[Place]:
        """The formulas that must be calculated before this one."""
        for text, as_it_stands in needs(self.formulas[place]):
            for needed in self.places(place[0], text):
                if needed in self.formulas and needed not in self.done:
                    if as_it_stands:
                        self.early.add(f"{place} takes {text} too early: {self.formulas[place]}")
                    else:
                        yield needed

    def places(self, sheet: str, text: str) -> list[Place]:
        tab, _, cells = text.rpartition("!")
        tab = tab.strip("'").replace("''", "'") or sheet
        if name := self.names.get(f"{tab}!{cells}") or self.names.get(cells):
            return [(name.sheet, row, name.column) for row in range(name.first, name.last + 1)]
        top, left, bottom, right = area(cells) if is_area(cells) else (1, 1, 0, 0)
        return [(tab, row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]


@pytest.mark.parametrize(
    "rulebook", these([*map(load, rulebook_ids()), HOUSE, KONAJKA, *HOUSES.values()], load("italy-2011")), ids=lambda one: one.id
)
def test_nothing_is_taken_before_it_is_calculated(rulebook: Rulebook) -> None:
    capacity = max(rulebook.minimum_players, min(11, rulebook.maximum_players))
    assert Calculation(rulebook, capacity).run() == set()


@pytest.mark.soak
def test_nor_on_a_wall_of_several_lists() -> None:
    assert Calculation(load("italy-2010"), 51).run() == set()
