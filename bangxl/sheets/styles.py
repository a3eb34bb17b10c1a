"""The look of all sheets: colours, fonts, named cell styles, and shared building blocks.

Denim marks what people can use: inputs, links, the next step. Only inputs are unlocked.
A text that begins with ``=`` becomes a formula here: builders pass formulas and their own words, never a user's text.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cache
from typing import Any, Final, NamedTuple

from openpyxl.cell.cell import Cell
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.styles.named_styles import NamedStyle
from openpyxl.utils import absolute_coordinate, column_index_from_string, get_column_letter, quote_sheetname
from openpyxl.utils.indexed_list import IndexedList
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.dimensions import ColumnDimension
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.formulas import NEXT, Columns, link, literal, relative
from bangxl.tournament.rulebook import DOLLAR

INK, PAPER, SAND, RULE, NOTE, DENIM, SKY = "2B2320", "FAF6EC", "EADFC8", "CDBF9F", "6B6157", "1F4E79", "E1EAF2"
GOOD, GOOD_INK, MISSING, MISSING_INK, WRONG, WHITE = "DCE8D6", "2A5434", "FFD966", "4A3600", "A3231A", "FFFFFF"
DOLLARS: Final = ' "$"'
MONEY: Final = f"#,##0{DOLLARS};-#,##0{DOLLARS}"
DASH: Final = f'{MONEY};"–"'
"""Money with a dash for 0."""
POINTS: Final = "#,##0"
DATE: Final = "dd/mm/yyyy"
DATES: Final = {"it": DATE, "en": DATE, "de": "dd.mm.yyyy", "ru": "dd.mm.yyyy"}
"""A date as each language writes it."""
SEAT: Final = '[=1]"★ "0;0'
LAST_PAPER: Final = 256
"""The last column with the paper colour, beyond any screen: with more (up to XFD) LibreOffice takes twice as long to save."""

SheetValue = str | int | float | None


@cache
def fill(colour: str) -> PatternFill:
    """A plain background; foreground and background are equal, so that it works in cells and in conditional formats."""
    return PatternFill("solid", start_color=colour, end_color=colour)


@cache
def font(
    size: float = 11, colour: str = INK, *, bold: bool = False, italic: bool = False, serif: bool = False, underline: bool = False
) -> Font:
    """Calibri, or Cambria for titles, captions and champions."""
    face = "Cambria" if serif else "Calibri"
    return Font(name=face, size=size, bold=bold, italic=italic, color=colour, underline="single" if underline else None)


@cache
def aligned(horizontal: str | None = None, indent: int = 0, *, wrap: bool = False, shrink: bool = False) -> Alignment:
    """The alignment of a text in its cell; always centred vertically."""
    return Alignment(horizontal=horizontal, vertical="center", indent=indent, wrap_text=wrap, shrink_to_fit=shrink)


@cache
def edges(around: str | None = None, colour: str = INK, **sides: str) -> Border:
    """``edges("medium")`` on all sides, or ``edges(bottom="thin")``."""
    lines = sides or dict.fromkeys(("left", "right", "top", "bottom"), around)
    return Border(**{side: Side(line, color=colour) for side, line in lines.items()})  # type: ignore[arg-type]


NO_LINES: Final = Border(left=Side(), right=Side(), top=Side(), bottom=Side())
"""No lines: for conditional formats that hide the lines of a spare row."""


class Look(NamedTuple):
    """The properties of a named cell style."""

    font: Font
    alignment: Alignment
    fill: str
    border: Border | None = None
    number: str = "General"


LEFT, RIGHT, CENTRE = aligned("left", 1), aligned("right", 1), aligned("center")
NAME: Final = aligned("left", 1, shrink=True)
_HAIR, _BOX, _UNDER = edges(bottom="thin", colour=RULE), edges("thin", NOTE), edges(bottom="medium")
_HEAD, _PRINT_HEAD = font(11, bold=True), font(11, bold=True)

STYLES: Final[Mapping[str, Look]] = {
    "Paper": Look(font(), LEFT, PAPER),
    "Title": Look(font(18, PAPER, bold=True, serif=True), LEFT, INK),
    "Title right": Look(font(11, SAND), aligned("right", 1, shrink=True), INK),
    "Nav": Look(font(11, DENIM, underline=True), LEFT, SAND),
    "Step": Look(font(14, DENIM, bold=True), NAME, SKY),
    "Caption": Look(font(14, bold=True, serif=True), LEFT, PAPER),
    "Note": Look(font(10, NOTE), LEFT, PAPER),
    "Head": Look(_HEAD, aligned("center", wrap=True), SAND, _UNDER),
    "Head left": Look(_HEAD, aligned("left", 1, wrap=True), SAND, _UNDER),
    "Head right": Look(_HEAD, aligned("right", 1, wrap=True), SAND, _UNDER),
    "Text": Look(font(), LEFT, PAPER, _HAIR),
    "Name": Look(font(), NAME, PAPER, _HAIR),
    "Strong": Look(font(12, bold=True), NAME, PAPER, _HAIR),
    "Id": Look(font(9, NOTE), CENTRE, PAPER, _HAIR),
    "Centre": Look(font(), CENTRE, PAPER, _HAIR),
    "Money": Look(font(), RIGHT, PAPER, _HAIR, MONEY),
    "Points": Look(font(), RIGHT, PAPER, _HAIR, POINTS),
    "Sum": Look(font(11, bold=True), RIGHT, PAPER, edges(top="medium", bottom="thin"), MONEY),
    "State": Look(font(11, bold=True), aligned("center", shrink=True), PAPER, edges("thin", RULE)),
    "Input": Look(font(12, DENIM), NAME, WHITE, _BOX),
    "Input centre": Look(font(12, DENIM), CENTRE, WHITE, _BOX),
    "Input money": Look(font(12, DENIM), RIGHT, WHITE, _BOX, MONEY),
    "Input date": Look(font(12, DENIM), LEFT, WHITE, _BOX, DATE),
    "Print title": Look(font(26, bold=True, serif=True), aligned("left"), WHITE),
    "Print caption": Look(font(14, bold=True, serif=True), aligned("left"), WHITE),
    "Print head": Look(_PRINT_HEAD, aligned("center", wrap=True), WHITE, _UNDER),
    "Print head left": Look(_PRINT_HEAD, aligned("left", wrap=True), WHITE, _UNDER),
    "Print head right": Look(_PRINT_HEAD, aligned("right", wrap=True), WHITE, _UNDER),
    "Print line": Look(font(12), aligned("left"), WHITE),
    "Print strong": Look(font(13, bold=True), aligned("left"), WHITE, _HAIR),
    "Print note": Look(font(10), aligned("left"), WHITE),
    "Print rule": Look(font(12), aligned("left"), WHITE, edges(bottom="double")),
    "Wall": Look(font(16), NAME, WHITE, _HAIR),
    "Wall number": Look(font(16), aligned("right"), WHITE, _HAIR),
    "Wall table": Look(font(16, bold=True), CENTRE, WHITE, _HAIR),
}
"""The named cell styles without their prefix ``bang``. They are for people: never read one back as data."""

_HEAD_OF: Final[Mapping[str, str]] = {
    "Text": "Head left",
    "Name": "Head left",
    "Strong": "Head left",
    "Input": "Head left",
    "Input date": "Head left",
    "Money": "Head right",
    "Points": "Head right",
    "Input money": "Head right",
    "Paper": "Paper",
}

CELL_MARGIN: Final = 0.75
"""The difference between a column's width and its characters: Excel's five pixels, as a number that is short in the file."""
SCREEN: Final = 162
"""The width in characters, margins included, that LibreOffice shows beside its sidebar on a 1366-pixel screen at 100 %."""
_NAME: Final = 25
"""The longest tournament name in characters that fits beside a sheet's title; longer ones shrink."""
_TEXT: Final = 3
"""The first column that the title leaves free for the name, C."""
_SIGNS: Final = {"·": (PAPER, NOTE), "►": (SKY, DENIM), "!": (MISSING, MISSING_INK), "✓": (GOOD, GOOD_INK), "×": (WRONG, WHITE)}
"""Background and ink by the first sign of a state."""

