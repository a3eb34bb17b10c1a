"""The printed half of a knock-out sheet: the players in the order in which they choose, with boxes to cross. One landscape A4."""

from __future__ import annotations

from typing import Final

from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.context import Context
from bangxl.sheets.formulas import literal
from bangxl.sheets.record.stage_cells import FIRST, PAGE, SIZE, WON, helper, page_letter
from bangxl.sheets.record.stage_checks import SMALL, winner_name
from bangxl.sheets.record.stage_texts import brief
from bangxl.sheets.record.texts import told
from bangxl.sheets.styles import CENTRE, SAND, edges, font, highlight, line, page, place, put
from bangxl.tournament.model import Outcome, Role, Status
from bangxl.workbook.words import word

_ENDS: Final = (Status.ALIVE, Status.ELIMINATED, Status.FINAL_DUEL)
_LEFT, _RIGHT = page_letter(PAGE[0]), page_letter(PAGE[-1])


def build(ws: Worksheet, stage: int, table: int, ctx: Context, rows: range) -> None:
    """Write the page beside the screen's block."""
    _ = ctx._
    title = _("STAGE {stage} · TABLE {table}").format(stage=stage, table=table)
    put(ws, f"{_LEFT}1", title, "Print title", font=font(24, bold=True, serif=True))
    put(ws, f"{_RIGHT}1", _("KNOCK-OUT"), "Print caption", alignment=place("right"))
    put(ws, f"{_LEFT}2:{_RIGHT}2", "=Event_Line", "Print rule")
    put(ws, f"{_RIGHT}2", "=Event_Day", "Print rule", alignment=place("right"))
    do = literal(_("Choose characters in this order. When the game ends, call the referee."))
    put(ws, f"{_LEFT}3", f"=IF({SIZE}=2,{told('do_plain')[1:]},{do})", "Print line")
    _lines(ws, ctx, rows)
    _outcome(ws, ctx)
    for row, text in enumerate(brief(ctx, stage, SIZE), 22):
        put(ws, f"{_LEFT}{row}", "=" + text, "Print line")
    for cells, label in ((("CHOICE", "NAME"), "player_signs"), (("SHERIFF", "RENEGADE"), "referee_signs")):
        first, last = (page_letter(key) for key in cells)
        put(ws, f"{first}27:{last}27", None, "Print line", border=edges(bottom="medium"))
        put(ws, f"{first}28", told(label), "Print note")
    page(ws, f"{_LEFT}1:{_RIGHT}28", landscape=True, footer=False)


def _lines(ws: Worksheet, ctx: Context, rows: range) -> None:
    """Heads, and the k-th to choose on the k-th line. At a table of two or three the boxes are sand."""
    _, language = ctx._, ctx.catalog.language
    put(ws, f"{page_letter('SHERIFF')}5", told("role"), "Print note")
    put(ws, f"{page_letter('ALIVE')}5", told("end"), "Print note")
    heads = [_("Choice"), _("Player"), _("Seat"), _("Character")]
    heads += [word(role, language) for role in Role] + [word(status, language) for status in _ENDS]
    line(ws, f"{_LEFT}6", heads, ["Print head", *["Print head left"], "Print head", "Print head left", *["Print head"] * 7])
    under = edges(bottom="thin")
    for number, row in enumerate(rows, 1):
        order = f"{helper('Order')}{row}"
        ws[order] = f'=IF({SIZE}<{number},"",IFERROR(MATCH(SMALL(Choice,{number}),Choice,0),{number}))'
        ws[f"{helper('Mark')}{row}"] = f'=IF({order}="","",IF(INDEX(Seat_Won,{order})=1,"✓",""))'
        put(ws, f"{_LEFT}{row}", f'=IF({order}="","",{number})', "Print centre", font=font(16, bold=True), border=under)
        shown = {"NAME": f"INDEX($D${FIRST}:$D${rows[-1]},{order})", "SEAT": f"INDEX(Seat,{order})", "CHARACTER": _blank(order)}
        for key, formula in shown.items():
            put(ws, f"{page_letter(key)}{row}", f'=IF({order}="","",{formula})', "Print box", border=under)
        name, seat = ws[f"{page_letter('NAME')}{row}"], ws[f"{page_letter('SEAT')}{row}"]
        name.font, name.alignment = font(14, bold=True), place("left", shrink=True)
        seat.alignment, seat.number_format = CENTRE, "0"
        marks = [("Seat_Role", role) for role in Role] + [("Seat_Status", status) for status in _ENDS]
        for key, (column, value) in zip(PAGE[4:], marks, strict=True):
            _box(ws, key, row, f'=IF({order}="","□",IF(INDEX({column},{order})="{value}","X","□"))', first=number == 1)
    boxes = f"{page_letter('SHERIFF')}{FIRST}:{_RIGHT}{rows[-1]}"
    highlight(ws, boxes, f"AND({SIZE}>0,{SMALL})", back=SAND, ink=font(20, SAND))
    put(ws, f"{page_letter('SHERIFF')}{rows.stop}:{_RIGHT}{rows.stop}", None, "Print line", border=edges(top="medium"))


def _blank(order: str) -> str:
    return f'INDEX(Character,{order})&""'


def _box(ws: Worksheet, key: str, row: int, mark: str, *, first: bool) -> None:
    border = edges(
        left="medium" if key in {"SHERIFF", "ALIVE"} else "thin",
        right="medium" if key in {"RENEGADE", "FINAL_DUEL"} else "thin",
        top="medium" if first else "thin",
        bottom="thin",
    )
    put(ws, f"{page_letter(key)}{row}", mark, "Print tick", border=border)


def _outcome(ws: Worksheet, ctx: Context) -> None:
    """Three boxes of which one gets a cross; below them the line for a winner alone."""
    _, small = ctx._, f"AND({SIZE}>0,{SMALL})"
    put(ws, f"{_LEFT}16", told("outcome"), "Print caption")
    boxes = (
        (("CHOICE", "SEAT"), Outcome.LAW),
        (("CHARACTER", "DEPUTY"), Outcome.OUTLAWS),
        (("OUTLAW", "FINAL_DUEL"), Outcome.RENEGADE),
    )
    for (first, last), outcome in boxes:
        keys = PAGE[PAGE.index(first) : PAGE.index(last) + 1]
        for key in keys:
            ends = {"left": "medium"} if key == first else {"right": "medium"} if key == last else {}
            put(ws, f"{page_letter(key)}17", None, "Print strong", border=edges(top="medium", **ends))
            put(ws, f"{page_letter(key)}18", None, "Print note", border=edges(bottom="medium", **ends))
        tick, text = page_letter(keys[0]), page_letter(keys[1])
        ws.merge_cells(f"{tick}17:{tick}18")
        ws[f"{tick}17"] = f'=IF({WON}="{outcome}","X","□")'
        ws[f"{tick}17"].font, ws[f"{tick}17"].alignment = font(26), CENTRE
        ws[f"{text}17"], ws[f"{text}18"] = told(outcome), told(f"{outcome}_why")
    highlight(ws, f"{_LEFT}17:{_RIGHT}18", small, back=SAND, ink=font(12, SAND))
    put(ws, f"{_LEFT}20", _("With two or three players: the winner is"), "Print strong", border=edges())
    name = f"{page_letter('CHARACTER')}20:{page_letter('DEPUTY')}20"
    put(ws, name, f"={winner_name()}", "Print name", border=edges(bottom="medium"))
