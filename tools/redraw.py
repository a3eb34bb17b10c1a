"""Repeats every draw of an exported tournament from docs/draw.md (§) alone: ``python tools/redraw.py T.json``.

Needs Python 3.11, and charts and plans in bangxl/rulebooks beside it. Who sat where must follow from the seed and the players.
Ends with 0 if all does, with 1 if anything differs. Lists rounds without a seed.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import accumulate, chain, combinations, islice, permutations
from pathlib import Path
from struct import iter_unpack
from tomllib import loads
from typing import Any
from unicodedata import category, decimal, normalize

Json = dict[str, Any]
Round = list[list[str]]  # ids by table and seat
Pairs = set[frozenset[str]]
UNSEEN = {"Cc", "Cf", "Cs"}
BLANK = {0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10)}
BLANK |= {*range(0xE0100, 0xE01F0)}
RULES = Path(__file__).parents[1] / "bangxl" / "rulebooks"
_text = partial(json.dumps, sort_keys=True, separators=(",", ":"))


def lots(seed: str, purpose: str, whom: Iterable[str]) -> list[str]:
    """§1."""
    return sorted(whom, key=lambda who: (sha256(f"{seed}|{purpose}|{who}".encode()).hexdigest(), who))


def framed(fields: Iterable[str]) -> bytes:
    """§6: texts with their lengths."""
    return b"".join(b"%d:%b," % (len(text.encode()), text.encode()) for text in fields)


def canonical(text: str) -> str:
    """§6: as people see it."""
    for _ in range(2):
        signs = (" " if s.isspace() else s for s in text if s.isspace() or not (category(s) in UNSEEN or ord(s) in BLANK))
        text = normalize("NFKC", "".join(signs))
    return " ".join(text.split())


def option(v: object) -> str:
    """§6: an option of the file as text."""
    return canonical(str(v).lower() if isinstance(v, bool) else ",".join(map(str, v)) if isinstance(v, list) else str(v))


def pool(data: Json, stage: str, players: Iterable[str]) -> str:
    """§6: event, regulation, options, stage and who is drawn."""
    lines = "\n".join(line.rstrip() for line in data.get("rulebook_text", "").strip().splitlines())
    options = sorted((k, text) for k, v in data["options"].items() if (text := option(v)) and k not in ("games", "evening"))
    known, drawn = {player["id"]: player for player in data["players"]}, set(players)
    if own := ",".join(f"{who}:{table}" for who, table in sorted(data["own_tables"].items()) if who in drawn):
        options = sorted([*options, ("own_tables", own)])
    people = sorted(tuple(map(canonical, (known[p]["name"], known[p].get("region", ""), p))) for p in drawn & known.keys())
    event = "bangxl pool 1", *(canonical(data["event"][key]) for key in ("name", "date")), data["rulebook"], lines
    return sha256(framed([*event, stage, str(len(options)), *chain(*options), *chain(*people)])).hexdigest()


def as_drawn(data: Json, r: int) -> Json:
    """§2: the file with whom the draw of a round kept apart, and who sat at the same table in every round from then on."""
    own = {player["id"]: player["table"] for player in data["players"] if player.get("table")}
    row = next((one for one in data["draws"] if one["round"] == r and "keep_apart" in one), {"own_tables": own})
    return data | {"own_tables": row["own_tables"], "options": data["options"] | {k: row[k] for k in row if k == "keep_apart"}}


def pooled_seed(data: Json, stage: str, public_value: str, players: Iterable[str]) -> str:
    """§6: the pool and the value give the seed."""
    folded = filter(str.isalnum, canonical(canonical(public_value).casefold()))
    value = "".join(str(decimal(s)) if s.isdecimal() else s for s in folded)
    return sha256(framed(["bangxl seed 2", pool(data, stage, players), value])).hexdigest()


def codes(data: Json) -> Iterator[tuple[str, str, str]]:
    """§11: the subject of every code, the code in the file, and the one computed from the players drawn and everything before."""
    posted = [(f"Round{draw['round']}", draw["pool"]) for draw in data["draws"] if "pool" in draw]
    posted += [(one["stage"], one) for one in data.get("codes", [])]
    posted.sort(key=lambda one: (not (number := _number(one[0])), number))
    for at, (stage, receipt) in enumerate(posted):
        of = pool(as_drawn(data, _number(stage)), str(_number(stage) or stage), _drawn(data, stage))
        before = _before(data, stage, [other for other, _ in posted[:at]])
        yield stage, receipt["code"], _stretched(["bangxl code 2", of, *before, receipt["salt"]], len(receipt["code"]))


def _stretched(fields: Sequence[str], length: int) -> str:
    """§11: of 16 signs in fours, or where the file has an earlier one, of 10 in fives."""
    hashed = framed(fields)
    for _ in range(8192):
        hashed = sha256(hashed).digest()
    signs = "".join("0123456789ABCDEFGHJKMNPQRSTVWXYZ"[int.from_bytes(hashed, "big") >> at & 31] for at in range(251, 171, -5))
    return f"{signs[:5]}-{signs[5:10]}" if length == 11 else "-".join(signs[at : at + 4] for at in range(0, 16, 4))


def _number(stage: str) -> int:
    """A round's number; 0 for anything else."""
    return int(stage[5:]) if stage.startswith("Round") and stage[5:].isdecimal() else 0


