"""What cannot be in a rulebook: each case changes one thing, and the error names key and line, with what it found there."""

import re
from importlib import resources
from pathlib import Path
from typing import Final

import pytest

from bangxl.rulebooks.loader import RulebookError, parse_rulebook
from tests.helpers.raised import raised

ITALY: Final = (resources.files("bangxl.rulebooks") / "italy-2010.toml").read_text(encoding="utf-8").replace("italy", "house", 1)
"""A copy of ours, with an id of its own."""
KONAJKA: Final = (Path(__file__).parents[1] / "data" / "konajka.toml").read_text(encoding="utf-8")


def refused(text: str) -> RulebookError:
    error = raised(RulebookError, parse_rulebook, text, "house.toml")
    where = f"house.toml, line {error.line}" if error.line else "house.toml"
    assert str(error) == "\n".join([f"{where}: {error.key}: {error.reason}", *map(str, error.others)])
    return error


def changed(*replacements: str, text: str = ITALY) -> str:
    """The file with this for that at one place, and this for that."""
    for old, new in zip(replacements[::2], replacements[1::2], strict=True):
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def konajka(*replacements: str) -> str:
    return changed(*replacements, text=KONAJKA)


def without_section(head: str, text: str = ITALY) -> str:
    text, count = re.subn(rf"(?m)^\[{re.escape(head)}\].*\n(?:(?!\[).*\n?)*", "", text)
    assert count == 1
    return text


def cut(pattern: str, instead: str = "") -> str:
    text, count = re.subn(f"(?s){pattern}", instead, ITALY)
    assert count == 1
    return text


def on(base: str, text: str) -> str:
    return (
        f'base = "{base}"\nid = "house"\ntitle = "House"\nsource = {{ title = "Rules", edition = "", published = "" }}\n{text}\n'
    )


def with_amount(amount: str) -> str:
    return changed("renegade.final_duel = { 5 = 2000, 6 = 2400, 7 = 2800 }", f"renegade.final_duel = {amount}")


def one_duel(from_tables: int, code: str = "F", b: int = 2) -> str:
    rows = f'from_tables = {from_tables}\nqualifiers = 2\nmatches = [{{ code = "{code}", a = 1, b = {b} }}]'
    return f"[[finals.brackets]]\n{rows}\n"


FINAL_DUEL: Final = "payouts.law.renegade.final_duel"
OUTLAW: Final = "scoring.complete.payouts.outlaws.outlaw"
FOURS: Final = "without = ['tables.chart']\ntables.any = [7, 6, 5, 4]\n"
ROLES_4: Final = "{ sheriff = 1, deputy = 0, outlaw = 2, renegade = 1 }"
NOON_7: Final = "17 = { sheriff = 1, deputy = 8, outlaw = 7, renegade = 1 }"
CHAMPION: Final = '[champion]\narticle = "9"\nname = "Champion of the town"\neligible = true'
TITLE: Final = '"Champion of the town"'
SOLD: Final = "[auction]\narticle = 'x'\nstart = 9\nminimum = 1\nstep = 1\nlast = 1\n[payouts.law]"

SHAPES: Final[dict[str, tuple[object, ...]]] = {
    "a title that reads backwards": (changed("Italia 2010", "\u202e0102 ailatI"), "title", 0x202E),
    "unknown key at the top": (changed("[source]", 'colour = "red"\n\n[source]'), "file", "colour"),
    "unknown key in a table": (changed("last = 0", "last = 0\nfirst = 0"), "auction", "first"),
    "unknown key in a row": (changed("rounds = 3 }", "rounds = 3, days = 1 }"), "rounds.by_players[0]", "days"),
    "unknown table": (ITALY + "\n[weather]\nsun = true\n", "file", "weather"),
    "unknown outcome": (changed("[payouts.law]", "[payouts.lore]"), "payouts", "lore"),
    "unknown status": (changed("renegade.final_duel", "renegade.fled"), "payouts.law.renegade", "fled"),
    "unknown role": (changed("sheriff = 1, deputy = 1", "sheriff = 1, marshal = 1"), "roles.by_size.5", "marshal"),
    "missing key": (changed("step = 100\n", ""), "auction", "step"),
    "missing article": (changed('article = "3 Penalità"\n', ""), "penalties", "article"),
    "missing id": (changed('id = "house-2010"\n', ""), "file", "id"),
    "missing table": (without_section("standings"), "file", "standings"),
    "text for a number": (changed("start = 5000", 'start = "5000"'), "auction.start", '"5000"'),
    "fraction": (changed("start = 5000", "start = 5000.5"), "auction.start", "5000.5"),
    "yes or no": (changed("start = 5000", "start = true"), "auction.start", "true"),
    "number for a list": (changed("10 = [5, 5]", "10 = 10"), "tables.chart.10", "10"),
    "score of three": (changed("[8, 7]]", "[8, 7, 6]]"), "finals.duel.short.scores[7]", 2, 3),
    "amount a fraction": (with_amount("400.5"), FINAL_DUEL, "400.5"),
    "amount yes or no": (with_amount("true"), FINAL_DUEL, "true"),
    "no TOML": ("id = ", "file"),
    "a key twice": (changed("step = 100", "step = 100\nstep = 200"), "file"),
    "nothing": ("", "file", "id"),
    "an unknown bonus": (on("germany", "[bonuses]\ndead = 5"), "bonuses", "dead"),
    "a row of a code with a dot": (
        on("record", '[scoring."a.b".payouts.law]\narticle = 5'), "scoring.a.b.payouts.law.article", "5",
    ),
    "a scoring's status": (
        on("record", "[scoring.official.payouts.law]\nsheriff.fled = 5"), "scoring.official.payouts.law.sheriff", "fled",
    ),
    "an auction at whose option nobody can say no": (on("record", "[auction]\noptional = 1"), "auction.optional", "1"),
    "unknown games": (on("italy-2007", '[rounds]\ngames = "all_night"'), "rounds.games", '"all_night"'),
    "unknown Sheriff": (on("italy-2007", '[tables]\nsheriff = "right"'), "tables.sheriff", '"right"'),
    "unknown pencil": (changed("step = 100", 'step = 100\nwriter = "barman"'), "auction.writer", '"barman"'),
    "factor a float": (on("italy-2007", "[standings.factor]\nfactor = 1.15"), "standings.factor.factor", "1.15"),
    "bonus a fraction": (on("germany", "[bonuses]\nalive = 150.5"), "bonuses.alive", "150.5"),
    "eligible a number": (on("italy-2010", CHAMPION.replace("true", "1")), "champion.eligible", "1"),
}  # fmt: skip

