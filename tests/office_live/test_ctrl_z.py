"""LibreOffice's own undo and redo, Ctrl+Z and Ctrl+Y, after every button that changes the workbook."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import pytest

from bangxl.commands.check import check
from bangxl.commands.undo import undo
from tests.commands.stages import NAMES, Copy
from tests.helpers.sample import sample
from tests.office_live.host import Desk, LiveOffice
from tests.office_live.test_more_buttons import REASON, amounts, by_hand, pressed, seated

KEYS: Final = {"z": "Undo", "y": "Redo"}
WALK: Final = "zzzzyyyyzzyzyyzyzzz"
"""Pressed one after the other: every order of up to four is in it."""
TYPED: Final = ("Players!N3", "stays as it was typed")
Said = Sequence[str | Sequence[str]]


def nothing(_desk: Desk) -> Said:
    """For a button that asks nothing."""
    return ()


def a_reason(_desk: Desk) -> Said:
    """For a button that asks only why."""
    return (REASON,)


def after_an_undo(desk: Desk) -> Said:
    """There is something to redo."""
    undo(desk.book())
    return ()


def swapped(desk: Desk) -> Said:
    """Somebody has exchanged two names on the list."""
    for row, name in enumerate(NAMES[1::-1]):
        desk.put("Players_Name", name, row, force=True)
    return ()


BUTTONS: Final[Mapping[tuple[str, str], Callable[[Desk], Said]]] = {
    **{("seat", stage): nothing for stage in ("entered", "played1", "semifinals_played", "final_played")},
    **{("undo", stage): nothing for stage in ("drawn1", "drawn2", "semifinals")},
    **{("redo", stage): after_an_undo for stage in ("drawn1", "drawn2", "semifinals")},
    **{("redraw", stage): a_reason for stage in ("drawn1", "drawn2")},
    **{("close", stage): a_reason for stage in ("played1", "played2")},
    **{("standings", stage): nothing for stage in ("drawn2", "semifinals")},
    ("seat", "played3"): lambda _desk: ("",),
    ("names", "drawn2"): swapped,
    ("rename", "drawn2"): lambda _desk: ([NAMES[1], "Bruno Damico", REASON],),
    ("earlier", "drawn3"): lambda _desk: ("1", ""),
    ("swap", "drawn2"): lambda desk: ([str(seated(desk, 2)[0][0]), str(seated(desk, 2)[1][0]), REASON],),
    ("reopen", "drawn2"): lambda _desk: (["1", "2", REASON],),
    ("rule", "drawn2"): lambda desk: (amounts(desk, 1),),
    ("by_hand", "played1"): lambda desk: (by_hand(desk.path, NAMES[::-1]).name,),
}
"""Buttons with the stages of the day at which they are pressed; what is answered, once the stage is prepared."""


@pytest.mark.soak
@pytest.mark.parametrize(("button", "stage"), sample(sorted(BUTTONS, key=("by_hand", "played1").__ne__), len(BUTTONS)))
def test_nothing_of_a_click_is_torn_out(office: LiveOffice, at: Copy, button: str, stage: str) -> None:
    with office.open_live(at(stage)) as desk:
        desk.put(*TYPED, force=True)
        answers = BUTTONS[button, stage](desk)
        before = desk.see("whole")
        if button == "rule":
            desk.see("select", sheet="Round2T1", areas=["E7"])
        press(office, desk, button, *answers)
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


def test_check_leaves_what_can_be_undone(office: LiveOffice, at: Copy) -> None:
    """Its stamps are no step of anybody: what was pasted over and found is taken back with Ctrl+Z."""
    with office.open_live(at("played1")) as desk:
        before = desk.see("whole")
        desk.put(*TYPED, force=True)
        press(office, desk, "check")
        stamped = desk.see("whole")
        assert stamped != before
        assert protected(stamped) == protected(before)
        for command, text in (("Undo", ""), ("Redo", TYPED[1]), ("Undo", "")):
            desk.see("press", command=command)
            assert (desk.cell(TYPED[0]) or "") == text
        press(office, desk, "check")
        assert protected(desk.see("whole")) == protected(before)


@pytest.mark.soak
def test_a_click_that_changes_nothing_leaves_what_can_be_undone(office: LiveOffice, at: Copy) -> None:
    with office.open_live(at("drawn2")) as desk:
        before = desk.see("whole")
        desk.put(*TYPED, force=True)
        office.messages()
        desk.click("seat")
        desk.click("help")
        desk.click("repair")
        refused, _help, _repaired = office.messages()
        assert refused["wrong"]
        desk.see("press", command="Undo")
        assert desk.see("whole") == before
