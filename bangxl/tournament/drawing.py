"""Draw a round (docs/draw.md): by lot, or mixed, so that few people meet again or have the same place again.

The mixed draw counts Σ m (m - 1) / 2 over the pairs that meet m times, and shares out the larger tables. It follows a stored
plan, or an optimiser exchanges people (section 9): whole numbers, a fixed number of moves, every random number from a SHA-256
counter. The same seed gives the same tables on every machine. `bangxl.tournament.chairs` then orders the seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import combinations
from struct import iter_unpack
from typing import Final

from bangxl.tournament.audit import Audit, Best, Pair, Round, audit
from bangxl.tournament.chairs import ordered
from bangxl.tournament.journal import entries_in_force, read_pairs
from bangxl.tournament.model import Algorithm, Draw, SeedSource, Tournament
from bangxl.tournament.options import ON, as_drawn, option_value, pairs_apart
from bangxl.tournament.progress import starting_tables
from bangxl.tournament.roster import available, entrants, kept_tables, sheriffs_so_far, times_sheriff
from bangxl.tournament.rulebook import SeatingPlan, SheriffRule, Sizes
from bangxl.tournament.seating import Tables, draw, draw_again, lot, lot_order, scheduled_rounds, seating_began, table_sizes
from bangxl.tournament.state import State

STEPS: Final = 40
MOVES: Final = 5_000
"""Moves in each step: exchanges that are considered."""
WARMTH: Final = 1 << 28
"""Of 2³²: how often a growth of the cost by 1 is accepted in the first step."""
WHOLE: Final = 1 << 32
COOLING: Final = (9, 10)
"""The factor of cooling after each step."""
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


class _Seating:
    """Who sits where, with people as bits: bit n × (l - 1) + i of a mask says that somebody has met i at least l times.

    A table's mask has all bits of its people, so one count of common bits is the number of past meetings.
    """

    def __init__(self, problem: Problem) -> None:
        people = len(problem.weight)
        others = [table for table, size in enumerate(problem.sizes) for _ in range(size - 1)]
        self.table = [*range(len(problem.sizes)), *others]
        self.surplus = [size - min(problem.sizes) for size in problem.sizes]
        self.weight, self.prices = problem.weight, [(_masks(people, problem.met), 1)]
        if problem.apart:
            self.prices.append((_masks(people, dict.fromkeys(problem.apart, 1)), APART))
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
        prices, bit, weight, surplus = self.prices, self.bit, self.weight, self.surplus
        for a, b, chance in moves:
            x, y = table[a], table[b]
            if x == y:
                continue
            p, q = who[a], who[b]
            left, right = mask[x] ^ bit[p], mask[y] ^ bit[q]
            growth = (weight[p] - weight[q]) * (surplus[y] - surplus[x])
            for masks, price in prices:
                # how many bits more they have in common with their tables after the exchange
                i, j = masks[p], masks[q]
                more, fewer = (i & right).bit_count() + (j & left).bit_count(), (i & left).bit_count() + (j & right).bit_count()
                growth += price * (more - fewer)
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


def _masks(people: int, met: Mapping[tuple[int, int], int]) -> list[int]:
    masks = [0] * people
    for (a, b), times in met.items():
        for level in range(times):
            masks[a] |= 1 << (level * people + b)
            masks[b] |= 1 << (level * people + a)
    return masks


VERSIONS: Final = {Algorithm.LOT: 1, Algorithm.MIXED: 2}
"""The version of each algorithm, as a draw records it."""
TRIES: Final = 100
"""So many lots are drawn, at most, to keep pairs apart."""
BALANCE: Final = 3
"""What one game more at a larger table weighs against one rematch, for each that the player already had."""


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """The input of a draw: the players, the table sizes, and the rounds before.

    ``players`` in entry order. ``past`` are the tables of the earlier rounds as they were played, seat 1 first; ``been_sheriff``
    says how often each was. ``apart`` are pairs that should not share a table. ``balance``: share out the larger tables.
    """

    players: Sequence[str]
    sizes: Sizes
    past: Sequence[Tables] = ()
    been_sheriff: Mapping[str, int] = field(default_factory=dict)
    apart: frozenset[frozenset[str]] = frozenset()
    balance: bool = True


def mix(request: DrawRequest, rng_seed: str, round_number: int, plan: SeatingPlan | None, first_seed: str) -> Tables:
    """Seat round ``round_number`` (from 1) so that few meet again; seat 1 is the Sheriff's.

    By the ``plan`` while everything so far was; else by the optimiser. ``first_seed``, that of round 1, relabels the plan.
    Raises ValueError if the sizes do not fit the players.
    """
    if sum(request.sizes) != len(request.players):
        raise ValueError(f"tables for {sum(request.sizes)} players, but there are {len(request.players)}")
    groups, later = mixed_groups(request, rng_seed, round_number, plan, first_seed)
    return ordered(groups, rng_seed, round_number, request.past, later)


def mixed_groups(
    request: DrawRequest, rng_seed: str, round_number: int, plan: SeatingPlan | None, first_seed: str
) -> tuple[Tables, Sequence[Tables]]:
    """Who sits at which table, the Sheriff first; and the groups that a plan has for the later rounds."""
    planned = planned_rounds(request, round_number, plan, first_seed) if plan else ()
    if not planned:
        return _annealed_groups(request, rng_seed, round_number), ()
    # the plan's groups at the tables of the chart, those of one size in the order of their Sheriffs' lots
    waiting = sorted(planned[0], key=lambda table: (lot(rng_seed, f"round {round_number} table", table[0]), table[0]))
    at_tables = []
    for size in request.sizes:
        at_tables.append(next(group for group in waiting if len(group) == size))
        waiting.remove(at_tables[-1])
    return tuple(at_tables), planned[1:]


def planned_rounds(request: DrawRequest, round_number: int, plan: SeatingPlan, first_seed: str) -> Sequence[Tables]:
    """The plan's groups from this round on, Sheriffs first; none if the plan does not fit, or does not any more.

    Players take its numbers by the first lot that keeps the pairs apart that are to be.
    """
    fits = plan.players == len(request.players) and sorted(plan.sizes) == sorted(request.sizes)
    if not fits or len(request.past) != round_number - 1:
        return ()
    for attempt in range(1, TRIES + 1):
        order = lot_order(first_seed, f"plan {attempt}", request.players)
        rounds = tuple(tuple(tuple(order[number] for number in table) for table in tables) for tables in plan.rounds)
        if not any(pairs_together(tables, request.apart) for tables in rounds):
            break
    else:
        return ()
    for planned, played in zip(rounds, request.past, strict=False):
        # numbers of tables and seats 2, 3, … do not count
        groups = {(table[0], frozenset(table)) for table in planned if table}
        if groups != {(table[0], frozenset(table)) for table in played if table}:
            return ()
    return rounds[round_number - 1 :]


def lot_apart(request: DrawRequest, rng_seed: str, round_number: int) -> Tables:
    """The pure lot with pairs to keep apart: the first lot of ``TRIES`` with fewest at one table (docs/draw.md, section 2)."""
    usual = draw(request.players, request.sizes, request.been_sheriff, rng_seed, round_number)
    fewest, best = pairs_together(usual, request.apart), usual
    sheriffs = [table[0] for table in usual]
    others = set(request.players) - set(sheriffs)
    for attempt in range(2, TRIES + 1):
        if not fewest:
            break
        seats = iter(lot_order(rng_seed, f"round {round_number} seat {attempt}", others))
        tables = tuple((s, *(next(seats) for _ in range(size - 1))) for s, size in zip(sheriffs, request.sizes, strict=True))
        if (count := pairs_together(tables, request.apart)) < fewest:
            fewest, best = count, tables
    return best


def pairs_together(tables: Tables, apart: frozenset[frozenset[str]]) -> int:
    """How many of the pairs to keep apart share a table."""
    return sum(pair <= set(table) for table in tables for pair in apart)


def _annealed_groups(request: DrawRequest, rng_seed: str, round_number: int) -> Tables:
    """The optimiser's groups by table, Sheriffs first."""
    start = draw(request.players, request.sizes, request.been_sheriff, rng_seed, round_number)
    who = [table[0] for table in start] + [player for table in start for player in table[1:]]
    games = surpluses(request.past) if request.balance else Counter[str]()
    problem = Problem(
        sizes=request.sizes,
        met=Counter(pair for tables in request.past for pair in _pairs(who, tables)),
        apart=frozenset(_pairs(who, request.apart)),
        weight=[BALANCE * games[player] for player in who],
        bound=_cost_floor(request, games),
    )
    seats = [who[number] for number in anneal(problem, f"{rng_seed}|round {round_number} move|")]
    others = iter(seats[len(start) :])
    return tuple((s, *(next(others) for _ in range(size - 1))) for s, size in zip(seats, request.sizes, strict=False))


