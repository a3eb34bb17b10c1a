"""The two accountants side by side: the workbook's formulas against Python."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from bangxl.books.port import Book, Value
from bangxl.tournament.findings import Finding
from bangxl.tournament.ledger import LedgerLine, has_money, ledger
from bangxl.tournament.standings import standings
from bangxl.workbook import names
from bangxl.workbook.cells import at
from bangxl.workbook.read import Contents

DECIMALS = 6
"""Formulas round to so many decimals before they compare."""


def overwrites(book: Book) -> Iterator[Finding]:
    """Formulas that somebody has typed over: those that names, payouts, checks and standings are made of."""
    for name in _formula_names(book):
        for index, holds in enumerate(book.formulas(name)):
            if not holds:
                yield Finding("formula_overwritten", at(name, index))


def merged(book: Book) -> Iterator[Finding]:
    """Cells that nobody sees any more."""
    for name, index in book.covered():
        yield Finding("cell_merged", at(name, index))


def differences(contents: Contents, book: Book) -> Iterator[Finding]:
    """Cells that show something else than Python computes; nothing where the file was never calculated."""
    for name, expected in expectations(contents, book).items():
        shown = book.shown(name) if name in book.names else None
        for index, right in expected.items():
            now = None if shown is None or index >= len(shown) else shown[index]
            if shown is not None and not _same(now, right):
                values = {"shown": _blank(now), "right": _blank(right)}
                yield Finding("formulas_differ", at(name, index), values)
    yield from _last_code(contents, book)


def _last_code(contents: Contents, book: Book) -> Iterator[Finding]:
    """The code that sheets without a round show, typed over: people would photograph one that proves nothing."""
    right, now = "".join(one.code for one in contents.tournament.posted[-1:]), _blank(book.read(names.LATEST)[0])
    if now != right:
        yield Finding("code_differs", at(names.LATEST, 0), {"shown": now, "right": right})


def expectations(contents: Contents, book: Book) -> Mapping[str, Mapping[int, Value]]:
    """What winnings, funds and standings must show: by defined name, then by row (from 0)."""
    found: dict[str, dict[int, Value]] = {}
    owners = has_money(contents)
    for line in ledger(contents):
        for name, amount in _amounts(line, owners=owners).items():
            if amount is not None:
                found.setdefault(names.on_record(line.game.round, line.game.table, name), {})[line.seat.number - 1] = amount
    rows = {player.id: contents.rows.player(index) for index, player in enumerate(contents.tournament.players)}
    for standing in standings(contents):
        values: dict[str, Value] = {
            "Standings_Player": standing.player,
            "Standings_Rank": standing.rank,
            "Standings_Place": standing.place,
            "Standings_Score": _number(standing.score),
            "Standings_Games": standing.games,
            **{names.criterion(code): _number(value) for code, value in standing.criteria.items()},
        }
        for name, value in values.items():
            found.setdefault(name, {})[rows[standing.player]] = value
    return {name: by_row for name, by_row in found.items() if name in book.names}


def _amounts(line: LedgerLine, *, owners: bool) -> Mapping[str, int | None]:
    """The dollars on a seat's line; where players own some, also before and, as soon as the line is complete, after the game."""
    if not owners:
        return {"Payout": line.payout}
    known = line.payout is not None and line.cost is not None
    after = line.before - (line.cost or 0) + (line.payout or 0) if known else None
    return {"Before": line.before, "Payout": line.payout, "After": after}


def _formula_names(book: Book) -> list[str]:
    on_records = [
        names.on_record(number, table, name)
        for number, table in names.record_sheets(book.names)
        for name in ("Name", "Payout", "Before", "After", "Check")
    ]
    return [n for n in (*on_records, *(n for n in book.names if n.startswith("Standings_"))) if n in book.names]


def _number(value: Fraction | None) -> Value:
    if value is None:
        return None
    return int(value) if value.denominator == 1 else round(float(value), DECIMALS)


def _same(shown: Value, right: Value) -> bool:
    if isinstance(shown, int | float) and isinstance(right, int | float):
        return round(abs(shown - right), DECIMALS) == 0
    return _blank(shown) == _blank(right)


def _blank(value: Value) -> str:
    return "" if value is None else str(value)
