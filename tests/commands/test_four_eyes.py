"""A second person compares every record sheet with the paper, where the organiser has asked for it."""

import json
from pathlib import Path

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.commands.check import check_with_lines
from bangxl.commands.corrections import reopen
from bangxl.commands.new import new
from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.commands.transfer import export, import_json
from bangxl.commands.verify import verify
from tests.commands.stages import NAMES
from tests.helpers.keyboard import entered, facts, played, typed
from tests.hosts.commandline import CommandLine
from tests.hosts.libreoffice.office import Office

ASKED = "Nobody has compared these sheets with the paper: {}"
BOTH = "Round1T1 (round 1, table 1), Round1T2 (round 1, table 2)"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    new(path := tmp_path / "a.xlsx", "italy-2010", language="en", players="10", four_eyes=True)
    seat(entered(path, NAMES), rng_seed="x")
    return played(path)


def test_nothing_of_it_where_nobody_asks(tmp_path: Path) -> None:
    new(plain := tmp_path / "a.xlsx", "italy-2010", language="en", players="10")
    book = ClosedBook.open(plain)
    assert not [name for name in book.names if name.endswith(("Compared", "Four_Eyes"))]
    assert "ompared" not in str([book.everything(tab) for tab in book.sheets])
    assert "four_eyes" not in export(entered(plain, NAMES))


def test_seat_asks_before_it_closes_a_game(path: Path, bangxl: CommandLine) -> None:
    """Nobody is at the terminal, so it refuses; whoever says --yes goes on."""
    refused = bangxl("seat", path)
    assert (refused.code, refused.out) == (1, "")
    assert ASKED.format(BOTH) in refused.err
    typed(path, {"Round1T1!Compared": " Marta "})
    assert ASKED.format("Round1T2 (round 1, table 2)") in bangxl("seat", path).err
    assert facts(path).rounds_seated == 1
    assert bangxl("seat", path, "--yes").code == 0
    assert facts(path).compared == {(1, 1): "Marta"}
    typed(played(path), {"Four_Eyes": "no"})
    assert bangxl("seat", path).code == 0


def test_seats_drawn_with_cards_wait_too(path: Path, tmp_path: Path, bangxl: CommandLine) -> None:
    rows = [f"2,{1 + at // 5},{1 + at % 5},{name}" for at, name in enumerate(NAMES)]
    (cards := tmp_path / "cards.csv").write_text("\n".join(["round,table,seat,player", *rows]), encoding="utf-8")
    assert ASKED.format(BOTH) in bangxl("seat", path, "--by-hand", cards).err
    assert facts(path).rounds_seated == 1
    assert bangxl("seat", path, "--by-hand", cards, "--yes").code == 0


def test_an_open_program_asks(path: Path) -> None:
    asked: list[str] = []
    seat(path, agree=lambda _, lines: asked.extend(lines))
    assert asked == [ASKED.format(BOTH)]


def test_the_progress_counts(path: Path, office: Office) -> None:
    typed(path, {"Round1T2!Compared": "Marta", "Round2T1!Compared": "nobody sits there"})
    with office.open(path) as book:
        assert "Sheets complete: 2 · compared with the paper: 1" in str(book.read("Tournament!B1:B40"))
        assert book.errors() == []


@pytest.mark.parametrize("rulebook", ["germany", "record"])
def test_with_fixed_tables(tmp_path: Path, rulebook: str, office: Office) -> None:
    new(
        path := tmp_path / "a.xlsx",
        rulebook,
        language="en",
        players="20" if rulebook == "germany" else "5",
        fee=0,
        four_eyes=True,
    )
    assert check_with_lines(path)[1] == ["✓ Everything is in order."]
    with office.open(path) as book:
        assert book.errors() == []


def test_what_is_reopened_is_compared_again(path: Path) -> None:
    seat(typed(path, {"Round1T1!Compared": "Marta", "Round1T2!Compared": "Marta"}), rng_seed="y")
    reopen(path, 1, 1, "misread")
    assert facts(path).compared == {(1, 2): "Marta"}


def test_report_and_json(path: Path, tmp_path: Path) -> None:
    """The report is the same whoever has compared; the JSON says it."""
    made = report(path, tmp_path, interim=True)
    typed(path, {"Round1T1!Compared": "Marta"})
    assert report(path, tmp_path, interim=True).digest == made.digest
    assert verify(made.workbook).agrees
    export(path, source := tmp_path / "a.json")
    data = json.loads(source.read_bytes())
    assert (data["four_eyes"], [game.get("compared") for game in data["games"]]) == (True, ["Marta", None])
    import_json(source, again := tmp_path / "again.xlsx")
    assert export(again) == export(path)
    assert check_with_lines(again)[1][0].startswith("✓")
