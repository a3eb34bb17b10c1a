"""Put names back on the cells on which they belong: those that a new workbook of the same regulation and size has.

A name follows its cell when that is cut and pasted or dragged; services that change workbooks lose some. Whether anything is
off is seen without a new workbook: that is built only then.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from bangxl.books.port import Book, Ref
from bangxl.books.references import letters
from bangxl.commands.errors import known_language
from bangxl.locale.catalog import catalog
from bangxl.tournament.findings import Finding
from bangxl.workbook import names
from bangxl.workbook.cells import at
from bangxl.workbook.read import Contents, read, rulebook_of

if TYPE_CHECKING:
    from bangxl.tournament.rulebook import Rulebook

ASTRAY: Final = frozenset({"name_missing", "lines_moved", "cell_named_twice", "rows_moved"})
"""Findings after which nobody knows what stands where."""

_ENOUGH: Final = 3
"""So many names must have moved alike before a row was inserted or deleted: fewer were dragged."""

_MOST: Final = 0.8
"""Of the names this share must be where a new workbook has them."""

_COPY: Final = re.compile(r"(.+?)(?:\x20\(\d{1,3}\)|_\d{1,3})")
"""The title of a copied sheet in Excel and LibreOffice: ``Round1T1 (2)``, ``Round1T1_2``."""

_ROUND: Final = re.compile(r"Round(\d{1,3})(?:T\d{1,3})?")


class Shift(NamedTuple):
    """Rows or columns, so many inserted before the one ``at``, or deleted from it on if ``by`` is negative."""

    at: int
    by: int
    is_row: bool = True

    @property
    def near(self) -> str:
        """The row or column, as people call it."""
        return str(self.at) if self.is_row else letters(self.at)

    def moved(self, ref: Ref) -> Ref | None:
        """Where a range has come to; None if its cells are gone."""
        first, last = (ref.first, ref.last) if self.is_row else (ref.column, ref.column)
        end = self.at - min(self.by, 0)
        if self.by < 0 and self.at <= first and last < end:
            return None
        first = first + self.by if first >= end else min(first, self.at)
        last = last + self.by if last >= end else last if last < self.at else self.at - 1
        return replace(ref, first=first, last=last) if self.is_row else replace(ref, column=first)


def healed(book: Book, contents: Contents) -> Contents:
    """The contents, read again with every name that went astray on the cells where it belongs.

    A finding says so; of rows inserted or deleted one for the sheet, in place of one for each name.
    """
    if names.REFERTO_MARK in book.names:
        return contents
    found = [_copy_finding(book.names, tab, original) for tab, original in copied(book.sheets)]
    stored = book.read(names.DIGEST)[0] if names.DIGEST in book.names else None
    is_astray = any(finding.code in ASTRAY for finding in contents.findings)
    if is_astray or (stored is not None and stored != names.digest(book.names)):
        blank = blank_names(contents.rulebook, known_language(contents.tournament.language), places(book.names), rounds(book))
        if not is_layout(book.names, blank, stored):
            return contents
        shifts = dict(shifted(book.names, blank))
        wrong = dict(astray(book.names, blank, shifts, book.sheets))
        if wrong:
            book.define(wrong)
            contents = read(book)
            found.append(Finding("names_healed", at(next(iter(wrong)), 0), {"count": len(wrong)}))
        contents = replace(contents, findings=tuple(_by_sheet(contents.findings, blank, shifts)))
    return replace(contents, findings=(*found, *contents.findings)) if found else contents


def give_back_the_list(book: Book) -> None:
    """Put back the name of the list of players, without which nothing is read, where the others say that bangxl made this."""
    refs = book.names
    if "Players_Name" in refs or "Rulebook_Id" not in refs or "Standings_Player" not in refs:
        return
    language = book.read("Workbook_Language")[0] if "Workbook_Language" in refs else None
    blank = blank_names(rulebook_of(book), known_language(str(language or "")), places(refs), rounds(book))
    if is_layout(refs, blank, book.read(names.DIGEST)[0] if names.DIGEST in refs else None):
        book.define({"Players_Name": blank["Players_Name"]})


def _copy_finding(refs: Mapping[str, Ref], copy: str, original: str) -> Finding:
    top = min(((ref.first, ref.column, name) for name, ref in refs.items() if ref.sheet == original), default=(0, 0, original))
    return Finding("sheet_copied", at(top[2], 0), {"copy": copy})


def places(refs: Mapping[str, Ref]) -> int:
    """The lines for players, also where the list of players has one more or less than the standings."""
    lengths = [len(ref) for name, ref in refs.items() if name.startswith(("Standings_", "Players_")) and name != "Standings_View"]
    return Counter(lengths).most_common(1)[0][0]


def rounds(book: Book) -> int:
    """The rounds for which the book has sheets."""
    return max((int(match[1]) for tab in book.sheets if (match := _ROUND.fullmatch(tab))), default=0)


@lru_cache(maxsize=1)
def _blank(rulebook: Rulebook, language: str, places: int, rounds: int) -> Mapping[str, Ref]:
    from bangxl.sheets.build import build, where  # noqa: PLC0415 - openpyxl is slow to import

    return where(build(rulebook, catalog(language), places, rounds))


def blank_names(rulebook: Rulebook, language: str, places: int, rounds: int) -> Mapping[str, Ref]:
    """The names of a new workbook; none where the regulation has no such workbook."""
    known = rulebook.minimum_players <= places <= rulebook.maximum_players
    return _blank(rulebook, language, places, rounds) if known else {}


def is_layout(refs: Mapping[str, Ref], blank: Mapping[str, Ref], stored: object) -> bool:
    """Whether a workbook was made as this bangxl makes it: its fingerprint says so; without one, where most of its names are."""
    if isinstance(stored, str):
        return stored == names.digest(blank)
    here = [refs[name] == ref for name, ref in blank.items() if name in refs]
    return sum(here) > _MOST * len(here)


def copied(tabs: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The sheets that are copies of others, each with that one."""
    known = {*tabs}
    for tab in known:
        if (match := _COPY.fullmatch(tab)) and match[1] in known:
            yield tab, match[1]


