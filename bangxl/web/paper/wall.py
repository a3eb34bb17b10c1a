"""The list for the wall: everybody's table and seat, by table and by name, to be read from a distance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bangxl.locale.catalog import Catalog
from bangxl.tournament.model import Draw, SeedSource
from bangxl.tournament.rulebook import SheriffRule
from bangxl.web.markup import Html, element
from bangxl.web.paper.leaf import event_lines, leaf
from bangxl.web.view import View
from bangxl.workbook import names
from bangxl.workbook.wall import by_surname, code_purpose, seat_legend

ONE_PAGE: Final = 30
"""Up to so many players both lists stand side by side on one page; beyond, each has a page, in as many columns as it needs."""
_COLUMN: Final = 45
_HEIGHT: Final = 560
"""Points that the rows of a page have together."""
_TALLEST: Final = 27.0
_LETTERS: Final = 0.68
"""Of the height of a row."""

Line = tuple[int, int, str]
"""Table, seat, name."""


def wall(view: View, number: int) -> Html:
    """The list of a round, or of the fixed tables: one leaf, or two where there are many."""
    _, report = view.text, view.report
    fixed = report.tournament.start_tables
    tables = {table: list(enumerate(players, 1)) for table, players in sorted(fixed.items())} or {
        game.table: [(seat.number, seat.player) for seat in game.seats] for game in report.tournament.round(number)
    }
    lines = [(table, seat, view.called(player)) for table, seats in tables.items() for seat, player in seats]
    title = _("TABLES") if fixed else _("ROUND {round}").format(round=number)
    draw = next((draw for draw in report.tournament.draws if draw.stage == str(number)), None)
    told = f"{report.cell(names.on_wall(number, 'Draw_Note')) or ''}    {seat_legend(report.rulebook, _)}"
    notes = element("div", *_notes(view, number, draw))
    lists, event = (_by_table(view, lines), _by_name(view, lines)), " · ".join(filter(None, event_lines(view)))
    if len(lines) <= ONE_PAGE:
        both = element("div", *lists, class_="lists", style=_sizes(len(lines), 1))
        return leaf(title, both, notes, aside=event, below=(told, ""))
    columns = -(-len(lines) // _COLUMN)
    many = [element("div", one, class_="lists many", style=_sizes(len(lines), columns)) for one in lists]
    first = leaf(title, many[0], notes, aside=event, below=(told, ""))
    return Html(first + leaf(title, many[1], aside=event, below=(told, "")))


def _sizes(rows: int, columns: int) -> str:
    """How tall rows and letters are, so that all fit on a page."""
    height = min(_TALLEST, _HEIGHT / (-(-rows // columns) + columns))
    return f"--columns:{columns};--row:{height:.1f}pt;--size:{height * _LETTERS:.1f}pt"


def _by_table(view: View, lines: Sequence[Line]) -> Html:
    """The number of a table stands at its first seat, which is marked."""
    _ = view.text
    rows = (
        element(
            "tr",
            element("td", str(table) if seat == 1 else "", class_="centre"),
            element("td", _seat(view, seat), class_="number"),
            element("td", name),
            class_="first" if seat == 1 else "",
        )
        for table, seat, name in lines
    )
    heads = ((_("Table"), "centre"), (_("Seat"), "number"), (_("Player"), ""))
    return _listing(heads, *rows)


def _by_name(view: View, lines: Sequence[Line]) -> Html:
    _, order = view.text, by_surname(name for _table, _number, name in lines)
    rows = (
        element(
            "tr",
            element("td", name),
            element("td", element("b", str(table)), class_="centre"),
            element("td", _seat(view, seat), class_="number"),
        )
        for table, seat, name in sorted(lines, key=lambda line: order(line[2]))
    )
    heads = ((_("By name"), ""), (_("Table"), "centre"), (_("Seat"), "number"))
    return _listing(heads, *rows)


def _listing(heads: Sequence[tuple[str, str]], *rows: Html) -> Html:
    top = element("tr", *(element("th", head, scope="col", class_=kind) for head, kind in heads))
    return element("table", element("thead", top), element("tbody", *rows))


def _seat(view: View, seat: int) -> str:
    marked = seat == 1 and view.report.rulebook.sheriff is not SheriffRule.DRAWN
    return f"★\N{NO-BREAK SPACE}{seat}" if marked else str(seat)


def _notes(view: View, number: int, draw: Draw | None) -> list[Html]:
    """The code and what it is good for; how the round was drawn, and how well."""
    _ = view.text
    said = []
    if code := view.report.tournament.code_on(number):
        said.append(element("p", _("Code: {code}").format(code=code), class_="code"))
        said.append(_note(code_purpose(_, fixed=bool(view.report.tournament.start_tables))))
    said.append(_note(_origin(_, draw, fixed=bool(view.report.tournament.start_tables))))
    moved = _("Changed by hand since the draw.") if draw is not None and draw.by_hand else ""
    audit = str(view.report.cell(names.on_wall(number, "Draw_Audit")) or "")
    outcome = " ".join(filter(None, (moved, audit)))
    return [*said, *([_note(outcome)] if outcome else [])]


def _note(text: str) -> Html:
    return element("p", text, class_="note")


def _origin(_: Catalog, draw: Draw | None, *, fixed: bool) -> str:
    """Where the seed came from; and that the draw can be redone."""
    if draw is None:
        return _("The tables were drawn by hand.") if fixed else _("This round was drawn by hand.")
    match draw.source:
        case SeedSource.GIVEN:
            told = _("The referee has given the seed of this draw.")
        case SeedSource.PUBLIC:
            told = _("Drawn from “{value}”, thrown in the room.").format(value=draw.public_value)
        case _random:
            told = _("Drawn at random by the computer.")
    return f"{told} {_('Anyone can redo the draw: its seed stands in the log.')}"
