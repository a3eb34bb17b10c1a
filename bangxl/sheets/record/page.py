"""The printed record sheet: a form to fill in at the table, or the record to sign. Of money only bids, and winnings to sign.

A medium line means: somebody writes here. Where its columns are and what stands in its boxes says a `Form`: the printed half of
a workbook's sheet shows what the screen's half says, a blank one nothing yet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Final, Protocol

from openpyxl.styles import Alignment, Border
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.locale.catalog import N_
from bangxl.sheets.context import Context
from bangxl.sheets.record.cells import FIRST, page_columns, rows
from bangxl.sheets.record.texts import after_auction, after_game, after_noon, label, with_referee
from bangxl.sheets.styles import (
    CENTRE,
    RIGHT,
    RULE,
    SAND,
    SEAT,
    WHITE,
    Value,
    edges,
    fill,
    font,
    highlight,
    line,
    page,
    place,
    put,
)
from bangxl.tournament.model import Outcome, Role, Status
from bangxl.tournament.rulebook import DOLLAR, Rulebook, SheriffRule
from bangxl.workbook.fields import FIELDS, InputKind
from bangxl.workbook.words import word

_WIDTHS: Final = {
    "Seat": 6, "Name": 36, **dict.fromkeys((*Role, *Status), 10.6), "Payout": 12, "Signature": 28,
    **{field.name: field.widths[-1] for field in FIELDS},
}  # fmt: skip
"""In characters, by the column's key without ``Print_``."""
_WIDE: Final = 149
_LEAST_NAME: Final = 28
_MUCH: Final = 10
"""Characters too many, with which all is printed smaller: the words of the states must not shrink as well."""
_HEADS: Final = {
    "Seat": N_("Seat"),
    "Name": N_("Player"),
    "Payout": N_("Winnings"),
    "Signature": N_("Signature"),
    "Choice": N_("Choice"),
    **{field.name: field.head for field in FIELDS},
}
_NAMED: Final = {"Print_Name", "Print_Character", "Print_Signature"}
_LOW: Final = Alignment("left", "bottom")
_TICKED: Final = {field.name for field in FIELDS if field.kind is InputKind.MARK}
_CROSSED: Final = {*Role, *Status}


def widths(rulebook: Rulebook) -> list[float]:
    """The columns in characters; where there are many, names give way."""
    keys = page_columns(rulebook)
    found: dict[str, float] = {key: _WIDTHS[key.removeprefix("Print_")] for key in keys}
    over = sum(found.values()) - _WIDE
    if over > 0:
        found["Print_Name"] = max(_LEAST_NAME, found["Print_Name"] - over)
        found["Print_Character"] = 18
    if over > _MUCH:
        found |= {key: 12.0 for key in keys if key.removeprefix("Print_") in {*Status}}
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
        """The letter of a column of `record_cells.page_columns`."""

    def with_auction(self, text: str, otherwise: str) -> str:
        """What is said if there is an auction, else the other text."""

    def where(self, variant: str, text: str) -> str | None:
        """A text if a variant is played, by the name that is 0 where it is not."""

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
    columns = [form.letter(key) for key in page_columns(ctx.rulebook)]
    first, last = columns[0], columns[-1]
    heading(ws, (first, last), (form.title, label(ctx, "form")), (form.event, form.day))
    put(ws, f"{first}3", form.with_auction(after_auction(ctx), after_game(ctx)), "Print line")
    _lines(ws, form)
    _outcome(ws, form, columns)
    _high_noon(ws, form, columns)
    _signatures(ws, ctx, columns)
    page(ws, f"{first}1:{last}28", landscape=True, footer=False)


def heading(ws: Worksheet, ends: tuple[str, str], titles: tuple[Value, Value], event: tuple[Value, Value]) -> None:
    """The first two rows, from the first column to the last: which game and which form it is, below where and when."""
    first, last = ends
    put(ws, f"{first}1", titles[0], "Print title", font=font(24, bold=True, serif=True))
    put(ws, f"{last}1", titles[1], "Print caption", alignment=place("right"))
    put(ws, f"{first}2:{last}2", event[0], "Print rule")
    put(ws, f"{last}2", event[1], "Print rule", alignment=place("right"))


def heads(ws: Worksheet, ctx: Context, first: str, keys: Sequence[str]) -> list[str]:
    """Write the heads of the columns, by their keys, from the column ``first`` on."""
    found = [head_of(ctx, key) for key in keys]
    line(ws, f"{first}6", found, ["Print head left" if key in _NAMED else "Print head" for key in keys])
    return found


def head_of(ctx: Context, key: str) -> str:
    """The head of a column, by its key."""
    code = next((code for code in (*Role, *Status) if key == f"Print_{code}"), None)
    return word(code, ctx.catalog.language) if code else ctx._(_HEADS[key.removeprefix("Print_")])


def _lines(ws: Worksheet, form: Form) -> None:
    """Heads and seats. What cannot be true, or is not played, is sand."""
    ctx, letter = form.ctx, form.letter
    keys = page_columns(ctx.rulebook)
    put(ws, f"{letter('Print_sheriff')}5", label(ctx, "role"), "Print note")
    put(ws, f"{letter('Print_alive')}5", label(ctx, "end"), "Print note")
    if ctx.rulebook.among_last:
        put(ws, f"{letter(keys[0])}5", label(ctx, "among_last"), "Print note")
    for key, head in zip(keys, heads(ws, ctx, letter(keys[0]), keys), strict=True):
        if not set(head) & {" ", "\n"}:  # a single word shrinks rather than breaks
            ws[f"{letter(key)}6"].alignment = place("left" if key in _NAMED else "center", shrink=True)
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
            draw(ws, cell.coordinate, key, row, marked=value is not None)
        else:
            cell._style = copy(ws[f"{cell.column_letter}{FIRST + 1}"]._style)  # noqa: SLF001 -- openpyxl's own way
        if value is not None:
            cell.value = value


