"""What programs change when they save a workbook makes no difference; anything else does."""

from __future__ import annotations

from datetime import date, datetime
from fractions import Fraction

import pytest

from bangxl.books.port import Value
from bangxl.referto.proof.compare import same
from bangxl.referto.proof.verdict import LONGEST, Right, value_text

DAY = datetime(2026, 11, 21)  # noqa: DTZ001 - a workbook knows no time zones

SAME: list[tuple[Value, Right]] = [
    (3, 3),
    (3.0, 3),
    (3, Fraction(3)),
    (1552.5, Fraction(3105, 2)),
    (3.33333333333333, Fraction(10, 3)),
    (-0.333333333, Fraction(-1, 3)),
    (None, ""),
    (" \n", None),
    ("Anna  Rossi", "Anna Rossi"),
    ("one\nline", "one line"),
    (DAY, date(2026, 11, 21)),
    (DAY, DAY),
    (1e300, int(1e300)),
]
DIFFERENT: list[tuple[Value, Right]] = [
    (4, 3),
    (3.0000001, 3),
    (3.3334, Fraction(10, 3)),
    (float("nan"), Fraction(10, 3)),
    (float("inf"), Fraction(10, 3)),
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
def test_the_same(printed: Value, right: Right) -> None:
    assert same(printed, right)


@pytest.mark.parametrize(("printed", "right"), DIFFERENT)
def test_not_the_same(printed: Value, right: Right) -> None:
    assert not same(printed, right)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (Fraction(6, 2), "3"),
        (Fraction(7, 2), "3.5"),
        (2.5, "2.5"),
        (date(2026, 11, 21), "2026-11-21"),
        (" a\nb ", "a b"),
    ],
)
def test_for_people(value: Right, text: str) -> None:
    assert value_text(value) == text


def test_for_people_nothing_is_endless() -> None:
    assert len(value_text("x" * 40_000)) == LONGEST + 1
