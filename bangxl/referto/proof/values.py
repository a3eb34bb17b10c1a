"""Cells as they are compared: what programs change when they save a workbook again makes no difference."""

from __future__ import annotations

from datetime import date, datetime
from fractions import Fraction
from math import isclose, isfinite
from typing import Final

from bangxl.books.port import Value

Right = Value | Fraction
"""What a cell must show."""

TOLERANCE: Final = 1e-6
"""Relative, for what is not whole: programs keep 15 digits."""

LONGEST: Final = 80
"""Characters of a cell that a sentence repeats."""


def same(printed: Value, right: Right) -> bool:
    """Whether a cell shows what it must. Whole numbers exactly; texts without regard to runs of blanks."""
    if printed == right and type(printed) is type(right):  # nearly always
        return True
    if is_blank(printed) or is_blank(right):
        return is_blank(printed) and is_blank(right)
    if isinstance(right, bool) or isinstance(printed, bool):
        return printed is right
    if isinstance(right, int | float | Fraction):
        return isinstance(printed, int | float) and _same_number(printed, right)
    if isinstance(right, date):
        return isinstance(printed, date) and _day(printed) == _day(right)
    return isinstance(printed, str) and squeezed(printed) == squeezed(str(right))


def is_blank(value: Right) -> bool:
    """Whether nothing but blanks stands in a cell."""
    return value is None or (isinstance(value, str) and not value.strip())


def squeezed(text: str) -> str:
    """A text with each run of blanks and line ends as one blank."""
    return " ".join(text.split())


def told(value: Right) -> str:
    """A value for people, cut where it is endless; signs that nobody sees by their numbers."""
    if isinstance(value, Fraction) and value.denominator == 1:
        value = int(value)
    if isinstance(value, float | Fraction):
        text = f"{float(value):.12g}"
    elif isinstance(value, date):
        text = value.isoformat().removesuffix("T00:00:00")
    else:
        text = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in squeezed(str(value)))
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def exactly(value: Right) -> str:
    """A value for people who could not tell it from another: a number with all its digits."""
    return repr(value) if isinstance(value, float) else told(value)


def _same_number(printed: float, right: float | Fraction) -> bool:
    if isinstance(right, int) or (isinstance(right, Fraction) and right.denominator == 1):
        return printed == right
    return isfinite(printed) and isclose(printed, float(right), rel_tol=TOLERANCE)


def _day(value: date) -> datetime:
    return value if isinstance(value, datetime) else datetime(value.year, value.month, value.day)  # noqa: DTZ001 - cells know no zones
