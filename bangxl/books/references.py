"""References to cells: their letters and numbers, what a defined name stands for, formulas that move."""

from __future__ import annotations

import re
from typing import Final

from bangxl.books.port import Ref
from bangxl.limits import LAST_COLUMN, LAST_ROW

Place = tuple[int, int]
"""Row and column of a cell, from 1."""

_TEXT_OR_SHEET: Final = re.compile(r"""("(?:[^"]|"")*"|'(?:[^']|'')*'|\[[^][]*\])""")
"""What holds no reference: texts, names of sheets in quotes, names in tables."""
_REFERENCE: Final = re.compile(
    r"(?<![\w.$\\?])(?:(\$?)([A-Za-z]{1,3})(\$?)([1-9][0-9]{0,6})(?![\w(!.\\?])"
    r"|(\$?)([A-Za-z]{1,3}):(\$?)([A-Za-z]{1,3})(?![\w(!.\\?])"
    r"|(\$?)([1-9][0-9]{0,6}):(\$?)([1-9][0-9]{0,6})(?![\w(!.\\?]))"
)
"""A cell, whole columns, whole rows."""
_RANGE: Final = re.compile(
    r"(?:'((?:[^']|'')+)'|([^'!,:]+))!\$?([A-Z]{1,3})\$?([1-9]\d{0,6})(?::\$?([A-Z]{1,3})\$?([1-9]\d{0,6}))?"
)


def move(formula: str, rows: int, columns: int) -> str:
    """A formula as it is so many rows further down and columns further right; what has a ``$`` before it stays.

    A reference that would leave the sheet comes in again on the other side, as in Excel.
    """
    parts = _TEXT_OR_SHEET.split(formula)
    parts[::2] = [_REFERENCE.sub(lambda found: _move(found, rows, columns), part) for part in parts[::2]]
    return "".join(parts)


def _move(found: re.Match[str], rows: int, columns: int) -> str:
    if found[2]:
        return f"{found[1]}{_column(found[2], found[1], columns)}{found[3]}{_row(found[4], found[3], rows)}"
    if found[6]:
        return f"{found[5]}{_column(found[6], found[5], columns)}:{found[7]}{_column(found[8], found[7], columns)}"
    return f"{found[9]}{_row(found[10], found[9], rows)}:{found[11]}{_row(found[12], found[11], rows)}"


def _row(row: str, fixed: str, by: int) -> str:
    return row if fixed else str((int(row) - 1 + by) % LAST_ROW + 1)


def _column(name: str, fixed: str, by: int) -> str:
    return name if fixed else letters((number(name) - 1 + by) % LAST_COLUMN + 1)


def letters(column: int) -> str:
    """A column's name: 28 is ``AB``."""
    name = ""
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def address(row: int, column: int) -> str:
    """A cell as people write it: ``F9``; ``F`` for row 0, ``9`` for column 0."""
    return f"{letters(column)}{row or ''}"


def number(name: str) -> int:
    """A column's number: ``AB`` is 28."""
    column = 0
    for letter in name.upper():
        column = 26 * column + ord(letter) - ord("A") + 1
    return column


def ref(definition: str) -> Ref | None:
    """The range that a defined name stands for, ``'Sheet 1'!$B$2:$B$9``; None if it is not a plain range of one column."""
    match = _RANGE.fullmatch(definition)
    if match is None:
        return None
    quoted, plain_title, letters, first, last_letters, last = match.groups()
    if last_letters not in {None, letters}:
        return None
    top, bottom = sorted((int(first), int(last or first)))
    column = number(letters)
    if bottom > LAST_ROW or column > LAST_COLUMN:
        return None
    return Ref(plain_title or quoted.replace("''", "'"), column, top, bottom)
