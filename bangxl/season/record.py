"""The national list of Record scores (Punteggio ufficiale da torneo): the dollars, then the greater number of games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from bangxl.season.facts import Entry, Result
from bangxl.season.people import People, Person

UNVERIFIED, HOUSE = "unverified", "other_regulation"


@dataclass(frozen=True, slots=True)
class Score:
    """What somebody reached in one session. ``rank`` is shared by equals; None where ``objections`` say why it does not count.

    ``is_best``: his highest score of all sessions that count.
    """

    rank: int | None
    person: Person
    entry: Entry
    result: Result
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


def _greater(result: Result) -> tuple[Fraction, int]:
    """Sorts the greater first: more dollars, "a parità di $ … il numero maggiore di partite"."""
    return -result.score, -result.games


def _objections(entry: Entry) -> tuple[str, ...]:
    """Why a session is not valid for the record: what its regulation says, and what the file does not show."""
    own = {UNVERIFIED: not entry.is_verified, HOUSE: bool(entry.house)}
    return (*(code for code, holds in own.items() if holds), *entry.objections)
