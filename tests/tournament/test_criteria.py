"""Tie-breaks: in which order a regulation asks them (Italy 2007, Punteggio; Germany, Rangliste; Record), and who wins.

What each counts is counted once more in another way (tests/test_reckon.py).
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from bangxl.tournament.criteria import CRITERIA, PointsByPlayer, Results, has_won
from bangxl.tournament.ledger import money
from bangxl.tournament.model import Game, Outcome, Role, Seat, Status
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.standings import standings
from bangxl.tournament.state import State
from tests.tournament.builders import evening, fixed, rotated  # fmt: skip
from tests.tournament.events import leaving, with_events  # fmt: skip
from tests.tournament.rules import ALIVE, ALL, DEAD, DUEL, GERMANY, ITALY_2007, D, O, R, S  # fmt: skip

LAW, OUTLAWS, RENEGADE = Outcome


@pytest.mark.parametrize(
    ("role", "outcome", "status", "won"),
    [
        (S, LAW, ALIVE, True), (D, LAW, DEAD, True), (R, LAW, DUEL, False), (R, LAW, DEAD, False), (O, LAW, DEAD, False),
        (O, OUTLAWS, DEAD, True), (R, OUTLAWS, ALIVE, False), (D, OUTLAWS, ALIVE, False), (S, OUTLAWS, DEAD, False),
        (R, RENEGADE, ALIVE, True), (S, RENEGADE, DEAD, False), (O, RENEGADE, DEAD, False),
    ],
)  # fmt: skip
def test_g3_who_wins(role: Role, outcome: Outcome, status: Status, won: bool) -> None:  # noqa: FBT001 -- a parameter of the test
    """G3: the winning side, dead or alive; the Renegade's lost duel is paid and is no win."""
    game = Game(1, 1, (Seat(1, "P001", role, status),), outcome)
    assert has_won(game, game.seats[0]) == won
    assert not has_won(replace(game, outcome=None), game.seats[0])


def places(scores: Mapping[str, int]) -> PointsByPlayer:
    """Places at one table of players with these scores."""
    points = {player: Fraction(score) for player, score in scores.items()}
    return CRITERIA["table_place"].compute(Results([], points, [tuple(scores)]))


def test_germany_table_places() -> None:
    """ "Platzierung 2,5": equals share the average: 1, 2.5, 2.5, 4, 5; three first are 2; all equal 3."""
    assert places({"A": 9, "B": 5, "C": 5, "D": 3, "E": 1}) == {"A": 1, "B": Fraction(5, 2), "C": Fraction(5, 2), "D": 4, "E": 5}
    assert places({"A": 9, "B": 9, "C": 9, "D": 3, "E": 1}) == {"A": 2, "B": 2, "C": 2, "D": 4, "E": 5}
    assert set(places(dict.fromkeys("ABCDE", 7)).values()) == {3}


def test_de_9_who_has_left_has_no_place_at_his_table() -> None:
    """He is out of the rankings: the others move up; and he has no such value."""
    start = rotated(fixed(GERMANY, 5, 5, 5, 5), 1)
    before = {row.player: row.criteria["table_place"] for row in standings(State(start, GERMANY))}
    after = {row.player: row for row in standings(State(with_events(start, leaving("P001", 1, 1)), GERMANY))}
    assert before["P001"] == 1
    assert after["P001"].criteria["table_place"] is None
    assert before["P002"] == 2
    assert after["P002"].criteria["table_place"] == 1
    assert after["P006"].criteria["table_place"] == 1


LADDER = {
    "wins_sheriff": ("S+ . .", "O+ R+ D+"), "finished_alive": ("S+ O:D+ .", "S+ D- O-"), "wins_renegade": ("R+ . .", "D+ D- O-"),
    "wins_deputy": ("D- . .", "O- O- ."), "wins_outlaw": ("O- O- .", "O- . ."), "lot": ("O+ . .", "O+ . ."),
}  # fmt: skip
"""For each criterion of 2007 two evenings, equal in all before it; in the next ones the second is the better."""


@pytest.mark.parametrize("code", LADDER)
def test_2007_one_criterion_after_the_other(code: str) -> None:
    """Two tables, equal dollars (the richer has paid more for his first character): the better one stands first, by this code."""
    start = fixed(ITALY_2007, 5, 5)
    games = [
        game
        for player, results in zip(("P001", "P006"), LADDER[code], strict=True)
        for game in evening(start, player, results).games
    ]
    tournament = replace(start, games=tuple(games), lot_order=("P001",))
    owned = money(State(tournament, ITALY_2007))
    dear = {player: owned[player] - min(owned["P001"], owned["P006"]) for player in ("P001", "P006")}
    tournament = replace(tournament, games=tuple(dearer(game, dear) if game.round == 1 else game for game in games))
    first, second = (row for row in standings(State(tournament, ITALY_2007)) if row.player in {"P001", "P006"})
    assert (first.player, first.score) == ("P001", second.score)
    differing = [one for one in ITALY_2007.criteria if first.criteria[one] != second.criteria[one]]
    assert (differing or ["lot"])[0] == code
    assert first.tied == second.tied == (code == "lot")


def dearer(game: Game, more: Mapping[str, int]) -> Game:
    """The same game, some having paid more for their characters."""
    return replace(game, seats=tuple(replace(seat, bid=(seat.bid or 0) + more.get(seat.player, 0)) for seat in game.seats))


@pytest.mark.parametrize("rulebook", ALL, ids=lambda rulebook: rulebook.id)
def test_the_order_of_the_regulation(rulebook: Rulebook) -> None:
    expected = {
        "italy-2010": ("buchholz",),
        "italy-2011": ("buchholz",),
        "italy-2007": ("wins_sheriff", "finished_alive", "wins_renegade", "wins_deputy", "wins_outlaw"),
        "germany": ("table_place", "wins", "lives"),
        "record": ("games",),
        "record-international": ("wins_sheriff", "wins_renegade", "wins_deputy", "wins_outlaw", "games"),
        "saloon-cup": ("wins", "table_place", "buchholz"),
    }
    assert rulebook.criteria == expected[rulebook.id]


def test_without_fixed_tables_nobody_has_a_place_at_one() -> None:
    assert CRITERIA["table_place"].compute(Results([], {"P001": Fraction(1)}, [])) == {}
