"""The facts of a tournament: what happened, and nothing that can be computed from it.

Facts may be incomplete or contradictory: a game in play has seats without roles, a tired referee types two Sheriffs.
`bangxl.tournament.checks` finds such things; nothing here raises.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from itertools import dropwhile
from typing import Final, Literal, NamedTuple


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
    """The state of a seat at the instant the game ends (G2).

    ``FINAL_DUEL`` is an eliminated Renegade who had reached the final duel against the Sheriff; ``AMONG_LAST`` is anybody who was
    eliminated when no more than `Rulebook.among_last` players were left, where a regulation pays for it.
    """

    ALIVE = "alive"
    ELIMINATED = "eliminated"
    FINAL_DUEL = "final_duel"
    AMONG_LAST = "among_last"


FALLEN: Final = frozenset(Status) - {Status.ALIVE}
"""A player who is not alive, whatever is paid for how they fell."""


class EventType(StrEnum):
    """The referee's note about a player; a ruling is about a game."""

    WARNING = "warning"
    EJECTION = "ejection"
    WITHDRAWAL = "withdrawal"
    SIT_OUT = "sit_out"
    RULING = "ruling"


class Moment(StrEnum):
    """When an event happened; each moment needs its own keys (round and table, match, …)."""

    BETWEEN_ROUNDS = "between_rounds"
    DURING_GAME = "during_game"
    BEFORE_RANKING = "after_last_round_before_ranking"
    BEFORE_DUEL = "before_duel"
    DURING_DUEL = "during_duel"


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody on the entry list. ``table`` is where they sit in every round, who needs it; 0 for anywhere.

    ``fee`` is what they pay if it is not the tournament's `Tournament.entry_fee`.
    """

    id: str
    name: str = ""
    region: str = ""
    email: str = ""
    eligible: bool = True
    present: bool = True
    table: int = 0
    paid: bool = False
    fee: int | None = None


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
    """One line of a record sheet. ``None`` and ``""`` mean: not filled in.

    ``number`` is the chair: at a fixed table a player keeps it for all games, whoever leaves. ``reconfirmed``: they paid ``bid``
    dollars to keep the character of the game before. ``lives`` are those left, ``cards_kept`` those they began the game with.
    ``ruling`` are the dollars that the referee gives them, in a game decided by a ruling (G10). ``badge_1`` … are numbers of
    the regulation's `Badge`.
    """

    number: int
    player: str
    role: Role | None = None
    status: Status | None = None
    character: str = ""
    bid: int | None = None
    reconfirmed: bool = False
    lives: int | None = None
    killed_sheriff: bool = False
    outlaws_killed: int = 0
    cards_kept: int = 0
    ruling: int | None = None
    badge_1: int = 0
    badge_2: int = 0
    badge_3: int = 0
    badge_4: int = 0


_BLANK: Final = Seat(0, "")
OPTIONAL_FIELDS: Final[Mapping[str, bool | int | None]] = {
    name: getattr(_BLANK, name) for name in dropwhile("reconfirmed".__ne__, (part.name for part in fields(Seat)))
}
"""What only some regulations ask for beside a seat, in the order of its record sheet: blank it is this. See `Rulebook.asks`."""
MARKS: Final = {name: blank for name, blank in OPTIONAL_FIELDS.items() if blank is not None and not name.startswith("badge")}
"""Those whose names are the same everywhere, and the ruling is none."""
BADGES: Final = tuple(mark for mark in OPTIONAL_FIELDS if mark.startswith("badge"))
"""Those whose names a regulation gives."""


@dataclass(frozen=True, slots=True)
class Game:
    """One record sheet; seats in the order printed on it, the lowest number first.

    In the knock-out ``round`` is the stage, and a game of two or three has a ``winner`` instead of roles and an outcome.
    """

    round: int
    table: int
    seats: tuple[Seat, ...]
    outcome: Outcome | None = None
    auction: tuple[Call, ...] = ()
    winner: str = ""

    @property
    def size(self) -> int:
        """The number of players at the table."""
        return len(self.seats)

    @property
    def has_result(self) -> bool:
        """Whether somebody has typed how it ended, or the referee has decided it: then its round cannot be drawn again."""
        return self.outcome is not None or any(seat.status is not None or seat.ruling is not None for seat in self.seats)

    @property
    def is_ruled(self) -> bool:
        """Whether the referee has decided it: everybody has an amount. Then it counts, whatever is typed or missing (G10)."""
        return bool(self.seats) and all(seat.ruling is not None for seat in self.seats)

    def from_sheriff(self) -> tuple[Seat, ...]:
        """The seats in the order of play: the Sheriff first, then to the left; as printed while no Sheriff is known."""
        first = next((index for index, seat in enumerate(self.seats) if seat.role is Role.SHERIFF), 0)
        return self.seats[first:] + self.seats[:first]


class SeedSource(StrEnum):
    """Where a draw's seed came from."""

    RANDOM = "random"
    GIVEN = "given"
    PUBLIC = "public"


