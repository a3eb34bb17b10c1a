"""The bytes of a new .xlsx or .xlsm file: the same workbook gives the same bytes.

It uses openpyxl's own writer, with these changes: the rows of a sheet are written as text, and equal texts only once, as in Excel
(openpyxl builds an element for every cell, which takes most of its time, and its files are a seventh larger); formulas are
shared, relations relative and drawings prefixed as Excel has them, since other programs know nothing else; nothing depends on
the clock, on the order of a set, or on lxml (but where a program has imported openpyxl before bangxl); the children of
``<font>`` stand in the order of the schema, as Microsoft's validator requires; and a ribbon's relationship has a unique id.

A VBA project and a ribbon are copied unchanged. openpyxl writes them from an archive that it keeps with the workbook.

The times in a file are the time of writing, or SOURCE_DATE_EPOCH.
"""

# ruff: noqa: SLF001 - a writer of openpyxl needs its sheets' private members
from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import chain
from posixpath import relpath
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from openpyxl import Workbook
from openpyxl.cell._writer import etree_write_cell
from openpyxl.comments.comment_sheet import CommentRecord
from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.packaging.relationship import Relationship
from openpyxl.utils import get_column_letter
from openpyxl.workbook.properties import CalcProperties
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.worksheet.merge import MergeCell, MergeCells
from openpyxl.worksheet.related import Related
from openpyxl.writer.excel import ExcelWriter
from openpyxl.xml.constants import CONTYPES_NS, CUSTOMUI_NS, PKG_REL_NS, REL_NS, SHEET_MAIN_NS, XLSM, XLSX
from openpyxl.xml.functions import Element, tostring

from bangxl.books.cell_changes import escape_codes, looks_like_formula
from bangxl.books.files import time_now
from bangxl.books.package import CONTENT_TYPES
from bangxl.books.port import Value
from bangxl.books.references import move_references
from bangxl.vba import RIBBON

if TYPE_CHECKING:
    from datetime import datetime

    from openpyxl.cell.cell import Cell
    from openpyxl.worksheet.worksheet import Worksheet

STRINGS = "xl/sharedStrings.xml"
WORKBOOK_RELATIONS = "xl/_rels/workbook.xml.rels"
ROOT_RELATIONS = "_rels/.rels"

_FONT_ORDER = b"b i strike condense extend outline shadow u vertAlign sz color name family charset scheme".split()
_FONT = re.compile(rb"<font>(.*?)</font>", re.DOTALL)
_FONT_CHILD = re.compile(rb"<(\w+)[^>]*/>")
_STRINGS_RELATION = f'<Relationship Type="{REL_NS}/sharedStrings" Target="/{STRINGS}" Id="rIdTexts"/>'.encode()
_RIBBON_RELATION = re.compile(rb'(<Relationship Type="%b"[^>]* Id=)"[^"]*"' % CUSTOMUI_NS.encode())

_TARGET = re.compile(rb'Target="(/[^"]*)"')
_DRAWN = re.compile(r"xl/(drawings/drawing|charts/chart)\d+\.xml")
_NO_PREFIX = re.compile(rb"(</?)(?=\w+[ />])")

_LOST_IF_SHARED = "x005F_"
"""The escape of an underscore that could begin a code; openpyxl drops it when it reads shared texts."""

_MACROS_OWN = re.compile(r"xl/vba|xl/drawings/.*vmlDrawing\d+\.vml|xl/ctrlProps|customUI|xl/activeX|xl/media/.*\.emf")
_LATE_ROWS = "bangxl_later"
"""The attribute of a sheet for its late rows: the number of the first one, and the function that makes them."""
_ROWS_HERE = re.compile(rb"<sheetData ?/>")


def new_workbook(title: str, moment: datetime) -> Workbook:
    """A workbook without sheets, of bangxl, with this title, made at this moment."""
    workbook = Workbook()
    for ws in workbook.worksheets:
        workbook.remove(ws)
    properties = workbook.properties
    properties.title, properties.creator, properties.created = title, "bangxl", moment
    return workbook


def write_value(cell: Cell, value: Value) -> None:
    """Write a text as text, even ``=1`` and ``#N/A``; mark as text what a spreadsheet would take for a formula on editing."""
    if isinstance(value, str):
        cell.value = escape_codes(value)
        cell.data_type = "s"
    else:
        cell.value = value
    marked = isinstance(value, str) and looks_like_formula(value)
    if cell.quotePrefix != marked:
        cell.quotePrefix = marked


