"""Duels that only larger tournaments have: on the sheet of a smaller one they are not there (R07-19)."""

from itertools import combinations
from pathlib import Path

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.commands.demo import demo
from bangxl.rulebooks.loader import load, rulebook_ids
from bangxl.sheets.bracket import boxes, early
from tests.sample import sample

QUARTERFINALS = ("QF1", "QF2", "QF3", "QF4")


@pytest.mark.parametrize(("players", "gone"), sample([(11, True), (28, False)], 2))
def test_r07_19_quarterfinals_only_from_five_tables_on(tmp_path: Path, players: int, *, gone: bool) -> None:
    path = tmp_path / "2007.xlsx"
    demo(path, "italy-2007", players, "a", "en")
    book = ClosedBook.open(path)
    assert set(book.hidden("Finals_From5")) == {gone}
    for match in QUARTERFINALS:
        assert [bool(book.read(f"Finals_{match}_Player_{side}")[0]) for side in "AB"] == [not gone] * 2
        assert book.hidden(f"Finals_{match}_Characters") == [gone]
        assert book.locked(f"Finals_{match}_Score_A") == [True], "nobody may type there, or all is over"
    assert book.hidden("Finals_SF1_Score_A") == book.hidden("Finals_SF1_Characters") == [False]


def test_boxes_stand_apart_and_those_of_larger_tournaments_above() -> None:
    for rulebook in map(load, rulebook_ids()):
        places = boxes(rulebook)
        above = {code for one in early(rulebook) for code in one.matches}
        assert all(abs(a.row - b.row) >= 4 for a, b in combinations(places.values(), 2) if a.column == b.column)
        for one in early(rulebook):
            assert all(one.first < places[code].row <= one.last - 3 for code in one.matches)
            assert all(place.row > one.last + 1 for code, place in places.items() if code not in above)
    assert early(load("italy-2007"))[0].matches == ("QF1", "QF4", "QF2", "QF3")
