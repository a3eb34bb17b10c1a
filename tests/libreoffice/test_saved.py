"""A new workbook that LibreOffice has saved looks as before: no black line in spare rows, the chart at its place."""

import re
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pytest
from PIL import Image, ImageChops, ImageFilter

from bangxl.commands.new import new
from bangxl.rulebooks.loader import rulebook_ids
from tests.hosts.libreoffice.office import Office
from tests.render import pictures
from tests.sample import sample

FIRST: Final = "italy-2010"
PLACES: Final = {"germany": 20, "record": 7, "record-international": 7}
"""Small workbooks; every spare row and column is in them all the same."""
STEP: Final = 40
"""A difference of grey that the eye sees."""
SPECKS: Final = 100
"""Letters that LibreOffice sets a pixel further; a black line instead of a pale one is several hundred."""


@pytest.mark.parametrize("rulebook", sample(sorted(rulebook_ids(), key=FIRST.__ne__), 0))
def test_a_save_by_libreoffice_changes_no_sheet(office: Office, tmp_path: Path, rulebook: str) -> None:
    fresh, saved = tmp_path / "fresh.xlsx", tmp_path / "saved.xlsx"
    new(fresh, rulebook, language="en", players=str(PLACES.get(rulebook, 10)))
    with office.open(fresh) as book:
        book.save(saved)
        sheets = [name for name in book.sheets() if shown(name)]
        before = pictures(book.screens(tmp_path / "before.pdf", sheets), tmp_path, 70)
    with office.open(saved) as book:
        after = pictures(book.screens(tmp_path / "after.pdf", sheets), tmp_path, 70)
    pages = dict(zip(sheets, zip(before, after, strict=True), strict=True))
    assert {name: count for name, (one, other) in pages.items() if (count := differing(one, other)) > SPECKS} == {}
    assert anchors(saved) == anchors(fresh)


def shown(sheet: str) -> bool:
    """One sheet of each kind; not those that only formulas and programs read."""
    if sheet.startswith(("Round", "Stage")):
        return sheet in {"Round1", "Round1T1", "Stage1T1"}
    return sheet not in {"Auctions", "Ledger", "Lists", "xlwings.conf"}


def differing(one: Path, other: Path) -> int:
    """How many pixels of two pictures have no equal within a pixel of their place in the other."""
    first, second = (Image.open(path).convert("L") for path in (one, other))
    return max(beyond(first, second), beyond(second, first))


def beyond(one: Image.Image, other: Image.Image) -> int:
    lighter = ImageChops.subtract(one, other.filter(ImageFilter.MaxFilter(3)))
    darker = ImageChops.subtract(other.filter(ImageFilter.MinFilter(3)), one)
    return sum(ImageChops.lighter(lighter, darker).histogram()[STEP:])


def anchors(path: Path) -> list[tuple[str, str]]:
    """The columns and rows at which charts begin."""
    with ZipFile(path) as package:
        drawings = [
            package.read(name).decode() for name in package.namelist() if re.fullmatch(r"xl/drawings/drawing\d+\.xml", name)
        ]
    place = re.compile(r"<(?:xdr:)?from><(?:xdr:)?col>(\d+)<.*?row>(\d+)<")
    return [found for drawing in drawings for found in place.findall(drawing)]
