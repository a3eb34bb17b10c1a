"""The draw with the fewest rematches side by side with krcg's seating and with a pure lot.

    python -m bench.draws [RUNS]

krcg (VTES, tables of 5 and 4) is needed for this comparison only: ``pip install krcg==4.19`` into any environment that can
import this repository. Without it its lines are left out. RUNS (default 3) is how many tournaments make a mean; ours are
seeded with 0, 1, …, krcg's cannot be. All in one process, at tables of the sizes that krcg makes; seconds of processor time.

- ``lot``: the pure lot.
- ``mixed``: as a referee gets it, by a stored plan where there is one (20 and 25 players in 5 rounds, 50), else as the next.
- ``mixed, no plan``: round by round, each given the past.
- ``krcg by round``: ``optimise(rounds, 20000)`` after each round, as krcg advises for rounds built as they come.
- ``krcg in advance``: all rounds at once, ``optimise(rounds, 80000, fixed=1)``, what ``archon_seating`` does in each process.

krcg has more to mind: nobody twice the prey of the same neighbour, places and transfers shared evenly; and nobody to seat
first. Ours has a Sheriff at every table who was none before, where that is possible. The seconds are those of a
whole tournament.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import mean
from typing import Any, Final

from bangxl.rulebooks.loader import plan
from bangxl.tournament.audit import Figures, audit
from bangxl.tournament.drawing import DrawRequest, mix
from bangxl.tournament.seating import Tables, draw

CASES: Final = ((12, 3), (16, 3), (20, 3), (20, 5), (25, 5), (36, 5), (50, 5))
"""Players and rounds."""

Way = Callable[[int, int, int], Sequence[Tables]]
"""Players, rounds, which run: a whole tournament."""


def sizes_of(players: int) -> tuple[int, ...]:
    """As krcg seats them: tables of 5 first, then as few of 4 as possible."""
    fours = -players % 5
    return (5,) * ((players - 4 * fours) // 5) + (4,) * fours


def by_lot(players: int, rounds: int, run: int) -> list[Tables]:
    """A tournament by pure lot."""
    been: Counter[str] = Counter()
    past: list[Tables] = []
    for number in range(1, rounds + 1):
        past.append(draw(names(players), sizes_of(players), been, str(run), number))
        been.update(table[0] for table in past[-1])
    return past


def by_mixing(players: int, rounds: int, run: int, *, with_plan: bool) -> list[Tables]:
    """A tournament in which every round is mixed as well as the past lets it, or all of them by a stored plan."""
    stored = plan(players, rounds, sizes_of(players), balance=True) if with_plan else None
    been: Counter[str] = Counter()
    past: list[Tables] = []
    for number in range(1, rounds + 1):
        story = DrawRequest(names(players), sizes_of(players), tuple(past), been)
        past.append(mix(story, str(run), number, stored, str(run)))
        been.update(table[0] for table in past[-1])
    return past


def krcg_by_round(seating: Any, players: int, rounds: int, _run: int) -> list[Tables]:  # noqa: ANN401 -- has no types for us
    """A tournament whose rounds krcg builds as they come."""
    past: list[Any] = []
    for _ in range(rounds):
        past.append(seating.Round.from_players(names(players)))
        past[-1].shuffle()
        if len(past) > 1:
            past, _score = seating.optimise(past, 20_000)
    return tables_of(past)


def krcg_in_advance(seating: Any, players: int, rounds: int, _run: int) -> list[Tables]:  # noqa: ANN401 -- as above
    """A tournament that krcg plans as a whole."""
    planned, _score = seating.optimise(seating.get_rounds(names(players), rounds), 80_000, 1)
    return tables_of(planned)


def tables_of(rounds: Sequence[Any]) -> list[Tables]:
    """Rounds of krcg as ours."""
    return [tuple(tuple(table) for table in one.iter_tables()) for one in rounds]


def names(players: int) -> list[str]:
    """``P001``, ``P002``, …."""
    return [f"P{number:03}" for number in range(1, players + 1)]


def ways() -> Iterator[tuple[str, Way]]:
    """What is compared; krcg if it is there."""
    yield "lot", by_lot
    yield "mixed", partial(by_mixing, with_plan=True)
    yield "mixed, no plan", partial(by_mixing, with_plan=False)
    if importlib.util.find_spec("krcg") is None:
        print("Without krcg: pip install krcg==4.19 compares with it as well.")
        return
    seating = importlib.import_module("krcg.seating")
    yield "krcg by round", partial(krcg_by_round, seating)
    yield "krcg in advance", partial(krcg_in_advance, seating)


def measured(way: Way, players: int, rounds: int, runs: int) -> tuple[list[Figures], float]:
    """What each run came to, and the seconds of processor time that one took on average."""
    begun = time.process_time()
    told = [way(players, rounds, run) for run in range(runs)]
    seconds = (time.process_time() - begun) / runs
    return [judged(story, players) for story in told], seconds


def judged(story: Sequence[Tables], players: int) -> Figures:
    """The figures of a tournament, in which everybody sat where the sizes want somebody."""
    found = audit(story, [sizes_of(players)] * len(story), [names(players)] * len(story), sheriffs=False)
    if found.errors:
        raise SystemExit(f"not a draw: {found.errors}")
    return found.figures


def main() -> int:
    """Measure and print."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    compared = list(ways())
    print(f"means of {runs}          rematches   Σ C(m,2)   most   spread   seconds")
    for players, rounds in CASES:
        print(f"{players} players, {rounds} rounds of {'+'.join(map(str, sizes_of(players)))}")
        for name, way in compared:
            found, seconds = measured(way, players, rounds, runs)
            rematches, quad = mean(f.rematches for f in found), mean(f.quad for f in found)
            most, spread = max(f.most for f in found), mean(f.spread for f in found)
            print(f"  {name:16}{rematches:12.1f}{quad:11.1f}{most:7}{spread:9.1f}{seconds:10.2f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
