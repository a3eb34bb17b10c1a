"""How a round is drawn: the option's algorithm, with all that it has to know; and what an auditor needs of it (docs/draw.md)."""

from __future__ import annotations

from collections import Counter

from bangxl.tournament.audit import Audit, Best, Pair, Round, audit
from bangxl.tournament.mixing import Story, lot_apart, mix
from bangxl.tournament.model import Algorithm, Draw, Tournament
from bangxl.tournament.options import ON, option_value, pairs_apart
from bangxl.tournament.plans import Sizes
from bangxl.tournament.progress import starting_tables
from bangxl.tournament.roster import available, entrants, kept_tables, sheriffs_so_far, times_sheriff
from bangxl.tournament.rulebook import SheriffRule
from bangxl.tournament.seating import Tables, draw_again, scheduled_rounds, seating_began, table_sizes
from bangxl.tournament.state import State


def algorithm_in(state: State) -> Algorithm:
    """The algorithm that the referee has chosen, or the regulation's; fixed tables are drawn once, by lot."""
    mixing = option_value(state, "draw") == Algorithm.MIXED and not state.rulebook.fixed_tables
    return Algorithm.MIXED if mixing else Algorithm.LOT


def tables(state: State, draw: Draw, players: tuple[str, ...], sizes: Sizes) -> Tables:
    """The tables of a round that a recorded draw gives: ``players`` in entry order, at tables of these ``sizes``.

    Raises ValueError where the sizes do not fit the players.
    """
    number = int(draw.stage)
    if kept := kept_tables(state, number):
        return draw_again(kept, _turns(state, number), draw.rng_seed, number)
    story = _story(state, number, players, sizes)
    if draw.algorithm is Algorithm.LOT:
        return lot_apart(story, draw.rng_seed, number)
    rounds = scheduled_rounds(state.rulebook, len(entrants(state)))
    plan = None if state.rulebook.seatings else state.rulebook.plan(len(players), rounds, sizes, balance=story.balance)
    return mix(story, draw.rng_seed, number, plan, _first_seed(state.tournament, draw))


def _turns(state: State, number: int) -> Counter[str]:
    """How often each was Sheriff, at this seating before all others: within it nobody is twice as long as somebody was not."""
    turns = times_sheriff(state.tournament, number)
    for player, times in sheriffs_so_far(state, number).items():
        turns[player] += times * number
    return turns


def past(tournament: Tournament, before_round: int) -> tuple[Tables, ...]:
    """The tables of the earlier rounds, as they were played."""
    rounds = (tournament.round(number) for number in range(1, before_round))
    return tuple(tuple(tuple(seat.player for seat in game.seats) for game in games) for games in rounds)


def _story(state: State, number: int, players: tuple[str, ...], sizes: Sizes) -> Story:
    return Story(
        players=players,
        sizes=sizes,
        past=past(state.tournament, number),
        been_sheriff=times_sheriff(state.tournament, number),
        apart=pairs_apart(state),
        balance=option_value(state, "balance") == ON,
    )


def _first_seed(tournament: Tournament, draw: Draw) -> str:
    """The seed of round 1, which relabels a plan."""
    return draw.rng_seed if draw.stage == "1" else tournament.seed("1") or ""


def inspect(state: State, last: int) -> Audit:
    """The audit of rounds 1 to ``last``, of a regulation that draws every round."""
    rounds = past(state.tournament, last + 1)
    present = [available(state, number) for number in range(1, last + 1)]
    sizes = [
        table_sizes(state.rulebook, len(there), first_round=False) if number > 1 else starting_tables(state, len(there))
        for number, there in enumerate(present, 1)
    ]
    best = None if state.rulebook.seatings else _best(state, last)
    once = state.rulebook.sheriff is SheriffRule.SEAT_1 and not state.rulebook.seatings
    drawn = [seating_began(state.rulebook, len(entrants(state)), number) for number in range(1, last + 1)]
    return audit(rounds, [found or None for found in sizes], present, best, sheriffs=once, drawn=drawn)


def apart_together(state: State, number: int) -> list[tuple[int, Pair]]:
    """The pairs to keep apart that share a table in a round, each with the table."""
    pairs: list[Pair] = sorted((min(pair), max(pair)) for pair in pairs_apart(state))
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
