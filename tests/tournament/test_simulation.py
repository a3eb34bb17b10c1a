"""Made-up tournaments (`bangxl demo`): everything in them could have happened, with every option of every regulation."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from bangxl.commands.demo import simulate_tournament
from bangxl.tournament.advance import close_tournament, seat_duels, seat_games, seat_round, seat_stage
from bangxl.tournament.checks import findings_of
from bangxl.tournament.finals import final_ranking, is_legal
from bangxl.tournament.ledger import LedgerLine, ledger
from bangxl.tournament.model import Game, Role, Seed, SeedSource, Status, Tournament
from bangxl.tournament.options import auction_in, card_price_in, cash_reward_in, scoring_in
from bangxl.tournament.payouts import is_possible_end
from bangxl.tournament.progress import CloseTournament, Over, SeatDuels, SeatGames, SeatRound, SeatStage, next_step
from bangxl.tournament.rulebook import Auction, Rulebook
from bangxl.tournament.simulation import Dice, play_duels, play_round, play_stage
from bangxl.tournament.state import State
from tests.helpers.strategies import player_counts
from tests.tournament.builders import entries
from tests.tournament.rules import ALL, ITALY, ITALY_2007, LEAGUE, RECORD

SEED = Seed("Mezzogiorno di fuoco", SeedSource.GIVEN)
COUNTS = {"italy-2010": 13, "italy-2011": 11, "italy-2007": 26, "germany": 22, "saloon-cup": 17}
COUNTS |= {"record": 5, "record-international": 6}


def choices(rulebook: Rulebook) -> Iterator[dict[str, str]]:
    """Every combination of the options that have a list of values."""
    listed = {key: option.values for key, option in rulebook.options.items() if option.values}
    for values in product(*listed.values()):
        yield dict(zip(listed, values, strict=True))


CASES = [(rulebook, options) for rulebook in ALL for options in choices(rulebook)]
NAMES = [" ".join([rulebook.id, *options.values()]) for rulebook, options in CASES]


def simulated(rulebook: Rulebook, players: int, seed: str = "dice", **options: str) -> Tournament:
    """A whole tournament in which nobody leaves."""
    tournament, dice = entries(players, rulebook.id, **options), Dice(seed)
    while True:
        step = next_step(State(tournament, rulebook))
        match step:
            case SeatRound():
                tournament = play_round(State(seat_round(State(tournament, rulebook), step, SEED), rulebook), dice)
            case SeatGames():
                tournament = play_round(State(seat_games(tournament, step), rulebook), dice)
            case SeatDuels():
                tournament = play_duels(State(seat_duels(State(tournament, rulebook), step, SEED), rulebook), dice)
            case SeatStage():
                tournament = play_stage(State(seat_stage(State(tournament, rulebook), step, SEED), rulebook), dice)
            case CloseTournament():
                tournament = close_tournament(State(tournament, rulebook))
            case _:
                assert step == Over()
                return tournament


@pytest.mark.parametrize(("rulebook", "options"), CASES, ids=NAMES)
def test_everything_could_have_happened(rulebook: Rulebook, options: dict[str, str]) -> None:
    """Roles of the base game, ends that can be, characters once a table, bids and cards within the money, marks that fit."""
    tournament = simulated(rulebook, COUNTS[rulebook.id], **options)
    lines = {(line.game.round, line.game.table, line.seat.number): line for line in ledger(State(tournament, rulebook))}
    for game in tournament.games:
        check_game(tournament, rulebook, game)
        check_money(tournament, rulebook, game, [lines[game.round, game.table, seat.number] for seat in game.seats])
    assert all(line.settled for line in lines.values())
    assert [placed.place for placed in final_ranking(State(tournament, rulebook))][:1] == [1]


def check_game(tournament: Tournament, rulebook: Rulebook, game: Game) -> None:
    seats = [(seat.role, seat.status) for seat in game.seats if seat.role is not None and seat.status is not None]
    assert Counter(role for role, _status in seats) == Counter(rulebook.roles[game.size])
    assert game.outcome is not None
    assert is_possible_end(game.outcome, seats)
    characters = [seat.character for seat in game.seats]
    assert len(set(characters)) == game.size
    assert set(characters) <= set(rulebook.characters)
    for seat in game.seats:
        alive = seat.status is Status.ALIVE
        most = rulebook.characters[seat.character] + (seat.role is Role.SHERIFF)
        assert seat.lives is None if not rulebook.lives else (0 < seat.lives <= most if alive else seat.lives == 0)  # type: ignore[operator]
        assert not seat.killed_sheriff or (seat.role is Role.DEPUTY and alive and game.outcome.value == "outlaws")
    assert sum(seat.killed_sheriff for seat in game.seats) <= 1
    assert scoring_in(State(tournament, rulebook)).killed_sheriff or not any(seat.killed_sheriff for seat in game.seats)
    fallen = sum(role is Role.OUTLAW and status is not Status.ALIVE for role, status in seats)
    shot = sum(seat.outlaws_killed for seat in game.seats)
    assert shot == (fallen if cash_reward_in(State(tournament, rulebook)) else 0)


def check_money(tournament: Tournament, rulebook: Rulebook, game: Game, lines: list[LedgerLine]) -> None:
    auction, price = auction_in(State(tournament, rulebook)), card_price_in(State(tournament, rulebook))
    before = next((g for g in tournament.at_table(game.table) if g.round == game.round - 1), None)
    alive = {seat.player: seat for seat in (before.seats if before else ()) if seat.status is Status.ALIVE}
    for line in lines:
        seat = line.seat
        assert (seat.bid is None) == (auction is None)
        assert price or not seat.cards_kept
        assert not seat.cards_kept or (seat.player in alive and price * seat.cards_kept <= line.before - (seat.bid or 0))
        assert seat.cards_kept <= rulebook.characters[seat.character]
        if seat.reconfirmed:
            assert (alive[seat.player].character, alive[seat.player].bid) == (seat.character, seat.bid)
    if auction is not None:
        check_bids(auction, lines)


def check_bids(auction: Auction, lines: list[LedgerLine]) -> None:
    """Steps, the least, the bankroll; somebody in the auction has paid the last price, unless nobody there could."""
    for line in lines:
        bid, owned = line.seat.bid or 0, line.before
        able = owned >= auction.minimum
        assert bid % auction.step == 0
        assert bid >= auction.minimum if able or auction.debt else bid == max(0, owned)
        assert bid <= max(owned, auction.minimum if auction.debt else 0)
    buyers = [line for line in lines if not line.seat.reconfirmed]
    assert not any(line.before >= auction.last for line in buyers) or auction.last in [line.seat.bid for line in buyers]


@pytest.mark.parametrize("rulebook", ALL, ids=lambda rulebook: rulebook.id)
def test_the_same_seed_the_same_tournament(rulebook: Rulebook) -> None:
    players = player_counts(rulebook)[0]
    assert simulated(rulebook, players, "one") == simulated(rulebook, players, "one")
    assert simulated(rulebook, players, "one").games != simulated(rulebook, players, "two").games


def test_the_last_buyer_pays_the_last_price_though_it_is_below_the_minimum() -> None:
    """Whoever owned more than the last price and less than the minimum paid the minimum: `findings_of` refused the report."""
    assert ITALY_2007.auction is not None
    rulebook = replace(ITALY_2007, auction=replace(ITALY_2007.auction, start=3000, minimum=200))
    for seed in "abcdefgh":
        state = State(simulated(rulebook, 28, seed), rulebook)
        assert [finding.code for finding in findings_of(state) if finding.code == "nobody_paid_last"] == [], seed


def test_duels_have_legal_scores() -> None:
    for mode in ITALY.duel_modes:
        tournament = simulated(ITALY, 10, duel=mode)
        assert tournament.finals is not None
        assert len(tournament.finals.duels) == 3
        assert all(is_legal(State(tournament, ITALY), duel) for duel in tournament.finals.duels)


@pytest.mark.parametrize("seed", "abcdef")
def test_of_a_league_a_demo_plays_every_evening_with_the_numbers_that_its_regulation_allows(seed: str) -> None:
    """Fourteen pupils were tried for 12 to 40 players: four games of five, and somebody present who never played."""
    school = replace(LEAGUE, minimum_players=12)
    tournament, _log = simulate_tournament(school, 17, seed, "en")
    at = [{s.player for g in tournament.round(n) for s in g.seats} for n in range(1, tournament.rounds_seated + 1)]
    assert len(at[0]) == 17
    assert all(len(people) >= 12 for people in at)
    assert at[-1] <= {player.id for player in tournament.players if player.present}


def test_marks_happen() -> None:
    """Not only possible: in some evenings characters are kept, cards kept, Sheriffs killed, rewards earned."""
    options = {"auction": "true", "cash_rewards": "true", "experience": "true", "games": "10"}
    seats = [s for seed in "abc" for g in simulated(RECORD, 5, seed, **options).games for s in g.seats]
    assert all(
        any(getattr(seat, key) for seat in seats) for key in ("reconfirmed", "cards_kept", "killed_sheriff", "outlaws_killed")
    )


def test_what_is_filled_in_stays() -> None:
    """A game that a referee has typed is not played again."""
    tournament = simulated(RECORD, 4)
    assert play_round(State(tournament, RECORD), Dice("other")) == tournament
    half = replace(tournament, games=(*tournament.games[:-1], replace(tournament.games[-1], outcome=None)), finals=None)
    assert play_round(State(half, RECORD), Dice("other")).games[:-1] == tournament.games[:-1]
