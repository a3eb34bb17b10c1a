"""A list from its file: a text, or the first sheet of a workbook, of Excel or of LibreOffice, that somebody sees.

A workbook is read by our own reader of packages, with its limits. Texts stay texts, whatever they look like; hidden lines are
left out, and that is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Final

from bangxl import limits
from bangxl.books.closed import ClosedBook
from bangxl.books.files import read
from bangxl.books.markup import Node, split
from bangxl.books.members import PackageError
from bangxl.books.package import Package, sound
from bangxl.books.port import BookError, Formula, Value
from bangxl.commands.errors import USAGE, Refusal, explain
from bangxl.commands.listfiles import Heads, Line, Lines, clean, of_text, refuse_spoilt, refused
from bangxl.locale.catalog import Catalog

_ZIP, _OLE = b"PK\x03\x04", bytes.fromhex("d0cf11e0a1b11ae1")
_ODS: Final = b"application/vnd.oasis.opendocument.spreadsheet"
"""Stands first, unpacked, in a workbook of LibreOffice."""
_WIDEST: Final = 100
"""Columns of a list that are read."""


def lines_of(path: Path, heads: Heads, _: Catalog, sentence: str) -> Lines:
    """The lines of a list's file; ``heads`` says whether cells are headings. Refusal, with the line where there is one.

    ``sentence``: what is said of a file that is no list at all.
    """
    unreadable = Refusal(sentence.format(path=path), exit_code=USAGE)
    try:
        data = read(path, limits.TEXT)
        if data.startswith(_ZIP):
            return _of_opendocument(path, data, _) if _ODS in data[:200] else _of_workbook(path, data, _)
    except BookError as error:
        if error.code == "file_missing" and path.suffix:  # «abc» may be a number mistyped, names.csv is a file
            raise explain(error, str(path), _.language) from None
        raise unreadable from None
    if data.startswith(_OLE):
        raise explain(BookError("old_or_encrypted"), str(path), _.language)
    return of_text(path, data, heads, unreadable, _)


def _of_workbook(path: Path, data: bytes, _: Catalog) -> Lines:
    """The first visible sheet of a workbook; of one of ours the players. BookError."""
    book = ClosedBook.of(data, path, partly=True)
    if "Players_Name" in book.names:
        return Lines([(0, ["name", "region", "email"]), *_our_players(book)])
    sheet = next(title for title, seen in book.sheets.items() if seen)
    typed, shown = book.everything(sheet), book.results(sheet)
    if place := next((place for place, value in typed.items() if isinstance(value, Formula) and place not in shown), None):
        reason = _("a formula there was never calculated. Open the workbook, save it, and try again.")
        raise refused(path, place[0], reason, _)
    rows: dict[int, dict[int, str]] = {}
    for (row, column), value in shown.items():
        rows.setdefault(row, {})[column] = _text(value)
    if sum(len(cells) for cells in rows.values()) > limits.LINES * 10:
        raise BookError("too_large", path=str(path), part=sheet)
    hidden = [row for row in sorted(rows) if book.hidden_row(sheet, row)]
    lines = [(row, [cells.get(column, "") for column in range(1, _WIDEST)]) for row, cells in sorted(rows.items())]
    return _of_sheet(path, sheet, lines, hidden, _)


def _of_sheet(path: Path, sheet: str, lines: Sequence[Line], hidden: Sequence[int], _: Catalog) -> Lines:
    """The lines of a workbook's sheet that are seen, each up to its last cell. Refusal for spoilt letters."""
    shown = [(row, _without_end(cells)) for row, cells in clean(lines) if row not in hidden]
    refuse_spoilt(path, shown, _, ansi=False)
    said = [_("Read from the workbook's first sheet, {sheet}.").format(sheet=sheet)]
    if hidden:
        said.append(_("Hidden lines were not read: {lines}.").format(lines=", ".join(map(str, hidden))))
    return Lines(shown, tuple(said))


def _without_end(cells: list[str]) -> list[str]:
    """The cells without the blank ones at the end."""
    filled = [at for at, cell in enumerate(cells, 1) if cell]
    return cells[: filled[-1]] if filled else []


def _of_opendocument(path: Path, data: bytes, _: Catalog) -> Lines:
    """The first sheet of a workbook of LibreOffice. BookError, Refusal."""
    try:
        with sound("content.xml"):
            table = next(_below(Package(data).tree("content.xml"), "table"))
    except (PackageError, StopIteration) as error:
        raise BookError("not_a_workbook", path=str(path), reason=str(error)) from error
    lines: list[Line] = []
    hidden: list[int] = []
    number = 0
    for row in _below(table, "table-row"):
        cells, times = _ods_cells(row), _times(row, "number-rows-repeated")
        for again in range(1, times + 1 if any(cells) else 1):
            lines.append((number + again, cells))
            if _attribute(row, "visibility") in {"collapse", "filter"}:
                hidden.append(number + again)
        number += times
        if len(lines) > limits.LINES:
            raise BookError("too_large", path=str(path), part="content.xml")
    return _of_sheet(path, _attribute(table, "name"), lines, hidden, _)


def _ods_cells(row: Node) -> list[str]:
    cells: list[str] = []
    for cell in row.children:
        if cell.name in {"table-cell", "covered-table-cell"}:
            text = " ".join(_ods_text(part) for part in cell.children if part.name == "p")
            cells += [text] * min(_times(cell, "number-columns-repeated"), _WIDEST - len(cells))
    return cells


def _ods_text(paragraph: Node) -> str:
    """A paragraph's text, or that of a link or a format in it. BookError if only parts of it have one: their order is lost."""
    inner = [_ods_text(child) for child in paragraph.children if child.name != "s"]
    if paragraph.text.strip() and any(inner):
        raise BookError("not_a_workbook", reason="text:span")
    return paragraph.text or "".join(inner)


def _below(node: Node, name: str) -> Iterator[Node]:
    """The elements of a name, in order, wherever they stand below, but not within each other."""
    for child in node.children:
        if child.name == name:
            yield child
        else:
            yield from _below(child, name)


def _attribute(node: Node, name: str) -> str:
    return next((value for key, value in node.attributes.items() if split(key)[1] == name), "")


def _times(node: Node, name: str) -> int:
    """How often a row or a cell stands there."""
    text = _attribute(node, name)
    return int(text) if text.isdecimal() and len(text) < 8 else 1


def _our_players(book: ClosedBook) -> Iterator[Line]:
    """From a workbook of bangxl: name, region, address; a line each."""
    first = book.names["Players_Name"].first
    columns = [book.read(name) if name in book.names else () for name in ("Players_Name", "Players_Region", "Players_Email")]
    for row, name in enumerate(columns[0]):
        if name is not None:
            yield first + row, [_text(column[row]) if row < len(column) else "" for column in columns]


def _text(value: Value) -> str:
    """A cell as people read it."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value.isoformat() if isinstance(value, date) else "" if value is None else " ".join(str(value).split())
