"""The mixed draw: few meet again, nobody is Sheriff twice, and the same seed gives the same tables for ever."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import combinations
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings, strategies as st

from bangxl.rulebooks.loader import stored_plan
from bangxl.tournament.compositions import Tables, table_sizes
from bangxl.tournament.drawing import (
    APART_COST,
    BALANCE,
    DrawRequest,
    SeatingProblem,
    _acceptance,
    _cost_floor,
    anneal,
    lot_apart,
    mix,
    pairs_together,
    planned_rounds,
    surpluses,
    tables_by_lot,
)
from tests.helpers.call_counts import calls
from tests.helpers.sample import these
from tests.rulebooks import test_plans as plans
from tests.tournament.builders import ids
from tests.tournament.mixed import by_lot, by_plan, groups, meetings, played, quad, sheriffs, spread
from tests.tournament.rules import ITALY

ROWS: Final = [row for row in plans.ROWS if not row["balance"] or len(set(row["sizes"])) > 1]
SOME: Final = {(19, False)}

GOLDEN: Final = {
    (10, 3, True, True): "2941cf3af92239cb",
    (19, 4, False, True): "ce5df690095ac7b6",
    (22, 5, True, False): "4d67107d7af185c7",
    (36, 5, False, False): "353f8dddb985d755",
    (45, 5, True, True): "f0590ac3b3ccf16b",
    (50, 5, True, False): "4f9c04b0ba92d558",
    (126, 4, True, False): "00561b01fed5c684",
}


def fingerprint(rounds: Sequence[Tables]) -> str:
    text = "\n".join(" | ".join(" ".join(table) for table in tables) for tables in rounds)
    return sha256(text.encode()).hexdigest()[:16]


@pytest.mark.parametrize(("players", "rounds", "balance", "by_a_plan"), these(GOLDEN, *GOLDEN.keys() - {(36, 5, False, False)}))
def test_golden_draws(players: int, rounds: int, balance: bool, by_a_plan: bool) -> None:  # noqa: FBT001 -- parameters of the test
    """Pinned for ever, on every machine and every Python: a report of 2026 must be redrawn alike in 2046."""
    sizes = table_sizes(ITALY, players)
    tournament = by_plan if by_a_plan else played
    assert fingerprint(tournament(sizes, rounds, "caffè ☕", balance=balance)) == GOLDEN[players, rounds, balance, by_a_plan]


def check_optimiser(row: dict[str, Any], seeds: int) -> None:
    """The bounds of the measured reference: what optimising round after round reached in the mean of 40 tournaments."""
    sizes = table_sizes(ITALY, row["players"])
    tournaments = [played(sizes, row["rounds"], f"seed {seed}", balance=row["balance"]) for seed in range(seeds)]
    mean = sum(map(quad, tournaments)) / seeds
    assert mean <= 1.15 * float(row["greedy"]) + (3 if row["balance"] else 5)
    assert max(map(spread, tournaments)) <= 3 or not row["balance"]
    assert all(max(sheriffs(past).values()) == 1 for past in tournaments)


@pytest.mark.parametrize("row", these(ROWS, *(row for row in ROWS if (row["players"], row["balance"]) in SOME)), ids=plans.name)
def test_the_optimiser_alone(row: dict[str, Any]) -> None:
    check_optimiser(row, 2)


@pytest.mark.soak
@pytest.mark.parametrize("row", ROWS, ids=plans.name)
def test_the_optimiser_alone_in_every_row(row: dict[str, Any]) -> None:
    check_optimiser(row, 5)


@pytest.mark.soak
@pytest.mark.parametrize(("players", "most"), [(49, 2_000_000), (1000, 5_000_000)])
def test_it_does_not_take_long(players: int, most: int) -> None:
    """Three rounds of 49 take 1.4 million calls, of 1000 3.7 million; a million is about 0.1 s."""
    tables = -(-players // 6) if players > 50 else len(table_sizes(ITALY, players))
    sizes = (6,) * (players - 5 * tables) + (5,) * (6 * tables - players)
    assert calls(lambda: played(sizes, 3, "seed", balance=True)) < most


class TestPlan:
    @pytest.mark.parametrize("players", [10, 19, 22, 36, 50])
    def test_all_rounds_are_the_plans(self, players: int) -> None:
        """As few repeats as the plan has, whatever the seeds; tables in the chart's order."""
        row = next(row for row in ROWS if row["players"] == players and "italy-2010" in row["regulations"])
        sizes = table_sizes(ITALY, players)
        past = by_plan(sizes, row["rounds"], "seed", balance=row["balance"])
        assert quad(past) == row["quad"]
        assert all(tuple(map(len, tables)) == sizes for tables in past)
        assert max(sheriffs(past).values()) == 1

    def test_only_the_first_seed_decides_who_meets_whom(self) -> None:
        """The relabelling of round 1 fixes it; later seeds draw table numbers, and seats where several orders are as good."""
        sizes = table_sizes(ITALY, 22)
        past, stored = by_plan(sizes, 5, "seed", balance=True), stored_plan(22, 5, sizes, balance=True)
        story = DrawRequest(ids(1, 22), sizes, tuple(past[:1]), sheriffs(past[:1]))
        others = {mix(story, f"other {n}", 2, stored, "seed 1") for n in range(20)}
        assert len(others) > 4, "more than tables of one size have numbers"
        assert all(groups(tables) == groups(past[1]) for tables in others)
        first = {frozenset(groups(by_plan(sizes, 1 + 4, f"{n}", balance=True)[0])) for n in range(20)}
        assert len(first) == 20

    def test_it_holds_until_something_else_was_played(self) -> None:
        """Another table number or seat does not matter; another group or Sheriff, somebody missing, another seed end it."""
        sizes = table_sizes(ITALY, 22)
        stored = stored_plan(22, 5, sizes, balance=True)
        assert stored is not None
        first = by_plan(sizes, 5, "seed", balance=True)[0]
        a, b, *rest = first

        def holds(*tables: tuple[str, ...], seed: str = "seed 1", players: int = 22) -> bool:
            story = DrawRequest(ids(1, players), table_sizes(ITALY, players), (tables,), sheriffs([tables]))
            return bool(planned_rounds(story, 2, stored, seed))

        assert holds(b, (a[0], *a[:0:-1]), *rest)
        assert not holds((*a[:-1], b[-1]), (*b[:-1], a[-1]), *rest)
        assert not holds((*a[1:], a[0]), b, *rest)
        assert not holds(*first, seed="seed 2")
        assert not holds(*first, players=21)
        assert not holds(a[:-1], b, *rest)
        assert not planned_rounds(DrawRequest(ids(1, 22), sizes), 2, stored, "seed 1")
        everything = tuple(by_plan(sizes, 5, "seed", balance=True))
        assert not planned_rounds(DrawRequest(ids(1, 22), sizes, everything), 6, stored, "seed 1")

    def test_afterwards_the_optimiser_goes_on(self) -> None:
        """One leaves after round 3 of 36: 35 are seated, few of them meet again, nobody is Sheriff twice."""
        past = by_plan((6,) * 6, 5, "seed", balance=True)[:3]
        stored = stored_plan(36, 5, (6,) * 6, balance=True)
        for number in (4, 5):
            story = DrawRequest(ids(1, 35), table_sizes(ITALY, 35), tuple(past), sheriffs(past))
            past.append(mix(story, f"seed {number}", number, stored, "seed 1"))
        assert sum(times - 1 for times in meetings(past).values()) < 30
        assert max(sheriffs(past).values()) == 1


