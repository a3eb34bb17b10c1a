"""The stamp of a record sheet: when Python has recomputed it, with which result, and whether that still holds.

Python writes two cells: the text, and the key of the inputs that it looked at. Formulas say whether all inputs have arrived
that no stamp is of, and show the stamp under the table's questions.
"""

from __future__ import annotations

from typing import Final

from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.context import Context
from bangxl.sheets.formulas import phrase
from bangxl.sheets.record.cells import LIST, OUTCOME, cell, inputs, letter, rows
from bangxl.sheets.record.checks import asked, signs
from bangxl.sheets.styles import CENTRE, name, put
from bangxl.tournament.model import Status
from bangxl.workbook.names import STAMP

_LONGEST: Final = 255
"""Characters of a stamp that are shown under the questions; the status line shows all of them."""


def build(ws: Worksheet, ctx: Context) -> None:
    """Add the stamp's line, and hidden what it is made of."""
    text, of, key = (cell(ctx, part) for part in STAMP[:3])
    first, row = signs(ctx.rulebook), LIST + len(asked(ctx))
    sign, words = shown(ctx), f"{get_column_letter(column_index_from_string(letter(ctx, first)) + 1)}{row}"
    changed = phrase(ctx._("changed since {time}"), time=f"MID({text},3,5)")
    put(ws, sign, f'=IF({text}="","",IF({of}={key},LEFT({text},1),"!"))', "Note", alignment=CENTRE)
    put(ws, words, f'=IF({sign}="!",{changed},MID({text},3,{_LONGEST}))', "Note")
    ws[key] = f"={_key(ctx)}"
    ws[cell(ctx, "Stamp_Due")] = f"={_due(ctx)}"
    for part in STAMP:
        name(ws, part, cell(ctx, part))


def shown(ctx: Context) -> str:
    """The cell of the stamp's sign, under those of the questions."""
    return f"{letter(ctx, signs(ctx.rulebook))}{LIST + len(asked(ctx))}"


def _key(ctx: Context) -> str:
    """Everything that is typed on the sheet, and who sits there."""
    columns = [letter(ctx, key) for key in ("Player", *inputs(ctx.rulebook))]
    return '&"|"&'.join([OUTCOME, *(f"{column}{row}" for row in rows(ctx) for column in columns)])


def _due(ctx: Context) -> str:
    """1 when all is there that the sheet cannot be complete without, right or wrong, and no stamp is of it."""
    size, auction = cell(ctx, "Size"), ctx.rulebook.auction
    there = ["Stamp_On=1", f"{size}>0", f"{cell(ctx, 'Typed')}={size}", f'{OUTCOME}<>""']
    if auction is not None:
        bought = 'SUMPRODUCT((Player<>"")*((Character="")+(Bid="")))'
        there.append(f"{bought}*Auction_Played=0" if auction.optional else f"{bought}=0")
    if ctx.rulebook.lives:
        there.append(f'SUMPRODUCT((Seat_Status="{Status.ALIVE}")*(Lives=""))=0')
    return f"IF(AND({','.join(there)},{cell(ctx, 'Stamp_Of')}<>{cell(ctx, 'Stamp_Key')}),1,0)"