PATCHES: Final[dict[str, tuple[object, ...]]] = {
    "no such base": (on("italy-1899", ""), "base"),
    "a path": (on("../italy-2010", ""), "base"),
    "a file of the referee's own": (on("house.toml", ""), "base"),
    "a base that is no text": ('base = 2010\nid = "x"\n', "base"),
    "a minimum above the start": (on("italy-2010", "[auction]\nminimum = 99900"), "auction.minimum", "start"),
    "a start below nothing": (on("italy-2010", "[auction]\nstart = -1"), "auction"),
    "a minimum below nothing": (on("italy-2010", "[auction]\nminimum = -50"), "auction"),
    "a last above the minimum": (on("italy-2010", "[auction]\nlast = 200"), "auction.last", "minimum"),
    "a warning below none": (on("italy-2010", "[penalties]\nwarnings_to_ejection = -1"), "penalties.warnings_to_ejection"),
    "a Sheriff alive when the Outlaws win": (
        on("italy-2010", "[payouts.outlaws]\nsheriff.alive = 100"), "payouts.outlaws.sheriff.alive",
    ),
    "a final duel of an Outlaw": (on("italy-2010", "[payouts.law]\noutlaw.final_duel = 1"), "payouts.law.outlaw.final_duel"),
    "no id of its own": ('base = "italy-2010"\n', "file", "id"),
    "without what there is not": (on("italy-2010", 'without = ["weather"]'), "without", "weather"),
    "without a part that there is not": (on("italy-2010", 'without = ["auction.colour"]'), "without", "auction.colour"),
    "without what is no table": (on("italy-2010", 'without = ["id.x"]'), "without", "id.x"),
    "without a number": (on("italy-2010", "without = [5]"), "without", 5),
    "without is no list": (on("italy-2010", 'without = "prizes"'), "without"),
    "without what is needed": (on("italy-2010", 'without = ["characters"]'), "file", "characters"),
    "an amount for a size that nobody plays": (
        on("italy-2010", "[payouts.law]\nsheriff.alive = { 9 = 1 }"), "payouts.law.sheriff.alive.9", 9,
    ),
    "tables of four without amounts": (
        on("italy-2010", f"{FOURS}roles.by_size.4 = {ROLES_4}\n[high_noon]\nfrom_reshuffle = {{ 4 = 1, 5 = 3, 6 = 3, 7 = 2 }}"),
        "payouts.law.renegade.final_duel", "4",
    ),
    "a number where one of some words is needed": (
        on("germany", "[rounds]\ngames = 3"), "rounds.games", "3", "each_sheriff, table_size, multiple",
    ),
    "an amount for some sizes": (
        on("italy-2007", "[payouts.law]\nsheriff.alive = { 5 = 1, 6 = 1, 7 = 1 }"), "payouts.law.sheriff.alive", "4",
    ),
    "a text for a table": (on("italy-2010", 'auction = "none"'), "auction", '"none"'),
    "without, and no base": ('without = ["prizes"]\nid = "x"\n', "without"),
}  # fmt: skip

