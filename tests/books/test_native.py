"""What is asked of Excel itself: its errors, a Mac's words, values in blocks; and engines that are poorer, or fail midway."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import xlwings

from bangxl.books import native
from bangxl.books.blocks import Block, rows, unquoted
from bangxl.books.history import save_with_snapshot, snapshots
from bangxl.books.live import LiveBook
from bangxl.books.port import BookError, Changes, Ref
from tests import excel_engine as engine
from tests.books.test_live import WHOLE, everything, live, path
from tests.books.workbooks import looked_at
from tests.excel import Excel, excel
from tests.excel_values import REJECTED, ComError

__all__ = ["excel", "live", "path"]


@pytest.mark.usefixtures("excel")
@pytest.mark.parametrize("number", [-2147418111, -2147417846])
def test_busy_by_its_number(number: int) -> None:
    with pytest.raises(BookError, match="host_busy"), native.host():
        raise ComError(number)


@pytest.mark.usefixtures("excel")
def test_busy_by_the_number_inside() -> None:
    """What Excel says when a property is set while a cell is edited."""
    with pytest.raises(BookError, match="host_busy"), native.host():
        raise ComError(-2147352567, "ignored", -2146777998)


def test_busy_on_a_mac(monkeypatch: pytest.MonkeyPatch) -> None:
    class CommandError(Exception):
        errornumber, errormessage = -1712, "AppleEvent timed out."

    appscript = ModuleType("appscript.reference")
    vars(appscript)["CommandError"] = CommandError
    monkeypatch.setitem(sys.modules, "appscript.reference", appscript)
    with pytest.raises(BookError, match="host_busy"), native.host():
        raise CommandError
    CommandError.errornumber = -50
    with pytest.raises(BookError) as error, native.host():
        raise CommandError
    assert error.value.values == {"reason": "AppleEvent timed out."}


@pytest.mark.usefixtures("excel")
def test_our_own_errors_are_no_refusal() -> None:
    with pytest.raises(ZeroDivisionError), native.host():
        assert 1 // 0


def test_an_engine_that_knows_nothing_of_protection() -> None:
    for other in (SimpleNamespace(), SimpleNamespace(api=None), SimpleNamespace(api=object()), _NoApi()):
        assert not native.read_only(other)
        assert not native.structure_protected(other)
        assert not native.protected(other)
        assert native.locked(other) is None
        assert not native.full_name(other)


class _NoApi:
    """What xlwings' base class gives."""

    def __init__(self) -> None:
        self.front = 0

    @property
    def api(self) -> object:
        raise NotImplementedError

    def activate(self) -> None:
        self.front += 1


def test_to_the_front_by_xlwings_itself() -> None:
    sheet: Any = _NoApi()
    native.activate(sheet)
    assert sheet.front == 1


def test_where_nothing_may_stop_half_way_every_error_is_a_refusal() -> None:
    for error, reason in ((NotImplementedError(), "NotImplementedError"), (KeyError("x"), "'x'")):
        with pytest.raises(BookError) as refused, native.host(any_error=True):
            raise error
        assert (refused.value.code, refused.value.values) == ("host_refused", {"reason": reason})


class _Mac:
    """Shaped like a reference of appscript: properties are asked with ``get()``, commands called."""

    def __init__(self, log: list[str], name: str = "") -> None:
        self._log, self._name = log, name

    def __getattr__(self, name: str) -> _Mac:
        return _Mac(self._log, f"{self._name}.{name}".strip("."))

    def __call__(self, **words: object) -> object:
        what, _, verb = self._name.rpartition(".")
        self._log.append(f"{self._name}({', '.join(words)})")
        return f"<{what}>" if verb == "full_name" else True

    def set(self, value: object) -> None:
        self._log.append(f"{self._name}={value}")


def test_on_a_mac_the_same_in_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "MAC", True)
    log: list[str] = []
    sheet: Any = SimpleNamespace(api=_Mac(log))
    assert all(ask(sheet) for ask in (native.read_only, native.structure_protected, native.protected, native.locked))
    native.lock(sheet, value=False)
    native.activate(sheet)
    back = native.protection(sheet)
    native.unprotect(sheet)
    assert log[-1] == "unprotect(password)"
    back()
    assert log[-1] == "enable_selection=True"
    assert log[:6] == [
        "read_only.get()",
        "protect_structure.get()",
        "protect_contents.get()",
        "locked.get()",
        "locked=False",
        "activate_object()",
    ]
    assert log[-2].startswith("protect_worksheet(worksheet_contents, allow_formatting_cells, ")


