"""How much the draws repeat: the table of docs/draw.md, and the draws side by side with krcg's.

    python -m bench.draws [SEEDS]
    python -m bench.draws peers [RUNS]

The first prints means over SEEDS tournaments (60) for every number of players of italy-2010 and italy-2011: neighbours again,
seats again, last seats again. ``lot``: the pure lot. ``groups``: the mixed draw's tables with the others' seats by lot.
``mixed``: as a referee gets it.

The second needs krcg (VTES, tables of 5 and 4): ``pip install krcg==4.19`` into any environment that can import this
repository. All run in one process at tables of krcg's sizes, RUNS (3) tournaments make a mean; ours are seeded with 0, 1, …,
krcg's cannot be. Each tournament is counted by our auditor and by krcg's own rules: R1 the same neighbour on the left again, R2
a pair in all rounds, R4 a pair again, R5 the fifth seat again, R6 the same way apart again, R7 the same seat again, R9 beside or
not beside each other again. Seconds are those of a whole tournament.

- ``mixed, no plan``: round by round, each given the past.
- ``krcg by round``: ``optimise(rounds, 20000)`` after each round, as krcg advises for rounds built as they come.
- ``krcg in advance``: all rounds at once, ``optimise(rounds, 80000, fixed=1)``, what ``archon_seating`` does in each process.

krcg shares out places and transfers too, and has nobody to seat first. Ours has a Sheriff at every table who was none before.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import comb
from operator import attrgetter
from statistics import mean
from typing import Any, Final, NamedTuple

from bangxl.rulebooks.loader import our_rulebook, stored_plan
from bangxl.tournament.audit import audit, times_met
from bangxl.tournament.compositions import Tables, scheduled_rounds, table_sizes
from bangxl.tournament.drawing import DrawRequest, mixed_groups, ordered, tables_by_lot
from bangxl.tournament.lots import lot_order

RANGES: Final = ((10, 12), (13, 14), (15, 19), (20, 24), (25, 30), (31, 36), (37, 50), (16, 30), (22, 22), (50, 50))
"""The numbers of players in a line of the table."""
CASES: Final = ((12, 3), (16, 3), (20, 3), (20, 5), (25, 5), (36, 5), (50, 5))
"""Players and rounds side by side with krcg."""
RULES: Final = (0, 1, 3, 4, 5, 6, 8)
"""Which of krcg's nine rules count something."""


class Figures(NamedTuple):
    """How often people, neighbours, chairs and the last seat of a table came again; Σ C(m,2) over the meetings of all pairs."""

    rematches: int
    neighbours: int
    chairs: int
    last: int
    quad: int


Way = Callable[[int, int, Sequence[int], int], Sequence[Tables]]
"""Players, rounds, table sizes, which run: a whole tournament."""


def by_lot(players: int, rounds: int, sizes: Sequence[int], run: int) -> list[Tables]:
    """A tournament by pure lot."""
    been: Counter[str] = Counter()
    past: list[Tables] = []
    for number in range(1, rounds + 1):
        past.append(tables_by_lot(names(players), sizes, been, f"{run} {number}", number))
        been.update(table[0] for table in past[-1])
    return past


def by_mixing(
    players: int, rounds: int, sizes: Sequence[int], run: int, *, with_plan: bool = True, in_order: bool = True
) -> list[Tables]:
    """A tournament in which every round is mixed, by a stored plan or as well as the past lets it; or only its groups."""
    stored = stored_plan(players, rounds, sizes, balance=True) if with_plan else None
    been: Counter[str] = Counter()
    past: list[Tables] = []
    for number in range(1, rounds + 1):
        seed = f"{run} {number}"
        story = DrawRequest(names(players), tuple(sizes), tuple(past), been)
        groups, later = mixed_groups(story, seed, number, stored, f"{run} 1")
        if in_order:
            past.append(ordered(groups, seed, number, past, later))
        else:
            past.append(tuple((first, *lot_order(seed, f"round {number} order", others)) for first, *others in groups))
        been.update(table[0] for table in past[-1])
    return past


def table(seeds: int) -> None:
    """Print the table of docs/draw.md; each range of players apart by its rounds."""
    ways: tuple[Way, ...] = (by_lot, partial(by_mixing, in_order=False), by_mixing)
    rulebooks = [our_rulebook(name) for name in ("italy-2010", "italy-2011")]
    cases = {(n, scheduled_rounds(book, n)): table_sizes(book, n) for book in rulebooks for n in range(10, 51)}
    found: dict[tuple[int, int], list[list[Figures]]] = {}
    slowest = 0.0
    for (players, rounds), sizes in cases.items():
        found[players, rounds] = []
        for way in ways:
            begun = time.process_time()
            stories = [way(players, rounds, sizes, run) for run in range(seeds)]
            slowest = max(slowest, (time.process_time() - begun) / seeds / rounds)
            found[players, rounds].append([judged(story, players, sizes) for story in stories])
    print("|players|rounds|neighbours again|seat again|last again|\n|---|---|---|---|---|")
    for first, last in RANGES:
        for rounds in sorted({rounds for players, rounds in cases if first <= players <= last}):
            rows = [figures for (n, r), figures in found.items() if first <= n <= last and r == rounds]
            cells = [means(rows, attrgetter("neighbours")), means(rows, attrgetter("chairs"))]
            cells.append(means(rows, attrgetter("last")))
            print(f"|{first}–{last}|{rounds}|{'|'.join(cells)}|")
    worst = max(((mean(one.neighbours for one in rows[2]), case) for case, rows in found.items() if case[0] > 15))
    print(f"most neighbours again from 16 players on: {worst[0]:.2f}, {worst[1]}; slowest round {slowest:.3f} s")
    met = sum(one.quad for rows in found.values() for one in rows[1]), sum(one.quad for rows in found.values() for one in rows[2])
    print(f"Σ C(m,2) over all, groups and mixed: {met}")


