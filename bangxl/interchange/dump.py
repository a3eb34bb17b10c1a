"""Facts to JSON, and the standings as JSON; the digest of the facts. Keys stand in the order of the format's description."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from hashlib import sha256
from typing import Any, Final

from bangxl import limits
from bangxl.interchange.schema import FORMAT
from bangxl.tournament.finals import final_ranking, is_legal, match_winner, mode, prizes, qualifiers, title_holder
from bangxl.tournament.ledger import LedgerLine, has_money, ledger
from bangxl.tournament.model import MARKS, Draw, Duel, Event, EventType, Game, Role, Seat, Status, Tournament, stage_code
from bangxl.tournament.pool import trimmed_lines
from bangxl.tournament.progress import Phase, objections, phase, rounds, rounds_played
from bangxl.tournament.roster import player_names
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.rulings import reason_of
from bangxl.tournament.seating import read_composition
from bangxl.tournament.standings import Row, standings
from bangxl.tournament.state import State

Json = dict[str, object]
_ONLY_IF_ANY: Final = frozenset({"rulebook_text", "lot_order", "start_tables", "codes", "ko_draws", "ko_stages"})


def dumps(data: Json) -> str:
    """JSON as bangxl writes it: readable, UTF-8, a line feed at the end."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def tournament_json(state: State) -> Json:
    """The tournament in the format ``bangxl/1``, every seat with its payout and bankroll as far as they are known.

    A referee's own regulation travels in it, as its file says it.
    """
    lines = {(line.game.round, line.game.table, line.seat.number): line for line in ledger(state)}
    owners = has_money(state)
    data: Json = {
        "format": FORMAT,
        "rulebook": state.tournament.rulebook,
        "rulebook_text": state.rulebook.text,
        "language": state.tournament.language,
        "event": {**asdict(state.tournament.event), "referees": list(state.tournament.event.referees)},
        "options": {
            key: _option(key, state.tournament.options[key]) for key in state.rulebook.options if key in state.tournament.options
        },
        "players": [asdict(player) for player in state.tournament.players],
        "draws": [{"round": int(draw.stage), **_draw(draw)} for draw in state.tournament.draws if draw.stage.isdecimal()],
        "lot_order": list(state.tournament.lot_order),
        "start_tables": {str(table): list(players) for table, players in sorted(state.tournament.start_tables.items())},
        "events": [event_json(event) for event in state.tournament.events if event.type is not EventType.RULING],
        "games": [
            _game(game, state.rulebook, lines, money=owners) | _ruling(state.tournament, game)
            for game in sorted(state.tournament.games, key=lambda game: (game.round, game.table))
        ],
    }
    data["codes"] = [{"stage": one.stage, "code": one.code, "salt": one.salt} for one in state.tournament.codes]
    if state.tournament.closed_after_round is not None:
        data["closed_after_round"] = state.tournament.closed_after_round
    if state.tournament.finals is not None:
        data["finals"] = _finals(state)
    if state.rulebook.knockout is not None:
        data["ko_stages"] = [[stage_json(game) for game in state.tournament.stage(n)] for n in _stages(state.tournament)]
        data["ko_draws"] = _stage_draws(state.tournament)
    return {key: value for key, value in data.items() if value or key not in _ONLY_IF_ANY}


def _option(key: str, value: str) -> object:
    """An option as the format writes it: marks as true and false, sizes of tables as a list, a number of games."""
    if key == "composition":
        return list(read_composition(value))
    if key == "games" and limits.number(value) is not None:
        return int(value)
    return {"true": True, "false": False}.get(value, value)


def event_json(event: Event) -> Json:
    """What the referee noted, with the moment."""
    data: Json = {"type": event.type, "player": event.player, "reason": event.reason, "automatic": event.automatic}
    data["moment"] = event.moment
    moment = {"after_round": event.after_round, "round": event.round, "table": event.table, "match": event.match or None}
    return data | {key: value for key, value in moment.items() if value is not None}


def _game(game: Game, rulebook: Rulebook, lines: Mapping[tuple[int, int, int], LedgerLine], *, money: bool) -> Json:
    """A record sheet with everybody's payout and money."""
    seats = [
        _seat(game, seat, rulebook) | _paid(lines[game.round, game.table, seat.number], money=money)
        for seat in game.from_sheriff()
    ]
    return game_json(game, rulebook) | {"seats": seats}


