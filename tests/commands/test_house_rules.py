"""A referee's own rulebook, written as docs/regulations/README.md tells: it mixes what ours have; copied, changed, played."""

import json
import re
from collections.abc import Callable
from fractions import Fraction
from importlib import resources
from pathlib import Path
from textwrap import dedent
from typing import Final, cast

import pytest
from openpyxl import load_workbook

from bangxl.books.closed import ClosedBook
from bangxl.commands.blank import blank
from bangxl.commands.check import all_findings
from bangxl.commands.demo import demo
from bangxl.commands.errors import Refusal
from bangxl.commands.new import new
from bangxl.commands.report import report
from bangxl.commands.season import Request, season
from bangxl.commands.seat import seat
from bangxl.commands.standings import standings_data
from bangxl.commands.transfer import export, import_json
from bangxl.commands.undo import redo, undo
from bangxl.commands.verify import verify
from bangxl.commands.workspace import open_workspace
from bangxl.locale.catalog import catalog
from bangxl.rulebooks.faults import RulebookError
from bangxl.rulebooks.loader import load, parse_rulebook, rulebook_ids
from bangxl.rulebooks.schema import RulebookFile
from bangxl.sheets.context import Context
from bangxl.sheets.sections import rounds_section
from bangxl.tournament.payouts import depends_on_end, payout_table
from bangxl.tournament.rulebook import Factor, Games, SheriffRule
from tests.commands.stages import listed
from tests.helpers.keyboard import entered, noted, played, typed
from tests.helpers.raised import raised
from tests.hosts.ironcalc import Recalculated

EXAMPLES: Final = sorted((Path(__file__).parents[2] / "docs" / "regulations" / "examples").glob("*.toml"))
SCHOOL: Final = Path(__file__).parents[1] / "data" / "school.toml"
CATTLE_DRIVE: Final = Path(__file__).parents[1] / "data" / "cut.toml"


def test_a_house_tournament_needs_its_file_only_once(tmp_path: Path) -> None:
    text = (resources.files("bangxl.rulebooks") / "italy-2010.toml").read_text(encoding="utf-8")
    rules, path = tmp_path / "house.toml", tmp_path / "house.xlsx"
    rules.write_text(text.replace("start = 5000", "start = 7000").replace('id = "italy-2010"', 'id = "house"'), encoding="utf-8")
    new(path, str(rules), players="10", language="en")
    rules.unlink()
    entered(path, [f"Player {number}" for number in range(10)])
    seat(path)
    rows = standings_data(path)["rows"]
    assert isinstance(rows, list)
    assert {row["score"] for row in rows} == {7000}
    played(path)
    assert "Round 2" in seat(path)[0]


def test_what_comes_from_the_base_is_told_and_the_demo_has_enough_players(tmp_path: Path) -> None:
    """A pub night kept Italy's secrecy, and nothing said so. A simulation has the minimum of players, if that is more than 22."""
    rules, path = tmp_path / "house.toml", tmp_path / "house.xlsx"
    named = 'base = "italy-2010"\nid = "house"\ntitle = "House"\nsource = { title = "Rules", edition = "", published = "" }\n'
    own = 'without = ["tables.chart", "tables.extension", "tables.single", "prizes", "secrecy"]\ncharacters.sets = ["base"]\n'
    own += "players.minimum = 24\ntables.any = [6, 5]\nrounds.by_players = [{ from = 24, rounds = 1 }]\n"
    own += 'payouts.outlaws.outlaw.alive = { 5 = 1500, 6 = 1800 }\npayouts.renegade.renegade.alive = "900 / players"\n'
    rules.write_text(named + own, encoding="utf-8")
    (told,) = (line for line in new(path, str(rules), language="en") if line.startswith("Unchanged"))
    assert told.startswith("Unchanged from the base: language, players.maximum, tables.sheriff, roles, auction, ")
    assert not {"secrecy", "prizes", "characters.names"} & {*told.removesuffix(".").split(", ")}
    first, *_seed, kept, _next = demo(tmp_path / "demo.xlsx", str(rules), None, "x", "en")
    assert "24 players" in first
    assert kept == told
    assert not any(line.startswith("Unchanged") for line in new(tmp_path / "ours.xlsx", "italy-2010", language="en"))


