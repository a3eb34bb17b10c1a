"""What `check`, `standings` and `rulebooks` show, and how the command line answers wrong usage."""

import csv
import json
from collections.abc import Callable, Iterable
from io import StringIO
from pathlib import Path

import pytest

from bangxl import terminal
from bangxl.books import files
from bangxl.commands import errors
from bangxl.tournament.findings import KINDS
from tests.commands.stages import Copy
from tests.helpers.keyboard import Sheet, noted, place, typed
from tests.hosts.commandline import CommandLine

ROW = ["player", "name", "rank", "place", "tied", "status", "score", "score_exact", "games", "criteria"]


class TestCheck:
    @pytest.mark.parametrize(("values", "code"), [({}, 0), ({"Round2T1!Character 0": None}, 0), ({"Round2T1!Bid 1": 150}, 1)])
    def test_only_errors_make_it_fail(self, at: Copy, bangxl: CommandLine, values: dict[str, object], code: int) -> None:
        assert bangxl("check", typed(at("played2"), values)).code == code

    def test_all_is_well(self, at: Copy, bangxl: CommandLine) -> None:
        run = bangxl("check", at("fresh"))
        assert (run.code, run.out, run.err) == (0, "✓ Everything is in order.\n", "")
        assert json.loads(bangxl("check", at("fresh"), "--json").out) == {"findings": []}

    def test_json_and_text(self, at: Copy, bangxl: CommandLine) -> None:
        path = typed(at("played2"), {"Round2T1!Bid 1": 150, "Round2T1!Character 0": None})
        run = bangxl("check", path, "--json")
        assert (run.code, run.err) == (1, "")
        data = json.loads(run.out)
        assert list(data) == ["findings"]
        assert {tuple(sorted(one)) for one in data["findings"]} == {("cell", "code", "severity", "sheet", "text")}
        assert all(KINDS[one["code"]].severity == one["severity"] for one in data["findings"])
        cell = place(path, "Round2T1!Bid 1")[0].split()[1]
        first = data["findings"][0]
        assert (first["code"], first["severity"], first["sheet"], first["cell"]) == ("bid_step", "error", "Round2T1", cell)
        lines = bangxl("check", path).out.splitlines()
        assert [line[:2] for line in lines] == ["× ", "! ", "· ", "· ", "Dr", "Wh"]
        assert {*lines[-1].partition("codes: ")[2].split(", ")} == {one["code"] for one in data["findings"]}
        assert lines[0] == f"× Round2T1 (round 2, table 1) {cell}: {first['text']}"


class TestStandings:
    def test_json(self, at: Copy, bangxl: CommandLine) -> None:
        run = bangxl("standings", at("closed"), "--json")
        data = json.loads(run.out)
        assert (run.code, run.err) == (0, "")
        assert list(data) == [
            "rulebook", "rounds_played", "rounds", "phase", "rows", "qualifiers", "final_ranking", "prizes", "official"
        ]  # fmt: skip
        assert (data["rounds_played"], data["rounds"], data["phase"]) == (3, 3, "closed")
        assert [list(row) for row in data["rows"]] == [ROW] * 10
        assert [row["place"] for row in data["rows"]] == list(range(1, 11))
        assert data["qualifiers"] == [row["player"] for row in data["rows"][:4]]
        assert [one["place"] for one in data["final_ranking"]][:4] == [1, 2, 3, 3]
        assert list(data["prizes"].values()) == [6000, 3000, 1500, 1500]

    def test_csv(self, at: Copy, bangxl: CommandLine) -> None:
        path = at("played3")
        run = bangxl("standings", path, "--csv")
        rows = list(csv.DictReader(StringIO(run.out)))
        data = json.loads(bangxl("standings", path, "--json").out)
        assert (run.code, run.err) == (0, "")
        assert [(row["player"], row["name"], row["score"], row["buchholz"]) for row in rows] == [
            (row["player"], row["name"], row["score_exact"], str(row["criteria"]["buchholz"])) for row in data["rows"]
        ]

    def test_text(self, at: Copy, bangxl: CommandLine) -> None:
        run = bangxl("standings", at("played3"))
        assert (run.code, run.err) == (0, "")
        head, *lines = run.out.splitlines()
        assert head.split() == ["Place", "Player", "Score", "Buchholz"]
        assert len(lines) == 10
        assert lines[0].split()[0] == "1"

    def test_who_has_left_has_no_place(self, at: Copy, bangxl: CommandLine) -> None:
        path = at("played2")
        noted(path, Type="abbandono", Player="P001", Moment="between rounds", After_Round=2)
        row = json.loads(bangxl("standings", path, "--json").out)["rows"][-1]
        assert (row["player"], row["rank"], row["place"], row["status"]) == ("P001", None, None, "withdrawn")
        assert bangxl("standings", path).out.splitlines()[-1].split()[0] == "–"


