"""The forms of the buttons and of the page: which fields each has, and what they are called."""

from collections.abc import Mapping, Sequence
from typing import Final, Never

from bangxl.books.port import Field
from bangxl.locale.catalog import N_, Catalog

NOTHING: Final[Mapping[str, Never]] = {}

LABELS: Final[Mapping[str, str]] = {
    "rulebook": N_("Regulation"),
    "file": N_("File name"),
    "players": N_("Players: one name per line, or the number of places"),
    "fee": N_("Entry fee (blank: fees are not kept here)"),
    "four_eyes": N_("A second person compares every record sheet with the paper"),
    "logo": N_("Logo for what is printed and shown (PNG, JPEG)"),
    "count": N_("Number of players"),
    "range": N_("Players, such as 22 or 18..26"),
    "until": N_("Where it stops"),
    "half_typed": N_("Some record sheets are filled in"),
    "mistakes": N_("Mistakes to find"),
    "start": N_("The first game begins (blank: 10:00)"),
    "game": N_("How long a game takes (blank: 50m)"),
    "break": N_("The break after it (blank: 10m)"),
    "lunch": N_("An hour for lunch at (blank: none)"),
    "by_lines": N_("Who sits where, one line each: table, seat, player"),
    "what": N_("What to print"),
    "everyone": N_("Diplomas for everybody"),
    "of_round": N_("Round (blank: the newest)"),
    "reason": N_("Reason"),
    "prize": N_("What it is"),
    "public_value": N_("Public value: dice or a number called in the room"),
    "one": N_("Player"),
    "other": N_("Changes places with"),
    "player": N_("Player"),
    "round": N_("Round"),
    "table": N_("Table"),
    "name": N_("Right name"),
    "to": N_("Number of the copy (blank: list them)"),
    "payout": N_("Amounts, one per line: P003=2000"),
    "against": N_("Code to compare with"),
    "pdf": N_("Make a PDF from its data"),
    "rebuild": N_("Make a new workbook from what can be proved"),
    "interim": N_("Interim: before the end"),
    "role_name": N_("Name"),
    "role_surname": N_("Surname"),
    "role_particle": N_("Particle of the surname"),
    "role_given": N_("Given name"),
    "role_region": N_("Region"),
    "role_email": N_("E-mail"),
    "notes": N_("Show every note"),
    "regional": N_("What the tables count"),
    "irregular": N_("Results of players who were not allowed to play"),
    "since": N_("First day (blank: after the last final)"),
    "deadline": N_("Last day (blank: the regulation's)"),
    "best": N_("How many results count (blank: the regulation's)"),
    "same": N_("Names that are one person, or not: name, as"),
    "status": N_("Who is qualified, banned or unavailable: name, status, region"),
    "digests": N_("Fingerprints sent in, one per line: only these count"),
    "page": N_("Make a page to look at"),
    "initials": N_("Names that the page shows by initials, one per line"),
    "people": N_("Who plays this evening"),
    "whom": N_("Mark"),
    "of_evening": N_("Show the sheets of evening"),
}
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
    action: str, _: Catalog, known: Mapping[str, str] = NOTHING, offered: Mapping[str, Sequence[str]] = NOTHING
) -> list[Field]:
    """The fields that a button asks for, with what is ``known`` and what is ``offered``."""
    return [Field(_(LABELS[name]), known.get(name, ""), offered.get(name, ())) for name, kind in FORMS[action] if kind in ASKED]