TABLES: Final[dict[str, tuple[object, ...]]] = {
    "chart row missing": (changed("23 = [6, 6, 6, 5]\n", ""), "tables.chart.23"),
    "first chart row missing": (changed("10 = [5, 5]\n", ""), "tables.chart.10"),
    "no chart": (without_section("tables.chart").replace("extension = [6, 5]", ""), "tables.chart.10"),
    "no tables for the minimum": (
        without_section("tables.chart", changed("minimum = 10", "minimum = 9", "{ from = 10", "{ from = 9")),
        "players.minimum", 9,
    ),
    "chart row with a wrong sum": (changed("22 = [6, 6, 5, 5]", "22 = [6, 6, 5, 6]"), "tables.chart.22", 23, 22),
    "chart row with a table of 4": (
        changed("22 = [6, 6, 5, 5]", "22 = [6, 6, 6, 4]"), "high_noon.from_reshuffle.4", "4 (tables.chart.22)",
    ),
    "chart row that is no number": (changed("22 = [6", '"twenty-two" = [6'), "tables.chart.twenty-two"),
    "chart row with a nought before": (changed("22 = [6", "022 = [6"), "tables.chart.022"),
    "chart row in other digits": (changed("22 = [6", '"٢٢" = [6'), "tables.chart.٢٢"),
    "chart row without end": (changed("22 = [6", "9" * 5000 + " = [6"), f"tables.chart.{'9' * 5000}"),
    "chart row below the minimum": (changed("10 = [5, 5]", "9 = [9]\n10 = [5, 5]"), "tables.chart.9", 9),
    "a chart row of two kinds": (changed("22 = [6, 6, 5, 5]", "22 = [6, [6, 5], 5]"), "tables.chart.22"),
    "a chart row of nothing": (changed("22 = [6, 6, 5, 5]", "22 = []"), "tables.chart.22"),
    "a second composition with a wrong sum": (
        changed("22 = [6, 6, 5, 5]", "22 = [[6, 6, 5, 5], [7, 7, 7]]"), "tables.chart.22", 21, 22,
    ),
    "a composition against the three rules": (on("italy-2007", "[tables.chart]\n12 = [7, 5]"), "tables.chart.12"),
    "a composition with a size of no rule": (on("italy-2007", "[tables]\nany = [5, 6]"), "tables.chart.13"),
    "any size without roles": (on("italy-2007", "[tables]\nany = [5, 6, 7, 8]"), "tables.any", 8),
    "a chart with a hole": (on("italy-2007", 'without = ["tables.chart.30"]'), "tables.chart.30"),
    "no tables at all": (
        on("italy-2007", 'without = ["tables.chart", "tables.any", "tables.extension"]'), "tables.chart.5",
    ),
    "neither chart nor sizes": (konajka("extension = [5, 4]", ""), "tables.chart.8"),
    "extension of three sizes": (changed("extension = [6, 5]", "extension = [7, 6, 5]"), "tables.extension"),
    "extension of one beside any": (konajka("extension = [5, 4]", "any = [4, 5]\nextension = [5]"), "tables.extension"),
    "extension upside down": (changed("extension = [6, 5]", "extension = [5, 6]"), "tables.extension"),
    "extension of sizes far apart": (changed("extension = [6, 5]", "extension = [7, 5]"), "tables.extension"),
    "single table without roles": (
        changed("single = [5", "single = [4"), "high_noon.from_reshuffle.4", "4 (tables.single)",
    ),
    "counts with a hole that has tables": (
        on("germany", "[tables]\ncounts = [{ from = 20, to = 24, tables = 4 }, { from = 26, tables = 5 }]"), "tables.counts", 25,
    ),
    "too few tables": (on("germany", "[tables]\ncounts = [{ from = 20, tables = 4 }]"), "tables.counts", 4, 25),
    "too many tables": (on("germany", "[tables]\ncounts = [{ from = 20, tables = 5 }]"), "tables.counts", 5, 20),
    "counts with a hole": (on("germany", "[tables]\ncounts = [{ from = 20, to = 24, tables = 4 }]"), "tables.counts", 25),
    "counts of sizes far apart": (on("germany", "[tables]\nsizes = [6, 4]"), "tables.sizes"),
    "counts of sizes upside down": (on("germany", "[tables]\nsizes = [5, 6]"), "tables.sizes"),
    "counts beside a chart": (on("germany", "[tables.chart]\n20 = [5, 5, 5, 5]"), "tables.counts"),
    "rounds begin late": (changed("from = 10", "from = 11"), "rounds.by_players", 10),
    "rounds with a hole": (changed("from = 13", "from = 14"), "rounds.by_players", 13),
    "rounds with a gap that has tables": (konajka("{ from = 12,", "{ from = 13,"), "rounds.by_players", 12),
    "rounds overlap": (changed("from = 13", "from = 12"), "rounds.by_players", 13),
    "rounds go down": (changed("from = 10, to = 12", "from = 10, to = 9"), "rounds.by_players", 10),
    "rounds end early": (changed("from = 20, rounds", "from = 20, to = 100, rounds"), "rounds.by_players", 101),
    "neither rounds nor games": (cut(r"by_players = \[.*?\n\]"), "rounds.by_players"),
    "games by players, without rows": (on("italy-2007", '[rounds]\ngames = "by_players"'), "rounds.games"),
    "games at redrawn tables": (cut(r"by_players = \[.*?\n\]", 'games = "table_size"'), "rounds.games", 10),
    "rounds and games at a seating": (konajka("{ from = 12, games", "{ from = 12, rounds = 2, games"), "rounds.by_players"),
    "no game at a seating": (konajka("{ from = 12, games = [3, 2]", "{ from = 12, games = [3, 0]"), "rounds.by_players", 20),
    "more games than rounds can be": (
        konajka("{ from = 12, games = [3, 2]", "{ from = 12, games = [99, 99]"), "rounds.by_players", 20,
    ),
    "neither rounds nor games in a row": (konajka("{ from = 12, games = [3, 2]", "{ from = 12"), "rounds.by_players", 20),
    "fixed tables with rounds": (changed('sheriff = "seat_1"', 'sheriff = "seat_1"\nfixed = true'), "rounds.by_players"),
    "redrawn tables with games": (on("italy-2007", "[tables]\nfixed = false"), "rounds.games", 5),
    "fixed tables that never stop": (on("italy-2007", 'without = ["tables.smallest"]'), "tables.smallest"),
    "a smallest table without roles": (on("italy-2007", "[tables]\nsmallest = 3"), "tables.smallest", 3),
    "a smallest redrawn table": (changed('"seat_1"', '"seat_1"\nsmallest = 5'), "tables.smallest"),
    "a star that goes round redrawn tables": (changed('"seat_1"', '"left"'), "tables.sheriff", '"seat_1" / "drawn"'),
    "a Sheriff for everybody, drawn": (
        on("italy-2007", '[tables]\nsheriff = "drawn"'), "tables.sheriff", '"left"', 'games = "each_sheriff"',
    ),
    "roles with a wrong sum": (changed("outlaw = 2", "outlaw = 3"), "roles.by_size.5", 6, 5),
    "two Sheriffs": (changed("5 = { sheriff = 1, deputy = 1", "5 = { sheriff = 2, deputy = 0"), "roles.by_size.5"),
    "less than no Deputy": (changed("deputy = 1, outlaw = 2", "deputy = -1, outlaw = 4"), "roles.by_size.5"),
    "a table without a Sheriff": (changed("sheriff = 1, deputy = 1, outlaw = 2", "outlaw = 4"), "roles.by_size.5"),
    "a table of more than the characters": (
        changed("[roles.by_size]\n", f"[roles.by_size]\n{NOON_7}\n"), "roles.by_size.17", 16,
    ),
    "players the wrong way round": (changed("maximum = 126", "maximum = 9"), "players"),
    "players without end": (changed("maximum = 126", "maximum = 100000"), "players"),
    "no tables for the fewest": (konajka("minimum = 8", "minimum = 7", "{ from = 8,", "{ from = 7,"), "players.minimum", 7),
}  # fmt: skip

