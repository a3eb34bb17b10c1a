"""The record that bangxl itself keeps: a log row for each command, and every draw as it was posted.

Checks compare the facts with it, so that a change by hand is found. The log only grows, across `undo` too.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from itertools import accumulate
from typing import Final

from bangxl.tournament.model import OPTIONAL_FIELDS, EventType, Game, Player, SeedSource, Tournament, games_named, round_code

Seating = tuple[tuple[int, int, str], ...]
"""Table, seat and player id of everybody in a round, by table and seat."""

GamePlace = tuple[int, int]
"""Round and table of a game."""

_DIGEST_LENGTH = 16

_OF_DRAWS = frozenset({"tables", "own_tables", "code", "pool", "events", "salt", "names", "entered", "beside", "absent"})
"""What the log says of a draw beside the options in force."""

CHANGED_BY_HAND = "changed by hand"
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


def agree_as_far_as_both_go(one: Sequence[LogEntry], other: Sequence[LogEntry]) -> bool:
    """Whether two logs tell of one tournament, of which either may know more."""
    return all(entry_key(a) == entry_key(b) for a, b in zip(one, other, strict=False))


def entry_key(entry: LogEntry) -> tuple[str, ...]:
    """What tells a row from those of all other tournaments, and never changes."""
    return entry.time, entry.command, entry.stage, entry.seed, entry.digest


def pairs(values: Mapping[str, str]) -> str:
    """A mapping as one cell of the log: ``tables=6+5; duel=long``."""
    return "; ".join(f"{key}={value}" for key, value in values.items())


def read_pairs(text: str) -> dict[str, str]:
    """What `pairs` has written."""
    return {key: value for key, equals, value in (part.partition("=") for part in text.split("; ")) if equals}


RAFFLE = "raffle"
"""The command of a door prize: its row has the round, the winner and, as the reason, the prize."""

UNDO_ROWS = frozenset({"undo", "redo"})
"""Rows that only say what was done to other rows."""


def made_until(entries: Sequence[LogEntry]) -> int:
    """The row (from 0) with which the workbook was made: a simulated or imported tournament has others before it."""
    return max((row for row, entry in enumerate(entries) if entry.command in {"new", "demo", "import"}), default=0)


def last_command(entries: Sequence[LogEntry]) -> int:
    """The row (from 0) of the last command that stands; -1 if the workbook is as it was made."""
    last = max((row for row, entry in enumerate(entries) if entry.command not in UNDO_ROWS), default=-1)
    return last if last > made_until(entries) else -1


def entries_in_force(entries: Iterable[LogEntry]) -> list[LogEntry]:
    """The log rows of commands, oldest first: `undo` puts its own row in the place of those that it took back."""
    return [entry for entry in entries if entry.command not in UNDO_ROWS]


def logged_commitment(stage: str, entries: Sequence[LogEntry]) -> Mapping[str, str]:
    """What the log keeps of a draw that is committed and not drawn: code, salt; empty of any other."""
    last = _last_of(stage, entries)
    return read_pairs(last.result) if last is not None and last.command == "commit" else {}


def code_for_a_value(stage: str, entries: Sequence[LogEntry]) -> str:
    """The code after which only a value may draw: it was announced, or a value has drawn by it already; "" if there is none."""
    last = _last_of(stage, entries)
    if last is None or not (last.command == "commit" or last.source.startswith(SeedSource.PUBLIC)):
        return ""
    return read_pairs(last.result).get("code", "")


def _last_of(stage: str, entries: Sequence[LogEntry]) -> LogEntry | None:
    """The last row in force about a draw: committed, drawn or drawn again. What was undone leaves the code before it."""
    about = (one for one in reversed(entries) if one.stage == stage and one.command in {"commit", "seat", "redraw"})
    return next(about, None)


def names_entry(tournament: Tournament, entries: Sequence[LogEntry] = ()) -> dict[str, str]:
    """The names of the drawn players by id, for the row of a draw, without those already in the log.

    So too what else was committed with them: regions, the event's name and date. And a short digest of what stands on each one's
    line, by which that is found again.
    """
    seats = (seat.player for game in (*tournament.games, *tournament.stages) for seat in game.seats)
    drawn = {*seats, *(player for table in tournament.start_tables.values() for player in table)}
    known, marked = names_logged(entries), marks_logged(entries)
    people = [one for one in tournament.players if one.id in drawn]
    names = _json({one.id: one.name for one in people if known.get(one.id, [""])[-1] != one.name})
    entered = {"name": tournament.event.name, "date": tournament.event.date} | {one.id: one.region for one in people}
    said = entered_logged(entries)
    others = _json({key: text for key, text in entered.items() if said.get(key) != text}, NAMES_LENGTH // 2)
    marks = _json({one.id: "".join(marks_of(one)) for one in people if one.id not in marked})
    return {key: text for key, text in (("names", names), ("entered", others), ("beside", marks)) if text}


def entered_logged(entries: Iterable[LogEntry]) -> Mapping[str, str]:
    """The region of each player by id, and the event's ``name`` and ``date``, at the last draw."""
    rows = (_texts(read_pairs(entry.result).get("entered", "")) for entry in entries_in_force(entries))
    return {key: text for row in rows for key, text in row.items()}


