"""Put names back on the cells on which they belong: those that a new workbook of the same regulation and size has.

A name follows its cell when that is cut and pasted or dragged; services that change workbooks lose some. Whether anything is
off is seen without a new workbook: that is built only then.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from bangxl.books.port import Book, Ref
from bangxl.books.references import letters
from bangxl.commands.errors import known_language
from bangxl.locale.catalog import catalog
from bangxl.rulebooks.loader import ours, rulebook_ids
from bangxl.tournament.findings import At, Finding
from bangxl.workbook import names
from bangxl.workbook.cells import at
from bangxl.workbook.read import Contents, read, rulebook_of
from bangxl.workbook.summary import ASTRAY

if TYPE_CHECKING:
    from bangxl.tournament.rulebook import Rulebook

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
    found = [Finding("sheet_copied", _first_name(book.names, tab), {"copy": copy}) for copy, tab in copied(book.sheets)]
    stored = book.read(names.DIGEST)[0] if names.DIGEST in book.names else None
    is_astray = any(finding.code in ASTRAY for finding in contents.findings)
    if is_astray or (stored is not None and stored != names.digest(book.names)):
        blank = blank_like(book, contents.rulebook, contents.tournament.language)
        if not blank:
            return contents
        titles = dict(retitled(book.names, blank, book.sheets))
        own = {name: ref for name, ref in blank.items() if "!" in name and ref.sheet in titles}
        if own:
            book.define({name: replace(ref, sheet=titles[ref.sheet]) for name, ref in own.items()})
            contents = read(book)
        for copy, tab in copied_with_names(book, blank, titles):
            found.append(Finding("sheet_copied", _first_name(blank, tab), {"copy": copy}))
        found += [Finding("sheet_renamed", _first_name(blank, title), {"title": title}) for title in titles]
        shifts = dict(shifted(book.names, blank))
        wrong = dict(astray(book.names, blank, shifts, book.sheets))
        if wrong:
            book.define(wrong)
            contents = read(book)
            found.append(Finding("names_healed", at(next(iter(wrong)), 0), {"count": len(wrong)}))
        contents = replace(contents, findings=tuple(_by_sheet(contents.findings, book.names, blank, shifts)))
    return replace(contents, findings=(*found, *contents.findings)) if found else contents


def known_again(book: Book) -> Iterator[Finding]:
    """Put back the names without which nothing is read, where the others say that bangxl made this."""
    refs = book.names
    lost = [name for name in ("Rulebook_Id", "Players_Name") if name not in refs]
    if not lost or not {names.DIGEST, "Standings_Player"} & refs.keys():
        return
    language, text = (book.read(name)[0] if name in refs else None for name in ("Workbook_Language", "Rulebook_Text"))
    rulebooks = [rulebook_of(book)] if "Rulebook_Id" in refs or text else map(ours, rulebook_ids())
    blank = next(filter(None, (blank_like(book, one, str(language or "")) for one in rulebooks)), {})
    moved = {ref.sheet for name, ref in blank.items() if refs.get(name, ref) != ref}
    if blank and not moved & {blank[name].sheet for name in lost}:
        book.define({name: blank[name] for name in lost})
        yield Finding("names_healed", at(lost[0], 0), {"count": len(lost)})


def _first_name(refs: Mapping[str, Ref], tab: str) -> At:
    """The name at the top of a sheet."""
    top = min(((ref.first, ref.column, name) for name, ref in refs.items() if ref.sheet == tab), default=(0, 0, tab))
    return at(top[2], 0)


def retitled(refs: Mapping[str, Ref], blank: Mapping[str, Ref], tabs: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The sheets that somebody has renamed: the title that each had, and the one that it has now.

    A sheet is known by the names on it; of several alike each one by its place among them.
    """
    here, there, known = _layouts(refs), _layouts(blank), {*tabs}
    gone = [title for title in there if title not in known]
    new = [tab for tab in tabs if tab not in there and tab in here]
    for layout in dict.fromkeys(there[title] for title in gone):
        before, now = [one for one in gone if there[one] == layout], [one for one in new if here[one] == layout]
        if len(before) == len(now):
            yield from zip(before, now, strict=True)


def _layouts(refs: Mapping[str, Ref]) -> Mapping[str, frozenset[tuple[str, int, int, int]]]:
    """What names each sheet has, and where."""
    layouts: dict[str, set[tuple[str, int, int, int]]] = {}
    for name, ref in refs.items():
        layouts.setdefault(ref.sheet, set()).add((name.rpartition("!")[2], ref.column, ref.first, ref.last))
    return {tab: frozenset(names) for tab, names in layouts.items()}


