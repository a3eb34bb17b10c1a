"""The worksheet part of a file: its cells, rows and columns, and how to change them.

Unchanged parts stay byte for byte.
"""

import re
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

from bangxl import limits
from bangxl.books import markup
from bangxl.books.cell_changes import EXACT, CellChanges, clean, day_zero, days, escape_codes, looks_like_formula, stored
from bangxl.books.markup import Edit
from bangxl.books.port import Formula, Value
from bangxl.books.references import Place, column_letters, is_address, move_references, place_of
from bangxl.books.stylesheet import StyleChange, Stylesheet, is_date, is_duration, is_true

MAIN: Final = ("http://schemas.openxmlformats.org/spreadsheetml/2006/main", "http://purl.oclc.org/ooxml/spreadsheetml/main")
"""The namespaces of workbooks: the transitional one of nearly all programs, and that of the strict standard."""
MAY_HAVE_RESULTS: Final = re.compile(rb"(?:</(?:[\w.-]+:)?f\s*>|/>)\s*<(?:[\w.-]+:)?v[\s>]")
"""A formula with a saved result, or something similar: no match means no results."""
MAY_HAVE_FORMULAS: Final = re.compile(rb"<(?:[\w.-]+:)?f[\s/>]")
"""A formula in a part, or something similar."""
PROTECTED_FROM: Final = (
    *("formatCells", "formatColumns", "formatRows", "insertColumns", "insertRows", "insertHyperlinks", "deleteColumns"),
    *("deleteRows", "sort", "autoFilter", "pivotTables"),
)
"""The actions that a protected sheet may allow, in the order of Excel's Protect. In a file, set means forbidden."""
_OUTSIDE_ROWS: Final = ("dimension", "sheetProtection")
"""The elements outside the rows that matter."""
_WIDTH: Final = 9.140625
"""The default width of a column, in characters."""
_VIEW: Final = re.compile(rb"<(?:[\w.-]+:)?sheetView(?=[\s/>])")
_ESCAPED: Final = re.compile("_x([0-9A-Fa-f]{4})_")
_LEAP_DAY: Final = 60
"""Day numbers from this one on count 29 February 1900, which never existed."""
_LAST_DAY: Final = 2_958_465
_PARENTS: Final = {
    "row": ("sheetData",), "c": ("row",), "f": ("c",), "v": ("c",), "is": ("c",), "r": ("is",), "rPh": ("is",),
    "t": ("is", "r", "rPh"),
}  # fmt: skip
"""The elements that matter among the cells, by parent."""
_TEXT_ONLY: Final = ("f", "v", "t")
"""Elements with only a text inside."""
_OWN_TEXT: Final = "inlineStr"
"""The kind of cells that contain their text."""


@dataclass(slots=True)
class CellElement:
    """A cell in the part, from ``start`` to its closing tag, with style, kind, content and formula.

    ``kind`` is the attribute ``t``. ``content``: a number, a word, the number of a text, a text; None if empty.
    ``formula``: None if there is none, "" if it is another cell's (``shared``: their number) or of an unusual kind.
    ``result``: the position of a formula's ``<v>``; 0 without one.
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
        """Whether it is a formula with a saved result; only a text formula shows an empty text."""
        return self.result > 0 and (bool(self.content) or self.kind == "str")


@dataclass(slots=True)
class Element:
    """A row, or an element outside the rows: its start, its attributes, and a row's closing tag (0 for an empty element)."""

    start: int
    attributes: Mapping[str, str]
    close: int = 0


@dataclass(slots=True)
class ColumnGroup:
    """Columns ``first`` to ``last``: their attributes, and the start of the element."""

    first: int
    last: int
    attributes: Mapping[str, str]
    start: int = 0


@dataclass(frozen=True, slots=True)
class Protection:
    """``allowed``: by the names of the file format · ``objects``, ``scenarios``: protected like the cells.

    ``selection``: ``unlocked`` or ``none`` if not all cells may be selected. Files do not record that a
    macro has protected a sheet only from people.
    """

    allowed: Mapping[str, bool]
    objects: bool
    scenarios: bool
    selection: str
    password: bool


