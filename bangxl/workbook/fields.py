"""What people type about seats and players: two tables for sheets, pages, readers and writers.

A field is an attribute of `Seat`, or of `Player`, and a column of the same name. Those of `model.OPTIONAL_FIELDS` are asked
where the regulation wants them (`Rulebook.asks`), the others on every sheet.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, partial
from typing import Final, NamedTuple

from bangxl.locale.catalog import LANGUAGES, N_, catalog, one_line
from bangxl.tournament.model import BADGES, OPTIONAL_FIELDS, Outcome, Role
from bangxl.tournament.rulebook import Rulebook, Scoring
from bangxl.workbook.words import fold


class InputKind(StrEnum):
    """The kind of an input: a text of a list, dollars, a word, a yes, a number, life points (0 for the dead).

    An amount is dollars too, which may be less than nothing.
    """

    TEXT = "text"
    DOLLARS = "dollars"
    WORD = "word"
    MARK = "mark"
    COUNT = "count"
    LIVES = "lives"
    AMOUNT = "amount"


class Bonus(NamedTuple):
    """What is paid beside the table of winnings for what is typed here; texts by their key in the record sheets' `TEXTS`.

    ``line`` stands in the sheet's winnings, ``outcome`` is the only one that pays it, ``of`` what a scoring pays (an option's
    amount has none), ``note`` is said on the printed page, ``rule`` in the sheet of the rules.
    """

    line: str
    outcome: Outcome | None = None
    of: Callable[[Scoring], int] | None = None
    note: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """A column to type into.

    ``widths`` are characters: on the screen, there where columns are many, and on paper. ``code`` is the hidden column with the
    code of the word; ``problem`` how the codes of its own problems begin (without one only an unreadable entry is a problem).
    ``most`` is the largest number that is offered, ``amount`` the name of the dollars that each stands for, 0 where an option is
    off. ``report_head`` is the heading in a referto where it is another, ``rule`` a sentence in the sheet of the rules.
    """

    name: str
    kind: InputKind
    head: str
    widths: tuple[float, float, float]
    code: str = ""
    problem: str = ""
    most: Callable[[Rulebook], int] | None = None
    amount: str = ""
    bonus: Bonus | None = None
    report_head: str = ""
    rule: str = ""

    @property
    def attribute(self) -> str:
        """The attribute of `Seat`."""
        return self.name.lower()

    @property
    def is_mark(self) -> bool:
        """Whether only some regulations ask for it."""
        return self.attribute in OPTIONAL_FIELDS

    def is_asked(self, rulebook: Rulebook) -> bool:
        """Whether it has a column on the record sheets of a regulation."""
        if self.kind is InputKind.DOLLARS:
            return rulebook.auction is not None
        return not self.is_mark or rulebook.asks(self.attribute)


def _most_lives(rulebook: Rulebook) -> int:
    return max(rulebook.characters.values()) + 1  # the Sheriff's


FIELDS: Final = (
    Field("Character", InputKind.TEXT, N_("Character"), (18, 14, 21), code="Seat_Character"),
    Field("Bid", InputKind.DOLLARS, N_("Bid"), (12, 9, 12)),
    Field("Reconfirmed", InputKind.MARK, N_("Recon-\nfirmed"), (10, 10, 11), code="Seat_Kept", problem="kept"),
    Field("Role", InputKind.WORD, N_("Role"), (14, 12, 0), code="Seat_Role"),
    Field("Status", InputKind.WORD, N_("At the end"), (15, 13, 0), code="Seat_Status"),
    Field(
        "Lives", InputKind.LIVES, N_("Lives"), (9, 8, 9), problem="lives", most=_most_lives,
        report_head=N_("Life\npoints"), rule=N_("The record sheets count the life points left."),
    ),
    Field(
        "Killed_Sheriff", InputKind.MARK, N_("Killed\nSheriff"), (10, 9, 10), code="Seat_Killed", problem="killer",
        amount="Amount_Killed_Sheriff",
        bonus=Bonus(
            "killer", Outcome.OUTLAWS, lambda scoring: scoring.killed_sheriff, "killed_why",
            N_("A Deputy who eliminates their Sheriff"),
        ),
    ),
    Field(
        "Outlaws_Killed", InputKind.COUNT, N_("Outlaws\nkilled"), (10, 9, 11), problem="kills",
        most=lambda rulebook: max(counts[Role.OUTLAW] for counts in rulebook.roles.values()),
        amount="Amount_Outlaw_Killed", bonus=Bonus("reward"),
    ),
    Field("Cards_Kept", InputKind.COUNT, N_("Cards\nkept"), (9, 8, 9), problem="cards", most=_most_lives, amount="Amount_Card"),
    Field("Ruling", InputKind.AMOUNT, N_("Ruling"), (13, 13, 0), problem="ruling"),
    *(
        Field(mark.title(), InputKind.COUNT, mark.title(), (11, 9, 13), problem="badge",
              most=partial(lambda mark, rulebook: rulebook.badges[mark].most, mark))
        for mark in BADGES
    ),
)  # fmt: skip
"""In the order of the screen. On paper role and state are boxes to cross, a column for each word.

