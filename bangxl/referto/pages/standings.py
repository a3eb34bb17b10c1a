"""The standings, sorted and by number, with the lots; and the accounts: the race for the money, the sums that must balance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from openpyxl.utils import get_column_letter
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books.port import Value
from bangxl.referto.pages.layout import Column, Page
from bangxl.referto.pages.report import Report, cell_number, sheet, who
from bangxl.sheets.ranking import FORMATS, score_format
from bangxl.sheets.standings import line_chart
from bangxl.sheets.styles import WHITE, font
from bangxl.tournament.ledger import ledger, start_money
from bangxl.tournament.lots import RANKING, lot, ranking_lots, ranking_seed
from bangxl.tournament.roster import entrants
from bangxl.tournament.rulebook import DOLLAR
from bangxl.tournament.standings import Row, lot_stages, standings
from bangxl.workbook.names import criterion
from bangxl.workbook.words import HEADS

_SMALL: Final = {"font": font(10)}
_HASH: Final = 16
"""So many digits of a lot are told: enough to see which is smaller."""
LINES: Final = 8
"""So many players the chart shows."""
_FEWEST: Final = 5
"""Columns of money, at least: the sums need as many."""
_CENTIMETRES: Final = 0.19
"""Of a character of a column's width."""
_CHART: Final = 18
"""Rows that the chart covers."""


def ranking(wb: Workbook, report: Report) -> Page:
    """Sorted, and in the order of the entry list; the lots that separated somebody."""
    _ = report.text
    codes = _codes(report)
    page = sheet(
        wb, report, _("Standings"), _("Standings of the elimination phase"), (8, 8, 7, 32, 14, *[12] * len(codes), 8, 20, 13)
    )
    _by_place(page, report, codes)
    page.space()
    if any(row.separated_by == "lot" for row in standings(report.state)):
        _lots(page, report)
        page.space()
    page.caption(_("The same in the order of the entry list"))
    _by_number(page, report, codes)
    return page


def _codes(report: Report) -> list[str]:
    return [code for code in report.rulebook.criteria if code != "games"]


def _values(report: Report, prefix: str, rows: Sequence[Row | None], codes: Sequence[str]) -> Iterable[Column]:
    """Score, criteria and games."""
    _ = report.text
    money = {"number_format": score_format(report.rulebook.score)}
    yield Column(_("Score"), f"{prefix}_Score", [cell_number(row.score) if row else None for row in rows], "Print money", money)
    for code in codes:
        shown = {"number_format": FORMATS.get(code, "#,##0" if code != "buchholz" else "#,##0.##")}
        values = [cell_number(row.criteria[code]) if row else None for row in rows]
        yield Column(_(HEADS[code]), criterion(code).replace("Standings", prefix), values, "Print money", shown)
    yield Column(_("Games"), f"{prefix}_Games", [row.games if row else None for row in rows], "Print centre")


def _by_place(page: Page, report: Report, codes: Sequence[str]) -> None:
    _, rows = report.text, standings(report.state)
    players: list[Value] = [row.player for row in rows]
    status = {"withdrawn": _("withdrawn"), "ejected": _("ejected"), "active": None}
    apart = [_("lot") if row.separated_by == "lot" else _(HEADS[row.separated_by]) if row.separated_by else None for row in rows]
    page.table(
        [
            Column(_("Place"), "Ranking_Place", [row.place for row in rows], "Print centre"),
            Column(_("Rank"), "Ranking_Rank", [row.rank for row in rows], "Print centre"),
            *who(report, "Ranking", players),
            *_values(report, "Ranking", rows, codes),
            Column(_("Separated from\nthe one above by"), "Ranking_Separated", apart, change=_SMALL),
            Column(_("Status"), "Ranking_Status", [status[row.status] for row in rows], change=_SMALL),
        ]
    )


