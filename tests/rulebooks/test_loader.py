"""A wrong rulebook gets an error that names file, key and reason; nothing in it is ever executed."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from typing import Final

import pytest

from bangxl.rulebooks.loader import RulebookError, load, loads
from bangxl.tournament.model import Outcome, Role, Status
from bangxl.tournament.payouts import End, payout

GOOD: Final = (resources.files("bangxl.rulebooks") / "italy-2010.toml").read_text(encoding="utf-8")


def changed(old: str, new: str) -> str:
    """The shipped file with one place changed."""
    assert GOOD.count(old) >= 1, old
    return GOOD.replace(old, new, 1)


def refused(text: str) -> tuple[str, str]:
    """Key and reason of the refusal."""
    with pytest.raises(RulebookError) as caught:
        loads(text, "house.toml")
    error = caught.value
    assert error.file == "house.toml"
    where = f"house.toml, line {error.line}" if error.line else "house.toml"
    assert str(error) == f"{where}: {error.key}: {error.reason}"
    assert error.reason
    return error.key, error.reason


def without_section(head: str) -> str:
    """The shipped file without one of its [sections]."""
    text, count = re.subn(rf"(?m)^\[{re.escape(head)}\].*\n(?:(?!\[).*\n?)*", "", GOOD)
    assert count == 1
    return text


def with_amount(amount: str) -> str:
    return changed("renegade.final_duel = { 5 = 2000, 6 = 2400, 7 = 2800 }", f"renegade.final_duel = {amount}")


FINAL_DUEL: Final = "payouts.law.renegade.final_duel"
NONE: Final = "no amount for a table of 5: write one, or 0 where nothing is paid"

WRONG_SHAPES: Final = {
    "unknown key at the top": (GOOD.replace("[source]", 'colour = "red"\n\n[source]'), "file", "no key «colour»"),
    "unknown key in a table": (changed("last = 0", "last = 0\nfirst = 0"), "auction", "no key «auction.first»"),
    "unknown key in a row": (changed("rounds = 3 }", "rounds = 3, days = 1 }"), "rounds.by_players[0]", "[0].days»"),
    "unknown table": (GOOD + "\n[weather]\nsun = true\n", "file", "no key «weather»"),
    "unknown outcome": (changed("[payouts.law]", "[payouts.lore]"), "payouts", "no key «payouts.lore»"),
    "unknown status": (changed("renegade.final_duel", "renegade.fled"), "payouts.law.renegade", "«payouts.law.renegade.fled»"),
    "unknown role": (changed("sheriff = 1, deputy = 1", "sheriff = 1, marshal = 1"), "roles.by_size.5", "known are sheriff"),
    "missing key": (changed("step = 100\n", ""), "auction", "the key «step» is missing"),
    "missing article": (changed('article = "3 Penalità"\n', ""), "penalties", "the key «article» is missing"),
    "missing id": (changed('id = "italy-2010"\n', ""), "file", "the key «id» is missing"),
    "missing table": (without_section("standings"), "file", "the key «standings» is missing"),
    "text for a number": (changed("start = 5000", 'start = "5000"'), "auction.start", 'stands "5000"; needed: a whole number'),
    "fraction": (changed("start = 5000", "start = 5000.5"), "auction.start", "stands 5000.5; needed: a whole number"),
    "yes or no": (changed("start = 5000", "start = true"), "auction.start", "stands true; needed: a whole number"),
    "number for a list": (changed("10 = [5, 5]", "10 = 10"), "tables.chart.10", "stands 10; needed: a list in square brackets"),
    "score of three": (changed("[8, 7]]", "[8, 7, 6]]"), "finals.duel.short.scores[7]", "a list of 2 is needed, not of 3"),
    "amount a fraction": (with_amount("400.5"), "payouts.law.renegade.final_duel", "stands 400.5; needed: a whole number / "),
    "amount yes or no": (with_amount("true"), "payouts.law.renegade.final_duel", "stands true; needed"),
    "no TOML": ("id = ", "file", "still open, or a value is missing"),
    "a key twice": (changed("step = 100", "step = 100\nstep = 200"), "file", "a key stands twice"),
    "a number without end": (changed("start = 5000", f"start = {'9' * 5000}"), "file", "4300 digits"),
    "brackets without end": (changed("start = 5000", f"start = {'[' * 10_000}"), "file", "recursion"),
    "nothing": ("", "file", "the key «id» is missing"),
}


CONTRADICTIONS: Final = {
    "a day that never was": (changed('published = "2010-04-19"', 'published = "2010-13-45"'), "source.published", "is no day"),
    "chart row missing": (changed("23 = [6, 6, 6, 5]\n", ""), "tables.chart.23", "missing"),
    "first chart row missing": (changed("10 = [5, 5]\n", ""), "tables.chart.10", "missing"),
    "no chart": (without_section("tables.chart").replace("extension = [6, 5]", ""), "tables.chart.10", "missing"),
    "no tables for the minimum": (
        without_section("tables.chart").replace("minimum = 10", "minimum = 9").replace("{ from = 10", "{ from = 9"),
        "players.minimum", "no tables for 9 players",
    ),
    "chart row with a wrong sum": (changed("22 = [6, 6, 5, 5]", "22 = [6, 6, 5, 6]"), "tables.chart.22", "23 players, not 22"),
    "chart row with a table of 4": (changed("22 = [6, 6, 5, 5]", "22 = [6, 6, 6, 4]"), "tables.chart.22", "for a table of 4"),
    "chart row that is no number": (changed("22 = [6", '"twenty-two" = [6'), "tables.chart.twenty-two", "whole number"),
    "chart row with a nought before": (changed("22 = [6", "022 = [6"), "tables.chart.022", "whole number"),
    "chart row in other digits": (changed("22 = [6", '"٢٢" = [6'), "tables.chart.٢٢", "whole number"),
    "chart row without end": (changed("22 = [6", "9" * 5000 + " = [6"), f"tables.chart.{'9' * 5000}", "whole number"),
    "chart row below the minimum": (changed("10 = [5, 5]", "9 = [9]\n10 = [5, 5]"), "tables.chart.9", "for a table of 9"),
    "chart row above the maximum": (changed("maximum = 126", "maximum = 49"), "tables.chart.50", "more than the maximum"),
    "extension of three sizes": (changed("extension = [6, 5]", "extension = [7, 6, 5]"), "tables.extension", "two sizes"),
    "extension upside down": (changed("extension = [6, 5]", "extension = [5, 6]"), "tables.extension", "the larger first"),
    "extension of sizes far apart": (changed("extension = [6, 5]", "extension = [7, 5]"), "tables.extension", "smaller by one"),
    "single table without roles": (changed("single = [5", "single = [4"), "tables.single", "no roles for a table of 4"),
    "rounds begin late": (changed("from = 10", "from = 11"), "rounds.by_players", "begin at 10"),
    "rounds with a hole": (changed("from = 13", "from = 14"), "rounds.by_players", "begin at 13"),
    "rounds overlap": (changed("from = 13", "from = 12"), "rounds.by_players", "begin at 13"),
    "rounds go down": (changed("from = 10, to = 12", "from = 10, to = 9"), "rounds.by_players", "go up"),
    "rounds end early": (changed("from = 20, rounds", "from = 20, to = 100, rounds"), "rounds.by_players", "no row for 101"),
    "roles with a wrong sum": (changed("outlaw = 2", "outlaw = 3"), "roles.by_size.5", "6 roles for 5 players"),
    "two Sheriffs": (changed("5 = { sheriff = 1, deputy = 1", "5 = { sheriff = 2, deputy = 0"), "roles.by_size.5", "one Sheriff"),
    "less than no Deputy": (changed("deputy = 1, outlaw = 2", "deputy = -1, outlaw = 4"), "roles.by_size.5", "from 0 up"),
    "a role not counted": (changed("deputy = 1, outlaw = 2", "outlaw = 3"), "roles.by_size.5", "every role"),
    "a character twice": (changed('"Black Jack"', '"Bart Cassidy"'), "characters.names", "twice"),
    "start between two steps": (changed("start = 5000", "start = 5050"), "auction.step", "multiples"),
    "a raise between two steps": (changed("step = 100", "step = 100\nraise = 150"), "auction.raise", "multiple of the step"),
    "no raise": (changed("step = 100", "step = 100\nraise = 0"), "auction.raise", "more than 0"),
    "nobody's pencil": (changed("step = 100", 'step = 100\nwriter = "barman"'), "auction.writer", "barman"),
    "a referee who is not there": (
        without_section("referee").replace("step = 100", 'step = 100\nwriter = "referee"'), "auction.writer", "no table referee",
    ),
    "a decision on nothing": (changed('"standings.lots" = ', '"standings.lot" = '), "decisions.standings.lot", "known are"),
    "a step of nothing": (changed("step = 100", "step = 0"), "auction.step", "multiples"),
    "High Noon without a row": (changed(", 7 = 2 }", " }"), "high_noon.from_reshuffle.7", "missing"),
    "unknown criterion": (changed('["buchholz"]', '["sonneborn"]'), "standings.criteria", "unknown criterion «sonneborn»"),
    "unknown side of a match": (changed('b = "SF2"', 'b = "SF3"'), "finals.matches[2]", "«SF3» is neither"),
    "a match that is still to come": (changed("a = 1, b = 4", 'a = "F", b = 4'), "finals.matches[0]", "«F» is neither"),
    "a place that nobody has": (changed("b = 4", "b = 5"), "finals.matches[0]", "«5» is neither"),
    "no match": (re.sub(r"(?s)matches = \[.*?\n\]", "matches = []", GOOD), "finals.matches", "no match"),
    "no way to duel": (re.sub(r"(?s)\[finals.duel.long\].*?(?=\[prizes)", "[finals.duel]\n", GOOD), "finals.duel", "no way"),
    "characters both ways": (changed("each = 8", "each = 3\nshown = 10"), "finals.duel.short", "either"),
    "too many characters": (changed("each = 8", "each = 9"), "finals.duel.short", "more characters"),
    "a match twice": (changed('code = "SF2"', 'code = "SF1"'), "finals.matches[1]", "stands twice"),
    "a match with a long name": (changed('code = "F"', 'code = "Final duel"'), "finals.matches[2]", "is no code"),
    "the loser of no match": (changed('b = "SF2"', 'b = "-SF3"'), "finals.matches[2]", "«-SF3» is neither"),
    "a duel's code": (changed("[finals.duel.short]", "[finals.duel.Corto]"), "finals.duel.Corto", "small letters"),
    "the loser first": (changed("[5, 3], [6, 4]", "[3, 5], [6, 4]"), "finals.duel.short.scores", "winner's number"),
    "players the wrong way round": (changed("maximum = 126", "maximum = 9"), "players", "the minimum first"),
    "players without end": (changed("maximum = 126", "maximum = 100000"), "players", "to 999"),
    "a table of more than the characters": (
        changed("[roles.by_size]\n", "[roles.by_size]\n17 = { sheriff = 1, deputy = 8, outlaw = 7, renegade = 1 }\n"),
        "roles.by_size.17", "only 16 characters",
    ),
    "a last price between two steps": (changed("last = 0", "last = 50"), "auction.step", "multiples"),
    "a minimum below nothing": (changed("minimum = 0", "minimum = -100"), "auction", "less than 0"),
    "no life": (changed("lives = 4", "lives = 0"), "characters.lives", "at least 1"),
    "lives of nobody": (changed('"El Gringo" = 3', '"El Gringa" = 3'), "characters.exceptions.El Gringa", "no such character"),
    "a criterion twice": (changed('["buchholz"]', '["buchholz", "buchholz"]'), "standings.criteria", "twice"),
    "a place at no table": (changed('["buchholz"]', '["table_place"]'), "standings.criteria", "needs tables.fixed"),
    "lives not counted": (changed('["buchholz"]', '["lives"]'), "standings.criteria", "needs record_sheet.lives"),
    "once at no fixed table": (changed('["buchholz"]', '["buchholz"]\nonce = { 5 = 100 }'), "standings.once", "fixed tables"),
    "a chart row of two kinds": (changed("22 = [6, 6, 5, 5]", "22 = [6, [6, 5], 5]"), "tables.chart.22", "one composition"),
    "a chart row of nothing": (changed("22 = [6, 6, 5, 5]", "22 = []"), "tables.chart.22", "one composition"),
    "a second composition with a wrong sum": (
        changed("22 = [6, 6, 5, 5]", "22 = [[6, 6, 5, 5], [7, 7, 7]]"), "tables.chart.22", "seat 21 players"
    ),
    "rounds and games": (changed("by_players = [", 'games = "multiple"\nby_players = ['), "rounds", "either"),
    "neither rounds nor games": (re.sub(r"(?s)by_players = \[.*?\n\]", "", GOOD), "rounds", "either"),
    "games at redrawn tables": (
        re.sub(r"(?s)by_players = \[.*?\n\]", 'games = "table_size"', GOOD), "tables.fixed", "fixed tables need"
    ),
    "fixed tables with rounds": (changed('sheriff = "seat_1"', 'sheriff = "seat_1"\nfixed = true'), "tables.fixed", "redrawn"),
    "a star that goes round redrawn tables": (changed('"seat_1"', '"left"'), "tables.sheriff", "seat_1 / drawn"),
    "a smallest redrawn table": (changed('"seat_1"', '"seat_1"\nsmallest = 5'), "tables.smallest", "have none"),
    "payouts and scorings": (
        GOOD + '[scoring.other.bonuses]\narticle = "x"\n', "scoring.other", "the key «payouts» is missing"
    ),
    "no payouts at all": (re.sub(r"(?s)\[payouts.law\].*?(?=\[standings)", "", GOOD), "payouts", "either"),
    "a knock-out beside the finals": (
        GOOD + '[knockout]\narticle = "x"\nby_players = []\nlargest_table = 7\nmost_tables = 3\nshown = 8\neach = 2\n',
        "knockout", "not both",
    ),
    "a reward of nothing": (GOOD + '[cash_rewards]\narticle = "x"\noutlaw_killed = 0\n', "cash_rewards.outlaw_killed", "more"),
    "cards for less than nothing": (GOOD + '[experience]\narticle = "x"\ncard = -500\n', "experience.card", "more than 0"),
    "prize row missing": (changed("4 = [8000, 4000, 2000, 2000]\n", ""), "prizes.by_rounds.4", "4 amounts"),
    "prize row too short": (changed("4 = [8000, 4000, 2000, 2000]", "4 = [8000, 4000, 2000]"), "prizes.by_rounds.4", "4 amounts"),
    "no payout for a living Deputy": (
        changed("deputy.alive = { 5 = 2200, 6 = 3300, 7 = 3300 }\n", ""), "payouts.law.deputy.alive", NONE
    ),
    "no payout for a dead Outlaw": (
        changed("outlaw.eliminated = { 5 = 1400, 6 = 2100, 7 = 2100 }\n", ""), "payouts.outlaws.outlaw.eliminated", NONE
    ),
    "no payout for a living Renegade": (
        changed("renegade.alive = { 5 = 500, 6 = 600, 7 = 700 }\n", ""), "payouts.outlaws.renegade.alive", NONE
    ),
    "no payout for a table of 7": (with_amount("{ 5 = 2000, 6 = 2400 }"), FINAL_DUEL, "no amount for a table of 7"),
    "no payout for the final duel": (
        changed("renegade.final_duel = { 5 = 2000, 6 = 2400, 7 = 2800 }\n", ""), FINAL_DUEL, NONE
    ),
    "a payout for a size that nobody plays": (
        with_amount("{ 4 = 1600, 5 = 2000, 6 = 2400, 7 = 2800 }"), f"{FINAL_DUEL}.4", "no roles for a table of 4"
    ),
}  # fmt: skip
WRONG: Final = {**WRONG_SHAPES, **CONTRADICTIONS}


@pytest.mark.parametrize(("text", "key", "reason"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_named(text: str, key: str, reason: str) -> None:
    """The path in the file, and what was expected: unknown keys, wrong types; sums, holes, names of nothing."""
    found_key, found_reason = refused(text)
    assert found_key == key
    assert reason in found_reason


def test_a_whole_outcome_is_missing() -> None:
    key, reason = refused(without_section("payouts.outlaws"))
    assert (key.startswith("payouts.outlaws."), reason) == (True, NONE)


REFUSED_AMOUNTS: Final = {
    "another word": "400 * giocatori",
    "Python's builtins": "__import__('os')",
    "a call": "print(1)",
    "a call of a known word": "players()",
    "an attribute": "players.real",
    "an item": "players[0]",
    "a power": "2 ** players",
    "a whole division": "players // 2",
    "a shift": "1 << players",
    "a sign": "-players",
    "two signs": "--5",
    "no sign but a plus": "+5",
    "a fraction": "1.5 * players",
    "a float in disguise": "1e3",
    "an imaginary number": "1j",
    "yes or no": "True",
    "nothing at all": "",
    "None": "None",
    "a text": "'400'",
    "a comparison": "players > 5",
    "a condition": "400 if players else 0",
    "a lambda": "lambda: 400",
    "a walrus": "(x := 400)",
    "a list": "[400]",
    "two amounts": "400, 500",
    "a statement": "import os",
    "an assignment": "players = 5",
    "two words": "400 players",
    "a null byte": "400\0",
    "other digits": "٤٠٠",
    "half an amount": "400 *",
    "an f-string": "f'{players}'",
    "brackets 10 000 deep": "(" * 10_000 + "1" + ")" * 10_000,
    "brackets never closed": "(" * 150,
    "a sum of 5 000": "1+" * 5_000 + "1",
    "a sum of 900, too deep for some stacks": "1+" * 900 + "1",
    "a number of 5 000 digits": "9" * 5_000,
    "a product of great numbers": "*".join(["9" * 4_000] * 3),
}


@pytest.mark.parametrize("amount", REFUSED_AMOUNTS.values(), ids=REFUSED_AMOUNTS)
def test_an_amount_that_is_none(amount: str) -> None:
    """Amounts are arithmetic of whole numbers and four known words; nothing is evaluated by Python."""
    escaped = "".join(f"\\u{ord(sign):04x}" if ord(sign) < 32 or sign in '"\\' else sign for sign in amount)
    key, reason = refused(with_amount(f'"{escaped}"'))
    assert key == FINAL_DUEL
    assert any(said in reason for said in ("is no amount", "longer than 200", "control character"))


def test_nothing_is_executed(tmp_path: Path) -> None:
    """An expression with a side effect is refused before it has one."""
    trace = tmp_path / "trace"
    refused(with_amount(f"\"open('{trace}', 'w')\""))
    assert not trace.exists()


@pytest.mark.parametrize(
    ("amount", "five", "seven"),
    [
        ("1200", 1200, 1200),
        ('"1200"', 1200, 1200),
        ('"400 * players"', 2000, 2800),
        ('"100 + 50*outlaws - 7"', 193, 243),
        ('"2 * (players - outlaws) * 100"', 600, 800),
        ("{ 5 = 1, 6 = 2, 7 = '100 * outlaws' }", 1, 300),
        ('"100 * eliminated"', 400, 600),
        ('"players * 30 / (players - outlaws) * 2"', 100, 105),
        ("-250", -250, -250),
        ('"-250 + 100 * outlaws"', -50, 50),
        ('"1000 + living_outlaws"', 1000, 1000),
    ],
)
def test_amounts_that_are_understood(amount: str, five: int, seven: int) -> None:
    """outlaws is 2 at a table of 5 and 3 at one of 7; brackets and the usual order of operations hold."""
    rulebook = loads(with_amount(amount), "house.toml")
    ends = (End(5, Outcome.LAW, eliminated=4), End(7, Outcome.LAW, eliminated=6))
    paid = [payout(rulebook, rulebook.scorings[""], end, Role.RENEGADE, Status.FINAL_DUEL) for end in ends]
    assert paid == [five, seven]


@pytest.mark.parametrize(
    ("amount", "reason"),
    [
        ("1000 / outlaws", "at a table of 6 «1000 / outlaws» gives no whole number, or divides by 0"),
        ("1000 / living_outlaws", "at a table of 5 «1000 / living_outlaws» gives no whole number, or divides by 0"),
        ("players / 2", "at a table of 5 «players / 2» gives no whole number, or divides by 0"),
        ("1 / (players - 7)", "at a table of 5 «1 / (players - 7)» gives no whole number, or divides by 0"),
    ],
)
def test_an_amount_that_is_not_whole(amount: str, reason: str) -> None:
    """Whatever end a game can have is tried: a dollar is not cut, and nobody divides by nothing."""
    assert refused(with_amount(f'"{amount}"')) == (FINAL_DUEL, reason)


def test_a_whole_result_by_way_of_a_fraction() -> None:
    """Exact: players / 2 * 2 is 5, 6 or 7, not 4."""
    rulebook = loads(with_amount('"players / 2 * 2"'), "house.toml")
    end = End(5, Outcome.LAW, eliminated=4)
    assert payout(rulebook, rulebook.scorings[""], end, Role.RENEGADE, Status.FINAL_DUEL) == 5


def test_a_house_rulebook_is_loaded_from_its_file(tmp_path: Path) -> None:
    """A referee copies a file, changes it, saves it with Windows' Notepad (a byte order mark, CR LF) and plays with it."""
    path = tmp_path / "casa.toml"
    path.write_bytes(b"\xef\xbb\xbf" + changed("start = 5000", "start = 4000").replace("\n", "\r\n").encode())
    auction = load(str(path)).auction
    assert auction is not None
    assert auction.start == 4000