def test_what_is_played_only_if_chosen_is_told(tmp_path: Path) -> None:
    """A cup wrote its rewards and never saw them played."""
    rules = tmp_path / "house.toml"
    named = 'base = "italy-2010"\nid = "house"\ntitle = "House"\nsource = { title = "Rules", edition = "", published = "" }\n'
    rules.write_text(f'{named}cash_rewards = {{ article = "4", outlaw_killed = 200 }}\n', encoding="utf-8")
    line = "cash_rewards: played only if chosen on the tournament sheet, or with --option cash_rewards=yes."
    assert line in new(tmp_path / "house.xlsx", str(rules), language="en")
    assert line not in new(tmp_path / "chosen.xlsx", str(rules), language="en", options=["cash_rewards=yes"])


FOURS: Final = """base = "record"
without = ["tables.chart", "rounds.games"]
id = "fours"
title = "Fours"
source = { title = "Rules", edition = "", published = "" }
players = { article = "1", minimum = 8, maximum = 32 }
rounds = { article = "2", by_players = [{ from = 8, rounds = 6 }] }
tables = { article = "3", fixed = false, smallest = 0, sheriff = "seat_1", any = [4] }
"""


def test_a_demo_has_a_number_of_players_with_tables_and_nobody_is_promised_the_impossible(tmp_path: Path) -> None:
    """22 cannot sit at tables of 4; with six rounds there everybody is Sheriff more than once."""
    rules = tmp_path / "fours.toml"
    rules.write_text(FOURS, encoding="utf-8")
    assert "20 players" in demo(tmp_path / "fours.xlsx", str(rules), None, "x", "en")[0]
    rule = [one.sentences[-1] for one in rounds_section(Context(load(str(rules)), catalog("en"), 8, 6, 2))]
    assert rule == ["Seat 1 is the Sheriff: those who were it least often, by lot."]


def test_tables_that_play_more_games_than_others_are_told(tmp_path: Path) -> None:
    """At fixed tables of 5 to 7 the score was a sum of five, six or seven games, and nothing said so."""
    rules = tmp_path / "house.toml"
    named = 'base = "germany"\nid = "house"\ntitle = "House"\nsource = { title = "Rules", edition = "", published = "" }\n'
    for number, text in enumerate(
        ("", 'without = ["standings.once"]\n', 'without = ["standings.once"]\nstandings.per_game = true\n')
    ):
        rules.write_text(named + text, encoding="utf-8")
        told = new(tmp_path / f"{number}.xlsx", str(rules), players="20", language="en")
        assert any("Larger tables play more games" in line for line in told) is (number == 1)


def test_prizes_that_rise_from_place_to_place_are_told(tmp_path: Path) -> None:
    rules = tmp_path / "house.toml"
    named = 'base = "italy-2010"\nid = "house"\ntitle = "House"\nsource = { title = "Rules", edition = "", published = "" }\n'
    amounts = "prizes.by_rounds = {{ 3 = {row}, 4 = [9, 8, 7, 7], 5 = [9, 8, 7, 7] }}\n"
    shares = 'without = ["prizes.by_rounds"]\nprizes.from_fees = {row}\n'
    texts = [text.format(row=row) for text in (amounts, shares) for row in ("[8, 7, 7, 0]", "[5, 9, 4, 4]")]
    for number, text in enumerate(["", *texts]):
        rules.write_text(named + text, encoding="utf-8")
        told = new(tmp_path / f"{number}.xlsx", str(rules), players="20", language="en")
        assert any("Prizes rise from one place to the next" in line for line in told) is (number in {2, 4})


