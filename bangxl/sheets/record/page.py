"""The printed record sheet: a form to fill in at the table, or the record to sign. No money but bids.

A medium line means: somebody writes here. Where its columns are and what stands in its boxes says a `Form`: the printed half of
a workbook's sheet shows what the screen's half says, a blank one nothing yet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Final, Protocol

from openpyxl.styles import Alignment, Border
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.locale.catalog import N_
from bangxl.sheets.context import Context
from bangxl.sheets.record.cells import ENDS, FIRST, printed, rows
from bangxl.sheets.record.texts import said
from bangxl.sheets.styles import CENTRE, RIGHT, SAND, SEAT, WHITE, Value, edges, fill, font, line, page, place, put
from bangxl.tournament.model import Outcome, Role
from bangxl.tournament.rulebook import Rulebook, SheriffRule
from bangxl.workbook.fields import FIELDS, Kind
from bangxl.workbook.words import word

_WIDTHS: Final = {
    "Seat": 6, "Name": 36, "sheriff": 10, "deputy": 10, "outlaw": 11, "renegade": 11, "alive": 10, "eliminated": 11,
    "final_duel": 11, "Signature": 28, **{field.name: field.widths[-1] for field in FIELDS},
}  # fmt: skip
"""In characters, by the column's key without ``Print_``."""
_WIDE: Final = 149
_LEAST_NAME: Final = 28
_HEADS: Final = {
    "Seat": N_("Seat"),
    "Name": N_("Player"),
    "Signature": N_("Signature"),
    **{field.name: field.head for field in FIELDS},
}
_LOW: Final = Alignment("left", "bottom")
_TICKED: Final = {field.name for field in FIELDS if field.kind is Kind.MARK}
_CROSSED: Final = {*Role, *ENDS}


def widths(rulebook: Rulebook) -> list[float]:
    """The columns in characters; where there are many, names give way."""
    keys = printed(rulebook)
    found: dict[str, float] = {key: _WIDTHS[key.removeprefix("Print_")] for key in keys}
    over = sum(found.values()) - _WIDE
    if over > 0:
        found["Print_Name"] = max(_LEAST_NAME, found["Print_Name"] - over)
        found["Print_Character"] = 18
    return list(found.values())


class Form(Protocol):
    """One sheet: where its columns are, and what stands in its boxes; formulas or texts."""

    @property
    def ctx(self) -> Context:
        """The regulation, the language, and with ``largest`` the lines of the sheet."""

    @property
    def title(self) -> str:
        """Which game it is."""

    @property
    def event(self) -> Value:
        """Where it is played, below the title."""

    @property
    def day(self) -> Value:
        """When, on the right of it."""

    def letter(self, key: str) -> str:
        """The letter of a column of `record_cells.printed`."""

    def with_auction(self, text: str, otherwise: str) -> str:
        """What is said if there is an auction, else the other text."""

    def note(self) -> str | None:
        """What is explained under the seats."""

    def seat(self, row: int) -> Mapping[str, Value]:
        """What stands in a seat's boxes, by the columns' keys without ``Print_``; None where nothing can be true."""

    def won(self, outcome: Outcome) -> str:
        """The box of an outcome."""

    def noon(self, number: int) -> Value:
        """The label of a box for a reshuffle, from 1."""

    def noon_from(self) -> Value:
        """From which reshuffle on life points are lost."""

    def dress(self, ws: Worksheet) -> None:
        """What makes boxes idle by what the screen says."""


def build(ws: Worksheet, form: Form) -> None:
    """Write the page: one landscape A4. Heights of rows and widths of columns are the sheet's."""
    ctx = form.ctx
    columns = [form.letter(key) for key in printed(ctx.rulebook)]
    first, last = columns[0], columns[-1]
    put(ws, f"{first}1", form.title, "Print title")
    ws[f"{first}1"].font = font(24, bold=True, serif=True)
    put(ws, f"{last}1", said(ctx, "form"), "Print caption", alignment=place("right"))
    put(ws, f"{first}2:{last}2", form.event, "Print rule")
    put(ws, f"{last}2", form.day, "Print rule", alignment=place("right"))
    do = form.with_auction(said(ctx, "do"), said(ctx, "do_sign" if ctx.rulebook.lives else "do_plain"))
    put(ws, f"{first}3", do, "Print line")
    _lines(ws, form)
    _outcome(ws, form, columns)
    _high_noon(ws, form, columns)
    _signatures(ws, ctx, columns)
    page(ws, f"{first}1:{last}28", landscape=True, footer=False)


