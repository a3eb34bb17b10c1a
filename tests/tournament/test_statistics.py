"""Statistics: counted here once more from the facts, and what the winnings expect from the printed amounts."""

from collections import Counter
from dataclasses import replace
from typing import Final

import pytest

from bangxl.rulebooks.loader import load
from bangxl.tournament.advance import with_ruling
from bangxl.tournament.model import Game, Outcome, Role, Seat, Status, Tournament
from bangxl.tournament.state import State
from bangxl.tournament.statistics import statistics
from tests.referto.referti import contents

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
    return Game(number, 1, tuple(seats), Outcome.LAW)


def state(*games: Game) -> State:
    return State(Tournament("italy-2010", games=games), load("italy-2010"))


@pytest.mark.parametrize("rulebook", REGULATIONS)
def test_the_counts_of_whole_tournaments_add_up(rulebook: str) -> None:
    told = contents(rulebook)
    found, games = statistics(told), told.tournament.games
    seats = [seat for game in games for seat in game.seats]
    assert found.games == len(games)
    assert {line.role: line.seats for line in found.roles} == Counter(seat.role for seat in seats)
    alive = Counter(seat.role for seat in seats if seat.status is Status.ALIVE)
    assert {line.role: line.alive for line in found.roles} == {line.role: alive[line.role] for line in found.roles}
    assert {line.name: line.played for line in found.characters} == Counter(seat.character for seat in seats if seat.character)
    assert [line.played for line in found.characters] == sorted((line.played for line in found.characters), reverse=True)


class TestOneTable:
    def test_wins_and_survival(self) -> None:
        found = statistics(state(game(1, "A"), game(2, "A")))
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

    def test_a_game_that_the_referee_decided_is_left_out(self) -> None:
        two = state(game(1, "A"), game(2, "B"))
        ruled = with_ruling(two.tournament, two.tournament.games[1], dict.fromkeys("ABCDE", 700), "a sheet was lost")
        found = statistics(two.with_tournament(ruled))
        assert (found.games, found.ruled) == (1, 1)
        assert found.characters == statistics(state(game(1, "A"))).characters

    def test_an_open_game_is_not_counted(self) -> None:
        opened = replace(game(2, "B"), outcome=None)
        assert statistics(state(game(1, "A"), opened)).games == 1
        assert statistics(state(opened)).games == 0
