"""As `tests.office_live.worker`, with LibreOffice in a window: the display is that of the environment.

The first arguments: the workbook, and the language of menus and buttons. The workbook stands on LibreOffice's command line: a
window that is told to load it hangs now and then. In the environment, ``BANGXL_TERMINAL`` has the variables of the terminal from
which a person starts LibreOffice, as JSON.
"""

import json
import os
import subprocess
import sys
import time
from contextlib import suppress

import uno
import worker as live
from com.sun.star.connection import NoConnectException
from com.sun.star.lang import DisposedException

from bangxl.office.worker import PROFILE_SETTINGS, START_SECONDS, ImpossibleRequest, context_of

PIPE = f"bangxl-window-{os.getpid()}"
CALM = {
    ("Office.Common/Misc", "ShowTipOfTheDay"): "false", ("Office.Common/Misc", "FirstRun"): "false",
    ("Office.Common/Save/Document", "WarnAlienFormat"): "false", ("Setup/Product", "ooSetupLastVersion"): "99",
    ("Setup/Product", "LastTimeGetInvolvedShown"): "99999999999", ("Setup/Product", "LastTimeDonateShown"): "99999999999",
}  # fmt: skip
"""No greetings."""
LOCALES = {"it": "it-IT", "en-US": "en-US", "de": "de-DE", "ru": "ru-RU"}
"""How numbers and dates are written."""


class WindowWorker(live.LiveWorker):
    """Installs the extension without a window, then opens the workbook in one."""

    def __init__(self, home, extension) -> None:
        language = sys.argv[2]
        PROFILE_SETTINGS.update(CALM)
        PROFILE_SETTINGS["Office.Linguistic/General", "UILocale"] = language
        PROFILE_SETTINGS["Setup/L10N", "ooSetupSystemLocale"] = LOCALES[language]
        super().__init__(home, extension)

    def start(self) -> None:
        """At first without a window, to install the extension; then with the workbook on the command line."""
        if not hasattr(self, "context"):
            super().start()
            return
        command = [
            "soffice", "--norestore", "--nologo", f"--accept=pipe,name={PIPE};urp",
            f"-env:UserInstallation={self.home.as_uri()}",
        ]  # fmt: skip
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "SAL_USE_VCLPLUGIN": "gen"}
        environment |= json.loads(environment.pop("BANGXL_TERMINAL", "{}"))
        with (self.home / "log").open("ab") as log:
            subprocess.Popen([*command, sys.argv[1]], stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)
        self.wait_for(sys.argv[1])

    def wait_for(self, path) -> None:
        """Attach, when the workbook is there; it is book 1."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            try:
                self.context = context_of(PIPE)
                document = self.service("com.sun.star.frame.Desktop").getCurrentComponent()
            except (NoConnectException, DisposedException):  # the latter while it starts itself again
                document = None
            if document is not None and uno.fileUrlToSystemPath(document.URL) == path:
                self.documents[1] = document
                return
            time.sleep(0.2)
        raise ImpossibleRequest("LibreOffice did not show the workbook")

    def where(self, book, label):
        """The middle of the button or tab with this label on the screen; None if there is none."""
        window = self.documents[book].getCurrentController().Frame.ContainerWindow
        return middle(window.getAccessibleContext(), label)

    def zoom(self, book, percent) -> None:
        self.documents[book].getCurrentController().ZoomValue = percent

    def turn_to(self, book, sheet) -> None:
        """Show a sheet as if it had just been opened, the cursor out of the way."""
        document, controller = self.documents[book], self.documents[book].getCurrentController()
        found = document.Sheets.getByName(sheet)
        controller.setActiveSheet(found)
        controller.select(found.getCellRangeByName("A1"))

    def message(self):
        """What the topmost message box says, "" if there is none."""
        toolkit = self.service("com.sun.star.awt.Toolkit")
        with suppress(DisposedException, AttributeError):  # it closes while it is read; the latter of a window that is gone
            for number in range(toolkit.getTopWindowCount()):
                top = toolkit.getTopWindow(number).getAccessibleContext()
                if top.getAccessibleName() == "BANG!":
                    return "\n".join(texts(top))
        return ""


MENU_BAR, TAB, BUTTON, TABLE = 35, 38, 44, 58  # com.sun.star.accessibility.AccessibleRole


def children(context):
    for number in range(min(context.getAccessibleChildCount(), 200)):
        yield context.getAccessibleChild(number).getAccessibleContext()


def middle(context, label):
    for child in children(context):
        role = child.getAccessibleRole()
        if role in {BUTTON, TAB} and child.getAccessibleName() == label:
            place, size = child.getLocationOnScreen(), child.getSize()
            return [place.X + size.Width // 2, place.Y + size.Height // 2]
        found = middle(child, label) if role not in {MENU_BAR, TABLE} else None
        if found:
            return found
    return None


def texts(context):
    for child in children(context):
        if child.getAccessibleRole() != BUTTON and child.getAccessibleName():
            yield child.getAccessibleName()
        yield from texts(child)


if __name__ == "__main__":
    live.run(WindowWorker)
