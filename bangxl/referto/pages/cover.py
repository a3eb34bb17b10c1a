"""The cover: the event, the figures, the accounts, the first four, who was ejected, the proof, signatures."""

from __future__ import annotations

from typing import Final

from openpyxl.workbook.workbook import Workbook

from bangxl.books.port import Value
from bangxl.referto.pages.layout import FIRST, Column, Page, cell, first_sheet, new_page
from bangxl.referto.pages.report import Report, cell_number
from bangxl.sheets.ranking import score_format
from bangxl.sheets.styles import DATES, edges, font, place
from bangxl.tournament.finals import prizes
from bangxl.tournament.ledger import has_money, ledger, start_money
from bangxl.tournament.model import EventType
from bangxl.tournament.progress import rounds_played
from bangxl.tournament.roster import by_time, departures, entrants
from bangxl.tournament.standings import settled_games, standings
from bangxl.workbook.messages import official_note

_WIDTHS: Final = (9, 17, 34, 10, 25, 15)
_VALUES: Final = 4
"""The column of the event's data."""
_LARGE: Final = 12
"""Points of the names of the first four."""
_RIGHT: Final = 6
"""The column of the accounts' labels."""


def build(wb: Workbook, report: Report) -> Page:
    """Add the sheet that is read first."""
    _ = report.text
    page = new_page(wb, _("Referto"), _WIDTHS)
    first_sheet(page)
    _head(page, report)
    _event(page, report)
    page.space()
    _figures(page, report)
    if report.ranking:
        page.space()
        _podium(page, report)
    page.space()
    _ejections(page, report)
    page.space()
    _proof(page, report)
    if not report.interim:
        _signatures(page, report)
    return page


def _head(page: Page, report: Report) -> None:
    _ = report.text
    page.title(_("TOURNAMENT REPORT"), mark=report.mark)
    page.ws.row_dimensions[1].height = 46
    page.ws["B1"].font = font(30, bold=True, serif=True)
    page.ws["B2"].value = f"BANG! · {report.rulebook.title}"


def _event(page: Page, report: Report) -> None:
    _, rulebook = report.text, report.rulebook
    big = font(13, bold=True)
    page.pair(_("Tournament"), "Event_Name", report.cell("Event_Name"), at=_VALUES, font=big)
    page.pair(_("Date"), "Event_Date", report.cell("Event_Date"), at=_VALUES, number_format=DATES[_.language])
    page.pair(_("Venue"), "Event_Place", report.cell("Event_Place"), at=_VALUES)
    page.pair(_("Region"), "Event_Region", report.cell("Event_Region"), at=_VALUES)
    page.pair(_("Kind"), "Event_Kind", report.cell("Event_Kind"), at=_VALUES)
    page.pair(_("Organiser"), "Event_Organiser", report.cell("Event_Organiser"), at=_VALUES)
    page.pair(_("Referees"), "Event_Referees", "; ".join(report.tournament.event.referees), at=_VALUES)
    page.pair(_("Sent to"), "Event_Report_To", report.cell("Event_Report_To"), at=_VALUES)
    page.pair(_("Regulation"), "Report_Regulation", rulebook.title, at=_VALUES)
    page.pair(_("Edition"), "Report_Edition", edition(report), at=_VALUES)
    page.long(_("Official validity"), "Official_Note", official_note(report.state, report.tournament.language), at=_VALUES)


def edition(report: Report) -> str:
    """The printed text: title, edition, day of publication."""
    source = report.rulebook.source
    return ", ".join(part for part in (source.title, source.edition, report.text.day(source.published)) if part)


def _figures(page: Page, report: Report) -> None:
    """On the left the tournament in figures, on the right the accounts, if they may be told."""
    _, top = report.text, page.row
    page.caption(_("The tournament in figures"))
    warned = {event.player for event in report.tournament.events if event.type is EventType.WARNING}
    left = [departure.status for departure in departures(report.state).values()]
    figures: list[tuple[str, str, Value]] = [
        (_("Players"), "Players", len(entrants(report.state))),
        (_("Rounds"), "Rounds", None if report.secret else rounds_played(report.state)),
        (_("Games"), "Games", None if report.secret else len(settled_games(ledger(report.state)))),
        (_("Withdrawn"), "Left", left.count("withdrawn")),
        (_("Ejected"), "Ejected", left.count("ejected")),
        (_("Warned"), "Warned", len(warned)),
    ]
    for row, (label, key, value) in enumerate(figures, page.row):
        cell(page.ws, row, FIRST, label, "Print line", font=font(11))
        page.value(row, _VALUES, f"Report_{key}", value, font=font(11), alignment=place("left"))
        page.ws.row_dimensions[row].height = 19
    if not report.secret:
        _accounts(page, report, top)
    page.row += len(figures)


