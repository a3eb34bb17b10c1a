"""The accounts: the sums that must balance, and the race for the money."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from openpyxl.utils import get_column_letter
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books.port import Value
from bangxl.referto.pages.layout import Column, Page, folded, sizes
from bangxl.referto.pages.report import LINE, PORTRAIT, Report, sheet, who
from bangxl.sheets.standings import line_chart
from bangxl.sheets.styles import WHITE
from bangxl.tournament.ledger import ledger, start_money
from bangxl.tournament.roster import entrants
from bangxl.tournament.rulebook import DOLLAR
from bangxl.tournament.standings import standings

LINES: Final = 8
"""So many players the chart shows."""
_POINTS: Final = 28.35
"""Of a centimetre."""
_NAMES: Final = 22
"""Characters that most names have room in."""
_CHART: Final = 17
"""Rows that the chart covers."""


def accounts(wb: Workbook, report: Report) -> Page:
    """The sums that must balance, and the race for the money, drawn and as a table."""
    _, last = report.text, report.tournament.rounds_seated
    totals, race = _totals(report, last), _race(report, last)
    bids = next(one for one in totals if one.name == "Totals_Spent")
    told = [folded(one, 10) for one in totals if one is not bids or any(bids.values)]
    page = sheet(wb, report, _("Accounts"), _("The accounts"), _widths(race, told))
    page.aside.extend(one for one in (bids,) if not any(bids.values))
    page.size = 10
    page.caption(_("The sums that must balance"))
    page.table(told, height=LINE)
    page.space()
    dollars = report.rulebook.unit == DOLLAR
    page.caption(_("The race for dollars, round by round") if dollars else _("The race, round by round"))
    chart_row = page.row
    with page.together():
        for _row in range(_CHART):
            page.space(19)
    page.table(race, height=report.line, repeat=True)
    players = len(race[0].values)
    if players and last:
        _race_chart(
            page.ws, f"B{chart_row}", names=3, first=4, last=4 + last, top=page.row - players, lines=min(LINES, players),
            width=page.width(2, page.last) / _POINTS,
        )  # fmt: skip
    return page


def _widths(race: Sequence[Column], totals: Sequence[Column]) -> list[float]:
    """In characters, of the columns that both tables share: all amounts have the same, where the names have room beside them."""
    wide = sizes(race, 10, most=PORTRAIT, stretched=1, widest=150)
    first, _name, *amounts = (
        max(both) for both in zip_longest(wide, sizes(totals, 10, most=PORTRAIT, stretched=1), fillvalue=0.0)
    )
    equal = [max(amounts, default=0.0)] * len(amounts)
    left = sum(wide) - first - sum(equal)
    return [first, left, *equal] if left >= _NAMES else [first, wide[1], *amounts]


def _race(report: Report, last: int) -> list[Column]:
    """Everybody's money at the start and after each round, the best first."""
    _, owned = report.text, _money_by_round(report, last)
    players: list[Value] = [row.player for row in standings(report.state)]
    heads = [_("Start"), *(_("Round {n}").format(n=n) for n in range(1, last + 1))]
    keys = ["Race_Start", *(f"Race_Round{n}" for n in range(1, last + 1))]
    return [
        *who(report, "Race", players, report.called),
        *(
            Column(head, key, [owned[str(player)][index] for player in players], "Print money")
            for index, (head, key) in enumerate(zip(heads, keys, strict=True))
        ),
    ]


def _money_by_round(report: Report, last: int) -> dict[str, list[Value]]:
    """Of everybody who takes part, the money at the start and after each round; strangers on a record sheet are a finding."""
    start = start_money(report.state)
    owned = {row.player: [start] * (last + 1) for row in standings(report.state)}
    for line in ledger(report.state):
        for number in range(line.game.round, last + 1) if line.seat.player in owned else ():
            owned[line.seat.player][number] += line.net
    return {player: [*amounts] for player, amounts in owned.items()}


def _totals(report: Report, last: int) -> list[Column]:
    """Funds before, less bids, plus winnings, funds after: a row a round."""
    _ = report.text
    funds = start_money(report.state) * len(entrants(report.state))
    before: list[Value] = []
    after: list[Value] = []
    spent: list[Value] = []
    paid: list[Value] = []
    for number in range(1, last + 1):
        lines = [line for line in ledger(report.state) if line.game.round == number and line.settled]
        out, won = sum(line.cost or 0 for line in lines), sum(line.payout or 0 for line in lines)
        before.append(funds)
        spent.append(out)
        paid.append(won)
        funds += won - out
        after.append(funds)
    return [
        Column(_("Round"), "Totals_Round", list(range(1, last + 1)), "Print centre"),
        Column(_("Funds before"), "Totals_Before", before, "Print money"),
        Column(_("less bids"), "Totals_Spent", spent, "Print money"),
        Column(_("plus winnings"), "Totals_Paid", paid, "Print money"),
        Column(_("Funds after"), "Totals_After", after, "Print money"),
    ]


def _race_chart(ws: Worksheet, anchor: str, *, names: int, first: int, last: int, top: int, lines: int, width: float) -> None:
    """A line a player from row ``top`` on; column ``names`` has their names, ``first`` to ``last`` their money; heads above.

    ``width`` in centimetres.
    """
    letter = get_column_letter(names)
    chart = line_chart(ws, first, last, top, [f"${letter}${row}" for row in range(top, top + lines)], back=WHITE)
    chart.width, chart.height = width, 11  # type: ignore[assignment]  # centimetres; the stubs allow whole ones only
    ws.add_chart(chart, anchor)
