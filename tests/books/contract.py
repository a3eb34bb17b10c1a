"""What every book has to do, whatever lies behind it. A book's own test module inherits these classes (as fsspec does).

A closed book is tested by ``ReadingContract`` and ``WritingContract``, one in a program that calculates by the two ``Live…``.
The fixture ``book`` is a fresh book of ``workbooks.workbook``; ``again`` opens what was saved; ``eyes`` look at rows and cells.
"""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Final, Protocol

import pytest

from bangxl.books.port import Book, BookError, Changes, Formula, OpenBook, Ref, Selection, Value
from tests.helpers.raised import raised
from tests.helpers.sample import sample

Again = Callable[[Book], Book]


class Eyes(Protocol):
    """What the port does not tell, and a person sees."""

    def row_hidden(self, book: Book, sheet: str, row: int) -> bool: ...

    def column_hidden(self, book: Book, sheet: str, column: int) -> bool: ...

    def locked(self, book: Book, sheet: str, row: int, column: int) -> bool | None: ...

    def active(self, book: Book) -> str: ...

    def merge(self, book: Book, sheet: str, area: str) -> Book: ...


class Hands(Protocol):
    def select(self, book: Book, sheet: str, *areas: str) -> None: ...


class _Reading:
    def test_names_are_ranges_of_one_column(self, book: Book) -> None:
        assert dict(book.names) == {
            "Players_Id": Ref("Players", 1, 2, 6), "Players_Name": Ref("Players", 2, 2, 6),
            "Players_Score": Ref("Players", 3, 2, 6), "Players_Since": Ref("Players", 4, 2, 6),
            "Empty_Column": Ref("Players", 8, 2, 6), "Next_Step": Ref("Foglio d'oro", 2, 4, 4),
            "Round1T1!Seat": Ref("Round1T1", 2, 7, 13), "Round1T1!Player": Ref("Round1T1", 3, 7, 13),
            "Round1T1!Bid": Ref("Round1T1", 6, 7, 13), "Round1T1!Payout": Ref("Round1T1", 11, 7, 13),
            "Round1T1!Outcome": Ref("Round1T1", 5, 16, 16),
        }  # fmt: skip

    def test_sheets_in_order_and_whether_visible(self, book: Book) -> None:
        assert list(book.sheets.items()) == [("Players", True), ("Round1T1", False), ("Foglio d'oro", True)]

    def test_values_as_they_are(self, book: Book) -> None:
        assert list(book.read("Players_Name")) == ["Anna Rossi", " Bruno  ", "José & <Zoë>", None, "=1+1"]
        score = book.read("Players_Score")
        assert list(score) == [5000, 4200.5, True, "=SUM(C2:C3)", None]
        assert [type(value) for value in score] == [int, float, bool, Formula, type(None)]
        assert book.read("Players_Since")[0] == datetime(2026, 11, 20, 9, 30)  # noqa: DTZ001

    def test_a_text_like_a_formula_is_no_formula(self, book: Book) -> None:
        assert type(book.read("Players_Name")[4]) is str
        assert type(book.read("Players_Score")[3]) is Formula

    def test_which_cells_hold_a_formula(self, book: Book) -> None:
        payouts = {(row, 11) for row in range(7, 14)}
        typed_true = {(4, 3)}  # in LibreOffice a formula
        found = book.formulas()
        assert {**found, "Players": found["Players"] - typed_true} == {
            "Players": {(5, 3)},
            "Round1T1": payouts,
            "Foglio d'oro": set(),
        }

    def test_merged_cells_that_nobody_sees(self, book: Book, eyes: Eyes) -> None:
        assert list(book.covered()) == []
        book = eyes.merge(book, "Round1T1", "E9:F10")
        assert list(book.covered()) == [("Round1T1!Bid", 2), ("Round1T1!Bid", 3)]
        book = eyes.merge(book, "Round1T1", "B6:C7")
        assert {("Round1T1!Seat", 0), ("Round1T1!Player", 0), ("Round1T1!Bid", 2)} < set(book.covered())
        book.require_writable(Changes(cells={("Round1T1!Bid", 1): 300, ("Players_Id", 0): "X"}))
        for cell, where in ((("Round1T1!Bid", 3), "F10"), (("Round1T1!Seat", 0), "B7")):
            error = raised(BookError, book.require_writable, Changes(cells={("Round1T1!Bid", 1): 300, cell: 5}))
            assert error.code == "merged"
            assert {"sheet": "Round1T1", "cell": where}.items() <= error.values.items()

    def test_unknown_names(self, book: Book) -> None:
        with pytest.raises(KeyError):
            book.read("Two_Columns")
        with pytest.raises(KeyError):
            book.shown("Bid")