def _by_number(page: Page, report: Report, codes: Sequence[str]) -> None:
    """Design.md §7: ``Standings_…``, a row for everybody on the entry list."""
    _, by_player = report.text, {row.player: row for row in standings(report.state)}
    rows = [by_player.get(player) for player in report.ids]
    players: list[Value] = [row.player if row else None for row in rows]
    page.table(
        [
            Column(_("Place"), "Standings_Place", [row.place if row else None for row in rows], "Print centre"),
            Column(_("Rank"), "Standings_Rank", [row.rank if row else None for row in rows], "Print centre"),
            *who(report, "Standings", players),
            *_values(report, "Standings", rows, codes),
        ]
    )


def _lots(page: Page, report: Report) -> None:
    """Who was separated by lot from the one above or below, with the lots: the smaller one wins."""
    _, stages = report.text, lot_stages(report.rulebook)
    order = ranking_lots(report.tournament, stages)
    seed = ranking_seed(report.tournament, stages)
    rows = standings(report.state)
    below = [following.separated_by for following in rows[1:]] + [""]
    drawn = [row.player for row, after in zip(rows, below, strict=True) if "lot" in (row.separated_by, after)]
    by_hand = set(report.tournament.lot_order)
    page.caption(_("The lots"))
    page.pair(_("Seed of the lots"), "Lots_Seed", seed, at=5)
    players: list[Value] = [*drawn]
    hashes: list[Value] = [
        None if seed is None or player in by_hand else lot(seed, RANKING, player)[:_HASH] for player in drawn
    ]  # fmt: skip
    page.table(
        [
            Column(_("Position"), "Lots_Position", [order[player] for player in drawn], "Print centre"),
            Column("", "", [None] * len(drawn)),
            *who(report, "Lots", players),
            Column(_("Lot"), "Lots_Hash", hashes),
        ]
    )


def accounts(wb: Workbook, report: Report) -> Page:
    """The race for the money, and the sums that must balance."""
    _, last = report.text, report.tournament.rounds_seated
    sizes = (7, 32, *[12] * max(last + 1, _FEWEST))
    page = sheet(wb, report, _("Accounts"), _("The accounts"), sizes)
    _totals(page, report, last)
    page.space()
    dollars = report.rulebook.unit == DOLLAR
    page.caption(_("The race for dollars, round by round") if dollars else _("The race, round by round"))
    chart_row = page.row
    for _row in range(_CHART):
        page.space(19)
    top = page.row + 1
    owned = _money_by_round(report, last)
    players: list[Value] = [row.player for row in standings(report.state)]
    heads = [_("Start"), *(_("Round {n}").format(n=n) for n in range(1, last + 1))]
    keys = ["Race_Start", *(f"Race_Round{n}" for n in range(1, last + 1))]
    page.table(
        [
            *who(report, "Race", players),
            *(
                Column(head, key, [owned[str(player)][index] for player in players], "Print money", _SMALL)
                for index, (head, key) in enumerate(zip(heads, keys, strict=True))
            ),
        ]
    )
    if players and last:
        _race_chart(
            page.ws, f"B{chart_row}", names=3, first=4, last=4 + last, top=top, lines=min(LINES, len(players)),
            width=sum(sizes) * _CENTIMETRES,
        )  # fmt: skip
    return page


def _money_by_round(report: Report, last: int) -> dict[str, list[Value]]:
    """Of everybody who takes part, the money at the start and after each round; strangers on a record sheet are a finding."""
    start = start_money(report.state)
    owned = {row.player: [start] * (last + 1) for row in standings(report.state)}
    for line in ledger(report.state):
        for number in range(line.game.round, last + 1) if line.seat.player in owned else ():
            owned[line.seat.player][number] += line.net
    return {player: [*amounts] for player, amounts in owned.items()}


def _totals(page: Page, report: Report, last: int) -> None:
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


def _race_chart(ws: Worksheet, anchor: str, *, names: int, first: int, last: int, top: int, lines: int, width: float) -> None:
    """A line a player from row ``top`` on; column ``names`` has their names, ``first`` to ``last`` their money; heads above.

    ``width`` in centimetres.
    """
    letter = get_column_letter(names)
    chart = line_chart(ws, first, last, top, [f"${letter}${row}" for row in range(top, top + lines)], back=WHITE)
    chart.width, chart.height = width, 11  # type: ignore[assignment]  # centimetres; the stubs allow whole ones only
    ws.add_chart(chart, anchor)