def surpluses(past: Sequence[Tables]) -> Counter[str]:
    """For every player, summed over the rounds: how many more were at his table than at the smallest of that round."""
    total: Counter[str] = Counter()
    for tables in past:
        smallest = min(map(len, tables), default=0)
        for table in tables:
            total.update(dict.fromkeys(table, len(table) - smallest))
    return total


def _pairs(who: Sequence[str], groups: Iterable[Iterable[str]]) -> Iterator[tuple[int, int]]:
    """The pairs in these groups, as numbers in ``who``, the smaller first; who is not there does not count."""
    number = {player: index for index, player in enumerate(who)}
    for group in groups:
        yield from combinations(sorted(number[player] for player in set(group) if player in number), 2)


def _cost_floor(request: DrawRequest, games: Mapping[str, int]) -> int:
    """A cost that no seating can be below: at best, those of a table came from as many tables of each earlier round as it had."""
    bound = 0
    for tables in request.past:
        absent = len(set(request.players).difference(*tables))
        for size in request.sizes:
            every, more = divmod(max(0, size - absent), len(tables) or 1)
            bound += more * every + len(tables) * every * (every - 1) // 2
    smallest = min(request.sizes)
    seats = sorted((size - smallest for size in request.sizes for _ in range(size)), reverse=True)
    return bound + BALANCE * sum(a * b for a, b in zip(seats, sorted(games.get(p, 0) for p in request.players), strict=True))


