"""The print view: the leaves that a browser prints are those of `bangxl print`, and hold what these hold."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from pathlib import Path
from typing import Final

import pytest

from bangxl.commands.errors import Refusal
from bangxl.commands.leaves import leaves
from bangxl.commands.new import new
from bangxl.commands.papers import WHATS
from bangxl.commands.printing import chosen
from bangxl.commands.seat import seat
from bangxl.commands.standings import standings
from bangxl.commands.workspace import open_workspace
from tests.commands.stages import NAMES, Copy
from tests.commands.test_regulations import fill_in
from tests.office_live.test_prints import numbers, secrets
from tests.sheet import entered, facts

STAGES: Final = ("drawn2", "semifinals", "closed")


def shown(path: Path, what: str = "", number: int | None = None, **options: bool) -> list[str]:
    """The words of each leaf, in order."""
    before = {file.name for file in path.parent.iterdir()}
    leaves(path, what, number, force=True, **options)
    (made,) = [file for file in path.parent.iterdir() if file.name not in before]
    text = made.read_text(encoding="utf-8")
    made.unlink()
    parts = re.split(r'<section class="leaf[^"]*">', text)[1:]
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", part)).split()) for part in parts]


def test_the_leaves_are_those_of_the_command_line(at: Copy) -> None:
    """A leaf for each sheet that is chosen, at every stage and by every word; what is refused there is refused here."""
    counted = Counter[str]()
    for stage in STAGES:
        path = at(stage)
        for what in WHATS:
            try:
                job, _title = chosen(open_workspace(path, reading_only=True), what, None)
            except Refusal as refusal:
                with pytest.raises(Refusal, match=re.escape(refusal.lines[0])):
                    leaves(path, what)
                continue
            found = shown(path, what)
            counted[what] += 1
            if job.sheets:
                assert len(found) == len(job.sheets), (stage, what)
            assert all(found)
    assert {*counted} == {*WHATS}


def test_few_people_in_a_large_workbook(tmp_path: Path) -> None:
    """Whatever the workbook has room for, the list for the wall and the record sheets are those of who is there."""
    path = tmp_path / "torneo.xlsx"
    new(path, "italy-2010", language="en", players="50")
    entered(path, NAMES)
    seat(path, rng_seed="x")
    wall, *tables = shown(path)
    assert [*(name for name in NAMES if name not in wall)] == []
    assert len(tables) == 2


@pytest.mark.parametrize(("stage", "what"), [("drawn2", ""), ("played2", ""), ("played2", "walls"), ("played2", "meetings")])
def test_nobodys_money(at: Copy, stage: str, what: str) -> None:
    """While it is secret (Italy 2010, 1.1), nobody's total stands on a leaf that does not name it."""
    path = at(stage)
    known = secrets(path)
    assert known
    found = {figure for leaf in shown(path, what) for figure in numbers(leaf)}
    assert found & known == set()


def test_what_is_named_is_there(at: Copy) -> None:
    path = at("closed")
    result = standings(path)
    called = {player.id: player.name for player in facts(path).players}
    rows = [f"{called[row['player']]}" for row in result["rows"]]  # type: ignore[attr-defined]
    (ranking,) = shown(path, "standings")
    assert [ranking.index(name) for name in rows] == sorted(ranking.index(name) for name in rows)
    slips = shown(path, "slips")
    assert all(name in slips[0] for name in rows)
    first, *diplomas = shown(path, "diplomas")
    best = called[result["final_ranking"][0]["player"]]  # type: ignore[index]
    assert best in first
    assert best in diplomas[0]
    assert len(shown(path, "diplomas", everyone=True)) == 1 + len(rows)


def test_the_wall_names_everybody_twice_and_the_record_sheets_once(at: Copy) -> None:
    path = at("drawn2")
    wall, *records = shown(path)
    names = [player.name for player in facts(path).players]
    assert len(records) == 2
    for name in names:
        assert wall.count(name) == 2
        assert sum(name in leaf for leaf in records) == 1
    assert shown(path, "records", 1) != records


def test_what_is_typed_stands_on_the_record_sheet(at: Copy) -> None:
    """The bid, the characters, a cross for each role but the Sheriff's and each state, and one for who has won."""
    path = at("played1")
    (game, *_others) = facts(path).games
    leaf = shown(path)[0]
    assert leaf.count("★") == 1
    assert len(re.findall(r"\bX\b", leaf)) == 2 * game.size
    for seat_ in game.seats:
        assert seat_.character in leaf
        assert not seat_.bid or str(seat_.bid) in leaf


def test_a_name_is_a_name(tmp_path: Path) -> None:
    path = tmp_path / "t.xlsx"
    new(path, "italy-2010", players="10", language="en")
    entered(path, ["<b>Bold</b> & Sons", *(f"Player {number}" for number in range(2, 11))])
    seat(path, rng_seed="x")
    leaves(path)
    text = (tmp_path / "t-Round1.html").read_text(encoding="utf-8")
    assert text.count("&lt;b&gt;Bold&lt;/b&gt; &amp; Sons") == 3
    assert "<b>Bold" not in text


def test_somebodys_own_file_stays(at: Copy) -> None:
    path = at("drawn1")
    other = path.with_name("torneo-Round1.html")
    other.write_text("mine", encoding="utf-8")
    with pytest.raises(Refusal):
        leaves(path)
    assert other.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("rulebook", "players"),
    [("germany", 20), pytest.param("italy-2007", 10, marks=pytest.mark.soak), pytest.param("record", 5, marks=pytest.mark.soak)],
)
def test_other_regulations(tmp_path: Path, rulebook: str, players: int) -> None:
    """From the first tables on; at fixed ones also the sheets to come, with names."""
    path = tmp_path / "t.xlsx"
    new(path, rulebook, players=str(players), language="de")
    entered(path, [f"Spieler {number}" for number in range(1, players + 1)])
    seat(path, rng_seed="x")
    tables = len(facts(path).start_tables)
    assert len(shown(path)) == tables + (tables > 1)
    assert len(shown(path, "blank")) > tables
    assert all("Spieler" in leaf for leaf in shown(path, "blank"))


@pytest.mark.soak
def test_the_stages_of_a_knockout(tmp_path: Path) -> None:
    path = tmp_path / "t.xlsx"
    new(path, "germany", players="20", language="de")
    entered(path, [f"Spieler {number}" for number in range(1, 21)])
    seen = []
    for step in range(40):
        try:
            seat(path, rng_seed=str(step))
        except Refusal:
            break
        if facts(path).stages:
            seen.append(shown(path))
            last = max(game.round for game in facts(path).stages)
            players = [seat_.player for game in facts(path).stage(last) for seat_ in game.seats]
            called = {player.id: player.name for player in facts(path).players}
            assert all(any(called[one] in leaf for leaf in seen[-1]) for one in players)
        fill_in(path, str(step))
    assert len(seen) >= 3
