"""Who is who across referti. Only equal names are one person, unless something speaks against it; people decide the rest."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bangxl.season.entry import Entry
from bangxl.season.spelling import Key, key


class Mention(NamedTuple):
    """A name in a list: its file and the player's id there; a line of the list of statuses has its own file."""

    file: str
    player: str


@dataclass(frozen=True, slots=True)
class Sighting:
    """A name as it stands in one list. ``settled``: a person has decided whom it names; ``listed``: in the list of statuses.

    ``counts``: whether its file does. What does not count tells nobody apart and joins nobody.
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


class NameDecision(NamedTuple):
    """A decision: ``name`` (in one ``file`` only, if it is given; there also a player's id) is the person ``to``."""

    name: str
    to: str
    file: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Person:
    """Somebody, under the spelling that is used most. ``settled``: a decision says who he is."""

    number: int
    name: str
    region: str
    email: str
    key: Key
    sightings: tuple[Sighting, ...]

    @property
    def settled(self) -> bool:
        """Whether a person has decided who he is."""
        return all(sighting.settled for sighting in self.sightings)

    @property
    def counts(self) -> bool:
        """Whether he stands in anything that counts."""
        return any(sighting.counts for sighting in self.sightings)


@dataclass(frozen=True, slots=True)
class People:
    """Everybody, by where the names stand."""

    persons: tuple[Person, ...]
    by_sighting: Mapping[Mention, Person]

    def of(self, entry: Entry, player: str) -> Person:
        """The person behind a player of a referto."""
        return self.by_sighting[Mention(entry.file, player)]


def people(sightings: Iterable[Sighting], decisions: Sequence[NameDecision] = ()) -> People:
    """Put together who is called the same.

    Never two of one list; nor names with different mail addresses, whose owners may differ.
    """
    groups: defaultdict[Key, list[Sighting]] = defaultdict(list)
    for sighting in _apply_decisions(sightings, decisions):
        groups[sighting.key or (*sighting.mention,)].append(sighting)  # who has no name is like nobody
    parts = [part for name in sorted(groups) for part in _parts(groups[name])]
    persons = tuple(_person(number, part) for number, part in enumerate(parts, 1))
    return People(persons, {sighting.mention: person for person in persons for sighting in person.sightings})


def sightings(entries: Iterable[Entry], *, counts: bool = True) -> Iterator[Sighting]:
    """All players of all referti; whether these count."""
    for entry in entries:
        for result in entry.results:
            seen = Mention(entry.file, result.player)
            email = address(result.email) if counts else ""
            yield Sighting(seen, result.name, key(result.name), result.region, email, entry.event.date, counts=counts)


def address(email: str) -> str:
    """A mail address as it is compared."""
    return email.strip().casefold()


def _apply_decisions(found: Iterable[Sighting], decisions: Sequence[NameDecision]) -> Iterator[Sighting]:
    """With the decisions carried out: those about one file before those about all."""
    everywhere = {key(one.name): one.to for one in decisions if not one.file}
    here = {(one.file.casefold(), key(one.name)): one.to for one in decisions if one.file}
    for sighting in found:
        file = sighting.mention.file.replace("\\", "/").rpartition("/")[2].casefold()
        to = here.get((file, key(sighting.mention.player))) or here.get((file, sighting.key)) or everywhere.get(sighting.key)
        yield replace(sighting, key=key(to), name=to, settled=True) if to else sighting


def _parts(group: list[Sighting]) -> list[list[Sighting]]:
    """The persons of one name: one, unless mail addresses differ (of names about which nothing was decided) or a list has two."""
    apart = _apart([sighting for sighting in group if sighting.counts])
    others = [sighting for sighting in group if not sighting.counts]
    if len(apart) <= 1 and not _twice(others):
        return [group]
    return [*apart, *([sighting] for sighting in others)]


def _apart(group: list[Sighting]) -> list[list[Sighting]]:
    """Those of what counts."""
    by_email: defaultdict[str, list[Sighting]] = defaultdict(list)
    for sighting in group:
        by_email[sighting.email].append(sighting)
    owners = {sighting.email for sighting in group if sighting.email and not sighting.settled}
    if len(owners) <= 1 and not _twice(group):
        return [group] if group else []
    apart = (by_email[email] for email in sorted(by_email))
    return [one for part in apart for one in ([[sighting] for sighting in part] if _twice(part) else [part])]


def _twice(part: Sequence[Sighting]) -> bool:
    """Whether one list has two of them."""
    return len({sighting.mention.file for sighting in part}) < len(part)


def _person(number: int, part: Sequence[Sighting]) -> Person:
    counted = [one for one in part if one.counts] or part
    ordered = sorted(counted, key=lambda one: (one.day, one.mention))
    spelled = Counter(one.name for one in ordered if not one.listed) or Counter(one.name for one in ordered)
    regions = [one.region for one in ordered if one.region]
    emails = [one.email for one in ordered if one.email]
    return Person(
        number=number,
        name=max(spelled, key=lambda name: (spelled[name], not name.isupper(), name)),
        region=regions[-1] if regions else "",
        email=emails[-1] if emails else "",
        key=part[0].key,
        sightings=tuple(sorted(part, key=lambda one: (one.day, one.mention))),
    )
