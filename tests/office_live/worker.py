"""The half of `tests.office_live.host` that talks to LibreOffice: as `tests.office_worker`, but files stay open.

The last arguments: an empty folder for the profile, and the extension to install ("" for none).
"""

import json
import os
import pathlib
import signal
import sys
import traceback

import office_worker
import uno
import unohelper
from com.sun.star.task import XInteractionHandler
from com.sun.star.ucb import XCommandEnvironment

from bangxl.office.agent import Agent
from bangxl.office.click import converse


class Consent(unohelper.Base, XInteractionHandler):
    """Says yes to the question whether the extension is to be installed."""

    def handle(self, request) -> None:
        approve = uno.getTypeByName("com.sun.star.task.XInteractionApprove")
        for answer in request.getContinuations():
            if answer.queryInterface(approve):
                answer.select()
                return


class Environment(unohelper.Base, XCommandEnvironment):
    def getInteractionHandler(self):  # noqa: N802
        return Consent()

    def getProgressHandler(self):  # noqa: N802
        return None


def context_of(pipe):
    """What a running LibreOffice that listens to the pipe has to offer."""
    resolver = uno.getComponentContext().ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")


def install(context, extension) -> None:
    """As the extension manager does; the program unopkg refuses to work for root."""
    manager = context.getValueByName("/singletons/com.sun.star.deployment.ExtensionManager")
    manager.addExtension(pathlib.Path(extension).as_uri(), (), "user", None, Environment())


class LiveWorker(office_worker.Worker):
    """More requests: those of the agent, and a person's."""

    def __init__(self, home, extension) -> None:
        os.environ.pop("PYTHONPATH", None)  # LibreOffice shall find in the extension what it needs
        super().__init__(home)
        self.context = context_of(f"bangxl{os.getpid()}")
        if extension:
            install(self.context, extension)

    def open_live(self, path, *, read_only):
        """Open the file itself, with a lock beside it."""
        options = office_worker.properties(ReadOnly=True) if read_only else ()
        return self.keep(self.office.desktop.loadComponentFromURL(pathlib.Path(path).as_uri(), "_blank", 0, options), path)

    def create(self):
        """A workbook that has no file yet."""
        return self.keep(self.office.desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, ()), "a new workbook")

    def keep(self, document, path):
        if document is None:
            raise office_worker.Refusal(f"LibreOffice does not open {path}")
        self.count += 1
        self.documents[self.count] = document
        return self.count

    def close_live(self, book) -> None:
        self.documents.pop(book).close(True)

    def agent(self, book, request):
        """What `bangxl.office` answers, without the pipes."""
        return Agent(self.context, self.documents[book]).answer(request)

    def click(self, book, button) -> None:
        """As the button does, on the document in front."""
        frame = self.documents[book].getCurrentController().Frame
        frame.activate()
        dispatcher = self.context.ServiceManager.createInstanceWithContext("com.sun.star.frame.DispatchHelper", self.context)
        dispatcher.executeDispatch(frame, f"service:org.bangxl.Click?{button}", "", 0, ())

    def converse(self, book, command):
        """What the program says at last, as it would stand in the message box."""
        return converse(command, Agent(self.context, self.documents[book]))

    def undo(self, book):
        """One step of LibreOffice's undo; the titles of the steps that are left."""
        manager = self.documents[book].UndoManager
        manager.undo()
        return list(manager.getAllUndoActionTitles())

    def steps(self, book):
        return list(self.documents[book].UndoManager.getAllUndoActionTitles())

    def save_as(self, book, path, filter) -> None:  # noqa: A002
        self.documents[book].storeAsURL(pathlib.Path(path).as_uri(), office_worker.properties(FilterName=filter))

    def formula(self, book, sheet, cell, formula) -> None:
        self.documents[book].Sheets.getByName(sheet).getCellRangeByName(cell).setFormula(formula)

    def row_hidden(self, book, sheet, row):
        return not self.documents[book].Sheets.getByName(sheet).Rows.getByIndex(row - 1).IsVisible

    def locked(self, book, sheet, row, column):
        return self.documents[book].Sheets.getByName(sheet).getCellByPosition(column - 1, row - 1).CellProtection.IsLocked

    def active(self, book):
        return self.documents[book].getCurrentController().ActiveSheet.Name

    def cursor(self, book):
        return self.documents[book].getCurrentSelection().AbsoluteName

    def protected(self, book, sheet):
        return self.documents[book].Sheets.getByName(sheet).isProtected()

    def protect(self, book, sheet, password) -> None:
        """A sheet, or the document's structure."""
        found = self.documents[book].Sheets.getByName(sheet) if sheet else self.documents[book]
        found.unprotect("")
        found.protect(password)


def serve(start) -> None:
    """As the function of `tests.office_worker`."""
    home, extension = sys.argv[-2:]
    try:
        worker = start(pathlib.Path(home), extension)
        office_worker.reply({"value": "ready"})
        for line in sys.stdin:
            office_worker.reply(office_worker.answer(worker, json.loads(line)))
    except BaseException:
        traceback.print_exc()  # now: the end comes quickly
        raise
    finally:
        os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    serve(LiveWorker)
