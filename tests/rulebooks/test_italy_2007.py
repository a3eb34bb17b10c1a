"""Campionato nazionale di BANG! 2007, typed a second time from the page."""

from fractions import Fraction
from typing import Final

import pytest

from bangxl.rulebooks.loader import load
from bangxl.tournament.compositions import legal_compositions
from bangxl.tournament.payouts import payout_table
from bangxl.tournament.rulebook import Auction, Factor, Games, Official, SheriffRule, Sizes, Writer
from tests.rulebooks.pages import as_printed

ITALY: Final = load("italy-2007")

# N° giocatori | tavoli 6 e 7 | tavoli 5 e 6 | solo tavoli da 5 | solo tavoli da 6 | solo tavoli da 7
ALLEGATO_1: Final = """
10 |  |  | 5 5 |  |
11 |  | 6 5 |  |  |
12 |  |  |  | 6 6 |
13 | 7 6 |  |  |  |
14 |  |  |  |  | 7 7
15 |  |  | 5 5 5 |  |
16 |  | 6 5 5 |  |  |
17 |  | 6 6 5 |  |  |
18 |  |  |  | 6 6 6 |
19 | 7 6 6 |  |  |  |
20 | 7 7 6 |  | 5 5 5 5 |  |
21 |  | 6 5 5 5 |  |  | 7 7 7
22 |  | 6 6 5 5 |  |  |
23 |  | 6 6 6 5 |  |  |
24 |  |  |  | 6 6 6 6 |
25 | 7 6 6 6 |  | 5 5 5 5 5 |  |
26 | 7 7 6 6 | 6 5 5 5 5 |  |  |
27 | 7 7 7 6 | 6 6 5 5 5 |  |  |
28 | 7 7 7 7 | 6 6 6 5 5 |  |  | 7 7 7 7
29 |  | 6 6 6 6 5 |  |  |
30 |  |  | 5 5 5 5 5 5 | 6 6 6 6 6 |
31 | 7 6 6 6 6 | 6 5 5 5 5 5 |  |  |
32 | 7 7 6 6 6 | 6 6 5 5 5 5 |  |  |
33 | 7 7 7 6 6 | 6 6 6 5 5 5 |  |  |
34 | 7 7 7 7 6 | 6 6 6 6 5 5 |  |  |
35 |  | 6 6 6 6 6 5 | 5 5 5 5 5 5 5 |  | 7 7 7 7 7
36 |  | 6 5 5 5 5 5 5 |  | 6 6 6 6 6 6 |
37 | 7 6 6 6 6 6 | 6 6 5 5 5 5 5 |  |  |
38 | 7 7 6 6 6 6 | 6 6 6 5 5 5 5 |  |  |
39 | 7 7 7 6 6 6 | 6 6 6 6 5 5 5 |  |  |
40 | 7 7 7 7 6 6 | 6 6 6 6 6 5 5 | 5 5 5 5 5 5 5 5 |  |
41 | 7 7 7 7 7 6 | 6 6 6 6 6 6 5 |  |  |
42 |  | 6 6 5 5 5 5 5 5 |  | 6 6 6 6 6 6 6 | 7 7 7 7 7 7
43 | 7 6 6 6 6 6 6 | 6 6 6 5 5 5 5 5 |  |  |
44 | 7 7 6 6 6 6 6 | 6 6 6 6 5 5 5 5 |  |  |
45 | 7 7 7 6 6 6 6 | 6 6 6 6 6 5 5 5 | 5 5 5 5 5 5 5 5 5 |  |
46 | 7 7 7 7 6 6 6 | 6 6 6 6 6 6 5 5 |  |  |
47 | 7 7 7 7 7 6 6 | 6 6 6 6 6 6 6 5 |  |  |
48 | 7 7 7 7 7 7 6 | 6 6 6 5 5 5 5 5 5 |  | 6 6 6 6 6 6 6 6 |
49 | 7 6 6 6 6 6 6 6 | 6 6 6 6 5 5 5 5 5 |  |  | 7 7 7 7 7 7 7
50 | 7 7 6 6 6 6 6 6 | 6 6 6 6 6 5 5 5 5 | 5 5 5 5 5 5 5 5 5 5 |  |
"""

