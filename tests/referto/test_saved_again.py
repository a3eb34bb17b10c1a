"""A referto that LibreOffice or Gnumeric has saved again is still the same."""

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.referto.spreadsheet import is_exact
from bangxl.referto.verify import verify
from bangxl.workbook.read import Contents
from tests.hosts.libreoffice.office import Office
from tests.referto.referti import EVENTFUL, contents_of, eventful, saved
from tests.sample import these


def awkward(contents: Contents) -> Contents:
    """With texts of which a program might make something else: numbers, formulas, two blanks, two lines."""
    event = replace(contents.tournament.event, name="12", place="Via Po  3\nTorino", organiser="=Il Saloon", region="+39 011")
    players = (replace(contents.tournament.players[0], name="'Zoë  «1e5» <D'Amico> & C."), *contents.tournament.players[1:])
    return contents_of(replace(contents.tournament, event=event, players=players), contents.rulebook)


def is_ours(path: Path) -> bool:
    verdict = verify(ClosedBook.open(path))
    assert verdict.differences == ()
    return verdict.report is not None and is_exact(path.read_bytes(), verdict.report)


@pytest.mark.parametrize("program", [pytest.param("libreoffice", marks=pytest.mark.office), "gnumeric"])
@pytest.mark.parametrize(("rulebook", "players"), these(EVENTFUL, ("record", 4)))
def test_it_agrees_and_is_not_exact(
    rulebook: str, players: int, program: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    path, again = tmp_path / "referto.xlsx", tmp_path / "saved again.xlsx"
    path.write_bytes(saved(awkward(eventful(rulebook, players))))
    if program == "gnumeric":
        subprocess.run(["ssconvert", str(path), str(again)], check=True, capture_output=True, timeout=120)
    else:
        office: Office = request.getfixturevalue("office")
        with office.open(path) as book:
            again = book.save(again)
    before, after = verify(ClosedBook.open(path)), verify(ClosedBook.open(again))
    assert before.differences == after.differences == ()
    assert (after.digest, after.trusted, after.compared) == (before.digest, before.trusted, before.compared)
    assert is_ours(path)
    assert not is_ours(again)