def lay_rows(ws: Worksheet, first: int, rows: Callable[[], Iterator[Sequence[Cell]]]) -> None:
    """Give a new sheet rows, from ``first`` on, that are made only when written: cells of large tables fill the memory."""
    vars(ws)[_LATE_ROWS] = (first, rows)


def embed_macros(workbook: Workbook, parts: Mapping[str, bytes]) -> None:
    """Give a new workbook a VBA project and, if it has one, a ribbon: their parts by name, ``PROJECT`` and ``RIBBON``."""
    relation = f'<Relationship Type="{CUSTOMUI_NS}" Target="{RIBBON}" Id="rId1"/>' if RIBBON in parts else ""
    kept = BytesIO()
    with ZipFile(kept, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
        archive.writestr(ROOT_RELATIONS, f'<Relationships xmlns="{PKG_REL_NS}">{relation}</Relationships>')
        archive.writestr(CONTENT_TYPES, f'<Types xmlns="{CONTYPES_NS}"/>')
    workbook.vba_archive = ZipFile(kept)


def has_macros(workbook: Workbook) -> bool:
    """Whether the workbook holds a VBA project."""
    return workbook.vba_archive is not None


def schema_order(styles: bytes) -> bytes:
    """A styles part with the children of every ``<font>`` in the order of the schema (CT_Font)."""

    def in_order(font: re.Match[bytes]) -> bytes:
        children = sorted(_FONT_CHILD.finditer(font[1]), key=lambda child: _FONT_ORDER.index(child[1]))
        return b"<font>%b</font>" % b"".join(child[0] for child in children)

    return _FONT.sub(in_order, styles)


def dump(workbook: Workbook, moment: datetime | None = None, *, macros: bool = False) -> bytes:
    """The bytes of the file, with uncompressed parts: ``Package`` compresses them after the last edit.

    They hold no results of formulas: the program that opens the file calculates them. ``moment``: its time, `time_now` if None.
    ``macros``: for an .xlsm, even without a VBA project: Excel opens a file only if its suffix and its content type agree.
    """
    return _written(workbook, moment, ZIP_STORED, XLSM if macros else "")


def packed(workbook: Workbook, moment: datetime | None = None, kind: str = "") -> bytes:
    """The bytes of a file that nobody edits before writing: compresses each part as it comes, as large ones fill memory."""
    return _written(workbook, moment, ZIP_DEFLATED, kind)


def _written(workbook: Workbook, moment: datetime | None, packing: int, kind: str) -> bytes:
    out = BytesIO()
    workbook.properties.modified = moment or time_now()
    workbook.calculation = workbook.calculation or CalcProperties()
    workbook.calculation.fullCalcOnLoad = any(cell.data_type == "f" for ws in workbook.worksheets for cell in ws._cells.values())
    # Hundreds of thousands of objects are made and all stay in use: garbage collection would take a quarter of the time.
    enabled = gc.isenabled()
    gc.disable()
    try:
        with _Archive(out, "w", packing, compresslevel=9) as archive:
            archive.kind = kind
            _Writer(workbook, archive).write_data()
    finally:
        if enabled:
            gc.enable()
    return out.getvalue()


class _Archive(ZipFile):
    """A zip file without the time and the operating system, which corrects parts of openpyxl."""

    kind = ""
    """The workbook's content type; as openpyxl gives it if empty."""

    def writestr(self, name: str, data: bytes | str) -> None:  # type: ignore[override] # openpyxl passes only these
        """Write a part of openpyxl's, corrected."""
        content = data.encode() if isinstance(data, str) else data
        if name == "xl/styles.xml":
            content = schema_order(content)
        elif drawn := _DRAWN.fullmatch(name):  # some programs know Excel's prefixes only
            prefix = b"c" if drawn[1] == "charts/chart" else b"xdr"
            content = _NO_PREFIX.sub(rb"\1%b:" % prefix, content).replace(b" xmlns=", b" xmlns:%b=" % prefix, 1)
        elif name == WORKBOOK_RELATIONS:
            content = content.replace(b"</Relationships>", _STRINGS_RELATION + b"</Relationships>")
        elif name == ROOT_RELATIONS:
            content = _RIBBON_RELATION.sub(rb'\1"rIdRibbon"', content)
        elif name == CONTENT_TYPES and self.kind:
            content = content.replace(XLSX.encode(), self.kind.encode()).replace(XLSM.encode(), self.kind.encode())
        if name.endswith(".rels"):
            folder = f"/{name.partition('_rels/')[0]}".encode()
            content = _TARGET.sub(lambda match: b'Target="%b"' % relpath(match[1], folder), content)
        self.put(name, content)

    def put(self, name: str, *pieces: bytes | memoryview) -> None:
        """Write a part, piece by piece."""
        info = ZipInfo(name)  # dated 1980-01-01
        info.create_system = 3
        info.external_attr = 0o600 << 16
        info.compress_type = self.compression
        info._compresslevel = self.compresslevel  # type: ignore[attr-defined] # like ZipFile itself
        info.file_size = sum(map(len, pieces))
        with self.open(info, "w") as part:
            for piece in pieces:
                part.write(piece)


class _Writer(ExcelWriter):
    """openpyxl's writer, but sheets are written in memory by ``_SheetWriter``."""

    _archive: _Archive

    def __init__(self, workbook: Workbook, archive: _Archive) -> None:
        super().__init__(workbook, archive)
        self._texts: dict[str, int] = {}

    def _write_worksheets(self) -> None:
        super()._write_worksheets()  # type: ignore[misc] # missing in the stub
        spaces = ("" if text == text.strip() else ' xml:space="preserve"' for text in self._texts)
        items = "".join(f"<si><t{space}>{escape(text)}</t></si>" for text, space in zip(self._texts, spaces, strict=True))
        count = len(self._texts)
        self._archive.writestr(
            STRINGS, f'<?xml version="1.0"?>\n<sst xmlns="{SHEET_MAIN_NS}" count="{count}" uniqueCount="{count}">{items}</sst>'
        )
        kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
        self.manifest.append(SimpleNamespace(path=f"/{STRINGS}", mime_type=kind))

    def _merge_vba(self) -> None:
        """Write the parts of the macros in order: openpyxl takes the names from a set."""
        kept = cast("ZipFile", self.workbook.vba_archive)
        for name in sorted(set(kept.namelist()) - self.vba_modified) if has_macros(self.workbook) else ():
            if _MACROS_OWN.match(name):
                self._archive.writestr(name, kept.read(name))

    def write_worksheet(self, ws: Worksheet) -> None:
        drawing = SpreadsheetDrawing()
        drawing.charts, drawing.images = ws._charts, ws._images  # type: ignore[attr-defined]
        ws._drawing = drawing  # type: ignore[attr-defined]
        writer = _SheetWriter(ws, self._texts)
        writer.write()
        ws._rels = writer._rels  # type: ignore[attr-defined]
        before, after = _ROWS_HERE.split(writer.out.getvalue(), maxsplit=1)
        self._archive.put(ws.path[1:], before, b"<sheetData>", writer.row_data.getbuffer(), b"</sheetData>", after)
        self.manifest.append(ws)


class _SheetWriter(WorksheetWriter):
    """openpyxl's writer of a sheet, with the rows written separately and inserted at the end."""

    ws: Worksheet
    out: BytesIO

    def __init__(self, ws: Worksheet, texts: dict[str, int]) -> None:
        super().__init__(ws, BytesIO())
        self._texts = texts
        self.row_data = BytesIO()
        self._styles: dict[bytes, str] = {}
        self._shared: dict[tuple[int, int], str] = {}

    def write_rows(self) -> None:
        """Write all rows now: that collects comments and links of cells, which the parts after the rows need."""
        cells = self.ws._cells
        first, later = vars(self.ws).get(_LATE_ROWS, (None, tuple))
        rows: dict[int, list[Cell]] = {row: [] for row in self.ws.row_dimensions if first is None or row < first}
        for place in sorted(cells):
            rows.setdefault(place[0], []).append(cells[place])  # type: ignore[arg-type] # merged cells have all attributes used here
        self._shared = _shared(rows)
        now = ((row, rows[row]) for row in sorted(rows))
        for number, here in chain(now, enumerate(later(), first or 1)):
            dimension = self.ws.row_dimensions.get(number)
            attributes = "".join(f' {key}="{value}"' for key, value in dimension) if dimension is not None else ""
            self.row_data.write(f'<row r="{number}"{attributes}>{"".join(map(self._cell, here))}</row>'.encode())
        self.xf.send(Element("sheetData"))

    def write_drawings(self) -> None:
        """Write the relation to the sheet's drawing, if the drawing is not empty."""
        if self.ws._drawing:  # type: ignore[attr-defined]
            relation = Relationship(Id="", type="drawing", Target="")
            self._rels.append(relation)  # type: ignore[attr-defined]
            self.xf.send(Related(id=relation.id).to_tree("drawing"))

    def write_format(self) -> None:
        """Write the format with the current depth of grouped columns: openpyxl writes the previous one."""
        depth = max((columns.outlineLevel or 0 for columns in self.ws.column_dimensions.values()), default=0)
        self.ws.sheet_format.outlineLevelCol = depth or None
        self.xf.send(self.ws.sheet_format.to_tree())

    def write_merged_cells(self) -> None:
        """Write them in order: openpyxl keeps them in a set."""
        if self.ws.merged_cells:
            merged = MergeCells(mergeCell=[MergeCell(str(ref)) for ref in self.ws.merged_cells.sorted()])
            self.xf.send(merged.to_tree())

    def _cell(self, cell: Cell) -> str:
        if cell.comment is not None:
            self.ws._comments.append(CommentRecord.from_cell(cell))  # type: ignore[attr-defined]
        style, value = self._style(cell), cell.value
        if value is None and not style and cell.comment is None:
            return ""
        if value is None or value == "":
            content = "/>"
        elif cell.data_type == "s" and isinstance(value, str) and _LOST_IF_SHARED not in value:
            content = f' t="s"><v>{self._texts.setdefault(value, len(self._texts))}</v></c>'
        elif (cell.row, cell.column) in self._shared:
            content = self._shared[cell.row, cell.column]
        elif (write_content := _CELL_MARKUP.get((cell.data_type, type(value)))) is not None:
            content = write_content(value)
        else:  # dates, errors, rich text, array formulas and data tables: few, so openpyxl writes them
            elements: list[Any] = []
            etree_write_cell(SimpleNamespace(write=elements.append), self.ws, cell, bool(style))
            return str(tostring(elements[0], encoding="unicode"))  # type: ignore[call-overload] # missing in the stub
        if cell.hyperlink:
            self.ws._hyperlinks.append(cell.hyperlink)  # type: ignore[attr-defined]
        return f'<c r="{get_column_letter(cell.column)}{cell.row}"{style}{content}'

    def _style(self, cell: Cell) -> str:
        style = cell._style  # type: ignore[attr-defined]
        if style is None:
            return ""
        key = style.tobytes()
        if key not in self._styles:
            self._styles[key] = f' s="{cell.style_id}"' if any(style) else ""
        return self._styles[key]


def _shared(rows: Mapping[int, Sequence[Cell]]) -> dict[tuple[int, int], str]:
    """The formulas that cells below each other share, by place: the first with its text, the others without.

    Excel shares no formula that refers to another sheet; such a file is damaged for it ([MS-XLSB] 2.5.98.98).
    """
    above: dict[int, list[Cell]] = {}
    groups: list[list[Cell]] = []
    for number in sorted(rows):
        group_of: dict[int, list[Cell]] = {}
        for cell in rows[number]:
            if cell.data_type != "f" or len(str(cell.value)) < _LEAST_SHARED or "!" in _TEXT.sub("", str(cell.value)):
                continue
            group = above.get(cell.column, [])
            if not group or group[-1].row != number - 1 or _below(str(group[-1].value)) != cell.value:
                groups.append(group := [])
            group.append(cell)
            group_of[cell.column] = group
        above = group_of
    contents = {}
    for index, (first, *others) in enumerate(group for group in groups if len(group) > 1):
        ref = f"{first.coordinate}:{others[-1].coordinate}"
        contents[first.row, first.column] = f'><f t="shared" ref="{ref}" si="{index}">{escape(str(first.value)[1:])}</f></c>'
        contents |= {(cell.row, cell.column): f'><f t="shared" si="{index}"/></c>' for cell in others}
    return contents


@lru_cache(maxsize=8192)
def _below(formula: str) -> str:
    """A formula as it stands one row further down; many sheets have the same ones."""
    return move_references(formula, 1, 0)


_TEXT = re.compile('"[^"]*"')
_LEAST_SHARED = 12
"""A shorter formula takes no more space than a reference to one."""
_CELL_MARKUP: dict[tuple[str, type], Callable[[Any], str]] = {
    ("f", str): lambda value: f"><f>{escape(value[1:])}</f></c>",
    ("b", bool): lambda value: f' t="b"><v>{value:d}</v></c>',
    ("n", int): lambda value: f"><v>{value}</v></c>",
    # 16 digits, like openpyxl and Excel, or as many as the number needs to be read back unchanged
    ("n", float): lambda value: f"><v>{short if float(short := format(value, '.16g')) == value else repr(value)}</v></c>",
}
"""The rest of the element ``<c …`` by a cell's kind and the type of its value."""
