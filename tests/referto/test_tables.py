"""The referto's .xlsx: plain tables, one a sheet, with the defined names that other programs rely on."""

import re
from datetime import datetime
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from openpyxl import load_workbook

from bangxl.books.closed import ClosedBook
from bangxl.commands.verify import verify
from bangxl.locale.catalog import LANGUAGES
from bangxl.referto.book import FORMAT
from bangxl.referto.report import report_of
from bangxl.referto.spreadsheet import is_exact, referto
from bangxl.referto.tables import report_tables
from bangxl.rulebooks.loader import load
from bangxl.workbook import names
from bangxl.workbook.titles import display_names
from tests.helpers.sample import these
from tests.referto.referti import EVENTFUL, SMALLEST, WRITTEN, contents_of, eventful, facts, opened, played, saved

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = (ROOT / "docs" / "referto.md").read_text(encoding="utf-8")
TITLE: Final = re.compile(r"[^\[\]:\\/?*]{1,31}")


LAYOUT: Final = {1: {"it": "d2d57511ad86e43f", "en": "fff55f9b0f36cfa1", "de": "3cef23571a2cd301", "ru": "9ad663aea7519d34"}}
"""By the number of the layout a digest of its sheets, heads and names in each language."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_word_or_column_is_another_layout(language: str) -> None:
    """A referto is compared with tables made anew: whoever changes them raises `FORMAT`, and goes on making those of before."""
    reports = [report_of(eventful(*key, language), WRITTEN) for key in EVENTFUL]
    cells = {
        (table.title, column.head, name)
        for report in reports
        for table in report_tables(report)
        for column in table.columns
        for name in column.names or [""]
    }
    layout = sorted({tuple(re.sub(r"\d+", "0", text) for text in cell) for cell in cells})
    digest = sha256(repr(layout).encode()).hexdigest()[:16]
    assert digest == LAYOUT[FORMAT][language], (
        f"raise FORMAT in referto/book.py and keep the tables before it; if {FORMAT} is not released yet: {digest} into LAYOUT"
    )


@pytest.mark.parametrize("report", sorted((ROOT / "tests/data/reports").iterdir()), ids=lambda one: one.stem)
def test_a_report_of_an_earlier_day_agrees_as_it_was_mailed(report: Path) -> None:
    """Events and a knock-out were worded anew, for the sheets: every report that has such a word was «different» then."""
    assert verify(report).agrees


def described(name: str) -> bool:
    """Whether docs/referto.md speaks of a name: whole, by its beginning with the end behind it, or by a pattern."""
    bare = name.rpartition("!")[2]
    tail = re.sub(r"(Round|Stage)\d+T\d+_|Finals_(SF\d|QF\d|P3|F|Stage\d)_", "", bare)
    words = set(re.findall(r"\w+", PAGE))
    patterns = {"Meetings_", "Race_Round", "Option_", "Ranking_", "Standings_"}
    return tail in words or any(tail.startswith(pattern) for pattern in patterns)


@pytest.mark.parametrize(("rulebook", "players"), these(EVENTFUL, ("record", 4), ("italy-2010", 10)))
def test_the_page_describes_every_name(rulebook: str, players: int) -> None:
    found = opened(saved(eventful(rulebook, players))).names
    assert [name for name in found if not described(name)] == []
    assert {*names.report_names(load(rulebook))} - {*found} == set()


@pytest.mark.parametrize(("rulebook", "language"), [*zip(SMALLEST, [*LANGUAGES, "it", "ru"], strict=True)])
def test_every_sheet_is_one_table(rulebook: str, language: str) -> None:
    """A head in bold, frozen, repeated on every page; beneath it values, none merged, no formula, nothing hidden."""
    workbook = load_workbook(BytesIO(referto(facts(rulebook, language=language))))
    assert all(TITLE.fullmatch(title) for title in workbook.sheetnames)
    for sheet in workbook.worksheets:
        assert (sheet.freeze_panes, sheet.print_title_rows, sheet.sheet_state) == ("A2", "$1:$1", "visible")
        assert not sheet.merged_cells.ranges
        heads = [cell for cell in sheet[1] if cell.value]
        assert heads
        assert all(cell.font.b for cell in heads)
        assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)
        assert not any(dimension.hidden for dimension in sheet.column_dimensions.values())


def test_rows_are_as_high_as_their_long_texts() -> None:
    """LibreOffice does not raise them by itself: the lines of a long text would lie over the next rows."""
    workbook = load_workbook(BytesIO(saved(eventful("italy-2010", 10))))
    rows = [
        (sheet.row_dimensions[number].height or 0, len(str(cell.value)))
        for sheet in workbook.worksheets
        for number, row in enumerate(sheet.iter_rows(min_row=2), 2)
        for cell in row
        if len(str(cell.value)) > 60
    ]
    assert rows
    assert all(height >= 15 * length / 60 for height, length in rows)


def test_columns_are_as_wide_as_their_texts() -> None:
    sheet = load_workbook(BytesIO(referto(facts("italy-2010"))))["Players"]
    longest = max(len(str(cell.value)) for cell in sheet["B"])
    assert longest <= sheet.column_dimensions["B"].width <= longest * 1.1 + 3


def test_days_and_amounts_are_numbers() -> None:
    book = opened(saved(eventful("italy-2010", 10, "de")))
    assert book.read("Event_Date") == [datetime(2026, 11, 21)]  # noqa: DTZ001 - cells know no zones
    assert all(isinstance(value, int) for value in book.read("Race_Start"))
    workbook = load_workbook(BytesIO(book.file_bytes()))
    ref = book.names["Event_Date"]
    assert workbook[ref.sheet].cell(ref.first, ref.column).number_format == "dd.mm.yyyy"


@pytest.mark.parametrize(("rulebook", "players"), these(EVENTFUL, ("record", 4)))
def test_the_same_facts_make_the_same_bytes(rulebook: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    report = report_of(eventful(rulebook, players), WRITTEN)
    data = referto(report)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    assert referto(report_of(eventful(rulebook, players), WRITTEN)) == data
    assert is_exact(data, report)
    assert not is_exact(data, report_of(eventful(rulebook, players), "2026-11-21T18:00:01Z"))


def test_names_stand_on_the_cells_that_hold_the_values() -> None:
    """What a program reads by name is what the tables hold; of a record sheet a slice of the rows."""
    told = eventful("italy-2010", 10)
    book, state = opened(saved(told)), told.tournament
    first = state.games[0]
    assert [str(one) for one in book.read("Round1T1_Player")] == [seat.player for seat in first.seats]
    called = display_names(state.players)
    assert book.read("Round1T1_Name")[0] == called[first.seats[0].player]
    assert set(book.read("Round1!Wall_Player")) == {seat.player for game in state.round(1) for seat in game.seats}


def test_an_interim_one_without_results_holds_no_money() -> None:
    report = report_of(contents_of(played("italy-2010", 13, 3, 1.0, "en", 6)), WRITTEN, interim=True)
    assert report.secret
    names = {name for table in report_tables(report) for name in table.refs}
    assert not {name for name in names if name.startswith(("Ranking_", "Race_", "Standings_", "Report_Paid"))}
    assert "Round1T1_Payout" in names
    book = ClosedBook.of(referto(report), Path("x.xlsx"))
    assert set(book.read("Round1T1_Payout")) == {None}
