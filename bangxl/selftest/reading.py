"""A workbook as a program reads it beside the file that we wrote: formulas, results, errors, what Python computes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Book, Formula, Value
from bangxl.books.references import address
from bangxl.selftest.host import Places
from bangxl.workbook.compare import differences, expectations
from bangxl.workbook.read import read

ERRORS: Final = frozenset({"#N/A", "#VALUE!", "#REF!", "#DIV/0!", "#NAME?", "#NUM!", "#NULL!", "#SPILL!", "#CALC!"})
_QUOTED: Final = re.compile(r"'([^\W\d]\w*)'!")
_TRUTH: Final = re.compile(r"\b(TRUE|FALSE)\(\)")

Results = Mapping[tuple[str, int, int], Value]
"""By sheet, row and column: what a formula shows."""


def formulas_in(path: Path) -> Mapping[str, Places]:
    """Every formula in a file, by sheet."""
    return _formulas(ClosedBook.open(path, reading_only=True))


def results(path: Path) -> Results:
    """What every formula in a file showed when a program last saved it."""
    book = ClosedBook.open(path, reading_only=True)
    return {
        (sheet, *place): shown
        for sheet, formulas in _formulas(book).items()
        for place, shown in book.results(sheet).items()
        if place in formulas
    }


def misreadings(ours: Mapping[str, Places], theirs: Mapping[str, Places]) -> Iterator[str]:
    """Formulas that are read as others, or not at all, and those that nobody wrote."""
    for sheet in sorted(ours.keys() | theirs.keys()):
        mine, found = ours.get(sheet, {}), theirs.get(sheet, {})
        for place in sorted(mine.keys() | found.keys()):
            one, other = (_plain(texts.get(place, "")) for texts in (mine, found))
            if one != other:
                yield f"{sheet}!{address(*place)}: {mine.get(place, '–')} → {found.get(place, '–')}"


def errors(shown: Results) -> Iterator[str]:
    """Formulas that show an error."""
    for (sheet, row, column), value in shown.items():
        if isinstance(value, str) and value in ERRORS:
            yield f"{sheet}!{address(row, column)}: {value}"


def deviations(before: Results, after: Results) -> Iterator[str]:
    """Formulas that show something else than before."""
    for sheet, row, column in sorted(before.keys() | after.keys()):
        one, other = (found.get((sheet, row, column)) for found in (before, after))
        if not _same(one, other):
            yield f"{sheet}!{address(row, column)}: {one!r} → {other!r}"


def wrong_values(book: Book) -> Iterator[str]:
    """Cells that show something else than Python computes."""
    contents = read(book)
    for name in expectations(contents, book):
        if book.shown(name) is None:
            yield f"{name}: –"
            return
    for finding in differences(contents, book):
        at = finding.at
        where = f"Round{at.round}T{at.table}!{at.name}" if at.table else at.name
        yield f"{where} [{at.index}]: {finding.values['shown']!r} ≠ {finding.values['right']!r}"


def count_computed(book: Book) -> int:
    """How many cells Python computes too."""
    return sum(map(len, expectations(read(book), book).values()))


def _formulas(book: ClosedBook) -> dict[str, Places]:
    return {
        sheet: {place: str(value) for place, value in book.everything(sheet).items() if isinstance(value, Formula)}
        for sheet in book.sheets
    }


def _plain(formula: str) -> str:
    """Without what programs spell as they like: blanks, capitals, quotes that a sheet's name does not need, ``TRUE()``."""
    parts = formula.split('"')
    parts[::2] = [_TRUTH.sub(r"\1", _QUOTED.sub(r"\1!", re.sub(r"\s", "", part.upper()))) for part in parts[::2]]
    return '"'.join(parts)


def _same(one: Value, other: Value) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return round(abs(one - other), 6) == 0
    return (one or "") == (other or "")
