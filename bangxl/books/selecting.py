"""What a person has selected, as programs tell it: an address of Excel's, blocks of values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from bangxl.books.port import SELECTED, Selection
from bangxl.books.references import address, number
from bangxl.limits import LAST_COLUMN, LAST_ROW

Area = tuple[int, int, int, int]
"""Left, top, right, bottom."""

_AREA: Final = re.compile(r"\$?([A-Z]{1,3})?\$?(\d{1,7})?(?::\$?([A-Z]{1,3})?\$?(\d{1,7})?)?")
"""Cells (``$A$1:$B$9``), whole columns (``$A:$C``) or whole rows (``$3:$5``)."""


def areas(selected: str) -> list[Area]:
    """The areas of an address, ``$A$1:$B$9,$D$4``, each as far as `SELECTED` says."""
    found = (_AREA.fullmatch(part) for part in selected.split(",") if part)
    return [_area(*match.groups()) for match in found if match]


def _area(left: str | None, top: str | None, right: str | None, bottom: str | None) -> Area:
    single = right is None and bottom is None
    first = number(left) if left else 1, int(top or 1)
    last = (
        first[0] if single else number(right) if right else LAST_COLUMN,
        first[1] if single else int(bottom) if bottom else LAST_ROW,
    )
    rows, columns = SELECTED
    return *first, min(last[0], first[0] + columns - 1), min(last[1], first[1] + rows - 1)


def range_of(area: Area) -> str:
    """An area as Excel takes it: ``A1:B9``."""
    left, top, right, bottom = area
    return f"{address(top, left)}:{address(bottom, right)}"


def selection(sheet: str, selected: Sequence[Area], blocks: Sequence[object]) -> Selection:
    """The rows and the texts of areas; a block is its values row by row, or the value of a single cell."""
    rows = dict.fromkeys(row for _left, top, _right, bottom in selected for row in range(top, bottom + 1))
    return Selection(sheet, tuple(rows), tuple(text for block in blocks for text in _texts(block)))


def _texts(block: object) -> list[str]:
    """The texts in a block, without blanks around them; what is none is left out."""
    if isinstance(block, list | tuple):
        return [text for row in block for text in _texts(row)]
    return [text] if isinstance(block, str) and (text := block.strip()) else []
