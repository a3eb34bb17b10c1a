"""Draw a round (docs/draw.md): by lot, or mixed, so that few people meet again or have the same place again.

The mixed draw counts Σ m (m - 1) / 2 over the pairs that meet m times, and shares out the larger tables. It follows a stored
plan, or an optimiser exchanges people (section 9): whole numbers, a fixed number of moves, every random number from a SHA-256
counter. The same seed gives the same tables on every machine. `ordered` then gives the seats at each table.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import combinations, islice, permutations
from math import inf
from struct import iter_unpack
from typing import Final

from bangxl.tournament.audit import Audit, Pair, Round, audit, chairs, neighbours, times_met
from bangxl.tournament.compositions import Tables, scheduled_rounds, seating_began, table_sizes
from bangxl.tournament.journal import entries_in_force, read_pairs
from bangxl.tournament.lots import lot, lot_order
from bangxl.tournament.model import Algorithm, Draw, SeedSource, Tournament, round_code
from bangxl.tournament.options import ON, as_drawn, option_value, pairs_apart
from bangxl.tournament.progress import starting_tables
from bangxl.tournament.roster import available, entrants, kept_tables, sheriffs_so_far, times_sheriff
from bangxl.tournament.rulebook import SeatingPlan, SheriffRule, Sizes
from bangxl.tournament.state import State

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


def door_order(state: State, number: int, former: str = "") -> list[str]:
    """Who sits in a round, in the order in which its seed, or a ``former`` one, draws door prizes; empty without a seed."""
    seed = former or state.tournament.seed(str(number))
    seated = {seat.player for game in state.tournament.round(number) for seat in game.seats}
    return lot_order(seed, "door prize", seated) if seed else []


def algorithm_in(state: State) -> Algorithm:
    """What draws the rounds: the referee's choice, or the regulation's; fixed tables are drawn once, by lot."""
    mixed = option_value(state, "draw") == Algorithm.MIXED and not state.rulebook.fixed_tables
    return Algorithm.MIXED if mixed else Algorithm.LOT


def drawn_tables(state: State, draw: Draw, players: tuple[str, ...], sizes: Sizes) -> Tables:
    """The tables of a round that a recorded draw gives: ``players`` in entry order, at tables of these ``sizes``.

    Raises ValueError if the sizes do not fit the players.
    """
    number, tournament = int(draw.drawn), state.tournament
    turns, past = times_sheriff(tournament, number), past_tables(tournament, number)
    if kept := kept_tables(state, number):
        # at one seating nobody is Sheriff twice as long as somebody was not, however often before
        for player, times in sheriffs_so_far(state, number).items():
            turns[player] += times * number
        drawn = tuple(seats for one in kept for seats in tables_by_lot(one, [len(one)], turns, draw.rng_seed, number))
        if draw.algorithm is Algorithm.MIXED:
            drawn = ordered(drawn, draw.rng_seed, number, past)
    else:
        request = DrawRequest(
            players=players,
            sizes=sizes,
            past=past,
            been_sheriff=turns,
            apart=pairs_apart(as_drawn(state, number)),
            balance=option_value(state, "balance") == ON,
        )
        if draw.algorithm is Algorithm.LOT:
            drawn = lot_apart(request, draw.rng_seed, number)
        else:
            rounds = scheduled_rounds(state.rulebook, len(entrants(state)))
            plan = None if state.rulebook.seatings else state.rulebook.plan(len(players), rounds, sizes, balance=request.balance)
            first_seed = draw.rng_seed if number == 1 else tournament.seed("1") or ""
            drawn = mix(request, draw.rng_seed, number, plan, first_seed)
    # Players with a table of their own sit at it, as far as that is possible: for each, the smallest number first, the table that
    # they were drawn to and the one with their number change numbers. Who sits together stays as drawn.
    order = list(drawn)
    own = {player.id: player.table for player in as_drawn(state, number).tournament.players if player.table}
    for player, table in sorted(own.items(), key=lambda one: (one[1], one[0])):
        here = next((at for at, seats in enumerate(order) if player in seats), None)
        if here is not None and table <= len(order):
            order[here], order[table - 1] = order[table - 1], order[here]
    return tuple(order)


def past_tables(tournament: Tournament, before_round: int) -> tuple[Tables, ...]:
    """The tables of the earlier rounds, as they were played."""
    rounds = (tournament.round(number) for number in range(1, before_round))
    return tuple(tuple(tuple(seat.player for seat in game.seats) for game in games) for games in rounds)


def meetings_square(state: State, people: Iterable[str] = ()) -> Mapping[tuple[str, str], int]:
    """How often pairs of players met, and how often they sat side by side, by their order among ``people`` or on the list.

    Of two, the earlier down the side and the later across the top have their meetings; the other way round it says how often
    they were neighbours.
    """
    rounds = past_tables(state.tournament, state.tournament.rounds_seated + 1)
    order = {player: number for number, player in enumerate(people or (one.id for one in state.tournament.players))}
    square: dict[tuple[str, str], int] = {}
    for counts, reverse in ((times_met(rounds), False), (neighbours(rounds), True)):
        for pair, count in counts.items():
            if order.keys() >= {*pair}:
                down, across = sorted(pair, key=order.__getitem__, reverse=reverse)
                square[down, across] = count
    return square


def seats_by_round(state: State) -> Mapping[str, str]:
    """Everybody's seats, round after round: ``1 4 – 2``."""
    rounds = past_tables(state.tournament, state.tournament.rounds_seated + 1)
    return {player: " ".join(str(seat or "–") for seat in seats) for player, seats in chairs(rounds).items()}


