"""What the games of a season tell: the counts of its tournaments added up, for each regulation."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from bangxl.season.entry import Entry
from bangxl.season.people import People, Person
from bangxl.tournament.statistics import CAREERS, Career, CharacterLine, Price, RoleLine, SideLine, highest

Line = TypeVar("Line", SideLine, RoleLine, CharacterLine, Career)


@dataclass(frozen=True, slots=True)
class SeasonPrice:
    """One of the highest prices: who paid it, where."""

    price: Price
    person: Person
    entry: Entry


@dataclass(frozen=True, slots=True)
class Tally:
    """A regulation's counts over all its tournaments; ``careers`` are those of persons, the longest first."""

    title: str
    games: int
    sides: tuple[SideLine, ...]
    roles: tuple[RoleLine, ...]
    characters: tuple[CharacterLine, ...]
    prices: tuple[SeasonPrice, ...]
    careers: tuple[tuple[Person, Career], ...]


def tallies(entries: Iterable[Entry], people: People) -> tuple[Tally, ...]:
    """The counts of these tournaments; of regulations in which a game was played."""
    found: dict[tuple[str, str, str], list[Entry]] = {}
    for entry in entries:
        if entry.is_complete and entry.told.games:
            found.setdefault((entry.title, entry.regulation, entry.house), []).append(entry)
    return tuple(_tally(title, own, people) for (title, _id, _house), own in sorted(found.items(), key=lambda one: one[0]))


def _tally(title: str, entries: Sequence[Entry], people: People) -> Tally:
    told = [entry.told for entry in entries]
    sides = _added((line for one in told for line in one.sides), lambda line: (line.size, line.side), _and_side)
    roles = _added((line for one in told for line in one.roles), lambda line: line.role, _and_role)
    characters = _added((line for one in told for line in one.characters), lambda line: line.name, _and_character)
    return Tally(
        title=title,
        games=sum(one.games for one in told),
        sides=tuple(sorted(sides, key=lambda line: line.size)),
        roles=tuple(roles),
        characters=tuple(sorted(characters, key=lambda line: (-line.played, line.name))),
        prices=tuple(_prices(entries, people)),
        careers=tuple(_careers(entries, people)),
    )


def _added(lines: Iterable[Line], key: Callable[[Line], Hashable], both: Callable[[Line, Line], Line]) -> list[Line]:
    """One line for each key, in the order of the first."""
    found: dict[Hashable, Line] = {}
    for line in lines:
        found[key(line)] = both(found[key(line)], line) if key(line) in found else line
    return list(found.values())


def _and_side(one: SideLine, other: SideLine) -> SideLine:
    expected = None if one.expected is None or other.expected is None else one.expected + other.expected
    return replace(one, games=one.games + other.games, won=one.won + other.won, expected=expected)


def _and_role(one: RoleLine, other: RoleLine) -> RoleLine:
    return RoleLine(one.role, one.seats + other.seats, one.won + other.won, one.alive + other.alive, one.paid + other.paid)


def _and_character(one: CharacterLine, other: CharacterLine) -> CharacterLine:
    played, alive = one.played + other.played, one.alive + other.alive
    return CharacterLine(one.name, played, alive, one.price + other.price, one.paid + other.paid)


def _and_career(one: Career, other: Career) -> Career:
    return Career(one.player, one.games + other.games, one.alive + other.alive, one.won + other.won)


def _prices(entries: Sequence[Entry], people: People) -> Iterator[SeasonPrice]:
    where = {id(price): entry for entry in entries for price in entry.told.prices}
    for price in highest(price for entry in entries for price in entry.told.prices):
        entry = where[id(price)]
        yield SeasonPrice(price, people.of(entry, price.player), entry)


def _careers(entries: Sequence[Entry], people: People) -> Iterator[tuple[Person, Career]]:
    """Of every person all games as Sheriff, wherever they were."""
    persons = {(person := people.of(entry, one.player)).number: person for entry in entries for one in entry.told.sheriffs}
    told = (replace(one, player=str(people.of(entry, one.player).number)) for entry in entries for one in entry.told.sheriffs)
    careers = _added(told, lambda one: one.player, _and_career)
    careers.sort(key=lambda one: (-one.games, -one.alive, -one.won, int(one.player)))
    yield from ((persons[int(one.player)], one) for one in careers[:CAREERS])
