"""A book in a closed .xlsx or .xlsm file: reads only the parts that it needs and rewrites only the parts that change.

Everything else in the file stays as it is, byte for byte: additions of a person, and features of later versions of Excel. One
more change: a save removes the results of formulas from before the change, stores those that are certain (`results`) where
people see them, and marks the file for full calculation: a preview shows no old result. openpyxl builds new workbooks; it never
touches an existing file.

BookError codes, with ``path``: ``file_missing``, ``cannot_read`` (reason), ``not_a_workbook`` (reason), ``too_large`` (part),
``unsafe_xml`` (part), ``ambiguous`` (part), ``old_or_encrypted``, those of `strange_file`,
``macros_in_xlsx``, ``wrong_suffix`` (suffix), ``locked``
(lock), ``changed``, ``file_exists``, ``cannot_write`` (reason), ``write_protected``, and where a change could do harm,
``signed``, ``cannot_edit`` (reason).
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Self

from bangxl import limits
from bangxl.books import files, markup, worksheet
from bangxl.books.cell_changes import cell_changes, covered, refuse_covered
from bangxl.books.foreign_files import OLE, strange_file
from bangxl.books.formula_results import CellResults
from bangxl.books.markup import Node
from bangxl.books.package import CONTENT_TYPES, FOLDED_ROLES, STANDARD, Package, PackageError, Relation, part_errors
from bangxl.books.port import NO_CHANGES, BookError, Cell, Changes, Ref, Value
from bangxl.books.references import Formulas, Place, is_address, place_of, range_ref
from bangxl.books.stylesheet import STRUCK, Stylesheet, is_true
from bangxl.books.worksheet import MAIN, MAY_HAVE_FORMULAS, MAY_HAVE_RESULTS, Protection, SheetChanges, Values, Worksheet, scan

if TYPE_CHECKING:
    from openpyxl import Workbook

MACROS: Final = ".xlsm"
"""The suffix of workbooks with macros."""

_CELLS: Final = re.compile(
    r"""((?:'(?:[^'[\]]|'')+'|[^'!,:()|[\]]+)!\$?[A-Z]*\$?\d*(?::\$?[A-Z]*\$?\d*)?(?:,(?=.)|$))+|"(?:[^"]|"")*"|#REF!"""
)
"""What a name holds that computes nothing: cells, columns or rows; the title of a sheet."""
_FOREIGN_NAMES: Final = re.compile(
    r"_xlnm\..*|Z_[0-9A-F]{8}(_[0-9A-F]{4}){3}_[0-9A-F]{12}_\.wvu\..*|Print_Area|Print_Titles|Sheet_Title"
)
"""Names that Excel and Gnumeric make themselves: for printing and filters, and the same of a custom view."""
SHEET_AIDS: Final = ("sheetProtection", "conditionalFormatting", "dataValidation")
"""Elements that make a sheet easy to fill in, and that many programs do not write again: on all, on seen, on typed-in sheets."""
_NO_MACROS: Mapping[str, bytes] = MappingProxyType({})
_NO_STYLES: Final = b"<styleSheet><cellXfs><xf/></cellXfs></styleSheet>"
_TYPES: Final = (
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
    "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
)
"""The content type of the workbook in an .xlsx and in an .xlsm; with another one Excel opens neither."""
WORKSHEET: Final = "worksheet"
"""The kind of sheets that have cells; other kinds stay unchanged."""
_KINDS: Final = {
    "worksheet": "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml",
    "chartsheet": "application/vnd.openxmlformats-officedocument.spreadsheetml.chartsheet+xml",
    "dialogsheet": "application/vnd.openxmlformats-officedocument.spreadsheetml.dialogsheet+xml",
    "xlMacrosheet": "application/vnd.ms-excel.macrosheet+xml",
    "xlIntlMacrosheet": "application/vnd.ms-excel.intlmacrosheet+xml",
}
"""The content type of a sheet by the last word of its relation's type."""
_USUAL_PARTS: Final = {
    "officeDocument": ("xl/workbook.xml", ".main+xml"),
    "styles": ("xl/styles.xml", "spreadsheetml.styles+xml"),
    "sharedStrings": ("xl/sharedStrings.xml", "spreadsheetml.sharedStrings+xml"),
}
"""Parts that nearly every package has once, at the usual place, and the ends of their types: other programs rely on these."""
_BEFORE_CALCULATION: Final = (
    "fileVersion", "fileSharing", "workbookPr", "workbookProtection", "bookViews", "sheets", "functionGroups",
    "externalReferences", "definedNames",
)  # fmt: skip
"""The elements before ``<calcPr>``, by name."""


