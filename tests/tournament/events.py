"""Who leaves a small tournament, and its duels."""

from dataclasses import replace
from typing import Final

from bangxl.tournament.model import Duel, Event, EventType, Finals, Moment, Tournament
from tests.tournament.builders import entries, ten


def leaving(player: str, table: int, after_round: int) -> Event:
    """He goes home between two games of his fixed table."""
    return replace(withdrawal(player, after_round), table=table)


def withdrawal(player: str, after_round: int) -> Event:
    """He goes home between two rounds."""
    return Event(EventType.WITHDRAWAL, player, Moment.BETWEEN_ROUNDS, after_round=after_round)


def during(kind: EventType, player: str, number: int, table: int) -> Event:
    return Event(kind, player, Moment.DURING_GAME, "gioco lento", round=number, table=table)


def duelling(kind: EventType, player: str, match: str, moment: Moment = Moment.BEFORE_DUEL) -> Event:
    return Event(kind, player, moment, "offese", match=match)


def with_events(tournament: Tournament, *events: Event) -> Tournament:
    return replace(tournament, events=(*tournament.events, *events))


def with_duels(tournament: Tournament, *duels: Duel, closed: bool = False) -> Tournament:
    """The same tournament with these duels and no others."""
    return replace(tournament, finals=Finals(duels, closed))


LADDER: Final = ("P002", "P003", "P007", "P008", "P006", "P001", "P004", "P009", "P005", "P010")
"""The standings of `ladder`, the first first, in hundreds of dollars 101, 99, 97, 95, 80, 78, 72, 71, 50, 49."""


def ladder() -> Tournament:
    """Ten players, three rounds, nobody equal: the two tables of `ten` and in the last round a bid for everybody."""
    bids = {"P001": 200, "P002": 100, "P003": 300, "P007": 500, "P008": 700, "P009": 100, "P010": 100}
    *early, left, right = ten().games
    last = (replace(game, seats=tuple(replace(s, bid=bids.get(s.player, 0)) for s in game.seats)) for game in (left, right))
    return replace(entries(10), games=(*early, *last))