Links = Mapping[str, tuple[str, str] | str]
"""Links by cell: (sheet, text), or a ready formula."""


def in_unit(wb: Workbook, unit: str) -> None:
    """Write amounts as plain numbers, unless the unit of the regulation is the dollar."""
    for ws in wb.worksheets if unit != DOLLAR else ():
        for cells in ws.iter_rows():
            for cell in cells:
                if DOLLARS in cell.number_format:
                    cell.number_format = cell.number_format.replace(DOLLARS, "")


def width_of(sizes: Iterable[float]) -> float:
    """What columns of these widths take of a screen, in characters."""
    return sum(size + CELL_MARGIN for size in sizes)


class Sheet:
    """A worksheet under construction, with the operations that all sheets share."""

    def __init__(self, wb: Workbook, title: str, *, hidden: bool = False) -> None:
        """``title`` is of a new sheet, or of one that is there."""
        self.wb = wb
        self.ws: Worksheet = wb[title] if title in wb.sheetnames else wb.create_sheet(title)
        self._looks = {style.name: style.as_tuple() for style in wb._named_styles}  # type: ignore[attr-defined] # noqa: SLF001
        """The named styles as cells keep them: openpyxl would go through all of them for every cell."""
        if hidden:
            self.ws.sheet_state = "hidden"

    def __getitem__(self, ref: str) -> Any:  # noqa: ANN401 -- a cell or rows of cells, as in openpyxl
        return self.ws[ref]

    def __setitem__(self, ref: str, value: SheetValue) -> None:
        self.ws[ref] = value

    def put(self, ref: str, value: SheetValue = None, style: str = "Text", *, merge: bool = False, **change: object) -> None:
        """Style a cell, or every cell of a range, and write the value into the first cell; ``merge`` makes them one.

        ``change`` sets other attributes of the cells: ``font``, ``fill``, ``border``, ``alignment`` and others.
        """
        cells = [cell for row in self.ws[ref] for cell in row] if ":" in ref else [self.ws[ref]]
        for cell in cells:
            cell._style = copy(self._looks[f"bang {style}"])  # noqa: SLF001
            for attribute, new in change.items():
                setattr(cell, attribute, new)
        if value is not None:
            cells[0].value = value
        if merge:
            self.ws.merge_cells(ref)

    def line(self, ref: str, values: Iterable[SheetValue], styles: str | Sequence[str], **change: Any) -> None:  # noqa: ANN401
        """Put cells to the right of ``ref``; one style name for all, or one for each."""
        first = self.ws[ref]
        for i, value in enumerate(values):
            style = styles if isinstance(styles, str) else styles[i]
            self.put(f"{get_column_letter(first.column + i)}{first.row}", value, style, **change)

    def height(self, rows: int | Iterable[int], points: float) -> None:
        """Set the height of a row, or of several."""
        for row in [rows] if isinstance(rows, int) else rows:
            self.ws.row_dimensions[row].height = points

    def caption(self, ref: str, text: str) -> None:
        """Put a heading in the serif face and set the height of its row."""
        self.put(ref, text, "Caption")
        self.height(self.ws[ref].row, 26)

    def table(
        self,
        ref: str,
        heads: Sequence[SheetValue] | None,
        rows: Iterable[Sequence[SheetValue]],
        styles: Sequence[str],
        *,
        height: float = 21,
        head_height: float = 24,
    ) -> None:
        """Put headings and rows, each heading aligned like its column. ``ref`` is the first row, headings included.

        Headings of inputs are formulas: LibreOffice completes what somebody types by texts of the same column, «w» to «What».
        """
        first: Cell = self.ws[ref]
        top = first.row
        if heads is not None:
            pairs = zip(heads, styles, strict=False)  # styles may name more columns
            heads = [f"={literal(str(head))}" if style.startswith("Input") and head else head for head, style in pairs]
            self.line(ref, heads, [_HEAD_OF.get(style, "Head") for style in styles])
            self.height(top, head_height)
            top += 1
        for row, values in enumerate(rows, top):
            for i, value in enumerate(values):
                if value is not None or styles[i] != "Paper":  # empty cells are not written: the column carries the colour
                    self.put(f"{get_column_letter(first.column + i)}{row}", value, styles[i])
            self.height(row, height)

    def widths(self, *sizes: float, white_from: int | None = None, hidden: int = 0) -> None:
        """Set column widths from A on, in characters; columns beyond the edge of the screen also get the paper colour.

        Columns from ``white_from`` (A is 1) on stay white. The ``hidden`` helpers follow them.
        """
        for i, width in enumerate(sizes, 1):
            self._columns(i, i, width).fill = fill(WHITE if white_from and white_from <= i else PAPER)
        if hidden:
            self._columns(len(sizes) + 1, len(sizes) + hidden, 9).hidden = True
        self._columns(len(sizes) + hidden + 1, LAST_PAPER, 9).fill = fill(PAPER)

    def _columns(self, first: int, last: int, width: float) -> ColumnDimension:
        letter = get_column_letter(first)
        column = ColumnDimension(self.ws, index=letter, min=first, max=last, width=round(width + CELL_MARGIN, 2))
        self.ws.column_dimensions[letter] = column
        return column

    def hide(self, first: str, last: str) -> None:
        """Hide the helper columns ``first`` to ``last``."""
        for index in range(column_index_from_string(first), column_index_from_string(last) + 1):
            self.ws.column_dimensions[get_column_letter(index)].hidden = True

    def frame(
        self,
        last: str,
        title: str,
        nav: Links,
        *,
        freeze: str,
        tab: str | None = DENIM,
        big: bool = False,
        step: str = f"={NEXT}",
    ) -> None:
        """Rows 1 to 4 of every sheet, from column B to ``last``: title band, links, status line, a gap. Never printed.

        ``step`` is the status line's formula; the line is red if it begins with ×.
        """
        ws = self.ws
        for number, height in enumerate((30, 20, 40 if big else 28, 6), 1):
            self.height(number, height)
        # the tournament's name takes as many of the last columns as it needs
        own = {column: one.width for one in ws.column_dimensions.values() for column in range(one.min or 0, (one.max or 0) + 1)}
        name = end = column_index_from_string(last)
        while name > _TEXT and sum(own[one] for one in range(name, end + 1)) < _NAME:
            name -= 1
        self.put("B1", title, "Title")
        ws.merge_cells(f"B1:{get_column_letter(name - 1)}1")
        self.put(f"{get_column_letter(name)}1", '=Event_Name&""', "Title right")
        if name != end:
            ws.merge_cells(f"{get_column_letter(name)}1:{last}1")
        self.put(f"B2:{last}2", None, "Nav")
        for ref, target in nav.items():
            ws[ref] = target if isinstance(target, str) else link(*target)
            if ws[ref].offset(column=1).coordinate in nav:
                ws[ref].alignment = NAME  # a name as long as the column could be cut off
        self.put("B3", step, "Step")
        ws.merge_cells(f"B3:{last}3")
        if big:
            ws["B3"].font, ws["B3"].alignment = font(20, DENIM, bold=True, serif=True), NAME
        self.highlight(f"B3:{last}3", 'LEFT($B$3,1)="×"', back=WRONG, ink=Font(color=WHITE))
        ws.freeze_panes, ws.sheet_properties.tabColor = freeze, tab
        ws.sheet_properties.outlinePr = None
        ws.sheet_view.showGridLines = False
        self.protect()

    def protect(self) -> None:
        """Lock the sheet without a password; columns and rows may still be widened."""
        self.ws.protection.sheet = True
        self.ws.protection.formatColumns = self.ws.protection.formatRows = False

    def page(
        self, area: str, *, landscape: bool = False, tall: int = 1, titles: str | None = None, footer: bool = True, wide: int = 1
    ) -> None:
        """Print ``area`` on A4, ``wide`` pages wide, ``tall`` pages high (0: any number); ``titles``: repeated rows, ``5:6``."""
        ws = self.ws
        if area.startswith("B4:"):  # the tournament's name and day stand above the rest
            paper, last = copy(ws["B5"].fill), area.partition(":")[2].partition(",")[0].rstrip("0123456789")
            self.height(4, 22)
            self.put("B4", '=Event_Name&""', "Print strong", border=edges(), alignment=LEFT, fill=paper)
            self.put(f"{last}4", "=Event_Day", "Print line", alignment=aligned("right"), fill=paper)
        ws.print_area = area
        if titles:
            ws.print_title_rows = titles
        ws.page_setup.paperSize = 9
        ws.page_setup.orientation = "landscape" if landscape else "portrait"
        ws.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
        ws.page_setup.fitToWidth = None if wide == 1 else wide
        ws.page_setup.fitToHeight = None if tall == 1 else tall  # 1 page in width and height is the schema's default
        ws.page_setup.blackAndWhite = footer or None  # Excel leaves the paper colour out; pages for the wall are white anyway
        margins = ws.page_margins
        margins.left = margins.right = margins.top = 0.4
        margins.bottom, margins.header, margins.footer = 0.6 if footer else 0.4, 0.3, 0.3
        ws.print_options.horizontalCentered = True
        foot = ws.oddFooter
        if footer and foot is not None:
            for part, text in ((foot.left, "BANG! · &A"), (foot.center, "&P / &N"), (foot.right, "&D  &T")):
                if part is not None:
                    part.text = text

    def colour_by_sign(self, ref: str = "", *, quiet: str = "") -> None:
        """Colour cells by their first sign: the sign carries the meaning, the colour repeats it.

        ``quiet`` cells show only ! and ×. With ``ref``, the cells to colour are below it and to its right.
        """
        first = relative(ref or quiet).partition(" ")[0].partition(":")[0]
        for sign, (back, ink) in _SIGNS.items():
            if where := f"{ref} {quiet}".strip() if sign in "!×" else ref:
                self.highlight(where, f'LEFT({first},1)="{sign}"', back=back, ink=Font(color=ink, bold=True))

    def flag(self, ref: str, condition: str) -> None:
        """Turn input cells yellow while ``condition`` (a formula for the range's first cell, without ``=``) holds."""
        self.highlight(ref, condition, back=MISSING)

    def fade_locked(self, ref: str) -> None:
        """Show inputs like computed cells once the program locks them: only cells for typing are denim."""
        first = relative(ref).partition(":")[0]
        self.highlight(ref, f'CELL("protect",{first})=1', back=PAPER, ink=Font(color=INK))

    def cursor(self, ref: str) -> None:
        """Put the cursor on this cell when the sheet first opens: typing begins here."""
        selection = self.ws.sheet_view.selection[-1]
        selection.activeCell = selection.sqref = ref

    def choose(self, ref: str, source: str) -> DataValidation:
        """Add a drop-down: ``source`` is a defined name or ``"a,b"`` in quotes.

        No pop-up for other entries: the sheets also accept beginnings of words, and show themselves what they do not understand.
        """
        validation = DataValidation("list", formula1=source)
        validation.allowBlank = validation.showDropDown = validation.showErrorMessage = validation.showInputMessage = None
        self.ws.add_data_validation(validation)
        validation.add(ref)
        return validation

    def highlight(
        self, ref: str, condition: str, *, back: str | None = None, ink: Font | None = None, border: Border | None = None
    ) -> None:
        """Add a conditional format; ``condition`` is a formula for the range's first cell, without ``=``.

        A border is thin and has no colour: LibreOffice saves it without one, so a coloured line comes back black.
        """
        look = DifferentialStyle(font=ink, fill=fill(back) if back else None, border=border)
        self.ws.conditional_formatting.add(ref, Rule(type="expression", formula=[condition], dxf=look))

    def name(self, name: str, ref: str) -> None:
        """Define a sheet-level name for a cell or a one-column range of the sheet."""
        self.ws.defined_names[name] = self._defined(name, ref)

    def book_name(self, name: str, ref: str) -> None:
        """Define a workbook-level name for a cell or a one-column range of the sheet."""
        self.wb.defined_names[name] = self._defined(name, ref)

    def book_names(self, prefix: str, block: Columns) -> None:
        """Define a workbook-level name for each column of a block, except gaps: ``Players_Name``."""
        for key in block.keys:
            if key[0].isupper():
                self.book_name(f"{prefix}_{key}", block.all(key))

    def _defined(self, name: str, ref: str) -> DefinedName:
        return DefinedName(name, attr_text=f"{quote_sheetname(self.ws.title)}!{absolute_coordinate(ref)}")


class _LookList(IndexedList[object]):
    """Look up a look by identity: nobody changes a look after a cell has it."""

    def __init__(self, looks: IndexedList[object]) -> None:
        super().__init__(looks)
        self._known: dict[int, tuple[object, int]] = {}

    def add(self, value: object) -> int:
        """The number of a look. The list keeps the object, so that no other object gets its identity."""
        known = self._known.get(id(value))
        if known is None:
            known = self._known[id(value)] = value, super().add(value)
        return known[1]


def give_styles(wb: Workbook) -> None:
    """Add all named styles to a new workbook, before it uses any look. Only styles of inputs are unlocked."""
    for name in ("_fonts", "_alignments", "_borders", "_fills", "_protections"):
        setattr(wb, name, _LookList(getattr(wb, name)))
    for name, look in STYLES.items():
        wb.add_named_style(
            NamedStyle(
                f"bang {name}",
                font=look.font,
                alignment=look.alignment,
                fill=fill(look.fill),
                border=look.border or Border(),
                number_format=look.number,
                protection=Protection(locked=not name.startswith("Input")),
            )
        )
