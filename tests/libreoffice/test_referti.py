"""A referto in LibreOffice: no formula, no error value, no hidden sheet, a head over every table."""

from pathlib import Path

import pytest

from bangxl.books.closed import ClosedBook
from tests.helpers.sample import sample
from tests.hosts.libreoffice.office import Office
from tests.referto.referti import book, facts


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
