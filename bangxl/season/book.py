"""The season's workbook: plain tables, one a sheet; numbers, days and marks are real numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from datetime import date
from functools import partial
from math import ceil
from typing import Any, Final

import pandas as pd
from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.utils import get_column_letter, quote_sheetname
from openpyxl.utils.datetime import to_excel
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books.files import stamp
from bangxl.books.plan import stored
from bangxl.books.port import Value
from bangxl.books.values import looks_like_formula
from bangxl.books.writer import lay, packed, write
from bangxl.locale.catalog import Catalog
from bangxl.referto.spreadsheet import DATES, HEAD, LONG, MONEY, TOP, WIDEST, raise_row, shape
from bangxl.season.entry import MARK
from bangxl.season.tables import HEADS, TABLES

SUMS: Final = frozenset({"score", "prize", "price", "paid", "gain"})
PAGE: Final = 250
"""Characters side by side on a page that can still be read; a wider table goes on beside."""
LONGEST: Final = 8000
"""Characters of a text that are shown."""


def build(tables: Mapping[str, pd.DataFrame], title: str, _: Catalog) -> Callable[[], bytes]:
    """What makes the file; a table without rows has no sheet."""
    wb = Workbook()
    for ws in wb.worksheets:
        wb.remove(ws)
    wb.properties.title, wb.properties.creator, wb.properties.created = title, "bangxl", stamp()
    for name, frame in tables.items():
        if not frame.empty:
            _sheet(wb, name, frame, _)
    wb.worksheets[0].sheet_view.tabSelected = True
    return partial(packed, wb)


def _sheet(wb: Workbook, name: str, frame: pd.DataFrame, _: Catalog) -> None:
    ws = wb.create_sheet(_(TABLES[name][0]))
    last, columns, formats = len(frame) + 1, [], []
    for number, code in enumerate(frame.columns, 1):
        values = [_value(value) for value in frame[code]]
        letter, head = get_column_letter(number), ws.cell(1, number)
        write(head, _(HEADS[code]))
        head.font, head.fill, head.alignment = HEAD
        longest = max(len(_(HEADS[code])), *(len(str(value)) for value in values if value is not None), 0)
        ws.column_dimensions[letter].width = min(max(longest, len("31.12.2026") * (code in {"date", "since"})), WIDEST) * 1.1 + 2
        _name(wb, ws, f"{name}_{code.title()}", f"${letter}$2:${letter}${last}")
        for row, value in enumerate(values, 2):
            if isinstance(value, str) and len(value) > WIDEST:
                raise_row(ws, row, value)
        columns.append(values)
        formats.append(_format(code, values, _.language))
    if name == "Season":
        _name(wb, ws, MARK, f"$C${last}")
    ws.auto_filter.ref = f"A1:{get_column_letter(len(columns))}{last}"
    shape(ws)
    wide = sum(column.width for column in ws.column_dimensions.values())
    ws.page_setup.fitToWidth, ws.page_setup.pageOrder = ceil(wide / PAGE), "overThenDown"
    lay(ws, 2, partial(_rows, ws, columns, formats))


def _name(wb: Workbook, ws: Worksheet, name: str, cells: str) -> None:
    wb.defined_names[name] = DefinedName(name, attr_text=f"{quote_sheetname(ws.title)}!{cells}")


def _value(value: Any) -> Value:  # noqa: ANN401 - whatever a frame holds
    """A value of a frame as a cell holds it: days and marks are numbers, which look alike in every program and language."""
    if value is None or pd.isna(value):
        return None
    if isinstance(value, str):
        return stored(value[:LONGEST])
    if isinstance(value, date):
        return int(to_excel(value))  # type: ignore[no-untyped-call] # the stub has lost it
    number = value.item() if hasattr(value, "item") else value  # of numpy's
    return stored(int(number) if isinstance(number, bool) else number)


def _format(code: str, values: Sequence[Value], language: str) -> str:
    """How numbers of a column are shown."""
    if code in {"date", "since"}:
        return DATES[language]
    if code in {"finished", "verified", "valid", "eligible", "own_best"}:
        return '"✓";;"–"'
    if code in SUMS:
        return MONEY + ".00" * any(isinstance(value, float) and value % 1 for value in values)
    return "0.00" if code == "mean" else "General"


def _rows(ws: Worksheet, columns: Sequence[Sequence[Value]], formats: Sequence[str]) -> Iterator[list[Cell]]:
    """The rows, made when they are written: the cells of large tables would fill the memory."""
    styles = []
    for number in formats:
        model: Any = Cell(ws, 2, 1)
        model.number_format, model.alignment = number, TOP
        plain = copy(model._style)  # noqa: SLF001 - to set a format cell by cell takes minutes
        model.alignment = LONG
        styles.append((plain, model._style))  # noqa: SLF001
    for row, values in enumerate(zip(*columns, strict=True), 2):
        cells = []
        for column, (value, (plain, long)) in enumerate(zip(values, styles, strict=True), 1):
            cell: Any = Cell(ws, row, column)
            is_text = isinstance(value, str)
            style = long if is_text and len(value) > WIDEST else plain
            cell._style = copy(style) if is_text and looks_like_formula(value) else style  # noqa: SLF001 - a column's cells share it
            if value is not None:
                write(cell, value)
            cells.append(cell)
        yield cells
