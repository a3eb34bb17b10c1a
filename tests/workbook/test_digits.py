"""Numbers of thousands of digits, wherever a text becomes a number: no number, and no traceback."""

from pathlib import Path
from typing import Final

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Changes
from bangxl.commands.check import check
from bangxl.commands.new import new
from bangxl.commands.transfer import export
from bangxl.interchange.load import MalformedError, loads
from bangxl.rulebooks.loader import load
from bangxl.tournament.findings import At
from bangxl.tournament.journal import Journal, LogEntry, reopenings
from bangxl.workbook import names
from bangxl.workbook.cells import at
from tests.helpers.raised import raised
from tests.helpers.sample import sample

NINES: Final = "9" * 5000


@pytest.mark.parametrize("name", [f"Round{NINES}T1!Player", f"Round1T{NINES}!Player", "Round1000T1!Player", "Round1T1000!Player"])
def test_names_of_sheets(name: str) -> None:
    assert names.record_sheets([name]) == []
    assert at(name, 3) == At(name, 3)


def test_names_of_other_sheets() -> None:
    assert names.wall_sheets([f"Round{NINES}!Wall_Player", "Round20!Wall_Player"]) == [20]
    assert names.stage_sheets([f"Stage{NINES}T1!Player", "Stage2T3!Player"]) == [(2, 3)]


@pytest.mark.parametrize("stage", [f"Round{NINES}T1", f"Round1T{NINES}", "Round1T", "Round", ""])
def test_log(stage: str) -> None:
    assert reopenings(Journal((LogEntry("2026-11-20T10:00:00Z", "reopen", stage),))) == {}


@pytest.mark.parametrize(("key", "rulebook"), [(NINES, "germany"), ("1000", "germany"), ("-1", "germany"), ("x", "italy-2007")])
def test_json(key: str, rulebook: str) -> None:
    text = f'{{"format": "bangxl/1", "rulebook": "{rulebook}", "start_tables": {{"{key}": ["P001"]}}}}'
    assert raised(MalformedError, loads, text.encode(), load).path == f"$.start_tables.{key}"


def test_json_with_too_many_entries() -> None:
    text = '{"format": "bangxl/1", "rulebook": "italy-2010", "lot_order": [' + '"P1",' * 10_000 + '"P2"]}'
    assert raised(MalformedError, loads, text.encode(), load).path == "$.lot_order"


@pytest.mark.parametrize(
    ("rulebook", "name"),
    [
        ("italy-2010", "Round1!Draw_Algorithm"),
        ("italy-2010", "Closed_After_Round"),
        *sample([("italy-2007", "Option_composition"), ("record", "Option_games")], 0),
    ],
)
def test_cells(path: Path, rulebook: str, name: str) -> None:
    new(path, rulebook, players="7" if rulebook == "record" else "12")
    book = ClosedBook.open(path)
    book.apply(Changes(cells={(name, 0): f"lot {NINES}" if "Draw" in name else NINES, ("Round1!Draw_Seed", 0): "x"}))
    book.save()
    check(path)
    export(path)