class Seed(NamedTuple):
    """The seed of a draw: its text, its source, and the public value."""

    text: str
    source: SeedSource = SeedSource.RANDOM
    public_value: str = ""


class Algorithm(StrEnum):
    """How to draw a round: by lot alone, or mixed, so that few players meet again (docs/draw.md)."""

    LOT = "lot"
    MIXED = "mixed"


def round_code(number: int | str) -> str:
    """How the log and its tab call a round, the same in every language: ``Round3``."""
    return f"Round{number}"


def game_code(number: int | str, table: int) -> str:
    """How the log and its tab call a game of the elimination rounds: ``Round3T2``."""
    return f"{round_code(number)}T{table}"


def stage_code(number: int | str) -> str:
    """How draws and events call a stage: ``Stage1``."""
    return f"Stage{number}"


def stage_sheet(number: int | str, table: int) -> str:
    """How the log and its tab call a table of a stage: ``Stage1T2``."""
    return f"{stage_code(number)}T{table}"


_NUMBER: Final = "[1-9][0-9]{0,2}"
_SHEET: Final = re.compile(rf"(Round|Stage)({_NUMBER})(?:T({_NUMBER}))?")


def sheet_numbers(text: str, kind: str = "Round") -> tuple[int, int] | None:
    """Round (or ``Stage``) and table that a tab, or the log, names: (3, 2) of ``Round3T2``, (3, 0) of ``Round3``; else None."""
    match = _SHEET.fullmatch(text)
    return (int(match[2]), int(match[3] or 0)) if match and match[1] == kind else None


def round_named(logged: str) -> int:
    """The round that the log names, ``Round2``; 0 of anything else."""
    number, table = sheet_numbers(logged) or (0, 0)
    return 0 if table else number


LOGGED: Final = r"(Round#(T#)?|Stage#|[A-Z]{1,2}[0-9]?)(\+(Round#T#|[A-Z]{1,2}[0-9]?))*".replace("#", _NUMBER)
"""The pattern of what was drawn at once, as the log says it: ``Round3``, ``Round2T1+Round2T3``, ``SF1+SF2``, ``Stage1``."""


def join_logged(codes: Iterable[str]) -> str:
    """What was drawn at once, as the log says it: ``SF1+SF2``."""
    return "+".join(codes)


def split_logged(logged: str) -> list[str]:
    """The codes in it: SF1 and SF2."""
    return logged.split("+")


def games_named(logged: str) -> list[tuple[int, int]]:
    """Round and table of each game that the log names: ``Round2T1+Round2T3``."""
    return [numbers for one in split_logged(logged) if (numbers := sheet_numbers(one)) and numbers[1]]


