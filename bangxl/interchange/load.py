"""JSON to facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import msgspec

from bangxl import limits
from bangxl.interchange.faults import MalformedError, heard, once, refuse, refuse_null
from bangxl.interchange.games import GameReader, seat_numbers, with_finals
from bangxl.interchange.schema import FORMAT, DrawJson, EventJson, OptionsJson, TournamentJson
from bangxl.locale.catalog import N_
from bangxl.tournament.model import Draw, Event, EventInfo, EventType, Moment, Player, Posted, Tournament
from bangxl.tournament.options import APART, apart_text
from bangxl.tournament.rulebook import Rulebook

_RULING = '{"ruling": {"reason": …, "payouts": {…}}}'

__all__ = ["MalformedError", "loads", "own_rulebook"]


def loads(text: bytes, rulebook_of: Callable[[str], Rulebook]) -> Tournament:
    """The tournament in a JSON text; ``rulebook_of`` finds the regulation by its id.

    Raises MalformedError for what is no JSON, of another format, of a wrong type, or cannot be said in a workbook.
    """
    try:
        data = text.removeprefix(b"\xef\xbb\xbf")
        raw = msgspec.json.decode(data, type=TournamentJson)
        refuse_null("$", msgspec.json.decode(data))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise heard(error) from None
    return _tournament(raw, rulebook_of(raw.rulebook))


class _Head(msgspec.Struct):
    """What tells a tournament from other JSON, and the regulation of a referee's own that it may carry."""

    format: str
    rulebook: str = ""
    rulebook_text: str = ""


def is_tournament(text: bytes) -> bool:
    """Whether a text says that it is a tournament in our format, whatever else stands in it."""
    try:
        return msgspec.json.decode(text.removeprefix(b"\xef\xbb\xbf"), type=_Head).format == FORMAT
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def own_rulebook(text: bytes) -> tuple[str, str]:
    """The id and the file of the regulation that a tournament carries; both "" where it carries none, or is no tournament."""
    try:
        head = msgspec.json.decode(text.removeprefix(b"\xef\xbb\xbf"), type=_Head)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return "", ""
    return (head.rulebook, head.rulebook_text) if head.format == FORMAT and head.rulebook_text else ("", "")


def _tournament(raw: TournamentJson, rulebook: Rulebook) -> Tournament:
    once("$.games", [(game.round, game.table) for game in raw.games], N_("two games at one table in one round"))
    if len(raw.players) > rulebook.maximum_players:
        refuse("$.players", N_("at most {most} players"), most=rulebook.maximum_players)
    once("$.draws", [draw.round for draw in raw.draws], N_("two draws of one round"))
    once("$.codes", [one.stage for one in raw.codes], N_("two codes of the same"))
    once("$.lot_order", raw.lot_order, N_("a player stands twice"))
    if strangers := set(raw.lot_order) - {player.id for player in raw.players}:
        refuse("$.lot_order", N_("there is no player {player}"), player=min(strangers))
    players = tuple(Player(p.id, p.name, p.region, p.email, p.eligible, p.present) for p in raw.players)
    tournament = Tournament(
        rulebook=raw.rulebook,
        language=raw.language or rulebook.language,
        event=EventInfo(**{**msgspec.to_builtins(raw.event), "referees": tuple(raw.event.referees)}),
        options=_options(raw.options, rulebook, players),
        players=players,
        draws=tuple(map(_draw, raw.draws)),
        lot_order=tuple(raw.lot_order),
        start_tables=_start_tables(raw, rulebook),
        events=(
            *(
                Event(e.type, e.player, e.moment, e.reason, e.automatic, _after_round(e), e.round, e.table, e.match)
                for e in raw.events
            ),
            *_rulings(raw),
        ),
        closed_after_round=raw.closed_after_round,
        codes=tuple(Posted(one.stage, one.code, one.salt) for one in raw.codes),
    )
    reader = GameReader(rulebook, tournament)
    games = [reader.game(f"$.games[{i}]", game) for i, game in enumerate(raw.games)]
    tournament = replace(tournament, games=tuple(sorted(games, key=lambda game: (game.round, game.table))))
    if raw.finals is not None or raw.ko_stages:
        return with_finals(tournament, raw, rulebook)
    return tournament


def _draw(raw: DrawJson) -> Draw:
    drawn = Draw(str(raw.round), raw.rng_seed, raw.source, raw.public_value, raw.algorithm, raw.version, raw.by_hand)
    return drawn if raw.pool is None else replace(drawn, code=raw.pool.code, salt=raw.pool.salt)


def _options(raw: OptionsJson, rulebook: Rulebook, players: Sequence[Player]) -> Mapping[str, str]:
    """Options as the tournament keeps them: texts. Those that the regulation does not have are left out."""
    values = msgspec.to_builtins(raw)
    texts = {key: _text(values[key]) for key in rulebook.options if key in values}
    return texts | ({APART: apart_text(texts[APART], players)} if texts.get(APART) else {})


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _start_tables(raw: TournamentJson, rulebook: Rulebook) -> Mapping[int, tuple[str, ...]]:
    """The fixed tables as drawn; without them, everybody sits where he sat in the first game."""
    if not rulebook.fixed_tables:
        return {}
    tables = {}
    for key, players in raw.start_tables.items():
        number = limits.number(key, limits.ORDINAL)
        if number is None or not 0 < len(players) <= rulebook.largest_table:
            text = N_("a table's number, and its players, at most {most}")
            refuse(f"$.start_tables.{key}", text, most=rulebook.largest_table)
        tables[number] = tuple(players)
    once("$.start_tables", [player for table in tables.values() for player in table], N_("a player stands twice"))
    for game in raw.games:
        if game.round == 1 and not raw.start_tables:
            numbers = seat_numbers(game)
            seats = sorted(zip(numbers, (seat.player for seat in game.seats), strict=True))
            tables[game.table] = tuple(player for _number, player in seats)
    return dict(sorted(tables.items()))


def _rulings(raw: TournamentJson) -> list[Event]:
    """The reasons of the referee's rulings, which the format writes beside the game; one that is blank is none."""
    for index, event in enumerate(raw.events):
        if event.type is EventType.RULING:
            refuse(f"$.events[{index}].type", N_("a ruling stands with its game: {example}"), example=_RULING)
    games = sorted(
        (game.round, game.table, game.ruling.reason) for game in raw.games if game.ruling and game.ruling.reason.strip()
    )
    return [Event(EventType.RULING, "", Moment.DURING_GAME, reason, round=number, table=table) for number, table, reason in games]


def _after_round(raw: EventJson) -> int | None:
    """Between rounds, an absent number is 0: before the first."""
    return 0 if raw.after_round is None and raw.moment is Moment.BETWEEN_ROUNDS else raw.after_round
