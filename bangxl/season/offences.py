"""Who played although the regulation forbids it, and who was ejected: what the organisers of a championship must know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from bangxl.season.facts import Entry, Result
from bangxl.season.field import Field
from bangxl.season.people import People, Person
from bangxl.season.regional import Regions
from bangxl.season.validity import Judged, Kind


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
class Case:
    """One person in one tournament. ``detail`` is the reason of an ejection, or the region that he plays in."""

    offence: Offence
    person: Person
    entry: Entry
    detail: str = ""
    since: date | None = None


def cases(tournaments: Sequence[Judged], people: People, regions: Regions, field: Field) -> tuple[Case, ...]:
    """All of them, by time."""
    ordered = sorted(tournaments, key=lambda one: (one.entry.event.date, one.entry.file))
    return tuple(
        case
        for one in ordered
        for result in one.entry.results
        for case in _of(one, result, people.of(one.entry, result.player), regions, field)
    )


def _of(one: Judged, result: Result, person: Person, regions: Regions, field: Field) -> Iterator[Case]:
    day = one.entry.day or date.min
    if one.is_valid and field.was_qualified(person, day):
        yield Case(Offence.QUALIFIED, person, one.entry, since=field.since[person.number])
    if (one.is_valid or one.is_new) and field.was_banned(person, day):
        yield Case(Offence.BANNED, person, one.entry)
    chosen = regions.get(person.number)
    if one.is_valid and one.entry.event.kind == Kind.REGIONAL and chosen is not None and chosen != one.region:
        yield Case(Offence.SECOND_REGION, person, one.entry, chosen)
    if result.status == Offence.EJECTED:
        yield Case(Offence.EJECTED, person, one.entry, result.reason)
