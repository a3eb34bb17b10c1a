"""Tables over several tournaments: "ogni singola classifica regionale" (Italy 2007, Campionato nazionale), and a national one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction
from operator import attrgetter
from typing import Final

import pandas as pd

from bangxl.locale.catalog import N_
from bangxl.seasons.choices import Adding
from bangxl.seasons.entry import Entry
from bangxl.seasons.people import People
from bangxl.seasons.sifting import Candidate

_FIELDS: Final = {
    "written_name": "name", "id": "player", "home": "region", "eligible": "eligible", "final_place": "final",
    "elimination_rank": "rank", "score": "score", "games": "games", "prize": "prize", "state": "status",
}  # fmt: skip
"""The columns copied from a player's result."""
_FIELDS_OF: Final = attrgetter(*_FIELDS.values())


class Vacancy(StrEnum):
    """Why a table has no ranks, in English."""

    ELSEWHERE = N_("everybody who played here plays in another region")
    UNRANKED = N_("no player's result counts here")


@dataclass(frozen=True, slots=True)
class Ranking:
    """A table of a regulation, best first. ``region``: normalised, None for the national one; ``name``: as written.

    ``lines``: one for each person who played. No rank: no result counts, or the person plays in another region.
    """

    title: str
    region: str | None
    name: str
    tournaments: tuple[Candidate, ...]
    lines: pd.DataFrame

    @property
    def ended(self) -> date | None:
        """The day of its last tournament; None if no tournament has a day."""
        return max((day for one in self.tournaments if (day := one.entry.day)), default=None)

    @property
    def ranked(self) -> list[tuple[int, int]]:
        """Rank and person of those with a rank, best first."""
        ranked = self.lines[self.lines["rank"].notna()]
        return [(int(rank), int(person)) for rank, person in zip(ranked["rank"], ranked["person"], strict=True)]

    @property
    def vacancy(self) -> Vacancy | None:
        """Why a table has no ranks; None if it has ranks."""
        if self.lines["rank"].notna().any():
            return None
        return Vacancy.ELSEWHERE if len(self.lines) and self.lines["elsewhere"].all() else Vacancy.UNRANKED


def results_of(entries: Iterable[Entry], people: People) -> pd.DataFrame:
    """A row for each player of each finished tournament, in order of time. Scores stay exact."""
    rows = []
    for number, entry in enumerate(entries, 1):
        ranked = sum(result.final is not None for result in entry.results)
        for result in entry.outcome:
            person = people.of(entry.file, result.player)
            points = None if result.final is None else ranked - result.final + 1
            rows.append((number, entry.file, person.number, person.name, " ".join(person.key), points, *_FIELDS_OF(result)))
    frame = pd.DataFrame.from_records(rows, columns=["number", "file", "person", "name", "key", "points", *_FIELDS])
    whole = ("final_place", "elimination_rank", "games", "prize", "points")
    return frame.astype({**dict.fromkeys(whole, "Int64"), "score": "object", "eligible": "bool"})


@dataclass(frozen=True, slots=True)
class Rules:
    """How tables add up: how many results of a person count (0: all); in regional tables, who plays in which region.

    ``is_allowed``: whether the result of a person on a day counts; None: all count.
    """

    adding: Adding
    best: int = 0
    regions: Mapping[int, str] = field(default_factory=dict)
    is_allowed: Callable[[int, date], bool] | None = None


def rank(results: pd.DataFrame, tournaments: Sequence[Candidate], title: str, rules: Rules, region: str | None = None) -> Ranking:
    """Compute the table of tournaments in order of time, for a region or for all."""
    days = {one.entry.file: one.entry.day or date.max for one in tournaments}
    rows = results[results["file"].isin([*days])]
    homes = rules.regions if region is not None else {}
    rows = rows.assign(elsewhere=[homes.get(person, region) != region for person in rows["person"]])
    persons = rows.groupby("person", sort=False).agg(
        name=("name", "first"),
        key=("key", "first"),
        tournaments=("file", "size"),
        elsewhere=("elsewhere", "first"),
        eligible=("eligible", "all"),
    )
    counted = rows[rows["final_place"].notna() & ~rows["elsewhere"]]
    if rules.is_allowed is not None:
        allowed = [rules.is_allowed(person, days[file]) for person, file in zip(counted["person"], counted["file"], strict=True)]
        counted = counted[pd.Series(allowed, index=counted.index, dtype="bool")]
    if rules.adding is Adding.LAST:
        counted = counted[counted["file"].isin([*days][-1:])]
    # better results first: more points for a sum, otherwise the better place; then the higher score
    by_points = rules.adding is Adding.SUM
    counted = counted.sort_values(["points" if by_points else "final_place", "score"], ascending=[not by_points, False])
    if rules.best:
        counted = counted.groupby("person").head(rules.best)
    sums = counted.groupby("person").agg(
        counted=("file", "size"),
        points=("points", "sum"),
        best=("final_place", "min"),
        places=("final_place", "sum"),
        scores=("score", "sum"),
        top=("score", "first"),
    )
    averages = [Fraction(int(total), int(many)) for total, many in zip(sums["places"], sums["counted"], strict=True)]
    match rules.adding:
        case Adding.SUM:
            sums["value"], sums["score"] = sums["points"], sums["scores"]
        case Adding.MEAN:
            scores = [total / int(many) for total, many in zip(sums["scores"], sums["counted"], strict=True)]
            sums["value"] = pd.Series(averages, index=sums.index, dtype="object")
            sums["score"] = pd.Series(scores, index=sums.index, dtype="object")
        case _:
            sums["value"], sums["score"] = sums["best"], sums["top"]
    sums["mean"] = pd.Series([float(average) for average in averages], index=sums.index, dtype="Float64")
    # equals in order of name with a shared rank; players without a result stand below
    lines = persons.sort_values("key", kind="stable").join(sums).reset_index()
    lines = lines.sort_values(["value", "score"], ascending=[not by_points, False], ignore_index=True)
    position = pd.Series(range(1, len(lines) + 1), dtype="Int64")
    lines["rank"] = position.groupby([lines["value"], lines["score"]]).transform("min").astype("Int64")
    lines["counted"], lines["points"] = lines["counted"].astype("Int64").fillna(0), lines["points"].fillna(0)
    spellings = Counter(one.entry.event.region.strip() for one in tournaments if region)
    name = max(spellings, key=lambda text: (spellings[text], text), default="")
    return Ranking(title, region, name, tuple(tournaments), lines)


def by_region(tournaments: Iterable[Candidate]) -> Mapping[str, list[Candidate]]:
    """The valid regional tournaments by region."""
    regions: dict[str, list[Candidate]] = {}
    for one in tournaments:
        if one.is_regional:
            regions.setdefault(one.region, []).append(one)
    return dict(sorted(regions.items()))
