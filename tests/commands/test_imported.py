"""A workbook made from JSON goes on like any other."""

from __future__ import annotations

import random
from pathlib import Path

from bangxl.commands.check import check
from bangxl.commands.transfer import import_json
from bangxl.interchange.dump import dumps, tournament_json
from bangxl.rulebooks.loader import load
from bangxl.tournament.state import State
from tests.referee import QUIET
from tests.sheet import typed
from tests.strategies import random_tournament


def test_the_round_in_play_can_still_be_corrected(tmp_path: Path) -> None:
    """Complete is not closed: only the next draw closes a round, so a correction before it is no change by hand."""
    rulebook = load("italy-2010")
    tournament = random_tournament(random.Random(3), rulebook, 10, stop_after=2, habits=QUIET)  # noqa: S311 -- a game
    source, path = tmp_path / "t.json", tmp_path / "t.xlsx"
    source.write_text(dumps(tournament_json(State(tournament, rulebook))), encoding="utf-8")
    import_json(source, path)
    assert "game_changed" not in {one.finding.code for one in check(typed(path, {"Round2T1!Outcome": None}))}
    assert "game_changed" in {one.finding.code for one in check(typed(path, {"Round1T1!Outcome": None}))}
