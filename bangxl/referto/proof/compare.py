"""The printed cells beside the derived ones: what programs change when they save a workbook again makes no difference."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from itertools import zip_longest
from math import isclose, isfinite
from typing import Final

from bangxl.books.port import Book, Value
from bangxl.referto.proof.verdict import Difference, Right, exact_text, spoken, squeeze, value_text
from bangxl.tournament.findings import At
from bangxl.workbook.cells import at

TOLERANCE: Final = 1e-6
"""Relative, for what is not whole: programs keep 15 digits."""

Columns = dict[str, Sequence[Right]]
"""What must be printed, by defined name (those of a table as ``Round1T1!Bid``)."""

FREE: Final = frozenset(
    {"Event_Referees", "Report_Digest", "Report_Format", "Report_Program", "Report_Second_Half", "Report_Written",
     "Format_Version", "Rulebook_Text", "Seal_Sheet", "Seal_Value", "Workbook_Language"}
)  # fmt: skip
"""Names whose cells are not derived, or judged elsewhere."""

OURS: Final = re.compile(
    r"(Event|Report|Draws|Codes|Podium|Ejected|Proof|Players|Ranking|Standings|Lots|Finals|Events|Departures|Race|Totals|Meetings|Pairs|Auctions"
    r"|Log|Option|Told)_\w+|Round\d+!(Wall|Draw|Pool)_\w+|(Round|Stage)\d+T\d+!\w+|Lots_By_Hand|Published|Closed|Closed_After_Round|Official_Note"
)
"""Names of a referto (docs/referto.md)."""

FEW: Final = 3
"""So many missing names of a table are told one by one."""


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
    return isinstance(printed, str) and squeeze(printed) == squeeze(str(right))


def is_blank(value: Right) -> bool:
    """Whether nothing but blanks stands in a cell."""
    return value is None or (isinstance(value, str) and not value.strip())


def _same_number(printed: float, right: float | Fraction) -> bool:
    if isinstance(right, int) or (isinstance(right, Fraction) and right.denominator == 1):
        return printed == right
    return isfinite(printed) and isclose(printed, float(right), rel_tol=TOLERANCE)


def _day(value: date) -> datetime:
    return value if isinstance(value, datetime) else datetime(value.year, value.month, value.day)  # noqa: DTZ001 - cells know no zones


class Comparison:
    """The result: what differs, and how many cells were looked at."""

    def __init__(self) -> None:
        self.count = 0
        self.differences: list[Difference] = []

    def compare(self, book: Book, expected: Columns) -> None:
        """Compare every column that must be there, and look for what may not be there."""
        known = book.names
        missing = [name for name, column in expected.items() if column and name not in known]
        missing += [name for name in sorted(FREE) if name not in known]
        self.differences.extend(_removals(missing))
        for name, column in expected.items():
            if name in known:
                self._column(name, book.read(name), column)
        for name in known:
            if name not in expected and name not in FREE and OURS.fullmatch(name):
                self._column(name, book.read(name), ())

    def _column(self, name: str, printed: Sequence[Value], right: Sequence[Right]) -> None:
        if len(printed) < len(right):
            values = {"name": name, "cells": len(printed), "needed": len(right)}
            self.differences.append(Difference("column_short", at(name, len(printed) - 1), values))
        for index, (here, wanted) in enumerate(zip_longest(printed, right)):
            if index >= len(printed) or (here is None and is_blank(wanted)):
                continue
            self.count += 1
            if not same(here, wanted):
                self.differences.append(difference(at(name, index), here, wanted))


def difference(place: At, printed: Value, right: Right) -> Difference:
    """What stands in a cell and what should."""
    code = "blank_instead" if is_blank(printed) else "filled_instead" if is_blank(right) else "differs"
    values = {"printed": value_text(printed), "right": value_text(right)}
    if values["printed"] == values["right"]:
        if isinstance(printed, str) != isinstance(right, str):
            code = "differs_as_text" if isinstance(printed, str) else "differs_as_number"
        values = {"printed": exact_text(printed), "right": exact_text(right)}
    elif code == "differs":
        return Difference(code, place, {"printed": spoken(printed), "right": spoken(right)})
    return Difference(code, place, values)


def _removals(names: Sequence[str]) -> Iterator[Difference]:
    """What was taken out: name by name, or a table at once."""
    groups: dict[str, list[str]] = {}
    for name in names:
        sheet, _, local = name.rpartition("!")
        groups.setdefault(sheet or local.partition("_")[0], []).append(name)
    for lacking in groups.values():
        told_singly: Mapping[str, Mapping[str, object]] = {name: {"name": name} for name in lacking[:FEW]}
        if len(lacking) > FEW:
            yield Difference("columns_missing", at(lacking[0], 0), {"count": len(lacking), "name": lacking[0]})
        else:
            yield from (Difference("column_missing", at(name, 0), values) for name, values in told_singly.items())