def game_json(game: Game, rulebook: Rulebook) -> Json:
    """A record sheet as it was written, its seats from the Sheriff on."""
    data: Json = {"round": game.round, "table": game.table}
    if game.outcome is not None:
        data["outcome"] = game.outcome
    if game.outcome is not None or _final_duel(game):
        data["renegade_final_duel"] = _final_duel(game)
    if game.auction:
        data["auction"] = [asdict(call) for call in game.auction]
    data["seats"] = [_seat(game, seat, rulebook) for seat in game.from_sheriff()]
    return data


def _ruling(tournament: Tournament, game: Game) -> Json:
    """What the referee gives each player, in the order of the seats, and why; nothing where he has not decided the game."""
    payouts = {seat.player: seat.ruling for seat in game.from_sheriff()}
    return {"ruling": {"reason": reason_of(tournament, game), "payouts": payouts}} if game.is_ruled else {}


def _final_duel(game: Game) -> bool:
    """What the format can say: the Renegade, and he only, can have lost the final duel."""
    renegades = [seat.status for seat in game.seats if seat.role is Role.RENEGADE]
    return set(renegades) == {Status.FINAL_DUEL}


def _seat(game: Game, seat: Seat, rulebook: Rulebook) -> Json:
    data: Json = {"seat": seat.number, "player": seat.player}
    typed: Json = {"role": seat.role, "alive": _alive(seat), "character": seat.character or None, "bid": seat.bid}
    typed["lives"] = seat.lives
    needed = {"alive"} | ({"bid"} if rulebook.auction else set()) | ({"lives"} if rulebook.lives else set())
    finished = game.outcome is not None
    data |= {key: value for key, value in typed.items() if value is not None or (finished and key in needed)}
    return data | _end(game, seat) | _marks(seat, rulebook)


def _end(game: Game, seat: Seat) -> Json:
    """An end that only the seat can say: among the last, or a final duel that is not the Renegade's."""
    if seat.status is Status.AMONG_LAST:
        return {"among_last": True}
    said = seat.role is Role.RENEGADE and _final_duel(game)
    return {"final_duel": True} if seat.status is Status.FINAL_DUEL and not said else {}


def _paid(line: LedgerLine, *, money: bool) -> Json:
    """What somebody has got for a game, and had before and after it."""
    paid: Json = {} if line.payout is None else {"payout": line.payout}
    return paid | ({"bankroll": [line.before, line.after]} if money and line.after is not None else {})


def _alive(seat: Seat) -> bool | None:
    return None if seat.status is None else seat.status is Status.ALIVE


def _marks(seat: Seat, rulebook: Rulebook) -> Json:
    """What only some regulations ask for; also where another one was played, if somebody has written it."""
    marks = {mark: getattr(seat, mark) for mark, blank in MARKS.items() if blank is not None}
    return {mark: value for mark, value in marks.items() if value or rulebook.asks(mark)}


def _stages(tournament: Tournament) -> list[int]:
    return sorted({game.round for game in tournament.stages})


def stage_json(game: Game) -> Json:
    """A table of the knock-out; with two or three players it has a winner instead of roles."""
    data: Json = {"stage": game.round, "table": game.table}
    if game.winner:
        data |= {"outcome": "winner", "winner": game.winner}
    elif game.outcome is not None:
        data["outcome"] = game.outcome
    if game.outcome is not None or _final_duel(game):
        data["renegade_final_duel"] = _final_duel(game)
    data["seats"] = [_stage_seat(seat, finished=game.outcome is not None) | _end(game, seat) for seat in game.seats]
    return data


def _stage_seat(seat: Seat, *, finished: bool) -> Json:
    typed: Json = {"role": seat.role, "alive": _alive(seat), "character": seat.character or None}
    needed = {"alive"} if finished else set()
    return {"player": seat.player} | {key: value for key, value in typed.items() if value is not None or key in needed}


def _draw(draw: Draw) -> Json:
    """How a round was drawn; a mark only where somebody was moved by hand, its code where it has one."""
    found: Json = {**_seed(draw), "algorithm": draw.algorithm, "version": draw.version}
    found |= {"by_hand": True} if draw.by_hand else {}
    return found | ({"pool": {"code": draw.code, "salt": draw.salt}} if draw.code else {})


