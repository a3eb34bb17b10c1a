"""What hands do to a workbook: sort, cut, paste, fill, clear, replace unlocked cells; and anything with other programs."""

import random
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from itertools import chain
from typing import Any, Final, NamedTuple

from openpyxl import Workbook
from openpyxl.cell.cell import MergedCell
from openpyxl.comments import Comment
from openpyxl.styles import Protection
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books.port import Ref
from bangxl.books.references import definition, range_ref
from tests.hosts.libreoffice.office import Document

MOST_ROWS, MOST_COLUMNS = 12, 4
WORDS: Final = ("x", "yes", "Sheriff", "eliminated", "P001", "300", "Anna Rossi", "W", "-")


class Area(NamedTuple):
    """A block of cells, its edges included."""

    top: int
    left: int
    bottom: int
    right: int

    def places(self) -> Iterator[tuple[int, int]]:
        return ((row, column) for row in range(self.top, self.bottom + 1) for column in range(self.left, self.right + 1))

    def holds(self, ref: Ref) -> bool:
        return self.top <= ref.first and ref.last <= self.bottom and self.left <= ref.column <= self.right


class Hands:
    """Somebody at an open workbook; ``reach`` says which cells he can change."""

    def __init__(self, book: Workbook, dice: random.Random, *, everywhere: bool = False) -> None:
        self.book, self.dice, self.everywhere = book, dice, everywhere
        self.done: list[str] = []

    def say(self, *words: object) -> None:
        self.done.append(" ".join(map(str, words)))

    def reach(self, ws: Worksheet) -> set[tuple[int, int]]:
        cells: Iterator[Any] = chain.from_iterable(ws.iter_rows())
        own = (cell for cell in cells if not isinstance(cell, MergedCell))
        return {(cell.row, cell.column) for cell in own if self.everywhere or not cell.protection.locked}

    def sheet(self) -> Worksheet:
        """A sheet with something to reach; those with something typed more often."""
        seen = [ws for ws in self.book.worksheets if (self.everywhere or ws.sheet_state == "visible") and self.reach(ws)]
        typed = [ws for ws in seen if any(ws.cell(*place).value is not None for place in self.reach(ws))]
        return self.dice.choice(typed if typed and self.dice.random() < 0.9 else seen)

    def area(self, ws: Worksheet, size: tuple[int, int] | None = None) -> Area:
        """A block that can be reached, most often with something in it."""
        cells = self.reach(ws)
        filled = sorted(place for place in cells if ws.cell(*place).value is not None)
        for _try in range(50):
            row, column = self.dice.choice(filled if filled and self.dice.random() < 0.8 else sorted(cells))
            rows, columns = size or (self.dice.randint(2, MOST_ROWS), self.dice.randint(1, MOST_COLUMNS))
            while rows * columns:
                area = Area(row, column, row + rows - 1, column + columns - 1)
                if cells.issuperset(area.places()):
                    return area
                if size:
                    break
                rows, columns = (rows - 1, columns) if rows > 1 else (rows, columns - 1)
        row, column = self.dice.choice(sorted(cells))
        return Area(row, column, row, column)

    def values(self, ws: Worksheet, area: Area) -> list[list[Any]]:
        return [[ws.cell(row, c).value for c in range(area.left, area.right + 1)] for row in range(area.top, area.bottom + 1)]

    def put(self, ws: Worksheet, area: Area, rows: list[list[Any]]) -> None:
        for (row, column), value in zip(area.places(), chain(*rows), strict=True):
            ws.cell(row, column).value = value

    def names(self) -> Iterator[tuple[Any, Ref]]:
        holders: list[Any] = [self.book, *self.book.worksheets]
        for holder in holders:
            for name in [*holder.defined_names.values()]:
                if (ref := range_ref(name.attr_text)) is not None and not name.name.startswith("_xlnm"):
                    yield name, ref


def _sort(hands: Hands) -> None:
    ws = hands.sheet()
    area = hands.area(ws)
    rows, by, down = hands.values(ws, area), hands.dice.randrange(area.right - area.left + 1), hands.dice.random() < 0.5
    hands.put(ws, area, sorted(rows, key=lambda row: (row[by] is None, str(row[by])), reverse=down))
    hands.say("sort", ws.title, *area, "by", by, down)


