"""The part of a file that is a worksheet: its cells, rows and columns as they stand there.

It is read in one go, because a workbook of ours has 80,000 cells; what is done to it, ``bangxl.books.edit`` does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Final

from bangxl import limits
from bangxl.books import markup
from bangxl.books.references import Place, letters, move, number
from bangxl.books.stylesheet import is_true

_Start = Callable[[Mapping[str, str]], None]

MAIN: Final = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",
)
"""The namespace of workbooks, as nearly all programs write it, and as the strict form of the standard has it."""
_ADDRESS: Final = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_RESULT: Final = re.compile(rb"(?:</(?:[\w.-]+:)?f\s*>|/>)\s*<(?:[\w.-]+:)?v[\s>]")
"""A formula with what it has shown, or something like it."""
_FORMULA: Final = re.compile(rb"<(?:[\w.-]+:)?f[\s/>]")
PROTECTED_FROM: Final = (
    *("formatCells", "formatColumns", "formatRows", "insertColumns", "insertRows", "insertHyperlinks", "deleteColumns"),
    *("deleteRows", "sort", "autoFilter", "pivotTables"),
)
"""What a protected sheet may still allow, in the order in which Excel's Protect takes it. In a file, set means forbidden."""
_PASSWORDS: Final = ("password", "hashValue")
_HEADS: Final = ("dimension", "sheetView", "sheetFormatPr", "sheetData", "sheetProtection")


@dataclass(slots=True)
class Cell:
    """A cell as it stands in the part, from ``start`` to its closing tag; its style; kind, content and formula as written.

    ``kind`` is the attribute ``t``. ``content``: a number, a word, the number of a text, a text; None where there is none.
    ``formula``: None where there is none, "" if it is another cell's (``shared``: their number) or no usual one.
    ``result``: where a formula's ``<v>`` begins; 0 without one.
    """

    start: int
    style: int
    kind: str
    close: int = 0
    content: str | None = None
    formula: str | None = None
    shared: str = ""
    result: int = 0

    @property
    def calculated(self) -> bool:
        """Whether it is a formula with what it has shown; an empty text is shown by one of texts only."""
        return self.result > 0 and (bool(self.content) or self.kind == "str")


@dataclass(slots=True)
class SheetRow:
    """A row: where it begins and its closing tag (0 for an empty element), its attributes."""

    start: int
    attributes: Mapping[str, str]
    close: int = 0


@dataclass(slots=True)
class ColumnGroup:
    """Columns ``first`` to ``last``, with their attributes."""

    first: int
    last: int
    attributes: Mapping[str, str]


@dataclass(slots=True)
class Head:
    """An element outside the rows: where it begins, its attributes."""

    start: int
    attributes: Mapping[str, str]


_NO_HEAD: Final = Head(0, {})


@dataclass(frozen=True, slots=True)
class Protection:
    """``allowed``: by the names of the file format · ``objects``, ``scenarios``: kept as the cells are.

    ``selection``: ``unlocked`` or ``none`` if not all cells may be selected. What a file does not keep is lost: that a
    macro has protected a sheet from people only.
    """

    allowed: Mapping[str, bool]
    objects: bool
    scenarios: bool
    selection: str
    password: bool


@dataclass(slots=True)
class Worksheet:
    """What a worksheet's part holds.

    ``heads``: by name, the first of each element outside the rows that matters · ``masters``: who has a shared formula ·
    ``implied``: where rows and cells begin that do not say which they are, and what they should say ·
    ``conditional``: the areas of each conditional format, together so many ``areas`` ·
    ``merged``: the areas that look like one cell, counted with the others ·
    ``letters``: how many characters the cells have, a shared formula's counted for each.
    """

    data: bytes
    cells: dict[Place, Cell] = field(default_factory=dict)
    rows: dict[int, SheetRow] = field(default_factory=dict)
    columns: list[ColumnGroup] = field(default_factory=list)
    heads: dict[str, Head] = field(default_factory=dict)
    masters: dict[str, Place] = field(default_factory=dict)
    implied: list[tuple[int, str]] = field(default_factory=list)
    conditional: list[str] = field(default_factory=list)
    merged: list[str] = field(default_factory=list)
    areas: int = 0
    letters: int = 0

    @property
    def size(self) -> int:
        """Of how many cells, rows and areas it is made."""
        return len(self.cells) + len(self.rows) + self.areas

    def head(self, name: str) -> Head:
        """An element that every worksheet has. ``Malformed``."""
        if name not in self.heads:
            raise markup.Malformed(f"no {name}")
        return self.heads[name]

    def protection(self) -> Protection | None:
        """What the sheet's protection allows; None if it is not protected."""
        attributes = self.heads.get("sheetProtection", _NO_HEAD).attributes
        return protection(attributes) if is_true(attributes.get("sheet", "0")) else None

    def style_around(self, row: int, column: int) -> int:
        """The style of a cell that is not there: its row's, or its column's."""
        own = self.rows.get(row)
        if own is not None and is_true(own.attributes.get("customFormat", "0")):
            return int(own.attributes.get("s", "0"))
        found = (columns for columns in self.columns if columns.first <= column <= columns.last)
        return next((int(columns.attributes.get("style", "0")) for columns in found), 0)

    def style(self, row: int, column: int) -> int:
        """The style of a cell, there or not."""
        cell = self.cells.get((row, column))
        return self.style_around(row, column) if cell is None else cell.style

    def is_hidden(self, row: int) -> bool:
        """Whether a row is hidden."""
        own = self.rows.get(row)
        return own is not None and is_true(own.attributes.get("hidden", "0"))

    def formula(self, place: Place) -> str:
        """The formula of a cell that has one, without ``=``; a shared one as it is in this cell."""
        cell = self.cells[place]
        master = self.masters.get(cell.shared)
        if cell.formula or master is None:
            return cell.formula or ""
        return move(self.cells[master].formula or "", place[0] - master[0], place[1] - master[1])


