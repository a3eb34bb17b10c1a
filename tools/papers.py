"""Writes the tables of docs/no-pc.md from the rulebooks: ``python -m tools.papers``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from bangxl.rulebooks.loader import load
from bangxl.tournament.plans import Sizes
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.seating import scheduled_rounds

PAGE: Final = Path(__file__).parents[1] / "docs/no-pc.md"
MARK: Final = "## Tables\n"
"""The heading from which on the page is made here."""

_HEAD: Final = "\nThis part is made from the rulebooks by `python -m tools.papers`.\n"
_REDRAWN: Final = ("italy-2010", "italy-2011")
_SOLD: Final = ("italy-2007", "italy-2010", "italy-2011")
_PLACES: Final = ("1.", "2.", "3., 4.")
_ROUNDS: Final = "turni · rounds · Runden · туры"
_TABLES: Final = "tavoli · tables · Tische · столы"
_AT_EACH: Final = "giocatori a ogni tavolo · players at each · Spieler pro Tisch · игроков за столом"
_MONEY: Final = (
    "all'inizio · at the start · zu Beginn · в начале",
    "offerta minima · lowest bid · Mindestgebot · наименьшая ставка",
    "multipli di · multiples of · Vielfache von · кратно",
    "l'ultimo · the last · der Letzte · последний",
)


def page(text: str) -> str:
    """What the page must say; its chapters are left as they are."""
    return text.partition(MARK)[0] + tables()


def tables() -> str:
    """The heading and all tables, in the regulations' order of use: who sits where, then money."""
    return MARK + _HEAD + "".join((_redrawn(), _allegato(load("italy-2007")), _germany(load("germany")), _money(), _prizes()))


def _table(title: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A title and a table; all columns to the right but the last."""
    rule = "|" + "--:|" * (len(heads) - 1) + "---|"
    lines = (f"| {' | '.join(map(str, row))} |" for row in rows)
    return "\n".join(["", f"### {title}", "", f"| {' | '.join(heads)} |", rule, *lines, ""])


def _sizes(sizes: Sizes) -> str:
    return " + ".join(map(str, sizes))


def _redrawn() -> str:
    """Rounds and tables of the regulations that redraw, which print the same chart and other rounds. ValueError otherwise."""
    books = [load(rulebook) for rulebook in _REDRAWN]
    first = books[0]
    if any(book.chart != first.chart for book in books):
        raise ValueError("the charts of tables differ: one table cannot show them")
    heads = ["n", *(f"{book.source.published[:4]}: {_ROUNDS}" for book in books), _TABLES, _AT_EACH]
    rows = (
        [n, *(scheduled_rounds(book, n) for book in books), len(sizes), _sizes(sizes)] for n, (sizes, *_) in first.chart.items()
    )
    return _table("Italia 2010, 2011 · Tabella dei tavoli", heads, rows)


def _allegato(book: Rulebook) -> str:
    rows = ([n, " · ".join(_sizes(sizes) for sizes in legal)] for n, legal in book.chart.items())
    return _table("Italia 2007 · Allegato 1", ["n", _TABLES], rows)


def _germany(book: Rulebook) -> str:
    """Rows of equal tables and qualifiers together, as far as they go: ``20-24``."""
    rows: list[tuple[int, int, int, int]] = []
    for n, (sizes, *_) in sorted(book.chart.items()):
        through = book.knockout.players(n) if book.knockout else 0
        if rows and rows[-1][2:] == (len(sizes), through):
            rows[-1] = rows[-1][0], n, *rows[-1][2:]
        else:
            rows.append((n, n, len(sizes), through))
    return _table("Deutschland", ["n", _TABLES, "K.O."], ([f"{first}–{last}", *counts] for first, last, *counts in rows))


def _money() -> str:
    return _table("$ · asta · auction · Versteigerung · аукцион", ["", *_MONEY], _auctions())


def _auctions() -> Iterator[Sequence[object]]:
    for rule, title in ((book.auction, book.title) for book in map(load, _SOLD)):
        if rule is not None:
            yield title, rule.start, rule.minimum, rule.step, rule.last


def _prizes() -> str:
    """By the rounds scheduled at the start: dollars of the first, the second, and each of the third and fourth."""
    rows = [
        [f"{book.title}, {rounds}", *amounts[: len(_PLACES)]]
        for book in map(load, _REDRAWN)
        for rounds, amounts in book.prizes.items()
    ]
    return _table("$ · premi · prizes · Preise · призы", [_ROUNDS, *_PLACES], rows)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
