"""From dollars to the score that ranks, exactly: Italy 2007 (Punteggio finale), Germany (Kopfgeld), Record; and the dollars."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bangxl.tournament.ledger import has_money, ledger, money
from bangxl.tournament.model import Outcome, Tournament
from bangxl.tournament.standings import scores, settled_games, standings, whole_dollars
from bangxl.tournament.state import State
from tests.tournament.builders import chairs_of, evening, fixed, ids, rotated, sitting, with_game
from tests.tournament.rules import GERMANY, ITALY_2007, RECORD

LAW, OUTLAWS, RENEGADE = Outcome


def bids(tournament: Tournament, player: str, *prices: int) -> Tournament:
    """What he paid in his games, one after the other."""
    paid = iter(prices)
    games = []
    for game in tournament.games:
        seats = [replace(seat, bid=next(paid)) if seat.player == player else seat for seat in game.seats]
        games.append(replace(game, seats=tuple(seats)))
    return replace(tournament, games=tuple(games))


class TestItaly2007:
    """ "totale in $ meno i 5000$ iniziali, il tutto diviso per il numero di turni"; no rounding is prescribed."""

    def test_r07_4_3450_is_3450(self) -> None:
        """R07-4: 15000 / 5 × 1,15 = 20700 / 6 = 3450 exactly, where floating point says 3449.9999999999995.

        At five: two Renegades 6500 + 6500, a Sheriff 3000, 1000 of bids = 15000. At six: 7800 + 7800 + 4500 + an Outlaw 3000
        − 2400 of bids = 20700.
        """
        start = fixed(ITALY_2007, 6, 5)
        six = bids(evening(start, "P001", "R+ R+ S+ O+ . ."), "P001", *[400] * 6)
        five = bids(evening(start, "P007", "R+ R+ S+ . ."), "P007", 600, 100, 100, 100, 100)
        tournament = replace(start, games=(*six.games, *five.games))
        assert money(State(tournament, ITALY_2007))["P001"] == 5000 + 20700
        assert money(State(tournament, ITALY_2007))["P007"] == 5000 + 15000
        found = scores(State(tournament, ITALY_2007))
        assert found["P001"] == found["P007"] == 3450
        assert 15000 / 5 * 1.15 != 3450  # what a double would have said
        rows = {row.player: row for row in standings(State(tournament, ITALY_2007))}
        assert rows["P001"].score == rows["P007"].score
        assert rows["P007"].separated_by != ""

    @pytest.mark.parametrize(
        ("sizes", "expected"),
        [
            ((6, 5), {"P001": 4400, "P007": 2900 * Fraction(23, 20)}),
            ((6, 6, 5), {"P001": 4400, "P013": 2900 * Fraction(23, 20)}),
            ((5, 5), {"P001": 2900, "P006": 2900}),
            ((6, 6), {"P001": 4400}),
            ((7, 6), {"P001": 4400, "P008": 4400}),
            ((7, 7), {"P001": 4400}),
        ],
    )
    def test_r07_3_when_the_factor_holds(self, sizes: tuple[int, ...], expected: dict[str, Fraction]) -> None:
        """R07-3: ×1,15 for tables of 5 where there are tables of 6 too; not for 5 alone, nor 6 and 7. Sheriff 3000 or 4500."""
        tournament = rotated(fixed(ITALY_2007, *sizes), 1)
        assert {player: scores(State(tournament, ITALY_2007))[player] for player in expected} == expected

    def test_r07_7_nobody_who_has_not_played_is_ranked(self) -> None:
        """R07-7: zero turns: no division, no rank; he is listed last."""
        start = fixed(ITALY_2007, 5, 5)
        tournament = with_game(start, sitting(1, 1, chairs_of(start, 1)))
        rows = standings(State(tournament, ITALY_2007))
        assert [row.player for row in rows if row.rank is None] == list(ids(6, 10))
        assert {(int(row.score), row.games) for row in rows if row.rank is None} == {(0, 0)}

    def test_negative_money(self) -> None:
        """3.3: who has nothing pays 100 all the same: 5000 − 5000 − 100 = −100, and so before the next auction."""
        tournament = bids(evening(fixed(ITALY_2007, 5, 5), "P001", ". . S+"), "P001", 5000, 100, 100)
        lines = [line for line in ledger(State(tournament, ITALY_2007)) if line.seat.player == "P001"]
        assert [(line.before, line.after) for line in lines] == [(5000, 0), (0, -100), (-100, 2800)]


class TestGermany:
    """Kopfgeld: what the table of winnings pays, +150 alive, −1000 for the Sheriff's killer, +1400 once at five."""

    @pytest.mark.parametrize(
        ("result", "marks", "dollars"),
        [("O:D+", {"killed_sheriff": True}, -850), ("O:D+", {}, 150), ("S+", {}, 2650), ("D-", {}, 1500)],
    )
    def test_de_11_what_a_seat_brings(self, result: str, marks: dict[str, bool], dollars: int) -> None:
        """DE-1, DE-4, DE-11: the later rules beside the table of winnings: −1000 + 150 = −850; a dead winner is paid."""
        tournament = evening(fixed(GERMANY, 5), "P001", result, **marks)
        assert [line.payout for line in ledger(State(tournament, GERMANY)) if line.seat.player == "P001"] == [dollars]
        assert scores(State(tournament, GERMANY))["P001"] == 1400 + dollars

    def test_there_is_no_money(self) -> None:
        tournament = evening(fixed(GERMANY, 5), "P001", "S+")
        assert not has_money(State(tournament, GERMANY))
        assert {(line.cost, line.before) for line in ledger(State(tournament, GERMANY)) if line.game.round == 1} == {(0, 0)}


