"""What a referto is made of: visible sheets of values that look as they are, without macros, each under its seal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import zip_longest

from bangxl.books.closed import ClosedBook
from bangxl.books.plan import places
from bangxl.books.port import Book, Formula
from bangxl.books.references import address
from bangxl.referto.book import Grid, seal
from bangxl.referto.proof.values import told
from bangxl.referto.proof.verdict import Difference, Sighting
from bangxl.tournament.findings import At
from bangxl.workbook.locate import cell_of

SEALS = ("Seal_Sheet", "Seal_Value")


def foreign(book: ClosedBook, grids: Mapping[str, Grid]) -> Iterator[Sighting]:
    """Formulas, hidden sheets, macros, looks that belie the values: a referto has none."""
    if book.has_macros:
        yield Difference("macros", At("")), "", ""
    for sheet, visible in book.sheets.items():
        if not visible:
            yield Difference("hidden_sheet", At("")), sheet, ""
        for (row, column), value in grids[sheet].items():
            if isinstance(value, Formula):
                yield Difference("formula", At(""), {"formula": told(str(value))}), sheet, address(row, column)
    for kind, sheet, row, column, what in book.oddities():
        yield Difference(f"look_{kind}", At(""), {"what": told(what)}), sheet, address(row, column)


def seals(book: Book, grids: Mapping[str, Grid], excused: Collection[str]) -> Iterator[Sighting]:
    """Sheets that are not as they were sealed. Those ``excused`` have other differences, which say more."""
    if not set(SEALS) <= book.names.keys():
        return
    titles, values = (book.read(name) for name in SEALS)
    sealed = [(str(title or "").strip(), value) for title, value in zip_longest(titles, values)]
    for index, (sheet, value) in enumerate(sealed):
        where, cell = cell_of(book, "Seal_Value", index)
        at = At("Seal_Value", index)
        if sheet not in grids:
            yield Difference("sheet_missing", at, {"sheet": sheet or "–"}), where, cell_of(book, "Seal_Sheet", index)[1]
        elif sheet not in excused and value != seal(_under_seal(book, sheet, grids[sheet])):
            yield Difference("seal_broken", at, {"where": f"{where} {cell}"}), sheet, ""
    count = Counter(sheet for sheet, _value in sealed)
    for sheet in grids:
        if count[sheet] != 1:
            code = "seal_twice" if count[sheet] else "sheet_added"
            yield Difference(code, At("Seal_Sheet"), {"sheet": sheet}), sheet, ""


def _under_seal(book: Book, sheet: str, grid: Grid) -> Grid:
    """The cells that a seal covers: all but the seals themselves."""
    ref = book.names["Seal_Value"]
    if sheet != ref.sheet:
        return grid
    own = {(row, column) for _sheet, row, column in places(ref)}
    return {place: value for place, value in grid.items() if place not in own}
