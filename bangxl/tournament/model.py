"""The facts of a tournament: what happened, and nothing that can be computed from it.

Facts may be incomplete or contradictory: a game in play has seats without roles, a tired referee types two Sheriffs.
`bangxl.tournament.checks` finds such things; nothing here raises.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal


class Role(StrEnum):
    """The role card of a seat, in the order in which record sheets print it."""

    SHERIFF = "sheriff"
    DEPUTY = "deputy"
    OUTLAW = "outlaw"
    RENEGADE = "renegade"


class Outcome(StrEnum):
    """Who won a game."""

    LAW = "law"
    OUTLAWS = "outlaws"
    RENEGADE = "renegade"


class Status(StrEnum):
    """The state of a seat at the instant the game ends (rules.md G2).

    ``FINAL_DUEL`` is an eliminated Renegade who had reached the final duel against the Sheriff.
    """

    ALIVE = "alive"
    ELIMINATED = "eliminated"
    FINAL_DUEL = "final_duel"


class EventType(StrEnum):
    """What the referee notes about a player."""

    WARNING = "warning"
    EJECTION = "ejection"
    WITHDRAWAL = "withdrawal"
    SIT_OUT = "sit_out"


class Moment(StrEnum):
    """When an event happened; each moment needs its own keys (round and table, match, …)."""

    BETWEEN_ROUNDS = "between_rounds"
    DURING_GAME = "during_game"
    BEFORE_RANKING = "after_last_round_before_ranking"
    BEFORE_DUEL = "before_duel"
    DURING_DUEL = "during_duel"


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody on the entry list."""

    id: str
    name: str = ""
    region: str = ""
    email: str = ""
    eligible: bool = True
    present: bool = True


@dataclass(frozen=True, slots=True)
class EventInfo:
    """Where and when the tournament is held, and who answers for it. ``date`` is ISO (2026-11-20)."""

    name: str = ""
    date: str = ""
    place: str = ""
    region: str = ""
    kind: str = ""
    organiser: str = ""
    referees: tuple[str, ...] = ()
    report_to: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """One auction of the protocol: who opened, for which character, who won it at what price in dollars."""

    opener: str | None
    character: str
    winner: str
    price: int


@dataclass(frozen=True, slots=True)
class Seat:
    """One line of a record sheet. ``None`` and ``""`` mean: not filled in."""

    number: int
    player: str
    role: Role | None = None
    status: Status | None = None
    character: str = ""
    bid: int | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """One record sheet; seats in the order printed on it, seat 1 first."""

    round: int
    table: int
    seats: tuple[Seat, ...]
    outcome: Outcome | None = None
    auction: tuple[Call, ...] = ()

    @property
    def size(self) -> int:
        """The number of players at the table."""
        return len(self.seats)


class SeedSource(StrEnum):
    """Where a draw's seed came from."""

    RANDOM = "random"
    GIVEN = "given"


@dataclass(frozen=True, slots=True)
class Draw:
    """The recorded seed of a draw. ``stage`` is a round number ("1", "2", …), or a match ("SF1", "SF2", "F")."""

    stage: str
    rng_seed: str
    source: SeedSource = SeedSource.RANDOM


@dataclass(frozen=True, slots=True)
class Event:
    """A warning, an ejection, a withdrawal or a sit-out, with the moment at which it happened."""

    type: EventType
    player: str
    moment: Moment
    reason: str = ""
    automatic: bool = False
    after_round: int | None = None
    round: int | None = None
    table: int | None = None
    match: str = ""


WALKOVER: Final = "W"
Score = int | Literal["W"] | None


@dataclass(frozen=True, slots=True)
class Duel:
    """A match of the finals as it stands on the sheet: the pair, and the characters that each has eliminated.

    A score is a number, ``"W"`` (wins by walkover) or ``None`` (not played). An empty opponent is a bye.
    """

    match: str
    player_a: str
    player_b: str
    score_a: Score = None
    score_b: Score = None


@dataclass(frozen=True, slots=True)
class Finals:
    """The second phase. It exists from the moment the standings are published."""

    duels: tuple[Duel, ...] = ()
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything that was decided, drawn or typed; ids are those of the workbook and never shown translated.

    ``lot_order`` lists player ids when lots were drawn by hand: earlier wins. Otherwise lots follow from the seeds.
    """

    rulebook: str
    language: str = "it"
    event: EventInfo = EventInfo()
    options: Mapping[str, str] = field(default_factory=dict)
    players: tuple[Player, ...] = ()
    draws: tuple[Draw, ...] = ()
    lot_order: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    games: tuple[Game, ...] = ()
    closed_after_round: int | None = None
    finals: Finals | None = None

    @property
    def rounds_seated(self) -> int:
        """The last round that has been drawn; 0 before the first."""
        return max((game.round for game in self.games), default=0)

    @property
    def rounds_closed(self) -> int:
        """The rounds whose record sheets are closed: by the next draw, the last by the publication of the standings."""
        return self.rounds_seated if self.finals is not None else max(self.rounds_seated - 1, 0)

    def round(self, number: int) -> tuple[Game, ...]:
        """The games of one round, by table."""
        return tuple(sorted((g for g in self.games if g.round == number), key=lambda g: g.table))

    def seed(self, stage: str) -> str | None:
        """The recorded seed of a stage; None if its draw was made by hand."""
        return next((draw.rng_seed for draw in reversed(self.draws) if draw.stage == stage), None)
