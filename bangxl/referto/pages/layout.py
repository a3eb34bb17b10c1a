"""The few moves that every sheet of a referto is made of: white pages with a title, captions, pairs and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Final, NamedTuple

from openpyxl.utils import get_column_letter
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books.plan import stored
from bangxl.books.port import Value
from bangxl.books.writer import write
from bangxl.referto.pages.measure import CHARACTER, MARGIN, characters, lines, points, shown
from bangxl.sheets.styles import INK, NOTE, RULE, book_name, font, name, place, put, widths

FIRST: Final = 2
"""The first column that is used: A is a margin."""

_HEADS: Final[Mapping[str, str]] = {"Print money": "Print head right", "Print centre": "Print head"}
TITLE: Final = 3
"""Rows of a sheet's title."""
SMALL_TITLE: Final = 14
"""Points of a title that stands on many pages."""
_TITLE_HEIGHTS: Final = {True: (22, 15, 5), False: (30, 18, 6)}
"""Of a title's rows: of a small one, of others."""
_LOW: Final = 21
_LOWER: Final = 15
_SMALL: Final = 9
"""Letters of this size have low heads."""
_LEADING: Final = 1.22
"""The height of a line, in sizes of the font."""
_AROUND: Final = 2
"""Points above and below the lines of a long text."""
_EDGE: Final = 0.6
"""The width of the first column."""
_COMPANY: Final = 3
"""So many rows of a table stay with its heads, at least."""
_BESIDE: Final = 4
"""Points that no text takes at the edges of its cell."""
_PADDING: Final = 5
"""Points that stay free beside the texts of a column, so that columns never touch."""
_INDENT: Final = 6
_LONGEST: Final = 170
"""Points for a text that may have more lines, where there are columns enough."""
_LEAST: Final = 60
"""Points of a column that others have left nothing for."""
UNIT: Final = 1.2
"""Characters of a column of a sheet whose tables take several each."""
_HIGHEST: Final = 400
"""Points; Excel has no higher rows than 409."""


