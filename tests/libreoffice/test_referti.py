"""A referto in LibreOffice: no formula, no error value, no hidden sheet, nothing cut off; the digest on every page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.interchange.dump import spoken_digest
from tests.hosts.libreoffice.office import Office
from tests.libreoffice.test_pages import ERRORS, TOO_NARROW
from tests.referto.referti import SMALLEST, book, contents, facts
from tests.render import page_texts, page_words

LANGUAGE: Final = {
    "italy-2010": "it",
    "italy-2011": "ru",
    "italy-2007": "en",
    "germany": "de",
    "record": "it",
    "record-international": "en",
}
FROM_THE_EDGE: Final = 18
"""Points: nothing is printed nearer to the edge of the paper."""
WIDTHS: Final = (595, 842)
BELOW: Final = 4
"""Points from the middle of a head to that of what stands below it."""


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
            assert any(cell for row in shown for cell in row)


def test_its_pages_are_whole(office: Office, tmp_path: Path, rulebook: str) -> None:
    path = saved(tmp_path, rulebook)
    told = facts(rulebook, language=LANGUAGE[rulebook])
    with office.open(path) as document:
        pdf = document.pdf(tmp_path / "referto.pdf")
    pages = page_texts(pdf)
    assert all(spoken_digest(told.digest) in page for page in pages)
    assert told.digest in pages[0]
    assert not ERRORS.search("\n".join(pages))
    assert TOO_NARROW not in "\n".join(pages)
    everything = re.sub(r"\s+", " ", " ".join(pages))
    assert not [player.name for player in contents(rulebook).tournament.players if player.name not in everything]
    for words in page_words(pdf):
        edge = min(width for width in WIDTHS if width >= max(word.right for word in words) - FROM_THE_EDGE)
        assert not [word for word in words if word.right > edge - FROM_THE_EDGE or word.left < FROM_THE_EDGE]
