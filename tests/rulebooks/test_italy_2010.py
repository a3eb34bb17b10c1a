"""The regulation as printed (edition 1.1, 19/04/2010), typed a second time from the page, number by number."""

from typing import Final

import pytest

from bangxl.rulebooks.loader import load, rulebook_ids
from bangxl.tournament.compositions import scheduled_rounds
from bangxl.tournament.model import Role
from bangxl.tournament.payouts import payout_table
from bangxl.tournament.rulebook import Auction, Games, Official, ScoreRule, SheriffRule
from tests.rulebooks.pages import as_printed, printed_chart

ITALY: Final = load("italy-2010")

PRINTED_CHART: Final = """
10 5 5
11 6 5
12 6 6
13 7 6
14 7 7
15 5 5 5
16 6 5 5
17 6 6 5
18 6 6 6
19 6 6 7
20 5 5 5 5
21 6 5 5 5
22 6 6 5 5
23 6 6 6 5
24 6 6 6 6
25 5 5 5 5 5
26 6 5 5 5 5
27 6 6 5 5 5
28 6 6 6 5 5
29 6 6 6 6 5
30 6 6 6 6 6
31 6 5 5 5 5 5
32 6 6 5 5 5 5
33 6 6 6 5 5 5
34 6 6 6 6 5 5
35 6 6 6 6 6 5
36 6 6 6 6 6 6
37 6 6 5 5 5 5 5
38 6 6 6 5 5 5 5
39 6 6 6 6 5 5 5
40 5 5 5 5 5 5 5 5
41 6 5 5 5 5 5 5 5
42 6 6 5 5 5 5 5 5
43 6 6 6 5 5 5 5 5
44 6 6 6 6 5 5 5 5
45 6 6 6 6 6 5 5 5
46 6 6 6 6 6 6 5 5
47 6 6 6 6 6 6 6 5
48 6 6 6 6 6 6 6 6
49 6 6 6 6 5 5 5 5 5
50 5 5 5 5 5 5 5 5 5 5
"""

PAYOUTS: Final = {
    ("law", "sheriff", "alive"): (3000, 4500, 4500),
    ("law", "deputy", "alive"): (2200, 3300, 3300),
    ("law", "deputy", "eliminated"): (1400, 2100, 2100),
    ("law", "renegade", "final_duel"): (2000, 2400, 2800),
    ("outlaws", "outlaw", "alive"): (2000, 3000, 3000),
    ("outlaws", "outlaw", "eliminated"): (1400, 2100, 2100),
    ("outlaws", "renegade", "alive"): (500, 600, 700),
    ("renegade", "renegade", "alive"): (6500, 7800, 9100),
    ("renegade", "sheriff", "eliminated"): (500, 600, 700),
}
"""The "Tabella delle vincite" at 5, 6, 7 players. The final duel: "eliminato per ultimo, dallo Sceriffo"; other lines are 0."""


def test_it_is_known_by_its_id() -> None:
    assert "italy-2010" in rulebook_ids()
    assert (ITALY.id, ITALY.language, ITALY.source.edition, ITALY.source.published) == ("italy-2010", "it", "1.1", "2010-04-19")


def test_1_1_the_chart_is_the_printed_one() -> None:
    """1.1 "Tabella dei tavoli", 41 rows. Not a formula: 19 is printed 6 6 7, and 20, 25, 40, 50 take the most tables."""
    assert printed_chart(PRINTED_CHART) == ITALY.chart
    assert sorted(ITALY.chart) == list(range(10, 51))
    assert all(sum(sizes) == players for players, (sizes,) in ITALY.chart.items())


@pytest.mark.parametrize(
    ("players", "rounds"), [(9, 0), (10, 3), (12, 3), (13, 4), (19, 4), (20, 5), (50, 5), (126, 5), (127, 0)]
)
def test_1_rounds_by_players(players: int, rounds: int) -> None:
    """1: 10–12: 3, 13–19: 4, 20 o più: 5. Not 2011's 10–14, 15–24, 25+."""
    assert scheduled_rounds(ITALY, players) == rounds


def test_tabella_delle_vincite() -> None:
    """Every amount, and no other size: not a formula that happens to give the numbers of the page."""
    assert payout_table(ITALY) == as_printed(PAYOUTS, (5, 6, 7))


def test_g1_role_counts() -> None:
    """G1, the base game: 5 = S1 D1 O2 R1 · 6 = S1 D1 O3 R1 · 7 = S1 D2 O3 R1. Not a fourth Outlaw at 7."""
    counts = {size: tuple(by_role[role] for role in Role) for size, by_role in ITALY.roles.items()}
    assert counts == {5: (1, 1, 2, 1), 6: (1, 1, 3, 1), 7: (1, 2, 3, 1)}


