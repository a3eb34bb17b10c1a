"""Tournaments drawn without repeats, and what can be counted in them."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb

from bangxl.rulebooks.loader import stored_plan
from bangxl.tournament.compositions import Tables
from bangxl.tournament.drawing import DrawRequest, mix, tables_by_lot
from bangxl.tournament.rulebook import SeatingPlan, Sizes
from tests.tournament.builders import ids


def by_lot(sizes: Sizes, rounds: int, seed: str) -> list[Tables]:
    past: list[Tables] = []
    for number in range(1, rounds + 1):
        past.append(tables_by_lot(ids(1, sum(sizes)), sizes, sheriffs(past), f"{seed} {number}", number))
    return past


def by_plan(sizes: Sizes, rounds: int, seed: str, *, balance: bool) -> list[Tables]:
    """All rounds by the stored plan; another seed each."""
    plan = stored_plan(sum(sizes), rounds, sizes, balance=balance)
    assert plan is not None
    return played(sizes, rounds, seed, balance=balance, plan=plan)


def played(sizes: Sizes, rounds: int, seed: str, *, balance: bool, plan: SeatingPlan | None = None) -> list[Tables]:
    """All rounds by the mixed draw; without a plan by the optimiser alone."""
    past: list[Tables] = []
    for number in range(1, rounds + 1):
        story = DrawRequest(ids(1, sum(sizes)), sizes, tuple(past), sheriffs(past), balance=balance)
        past.append(mix(story, f"{seed} {number}", number, plan, f"{seed} 1"))
    return past


def sheriffs(past: Sequence[Tables]) -> Counter[str]:
    return Counter(table[0] for tables in past for table in tables)


def meetings(past: Sequence[Tables]) -> Counter[frozenset[str]]:
    return Counter(frozenset(pair) for tables in past for table in tables for pair in combinations(table, 2))


def quad(past: Sequence[Tables]) -> int:
    """Pairs of rounds in which a pair of players meets, summed."""
    return sum(comb(times, 2) for times in meetings(past).values())


def spread(past: Sequence[Tables]) -> int:
    """The most less the fewest games at tables larger than the smallest of the first round."""
    smallest = min(map(len, past[0]))
    games = Counter(player for tables in past for table in tables if len(table) > smallest for player in table)
    counts = [games[player] for table in past[0] for player in table]
    return max(counts) - min(counts)


def groups(tables: Tables) -> set[tuple[str, frozenset[str]]]:
    """Who sits with whom, under which Sheriff; not at which table, nor in which seat."""
    return {(table[0], frozenset(table)) for table in tables}
