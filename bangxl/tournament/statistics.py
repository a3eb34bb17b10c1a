"""What the games of the elimination phase tell, said with counts: who won, who lived, what was paid for whom.

A count is no skill: who draws the Sheriff's card has not chosen it. Games that the referee decided are left out (G10).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeVar

from bangxl.tournament.criteria import SIDES, has_won
from bangxl.tournament.ledger import LedgerLine, ledger
from bangxl.tournament.model import Game, Outcome, Role, Status
from bangxl.tournament.options import auction_in, scoring_in
from bangxl.tournament.payouts import End, payout
from bangxl.tournament.rulebook import Rulebook, Scoring
from bangxl.tournament.standings import settled_games
from bangxl.tournament.state import State, derived

Key = TypeVar("Key", str, int)

DEAREST: Final = 5
"""So many of the highest prices are told."""
CAREERS: Final = 5
"""So many of those who were Sheriff most often."""
_AGAIN: Final = 2
"""A career has as many games as Sheriff at least."""


@dataclass(frozen=True, slots=True)
class SideLine:
    """How many of the ``games`` at tables of ``size`` a side has won; ``expected`` by `fair_shares`, None without any."""

    size: int
    side: Outcome
    games: int
    won: int
    expected: Fraction | None


@dataclass(frozen=True, slots=True)
class RoleLine:
    """How many had a role, won with it and were alive at the end; ``paid`` are their winnings, in the regulation's unit."""

    role: Role
    seats: int
    won: int
    alive: int
    paid: int


@dataclass(frozen=True, slots=True)
class SeatLine:
    """The same of a seat, counted from the Sheriff to his left: his own is the first."""

    seat: int
    games: int
    won: int
    alive: int
    paid: int


@dataclass(frozen=True, slots=True)
class CharacterLine:
    """How often a character was played and was alive at the end; all its prices together, and the winnings of who had it."""

    name: str
    played: int
    alive: int
    price: int
    paid: int

    @property
    def gain(self) -> int:
        """What is left of the winnings after the prices."""
        return self.paid - self.price


@dataclass(frozen=True, slots=True)
class Price:
    """What somebody bid for a character, and what he was paid in that game."""

    player: str
    character: str
    bid: int
    paid: int
    round: int
    table: int


@dataclass(frozen=True, slots=True)
class Career:
    """How often somebody was Sheriff, and at how many of these games' ends he was alive and on the winning side."""

    player: str
    games: int
    alive: int
    won: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """All of it. ``prices``: the highest; ``sheriffs``: all who were it, most often first; ``ruled`` games are left out."""

    games: int
    ruled: int
    sides: tuple[SideLine, ...]
    roles: tuple[RoleLine, ...]
    seats: tuple[SeatLine, ...]
    characters: tuple[CharacterLine, ...]
    prices: tuple[Price, ...]
    sheriffs: tuple[Career, ...]

    @property
    def careers(self) -> tuple[Career, ...]:
        """Who was Sheriff most often, and more than once."""
        return tuple(career for career in self.sheriffs if career.games >= _AGAIN)[:CAREERS]


NOTHING: Final = Statistics(0, 0, (), (), (), (), (), ())
"""Of a tournament without games."""


@derived
def statistics(state: State) -> Statistics:
    """Of the games that count, as far as they have been played."""
    played = settled_games(ledger(state))
    counted = {(game.round, game.table): game for game in played if game.outcome is not None and not game.is_ruled}
    lines = [line for line in ledger(state) if (line.game.round, line.game.table) in counted]
    return Statistics(
        games=len(counted),
        ruled=sum(game.is_ruled for game in played),
        sides=tuple(_sides(state, counted.values())),
        roles=tuple(_roles(lines)),
        seats=tuple(_seats(lines)),
        characters=tuple(sorted(_characters(state, lines), key=lambda line: (-line.played, line.name))),
        prices=highest(_prices(state, lines)),
        sheriffs=tuple(sorted(_sheriffs(lines), key=lambda one: (-one.games, -one.alive, -one.won, one.player))),
    )


def highest(prices: Iterable[Price]) -> tuple[Price, ...]:
    """The highest of these, the first of equals first."""
    return tuple(sorted(prices, key=lambda price: -price.bid)[:DEAREST])


