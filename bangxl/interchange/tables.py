"""The tables of a tournament for spreadsheets and pandas: rows with English columns; what is missing is None or ""."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any, Final

from bangxl.interchange.dump import duel_json
from bangxl.tournament.finals import champions, final_ranking, prizes, qualifiers
from bangxl.tournament.knockout import winners
from bangxl.tournament.ledger import ledger
from bangxl.tournament.model import OPTIONAL_FIELDS, Game, sheet_numbers
from bangxl.tournament.roster import player_names
from bangxl.tournament.standings import standings
from bangxl.tournament.state import State

_Row = dict[str, Any]

GAME: Final = {"round": "Int64", "table": "Int64", "stage": "Int64"}
_SEAT: Final = {
    **GAME, "seat": "Int64", "player": "string", "name": "string", "role": "string", "status": "string",
    "character": "string",
    "bid": "Int64", "lives": "Int64", "reconfirmed": "boolean", "killed_sheriff": "boolean", "outlaws_killed": "Int64",
    "cards_kept": "Int64", "outcome": "string", "won": "boolean", "payout": "Int64",
}  # fmt: skip
COLUMN_TYPES: Final[Mapping[str, Mapping[str, str]]] = {
    "players": {
        "player": "string", "name": "string", "region": "string", "email": "string",
        "eligible": "boolean", "present": "boolean", "table": "Int64",
    },
    "games": {**GAME, "players": "Int64", "outcome": "string", "winner": "string", "ruled": "boolean"},
    "seats": _SEAT,
    "anonymous": {name: kind for name, kind in _SEAT.items() if name != "name"} | {"player": "Int64"},
    "ledger": {
        "round": "Int64", "table": "Int64", "seat": "Int64", "player": "string", "name": "string", "before": "Int64",
        "cost": "Int64", "payout": "Int64", "after": "Int64", "settled": "boolean",
    },
    "standings": {
        "place": "Int64", "rank": "Int64", "player": "string", "name": "string", "status": "string", "score": "Float64",
        "score_exact": "string", "games": "Int64", "tied": "boolean", "qualified": "boolean", "final_place": "Int64",
        "prize": "Int64", "title": "boolean",
    },
    "finals": {
        "match": "string", "player_a": "string", "name_a": "string", "score_a": "Int64", "player_b": "string", "name_b": "string",
        "score_b": "Int64", "walkover": "boolean", "winner": "string",
    },
    "draws": {
        "round": "Int64", "stage": "Int64", "match": "string", "rng_seed": "string", "source": "string",
        "public_value": "string", "algorithm": "string",
        "version": "Int64", "by_hand": "boolean", "code": "string", "salt": "string",
    },
    "events": {
        "type": "string", "player": "string", "name": "string", "moment": "string", "after_round": "Int64", "round": "Int64",
        "table": "Int64", "match": "string", "reason": "string", "automatic": "boolean",
    },
}  # fmt: skip
"""The columns of each table and their dtypes in pandas; standings have one more for each tie-break, seats for each badge."""


def types(table: str, state: State) -> dict[str, str]:
    """The columns of a table and their dtypes."""
    own = COLUMN_TYPES[table]
    if table in {"seats", "anonymous"}:
        own = {**own, **{f"badge {badge.name}": "Int64" for badge in state.rulebook.badges.values()}}
    return {**own, **{code: "Float64" for code in state.rulebook.criteria if table == "standings" and code not in own}}


def _games(state: State) -> Iterator[tuple[_Row, Game]]:
    for game in state.tournament.games:
        yield {"round": game.round, "table": game.table}, game
    for game in state.tournament.stages:
        yield {"stage": game.round, "table": game.table}, game


def _seats(state: State) -> Iterator[_Row]:
    names = player_names(state)
    paid = {(line.game.round, line.game.table, line.seat.number): line.payout for line in ledger(state)}
    unasked = dict.fromkeys(mark for mark in OPTIONAL_FIELDS if not state.rulebook.asks(mark))
    for at, game in _games(state):
        best = winners(game)
        for seat in game.from_sheriff():
            row = {**at, **asdict(seat), **unasked, "seat": seat.number, "name": names.get(seat.player), "outcome": game.outcome}
            row |= {f"badge {badge.name}": row[mark] for mark, badge in state.rulebook.badges.items() if "round" in at}
            row["won"] = seat.player in best if best else None
            if "round" in at:
                yield {**row, "payout": paid.get((game.round, game.table, seat.number))}
            else:
                yield {**row, **dict.fromkeys(OPTIONAL_FIELDS)}  # nobody is asked in the knock-out


def _anonymous(state: State) -> Iterator[_Row]:
    numbers: dict[str, int] = {}
    for row in _seats(state):
        number = numbers.setdefault(row["player"], len(numbers) + 1) if row["player"] else None
        known = row["character"] if row["character"] in state.rulebook.characters else None
        yield {**row, "player": number, "character": known}


def _ledger(state: State) -> Iterator[_Row]:
    names = player_names(state)
    for line in ledger(state):
        yield {
            "round": line.game.round,
            "table": line.game.table,
            "seat": line.seat.number,
            "player": line.seat.player,
            "name": names.get(line.seat.player),
            **{key: getattr(line, key) for key in ("before", "cost", "payout", "after", "settled")},
        }


def _standings(state: State) -> Iterator[_Row]:
    names, through, won, first = player_names(state), qualifiers(state), prizes(state), champions(state)
    final = {placed.player: placed.place for placed in final_ranking(state)}
    is_known = state.tournament.finals is not None
    for row in standings(state):
        yield {
            **{key: getattr(row, key) for key in ("place", "rank", "player", "status", "games", "tied")},
            "name": names.get(row.player),
            "score": float(row.score),
            "score_exact": str(row.score),
            "qualified": row.player in through if is_known else None,
            "final_place": final.get(row.player),
            "prize": won.get(row.player),
            "title": row.player in first if first else None,
            **{code: None if value is None else float(value) for code, value in row.criteria.items() if code != "games"},
        }


def _finals(state: State) -> Iterator[_Row]:
    names = player_names(state)
    for duel in state.tournament.finals.duels if state.tournament.finals else ():
        told = duel_json(state, duel) or {}
        yield {
            **asdict(duel),
            **({} if "score" in told else {"score_a": None, "score_b": None}),
            "name_a": names.get(duel.player_a),
            "name_b": names.get(duel.player_b),
            "walkover": told.get("walkover"),
            "winner": told.get("winner"),
        }


def _draws(state: State) -> Iterator[_Row]:
    for draw in state.tournament.draws:
        stage = sheet_numbers(draw.drawn, "Stage")
        place = {"round": draw.round} if draw.round else {"stage": stage[0]} if stage else {"match": draw.drawn}
        yield {**asdict(draw), "stage": None, **place}


def _events(state: State) -> Iterator[_Row]:
    names = player_names(state)
    for one in state.tournament.events:
        yield {**asdict(one), "name": names.get(one.player)}


ROWS: Final[Mapping[str, Callable[[State], Iterable[_Row]]]] = {
    "players": lambda state: ({**asdict(player), "player": player.id} for player in state.tournament.players),
    "games": lambda state: (
        {**at, "players": game.size, "outcome": game.outcome, "winner": game.winner, "ruled": game.is_ruled}
        for at, game in _games(state)
    ),
    "seats": _seats,
    "ledger": _ledger,
    "standings": _standings,
    "finals": _finals,
    "draws": _draws,
    "events": _events,
    "anonymous": _anonymous,
}
"""The rows of each table; some have more than its columns."""
