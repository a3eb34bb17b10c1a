"""The shape of a tournament in JSON. Unknown keys are ignored; a known key of a wrong type is refused with its path.

``UNSET`` stands for an absent key, ``None`` for ``null``: what a record sheet that somebody began leaves blank.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct, field

from bangxl.tournament.model import MARKS, Algorithm, EventType, Moment, Outcome, Role, SeedSource

FORMAT: Final = "bangxl/1"

Text = Annotated[str, Meta(max_length=32_000)]
Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^\S(.*\S)?\Z")]
Number = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
Small = Annotated[int, Meta(ge=0, le=1000)]
Ordinal = Annotated[int, Meta(ge=1, le=1000)]


class EventInfoJson(Struct):
    name: Text = ""
    date: Text = ""
    place: Text = ""
    region: Text = ""
    kind: Text = ""
    organiser: Text = ""
    referees: list[Text] = []
    report_to: Text = ""


class OptionsJson(Struct):
    duel: Text | UnsetType = UNSET
    draw: Text | UnsetType = UNSET
    composition: list[Small] | UnsetType = UNSET
    scoring: Text | UnsetType = UNSET
    auction: bool | UnsetType = UNSET
    cash_rewards: bool | UnsetType = UNSET
    experience: bool | UnsetType = UNSET
    balance: bool | UnsetType = UNSET
    keep_apart: Text | UnsetType = UNSET
    games: Small | UnsetType = UNSET


class PlayerJson(Struct):
    id: Id
    name: Text = ""
    region: Text = ""
    email: Text = ""
    eligible: bool = True
    present: bool = True


class PoolJson(Struct):
    code: Annotated[str, Meta(pattern=r"^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}\Z")]
    salt: Annotated[str, Meta(pattern=r"^([0-9a-f]{32})?\Z")] = ""


_POSTED: Final = r"^(Round\d{1,3}(T\d{1,3})?|[A-Z]{1,2}\d?|Stage\d{1,3})(\+[A-Za-z0-9]+)*\Z"


class CodeJson(PoolJson, kw_only=True):
    stage: Annotated[str, Meta(max_length=1_000, pattern=_POSTED)]


class DrawJson(Struct):
    rng_seed: Text
    round: Ordinal
    source: SeedSource = SeedSource.RANDOM
    algorithm: Algorithm = Algorithm.LOT
    version: Ordinal = 1
    public_value: Text = ""
    by_hand: bool = False
    pool: PoolJson | None = None


class EventJson(Struct):
    type: EventType
    player: Text
    moment: Moment
    reason: Text = ""
    automatic: bool = False
    after_round: Small | None = None
    round: Ordinal | None = None
    table: Ordinal | None = None
    match: Text = ""


class CallJson(Struct):
    character: Text
    winner: Text
    price: Number
    opener: Text | None = None


class SeatFrame(Struct):
    player: Annotated[str, Meta(max_length=32_000, pattern=r"\S")]
    seat: Ordinal | UnsetType = UNSET
    role: Role | None = None
    alive: bool | UnsetType | None = UNSET
    character: Text = ""
    bid: Number | UnsetType | None = UNSET
    lives: Small | UnsetType | None = UNSET
    among_last: bool = False
    final_duel: bool = False


_KINDS: Final = {bool: bool, int: Small}
_MARKS: Final = [(mark, _KINDS[type(blank)], blank) for mark, blank in MARKS.items() if blank is not None]
if TYPE_CHECKING:
    SeatJson = SeatFrame
else:
    SeatJson = defstruct("SeatJson", _MARKS, bases=(SeatFrame,), module=__name__)


class RulingJson(Struct):
    payouts: dict[str, Number]
    reason: Text = ""


class GameJson(Struct):
    round: Ordinal
    table: Ordinal
    seats: list[SeatJson] = []
    outcome: Outcome | None = None
    renegade_final_duel: bool = False
    auction: list[CallJson] = []
    ruling: RulingJson | None = None


class DuelJson(Struct):
    match: Text
    winner: Text | None = None
    score: tuple[Small, Small] | None = None
    walkover: bool = False


class DuelDrawJson(Struct):
    match: Text
    rng_seed: Text
    source: SeedSource = SeedSource.RANDOM
    public_value: Text = ""


class FinalsJson(Struct):
    mode: Text = ""
    duels: list[DuelJson] = []
    draws: list[DuelDrawJson] = []
    seated: list[Text] | None = None
    closed: bool | None = None


class StageDrawJson(Struct):
    stage: Ordinal
    rng_seed: Text
    source: SeedSource = SeedSource.RANDOM
    public_value: Text = ""


class StageSeatJson(Struct):
    player: Annotated[str, Meta(max_length=32_000, pattern=r"\S")]
    role: Role | None = None
    alive: bool | UnsetType | None = UNSET
    among_last: bool = False
    final_duel: bool = False
    character: Text = ""


class StageGameJson(Struct):
    stage: Ordinal
    table: Ordinal
    outcome: Literal["law", "outlaws", "renegade", "winner"] | None = None
    winner: Text | None = None
    renegade_final_duel: bool = False
    seats: list[StageSeatJson] = []
    ruling: RulingJson | None = None


class TournamentJson(Struct):
    format: Literal["bangxl/1"]
    rulebook: Text
    rulebook_text: Text = ""
    language: Text = ""
    event: EventInfoJson = field(default_factory=EventInfoJson)
    options: OptionsJson = field(default_factory=OptionsJson)
    players: list[PlayerJson] = []
    draws: list[DrawJson] = []
    codes: list[CodeJson] = []
    lot_order: list[Text] = []
    start_tables: dict[str, list[Text]] = {}
    events: list[EventJson] = []
    closed_after_round: Ordinal | None = None
    games: list[GameJson] = []
    finals: FinalsJson | None = None
    ko_stages: list[list[StageGameJson]] = []
    ko_draws: list[StageDrawJson] = []
