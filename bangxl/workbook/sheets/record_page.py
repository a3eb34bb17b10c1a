"""The printed half of a record sheet, columns Q to AA: a form to fill in at the table, or the record to sign. No money.

A medium line means: somebody writes here. It only refers to the screen's half, row by row.
"""

from __future__ import annotations

from typing import Final

from openpyxl.styles import Alignment
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.tournament.model import Outcome, Role, Status
from bangxl.workbook.context import Context
from bangxl.workbook.sheets.record_cells import FIRST, SIZE, WON, rows
from bangxl.workbook.sheets.record_texts import told
from bangxl.workbook.styles import (
    CENTRE,
    RIGHT,
    SAND,
    SEAT,
    WHITE,
    edges,
    fill,
    font,
    line,
    page,
    place,
    put,
)
from bangxl.workbook.words import word

WIDTHS: Final = (6, 36, 21, 12, 10, 10, 11, 11, 10, 11, 11)
"""Columns Q to AA."""
BOXES: Final = ("T", "V", "X", "Z")
"""Where the boxes for the reshuffles stand; so many at most."""

_LOW: Final = Alignment("left", "bottom")
_ROLES, _ENDS = ("U", "V", "W", "X"), ("Y", "Z", "AA")


def build(ws: Worksheet, number: int, table: int, ctx: Context) -> None:
    """Write the page beside the screen's block: one landscape A4."""
    _ = ctx._
    put(ws, "Q1", _("ROUND {round} · TABLE {table}").format(round=number, table=table), "Print title")
    ws["Q1"].font = font(24, bold=True, serif=True)
    put(ws, "AA1", told("form"), "Print caption", alignment=place("right"))
    put(ws, "Q2:AA2", "=Event_Line", "Print rule")
    put(ws, "AA2", "=Event_Day", "Print rule", alignment=place("right"))
    put(
        ws,
        "Q3",
        _("After the auction the Sheriff writes characters and bids. When the game ends, call the referee."),
        "Print line",
    )
    _lines(ws, ctx)
    _outcome(ws)
    _high_noon(ws, ctx)
    _signatures(ws)
    page(ws, "Q1:AA28", landscape=True, footer=False)


def _lines(ws: Worksheet, ctx: Context) -> None:
    """Heads and seats. What cannot be true is sand: seat 1 is the Sheriff, nobody else is (Italy 2010, 1.1)."""
    _, language = ctx._, ctx.catalog.language
    put(ws, "U5", told("role"), "Print note")
    put(ws, "Y5", told("end"), "Print note")
    heads = [_("Seat"), _("Player"), _("Character"), _("Bid")]
    heads += [word(role, language) for role in Role] + [word(status, language) for status in Status]
    line(ws, "Q6", heads, ["Print head", *["Print head left"] * 2, *["Print head"] * 8])
    under = edges(bottom="thin")
    for row in rows(ctx):
        put(ws, f"Q{row}", row - FIRST + 1, "Print centre", border=under, number_format=SEAT)
        put(ws, f"R{row}", f"=D{row}", "Print box", font=font(14, bold=True), alignment=place("left", shrink=True), border=under)
        put(ws, f"S{row}", '=Character&""', "Print box")
        put(ws, f"T{row}", '=IF(Bid="","$",Bid)', "Print box", alignment=RIGHT)
        for column, role in zip(_ROLES, Role, strict=True):
            _box(ws, column, row, _role_mark(role, row))
        for column, status in zip(_ENDS, Status, strict=True):
            _box(ws, column, row, _tick("Seat_Status", status))
    below = rows(ctx).stop
    put(ws, f"U{below}:AA{below}", None, "Print line", border=edges(top="medium"))  # rows above it may be hidden
    put(ws, f"Q{below}", told("bids"), "Print line")


def _tick(cell: str, code: str) -> str:
    """A box with a cross if the cell holds the code."""
    return f'=IF({cell}="{code}","X","□")'


def _role_mark(role: Role, row: int) -> str | None:
    if (row == FIRST) != (role is Role.SHERIFF):
        return None
    return "★" if role is Role.SHERIFF else _tick("Seat_Role", role)


def _box(ws: Worksheet, column: str, row: int, mark: str | None) -> None:
    border = edges(
        left="medium" if column in {_ROLES[0], _ENDS[0]} else "thin",
        right="medium" if column in {_ROLES[-1], _ENDS[-1]} else "thin",
        top="medium" if row == FIRST else "thin",
        bottom="thin",
    )
    put(ws, f"{column}{row}", mark, "Print tick", fill=fill(SAND if mark is None else WHITE), border=border)


def _outcome(ws: Worksheet) -> None:
    """Three boxes over two rows, of which one gets a cross."""
    put(ws, "Q16", told("outcome"), "Print caption")
    boxes = ((("Q", "R", "S"), Outcome.LAW), (("T", "U", "V", "W"), Outcome.OUTLAWS), (("X", "Y", "Z", "AA"), Outcome.RENEGADE))
    for columns, outcome in boxes:
        for column in columns:
            ends = {"left": "medium"} if column == columns[0] else {"right": "medium"} if column == columns[-1] else {}
            put(ws, f"{column}17", None, "Print strong", border=edges(top="medium", **ends), alignment=_LOW)
            put(ws, f"{column}18", None, "Print note", border=edges(bottom="medium", **ends))
        tick, text = columns[0], columns[1]
        ws.merge_cells(f"{tick}17:{tick}18")
        ws[f"{tick}17"], ws[f"{text}17"], ws[f"{text}18"] = _tick(WON, outcome), told(outcome), told(f"{outcome}_why")
        ws[f"{tick}17"].font, ws[f"{tick}17"].alignment = font(26), CENTRE


def _high_noon(ws: Worksheet, ctx: Context) -> None:
    """A box for each reshuffle of the discards until life points are lost; how many depends on the table's size."""
    put(ws, "Q20", told("high_noon"), "Print caption")
    for i, column in zip(range(1, max(ctx.rulebook.high_noon.values()) + 1), BOXES, strict=False):
        put(ws, f"{column}20", f'=INDEX(Size_Noon_{i},MAX(1,{SIZE}))&""', "Print strong", border=edges())
    put(ws, "Q21", f'=INDEX(Size_Noon,MAX(1,{SIZE}))&""', "Print line")
    put(ws, "Q22", told("beer"), "Print line")


def _signatures(ws: Worksheet) -> None:
    put(ws, "Q24", told("notes"), "Print note")
    put(ws, "Q25:AA26", None, "Print text")
    signers = (
        ("Q27:R27", told("sheriff_signs")),
        ("T27:V27", told("player_signs")),
        ("X27:AA27", told("referee_signs")),
    )
    for cells, label in signers:
        put(ws, cells, None, "Print line", border=edges(bottom="medium"))
        put(ws, f"{cells[0]}28", label, "Print note")
