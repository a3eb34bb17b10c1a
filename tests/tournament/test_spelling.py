"""One spelling, one person: whoever types a name otherwise means the same one."""

from dataclasses import replace

import pytest

from bangxl.seasons.doubts import likeness
from bangxl.tournament.checks import findings_of
from bangxl.tournament.identity import finder, fold_name
from bangxl.tournament.model import Player
from bangxl.tournament.state import State
from tests.tournament.rules import ITALY
from tests.tournament.test_identities import BASE, called

SPELLINGS = [
    ("Niccolò Dell’Orto", "Niccolò Dell'Orto"),
    ("Jean-Luc Picard", "Jean\u2011Luc Picard"), ("Jean-Luc Picard", "Jean\u2212Luc Picard"),
    ("Jean-Luc Picard", "Jean–Luc Picard"),
    ("Anna Rossi", "Ａｎｎａ\u3000Ｒｏｓｓｉ"), ("Anna Rossi", "Anna\u00a0Rossi"),
    ("Zoë Ångström", "Zoe\u0308 A\u030angstro\u0308m"),
    ("Anna Rossi", "Anna\u200b Rossi"), ("Niccolò Rossi", "NICCOLO' ROSSI"), ("Андрей Ёлкин", "Андрей Елкин"),
]  # fmt: skip
OTHERS = [("Anna Rossi", "Anna Rosso"), ("सीता", "सोता"), ("ปิติ", "ปีติ"), ("★", "♥"), ("Player 1", "Player 2")]


@pytest.mark.parametrize(("one", "other"), SPELLINGS)
def test_one_person(one: str, other: str) -> None:
    """For what commands and cells take, for a doubt of a season, and as a warning where two lines have it."""
    assert fold_name(one) == fold_name(other)
    assert likeness(one) == likeness(other)
    assert finder([Player("P001", one), Player("P002", "Other")])(other) == "P001"
    codes = {finding.code for finding in findings_of(State(called(P001=one, P002=other), ITALY)) if finding.at.index == 1}
    assert codes & {"name_alike", "duplicate_name"}


def test_the_surname_first_may_be_the_same_person() -> None:
    found = findings_of(State(called(P001="Anna Maria Rossi", P002="ROSSI, Anna Maria"), ITALY))
    assert [finding.at.index for finding in found if finding.code == "name_alike"] == [1]


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_two_people(one: str, other: str) -> None:
    assert fold_name(one) != fold_name(other)
    assert likeness(one) != likeness(other) or not likeness(one)


def test_of_two_spelt_nearly_alike_each_is_meant_as_it_is_typed() -> None:
    find = finder([Player("P001", "Niccolò Rossi"), Player("P002", "Niccolo Rossi")])
    assert [find(text) for text in ("niccolò  rossi", "niccolo rossi", "NICCOLO' ROSSI")] == ["P001", "P002", ""]


def test_the_referee_is_recognised() -> None:
    event = replace(BASE.event, referees=("Dell’Orto Niccolò",))
    state = State(replace(called(P001="Dell'Orto Niccolo"), event=event), ITALY)
    assert "referee_plays" in [finding.code for finding in findings_of(state)]
