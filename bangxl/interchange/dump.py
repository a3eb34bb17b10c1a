"""Write facts and standings as JSON, and the digest of the facts. Keys are in the order of the format's description."""

import json
from base64 import b64encode
from dataclasses import asdict
from typing import Any, Final, cast

from bangxl import limits
from bangxl.interchange.schema import JSON_FORMAT
from bangxl.tournament.commitment import trimmed_lines
from bangxl.tournament.compositions import read_composition
from bangxl.tournament.finals import by_walkover, duel_mode, final_ranking, match_winner, prizes, qualifiers, title_holder
from bangxl.tournament.journal import digest_of
from bangxl.tournament.league import evenings
from bangxl.tournament.ledger import has_money, ledger
from bangxl.tournament.model import MARKS, Draw, Duel, Event, EventType, Game, Player, Role, Seat, Status, stage_code
from bangxl.tournament.options import APART, EVENING, OWN_TABLES, as_drawn, option_value, own_tables, read_own_tables
from bangxl.tournament.progress import Phase, objections, phase, round_count, rounds_played
from bangxl.tournament.roster import player_names
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.standings import standings
from bangxl.tournament.state import State

Json = dict[str, object]
_ONLY_IF_ANY: Final = frozenset({"rulebook_text", "lot_order", "start_tables", "codes", "ko_draws", "ko_stages", "logo"})


def dumps(data: Json) -> str:
    """JSON as bangxl writes it: readable, UTF-8, a line feed at the end."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def tournament_json(state: State) -> Json:
    """The tournament in the format ``bangxl/1``, with the known payout and bankroll of every seat.

    A referee's own regulation travels in it, as its file says it.
    """
    tournament, rulebook, finals = state.tournament, state.rulebook, state.tournament.finals
    data: Json = {
        "format": JSON_FORMAT,
        "rulebook": tournament.rulebook,
        "rulebook_text": rulebook.text,
        "language": tournament.language,
        "event": {**asdict(tournament.event), "referees": list(tournament.event.referees)},
        "options": {key: _option(key, tournament.options[key]) for key in rulebook.options if key in tournament.options},
        "players": [_player(state, player) for player in tournament.players],
        "draws": [_draw(state, draw) for draw in tournament.draws if draw.round] + _evenings_by_hand(state),
        "lot_order": list(tournament.lot_order),
        "start_tables": {str(table): list(players) for table, players in sorted(tournament.start_tables.items())},
        "events": [event_json(event) for event in tournament.events if event.type is not EventType.RULING],
        "games": _games(state),
    }
    data["codes"] = [{"stage": one.logged, "code": one.code, "salt": one.salt} for one in tournament.codes]
    if tournament.compared is not None:
        data["four_eyes"] = True
    if tournament.entry_fee is not None:
        data["entry_fee"] = tournament.entry_fee
    if tournament.fund is not None:
        data["prize_fund"] = tournament.fund
    if tournament.closed_after_round is not None:
        data["closed_after_round"] = tournament.closed_after_round
    if finals is not None:
        codes = {match.code for match in rulebook.matches}
        data["finals"] = {
            "mode": duel_mode(state),
            "duels": [result for duel in finals.duels if (result := duel_json(state, duel))],
            "seated": [duel.match for duel in finals.duels],
            "draws": [{"match": draw.drawn, **_seed(draw)} for draw in tournament.draws if draw.drawn in codes],
            "closed": finals.closed,
        }
    if rulebook.knockout is not None:
        stages = sorted({game.round for game in tournament.stages})
        data["ko_stages"] = [[stage_json(game) for game in tournament.stage(number)] for number in stages]
        drawn = ((number, draw) for number in stages for draw in tournament.draws if draw.drawn == stage_code(number))
        data["ko_draws"] = [{"stage": number, **_seed(draw)} for number, draw in drawn]
    data["logo"] = b64encode(tournament.logo or b"").decode()
    return {key: value for key, value in data.items() if value or key not in _ONLY_IF_ANY}


def _draw(state: State, draw: Draw) -> Json:
    """How a round was drawn; a mark only where somebody was moved by hand, its code where it has one.

    Who was kept apart and had a table of their own, where that has changed since.
    """
    data: Json = {"round": int(draw.drawn), **_seed(draw), "algorithm": draw.algorithm, "version": draw.version}
    data |= {"evening": evenings(state)[draw.round - 1]} if state.rulebook.league else {}
    data |= {"by_hand": True} if draw.by_hand else {}
    if (then := as_drawn(state, int(draw.drawn))) is not state:
        data |= {APART: option_value(then, APART), OWN_TABLES: dict(read_own_tables(own_tables(then.tournament)))}
    return data | ({"pool": {"code": draw.code, "salt": draw.salt}} if draw.code else {})


def _evenings_by_hand(state: State) -> list[Json]:
    """The evenings of a league's rounds that were drawn by hand: they have no seed."""
    seeds = {draw.drawn for draw in state.tournament.draws}
    held = enumerate(evenings(state)[:-1], 1)
    return [{"round": number, "rng_seed": "", "evening": evening} for number, evening in held if str(number) not in seeds]


