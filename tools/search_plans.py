"""Searches for better plans for a limited time: ``python -m tools.search_plans --minutes 60 [--players 34 36]``.

It needs a C compiler (``cc``). It stores each better plan in ``bangxl/rulebooks/plans.json`` at once, and its progress in
``build/search_plans.json``, where the next call continues. Every run can be repeated: the ``source`` of a plan holds the
arguments of ``build/search_plans``. A different plan is a different version of the draw (docs/draw.md, 8).

In the file, ``quad`` is Σ m (m - 1) / 2 over the pairs that meet m times, ``rematches`` Σ (m - 1), ``spread`` the difference in
games at larger tables. ``lower_bound``: no plan has a smaller ``quad``; ``reference``: the best known before; ``greedy``: the
average (a decimal) of optimising round after round; ``regulations`` have this many rounds.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, cycle, permutations
from math import comb
from pathlib import Path
from time import monotonic
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
PLANS: Final = ROOT / "bangxl/rulebooks/plans.json"
SOURCE: Final = ROOT / "tools/search_plans.c"
PROGRAM: Final = ROOT / "build/search_plans"
TRIED: Final = ROOT / "build/search_plans.json"
MOVES: Final = 500_000_000
ORDERS: Final = range(1, 6)
MOST_FIXED: Final = 8

Row = dict[str, Any]
Key = tuple[int, int, bool]
Schedule = list[list[list[int]]]


def main() -> None:
    """Search where the best is unknown, one run each in turn, until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--moves", type=int, default=MOVES, help="exchanges considered in each run; with a symmetry fewer")
    parser.add_argument("--players", type=int, nargs="*", help="only for so many")
    arguments = parser.parse_args()
    end = monotonic() + 60 * arguments.minutes
    compile_search()
    open_ones = (row for row in load()["plans"] if row["quad"] > row["lower_bound"])
    rows = [key(row) for row in open_ones if not (row["balance"] and equal_tables(row))]
    for wanted in cycle([row for row in rows if not arguments.players or row[0] in arguments.players]):
        if monotonic() > end:
            break
        search(wanted, arguments.moves)


def compile_search() -> None:
    """Compile the program if its source is newer."""
    PROGRAM.parent.mkdir(exist_ok=True)
    if not PROGRAM.exists() or PROGRAM.stat().st_mtime < SOURCE.stat().st_mtime:
        subprocess.run(["cc", "-O3", "-std=c99", "-o", PROGRAM, SOURCE], check=True)


def search(wanted: Key, moves: int) -> None:
    """Do one run with the next seed; store a better plan."""
    file = load()
    row = next(row for row in file["plans"] if key(row) == wanted)
    if row["quad"] == row["lower_bound"]:
        return
    tried = json.loads(TRIED.read_text()) if TRIED.exists() else {}
    log = tried.setdefault(f"{row['players']} players, {row['rounds']} rounds{', balanced' * row['balance']}", {})
    symmetry = next_symmetry(row, log)
    runs = log.setdefault(symmetry, {})
    moves //= int(symmetry[0]) ** 2
    words = (
        f"{1 + sum(runs.values())} {moves} {int(row['balance'])} {row['rounds']} {symmetry} {' '.join(map(str, row['sizes']))}"
    )
    run = subprocess.run(["nice", "-n", "19", PROGRAM, *words.split()], capture_output=True, text=True, check=False)
    quad, _, schedule = run.stdout.partition(" ")
    runs[quad or "none"] = runs.get(quad or "none", 0) + 1
    TRIED.write_text(json.dumps(tried, indent=1, sort_keys=True))
    print(f"{words}: {quad or 'none'}; best known {row['quad']}, bound {row['lower_bound']}", flush=True)
    if schedule and int(quad) < row["quad"]:
        better = improved(json.loads(schedule)) | {"source": f"search_plans {words}"}
        for other in file["plans"]:
            if other is row or (key(other)[:2] == wanted[:2] and equal_tables(row)):
                other.update(better)
        PLANS.write_text(written(file), encoding="utf-8")


