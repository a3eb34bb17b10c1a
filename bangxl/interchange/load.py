"""JSON to facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, NoReturn

import msgspec
from msgspec import UNSET

from bangxl.interchange import schema
from bangxl.interchange.schema import DuelJson, EventJson, FinalsJson, GameJson, SeatJson, TournamentJson
from bangxl.tournament.finals import BYE, match_winner, mode, pairing
from bangxl.tournament.model import (
    WALKOVER,
    Call,
    Draw,
    Duel,
    Event,
    EventInfo,
    Finals,
    Game,
    Moment,
    Player,
    Role,
    Score,
    Seat,
    Status,
    Tournament,
)  # fmt: skip
from bangxl.tournament.progress import rounds, rounds_played
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.standings import standings

NULLABLE: Final = frozenset({"alive", "bid", "opener"})
"""A cell that somebody left blank; an auction that nobody opened."""

KNOWN: Final = frozenset(
    field.encode_name
    for struct in vars(schema).values()
    if isinstance(struct, type) and issubclass(struct, msgspec.Struct) and struct is not msgspec.Struct
    for field in msgspec.structs.fields(struct)
)


class MalformedError(ValueError):
    """The text is no tournament: ``reason`` says why, ``path`` where (``$.games[0].seats[1].bid``)."""

    def __init__(self, reason: str, path: str = "$") -> None:
        super().__init__(f"{path}: {reason}")
        self.reason, self.path = reason, path


def loads(text: bytes, rulebook_of: Callable[[str], Rulebook]) -> Tournament:
    """The tournament in a JSON text; ``rulebook_of`` finds the regulation by its id.

    Raises MalformedError for what is no JSON, of another format, of a wrong type, or cannot be said in a workbook.
    """
    try:
        data = text.removeprefix(b"\xef\xbb\xbf")
        raw = msgspec.json.decode(data, type=TournamentJson)
        _refuse_null("$", msgspec.json.decode(data))
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at ")
        raise MalformedError(reason, path.strip("`") or "$") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise MalformedError(str(error)) from None
    return _tournament(raw, rulebook_of(raw.rulebook))


def _refuse(path: str, reason: str) -> NoReturn:
    raise MalformedError(reason, path)


def _refuse_null(path: str, value: object) -> None:
    """A key that we know is of its type, or absent: null only where NULLABLE says what it means."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if inner is None and key in KNOWN - NULLABLE:
                _refuse(f"{path}.{key}", "null; leave the key out instead")
            _refuse_null(f"{path}.{key}", inner)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            _refuse_null(f"{path}[{index}]", inner)


def _tournament(raw: TournamentJson, rulebook: Rulebook) -> Tournament:
    _once("$.games", [(game.round, game.table) for game in raw.games], "two games at one table in one round")
    if len(raw.players) > rulebook.maximum_players:
        _refuse("$.players", f"at most {rulebook.maximum_players} players")
    _once("$.draws", [draw.round for draw in raw.draws], "two draws of one round")
    _once("$.lot_order", raw.lot_order, "a player stands twice")
    if strangers := set(raw.lot_order) - {player.id for player in raw.players}:
        _refuse("$.lot_order", f"there is no player {min(strangers)}")
    options = msgspec.to_builtins(raw.options)
    tournament = Tournament(
        rulebook=raw.rulebook,
        language=raw.language or rulebook.language,
        event=EventInfo(**{**msgspec.to_builtins(raw.event), "referees": tuple(raw.event.referees)}),
        options={key: str(options[key]) for key in rulebook.options if key in options},
        players=tuple(Player(p.id, p.name, p.region, p.email, p.eligible, p.present) for p in raw.players),
        draws=tuple(Draw(str(draw.round), draw.rng_seed, draw.source) for draw in raw.draws),
        lot_order=tuple(raw.lot_order),
        events=tuple(
            Event(e.type, e.player, e.moment, e.reason, e.automatic, _after_round(e), e.round, e.table, e.match)
            for e in raw.events
        ),
        games=tuple(_game(f"$.games[{i}]", game, rulebook) for i, game in enumerate(raw.games)),
        closed_after_round=raw.closed_after_round,
    )
    return tournament if raw.finals is None else _with_finals(tournament, raw.finals, rulebook)


def _after_round(raw: EventJson) -> int | None:
    """Between rounds, an absent number is 0: before the first."""
    return 0 if raw.after_round is None and raw.moment is Moment.BETWEEN_ROUNDS else raw.after_round


def _once(path: str, keys: Sequence[object], reason: str) -> None:
    if len(set(keys)) < len(keys):
        _refuse(path, reason)


