"""The codes of the rounds: receipts for who was drawn and for every result before (docs/draw.md, 11)."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256

import msgspec

from bangxl.interchange.dump import game_json
from bangxl.tournament.journal import CHANGED, LogEntry, read_pairs, seating
from bangxl.tournament.model import Draw, Game
from bangxl.tournament.pool import code_of, pool_digest
from bangxl.tournament.state import State


class Follows(Enum):
    """From what a round's code follows.

    ``FACTS``: from what stands here. ``CORRECTED``: from that, and from what the log has kept of games reopened later. ``NAMES``:
    so too, but a name, a region, the event or an option was written otherwise; only the log says how the pool was.
    ``HIDDEN``: nobody can tell, results are left out. ``NOTHING``: something was changed.
    """

    FACTS = "facts"
    CORRECTED = "corrected"
    NAMES = "names"
    HIDDEN = "hidden"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Receipt:
    """A round's code, and whether it follows."""

    round: int
    code: str
    follows: Follows

    @property
    def proves(self) -> bool:
        """Whether who has a photograph of it knows that nothing was changed unseen."""
        return self.follows in {Follows.FACTS, Follows.CORRECTED, Follows.NAMES}


def _results_digest(state: State, games: Collection[Game]) -> str:
    """64 hexadecimal digits over record sheets as ``bangxl/1`` writes them, without what follows from them, or reasons."""
    facts = [game_json(game, state.rulebook) | _ruled(game) for game in sorted(games, key=lambda game: (game.round, game.table))]
    return sha256(json.dumps(facts, ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _ruled(game: Game) -> dict[str, object]:
    return {"ruling": {seat.player: seat.ruling for seat in game.seats}} if game.is_ruled else {}


def round_code(state: State, number: int, pool: str, salt: str) -> str:
    """The code of a round: of its pool's digest, and of the games before it."""
    return _code(state, pool, salt, [game for game in state.tournament.games if game.round < number])


def _code(state: State, pool: str, salt: str, before: Sequence[Game]) -> str:
    return code_of(pool, _results_digest(state, before) if before else "", salt)


def receipts(state: State, *, secret: bool = False) -> tuple[Receipt, ...]:
    """The codes that the rounds have, oldest first; ``secret``: the results before them are left out."""
    coded = (draw for draw in state.tournament.draws if draw.code and draw.stage.isdecimal())
    return tuple(Receipt(int(draw.stage), draw.code, _follows(state, draw, secret=secret)) for draw in coded)


def _follows(state: State, draw: Draw, *, secret: bool) -> Follows:
    number = int(draw.stage)
    before = [game for game in state.tournament.games if game.round < number]
    if before and secret:
        return Follows.HIDDEN
    pool, row = pool_digest(state, number, _drawn(state, number)), _posted(state.journal.entries, draw)
    ways = [(Follows.FACTS, pool, before)]
    if row is not None:
        then, logged = [*_before_corrections(state, before, row)], read_pairs(state.journal.entries[row].result).get("pool", "")
        ways += [(Follows.CORRECTED, pool, then), (Follows.NAMES, logged, before), (Follows.NAMES, logged, then)]
    return next((follows for follows, of, games in ways if _code(state, of, draw.salt, games) == draw.code), Follows.NOTHING)


def _drawn(state: State, number: int) -> list[str]:
    """Who was drawn for a round."""
    if state.tournament.start_tables:
        return [player for table in state.tournament.start_tables.values() for player in table]
    seats = state.journal.seatings.get(number) or seating(state.tournament.round(number))
    return [player for _table, _seat, player in seats]


def _posted(entries: Sequence[LogEntry], draw: Draw) -> int | None:
    """The last row of the log, from 0, that drew a round with its code."""
    said = f"Round{draw.stage}"
    rows = [row for row, entry in enumerate(entries) if entry.stage == said and entry.command in {"seat", "redraw"}]
    return next((row for row in reversed(rows) if read_pairs(entries[row].result).get("code") == draw.code), None)


def _before_corrections(state: State, games: Sequence[Game], row: int) -> Iterator[Game]:
    """The games as they were when a row was written: what was reopened since, as the first row that says so has kept it."""
    entries = state.journal.entries[row:]
    for game in games:
        where = f"Round{game.round}T{game.table}"
        kept = next((entry for entry in entries if entry.command == "reopen" and entry.stage == where), None)
        yield game if kept is None or kept.source == CHANGED else _kept(kept.result) or game


def _kept(text: str) -> Game | None:
    """A game as a `reopen` has kept it; None where it cannot be read."""
    try:
        return msgspec.json.decode(text, type=Game)
    except (msgspec.MsgspecError, UnicodeError):
        return None
