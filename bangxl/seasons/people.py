"""Find the same person in several reports. Only equal names match, unless something contradicts; people decide the rest.

Names are equal as `bangxl.tournament.identity` says, here in any order of the words. Else somebody banned in one spelling could
play in another that looks like it.
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
    """What two spellings of one name have in common."""
    return tuple(sorted(words(name)))


def address(email: str) -> str:
    """A mail address as it is compared."""
    return email.strip().casefold()


class Mention(NamedTuple):
    """Where a name stands: the file and the player's id there; each line of the list of statuses is a file of its own."""

    file: str
    player: str


@dataclass(frozen=True, slots=True)
class Sighting:
    """A name as it stands in one list. ``settled``: a decision says whom it names; ``listed``: it is from the list of statuses.

    ``counts``: whether its file does. A file that does not count joins nobody and tells nobody apart.
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
    """Somebody, under the spelling that is used most."""

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
    """Everybody, and who stands behind each name in a list."""

    persons: tuple[Person, ...]
    by_mention: Mapping[Mention, Person]

    def of(self, file: str, player: str) -> Person:
        """The person behind a player of a referto."""
        return self.by_mention[Mention(file, player)]


def people(names: Iterable[Sighting], decisions: Sequence[NameDecision] = ()) -> People:
    """Put equal names together: never two of one list, nor names with different mail addresses, whose owners may differ."""
    everywhere = {key(one.name): one.to for one in decisions if not one.file}
    here = {(one.file.casefold(), key(one.name)): one.to for one in decisions if one.file}
    groups: defaultdict[Key, list[Sighting]] = defaultdict(list)
    for sighting in names:
        file = sighting.mention.file.replace("\\", "/").rpartition("/")[2].casefold()
        # a decision about one file goes before one about all
        to = here.get((file, key(sighting.mention.player))) or here.get((file, sighting.key)) or everywhere.get(sighting.key)
        one = replace(sighting, key=key(to), name=to, settled=True) if to else sighting
        groups[one.key or (*one.mention,)].append(one)  # who has no name is like nobody
    parts = [part for name in sorted(groups) for part in _parts(groups[name])]
    persons = tuple(_person(number, part) for number, part in enumerate(parts, 1))
    return People(persons, {sighting.mention: person for person in persons for sighting in person.sightings})


def _parts(group: list[Sighting]) -> list[list[Sighting]]:
    """The persons of one name. One, unless mail addresses differ (of names about which nothing was decided) or a list has two."""
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
