"""The record that bangxl itself keeps: a log row for each command, and every draw as it was posted.

Checks compare the facts with it, so that a change by hand is found. The log only grows, across `undo` too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from itertools import accumulate

from bangxl import limits
from bangxl.tournament.model import OPTIONAL_FIELDS, Game, Tournament

Seating = tuple[tuple[int, int, str], ...]
"""Table, seat and player id of everybody in a round, by table and seat."""

Place = tuple[int, int]
"""Round and table of a game."""

DIGEST_LENGTH = 16

_OF_DRAWS = frozenset({"tables", "code", "pool", "events", "salt", "names"})
"""What the log says of a draw beside the options in force."""

CHANGED = "changed by hand"
"""What the log says of a game that, when it was reopened, was not as it had been closed: its cells are no evidence."""

NAMES_LENGTH = 15_000
"""Characters of the names in a row of the log: its cell has room for the rest. Who does not fit comes with the next draw."""

_GAME = {"winner": ""}
"""The values of a game without entries; for a seat see `OPTIONAL_FIELDS`."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A row of the log. ``time`` is UTC, ISO 8601; ``result`` and ``digest`` are pairs ``key=value; …``."""

    time: str
    command: str
    stage: str = ""
    seed: str = ""
    source: str = ""
    result: str = ""
    digest: str = ""
    reason: str = ""
    version: str = ""


@dataclass(frozen=True, slots=True)
class Journal:
    """The log, oldest row first, and the recorded seating of every round."""

    entries: tuple[LogEntry, ...] = ()
    seatings: Mapping[int, Seating] = field(default_factory=dict)


def is_continuation(one: Sequence[LogEntry], other: Sequence[LogEntry]) -> bool:
    """Whether one log goes on where the other ends."""
    return all(mark(a) == mark(b) for a, b in zip(one, other, strict=False))


def mark(entry: LogEntry) -> tuple[str, ...]:
    """What tells a row from those of all other tournaments, and never changes."""
    return entry.time, entry.command, entry.stage, entry.seed, entry.digest


def pairs(values: Mapping[str, str]) -> str:
    """A mapping as one cell of the log: ``tables=6+5; duel=long``."""
    return "; ".join(f"{key}={value}" for key, value in values.items())


def read_pairs(text: str) -> dict[str, str]:
    """What `pairs` has written."""
    return {key: value for key, equals, value in (part.partition("=") for part in text.split("; ")) if equals}


def standing(entries: Iterable[LogEntry]) -> list[LogEntry]:
    """The log rows without undone ones, oldest first."""
    kept: list[LogEntry] = []
    for entry in entries:
        if entry.command != "undo":
            kept.append(entry)
        elif taken := [one for one in kept if (one.command, one.stage) == (entry.result, entry.stage)]:
            kept = [one for one in kept if one is not taken[-1]]
    return kept


def names_entry(tournament: Tournament, entries: Sequence[LogEntry] = ()) -> dict[str, str]:
    """The names of the drawn players by id, for the row of a draw, without those already in the log."""
    seats = (seat.player for game in (*tournament.games, *tournament.stages) for seat in game.seats)
    drawn = {*seats, *(player for table in tournament.start_tables.values() for player in table)}
    known = names_logged(entries)
    new = [one for one in tournament.players if one.id in drawn and known.get(one.id, [""])[-1] != one.name]
    pieces = (json.dumps({one.id: one.name}, ensure_ascii=False, separators=(",", ":"))[1:-1] for one in new)
    texts = sorted((piece.replace(";", r"\u003b") for piece in pieces), key=len)  # nothing in it divides `pairs`
    fitting = [text for text, length in zip(texts, accumulate(map(len, texts)), strict=True) if length <= NAMES_LENGTH]
    return {"names": f"{{{','.join(fitting)}}}"} if fitting else {}


