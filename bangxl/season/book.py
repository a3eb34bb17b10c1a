"""The season's workbook: a first sheet in words, then a sheet a table: one row of headings, filters, real numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from copy import copy
from datetime import datetime
from functools import partial
from math import ceil
from textwrap import wrap
from typing import Any, Final, NamedTuple

import pandas as pd
from openpyxl.cell.cell import Cell
from openpyxl.utils import get_column_letter
from openpyxl.utils.datetime import to_excel
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books.files import stamp
from bangxl.books.plan import stored
from bangxl.books.port import Value
from bangxl.books.values import looks_like_formula
from bangxl.books.writer import lay, write
from bangxl.locale.catalog import Catalog
from bangxl.season.charts import draw
from bangxl.season.wording import FORMAT, HEADS, MARK, TABLES, TABS, ColumnKind, SummaryBlock
from bangxl.sheets.measure import CHARACTER, lines
from bangxl.sheets.palette import give_styles
from bangxl.sheets.styles import DATE, DATES, DOLLARS, book_name, page, put

_LOOKS: Final[Mapping[ColumnKind, tuple[str, str | None]]] = {
    ColumnKind.TEXT: ("Text", None),
    ColumnKind.NAME: ("Name", None),
    ColumnKind.NUMBER: ("Centre", "0"),
    ColumnKind.MONEY: ("Money", None),
    ColumnKind.PLACE: ("Centre", "0.00"),
    ColumnKind.DATE: ("Centre", DATE),
    ColumnKind.FLAG: ("Centre", '"✓";;"–"'),
}
_CENTS: Final = '#,##0.00 "$";-#,##0.00 "$"'
_HEAD: Final[Mapping[ColumnKind, str]] = {
    ColumnKind.TEXT: "Head left",
    ColumnKind.NAME: "Head left",
    ColumnKind.MONEY: "Head right",
}
_NARROW, _WIDE, _WIDEST, _DAY = 8, 46, 100, 12
_LABEL, _SENTENCE = 46, 80
"""Characters: columns, the last two those of the first sheet."""
_SIZE, _EDGES, _LINE = 12, 10, 16
"""Points: the letters of the first sheet, what its texts leave free in a line, and a line's height."""
_ROW, _PAGE, _SQUEEZED = 15, 970, 1.25
"""Points: an ordinary row's height, and what a page takes of the first sheet at its width; how far it may be made smaller."""
_SCALE, _ROOM, _COMPANY = 75, 995, 2
"""Of a hundred, how large the first sheet prints on several pages; points that a page holds then; lines beside a caption."""
_ACROSS, _LETTERS, _LEAST = 784, 11, 6
"""Points: the width of a page on its side, the size of a table's letters, and the smallest that anybody reads."""
_LONGEST: Final = 8000
"""Characters of a text that are shown."""
_SAMPLE: Final = 500
"""So many rows tell how wide a column must be."""


def build(
    tables: Mapping[str, pd.DataFrame], title: str, said: Iterable[SummaryBlock], _: Catalog, in_points: Collection[str] = ()
) -> Workbook:
    """The whole workbook; a table without rows has no sheet.

    ``title`` and ``said`` make the first sheet; regulations ``in_points``, by title, have no dollars.
    """
    wb = Workbook()
    for ws in wb.worksheets:
        wb.remove(ws)
    give_styles(wb)
    wb.properties.title, wb.properties.creator, wb.properties.created = title, "bangxl", stamp()
    _first(wb, title, said, _)
    for name in (name for name in TABLES if not tables[name].empty):
        _table(wb, name, tables[name], in_points, _)
    draw(wb, tables, _)
    wb.worksheets[0].sheet_view.tabSelected = True
    wb.active = 0
    return wb


def _first(wb: Workbook, title: str, said: Iterable[SummaryBlock], _: Catalog) -> None:
    ws = wb.create_sheet(_(TABS["Season"]))
    ws.sheet_view.showGridLines = False
    for column, width in (("A", 2), ("B", _LABEL), ("C", _SENTENCE)):
        ws.column_dimensions[column].width = width
    put(ws, "B1", None, "Print title")
    write(ws["B1"], title)
    ws.row_dimensions[1].height = 40
    put(ws, "B2:C2", None, "Print rule")
    row, captions = 3, set[int]()
    for block in said:
        row += 1
        captions.add(row)
        put(ws, f"B{row}", block.caption, "Print caption")
        ws.row_dimensions[row].height = 26
        for label, value in block.lines:
            row += 1
            _line(ws, row, label, value)
        row += 1
    _format(wb, ws, row + 1)
    page(ws, f"B1:C{row}", tall=_pages(ws, row))
    if not _pages(ws, row):
        _break(ws, row, captions)


