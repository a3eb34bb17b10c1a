"""The finalists (Italy 2007): regional champions, Open winners, the champion of the year before; and the reserves.

A house regulation may send several players of a region, the best of the national table, and players of the organisers' choice.
Also reports who played although the regulation forbids it, and who was ejected.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Final, NamedTuple

from bangxl.locale.catalog import N_
from bangxl.seasons.choices import Choices, Irregular, ListStatus, StatusLine
from bangxl.seasons.entry import RefertoEntry
from bangxl.seasons.people import People, Person
from bangxl.seasons.ranking import Ranking, ResultsByFile, Rules, Vacancy, by_region, rank
from bangxl.seasons.sifting import Candidate, EventKind, Sifting, first_day, judge
from bangxl.tournament.identity import fold_name
from bangxl.tournament.rulebook import Championship, Rulebook

BEGINNING: Final = date.min
"""The start of a status without a day in the list of statuses."""


class Barred(StrEnum):
    """Why somebody does not get a place, in English."""

    NOT_ELIGIBLE = N_("neither citizen nor resident")
    BANNED = N_("banned")
    QUALIFIED = N_("already qualified")
    UNAVAILABLE = N_("cannot come")
    TIED = N_("tied with another player: you decide")


class Offence(StrEnum):
    """An irregularity of a person in a tournament, in English."""

    QUALIFIED = N_("played although already qualified")
    BANNED = N_("played although banned")
    SECOND_REGION = N_("played in a second region")
    EJECTED = N_("was ejected")


class Way(StrEnum):
    """How somebody wins a place in the final, in English."""

    CHAMPION = N_("last year's champion")
    LISTED = N_("by the status list")
    FIRST = N_("first of the region")
    PASSED = N_("next of the region")
    OPEN = N_("winner of an Open")
    NATIONAL = N_("by the national table")
    WILD_CARD = N_("wild card of the organisers")


QUALIFYING: Final[Mapping[ListStatus, Way]] = {ListStatus.CHAMPION: Way.CHAMPION, ListStatus.QUALIFIED: Way.LISTED}
"""The statuses that give a place."""


@dataclass(frozen=True, slots=True)
class Incident:
    """One person in one tournament. ``detail``: the reason of an ejection, or the region of the person."""

    offence: Offence
    person: Person
    entry: RefertoEntry
    detail: str = ""
    since: date | None = None


@dataclass(frozen=True, slots=True)
class Berth:
    """A place in the final. ``person`` is None if a reserve is needed.

    ``name``: the region's or the Open's; ``since``: the day of winning it; ``over``: better-placed players who do not go;
    ``vacancy``: why nobody of the table could have it.
    """

    way: Way
    name: str
    person: Person | None
    since: date | None = None
    region: str = ""
    over: tuple[tuple[Person, Barred], ...] = ()
    vacancy: Vacancy | None = None


@dataclass(frozen=True, slots=True)
class Reserve:
    """A person who may fill a place. ``order`` follows the number of players in the region; equal regions share it.

    ``tournament``: the new one that the person won; None for the second of a table.
    """

    order: int
    region: str
    players: int
    entries: int
    person: Person
    tournament: Candidate | None = None


class Alternative(NamedTuple):
    """A region's leader who later won an Open: they have one place or the other, and ``then`` the next of the region (R07-22)."""

    person: Person
    region: Berth
    open: Berth
    then: tuple[Person, ...]


