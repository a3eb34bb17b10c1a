"""The record sheets: two tables side by side, round by round, never torn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, groupby
from typing import Final

from openpyxl.workbook.workbook import Workbook

from bangxl.books.port import Value
from bangxl.referto.pages.layout import FIRST, SMALL_TITLE, TITLE, Column, Page, cell, folded, sizes
from bangxl.referto.pages.report import LINE, Report, sheet, who
from bangxl.sheets.styles import edges, font, place
from bangxl.tournament.ledger import has_money, ledger
from bangxl.tournament.model import Game
from bangxl.tournament.rulebook import DOLLAR
from bangxl.workbook import names
from bangxl.workbook.fields import FIELDS, Field, InputKind, fields

_SIZE: Final = 9
_HALF: Final = 410
"""Points for a table: two of them, in letters of this size, fit into the width of a page."""
_GAP: Final = 1
_LINE: Final = 12
_CLOSE: Final = 11.2
"""Points of a line where lines stand close."""
_NUMBERS: Final = 12
"""Characters of a column for programs."""
_AMOUNT: Final = {"number_format": "#,##0;-#,##0"}
_WIDEST: Final = 140
_WORDS: Final = 4
"""A column with so many different texts has words to choose from."""
_RARE: Final = 0.05
"""Words with a smaller share of a column do not make it wider."""
_Played = tuple[Game, Sequence[Column]]
_RULING: Final = tuple(field for field in FIELDS if field.kind is InputKind.AMOUNT)
_INDENTED: Final = {"alignment": place("left", 1)}


def rounds(wb: Workbook, report: Report) -> Page:
    """All record sheets, below one line of heads."""
    _ = report.text
    games = sorted(report.tournament.games, key=lambda game: (game.round, game.table))
    tables = [_columns(report, game) for game in games]
    named = 1 + report.has_numbers
    said = _said(tables, named)
    whole = [folded(_of_all(tables, index), _SIZE) for index in said]
    seats = whole[0]._replace(head=f"{whole[0].head} 0") if report.is_close and whole else None
    wide = sizes([seats, *whole[1:]] if seats else whole, _SIZE, most=_HALF, stretched=named, widest=_WIDEST, apart=4)
    page = sheet(wb, report, _("Rounds"), _("Rounds"), [*wide, _GAP, *wide], landscape=True, size=SMALL_TITLE)
    page.size = _SIZE
    if report.rulebook.unit == DOLLAR:
        cell(page.ws, TITLE - 1, page.last, _("Amounts in dollars."), "Print rule", font=font(_SIZE), alignment=place("right"))
    if tables:
        page.common_heads(whole, FIRST, FIRST + len(said) + 1)
    for band in _bands(list(zip(games, tables, strict=True))):
        page.space(5)
        with page.together():
            _band(page, report, band, said)
    return page


def _said(tables: Sequence[Sequence[Column]], named: int) -> list[int]:
    """The columns that say something on any sheet; always those up to the players' names."""
    count = len(tables[0]) if tables else 0
    return [index for index in range(count) if index <= named or not all(table[index].is_blank for table in tables)]


def _of_all(tables: Sequence[Sequence[Column]], index: int) -> Column:
    """A column of all sheets in one; of words that stand there once in a while only the longest, as they may have two lines."""
    values = Counter(value for table in tables for value in table[index].values if value is not None)
    words = len(values) <= _WORDS and tables[0][index].long
    least = sum(values.values()) * _RARE if words else 0
    shown = [value if times >= least else max(str(value).split(), key=len) for value, times in values.items()]
    return tables[0][index]._replace(values=shown)


def _bands(played: Sequence[_Played]) -> Iterator[Sequence[_Played]]:
    """What stands side by side: tables of one round, unless every round has a single one."""
    rounds = [list(tables) for _number, tables in groupby(played, key=lambda one: one[0].round)]
    rows = [list(played)] if all(len(tables) == 1 for tables in rounds) else rounds
    for tables in rows:
        yield from (tables[index : index + 2] for index in range(0, len(tables), 2))


def _band(page: Page, report: Report, band: Sequence[_Played], said: Sequence[int]) -> None:
    """Two tables, or one; above them the round, where it begins."""
    _, lefts = report.text, (FIRST, FIRST + len(said) + 1)
    begun = [(left, game) for left, (game, _columns) in zip(lefts, band, strict=False) if game.table == _first(report, game)]
    if begun:
        for left, game in begun:
            cell(page.ws, page.row, left, _("Round {n}").format(n=game.round), "Print caption")
        page.ws.row_dimensions[page.row].height = 20
        page.row += 1
    top, rows = page.row, [page.row]
    for left, (game, columns) in zip(lefts, band, strict=False):
        page.row = top
        _table(page, report, game, columns, said, left)
        rows.append(page.row)
    page.row = max(rows)


def _first(report: Report, game: Game) -> int:
    return min(one.table for one in report.tournament.round(game.round))


