"""The forms of the buttons and of the page: which fields each has, and what they are called."""

from collections.abc import Mapping, Sequence
from typing import Final, Never

from bangxl.books.port import Prompt
from bangxl.locale.catalog import Catalog, sentences

NOTHING_OFFERED: Final[Mapping[str, Never]] = {}

LABELS: Final[Mapping[str, str]] = sentences("bangxl.commands")["labels"]
"""The labels of the fields."""

ASKED: Final = frozenset({"text", "number"})
"""The kinds of the fields that must be filled in with a line: the buttons ask for these."""

FORMS: Final[Mapping[str, Sequence[tuple[str, str]]]] = {
    "new": [
        ("rulebook", "choice"), ("file", "name"), ("players", "lines"), ("fee", "optional"), ("four_eyes", "mark"),
        ("logo", "picture"),
    ],
    "tonight": [("people", "ticks"), ("whom", "pick"), ("of_evening", "optional")],
    "demo": [
        ("rulebook", "choice"), ("file", "name"), ("count", "optional"), ("until", "pick"), ("half_typed", "mark"),
        ("mistakes", "optional"),
    ],
    "plan": [
        ("rulebook", "choice"), ("range", "text"), ("start", "free"), ("game", "free"), ("break", "free"), ("lunch", "free"),
    ],
    "earlier": [("to", "optional")],
    "room": [], "names": [],
    "rename": [("player", "text"), ("name", "text"), ("reason", "text")],
    "repair": [("rebuild", "mark")],
    "redraw": [("reason", "text"), ("public_value", "free")],
    "swap": [("one", "text"), ("other", "text"), ("of_round", "optional"), ("reason", "text")],
    "reopen": [("round", "number"), ("table", "number"), ("reason", "text")],
    "rule": [("round", "number"), ("table", "number"), ("reason", "text"), ("payout", "lines")],
    "slip": [("player", "text")], "close": [("reason", "text")], "by_hand": [("by_lines", "list")], "commit": [],
    "raffle": [("prize", "free")],
    "seat": [("public_value", "text")],
    "check": [("notes", "mark")],
    "report": [("interim", "mark")],
    "print": [("what", "pick"), ("of_round", "optional"), ("everyone", "mark")],
    "verify": [("against", "free"), ("pdf", "mark")],
    "season": [
        ("regional", "pick"), ("best", "optional"), ("irregular", "pick"), ("since", "free"), ("deadline", "free"),
        ("same", "lines"), ("status", "lines"), ("digests", "lines"), ("rulebook", "pick"), ("page", "mark"),
        ("initials", "lines"),
    ],
}  # fmt: skip
"""By action, its fields with their kinds; the page shows those of `new`, `demo`, `plan` apart, the others in this order."""


def form(
    action: str, _: Catalog, known: Mapping[str, str] = NOTHING_OFFERED, offered: Mapping[str, Sequence[str]] = NOTHING_OFFERED
) -> list[Prompt]:
    """The fields that a button asks for, with what is ``known`` and what is ``offered``."""
    return [Prompt(_(LABELS[name]), known.get(name, ""), offered.get(name, ())) for name, kind in FORMS[action] if kind in ASKED]