def means(rows: Sequence[Sequence[Sequence[Figures]]], count: Callable[[Figures], int]) -> str:
    """The mean of each way over all these tournaments."""
    return "/".join(f"{mean(count(one) for figures in rows for one in figures[way]):.1f}" for way in range(3))


def krcg_by_round(seating: Any, players: int, rounds: int, _sizes: Sequence[int], _run: int) -> list[Tables]:  # noqa: ANN401 -- has no types for us
    """A tournament whose rounds krcg builds as they come."""
    past: list[Any] = []
    for _ in range(rounds):
        past.append(seating.Round.from_players(names(players)))
        past[-1].shuffle()
        if len(past) > 1:
            past, _score = seating.optimise(past, 20_000)
    return tables_of(past)


def krcg_in_advance(seating: Any, players: int, rounds: int, _sizes: Sequence[int], _run: int) -> list[Tables]:  # noqa: ANN401 -- as above
    """A tournament that krcg plans as a whole."""
    planned, _score = seating.optimise(seating.get_rounds(names(players), rounds), 80_000, 1)
    return tables_of(planned)


def tables_of(rounds: Sequence[Any]) -> list[Tables]:
    """Rounds of krcg as ours."""
    return [tuple(tuple(table) for table in one.iter_tables()) for one in rounds]


def names(players: int) -> list[str]:
    """``P001``, ``P002``, …."""
    return [f"P{number:03}" for number in range(1, players + 1)]


def side_by_side(runs: int) -> None:
    """Print what ours and krcg's come to, by our figures and by krcg's rules."""
    if importlib.util.find_spec("krcg") is None:
        raise SystemExit("pip install krcg==4.19 first")
    seating = importlib.import_module("krcg.seating")
    print(
        f"means of {runs:<10} rematch  beside    seat    last" + "".join(f"{f'R{rule + 1}':>8}" for rule in RULES) + "  seconds"
    )
    for players, rounds in CASES:
        fours = -players % 5
        sizes = (5,) * ((players - 4 * fours) // 5) + (4,) * fours
        print(f"{players} players, {rounds} rounds of {'+'.join(map(str, sizes))}")
        for name, way in ways(seating):
            begun = time.process_time()
            stories = [way(players, rounds, sizes, run) for run in range(runs)]
            seconds = (time.process_time() - begun) / runs
            found = [judged(story, players, sizes) for story in stories]
            scored = [seating.Score([seating.Round([*table] for table in tables) for tables in story]).rules for story in stories]
            figures = [
                *map(mean, zip(*(one[:4] for one in found), strict=True)),
                *(mean(rules[rule] for rules in scored) for rule in RULES),
            ]
            print(f"  {name:16}" + "".join(f"{figure:8.1f}" for figure in figures) + f"{seconds:9.2f}", flush=True)


def ways(seating: Any) -> Iterator[tuple[str, Way]]:  # noqa: ANN401 -- as above
    """What is compared."""
    yield "lot", by_lot
    yield "mixed", by_mixing
    yield "mixed, no plan", partial(by_mixing, with_plan=False)
    yield "krcg by round", partial(krcg_by_round, seating)
    yield "krcg in advance", partial(krcg_in_advance, seating)


def judged(story: Sequence[Tables], players: int, sizes: Sequence[int]) -> Figures:
    """The figures of a tournament, in which everybody sat where the sizes want somebody."""
    found = audit(story, [sizes] * len(story), [names(players)] * len(story), sheriffs=False)
    if found.errors:
        raise SystemExit(f"not a draw: {found.errors}")
    last = Counter(table[-1] for tables in story for table in tables)
    quad = sum(comb(count, 2) for count in times_met(story).values())
    quality = found.quality
    return Figures(quality.rematches, quality.neighbours.count, quality.chairs.count, last.total() - len(last), quad)


def main() -> None:
    """Measure and print."""
    match sys.argv[1:]:
        case ["peers", *runs]:
            side_by_side(int(*runs or "3"))
        case seeds:
            table(int(*seeds or ["60"]))


if __name__ == "__main__":
    main()
