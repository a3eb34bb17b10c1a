"""The few moves that every sheet of a referto is made of: white pages with a title, captions, pairs and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Final, NamedTuple

from openpyxl.utils import get_column_letter
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books.plan import stored
from bangxl.books.port import Value
from bangxl.books.writer import write
from bangxl.sheets.styles import INK, NOTE, RULE, book_name, font, name, page, place, put, widths

FIRST: Final = 2
"""The first column that is used: A is a margin."""

_HEADS: Final[Mapping[str, str]] = {"Print money": "Print head right", "Print centre": "Print head"}
_CHARACTER: Final = 5.3
"""Points that a character of a column's width takes."""
_ROW: Final = 15
_SHORT, _LONG = 537, 770
"""Points of an A4 page between the margins."""
_PORTRAIT: Final = 880
"""Wider than this, a sheet would be too small to read in portrait."""
_WIDER: Final = 1.09
"""So much wider a program may draw the columns."""
_SAFE: Final = 0.96
"""Of a page's height is used where pages are broken by us: programs round heights."""
_STRETCH: Final = 1.3
"""So many pages still become one."""
_TITLE: Final = 3
"""Rows of a sheet's title."""
_TALL: Final = 34
_LOW: Final = 21
_LEADING: Final = 1.35
"""The height of a line, in sizes of the font."""
_AROUND: Final = 5
"""Points above and below the lines of a long text."""
_HIGHEST: Final = 400
"""Points; Excel has no higher rows than 409."""
_AT_11: Final = 10.5
"""Characters of this size fit into a width of their number; a little less than 11, for lines break at words."""


class Column(NamedTuple):
    """A column of a table: its head, the defined name of its cells, their values, and how they look.

    ``name`` is "" for none; ``change`` sets attributes of the cells beside the style. ``over``: so many columns of the sheet it
    takes, for a text that may be long: rows grow with it; 0 for one that never is.
    """

    head: str
    name: str
    values: Sequence[Value]
    style: str = "Print text"
    change: Mapping[str, Any] = {}
    over: int = 0