def _lines(ws: Worksheet, form: Form) -> None:
    """Heads and seats. What cannot be true, or is not played, is sand."""
    ctx, letter = form.ctx, form.letter
    _, language, keys = ctx._, ctx.catalog.language, printed(ctx.rulebook)
    put(ws, f"{letter('Print_sheriff')}5", said(ctx, "role"), "Print note")
    put(ws, f"{letter('Print_alive')}5", said(ctx, "end"), "Print note")
    words = {f"Print_{code}": word(code, language) for code in (*Role, *ENDS)}
    heads = [words.get(key) or _(_HEADS[key.removeprefix("Print_")]) for key in keys]
    named = {"Print_Name", "Print_Character", "Print_Signature"}
    line(ws, f"{letter(keys[0])}6", heads, ["Print head left" if key in named else "Print head" for key in keys])
    for key, head in zip(keys, heads, strict=True):
        if not set(head) & {" ", "\n"}:  # a single word shrinks rather than breaks
            ws[f"{letter(key)}6"].alignment = place("left" if key in named else "center", shrink=True)
    for row in rows(ctx):
        _line(ws, row, form)
    if ctx.rulebook.sheriff is SheriffRule.SEAT_1:
        ws[f"{letter('Print_Seat')}{FIRST}"].number_format = SEAT
    below, first, last = rows(ctx).stop, letter(keys[0]), letter(keys[-1])
    boxes = f"{letter('Print_sheriff')}{below}:{last}{below}"
    put(ws, boxes, None, "Print line", border=edges(top="medium"))  # rows above it may be hidden
    put(ws, f"{first}{below}", form.note(), "Print line")
    form.dress(ws)


def _line(ws: Worksheet, row: int, form: Form) -> None:
    """The boxes of a seat. From the third on they look like those of the second: styles are slow to make."""
    drawn = row <= FIRST + 1
    for key, value in form.seat(row).items():
        cell = ws[f"{form.letter(f'Print_{key}')}{row}"]
        if drawn:
            _draw(ws, cell.coordinate, key, row, marked=value is not None)
        else:
            cell._style = copy(ws[f"{cell.column_letter}{FIRST + 1}"]._style)  # noqa: SLF001 -- openpyxl's own way
        if value is not None:
            cell.value = value


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
        case _ if key not in _CROSSED:
            look = "Print tick" if key in _TICKED else "Print box"
            put(ws, ref, None, look, border=edges("medium"), alignment=CENTRE, number_format="0")
        case _:
            put(ws, ref, None, "Print tick", fill=fill(WHITE if marked else SAND), border=_box(key, row))


def _box(key: str, row: int) -> Border:
    """The roles' and the ends' boxes, framed as one each."""
    return edges(
        left="medium" if key in {Role.SHERIFF, ENDS[0]} else "thin",
        right="medium" if key in {Role.RENEGADE, ENDS[-1]} else "thin",
        top="medium" if row == FIRST else "thin",
        bottom="thin",
    )


def _outcome(ws: Worksheet, form: Form, columns: Sequence[str]) -> None:
    """Three boxes over two rows, of which one gets a cross."""
    ctx = form.ctx
    put(ws, f"{columns[0]}16", said(ctx, "outcome"), "Print caption")
    last = columns.index(form.letter("Print_renegade"))
    blocks = zip((columns[:3], columns[3:last], columns[last:]), Outcome, strict=True)
    for block, outcome in blocks:
        for column in block:
            ends = {"left": "medium"} if column == block[0] else {"right": "medium"} if column == block[-1] else {}
            put(ws, f"{column}17", None, "Print strong", border=edges(top="medium", **ends), alignment=_LOW)
            put(ws, f"{column}18", None, "Print note", border=edges(bottom="medium", **ends))
        tick, text = block[0], block[1]
        ws.merge_cells(f"{tick}17:{tick}18")
        ws[f"{tick}17"], ws[f"{text}17"], ws[f"{text}18"] = (
            form.won(outcome),
            said(ctx, outcome),
            said(ctx, f"{outcome}_why"),
        )
        ws[f"{tick}17"].font, ws[f"{tick}17"].alignment = font(26), CENTRE


def _high_noon(ws: Worksheet, form: Form, columns: Sequence[str]) -> None:
    """A box for each reshuffle of the discards until life points are lost; how many depends on the table's size."""
    ctx, first = form.ctx, columns[0]
    noon = ctx.rulebook.high_noon
    if ctx.rulebook.ruthless_law:
        put(ws, f"{first}{23 if noon else 20}", said(ctx, "ruthless"), "Print line")
    if not noon:
        return
    put(ws, f"{first}20", said(ctx, "high_noon"), "Print caption")
    for i, column in zip(range(1, max(noon.values()) + 1), columns[3::2], strict=False):
        put(ws, f"{column}20", form.noon(i), "Print strong", border=edges())
    put(ws, f"{first}21", form.noon_from(), "Print line")
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
