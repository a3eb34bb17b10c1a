"""What speaks against a tournament, and which are valid for the championship (Italy 2007, Campionato nazionale)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from bangxl.season.entry import Entry, house
from bangxl.season.spelling import plain
from bangxl.tournament.rulebook import Championship, Rulebook


class EventKind(StrEnum):
    """What a tournament is for, as the setup sheet says it."""

    REGIONAL = "regional"
    OPEN = "open"


class Flaw(StrEnum):
    """Why a tournament does not count for the championship."""

    REGULATION = "other_regulation"
    KIND = "kind"
    """Neither a regional tournament nor an Open."""
    REGION = "no_region"
    DATE = "no_date"
    LATE = "late"
    """After the last day, and not the Open of the final's weekend."""
    INCOMPLETE = "incomplete"
    INTERIM = "interim"
    """Not finished, and the referto says so."""
    UNVERIFIED = "unverified"
    FUTURE = "future"
    """It is dated, or was written, later than today."""
    UNLISTED = "unlisted"
    """Its digest is not on the list of what was sent in."""
    CONTRADICTED = "contradicted"
    """Another referto of the same tournament says something else."""
    FEW = "too_few_players"


NOTHING_COUNTS: Final = frozenset({
    Flaw.INCOMPLETE, Flaw.INTERIM, Flaw.UNVERIFIED, Flaw.FUTURE, Flaw.UNLISTED, Flaw.CONTRADICTED,
})  # fmt: skip
"""What is wrong with a file itself: nothing that it tells is used anywhere."""

Doubts = Mapping[str, tuple[Flaw, ...]]
"""By file, why it counts for nothing, whatever the tournament was for: flaws of ``NOTHING_COUNTS``."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A tournament with what is wrong with it; valid if nothing is."""

    entry: Entry
    faults: tuple[Flaw, ...]

    @property
    def is_valid(self) -> bool:
        """Whether it counts for the championship."""
        return not self.faults

    @property
    def is_believed(self) -> bool:
        """Whether what the file tells may be used at all, valid or not."""
        return NOTHING_COUNTS.isdisjoint(self.faults)

    @property
    def is_new(self) -> bool:
        """Whether it is a regional tournament after the last day, and nothing else is wrong: its winner may be a reserve."""
        return self.faults == (Flaw.LATE,) and self.entry.event.kind == EventKind.REGIONAL

    @property
    def region(self) -> str:
        """Its region, as regions are compared."""
        return plain(self.entry.event.region)


def judge(entry: Entry, rulebook: Rulebook, championship: Championship, last_day: date, doubts: Doubts) -> Candidate:
    """Everything that speaks against a tournament, with this last day for tournaments.

    Another regulation is enough; beside it only why it counts for nothing at all is told.
    """
    basic = doubts.get(entry.file, ())
    if (entry.regulation, entry.house) != (rulebook.id, house(rulebook)):
        return Candidate(entry, (Flaw.REGULATION, *basic))
    day, kind = entry.day, entry.event.kind
    tests = {
        Flaw.KIND: kind not in {*EventKind},
        Flaw.REGION: kind == EventKind.REGIONAL and not plain(entry.event.region),
        Flaw.DATE: day is None,
        Flaw.LATE: day is not None and day > last_day and not _is_last_open(entry, championship),
        Flaw.FEW: entry.players < rulebook.official.minimum_players,
    }
    return Candidate(entry, (*basic, *(fault for fault, holds in tests.items() if holds)))


def end_flaws(entry: Entry) -> tuple[Flaw, ...]:
    """That a tournament is not over, which speaks against it whatever it is for; nothing if it is."""
    if entry.is_complete:
        return ()
    return (Flaw.INTERIM if entry.proof.interim else Flaw.INCOMPLETE,)


def flaws(entry: Entry, doubts: Doubts) -> tuple[Flaw, ...]:
    """Why a tournament does not count for a table of its regulation, whatever it is for."""
    few = (Flaw.FEW,) if Flaw.FEW in entry.objections else ()
    return (*doubts.get(entry.file, ()), *few)


def _is_last_open(entry: Entry, championship: Championship) -> bool:
    """The Open that is played in the weekend of the final (R07-2)."""
    if championship.last_open is None or entry.day is None:
        return False
    first, last = championship.last_open
    return entry.event.kind == EventKind.OPEN and first <= entry.day <= last
