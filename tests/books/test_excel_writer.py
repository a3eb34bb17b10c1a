"""What is asked of Excel itself: its errors, values in blocks, protection; and engines that fail midway."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from pathlib import Path

import pytest

from bangxl.books import excel_api
from bangxl.books.excel_writer import blocks, is_written, joined_addresses, port_value, rows_of_values
from bangxl.books.history import save_with_snapshot, snapshots
from bangxl.books.live import LiveBook
from bangxl.books.port import BookError, Changes, Formula, Value
from bangxl.books.worksheet import MAIN, scan
from tests.books.test_live import WHOLE, everything
from tests.books.workbooks import looked_at
from tests.helpers.raised import raised
from tests.hosts.excel import model as excel_model, values as excel_values
from tests.hosts.excel.mac import NO_ANSWER, PARAMETER_ERROR, CommandError
from tests.hosts.excel.program import Excel
from tests.hosts.excel.values import REJECTED, ComError


@pytest.mark.usefixtures("excel")
@pytest.mark.parametrize("number", [-2147418111, -2147417846])
def test_busy_by_its_number(number: int) -> None:
    with pytest.raises(BookError, match="host_busy"), excel_api.host():
        raise ComError(number)


@pytest.mark.usefixtures("excel")
def test_busy_by_the_number_inside() -> None:
    """What Excel says when a property is set while a cell is edited."""
    with pytest.raises(BookError, match="host_busy"), excel_api.host():
        raise ComError(-2147352567, "ignored", -2146777998)


@pytest.mark.usefixtures("mac_excel")
def test_busy_on_a_mac() -> None:
    with pytest.raises(BookError, match="host_busy"), excel_api.host():
        raise CommandError(NO_ANSWER, "AppleEvent timed out.")
    with pytest.raises(BookError) as error, excel_api.host():
        raise CommandError(PARAMETER_ERROR, "Parameter error.")
    assert error.value.values == {"reason": "Parameter error."}


@pytest.mark.usefixtures("excel")
def test_our_own_errors_are_no_refusal() -> None:
    with pytest.raises(ZeroDivisionError), excel_api.host():
        assert 1 // 0


def test_where_nothing_may_stop_half_way_every_error_is_a_refusal() -> None:
    for error, reason in ((NotImplementedError(), "NotImplementedError"), (KeyError("x"), "'x'")):
        with pytest.raises(BookError) as refused, excel_api.host(any_error=True):
            raise error
        assert (refused.value.code, refused.value.values) == ("host_refused", {"reason": reason})


def test_values_as_excel_has_them() -> None:
    at_dawn, late = datetime(1899, 12, 30, 5, 3), datetime(2026, 11, 20, 23, 59, 59, 999_700)  # noqa: DTZ001
    told = [Decimal("5.5"), 3.0, at_dawn, late, "#N/A", True, None, "two\r\nlines"]
    values = [5.5, 3, "05:03:00", datetime(2026, 11, 21), "#N/A", True, None, "two\nlines"]  # noqa: DTZ001
    assert [port_value(value) for value in told] == values
    assert type(port_value(3.0)) is int


def test_blocks_that_are_told_whatever_their_shape() -> None:
    assert rows_of_values("=A1", 1) == [["=A1"]]
    assert rows_of_values(["a", "b"], 1) == [["a"], ["b"]]
    assert rows_of_values(["a", "b"], 2) == [["a", "b"]]
    assert rows_of_values((("a",), ("b",)), 1) == [["a"], ["b"]]


def test_cells_as_few_blocks() -> None:
    cells = [("S", row, column) for row in (2, 3, 4) for column in (2, 3, 28)] + [("S", 9, 1), ("A", 1, 1), ("S", 6, 2)]
    found = blocks(cells)
    assert [(block.sheet, block.address) for block in found] == [
        ("A", "A1:A1"), ("S", "B2:C4"), ("S", "AB2:AB4"), ("S", "B6:B6"), ("S", "A9:A9"),
    ]  # fmt: skip
    assert sorted(place for block in found for place in block.places) == sorted(cells)
    assert joined_addresses(found[1:4], 255) == ["B2:C4,AB2:AB4,B6:B6"]
    assert joined_addresses(found[1:4], 14) == ["B2:C4,AB2:AB4", "B6:B6"]
    assert joined_addresses(found[1:4], 0) == ["B2:C4", "AB2:AB4", "B6:B6"]


@pytest.mark.parametrize(
    ("wanted", "found", "text", "good"),
    [
        ("007", "007", False, True), ("007", 7.0, False, False), ("x", "'x", True, False), ("x", "x", True, True),
        (5, 5.0, False, True), (5, "5", False, False), (5, "5", True, True), (True, 1.0, False, False), (True, True, False, True),
        (None, None, False, True), (None, "x", False, False), (0, None, False, False), ("#N/A", -2146826246, False, False),
        (Formula("=A1"), 3.0, False, True), (datetime(2026, 1, 1), 46023.0, False, True),  # noqa: DTZ001
    ],
)  # fmt: skip
def test_whether_a_value_is_written(wanted: Value, found: object, text: bool, good: bool) -> None:  # noqa: FBT001
    assert is_written(wanted, found, text=text) is good


@pytest.mark.parametrize(
    ("attributes", "facts"),
    [
        ('sheet="1" objects="1" formatCells="0" sort="false" selectLockedCells="1"', (True, False, "unlocked", False)),
        ('sheet="1" password="CBEB"', (False, False, "", True)),
        ('sheet="1" hashValue="x"', (False, False, "", True)),
        ('sheet="1" selectUnlockedCells="1"', (False, False, "none", False)),
        ('objects="1"', None),
    ],
)
def test_protection_as_a_file_says_it(attributes: str, facts: object) -> None:
    rules = scan(f'<worksheet xmlns="{MAIN[0]}"><sheetData/><sheetProtection {attributes}/></worksheet>'.encode()).protection()
    assert (rules and (rules.objects, rules.scenarios, rules.selection, rules.password)) == facts
    if "formatCells" in attributes:
        assert rules is not None
        assert [name for name, allowed in rules.allowed.items() if allowed] == ["formatCells", "sort"]


@dataclass
class Break:
    """From its first call of a kind on, or for that call only, the engine fails with an error of its own."""

    kind: str
    error: Exception
    once: bool = False
    after: int = 0
    seen: int = 0

    def __call__(self, call: str) -> bool:
        self.seen += call.startswith(self.kind)
        if (self.seen == self.after + 1 and call.startswith(self.kind)) or (self.seen > self.after and not self.once):
            raise self.error
        return False


@pytest.mark.parametrize("error", [NotImplementedError("gone"), RuntimeError("gone"), OSError("gone")])
@pytest.mark.parametrize(("kind", "after"), [("write", 2), ("hide ", 0), ("visible ", 1), ("Protect", 0)])
def test_whatever_an_engine_raises_all_is_taken_back(
    excel: Excel, live: LiveBook, error: Exception, kind: str, after: int
) -> None:
    before = everything(excel)
    excel.fails = Break(kind, error, once=True, after=after)
    refused = raised(BookError, save_with_snapshot, live, "seat", WHOLE)
    assert (refused.code, refused.values) == ("host_refused", {"reason": "gone"})
    assert everything(excel) == before
    assert not snapshots(live.path)


def test_all_is_restored_that_can_be(excel: Excel, live: LiveBook) -> None:
    """One sheet cannot be written any more: everything else is as before, and it is said."""
    before = everything(excel)
    live.apply(WHOLE)
    excel.fails = lambda call: call in {"save", "write Players"}
    with pytest.raises(BookError, match="half_changed"):
        live.save()
    excel.fails = lambda _call: False
    book = excel.books[0].workbook
    assert book["Players"]["A2"].value == "007"
    was: dict[str, str | int | datetime] = {"A2": "P001", "C2": 5000, "C5": "=SUM(C2:C3)", "D2": datetime(2026, 11, 20, 9, 30)}  # noqa: DTZ001
    for cell, value in was.items():
        book["Players"][cell].value = value
    assert everything(excel) == before


def test_what_never_happened_needs_no_taking_back(excel: Excel, live: LiveBook) -> None:
    """The sheet cannot be written from the beginning: its first call fails, and so would taking that back."""
    before = everything(excel)
    excel.fails = lambda call: call == "write Players"
    with pytest.raises(BookError, match="host_refused"):
        live.apply(WHOLE)
    assert everything(excel) == before


def test_a_call_that_fails_but_was_carried_out_is_taken_back(
    excel: Excel, live: LiveBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, put = everything(excel), excel_model.Range._put

    def half(cells: excel_model.Range, data: object) -> None:
        put(cells, data)
        monkeypatch.undo()
        raise RuntimeError("late")

    monkeypatch.setattr(excel_model.Range, "_put", half)
    with pytest.raises(BookError, match="host_refused"):
        live.apply(WHOLE)
    assert everything(excel) == before


def test_what_excel_makes_something_else_of_is_taken_back_and_said(
    excel: Excel, live: LiveBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, made = everything(excel), excel_values.typed
    monkeypatch.setattr(excel_values, "typed", lambda cell, value: made(cell, 8.0 if value == "'no formula" else value))
    error = raised(BookError, live.apply, WHOLE)
    assert (error.code, error.values) == ("written_otherwise", {"sheet": "Players", "cell": "C5"})
    monkeypatch.undo()
    assert everything(excel) == before


def test_no_mark_in_cells_that_are_formatted_as_text(excel: Excel, path: Path) -> None:
    file = looked_at(path)
    for row in range(2, 7):
        file["Players"].cell(row, 8).number_format = "@"
    file.save(path)
    live = LiveBook(excel.open(path))
    live.apply(Changes(cells={("Empty_Column", row): text for row, text in enumerate(["=1", "007", "3/4", "TRUE"])}))
    assert live.read("Empty_Column") == ["=1", "007", "3/4", "TRUE", None]


def test_the_front_does_not_matter(excel: Excel, live: LiveBook) -> None:
    excel.fails = lambda call: call.startswith("Activate")
    live.apply(Changes(cells={("Players_Id", 0): "X"}, active="Foglio d'oro"))
    assert live.read("Players_Id")[0] == "X"


def test_a_sheet_left_without_its_protection_is_said(excel: Excel, live: LiveBook) -> None:
    excel.fails = lambda call: call.startswith("Protect")
    with pytest.raises(BookError, match="half_changed"):
        live.apply(WHOLE)
    assert excel.state["calculation"] == "automatic"
    assert live.read("Players_Id")[0] == "P001"
    with pytest.raises(BookError, match="half_changed"):
        save_with_snapshot(LiveBook(excel.open(live.path)), "seat", WHOLE)
    assert not snapshots(live.path)


@pytest.mark.parametrize("stuck", ["screen_updating", "enable_events", "calculation"])
def test_settings_are_put_back_each_on_its_own(excel: Excel, live: LiveBook, stuck: str) -> None:
    before = dict(excel.state)
    excel.fails = lambda call: call.startswith("write") or (call == stuck and excel.calls["write"] > 0)
    with pytest.raises(BookError, match="host_refused"):
        live.apply(WHOLE)
    assert {name for name in before if excel.state[name] != before[name]} == {stuck}


def test_busy_in_the_middle_for_a_while(excel: Excel, live: LiveBook) -> None:
    before = everything(excel)
    excel.fails = Break("write", ComError(REJECTED), once=True, after=1)
    with pytest.raises(BookError, match="host_busy"):
        live.apply(WHOLE)
    assert everything(excel) == before