@dataclass(frozen=True, slots=True)
class Tab:
    """A sheet: its title, its part, its kind ("" if unknown), whether it is visible, and its element."""

    title: str
    part: str
    kind: str
    seen: bool
    node: Node


class WorkbookPart:
    """The workbook part, to read and change in its package."""

    def __init__(self, package: Package) -> None:
        """BookError ``not_a_workbook``, and those of the package."""
        self._package = package
        self.part = next((relation.target for relation in package.relations() if relation.kind == "officeDocument"), "")
        self._relations = {relation.id: relation for relation in package.relations(self.part)}
        _refuse_second(package, [*package.relations(), *self._relations.values()])
        self.tabs = self._tabs()
        with part_errors(self.part):
            if self._root.name != "workbook" or self._root.space not in MAIN:
                raise markup.Malformed("no workbook")
            if not any(tab.kind == WORKSHEET for tab in self.tabs):
                raise markup.Malformed("no worksheet")
            parts = [tab.part.casefold() for tab in self.tabs]
            if len({*parts}) < len(parts):
                raise markup.Malformed("two sheets in one part")

    @property
    def _root(self) -> Node:
        return self._package.tree(self.part)

    def _tabs(self) -> tuple[Tab, ...]:
        sheets = self._root.find("sheets")
        with part_errors(self.part):
            nodes = sheets.items() if sheets is not None else []
        tabs = []
        for node in nodes:
            ids = {markup.split(name): value for name, value in node.attributes.items()}
            id_ = next((ids[space, "id"] for space in STANDARD if (space, "id") in ids), "")
            relation = self._relations.get(id_)
            part, kind = (relation.target, relation.kind) if relation is not None else ("", "")
            with part_errors(self.part):
                is_kind = part in self._package and self._package.type_of(part) == _KINDS.get(kind)
            seen = node.attributes.get("state", "visible") == "visible"
            tabs.append(Tab(node.attributes.get("name", ""), part, kind if is_kind else "", seen, node))
        return tuple(tabs)

    def relation(self, kind: str) -> Relation | None:
        """The relation to the part of a kind, if any: ``styles``, ``sharedStrings``."""
        return next((one for one in self._relations.values() if one.kind == kind and one.target in self._package), None)

    def names(self) -> Mapping[str, Ref]:
        """All defined names that are plain ranges of one column of a worksheet, by name or ``Sheet!Name``."""
        names = {name: place for name, place in self._placed() if place is not None}
        lengths = [len(place) for place in names.values()]
        if sum(length for length in lengths if length <= limits.NAME_CELLS) > limits.NAMED_IN_ALL:
            raise PackageError("too_large", part=self.part)
        return names

    def odd_names(self) -> list[str]:
        """Defined names that are anything else, or are there twice, in any case: programs may take them for one of `names`."""
        placed = list(self._placed())
        count = Counter(name.casefold() for name, _place in placed)
        return [name for name, place in placed if place is None or count[name.casefold()] > 1]

    def _placed(self) -> Iterator[tuple[str, Ref | None]]:
        """The defined names that no program has made itself, with their ranges; None for what is none."""
        titles = {str(number): tab.title for number, tab in enumerate(self.tabs)}
        with_cells = {tab.title for tab in self.tabs if tab.kind == WORKSHEET}
        for node in self._defined():
            name, scope = node.attributes.get("name", ""), node.attributes.get("localSheetId")
            place = range_ref(node.text) if scope is None or scope in titles else None
            if not _FOREIGN_NAMES.fullmatch(name):
                is_plain = place is not None and place.sheet in with_cells
                yield name if scope is None else f"{titles.get(scope, '')}!{name}", place if is_plain else None

    def acting_names(self) -> Iterator[str]:
        """``macros`` for a name that starts by itself (Auto_Open), ``embedded`` for one that is neither cells here nor a text."""
        for node in self._defined():
            if node.attributes.get("name", "").casefold().removeprefix("_xlnm.").startswith("auto_"):
                yield "macros"
            if not _CELLS.fullmatch(node.text):
                yield "embedded"

    def _defined(self) -> Iterable[Node]:
        defined = self._root.find("definedNames")
        return defined.all("definedName") if defined is not None else ()

    @property
    def since_1904(self) -> bool:
        """Whether it counts dates from 1904."""
        return self._is("workbookPr", "date1904")

    @property
    def structure_protected(self) -> bool:
        """Whether nobody can show or hide its sheets by hand."""
        return self._is("workbookProtection", "lockStructure")

    def _is(self, element: str, attribute: str) -> bool:
        node = self._root.find(element)
        return node is not None and is_true(node.attributes.get(attribute, "0"))

    @property
    def front(self) -> str:
        """The title of the sheet in front when the file opens; the first visible one if that one is hidden."""
        view, tabs = self._view, self.tabs
        number = limits.whole_number(view.attributes.get("activeTab", "0")) if view is not None else 0
        if number is not None and number < len(tabs) and tabs[number].seen:
            return tabs[number].title
        return next((tab.title for tab in tabs if tab.seen), tabs[0].title)

    @property
    def _view(self) -> Node | None:
        views = self._root.find("bookViews")
        return views.find("workbookView") if views is not None else None

    def show(self, visible: Mapping[str, bool], front: str) -> None:
        """Show and hide sheets; one of them opens in front."""
        changes = [
            (tab.node, {"state": "visible" if visible[tab.title] else "hidden"})
            for tab in self.tabs
            if visible.get(tab.title, tab.seen) != tab.seen
        ]
        view = self._view
        number = next(number for number, tab in enumerate(self.tabs) if tab.title == front)
        if view is not None and view.attributes.get("activeTab", "0") != str(number):
            changes.append((view, {"activeTab": str(number)}))
        self._change(changes)

    def calculate_all(self) -> None:
        """Make the next program that opens the file calculate all formulas."""
        root, node = self._root, self._root.find("calcPr")
        if node is not None:
            self._change([(node, {"fullCalcOnLoad": "1"})])
            return
        data = self._package.read(self.part)
        behind = max((child.end for child in root.children if child.name in _BEFORE_CALCULATION), default=root.inside)
        new = f'<{markup.prefix(data, root)}calcPr fullCalcOnLoad="1"/>'.encode()
        self._package.edit(self.part, (behind, behind, new))

    def _change(self, changes: list[tuple[Node, dict[str, str]]]) -> None:
        data = self._package.read(self.part)
        edits = ((one.start, one.inside, markup.with_attributes(data[one.start : one.inside], values)) for one, values in changes)
        self._package.edit(self.part, *edits)
        self.tabs = self._tabs()


