"""Somebody sorts the players in LibreOffice: their names only as long as nobody is drawn."""

import pytest

from bangxl.commands.check import check
from bangxl.commands.people import put_back
from bangxl.commands.seat import seat
from tests.commands.stages import NAMES, Copy
from tests.helpers.keyboard import Sheet, facts, typed
from tests.hosts.libreoffice.office import Office


def test_a_sort_on_the_protected_sheet(office: Office, at: Copy) -> None:
    """With the regions beside them, which come in another order."""
    before = {f"Players_Region {row}": region for row, region in enumerate("ABCDEFGHIJ")}
    for stage, is_sorted in (("entered", True), ("drawn2", False)):
        path = typed(at(stage), before)
        cells = Sheet(path).cells("Players_Name")[: len(NAMES)]
        area = cells[0].row, cells[0].column, cells[-1].row, cells[-1].column + 1
        with office.open(path) as book:
            assert book.handle("sort", "Players", area, by=1) is is_sorted
            assert (book.column("Players_Name")[: len(NAMES)] == list(NAMES)) is not is_sorted


@pytest.mark.soak
def test_what_stands_beside_the_names_is_put_back(office: Office, at: Copy) -> None:
    path = typed(at("entered"), {f"Players_Region {row}": region for row, region in enumerate("JIHGFEDCBA")})
    seat(path, rng_seed="1")
    people = facts(path).players
    cells = Sheet(path).cells("Players_Region")[: len(NAMES)]
    with office.open(path) as book:
        assert book.handle("sort", "Players", (cells[0].row, cells[0].column, cells[-1].row, cells[-1].column), by=0)
        book.save(path)
    assert {one.finding.code for one in check(path)} >= {"line_moved"}
    put_back(path)
    assert facts(path).players == people