def _break(ws: Worksheet, rows: int, captions: Collection[int]) -> None:
    """End pages where no caption stays behind alone. Excel heeds that only where it is told a scale, and no number of pages."""
    ws.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=False)
    ws.page_setup.scale = _SCALE
    used = 0.0
    for row in range(1, rows + 1):
        needed = _high(ws, row, row + _COMPANY * (row in captions))
        if used + needed > _ROOM:
            ws.row_breaks.append(Break(id=row - 1))
            used = 0
        used += _high(ws, row, row)


def _high(ws: Worksheet, first: int, last: int) -> float:
    """The points of some rows."""
    return sum(ws.row_dimensions[row].height or _ROW for row in range(first, last + 1))


def _pages(ws: Worksheet, rows: int) -> int:
    """1 where a quarter more than a page at most would print, 0 (as many as needed) beyond: no page for a line or two."""
    return int(_high(ws, 1, rows) <= _PAGE * _SQUEEZED)


def _line(ws: Worksheet, row: int, label: str, value: Value) -> None:
    """A label and a value; a sentence without label has the whole width of the second column."""
    put(ws, f"B{row}", label, "Print text")
    put(ws, f"C{row}", None, "Print text")
    for letter in "BC":
        ws[f"{letter}{row}"].alignment = _wrap(ws[f"{letter}{row}"].alignment)
    write(ws[f"C{row}"], stored(value))
    told = (lines(text, _SIZE, wide * CHARACTER - _EDGES) for text, wide in ((label, _LABEL), (str(value), _SENTENCE)))
    ws.row_dimensions[row].height = 4 + _LINE * max(told)


def _wrap(alignment: Any) -> Any:  # noqa: ANN401 - openpyxl's alignments are proxies
    """The alignment with long texts broken into lines."""
    changed = copy(alignment)
    changed.wrap_text = True
    return changed


def _format(wb: Workbook, ws: Worksheet, row: int) -> None:
    """What marks the workbook as ours."""
    put(ws, f"B{row}", FORMAT, "Print note")
    ws[f"B{row}"].number_format = '"bangxl season "0'
    book_name(wb, ws, MARK, f"B{row}")


def _table(wb: Workbook, name: str, frame: pd.DataFrame, in_points: Collection[str], _: Catalog) -> None:
    ws = wb.create_sheet(_(TABS[name]))
    for column, (code, kind) in enumerate(TABLES[name].items(), 1):
        put(ws, f"{get_column_letter(column)}1", _(HEADS[code]), _HEAD.get(kind, "Head"))
    lay(ws, 2, partial(_rows, ws, name, frame, in_points, _))
    _shape(wb, ws, name, frame, _)


def _rows(ws: Worksheet, name: str, frame: pd.DataFrame, in_points: Collection[str], _: Catalog) -> Iterator[list[Cell]]:
    """The rows of a table; plain numbers where a regulation counts no dollars."""
    kinds = TABLES[name]
    looks = _looks(ws, kinds, frame, _)
    regulations = [*kinds].index("regulation") if "regulation" in kinds else None
    for row, values in enumerate(frame.itertuples(index=False, name=None), 2):
        plain = regulations is not None and values[regulations] in in_points
        yield [_cell(ws, row, column, _plain(value), looks[column, plain]) for column, value in enumerate(values, 1)]


def _cell(ws: Worksheet, row: int, column: int, value: Value, look: _Look) -> Cell:
    cell: Any = Cell(ws, row, column)
    cell._style = look.long if isinstance(value, str) and look.breaks(value) else look.short  # noqa: SLF001 - by name: minutes
    if isinstance(value, str) and looks_like_formula(value):
        cell._style = copy(cell._style)  # noqa: SLF001 - a column's cells share theirs
    if value is not None:
        write(cell, value)
    found: Cell = cell
    return found


class _Look(NamedTuple):
    """How the cells of a column look: those of one line, and texts of more."""

    short: object
    long: object
    is_text: bool

    def breaks(self, text: str) -> bool:
        """Whether it goes on in the next line."""
        return self.is_text and len(_lines(text)) > 1


