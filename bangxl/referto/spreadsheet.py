"""The file of a report: its tables as .xlsx, the same bytes for the same facts; and a check for exactly this file."""

from copy import copy
from datetime import date
from math import ceil
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter, quote_sheetname
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books.package import Package
from bangxl.books.port import Value
from bangxl.books.writer import dump, new_workbook, packed, write_value
from bangxl.referto.report import Report
from bangxl.referto.tables import FIRST_ROW, ReportTable, report_tables
from bangxl.sheets.styles import DATES

BOLD: Final = Font(name="Calibri", size=11, bold=True)
TOP_ALIGNED: Final = Alignment(vertical="top")
TEXT_ALIGNED: Final = Alignment(horizontal="left", vertical="top", indent=1)
LONG: Final = Alignment(horizontal="left", vertical="top", indent=1, wrap_text=True)
"""Texts keep a distance from the numbers before them."""
HEAD_STYLE: Final = BOLD, PatternFill("solid", fgColor="EADFC8"), LONG
WIDEST: Final = 60
"""The largest column width in characters; longer texts take several lines."""
MONEY_FORMAT: Final = "#,##0"


def referto(report: Report) -> bytes:
    """The bytes of the file."""
    return packed(_workbook(report), report.moment)


def is_exact(data: bytes, report: Report) -> bool:
    """Whether a file is exactly what `report` writes from these facts, byte for byte, however its parts are compressed."""
    return Package(dump(_workbook(report), report.moment), packing=True).differs_only_in_packing(data)


def _workbook(report: Report) -> Workbook:
    wb = new_workbook(f"BANG! · {report.rulebook.title}", report.moment)
    for table in report_tables(report):
        _sheet(wb, table, report.tournament.language)
    wb.worksheets[0].sheet_view.tabSelected = True
    return wb


def _sheet(wb: Workbook, table: ReportTable, language: str) -> None:
    """Write a table on its own sheet, with headings styled, frozen, and repeated on every page; columns fit their texts."""
    ws = wb.create_sheet(table.title)
    long: set[tuple[int, int]] = set()
    model: Any = Cell(ws, 1, 1)
    model.alignment = Alignment(horizontal="left", indent=1)  # once: setting it cell by cell takes long
    for number, column in enumerate(table.columns, 1):
        head = ws.cell(1, number)
        write_value(head, column.head)
        head.font, head.fill, head.alignment = HEAD_STYLE
        if "\n" in column.head:
            raise_row(ws, 1, column.head)
        longest = max(map(len, column.head.split("\n")))
        for row, value in enumerate(column.values, FIRST_ROW):
            if value in (None, ""):
                continue
            _write(ws.cell(row, number), value, model, MONEY_FORMAT if column.money else "", language)
            length = len("31.12.2026") if isinstance(value, date) else max(map(len, str(value).split("\n")))
            if length > WIDEST:
                long.add((row, number))
                raise_row(ws, row, str(value))
            longest = max(longest, length)
        ws.column_dimensions[get_column_letter(number)].width = min(longest, WIDEST) * 1.1 + 2
    for row in {row for row, _column in long}:  # a style takes time: set it only if a neighbour has several lines
        for cell in ws[row]:
            cell.alignment = LONG if (row, cell.column) in long else TEXT_ALIGNED if isinstance(cell.value, str) else TOP_ALIGNED
    for name, ref in table.refs.items():
        known, letter = name.removeprefix(f"{table.title}!"), get_column_letter(ref.column)
        cells = f"${letter}${ref.first}" + (f":${letter}${ref.last}" if len(ref) > 1 else "")
        (ws if table.local else wb).defined_names[known] = DefinedName(known, attr_text=f"{quote_sheetname(table.title)}!{cells}")
    shape(ws)


def _write(cell: Any, value: Value, model: Any, number: str, language: str) -> None:  # noqa: ANN401 - cells
    """Write a value in its format, ``number`` for numbers; a text looks like the ``model``."""
    write_value(cell, value)
    if isinstance(value, date):
        cell.number_format = DATES.get(language, DATES["en"])
    elif number:
        cell.number_format = number
    elif isinstance(value, str) and not cell.has_style:
        cell._style = copy(model._style)  # noqa: SLF001


def raise_row(ws: Worksheet, row: int, text: str) -> None:
    """Set a row's height to what a text needs in the widest column: LibreOffice does not. Excel allows 409 points."""
    lines = sum(max(1, ceil(len(part) / WIDEST)) for part in text.split("\n"))
    ws.row_dimensions[row].height = min(409, max(ws.row_dimensions[row].height or 0, 15 * lines))


def shape(ws: Worksheet) -> None:
    """Freeze the headings of a table, and print them on every page."""
    ws.freeze_panes = f"A{FIRST_ROW}"
    ws.print_title_rows = "1:1"
    ws.page_setup.orientation, ws.page_setup.paperSize, ws.page_setup.fitToHeight = "landscape", ws.PAPERSIZE_A4, 0
    ws.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