def tables(state: State, draw: Draw, players: tuple[str, ...], sizes: Sizes) -> Tables:
    """The tables of a round that a recorded draw gives: ``players`` in entry order, at tables of these ``sizes``.

    Raises ValueError if the sizes do not fit the players.
    """
    own = {player.id: player.table for player in as_drawn(state, int(draw.stage)).tournament.players if player.table}
    return renumbered(_drawn(state, draw, players, sizes), own)


def renumbered(tables: Tables, own: Mapping[str, int]) -> Tables:
    """The tables in another order: players with a table of their ``own`` sit at it, as far as that is possible.

    For each, the smallest number first, his table and the one with that number change numbers.
    """
    order = list(tables)
    for player, number in sorted(own.items(), key=lambda one: (one[1], one[0])):
        here = next((at for at, table in enumerate(order) if player in table), None)
        if here is not None and number <= len(order):
            order[here], order[number - 1] = order[number - 1], order[here]
    return tuple(order)


def at_another_table(state: State, number: int) -> list[str]:
    """The players who cannot all sit at their own tables in a round.

    No table has the number of one, two drawn to one table have different numbers, or two drawn to two tables have the same.
    """
    tables = {seat.player: game.table for game in state.tournament.round(number) for seat in game.seats}
    seated = [one for one in state.tournament.players if one.table and one.id in tables]
    away = [one for one in seated if tables[one.id] != one.table]
    possible = [one for one in away if one.table in tables.values()]
    numbers, drawn = {one.table for one in possible}, {tables[one.id] for one in possible}
    return [one.id for one in seated if one in away or one.table in numbers or tables[one.id] in drawn]


def _drawn(state: State, draw: Draw, players: tuple[str, ...], sizes: Sizes) -> Tables:
    number, tournament = int(draw.stage), state.tournament
    turns, past = times_sheriff(tournament, number), past_tables(tournament, number)
    if kept := kept_tables(state, number):
        # at one seating nobody is Sheriff twice as long as somebody was not, however often before
        for player, times in sheriffs_so_far(state, number).items():
            turns[player] += times * number
        again = draw_again(kept, turns, draw.rng_seed, number)
        return ordered(again, draw.rng_seed, number, past) if draw.algorithm is Algorithm.MIXED else again
    request = DrawRequest(
        players=players,
        sizes=sizes,
        past=past,
        been_sheriff=turns,
        apart=pairs_apart(as_drawn(state, number)),
        balance=option_value(state, "balance") == ON,
    )
    if draw.algorithm is Algorithm.LOT:
        return lot_apart(request, draw.rng_seed, number)
    rounds = scheduled_rounds(state.rulebook, len(entrants(state)))
    plan = None if state.rulebook.seatings else state.rulebook.plan(len(players), rounds, sizes, balance=request.balance)
    first_seed = draw.rng_seed if number == 1 else tournament.seed("1") or ""
    return mix(request, draw.rng_seed, number, plan, first_seed)


