"""Order the seats of a mixed draw, so that few have the same neighbours and chairs again (docs/draw.md, section 7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, permutations
from typing import Final

from bangxl.tournament.seating import Tables, lot_order

ORDERS: Final = 720
"""So many orders of a table are compared, at most: all there are for six people beside the Sheriff."""

Costs = tuple[int, int, int, int, int]


def ordered(groups: Tables, rng_seed: str, round_number: int, past: Sequence[Tables], later: Sequence[Tables] = ()) -> Tables:
    """The tables with everybody but the Sheriffs, who sit first, in the order that repeats least.

    Of equal orders the first by lot. ``past`` are the rounds as they were played, ``later`` those that a plan still has.
    """
    record = _Record(past, later)
    tables = []
    for sheriff, *others in groups:
        by_lot = lot_order(rng_seed, f"round {round_number} order", others)
        orders = ((sheriff, *order) for order in islice(permutations(by_lot), ORDERS))
        tables.append(min(orders, key=record.costs))
    return tuple(tables)


class _Record:
    """How often people sat where, and beside whom."""

    def __init__(self, past: Sequence[Tables], later: Sequence[Tables]) -> None:
        tables = [table for one in past for table in one if table]
        self.beside = Counter(pair for table in tables for pair in _pairs(table, 1))
        self.two_away = Counter(pair for table in tables for pair in _pairs(table, 2))
        self.chair = Counter(place for table in tables for place in enumerate(table))
        self.last = Counter(table[-1] for table in tables)
        self.to_come = Counter((one, other) for tables in later for table in tables for one in table for other in table)

    def costs(self, table: tuple[str, ...]) -> Costs:
        """What an order repeats, the most important first."""
        beside = [*_left(table, 1)]
        return (
            sum(self.beside[pair] for pair in beside),
            sum(self.chair[place] for place in enumerate(table)),
            self.last[table[-1]],
            sum(self.to_come[pair] for pair in beside),
            sum(self.two_away[pair] for pair in _left(table, 2)),
        )


def _left(table: tuple[str, ...], seats: int) -> Iterator[tuple[str, str]]:
    """Everybody with the player so many seats to his left."""
    return zip(table, (*table[seats:], *table[:seats]), strict=True)


def _pairs(table: tuple[str, ...], seats: int) -> set[tuple[str, str]]:
    """The pairs so many seats apart, each in both orders."""
    return {pair for one, other in _left(table, seats) for pair in ((one, other), (other, one))}