def places(refs: Mapping[str, Ref]) -> Sequence[int]:
    """How many lines for players there may be, the likeliest first: a line of one list may have been deleted or inserted."""
    lengths = [len(ref) for name, ref in refs.items() if name.startswith(("Standings_", "Players_")) and name != "Standings_View"]
    return [length for length, _times in Counter(lengths).most_common()]


def rounds(book: Book) -> int:
    """The rounds for which the book has sheets."""
    return max((int(match[1]) for tab in book.sheets if (match := _ROUND.fullmatch(tab))), default=0)


@lru_cache(maxsize=1)
def _blank(rulebook: Rulebook, language: str, places: int, rounds: int) -> Mapping[str, Ref]:
    from bangxl.sheets.build import build, where  # noqa: PLC0415 - openpyxl is slow to import

    return where(build(rulebook, catalog(language), places, rounds))


def blank_like(book: Book, rulebook: Rulebook, language: str) -> Mapping[str, Ref]:
    """The names of a new workbook of the same size; none where this one was not made as this bangxl makes it."""
    stored = book.read(names.DIGEST)[0] if names.DIGEST in book.names else None
    for size in places(book.names):
        if rulebook.minimum_players <= size <= rulebook.maximum_players:
            blank = _blank(rulebook, known_language(language), size, rounds(book))
            if is_layout(book.names, blank, stored):
                return blank
    return {}


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


def copied_with_names(book: Book, blank: Mapping[str, Ref], titles: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The copies under titles of their own, each with the sheet that it has the names of, and most of the cells."""
    refs, here, there = book.names, _layouts(book.names), _layouts(blank)
    for tab in here.keys() - there.keys() - {*titles.values(), *(copy for copy, _tab in copied(book.sheets))}:
        own = {name: name.rpartition("!")[2] for name, ref in refs.items() if ref.sheet == tab}
        same = {
            title: sum(book.read(name) == book.read(other) for name, key in own.items() if (other := f"{title}!{key}") in refs)
            for title, layout in there.items()
            if layout == here[tab] and title in here
        }
        if same:
            yield tab, max(same, key=same.__getitem__)


def shifted(refs: Mapping[str, Ref], blank: Mapping[str, Ref]) -> Iterator[tuple[str, Shift]]:
    """The sheets in which a row or column was inserted or deleted, each with what explains most of its names.

    Names that are gone count where their cells would be gone, too.
    """
    by_tab: dict[str, list[tuple[Ref, Ref | None]]] = {}
    for name, ref in blank.items():
        there = refs.get(name)
        by_tab.setdefault(ref.sheet, []).append((ref, there if there is not None and there.sheet == ref.sheet else None))
    for tab, pairs in by_tab.items():
        kept = [(one, other) for one, other in pairs if other is not None]
        if all(one == other for one, other in kept):
            continue
        edges = {edge for one, _other in pairs for edge in (one.first, one.first + 1, one.last, one.last + 1)}
        down = {other.first - one.first for one, other in kept} | {other.last - one.last for one, other in kept}
        right = {other.column - one.column for one, other in kept}
        tries = {Shift(edge + back, by) for by in down - {0} for edge in edges for back in range(min(by, 0), 1)}
        tries |= {Shift(one.column, by, is_row=False) for by in right - {0} for one, _other in kept}
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


def _by_sheet(
    findings: Iterable[Finding], refs: Mapping[str, Ref], blank: Mapping[str, Ref], shifts: Mapping[str, Shift]
) -> Iterator[Finding]:
    """The findings, with one for each sheet whose lists have lost or gained lines in place of all that follow from that."""
    on_tabs = [ref for ref in blank.values() if ref.sheet in shifts]
    reported = {ref.sheet for ref in on_tabs if len(shifts[ref.sheet].moved(ref) or ()) != len(ref)}
    for finding in findings:
        ref = blank.get(names.key(finding.at)) if finding.code in ASTRAY else None
        if ref is None or ref.sheet not in shifts:
            yield finding
        else:
            reported.add(ref.sheet)
    for tab in sorted(reported):
        yield Finding("rows_moved", _first_name(refs, tab), {"near": shifts[tab].near, "sheet": tab})
