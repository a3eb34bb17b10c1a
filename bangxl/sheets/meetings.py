"""Who has met whom: a square of all players, in the order of the players' list, with the rounds in which two sat at one table.

The numbers are the program's. The columns carry the looks, the conditional formats the colours: a cell exists where two have met.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from openpyxl.styles import Alignment, Border, Font
from openpyxl.workbook.workbook import Workbook

from bangxl.sheets.cells import beside
from bangxl.sheets.context import Context
from bangxl.sheets.styles import INK, PAPER, RULE, SAND, WHITE, Sheet, edges, fill, font, place
from bangxl.workbook.names import meetings

FIRST: Final = 7
"""The row of the first player; his column is C."""
_LEFT: Final = "C"
_BEFORE: Final = 2
"""So many columns stand left of it."""
_FEWEST: Final = 28
"""So many columns there are at least: links, caption and legend need their width."""
_BAND: Final = 60
"""So many are headed: what is further right stands on no screen."""
_CELL: Final = (2.3, 16)
"""Width in characters and height in points: a square."""
_LEGEND: Final = 12
"""The column of the legend, counted from the first player's."""

OCHRE, RUST = "DDA45C", "9C4A1A"
SHADES: Final[Mapping[str, tuple[str, str]]] = {"3": (RUST, WHITE), "2": (OCHRE, INK), "1": (SAND, INK)}
"""Background and ink of so many meetings or more. Each is darker than the one before, for those who see or print grey."""


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet, hidden until a round is seated, with a name ``Meetings_<n>`` for every player's column."""
    sheet = Sheet(wb, ctx.tab("meetings"))
    columns = max(ctx.capacity, _FEWEST)
    sheet.ws.sheet_state = "hidden"
    width, height = _CELL
    sheet.widths(2, 28, *[width] * columns, 2)
    for number in range(columns):
        column = sheet.ws.column_dimensions[_letter(number)]
        column.font, column.alignment = font(10), place("center")
    last = FIRST + ctx.capacity - 1
    for row in range(FIRST, last + 1):
        sheet.height(row, height)
    _head(sheet, ctx, min(columns, _BAND))
    # the players down the side and across the top, as the other sheets show them
    upright = Alignment(horizontal="center", vertical="bottom", text_rotation=90, shrink_to_fit=True)
    sheet.height(FIRST - 1, 132)
    for row in range(FIRST, last + 1):
        sheet.put(f"B{row}", f"=INDEX(Players_Shown,ROW()-{FIRST - 1})", "Name")
        above = f"{_letter(row - FIRST)}{FIRST - 1}"
        sheet.put(above, f"=INDEX(Players_Shown,COLUMN()-{_BEFORE})", "Paper", font=font(10), alignment=upright)
    # by the number; a grid as far as there are names, and the diagonal, where everybody meets himself
    area = f"{_letter(0)}{FIRST}:{_letter(ctx.capacity - 1)}{last}"
    first, grid = area.partition(":")[0], edges("thin", RULE)
    for least, (back, ink) in SHADES.items():
        _rule(sheet, area, f"{first}>={least}", back, ink, grid)
    used = f'AND($B{FIRST}<>"",{_letter(0)}${FIRST - 1}<>"")'
    _rule(sheet, area, f"AND({used},ROW()-{FIRST}=COLUMN()-{_BEFORE + 1})", RULE, INK, grid)
    _rule(sheet, area, used, PAPER, INK, grid)
    for number in range(ctx.capacity):
        sheet.book_name(meetings(number + 1), f"{_letter(number)}{FIRST}:{_letter(number)}{last}")
    sheet.page(f"B5:{_letter(columns - 1)}{last}", landscape=True)


def _letter(number: int) -> str:
    """The column of a player, counted from 0."""
    return beside(_LEFT, number)


def _head(sheet: Sheet, ctx: Context, columns: int) -> None:
    """The band, the links, and what the colours mean."""
    _ = ctx._
    nav = {
        "B2": (ctx.tab("setup"), _("◄ Tournament")),
        _letter(0) + "2": (ctx.tab("control"), ctx.tab("control")),
        _letter(8) + "2": (ctx.tab("players"), ctx.tab("players")),
    }
    sheet.frame(_letter(columns - 1), ctx.tab("meetings"), nav, freeze=f"{_letter(0)}{FIRST}", tab=RULE)
    sheet.caption("B5", _("Who has met whom"))
    for number, shown in enumerate(("1", "2", "3+"), _LEGEND):
        back, ink = SHADES[shown[0]]
        sheet.put(f"{_letter(number)}5", shown, "Centre", font=font(10, ink), fill=fill(back))
    sheet.put(f"{_letter(_LEGEND + 3)}5", _("rounds at one table"), "Note")


def _rule(sheet: Sheet, area: str, condition: str, back: str, ink: str, grid: Border) -> None:
    sheet.highlight(area, condition, back=back, ink=Font(color=ink), border=grid)
