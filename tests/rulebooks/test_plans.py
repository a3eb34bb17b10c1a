"""The stored plans, recounted from the file alone: sizes, everybody once a round, who meets whom how often, Sheriffs."""

import json
from collections import Counter
from itertools import chain, combinations
from math import comb
from pathlib import Path
from typing import Any, Final

import pytest

from bangxl.rulebooks import loader
from bangxl.tournament.compositions import scheduled_rounds, table_sizes
from bangxl.tournament.rulebook import Rulebook
from tests.tournament.rules import ITALY, ITALY_2011
from tools import search_plans

FILE: Final = Path(loader.__file__).with_name("plans.json")
ROWS: Final[list[dict[str, Any]]] = json.loads(FILE.read_text(encoding="utf-8"))["plans"]


def name(row: dict[str, Any]) -> str:
    return f"{row['players']}x{row['rounds']}{' balanced' * row['balance']}"


def meetings(row: dict[str, Any]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for tables in row["schedule"] for table in tables for pair in combinations(table, 2))


def check_seats(row: dict[str, Any]) -> None:
    """Everybody sits once a round, at tables of these sizes, and nobody is Sheriff twice."""
    assert len(row["schedule"]) == row["rounds"]
    for tables in row["schedule"]:
        assert sorted(chain(*tables)) == list(range(row["players"]))
        assert sorted(map(len, tables)) == sorted(row["sizes"])
    sheriffs = [table[0] for tables in row["schedule"] for table in tables]
    assert len(set(sheriffs)) == len(sheriffs)


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_a_plan_is_as_good_as_it_says(row: dict[str, Any]) -> None:
    """Meetings, and games at the larger tables; whoever ends early has no more repeats than with the last round first."""
    check_seats(row)
    met = meetings(row)
    assert sum(comb(times, 2) for times in met.values()) == row["quad"]
    assert sum(times - 1 for times in met.values()) == row["rematches"]
    assert row["lower_bound"] <= row["quad"] <= row["reference"]
    large = max(row["sizes"])
    games = Counter(p for tables in row["schedule"] for table in tables if len(table) == large for p in table)
    counts = [games[player] for player in range(row["players"])]
    assert max(counts) - min(counts) == row["spread"]
    assert row["spread"] <= 1 or not row["balance"]
    last_first = row | {"schedule": [row["schedule"][-1], *row["schedule"][1:-1]]}
    early = row | {"schedule": row["schedule"][:-1]}
    assert sum(comb(t, 2) for t in meetings(early).values()) <= sum(comb(t, 2) for t in meetings(last_first).values())


@pytest.mark.parametrize("rulebook", [ITALY, ITALY_2011], ids=lambda rulebook: rulebook.id)
@pytest.mark.parametrize("balance", [False, True])
def test_every_row_of_the_chart_has_its_plan(rulebook: Rulebook, balance: bool) -> None:  # noqa: FBT001 -- a parameter
    """10 to 50 players by both regulations; 19 sit at 6, 6 and 7, in whatever order the chart prints them."""
    for players in range(10, 51):
        sizes, rounds = table_sizes(rulebook, players), scheduled_rounds(rulebook, players)
        wanted = (players, rounds, sorted(sizes), balance)
        row = next(row for row in ROWS if (row["players"], row["rounds"], sorted(row["sizes"]), row["balance"]) == wanted)
        assert rulebook.id in row["regulations"]
        plan = loader.stored_plan(players, rounds, sizes[::-1], balance=balance)
        assert plan is not None
        assert (plan.players, [[[*table] for table in tables] for tables in plan.rounds]) == (players, row["schedule"])


@pytest.mark.parametrize(
    ("players", "rounds", "sizes"), [(51, 5, (6,) * 6 + (5,) * 3), (22, 3, (6, 6, 5, 5)), (22, 5, (6, 6, 6, 4))]
)
def test_no_plan_for_what_is_not_in_the_charts(players: int, rounds: int, sizes: tuple[int, ...]) -> None:
    assert loader.stored_plan(players, rounds, sizes, balance=True) is None


def test_each_row_stands_once() -> None:
    keys = Counter((row["players"], row["rounds"], tuple(row["sizes"]), row["balance"]) for row in ROWS)
    assert set(keys.values()) == {1}


def test_proved_where_the_bound_is_reached() -> None:
    """Open are 32 to 36 players (any spread) and 34 to 39 (balanced), no others."""
    open_ones = {(row["players"], row["balance"]) for row in ROWS if row["quad"] != row["lower_bound"]}
    assert open_ones <= {(n, False) for n in range(32, 37)} | {(n, True) for n in range(34, 40)}


def test_the_file_says_where_it_is_from_and_stays_small() -> None:
    """A line a plan, less than 120 kB."""
    text = FILE.read_text(encoding="utf-8")
    assert len(text) < 120_000
    assert sum(line.startswith('{"players":') for line in text.splitlines()) == len(ROWS)
    assert json.loads(text).keys() >= {"provenance", "bounds"}


def test_the_search_writes_the_file_as_it_stands() -> None:
    """So that a better plan changes one line."""
    assert search_plans.written(search_plans.load()) == FILE.read_text(encoding="utf-8")


def test_the_search_puts_a_plan_in_order() -> None:
    """From a schedule in any order, with anybody first: the same figures, other Sheriffs in every game."""
    row = next(row for row in ROWS if name(row) == "25x5")
    shuffled = [[sorted(table) for table in tables[::-1]] for tables in row["schedule"][::-1]]
    better = row | search_plans.improved(shuffled)
    assert (better["quad"], better["rematches"], better["spread"]) == (0, 0, 0)
    check_seats(better)
