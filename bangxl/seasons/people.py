"""Find the same person in several reports. Only equal names match, unless something contradicts; people decide the rest.

Names are equal as in `bangxl.tournament.identity`, and here in any word order. Otherwise a banned player could
play under a spelling that looks the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bangxl.seasons.choices import NameDecision
from bangxl.tournament.identity import words

Key = tuple[str, ...]
"""The words of a name, folded and sorted: ``("anna", "rossi")`` for Anna Rossi and for ROSSI  Anna."""


def key(name: str) -> Key:
    """The common key of all spellings of a name."""
    return tuple(sorted(words(name)))


def address(email: str) -> str:
    """A mail address for comparison."""
    return email.strip().casefold()


class Mention(NamedTuple):
    """The place of a name: the file and the player's id there; each line of the list of statuses is a file of its own."""

    file: str
    player: str


@dataclass(frozen=True, slots=True)
class Sighting:
    """A name in one list. ``settled``: a decision says whom it means; ``listed``: it is from the list of statuses.

    ``counts``: whether its file counts. A file that does not count joins and separates no names.
    """

    mention: Mention
    name: str
    key: Key
    region: str = ""
    email: str = ""
    day: str = ""
    settled: bool = False
    listed: bool = False
    counts: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Person:
    """A person, under the most frequent spelling."""

    number: int
    name: str
    region: str
    email: str
    key: Key
    sightings: tuple[Sighting, ...]

    @property
    def settled(self) -> bool:
        """Whether decisions say who this is."""
        return all(sighting.settled for sighting in self.sightings)


@dataclass(frozen=True, slots=True)
class People:
    """All persons, and the person behind each name in a list."""

    persons: tuple[Person, ...]
    by_mention: Mapping[Mention, Person]

    def of(self, file: str, player: str) -> Person:
        """The person behind a player of a referto."""
        return self.by_mention[Mention(file, player)]


def people(names: Iterable[Sighting], decisions: Sequence[NameDecision] = ()) -> People:
    """Merge equal names, but never two of one list, nor names with different mail addresses, whose owners may differ."""
    everywhere = {key(one.name): one.to for one in decisions if not one.file}
    here = {(one.file.casefold(), key(one.name)): one.to for one in decisions if one.file}
    groups: defaultdict[Key, list[Sighting]] = defaultdict(list)
    for sighting in names:
        file = sighting.mention.file.replace("\\", "/").rpartition("/")[2].casefold()
        # a decision about one file overrides one about all
        to = here.get((file, key(sighting.mention.player))) or here.get((file, sighting.key)) or everywhere.get(sighting.key)
        one = replace(sighting, key=key(to), name=to, settled=True) if to else sighting
        groups[one.key or (*one.mention,)].append(one)  # a nameless player is like nobody
    parts = [part for name in sorted(groups) for part in _parts(groups[name])]
    persons = tuple(_person(number, part) for number, part in enumerate(parts, 1))
    return People(persons, {sighting.mention: person for person in persons for sighting in person.sightings})


def _parts(group: list[Sighting]) -> list[list[Sighting]]:
    """The persons of one name: one, unless mail addresses differ (of undecided names) or a list has the name twice."""
    counted, others = [one for one in group if one.counts], [one for one in group if not one.counts]
    owners = {one.email for one in counted if one.email and not one.settled}
    parts = [counted] if counted else []
    if len(owners) > 1 or _is_twice(counted):
        by_email = [[one for one in counted if one.email == email] for email in sorted({one.email for one in counted})]
        parts = [part for own in by_email for part in ([[one] for one in own] if _is_twice(own) else [own])]
    if len(parts) <= 1 and not _is_twice(others):
        return [group]
    return [*parts, *([one] for one in others)]


def _is_twice(part: Sequence[Sighting]) -> bool:
    """Whether one list has two of them."""
    return len({one.mention.file for one in part}) < len(part)


def _person(number: int, part: Sequence[Sighting]) -> Person:
    ordered = sorted(part, key=lambda one: (one.day, one.mention))
    counted = [one for one in ordered if one.counts] or ordered
    spellings = Counter(one.name for one in counted if not one.listed) or Counter(one.name for one in counted)
    return Person(
        number=number,
        name=max(spellings, key=lambda name: (spellings[name], not name.isupper(), name)),
        region=next((one.region for one in reversed(counted) if one.region), ""),
        email=next((one.email for one in reversed(counted) if one.email), ""),
        key=part[0].key,
        sightings=tuple(ordered),
    )
