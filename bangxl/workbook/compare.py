"""Compare the workbook's formulas with Python."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from bangxl.books.port import Book, Formula, Value
from bangxl.tournament.drawing import with_logged_draws
from bangxl.tournament.findings import At, Finding
from bangxl.tournament.ledger import has_money, ledger
from bangxl.tournament.standings import standings
from bangxl.workbook import names
from bangxl.workbook.cells import at
from bangxl.workbook.read import Contents

DECIMALS = 6
"""Formulas round to so many decimals before they compare."""


def merged_away(book: Book) -> Iterator[Finding]:
    """Cells that people do not see any more."""
    for name, index in book.covered():
        yield Finding("cell_merged", at(name, index))


def differences(contents: Contents, book: Book) -> Iterator[Finding]:
    """Cells that show something else than Python computes; nothing where formulas have no results."""
    for name, expected in expectations(contents, book).items():
        shown = book.shown(name) if name in book.names else None
        for index, right in expected.items():
            now = None if shown is None or index >= len(shown) else shown[index]
            same = _text(now) == _text(right)
            if isinstance(now, int | float) and isinstance(right, int | float):
                same = round(abs(now - right), DECIMALS) == 0
            if shown is not None and not same and not isinstance(now, Formula):
                yield Finding("formulas_differ", at(name, index), {"shown": _text(now), "right": _text(right)})
    for draw in (draw for draw in with_logged_draws(contents).draws if draw.round and contents.tournament.draw_of(draw.drawn)):
        for key, right in (("Draw_Source", draw.source), ("Draw_Public", draw.public_value)):
            name = names.on_wall(draw.round, key)
            if right and name in book.names and book.read(name)[0] is None:
                yield Finding("seed_gone", At(key, 0, draw.round), {"round": draw.round})
    # the code that sheets without a round show, typed over: people would photograph one that proves nothing
    right = contents.newest_code
    now = _text(book.read(names.LATEST_CODE)[0]) if names.LATEST_CODE in book.names else right
    if now != right:
        yield Finding("code_differs", at(names.LATEST_CODE, 0), {"shown": now, "right": right})


def expectations(contents: Contents, book: Book) -> Mapping[str, Mapping[int, Value]]:
    """What winnings, funds and standings must show: by defined name, then by row (from 0)."""
    expected: dict[str, dict[int, Value]] = {}
    owners = has_money(contents)
    for line in ledger(contents):
        amounts = {"Payout": line.payout}
        if owners:  # the money after the game is there as soon as the line is complete
            complete = line.payout is not None and line.cost is not None
            after = line.before - (line.cost or 0) + (line.payout or 0) if complete else None
            amounts |= {"Before": line.before, "After": after}
        for name, amount in amounts.items():
            if amount is not None:
                expected.setdefault(names.on_record(line.game.round, line.game.table, name), {})[line.seat.number - 1] = amount
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
            expected.setdefault(name, {})[rows[standing.player]] = value
    return {name: by_row for name, by_row in expected.items() if name in book.names}


def _number(value: Fraction | None) -> Value:
    if value is None:
        return None
    return int(value) if value.denominator == 1 else round(float(value), DECIMALS)


def _text(value: Value) -> str:
    return "" if value is None else str(value)
