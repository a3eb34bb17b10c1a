"""The charts of a referto: the race for the money, and how many pairs met how often."""

from __future__ import annotations

from openpyxl.chart import BarChart, Reference
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.standings.race import line_chart
from bangxl.sheets.styles import DENIM, WHITE


def race(ws: Worksheet, anchor: str, *, names: int, first: int, last: int, top: int, lines: int, width: float) -> None:
    """A line a player from row ``top`` on; column ``names`` has their names, ``first`` to ``last`` their money; heads above.

    ``width`` in centimetres.
    """
    letter = get_column_letter(names)
    chart = line_chart(ws, first, last, top, [f"${letter}${row}" for row in range(top, top + lines)], back=WHITE)
    chart.width, chart.height = width, 11  # type: ignore[assignment]  # centimetres; the stubs allow whole ones only
    ws.add_chart(chart, anchor)


def pairs(ws: Worksheet, anchor: str, *, top: int, count: int, title: str) -> None:
    """A bar a number of meetings: columns B and C from row ``top`` on."""
    chart = BarChart()
    chart.add_data(Reference(ws, min_col=3, min_row=top, max_row=top + count - 1))
    chart.set_categories(Reference(ws, min_col=2, min_row=top, max_row=top + count - 1))
    chart.title, chart.legend = title, None
    chart.height, chart.width = 6, 14
    chart.y_axis.delete, chart.x_axis.delete = False, False
    chart.series[0].graphicalProperties.solidFill = DENIM
    ws.add_chart(chart, anchor)
