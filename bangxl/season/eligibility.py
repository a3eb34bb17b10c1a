"""Who may be given a place while places are given away; and who played although the regulation forbids it, or was ejected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from bangxl.season.choices import ListStatus, StatusLine
from bangxl.season.entry import Entry, PlayerResult
from bangxl.season.people import People, Person
from bangxl.season.regional import Regions
from bangxl.season.validity import Candidate, EventKind

BEGINNING = date.min
"""Since when a line of the list holds that names no day."""


class Bar(StrEnum):
    """Why somebody does not get a place that he has won."""

    NOT_ELIGIBLE = "not_eligible"
    """Neither a citizen nor a resident ("solo i cittadini italiani o residenti in Italia")."""
    BANNED = "banned"
    QUALIFIED = "qualified"
    """Already qualified in another way."""
    UNAVAILABLE = "unavailable"
    TIED = "tied"
    """Equal with the next: the regulation does not say who goes."""


class Eligibility:
    """All persons of a season. ``since``: from which day they are qualified; it grows as places are given away."""

    def __init__(self, people: People, entries: Sequence[Entry], known: Mapping[int, Sequence[StatusLine]]) -> None:
        """``known``: the lines of the list of statuses, by the number of the person."""
        self.known = known
        self._eligible = _eligible(people, entries)
        self.since: dict[int, date] = {}
        for number, lines in known.items():
            days = [line.since or BEGINNING for line in lines if line.status in {ListStatus.CHAMPION, ListStatus.QUALIFIED}]
            if days:
                self.since[number] = min(days)

    def has(self, person: Person, status: ListStatus) -> bool:
        """Whether the list says so of him."""
        return any(line.status is status for line in self.known.get(person.number, ()))

    def bar(self, person: Person) -> Bar | None:
        """Why he is not entitled to a place; None if he is."""
        tests = {
            Bar.NOT_ELIGIBLE: not self._eligible.get(person.number, True),
            Bar.BANNED: self.has(person, ListStatus.BANNED),
            Bar.QUALIFIED: person.number in self.since,
        }
        return next((bar for bar, holds in tests.items() if holds), None)

    def was_qualified(self, person: Person, day: date) -> bool:
        """Whether he was qualified before that day."""
        return self.since.get(person.number, date.max) < day

    def was_banned(self, person: Person, day: date) -> bool:
        """Whether he was banned before that day."""
        lines = self.known.get(person.number, ())
        return any(line.status is ListStatus.BANNED and (line.since or BEGINNING) < day for line in lines)


def _eligible(people: People, entries: Sequence[Entry]) -> Mapping[int, bool]:
    """As the last referto says that has him."""
    found: dict[int, bool] = {}
    for entry in sorted(entries, key=lambda entry: entry.event.date):
        for result in entry.results:
            found[people.of(entry, result.player).number] = result.eligible
    return found


class Offence(StrEnum):
    """What happened."""

    QUALIFIED = "already_qualified"
    """He "NON può partecipare ad ulteriori tornei validi"."""
    BANNED = "banned"
    """He was disqualified before."""
    SECOND_REGION = "second_region"
    """He "non potrà … partecipare a più Campionati Regionali"."""
    EJECTED = "ejected"
    """The names of the ejected are reported, "affinché sia possibile, se necessario, escludere tali persone"."""


@dataclass(frozen=True, slots=True)
class Incident:
    """One person in one tournament. ``detail`` is the reason of an ejection, or the region that he plays in."""

    offence: Offence
    person: Person
    entry: Entry
    detail: str = ""
    since: date | None = None


def incidents(
    tournaments: Sequence[Candidate], people: People, regions: Regions, eligibility: Eligibility
) -> tuple[Incident, ...]:
    """All of them, by time."""
    ordered = sorted(tournaments, key=lambda one: (one.entry.event.date, one.entry.file))
    return tuple(
        case
        for one in ordered
        for result in one.entry.results
        for case in _of(one, result, people.of(one.entry, result.player), regions, eligibility)
    )


def _of(one: Candidate, result: PlayerResult, person: Person, regions: Regions, eligibility: Eligibility) -> Iterator[Incident]:
    day = one.entry.day or date.min
    if one.is_valid and eligibility.was_qualified(person, day):
        yield Incident(Offence.QUALIFIED, person, one.entry, since=eligibility.since[person.number])
    if (one.is_valid or one.is_new) and eligibility.was_banned(person, day):
        yield Incident(Offence.BANNED, person, one.entry)
    chosen = regions.get(person.number)
    if one.is_valid and one.entry.event.kind == EventKind.REGIONAL and chosen is not None and chosen != one.region:
        yield Incident(Offence.SECOND_REGION, person, one.entry, chosen)
    if result.status == Offence.EJECTED and one.is_believed:
        yield Incident(Offence.EJECTED, person, one.entry, result.reason)
