"""The list for the wall: everybody's table and seat, by table and by name, to be read from a distance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bangxl.locale.catalog import Catalog
from bangxl.locale.days import long_day
from bangxl.paper.sheet import INK, NOTE, RULE, STAR, TEXT, Face, Paper
from bangxl.tournament.model import Algorithm, Draw, SeedSource
from bangxl.tournament.rulebook import SheriffRule
from bangxl.tournament.state import State
from bangxl.workbook.messages import display_names
from bangxl.workbook.wall import by_surname, code_purpose, seat_legend, tables_line
from bangxl.workbook.write import audit_line

_ONE_PAGE: Final = 30
"""Up to so many players both lists stand side by side on one page; beyond, each has pages of its own, of two columns."""
_ROWS: Final = 32
"""The most rows of such a column."""
_FEW: Final = 16
"""Up to so many a page on its side shows larger letters than one upright."""
_TALLEST: Final = 13.0
_LETTERS: Final = 2.2
"""Millimetres of a row; points of letters for each of them."""
_SAME: Final = 0.7
"""How much smaller all letters become for the sake of long names."""
_GAP: Final = 7.0
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
    said = f"{tables_line(_, [place.table for place in places])}    {seat_legend(state.rulebook, _)}"
    notes = list(_notes(state, _, number))
    if len(places) <= _ONE_PAGE:
        _page(paper, state, _, title, said, wide=len(places) <= _FEW)
        height = _height(paper, len(places), _NOTES)
        _listing(paper, state, _, places, 0, height, by_name=False)
        _listing(paper, state, _, by_name, 1, height, by_name=True)
        paper.y += len(places) * height + 12
        _draw_notes(paper, notes)
        return
    columns = _columns(groups)
    share = -(-len(by_name) // len(columns))
    lists = [(columns, False), ([by_name[at : at + share] for at in range(0, len(by_name), share)], True)]
    for parts, named in lists:
        for at in range(0, len(parts), 2):
            _page(paper, state, _, title, said)
            longest = max(map(len, parts[at : at + 2]))
            height = _height(paper, longest, _NOTES if at == 0 and not named else 0)
            for column, part in enumerate(parts[at : at + 2]):
                _listing(paper, state, _, part, column, height, by_name=named)
            paper.y += longest * height + 12
            if at == 0 and not named:
                _draw_notes(paper, notes)


def _page(paper: Paper, state: State, _: Catalog, title: str, said: str, *, wide: bool = False) -> None:
    event = state.tournament.event
    paper.page(wide=wide)
    paper.heading(title, event.name, (said, long_day(_, event.date)), _TITLE)


def _height(paper: Paper, rows: int, below: float) -> float:
    return min(_TALLEST, (paper.bottom - paper.y - 10 - below) / max(rows, 1))


def _columns(groups: Sequence[Sequence[_Place]]) -> list[list[_Place]]:
    """The tables in columns as long as each other, an even number of them, no table torn apart."""
    count = sum(map(len, groups))
    columns = max(2, -(-count // _ROWS))
    found: list[list[_Place]] = [[]]
    placed = 0
    for group in groups:
        if found[-1] and placed * columns >= count * len(found) and len(found) < columns:
            found.append([])
        found[-1].extend(group)
        placed += len(group)
    return found


def _listing(
    paper: Paper, state: State, _: Catalog, places: Sequence[_Place], column: int, height: float, *, by_name: bool
) -> None:
    """One list in the left (0) or the right column. By table, the number of a table stands at its first seat, which is marked."""
    wide = (paper.width - _GAP) / 2
    x, y = paper.left + column * (wide + _GAP), paper.y
    table, seat = 12.0, 13.0
    name = wide - table - seat
    at = (
        {"name": x, "table": x + name, "seat": x + name + table}
        if by_name
        else {"table": x, "seat": x + table, "name": x + table + seat}
    )
    for key, head, width, align in (
        ("table", _("Table"), table, "centre"),
        ("seat", _("Seat"), seat - 2, "right"),
        ("name", _("By name") if by_name else _("Player"), name, "left"),
    ):
        paper.text(at[key] + (2 if key == "name" else 0), y, width - (2 if key == "name" else 0), 7, head, _HEAD, align)  # type: ignore[arg-type]
    y += 7
    paper.line(x, y, x + wide, y, "medium")
    size = _size(paper, [place.name for place in places], height * _LETTERS, name - 3)
    for place in places:
        first = place.seat == 1 and not by_name
        if first:
            paper.fill(x, y, wide, height)
        paper.text(at["name"] + 2, y, name - 3, height, place.name, Face(size, bold=first))
        if place.seat == 1 or by_name:
            paper.text(at["table"], y, table, height, str(place.table), Face(size, bold=True), "centre")
        star = place.seat == 1 and state.rulebook.sheriff is not SheriffRule.DRAWN
        paper.text(at["seat"], y, seat - 2, height, f"{STAR} 1" if star else str(place.seat), Face(size, bold=first), "right")
        if first:
            paper.line(x, y, x + wide, y)
        y += height
        paper.line(x, y, x + wide, y, *(("thin", INK) if first else ("hair", RULE)))


def _size(paper: Paper, people: Sequence[str], most: float, width: float) -> float:
    """Letters in which nearly all names fit on a line, so that they look alike; the few longest are made smaller."""
    sizes = sorted(width / max(paper.measure(one, Face(1, bold=True)), 0.01) for one in people)
    return min(most, max(most * _SAME, sizes[len(sizes) // 10]))


def _notes(state: State, _: Catalog, number: int) -> Iterator[tuple[str, Face]]:
    """The code and what it is good for; how the round was drawn, and how well."""
    tournament = state.tournament
    fixed, code = bool(tournament.start_tables), tournament.code_on(number)
    draw = next((draw for draw in tournament.draws if draw.stage == str(number)), None)
    if code:
        yield _("Code: {code}").format(code=code), Face(14, bold=True)
        yield code_purpose(_, fixed=fixed), _SMALL
    yield _origin(_, draw, fixed=fixed), _SMALL
    if draw is not None and draw.algorithm is Algorithm.MIXED:
        few = _("Few meet again (docs/draw.md, {algorithm}). With a plan, the lot of round 1 fixes who meets whom later.")
        yield few.format(algorithm=f"{draw.algorithm} {draw.version}"), _SMALL
    moved = _("Changed by hand since the draw.") if draw is not None and draw.by_hand else ""
    yield " ".join(filter(None, (moved, "" if fixed else audit_line(state, number)))), _SMALL


def _origin(_: Catalog, draw: Draw | None, *, fixed: bool) -> str:
    """Where the seed came from; and that the draw can be redone."""
    if draw is None:
        return _("The tables were drawn by hand.") if fixed else _("This round was drawn by hand.")
    match draw.source:
        case SeedSource.GIVEN:
            origin = _("The referee has given the seed of this draw.")
        case SeedSource.PUBLIC:
            origin = _("Drawn from “{value}”, thrown in the room.").format(value=draw.public_value)
        case _random:
            origin = _("Drawn at random by the computer.")
    return " ".join((origin, _("Anyone can redo the draw: its seed stands in the log.")))


def _draw_notes(paper: Paper, notes: Sequence[tuple[str, Face]]) -> None:
    for text, face in notes:
        for line in paper.wrapped(text, face, paper.width):
            height = 7.0 if face.size > TEXT.size else 4.2
            paper.text(paper.left, paper.y, paper.width, height, line, face)
            paper.y += height
