"""What is before something that is drawn or begun, as its code commits to it (docs/draw.md, 11)."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, NamedTuple

from bangxl.interchange.dump import Json, duel_json, event_json, game_json, stage_json
from bangxl.tournament.model import Event, EventType, Game, Moment
from bangxl.tournament.state import State

GAME: Final = re.compile(r"Round(\d+)T(\d+)")
_ROUND: Final = re.compile(r"Round(\d+)")
_STAGE: Final = re.compile(r"Stage(\d+)")


class Digests(NamedTuple):
    """64 hexadecimal digits each, or "" where nothing is before: of the games, the events, and the finals."""

    games: str = ""
    events: str = ""
    finals: str = ""


@dataclass(frozen=True, slots=True)
class Reach:
    """How far what is before something goes.

    ``rounds``: the games of earlier rounds. ``tables``: at fixed tables, by table, the game that begins; those before count.
    Neither: it is in the finals, and all games count. ``stage`` is what the log calls it.
    """

    stage: str
    rounds: int | None = None
    tables: Mapping[int, int] | None = None

    @property
    def is_finals(self) -> bool:
        """Whether it is a duel, or a stage of the knock-out."""
        return self.rounds is None and self.tables is None

    def holds(self, number: int, table: int | None) -> bool:
        """Whether a game is before it."""
        if self.tables is not None:
            return number < self.tables.get(table or 0, 0)
        return self.rounds is None or number < self.rounds


def reach(stage: str, earlier: Iterable[str] = ()) -> Reach:
    """How far what is before a stage goes; ``earlier`` are the stages that were posted before it."""
    if found := _ROUND.fullmatch(stage):
        return Reach(stage, rounds=int(found[1]))
    if not GAME.match(stage):
        return Reach(stage)
    tables: dict[int, int] = {}
    for number, table in GAME.findall("+".join([*earlier, stage])):
        tables[int(table)] = max(int(number), tables.get(int(table), 0))
    return Reach(stage, tables=tables)


def games_before(state: State, to: Reach) -> list[Game]:
    """The games before it, by round and table."""
    found = (game for game in state.tournament.games if to.holds(game.round, game.table))
    return sorted(found, key=lambda game: (game.round, game.table))


def games_digest(state: State, games: Collection[Game]) -> str:
    """Of record sheets as ``bangxl/1`` writes them, without what follows from them, or reasons."""
    return _digest([game_json(game, state.rulebook) | _ruled(game) for game in games]) if games else ""


def _ruled(game: Game) -> dict[str, object]:
    return {"ruling": {seat.player: seat.ruling for seat in game.seats}} if game.is_ruled else {}


def events_digest(state: State, to: Reach) -> str:
    """Of warnings, withdrawals and the like, without reasons, in an order that nobody chooses."""
    if to.rounds == 1:
        return ""
    found = [event_json(event) for event in state.tournament.events if _is_before(state, event, to)]
    told = sorted(_text({key: value for key, value in one.items() if key != "reason"}) for one in found)
    return _digest(told) if told else ""


def _is_before(state: State, event: Event, to: Reach) -> bool:
    if event.type is EventType.RULING:
        return False
    match event.moment:
        case Moment.BETWEEN_ROUNDS:
            return to.holds(event.after_round or 0, event.table)
        case Moment.DURING_GAME:
            return to.holds(event.round or 0, event.table)
        case Moment.BEFORE_RANKING:
            return to.is_finals
    return to.is_finals and event.match in _earlier_matches(state, to.stage)


def finals_digest(state: State, to: Reach) -> str:
    """Of lots drawn by hand, duels and stages before a duel or a stage; "" before the finals."""
    if not to.is_finals:
        return ""
    earlier, finals = _earlier_matches(state, to.stage), state.tournament.finals
    duels = [told for duel in (finals.duels if finals else ()) if duel.match in earlier and (told := duel_json(state, duel))]
    stages = sorted((game for game in state.tournament.stages if f"Stage{game.round}" in earlier), key=_place)
    whole: Json = {"duels": duels, "lots": list(state.tournament.lot_order), "stages": [stage_json(game) for game in stages]}
    return _digest(whole)


def _place(game: Game) -> tuple[int, int]:
    return game.round, game.table


def _earlier_matches(state: State, stage: str) -> list[str]:
    """The duels, or the stages, before one in the order of the regulation."""
    if found := _STAGE.fullmatch(stage):
        return [f"Stage{number}" for number in range(1, int(found[1]))]
    seated = [duel.match for duel in state.tournament.finals.duels] if state.tournament.finals else []
    codes, now = [match.code for match in state.rulebook.matches], stage.split("+")
    first = min((codes.index(code) for code in now if code in codes), default=0)
    return [code for code in codes[:first] if code in seated]


def digests_before(state: State, to: Reach, games: Sequence[Game]) -> Digests:
    """What is before something: these games, the events and the finals so far."""
    return Digests(games_digest(state, games), events_digest(state, to), finals_digest(state, to))


def _digest(whole: object) -> str:
    return sha256(_text(whole).encode()).hexdigest()


def _text(whole: object) -> str:
    return json.dumps(whole, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
