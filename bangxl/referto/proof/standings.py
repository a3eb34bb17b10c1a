"""What the standings must say, sorted and by number, with the lots that separated somebody; and the accounts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from bangxl.locale.catalog import N_
from bangxl.referto.proof.compare import Columns
from bangxl.referto.proof.facts import Facts
from bangxl.referto.proof.people import spread, status
from bangxl.referto.proof.verdict import Right
from bangxl.tournament.ledger import ledger, start_money
from bangxl.tournament.lots import RANKING, lot, ranking_lots, ranking_seed
from bangxl.tournament.roster import entrants
from bangxl.tournament.standings import Row, lot_stages, standings
from bangxl.workbook.names import criterion
from bangxl.workbook.words import HEADS

APART: Final[Mapping[str, str]] = {**HEADS, "lot": N_("lot")}
"""What separated a player from the one above, by the criterion's code."""

HASH: Final = 16
"""So many digits of a lot are printed."""


def by_place(facts: Facts) -> Columns:
    """The standings, the best first."""
    if facts.secret:
        return {}
    _ = facts.text
    told = [
        {**_row(facts, row), "Separated": _(APART.get(row.separated_by, "")), "Status": status(facts, row.status)}
        for row in standings(facts.state)
    ]
    keys = told[0] if told else {}
    return {_name("Ranking", key): [line[key] for line in told] for key in keys}


def by_number(facts: Facts) -> Columns:
    """The same on the lines of the players' list."""
    if facts.secret:
        return {}
    where = {player.id: facts.state.rows.player(index) for index, player in enumerate(facts.tournament.players)}
    lines = {where[row.player]: _row(facts, row) for row in standings(facts.state) if row.player in where}
    blanks: dict[int, dict[str, Right]] = {row: {} for row in where.values()}
    keys = next(iter(lines.values()), {})
    return {_name("Standings", key): spread({row: line.get(key) for row, line in (blanks | lines).items()}) for key in keys}


def _row(facts: Facts, row: Row) -> dict[str, Right]:
    criteria: dict[str, Right] = {code: value for code, value in row.criteria.items() if code != "games"}
    return {
        "Place": row.place, "Rank": row.rank, "Player": row.player, "Name": facts.names.get(row.player, ""),
        "Score": row.score, "Games": row.games, **criteria,
    }  # fmt: skip


def _name(prefix: str, key: str) -> str:
    return criterion(key).replace("Standings", prefix)


def lots(facts: Facts) -> Columns:
    """Who was separated by lot from the one above or below, in the order of the standings."""
    drawn = [] if facts.secret else list(_near_a_lot(standings(facts.state)))
    if not drawn:
        return {}
    stages = lot_stages(facts.rulebook)
    order, seed = ranking_lots(facts.tournament, stages), ranking_seed(facts.tournament, stages)
    by_hand = facts.tournament.lot_order
    return {
        "Lots_Seed": [seed],
        "Lots_Player": drawn,
        "Lots_Name": facts.names_of(drawn),
        "Lots_Position": [order.get(player) for player in drawn],
        "Lots_Hash": [None if seed is None or player in by_hand else lot(seed, RANKING, player)[:HASH] for player in drawn],
    }


def _near_a_lot(rows: tuple[Row, ...]) -> Iterable[str]:
    for index, row in enumerate(rows):
        if "lot" in {after.separated_by for after in rows[index : index + 2]} and (
            row.separated_by == "lot" or index + 1 < len(rows)
        ):
            yield row.player


def race(facts: Facts) -> Columns:
    """Everybody's money at the start and after every round, in the order of the standings."""
    if facts.secret:
        return {}
    start, last = start_money(facts.state), facts.tournament.rounds_seated
    won: Counter[tuple[str, int]] = Counter()
    for line in ledger(facts.state):
        won[line.seat.player, line.game.round] += line.net
    players = [row.player for row in standings(facts.state)]
    found: Columns = {"Race_Player": players, "Race_Name": facts.names_of(players), "Race_Start": [start] * len(players)}
    owned = dict.fromkeys(players, start)
    for number in range(1, last + 1):
        owned = {player: money + won[player, number] for player, money in owned.items()}
        found[f"Race_Round{number}"] = list(owned.values())
    return found


def totals(facts: Facts) -> Columns:
    """Funds before each round, less what was spent, plus winnings."""
    if facts.secret:
        return {}
    funds = start_money(facts.state) * len(entrants(facts.state))
    rows: list[tuple[int, int, int, int, int]] = []
    for number in range(1, facts.tournament.rounds_seated + 1):
        lines = [line for line in ledger(facts.state) if line.settled and line.game.round == number]
        spent, paid = sum(line.cost or 0 for line in lines), sum(line.payout or 0 for line in lines)
        rows.append((number, funds, spent, paid, funds - spent + paid))
        funds = rows[-1][-1]
    keys = ("Round", "Before", "Spent", "Paid", "After")
    return {f"Totals_{key}": [row[index] for row in rows] for index, key in enumerate(keys)}
