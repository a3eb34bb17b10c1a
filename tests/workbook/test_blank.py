"""Empty record sheets: what stands on them by hand, and that they are the pages of the workbook."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from openpyxl.cell.cell import Cell, MergedCell
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.rulebooks.loader import load, rulebook_ids
from bangxl.sheets.blank import of_rulebook
from bangxl.sheets.build import build as workbook
from bangxl.sheets.measure import CHARACTER, MARGIN, points
from bangxl.sheets.record import page as record_page
from bangxl.sheets.record.cells import page_columns
from bangxl.tournament.model import Role, Status
from bangxl.workbook.words import word

SIZES = {"italy-2010": [5, 6, 7], "italy-2011": [5, 6, 7], "italy-2007": [4, 5, 6, 7], "germany": [5, 6]}
SIZES |= {"record": [4, 5, 6, 7], "record-international": [4, 5, 6, 7]}


def sheets(rulebook: str, language: str = "en") -> Sequence[Worksheet]:
    return of_rulebook(load(rulebook), catalog(language)).worksheets


def texts(ws: Worksheet) -> dict[str, object]:
    return {cell.coordinate: cell.value for row in ws.iter_rows() for cell in row if cell.value is not None}


def test_a_sheet_for_each_size_of_table() -> None:
    assert {rulebook: [ws.title for ws in sheets(rulebook)] for rulebook in rulebook_ids()} == {
        rulebook: [f"Table of {size}" for size in sizes] for rulebook, sizes in SIZES.items()
    }


def test_no_formula_no_name_nothing_hidden_one_page() -> None:
    for rulebook in rulebook_ids():
        for language in LANGUAGES:
            book = of_rulebook(load(rulebook), catalog(language))
            assert not book.defined_names
            for ws in book.worksheets:
                assert not [value for value in texts(ws).values() if str(value).startswith("=")]
                assert ws.sheet_state == "visible"
                assert not ws.conditional_formatting
                assert not [key for key, row in ws.row_dimensions.items() if row.hidden]
                assert not [key for key, column in ws.column_dimensions.items() if column.hidden]
                assert (ws.page_setup.paperSize, ws.page_setup.orientation) == (9, "landscape")
                assert (ws.page_setup.fitToWidth or 1, ws.page_setup.fitToHeight or 1) == (1, 1)
                assert ws.print_area.startswith(f"'{ws.title}'!$A$1:")


def test_the_seats_of_the_table() -> None:
    """Where the regulation seats him, the Sheriff has his star, and nobody else a box for it; all have one where it is drawn."""
    for size, ws in zip((5, 6, 7), sheets("italy-2010"), strict=True):
        seats = [[ws.cell(row, column).value for column in range(1, 12)] for row in range(7, 7 + size)]
        assert seats[0] == [1, None, None, "$", "★", None, None, None, "□", "□", "□"]
        assert seats[1:] == [[n, None, None, "$", None, "□", "□", "□", "□", "□", "□"] for n in range(2, size + 1)]
        assert ws.cell(7 + size, 1).value == texts(ws)[f"A{7 + size}"]
        assert str(ws.cell(7 + size, 1).value).startswith("Bids: multiples of 100 $, from 0 $ on")
    (five, _six) = sheets("germany")
    assert [five.cell(7, column).value for column in range(4, 11)] == ["□"] * 7


def test_high_noon_begins_as_the_regulation_says() -> None:
    five, _six, seven = map(texts, sheets("italy-2010"))
    boxes = ("□  1st time", "□  2nd time", "□  3rd time: it begins!")
    assert [value for value in five.values() if str(value).startswith("□  ")] == list(boxes)
    assert [value for value in seven.values() if str(value).startswith("□  ")] == ["□  1st time", "□  2nd time: it begins!"]
    assert "From the 2nd on" in str(seven["A21"])
    assert "From the 3rd on" in str(five["A21"])


def test_lines_for_what_the_computer_would_know() -> None:
    found = texts(sheets("italy-2010")[0])
    assert [found[cell] for cell in ("A1", "A2", "F2", "A3")] == [
        "ROUND ____ · TABLE ____",
        "Tournament, place:",
        "Date:",
        "After the auction the Sheriff writes characters and bids. When the game ends, call the referee.",
    ]
    game = texts(sheets("record")[0])
    assert [game[cell] for cell in ("A1", "A3")] == ["GAME ____", "When the game ends, fill in the sheet."]


def test_it_says_what_the_workbooks_page_says() -> None:
    """The fixed texts, and the looks of the boxes, are those of the record sheet of the same regulation, cell by cell."""
    for rulebook in rulebook_ids():
        found, ctx = load(rulebook), catalog("en")
        page = workbook(found, ctx, max(found.minimum_players, min(10, found.maximum_players)))["Round1T1"]
        area = page.print_area.rpartition("!")[2].replace("$", "")
        largest = of_rulebook(found, ctx).worksheets[-1]
        shift = page[area.partition(":")[0]].column - 1
        for row in (5, 6, 7, 8, 16, 17, 18, 20, 21, 22, 23, 24, 27, 28):
            for column in range(1, largest.max_column + 1):
                ours, theirs = largest.cell(row, column), page.cell(row, column + shift)
                if not str(theirs.value).startswith("="):
                    assert ours.value == theirs.value, (rulebook, ours.coordinate)
                assert _look(ours) == _look(theirs), (rulebook, ours.coordinate)


def _look(cell: Cell | MergedCell) -> tuple[str, ...]:
    return repr(cell.font), repr(cell.border), repr(cell.fill), repr(cell.alignment)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rulebook_id", rulebook_ids())
def test_no_head_of_a_box_shrinks_so_that_nobody_can_read_it(rulebook_id: str, language: str) -> None:
    """A single word shrinks rather than breaks: where much stands on the page, and all is smaller, by a tenth at most."""
    rulebook = load(rulebook_id)
    wide = dict(zip(page_columns(rulebook), record_page.widths(rulebook), strict=True))
    words = {f"Print_{code}": word(code, language) for code in (*Role, *Status)}
    single = {key: text for key, text in words.items() if key in wide and " " not in text}
    least = 0.9 if sum(wide.values()) > 150 else 0.8
    tight = {text for key, text in single.items() if points(text, 11, bold=True) * least > (wide[key] + MARGIN) * CHARACTER}
    assert tight == set()
