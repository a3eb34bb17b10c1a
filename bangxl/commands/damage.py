"""Say what is wrong with the sheets and the names of a workbook. Nothing is mended here: `bangxl.commands.repair` does that."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Book, Formula, Ref
from bangxl.books.references import Place, address
from bangxl.commands.errors import known_language
from bangxl.locale.catalog import catalog
from bangxl.tournament.findings import Finding
from bangxl.tournament.model import sheet_numbers
from bangxl.tournament.rulebook import Rulebook
from bangxl.workbook.cells import at
from bangxl.workbook.names import DIGEST, REFERTO_MARK, digests, names_digest
from bangxl.workbook.notice_lines import DISORDER
from bangxl.workbook.read import Contents

_MOST, _FEW = 0.8, 0.2
"""Of the names this share must be where a new workbook has them; with less of its labels a sheet is another program's."""


class NewWorkbook(NamedTuple):
    """A workbook as bangxl makes it: the cells of its names, what stands on each sheet, its rounds."""

    names: Mapping[str, Ref]
    cells: Mapping[str, Mapping[Place, object]]
    rounds: int

    def on(self, title: str) -> Mapping[str, Ref]:
        """The names on a sheet."""
        return {name: ref for name, ref in self.names.items() if ref.sheet == title}

    def labels(self, title: str) -> Mapping[Place, object]:
        """What stands on a sheet beside formulas and the cells of names."""
        named = {place for ref in self.on(title).values() for place in name_cells(ref)}
        return {place: it for place, it in self.cells[title].items() if place not in named and not isinstance(it, Formula)}


def name_cells(ref: Ref) -> Iterator[Place]:
    """The cells of a name, from top to bottom."""
    return ((row, ref.column) for row in range(ref.first, ref.last + 1))


def sheet_findings(book: Book, contents: Contents) -> tuple[Finding, ...]:
    """What could not be read, and what is wrong with each sheet, for which a new workbook is built once anything is off."""
    stored = book.read(DIGEST)[0] if DIGEST in book.names else None
    is_off = any(one.code in DISORDER for one in contents.findings) or stored not in {None, digests(book.names, book.formulas())}
    if REFERTO_MARK in book.names or not is_off or (new := new_of_same_size(book, contents)) is None:
        return contents.findings
    return (*_damages(book, new), *(finding for finding in contents.findings if finding.code not in DISORDER))


def _damages(book: Book, new: NewWorkbook) -> Iterator[Finding]:
    """The copies of sheets, with our names and no place; then of each of ours what is wrong, or each formula that is gone."""
    refs, here = book.names, book.formulas()
    tops = {ref.sheet: at(name, 0) for name, ref in sorted(refs.items(), key=lambda it: (it[1].first, it[1].column, it[0]))[::-1]}
    if new.cells.keys() <= book.sheets.keys():  # if a sheet is gone, nobody knows what is a copy: it may be that one
        ours = {name.rpartition("!")[2] for name in new.names}
        known = {ref.sheet for name, ref in refs.items() if name.rpartition("!")[2] in ours}
        for tab in sorted(known - new.cells.keys()):
            yield Finding("sheet_copied", tops[tab], {"copy": tab})
    for tab in dict.fromkeys(ref.sheet for ref in new.names.values()):
        own, top = new.on(tab), tops.get(tab, at(f"{tab}!", 0))
        if tab not in book.sheets:
            yield Finding("name_missing", at(next(iter(own)), 0), {"name": tab})
        elif isinstance(book, ClosedBook) and is_replaced(book, tab, new.labels(tab)):
            yield Finding("sheet_replaced", top)
        elif wrong := [ref for name, ref in own.items() if refs.get(name) != ref]:
            near = min((ref.first, ref.column) for ref in wrong)
            yield Finding("rows_moved", top, {"near": address(*near), "sheet": tab})
        else:
            named = {place: at(name, index) for name, ref in own.items() for index, place in enumerate(name_cells(ref))}
            right = {place for place, it in new.cells[tab].items() if isinstance(it, Formula)}
            for place in sorted(right - here[tab]):
                yield Finding("formula_overwritten", named.get(place) or at(f"{tab}!{address(*place)}", 0))


def is_replaced(book: ClosedBook, tab: str, labels: Mapping[Place, object]) -> bool:
    """Whether a sheet has lost nearly all that bangxl has put there."""
    here = book.everything(tab)
    return len(labels.items() & here.items()) < _FEW * len(labels) and not any(isinstance(one, Formula) for one in here.values())


@lru_cache(maxsize=1)
def _new_workbook(rulebook: Rulebook, language: str, places: int, rounds: int, extras: frozenset[str]) -> NewWorkbook:
    from bangxl.sheets.build import build, cells_by_sheet, named_cells  # noqa: PLC0415 - openpyxl is slow to import

    workbook = build(rulebook, catalog(language), places, rounds, extras)
    return NewWorkbook(named_cells(workbook), cells_by_sheet(workbook), rounds)


def new_of_same_size(book: Book, contents: Contents) -> NewWorkbook | None:
    """A new workbook of the same size; None where bangxl makes others: by the digest of the names, or where most of them are."""
    stored = book.read(DIGEST)[0] if DIGEST in book.names else None
    rounds = max((numbers[0] for tab in book.sheets if (numbers := sheet_numbers(tab))), default=0)
    lengths = Counter(
        len(ref) for key, ref in book.names.items() if key.startswith(("Standings_", "Players_")) and "View" not in key
    )
    for size, _times in lengths.most_common():
        if contents.rulebook.minimum_players <= size <= contents.rulebook.maximum_players:
            language, extras = known_language(contents.tournament.language), contents.tournament.extras
            new = _new_workbook(contents.rulebook, language, size, rounds, extras)
            here = [book.names[name] == ref for name, ref in new.names.items() if name in book.names]
            if stored.startswith(names_digest(new.names)) if isinstance(stored, str) else sum(here) > _MOST * len(here):
                return new
    return None
