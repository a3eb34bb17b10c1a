"""From a rulebook to a workbook that holds every sheet the tournament will ever need; what is not in play is hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Final

from openpyxl.workbook.workbook import Workbook

from bangxl.locale.catalog import Catalog
from bangxl.sheets import control, events, finals, ledger, lists, meetings, plain, players, rules, setup, standings
from bangxl.sheets import round as wall
from bangxl.sheets.context import Context
from bangxl.sheets.record import sheet as record
from bangxl.sheets.record import stage
from bangxl.sheets.styles import named_styles
from bangxl.tournament.rulebook import Rulebook
from bangxl.workbook import names
from bangxl.workbook.names import record_sheet, round_sheet

Builder = Callable[[Workbook, Context], None]
"""What adds a sheet that exists once."""

_BEFORE: Final[Mapping[str, Builder]] = {
    "SheetSetup": setup.build,
    "SheetPlayers": players.build,
    "SheetEvents": events.build,
    "SheetControl": control.build,
    "SheetMeetings": meetings.build,
    "SheetStandings": standings.build,
    "SheetFinals": finals.build,
    "SheetRules": rules.build,
    "SheetLog": plain.log,
}
"""The sheets before the rounds, by the names under which macros know them."""
_AFTER: Final[Mapping[str, Builder]] = {
    "SheetAuctions": plain.auctions,
    "SheetLedger": ledger.build,
    "SheetLists": lists.build,
    "SheetConf": plain.settings,
}
_MADE: Final = datetime(2010, 4, 19)  # noqa: DTZ001 -- openpyxl takes it as UTC, and knows no zones
"""A fixed day in the file's properties: the same input gives the same bytes."""


def build(rulebook: Rulebook, catalog: Catalog, capacity: int, rounds: int = 0) -> Workbook:
    """An empty workbook for up to ``capacity`` players and at least so many rounds, in the catalog's language.

    Raises ValueError if the regulation has no tables for so many.
    """
    if not rulebook.minimum_players <= capacity <= rulebook.maximum_players:
        raise ValueError(f"{capacity} places: {rulebook.id} has {rulebook.minimum_players} to {rulebook.maximum_players}")
    extent = names.extent(rulebook, capacity)
    ctx = Context(rulebook, catalog, capacity, max(extent.rounds, rounds), extent.tables, extent.stages)
    wb = blank(rulebook)
    for build_sheet in _before(ctx).values():
        build_sheet(wb, ctx)
    for number in range(1, ctx.rounds + 1):
        if number <= ctx.walls:
            wall.build(wb, number, ctx)
        for table in range(1, ctx.tables + 1):
            record.build(wb, number, table, ctx)
    for number, tables in enumerate(ctx.stages, 1):
        for table in range(1, tables + 1):
            stage.build(wb, number, table, ctx)
    for build_sheet in _AFTER.values():
        build_sheet(wb, ctx)
    for ws, code_name in zip(wb.worksheets, _code_names(ctx), strict=True):
        ws.sheet_properties.codeName = code_name
        ws.sheet_format.baseColWidth = None  # the same 8 without saying so; every byte counts as often as there are sheets
        ws.sheet_view.tabSelected = ws is wb.worksheets[0]
    wb.active = 0
    return wb


def code_names(wb: Workbook) -> list[str]:
    """The names by which macros know the sheets, in their order."""
    return [ws.sheet_properties.codeName or "" for ws in wb.worksheets]


def _before(ctx: Context) -> dict[str, Builder]:
    """Who has met whom is a question only where tables are redrawn."""
    return {name: builder for name, builder in _BEFORE.items() if name != "SheetMeetings" or not ctx.rulebook.fixed_tables}


def blank(rulebook: Rulebook) -> Workbook:
    """No sheets, our styles, and properties that do not depend on the day."""
    wb = Workbook()
    for ws in wb.worksheets:
        wb.remove(ws)
    wb.code_name = "ThisWorkbook"
    for style in named_styles():
        wb.add_named_style(style)
    wb.properties.creator, wb.properties.title = "bangxl", f"BANG! · {rulebook.title}"
    wb.properties.created = wb.properties.modified = _MADE
    return wb


def _code_names(ctx: Context) -> Iterator[str]:
    """What ``code_names`` gives for a new workbook: plain ASCII, each once, the same in every language."""
    yield from _before(ctx)
    for number in range(1, ctx.rounds + 1):
        if number <= ctx.walls:
            yield f"Sheet{round_sheet(number)}"
        for table in range(1, ctx.tables + 1):
            yield f"Sheet{record_sheet(number, table)}"
    for number, tables in enumerate(ctx.stages, 1):
        for table in range(1, tables + 1):
            yield f"Sheet{names.stage_sheet(number, table)}"
    yield from _AFTER
