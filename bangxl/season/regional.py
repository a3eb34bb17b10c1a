"""Tables over several tournaments: "ogni singola classifica regionale" (Italy 2007, Campionato nazionale), and a national one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction

from bangxl.season.choices import Adding
from bangxl.season.entry import PlayerResult
from bangxl.season.people import People, Person
from bangxl.season.validity import Candidate, EventKind

Regions = Mapping[int, str]
"""By the number of a person: the region in which he plays, as regions are compared."""


@dataclass(frozen=True, slots=True)
class Placing:
    """A person's result in one tournament of the region, and the points for it."""

    tournament: Candidate
    result: PlayerResult
    points: int


@dataclass(frozen=True, slots=True)
class RankingLine:
    """A person in a table. ``placings`` in order of time, ``counted`` those that count; ``score`` separates equals.

    ``rank`` is None for who was ranked in no tournament that counts, or plays in another region (``elsewhere``).
    """

    person: Person
    placings: tuple[Placing, ...]
    counted: tuple[Placing, ...]
    value: Fraction | None
    score: Fraction | None
    rank: int | None = None
    elsewhere: bool = False


class Vacancy(StrEnum):
    """Why nobody has a rank in a table."""

    ELSEWHERE = "elsewhere"
    """Everybody who played here plays in another region."""
    UNRANKED = "unranked"
    """Nobody's result counts."""


@dataclass(frozen=True, slots=True)
class RankingTable:
    """A table, best first; ``region`` is "" for the national one.

    ``players`` are the persons involved, ``entries`` counts them in each tournament.
    """

    region: str
    name: str
    tournaments: tuple[Candidate, ...]
    lines: tuple[RankingLine, ...]
    players: int
    entries: int

    @property
    def ended(self) -> date | None:
        """The day of its last tournament; None without one that has a day."""
        return max((day for one in self.tournaments if (day := one.entry.day)), default=None)

    @property
    def vacancy(self) -> Vacancy | None:
        """Why nobody has a rank; None where somebody has."""
        if any(line.rank is not None for line in self.lines):
            return None
        return Vacancy.ELSEWHERE if self.lines and all(line.elsewhere for line in self.lines) else Vacancy.UNRANKED


def by_region(tournaments: Iterable[Candidate]) -> Mapping[str, tuple[Candidate, ...]]:
    """The valid regional tournaments by region, in order of time."""
    found: defaultdict[str, list[Candidate]] = defaultdict(list)
    for one in tournaments:
        if one.is_valid and one.entry.event.kind == EventKind.REGIONAL:
            found[one.region].append(one)
    return {region: tuple(sorted(group, key=_time)) for region, group in sorted(found.items())}


def chosen_regions(tournaments: Iterable[Candidate], people: People, declared: Regions) -> Regions:
    """Where everybody plays: as declared, else where he first played ("dovranno scegliere una regione in cui giocare")."""
    chosen = dict(declared)
    regional = (one for one in tournaments if one.is_valid and one.entry.event.kind == EventKind.REGIONAL)
    for one in sorted(regional, key=_time):
        for result in one.entry.results:
            chosen.setdefault(people.of(one.entry, result.player).number, one.region)
    return chosen


@dataclass(frozen=True, slots=True)
class Basis:
    """What all tables of a season have in common. ``counts``: whether the result of a person in a tournament counts.

    ``regions``: who plays in one region only; empty where everybody may in all. ``best``: so many results count; 0: all.
    """

    people: People
    regions: Regions
    adding: Adding
    best: int = 0
    counts: Callable[[Person, Candidate], bool] = lambda _person, _tournament: True


def national(tournaments: Iterable[Candidate], basis: Basis) -> RankingTable:
    """The table of all tournaments that count, whatever their region and kind."""
    return table("", sorted((one for one in tournaments if one.is_valid), key=_time), replace(basis, regions={}))


def table(region: str, tournaments: Sequence[Candidate], basis: Basis) -> RankingTable:
    """The table of a region from its tournaments in order of time."""
    placings: defaultdict[Person, list[Placing]] = defaultdict(list)
    for one in tournaments:
        ranked = sum(result.final is not None for result in one.entry.results)
        for result in one.entry.results:
            points = ranked - result.final + 1 if result.final is not None else 0
            placings[basis.people.of(one.entry, result.player)].append(Placing(one, result, points))
    lines = [
        _line(person, own, tournaments[-1], basis, elsewhere=basis.regions.get(person.number, region) != region)
        for person, own in placings.items()
    ]
    spelled = Counter(one.entry.event.region.strip() for one in tournaments if region)
    name = max(spelled, key=lambda text: (spelled[text], text), default="")
    return RankingTable(
        region, name, tuple(tournaments), _rank(lines, basis.adding), len(placings), sum(map(len, placings.values()))
    )


def _line(person: Person, placings: Sequence[Placing], last: Candidate, basis: Basis, *, elsewhere: bool) -> RankingLine:
    taken = [one for one in placings if one.result.final is not None and basis.counts(person, one.tournament) and not elsewhere]
    if basis.adding is Adding.LAST:
        taken = [one for one in taken if one.tournament is last]
    taken = sorted(taken, key=lambda one: _worth(one, basis.adding))[: basis.best or None]
    value, score = add_up(basis.adding, taken) if taken else (None, None)
    return RankingLine(person, tuple(placings), tuple(taken), value, score, elsewhere=elsewhere)


def _worth(placing: Placing, adding: Adding) -> tuple[int, Fraction]:
    """Sorts the better result first: by points for a sum, else by place."""
    return -placing.points if adding is Adding.SUM else placing.result.final or 0, -placing.result.score


def add_up(adding: Adding, placings: Sequence[Placing]) -> tuple[Fraction, Fraction]:
    """What several results are worth together, and the score that separates equals: points for a sum, else a place."""
    places = [Fraction(one.result.final or 0) for one in placings]
    scores = [one.result.score for one in placings]
    match adding:
        case Adding.SUM:
            return Fraction(sum(one.points for one in placings)), sum(scores, Fraction())
        case Adding.MEAN:
            return sum(places, Fraction()) / len(places), sum(scores, Fraction()) / len(scores)
    best = min(places)
    return best, max(score for place, score in zip(places, scores, strict=True) if place == best)


def _rank(lines: Iterable[RankingLine], adding: Adding) -> tuple[RankingLine, ...]:
    """By rank, equals by name; then who has none."""

    def order(line: RankingLine) -> tuple[Fraction, Fraction]:
        value, score = line.value or Fraction(), line.score or Fraction()
        return -value if adding is Adding.SUM else value, -score

    by_name = sorted(lines, key=lambda line: line.person.key)
    ranked = sorted((line for line in by_name if line.value is not None), key=order)
    first = {order(line): rank for rank, line in reversed(list(enumerate(ranked, 1)))}
    return (*(replace(line, rank=first[order(line)]) for line in ranked), *(line for line in by_name if line.value is None))


def _time(one: Candidate) -> tuple[str, str]:
    return one.entry.event.date, one.entry.file