class SeasonChampionship:
    """The championship of a season: places in the order of winning them, reserves in the regulation's order of preference."""

    def __init__(
        self,
        files: Sifting,
        people: People,
        results: ResultsByFile,
        rulebook: Rulebook,
        rule: Championship,
        choices: Choices,
        lines: Mapping[int, Sequence[StatusLine]],
    ) -> None:
        """``lines``: the list of statuses by person."""
        self.rulebook, self.rule, self.people = rulebook, rule, people
        self.last_day = choices.last_day or rule.last_day
        self.first_day = choices.first_day or first_day(rule, self.last_day)
        days = self.first_day, self.last_day
        self.tournaments = [judge(entry, rulebook, rule, days, files.flaws) for entry in files.entries]
        self._lines = lines
        self._eligible: dict[int, bool] = {}
        for entry in files.counting:  # in order of time: the last referto decides
            for result in entry.results:
                self._eligible[people.of(entry.file, result.player).number] = result.eligible
        self._since = {  # the day from which somebody is qualified; it grows with each place
            number: min(line.since or BEGINNING for line in own)
            for number in lines
            if (own := self._lines_with(number, *QUALIFYING))
        }
        # "dovranno scegliere una regione in cui giocare": the declared one, otherwise where they first played
        self._homes = {number: fold_name(line.region) for number, own in lines.items() for line in own if line.region}
        for one in self.tournaments:
            for result in one.entry.results if one.is_regional else ():
                self._homes.setdefault(people.of(one.entry.file, result.player).number, one.region)

        def is_allowed(person: int, day: date) -> bool:
            return not (self._was_qualified(person, day) or self._was_banned(person, day))

        best = rule.best if choices.best is None else choices.best
        rules = Rules(choices.adding, best, self._homes, is_allowed if choices.irregular is Irregular.EXCLUDE else None)
        self.tables: dict[str, Ranking] = {}
        self.places: list[Berth] = self._from_list()
        self._give_regions_and_opens(results, rules)
        self.national = rank(results, [one for one in self.tournaments if one.is_valid], rulebook.title, rules)
        free = [(place, person) for place, person in self.national.ranked if self._bar(person) is not Barred.QUALIFIED]
        self._give(self._best(Berth(Way.NATIONAL, "", None, self.national.ended), free, rule.national, len(free)))
        # the organisers' choices, in the order of their list; whoever has a place needs no wild card
        cards = [(line.line, one) for one in people.persons for line in self._lines_with(one.number, ListStatus.WILD_CARD)]
        chosen = (person for _line, person in sorted(cards, key=lambda card: card[0]))
        self._give([self._unless_barred(Berth(Way.WILD_CARD, "", person)) for person in chosen])
        self.alternatives = [*self._alternatives()]
        self.reserves = self._reserves()
        self.incidents = [case for one in self.tournaments for case in self._incidents(one)]

    @property
    def finalists(self) -> int:
        """How many places somebody has won; there may be more than in the final."""
        return sum(place.person is not None for place in self.places)

    def _lines_with(self, person: int, *statuses: ListStatus) -> list[StatusLine]:
        return [line for line in self._lines.get(person, ()) if line.status in statuses]

    def _bar(self, person: Person) -> Barred | None:
        """Why somebody is not entitled to a place; None if entitled."""
        if not self._eligible.get(person.number, True):
            return Barred.NOT_ELIGIBLE
        if self._lines_with(person.number, ListStatus.BANNED):
            return Barred.BANNED
        return Barred.QUALIFIED if person.number in self._since else None

    def _absence(self, person: Person) -> Barred | None:
        return Barred.UNAVAILABLE if self._lines_with(person.number, ListStatus.UNAVAILABLE) else None

    def _was_qualified(self, person: int, day: date) -> bool:
        return self._since.get(person, date.max) < day

    def _was_banned(self, person: int, day: date) -> bool:
        return any((line.since or BEGINNING) < day for line in self._lines_with(person, ListStatus.BANNED))

    def _give(self, new: list[Berth]) -> None:
        """Give places away; their winners are qualified from then on."""
        for place in new:
            if place.person is not None:
                self._since.setdefault(place.person.number, place.since or date.max)
        self.places += new

    def _from_list(self) -> list[Berth]:
        """The champion of the year before ("automaticamente qualificato"), and those whom the list qualifies."""
        places = []
        for person in self.people.persons:
            for line in self._lines_with(person.number, *QUALIFYING)[:1]:
                bar = self._bar(person)
                bar = self._absence(person) if bar is Barred.QUALIFIED else bar
                over = ((person, bar),) if bar else ()
                way = QUALIFYING[line.status or ListStatus.QUALIFIED]
                places.append(Berth(way, line.region, None if bar else person, line.since, over=over))
        return sorted(places, key=lambda place: (place.way is not Way.CHAMPION, place.since or BEGINNING))

    def _give_regions_and_opens(self, results: ResultsByFile, rules: Rules) -> None:
        """Give a region's places with its last tournament, and an Open's on its day."""
        regions, most = by_region(self.tournaments), self.rule.regional
        opens = [one for one in self.tournaments if one.is_valid and one.entry.event.kind == EventKind.OPEN]
        won = [(group[-1].entry.day or date.max, 0, region) for region, group in regions.items()]
        won += [(one.entry.day or date.max, 1, str(number)) for number, one in enumerate(opens)]
        for _day, is_open, name in sorted(won):
            if is_open:
                place = self._open_winner(opens[int(name)])
                # the list may qualify the winner since that day: their place by it is then the Open's (R07-22)
                listed = (line for person, _bar in place.over for line in self._lines_with(person.number, ListStatus.QUALIFIED))
                self._give([] if any(line.since == place.since for line in listed) else [place])
            else:  # rank only now: which results count depends on who is already qualified
                table = self.tables[name] = rank(results, regions[name], self.rulebook.title, rules, name)
                first = Berth(Way.FIRST, table.name, None, table.ended, name, vacancy=table.vacancy)
                self._give(self._best(first, table.ranked, most, most))
        self.tables = {region: self.tables[region] for region in regions}

    def _best(self, place: Berth, ranked: Sequence[tuple[int, Person]], many: int, refusals: int) -> list[Berth]:
        """Give ``many`` places like ``place`` to the first of a table who are entitled.

        If one cannot come, the next gets it ("potrà essere "passato" al secondo classificato"); after too many refusals nobody.
        """
        places: list[Berth] = []
        over: list[tuple[Person, Barred]] = []
        for number, person in ranked:
            if len(places) == many or refusals < 0:
                break
            bar = self._bar(person)
            equal = [one for other, one in ranked if other == number and self._bar(one) is None]
            open_to = [one for one in equal if all(one != berth.person for berth in places)]
            if bar is None and len(open_to) > many - len(places):
                over += ((one, Barred.TIED) for one in open_to)
                break
            if bar is None and (bar := self._absence(person)):
                refusals -= 1
            if bar is not None:
                over.append((person, bar))
                continue
            way = Way.PASSED if place.way is Way.FIRST and (places or over) else place.way
            places.append(replace(place, way=way, person=person, over=tuple(over)))
            over = []
        return [*places, replace(place, over=tuple(over)), *[place] * many][:many]

    def _open_winner(self, one: Candidate) -> Berth:
        """The winner of a tournament; if the winner may not or cannot come, the regulation names nobody else."""
        winner = next((self.people.of(one.entry.file, result.player) for result in one.entry.results if result.final == 1), None)
        return self._unless_barred(Berth(Way.OPEN, one.entry.event.name, winner, one.entry.day))

    def _alternatives(self) -> Iterator[Alternative]:
        """Opens won by the leader of a region that had played its last tournament (R07-22)."""
        regions = {place.person: place for place in self.places if place.region and place.person is not None}
        for place in (place for place in self.places if place.way is Way.OPEN):
            won = next((regions[person] for person, bar in place.over if bar is Barred.QUALIFIED and person in regions), None)
            if won is None or won.person is None:
                continue
            free = [(rank, one) for rank, one in self.tables[won.region].ranked if not (self._bar(one) or self._absence(one))]
            yield Alternative(won.person, won, place, tuple(one for rank, one in free if rank == free[0][0]))

    def _unless_barred(self, place: Berth) -> Berth:
        """The place; without its person if something speaks against that person."""
        bar = place.person and (self._bar(place.person) or self._absence(place.person))
        return replace(place, person=None, over=((place.person, bar),)) if place.person and bar else place

    def _reserves(self) -> list[Reserve]:
        """The winners of each region's new tournaments, then its second; the regions with most players first."""
        new = [one for one in self.tournaments if one.is_new]
        players = dict.fromkeys((one.region for one in new), 0) | {region: len(one.lines) for region, one in self.tables.items()}
        reserves: dict[int, Reserve] = {}
        for region in sorted(players, key=lambda region: (-players[region], region)):
            order = 1 + sum(other > players[region] for other in players.values())
            table = self.tables.get(region)
            entries = sum(line.tournaments for line in table.lines) if table else 0
            for one in (one for one in new if one.region == region):
                if person := self._open_winner(one).person:
                    name = table.name if table else one.entry.event.region
                    reserves.setdefault(person.number, Reserve(order, name, players[region], entries, person, one))
            for person in self._runners_up(table) if table else ():
                reserves.setdefault(person.number, Reserve(order, table.name if table else "", players[region], entries, person))
        return [*reserves.values()]

    def _runners_up(self, table: Ranking) -> list[Person]:
        """The next behind the finalists, unless the place has passed to them; several if they are equal."""
        many = self.rule.regional
        going = [place.person for place in self.places if place.region == table.region and place.person is not None]
        rest = [one for one in table.ranked if one[1] in going or self._bar(one[1]) is None]
        front, behind = {number for number, _ in rest[:many]}, rest[many:]
        equal = [person for number, person in behind if number not in front and number == behind[0][0]]
        return [person for person in equal if person not in going and self._absence(person) is None]

    def _incidents(self, one: Candidate) -> Iterator[Incident]:
        entry, day = one.entry, one.entry.day or date.min
        for result in entry.results:
            person = self.people.of(entry.file, result.player)
            home = self._homes.get(person.number, one.region)
            if one.is_valid and self._was_qualified(person.number, day):
                yield Incident(Offence.QUALIFIED, person, entry, since=self._since[person.number])
            if (one.is_valid or one.is_new) and self._was_banned(person.number, day):
                yield Incident(Offence.BANNED, person, entry)
            if one.is_regional and home != one.region:
                yield Incident(Offence.SECOND_REGION, person, entry, home)
            if result.status == "ejected" and one.is_believed:
                yield Incident(Offence.EJECTED, person, entry, result.reason)
