"""A season from its entries: pure, in one step; with the national list of Record scores."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from bangxl.season.choices import Choices, StatusLine
from bangxl.season.doubts import Doubt, doubts
from bangxl.season.eligibility import Eligibility, Incident, incidents
from bangxl.season.entry import Entry, PlayerResult
from bangxl.season.people import Mention, NameDecision, People, Person, Sighting, address, people, sightings
from bangxl.season.qualification import Selection, select
from bangxl.season.regional import Basis, Regions, chosen_regions
from bangxl.season.spelling import key, plain
from bangxl.season.validity import Candidate, Duplicate, judge, sift
from bangxl.tournament.rulebook import Championship, Rulebook

UNVERIFIED, HOUSE = "unverified", "other_regulation"


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


def record(entries: Iterable[Entry], people: People) -> tuple[Score, ...]:
    """Every score of every finished session, the highest first; then those that do not count, also the highest first."""
    found = [(entry, result) for entry in entries if entry.is_record for result in entry.outcome]
    found.sort(key=lambda pair: (*_greater(pair[1]), pair[0].event.date, pair[0].file, pair[1].name))
    counting = [pair for pair in found if not _objections(pair[0])]
    ranks: dict[tuple[Fraction, int], int] = {}
    seen = set[int]()
    scores = []
    for number, (entry, result) in enumerate(counting, 1):
        person = people.of(entry, result.player)
        rank = ranks.setdefault(_greater(result), number)
        scores.append(Score(rank, person, entry, result, (), is_best=person.number not in seen))
        seen.add(person.number)
    others = [(entry, result, _objections(entry)) for entry, result in found]
    return (*scores, *(Score(None, people.of(e, r.player), e, r, why) for e, r, why in others if why))


def _greater(result: PlayerResult) -> tuple[Fraction, int]:
    """Sorts the greater first: more dollars, "a parità di $ … il numero maggiore di partite"."""
    return -result.score, -result.games


def _objections(entry: Entry) -> tuple[str, ...]:
    """Why a session is not valid for the record: what its regulation says, and what the file does not show."""
    own = {UNVERIFIED: not entry.is_verified, HOUSE: bool(entry.house)}
    return (*(code for code, holds in own.items() if holds), *entry.objections)


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


@dataclass(frozen=True, slots=True)
class Season:
    """Everything that a season's workbook shows. ``contest`` is None where no referto is part of a championship."""

    entries: tuple[Entry, ...]
    duplicates: tuple[Duplicate, ...]
    people: People
    contest: Contest | None
    record: tuple[Score, ...]
    doubts: tuple[Doubt, ...]

    @property
    def players(self) -> int:
        """How many persons have played."""
        return len({self.people.of(entry, result.player).number for entry in self.entries for result in entry.results})


def season(
    entries: Sequence[Entry],
    rulebook: Rulebook | None,
    choices: Choices,
    known: Sequence[StatusLine] = (),
    same: Sequence[NameDecision] = (),
) -> Season:
    """All tables. ``rulebook``: the one with the championship; ``known``: the list of statuses; ``same``: decisions on names."""
    counted = sift(entries)
    listed = [Sighting(_line(one), one.name, key(one.name), email=address(one.email), listed=True) for one in known]
    everybody = people((*sightings(counted.entries), *listed), same)
    contest = None
    if rulebook is not None and rulebook.championship is not None:
        contest = _contest(counted.entries, everybody, rulebook, rulebook.championship, choices, known)
    return Season(
        entries=counted.entries,
        duplicates=counted.duplicates,
        people=everybody,
        contest=contest,
        record=record(counted.entries, everybody),
        doubts=doubts(everybody, counted.entries, counted.alike),
    )


def _contest(
    entries: Sequence[Entry],
    everybody: People,
    rulebook: Rulebook,
    championship: Championship,
    choices: Choices,
    known: Sequence[StatusLine],
) -> Contest:
    last_day = choices.last_day or championship.last_day
    tournaments = tuple(judge(entry, rulebook, championship, last_day) for entry in entries)
    lines = _by_person(everybody, known)
    declared = {number: plain(line.region) for number, own in lines.items() for line in own if line.region}
    regions = chosen_regions(tournaments, everybody, declared)
    eligibility = Eligibility(everybody, entries, lines)
    selection = select(tournaments, Basis(everybody, regions, choices.adding), eligibility, choices.irregular)
    return Contest(
        rulebook, championship, last_day, tournaments, selection, incidents(tournaments, everybody, regions, eligibility), regions
    )


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
