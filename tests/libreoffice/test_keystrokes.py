"""A record sheet copied from paper with as few keys as its words allow: the sheet and Python understand the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Final

import pytest

from bangxl.commands.new import create
from bangxl.locale.catalog import LANGUAGES
from bangxl.tournament.model import Game
from bangxl.tournament.state import State
from bangxl.workbook.words import character_readings, readings
from tests.hosts.libreoffice.office import Office
from tests.libreoffice.desk import type_in
from tests.libreoffice.fillings import RULEBOOK, lawful, tournament
from tests.sheet import facts, record
from tests.workbook.test_two_accountants import differences

SIXES: Final = (6, 6)
MOST: Final = 90
"""Keys for a sheet of six seats, with the Tab after each cell."""


def shortest(meant: object, read: Mapping[str, object]) -> str:
    return min((text for text, code in read.items() if code == meant), key=len)


def copied(game: Game, language: str) -> dict[str, object]:
    """What somebody in a hurry types of a game, by name and line."""

    def short(code: StrEnum) -> str:
        return shortest(code, readings(type(code), language))

    named = character_readings(tuple(RULEBOOK.characters))
    values = record(game, short)
    return {key: shortest(value, named) if "!Character" in key else value for key, value in values.items()}


def keys(values: Mapping[str, object]) -> int:
    """A cell's letters, and the key that leaves it. A name in the players' column is there already."""
    return sum(len(str(value)) + 1 for key, value in values.items() if "!Player" not in key and value is not None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_of_six_seats_takes_few_keys(office: Office, tmp_path: Path, language: str) -> None:
    right = replace(tournament(lawful, SIXES), language=language)
    path = tmp_path / "torneo.xlsx"
    create(path, State(right, RULEBOOK), len(right.players), [])
    typed = [copied(game, language) for game in right.games]
    assert max(map(keys, typed)) <= MOST
    assert min(keys(record(game)) for game in right.games) > 1.5 * MOST
    with office.open(path) as book:
        for values in typed:
            type_in(book, values, force=True)
        shown = {str(book.cell(f"Round{game.round}T{game.table}!Check"))[0] for game in right.games}
        assert book.errors() == []
        assert differences(right, RULEBOOK, book.column) == []
        book.save(path)
    assert shown == {"✓"}
    assert facts(path).games == right.games
