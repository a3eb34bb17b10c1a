"""A patch: "the other regulation, except …"."""

import json
import re
import tomllib
from dataclasses import fields, replace
from importlib import resources
from pathlib import Path
from typing import Final

import pytest

from bangxl.locale.catalog import catalog, in_runs
from bangxl.rulebooks.loader import Data, RulebookError, load, merge, merge_base, parse_rulebook, rulebook_ids, taken_from_base
from bangxl.rulebooks.tables import read_roles
from bangxl.sheets import sections
from bangxl.sheets.context import Context
from bangxl.sheets.duel import duel_rules
from bangxl.sheets.rules import beyond_the_chart
from bangxl.tournament.compositions import table_sizes
from bangxl.tournament.expressions import parse_amount
from bangxl.tournament.model import Outcome, Role, Status
from bangxl.tournament.payouts import End, payout, payout_table
from bangxl.tournament.rulebook import Rulebook
from tests.helpers.raised import raised

HEAD: Final = 'base = "italy-2010"\nid = "house"\ntitle = "House"\nsource = { title = "Rules", edition = "", published = "" }\n'
ITALY: Final = load("italy-2010")


def house(text: str, head: str = HEAD) -> Rulebook:
    return parse_rulebook(head + text, "house.toml")


def different(rulebook: Rulebook) -> set[str]:
    return {f.name for f in fields(Rulebook) if getattr(rulebook, f.name) != getattr(ITALY, f.name)} - {
        "scorings",
        "title",
        "source",
        "conduct",  # its articles
        "decisions",
    }


def test_nothing_but_an_id() -> None:
    assert different(house("")) == {"id", "articles"}
    assert house("").articles == {key: f"italy-2010: {text}" for key, text in ITALY.articles.items()}


def test_one_number() -> None:
    rulebook = house("[auction]\nstart = 3000\n")
    assert different(rulebook) == {"id", "auction", "articles"}
    assert rulebook.auction is not None
    assert (rulebook.auction.start, rulebook.auction.step) == (3000, 100)


def test_nothing_that_names_the_base_is_inherited() -> None:
    for lacking in ("title", "source"):
        with pytest.raises(RulebookError, match=f"The key «{lacking}» is missing"):
            house("", "".join(line for line in HEAD.splitlines(keepends=True) if not line.startswith(lacking)))
    assert raised(RulebookError, house, "", HEAD.replace('"house"', '"italy-2010"')).key == "id"


@pytest.mark.parametrize(("language", "said"), [("en", "after {}, changed"), ("it", "dopo {}, modificato")])
def test_a_changed_table_without_an_article_stands_after_the_old_one(language: str, said: str) -> None:
    before, rulebook = (
        house("").articles,
        house(f'language = "{language}"\n[auction]\nstart = 3000\n[payouts.law]\narticle = "5"\n'),
    )
    changed = {key: text for key, text in rulebook.articles.items() if text != before[key]}
    assert changed == {"auction": said.format(before["auction"]), "payouts.law": "5"}


def test_amounts_by_size_are_one_value() -> None:
    for amount in ("{ 5 = 1500 }", "{ 5 = 1500, 7 = 1 }"):
        with pytest.raises(RulebookError, match=r"Amounts for tables of 6(, 7)? are missing"):
            house(f"[payouts.outlaws]\noutlaw.alive = {amount}\n")


def by_number(table: Data, at: str = "") -> dict[str, Data]:
    """The tables of a regulation whose keys are numbers."""
    inside = {f"{at}{key}": one for key, one in table.items() if isinstance(one, dict)}
    found = {key: one for key, one in inside.items() if all(map(str.isdecimal, one))}
    return found | {key: one for above, below in inside.items() for key, one in by_number(below, f"{above}.").items()}


def base_data(rulebook: str) -> Data:
    """The tables of a regulation that comes with bangxl."""
    text = (resources.files("bangxl.rulebooks") / f"{rulebook}.toml").read_text(encoding="utf-8")
    return merge_base(tomllib.loads(text), base_data)


BASES: Final = {base: base_data(base) for base in rulebook_ids()}
BY_NUMBER: Final = [(base, path) for base, data in BASES.items() for path in by_number(data)]


