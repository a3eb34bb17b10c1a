"""What the auditor needs to know of a tournament: its rounds as they were played, who was there, the regulation's tables."""

from __future__ import annotations

from bangxl.tournament.audit import Audit, Best, Pair, Round, audit
from bangxl.tournament.drawing import past
from bangxl.tournament.options import ON, chosen, pairs_apart
from bangxl.tournament.progress import starting_tables
from bangxl.tournament.roster import available, entrants
from bangxl.tournament.rulebook import SheriffRule
from bangxl.tournament.seating import scheduled_rounds, table_sizes
from bangxl.tournament.state import State


def inspect(state: State, last: int) -> Audit:
    """The audit of rounds 1 to ``last``, of a regulation that draws every round."""
    rounds = past(state.tournament, last + 1)
    present = [available(state, number) for number in range(1, last + 1)]
    sizes = [
        table_sizes(state.rulebook, len(there), first_round=False) if number > 1 else starting_tables(state, len(there))
        for number, there in enumerate(present, 1)
    ]
    best = _best(state, last)
    return audit(rounds, [found or None for found in sizes], present, best, sheriffs=state.rulebook.sheriff is SheriffRule.SEAT_1)


def apart_together(state: State, number: int) -> list[tuple[int, Pair]]:
    """The pairs to keep apart that share a table in a round, each with the table."""
    pairs: list[Pair] = sorted((min(pair), max(pair)) for pair in pairs_apart(state))
    seated = {game.table: {seat.player for seat in game.seats} for game in state.tournament.round(number)}
    return [(table, pair) for table, players in seated.items() for pair in pairs if players.issuperset(pair)]


def _best(state: State, last: int) -> Best | None:
    """What the stored plan for so many players reaches; only for a whole tournament from which nobody was missing."""
    players = entrants(state.tournament)
    rounds = scheduled_rounds(state.rulebook, len(players))
    whole = all(len(available(state, number)) == len(players) for number in range(1, last + 1))
    balance = chosen(state, "balance") == ON
    plan = state.rulebook.plan(len(players), rounds, table_sizes(state.rulebook, len(players)), balance=balance)
    if plan is None or last != rounds or not whole:
        return None
    named: list[Round] = [[[str(player) for player in table] for table in tables] for tables in plan.rounds]
    figures = audit(named, [None] * rounds, [{player for table in tables for player in table} for tables in named]).figures
    return Best(figures.quad, figures.rematches)