PAYOUTS: Final = {
    ("law", "sheriff", "alive"): (3000, 3000, 4500, 4500),
    ("law", "deputy", "alive"): (0, 2000, 3000, 3000),
    ("law", "deputy", "eliminated"): (0, 1400, 2100, 2100),
    ("law", "renegade", "final_duel"): (1600, 2000, 2400, 2800),
    ("outlaws", "outlaw", "alive"): (2000, 2000, 3000, 3000),
    ("outlaws", "outlaw", "eliminated"): (1400, 1400, 2100, 2100),
    ("outlaws", "renegade", "alive"): (800, 1000, 1200, 1400),
    ("renegade", "renegade", "alive"): (5200, 6500, 7800, 9100),
    ("renegade", "sheriff", "eliminated"): (400, 500, 600, 700),
}
"""Tabella punteggi at 4, 5, 6, 7 players: 1500, 1000, 700 × the 2, 2, 3, 3 Outlaws; 400, 200, 1300, 100 × players.
Not 2010's living Deputy (2200) and Renegade (500): those were changed later."""


def printed() -> dict[int, list[Sizes]]:
    """The compositions of every row, column by column; 28 prints 7 7 7 7 in two columns, once is enough."""
    rows = {}
    for line in ALLEGATO_1.strip().splitlines():
        players, *columns = line.split("|")
        rows[int(players)] = list(dict.fromkeys(tuple(map(int, column.split())) for column in columns if column.strip()))
    return rows


def test_tabella_punteggi() -> None:
    """Every amount at every size, a table of 4 included: it is played where somebody has left."""
    assert payout_table(ITALY) == as_printed(PAYOUTS, (4, 5, 6, 7))


def test_allegato_1_every_row() -> None:
    """Every composition of every row from 10 to 50, no other, and every one seats its players."""
    assert sorted(ITALY.chart) == sorted(printed()) == list(range(10, 51))
    for players, compositions in printed().items():
        assert set(ITALY.chart[players]) == set(compositions)
        assert len(ITALY.chart[players]) == len(compositions)
        assert all(sum(sizes) == players for sizes in compositions)


def test_allegato_1_default() -> None:
    """Its closing note: tables of 6 are liked most. So the composition with the most of them is proposed; then as printed."""
    for players, compositions in printed().items():
        most = max(sizes.count(6) for sizes in compositions)
        default = next(sizes for sizes in compositions if sizes.count(6) == most)
        assert ITALY.chart[players] == (default, *(sizes for sizes in compositions if sizes != default))


@pytest.mark.parametrize(
    ("players", "forgotten"), [(41, (6, 5, 5, 5, 5, 5, 5, 5)), (46, (6,) + (5,) * 8), (47, (6, 6) + (5,) * 7)]
)
def test_r07_18_forgotten_compositions(players: int, forgotten: Sizes) -> None:
    """R07-18: 41 = 6 + 5×7, 46 = 6 + 5×8, 47 = 6 + 6 + 5×7 obey the three rules: legal, though not printed."""
    assert forgotten not in ITALY.chart[players]
    assert set(legal_compositions(ITALY, players)) - set(ITALY.chart[players]) == {forgotten}


@pytest.mark.parametrize(("players", "tables"), [(4, ()), (5, ((5,),)), (7, ((7,),)), (8, ()), (9, ())])
def test_few_players(players: int, tables: tuple[Sizes, ...]) -> None:
    """Tables have 5 to 7 players: one table up to 7, none for 8 and 9."""
    assert legal_compositions(ITALY, players) == tables


def test_fewer_than_10_do_not_count() -> None:
    """ "I tornei con meno di 10 partecipanti non saranno ritenuti validi ai fini del campionato": played, but not official."""
    assert ITALY.official == Official(minimum_players=10)
    assert (ITALY.minimum_players, ITALY.maximum_players) == (5, 126)


def test_beyond_50() -> None:
    assert ITALY.chart_extension == (6, 5)
    assert legal_compositions(ITALY, 51)[0] == (6, 6, 6, 6, 6, 6, 5, 5, 5)


def test_tables_and_games() -> None:
    """Fixed tables; the Sheriff's star goes left; "finché tutti … sono stati una volta Sceriffo"; 3 left: it stops."""
    assert (ITALY.fixed_tables, ITALY.sheriff, ITALY.games) == (True, SheriffRule.LEFT, Games.EACH_SHERIFF)
    assert (ITALY.smallest_table, ITALY.passive, ITALY.any_composition) == (4, False, (5, 6, 7))


