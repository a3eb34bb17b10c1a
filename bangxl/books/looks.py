"""Looks that make people read something else than what the cells hold, found in the parts of a file."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from bangxl import limits
from bangxl.books.markup import Node, TooMuch, utf8
from bangxl.books.outline import Outline, Tab
from bangxl.books.package import CONTENT_TYPES, ROOT, Package, Relation, relations_of
from bangxl.books.references import Place
from bangxl.books.stylesheet import Stylesheet, is_plain, is_true
from bangxl.books.values import texts_of
from bangxl.books.worksheet import Cell, Worksheet, is_address, place_of

LOWEST: Final = 4.0
"""Points: a lower row, or a smaller letter, is not read."""

NARROWEST: Final = 0.5
"""Characters: a narrower column is not read."""

NEAREST: Final = 60
"""Ink and paper must differ by more, red, green and blue added up (0 to 765)."""

_Colour = tuple[int, int, int]
_WHITE, _BLACK = (255, 255, 255), (0, 0, 0)
_THEME: Final = {0: _WHITE, 1: _BLACK}
"""The colours of a theme that are the same everywhere: paper and ink."""

_INDEXED: Final = {
    0: _BLACK, 1: _WHITE, 2: (255, 0, 0), 3: (0, 255, 0), 4: (0, 0, 255), 5: (255, 255, 0), 6: (255, 0, 255), 7: (0, 255, 255),
    22: (192, 192, 192), 23: (128, 128, 128),
}  # fmt: skip
"""Colours by number; 8 to 15 are 0 to 7 again, 64 and 65 ink and paper."""

_PARTS: Final = re.compile(r"xl/(media|embeddings|activeX|ctrlProps|threadedComments)/|.*\.vml$")
_PLACES: Final = re.compile(
    r"\[content_types\]\.xml|_rels/\.rels|docprops/(?:app|core|custom)\.xml|docprops/thumbnail\.\w+"
    r"|xl/(?:workbook|styles|sharedstrings|calcchain|metadata)\.xml|xl/_rels/workbook\.xml\.rels|xl/theme/theme\d+\.xml"
    r"|xl/(?:worksheets|drawings|charts)/(?:_rels/)?[a-z]+\d*\.xml(?:\.rels)?|xl/printersettings/printersettings\d+\.bin"
    r"|xl/comments(?:/comment)?\d+\.xml|xl/metadata|xl/persons/person\d*\.xml|docmetadata/labelinfo\.xml"
    r"|customxml/(?:_rels/)?item(?:props)?\d+\.xml(?:\.rels)?"
)
"""Where spreadsheets put the parts of such sheets, and what Excel, SharePoint and Google add to any file, seen by nobody."""
_SHAPES: Final = frozenset({"pic", "sp", "cxnSp", "grpSp", "contentPart"})
_CHART: Final = "/chart"
"""How the kind of what stands in a drawing's frame ends, if it is a chart."""

_LATER: Final = re.compile(rb"<(?:[^<>\s/:]+:)?conditionalFormatting[\s/>]")
"""Conditional formats, those of newer programs too, whose namespace may stand anywhere."""

_WRITTEN_IN_CELL: Final = re.compile(rb"<(?:[^<>\s/:]+:)?rPr[\s/>]")
"""Letters of their own looks in the text of a cell that is no shared one: no spreadsheet writes them."""

USUAL: Final = frozenset({
    "officeDocument", "core-properties", "extended-properties", "custom-properties", "thumbnail", "worksheet", "styles",
    "sharedStrings", "theme", "calcChain", "sheetMetadata", "printerSettings", "drawing", "chart", "chartStyle",
    "chartColorStyle", "comments", "person", "classificationlabels", "customXml", "customXmlProps", "workbookmetadata",
})  # fmt: skip
"""Kinds of relations that spreadsheets write of sheets with charts; comments are told by themselves."""

_PROJECT: Final = "vbaproject.bin"
"""Told by itself."""

