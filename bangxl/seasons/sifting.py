"""Choose the files that count: each tournament once, finished, verified, without contradiction, and on the list.

An extra file changes no result: of two different referti of one tournament neither counts, until a person
decides. Dates decide nothing, as people type them; and a third file never makes two files one tournament.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from itertools import combinations
from typing import Final

from bangxl.interchange.fingerprint import Fingerprint
from bangxl.locale.catalog import N_
from bangxl.seasons.entry import RefertoEntry, own_rulebook_digest
from bangxl.seasons.people import fold_address
from bangxl.tournament.identity import fold_name, in_any_order
from bangxl.tournament.rulebook import Championship, Rulebook

_LEAP_DAY: Final = (2, 29)
_AHEAD: Final = timedelta(days=1)
"""Elsewhere it may already be tomorrow."""


class EventKind(StrEnum):
    """The kind of a tournament, from the setup sheet."""

    REGIONAL = "regional"
    OPEN = "open"


class Flaw(StrEnum):
    """Why a tournament does not count, in English; some reasons only for the championship, others for everything."""

    REGULATION = N_("another regulation")
    KIND = N_("neither regional nor Open")
    REGION = N_("no region")
    DATE = N_("no date")
    EARLY = N_("before the first day")
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
"""Problems of the file itself: nothing in it counts anywhere."""

Flaws = Mapping[str, tuple[Flaw, ...]]
"""By file, why it counts for nothing: flaws in ``NOTHING_COUNTS``."""

_Pair = tuple[RefertoEntry, RefertoEntry]


@dataclass(frozen=True, slots=True)
class Sifting:
    """All files by day and event, without copies. ``copies``: each with the file that counts instead, which has the same facts.

    ``conflicts``: pairs about one tournament with different facts. ``alike``: pairs that look like one tournament, but both
    count. ``absent``: lines of the list of fingerprints without a file.
    """

    entries: tuple[RefertoEntry, ...]
    copies: tuple[_Pair, ...]
    conflicts: tuple[_Pair, ...]
    flaws: Flaws
    absent: Mapping[Fingerprint, str]
    alike: tuple[_Pair, ...]

    @property
    def counting(self) -> tuple[RefertoEntry, ...]:
        """The entries that may count somewhere."""
        return tuple(entry for entry in self.entries if not self.flaws[entry.file])

    @property
    def disputes(self) -> tuple[tuple[RefertoEntry, ...], ...]:
        """The reports of each tournament about which they conflict, by time."""
        groups: dict[str, list[str]] = {}
        for one, other in self.conflicts:
            mine, theirs = groups.setdefault(one.file, [one.file]), groups.setdefault(other.file, [other.file])
            if mine is not theirs:
                mine += theirs
                groups |= dict.fromkeys(theirs, mine)
        firsts = dict.fromkeys(groups[entry.file][0] for entry in self.entries if entry.file in groups)
        return tuple(tuple(entry for entry in self.entries if entry.file in groups[first]) for first in firsts)

    @property
    def tournaments(self) -> int:
        """How many tournaments the entries are about: conflicting reports are about one."""
        return len(self.entries) - sum(len(reports) - 1 for reports in self.disputes)


def sift(entries: Iterable[RefertoEntry], today: date | None, listed: Mapping[Fingerprint, str] | None) -> Sifting:
    """Choose what counts. ``today``: the latest date allowed (None: not checked); ``listed``: the list sent in (None: no list).

    Among files with the same facts, the one with most mail addresses counts. Two files that look like one event conflict if
    most of their players are the same, unless a list says that both were sent in.
    """
    ordered = sorted(entries, key=lambda entry: (entry.event.date, fold_name(entry.event.name), entry.file))
    flaws = {entry.file: _file_flaws(entry, today, listed) for entry in ordered}
    good = [entry for entry in ordered if not flaws[entry.file]]
    copies = _copies(good)
    copied = {copy.file for copy, _original in copies}
    once = [entry for entry in good if entry.file not in copied]
    # players at the first tables and a draw's seed identify a tournament; name and day identify an event
    same_facts = _pairs(once, lambda entry: [entry.proof.digest])
    same_draw = _pairs(once, lambda entry: [(entry.regulation, table, seed) for seed in entry.seeds for table in entry.tables])
    named = [entry for entry in once if fold_name(entry.event.name) and entry.day]
    same_event = _pairs(named, lambda entry: [(entry.regulation, fold_name(entry.event.name), entry.event.date)])
    same_tables = _pairs(once, lambda entry: [(entry.regulation, entry.tables)] if len(entry.tables) > 1 else [])
    conflicts = same_facts | same_draw
    for files, (one, other) in same_event.items() if listed is None else ():
        # in Record, a group plays several sessions in an evening
        mine, theirs = ({in_any_order(result.name) for result in entry.results} for entry in (one, other))
        if not one.is_record and 2 * len(mine & theirs) > max(len(mine), len(theirs)):
            conflicts[files] = one, other
    for entry in (entry for pair in conflicts.values() for entry in pair):
        flaws[entry.file] = (Flaw.CONTRADICTED,)
    sent = [(entry.proof.digest, entry.proof.second_half) for entry in ordered]
    order = {entry.file: number for number, entry in enumerate(ordered)}

    def by_time(pairs: Iterable[_Pair]) -> tuple[_Pair, ...]:
        return tuple(sorted(pairs, key=lambda pair: [order[entry.file] for entry in pair]))

    return Sifting(
        entries=tuple(entry for entry in ordered if entry.file not in copied),
        copies=copies,
        conflicts=by_time(conflicts.values()),
        flaws=flaws,
        absent={digits: name for digits, name in (listed or {}).items() if not any(digits.fits(*halves) for halves in sent)},
        alike=by_time(pair for files, pair in (same_event | same_tables).items() if files not in conflicts),
    )


def _file_flaws(entry: RefertoEntry, today: date | None, listed: Mapping[Fingerprint, str] | None) -> tuple[Flaw, ...]:
    digests = entry.proof.digest, entry.proof.second_half
    latest = max((entry.day or date.min).isoformat(), entry.written[:10])
    tests = {
        Flaw.INTERIM: not entry.is_complete and entry.proof.interim,
        Flaw.INCOMPLETE: not entry.is_complete and not entry.proof.interim,
        Flaw.UNVERIFIED: entry.proof.differences > 0,
        Flaw.FUTURE: today is not None and entry.is_complete and latest > (today + _AHEAD).isoformat(),
        Flaw.UNLISTED: entry.is_complete and listed is not None and not any(one.fits(*digests) for one in listed),
    }
    return tuple(flaw for flaw, holds in tests.items() if holds)


def _copies(entries: Sequence[RefertoEntry]) -> tuple[_Pair, ...]:
    """Files with the same facts as another, and no conflicting mail address: addresses are not among the facts."""
    emails = {
        entry.file: {(one.player, fold_address(one.email)) for one in entry.results if fold_address(one.email)}
        for entry in entries
    }
    groups: defaultdict[str, list[RefertoEntry]] = defaultdict(list)
    for entry in entries:
        groups[entry.proof.digest].append(entry)
    copies = []
    for group in groups.values():
        best = max(group, key=lambda entry: len(emails[entry.file]))
        copies += [(one, best) for one in group if one is not best and emails[one.file] <= emails[best.file]]
    return tuple(copies)


def _pairs(entries: Iterable[RefertoEntry], marks: Callable[[RefertoEntry], Iterable[Hashable]]) -> dict[frozenset[str], _Pair]:
    groups: defaultdict[Hashable, list[RefertoEntry]] = defaultdict(list)
    for entry in entries:
        for mark in marks(entry):
            groups[mark].append(entry)
    pairs = (pair for group in groups.values() for pair in combinations(group, 2))
    return {frozenset(entry.file for entry in pair): pair for pair in pairs}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A tournament with its faults; valid without any."""

    entry: RefertoEntry
    faults: tuple[Flaw, ...]

    @property
    def is_valid(self) -> bool:
        """Whether it counts for the tables."""
        return not self.faults

    @property
    def is_believed(self) -> bool:
        """Whether the file's data is usable at all, valid or not."""
        return NOTHING_COUNTS.isdisjoint(self.faults)

    @property
    def is_new(self) -> bool:
        """Whether it is a regional tournament after the last day and otherwise valid: its winner may be a reserve."""
        return self.faults == (Flaw.LATE,) and self.entry.event.kind == EventKind.REGIONAL

    @property
    def is_regional(self) -> bool:
        """Whether it counts for a region's table."""
        return self.is_valid and self.entry.event.kind == EventKind.REGIONAL

    @property
    def region(self) -> str:
        """Its region, normalised for comparison."""
        return fold_name(self.entry.event.region)


