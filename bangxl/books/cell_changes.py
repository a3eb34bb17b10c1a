"""Turn ``Changes`` into cells, rows and sheets: in one way for every kind of book, and before anything changes."""

import math
import re
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from operator import itemgetter

from bangxl import limits
from bangxl.books.port import BookError, Cell, Changes, Ref, Value
from bangxl.books.references import address, is_address, place_of

SheetPlace = tuple[str, int, int]
"""A cell: sheet, row and column, both from 1."""

LONGEST_TEXT = 32_767
"""The longest text in a cell, in characters (UTF-16 units)."""

EXACT = 2**53
"""Whole numbers up to here are exact in a cell."""

_FIRST_DAY = datetime(1900, 3, 1)  # noqa: DTZ001 - a workbook knows no time zones; before it, Excel counts a day that never existed
_DAY_ZERO = datetime(1899, 12, 30)  # noqa: DTZ001 - as above
_DAY_ZERO_1904 = datetime(1904, 1, 1)  # noqa: DTZ001 - as above
_COLUMN = itemgetter(0)
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

_LOOKS_CODED = re.compile("_(?=x[0-9A-Fa-f]{4}_)")

FORMULA_BEGINS = r"[=+\-@\uff1d\uff0b\uff0d\uff20]"
"""The first characters of formulas, as a pattern; including East Asia's wide letters, which its spreadsheets treat alike."""

_FORMULA = re.compile(rf"\s*{FORMULA_BEGINS}")


@dataclass(frozen=True, slots=True)
class CellChanges:
    """Changes by place: ``hidden`` rows (sheet, row), ``locked`` cells, ``visible`` sheets (only those that change).

    ``columns`` become hidden or visible (sheet, column).
    """

    cells: Mapping[SheetPlace, Value]
    hidden: Mapping[tuple[str, int], bool]
    locked: Mapping[SheetPlace, bool]
    visible: Mapping[str, bool]
    active: str
    columns: Mapping[tuple[str, int], bool] = field(default_factory=dict)


def cell_changes(names: Mapping[str, Ref], sheets: Mapping[str, bool], changes: Changes) -> CellChanges:
    """Express changes as a book's cells, rows and sheets.

    KeyError: the book lacks a name or sheet. IndexError: a cell outside its range.
    ValueError: an impossible cell value. BookError ``too_large`` (part): a name with more cells than anybody has filled.
    """
    if (long := next((one for one in (*changes.used, *changes.locked) if len(names[one]) > limits.NAME_CELLS), None)) is not None:
        raise BookError("too_large", part=long)
    return CellChanges(
        cells={_place(names, cell): stored(value) for cell, value in changes.cells.items()},
        hidden={
            (ref.sheet, row): row - ref.first >= used
            for ref, used in ((names[name], used) for name, used in changes.used.items())
            for row in range(ref.first, ref.last + 1)
        },
        locked={place: locked for name, locked in changes.locked.items() for place in sheet_places(names[name])},
        visible=_visible(sheets, changes),
        active=changes.active,
        columns={(names[name].sheet, names[name].column): hidden for name, hidden in changes.idle.items()},
    )


def sheet_places(ref: Ref) -> list[SheetPlace]:
    """The cells of a range, from top to bottom."""
    return [(ref.sheet, row, ref.column) for row in range(ref.first, ref.last + 1)]


def covered(names: Mapping[str, Ref], merged: Mapping[str, Iterable[str]]) -> list[Cell]:
    """The cells of names inside a merged area (``B2:C5``, by sheet), except its first cell; each once.

    BookError ``too_large`` (part) if too many areas overlap.
    """
    named: dict[str, list[tuple[int, str, Ref]]] = {}
    for name, ref in names.items():
        named.setdefault(ref.sheet, []).append((ref.column, name, ref))
    cells: dict[Cell, None] = {}
    looked_at = 0
    for sheet, areas in merged.items():
        columns = sorted(named.get(sheet, ()), key=_COLUMN)
        for first, _colon, last in (area.partition(":") for area in dict.fromkeys(areas)):
            if not (is_address(first) and is_address(last)):
                continue
            (top, left), (bottom, right) = place_of(first), place_of(last)
            beneath = columns[bisect_left(columns, left, key=_COLUMN) : bisect_right(columns, right, key=_COLUMN)]
            for column, name, ref in beneath:
                rows = range(max(top, ref.first), min(bottom, ref.last) + 1)
                looked_at += 1 + len(rows)
                if looked_at > limits.CELLS:
                    raise BookError("too_large", part=sheet)
                cells |= dict.fromkeys((name, row - ref.first) for row in rows if (row, column) != (top, left))
    return [*cells]


