"""Another workbook's file, printed by the Excel that has the tournament open."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from bangxl.books.live import LiveBook
from bangxl.books.port import BookError
from tests.books.test_live import everything
from tests.books.workbooks import saved
from tests.hosts.excel.program import Excel


@pytest.fixture
def referto(tmp_path: Path) -> Path:
    """Another workbook's file, one of its sheets hidden."""
    return saved(tmp_path / "referto.xlsx")


def test_another_workbook_is_printed_and_closed(excel: Excel, live: LiveBook, referto: Path) -> None:
    before, data, front, target = everything(excel), referto.read_bytes(), excel.front, referto.with_suffix(".pdf")
    live.convert(referto, target)
    assert target.read_text(encoding="utf-8").split("\n") == ["%PDF", "Players", "Foglio d'oro"]
    assert excel.printed == [("referto.xlsx", ["Players", "Foglio d'oro"])]
    assert (excel.books, excel.front, everything(excel)) == ([front], front, before)
    assert (referto.read_bytes(), excel.calls["save"], excel.calls["close"]) == (data, 0, 1)


def test_the_workbook_in_front_is_there_again(excel: Excel, live: LiveBook, referto: Path) -> None:
    excel.open(saved(referto.with_name("third.xlsx")))
    third = excel.front
    for fails in (lambda _call: False, lambda call: call == "to_pdf"):
        excel.fails = fails
        with suppress(BookError):
            live.convert(referto, referto.with_suffix(".pdf"))
        assert excel.front is third
    assert len(excel.books) == 2


@pytest.mark.parametrize("call", ["open", "to_pdf"])
def test_on_errors_nothing_stays_open_and_an_earlier_file_stays(excel: Excel, live: LiveBook, referto: Path, call: str) -> None:
    before, target = everything(excel), referto.with_suffix(".pdf")
    target.write_bytes(b"old")
    excel.fails = lambda called: called == call
    with pytest.raises(BookError) as error:
        live.convert(referto, target)
    assert (error.value.code, error.value.values) == ("host_refused", {"reason": "Not enough memory."})
    assert (len(excel.books), everything(excel), target.read_bytes()) == (1, before, b"old")


def test_converting_while_a_cell_is_edited(excel: Excel, live: LiveBook, referto: Path) -> None:
    excel.busy = True
    with pytest.raises(BookError, match="host_busy"):
        live.convert(referto, referto.with_suffix(".pdf"))
    assert len(excel.books) == 1


def test_the_pdf_file_cannot_be_written(excel: Excel, live: LiveBook, referto: Path) -> None:
    with pytest.raises(BookError, match="cannot_write"):
        live.convert(referto, referto.parent / "nowhere" / "x.pdf")
    assert len(excel.books) == 1


@pytest.mark.parametrize("folder", [".", "elsewhere"])
def test_a_namesake_that_is_open_is_somebodys(excel: Excel, live: LiveBook, referto: Path, folder: str) -> None:
    """Excel opens no second workbook of a name; xlwings would give us the first, as it is, and we would close it."""
    other = referto.parent / folder / "Referto.xlsx"
    other.parent.mkdir(exist_ok=True)
    excel.open(saved(other))
    with pytest.raises(BookError) as error:
        live.convert(referto, referto.with_suffix(".pdf"))
    assert (error.value.code, error.value.values["path"]) == ("locked", str(other))
    assert (len(excel.books), excel.calls["open"], excel.calls["close"]) == (2, 0, 0)
