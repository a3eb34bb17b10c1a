"""Build a workbook from a rulebook, with every sheet of the tournament. Unused sheets are hidden.

This module builds the simplest sheets: auctions, the log, xlwings' settings.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Final

from openpyxl.cell.cell import Cell
from openpyxl.comments import Comment
from openpyxl.styles import Protection
from openpyxl.utils import get_column_letter, quote_sheetname
from openpyxl.workbook.workbook import Workbook
from openpyxl.xml.constants import WORKBOOK_MACRO

from bangxl.books.port import Formula, Ref
from bangxl.books.references import range_ref
from bangxl.books.writer import embed_macros, new_workbook, packed, write_value
from bangxl.locale.catalog import Catalog, naming
from bangxl.sheets import control, duel, events, finals, ledger, lists, meetings, players, rules, setup, standings, wall
from bangxl.sheets.context import Context
from bangxl.sheets.formulas import formula_in_row, shifted
from bangxl.sheets.record import sheet as record, stage
from bangxl.sheets.styles import DENIM, INK, MONEY, NOTE, Sheet, aligned, font, give_styles, in_unit
from bangxl.tournament.rulebook import Rulebook
from bangxl.vba.ribbon import button_name, macro_parts
from bangxl.workbook import names
from bangxl.workbook.logbook import WHAT, WHEN

_LOG_FIRST, _LOG_LAST = 7, 506
_CODES_LEFT: Final = "F"
"""The first of the log's columns for programs."""
_MADE: Final = datetime(2010, 4, 19)  # noqa: DTZ001 -- openpyxl takes it as UTC, and knows no zones
"""A fixed date for the file's properties: the same input gives the same bytes."""


def _auctions(wb: Workbook, ctx: Context) -> None:
    """Add the hidden sheet with the names ``Auctions_…``: headings, and columns that carry the style of inputs.

    Opener and winner are players' ids.
    """
    _, sheet = ctx._, Sheet(wb, ctx.tab("auctions"), hidden=True)
    sheet.ws.freeze_panes = "A2"
    sheet.protect()
    sheet.widths(9, 9, 12, 22, 12, 12)
    last = 1 + ctx.rounds * ctx.tables * ctx.largest
    heads = (_("Round"), _("Table"), _("Opener"), _("Character"), _("Winner"), _("Price"))
    for number, (key, head) in enumerate(zip(names.AUCTIONS, heads, strict=True)):
        letter = shifted("A", number)
        sheet.put(f"{letter}1", head, "Head left")
        column = sheet.ws.column_dimensions[letter]
        column.font, column.protection = font(12, DENIM), Protection(locked=False)
        if key == "Price":
            column.number_format = MONEY
        sheet.book_name(f"Auctions_{key}", f"{letter}2:{letter}{last}")


def _xlwings_conf(wb: Workbook) -> None:
    """Add xlwings' sheet: xlwings must not run a bangxl.py beside the workbook.

    The value is text: Python would receive a boolean in the words of Excel's language.
    """
    sheet = Sheet(wb, "xlwings.conf", hidden=True)
    sheet.ws.append(("ADD_WORKBOOK_TO_PYTHONPATH", "False"))
    sheet.protect()


def addin(catalog: Catalog) -> bytes:
    """The file bangxl.xlam: the macros and the tab for every workbook of ours without macros, in the catalog's language."""
    wb = Workbook()
    wb.code_name = "ThisWorkbook"
    give_styles(wb)
    wb.properties.creator = wb.properties.title = "bangxl"
    wb.properties.created = _MADE
    front = wb.worksheets[0]  # one sheet at least is visible in the file, though Excel shows none of an add-in
    front.title, front.sheet_view.tabSelected = "BANG!", True
    _xlwings_conf(wb)
    embed_macros(wb, macro_parts(catalog, addin=True))
    return packed(wb, _MADE, WORKBOOK_MACRO % "addin")