def protection(attributes: Mapping[str, str] | None) -> Protection | None:
    """What the attributes of a sheet's protection mean; None where it is not protected."""
    if attributes is None:
        return None
    locked, unlocked = (is_true(attributes.get(name, "0")) for name in ("selectLockedCells", "selectUnlockedCells"))
    return Protection(
        allowed={name: not is_true(attributes.get(name, "1")) for name in PROTECTED_FROM},
        objects=is_true(attributes.get("objects", "0")),
        scenarios=is_true(attributes.get("scenarios", "0")),
        selection="none" if unlocked else "unlocked" if locked else "",
        password=any(attributes.get(name) for name in _PASSWORDS),
    )


def has_results(data: bytes) -> bool:
    """Whether formulas in a worksheet's part may have results; only ever wrong with yes."""
    return _RESULT.search(data) is not None


def has_formulas(data: bytes) -> bool:
    """Whether a worksheet's part may have formulas; only ever wrong with yes."""
    return _FORMULA.search(data) is not None


def is_address(text: str) -> bool:
    """Whether a text names a cell of a sheet."""
    return _ADDRESS.fullmatch(text) is not None


@lru_cache(maxsize=2**16)
def place_of(address: str) -> Place:
    """Row and column of ``AB7``. ``Malformed``. Kept: most sheets of a workbook have the same cells."""
    found = _ADDRESS.fullmatch(address)
    if found is None:
        raise markup.Malformed(f"no cell: {address[:20]}")
    row, column = int(found[2]), number(found[1])
    if row > limits.LAST_ROW or column > limits.LAST_COLUMN:
        raise markup.Malformed(f"no cell: {address}")
    return row, column


def scan(data: bytes, cells: int = limits.CELLS, letters: int = limits.LETTERS) -> Worksheet:
    """Read a worksheet's part, of at most so many ``cells``, rows and areas, and ``letters``. ``Malformed``."""
    sheet = Worksheet(data)
    try:
        _Scanner(sheet, cells, letters).run()
    except ValueError as error:
        raise markup.Malformed(str(error)) from error
    return sheet


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
        self._phonetic = False
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
        main = name[: -len(local)]
        self._starts = {main + name: heard for name, heard in self._heard_first().items()}
        self._ends = {main + name: heard for name, heard in self._heard_last().items()}
        self._reader.StartElementHandler = self._start

    def _heard_first(self) -> Mapping[str, _Start]:
        return {
            "row": self._start_row,
            "c": self._start_cell,
            "f": self._start_formula,
            "v": self._start_result,
            "t": self._start_text,
            "rPh": self._start_phonetic,
            "col": self._start_columns,
            "conditionalFormatting": self._start_formats,
            "mergeCell": self._start_merged,
            **{head: partial(self._start_head, head) for head in _HEADS},
        }

    def _heard_last(self) -> Mapping[str, Callable[[], None]]:
        return {
            "row": self._end_row,
            "c": self._end_cell,
            "f": self._end_formula,
            "v": self._end_result,
            "t": self._end_text,
            "rPh": self._end_phonetic,
        }

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        heard = self._starts.get(name)
        if heard is not None:
            heard(attributes)

    def _end(self, name: str) -> None:
        heard = self._ends.get(name)
        if heard is not None:
            heard()

    def _start_head(self, name: str, attributes: Mapping[str, str]) -> None:
        self._sheet.heads.setdefault(name, Head(self._reader.CurrentByteIndex, attributes))

    def _start_columns(self, attributes: Mapping[str, str]) -> None:
        first, last = int(attributes.get("min", "0")), int(attributes.get("max", "0"))
        self._sheet.columns.append(ColumnGroup(first, last, attributes))

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
            self._cell.content = self._said("")

    def _start_text(self, _attributes: Mapping[str, str]) -> None:
        self._text.clear()

    def _end_text(self) -> None:
        if self._cell is not None and not self._phonetic:
            self._cell.content = self._said(self._cell.content or "")

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