@pytest.mark.parametrize("name", ["italy-1899", "", "..", "a\0b", "x" * 300, "no/such/file.toml", "ITALY 2010"])
def test_a_rulebook_that_does_not_exist(name: str) -> None:
    with pytest.raises(RulebookError) as caught:
        load(name)
    assert caught.value.reason


def test_a_rulebook_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "casa.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RulebookError) as caught:
        load(str(path))
    assert (caught.value.file, caught.value.key) == ("casa.toml", "file")


HEAD: Final = 'base = "italy-2010"\nid = "house"\ntitle = "House"\n'
BRACKET: Final = "[[finals.brackets]]\nfrom_tables = 1\nqualifiers = 2\nmatches = []\n"
LINES: Final = {
    "a key in a table": ("[auction]\nstart = 3000\nstrat = 3000\n", "auction", "«auction.strat»", 6),
    "a key at the top": ('colour = "red"\n', "file", "«colour»", 4),
    "a table": ("\n[auctoin]\nstart = 3000\n", "file", "«auctoin»", 5),
    "a role": ("[payouts.law]\noutlaw.alive = 1\nsherif.alive = 2\n", "payouts.law", "«payouts.law.sherif»", 6),
    "an outcome": ("[payouts.lore]\nsheriff.alive = 2\n", "payouts", "«payouts.lore»", 4),
    "a key in a row": (
        "[finals]\nmatches = [\n  { code = 'SF1', a = 1, b = 4 },\n  { code = 'F', a = 1, c = 4, b = 2 },\n]\n",
        "finals.matches[1]", "«finals.matches[1].c»", 7,
    ),
    "a key in the second table of several": (
        f"without = ['finals.matches', 'finals.qualifiers']\n{BRACKET}{BRACKET.replace('tables', 'table')}",
        "finals.brackets[1]", "«finals.brackets[1].from_table»", 10,
    ),
    "a number": ("[auction]\nstart = '3000'\n", "auction.start", "needed: a whole number", 5),
    "a contradiction with the base": ("[auction]\nstart = 3050\n", "auction.step", "in dollars", 4),
    "a key in quotes": ("[roles.by_size]\n'eight' = { sheriff = 1 }\n", "roles.by_size.eight", "whole number", 5),
}  # fmt: skip


@pytest.mark.parametrize(("text", "key", "end", "line"), LINES.values(), ids=LINES)
def test_the_line_is_named(text: str, key: str, end: str, line: int) -> None:
    """Where whoever wrote the file has to look."""
    with pytest.raises(RulebookError) as caught:
        loads(HEAD + text, "house.toml")
    assert (caught.value.key, caught.value.line) == (key, line)
    assert end in caught.value.reason
    assert str(caught.value).startswith(f"house.toml, line {line}: {key}: ")


def test_what_only_the_base_says_has_no_line() -> None:
    with pytest.raises(RulebookError) as caught:
        loads(HEAD + "without = ['payouts.law.sheriff']\n", "house.toml")
    assert (caught.value.key, caught.value.line) == ("payouts.law", 0)