def _seed(draw: Draw) -> Json:
    """A seed, where it came from, and what the room supplied for it."""
    found: Json = {"rng_seed": draw.rng_seed, "source": draw.source}
    return {**found, "public_value": draw.public_value} if draw.public_value else found


def _stage_draws(tournament: Tournament) -> list[Json]:
    return [
        {"stage": number, **_seed(draw)}
        for number in _stages(tournament)
        for draw in tournament.draws
        if draw.stage == stage_code(number)
    ]


def _finals(state: State) -> Json:
    finals = state.tournament.finals
    duels = finals.duels if finals else ()
    codes = {match.code for match in state.rulebook.matches}
    return {
        "mode": mode(state),
        "duels": [told for duel in duels if (told := duel_json(state, duel))],
        "seated": [duel.match for duel in duels],
        "draws": [{"match": draw.stage, **_seed(draw)} for draw in state.tournament.draws if draw.stage in codes],
        "closed": finals is not None and finals.closed,
    }


def duel_json(state: State, duel: Duel) -> Json | None:
    """Who won and how; a duel that was broken off, or never begun, is a walkover without a score. None while nobody has won."""
    winner, played = match_winner(state, duel.match), is_legal(state, duel)
    if not winner:
        return None
    mine, other = (duel.score_a, duel.score_b) if winner == duel.player_a else (duel.score_b, duel.score_a)
    if played and isinstance(mine, int) and isinstance(other, int) and mine > other:
        return {"match": duel.match, "winner": winner, "score": [mine, other], "walkover": False}
    return {"match": duel.match, "winner": winner, "walkover": True}


def standings_json(state: State) -> Json:
    """The standings of the elimination phase, qualifiers, final ranking and prizes, as `bangxl standings --json` prints them."""
    rows = standings(state)
    names = player_names(state)
    now = phase(state)
    played = rounds_played(state)
    complete = now is not Phase.ELIMINATION or 0 < rounds(state) <= played
    why = objections(state)
    title = {"title": {"name": state.rulebook.champion, "player": title_holder(state)}}
    return {
        "rulebook": state.tournament.rulebook,
        "rounds_played": played,
        "rounds": rounds(state),
        "phase": now,
        "rows": [_row(row, names) for row in rows],
        "qualifiers": list(qualifiers(state)) if complete else [],
        "final_ranking": [asdict(placed) for placed in final_ranking(state)],
        "prizes": dict(prizes(state)),
        **(title if "champion" in state.rulebook.articles else {}),
        "official": {"valid": not why, "why": list(why)},
    }


def _row(row: Row, names: Mapping[str, str]) -> Json:
    return {
        "player": row.player,
        "name": names.get(row.player, ""),
        "rank": row.rank,
        "place": row.place,
        "tied": row.tied,
        "status": row.status,
        "score": _number(row.score),
        "score_exact": str(row.score),
        "games": row.games,
        "criteria": {code: _exact(value) for code, value in row.criteria.items()},
    }


def _number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def _exact(value: Fraction | None) -> int | str | None:
    if value is None:
        return None
    return int(value) if value.denominator == 1 else str(value)


DIGEST_LENGTH: Final = 32
SPOKEN: Final = 20
"""So many digits of a digest stand where people read it: nobody finds another tournament with the same."""
_GROUP: Final = 4
_DERIVED: Final = ("payout", "bankroll")


def fingerprint(state: State) -> str:
    """32 hexadecimal digits over all facts, the log and the text of a referee's own regulation.

    Mail addresses, the language, and what can be computed, do not count.
    """
    data: dict[str, Any] = {**tournament_json(state)}
    del data["language"]
    data.pop("rulebook_text", None)
    data["players"] = [_without(player, "email") for player in data["players"]]
    data["games"] = [{**game, "seats": [_without(seat, *_DERIVED) for seat in game["seats"]]} for game in data["games"]]
    facts = {
        "rulebook": trimmed_lines(state.rulebook.text),
        "tournament": data,
        "log": [asdict(entry) for entry in state.journal.entries],
    }
    text = json.dumps(facts, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:DIGEST_LENGTH]


def spoken_digest(digest: str) -> str:
    """The beginning of a digest for paper and voice: 20 digits in groups of four."""
    return " ".join(digest[start : start + _GROUP] for start in range(0, min(SPOKEN, len(digest)), _GROUP))


def _without(data: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in keys}
