"""The race for dollars: the money of the first eight by round, as a chart and as figures (on the standings sheet)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from openpyxl.chart import LineChart, Reference
from openpyxl.chart.axis import ChartLines
from openpyxl.chart.data_source import StrRef
from openpyxl.chart.marker import Marker
from openpyxl.chart.series import Series, SeriesLabel
from openpyxl.chart.series_factory import SeriesFactory
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.text import RichText
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.text import CharacterProperties, Paragraph, ParagraphProperties
from openpyxl.styles import Font
from openpyxl.utils import column_index_from_string, quote_sheetname
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.columns import Columns
from bangxl.sheets.context import Context
from bangxl.sheets.standings import ranking
from bangxl.sheets.styles import DENIM, INK, PAPER, RULE, highlight, put, table
from bangxl.workbook.names import STANDINGS_ROWS

PLAYERS: Final = 8
WIDTH: Final = 64.8
"""Of the chart, in characters."""
FIRST_FIGURE: Final = ranking.FIRST + STANDINGS_ROWS - PLAYERS
Mark = Literal["circle", "diamond", "square", "triangle", "none"]
_LOOKS: Final[tuple[tuple[str, str, Mark], ...]] = (
    (INK, "solid", "circle"),
    (DENIM, "solid", "diamond"),
    (INK, "sysDash", "square"),
    (DENIM, "sysDash", "triangle"),
)
_OTHERS: Final[tuple[str, str, Mark]] = ("9A8F80", "solid", "none")


def build(ws: Worksheet, ctx: Context, view: Columns, chart: Columns, players: Columns) -> None:
    """Write the figures under the chart. A round still to come repeats the last sum, unseen: a line must not fall to 0."""
    _, left, right = ctx._, chart.left, chart.letter(chart.keys[-1])
    put(ws, f"{left}5", _("The race for dollars: the first eight"), "Caption")
    put(ws, f"{left}6:{right}6", None, "Head")
    put(ws, f"{left}{FIRST_FIGURE - 2}", _("Money of the first eight, in the order of the standings"), "Note")
    heads = [_("Start"), *(_("Round {n}").format(n=n) for n in range(1, ctx.rounds + 1))]
    rows = [
        [f'=IF({who}="","",INDEX({players.all(key)},{who}))' for key in chart.keys]
        for who in (players.at("Shown", view.first + i) for i in range(PLAYERS))
    ]
    table(ws, f"{left}{FIRST_FIGURE - 1}", heads, rows, ["Money"] * len(heads), head_height=21)
    second = chart.letter(chart.keys[1])
    future = f"COLUMN({second}1)-COLUMN(${left}1)>Rounds_Seated"
    highlight(ws, f"{second}{chart.first}:{right}{chart.last}", future, ink=Font(color=PAPER))
    ws.add_chart(_chart(ws, view, chart), f"{left}{view.first}")


def _chart(ws: Worksheet, view: Columns, figures: Columns) -> LineChart:
    """The first eight, beside the standings."""
    first, last = (column_index_from_string(figures.letter(key)) for key in (figures.keys[0], figures.keys[-1]))
    chart = line_chart(ws, first, last, figures.first, [f"${view.letter('Player')}${view.first + i}" for i in range(PLAYERS)])
    chart.height, chart.width = 10.6, 13.2  # type: ignore[assignment]  # centimetres; the stubs allow whole ones only
    return chart


def line_chart(ws: Worksheet, first: int, last: int, top: int, names: Sequence[str], back: str = PAPER) -> LineChart:
    """A line a row from ``top`` on, over the columns from ``first`` to ``last``; ``names`` are the cells of the players' names.

    The four for the finals with marks and dashes, so that greyscale tells them apart; the rest thin.
    """
    chart = LineChart()
    chart.roundedCorners, chart.visible_cells_only = False, False
    for i, name in enumerate(names):
        series = SeriesFactory(Reference(ws, min_col=first, max_col=last, min_row=top + i))
        series.tx = SeriesLabel(strRef=StrRef(f"{quote_sheetname(ws.title)}!{name}"))
        _draw(series, *(_LOOKS[i] if i < len(_LOOKS) else _OTHERS), thick=i < len(_LOOKS))
        chart.series.append(series)
    chart.set_categories(Reference(ws, min_col=first, max_col=last, min_row=top - 1))
    chart.y_axis.number_format, chart.y_axis.delete, chart.x_axis.delete = "#,##0", False, False
    chart.y_axis.majorGridlines = ChartLines(spPr=GraphicalProperties(ln=LineProperties(solidFill=RULE, w=6350)))
    chart.graphical_properties = GraphicalProperties(solidFill=back, ln=LineProperties(noFill=True))
    if chart.legend is not None:
        chart.legend.position = "b"
        small = ParagraphProperties(defRPr=CharacterProperties(sz=900))  # two long names side by side
        chart.legend.txPr = RichText(p=[Paragraph(pPr=small, r=[], endParaRPr=CharacterProperties(sz=900))])
    return chart


def _draw(series: Series, colour: str, dash: str, mark: Mark, *, thick: bool) -> None:
    stroke = series.graphicalProperties.line
    stroke.solidFill, stroke.dashStyle, stroke.width = colour, dash, 28000 if thick else 9500
    paint = GraphicalProperties(solidFill=colour, ln=LineProperties(solidFill=colour))
    series.marker, series.smooth = Marker(symbol=mark, size=7, spPr=paint), False