def _looks(ws: Worksheet, kinds: Mapping[str, ColumnKind], frame: pd.DataFrame, _: Catalog) -> Mapping[tuple[int, bool], _Look]:
    """By column, and by whether its regulation counts points."""
    found = {}
    for column, (code, kind) in enumerate(kinds.items(), 1):
        style, number = _LOOKS[kind]
        if kind is ColumnKind.MONEY and any(value % 1 for value in frame[code].dropna()):
            number = _CENTS
        if kind is ColumnKind.DATE:
            number = DATES[_.language]
        for points in (False, True):
            cell: Any = Cell(ws, 2, column)
            cell.style = f"bang {style}"
            cell.number_format = number or cell.number_format
            if points and kind is ColumnKind.MONEY:
                cell.number_format = cell.number_format.replace(DOLLARS, "")
            short = copy(cell._style)  # noqa: SLF001 - as above
            cell.alignment = _wrap(cell.alignment)
            found[column, points] = _Look(short, cell._style, kind is ColumnKind.TEXT)  # noqa: SLF001 - as above
    return found


def _plain(value: Any) -> Value:  # noqa: ANN401 - whatever a frame holds
    """A value of a frame as a cell holds it; None for what is missing.

    Days are the numbers that spreadsheets count them by, marks 1 and 0: so they look alike in every program and language.
    """
    if value is None or pd.isna(value):
        return None
    if isinstance(value, datetime):
        return int(to_excel(value))  # type: ignore[no-untyped-call] # the stub has lost it
    item = getattr(value, "item", None)  # a mark or a number of numpy's
    plain = item() if item else value
    if isinstance(plain, str):
        return stored(plain[:_LONGEST])
    return stored(int(plain) if isinstance(plain, bool) else plain)


def _shape(wb: Workbook, ws: Worksheet, name: str, frame: pd.DataFrame, _: Catalog) -> None:
    """Headings that stay, filters, widths, names, and how it prints."""
    last = max(len(frame), 1) + 1
    for column, (code, kind) in enumerate(TABLES[name].items(), 1):
        letter = get_column_letter(column)
        ws.column_dimensions[letter].width = _width(frame[code], _(HEADS[code]), kind)
        if kind is ColumnKind.TEXT:
            _heighten(ws, frame[code])
        book_name(wb, ws, f"{name}_{code.title()}", f"{letter}2:{letter}{last}")
    ws.row_dimensions[1].height = 34
    ws.freeze_panes = "A2"
    area = f"A1:{get_column_letter(len(TABLES[name]))}{last}"
    ws.auto_filter.ref = area
    page(ws, area, landscape=True, tall=0, titles="1:1")
    _fit(ws, TABLES[name])


def _fit(ws: Worksheet, kinds: Mapping[str, ColumnKind]) -> None:
    """A wide table goes on beside, on as few pages as can be read; each begins with the columns that say of whom it is."""
    told = next((at for at, (code, kind) in enumerate(kinds.items(), 1) if kind is ColumnKind.NAME or code == "event"), 1)
    least = [ws.column_dimensions[get_column_letter(at)].width * CHARACTER * _LEAST / _LETTERS for at in range(1, len(kinds) + 1)]
    again = sum(least[:told])
    pages = max(1, ceil((sum(least) - again) / (_ACROSS - again))) if again < _ACROSS / 2 else ceil(sum(least) / _ACROSS)
    ws.page_setup.fitToWidth, ws.page_setup.pageOrder = pages, "overThenDown"
    if pages > 1 and again < _ACROSS / 2:
        ws.print_title_cols = f"A:{get_column_letter(told)}"


def _heighten(ws: Worksheet, values: pd.Series[Any]) -> None:
    """Let a text that is longer than the widest column go on in the next line."""
    for row, value in enumerate(values, 2):
        lines = _lines(value) if isinstance(value, str) else []
        if len(lines) > 1:
            height = ws.row_dimensions[row].height or _ROW
            ws.row_dimensions[row].height = max(height, _ROW * len(lines))


def _lines(text: str) -> list[str]:
    return wrap(text, _WIDE - 4, break_long_words=False) if len(text) > _WIDE - 4 else [text]


def _width(values: pd.Series[Any], head: str, kind: ColumnKind) -> float:
    """As wide as the heading in two lines, almost all values, and the longest word, which no line breaks."""
    word = max(map(len, head.split()), default=1)
    while word < len(head) and sum(len(wrap(line, word)) for line in head.splitlines()) > 2:
        word += 1
    word += 4  # the filter's arrow
    if kind is ColumnKind.DATE:
        return max(_DAY, word)
    longest = max((len(str(value)) for value in values.head(_SAMPLE).dropna()), default=0)
    unbroken = max((len(part) for value in values.dropna() for part in str(value).split()), default=0)
    return max(min(_WIDE, max(_NARROW, word, longest + 3)), min(_WIDEST, unbroken + 3))