def test_the_report_of_a_tournament_with_cuts_proves_who_went_home(tmp_path: Path) -> None:
    """Report, results page and JSON say who went home, and `verify` computes it again."""
    path = tmp_path / "house.xlsx"
    demo(path, str(CATTLE_DRIVE), 12, "dice", "en")
    rows = standings_data(path)["rows"]
    assert isinstance(rows, list)
    ends = [row["status"] for row in rows]
    assert ends == sorted(ends) == ["active"] * 5 + ["cut"] * 6 + ["withdrawn"]
    files = report(path, tmp_path)
    assert verify(files.workbook).differences == ()
    page = files.page.read_text("utf-8")
    assert page.count("cut</td>") == 6
    assert ">Most damage<" in page
    again = tmp_path / "again.xlsx"
    (tmp_path / "house.json").write_text(export(path), "utf-8")
    import_json(tmp_path / "house.json", again)
    assert standings_data(again) == standings_data(path)
    assert export(again) == export(path)


@pytest.mark.parametrize("rules", [one for one in EXAMPLES if one.stem != "league"], ids=lambda rules: rules.stem)
def test_an_example_plays_a_whole_tournament_that_verify_confirms(tmp_path: Path, rules: Path) -> None:
    path = tmp_path / "house.xlsx"
    demo(path, str(rules), 16, "dice", "en")
    last = [len(game["seats"]) for game in json.loads(export(path))["games"] if game["round"] == 6]
    assert last == ([7] if rules.stem == "stages-and-badges" else [])
    assert verify(report(path, tmp_path).workbook).differences == ()


def test_equal_players_share_a_place_in_report_page_and_sheets(tmp_path: Path) -> None:
    """Where nothing follows, the report and its page said that a lot was drawn, and the rules that they share the rank."""
    rules = next(one for one in EXAMPLES if one.stem == "stages-and-badges")
    demo(path := tmp_path / "house.xlsx", str(rules), 16, "dice", "en")
    ranks = [row["rank"] for row in cast("list[dict[str, object]]", standings_data(path)["rows"])]
    assert len(set(ranks)) < len(ranks), "somebody is equal to somebody"
    files = report(path, tmp_path)
    written = ClosedBook.open(files.workbook, reading_only=True)
    assert "Lots_Position" not in written.names
    assert {*written.read("Ranking_Separated")} <= {None, "", "Wins", "cut"}
    table = files.page.read_text("utf-8").partition(">Standings</h2>")[2].partition("</table>")[0]
    assert [int(place) for place in re.findall(r'<tr[^>]*><td class="place"[^>]*>(\d+)<', table)] == ranks
    assert "lot" not in re.sub(r"<[^>]*>", " ", table).split()
    assert Recalculated(path, tmp_path).column("Standings_Rank")


def test_a_regulation_of_points_speaks_of_no_money(tmp_path: Path) -> None:
    """Nor of one characters, nor of a duel by its bare code; and `new` says for which numbers there are no tables."""
    rules = tmp_path / "points.toml"
    rules.write_text(POINTS, "utf-8")
    lines = new(path := tmp_path / "points.xlsx", str(rules), players="12", language="en")
    assert "There are no tables for these numbers of players: 8, 9." in lines
    book = load_workbook(path)
    texts = "\n".join(
        str(cell.value) for name in ("Standings", "Finals", "Rules") for row in book[name].iter_rows() for cell in row
    )
    assert [word for word in ("Money", "1 characters", "\nF3\n") if word in texts] == []
    assert "Total after\nround 1" in texts
    assert "Duel F3" in texts


POINTS: Final = """
base = "italy-2010"
without = ["auction", "prizes", "finals", "tables.chart", "tables.extension", "secrecy"]
id = "points"
title = "Points"
source = { title = "P", edition = "", published = "" }
players.minimum = 5
tables.any = [7, 6, 5]
characters.spare = 1
rounds.by_players = [{ from = 5, rounds = 2 }]
[standings]
unit = "points"
criteria = ["wins"]
[finals]
article = "F"
brackets = [{ from_tables = 1, qualifiers = 2, matches = [{ code = "F3", a = 1, b = 2 }] }]
duel.quick = { article = "F", each = 1, scores = [[1, 0]] }
"""


# the record sheet and Check called that price wrong, at every table
def test_the_last_player_may_pay_less_than_anybody_may_bid(tmp_path: Path) -> None:
    path = tmp_path / "school.xlsx"
    demo(path, str(SCHOOL), 14, "dice", "en")
    assert "bid_minimum" not in {one.finding.code for one in all_findings(open_workspace(path, reading_only=True))}
    recalculated = Recalculated(path, tmp_path)
    bids = [bid for table in (1, 2, 3) for bid in recalculated.column(f"Round1T{table}!Bid")]
    assert 0 in bids
    assert {recalculated.column(f"Round1T{table}!Check")[0] for table in (1, 2, 3)} == {"✓ complete"}


