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
from bangxl.sheets.sections import LAST, TOP
from bangxl.sheets.styles import MARGIN, PAPER, RULE, WHITE, edges, fill, in_unit, page, put, table, widths
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


_CHART: Final = (14, 40, 18)
"""Characters of the table chart's columns: eight tables, each with its number, fit in one."""
_CLOSE: Final = 16.5
"""Points of a line of the table chart: up to fifty players stand on one page, where there is one way to part them."""
_MORE: Final = 7
"""Characters that the last column of the regulation is wider than on the screen, where long sentences run on to the right."""
_SCALE: Final = 80
"""Percent at which the regulation is as wide as an upright page."""


def build(rulebook: Rulebook, catalog: Catalog) -> Workbook:
    """The record sheets of each size, then the ledger, the regulation with its tables and auction, and the page of the duel."""
    wb = blank.of_rulebook(rulebook, catalog)
    places = min(rulebook.maximum_players, PLACES)
    extent = names.extent(rulebook, places)
    ctx = Context(rulebook, catalog, places, extent.rounds, extent.tables)
    _ledger(wb, ctx)
    before = len(wb.worksheets)
    _rules(wb, ctx)
    _chart(wb, ctx)
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
    put(ws, "B2", _("Ledger"), "Print caption")
    ws.row_dimensions[2].height = 26
    for number in range(rounds):
        put(ws, f"{get_column_letter(3 + len(each) * number)}4", _("Round {round}").format(round=number + 1), "Print strong")
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


def _rules(wb: Workbook, ctx: Context) -> None:
    ws = wb.create_sheet(ctx.tab("rules"))
    widths(ws, 2, *rules.WIDTHS[:-1], rules.WIDTHS[-1] + _MORE)
    ws.page_setup.orientation = "portrait"
    last = rules.text(ws, ctx)
    for row in range(TOP + 1, last + 1):
        ws.row_dimensions[row].height = rules.HEIGHT
    page(ws, f"B{TOP}:{LAST}{last}", tall=0)
    rules.scale(ws, _SCALE)


def _chart(wb: Workbook, ctx: Context) -> None:
    """On pages of its own, each with its heads."""
    ws = wb.create_sheet(ctx._("Table chart"))
    widths(ws, 2, *_CHART)
    last = rules.chart(ws, "B", ctx)
    for row in range(TOP + 3, last + 1):
        ws.row_dimensions[row].height = _CLOSE
    page(ws, f"B{TOP}:D{last}", tall=0, titles=f"{TOP}:{TOP + 2}")


def _on_paper(ws: Worksheet) -> None:
    """Without links and conditions, and white."""
    ws.conditional_formatting = ConditionalFormattingList()
    for merged in [area for area in ws.merged_cells.ranges if area.min_row < TOP]:
        ws.unmerge_cells(str(merged))
    for column in ws.column_dimensions.values():
        column.fill = fill(WHITE)
    for cell in (cell for row in ws.iter_rows() for cell in row if not isinstance(cell, MergedCell)):
        if cell.row < TOP:
            cell.value = None
        if cell.fill == fill(PAPER):
            cell.fill = fill(WHITE)
