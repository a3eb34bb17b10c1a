"""What can be read in a referto, but stands under no name that is compared.

Who moves a defined name to a hidden copy can print what he likes where it was. So no number, and nobody's name or id, may
stand where no name is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from bangxl.books.plan import Place
from bangxl.books.port import Book, Value
from bangxl.tournament.findings import At
from bangxl.tournament.model import Tournament
from bangxl.workbook import names
from bangxl.workbook.proof.shape import address
from bangxl.workbook.proof.values import same, squeezed, told
from bangxl.workbook.proof.verdict import Difference, Sighting
from bangxl.workbook.referto import Grid


def strays(book: Book, grids: Mapping[str, Grid], compared: Collection[str], tournament: Tournament) -> Iterator[Sighting]:
    """Cells under no name that is ``compared`` which look like facts, and cells under two of them."""
    covered: dict[str, set[tuple[int, int]]] = {sheet: set() for sheet in grids}
    for ref in (book.names[name] for name in compared if name in book.names):
        own = {(row, ref.column) for row in range(ref.first, ref.last + 1)}
        for place in sorted(covered[ref.sheet] & own):
            yield Difference("two_names", At("")), ref.sheet, address(*place)
        covered[ref.sheet] |= own
    people, heads = _people(tournament), _heads(book)
    for sheet, grid in grids.items():
        for row, column in sorted(grid.keys() - covered[sheet]):
            value = grid[row, column]
            if _is_fact(value, people) and not same(value, heads.get((sheet, row, column))):
                yield Difference("stray", At(""), {"printed": told(value)}), sheet, address(row, column)


def _is_fact(value: Value, people: Collection[str]) -> bool:
    return not isinstance(value, str) or squeezed(value) in people


def _people(tournament: Tournament) -> Collection[str]:
    """Ids, and names of several words: one word may well be a heading."""
    event = tournament.event
    told_elsewhere = {squeezed(text) for text in (event.name, event.place, event.organiser)}
    full = {squeezed(player.name) for player in tournament.players if " " in player.name.strip()}
    return ({player.id for player in tournament.players} | full) - told_elsewhere


def _heads(book: Book) -> Mapping[Place, int]:
    """The numbers above the columns of who has met whom."""
    found: dict[Place, int] = {}
    number = 1
    while (ref := book.names.get(names.meetings(number))) is not None:
        found[ref.sheet, ref.first - 1, ref.column] = number
        number += 1
    return found