@dataclass(slots=True)
class Worksheet:
    """The contents of a worksheet's part.

    ``heads``: by name, the first of each relevant element outside the rows · ``masters``: the cells with shared formulas ·
    ``implied``: where rows and cells without their own position begin, and the position to add ·
    ``merged``: the areas that look like one cell · ``areas``: the number of these and of conditional formats' areas ·
    ``letters``: the number of characters in the cells; a shared formula's count for each cell.
    """

    data: bytes
    cells: dict[Place, CellElement] = field(default_factory=dict)
    rows: dict[int, Element] = field(default_factory=dict)
    columns: list[ColumnGroup] = field(default_factory=list)
    heads: dict[str, Element] = field(default_factory=dict)
    masters: dict[str, Place] = field(default_factory=dict)
    implied: list[tuple[int, str]] = field(default_factory=list)
    merged: list[str] = field(default_factory=list)
    areas: int = 0
    letters: int = 0

    @property
    def size(self) -> int:
        """The number of its cells, rows and areas."""
        return len(self.cells) + len(self.rows) + self.areas

    def protection(self) -> Protection | None:
        """The actions that the sheet's protection allows; None without protection."""
        head = self.heads.get("sheetProtection")
        if head is None or not is_true(head.attributes.get("sheet", "0")):
            return None
        attributes = head.attributes
        locked, unlocked = (is_true(attributes.get(name, "0")) for name in ("selectLockedCells", "selectUnlockedCells"))
        return Protection(
            allowed={name: not is_true(attributes.get(name, "1")) for name in PROTECTED_FROM},
            objects=is_true(attributes.get("objects", "0")),
            scenarios=is_true(attributes.get("scenarios", "0")),
            selection="none" if unlocked else "unlocked" if locked else "",
            password=any(attributes.get(name) for name in ("password", "hashValue")),
        )

    def style(self, row: int, column: int) -> int:
        """The style of a cell; for a missing cell its row's, or its column's."""
        cell, own = self.cells.get((row, column)), self.rows.get(row)
        if cell is not None:
            return cell.style
        if own is not None and is_true(own.attributes.get("customFormat", "0")):
            return int(own.attributes.get("s", "0"))
        groups = (group for group in self.columns if group.first <= column <= group.last)
        return next((int(group.attributes.get("style", "0")) for group in groups), 0)

    def is_hidden(self, row: int) -> bool:
        """Whether a row is hidden."""
        own = self.rows.get(row)
        return own is not None and is_true(own.attributes.get("hidden", "0"))

    def is_column_hidden(self, column: int) -> bool:
        """Whether a column is hidden."""
        groups = (group for group in self.columns if group.first <= column <= group.last)
        return any(is_true(group.attributes.get("hidden", "0")) for group in groups)

    def formula(self, place: Place) -> str:
        """The formula of a cell that has one, without ``=``; a shared one as adapted to this cell."""
        cell = self.cells[place]
        master = self.masters.get(cell.shared)
        if cell.formula or master is None:
            return cell.formula or ""
        return move_references(self.cells[master].formula or "", place[0] - master[0], place[1] - master[1])


def scan(data: bytes, cells: int = limits.CELLS, letters: int = limits.LETTERS) -> Worksheet:
    """Read a worksheet's part with at most this many ``cells``, rows and areas, and ``letters``. ``Malformed``.

    It reads only what every program reads alike: rows and cells in their places, one value a cell. It refuses foreign elements
    among them, or a second value: nobody would know what people see. It also refuses cells inside other elements, which Excel
    ignores.
    """
    sheet = Worksheet(data)
    try:
        _Scanner(sheet, cells, letters).run()
    except ValueError as error:
        raise markup.Malformed(str(error)) from error
    return sheet


