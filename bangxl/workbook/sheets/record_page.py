"""The printed half of a record sheet: a form to fill in at the table, or the record to sign. No money but bids.

A medium line means: somebody writes here. It only refers to the screen's half, row by row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Final

from openpyxl.styles import Alignment, Border, Font
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.locale.catalog import N_
from bangxl.tournament.model import Outcome, Role
from bangxl.tournament.rulebook import Rulebook, SheriffRule
from bangxl.workbook.context import Context
from bangxl.workbook.formulas import quoted
from bangxl.workbook.sheets.record_cells import ENDS, FIRST, PLAYER, cell, letter, printed, rows
from bangxl.workbook.sheets.record_inputs import switched_off
from bangxl.workbook.sheets.record_texts import said
from bangxl.workbook.styles import CENTRE, RIGHT, SAND, SEAT, WHITE, Value, edges, fill, font, highlight, line, page, place, put
from bangxl.workbook.words import word

_WIDTHS: Final = {
    "Seat": 6, "Name": 36, "Character": 21, "Bid": 12, "Reconfirmed": 11, "sheriff": 10, "deputy": 10, "outlaw": 11,
    "renegade": 11, "alive": 10, "eliminated": 11, "final_duel": 11, "Lives": 9, "Killed_Sheriff": 10, "Outlaws_Killed": 11,
    "Cards_Kept": 9, "Signature": 28,
}  # fmt: skip
"""In characters, by the column's key without ``Print_``."""
_WIDE: Final = 149
_LEAST_NAME: Final = 28
_HEADS: Final = {
    "Seat": N_("Seat"),
    "Name": N_("Player"),
    "Character": N_("Character"),
    "Bid": N_("Bid"),
    "Reconfirmed": N_("Recon-\nfirmed"),
    "Lives": N_("Lives"),
    "Killed_Sheriff": N_("Killed\nSheriff"),
    "Outlaws_Killed": N_("Outlaws\nkilled"),
    "Cards_Kept": N_("Cards\nkept"),
    "Signature": N_("Signature"),
}
_LOW: Final = Alignment("left", "bottom")


def widths(rulebook: Rulebook) -> list[float]:
    """The columns in characters; where there are many, names give way."""
    keys = printed(rulebook)
    found: dict[str, float] = {key: _WIDTHS[key.removeprefix("Print_")] for key in keys}
    over = sum(found.values()) - _WIDE
    if over > 0:
        found["Print_Name"] = max(_LEAST_NAME, found["Print_Name"] - over)
        found["Print_Character"] = 18
    return list(found.values())


def build(ws: Worksheet, number: int, table: int, ctx: Context) -> None:
    """Write the page beside the screen's block: one landscape A4."""
    columns = [letter(ctx, key) for key in printed(ctx.rulebook)]
    first, last = columns[0], columns[-1]
    put(ws, f"{first}1", _title(number, table, ctx), "Print title")
    ws[f"{first}1"].font = font(24, bold=True, serif=True)
    put(ws, f"{last}1", said(ctx, "form"), "Print caption", alignment=place("right"))
    put(ws, f"{first}2:{last}2", "=Event_Line", "Print rule")
    put(ws, f"{last}2", "=Event_Day", "Print rule", alignment=place("right"))
    put(
        ws,
        f"{first}3",
        _if_played(ctx.rulebook, said(ctx, "do"), said(ctx, "do_sign" if ctx.rulebook.lives else "do_plain")),
        "Print line",
    )
    _lines(ws, ctx)
    _outcome(ws, ctx, columns)
    _high_noon(ws, ctx, columns)
    _signatures(ws, ctx, columns)
    page(ws, f"{first}1:{last}28", landscape=True, footer=False)


def _title(number: int, table: int, ctx: Context) -> str:
    if ctx.tables == 1:
        return ctx._("GAME {round}").format(round=number)
    return ctx._("ROUND {round} · TABLE {table}").format(round=number, table=table)


def _if_played(rulebook: Rulebook, text: str, otherwise: str) -> str:
    """What is only said if there is an auction, else the other text."""
    if rulebook.auction is not None and rulebook.auction.optional:
        return f"=IF(Auction_Played=1,{quoted(text)},{quoted(otherwise)})"
    return text if rulebook.auction is not None else otherwise


