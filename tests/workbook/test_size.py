"""A workbook goes by mail, and is saved with every click: it stays small, whatever its language.

The largest of 50 players and of 126 that are played as the regulation has them: 460,000 and 1,050,000 bytes. Tables that stay
together have a sheet for each of their games, also for the most that can be: those of 2007, and of Germany for few, are larger.
"""

from pathlib import Path

import pytest

from bangxl.commands.new import new
from tests.sample import sample

ROOM = 1_000
"""In bytes: a text more, or another zlib, makes no workbook too large."""


@pytest.mark.parametrize(
    ("rulebook", "players", "language", "most"),
    [
        ("italy-2010", 50, "ru", 460_000 - ROOM),
        *sample([("italy-2010", 50, "it", 460_000 - ROOM), ("italy-2007", 50, "ru", 640_000)], 0),
        *sample([("germany", 126, language, 1_050_000 - ROOM) for language in ("it", "ru")], 0),
        *sample([("germany", 50, "ru", 530_000), ("italy-2007", 126, "ru", 1_500_000)], 0),
    ],
)
def test_a_new_workbook_is_small(tmp_path: Path, rulebook: str, players: int, language: str, most: int) -> None:
    path = tmp_path / "torneo.xlsx"
    new(path, rulebook, players=str(players), language=language)
    assert path.stat().st_size < most