@dataclass(frozen=True, slots=True)
class Draw:
    """The recorded seed of a draw. ``drawn`` is a round ("1", "2", …), a match ("SF1", "F") or a knock-out stage ("Stage1").

    ``public_value`` is what the room supplied for the seed; ``by_hand``: the referee has moved somebody since. ``version`` is the
    algorithm's: another weight, or a stored plan in place of one that was released, make another version. ``code`` is a round's
    receipt, ``salt`` the 32 hexadecimal digits that hide the results in it until they are public.
    """

    drawn: str
    rng_seed: str
    source: SeedSource = SeedSource.RANDOM
    public_value: str = ""
    algorithm: Algorithm = Algorithm.LOT
    version: int = 1
    by_hand: bool = False
    code: str = ""
    salt: str = ""

    @property
    def round(self) -> int:
        """The round that was drawn; 0 in the finals."""
        return int(self.drawn) if self.drawn.isdecimal() else 0

    @property
    def logged(self) -> str:
        """The same as the log says it: ``Round2``, ``SF1``."""
        return round_code(self.drawn) if self.round else self.drawn


class PostedCode(NamedTuple):
    """A code that people may have photographed: of what, as the log says it (``Round2``, ``SF1+SF2``, ``Round2T1+Round2T3``).

    ``salt``: see `Draw`.
    """

    logged: str
    code: str
    salt: str = ""

    @property
    def round(self) -> int:
        """The round of the code; 0 if it belongs to something else."""
        return round_named(self.logged)


@dataclass(frozen=True, slots=True)
class Event:
    """A warning, an ejection, a withdrawal or a sit-out, with the moment at which it happened.

    A ruling says of a game, by its ``round`` and ``table``, why the referee has decided it; it has no player.
    """

    type: EventType
    player: str
    moment: Moment
    reason: str = ""
    automatic: bool = False
    after_round: int | None = None
    round: int | None = None
    table: int | None = None
    match: str = ""

    def decides(self, game: Game) -> bool:
        """Whether it is the ruling of a game (G10)."""
        return self.type is EventType.RULING and (self.round, self.table) == (game.round, game.table)


WALKOVER: Final = "W"
DuelScore = int | Literal["W"] | None


@dataclass(frozen=True, slots=True)
class Duel:
    """A match of the finals on the sheet: the pair, and the number of characters that each has eliminated.

    A score is a number, ``"W"`` (wins by walkover) or ``None`` (not played). An empty opponent is a bye.
    """

    match: str
    player_a: str
    player_b: str
    score_a: DuelScore = None
    score_b: DuelScore = None


