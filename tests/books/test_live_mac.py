"""The open workbook on a Mac: the same contract in appscript's words, and what is different there."""

from pathlib import Path

import pytest
import xlwings
from xlwings import mac_dict

from bangxl.books.closed import ClosedBook
from bangxl.books.excel_api import OFFICE
from bangxl.books.history import save_with_snapshot, snapshots
from bangxl.books.live import LiveBook
from bangxl.books.port import Book, BookError, Changes, Prompt
from tests.books import contract
from tests.books.test_live import _Eyes, everything
from tests.books.workbooks import saved
from tests.hosts.excel.mac import WORDS
from tests.hosts.excel.program import Excel


class _Mac:
    @pytest.fixture
    def book(self, mac_excel: Excel, tmp_path: Path) -> Book:
        return LiveBook(mac_excel.open(saved(tmp_path / "torneo d'oro.xlsx")))

    @pytest.fixture
    def again(self, mac_excel: Excel) -> contract.Again:
        def again(book: Book) -> Book:
            mac_excel.books.clear()
            return LiveBook(mac_excel.open(book.path))

        return again

    @pytest.fixture
    def eyes(self, mac_excel: Excel) -> contract.Eyes:
        return _Eyes(mac_excel)


class TestReading(_Mac, contract._Reading, contract.OpenContract):
    def test_what_a_person_says(self, book: LiveBook, mac_excel: Excel) -> None:
        mac_excel.answers = ["typed", None, "", None]
        assert (book.ask("Why?", [Prompt("Reason", "so")]), book.ask("And why?", [Prompt("Reason")])) == (["typed"], None)
        assert (book.agrees("Go?"), book.agrees("Go?")) == (True, False)
        assert mac_excel.questions == [("Why?", "so"), ("And why?", "")]
        assert mac_excel.alerts == [("BANG!", "Go?", "info")] * 2


class TestWriting(_Mac, contract._Writing):
    pass


@pytest.fixture
def opened(mac_excel: Excel, path: Path) -> xlwings.Book:
    return mac_excel.open(path)


def test_the_copy_lies_in_offices_folder_and_is_gone(mac_excel: Excel, opened: xlwings.Book) -> None:
    mac_excel.books[0].workbook["Players"]["A2"] = "typed just now"
    assert LiveBook(opened).read("Players_Id")[0] == "typed just now"
    assert (mac_excel.calls["run"], mac_excel.calls["copy"], mac_excel.calls["save"]) == (1, 1, 0)
    assert [*(Path.home() / OFFICE).iterdir()] == []


@pytest.mark.parametrize("why", ["no macro", "no folder"])
def test_where_there_is_no_copy_the_workbook_is_saved_rather_than_misread(
    mac_excel: Excel, opened: xlwings.Book, why: str
) -> None:
    mac_excel.has_copy_macro = why != "no macro"
    if why == "no folder":
        (Path.home() / OFFICE).rmdir()
    mac_excel.books[0].workbook["Players"]["A2"] = "typed just now"
    live = LiveBook(opened)
    assert live.read("Players_Id")[0] == "typed just now"
    assert mac_excel.calls["save"] == 1
    assert ClosedBook.open(live.path).read("Players_Id")[0] == "typed just now"


def test_where_there_is_neither_copy_nor_saving_nothing_is_misread(mac_excel: Excel, opened: xlwings.Book) -> None:
    mac_excel.has_copy_macro, mac_excel.books[0].read_only = False, True
    with pytest.raises(BookError, match="read_only"):
        LiveBook(opened).read("Players_Id")


def test_what_is_typed_while_python_is_at_work_stops_the_click(mac_excel: Excel, opened: xlwings.Book) -> None:
    """Excel does not wait there."""
    live = LiveBook(opened)
    live.read("Players_Id")
    mac_excel.books[0].workbook["Players"]["A3"] = "typed meanwhile"
    before, data = everything(mac_excel), live.path.read_bytes()
    with pytest.raises(BookError, match="changed"):
        save_with_snapshot(live, "seat", Changes(cells={("Players_Id", 0): "X"}))
    assert (everything(mac_excel), live.path.read_bytes(), snapshots(live.path)) == (before, data, [])


def test_the_words_are_those_of_excels_dictionary() -> None:
    """What `excel_api` says, every word of which the tests' Excel looks up there; and the words for values."""
    kinds = {name for name, _ in mac_dict.enums}
    assert {"unlocked_cells", "no_selection", "sheet_visible"} <= kinds
    assert {"run_VB_macro", "protect_worksheet", "entire_row", "saved"} <= WORDS
