"""People exchange places until few at a table have met: the optimiser of the mixed draw (docs/draw.md, section 9).

A fixed number of moves, whole numbers only, every random number from a SHA-256 counter: the same seed, the same seating.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from struct import iter_unpack
from typing import Final

STEPS: Final = 40
MOVES: Final = 5_000
"""Moves in each step: exchanges that are considered."""
WARMTH: Final = 1 << 28
"""Of 2³²: how often a growth of the cost by 1 is accepted in the first step."""
WHOLE: Final = 1 << 32
COOLING: Final = (9, 10)
"""What is left of the warmth after each step."""
APART: Final = 1_000
"""What a pair costs that should not share a table."""
MOVES_IN_A_DIGEST: Final = 4
MOVE: Final = ">HHI"
"""A move in 8 bytes: one place, the other, and how likely it must be."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Who may exchange places, and what a seating costs.

    Places are numbered from 0: seat 1 of every table, then the other seats of table 1, of table 2, …. People have the number of
    the place where they begin.
    ``met`` counts for pairs (smaller number first) how often they have shared a table; ``apart`` are pairs that should not.
    ``weight`` is what a seat at a larger table costs each person, for every player more there than at the smallest table.
    ``bound`` is a cost below which no seating can be.
    """

    sizes: Sequence[int]
    met: Mapping[tuple[int, int], int]
    apart: Collection[tuple[int, int]]
    weight: Sequence[int]
    bound: int = 0

    @property
    def tables(self) -> list[int]:
        """The table of every place, from 0."""
        seats = [table for table, size in enumerate(self.sizes) for _ in range(size - 1)]
        return [*range(len(self.sizes)), *seats]

    @property
    def surplus(self) -> list[int]:
        """How many players each table has more than the smallest."""
        return [size - min(self.sizes) for size in self.sizes]


class _Seating:
    """Who sits where, with people as bits: bit n × (l - 1) + i of a mask says that somebody has met i at least l times.

    A table's mask has all bits of its people, so one count of common bits is the number of past meetings.
    """

    def __init__(self, problem: Problem) -> None:
        people, self.table, self.surplus = len(problem.weight), problem.tables, problem.surplus
        self.weight, self.met = problem.weight, _masks(people, problem.met)
        self.apart = _masks(people, dict.fromkeys(problem.apart, 1)) if problem.apart else []
        levels = max(problem.met.values(), default=1)
        self.bit = [sum(1 << (level * people + person) for level in range(levels)) for person in range(people)]
        self.who = list(range(people))
        self.mask = [0] * len(problem.sizes)
        for person, table in enumerate(self.table):
            self.mask[table] |= self.bit[person]
        self.cost = sum(self.weight[person] * self.surplus[table] for person, table in enumerate(self.table))
        self.cost += sum(times for (a, b), times in problem.met.items() if self.table[a] == self.table[b])
        self.cost += sum(APART for a, b in problem.apart if self.table[a] == self.table[b])
        self.best, self.best_cost = tuple(self.who), self.cost

    def step(self, moves: Iterator[tuple[int, int, int]], limits: Mapping[int, int], bound: int) -> None:
        """Consider these moves; stop when the best seating cannot be bettered."""
        table, who, mask = self.table, self.who, self.mask
        met, bit, weight, surplus = self.met, self.bit, self.weight, self.surplus
        for a, b, chance in moves:
            x, y = table[a], table[b]
            if x == y:
                continue
            p, q = who[a], who[b]
            left, right = mask[x] ^ bit[p], mask[y] ^ bit[q]
            growth = _growth(met[p], met[q], left, right) + (weight[p] - weight[q]) * (surplus[y] - surplus[x])
            if self.apart:
                growth += APART * _growth(self.apart[p], self.apart[q], left, right)
            if growth <= 0 or chance < limits.get(growth, 0):
                who[a], who[b] = q, p
                mask[x], mask[y] = left | bit[q], right | bit[p]
                self.cost += growth
                if self.cost < self.best_cost:
                    self.best, self.best_cost = tuple(who), self.cost
                    if self.cost <= bound:
                        return


def anneal(problem: Problem, purpose: str) -> tuple[int, ...]:
    """The person at every place in the cheapest seating found; ``purpose`` is what the numbers of the moves are hashed with."""
    seating, warmth = _Seating(problem), WARMTH
    for step in range(STEPS if len(problem.sizes) > 1 else 0):
        if seating.best_cost <= problem.bound:
            break
        seating.step(_moves(problem, purpose, step), _limits(warmth), problem.bound)
        warmth = warmth * COOLING[0] // COOLING[1]
    return seating.best


def _moves(problem: Problem, purpose: str, step: int) -> Iterator[tuple[int, int, int]]:
    """Two places to exchange, both a Sheriff's or neither, and a number of 32 bits for chance."""
    places, sheriffs = len(problem.weight), len(problem.sizes)
    digests = MOVES // MOVES_IN_A_DIGEST
    stream = b"".join(sha256(f"{purpose}{i}".encode()).digest() for i in range(step * digests, (step + 1) * digests))
    for first, second, chance in iter_unpack(MOVE, stream):
        a = first % places
        yield a, second % sheriffs if a < sheriffs else sheriffs + second % (places - sheriffs), chance


def _limits(warmth: int) -> dict[int, int]:
    """By the growth of the cost: below which number of 32 bits it is accepted."""
    limits, limit, growth = {}, warmth, 1
    while limit:
        limits[growth] = limit
        limit, growth = limit * warmth // WHOLE, growth + 1
    return limits


def _growth(first: int, second: int, left: int, right: int) -> int:
    """How many bits more they have in common with their tables after an exchange: ``first`` leaves ``left`` for ``right``."""
    return (first & right).bit_count() - (first & left).bit_count() + (second & left).bit_count() - (second & right).bit_count()


def _masks(people: int, met: Mapping[tuple[int, int], int]) -> list[int]:
    masks = [0] * people
    for (a, b), times in met.items():
        for level in range(times):
            masks[a] |= 1 << (level * people + b)
            masks[b] |= 1 << (level * people + a)
    return masks