class TestApart:
    FAMILIES: Final = frozenset({frozenset({"P003", "P007"}), frozenset({"P007", "P010"}), frozenset({"P001", "P012"})})

    @pytest.mark.parametrize("players", [12, 22, 31, 50])
    def test_they_never_share_a_table(self, players: int) -> None:
        """In every draw, and the plan is relabelled so that they never do, where it can be."""
        sizes, past = table_sizes(ITALY, players), list[Tables]()
        stored = stored_plan(players, 5, sizes, balance=True)
        for number in range(1, 5):
            story = DrawRequest(ids(1, players), sizes, tuple(past), sheriffs(past), self.FAMILIES)
            assert pairs_together(lot_apart(story, f"{number}", number), self.FAMILIES) == 0
            past.append(mix(story, f"seed {number}", number, stored, "seed 1"))
            assert pairs_together(past[-1], self.FAMILIES) == 0

    def test_as_few_as_can_be(self) -> None:
        """A family of five at four tables: one pair must share one. A pair at the only table: it does."""
        family = frozenset(frozenset(pair) for pair in combinations(ids(1, 5), 2))
        for seed in map(str, range(5)):
            story = DrawRequest(ids(1, 22), (6, 6, 5, 5), apart=family)
            assert pairs_together(lot_apart(story, seed, 1), family) == 1
            assert pairs_together(mix(story, seed, 1, None, seed), family) == 1
            alone = DrawRequest(ids(1, 6), (6,), apart=family)
            assert (
                pairs_together(lot_apart(alone, seed, 1), family) == pairs_together(mix(alone, seed, 1, None, seed), family) == 10
            )

    def test_it_is_the_usual_lot_where_that_keeps_them_apart(self) -> None:
        pair = frozenset({frozenset({"P001", "P002"})})
        for seed in map(str, range(50)):
            usual = tables_by_lot(ids(1, 22), (6, 6, 5, 5), {}, seed, 1)
            lot = lot_apart(DrawRequest(ids(1, 22), (6, 6, 5, 5), apart=pair), seed, 1)
            assert [table[0] for table in lot] == [table[0] for table in usual]
            assert (lot == usual) == (pairs_together(usual, pair) == 0)


