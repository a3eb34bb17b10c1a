"""From a rulebook to a workbook that holds every sheet the tournament will ever need; what is not in play is hidden.

The plainest sheets are built here: auctions, the log, xlwings' settings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Final

from openpyxl.styles import Protection
from openpyxl.workbook.workbook import Workbook

from bangxl.locale.catalog import Catalog, naming
from bangxl.sheets import control, duel, events, finals, ledger, lists, meetings, players, rules, setup, standings
from bangxl.sheets import round as wall
from bangxl.sheets.cells import beside, link_if
from bangxl.sheets.context import Context
from bangxl.sheets.record import sheet as record
from bangxl.sheets.record import stage
from bangxl.sheets.styles import DENIM, INK, MONEY, NOTE, Sheet, font, give_styles, in_unit, place
from bangxl.tournament.rulebook import Rulebook
from bangxl.vba.ribbon import button_name
from bangxl.workbook import names
from bangxl.workbook.logbook import WHAT, WHEN
from bangxl.workbook.names import record_sheet, round_sheet

_CONF: Final = "xlwings.conf"
"""The only name that xlwings knows."""
_CONF_ROWS: Final = {
    "ADD_WORKBOOK_TO_PYTHONPATH": "False",  # a bangxl.py that lies beside the workbook must not run
}


def auctions(wb: Workbook, ctx: Context) -> None:
    """Add the hidden sheet with the names ``Auctions_…``: heads, and columns that carry the style of inputs.

    Opener and winner are players' ids.
    """
    _ = ctx._
    sheet = Sheet(wb, ctx.tab("auctions"), hidden=True)
    sheet.ws.freeze_panes = "A2"
    sheet.protect()
    sheet.widths(9, 9, 12, 22, 12, 12)
    places = ctx.rounds * ctx.tables * ctx.largest
    heads = (_("Round"), _("Table"), _("Opener"), _("Character"), _("Winner"), _("Price"))
    for number, (key, head) in enumerate(zip(names.AUCTIONS, heads, strict=True)):
        letter = beside("A", number)
        sheet.put(f"{letter}1", head, "Head left")
        column = sheet.ws.column_dimensions[letter]
        column.font, column.protection = font(12, DENIM), Protection(locked=False)
        if key == "Price":
            column.number_format = MONEY
        sheet.book_name(f"Auctions_{key}", f"{letter}2:{letter}{1 + places}")


def conf(wb: Workbook, ctx: Context) -> None:  # noqa: ARG001 -- every sheet is built alike
    """Add the sheet. The values are texts: a truth value would reach Python in the words of Excel's language."""
    sheet = Sheet(wb, _CONF)
    for row in _CONF_ROWS.items():
        sheet.ws.append(row)
    sheet.ws.sheet_state = "hidden"
    sheet.protect()


_LOG_FIRST: Final = 7
_LOG_ROWS: Final = 500
_CODES: Final = {
    "time": 20, "command": 9, "stage": 11, "seed": 22, "source": 9, "result": 32, "digest": 29, "version": 9,
}  # fmt: skip
"""The widths of the columns for programs; ``reason`` stands before them."""
_CODES_LEFT: Final = "F"
"""The first of them."""


def log(wb: Workbook, ctx: Context) -> None:
    """Add the sheet with the names ``Log_…``. The columns carry the style, so that empty rows weigh nothing."""
    _ = ctx._
    sheet = Sheet(wb, ctx.tab("log"))
    sheet.widths(2, 18, 62, 52, 3, *_CODES.values())
    nav: dict[str, tuple[str, str] | str] = {
        "B2": (ctx.tab("setup"), _("◄ Tournament")),
        "C2": link_if('Published="yes"', ctx.tab("finals"), ctx.tab("finals")),
    }
    sheet.frame("D", ctx.tab("log"), nav, freeze=f"A{_LOG_FIRST}", tab=INK)
    heads = {
        "time": _("Time"),
        "command": _("Command"),
        "stage": _("Stage"),
        "seed": _("Seed"),
        "source": _("Source"),
        "result": _("Result"),
        "digest": _("Digest"),
        "version": _("Version"),
    }
    sheet.line("B6", [_("When"), _("What"), _("Reason")], "Head left")
    sheet.line(f"{_CODES_LEFT}6", [heads[column] for column in _CODES], "Head left")
    sheet.put(f"{_CODES_LEFT}5", _("For programs: codes, seeds and digests"), "Note")
    sheet.height(6, 24)
    told = {"B": WHEN, "C": WHAT, "D": names.log("reason")}
    codes = {beside(_CODES_LEFT, i): names.log(column) for i, column in enumerate(_CODES)}
    for letter, name in (told | codes).items():
        look = sheet.ws.column_dimensions[letter]
        look.font, look.alignment = font(11), place("left", 1, wrap=letter in "CD")
        if letter in codes:
            look.font, look.alignment = font(9, NOTE), place("fill")  # cut off at the edge: shrunk, many would be a line
        sheet.book_name(name, f"{letter}{_LOG_FIRST}:{letter}{_LOG_FIRST + _LOG_ROWS - 1}")
    sheet.page(f"B6:D{_LOG_FIRST + _LOG_ROWS - 1}", landscape=True, tall=0, titles="6:6")


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
    "SheetDuel": duel.build,
    "SheetLog": log,
}
"""The sheets before the rounds, by the names under which macros know them."""
_AFTER: Final[Mapping[str, Builder]] = {
    "SheetAuctions": auctions,
    "SheetLedger": ledger.build,
    "SheetLists": lists.build,
    "SheetConf": conf,
}
_MADE: Final = datetime(2010, 4, 19)  # noqa: DTZ001 -- openpyxl takes it as UTC, and knows no zones
"""A fixed day in the file's properties: the same input gives the same bytes."""


@naming(button_name)
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
    in_unit(wb, rulebook.unit)
    for ws, code_name in zip(wb.worksheets, _code_names(ctx), strict=True):
        ws.sheet_properties.codeName = code_name
        ws.sheet_format.baseColWidth = None  # the same 8 without saying so; every byte counts as often as there are sheets
        ws.sheet_view.tabSelected = ws is wb.worksheets[0]
    wb.active = 0
    return wb


def code_names(wb: Workbook) -> list[str]:
    """The names by which macros know the sheets, in their order."""
    return [ws.sheet_properties.codeName or "" for ws in wb.worksheets]


def forget_code_names(wb: Workbook) -> None:
    """For a workbook without macros: nobody asks for them, and every byte counts as often as there are sheets."""
    for ws in wb.worksheets:
        ws.sheet_properties.codeName = None


def _before(ctx: Context) -> dict[str, Builder]:
    """Who has met whom is a question only where tables are redrawn; not every regulation has a duel."""
    unneeded = {"SheetMeetings": ctx.rulebook.fixed_tables, "SheetDuel": not duel.is_needed(ctx.rulebook)}
    return {name: builder for name, builder in _BEFORE.items() if not unneeded.get(name)}


def blank(rulebook: Rulebook) -> Workbook:
    """No sheets, our styles, and properties that do not depend on the day."""
    wb = Workbook()
    for ws in wb.worksheets:
        wb.remove(ws)
    wb.code_name = "ThisWorkbook"
    give_styles(wb)
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