def next_symmetry(row: Row, log: Mapping[str, Mapping[str, int]]) -> str:
    """Order, fixed players and cycled rounds: every other time none, otherwise the promising combination with the fewest runs."""

    def hopeless(runs: Mapping[str, int]) -> bool:
        best = min((int(quad) for quad in runs if quad != "none"), default=1_000)
        return sum(runs.values()) > 1 and best > row["quad"] + 3

    players, rounds = row["players"], row["rounds"]
    symmetries = [
        f"{order} {fixed} {rounds - rounds % order}"
        for order in ORDERS
        for fixed in (range(players % order, MOST_FIXED + 1, order) if order > 1 else [0])
    ]
    made = {symmetry: sum(log.get(symmetry, {}).values()) for symmetry in symmetries}
    none, *others = symmetries
    promising = [symmetry for symmetry in others if not hopeless(log.get(symmetry, {}))]
    return min(promising, key=made.__getitem__) if promising and 2 * made[none] > sum(made.values()) else none


def equal_tables(row: Row) -> bool:
    """Whether all tables have the same size: then one plan serves as both plans."""
    return len(set(row["sizes"])) == 1


def key(row: Row) -> Key:
    """The key that distinguishes plans."""
    return row["players"], row["rounds"], row["balance"]


def improved(schedule: Schedule) -> Row:
    """The keys of a row that a schedule changes, counted again; with rounds and Sheriffs in order."""
    best = min(permutations(schedule), key=lambda rounds: [quad(rounds[:count]) for count in range(len(rounds) - 1, 1, -1)])
    largest = max(len(table) for table in best[0])
    games = Counter(player for tables in best for table in tables if len(table) == largest for player in table)
    counts = [games[player] for table in best[0] for player in table]
    return {
        "quad": quad(best),
        "rematches": sum(times - 1 for times in meetings(best).values()),
        "spread": max(counts) - min(counts) if len({len(table) for table in best[0]}) > 1 else 0,
        "schedule": with_sheriffs(best),
    }


def meetings(rounds: Iterable[Sequence[Sequence[int]]]) -> Counter[tuple[int, ...]]:
    """How often each pair meets."""
    return Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))


def quad(rounds: Iterable[Sequence[Sequence[int]]]) -> int:
    """Pairs of rounds in which a pair of players meets, summed over the pairs."""
    return sum(comb(times, 2) for times in meetings(rounds).values())


def with_sheriffs(rounds: Sequence[Sequence[Sequence[int]]]) -> Schedule:
    """The plan with another Sheriff in every game, at the front of the table (augmenting paths; Hall: enough)."""
    games = [table for tables in rounds for table in tables]
    game_of: dict[int, int] = {}

    def seat(game: int, seen: set[int]) -> bool:
        for player in games[game]:
            if player not in seen:
                seen.add(player)
                if player not in game_of or seat(game_of[player], seen):
                    game_of[player] = game
                    return True
        return False

    if not all(seat(game, set()) for game in range(len(games))):
        raise ValueError("somebody would be Sheriff twice")
    sheriff = {game: player for player, game in game_of.items()}
    fronted = iter([sheriff[n], *sorted(set(table) - {sheriff[n]})] for n, table in enumerate(games))
    return [[next(fronted) for _ in tables] for tables in rounds]


def load() -> dict[str, Any]:
    """The current file."""
    return dict(json.loads(PLANS.read_text(encoding="utf-8")))


def written(file: Mapping[str, Any]) -> str:
    """The file's text: a line for every plan."""

    def one(value: object) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    head = [f"{one(name)}: {one(value)},\n" for name, value in file.items() if name != "plans"]
    rows = ",\n".join(map(one, file["plans"]))
    return "{\n" + "".join(head) + '"plans": [\n' + rows + "\n]}\n"


if __name__ == "__main__":
    main()
