"""Any change of any workbook: what is written is read again, by us and by openpyxl, and all else is as it was."""

import re
import warnings
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from openpyxl import Workbook, load_workbook
from openpyxl.styles.numbers import is_date_format

from bangxl.books import writer
from bangxl.books.cell_changes import CellChanges, cell_changes
from bangxl.books.closed import ClosedBook
from bangxl.books.port import Changes, Formula, Value
from tests.additions.package import documents, unzipped
from tests.additions.touched import touched
from tests.books.random_books import FORMS, bare, changes, saved, workbooks
from tests.hosts.libreoffice.office import Office

NOWHERE = Path("torneo.xlsx")
Seen = dict[tuple[str, int, int], object]


@pytest.fixture(autouse=True)
def _no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")


def edited(data: bytes, todo: Changes) -> bytes:
    book = ClosedBook.of(data, NOWHERE)
    book.apply(todo)
    return book.dump()


def everything(data: bytes) -> dict[tuple[str, int, int], Value]:
    book = ClosedBook.of(data, NOWHERE)
    return {(sheet, *place): value for sheet in book.sheets for place, value in book.everything(sheet).items()}


def expected(before: dict[tuple[str, int, int], Value], asked: CellChanges) -> dict[tuple[str, int, int], Value]:
    after = {**before, **asked.cells}
    return {place: value for place, value in after.items() if value is not None}


def by_openpyxl(data: bytes) -> Workbook:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return load_workbook(BytesIO(data))


def contents(book: Workbook) -> Seen:
    """What openpyxl finds in cells; a formula with its kind."""
    found: Seen = {}
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value is not None:
                    found[sheet.title, cell.row, cell.column] = _value(cell)
    return found


def _value(cell: Any) -> object:  # noqa: ANN401 - a cell of openpyxl
    if cell.data_type == "f":
        return Formula(cell.value)
    if isinstance(cell.value, str):
        decoded = re.sub("_x([0-9A-Fa-f]{4})_", lambda code: chr(int(code[1], 16)), cell.value)
        return decoded.replace("\r\n", "\n")
    return _moment(cell.value)


def _moment(value: object) -> object:
    """Whole seconds, as all of ours are."""
    return value.replace(microsecond=0) if isinstance(value, datetime) else value


def looks(book: Workbook) -> Seen:
    return {
        (sheet.title, cell.row or 0, cell.column or 0): (
            cell.font.b, cell.fill.fgColor.rgb, cell.number_format, cell.protection.locked,
        )
        for sheet in book.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if cell.has_style
    }  # fmt: skip


def rows(book: Workbook) -> set[tuple[str, int]]:
    return {(sheet.title, row) for sheet in book.worksheets for row, found in sheet.row_dimensions.items() if found.hidden}


def judge(data: bytes, todo: Changes) -> None:
    book = ClosedBook.of(data, NOWHERE)
    todo = _no_number_as_date(data, todo)
    asked = cell_changes(book.names, book.sheets, todo)
    after = edited(data, todo)
    assert everything(after) == expected(everything(data), asked)
    assert list(documents(unzipped(after)))
    assert touched(bare(data), bare(after), _with_shared(data, asked)) == []
    assert edited(after, todo) == after
    old, new = by_openpyxl(data), by_openpyxl(after)
    assert contents(new) == {place: value for place, value in {**contents(old), **asked.cells}.items() if value is not None}
    alone = asked.cells.keys() | asked.locked.keys()
    assert {p: look for p, look in looks(new).items() if p not in alone} == {
        p: look for p, look in looks(old).items() if p not in alone
    }
    assert all(new[sheet].cell(row, column).protection.locked == lock for (sheet, row, column), lock in asked.locked.items())
    assert rows(new) == {row for row in rows(old) | asked.hidden.keys() if asked.hidden.get(row, row in rows(old))}
    _tabs(new, {**book.sheets, **asked.visible}, asked.active or book.active)


def _no_number_as_date(data: bytes, todo: Changes) -> Changes:
    """The changes without numbers in cells that show days: such a number is a day, in Excel too."""
    names, found = ClosedBook.of(data, NOWHERE).names, by_openpyxl(data)

    def is_day(name: str, index: int) -> bool:
        ref = names[name]
        return bool(is_date_format(found[ref.sheet].cell(ref.first + index, ref.column).number_format))

    cells = {place: value for place, value in todo.cells.items() if not (type(value) in {int, float} and is_day(*place))}
    return replace(todo, cells=cells)


def _tabs(book: Workbook, seen: dict[str, bool], front: str) -> None:
    assert {sheet.title: sheet.sheet_state == "visible" for sheet in book.worksheets} == seen
    front = front if seen[front] else next(title for title in seen if seen[title])
    assert book.active is not None
    assert book.active.title == front
    assert [sheet.title for sheet in book.worksheets if sheet.sheet_view.tabSelected] == [front]


def _with_shared(data: bytes, asked: CellChanges) -> CellChanges:
    """Where the first cell of a shared formula is overwritten, the others have to say it themselves."""
    book = ClosedBook.of(data, NOWHERE)
    column = {place for place, value in everything(data).items() if isinstance(value, Formula) and place[2] == 6}
    over = {sheet for sheet, _row, column_ in asked.cells if column_ == 6}
    more = {place: None for place in column if place[0] in over}
    return CellChanges({**more, **asked.cells}, asked.hidden, asked.locked, asked.visible, asked.active) if book.sheets else asked


WRITERS: dict[str, Callable[[Workbook], bytes]] = {"openpyxl": saved, "bangxl": writer.dump}


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_only_what_was_asked_is_different(form: str, data: st.DataObject) -> None:
    made_by = data.draw(st.sampled_from([*WRITERS]))
    file = FORMS[form](WRITERS[made_by](data.draw(workbooks())))
    book = ClosedBook.of(file, NOWHERE)
    judge(file, data.draw(changes({name: len(ref) for name, ref in book.names.items()}, book.sheets)))


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_in_what_libreoffice_saves(office: Office, tmp_path: Path, data: st.DataObject) -> None:
    path = tmp_path / "torneo.xlsx"
    path.write_bytes(saved(data.draw(workbooks())))
    with office.open(path) as document:
        document.save(path)
    file = path.read_bytes()
    book = ClosedBook.of(file, NOWHERE)
    judge(file, data.draw(changes({name: len(ref) for name, ref in book.names.items()}, book.sheets)))


@pytest.mark.parametrize("made_by", WRITERS)
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_one_after_the_other_is_both_at_once(made_by: str, data: st.DataObject) -> None:
    """Within a book, and by files in between."""
    file = WRITERS[made_by](data.draw(workbooks()))
    book = ClosedBook.of(file, NOWHERE)
    names = {name: len(ref) for name, ref in book.names.items()}
    first, second = data.draw(changes(names, book.sheets)), data.draw(changes(names, book.sheets))
    book.apply(first)
    book.apply(second)
    assert everything(book.dump()) == everything(edited(edited(file, first), second))