def with_logged_draws(state: State) -> Tournament:
    """The tournament with the draws of rounds whose seeds are lost, as the log has them."""
    tournament, rows = state.tournament, entries_in_force(state.journal.entries)
    known = {draw.stage for draw in tournament.draws}
    lost = []
    for number in range(1, tournament.rounds_seated + 1):
        own = [row for row in rows if row.stage == f"Round{number}"]
        row = next((row for row in reversed(own) if row.command in {"seat", "redraw"}), None)
        if str(number) in known or row is None or not row.seed:
            continue
        result, (source, _colon, value) = read_pairs(row.result), row.source.partition(": ")
        algorithm = Algorithm.MIXED if result.get("draw") == Algorithm.MIXED else Algorithm.LOT
        origin = SeedSource(source) if source in set(SeedSource) else SeedSource.RANDOM
        draw = Draw(str(number), row.seed, origin, value, algorithm, VERSIONS[algorithm])
        by_hand = any(one.command == "swap" for one in own)
        lost.append(replace(draw, by_hand=by_hand, code=result.get("code", ""), salt=result.get("salt", "")))
    if not lost:
        return tournament
    codes = tuple(code for code in tournament.codes if str(code.round) not in {draw.stage for draw in lost})
    return replace(tournament, draws=tuple(sorted((*tournament.draws, *lost), key=_order)), codes=codes)


def _order(draw: Draw) -> tuple[bool, int]:
    return (False, int(draw.stage)) if draw.stage.isdecimal() else (True, 0)


def past_tables(tournament: Tournament, before_round: int) -> tuple[Tables, ...]:
    """The tables of the earlier rounds, as they were played."""
    rounds = (tournament.round(number) for number in range(1, before_round))
    return tuple(tuple(tuple(seat.player for seat in game.seats) for game in games) for games in rounds)


def audit_rounds(state: State, last: int) -> Audit:
    """The audit of rounds 1 to ``last``, of a regulation that draws every round."""
    rounds = past_tables(state.tournament, last + 1)
    present = [available(state, number) for number in range(1, last + 1)]
    sizes = [
        table_sizes(state.rulebook, len(there), first_round=False) if number > 1 else starting_tables(state, len(there))
        for number, there in enumerate(present, 1)
    ]
    best = None if state.rulebook.seatings else _best(state, last)
    once = state.rulebook.sheriff is SheriffRule.SEAT_1 and not state.rulebook.seatings
    drawn = [seating_began(state.rulebook, len(entrants(state)), number) for number in range(1, last + 1)]
    return audit(rounds, [row or None for row in sizes], present, best, sheriffs=once, drawn=drawn)


def apart_together(state: State, number: int) -> list[tuple[int, Pair]]:
    """The pairs to keep apart that share a table in a round, each with the table."""
    pairs: list[Pair] = sorted((min(pair), max(pair)) for pair in pairs_apart(as_drawn(state, number)))
    seated = {game.table: {seat.player for seat in game.seats} for game in state.tournament.round(number)}
    return [(table, pair) for table, players in seated.items() for pair in pairs if players.issuperset(pair)]


def _best(state: State, last: int) -> Best | None:
    """What the stored plan for so many players reaches; only for a whole tournament from which nobody was missing."""
    players = entrants(state)
    rounds = scheduled_rounds(state.rulebook, len(players))
    whole = all(len(available(state, number)) == len(players) for number in range(1, last + 1))
    balance = option_value(state, "balance") == ON
    plan = state.rulebook.plan(len(players), rounds, table_sizes(state.rulebook, len(players)), balance=balance)
    if plan is None or last != rounds or not whole:
        return None
    named: list[Round] = [[[str(player) for player in table] for table in tables] for tables in plan.rounds]
    figures = audit(named, [None] * rounds, [{player for table in tables for player in table} for tables in named]).figures
    return Best(figures.quad, figures.rematches)
