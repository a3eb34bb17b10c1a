"""What can be read in a referto, but stands under no name that is compared.

Who moves a defined name to a hidden copy can print what he likes where it was. So only the program's own headings and labels may
stand where no name is: no number, nobody's name or id, no role, no text that anybody has made up. Labels that were exchanged for
each other are not found here: that is what the seals are for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import Final

from bangxl.books.plan import Place
from bangxl.books.port import Book, Value
from bangxl.books.references import address
from bangxl.locale.catalog import N_, catalog, texts
from bangxl.referto.book import Grid
from bangxl.referto.proof.facts import Facts
from bangxl.referto.proof.values import is_blank, same, squeezed, told
from bangxl.referto.proof.verdict import Difference, Sighting
from bangxl.tournament.findings import At
from bangxl.workbook import names
from bangxl.workbook.words import OPTION_WORDS, WORDS

FACTS: Final = frozenset(
    {text for words in WORDS.values() for text in words.values()}
    | {*OPTION_WORDS.values(), N_("withdrawn"), N_("ejected"), N_("lot")}
    | {N_("valid: as many games as the regulation asks, everybody Sheriff equally often")}
    | {N_("valid: the regulation sets no condition")}
)
"""Words that say what happened: they may stand under names only."""

NUMBERED: Final = (N_("Round {n}"), N_("Stage {n}"))
"""Headings with a number."""

SIDES: Final = frozenset("AB")
"""What the two players of a duel are called."""


def strays(book: Book, grids: Mapping[str, Grid], compared: Collection[str], facts: Facts) -> Iterator[Sighting]:
    """Cells under no name that is ``compared`` which are no headings, and cells under two of them."""
    covered: dict[str, set[tuple[int, int]]] = {sheet: set() for sheet in grids}
    for ref in (book.names[name] for name in compared if name in book.names):
        own = {(row, ref.column) for row in range(ref.first, ref.last + 1)}
        for place in sorted(covered[ref.sheet] & own):
            yield Difference("two_names", At("")), ref.sheet, address(*place)
        covered[ref.sheet] |= own
    is_label, heads = _labels(facts, compared), _heads(book)
    for sheet, grid in grids.items():
        for row, column in sorted(grid.keys() - covered[sheet]):
            value = grid[row, column]
            if not is_label(value) and not same(value, heads.get((sheet, row, column))):
                yield Difference("stray", At(""), {"printed": told(value)}), sheet, address(row, column)


def _labels(facts: Facts, compared: Collection[str]) -> Callable[[Value], bool]:
    """Whether a value is one of the texts that stand in such a referto beside what is compared."""
    known, numbered = _known(facts.language)
    finals = facts.tournament.finals
    duels = {duel.match for duel in finals.duels} if finals else set()
    here = {squeezed(facts.tournament.event.name), squeezed(f"BANG! · {facts.rulebook.title}"), *SIDES, *duels, *compared}

    def is_label(value: Value) -> bool:
        if not isinstance(value, str):
            return False
        if value in known or is_blank(value):
            return True
        text = squeezed(value)
        code, _, title = text.partition(" · ")
        return text in known or text in here or numbered.fullmatch(text) is not None or (code in duels and title in known)

    return is_label


@cache
def _known(language: str) -> tuple[frozenset[str], re.Pattern[str]]:
    """The program's texts in a language that say nothing of a tournament, and a pattern of the headings with numbers."""
    _ = catalog(language)
    facts = {_(text) for text in FACTS} - {_("Lot")}  # a heading; in German the word is the same
    own = {squeezed(text) for text in texts(language) if "{" not in text} - facts
    tables = {_.plural("Table {table} · {players} player", "Table {table} · {players} players", n) for n in range(1, 30)}
    patterns = (re.sub(r"\\{\w+\\}", r"\\d+", re.escape(squeezed(text))) for text in (*map(_, NUMBERED), *tables))
    return frozenset(own), re.compile("|".join(patterns))


def _heads(book: Book) -> Mapping[Place, int]:
    """The numbers above the columns of who has met whom."""
    found: dict[Place, int] = {}
    number = 1
    while (ref := book.names.get(names.meetings(number))) is not None:
        found[ref.sheet, ref.first - 1, ref.column] = number
        number += 1
    return found
