"""A regulation as data: what the loader makes of a TOML file and what the rest of the house computes with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bangxl.tournament.expressions import Expression
from bangxl.tournament.model import Outcome, Role, Status

PayoutKey = tuple[Outcome, Role, Status]


@dataclass(frozen=True, slots=True)
class Source:
    """The printed text: its title, edition and day of publication."""

    title: str
    edition: str
    published: str
    language: str


@dataclass(frozen=True, slots=True)
class Auction:
    """How characters are bought, in dollars. ``last`` is what the last player at a table pays."""

    start: int
    minimum: int
    step: int
    last: int


@dataclass(frozen=True, slots=True)
class Payout:
    """One line of the winnings table: who is paid what (dollars, by number of players at the table)."""

    outcome: Outcome
    role: Role
    status: Status
    amount: Mapping[int, Expression]


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that the regulation leaves to the referee; the first value is the default."""

    key: str
    values: tuple[str, ...]

    @property
    def default(self) -> str:
        """What holds when nobody has chosen."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Match:
    """A duel of the bracket. A side is a place in the standings (1, 2, …) or the match whose winner it takes."""

    code: str
    a: int | str
    b: int | str


@dataclass(frozen=True, slots=True)
class DuelMode:
    """One way to play a duel: how many characters are drawn from the pool, and the legal scores, winner's first."""

    code: str
    shown: int
    each: int
    scores: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A regulation. Every table of it cites its article in ``articles`` under the table's name in the file."""

    id: str
    title: str
    language: str
    source: Source
    articles: Mapping[str, str]
    minimum_players: int
    maximum_players: int
    characters: tuple[str, ...]
    roles: Mapping[int, Mapping[Role, int]]
    rounds: tuple[tuple[int, int, int], ...]
    chart: Mapping[int, tuple[int, ...]]
    chart_extension: tuple[int, ...]
    single_tables: tuple[int, ...]
    auction: Auction
    high_noon: Mapping[int, int]
    payouts: Mapping[PayoutKey, Payout]
    criteria: tuple[str, ...]
    warnings_to_ejection: int
    options: Mapping[str, Option]
    qualifiers: int
    matches: tuple[Match, ...]
    duel_modes: Mapping[str, DuelMode]
    prizes: Mapping[int, tuple[int, ...]]
    text: str = ""
    """The file itself, where it is a referee's own: it travels in the workbook."""

    @property
    def largest_table(self) -> int:
        """The most players that can sit at one table."""
        return max(self.roles)

    @property
    def last_match(self) -> str:
        """The match whose winner wins the tournament."""
        return self.matches[-1].code

    def character(self, text: str) -> str:
        """The character's name as the file writes it, whatever the case and the blanks; an unknown one as it is."""
        wanted = " ".join(text.casefold().split())
        return next((name for name in self.characters if name.casefold() == wanted), text)

    def payout(self, size: int, outcome: Outcome, role: Role, status: Status) -> int | None:
        """Dollars for a seat at a table of ``size``; None where the regulation knows no such case."""
        line = self.payouts.get((outcome, role, status))
        if line is None or size not in line.amount:
            return None
        return line.amount[size](players=size, outlaws=self.roles[size][Role.OUTLAW])
