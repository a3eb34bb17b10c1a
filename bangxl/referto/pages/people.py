"""Conduct and departures from the regulation, and the participants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from openpyxl.workbook.workbook import Workbook

from bangxl.books.port import Value
from bangxl.referto.pages.draws import overview
from bangxl.referto.pages.layout import UNIT, Column, Page, gridded, used
from bangxl.referto.pages.report import LINE, PORTRAIT, Report, sheet, who
from bangxl.sheets.styles import font
from bangxl.tournament.checks import departures_from
from bangxl.tournament.model import EventType, Role
from bangxl.tournament.roster import departures
from bangxl.workbook.messages import as_called, display_names, sentence

_SIZE: Final = 10
_SHORT: Final = 20
"""Letters of a text that take a line where lines stand close."""
_WORDS: Final = 400
"""Points for texts about conduct, at most."""


def people(wb: Workbook, report: Report) -> Page:
    """What was noted about conduct, how rounds were drawn, what departs from the regulation, and everybody on the entry list."""
    _, listed = report.text, _players(report)
    said, blank = used(listed, keep=listed[1])
    chapters = {
        _("Warnings, ejections, withdrawals"): used(_events(report)),
        _("The draws"): used(overview(report)),
        _("Departures from the regulation, corrections, remarks on the draws"): used(_told(report)),
    }
    players = _as_wide([*map(_shortened, said)] if report.is_close else said, said)
    tables = [
        gridded(columns, _SIZE, most=PORTRAIT, stretched=_widest(columns), widest=_WORDS) for columns, _none in chapters.values()
    ]
    across = max(sum(column.over for column in one) for one in (players, *tables))
    page = sheet(wb, report, _("Players"), _("Conduct and players"), [UNIT] * across)
    page.size = _SIZE
    for (caption, (_said, none)), columns in zip(chapters.items(), tables, strict=True):
        page.caption(caption)
        _spoken(page, report, columns, none)
        page.space()
    page.aside.append(Column("", "Departures_Code", [finding.code for finding in departures_from(report.state)]))
    page.caption(_("Players"))
    first = page.row + 1
    page.table(players, height=report.line, repeat=True)
    page.unused(blank, first, page.last + 2)
    return page


def _as_wide(measured: Sequence[Column], said: Sequence[Column]) -> list[Column]:
    """Columns over as many of the sheet's as these others need; the names have what is left."""
    wide = gridded(measured, _SIZE, most=PORTRAIT, stretched=1)
    return [column._replace(over=other.over) for column, other in zip(said, wide, strict=True)]


def _shortened(column: Column) -> Column:
    """A column whose long texts ask for two lines, so that more is left for the names."""
    return column._replace(values=[str(value or "")[:_SHORT] for value in column.values]) if column.long else column


def _widest(columns: Sequence[Column]) -> int:
    """The column that has what is left: the last one with long texts."""
    return max((index for index, column in enumerate(columns) if column.long), default=0)


def _spoken(page: Page, report: Report, columns: Sequence[Column], blank: Sequence[Column]) -> None:
    """A table, whose last column goes to the edge of the page where it is a text; or that there is nothing to tell."""
    _ = report.text
    if not columns:
        page.note(_("None."))
        return
    *others, last = columns
    first, rest = page.row + 1, page.last - 1 - sum(column.over for column in others)
    page.table([*others, last._replace(over=rest if last.long else last.over)], height=LINE)
    page.unused(blank, first, page.last + 2)


def _players(report: Report) -> list[Column]:
    """Everybody on the entry list."""
    _, count = report.text, len(report.ids)
    warned = Counter(event.player for event in report.tournament.events if event.type is EventType.WARNING)
    status = {"withdrawn": _("withdrawn"), "ejected": _("ejected")}
    gone = [departures(report.state).get(player) for player in report.ids]
    addresses = report.column("Players_Email", count) if report.addresses else [None] * count
    return [
        Column(_("No."), "Players_Id", report.ids),
        Column(_("Player"), "Players_Name", report.column("Players_Name", count), "Print name", long=True),
        Column(_("Region"), "Players_Region", report.column("Players_Region", count), long=True),
        Column(_("E-mail"), "Players_Email", addresses, change={"font": font(9)}),
        Column(_("Present"), "Players_Present", report.column("Players_Present", count), "Print centre"),
        Column(_("Can\nqualify"), "Players_Eligible", report.column("Players_Eligible", count), "Print centre"),
        Column(_("Lot"), "Players_Lot", _lots(report), "Print centre"),
        Column(_("Sheriff\nin round"), "Players_Sheriff", _sheriff(report)),
        Column(_("Status"), "Players_Status", [status[left.status] if left else None for left in gone]),
        Column(_("after\nround"), "Players_Left_After", [left.last_round if left else None for left in gone], "Print centre"),
        Column(_("Warnings"), "Players_Warnings", [warned[player] or None for player in report.ids], "Print centre"),
    ]


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


def _events(report: Report) -> list[Column]:
    """Warnings, ejections, withdrawals."""
    _, count = report.text, len(report.tournament.events)
    if not count:
        return []

    def of(column: str) -> list[Value]:
        return report.column(f"Events_{column}", count)

    return [
        *who(report, "Events", of("Player")),
        Column(_("Kind"), "Events_Type", of("Type")),
        Column(_("When"), "Events_Moment", of("Moment")),
        Column(_("after\nround"), "Events_After_Round", of("After_Round"), "Print centre"),
        Column(_("Round"), "Events_Round", of("Round"), "Print centre"),
        Column(_("Table"), "Events_Table", of("Table"), "Print centre"),
        Column(_("Match"), "Events_Match", of("Match"), "Print centre"),
        Column(_("Automatic"), "Events_Automatic", of("Automatic"), "Print centre"),
        Column(_("Reason"), "Events_Reason", of("Reason"), long=True),
    ]


def _told(report: Report) -> list[Column]:
    """Departures from the regulation, corrections, remarks on the draws: in words."""
    _, found = report.text, departures_from(report.state)
    if not found:
        return []
    names, language = display_names(report.tournament.players), report.tournament.language
    called = [as_called(finding, language, report.rulebook) for finding in found]
    told: list[Value] = [sentence(finding, language, names, report.rulebook.unit) for finding in called]
    return [
        Column(_("Round"), "Departures_Round", [finding.at.round for finding in found], "Print centre"),
        Column(_("Table"), "Departures_Table", [finding.at.table for finding in found], "Print centre"),
        Column(_("What"), "Departures_Text", told, long=True),
    ]
