import atexit
from collections.abc import Callable
from pathlib import Path

import pytest
import xlwings
from openpyxl.workbook.protection import WorkbookProtection

from bangxl.books import excel_api
from bangxl.books.closed import ClosedBook
from bangxl.books.history import save_with_snapshot, snapshots
from bangxl.books.live import LiveBook
from bangxl.books.port import LONGEST_QUESTION, Book, BookError, Changes, Prompt
from tests.books import contract
from tests.books.workbooks import saved
from tests.helpers.raised import raised
from tests.hosts.excel.program import Excel, by_libreoffice
from tests.hosts.excel.values import column_hidden
from tests.hosts.excel.windows import loaded
from tests.hosts.libreoffice.office import Office


class _Eyes:
    def __init__(self, excel: Excel) -> None:
        self.excel = excel

    def row_hidden(self, _book: Book, sheet: str, row: int) -> bool:
        return bool(self.excel.books[-1].workbook[sheet].row_dimensions[row].hidden)

    def column_hidden(self, _book: Book, sheet: str, column: int) -> bool:
        return column_hidden(self.excel.books[-1].workbook[sheet], column)

    def locked(self, _book: Book, sheet: str, row: int, column: int) -> bool | None:
        return bool(self.excel.books[-1].workbook[sheet].cell(row, column).protection.locked)

    def active(self, _book: Book) -> str:
        active = self.excel.books[-1].workbook.active
        assert active is not None
        return active.title

    def select(self, _book: Book, sheet: str, *areas: str) -> None:
        workbook = self.excel.books[-1].workbook
        workbook.active = workbook[sheet]
        workbook[sheet].sheet_view.selection[0].sqref = " ".join(areas)

    def merge(self, book: Book, sheet: str, area: str) -> Book:
        assert isinstance(book, LiveBook)
        self.excel.books[-1].workbook[sheet].merge_cells(area)
        return LiveBook(xlwings.Book(impl=book._book.impl))


class _Live:
    @pytest.fixture
    def book(self, excel: Excel, tmp_path: Path) -> Book:
        return LiveBook(excel.open(saved(tmp_path / "torneo d'oro.xlsx")))

    @pytest.fixture
    def again(self, excel: Excel) -> contract.Again:
        return lambda book: LiveBook(excel.open(book.path))

    @pytest.fixture
    def eyes(self, excel: Excel) -> contract.Eyes:
        return _Eyes(excel)


class _Calculating(_Live):
    @pytest.fixture(autouse=True)
    def calculating(self, excel: Excel, office: Office, tmp_path: Path) -> None:
        excel.calculate = by_libreoffice(office, tmp_path)


class TestReading(_Calculating, contract.LiveReadingContract, contract.OpenContract):
    def test_what_a_person_says(self, book: LiveBook, excel: Excel) -> None:
        excel.answers = ["typed", "one", "two", None, "", None]
        assert book.ask("Why?", [Prompt("Reason", "so")]) == ["typed"]
        assert book.ask("Who?", [Prompt("Player", "", ("Anna", "Bruno")), Prompt("Reason")]) == ["one", "two"]
        assert book.ask("Long " * 99, [Prompt("Player"), Prompt("Reason")]) is None
        assert (book.agrees("Go?"), book.agrees("Go?")) == (True, False)
        *short, (long, _default) = excel.questions
        assert short == [("Why?", "so"), ("Who?\nPlayer\nAnna\nBruno", ""), ("Reason", "")]
        assert (len(long) <= LONGEST_QUESTION, long.endswith("\nPlayer")) == (True, True)
        assert excel.alerts == [("BANG!", "Go?", "info")] * 2


class TestWriting(_Calculating, contract.LiveWritingContract):
    pass


def everything(excel: Excel) -> object:
    """All that a person could see of the open workbook, and of Excel."""
    book = excel.books[-1].workbook
    state = [
        (
            sheet.title,
            sheet.sheet_state,
            sorted((cell.coordinate, cell.value, cell.data_type) for row in sheet for cell in row if cell.value is not None),
            sorted(cell.coordinate for row in sheet for cell in row if not cell.protection.locked),
            sorted(number for number, row in sheet.row_dimensions.items() if row.hidden),
            {key: value for key, value in dict(sheet.protection).items() if value == "1"},
        )
        for sheet in book.worksheets
    ]
    return state, book.index(book.active) if book.active else None, dict(excel.state)


WHOLE = Changes(
    cells={
        ("Players_Id", 0): "007", ("Players_Score", 0): 1, ("Players_Score", 3): "no formula", ("Players_Since", 0): None,
        ("Round1T1!Seat", 1): 77, ("Round1T1!Bid", 0): 300,
    },
    used={"Round1T1!Seat": 5},
    shown={"Round1T1": True, "Players": False},
    locked={"Round1T1!Bid": True, "Players_Id": True},
    active="Round1T1",
)  # fmt: skip
"""A change of everything that can be changed."""


