"""Changes a worksheet's part: cells, rows, the tab that is in front. What is not changed stays as it is, byte for byte."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import Final

from bangxl.books import markup
from bangxl.books.markup import Edit
from bangxl.books.plan import Plan
from bangxl.books.port import Formula, Value
from bangxl.books.references import Place, letters
from bangxl.books.scanner import scan
from bangxl.books.stylesheet import Stylesheet, Wish
from bangxl.books.values import days, escape_codes, looks_like_formula
from bangxl.books.worksheet import Cell, ColumnGroup, SheetRow, Worksheet, is_address, place_of

_WIDTH: Final = 9.140625
"""Of a column of which nothing was said, in characters."""
_VIEW: Final = re.compile(rb"<(?:[\w.-]+:)?sheetView(?=[\s/>])")


@dataclass(slots=True)
class SheetChanges:
    """What is to become of one worksheet: values and locks of cells, rows and columns hidden or not."""

    cells: dict[Place, Value] = field(default_factory=dict)
    locked: dict[Place, bool] = field(default_factory=dict)
    hidden: dict[int, bool] = field(default_factory=dict)
    columns: dict[int, bool] = field(default_factory=dict)


def by_sheet(todo: Plan) -> Mapping[str, SheetChanges]:
    """A plan's changes to each sheet."""
    found: dict[str, SheetChanges] = {}
    for (sheet, row, column), value in todo.cells.items():
        found.setdefault(sheet, SheetChanges()).cells[row, column] = value
    for (sheet, row, column), locked in todo.locked.items():
        found.setdefault(sheet, SheetChanges()).locked[row, column] = locked
    for (sheet, row), hidden in todo.hidden.items():
        found.setdefault(sheet, SheetChanges()).hidden[row] = hidden
    for (sheet, column), hidden in todo.columns.items():
        found.setdefault(sheet, SheetChanges()).columns[column] = hidden
    return found


def change(sheet: Worksheet, changes: SheetChanges, styles: Stylesheet, *, since_1904: bool) -> bytes:
    """The part with the changes made. ``styles`` gets the styles that are needed."""
    sheet = _positioned(sheet)
    return markup.exchange(sheet.data, _Editor(sheet, styles, since_1904=since_1904).edits(changes))


def without_results(sheet: Worksheet) -> bytes:
    """The part without what its formulas have shown: no program can take it for what they show now."""
    calculated = (cell for cell in sheet.cells.values() if cell.calculated)
    return markup.exchange(sheet.data, (edit for cell in calculated for edit in _no_result(sheet, cell)))


def in_front(data: bytes, *, yes: bool) -> bytes:
    """A sheet's part, of whatever kind, with its tab selected, or not."""
    if not yes and b"tabSelected" not in data:
        return data
    starts = (found.start() for found in _VIEW.finditer(data))
    tags = [(start, markup.after_tag(data, start)) for start in starts]
    selected = {"tabSelected": "1" if yes else None}
    return markup.exchange(data, [(start, end, markup.with_attributes(data[start:end], selected)) for start, end in tags])