def refuse_covered(hidden: Iterable[Cell], names: Mapping[str, Ref], changes: Changes) -> None:
    """Raise BookError ``merged`` (sheet, cell) if a change would write into a hidden cell."""
    for name, index in hidden:
        if (name, index) in changes.cells:
            sheet, row, column = _place(names, (name, index))
            raise BookError("merged", sheet=sheet, cell=address(row, column))


def stored(value: Value) -> Value:
    r"""The value as every kind of book reads it back from a cell.

    Texts lose what XML cannot hold, an empty text becomes an empty cell, line ends ``\n``; whole numbers over 2⁵³ become floats;
    a date becomes midnight of its day, times become whole seconds, and days before March 1900 become texts.
    """
    if isinstance(value, str):
        text = clean(value)
        if text and len(text.encode("utf-16-le")) > 2 * LONGEST_TEXT:
            message = f"a cell holds {LONGEST_TEXT} characters, not {len(text)}"
            raise ValueError(message)
        return text
    if isinstance(value, date):
        moment = value if isinstance(value, datetime) else datetime.combine(value, time())
        if moment.tzinfo is not None:
            moment = moment.astimezone(UTC).replace(tzinfo=None)
        moment = moment.replace(microsecond=0)
        return moment if moment >= _FIRST_DAY else value.isoformat()
    if isinstance(value, int) and abs(value) > EXACT:
        value = float(value) if abs(value) < sys.float_info.max else math.inf
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"no cell holds {value}")
    return value


def clean(text: str) -> str | None:
    r"""A text without characters that XML cannot hold, with line ends ``\n``; None if empty."""
    return _NOT_IN_XML.sub("", str(text).replace("\r\n", "\n").replace("\r", "\n")) or None


def as_integer(value: float) -> int | float:
    """A cell's number as an int, if it is whole."""
    return int(value) if value.is_integer() and abs(value) <= EXACT else value


def day_zero(*, since_1904: bool) -> datetime:
    """The day from which a workbook counts days."""
    return _DAY_ZERO_1904 if since_1904 else _DAY_ZERO


def days(moment: datetime, *, since_1904: bool = False) -> float:
    """A date and time as the number in a cell."""
    return (moment - day_zero(since_1904=since_1904)).total_seconds() / 86_400


def escape_codes(text: str) -> str:
    """A text as a file stores it, with character codes escaped."""
    return _LOOKS_CODED.sub("_x005F_", text)


def looks_like_formula(text: str) -> bool:
    """Whether a spreadsheet would take a text for a formula, when somebody edits it or a list contains it."""
    return _FORMULA.match(text) is not None


def _place(names: Mapping[str, Ref], cell: Cell) -> SheetPlace:
    name, index = cell
    ref = names[name]
    if not 0 <= index < len(ref):
        raise IndexError(f"{name} has {len(ref)} cells, none has the index {index}")
    return ref.sheet, ref.first + index, ref.column


def _visible(sheets: Mapping[str, bool], changes: Changes) -> dict[str, bool]:
    wanted = dict(changes.shown)
    if changes.active:
        wanted[changes.active] = True  # a book must not open with a hidden sheet
    if missing := wanted.keys() - sheets.keys():
        raise KeyError(min(missing))
    after = dict(sheets) | wanted
    if after and not any(after.values()):
        after[next((sheet for sheet, seen in sheets.items() if seen), next(iter(after)))] = True
    return {sheet: seen for sheet, seen in after.items() if seen != sheets[sheet]}