def first_day(championship: Championship, last_day: date) -> date:
    """The first day of the season that ends on the last one: after the final before it, twelve months at most (R07-23)."""
    after = last_day + timedelta(days=1)
    a_year = after.replace(year=after.year - 1) if (after.month, after.day) != _LEAP_DAY else date(after.year - 1, 3, 1)
    final = championship.last_open[1] if championship.last_open else date.min
    return max(a_year, final + timedelta(days=1)) if final < last_day else a_year


def judge(
    entry: RefertoEntry, rulebook: Rulebook, championship: Championship, days: tuple[date, date], flaws: Flaws
) -> Candidate:
    """Find all faults of a tournament for the championship (Italy 2007, Campionato nazionale) between its first and last days.

    Another regulation rules it out; besides that, list only faults of the file.
    """
    if (entry.regulation, entry.house) != (rulebook.id, own_rulebook_digest(rulebook)):
        return Candidate(entry, (Flaw.REGULATION, *flaws[entry.file]))
    day, kind = entry.day, entry.event.kind
    first, last = championship.last_open or (date.max, date.min)
    first_day, last_day = days
    in_last_open = day is not None and kind == EventKind.OPEN and first <= day <= last  # on the weekend of the final (R07-2)
    tests = {
        Flaw.KIND: kind not in {*EventKind},
        Flaw.REGION: kind == EventKind.REGIONAL and not fold_name(entry.event.region),
        Flaw.DATE: day is None,
        Flaw.EARLY: day is not None and day < first_day,
        Flaw.LATE: day is not None and day > last_day and not in_last_open,
        Flaw.FEW: len(entry.results) < rulebook.official.minimum_players,
    }
    return Candidate(entry, (*flaws[entry.file], *(flaw for flaw, holds in tests.items() if holds)))
