"""Rounds drawn as docs/draw.md says (§), by a program that imports nothing of bangxl: hashing and comparing only."""

import hashlib
import itertools
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

Round = list[list[str]]

PLANS = json.loads(Path(__file__).parents[2].joinpath("bangxl", "rulebooks", "plans.json").read_text("utf-8"))["plans"]


def lots(seed: str, purpose: str, people: Iterable[str]) -> list[str]:  # §1
    return sorted(people, key=lambda who: (hashlib.sha256(f"{seed}|{purpose}|{who}".encode()).hexdigest(), who))


def lot(players: Sequence[str], sizes: Sequence[int], past: list[Round], seed: str) -> Round:  # §2, seat 1 is the Sheriff's
    r, been = len(past) + 1, [table[0] for tables in past for table in tables]
    sheriffs = sorted(lots(seed, f"round {r} sheriff", players), key=been.count)[: len(sizes)]
    others = lots(seed, f"round {r} seat", [player for player in players if player not in sheriffs])
    return [[sheriff, *(others.pop(0) for _ in range(size - 1))] for sheriff, size in zip(sheriffs, sizes, strict=True)]


def meet(rounds: list[Round], a: str, b: str) -> int:
    return sum(a in table and b in table for tables in rounds for table in tables)


def seats_apart(table: list[str], a: str, b: str) -> set[int]:
    way = abs(table.index(a) - table.index(b)) if a in table and b in table else 0
    return {way, len(table) - way} if way else set()


def in_order(groups: Round, past: list[Round], later: list[Round], seed: str) -> Round:  # §7
    played, seated = [table for tables in past for table in tables], []

    def apart(a: str, b: str, seats: int) -> int:
        return sum(seats in seats_apart(table, a, b) for table in played)

    for sheriff, *others in groups:
        n = len(others) + 1
        best: tuple[list[int], list[str]] | None = None
        alphabet = lots(seed, f"round {len(past) + 1} order", others)
        beside = {(a, b): apart(a, b, 1) for a in [sheriff, *others] for b in [sheriff, *others] if a != b}
        distant = {(a, b): apart(a, b, 2) for a, b in beside}
        again = {(a, b): meet(later, a, b) for a, b in beside}
        chairs = {(a, i): sum(table[i : i + 1] == [a] for table in played) for a in [sheriff, *others] for i in range(n)}
        for order in itertools.islice(itertools.permutations(alphabet), 720):
            table = [sheriff, *order]
            left = [(table[i], table[(i + 1) % n]) for i in range(n)]
            sums = [
                sum(beside[pair] for pair in left),
                sum(chairs[table[i], i] for i in range(n)),
                sum(other[-1] == table[-1] for other in played),
                sum(again[pair] for pair in left),
                sum(distant[table[i], table[(i + 2) % n]] for i in range(n)),
            ]
            if best is None or sums < best[0]:
                best = sums, table
        seated += [best[1]] if best else []
    return seated


def planned(  # §8
    players: Sequence[str], sizes: Sequence[int], past: list[Round], seeds: Sequence[str], *, balance: bool, rounds: int
) -> tuple[Round, list[Round]] | None:
    r = len(past) + 1
    for plan in PLANS:
        same = plan["players"] == len(players) and plan["rounds"] == rounds and plan["balance"] == balance
        if same and sorted(plan["sizes"]) == sorted(sizes):
            who = lots(seeds[0], "plan 1", players)
            schedule = [[[who[number] for number in table] for table in tables] for tables in plan["schedule"]]
            for tables, real in zip(schedule, past, strict=False):
                if sorted([t[0], *sorted(t[1:])] for t in tables) != sorted([t[0], *sorted(t[1:])] for t in real):
                    return None
            waiting, seated = lots(seeds[-1], f"round {r} table", [table[0] for table in schedule[r - 1]]), []
            for size in sizes:
                group = next(t for first in waiting for t in schedule[r - 1] if t[0] == first and len(t) == size)
                waiting.remove(group[0])
                seated.append(group)
            return seated, schedule[r:]
    return None


def optimised(players: Sequence[str], sizes: Sequence[int], past: list[Round], seed: str, *, balance: bool) -> Round:  # §9
    start, k, n, r = lot(players, sizes, past, seed), len(sizes), len(players), len(past) + 1
    at = [t[0] for t in start] + [player for table in start for player in table[1:]]
    home = [*range(k)] + [t for t in range(k) for _ in range(sizes[t] - 1)]
    surplus = [size - min(sizes) for size in sizes]
    owed = {p: balance * sum(len(t) - min(map(len, ts)) for ts in past for t in ts if p in t) for p in players}
    met = {(a, b): meet(past, a, b) if a != b else 0 for a in players for b in players}
    crowd = [[at[i] for i in range(n) if home[i] == t] for t in range(k)]
    cost = sum(met[pair] for table in crowd for pair in itertools.combinations(table, 2))
    cost += sum(3 * owed[at[i]] * surplus[home[i]] for i in range(n))
    best, kept, q = cost, at[:], 2**28
    for m in range(200_000 if k > 1 else 0):
        if m % 4 == 0:
            digest = hashlib.sha256(f"{seed}|round {r} move|{m // 4}".encode()).digest()
        if m % 5000 == 0:
            q = q * 9 // 10 if m else q
            limits = [2**32, q]
            while limits[-1]:
                limits.append(limits[-1] * q // 2**32)
        move = digest[8 * (m % 4) : 8 * (m % 4) + 8]
        a, b, u = (int.from_bytes(part, "big") for part in (move[:2], move[2:4], move[4:]))
        a = a % n
        b = b % k if a < k else k + b % (n - k)
        s, t, x, y = home[a], home[b], at[a], at[b]
        if s == t or best == 0:
            continue
        d = sum(met[x, z] - met[y, z] for z in crowd[t] if z != y) + sum(met[y, z] - met[x, z] for z in crowd[s] if z != x)
        d += 3 * (owed[x] - owed[y]) * (surplus[t] - surplus[s])
        if d <= 0 or (d < len(limits) and u < limits[d]):
            crowd[s][crowd[s].index(x)], crowd[t][crowd[t].index(y)], at[a], at[b], cost = y, x, y, x, cost + d
            if cost < best:
                best, kept = cost, at[:]
    return [[kept[i] for i in range(n) if home[i] == t] for t in range(k)]


def mixed(
    players: Sequence[str], sizes: Sequence[int], past: list[Round], seeds: Sequence[str], *, balance: bool, rounds: int
) -> Round:
    """The seeds are those of all rounds so far."""
    by_plan = planned(players, sizes, past, seeds, balance=balance, rounds=rounds)
    groups, later = by_plan or (optimised(players, sizes, past, seeds[-1], balance=balance), [])
    return in_order(groups, past, later, seeds[-1])
