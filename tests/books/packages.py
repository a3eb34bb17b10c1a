"""Packages to be changed or refused, and what happens to them."""

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError, Changes
from tests.additions.package import Package, documents, unzipped
from tests.books.workbooks import workbook
from tests.helpers.raised import raised

CHANGES: Final = Changes(cells={("Next_Step", 0): "new"}, shown={"Round1T1": True}, locked={"Players_Id": True})
SHEET: Final = "xl/worksheets/sheet1.xml"


@cache
def sound() -> bytes:
    """A workbook with shared texts, as Excel keeps them."""
    out = BytesIO()
    workbook().save(out)
    package = Package(out.getvalue())
    package.cell(SHEET, "B2", b'<c r="B2" t="s"><v>%d</v></c>' % package.text(b"<si><t>Anna Rossi</t></si>"))
    return package.data()


def refusal(path: Path, data: bytes) -> BookError:
    """What a change of such a file ends with; it stays as it is."""
    path.write_bytes(data)
    error = raised(BookError, change, path)
    assert path.read_bytes() == data
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert error.values["path"] == str(path)
    return error


def change(path: Path) -> None:
    book = ClosedBook.open(path)
    for sheet in book.sheets:
        book.everything(sheet)
    book.require_writable(CHANGES)
    book.apply(CHANGES)
    book.save()


def changed(path: Path, data: bytes) -> bytes:
    """A file that can be changed, and what it is then."""
    path.write_bytes(data)
    change(path)
    book = ClosedBook.open(path)
    assert book.read("Next_Step") == ["new"]
    assert book.sheets["Round1T1"]
    assert list(documents(unzipped(path.read_bytes())))
    return path.read_bytes()


MAIN_SHEET: Final = '<{0} xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></{0}>'
