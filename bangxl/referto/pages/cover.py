"""The cover: the event, the figures, the accounts, the first four, who was ejected, the proof, signatures."""

from __future__ import annotations

from typing import Final

from openpyxl.workbook.workbook import Workbook

from bangxl.books.port import Value
from bangxl.referto.pages.facts import Facts, cell_number
from bangxl.referto.pages.layout import FIRST, Column, Page, cell, first_sheet, new_page
from bangxl.sheets.ranking import score_format
from bangxl.sheets.styles import DATE, edges, font, place
from bangxl.tournament.finals import prizes
from bangxl.tournament.ledger import has_money, start_money
from bangxl.tournament.model import EventType
from bangxl.tournament.progress import rounds_played
from bangxl.tournament.roster import by_time
from bangxl.tournament.scores import settled_games
from bangxl.workbook.validity import official_note

_WIDTHS: Final = (9, 17, 34, 10, 25, 15)
_VALUES: Final = 4
"""The column of the event's data."""
_RIGHT: Final = 6
"""The column of the accounts' labels."""


def build(wb: Workbook, facts: Facts, mark: str) -> Page:
    """Add the sheet that is read first."""
    _ = facts.text
    page = new_page(wb, _("Referto"), _WIDTHS)
    first_sheet(page)
    _head(page, facts, mark)
    _event(page, facts)
    page.space()
    _figures(page, facts)
    if facts.ranking:
        page.space()
        _podium(page, facts)
    page.space()
    _ejected(page, facts)
    page.space()
    _proof(page, facts)
    if not facts.interim:
        _signatures(page, facts)
    return page


def _head(page: Page, facts: Facts, mark: str) -> None:
    _ = facts.text
    page.title(_("TOURNAMENT REPORT"), mark=mark)
    page.ws.row_dimensions[1].height = 46
    page.ws["B1"].font = font(30, bold=True, serif=True)
    page.ws["B2"].value = f"BANG! · {facts.rulebook.title}"


def _event(page: Page, facts: Facts) -> None:
    _, rulebook = facts.text, facts.rulebook
    big = font(13, bold=True)
    page.pair(_("Tournament"), "Event_Name", facts.cell("Event_Name"), at=_VALUES, font=big)
    page.pair(_("Date"), "Event_Date", facts.cell("Event_Date"), at=_VALUES, number_format=DATE)
    page.pair(_("Venue"), "Event_Place", facts.cell("Event_Place"), at=_VALUES)
    page.pair(_("Region"), "Event_Region", facts.cell("Event_Region"), at=_VALUES)
    page.pair(_("Kind"), "Event_Kind", facts.cell("Event_Kind"), at=_VALUES)
    page.pair(_("Organiser"), "Event_Organiser", facts.cell("Event_Organiser"), at=_VALUES)
    page.pair(_("Referees"), "Event_Referees", "; ".join(facts.tournament.event.referees), at=_VALUES)
    page.pair(_("Sent to"), "Event_Report_To", facts.cell("Event_Report_To"), at=_VALUES)
    page.pair(_("Regulation"), "Report_Regulation", rulebook.title, at=_VALUES)
    page.pair(_("Edition"), "Report_Edition", edition(facts), at=_VALUES)
    page.long(_("Official validity"), "Official_Note", official_note(facts.tournament, facts.rulebook), at=_VALUES)


def edition(facts: Facts) -> str:
    """The printed text: title, edition, day of publication."""
    source = facts.rulebook.source
    return ", ".join(part for part in (source.title, source.edition, source.published) if part)


def _figures(page: Page, facts: Facts) -> None:
    """On the left the tournament in figures, on the right the accounts, if they may be told."""
    _, top = facts.text, page.row
    page.caption(_("The tournament in figures"))
    warned = {event.player for event in facts.tournament.events if event.type is EventType.WARNING}
    left = [departure.status for departure in facts.gone.values()]
    figures: list[tuple[str, str, Value]] = [
        (_("Players"), "Players", len(facts.entrants)),
        (_("Rounds"), "Rounds", None if facts.secret else rounds_played(facts.tournament, facts.rulebook)),
        (_("Games"), "Games", None if facts.secret else len(settled_games(facts.lines))),
        (_("Withdrawn"), "Left", left.count("withdrawn")),
        (_("Ejected"), "Ejected", left.count("ejected")),
        (_("Warned"), "Warned", len(warned)),
    ]
    for row, (label, key, value) in enumerate(figures, page.row):
        cell(page.ws, row, FIRST, label, "Print line", font=font(11))
        page.value(row, _VALUES, f"Report_{key}", value, font=font(11), alignment=place("left"))
        page.ws.row_dimensions[row].height = 19
    if not facts.secret:
        _accounts(page, facts, top)
    page.row += len(figures)


