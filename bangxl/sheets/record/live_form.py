"""The printed half of a workbook's record sheet: formulas that show what the screen's half says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.cells import literal
from bangxl.sheets.context import Context
from bangxl.sheets.record import cells as record_cells
from bangxl.sheets.record.cells import FIRST, PLAYER, cell, ends, page_columns, rows
from bangxl.sheets.record.inputs import idle_columns
from bangxl.sheets.record.page import dollar
from bangxl.sheets.record.texts import label, with_step
from bangxl.sheets.round import day_and_code
from bangxl.sheets.styles import SAND, Value, highlight
from bangxl.tournament.model import Outcome, Role
from bangxl.tournament.rulebook import SheriffRule
from bangxl.workbook.fields import ONE_BOX, Field, InputKind, fields


@dataclass(frozen=True, slots=True)
class LiveForm:
    """The printed half of a workbook's sheet, of one table of a round: formulas that refer to the screen's half, row by row."""

    ctx: Context
    number: int
    table: int

    @property
    def title(self) -> str:
        """Round and table; the game where there is one table."""
        if self.ctx.tables == 1:
            return self.ctx._("GAME {round}").format(round=self.number)
        return self.ctx._("ROUND {round} · TABLE {table}").format(round=self.number, table=self.table)

    @property
    def event(self) -> Value:
        """Name and place."""
        return "=Event_Line"

    @property
    def day(self) -> Value:
        """The date in words, and the round's code."""
        return f"={day_and_code(self.number, self.ctx)}"

    def letter(self, key: str) -> str:
        """The columns stand beside the screen's."""
        return record_cells.letter(self.ctx, key)

    def with_auction(self, text: str, otherwise: str) -> str:
        """Where an option decides, as it is set."""
        auction = self.ctx.rulebook.auction
        if auction is not None and auction.optional:
            return f"=IF(Auction_Played=1,{literal(text)},{literal(otherwise)})"
        return text if auction is not None else otherwise

    def where(self, variant: str, text: str) -> str:
        """As the options are set."""
        return f'=IF({variant}=0,"",{literal(text)})'

    def note(self) -> str | None:
        """The bids, or without an auction the cross for a Deputy."""
        ctx = self.ctx
        if ctx.rulebook.auction is not None and not ctx.rulebook.auction.optional:
            return label(ctx, with_step(ctx, "bids"))
        noted = next((field for field in fields(ctx.rulebook) if field.bonus and field.bonus.note), None)
        text = label(ctx, noted.bonus.note) if noted and noted.bonus else ""
        if ctx.rulebook.auction is None and len(ctx.rulebook.scorings) < 2:
            return text or None
        why = literal(text)
        if noted and len(ctx.rulebook.scorings) > 1:
            why = f'IF({noted.amount}=0,"",{why})'
        if ctx.rulebook.auction is not None:
            return f"=IF(Auction_Played=1,{literal(label(ctx, with_step(ctx, 'bids')))},{why})"
        return f"={why}" if noted else None

    def seat(self, row: int) -> Mapping[str, Value]:
        """What was written into the screen's line."""
        character = '=IF(Seat_Character="?",Character,Seat_Character)'
        values: dict[str, Value] = {"Seat": row - FIRST + 1, "Name": f"=D{row}", "Character": character}
        values |= {role: _role_mark(role, row, self.ctx.rulebook.sheriff) for role in Role}
        values |= {status: _tick("Seat_Status", status) for status in ends(self.ctx.rulebook)}
        values |= {field.name: _written(field, self.ctx) for field in fields(self.ctx.rulebook) if field.kind in ONE_BOX}
        known = {"Payout": f'=IF(ISNUMBER(Payout),Payout,"{dollar(self.ctx)}")', "Signature": None}
        return values | {key: known[key] for key in known if f"Print_{key}" in page_columns(self.ctx.rulebook)}

    def won(self, outcome: Outcome) -> str:
        """A cross for the one that was chosen."""
        return _tick(cell(self.ctx, "Won"), outcome)

    def noon(self, number: int) -> Value:
        """By the size of the table."""
        return f'=INDEX(Size_Noon_{number},{self._size()})&""'

    def noon_from(self) -> Value:
        """By the size of the table."""
        return f'=INDEX(Size_Noon,{self._size()})&""'

    def _size(self) -> str:
        return f"MAX(1,{cell(self.ctx, 'Size')})"

    def dress(self, ws: Worksheet) -> None:
        """Sand: boxes of the other roles, of columns whose option is off, of a chair that stays empty."""
        ctx, last, keys = self.ctx, rows(self.ctx)[-1], page_columns(self.ctx.rulebook)
        if ctx.rulebook.sheriff is SheriffRule.LEFT:
            first = f"{self.letter('Print_sheriff')}{FIRST}"
            highlight(ws, f"{first}:{self.letter('Print_renegade')}{last}", f'{first}=""', back=SAND)
        for columns, condition in idle_columns(ctx.rulebook):
            for key in keys:
                if key.removeprefix("Print_") in columns:
                    where = f"{self.letter(key)}{FIRST}:{self.letter(key)}{last}"
                    highlight(ws, where, condition, back=SAND, ink=Font(color=SAND))
        if ctx.rulebook.fixed_tables:
            where = f"{self.letter(keys[1])}{FIRST}:{self.letter(keys[-1])}{last}"
            highlight(ws, where, f'${PLAYER}{FIRST}=""', back=SAND, ink=Font(color=SAND))


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


def _tick(cell: str, code: str) -> str:
    """A box with a cross if the cell holds the code."""
    return f'=IF({cell}="{code}","X","□")'


def _written(field: Field, ctx: Context) -> str:
    """What stands in the box of a field that has one."""
    if field.kind is InputKind.MARK:
        return _tick(field.code, "yes")
    blank = dollar(ctx) if field.kind is InputKind.DOLLARS else ""
    return f'=IF({field.name}="","{blank}",{field.name})'
