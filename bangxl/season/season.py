"""A season from its entries: pure, in one step; with the national list of Record scores."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from bangxl.season.choices import Choices, Irregular, ListedDigest, StatusLine
from bangxl.season.doubts import Doubt, doubts
from bangxl.season.eligibility import Eligibility, Incident, incidents
from bangxl.season.entry import Entry, PlayerResult
from bangxl.season.people import Mention, NameDecision, People, Person, Sighting, address, people, sightings
from bangxl.season.qualification import Selection, only_allowed, select
from bangxl.season.regional import Basis, RankingTable, Regions, by_region, chosen_regions, national, table
from bangxl.season.sifting import Duplicate, Pair, Sifting, sift
from bangxl.season.spelling import key, plain
from bangxl.season.validity import Candidate, Doubts, Flaw, flaws, judge
from bangxl.tournament.rulebook import Championship, Rulebook


@dataclass(frozen=True, slots=True)
class Score:
    """What somebody reached in one session. ``rank`` is shared by equals; None where ``objections`` say why it does not count.

    ``is_best``: his highest score of all sessions that count.
    """

    rank: int | None
    person: Person
    entry: Entry
    result: PlayerResult
    objections: tuple[str, ...]
    is_best: bool = False


def record(entries: Iterable[Entry], people: People, doubts: Doubts) -> tuple[Score, ...]:
    """Every score of every finished session, the highest first; then those that do not count, also the highest first."""
    found = [(entry, result) for entry in entries if entry.is_record for result in entry.outcome]
    found.sort(key=lambda pair: (*_greater(pair[1]), pair[0].event.date, pair[0].file, pair[1].name))
    counting = [pair for pair in found if not _objections(pair[0], doubts)]
    ranks: dict[tuple[Fraction, int], int] = {}
    seen = set[int]()
    scores = []
    for number, (entry, result) in enumerate(counting, 1):
        person = people.of(entry, result.player)
        rank = ranks.setdefault(_greater(result), number)
        scores.append(Score(rank, person, entry, result, (), is_best=person.number not in seen))
        seen.add(person.number)
    others = [(entry, result, _objections(entry, doubts)) for entry, result in found]
    return (*scores, *(Score(None, people.of(e, r.player), e, r, why) for e, r, why in others if why))


def _greater(result: PlayerResult) -> tuple[Fraction, int]:
    """Sorts the greater first: more dollars, "a parità di $ … il numero maggiore di partite"."""
    return -result.score, -result.games


def _objections(entry: Entry, doubts: Doubts) -> tuple[str, ...]:
    """Why a session is not valid for the record: what its regulation says, and what the file does not show."""
    return (*doubts.get(entry.file, ()), *((Flaw.REGULATION,) if entry.house else ()), *entry.objections)


@dataclass(frozen=True, slots=True)
class Contest:
    """The championship of a season: the regulation, its day limits, and what came out of it."""

    rulebook: Rulebook
    championship: Championship
    last_day: date
    tournaments: tuple[Candidate, ...]
    selection: Selection
    incidents: tuple[Incident, ...]
    regions: Regions

    @property
    def free(self) -> int:
        """Places of the final that nobody has; less than 0 if there are too many finalists."""
        return self.championship.finalists - self.selection.taken


class Ranking(NamedTuple):
    """Of one regulation the national table and the regional ones (R07-20); ``title`` is the regulation's."""

    title: str
    national: RankingTable
    regional: tuple[RankingTable, ...]


@dataclass(frozen=True, slots=True)
class Season:
    """Everything that a season's workbook shows. ``contest`` is None where no referto is part of a championship.

    ``flaws``: by file, why it counts for nothing; ``conflicts`` and ``absent`` as in a `Sifting`.
    """

    entries: tuple[Entry, ...]
    duplicates: tuple[Duplicate, ...]
    conflicts: tuple[Pair, ...]
    flaws: Doubts
    absent: tuple[ListedDigest, ...]
    people: People
    contest: Contest | None
    rankings: tuple[Ranking, ...]
    record: tuple[Score, ...]
    doubts: tuple[Doubt, ...]

    @property
    def players(self) -> int:
        """How many persons have played in what counts."""
        return len({self.people.of(entry, result.player).number for entry in self.counting for result in entry.results})

    @property
    def counting(self) -> tuple[Entry, ...]:
        """What may count somewhere."""
        return tuple(entry for entry in self.entries if not self.flaws[entry.file])