def _lines(ws: Worksheet, ctx: Context) -> None:
    """Heads and seats. What cannot be true, or is not played, is sand."""
    _, language, keys = ctx._, ctx.catalog.language, printed(ctx.rulebook)
    put(ws, f"{letter(ctx, 'Print_sheriff')}5", said(ctx, "role"), "Print note")
    put(ws, f"{letter(ctx, 'Print_alive')}5", said(ctx, "end"), "Print note")
    words = {f"Print_{code}": word(code, language) for code in (*Role, *ENDS)}
    heads = [words.get(key) or _(_HEADS[key.removeprefix("Print_")]) for key in keys]
    named = {"Print_Name", "Print_Character", "Print_Signature"}
    line(ws, f"{letter(ctx, keys[0])}6", heads, ["Print head left" if key in named else "Print head" for key in keys])
    for key, head in zip(keys, heads, strict=True):
        if not set(head) & {" ", "\n"}:  # a single word shrinks rather than breaks
            ws[f"{letter(ctx, key)}6"].alignment = place("left" if key in named else "center", shrink=True)
    for row in rows(ctx):
        _line(ws, row, ctx)
    if ctx.rulebook.sheriff is SheriffRule.SEAT_1:
        ws[f"{letter(ctx, 'Print_Seat')}{FIRST}"].number_format = SEAT
    below, first, last = rows(ctx).stop, letter(ctx, keys[0]), letter(ctx, keys[-1])
    boxes = f"{letter(ctx, 'Print_sheriff')}{below}:{last}{below}"
    put(ws, boxes, None, "Print line", border=edges(top="medium"))  # rows above it may be hidden
    put(ws, f"{first}{below}", _note(ctx), "Print line")
    _sand(ws, ctx)


def _note(ctx: Context) -> str | None:
    """What is explained under the seats: the bids, or without an auction the cross for a Deputy."""
    if ctx.rulebook.auction is not None and not ctx.rulebook.auction.optional:
        return said(ctx, "bids")
    killed = quoted(said(ctx, "killed_why")) if ctx.rulebook.kills else '""'
    if len(ctx.rulebook.scorings) > 1 and ctx.rulebook.kills:
        killed = f'IF(Amount_Killed_Sheriff=0,"",{killed})'
    if ctx.rulebook.auction is not None:
        return f"=IF(Auction_Played=1,{quoted(said(ctx, 'bids'))},{killed})"
    return f"={killed}" if ctx.rulebook.kills else None


def _line(ws: Worksheet, row: int, ctx: Context) -> None:
    """The boxes of a seat. From the third on they look like those of the second: styles are slow to make."""
    drawn = row <= FIRST + 1
    for key, value in _values(row, ctx).items():
        cell = ws[f"{letter(ctx, f'Print_{key}')}{row}"]
        if drawn:
            _draw(ws, cell.coordinate, key, row, marked=value is not None)
        else:
            cell._style = copy(ws[f"{cell.column_letter}{FIRST + 1}"]._style)  # noqa: SLF001 -- openpyxl's own way
        if value is not None:
            cell.value = value


def _values(row: int, ctx: Context) -> dict[str, Value]:
    """What stands in a seat's boxes, by their keys."""
    values: dict[str, Value] = {"Seat": row - FIRST + 1, "Name": f"=D{row}", "Character": '=Character&""'}
    values |= {role: _role_mark(role, row, ctx.rulebook.sheriff) for role in Role}
    values |= {status: _tick("Seat_Status", status) for status in ENDS}
    there = {key.removeprefix("Print_") for key in printed(ctx.rulebook)}
    return values | {key: value for key, value in _WRITTEN.items() if key in there}


def _draw(ws: Worksheet, ref: str, key: str, row: int, *, marked: bool) -> None:
    """The look of a box."""
    under = edges(bottom="thin")
    match key:
        case "Seat":
            put(ws, ref, None, "Print centre", border=under)
        case "Name":
            put(ws, ref, None, "Print box", font=font(14, bold=True), alignment=place("left", shrink=True), border=under)
        case "Character":
            put(ws, ref, None, "Print box")
        case "Bid":
            put(ws, ref, None, "Print box", alignment=RIGHT)
        case _ if key in _WRITTEN:
            look = "Print tick" if key in _TICKED else "Print box"
            put(ws, ref, None, look, border=edges("medium"), alignment=CENTRE, number_format="0")
        case _:
            put(ws, ref, None, "Print tick", fill=fill(WHITE if marked else SAND), border=_box(key, row))


def _role_mark(role: Role, row: int, rule: SheriffRule) -> str | None:
    """A star for the Sheriff where he is known before the game, else a box to cross; None where nothing can be true."""
    tick = _tick("Seat_Role", role)
    if rule is SheriffRule.SEAT_1:
        if (row == FIRST) != (role is Role.SHERIFF):
            return None
        return "★" if role is Role.SHERIFF else tick
    if rule is SheriffRule.LEFT:
        shown = '"★",""' if role is Role.SHERIFF else f'"",{tick[1:]}'
        return f'=IF(Seat_Role="{Role.SHERIFF}",{shown})'
    return tick


def _box(key: str, row: int) -> Border:
    """The roles' and the ends' boxes, framed as one each."""
    return edges(
        left="medium" if key in {Role.SHERIFF, ENDS[0]} else "thin",
        right="medium" if key in {Role.RENEGADE, ENDS[-1]} else "thin",
        top="medium" if row == FIRST else "thin",
        bottom="thin",
    )


