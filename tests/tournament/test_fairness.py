"""Nobody is favoured: over many seeds everybody is treated as an even draw would treat him, with every way to draw.

Whatever is counted is a vector of one number a player (or a pair) in each tournament. If the draw treats all alike, these vectors
have no preferred direction; so the squared length of their sum over many tournaments, divided by the sum of their squares, is χ²
over its degrees of freedom. That holds though the entries of one vector depend on each other.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from math import sqrt
from typing import Final

import pytest

from bangxl.tournament import drawing
from bangxl.tournament.compositions import Tables, table_sizes
from bangxl.tournament.rulebook import Sizes
from tests.helpers.sample import these
from tests.tournament.builders import ids
from tests.tournament.mixed import by_lot, by_plan, played
from tests.tournament.rules import ITALY

Tournament = list[Tables]
FEW: Final = 150
MANY: Final = 3000
FAR: Final = 4.0
"""Standard deviations; some 20 figures are looked at for each draw."""

DRAWS: Final[dict[str, Callable[[Sizes, str], Tournament]]] = {
    "lot": lambda sizes, seed: by_lot(sizes, 5, seed),
    "plan": lambda sizes, seed: by_plan(sizes, 5, seed, balance=True),
    "plan unbalanced": lambda sizes, seed: by_plan(sizes, 5, seed, balance=False),
    "optimiser": lambda sizes, seed: played(sizes, 3, seed, balance=True),
    "optimiser unbalanced": lambda sizes, seed: played(sizes, 3, seed, balance=False),
}


def deviation(vectors: Iterable[Sequence[float]], freedom: int) -> float:
    """How far the sum of the vectors is from what chance gives, in standard deviations (Wilson and Hilferty's cube root)."""
    rows = list(vectors)
    total = sum(sum(column) ** 2 for column in zip(*rows, strict=True))
    each = sum(entry**2 for row in rows for entry in row)
    if each < 1e-6:  # everybody alike in every tournament
        return 0.0
    ratio = total / each  # χ² over its degrees of freedom
    return float((ratio ** (1 / 3) - 1 + 2 / (9 * freedom)) / sqrt(2 / (9 * freedom)))


def centred(counts: Sequence[int]) -> list[float]:
    mean = sum(counts) / len(counts)
    return [count - mean for count in counts]


def of_players(players: Sequence[str], counted: Iterable[str]) -> list[float]:
    counts = Counter(counted)
    return centred([counts[player] for player in players])


def of_pairs(players: Sequence[str], tournament: Tournament) -> list[float]:
    """How often each pair met, less what follows from how many each of the two has met: that is looked at by itself."""
    met = Counter(pair for tables in tournament for table in tables for pair in combinations(sorted(table), 2))
    pairs = list(combinations(players, 2))
    mean = sum(met.values()) / len(pairs)
    own = of_players(players, (player for pair in met.elements() for player in pair))
    share = dict(zip(players, (met_by / (len(players) - 2) for met_by in own), strict=True))
    return [met[pair] - mean - share[pair[0]] - share[pair[1]] for pair in pairs]


def seats(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """What happens, and to whom: seats (1 is the Sheriff's), tables, their sizes, opponents; in some round and in all."""
    for number, tables in enumerate(tournament, 1):
        for table, group in enumerate(tables, 1):
            for seat, player in enumerate(group, 1):
                yield f"seat {seat}", player
                yield f"table {table}", player
                yield f"a table of {len(group)}", player
                yield f"round {number}: a table of {len(group)}", player
                yield f"round {number}: Sheriff" if seat == 1 else "no Sheriff", player
                yield from ((f"opponents in round {number}", player) for _ in group[1:])
                yield from (("opponents", player) for _ in group[1:])


def figures(players: Sequence[str], tournaments: Sequence[Tournament]) -> dict[str, float]:
    """Every figure's distance from an even draw, in standard deviations."""
    happened: list[dict[str, list[str]]] = []
    for tournament in tournaments:
        happened.append({})
        for what, player in seats(tournament):
            happened[-1].setdefault(what, []).append(player)
    count = len(players)
    found = {
        what: deviation((of_players(players, one.get(what, ())) for one in happened), count - 1)
        for what in sorted({what for one in happened for what in one})
    }
    found["pairs"] = deviation((of_pairs(players, t) for t in tournaments), count * (count - 3) // 2)
    found["pairs of two rounds"] = deviation((of_pairs(players, t[1:3]) for t in tournaments), count * (count - 3) // 2)
    return found


def far(draw: str, count: int, seeds: int) -> dict[str, float]:
    sizes = table_sizes(ITALY, count)
    tournaments = [DRAWS[draw](sizes, f"fair {seed}") for seed in range(seeds)]
    return {what: distance for what, distance in figures(ids(1, count), tournaments).items() if abs(distance) > FAR}


@pytest.mark.parametrize(("draw", "count"), these([*zip(DRAWS, (22, 25, 22, 25, 22), strict=True)], ("lot", 22)))
def test_nobody_is_favoured(draw: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a twentieth of the moves, which would be no less unfair."""
    monkeypatch.setattr(drawing, "STEPS", 2)
    assert far(draw, count, FEW) == {}


@pytest.mark.soak
@pytest.mark.parametrize("count", [22, 25])
@pytest.mark.parametrize("draw", DRAWS)
def test_nobody_is_favoured_by_many_seeds(draw: str, count: int) -> None:
    assert far(draw, count, MANY) == {}


def test_an_unfair_draw_is_noticed() -> None:
    """P001 is moved to the last seat of the first table in every other tournament: the instrument can tell."""

    def unfair(seed: int) -> Tournament:
        first, *rest = by_lot((6, 6, 5, 5), 5, f"{seed}")
        if seed % 2:
            return [first, *rest]
        swapped = {"P001": first[0][-1], first[0][-1]: "P001"}
        return [tuple(tuple(swapped.get(player, player) for player in table) for table in first), *rest]

    assert figures(ids(1, 22), [unfair(seed) for seed in range(FEW)])["seat 6"] > FAR
