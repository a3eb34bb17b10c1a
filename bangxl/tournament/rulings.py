"""The referee's rulings: a game that cannot have ended as its sheet says, and what it pays all the same (G10).

The amounts stand beside the seats, the reason in an event.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from bangxl.tournament.findings import Finding
from bangxl.tournament.model import Event, EventType, Game, Moment, Tournament

OVERRULED: Final = frozenset(
    {
        "unknown_word", "not_a_number", "formula_as_input", "game_incomplete", "character_missing", "role_counts",
        "sheriff_not_first", "sheriff_twice", "wrong_sheriff", "impossible_end", "final_duel_impossible", "too_many_last",
        "unknown_character", "duplicate_character", "bid_step", "bid_minimum", "bid_above_bankroll", "nobody_paid_last",
        "reconfirmed_wrongly", "auction_price", "auction_order", "auction_penniless", "lives_do_not_fit",
        "killed_sheriff_impossible", "outlaws_killed_impossible", "cards_kept_impossible", "mark_without_option",
    }
)  # fmt: skip
"""What can be wrong with how a game was played or written down. Who sits there, and what was closed, no ruling settles."""


def is_of(event: Event, game: Game) -> bool:
    """Whether an event is the ruling of a game."""
    return event.type is EventType.RULING and (event.round, event.table) == (game.round, game.table)


def reason_of(tournament: Tournament, game: Game) -> str:
    """Why the referee has decided a game: all that stands among the events; "" where nothing does."""
    reasons = (event.reason.strip() for event in tournament.events if is_of(event, game))
    return "; ".join(dict.fromkeys(filter(None, reasons)))


def with_ruling(tournament: Tournament, game: Game, payouts: Mapping[str, int], reason: str) -> Tournament:
    """The tournament with a game decided: dollars for each of its players by id, and the reason, in place of earlier ones."""
    before = without_ruling(tournament, game)
    event = Event(EventType.RULING, "", Moment.DURING_GAME, reason, round=game.round, table=game.table)
    return replace(before, games=_games(before, game, payouts), events=(*before.events, event))


def without_ruling(tournament: Tournament, game: Game) -> Tournament:
    """The tournament with a game as it was typed: no amounts, and no event that decides it."""
    events = tuple(event for event in tournament.events if not is_of(event, game))
    return replace(tournament, games=_games(tournament, game, {}), events=events)


def _games(tournament: Tournament, game: Game, payouts: Mapping[str, int]) -> tuple[Game, ...]:
    seats = tuple(replace(seat, ruling=payouts.get(seat.player)) for seat in game.seats)
    here = (game.round, game.table)
    return tuple(replace(one, seats=seats) if (one.round, one.table) == here else one for one in tournament.games)


def overrule(tournament: Tournament, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings; what is wrong on a sheet that the referee has decided becomes a note."""
    ruled = {(game.round, game.table) for game in tournament.games if game.is_ruled}
    for finding in findings:
        here = (finding.at.round, finding.at.table) in ruled
        yield replace(finding, overruled=True) if here and finding.code in OVERRULED else finding