def tables_by_lot(
    players: Sequence[str], sizes: Sequence[int], been_sheriff: Mapping[str, int], rng_seed: str, round_number: int
) -> Tables:
    """Seat a round by lot.

    The Sheriffs first, one a table, among those who were Sheriff least often; as long as somebody never was, nobody is
    twice (R10-3: fewest repeats). Then everybody else, in the order of the lot, fills table 1 from seat 2 on, table 2, ….
    """
    if sum(sizes) != len(players):
        raise ValueError(f"tables for {sum(sizes)} players, but there are {len(players)}")
    purpose = f"round {round_number} sheriff"
    by_turn = sorted(players, key=lambda player: (been_sheriff.get(player, 0), lot(rng_seed, purpose, player), player))
    sheriffs = by_turn[: len(sizes)]
    others = iter(lot_order(rng_seed, f"round {round_number} seat", set(players) - set(sheriffs)))
    return tuple((sheriff, *(next(others) for _ in range(size - 1))) for sheriff, size in zip(sheriffs, sizes, strict=True))


def lot_apart(request: DrawRequest, rng_seed: str, round_number: int) -> Tables:
    """The pure lot with pairs to keep apart: the first lot of ``TRIES`` with fewest at one table (docs/draw.md, section 2)."""
    usual = tables_by_lot(request.players, request.sizes, request.been_sheriff, rng_seed, round_number)
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
    return sum(frozenset(pair) in apart for table in tables for pair in combinations(table, 2))


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
    sizes = request.sizes
    if plan and (planned := planned_rounds(request, round_number, plan, first_seed)):
        # the plan's groups at the tables of the chart, those of one size in the order of their Sheriffs' lots
        waiting = sorted(planned[0], key=lambda table: (lot(rng_seed, f"round {round_number} table", table[0]), table[0]))
        at_tables = []
        for size in sizes:
            at_tables.append(next(group for group in waiting if len(group) == size))
            waiting.remove(at_tables[-1])
        return tuple(at_tables), planned[1:]
    # the optimiser begins with the lot, and knows everybody by the place where they begin
    start = tables_by_lot(request.players, sizes, request.been_sheriff, rng_seed, round_number)
    who = [table[0] for table in start] + [player for table in start for player in table[1:]]
    place = {player: number for number, player in enumerate(who)}

    def pairs(groups: Iterable[Iterable[str]]) -> Iterator[tuple[int, int]]:
        for group in groups:  # whoever is not here does not count
            yield from combinations(sorted(place[player] for player in set(group) if player in place), 2)

    games = surpluses(request.past) if request.balance else Counter[str]()
    problem = SeatingProblem(
        sizes=sizes,
        met=Counter(pairs(table for tables in request.past for table in tables)),
        apart=frozenset(pairs(request.apart)),
        weight=[BALANCE * games[player] for player in who],
        bound=_cost_floor(request, games),
    )
    seats = [who[number] for number in anneal(problem, f"{rng_seed}|round {round_number} move|")]
    others = iter(seats[len(sizes) :])
    return tuple((sheriff, *(next(others) for _ in range(size - 1))) for sheriff, size in zip(seats, sizes, strict=False)), ()


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


def surpluses(past: Sequence[Tables]) -> Counter[str]:
    """For every player, summed over the rounds: how many more were at their table than at the smallest of that round."""
    total: Counter[str] = Counter()
    for tables in past:
        smallest = min(map(len, tables), default=0)
        for table in tables:
            total.update(dict.fromkeys(table, len(table) - smallest))
    return total


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