class _Editor:
    def __init__(self, sheet: Worksheet, styles: Stylesheet, *, since_1904: bool) -> None:
        self._sheet = sheet
        self._data = sheet.data
        self._styles = styles
        self._since_1904 = since_1904
        self._content = sheet.head("sheetData")
        self._x = self._data[self._content.start + 1 :].split(b"sheetData", 1)[0].decode()
        self._columns: dict[int, list[int]] = {}
        for row, column in sorted(sheet.cells):
            self._columns.setdefault(row, []).append(column)

    def edits(self, changes: SheetChanges) -> Iterator[Edit]:
        """All edits of the part."""
        new = self._cells(changes)
        by_row: dict[int, dict[int, bytes]] = {row: {} for row in sorted({*changes.hidden, *(row for row, _ in new)})}
        for (row, column), xml in sorted(new.items()):
            by_row[row][column] = xml
        fresh: dict[int, bytes] = {}
        for number, cells in by_row.items():
            hidden = changes.hidden.get(number)
            if number in self._sheet.rows:
                yield from self._row(number, cells, hidden)
            elif cells or hidden:
                fresh[number] = self._new_row(number, cells, hidden)
        yield from self._new_rows(fresh)
        yield from self._dimension(new)
        yield from self._hidden_columns(changes.columns)

    def _cells(self, changes: SheetChanges) -> dict[Place, bytes]:
        """The cells that become different, as they are to stand in the part; what is blank and was not there stays away."""
        found = {}
        values: Mapping[Place, Value] = {**self._left_alone(changes), **changes.cells}
        for place in sorted({*values, *changes.locked}):
            cell, style = self._sheet.cells.get(place), self._sheet.style(*place)
            value = values.get(place)
            wish = Wish(changes.locked.get(place), _is_marked(value), dated=isinstance(value, datetime))
            new_style = self._styles.like(style, wish if place in values else Wish(wish.locked))
            if place in values and (cell is not None or value is not None):
                found[place] = self._cell(place, new_style, self._written(value))
            elif new_style != style:
                found[place] = self._cell(place, new_style, "/>") if cell is None else self._restyled(cell, new_style)
        return found

    def _left_alone(self, changes: SheetChanges) -> dict[Place, Value]:
        """The cells whose formula stands in another one that gets a value: now they have it themselves."""
        gone = {shared for shared, master in self._sheet.masters.items() if master in changes.cells}
        shares = (place for place, cell in self._sheet.cells.items() if cell.shared in gone) if gone else ()
        return {place: Formula(f"={self._sheet.formula(place)}") for place in shares}

    def _cell(self, place: Place, style: int, rest: str) -> bytes:
        looks = f' s="{style}"' if style else ""
        return f'<{self._x}c r="{letters(place[1])}{place[0]}"{looks}{rest}'.encode()

    def _written(self, value: Value) -> str:
        """What stands behind the attributes that every cell has."""
        x = self._x
        if value is None:
            return "/>"
        if isinstance(value, Formula):
            return f"><{x}f>{markup.text(value[1:])}</{x}f></{x}c>"
        if isinstance(value, str):
            space = ' xml:space="preserve"' if value != value.strip() else ""
            text = markup.text(escape_codes(value))
            return f' t="inlineStr"><{x}is><{x}t{space}>{text}</{x}t></{x}is></{x}c>'
        if isinstance(value, bool):
            return f' t="b"><{x}v>{value:d}</{x}v></{x}c>'
        number = days(value, since_1904=self._since_1904) if isinstance(value, datetime) else value
        return f"><{x}v>{number!r}</{x}v></{x}c>"

    def _restyled(self, cell: Cell, style: int) -> bytes:
        """A cell as it is but for its style."""
        inside = markup.after_tag(self._data, cell.start)
        tag = markup.with_attributes(self._data[cell.start : inside], {"s": str(style)})
        return tag + self._data[inside : self._end(cell)]

    def _row(self, number: int, cells: Mapping[int, bytes], hidden: bool | None) -> Iterator[Edit]:  # noqa: FBT001 - a state
        """A row that is there, with other cells, and hidden or not."""
        row, there = self._sheet.rows[number], self._columns.get(number, [])
        inside = markup.after_tag(self._data, row.start)
        missing = [xml for column, xml in cells.items() if column not in there]
        values: dict[str, str | None] = {"spans": None} if missing else {}
        if hidden is not None and hidden != self._sheet.is_hidden(number):
            values |= {"hidden": "1" if hidden else None}
        tag = markup.with_attributes(self._data[row.start : inside], values)
        if missing and markup.is_empty(tag, len(tag)):
            yield row.start, inside, markup.fill(tag, b"".join(missing))
            return
        yield row.start, inside, tag
        for column, xml in cells.items():
            at = bisect(there, column)
            last = self._sheet.cells[number, there[at - 1]] if at else None
            if column in there and last is not None:
                yield last.start, self._end(last), xml
            else:
                here = self._end(last) if last is not None else inside
                yield here, here, xml

    def _new_row(self, number: int, cells: Mapping[int, bytes], hidden: bool | None) -> bytes:  # noqa: FBT001 - as above
        said = ' hidden="1"' if hidden else ""
        tag = f'<{self._x}row r="{number}"{said}/>'.encode()
        return markup.fill(tag, b"".join(cells.values())) if cells else tag

    def _new_rows(self, fresh: Mapping[int, bytes]) -> Iterator[Edit]:
        """Rows that were not there, each behind the last one above it."""
        start, there = self._content.start, sorted(self._sheet.rows)
        inside = markup.after_tag(self._data, start)
        if fresh and markup.is_empty(self._data, inside):
            yield start, inside, markup.fill(self._data[start:inside], b"".join(fresh.values()))
            return
        for number, xml in fresh.items():
            at = bisect(there, number)
            here = self._end(self._sheet.rows[there[at - 1]]) if at else inside
            yield here, here, xml

    def _end(self, one: Cell | SheetRow) -> int:
        """Where the element of a cell or row ends."""
        inside = markup.after_tag(self._data, one.start)
        return inside if markup.is_empty(self._data, inside) else markup.after_tag(self._data, one.close)

    def _hidden_columns(self, changes: Mapping[int, bool]) -> Iterator[Edit]:
        """Columns hidden or seen; a group of them is split where they differ."""
        todo = {column: hidden for column, hidden in changes.items() if hidden is not self._sheet.is_column_hidden(column)}
        for group in self._sheet.columns:
            if mine := [column for column in todo if group.first <= column <= group.last]:
                end = markup.after_tag(self._data, group.start)
                yield group.start, end, b"".join(self._split(self._data[group.start : end], group, mine, todo))
        there = [range(group.first, group.last + 1) for group in self._sheet.columns]
        new = [column for column in sorted(todo) if not any(column in columns for columns in there)]
        yield from self._new_columns([column for column in new if todo[column]])

    def _split(self, tag: bytes, group: ColumnGroup, mine: list[int], hidden: Mapping[int, bool]) -> Iterator[bytes]:
        """The elements that stand for one group."""
        starts = sorted({group.first, *mine, *(column + 1 for column in mine if column < group.last)})
        empty = tag if markup.is_empty(tag, len(tag)) else tag[:-1] + b"/>"
        for first, following in pairwise([*starts, group.last + 1]):
            values: dict[str, str | None] = {"min": str(first), "max": str(following - 1)}
            if first in hidden:
                values["hidden"] = "1" if hidden[first] else None
            yield markup.with_attributes(tag if following > group.last else empty, values)

    def _new_columns(self, columns: list[int]) -> Iterator[Edit]:
        """Hidden columns that were not there, each before the first group behind it."""
        groups, x = self._sheet.columns, self._x
        tags = [f'<{x}col min="{column}" max="{column}" width="{_WIDTH}" hidden="1"/>' for column in columns]
        for column, tag in zip(columns, tags, strict=True) if groups else ():
            later = [group.start for group in groups if group.first > column]
            here = min(later) if later else self._data.index(f"</{x}cols".encode(), groups[-1].start)
            yield here, here, tag.encode()
        if tags and not groups:
            yield self._content.start, self._content.start, f"<{x}cols>{''.join(tags)}</{x}cols>".encode()

    def _dimension(self, new: Mapping[Place, bytes]) -> Iterator[Edit]:
        """The area that the sheet says it uses, if there are cells outside it now."""
        head = self._sheet.heads.get("dimension")
        corners = head.attributes.get("ref", "").split(":") if head is not None else []
        if head is None or not all(map(is_address, corners)):
            return
        rows, columns = zip(*new, *map(place_of, corners), strict=True)
        area = f"{letters(min(columns))}{min(rows)}:{letters(max(columns))}{max(rows)}"
        inside = markup.after_tag(self._data, head.start)
        if [place_of(corner) for corner in area.split(":")] != [place_of(corner) for corner in (corners[0], corners[-1])]:
            yield head.start, inside, markup.with_attributes(self._data[head.start : inside], {"ref": area})


def _is_marked(value: Value) -> bool:
    return isinstance(value, str) and not isinstance(value, Formula) and looks_like_formula(value)


def _positioned(sheet: Worksheet) -> Worksheet:
    """The sheet with all rows and cells saying which they are."""
    if not sheet.implied:
        return sheet
    edits = []
    for start, address in sheet.implied:
        end = markup.after_tag(sheet.data, start)
        edits.append((start, end, markup.with_attributes(sheet.data[start:end], {"r": address})))
    return scan(markup.exchange(sheet.data, edits))


def _no_result(sheet: Worksheet, cell: Cell) -> Iterator[Edit]:
    """Without ``<v>``, and without the word for its kind: a text would be an empty one."""
    inside = markup.after_tag(sheet.data, cell.start)
    yield cell.start, inside, markup.with_attributes(sheet.data[cell.start : inside], {"t": None})
    first = markup.after_tag(sheet.data, cell.result)
    last = first if markup.is_empty(sheet.data, first) else markup.after_tag(sheet.data, sheet.data.index(b"</", first))
    yield cell.result, last, b""
