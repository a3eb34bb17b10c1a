"""A second check of the draws: their legality and their quality. It shares no code with the drawing."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from math import comb, prod

Round = Sequence[Sequence[str]]
"""Player ids by table and seat, as played; seat 1, the first, is the Sheriff's."""

Pair = tuple[str, str]
"""Two player ids, the smaller first."""


class DrawError(StrEnum):
    """The errors of a draw."""

    PLAYER_TWICE = "player_twice"
    """They sit twice in one round; the table is that of the second seat."""
    PLAYER_MISSING = "player_missing"
    """They were there and sit nowhere."""
    PLAYER_FOREIGN = "player_foreign"
    """They sit although they were not there."""
    WRONG_SIZES = "wrong_sizes"
    """Not the tables that the regulation prints; without a table: some of those are missing."""
    SHERIFF_AGAIN = "sheriff_again"
    """They are Sheriff more often than they had to be, with others there who were it less often."""


@dataclass(frozen=True, slots=True)
class DrawFault:
    """A hard error: rounds and tables count from 1; no table and no player where the error is nobody's in particular."""

    code: DrawError
    round: int
    table: int | None = None
    player: str = ""


@dataclass(frozen=True, slots=True)
class Repeats:
    """How often something happened again, how often a pure lot expects it to; and the fewest possible with these tables."""

    count: int
    expected: Fraction
    fewest: int


@dataclass(frozen=True, slots=True)
class DrawQuality:
    """How good the draws were; a pair that has met m times counts m − 1 rematches, and so do neighbours and chairs.

    ``expected``: the rematches that a pure lot expects, exactly; it counts tables as independent from round to round, as they
    are but for the Sheriffs, who never share one. ``best``: those of the best plan known for so many players, rounds and tables.
    """

    rematches: int
    expected: Fraction
    best: int | None
    neighbours: Repeats
    chairs: Repeats


@dataclass(frozen=True, slots=True)
class Audit:
    """The result of an audit; a draw with errors is void, whatever its quality."""

    errors: tuple[DrawFault, ...]
    quality: DrawQuality


def audit(
    rounds: Sequence[Round],
    sizes_expected: Sequence[Sequence[int] | None],
    present: Sequence[Collection[str]],
    best: int | None = None,
    *,
    sheriffs: bool = True,
    drawn: Sequence[int] = (),
) -> Audit:
    """Judge all rounds of a tournament, the first first.

    ``sizes_expected`` are the regulation's tables of each round, in any order (None: not judged), ``present`` who was to be
    seated in it. ``sheriffs``: whether seat 1 is the Sheriff's and nobody ought to be Sheriff twice. ``drawn``: where several
    games are played at one seating, the round from which each has its tables. ValueError if the three are not equally long.
    """
    faults: list[DrawFault] = []
    been: Counter[str] = Counter()
    for number, (tables, sizes, there) in enumerate(zip(rounds, sizes_expected, present, strict=True), 1):
        faults += _check_seats(number, tables, there)
        faults += _sizes(number, tables, sizes)
        faults += _sheriffs(number, tables, there, been) if sheriffs else ()
        been.update(table[0] for table in tables if table)
    return Audit(tuple(faults), _quality(rounds, best, drawn))


def times_met(rounds: Sequence[Round]) -> Counter[Pair]:
    """How often each pair has sat at one table; pairs who never met are not in it."""
    return Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(set(table)), 2))


def neighbours(rounds: Sequence[Round]) -> Counter[Pair]:
    """How often each pair has sat side by side; whoever sits last, sits beside the first."""
    around = [zip(table, (*table[1:], *table[:1]), strict=True) for tables in rounds for table in tables]
    return Counter(pair for seats in around for pair in {(min(two), max(two)) for two in seats if len({*two}) > 1})


def chairs(rounds: Sequence[Round]) -> Mapping[str, tuple[int | None, ...]]:
    """Everybody's seat in each round; None where they did not play."""
    seats = [{player: seat for table in tables for seat, player in enumerate(table, 1)} for tables in rounds]
    return {player: tuple(one.get(player) for one in seats) for player in _attendance(rounds)}


