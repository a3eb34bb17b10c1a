"""Looks that make people read something else than what the cells hold, found in a workbook of openpyxl."""

# ruff: noqa: SLF001 - asking openpyxl for a cell makes it, and its look is known by number only
from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zipfile import ZipFile

from .formats import is_plain

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.cell.cell import Cell
    from openpyxl.styles.colors import Color
    from openpyxl.worksheet.worksheet import Worksheet

LOWEST: Final = 4.0
"""Points: a lower row, or a smaller letter, is not read."""

NARROWEST: Final = 0.5
"""Characters: a narrower column is not read."""

NEAREST: Final = 60
"""Ink and paper must differ by more, red, green and blue added up (0 to 765)."""

_WHITE, _BLACK = (255, 255, 255), (0, 0, 0)
_THEME: Final = {0: _WHITE, 1: _BLACK}
"""The colours of a theme that are the same everywhere: paper and ink."""

_INDEXED: Final = {
    0: _BLACK, 1: _WHITE, 2: (255, 0, 0), 3: (0, 255, 0), 4: (0, 0, 255), 5: (255, 255, 0), 6: (255, 0, 255), 7: (0, 255, 255),
    22: (192, 192, 192), 23: (128, 128, 128),
}  # fmt: skip
"""Colours by number; 8 to 15 are 0 to 7 again, 64 and 65 ink and paper."""

_PARTS: Final = re.compile(r"xl/(media|embeddings|activeX|ctrlProps|threadedComments)/|.*\.vml$")
_DRAWING: Final = re.compile(r"xl/drawings/[^/]+\.xml")
_SHAPE: Final = re.compile(rb"<(?:\w+:)?(?:pic|sp|cxnSp|grpSp|contentPart)[\s/>]")
_SHEET: Final = re.compile(r"xl/worksheets/[^/]+\.xml")
_LATER: Final = re.compile(rb"<x14:conditionalFormatting[\s>]")
"""Conditional formats of newer programs, of which openpyxl knows nothing."""


class Oddity(NamedTuple):
    """Something about looks; ``what`` is its text, if it has any. Row and column count from 1, 0 for all of them.

    ``kind``: ``number_format``, ``row``, ``column``, ``ink``, ``unprinted``, ``comment``, ``conditional``, ``drawing``.
    """

    kind: str
    sheet: str
    row: int = 0
    column: int = 0
    what: str = ""


def oddities(workbook: Workbook, data: bytes) -> Iterator[Oddity]:
    """All that is found, sheet by sheet; ``data`` is the file, for what openpyxl does not read."""
    for sheet in workbook.worksheets:
        full = {place: cell for place, cell in sheet._cells.items() if cell.value is not None}
        for row in sorted({row for row, _column in full}):
            if _is_flat(sheet, row):
                yield Oddity("row", sheet.title, row)
        for column in _thin(sheet, {column for _row, column in full}):
            yield Oddity("column", sheet.title, 0, column)
        yield from _cells(sheet, full)
        for area in sheet.conditional_formatting:
            first = min((part.min_row, part.min_col) for part in area.sqref.ranges)
            yield Oddity("conditional", sheet.title, *first)
    yield from _parts(data)


def _cells(sheet: Worksheet, full: dict[tuple[int, int], Any]) -> Iterator[Oddity]:
    """Number formats, colours, comments, and what stands beyond the printed area; each look is judged once."""
    judged: dict[tuple[int, int, int] | None, tuple[str, str]] = {}
    areas = [area.bounds for area in getattr(sheet, "_print_area", None) or ()]
    for (row, column), cell in full.items():
        style = cell._style
        look = (style.numFmtId, style.fontId, style.fillId) if style else None
        if look not in judged:
            judged[look] = _look(cell)
        kind, what = judged[look]
        if kind:
            yield Oddity(kind, sheet.title, row, column, what)
        if areas and not any(left <= column <= right and top <= row <= bottom for left, top, right, bottom in areas):
            yield Oddity("unprinted", sheet.title, row, column)
    for (row, column), cell in sheet._cells.items():
        if cell.comment is not None:
            yield Oddity("comment", sheet.title, row, column, cell.comment.text)


def _look(cell: Cell) -> tuple[str, str]:
    """What is wrong with a cell's look, and with what of it; both "" for nothing."""
    if not is_plain(cell.number_format):
        return "number_format", cell.number_format
    font, fill = cell.font, cell.fill
    ink = _rgb(font.color, _BLACK)
    grounds = [_rgb(fill.fgColor, _BLACK), _rgb(fill.bgColor, _WHITE)] if fill.fill_type not in {None, "solid"} else []
    paper = _rgb(fill.fgColor, _WHITE) if fill.fill_type == "solid" else _WHITE
    unread = any(sum(abs(one - other) for one, other in zip(ink, ground, strict=True)) <= NEAREST for ground in [paper, *grounds])
    return ("ink", "") if unread or (font.sz or LOWEST) < LOWEST else ("", "")


def _rgb(color: Color | None, default: tuple[int, int, int]) -> tuple[int, int, int]:
    """Red, green, blue, as far as they are known without the theme."""
    if color is None:
        return default
    if color.type == "rgb" and isinstance(color.rgb, str):
        return (int(color.rgb[-6:-4], 16), int(color.rgb[-4:-2], 16), int(color.rgb[-2:], 16))
    if color.type == "theme":
        return _THEME.get(color.theme, default)
    return _INDEXED.get(color.indexed % 8 if color.indexed < 16 else color.indexed, default)


def _is_flat(sheet: Worksheet, row: int) -> bool:
    """Whether a row is hidden, or so low that nobody reads it."""
    if row not in sheet.row_dimensions:
        default = sheet.sheet_format
        return bool(default.zeroHeight) or (default.defaultRowHeight or LOWEST) < LOWEST
    found = sheet.row_dimensions[row]
    height = found.height
    if height is None:
        return bool(found.hidden) or (sheet.sheet_format.defaultRowHeight or LOWEST) < LOWEST
    return bool(found.hidden) or height < LOWEST


def _thin(sheet: Worksheet, used: Collection[int]) -> Iterator[int]:
    """Columns that are hidden, or so narrow that nobody reads them."""
    flat: set[int] = set()
    known: set[int] = set()
    for dimension in sheet.column_dimensions.values():
        dimension.reindex()  # a group of columns is told once
        own = {column for column in used if (dimension.min or 0) <= column <= (dimension.max or 0)}
        known |= own
        if dimension.hidden or dimension.width < NARROWEST:
            flat |= own
    width = sheet.sheet_format.defaultColWidth
    yield from sorted(flat | (set(used) - known if width is not None and width < NARROWEST else set()))


def _parts(data: bytes) -> Iterator[Oddity]:
    """Pictures, shapes, embedded objects: the parts of the file that hold them. Charts are none."""
    if not data:
        return
    with ZipFile(BytesIO(data)) as file:
        for name in file.namelist():
            if _PARTS.match(name) or (_DRAWING.fullmatch(name) and _SHAPE.search(file.read(name))):
                yield Oddity("drawing", "", what=name)
            elif _SHEET.fullmatch(name) and _LATER.search(file.read(name)):
                yield Oddity("conditional", "", what=name)