def as_logged(tournament: Tournament, entries: Sequence[LogEntry]) -> Tournament:
    """The tournament with the names of people, their regions and the event as at the last draw; what nobody knows as it is."""
    names, said, event = names_logged(entries), entered_logged(entries), tournament.event
    players = tuple(
        replace(one, name=names.get(one.id, [one.name])[-1], region=said.get(one.id, one.region)) for one in tournament.players
    )
    event = replace(event, name=said.get("name", event.name), date=said.get("date", event.date))
    return replace(tournament, players=players, event=event)


ABSENT: Final = (EventType.WITHDRAWAL, EventType.EJECTION, EventType.SIT_OUT)
"""Events for which somebody is left out of a draw."""


def absences_entry(tournament: Tournament, entries: Sequence[LogEntry]) -> dict[str, str]:
    """Who is left out of a draw, and for which event, for its row; without what the log says already."""
    known = absences_logged(entries)
    events = {event.player: event.type.value for event in tournament.events if event.type in ABSENT}
    text = _json({player: kind for player, kind in events.items() if known.get(player) != kind})
    return {"absent": text} if text else {}


def absences_logged(entries: Iterable[LogEntry]) -> Mapping[str, str]:
    """The event by which each player was left out of a draw, by id."""
    rows = (_texts(read_pairs(entry.result).get("absent", "")) for entry in entries_in_force(entries))
    return {player: kind for row in rows for player, kind in row.items() if kind in {*ABSENT}}


def rename_entry(player: str, before: str, name: str) -> str:
    """What the row of `rename` says: the new name, which counts from now on, and the one before."""
    return pairs({"names": _json({player: name}), "before": _json({player: before})})


def renamed(entry: LogEntry) -> tuple[str, str, str]:
    """The id, the name before and the new name in the row of `rename`; blank where somebody has changed it."""
    values = read_pairs(entry.result)
    now, before = _texts(values.get("names", "")), _texts(values.get("before", ""))
    return entry.stage, before.get(entry.stage, ""), now.get(entry.stage, "")


def _json(texts: Mapping[str, str], most: int = NAMES_LENGTH) -> str:
    """Texts by id in a cell of the log, as many as fit; "" if there are none."""
    pieces = (json.dumps({key: text}, ensure_ascii=False, separators=(",", ":"))[1:-1] for key, text in texts.items())
    ordered = sorted((piece.replace(";", r"\u003b") for piece in pieces), key=len)  # nothing in it divides `pairs`
    fitting = [piece for piece, length in zip(ordered, accumulate(map(len, ordered)), strict=True) if length <= most]
    return f"{{{','.join(fitting)}}}" if fitting else ""


def names_logged(entries: Iterable[LogEntry]) -> Mapping[str, Sequence[str]]:
    """Each player's names by id: at the first draw, then after each change; round 1 and `rename` start again."""
    names: dict[str, list[str]] = {}
    for entry in entries_in_force(entries):
        for player, name in _texts(read_pairs(entry.result).get("names", "")).items():
            names[player] = [*([] if entry.command == "rename" else names.get(player, [])), name]
        if entry.stage == "Round1" and entry.command in {"seat", "redraw"}:
            names = {player: own[-1:] for player, own in names.items()}
    return names


MOVED_WITH_NAMES: Final[Mapping[str, str]] = {
    "region": "Region", "email": "Email", "eligible": "Eligible", "present": "Present", "table": "Table",
}  # fmt: skip
"""What moves with a name: the attribute of a player, and its column."""


def marks_of(player: Player) -> Sequence[str]:
    """Two signs for each of `MOVED_WITH_NAMES`: enough to find a line again, too few to tell an address."""
    texts = (f"{key}={getattr(player, key)}" for key in MOVED_WITH_NAMES)
    return [sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:2] for text in texts]


