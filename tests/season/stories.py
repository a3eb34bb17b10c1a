"""Tournaments of a season, told in a line: who came in which place."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Final

from bangxl.rulebooks.loader import load, parse_rulebook
from bangxl.seasons.championship import SeasonChampionship
from bangxl.seasons.choices import Choices, ListStatus, NameDecision, StatusLine
from bangxl.seasons.entry import PlayerResult, Proof, RefertoEntry
from bangxl.seasons.ranking import Ranking
from bangxl.seasons.season import Season, compute_season
from bangxl.tournament.model import EventInfo
from bangxl.tournament.rulebook import Rulebook

ITALY: Final = load("italy-2007")
AS_PRINTED: Final = Choices()
CROWD: Final = 10
"""Players of a tournament for which only the first names are told."""


def tournament(
    first: str,
    *,
    region: str = "Piemonte",
    day: str = "2007-05-01",
    kind: str = "regional",
    name: str = "",
    players: int = CROWD,
    scores: Sequence[int] = (),
    **change: object,
) -> RefertoEntry:
    """A verified tournament: names by final place, with commas; the others are called like the event, and come after them.

    A name in brackets is not eligible, one after a minus has withdrawn. Scores are in dollars a game, else 1000 less the place.
    """
    event = name or f"{region} {day} {kind}"
    named = [one.strip() for one in first.split(",") if one.strip()]
    crowd = [f"{event} {chr(ord('A') + n % 26)}{chr(ord('a') + n // 26)}" for n in range(players - len(named))]
    results, place = [], 0
    for number, text in enumerate([*named, *crowd], 1):
        gone = text.startswith("-")
        place += not gone
        score = scores[number - 1] if number <= len(scores) else 1000 - number
        results.append(_result(number, text, None if gone else place, score))
    entry = RefertoEntry(
        file=f"{event}.xlsx",
        proof=Proof(f"{event}-digest"),
        written=f"{day}T20:00:00Z",
        language="it",
        regulation=ITALY.id,
        title=ITALY.title,
        house="",
        event=EventInfo(name=event, date=day, place=region, region=region, kind=kind),
        is_complete=True,
        is_record=False,
        championship=ITALY.championship,
        objections=(),
        results=tuple(results),
        seeds=frozenset({f"{event} seed"}),
        tables=frozenset({frozenset({event})}),
    )
    return replace(entry, **change)  # type: ignore[arg-type] # fields of an entry


def at_home(name: str, region: str, day: int) -> RefertoEntry:
    """A tournament of one person, with the region typed beside the name."""
    entry = tournament(name, day=f"2007-05-{day:02}", name=f"regional {day}")
    return replace(entry, results=(replace(entry.results[0], region=region), *entry.results[1:]))


def _result(number: int, text: str, place: int | None, score: int) -> PlayerResult:
    name, _at, email = text.strip("()-").partition("@")
    status = "active" if place else "withdrawn"
    address = f"{email}@example.org" if email else ""
    eligible = not text.startswith("(")
    return PlayerResult(f"P{number:03}", name, "", address, eligible, status, place, place, Fraction(score), 6)


def record_session(scores: str, day: str = "2007-05-01", games: int = 7, **change: object) -> RefertoEntry:
    """A session of Record: ``Anna 1357, Bruno 1200``."""
    pairs = [one.rsplit(" ", 1) for one in scores.split(", ")]
    results = tuple(
        PlayerResult(f"P{n:03}", name, "", "", True, "active", n, n, Fraction(score), games)  # noqa: FBT003 -- eligible
        for n, (name, score) in enumerate(pairs, 1)
    )
    entry = tournament("", day=day, name=f"Record {day} {scores}", players=0)
    return replace(entry, regulation="record", championship=None, is_record=True, results=results, **change)  # type: ignore[arg-type]


def said(name: str, status: ListStatus | None = None, region: str = "", since: str = "", line: int = 1) -> StatusLine:
    """A line of the list of statuses."""
    return StatusLine("status.csv", line, name, status, region, date.fromisoformat(since) if since else None)


def season(
    *entries: RefertoEntry,
    choices: Choices = AS_PRINTED,
    known: Sequence[StatusLine] = (),
    same: Sequence[NameDecision] = (),
    rulebook: Rulebook | None = ITALY,
) -> Season:
    """All of it, for the championship of 2007."""
    lines = [one._replace(line=number) for number, one in enumerate(known, 1)]
    return compute_season(entries, rulebook, choices, lines, same)


def house_cup(keys: str, without: str = "championship.report_days") -> Rulebook:
    """The championship of 2007 with other keys, as a house regulation under the same id."""
    head = f'base = "italy-2007"\nwithout = ["{without}"]\nid = "{ITALY.id}"\ntitle = "Cup"\n'
    head += 'source = { title = "Cup", edition = "", published = "" }\n'
    text = f'{head}\n[championship]\narticle = "Our cup"\n{keys}\n'
    return parse_rulebook(text, "cup.toml", own=False)


def championship(
    *entries: RefertoEntry,
    choices: Choices = AS_PRINTED,
    known: Sequence[StatusLine] = (),
    same: Sequence[NameDecision] = (),
    rulebook: Rulebook = ITALY,
) -> SeasonChampionship:
    """The championship of a season."""
    found = season(*entries, choices=choices, known=known, same=same, rulebook=rulebook).championship
    assert found is not None
    return found


def finalists(found: SeasonChampionship) -> dict[str, str]:
    """By region or Open, who goes to the final; "" if a reserve is needed."""
    return {place.name: place.person.name if place.person else "" for place in found.places}


def table(found: SeasonChampionship, region: str = "Piemonte", most: int = 4) -> list[tuple[int | None, str]]:
    """The first lines of a regional table: rank and name."""
    return ranks(next(one for one in found.tables.values() if one.name == region), most)


def table_of(found: SeasonChampionship) -> Ranking:
    """The first regional table."""
    return next(iter(found.tables.values()))


def ranks(ranking: Ranking, most: int = 4) -> list[tuple[int | None, str]]:
    """The first lines of a table: rank and name."""
    return [(line.rank, line.person.name) for line in ranking.lines[:most]]


def points(ranking: Ranking) -> dict[str, int]:
    """Everybody's points, by name."""
    return {line.person.name: line.points for line in ranking.lines}
