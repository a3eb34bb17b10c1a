"""Say what is wrong with the sheets and the names of a workbook. Nothing is mended here: `bangxl.commands.repair` does that."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Book, Formula, Ref
from bangxl.books.references import Formulas, Place, address
from bangxl.commands.errors import known_language
from bangxl.locale.catalog import catalog
from bangxl.tournament.findings import At, Finding
from bangxl.tournament.rulebook import Rulebook
from bangxl.workbook.cells import at
from bangxl.workbook.names import DIGEST, REFERTO_MARK, digest, digests
from bangxl.workbook.read import Contents
from bangxl.workbook.summary import ASTRAY

_MOST: Final = 0.8
"""Of the names this share must be where a new workbook has them."""

_FEW: Final = 0.2
"""With less of its labels in their places a sheet is another program's."""

_ROUND: Final = re.compile(r"Round(\d{1,3})(?:T\d{1,3})?")


class NewWorkbook(NamedTuple):
    """A workbook as bangxl makes it: the cells of its names, what stands on each sheet, its rounds."""

    names: Mapping[str, Ref]
    cells: Mapping[str, Mapping[Place, object]]
    rounds: int

    def on(self, title: str) -> Mapping[str, Ref]:
        """The names on a sheet."""
        return {name: ref for name, ref in self.names.items() if ref.sheet == title}

    def formulas(self) -> Formulas:
        """As `Book.formulas`."""
        return {title: {at for at, one in own.items() if isinstance(one, Formula)} for title, own in self.cells.items()}

    def labels(self, title: str) -> Mapping[Place, object]:
        """What stands on a sheet beside formulas and the cells of names."""
        named = {place for ref in self.on(title).values() for place in places(ref)}
        return {
            place: value for place, value in self.cells[title].items() if not isinstance(value, Formula) and place not in named
        }


def places(ref: Ref) -> Iterator[Place]:
    """The cells of a name, from top to bottom."""
    return ((row, ref.column) for row in range(ref.first, ref.last + 1))


def findings_of_reading(book: Book, contents: Contents) -> tuple[Finding, ...]:
    """What could not be read, and what is wrong with each sheet: gone, copied, replaced, names elsewhere, no formulas.

    Whether anything is off is seen without a new workbook: only then one is built.
    """
    refs = book.names
    if REFERTO_MARK in refs:
        return contents.findings
    stored = book.read(DIGEST)[0] if DIGEST in refs else None
    is_astray = any(finding.code in ASTRAY for finding in contents.findings)
    is_other = stored is not None and stored != digests(refs, book.formulas())
    new = new_like(book, contents) if is_astray or is_other else None
    if new is None:
        return contents.findings
    kept = (finding for finding in contents.findings if finding.code not in ASTRAY)
    return (*_copies(book, new), *_by_sheet(book, new), *kept)


def _copies(book: Book, new: NewWorkbook) -> Iterator[Finding]:
    """The sheets that have our names and no place; nobody knows if one is gone, for it may be that one."""
    if new.cells.keys() <= book.sheets.keys():
        ours = {name.rpartition("!")[2] for name in new.names}
        known = {ref.sheet for name, ref in book.names.items() if name.rpartition("!")[2] in ours}
        for tab in sorted(known - new.cells.keys()):
            yield Finding("sheet_copied", _first(book.names, tab), {"copy": tab})


def _by_sheet(book: Book, new: NewWorkbook) -> Iterator[Finding]:
    """One finding for each sheet of a new workbook that is not as it was made, or one for each formula that is gone."""
    right, here = new.formulas(), book.formulas()
    for tab in dict.fromkeys(ref.sheet for ref in new.names.values()):
        own = new.on(tab)
        if tab not in book.sheets:
            yield Finding("name_missing", at(next(iter(own)), 0), {"name": tab})
        elif isinstance(book, ClosedBook) and is_replaced(book, tab, new.labels(tab)):
            yield Finding("sheet_replaced", _first(book.names, tab))
        elif wrong := [ref for name, ref in own.items() if book.names.get(name) != ref]:
            near = min((ref.first, ref.column) for ref in wrong)
            yield Finding("rows_moved", _first(book.names, tab), {"near": address(*near), "sheet": tab})
        else:
            named = {place: at(name, index) for name, ref in own.items() for index, place in enumerate(places(ref))}
            for place in sorted(right[tab] - here[tab]):
                yield Finding("formula_overwritten", named.get(place) or at(f"{tab}!{address(*place)}", 0))


def is_replaced(book: ClosedBook, tab: str, labels: Mapping[Place, object]) -> bool:
    """Whether a sheet has lost nearly all that bangxl has put there."""
    here = book.everything(tab)
    return len(labels.items() & here.items()) < _FEW * len(labels) and not any(isinstance(one, Formula) for one in here.values())


def _first(refs: Mapping[str, Ref], tab: str) -> At:
    """The name at the top of a sheet."""
    top = min(((ref.first, ref.column, name) for name, ref in refs.items() if ref.sheet == tab), default=(0, 0, f"{tab}!"))
    return at(top[2], 0)


@lru_cache(maxsize=1)
def _new(rulebook: Rulebook, language: str, places: int, rounds: int, extras: frozenset[str]) -> NewWorkbook:
    from bangxl.sheets.build import build, cells_of, where  # noqa: PLC0415 - openpyxl is slow to import

    workbook = build(rulebook, catalog(language), places, rounds, extras)
    return NewWorkbook(where(workbook), cells_of(workbook), rounds)


def new_like(book: Book, contents: Contents) -> NewWorkbook | None:
    """A new workbook of the same size; None where this one was not made as this bangxl makes it.

    A fingerprint of the names says how it was made; without one, where most of them are. A line may have been deleted or
    inserted, so the likeliest number of places is tried first.
    """
    stored = book.read(DIGEST)[0] if DIGEST in book.names else None
    rounds = max((int(match[1]) for tab in book.sheets if (match := _ROUND.fullmatch(tab))), default=0)
    lists = ("Standings_", "Players_")
    lengths = Counter(len(ref) for name, ref in book.names.items() if name.startswith(lists) and name != "Standings_View")
    for size, _times in lengths.most_common():
        if contents.rulebook.minimum_players <= size <= contents.rulebook.maximum_players:
            language, extras = known_language(contents.tournament.language), contents.tournament.extras
            new = _new(contents.rulebook, language, size, rounds, extras)
            here = [book.names[name] == ref for name, ref in new.names.items() if name in book.names]
            if stored.startswith(digest(new.names)) if isinstance(stored, str) else sum(here) > _MOST * len(here):
                return new
    return None