@dataclass
class Page:
    """A sheet in the making; ``row`` is the next one that is free, ``last`` the last column of the printed area."""

    wb: Workbook
    ws: Worksheet
    last: int
    row: int = 1
    local: bool = False
    """Whether names are the sheet's own."""
    blocks: list[tuple[int, int]] = field(default_factory=list)
    """First and last rows that stay on one page."""
    repeated: int = _TITLE
    """So many rows stand on every page: the title, and the heads where one table fills the sheet."""

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is written meanwhile stays on one page, if it fits."""
        first = self.row
        yield
        self.blocks.append((first, self.row - 1))

    def space(self, height: float = 12) -> None:
        """An empty row."""
        self.ws.row_dimensions[self.row].height = height
        self.row += 1

    def title(self, text: str, note: str = "", mark: str = "") -> None:
        """The sheet's title over a double rule; ``mark`` stands at its right in capitals: what must not be overlooked."""
        cell(self.ws, self.row, FIRST, text, "Print title", font=font(20, bold=True, serif=True))
        if mark:
            right = place("right")
            cell(self.ws, self.row, self.last, mark, "Print title", font=font(14, bold=True), alignment=right)
        self.ws.row_dimensions[self.row].height = 34
        cell(self.ws, self.row + 1, FIRST, note, "Print rule", font=font(11))
        row, second = self.row + 1, get_column_letter(FIRST + 1)
        put(self.ws, f"{second}{row}:{get_column_letter(self.last)}{row}", None, "Print rule")
        self.ws.row_dimensions[self.row + 1].height = 20
        self.row += 2
        self.space(8)

    def caption(self, text: str) -> None:
        """A heading in the serif face."""
        cell(self.ws, self.row, FIRST, text, "Print caption")
        self.ws.row_dimensions[self.row].height = 24
        self.row += 1

    def note(self, text: str) -> None:
        """A line of small print."""
        cell(self.ws, self.row, FIRST, text, "Print note")
        self.ws.row_dimensions[self.row].height = 16
        self.row += 1

    def value(self, row: int, column: int, known_as: str, value: Value, style: str = "Print text", **change: object) -> None:
        """A single cell with a defined name."""
        cell(self.ws, row, column, value, style, **change)
        if known_as:
            self.define(known_as, row, row, column)

    def pair(self, label: str, known_as: str, value: Value, *, at: int, style: str = "Print text", **change: object) -> None:
        """A label and its value, underlined from column ``at`` to the edge of the page."""
        cell(self.ws, self.row, FIRST, label, "Print line", font=font(11))
        put(self.ws, f"{get_column_letter(at)}{self.row}:{get_column_letter(self.last)}{self.row}", None, "Print text")
        self.value(self.row, at, known_as, value, style, **{"alignment": place("left"), "font": font(11), **change})
        self.ws.row_dimensions[self.row].height = 19
        self.row += 1

    def long(self, label: str, known_as: str, value: str, *, at: int) -> None:
        """A label and a long text, over as many lines as it needs."""
        self.pair(label, known_as, value, at=at, font=font(10), alignment=place("left", wrap=True))
        row = self.row - 1
        self.ws.merge_cells(start_row=row, end_row=row, start_column=at, end_column=self.last)
        lines = max(1, ceil(len(value) / self._width(at, self.last)))
        self.ws.row_dimensions[row].height = min(lines * 10 * _LEADING + _AROUND, _HIGHEST)

    def pairs(self, *told: tuple[int, int, str, str, Value]) -> None:
        """Labels and values side by side: column of the label, column of the value, label, name, value."""
        put(self.ws, f"{get_column_letter(FIRST)}{self.row}:{get_column_letter(self.last)}{self.row}", None, "Print text")
        for label_at, value_at, label, known_as, value in told:
            cell(self.ws, self.row, label_at, label, "Print text", font=font(10, NOTE))
            self.value(self.row, value_at, known_as, value, font=font(11), alignment=place("left"))
        self.ws.row_dimensions[self.row].height = 18
        self.row += 1

    def table(self, columns: Sequence[Column], *, left: int = FIRST, heads: bool = True, height: float = 19) -> None:
        """A head and as many rows as the columns have values; each column gets its name."""
        if heads:
            if self.row == _TITLE + 1:
                self.repeated = self.row
            two_lines = any("\n" in column.head for column in columns)
            for index, column in enumerate(columns):
                style = _HEADS.get(column.style, "Print head left")
                cell(self.ws, self.row, left + index, column.head, style, font=font(10, bold=True))
            self.ws.row_dimensions[self.row].height = _TALL if two_lines else _LOW
            self.row += 1
        length = len(columns[0].values)
        for index, column in enumerate(columns):
            for row, value in enumerate(column.values, self.row):
                cell(self.ws, row, left + index, value, column.style, **{"font": font(11), **column.change})
            if column.name and length:
                self.define(column.name, self.row, self.row + length - 1, left + index)
        for row in range(self.row, self.row + length):
            self.ws.row_dimensions[row].height = height
        for index, column in enumerate(columns):
            if column.over:
                self._grow(column, left + index)
        self.row += length

    def _grow(self, column: Column, at: int) -> None:
        """Break a column's long texts into lines, and give the rows the height for them."""
        size = column.change["font"].size if "font" in column.change else 11
        room = self._width(at, at + column.over - 1) * _AT_11 / size
        for row, value in enumerate(column.values, self.row):
            known = self.ws.row_dimensions[row]
            lines = sum(max(1, ceil(len(part) / room)) for part in str(value or "").split("\n"))
            known.height = min(max(known.height or 0, lines * size * _LEADING + _AROUND), _HIGHEST)
            self.ws.cell(row, at).alignment = place("left", wrap=True)
            if column.over > 1:
                self.ws.merge_cells(start_row=row, end_row=row, start_column=at, end_column=at + column.over - 1)

    def _width(self, first: int, last: int) -> float:
        """Characters that fit side by side into these columns."""
        return sum(self.ws.column_dimensions[get_column_letter(column)].width for column in range(first, last + 1))

    def define(self, known_as: str, first: int, last: int, column: int) -> None:
        """A name for a part of a column."""
        letter = get_column_letter(column)
        ref = f"{letter}{first}:{letter}{last}" if last > first else f"{letter}{first}"
        if self.local:
            name(self.ws, known_as, ref)
        else:
            book_name(self.wb, self.ws, known_as, ref)


