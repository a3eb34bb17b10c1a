from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from bangxl.books.cell_changes import stored
from bangxl.books.closed import ClosedBook
from bangxl.books.port import Changes, Value
from tests.books.workbooks import workbook
from tests.hosts.memory import MemoryBook

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**60), 2**60),
    st.floats(allow_nan=False, allow_infinity=False),
    st.dates(),
    st.datetimes(),
    st.text(st.characters(), max_size=40),  # lone surrogates too
    st.text("=+-@_x041\r\n\t <&'\"\x00\x1f\ufffe0d", max_size=12),
)


@given(VALUES)
def test_storing_again_changes_nothing(value: Value) -> None:
    assert stored(stored(value)) == stored(value)
    assert type(stored(stored(value))) is type(stored(value))


def test_other_time_zones() -> None:
    there = datetime(2026, 11, 20, 1, tzinfo=timezone(timedelta(hours=2)))
    assert stored(there) == datetime(2026, 11, 19, 23)  # noqa: DTZ001
    assert stored(date(1900, 3, 1)) == datetime(1900, 3, 1)  # noqa: DTZ001


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(VALUES, min_size=5, max_size=5), st.integers(-1, 8), st.lists(st.booleans(), min_size=3, max_size=3))
def test_the_books_agree(tmp_path: Path, values: list[Value], used: int, shown: list[bool]) -> None:
    path = tmp_path / "torneo.xlsx"
    path.unlink(missing_ok=True)
    file = ClosedBook.create(path, workbook())
    memory = MemoryBook.copy_of(file)
    cells = {("Empty_Column", n): value for n, value in enumerate(values)}
    changes = Changes(cells=cells, used={"Players_Id": used}, shown=dict(zip(file.sheets, shown, strict=True)))
    for book in (file, memory):
        book.apply(changes)
        book.save()
    after = ClosedBook.open(path)
    assert dict(after.sheets) == dict(memory.sheets)
    for name in memory.names:
        assert list(after.read(name)) == list(memory.read(name))
        assert [type(value) for value in file.read(name)] == [type(value) for value in memory.read(name)]


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan")])
def test_no_cell_holds_it(value: float) -> None:
    with pytest.raises(ValueError, match="no cell holds"):
        stored(value)