STEPS: Final = 40
MOVES: Final = 5_000
"""Moves in each step: exchanges that are considered."""
WARMTH: Final = 1 << 28
"""Of 2³²: how often a growth of the cost by 1 is accepted in the first step."""
_WHOLE: Final = 1 << 32
COOLING: Final = (9, 10)
"""The factor of cooling after each step."""
APART_COST: Final = 1_000
"""What a pair costs that should not share a table."""
_DIGESTS: Final = MOVES // 4
"""In each step; a digest holds four moves."""
MOVE: Final = ">HHI"
"""A move in 8 bytes: one place, the other, and how likely it must be."""


@dataclass(frozen=True, slots=True)
class SeatingProblem:
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


def anneal(problem: SeatingProblem, purpose: str) -> tuple[int, ...]:  # noqa: C901, PLR0912 - section 9, in its order
    """The person at every place in the cheapest seating found; ``purpose`` is what the numbers of the moves are hashed with."""
    people, sheriffs, weight = len(problem.weight), len(problem.sizes), problem.weight
    table = [*range(sheriffs), *(number for number, size in enumerate(problem.sizes) for _ in range(size - 1))]
    surplus = [size - min(problem.sizes) for size in problem.sizes]
    who, mask = [*range(people)], [0] * sheriffs
    # A move must be cheap, so people are bits: bit n × (l - 1) + i of a person's mask says that they have met i at least l times.
    # A table's mask has all bits of its people; the bits that both have are the past meetings of the person with the table.
    levels = max(problem.met.values(), default=1)
    bit = [sum(1 << (level * people + person) for level in range(levels)) for person in range(people)]
    cost, prices = 0, []
    for person, at in enumerate(table):
        mask[at] |= bit[person]
        cost += weight[person] * surplus[at]
    for met, price in ((problem.met, 1), (dict.fromkeys(problem.apart, 1), APART_COST)):
        masks = [0] * people
        for (a, b), times in met.items():
            cost += price * times * (table[a] == table[b])
            for level in range(times):
                masks[a] |= 1 << (level * people + b)
                masks[b] |= 1 << (level * people + a)
        if met:
            prices.append((masks, price))
    best, best_cost, warmth = tuple(who), cost, WARMTH
    for step in range(STEPS if sheriffs > 1 else 0):
        if best_cost <= problem.bound:
            break  # no seating can be cheaper
        limits, digests = _acceptance(warmth), range(step * _DIGESTS, (step + 1) * _DIGESTS)
        stream = b"".join(sha256(f"{purpose}{i}".encode()).digest() for i in digests)
        for first, second, chance in iter_unpack(MOVE, stream):
            a = first % people
            b = second % sheriffs if a < sheriffs else sheriffs + second % (people - sheriffs)
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
            if growth > 0 and chance >= limits.get(growth, 0):
                continue
            who[a], who[b] = q, p
            mask[x], mask[y] = left | bit[q], right | bit[p]
            cost += growth
            if cost < best_cost:
                best, best_cost = tuple(who), cost
                if cost <= problem.bound:
                    break
        warmth = warmth * COOLING[0] // COOLING[1]
    return best


def _acceptance(warmth: int) -> dict[int, int]:
    """By the growth of the cost: below which number of 32 bits it is accepted."""
    limits, limit, growth = {}, warmth, 1
    while limit:
        limits[growth] = limit
        limit, growth = limit * warmth // _WHOLE, growth + 1
    return limits


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


def pairs_not_apart(state: State, number: int) -> list[tuple[int, Pair]]:
    """The pairs to keep apart that share a table in a round, each with the table."""
    pairs: list[Pair] = sorted((min(pair), max(pair)) for pair in pairs_apart(as_drawn(state, number)))
    seated = {game.table: {seat.player for seat in game.seats} for game in state.tournament.round(number)}
    return [(table, pair) for table, players in seated.items() for pair in pairs if players.issuperset(pair)]


