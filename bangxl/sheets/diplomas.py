"""Diplomas, one landscape page each, and before them the page for who hands out the prizes: from the last to the first.

Names stand as they are said aloud. A workbook is made for the print alone: texts only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.locale.catalog import N_, Catalog
from bangxl.sheets.build import blank
from bangxl.sheets.lists import MONTHS, WEEKDAYS
from bangxl.sheets.ornament import badge, divider, frame, ornament
from bangxl.sheets.styles import DENIM, INK, MISSING, NOTE, PAPER, RULE, SAND, Value, edges, font, page, place, put, table, widths
from bangxl.tournament.finals import FinalPlace, final_ranking, prizes, title_holder
from bangxl.tournament.roster import entrants
from bangxl.tournament.state import State
from bangxl.workbook.wall import spoken

PODIUM: Final = 3
"""The last place of the podium; several may share it."""

_CANVAS: Final = (785.0, 538.0)
"""Points of width and height of a landscape A4 between its margins."""
_COLUMNS: Final = (11, 33, 18, 12, 18, 33, 11)
_HEIGHTS: Final = (26, 32, 78, 14, 68, 8, 28, 58, 8, 42, 24, 20, 24, 52, 20, 16, 20)
_BADGES: Final = {1: MISSING, 2: SAND, 3: RULE}
"""The star of the podium by place: sunny, sand, dust."""
_STEPS: Final = (N_("1st place"), N_("2nd place"), N_("3rd place"))
_ROOM: Final = 600
"""Points of height for the lines of who hands out the prizes, if they are to stand on one page."""
_LEAST: Final = 4
"""Players from whom on it is worth saying among how many."""


@dataclass(frozen=True, slots=True)
class Honour:
    """Who gets a diploma: his name as it is said, what he is called beside his place, and his prize (0: none)."""

    place: int
    name: str
    region: str
    title: str
    prize: int


def honours(state: State, _: Catalog, *, everyone: bool) -> list[Honour]:
    """The podium, or everybody who is ranked, the first on top; empty before the final ranking is known.

    Who bears the regulation's title is among them whatever his place (G15); where there is none, whoever is first has won.
    """
    title, holder, won = state.rulebook.champion, title_holder(state), prizes(state)
    called = {player.id: player for player in state.tournament.players}
    say = spoken(player.name for player in state.tournament.players)

    def honour(placed: FinalPlace) -> Honour:
        player = called[placed.player]
        has_won = placed.player == holder if title else placed.place == 1
        called_so = (title or _("Winner of the tournament")) if has_won else ""
        return Honour(placed.place, say(player.name), player.region, called_so, won.get(placed.player, 0))

    return [honour(one) for one in final_ranking(state) if everyone or one.place <= PODIUM or one.player == holder]


def build(state: State, catalog: Catalog, honoured: Sequence[Honour]) -> Workbook:
    """A workbook to print: the page for who hands out the prizes, then a diploma each, the first on top."""
    wb, _ = blank(state.rulebook), catalog.counting(state.rulebook.unit)
    _ceremony(wb.create_sheet(_("Prize-giving")), state, _, honoured)
    for number, honour in enumerate(honoured, 1):
        _diploma(wb.create_sheet(f"Diploma{number}"), state, _, honour)
    return wb


def place_text(_: Catalog, number: int) -> str:
    """A place of the final ranking in words or figures."""
    return _(_STEPS[number - 1]) if number <= len(_STEPS) else _("Place {place}").format(place=number)


def long_day(_: Catalog, text: str) -> str:
    """A date as it is written out, with the day of the week; what is none, as it was typed."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return text
    weekday, month = _(WEEKDAYS[day.weekday()]), _(MONTHS[day.month - 1])
    return _("{weekday} {day} {month} {year}").format(weekday=weekday, day=day.day, month=month, year=day.year)


def _diploma(ws: Worksheet, state: State, _: Catalog, honour: Honour) -> None:
    """One landscape page: the frame, the event, the name, the place, and lines to sign on."""
    event = state.tournament.event
    widths(ws, *_COLUMNS, white_from=1)
    for row, height in enumerate(_HEIGHTS, 1):
        ws.row_dimensions[row].height = height
    _centred(ws, 2, event.name or "BANG!", font(22, bold=True, serif=True))
    _centred(ws, 3, _("DIPLOMA"), font(58, bold=True, serif=True))
    _centred(ws, 7, _("This diploma is awarded to"), font(14, NOTE, italic=True, serif=True))
    _centred(ws, 8, honour.name, font(40, DENIM, bold=True, serif=True))
    if honour.title:
        _centred(ws, 10, honour.title, font(28, bold=True, serif=True))
        _centred(ws, 11, place_text(_, honour.place), font(16, bold=True, serif=True))
    else:
        _centred(ws, 10, place_text(_, honour.place), font(28, bold=True, serif=True))
    _centred(ws, 12, among(state, _), font(13, NOTE))
    where = " · ".join(filter(None, (event.place, long_day(_, event.date))))
    _centred(ws, 13, where, font(14))
    _signatures(ws, state, _)
    last = len(_HEIGHTS)
    ornament(ws, f"A1:G{last}", _CANVAS, frame(*_CANVAS), "Frame")
    ornament(ws, "C4:E4", (260, 10), divider(260), "Divider")
    ornament(ws, "D5", (100, 100), badge(_BADGES.get(honour.place, PAPER)), "Star", str(honour.place))
    page(ws, f"A1:G{last}", landscape=True, footer=False)
    ws.print_options.verticalCentered = True


