"""Which sheets have a tab: those of a round hide themselves once all its games are closed, and come back to be corrected."""

from __future__ import annotations

from pathlib import Path

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.commands.check import check_with_lines
from bangxl.commands.corrections import reopen
from bangxl.commands.demo import demo
from bangxl.commands.new import new
from bangxl.commands.seat import seat
from bangxl.commands.undo import undo
from tests.commands.stages import Copy
from tests.sheet import entered, played

ROUND = {number: {f"Round{number}", f"Round{number}T1", f"Round{number}T2"} for number in (1, 2, 3)}


def rounds(path: Path) -> set[str]:
    """The tabs of rounds and stages that can be seen."""
    return {tab for tab, seen in ClosedBook.open(path).sheets.items() if seen and tab.startswith(("Round", "Stage"))}


def test_only_the_round_in_play_has_tabs(at: Copy) -> None:
    days = {
        "drawn1": ROUND[1],
        "played1": ROUND[1],
        "drawn2": ROUND[2],
        "played3": ROUND[3],
        "semifinals": set(),
        "closed": set(),
    }
    assert {stage: rounds(at(stage)) for stage in days} == days


def test_a_reopened_game_comes_back_with_its_round_and_goes_again(at: Copy) -> None:
    path = at("played2")
    reopen(path, 1, 2, "misread")
    assert rounds(path) == ROUND[2] | {"Round1T1", "Round1T2"}
    seat(path, rng_seed="x")
    assert rounds(path) == ROUND[3]
    undo(path)
    assert rounds(path) == ROUND[2] | {"Round1T1", "Round1T2"}
    undo(path)
    assert rounds(path) == ROUND[2]


@pytest.mark.parametrize(("rulebook", "players"), [("germany", 20), ("italy-2007", 11), ("record", 5)])
def test_fixed_tables_keep_their_wall(tmp_path: Path, rulebook: str, players: int) -> None:
    path = tmp_path / "torneo.xlsx"
    demo(path, rulebook, players, "a")
    assert {tab for tab in rounds(path) if tab.startswith("Round")} == {"Round1"}


@pytest.mark.parametrize(("rulebook", "players", "most"), [("italy-2010", 24, 13), ("germany", 40, 16)])
def test_few_tabs_are_seen_while_a_round_is_played(tmp_path: Path, rulebook: str, players: int, most: int) -> None:
    """A record sheet for each table of this round, the round's own, and the seven or eight of every day."""
    path = tmp_path / "torneo.xlsx"
    new(path, rulebook, players=str(players))
    entered(path, [f"Player {number}" for number in range(1, players + 1)])
    for _round in range(2):
        seat(path)
        assert sum(ClosedBook.open(path).sheets.values()) <= most
        assert len(check_with_lines(path)[1]) <= 1
        played(path)
