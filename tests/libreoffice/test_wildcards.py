"""Typed into a cell, ``*``, ``?`` and ``~`` are letters like others, though MATCH and COUNTIF have a meaning for them."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bangxl.commands.check import check
from bangxl.commands.new import create_workbook, new
from bangxl.locale.catalog import catalog
from bangxl.sheets.events import EVENT_PROBLEMS
from bangxl.tournament.findings import Severity
from bangxl.tournament.identity import meant
from bangxl.tournament.model import Tournament
from bangxl.tournament.state import State
from tests.commands.stages import Copy
from tests.helpers.keyboard import typed
from tests.helpers.sample import these
from tests.hosts.gnumeric import Recalculated
from tests.hosts.libreoffice.office import Office
from tests.libreoffice.fillings import RULEBOOK, lawful, tournament

SIZES: Final = (5,) * 8
STATE: Final = catalog("it")("× wrong")


EVENTS: Final[tuple[tuple[dict[str, object], str], ...]] = (
    ({"Type": "*"}, "type"),
    ({"Type": "withdr?wal"}, "type"),
    ({"Player": "*"}, "player"),
    ({"Player": "Anna *"}, "player"),
    ({"Player": "P00?"}, "player"),
    ({"Moment": "*"}, "moment"),
    ({"Moment": "during ~a game"}, "moment"),
    ({"Moment": "during a game", "Round": ">0", "Table": 1}, "seat"),
    ({"Moment": "during a game", "Round": 1, "Table": "<>9"}, "seat"),
    ({"Moment": "during a game", "Round": "*", "Table": "*"}, "seat"),
    ({"Moment": "before a duel", "Match": "*"}, "match"),
    ({"Moment": "before a duel", "Match": "SF?"}, "match"),
    ({"Moment": "before a duel", "Match": "<>x"}, "match"),
)
"""What differs from a withdrawal of P001 between the rounds, and the line's check."""
WITHDRAWAL: Final[dict[str, object]] = {"Type": "withdrawal", "Player": "P001", "Moment": "between rounds", "After_Round": 1}


@pytest.mark.soak
def test_an_event_takes_none_either(office: Office, at: Copy, tmp_path: Path) -> None:
    path = at("played1")
    for row, (values, _) in enumerate(EVENTS):
        typed(path, {f"Events_{key} {row}": value for key, value in (WITHDRAWAL | values).items()})
    with office.open(path) as book:
        shown = book.column("Events_Check")
        assert book.errors() == []
    right = [EVENT_PROBLEMS[problem] for _, problem in EVENTS]
    assert shown[: len(EVENTS)] == right
    assert Recalculated(path, tmp_path).column("Events_Check")[: len(EVENTS)] == right


@pytest.mark.soak
def test_an_option_and_a_presence_take_none_either(office: Office, path: Path, tmp_path: Path) -> None:
    """What is no word leaves the option as the regulation has it, and the roll call asks."""
    new(path, "italy-2010", language="en", players="10")
    typed(path, {"Option_duel": "sh*", "Players_Name 0": "Anna", "Players_Present 0": "n*", "Players_Present 1": "y?s"})
    typed(path, {"Players_Name 1": "Bruno"})
    with office.open(path) as book:
        assert book.cell("Chosen_duel") == "long"
        assert [str(text) for text in book.column("Players_Check")[:2]] == ["× present: yes or no"] * 2
    assert Recalculated(path, tmp_path).column("Chosen_duel") == ["long"]


@pytest.mark.soak
@pytest.mark.parametrize("name", these(("Anna *", "Anna ?", "Anna ~ Rossi", "*", "Anna ~*"), "*"))
def test_a_player_may_have_such_a_name(office: Office, path: Path, tmp_path: Path, name: str) -> None:
    """Written in full it is his, and nobody else's."""
    right: Tournament = tournament(lawful, SIZES[:2])
    first, second, *others = right.players
    people = (replace(first, name="Anna B"), replace(second, name=name), *others)
    create_workbook(path, State(replace(right, players=people), RULEBOOK), len(people), [])
    typed(path, {"Round1T1!Player 1": name, "Events_Player": name})
    with office.open(path) as book:
        assert book.column("Round1T1!Player_Id")[:2] == ["P001", "P002"]
        assert book.column("Events_Player_Id")[0] == "P002"
        assert book.cell("Round1T1!Check") == catalog("it")("✓ complete")
    assert Recalculated(path, tmp_path).column("Round1T1!Player_Id")[:2] == ["P001", "P002"]


@pytest.mark.soak
def test_an_event_names_a_player_by_number_or_by_some_words_of_his_name(office: Office, path: Path, tmp_path: Path) -> None:
    """The sheet and Python find the same one, or none; Gnumeric agrees."""
    names = ("Anna Rossi", "Carla De Conti", "Mario Rossi", "Jörg Köhler", "CONTI Bea Lia", "Lia *", "Ugo D'Amico")
    right: Tournament = tournament(lawful, SIZES[:2])
    people = tuple(replace(one, name=name) for one, name in zip(right.players, names, strict=False))
    people += right.players[len(names) :]
    found: Mapping[str | int | float, str] = {
        "De conti": "P002", "KÖHLER": "P004", "bea": "P005", "anna  ROSSI": "P001", 3: "P003", "p006": "P006", "Lia *": "P006",
        "*": "P006", "d’amico": "P007", "rossi": "?", "conti": "?",
        "ross": "?", "Kohler": "?", 1.5: "?", -100: "?", 99: "?", "?": "?",
    }  # fmt: skip
    assert [ids[0] if len(ids := meant(str(text), people)) == 1 else "?" for text in found] == [*found.values()]
    create_workbook(path, State(replace(right, players=people), RULEBOOK), len(people), [])
    with office.open(path) as book:
        book.put_column("Events_Player", [*found])
        assert book.column("Events_Player_Id")[: len(found)] == [*found.values()]
        book.save(path)
    assert Recalculated(path, tmp_path).column("Events_Player_Id")[: len(found)] == [*found.values()]


def test_an_event_may_come_before_the_first_draw(office: Office, path: Path) -> None:
    """Nobody has an id yet, for names were typed by hand."""
    new(path, "italy-2010", language="en", players="12")
    typed(path, {f"Players_Name {row}": f"Player {letter} Sur{letter}" for row, letter in enumerate("abcdefghijkl")})
    with office.open(path) as book:
        book.put_column("Events_Player", ["player b surb", "Surc", 4, "player"])
        assert book.column("Events_Player_Id")[:4] == ["P002", "P003", "P004", "?"]
        book.put_column("Events_Player", ["player b surb", None, None, None])
        book.put("Events_Type", "withdrawal")
        book.put("Events_Moment", "between rounds")
        book.put("Events_After_Round", 0)
        assert str(book.cell("Events_Check")) == "✓ Player b Surb"
        book.save(path)
    assert [one for one in check(path) if one.finding.severity is Severity.ERROR] == []
