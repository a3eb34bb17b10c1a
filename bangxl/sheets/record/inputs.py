"""How the cells to type into behave on a record sheet: drop-downs, yellow for gaps, pale where an option is off."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from openpyxl.styles import Font
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.cells import literal
from bangxl.sheets.context import Context
from bangxl.sheets.links import go
from bangxl.sheets.record.cells import (
    CHARACTER,
    FIRST,
    PLAYER,
    RULING_BELOW,
    Layout,
    cell,
    column,
    has_money,
    layout_of,
    letter,
    rows,
)
from bangxl.sheets.styles import PAPER, RULE, SAND, WHITE, choose, edges, fade_locked, flag, highlight
from bangxl.tournament.model import Role
from bangxl.tournament.rulebook import Rulebook, SheriffRule
from bangxl.workbook.fields import Field, InputKind, fields
from bangxl.workbook.words import YesNo, word

_MOST: Final = 10**9 - 1
"""No ruling gives more dollars, or takes more."""


def build(ws: Worksheet, ctx: Context) -> None:
    """Format the cells that `sheet` has placed."""
    layout = layout_of(ctx.rulebook)
    _choices(ws, ctx)
    _ruling(ws, ctx)
    fade_locked(ws, f"{layout.inputs(rows(ctx))} E16 {column(ctx, 'Ruling')}")
    for keys, condition in idle_columns(ctx.rulebook):
        for ref in _blocks([key for key in layout.screen if key in keys], ctx, head=True):
            highlight(ws, ref, condition, back=None, ink=Font(color=RULE), border=None)
    if ctx.rulebook.fixed_tables:
        empty = edges("thin", PAPER)
        where = f"B{FIRST}:{letter(ctx, 'Line_Check')}{rows(ctx)[-1]}"
        highlight(ws, where, f'${PLAYER}{FIRST}=""', back=PAPER, ink=Font(color=PAPER), border=empty)
    if ctx.rulebook.sheriff is not SheriffRule.SEAT_1:
        sheriff = f'${letter(ctx, "Seat_Role")}{FIRST}="{Role.SHERIFF}"'
        highlight(ws, f"B{FIRST}:D{rows(ctx)[-1]}", sheriff, back=SAND)
    _gaps(ws, ctx)


def _ruling(ws: Worksheet, ctx: Context) -> None:
    """The amounts of a ruling: unseen until an event of this game, or an amount, asks for them.

    Unseen without a conditional border: LibreOffice saves that one black.
    """
    validation = DataValidation("whole", formula1=str(-_MOST), formula2=str(_MOST), allow_blank=True, showErrorMessage=True)
    validation.error = ctx._("What a ruling gives is a whole number.")
    ws.add_data_validation(validation)
    validation.add(column(ctx, "Ruling"))
    highlight(ws, column(ctx, "Ruling"), f'$D{FIRST + RULING_BELOW}<>""', back=WHITE, border=edges("thin", RULE))


def gap(layout: Layout, sheet: str, text: str) -> str:
    """A link to what is first missing or wrong on a record sheet, to its first input if nothing is."""
    return go(sheet, f"{sheet}!{layout.cells['Where']}", literal(text), f"{layout.letters['Character']}{FIRST}")


def idle_columns(rulebook: Rulebook) -> Iterator[tuple[frozenset[str], str]]:
    """Columns that an option can make idle, with the condition under which they are."""
    auction = rulebook.auction
    if auction is not None and auction.optional:
        yield frozenset({"Bid", "Reconfirmed"}), "Auction_Played=0"
    if has_money(rulebook) and (auction is None or auction.optional):
        off = (["Auction_Played=0"] if auction else []) + (["Amount_Card=0"] if rulebook.card_price else [])
        yield frozenset({"Before", "After"}), f"AND({','.join(off)})"
    for field in reversed(fields(rulebook)):
        in_each_scoring = field.bonus is not None and field.bonus.of is not None and len(rulebook.scorings) == 1
        if field.amount and not in_each_scoring:
            yield frozenset({field.name}), f"{field.amount}=0"


def _choices(ws: Worksheet, ctx: Context) -> None:
    for field in fields(ctx.rulebook):
        if field.kind is not InputKind.DOLLARS:
            choose(ws, column(ctx, field.name), _source(field, ctx))
    choose(ws, "E16", "Outcome_List")


def _source(field: Field, ctx: Context) -> str:
    """What a drop-down offers."""
    if field.kind is InputKind.MARK:
        return literal(word(YesNo.YES, ctx.catalog.language))
    if field.most is not None:
        return literal(",".join(map(str, range(field.most(ctx.rulebook) + 1))))
    return f"{field.name}_List"


def _gaps(ws: Worksheet, ctx: Context) -> None:
    """Yellow for what is missing once somebody has begun to type, and for a ruling's amounts once they are asked for."""
    begun, auction = f"{cell(ctx, 'Stage')}+{cell(ctx, 'Ruling_On')}", ctx.rulebook.auction
    bought = ["Character", "Bid"] if auction is not None else []
    always = ["Role", "Status"] if auction is not None and auction.optional else [*bought, "Role", "Status"]
    cases = [(" ".join(_blocks(always, ctx)), "")]
    if auction is not None and auction.optional:
        cases.append((" ".join(_blocks(bought, ctx)), ",Auction_Played=1"))
    if ctx.rulebook.lives:
        cases.append((" ".join(_blocks(["Lives"], ctx)), f',${letter(ctx, "Seat_Status")}{FIRST}="alive"'))
    below = f"E16 {column(ctx, 'Ruling')}"
    if cases[0][0].startswith(CHARACTER):  # one rule for all that begins in the same column
        cases[0] = (f"{cases[0][0]} {below}", "")
    else:
        cases.append((below, ""))
    for ref, more in cases:
        first = re.split("[: ]", ref)[0]
        line = first.lstrip(string.ascii_uppercase)
        flag(ws, ref, f'AND($D{line}<>"",{first}="",OR({begun}=0,ROW()>{FIRST + RULING_BELOW - 1}){more})')


def _blocks(keys: Sequence[str], ctx: Context, *, head: bool = False) -> list[str]:
    """The columns' cells, side by side where they are neighbours; with their heads and totals if wanted."""
    top, end = (FIRST - 1, rows(ctx).stop) if head else (FIRST, rows(ctx)[-1])
    order = layout_of(ctx.rulebook).screen
    places = enumerate(keys)
    groups = [[key for _i, key in group] for _, group in groupby(places, lambda item: order.index(item[1]) - item[0])]
    return [f"{letter(ctx, group[0])}{top}:{letter(ctx, group[-1])}{end}" for group in groups]