def cell(ws: Worksheet, row: int, column: int, value: Value, style: str, **change: object) -> None:
    """A styled cell; a text is a text, whatever it begins with."""
    ref = f"{get_column_letter(column)}{row}"
    put(ws, ref, None, style, **change)
    if value not in (None, ""):
        write(ws[ref], stored(value))


def new_page(wb: Workbook, title: str, sizes: Sequence[float], *, local: bool = False) -> Page:
    """A white sheet with these widths from column B on."""
    ws = wb.create_sheet(_free(wb, title))
    widths(ws, 2, *sizes, white_from=1)
    ws.sheet_view.showGridLines = False
    ws.sheet_properties.tabColor = RULE
    ws.sheet_properties.outlinePr = None
    return Page(wb, ws, 1 + len(sizes), local=local)


def print_setup(at: Page, *, digest: str, mark: str) -> None:
    """Print what has been written; the digest stands at the foot of every page, and ``mark``, if any, at its head.

    Wide sheets are printed in landscape; what is a little longer than a page is made to fit.
    """
    wide = sum(at.ws.column_dimensions[get_column_letter(column)].width for column in range(1, at.last + 1)) * _CHARACTER
    height = sum(_height(at, row) for row in range(1, at.row))
    landscape = wide > _PORTRAIT
    across, down = (_LONG, _SHORT) if landscape else (_SHORT, _LONG)
    pages = height * min(1, across / wide) / down
    area = f"A1:{get_column_letter(at.last)}{at.row - 1}"
    page(at.ws, area, landscape=landscape, tall=1 if pages <= _STRETCH else 0, titles=f"1:{at.repeated}")
    if pages > _STRETCH and at.blocks:
        _break(at, min(1, across / (wide * _WIDER)), down)
    foot, head = at.ws.oddFooter, at.ws.oddHeader
    if foot is not None and foot.right is not None:
        foot.right.text = digest
    if mark and head is not None and head.center is not None:
        head.center.text = mark
        at.ws.page_margins.top, at.ws.page_margins.header = 0.7, 0.3


def _break(at: Page, scale: float, down: float) -> None:
    """Pages that end between blocks. Excel heeds breaks only where it is told a scale, and no number of pages."""
    at.ws.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=False)
    at.ws.page_setup.scale = int(scale * 100)
    head = sum(_height(at, row) for row in range(1, at.repeated + 1))
    room = down * _SAFE / (int(scale * 100) / 100)
    used, starts = 0.0, dict(at.blocks)
    for row in range(1, at.row):
        needed = sum(_height(at, one) for one in range(row, starts.get(row, row) + 1))
        if used + needed > room and used > head:
            at.ws.row_breaks.append(Break(id=row - 1))
            used = head
        used += _height(at, row)


def _height(at: Page, row: int) -> float:
    return at.ws.row_dimensions[row].height or _ROW


def first_sheet(at: Page) -> None:
    """The tab that stands first."""
    at.ws.sheet_properties.tabColor = INK


def _free(wb: Workbook, title: str) -> str:
    """A tab name that no other sheet has: in some language two sheets may be called alike."""
    taken = {sheet.casefold() for sheet in wb.sheetnames}
    return next(name for n in range(1, 100) if (name := title if n == 1 else f"{title} {n}").casefold() not in taken)
