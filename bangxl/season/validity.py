"""Which referti count: each tournament once, and for the championship those that are valid (Italy 2007, Campionato nazionale)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple

from bangxl.season.entry import Entry, house
from bangxl.season.spelling import plain
from bangxl.tournament.rulebook import Championship, Rulebook

Token = tuple[Hashable, ...]


class Twin(StrEnum):
    """Why a file is not counted although it was read."""

    SAME = "same"
    """The same facts as another file."""
    REPLACED = "replaced"
    """An earlier referto of the same tournament."""


class Duplicate(NamedTuple):
    """A file that is not counted, and the one that is counted in its place."""

    entry: Entry
    why: Twin
    instead: Entry


@dataclass(frozen=True, slots=True)
class Sifting:
    """What counts, by day; what does not; and pairs that look like one event and are both counted."""

    entries: tuple[Entry, ...]
    duplicates: tuple[Duplicate, ...]
    alike: tuple[tuple[Entry, Entry], ...]


def sift(entries: Iterable[Entry]) -> Sifting:
    """Count every tournament once.

    Of files with the same facts counts one that is verified, then one with more mail addresses. Of several referti of a
    tournament counts one that is finished and verified, then the one that was written last.
    """
    ordered = sorted(entries, key=lambda entry: (entry.event.date, entry.file))
    left: list[Duplicate] = []
    once = _best(ordered, lambda entry: [(entry.proof.digest,)], _trust, Twin.SAME, left)
    kept = _best(once, _marks, _newness, Twin.REPLACED, left)
    alike = [pair for group in _groups(kept, _event) for pair in combinations(group, 2)]
    return Sifting(tuple(kept), tuple(left), tuple(alike))


def _best(
    entries: Sequence[Entry],
    tokens: Callable[[Entry], Iterable[Token]],
    worth: Callable[[Entry], Token],
    why: Twin,
    left: list[Duplicate],
) -> list[Entry]:
    """One of each group, the first of the most worth; the others go to ``left``."""
    kept = set[str]()
    for group in _groups(entries, tokens):
        best = max(group, key=worth)
        kept.add(best.file)
        left += [Duplicate(entry, why, best) for entry in group if entry is not best]
    return [entry for entry in entries if entry.file in kept]


def _groups(entries: Sequence[Entry], tokens: Callable[[Entry], Iterable[Token]]) -> list[list[Entry]]:
    """Entries that share a token belong together, also over a third one."""
    group_of: dict[Token, list[Entry]] = {}
    groups: list[list[Entry]] = []
    for entry in entries:
        own = list(tokens(entry))
        met = {id(group): group for token in own if (group := group_of.get(token)) is not None}
        merged = [*(one for group in met.values() for one in group), entry]
        groups = [group for group in groups if id(group) not in met] + [merged]
        for one in merged:
            group_of.update(dict.fromkeys(tokens(one), merged))
    return groups


def _trust(entry: Entry) -> Token:
    return entry.is_verified, sum(bool(result.email) for result in entry.results)


def _newness(entry: Entry) -> Token:
    return entry.is_complete and entry.is_verified, entry.written, entry.file


def _marks(entry: Entry) -> Iterable[Token]:
    """A tournament is known by who sat together at the first game, and by a draw's seed; by its event where none is recorded."""
    drawn: Iterable[Token] = ((seed,) for seed in entry.seeds) if entry.seeds else _event(entry)
    return ((entry.regulation, table, *mark) for mark in drawn for table in entry.tables)


def _event(entry: Entry) -> Iterable[Token]:
    """Its regulation, name and day; a nameless or undated one is like no other."""
    name = plain(entry.event.name)
    return [(entry.regulation, name, entry.event.date)] if name and entry.day else []


class EventKind(StrEnum):
    """What a tournament is for, as the setup sheet says it."""

    REGIONAL = "regional"
    OPEN = "open"


class Flaw(StrEnum):
    """Why a tournament does not count for the championship."""

    REGULATION = "other_regulation"
    KIND = "kind"
    """Neither a regional tournament nor an Open."""
    REGION = "no_region"
    DATE = "no_date"
    LATE = "late"
    """After the last day, and not the Open of the final's weekend."""
    INCOMPLETE = "incomplete"
    INTERIM = "interim"
    """Not finished, and the referto says so."""
    UNVERIFIED = "unverified"
    FEW = "too_few_players"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A tournament with what is wrong with it; valid if nothing is."""

    entry: Entry
    faults: tuple[Flaw, ...]

    @property
    def is_valid(self) -> bool:
        """Whether it counts for the championship."""
        return not self.faults

    @property
    def is_new(self) -> bool:
        """Whether it is a regional tournament after the last day, and nothing else is wrong: its winner may be a reserve."""
        return self.faults == (Flaw.LATE,) and self.entry.event.kind == EventKind.REGIONAL

    @property
    def region(self) -> str:
        """Its region, as regions are compared."""
        return plain(self.entry.event.region)


def judge(entry: Entry, rulebook: Rulebook, championship: Championship, last_day: date) -> Candidate:
    """Everything that speaks against a tournament, with this last day for tournaments.

    Another regulation is enough; beside it only an unfinished tournament is told.
    """
    if (entry.regulation, entry.house) != (rulebook.id, house(rulebook)):
        return Candidate(entry, (Flaw.REGULATION, *end_flaws(entry)))
    day, kind = entry.day, entry.event.kind
    tests = {
        Flaw.KIND: kind not in {*EventKind},
        Flaw.REGION: kind == EventKind.REGIONAL and not plain(entry.event.region),
        Flaw.DATE: day is None,
        Flaw.LATE: day is not None and day > last_day and not _is_last_open(entry, championship),
        Flaw.UNVERIFIED: not entry.is_verified,
        Flaw.FEW: entry.players < rulebook.official.minimum_players,
    }
    return Candidate(entry, (*end_flaws(entry), *(fault for fault, holds in tests.items() if holds)))


def end_flaws(entry: Entry) -> tuple[Flaw, ...]:
    """That a tournament is not over, which speaks against it whatever it is for; nothing if it is."""
    if entry.is_complete:
        return ()
    return (Flaw.INTERIM if entry.proof.interim else Flaw.INCOMPLETE,)


def flaws(entry: Entry) -> tuple[Flaw, ...]:
    """Why a tournament does not count for a table of its regulation, whatever it is for."""
    tests = {Flaw.UNVERIFIED: not entry.is_verified, Flaw.FEW: Flaw.FEW in entry.objections}
    return (*end_flaws(entry), *(flaw for flaw, holds in tests.items() if holds))


def _is_last_open(entry: Entry, championship: Championship) -> bool:
    """The Open that is played in the weekend of the final (R07-2)."""
    if championship.last_open is None or entry.day is None:
        return False
    first, last = championship.last_open
    return entry.event.kind == EventKind.OPEN and first <= entry.day <= last