def with_logged_draws(state: State) -> Tournament:
    """The tournament with the draws of rounds whose seeds are lost, or where those come from, as the log has them."""
    tournament, rows, lost = state.tournament, entries_in_force(state.journal.entries), list[Draw]()
    for number in range(1, tournament.rounds_seated + 1):
        own = [row for row in rows if row.stage == round_code(number)]
        row = next((row for row in reversed(own) if row.command in {"seat", "redraw"}), None)
        known = tournament.draw_of(str(number))
        if row is None or not row.seed or (known and known.rng_seed != row.seed):
            continue
        result, (source, _colon, value) = read_pairs(row.result), row.source.partition(": ")
        algorithm = Algorithm.MIXED if result.get("draw") == Algorithm.MIXED else Algorithm.LOT
        origin = SeedSource(source) if source in set(SeedSource) else SeedSource.RANDOM
        if known:
            lost.append(replace(known, source=origin, public_value=value))
            continue
        draw = Draw(str(number), row.seed, origin, value, algorithm, VERSIONS[algorithm])
        by_hand = any(one.command == "swap" for one in own)
        lost.append(replace(draw, by_hand=by_hand, code=result.get("code", ""), salt=result.get("salt", "")))
    if not lost:
        return tournament
    drawn = {draw.drawn for draw in lost}
    codes = tuple(code for code in tournament.codes if str(code.round) not in drawn)
    # the rounds in their order, then the finals as they were drawn
    draws = sorted((*(one for one in tournament.draws if one.drawn not in drawn), *lost), key=lambda one: one.round or inf)
    return replace(tournament, draws=tuple(draws), codes=codes)


def audit_rounds(state: State, last: int) -> Audit:
    """The audit of rounds 1 to ``last``, of a regulation that draws every round."""
    rulebook, players = state.rulebook, len(entrants(state))
    rounds, scheduled = past_tables(state.tournament, last + 1), scheduled_rounds(rulebook, players)
    present = [available(state, number) for number in range(1, last + 1)]
    sizes = [
        table_sizes(rulebook, len(there), first_round=False) if number > 1 else starting_tables(state, len(there))
        for number, there in enumerate(present, 1)
    ]
    best = None
    if not rulebook.seatings and last == scheduled and all(len(there) == players for there in present):
        # what the stored plan reaches is a measure only for a whole tournament from which nobody was missing
        plan = rulebook.plan(players, scheduled, table_sizes(rulebook, players), balance=option_value(state, "balance") == ON)
        if plan is not None:
            named: list[Round] = [[[str(player) for player in table] for table in tables] for tables in plan.rounds]
            everybody = [{player for table in tables for player in table} for tables in named]
            best = audit(named, [None] * scheduled, everybody).quality.rematches
    once = rulebook.sheriff is SheriffRule.SEAT_1 and not rulebook.seatings
    drawn = [seating_began(rulebook, players, number) for number in range(1, last + 1)]
    return audit(rounds, [row or None for row in sizes], present, best, sheriffs=once, drawn=drawn)


ORDERS: Final = 720
"""So many orders of a table are compared, at most: all there are for six people beside the Sheriff."""


def ordered(groups: Tables, rng_seed: str, round_number: int, past: Sequence[Tables], later: Sequence[Tables] = ()) -> Tables:
    """The tables with everybody but the Sheriffs, who sit first, in the order that repeats least.

    Of equal orders the first by lot. ``past`` are the rounds as they were played, ``later`` those that a plan still has.
    """
    # how often people sat where, and beside whom; a pair counts once a table, in both orders
    played = [table for tables in past for table in tables if table]
    beside, two_away = (
        Counter(pair for table in played for pair in {way for two in _seats_to_left(table, seats) for way in (two, two[::-1])})
        for seats in (1, 2)
    )
    chair = Counter(place for table in played for place in enumerate(table))
    last = Counter(table[-1] for table in played)
    to_come = Counter((one, other) for tables in later for table in tables for one in table for other in table)

    def costs(table: tuple[str, ...]) -> tuple[int, int, int, int, int]:
        """What an order repeats, the most important first."""
        pairs = [*_seats_to_left(table, 1)]
        return (
            sum(beside[pair] for pair in pairs),
            sum(chair[place] for place in enumerate(table)),
            last[table[-1]],
            sum(to_come[pair] for pair in pairs),
            sum(two_away[pair] for pair in _seats_to_left(table, 2)),
        )

    tables = []
    for sheriff, *others in groups:
        by_lot = lot_order(rng_seed, f"round {round_number} order", others)
        orders = ((sheriff, *order) for order in islice(permutations(by_lot), ORDERS))
        tables.append(min(orders, key=costs))
    return tuple(tables)


def _seats_to_left(table: tuple[str, ...], seats: int) -> Iterator[tuple[str, str]]:
    return zip(table, (*table[seats:], *table[:seats]), strict=True)