def _games(state: State) -> list[Json]:
    """The record sheets, with everybody's payout and money, and the referee's rulings."""
    games = {(game.round, game.table): game_json(game, state.rulebook) for game in state.tournament.games}
    seats = {(*place, seat["seat"]): seat for place, data in games.items() for seat in cast("list[Json]", data["seats"])}
    for line in ledger(state):
        seat = seats[line.game.round, line.game.table, line.seat.number]
        if line.payout is not None:
            seat["payout"] = line.payout
        if has_money(state) and line.after is not None:
            seat["bankroll"] = [line.before, line.after]
    for place, who in (state.tournament.compared or {}).items():
        if place in games:
            games[place]["compared"] = who
    for game in state.tournament.games:
        if game.is_ruled:
            payouts = {seat.player: seat.ruling for seat in game.from_sheriff()}
            ruling = {"reason": state.tournament.reason_of(game), "payouts": payouts}
            games[game.round, game.table]["ruling"] = ruling
    return [games[place] for place in sorted(games)]


def _player(state: State, player: Player) -> Json:
    """Somebody on the list; with what they have paid only where that is kept."""
    without = [] if player.table else ["table"]
    without += ["paid", "fee"] if state.tournament.entry_fee is None else ["fee"] if player.fee is None else []
    return _without(asdict(player), *without)


def _option(key: str, value: str) -> object:
    """An option as the format writes it: marks as true and false, sizes of tables as a list, a number of games."""
    if key == "composition":
        return list(read_composition(value))
    if key in {"games", EVENING} and limits.whole_number(value) is not None:
        return int(value)
    return {"true": True, "false": False}.get(value, value)


def event_json(event: Event) -> Json:
    """The referee's events, with the moment."""
    data: Json = {"type": event.type, "player": event.player, "reason": event.reason, "automatic": event.automatic}
    data["moment"] = event.moment
    moment = {"after_round": event.after_round, "round": event.round, "table": event.table, "match": event.match or None}
    return data | {key: value for key, value in moment.items() if value is not None}


def game_json(game: Game, rulebook: Rulebook) -> Json:
    """A record sheet as it was written, its seats from the Sheriff on."""
    data: Json = {"round": game.round, "table": game.table}
    data |= _ending(game)
    if game.auction:
        data["auction"] = [asdict(call) for call in game.auction]
    data["seats"] = [{"seat": seat.number, **_seat(game, seat, rulebook)} for seat in game.from_sheriff()]
    return data


def stage_json(game: Game) -> Json:
    """A table of the knock-out; with two or three players it has a winner instead of roles."""
    data: Json = {"stage": game.round, "table": game.table}
    data |= _ending(game) | ({"outcome": "winner", "winner": game.winner} if game.winner else {})
    data["seats"] = [_seat(game, seat) for seat in game.seats]
    return data


def _ending(game: Game) -> Json:
    data: Json = {} if game.outcome is None else {"outcome": game.outcome}
    return data | ({"renegade_final_duel": _final_duel(game)} if data or _final_duel(game) else {})


def _final_duel(game: Game) -> bool:
    """What the format can say: only the Renegade can have lost the final duel."""
    return {seat.status for seat in game.seats if seat.role is Role.RENEGADE} == {Status.FINAL_DUEL}


