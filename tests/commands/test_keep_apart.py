"""Two players who are kept apart sit at different tables, however they are named; who is nobody stops the draw, and is named."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bangxl.commands.check import check
from bangxl.commands.errors import Refusal
from bangxl.commands.new import new
from bangxl.commands.seat import seat
from bangxl.commands.transfer import export, import_json
from bangxl.commands.workspace import open_workspace
from bangxl.rulebooks.loader import load
from bangxl.tournament.journal import read_pairs
from bangxl.tournament.options import pairs_apart
from bangxl.tournament.state import State
from tests.commands.stages import NAMES, Copy
from tests.helpers.keyboard import Sheet, facts, place, played, typed
from tests.helpers.raised import raised
from tools.redraw import verdicts

PAIR = "P001+P002"
SPELT = (
    "P001+P002", " p001 + p002 ", "1+2", "P1 + p02", "Anna Rossi+Bruno D'Amico", "anna  rossi + BRUNO d'amico",
    "P001+Bruno D'Amico", "P001/P002", "p001-P002", "P001 P002", "P001;P002", "1,2", "1 & 2", "1 – 2", "1\n2", "1.2", "1 | P2",
    "Anna Rossi, Bruno D'Amico", "Anna Rossi  Bruno D'Amico", "Anna Rossi - Bruno D'Amico", "anna rossi / 2", "1 ≠ 2",
    "(1, 2)", "１＋２", '"Anna Rossi"; "Bruno D\'Amico"', "P001+P002;", "#1 + #2",
)  # fmt: skip
GROUPS = {
    "1+2, 3+4": "P001+P002,P003+P004",
    "1/2; Çelik Öztürk/4; 5 / 6": "P001+P002,P003+P004,P005+P006",
    "1,2; 3,4": "P001+P002,P003+P004",
    "1-2 3-4": "P001+P002,P003+P004",
    "1+2\nÇELIK ÖZTÜRK + 4": "P001+P002,P003+P004",
    "1+2+3": "P001+P002+P003",
    "Anna Rossi, Bruno D'Amico, Çelik Öztürk": "P001+P002+P003",
    "1 2 3, 1 4": "P001+P002+P003,P001+P004",
}
UNREADABLE = ("P001", "Anna Rossi", "1+1", "P001+anna rossi", "1+2,", "1+2, 3", "1 2, 3 4, 3", "+", "1+2+2")


SEED = "2"
"""By it the two share a table in round 1 if nobody asks for anything."""


def together(path: Path) -> bool:
    return any({"P001", "P002"} <= {one.player for one in game.seats} for game in facts(path).games)


@pytest.mark.soak
def test_names_numbers_and_ids_are_the_same_pair(at: Copy) -> None:
    path = at("entered")
    seat(path, rng_seed=SEED)
    assert together(path)
    path = at("entered")
    for text in SPELT:
        assert facts(typed(path, {"Option_keep_apart": text})).options["keep_apart"] == PAIR
    seat(path, rng_seed=SEED)
    assert not together(path)


def test_several_pairs_and_three_people(at: Copy) -> None:
    path = at("entered")
    for text, groups in GROUPS.items():
        assert facts(typed(path, {"Option_keep_apart": text})).options["keep_apart"] == groups
    state = State(replace(facts(path), options={"keep_apart": "P001+P002+P003,P004+P005"}), load("italy-2010"))
    assert {*map(frozenset, ({"P001", "P002"}, {"P001", "P003"}, {"P002", "P003"}, {"P004", "P005"}))} == pairs_apart(state)


@pytest.mark.soak
def test_a_name_with_signs_in_it(at: Copy) -> None:
    for name in ("Anna-Maria Rossi", "O'Neill, Anna", "Anna Rossi Jr.", "Анна Росси", "Anna R. Rossi", "Zoe\u0301", "Anna 2"):
        path = typed(at("entered"), {"Players_Name 0": name})
        for sign in ("+", " - ", ", ", "/"):
            text = f"{name}{sign}Bruno D'Amico"
            assert facts(typed(path, {"Option_keep_apart": text})).options["keep_apart"] == PAIR, text


def test_after_a_draw_it_counts_for_the_next_one(at: Copy) -> None:
    path = at("entered")
    seat(path, rng_seed=SEED)
    played(path, "one")
    typed(path, {"Option_keep_apart": "Anna Rossi / 2"})
    before = {one.finding.code for one in check(path)}
    assert not before & {"option_changed", "not_apart", "draw_not_reproduced", "seed_not_bound"}
    seat(path, rng_seed="later")
    rows = [read_pairs(row.result)["keep_apart"] for row in open_workspace(path).log if row.command == "seat"]
    assert rows == ["", PAIR]
    typed(path, {"Option_keep_apart": ""})
    assert not {one.finding.code for one in check(path)} & {"option_changed", "not_apart", "draw_not_reproduced"}


def test_what_names_no_pair_is_said_in_its_cell(at: Copy) -> None:
    path = at("entered")
    for text in UNREADABLE:
        assert [one.finding.code for one in check(typed(path, {"Option_keep_apart": text}))] == ["apart_unreadable"]
    assert [str(one) for one in check(path)] == list(raised(Refusal, seat, path).lines)
    assert [f"{one.sheet} {one.cell}" for one in check(path)] == place(path, "Option_keep_apart")


def test_who_is_nobody_is_named(at: Copy) -> None:
    path = typed(at("entered"), {"Option_keep_apart": "P001+P099, Anna Bianchi+2"})
    assert ["«Anna Bianchi»" in check(path)[0].text, "«P099»" in check(path)[1].text] == [True, True]
    with pytest.raises(Refusal):
        seat(path)


def test_a_name_of_two_is_not_guessed(at: Copy) -> None:
    path = typed(at("entered"), {"Players_Name 4": "Anna Rossi", "Option_keep_apart": "Anna Rossi+2"})
    assert "ambiguous_player" in [one.finding.code for one in check(path)]


def test_a_name_spelt_otherwise_after_the_draw_changes_nothing(at: Copy) -> None:
    path = typed(at("entered"), {"Option_keep_apart": "Anna Rossi+Bruno D'Amico"})
    seat(path, rng_seed=SEED)
    assert Sheet(path).column("Option_keep_apart") == [PAIR]
    played(path, "one")
    typed(path, {"Players_Name 0": "Anna Rosssi"})
    seat(path, rng_seed="later")
    assert facts(path).options["keep_apart"] == PAIR


def test_an_exported_file_may_name_them_too(at: Copy, tmp_path: Path) -> None:
    text = export(typed(at("entered"), {"Option_keep_apart": PAIR}))
    (tmp_path / "again.json").write_text(text.replace(PAIR, "Anna Rossi + 2"), encoding="utf-8")
    import_json(tmp_path / "again.json", tmp_path / "again.xlsx")
    assert facts(tmp_path / "again.xlsx").options["keep_apart"] == PAIR


def test_an_exported_file_says_who_was_apart_in_each_draw(at: Copy, tmp_path: Path) -> None:
    """Wishes and own tables changed between rounds: the imported workbook finds each draw as it was, and goes on changing."""
    path, first, again = at("entered"), tmp_path / "first.json", tmp_path / "again.xlsx"
    for number, (pair, table) in enumerate((("", None), (PAIR, 2), ("3+4", 1)), 1):
        typed(path, {"Option_keep_apart": pair, "Players_Table 4": table})
        seat(path, rng_seed=f"{number} {SEED}")
        played(path, str(number))
    export(typed(path, {"Option_keep_apart": "5+6"}), first)
    data = json.loads(first.read_text("utf-8"))
    drawn = [(row["keep_apart"], row["own_tables"]) for row in data["draws"]]
    assert drawn == [("", {}), (PAIR, {"P005": 2}), ("P003+P004", {"P005": 1})]
    assert all(agrees for _what, agrees in verdicts(data))
    import_json(first, again)
    wrong = {"draw_not_reproduced", "not_apart", "seat_changed"}
    assert not {one.finding.code for one in check(again)} & wrong
    assert json.loads(export(again)) == data
    typed(again, {"Option_keep_apart": "7+8", "Players_Table 4": None})
    assert not {one.finding.code for one in check(again)} & wrong
    assert [(row["keep_apart"], row["own_tables"]) for row in json.loads(export(again))["draws"]] == drawn
    data["draws"][1]["keep_apart"] = "P001+P002; tables=1"
    first.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(Refusal, match="keep_apart"):
        import_json(first, again)


class TestNew:
    @pytest.fixture
    def people(self, tmp_path: Path) -> str:
        (tmp_path / "list.txt").write_text("\n".join(NAMES), encoding="utf-8")
        return str(tmp_path / "list.txt")

    def make(self, path: Path, value: str, players: str = "10") -> Path:
        new(path, "italy-2010", language="en", players=players, options=[f"keep_apart={value}"])
        return path

    @pytest.mark.parametrize("text", SPELT[-2:])
    def test_with_a_list(self, tmp_path: Path, people: str, text: str) -> None:
        assert facts(self.make(tmp_path / "t.xlsx", text, people)).options["keep_apart"] == PAIR

    def test_before_anybody_is_entered(self, tmp_path: Path) -> None:
        path = self.make(tmp_path / "t.xlsx", "Anna Rossi+2")
        assert check(path) == ()
        typed(path, {"Players_Name 0": "Anna Rossi", "Players_Name 1": "Bruno D'Amico"})
        assert facts(path).options["keep_apart"] == PAIR

    @pytest.mark.parametrize("text", [*UNREADABLE[-2:], "P001+P099"])
    def test_what_names_no_pair(self, tmp_path: Path, people: str, text: str) -> None:
        with pytest.raises(Refusal, match=r"^Option keep_apart: .*«"):
            self.make(tmp_path / "t.xlsx", text, people)
