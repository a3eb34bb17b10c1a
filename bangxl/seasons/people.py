"""Find the same person in several reports: the same name and region as typed, or a decision; people decide the rest.

Only case, blanks and signs that nobody sees make no difference. A likeness is a doubt, and merges nobody.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from bangxl.seasons.choices import NameDecision
from bangxl.tournament.identity import as_typed, canonical, fold_name, words


@lru_cache(maxsize=4096)
def comparable(name: str) -> str:
    """A name or region as typed, for comparison: in any case, composed or not; "" without a letter or digit."""
    return as_typed(canonical(name)) if words(name) else ""


def file_name(file: str) -> str:
    """A file's name without folders."""
    return file.replace("\\", "/").rpartition("/")[2]


def fold_address(email: str) -> str:
    """A mail address for comparison."""
    return email.strip().casefold()


class Mention(NamedTuple):
    """The place of a name: the file and the player's id there; each line of the list of statuses is a file of its own."""

    file: str
    player: str


@dataclass(frozen=True, slots=True)
class Sighting:
    """A name in one list. ``decided``: whom it means by a decision, ``moved``: one that makes it another's.

    ``listed``: it is from the list of statuses.

    ``counts``: whether its file counts. A file that does not count joins and separates no names.
    """

    mention: Mention
    name: str
    region: str = ""
    email: str = ""
    day: str = ""
    decided: str = ""
    moved: NameDecision | None = None
    listed: bool = False
    counts: bool = True

    @property
    def label(self) -> str:
        """What a list calls the person: name and region, «Anna Rossi (Lazio)»."""
        return self.decided or (f"{self.name} ({canonical(self.region)})" if comparable(self.region) else self.name)


@dataclass(frozen=True, slots=True, eq=False)
class Person:
    """A person, under the most frequent spelling. ``label``: as lists call the person."""

    number: int
    name: str
    region: str
    email: str
    label: str
    sightings: tuple[Sighting, ...]

    @property
    def settled(self) -> bool:
        """Whether decisions say who this is."""
        return all(sighting.decided for sighting in self.sightings)


class Clash(NamedTuple):
    """A line of the list of names that makes one person of two in a ``file``, or of which nobody knows whom it means."""

    decision: NameDecision
    file: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class People:
    """All persons, and the person behind each name in a list; ``clashes``: decisions that nobody can follow.

    ``idle``: decisions about nobody.
    """

    persons: tuple[Person, ...]
    by_mention: Mapping[Mention, Person]
    clashes: tuple[Clash, ...] = ()
    idle: tuple[NameDecision, ...] = ()

    def of(self, file: str, player: str) -> Person:
        """The person behind a player of a referto."""
        return self.by_mention[Mention(file, player)]


