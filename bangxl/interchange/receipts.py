"""The codes as receipts for who was drawn and for everything before (docs/draw.md, 11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import product

import msgspec

from bangxl.interchange.before import GAME, Digests, Reach, digests_before, events_digest, games_before, games_digest, reach
from bangxl.tournament.journal import CHANGED, LogEntry, read_pairs, seating
from bangxl.tournament.model import Game, Posted
from bangxl.tournament.pool import code_of, pool_digest
from bangxl.tournament.state import State


class Follows(Enum):
    """From what a code follows.

    ``FACTS``: from what stands here. ``CORRECTED``: from that, and from what the log has kept of games reopened later.
    ``EVENTS``: so too, but a warning, a withdrawal or the like was written or changed since; only the log says what there was.
    ``NAMES``: a name, a region, the event or an option was written otherwise; only the log says how the pool was.
    ``HIDDEN``: nobody can tell, results are left out. ``NOTHING``: something was changed.
    """

    FACTS = "facts"
    CORRECTED = "corrected"
    EVENTS = "events"
    NAMES = "names"
    HIDDEN = "hidden"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Receipt:
    """A code, of what, and whether it follows. ``stage`` is as the log says it."""

    stage: str
    code: str
    follows: Follows

    @property
    def round(self) -> int:
        """The round whose code it is; 0 where it is of something else."""
        return Posted(self.stage, self.code).round

    @property
    def proves(self) -> bool:
        """Whether who has a photograph of it knows that nothing was changed unseen."""
        return self.follows not in {Follows.HIDDEN, Follows.NOTHING}


def code_before(state: State, stage: str, pool: str, salt: str) -> str:
    """The code of what is drawn or begun next, after all codes that were posted: of its pool's digest, and all before it."""
    to = reach(stage, (one.stage for one in state.tournament.posted if one.stage != stage))
    return code_of(pool, digests_before(state, to, games_before(state, to)), salt)


def logged_events(state: State, stage: str) -> str:
    """The digest of the events before something, as the log keeps it with its code."""
    return events_digest(state, reach(stage, (one.stage for one in state.tournament.posted if one.stage != stage)))


def receipts(state: State, *, secret: bool = False) -> tuple[Receipt, ...]:
    """The codes that were posted; ``secret``: the results before them are left out."""
    posted = state.tournament.posted
    earlier = [reach(one.stage, (other.stage for other in posted[:at])) for at, one in enumerate(posted)]
    return tuple(
        Receipt(one.stage, one.code, _follows(state, one, to, secret=secret)) for one, to in zip(posted, earlier, strict=True)
    )


def _follows(state: State, posted: Posted, to: Reach, *, secret: bool) -> Follows:
    if secret and to.rounds != 1:
        return Follows.HIDDEN
    before = games_before(state, to)
    whole = digests_before(state, to, before)
    pool = pool_digest(state, pool_stage(posted.stage), drawn_for(state, posted.stage))
    tried = set[tuple[str, ...]]()
    for follows, fields in _ways(state, posted, pool, whole, before):
        if fields not in tried and posted.code == code_of(fields[0], fields[1:], posted.salt):
            return follows
        tried.add(fields)
    return Follows.NOTHING


def _ways(
    state: State, posted: Posted, pool: str, whole: Digests, before: Sequence[Game]
) -> Iterator[tuple[Follows, tuple[str, ...]]]:
    """From what the code could have been made: what stands here, then more and more of what only the log says."""
    yield Follows.FACTS, (pool, *whole)
    entries, row = state.journal.entries, _row(state.journal.entries, posted)
    if row is None:
        return
    said = read_pairs(entries[row].result)
    then = games_digest(state, [*_before_corrections(entries[row:], before)])
    noted, closed = said.get("events", ""), said.get("pool", "")
    yield Follows.CORRECTED, (pool, then, whole.events, whole.finals)
    for games in (whole.games, then):
        yield Follows.EVENTS, (pool, games, noted, whole.finals)
    for games, events in product((whole.games, then), (whole.events, noted)):
        yield Follows.NAMES, (closed, games, events, whole.finals)


def pool_stage(stage: str) -> str:
    """What something is called in its pool: a round by its number alone."""
    return stage.removeprefix("Round") if "T" not in stage else stage


def drawn_for(state: State, stage: str) -> list[str]:
    """Who was drawn, or plays; the finals are everybody's."""
    tournament, number = state.tournament, Posted(stage, "").round
    if begun := GAME.findall(stage):
        places = {(int(one), int(table)) for one, table in begun}
        return [seat.player for game in tournament.games if (game.round, game.table) in places for seat in game.seats]
    if tournament.start_tables:
        return [player for table in tournament.start_tables.values() for player in table]
    number = number or 1
    seats = state.journal.seatings.get(number) or seating(tournament.round(number))
    return [player for _table, _seat, player in seats]


def _row(entries: Sequence[LogEntry], posted: Posted) -> int | None:
    """The last row of the log, from 0, that drew or began something with its code."""
    rows = [row for row, one in enumerate(entries) if one.stage == posted.stage and one.command in {"seat", "redraw"}]
    return next((row for row in reversed(rows) if read_pairs(entries[row].result).get("code") == posted.code), None)


def _before_corrections(entries: Sequence[LogEntry], games: Sequence[Game]) -> Iterator[Game]:
    """The games as they were before these rows: what was reopened since, as the first row that says so has kept it."""
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