class OpenContract:
    """What a book in a program can do besides, with a person before it."""

    def test_what_is_selected(self, book: OpenBook, eyes: Hands) -> None:
        eyes.select(book, "Players", "B3")
        assert book.selected() == Selection("Players", (3,), ("Bruno",))
        eyes.select(book, "Players", "A2:B2", "B4")
        assert book.selected() == Selection("Players", (2, 4), ("P001", "Anna Rossi", "José & <Zoë>"))
        eyes.select(book, "Foglio d'oro", "B4")
        assert book.selected().sheet == "Foglio d'oro"


class ReadingContract(_Reading):
    def test_never_calculated(self, book: Book) -> None:
        assert book.shown("Players_Score") is None


class LiveReadingContract(_Reading):
    def test_results_are_shown(self, book: Book) -> None:
        assert list(book.shown("Players_Score") or ()) == [5000, 4200.5, True, 9200.5, None]
        assert list(book.shown("Round1T1!Payout") or ()) == [None] * 7


Column = Sequence[tuple[Value, Value]]
TOO_EXACT: Final[Column] = [
    (0.1 + 0.2, 0.1 + 0.2), (2**60, float(2**60)), (None, None), ("", None), ("\x00", None),
]  # fmt: skip
"""LibreOffice writes 15 digits of a number into a file."""
VALUES: Final[Sequence[Column]] = (
    TOO_EXACT,
    [(7, 7), (-0.1, -0.1), (False, False), ("Renato", "Renato"), ("  two  blanks ", "  two  blanks ")],
    [(" ", " "), ("=1+1", "=1+1"), ("=", "="), ("+39 02", "+39 02"), ("-", "-")],
    [("@home", "@home"), ("#N/A", "#N/A"), ("007", "007"), ("TRUE", "TRUE"), ("_x0041_ is no A", "_x0041_ is no A")],
    [("a & b < c > d \" '", "a & b < c > d \" '"), ("日本 🤠 ʻ", "日本 🤠 ʻ"), (Formula("=A1"), "=A1"),
     ("two\r\nlines\rthree\n", "two\nlines\nthree\n"), ("bell\x07 \ufffe\ud800end\x0b", "bell end")],
    [
        (datetime(2026, 11, 20, 23, 59, 59, 999), datetime(2026, 11, 20, 23, 59, 59)),  # noqa: DTZ001
        (date(2026, 11, 20), datetime(2026, 11, 20)),  # noqa: DTZ001
        (date(1812, 6, 24), "1812-06-24"), (None, None), (5, 5),
    ],
)  # fmt: skip
"""Columns of values, and what is read again."""


