"""Codes as receipts (docs/draw.md, 11): what is changed after the posting is found, what is to stay secret is not told."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from bangxl.commands.demo import simulate
from bangxl.interchange.receipts import Follows, receipts, round_code
from bangxl.rulebooks.loader import ours
from bangxl.tournament.journal import Journal
from bangxl.tournament.model import Game, Outcome, Role, Seat, Status, Tournament
from bangxl.tournament.pool import pool_digest
from bangxl.tournament.simulation import Dice
from bangxl.tournament.state import State

ITALY = ours("italy-2010")


def evening(players: int = 12) -> State:
    tournament, log = simulate(ITALY, players, "receipts", "en")
    return State(tournament, ITALY, Journal(tuple(log)))


def changed(rng: random.Random, tournament: Tournament) -> tuple[Tournament, int]:
    """One fact of one game written otherwise, and its round."""
    game = rng.choice(tournament.games)
    if rng.random() < 0.2:
        other = replace(game, outcome=rng.choice([one for one in (*Outcome, None) if one is not game.outcome]))
    else:
        seat = rng.choice(game.seats)
        other = replace(game, seats=tuple(_otherwise(rng, one) if one is seat else one for one in game.seats))
    return replace(tournament, games=tuple(other if one is game else one for one in tournament.games)), game.round


def _otherwise(rng: random.Random, seat: Seat) -> Seat:
    others = [
        replace(seat, player=rng.choice([f"P{n:03}" for n in range(1, 13) if f"P{n:03}" != seat.player])),
        replace(seat, role=rng.choice([role for role in Role if role is not seat.role])),
        replace(seat, status=Status.ELIMINATED if seat.status is Status.ALIVE else Status.ALIVE),
        replace(seat, character="Vulture Sam" if seat.character != "Vulture Sam" else "Jesse Jones"),
        replace(seat, bid=(seat.bid or 0) + 100 * rng.randint(1, 20)),
    ]
    return rng.choice(others)


def found(state: State, times: int, seed: int) -> Iterator[tuple[int, list[int]]]:
    """The round of each random change, and the rounds whose codes do not follow any more."""
    rng = random.Random(seed)  # noqa: S311
    for _ in range(times):
        tournament, number = changed(rng, state.tournament)
        yield number, [one.round for one in receipts(state.after(tournament)) if one.follows is Follows.NOTHING]


@pytest.mark.parametrize("times", [100, pytest.param(10_000, marks=pytest.mark.soak)])
def test_whatever_is_changed_breaks_every_code_posted_after_it(times: int) -> None:
    state = evening()
    last, seed = state.tournament.rounds_seated, random.randrange(10**9)  # noqa: S311
    for number, broken in found(state, times, seed):
        assert {*range(number + 1, last + 1)} <= {*broken}, f"seed {seed}"


def test_every_code_follows_from_an_evening_as_it_was() -> None:
    state = evening()
    assert [one.follows for one in receipts(state)] == [Follows.FACTS] * state.tournament.rounds_seated
    assert len({one.code for one in receipts(state)}) == state.tournament.rounds_seated


def test_who_tries_every_result_of_a_table_against_a_code_gains_nothing() -> None:
    """He knows all but one table, and not the salt: no result gives the code, with no salt or a wrong one."""
    state = evening(10)
    draw = state.tournament.draws[1]
    pool = pool_digest(state, 2, [seat.player for game in state.tournament.round(2) for seat in game.seats])
    assert round_code(state, 2, pool, draw.salt) == draw.code
    tried = set()
    for ends, outcome in product(product((Status.ALIVE, Status.ELIMINATED), repeat=5), Outcome):
        guess = replace(state.tournament, games=tuple(_ended(game, ends, outcome) for game in state.tournament.games))
        tried |= {round_code(state.after(guess), 2, pool, salt) for salt in ("", "0" * 32)}
    assert draw.code not in tried
    assert len(tried) == 2 * 3 * 2**5


def _ended(game: Game, ends: tuple[Status, ...], outcome: Outcome) -> Game:
    if (game.round, game.table) != (1, 1):
        return game
    return replace(game, outcome=outcome, seats=tuple(replace(s, status=end) for s, end in zip(game.seats, ends, strict=True)))


def test_the_same_results_have_another_code_with_another_salt() -> None:
    state = evening()
    dice, pool = Dice("salts"), "0" * 64
    assert len({round_code(state, 3, pool, f"{dice.below(10**9):032x}") for _ in range(20)}) == 20


@pytest.mark.parametrize("rulebook", ["italy-2007", "germany", "record"])
def test_fixed_tables_have_one_code(rulebook: str) -> None:
    rules = ours(rulebook)
    tournament, log = simulate(rules, {"italy-2007": 11, "germany": 20, "record": 6}[rulebook], "fixed", "en")
    (one,) = receipts(State(tournament, rules, Journal(tuple(log))))
    assert (one.round, one.follows) == (1, Follows.FACTS)
