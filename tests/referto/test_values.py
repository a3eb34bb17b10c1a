"""What programs change when they save a referto makes no difference; anything else does."""

import subprocess
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Formula, Value
from bangxl.referto.spreadsheet import is_exact
from bangxl.referto.verdict import LONGEST_VALUE, shown_value
from bangxl.referto.verify import is_expected, verify_book
from bangxl.workbook.read import Contents
from tests.helpers.sample import sample, these
from tests.hosts.libreoffice.office import Office
from tests.referto.referti import EVENTFUL, book, contents_of, eventful, facts, saved

DAY = datetime(2026, 11, 21)  # noqa: DTZ001 - a workbook knows no time zones

SAME: list[tuple[Value, Value]] = [
    (3, 3), (3.0, 3), (1552.5, 1552.5), (3.33333333333333, 10 / 3), (-0.333333333333333, -1 / 3), (None, ""), (" \n", None),
    ("Anna  Rossi", "Anna Rossi"), ("one\nline", "one line"), (DAY, date(2026, 11, 21)), (DAY, DAY), (1e300, int(1e300)),
]  # fmt: skip
DIFFERENT: list[tuple[Value, Value]] = [
    (4, 3), (3.0000001, 3), (3.33333333, 10 / 3), (float("nan"), 10 / 3), (float("inf"), 10 / 3), (Formula("=1"), "=1"),
    (True, 1), (1, True), ("3", 3), (3, "3"), (0, None), (None, 0), ("anna Rossi", "Anna Rossi"), ("AnnaRossi", "Anna Rossi"),
    (DAY.replace(hour=12), date(2026, 11, 21)), ("2026-11-21", date(2026, 11, 21)), (46347, date(2026, 11, 21)),
]  # fmt: skip


@pytest.mark.parametrize(("printed", "right"), SAME)
def test_the_same(printed: Value, right: Value) -> None:
    assert is_expected(printed, right)


@pytest.mark.parametrize(("printed", "right"), DIFFERENT)
def test_not_the_same(printed: Value, right: Value) -> None:
    assert not is_expected(printed, right)


def test_nothing_is_endless() -> None:
    assert len(shown_value("x" * 40_000)) == LONGEST_VALUE + 1


def awkward(contents: Contents) -> Contents:
    """With texts of which a program might make something else: numbers, formulas, two blanks, two lines."""
    event = replace(contents.tournament.event, name="12", place="Via Po  3\nTorino", organiser="=Il Saloon", region="+39 011")
    players = (replace(contents.tournament.players[0], name="'Zoë  «1e5» <D'Amico> & C."), *contents.tournament.players[1:])
    return contents_of(replace(contents.tournament, event=event, players=players), contents.rulebook)


def is_ours(path: Path) -> bool:
    verdict = verify_book(ClosedBook.open(path))
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
    before, after = verify_book(ClosedBook.open(path)), verify_book(ClosedBook.open(again))
    assert before.differences == after.differences == ()
    assert (after.digest, after.trusted, after.compared) == (before.digest, before.trusted, before.compared)
    assert is_ours(path)
    assert not is_ours(again)


@pytest.mark.parametrize(("rulebook", "language"), sample([("italy-2010", "it"), ("germany", "ru")], 2))
def test_it_opens_with_values_only(office: Office, tmp_path: Path, rulebook: str, language: str) -> None:
    path = tmp_path / "torneo-referto.xlsx"
    path.write_bytes(book(facts(rulebook, language=language)).dump())
    sheets = list(ClosedBook.open(path).sheets)
    with office.open(path) as document:
        assert document.errors() == []
        assert document.sheets() == dict.fromkeys(sheets, True)
        for sheet in sheets:
            shown, typed = document.read(f"{sheet}!A1:AZ60"), document.formulas(f"{sheet}!A1:AZ60")
            assert not [text for row in typed for text in row if text.startswith("=")]
            assert any(shown[0])
            assert any(cell for row in shown[1:] for cell in row)
