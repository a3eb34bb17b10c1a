"""LibreOffice's own undo and redo, Ctrl+Z and Ctrl+Y, after every button that changes the workbook."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import pytest

from bangxl.commands.check import check
from tests.commands.stages import NAMES, Copy
from tests.office_live.host import Desk, LiveOffice
from tests.office_live.test_more_buttons import REASON, amounts, by_hand, pressed, seated

KEYS: Final = {"z": "Undo", "y": "Redo"}
WALK: Final = "zzzyzyyyzz"
"""Pressed one after the other: every order of up to three is in it."""
TYPED: Final = ("Players!N3", "stays as it was typed")
BUTTONS: Final[Mapping[str, tuple[str, Callable[[Desk], tuple[str | Sequence[str], ...]]]]] = {
    "seat": ("played1", lambda _desk: ()),
    "undo": ("drawn2", lambda _desk: ()),
    "redraw": ("drawn2", lambda _desk: (REASON,)),
    "swap": ("drawn2", lambda desk: ([str(seated(desk, 2)[0][0]), str(seated(desk, 2)[1][0]), REASON],)),
    "reopen": ("drawn2", lambda _desk: (["1", "2", REASON],)),
    "rule": ("drawn2", lambda desk: (amounts(desk, 1),)),
    "close": ("played1", lambda _desk: (REASON,)),
    "by_hand": ("played1", lambda desk: (by_hand(desk.path, NAMES[::-1]).name,)),
    "check": ("played1", lambda _desk: ()),
    "standings": ("drawn2", lambda _desk: ()),
}
"""By button: the stage of the day at which it is pressed, and what is answered to its question."""


SAMPLE: Final = ("seat", "reopen", "by_hand")
"""One that writes, one that unlocks, one that asks; `make soak` presses them all."""


@pytest.mark.parametrize(
    "button", [*SAMPLE, *(pytest.param(one, marks=pytest.mark.soak) for one in BUTTONS if one not in SAMPLE)]
)
def test_nothing_of_a_click_is_torn_out(office: LiveOffice, at: Copy, button: str) -> None:
    stage, answers = BUTTONS[button]
    with office.open_live(at(stage)) as desk:
        desk.put(*TYPED, force=True)
        before = desk.see("whole")
        if button == "rule":
            desk.see("select", sheet="Round2T1", areas=["E7"])
        press(office, desk, button, *answers(desk))
        after, findings = desk.see("whole"), check(desk.book())
        assert after != before
        assert protected(after) == protected(before)
        for number, key in enumerate(WALK, 1):
            desk.see("press", command=KEYS[key])
            assert desk.see("whole") == after, WALK[:number]
        assert check(desk.book()) == findings
        sheet, _, cell = TYPED[0].partition("!")
        desk.put(TYPED[0], "typed after the click", force=True)
        desk.see("press", command="Undo")
        assert desk.cell(f"{sheet}!{cell}") == TYPED[1]
        assert desk.see("whole") == after


def press(office: LiveOffice, desk: Desk, button: str, *answers: str | Sequence[str]) -> None:
    if button == "standings":  # it says nothing
        desk.click(button)
    else:
        pressed(office, desk, button, *answers)


def protected(whole: Mapping[str, Sequence[object]]) -> list[str]:
    return [sheet for sheet, (_seen, yes, *_) in whole.items() if yes]


def test_a_click_that_changes_nothing_leaves_what_can_be_undone(office: LiveOffice, at: Copy) -> None:
    with office.open_live(at("drawn2")) as desk:
        before = desk.see("whole")
        desk.put(*TYPED, force=True)
        office.messages()
        desk.click("seat")
        desk.click("help")
        refused, _help = office.messages()
        assert refused["wrong"]
        desk.see("press", command="Undo")
        assert desk.see("whole") == before