def _refuse_second(package: Package, relations: Iterable[Relation]) -> None:
    """PackageError ``ambiguous`` if some program could take another part for the workbook, its styles or its texts."""
    single = [relation for relation in relations if relation.kind in _USUAL_PARTS]
    listed = [node.attributes for node in package.tree(CONTENT_TYPES).all("Override")]
    for kind in {relation.kind for relation in single}:
        usual, ending = _USUAL_PARTS[kind]
        named = [one.get("PartName", "") for one in listed if one.get("ContentType", "").endswith(ending)]
        others = {name for name in (usual, *(name.lstrip("/") for name in named)) if name in package}
        first, *more = [relation.target for relation in single if relation.kind == kind]
        if more or any(name.casefold() != first.casefold() for name in others):
            raise PackageError("ambiguous", part=usual)


_ACTIVE: Final = {
    "macros": {"vbaproject", "macroenabled", "macrosheet", "xlmacrosheet", "intlmacrosheet", "xlintlmacrosheet", "dialogsheet"},
    "outside": {
        *("outside", "externallink", "ddelink", "connections", "querytable", "hyperlink"),
        *("volatiledependencies", "xmlmaps", "dataref", "webpublishitem"),
    },
    "embedded": {"oleobject", "package", "activex", "control", "ctrlprop", "extensibility", "attachedtoolbars", "webextension"},
    "drawn_over": {
        *("drawing", "vmldrawing", "comments", "threadedcomment", "pivottable", "slicer", "timeline"),
        *("conditionalformatting", "datavalidation", "sparkline"),
    },
}
"""What acts by itself or hides cells, by the words of relations and types, and by elements."""
_ELEMENTS: Final = re.compile(
    rb"<(?:[^\s<>/:=]+:)?(conditionalFormatting|dataRef|dataValidation|control|hyperlink|oleObject|sparkline|webPublishItem)[\s/>]"
)
"""Those of them that need no relation."""
_HARMLESS_KINDS: Final = FOLDED_ROLES | {
    *("theme", "printersettings", "core-properties", "extended-properties", "custom-properties", "thumbnail"),
    *("customproperty", "customxml", "customxmlprops", "sheetmetadata", "classificationlabels", "person"),
    *("origin", "signature", "certificate", "namedsheetview", "workbookmetadata"),
}
"""The kinds of relations that other programs add; any other one counts as ``embedded``."""


