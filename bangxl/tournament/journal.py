"""What bangxl itself wrote down: a log row a command, and every draw as it was hung on the wall.

Checks compare the facts with it, so that a change by hand is found. The log only grows, across `undo` too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256

from bangxl.tournament.model import Game, Tournament

Seating = tuple[tuple[int, int, str], ...]
"""Table, seat and player id of everybody in a round, by table and seat."""

DIGEST_LENGTH = 16


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


def pairs(values: Mapping[str, str]) -> str:
    """A mapping as one cell of the log: ``tables=6+5; duel=long``."""
    return "; ".join(f"{key}={value}" for key, value in values.items())


def unpaired(text: str) -> dict[str, str]:
    """What `pairs` has written."""
    return {key: value for key, found, value in (part.partition("=") for part in text.split("; ")) if found}


def digest(games: Sequence[Game]) -> str:
    """The fingerprint of a round's record sheets: the first 16 hexadecimal digits of a SHA-256 over all their cells."""
    text = json.dumps([asdict(game) for game in games], ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:DIGEST_LENGTH]


def digests(tournament: Tournament, rounds: int, entries: Sequence[LogEntry] = ()) -> str:
    """The fingerprints of the first rounds, as a cell of the log; without those that its rows say already, not reopened since."""
    journal = Journal(tuple(entries))
    corrected = reopened(journal)
    known = {number: logged for number, (logged, row) in recorded_digests(journal).items() if corrected.get(number, -1) < row}
    now = {number: digest(tournament.round(number)) for number in range(1, rounds + 1)}
    return pairs({str(number): value for number, value in now.items() if known.get(number) != value})


def seating(games: Sequence[Game]) -> Seating:
    """Who sits where in these games."""
    return tuple((game.table, seat.number, seat.player) for game in games for seat in game.seats)


def recorded_digests(journal: Journal) -> Mapping[int, tuple[str, int]]:
    """Of each round, the last fingerprint in the log and the row (from 0) in which it stands."""
    found: dict[int, tuple[str, int]] = {}
    for row, entry in enumerate(journal.entries):
        for key, value in unpaired(entry.digest).items():
            if key.isdecimal():
                found[int(key)] = (value, row)
    return found


def reopened(journal: Journal) -> Mapping[int, int]:
    """Of each round with a reopened game, the last log row (from 0) that says so."""
    found: dict[int, int] = {}
    for row, entry in enumerate(journal.entries):
        round_text = entry.stage.partition("T")[0].removeprefix("Round")
        if entry.command == "reopen" and round_text.isdecimal():
            found[int(round_text)] = row
    return found


def recorded_options(journal: Journal) -> Mapping[str, str]:
    """The options in force when the first round was drawn or the tournament imported; empty before."""
    for entry in journal.entries:
        values = unpaired(entry.result)
        if "tables" in values:
            return {key: value for key, value in values.items() if key != "tables"}
    return {}
