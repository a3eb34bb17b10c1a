"""The organisers' choices where the regulation is silent: options and lists."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from bangxl.interchange.fingerprint import Fingerprint


class Combining(StrEnum):
    """How a table combines several tournaments (R07-1); a single tournament always gives its final ranking."""

    SUM = "sum"
    BEST = "best"
    MEAN = "mean"
    LAST = "last"


class Irregular(StrEnum):
    """How to treat results of players who were not allowed to play (the regulation does not say)."""

    REPORT = "report"
    """They count and are reported."""
    EXCLUDE = "exclude"
    """They are reported and count in no table of the championship; the others move up."""


class ListStatus(StrEnum):
    """A player's status in the list of statuses."""

    CHAMPION = "champion"
    """Champion of the year before: "automaticamente qualificato"."""
    QUALIFIED = "qualified"
    """Qualified by a tournament outside these referti."""
    BANNED = "banned"
    """Disqualified "per gravi infrazioni durante tornei precedenti"."""
    UNAVAILABLE = "unavailable"
    """Cannot come to the final; the place may pass to the next."""
    WILD_CARD = "wild_card"
    """The organisers give this player a place, where their regulation has such places."""


class StatusLine(NamedTuple):
    """A line of the list of statuses; without a status it only gives the player's region.

    ``since``: the day from which it holds; None: from the beginning.
    """

    file: str
    line: int
    name: str
    status: ListStatus | None = None
    region: str = ""
    since: date | None = None
    email: str = ""


class NameDecision(NamedTuple):
    """A line of the list of names: ``name`` is the person ``to``; a ``file`` limits it; there it may be a player's id.

    ``place``: the list and the line, «same.csv:2».
    """

    name: str
    to: str
    file: str = ""
    place: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Choices:
    """The options. ``last_day`` and ``best`` (how many results count, 0: all): None means as in the regulation.

    ``first_day``: None means by the last one (R07-23). ``digests``: the submitted fingerprints, and what the list says of each,
    None without a list; ``today``: the latest date allowed, None: not checked.
    """

    adding: Combining = Combining.SUM
    irregular: Irregular = Irregular.REPORT
    first_day: date | None = None
    last_day: date | None = None
    best: int | None = None
    digests: Mapping[Fingerprint, str] | None = None
    today: date | None = None
