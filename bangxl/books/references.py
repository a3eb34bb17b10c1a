"""References to cells: letters and numbers, the cells of a defined name, moving formulas, the selection."""

import re
from collections.abc import Mapping, Sequence, Set as AbstractSet
from functools import lru_cache
from typing import Final

from bangxl.books.markup import Malformed
from bangxl.books.port import SELECTED, Ref, Selection
from bangxl.limits import LAST_COLUMN, LAST_ROW

Place = tuple[int, int]
"""Row and column of a cell, from 1."""

Area = tuple[int, int, int, int]
"""Left, top, right, bottom."""

Formulas = Mapping[str, AbstractSet[Place]]
"""The cells with formulas, by sheet."""

_ADDRESS: Final = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_TEXT_OR_SHEET: Final = re.compile(r"""("(?:[^"]|"")*"|'(?:[^']|'')*'|\[[^][]*\])""")
"""Text without references: strings, sheet names in quotes, names in tables."""
_REFERENCE: Final = re.compile(
    r"(?<![\w.$\\?])(?:(\$?)([A-Za-z]{1,3})(\$?)([1-9][0-9]{0,6})(?![\w(!.\\?])"
    r"|(\$?)([A-Za-z]{1,3}):(\$?)([A-Za-z]{1,3})(?![\w(!.\\?])"
    r"|(\$?)([1-9][0-9]{0,6}):(\$?)([1-9][0-9]{0,6})(?![\w(!.\\?]))"
)
"""A cell, whole columns, whole rows."""
_RANGE: Final = re.compile(
    r"(?:'((?:[^']|'')+)'|([^'!,:]+))!\$?([A-Z]{1,3})\$?([1-9]\d{0,6})(?::\$?([A-Z]{1,3})\$?([1-9]\d{0,6}))?"
)
_AREA: Final = re.compile(r"\$?([A-Z]{1,3})?\$?(\d{1,7})?(?::\$?([A-Z]{1,3})?\$?(\d{1,7})?)?")
"""Cells (``$A$1:$B$9``), whole columns (``$A:$C``) or whole rows (``$3:$5``)."""


def move_references(formula: str, rows: int, columns: int) -> str:
    """A formula moved down and right by this many rows and columns; parts with ``$`` stay.

    A reference beyond the sheet's edge continues on the other side, as in Excel.
    """

    def moved_row(fixed: str, row: str) -> str:
        return fixed + (row if fixed else str((int(row) - 1 + rows) % LAST_ROW + 1))

    def moved_column(fixed: str, name: str) -> str:
        return fixed + (name if fixed else column_letters((column_number(name) - 1 + columns) % LAST_COLUMN + 1))

    def moved(match: re.Match[str]) -> str:
        if match[2]:
            return moved_column(match[1], match[2]) + moved_row(match[3], match[4])
        if match[6]:
            return f"{moved_column(match[5], match[6])}:{moved_column(match[7], match[8])}"
        return f"{moved_row(match[9], match[10])}:{moved_row(match[11], match[12])}"

    parts = _TEXT_OR_SHEET.split(formula)
    parts[::2] = [_REFERENCE.sub(moved, part) for part in parts[::2]]
    return "".join(parts)


def column_letters(column: int) -> str:
    """A column's name: 28 is ``AB``."""
    name = ""
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def address(row: int, column: int) -> str:
    """A cell as people write it: ``F9``; ``F`` for row 0, ``9`` for column 0."""
    return f"{column_letters(column)}{row or ''}"


def column_number(name: str) -> int:
    """A column's number: ``AB`` is 28."""
    column = 0
    for letter in name.upper():
        column = 26 * column + ord(letter) - ord("A") + 1
    return column


def range_ref(definition: str) -> Ref | None:
    """The range of a defined name, ``'Sheet 1'!$B$2:$B$9``; None if it is not a plain range of one column."""
    match = _RANGE.fullmatch(definition)
    if match is None:
        return None
    quoted, plain_title, letters, first, last_letters, last = match.groups()
    if last_letters not in {None, letters}:
        return None
    top, bottom = sorted((int(first), int(last or first)))
    column = column_number(letters)
    if bottom > LAST_ROW or column > LAST_COLUMN:
        return None
    return Ref(plain_title or quoted.replace("''", "'"), column, top, bottom)


def definition(ref: Ref) -> str:
    """The text of a defined name for a range: ``'Sheet 1'!$B$2:$B$9``."""
    sheet, column = ref.sheet.replace("'", "''"), column_letters(ref.column)
    last = f":${column}${ref.last}" if ref.last > ref.first else ""
    return f"'{sheet}'!${column}${ref.first}{last}"


def is_address(text: str) -> bool:
    """Whether a text names a cell of a sheet."""
    return _ADDRESS.fullmatch(text) is not None


@lru_cache(maxsize=2**16)
def place_of(address: str) -> Place:
    """Row and column of ``AB7``. ``Malformed``. Cached: most sheets of a workbook have the same cells."""
    match = _ADDRESS.fullmatch(address)
    if match is None:
        raise Malformed(f"no cell: {address[:20]}")
    row, column = int(match[2]), column_number(match[1])
    if row > LAST_ROW or column > LAST_COLUMN:
        raise Malformed(f"no cell: {address}")
    return row, column


def areas(selected: str) -> list[Area]:
    """The areas in Excel's address of a selection, ``$A$1:$B$9,$D$4``, each limited by `SELECTED`."""
    rows, columns = SELECTED
    selected_areas = []
    for match in filter(None, (_AREA.fullmatch(part) for part in selected.split(",") if part)):
        left, top, right, bottom = match.groups()
        single = right is None and bottom is None
        first_column, first_row = column_number(left) if left else 1, int(top or 1)
        last_column = first_column if single else column_number(right) if right else LAST_COLUMN
        last_row = first_row if single else int(bottom) if bottom else LAST_ROW
        last_column, last_row = min(last_column, first_column + columns - 1), min(last_row, first_row + rows - 1)
        selected_areas.append((first_column, first_row, last_column, last_row))
    return selected_areas


def range_of(area: Area) -> str:
    """An area as an address: ``A1:B9``."""
    left, top, right, bottom = area
    return f"{address(top, left)}:{address(bottom, right)}"


def selection(sheet: str, selected: Sequence[Area], blocks: Sequence[object]) -> Selection:
    """The rows and texts of areas; a block holds its values row by row, or the value of a single cell."""
    rows = dict.fromkeys(row for _left, top, _right, bottom in selected for row in range(top, bottom + 1))
    return Selection(sheet, tuple(rows), tuple(text for block in blocks for text in _texts(block)))


def _texts(block: object) -> list[str]:
    """The texts in a block, without surrounding blanks; other values are left out."""
    if isinstance(block, list | tuple):
        return [text for row in block for text in _texts(row)]
    return [text] if isinstance(block, str) and (text := block.strip()) else []