def names_logged(entries: Iterable[LogEntry]) -> Mapping[str, Sequence[str]]:
    """Each player's names by id: at the first draw, then after each change; round 1 starts again."""
    names: dict[str, list[str]] = {}
    for entry in standing(entries):
        for player, name in _names(read_pairs(entry.result).get("names", "")).items():
            names.setdefault(player, []).append(name)
        if entry.stage == "Round1" and entry.command in {"seat", "redraw"}:
            names = {player: own[-1:] for player, own in names.items()}
    return names


def _names(text: str) -> Mapping[str, str]:
    """What `names_entry` has written; nothing where somebody has changed it."""
    try:
        names = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return {player: name for player, name in names.items() if isinstance(name, str)} if isinstance(names, dict) else {}


def digest(game: Game) -> str:
    """The fingerprint of a record sheet: the first 16 hexadecimal digits of a SHA-256 over all its cells.

    What only some regulations ask for counts where somebody has written it.
    """
    cells = asdict(game)
    cells |= {"seats": [_without(seat, OPTIONAL_FIELDS) for seat in cells["seats"]]}
    text = json.dumps(_without(cells, _GAME), ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:DIGEST_LENGTH]


def _without(cells: Mapping[str, object], blank: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in cells.items() if key not in blank or value != blank[key]}


def digests(tournament: Tournament, entries: Sequence[LogEntry] = ()) -> str:
    """The fingerprints of the closed games, as a cell of the log; without those that its rows say already.

    A game that was reopened is said again: it is closed again.
    """
    journal = Journal(tuple(entries))
    corrected = reopenings(journal)
    known = {place for place, (_logged, row) in recorded_digests(journal).items() if corrected.get(place, -1) < row}
    games = sorted((game.round, game.table, game) for game in tournament.games if tournament.is_closed(game))
    return pairs({f"{number}T{table}": digest(game) for number, table, game in games if (number, table) not in known})


def seating(games: Sequence[Game]) -> Seating:
    """The seats of these games."""
    return tuple((game.table, seat.number, seat.player) for game in games for seat in game.seats)


def recorded_digests(journal: Journal) -> Mapping[Place, tuple[str, int]]:
    """Of each closed game, the last fingerprint in the log and the row (from 0) in which it stands."""
    return {
        place: (value, row)
        for row, entry in enumerate(journal.entries)
        for key, value in read_pairs(entry.digest).items()
        if (place := _place(key)) is not None
    }


def reopenings(journal: Journal) -> Mapping[Place, int]:
    """Of each reopened game, the last log row (from 0) that says so."""
    return {
        place: row
        for row, entry in enumerate(journal.entries)
        if entry.command == "reopen" and (place := _place(entry.stage.removeprefix("Round"))) is not None
    }


def reopened_games(journal: Journal) -> set[Place]:
    """The games that were reopened and not closed since."""
    closed = recorded_digests(journal)
    return {place for place, row in reopenings(journal).items() if place not in closed or closed[place][1] < row}


def changed_by_hand(tournament: Tournament, journal: Journal) -> Mapping[Place, int]:
    """The closed games that are not as they were logged, nor reopened since; each with the log row (from 0) that knows better."""
    corrected = reopenings(journal)
    games = {(game.round, game.table): digest(game) for game in tournament.games}
    return {
        place: row
        for place, (logged, row) in recorded_digests(journal).items()
        if games.get(place) != logged and corrected.get(place, -1) < row
    }


def _place(text: str) -> Place | None:
    number, table = (limits.number(part, limits.ORDINAL) for part in text.partition("T")[::2])
    return None if number is None or table is None else (number, table)


def recorded_options(journal: Journal) -> Mapping[str, str]:
    """The options in force when the first round was drawn or the tournament imported; empty before."""
    for entry in journal.entries:
        values = read_pairs(entry.result)
        if "tables" in values:
            return {key: value for key, value in values.items() if key not in _OF_DRAWS}
    return {}