class _Scanner:
    """Handles expat's events of a worksheet in a single pass: a workbook of bangxl has 80,000 cells."""

    def __init__(self, sheet: Worksheet, most_cells: int, most_letters: int) -> None:
        self._sheet = sheet
        self._most = most_cells
        self._most_letters = most_letters
        self._shares: Counter[str] = Counter()
        self._reader = markup.parser()
        self._row = self._column = 0
        self._cell = CellElement(0, 0, "")
        self._text: list[str] = []
        self._phonetic = self._run = self._plain = False
        self._open: list[str] = []
        """The open elements among the cells."""
        self._depth = 0
        """The open elements around the rows, without the root."""
        self._passed_over = 0
        """The depth inside an ignored element."""
        self._main = ""
        self._inside: Mapping[tuple[str, str], str] = {}
        """The elements that matter among the cells, by parent and qualified name."""

    def run(self) -> None:
        """Read the whole part."""
        reader = self._reader
        reader.StartElementHandler, reader.CharacterDataHandler = self._root, self._text.append
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
        self._inside = {(parent, self._main + name): name for name, parents in _PARENTS.items() for parent in parents}
        self._reader.StartElementHandler, self._reader.EndElementHandler = self._start, self._end

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle an element before or after the rows."""
        sheet, at, local = self._sheet, self._reader.CurrentByteIndex, name.removeprefix(self._main)
        self._depth += 1
        if local in _OUTSIDE_ROWS:
            sheet.heads.setdefault(local, Element(at, attributes))
        elif local == "sheetData":
            if local in sheet.heads or self._depth > 1:
                raise markup.Malformed("rows in two places, or in another element")
            sheet.heads[local] = Element(at, attributes)
            self._open = [local]
            self._reader.StartElementHandler, self._reader.EndElementHandler = self._start_among_cells, self._end_among_cells
        elif local == "col":
            first, last = int(attributes.get("min", "0")), int(attributes.get("max", "0"))
            sheet.columns.append(ColumnGroup(first, last, attributes, at))
        elif local == "conditionalFormatting":
            sheet.areas += attributes.get("sqref", "").count(" ") + 1
        elif local == "mergeCell":
            sheet.merged.append(attributes.get("ref", ""))
            sheet.areas += 1
            self._require_room()
        elif local in _PARENTS:
            raise markup.Malformed("cells elsewhere")

    def _end(self, _name: str) -> None:
        self._depth -= 1

    def _start_among_cells(self, name: str, attributes: Mapping[str, str]) -> None:
        local = None if self._passed_over else self._inside.get((self._open[-1], name))
        if local is None:  # rare
            if not name.startswith(self._main):
                raise markup.Malformed("something foreign among the cells")
            if self._open[-1] in _TEXT_ONLY:
                raise markup.Malformed("something in a value")
            if name.removeprefix(self._main) in _PARENTS:
                raise markup.Malformed("cells elsewhere")
            self._passed_over += 1
            return
        self._open.append(local)
        if local == "c":
            self._start_cell(attributes)
        elif local in _TEXT_ONLY:
            self._start_value(local, attributes)
        elif local == "row":
            self._start_row(attributes)
        elif local == "r":
            self._run = True
        elif local == "rPh":
            self._phonetic = True

    def _start_row(self, attributes: Mapping[str, str]) -> None:
        self._require_room()
        at = self._reader.CurrentByteIndex
        number = attributes.get("r")
        self._row, self._column = self._row + 1 if number is None else int(number), 0
        if number is None:
            self._sheet.implied.append((at, str(self._row)))
        if not 0 < self._row <= limits.LAST_ROW or self._row in self._sheet.rows:
            raise markup.Malformed(f"row {self._row}")
        self._sheet.rows[self._row] = Element(at, attributes)

    def _start_cell(self, attributes: Mapping[str, str]) -> None:
        at = self._reader.CurrentByteIndex
        address = attributes.get("r")
        if address is None:
            place = self._row, self._column + 1
            self._sheet.implied.append((at, f"{column_letters(place[1])}{place[0]}"))
        else:
            place = place_of(address)
        if place[0] != self._row or place[1] > limits.LAST_COLUMN or place in self._sheet.cells:
            raise markup.Malformed(f"cell {address} in row {self._row}")
        self._column = place[1]
        self._cell = self._sheet.cells[place] = CellElement(at, int(attributes.get("s", "0")), attributes.get("t", "n"))
        self._plain = False

    def _start_value(self, local: str, attributes: Mapping[str, str]) -> None:
        self._text.clear()
        cell = self._cell
        if local == "f":
            cell.formula = ""
            cell.shared = attributes.get("si", "") if attributes.get("t") == "shared" else ""
        elif local == "v" and cell.formula is not None:
            cell.result = self._reader.CurrentByteIndex

    def _end_among_cells(self, _name: str) -> None:
        if self._passed_over:
            self._passed_over -= 1
            return
        local = self._open.pop()
        if local == "c":
            self._cell.close = self._reader.CurrentByteIndex
        elif local in _TEXT_ONLY:
            self._end_value(local)
        elif local == "row":
            self._sheet.rows[self._row].close = self._reader.CurrentByteIndex
        elif local == "r":
            self._run = False
        elif local == "rPh":
            self._phonetic = False
        elif local == "sheetData":
            self._depth -= 1
            self._reader.StartElementHandler, self._reader.EndElementHandler = self._start, self._end

    def _end_value(self, local: str) -> None:
        cell = self._cell
        if local == "f":
            cell.formula = self._joined("")
            if cell.shared and cell.formula:
                self._sheet.masters[cell.shared] = self._row, self._column
            elif cell.shared:
                self._shares[cell.shared] += 1
        elif local == "v":
            if cell.content is not None or cell.kind == _OWN_TEXT:
                raise markup.Malformed("two values in a cell")
            cell.content = self._joined("")
        elif not self._phonetic:
            if cell.kind != _OWN_TEXT or (cell.content is not None and (self._plain or not self._run)):
                raise markup.Malformed("two values in a cell")
            self._plain = not self._run
            cell.content = self._joined(cell.content or "")

    def _joined(self, before: str) -> str:
        text = before + "".join(self._text)
        if len(text) > limits.CELL:
            raise markup.TooMuch("a cell's text")
        self._sheet.letters += len(text)
        return text


def comments(root: markup.Node) -> Mapping[str, tuple[str, str]]:
    """The comments of a sheet by address, each with its author."""
    people, notes = root.find("authors"), root.find("commentList")
    authors = [node.text for node in people.all("author")] if people is not None else []
    found = dict[str, tuple[str, str]]()
    for node in notes.all("comment") if notes is not None else ():
        author = limits.whole_number(node.attributes.get("authorId", "0")) or 0
        parts = [text for run in (child for one in node.all("text") for child in (one, *one.all("r"))) for text in run.all("t")]
        found[node.attributes.get("ref", "")] = ("".join(authors[author : author + 1]), "".join(text.text for text in parts))
    return found


def shared_texts(root: markup.Node) -> list[str]:
    """The texts of ``sharedStrings.xml``, without phonetic hints."""
    items = []
    for item in (child for child in root.items() if child.name == "si"):
        plain = [child for child in item.items() if child.name == "t"]
        runs = [text for run in item.all("r") for text in run.items() if text.name == "t"]
        if (plain and runs) or len(plain) > 1:
            raise markup.Malformed("two texts in one")
        if any(text.children for text in (*plain, *runs)):
            raise markup.Malformed("something in a text")
        items.append("".join(text.text for text in (*plain, *runs)))
    return items


def require_few_texts(texts: Sequence[str], sheets: Iterable[Worksheet]) -> None:
    """``TooMuch`` if the texts are too long for this many cells, each of which only refers to one."""
    cells = [cell for sheet in sheets for cell in sheet.cells.values() if cell.kind == "s"]
    longest = max(map(len, texts), default=0)
    if longest > limits.CELL:
        raise markup.TooMuch("a cell's text")
    if longest * len(cells) > limits.LETTERS:
        lengths = {str(number): len(text) for number, text in enumerate(texts)}
        if sum(lengths.get(cell.content or "", 0) for cell in cells) > limits.LETTERS:
            raise markup.TooMuch("texts")


class Values:
    """The values of a workbook's cells."""

    def __init__(self, texts: Sequence[str], styles: Stylesheet, *, since_1904: bool) -> None:
        self._texts = texts
        self._styles = styles
        self._zero, self._since_1904 = day_zero(since_1904=since_1904), since_1904

    def typed(self, sheet: Worksheet, place: Place) -> Value:
        """The typed or written value; Formula for a formula. ``Malformed``."""
        cell = sheet.cells.get(place)
        if cell is None:
            return None
        return self.shown(cell) if cell.formula is None else Formula(f"={sheet.formula(place)}")

    def shown(self, cell: CellElement | None) -> Value:
        """The value that a cell showed at the last save. ``Malformed``."""
        if cell is None or cell.content is None:
            return None
        content = cell.content
        if cell.kind == "s":
            place = limits.whole_number(content)
            if place is None or place >= len(self._texts):
                raise markup.Malformed(f"no text {content[:20]}")
            content = self._texts[place]
        if cell.kind in {"s", "inlineStr", "str", "e"}:
            return _plain_value(content)
        if not content.strip():
            return None
        if cell.kind == "b":
            return is_true(content)
        return _moment(content) if cell.kind == "d" else self._number(content.strip(), cell.style)

    def _number(self, content: str, style: int) -> Value:
        """A number: an int if it is whole and exact in a cell, or the moment that it stands for."""
        if len(content) > limits.NUMBER_TEXT or not content.isascii() or "_" in content:
            raise markup.Malformed(f"no number: {content[:20]}…")
        try:
            value = float(content)
            number = int(content) if content.lstrip("-").isdecimal() and abs(value) <= EXACT else value
        except ValueError as error:
            raise markup.Malformed(str(error)) from error
        code = self._styles.format(style)
        if not is_date(code):
            return number
        if is_duration(code):
            return str(timedelta(days=number)) if abs(number) <= _LAST_DAY else number
        if not 0 <= number <= _LAST_DAY:
            return number
        moment = self._zero + timedelta(seconds=round(number * 86_400))
        if number < 1:
            return str(moment.time())
        early = not self._since_1904 and number < _LEAP_DAY
        return stored(moment + timedelta(days=1) if early else moment)


