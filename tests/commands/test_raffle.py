"""A door prize by lot: nobody can choose who wins it, and anybody can draw it again."""

from pathlib import Path

import pytest

from bangxl.commands.corrections import redraw
from bangxl.commands.errors import Refusal
from bangxl.commands.raffle import raffle
from bangxl.commands.report import report
from bangxl.commands.undo import undo
from bangxl.commands.verify import verify
from tests.commands.stages import NAMES, Copy
from tests.helpers.keyboard import Sheet, facts, noted
from tests.helpers.render import page_texts
from tools.redraw import lots


def by_lot(path: Path, number: int) -> list[str]:
    """Names in the order of docs/draw.md §1."""
    seed = str(Sheet(path).column(f"Round{number}!Draw_Seed")[0])
    return [NAMES[int(one[1:]) - 1] for one in lots(seed, "door prize", [one.id for one in facts(path).players])]


def test_the_first_by_lot_who_is_there_and_has_none(at: Copy) -> None:
    path = at("played1")
    first, second, third, *_ = by_lot(path, 1)
    noted(path, Type="withdrawal", Player=second, Moment="between_rounds", After_Round=1)
    assert [raffle(path, "a mug")[0], raffle(path)[0]] == [f"The door prize goes to {name}." for name in (first, third)]
    undo(path)
    assert raffle(path)[0] == f"The door prize goes to {third}."
    assert Sheet(path).filled("Log_What")[-2:] == ["Taken back: a door prize by lot", f"A door prize by lot: {third}"]
    for _others in NAMES[3:]:
        raffle(path)
    with pytest.raises(Refusal, match="Everybody"):
        raffle(path)


def test_without_a_draw_there_is_no_seed(at: Copy) -> None:
    with pytest.raises(Refusal, match="no round has one yet"):
        raffle(at("entered"))


def test_the_report_shows_and_proves_it(at: Copy) -> None:
    """Also one of a round that was drawn again: its seed is gone, and nobody is accused."""
    path = at("drawn1")
    had = raffle(path, "a deck")[0]
    redraw(path, "late")
    raffle(path, "a mug")
    winner = next(one for one in by_lot(path, 1) if one not in had)
    files = report(path, path.parent, interim=True)
    words = " ".join(" ".join(page_texts(files.pdf)).split())
    assert f"Round 1: a door prize by lot for {winner} (a mug)." in words
    assert verify(files.workbook).agrees
    undo(path)
    told = verify(report(path, path.parent, interim=True, overwrite=True).workbook).trusted
    assert "taken_back" in {one.finding.code for one in told}
