"""A workbook goes by mail, and is saved with every click: italy-2010 for 50 and germany for 126 stay small."""

from __future__ import annotations

from pathlib import Path

import pytest

from bangxl.commands.new import new


@pytest.mark.parametrize(("rulebook", "players", "most"), [("italy-2010", 50, 400_000), ("germany", 126, 900_000)])
def test_a_new_workbook_is_small(tmp_path: Path, rulebook: str, players: int, most: int) -> None:
    path = tmp_path / "torneo.xlsx"
    new(path, rulebook, players=str(players))
    assert path.stat().st_size < most