def _cut(hands: Hands) -> None:
    """Cells go elsewhere, and take their names along; in Excel the names that were there are gone."""
    ws, in_excel = hands.sheet(), hands.dice.random() < 0.5
    area = hands.area(ws)
    onto = hands.area(ws, (area.bottom - area.top + 1, area.right - area.left + 1))
    if (onto.bottom - onto.top, onto.right - onto.left) != (area.bottom - area.top, area.right - area.left):
        area = Area(area.top, area.left, area.top, area.left)
    rows = hands.values(ws, area)
    hands.put(ws, area, [[None] * len(row) for row in rows])
    hands.put(ws, onto, rows)
    for name, ref in hands.names():
        if ref.sheet != ws.title or area == onto:
            continue
        if area.holds(ref):
            down, right = onto.top - area.top, onto.left - area.left
            name.attr_text = definition(Ref(ref.sheet, ref.column + right, ref.first + down, ref.last + down))
        elif in_excel and onto.holds(ref):
            name.attr_text = f"'{ws.title}'!#REF!"
    hands.say("cut", ws.title, *area, "to", *onto, in_excel)


def _copy(hands: Hands) -> None:
    ws = hands.sheet()
    area = hands.area(ws)
    onto = hands.area(ws, (area.bottom - area.top + 1, area.right - area.left + 1))
    rows = hands.values(ws, area)
    if len(rows) == onto.bottom - onto.top + 1 and len(rows[0]) == onto.right - onto.left + 1:
        hands.put(ws, onto, rows)
    hands.say("copy", ws.title, *area, "to", *onto)


def _clear(hands: Hands) -> None:
    ws = hands.sheet()
    area = hands.area(ws)
    hands.put(ws, area, [[None] * len(row) for row in hands.values(ws, area)])
    hands.say("clear", ws.title, *area)


def _fill(hands: Hands) -> None:
    """Fill down: numbers count on, as Excel and LibreOffice do, or the first row is repeated."""
    ws = hands.sheet()
    area, counts = hands.area(ws), hands.dice.random() < 0.5
    rows = hands.values(ws, area)
    first = rows[0]
    grown = [[v + n if counts and isinstance(v, int) and not isinstance(v, bool) else v for v in first] for n in range(len(rows))]
    hands.put(ws, area, grown)
    hands.say("fill", ws.title, *area, counts)


def _replace(hands: Hands) -> None:
    ws = hands.sheet()
    texts = [str(v) for place in hands.reach(ws) if (v := ws.cell(*place).value) is not None and not str(v).startswith("=")]
    if not texts:
        return
    old, new = hands.dice.choice(sorted(texts)), hands.dice.choice(WORDS)
    old = old[: hands.dice.randint(1, len(old))]
    for place in hands.reach(ws):
        cell = ws.cell(*place)
        if cell.value is not None and old in str(cell.value) and not str(cell.value).startswith("="):
            text = str(cell.value).replace(old, new)
            cell.value = int(text) if text.isdecimal() else text
    hands.say("replace", ws.title, repr(old), repr(new))


def _type(hands: Hands) -> None:
    ws = hands.sheet()
    area = hands.area(ws, (1, 1))
    hands.put(ws, area, [[value := hands.dice.choice(WORDS)]])
    hands.say("type", ws.title, *area[:2], value)


def _shift(hands: Hands, *, rows: bool, by: int) -> None:
    """Insert or delete rows or columns, as every program does it: names and merged cells go along."""
    ws = hands.dice.choice(hands.book.worksheets)
    on = [ref for _name, ref in hands.names() if ref.sheet == ws.title]
    if not on:
        return
    ref = hands.dice.choice(on)
    at = (
        hands.dice.randint(max(1, ref.first - 2), ref.last + 2)
        if rows
        else hands.dice.randint(max(1, ref.column - 1), ref.column + 1)
    )
    merged = [str(one) for one in ws.merged_cells.ranges]
    for one in merged:
        ws.unmerge_cells(one)
    if rows:
        ws.insert_rows(at, by) if by > 0 else ws.delete_rows(at, -by)
    else:
        ws.insert_cols(at, by) if by > 0 else ws.delete_cols(at, -by)
    for name, ref in hands.names():
        if ref.sheet == ws.title:
            new = moved(ref, at, by, rows=rows)
            name.attr_text = definition(new) if new is not None else f"'{ws.title}'!#REF!"
    hands.say("rows" if rows else "columns", ws.title, at, by)


