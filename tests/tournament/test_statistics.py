"""Statistics: counted here once more from the facts, and what the winnings expect from the printed amounts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Final

import pytest

from bangxl.rulebooks.loader import load
from bangxl.tournament.model import Game, Outcome, Role, Seat, Status, Tournament
from bangxl.tournament.rulings import with_ruling
from bangxl.tournament.state import State
from bangxl.tournament.statistics import fair_shares, statistics
from tests.referto.referti import contents

LAW, OUTLAWS, RENEGADE = Outcome
REGULATIONS: Final = ("italy-2007", "italy-2010", "italy-2011", "germany", "record")

SHERIFF_WINS: Final = (Status.ALIVE, Status.ALIVE, Status.ELIMINATED, Status.ELIMINATED, Status.ELIMINATED)


def game(number: int, sheriff: str, bids: tuple[int, ...] = (300, 100, 200, 400, 0)) -> Game:
    """Five play, the Law wins; the Sheriff sits on the first chair."""
    roles = (Role.SHERIFF, Role.DEPUTY, Role.OUTLAW, Role.OUTLAW, Role.RENEGADE)
    others = [player for player in ("A", "B", "C", "D", "E") if player != sheriff]
    names = ("Willy the Kid", "Black Jack", "El Gringo", "Kit Carlson", "Sid Ketchum")
    seats = [
        Seat(seat, player, role, status, character=name, bid=bid)
        for seat, (player, role, status, name, bid) in enumerate(
            zip((sheriff, *others), roles, SHERIFF_WINS, names, bids, strict=True), 1
        )
    ]
    return Game(number, 1, tuple(seats), LAW)


def state(*games: Game) -> State:
    return State(Tournament("italy-2010", games=games), load("italy-2010"))


class TestWhatTheWinningsExpect:
    """The shares at which a seat of each side earns the same: w the winnings of a seat, the share as 1/w."""

    @pytest.mark.parametrize(
        ("rulebook", "size", "per_seat"),
        [
            ("italy-2010", 5, {LAW: Fraction(3000 + 2200, 2), OUTLAWS: Fraction(2000), RENEGADE: Fraction(6500)}),
            ("italy-2010", 7, {LAW: Fraction(4500 + 2 * 3300, 3), OUTLAWS: Fraction(3000), RENEGADE: Fraction(9100)}),
            ("italy-2011", 6, {LAW: Fraction(1500 + 1400, 2), OUTLAWS: Fraction(1600), RENEGADE: Fraction(5000)}),
            ("italy-2007", 6, {LAW: Fraction(4500 + 3000, 2), OUTLAWS: Fraction(3000), RENEGADE: Fraction(7800)}),
            ("germany", 6, {LAW: Fraction(3150 + 2150, 2), OUTLAWS: Fraction(1650), RENEGADE: Fraction(4150)}),
            ("record", 4, {LAW: Fraction(3000), OUTLAWS: Fraction(2500), RENEGADE: Fraction(5000)}),
        ],
    )
    def test_by_the_printed_amounts(self, rulebook: str, size: int, per_seat: dict[Outcome, Fraction]) -> None:
        total = sum(1 / amount for amount in per_seat.values())
        regulation = load(rulebook)
        shares = fair_shares(regulation, next(iter(regulation.scorings.values())), size)
        assert shares == {side: 1 / amount / total for side, amount in per_seat.items()}
        assert sum(shares.values()) == 1

    def test_complete_scoring_counts_who_is_eliminated_and_who_lives(self) -> None:
        regulation = load("record")
        per_seat = {LAW: Fraction(2000 + 1500 + 1000 + 1500, 2), OUTLAWS: Fraction(2000), RENEGADE: Fraction(10000)}
        total = sum(1 / amount for amount in per_seat.values())
        shares = fair_shares(regulation, regulation.scorings["complete"], 5)
        assert shares == {side: 1 / amount / total for side, amount in per_seat.items()}

    def test_nothing_is_expected_of_a_size_that_nobody_plays(self) -> None:
        regulation = load("italy-2010")
        assert fair_shares(regulation, next(iter(regulation.scorings.values())), 4) == {}


@pytest.mark.parametrize("rulebook", REGULATIONS)
def test_the_counts_of_whole_tournaments_add_up(rulebook: str) -> None:
    told = contents(rulebook)
    found, games = statistics(told), told.tournament.games
    seats = [seat for game in games for seat in game.seats]
    assert found.games == len(games)
    by_side = Counter((game.size, game.outcome) for game in games)
    assert {(line.size, line.side): line.won for line in found.sides if line.won} == by_side
    for size in {line.size for line in found.sides}:
        lines = [line for line in found.sides if line.size == size]
        assert {line.games for line in lines} == {sum(game.size == size for game in games)}
        assert sum(line.expected or 0 for line in lines) == lines[0].games
    assert {line.role: line.seats for line in found.roles} == Counter(seat.role for seat in seats)
    alive = Counter(seat.role for seat in seats if seat.status is Status.ALIVE)
    assert {line.role: line.alive for line in found.roles} == {line.role: alive[line.role] for line in found.roles}
    assert {line.name: line.played for line in found.characters} == Counter(seat.character for seat in seats if seat.character)
    assert [line.played for line in found.characters] == sorted((line.played for line in found.characters), reverse=True)
    bids = sorted((seat.bid for seat in seats if seat.bid), reverse=True)[:5]
    assert [line.bid for line in found.prices] == bids
    sheriffs = Counter(seat.player for seat in seats if seat.role is Role.SHERIFF)
    assert {line.games for line in found.careers} <= {count for count in sheriffs.values() if count > 1}
    assert max((line.games for line in found.careers), default=1) == max(sheriffs.values())


class TestOneTable:
    def test_wins_and_survival(self) -> None:
        found = statistics(state(game(1, "A"), game(2, "A")))
        assert [(line.size, line.side, line.games, line.won) for line in found.sides] == [
            (5, LAW, 2, 2), (5, OUTLAWS, 2, 0), (5, RENEGADE, 2, 0)
        ]  # fmt: skip
        assert [(line.role, line.seats, line.won, line.alive, line.paid) for line in found.roles] == [
            (Role.SHERIFF, 2, 2, 2, 6000), (Role.DEPUTY, 2, 2, 2, 4400), (Role.OUTLAW, 4, 0, 0, 0), (Role.RENEGADE, 2, 0, 0, 0)
        ]  # fmt: skip

    def test_characters_cost_and_bring(self) -> None:
        found = statistics(state(game(1, "A"), game(2, "B", bids=(500, 0, 0, 0, 0))))
        willy = next(line for line in found.characters if line.name == "Willy the Kid")
        assert (willy.played, willy.alive, willy.price, willy.paid, willy.gain) == (2, 2, 800, 6000, 5200)

    def test_a_spelling_of_a_character_is_no_other_one(self) -> None:
        shouted = game(2, "B")
        shouted = replace(shouted, seats=(replace(shouted.seats[0], character=" WILLY  the kid"), *shouted.seats[1:]))
        names = [line.name for line in statistics(state(game(1, "A"), shouted)).characters]
        assert names.count("Willy the Kid") == 1
        assert len(names) == 5

    def test_the_highest_price_comes_first_and_the_earlier_of_equals(self) -> None:
        found = statistics(state(game(1, "A"), game(2, "B")))
        assert [(line.bid, line.round) for line in found.prices] == [(400, 1), (400, 2), (300, 1), (300, 2), (200, 1)]

    def test_a_career_is_more_than_one_game(self) -> None:
        assert statistics(state(game(1, "A"), game(2, "B"))).careers == ()
        career, *others = statistics(state(game(1, "A"), game(2, "B"), game(3, "A"))).careers
        assert (career.player, career.games, career.alive, career.won, others) == ("A", 2, 2, 2, [])

    def test_a_game_that_the_referee_decided_is_left_out(self) -> None:
        two = state(game(1, "A"), game(2, "B"))
        ruled = with_ruling(two.tournament, two.tournament.games[1], dict.fromkeys("ABCDE", 700), "a sheet was lost")
        found = statistics(two.after(ruled))
        assert (found.games, found.ruled) == (1, 1)
        assert found.sides == statistics(state(game(1, "A"))).sides
        assert found.characters == statistics(state(game(1, "A"))).characters

    def test_an_open_game_is_not_counted(self) -> None:
        opened = replace(game(2, "B"), outcome=None)
        assert statistics(state(game(1, "A"), opened)).games == 1
        assert statistics(state(opened)).games == 0
