"""`bangxl blank`: empty record sheets, for a tournament without the computer."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bangxl.books import files
from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError
from bangxl.books.programs import to_pdf
from bangxl.commands.errors import USAGE, Refusal, explain
from bangxl.commands.new import language_for
from bangxl.locale.catalog import Catalog, catalog
from bangxl.rulebooks.loader import load
from bangxl.sheets.blank import build
from bangxl.tournament.rulebook import Rulebook

SHEETS: Final = ".xlsx"
PAGES: Final = ".pdf"


def blank(path: Path, rulebook_id: str = "italy-2010", language: str = "") -> tuple[str, ...]:
    """Write a page for each size of table of a regulation; the lines to show.

    Refusal for a name that ends in neither .pdf nor .xlsx, where there is such a file, and for a .pdf without LibreOffice.
    """
    rulebook = load(rulebook_id)
    _ = catalog(language_for(language, rulebook))
    kind = path.suffix.lower()
    if kind not in {SHEETS, PAGES}:
        raise Refusal(_("{path}: the name must end in .pdf or in .xlsx.").format(path=path), exit_code=USAGE)
    try:
        _refuse_existing(path)
        if kind == PAGES:
            _pages(path, rulebook, _)
        else:
            ClosedBook.create(path, build(rulebook, _)).save()
    except BookError as error:
        raise explain(error, str(path), _.language) from None
    sizes = ", ".join(map(str, sorted(rulebook.roles)))
    return (
        _("{path}: empty record sheets for tables of {sizes}. Print each as often as you need it.").format(
            path=path, sizes=sizes
        ),
    )


def _pages(path: Path, rulebook: Rulebook, _: Catalog) -> None:
    """The same sheets as LibreOffice prints them. Refusal without it; BookError."""
    with TemporaryDirectory() as folder:
        sheets, pages = (Path(folder, f"blank{suffix}") for suffix in (SHEETS, PAGES))
        ClosedBook.create(sheets, build(rulebook, _)).save()
        if not to_pdf(sheets, pages):
            text = _(
                "{path}: a .pdf needs LibreOffice or Excel; neither was found. Write an .xlsx instead, and print that elsewhere."
            )
            raise Refusal(text.format(path=path))
        files.replace(path, files.read(pages), lambda: _refuse_existing(path))


def _refuse_existing(path: Path) -> None:
    """BookError ``file_exists``: what is there stays."""
    if files.exists(path):
        raise BookError("file_exists", path=str(path))
