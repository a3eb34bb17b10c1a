"""`bangxl seat --preview`: the standings to be, ties and what separated them, and nothing is written."""

import json
from pathlib import Path

import pytest

from bangxl.commands.corrections import rule
from bangxl.commands.errors import Refusal
from bangxl.commands.seat import preview, seat
from bangxl.commands.transfer import import_json
from tests.commands.stages import Copy, fingerprint
from tests.hosts.commandline import CommandLine
from tests.sheet import facts

CASES = Path(__file__).parents[1] / "data" / "cases"


def test_all_places_and_nothing_written(at: Copy, bangxl: CommandLine) -> None:
    path = at("played3")
    before = fingerprint(path.parent)
    first, *lines, last = preview(path)
    assert first == "These standings would become public:"
    assert [line.split(".")[0] for line in lines] == [str(place) for place in range(1, 11)]
    assert last == "Nothing was written."
    ran = bangxl("seat", path, "--preview")
    assert (ran.code, ran.out.splitlines()) == (0, [first, *lines, last])
    assert fingerprint(path.parent) == before
    best = lines[0][3:].split(":")[0]
    assert any(line.startswith("Semifinal 1: ") and best in line for line in seat(path))


@pytest.mark.parametrize(("stage", "says"), [("entered", "5+5"), ("semifinals_played", "Final"), ("final_played", "closed")])
def test_what_publishes_nothing(at: Copy, stage: str, says: str) -> None:
    path = at(stage)
    before = fingerprint(path.parent)
    first, _publishes, _written = preview(path)
    assert says in first
    assert fingerprint(path.parent) == before


def test_what_is_missing_is_said_as_seat_does(at: Copy) -> None:
    path = at("drawn1")
    with pytest.raises(Refusal) as shown:
        preview(path)
    with pytest.raises(Refusal) as done:
        seat(path)
    assert shown.value.lines == done.value.lines


def test_it_draws_nothing(at: Copy, bangxl: CommandLine) -> None:
    assert bangxl("seat", at("played3"), "--preview", "--rng-seed", "x").code == 2


def unpublished(path: Path, *without: str) -> Path:
    """The tournament with many ties, before its finals."""
    data = json.loads((CASES / "italy-2010_n25_buchholz_ties.json").read_text(encoding="utf-8"))
    kept = {key: value for key, value in data.items() if key not in {"finals", *without}}
    path.with_suffix(".json").write_text(json.dumps(kept), encoding="utf-8")
    import_json(path.with_suffix(".json"), path, language="en")
    return path


def test_a_tie_and_what_separated_it(tmp_path: Path) -> None:
    lines = preview(unpublished(tmp_path / "torneo.xlsx"))
    assert "2. Björn Fontana: 11,600 (Buchholz: 124,400; above: 127,400)" in lines
    assert "3. Lia Bazzi: 10,300" in lines


def test_a_lot_that_matters_is_told_and_not_drawn(at: Copy) -> None:
    """All games are decided alike: whoever could ask until he likes the lots would."""
    path = at("drawn1")
    level(path)
    *lines, equal, _nothing = preview(path, close_early=True)
    assert {line.split(".")[0] for line in lines[1:]} == {"1"}
    assert equal.startswith("Tied on every tie-break, to be placed by lot: ")
    assert preview(path, close_early=True) == (*lines, equal, _nothing)


def level(path: Path) -> None:
    """Decide both games of the first round so that everybody has the same."""
    for game in facts(path).round(1):
        rule(path, 1, game.table, "storm", [f"{seat.player}=0" for seat in game.seats])
