"""What the games of the elimination phase tell, said with counts: who won, who lived, what was paid for whom.

A count is no skill: who draws the Sheriff's card has not chosen it. Games that the referee decided are left out (G10).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from bangxl.tournament.criteria import has_won
from bangxl.tournament.ledger import LedgerLine, ledger
from bangxl.tournament.model import Role, Status
from bangxl.tournament.options import auction_in
from bangxl.tournament.standings import settled_games
from bangxl.tournament.state import State, derived

Key = TypeVar("Key", str, int)


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
class Statistics:
    """All of it; ``ruled`` games are left out."""

    games: int
    ruled: int
    roles: tuple[RoleLine, ...]
    seats: tuple[SeatLine, ...]
    characters: tuple[CharacterLine, ...]


NOTHING: Final = Statistics(0, 0, (), (), ())
"""Of a tournament without games."""


@derived
def statistics(state: State) -> Statistics:
    """Of the games that count, as far as they have been played."""
    played = settled_games(ledger(state))
    counted = {(game.round, game.table) for game in played if game.outcome is not None and not game.is_ruled}
    lines = [line for line in ledger(state) if (line.game.round, line.game.table) in counted]
    return Statistics(
        games=len(counted),
        ruled=sum(game.is_ruled for game in played),
        roles=tuple(_roles(lines)),
        seats=tuple(_seats(lines)),
        characters=tuple(sorted(_characters(state, lines), key=lambda line: (-line.played, line.name))),
    )


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


def _won(lines: Sequence[LedgerLine]) -> int:
    return sum(has_won(line.game, line.seat) for line in lines)


def _alive(lines: Sequence[LedgerLine]) -> int:
    return sum(line.seat.status is Status.ALIVE for line in lines)


def _paid(lines: Sequence[LedgerLine]) -> int:
    return sum(line.payout or 0 for line in lines)
