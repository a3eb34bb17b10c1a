"""Pairs that a person should look at: two names that may be one person, one name that may be two, events and regions alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, pairwise, product
from typing import Final

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import OSA

from bangxl.season.entry import Entry
from bangxl.season.people import People, Person, address
from bangxl.season.spelling import Key, key, words

LONGEST = 8
"""Words of a name beyond which no parts of it are looked for."""

ONE_MISSING, ONE_SLIP, TWO_SLIPS = 3, 5, 9
"""Letters from which a word may lack one letter, differ in one, or in two, and still be a slip of the pen."""

_AT_ONCE: Final = 500
"""So many words are compared with all others at once: of ten thousand words, 5 MB of distances."""


class Why(StrEnum):
    """What is doubtful about a pair, the most likely mistake first."""

    SPELLING = "spelling"
    """A letter or two differ."""
    INITIAL = "initial"
    """One has only the first letter."""
    PART = "part"
    """One has a word more: a second surname, a second given name."""
    JOINED = "joined"
    """One writes in one word what the other writes in two."""
    ADDRESS = "address"
    """Different names, one mail address."""
    SAME_NAME = "same_name"
    """One name, but two in one list, or different mail addresses."""
    SAME_DAY = "same_day"
    """One name in two tournaments on one day."""
    EVENT = "event"
    """Two tournaments with one name on one day, or with the same people at the same tables."""
    REGION = "region"
    """Two regions with almost the same name."""


@dataclass(frozen=True, slots=True)
class Side:
    """One half of a doubtful pair: the name, the first file in which it stands, in how many it stands, the mail address."""

    name: str
    file: str
    times: int = 1
    email: str = ""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A pair that was not put together, or was, and may be wrong."""

    why: Why
    one: Side
    other: Side


def doubts(found: People, entries: Sequence[Entry], alike: Iterable[tuple[Entry, Entry]]) -> tuple[Doubt, ...]:
    """All of them, by kind and name. A pair about which decisions were made for both sides is no longer doubtful.

    ``entries`` are those that count; who stands in no list but those of others is not looked at.
    """
    pairs: dict[frozenset[int], Doubt] = {}
    for why, one, other in _people([person for person in found.persons if person.counts]):
        if not (one.settled and other.settled):
            first, second = sorted((one, other), key=lambda person: person.number)
            pairs.setdefault(frozenset((one.number, other.number)), Doubt(why, _side(first), _side(second)))
    events = [Doubt(Why.EVENT, Side(a.event.name, a.file), Side(b.event.name, b.file)) for a, b in alike]
    everything = [*pairs.values(), *_same_day(found, entries), *events, *_regions(entries)]
    order = list(Why)
    return tuple(sorted(everything, key=lambda doubt: (order.index(doubt.why), doubt.one.name, doubt.other.name, doubt.one.file)))


def _people(found: Sequence[Person]) -> Iterator[tuple[Why, Person, Person]]:
    """Doubtful pairs of persons; one may come again for another reason."""
    by_key: defaultdict[Key, list[Person]] = defaultdict(list)
    by_email: defaultdict[str, list[Person]] = defaultdict(list)
    for person in found:
        by_key[person.key].append(person)
        for email in sorted({address(sighting.email) for sighting in person.sightings} - {""}):
            by_email[email].append(person)
    for name in by_key:
        if name:
            yield from ((Why.SAME_NAME, one, other) for one, other in pairwise(by_key[name]))
    for why, one, other in _names(found, by_key.keys()):
        yield from ((why, a, b) for a, b in product(by_key[one], by_key[other]))
    for group in by_email.values():
        yield from ((Why.ADDRESS, one, other) for one, other in pairwise(group))


def _names(found: Iterable[Person], known: Iterable[Key]) -> Iterator[tuple[Why, Key, Key]]:
    keys = {name for name in known if name}
    near = near_words({word for name in keys for word in name})
    yield from ((Why.SPELLING, one, other) for one, other in _slips(keys, near))
    yield from ((Why.INITIAL, one, other) for one, other in _initials(keys))
    for name in keys:
        sizes = range(2, len(name)) if len(name) <= LONGEST else ()
        yield from ((Why.PART, name, part) for size in sizes for part in combinations(name, size) if part in keys)
    for person in found:
        for spelled in {words(sighting.name) for sighting in person.sightings}:
            for at in range(len(spelled) - 1):
                joined = _key((*spelled[:at], spelled[at] + spelled[at + 1], *spelled[at + 2 :]))
                if joined in keys:
                    yield Why.JOINED, person.key, joined


