"""The shape of a tournament in JSON. Unknown keys are ignored; a known key of a wrong type is refused with its path.

``UNSET`` stands for an absent key. ``null`` is refused, but where it means a cell of a record sheet that somebody left blank, or
an auction that nobody opened.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeVar, get_type_hints

from msgspec import NODEFAULT, UNSET, Meta, Struct, UnsetType, defstruct, field

from bangxl import limits
from bangxl.tournament.model import LOGGED, MARKS, Algorithm, Event, EventInfo, Outcome, Player, Role, SeedSource

JSON_FORMAT: Final = "bangxl/1"

Text = Annotated[str, Meta(max_length=limits.TYPED_TEXT)]
Long = Annotated[str, Meta(max_length=limits.RULEBOOK)]
Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^\S(.*\S)?\Z")]
Number = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
Small = Annotated[int, Meta(ge=0, le=1000)]
Fee = Annotated[int, Meta(ge=0, lt=10**limits.FEE)]
Ordinal = Annotated[int, Meta(ge=1, le=1000)]
T = TypeVar("T")
Limited = Annotated[tuple[T, ...], Meta(max_length=limits.LINES)]
Keyed = Annotated[dict[str, T], Meta(max_length=limits.LINES)]


def or_none(value: T | UnsetType) -> T | None:
    """The value of a key, None if it is missing."""
    return None if value is UNSET else value


class OptionsJson(Struct):
    duel: Text | UnsetType = UNSET
    draw: Text | UnsetType = UNSET
    composition: Limited[Small] | UnsetType = UNSET
    scoring: Text | UnsetType = UNSET
    auction: bool | UnsetType = UNSET
    cash_rewards: bool | UnsetType = UNSET
    experience: bool | UnsetType = UNSET
    balance: bool | UnsetType = UNSET
    keep_apart: Text | UnsetType = UNSET
    games: Small | UnsetType = UNSET
    characters: Text | UnsetType = UNSET
    evening: Small | UnsetType = UNSET


_SIGN: Final = "[0-9A-HJKMNP-TV-Z]"


class PoolJson(Struct):
    code: Annotated[str, Meta(pattern=rf"^({_SIGN}{{4}}(-{_SIGN}{{4}}){{3}}|{_SIGN}{{5}}-{_SIGN}{{5}})\Z")]
    salt: Annotated[str, Meta(pattern=r"^([0-9a-f]{32})?\Z")] = ""


class CodeJson(PoolJson, kw_only=True):
    stage: Annotated[str, Meta(max_length=1_000, pattern=rf"^{LOGGED}\Z")]


class SeedJson(Struct, kw_only=True):
    rng_seed: Text
    source: SeedSource = SeedSource.RANDOM
    public_value: Text = ""


_NO_PAIRS: Final = r"^[^;:=]*\Z"
"""Nothing that parts the values in a row of the log, where these go."""


class DrawJson(SeedJson, kw_only=True):
    round: Ordinal
    evening: Ordinal | UnsetType = UNSET
    algorithm: Algorithm = Algorithm.LOT
    version: Ordinal = 1
    by_hand: bool = False
    keep_apart: Annotated[str, Meta(max_length=limits.TYPED_TEXT, pattern=_NO_PAIRS)] | UnsetType = UNSET
    own_tables: dict[Annotated[str, Meta(pattern=_NO_PAIRS)], Ordinal] = {}
    pool: PoolJson | UnsetType = UNSET


class DuelDrawJson(SeedJson, kw_only=True):
    match: Text


class StageDrawJson(SeedJson, kw_only=True):
    stage: Ordinal


class CallJson(Struct):
    character: Text
    winner: Text
    price: Number
    opener: Text | None = None


class StageSeatJson(Struct, kw_only=True):
    player: Annotated[str, Meta(max_length=limits.TYPED_TEXT, pattern=r"\S")]
    role: Role | UnsetType = UNSET
    alive: bool | UnsetType | None = UNSET
    among_last: bool = False
    final_duel: bool = False
    character: Text = ""


class SeatFrame(StageSeatJson, kw_only=True):
    seat: Ordinal | UnsetType = UNSET
    bid: Number | UnsetType | None = UNSET
    lives: Small | UnsetType | None = UNSET
    badges: dict[Text, Small] = {}


_KINDS: Final = {bool: bool, int: Small}
_MARKS: Final = [(mark, _KINDS[type(blank)], blank) for mark, blank in MARKS.items()]
_LIMITED: Final = {str: Text, int: Small, int | None: Ordinal | UnsetType, tuple[str, ...]: Limited[Text]}


def _struct_of(of: type, **limits_of: object) -> type[Struct]:
    """A domain class as JSON: the same keys within the limits; a key without a value is absent."""
    hints, parts = get_type_hints(of), []
    for part in fields(of):
        default = NODEFAULT if part.default is MISSING else UNSET if part.default is None else part.default
        kind = hints[part.name]
        parts.append((part.name, limits_of.get(part.name, _LIMITED.get(kind, kind)), field(default=default)))
    return defstruct(f"{of.__name__}Json", parts, module=__name__)


if TYPE_CHECKING:
    from bangxl.tournament.model import Event as EventJson, EventInfo as EventInfoJson, Player as PlayerJson

    SeatJson = SeatFrame
else:
    EventJson, EventInfoJson = _struct_of(Event, reason=Long, after_round=Small | UnsetType), _struct_of(EventInfo)
    PlayerJson = _struct_of(Player, id=Id, fee=Fee | UnsetType)
    SeatJson = defstruct("SeatJson", _MARKS, bases=(SeatFrame,), module=__name__)


class RulingJson(Struct):
    payouts: Keyed[Number]
    reason: Long = ""


class GameJson(Struct):
    round: Ordinal
    table: Ordinal
    seats: Limited[SeatJson] = ()
    outcome: Outcome | UnsetType = UNSET
    renegade_final_duel: bool = False
    auction: Limited[CallJson] = ()
    ruling: RulingJson | UnsetType = UNSET
    compared: Text = ""


class DuelJson(Struct):
    match: Text
    winner: Text | UnsetType = UNSET
    score: tuple[Small, Small] | UnsetType = UNSET
    walkover: bool = False


class FinalsJson(Struct):
    mode: Text = ""
    duels: Limited[DuelJson] = ()
    draws: Limited[DuelDrawJson] = ()
    seated: Limited[Text] | UnsetType = UNSET
    closed: bool | UnsetType = UNSET


class StageGameJson(Struct):
    stage: Ordinal
    table: Ordinal
    outcome: Literal["law", "outlaws", "renegade", "winner"] | UnsetType = UNSET
    winner: Text | UnsetType = UNSET
    renegade_final_duel: bool = False
    seats: Limited[StageSeatJson] = ()
    ruling: RulingJson | UnsetType = UNSET


class TournamentJson(Struct):
    format: Literal["bangxl/1"]
    rulebook: Text
    rulebook_text: Long = ""
    language: Text = ""
    event: EventInfoJson = field(default_factory=EventInfoJson)
    options: OptionsJson = field(default_factory=OptionsJson)
    players: Limited[PlayerJson] = ()
    draws: Limited[DrawJson] = ()
    codes: Limited[CodeJson] = ()
    lot_order: Limited[Text] = ()
    start_tables: Keyed[Limited[Text]] = {}
    events: Limited[EventJson] = ()
    closed_after_round: Ordinal | UnsetType = UNSET
    entry_fee: Fee | UnsetType = UNSET
    four_eyes: bool = False
    logo: Annotated[bytes, Meta(max_length=limits.LOGO)] = b""
    prize_fund: Annotated[int, Meta(ge=0, lt=10**limits.DIGITS)] | UnsetType = UNSET
    games: Limited[GameJson] = ()
    finals: FinalsJson | UnsetType = UNSET
    ko_stages: Limited[Limited[StageGameJson]] = ()
    ko_draws: Limited[StageDrawJson] = ()