def _before(data: Json, stage: str, posted: Sequence[str]) -> list[str]:
    """The digests of games, events and finals before a point."""
    number, finals = _number(stage), data.get("finals", {})
    named = re.findall(r"Round(\d+)T(\d+)", "+".join([*posted, stage]) if "T" in stage else "")
    tables = {table: r for r, table in sorted((int(r), int(table)) for r, table in named)}
    own = {player: int(table) for table, players in data.get("start_tables", {}).items() for player in players}
    is_last, is_stage = not number and not tables, stage[:2] == "St"
    order = [f"Stage{s}" for s in range(1, 10)] if is_stage else finals.get("seated", [])
    earlier = order[: min((order.index(one) for one in stage.split("+") if one in order), default=0)] if is_last else []

    def holds(r: int, t: int | None) -> bool:
        return r < number if number else r < tables.get(t or 0, 0) if tables else True

    def is_before(event: Json) -> bool:
        moment, match, table = event["moment"], event.get("match"), event.get("table") or own.get(event.get("player"))
        if (key := {"between_rounds": "after_round", "during_game": "round"}.get(moment)) is not None:
            return (number != 1 or event["type"] == "sit_out") and holds(event.get(key, 0), table)
        is_here = is_stage and (moment, match) == ("before_duel", stage)
        return is_last and (moment == "after_last_round_before_ranking" or match in earlier or is_here)

    played = [_bare(game) for game in data["games"] if holds(game["round"], game["table"])]
    events = sorted(_text({k: v for k, v in one.items() if k != "reason"}) for one in data["events"] if is_before(one))
    stages = [game for tables_ in data.get("ko_stages", []) for game in tables_ if f"Stage{game['stage']}" in earlier]
    duels = [one for one in finals.get("duels", []) if one["match"] in earlier]
    last = {"duels": duels, "lots": data.get("lot_order", []), "stages": stages}
    return [sha256(_text(one).encode()).hexdigest() if one else "" for one in (played, events, last if is_last else None)]


def _bare(game: Json) -> Json:
    """A record sheet as written."""
    seats = [{key: value for key, value in seat.items() if key not in {"payout", "bankroll"}} for seat in game["seats"]]
    return game | {"seats": seats} | ({"ruling": game["ruling"]["payouts"]} if "ruling" in game else {})


def _drawn(data: Json, stage: str) -> set[str]:
    """The players of a draw, or of the games that begin; all players for the finals."""
    number, fixed = _number(stage) or 1, {player for table in data.get("start_tables", {}).values() for player in table}
    number -= any(cut["after"] == number - 1 for cut in loads(data.get("rulebook_text", "")).get("cut", []))  # from all before it
    games = {(int(r), int(t)) for r, t in re.findall(r"Round(\d+)T(\d+)", stage)}
    here = [game for game in data["games"] if ((game["round"], game["table"]) in games if games else game["round"] == number)]
    return fixed if fixed and not games else {seat["player"] for game in here for seat in game["seats"]}


