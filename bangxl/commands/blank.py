"""`bangxl blank-sheets`: empty record sheets, for a tournament without the computer."""

from pathlib import Path
from typing import Final

from bangxl.books import files
from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError
from bangxl.commands.errors import USAGE, Refusal, book_refusals
from bangxl.commands.new import language_for, require_rulebook
from bangxl.commands.printing import PDF, pdf_of_pages, require_pdf, unprintable
from bangxl.commands.workspace import guessed_language
from bangxl.locale.catalog import Catalog, catalog
from bangxl.paper.kit import blank_pages, kit_pages
from bangxl.sheets.build import build
from bangxl.tournament.model import game_code
from bangxl.tournament.rulebook import Rulebook

SHEETS: Final = ".xlsx"


def blank(
    path: Path, rulebook_id: str = "italy-2010", language: str = "", *, kit: bool = False, letter: bool = False
) -> tuple[str, ...]:
    """Write a page for each size of table of a regulation; the lines to show.

    ``kit``: with them the ledger, the regulation with its tables and auction, and the duel. ``letter``: for American paper.
    A name that ends in .xlsx gets a workbook with an empty record sheet, to be printed from Excel. Refusal for another name,
    and where there is such a file.
    """
    rulebook = require_rulebook(rulebook_id, language)
    words, _ = catalog(language_for(language, rulebook)).counting(rulebook.unit), catalog(language or guessed_language())
    with book_refusals(path, _.language):
        return _write(path, rulebook, words, _, kit=kit, letter=letter)


def _write(path: Path, rulebook: Rulebook, words: Catalog, _: Catalog, *, kit: bool, letter: bool) -> tuple[str, ...]:
    """BookError ``file_exists``: the existing file stays."""
    _refuse_existing(path)
    if path.suffix.lower() == SHEETS and not kit:
        _write_workbook(path, rulebook, words)
        return (_("{path}: an empty record sheet. Print as many as you need.").format(path=path),)
    if not kit and path.suffix.lower() != PDF:
        raise Refusal(_("{path}: the name must end in .pdf or .xlsx.").format(path=path), exit_code=USAGE)
    require_pdf(path, _)
    draw = kit_pages if kit else blank_pages
    pages = pdf_of_pages(rulebook.title, words.language, [lambda paper: draw(paper, rulebook, words)], letter=letter)
    files.replace(path, pages, lambda: _refuse_existing(path))
    text = _("{path}: empty record sheets for tables of {sizes}. Print as many as you need.")
    if kit:
        text = _("{path}: everything for a tournament without a computer. Print as many record sheets and ledgers as you need.")
    return (text.format(path=path, sizes=", ".join(map(str, sorted(rulebook.sizes)))), *unprintable(_, rulebook))


def _write_workbook(path: Path, rulebook: Rulebook, _: Catalog) -> None:
    workbook = build(rulebook, catalog(_.language), rulebook.minimum_players)
    for number, sheet in enumerate(workbook.worksheets):
        seen = sheet.title == game_code(1, 1)
        sheet.sheet_state, sheet.sheet_view.tabSelected = "visible" if seen else "hidden", seen
        if seen:
            workbook.active = number
    ClosedBook.create(path, workbook).save()


def _refuse_existing(path: Path) -> None:
    if files.exists(path):
        raise BookError("file_exists", path=str(path))