Chances = Sequence[tuple[Fraction, Fraction]]
"""For each table, how likely two players both sit there, and then meet, or are neighbours."""


def expected_again(rounds: Sequence[Round], drawn: Sequence[int] = (), *, beside: bool = False) -> Fraction:
    """The rematches that a pure lot would have had on average, with the same people at tables of the same sizes.

    Two players who both sit in a round meet in it with probability p = Σ size (size − 1) / (n (n − 1)). Whatever the
    rounds, a pair's m meetings give max(0, m − 1) = m − 1 + [m = 0], so it expects Σ p − 1 + Π (1 − p). Several games at one
    seating are one lot: ``drawn`` says from which round, counted from 1, each has its tables. ``beside``: how often neighbours
    would have been so again; two at one table are in 2 / (size − 1) of its seatings, drawn for each game.
    """
    began = [number - 1 for number in drawn] or list(range(len(rounds)))
    chances: list[Chances] = []
    for tables in rounds:
        pairs = comb(len({player for table in tables for player in table}), 2)
        sizes = [len(table) for table in tables if len(table) > 1]
        scale = max(pairs, sum(comb(size, 2) for size in sizes))  # more only where somebody sits twice
        meet = [Fraction(2, max(2, size - 1)) if beside else Fraction(1) for size in sizes]
        chances.append([(Fraction(comb(size, 2), scale), then) for size, then in zip(sizes, meet, strict=True)])
    groups = Counter(_attendance(rounds).values())
    total = Fraction(0)
    for (one, many), (other, more) in combinations(groups.items(), 2):
        total += many * more * _expected(one & other, began, chances)
    for group, many in groups.items():
        total += comb(many, 2) * _expected(group, began, chances)
    return total


def _expected(together: Collection[int], began: Sequence[int], chances: Sequence[Chances]) -> Fraction:
    """How often it happens again to a pair who both sat in these rounds."""
    expected, never = Fraction(0), Fraction(1)
    for first, games in Counter(began[index] for index in together).items():
        expected += games * sum(there * then for there, then in chances[first])
        never *= 1 - sum(there * (1 - (1 - then) ** games) for there, then in chances[first])
    return expected - 1 + never


def _chairs(rounds: Sequence[Round]) -> Repeats:
    """A lot as for these Sheriffs: nobody draws seat 1, everybody else any other seat of the round."""
    sat = [[(player, seat) for table in tables for seat, player in enumerate(table)] for tables in rounds]
    counts = Counter(place for tables in sat for place in tables)
    free: dict[str, list[int]] = {player: [] for player in _attendance(rounds)}
    for number, places in enumerate(sat):
        for player, seat in places:
            free[player] += [number] * (seat > 0)
    seats = [Counter(seat for _player, seat in places if seat) for places in sat]
    expected = Fraction(sum(max(0, counts[player, 0] - 1) for player in free))
    for numbers, people in Counter(map(tuple, free.values())).items():
        different = Fraction(0)
        for seat in {seat for number in numbers for seat in seats[number]}:
            different += 1 - prod((1 - Fraction(seats[n][seat], seats[n].total()) for n in numbers), start=Fraction(1))
        expected += people * (len(numbers) - different)
    games = Counter(player for places in sat for player, _seat in places)
    largest = {player: max(len(table) for tables in rounds for table in tables if player in table) for player in free}
    return Repeats(_repeats(counts.values()), expected, sum(max(0, games[player] - largest[player]) for player in free))


def _repeats(counts: Iterable[int]) -> int:
    return sum(count - 1 for count in counts)


def _attendance(rounds: Sequence[Round]) -> Mapping[str, frozenset[int]]:
    sat: dict[str, set[int]] = {}
    for index, tables in enumerate(rounds):
        for player in {player for table in tables for player in table}:
            sat.setdefault(player, set()).add(index)
    return {player: frozenset(indices) for player, indices in sat.items()}


