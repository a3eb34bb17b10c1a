"""Who has met whom: pairs by their meetings, and the square of all players, never cut by a heading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import ceil, comb
from typing import Final

from openpyxl.chart import BarChart, Reference
from openpyxl.chart.axis import ChartLines
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.text import RichText, Text
from openpyxl.chart.title import Title
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.text import CharacterProperties, Paragraph, ParagraphProperties, RegularTextRun
from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books.port import Value
from bangxl.referto.pages.layout import FIRST, SMALL_TITLE, TITLE, Column, Page, cell
from bangxl.referto.pages.measure import characters, points
from bangxl.referto.pages.report import LINE, Report, sheet
from bangxl.sheets.meetings import SHADES
from bangxl.sheets.styles import DENIM, INK, RULE, WHITE, edges, fill, font
from bangxl.tournament.audit import meetings as count_meetings
from bangxl.tournament.drawing import past
from bangxl.tournament.roster import entrants
from bangxl.workbook.names import meetings as meetings_of

_TINY: Final = 9
_ACROSS: Final = 44
"""So many players' columns a page holds."""
_ON_A_PAGE: Final = 42
"""With more players the square stands on pages of its own."""
_NUMBER, _CELL, _WIDEST, _CELL_HIGH, _LONGEST = 28, 9.6, 18, 11.5, 120
_CLOSE, _CLOSE_HIGH = (114, 140), 11
"""Points of names and of a row's height where lines stand close: no page for the last few of them."""
_LEFT: Final = 4
"""The first player's column."""
_UPRIGHT: Final = Alignment(horizontal="center", vertical="bottom", textRotation=90)
_GRID: Final = edges("thin", RULE)
_FILLS: Final = {colour: fill(colour) for colour in (RULE, WHITE, *(back for back, _ink in SHADES.values()))}
_FONTS: Final = {colour: font(_TINY, colour) for colour in (INK, *(ink for _back, ink in SHADES.values()))}
_ROWS_OF_CHART: Final = 12
_CAPTION: Final = CharacterProperties(sz=1100, b=True, solidFill=INK)


def meetings(wb: Workbook, report: Report) -> Iterator[Page]:
    """Pairs by their meetings, and the square of who met whom, with a name ``Meetings_<n>`` for everybody's column."""
    _, count = report.text, len(report.ids)
    least, most, high = (*_CLOSE, _CLOSE_HIGH) if report.is_close else (0, _LONGEST, _CELL_HIGH)
    called = max(least, min(max((points(name, _TINY) for name in report.called.values()), default=0) + 6, most))
    across = max(1, ceil(count / _ACROSS))
    beside = ceil(count / across)
    cell = max(_CELL, min(_WIDEST, (_ACROSS * _CELL) / max(count, 1)))
    fill = max(0, int((_ACROSS * _CELL - beside * cell) // cell))
    left = [characters(_NUMBER), characters(called)]
    page = sheet(wb, report, _("Meetings"), _("Who has met whom"), [*left, *[characters(cell)] * (beside + fill)])
    met = count_meetings(past(report.tournament, report.tournament.rounds_seated + 1))
    page.size = 10
    _distribution(page, report, met)
    if count > _ON_A_PAGE:
        yield page
        wide = [*left, *[characters(cell)] * count]
        page = sheet(wb, report, _("Meetings"), _("Meetings"), wide, size=SMALL_TITLE)
        page.tile = (3, beside)
    else:
        page.space()
    _square(page, report, met, high)
    yield page


def _distribution(page: Page, report: Report, met: Counter[tuple[str, str]]) -> None:
    """Pairs by their meetings, from none on."""
    _ = report.text
    often = Counter(met.values())
    most = max(often, default=0)
    often[0] = comb(len(entrants(report.state)), 2) - sum(often.values())
    times: list[Value] = list(range(most + 1))
    top = page.row
    columns = [
        Column(_("Meetings"), "Pairs_Times", times, "Print centre"),
        Column(_("Pairs"), "Pairs_Count", [often[index] for index in range(most + 1)], "Print centre"),
    ]
    spans = page.spanned(columns)
    page.table(spans, height=LINE)
    page.repeated = (1, TITLE)
    places = (FIRST, FIRST + spans[0].over)
    anchor = f"{get_column_letter(places[1] + spans[1].over + 1)}{top}"
    _pairs_chart(page.ws, anchor, top=top + 1, count=most + 1, title=_("Pairs by number of meetings"), columns=places)
    while page.row < top + _ROWS_OF_CHART:
        page.space(LINE)


def _square(page: Page, report: Report, met: Counter[tuple[str, str]], high: float) -> None:
    """A number where two sat at one table; the darker the more often. The diagonal is ruled out."""
    ids, head = report.ids, page.row
    players: list[Value] = [*ids]
    small = {"font": font(_TINY)}
    page.table(
        [
            Column("", "Meetings_Player", players, change=small),
            Column("", "Meetings_Name", [report.called[player] for player in ids], "Print text", small, long=True),
        ],
        height=high,
    )
    page.ws.row_dimensions[head].height = max((points(player, _TINY, bold=True) for player in ids), default=0) + 8
    for index, player in enumerate(ids):
        column = _LEFT + index
        cell(page.ws, head, column, player, "Print head", font=font(_TINY), alignment=_UPRIGHT)
        page.define(meetings_of(index + 1), head + 1, head + len(ids), column)
        for row, other in enumerate(ids, head + 1):
            times = met[min(player, other), max(player, other)]
            cell(page.ws, row, column, times or None, "Print centre", **_look(times, same=player == other))


def _look(times: int, *, same: bool) -> Mapping[str, object]:
    """The colour says the number again."""
    back, ink = next((look for least, look in SHADES.items() if times >= int(least)), (WHITE, INK))
    return {"font": _FONTS[ink], "fill": _FILLS[RULE if same else back], "border": _GRID}


def _pairs_chart(ws: Worksheet, anchor: str, *, top: int, count: int, title: str, columns: Sequence[int]) -> None:
    """A bar a number of meetings: these two ``columns`` from row ``top`` on."""
    chart = BarChart()
    first, second = columns
    chart.add_data(Reference(ws, min_col=second, min_row=top, max_row=top + count - 1))
    chart.set_categories(Reference(ws, min_col=first, min_row=top, max_row=top + count - 1))
    said = Paragraph(pPr=ParagraphProperties(defRPr=_CAPTION), r=[RegularTextRun(rPr=_CAPTION, t=title)])
    chart.title = Title(tx=Text(rich=RichText(p=[said])), overlay=False)
    chart.legend, chart.roundedCorners = None, False
    chart.height, chart.width = 5.5, 10
    chart.y_axis.delete, chart.x_axis.delete = False, False
    chart.y_axis.majorGridlines = ChartLines(spPr=GraphicalProperties(ln=LineProperties(solidFill=RULE, w=6350)))
    chart.graphical_properties = GraphicalProperties(solidFill=WHITE, ln=LineProperties(noFill=True))
    chart.series[0].graphicalProperties.solidFill = DENIM
    ws.add_chart(chart, anchor)
