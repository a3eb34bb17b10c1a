"""Small tournaments by hand, with no more in them than a test needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bangxl.rulebooks.loader import load
from bangxl.tournament.model import Duel, Event, EventType, Finals, Game, Moment, Outcome, Player, Role, Seat, Status, Tournament
from bangxl.tournament.rulebook import Rulebook

ITALY: Final[Rulebook] = load("italy-2010")

S, D, O, R = Role.SHERIFF, Role.DEPUTY, Role.OUTLAW, Role.RENEGADE  # noqa: E741 -- one letter a role card
ALIVE, DEAD, DUEL = Status.ALIVE, Status.ELIMINATED, Status.FINAL_DUEL

CARDS: Final = {5: (S, D, O, O, R), 6: (S, D, O, O, O, R), 7: (S, D, D, O, O, O, R)}
"""The roles of a table, in the order in which `finished` deals them."""


def ids(first: int, last: int) -> tuple[str, ...]:
    """``P001`` to ``P010``."""
    return tuple(f"P{number:03}" for number in range(first, last + 1))


def entries(count: int) -> Tournament:
    """A tournament of which only the entry list stands."""
    return Tournament("italy-2010", players=tuple(Player(p, f"Giocatore {p}") for p in ids(1, count)))


def seated(number: int, table: int, players: Sequence[str]) -> Game:
    """A record sheet as the draw leaves it."""
    return Game(number, table, tuple(Seat(s, player, S if s == 1 else None) for s, player in enumerate(players, 1)))


def finished(number: int, table: int, players: Sequence[str], outcome: Outcome = Outcome.LAW, bids: Sequence[int] = ()) -> Game:
    """A finished game, roles dealt in the order of CARDS: Law, all enemies dead; Outlaws, only they alive; Renegade, he alone."""
    survivors = {Outcome.LAW: {S, D}, Outcome.OUTLAWS: {O}, Outcome.RENEGADE: {R}}[outcome]
    paid = [*bids, *([0] * (len(players) - len(bids)))]
    return Game(
        number,
        table,
        tuple(
            Seat(s, player, role, ALIVE if role in survivors else DEAD, character, bid)
            for s, (player, role, character, bid) in enumerate(
                zip(players, CARDS[len(players)], ITALY.characters, paid, strict=False), 1
            )
        ),
        outcome,
    )


def ended(roles: Sequence[Role], statuses: Sequence[Status], outcome: Outcome | None) -> Game:
    """Table 1 of round 1 with these roles and this end; nobody has paid anything."""
    lines = enumerate(zip(roles, statuses, strict=True), 1)
    return Game(1, 1, tuple(Seat(s, f"P{s:03}", role, status, bid=0) for s, (role, status) in lines), outcome)


def ten(rounds: int = 3, outcome: Outcome = Outcome.LAW) -> Tournament:
    """Ten players, some rounds played: seat orders turn, so that the Sheriffs differ."""
    left, right = list(ids(1, 5)), list(ids(6, 10))
    games = [
        finished(number, table, half[number - 1 :] + half[: number - 1], outcome)
        for number in range(1, rounds + 1)
        for table, half in ((1, left), (2, right))
    ]
    return replace(entries(10), games=tuple(games))


def withdrawal(player: str, after_round: int) -> Event:
    """He goes home between two rounds."""
    return Event(EventType.WITHDRAWAL, player, Moment.BETWEEN_ROUNDS, after_round=after_round)


def during(kind: EventType, player: str, number: int, table: int) -> Event:
    """Something that happens in a game."""
    return Event(kind, player, Moment.DURING_GAME, "gioco lento", round=number, table=table)


def duelling(kind: EventType, player: str, match: str, moment: Moment = Moment.BEFORE_DUEL) -> Event:
    """Something that happens in the finals."""
    return Event(kind, player, moment, "offese", match=match)


def with_events(tournament: Tournament, *events: Event) -> Tournament:
    """The same tournament, these events noted after those that it has."""
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