def test_values_as_excel_has_them() -> None:
    block = Block(
        5, 2,
        [[Decimal("5.5"), 3.0], [datetime(1899, 12, 30, 5, 3), datetime(2026, 11, 20, 23, 59, 59, 999_700)], ["#N/A", True]],  # noqa: DTZ001
        [["5.5", "=1+2"], ["", ""], ["#N/A", "TRUE"]],
    )  # fmt: skip
    assert block.typed(Ref("S", 2, 5, 7)) == [5.5, "05:03:00", "#N/A"]
    assert block.typed(Ref("S", 3, 5, 7)) == ["=1+2", datetime(2026, 11, 21), True]  # noqa: DTZ001
    assert block.shown(Ref("S", 3, 5, 5)) == [3]
    assert type(block.shown(Ref("S", 3, 5, 5))[0]) is int


def test_blocks_of_formulas_whatever_their_shape() -> None:
    assert rows("=A1", 1) == [["=A1"]]
    assert rows(["a", "b"], 1) == [["a"], ["b"]]
    assert rows(["a", "b"], 2) == [["a", "b"]]
    assert rows((("a",), ("b",)), 1) == [["a"], ["b"]]


def test_names_of_sheets_are_unquoted() -> None:
    assert unquoted("'Foglio d''oro'!Total") == "Foglio d'oro!Total"
    assert unquoted("Round1T1!Seat") == "Round1T1!Seat"
    assert unquoted("Seat") == "Seat"


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


@pytest.mark.parametrize("error", [AttributeError("gone"), NotImplementedError("gone"), RuntimeError("gone"), OSError("gone")])
@pytest.mark.parametrize(("kind", "after"), [("write", 2), ("hide ", 0), ("visible ", 1), ("Protect", 3)])
def test_whatever_an_engine_raises_all_is_taken_back(
    excel: Excel, live: LiveBook, error: Exception, kind: str, after: int
) -> None:
    before = everything(excel)
    excel.fails = Break(kind, error, once=True, after=after)
    with pytest.raises(BookError) as refused:
        save_with_snapshot(live, "seat", WHOLE)
    assert (refused.value.code, refused.value.values) == ("host_refused", {"reason": "gone"})
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
    before, put = everything(excel), engine._Range._put

    def half(cells: engine._Range, data: object) -> None:
        put(cells, data)
        monkeypatch.undo()
        raise RuntimeError("late")

    monkeypatch.setattr(engine._Range, "_put", half)
    with pytest.raises(BookError, match="host_refused"):
        live.apply(WHOLE)
    assert everything(excel) == before


def test_the_front_does_not_matter(excel: Excel, live: LiveBook) -> None:
    excel.fails = lambda call: call == "Activate"
    live.apply(Changes(cells={("Players_Id", 0): "X"}, active="Foglio d'oro"))
    assert live.read("Players_Id")[0] == "X"


def test_a_sheet_left_without_its_protection_is_said(excel: Excel, live: LiveBook) -> None:
    excel.fails = lambda call: call == "Protect"
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


class _Raising:
    def __get__(self, _it: object, _kind: object) -> object:
        raise NotImplementedError


@pytest.mark.parametrize("api", [_Raising(), None, object()])
def test_an_engine_without_an_api(excel: Excel, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, api: object) -> None:
    file = looked_at(path)
    file["Round1T1"].protection.sheet = False
    file.save(path)
    for kind in (engine.Book, engine._Sheet):
        monkeypatch.setattr(kind, "api", api)
    monkeypatch.setattr(engine._Range, "api", object())  # without any, xlwings itself writes nothing
    monkeypatch.setattr(xlwings.Book, "activate", lambda _book: None)
    live = LiveBook(excel.open(path))
    save_with_snapshot(live, "seat", WHOLE)
    live.goto("Round1T1", "F9")
    live.pdf(["Round1T1"], tmp_path / "one.pdf")
    assert live.path == path
    assert live.read("Players_Id")[0] == "007"
    assert live.sheets["Round1T1"]
    front = excel.books[0].workbook.active
    assert front is not None
    assert front.title == "Round1T1"
    assert len(snapshots(path)) == 1