# five were to sit out; who had no single table was told to end the tournament two rounds early
def test_of_eleven_left_for_tables_of_four_and_five_one_can_sit_out(tmp_path: Path) -> None:
    house, path = tmp_path / "house.toml", tmp_path / "house.xlsx"
    house.write_text(SCHOOL.read_text("utf-8").replace("[6, 5, 4]", "[5, 4]"), "utf-8")
    seat(listed(path, str(house), 12))
    noted(played(path), Type="withdrawal", Player="P004", Moment="between rounds", After_Round=1, Reason="train")
    told = raised(Refusal, seat, path).lines
    assert told[1] == "Either let 1 player sit out this round (Events: sit-out, between rounds, after round 1),"
    noted(path, 1, Type="sit-out", Player="P005", Moment="between rounds", After_Round=1, Reason="one too many")
    assert seat(path)[0] == "Round 2 is drawn: 10 players, tables 5+5."


def test_a_badge_is_exported_by_its_name_and_a_strange_one_refused(tmp_path: Path) -> None:
    path = tmp_path / "house.xlsx"
    demo(path, str(CATTLE_DRIVE), 12, "dice", "en")
    text = export(path)
    seats = [seat for game in json.loads(text)["games"] for seat in game["seats"]]
    assert {name for seat in seats for name in seat.get("badges", {})} == {"Most damage", "Beers wasted"}
    assert not any(name.startswith("badge_") for seat in seats for name in seat)
    (tmp_path / "house.json").write_text(text.replace('"Most damage": 1', '"Best hat": 1'), "utf-8")
    with pytest.raises(Refusal, match="no badge «Best hat»") as refused:
        import_json(tmp_path / "house.json", tmp_path / "again.xlsx")
    assert ".seats" in refused.value.lines[0]


def test_a_cut_says_who_goes_home_and_is_undone_and_redone(path: Path) -> None:
    """Twelve players, of whom eleven play on after the first round; the last one keeps the twelfth place."""
    seat(listed(path, str(CATTLE_DRIVE), 12))
    played(path)
    before = standings_data(path)["rows"]
    lines = seat(path)
    assert lines[0] == "Round 2 is drawn: 11 players, tables 6+5."
    (home,) = (line for line in lines if line.startswith("Out after this cut"))
    after = standings_data(path)["rows"]
    assert isinstance(after, list)
    assert [row["status"] for row in after] == ["active"] * 11 + ["cut"]
    assert home.endswith(f": {after[-1]['name']}.")
    undo(path)
    assert standings_data(path)["rows"] == before != after
    redo(path)
    assert standings_data(path)["rows"] == after


def test_too_few_are_told_without_a_chart(tmp_path: Path) -> None:
    """With sizes of tables instead of a chart, a click on Seat ended in a traceback as long as somebody was missing."""
    path, rules = tmp_path / "cut.xlsx", next(one for one in EXAMPLES if one.stem == "cut-and-last-table")
    new(path, str(rules), players="60", language="en")
    with pytest.raises(Refusal, match="needs 10 to 60"):
        seat(entered(path, [f"Player {number}" for number in range(9)]))


def test_what_can_be_chosen_of_the_tables_is_said_with_the_first_draw_alone(tmp_path: Path) -> None:
    """Four tables of 5, chosen, were 7+7+6 from round 2 on, without a word; there it said undo and choose, which ended in ×."""
    path, rules = tmp_path / "cut.xlsx", next(one for one in EXAMPLES if one.stem == "cut-and-last-table")
    new(path, str(rules), players="24", language="en")
    entered(
        path, [f"{name} {family}" for name in ("Ada", "Bea", "Cleo", "Dora") for family in ("Ash", "Elm", "Fir", "Oak", "Yew")]
    )
    advice, limit = "For 5+5+5+5, use «bangxl undo», then choose", "Only the tables of the first draw can be chosen. "
    first = "".join(seat(path))
    assert (advice in first, limit in first) == (True, True)
    undo(path, agree=lambda *_: None)
    typed(path, {"Option_composition": "5+5+5+5"})
    again = "".join(seat(path))
    assert (advice in again, limit in again) == (False, True)
    second = "".join(seat(played(path)))
    assert "tables 7+7+6" in second
    assert not any(words in second for words in (advice, limit))


