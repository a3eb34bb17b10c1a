"""A sign beside each role and each end on the record sheet, for a table that shares no language."""

import pytest

from bangxl.locale.catalog import catalog
from bangxl.paper.record import empty_forms, record_page
from bangxl.paper.sheet import Figure, Paper
from bangxl.paper.signs import SIGNS
from bangxl.rulebooks.loader import load
from bangxl.tournament.model import Outcome, Role, Status, Tournament
from bangxl.tournament.state import State
from tests.paper.printed import MADE

MARKS = (*Role, Status.ALIVE, Status.ELIMINATED, Status.FINAL_DUEL, *Outcome)


def test_each_role_end_and_outcome_has_a_sign_above_its_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[Figure]()
    monkeypatch.setattr(Paper, "shape", lambda _paper, figure, *_look: drawn.append(figure))
    state = State(Tournament("italy-2010"), load("italy-2010"))
    paper = Paper("sheet", "en", MADE)
    record_page(paper, next(empty_forms(state, catalog("en"))))
    paper.data()  # closes the fonts
    assert len(drawn) == sum(len(filled) + len(outlined) for filled, outlined in (SIGNS[mark] for mark in MARKS))


@pytest.mark.parametrize("mark", [key for key in SIGNS if SIGNS[key] != SIGNS.get(Role.RENEGADE)])
def test_no_two_signs_are_alike(mark: str) -> None:
    same = {key for key, sign in SIGNS.items() if sign == SIGNS[mark]}
    assert same <= {Role.SHERIFF, Outcome.LAW} or same <= {Role.OUTLAW, Outcome.OUTLAWS} or same == {mark}