class TestRecord:
    """ "le ricompense … diviso il numero di partite disputate (arrotondando al $ più vicino)"."""

    @pytest.mark.parametrize(
        ("players", "games", "dollars", "score"),
        [(7, "S+ R+ D- . . . .", 9500, 1357), (6, "S+ S+ R+ O+ D+ . . . . . . .", 15500, 1292)],
    )
    def test_the_two_examples(self, players: int, games: str, dollars: int, score: int) -> None:
        """7 games, a dead Deputy: 3000 + 5000 + 1500 → 1357,14. 12, one alive: 2 × 3000 + 5000 + 2500 + 2000 → 1291,67."""
        tournament = evening(fixed(RECORD, players), "P001", games)
        assert money(State(tournament, RECORD))["P001"] == dollars
        assert scores(State(tournament, RECORD))["P001"] == score

    @pytest.mark.parametrize(
        ("exact", "whole"),
        [
            (Fraction(125, 2), 63), (Fraction(-125, 2), -63), (Fraction(1, 2), 1), (Fraction(-1, 2), -1), (Fraction(3, 2), 2),
            (Fraction(5, 2), 3), (Fraction(62), 62), (Fraction(124, 2) + Fraction(49, 100), 62), (Fraction(9500, 7), 1357),
            (Fraction(15500, 12), 1292), (Fraction(-5000, 4), -1250), (Fraction(-1, 3), 0),
            (Fraction(10**20 + 1, 2), 5 * 10**19 + 1),
        ],
    )  # fmt: skip
    def test_dv_1_half_a_dollar_goes_away_from_zero(self, exact: Fraction, whole: int) -> None:
        """DV-1: 62,5 → 63. Not to the even number, as Python's `round` does; below zero the other way round."""
        assert whole_dollars(exact) == whole

    def test_what_counts_the_dead_is_paid_when_all_is_known(self) -> None:
        """Complete scoring: with one status missing nobody knows how many were eliminated; so with any scoring of Record."""
        for scoring in ("complete", "official"):
            start = fixed(RECORD, 5, scoring=scoring)
            game = sitting(1, 1, chairs_of(start, 1))
            half = replace(game, seats=(*game.seats[:-1], replace(game.seats[-1], status=None)))
            assert {line.payout for line in ledger(State(with_game(start, half), RECORD))} == {None}
        start = fixed(GERMANY, 5)
        game = sitting(1, 1, chairs_of(start, 1))
        half = replace(game, seats=(*game.seats[:-1], replace(game.seats[-1], status=None)))
        assert [line.payout for line in ledger(State(with_game(start, half), GERMANY))] == [2650, 1650, 0, 0, None]

    def test_a_bid_that_is_missing_holds_only_with_ingaggio(self) -> None:
        for auction, count in (("true", 0), ("false", 1)):
            tournament = evening(fixed(RECORD, 4, auction=auction), "P001", "S+", bid=None)
            assert len(settled_games(ledger(State(tournament, RECORD)))) == count

    @pytest.mark.parametrize(("option", "paid"), [("true", 2500 + 2000), ("false", 2500)])
    def test_cash_rewards(self, option: str, paid: int) -> None:
        """Ricompense in contanti: +1000 for each Outlaw whom he eliminated himself, a fellow Outlaw too (DV-8)."""
        tournament = evening(fixed(RECORD, 5, cash_rewards=option), "P001", "O+", outlaws_killed=2)
        assert [line.payout for line in ledger(State(tournament, RECORD)) if line.seat.player == "P001"] == [paid]
