"""How the season's workbook prints."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bangxl.locale.catalog import catalog
from bangxl.season.book import build
from bangxl.season.entry import Proof, entry_of
from bangxl.season.frames import frames
from bangxl.season.wording import HEADS, TABS, SummaryBlock
from bangxl.tournament.state import State
from tests.season.stories import season, tournament
from tests.tournament.builders import ITALY, KONAJKA, entries


@pytest.mark.parametrize(("lines", "pages"), [(5, 1), (45, 1), (100, 0)])
def test_the_first_sheet_prints_no_page_for_a_line_or_two(lines: int, pages: int) -> None:
    """A little more than a page is made smaller; much more takes as many pages as it needs."""
    english = catalog("en")
    told = SummaryBlock("What was counted", [("Files", number) for number in range(lines)])
    wb = build(frames(season(tournament("Anna Neri")), english), "A season", [told], english)
    assert wb.worksheets[0].page_setup.fitToHeight == pages


def test_points_of_a_house_are_no_dollars() -> None:
    """In the results, the national and the regional table, row by row: a season may have both."""
    english = catalog("en")
    ours, theirs = tournament("Anna Neri"), tournament("Bruno Galli", day="2007-06-01")
    house = replace(theirs, regulation="konajka", title="Konajka", championship=None, unit="points")
    found = season(ours, house)
    wb = build(frames(found, english), "A season", [], english, {"Konajka"})
    seen = {"Results": 0, "National": 0, "Regional": 0}
    for name in seen:
        sheet = wb[english(TABS[name])]
        heads = [cell.value for cell in sheet[1]]
        title, score = (heads.index(english(HEADS[code])) for code in ("regulation", "score"))
        for row in sheet.iter_rows(min_row=2):
            assert ("$" in row[score].number_format) == (row[title].value != "Konajka")
            seen[name] += row[title].value == "Konajka"
    assert all(seen.values())


def test_a_tournament_knows_the_unit_of_its_regulation() -> None:
    units = [entry_of("referto.xlsx", State(entries(12, rulebook.id), rulebook), Proof("")).unit for rulebook in (ITALY, KONAJKA)]
    assert units == ["$", "points"]
