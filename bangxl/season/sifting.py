"""Which files count at all: each tournament once, and nothing that is unfinished, unverified, contradicted or not on the list.

Whoever sends one more file changes no result: of two different referti of one tournament neither counts, until a person
decides. No date decides, for a date is typed; and two files are never one tournament because a third is like both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import combinations
from typing import NamedTuple

from bangxl.season.choices import ListedDigest
from bangxl.season.entry import Entry
from bangxl.season.spelling import key, plain
from bangxl.season.validity import Doubts, Flaw, end_flaws

Token = tuple[Hashable, ...]

_AHEAD = timedelta(days=1)
"""Somewhere else it is tomorrow already."""


class Duplicate(NamedTuple):
    """A file with the same facts as another one, which is counted in its place."""

    entry: Entry
    instead: Entry


Pair = tuple[Entry, Entry]


@dataclass(frozen=True, slots=True)
class Sifting:
    """All files by day but for copies. ``flaws``: by file, why it counts for nothing.

    ``conflicts``: pairs of one tournament that say different things; ``alike``: pairs that look like one, and both count.
    ``absent``: what is on the list of digests, and not among the files.
    """

    entries: tuple[Entry, ...]
    duplicates: tuple[Duplicate, ...]
    conflicts: tuple[Pair, ...]
    flaws: Doubts
    absent: tuple[ListedDigest, ...]
    alike: tuple[Pair, ...]

    @property
    def counting(self) -> tuple[Entry, ...]:
        """What may count somewhere."""
        return tuple(entry for entry in self.entries if not self.flaws[entry.file])


def sift(entries: Iterable[Entry], today: date | None = None, listed: Sequence[ListedDigest] | None = None) -> Sifting:
    """Say what counts. ``today``: nothing may be later (None: not asked); ``listed``: what was sent in (None: no list).

    Of files with the same facts counts the one with most mail addresses. Two that look like one event contradict each other if
    most of the players are the same, unless a list says that both were sent in.
    """
    ordered = sorted(entries, key=lambda entry: (entry.event.date, entry.file))
    own = {entry.file: _own_flaws(entry, today, listed) for entry in ordered}
    good = [entry for entry in ordered if not own[entry.file]]
    copies = _copies(good)
    copied = {one.entry.file for one in copies}
    once = [entry for entry in good if entry.file not in copied]
    events = _pairs(once, _event)
    alike = events | _pairs(once, _tables)
    conflicts = _pairs(once, _facts) | _pairs(once, _marks)
    if listed is None:
        conflicts |= {files: pair for files, pair in events.items() if _same_people(*pair)}
    for entry in (entry for pair in conflicts.values() for entry in pair):
        own[entry.file] = (Flaw.CONTRADICTED,)
    return Sifting(
        entries=tuple(entry for entry in ordered if entry.file not in copied),
        duplicates=copies,
        conflicts=_in_order(conflicts, ordered),
        flaws=own,
        absent=tuple(one for one in listed or () if not any(_fits(one, entry) for entry in ordered)),
        alike=_in_order({files: pair for files, pair in alike.items() if files not in conflicts}, ordered),
    )


def _own_flaws(entry: Entry, today: date | None, listed: Sequence[ListedDigest] | None) -> tuple[Flaw, ...]:
    """What speaks against a file whatever the others are."""
    tests = {
        Flaw.UNVERIFIED: not entry.is_verified,
        Flaw.FUTURE: entry.is_complete and today is not None and _is_ahead(entry, today + _AHEAD),
        Flaw.UNLISTED: entry.is_complete and listed is not None and not any(_fits(one, entry) for one in listed),
    }
    return (*end_flaws(entry), *(flaw for flaw, holds in tests.items() if holds))


def _fits(line: ListedDigest, entry: Entry) -> bool:
    return line.fits(entry.proof.digest, entry.proof.second_half)


def _is_ahead(entry: Entry, last: date) -> bool:
    """Whether it was played, or written, after a day."""
    return (entry.day is not None and entry.day > last) or entry.written[:10] > last.isoformat()


def _copies(entries: Sequence[Entry]) -> tuple[Duplicate, ...]:
    """Files with the facts of another, and no mail address that contradicts it: addresses are not among the facts."""
    groups: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        groups[entry.proof.digest].append(entry)
    best = {digest: max(group, key=lambda entry: len(_addresses(entry))) for digest, group in groups.items()}
    pairs = ((entry, best[digest]) for digest, group in groups.items() for entry in group)
    return tuple(Duplicate(one, other) for one, other in pairs if one is not other and _addresses(one) <= _addresses(other))


def _addresses(entry: Entry) -> set[tuple[str, str]]:
    return {(result.player, result.email.strip().casefold()) for result in entry.results if result.email.strip()}


def _pairs(entries: Iterable[Entry], tokens: Callable[[Entry], Iterable[Token]]) -> dict[frozenset[str], Pair]:
    """All pairs that share a token, by their files."""
    groups: defaultdict[Token, list[Entry]] = defaultdict(list)
    for entry in entries:
        for token in tokens(entry):
            groups[token].append(entry)
    found = (pair for group in groups.values() for pair in combinations(group, 2))
    return {frozenset(entry.file for entry in pair): pair for pair in found}


def _facts(entry: Entry) -> Iterable[Token]:
    return [(entry.proof.digest,)]


def _marks(entry: Entry) -> Iterable[Token]:
    """A tournament is known by who sat together at the first game, and by a draw's seed."""
    return {(entry.regulation, table, seed) for seed in entry.seeds for table in entry.tables}


def _event(entry: Entry) -> Iterable[Token]:
    """Its regulation, name and day; a nameless or undated one is like no other."""
    name = plain(entry.event.name)
    return [(entry.regulation, name, entry.event.date)] if name and entry.day else []


def _tables(entry: Entry) -> Iterable[Token]:
    """Who sat with whom at the first game, where there is more than one table."""
    return [(entry.regulation, entry.tables)] if len(entry.tables) > 1 else []


def _same_people(one: Entry, other: Entry) -> bool:
    """Whether more than half of the players are the same; of Record a group plays several sessions in an evening."""
    mine, theirs = ({key(result.name) for result in entry.results} for entry in (one, other))
    return not one.is_record and 2 * len(mine & theirs) > max(len(mine), len(theirs))


def _in_order(pairs: Mapping[frozenset[str], Pair], ordered: Sequence[Entry]) -> tuple[Pair, ...]:
    order = {entry.file: number for number, entry in enumerate(ordered)}
    return tuple(sorted(pairs.values(), key=lambda pair: [order[entry.file] for entry in pair]))
