"""Who has met whom: a square of all players with the rounds that they shared, and how many pairs met how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import comb
from typing import Final

from openpyxl.workbook.workbook import Workbook

from bangxl.books.port import Value
from bangxl.referto.pages.charts import pairs as pairs_chart
from bangxl.referto.pages.facts import Facts
from bangxl.referto.pages.layout import Column, Page, cell, new_page
from bangxl.sheets.meetings import SHADES
from bangxl.sheets.styles import INK, RULE, WHITE, edges, fill, font
from bangxl.tournament.audit import meetings as count_meetings
from bangxl.tournament.drawing import past
from bangxl.workbook.names import meetings as meetings_of

_FEWEST: Final = 24
_CELL: Final = 3.2
_LEFT: Final = 4
"""The first player's column."""
_GRID: Final = edges("thin", RULE)
_FILLS: Final = {colour: fill(colour) for colour in (RULE, WHITE, *(back for back, _ink in SHADES.values()))}
_FONTS: Final = {colour: font(9, colour) for colour in (INK, *(ink for _back, ink in SHADES.values()))}
_CHART: Final = 14


def meetings(wb: Workbook, facts: Facts, mark: str) -> Page:
    """Add the sheet, with a name ``Meetings_<n>`` for the column of everybody on the entry list."""
    _, count = facts.text, len(facts.ids)
    page = new_page(wb, _("Meetings"), (7, 28, *[_CELL] * max(count, _FEWEST)))
    page.title(_("Who has met whom"), facts.tournament.event.name, mark)
    met = count_meetings(past(facts.tournament, facts.tournament.rounds_seated + 1))
    _distribution(page, facts, met)
    page.space()
    _square(page, facts, met)
    return page


def _distribution(page: Page, facts: Facts, met: Counter[tuple[str, str]]) -> None:
    """Pairs by their meetings, from none on."""
    _ = facts.text
    often = Counter(met.values())
    most = max(often, default=0)
    often[0] = comb(len(facts.entrants), 2) - sum(often.values())
    times: list[Value] = list(range(most + 1))
    top = page.row
    page.table(
        [
            Column(_("Meetings"), "Pairs_Times", times, "Print centre"),
            Column(_("Pairs"), "Pairs_Count", [often[index] for index in range(most + 1)], "Print centre"),
        ]
    )
    pairs_chart(page.ws, f"E{top}", top=top + 1, count=most + 1, title=_("Pairs by number of meetings"))
    while page.row < top + _CHART:
        page.space(19)


def _square(page: Page, facts: Facts, met: Counter[tuple[str, str]]) -> None:
    """A number where two sat at one table; the darker the more often. The diagonal is ruled out."""
    ids, head = facts.ids, page.row
    players: list[Value] = [*ids]
    small = {"font": font(9)}
    page.table(
        [
            Column("", "Meetings_Player", players, change=small),
            Column("", "Meetings_Name", facts.named(players), "Print name", small),
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