No regulation asks for the ruling: its amounts stand below the seats of every record sheet, and are seen where there is one.
"""

KNOCKOUT: Final = tuple(field for field in FIELDS if field.kind is InputKind.TEXT or field.kind is InputKind.WORD)
"""What a table of the knock-out is asked."""


class PlayerField(NamedTuple):
    """A column of *Players* to type into: a text, a mark, a number of a table (count), a fee (amount). ``width``: characters.

    A blank mark is what `Player` has by default. ``is_fee``: only there where fees are kept.
    """

    kind: InputKind
    head: str
    width: int
    is_fee: bool = False


PLAYER_FIELDS: Final = {
    "Name": PlayerField(InputKind.TEXT, N_("First and last name"), 28),
    "Region": PlayerField(InputKind.TEXT, N_("Region"), 15),
    "Email": PlayerField(InputKind.TEXT, N_("E-mail"), 18),
    "Present": PlayerField(InputKind.MARK, N_("Present"), 10),
    "Paid": PlayerField(InputKind.MARK, N_("Paid"), 9, is_fee=True),
    "Fee": PlayerField(InputKind.AMOUNT, N_("Fee, if\ndifferent"), 9, is_fee=True),
    "Eligible": PlayerField(InputKind.MARK, N_("For the\ntitle"), 11),
    "Table": PlayerField(InputKind.COUNT, N_("Own\ntable"), 8),
}
"""In the order of the sheet."""

GAME_COLUMNS: Final = ("round", "table", "seat", "player", "role", "status", "outcome", "bid")
OPTIONAL_COLUMNS: Final = tuple(mark for mark in OPTIONAL_FIELDS if mark not in {"reconfirmed", "ruling"})
"""The columns of a list of seats, and those that may follow. A ruling needs its reason, for which there is no column."""
SEAT_COLUMNS: Final = (*GAME_COLUMNS, *OPTIONAL_COLUMNS)
FIELD_HEADS: Final[Mapping[str, str]] = (
    {"Имя": "player", "Участник": "player", "Name": "player", "Stato": "status", "Offerta": "bid", "Platz": "seat"}
    | {"Game": "round", "Partita": "round", "Partie": "round", "Winner": "outcome", "Vincitore": "outcome", "Sieger": "outcome"}
    | {word: word.lower() for word in ("Round", "Table", "Seat", "Player", "Outcome")}
    | {head: one.attribute for one in FIELDS if one.attribute in SEAT_COLUMNS for head in (one.report_head, one.head) if head}
)
"""The columns by the words above them; of several the last is the one that is written."""


def fold_heading(text: str) -> str:
    """A heading for comparison, on one line or on several."""
    return fold(" ".join(one_line(text).split()))


@cache
def columns_by_head() -> Mapping[str, str]:
    """The column that a heading names, folded: our names, and the words of record sheets in all languages."""
    told = {fold_heading(catalog(one)(head)): name for one in LANGUAGES for head, name in FIELD_HEADS.items()}
    return told | {name: name for name in SEAT_COLUMNS}


def optional_columns(rulebook: Rulebook) -> list[str]:
    """The columns of record sheets that are there for variants of which none may be played."""
    optional = {
        "Bid": rulebook.auction is not None and rulebook.auction.optional,
        "Reconfirmed": rulebook.auction is not None and rulebook.auction.optional,
        "Outlaws_Killed": rulebook.cash_reward > 0,
        "Cards_Kept": rulebook.card_price > 0,
    }
    return [field.name for field in fields(rulebook) if optional.get(field.name)]


def fields(rulebook: Rulebook) -> list[Field]:
    """The fields that have a column on the record sheets of a regulation, badges with their names."""
    names = {mark: badge.name for mark, badge in rulebook.badges.items()}
    return [replace(field, head=names.get(field.attribute, field.head)) for field in FIELDS if field.is_asked(rulebook)]