def moved(ref: Ref, at: int, by: int, *, rows: bool) -> Ref | None:
    """Where a range comes to when rows or columns are inserted or deleted; None if its cells are gone."""
    first, last = (ref.first, ref.last) if rows else (ref.column, ref.column)
    if by < 0:
        left = [n for n in range(first, last + 1) if not at <= n < at - by]
        if not left:
            return None
        first, last = (n + by if n >= at - by else n for n in (left[0], left[-1]))
    else:
        first, last = (n + by if n >= at else n for n in (first, last))
    return Ref(ref.sheet, ref.column, first, last) if rows else Ref(ref.sheet, first, ref.first, ref.last)


def _values_only(hands: Hands) -> None:
    """Formulas become values: in a cell, a column, a sheet or everywhere."""
    ws, kind = hands.dice.choice(hands.book.worksheets), hands.dice.choice(("cell", "column", "sheet", "book"))
    formulas: list[Any] = [c for row in ws.iter_rows() for c in row if str(c.value).startswith("=")]
    if kind == "book":
        formulas = [c for one in hands.book for row in one.iter_rows() for c in row if str(c.value).startswith("=")]
    if not formulas:
        return
    first = hands.dice.choice(formulas)
    for cell in formulas:
        if kind in {"sheet", "book"} or cell is first or (kind == "column" and cell.column == first.column):
            cell.value = hands.dice.choice((0, 7, "", None, "x"))
    hands.say("values", ws.title, kind, first.coordinate)


def _copy_sheet(hands: Hands) -> None:
    """The copy gets the names of the sheet, as in Excel and LibreOffice; some are of the workbook."""
    ws = hands.dice.choice(hands.book.worksheets)
    copy = hands.book.copy_worksheet(ws)
    copy.title = f"{ws.title} (2)" if hands.dice.random() < 0.5 else f"{ws.title}_2"
    for name, ref in [*hands.names()]:
        if ref.sheet == ws.title:
            copy.defined_names[name.name] = type(name)(
                name.name, attr_text=definition(Ref(copy.title, ref.column, ref.first, ref.last))
            )
    hands.say("copy sheet", ws.title)


def _lose_names(hands: Hands) -> None:
    everybody: list[Any] = [hands.book, *hands.book.worksheets]
    holders = [holder for holder in everybody if holder.defined_names]
    kind = hands.dice.choice(("all of sheets", "of one sheet", "some", "some as #REF!"))
    keep = {"Rulebook_Id", "Players_Name"} if hands.dice.random() < 0.5 else {"Rulebook_Id"}
    if kind in {"all of sheets", "of one sheet"}:
        holders = holders[1:] if kind == "all of sheets" else [hands.dice.choice(holders[1:])]
    share = 1.0 if kind in {"all of sheets", "of one sheet"} else hands.dice.random() ** 3
    for holder in holders:
        for key in [*holder.defined_names]:
            if hands.dice.random() < share and key not in keep and not key.startswith("_xlnm"):
                if "#REF!" in kind:
                    holder.defined_names[key].attr_text = "#REF!"
                else:
                    del holder.defined_names[key]
    hands.say("lose names", kind, round(share, 2))


def _rename_sheet(hands: Hands) -> None:
    ws = hands.dice.choice(hands.book.worksheets)
    old, ws.title = ws.title, hands.dice.choice((f"{ws.title} old", "Tavolo", f"{ws.title}x", "1"))
    for name, ref in hands.names():
        if ref.sheet == old:
            name.attr_text = definition(Ref(ws.title, ref.column, ref.first, ref.last))
    hands.say("rename sheet", old, ws.title)


