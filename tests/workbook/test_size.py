"""A workbook goes by mail, and is saved with every click: it stays small, whatever its language.

The largest of 50 players and of 126 that are played as the regulation has them: 460,000 and 1,050,000 bytes. Tables that stay
together have a sheet for each of their games, also for the most that can be: those of 2007, and of Germany for few, are larger.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bangxl.commands.new import new

ROOM = 1_000
"""In bytes: a text more, or another zlib, makes no workbook too large."""


@pytest.mark.parametrize("language", ["it", "ru"])
@pytest.mark.parametrize(("rulebook", "players", "most"), [("italy-2010", 50, 460_000), ("germany", 126, 1_050_000)])
def test_a_new_workbook_is_small(tmp_path: Path, rulebook: str, players: int, most: int, language: str) -> None:
    assert size(tmp_path, rulebook, players, language) < most - ROOM


@pytest.mark.parametrize(
    ("rulebook", "players", "most"), [("germany", 50, 530_000), ("italy-2007", 50, 640_000), ("italy-2007", 126, 1_500_000)]
)
def test_fixed_tables_make_no_workbook_grow(tmp_path: Path, rulebook: str, players: int, most: int) -> None:
    assert size(tmp_path, rulebook, players, "ru") < most


def size(folder: Path, rulebook: str, players: int, language: str) -> int:
    path = folder / "torneo.xlsx"
    new(path, rulebook, players=str(players), language=language)
    return path.stat().st_size
