"""`bangxl blank-sheets`: empty record sheets, for a tournament without the computer."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bangxl.books import files
from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError
from bangxl.commands.errors import USAGE, Refusal, explain, told_in
from bangxl.commands.new import language_for
from bangxl.commands.printing import PAGES, drawn, require_pdf
from bangxl.commands.workspace import open_workspace, require_language, whole
from bangxl.locale.catalog import Catalog, catalog
from bangxl.rulebooks.loader import load
from bangxl.tournament.rulebook import Rulebook
from bangxl.workbook.names import record_sheet

SHEETS: Final = ".xlsx"


def blank(
    path: Path,
    rulebook_id: str = "italy-2010",
    language: str = "",
    of: Path | None = None,
    *,
    kit: bool = False,
    letter: bool = False,
) -> tuple[str, ...]:
    """Write a page for each size of table of a regulation; the lines to show.

    ``kit``: with them the ledger, the regulation with its tables and auction, and the duel. ``letter``: for American paper.
    A name that ends in .xlsx gets a workbook with an empty record sheet, to be printed from Excel.

    ``of`` a workbook with fixed tables: a page for each game that they still play, with names, in its language. Refusal for
    another name, and where there is such a file.
    """
    if of is not None:
        return _of(of, path, language, letter=letter)
    with told_in(language):
        rulebook = load(rulebook_id)
    _ = catalog(language_for(language, rulebook)).counting(rulebook.unit)
    if path.suffix.lower() == SHEETS and not kit:
        _write_workbook(path, rulebook, _)
        return (_("{path}: an empty record sheet. Print as many as you need.").format(path=path),)
    from bangxl.paper.kit import blank_pages, kit_pages  # noqa: PLC0415 - fpdf2 is slow to import

    if not kit and path.suffix.lower() != PAGES:
        raise Refusal(_("{path}: the name must end in .pdf or .xlsx.").format(path=path), exit_code=USAGE)
    require_pdf(path, _)
    draw = kit_pages if kit else blank_pages
    _write(path, drawn(rulebook.title, _.language, [lambda paper: draw(paper, rulebook, _)], letter=letter), _)
    if kit:
        text = _("{path}: everything for a tournament without a computer. Print as many record sheets and ledgers as you need.")
        return (text.format(path=path),)
    text = _("{path}: empty record sheets for tables of {sizes}. Print as many as you need.")
    return (text.format(path=path, sizes=", ".join(map(str, sorted(rulebook.roles)))),)


def _of(source: Path, path: Path, language: str, *, letter: bool) -> tuple[str, ...]:
    """All sheets of fixed tables at once (Der Wertungszettel). Refusal where tables are redrawn, and without a game to come."""
    from bangxl.paper.record import forms_to_come, record_page  # noqa: PLC0415

    workspace = whole(open_workspace(source, reading_only=True))
    rulebook = workspace.contents.rulebook
    _ = catalog(require_language(language)).counting(rulebook.unit) if language else workspace.text
    if not rulebook.fixed_tables:
        raise Refusal(_("The tables are drawn again each round: print the record sheets when a round is seated."))
    forms = list(forms_to_come(workspace.state, _))
    if not forms:
        raise Refusal(_("There are no more games: nobody is seated yet, or all games are played."))
    require_pdf(path, _)
    pages = [lambda paper, form=form: record_page(paper, form) for form in forms]
    _write(path, drawn(workspace.tournament.event.name or rulebook.title, _.language, pages, letter=letter), _)
    text = _.plural("{count} record sheet to print: {path}", "{count} record sheets to print, one page each: {path}", len(forms))
    return (text.format(count=len(forms), path=path),)


def _write(path: Path, data: bytes, _: Catalog) -> None:
    """Write the pages; what is there stays. Refusal."""
    try:
        _refuse_existing(path)
        files.replace(path, data, lambda: _refuse_existing(path))
    except BookError as error:
        raise explain(error, str(path), _.language) from None


def _write_workbook(path: Path, rulebook: Rulebook, _: Catalog) -> None:
    """A workbook in which only the record sheet of a table is seen. Refusal."""
    from bangxl.sheets.build import build  # noqa: PLC0415 - openpyxl is slow to import

    workbook = build(rulebook, catalog(_.language), rulebook.minimum_players)
    for number, sheet in enumerate(workbook.worksheets):
        seen = sheet.title == record_sheet(1, 1)
        sheet.sheet_state, sheet.sheet_view.tabSelected = "visible" if seen else "hidden", seen
        if seen:
            workbook.active = number
    try:
        _refuse_existing(path)
        ClosedBook.create(path, workbook).save()
    except BookError as error:
        raise explain(error, str(path), _.language) from None


def _refuse_existing(path: Path) -> None:
    """BookError ``file_exists``: what is there stays."""
    if files.exists(path):
        raise BookError("file_exists", path=str(path))