def people(names: Iterable[Sighting], decisions: Sequence[NameDecision] = ()) -> People:
    """Merge equal names of equal regions, but never two of one list, nor with different mail addresses: they may be two.

    What a list calls somebody is the label of a person, otherwise a name that only one has.
    """
    sightings, known, by_name = [*names], dict[str, Sighting](), defaultdict[str, list[Sighting]](list)
    for one in sightings:
        if one.counts and not one.listed and known.setdefault(comparable(one.label), one) is one:
            by_name[comparable(one.name)].append(one)

    def meant(label: str) -> Sighting | None:
        found = [known[comparable(label)]] if comparable(label) in known else by_name.get(comparable(label), ())
        return found[0] if len(found) == 1 else None

    # a name is a label, too, if it is that of a line of the list of statuses which may mean several
    bare = {*known, *(comparable(one.name) for one in sightings if one.listed and not (meant(one.label) or meant(one.name)))}
    said = {(one.file.casefold(), comparable(one.name)): one for one in decisions}
    groups, used = defaultdict[str, list[Sighting]](list), set[tuple[str, str]]()
    for one in sightings:
        file = file_name(one.mention.file).casefold()
        name, label = comparable(one.name), comparable(one.label)
        # a decision about one file overrides one about all; that about a name is not about its regions, if it is a label too
        marks = [(file, text) for text in (comparable(one.mention.player), label, name)]
        marks += [("", label), ("", label if name in bare else name)]
        used.update(said.keys() & marks)
        if by := next((said[mark] for mark in marks if mark in said), None):
            found = meant(by.to)
            decided = found.label if found else by.to
            moved = by if comparable(decided) != label else None
            one = replace(one, name=found.name if found else by.to, decided=decided, moved=moved)  # noqa: PLW2901
        elif one.listed and (found := meant(one.label) or meant(one.name)):
            label = comparable(found.label)
        # a nameless player is like nobody
        groups[(comparable(one.decided) or label) if comparable(one.name) else "\n".join(one.mention)].append(one)
    labels = sorted(groups, key=lambda label: (fold_name(label), label))
    parts = [part for label in labels for part in _split_namesakes(groups[label])]
    persons = tuple(_person(number, part) for number, part in enumerate(parts, 1))
    by_mention = {sighting.mention: person for person in persons for sighting in person.sightings}
    written = {one.mention: one.name for one in sightings}
    clashes = [clash for label in labels for clash in _clashes(groups[label], written)]
    meanings = ((by, [] if comparable(by.to) in known else by_name.get(comparable(by.to), [])) for by in decisions)
    clashes += (Clash(by, "", tuple(who.label for who in alike)) for by, alike in meanings if len(alike) > 1)
    # what a decision has made is somebody too
    idle = (by for (file, name), by in said.items() if (file, name) not in used and (file or name not in groups))
    return People(persons, by_mention, tuple(clashes), tuple(idle))


def _clashes(group: Sequence[Sighting], written: Mapping[Mention, str]) -> Iterator[Clash]:
    """The last line that joins somebody to two of one report: all of that name would be apart again."""
    moved = [one.moved for one in group if one.counts and one.moved]
    for file, own in namesakes(group).items() if moved else ():
        lines = [one.moved for one in own if one.moved] or moved
        yield Clash(max(lines, key=lambda one: one.line), file, tuple(written[one.mention] for one in own))


def namesakes(group: Iterable[Sighting]) -> Mapping[str, Sequence[Sighting]]:
    """Those of one report, by its file, where several are in it."""
    by_file: defaultdict[str, list[Sighting]] = defaultdict(list)
    for one in group:
        if one.counts:
            by_file[one.mention.file].append(one)
    return {file: own for file, own in by_file.items() if len(own) > 1}


def _split_namesakes(group: list[Sighting]) -> list[list[Sighting]]:
    """The persons of one label: one, unless mail addresses differ (of undecided names) or a list has the name twice."""
    counted, others = [one for one in group if one.counts], [one for one in group if not one.counts]
    owners = {one.email for one in counted if one.email and not one.decided}
    parts = [counted] if counted else []
    if len(owners) > 1 or _is_twice(counted):
        by_email = [[one for one in counted if one.email == email] for email in sorted({one.email for one in counted})]
        parts = [part for own in by_email for part in ([[one] for one in own] if _is_twice(own) else [own])]
    if len(parts) <= 1 and not _is_twice(others):
        return [group]
    return [*parts, *([one] for one in others)]


def _is_twice(part: Sequence[Sighting]) -> bool:
    return len({one.mention.file for one in part}) < len(part)


def _person(number: int, part: Sequence[Sighting]) -> Person:
    ordered = sorted(part, key=lambda one: (one.day, one.mention))
    counted = [one for one in ordered if one.counts] or ordered
    spellings = Counter(one.name for one in counted if not one.listed) or Counter(one.name for one in counted)
    return Person(
        number=number,
        name=max(spellings, key=lambda name: (spellings[name], not name.isupper(), name)),
        region=next((one.region for one in reversed(counted) if one.region and not one.listed), ""),
        email=next((one.email for one in reversed(counted) if one.email), ""),
        label=min(ordered, key=lambda one: one.listed).label,
        sightings=tuple(ordered),
    )
