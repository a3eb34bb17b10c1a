"""What types cannot say of fixed tables, scorings, brackets and knock-outs: one key of a shipped rulebook is changed."""

from __future__ import annotations

from typing import Final

import pytest

from bangxl.rulebooks.loader import RulebookError, loads


def one_duel(from_tables: int, code: str = "F") -> str:
    """A bracket of the first and the second."""
    rows = f'from_tables = {from_tables}\nqualifiers = 2\nmatches = [{{ code = "{code}", a = 1, b = 2 }}]'
    return f"[[finals.brackets]]\n{rows}\n"


EDITS: Final = {
    "italy-2007": {
        "a composition against the three rules": ("[tables.chart]\n12 = [7, 5]", "tables.chart.12", "against tables.any"),
        "a composition with a size of no rule": ("[tables]\nany = [5, 6]", "tables.chart.13", "against tables.any"),
        "any size without roles": ("[tables]\nany = [5, 6, 7, 8]", "tables.any", "no roles for a table of 8"),
        "a chart with a hole": ('without = ["tables.chart.30"]', "tables.chart.30", "missing"),
        "no tables at all": ('without = ["tables.chart", "tables.any", "tables.extension"]', "tables.chart.5", "missing"),
        "fixed tables that never stop": ('without = ["tables.smallest"]', "tables.smallest", "need a smallest"),
        "a smallest table without roles": ("[tables]\nsmallest = 3", "tables.smallest", "no roles for a table of 3"),
        "a Sheriff for everybody, drawn": ('[tables]\nsheriff = "drawn"', "tables.sheriff", "must be left"),
        "redrawn tables with games": ("[tables]\nfixed = false", "tables.fixed", "fixed tables need"),
        "games by players, without rows": ('[rounds]\ngames = "by_players"', "rounds.games", "a table of rows"),
        "unknown games": ('[rounds]\ngames = "all_night"', "rounds.games", 'stands "all_night"; known are by_players'),
        "unknown Sheriff": ('[tables]\nsheriff = "right"', "tables.sheriff", 'stands "right"; known are seat_1'),
        "a factor with a comma": ('[standings.factor]\nfactor = "1,15"', "standings.factor.factor", "«1,15» is not"),
        "a factor as a float": ("[standings.factor]\nfactor = 1.15", "standings.factor.factor", "needed: a text"),
        "a factor without end": ('[standings.factor]\nfactor = "1e999999"', "standings.factor.factor", "is not a number"),
        "a factor for a size of nobody": (
            "[standings.factor]\ntables_of = 3", "standings.factor.tables_of", "no roles for a table of 3",
        ),
        "a factor beside a size of nobody": (
            "[standings.factor]\nbeside = 8", "standings.factor.beside", "no roles for a table of 8",
        ),
        "less a start that there is not": ('without = ["auction"]', "standings.less_start", "without an auction"),
        "brackets beside matches": ("[finals]\nqualifiers = 4", "finals.brackets", "either brackets"),
        "brackets that begin late": (one_duel(2), "finals.brackets", "begin with 1"),
        "brackets that go down": (one_duel(1) + one_duel(5) + one_duel(3), "finals.brackets", "go up"),
        "a duel that the largest bracket has not": (one_duel(1, "P3") + one_duel(5), "finals.brackets[0].matches", "every match"),
        "a bracket's place that nobody has": (
            '[[finals.brackets]]\nfrom_tables = 1\nqualifiers = 2\nmatches = [{ code = "F", a = 1, b = 3 }]',
            "finals.brackets[0].matches[0]", "«3» is neither",
        ),
        "prizes by rounds that there are not": (
            '[prizes]\narticle = "x"\nby_rounds = { 5 = [1, 1, 1, 1] }', "prizes", "rounds by players",
        ),
        "High Noon without a row for 4": ('without = ["high_noon.from_reshuffle.4"]', "high_noon.from_reshuffle.4", "missing"),
        "a payout for 4 missing": (
            "[payouts.law]\nsheriff.alive = { 5 = 1, 6 = 1, 7 = 1 }", "payouts.law.sheriff.alive", "a table of 4",
        ),
    },
    "germany": {
        "counts with a hole that has tables": (
            "[tables]\ncounts = [{ from = 20, to = 24, tables = 4 }, { from = 26, tables = 5 }]",
            "tables.counts", "a row must begin at 25",
        ),
        "too few tables": (
            "[tables]\ncounts = [{ from = 20, tables = 4 }]", "tables.counts", "4 tables of 6 and 5 do not seat 25 players",
        ),
        "too many tables": (
            "[tables]\ncounts = [{ from = 20, tables = 5 }]", "tables.counts", "5 tables of 6 and 5 do not seat 20 players",
        ),
        "counts with a hole": (
            "[tables]\ncounts = [{ from = 20, to = 24, tables = 4 }]", "tables.counts", "no row for 25 players",
        ),
        "counts of sizes far apart": ("[tables]\nsizes = [6, 4]", "tables.sizes", "no roles for a table of 4"),
        "counts of sizes upside down": ("[tables]\nsizes = [5, 6]", "tables.sizes", "the larger first"),
        "counts beside a chart": ("[tables.chart]\n20 = [5, 5, 5, 5]", "tables.counts", "either a chart or counts"),
        "once for a size of nobody": ("[standings]\nonce = { 4 = 1400 }", "standings.once.4", "no roles for a table of 4"),
        "once for a size in letters": ("[standings]\nonce = { five = 1400 }", "standings.once.five", "whole number"),
        "knock-out rows with a hole": (
            "[knockout]\nby_players = [{ from = 20, to = 39, players = 10 }]", "knockout.by_players", "no row for 40 players",
        ),
        "a knock-out of more than its tables": ("[knockout]\nmost_tables = 2", "knockout.by_players", "cannot seat 15"),
        "a knock-out of no table": ("[knockout]\nmost_tables = 0", "knockout", "at least one table"),
        "a knock-out without somebody unknown": ('[knockout]\nwithout = ["Apache Kid"]', "knockout.without", "«Apache Kid»"),
        "a knock-out that shows too few": ("[knockout]\nshown = 3", "knockout.shown", "twice as many"),
        "a knock-out that shows too many": ("[knockout]\nshown = 16", "knockout.shown", "no more than there are"),
        "a knock-out table without roles": ('without = ["knockout.roles.7"]', "knockout.roles.7", "missing"),
        "a knock-out table with wrong roles": (
            "[knockout.roles]\n7 = { sheriff = 1, deputy = 3, outlaw = 3, renegade = 1 }", "knockout.roles.7", "8 roles",
        ),
        "a bonus of a fraction": ("[bonuses]\nalive = 150.5", "bonuses.alive", "stands 150.5; needed: a whole number"),
        "an unknown bonus": ("[bonuses]\ndead = 5", "bonuses", "no key «bonuses.dead»"),
    },
    "record": {
        "payouts beside scorings": (
            '[payouts.law]\narticle = "x"\nsheriff = {}\ndeputy = {}\noutlaw = {}\nrenegade = {}', "payouts", "either one table",
        ),
        "bonuses beside scorings": ('[bonuses]\narticle = "x"\nalive = 5', "bonuses", "each has its own"),
        "a scoring's amount missing": (
            'without = ["scoring.complete.payouts.outlaws.deputy.alive"]',
            "scoring.complete.payouts.outlaws.deputy.alive", "no amount for a table of 5",
        ),
        "a scoring's amount that is not whole": (
            '[scoring.complete.payouts.outlaws]\noutlaw.alive = "1000 * outlaws / living_outlaws + 1 / 3"',
            "scoring.complete.payouts.outlaws.outlaw.alive", "gives no whole number",
        ),
        "a division by the dead's Outlaws": (
            '[scoring.complete.payouts.outlaws]\noutlaw.eliminated = "2000 / living_outlaws"',
            "scoring.complete.payouts.outlaws.outlaw.eliminated", "divides by 0",
        ),
        "a scoring's wrong word": (
            '[scoring.complete.payouts.outlaws]\noutlaw.alive = "500 * dead"',
            "scoring.complete.payouts.outlaws.outlaw.alive", "«500 * dead» is no amount",
        ),
        "a scoring's code": ('without = ["scoring"]\n[scoring."A|b".payouts]', "scoring.A|b", "small letters"),
        "a scoring's status": (
            "[scoring.official.payouts.law]\nsheriff.fled = 5",
            "scoring.official.payouts.law.sheriff", "no key «scoring.official.payouts.law.sheriff.fled»",
        ),
        "a row of a code with a dot": (
            '[scoring."a.b".payouts.law]\narticle = 5',
            "scoring.a.b.payouts.law.article", "stands 5; needed: a text in quotation marks",
        ),
        "an auction at whose option nobody can say no": ("[auction]\noptional = 1", "auction.optional", "true or false"),
    },
}  # fmt: skip