def _table(page: Page, report: Report, game: Game, columns: Sequence[Column], said: Sequence[int], left: int) -> None:
    """A record sheet: its number, who won, and a line a seat."""
    _, prefix = report.text, names.record_sheet(game.round, game.table)
    cell(page.ws, page.row, left, _title(report, game), "Print caption", font=font(10.5, bold=True, serif=True))
    outcome, at = report.cell(f"{prefix}!Outcome"), left + 2 + report.has_numbers
    if outcome:
        cell(page.ws, page.row, at, _("Outcome"), "Print line", font=font(_SIZE))
    page.value(page.row, at + 1, f"{prefix}_Outcome", outcome, "Print line", font=font(10, bold=True))
    for column in range(left, left + len(said)):
        page.ws.cell(page.row, column).border = edges(bottom="thin")
    page.ws.row_dimensions[page.row].height = _LINE + 3
    page.row += 1
    first = page.row
    page.table([columns[index] for index in said], left=left, height=_CLOSE if report.is_close else _LINE, heads=False)
    blank = [column for index, column in enumerate(columns) if index not in said and column.name]
    page.unused(blank, first, page.last + 2 + (left > FIRST) * (len(columns) + 1))


def _title(report: Report, game: Game) -> str:
    text = report.text.plural("Table {table} · {players} player", "Table {table} · {players} players", game.size)
    return text.format(table=game.table, players=game.size)


def _columns(report: Report, game: Game) -> list[Column]:
    """All that a record sheet says, whatever the regulation asks for."""
    _, rows = report.text, game.seats[-1].number
    prefix = names.record_sheet(game.round, game.table)

    def of(key: str) -> list[Value]:
        return report.column(f"{prefix}!{key}", rows)

    return [
        Column(_("No.") if report.is_close else _("Seat"), f"{prefix}_Seat", list(range(1, rows + 1)), "Print centre"),
        *who(report, prefix, of("Player"), report.alone if report.is_close else None)[not report.has_numbers :],
        Column(_("Character"), f"{prefix}_Character", of("Character"), long=True),
        Column(_("Bid"), f"{prefix}_Bid", of("Bid"), "Print money", _AMOUNT),
        Column(_("Role"), f"{prefix}_Role", of("Role"), change=_INDENTED if report.rulebook.auction else {}),
        Column(_("At the end"), f"{prefix}_Status", of("Status"), long=True),
        *(
            Column(_(mark.report_head or mark.head), f"{prefix}_{mark.name}", of(mark.name), "Print centre")
            for mark in _marks(report)
        ),
        *(
            Column(_(one.head), f"{prefix}_{one.name}" if _ruled(game) else "", of(one.name), "Print money", _AMOUNT)
            for one in _RULING
        ),
        _payouts(report, game, rows),
    ]


def _marks(report: Report) -> Sequence[Field]:
    """What only some regulations ask for beside every player."""
    return [field for field in fields(report.rulebook) if field.is_mark]


def _ruled(game: Game) -> bool:
    """Whether the referee has decided the game, or has begun to."""
    return any(seat.ruling is not None for seat in game.seats)


def _payouts(report: Report, game: Game, rows: int) -> Column:
    """What everybody was paid. Nothing while results are secret."""
    _ = report.text
    lines = {line.seat.number: line for line in ledger(report.state) if line.game is game and not report.secret}
    seats = [lines.get(number) for number in range(1, rows + 1)]
    prefix = names.record_sheet(game.round, game.table)
    paid: list[Value] = [line.payout if line else None for line in seats]
    return Column(_("Payout"), f"{prefix}_Payout", paid, "Print money", _AMOUNT)


def numbers(wb: Workbook, report: Report) -> Iterator[Page]:
    """For programs: who sat where by number, and what he owned before and after.

    On paper names and the race for the money say it; who has a namesake has his number there.
    """
    _, played = report.text, sorted(report.tournament.games, key=lambda game: (game.round, game.table))
    tables = [_for_programs(report, game) for game in played]
    if not any(tables):
        return
    each = len(tables[0])
    most = max(len(report.tournament.round(game.round)) for game in played) * each
    page = sheet(wb, report, _("Games"), _("The games, for programs"), [_NUMBERS] * most)
    for number, games in groupby(zip(played, tables, strict=True), key=lambda one: one[0].round):
        page.caption(_("Round {n}").format(n=number))
        top, rows = page.row, [page.row]
        for left, (game, columns) in zip(count(FIRST, each), games, strict=False):
            page.row = top + 1
            cell(page.ws, top, left, _title(report, game), "Print line", font=font(_SIZE))
            page.table(columns, left=left, height=LINE)
            rows.append(page.row)
        page.row = max(rows)
        page.space()
    yield page


def _for_programs(report: Report, game: Game) -> list[Column]:
    prefix, seats = names.record_sheet(game.round, game.table), range(1, game.seats[-1].number + 1)
    lines = {line.seat.number: line for line in ledger(report.state) if line.game is game and not report.secret}
    found = [lines.get(seat) for seat in seats]
    _, columns = report.text, list[Column]()
    if not report.has_namesakes:
        columns.append(Column(_("No."), f"{prefix}_Player", report.column(f"{prefix}!Player", len(seats))))
    if has_money(report.state):
        columns.append(Column(_("Before"), f"{prefix}_Before", [line.before if line else None for line in found]))
        columns.append(Column(_("After"), f"{prefix}_After", [line.after if line else None for line in found]))
    return columns