def test_a_share_is_rounded_up_to_a_number_that_has_tables(tmp_path: Path) -> None:
    """Half of 16 are 8, whom tables of five to seven cannot seat: 10 play on. The sheets say the same."""
    (rules,) = (one for one in EXAMPLES if one.stem == "cut-and-last-table")
    (cut,) = load(str(rules)).cuts
    rows = {10: 5, 11: 6, 12: 6, 13: 7, 14: 7, 15: 10, 16: 10, 20: 10, 21: 11, 60: 30}
    assert {players: cut.players(players) for players in rows} == rows
    (sheet,) = [two for two in load(str(SCHOOL)).cuts if two.share]
    assert [sheet.players(players) for players in (12, 13, 14, 17, 21, 22)] == [6, 8, 8, 9, 11, 11]
    new(path := tmp_path / "house.xlsx", str(rules), players="16", language="en")
    for players in (11, 16):
        entered(path, [f"Player {number}" for number in range(players)])
        assert Recalculated(path, tmp_path).column("Standings_Cut") == [cut.players(players)]


@pytest.mark.parametrize("command", ["blank", "demo", "import", "season"])
def test_every_command_that_takes_a_rulebook_tells_its_faults_in_the_language_asked_for(tmp_path: Path, command: str) -> None:
    rules, made = tmp_path / "house.toml", tmp_path / "house.xlsx"
    rules.write_text('base = "italy-2010"\nid = "house"\n[auction]\nstep = "hundred"\n', encoding="utf-8")
    commands: dict[str, Callable[[], object]] = {
        "blank": lambda: blank(made, str(rules), "it"),
        "demo": lambda: demo(made, str(rules), None, None, "it"),
        "import": lambda: import_json(rules, made, rulebook_id=str(rules), language="it"),
        "season": lambda: season([tmp_path], made, Request(rulebook=str(rules), language="it")),
    }
    line, *_others = raised(Refusal, commands[command]).lines
    assert line.startswith("house.toml, riga 4: auction.step: ")
    assert "numero intero" in line


PATH: Final = Path(__file__).parent.parent / "data" / "house.toml"
RECIPE: Final = (PATH.parents[2] / "docs" / "regulations" / "README.md").read_text(encoding="utf-8")
HOUSE: Final = load(str(PATH))


def test_it_mixes_mechanisms() -> None:
    assert (HOUSE.id, HOUSE.language) == ("saloon-cup", "en")
    assert (HOUSE.games, HOUSE.sheriff, HOUSE.fixed_tables, HOUSE.smallest_table) == (
        Games.TABLE_SIZE, SheriffRule.LEFT, True, 4,
    )  # fmt: skip
    assert HOUSE.score.factor == Factor(4, 5, Fraction(11, 10))
    assert (HOUSE.score.less_start, HOUSE.score.per_game, HOUSE.score.rounded) == (True, True, True)
    assert [(b.from_tables, [m.code for m in b.matches]) for b in HOUSE.brackets] == [(1, ["F"]), (4, ["SF1", "SF2", "P3", "F"])]
    assert (HOUSE.largest_table, HOUSE.asks("killed_sheriff"), HOUSE.lives, HOUSE.warnings_to_ejection) == (5, True, False, 3)


def test_what_it_leaves_out_is_out() -> None:
    """``without`` takes away what the base has: rounds by players, prizes, tables of 6 and 7, the long duel."""
    assert (HOUSE.rounds, HOUSE.prizes, sorted(HOUSE.roles), list(HOUSE.duel_modes)) == ((), {}, [4, 5], ["quick"])
    assert "prizes" not in HOUSE.articles


