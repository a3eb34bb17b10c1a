"""The list for the wall: each player's table and seat, by table and by name, readable from a distance."""

from collections.abc import Iterator, Sequence
from math import fsum
from typing import Final, NamedTuple

from bangxl.locale.catalog import Catalog, long_day
from bangxl.paper.sheet import INK, NOTE, RULE, STAR, TEXT, Face, Paper
from bangxl.tournament.model import Algorithm, SeedSource
from bangxl.tournament.rulebook import SheriffRule
from bangxl.tournament.state import State
from bangxl.workbook.surnames import by_surname, words_of
from bangxl.workbook.titles import display_names
from bangxl.workbook.wall import code_purpose, evening_of, seat_legend, tables_line

_ONE_PAGE: Final = 30
"""The most players for both lists side by side on one page; beyond, each list has its own pages with two columns."""
_ROWS: Final = 32
"""The most rows of such a column."""
_MOST_IN_LARGE: Final = 16
"""The most players with larger letters on a landscape page than on an upright one."""
_TALLEST: Final = 13.0
_LETTERS: Final = 2.2
"""The height of a row in millimetres, for each point of font size."""
_SMALLEST_FACTOR: Final = 0.7
"""The factor by which all letters may shrink for long names."""
_GAP, _TABLE, _SEAT = 7.0, 12.0, 13.0
"""Millimetres between the lists, and for the numbers of tables and seats."""
_NOTES: Final = 26.0
_HEAD: Final = Face(10, bold=True)
_SMALL: Final = Face(9, ink=NOTE)
_TITLE: Final = Face(36, serif=True)


class _Place(NamedTuple):
    table: int
    seat: int
    name: str


