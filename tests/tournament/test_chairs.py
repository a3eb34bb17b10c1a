"""The seats of a mixed draw: what repeats least, in the order of docs/draw.md."""

from itertools import permutations

import pytest

from bangxl.tournament.compositions import scheduled_rounds, table_sizes
from bangxl.tournament.drawing import ordered
from bangxl.tournament.lots import lot_order
from tests.tournament.builders import ids
from tests.tournament.mixed import by_plan
from tests.tournament.rules import ITALY


@pytest.mark.parametrize(
    ("past", "later", "wrong"),
    [
        (("S1234", "Tabcd"), (), {"S1", "12", "23", "34", "4S"}),
        (("x1y2z", "u3v4w"), (), {"1 in 2", "2 in 4", "3 in 2", "4 in 4"}),
        (("T1xyz2", "U3vw4a"), (), {"2 last"}),
        ((), ("S12xy", "T34zw"), {"S1", "S2", "12", "34"}),
        (("1x2", "3y4u"), (), {"3 two from 4"}),
    ],
    ids=["beside", "chair", "last", "meets later", "two away"],
)
def test_each_rule_decides_where_those_before_it_do_not(past: tuple[str, ...], later: tuple[str, ...], wrong: set[str]) -> None:
    """A table of S, 1, 2, 3 and 4; the order found repeats as little as the best of all 24, counted here by hand."""

    def repeats(table: tuple[str, ...]) -> int:
        beside = {frozenset(pair) for pair in zip(table, (*table[1:], table[0]), strict=True)}
        further = {frozenset(pair) for pair in zip(table, (*table[2:], *table[:2]), strict=True)}
        count = sum(frozenset(one) in beside for one in wrong if len(one) == 2)
        count += sum(f"{player} in {chair}" in wrong for chair, player in enumerate(table, 1))
        return count + (f"{table[-1]} last" in wrong) + sum(f"{a} two from {b}" in wrong for a, b in map(sorted, further))

    rounds = (tuple(map(tuple, past)),), (tuple(map(tuple, later)),)
    for seed in map(str, range(10)):
        (found,) = ordered((("S", "1", "2", "3", "4"),), seed, 2, *rounds)
        assert repeats(found) == min(repeats(("S", *order)) for order in permutations("1234")), found


def test_without_a_past_it_is_the_lot() -> None:
    (found,) = ordered((("S", *ids(1, 11)),), "seed", 1, ())
    assert found == ("S", *lot_order("seed", "round 1 order", ids(1, 11)))


@pytest.mark.parametrize("players", [10, 14, 18, 20, 22, 25, 30, 36, 50])
def test_by_a_plan_nobody_sits_beside_somebody_twice(players: int) -> None:
    """Fewer is impossible; so it is the best there is for neighbours."""
    rounds = scheduled_rounds(ITALY, players)
    for seed in map(str, range(3)):
        past = by_plan(table_sizes(ITALY, players), rounds, seed, balance=True)
        beside = [frozenset(pair) for tables in past for t in tables for pair in zip(t, (*t[1:], t[0]), strict=True)]
        assert len(set(beside)) == len(beside)
