"""The buttons where draws are public: a click closes and says a code, the next one asks for the dice, all in one question."""

from __future__ import annotations

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.commands import buttons
from bangxl.workbook.read import read
from tests.commands.stages import Copy
from tests.commands.test_more_buttons import NOWHERE, clicked, everything
from tests.sheet import facts, typed


def test_the_first_click_closes_and_says_the_code_the_second_asks_and_draws(at: Copy) -> None:
    path = typed(at("played1"), {"Public_Draw": "yes"})
    answer, asked = clicked(path, "seat")
    assert asked == []
    code = answer.lines[0].rpartition(" ")[2]
    assert answer.lines[0] == f"Round 2 is closed. The code: {code}"
    assert any("«Seat next round» takes it" in line for line in answer.lines)
    answer, [(question, _default)] = clicked(path, "seat", NOWHERE, " 4 2 6 ")
    assert question == f"Round 2, code {code}: what do the dice show, or which number was called? It makes the draw."
    assert (facts(path).draws[-1].public_value, facts(path).draws[-1].code) == ("4 2 6", code)


def test_who_cancels_has_drawn_nothing(at: Copy) -> None:
    path = typed(at("played1"), {"Public_Draw": "yes"})
    clicked(path, "seat")
    before = everything(path)
    clicked(path, "seat", NOWHERE, None)
    assert everything(path) == before


def test_what_was_changed_in_between_is_closed_again(at: Copy) -> None:
    path = typed(at("played1"), {"Public_Draw": "yes"})
    first = clicked(path, "seat")[0].lines[0]
    typed(path, {"Round1T1!Bid 2": 1100})
    again, asked = clicked(path, "seat")
    assert (asked, again.lines[0] != first) == ([], True)


def test_a_round_is_drawn_again_in_two_clicks(at: Copy) -> None:
    path = typed(at("drawn2"), {"Public_Draw": "yes"})
    assert clicked(path, "redraw")[0].lines[0].startswith("Round 2 is closed. The code: ")
    before = everything(path)
    for said in (None, "5 5 5", "5 5 5; "):
        clicked(path, "redraw", NOWHERE, said)
        assert everything(path) == before
    answer, asked = clicked(path, "redraw", NOWHERE, "5 5 5; somebody came late")
    assert (len(asked), facts(path).draws[-1].public_value) == (1, "5 5 5")
    assert answer.lines[0].startswith("Round 2 is drawn again, draw number 2")
    assert read(ClosedBook.open(path, reading_only=True)).journal.entries[-1].reason == "somebody came late"


def test_a_value_on_the_tournament_sheet_leaves_the_reason_to_ask(at: Copy) -> None:
    path = typed(at("drawn2"), {"Public_Draw": "yes"})
    clicked(path, "redraw")
    typed(path, {"Public_Value": "5 5 5"})
    _answer, [(question, _default)] = clicked(path, "redraw", NOWHERE, "somebody came late")
    assert question.startswith("Round 2 is drawn again, with whoever is present now")
    assert facts(path).draws[-1].public_value == "5 5 5"


def test_games_and_the_end_need_no_dice(at: Copy) -> None:
    path = typed(at("final_played"), {"Public_Draw": "yes"})
    answer, asked = clicked(path, "seat")
    assert (asked, answer.wrong) == ([], False)
    over = facts(path).finals
    assert over is not None
    assert over.closed


def test_off_one_click_stays_one_click_and_reads_the_workbook_once(at: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    path = at("played1")
    monkeypatch.setattr(buttons, "open_workspace", lambda _book: pytest.fail("read a second time"))
    assert clicked(path, "seat")[1] == []
    assert facts(path).rounds_seated == 2
