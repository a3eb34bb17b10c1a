"""Bids of any dollars (Ingaggio), and two Renegades at a table of eight (G11): sheet and Python say the same of every cell."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bangxl.commands.new import create_workbook
from bangxl.rulebooks.loader import load, parse_rulebook
from bangxl.tournament.checks import findings_of
from bangxl.tournament.criteria import has_won
from bangxl.tournament.model import Game, Outcome, Role, Seat, Status, Tournament
from bangxl.tournament.simulation import Dice, play_round
from bangxl.tournament.state import State
from tests.helpers.referee import QUIET
from tests.helpers.sample import sample
from tests.helpers.strategies import random_tournament
from tests.hosts.libreoffice.office import Document, Office
from tests.tournament.builders import chairs_of, fixed, sitting, with_game
from tests.workbook.test_two_accountants import differences

RECORD: Final = load("record")
EIGHT: Final = parse_rulebook(
    'base = "record-international"\nid = "eight"\ntitle = "Eight"\nsource = { title = "Rules", edition = "", published = "" }\n'
    "[players]\nmaximum = 8\n[tables.chart]\n8 = [8]\n"
    "[roles.by_size]\n8 = { sheriff = 1, deputy = 2, outlaw = 3, renegade = 2 }\n"
    + "".join(f"[scoring.{code}.payouts.renegade]\nrenegade.eliminated = 0\n" for code in RECORD.scorings),
    "eight.toml",
)
"""The expansion's table: a house regulation."""


def evening(bids: tuple[int, ...]) -> Tournament:
    """The first game of five, with these bids."""
    start = fixed(RECORD, 5, auction="true")
    seated = with_game(start, sitting(1, 1, chairs_of(start, 1), None, sheriff=1))
    played = play_round(State(seated, RECORD), Dice("ingaggio"))
    (game,) = played.games
    seats = tuple(replace(seat, bid=bid) for seat, bid in zip(game.seats, bids, strict=True))
    return replace(played, games=(replace(game, seats=seats),))


@pytest.fixture(scope="module")
def table(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Document]:
    """The first game of five, complete but for the bids."""
    path = tmp_path_factory.mktemp("ingaggio") / "torneo.xlsx"
    create_workbook(path, State(evening((0, 0, 0, 0, 0)), RECORD), 5, [])
    with office.open(path) as book:
        yield book


@pytest.mark.parametrize(
    ("bids", "sign", "codes"),
    [
        ((150, 250, 350, 101, 100), "✓", set()),
        ((150, 99, 350, 101, 100), "×", {"bid_minimum"}),
        ((150, 1001, 350, 101, 100), "×", {"bid_above_bankroll"}),
        ((150, 250, 350, 101, 101), "×", {"nobody_paid_last"}),
    ],
)
def test_ingaggio_any_bid_from_100_on(table: Document, bids: tuple[int, ...], sign: str, codes: set[str]) -> None:
    """ "Un minimo di $100 … rilancio minimo $100": 150, 250, 350 are legal, also after one another."""
    tournament = evening(bids)
    found = {finding.code for finding in findings_of(State(tournament, RECORD))}
    assert {code for code in found if "bid" in code or "paid" in code} == codes
    table.put_column("Round1T1!Bid", bids)
    assert str(table.cell("Round1T1!Check"))[0] == sign
    assert sign == "×" or differences(tournament, RECORD, table.column) == []


def plain(game: Game) -> Game:
    """Without what only the variants ask for."""
    return replace(
        game,
        auction=(),
        seats=tuple(Seat(seat.number, seat.player, seat.role, seat.status, seat.character) for seat in game.seats),
    )


def two_left(game: Game, outcome: Outcome) -> Game:
    """Both Renegades are left, or one of them."""
    living = [seat.number for seat in game.seats if seat.role is Role.RENEGADE][: 2 if outcome is Outcome.OUTLAWS else 1]
    ends = (replace(seat, status=Status.ALIVE if seat.number in living else Status.ELIMINATED) for seat in game.seats)
    return replace(game, outcome=outcome, seats=tuple(ends))


@pytest.mark.parametrize("seed", sample(range(3), 0))
def test_g11_two_renegades(office: Office, path: Path, seed: int) -> None:
    """The Outlaws have won while both live; who is left alone has won, the other has not."""
    tournament = random_tournament(random.Random(seed), EIGHT, 8, 4, half=False, habits=QUIET)  # noqa: S311 -- a game
    ends = {1: Outcome.OUTLAWS, 2: Outcome.RENEGADE}
    games = tuple(two_left(plain(game), ends[game.round]) if game.round in ends else plain(game) for game in tournament.games)
    tournament = replace(tournament, options={}, games=games)
    assert "impossible_end" not in {finding.code for finding in findings_of(State(tournament, EIGHT))}
    won = [[seat.role for seat in game.seats if has_won(game, seat)] for game in games[:2]]
    assert won == [[Role.OUTLAW] * 3, [Role.RENEGADE]]
    create_workbook(path, State(tournament, EIGHT), 8, [])
    with office.open(path) as book:
        assert [str(book.cell(f"Round{number}T1!Check"))[0] for number in ends] == ["✓", "✓"]
        assert differences(tournament, EIGHT, book.column) == []