def marks_logged(entries: Iterable[LogEntry]) -> Mapping[str, Sequence[str]]:
    """The digests of each player's line by id, as it was when they were first drawn."""
    marks: dict[str, Sequence[str]] = {}
    for entry in entries_in_force(entries):
        for player, text in _texts(read_pairs(entry.result).get("beside", "")).items():
            marks.setdefault(player, [text[at : at + 2] for at in range(0, 2 * len(MOVED_WITH_NAMES), 2)])
    return marks


def _texts(text: str) -> Mapping[str, str]:
    """What `_json` has written; nothing where somebody has changed it."""
    try:
        texts = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return {key: value for key, value in texts.items() if isinstance(value, str)} if isinstance(texts, dict) else {}


def game_digest(game: Game) -> str:
    """The digest of a record sheet: the first 16 hexadecimal digits of a SHA-256 over all its cells.

    What only some regulations ask for counts where somebody has written it.
    """
    cells = asdict(game)
    cells |= {"seats": [_without(seat, OPTIONAL_FIELDS) for seat in cells["seats"]]}
    return short_digest(_without(cells, _GAME))


def short_digest(data: object) -> str:
    """The first of `digest_of`, as the log keeps it."""
    return digest_of(data)[:_DIGEST_LENGTH]


def digest_of(data: object) -> str:
    """64 hexadecimal digits of a SHA-256 over canonical JSON."""
    return sha256(canonical_json(data).encode()).hexdigest()


def canonical_json(data: object) -> str:
    """With sorted keys, in ASCII, without spaces."""
    return json.dumps(data, ensure_ascii=True, sort_keys=True, separators=(",", ":"))


def _without(cells: Mapping[str, object], blank: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in cells.items() if key not in blank or value != blank[key]}


def new_game_digests(tournament: Tournament, entries: Sequence[LogEntry] = ()) -> str:
    """The digests of the closed games, as a cell of the log; without those that its rows say already.

    A game that was reopened is said again: it is closed again.
    """
    journal = Journal(tuple(entries))
    corrected = reopenings(journal)
    known = {place for place, (_logged, row) in recorded_digests(journal).items() if corrected.get(place, -1) < row}
    games = sorted((game.round, game.table, game) for game in tournament.games if tournament.is_closed(game))
    return pairs({f"{number}T{table}": game_digest(game) for number, table, game in games if (number, table) not in known})


def seating(games: Sequence[Game]) -> Seating:
    """The seats of these games."""
    return tuple((game.table, seat.number, seat.player) for game in games for seat in game.seats)


def recorded_digests(journal: Journal) -> Mapping[GamePlace, tuple[str, int]]:
    """Of each closed game, the last digest in the log and the row (from 0) in which it stands."""
    return {
        place: (value, row)
        for row, entry in enumerate(journal.entries)
        for key, value in read_pairs(entry.digest).items()
        for place in games_named(round_code(key))
    }


def recorded_results(journal: Journal) -> Mapping[str, tuple[str, int]]:
    """The same of each duel and each table of the knock-out, by its name there; reports of earlier code have none."""
    rows = ((row, key, value) for row, one in enumerate(journal.entries) for key, value in read_pairs(one.digest).items())
    return {key: (value, row) for row, key, value in rows if key[:1].isalpha()}


def reopenings(journal: Journal) -> Mapping[GamePlace, int]:
    """Of each reopened game, the last log row (from 0) that says so."""
    rows = [(row, entry.stage) for row, entry in enumerate(journal.entries) if entry.command == "reopen"]
    return {place: row for row, stage in rows for place in games_named(stage)}


def reopened_games(journal: Journal) -> set[GamePlace]:
    """The games that were reopened and not closed since."""
    closed = recorded_digests(journal)
    return {place for place, row in reopenings(journal).items() if place not in closed or closed[place][1] < row}


def changed_by_hand(tournament: Tournament, journal: Journal) -> Mapping[GamePlace, int]:
    """The closed games that are not as they were logged, nor reopened since; each with the log row (from 0) that knows better."""
    corrected = reopenings(journal)
    games = {(game.round, game.table): game_digest(game) for game in tournament.games}
    return {
        place: row
        for place, (logged, row) in recorded_digests(journal).items()
        if games.get(place) != logged and corrected.get(place, -1) < row
    }


def recorded_options(journal: Journal) -> Mapping[str, str]:
    """The options in force when the first round was drawn, the last time, or the tournament imported; empty before."""
    found: Mapping[str, str] = {}
    for entry in journal.entries:
        values = read_pairs(entry.result)
        if "tables" in values and (not found or (entry.command, entry.stage) == ("redraw", round_code(1))):
            found = {key: value for key, value in values.items() if key not in _OF_DRAWS}
    return found