def test_without_anything_to_avoid_the_groups_are_the_lots() -> None:
    """Round 1 without a plan: nobody has met, so nobody is moved."""
    lot = tables_by_lot(ids(1, 22), (6, 6, 5, 5), {}, "seed", 1)
    tables = mix(DrawRequest(ids(1, 22), (6, 6, 5, 5)), "seed", 1, None, "seed")
    assert list(map(set, tables)) == list(map(set, lot))
    assert [table[0] for table in tables] == [table[0] for table in lot]


def cost(story: DrawRequest, tables: Tables) -> int:
    """What docs/draw.md, section 9, says, counted anew."""
    met, games, small = meetings(story.past), surpluses(story.past), min(story.sizes)
    rematches = sum(met[frozenset(pair)] for table in tables for pair in combinations(table, 2))
    large = sum(games[player] * (len(table) - small) for table in tables for player in table)
    return rematches + APART_COST * pairs_together(tables, story.apart) + BALANCE * large * story.balance


@settings(max_examples=6, deadline=None)
@given(st.integers(10, 40), st.integers(1, 4), st.booleans(), st.randoms(use_true_random=False))
def test_it_is_never_worse_than_the_lot(players: int, rounds: int, balance: bool, rng: Random) -> None:  # noqa: FBT001 -- a parameter
    """Whatever was played before, and whoever has left; and never below what the early stop calls the least."""
    past = tuple(by_lot(table_sizes(ITALY, players), rounds, str(rng.random())))
    left = rng.sample(ids(1, players), rng.choice((players, max(10, players - 3))))
    sizes = table_sizes(ITALY, len(left))
    apart = frozenset({frozenset(rng.sample(left, 2))})
    story = DrawRequest(left, sizes, past, sheriffs(past), apart, balance)
    tables = mix(story, "seed", rounds + 1, None, "seed")
    assert tuple(map(len, tables)) == sizes
    assert sorted(player for table in tables for player in table) == sorted(left)
    assert {t[0] for t in tables} == {t[0] for t in tables_by_lot(left, sizes, sheriffs(past), "seed", rounds + 1)}
    least = _cost_floor(story, surpluses(past) if balance else {})
    assert least <= cost(story, tables) <= cost(story, tables_by_lot(left, sizes, sheriffs(past), "seed", rounds + 1))


def test_the_cost_is_kept_while_people_move() -> None:
    """After thousands of exchanges the running sum is what a fresh count gives: it stops at a bound that has been reached."""
    rng = Random(5)  # noqa: S311 -- a test
    met = {(a, b): rng.choice((0, 0, 1, 3)) for a, b in combinations(range(17), 2)}
    problem = SeatingProblem((6, 6, 5), met, {(0, 5), (7, 9)}, [rng.randrange(9) for _ in range(17)], bound=-1)

    def fresh(who: Sequence[int]) -> int:
        at = dict(zip(who, [0, 1, 2, *[0] * 5, *[1] * 5, *[2] * 4], strict=True))
        apart = sum(APART_COST for a, b in problem.apart if at[a] == at[b])
        return apart + sum(n for (a, b), n in met.items() if at[a] == at[b]) + sum(problem.weight[p] for p in at if at[p] != 2)

    least, bounds = fresh(anneal(problem, "x")), [fresh(range(17))]
    while bounds[-1] > least:
        bounds.append(fresh(anneal(replace(problem, bound=bounds[-1] - 1), "x")))
        assert bounds[-1] < bounds[-2]
    assert [fresh(anneal(replace(problem, bound=bound), "x")) for bound in bounds] == bounds
    assert len(bounds) > 5


def test_acceptance_is_a_table_of_whole_numbers() -> None:
    """docs/draw.md: L(1) = 2²⁸, each further one a sixteenth in step 0, none above 8."""
    assert _acceptance(1 << 28) == {growth: 1 << (32 - 4 * growth) for growth in range(1, 9)}


def test_tables_for_another_number_are_refused() -> None:
    with pytest.raises(ValueError, match="tables for 10 players, but there are 11"):
        mix(DrawRequest(ids(1, 11), (5, 5)), "seed", 1, None, "seed")
