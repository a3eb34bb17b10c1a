"""Who goes to the final (Italy 2007): regional champions, Open winners, the champion of the year before; and the reserves.

A house regulation may send several of a region, the best of the national table, and whom the organisers choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from bangxl.season.choices import ListStatus
from bangxl.season.eligibility import BEGINNING, Bar, Eligibility
from bangxl.season.people import Person
from bangxl.season.regional import Basis, RankingLine, RankingTable, Vacancy, by_region, national, table
from bangxl.season.validity import Candidate, EventKind
from bangxl.tournament.rulebook import Championship


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
    NATIONAL = "national"
    """By the national table."""
    WILD_CARD = "wild_card"
    """Chosen by the organisers."""


class Bypass(NamedTuple):
    """Somebody who was in front, and why he does not go."""

    person: Person
    bar: Bar


@dataclass(frozen=True, slots=True)
class Berth:
    """A place in the final. ``person`` is None if nobody can take it: then a reserve is needed.

    ``name`` is the region's or the Open's; ``since`` the day on which it was won, None if nobody has said; ``vacancy`` why the
    region's table has nobody who could have it.
    """

    way: Way
    name: str
    person: Person | None
    since: date | None = None
    region: str = ""
    over: tuple[Bypass, ...] = ()
    vacancy: Vacancy | None = None


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
    """Tables by region and of all; places in the order in which they were won, reserves in that which the regulation prefers."""

    tables: tuple[RankingTable, ...]
    national: RankingTable
    places: tuple[Berth, ...]
    reserves: tuple[Reserve, ...]

    @property
    def taken(self) -> int:
        """How many finalists there are."""
        return sum(place.person is not None for place in self.places)


def select(tournaments: Sequence[Candidate], basis: Basis, eligibility: Eligibility, rule: Championship) -> Selection:
    """Give the places away in the order in which they are won: a region's with its last tournament, an Open's on its day.

    Then those of the national table, and those that the organisers give. Who gets one is written into ``eligibility``.
    """
    regions = by_region(tournaments)
    opens = [one for one in tournaments if one.is_valid and one.entry.event.kind == EventKind.OPEN]
    ended = [(_day(group[-1]), 0, region) for region, group in regions.items()]
    played = [(_day(one), 1, str(number)) for number, one in enumerate(opens)]
    tables: dict[str, RankingTable] = {}
    places = _from_list(basis, eligibility)
    for _ended, is_open, name in sorted((*ended, *played)):
        if is_open:
            won = [_winner(opens[int(name)], basis, eligibility)]
        else:
            tables[name] = table(name, regions[name], basis)
            won = _champions(tables[name], eligibility, rule.regional)
        places += _given(won, eligibility)
    of_all = national(tournaments, basis)
    places += _given(_of_national(of_all, eligibility, rule.national), eligibility)
    places += _given(_wild_cards(basis, eligibility), eligibility)
    found = tuple(tables[region] for region in sorted(tables))
    return Selection(found, of_all, tuple(places), _reserves(tournaments, found, places, basis, eligibility, rule.regional))


def only_allowed(basis: Basis, eligibility: Eligibility) -> Basis:
    """The same tables without the results of those who were qualified or banned already when they played."""
    return replace(basis, counts=lambda person, one: _was_allowed(eligibility, person, one))


def _given(places: list[Berth], eligibility: Eligibility) -> list[Berth]:
    """The same places; who has one is qualified since then."""
    for place in places:
        if place.person is not None:
            eligibility.since.setdefault(place.person.number, place.since or date.max)
    return places


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


def _champions(found: RankingTable, eligibility: Eligibility, many: int) -> list[Berth]:
    """The first of a table who are entitled; if one cannot come, the next ("potrà essere "passato" al secondo classificato")."""
    place = Berth(Way.FIRST, found.name, None, found.ended, found.region, vacancy=found.vacancy)
    return _best(place, [line for line in found.lines if line.rank is not None], eligibility, many, refusals=many)


def _of_national(found: RankingTable, eligibility: Eligibility, many: int) -> list[Berth]:
    """The first of the national table who have no place yet; whoever cannot come is passed over."""
    place = Berth(Way.NATIONAL, "", None, found.ended)
    free = [line for line in found.lines if line.rank is not None and eligibility.bar(line.person) is not Bar.QUALIFIED]
    return _best(place, free, eligibility, many, refusals=len(free))


def _best(place: Berth, ranked: Sequence[RankingLine], eligibility: Eligibility, many: int, *, refusals: int) -> list[Berth]:
    """So many places like ``place``, for the first of a table who are entitled; after so many refusals they pass on no more."""
    places: list[Berth] = []
    over: list[Bypass] = []
    for line in ranked:
        if len(places) == many or refusals < 0:
            break
        bar = eligibility.bar(line.person)
        equal = [one.person for one in ranked if one.rank == line.rank and eligibility.bar(one.person) is None]
        open_to = [person for person in equal if all(person != one.person for one in places)]
        if bar is None and len(open_to) > many - len(places):
            over += (Bypass(person, Bar.TIED) for person in open_to)
            break
        refusals -= bar is None and (bar := _cannot_come(eligibility, line.person)) is not None
        if bar is not None:
            over.append(Bypass(line.person, bar))
            continue
        way = Way.PASSED if place.way is Way.FIRST and (places or over) else place.way
        places.append(replace(place, way=way, person=line.person, over=tuple(over)))
        over = []
    vacant = [replace(place, over=tuple(over)), *[place] * many]
    return [*places, *vacant][:many]


def _wild_cards(basis: Basis, eligibility: Eligibility) -> list[Berth]:
    """Whom the organisers have chosen, in the order of their list; who has a place already needs none."""
    cards = [
        (line.line, person)
        for person in basis.people.persons
        for line in eligibility.known.get(person.number, ())
        if line.status is ListStatus.WILD_CARD
    ]
    places = []
    for _line, person in sorted(cards, key=lambda card: card[0]):
        bar = eligibility.bar(person) or _cannot_come(eligibility, person)
        over = (Bypass(person, bar),) if bar else ()
        places.append(Berth(Way.WILD_CARD, "", None if bar else person, over=over))
    return places


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
    tables: Sequence[RankingTable],
    places: Sequence[Berth],
    basis: Basis,
    eligibility: Eligibility,
    many: int,
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
        seconds = [(person, None) for person in _seconds(own, places, eligibility, many)] if own else []
        for person, one in (*winners, *seconds):
            if person is not None and person.number not in taken:
                name = own.name if own else one.entry.event.region if one else region
                taken.add(person.number)
                found.append(Reserve(order, name, involved[region], own.entries if own else 0, person, one))
    return tuple(found)


def _seconds(found: RankingTable, places: Sequence[Berth], eligibility: Eligibility, many: int) -> list[Person]:
    """The next behind the ``many`` who go to the final, unless a right has passed to him; several if they are equal."""
    going = [place.person for place in places if place.region == found.region and place.person is not None]
    ranked = [line for line in found.lines if line.rank is not None]
    rest = [line for line in ranked if line.person in going or eligibility.bar(line.person) is None]
    front, behind = {line.rank for line in rest[:many]}, rest[many:]
    equal = [line for line in behind if line.rank not in front and line.rank == behind[0].rank]
    return [line.person for line in equal if line.person not in going and _cannot_come(eligibility, line.person) is None]


def _was_allowed(eligibility: Eligibility, person: Person, one: Candidate) -> bool:
    """Whether he was neither qualified nor banned when he played."""
    return not (eligibility.was_qualified(person, _day(one)) or eligibility.was_banned(person, _day(one)))


def _day(one: Candidate) -> date:
    return one.entry.day or date.max
