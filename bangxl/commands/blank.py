"""`bangxl blank`: empty record sheets, for a tournament without the computer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bangxl.books import files
from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError
from bangxl.commands.errors import USAGE, Refusal, explain, told_in
from bangxl.commands.new import language_for
from bangxl.commands.printing import PAGES, printed
from bangxl.commands.workspace import open_workspace, require_language, whole
from bangxl.locale.catalog import Catalog, catalog
from bangxl.rulebooks.loader import load
from bangxl.sheets.blank import of_rulebook, of_tables
from bangxl.sheets.kit import build as whole_kit

SHEETS: Final = ".xlsx"


def blank(
    path: Path, rulebook_id: str = "italy-2010", language: str = "", of: Path | None = None, *, kit: bool = False
) -> tuple[str, ...]:
    """Write a page for each size of table of a regulation; the lines to show.

    ``kit``: with them the ledger, the regulation with its tables and auction, and the duel.

    ``of`` a workbook with fixed tables: a page for each game that they still play, with names, in its language. Refusal for
    a name that ends in neither .pdf nor .xlsx, where there is such a file, and for a .pdf without LibreOffice.
    """
    if of is not None:
        return _of(of, path, language)
    with told_in(language):
        rulebook = load(rulebook_id)
    _ = catalog(language_for(language, rulebook))
    _write(path, lambda at: ClosedBook.create(at, (whole_kit if kit else of_rulebook)(rulebook, _)), _)
    if kit:
        text = _("{path}: all for a tournament without the computer. Print record sheets and ledger as often as you need them.")
        return (text.format(path=path),)
    sizes = ", ".join(map(str, sorted(rulebook.roles)))
    return (
        _("{path}: empty record sheets for tables of {sizes}. Print each as often as you need it.").format(
            path=path, sizes=sizes
        ),
    )


def _of(source: Path, path: Path, language: str) -> tuple[str, ...]:
    """All sheets of fixed tables at once (Der Wertungszettel). Refusal where tables are redrawn, and without a game to come."""
    workspace = whole(open_workspace(source, reading_only=True))
    _ = catalog(require_language(language)) if language else workspace.text
    if not workspace.contents.rulebook.fixed_tables:
        raise Refusal(_("The tables are drawn anew for every round: print each round's record sheets when it is seated."))
    book = of_tables(workspace.state, _)
    pages = len(book.worksheets)
    if not pages:
        raise Refusal(_("There is no game to come: nobody is seated yet, or all games are played."))
    _write(path, lambda at: ClosedBook.create(at, book), _)
    text = _.plural("{count} record sheet to print: {path}", "{count} record sheets to print, one page each: {path}", pages)
    return (text.format(count=pages, path=path),)


def _write(path: Path, make: Callable[[Path], ClosedBook], _: Catalog) -> None:
    """Write the sheets as a workbook, or as pages, by the name. Refusal."""
    kind = path.suffix.lower()
    if kind not in {SHEETS, PAGES}:
        raise Refusal(_("{path}: the name must end in .pdf or in .xlsx.").format(path=path), exit_code=USAGE)
    try:
        _refuse_existing(path)
        if kind == PAGES:
            _pages(path, make, _)
        else:
            make(path).save()
    except BookError as error:
        raise explain(error, str(path), _.language) from None


def _pages(path: Path, make: Callable[[Path], ClosedBook], _: Catalog) -> None:
    """The same sheets as LibreOffice or Excel prints them. Refusal without both; BookError."""
    with TemporaryDirectory() as folder:
        sheets = make(Path(folder, f"blank{SHEETS}")).dump()
    data = printed(path, sheets, path, _.language)
    if data is None:
        text = _(
            "{path}: a .pdf needs LibreOffice or Excel; neither was found. Write an .xlsx instead, and print that elsewhere."
        )
        raise Refusal(text.format(path=path))
    files.replace(path, data, lambda: _refuse_existing(path))


def _refuse_existing(path: Path) -> None:
    """BookError ``file_exists``: what is there stays."""
    if files.exists(path):
        raise BookError("file_exists", path=str(path))
