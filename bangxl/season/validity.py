"""Which tournaments are valid for the championship (Italy 2007, Campionato nazionale and Modalità operative)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from bangxl.season.facts import Entry, house
from bangxl.season.names import folded
from bangxl.tournament.rulebook import Championship, Rulebook


class Kind(StrEnum):
    """What a tournament is for, as the setup sheet says it."""

    REGIONAL = "regional"
    OPEN = "open"


class Fault(StrEnum):
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
    FEW = "too_few_players"


@dataclass(frozen=True, slots=True)
class Judged:
    """A tournament with what is wrong with it; valid if nothing is."""

    entry: Entry
    faults: tuple[Fault, ...]

    @property
    def is_valid(self) -> bool:
        """Whether it counts for the championship."""
        return not self.faults

    @property
    def is_new(self) -> bool:
        """Whether it is a regional tournament after the last day, and nothing else is wrong: its winner may be a reserve."""
        return self.faults == (Fault.LATE,) and self.entry.event.kind == Kind.REGIONAL

    @property
    def region(self) -> str:
        """Its region, as regions are compared."""
        return folded(self.entry.event.region)


def judged(entry: Entry, rulebook: Rulebook, championship: Championship, last_day: date) -> Judged:
    """Everything that speaks against a tournament, with this last day for tournaments.

    Another regulation is enough; beside it only an unfinished tournament is told.
    """
    if (entry.regulation, entry.house) != (rulebook.id, house(rulebook)):
        return Judged(entry, (Fault.REGULATION, *unfinished(entry)))
    day, kind = entry.day, entry.event.kind
    tests = {
        Fault.KIND: kind not in {*Kind},
        Fault.REGION: kind == Kind.REGIONAL and not folded(entry.event.region),
        Fault.DATE: day is None,
        Fault.LATE: day is not None and day > last_day and not _is_last_open(entry, championship),
        Fault.UNVERIFIED: not entry.is_verified,
        Fault.FEW: entry.players < rulebook.official.minimum_players,
    }
    return Judged(entry, (*unfinished(entry), *(fault for fault, holds in tests.items() if holds)))


def unfinished(entry: Entry) -> tuple[Fault, ...]:
    """That a tournament is not over, which speaks against it whatever it is for; nothing if it is."""
    if entry.is_complete:
        return ()
    return (Fault.INTERIM if entry.proof.interim else Fault.INCOMPLETE,)


def _is_last_open(entry: Entry, championship: Championship) -> bool:
    """The Open that is played in the weekend of the final (R07-2)."""
    first, last = championship.last_open
    return entry.event.kind == Kind.OPEN and entry.day is not None and first <= entry.day <= last