def draw(ws: Worksheet, ref: str, key: str, row: int, *, marked: bool) -> None:
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
            digits = "#,##0" if key == "Payout" else "0"
            put(ws, ref, None, look, border=edges("medium"), alignment=CENTRE, number_format=digits)
        case _:
            put(ws, ref, None, "Print tick", fill=fill(WHITE if marked else SAND), border=_box(key, row))


def _box(key: str, row: int) -> Border:
    """The roles' and the ends' boxes, framed as one each."""
    return edges(
        left="medium" if key in {Role.SHERIFF, Status.ALIVE} else "thin",
        right="medium" if key in {Role.RENEGADE, Status.FINAL_DUEL, Status.AMONG_LAST} else "thin",
        top="medium" if row == FIRST else "thin",
        bottom="thin",
    )


def _outcome(ws: Worksheet, form: Form, columns: Sequence[str]) -> None:
    """Three boxes over two rows, of which one gets a cross."""
    ctx = form.ctx
    put(ws, f"{columns[0]}16", label(ctx, "outcome"), "Print caption")
    last = columns.index(form.letter("Print_renegade"))
    for block, outcome in zip((columns[:3], columns[3:last], columns[last:]), Outcome, strict=True):
        outcome_box(ws, block, (form.won(outcome), label(ctx, outcome), label(ctx, f"{outcome}_why")), alignment=_LOW)


def outcome_box(ws: Worksheet, block: Sequence[str], values: Sequence[Value], **look: object) -> None:
    """A frame over the columns of a block: the box for the cross, and beside it who has won, above what that means."""
    for column in block:
        ends = {"left": "medium"} if column == block[0] else {"right": "medium"} if column == block[-1] else {}
        put(ws, f"{column}17", None, "Print strong", border=edges(top="medium", **ends), **look)
        put(ws, f"{column}18", None, "Print note", border=edges(bottom="medium", **ends))
    tick, text = block[0], block[1]
    ws.merge_cells(f"{tick}17:{tick}18")
    ws[f"{tick}17"], ws[f"{text}17"], ws[f"{text}18"] = values
    ws[f"{tick}17"].font, ws[f"{tick}17"].alignment = font(26), CENTRE


def _high_noon(ws: Worksheet, form: Form, columns: Sequence[str]) -> None:
    """A box for each reshuffle of the discards until life points are lost; how many depends on the table's size."""
    ctx, first = form.ctx, columns[0]
    noon = ctx.rulebook.high_noon
    if ctx.rulebook.ruthless_law:
        put(ws, f"{first}{23 if noon else 20}", label(ctx, "ruthless"), "Print line")
    if ctx.rulebook.noon_minutes:
        put(ws, f"{first}20", ctx.noon_by_the_clock(), "Print line")
    if not noon:
        _variants(ws, form, first)
        return
    put(ws, f"{first}20", label(ctx, "high_noon"), "Print caption")
    for i, column in zip(range(1, max(noon.values()) + 1), columns[3::2], strict=False):
        put(ws, f"{column}20", form.noon(i), "Print strong", border=edges())
    put(ws, f"{first}21", form.noon_from(), "Print line")
    put(ws, f"{first}22", after_noon(ctx), "Print line")


def _variants(ws: Worksheet, form: Form, first: str) -> None:
    """What a variant that is played changes in the game itself (Ingaggio, Esperienza, Ricompense in contanti)."""
    rulebook = form.ctx.rulebook
    told = {
        "Auction_Played": rulebook.auction is not None and rulebook.auction.optional,
        "Amount_Card": rulebook.card_price > 0,
        "Amount_Outlaw_Killed": rulebook.cash_reward > 0,
    }
    for row, key in enumerate((key for key, there in told.items() if there), 21):
        put(ws, f"{first}{row}", form.where(key, label(form.ctx, key.lower())), "Print line")


def notes_area(ctx: Context, letter: Callable[[str], str]) -> str:
    """The two lines for the referee's notes; ``letter`` gives that of a column of the page."""
    columns = page_columns(ctx.rulebook)
    return f"{letter(columns[0])}25:{letter(columns[-1])}26"


def rule_lines(ws: Worksheet, *areas: str) -> None:
    """A line under each row of the areas: as one format of all of them it is small."""
    highlight(ws, " ".join(areas), "TRUE", border=edges(bottom="thin", colour=RULE))


def _signatures(ws: Worksheet, ctx: Context, columns: Sequence[str]) -> None:
    """The notes, and who signs below: where everybody signs his line, only the referee, if there is one."""
    first, last = columns[0], columns[-1]
    put(ws, f"{first}24", label(ctx, with_referee(ctx, "notes", "referee")), "Print note")
    put(ws, f"{first}25:{first}26", None, "Print line")
    players = [(first, columns[1], "sheriff_signs"), (columns[3], columns[5], "player_signs")]
    referees = [(columns[7], last, "referee_signs")]
    signers = [*([] if ctx.rulebook.lives else players), *(referees if ctx.rulebook.referee else [])]
    for left, right, signer in signers:
        signature(ws, left, right, label(ctx, signer))


def signature(ws: Worksheet, left: str, right: str, text: str) -> None:
    """A line to sign on, from column to column, and under it who does."""
    put(ws, f"{left}27:{right}27", None, "Print line", border=edges(bottom="medium"))
    put(ws, f"{left}28", text, "Print note")


def dollar(ctx: Context) -> str:
    """The sign in an empty box for an amount; a unit that is a word has none."""
    return DOLLAR if ctx.rulebook.unit == DOLLAR else ""
