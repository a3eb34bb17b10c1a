"""What a defined name stands for; values written into cells of openpyxl."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bangxl.books.port import Ref, Value
from bangxl.books.references import number

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell

_COLUMN = re.compile(r"(?:'((?:[^']|'')+)'|([^'!,:]+))!\$?([A-Z]{1,3})\$?(\d+)(?::\$?([A-Z]{1,3})\$?(\d+))?")
_LOOKS_CODED = re.compile("_(?=x[0-9A-Fa-f]{4}_)")


def ref(definition: str) -> Ref | None:
    """The range that a defined name stands for, ``'Sheet 1'!$B$2:$B$9``; None if it is not a plain range of one column."""
    match = _COLUMN.fullmatch(definition)
    if match is None:
        return None
    quoted, plain_title, letters, first, last_letters, last = match.groups()
    if last_letters not in {None, letters}:
        return None
    top, bottom = sorted((int(first), int(last or first)))
    return Ref(plain_title or quoted.replace("''", "'"), number(letters), top, bottom)


def write(cell: Cell, value: Value) -> None:
    """A text is a text, also ``=1`` and ``#N/A``; what a spreadsheet would take for a formula when edited is marked as text."""
    if isinstance(value, str):
        cell.value = _LOOKS_CODED.sub("_x005F_", value)
        cell.data_type = "s"
    else:
        cell.value = value
    marked = isinstance(value, str) and value[0] in "=+-@"
    if cell.quotePrefix != marked:
        cell.quotePrefix = marked
