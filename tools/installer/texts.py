"""The messages of the installer and its page, in English: texts of the catalogs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SAID: Final[Mapping[str, str]] = {
    "begin": "bangxl is being installed, for you alone on this computer. That takes a minute.",
    "blocked": (
        "Windows marks these files as coming from the internet: Excel will block the buttons. Delete this folder, "
        "right-click the zip, Properties, tick Unblock, and unpack it once more."
    ),
    "fetch": "This computer has no suitable Python. bangxl downloads one for itself.",
    "no_python": (
        "Python could not be downloaded. Connect this computer to the internet and run this again, or install"
        " Python {python} first. The page bangxl.html does the same in a browser, without installing anything."
    ),
    "failed": "bangxl was not installed; the reason is above. Close Excel and LibreOffice, and run this again.",
    "installed": "bangxl is installed. What is ready on this computer:",
    "ready": (
        "Done. Copy a workbook from the folder «workbooks», open it and enable its content: the buttons are in the tab BANG!."
    ),
    "almost": "Something above is marked ×. Do what it says, and run this again.",
    "removed": "bangxl was removed from this computer. Your workbooks are where they were.",
    "absent": "bangxl is not installed here, or not by this folder.",
    "in_use": "A part of bangxl is still in use. Close Excel and LibreOffice, and run this again.",
}
"""By the name of the file that the installer shows."""

STEPS: Final = (
    ("Right-click the zip before you unpack it: Properties, tick Unblock, OK. Otherwise Excel blocks the buttons."),
    "Unpack the whole zip into a folder: right-click, Extract all.",
    (
        "Double-click Install. If Windows warns of an unknown publisher: More info, Run anyway. Install says"
        " what it does, and you can run it as often as you like. If there is a Python ({pythons}), it needs no"
        " internet; otherwise it downloads one."
    ),
    (
        "Copy a workbook from the folder «workbooks» into a folder that is on this computer only, not in "
        "OneDrive: .xlsm for Excel, .xlsx for LibreOffice. Open it; in Excel click Enable content in the yellow "
        "bar."
    ),
    (
        "Type the players' names. Then, in the tab or the menu BANG!: Seat next round. The status line on every "
        "sheet says the next step."
    ),
    "To remove bangxl: Uninstall. Your workbooks stay.",
)
"""From the zip to the first round."""

TITLE: Final = "bangxl: BANG! tournaments in a workbook"
MANAGED: Final = (
    "If somebody else manages this computer, buttons may be forbidden. The page bangxl.html needs no "
    "installation and does the same."
)
INSIDE: Final = "Contents and licences: see the folder «licences»."
PICTURES: Final[Mapping[str, str]] = {"setup": "The buttons in LibreOffice", "record": "A record sheet on the screen"}
"""Descriptions of the handbook's pictures, by their names there."""

ALL: Final = (*SAID.values(), *STEPS, TITLE, MANAGED, INSIDE, *PICTURES.values())