@dataclass(frozen=True, slots=True)
class Finals:
    """The second phase. It exists once the standings are published, even without duels."""

    duels: tuple[Duel, ...] = ()
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything that was decided, drawn or typed; ids are those of the workbook and never shown translated.

    ``lot_order`` lists player ids when lots were drawn by hand: earlier wins. Otherwise lots follow from the seeds.
    ``start_tables`` are the fixed tables as they were drawn, ids in the order of the seats; empty where every round is redrawn.
    ``stages`` are the games of the knock-out. ``codes`` are those of what was drawn by hand, of games at fixed tables and of the
    finals, in the order in which they were posted. ``evenings`` are those of a league by its rounds. ``entry_fee`` is real money,
    a whole amount that the game and the report know nothing of; None where the organiser does not keep fees here. ``compared``
    says by round and table who has compared a record sheet with the paper; None where nobody keeps it. ``logo`` is a picture
    of the organiser's, empty where it is lost; None where there is no place for one. ``fund`` is what had been paid when the
    tournament ended, where the prizes come from it.
    """

    rulebook: str
    language: str = "it"
    event: EventInfo = EventInfo()
    options: Mapping[str, str] = field(default_factory=dict)
    players: tuple[Player, ...] = ()
    draws: tuple[Draw, ...] = ()
    lot_order: tuple[str, ...] = ()
    start_tables: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    games: tuple[Game, ...] = ()
    closed_after_round: int | None = None
    finals: Finals | None = None
    stages: tuple[Game, ...] = ()
    codes: tuple[PostedCode, ...] = ()
    evenings: Mapping[int, int] = field(default_factory=dict)
    entry_fee: int | None = None
    compared: Mapping[tuple[int, int], str] | None = None
    logo: bytes | None = None
    fund: int | None = None

    @property
    def extras(self) -> frozenset[str]:
        """What a workbook has beside the usual: ``fees``, ``four_eyes`` where a second person compares, and the ``logo``."""
        kept = {"fees": self.entry_fee, "four_eyes": self.compared, "logo": self.logo}
        return frozenset(key for key, value in kept.items() if value is not None)

    @property
    def fees(self) -> tuple[int, int]:
        """What has been paid at the door, and what all who are there or have paid owe."""
        owed = [(player, self.entry_fee or 0 if player.fee is None else player.fee) for player in self.players]
        paid = sum(fee for player, fee in owed if player.paid) if self.fund is None else self.fund
        return paid, sum(fee for player, fee in owed if player.paid or player.present)

    @property
    def rounds_seated(self) -> int:
        """The last round that has been drawn; 0 before the first."""
        return max((game.round for game in self.games), default=0)

    @property
    def stages_seated(self) -> int:
        """The last stage of the knock-out that has been drawn; 0 before the first."""
        return max((game.round for game in self.stages), default=0)

    @property
    def is_over(self) -> bool:
        """Whether the last duel or stage has been recorded."""
        return self.finals is not None and self.finals.closed

    @property
    def posted_codes(self) -> tuple[PostedCode, ...]:
        """All codes: those of the rounds, by their numbers, then the others as they were posted."""
        rounds = [PostedCode(draw.logged, draw.code, draw.salt) for draw in self.draws if draw.code and draw.round]
        rounds += [one for one in self.codes if one.round]
        return (*sorted(rounds, key=lambda one: one.round), *(one for one in self.codes if not one.round))

    @property
    def newest_code(self) -> str:
        """The last of the codes; "" before the first."""
        return next((one.code for one in reversed(self.posted_codes)), "")

    def code_on(self, number: int) -> str:
        """The code on a round's sheets: its own; at fixed tables, that hang there all day, the last that was posted. "": none."""
        if self.start_tables:
            return self.newest_code
        return next((one.code for one in reversed(self.posted_codes) if one.round == number), "")

    def is_closed(self, game: Game) -> bool:
        """Whether a record sheet is closed: by a later game of its players, the last one by the publication of the standings."""
        if self.finals is not None:
            return True
        return any(other.round > game.round and (not self.start_tables or other.table == game.table) for other in self.games)

    def reason_of(self, game: Game) -> str:
        """Why the referee has decided a game: all that stands among the events; "" where nothing does."""
        reasons = (event.reason.strip() for event in self.events if event.decides(game))
        return "; ".join(dict.fromkeys(filter(None, reasons)))

    def at_table(self, table: int) -> tuple[Game, ...]:
        """The games of one table, in order."""
        return tuple(sorted((g for g in self.games if g.table == table), key=lambda g: g.round))

    def stage(self, number: int) -> tuple[Game, ...]:
        """The games of one knock-out stage, by table."""
        return tuple(sorted((g for g in self.stages if g.round == number), key=lambda g: g.table))

    def round(self, number: int) -> tuple[Game, ...]:
        """The games of one round, by table."""
        return tuple(sorted((g for g in self.games if g.round == number), key=lambda g: g.table))

    def draw_of(self, drawn: str) -> Draw | None:
        """The draw of a round, duel or stage; None for one by hand."""
        return next((draw for draw in reversed(self.draws) if draw.drawn == drawn), None)

    def seed(self, drawn: str) -> str | None:
        """Its recorded seed; None for one by hand."""
        draw = self.draw_of(drawn)
        return draw.rng_seed if draw else None