def test_what_it_does_not_mention_is_the_bases() -> None:
    """The auction's minimum and last price, and the characters with their lives, are those of Italy 2010."""
    base = load("italy-2010")
    assert (HOUSE.auction.minimum, HOUSE.auction.last, HOUSE.auction.start, HOUSE.auction.step) == (0, 0, 1000, 50)  # type: ignore[union-attr]
    assert HOUSE.characters == base.characters


@pytest.mark.parametrize(
    ("key", "dollars"),
    {
        "|4|outlaws|2|2|outlaw|alive": 600 + 200 + 50,
        "|5|outlaws|4|1|outlaw|alive": 1200 + 400 + 50,
        "|5|outlaws|4|1|outlaw|eliminated": -50,
        "|5|law|3|0|deputy|alive": 900 + 50,
        "|4|renegade|3|0|renegade|alive": 5200 + 50,
        "|4|law|3|0|renegade|final_duel": 250,
    }.items(),
)
def test_amounts(key: str, dollars: int) -> None:
    """A bag of 1200 shared by the Outlaws who live, 100 for each of the dead, 50 for the living."""
    assert depends_on_end(HOUSE)
    assert payout_table(HOUSE)[key] == dollars


def test_the_recipe_works() -> None:
    """The example on the page of regulations is a rulebook."""
    example = re.search(r"(?s)```toml\n(.*?)```", RECIPE)
    assert example is not None
    rulebook = parse_rulebook(dedent(example[1]), "recipe.toml")
    assert rulebook.auction is not None
    assert (rulebook.id, rulebook.auction.start, list(rulebook.duel_modes), rulebook.prizes) == ("saloon-cup", 3000, ["long"], {})
    assert payout_table(rulebook)["|7|outlaws|renegade|alive"] == 1050


def test_the_recipe_for_tables_of_four_lacks_only_the_other_amounts() -> None:
    """They are named all at once: whoever writes these has it at the second try."""
    lines = re.findall(r"(?s)```toml\n(.*?)```", RECIPE)[2]
    head = 'base = "italy-2010"\nwithout = ["tables.chart"]\ntables.any = [7, 6, 5, 4]\n'
    head += 'id = "fours"\ntitle = "Fours"\nsource = { title = "F", edition = "", published = "" }\n'
    lacking = re.findall(r"payouts\.[a-z_.]+\w", str(raised(RulebookError, parse_rulebook, head + lines, "fours.toml")))
    more = "".join(f"{key} = {{ 4 = 1000, 5 = 2000, 6 = 3000, 7 = 3000 }}\n" for key in dict.fromkeys(lacking))
    assert 4 in parse_rulebook(head + lines + more, "fours.toml").roles


def test_the_recipe_for_sizes_of_tables_names_what_each_base_has(tmp_path: Path) -> None:
    """A stranger had three tries for what stands in the way of `any`: each base has something else."""
    _any, *lines = re.findall(r"(?s)```toml\n(.*?)```", RECIPE)[1].splitlines()
    seen = set()
    for line in lines:
        without, _hash, bases = line.partition("#")
        for base in re.findall(r"[a-z]+(?:-[a-z0-9]+)?(?=[,:])", bases.partition(" tables")[0]):
            sizes, rules = [*load(base).sizes], tmp_path / f"{base}.toml"
            own = f'base = "{base}"\n{without}\ntables.any = {sizes}\nid = "own"\ntitle = "Own"\n'
            rules.write_text(f'{own}source = {{ title = "F", edition = "", published = "" }}\n', encoding="utf-8")
            assert load(str(rules)).chart == {}
            seen.add(base)
    assert seen == {*rulebook_ids()}


def test_the_page_of_italy_shows_the_winnings_of_its_file() -> None:
    own = (resources.files("bangxl.rulebooks") / "italy-2010.toml").read_text(encoding="utf-8")
    (block,) = re.findall(
        r"(?s)```toml\n(.*?)```", (PATH.parents[2] / "docs/regulations/italy-2010.md").read_text(encoding="utf-8")
    )
    assert block in own
    assert block.count("[payouts.") == 3


def test_the_recipe_names_every_table() -> None:
    assert {name for name in RulebookFile.__struct_fields__ if not re.search(rf"`{name}[.`]", RECIPE)} == set()
