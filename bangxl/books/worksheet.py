"""The part of a file that is a worksheet: its cells, rows and columns as they stand there.

``bangxl.books.scanner`` reads it; what is done to it, ``bangxl.books.edit`` does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from bangxl import limits
from bangxl.books import markup
from bangxl.books.references import Place, move, number
from bangxl.books.stylesheet import is_true

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
    """Columns ``first`` to ``last``: their attributes, and where the element begins."""

    first: int
    last: int
    attributes: Mapping[str, str]
    start: int = 0


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

    def is_column_hidden(self, column: int) -> bool:
        """Whether a column is hidden."""
        found = (columns for columns in self.columns if columns.first <= column <= columns.last)
        return any(is_true(columns.attributes.get("hidden", "0")) for columns in found)

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