def _plain_value(text: str) -> Value:
    return clean(_ESCAPED.sub(lambda code: chr(int(code[1], 16)), text))


def _moment(content: str) -> Value:
    try:
        return stored(datetime.fromisoformat(content))
    except ValueError:
        return _plain_value(content)


@dataclass(slots=True)
class SheetChanges:
    """The changes of one worksheet: values and locks of cells, hidden rows and columns."""

    cells: dict[Place, Value] = field(default_factory=dict)
    locked: dict[Place, bool] = field(default_factory=dict)
    hidden: dict[int, bool] = field(default_factory=dict)
    columns: dict[int, bool] = field(default_factory=dict)


def by_sheet(todo: CellChanges) -> Mapping[str, SheetChanges]:
    """Changes by sheet."""
    sheets: defaultdict[str, SheetChanges] = defaultdict(SheetChanges)
    for (sheet, row, column), value in todo.cells.items():
        sheets[sheet].cells[row, column] = value
    for (sheet, row, column), locked in todo.locked.items():
        sheets[sheet].locked[row, column] = locked
    for (sheet, row), hidden in todo.hidden.items():
        sheets[sheet].hidden[row] = hidden
    for (sheet, column), hidden in todo.columns.items():
        sheets[sheet].columns[column] = hidden
    return sheets