@pytest.mark.parametrize(("base", "path"), BY_NUMBER, ids=map(":".join, BY_NUMBER))
def test_of_a_table_by_numbers_nothing_stays_in_silence(base: str, path: str) -> None:
    """One prize over a base kept the other three. Amounts without a row of their own are gone, other rows are named."""
    rows = by_number(BASES[base])[path]
    first, *others = rows
    value = json.dumps(rows[first]).replace('": ', '" = ')
    text = f'base = "{base}"\n[{path}]\n{first} = {value}\n'
    left = by_number(merge_base(tomllib.loads(text), base_data))[path]
    told = re.findall(rf"\b{re.escape(path)}(?: \(([0-9–, ]+)\))?", taken_from_base(text))
    is_amount = isinstance(rows[first], int | str)
    assert left == ({first: rows[first]} if is_amount else rows)
    assert told == ([in_runs(map(int, others))] if others and not is_amount else [])


def test_a_language_that_bangxl_does_not_speak_is_no_defect() -> None:
    """A patch in French ended in a traceback. Whoever makes a workbook is asked for one that it has."""
    assert house('language = "fr"\nauction.start = 3000').articles["auction"].startswith("dopo")


def test_one_row() -> None:
    rulebook = house("[tables.chart]\n20 = [7, 7, 6]\n")
    assert different(rulebook) == {"id", "chart", "articles"}
    assert {n for n in ITALY.chart if rulebook.chart[n] != ITALY.chart[n]} == {20}


def test_a_list_replaces() -> None:
    rulebook = house("[rounds]\nby_players = [{ from = 10, rounds = 4 }]\n[prizes.by_rounds]\n4 = [1, 1, 1, 1]\n")
    assert rulebook.rounds == ((10, 126, 4),)
    assert rulebook.prizes[4] == (1, 1, 1, 1)


def test_a_table_of_sizes_replaces_an_expression() -> None:
    """And the other lines stay: 2007's Deputy gets 1000 for each Outlaw."""
    head = 'base = "italy-2007"\nid = "house"\ntitle = "House"\nsource = { title = "Rules", edition = "", published = "" }\n'
    lines = house("[payouts.law]\nsheriff.alive = { 4 = 0, 5 = 1, 6 = 2, 7 = 3 }\n", head).scorings[""].payouts
    sheriff = lines[Outcome.LAW, Role.SHERIFF, Status.ALIVE]
    assert [sheriff.amount[size].text for size in (5, 6, 7)] == ["1", "2", "3"]
    assert lines[Outcome.LAW, Role.DEPUTY, Status.ALIVE].amount[5].text == "1000 * outlaws"


def test_an_optional_table_is_taken_out() -> None:
    rulebook = house('without = ["prizes", "high_noon", "auction"]\n')
    assert different(rulebook) == {"id", "prizes", "high_noon", "noon_no_missed", "auction", "articles"}
    assert (rulebook.prizes, rulebook.high_noon, rulebook.auction) == ({}, {}, None)


def test_the_base_may_be_a_patch_itself() -> None:
    """2011 is 2010 except …; a house that starts from it has its 2000 dollars and 2010's chart."""
    rulebook = house(
        "", 'base = "italy-2011"\nid = "house"\ntitle = "House"\nsource = { title = "Rules", edition = "", published = "" }\n'
    )
    assert rulebook.auction is not None
    assert rulebook.auction.start == 2000
    assert rulebook.chart == ITALY.chart


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
    assert house(f"{text}\n", HEAD.replace("italy-2010", base)).id == "house"


def test_a_game_of_two_with_every_character_names_none_that_is_out() -> None:
    text = 'without = ["knockout.without", "knockout.each"]\n'
    rulebook = house(text, HEAD.replace("italy-2010", "germany"))
    (page,) = duel_rules(rulebook, catalog("en"))
    assert dict(page.rules)["Characters"] == "Lay 8 characters face up."
    told = [one for part in sections.knockout_section(Context(rulebook, catalog("en"), 60, 5, 12)) for one in part.sentences]
    assert "Two players: 8 characters lie open, 2 each." in told


def test_options_follow_from_the_tables() -> None:
    """An option stands where there is something to choose: no scoring to choose from one, no auction that is always played."""
    text = 'without = ["scoring.simplified", "scoring.complete", "experience"]\n[auction]\noptional = false\n'
    rulebook = parse_rulebook(
        f'base = "record"\nid = "house"\ntitle = "House"\nsource = {{ title = "Rules", edition = "", published = "" }}\n{text}',
        "house.toml",
    )
    assert list(rulebook.options) == ["draw", "cash_rewards", "games"]
    assert list(rulebook.scorings) == ["official"]


