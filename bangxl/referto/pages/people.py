"""The participants, what was noted about their conduct, and who has met whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import comb
from typing import Final

from openpyxl.chart import BarChart, Reference
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books.port import Value
from bangxl.referto.pages.layout import Column, Page, cell
from bangxl.referto.pages.report import Report, sheet, who
from bangxl.sheets.meetings import SHADES
from bangxl.sheets.styles import DENIM, INK, RULE, WHITE, edges, fill, font
from bangxl.tournament.audit import meetings as count_meetings
from bangxl.tournament.checks import departures_from
from bangxl.tournament.drawing import past
from bangxl.tournament.model import EventType, Role
from bangxl.tournament.roster import departures, entrants
from bangxl.workbook.messages import display_names, sentence
from bangxl.workbook.names import meetings as meetings_of

_PLAYERS: Final = (7, 32, 20, 30, 10, 10, 8, 13, 10, 10, 14)
_EVENTS: Final = (14, 7, 28, 24, 8, 8, 8, 9, 40, 12)
_SMALL: Final = {"font": font(10)}
_FEWEST: Final = 24
_CELL: Final = 3.2
_LEFT: Final = 4
"""The first player's column."""
_GRID: Final = edges("thin", RULE)
_FILLS: Final = {colour: fill(colour) for colour in (RULE, WHITE, *(back for back, _ink in SHADES.values()))}
_FONTS: Final = {colour: font(9, colour) for colour in (INK, *(ink for _back, ink in SHADES.values()))}
_ROWS_OF_CHART: Final = 14


def players(wb: Workbook, report: Report) -> Page:
    """Everybody on the entry list."""
    _, count = report.text, len(report.ids)
    page = sheet(wb, report, _("Players"), _("Players"), _PLAYERS)
    warned = Counter(event.player for event in report.tournament.events if event.type is EventType.WARNING)
    status = {"withdrawn": _("withdrawn"), "ejected": _("ejected")}
    gone = [departures(report.state).get(player) for player in report.ids]
    mail = _("E-mail") if report.addresses else _("E-mail\n(left out)")
    addresses = report.column("Players_Email", count) if report.addresses else [None] * count
    page.table(
        [
            Column(_("No."), "Players_Id", report.ids, change=_SMALL),
            Column(_("Player"), "Players_Name", report.column("Players_Name", count), "Print name", _SMALL),
            Column(_("Region"), "Players_Region", report.column("Players_Region", count)),
            Column(mail, "Players_Email", addresses, change=_SMALL),
            Column(_("Present"), "Players_Present", report.column("Players_Present", count), "Print centre"),
            Column(_("Can\nqualify"), "Players_Eligible", report.column("Players_Eligible", count), "Print centre"),
            Column(_("Lot"), "Players_Lot", _lots(report), "Print centre"),
            Column(_("Status"), "Players_Status", [status[left.status] if left else None for left in gone]),
            Column(_("after\nround"), "Players_Left_After", [left.last_round if left else None for left in gone], "Print centre"),
            Column(_("Warnings"), "Players_Warnings", [warned[player] or None for player in report.ids], "Print centre"),
            Column(_("Sheriff\nin round"), "Players_Sheriff", _sheriff(report)),
        ]
    )
    return page


def _lots(report: Report) -> list[Value]:
    """The positions in the lots; where they were drawn by hand, those that were drawn."""
    by_hand = {player: position for position, player in enumerate(report.tournament.lot_order, 1)}
    return [by_hand.get(player) for player in report.ids] if by_hand else report.column("Players_Lot", len(report.ids))


def _sheriff(report: Report) -> list[Value]:
    """The rounds in which each was Sheriff."""
    been: dict[str, list[int]] = {}
    for game in sorted(report.tournament.games, key=lambda game: game.round):
        for seat in game.seats:
            if seat.role is Role.SHERIFF:
                been.setdefault(seat.player, []).append(game.round)
    return [", ".join(map(str, been.get(player, ()))) for player in report.ids]


def conduct(wb: Workbook, report: Report) -> Page:
    """Warnings, ejections, withdrawals; and whatever departs from the regulation."""
    _ = report.text
    page = sheet(wb, report, _("Conduct"), _("Conduct and departures from the regulation"), _EVENTS)
    page.caption(_("Warnings, ejections, withdrawals"))
    count = len(report.tournament.events)
    if count:
        _events(page, report, count)
    else:
        page.note(_("None."))
    page.space()
    page.caption(_("Departures from the regulation, corrections, remarks on the draws"))
    found = departures_from(report.state)
    if not found:
        page.note(_("None."))
        return page
    names = display_names(report.tournament.players)
    page.table(
        [
            Column(_("Round"), "Departures_Round", [finding.at.round for finding in found], "Print centre"),
            Column(_("Table"), "Departures_Table", [finding.at.table for finding in found], "Print centre"),
            Column(_("Code"), "Departures_Code", [finding.code for finding in found], change={"font": font(9)}),
            Column(
                _("What"),
                "Departures_Text",
                [sentence(finding, report.tournament.language, names, report.rulebook.unit) for finding in found],
                over=7,
            ),
        ]
    )
    return page


