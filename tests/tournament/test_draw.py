"""The draw (1.1): tables and Sheriffs."""

from collections import Counter
from random import Random
from typing import Final

import pytest
from hypothesis import given, strategies as st

from bangxl.tournament.compositions import legal_compositions, scheduled_rounds, table_sizes
from bangxl.tournament.drawing import tables_by_lot
from bangxl.tournament.roster import times_sheriff
from tests.helpers.referee import QUIET
from tests.helpers.strategies import random_tournament
from tests.tournament.builders import ids
from tests.tournament.mixed import by_plan
from tests.tournament.rules import ITALY, ITALY_2007


@pytest.mark.parametrize("players", [*range(5), 8, 9, 127, 500])
@pytest.mark.parametrize("first_round", [True, False])
def test_r10_1_no_tables(players: int, first_round: bool) -> None:  # noqa: FBT001 -- a parameter of the test
    """R10-1: 8, 9 or fewer than 5 have no composition; never a table of 4 (8 = 4 4, 9 = 5 4)."""
    assert table_sizes(ITALY, players, first_round=first_round) == ()


@pytest.mark.parametrize("players", [5, 6, 7])
def test_r10_1_single_table(players: int) -> None:
    """R10-1: 5 to 7 left after withdrawals play on at one table; R10-1b: a tournament does not begin with fewer than 10."""
    assert table_sizes(ITALY, players, first_round=False) == (players,)
    assert table_sizes(ITALY, players, first_round=True) == ()


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (10, [(5, 5)]), (20, [(7, 7, 6), (5, 5, 5, 5)]), (12, [(6, 6)]), (9, []), (7, [(7,)]),
        (41, [(6,) * 6 + (5,), (7,) * 5 + (6,), (6, *[5] * 7)]),
    ],
)  # fmt: skip
def test_2007_the_referee_chooses_the_composition(players: int, expected: list[tuple[int, ...]]) -> None:
    """Allegato 1 from the left, and what it forgot though the three rules allow it (R07-18: 41 = 6 + 5 × 7); 12 has one only."""
    assert set(legal_compositions(ITALY_2007, players)) == set(expected)
    for sizes in expected:
        for text in (",".join(map(str, sizes)), " + ".join(map(str, reversed(sizes)))):
            assert table_sizes(ITALY_2007, players, composition=text) == sizes


@pytest.mark.parametrize("text", ["6,6,5", "5", "4,4,2", "8,2", "x", "5,5,", "10", "5,5,x", "5 × 5", "5a5", "5,5?"])
def test_2007_another_composition_has_no_tables(text: str) -> None:
    """A composition that is not for ten players: nothing is seated in its stead (but a blank one is the favourite)."""
    assert table_sizes(ITALY_2007, 10, composition=text) == ((5, 5) if text == "5,5," else ())
    assert table_sizes(ITALY_2007, 10, composition="") == (5, 5)


