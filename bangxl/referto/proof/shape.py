"""What a referto is made of: visible sheets of values that look as they are, each under its seal, and nothing beside them.

Who moves a defined name to a hidden copy can print what he likes where it was. So only the program's own headings and labels may
stand where no name is: no number, nobody's name or id, no role, no text that anybody has made up. Labels that were exchanged for
each other are not found there: that is what the seals are for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from typing import Final

from bangxl.books.closed import ClosedBook
from bangxl.books.plan import Place, places
from bangxl.books.port import Book, Formula, Value
from bangxl.books.references import address
from bangxl.locale.catalog import N_, catalog, texts
from bangxl.referto.book import Grid, seal
from bangxl.referto.proof.compare import is_blank, same
from bangxl.referto.proof.facts import Facts
from bangxl.referto.proof.verdict import Difference, Sighting, squeeze, value_text
from bangxl.tournament.findings import At
from bangxl.workbook import names
from bangxl.workbook.fields import FIELDS
from bangxl.workbook.messages import cell_of
from bangxl.workbook.words import OPTION_WORDS, WORDS

SEALS = ("Seal_Sheet", "Seal_Value")
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


def foreign_parts(book: ClosedBook, grids: Mapping[str, Grid]) -> Iterator[Sighting]:
    """Formulas, hidden sheets, macros, looks that belie the values: a referto has none."""
    if book.has_macros:
        yield Difference("macros", At("")), "", ""
    for sheet, visible in book.sheets.items():
        if not visible:
            yield Difference("hidden_sheet", At("")), sheet, ""
        for (row, column), value in grids[sheet].items():
            if isinstance(value, Formula):
                yield Difference("formula", At(""), {"formula": value_text(str(value))}), sheet, address(row, column)
    for kind, sheet, row, column, what in book.oddities():
        yield Difference(f"look_{kind}", At(""), {"what": value_text(what)}), sheet, address(row, column)


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


def strays(book: Book, grids: Mapping[str, Grid], compared: Collection[str], facts: Facts) -> Iterator[Sighting]:
    """Cells under no name that is ``compared`` which are no headings, and cells under two of them."""
    covered: dict[str, set[tuple[int, int]]] = {sheet: set() for sheet in grids}
    for ref in (book.names[name] for name in compared if name in book.names):
        own = {(row, ref.column) for row in range(ref.first, ref.last + 1)}
        for place in sorted(covered[ref.sheet] & own):
            yield Difference("two_names", At("")), ref.sheet, address(*place)
        covered[ref.sheet] |= own
    is_label, heads = _labels(facts, compared), _heads(book, facts)
    for sheet, grid in grids.items():
        for row, column in sorted(grid.keys() - covered[sheet]):
            value = grid[row, column]
            if not is_label(value) and not any(same(value, head) for head in heads.get((sheet, row, column), ())):
                yield Difference("stray", At(""), {"printed": value_text(value)}), sheet, address(row, column)


def _labels(facts: Facts, compared: Collection[str]) -> Callable[[Value], bool]:
    """Whether a value is one of the texts that stand in such a referto beside what is compared."""
    known, numbered = _known_texts(facts.language)
    finals = facts.tournament.finals
    duels = {duel.match for duel in finals.duels} if finals else set()
    here = {squeeze(facts.tournament.event.name), squeeze(f"BANG! · {facts.rulebook.title}"), *SIDES, *duels, *compared}

    def is_label(value: Value) -> bool:
        if not isinstance(value, str):
            return False
        if value in known or is_blank(value):
            return True
        text = squeeze(value)
        code, _, title = text.partition(" · ")
        return text in known or text in here or numbered.fullmatch(text) is not None or (code in duels and title in known)

    return is_label


@cache
def _known_texts(language: str) -> tuple[frozenset[str], re.Pattern[str]]:
    """The program's texts in a language that say nothing of a tournament, and a pattern of the headings with numbers."""
    _ = catalog(language)
    heads = {_(head) for field in FIELDS for head in (field.head, field.report_head) if head}  # known before they are translated
    facts = {_(text) for text in FACTS}
    facts -= {_("Lot"), *heads}  # in German a heading's word is sometimes that of a fact
    own = {squeeze(text) for text in {*texts(language), *heads} if "{" not in text} - facts
    tables = {_.plural("Table {table} · {players} player", "Table {table} · {players} players", n) for n in range(1, 30)}
    patterns = (re.sub(r"\\{\w+\\}", r"\\d+", re.escape(squeeze(text))) for text in (*map(_, NUMBERED), *tables))
    return frozenset(own), re.compile("|".join(patterns))


def _heads(book: Book, facts: Facts) -> Mapping[Place, Sequence[Value]]:
    """What stands above the columns of who has met whom: the players."""
    found: dict[Place, Sequence[Value]] = {}
    for number, player in enumerate(facts.tournament.players, 1):
        ref = book.names.get(names.meetings(number))
        if ref is not None:
            found[ref.sheet, ref.first - 1, ref.column] = (player.id,)
    return found
