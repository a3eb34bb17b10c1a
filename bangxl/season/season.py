"""A season from its entries: pure, in one step."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from bangxl.season.choices import Choices, Known
from bangxl.season.doubts import Doubt, doubts
from bangxl.season.facts import Entry
from bangxl.season.field import Field
from bangxl.season.names import folded, key
from bangxl.season.offences import Case, cases
from bangxl.season.people import People, Same, Seen, Sighting, address, people, sightings
from bangxl.season.qualification import Selection, select
from bangxl.season.record import Score, record
from bangxl.season.regional import Basis, Regions, chosen_regions
from bangxl.season.sifting import Left, sifted
from bangxl.season.validity import Judged, judged
from bangxl.tournament.rulebook import Championship, Rulebook


@dataclass(frozen=True, slots=True)
class Contest:
    """The championship of a season: the regulation, its day limits, and what came out of it."""

    rulebook: Rulebook
    championship: Championship
    last_day: date
    tournaments: tuple[Judged, ...]
    selection: Selection
    cases: tuple[Case, ...]
    regions: Regions

    @property
    def free(self) -> int:
        """Places of the final that nobody has; less than 0 if there are too many finalists."""
        return self.championship.finalists - self.selection.taken


@dataclass(frozen=True, slots=True)
class Season:
    """Everything that a season's workbook shows. ``contest`` is None where no referto is part of a championship."""

    entries: tuple[Entry, ...]
    left: tuple[Left, ...]
    people: People
    contest: Contest | None
    record: tuple[Score, ...]
    doubts: tuple[Doubt, ...]

    @property
    def players(self) -> int:
        """How many persons have played."""
        return len({self.people.of(entry, result.player).number for entry in self.entries for result in entry.results})


def season(
    entries: Sequence[Entry], rulebook: Rulebook | None, choices: Choices, known: Sequence[Known] = (), same: Sequence[Same] = ()
) -> Season:
    """All tables. ``rulebook``: the one with the championship; ``known``: the list of statuses; ``same``: decisions on names."""
    counted = sifted(entries)
    listed = [Sighting(_line(one), one.name, key(one.name), email=address(one.email), listed=True) for one in known]
    everybody = people((*sightings(counted.entries), *listed), same)
    contest = None
    if rulebook is not None and rulebook.championship is not None:
        contest = _contest(counted.entries, everybody, rulebook, rulebook.championship, choices, known)
    return Season(
        entries=counted.entries,
        left=counted.left,
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
    known: Sequence[Known],
) -> Contest:
    last_day = choices.last_day or championship.last_day
    tournaments = tuple(judged(entry, rulebook, championship, last_day) for entry in entries)
    lines = _by_person(everybody, known)
    declared = {number: folded(line.region) for number, own in lines.items() for line in own if line.region}
    regions = chosen_regions(tournaments, everybody, declared)
    field = Field(everybody, entries, lines)
    selection = select(tournaments, Basis(everybody, regions, choices.adding), field, choices.irregular)
    return Contest(
        rulebook, championship, last_day, tournaments, selection, cases(tournaments, everybody, regions, field), regions
    )


def _by_person(everybody: People, known: Sequence[Known]) -> Mapping[int, Sequence[Known]]:
    found: defaultdict[int, list[Known]] = defaultdict(list)
    for one in known:
        found[everybody.by_sighting[_line(one)].number].append(one)
    return found


def _line(one: Known) -> Seen:
    """Where a line of the list stands: each line is a list of its own, for one person may have several."""
    return Seen(f"{one.file}:{one.line}", str(one.line))


def language_of(entries: Sequence[Entry]) -> str:
    """The language of most referti; "" without any."""
    spoken = Counter(entry.language for entry in entries)
    return max(spoken, key=lambda language: (spoken[language], language), default="")
