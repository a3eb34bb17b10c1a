"""The half of `tests.office_live.host` that talks to LibreOffice: as `hosts.libreoffice.office_worker`, but files stay open.

The last arguments: an empty folder for the profile, and the extension to install ("" for none).
"""

import os
import pathlib
import signal
import sys
import time
import traceback
from contextlib import contextmanager

import office_worker
import uno
import unohelper
from com.sun.star.document import XDocumentEventListener

from bangxl.office import worker
from bangxl.office.agent import Agent
from bangxl.office.click import converse
from bangxl.office.worker import properties


class Saves(unohelper.Base, XDocumentEventListener):
    """Each time that LibreOffice writes the document to a file, in place or as a copy."""

    def __init__(self) -> None:
        self.seen = []
        self.seconds = []
        self.begun = 0.0

    def documentEventOccured(self, event) -> None:  # noqa: N802
        if event.EventName in {"OnSave", "OnSaveAs", "OnCopyTo"}:
            self.begun = time.perf_counter()
        if event.EventName in {"OnSaveDone", "OnSaveAsDone", "OnCopyToDone"}:
            self.seen.append(event.EventName)
            self.seconds.append(time.perf_counter() - self.begun)

    def disposing(self, _source) -> None:
        return


class LiveWorker(office_worker.Worker):
    """More requests: those of a person."""

    def __init__(self, home, extension) -> None:
        self.watched = {}
        super().__init__(home, pathlib.Path(extension) if extension else None)

    def open_live(self, path, *, read_only):
        """Open the file itself, with a lock beside it."""
        return worker.Worker.open(self, path, **({"ReadOnly": True} if read_only else {}))

    def create(self):
        """A workbook that has no file yet."""
        self.documents[number := 1 + max(self.documents, default=0)] = self.desktop.loadComponentFromURL(
            "private:factory/scalc", "_blank", 0, ()
        )
        return number

    def converse(self, book, command):
        """What the program says at last, as it would stand in the message box."""
        return converse(command, Agent(self.context, self.documents[book]), lambda _message: None, ())

    def watch(self, book) -> None:
        """From now on, note what is written."""
        self.watched[book] = Saves()
        self.documents[book].addDocumentEventListener(self.watched[book])

    def writings(self, book):
        """What has been written since, by the names of LibreOffice's events; watching ends."""
        listener = self.watched.pop(book)
        self.documents[book].removeDocumentEventListener(listener)
        return listener.seen

    def saving(self, book):
        """As `writings`: how long each took, in seconds."""
        listener = self.watched[book]
        self.writings(book)
        return listener.seconds

    def contents(self, book):
        """All defined names, asked for one by one."""
        document = self.documents[book]
        scopes = {"": document.NamedRanges} | {f"{sheet.Name}!": sheet.NamedRanges for sheet in document.Sheets}
        return {prefix + name: names.getByName(name).Content for prefix, names in scopes.items() for name in names.ElementNames}

    def insert_rows(self, book, sheet, row, count) -> None:
        self.forget(book)
        found = self.documents[book].Sheets.getByName(sheet)
        found.unprotect("")
        found.Rows.insertByIndex(row - 1, count)

    def rename(self, book, sheet, name) -> None:
        self.forget(book)
        self.documents[book].Sheets.getByName(sheet).Name = name

    def insert_sheet(self, book, name) -> None:
        self.forget(book)
        self.documents[book].Sheets.insertNewByName(name, 0)

    def define(self, book, sheet, name, content) -> None:
        """Give a name, of the document or of one sheet, another content, or make it."""
        self.forget(book)
        document = self.documents[book]
        names = document.Sheets.getByName(sheet).NamedRanges if sheet else document.NamedRanges
        if names.hasByName(name):
            names.getByName(name).setContent(content)
        else:
            names.addNewByName(name, content, uno.createUnoStruct("com.sun.star.table.CellAddress"), 0)

    @contextmanager
    def unprotected(self, book, sheet):
        """A sheet as a person changes it: without protection meanwhile."""
        found = self.documents[book].Sheets.getByName(sheet)
        protected = found.isProtected()
        found.unprotect("")
        yield found
        if protected:
            found.protect("")

    def hide_row(self, book, sheet, row) -> None:
        with self.unprotected(book, sheet) as found:
            found.Rows.getByIndex(row - 1).IsVisible = False

    def lock(self, book, sheet, row, column, *, locked) -> None:
        with self.unprotected(book, sheet) as found:
            cell = found.getCellByPosition(column - 1, row - 1)
            protection = cell.CellProtection
            protection.IsLocked = locked
            cell.CellProtection = protection

    def merge(self, book, sheet, area) -> None:
        with self.unprotected(book, sheet) as found:
            found.getCellRangeByName(area).merge(True)

    def press(self, book, command) -> None:
        """As a key or a menu does: ``Undo`` for Ctrl+Z, ``Redo`` for Ctrl+Y."""
        self.dispatch(book, f".uno:{command}")

    def whole(self, book):
        """By sheet: whether it is seen and protected, its cells, and which of them are neither in hidden rows nor columns."""
        found = {}
        for sheet in self.documents[book].Sheets:
            cursor = sheet.createCursor()
            cursor.gotoEndOfUsedArea(False)
            end = cursor.RangeAddress
            cells = sheet.getCellRangeByPosition(0, 0, end.EndColumn, end.EndRow)
            seen = cells.queryVisibleCells().RangeAddressesAsString
            found[sheet.Name] = sheet.IsVisible, sheet.isProtected(), cells.getFormulaArray(), seen
        return found

    def steps(self, book):
        return list(self.documents[book].UndoManager.getAllUndoActionTitles())

    def save_as(self, book, path, filter) -> None:  # noqa: A002
        self.documents[book].storeAsURL(pathlib.Path(path).as_uri(), properties(FilterName=filter))

    def formula(self, book, sheet, cell, formula) -> None:
        self.documents[book].Sheets.getByName(sheet).getCellRangeByName(cell).setFormula(formula)

    def row_hidden(self, book, sheet, row):
        return not self.documents[book].Sheets.getByName(sheet).Rows.getByIndex(row - 1).IsVisible

    def column_hidden(self, book, sheet, column):
        return not self.documents[book].Sheets.getByName(sheet).Columns.getByIndex(column - 1).IsVisible

    def locked(self, book, sheet, row, column):
        return self.documents[book].Sheets.getByName(sheet).getCellByPosition(column - 1, row - 1).CellProtection.IsLocked

    def active(self, book):
        return self.documents[book].getCurrentController().ActiveSheet.Name

    def select(self, book, sheet, areas) -> None:
        controller, found = self.documents[book].getCurrentController(), self.documents[book].Sheets.getByName(sheet)
        controller.setActiveSheet(found)
        together = self.documents[book].createInstance("com.sun.star.sheet.SheetCellRanges")
        for area in areas:
            together.addRangeAddress(found.getCellRangeByName(area).RangeAddress, False)
        controller.select(together)

    def cursor(self, book):
        return self.documents[book].getCurrentSelection().AbsoluteName

    def protected(self, book, sheet):
        return self.documents[book].Sheets.getByName(sheet).isProtected()

    def protect(self, book, sheet, password) -> None:
        """A sheet, or the document's structure."""
        found = self.documents[book].Sheets.getByName(sheet) if sheet else self.documents[book]
        found.unprotect("")
        found.protect(password)


def run(start) -> None:
    """With the last two arguments."""
    home, extension = sys.argv[-2:]
    try:
        worker.serve(start(pathlib.Path(home), extension))
    except BaseException:
        traceback.print_exc()  # now: the end comes quickly
        raise
    finally:
        os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    run(LiveWorker)