def _accounts(page: Page, facts: Facts, top: int) -> None:
    """Start, less what was bid, plus winnings."""
    _ = facts.text
    before = start_money(facts.tournament, facts.rulebook) * len(facts.entrants)
    spent = sum(line.cost or 0 for line in facts.lines if line.settled)
    paid = sum(line.payout or 0 for line in facts.lines if line.settled)
    cell(page.ws, top, _RIGHT, _("The accounts"), "Print caption")
    amounts = [(_("Winnings"), "Paid", paid)]
    if has_money(facts.tournament, facts.rulebook):
        amounts = [
            (_("Funds at the start"), "Before", before),
            (_("less bids"), "Spent", spent),
            (_("plus winnings"), "Paid", paid),
        ]
        amounts.append((_("Funds at the end"), "After", before - spent + paid))
    for row, (label, key, value) in enumerate(amounts, top + 1):
        cell(page.ws, row, _RIGHT, label, "Print line", font=font(11))
        page.value(row, _RIGHT + 1, f"Report_{key}", value, "Print money", font=font(11))


def _podium(page: Page, facts: Facts) -> None:
    _ = facts.text
    page.caption(_("The first four"))
    first = facts.ranking[:4]
    rows = {row.player: row for row in facts.standings}
    won = prizes(facts.tournament, facts.rulebook)
    players: list[Value] = [placed.player for placed in first]
    known = [rows.get(placed.player) for placed in first]
    page.table(
        [
            Column(_("Place"), "Podium_Place", [placed.place for placed in first], "Print centre"),
            Column(_("No."), "Podium_Player", players, change={"font": font(10)}),
            Column(_("Player"), "Podium_Name", facts.named(players), "Print name", {"font": font(12, bold=True)}),
            Column(_("Phase"), "Podium_Rank", [row.place if row else None for row in known], "Print centre"),
            Column(
                _("Score"), "Podium_Score", [cell_number(row.score) if row else None for row in known], "Print money",
                {"number_format": score_format(facts.rulebook.score)},
            ),
            Column(_("Prize"), "Podium_Prize", [won.get(placed.player) for placed in first], "Print money"),
        ]
    )  # fmt: skip


def _ejected(page: Page, facts: Facts) -> None:
    """Whom the regulation obliges the referee to report."""
    _ = facts.text
    page.caption(_("Ejected, with the reason"))
    order = [event.player for _index, event in by_time(facts.tournament)]
    out = [
        facts.gone[player] for player in dict.fromkeys(order) if player in facts.gone and facts.gone[player].status == "ejected"
    ]
    if not out:
        page.pair(_("Nobody."), "", None, at=FIRST + 1)
        return
    players: list[Value] = [departure.player for departure in out]
    page.table(
        [
            Column("", "Ejected_Player", players, change={"font": font(10)}),
            Column("", "", [None] * len(out)),
            Column("", "Ejected_Name", facts.named(players), "Print name"),
            Column("", "Ejected_Reason", [departure.event.reason for departure in out], over=3),
        ],
        heads=False,
    )


def _proof(page: Page, facts: Facts) -> None:
    _ = facts.text
    page.caption(_("The proof"))
    corrections = sum(entry.command == "reopen" for entry in facts.contents.journal.entries)
    page.pair(_("Draws with a recorded seed"), "Proof_Draws", len(facts.tournament.draws), at=_VALUES)
    page.pair(_("Corrections of closed games"), "Proof_Corrections", corrections, at=_VALUES)
    page.pair(_("Digest of the facts"), "Report_Digest", facts.digest, at=_VALUES)
    page.pair(_("Written"), "Report_Written", facts.written, at=_VALUES)
    page.pair(_("Program"), "Report_Program", facts.program, at=_VALUES)
    page.note(_("Whoever has the file can recompute all of it: bangxl verify FILE"))


def _signatures(page: Page, facts: Facts) -> None:
    _ = facts.text
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