def _seat(game: Game, seat: Seat, rulebook: Rulebook | None = None) -> Json:
    """What was typed of a seat; of a finished game also the blanks where an absent key would mean 0 or eliminated.

    Without a ``rulebook`` it is a seat of the knock-out: nothing is bought there, and nothing marked.
    """
    alive = None if seat.status is None else seat.status is Status.ALIVE
    typed: Json = {"role": seat.role, "alive": alive, "character": seat.character or None}
    needed = {"alive"}
    if rulebook is not None:
        typed |= {"bid": seat.bid, "lives": seat.lives}
        needed |= ({"bid"} if rulebook.auction else set()) | ({"lives"} if rulebook.lives else set())
    data: Json = {"player": seat.player}
    data |= {key: value for key, value in typed.items() if value is not None or (game.outcome is not None and key in needed)}
    if seat.status is Status.AMONG_LAST:
        data["among_last"] = True
    elif seat.status is Status.FINAL_DUEL and not (seat.role is Role.RENEGADE and _final_duel(game)):
        data["final_duel"] = True
    marks = {mark: getattr(seat, mark) for mark in MARKS} if rulebook else {}
    given = {badge.name: getattr(seat, mark) for mark, badge in rulebook.badges.items()} if rulebook else {}
    if any(given.values()):
        data["badges"] = {name: count for name, count in given.items() if count}
    # also where another regulation was played, if somebody has written it
    return data | {mark: value for mark, value in marks.items() if value or (rulebook and rulebook.asks(mark))}


def _seed(draw: Draw) -> Json:
    data: Json = {"rng_seed": draw.rng_seed, "source": draw.source}
    return {**data, "public_value": draw.public_value} if draw.public_value else data


def duel_json(state: State, duel: Duel) -> Json | None:
    """The winner and the score; a duel that was broken off is a walkover without a score. None if nobody has won yet."""
    winner, score = match_winner(state, duel.match), [duel.score_a, duel.score_b]
    if not winner:
        return None
    if by_walkover(state, duel):
        return {"match": duel.match, "winner": winner, "walkover": True}
    return {"match": duel.match, "winner": winner, "score": score if winner == duel.player_a else score[::-1], "walkover": False}


def standings_json(state: State) -> Json:
    """The standings of the elimination phase, qualifiers, final ranking and prizes, as `bangxl standings --json` prints them."""
    names, played, why = player_names(state), rounds_played(state), objections(state)
    complete = phase(state) is not Phase.ELIMINATION or 0 < round_count(state) <= played
    title = {"title": {"name": state.rulebook.champion, "player": title_holder(state)}}
    rows: list[Json] = [
        {
            "player": row.player,
            "name": names.get(row.player, ""),
            "rank": row.rank,
            "place": row.place,
            "tied": row.tied,
            "status": row.status,
            "score": int(row.score) if row.score.denominator == 1 else float(row.score),
            "score_exact": str(row.score),
            "games": row.games,
            **({"lacks": row.lacks} if state.rulebook.league else {}),
            "criteria": {
                code: value if value is None else int(value) if value.denominator == 1 else str(value)
                for code, value in row.criteria.items()
            },
        }
        for row in standings(state)
    ]
    return {
        "rulebook": state.tournament.rulebook,
        "rounds_played": played,
        "rounds": round_count(state),
        "phase": phase(state),
        "rows": rows,
        "qualifiers": list(qualifiers(state)) if complete else [],
        "final_ranking": [asdict(placed) for placed in final_ranking(state)],
        "prizes": dict(prizes(state)),
        **(title if "champion" in state.rulebook.articles else {}),
        "official": {"valid": not why, "why": list(why)},
    }


DIGEST_LENGTH: Final = 32
"""128 bits: nobody makes two tournaments with the same, not even the referee. So people compare them all."""
_GROUP: Final = 4
_DERIVED: Final = ("payout", "bankroll")


def fingerprint(state: State) -> str:
    """32 hexadecimal digits over all facts, the log and the text of a referee's own regulation.

    Mail addresses, fees, who has compared, the logo, the language, and what can be computed, do not count.
    """
    data: dict[str, Any] = {**tournament_json(state)}
    del data["language"]
    data = _without(data, "rulebook_text", "entry_fee", "four_eyes", "logo")
    data["players"] = [_without(player, "email", "paid", "fee") for player in data["players"]]
    data["games"] = [
        {**_without(game, "compared"), "seats": [_without(seat, *_DERIVED) for seat in game["seats"]]} for game in data["games"]
    ]
    log = [asdict(entry) for entry in state.journal.entries]
    return digest_of({"rulebook": trimmed_lines(state.rulebook.text), "tournament": data, "log": log})[:DIGEST_LENGTH]


def spoken_digest(digest: str) -> str:
    """A digest for paper and voice, in groups of four digits."""
    return " ".join(digest[start : start + _GROUP] for start in range(0, len(digest), _GROUP))


def _without(data: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in keys}
