"""What programs change when they save a workbook makes no difference; anything else does."""

from datetime import date, datetime

import pytest

from bangxl.books.port import Formula, Value
from bangxl.referto.verdict import LONGEST, value_text
from bangxl.referto.verify import same

DAY = datetime(2026, 11, 21)  # noqa: DTZ001 - a workbook knows no time zones

SAME: list[tuple[Value, Value]] = [
    (3, 3),
    (3.0, 3),
    (1552.5, 1552.5),
    (3.33333333333333, 10 / 3),
    (-0.333333333333333, -1 / 3),
    (None, ""),
    (" \n", None),
    ("Anna  Rossi", "Anna Rossi"),
    ("one\nline", "one line"),
    (DAY, date(2026, 11, 21)),
    (DAY, DAY),
    (1e300, int(1e300)),
]
DIFFERENT: list[tuple[Value, Value]] = [
    (4, 3),
    (3.0000001, 3),
    (3.33333333, 10 / 3),
    (float("nan"), 10 / 3),
    (float("inf"), 10 / 3),
    (Formula("=1"), "=1"),
    (True, 1),
    (1, True),
    ("3", 3),
    (3, "3"),
    (0, None),
    (None, 0),
    ("anna Rossi", "Anna Rossi"),
    ("AnnaRossi", "Anna Rossi"),
    (DAY.replace(hour=12), date(2026, 11, 21)),
    ("2026-11-21", date(2026, 11, 21)),
    (46347, date(2026, 11, 21)),
]


@pytest.mark.parametrize(("printed", "right"), SAME)
def test_the_same(printed: Value, right: Value) -> None:
    assert same(printed, right)


@pytest.mark.parametrize(("printed", "right"), DIFFERENT)
def test_not_the_same(printed: Value, right: Value) -> None:
    assert not same(printed, right)


def test_nothing_is_endless() -> None:
    assert len(value_text("x" * 40_000)) == LONGEST + 1
