"""Order the seats of a mixed draw, so that few have the same neighbours and chairs again (docs/draw.md, section 7)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, permutations
from typing import Final

from bangxl.tournament.seating import Tables, lot_order

ORDERS: Final = 720
"""So many orders of a table are compared, at most: all there are for six people beside the Sheriff."""


def ordered(groups: Tables, rng_seed: str, round_number: int, past: Sequence[Tables], later: Sequence[Tables] = ()) -> Tables:
    """The tables with everybody but the Sheriffs, who sit first, in the order that repeats least.

    Of equal orders the first by lot. ``past`` are the rounds as they were played, ``later`` those that a plan still has.
    """
    # how often people sat where, and beside whom; a pair counts once a table, in both orders
    played = [table for tables in past for table in tables if table]
    beside, two_away = (
        Counter(pair for table in played for pair in {way for two in _left(table, seats) for way in (two, two[::-1])})
        for seats in (1, 2)
    )
    chair = Counter(place for table in played for place in enumerate(table))
    last = Counter(table[-1] for table in played)
    to_come = Counter((one, other) for tables in later for table in tables for one in table for other in table)

    def costs(table: tuple[str, ...]) -> tuple[int, int, int, int, int]:
        """What an order repeats, the most important first."""
        pairs = [*_left(table, 1)]
        return (
            sum(beside[pair] for pair in pairs),
            sum(chair[place] for place in enumerate(table)),
            last[table[-1]],
            sum(to_come[pair] for pair in pairs),
            sum(two_away[pair] for pair in _left(table, 2)),
        )

    tables = []
    for sheriff, *others in groups:
        by_lot = lot_order(rng_seed, f"round {round_number} order", others)
        orders = ((sheriff, *order) for order in islice(permutations(by_lot), ORDERS))
        tables.append(min(orders, key=costs))
    return tuple(tables)


def _left(table: tuple[str, ...], seats: int) -> Iterator[tuple[str, str]]:
    """Everybody with the player so many seats to his left."""
    return zip(table, (*table[seats:], *table[:seats]), strict=True)