def _log(wb: Workbook, ctx: Context) -> None:
    """Add the log with the names ``Log_…``: time, event and reason for people; to the right, in grey, the data for programs.

    No column is folded: on a protected sheet Excel opens no group, and LibreOffice shows no hidden column. The columns carry
    the style, so that empty rows take no space.
    """
    _, sheet = ctx._, Sheet(wb, ctx.tab("log"))
    codes = {
        "time": (20, _("Time")),
        "command": (9, _("Command")),
        "stage": (11, _("Game") if ctx.rulebook.fixed_tables else _("Round")),
        "seed": (22, _("Seed")),
        "source": (9, _("Source")),
        "result": (32, _("Result")),
        "digest": (29, _("Fingerprint")),
        "version": (9, _("Version")),
    }
    sheet.widths(2, 18, 62, 52, 3, *(width for width, _head in codes.values()))
    sheet.frame("D", ctx.tab("log"), ctx.links(C2="finals"), freeze=f"A{_LOG_FIRST}", tab=INK)
    sheet.line("B6", [_("When"), _("What"), _("Reason")], "Head left")
    sheet.line(f"{_CODES_LEFT}6", [head for _width, head in codes.values()], "Head left")
    sheet.put(f"{_CODES_LEFT}5", _("For programs: codes, seeds and checksums"), "Note")
    sheet.height(6, 24)
    columns = {"B": WHEN, "C": WHAT, "D": names.log("reason")}
    columns |= {shifted(_CODES_LEFT, i): names.log(column) for i, column in enumerate(codes)}
    for letter, name in columns.items():
        look = sheet.ws.column_dimensions[letter]
        look.font, look.alignment = font(11), aligned("left", 1, wrap=letter in "CD")
        if letter >= _CODES_LEFT:
            look.font, look.alignment = font(9, NOTE), aligned("fill")  # cut off at the edge: shrunk, many would be illegible
        sheet.book_name(name, f"{letter}{_LOG_FIRST}:{letter}{_LOG_LAST}")
    sheet.page(f"B6:D{_LOG_LAST}", landscape=True, tall=0, titles="6:6")


@naming(button_name)
def build(rulebook: Rulebook, catalog: Catalog, capacity: int, rounds: int = 0, extras: frozenset[str] = frozenset()) -> Workbook:
    """Build an empty workbook for up to ``capacity`` players and at least this many rounds, in the catalog's language.

    ``extras``: see `Tournament.extras`. Raises ValueError if the regulation has no tables for this many.
    """
    if not rulebook.minimum_players <= capacity <= rulebook.maximum_players:
        raise ValueError(f"{capacity} places: {rulebook.id} has {rulebook.minimum_players} to {rulebook.maximum_players}")
    extent = names.extent(rulebook, capacity)
    ctx = Context(rulebook, catalog, capacity, max(extent.rounds, rounds), extent.tables, extent.stages, extras)
    wb = blank_workbook(rulebook)
    for build_sheet in _sheets(ctx):
        build_sheet(wb)
        ws = wb.worksheets[-1]
        ws.sheet_format.baseColWidth = None  # the default is 8 anyway; every byte counts once for each sheet
        ws.sheet_view.tabSelected = ws is wb.worksheets[0]
    in_unit(wb, rulebook.unit)
    wb.active = 0
    refs = named_cells(wb)
    for ws in wb.worksheets:
        for (row, _column), cell in ws._cells.items():  # noqa: SLF001 -- iter_rows makes blank ones
            if isinstance(cell, Cell) and cell.data_type == "f" and "@" in str(cell.value):
                cell.value = formula_in_row(str(cell.value), row, ws.title, refs)
    places = (refs[name] for name in ("Calculated_First", names.DIGEST))
    first, digest = (wb[one.sheet].cell(one.first, one.column) for one in places)
    first.value = setup.calculate_first(refs)
    formulas = {title: {at for at, one in own.items() if isinstance(one, Formula)} for title, own in cells_by_sheet(wb).items()}
    digest.value = names.digests(refs, formulas)
    return wb


def named_cells(wb: Workbook) -> dict[str, Ref]:
    """The names that are plain ranges of one column, as books key them, with their cells."""
    own = {f"{ws.title}!{name}": defined for ws in wb.worksheets for name, defined in ws.defined_names.items()}
    refs = ((name, range_ref(defined.attr_text)) for name, defined in (*wb.defined_names.items(), *own.items()))
    return {name: place for name, place in refs if place is not None and "_xlnm." not in name}


