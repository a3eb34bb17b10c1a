"""Who has paid at the door: columns that are there only where somebody has asked for them, and never touch the game."""

import json
from pathlib import Path

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.commands.check import check_with_lines
from bangxl.commands.errors import Refusal
from bangxl.commands.new import new
from bangxl.commands.people import put_back
from bangxl.commands.printing import print_pages
from bangxl.commands.repair import repair
from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.commands.transfer import export, import_json
from bangxl.commands.verify import verify
from tests.commands.stages import NAMES
from tests.helpers.keyboard import Sheet, entered, facts, played, typed
from tests.helpers.render import page_texts
from tests.hosts.libreoffice.office import Office

PAID = {"Players_Paid 0": "yes", "Players_Paid 1": "sì", "Players_Fee 1": 5, "Players_Present 2": "no", "Players_Fee 3": 0}
PEOPLE = (*NAMES, "Lea Bianchi", "Max Schmidt")
DUE = 10 * (len(PEOPLE) - 3) + 5
"""The second pays 5, the third is absent, the fourth is a guest."""


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    new(path := tmp_path / "a.xlsx", "italy-2010", language="en", players="20", fee=10)
    return typed(entered(path, PEOPLE), PAID)


def test_nothing_of_it_where_nobody_asks(tmp_path: Path) -> None:
    new(path := tmp_path / "a.xlsx", "italy-2010", language="en", players="20")
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
    new(plain := tmp_path / "b.xlsx", "italy-2010", language="en", players="20")
    typed(entered(plain, PEOPLE), {"Players_Present 2": "no"})
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
