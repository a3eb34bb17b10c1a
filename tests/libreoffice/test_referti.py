"""A referto in LibreOffice: no formula, no error value, no hidden sheet, a head over every table."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from bangxl.books.closed import ClosedBook
from tests.hosts.libreoffice.office import Office
from tests.referto.referti import SMALLEST, book, facts

LANGUAGE: Final = {
    "italy-2010": "it",
    "italy-2011": "ru",
    "italy-2007": "en",
    "germany": "de",
    "record": "it",
    "record-international": "en",
}


@pytest.fixture(params=sorted(SMALLEST))
def rulebook(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def saved(folder: Path, rulebook: str) -> Path:
    path = folder / "torneo-referto.xlsx"
    path.write_bytes(book(facts(rulebook, language=LANGUAGE[rulebook])).dump())
    return path


def test_it_opens_with_values_only(office: Office, tmp_path: Path, rulebook: str) -> None:
    path = saved(tmp_path, rulebook)
    sheets = list(ClosedBook.open(path).sheets)
    with office.open(path) as document:
        assert document.errors() == []
        assert document.sheets() == dict.fromkeys(sheets, True)
        for sheet in sheets:
            shown, typed = document.read(f"{sheet}!A1:AZ60"), document.formulas(f"{sheet}!A1:AZ60")
            assert not [text for row in typed for text in row if text.startswith("=")]
            assert any(shown[0])
            assert any(cell for row in shown[1:] for cell in row)
