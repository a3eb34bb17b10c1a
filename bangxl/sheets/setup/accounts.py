"""The accounts that must balance, on the first sheet: where money is spent, every round adds up."""

from __future__ import annotations

from typing import Final

from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.context import Context
from bangxl.sheets.formulas import quoted
from bangxl.sheets.ledger import round_span
from bangxl.sheets.record.problems import STATES
from bangxl.sheets.setup.progress import LEFT, column, round_heads
from bangxl.sheets.styles import line, put, states, table

_BEFORE, _BIDS, _PAID, _AFTER, _CHECK = range(2, 7)
"""Rows below the caption."""
_EMPTY: Final = STATES[0]


def build(ws: Worksheet, ctx: Context, top: int) -> int:
    """Money before, less bids, plus winnings, money after: and whether the players' own accounts say the same.

    Gives the last row.
    """
    _, rounds, total = ctx._, range(1, ctx.rounds + 1), column(ctx.rounds + 1)
    put(ws, f"{LEFT}{top}", _("The accounts that must balance"), "Caption")
    heads = ["", *round_heads(ctx), _("Total")]
    columns = [_round(ctx, number, top) for number in rounds]
    first = column(1)
    sums = (f"SUM({first}{top + row}:{column(ctx.rounds)}{top + row})" for row in (_BIDS, _PAID))
    started = f'{first}{top + _BEFORE}=""'
    totals = [f'=IF({started},"",{value})' for value in (f"{first}{top + _BEFORE}", *sums)]
    labels = [_("Money before"), _("less bids"), _("plus winnings")]
    rows = [[label, *(cells[i] for cells in columns), totals[i]] for i, label in enumerate(labels)]
    table(ws, f"{LEFT}{top + 1}", heads, rows, ["Text", *["Money"] * (ctx.rounds + 1)])
    after = [*(cells[3] for cells in columns), f'=IF({started},"",{_after(total, top)})']
    line(ws, f"{LEFT}{top + _AFTER}", [_("Money after"), *after], ["Text", *["Sum"] * (ctx.rounds + 1)])
    own = [*(f"SUM(Funds_{number})" for number in rounds), f"SUM(Funds_{ctx.rounds})"]
    checks = [_agree(column(i), top + _AFTER, money, quoted(_(_EMPTY))) for i, money in enumerate(own, 1)]
    line(ws, f"{LEFT}{top + _CHECK}", [_("Check"), *checks], ["Text", *["State"] * (ctx.rounds + 1)])
    states(ws, f"{first}{top + _CHECK}:{total}{top + _CHECK}")
    return top + _CHECK


def _round(ctx: Context, number: int, top: int) -> list[str]:
    """The four lines of a round, blank until it is seated."""
    seated = f"Rounds_Seated<{number}"
    before = f"SUM(Funds_{number - 1})" if number == 1 else f"{column(number - 1)}{top + _AFTER}"
    bids, paid = (f"SUM({round_span(ctx, key, number)})" for key in ("Bid", "Payout"))
    return [f'=IF({seated},"",{value})' for value in (before, bids, paid, _after(column(number), top))]


def _after(letter: str, top: int) -> str:
    return f"{letter}{top + _BEFORE}-{letter}{top + _BIDS}+{letter}{top + _PAID}"


def _agree(letter: str, row: int, money: str, empty: str) -> str:
    """✓ if the sum of all players' money is the sum above, else × and the difference."""
    gap = f"ROUND({letter}{row}-{money},6)"
    return f'=IF({letter}{row}="",{empty},IF({gap}=0,"✓ 0 $","× "&FIXED({gap},0)&" $"))'