class ClosedBook:
    """A ``Book`` over a file that no other program has open. ``save`` replaces the file at once."""

    def __init__(self, path: Path, data: bytes, *, fresh: bool = False) -> None:
        """Use ``open``, ``of`` or ``create``. ``fresh``: the file does not exist yet."""
        self.path = path
        self._data = b"" if fresh else data
        self._digest = _digest(data)
        self._touched = False
        with self._name_errors():
            self._package = Package(data, packing=fresh)
            self._workbook = WorkbookPart(self._package)
            styles = self._workbook.relation("styles")
            with part_errors(styles.target if styles is not None else ""):
                self._styles = Stylesheet(self._package.read(styles.target) if styles is not None else _NO_STYLES)
        self._sheets: dict[str, Worksheet] = {}

    @classmethod
    def open(cls, path: str | Path, *, reading_only: bool = False) -> Self:
        """Read a file. Raises BookError with the reason, or ``locked`` if another program has it open.

        ``reading_only``: open it even then, as the other program last saved it. ``save`` will refuse.
        """
        real = files.real_path(path)
        if not reading_only:
            files.refuse_if_open(real)
        book = cls.of(files.read_file(real), real)
        if book.has_macros and real.suffix.lower() != MACROS:
            raise BookError("macros_in_xlsx", path=str(path))
        return book

    @classmethod
    def of(cls, data: bytes, path: Path, *, partly: bool = False) -> Self:
        """Make a book from the bytes of a file; ``save`` writes to ``path`` if that still holds exactly these bytes.

        ``partly``: accept a damaged file as long as nobody reads the damaged parts.
        """
        try:
            book = cls(path, data)
        except BookError as error:
            other = strange_file(data, path.name) if error.code == "not_a_workbook" else None
            if other is None and data.startswith(OLE):
                other = BookError("old_or_encrypted")
            if other is None:
                raise
            raise BookError(other.code, path=str(path), **other.values) from error
        for tab in () if partly else book._workbook.tabs:  # find damage now, not in the middle of a command
            book._sheet(tab.title)
        return book

    @classmethod
    def create(cls, path: str | Path, workbook: Workbook, macros: Mapping[str, bytes] = _NO_MACROS) -> Self:
        """Make a book of a workbook just built, for a file that does not exist yet; ``save`` creates it.

        ``macros``: the parts of its VBA project and ribbon.
        BookError ``file_exists``, ``wrong_suffix`` (not .xlsx, or not .xlsm with macros).
        """
        from bangxl.books.writer import dump, embed_macros  # noqa: PLC0415 - openpyxl is slow to import

        real = files.real_path(path)
        if real.suffix.lower() != (MACROS if macros else ".xlsx"):
            raise BookError("wrong_suffix", path=str(path), suffix=real.suffix)
        workbook.properties.created = files.time_now()
        workbook.properties.creator = "bangxl"
        if macros:
            embed_macros(workbook, macros)
        book = cls(real, dump(workbook, macros=bool(macros)), fresh=True)
        book.require_writable()
        return book

    def made_anew(self, workbook: Workbook, macros: Mapping[str, bytes]) -> Self:
        """A workbook just built, to be saved in the place of this one."""
        book = self.create(self.path.with_name(f"{self.path.stem}.new{self.path.suffix}"), workbook, macros)
        book.path, book._data, book._digest = self.path, self._data, self._digest  # noqa: SLF001 - of this class
        return book

    @cached_property
    def names(self) -> Mapping[str, Ref]:
        """All defined names that are plain ranges of one column, by name or ``Sheet!Name``."""
        with self._name_errors():
            return MappingProxyType(self._workbook.names())

    @cached_property
    def odd_names(self) -> Sequence[str]:
        """Defined names of anything else, and those that are there twice."""
        with self._name_errors():
            return self._workbook.odd_names()

    @property
    def sheets(self) -> Mapping[str, bool]:
        """Tab names in order, each with whether it is visible."""
        return {tab.title: tab.seen for tab in self._workbook.tabs}

    @property
    def active(self) -> str:
        """The sheet in front when the file opens."""
        return self._workbook.front

    @property
    def structure_protected(self) -> bool:
        """Whether nobody can show or hide sheets by hand."""
        return self._workbook.structure_protected

    @property
    def has_macros(self) -> bool:
        """Whether the file holds a VBA project, even one without a reference to it."""
        return any(name.casefold().endswith("vbaproject.bin") for name in self._package.names)

    def acting(self) -> Iterator[str]:
        """What in the file acts by itself or hides cells: ``macros``, ``outside``, ``embedded``, ``drawn_over``."""
        with self._name_errors():
            kinds, types = self._package.kinds()
            sheets = [self._package.read(tab.part) for tab in self._workbook.tabs if tab.kind]
        words = {word.decode().lower() for data in sheets for word in _ELEMENTS.findall(data)} | kinds | types
        acting = {*self._workbook.acting_names()}
        if self.has_macros:
            acting.add("macros")
        if kinds - _HARMLESS_KINDS - {word for known in _ACTIVE.values() for word in known}:
            acting.add("embedded")
        return (what for what, known in _ACTIVE.items() if what in acting or known & words)

    def read(self, name: str) -> Sequence[Value]:
        """The typed or written values, one for each cell; a formula comes as Formula. KeyError for an unknown name."""
        ref = self._named(name)
        sheet = self._sheet(ref.sheet)
        with self._name_errors(ref.sheet):
            return [self._values.typed(sheet, (row, ref.column)) for row in _rows(ref)]

    def shown(self, name: str) -> Sequence[Value] | None:
        """What was shown at the last save; a formula without result as such. None if there are only such, or after ``apply``."""
        ref = self._named(name)
        sheet, places = self._sheet(ref.sheet), [(row, ref.column) for row in _rows(ref)]
        results = {place: cell.calculated for place in places if (cell := sheet.cells.get(place)) and cell.formula is not None}
        if self._touched or (results and not any(results.values())):
            return None
        with self._name_errors(ref.sheet):
            return [
                self._values.shown(sheet.cells.get(place)) if results.get(place, True) else self._values.typed(sheet, place)
                for place in places
            ]

    def formulas(self) -> Formulas:
        """The cells with formulas."""
        cells = {sheet: self._sheet(sheet).cells for sheet in {ref.sheet for ref in self.names.values()}}
        return {sheet: {at for at, cell in own.items() if cell.formula is not None} for sheet, own in cells.items()}

    def everything(self, sheet: str) -> Mapping[Place, Value]:
        """All cells of a sheet that are not blank, by row and column; a formula comes as Formula."""
        part = self._sheet(sheet)
        with self._name_errors(sheet):
            values = ((place, self._values.typed(part, place)) for place in part.cells)
            return {place: value for place, value in values if value is not None}

    def shown_on(self, sheet: str) -> Mapping[Place, Value]:
        """The displayed values of a sheet's cells at the last save, with calculated formulas."""
        part = self._sheet(sheet)
        with self._name_errors(sheet):
            values = ((place, self._values.shown(cell)) for place, cell in part.cells.items())
            return {place: value for place, value in values if value is not None}

    def comments(self, sheet: str) -> Mapping[str, tuple[str, str]]:
        """What somebody has noted beside cells, by address: who, and what."""
        found = dict[str, tuple[str, str]]()
        with self._name_errors(sheet):
            for relation in self._package.relations(self._tab(sheet).part):
                if relation.kind == "comments" and relation.target in self._package:
                    found |= worksheet.comments(self._package.tree(relation.target))
        return found

    @property
    def program(self) -> str:
        """The program that saved the file last, as it calls itself; "" if the file does not say."""
        part = "docProps/app.xml"
        with self._name_errors():
            root = self._package.tree(part) if part in self._package else None
        return next((node.text.strip() for node in root.all("Application")), "") if root is not None else ""

    def outfit(self, sheet: str) -> set[str]:
        """Which elements of OUTFIT a sheet has."""
        with self._name_errors():
            data = self._package.read(self._tab(sheet).part)
        return {element for element in SHEET_AIDS if element.encode() in data}

    @property
    def pictures(self) -> int:
        """How many pictures and charts there are."""
        return sum(name.startswith(("xl/media/", "xl/charts/chart")) for name in self._package.names)

    def protection(self, sheet: str) -> Protection | None:
        """The actions that a sheet's protection allows; None without protection."""
        return self._sheet(sheet).protection()

    def locked(self, name: str) -> Sequence[bool]:
        """Whether each cell is locked. KeyError for an unknown name."""
        return [self._styles.style(style).locked for style in self._styles_of(name)]

    def text_cells(self, name: str) -> Sequence[bool]:
        """Whether each cell stores every entry as text. KeyError for an unknown name."""
        return [self._styles.format(style) == "@" for style in self._styles_of(name)]

    def hidden(self, name: str) -> Sequence[bool]:
        """Whether the row of each cell is hidden. KeyError for an unknown name."""
        ref = self._named(name)
        return [self._sheet(ref.sheet).is_hidden(row) for row in _rows(ref)]

    def hidden_column(self, ref: Ref) -> bool:
        """Whether the column of a range is hidden."""
        return self._sheet(ref.sheet).is_column_hidden(ref.column)

    def hidden_row(self, sheet: str, row: int) -> bool:
        """Whether a row of a sheet is hidden, even by a filter."""
        return self._sheet(sheet).is_hidden(row)

    def struck_rows(self, sheet: str) -> set[int]:
        """The rows of a sheet in which a line goes through a text, or a part of one."""
        own, strings = self._sheet(sheet), self._workbook.relation("sharedStrings")
        data, texts = (self._package.read(strings.target), self._package.tree(strings.target).all("si")) if strings else (b"", ())
        struck = {str(number) for number, text in enumerate(texts) if STRUCK.search(data, text.start, text.end)}
        return {row for (row, _column), cell in own.cells.items() if cell.content is not None and (
                cell.style in self._styles.struck or (cell.kind == "s" and cell.content in struck)
                or STRUCK.search(own.data, cell.start, cell.close))}  # fmt: skip

    def merged(self, sheet: str) -> Iterator[tuple[Place, Place]]:
        """The first and the last cell of each area that looks like one cell."""
        for first, _colon, last in (area.partition(":") for area in self._sheet(sheet).merged):
            if is_address(first) and is_address(last):
                yield place_of(first), place_of(last)

    def apply(self, changes: Changes) -> None:
        """Make the changes in memory only. On errors, as in ``cell_changes``, it makes no change."""
        todo = cell_changes(self.names, self.sheets, changes)
        by_sheet = worksheet.by_sheet(todo)
        self._touched = True
        with self._name_errors():
            for title, changed in sorted(by_sheet.items(), key=itemgetter(0)):
                self._edit(title, changed)
            self._workbook.show(todo.visible, self._workbook.front)
            self._choose_tab(todo.active)
            if (styles := self._workbook.relation("styles")) is not None:
                self._package.write(styles.target, self._styles.dump())

    def file_bytes(self) -> bytes:
        """The file as it was read; empty for a new one."""
        return self._data

    def save(self) -> None:
        """Replace the file, or leave it unchanged and raise BookError. The next program that opens it calculates the formulas."""
        self.require_writable()
        data = self.dump()
        files.replace(self.path, data, self.require_writable)
        self._data, self._digest, self._touched = data, _digest(data), True

    def dump(self) -> bytes:
        """The bytes that ``save`` would write: with the results of formulas now, as far as they are certain, and the time."""
        with self._name_errors():
            self._choose_tab("")
            parts = {tab.title: self._package.read(tab.part) for tab in self._workbook.tabs if tab.kind == WORKSHEET}
            results = CellResults(self._sheet, self._values, self.names)
            ours = {ref.sheet for ref in self.names.values()}  # what people have added stays as it is
            shown = {tab.title: results.on(tab.title) for tab in self._workbook.tabs if tab.title in ours and tab.seen}
            for title, data in parts.items():
                if shown.get(title) or MAY_HAVE_RESULTS.search(data):
                    self._put(title, worksheet.with_formula_results(self._sheet(title), shown.get(title, {})))
            if any(map(MAY_HAVE_FORMULAS.search, parts.values())):
                self._workbook.calculate_all()
            for relation in self._package.relations():
                if relation.kind == "core-properties" and relation.target in self._package:
                    now = f"{files.time_now().isoformat()}Z".encode()
                    dates = [one for one in self._package.tree(relation.target).children if one.name == "modified" and one.text]
                    self._package.edit(relation.target, *((node.inside, node.close, now) for node in dates[:1]))
            self._package.retype(self._workbook.part, _TYPES[self.path.suffix.lower() == MACROS])
            return self._package.dump()

    def covered(self) -> Sequence[Cell]:
        """The hidden cells of names: cells merged with others, except the first of them."""
        merged = {title: self._sheet(title).merged for title in self.sheets}
        with self._name_errors():
            return covered(self.names, merged)

    def require_writable(self, changes: Changes = NO_CHANGES) -> None:
        """BookError if it can't be replaced now: ``locked``, ``write_protected``, ``changed``; ``file_exists`` for a new one.

        Also if a change could do harm: ``signed``, ``cannot_edit``, ``merged`` (sheet, cell).
        """
        files.refuse_if_open(self.path)
        files.refuse_protected(self.path)
        if any("digital-signature" in relation.node.attributes.get("Type", "") for relation in self._package.relations()):
            raise BookError("signed", path=str(self.path))
        unknown = next((tab.title for tab in self._workbook.tabs if not tab.kind), None)
        if unknown is not None:
            raise BookError("cannot_edit", path=str(self.path), reason=unknown)
        if self._workbook.relation("styles") is None:
            raise BookError("cannot_edit", path=str(self.path), reason="styles.xml")
        if not self._data:
            if files.exists(self.path):
                raise BookError("file_exists", path=str(self.path))
            return
        try:
            now = files.read_file(self.path)
        except BookError:
            now = b""
        if _digest(now) != self._digest:
            raise BookError("changed", path=str(self.path))
        if changes.cells:
            refuse_covered(self.covered(), self.names, changes)

    @cached_property
    def _values(self) -> Values:
        strings = self._workbook.relation("sharedStrings")
        part = strings.target if strings is not None else ""
        shared = worksheet.shared_texts(self._package.tree(part)) if strings is not None else []
        with part_errors(part):
            worksheet.require_few_texts(shared, self._sheets.values())
        return Values(shared, self._styles, since_1904=self._workbook.since_1904)

    def _named(self, name: str) -> Ref:
        """The range of a name. KeyError for an unknown name, BookError ``too_large`` for an impossibly large range."""
        ref = self.names[name]
        if len(ref) > limits.NAME_CELLS:
            raise BookError("too_large", path=str(self.path), part=name)
        return ref

    def _styles_of(self, name: str) -> list[int]:
        ref = self._named(name)
        sheet = self._sheet(ref.sheet)
        return [sheet.style(row, ref.column) for row in _rows(ref)]

    def _tab(self, title: str) -> Tab:
        return next(tab for tab in self._workbook.tabs if tab.title == title)

    def _sheet(self, title: str) -> Worksheet:
        """The current state of a sheet, if it is not too large together with the others; empty for a chart sheet."""
        if title not in self._sheets:
            tab = self._tab(title)
            cells = limits.CELLS - sum(sheet.size for sheet in self._sheets.values())
            letters = limits.LETTERS - sum(sheet.letters for sheet in self._sheets.values())
            with self._name_errors(), part_errors(tab.part):
                has_cells = tab.kind == WORKSHEET
                self._sheets[title] = scan(self._package.read(tab.part), cells, letters) if has_cells else Worksheet(b"")
        return self._sheets[title]

    def _edit(self, title: str, changes: SheetChanges) -> None:
        sheet, order = self._sheet(title), self._workbook.relation("calcChain")
        if order and any(sheet.cells[place].formula is not None for place in changes.cells if place in sheet.cells):
            # Excel's calculation order would name a cell that has no formula any more
            self._package.remove(order.target, order, self._workbook.part)
        self._put(title, worksheet.change_sheet(sheet, changes, self._styles, since_1904=self._workbook.since_1904))

    def _put(self, title: str, data: bytes) -> None:
        part = self._tab(title).part
        if data != self._package.read(part):
            self._package.write(part, data)
            self._sheets.pop(title, None)

    def _choose_tab(self, wanted: str) -> None:
        """Select exactly one tab: the wanted one, otherwise the selected one, otherwise the first visible one."""
        front = wanted or self._workbook.front
        self._workbook.show({}, front)
        for tab in self._workbook.tabs:
            if tab.kind:
                self._put(tab.title, worksheet.select_tab(self._package.read(tab.part), yes=tab.title == front))

    @contextmanager
    def _name_errors(self, sheet: str = "") -> Iterator[None]:
        """Turn an error in a part of the file into a BookError with the file's path."""
        try:
            yield
        except PackageError as error:
            raise BookError(error.code, path=str(self.path), **error.values) from error
        except (markup.Malformed, ValueError) as error:
            raise BookError("not_a_workbook", path=str(self.path), reason=f"{sheet}: {error}") from error


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _rows(ref: Ref) -> range:
    return range(ref.first, ref.last + 1)
