"""`bangxl demo --until`: a tournament in the middle, half typed and with mistakes, for a referee to learn on."""

from pathlib import Path
from typing import Any

import pytest

from bangxl.commands.check import check
from bangxl.commands.demo import demo
from bangxl.commands.errors import Refusal
from bangxl.commands.workspace import open_workspace
from bangxl.tournament.findings import Severity
from bangxl.tournament.model import Role
from tests.helpers.sample import these

REGULATIONS = ("italy-2010", "italy-2007", "italy-2011", "germany", "record", "record-international")


@pytest.mark.parametrize("regulation", these(REGULATIONS, *REGULATIONS[:1], *REGULATIONS[3:5]))
def test_every_table_with_a_mistake_is_named_and_no_other(path: Path, regulation: str) -> None:
    lines = demo(path, regulation, None, "x", "en", until="round2", half_typed=True, mistakes=3)
    workspace = open_workspace(path)
    wrong = {one.sheet for one in check(path) if one.finding.severity is Severity.ERROR}
    assert f"finds {len(wrong)} mistake" in lines[1]
    assert wrong == {f"Round2T{table}" for table in range(1, len(wrong) + 1)}
    games = [game for game in workspace.tournament.games if game.round == 2]
    assert len(wrong) == min(3, len(games))
    assert all(game.outcome is not None for game in games[: len(wrong)])
    for game in games[len(wrong) + 1 :]:
        assert {seat.role for seat in game.seats} <= {None, Role.SHERIFF}


def test_a_mistake_in_dollars_needs_steps(tmp_path: Path) -> None:
    """Where any bid is possible a dollar more is none: the check found two of the three that it was said to find."""
    house = (Path(__file__).parents[1] / "data/house.toml").read_text(encoding="utf-8")
    rules, path = tmp_path / "house.toml", tmp_path / "practice.xlsx"
    rules.write_text(house.replace("step = 50", "step = 1"), encoding="utf-8")
    demo(path, str(rules), 14, "x", "en", until="round2", half_typed=True, mistakes=3)
    assert {one.sheet for one in check(path) if one.finding.severity is Severity.ERROR} == {
        f"Round2T{number}" for number in (1, 2, 3)
    }


def test_without_mistakes_the_half_is_right_and_the_finals_wait(tmp_path: Path) -> None:
    half, finals = tmp_path / "half.xlsx", tmp_path / "finals.xlsx"
    demo(half, "italy-2010", 22, "x", "en", until="round1", half_typed=True)
    assert not [one for one in check(half) if one.finding.severity is Severity.ERROR]
    assert [game.outcome is None for game in open_workspace(half).tournament.games] == [False, False, True, True]
    demo(finals, "italy-2010", 22, "x", "en", until="finals")
    duels = open_workspace(finals).tournament.finals
    assert duels is not None
    assert {duel.score_a for duel in duels.duels} == {None}


@pytest.mark.parametrize("practice", [{"mistakes": 2}, {"until": "round99"}, {"until": "lunch"}])
def test_practice_at_nothing_is_refused_and_nothing_written(tmp_path: Path, practice: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match="To practise in the middle, write --until round2"):
        demo(tmp_path / "practice.xlsx", "italy-2010", 10, "x", "en", **practice)
    assert not [*tmp_path.iterdir()]


def test_finals_that_a_regulation_does_not_have_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="This regulation has no finals"):
        demo(tmp_path / "practice.xlsx", "record", 5, "x", "en", until="finals")