def fair_shares(rulebook: Rulebook, scoring: Scoring, size: int) -> Mapping[Outcome, Fraction]:
    """How the wins of a table would be shared if a seat of each side were to earn the same: what the winnings expect.

    The rarer a win, the more it must pay: with a side's winnings per seat w, its share is as 1/w. Reckoned with the winners alive
    and all the others eliminated. Empty where a side is paid nothing, or the regulation has no such table.
    """
    weights: dict[Outcome, Fraction] = {}
    for outcome, side in SIDES.items():
        there = {role: count for role, count in rulebook.roles.get(size, {}).items() if role in side and count}
        if not there:
            continue
        earned = _earned(rulebook, scoring, size, outcome, there)
        if earned <= 0:
            return {}
        weights[outcome] = Fraction(sum(there.values())) / earned
    total = sum(weights.values(), Fraction())
    return {outcome: weight / total for outcome, weight in weights.items()}


def _earned(rulebook: Rulebook, scoring: Scoring, size: int, outcome: Outcome, side: Mapping[Role, int]) -> int:
    """What a side is paid together for its win: of several Renegades only one has won (G11)."""
    winners = {Role.RENEGADE: 1} if outcome is Outcome.RENEGADE else side
    alive = sum(winners.values())
    end = End(size, outcome, eliminated=size - alive, living_outlaws=winners.get(Role.OUTLAW, 0))
    return sum((payout(rulebook, scoring, end, role, Status.ALIVE) or 0) * count for role, count in winners.items())


def _sides(state: State, games: Iterable[Game]) -> Iterator[SideLine]:
    by_size: dict[int, list[Outcome]] = {}
    for game in games:
        if game.outcome is not None:
            by_size.setdefault(game.size, []).append(game.outcome)
    for size, outcomes in sorted(by_size.items()):
        shares = fair_shares(state.rulebook, scoring_in(state), size)
        for side in Outcome:
            expected = shares[side] * len(outcomes) if side in shares else None
            yield SideLine(size, side, len(outcomes), outcomes.count(side), expected)


def _grouped(lines: Sequence[LedgerLine], key: Callable[[LedgerLine], Key | None]) -> dict[Key, list[LedgerLine]]:
    """The lines by what ``key`` says of them, in the order of their first; those without are left out."""
    found: dict[Key, list[LedgerLine]] = {}
    for line in lines:
        if said := key(line):
            found.setdefault(said, []).append(line)
    return found


def _roles(lines: Sequence[LedgerLine]) -> Iterator[RoleLine]:
    by_role = _grouped(lines, lambda line: line.seat.role)
    for role in Role:
        if own := by_role.get(role):
            yield RoleLine(role, len(own), _won(own), _alive(own), _paid(own))


def _seats(lines: Sequence[LedgerLine]) -> Iterator[SeatLine]:
    by_seat = _grouped(lines, lambda line: line.game.from_sheriff().index(line.seat) + 1)
    for seat, own in sorted(by_seat.items()):
        yield SeatLine(seat, len(own), _won(own), _alive(own), _paid(own))


def _characters(state: State, lines: Sequence[LedgerLine]) -> Iterator[CharacterLine]:
    for name, own in _grouped(lines, lambda line: state.rulebook.character(line.seat.character)).items():
        prices = [line.seat.bid or 0 for line in own] if auction_in(state) is not None else []
        yield CharacterLine(name, len(own), _alive(own), sum(prices), _paid(own))


def _prices(state: State, lines: Sequence[LedgerLine]) -> Iterator[Price]:
    for line in lines if auction_in(state) is not None else ():
        seat, game = line.seat, line.game
        if seat.bid:
            yield Price(seat.player, seat.character, seat.bid, line.payout or 0, game.round, game.table)


def _sheriffs(lines: Sequence[LedgerLine]) -> Iterator[Career]:
    for player, own in _grouped(
        [line for line in lines if line.seat.role is Role.SHERIFF], lambda line: line.seat.player
    ).items():
        yield Career(player, len(own), _alive(own), _won(own))


def _won(lines: Sequence[LedgerLine]) -> int:
    return sum(has_won(line.game, line.seat) for line in lines)


def _alive(lines: Sequence[LedgerLine]) -> int:
    return sum(line.seat.status is Status.ALIVE for line in lines)


def _paid(lines: Sequence[LedgerLine]) -> int:
    return sum(line.payout or 0 for line in lines)
