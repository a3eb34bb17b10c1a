"""What stands on the page, by the keys that its script knows: its buttons are called as those in the ribbon are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from bangxl.locale.catalog import N_, Catalog
from bangxl.vba.ribbon import buttons

TEXTS: Final[Mapping[str, str]] = {
    "starting": N_("One moment: the page is getting ready …"),
    "ready": N_("Ready. Everything stays on this computer."),
    "working": N_("At work …"),
    "failed": N_("This browser cannot run the page: use a current Chrome, Edge or Firefox."),
    "language": N_("Language"),
    "open": N_("Open a workbook"),
    "drop": N_("Drop the workbook or the referto here, or choose it:"),
    "one_only": N_("Only {name} was opened. Give one file at a time."),
    "closed": N_("Save and close the workbook in Excel or LibreOffice first: what is not saved is not in the file."),
    "make": N_("Make a new one"),
    "rulebook": N_("Regulation"),
    "file": N_("Name of the file"),
    "players": N_("Players: a name a line, or how many places"),
    "by_lines": N_("Who sits where, a line each: table, seat, player"),
    "create": N_("Make the workbook"),
    "more": N_("More"),
    "show": N_("Show the standings"),
    "hide": N_("Hide the standings"),
    "commit": N_("Close what is drawn, and say its code"),
    "verify": N_("Verify"),
    "print": N_("Print view"),
    "what": N_("What is to be printed"),
    "now": N_("What is needed now, nothing secret"),
    "walls": N_("List for the wall"),
    "records": N_("Record sheets"),
    "standings": N_("Standings"),
    "duels": N_("Duels"),
    "slips": N_("Slips to cut apart, one for each player"),
    "meetings": N_("Who has met whom"),
    "diplomas": N_("Diplomas"),
    "blank": N_("Empty record sheets"),
    "everyone": N_("Diplomas for everybody"),
    "of_round": N_("Round, of walls and record sheets only"),
    "export": N_("Save as JSON"),
    "history": N_("All copies as .zip"),
    "reason": N_("Reason"),
    "public_value": N_("Public value: dice or a number called in the room"),
    "one": N_("Player"),
    "other": N_("Changes places with"),
    "player": N_("Player"),
    "round": N_("Round"),
    "table": N_("Table"),
    "payout": N_("Amounts, one a line: P003=2000"),
    "against": N_("Code to compare with"),
    "pdf": N_("Write the PDF that its facts make"),
    "interim": N_("Interim: before the end"),
    "notes": N_("With every note"),
    "do": N_("Do it"),
    "answer": N_("Answer"),
    "files": N_("Files"),
    "download": N_("Save {name}"),
    "open_it": N_("Open {name}"),
    "then": N_(
        "Save it in place of the old one. Fill it in in Excel or LibreOffice, save and close it there, then give it to this page"
        " again."
    ),
    "write_back": N_("Write back into {name}"),
    "written": N_("Written: {name}"),
    "changed": N_("{name} has changed on the disk since it was opened here. Nothing was written: open it again."),
    "not_written": N_("The browser could not write {name}. Save it as a download."),
    "mended": N_("Look at this first"),
    "last_one": N_("Save {name} as this page last had it"),
    "licences": N_("What is inside, and its licences"),
    "about": N_("This page is the whole program. It asks no network for anything, and sends nothing."),
}
"""In English."""

BUTTONS: Final = ("seat", "check", "undo", "report", "help", "redraw", "swap", "reopen", "rule", "slip", "close", "by_hand")
"""Actions whose button in the ribbon has the word."""


_FIELDS: Final[Mapping[str, str]] = {"round": "of_round", "by-hand": "by_lines"}
"""Options that the page's forms call otherwise."""

_FLAG: Final = re.compile(r"--([a-z-]+)(?: ([a-z]+))?")


def page_name(words: str, _: Catalog) -> str:
    """What a command (``bangxl seat --close --reason TEXT``) or an option (``--what walls``) is called on the page."""
    if not words.startswith("bangxl "):
        return _field(words, _)
    name, flags = words.split()[1], _FLAG.findall(words)
    action = "close" if name == "seat" and ("close", "") in flags else name
    label = TEXTS.get(action) or (buttons()[action].label if action in buttons() else "")
    if not label:
        return f"«{words}»"
    beside = ", ".join(_field(f"--{flag}", _) for flag, _value in flags if flag != "close")
    return f"«{_(label)}»" + (f" ({beside})" if beside else "")


def _field(option: str, _: Catalog) -> str:
    """The field for an option; for one of several things to choose, the thing."""
    flag, value = _FLAG.findall(option)[0]
    key = value or _FIELDS.get(flag, flag.replace("-", "_"))
    return f"«{_(TEXTS.get(key, key))}»"


def texts(_: Catalog) -> Mapping[str, str]:
    """All words of the page in a language."""
    return {key: _(text) for key, text in TEXTS.items()} | {action: _(buttons()[action].label) for action in BUTTONS}
