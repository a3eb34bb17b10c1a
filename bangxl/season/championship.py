"""Who goes to the final (Italy 2007): regional champions, Open winners, the champion of the year before; and the reserves.

A house regulation may send several of a region, the best of the national table, and whom the organisers choose. Reported is who
played although the regulation forbids it, and who was ejected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Final

import pandas as pd

from bangxl.locale.catalog import N_
from bangxl.season.choices import Choices, Irregular, ListStatus, StatusLine
from bangxl.season.entry import Entry
from bangxl.season.people import People, Person, plain
from bangxl.season.ranking import Ranking, Rules, Vacancy, by_region, rank
from bangxl.season.sifting import Candidate, EventKind, Sifting, judge
from bangxl.tournament.rulebook import Championship, Rulebook

BEGINNING: Final = date.min
"""Since when a line of the list of statuses holds that names no day."""


class Bar(StrEnum):
    """Why somebody does not get a place, in English."""

    NOT_ELIGIBLE = N_("neither citizen nor resident")
    BANNED = N_("banned")
    QUALIFIED = N_("already qualified")
    UNAVAILABLE = N_("cannot come")
    TIED = N_("equal with another: you decide")


class Offence(StrEnum):
    """What is reported of a person in a tournament, in English."""

    QUALIFIED = N_("played although already qualified")
    BANNED = N_("played although banned")
    SECOND_REGION = N_("played in a second region")
    EJECTED = N_("was ejected")


class Way(StrEnum):
    """How a place in the final is won, in English."""

    CHAMPION = N_("champion of the year before")
    LISTED = N_("by the list of statuses")
    FIRST = N_("first of the region")
    PASSED = N_("next of the region")
    OPEN = N_("winner of the Open")
    NATIONAL = N_("by the national table")
    WILD_CARD = N_("wild card of the organisers")


@dataclass(frozen=True, slots=True)
class Incident:
    """One person in one tournament. ``detail``: the reason of an ejection, or the region in which the person plays."""

    offence: Offence
    person: Person
    entry: Entry
    detail: str = ""
    since: date | None = None


@dataclass(frozen=True, slots=True)
class Berth:
    """A place in the final. ``person`` is None if nobody can take it: then a reserve is needed.

    ``name``: the region's or the Open's; ``since``: the day on which it was won; ``over``: who was in front and does not go;
    ``vacancy``: why nobody of the table could have it.
    """

    way: Way
    name: str
    person: Person | None
    since: date | None = None
    region: str = ""
    over: tuple[tuple[Person, Bar], ...] = ()
    vacancy: Vacancy | None = None


@dataclass(frozen=True, slots=True)
class Reserve:
    """Somebody who may fill a place. ``order`` goes by the players of the region; regions with as many share it.

    ``tournament``: the new one that was won; None for the second of a table.
    """

    order: int
    region: str
    players: int
    entries: int
    person: Person
    tournament: Candidate | None = None


@dataclass(frozen=True, slots=True)
class Contest:
    """The championship of a season; the places in the order in which they were won, the reserves in that which it prefers.

    ``regions``: in which region each person plays, as regions are compared.
    """

    rulebook: Rulebook
    championship: Championship
    last_day: date
    tournaments: tuple[Candidate, ...]
    regions: Mapping[int, str]
    tables: tuple[Ranking, ...]
    national: Ranking
    places: tuple[Berth, ...]
    reserves: tuple[Reserve, ...]
    incidents: tuple[Incident, ...]

    @property
    def finalists(self) -> int:
        """How many places somebody has; there may be more than the final has."""
        return sum(place.person is not None for place in self.places)


class Eligibility:
    """Who may have a place. ``since``: from which day somebody is qualified; it grows while places are given away."""

    def __init__(self, people: People, entries: Sequence[Entry], lines: Mapping[int, Sequence[StatusLine]]) -> None:
        """``lines``: those of the list of statuses by person."""
        self.lines = lines
        self.since: dict[int, date] = {}
        for number, own in lines.items():
            days = [line.since or BEGINNING for line in own if line.status in {ListStatus.CHAMPION, ListStatus.QUALIFIED}]
            if days:
                self.since[number] = min(days)
        self._eligible: dict[int, bool] = {}
        for entry in entries:  # in order of time: as the last referto says
            for result in entry.results:
                self._eligible[people.of(entry.file, result.player).number] = result.eligible

    def with_status(self, person: int, status: ListStatus) -> list[StatusLine]:
        """The lines of the list that give a person a status."""
        return [line for line in self.lines.get(person, ()) if line.status is status]

    def bar(self, person: Person) -> Bar | None:
        """Why somebody is not entitled to a place; None if entitled."""
        if not self._eligible.get(person.number, True):
            return Bar.NOT_ELIGIBLE
        if self.with_status(person.number, ListStatus.BANNED):
            return Bar.BANNED
        return Bar.QUALIFIED if person.number in self.since else None

    def absence(self, person: Person) -> Bar | None:
        """Whether somebody cannot come, though entitled."""
        return Bar.UNAVAILABLE if self.with_status(person.number, ListStatus.UNAVAILABLE) else None

    def was_qualified(self, person: int, day: date) -> bool:
        """Whether somebody was qualified before that day."""
        return self.since.get(person, date.max) < day

    def was_banned(self, person: int, day: date) -> bool:
        """Whether somebody was banned before that day."""
        return any((line.since or BEGINNING) < day for line in self.with_status(person, ListStatus.BANNED))

    def was_allowed(self, person: int, day: date) -> bool:
        """Whether somebody could play on that day."""
        return not (self.was_qualified(person, day) or self.was_banned(person, day))


def contest(
    files: Sifting,
    people: People,
    results: pd.DataFrame,
    rulebook: Rulebook,
    championship: Championship,
    choices: Choices,
    lines: Mapping[int, Sequence[StatusLine]],
) -> Contest:
    """Give the places away in the order in which they are won: a region's with its last tournament, an Open's on its day.

    Then those of the national table, and those that the organisers give. ``lines``: the list of statuses by person.
    """
    last_day = choices.last_day or championship.last_day
    tournaments = tuple(judge(entry, rulebook, championship, last_day, files.flaws) for entry in files.entries)
    # everybody plays as declared, else in the region of the first tournament ("dovranno scegliere una regione in cui giocare")
    homes = {number: plain(line.region) for number, own in lines.items() for line in own if line.region}
    for one in tournaments:
        for result in one.entry.results if one.is_regional else ():
            homes.setdefault(people.of(one.entry.file, result.player).number, one.region)
    eligibility = Eligibility(people, files.counting, lines)
    is_allowed = eligibility.was_allowed if choices.irregular is Irregular.EXCLUDE else None
    rules = Rules(choices.adding, championship.best if choices.best is None else choices.best, homes, is_allowed)
    regions = by_region(tournaments)
    opens = [one for one in tournaments if one.is_valid and one.entry.event.kind == EventKind.OPEN]
    won = [(_day(group[-1]), 0, region) for region, group in regions.items()]
    won += [(_day(one), 1, str(number)) for number, one in enumerate(opens)]
    tables: dict[str, Ranking] = {}
    places = _from_list(people, eligibility)

    def give(new: list[Berth]) -> None:
        """From now on, who gets a place is qualified."""
        for place in new:
            if place.person is not None:
                eligibility.since.setdefault(place.person.number, place.since or date.max)
        places.extend(new)

    for _won_on, is_open, name in sorted(won):
        if is_open:
            give([_open_winner(opens[int(name)], people, eligibility)])
        else:  # ranked only now: whose results count depends on who is qualified by then
            table = tables[name] = rank(results, regions[name], rulebook.title, rules, name)
            first = Berth(Way.FIRST, table.name, None, table.ended, name, vacancy=table.vacancy)
            give(_best(first, _persons(table, people), eligibility, championship.regional, refusals=championship.regional))
    national = rank(results, [one for one in tournaments if one.is_valid], rulebook.title, rules)
    free = [(place, person) for place, person in _persons(national, people) if eligibility.bar(person) is not Bar.QUALIFIED]
    give(_best(Berth(Way.NATIONAL, "", None, national.ended), free, eligibility, championship.national, refusals=len(free)))
    give(_wild_cards(people, eligibility))
    return Contest(
        rulebook=rulebook,
        championship=championship,
        last_day=last_day,
        tournaments=tournaments,
        regions=homes,
        tables=(ordered := tuple(tables[region] for region in regions)),
        national=national,
        places=tuple(places),
        reserves=_reserves(tournaments, ordered, places, people, eligibility, championship.regional),
        incidents=tuple(_incidents(tournaments, people, homes, eligibility)),
    )


def _day(one: Candidate) -> date:
    return one.entry.day or date.max


def _persons(table: Ranking, people: People) -> list[tuple[int, Person]]:
    """The ranks and persons of a table, best first."""
    return [(place, people.persons[number - 1]) for place, number in table.ranked]


def _from_list(people: People, eligibility: Eligibility) -> list[Berth]:
    """The champion of the year before ("automaticamente qualificato"), and who is qualified by the list."""
    ways = {ListStatus.CHAMPION: Way.CHAMPION, ListStatus.QUALIFIED: Way.LISTED}
    places = []
    for person in people.persons:
        line = next((line for line in eligibility.lines.get(person.number, ()) if line.status in ways), None)
        if line and line.status:
            bar = eligibility.bar(person)
            bar = eligibility.absence(person) if bar is Bar.QUALIFIED else bar
            over = ((person, bar),) if bar else ()
            places.append(Berth(ways[line.status], line.region, None if bar else person, line.since, over=over))
    return sorted(places, key=lambda place: (place.way is not Way.CHAMPION, place.since or BEGINNING))


def _best(
    place: Berth, ranked: Sequence[tuple[int, Person]], eligibility: Eligibility, many: int, *, refusals: int
) -> list[Berth]:
    """So many places like ``place``, for the first of a table who are entitled.

    If one cannot come, the next ("potrà essere "passato" al secondo classificato"); after so many refusals they pass on no more.
    """
    places: list[Berth] = []
    over: list[tuple[Person, Bar]] = []
    for number, person in ranked:
        if len(places) == many or refusals < 0:
            break
        bar = eligibility.bar(person)
        equal = [one for other, one in ranked if other == number and eligibility.bar(one) is None]
        open_to = [one for one in equal if all(one != given.person for given in places)]
        if bar is None and len(open_to) > many - len(places):
            over += ((one, Bar.TIED) for one in open_to)
            break
        if bar is None and (bar := eligibility.absence(person)):
            refusals -= 1
        if bar is not None:
            over.append((person, bar))
            continue
        way = Way.PASSED if place.way is Way.FIRST and (places or over) else place.way
        places.append(replace(place, way=way, person=person, over=tuple(over)))
        over = []
    vacant = [replace(place, over=tuple(over)), *[place] * many]
    return [*places, *vacant][:many]


def _wild_cards(people: People, eligibility: Eligibility) -> list[Berth]:
    """Whom the organisers have chosen, in the order of their list; who has a place already needs none."""
    cards = [(line.line, one) for one in people.persons for line in eligibility.with_status(one.number, ListStatus.WILD_CARD)]
    ordered = [person for _line, person in sorted(cards, key=lambda card: card[0])]
    return [_unless_barred(Berth(Way.WILD_CARD, "", person), eligibility) for person in ordered]


def _open_winner(one: Candidate, people: People, eligibility: Eligibility) -> Berth:
    """The winner of a tournament; if the winner may not or cannot come, the regulation names nobody else."""
    winner = next((people.of(one.entry.file, result.player) for result in one.entry.results if result.final == 1), None)
    return _unless_barred(Berth(Way.OPEN, one.entry.event.name, winner, one.entry.day), eligibility)


def _unless_barred(place: Berth, eligibility: Eligibility) -> Berth:
    """The place, without the person if something is against it."""
    bar = place.person and (eligibility.bar(place.person) or eligibility.absence(place.person))
    return replace(place, person=None, over=((place.person, bar),)) if place.person and bar else place


def _reserves(
    tournaments: Sequence[Candidate],
    tables: Sequence[Ranking],
    places: Sequence[Berth],
    people: People,
    eligibility: Eligibility,
    many: int,
) -> tuple[Reserve, ...]:
    """Of each region the winners of new tournaments, then the second; the regions with most players involved first."""
    own = {str(table.region): table for table in tables}
    new = [one for one in tournaments if one.is_new]
    players = {region: len(own[region].lines) if region in own else 0 for region in {*own, *(one.region for one in new)}}
    reserves: dict[int, Reserve] = {}
    for region in sorted(players, key=lambda region: (-players[region], region)):
        order = 1 + sum(other > players[region] for other in players.values())
        table = own.get(region)
        entries = int(table.lines["tournaments"].sum()) if table else 0
        for one in (one for one in new if one.region == region):
            if person := _open_winner(one, people, eligibility).person:
                name = table.name if table else one.entry.event.region
                reserves.setdefault(person.number, Reserve(order, name, players[region], entries, person, one))
        if table:
            for person in _seconds(table, places, people, eligibility, many):
                reserves.setdefault(person.number, Reserve(order, table.name, players[region], entries, person))
    return tuple(reserves.values())


def _seconds(table: Ranking, places: Sequence[Berth], people: People, eligibility: Eligibility, many: int) -> list[Person]:
    """The next behind the ``many`` who go to the final, unless the place has passed to them; several if they are equal."""
    going = [place.person for place in places if place.region == table.region and place.person is not None]
    rest = [one for one in _persons(table, people) if one[1] in going or eligibility.bar(one[1]) is None]
    front, behind = {number for number, _ in rest[:many]}, rest[many:]
    equal = [person for number, person in behind if number not in front and number == behind[0][0]]
    return [person for person in equal if person not in going and eligibility.absence(person) is None]


def _incidents(
    tournaments: Sequence[Candidate], people: People, regions: Mapping[int, str], eligibility: Eligibility
) -> Iterator[Incident]:
    """Everything to report, by time."""
    for one in tournaments:
        entry, day = one.entry, one.entry.day or date.min
        for result in entry.results:
            person = people.of(entry.file, result.player)
            if one.is_valid and eligibility.was_qualified(person.number, day):
                yield Incident(Offence.QUALIFIED, person, entry, since=eligibility.since[person.number])
            if (one.is_valid or one.is_new) and eligibility.was_banned(person.number, day):
                yield Incident(Offence.BANNED, person, entry)
            region = regions.get(person.number, one.region)
            if one.is_regional and region != one.region:
                yield Incident(Offence.SECOND_REGION, person, entry, region)
            if result.status == "ejected" and one.is_believed:
                yield Incident(Offence.EJECTED, person, entry, result.reason)