def change_sheet(sheet: Worksheet, changes: SheetChanges, styles: Stylesheet, *, since_1904: bool) -> bytes:
    """The part after the changes. New styles are added to ``styles``."""
    if sheet.implied:  # first write the positions of all rows and cells
        edits = []
        for start, address in sheet.implied:
            end = markup.after_tag(sheet.data, start)
            edits.append((start, end, markup.with_attributes(sheet.data[start:end], {"r": address})))
        sheet = scan(markup.apply_edits(sheet.data, edits))
    return markup.apply_edits(sheet.data, _Editor(sheet, styles, since_1904=since_1904).edits(changes))


def with_formula_results(sheet: Worksheet, results: Mapping[Place, Value]) -> bytes:
    """The part with these results of formulas, and with no other saved one, because that may be outdated.

    Without a result go ``<v>`` and the attribute for its kind: otherwise a text result would count as an empty text.
    """
    data, edits = sheet.data, []
    prefix = data[sheet.heads["sheetData"].start + 1 :].split(b"sheetData", 1)[0].decode() if results else ""
    for place, cell in sheet.cells.items():
        value = results.get(place)
        if value is None and not cell.calculated:
            continue
        inside = markup.after_tag(data, cell.start)
        start = last = cell.close
        if cell.result:
            start = cell.result
            first = markup.after_tag(data, start)
            last = first if markup.is_empty(data, first) else markup.after_tag(data, data.index(b"</", first))
        kind = "str" if isinstance(value, str) else "b" if isinstance(value, bool) else None
        if kind or cell.kind != "n":
            edits.append((cell.start, inside, markup.with_attributes(data[cell.start : inside], {"t": kind})))
        text = markup.as_text(escape_codes(value)) if isinstance(value, str) else f"{value:d}" if kind else repr(value)
        edits.append((start, last, b"" if value is None else f"<{prefix}v>{text}</{prefix}v>".encode()))
    return markup.apply_edits(data, edits)


