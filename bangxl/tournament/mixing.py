"""The mixed draw: as few people as possible meet again (docs/draw.md, sections 7 to 9).

It counts Σ m (m - 1) / 2 over the pairs that meet m times, and shares out the larger tables. Whole numbers and a fixed number of
moves: the same seed gives the same tables on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from bangxl.tournament.annealing import Problem, anneal
from bangxl.tournament.lots import lot, lot_order
from bangxl.tournament.plans import SeatingPlan, Sizes
from bangxl.tournament.seating import Tables, draw

TRIES: Final = 100
"""So many lots are drawn, at most, to keep pairs apart."""
BALANCE: Final = 3
"""What one game more at a larger table weighs against one rematch, for each that the player already had."""


@dataclass(frozen=True, slots=True)
class Story:
    """What a draw needs to know: who is to be seated, at tables of which sizes, and what was before.

    ``players`` in entry order. ``past`` are the tables of the earlier rounds as they were played, seat 1 first; ``been_sheriff``
    says how often each was. ``apart`` are pairs that should not share a table. ``balance``: share out the larger tables.
    """

    players: Sequence[str]
    sizes: Sizes
    past: Sequence[Tables] = ()
    been_sheriff: Mapping[str, int] = field(default_factory=dict)
    apart: frozenset[frozenset[str]] = frozenset()
    balance: bool = True


def mix(story: Story, rng_seed: str, round_number: int, plan: SeatingPlan | None, first_seed: str) -> Tables:
    """Seat round ``round_number`` (from 1) so that few meet again; seat 1 is the Sheriff's.

    By the ``plan`` while everything so far was; else by the optimiser. ``first_seed``, that of round 1, relabels the plan.
    Raises ValueError where the sizes do not fit the players.
    """
    if sum(story.sizes) != len(story.players):
        raise ValueError(f"tables for {sum(story.sizes)} players, but there are {len(story.players)}")
    groups = planned_groups(story, round_number, plan, first_seed) if plan else None
    tables = (
        _at_tables(groups, story.sizes, rng_seed, round_number) if groups else _annealed_groups(story, rng_seed, round_number)
    )
    return tuple((sheriff, *lot_order(rng_seed, f"round {round_number} order", others)) for sheriff, *others in tables)


def planned_groups(story: Story, round_number: int, plan: SeatingPlan, first_seed: str) -> Tables | None:
    """The plan's groups for this round, Sheriffs first; None where the plan does not fit, or does not any more."""
    fits = plan.players == len(story.players) and sorted(plan.sizes) == sorted(story.sizes)
    if not fits or len(story.past) != round_number - 1 or round_number > len(plan.rounds):
        return None
    rounds = _with_players(story, plan, first_seed)
    if rounds is None or any(map(_differ, rounds, story.past)):
        return None
    return rounds[round_number - 1]


def lot_apart(story: Story, rng_seed: str, round_number: int) -> Tables:
    """The pure lot with pairs to keep apart: the first lot of ``TRIES`` with fewest at one table (docs/draw.md, section 2)."""
    usual = draw(story.players, story.sizes, story.been_sheriff, rng_seed, round_number)
    fewest, best = together(usual, story.apart), usual
    sheriffs = [table[0] for table in usual]
    others = set(story.players) - set(sheriffs)
    for attempt in range(2, TRIES + 1):
        if not fewest:
            break
        seats = iter(lot_order(rng_seed, f"round {round_number} seat {attempt}", others))
        tables = tuple((s, *(next(seats) for _ in range(size - 1))) for s, size in zip(sheriffs, story.sizes, strict=True))
        if (count := together(tables, story.apart)) < fewest:
            fewest, best = count, tables
    return best


def together(tables: Tables, apart: frozenset[frozenset[str]]) -> int:
    """How many of the pairs to keep apart share a table."""
    return sum(pair <= set(table) for table in tables for pair in apart)


def _with_players(story: Story, plan: SeatingPlan, first_seed: str) -> tuple[Tables, ...] | None:
    """The plan with players for numbers; None where no lot keeps the pairs apart that are to be."""
    for attempt in range(1, TRIES + 1):
        order = lot_order(first_seed, f"plan {attempt}", story.players)
        rounds = tuple(tuple(tuple(order[number] for number in table) for table in tables) for tables in plan.rounds)
        if not any(together(tables, story.apart) for tables in rounds):
            return rounds
    return None


def _differ(tables: Tables, others: Tables) -> bool:
    """Whether two rounds differ in more than table numbers and seats 2, 3, …."""
    return {(table[0], frozenset(table)) for table in tables if table} != {(t[0], frozenset(t)) for t in others if t}


def _at_tables(groups: Tables, sizes: Sizes, rng_seed: str, round_number: int) -> Iterator[tuple[str, ...]]:
    """The plan's groups at the tables of the chart, those of one size in the order of their Sheriffs' lots."""
    waiting = sorted(groups, key=lambda table: (lot(rng_seed, f"round {round_number} table", table[0]), table[0]))
    for size in sizes:
        table = next(group for group in waiting if len(group) == size)
        waiting.remove(table)
        yield table


def _annealed_groups(story: Story, rng_seed: str, round_number: int) -> Tables:
    """The optimiser's groups by table, Sheriffs first."""
    start = draw(story.players, story.sizes, story.been_sheriff, rng_seed, round_number)
    who = [table[0] for table in start] + [player for table in start for player in table[1:]]
    games = surpluses(story.past) if story.balance else Counter[str]()
    problem = Problem(
        sizes=story.sizes,
        met=Counter(pair for tables in story.past for pair in _pairs(who, tables)),
        apart=frozenset(_pairs(who, story.apart)),
        weight=[BALANCE * games[player] for player in who],
        bound=_fewest(story, games),
    )
    seats = [who[number] for number in anneal(problem, f"{rng_seed}|round {round_number} move|")]
    others = iter(seats[len(start) :])
    return tuple((s, *(next(others) for _ in range(size - 1))) for s, size in zip(seats, story.sizes, strict=False))


def surpluses(past: Sequence[Tables]) -> Counter[str]:
    """For every player, summed over the rounds: how many more were at his table than at the smallest of that round."""
    found: Counter[str] = Counter()
    for tables in past:
        smallest = min(map(len, tables), default=0)
        for table in tables:
            found.update(dict.fromkeys(table, len(table) - smallest))
    return found


def _pairs(who: Sequence[str], groups: Iterable[Iterable[str]]) -> Iterator[tuple[int, int]]:
    """The pairs in these groups, as numbers in ``who``, the smaller first; who is not there does not count."""
    number = {player: index for index, player in enumerate(who)}
    for group in groups:
        yield from combinations(sorted(number[player] for player in set(group) if player in number), 2)


def _fewest(story: Story, games: Mapping[str, int]) -> int:
    """A cost that no seating can be below: at best, those of a table came from as many tables of each earlier round as it had."""
    bound = 0
    for tables in story.past:
        absent = len(set(story.players).difference(*tables))
        for size in story.sizes:
            every, more = divmod(max(0, size - absent), len(tables) or 1)
            bound += more * every + len(tables) * every * (every - 1) // 2
    smallest = min(story.sizes)
    seats = sorted((size - smallest for size in story.sizes for _ in range(size)), reverse=True)
    return bound + BALANCE * sum(a * b for a, b in zip(seats, sorted(games.get(p, 0) for p in story.players), strict=True))
