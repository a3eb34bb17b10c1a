"""How the season's workbook prints."""

from __future__ import annotations

import pytest

from bangxl.locale.catalog import catalog
from bangxl.season.book import build
from bangxl.season.frames import frames
from bangxl.season.wording import SummaryBlock
from tests.season.stories import season, tournament


@pytest.mark.parametrize(("lines", "pages"), [(5, 1), (45, 1), (100, 0)])
def test_the_first_sheet_prints_no_page_for_a_line_or_two(lines: int, pages: int) -> None:
    """A little more than a page is made smaller; much more takes as many pages as it needs."""
    english = catalog("en")
    told = SummaryBlock("What was counted", [("Files", number) for number in range(lines)])
    wb = build(frames(season(tournament("Anna Neri")), english), "A season", [told], english)
    assert wb.worksheets[0].page_setup.fitToHeight == pages