def season(
    entries: Sequence[Entry],
    rulebook: Rulebook | None,
    choices: Choices,
    known: Sequence[StatusLine] = (),
    same: Sequence[NameDecision] = (),
) -> Season:
    """All tables. ``rulebook``: the one with the championship; ``known``: the list of statuses; ``same``: decisions on names."""
    sifted = sift(entries, choices.today, choices.digests)
    listed = [Sighting(_line(one), one.name, key(one.name), email=address(one.email), listed=True) for one in known]
    everybody = _people(sifted, listed, same)
    contest = None
    if rulebook is not None and rulebook.championship is not None:
        contest = _contest(sifted, everybody, rulebook, rulebook.championship, choices, known)
    return Season(
        entries=sifted.entries,
        duplicates=sifted.duplicates,
        conflicts=sifted.conflicts,
        flaws=sifted.flaws,
        absent=sifted.absent,
        people=everybody,
        contest=contest,
        rankings=_rankings(sifted, contest, Basis(everybody, {}, choices.adding, choices.best or 0)),
        record=record(sifted.entries, everybody, sifted.flaws),
        doubts=doubts(everybody, sifted.counting, sifted.alike),
    )


def _people(sifted: Sifting, listed: Iterable[Sighting], same: Sequence[NameDecision]) -> People:
    """Everybody; who stands only in what does not count changes nobody else."""
    counting = sifted.counting
    files = {entry.file for entry in counting}
    others = [entry for entry in sifted.entries if entry.file not in files]
    return people((*sightings(counting), *sightings(others, counts=False), *listed), same)


def _contest(
    sifted: Sifting,
    everybody: People,
    rulebook: Rulebook,
    championship: Championship,
    choices: Choices,
    known: Sequence[StatusLine],
) -> Contest:
    last_day = choices.last_day or championship.last_day
    tournaments = tuple(judge(entry, rulebook, championship, last_day, sifted.flaws) for entry in sifted.entries)
    lines = _by_person(everybody, known)
    declared = {number: plain(line.region) for number, own in lines.items() for line in own if line.region}
    regions = chosen_regions(tournaments, everybody, declared)
    eligibility = Eligibility(everybody, sifted.counting, lines)
    best = championship.best if choices.best is None else choices.best
    basis = Basis(everybody, regions, choices.adding, best)
    if choices.irregular is Irregular.EXCLUDE:
        basis = only_allowed(basis, eligibility)
    selection = select(tournaments, basis, eligibility, championship)
    return Contest(
        rulebook, championship, last_day, tournaments, selection, incidents(tournaments, everybody, regions, eligibility), regions
    )


def _rankings(sifted: Sifting, contest: Contest | None, basis: Basis) -> tuple[Ranking, ...]:
    """Of the championship its own tables; of every other regulation all its tournaments that are over, verified and count."""
    groups: defaultdict[tuple[str, str, str], list[Candidate]] = defaultdict(list)
    taken = {one.entry.file: one for one in contest.tournaments if Flaw.REGULATION not in one.faults} if contest else {}
    for entry in sifted.entries:
        if entry.file not in taken and not entry.is_record:
            groups[entry.title, entry.regulation, entry.house].append(Candidate(entry, flaws(entry, sifted.flaws)))
    found = [
        Ranking(title, national(group, basis), tuple(table(region, own, basis) for region, own in by_region(group).items()))
        for (title, _, _), group in groups.items()
        if any(one.is_valid for one in group)
    ]
    if contest is not None and contest.selection.national.tournaments:
        found.append(Ranking(contest.rulebook.title, contest.selection.national, contest.selection.tables))
    return tuple(sorted(found, key=lambda one: one.title))


def _by_person(everybody: People, known: Sequence[StatusLine]) -> Mapping[int, Sequence[StatusLine]]:
    found: defaultdict[int, list[StatusLine]] = defaultdict(list)
    for one in known:
        found[everybody.by_sighting[_line(one)].number].append(one)
    return found


def _line(one: StatusLine) -> Mention:
    """Where a line of the list stands: each line is a list of its own, for one person may have several."""
    return Mention(f"{one.file}:{one.line}", str(one.line))


def language_of(entries: Sequence[Entry]) -> str:
    """The language of most referti; "" without any."""
    spoken = Counter(entry.language for entry in entries)
    return max(spoken, key=lambda language: (spoken[language], language), default="")
