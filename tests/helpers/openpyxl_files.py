"""Files as openpyxl reads them, for tests that change what no command changes: a forger's tool, the inside of the tests' Excel.

bangxl itself builds new workbooks by openpyxl and reads none.
"""

import warnings
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from io import BytesIO
from typing import IO, cast
from zipfile import ZipFile

from openpyxl import Workbook
from openpyxl.chart._chart import ChartBase
from openpyxl.reader.excel import ExcelReader
from openpyxl.styles.cell_style import StyleArray
from openpyxl.utils.indexed_list import IndexedList
from openpyxl.xml.constants import ARC_STYLE, SHEET_MAIN_NS
from openpyxl.xml.functions import fromstring

from bangxl.books.files import time_now
from bangxl.books.writer import dump, has_macros
from bangxl.vba import PROJECT


def load(data: bytes, *, calculated: bool = False) -> Workbook:
    """The workbook in the bytes of a file. ``calculated``: what its formulas showed, sheet by sheet, for reading only."""
    before = datetime.now(UTC).replace(tzinfo=None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # "extension is not supported and will be removed"
        reader = _Reader(BytesIO(data), read_only=calculated, data_only=calculated)
        reader.read()
    workbook = reader.wb
    if workbook.properties.created >= before:  # the file has no such time, openpyxl made one up
        workbook.properties.created = time_now()
    return workbook


def rewritten(data: bytes, change: Callable[[Workbook], object]) -> bytes:
    """The file after a change to its workbook."""
    workbook = load(data)
    change(workbook)
    return dump(workbook, macros=has_macros(workbook))


class _Reader(ExcelReader):
    """Reads a workbook so that writing it again loses nothing that is known to be lost otherwise."""

    wb: Workbook

    def read_workbook(self) -> None:
        """The list of sheets and names; the file itself is kept with a workbook that has a VBA project."""
        super().read_workbook()
        if PROJECT in self.valid_files:
            self.wb.vba_archive = ZipFile(cast("IO[bytes]", self.archive.fp))

    def read_worksheets(self) -> None:
        """With the cells' styles in order before, the charts after."""
        _renumber(self.wb, _numbers(self.archive.read(ARC_STYLE)))
        super().read_worksheets()
        for sheet in self.wb.worksheets if not self.read_only else ():
            for chart in sheet._charts:  # type: ignore[attr-defined]
                _mend(chart)


def _renumber(workbook: Workbook, named: Mapping[int, str]) -> None:
    """Let the cells' styles refer to named styles by the numbers that these get when openpyxl writes them.

    It counts them anew but leaves the old numbers (``named``, as in the file) in the cells. LibreOffice's have gaps, and then
    Excel would find numbers that do not exist.
    """
    places = {style.name: place for place, style in enumerate(workbook._named_styles)}  # type: ignore[attr-defined]
    numbers = {number: places.get(name, 0) for number, name in named.items()}
    if all(number == place for number, place in numbers.items()):
        return
    styles = [StyleArray(style) for style in workbook._cell_styles]  # type: ignore[attr-defined]
    for style in styles:
        style.xfId = numbers.get(style.xfId, 0)
    workbook._cell_styles = IndexedList(styles)  # type: ignore[attr-defined]


def _numbers(styles: bytes) -> Mapping[int, str]:
    """The named styles of a file's styles part by their numbers."""
    found = fromstring(styles).iter(f"{{{SHEET_MAIN_NS}}}cellStyle")
    return {int(style.get("xfId", 0)): style.get("name", "") for style in found}


def _mend(chart: ChartBase) -> None:
    """Square corners, which are not read; and the empty text in a legend's style, which is read as «None»."""
    chart.roundedCorners = False
    style = chart.legend.txPr if chart.legend else None
    for paragraph in style.p if style else ():
        paragraph.r = []