def test_auction() -> None:
    """5000 dollars; multiples of 100; the last pays 100, and so does who has nothing; survivors may reconfirm. To the left."""
    assert ITALY.auction == Auction(
        start=5000, minimum=100, step=100, least_raise=100, last=100, writer=Writer.REFEREE, debt=True, reconfirm=True
    )


def test_high_noon() -> None:
    """ "A partire dalla TERZA volta", at every size. Not 2010's second time at tables of 7."""
    assert ITALY.high_noon == {4: 3, 5: 3, 6: 3, 7: 3}


def test_score() -> None:
    """ "Totale meno i 5000 iniziali, diviso per il numero di turni"; tables of 5 beside tables of 6 × 1,15; exact (R07-4)."""
    score = ITALY.score
    assert (score.less_start, score.per_game, score.rounded, score.once) == (True, True, False, None)
    assert score.factor == Factor(tables_of=5, beside=6, factor=Fraction(115, 100))
    assert Fraction(15000, 5) * score.factor.factor == Fraction(20700, 6) == 3450


def test_criteria_in_the_printed_order() -> None:
    """1 Sceriffo, 2 "in gioco", 3 Rinnegato, 4 Vice, 5 Fuorilegge, 6 sorteggio."""
    assert ITALY.criteria == ("wins_sheriff", "finished_alive", "wins_renegade", "wins_deputy", "wins_outlaw")
    assert ITALY.lots_decide


def test_finals_of_four() -> None:
    """1–4, 2–3; "i vincitori e gli sconfitti" play for the places 1 to 4."""
    four = ITALY.brackets[0]
    assert (four.from_tables, four.qualifiers) == (1, 4)
    assert [(m.code, m.a, m.b) for m in four.matches] == [
        ("SF1", 1, 4), ("SF2", 2, 3), ("P3", "-SF1", "-SF2"), ("F", "SF1", "SF2"),
    ]  # fmt: skip


def test_finals_of_eight() -> None:
    """At least 5 tables: 1–8, 2–7, 3–6, 4–5; winner of the first against the fourth, second against third."""
    eight = ITALY.brackets[1]
    assert (eight.from_tables, eight.qualifiers, len(ITALY.brackets)) == (5, 8, 2)
    assert [(m.code, m.a, m.b) for m in eight.matches] == [
        ("QF1", 1, 8), ("QF2", 2, 7), ("QF3", 3, 6), ("QF4", 4, 5),
        ("SF1", "QF1", "QF4"), ("SF2", "QF2", "QF3"), ("P3", "-SF1", "-SF2"), ("F", "SF1", "SF2"),
    ]  # fmt: skip
    assert ITALY.matches == eight.matches


def test_duel() -> None:
    """Four characters are removed, twelve shown, six each: 6–0 to 6–5."""
    assert list(ITALY.duel_modes) == ["2007"]
    mode = ITALY.duel_modes["2007"]
    assert (mode.shown, mode.each) == (12, 0)
    assert mode.scores == {(6, lost) for lost in range(6)}


def test_penalties_and_prizes() -> None:
    """The second warning ejects; prizes are the organiser's choice."""
    assert (ITALY.warnings_to_ejection, ITALY.prizes) == (2, {})


def test_roles() -> None:
    """G1: 4 = S1 O2 R1 · 5 = S1 D1 O2 R1 · 6 = S1 D1 O3 R1 · 7 = S1 D2 O3 R1."""
    counts = {size: tuple(roles.values()) for size, roles in ITALY.roles.items()}
    assert counts == {4: (1, 0, 2, 1), 5: (1, 1, 2, 1), 6: (1, 1, 3, 1), 7: (1, 2, 3, 1)}


def test_options_and_language() -> None:
    """One way to duel, a composition to choose; no bonuses."""
    assert {key: option.values for key, option in ITALY.options.items()} == {
        "duel": ("2007",), "draw": ("lot",), "keep_apart": (), "composition": (),
    }  # fmt: skip
    assert (ITALY.language, ITALY.asks("killed_sheriff"), ITALY.lives) == ("it", False, False)
    assert all(article.strip() for article in ITALY.articles.values())


def test_modalita_operative_within_a_week() -> None:
    """ "La comunicazione entro una settimana dell'esito del torneo al referente regionale"."""
    rule = load("italy-2007").championship
    assert rule is not None
    assert rule.report_days == 7
