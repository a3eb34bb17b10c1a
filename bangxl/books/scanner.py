"""A worksheet's part read in one go, because a workbook of ours has 80,000 cells.

Only what every program reads alike is read: rows and cells where they belong, one value a cell. Something foreign among them, or
a second value, is refused: nobody would know what people see. So are cells inside of something else, which Excel passes over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Final

from bangxl import limits
from bangxl.books import markup
from bangxl.books.references import letters
from bangxl.books.worksheet import MAIN, Cell, ColumnGroup, Head, SheetRow, Worksheet, place_of

_Start = Callable[[Mapping[str, str]], None]
_HEADS: Final = ("dimension", "sheetView", "sheetFormatPr", "sheetProtection")
_INLINE: Final = "inlineStr"
"""The kind of cells whose text stands in them."""


def scan(data: bytes, cells: int = limits.CELLS, letters: int = limits.LETTERS) -> Worksheet:
    """Read a worksheet's part, of at most so many ``cells``, rows and areas, and ``letters``. ``Malformed``."""
    sheet = Worksheet(data)
    try:
        _Scanner(sheet, cells, letters).run()
    except ValueError as error:
        raise markup.Malformed(str(error)) from error
    return sheet


_ROOM: Final = {
    "row": ("sheetData",), "c": ("row",), "f": ("c",), "v": ("c",), "is": ("c",), "r": ("is",), "rPh": ("is",),
    "t": ("is", "r", "rPh"),
}  # fmt: skip
"""What is heard among the cells, by what it stands in."""
_ALONE: Final = ("f", "v", "t")
"""What holds a text and nothing else."""