def together(tables: Iterable[Sequence[str]]) -> Pairs:
    """The pairs who share a table."""
    return {frozenset(pair) for table in tables for pair in combinations(table, 2)}


def by_lot(tables: Round, been: Sequence[str], seed: str, r: int, apart: Pairs) -> Round:
    """§2, with the players and the sizes of these tables."""
    everybody, groups = set(chain(*tables)), []
    firsts = sorted(lots(seed, f"round {r} sheriff", everybody), key=been.count)[: len(tables)]
    for attempt in ["", *(f" {number}" for number in range(2, 101) if apart)]:
        others = iter(lots(seed, f"round {r} seat{attempt}", everybody - set(firsts)))
        groups.append([[first, *(next(others) for _ in table[1:])] for first, table in zip(firsts, tables, strict=True)])
    return min(groups, key=lambda drawn: len(apart & together(drawn)))


def by_plan(plan: Json, past: Sequence[Round], tables: Round, first_seed: str, seed: str, apart: Pairs) -> list[Round]:
    """§8: the groups of this round by table, then those of the later rounds; nothing if the plan does not hold."""
    r, orders = len(past) + 1, (lots(first_seed, f"plan {attempt}", chain(*tables)) for attempt in range(1, 101))
    tries = ([[[who[number] for number in table] for table in one] for one in plan["schedule"]] for who in orders)
    rounds: list[Round] = next((some for some in tries if not any(apart & together(one) for one in some)), [])
    planned, played = ([{(table[0], frozenset(table)) for table in one} for one in some] for some in (rounds[: r - 1], past))
    if r > len(rounds) or planned != played:
        return []
    firsts = {table[0]: table for table in rounds[r - 1]}
    left = {first: firsts[first] for first in lots(seed, f"round {r} table", firsts)}
    return [[left.pop(next(who for who, t in left.items() if len(t) == len(table))) for table in tables], *rounds[r:]]


