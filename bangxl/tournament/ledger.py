"""The money: what every seat paid and earned, and what its player owned before and after (Italy 2010, 1.1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from bangxl.tournament.model import Game, Seat, Tournament
from bangxl.tournament.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Line:
    """One seat of one game, in dollars. ``payout`` is None while unknown or where the regulation has no such case.

    A game is ``settled`` when every seat has a bid and a payout. Only settled games count in bankrolls and standings.
    """

    game: Game
    seat: Seat
    settled: bool
    before: int
    payout: int | None

    @property
    def after(self) -> int | None:
        """The bankroll after the game; None while the game is not settled."""
        if not self.settled or self.payout is None or self.seat.bid is None:
            return None
        return self.before - self.seat.bid + self.payout


def seat_payout(rulebook: Rulebook, game: Game, seat: Seat) -> int | None:
    """Dollars for one seat, by outcome, role, status and the size of the table (a player who left during the game counts)."""
    if game.outcome is None or seat.role is None or seat.status is None or game.size not in rulebook.roles:
        return None
    return rulebook.payout(game.size, game.outcome, seat.role, seat.status)


def is_settled(rulebook: Rulebook, game: Game) -> bool:
    """Whether every seat has a bid and a payout."""
    return all(seat.bid is not None and seat_payout(rulebook, game, seat) is not None for seat in game.seats)


def ledger(tournament: Tournament, rulebook: Rulebook) -> tuple[Line, ...]:
    """Every seat of every game, by round, table and seat. Money before a round comes from settled games of earlier rounds."""
    money: Mapping[str, int] = defaultdict(lambda: rulebook.auction.start)
    lines: list[Line] = []
    for number in range(1, tournament.rounds_seated + 1):
        lines_now = [line for game in tournament.round(number) for line in _lines(rulebook, game, money)]
        money = _after(lines_now, money, rulebook.auction.start)
        lines.extend(lines_now)
    return tuple(lines)


def scores(tournament: Tournament, rulebook: Rulebook) -> Mapping[str, int]:
    """Start plus winnings minus bids, in dollars, of every player."""
    total = {player.id: rulebook.auction.start for player in tournament.players}
    for line in ledger(tournament, rulebook):
        if line.after is not None:
            total[line.seat.player] = total.get(line.seat.player, rulebook.auction.start) + line.after - line.before
    return total


def _lines(rulebook: Rulebook, game: Game, money: Mapping[str, int]) -> list[Line]:
    settled = is_settled(rulebook, game)
    return [Line(game, seat, settled, money[seat.player], seat_payout(rulebook, game, seat)) for seat in game.seats]


def _after(lines: list[Line], money: Mapping[str, int], start: int) -> Mapping[str, int]:
    updated: dict[str, int] = defaultdict(lambda: start, money)
    for line in lines:
        if line.after is not None:
            updated[line.seat.player] += line.after - line.before
    return updated
