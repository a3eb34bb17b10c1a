"""The participants, and what was noted about their conduct."""

from __future__ import annotations

from collections import Counter
from typing import Final

from openpyxl.workbook.workbook import Workbook

from bangxl.books.port import Value
from bangxl.referto.pages.facts import Facts
from bangxl.referto.pages.layout import Column, Page, new_page
from bangxl.sheets.styles import font
from bangxl.tournament.model import EventType, Role
from bangxl.tournament.regularity import departures_from
from bangxl.workbook.messages import called, sentence

_PLAYERS: Final = (7, 32, 20, 30, 10, 10, 8, 13, 10, 10, 14)
_EVENTS: Final = (14, 7, 28, 24, 8, 8, 8, 9, 40, 12)
_SMALL: Final = {"font": font(10)}


def players(wb: Workbook, facts: Facts, mark: str) -> Page:
    """Everybody on the entry list."""
    _, count = facts.text, len(facts.ids)
    page = new_page(wb, _("Players"), _PLAYERS)
    page.title(_("Players"), facts.tournament.event.name, mark)
    warned = Counter(event.player for event in facts.tournament.events if event.type is EventType.WARNING)
    status = {player: {"withdrawn": _("withdrawn"), "ejected": _("ejected")}[left.status] for player, left in facts.gone.items()}
    mail = _("E-mail") if facts.addresses else _("E-mail\n(left out)")
    addresses = facts.column("Players_Email", count) if facts.addresses else [None] * count
    page.table(
        [
            Column(_("No."), "Players_Id", facts.ids, change=_SMALL),
            Column(_("Player"), "Players_Name", facts.column("Players_Name", count), "Print name", _SMALL),
            Column(_("Region"), "Players_Region", facts.column("Players_Region", count)),
            Column(mail, "Players_Email", addresses, change=_SMALL),
            Column(_("Present"), "Players_Present", facts.column("Players_Present", count), "Print centre"),
            Column(_("Can\nqualify"), "Players_Eligible", facts.column("Players_Eligible", count), "Print centre"),
            Column(_("Lot"), "Players_Lot", _lots(facts), "Print centre"),
            Column(_("Status"), "Players_Status", [status.get(player) for player in facts.ids]),
            Column(_("after\nround"), "Players_Left_After", [_left_after(facts, player) for player in facts.ids], "Print centre"),
            Column(_("Warnings"), "Players_Warnings", [warned[player] or None for player in facts.ids], "Print centre"),
            Column(_("Sheriff\nin round"), "Players_Sheriff", _sheriff(facts)),
        ]
    )
    return page


def _lots(facts: Facts) -> list[Value]:
    """The positions in the lots; where they were drawn by hand, those that were drawn."""
    by_hand = {player: position for position, player in enumerate(facts.tournament.lot_order, 1)}
    return [by_hand.get(player) for player in facts.ids] if by_hand else facts.column("Players_Lot", len(facts.ids))


def _left_after(facts: Facts, player: str) -> Value:
    return facts.gone[player].last_round if player in facts.gone else None


def _sheriff(facts: Facts) -> list[Value]:
    """The rounds in which each was Sheriff."""
    been: dict[str, list[int]] = {}
    for game in sorted(facts.tournament.games, key=lambda game: game.round):
        for seat in game.seats:
            if seat.role is Role.SHERIFF:
                been.setdefault(seat.player, []).append(game.round)
    return [", ".join(map(str, been.get(player, ()))) for player in facts.ids]


def conduct(wb: Workbook, facts: Facts, mark: str) -> Page:
    """Warnings, ejections, withdrawals; and whatever departs from the regulation."""
    _ = facts.text
    page = new_page(wb, _("Conduct"), _EVENTS)
    page.title(_("Conduct and departures from the regulation"), facts.tournament.event.name, mark)
    page.caption(_("Warnings, ejections, withdrawals"))
    count = len(facts.tournament.events)
    if count:
        _events(page, facts, count)
    else:
        page.note(_("None."))
    page.space()
    page.caption(_("Departures from the regulation, corrections, remarks on the draws"))
    found = departures_from(facts.tournament, facts.rulebook, facts.contents.journal)
    if not found:
        page.note(_("None."))
        return page
    names = called(facts.tournament.players)
    page.table(
        [
            Column(_("Round"), "Departures_Round", [finding.at.round for finding in found], "Print centre"),
            Column(_("Table"), "Departures_Table", [finding.at.table for finding in found], "Print centre"),
            Column(_("Code"), "Departures_Code", [finding.code for finding in found], change={"font": font(9)}),
            Column(
                _("What"),
                "Departures_Text",
                [sentence(finding, facts.tournament.language, names) for finding in found],
                over=7,
            ),
        ]
    )
    return page


def _events(page: Page, facts: Facts, count: int) -> None:
    _, whom = facts.text, facts.column("Events_Player", len(facts.tournament.events))

    def of(column: str) -> list[Value]:
        return facts.column(f"Events_{column}", count)

    page.table(
        [
            Column(_("Kind"), "Events_Type", of("Type")),
            Column(_("No."), "Events_Player", whom, change=_SMALL),
            Column(_("Player"), "Events_Name", facts.named(whom), "Print name", _SMALL),
            Column(_("When"), "Events_Moment", of("Moment")),
            Column(_("after\nround"), "Events_After_Round", of("After_Round"), "Print centre"),
            Column(_("Round"), "Events_Round", of("Round"), "Print centre"),
            Column(_("Table"), "Events_Table", of("Table"), "Print centre"),
            Column(_("Match"), "Events_Match", of("Match"), "Print centre"),
            Column(_("Reason"), "Events_Reason", of("Reason"), over=1),
            Column(_("Automatic"), "Events_Automatic", of("Automatic"), "Print centre"),
        ],
    )
