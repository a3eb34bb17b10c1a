"""The meetings sheet: everybody's seats, and a square of all players: how often two met, and how often they sat side by side.

The program writes the numbers. Columns carry the styles, conditional formats the colours: a cell exists only for a meeting.
"""

from collections.abc import Mapping
from typing import Final

from openpyxl.styles import Alignment, Font
from openpyxl.workbook.workbook import Workbook

from bangxl.sheets.context import Context
from bangxl.sheets.formulas import literal, shifted
from bangxl.sheets.styles import INK, LEFT, NO_LINES, RULE, SAND, WHITE, Sheet, aligned, edges, font
from bangxl.workbook.names import MET, SEATS_BY_ROUND, meetings

_FIRST: Final = 7
"""The row of the first player, whose column is D."""
_FEWEST: Final = 28
"""The minimal number of columns: the links need their width."""
_HEADED_COLUMNS: Final = 60
"""How many columns have headings; those further right are on no screen."""
_WHOLE, _ACROSS, _DOWN = 45, 60, 32
"""The most players on one printed page, across one, and down each of several: the names of 126 were two points tall on one."""

OCHRE, RUST = "DDA45C", "9C4A1A"
SHADES: Final[Mapping[str, tuple[str, str]]] = {"4": (INK, WHITE), "3": (RUST, WHITE), "2": (OCHRE, INK), "1": (SAND, INK)}
"""Background and ink for this many meetings or more. Each is darker than the one before, so that grey works too."""


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet, hidden until a round has seats, with a name ``Meetings_<n>`` for every player's column."""
    _, sheet, last = ctx._, Sheet(wb, ctx.tab("meetings"), hidden=True), _FIRST + ctx.capacity - 1
    letters = [shifted("D", number) for number in range(max(ctx.capacity, _FEWEST))]
    sheet.widths(2, 28, max(11, 2 * ctx.rounds + 2), *[2.3] * len(letters), 2, white_from=2)
    for letter in letters:
        column = sheet.ws.column_dimensions[letter]
        column.font, column.alignment, column.border = font(10), aligned("center"), edges("thin", RULE)
    sheet.height(range(_FIRST, last + 1), 16)  # points: a square
    nav = ctx.links(C2="control", **{f"{letters[8]}2": "players"})
    sheet.frame(letters[:_HEADED_COLUMNS][-1], ctx.tab("meetings"), nav, freeze=f"D{_FIRST}", tab=RULE)
    sheet.put("B5", _("Who has met whom"), "Print caption", alignment=LEFT)
    low = Alignment(horizontal="left", vertical="bottom", wrap_text=True, indent=1)
    wide, said = -(-ctx.capacity // _ACROSS), _("Upper right: meetings; lower left: side by side.").replace("; ", ";\n")
    if wide > 1:  # the day in row 4 is on the right-hand pages alone
        said = "=Event_Day&CHAR(10)&" + literal(said).replace("\n", '"&CHAR(10)&"')
    sheet.put(f"B{_FIRST - 1}", said, "Print note", alignment=low)
    # the players down the side and across the top, with the names of the other sheets
    upright = Alignment(horizontal="center", vertical="bottom", text_rotation=90, shrink_to_fit=True)
    sheet.height(_FIRST - 1, 132)
    sheet.put(f"C{_FIRST - 1}", _("Seats by round"), "Print note", alignment=Alignment(horizontal="center", wrap_text=True))
    for letter, row in zip(letters, range(_FIRST, last + 1), strict=False):
        sheet.put(f"A{row}", None, "Print note", number_format=";;;")
        sheet.put(f"B{row}", f'=IFERROR(INDEX(Players_Shown,MATCH(A{row}&"",Players_Id,0)),"")', "Wall", font=font())
        sheet.put(f"C{row}", None, "Print note", alignment=aligned("center"))
        sheet.put(f"{letter}{_FIRST - 1}", f"=INDEX($B${_FIRST}:$B${last},COLUMN()-3)", "Print note", alignment=upright)
    # colours by number; a grid as long as the names, and the diagonal, where players would meet themselves
    area, used = f"D{_FIRST}:{letters[ctx.capacity - 1]}{last}", f'AND($B{_FIRST}<>"",D${_FIRST - 1}<>"")'
    shades = {f"D{_FIRST}>={least}": shade for least, shade in SHADES.items()}
    shades |= {f"AND({used},ROW()-{_FIRST}=COLUMN()-4)": (RULE, INK)}
    for condition, (back, ink) in shades.items():
        sheet.highlight(area, condition, back=back, ink=Font(color=ink))
    outside = f'OR(ROW()<{_FIRST - 1},$B1="",C${_FIRST - 1}="")'
    sheet.highlight(f"C1:{letters[-1]}1048576", outside, border=NO_LINES)
    sheet.book_name(MET, f"A{_FIRST}:A{last}")
    sheet.book_name(SEATS_BY_ROUND, f"C{_FIRST}:C{last}")
    for number, letter in enumerate(letters[: ctx.capacity], 1):
        sheet.book_name(meetings(number), f"{letter}{_FIRST}:{letter}{last}")
    tall = 1 if ctx.capacity <= _WHOLE else -(-ctx.capacity // _DOWN)
    sheet.page(f"B4:{letters[ctx.capacity - 1]}{last}", landscape=True, wide=wide, tall=tall, titles=f"4:{_FIRST - 1}")
    sheet.ws.print_title_cols = "B:C"
    sheet.ws.page_setup.blackAndWhite = None  # Excel would leave the shades out
