"""The season in three pictures: the race of the best, tournaments by region, participants by month or year.

Their numbers are counted from the season's tables, and stand to the right of them, beyond what is printed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import pandas as pd
from openpyxl.chart import BarChart, Reference
from openpyxl.chart.axis import ChartLines
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.drawing.line import LineProperties
from openpyxl.utils import get_column_letter
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.locale.catalog import N_, Catalog
from bangxl.sheets.standings import line_chart
from bangxl.sheets.styles import DENIM, RULE, WHITE, page, put

TAB: Final = N_("Charts")
RACERS: Final = 5
"""As many lines as a person can follow."""
MOST: Final = 20
"""Regions, or months, that have room."""
_FIRST, _RACE, _BARS = 3, 22, 20
"""The row in which the first chart begins, and how many the race and the others take; their numbers stand beside them."""
_LEFT: Final = 15
"""The column in which the numbers begin."""
_LAST: Final = "M"
_WIDE: Final = 19
"""Centimetres: the width of a page."""

Counts = Sequence[tuple[str, int]]


def draw(wb: Workbook, tables: Mapping[str, pd.DataFrame], _: Catalog) -> None:
    """Add the sheet, behind the first one; none for a season in which nothing can be compared."""
    regions, race, regulation = by_region(tables, _), *race_of(tables)
    when, participants = by_time(tables, _)
    if race.empty and max(len(regions), len(participants)) < 2:
        return
    ws = wb.create_sheet(_(TAB), 1)
    ws.sheet_view.showGridLines = False
    ws.column_dimensions["A"].width = 2
    top = _FIRST
    if not race.empty:
        several = len({*tables["National"]["regulation"]}) > 1
        _race(ws, top, _("The race of the best") + several * f" · {regulation}", race, _)
        top += _RACE
    for title, counts in ((_("Tournaments by region"), regions), (when, participants)):
        if len(counts) > 1:  # a bar alone shows nothing
            _bars(ws, top, title, counts)
            top += _BARS
    page(ws, f"B2:{_LAST}{top - 1}", tall=1)


def _counted(tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """The results in the tables by place: of a regulation with a championship those valid for it, of the others all."""
    results, national = tables["Results"], tables["National"]
    valid = results["valid"].fillna(value=False).astype(bool)
    free = {*national["regulation"]} - {*results.loc[valid, "regulation"]}
    return results[valid | results["regulation"].isin(free)]


def _tournaments(tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """The tournaments whose results are in those tables."""
    tournaments = tables["Tournaments"]
    return tournaments[tournaments["number"].isin(_counted(tables)["number"])]


def by_region(tables: Mapping[str, pd.DataFrame], _: Catalog) -> Counts:
    """Tournaments that count, the regions with the most first."""
    counted = _tournaments(tables)
    found = counted["region"].fillna("").replace("", _("without region")).value_counts()
    return [(str(region), int(count)) for region, count in sorted(found.items(), key=lambda one: (-one[1], str(one[0])))][:MOST]


def by_time(tables: Mapping[str, pd.DataFrame], _: Catalog) -> tuple[str, Counts]:
    """Players of the tournaments that count by month, or by year where there are too many months; and what that is called."""
    months = _participants(tables, "M")
    if len(months) <= MOST:
        return _("Participants by month"), [(_month(month, _), count) for month, count in months]
    return _("Participants by year"), [(str(year), count) for year, count in _participants(tables, "Y")][-MOST:]


def _participants(tables: Mapping[str, pd.DataFrame], every: str) -> Sequence[tuple[pd.Period, int]]:
    """In each month (``M``) or year (``Y``) from the first to the last, those without any between them too."""
    counted = _tournaments(tables)
    counted = counted[counted["date"].notna()]
    if counted.empty:
        return []
    found = counted.groupby(counted["date"].dt.to_period(every))["players"].sum()
    return [(one, int(found.get(one, 0))) for one in pd.period_range(found.index.min(), found.index.max(), freq=every)]


def _month(month: pd.Period, _: Catalog) -> str:
    """As the language writes a date, without the day: ``03/2007``."""
    return _.day(month.start_time.date().isoformat())[len("01/") :]


def race_of(tables: Mapping[str, pd.DataFrame]) -> tuple[pd.DataFrame, str]:
    """Points added up from tournament to tournament: a column a day, a row for each of the best; and by which regulation.

    By the one with the most days, of several that with the largest national table. Empty where there are no two days.
    """
    national, counted = tables["National"], _counted(tables)
    counted = counted[counted["date"].notna()]
    days, players = counted.groupby("regulation")["date"].nunique(), national["regulation"].value_counts()
    raced = [regulation for regulation in players.index if days.get(regulation, 0) > 1]  # one day is no race
    if not raced:
        return pd.DataFrame(), ""
    regulation = str(max(raced, key=lambda one: (days[one], players[one])))
    best = national[national["regulation"] == regulation].sort_values("rank", kind="stable").head(RACERS)
    here = counted[counted["regulation"] == regulation]
    theirs = here[here["person"].isin(best["person"])]
    points = theirs.pivot_table(index="person", columns="date", values="points", aggfunc="sum", fill_value=0)
    columns = sorted(here["date"].unique())
    found: pd.DataFrame = points.reindex(index=best["person"], columns=columns).fillna(0).astype(int).cumsum(axis=1)
    return found.set_axis(list(best["name"]), axis=0), regulation


def _race(ws: Worksheet, top: int, title: str, race: pd.DataFrame, _: Catalog) -> None:
    put(ws, f"B{top - 1}", title, "Print caption")
    first = top + 1
    for column, day in enumerate(race.columns, _LEFT + 1):
        put(ws, f"{get_column_letter(column)}{top}", _.day(pd.Timestamp(day).date().isoformat()), "Print note")
    for row, (name, points) in enumerate(race.iterrows(), first):
        put(ws, f"{get_column_letter(_LEFT)}{row}", str(name), "Print note")
        for column, value in enumerate(points, _LEFT + 1):
            put(ws, f"{get_column_letter(column)}{row}", int(value), "Print note")
    last = _LEFT + len(race.columns)
    names = [f"${get_column_letter(_LEFT)}${row}" for row in range(first, first + len(race))]
    chart = line_chart(ws, _LEFT + 1, last, first, names, WHITE)
    chart.height, chart.width = 10.5, _WIDE
    ws.add_chart(chart, f"B{top}")


def _bars(ws: Worksheet, top: int, title: str, counts: Counts) -> None:
    """A bar each, on a plain grid."""
    put(ws, f"B{top - 1}", title, "Print caption")
    label, value = get_column_letter(_LEFT), get_column_letter(_LEFT + 1)
    for row, (name, count) in enumerate(counts, top):
        put(ws, f"{label}{row}", name, "Print note")
        put(ws, f"{value}{row}", count, "Print note")
    end = top + len(counts) - 1
    chart = BarChart()
    chart.add_data(Reference(ws, min_col=_LEFT + 1, min_row=top, max_row=end))
    chart.set_categories(Reference(ws, min_col=_LEFT, min_row=top, max_row=end))
    chart.legend, chart.roundedCorners = None, False
    chart.height, chart.width = 9, _WIDE
    chart.y_axis.delete, chart.x_axis.delete = False, False
    chart.y_axis.number_format = "0"
    chart.y_axis.majorGridlines = ChartLines(spPr=GraphicalProperties(ln=LineProperties(solidFill=RULE, w=6350)))
    chart.graphical_properties = GraphicalProperties(solidFill=WHITE, ln=LineProperties(noFill=True))
    chart.series[0].graphicalProperties.solidFill = DENIM
    ws.add_chart(chart, f"B{top}")