def test_merging() -> None:
    below = {"a": {"b": {"c": 1, "d": 2}, "e": [1, 2]}, "f": 3, "g": {"h": 4}}
    above = {"a": {"b": {"c": 10}, "e": [5]}, "f": {"x": 1}, "g": 5}
    assert merge(below, above) == {"a": {"b": {"c": 10, "d": 2}, "e": [5]}, "f": {"x": 1}, "g": 5}
    assert below["a"] == {"b": {"c": 1, "d": 2}, "e": [1, 2]}


def test_no_base_no_change() -> None:
    data = {"id": "x"}
    assert merge_base(data, lambda base: {"base": base}) == data


def test_a_role_that_is_not_written_is_not_there_and_all_missing_ends_are_named_at_once() -> None:
    """A stranger needed five tries for these; and one for his currency."""
    (four,) = read_roles("roles.by_size", {"4": {Role.SHERIFF: 1, Role.OUTLAW: 2, Role.RENEGADE: 1}}, 16).values()
    assert four == {Role.SHERIFF: 1, Role.DEPUTY: 0, Role.OUTLAW: 2, Role.RENEGADE: 1}
    assert house('standings.unit = "€"').unit == "€"
    with pytest.raises(RulebookError) as refused:
        house('without = ["payouts"]\n' + "".join(f'payouts.{won}.article = "x"\n' for won in Outcome))
    named = re.findall(r"payouts\.\w+\.\w+\.\w+", refused.value.reason)
    assert len(named) == len({*named}) == len(next(iter(ITALY.scorings.values())).payouts)


def test_whoever_lowers_the_maximum_need_not_write_the_chart_anew() -> None:
    """Three of nine strangers' files failed at a row of the base that nobody could draw."""
    assert max(house("players.maximum = 28").chart) == 28
    assert {n: table_sizes(house("players.maximum = 28"), n) for n in (10, 28)} == {n: table_sizes(ITALY, n) for n in (10, 28)}


def test_rows_of_a_base_for_fewer_or_more_players_fall_away() -> None:
    """Germany's row from 80 players refused every cup of 48, and said neither why nor what to do."""
    german = HEAD.replace("italy-2010", "germany")
    cup = house("players.minimum = 26\nplayers.maximum = 48\n", german)
    assert cup.knockout is not None
    assert cup.knockout.by_players == ((26, 39, 10), (40, 48, 12))
    assert (min(cup.chart), max(cup.chart)) == (26, 48)
    assert house("players.minimum = 26").rounds[0][0] == 26
    for text, said in (
        ("players.minimum = 12", "first row must begin at 12 players, as players.minimum says"),
        ("players.maximum = 48\nknockout.by_players = [{ from = 20, to = 48, players = 9 }, { from = 80, players = 21 }]",
         "Nobody can play by the row from 80 players: players.maximum is 48"),
    ):  # fmt: skip
        refused = raised(RulebookError, house, text, german)
        assert said in str(refused)


PUB: Final = """without = ["auction", "finals", "prizes", "high_noon", "prizs", "tables.chart", "tables.extension"]
rounds.by_players = 3
tables.any = [7, 6, 5, 3]
standings.criteria = ["wins", "luck"]
badge = [{ article = "4", name = "Best story", points = 1, most = 9 }]
payouts.law.alive = 3
payouts.law.sheriff.alive = "3 dollars"
payouts.outlaws.outlaw.alive = { 5 = 2, 6 = 2, 7 = 2 }
"""


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    """A stranger needed eight tries for such a file. What only follows from a mistake is not told."""
    (tmp_path / "house.toml").write_text(HEAD + PUB, encoding="utf-8")
    first = raised(RulebookError, load, str(tmp_path / "house.toml"))
    told = [(one.line, one.key) for one in (first, *first.others)]
    assert told == [
        (5, "without"), (6, "rounds.by_players"), (10, "payouts.law"), (7, "tables.any"), (8, "standings.criteria"),
        (9, "badge[0].most"), (11, "payouts.law.sheriff.alive"),
    ]  # fmt: skip


def test_amounts_are_asked_for_only_at_tables_that_can_be() -> None:
    """The base has roles for 7; without tables of 7 nobody is paid there."""
    own = 'without = ["tables.chart", "tables.extension", "tables.single"]\ntables.any = [6, 5]\n'
    paid = house(f"{own}payouts.outlaws.outlaw.alive = {{ 5 = 1500, 6 = 1800 }}\nhigh_noon.from_reshuffle = {{ 5 = 3, 6 = 3 }}\n")
    (scoring,) = paid.scorings.values()
    ends = [End(size, Outcome.OUTLAWS) for size in (5, 6, 7)]
    assert [payout(paid, scoring, end, Role.OUTLAW, Status.ALIVE) for end in ends] == [1500, 1800, None]
    assert "|6|outlaws|outlaw|alive" in payout_table(paid)
    assert "|7|outlaws|outlaw|alive" not in payout_table(paid)


