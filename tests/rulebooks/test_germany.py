"""Deutsche Meisterschaft im BANG!, Turniermodus 1.0, typed a second time from the page."""

from typing import Final

import pytest

from bangxl.rulebooks.loader import load
from bangxl.tournament.compositions import legal_compositions
from bangxl.tournament.payouts import payout_table
from bangxl.tournament.rulebook import Games, Official, ScoreRule, SheriffRule
from tests.rulebooks.pages import as_printed

GERMANY: Final = load("germany")

TABLES: Final = """
20-24 4
25-29 5
30-34 6
35-39 7
40-44 8
45-49 9
50-54 10
55-59 11
60-64 12
65-69 13
70-74 14
75-79 15
80-84 16
85-89 17
90-94 18
95-99 19
100-104 20
105-126 21
"""

PAYOUTS: Final = {
    ("law", "sheriff", "alive"): (2500, 3000),
    ("law", "deputy", "alive"): (1500, 2000),
    ("law", "deputy", "eliminated"): (1500, 2000),
    ("law", "renegade", "final_duel"): (1500, 1500),
    ("outlaws", "outlaw", "alive"): (2000, 1500),
    ("outlaws", "outlaw", "eliminated"): (2000, 1500),
    ("renegade", "renegade", "alive"): (4000, 4000),
}
"""Das Kopfgeld, 5er Tisch and 6er Tisch. TRAP: Bandit is the Outlaw, Gesetzloser the Renegade. Dead winners win (DE-4)."""


def test_das_kopfgeld() -> None:
    """Every amount at both sizes, and 150 for everybody alive, won or lost (DE-1)."""
    assert payout_table(GERMANY) == as_printed(PAYOUTS, (5, 6), alive=150)


def test_weiteres_kopfgeld() -> None:
    """1400 once at a table of 5; 150 a survivor; −1000 for a Hilfssheriff who eliminates his Sheriff (DE-11: beside the 150)."""
    scoring = GERMANY.scorings[""]
    assert (scoring.alive, scoring.killed_sheriff) == (150, -1000)
    assert GERMANY.score == ScoreRule(once={5: 1400})
    assert GERMANY.asks("killed_sheriff")


@pytest.mark.parametrize("row", TABLES.split("\n")[1:-1])
def test_anzahl_turniertische(row: str) -> None:
    """Every row; tables of 6 and 5 only, the larger first, as many as the row says."""
    span, tables = row.split()
    first, last = map(int, span.split("-"))
    for players in range(first, last + 1):
        (sizes,) = GERMANY.chart[players]
        assert (len(sizes), sum(sizes), set(sizes) <= {5, 6}) == (int(tables), players, True)
        assert list(sizes) == sorted(sizes, reverse=True)


def test_20_to_126() -> None:
    """DE-10: fewer or more are refused; 126 is 21 tables of 6, 105 is 21 of 5."""
    assert sorted(GERMANY.chart) == list(range(20, 127))
    assert (GERMANY.minimum_players, GERMANY.maximum_players) == (20, 126)
    assert (GERMANY.chart[20], GERMANY.chart[29], GERMANY.chart[105], GERMANY.chart[126]) == (
        ((5, 5, 5, 5),), ((6, 6, 6, 6, 5),), ((5,) * 21,), ((6,) * 21,),
    )  # fmt: skip
    assert [legal_compositions(GERMANY, players) for players in (19, 127)] == [(), ()]


def test_die_vorrunde() -> None:
    """Fixed table and position, as many games as the table has players; who is Sheriff is not said (DE-2).
    No table of 4: who has left keeps his chair (DE-9).
    """
    assert (GERMANY.fixed_tables, GERMANY.games, GERMANY.sheriff) == (True, Games.TABLE_SIZE, SheriffRule.DRAWN)
    assert (GERMANY.smallest_table, GERMANY.passive) == (5, True)
    assert sorted(GERMANY.roles) == [5, 6]


def test_rangliste() -> None:
    """1 Kopfgeld, 2 Platzierung am eigenen Tisch, 3 Siege, 4 Lebenspunkte; a lot only where it decides something."""
    assert GERMANY.criteria == ("table_place", "wins", "lives")
    assert (GERMANY.lots_decide, GERMANY.lives) == (False, True)


@pytest.mark.parametrize(
    ("players", "through"),
    [(19, 0), (20, 10), (39, 10), (40, 12), (54, 12), (55, 15), (64, 15), (65, 18), (79, 18), (80, 21), (126, 21), (127, 0)],
)
def test_weiterkommen(players: int, through: int) -> None:
    """20–39: 10, 40–54: 12, 55–64: 15, 65–79: 18, ab 80: 21."""
    assert GERMANY.knockout is not None
    assert GERMANY.knockout.players(players) == through


def test_ko_phase() -> None:
    """Up to three tables of 2 to 7; in the game of two 8 open characters without Vulture Sam, 2 each."""
    ko = GERMANY.knockout
    assert ko is not None
    assert (ko.most_tables, ko.largest_table, ko.shown, ko.without) == (3, 7, 8, ("Vulture Sam",))
    assert {size: sum(roles.values()) for size, roles in ko.roles.items()} == {4: 4, 5: 5, 6: 6, 7: 7}
    assert (GERMANY.brackets, GERMANY.matches, GERMANY.duel_modes) == ((), (), {})


def test_no_money_no_prizes_no_penalties() -> None:
    assert (GERMANY.auction, GERMANY.prizes, GERMANY.high_noon) == (None, {}, {})
    assert (GERMANY.warnings_to_ejection, GERMANY.official) == (0, Official())
    assert list(GERMANY.options) == ["draw", "keep_apart"]


def test_source() -> None:
    assert (GERMANY.language, GERMANY.source.edition, GERMANY.source.published) == ("de", "1.0", "")
    assert all(article.strip() for article in GERMANY.articles.values())
    assert {"bonuses", "knockout", "record_sheet", "payouts.renegade"} <= set(GERMANY.articles)