def test_everything_is_read_from_one_copy(excel: Excel, live: LiveBook) -> None:
    excel.counted.clear()
    for name in live.names:
        live.read(name)
        live.shown(name)
    assert excel.counted == {"Application.Calculation": 1, "Workbook.SaveCopyAs": 1}
    assert excel.books[0].saved


def test_cells_below_each_other_are_written_at_once(excel: Excel, live: LiveBook) -> None:
    live.apply(
        Changes(cells={("Players_Id", row): f"P{row}" for row in range(5)} | {("Round1T1!Bid", 0): 1, ("Round1T1!Bid", 2): 1})
    )
    assert excel.calls["write Players"] == 1
    assert excel.calls["write Round1T1"] == 2


def test_texts_carry_excels_mark(excel: Excel, live: LiveBook) -> None:
    live.apply(Changes(cells={("Empty_Column", row): text for row, text in enumerate(["'s", "3/4", "=1"])}))
    column = [excel.books[0].workbook["Players"].cell(row, 8) for row in (2, 3, 4)]
    assert [(cell.value, cell.quotePrefix) for cell in column] == [("'s", True), ("3/4", True), ("=1", True)]


def test_excel_stands_still_meanwhile(excel: Excel, live: LiveBook, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[dict[str, object]] = []

    def look(call: str) -> bool:
        seen.extend([dict(excel.state)] if call.startswith("write") else [])
        return False

    monkeypatch.setattr(excel, "fails", look)
    before = dict(excel.state)
    live.apply(WHOLE)
    assert seen
    assert all((now["screen_updating"], now["enable_events"], now["calculation"]) == (False, False, "manual") for now in seen)
    assert excel.state == before


def test_protection_is_put_back_as_it_was(excel: Excel, live: LiveBook) -> None:
    rules = excel.books[0].workbook["Round1T1"].protection
    before = {key: value for key, value in dict(rules).items() if value == "1"}
    live.apply(Changes(cells={("Round1T1!Seat", 0): 9}, used={"Round1T1!Seat": 3}, locked={"Round1T1!Bid": True}))
    assert excel.calls["Unprotect"] == excel.calls["Protect"] == 1
    assert {key: value for key, value in dict(rules).items() if value == "1"} == before
    assert {"sheet", "objects", "formatColumns"} <= before.keys()
    assert "formatCells" not in before


def test_protection_that_is_not_in_the_way_stays(excel: Excel, live: LiveBook) -> None:
    live.apply(Changes(cells={("Round1T1!Bid", 0): 9}, used={"Round1T1!Bid": 7}, locked={"Round1T1!Bid": False}))
    assert live.read("Round1T1!Bid")[0] == 9
    assert excel.calls["Unprotect"] == 0


def refused(live: LiveBook, changes: Changes) -> BookError | None:
    try:
        live.apply(changes)
    except BookError as error:
        return error
    return None


@pytest.mark.parametrize("program", ["excel", "mac_excel"])
def test_wherever_a_change_fails_all_is_taken_back(request: pytest.FixtureRequest, path: Path, program: str) -> None:
    """Each call that changes something fails once, in its turn, until the change comes through."""
    excel: Excel = request.getfixturevalue(program)
    changing, failed = ("write", "hide ", "visible ", "Locked", "Protect", "EnableSelection"), 0
    while True:
        excel.books.clear()
        live, calls = LiveBook(excel.open(path)), 0
        before = everything(excel)

        def fails(call: str) -> bool:
            nonlocal calls
            calls += call.startswith(changing)
            return call.startswith(changing) and calls == failed + 1  # noqa: B023 - called before the next turn

        excel.fails = fails
        error = refused(live, WHOLE)
        if error is None:
            break
        assert (error.code, error.values) == ("host_refused", {"reason": "Not enough memory."})
        assert everything(excel) == before, failed
        failed += 1
    assert failed > 10
    assert live.read("Players_Id")[0] == "007"


def test_a_save_that_fails_takes_the_change_back(excel: Excel, live: LiveBook) -> None:
    before, data = everything(excel), live.path.read_bytes()
    live.apply(WHOLE)
    excel.fails = lambda call: call == "save"
    with pytest.raises(BookError, match="host_refused"):
        live.save()
    assert everything(excel) == before
    assert live.path.read_bytes() == data
    assert live.read("Players_Id")[0] == "P001"
    excel.fails = lambda _call: False
    live.save()
    assert everything(excel) == before


def no_structure(excel: Excel) -> None:
    excel.books[0].workbook.security = WorkbookProtection(lockStructure=True)


def editing(excel: Excel) -> None:
    excel.busy = True


def reading(excel: Excel) -> None:
    excel.books[0].read_only = True


def no_sheet(excel: Excel) -> None:
    excel.books[0].workbook["Round1T1"].protection.password = "secret"  # noqa: S105


@pytest.mark.parametrize(
    ("state", "code"),
    [(editing, "host_busy"), (reading, "read_only"), (no_structure, "structure_protected"), (no_sheet, "sheet_protected")],
)
def test_states_in_which_nothing_is_changed(excel: Excel, live: LiveBook, state: Callable[[Excel], None], code: str) -> None:
    before, data = everything(excel), live.path.read_bytes()
    state(excel)
    error = raised(BookError, save_with_snapshot, live, "seat", WHOLE)
    assert error.code == code
    assert error.values.get("path", str(live.path)) == str(live.path)
    excel.busy = False
    assert everything(excel) == before
    assert live.path.read_bytes() == data
    assert not snapshots(live.path)


def test_nothing_is_written_into_a_cell_that_was_merged(excel: Excel, live: LiveBook) -> None:
    row, data = ClosedBook.open(live.path).names["Round1T1!Bid"].first, live.path.read_bytes()
    excel.books[0].workbook["Round1T1"].merge_cells(f"E{row}:F{row}")
    before = everything(excel)
    with pytest.raises(BookError, match="merged") as error:
        save_with_snapshot(live, "seat", WHOLE)
    assert error.value.values == {"sheet": "Round1T1", "cell": f"F{row}"}
    assert (everything(excel), live.path.read_bytes(), snapshots(live.path)) == (before, data, [])


def test_a_protected_structure_is_no_matter_while_no_sheet_comes_or_goes(excel: Excel, live: LiveBook) -> None:
    no_structure(excel)
    live.apply(Changes(cells={("Players_Id", 0): "X"}, shown={"Players": True}))
    assert live.read("Players_Id")[0] == "X"


@pytest.mark.parametrize(("full_name", "code"), [("Book1", "never_saved"), ("https://example.org/1/torneo.xlsx", "online")])
def test_books_without_a_file_here(excel: Excel, path: Path, full_name: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    book = excel.open(path)
    excel.books[0].full_name = full_name
    monkeypatch.setattr(xlwings.Book, "fullname", property(lambda _: pytest.fail("of a file in a cloud xlwings may raise")))
    live = LiveBook(book)
    for call in (live.require_writable, live.save, live.file_bytes):
        with pytest.raises(BookError, match=code):
            call()
    assert excel.calls["save"] == 0


def test_xlwings_does_not_wait_for_ever(excel: Excel, path: Path) -> None:
    windows, _, _ = loaded()
    vars(windows)["N_COM_ATTEMPTS"] = 0
    book = excel.open(path)
    excel.busy = True
    with pytest.raises(BookError, match="host_busy"):
        LiveBook(book)
    with pytest.raises(BookError, match="host_busy"), excel_api.host():
        raise windows.ExcelBusyError


def test_no_other_excel_is_ended_when_python_ends(excel: Excel, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """xlwings registers this when it is imported: it ends every Excel that has no workbook on the screen."""
    windows, _, _ = loaded()
    ended: list[object] = []
    monkeypatch.setattr(windows.Apps, "cleanup", staticmethod(lambda: ended.append("all")))
    atexit.register(windows.cleanup)
    LiveBook(excel.open(path))
    before = atexit._ncallbacks()
    atexit.unregister(windows.cleanup)
    assert atexit._ncallbacks() == before
    windows.cleanup()
    assert ended == []


def test_the_state_holds_what_was_typed_and_never_saved(excel: Excel, live: LiveBook) -> None:
    data = live.path.read_bytes()
    excel.books[0].workbook["Players"]["A2"] = "typed just now"
    state = ClosedBook.of(live.file_bytes(), live.path)
    assert state.read("Players_Id")[0] == live.read("Players_Id")[0] == "typed just now"
    assert (excel.calls["save"], live.path.read_bytes()) == (0, data)


def test_where_excel_calculates_by_command_only_it_is_told_to(excel: Excel, path: Path) -> None:
    results = iter((1, 2, 3))
    excel.calculate = lambda _data: {"Players": {(5, 3): next(results)}, "Round1T1": {}, "Foglio d'oro": {}}
    excel.state["calculation"] = "manual"
    book = excel.open(path)
    assert LiveBook(book).shown("Players_Score")[3] == 1  # type: ignore[index] # calculated
    book.sheets["Players"]["C2"].value = 7
    assert LiveBook(book).shown("Players_Score")[3] == 2  # type: ignore[index] # as above
    assert excel.state["calculation"] == "manual"


def test_going_to_a_cell(excel: Excel, live: LiveBook) -> None:
    live.goto("Foglio d'oro", "B4")
    front = excel.books[0].workbook.active
    assert front is not None
    assert (front.title, front.sheet_view.selection[0].activeCell) == ("Foglio d'oro", "B4")
    live.goto("Round1T1", "B4")  # hidden: the cursor stays
    assert excel.books[0].workbook.active is front