CASES: Final = [pytest.param(base, *case, id=name) for base, cases in EDITS.items() for name, case in cases.items()]


@pytest.mark.parametrize(("base", "text", "key", "reason"), CASES)
def test_contradiction(base: str, text: str, key: str, reason: str) -> None:
    """The key as the file writes it, and why."""
    with pytest.raises(RulebookError) as caught:
        loads(f'base = "{base}"\nid = "house"\n{text}\n', "house.toml")
    assert caught.value.key == key
    assert reason in caught.value.reason


ALLOWED: Final = {
    "no finals": ("italy-2007", 'without = ["finals"]'),
    "no penalties": ("italy-2010", 'without = ["penalties"]'),
    "a loser's bill": ("italy-2010", "[payouts.renegade]\noutlaw.eliminated = -100"),
    "a game of the size's number, the star going round": ("italy-2007", '[rounds]\ngames = "table_size"'),
    "redrawn tables, the Sheriff drawn": ("italy-2010", '[tables]\nsheriff = "drawn"'),
    "one scoring with a code": ("record", 'without = ["scoring.simplified", "scoring.complete"]'),
    "a knock-out of tables of 6": ("germany", "[knockout]\nlargest_table = 6\nmost_tables = 4"),
    "an auction always played": ("record", "[auction]\noptional = false"),
}


@pytest.mark.parametrize(("base", "text"), ALLOWED.values(), ids=ALLOWED)
def test_allowed(base: str, text: str) -> None:
    assert loads(f'base = "{base}"\nid = "house"\n{text}\n', "house.toml").id == "house"


def test_options_follow_from_the_tables() -> None:
    """An option stands where there is something to choose: no scoring to choose from one, no auction that is always played."""
    text = 'without = ["scoring.simplified", "scoring.complete", "experience"]\n[auction]\noptional = false\n'
    rulebook = loads(f'base = "record"\nid = "house"\n{text}', "house.toml")
    assert list(rulebook.options) == ["draw", "cash_rewards", "games"]
    assert list(rulebook.scorings) == ["official"]
