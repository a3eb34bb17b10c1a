"""Money of the evening: prizes from the entry fees, who has paid at the door, and a door prize by lot."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.commands.check import check_with_lines
from bangxl.commands.corrections import redraw
from bangxl.commands.demo import demo
from bangxl.commands.errors import Refusal
from bangxl.commands.new import new
from bangxl.commands.people import put_back
from bangxl.commands.printing import print_pages
from bangxl.commands.raffle import raffle
from bangxl.commands.repair import repair
from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.commands.transfer import export, import_json
from bangxl.commands.undo import undo
from bangxl.commands.verify import verify
from bangxl.commands.workspace import open_workspace
from bangxl.interchange.dump import fingerprint
from bangxl.rulebooks.loader import RulebookError, load, parse_rulebook
from bangxl.tournament.finals import final_ranking, prizes
from bangxl.tournament.state import State
from tests.commands.stages import NAMES, Copy, listed
from tests.helpers.keyboard import Sheet, entered, facts, noted, played, typed
from tests.helpers.render import page_texts
from tests.hosts.libreoffice.office import Office
from tools.redraw import lots

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
            parse_rulebook(HOUSE.format(shares=shares), "house.toml")
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


def by_lot(path: Path, number: int) -> list[str]:
    """Names in the order of docs/draw.md §1."""
    seed = str(Sheet(path).column(f"Round{number}!Draw_Seed")[0])
    return [NAMES[int(one[1:]) - 1] for one in lots(seed, "door prize", [one.id for one in facts(path).players])]


def test_the_first_by_lot_who_is_there_and_has_none(at: Copy) -> None:
    path = at("played1")
    first, second, third, *_ = by_lot(path, 1)
    noted(path, Type="withdrawal", Player=second, Moment="between_rounds", After_Round=1)
    assert [raffle(path, "a mug")[0], raffle(path)[0]] == [f"The door prize goes to {name}." for name in (first, third)]
    undo(path)
    assert raffle(path)[0] == f"The door prize goes to {third}."
    assert Sheet(path).filled("Log_What")[-2:] == ["Taken back: a door prize by lot", f"A door prize by lot: {third}"]
    for _others in NAMES[3:]:
        raffle(path)
    with pytest.raises(Refusal, match="Everybody"):
        raffle(path)


def test_without_a_draw_there_is_no_seed(at: Copy) -> None:
    with pytest.raises(Refusal, match="no round has one yet"):
        raffle(at("entered"))


def test_the_report_shows_and_proves_it(at: Copy) -> None:
    """Also one of a round that was drawn again: its seed is gone, and nobody is accused."""
    path = at("drawn1")
    had = raffle(path, "a deck")[0]
    redraw(path, "late")
    raffle(path, "a mug")
    winner = next(one for one in by_lot(path, 1) if one not in had)
    files = report(path, path.parent, interim=True)
    words = " ".join(" ".join(page_texts(files.pdf)).split())
    assert f"Round 1: a door prize by lot for {winner} (a mug)." in words
    assert verify(files.workbook).agrees
    undo(path)
    told = verify(report(path, path.parent, interim=True, overwrite=True).workbook).trusted
    assert "taken_back" in {one.finding.code for one in told}


PAID = {"Players_Paid 0": "yes", "Players_Paid 1": "sì", "Players_Fee 1": 5, "Players_Present 2": "no", "Players_Fee 3": 0}
PEOPLE = (*NAMES, "Lea Bianchi", "Max Schmidt")
DUE = 10 * (len(PEOPLE) - 3) + 5
"""The second pays 5, the third is absent, the fourth is a guest."""


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    new(path := tmp_path / "a.xlsx", "italy-2010", language="en", players="12", fee=10)
    return typed(entered(path, PEOPLE), PAID)


def test_nothing_of_it_where_nobody_asks(tmp_path: Path) -> None:
    new(path := tmp_path / "a.xlsx", "italy-2010", language="en", players="12")
    book = ClosedBook.open(path)
    assert not {"Entry_Fee", "Players_Paid", "Players_Fee", "Players_Owed"} & book.names.keys()
    texts = str([book.everything(tab) for tab in ("Tournament", "Players")])
    assert not [word for word in ("Paid", "Fee", "fee") if word in texts]
    assert "fee" not in export(entered(path, PEOPLE))
    assert "paid" not in export(path)


def test_paid_and_owed(kept: Path, office: Office) -> None:
    """By formulas, by Python and on paper: whoever is not there owes nothing."""
    assert facts(kept).fees == (15, DUE)
    with office.open(kept) as book:
        assert tuple(sum(float(cell or 0) for cell in book.column(f"Players_{one}")) for one in ("Settled", "Owed")) == (15, DUE)
        assert f"fees paid: 15 of {DUE}" in str(book.read("Players!B5:B5"))
        assert book.errors() == []
    print_pages(kept, "checkin", None, target := kept.with_name("c.pdf"))
    words = "".join("".join(page_texts(target)).split())
    assert [words.count(one) for one in ("☑10", "☑5", "☐0", f"15of{DUE}")] == [1, 1, 1, 1]


def test_a_tournament_with_fees_is_the_same(kept: Path, tmp_path: Path) -> None:
    """Every draw, the report and its fingerprint; the fees themselves go nowhere."""
    typed(plain := listed(tmp_path / "b.xlsx", "italy-2010", PEOPLE, 12), {"Players_Present 2": "no"})
    for path in (kept, plain):
        seat(path, rng_seed="x")
        played(path)
    assert facts(kept).games == facts(plain).games
    assert facts(kept).fees == (15, DUE)
    made = report(kept, tmp_path, interim=True).workbook
    assert verify(made).agrees
    assert not {name for name in ClosedBook.open(made).names if name.endswith(("Fee", "_Paid")) and name != "Report_Paid"}


def test_as_json_and_back(kept: Path, tmp_path: Path) -> None:
    data = json.loads(export(kept))
    assert data["entry_fee"] == 10
    assert [data["players"][at] | {"name": ""} for at in (1, 3)] == [
        {"id": "P002", "name": "", "region": "", "email": "", "eligible": True, "present": True, "paid": True, "fee": 5},
        {"id": "P004", "name": "", "region": "", "email": "", "eligible": True, "present": True, "paid": False, "fee": 0},
    ]
    export(kept, source := tmp_path / "a.json")
    import_json(source, again := tmp_path / "again.xlsx", language="it")
    assert Sheet(again).column("Players_Paid")[:2] == ["sì", "sì"]
    assert export(again) == export(kept).replace('"language": "en"', '"language": "it"')


def test_a_fee_that_is_none(kept: Path, tmp_path: Path) -> None:
    """It is said, and stops no draw."""
    typed(kept, {"Players_Fee 0": "7.50", "Entry_Fee": "ten"})
    assert len([line for line in check_with_lines(kept)[1] if "is not a whole amount" in line]) == 2
    assert facts(kept).entry_fee == 0
    assert "Round 1" in seat(kept, rng_seed="x")[0]
    with pytest.raises(Refusal, match="-1: the entry fee"):
        new(tmp_path / "c.xlsx", "italy-2010", fee=-1)


def test_what_was_paid_goes_home_with_its_line(kept: Path) -> None:
    """Somebody has sorted the list after the draw."""
    regions = {f"Players_Region {row}": region for row, region in enumerate("ABCDEFGHIJKL")}
    seat(typed(kept, regions), rng_seed="x")
    before = facts(kept).players
    columns = ("Name", "Region", "Present", "Paid", "Fee")
    lines = {column: Sheet(kept).column(f"Players_{column}")[: len(PEOPLE)] for column in columns}
    typed(kept, {f"Players_{one} {row}": cell for one, cells in lines.items() for row, cell in enumerate(reversed(cells))})
    assert facts(kept).players != before
    put_back(kept)
    assert facts(kept).players == before


def test_what_bangxl_made_is_made_again(kept: Path) -> None:
    with Sheet(kept) as sheet:
        tab, cell = sheet.where("Players_Owed")
        sheet.book[tab][cell] = None
    assert any("formula" in line for line in check_with_lines(kept)[1])
    repair(kept)
    assert facts(kept).fees == (15, DUE)
    assert check_with_lines(kept)[1][0].startswith("✓")
