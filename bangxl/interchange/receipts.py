"""The codes as receipts: they prove the players of a draw and every result before it (docs/draw.md, 11)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import product
from typing import NamedTuple, Self

import msgspec

from bangxl.interchange.dump import duel_json, event_json, game_json, stage_json
from bangxl.tournament import model
from bangxl.tournament.commitment import code_of, commitment_digest, drawn_for, is_announced, is_short
from bangxl.tournament.journal import CHANGED_BY_HAND, LogEntry, as_logged, canonical_json, digest_of, read_pairs
from bangxl.tournament.model import Game, Moment, PostedCode, games_named, join_logged, round_named, split_logged, stage_code
from bangxl.tournament.options import as_drawn, option_value
from bangxl.tournament.state import State


class Digests(NamedTuple):
    """64 hexadecimal digits each, or "" where nothing is before: of the games, the events, and the finals."""

    games: str = ""
    events: str = ""
    finals: str = ""


@dataclass(frozen=True, slots=True)
class DrawnSoFar:
    """How far what is before something goes; ``logged`` is what the log calls it.

    ``rounds``: the games of earlier rounds. ``tables``: at fixed tables, by table, the game that begins; those before count.
    Neither: it is in the finals, and all games count.
    """

    logged: str
    rounds: int | None = None
    tables: Mapping[int, int] | None = None

    @classmethod
    def of(cls, logged: str, earlier: Iterable[str]) -> Self:
        """Of what the log calls so; ``earlier``: what was posted before it."""
        if not games_named(logged):
            return cls(logged, rounds=round_named(logged) or None)
        tables: dict[int, int] = {}
        for number, table in games_named(join_logged([*earlier, logged])):
            tables[table] = max(number, tables.get(table, 0))
        return cls(logged, tables=tables)

    @property
    def is_finals(self) -> bool:
        """Whether it is a duel, or a stage of the knock-out."""
        return self.rounds is None and self.tables is None

    def holds(self, number: int | None, table: int | None) -> bool:
        """Whether the code covers a game."""
        if self.tables is not None:
            return (number or 0) < self.tables.get(table or 0, 0)
        return self.rounds is None or (number or 0) < self.rounds

    def games(self, state: State) -> list[Game]:
        """The games before it, by round and table."""
        games = (game for game in state.tournament.games if self.holds(game.round, game.table))
        return sorted(games, key=lambda game: (game.round, game.table))

    def matches(self, state: State) -> list[str]:
        """The duels, or the stages, before it in the order of the regulation."""
        if numbers := model.sheet_numbers(self.logged, "Stage"):
            return [stage_code(number) for number in range(1, numbers[0])]
        seated = [duel.match for duel in state.tournament.finals.duels] if state.tournament.finals else []
        codes, now = [match.code for match in state.rulebook.matches], split_logged(self.logged)
        first = min((codes.index(code) for code in now if code in codes), default=0)
        return [code for code in codes[:first] if code in seated]


def _games_digest(state: State, games: Collection[Game]) -> str:
    """Of record sheets as ``bangxl/1`` writes them, without what follows from them, or reasons."""
    data = [game_json(game, state.rulebook) for game in games]
    for game, sheet in zip(games, data, strict=True):
        if game.is_ruled:
            sheet["ruling"] = {seat.player: seat.ruling for seat in game.seats}
    return digest_of(data) if data else ""


def _events_digest(state: State, to: DrawnSoFar) -> str:
    """Of warnings, withdrawals and the like, without reasons, in an order that nobody chooses."""
    texts: list[str] = []
    own = {player: table for table, players in state.tournament.start_tables.items() for player in players}
    for event in state.tournament.events:
        if to.rounds == 1 and event.type is not model.EventType.SIT_OUT:  # that alone counts among those who are drawn
            continue
        match event.moment:
            case Moment.BETWEEN_ROUNDS:
                before = to.holds(event.after_round, event.table or own.get(event.player))
            case Moment.DURING_GAME:
                before = to.holds(event.round, event.table)
            case Moment.BEFORE_RANKING:
                before = to.is_finals
            case Moment.BEFORE_DUEL if event.match == to.logged:  # who has left before a stage is not drawn for it
                before = model.sheet_numbers(to.logged, "Stage") is not None
            case _:
                before = to.is_finals and event.match in to.matches(state)
        if before and event.type is not model.EventType.RULING:
            texts.append(canonical_json({key: value for key, value in event_json(event).items() if key != "reason"}))
    return digest_of(sorted(texts)) if texts else ""


def _finals_digest(state: State, to: DrawnSoFar) -> str:
    """Of lots drawn by hand, duels and stages before a duel or a stage; "" before the finals."""
    if not to.is_finals:
        return ""
    earlier, finals = to.matches(state), state.tournament.finals
    duels = [data for duel in (finals.duels if finals else ()) if duel.match in earlier and (data := duel_json(state, duel))]
    stages = [game for game in state.tournament.stages if stage_code(game.round) in earlier]
    stages.sort(key=lambda game: (game.round, game.table))
    return digest_of({"duels": duels, "lots": list(state.tournament.lot_order), "stages": [stage_json(game) for game in stages]})


def _digests(state: State, to: DrawnSoFar, games: Collection[Game]) -> Digests:
    """What is before something: these games, the events and the finals so far."""
    return Digests(_games_digest(state, games), _events_digest(state, to), _finals_digest(state, to))


class CodeSource(Enum):
    """The sources from which a code follows.

    ``FACTS``: from what stands here. ``CORRECTED``: from that, and from what the log has kept of games reopened later.
    ``EVENTS``: so too, but a warning, a withdrawal or the like was written or changed since; only the log says what there was.
    ``NAMES``: a name, a region or the event was written otherwise, or others kept apart; the log says how, and so had the pool.
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
    """A code, of what, and whether it follows. ``logged`` is as the log says it; ``pool``: the digest that it proves, or ""."""

    logged: str
    code: str
    follows: CodeSource
    pool: str = ""

    @property
    def round(self) -> int:
        """The round of the code; 0 if it belongs to something else."""
        return round_named(self.logged)

    @property
    def proves(self) -> bool:
        """Whether who has a photograph of it knows that nothing was changed unseen."""
        return self.follows not in {CodeSource.HIDDEN, CodeSource.NOTHING}