OWN_WINNINGS: Final = "[payouts.renegade]\nrenegade.alive = 8\n"
LEFT: Final = {
    "dollars once": ("germany", f"{OWN_WINNINGS}[bonuses]\nalive = 0\nkilled_sheriff = 0\n", ["standings.once"]),
    "the other bonus": (
        "germany", f"{OWN_WINNINGS}[bonuses]\nalive = 1\n[standings]\nonce = {{ 5 = 1 }}\n", ["bonuses.killed_sheriff"],
    ),
    "both bonuses": ("germany", f"{OWN_WINNINGS}[standings]\nonce = {{}}", ["bonuses.alive", "bonuses.killed_sheriff"]),
    "a factor": ("italy-2007", OWN_WINNINGS, ["standings.factor"]),
    "a bonus of one scoring": ("record", f"[scoring.official.{OWN_WINNINGS[1:]}", ["scoring.official.bonuses.killed_sheriff"]),
    "one table of 7": ("italy-2010", 'without = ["tables.chart", "tables.extension"]\ntables.any = [6, 5]', ["tables.single"]),
    "that table beside other winnings": (
        "italy-2010",
        f'without = ["tables.chart"]\n{OWN_WINNINGS}[tables]\nextension = [6, 5]\n',
        ["tables.single"],
    ),
    "Germany's numbers of tables": ("germany", "tables.any = [6, 5]", ["tables.counts", "tables.sizes"]),
    "their sizes only": ("germany", 'without = ["tables.counts"]\ntables.any = [6, 5]', ["tables.sizes"]),
    "a chart of the same sizes": ("italy-2010", "tables.any = [5, 6, 7]", ["tables.chart", "tables.extension"]),
    "what goes on beyond a chart": ("italy-2010", 'without = ["tables.chart"]\ntables.any = [5, 6, 7]', ["tables.extension"]),
    "every table of 5": ("italy-2010", 'without = ["tables.chart"]\ntables.any = [7, 6]', ["tables.extension", "tables.single"]),
    "winnings with all of it": ("germany", f'without = ["standings.once", "bonuses"]\n{OWN_WINNINGS}', []),
    "the same winnings by another name": ("germany", '[payouts.law]\narticle = "5"\n', []),
    "another scoring": ("record", "[scoring.simplified.payouts.renegade]\nrenegade.alive = 8\n", []),
    "the same sizes": ("italy-2010", "tables.extension = [7, 6]", []),
    "a prize": ("italy-2010", "prizes.by_rounds.3 = [9, 8, 7, 7]", ["prizes.by_rounds.4", "prizes.by_rounds.5"]),
    "the prizes that are paid": (
        "italy-2010", "rounds.by_players = [{ from = 10, rounds = 4 }]\nprizes.by_rounds.4 = [9, 8, 7, 7]", [],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("base", "text", "left"), LEFT.values(), ids=LEFT)
def test_what_goes_with_changed_winnings_or_tables_is_asked_for(base: str, text: str, left: list[str], tmp_path: Path) -> None:
    """Germany's 1400 dollars at tables of 5 were paid in points, and nothing said so. A workbook that has them plays on."""
    (tmp_path / "house.toml").write_text(whole := f"{HEAD.replace('italy-2010', base)}{text}\n", encoding="utf-8")
    assert parse_rulebook(whole, "house.toml").id == "house"
    if not left:
        assert load(str(tmp_path / "house.toml")).text == whole
        return
    with pytest.raises(RulebookError, match=re.escape(f"without = {json.dumps(left)}.")) as refused:
        load(str(tmp_path / "house.toml"))
    assert ("payouts" in refused.value.key) is not left[0].startswith(("tables", "prizes"))


SAID: Final = {
    "sizes without counts": (
        'without = ["tables.chart", "tables.extension", "tables.single"]\ntables.any = [6, 5]\ntables.sizes = [5]',
        "tables.sizes", "without counts it has no effect",
    ),
    "rows that overlap": (
        "rounds.by_players = [{ from = 10, rounds = 2 }, { from = 30, rounds = 3 }]", "rounds.by_players", "needs to = 29",
    ),
    "a later gap": (
        "rounds.by_players = [{ from = 10, to = 20, rounds = 2 }, { from = 30, rounds = 3 }]", "rounds.by_players", "begin at 21",
    ),
    "a last table that people leave": (
        'without = ["finals", "prizes"]\nlast_table = { article = "x", players = 5 }',
        "high_noon.from_reshuffle.4",
        "of 4 (last_table.players) are missing. Write every size: from_reshuffle = { 4 = …, 5 = 3, 6 = 3, 7 = 2 }",
    ),
    "a key of another table": ("score.per_game = true", "score", "key of [standings]. Move it"),
    "a key of two tables": ("penalties.minimum = 2", "penalties", "key of [players], [auction], [league]"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "key", "said"), SAID.values(), ids=SAID)
def test_the_reason_says_what_to_do(text: str, key: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(f"{HEAD}{text}\n", encoding="utf-8")
    refused = raised(RulebookError, load, str(tmp_path / "house.toml"))
    assert refused.key == key
    assert said in refused.reason


def test_unknown_keys_and_missing_articles_hide_nothing(tmp_path: Path) -> None:
    """A stranger corrected these, and only then learned of the rest."""
    text = HEAD.replace("italy-2010", "germany") + 'without = ["auction"]\n[score]\nper_game = true\n[players]\nmaximum = 30\n'
    (tmp_path / "house.toml").write_text(f"{text}[payouts.renegade]\nrenegade.alive = 8\n[payouts.nobody]\n", encoding="utf-8")
    first = raised(RulebookError, load, str(tmp_path / "house.toml"))
    told = {(one.line, one.key) for one in (first, *first.others)}
    assert told == {(7, "score"), (6, "score"), (12, "payouts"), (10, "payouts.renegade")}


def test_a_missing_key_hides_nothing() -> None:
    """A stranger added one key, and only then learned of the rest; nothing else is said of its own table."""
    head = HEAD.replace('title = "Rules", ', "").replace('id = "house"\n', "")
    text = (
        'without = ["rounds", "prizes", "auction.optional"]\n'
        "[[badge]]\npoints = 1\n[league]\nevenings = 30\n[auction]\nstart = -1\n"
    )
    first = raised(RulebookError, house, text, head)
    missing = [(one.key, one.fault.values.get("missing")) for one in (first, *first.others)]
    assert missing == [
        ("source", "title"), ("badge[0]", "article"), ("badge[0]", "name"), ("league", "article"), ("league", "games"),
        ("league", "minimum"), ("file", "id"), ("auction", None),
    ]  # fmt: skip


def test_a_rule_in_a_row_hides_nothing(tmp_path: Path) -> None:
    """A stranger wrote the word for games in a row, was asked for a list, and learned of the base's factor at his third try."""
    text = HEAD.replace("italy-2010", "italy-2007") + 'without = ["auction", "finals", "tables.chart", "tables.extension"]\n'
    text += '[rounds]\nby_players = [{ from = 5, games = "each_sheriff" }]\n[tables]\nany = [6, 5]\n'
    text += "[payouts.law]\nsheriff.alive = 2\n"
    text += '[standings]\nunit = "points"\n[knockout]\narticle = "x"\nlargest_table = 5\nmost_tables = 2\n'
    (tmp_path / "house.toml").write_text(text, encoding="utf-8")
    first = raised(RulebookError, load, str(tmp_path / "house.toml"))
    told = {(one.line, one.key): one.reason for one in (first, *first.others)}
    assert {*told} == {
        (7, "rounds.by_players[0].games"), (14, "knockout"), (5, "standings.less_start"), (10, "payouts.law"),
    }  # fmt: skip
    assert 'Write games = "each_sheriff" in [rounds], in place of' in told[7, "rounds.by_players[0].games"]
    assert 'without = ["standings.factor"]' in told[10, "payouts.law"]
    assert told[14, "knockout"].startswith("The key «shown» is missing. Add it: a whole number"), "each is 2 by itself"


def test_a_wrong_value_that_is_needed_hides_nothing() -> None:
    """Half a point for a badge hid that a league has no cut, and what else was wrong."""
    text = """without = ["payouts", "finals", "prizes"]
[points]
win = 3
[[badge]]
article = "x"
name = "Bluff"
points = 0.5
[[cut]]
article = "x"
after = 3
players = 10
[league]
article = "x"
evenings = 2
games = 2
minimum = 0
"""
    first = raised(RulebookError, house, text)
    told = {one.key: one.reason for one in (first, *first.others)}
    assert {*told} == {"file", "badge[0].points", "cut[0]", "rounds.by_players", "payouts"}
    assert "Correct its spelling" in told["file"], "not «a key of [badge]: move it», which is a number"
    assert "what each end pays" in told["payouts"]


def test_of_a_base_can_be_left_out_what_it_does_not_have() -> None:
    """Only a key that no regulation has is misspelt; then the keys are shown that are there."""
    german = HEAD.replace("italy-2010", "germany")
    assert house('without = ["auction", "prizes", "standings.rounded", "scoring"]', german).auction is None
    refused = raised(RulebookError, house, 'without = ["prizs", "payouts.lore"]', german)
    assert "germany has: id, title, language, source, players, rounds" in refused.reason
    assert "payouts has: law, outlaws, renegade" in refused.others[0].reason


CONVENTION: Final = """without = ["tables.chart", "tables.extension"]
tables.any = [7, 6]
players.minimum = 30
last_table = { article = "x", players = 5 }
"""


CONVENTION_CURED: Final = """without = ["tables.chart", "tables.extension", "tables.single", "finals", "prizes"]
tables.any = [7, 6]
players.minimum = 30
last_table = { article = "x", players = 5 }
high_noon.from_reshuffle = { 4 = 3, 5 = 3, 6 = 3, 7 = 2 }
payouts.law.renegade.final_duel = { 4 = 3, 5 = 2000, 6 = 2400, 7 = 2800 }
payouts.law.sheriff.alive = { 4 = 3, 5 = 3000, 6 = 4500, 7 = 4500 }
payouts.outlaws.outlaw.alive = { 4 = 3, 5 = 2000, 6 = 3000, 7 = 3000 }
payouts.outlaws.outlaw.eliminated = { 4 = 3, 5 = 1400, 6 = 2100, 7 = 2100 }
payouts.outlaws.renegade.alive = { 4 = 3, 5 = 500, 6 = 600, 7 = 700 }
payouts.renegade.renegade.alive = { 4 = 3, 5 = 6500, 6 = 7800, 7 = 9100 }
payouts.renegade.sheriff.eliminated = { 4 = 3, 5 = 500, 6 = 600, 7 = 700 }
"""


def told_by(text: str, path: Path, head: str = HEAD) -> dict[str, str]:
    """What the first refusal of a file says, by key."""
    (path / "house.toml").write_text(head + text, encoding="utf-8")
    first = raised(RulebookError, load, str(path / "house.toml"))
    return {one.key: one.reason for one in (first, *first.others)}


def test_the_first_refusal_tells_all_and_its_cure_makes_the_file_load(tmp_path: Path) -> None:
    """A stranger was told of the last table's High Noon, amounts, single tables and the base's prizes in three goes."""
    told = told_by(CONVENTION, tmp_path)
    amounts = told.pop(paid := "payouts.law.renegade.final_duel")
    assert f"4 (last_table.players) are missing. Write them, or 0 if nothing is paid: {paid} = {{ 4 = …, 5 = 2000," in amounts
    assert {*told} == {"tables.single", "last_table", "high_noon.from_reshuffle.4", "prizes"}
    cured = CONVENTION.replace('"tables.extension"', '"tables.extension", "tables.single", "finals", "prizes"')
    for row in re.findall(r"[\w.]+ = {.*?}", f"high_noon.{told['high_noon.from_reshuffle.4'].partition('size: ')[2]} {amounts}"):
        cured += row.replace("…", "3") + "\n"
    assert cured == CONVENTION_CURED
    (tmp_path / "house.toml").write_text(HEAD + cured, encoding="utf-8")
    assert load(str(tmp_path / "house.toml")).roles[4] == {Role.SHERIFF: 1, Role.DEPUTY: 0, Role.OUTLAW: 2, Role.RENEGADE: 1}


def test_a_text_in_which_there_is_nothing_to_read_is_refused(tmp_path: Path) -> None:
    """A title of no letter was printed. A workbook that has such a regulation plays on."""
    text = 'auction = { article = "\u2003", start = 3000 }\nconduct.rules.sporting = " "\npayouts.law.article = ""\n'
    text += '[[cut]]\nafter = 1\nplayers = 5\narticle = "\u2800"\n'
    head = HEAD.replace('"House"', '"\u200b"').replace('"Rules"', '""')
    blank = {"title", "source.title", "auction.article", "conduct.rules.sporting", "payouts.law.article", "cut[0].article"}
    assert told_by(text, tmp_path, head) == dict.fromkeys(blank, "This text is blank. Write one.")
    assert parse_rulebook(head + text, "house.toml").title == "\u200b"


def test_a_misspelt_key_is_not_missing_too(tmp_path: Path) -> None:
    """And its value is checked, so that nothing else is wrong afterwards."""
    told = told_by('[cash_rewards]\narticle = "x"\noutlaw_eliminated = 0\n', tmp_path)
    assert {*told} == {"cash_rewards", "cash_rewards.outlaw_killed"}
    assert "did you mean «outlaw_killed»" in told["cash_rewards"]


def test_rows_at_fixed_tables_are_told_both_ways_out(tmp_path: Path) -> None:
    """To remove the base's games, as was said, led to the next refusal."""
    rows = "[rounds]\nby_players = [{ from = 20, rounds = 3 }]\n"
    told = told_by(rows, tmp_path, HEAD.replace("italy-2010", "germany"))
    assert {*told} == {"rounds.by_players"}
    assert 'rounds.games = "each_sheriff", "table_size" or "multiple". Or begin with italy-2010' in told["rounds.by_players"]
    assert {*told_by("tables.fixed = true", tmp_path)} == {"rounds.by_players", "tables.sheriff", "tables.smallest", "prizes"}
    assert {*told_by("characters.spare = 1", tmp_path)} == {"characters.spare"}, "the cure leaves the base's characters"
    told = told_by("rounds.games = [3]\ncharacters.sets = ['dodge-city']\n", tmp_path)
    assert {*told} == {"rounds.games", "characters.sets"}, "one does not hide the other"
    assert "possible in a row: by_players = [{ from = 10, games = [3] }]" in told["rounds.games"]
    told = told_by("players.minimum = 12\ntables.any = [7, 6]\ntables.chart.12 = [6, 6]\n", tmp_path)
    assert {*told} == {"tables.extension", "tables.chart.10"}, "with own rows the base's go, all at once"


def test_what_stays_of_a_base_is_named_without_what_was_removed() -> None:
    text = HEAD.replace("italy-2010", "germany") + 'without = ["bonuses.alive"]\nplayers.maximum = 48\n'
    assert {"bonuses.killed_sheriff", "players.minimum"} <= {*taken_from_base(text).split(", ")}
    assert not {"bonuses", "bonuses.alive", "players"} & {*taken_from_base(text).split(", ")}
    text = HEAD + "payouts.law.sheriff.alive = 9\nprizes.from_fees = [50, 30]\n"
    kept = {*taken_from_base(text).split(", ")}
    assert {"payouts.law.deputy", "payouts.outlaws", "payouts.renegade"} <= kept, "a stranger's Deputies kept Italy's wages"
    assert not {"payouts", "payouts.law", "payouts.law.sheriff", "prizes", "prizes.by_rounds"} & kept


def test_a_file_cites_no_decision_of_its_base() -> None:
    assert ITALY.decisions["standings.lots"] == "R10-9"
    assert not house("players.maximum = 28").decisions, "(R10-9) behind a sentence said nothing to a shop's players"
    assert {*house('decisions = { "finals.leaver" = "H-1" }').decisions.values()} == {"H-1"}
    assert load("italy-2011").decisions == ITALY.decisions


def told_on(rulebook: Rulebook) -> set[str]:
    """The sentences of the rules sheet on the auction, the games, the last table and the conduct."""
    ctx = Context(rulebook, catalog("en"), 60, 5, 12)
    parts = (sections.auction_section, sections.rounds_section, sections.knockout_section, sections.conduct_section)
    return {sentence for part in parts for section in part(ctx) for sentence in section.sentences}


def test_rules_of_a_house_say_who_writes_and_plays_and_what_a_last_table_leaves_out() -> None:
    """Strangers missed these on the sheet; those of ours stay as they are."""
    own = replace(house(CONVENTION_CURED + "cash_rewards = { article = 'x', outlaw_killed = 9 }"), text="x")
    assert {
        "After the auction the Sheriff writes characters and bids.", "The referee does not play.",
        "Nobody bids in it: each player gets one character by lot.", "Badges, bonuses and cash rewards do not count in it.",
    } <= told_on(own)  # fmt: skip
    assert not {"After the auction the Sheriff writes characters and bids.", "The referee does not play."} & told_on(ITALY)
    each = house("", HEAD.replace("italy-2010", "italy-2007"))
    both = {"A table plays one game for each player at the start.",
            "A table plays until everybody who is still there has been Sheriff once."}  # fmt: skip
    assert len(both & told_on(each)) == 2, "Italy has an article for either"
    assert len(both & told_on(replace(each, text="x"))) == 1, "a stranger read a contradiction"


def test_numbers_in_brackets_have_no_unit() -> None:
    assert parse_amount("900 - 100 * (outlaws - 2)").render({"outlaws": "Outlaws"}, " $") == "900 $ - 100 $ × (Outlaws - 2)"


def test_only_a_printed_chart_has_stars() -> None:
    """Every row of a house's own chart said «not printed there»."""
    own = house('without = ["tables.chart", "tables.extension", "tables.single"]\ntables.any = [5, 6, 7]\n')
    stars = [beyond_the_chart(Context(rulebook, catalog("en"), 60, 5, 12)) for rulebook in (own, ITALY)]
    assert [any(of_one) for of_one in stars] == [False, True]


CLASHES: Final = {
    "minutes": ("italy-2010", "high_noon.minutes = 15", ["high_noon.from_reshuffle"]),
    "one list of matches": ("italy-2007", "finals.qualifiers = 2", ["finals.brackets"]),
    "brackets": (
        "italy-2010",
        "[[finals.brackets]]\nfrom_tables = 1\nqualifiers = 2\nmatches = []",
        ["finals.matches", "finals.qualifiers"],
    ),
    "finals": ("germany", '[finals]\narticle = "x"\nduel = {}', ["knockout"]),
    "a chart": ("germany", "[tables.chart]\n20 = [5, 5, 5, 5]", ["tables.counts"]),
    "a row of the chart": ("italy-2010", "tables.any = [6, 5]", ["tables.chart"]),
    "a league": ("italy-2010", '[league]\narticle = "x"\nevenings = 2\ngames = 2\nminimum = 0', ["rounds.by_players"]),
    "rounds at fixed tables": ("germany", "[rounds]\nby_players = [{ from = 20, rounds = 3 }]", []),
    "rounds of tables now fixed": ("italy-2010", "tables.fixed = true", ["rounds.by_players"]),
    "no auction": ("italy-2007", 'without = ["auction"]', ["standings.less_start"]),
    "no finals": ("italy-2010", 'without = ["finals"]', ["prizes"]),
    "winnings beside scorings": ("record", '[payouts.law]\narticle = "x"', ["scoring"]),
    "nothing of the base": ("italy-2010", "characters.dealt = 1\ncharacters.spare = 1", []),
}  # fmt: skip


@pytest.mark.parametrize(("base", "text", "theirs"), CLASHES.values(), ids=CLASHES)
def test_of_two_keys_that_cannot_be_together_the_base_s_is_named(base: str, text: str, theirs: list[str]) -> None:
    refused = raised(RulebookError, house, f"{text}\n", HEAD.replace("italy-2010", base))
    assert refused.reason.partition("write without = ")[2] == (f"{json.dumps(theirs)}." if theirs else "")


def test_who_plays_with_another_box_does_not_play_with_the_base_game_only() -> None:
    assert "base_game" in ITALY.conduct
    assert house('characters.sets = ["base"]').conduct == {rule: f"italy-2010: {at}" for rule, at in ITALY.conduct.items()}
    assert {*ITALY.conduct} - {*house('characters.sets = ["base", "dodge-city"]').conduct} == {"base_game"}


def test_only_sizes_that_tables_can_have_are_printed() -> None:
    """The roles for 7 are the base's; the game of a last table is paid, too."""
    six = (
        'without = ["tables.chart", "tables.extension", "tables.single", "finals", "prizes", "high_noon"]\ntables.any = [6, 5]\n'
    )
    last = 'roles.by_size.4 = { sheriff = 1, outlaw = 2, renegade = 1 }\nlast_table = { article = "x", players = 5 }\n'
    pay = "".join(f"payouts.{key} = 1\n" for key in AMOUNTS)
    assert house(six).sizes == {5, 6}
    assert house(six + last + pay).sizes == {4, 5, 6}
    assert load("germany").sizes == {5, 6}
    assert ITALY.sizes == {5, 6, 7}


AMOUNTS: Final = (
    *("law.sheriff.alive", "law.deputy.alive", "law.deputy.eliminated", "law.renegade.final_duel", "outlaws.outlaw.alive"),
    *("outlaws.outlaw.eliminated", "outlaws.renegade.alive", "renegade.renegade.alive", "renegade.sheriff.eliminated"),
)
"""Those of Italy 2010 that go by the size of the table."""