def select_tab(data: bytes, *, yes: bool) -> bytes:
    """The part of any kind of sheet, with its tab selected or not."""
    if not yes and b"tabSelected" not in data:
        return data
    tags = [(view.start(), markup.after_tag(data, view.start())) for view in _VIEW.finditer(data)]
    selected = {"tabSelected": "1" if yes else None}
    return markup.apply_edits(data, [(start, end, markup.with_attributes(data[start:end], selected)) for start, end in tags])


class _Editor:
    def __init__(self, sheet: Worksheet, styles: Stylesheet, *, since_1904: bool) -> None:
        self._sheet = sheet
        self._data = sheet.data
        self._styles = styles
        self._since_1904 = since_1904
        if "sheetData" not in sheet.heads:
            raise markup.Malformed("no sheetData")
        self._content = sheet.heads["sheetData"]
        self._x = self._data[self._content.start + 1 :].split(b"sheetData", 1)[0].decode()
        self._columns: dict[int, list[int]] = {}
        for row, column in sorted(sheet.cells):
            self._columns.setdefault(row, []).append(column)

    def edits(self, changes: SheetChanges) -> Iterator[Edit]:
        """All edits of the part."""
        new = self._cells(changes)
        by_row: dict[int, dict[int, bytes]] = {row: {} for row in sorted({*changes.hidden, *(row for row, _ in new)})}
        for (row, column), xml in sorted(new.items()):
            by_row[row][column] = xml
        fresh: dict[int, bytes] = {}
        for number, cells in by_row.items():
            hidden = changes.hidden.get(number)
            if number in self._sheet.rows:
                yield from self._row(number, cells, hidden)
            elif cells or hidden:
                attribute = ' hidden="1"' if hidden else ""
                tag = f'<{self._x}row r="{number}"{attribute}/>'.encode()
                fresh[number] = markup.fill_element(tag, b"".join(cells.values())) if cells else tag
        yield from self._new_rows(fresh)
        yield from self._dimension(new)
        yield from self._hide_columns(changes.columns)

    def _cells(self, changes: SheetChanges) -> dict[Place, bytes]:
        """The changed cells as they should be in the part; blank cells that do not exist stay away."""
        sheet, cells = self._sheet, {}
        gone = {shared for shared, master in sheet.masters.items() if master in changes.cells}
        shares = (place for place, cell in sheet.cells.items() if cell.shared in gone) if gone else ()
        # a cell with a shared formula gets its own copy if the cell with the text gets a value
        values: Mapping[Place, Value] = {**{place: Formula(f"={sheet.formula(place)}") for place in shares}, **changes.cells}
        for place in sorted({*values, *changes.locked}):
            cell, style = sheet.cells.get(place), sheet.style(*place)
            value, locked = values.get(place), changes.locked.get(place)
            marked = isinstance(value, str) and not isinstance(value, Formula) and looks_like_formula(value)
            wish = StyleChange(locked, marked, dated=isinstance(value, datetime)) if place in values else StyleChange(locked)
            new_style = self._styles.like(style, wish)
            if place in values and (cell is not None or value is not None):
                cells[place] = self._cell(place, new_style, self._written(value))
            elif new_style != style and cell is None:
                cells[place] = self._cell(place, new_style, "/>")
            elif new_style != style and cell is not None:
                inside = markup.after_tag(self._data, cell.start)
                tag = markup.with_attributes(self._data[cell.start : inside], {"s": str(new_style)})
                cells[place] = tag + self._data[inside : self._end(cell)]
        return cells

    def _cell(self, place: Place, style: int, rest: str) -> bytes:
        styled = f' s="{style}"' if style else ""
        return f'<{self._x}c r="{column_letters(place[1])}{place[0]}"{styled}{rest}'.encode()

    def _written(self, value: Value) -> str:
        """The text after the common attributes of cells."""
        x = self._x
        if value is None:
            return "/>"
        if isinstance(value, Formula):
            return f"><{x}f>{markup.as_text(value[1:])}</{x}f></{x}c>"
        if isinstance(value, str):
            space = ' xml:space="preserve"' if value != value.strip() else ""
            text = markup.as_text(escape_codes(value))
            return f' t="inlineStr"><{x}is><{x}t{space}>{text}</{x}t></{x}is></{x}c>'
        if isinstance(value, bool):
            return f' t="b"><{x}v>{value:d}</{x}v></{x}c>'
        number = days(value, since_1904=self._since_1904) if isinstance(value, datetime) else value
        return f"><{x}v>{number!r}</{x}v></{x}c>"

    def _row(self, number: int, cells: Mapping[int, bytes], hidden: bool | None) -> Iterator[Edit]:  # noqa: FBT001 - a state
        row, columns = self._sheet.rows[number], self._columns.get(number, [])
        inside = markup.after_tag(self._data, row.start)
        missing = [xml for column, xml in cells.items() if column not in columns]
        values: dict[str, str | None] = {"spans": None} if missing else {}
        if hidden is not None and hidden != self._sheet.is_hidden(number):
            values |= {"hidden": "1" if hidden else None}
        tag = markup.with_attributes(self._data[row.start : inside], values)
        if missing and markup.is_empty(tag, len(tag)):
            yield row.start, inside, markup.fill_element(tag, b"".join(missing))
            return
        yield row.start, inside, tag
        for column, xml in cells.items():
            at = bisect(columns, column)
            last = self._sheet.cells[number, columns[at - 1]] if at else None
            if column in columns and last is not None:
                yield last.start, self._end(last), xml
            else:
                here = self._end(last) if last is not None else inside
                yield here, here, xml

    def _new_rows(self, fresh: Mapping[int, bytes]) -> Iterator[Edit]:
        start, numbers = self._content.start, sorted(self._sheet.rows)
        inside = markup.after_tag(self._data, start)
        if fresh and markup.is_empty(self._data, inside):
            yield start, inside, markup.fill_element(self._data[start:inside], b"".join(fresh.values()))
            return
        for number, xml in fresh.items():
            at = bisect(numbers, number)
            here = self._end(self._sheet.rows[numbers[at - 1]]) if at else inside
            yield here, here, xml

    def _end(self, one: CellElement | Element) -> int:
        inside = markup.after_tag(self._data, one.start)
        return inside if markup.is_empty(self._data, inside) else markup.after_tag(self._data, one.close)

    def _hide_columns(self, changes: Mapping[int, bool]) -> Iterator[Edit]:
        """Hide or show columns; split a group if its columns differ."""
        todo = {column: hidden for column, hidden in changes.items() if hidden is not self._sheet.is_column_hidden(column)}
        for group in self._sheet.columns:
            mine = [column for column in todo if group.first <= column <= group.last]
            if not mine:
                continue
            end = markup.after_tag(self._data, group.start)
            tag, elements = self._data[group.start : end], b""
            empty = tag if markup.is_empty(tag, len(tag)) else tag[:-1] + b"/>"
            starts = sorted({group.first, *mine, *(column + 1 for column in mine if column < group.last)})
            for first, following in pairwise([*starts, group.last + 1]):
                values: dict[str, str | None] = {"min": str(first), "max": str(following - 1)}
                if first in todo:
                    values["hidden"] = "1" if todo[first] else None
                elements += markup.with_attributes(tag if following > group.last else empty, values)
            yield group.start, end, elements
        groups = [range(group.first, group.last + 1) for group in self._sheet.columns]
        new = [column for column in sorted(todo) if not any(column in columns for columns in groups)]
        yield from self._new_columns([column for column in new if todo[column]])

    def _new_columns(self, columns: list[int]) -> Iterator[Edit]:
        groups, x = self._sheet.columns, self._x
        tags = [f'<{x}col min="{column}" max="{column}" width="{_WIDTH}" hidden="1"/>' for column in columns]
        for column, tag in zip(columns, tags, strict=True) if groups else ():
            later = [group.start for group in groups if group.first > column]
            here = min(later) if later else self._data.index(f"</{x}cols".encode(), groups[-1].start)
            yield here, here, tag.encode()
        if tags and not groups:
            yield self._content.start, self._content.start, f"<{x}cols>{''.join(tags)}</{x}cols>".encode()

    def _dimension(self, new: Mapping[Place, bytes]) -> Iterator[Edit]:
        head = self._sheet.heads.get("dimension")
        corners = head.attributes.get("ref", "").split(":") if head is not None else []
        if head is None or not all(map(is_address, corners)):
            return
        rows, columns = zip(*new, *map(place_of, corners), strict=True)
        area = f"{column_letters(min(columns))}{min(rows)}:{column_letters(max(columns))}{max(rows)}"
        inside = markup.after_tag(self._data, head.start)
        if [place_of(corner) for corner in area.split(":")] != [place_of(corner) for corner in (corners[0], corners[-1])]:
            yield head.start, inside, markup.with_attributes(self._data[head.start : inside], {"ref": area})