def shifted(refs: Mapping[str, Ref], blank: Mapping[str, Ref]) -> Iterator[tuple[str, Shift]]:
    """The sheets in which a row or column was inserted or deleted, each with what explains most of its names."""
    by_tab: dict[str, list[tuple[Ref, Ref]]] = {}
    for name, ref in blank.items():
        if name in refs and refs[name].sheet == ref.sheet:
            by_tab.setdefault(ref.sheet, []).append((ref, refs[name]))
    for tab, pairs in by_tab.items():
        if all(one == other for one, other in pairs):
            continue
        edges = {edge for one, _other in pairs for edge in (one.first, one.first + 1, one.last, one.last + 1)}
        down = {other.first - one.first for one, other in pairs} | {other.last - one.last for one, other in pairs}
        right = {other.column - one.column for one, other in pairs}
        tries = {Shift(edge, by) for by in down - {0} for edge in edges}
        tries |= {Shift(one.column, by, is_row=False) for by in right - {0} for one, _other in pairs}
        score = {shift: sum(shift.moved(one) == other for one, other in pairs) for shift in tries}
        best = max(sorted(tries), key=score.__getitem__, default=None)
        if best is not None and score[best] >= sum(one == other for one, other in pairs) + _ENOUGH:
            yield tab, best


def astray(
    refs: Mapping[str, Ref], blank: Mapping[str, Ref], shifts: Mapping[str, Shift], tabs: Iterable[str]
) -> Iterator[tuple[str, Ref]]:
    """The names that are elsewhere or missing, each with the cells on which it belongs."""
    known = {*tabs}
    for name, ref in blank.items():
        place = shifts[ref.sheet].moved(ref) if ref.sheet in shifts else ref
        if place is not None and place.sheet in known and refs.get(name) != place:
            yield name, place


def _by_sheet(findings: Iterable[Finding], blank: Mapping[str, Ref], shifts: Mapping[str, Shift]) -> Iterator[Finding]:
    """The findings, with one in place of all that follow from a row or column inserted or deleted."""
    reported = set[str]()
    for finding in findings:
        ref = blank.get(names.key(finding.at)) if finding.code in ASTRAY else None
        tab = ref.sheet if ref is not None else ""
        if tab not in shifts:
            yield finding
        elif tab not in reported:
            reported.add(tab)
            yield Finding("rows_moved", finding.at, {"near": shifts[tab].near, "sheet": tab})