class Column(NamedTuple):
    """A column of a table: its head, the defined name of its cells, their values, and how they look.

    ``name`` is "" for none; ``change`` sets attributes of the cells beside the style. ``over``: so many columns of the sheet it
    takes. ``long``: its texts may need more than a line, and rows grow with them. ``cells`` are names of single cells.
    """

    head: str
    name: str
    values: Sequence[Value]
    style: str = "Print text"
    change: Mapping[str, Any] = {}
    over: int = 1
    long: bool = False
    cells: Sequence[str] = ()

    @property
    def is_blank(self) -> bool:
        """Whether nobody has anything in it."""
        return all(value in (None, "") for value in self.values)

    @property
    def size(self) -> float | None:
        """The size of its letters, where it has its own."""
        return self.change["font"].size if "font" in self.change else None


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
    repeated: tuple[int, int] = (1, TITLE)
    """The rows that stand on every page after their own: the title; where a table may be long, its heads."""
    size: float = 11
    """Of the letters in tables."""
    captioned: int = 0
    """The row below the last heading."""
    landscape: bool = False
    tile: tuple[int, int] | None = None
    """Where a page does not hold all columns: how many stand at the left of each, and how many more on each."""
    aside: list[Column] = field(default_factory=list)
    """Columns for programs only: they stand on the last sheet."""

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

    def title(self, text: str, note: str = "", mark: str = "", size: float = 20) -> None:
        """The sheet's title over a double rule; ``mark`` stands at its right in capitals: what must not be overlooked."""
        cell(self.ws, self.row, FIRST, text, "Print title", font=font(size, bold=True, serif=True))
        if mark:
            right = place("right")
            cell(self.ws, self.row, self.last, mark, "Print title", font=font(14, bold=True), alignment=right)
        cell(self.ws, self.row + 1, FIRST, note, "Print rule", font=font(11))
        row, second = self.row + 1, get_column_letter(FIRST + 1)
        put(self.ws, f"{second}{row}:{get_column_letter(self.last)}{row}", None, "Print rule")
        for height in _TITLE_HEIGHTS[size <= SMALL_TITLE]:
            self.ws.row_dimensions[self.row].height = height
            self.row += 1

    def caption(self, text: str) -> None:
        """A heading in the serif face."""
        cell(self.ws, self.row, FIRST, text, "Print caption")
        self.ws.row_dimensions[self.row].height = 24
        self.row += 1
        self.captioned = self.row

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
        self._raise(row, _high(lines(value, 10, self.width(at, self.last)), 10))

    def pairs(self, *told: tuple[int, int, str, str, Value]) -> None:
        """Labels and values side by side: column of the label, column of the value, label, name, value."""
        put(self.ws, f"{get_column_letter(FIRST)}{self.row}:{get_column_letter(self.last)}{self.row}", None, "Print text")
        for label_at, value_at, label, known_as, value in told:
            cell(self.ws, self.row, label_at, label, "Print text", font=font(10, NOTE))
            self.value(self.row, value_at, known_as, value, font=font(11), alignment=place("left"))
        self.ws.row_dimensions[self.row].height = 18
        self.row += 1

    def table(
        self, columns: Sequence[Column], *, left: int = FIRST, heads: bool = True, height: float = 19, repeat: bool = False
    ) -> None:
        """A head and as many rows as the columns have values; each column gets its name.

        ``repeat``: its head stands on every page that the table goes on to; the last table of a sheet only.
        """
        places, length = _places(columns, left), len(columns[0].values)
        if heads:
            if repeat or self.row == TITLE + 1:
                self.repeated = (1 if self.row == TITLE + 1 else self.row, self.row)
            self.blocks.append((self.row - (self.captioned == self.row), self.row + min(length, _COMPANY)))
            self._heads(columns, places)
            self.row += 1
        for row in range(self.row, self.row + length):
            self._raise(row, height)
        for column, at in zip(columns, places, strict=True):
            self._column(column, at)
        self.row += length

    def _heads(self, columns: Sequence[Column], places: Sequence[int]) -> None:
        most = max(column.head.count("\n") for column in columns)
        for column, at in zip(columns, places, strict=True):
            style = _HEADS.get(column.style, "Print head left")
            cell(self.ws, self.row, at, column.head, style, font=font(min(self.size, 10), bold=True))
            self._over(column, self.row, at, style)
        self._raise(self.row, (_LOW if self.size > _SMALL else _LOWER) + most * min(self.size, 10) * _LEADING)

    def common_heads(self, columns: Sequence[Column], *lefts: int) -> None:
        """Heads for all tables below, at each of these columns; they stand on every page."""
        for left in lefts:
            self._heads(columns, _places(columns, left))
        self.repeated = (1, self.row)
        self.row += 1

    def _column(self, column: Column, at: int) -> None:
        """The cells of a column, with the heights that its long texts need."""
        size, first = column.size or self.size, self.row
        room = self.width(at, at + column.over - 1)
        look: dict[str, Any] = {"font": font(size), **column.change}
        if column.long:
            look["alignment"] = place("left", wrap=True)
        bold = bool(look["font"].bold)
        for row, value in enumerate(column.values, first):
            cell(self.ws, row, at, value, column.style, **look)
            self._over(column, row, at, column.style)
            if column.long:
                self._raise(row, _high(lines(str(value or ""), size, room, bold=bold), size))
        if column.name and column.values:
            self.define(column.name, first, first + len(column.values) - 1, at)
        for row, known_as in enumerate(column.cells, first):
            if known_as:
                self.define(known_as, row, row, at)

    def _raise(self, row: int, height: float) -> None:
        known = self.ws.row_dimensions[row]
        known.height = max(known.height or 0, height)

    def _over(self, column: Column, row: int, at: int, style: str) -> None:
        if column.over > 1:
            put(self.ws, f"{get_column_letter(at + 1)}{row}:{get_column_letter(at + column.over - 1)}{row}", None, style)
            self.ws.merge_cells(start_row=row, end_row=row, start_column=at, end_column=at + column.over - 1)

    def width(self, first: int, last: int) -> float:
        """Points that these columns leave for a text."""
        known = self.ws.column_dimensions
        return sum(known[get_column_letter(column)].width for column in range(first, last + 1)) * CHARACTER - _BESIDE

    def spanned(self, columns: Sequence[Column]) -> list[Column]:
        """Columns over as many of the sheet's, from the first on, as their texts need."""
        found: list[Column] = []
        at = FIRST
        for left, column in zip(range(len(columns) - 1, -1, -1), columns, strict=True):
            need, over = _needed(column, self.size), 1
            need = min(need, _LONGEST) if column.long else need
            while self.width(at, at + over - 1) + _BESIDE < need and at + over + left <= self.last:
                over += 1
            if column.long and column is columns[-1]:
                over = self.last + 1 - at
            found.append(column._replace(over=over))
            at += over
        return found

    def unused(self, columns: Sequence[Column], row: int, left: int) -> None:
        """Names for columns in which nobody has anything: blank cells from ``row`` on, right of all that is printed."""
        for at, column in enumerate(columns, left):
            if column.name:
                self.define(column.name, row, row + len(column.values) - 1, at)
            for below, known_as in enumerate(column.cells, row):
                if known_as:
                    self.define(known_as, below, below, at)

    def define(self, known_as: str, first: int, last: int, column: int) -> None:
        """A name for a part of a column."""
        letter = get_column_letter(column)
        ref = f"{letter}{first}:{letter}{last}" if last > first else f"{letter}{first}"
        if self.local:
            name(self.ws, known_as, ref)
        else:
            book_name(self.wb, self.ws, known_as, ref)