_AREA: Final = re.compile(r"!([^,!']+)")
_HEX: Final = re.compile("(?:[0-9A-Fa-f]{2})?[0-9A-Fa-f]{6}")


class Oddity(NamedTuple):
    """Something about looks; ``what`` is its text, if it has any. Row and column count from 1, 0 for all of them.

    ``kind``: ``number_format``, ``row``, ``column``, ``ink``, ``unprinted``, ``merged``, ``comment``, ``conditional``,
    ``drawing``, ``part``.
    """

    kind: str
    sheet: str
    row: int = 0
    column: int = 0
    what: str = ""


def oddities(package: Package, outline: Outline, sheets: Mapping[str, Worksheet], styles: Stylesheet) -> Iterator[Oddity]:
    """All that is found, sheet by sheet. BookError or ``Malformed`` for what nobody can read."""
    judge = _Judge(styles, _runs(package, outline))
    areas = outline.print_areas()
    for tab in outline.tabs:
        if tab.title not in sheets:
            continue
        sheet = sheets[tab.title]
        full = [place for place, cell in sheet.cells.items() if cell.content is not None or cell.formula is not None]
        rows, columns = {row for row, _column in full}, {column for _row, column in full}
        yield from (Oddity("row", tab.title, row) for row in sorted(rows) if _is_flat(sheet, row))
        yield from (Oddity("column", tab.title, 0, column) for column in _thin(sheet, columns))
        yield from _cells(tab.title, sheet, full, judge, _areas(areas.get(tab.title, "")))
        yield from (Oddity("merged", tab.title, *place) for place in _covered(sheet, full))
        yield from _comments(package, tab)
        for area in sheet.conditional:
            corners = [place_of(corner) for part in area.split() for corner in part.split(":")]
            yield Oddity("conditional", tab.title, *min(corners, default=(0, 0)))
        data = utf8(package.read(tab.part))
        if not sheet.conditional and _LATER.search(data):
            yield Oddity("conditional", tab.title)
        if _WRITTEN_IN_CELL.search(data):
            yield Oddity("ink", tab.title)
    drawn = [*_drawn(package)]
    yield from (Oddity("drawing", "", what=name) for name in drawn)
    yield from (Oddity("part", "", what=name) for name in _foreign(package, {name.casefold() for name in drawn}))


def _cells(
    title: str, sheet: Worksheet, full: Sequence[Place], judge: _Judge, areas: Sequence[tuple[Place, Place]]
) -> Iterator[Oddity]:
    """Number formats, colours, and what stands beyond the printed area."""
    for row, column in full:
        kind, what = judge.look(sheet.cells[row, column])
        if kind:
            yield Oddity(kind, title, row, column, what)
        if areas and not any(top <= row <= bottom and left <= column <= right for (top, left), (bottom, right) in areas):
            yield Oddity("unprinted", title, row, column)


def _areas(printed: str) -> list[tuple[Place, Place]]:
    """The corners of what is printed; nothing where that are whole rows or columns, or nobody knows."""
    found = []
    for part in _AREA.findall(printed):
        corners = part.replace("$", "").split(":")
        if not all(map(is_address, corners)):
            return []
        found.append((place_of(corners[0]), place_of(corners[-1])))
    if len(found) > limits.PRINTED:
        raise TooMuch("printed areas")
    return found


def _covered(sheet: Worksheet, full: Sequence[Place]) -> Iterator[Place]:
    """Of each merged area the first cell that nobody sees, though something stands in it."""
    rows: dict[int, list[int]] = {}
    for row, column in full if sheet.merged else ():
        rows.setdefault(row, []).append(column)
    looked_at = 0
    for area in sheet.merged:
        corners = [place_of(corner) for corner in area.split(":")]
        (top, left), (bottom, right) = corners[0], corners[-1]
        beneath = [row for row in range(top, min(bottom, max(rows, default=0)) + 1) if row in rows]
        looked_at += min(bottom, max(rows, default=0)) - top + sum(len(rows[row]) for row in beneath)
        if looked_at > limits.CELLS:
            raise TooMuch("merged areas")
        found = ((row, column) for row in beneath for column in rows[row] if left <= column <= right)
        yield from islice((place for place in found if place != (top, left)), 1)


