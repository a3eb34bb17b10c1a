"""The half of `tests.hosts.libreoffice.office` that talks to LibreOffice: run by the system's Python, which has ``uno``.

Reads one JSON request a line on standard input, ``{"do": "read", …}``, and writes one answer a line on standard output,
``{"value": …}`` or ``{"error": "…"}``. The only argument is an empty folder for LibreOffice's profile. When standard input
ends, the worker ends with its whole process group, and so with LibreOffice.
"""

import os
import pathlib
import re
import shutil
import signal
import sys
import tempfile

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.sheet.FillDirection import TO_BOTTOM
from com.sun.star.table import TableSortField

from bangxl.office import worker
from bangxl.office.worker import PROFILE_SETTINGS, ImpossibleRequest, properties, serve

ERROR_RESULT = 4  # com.sun.star.sheet.FormulaResult.ERROR
VALUES = 1 | 2 | 4 | 16  # com.sun.star.sheet.CellFlags: numbers, days, texts, formulas
PROFILE_SETTINGS["Office.Calc/Formula/Load", "OOXMLRecalcMode"] = "0"  # always recalculate
os.environ.update(LC_ALL="C.UTF-8", SAL_USE_VCLPLUGIN="svp")


def cells(document, where):
    """A range: ``Sheet!A1:B2``, ``Sheet!A1``, a defined name, or a sheet-level one as ``Sheet!Name``."""
    sheet_name, _, local = where.rpartition("!")
    if not sheet_name:
        return named(document.NamedRanges, where)
    if not document.Sheets.hasByName(sheet_name):
        raise ImpossibleRequest(f"no sheet {sheet_name!r}")
    sheet = document.Sheets.getByName(sheet_name)
    if re.fullmatch(r"\$?[A-Z]{1,3}\$?\d+(:\$?[A-Z]{1,3}\$?\d+)?", local):
        return sheet.getCellRangeByName(local)
    return named(sheet.NamedRanges, local)


def named(names, name):
    if not names.hasByName(name):
        raise ImpossibleRequest(f"no defined name {name!r}")
    found = names.getByName(name).getReferredCells()
    if found is None:
        raise ImpossibleRequest(f"the name {name!r} is not a range of cells")
    return found


def address_of(sheet, column, row):
    return sheet.getCellByPosition(column, row).AbsoluteName.rpartition(".")[2].replace("$", "")


def failing(source):
    """All cells of a range whose formula gives an error, as (column, row, address, shown text)."""
    for part in source.queryFormulaCells(ERROR_RESULT).RangeAddresses:
        yield from shown_in(source.Spreadsheet, part)


def shown_in(sheet, area):
    """What the cells of an area show, as (column, row, address, text)."""
    for row in range(area.StartRow, area.EndRow + 1):
        for column in range(area.StartColumn, area.EndColumn + 1):
            yield column, row, address_of(sheet, column, row), sheet.getCellByPosition(column, row).String


def rows_of(source):
    """The values; None from LibreOffice is an error's, and becomes its text."""
    found = source.getDataArray()
    rows = [[None if value == "" else value for value in row] for row in found]
    if any(value is None for row in found for value in row):
        area = source.RangeAddress
        for column, row, _, text in failing(source):
            rows[row - area.StartRow][column - area.StartColumn] = text
    return rows


def fill(sheet, left, top, rows, *, force):
    protected = sheet.isProtected()
    for row, values in enumerate(rows, top):
        for column, value in enumerate(values, left):
            cell = sheet.getCellByPosition(column, row)
            if protected and cell.CellProtection.IsLocked and not force:
                raise ImpossibleRequest(f"{sheet.Name}!{address_of(sheet, column, row)} is locked")
            type_in(cell, value)


def type_in(cell, value):
    if value is None:
        cell.setString("")
    elif isinstance(value, str):
        cell.setString(value)
    else:
        cell.setValue(float(value))


