"""Statistics of the elimination phase, as counts: wins, survivors, prices.

A count is no skill: who draws the Sheriff's card has not chosen it. Games that the referee decided are left out (G10).
"""

from collections.abc import Callable, Mapping, Sequence
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
class SeatFigures:
    """The same of a seat, counted from the Sheriff to the left: their own is the first."""

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
        """The winnings minus the prices."""
        return self.paid - self.price


@dataclass(frozen=True, slots=True)
class Statistics:
    """All of it; ``ruled`` games are left out."""

    games: int
    ruled: int
    roles: tuple[RoleLine, ...]
    seats: tuple[SeatFigures, ...]
    characters: tuple[CharacterLine, ...]


NO_STATISTICS: Final = Statistics(0, 0, (), (), ())
"""Of a tournament without games."""


@derived
def statistics(state: State) -> Statistics:
    """Of the games that count, as far as they have been played."""
    settled = settled_games(ledger(state))
    lines = _counted(state)
    by_role = _grouped(lines, lambda line: line.seat.role)
    by_seat = _grouped(lines, lambda line: line.game.from_sheriff().index(line.seat) + 1)
    by_character = _grouped(lines, lambda line: state.rulebook.character(line.seat.character))
    characters: list[CharacterLine] = []
    for name, own in by_character.items():
        played, _won, alive, paid = _sums(own)
        price = sum(line.seat.bid or 0 for line in own) if auction_in(state) is not None else 0
        characters.append(CharacterLine(name, played, alive, price, paid))
    return Statistics(
        games=len({(line.game.round, line.game.table) for line in lines}),
        ruled=sum(game.is_ruled for game in settled),
        roles=tuple(RoleLine(role, *_sums(by_role[role])) for role in Role if role in by_role),
        seats=tuple(SeatFigures(seat, *_sums(own)) for seat, own in sorted(by_seat.items())),
        characters=tuple(sorted(characters, key=lambda line: (-line.played, line.name))),
    )


def of_player(state: State, player: str) -> tuple[Mapping[str, tuple[int, int]], int | None]:
    """By role (its code) and by table size (``5``) a player's games that count, with how many were won; and the best winnings."""
    lines = [line for line in _counted(state) if line.seat.player == player]
    groups = _grouped(lines, lambda line: line.seat.role) | _grouped(lines, lambda line: str(len(line.game.seats)))
    return {key: _sums(own)[:2] for key, own in groups.items()}, max((line.payout or 0 for line in lines), default=None)


@derived
def _counted(state: State) -> Sequence[LedgerLine]:
    """The lines of games with an outcome that the players have brought about."""
    settled = settled_games(ledger(state))
    counted = {(game.round, game.table) for game in settled if game.outcome is not None and not game.is_ruled}
    return [line for line in ledger(state) if (line.game.round, line.game.table) in counted]


def _sums(lines: Sequence[LedgerLine]) -> tuple[int, int, int, int]:
    won = sum(has_won(line.game, line.seat) for line in lines)
    alive = sum(line.seat.status is Status.ALIVE for line in lines)
    return len(lines), won, alive, sum(line.payout or 0 for line in lines)


def _grouped(lines: Sequence[LedgerLine], key: Callable[[LedgerLine], Key | None]) -> dict[Key, list[LedgerLine]]:
    """The lines by a key, in the order of their first; those without are left out."""
    groups: dict[Key, list[LedgerLine]] = {}
    for line in lines:
        if value := key(line):
            groups.setdefault(value, []).append(line)
    return groups
