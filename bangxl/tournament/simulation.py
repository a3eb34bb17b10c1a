"""Made-up games that could have been played: legal roles, auctions, ends and duels, reproducible from a seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import count
from typing import TypeVar

from bangxl.tournament.finals import mode
from bangxl.tournament.ledger import scores
from bangxl.tournament.model import Duel, Finals, Game, Outcome, Role, Status, Tournament
from bangxl.tournament.rulebook import Rulebook

Item = TypeVar("Item")
HIGHEST_BID = 15
"""Steps of the auction; made-up players don't go further."""


@dataclass(frozen=True)
class Dice:
    """Numbers that follow from a seed by counting through SHA-256: the same on every machine and Python version."""

    seed: str
    _counter: Iterator[int] = field(default_factory=count)

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit − 1."""
        return int.from_bytes(sha256(f"{self.seed}|dice|{next(self._counter)}".encode()).digest()) % limit

    def choice(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """All items in another order."""
        rest = list(items)
        return [rest.pop(self.below(len(rest))) for _ in items]


def play_round(tournament: Tournament, rulebook: Rulebook, dice: Dice) -> Tournament:
    """The tournament with the round in play filled in."""
    money = scores(tournament, rulebook)
    games = tuple(game if game.outcome is not None else play(game, rulebook, money, dice) for game in tournament.games)
    return replace(tournament, games=games)


def play(game: Game, rulebook: Rulebook, money: Mapping[str, int], dice: Dice) -> Game:
    """A game with roles, characters, bids within the bankrolls, and an end that the rules allow."""
    deck = [role for role, number in rulebook.roles[game.size].items() for _ in range(number) if role is not Role.SHERIFF]
    roles = [Role.SHERIFF, *dice.shuffled(deck)]
    statuses, outcome = _eliminations(roles, dice)
    characters = dice.shuffled(rulebook.characters)
    last = dice.below(game.size)
    bids = [_bid(rulebook, money[seat.player], dice, last=index == last) for index, seat in enumerate(game.seats)]
    seats = tuple(
        replace(seat, role=role, status=status, character=character, bid=bid)
        for seat, role, status, character, bid in zip(game.seats, roles, statuses, characters, bids, strict=False)
    )
    return replace(game, seats=seats, outcome=outcome)


def play_duels(tournament: Tournament, rulebook: Rulebook, dice: Dice) -> Tournament:
    """The tournament with a legal score in every duel that has been seated and not played."""
    finals = tournament.finals or Finals()
    results = sorted(rulebook.duel_modes[mode(tournament, rulebook)].scores)
    return replace(tournament, finals=replace(finals, duels=tuple(_score(duel, results, dice) for duel in finals.duels)))


def _bid(rulebook: Rulebook, money: int, dice: Dice, *, last: bool) -> int:
    auction = rulebook.auction
    steps = min(HIGHEST_BID, (money - auction.minimum) // auction.step)
    return auction.last if last or steps < 0 else auction.minimum + auction.step * dice.below(steps + 1)


def _eliminations(roles: Sequence[Role], dice: Dice) -> tuple[list[Status], Outcome]:
    """One after the other falls until the game is over; the Sheriff, whom many protect, half as often as others."""
    status = [Status.ALIVE] * len(roles)
    while True:
        alive = [seat for seat, now in enumerate(status) if now is Status.ALIVE]
        fallen = dice.choice([seat for seat in alive for _ in range(1 if roles[seat] is Role.SHERIFF else 2)])
        status[fallen] = Status.ELIMINATED
        left = {roles[seat] for seat in alive if seat != fallen}
        if Role.SHERIFF not in left:
            alone = left == {Role.RENEGADE}
            return status, Outcome.RENEGADE if alone else Outcome.OUTLAWS
        if left <= {Role.SHERIFF, Role.DEPUTY}:
            if roles[fallen] is Role.RENEGADE and left == {Role.SHERIFF}:
                status[fallen] = Status.FINAL_DUEL
            return status, Outcome.LAW


def _score(duel: Duel, results: Sequence[tuple[int, int]], dice: Dice) -> Duel:
    if duel.score_a is not None or not (duel.player_a and duel.player_b):
        return duel
    won, lost = dice.choice(results)
    return replace(duel, score_a=won, score_b=lost) if dice.below(2) else replace(duel, score_a=lost, score_b=won)
