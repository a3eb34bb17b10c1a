"""The season's workbook as a file: plain tables, one a sheet."""

from dataclasses import replace
from datetime import datetime
from io import BytesIO
from itertools import pairwise

import openpyxl
import pytest
from openpyxl.workbook.workbook import Workbook

from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.seasons.book import HEADS, LANDSCAPE, TABLES, build, tables
from bangxl.seasons.choices import Choices
from bangxl.seasons.season import Season
from bangxl.seasons.summary import summary
from tests.season.stories import season, tournament

LONG = "word " * 20


def written(found: Season, language: str = "en") -> Workbook:
    """The workbook, read again."""
    _ = catalog(language)
    first = summary(found, 0, Choices(), (None, None, None), _)
    return openpyxl.load_workbook(BytesIO(build(tables(found, first, (), _), "A season", _)()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_table_is_a_sheet_with_a_head_that_stays_and_is_printed_on_every_page(language: str) -> None:
    _ = catalog(language)
    wb = written(season(tournament("Anna Neri"), tournament("Bruno Galli", region="Lazio")), language)
    by_tab = {_(tab): columns for tab, columns in TABLES.values()}
    assert wb.sheetnames == [
        _(TABLES[name][0]) for name in ("Season", "Tournaments", "Results", "National", "Regional", "Qualified", "Reserves")
    ]
    for ws in wb.worksheets:
        assert [cell.value for cell in ws[1]] == [_(HEADS[code]) for code in by_tab[ws.title]]
        assert all(cell.font.bold for cell in ws[1])
        assert (ws.freeze_panes, ws.print_title_rows, ws.auto_filter.ref) == ("A2", "$1:$1", ws.dimensions)


def test_wide_tables_go_on_beside_in_print() -> None:
    wb = written(season(tournament("Anna Neri")))
    assert [wb[tab].page_setup.fitToWidth or 1 for tab in ("Season", "National tables", "Results")] == [1, 1, 2]


def test_each_region_begins_a_page() -> None:
    ws = written(season(tournament("Anna Neri"), tournament("Bruno Galli", region="Lazio")))["Regional tables"]
    regions = [str(row[1].value) for row in ws.iter_rows(min_row=2)]
    ends = [row for row, (one, following) in enumerate(pairwise(regions), 2) if one != following]
    assert [one.id for one in ws.row_breaks.brk] == ends != []
    wide = sum(column.width for column in ws.column_dimensions.values())
    assert wide * (ws.page_setup.scale or 100) / 100 <= LANDSCAPE
    assert not (setup := ws.sheet_properties.pageSetUpPr) or not setup.fitToPage  # else Excel ignores the breaks


def test_days_marks_and_sums_are_numbers() -> None:
    wb = written(season(tournament("Anna Neri", scores=(1500,))))
    row = dict(zip(TABLES["Results"][1], wb["Results"][2], strict=True))
    assert (row["score"].value, row["score"].number_format) == (1500, "#,##0")
    assert (row["valid"].value, row["valid"].number_format) == (1, '"✓";;"–"')
    assert (row["date"].value, row["date"].number_format) == (datetime(2007, 5, 1), "dd/mm/yyyy")  # noqa: DTZ001 -- a day


def test_columns_are_as_wide_as_their_texts_and_long_texts_take_several_lines() -> None:
    entry = tournament("Anna Neri")
    found = season(entry, replace(tournament("Bruno Galli", day="2007-06-01"), event=replace(entry.event, name=LONG)))
    ws = written(found)["Tournaments"]
    event, digest = (chr(ord("A") + TABLES["Tournaments"][1].index(code)) for code in ("event", "digest"))
    assert ws.column_dimensions[event].width == 68
    assert ws.column_dimensions[digest].width > max(len(str(ws[f"{digest}{row}"].value)) for row in (1, 2, 3))
    cells = {str(ws[f"{event}{row}"].value)[:4]: ws[f"{event}{row}"] for row in (2, 3)}
    looks = {text: (ws.row_dimensions[cell.row].height, bool(cell.alignment.wrap_text)) for text, cell in cells.items()}
    assert looks == {"word": (30, True), entry.event.name[:4]: (None, False)}
