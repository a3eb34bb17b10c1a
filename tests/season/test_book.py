"""How the season's workbook prints."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from textwrap import wrap

import openpyxl
import pytest
from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.workbook.workbook import Workbook

from bangxl.books.writer import dump
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.season.book import build
from bangxl.season.entry import Proof, entry_of
from bangxl.season.frames import frames
from bangxl.season.wording import HEADS, TABLES, TABS, SummaryBlock
from bangxl.tournament.state import State
from tests.season.stories import season, tournament
from tests.tournament.builders import ITALY, KONAJKA, entries


def saved(wb: Workbook) -> Workbook:
    """The workbook as it is read again: the rows of its tables are made when it is written."""
    return openpyxl.load_workbook(BytesIO(dump(wb)))


@pytest.mark.parametrize(("lines", "pages"), [(5, None), (45, None), (100, 0)])
def test_the_first_sheet_prints_no_page_for_a_line_or_two(lines: int, pages: int | None) -> None:
    """A little more than a page is made smaller, as it is where nothing is said; much more takes as many pages as it needs."""
    english = catalog("en")
    told = SummaryBlock("What was counted", [("Files", number) for number in range(lines)])
    wb = build(frames(season(tournament("Anna Neri")), english), "A season", [told], english)
    assert wb.worksheets[0].page_setup.fitToHeight == pages


@pytest.mark.parametrize("lines", range(60, 70))
def test_no_caption_stands_alone_at_the_foot_of_a_page(lines: int) -> None:
    english = catalog("en")
    first, second = (SummaryBlock(caption, [("Files", n) for n in range(lines)]) for caption in ("One", "Two"))
    ws = build(frames(season(tournament("Anna Neri")), english), "A season", [first, second], english).worksheets[0]
    last = [one.id for one in ws.row_breaks.brk]
    told = {row: str(ws[f"B{row}"].value or "") for row in range(1, ws.max_row + 1)}
    assert last
    assert [told[row - back] for row in last for back in (0, 1) if told[row - back] in {"One", "Two"}] == []
    edges = [0, *last, ws.max_row]
    assert all(sum(ws.row_dimensions[row].height or 15 for row in range(a + 1, b)) <= 1000 for a, b in pairwise(edges))


def test_no_table_prints_smaller_than_anybody_reads() -> None:
    """A wide one goes on beside, page by page."""
    english = catalog("en")
    wb = build(
        frames(season(tournament("Anna Neri"), tournament("Bruno Galli", region="Lazio")), english), "A season", [], english
    )
    for ws in wb.worksheets:
        if ws.auto_filter.ref:
            wide = sum(one.width for one in ws.column_dimensions.values()) * 5.25
            assert min(1, (ws.page_setup.fitToWidth or 1) * 784 / wide) * 11 >= 6, ws.title
    assert wb[english(TABS["Results"])].page_setup.fitToWidth == 2


def test_every_page_of_a_wide_table_says_of_whom_it_is() -> None:
    english = catalog("en")
    wb = build(
        frames(season(tournament("Anna Neri"), tournament("Bruno Galli", region="Lazio")), english), "A season", [], english
    )
    wide = [ws for ws in wb.worksheets if ws.auto_filter.ref and (ws.page_setup.fitToWidth or 1) > 1]
    assert english(TABS["Results"]) in [ws.title for ws in wide]
    for ws in wide:
        last = str(ws.print_title_cols).rpartition("$")[2]
        heads = {cell.value for cell in ws[1][: column_index_from_string(last)]}
        assert heads & {english(HEADS["name"]), english(HEADS["event"])}, ws.title


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_off(language: str) -> None:
    """Headings have two lines at most; longer texts than the widest column go on below, as sentences on the first sheet do."""
    _ = catalog(language)
    tables = dict(frames(season(tournament("Anna Neri")), _))
    tables["Reserves"] = tables["Reserves"].reindex([0, 1]).assign(way=["word " * 20, "short"])
    wb = build(tables, "A season", [SummaryBlock("", [("", "слово " * 30)])], _)
    widths = {
        ws: [ws.column_dimensions[get_column_letter(at)].width for at in range(1, len(ws[1]) + 1)]
        for ws in wb.worksheets
        if ws.auto_filter.ref
    }
    heads = [(str(cell.value), width) for ws, found in widths.items() for cell, width in zip(ws[1], found, strict=True)]
    assert [head for head, width in heads if len(wrap(head, int(width) - 3)) > 2] == []
    reserves = saved(wb)[_(TABS["Reserves"])]
    cells = {row: reserves.cell(row, [*TABLES["Reserves"]].index("way") + 1) for row in (2, 3)}
    assert [cell.alignment.wrap_text or False for cell in cells.values()] == [True, False]
    assert (reserves.row_dimensions[2].height, wb.worksheets[0].row_dimensions[5].height) == (45, 52)


def test_points_of_a_house_are_no_dollars() -> None:
    """In the results, the national and the regional table, row by row: a season may have both."""
    english = catalog("en")
    ours, theirs = tournament("Anna Neri"), tournament("Bruno Galli", day="2007-06-01")
    house = replace(theirs, regulation="konajka", title="Konajka", championship=None, unit="points")
    found = season(ours, house)
    wb = saved(build(frames(found, english), "A season", [], english, {"Konajka"}))
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
