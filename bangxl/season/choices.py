"""What the regulation leaves open, as named options; what is chosen stands on the first sheet of the season's workbook."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from bangxl.interchange.document import Asked


class Adding(StrEnum):
    """How a regional table adds up several tournaments (R07-1).

    A tournament is worth as many points as it has ranked players, less those in front: the last of the final ranking gets one
    point. Whatever is chosen, one tournament alone gives its final ranking. Who is equal is separated by the elimination
    phase's score, added up in the same way, in dollars a game; then the rank is shared.
    """

    SUM = "sum"
    """The points of all tournaments together."""
    BEST = "best"
    """The best place in any tournament."""
    MEAN = "mean"
    """The average place in the tournaments that he was ranked in."""
    LAST = "last"
    """The place in the region's last tournament."""


class Irregular(StrEnum):
    """What becomes of the results of somebody who was not allowed to play (the regulation does not say)."""

    REPORT = "report"
    """They stand; they are only reported."""
    EXCLUDE = "exclude"
    """They count for no regional table; the others move up."""


class ListedDigest(NamedTuple):
    """A line of the office's list of what was sent in: a digest, or the first digits of a half, and what is written after it.

    ``second``: those of the second half, where the line has both.
    """

    digest: str
    name: str = ""
    second: str = ""

    def fits(self, digest: str, second_half: str) -> bool:
        """Whether it is the digest of a file; where the line has the second half, that must be the file's too."""
        return Asked(self.digest, self.second).fits(digest.casefold(), second_half)


@dataclass(frozen=True, slots=True)
class Choices:
    """The organisers' choices. ``last_day`` and ``best`` (so many results count, 0: all): None, what is printed.

    ``digests``: those of what was sent in, if somebody keeps a list; ``today``: nothing may be later, None: it is not asked.
    """

    adding: Adding = Adding.SUM
    irregular: Irregular = Irregular.REPORT
    last_day: date | None = None
    best: int | None = None
    digests: tuple[ListedDigest, ...] | None = None
    today: date | None = None


class ListStatus(StrEnum):
    """What is known of a player from elsewhere."""

    CHAMPION = "champion"
    """Champion of the year before: "automaticamente qualificato"."""
    QUALIFIED = "qualified"
    """Already qualified by a tournament that is not among these referti."""
    BANNED = "banned"
    """Disqualified "per gravi infrazioni durante tornei precedenti"."""
    UNAVAILABLE = "unavailable"
    """Cannot come to the final; his right may pass on."""
    WILD_CARD = "wild_card"
    """The organisers give him a place, where their regulation has such places."""


class StatusLine(NamedTuple):
    """A line of the list of statuses: a name with what is known, or only with the region that he has chosen.

    ``since``: the day from which it holds; None: from the beginning.
    """

    file: str
    line: int
    name: str
    status: ListStatus | None = None
    region: str = ""
    since: date | None = None
    email: str = ""