class _Writing:
    @pytest.mark.parametrize("values", sample(VALUES, 2))
    def test_values_come_back_at_once_and_later(self, book: Book, again: Again, values: Column) -> None:
        book.apply(Changes(cells={("Empty_Column", place): value for place, (value, _) in enumerate(values)}))
        expected = [comes_back for _, comes_back in values]
        assert list(book.read("Empty_Column")) == expected
        book.save()
        after = list(again(book).read("Empty_Column"))
        assert after == expected
        assert [type(value) for value in after] == [type(value) for value in expected]

    def test_many_cells_over_others(self, book: Book, again: Again) -> None:
        cells: dict[tuple[str, int], Value] = {("Round1T1!Bid", 0): 300, ("Round1T1!Bid", 6): 0, ("Round1T1!Payout", 1): 5}
        cells |= {("Players_Score", 0): None, ("Players_Score", 3): "Σ", ("Next_Step", 0): "Sedersi."}
        book.apply(Changes(cells=cells))
        book.save()
        later = again(book)
        assert list(later.read("Round1T1!Bid")) == [300, None, None, None, None, None, 0]
        assert later.read("Round1T1!Payout")[:3] == [Formula('=IF(F7="","",F7*2)'), 5, Formula('=IF(F9="","",F9*2)')]
        assert list(later.read("Players_Score")) == [None, 4200.5, True, "Σ", None]
        assert later.read("Next_Step") == ["Sedersi."]

    def test_rows_in_use(self, book: Book, again: Again, eyes: Eyes) -> None:
        book.apply(Changes(used={"Round1T1!Seat": 5}))
        book.save()
        book = again(book)
        assert [eyes.row_hidden(book, "Round1T1", row) for row in range(6, 15)] == [False] * 6 + [True] * 2 + [False]
        book.apply(Changes(used={"Round1T1!Bid": 7}))
        book.save()
        book = again(book)
        assert not any(eyes.row_hidden(book, "Round1T1", row) for row in range(6, 15))

    def test_columns_that_nobody_needs(self, book: Book, again: Again, eyes: Eyes) -> None:
        idle = {"Round1T1!Bid": True, "Round1T1!Payout": True, "Empty_Column": True, "Players_Since": True}
        book.apply(Changes(idle=idle, cells={("Round1T1!Bid", 0): 300}))
        book.save()
        book = again(book)
        assert [at for at in range(1, 14) if eyes.column_hidden(book, "Round1T1", at)] == [6, 11]
        assert [at for at in range(1, 14) if eyes.column_hidden(book, "Players", at)] == [4, 8]
        assert book.read("Round1T1!Bid")[0] == 300
        book.apply(Changes(idle={"Round1T1!Bid": False, "Round1T1!Payout": True, "Empty_Column": False}))
        book.save()
        book = again(book)
        assert [at for at in range(1, 14) if eyes.column_hidden(book, "Round1T1", at)] == [11]
        assert [at for at in range(1, 14) if eyes.column_hidden(book, "Players", at)] == [4]

    def test_locks(self, book: Book, again: Again, eyes: Eyes) -> None:
        book.apply(Changes(locked={"Round1T1!Bid": False, "Players_Id": True}))
        book.save()
        book = again(book)
        assert [eyes.locked(book, "Round1T1", row, 6) for row in range(7, 14)] == [False] * 7
        assert [eyes.locked(book, "Players", row, 1) for row in range(2, 7)] == [True] * 5

    def test_sheets_come_and_go(self, book: Book, again: Again, eyes: Eyes) -> None:
        book.apply(Changes(shown={"Round1T1": True, "Foglio d'oro": False}, active="Round1T1"))
        assert list(book.sheets.values()) == [True, True, False]
        book.save()
        book = again(book)
        assert list(book.sheets.values()) == [True, True, False]
        assert eyes.active(book) == "Round1T1"
        book.apply(Changes(shown={"Round1T1": False}))
        book.save()
        assert eyes.active(again(book)) == "Players"

    def test_the_last_visible_sheet_stays(self, book: Book, again: Again, eyes: Eyes) -> None:
        book.apply(Changes(shown=dict.fromkeys(book.sheets, False)))
        assert list(book.sheets.values()) == [True, False, False]
        book.apply(Changes(shown={"Players": False}, active="Foglio d'oro"))
        book.save()
        book = again(book)
        assert list(book.sheets.values()) == [False, False, True]
        assert eyes.active(book) == "Foglio d'oro"

    @pytest.mark.parametrize(
        ("changes", "error"),
        [
            (Changes(cells={("Players_Id", 0): "X", ("Nobody", 0): 1}), KeyError),
            (Changes(cells={("Players_Id", 0): "X", ("Players_Id", 5): 1}), IndexError),
            (Changes(cells={("Players_Id", 0): "X", ("Players_Id", -1): 1}), IndexError),
            (Changes(cells={("Players_Id", 0): "X", ("Players_Id", 1): float("nan")}), ValueError),
            (Changes(cells={("Players_Id", 0): "X", ("Players_Id", 1): "x" * 32_768}), ValueError),
            (Changes(cells={("Players_Id", 0): "X"}, used={"Two_Areas": 1}), KeyError),
            (Changes(cells={("Players_Id", 0): "X"}, locked={"Gone": True}), KeyError),
            (Changes(cells={("Players_Id", 0): "X"}, shown={"Round9": True}), KeyError),
            (Changes(cells={("Players_Id", 0): "X"}, active="Round9"), KeyError),
        ],
    )
    def test_a_wrong_change_changes_nothing(self, book: Book, changes: Changes, error: type[Exception]) -> None:
        with pytest.raises(error):
            book.apply(changes)
        assert book.read("Players_Id")[0] == "P001"

    def test_saving_twice(self, book: Book, again: Again) -> None:
        for text in ("one", "two"):
            book.apply(Changes(cells={("Next_Step", 0): text}))
            book.save()
        assert again(book).read("Next_Step") == ["two"]


class WritingContract(_Writing):
    def test_nothing_is_shown_after_a_change(self, book: Book) -> None:
        book.apply(Changes(cells={("Next_Step", 0): "x"}))
        assert book.shown("Next_Step") is None


class LiveWritingContract(_Writing):
    def test_results_follow_a_change(self, book: Book) -> None:
        assert book.shown("Players_Score") is not None
        book.apply(Changes(cells={("Players_Score", 0): 10, ("Round1T1!Bid", 0): 300}))
        assert list(book.shown("Players_Score") or ()) == [10, 4200.5, True, 4210.5, None]
        assert list(book.shown("Round1T1!Payout") or ())[:2] == [600, None]
