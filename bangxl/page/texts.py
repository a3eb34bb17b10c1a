"""The texts of the page, by the keys of its script. Buttons have the same names as in the ribbon."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from bangxl.locale.catalog import N_, Catalog
from bangxl.vba.ribbon import action_of, buttons

TEXTS: Final[Mapping[str, str]] = {
    "starting": N_("One moment: the page is loading …"),
    "ready": N_("Ready. Everything stays on this computer."),
    "working": N_("Working …"),
    "failed": N_("This browser cannot run the page. Use a current Chrome, Edge or Firefox."),
    "language": N_("Language"),
    "open": N_("Open a workbook"),
    "drop": N_("Drop the workbook, reports or a list of players here, or choose them:"),
    "waits": N_("{name} is not open: this page shows one tournament at a time."),
    "follows": N_("This page follows {name}: save it in Excel or LibreOffice, and see here what Check says."),
    "followed": N_("{name} was saved at {time}. Check says:"),
    "unsaved": N_("Only in this browser until you save it:"),
    "closed": N_(
        "Save and close the workbook in Excel or LibreOffice first. Changes that you have not saved are not in the file."
    ),
    "make": N_("Make a new one"),
    "rulebook": N_("Regulation"),
    "file": N_("File name"),
    "players": N_("Players: one name per line, or the number of places"),
    "by_lines": N_("Who sits where, one line each: table, seat, player"),
    "create": N_("Make the workbook"),
    "more": N_("More"),
    "show": N_("Show the standings"),
    "hide": N_("Hide the standings"),
    "commit": N_("Commit the draw and show its code"),
    "verify": N_("Verify"),
    "print": N_("Print view"),
    "what": N_("What to print"),
    "now": N_("What you need now, nothing secret"),
    "walls": N_("List for the wall"),
    "records": N_("Record sheets"),
    "standings": N_("Standings"),
    "duels": N_("Duels"),
    "slips": N_("Statements to cut apart, one per player"),
    "meetings": N_("Who has met whom"),
    "diplomas": N_("Diplomas"),
    "blank": N_("Empty record sheets"),
    "everyone": N_("Diplomas for everybody"),
    "of_round": N_("Round (blank: the newest)"),
    "export": N_("Save as JSON"),
    "history": N_("All copies as .zip"),
    "reason": N_("Reason"),
    "public_value": N_("Public value: dice or a number called in the room"),
    "one": N_("Player"),
    "other": N_("Changes places with"),
    "player": N_("Player"),
    "round": N_("Round"),
    "table": N_("Table"),
    "name": N_("Right name"),
    "to": N_("Number of the state (blank: show them)"),
    "payout": N_("Amounts, one per line: P003=2000"),
    "against": N_("Code to compare with"),
    "pdf": N_("Make a PDF from its facts"),
    "interim": N_("Interim: before the end"),
    "notes": N_("Show every note"),
    "do": N_("Do it"),
    "answer": N_("Answer"),
    "files": N_("Files"),
    "download": N_("Save {name}"),
    "open_it": N_("Open {name}"),
    "then": N_(
        "Save it in place of the old file. Fill it in with Excel or LibreOffice, save and close it there, then"
        " open it here again."
    ),
    "write_back": N_("Save into {name}"),
    "written": N_("Written: {name}"),
    "changed": N_("{name} has changed on disk since you opened it here. Nothing was written. Open it again."),
    "not_written": N_("The browser could not write {name}. Save it as a download."),
    "mended": N_("Look at this first"),
    "last_one": N_("Save this page's last copy of {name}"),
    "licences": N_("Contents and licences"),
    "about": N_("This page is the whole program. It works offline and sends nothing."),
}
"""The texts in English."""

BUTTONS: Final = (
    "seat", "check", "undo", "redo", "report", "help", "earlier", "redraw", "swap", "names", "rename", "repair", "reopen", "rule",
    "slip", "close", "by_hand", "room",
)  # fmt: skip
"""The actions with the same word as their ribbon button."""


_FIELDS: Final[Mapping[str, str]] = {"round": "of_round", "by-hand": "by_lines"}
"""Options with another name in the page's forms."""

_FLAG: Final = re.compile(r"--([a-z-]+)(?: ([a-z]+))?")


def page_name(words: str, _: Catalog) -> str:
    """The page's word for a command (``bangxl seat --close --reason TEXT``) or an option (``--what walls``)."""
    if not words.startswith("bangxl "):
        return _field(words, _)
    action, flags = action_of(words), _FLAG.findall(words)
    label = TEXTS.get(action) or (buttons()[action].label if action in buttons() else "")
    if not label:
        return _.quoted(words)
    beside = ", ".join(_field(f"--{flag}", _) for flag, _value in flags if flag not in {"close", "repair", "to"})
    return _.quoted(_(label)) + (f" ({beside})" if beside else "")


def _field(option: str, _: Catalog) -> str:
    """The field for an option; if the option offers several things, the chosen one."""
    flag, value = _FLAG.findall(option)[0]
    key = value or _FIELDS.get(flag, flag.replace("-", "_"))
    return _.quoted(_(TEXTS.get(key, key)))


def texts(_: Catalog) -> Mapping[str, str]:
    """All words of the page in a language."""
    return {key: _(text) for key, text in TEXTS.items()} | {action: _(buttons()[action].label) for action in BUTTONS}