def used(columns: Sequence[Column], keep: Column | None = None) -> tuple[list[Column], list[Column]]:
    """The columns that say something, and those in which nobody has anything, but for one to ``keep``."""
    said = [one for one in columns if not one.is_blank or one is keep]
    return said, [one for one in columns if (one.name or one.cells) and one.values and one.is_blank and one is not keep]


def sizes(
    columns: Sequence[Column], size: float, *, most: float, stretched: int, widest: float = 190, apart: float = _PADDING
) -> list[float]:
    """The widths of columns, in characters, that their texts need; the ``stretched`` one has what is left of ``most`` points.

    Where they would need more, it has less, and its texts take more lines.
    """
    if not columns:
        return []
    found = [_needed(column, size, apart) for column in columns]
    rest = most - sum(found) + found[stretched]
    found[stretched] = min(max(rest, _LEAST), widest)
    return [characters(wide) for wide in found]


def folded(column: Column, size: float) -> Column:
    """The column with its head on two lines, where the head alone would make it wider."""
    first, blank, rest = column.head.partition(" ")
    needs = _needed(column._replace(head=""), size, 0)
    if "\n" in column.head or not blank or points(column.head, size, bold=True) <= needs:
        return column
    return column._replace(head=f"{first}\n{rest}" if len(first) >= len(rest) else "\n".join(column.head.rsplit(" ", 1)))


def gridded(columns: Sequence[Column], size: float, *, most: float, stretched: int, widest: float = 190) -> list[Column]:
    """The columns over as many of a sheet's as they need where all have the width ``UNIT``: so tables stand below each other."""
    wide = sizes(columns, size, most=most, stretched=stretched, widest=widest)
    return [column._replace(over=ceil((one + MARGIN) / (UNIT + MARGIN))) for column, one in zip(columns, wide, strict=True)]


def is_wide_enough(columns: Sequence[Column], size: float, *, most: float) -> bool:
    """Whether so many points hold the columns with letters of a size, each text on a line."""
    return sum(_needed(column, size) for column in columns) <= most


def _needed(column: Column, size: float, apart: float = _PADDING) -> float:
    own, bold = column.size or size, "font" in column.change and bool(column.change["font"].bold)
    shows = [shown(value, dollars=_is_money(column)) for value in column.values]
    head = points(column.head, min(size, 10), bold=True)
    return max(head, max((points(text, own, bold=bold) for text in shows), default=0)) + apart + _indent(column)


def _indent(column: Column) -> float:
    """Points that an indent takes."""
    return _INDENT * float(column.change["alignment"].indent) if "alignment" in column.change else 0


def _is_money(column: Column) -> bool:
    return column.style == "Print money" and "$" in column.change.get("number_format", "$")


def _places(columns: Sequence[Column], left: int) -> list[int]:
    """The sheet's columns at which the columns begin."""
    return [left + sum(column.over for column in columns[:index]) for index in range(len(columns))]


def _high(count: int, size: float) -> float:
    """The height of a row with so many lines, if one line is not all."""
    return min(count * size * _LEADING + _AROUND, _HIGHEST) if count > 1 else 0


def cell(ws: Worksheet, row: int, column: int, value: Value, style: str, **change: object) -> None:
    """A styled cell; a text is a text, whatever it begins with."""
    ref = f"{get_column_letter(column)}{row}"
    put(ws, ref, None, style, **change)
    if value not in (None, ""):
        write(ws[ref], stored(value))


def new_page(wb: Workbook, title: str, sizes: Sequence[float], *, local: bool = False) -> Page:
    """A white sheet with these widths from column B on."""
    ws = wb.create_sheet(_free(wb, title))
    widths(ws, _EDGE, *sizes, white_from=1)
    ws.sheet_view.showGridLines = False
    ws.sheet_properties.tabColor = RULE
    ws.sheet_properties.outlinePr = None
    return Page(wb, ws, 1 + len(sizes), local=local)


def first_sheet(at: Page) -> None:
    """The tab that stands first."""
    at.ws.sheet_properties.tabColor = INK


def _free(wb: Workbook, title: str) -> str:
    """A tab name that no other sheet has: in some language two sheets may be called alike."""
    taken = {sheet.casefold() for sheet in wb.sheetnames}
    return next(name for n in range(1, 100) if (name := title if n == 1 else f"{title} {n}").casefold() not in taken)
