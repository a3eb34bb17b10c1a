"""The texts of the page, by the keys of its script. Buttons have the same names as in the ribbon."""

import re
from collections.abc import Mapping
from typing import Final

from bangxl.commands.forms import LABELS
from bangxl.locale.catalog import N_, Catalog
from bangxl.seasons.book import HEADS, TABLES
from bangxl.seasons.summary import OFFENDERS, SCORES
from bangxl.vba.ribbon import action_of, buttons

TEXTS: Final[Mapping[str, str]] = {
    **LABELS,
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
    "unsaved": N_("Not saved yet:"),
    "closed": N_(
        "Save and close the workbook in Excel or LibreOffice first. Changes that you have not saved are not in the file."
    ),
    "new": N_("Make a new workbook"),
    "demo": N_("Make a tournament to practise on"),
    "until_round1": N_("In round 1"),
    "until_round2": N_("In round 2"),
    "until_finals": N_("In the finals"),
    "plan": N_("Plan a day"),
    "create": N_("Make the workbook"),
    "no_name": N_("«{name}» is not a file name. Nothing was done."),
    "unread": N_("The browser cannot read {name}. Perhaps it was moved, or is open elsewhere. Choose it again."),
    "not_kept": N_(
        "This browser stores nothing (a private window, or no room): you can undo only until you close this page. Save now."
    ),
    "forget": N_("Forget this tournament on this computer"),
    "forgotten": N_("This page keeps nothing of {name} any more: no copies, and nothing to undo. Your own files stay."),
    "role_": "–",
    "line": N_("Line"),
    "sheet": N_("Sheet with the list"),
    "encoding": N_("Encoding"),
    "plays": N_("Who plays, by the column «{title}»"),
    "go_on": N_("Go on as chosen"),
    "more": N_("More"),
    "show": N_("Show the standings"),
    "tonight": N_("Tonight"),
    "whom_": N_("Those ticked"),
    "whom_same": N_("All of last time"),
    "whom_none": N_("Nobody: this evening is over"),
    "commit": N_("Commit the draw and show its code"),
    "raffle": N_("Draw a door prize"),
    "verify": N_("Verify a report"),
    "verify_more": N_("Compare"),
    "print": N_("Print (PDF)"),
    "print_more": N_("Other pages (PDF)"),
    "seat_more": N_("Seat with a public value"),
    "check_more": N_("Check with every note"),
    "report_more": N_("Interim report"),
    "slip_help": N_("A player's own total, and how it came about. Show it only to this player."),
    "events": N_("Somebody withdraws, is warned or ejected: type it on the workbook's events sheet, and save."),
    "phone": N_("A phone cannot follow a file or write into it: save after each step, and fill it in on a computer."),
    "stop": N_("Stop"),
    "stopped": N_("Stopped. Nothing was changed."),
    "moved": N_("{name} is no longer there: this page does not follow it now. If you have moved it, open it again."),
    "pruned": N_("Of {name}, the last {count} copies stay here. Earlier ones are gone; what you have saved stays."),
    "same_person": N_("The same person"),
    "two_people": N_("Two people"),
    "now": N_("What you need now, nothing secret"),
    "walls": N_("Wall list"),
    "records": N_("Record sheets"),
    "standings": N_("Standings"),
    "duels": N_("Duels"),
    "slips": N_("Statements to cut apart, one per player"),
    "meetings": N_("Who has met whom"),
    "diplomas": N_("Diplomas"),
    "checkin": N_("Check-in"),
    "blank": N_("Empty record sheets"),
    "export": N_("Save as JSON"),
    "history": N_("All earlier copies (.zip)"),
    "answer": N_("Answer"),
    "details": N_("Details"),
    "files": N_("Files"),
    "download": N_("Save {name}"),
    "open_it": N_("Open {name}"),
    "season": N_("Season"),
    "reports": N_("These {count} reports make a season: tables, and who goes to the final."),
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

HELPED: Final = ("earlier", "names", "repair", "redraw", "close", "by_hand")
"""Those whose button tells what they do, and speaks of no selection."""

_FIELDS: Final[Mapping[str, str]] = {"round": "of_round", "by-hand": "by_lines"}
"""Options with another name in the page's forms."""

_FLAG: Final = re.compile(r"--([a-z-]+)(?: ([a-z]+))?")


def page_name(words: str, _: Catalog) -> str:
    """The page's word for a command (``bangxl seat --close --reason TEXT``) or an option (``--what walls``)."""
    if not words.startswith("bangxl "):
        return _field(words, _)
    action, flags = action_of(words), _FLAG.findall(words)
    label = (
        (flags and TEXTS.get(f"{action}_more")) or TEXTS.get(action) or (buttons()[action].label if action in buttons() else "")
    )
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
    """All words of the page in a language; what a button says of itself helps, if it speaks of no selection."""
    labels = {action: _(buttons()[action].label) for action in BUTTONS}
    help_ = {f"{action}_help": _(buttons()[action].tip) for action in HELPED}
    season = {f"regional_{way}": said for way, (said, _long) in SCORES.items()}
    season |= {f"irregular_{what}": said for what, (said, _long) in OFFENDERS.items()}
    season |= {f"of_{code}": said for code, said in {**HEADS, **{name: tab for name, (tab, _columns) in TABLES.items()}}.items()}
    return {key: _(text) for key, text in {**TEXTS, **season}.items()} | labels | help_
