"""What is asked of Excel itself: its errors, a Mac's words, values in blocks."""

from __future__ import annotations

import sys
from datetime import datetime
from decimal import Decimal
from types import ModuleType, SimpleNamespace

import pytest

from bangxl.books import native
from bangxl.books.blocks import Block, rows, unquoted
from bangxl.books.port import BookError, Ref
from tests.excel import excel
from tests.excel_values import ComError

__all__ = ["excel"]


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
    other = SimpleNamespace()
    assert not native.read_only(other)
    assert not native.structure_protected(other)
    assert not native.protected(other)
    assert native.locked(other) is None
    assert not native.full_name(other)


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
    api = _Mac(log)
    assert all(ask(api) for ask in (native.read_only, native.structure_protected, native.protected, native.locked))
    native.lock(api, value=False)
    native.activate(api)
    back = native.lift(api)
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