def _unprotect(hands: Hands) -> None:
    for ws in hands.book.worksheets:
        ws.protection.sheet = False
        ws.data_validations.dataValidation = []
    hands.say("unprotect")


def _format(hands: Hands) -> None:
    """Formats are lost: numbers become texts, or a day a number; or every cell is locked."""
    kind = hands.dice.choice(("General", "@", "locked"))
    sheets = hands.book.worksheets if hands.dice.random() < 0.5 else [hands.sheet()]
    cells: Iterator[Any] = chain.from_iterable(row for ws in sheets for row in ws.iter_rows())
    for cell in cells:
        if kind == "locked":
            cell.protection = Protection(locked=True)
            continue
        if kind == "@" and isinstance(cell.value, int) and not cell.protection.locked:
            cell.value = str(cell.value)
        if kind == "General" and isinstance(cell.value, datetime):
            cell.value = (cell.value - datetime(1899, 12, 30)).days  # noqa: DTZ001 - as spreadsheets count
        cell.number_format = kind
    hands.say("format", kind, len(sheets))


def _sheets(hands: Hands) -> None:
    """Sheets are moved, shown and hidden."""
    for ws in hands.dice.sample(hands.book.worksheets, 5):
        hands.book.move_sheet(ws, -3)
        ws.sheet_state = "visible" if ws.sheet_state == "hidden" else "hidden"
    hands.book.worksheets[0].sheet_state = "visible"
    hands.say("sheets")


def _merge(hands: Hands) -> None:
    ws = hands.sheet()
    area = hands.area(ws)
    ws.merge_cells(start_row=area.top, start_column=area.left, end_row=area.bottom, end_column=area.right)
    hands.say("merge", ws.title, *area)


def _comment(hands: Hands) -> None:
    ws = hands.sheet()
    area = hands.area(ws)
    ws.cell(area.top, area.left).comment = Comment("asked him again", "the referee")
    hands.say("comment", ws.title, *area)


BY_HAND: Final[Mapping[str, Callable[[Hands], None]]] = {
    "sort": _sort, "cut": _cut, "copy": _copy, "clear": _clear, "fill": _fill, "replace": _replace, "type": _type,
}  # fmt: skip
WITH_PROGRAMS: Final[Mapping[str, Callable[[Hands], None]]] = {
    **BY_HAND,
    "insert rows": lambda hands: _shift(hands, rows=True, by=hands.dice.randint(1, 2)),
    "delete rows": lambda hands: _shift(hands, rows=True, by=-hands.dice.randint(1, 2)),
    "insert columns": lambda hands: _shift(hands, rows=False, by=1),
    "delete columns": lambda hands: _shift(hands, rows=False, by=-1),
    "values": _values_only, "copy sheet": _copy_sheet, "lose names": _lose_names, "rename sheet": _rename_sheet,
    "unprotect": _unprotect, "format": _format, "sheets": _sheets, "merge": _merge, "comment": _comment,
}  # fmt: skip


IN_OFFICE: Final = ("sort", "cut", "copy", "clear", "fill", "replace", "insert rows", "delete rows")
"""What LibreOffice does by itself; rows only on a sheet that somebody has unprotected."""


def in_office(document: Document, book: Workbook, dice: random.Random) -> tuple[str, bool]:
    """One manipulation in LibreOffice's window, and whether it only changed cells; ``book``: the same file, to find cells in."""
    hands, deed = Hands(book, dice), dice.choice(IN_OFFICE)
    ws = dice.choice(book.worksheets) if "rows" in deed else hands.sheet()
    area = hands.area(ws) if hands.reach(ws) else Area(7, 2, 7, 2)
    onto = hands.area(ws, (area.bottom - area.top + 1, area.right - area.left + 1)) if hands.reach(ws) else area
    filled = [str(value) for row in hands.values(ws, area) for value in row if value is not None]
    more = {"by": dice.randrange(area.right - area.left + 1), "old": dice.choice(filled or ["e"])[:3], "new": dice.choice(WORDS)}
    done = document.handle(deed, ws.title, list(area), onto=[onto.top, onto.left], **more)
    return f"{deed} {ws.title} {tuple(area)} to {tuple(onto[:2])} {more}: {done}", "rows" not in deed