def moves(seed: str, r: int) -> Iterator[tuple[int, int, int, list[int]]]:
    """§9: A, B, U and [L(0), L(1), …, L(9)], where L(0) is beyond any U."""
    steps = accumulate([2**28] * 40, lambda q, _: q * 9 // 10)
    limits = [list(accumulate([q] * 9, lambda limit, q: limit * q >> 32, initial=2**32)) for q in steps]
    for i in range(50_000):
        for a, b, u in iter_unpack(">HHL", sha256(f"{seed}|round {r} move|{i}".encode()).digest()):
            yield a, b, u, limits[i // 1250]


def optimised(start: Round, past: Sequence[Round], seed: str, apart: Pairs, *, balance: bool) -> Round:
    """§9: the groups, by table; ``pull[x][t]`` counts player x's meetings with the people at table t."""
    k, over = len(start), [len(table) - min(map(len, start)) for table in start]
    people = [table[0] for table in start] + [player for table in start for player in table[1:]]
    home = [*range(k), *(t for t, table in enumerate(start) for _ in table[1:])]
    n, number = len(people), {player: place for place, player in enumerate(people)}
    met, owed = [[0] * n for _ in people], [0] * n
    for table, smallest in ((table, min(map(len, one))) for one in past for table in one):
        for player in number.keys() & set(table):
            owed[number[player]] += 3 * (len(table) - smallest) * balance
    for weight, pairs in [*((1, together(one)) for one in past), (1000, apart)]:
        for x, y in ([number[player] for player in pair] for pair in pairs if pair <= number.keys()):
            met[x][y] += weight
            met[y][x] += weight
    pull = [[sum(row[y] for y in range(n) if home[y] == t) for t in range(k)] for row in met]
    cost = sum(pull[x][home[x]] for x in range(n)) // 2 + sum(owed[x] * over[home[x]] for x in range(n))
    at, best, kept = list(range(n)), cost, list(range(n))
    for a, b, u, limits in moves(seed, len(past) + 1) if k > 1 else ():
        if best == 0:
            break
        i, j = a % n, b % k if a % n < k else k + b % (n - k)
        x, y, s, t = at[i], at[j], home[i], home[j]
        d = pull[x][t] - pull[x][s] + pull[y][s] - pull[y][t] - 2 * met[x][y] + (owed[x] - owed[y]) * (over[t] - over[s])
        if s != t and d < 10 and u < limits[max(d, 0)]:
            at[i], at[j], cost = y, x, cost + d
            for row, of_x, of_y in zip(pull, met[x], met[y], strict=True):
                row[s] += of_y - of_x
                row[t] += of_x - of_y
        if cost < best:
            best, kept = cost, at[:]
    return [[people[x] for x, t in zip(kept, home, strict=True) if t == group] for group in range(k)]


def with_left(table: list[str], seats: int) -> list[frozenset[str]]:
    """Everybody with the player so many seats to the left."""
    return [frozenset(pair) for pair in zip(table, table[seats:] + table[:seats], strict=True)]


def ordered(groups: Round, past: Sequence[Round], later: Sequence[Round], seed: str) -> Round:
    """§7: of the orders of each table, the one that repeats least."""
    played = list(chain(*past))
    beside, two_away = (Counter(pair for table in played for pair in set(with_left(table, seats))) for seats in (1, 2))
    chairs, last = Counter(chair for table in played for chair in enumerate(table)), Counter(table[-1] for table in played)
    to_come = Counter(frozenset(pair) for table in chain(*later) for pair in combinations(table, 2))

    def repeats(table: list[str]) -> list[int]:
        near, further = with_left(table, 1), with_left(table, 2)
        again = sum(beside[pair] for pair in near), sum(chairs[chair] for chair in enumerate(table)), last[table[-1]]
        return [*again, sum(to_come[pair] for pair in near), sum(two_away[pair] for pair in further)]

    lot = ((first, lots(seed, f"round {len(past) + 1} order", others)) for first, *others in groups)
    return [min(([first, *order] for order in islice(permutations(others), 720)), key=repeats) for first, others in lot]


def recorded(games: Iterable[Json], key: str) -> dict[int, Round]:
    """Rounds or stages from the file; if seats have numbers, in their order."""
    rounds: dict[int, Round] = {}
    for game in sorted(games, key=lambda game: game["table"]):
        rounds.setdefault(game[key], []).append([s["player"] for s in sorted(game["seats"], key=lambda s: s.get("seat", 0))])
    return rounds


def sizes(data: Json, tables: Round, r: int = 0) -> list[int]:
    """§2, §5 without a round: players at table 1, 2, …. A house's chart is not known here: then as they were."""
    if r == 1 and (chosen := data["options"].get("composition")):
        return sorted(chosen, reverse=True)
    rules = RULES / f"{data['rulebook'].replace('2011', '2010')}.toml"  # these have the same chart
    if r and not rules.is_file():
        return sorted(map(len, tables), reverse=True) if data["own_tables"] else [*map(len, tables)]
    chart = loads(rules.read_text("utf-8"))["tables"].get("chart", {}) if r else {}
    n, k = sum(map(len, tables)), len(tables)
    k = -(-n // 6) if chart and n > 50 else k
    row = chart.get(str(n), [n // k + (t < n % k) for t in range(k)])
    return row[0] if isinstance(row[0], list) else row


def redrawn(data: Json, row: Json, rounds: dict[int, Round]) -> list[Round]:
    """What follows from the seed: one seating, or several with the plans of a house regulation, whose length the file lacks."""
    r, seed, own = row["round"], row["rng_seed"], data["own_tables"]
    everybody, those = [*chain(*rounds[r])], sizes(data, rounds[r], r)
    tables = [everybody[sum(those[:t]) : sum(those[: t + 1])] for t in range(len(those))]
    pairs = (pair.split("+") for pair in data["options"].get("keep_apart", "").split(","))
    apart, past = {frozenset(map(str.strip, p)) for p in pairs if len(p) == 2}, [rounds[number] for number in range(1, r)]
    apart |= {frozenset(pair) for pair in combinations(own, 2) if len({own[who] for who in pair}) == 2}
    been = [s["player"] for game in data["games"] if game["round"] < r for s in game["seats"] if s.get("role") == "sheriff"]
    algorithm = "lot" if data.get("start_tables") else data["options"].get("draw", "lot")
    if row.get("algorithm", "lot") != algorithm or sum(those) != len(everybody):
        return []
    if algorithm == "lot":
        return [renumbered(by_lot(tables, been, seed, r, apart), own)]
    wanted = str(data["options"].get("balance", True)).lower() == "true", sorted(map(len, tables))
    stored = json.loads((RULES / "plans.json").read_text("utf-8"))["plans"]
    plans = [plan for plan in stored if (plan["balance"], sorted(plan["sizes"])) == wanted]
    named = [plan for plan in plans if data["rulebook"] in plan["regulations"]]
    firsts = [first["rng_seed"] for first in data["draws"] if first["round"] == 1]
    groupings = [by_plan(plan, past, tables, first, seed, apart) for plan in named or plans for first in firsts]
    if not named or not any(groupings):
        groupings.append([optimised(by_lot(tables, been, seed, r, set()), past, seed, apart, balance=wanted[0])])
    return [renumbered(ordered(some[0], past, some[1:], seed), own) for some in groupings if some]


def renumbered(tables: Round, own: dict[str, int]) -> Round:
    """§2: the table of everybody with one of their own changes places with the one that has its number."""
    for who, number in sorted(own.items(), key=lambda one: (one[1], one[0])):
        here = next((at for at, table in enumerate(tables) if who in table), None)
        if here is not None and number <= len(tables):
            tables[here], tables[number - 1] = tables[number - 1], tables[here]
    return tables


def verdicts(data: Json) -> Iterator[tuple[str, bool]]:
    """Whether every seed with a value or called public, every round and every stage of the knock-out is correct."""
    fixed, finals = data.get("start_tables", {}), data.get("finals", {}).get("draws", [])
    rounds = {1: [fixed[table] for table in sorted(fixed, key=int)]} if fixed else recorded(data["games"], "round")
    stages = recorded(chain(*data.get("ko_stages", [])), "stage")
    yield from ((f"code {_number(stage) or stage}", code == follows) for stage, code, follows in codes(data))
    for row in [*data["draws"], *finals, *data.get("ko_draws", [])]:
        then = as_drawn(data, row.get("round", 0))
        stage = str(row.get("round") or row.get("match") or f"Stage{row['stage']}")
        value, source, seed = row.get("public_value", ""), row.get("source", "random"), row["rng_seed"]
        if source == "public" or (source == "random" and value):
            both = "+".join(one["match"] for one in finals if one["rng_seed"] == row["rng_seed"]) if "match" in row else stage
            yield f"seed {stage}", seed == pooled_seed(then, both, value, chain(*rounds.get(row.get("round", 1), [])))
        seated = [*chain(*(here := stages[row["stage"]] if "stage" in row else rounds.get(row.get("round", 0), [])))]
        if "round" in row and not row.get("by_hand"):
            yield f"round {stage}", len(set(seated)) == len(seated) and rounds[row["round"]] in redrawn(then, row, rounds)
        if "stage" in row:
            yield stage, [*map(len, here)] == sizes(data, here) and seated == lots(seed, f"stage {stage[5:]} seat", seated)


def _main(path: str) -> int:
    try:
        exported = json.loads(Path(path).read_text("utf-8"))
        results, drawn = list(verdicts(exported)), {row["round"] for row in exported["draws"] if not row.get("by_hand")}
        rounds = {1} if exported.get("start_tables") else {game["round"] for game in exported["games"]}
        missing = [f"round {number} has no seed to draw it again" for number in sorted(rounds - drawn)]
    except Exception as error:  # noqa: BLE001 - a file may be wrong in every way
        why = "" if isinstance(error, UnicodeError) else f" ({error!r:.120})"
        print(f"this cannot be drawn again{why}: give T.json, made by «bangxl export torneo.xlsx -o T.json»")
        return 1
    print("\n".join([*(f"{what} {'ok' if agrees else 'different'}" for what, agrees in results), *missing]))
    return 0 if all(agrees for _, agrees in results) else 1


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1]) if len(sys.argv) > 1 else __doc__)