def _check_seats(number: int, tables: Round, there: Collection[str]) -> Iterator[DrawFault]:
    seated: set[str] = set()
    for table, players in enumerate(tables, 1):
        for player in players:
            if player in seated:
                yield DrawFault(DrawError.PLAYER_TWICE, number, table, player)
            elif player not in there:
                yield DrawFault(DrawError.PLAYER_FOREIGN, number, table, player)
            seated.add(player)
    yield from (DrawFault(DrawError.PLAYER_MISSING, number, None, player) for player in sorted(set(there) - seated))


def _sizes(number: int, tables: Round, expected: Sequence[int] | None) -> Iterator[DrawFault]:
    """The tables for which the regulation's sizes have no use; if it is only some that are missing, one fault for all."""
    if expected is None:
        return
    wanted = Counter(expected)
    wrong = 0
    for table, players in enumerate(tables, 1):
        if wanted[len(players)] > 0:
            wanted[len(players)] -= 1
        else:
            wrong += 1
            yield DrawFault(DrawError.WRONG_SIZES, number, table)
    if not wrong and wanted.total():
        yield DrawFault(DrawError.WRONG_SIZES, number)


def _sheriffs(number: int, tables: Round, there: Collection[str], been: Mapping[str, int]) -> Iterator[DrawFault]:
    """Sheriffs again beyond the fewest possible, by the past and by who was there.

    For each ``often`` the tables are matched with players who were Sheriff less often; a table that is left over needs one who
    was not. Of those beyond that, who was it most often is to blame first, then who sat with somebody who had a better claim.
    """
    counts = {index: been.get(table[0], 0) for index, table in enumerate(tables) if table}
    blamed: set[int] = set()
    for often in sorted(set(counts.values()) - {0}):
        candidates = {player for player in there if been.get(player, 0) < often}
        unavoidable = len(counts) - len(matching([sorted(candidates)] * len(counts)))
        again = [index for index, count in counts.items() if count >= often]
        again.sort(key=lambda index: (-counts[index], candidates.isdisjoint(tables[index]), index))
        blamed.update(again[: len(again) - unavoidable])
    yield from (DrawFault(DrawError.SHERIFF_AGAIN, number, index + 1, tables[index][0]) for index in sorted(blamed))


def matching(wishes: Sequence[Collection[str]]) -> Mapping[str, int]:
    """As many wishes fulfilled as possible: who is given to which wish (by its index), each to one; by augmenting paths."""
    given: dict[str, int] = {}
    for first in range(len(wishes)):
        came_from: dict[str, int] = {}
        waiting = [first]
        while waiting:
            wish = waiting.pop()
            fresh = [player for player in wishes[wish] if player not in came_from]
            came_from.update(dict.fromkeys(fresh, wish))
            free = next((player for player in fresh if player not in given), None)
            if free is None:
                waiting += [given[player] for player in fresh]
                continue
            # everybody on the path goes one wish further, back to the first, which had none
            held = {wish: player for player, wish in given.items()}
            while came_from[free] != first:
                given[free] = came_from[free]
                free = held[came_from[free]]
            given[free] = first
            break
    return given


def _quality(rounds: Sequence[Round], best: int | None, drawn: Sequence[int]) -> DrawQuality:
    met, beside = times_met(rounds), neighbours(rounds)
    # everybody has two neighbours in a game, and no more than they met people: more of them are neighbours again
    known, slots = (Counter(player for pair in pairs for player in pair) for pairs in (met, beside.elements()))
    fewest = -(-sum(max(0, slots[player] - known[player]) for player in slots) // 2)
    return DrawQuality(
        rematches=_repeats(met.values()),
        expected=expected_again(rounds, drawn),
        best=best,
        neighbours=Repeats(_repeats(beside.values()), expected_again(rounds, drawn, beside=True), fewest),
        chairs=_chairs(rounds),
    )