def _centred(ws: Worksheet, row: int, text: str, face: object) -> None:
    """A text over the width inside the frame, made smaller where it is too long; a text even if it looks like a formula."""
    put(ws, f"B{row}:F{row}", None, "Print line", font=face, alignment=place("center", shrink=True))
    ws.merge_cells(f"B{row}:F{row}")
    ws[f"B{row}"].value, ws[f"B{row}"].data_type = text or None, "s" if text else "n"


def among(state: State, _: Catalog) -> str:
    """Of how many players, by which regulation."""
    count = len(entrants(state))
    among = _.plural("of {count} player", "of {count} players", count).format(count=count) if count >= _LEAST else ""
    return " · ".join(filter(None, (among, _("regulation {title}").format(title=state.rulebook.title))))


def _signatures(ws: Worksheet, state: State, _: Catalog) -> None:
    """The referee's line, where the regulation has one, and the organiser's; their names below, if they are known."""
    event = state.tournament.event
    lines = [("F", _("The organiser (signature)"), event.organiser)]
    if state.rulebook.referee is not None:
        lines.insert(0, ("B", _("The referee (signature)"), ", ".join(event.referees)))
    for column, label, name in lines:
        put(ws, f"{column}14", None, "Print line")
        put(ws, f"{column}15", label, "Print note", border=edges(top="medium"), alignment=place("center", shrink=True))
        put(ws, f"{column}16", None, "Print note", font=font(11), alignment=place("center", shrink=True))
        ws[f"{column}16"].value, ws[f"{column}16"].data_type = name or None, "s" if name else "n"


def _ceremony(ws: Worksheet, state: State, _: Catalog, honoured: Sequence[Honour]) -> None:
    """An upright page to read from: the last first, a box to tick each."""
    event = state.tournament.event
    has_prizes, has_regions = any(one.prize for one in honoured), any(one.region for one in honoured)
    sizes = [24, 46, 22 if has_regions else 1, 14 if has_prizes else 1, 7]
    widths(ws, *sizes, white_from=1)
    put(ws, "A1", _("Prize-giving").upper(), "Print title")
    ws.row_dimensions[1].height = 40
    where = " · ".join(filter(None, (event.name, event.place, long_day(_, event.date))))
    put(ws, "A2:E2", None, "Print rule", alignment=place("left", shrink=True))
    ws.merge_cells("A2:E2")
    ws["A2"].value, ws["A2"].data_type = where or None, "s" if where else "n"
    put(ws, "A3", _("From the last place to the first. Names stand as they are said."), "Print line")
    ws.row_dimensions[2].height, ws.row_dimensions[3].height = 22, 30
    heads: list[Value] = [
        _("Final place"),
        _("Player"),
        _("Region") if has_regions else None,
        _("Prize") if has_prizes else None,
        "✓",
    ]
    styles = ["Print text", "Print name", "Print text", "Print money", "Print centre"]
    rows = [[place_text(_, one.place), None, None, one.prize or None, "□"] for one in reversed(honoured)]
    height = max(30, min(54, _ROOM // len(honoured)))
    table(ws, "A4", heads, rows, styles, height=height)
    for row, one in enumerate(reversed(honoured), 5):
        large = one.place <= PODIUM
        for column, text in (("B", one.name), ("C", one.region)):
            ws[f"{column}{row}"].value, ws[f"{column}{row}"].data_type = text or None, "s" if text else "n"
            ws[f"{column}{row}"].alignment = place("left", shrink=True)
        ws[f"A{row}"].value = "  ".join(filter(None, (place_text(_, one.place), "★" if one.title else "")))
        ws[f"A{row}"].font = font(16 if large else 12, bold=large)
        ws[f"B{row}"].font = font(22 if large else 14, INK, bold=True)
        ws[f"E{row}"].font = font(18)
        ws[f"D{row}"].alignment = place("right", shrink=True)
        ws[f"A{row}"].alignment = place("left", shrink=True)
    page(ws, f"A1:E{4 + len(honoured)}", tall=0, titles="4:4")