class _Scanner:
    """Hears what expat says of a worksheet."""

    def __init__(self, sheet: Worksheet, cells: int, letters: int) -> None:
        self._sheet = sheet
        self._most = cells
        self._most_letters = letters
        self._shares: Counter[str] = Counter()
        self._reader = markup.parser()
        self._row = self._column = 0
        self._cell: Cell | None = None
        self._text: list[str] = []
        self._phonetic = self._run = self._plain = False
        self._open: list[str] = []
        self._passed_over = 0
        self._main = ""
        self._inside: Mapping[tuple[str, str], _Start] = {}
        self._alone: Collection[str] = ()
        self._starts: Mapping[str, _Start] = {}
        self._ends: Mapping[str, Callable[[], None]] = {}

    def run(self) -> None:
        """Hear all of it."""
        reader = self._reader
        reader.StartElementHandler = self._root
        reader.EndElementHandler = self._end
        reader.CharacterDataHandler = self._text.append
        markup.feed(reader, self._sheet.data)
        formulas = ((count, self._sheet.masters.get(shared)) for shared, count in self._shares.items())
        self._sheet.letters += sum(count * len(self._sheet.cells[place].formula or "") for count, place in formulas if place)
        self._require_room()

    def _require_room(self) -> None:
        sheet = self._sheet
        if sheet.size > self._most or sheet.letters > self._most_letters or len(sheet.columns) > limits.COLUMNS:
            raise markup.TooMuch("cells")

    def _root(self, name: str, _attributes: Mapping[str, str]) -> None:
        space, local = markup.split(name)
        if local != "worksheet" or space not in MAIN:
            raise markup.Malformed(f"<{local}> is no worksheet")
        self._main = name[: -len(local)]
        self._starts = {self._main + name: heard for name, heard in self._heard_first().items()}
        self._ends = {self._main + name: heard for name, heard in self._heard_last().items()}
        self._inside = {
            (self._main + room, self._main + name): self._starts.get(self._main + name, self._start_texts)
            for name, rooms in _ROOM.items()
            for room in rooms
        }
        self._alone = {self._main + name for name in _ALONE}
        self._reader.StartElementHandler = self._start

    def _heard_first(self) -> Mapping[str, _Start]:
        return {
            "sheetData": self._start_data,
            "row": self._start_row,
            "c": self._start_cell,
            "f": self._start_formula,
            "v": self._start_result,
            "t": self._start_text,
            "r": self._start_run,
            "rPh": self._start_phonetic,
            "col": self._start_columns,
            "conditionalFormatting": self._start_formats,
            "mergeCell": self._start_merged,
            **{head: partial(self._start_head, head) for head in _HEADS},
        }

    def _heard_last(self) -> Mapping[str, Callable[[], None]]:
        return {
            "sheetData": self._end_data,
            "row": self._end_row,
            "c": self._end_cell,
            "f": self._end_formula,
            "v": self._end_result,
            "t": self._end_text,
            "r": self._end_run,
            "rPh": self._end_phonetic,
        }

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        heard = self._starts.get(name)
        if heard is None:
            return
        if name.removeprefix(self._main) in _ROOM:
            raise markup.Malformed("cells elsewhere")
        heard(attributes)

    def _end(self, name: str) -> None:
        """Outside the cells nothing is heard of an end."""

    def _start_among_cells(self, name: str, attributes: Mapping[str, str]) -> None:
        heard = None if self._passed_over else self._inside.get((self._open[-1], name))
        if heard is not None:  # nearly always
            self._open.append(name)
            heard(attributes)
            return
        if not name.startswith(self._main):
            raise markup.Malformed("something foreign among the cells")
        if self._open[-1] in self._alone:
            raise markup.Malformed("something in a value")
        if name.removeprefix(self._main) in _ROOM:
            raise markup.Malformed("cells elsewhere")
        self._passed_over += 1

    def _start_texts(self, _attributes: Mapping[str, str]) -> None:
        """Of ``<is>`` only the texts in it are heard."""

    def _end_among_cells(self, name: str) -> None:
        if self._passed_over:
            self._passed_over -= 1
            return
        self._open.pop()
        if (heard := self._ends.get(name)) is not None:
            heard()

    def _start_head(self, name: str, attributes: Mapping[str, str]) -> None:
        self._sheet.heads.setdefault(name, Head(self._reader.CurrentByteIndex, attributes))

    def _start_data(self, attributes: Mapping[str, str]) -> None:
        if "sheetData" in self._sheet.heads:
            raise markup.Malformed("rows in two places")
        self._start_head("sheetData", attributes)
        self._open = [f"{self._main}sheetData"]
        self._reader.StartElementHandler, self._reader.EndElementHandler = self._start_among_cells, self._end_among_cells

    def _end_data(self) -> None:
        self._reader.StartElementHandler, self._reader.EndElementHandler = self._start, self._end

    def _start_columns(self, attributes: Mapping[str, str]) -> None:
        first, last = int(attributes.get("min", "0")), int(attributes.get("max", "0"))
        self._sheet.columns.append(ColumnGroup(first, last, attributes, self._reader.CurrentByteIndex))

    def _start_formats(self, attributes: Mapping[str, str]) -> None:
        areas = attributes.get("sqref", "")
        self._sheet.conditional.append(areas)
        self._sheet.areas += areas.count(" ") + 1

    def _start_merged(self, attributes: Mapping[str, str]) -> None:
        self._sheet.merged.append(attributes.get("ref", ""))
        self._sheet.areas += 1
        self._require_room()

    def _start_row(self, attributes: Mapping[str, str]) -> None:
        self._require_room()
        at = self._reader.CurrentByteIndex
        said = attributes.get("r")
        self._row, self._column = self._row + 1 if said is None else int(said), 0
        if said is None:
            self._sheet.implied.append((at, str(self._row)))
        if not 0 < self._row <= limits.LAST_ROW or self._row in self._sheet.rows:
            raise markup.Malformed(f"row {self._row}")
        self._sheet.rows[self._row] = SheetRow(at, attributes)

    def _end_row(self) -> None:
        self._sheet.rows[self._row].close = self._reader.CurrentByteIndex

    def _start_cell(self, attributes: Mapping[str, str]) -> None:
        at = self._reader.CurrentByteIndex
        address = attributes.get("r")
        if address is None:
            place = self._row, self._column + 1
            self._sheet.implied.append((at, f"{letters(place[1])}{place[0]}"))
        else:
            place = place_of(address)
        if place[0] != self._row or place[1] > limits.LAST_COLUMN or place in self._sheet.cells:
            raise markup.Malformed(f"cell {address} in row {self._row}")
        self._column = place[1]
        self._cell = Cell(at, int(attributes.get("s", "0")), attributes.get("t", "n"))
        self._sheet.cells[place] = self._cell
        self._plain = False

    def _end_cell(self) -> None:
        if self._cell is not None:
            self._cell.close = self._reader.CurrentByteIndex
        self._cell = None

    def _start_formula(self, attributes: Mapping[str, str]) -> None:
        self._text.clear()
        if self._cell is not None:
            self._cell.formula = ""
            self._cell.shared = attributes.get("si", "") if attributes.get("t") == "shared" else ""

    def _end_formula(self) -> None:
        if self._cell is not None:
            self._cell.formula = self._said("")
            if self._cell.shared and self._cell.formula:
                self._sheet.masters[self._cell.shared] = self._row, self._column
            elif self._cell.shared:
                self._shares[self._cell.shared] += 1

    def _start_result(self, _attributes: Mapping[str, str]) -> None:
        self._text.clear()
        if self._cell is not None and self._cell.formula is not None:
            self._cell.result = self._reader.CurrentByteIndex

    def _end_result(self) -> None:
        if self._cell is not None:
            if self._cell.content is not None or self._cell.kind == _INLINE:
                raise markup.Malformed("two values in a cell")
            self._cell.content = self._said("")

    def _start_text(self, _attributes: Mapping[str, str]) -> None:
        self._text.clear()

    def _end_text(self) -> None:
        if self._cell is None or self._phonetic:
            return
        more = self._cell.content is not None
        if self._cell.kind != _INLINE or (more and (self._plain or not self._run)):
            raise markup.Malformed("two values in a cell")
        self._plain = not self._run
        self._cell.content = self._said(self._cell.content or "")

    def _start_run(self, _attributes: Mapping[str, str]) -> None:
        self._run = True

    def _end_run(self) -> None:
        self._run = False

    def _said(self, before: str) -> str:
        """What stands there, behind what stood before it."""
        text = before + "".join(self._text)
        if len(text) > limits.CELL:
            raise markup.TooMuch("a cell's text")
        self._sheet.letters += len(text)
        return text

    def _start_phonetic(self, _attributes: Mapping[str, str]) -> None:
        self._phonetic = True

    def _end_phonetic(self) -> None:
        self._phonetic = False
