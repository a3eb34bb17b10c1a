"""Prize money from the entry fees: shares by place, in the house's own regulation, and nowhere else."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bangxl.commands.check import check_with_lines
from bangxl.commands.demo import demo
from bangxl.commands.new import new
from bangxl.commands.printing import print_pages
from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.commands.transfer import export, import_json
from bangxl.commands.undo import undo
from bangxl.commands.verify import verify
from bangxl.commands.workspace import open_workspace
from bangxl.interchange.dump import fingerprint
from bangxl.rulebooks.loader import RulebookError, load, loads
from bangxl.tournament.finals import final_ranking, prizes
from bangxl.tournament.state import State
from tests.commands.stages import Copy
from tests.helpers.keyboard import Sheet, facts, typed
from tests.helpers.render import page_texts

HOUSE = """base = "italy-2010"
id = "house"
title = "House"

[source]
title = "House"
edition = ""
published = ""

[prizes]
article = "our rule"
from_fees = {shares}
"""


def shared(at: Copy, shares: list[int], fund: int) -> list[int]:
    """What those at the places get, in order, of so much that was paid."""
    state = open_workspace(at("closed")).state
    rules = replace(state.rulebook, fee_shares=tuple(shares))
    own = State(replace(state.tournament, fund=fund), rules, state.journal)
    won = prizes(own)
    return [won.get(placed.player, 0) for placed in final_ranking(own)]


@pytest.mark.parametrize(
    ("shares", "fund", "won"),
    [
        ([50, 30, 20], 100, [50, 30, 10, 10]),  # the losers of the semifinals share the third place
        ([50, 30, 20], 101, [51, 30, 10, 10]),  # 50.5, 30.3, twice 10.1: the first gets what is left
        ([50, 30], 99, [50, 29]),  # 79 of 79.2 are shared out
        ([100], 7, [7]),
        ([0, 0, 50], 100, [0, 0, 25, 25]),
        ([34, 33, 33], 1, [1]),
        ([50, 30, 20], 0, []),
    ],
)
def test_shares(at: Copy, shares: list[int], fund: int, won: list[int]) -> None:
    found = shared(at, shares, fund)
    assert found == won + [0] * (len(found) - len(won))


@pytest.fixture
def house(tmp_path: Path, at: Copy) -> Path:
    """A tournament that is over, by a house regulation; eight of ten have paid 10, one 5."""
    data = json.loads(export(at("final_played")))
    data |= {"rulebook": "house", "rulebook_text": HOUSE.format(shares="[50, 30, 20]"), "entry_fee": 10}
    for player in data["players"][:9]:
        player["paid"] = True
    data["players"][8]["fee"] = 5
    (source := tmp_path / "house.json").write_text(json.dumps(data), encoding="utf-8")
    import_json(source, path := tmp_path / "house.xlsx", language="en")
    seat(path)
    return path


def test_everywhere_it_is_the_same(house: Path, tmp_path: Path) -> None:
    """On the finals' sheet, on paper, on the results page; and `verify` computes it again."""
    assert Sheet(house).column("Finals_Prize")[:4] == [44, 25, 8, 8]  # of 85: 42.5, 25.5, 17 for two; two are left
    made = report(house, tmp_path / "r")
    print_pages(house, "diplomas", None, target := tmp_path / "d.pdf")
    for text in (page_texts(target)[0], page_texts(made.pdf)[0]):
        assert {"44", "25", "8"} <= {*re.findall(r"\d+", text)}
        assert "44 $" not in text
    page = made.page.read_text(encoding="utf-8")
    assert "<span>44</span>" in page
    assert "Prize: 25" in page
    assert verify(made.workbook).agrees
    assert fingerprint(open_workspace(house).state) == made.digest


def test_who_pays_later_changes_no_prize(house: Path, tmp_path: Path) -> None:
    """They are handed out; to mend a mark, take the end back."""
    before = report(house, tmp_path / "r").digest
    typed(house, {"Players_Paid 9": "yes"})
    assert report(house, tmp_path / "r").digest == before
    assert check_with_lines(house)[1][0].startswith("✓")
    export(house, source := tmp_path / "a.json")
    import_json(source, again := tmp_path / "again.xlsx")
    assert prizes(open_workspace(again).state) == prizes(open_workspace(house).state)
    undo(house)
    assert Sheet(house).column("Finals_Prize")[:1] == [None]
    seat(typed(house, {"Players_Paid 9": "yes"}))
    assert Sheet(house).column("Finals_Prize")[:4] == [49, 28, 9, 9]  # of 95


def test_without_finals_the_prizes_have_a_column_of_their_own(at: Copy, tmp_path: Path) -> None:
    """They stood over the formulas of the scores: place 1 had a score of 44, and the report was refused."""
    data = json.loads(export(at("played3")))
    rules = HOUSE.format(shares="[50, 30, 20]").replace("id =", 'without = ["finals"]\nid =', 1)
    data |= {"rulebook": "house", "rulebook_text": rules, "entry_fee": 10}
    for player in data["players"]:
        player["paid"] = True
    (source := tmp_path / "house.json").write_text(json.dumps(data), encoding="utf-8")
    import_json(source, path := tmp_path / "house.xlsx", language="en")
    seat(path)
    assert Sheet(path).column("Finals_Prize")[:4] == [50, 30, 20, None]
    assert check_with_lines(path)[1][0].startswith("✓")
    assert verify(report(path, tmp_path / "r").workbook).agrees


def test_a_fund_without_shares_is_nothing(at: Copy, tmp_path: Path) -> None:
    """It was a name that the new workbook does not have."""
    data = json.loads(export(at("closed"))) | {"prize_fund": 5}
    (source := tmp_path / "a.json").write_text(json.dumps(data), encoding="utf-8")
    import_json(source, path := tmp_path / "a.xlsx")
    assert facts(path).fund is None


def test_the_fund_that_a_report_says_is_verified(house: Path, tmp_path: Path) -> None:
    made = report(house, tmp_path / "r").workbook
    typed(made, {"Prize_Fund": 850})
    assert not verify(made).agrees


def test_what_is_refused(tmp_path: Path) -> None:
    for shares in ("[60, 50]", "[-1]", "[101]"):
        with pytest.raises(RulebookError, match="from_fees"):
            loads(HOUSE.format(shares=shares), "house.toml")
    (rules := tmp_path / "house.toml").write_text(HOUSE.format(shares="[50]"), encoding="utf-8")
    assert load(str(rules)).prizes == {}


def test_without_a_fee_the_prizes_follow_what_each_has_paid(tmp_path: Path) -> None:
    """It was refused; with no fixed fee the amounts are typed on *Players*."""
    (rules := tmp_path / "house.toml").write_text(HOUSE.format(shares="[50]"), encoding="utf-8")
    lines = new(path := tmp_path / "a.xlsx", str(rules), language="en")
    assert [line for line in lines if "--fee N" in line and "«Players»" in line]
    typed(path, {"Players_Name 1": "Ann", "Players_Fee 1": 7, "Players_Paid 1": "yes"})
    assert facts(path).fees[0] == 7
    assert not [line for line in new(tmp_path / "b.xlsx", str(rules), language="en", fee=10) if "--fee" in line]


def test_in_a_demonstration_everybody_has_paid(tmp_path: Path) -> None:
    (rules := tmp_path / "house.toml").write_text(HOUSE.format(shares="[50, 30, 20]"), encoding="utf-8")
    demo(path := tmp_path / "demo.xlsx", str(rules), 12, "x", "en")
    assert sum(prizes(open_workspace(path).state).values()) == 120
