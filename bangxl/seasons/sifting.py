"""Choose the files that count: each tournament once, finished, verified, without contradiction, and on the list.

Whoever sends one more file changes no result: of two different referti of one tournament neither counts, until a person
decides. No date decides, for a date is typed; and two files are never one tournament because a third is like both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from itertools import combinations
from typing import Final

from bangxl.locale.catalog import N_
from bangxl.seasons.choices import ListedDigest
from bangxl.seasons.entry import Entry, house
from bangxl.seasons.people import address, key
from bangxl.tournament.identity import fold_name
from bangxl.tournament.rulebook import Championship, Rulebook

_AHEAD: Final = timedelta(days=1)
"""Somewhere else it is tomorrow already."""


class EventKind(StrEnum):
    """The kind of a tournament, from the setup sheet."""

    REGIONAL = "regional"
    OPEN = "open"


class Flaw(StrEnum):
    """Why a tournament does not count, in English; some only for the championship, others for anything."""

    REGULATION = N_("another regulation")
    KIND = N_("neither regional nor Open")
    REGION = N_("no region")
    DATE = N_("no date")
    LATE = N_("after the last day")
    INCOMPLETE = N_("not finished")
    INTERIM = N_("interim report: not finished")
    UNVERIFIED = N_("does not agree with its record sheets")
    FUTURE = N_("dated or written in the future")
    UNLISTED = N_("its fingerprint is not on the list")
    CONTRADICTED = N_("another report of this tournament says something else")
    FEW = N_("too few players")


NOTHING_COUNTS: Final = frozenset({
    Flaw.INCOMPLETE, Flaw.INTERIM, Flaw.UNVERIFIED, Flaw.FUTURE, Flaw.UNLISTED, Flaw.CONTRADICTED,
})  # fmt: skip
"""Something is wrong with the file itself: nothing in it is used anywhere."""

Flaws = Mapping[str, tuple[Flaw, ...]]
"""By file, why it counts for nothing: flaws of ``NOTHING_COUNTS``."""


Pair = tuple[Entry, Entry]


@dataclass(frozen=True, slots=True)
class Sifting:
    """All files by day, without copies. ``copies``: with the file that counts in their place, which has the same facts.

    ``conflicts``: pairs of one tournament that say different things. ``alike``: pairs that look like one tournament, and both
    count. ``absent``: lines of the list of digests without a file.
    """

    entries: tuple[Entry, ...]
    copies: tuple[Pair, ...]
    conflicts: tuple[Pair, ...]
    flaws: Flaws
    absent: tuple[ListedDigest, ...]
    alike: tuple[Pair, ...]

    @property
    def counting(self) -> tuple[Entry, ...]:
        """What may count somewhere."""
        return tuple(entry for entry in self.entries if not self.flaws[entry.file])


def sift(entries: Iterable[Entry], today: date | None = None, listed: Sequence[ListedDigest] | None = None) -> Sifting:
    """Choose what counts. ``today``: no file may be later (None: not checked); ``listed``: the list sent in (None: no list).

    Of files with the same facts the one with most mail addresses counts. Two that look like one event contradict each other if
    most of the players are the same, unless a list says that both were sent in.
    """
    ordered = sorted(entries, key=lambda entry: (entry.event.date, entry.file))
    flaws = {entry.file: _file_flaws(entry, today, listed) for entry in ordered}
    good = [entry for entry in ordered if not flaws[entry.file]]
    copies = _copies(good)
    copied = {copy.file for copy, _original in copies}
    once = [entry for entry in good if entry.file not in copied]
    # a tournament is known by who sat together in the first game and by a draw's seed; an event by its name and day
    same_facts = _pairs(once, lambda entry: [entry.proof.digest])
    same_draw = _pairs(once, lambda entry: [(entry.regulation, table, seed) for seed in entry.seeds for table in entry.tables])
    same_event = _pairs(once, _event)
    same_tables = _pairs(once, lambda entry: [(entry.regulation, entry.tables)] if len(entry.tables) > 1 else [])
    conflicts = same_facts | same_draw
    for files, (one, other) in same_event.items() if listed is None else ():
        # of Record a group plays several sessions in an evening
        mine, theirs = ({key(result.name) for result in entry.results} for entry in (one, other))
        if not one.is_record and 2 * len(mine & theirs) > max(len(mine), len(theirs)):
            conflicts[files] = one, other
    for entry in (entry for pair in conflicts.values() for entry in pair):
        flaws[entry.file] = (Flaw.CONTRADICTED,)
    sent = [(entry.proof.digest, entry.proof.second_half) for entry in ordered]
    order = {entry.file: number for number, entry in enumerate(ordered)}

    def by_time(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        return tuple(sorted(pairs, key=lambda pair: [order[entry.file] for entry in pair]))

    return Sifting(
        entries=tuple(entry for entry in ordered if entry.file not in copied),
        copies=copies,
        conflicts=by_time(conflicts.values()),
        flaws=flaws,
        absent=tuple(line for line in listed or () if not any(line.fits(*digests) for digests in sent)),
        alike=by_time(pair for files, pair in (same_event | same_tables).items() if files not in conflicts),
    )


def _file_flaws(entry: Entry, today: date | None, listed: Sequence[ListedDigest] | None) -> tuple[Flaw, ...]:
    """What speaks against a file, whatever the others are."""
    digests = entry.proof.digest, entry.proof.second_half
    latest = max((entry.day or date.min).isoformat(), entry.written[:10])
    tests = {
        Flaw.INTERIM: not entry.is_complete and entry.proof.interim,
        Flaw.INCOMPLETE: not entry.is_complete and not entry.proof.interim,
        Flaw.UNVERIFIED: entry.proof.differences > 0,
        Flaw.FUTURE: today is not None and entry.is_complete and latest > (today + _AHEAD).isoformat(),
        Flaw.UNLISTED: entry.is_complete and listed is not None and not any(line.fits(*digests) for line in listed),
    }
    return tuple(flaw for flaw, holds in tests.items() if holds)


def _copies(entries: Sequence[Entry]) -> tuple[Pair, ...]:
    """Files with the facts of another, and no mail address that contradicts it: addresses are not among the facts."""
    addresses = {
        entry.file: {(one.player, address(one.email)) for one in entry.results if address(one.email)} for entry in entries
    }
    groups: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        groups[entry.proof.digest].append(entry)
    copies = []
    for group in groups.values():
        best = max(group, key=lambda entry: len(addresses[entry.file]))
        copies += [(one, best) for one in group if one is not best and addresses[one.file] <= addresses[best.file]]
    return tuple(copies)


def _pairs(entries: Iterable[Entry], marks: Callable[[Entry], Iterable[Hashable]]) -> dict[frozenset[str], Pair]:
    """All pairs that share a mark, by their files."""
    groups: defaultdict[Hashable, list[Entry]] = defaultdict(list)
    for entry in entries:
        for mark in marks(entry):
            groups[mark].append(entry)
    pairs = (pair for group in groups.values() for pair in combinations(group, 2))
    return {frozenset(entry.file for entry in pair): pair for pair in pairs}


def _event(entry: Entry) -> list[Hashable]:
    """Regulation, name and day; a nameless or undated event is like no other."""
    name = fold_name(entry.event.name)
    return [(entry.regulation, name, entry.event.date)] if name and entry.day else []


@dataclass(frozen=True, slots=True)
class Candidate:
    """A tournament with everything that speaks against it; valid if nothing does."""

    entry: Entry
    faults: tuple[Flaw, ...]

    @property
    def is_valid(self) -> bool:
        """Whether it counts for the tables."""
        return not self.faults

    @property
    def is_believed(self) -> bool:
        """Whether anything in the file may be used, valid or not."""
        return NOTHING_COUNTS.isdisjoint(self.faults)

    @property
    def is_new(self) -> bool:
        """Whether it is a regional tournament after the last day, and nothing else is wrong: its winner may be a reserve."""
        return self.faults == (Flaw.LATE,) and self.entry.event.kind == EventKind.REGIONAL

    @property
    def is_regional(self) -> bool:
        """Whether it counts for the table of a region."""
        return self.is_valid and self.entry.event.kind == EventKind.REGIONAL

    @property
    def region(self) -> str:
        """Its region, as regions are compared."""
        return fold_name(self.entry.event.region)


def judge(entry: Entry, rulebook: Rulebook, championship: Championship, last_day: date, flaws: Flaws) -> Candidate:
    """Everything that speaks against a tournament for the championship (Italy 2007, Campionato nazionale).

    Another regulation is enough; beside it only what is wrong with the file is listed.
    """
    if (entry.regulation, entry.house) != (rulebook.id, house(rulebook)):
        return Candidate(entry, (Flaw.REGULATION, *flaws[entry.file]))
    day, kind = entry.day, entry.event.kind
    first, last = championship.last_open or (date.max, date.min)
    in_last_open = day is not None and kind == EventKind.OPEN and first <= day <= last  # in the weekend of the final (R07-2)
    tests = {
        Flaw.KIND: kind not in {*EventKind},
        Flaw.REGION: kind == EventKind.REGIONAL and not fold_name(entry.event.region),
        Flaw.DATE: day is None,
        Flaw.LATE: day is not None and day > last_day and not in_last_open,
        Flaw.FEW: len(entry.results) < rulebook.official.minimum_players,
    }
    return Candidate(entry, (*flaws[entry.file], *(flaw for flaw, holds in tests.items() if holds)))