def _slips(keys: set[Key], near: Mapping[str, frozenset[str]]) -> Iterator[tuple[Key, Key]]:
    """Names of which a word or two differ by a slip."""
    for name in keys:
        yield from ((name, other) for other in {_key(changed) for changed in _respellings(name, near)} & keys)


def _respellings(name: Key, near: Mapping[str, frozenset[str]]) -> Iterator[Key]:
    """The name with one word or two replaced by words like them."""
    for at, word in enumerate(name):
        for other in near.get(word, ()):
            changed = (*name[:at], other, *name[at + 1 :])
            yield changed
            for again in range(at + 1, len(name)):
                yield from ((*changed[:again], second, *changed[again + 1 :]) for second in near.get(name[again], ()))


def _key(name: Iterable[str]) -> Key:
    return tuple(sorted(name))


def _initials(keys: set[Key]) -> Iterator[tuple[Key, Key]]:
    """Names that are equal but for one word, of which one has only the first letter."""
    rests: defaultdict[Key, list[tuple[str, Key]]] = defaultdict(list)
    for name in keys:
        for at, word in enumerate(name):
            rests[name[:at] + name[at + 1 :]].append((word, name))
    for rest, group in rests.items():
        short = [(word, name) for word, name in group if rest and len(word) == 1]
        yield from ((name, other) for word, name in short for full, other in group if is_initial(word, full))


def is_initial(one: str, other: str) -> bool:
    """Whether one word is the other one's first letter."""
    short, long = sorted((one, other), key=len)
    return len(short) == 1 < len(long) and long.startswith(short)


def is_slip(one: str, other: str) -> bool:
    """Whether two different words may be one, with a letter or two wrong, missing, too many or exchanged."""
    short, long = sorted((len(one), len(other)))
    most = 2 if short >= TWO_SLIPS else 1 if short >= ONE_SLIP else int(ONE_MISSING <= short < long)
    return one != other and OSA.distance(one, other) <= most


def near_words(known: Iterable[str]) -> Mapping[str, frozenset[str]]:
    """For each word, the others that differ by a slip."""
    everything = sorted({*known})
    near: dict[str, set[str]] = {}
    for at in range(0, len(everything), _AT_ONCE):
        some = everything[at : at + _AT_ONCE]
        distances = process.cdist(some, everything, scorer=OSA.distance, score_cutoff=2, dtype=np.uint8)  # beyond the limit: 3
        for one, other in np.argwhere(distances <= 2):
            if is_slip(word := some[one], everything[other]):
                near.setdefault(word, set()).add(everything[other])
    return {word: frozenset(others) for word, others in near.items()}


def _same_day(found: People, entries: Sequence[Entry]) -> Iterator[Doubt]:
    """One person in two tournaments of a day, where both are part of a championship."""
    files = {entry.file: entry for entry in entries if entry.championship and entry.day}
    for person in found.persons:
        if not person.settled:
            played = [sighting for sighting in person.sightings if sighting.mention.file in files]
            same = ((a, b) for a, b in pairwise(played) if a.day == b.day)
            yield from (
                Doubt(Why.SAME_DAY, Side(a.name, a.mention.file, 1, a.email), Side(b.name, b.mention.file, 1, b.email))
                for a, b in same
            )


def _regions(entries: Sequence[Entry]) -> Iterator[Doubt]:
    """Regions that may be one, written wrongly once."""
    spelled: dict[Key, Entry] = {}
    for entry in entries:
        if entry.event.region and entry.championship:
            spelled.setdefault(key(entry.event.region), entry)
    near = near_words({word for name in spelled for word in name})
    for one, other in sorted({_pair(pair) for pair in _slips(set(spelled), near)}):
        a, b = spelled[one], spelled[other]
        yield Doubt(Why.REGION, Side(a.event.region, a.file), Side(b.event.region, b.file))


def _pair(pair: tuple[Key, Key]) -> tuple[Key, Key]:
    return min(pair), max(pair)


def _side(person: Person) -> Side:
    files = [sighting.mention.file for sighting in person.sightings if sighting.counts]
    return Side(person.name, files[0], len({*files}), person.email)