def test_rulebooks(bangxl: CommandLine) -> None:
    """The host of an evening of eight learnt only from refusals for how many players a regulation is."""
    run = bangxl("rulebooks")
    assert (run.code, run.err) == (0, "")
    ids = [line.split()[0] for line in run.out.splitlines()]
    assert ids == ["germany", "italy-2007", "italy-2010", "italy-2011", "record", "record-international"]
    assert "BANG! Campionato nazionale – Regolamento da torneo, 1.1 (19/04/2010). " in run.out
    found = [line.rpartition(" players")[0].rpartition(" ")[2] for line in run.out.splitlines()]
    assert found == ["20–126", "5–126", "10–126", "10–126", "4–7", "4–7"]


@pytest.mark.soak
def test_demo(bangxl: CommandLine, at: Copy) -> None:
    path = at("fresh").with_name("demo.xlsx")
    run = bangxl("demo", path, "--players", 10, "--rng-seed", "x", "--language", "en")
    assert (run.code, run.err) == (0, "")
    assert run.out == f"{path}: a simulated tournament of 10 players.\nNext: write the report with «bangxl report».\n"
    assert json.loads(bangxl("standings", path, "--json").out)["phase"] == "closed"
    assert bangxl("check", path).code == 0
    assert bangxl("seat", path).code == 1
    assert (bangxl("demo", path).code, bangxl("demo", path.with_name("few.xlsx"), "--players", 9).code) == (1, 2)
    assert len(Sheet(path).filled("Log_Command")) == 7
    assert {*filter(None, Sheet(path).column("Log_Source"))} == {"given"}


@pytest.mark.soak
def test_the_seed_of_a_demo_is_random_unless_it_was_given(bangxl: CommandLine, tmp_path: Path) -> None:
    path, again = tmp_path / "demo.xlsx", tmp_path / "again.xlsx"
    bangxl("demo", path, "--rulebook", "record", "--players", 5)
    seed = Sheet(path).filled("Log_Seed")[-1]
    assert {*filter(None, Sheet(path).column("Log_Source"))} == {"random"}
    assert bangxl("check", path).code == 0
    bangxl("demo", again, "--rulebook", "record", "--players", 5, "--rng-seed", seed)
    assert json.loads(bangxl("standings", again, "--json").out) == json.loads(bangxl("standings", path, "--json").out)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("seat",), "FILE"),
        (("standings", "torneo.xlsx", "--json", "--csv"), "--csv"),
        (("new", "torneo.xlsx", "--rulebook"), "--rulebook"),
        (("reopen", "torneo.xlsx", "--round", "one", "--table", "1", "--reason", "x"), "--round"),
        (("import", "t.json"), "--output"),
    ],
)
def test_wrong_usage(bangxl: CommandLine, arguments: tuple[str, ...], named: str) -> None:
    run = bangxl(*arguments)
    assert (run.code, bool(run.out)) == (2, "--json" in arguments)
    assert named in run.err
    assert "Traceback" not in run.err


class TestDefect:
    """A defect of ours ends with 3, and says truly what has been written before it."""

    def test_before_anything_is_written(self, bangxl: CommandLine, at: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
        path = at("fresh")
        monkeypatch.setattr(files, "WRITTEN", [])
        monkeypatch.setattr("bangxl.commands.check.check_with_lines", broken)
        run = bangxl("check", path)
        assert (run.code, run.out, errors.DEFECT) == (3, "", 3)
        assert run.err.endswith("This is a defect of bangxl. No file was written. Please report it with the lines above.\n")

    def test_after_the_workbook_is_written(self, bangxl: CommandLine, at: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
        path = at("played2")
        monkeypatch.setattr(files, "WRITTEN", [])
        monkeypatch.setattr("bangxl.cli.say", broken_tongue())
        run = bangxl("reopen", path, "--round", 1, "--table", 1, "--reason", "they protest")
        assert run.code == 3
        last = run.err.splitlines()[-1]
        assert last.startswith("This is a defect of bangxl. Written before it: ")
        assert f"{path.resolve()}. «bangxl undo» takes a command back." in last


def broken(*_arguments: object, **_more: object) -> None:
    raise RuntimeError("a wheel came off")


def broken_tongue() -> Callable[..., None]:
    """What fails on what the command has to say, and shows what is said of that."""

    def say(lines: Iterable[object], *, wrong: bool = False) -> None:
        if not wrong:
            broken()
        terminal.say(lines, wrong=wrong)

    return say