@pytest.mark.parametrize("players", range(10, 127))
def test_2007_three_rules(players: int) -> None:
    """R07-18: 5 to 7 at a table, differing by one: every such composition, and no other; also beyond Allegato 1 (fifty)."""
    legal = legal_compositions(ITALY_2007, players)
    rule = {
        (small + 1,) * extra + (small,) * (tables - extra)
        for tables in range(1, players // 5 + 1)
        for small, extra in [divmod(players, tables)]
        if small >= 5 and small + bool(extra) <= 7
    }
    assert set(legal) == rule
    assert len(set(legal)) == len(legal)


@pytest.mark.parametrize("players", range(51, 127))
def test_r10_2_extension(players: int) -> None:
    """R10-2: 5s and 6s, fewest tables. 51: nine tables seat 45 to 54, eight at most 48: 6 6 6 6 6 6 5 5 5."""
    sizes = table_sizes(ITALY, players)
    assert set(sizes) <= {5, 6}
    assert sum(sizes) == players
    assert 6 * (len(sizes) - 1) < players
    assert list(sizes) == sorted(sizes, reverse=True)
    assert scheduled_rounds(ITALY, players) == 5


GOLDEN: Final = {
    (10, "Mezzogiorno di fuoco", 1): "P003 P002 P010 P007 P009 | P004 P005 P008 P001 P006",
    (13, "0123456789abcdef", 2): "P010 P011 P009 P007 P013 P002 P001 | P005 P003 P004 P006 P012 P008",
    (22, "caffè ☕", 5): (
        "P012 P011 P017 P003 P013 P007 | P019 P014 P020 P001 P008 P016 | P022 P015 P004 P002 P005 | P018 P006 P009 P021 P010"
    ),
}


@pytest.mark.parametrize(("count", "seed", "number"), GOLDEN)
def test_golden_draws(count: int, seed: str, number: int) -> None:
    """Pinned for ever: a report of 2026 must be redrawn alike in 2046. SHA-256 of ``seed|purpose|id``, smallest first."""
    been = {player: 1 for player in ids(1, count) if int(player[1:]) <= 2 * (number - 1)}
    tables = tables_by_lot(ids(1, count), table_sizes(ITALY, count), been, seed, number)
    assert " | ".join(" ".join(table) for table in tables) == GOLDEN[count, seed, number]


def test_tables_for_another_number_are_refused() -> None:
    with pytest.raises(ValueError, match="tables for 10 players, but there are 11"):
        tables_by_lot(ids(1, 11), (5, 5), {}, "seed", 1)


@pytest.mark.parametrize("count", [*range(10, 51), 51, 54, 100, 126])
def test_1_1_nobody_is_sheriff_twice(count: int) -> None:
    """1.1 "un giocatore non ricopra più di una volta il ruolo di Sceriffo": rounds × tables ≤ players in every row of the chart.

    With 20, 25, 40, 50 players equality: everybody exactly once, so greedy drawing may never waste a fresh player.
    """
    been: Counter[str] = Counter()
    sizes = table_sizes(ITALY, count)
    for number in range(1, scheduled_rounds(ITALY, count) + 1):
        been.update(table[0] for table in tables_by_lot(ids(1, count), sizes, been, f"seed {count}", number))
    assert set(been.values()) == {1}
    assert len(been) == len(sizes) * scheduled_rounds(ITALY, count)
    assert (len(been) == count) == (count in {20, 25, 40, 50})


@given(st.integers(10, 60), st.integers(1, 6), st.randoms(use_true_random=False))
def test_r10_3_never_more_repeats_than_needed(count: int, rounds: int, rng: Random) -> None:
    """Whoever leaves whenever: a round repeats max(0, tables − fresh) Sheriffs, and always those who were it least often."""
    players, been = list(ids(1, count)), Counter[str]()
    for number in range(1, rounds + 1):
        sizes = table_sizes(ITALY, len(players), first_round=number == 1)
        if not sizes:
            break
        sheriffs = [table[0] for table in tables_by_lot(players, sizes, been, str(rng.random()), number)]
        fresh = sum(not been[player] for player in players)
        assert sum(been[sheriff] > 0 for sheriff in sheriffs) == max(0, len(sizes) - fresh)
        chosen, passed = [been[p] for p in sheriffs], [been[p] for p in players if p not in sheriffs]
        assert max(chosen) <= min(passed)
        been.update(sheriffs)
        players = rng.sample(players, max(5, len(players) - rng.choice((0, 0, 1, 3))))


def test_r10_14_the_same_opponents_again() -> None:
    """R10-14: nothing forbids it: who has met whom is not asked, and with one table left it cannot be otherwise."""
    assert {frozenset(table) for seed in "abc" for table in tables_by_lot(ids(1, 6), (6,), {}, seed, 2)} == {frozenset(ids(1, 6))}
    pairs = {frozenset(table) for seed in range(400) for table in tables_by_lot(ids(1, 10), (5, 5), {}, str(seed), 2)}
    assert len(pairs) > 200  # 252 ways to choose five of ten


def test_sheriffs_of_earlier_rounds_count() -> None:
    """`times_sheriff` counts the rounds before, and neither the round itself nor later ones."""
    tournament = random_tournament(Random(7), ITALY, 20, 3, habits=QUIET)  # noqa: S311 -- a game
    seats = {number: {game.seats[0].player for game in tournament.round(number)} for number in (1, 2, 3)}
    assert set(times_sheriff(tournament, 1)) == set()
    assert set(times_sheriff(tournament, 3)) == seats[1] | seats[2]
    assert len(seats[1] | seats[2] | seats[3]) == 12


@pytest.mark.parametrize("players", [10, 14, 18, 20, 22, 25, 30, 36, 50])
def test_by_a_plan_nobody_sits_beside_somebody_twice(players: int) -> None:
    """Fewer is impossible; so it is the best there is for neighbours."""
    rounds = scheduled_rounds(ITALY, players)
    for seed in map(str, range(3)):
        past = by_plan(table_sizes(ITALY, players), rounds, seed, balance=True)
        beside = [frozenset(pair) for tables in past for t in tables for pair in zip(t, (*t[1:], t[0]), strict=True)]
        assert len(set(beside)) == len(beside)
