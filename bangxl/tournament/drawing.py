"""How a round is drawn: the option's algorithm, with all that it has to know, from the facts (docs/draw.md)."""

from __future__ import annotations

from bangxl.tournament.mixing import Story, lot_apart, mixed
from bangxl.tournament.model import Algorithm, Draw, Tournament
from bangxl.tournament.options import ON, chosen, pairs_apart
from bangxl.tournament.roster import entrants, times_sheriff
from bangxl.tournament.rulebook import Sizes
from bangxl.tournament.seating import Tables, scheduled_rounds
from bangxl.tournament.state import State


def algorithm_in(state: State) -> Algorithm:
    """The algorithm that the referee has chosen, or the regulation's; fixed tables are drawn once, by lot."""
    mixing = chosen(state, "draw") == Algorithm.MIXED and not state.rulebook.fixed_tables
    return Algorithm.MIXED if mixing else Algorithm.LOT


def tables(state: State, draw: Draw, players: tuple[str, ...], sizes: Sizes) -> Tables:
    """The tables of a round that a recorded draw gives: ``players`` in entry order, at tables of these ``sizes``.

    Raises ValueError where the sizes do not fit the players.
    """
    number = int(draw.stage)
    story = _story(state, number, players, sizes)
    if draw.algorithm is Algorithm.LOT:
        return lot_apart(story, draw.rng_seed, number)
    plan = state.rulebook.plan(
        len(players), scheduled_rounds(state.rulebook, len(entrants(state.tournament))), sizes, balance=story.balance
    )
    return mixed(story, draw.rng_seed, number, plan, _first_seed(state.tournament, draw))


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
        balance=chosen(state, "balance") == ON,
    )


def _first_seed(tournament: Tournament, draw: Draw) -> str:
    """The seed of round 1, which relabels a plan."""
    return draw.rng_seed if draw.stage == "1" else tournament.seed("1") or ""