def _accounts(page: Page, report: Report, top: int) -> None:
    """Start, less what was bid, plus winnings."""
    _ = report.text
    before = start_money(report.state) * len(entrants(report.state))
    spent = sum(line.cost or 0 for line in ledger(report.state) if line.settled)
    paid = sum(line.payout or 0 for line in ledger(report.state) if line.settled)
    cell(page.ws, top, _RIGHT, _("The accounts"), "Print caption")
    amounts = [(_("Winnings"), "Paid", paid)]
    if has_money(report.state):
        amounts = [
            (_("Funds at the start"), "Before", before),
            (_("less bids"), "Spent", spent),
            (_("plus winnings"), "Paid", paid),
        ]
        amounts.append((_("Funds at the end"), "After", before - spent + paid))
    for row, (label, key, value) in enumerate(amounts, top + 1):
        cell(page.ws, row, _RIGHT, label, "Print line", font=font(11))
        page.value(row, _RIGHT + 1, f"Report_{key}", value, "Print money", font=font(11))


def _podium(page: Page, report: Report) -> None:
    _ = report.text
    page.caption(_("The first four"))
    first = report.ranking[:4]
    rows = {row.player: row for row in standings(report.state)}
    won = prizes(report.state)
    players: list[Value] = [placed.player for placed in first]
    known = [rows.get(placed.player) for placed in first]
    room = page.width(FIRST + 2, FIRST + 2)
    names: list[Value] = [report.fitting(placed.player, room, _LARGE, bold=True) or None for placed in first]
    page.table(
        [
            Column(_("Place"), "Podium_Place", [placed.place for placed in first], "Print centre"),
            Column(_("No."), "Podium_Player", players, change={"font": font(10)}),
            Column(_("Player"), "Podium_Name", names, "Print name", {"font": font(_LARGE, bold=True)}),
            Column(_("Phase"), "Podium_Rank", [row.place if row else None for row in known], "Print centre"),
            Column(
                _("Score"), "Podium_Score", [cell_number(row.score) if row else None for row in known], "Print money",
                {"number_format": score_format(report.rulebook.score)},
            ),
            Column(_("Prize") if won else "", "Podium_Prize", [won.get(placed.player) for placed in first], "Print money"),
        ]
    )  # fmt: skip


def _ejections(page: Page, report: Report) -> None:
    """Whom the regulation obliges the referee to report."""
    _ = report.text
    page.caption(_("Ejected, with the reason"))
    order = dict.fromkeys(event.player for _index, event in by_time(report.tournament))
    gone = departures(report.state)
    left = (gone[player] for player in order if player in gone)
    out = [departure for departure in left if departure.status == "ejected"]
    if not out:
        page.pair(_("Nobody."), "", None, at=FIRST + 1)
        return
    players: list[Value] = [departure.player for departure in out]
    page.table(
        [
            Column("", "Ejected_Player", players, change={"font": font(10)}),
            Column("", "", [None] * len(out)),
            Column("", "Ejected_Name", report.names_of(players), "Print name"),
            Column("", "Ejected_Reason", [departure.event.reason for departure in out], over=3, long=True),
        ],
        heads=False,
    )


def _proof(page: Page, report: Report) -> None:
    _ = report.text
    page.caption(_("The proof"))
    corrections = sum(entry.command == "reopen" for entry in report.state.journal.entries)
    page.pair(_("Draws with a recorded seed"), "Proof_Draws", len(report.tournament.draws), at=_VALUES)
    page.pair(_("Corrections of closed games"), "Proof_Corrections", corrections, at=_VALUES)
    page.pair(_("Digest of the facts"), "Report_Digest", report.digest, at=_VALUES)
    page.pair(_("Second half of the digest"), "Report_Second_Half", report.second_half, at=_VALUES)
    page.pair(_("Written"), "Report_Written_On", report.text.moment(report.written), at=_VALUES)
    page.pair(_("Program"), "Report_Program", report.program, at=_VALUES)
    page.note(_("Whoever has the file can recompute all of it: bangxl verify FILE"))


def _signatures(page: Page, report: Report) -> None:
    _ = report.text
    page.space(26)
    cell(
        page.ws,
        page.row,
        FIRST,
        _("I declare that these results are those of the record sheets signed at the tables."),
        "Print line",
    )
    page.row += 1
    page.space(26)
    cell(page.ws, page.row, FIRST, _("Place and date"), "Print line", font=font(11))
    under = edges(bottom="medium")
    cell(page.ws, page.row, _VALUES, None, "Print line", border=under)
    page.row += 1
    page.space(44)
    for column, text in ((FIRST, _("The referee (signature)")), (_RIGHT, _("The organiser (signature)"))):
        for along in range(column, 5 if column == FIRST else 8):
            cell(page.ws, page.row, along, None, "Print note", border=edges(top="medium"))
        cell(page.ws, page.row, column, text, "Print note", border=edges(top="medium"))
    page.row += 1
