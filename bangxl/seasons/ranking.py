"""Tables over several tournaments: "ogni singola classifica regionale" (Italy 2007, Campionato nazionale), and a national one."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from bangxl.locale.catalog import N_
from bangxl.seasons.choices import Combining
from bangxl.seasons.entry import PlayerResult, RefertoEntry
from bangxl.seasons.people import People, Person
from bangxl.seasons.sifting import Candidate


class PersonResult(NamedTuple):
    """What a person has reached in a finished tournament; ``number`` is the tournament's, in order of time.

    ``points``: one for each ranked player who is not ahead; None without a place.
    """

    number: int
    entry: RefertoEntry
    person: Person
    player: PlayerResult
    points: int | None


ResultsByFile = Mapping[str, Sequence[PersonResult]]
"""The results of each finished tournament, by file, in order of time."""


class Vacancy(StrEnum):
    """Why a table has no ranks, in English."""

    ELSEWHERE = N_("everybody who played here plays in another region")
    UNRANKED = N_("no player's result counts here")


class RankedPerson(NamedTuple):
    """A person in a table, with the results that ``counted`` put together; ``elsewhere``: who plays in another region.

    ``worth``: what makes the rank, and the score that separates equals, the higher the better; () if no result counted.
    """

    person: Person
    tournaments: int
    eligible: bool
    elsewhere: bool
    counted: int = 0
    points: int = 0
    best: int | None = None
    mean: Fraction | None = None
    worth: tuple[Fraction | int, ...] = ()
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """A table of a regulation, best first. ``region``: normalised, None for the national one; ``name``: as written.

    ``lines``: one for each person who played. No rank: no result counts, or the person plays in another region.
    """

    title: str
    region: str | None
    name: str
    tournaments: tuple[Candidate, ...]
    lines: tuple[RankedPerson, ...]

    @property
    def ended(self) -> date | None:
        """The day of its last tournament; None if no tournament has a day."""
        return max((day for one in self.tournaments if (day := one.entry.day)), default=None)

    @property
    def ranked(self) -> list[tuple[int, Person]]:
        """Rank and person of those with a rank, best first."""
        return [(line.rank, line.person) for line in self.lines if line.rank is not None]

    @property
    def vacancy(self) -> Vacancy | None:
        """Why a table has no ranks; None if it has ranks."""
        if self.ranked:
            return None
        return Vacancy.ELSEWHERE if self.lines and all(line.elsewhere for line in self.lines) else Vacancy.UNRANKED


def results_of(entries: Iterable[RefertoEntry], people: People) -> ResultsByFile:
    """The results of the finished tournaments."""
    results: dict[str, list[PersonResult]] = {}
    for number, entry in enumerate(entries, 1):
        ranked = sum(one.final is not None for one in entry.results)
        results[entry.file] = [
            PersonResult(number, entry, people.of(entry.file, one.player), one, one.final and ranked - one.final + 1)
            for one in entry.outcome
        ]
    return results


@dataclass(frozen=True, slots=True)
class Rules:
    """How tables add up: how many results of a person count (0: all); in regional tables, who plays in which region.

    ``is_allowed``: whether the result of a person on a day counts; None: all count.
    """

    adding: Combining
    best: int = 0
    regions: Mapping[int, str] = field(default_factory=dict)
    is_allowed: Callable[[int, date], bool] | None = None


def rank(
    results: ResultsByFile, tournaments: Sequence[Candidate], title: str, rules: Rules, region: str | None = None
) -> Ranking:
    """Compute the table of tournaments in order of time, for a region or for all."""
    played: dict[Person, list[PersonResult]] = {}
    for one in tournaments:
        for result in results[one.entry.file]:
            played.setdefault(result.person, []).append(result)
    homes = rules.regions if region is not None else {}
    lines = []
    for person, own in sorted(played.items(), key=lambda one: one[0].number):
        elsewhere = homes.get(person.number, region) != region
        line = RankedPerson(person, len(own), all(result.player.eligible for result in own), elsewhere)
        last = [one for one in own if rules.adding is not Combining.LAST or one.entry is tournaments[-1].entry]
        lines.append(_add_up(line, [] if elsewhere else last, rules))
    # equals in order of name with a shared rank; players without a result stand below
    lines.sort(key=attrgetter("worth"), reverse=True)
    ranked: list[RankedPerson] = []
    for worth, equals in groupby(lines, attrgetter("worth")):
        place = len(ranked) + 1 if worth else None
        ranked += [line._replace(rank=place) for line in equals]
    spellings = Counter(one.entry.event.region.strip() for one in tournaments if region)
    name = max(spellings, key=lambda text: (spellings[text], text), default="")
    return Ranking(title, region, name, tuple(tournaments), tuple(ranked))


def _add_up(line: RankedPerson, own: Iterable[PersonResult], rules: Rules) -> RankedPerson:
    counted = [
        (one.points, place, one.player.score)
        for one in own
        if one.points is not None and (place := one.player.final) is not None
        if rules.is_allowed is None or rules.is_allowed(line.person.number, one.entry.day or date.max)
    ]
    if not counted:
        return line
    # better results first: more points for a sum, otherwise the better place; then the higher score
    counted.sort(key=lambda one: (-one[0] if rules.adding is Combining.SUM else one[1], -one[2]))
    points, places, scores = zip(*counted[: rules.best or None], strict=True)
    mean, total = Fraction(sum(places), len(places)), sum(scores, Fraction())
    match rules.adding:
        case Combining.SUM:
            worth = sum(points), total
        case Combining.MEAN:
            worth = -mean, total / len(scores)
        case _:
            worth = -min(places), scores[0]
    return line._replace(counted=len(places), points=sum(points), best=min(places), mean=mean, worth=worth)


def by_region(tournaments: Iterable[Candidate]) -> Mapping[str, list[Candidate]]:
    """The valid regional tournaments by region."""
    regions: dict[str, list[Candidate]] = {}
    for one in tournaments:
        if one.is_regional:
            regions.setdefault(one.region, []).append(one)
    return dict(sorted(regions.items()))
