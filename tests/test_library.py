"""bangxl in somebody else's program: what `bangxl.read`, `season` and `simulate` give."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import bangxl
from bangxl import library
from bangxl.commands.demo import demo
from bangxl.commands.new import new
from bangxl.commands.report import report
from bangxl.commands.standings import standings
from bangxl.commands.transfer import export
from bangxl.interchange.dump import standings_json

SIZES = {"germany": 20, "record": 5, "record-international": 5}
TABLES = ("players", "games", "seats", "ledger", "standings", "draws", "events")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished tournament of the German championship as a workbook, a referto and JSON."""
    path: Path = tmp_path_factory.mktemp("library")
    demo(path / "open.xlsx", "germany", 20, "library", "en")
    report(path / "open.xlsx")
    export(path / "open.xlsx", path / "open.json")
    return path


@pytest.mark.parametrize("table", TABLES)
def test_workbook_report_and_json_give_the_same_tables(folder: Path, table: str) -> None:
    one, *others = (getattr(bangxl.read(folder / name), table) for name in ("open.xlsx", "open-referto.xlsx", "open.json"))
    assert len(one)
    assert {name: str(kind) for name, kind in one.dtypes.items() if name in library.TYPES[table]} == library.TYPES[table]
    assert all(one.equals(other) for other in others)


def test_standings_are_those_of_the_command(folder: Path) -> None:
    rows = standings(folder / "open.xlsx")["rows"]
    assert isinstance(rows, list)
    table = bangxl.read(str(folder / "open.xlsx")).standings
    assert [*table["player"]] == [row["player"] for row in rows]
    assert [*table["score_exact"]] == [row["score_exact"] for row in rows]
    assert [*table["wins"]] == [float(row["criteria"]["wins"]) for row in rows]


@pytest.mark.parametrize("rulebook", ["italy-2007", "italy-2010", "italy-2011", "germany", "record", "record-international"])
def test_a_simulation(rulebook: str) -> None:
    one, same = (bangxl.simulate(rulebook, SIZES.get(rulebook, 10), "dice") for _ in range(2))
    assert standings_json(one.state) == standings_json(same.state)
    assert standings_json(one.state)["phase"] == "closed"
    assert not (one.check()["severity"] == "error").any()
    settled = one.ledger[one.ledger["settled"]]
    assert (settled["before"] - settled["cost"] + settled["payout"] == settled["after"]).all()
    assert len(one.seats) == one.games["players"].sum()


def test_findings_have_sheet_and_cell_or_column_and_line(tmp_path: Path) -> None:
    new(tmp_path / "empty.xlsx", "italy-2010", language="en", players="12")
    found = bangxl.read(tmp_path / "empty.xlsx").check()
    assert [*found.columns] == [*library.TYPES["findings"]]
    state = bangxl.simulate("italy-2010", 12).state
    players = state.tournament.players
    twice = (replace(players[0], name=players[1].name), *players[1:])
    found = library.Tournament(state.with_tournament(replace(state.tournament, players=twice))).check()
    assert {("duplicate_name", "Players_Name 1"), ("duplicate_name", "Players_Name 2")} <= {
        *zip(found["code"], found["cell"], strict=True)
    }


def test_a_season_counts_what_its_command_counts(folder: Path) -> None:
    tables = bangxl.season(folder)
    assert [*tables["Tournaments"]["file"]] == ["open-referto.xlsx"]
    assert tables["Tournaments"]["verified"].all()
    assert "open.xlsx" in [*tables["Skipped"]["file"]]


@pytest.mark.parametrize("call", [
    lambda: bangxl.read("no such file.xlsx"),
    lambda: bangxl.simulate("italy-2010", 3),
    lambda: bangxl.season("no such folder"),
])  # fmt: skip
def test_what_cannot_be_done_is_a_refusal(call: object) -> None:
    assert callable(call)
    with pytest.raises(bangxl.Refusal):
        call()


def test_importing_bangxl_costs_and_changes_nothing() -> None:
    code = (
        "import os, sys; before = dict(os.environ); import bangxl;"
        "heavy = {'pandas', 'openpyxl', 'msgspec', 'typer'} & {*sys.modules};"
        "print(dict(os.environ) == before, len(heavy))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["True", "0"]
