"""What the games tell: wins by side and table size, roles, characters, prices, Sheriffs; as tables for a sheet and for a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from openpyxl.workbook.workbook import Workbook

from bangxl.books.port import Value
from bangxl.referto.pages.layout import FIRST, Column, Page
from bangxl.referto.pages.report import LINE, Report, cell_number, sheet, who
from bangxl.referto.report import Report as Facts
from bangxl.tournament.options import auction_in
from bangxl.tournament.statistics import Statistics, statistics
from bangxl.workbook.words import word

_WIDTHS: Final = (7, 28, 16, 14, 14, 14, 14)


class Kind(StrEnum):
    """What stands in a column: players (ids), texts, numbers, dollars, or a number that need not be whole."""

    PLAYER = "player"
    TEXT = "text"
    COUNT = "count"
    MONEY = "money"
    EXPECTED = "expected"


_STYLES: Final = {Kind.TEXT: "Print text", Kind.COUNT: "Print centre", Kind.MONEY: "Print money", Kind.EXPECTED: "Print centre"}


class Item(NamedTuple):
    """A column: heading, the end of its defined names, what stands in it, its values."""

    head: str
    key: str
    kind: Kind
    values: Sequence[str | int | Fraction | None]


class Story(NamedTuple):
    """A table with its caption, and a sentence about it, if it needs one."""

    caption: str
    note: str
    items: Sequence[Item]


def build(wb: Workbook, report: Report) -> Iterator[Page]:
    """Add the sheet; none before the standings are published, or without games."""
    told = stories(report)
    if not told:
        return
    _ = report.text
    page = sheet(wb, report, _("Statistics"), _("What the games tell"), _WIDTHS)
    page.size = 10
    for text in remarks(report):
        page.note(text)
    for story in told:
        page.space()
        page.caption(story.caption)
        if story.note:
            page.note(story.note)
        columns = [column for item in story.items for column in _columns(report, item)]
        page.table(columns, left=FIRST if story.items[0].kind is Kind.PLAYER else FIRST + 1, height=LINE)
    yield page


def _columns(report: Report, item: Item) -> Sequence[Column]:
    name = f"Told_{item.key}"
    if item.kind is Kind.PLAYER:
        players: list[Value] = [str(player) for player in item.values]
        return who(report, name.removesuffix("_Player"), players)
    values = [cell_number(value) if isinstance(value, Fraction) else value for value in item.values]
    change = {"number_format": "0.0"} if item.kind is Kind.EXPECTED else {}
    return [Column(item.head, name, values, _STYLES[item.kind], change)]


def remarks(report: Facts) -> Iterator[str]:
    """How much it says, and what is not in it."""
    _ = report.text
    if report.rulebook.has_finals:
        yield _("Counts of the elimination phase. They say what happened, not who plays well.")
    else:
        yield _("Counts of all games. They say what happened, not who plays well.")
    if statistics(report.state).ruled:
        yield _("Games that the referee decided are left out.")


def stories(report: Facts) -> list[Story]:
    """All tables that this tournament has something for; none before the standings are published."""
    if report.tournament.finals is None or not (told := statistics(report.state)).games:
        return []
    return [story for story in _stories(report, told) if story.items[0].values]


def _stories(report: Facts, told: Statistics) -> Iterator[Story]:
    yield _sides(report, told)
    yield _roles(report, told)
    yield _characters(report, told)
    yield _prices(report, told)
    yield _careers(report, told)


def _sides(report: Facts, told: Statistics) -> Story:
    _, lines = report.text, told.sides
    return Story(
        _("Wins by side and table size"),
        _("Expected: wins at which a seat of each side would earn the same."),
        [
            Item(_("Players"), "Wins_Size", Kind.COUNT, [line.size for line in lines]),
            Item(_("Side"), "Wins_Side", Kind.TEXT, [word(line.side, _.language) for line in lines]),
            Item(_("Games"), "Wins_Games", Kind.COUNT, [line.games for line in lines]),
            Item(_("Wins"), "Wins_Won", Kind.COUNT, [line.won for line in lines]),
            Item(_("Expected"), "Wins_Expected", Kind.EXPECTED, [line.expected for line in lines]),
        ],
    )


def _roles(report: Facts, told: Statistics) -> Story:
    _, lines = report.text, told.roles
    return Story(
        _("Roles"),
        "",
        [
            Item(_("Role"), "Roles_Role", Kind.TEXT, [word(line.role, _.language) for line in lines]),
            Item(_("Games"), "Roles_Seats", Kind.COUNT, [line.seats for line in lines]),
            Item(_("Wins"), "Roles_Won", Kind.COUNT, [line.won for line in lines]),
            Item(_("Alive"), "Roles_Alive", Kind.COUNT, [line.alive for line in lines]),
            Item(_("Winnings, in all"), "Roles_Paid", Kind.MONEY, [line.paid for line in lines]),
        ],
    )


def _characters(report: Facts, told: Statistics) -> Story:
    _, lines = report.text, told.characters
    items = [
        Item(_("Character"), "Characters_Character", Kind.TEXT, [line.name for line in lines]),
        Item(_("Games"), "Characters_Games", Kind.COUNT, [line.played for line in lines]),
        Item(_("Alive"), "Characters_Alive", Kind.COUNT, [line.alive for line in lines]),
    ]
    if auction_in(report.state) is not None:
        items.append(Item(_("Price, in all"), "Characters_Price", Kind.MONEY, [line.price for line in lines]))
    items.append(Item(_("Winnings, in all"), "Characters_Paid", Kind.MONEY, [line.paid for line in lines]))
    if auction_in(report.state) is not None:
        items.append(Item(_("Return"), "Characters_Return", Kind.MONEY, [line.gain for line in lines]))
    return Story(_("Characters"), "", items)


def _prices(report: Facts, told: Statistics) -> Story:
    _, lines = report.text, told.prices
    return Story(
        _("The highest prices"),
        "",
        [
            Item("", "Prices_Player", Kind.PLAYER, [line.player for line in lines]),
            Item(_("Character"), "Prices_Character", Kind.TEXT, [line.character for line in lines]),
            Item(_("Price"), "Prices_Price", Kind.MONEY, [line.bid for line in lines]),
            Item(_("Payout"), "Prices_Payout", Kind.MONEY, [line.paid for line in lines]),
            Item(_("Round"), "Prices_Round", Kind.COUNT, [line.round for line in lines]),
            Item(_("Table"), "Prices_Table", Kind.COUNT, [line.table for line in lines]),
        ],
    )


def _careers(report: Facts, told: Statistics) -> Story:
    _, lines = report.text, told.careers
    return Story(
        _("The longest careers as Sheriff"),
        "",
        [
            Item("", "Careers_Player", Kind.PLAYER, [line.player for line in lines]),
            Item(_("Games"), "Careers_Games", Kind.COUNT, [line.games for line in lines]),
            Item(_("Alive"), "Careers_Alive", Kind.COUNT, [line.alive for line in lines]),
            Item(_("Wins"), "Careers_Won", Kind.COUNT, [line.won for line in lines]),
        ],
    )