def _events(page: Page, report: Report, count: int) -> None:
    _, whom = report.text, report.column("Events_Player", len(report.tournament.events))

    def of(column: str) -> list[Value]:
        return report.column(f"Events_{column}", count)

    page.table(
        [
            Column(_("Kind"), "Events_Type", of("Type")),
            *who(report, "Events", whom),
            Column(_("When"), "Events_Moment", of("Moment")),
            Column(_("after\nround"), "Events_After_Round", of("After_Round"), "Print centre"),
            Column(_("Round"), "Events_Round", of("Round"), "Print centre"),
            Column(_("Table"), "Events_Table", of("Table"), "Print centre"),
            Column(_("Match"), "Events_Match", of("Match"), "Print centre"),
            Column(_("Reason"), "Events_Reason", of("Reason"), over=1),
            Column(_("Automatic"), "Events_Automatic", of("Automatic"), "Print centre"),
        ],
    )


def meetings(wb: Workbook, report: Report) -> Page:
    """Add the sheet, with a name ``Meetings_<n>`` for the column of everybody on the entry list."""
    _, count = report.text, len(report.ids)
    page = sheet(wb, report, _("Meetings"), _("Who has met whom"), (7, 28, *[_CELL] * max(count, _FEWEST)))
    met = count_meetings(past(report.tournament, report.tournament.rounds_seated + 1))
    _distribution(page, report, met)
    page.space()
    _square(page, report, met)
    return page


def _distribution(page: Page, report: Report, met: Counter[tuple[str, str]]) -> None:
    """Pairs by their meetings, from none on."""
    _ = report.text
    often = Counter(met.values())
    most = max(often, default=0)
    often[0] = comb(len(entrants(report.state)), 2) - sum(often.values())
    times: list[Value] = list(range(most + 1))
    top = page.row
    page.table(
        [
            Column(_("Meetings"), "Pairs_Times", times, "Print centre"),
            Column(_("Pairs"), "Pairs_Count", [often[index] for index in range(most + 1)], "Print centre"),
        ]
    )
    _pairs_chart(page.ws, f"E{top}", top=top + 1, count=most + 1, title=_("Pairs by number of meetings"))
    while page.row < top + _ROWS_OF_CHART:
        page.space(19)


def _square(page: Page, report: Report, met: Counter[tuple[str, str]]) -> None:
    """A number where two sat at one table; the darker the more often. The diagonal is ruled out."""
    ids, head = report.ids, page.row
    players: list[Value] = [*ids]
    small = {"font": font(9)}
    page.table(
        [
            Column("", "Meetings_Player", players, change=small),
            Column("", "Meetings_Name", report.names_of(players), "Print name", small),
        ],
        height=15,
    )
    for index, player in enumerate(ids):
        column = _LEFT + index
        cell(page.ws, head, column, index + 1, "Print head", font=font(8))
        page.define(meetings_of(index + 1), head + 1, head + len(ids), column)
        for row, other in enumerate(ids, head + 1):
            times = met[min(player, other), max(player, other)]
            cell(page.ws, row, column, times or None, "Print centre", **_look(times, same=player == other))


def _look(times: int, *, same: bool) -> Mapping[str, object]:
    """The colour says the number again."""
    back, ink = next((look for least, look in SHADES.items() if times >= int(least)), (WHITE, INK))
    return {"font": _FONTS[ink], "fill": _FILLS[RULE if same else back], "border": _GRID}


def _pairs_chart(ws: Worksheet, anchor: str, *, top: int, count: int, title: str) -> None:
    """A bar a number of meetings: columns B and C from row ``top`` on."""
    chart = BarChart()
    chart.add_data(Reference(ws, min_col=3, min_row=top, max_row=top + count - 1))
    chart.set_categories(Reference(ws, min_col=2, min_row=top, max_row=top + count - 1))
    chart.title, chart.legend = title, None
    chart.height, chart.width = 6, 14
    chart.y_axis.delete, chart.x_axis.delete = False, False
    chart.series[0].graphicalProperties.solidFill = DENIM
    ws.add_chart(chart, anchor)