GAMES: Final[dict[str, tuple[object, ...]]] = {
    "a day that never was": (
        changed('published = "2010-04-19"', 'published = "2010-13-45"'), "source.published", "2010-13-45",
    ),
    "a decision on nothing": (changed('"standings.lots" = ', '"standings.lot" = '), "decisions.standings.lot"),
    "a character twice": (changed('"Black Jack"', '"Bart Cassidy"'), "characters.names"),
    "a box that does not exist": (on("italy-2010", '[characters]\nsets = ["base", "high-noon"]'), "characters.sets"),
    "boxes without the base game": (on("italy-2010", '[characters]\nsets = ["dodge-city"]'), "characters.sets"),
    "a box twice": (on("italy-2010", '[characters]\nsets = ["base", "base"]'), "characters.sets"),
    "boxes and names": (on("italy-2010", '[characters]\nsets = ["base"]\nlives = 5'), "characters.sets"),
    "no life": (changed("lives = 4", "lives = 0"), "characters.lives"),
    "lives of nobody": (changed('"El Gringo" = 3', '"El Gringa" = 3'), "characters.exceptions.El Gringa", "El Gringa"),
    "more characters dealt than there are": (konajka("lives = 4", "lives = 4\ndealt = 4"), "characters.dealt", 5),
    "more characters open than there are": (konajka("lives = 4", "lives = 4\nspare = 12"), "characters.spare", 5),
    "fewer characters than players": (konajka("lives = 4", "lives = 4\nspare = -1"), "characters.spare", 5),
    "characters dealt and open": (konajka("lives = 4", "lives = 4\ndealt = 2\nspare = 1"), "characters.spare"),
    "characters dealt and sold": (
        konajka("lives = 4", "lives = 4\ndealt = 2", 'unit = "points"', "", "[payouts.law]", SOLD), "characters.dealt",
    ),
    "start between two steps": (changed("start = 5000", "start = 5050"), "auction.step"),
    "a last price between two steps": (changed("last = 0", "last = 50"), "auction.step"),
    "a step of nothing": (changed("step = 100", "step = 0"), "auction.step"),
    "a raise between two steps": (changed("step = 100", "step = 100\nraise = 150"), "auction.raise"),
    "no raise": (changed("step = 100", "step = 100\nraise = 0"), "auction.raise"),
    "a minimum below nothing": (changed("minimum = 0", "minimum = -100"), "auction"),
    "a referee who is not there": (
        without_section("referee", changed("step = 100", 'step = 100\nwriter = "referee"')), "auction.writer",
    ),
    "High Noon without a row": (changed(", 7 = 2 }", " }"), "high_noon.from_reshuffle.7"),
    "High Noon without a row for 4": (on("italy-2007", 'without = ["high_noon.from_reshuffle.4"]'), "high_noon.from_reshuffle.4"),
    "High Noon by two clocks": (
        konajka("minutes = 15", "minutes = 15\nfrom_reshuffle = { 4 = 3, 5 = 3 }"), "high_noon.minutes",
    ),
    "High Noon tomorrow": (konajka("minutes = 15", "minutes = 1440"), "high_noon.minutes", 240),
    "High Noon never": (konajka("minutes = 15", ""), "high_noon.from_reshuffle.4"),
    "High Noon beside Legge Spietata": (
        konajka("among_last = 3", "ruthless_law = true\namong_last = 3"), "high_noon.minutes",
    ),
    "a reward of nothing": (ITALY + '[cash_rewards]\narticle = "x"\noutlaw_killed = 0\n', "cash_rewards.outlaw_killed"),
    "cards for less than nothing": (ITALY + '[experience]\narticle = "x"\ncard = -500\n', "experience.card"),
    "unknown criterion": (changed('["buchholz"]', '["sonneborn"]'), "standings.criteria", "sonneborn"),
    "a criterion twice": (changed('["buchholz"]', '["buchholz", "buchholz"]'), "standings.criteria"),
    "a place at no table": (changed('["buchholz"]', '["table_place"]'), "standings.criteria"),
    "lives not counted": (changed('["buchholz"]', '["lives"]'), "standings.criteria"),
    "once at no fixed table": (changed('["buchholz"]', '["buchholz"]\nonce = { 5 = 100 }'), "standings.once"),
    "once for a size of nobody": (on("germany", "[standings]\nonce = { 4 = 1400 }"), "standings.once.4", 4),
    "once for a size in letters": (on("germany", "[standings]\nonce = { five = 1400 }"), "standings.once.five"),
    "a factor with a comma": (on("italy-2007", '[standings.factor]\nfactor = "1,15"'), "standings.factor.factor", "1,15"),
    "a factor without end": (on("italy-2007", '[standings.factor]\nfactor = "1e999999"'), "standings.factor.factor", "1e999999"),
    "a factor for a size of nobody": (
        on("italy-2007", "[standings.factor]\ntables_of = 3"), "standings.factor.tables_of", 3,
    ),
    "a factor beside a size of nobody": (on("italy-2007", "[standings.factor]\nbeside = 8"), "standings.factor.beside", 8),
    "less a start that there is not": (on("italy-2007", 'without = ["auction"]'), "standings.less_start"),
    "a unit of two words": (konajka('unit = "points"', 'unit = "gold coins"'), "standings.unit"),
    "a unit that is a number": (konajka('unit = "points"', 'unit = "100"'), "standings.unit"),
    "payouts and scorings": (ITALY + '[scoring.other.bonuses]\narticle = "x"\n', "scoring.other", "payouts"),
    "payouts beside scorings": (
        on("record", '[payouts.law]\narticle = "x"\nsheriff = {}\ndeputy = {}\noutlaw = {}\nrenegade = {}'), "payouts",
    ),
    "no payouts at all": (cut(r"\[payouts.law\].*?(?=\[standings)"), "payouts"),
    "no payout for a living Deputy": (
        changed("deputy.alive = { 5 = 2200, 6 = 3300, 7 = 3300 }\n", ""), "payouts.law.deputy.alive", "5, 6, 7",
    ),
    "no payout for a dead Outlaw": (
        changed("outlaw.eliminated = { 5 = 1400, 6 = 2100, 7 = 2100 }\n", ""), "payouts.outlaws.outlaw.eliminated", "5, 6, 7",
    ),
    "no payout for a living Renegade": (
        changed("renegade.alive = { 5 = 500, 6 = 600, 7 = 700 }\n", ""), "payouts.outlaws.renegade.alive", "5, 6, 7",
    ),
    "no payout for a table of 7": (with_amount("{ 5 = 2000, 6 = 2400 }"), FINAL_DUEL, "7"),
    "no payout for the final duel": (
        changed("renegade.final_duel = { 5 = 2000, 6 = 2400, 7 = 2800 }\n", ""), FINAL_DUEL, "5, 6, 7",
    ),
    "no payout of an outcome": (without_section("payouts.outlaws"), "payouts.outlaws.deputy.alive", "5, 6, 7"),
    "a payout for a size that nobody plays": (
        with_amount("{ 5 = 2000, 6 = 2400, 7 = 2800, 8 = 3200 }"), f"{FINAL_DUEL}.8", 8,
    ),
    "no whole amount": (with_amount('"1000 / outlaws"'), FINAL_DUEL, 6),
    "half an amount": (with_amount('"players / 2"'), FINAL_DUEL, 5),
    "a division by nothing": (with_amount('"1 / (players - 7)"'), FINAL_DUEL, 5),
    "a division by nobody alive": (with_amount('"1000 / living_outlaws"'), FINAL_DUEL, 5),
    "a scoring's amount missing": (
        on("record", 'without = ["scoring.complete.payouts.outlaws.deputy.alive"]'),
        "scoring.complete.payouts.outlaws.deputy.alive", "5, 6, 7",
    ),
    "a scoring's amount that is not whole": (
        on("record", '[scoring.complete.payouts.outlaws]\noutlaw.alive = "1000 * outlaws / living_outlaws + 1 / 3"'),
        f"{OUTLAW}.alive", "1000 * outlaws / living_outlaws + 1 / 3",
    ),
    "a division by the dead's Outlaws": (
        on("record", '[scoring.complete.payouts.outlaws]\noutlaw.eliminated = "2000 / living_outlaws"'),
        f"{OUTLAW}.eliminated", "2000 / living_outlaws",
    ),
    "a scoring's wrong word": (
        on("record", '[scoring.complete.payouts.outlaws]\noutlaw.alive = "500 * dead"'), f"{OUTLAW}.alive", "500 * dead",
    ),
    "a scoring's code": (on("record", 'without = ["scoring"]\n[scoring."A|b".payouts]'), "scoring.A|b"),
    "bonuses beside scorings": (on("record", '[bonuses]\narticle = "x"\nalive = 5'), "bonuses"),
    "among the last, of nobody knows how many": (konajka("among_last = 3 #", "#"), "payouts.renegade.deputy.among_last"),
    "among the last, and nothing for it": (konajka("deputy.among_last = { 5 = 2 }", ""), "record_sheet.among_last"),
    "among the last of all": (konajka("among_last = 3", "among_last = 5"), "record_sheet.among_last", 5),
    "the last one": (konajka("among_last = 3", "among_last = 1"), "record_sheet.among_last", 5),
}  # fmt: skip