class Worker(worker.Worker):
    """The requests; each public method is one.

    ``ranges`` are those that were asked for, by document: to find one by its name takes ten times as long as to read it.
    """

    def __init__(self, home, extension=None) -> None:
        self.ranges, self.copies = {}, {}
        super().__init__("soffice", home, extension)

    def open(self, path):
        """A copy: no lock file beside the original."""
        folder = tempfile.mkdtemp(dir=self.home)
        number = super().open(shutil.copy(path, folder), Hidden=True)
        self.copies[number] = folder
        return number

    def close(self, book):
        self.forget(book)
        super().close(book)
        if folder := self.copies.pop(book, ""):
            shutil.rmtree(folder)

    def sheets(self, book):
        return {sheet.Name: sheet.IsVisible for sheet in self.documents[book].Sheets}

    def _found(self, book, where):
        """A range and its sheet."""
        known = self.ranges.setdefault(book, {})
        if where not in known:
            found = cells(self.documents[book], where)
            known[where] = found, found.Spreadsheet
        return known[where]

    def forget(self, book) -> None:
        """A name may stand for another range from now on."""
        self.ranges.pop(book, None)

    def read(self, book, where):
        return rows_of(self._found(book, where)[0])

    def formulas(self, book, where):
        return [list(row) for row in self._found(book, where)[0].getFormulaArray()]

    def texts(self, book, where):
        source, _sheet = self._found(book, where)
        area = source.RangeAddress
        columns, rows = range(area.EndColumn - area.StartColumn + 1), range(area.EndRow - area.StartRow + 1)
        return [[source.getCellByPosition(column, row).String for column in columns] for row in rows]

    def put(self, book, where, rows, index, *, force):
        target, sheet = self._found(book, where)
        area = target.RangeAddress
        fill(sheet, area.StartColumn, area.StartRow + index, rows, force=force)

    def handle(self, book, deed, sheet, area, onto=(1, 1), by=0, old="", new=""):
        self.forget(book)
        ws = self.documents[book].Sheets.getByName(sheet)
        top, left, bottom, right = (number - 1 for number in area)
        block, before = ws.getCellRangeByPosition(left, top, right, bottom), self._state(ws)
        target = ws.getCellByPosition(onto[1] - 1, onto[0] - 1).CellAddress
        if deed == "sort":
            field, fields = TableSortField(), PropertyValue()
            field.Field, field.IsAscending = by, by % 2 == 0
            fields.Name, fields.Value = "SortFields", uno.Any("[]com.sun.star.table.TableSortField", (field,))
            block.sort((*properties(ContainsHeader=False), fields))
        elif deed == "cut":
            ws.moveRange(target, block.RangeAddress)
        elif deed == "copy":
            ws.copyRange(target, block.RangeAddress)
        elif deed == "clear":
            block.clearContents(VALUES)
        elif deed == "fill":
            block.fillAuto(TO_BOTTOM, 1)
        elif deed == "replace":
            search = ws.createReplaceDescriptor()
            search.SearchString, search.ReplaceString = old, new
            ws.replaceAll(search)
        else:
            ws.unprotect("")
            rows = ws.Rows
            change = rows.insertByIndex if deed == "insert rows" else rows.removeByIndex
            change(top, 1 + by % 2)
            ws.protect("")
        return self._state(ws) != before

    @staticmethod
    def _state(ws):
        cursor = ws.createCursor()
        cursor.gotoEndOfUsedArea(False)
        end = cursor.RangeAddress
        return ws.getCellRangeByPosition(0, 0, end.EndColumn, end.EndRow).getFormulaArray()

    def errors(self, book):
        document = self.documents[book]
        together = document.createInstance("com.sun.star.sheet.SheetCellRanges")
        together.addRangeAddresses([sheet.RangeAddress for sheet in document.Sheets], False)
        found = []
        for part in together.queryFormulaCells(ERROR_RESULT).RangeAddresses:
            sheet = document.Sheets.getByIndex(part.Sheet)
            found.extend([sheet.Name, address, text] for _, _, address, text in shown_in(sheet, part))
        return found

    def save(self, book, path):
        self.documents[book].storeToURL(pathlib.Path(path).as_uri(), properties(FilterName="Calc MS Excel 2007 XML"))

    def screens(self, book, path, sheets):
        """Print sheets as the screen shows them, each on a page without a footer: the band's columns, all rows in use."""
        document, areas = self.documents[book], {}
        for name in sheets:
            sheet = document.Sheets.getByName(name)
            band = sheet.createCursorByRange(sheet.getCellRangeByName("B3"))
            band.collapseToMergedArea()
            used = sheet.createCursor()
            used.gotoEndOfUsedArea(False)
            last = band.RangeAddress.EndColumn + 1, used.RangeAddress.EndRow + 1
            areas[name] = (sheet.getCellRangeByPosition(0, 0, *last).RangeAddress,)
            style = document.StyleFamilies.getByName("PageStyles").getByName(sheet.PageStyle)
            style.ScaleToPagesX = style.ScaleToPagesY = 1
            style.FooterIsOn = style.HeaderIsOn = False
        self.show(document, sheets, areas)
        document.storeToURL(pathlib.Path(path).as_uri(), properties(FilterName="calc_pdf_Export"))

    def pdf(self, book, path, sheets=None):
        document = self.documents[book]
        before = self.sheets(book)
        wanted = [name for name, visible in before.items() if visible] if sheets is None else sheets
        unknown = set(wanted) - set(before)
        if unknown:
            raise ImpossibleRequest(f"no sheet {', '.join(sorted(unknown))}")
        areas = {sheet.Name: sheet.getPrintAreas() for sheet in document.Sheets}
        try:
            self.show(document, wanted, areas)
            document.storeToURL(pathlib.Path(path).as_uri(), properties(FilterName="calc_pdf_Export"))
        finally:
            self.show(document, [name for name, visible in before.items() if visible], areas)
            for name, ranges in areas.items():
                document.Sheets.getByName(name).setPrintAreas(ranges)

    @staticmethod
    def show(document, names, areas) -> None:
        """Show only these sheets. A hidden one loses its print areas: LibreOffice would print them nevertheless."""
        for name in names:
            sheet = document.Sheets.getByName(name)
            sheet.IsVisible = True
            sheet.setPrintAreas(areas[name])
        for sheet in document.Sheets:
            if sheet.Name not in names:
                sheet.IsVisible = False
                sheet.setPrintAreas(())


if __name__ == "__main__":
    try:
        serve(Worker(pathlib.Path(sys.argv[1])))
    finally:
        os.killpg(0, signal.SIGKILL)