def cells_by_sheet(wb: Workbook) -> dict[str, dict[tuple[int, int], object]]:
    """What stands on each sheet, by row and column; a formula as Formula."""
    made = {ws.title: ws._cells for ws in wb.worksheets}  # noqa: SLF001 -- iter_rows makes blank ones
    return {
        title: {
            place: Formula(cell.value) if cell.data_type == "f" else cell.value
            for place, cell in cells.items()
            if cell.value is not None
        }
        for title, cells in made.items()
    }


def offer_names(wb: Workbook, catalog: Catalog, known: Mapping[str, str]) -> None:
    """Offer names while somebody types on the players' sheet, and beside a name its region; ``known``: regions by name.

    They stand on a hidden sheet without names of its own: nothing there counts for the tournament, and no report has it.
    """
    _ = catalog
    tab, regions = _("Known names"), sorted({*filter(None, known.values())})
    sheet = Sheet(wb, tab, hidden=True)
    sheet.protect()
    sheet.widths(31, 16, 16)
    lists = [*known], [*known.values()], regions or [""]
    for letter, texts in zip("ABC", lists, strict=True):
        for row, text in enumerate(texts, 1):
            write_value(sheet[f"{letter}{row}"], text or None)
    names, homes, others = (f"{quote_sheetname(tab)}!${at}$1:${at}${len(own)}" for at, own in zip("ABC", lists, strict=True))
    refs = named_cells(wb)
    cells = {key: refs[f"Players_{key}"] for key in ("Name", "Region")}
    typed = f"${get_column_letter(cells['Name'].column)}{cells['Name'].first}"
    own = f"INDEX({homes},MATCH({typed},{names},0))"
    sources = {"Name": names, "Region": f'IF(COUNTIFS({names},{typed},{homes},"?*")=1,{own},{others})'}
    players = Sheet(wb, cells["Name"].sheet)
    for key, source in sources.items():
        letter = get_column_letter(cells[key].column)
        players.choose(f"{letter}{cells[key].first}:{letter}{cells[key].last}", source)


def _sheets(ctx: Context) -> Iterator[Callable[[Workbook], None]]:
    """All sheets in order. Meetings matter only if tables change between rounds; not every regulation has a duel."""
    meets, duels = not ctx.rulebook.fixed_tables, duel.is_needed(ctx.rulebook)
    first = setup.build, players.build, events.build, control.build, *([meetings.build] if meets else [])
    then = standings.build, finals.build, rules.build, *([duel.build] if duels else []), _log
    for builder in (*first, *then):
        yield partial(builder, ctx=ctx)
    for number in range(1, ctx.rounds + 1):
        if number <= ctx.wall_count:
            yield partial(wall.build, number=number, ctx=ctx)
        for table in range(1, ctx.tables + 1):
            yield partial(record.build, round_number=number, table=table, ctx=ctx)
    for number, tables in enumerate(ctx.stages, 1):
        for table in range(1, tables + 1):
            yield partial(stage.build, stage=number, table_number=table, ctx=ctx)
    for builder in (_auctions, ledger.build, lists.build):
        yield partial(builder, ctx=ctx)
    yield _xlwings_conf


def add_comments(wb: Workbook, comments: Mapping[str, Mapping[tuple[int, int], tuple[str, str]]]) -> None:
    """Give cells comments, by sheet, row and column: who has noted it, and what."""
    for sheet, own in comments.items():
        for (row, column), (author, text) in own.items():
            wb[sheet].cell(row, column).comment = Comment(text, author)


def blank_workbook(rulebook: Rulebook) -> Workbook:
    """Create a workbook without sheets, with our styles and with properties that do not depend on the date."""
    wb = new_workbook(f"BANG! · {rulebook.title}", _MADE)
    wb.code_name = "ThisWorkbook"
    give_styles(wb)
    wb.properties.modified = _MADE
    return wb
