"""The part of a file that lists its sheets: their order and visibility, the defined names, what is calculated on opening."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from bangxl import limits
from bangxl.books import markup
from bangxl.books.markup import Node
from bangxl.books.members import PackageError
from bangxl.books.package import CONTENT_TYPES, STANDARD, Package, Relation, sound
from bangxl.books.port import Ref
from bangxl.books.references import ref
from bangxl.books.stylesheet import is_true
from bangxl.books.worksheet import MAIN

WORKSHEET: Final = "worksheet"
"""The kind of sheets that have cells; all other kinds are kept as they are."""
_KINDS: Final = {
    "worksheet": "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml",
    "chartsheet": "application/vnd.openxmlformats-officedocument.spreadsheetml.chartsheet+xml",
    "dialogsheet": "application/vnd.openxmlformats-officedocument.spreadsheetml.dialogsheet+xml",
    "xlMacrosheet": "application/vnd.ms-excel.macrosheet+xml",
    "xlIntlMacrosheet": "application/vnd.ms-excel.intlmacrosheet+xml",
}
"""By the last word of the relation's type, what the list of types says of a sheet."""
_ONCE: Final = {
    "officeDocument": ("xl/workbook.xml", ".main+xml"),
    "styles": ("xl/styles.xml", "spreadsheetml.styles+xml"),
    "sharedStrings": ("xl/sharedStrings.xml", "spreadsheetml.sharedStrings+xml"),
}
"""What a package has once, where nearly all have it, and how its type ends: other programs find it by these."""
_BEFORE_CALCULATION: Final = (
    "fileVersion", "fileSharing", "workbookPr", "workbookProtection", "bookViews", "sheets", "functionGroups",
    "externalReferences", "definedNames",
)  # fmt: skip
"""What stands before ``<calcPr>``."""


@dataclass(frozen=True, slots=True)
class Tab:
    """A sheet: its title, its part, its kind ("" for one that is not known), whether it is visible, and its element."""

    title: str
    part: str
    kind: str
    seen: bool
    node: Node


class Outline:
    """The workbook's own part, read and changed in its package."""

    def __init__(self, package: Package) -> None:
        """BookError ``not_a_workbook``, and those of the package."""
        self._package = package
        self.part = next((relation.target for relation in package.relations() if relation.kind == "officeDocument"), "")
        self._relations = {relation.id: relation for relation in package.relations(self.part)}
        _refuse_second(package, [*package.relations(), *self._relations.values()])
        self.tabs = self._tabs()
        with sound(self.part):
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
        """The sheets in order."""
        sheets = self._root.find("sheets")
        with sound(self.part):
            return tuple(self._tab(node) for node in (sheets.items() if sheets is not None else ()))

    def _tab(self, node: Node) -> Tab:
        ids = {markup.split(name): value for name, value in node.attributes.items()}
        id_ = next((ids[space, "id"] for space in STANDARD if (space, "id") in ids), "")
        relation = self._relations.get(id_)
        kind = relation.kind if relation is not None else ""
        part = relation.target if relation is not None else ""
        known = part in self._package and self._package.type_of(part) == _KINDS.get(kind)
        seen = node.attributes.get("state", "visible") == "visible"
        return Tab(node.attributes.get("name", ""), part, kind if known else "", seen, node)

    def relation(self, kind: str) -> Relation | None:
        """The relation to the part of a kind, if there is one: ``styles``, ``sharedStrings``."""
        return next((found for found in self._relations.values() if found.kind == kind and found.target in self._package), None)

    def names(self) -> Mapping[str, Ref]:
        """All defined names that are plain ranges of one column of a worksheet, by name or ``Sheet!Name``."""
        titles = [tab.title for tab in self.tabs]
        cells = {tab.title for tab in self.tabs if tab.kind == WORKSHEET}
        found: dict[str, Ref] = {}
        for name, scope, node in self._defined():
            if scope is not None and not 0 <= scope < len(titles):
                continue
            place = ref(node.text)
            if place is not None and place.sheet in cells and not name.startswith("_xlnm."):
                found[name if scope is None else f"{titles[scope]}!{name}"] = place
        lengths = [len(place) for place in found.values()]
        if sum(length for length in lengths if length <= limits.NAMED) > limits.NAMED_IN_ALL:
            raise PackageError("too_large", part=self.part)
        return found

    def _defined(self) -> Iterator[tuple[str, int | None, Node]]:
        """Names with the number of the sheet that they belong to."""
        defined = self._root.find("definedNames")
        for node in defined.all("definedName") if defined is not None else ():
            scope = node.attributes.get("localSheetId")
            yield node.attributes.get("name", ""), limits.number(scope) if scope is not None else None, node

    @property
    def since_1904(self) -> bool:
        """Whether its days are counted from 1904."""
        return self._is("workbookPr", "date1904")

    @property
    def structure_protected(self) -> bool:
        """Whether its sheets can't be shown or hidden by hand."""
        return self._is("workbookProtection", "lockStructure")

    def _is(self, element: str, attribute: str) -> bool:
        node = self._root.find(element)
        return node is not None and is_true(node.attributes.get(attribute, "0"))

    @property
    def front(self) -> str:
        """The title of the sheet that opens in front; the first visible one's if that can't be."""
        view, tabs = self._view, self.tabs
        number = limits.number(view.attributes.get("activeTab", "0")) if view is not None else 0
        if number is not None and number < len(tabs) and tabs[number].seen:
            return tabs[number].title
        return next((tab.title for tab in tabs if tab.seen), tabs[0].title)

    @property
    def _view(self) -> Node | None:
        views = self._root.find("bookViews")
        return views.find("workbookView") if views is not None else None

    def show(self, visible: Mapping[str, bool], front: str) -> None:
        """Show and hide sheets; one opens in front."""
        changes = [
            (tab.node, {"state": "visible" if visible[tab.title] else "hidden"})
            for tab in self.tabs
            if tab.title in visible and visible[tab.title] != tab.seen
        ]
        view = self._view
        number = next(number for number, tab in enumerate(self.tabs) if tab.title == front)
        if view is not None and view.attributes.get("activeTab", "0") != str(number):
            changes.append((view, {"activeTab": str(number)}))
        self._change(changes)

    def calculate_all(self) -> None:
        """Let whoever opens the file calculate all formulas, whatever it holds of their results."""
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
        tags = ((node.start, node.inside, values) for node, values in changes)
        self._package.edit(
            self.part, *((start, end, markup.with_attributes(data[start:end], values)) for start, end, values in tags)
        )
        self.tabs = self._tabs()


def _refuse_second(package: Package, relations: Iterable[Relation]) -> None:
    """PackageError ``ambiguous`` if some program could take another part for the workbook, its styles or its texts."""
    found = [relation for relation in relations if relation.kind in _ONCE]
    listed = [node.attributes for node in package.tree(CONTENT_TYPES).all("Override")]
    for kind in {relation.kind for relation in found}:
        usual, ending = _ONCE[kind]
        named = [said.get("PartName", "") for said in listed if said.get("ContentType", "").endswith(ending)]
        others = {name for name in (usual, *(name.lstrip("/") for name in named)) if name in package}
        first, *more = [relation.target for relation in found if relation.kind == kind]
        if more or any(name.casefold() != first.casefold() for name in others):
            raise PackageError("ambiguous", part=usual)