def _sand(ws: Worksheet, ctx: Context) -> None:
    """Boxes not to be used: of the other roles, of columns whose option is off, of a chair that stays empty."""
    last, keys = rows(ctx)[-1], printed(ctx.rulebook)
    if ctx.rulebook.sheriff is SheriffRule.LEFT:
        first = f"{letter(ctx, 'Print_sheriff')}{FIRST}"
        highlight(ws, f"{first}:{letter(ctx, 'Print_renegade')}{last}", f'{first}=""', back=SAND)
    for columns, condition in switched_off(ctx.rulebook):
        for key in keys:
            if key.removeprefix("Print_") in columns:
                highlight(ws, f"{letter(ctx, key)}{FIRST}:{letter(ctx, key)}{last}", condition, back=SAND, ink=Font(color=SAND))
    if ctx.rulebook.fixed_tables:
        where = f"{letter(ctx, keys[1])}{FIRST}:{letter(ctx, keys[-1])}{last}"
        highlight(ws, where, f'${PLAYER}{FIRST}=""', back=SAND, ink=Font(color=SAND))


def _outcome(ws: Worksheet, ctx: Context, columns: Sequence[str]) -> None:
    """Three boxes over two rows, of which one gets a cross."""
    put(ws, f"{columns[0]}16", said(ctx, "outcome"), "Print caption")
    last = columns.index(letter(ctx, "Print_renegade"))
    blocks = zip((columns[:3], columns[3:last], columns[last:]), Outcome, strict=True)
    for block, outcome in blocks:
        for column in block:
            ends = {"left": "medium"} if column == block[0] else {"right": "medium"} if column == block[-1] else {}
            put(ws, f"{column}17", None, "Print strong", border=edges(top="medium", **ends), alignment=_LOW)
            put(ws, f"{column}18", None, "Print note", border=edges(bottom="medium", **ends))
        tick, text = block[0], block[1]
        ws.merge_cells(f"{tick}17:{tick}18")
        ws[f"{tick}17"], ws[f"{text}17"], ws[f"{text}18"] = (
            _tick(cell(ctx, "Won"), outcome),
            said(ctx, outcome),
            said(ctx, f"{outcome}_why"),
        )
        ws[f"{tick}17"].font, ws[f"{tick}17"].alignment = font(26), CENTRE


def _high_noon(ws: Worksheet, ctx: Context, columns: Sequence[str]) -> None:
    """A box for each reshuffle of the discards until life points are lost; how many depends on the table's size."""
    first, noon = columns[0], ctx.rulebook.high_noon
    if ctx.rulebook.ruthless_law:
        put(ws, f"{first}{23 if noon else 20}", said(ctx, "ruthless"), "Print line")
    if not noon:
        return
    size = f"MAX(1,{cell(ctx, 'Size')})"
    put(ws, f"{first}20", said(ctx, "high_noon"), "Print caption")
    for i, column in zip(range(1, max(noon.values()) + 1), columns[3::2], strict=False):
        put(ws, f"{column}20", f'=INDEX(Size_Noon_{i},{size})&""', "Print strong", border=edges())
    put(ws, f"{first}21", f'=INDEX(Size_Noon,{size})&""', "Print line")
    put(ws, f"{first}22", said(ctx, "beer"), "Print line")


def _signatures(ws: Worksheet, ctx: Context, columns: Sequence[str]) -> None:
    """The notes, and who signs below: where everybody signs his line, only the referee."""
    first, last = columns[0], columns[-1]
    put(ws, f"{first}24", said(ctx, "notes"), "Print note")
    put(ws, f"{first}25:{last}26", None, "Print text")
    signers = [
        (first, columns[1], "sheriff_signs"),
        (columns[3], columns[5], "player_signs"),
        (columns[7], last, "referee_signs"),
    ]
    for left, right, label in signers[-1:] if ctx.rulebook.lives else signers:
        put(ws, f"{left}27:{right}27", None, "Print line", border=edges(bottom="medium"))
        put(ws, f"{left}28", said(ctx, label), "Print note")


def _tick(cell: str, code: str) -> str:
    """A box with a cross if the cell holds the code."""
    return f'=IF({cell}="{code}","X","□")'


_TICKED: Final = {"Reconfirmed", "Killed_Sheriff"}
_WRITTEN: Final[Mapping[str, str | None]] = {
    "Bid": '=IF(Bid="","$",Bid)',
    "Reconfirmed": _tick("Seat_Kept", "yes"),
    "Lives": '=IF(Lives="","",Lives)',
    "Killed_Sheriff": _tick("Seat_Killed", "yes"),
    "Outlaws_Killed": '=IF(Outlaws_Killed="","",Outlaws_Killed)',
    "Cards_Kept": '=IF(Cards_Kept="","",Cards_Kept)',
    "Signature": None,
}
"""The boxes that only some regulations have."""
