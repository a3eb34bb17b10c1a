"""What a tournament without the computer needs beside its record sheets: a secret ledger, the regulation's tables, the duel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from openpyxl.cell.cell import MergedCell
from openpyxl.formatting.formatting import ConditionalFormattingList
from openpyxl.utils import get_column_letter
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.locale.catalog import Catalog
from bangxl.sheets import blank, duel, rules
from bangxl.sheets.context import Context
from bangxl.sheets.sections import TOP
from bangxl.sheets.styles import MARGIN, RULE, caption, edges, in_unit, page, put, table, widths
from bangxl.tournament.rulebook import Rulebook
from bangxl.workbook import names

PLACES: Final = 50
"""The table chart goes as far; with more players nobody does without a computer."""
_ROUNDS: Final = 7
"""Rounds that are on a page of the ledger; whoever plays more goes on on another one."""
_LINES: Final = 26
"""Players on a page of the ledger: printed as often as needed."""
_WIDE, _HIGH, _HEAD, _CHARACTER = 784, 507, 90, 5.25
"""Points of a page on its side, of what stands above the ledger's lines, and of a character of a column's width."""
_LOW: Final = 18
"""Points of a line in which a hand can write, at least."""


_SIZES: Final = 27
"""Characters of the table chart's column: eight tables, each with its number."""


def build(rulebook: Rulebook, catalog: Catalog) -> Workbook:
    """The record sheets of each size, then the ledger, the regulation with its tables and auction, and the page of the duel."""
    wb = blank.of_rulebook(rulebook, catalog)
    places = min(rulebook.maximum_players, PLACES)
    extent = names.extent(rulebook, places)
    ctx = Context(rulebook, catalog, places, extent.rounds, extent.tables)
    _ledger(wb, ctx)
    before = len(wb.worksheets)
    rules.build(wb, ctx)
    wb[ctx.tab("rules")].column_dimensions[rules.CHART[1]].width = _SIZES
    if duel.is_needed(rulebook):
        duel.build(wb, ctx)
    for ws in wb.worksheets[before:]:
        _on_paper(ws)
    wb.defined_names.clear()
    in_unit(wb, rulebook.unit)
    return wb


def _ledger(wb: Workbook, ctx: Context) -> None:
    """A line a player; for every round what he gets and has then, where characters are bought also his bid before."""
    _, rounds = ctx._, min(ctx.rounds, _ROUNDS)
    each = (*([_("Bid")] if ctx.rulebook.auction else []), _("Payout"), _("After"))
    ws = wb.create_sheet(ctx.tab("ledger"))
    sizes = (26, *[8.5] * (len(each) * rounds))
    widths(ws, 2, *sizes, white_from=1)
    caption(ws, "B2", _("Ledger"))
    for number in range(rounds):
        put(ws, f"{get_column_letter(3 + len(each) * number)}4", _("Round {round}").format(round=number + 1), "Strong")
    heads = [_("Player"), *each * rounds]
    table(ws, "B5", heads, [[None] * len(heads)] * _LINES, ["Print text"] * len(heads))
    for row in range(6, 6 + _LINES):
        ws.row_dimensions[row].height = _line(sizes)
        for number in range(rounds):  # a stroke before each round
            ws.cell(row, 3 + len(each) * number).border = edges(bottom="thin", left="thin", colour=RULE)
    page(ws, f"B2:{get_column_letter(1 + len(heads))}{5 + _LINES}", landscape=True)


def _line(columns: Sequence[float]) -> float:
    """The height of a line of the ledger: what is made smaller to be one page wide has taller ones, and fills the page."""
    scale = min(1.0, _WIDE / ((sum(columns) + MARGIN * len(columns)) * _CHARACTER))
    return max(_LOW, round((_HIGH / scale - _HEAD) / _LINES, 1))


def _on_paper(ws: Worksheet) -> None:
    """Without links, conditions and the hidden columns that formulas look things up in."""
    ws.conditional_formatting = ConditionalFormattingList()
    hidden = [letter for letter, column in ws.column_dimensions.items() if column.hidden]
    for merged in [area for area in ws.merged_cells.ranges if area.min_row < TOP]:
        ws.unmerge_cells(str(merged))
    for cell in (cell for row in ws.iter_rows() for cell in row if not isinstance(cell, MergedCell)):
        if cell.row < TOP or cell.column_letter in hidden:
            cell.value = None