ROUNDS: Final = "rounds.by_players = [{ from = 10, to = 12, rounds = 3 }, { from = 13, rounds = 4 }]\n"
THIRD: Final = '{ code = "P3", a = "-SF1", b = "-SF2" }'
BOXED: Final = '[finals.duel.boxed]\narticle = "x"\nboxed = true'
BADGE: Final = '[[badge]]\narticle = "x"\nname = "Hat"\npoints = 1\n'
CUT_AT: Final = '[[cut]]\narticle = "x"\nafter = 2\nplayers = 10\n'
NEVER: Final = (
    f"players.maximum = 25\ntables.sizes = [5, 4]\ntables.counts = [{{ from = 20, tables = 5 }}]\nroles.by_size.4 = {ROLES_4}"
)
SHARED: Final = CUT_AT.replace("players = 10", 'share = "1/2"')
LEAGUE: Final = 'without = ["rounds", "prizes"]\n[league]\narticle = "x"\nevenings = 6\ngames = 3\nminimum = 12\ncounted = 15\n'
FINALS: Final[dict[str, tuple[object, ...]]] = {
    "unknown side of a match": (changed('b = "SF2"', 'b = "SF3"'), "finals.matches[2]", "SF3"),
    "the loser of no match": (changed('b = "SF2"', 'b = "-SF3"'), "finals.matches[2]", "-SF3"),
    "a match that is still to come": (changed("a = 1, b = 4", 'a = "F", b = 4'), "finals.matches[0]", "F"),
    "a place that nobody has": (changed("b = 4", "b = 5"), "finals.matches[0]", 5),
    "a match twice": (changed('code = "SF2"', 'code = "SF1"'), "finals.matches[1]", "SF1"),
    "a match with a long name": (changed('code = "F"', 'code = "Final duel"'), "finals.matches[2]", "Final duel"),
    "a place in two matches": (changed("a = 2, b = 3", "a = 1, b = 3"), "finals.matches[1]", 1),
    "the same two again": (changed('a = "SF1", b = "SF2"', 'a = "SF1", b = "-SF1"'), "finals.matches[2]", "F"),
    "a place without a match": (changed("qualifiers = 4", "qualifiers = 5"), "finals.matches", 5),
    "no final at the end": (
        changed('a = "SF1", b = "SF2" },', f'a = "SF1", b = "SF2" }},\n{THIRD},'), "finals.matches[3]", "P3",
    ),
    "on after a duel of losers": (
        changed('{ code = "F", a = "SF1", b = "SF2" }', f'{THIRD}, {{ code = "F", a = "SF1", b = "P3" }}'),
        "finals.matches[3]", "P3",
    ),
    "no match": (cut(r"matches = \[.*?\n\]", "matches = []"), "finals.matches"),
    "no way to duel": (cut(r"\[finals.duel.long\].*?(?=\[prizes)", "[finals.duel]\n"), "finals.duel"),
    "characters both ways": (changed("each = 8", "each = 3\nshown = 10"), "finals.duel.short"),
    "too many characters": (changed("each = 8", "each = 9"), "finals.duel.short"),
    "a duel's code": (changed("[finals.duel.short]", "[finals.duel.Corto]"), "finals.duel.Corto"),
    "the loser first": (changed("[5, 3], [6, 4]", "[3, 5], [6, 4]"), "finals.duel.short.scores"),
    "brackets that begin late": (on("italy-2007", one_duel(2)), "finals.brackets"),
    "brackets that go down": (on("italy-2007", one_duel(1) + one_duel(5) + one_duel(3)), "finals.brackets"),
    "a duel that the largest bracket has not": (
        on("italy-2007", one_duel(1, "P3") + one_duel(5)), "finals.brackets[0].matches",
    ),
    "a bracket's place that nobody has": (on("italy-2007", one_duel(1, b=3)), "finals.brackets[0].matches[0]", 3),
    "knock-out rows with a hole": (
        on("germany", "[knockout]\nby_players = [{ from = 20, to = 39, players = 10 }]"), "knockout.by_players", 40,
    ),
    "a knock-out of more than its tables": (on("germany", "[knockout]\nmost_tables = 2"), "knockout.by_players", 15),
    "a knock-out of no table": (on("germany", "[knockout]\nmost_tables = 0"), "knockout"),
    "a knock-out without somebody unknown": (
        on("germany", '[knockout]\nwithout = ["Apache Kid"]'), "knockout.without", "Apache Kid",
    ),
    "a rule for the games in a row": (
        on("italy-2007", '[rounds]\nby_players = [{ from = 5, games = "each_sheriff" }]'),
        "rounds.by_players[0].games", '"each_sheriff"',
    ),
    "a knock-out that shows too few": (on("germany", "[knockout]\nshown = 3"), "knockout.shown", 4, 15),
    "a game of two with one character each": (on("germany", "[knockout]\neach = 1"), "knockout.each"),
    "a knock-out that shows too many": (on("germany", "[knockout]\nshown = 16"), "knockout.shown"),
    "a knock-out table without roles": (on("germany", 'without = ["knockout.roles.7"]'), "knockout.roles.7"),
    "a knock-out table with wrong roles": (
        on("germany", "[knockout.roles]\n7 = { sheriff = 1, deputy = 3, outlaw = 3, renegade = 1 }"), "knockout.roles.7", 8,
    ),
    "too few at the last table": (konajka("players = 5 #", "players = 3 #"), "last_table.players", 4),
    "more at the last table than there are": (konajka("players = 5 #", "players = 9 #"), "last_table.players", 8),
    "a last table without amounts": (
        konajka("players = 5 #", "players = 6 #"), "payouts.law.deputy.alive", "6 (last_table.players)",
    ),
    "prize row missing": (changed("4 = [8000, 4000, 2000, 2000]\n", ""), "prizes.by_rounds.4", 4),
    "a prize below 0": (changed("4 = [8000, 4000, 2000, 2000]", "4 = [8000, 4000, 2000, -1]"), "prizes.by_rounds.4", "4"),
    "an unpaid prize below 0": (changed("[prizes.by_rounds]", "[prizes.by_rounds]\n9 = [-1]"), "prizes.by_rounds.9", "9"),
    "prizes for some rounds only": (cut(r"\n4 = \[8000.*"), "prizes.by_rounds.4", "4, 5"),
    "prize row too short": (changed("4 = [8000, 4000, 2000, 2000]", "4 = [8000, 4000, 2000]"), "prizes.by_rounds.4", 4),
    "prizes by rounds that there are not": (
        on("italy-2007", '[prizes]\narticle = "x"\nby_rounds = { 5 = [1, 1, 1, 1] }'), "prizes",
    ),
    "a title of blanks": (on("italy-2010", CHAMPION.replace(TITLE, '" "')), "champion.name", 60),
    "a long title": (on("italy-2010", CHAMPION.replace(TITLE, f'"{"x" * 61}"')), "champion.name", 60),
    "two titles": (on("germany", CHAMPION), "champion.name"),
    "a game of its own with characters": (on("italy-2010", f"{BOXED}\neach = 3"), "finals.duel.boxed"),
    "a game of its own with scores": (on("italy-2010", f"{BOXED}\nscores = [[2, 0]]"), "finals.duel.boxed"),
    "a badge twice": (on("italy-2010", BADGE + BADGE.replace("Hat", "hat")), "badge[1].name", "hat"),
    "five badges": (on("italy-2010", "".join(BADGE.replace("Hat", f"Hat {n}") for n in range(5))), "badge", 4),
    "a badge whose name is a formula": (on("italy-2010", BADGE.replace("Hat", "=A1")), "badge[0].name", 20),
    "a badge with a long name": (on("italy-2010", BADGE.replace("Hat", "H" * 21)), "badge[0].name", 20),
    "a badge that nobody gets": (on("italy-2010", BADGE + "most = 0"), "badge[0].most", 4),
    "a badge of an evening": (on("italy-2010", BADGE + 'each = "evening"'), "badge[0].each", "game"),
    "a cut at fixed tables": (on("italy-2007", CUT_AT), "cut[0]"),
    "a cut without a number": (on("italy-2010", CUT_AT.replace("players = 10", "")), "cut[0]"),
    "a cut after the last round": (on("italy-2010", CUT_AT.replace("after = 2", "after = 5")), "cut[0].after"),
    "a cut of no rounds": (
        changed("to = 12, rounds = 3", "to = 12", text=on("italy-2010", ROUNDS + CUT_AT)), "rounds.by_players",
    ),
    "a cut before the one before": (on("italy-2010", CUT_AT + CUT_AT), "cut[1].after"),
    "a cut larger than the field": (on("italy-2010", CUT_AT.replace("players = 10", "players = 126")), "cut[0].players", 125),
    "a cut that lets through fewer than the finals need": (
        on("italy-2010", CUT_AT.replace("players = 10", "players = 3")), "cut[0].players", 4,
    ),
    "a cut without tables": (on("italy-2010", CUT_AT.replace("players = 10", "players = 9")), "cut[0].players", 9),
    "a cut by players, larger than its row": (
        on("italy-2010", CUT_AT.replace("players = 10", "by_players = [{ from = 10, to = 11, players = 11 }]")),
        "cut[0].by_players", 12,
    ),
    "a row of a cut larger than its players": (
        on("italy-2010", CUT_AT.replace("players = 10", "by_players = [{ from = 10, players = 126 }]")), "cut[0].by_players", 125,
    ),
    "tables that would never play": (on("germany", NEVER), "tables.smallest", 4),
    "a chart that ends too soon": (on("record", "[players]\nmaximum = 8"), "tables.extension", 7),
    "a share in words": (on("italy-2010", SHARED.replace("1/2", "half")), "cut[0].share", "half"),
    "a share of more than all": (on("italy-2010", SHARED.replace("1/2", "3/2")), "cut[0].share", "3/2"),
    "sets of characters that are no names": (on("italy-2010", "characters.sets = [{}]"), "characters.sets"),
    "a cut by number and share": (on("italy-2010", f"{SHARED}players = 10\n"), "cut[0]"),
    "a share of more than played": (
        on("italy-2010", CUT_AT + SHARED.replace("after = 2", "after = 3")), "cut[1].share", 21, 11, 10,
    ),
    "a league without a minimum": (on("italy-2010", LEAGUE.replace("minimum = 12\n", "")), "league", "minimum"),
    "a league of no evenings": (on("italy-2010", LEAGUE.replace("evenings = 6", "evenings = 0")), "league.evenings", 20),
    "a league longer than a workbook": (on("italy-2010", LEAGUE.replace("games = 3", "games = 4")), "league.evenings", 20),
    "a minimum that nobody reaches": (on("italy-2010", LEAGUE.replace("12", "19")), "league.minimum", 18),
    "more games counted than played": (on("italy-2010", LEAGUE.replace("15", "19")), "league.counted", 18),
    "the worst games of a league": (on("italy-2010", LEAGUE + 'which = "worst"'), "league.which", "best, first"),
    "a league with a cut": (on("italy-2010", LEAGUE + CUT_AT), "cut[0]"),
    "a league at fixed tables": (on("italy-2007", LEAGUE.replace('without = ["rounds", "prizes"]', "")), "league"),
    "a league that seats nobody": (
        on("italy-2010", LEAGUE.replace("[", '["tables.chart", ', 1) + "[players]\nminimum = 4\n"),
        "players.minimum", 4,
    ),
}  # fmt: skip
WRONG: Final = {**SHAPES, **PATCHES, **TABLES, **GAMES, **FINALS}


