"""Say what is wrong with the sheets and the names of a workbook. Nothing is mended here: `bangxl.commands.repair` does that."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Book, Formula, Ref
from bangxl.books.references import Place, address
from bangxl.commands.errors import known_language
from bangxl.locale.catalog import catalog
from bangxl.tournament.findings import At, Finding
from bangxl.workbook import names
from bangxl.workbook.cells import at
from bangxl.workbook.read import Contents
from bangxl.workbook.summary import ASTRAY

if TYPE_CHECKING:
    from bangxl.tournament.rulebook import Rulebook

_MOST: Final = 0.8
"""Of the names this share must be where a new workbook has them."""

_FEW: Final = 0.2
"""With less of its labels in their places a sheet is another program's."""

_COPY: Final = re.compile(r"(.+?)(?:\x20\(\d{1,3}\)|_\d{1,3})")
"""The title of a copied sheet in Excel and LibreOffice: ``Round1T1 (2)``, ``Round1T1_2``."""

_ROUND: Final = re.compile(r"Round(\d{1,3})(?:T\d{1,3})?")


class New(NamedTuple):
    """A workbook as bangxl makes it: the cells of its names, what stands on each sheet, its rounds."""

    names: Mapping[str, Ref]
    cells: Mapping[str, Mapping[Place, object]]
    rounds: int


def examined(book: Book, contents: Contents) -> Contents:
    """The contents with a finding for each sheet that is gone, renamed, copied, replaced, or whose names are elsewhere.

    Whether anything is off is seen without a new workbook: only then one is built.
    """
    refs = book.names
    if names.REFERTO_MARK in refs:
        return contents
    stored = book.read(names.DIGEST)[0] if names.DIGEST in refs else None
    is_astray = any(finding.code in ASTRAY for finding in contents.findings)
    is_other = stored is not None and stored != names.digest(refs)
    tabs = {ref.sheet for name, ref in refs.items() if not name.startswith("Auctions_")}  # the only sheet without formulas
    is_bare = isinstance(book, ClosedBook) and not all(map(book.has_formulas, tabs))
    new = new_like(book, contents.rulebook, contents.tournament.language) if is_astray or is_other or is_bare else None
    copies = {copy: tab for copy in book.sheets if (match := _COPY.fullmatch(copy)) and (tab := match[1]) in book.sheets}
    found, kept = [Finding("sheet_copied", _first(refs, tab), {"copy": copy}) for copy, tab in copies.items()], contents.findings
    if new is not None:
        known = {*new.cells, *copies, *homes(refs, new.names, book.sheets).values()}
        found += [Finding("sheet_copied", _first(refs, tab), {"copy": tab}) for tab in book.sheets if tab in tabs - known]
        found += _by_sheet(book, new)
        kept = tuple(finding for finding in kept if finding.code not in ASTRAY)
    return replace(contents, findings=(*found, *kept)) if found or kept != contents.findings else contents


def _by_sheet(book: Book, new: New) -> Iterator[Finding]:
    """One finding for each sheet of a new workbook that is not as it was made."""
    refs, tab_of = book.names, homes(book.names, new.names, book.sheets)
    for title in dict.fromkeys(ref.sheet for ref in new.names.values()):
        tab = tab_of.get(title)
        own = {name: ref for name, ref in new.names.items() if ref.sheet == title}
        if tab is None:
            yield Finding("name_missing", at(next(iter(own)), 0), {"name": title})
        elif tab != title and any("!" in name for name in own):
            yield Finding("sheet_renamed", _first(refs, tab), {"title": title})
        elif isinstance(book, ClosedBook) and is_replaced(book, tab, new.cells[title]):
            yield Finding("sheet_replaced", _first(refs, tab))
        elif wrong := [ref for name, ref in own.items() if refs.get(name) != replace(ref, sheet=tab)]:
            near = min((ref.first, ref.column) for ref in wrong)
            yield Finding("rows_moved", _first(refs, tab), {"near": address(*near), "sheet": tab})


def is_replaced(book: ClosedBook, tab: str, made: Mapping[Place, object]) -> bool:
    """Whether a sheet has lost nearly all that bangxl has put there."""
    here, labels = book.everything(tab), {place: value for place, value in made.items() if not isinstance(value, Formula)}
    same = sum(here.get(place) == value for place, value in labels.items())
    return len(labels) < len(made) and same < _FEW * len(labels) and not book.has_formulas(tab)


def _first(refs: Mapping[str, Ref], tab: str) -> At:
    """The name at the top of a sheet."""
    top = min(((ref.first, ref.column, name) for name, ref in refs.items() if ref.sheet == tab), default=(0, 0, f"{tab}!"))
    return at(top[2], 0)


def homes(refs: Mapping[str, Ref], new: Mapping[str, Ref], tabs: Iterable[str]) -> Mapping[str, str]:
    """The tab of each sheet of a new workbook; none for those that are gone.

    A renamed sheet is known by the names on it, if it is the only one that has them.
    """
    known, there, here = {*tabs}, _layouts(new), _layouts(refs)
    found = {title: title for title in there if title in known}
    for title, layout in there.items():
        alike = [tab for tab in known - there.keys() if len(layout & here.get(tab, set())) > _MOST * len(layout)]
        rivals = [one for one, other in there.items() if one not in known and other == layout]
        if title not in known and len(alike) == len(rivals) == 1:
            found[title] = alike[0]
    return found


def _layouts(refs: Mapping[str, Ref]) -> Mapping[str, set[tuple[str, int, int, int]]]:
    """What names each sheet has, and where."""
    found: dict[str, set[tuple[str, int, int, int]]] = {}
    for name, ref in refs.items():
        found.setdefault(ref.sheet, set()).add((name.rpartition("!")[2], ref.column, ref.first, ref.last))
    return found


@lru_cache(maxsize=1)
def _new(rulebook: Rulebook, language: str, places: int, rounds: int) -> New:
    from bangxl.sheets.build import build, cells_of, where  # noqa: PLC0415 - openpyxl is slow to import

    workbook = build(rulebook, catalog(language), places, rounds)
    return New(where(workbook), cells_of(workbook), rounds)


def new_like(book: Book, rulebook: Rulebook, language: str) -> New | None:
    """A new workbook of the same size; None where this one was not made as this bangxl makes it.

    A fingerprint of the names says how it was made; without one, where most of them are. A line may have been deleted or
    inserted, so the likeliest number of places is tried first.
    """
    stored = book.read(names.DIGEST)[0] if names.DIGEST in book.names else None
    rounds = max((int(match[1]) for tab in book.sheets if (match := _ROUND.fullmatch(tab))), default=0)
    lists = ("Standings_", "Players_")
    lengths = Counter(len(ref) for name, ref in book.names.items() if name.startswith(lists) and name != "Standings_View")
    for size, _times in lengths.most_common():
        if rulebook.minimum_players <= size <= rulebook.maximum_players:
            new = _new(rulebook, known_language(language), size, rounds)
            here = [book.names[name] == ref for name, ref in new.names.items() if name in book.names]
            if stored == names.digest(new.names) if isinstance(stored, str) else sum(here) > _MOST * len(here):
                return new
    return None
