"""Who may be given a place: what the tournaments and the list of statuses say of everybody, while places are given away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from enum import StrEnum

from bangxl.season.choices import Known, Status
from bangxl.season.facts import Entry
from bangxl.season.people import People, Person

BEGINNING = date.min
"""Since when a line of the list holds that names no day."""


class Bar(StrEnum):
    """Why somebody does not get a place that he has won."""

    NOT_ELIGIBLE = "not_eligible"
    """Neither a citizen nor a resident ("solo i cittadini italiani o residenti in Italia")."""
    BANNED = "banned"
    QUALIFIED = "qualified"
    """Already qualified in another way."""
    UNAVAILABLE = "unavailable"
    TIED = "tied"
    """Equal with the next: the regulation does not say who goes."""


class Field:
    """All persons of a season. ``since``: from which day they are qualified; it grows as places are given away."""

    def __init__(self, people: People, entries: Sequence[Entry], known: Mapping[int, Sequence[Known]]) -> None:
        """``known``: the lines of the list of statuses, by the number of the person."""
        self.known = known
        self._eligible = _eligible(people, entries)
        self.since: dict[int, date] = {}
        for number, lines in known.items():
            days = [line.since or BEGINNING for line in lines if line.status in {Status.CHAMPION, Status.QUALIFIED}]
            if days:
                self.since[number] = min(days)

    def has(self, person: Person, status: Status) -> bool:
        """Whether the list says so of him."""
        return any(line.status is status for line in self.known.get(person.number, ()))

    def bar(self, person: Person) -> Bar | None:
        """Why he is not entitled to a place; None if he is."""
        tests = {
            Bar.NOT_ELIGIBLE: not self._eligible.get(person.number, True),
            Bar.BANNED: self.has(person, Status.BANNED),
            Bar.QUALIFIED: person.number in self.since,
        }
        return next((bar for bar, holds in tests.items() if holds), None)

    def was_qualified(self, person: Person, day: date) -> bool:
        """Whether he was qualified before that day."""
        return self.since.get(person.number, date.max) < day

    def was_banned(self, person: Person, day: date) -> bool:
        """Whether he was banned before that day."""
        lines = self.known.get(person.number, ())
        return any(line.status is Status.BANNED and (line.since or BEGINNING) < day for line in lines)


def _eligible(people: People, entries: Sequence[Entry]) -> Mapping[int, bool]:
    """As the last referto says that has him."""
    found: dict[int, bool] = {}
    for entry in sorted(entries, key=lambda entry: entry.event.date):
        for result in entry.results:
            found[people.of(entry, result.player).number] = result.eligible
    return found