@pytest.mark.parametrize("case", WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_named(case: tuple[str, str, *tuple[object, ...]]) -> None:
    """The path in the file, with what was expected or found: unknown keys, wrong types; sums, holes, names of nothing."""
    text, key, *values = case
    error = refused(text)
    assert error.key == key
    assert set(values) <= {value for value in error.fault.values.values() if not isinstance(value, tuple)}


HEAD: Final = 'base = "italy-2010"\nid = "house"\ntitle = "House"\nsource = { title = "Rules", edition = "", published = "" }\n'
BRACKET: Final = "[[finals.brackets]]\nfrom_tables = 1\nqualifiers = 2\nmatches = []\n"
LINES: Final = {
    "a key in a table": ("[auction]\nstart = 3000\nstrat = 3000\n", "auction", 6),
    "a key at the top": ('colour = "red"\n', "file", 4),
    "a table": ("\n[auctoin]\nstart = 3000\n", "file", 5),
    "a role": ("[payouts.law]\noutlaw.alive = 1\nsherif.alive = 2\n", "payouts.law", 6),
    "an outcome": ("[payouts.lore]\nsheriff.alive = 2\n", "payouts", 4),
    "a key in a row": (
        "[finals]\nmatches = [\n  { code = 'SF1', a = 1, b = 4 },\n  { code = 'F', a = 1, c = 4, b = 2 },\n]\n",
        "finals.matches[1]", 7,
    ),
    "a key in the second table of several": (
        f"without = ['finals.matches', 'finals.qualifiers']\n{BRACKET}{BRACKET.replace('tables', 'table')}",
        "finals.brackets[1]", 10,
    ),
    "a number": ("[auction]\nstart = '3000'\n", "auction.start", 5),
    "a contradiction with the base": ("[auction]\nstart = 3050\n", "auction.step", 4),
    "a key in quotes": ("[roles.by_size]\n'eight' = { sheriff = 1 }\n", "roles.by_size.eight", 5),
    "none, where only the base says it": ("without = ['payouts.law.article']\n", "payouts.law", 0),
}  # fmt: skip


@pytest.mark.parametrize(("text", "key", "line"), LINES.values(), ids=LINES)
def test_the_line_is_named(text: str, key: str, line: int) -> None:
    """Where whoever wrote the file has to look."""
    error = refused(HEAD + text)
    assert (error.key, error.line) == (key, line and line + HEAD.count("source"))