def digests_before(state: State, logged: str) -> Digests:
    """What is before something that is drawn or begun next, after all codes that were posted."""
    to = DrawnSoFar.of(logged, (one.logged for one in state.tournament.posted_codes if one.logged != logged))
    return _digests(state, to, to.games(state))


def receipts(state: State, *, secret: bool = False) -> tuple[Receipt, ...]:
    """The codes that were posted; ``secret``: the results before them are left out."""
    posted = state.tournament.posted_codes
    earlier = [one.logged for one in posted]
    return tuple(
        Receipt(one.logged, one.code, *_follows(state, one, DrawnSoFar.of(one.logged, earlier[:index]), secret=secret))
        for index, one in enumerate(posted)
    )


def _follows(state: State, posted: PostedCode, to: DrawnSoFar, *, secret: bool) -> tuple[CodeSource, str]:
    """From what a code follows, and the digest of its pool: made again of what stands here, then of more and more of the log."""
    if secret and to.rounds != 1:
        return CodeSource.HIDDEN, ""
    games, entries = to.games(state), state.journal.entries
    whole = _digests(state, to, games)
    pool = commitment_digest(as_drawn(state, posted.round), posted.logged, drawn_for(state, posted.logged))
    if is_announced(posted.code, code_of(pool, whole, posted.salt)):
        return CodeSource.FACTS, pool
    rows = [row for row, one in enumerate(entries) if one.stage == posted.logged and one.command in {"seat", "redraw"}]
    row = next((row for row in reversed(rows) if read_pairs(entries[row].result).get("code") == posted.code), None)
    if row is None:
        return CodeSource.NOTHING, ""
    logged = read_pairs(entries[row].result)
    then = _games_digest(state, [_before_corrections(entries[row:], game) for game in games])
    events, closed = logged.get("events", ""), logged.get("pool", "")
    if not is_short(posted.code) and closed not in _pools_logged(state, posted, entries[: row + 1]):
        closed = pool  # nothing says that this was drawn: the log kept less when codes were short
    ways = [(CodeSource.CORRECTED, (pool, then, whole.events, whole.finals))]
    ways += [(CodeSource.EVENTS, (pool, sheets, events, whole.finals)) for sheets in (whole.games, then)]
    ways += [
        (CodeSource.NAMES, (closed, sheets, noted, whole.finals))
        for sheets, noted in product((whole.games, then), (whole.events, events))
    ]
    # a code takes thousands of hashes: none is made twice
    tried = {(pool, *whole)}
    for follows, fields in ways:
        if fields not in tried and is_announced(posted.code, code_of(fields[0], fields[1:], posted.salt)):
            return follows, fields[0]
        tried.add(fields)
    return CodeSource.NOTHING, ""


def _pools_logged(state: State, posted: PostedCode, entries: Sequence[LogEntry]) -> Iterator[str]:
    """The digests of the pool of a code as its row and those before say it; options at their default may have been blank."""
    logged = as_logged(state.tournament, entries)
    for options in (logged.options, {key: option_value(state, key) for key in state.rulebook.options}):
        then = state.with_tournament(replace(logged, options=options))
        # what has no round was drawn with what was kept apart then, or in any round before
        for number in (posted.round,) if posted.round else range(logged.rounds_seated + 1):
            yield commitment_digest(as_drawn(then, number), posted.logged, drawn_for(state, posted.logged))


def _before_corrections(entries: Sequence[LogEntry], game: Game) -> Game:
    """A game as it was before these rows: if it was reopened since, as the first row that says so has kept it."""
    logged = model.game_code(game.round, game.table)
    kept = next((entry for entry in entries if entry.command == "reopen" and entry.stage == logged), None)
    if kept is None or kept.source == CHANGED_BY_HAND:
        return game
    try:
        return msgspec.json.decode(kept.result, type=Game)
    except (msgspec.MsgspecError, UnicodeError):
        return game
