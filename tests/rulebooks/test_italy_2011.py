"""Italian Championship 2011 (version 1.0, 21/01/2011), typed from the page: what differs from 2010, and nothing else."""

from dataclasses import fields
from typing import Final

import pytest

from bangxl.rulebooks.loader import load
from bangxl.tournament.compositions import scheduled_rounds
from bangxl.tournament.payouts import payout_table
from bangxl.tournament.rulebook import Auction, Misconduct, Rulebook
from tests.rulebooks.pages import as_printed, printed_chart

ITALY: Final = load("italy-2011")

CHART: Final = (
    "10 - 5 5 11 - 6 5 12 - 6 6 13 - 7 6 14 - 7 7 15 - 5 5 5 16 - 6 5 5 17 - 6 6 5 18 - 6 6 6 19 - 6 6 7 20 - 5 5 5 5 "
    "21 - 6 5 5 5 22 - 6 6 5 5 23 - 6 6 6 5 24 - 6 6 6 6 25 - 5 5 5 5 5 26 - 6 5 5 5 5 27 - 6 6 5 5 5 28 - 6 6 6 5 5 "
    "29 - 6 6 6 6 5 30 - 6 6 6 6 6 31 - 6 5 5 5 5 5 32 - 6 6 5 5 5 5 33 - 6 6 6 5 5 5 34 - 6 6 6 6 5 5 35 - 6 6 6 6 6 5 "
    "36 - 6 6 6 6 6 6 37 - 6 6 5 5 5 5 5 38 - 6 6 6 5 5 5 5 39 - 6 6 6 6 5 5 5 40 - 5 5 5 5 5 5 5 5 41 - 6 5 5 5 5 5 5 5 "
    "42 - 6 6 5 5 5 5 5 5 43 - 6 6 6 5 5 5 5 5 44 - 6 6 6 6 5 5 5 5 45 - 6 6 6 6 6 5 5 5 46 - 6 6 6 6 6 6 5 5 "
    "47 - 6 6 6 6 6 6 6 5 48 - 6 6 6 6 6 6 6 6 49 - 6 6 6 6 5 5 5 5 5 50 - 5 5 5 5 5 5 5 5 5 5"
)
"""1.1 "Tables chart", as printed in one line."""

PAYOUTS: Final = {
    ("law", "sheriff", "alive"): (1000, 1500, 1200),
    ("law", "deputy", "alive"): (900, 1400, 1100),
    ("law", "deputy", "eliminated"): (800, 1300, 1000),
    ("law", "renegade", "final_duel"): (600, 900, 1100),
    ("outlaws", "outlaw", "alive"): (2200, 1600, 1200),
    ("outlaws", "outlaw", "eliminated"): (1800, 1200, 800),
    ("outlaws", "renegade", "alive"): (500, 600, 700),
    ("outlaws", "deputy", "alive"): (100, 500, 300),
    ("outlaws", "deputy", "eliminated"): (100, 500, 300),
    ("renegade", "renegade", "alive"): (4000, 5000, 6000),
    ("renegade", "sheriff", "eliminated"): (500, 600, 700),
}
"""Winnings tables, printed by number of players 5, 6, 7; "Помощники" of the Outlaws' table without alive or dead."""


def test_winnings_tables() -> None:
    """Every amount of every table. R11-1: 7 players pay the Law less than 6, and Deputies 100, 500, 300: as printed."""
    assert payout_table(ITALY) == as_printed(PAYOUTS, (5, 6, 7))


def test_1_1_chart() -> None:
    rows = " ".join(CHART.split()).replace(" - ", "-").split("-")
    text, players = "", rows[0]
    for row in rows[1:]:
        *sizes, following = row.split() if row is not rows[-1] else [*row.split(), ""]
        text, players = f"{text}{players} {' '.join(sizes)}\n", following
    assert ITALY.chart == printed_chart(text)
    assert sorted(ITALY.chart) == list(range(10, 51))


@pytest.mark.parametrize(("players", "rounds"), [(9, 0), (10, 3), (14, 3), (15, 4), (24, 4), (25, 5), (50, 5)])
def test_1_rounds(players: int, rounds: int) -> None:
    """1: 10–14 / 3, 15–24 / 4, 25+ / 5. Not 2010's 13 and 20."""
    assert scheduled_rounds(ITALY, players) == rounds


def test_1_1_example() -> None:
    """ "With 27 players, 5 rounds must be played … 6, 6, 5, 5, and 5 players"."""
    assert (scheduled_rounds(ITALY, 27), ITALY.chart[27]) == (5, ((6, 6, 5, 5, 5),))


def test_1_1_auction() -> None:
    """2000 dollars to start; multiples of 100; "the first offer can also be zero"; the last pays 0."""
    assert ITALY.auction == Auction(start=2000, minimum=0, step=100, least_raise=100, last=0)


def test_special_award() -> None:
    """By 3, 4, 5 turns; third and fourth each."""
    assert ITALY.prizes == {3: (2400, 1200, 600, 600), 4: (3200, 1600, 800, 800), 5: (4000, 2000, 1000, 1000)}


def test_everything_else_is_2010() -> None:
    """As Italy 2010 "except …". High Noon, duels, Buchholz, penalties, bracket are the same.

    The list of misconduct lacks "barare"; what is said about conduct is the same, under the English articles.
    """
    base = load("italy-2010")
    differing = {f.name for f in fields(Rulebook) if getattr(ITALY, f.name) != getattr(base, f.name)}
    assert ITALY.conduct.keys() == base.conduct.keys()
    assert set(base.misconduct) - set(ITALY.misconduct) == {Misconduct.CHEATING}
    assert differing == {"id", "title", "source", "articles", "rounds", "auction", "scorings", "prizes", "misconduct", "conduct"}


def test_source_and_articles() -> None:
    """Every table cites the English text, none the Italian one; only the role counts are in neither (G1)."""
    assert (ITALY.source.edition, ITALY.source.published, ITALY.language) == ("1.0", "2011-01-21", "it")
    base = load("italy-2010").articles
    assert {key for key, article in ITALY.articles.items() if article == base[key]} == {"roles"}