def _game(path: str, raw: GameJson, rulebook: Rulebook) -> Game:
    numbers = [index if seat.seat is UNSET else seat.seat for index, seat in enumerate(raw.seats, 1)]
    _once(f"{path}.seats", numbers, "two players on one seat")
    if not raw.seats or sorted(numbers) != list(range(1, len(numbers) + 1)) or len(numbers) > rulebook.largest_table:
        _refuse(f"{path}.seats", f"the seats must be numbered from 1, at most {rulebook.largest_table}")
    finished = raw.outcome is not None
    seats = [_seat(number, seat, rulebook, finished=finished) for number, seat in zip(numbers, raw.seats, strict=True)]
    if raw.renegade_final_duel:
        seats = _final_duel(f"{path}.renegade_final_duel", seats)
    calls = tuple(Call(call.opener, call.character, call.winner, call.price) for call in raw.auction)
    return Game(raw.round, raw.table, tuple(sorted(seats, key=lambda seat: seat.number)), raw.outcome, calls)


def _seat(number: int, raw: SeatJson, rulebook: Rulebook, *, finished: bool) -> Seat:
    """Of a finished game, what is absent means 0 and eliminated; of an open one, not filled in, but seat 1 is the Sheriff's."""
    alive = (False if finished else None) if raw.alive is UNSET else raw.alive
    bid = (0 if finished else None) if raw.bid is UNSET else raw.bid
    status = None if alive is None else Status.ALIVE if alive else Status.ELIMINATED
    role = Role.SHERIFF if raw.role is None and number == 1 and not finished else raw.role
    return Seat(number, raw.player, role, status, rulebook.character(raw.character), bid)


def _final_duel(path: str, seats: list[Seat]) -> list[Seat]:
    renegades = [seat for seat in seats if seat.role is Role.RENEGADE]
    if not renegades or any(seat.status is Status.ALIVE for seat in renegades):
        _refuse(path, "true needs a Renegade who was eliminated")
    return [replace(seat, status=Status.FINAL_DUEL) if seat in renegades else seat for seat in seats]


def _with_finals(tournament: Tournament, raw: FinalsJson, rulebook: Rulebook) -> Tournament:
    """Seat the duels as the standings say, then give them their results, in the order of the bracket."""
    if raw.mode and tournament.options.get("duel", raw.mode) != raw.mode:
        _refuse("$.finals.mode", f"{raw.mode}, but $.options.duel is {tournament.options['duel']}")
    if raw.mode and raw.mode != mode(tournament, rulebook):
        tournament = replace(tournament, options={**tournament.options, "duel": raw.mode})
    _once("$.finals.duels", [duel.match for duel in raw.duels], "two results of one match")
    results = {duel.match: (f"$.finals.duels[{i}]", duel) for i, duel in enumerate(raw.duels)}
    codes = [match.code for match in rulebook.matches]
    named = {f"duels[{i}]": duel.match for i, duel in enumerate(raw.duels)}
    named |= {f"draws[{i}]": draw.match for i, draw in enumerate(raw.draws)}
    for key, code in named.items():
        if code not in codes:
            _refuse(f"$.finals.{key}.match", f"there is no match {code!r}; known are {', '.join(codes)}")
    tournament = replace(
        tournament,
        finals=Finals(),
        draws=(*tournament.draws, *(Draw(draw.match, draw.rng_seed, draw.source) for draw in raw.draws)),
        closed_after_round=_closed(tournament, rulebook),
    )
    for match in rulebook.matches:
        pair = pairing(tournament, rulebook, match, standings(tournament, rulebook))
        path, result = results.get(match.code, ("", DuelJson(match.code)))
        seated = match.code in results or isinstance(match.a, int) if raw.seated is None else match.code in raw.seated
        if seated and pair != (BYE, BYE) and (pair or result.winner or raw.seated):
            tournament = _add(tournament, _duel(path, result, pair))
    decided = match_winner(tournament, rulebook, rulebook.last_match) is not None
    closed = decided if raw.closed is None else raw.closed
    return replace(tournament, finals=replace(tournament.finals or Finals(), closed=closed))


def _closed(tournament: Tournament, rulebook: Rulebook) -> int | None:
    """Finals after fewer rounds than scheduled imply that the elimination phase was closed early."""
    if tournament.closed_after_round is None and rounds_played(tournament) < rounds(tournament, rulebook):
        return rounds_played(tournament) or None
    return tournament.closed_after_round


def _add(tournament: Tournament, duel: Duel) -> Tournament:
    duels = tournament.finals.duels if tournament.finals else ()
    return replace(tournament, finals=Finals((*duels, duel)))


def _duel(path: str, raw: DuelJson, pair: tuple[str, str] | None) -> Duel:
    """A winner who is not in the pair that the standings give is kept beside the other: `check` finds the pairing wrong.

    So is a duel seated too early, without a pair.
    """
    a, b = pair or (raw.winner or "?", "?")
    if raw.winner is None:
        return Duel(raw.match, a, b)
    if raw.score is not None and raw.score[0] <= raw.score[1] and not raw.walkover:
        _refuse(f"{path}.score", "the winner's number stands first and is the greater")
    if raw.winner not in (a, b):
        a = raw.winner
    won: Score = WALKOVER
    lost: Score = None
    if raw.score is not None and not raw.walkover:
        won, lost = raw.score
    return Duel(raw.match, a, b, won, lost) if raw.winner == a else Duel(raw.match, a, b, lost, won)
