"""The accounts: everybody's money by round, as figures and as a chart, and the control totals."""

from __future__ import annotations

from typing import Final

from openpyxl.workbook.workbook import Workbook

from bangxl.books.port import Value
from bangxl.referto.pages.charts import race
from bangxl.referto.pages.facts import Facts
from bangxl.referto.pages.layout import Column, Page, new_page
from bangxl.sheets.styles import font
from bangxl.tournament.ledger import start_money

_SMALL: Final = {"font": font(10)}
LINES: Final = 8
"""So many players the chart shows."""
_FEWEST: Final = 5
"""Columns of money, at least: the sums need as many."""
_CENTIMETRES: Final = 0.19
"""Of a character of a column's width."""
_CHART: Final = 18
"""Rows that the chart covers."""


def accounts(wb: Workbook, facts: Facts, mark: str) -> Page:
    """The race for the money, and the sums that must balance."""
    _, last = facts.text, facts.tournament.rounds_seated
    sizes = (7, 32, *[12] * max(last + 1, _FEWEST))
    page = new_page(wb, _("Accounts"), sizes)
    page.title(_("The accounts"), facts.tournament.event.name, mark)
    _totals(page, facts, last)
    page.space()
    page.caption(_("The race for dollars, round by round"))
    chart_row = page.row
    for _row in range(_CHART):
        page.space(19)
    top = page.row + 1
    owned = _owned(facts, last)
    players: list[Value] = [row.player for row in facts.standings]
    heads = [_("Start"), *(_("Round {n}").format(n=n) for n in range(1, last + 1))]
    keys = ["Race_Start", *(f"Race_Round{n}" for n in range(1, last + 1))]
    page.table(
        [
            Column(_("No."), "Race_Player", players, change=_SMALL),
            Column(_("Player"), "Race_Name", facts.named(players), "Print name", _SMALL),
            *(
                Column(head, key, [owned[str(player)][index] for player in players], "Print money", _SMALL)
                for index, (head, key) in enumerate(zip(heads, keys, strict=True))
            ),
        ]
    )
    if players and last:
        race(
            page.ws, f"B{chart_row}", names=3, first=4, last=4 + last, top=top, lines=min(LINES, len(players)),
            width=sum(sizes) * _CENTIMETRES,
        )  # fmt: skip
    return page


def _owned(facts: Facts, last: int) -> dict[str, list[Value]]:
    """Of everybody who takes part, the money at the start and after each round."""
    start = start_money(facts.tournament, facts.rulebook)
    owned = {row.player: [start] * (last + 1) for row in facts.standings}
    for line in facts.lines:
        for number in range(line.game.round, last + 1):
            owned[line.seat.player][number] += line.net
    return {player: [*amounts] for player, amounts in owned.items()}


def _totals(page: Page, facts: Facts, last: int) -> None:
    """Funds before, less bids, plus winnings, funds after: a row a round."""
    _ = facts.text
    funds = start_money(facts.tournament, facts.rulebook) * len(facts.entrants)
    before: list[Value] = []
    after: list[Value] = []
    spent: list[Value] = []
    paid: list[Value] = []
    for number in range(1, last + 1):
        lines = [line for line in facts.lines if line.game.round == number and line.settled]
        out, won = sum(line.cost or 0 for line in lines), sum(line.payout or 0 for line in lines)
        before.append(funds)
        spent.append(out)
        paid.append(won)
        funds += won - out
        after.append(funds)
    page.caption(_("The sums that must balance"))
    page.table(
        [
            Column(_("Round"), "Totals_Round", list(range(1, last + 1)), "Print centre"),
            Column(_("Funds before"), "Totals_Before", before, "Print money"),
            Column(_("less bids"), "Totals_Spent", spent, "Print money"),
            Column(_("plus winnings"), "Totals_Paid", paid, "Print money"),
            Column(_("Funds after"), "Totals_After", after, "Print money"),
        ]
    )