def wall_pages(paper: Paper, state: State, _: Catalog, number: int) -> None:
    """Draw the list of a round, or of the fixed tables."""
    tournament, known = state.tournament, display_names(state.tournament.players)
    fixed = tournament.start_tables
    tables = {table: list(enumerate(players, 1)) for table, players in sorted(fixed.items())} or {
        game.table: [(seat.number, seat.player) for seat in game.seats] for game in tournament.round(number)
    }
    groups = [[_Place(table, seat, known.get(player, player)) for seat, player in seats] for table, seats in tables.items()]
    places = [place for group in groups for place in group]
    order = by_surname(place.name for place in places)
    by_name = sorted(places, key=lambda place: order(place.name))
    title = _("TABLES") if fixed else _("ROUND {round}").format(round=number)
    legend = evening_of(state, number, _)
    legend += f"{tables_line(_, [place.table for place in places])}    {seat_legend(state.rulebook, _)}"
    notes = list(_notes(state, _, number))
    few = len(places) <= _ONE_PAGE
    if few:
        pages = [[(places, False), (by_name, True)]]
    else:
        columns = _columns(groups)
        share = -(-len(by_name) // len(columns))
        parts = [(part, False) for part in columns]
        parts += [(by_name[at : at + share], True) for at in range(0, len(by_name), share)]
        pages = [parts[at : at + 2] for at in range(0, len(parts), 2)]
    longest = max(1, *(len(part) for page in pages for part, _named in page))
    for at, page in enumerate(pages):
        paper.page(wide=len(places) <= _MOST_IN_LARGE)
        paper.heading(title, tournament.event.name, (legend, long_day(_, tournament.event.date)), _TITLE)
        free, own = paper.bottom - paper.y - 10, max(len(part) for part, _named in page) or 1
        least, height = min(_TALLEST, (free - _NOTES) / longest), min(_TALLEST, (free - (0 if at else _NOTES)) / own)
        # the same font size on every page, in which nearly all names fit on a line; the few longest names are smaller
        wide = (paper.width - _GAP) / 2 - _TABLE - _SEAT
        sizes = sorted((wide - 3) / max(paper.measure(place.name, Face(1, bold=True)), 0.01) for place in places)
        size = min(least * _LETTERS, max(least * _LETTERS * _SMALLEST_FACTOR, sizes[len(sizes) // 10]))
        for column, (part, named) in enumerate(page):
            _draw_list(paper, state, _, part, column, height, size, by_name=named)
        paper.y += own * height + 12
        for text, face in () if at else notes:
            for line in paper.wrapped(text, face, paper.width):
                step = 7.0 if face.size > TEXT.size else 4.2
                paper.text(paper.left, paper.y, paper.width, step, line, face)
                paper.y += step


def _columns(groups: Sequence[Sequence[_Place]]) -> list[list[_Place]]:
    """The tables in columns about as long, at least two, without splitting a table."""
    count = sum(map(len, groups))
    columns, filled = 1, list[list[_Place]]()
    while not filled or max(map(len, filled)) > _ROWS:
        columns, placed, filled = columns + 1, 0, [[]]
        for group in groups:
            if filled[-1] and (placed + len(group) / 2) * columns > count * len(filled) and len(filled) < columns:
                filled.append([])
            filled[-1].extend(group)
            placed += len(group)
    return filled


def _draw_list(
    paper: Paper, state: State, _: Catalog, places: Sequence[_Place], column: int, height: float, size: float, *, by_name: bool
) -> None:
    """Draw one list in the left (0) or right column. A list by table shows the table's number at its first seat, with a mark."""
    order = by_surname(place.name for place in places)
    wide, table, seat = (paper.width - _GAP) / 2, _TABLE, _SEAT
    x, y, name = paper.left + column * (wide + _GAP), paper.y, wide - table - seat
    table_x, seat_x, name_x = (x + name, x + name + table, x + 2) if by_name else (x, x + table, x + table + seat + 2)
    paper.text(table_x, y, table, 7, _("Table"), _HEAD, "centre")
    paper.text(seat_x, y, seat - 2, 7, _("Seat"), _HEAD, "right")
    paper.text(name_x, y, name - 2, 7, _("By name") if by_name else _("Player"), _HEAD)
    y += 7
    paper.line(x, y, x + wide, y, "medium")
    for place in places:
        first = place.seat == 1 and not by_name
        if first:
            paper.fill(x, y, wide, height)
        if by_name:
            _draw_sorted(paper, name_x, y, name - 3, height, place.name, size, words_of(place.name, order))
        else:
            paper.text(name_x, y, name - 3, height, place.name, Face(size, bold=first))
        if place.seat == 1 or by_name:
            paper.text(table_x, y, table, height, str(place.table), Face(size, bold=True), "centre")
        star = place.seat == 1 and state.rulebook.sheriff is not SheriffRule.DRAWN
        paper.text(seat_x, y, seat - 2, height, f"{STAR} 1" if star else str(place.seat), Face(size, bold=first), "right")
        if first:
            paper.line(x, y, x + wide, y)
        y += height
        paper.line(x, y, x + wide, y, *(("thin", INK) if first else ("hair", RULE)))


def _draw_sorted(
    paper: Paper, x: float, y: float, wide: float, high: float, name: str, size: float, parts: Sequence[tuple[str, bool]]
) -> None:
    words = [(f"{word} ", bold) for word, bold in parts]
    least = min(size, wide / fsum(paper.measure(word, Face(1, bold=bold)) for word, bold in words))
    if least < size / 2:
        words, least = [(name, False)], size
    for word, bold in words:
        paper.text(x, y, wide, high, word, Face(least, bold=bold))
        x += paper.measure(word, Face(least, bold=bold))


def _notes(state: State, _: Catalog, number: int) -> Iterator[tuple[str, Face]]:
    """The code and its purpose; how the draw was made."""
    tournament = state.tournament
    fixed, code = bool(tournament.start_tables), tournament.code_on(number)
    draw = tournament.draw_of(str(number))
    if code:
        yield _("Code: {code}").format(code=code), Face(14, bold=True)
        yield code_purpose(_, fixed=fixed), _SMALL
    if draw is None:
        yield _("The tables were drawn by hand.") if fixed else _("This round was drawn by hand."), _SMALL
    else:
        origin = {
            SeedSource.GIVEN: _("The referee gave the seed of this draw."),
            SeedSource.PUBLIC: _("Drawn from “{value}”, thrown in the room.").format(value=draw.public_value),
        }.get(draw.source, _("Drawn at random by the computer."))
        proof = _("The draw can be checked: the report shows its seed.")
        yield f"{origin} {proof}", _SMALL
        if draw.algorithm is Algorithm.MIXED:
            yield _("This draw lets few players meet again."), _SMALL
        if draw.by_hand:
            yield _("Changed by hand since the draw."), _SMALL