def test_1_1_auction() -> None:
    """5000 dollars to start, multiples of 100, an offer of zero is allowed, the last character is free. Not 2011's 2000."""
    assert ITALY.auction == Auction(start=5000, minimum=0, step=100, least_raise=100, last=0)


def test_high_noon() -> None:
    """Mezzogiorno di fuoco: tables of 5 and 6 from the third reshuffle, tables of 7 from the second."""
    assert ITALY.high_noon == {5: 3, 6: 3, 7: 2}


def test_1_2_finals() -> None:
    """1.2: 1–4 and 2–3, then the winners; no third-place duel."""
    assert [(m.code, m.a, m.b) for m in ITALY.matches] == [("SF1", 1, 4), ("SF2", 2, 3), ("F", "SF1", "SF2")]
    assert [(b.from_tables, b.qualifiers) for b in ITALY.brackets] == [(1, 4)]
    assert ITALY.knockout is None


def test_prizes_as_printed() -> None:
    """Premio per i primi classificati, by 3, 4, 5 rounds; "terzo e quarto" are one line: each gets it."""
    printed = {"primo": (6000, 8000, 10000), "secondo": (3000, 4000, 5000), "terzo e quarto": (1500, 2000, 2500)}
    first, second, third = printed.values()
    assert ITALY.prizes == {n: (first[n - 3], second[n - 3], third[n - 3], third[n - 3]) for n in (3, 4, 5)}


def test_duel_modes() -> None:
    """Long: 16 − 6 = 10 face up, 5–0 to 5–4. Short: 8 characters each, five with two ahead: 5–4 is no end, 8–7 is."""
    long, short = ITALY.duel_modes["long"], ITALY.duel_modes["short"]
    assert (long.shown, long.each, short.shown, short.each) == (10, 0, 0, 8)
    assert long.scores == {(5, 0), (5, 1), (5, 2), (5, 3), (5, 4)}
    assert short.scores == {(5, 0), (5, 1), (5, 2), (5, 3), (6, 4), (7, 5), (8, 6), (8, 7)}
    assert ITALY.options["duel"].values == ("long", "short")


def test_base_game_only() -> None:
    """1: "si usa solamente il gioco base": sixteen characters."""
    assert len(ITALY.characters) == len(set(ITALY.characters)) == 16
    assert {"Bart Cassidy", "El Gringo", "Willy the Kid"} < set(ITALY.characters)
    assert "Apache Kid" not in ITALY.characters
    assert {name for name, lives in ITALY.characters.items() if lives != 4} == {"El Gringo", "Paul Regret"}
    assert ITALY.characters["El Gringo"] == ITALY.characters["Paul Regret"] == 3


def test_every_table_cites_its_article() -> None:
    assert all(article.strip() for article in ITALY.articles.values())
    assert {"rounds", "tables", "auction", "payouts.law", "finals.duel.short", "prizes", "penalties"} <= set(ITALY.articles)


def test_3_second_warning() -> None:
    """3 Penalità: the second warning ejects."""
    assert ITALY.warnings_to_ejection == 2


def test_1_1_tables_are_drawn_again_for_every_round() -> None:
    """ "Riassegnati casualmente a nuovi tavoli"; number 1 of every table is the Sheriff. One legal composition for each row."""
    assert (ITALY.fixed_tables, ITALY.games, ITALY.sheriff) == (False, Games.BY_PLAYERS, SheriffRule.SEAT_1)
    assert (ITALY.smallest_table, ITALY.passive, ITALY.any_composition) == (0, False, ())
    assert ITALY.single_tables == (5, 6, 7)


def test_1_1_the_score_is_the_money() -> None:
    """Start plus winnings minus bids, nothing more; ties by Buchholz only, and a lot only where it matters (R10-9)."""
    assert ITALY.score == ScoreRule()
    assert (ITALY.criteria, ITALY.lots_decide) == (("buchholz",), False)


def test_nothing_of_the_other_regulations() -> None:
    """No bonuses, no penalties in dollars, no lives, no variants: every column is one of the printed page."""
    scoring = ITALY.scorings[""]
    assert (scoring.alive, scoring.killed_sheriff, ITALY.cash_reward, ITALY.card_price) == (0, 0, 0, 0)
    assert (ITALY.record_sheet, ITALY.asks("killed_sheriff"), ITALY.official) == (frozenset(), False, Official())
    assert list(ITALY.options) == ["duel", "draw", "balance", "keep_apart"]
