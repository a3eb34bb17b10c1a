"""Who goes to the final (Italy 2007): regional champions, Open winners, the champion of the year before; and the reserves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from bangxl.season.choices import Irregular, ListStatus
from bangxl.season.eligibility import BEGINNING, Bar, Eligibility
from bangxl.season.people import Person
from bangxl.season.regional import Basis, RegionalTable, by_region, table
from bangxl.season.validity import Candidate, EventKind


class Way(StrEnum):
    """How a place in the final is won."""

    CHAMPION = "champion"
    """Champion of the year before."""
    LISTED = "listed"
    """By the list of statuses: qualified by a tournament that is not among the referti."""
    FIRST = "first"
    """First of a regional table."""
    PASSED = "passed"
    """Next in a regional table, because those in front may not or cannot come."""
    OPEN = "open"
    """Winner of an Open."""


class Bypass(NamedTuple):
    """Somebody who was in front, and why he does not go."""

    person: Person
    bar: Bar


@dataclass(frozen=True, slots=True)
class Berth:
    """A place in the final. ``person`` is None if nobody can take it: then a reserve is needed.

    ``name`` is the region's or the Open's; ``since`` the day on which it was won, None if nobody has said.
    """

    way: Way
    name: str
    person: Person | None
    since: date | None = None
    region: str = ""
    over: tuple[Bypass, ...] = ()


@dataclass(frozen=True, slots=True)
class Reserve:
    """Somebody who may fill a place. ``order`` goes by the players of his region; regions with as many share it.

    ``tournament``: the new one that he has won; None for the second of a table. ``players`` and ``entries`` are the region's.
    """

    order: int
    region: str
    players: int
    entries: int
    person: Person
    tournament: Candidate | None = None


@dataclass(frozen=True, slots=True)
class Selection:
    """Tables by region, places in the order in which they were won, reserves in the order that the regulation prefers."""

    tables: tuple[RegionalTable, ...]
    places: tuple[Berth, ...]
    reserves: tuple[Reserve, ...]

    @property
    def taken(self) -> int:
        """How many finalists there are."""
        return sum(place.person is not None for place in self.places)


def select(tournaments: Sequence[Candidate], basis: Basis, eligibility: Eligibility, irregular: Irregular) -> Selection:
    """Give the places away in the order in which they are won: a region's with its last tournament, an Open's on its day.

    Who gets one is written into ``eligibility``.
    """
    if irregular is Irregular.EXCLUDE:
        basis = replace(basis, counts=lambda person, one: _was_allowed(eligibility, person, one))
    regions = by_region(tournaments)
    opens = [one for one in tournaments if one.is_valid and one.entry.event.kind == EventKind.OPEN]
    ended = [(_day(group[-1]), 0, region) for region, group in regions.items()]
    played = [(_day(one), 1, str(number)) for number, one in enumerate(opens)]
    tables: dict[str, RegionalTable] = {}
    places = _from_list(basis, eligibility)
    for day, is_open, name in sorted((*ended, *played)):
        if is_open:
            place = _winner(opens[int(name)], basis, eligibility)
        else:
            tables[name] = table(name, regions[name], basis)
            place = _champion(tables[name], eligibility)
        places.append(place)
        if place.person is not None:
            eligibility.since.setdefault(place.person.number, day)
    found = tuple(tables[region] for region in sorted(tables))
    return Selection(found, tuple(places), _reserves(tournaments, found, places, basis, eligibility))


def _from_list(basis: Basis, eligibility: Eligibility) -> list[Berth]:
    """The champion of the year before ("automaticamente qualificato"), and who is qualified by the list."""
    places = []
    ways = {ListStatus.CHAMPION: Way.CHAMPION, ListStatus.QUALIFIED: Way.LISTED}
    for person in basis.people.persons:
        lines = [line for line in eligibility.known.get(person.number, ()) if line.status in ways]
        for line in lines[:1]:
            bar = eligibility.bar(person)
            bar = bar if bar not in {None, Bar.QUALIFIED} else _cannot_come(eligibility, person)
            way = ways[line.status] if line.status else Way.LISTED
            over = (Bypass(person, bar),) if bar else ()
            places.append(Berth(way, line.region, None if bar else person, line.since, over=over))
    return sorted(places, key=lambda place: (place.way is not Way.CHAMPION, place.since or BEGINNING))


def _champion(found: RegionalTable, eligibility: Eligibility) -> Berth:
    """The first of a table who is entitled; if he cannot come, the second ("potrà essere "passato" al secondo classificato")."""
    place = Berth(Way.FIRST, found.name, None, found.ended, found.region)
    over: list[Bypass] = []
    rights = 2
    ranked = [line for line in found.lines if line.rank is not None]
    for line in ranked:
        bar = eligibility.bar(line.person)
        entitled = bar is None
        equal = [one.person for one in ranked if one.rank == line.rank and eligibility.bar(one.person) is None]
        if entitled and len(equal) > 1:
            return replace(place, over=(*over, *(Bypass(person, Bar.TIED) for person in equal)))
        bar = bar or _cannot_come(eligibility, line.person)
        if bar is None:
            return replace(place, way=Way.PASSED if over else Way.FIRST, person=line.person, over=tuple(over))
        over.append(Bypass(line.person, bar))
        rights -= entitled
        if not rights:
            break
    return replace(place, over=tuple(over))


def _winner(one: Candidate, basis: Basis, eligibility: Eligibility) -> Berth:
    """The winner of an Open; if he may not or cannot come, the regulation names nobody in his place."""
    entry = one.entry
    place = Berth(Way.OPEN, entry.event.name, None, entry.day)
    winner = next((result for result in entry.results if result.final == 1), None)
    if winner is None:
        return place
    person = basis.people.of(entry, winner.player)
    bar = eligibility.bar(person) or _cannot_come(eligibility, person)
    return replace(place, over=(Bypass(person, bar),)) if bar else replace(place, person=person)


def _cannot_come(eligibility: Eligibility, person: Person) -> Bar | None:
    return Bar.UNAVAILABLE if eligibility.has(person, ListStatus.UNAVAILABLE) else None


def _reserves(
    tournaments: Sequence[Candidate],
    tables: Sequence[RegionalTable],
    places: Sequence[Berth],
    basis: Basis,
    eligibility: Eligibility,
) -> tuple[Reserve, ...]:
    """Of each region the winners of new tournaments, then the second; the regions with most players involved first."""
    by_key = {one.region: one for one in tables}
    new = [one for one in tournaments if one.is_new]
    involved = {region: by_key[region].players if region in by_key else 0 for region in {*by_key, *(one.region for one in new)}}
    found: list[Reserve] = []
    taken: set[int] = set()
    for region in sorted(involved, key=lambda region: (-involved[region], region)):
        order = 1 + sum(players > involved[region] for players in involved.values())
        own = by_key.get(region)
        winners = [(_winner(one, basis, eligibility).person, one) for one in new if one.region == region]
        seconds = [(person, None) for person in _seconds(own, places, eligibility)] if own else []
        for person, one in (*winners, *seconds):
            if person is not None and person.number not in taken:
                name = own.name if own else one.entry.event.region if one else region
                taken.add(person.number)
                found.append(Reserve(order, name, involved[region], own.entries if own else 0, person, one))
    return tuple(found)


def _seconds(found: RegionalTable, places: Sequence[Berth], eligibility: Eligibility) -> list[Person]:
    """The second of a finished selection, unless the first's right has passed to him; several if they are equal."""
    first = next((place.person for place in places if place.region == found.region), None)
    ranked = [line for line in found.lines if line.rank is not None]
    rest = [line for line in ranked if line.person == first or eligibility.bar(line.person) is None]
    equal = [line for line in rest[1:] if rest[0].rank != line.rank == rest[1].rank]
    return [line.person for line in equal if line.person != first and _cannot_come(eligibility, line.person) is None]


def _was_allowed(eligibility: Eligibility, person: Person, one: Candidate) -> bool:
    """Whether he was neither qualified nor banned when he played."""
    return not (eligibility.was_qualified(person, _day(one)) or eligibility.was_banned(person, _day(one)))


def _day(one: Candidate) -> date:
    return one.entry.day or date.max