def _runs(package: Package, outline: Outline) -> Mapping[str, Sequence[Node]]:
    """By the number of a shared text, the looks that some of its letters have of their own."""
    strings = outline.relation("sharedStrings")
    items = package.tree(strings.target).all("si") if strings is not None else ()
    looks = ((str(number), [look for run in item.all("r") for look in run.all("rPr")]) for number, item in enumerate(items))
    found = {number: own for number, own in looks if own}
    if any(len(own) > limits.RUNS for own in found.values()):
        raise TooMuch("looks of letters")
    return found


def _comments(package: Package, tab: Tab) -> Iterator[Oddity]:
    for relation in package.relations(tab.part):
        listed = package.tree(relation.target).find("commentList") if relation.kind == "comments" else None
        for comment in listed.items() if listed is not None else ():
            row, column = place_of(comment.attributes.get("ref", ""))
            text = "".join(texts_of(comment))
            yield Oddity("comment", tab.title, row, column, text)


class _Judge:
    """Judges each look once, and the letters that have one of their own."""

    def __init__(self, styles: Stylesheet, runs: Mapping[str, Sequence[Node]]) -> None:
        self._styles = styles
        self._runs = runs
        fonts, fills = styles.root.find("fonts"), styles.root.find("fills")
        self._fonts = fonts.items() if fonts is not None else []
        self._fills = fills.items() if fills is not None else []
        self._known: dict[int, tuple[str, str]] = {}

    def look(self, cell: Cell) -> tuple[str, str]:
        """What is wrong with a cell's look, and with what of it; both "" for nothing."""
        style = cell.style
        if style not in self._known:
            self._known[style] = self._judged(style)
        own = self._runs.get((cell.content or "").strip(), ()) if cell.kind == "s" else ()
        if own and not self._known[style][0]:
            papers = self._papers_of(style)
            return ("ink", "") if any(_is_unread(run, papers) for run in own) else ("", "")
        return self._known[style]

    def _papers_of(self, style: int) -> list[_Colour]:
        return _papers(_at(self._fills, self._styles.style(style).number("fillId")))

    def _judged(self, style: int) -> tuple[str, str]:
        code = self._styles.format(style) or "General"
        if not is_plain(code):
            return "number_format", code
        font = _at(self._fonts, self._styles.style(style).number("fontId"))
        small = font.find("sz") is None and font.children
        return ("ink", "") if small or _is_unread(font, self._papers_of(style)) else ("", "")


def _is_unread(font: Node, papers: Sequence[_Colour]) -> bool:
    """Whether letters cannot be told from what may lie under them, or are too small."""
    ink, size = _rgb(font.find("color"), _BLACK), font.find("sz")
    alike = any(sum(abs(one - other) for one, other in zip(ink, paper, strict=True)) <= NEAREST for paper in papers)
    return alike or (size is not None and float(size.attributes.get("val", "0")) < LOWEST)


def _at(nodes: Sequence[Node], number: int) -> Node:
    return nodes[number] if 0 <= number < len(nodes) else Node("", "", {}, 0, 0)


def _papers(fill: Node) -> list[_Colour]:
    """The colours that may lie under the ink."""
    pattern = fill.find("patternFill")
    if pattern is None:
        gradient = fill.find("gradientFill")
        stops = gradient.children if gradient is not None else []
        return [_rgb(stop.find("color"), _WHITE) for stop in stops] or [_WHITE]
    front, back = _rgb(pattern.find("fgColor"), _BLACK), _rgb(pattern.find("bgColor"), _WHITE)
    kind = pattern.attributes.get("patternType", "none")
    if kind == "solid":
        return [_rgb(pattern.find("fgColor"), _WHITE)]
    return [_WHITE] if kind == "none" else [_WHITE, front, back]


