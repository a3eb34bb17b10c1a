"""Workbooks, one after the other; those in which something is wrong."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from bangxl.commands.new import create_workbook, new
from bangxl.commands.seat import seat
from bangxl.rulebooks.loader import load
from bangxl.tournament.state import State
from tests.commands.stages import STAGES, Copy
from tests.tournament.rules import HOUSES
from tests.workbook.faults import BOOKS, CAPACITY, FAULTS


@pytest.fixture(autouse=True)
def quick(unswept: None) -> None:
    """For every test here."""


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The workbooks of the other regulations, and one with too many players, each made when it is asked for, once."""
    folder = tmp_path_factory.mktemp("made")

    @cache
    def make(name: str) -> Path:
        path = folder / f"{name}.xlsx"
        if name not in BOOKS:
            _many(path)
            return path
        tournament = replace(BOOKS[name], language="en")
        rulebook = HOUSES.get(tournament.rulebook) or load(tournament.rulebook)
        places = min(max(CAPACITY, len(tournament.players)), rulebook.maximum_players)
        create_workbook(path, State(tournament, rulebook), places, [])
        return path

    return make


_GIVEN = ("Anna", "Bruno", "Carla")
_FAMILY = ("Rossi", "Ferrari", "Russo", "Bianchi", "Romano", "Gallo", "Costa", "Fontana", "Conti", "Ricci", "Bruno", "Moretti",
           "Marino", "Greco", "Barbieri", "Lombardi", "Giordano")  # fmt: skip
"""Fifty-one people, one more than the chart has."""


def _many(path: Path) -> None:
    """One player more than the regulation's chart has, the first round drawn."""
    people = path.with_name("list.csv")
    people.write_text("name\n" + "\n".join(f"{first} {last}" for first in _GIVEN for last in _FAMILY), encoding="utf-8")
    new(path, "italy-2010", language="en", players=str(people))
    seat(path)


@pytest.fixture
def faulty(at: Copy, made: Callable[[str], Path], tmp_path: Path) -> Callable[[str], Path]:
    def make(code: str) -> Path:
        fault = FAULTS[code]
        path = at(fault.stage) if fault.stage in STAGES else Path(shutil.copy(made(fault.stage), tmp_path / "torneo.xlsx"))
        fault.do(path)
        return path

    return make
