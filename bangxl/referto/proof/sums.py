"""What the accounts and the meetings must say: the race for the money, the sums that balance, who met whom."""

from __future__ import annotations

from collections import Counter
from math import comb

from bangxl.referto.proof.facts import Columns, Facts
from bangxl.referto.proof.people import spread
from bangxl.tournament.audit import Pair, meetings
from bangxl.tournament.drawing import past
from bangxl.tournament.ledger import start_money
from bangxl.workbook import names


def race(facts: Facts) -> Columns:
    """Everybody's money at the start and after every round, in the order of the standings."""
    if facts.secret:
        return {}
    start, last = start_money(facts.tournament, facts.rulebook), facts.tournament.rounds_seated
    won: Counter[tuple[str, int]] = Counter()
    for line in facts.lines:
        won[line.seat.player, line.game.round] += line.net
    players = [row.player for row in facts.rows]
    found: Columns = {"Race_Player": players, "Race_Name": facts.named(players), "Race_Start": [start] * len(players)}
    owned = dict.fromkeys(players, start)
    for number in range(1, last + 1):
        owned = {player: money + won[player, number] for player, money in owned.items()}
        found[f"Race_Round{number}"] = list(owned.values())
    return found


def totals(facts: Facts) -> Columns:
    """Funds before each round, less what was spent, plus winnings."""
    if facts.secret:
        return {}
    funds = start_money(facts.tournament, facts.rulebook) * len(facts.entrants)
    rows: list[tuple[int, int, int, int, int]] = []
    for number in range(1, facts.tournament.rounds_seated + 1):
        lines = [line for line in facts.lines if line.settled and line.game.round == number]
        spent, paid = sum(line.cost or 0 for line in lines), sum(line.payout or 0 for line in lines)
        rows.append((number, funds, spent, paid, funds - spent + paid))
        funds = rows[-1][-1]
    keys = ("Round", "Before", "Spent", "Paid", "After")
    return {f"Totals_{key}": [row[index] for row in rows] for index, key in enumerate(keys)}


def together(facts: Facts) -> Columns:
    """How often everybody met everybody, and how many pairs met how often."""
    met = meetings(past(facts.tournament, facts.tournament.rounds_seated + 1))
    often = Counter(met.values())
    most = max(often, default=0)
    never = comb(len(facts.entrants), 2) - often.total()
    found: Columns = {
        "Pairs_Times": list(range(most + 1)),
        "Pairs_Count": [never, *(often[times] for times in range(1, most + 1))],
    }
    return found | _square(facts, met)


def _square(facts: Facts, met: Counter[Pair]) -> Columns:
    rows = facts.contents.rows
    where = {player.id: rows.player(index) for index, player in enumerate(facts.tournament.players)}
    found: Columns = {
        "Meetings_Player": spread({row: player for player, row in where.items()}),
        "Meetings_Name": spread({row: facts.names[player] for player, row in where.items()}),
    }
    for one, own in where.items():
        column = {row: met[min(one, other), max(one, other)] or None for other, row in where.items()}
        found[names.meetings(own + 1)] = spread(column)
    return found


PARTS = (race, totals, together)
