"""`bangxl blank-sheets`: a file to print."""

from pathlib import Path

import pytest
from openpyxl import load_workbook

from bangxl.commands.blank import blank
from bangxl.commands.errors import STATE, USAGE, Refusal
from bangxl.rulebooks.loader import RulebookError
from tests.render import page_texts


def refused(path: Path, *, language: str = "en") -> int:
    with pytest.raises(Refusal) as refusal:
        blank(path, "italy-2010", language)
    return refusal.value.exit_code


def test_a_workbook(tmp_path: Path) -> None:
    """Its record sheet alone is seen, and is printed without money."""
    path = tmp_path / "schede.xlsx"
    assert str(path) in blank(path, "italy-2010", "en")[0]
    book = load_workbook(path)
    assert [ws.title for ws in book if ws.sheet_state == "visible"] == ["Round1T1"]
    assert book.active is book["Round1T1"]
    assert list(tmp_path.iterdir()) == [path]


def test_pages_in_the_regulations_language(tmp_path: Path) -> None:
    path = tmp_path / "zettel.pdf"
    blank(path, "germany")
    assert {tuple(page.split()[:4]) for page in page_texts(path)} == {("PARTIE", "____", "·", "TISCH")}
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["sheets.xlsx", "sheets.pdf"])
def test_what_is_there_stays(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"mine")
    assert refused(path) == STATE
    assert path.read_bytes() == b"mine"


@pytest.mark.parametrize("name", ["sheets", "sheets.xlsm", "sheets.pdf.txt"])
def test_other_names(tmp_path: Path, name: str) -> None:
    assert refused(tmp_path / name) == USAGE


@pytest.mark.parametrize("name", ["sheets.xlsx", "sheets.pdf"])
def test_a_folder_that_is_not_there(tmp_path: Path, name: str) -> None:
    assert refused(tmp_path / "nowhere" / name) == STATE


def test_unknown_words(tmp_path: Path) -> None:
    with pytest.raises(RulebookError):
        blank(tmp_path / "sheets.xlsx", "italy-1999")
    assert refused(tmp_path / "sheets.xlsx", language="fr") == USAGE
