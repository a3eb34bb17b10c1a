"""What the auditor needs to know of a tournament: its rounds as they were played, who was there, the regulation's tables."""

from __future__ import annotations

from bangxl.tournament.audit import Audit, Best, Pair, Round, audit
from bangxl.tournament.drawing import past
from bangxl.tournament.model import Tournament
from bangxl.tournament.options import ON, chosen, pairs_apart
from bangxl.tournament.progress import starting_tables
from bangxl.tournament.roster import available, entrants
from bangxl.tournament.rulebook import Rulebook, SheriffRule
from bangxl.tournament.seating import scheduled_rounds, table_sizes


def inspect(tournament: Tournament, rulebook: Rulebook, last: int) -> Audit:
    """The audit of rounds 1 to ``last``, of a regulation that draws every round."""
    rounds = past(tournament, last + 1)
    present = [available(tournament, rulebook, number) for number in range(1, last + 1)]
    sizes = [
        table_sizes(rulebook, len(there), first_round=False) if number > 1 else starting_tables(tournament, rulebook, len(there))
        for number, there in enumerate(present, 1)
    ]
    best = _best(tournament, rulebook, last)
    return audit(rounds, [found or None for found in sizes], present, best, sheriffs=rulebook.sheriff is SheriffRule.SEAT_1)


def apart_together(tournament: Tournament, rulebook: Rulebook, number: int) -> list[tuple[int, Pair]]:
    """The pairs to keep apart that share a table in a round, each with the table."""
    pairs: list[Pair] = sorted((min(pair), max(pair)) for pair in pairs_apart(tournament, rulebook))
    seated = {game.table: {seat.player for seat in game.seats} for game in tournament.round(number)}
    return [(table, pair) for table, players in seated.items() for pair in pairs if players.issuperset(pair)]


def _best(tournament: Tournament, rulebook: Rulebook, last: int) -> Best | None:
    """What the stored plan for so many players reaches; only for a whole tournament from which nobody was missing."""
    players = entrants(tournament)
    rounds = scheduled_rounds(rulebook, len(players))
    whole = all(len(available(tournament, rulebook, number)) == len(players) for number in range(1, last + 1))
    balance = chosen(tournament, rulebook, "balance") == ON
    plan = rulebook.plan(len(players), rounds, table_sizes(rulebook, len(players)), balance=balance)
    if plan is None or last != rounds or not whole:
        return None
    named: list[Round] = [[[str(player) for player in table] for table in tables] for tables in plan.rounds]
    figures = audit(named, [None] * rounds, [{player for table in tables for player in table} for tables in named]).figures
    return Best(figures.quad, figures.rematches)