def _rgb(color: Node | None, default: _Colour) -> _Colour:
    """Red, green, blue, as far as they are known without the theme."""
    said = color.attributes if color is not None else {}
    rgb = said.get("rgb", "")
    if _HEX.fullmatch(rgb):
        return (int(rgb[-6:-4], 16), int(rgb[-4:-2], 16), int(rgb[-2:], 16))
    if (theme := limits.number(said.get("theme", ""))) is not None:
        return _THEME.get(theme, default)
    if (indexed := limits.number(said.get("indexed", ""))) is not None:
        return _INDEXED.get(indexed % 8 if indexed < 16 else indexed, default)
    return default


def _is_flat(sheet: Worksheet, row: int) -> bool:
    """Whether a row is hidden, or so low that nobody reads it."""
    default = sheet.heads["sheetFormatPr"].attributes if "sheetFormatPr" in sheet.heads else {}
    low = float(default.get("defaultRowHeight", LOWEST)) < LOWEST
    if row not in sheet.rows:
        return is_true(default.get("zeroHeight", "0")) or low
    height = sheet.rows[row].attributes.get("ht")
    return sheet.is_hidden(row) or (low if height is None else float(height) < LOWEST)


def _thin(sheet: Worksheet, used: Collection[int]) -> Iterator[int]:
    """Columns that are hidden, or so narrow that nobody reads them."""
    flat: set[int] = set()
    known: set[int] = set()
    default = sheet.heads["sheetFormatPr"].attributes if "sheetFormatPr" in sheet.heads else {}
    width = default.get("defaultColWidth")
    narrow = width is not None and float(width) < NARROWEST
    for columns in sheet.columns:
        own = {column for column in used if columns.first <= column <= columns.last}
        known |= own
        wide = columns.attributes.get("width")
        if is_true(columns.attributes.get("hidden", "0")) or (narrow if wide is None else float(wide) < NARROWEST):
            flat |= own
    yield from sorted(flat | (set(used) - known if narrow else set()))


def _linked(package: Package) -> Iterator[Relation]:
    """All relations that can be reached from the package's own, each part's once."""
    todo, known = [ROOT], {ROOT}
    while todo:
        for relation in package.relations(todo.pop()):
            yield relation
            if relation.target in package and relation.target.casefold() not in known:
                known.add(relation.target.casefold())
                todo.append(relation.target)


def _drawn(package: Package) -> Iterator[str]:
    """The parts that hold pictures, shapes, embedded objects, wherever they lie. Charts are none."""
    drawings = {relation.target.casefold() for relation in _linked(package) if relation.kind == "drawing"}
    for name in package.names:
        if _PARTS.match(name) or (name.casefold() in drawings and _has_shapes(package.tree(name))):
            yield name


def _has_shapes(node: Node) -> bool:
    """Whether something other than charts stands in a drawing."""
    todo = [node]
    while todo:
        one = todo.pop()
        if one.name in _SHAPES or (one.name == "graphicData" and not one.attributes.get("uri", "").endswith(_CHART)):
            return True
        todo += one.children
    return False


def _foreign(package: Package, told: Collection[str]) -> Iterator[str]:
    """What no spreadsheet makes of such sheets: parts that nothing usual leads to, and addresses outside the file."""
    usual = {CONTENT_TYPES.casefold()}
    for part in ("", *(relation.target for relation in _linked(package) if relation.kind in USUAL)):
        usual |= {part.casefold(), relations_of(part).casefold()}
    for name in package.names:
        known = name.casefold() in usual and _PLACES.fullmatch(name.casefold())
        if not known and name.casefold() not in told and not name.casefold().endswith(_PROJECT):
            yield name
    for relation in _linked(package):
        if not relation.target:
            yield relation.node.attributes.get("Target", "")
        elif relation.kind not in USUAL and relation.target.casefold() in usual:
            yield relation.target
