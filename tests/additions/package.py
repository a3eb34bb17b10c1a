"""A workbook's package under the hands of a person in Excel: parts, relationships and elements put in, and remembered.

Only the standard library: what is put in must not depend on what the program under test understands.
"""

import posixpath
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET
from xml.parsers.expat import ParserCreate
from xml.sax.saxutils import unescape

CONTENT_TYPES: Final = "[Content_Types].xml"
WORKBOOK: Final = "xl/workbook.xml"
STRINGS: Final = "xl/sharedStrings.xml"
HEAD: Final = b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
"""How every part begins that Excel writes."""

MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MICROSOFT: Final = "http://schemas.microsoft.com/office"
OFFICE_TYPES: Final = "application/vnd.openxmlformats-officedocument"
RELATIONSHIPS: Final = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPES: Final = "{http://schemas.openxmlformats.org/package/2006/content-types}"

_IN_SHEET: Final = re.findall(
    r"\w+",
    """sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter
    sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions
    pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing
    legacyDrawing legacyDrawingHF picture oleObjects controls webPublishItems tableParts extLst""",
)
_IN_WORKBOOK: Final = re.findall(
    r"\w+",
    """fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups externalReferences definedNames
    calcPr oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes webPublishing fileRecoveryPr
    webPublishObjects extLst""",
)
_MEANT: Final = {"AlternateContent": "controls"}
"""What stands in an element for newer programs."""

Relation = tuple[str, str, str, str]
"""Id, type, target, target mode."""


@dataclass
class Kept:
    """What must still be in the package when a command has been there."""

    parts: dict[str, bytes] = field(default_factory=dict)
    relations: set[tuple[str, Relation]] = field(default_factory=set)
    types: set[tuple[str, str]] = field(default_factory=set)
    fragments: set[tuple[str, bytes]] = field(default_factory=set)

    def lost(self, data: bytes) -> list[str]:
        """What is not there any more, or not as it was."""
        found = unzipped(data)
        said = [f"{name} is gone" for name in self.parts if name not in found]
        said += [f"{name} is changed" for name, part in self.parts.items() if found.get(name, part) != part]
        said += [f"{source}: no relation {one}" for source, one in self.relations if one not in relations(found, source)]
        said += [f"no content type for {name}" for name in self.types - types(found)]
        said += [f"{part}: no {text.decode()[:90]}" for part, text in self.fragments if text not in found.get(part, b"")]
        return sorted(map(str, said))


class Package:
    """The parts of a workbook, by name. What is put in is remembered in ``kept``; ``sheet`` arguments are tab names."""

    def __init__(self, data: bytes) -> None:
        self.parts = unzipped(data)
        self._new: set[str] = set()
        self._kept = Kept()

    @property
    def kept(self) -> Kept:
        """All that was put in, as it is now."""
        now = {name: self.parts[name] for name in self._new}
        return Kept(now, self._kept.relations, self._kept.types, self._kept.fragments)

    def data(self) -> bytes:
        """The package as a file; members as Excel writes them, dated 1980."""
        return zipped(self.parts)

    def part(self, pattern: str, data: bytes, content_type: str = "") -> str:
        """Put a part in under the first free name (``xl/media/image{}.png``); its content type, unless it goes by the ending."""
        name = next(name for number in range(1, 1000) if (name := pattern.format(number)) not in self.parts)
        self.parts[name] = data
        self._new.add(name)
        if content_type:
            self._type(f"/{name}", f'<Override PartName="/{name}" ContentType="{content_type}"/>', content_type, b"</Types>")
        return name

    def attach(self, source: str, kind: str, pattern: str, data: str | bytes, content_type: str = "") -> tuple[str, str]:
        """Put a part in that another one leads to ("": the package); its name and the relationship's id."""
        new = self.part(pattern, HEAD + data.encode() if isinstance(data, str) else data, content_type)
        return new, self.relate(source, kind, new)

    def ending(self, ending: str, content_type: str) -> None:
        """The content type of all parts whose name ends so."""
        if (ending, content_type) not in types(self.parts):
            default = f'<Default Extension="{ending}" ContentType="{content_type}"/>'
            self._type(ending, default, content_type, b"<Override ")

    def relate(self, source: str, kind: str, target: str, mode: str = "") -> str:
        """A relationship of a part ("" for the package), as Excel writes it: relative; its id."""
        name = relations_part(source)
        self.parts.setdefault(name, HEAD + f'<Relationships xmlns="{RELATIONSHIPS}"></Relationships>'.encode())
        known = {one[0] for one in relations(self.parts, source)}
        identity = next(one for number in range(1, 10_000) if (one := f"rId{number}") not in known)
        kind = kind if ":" in kind else f"{OFFICE}/{kind}"
        where = target if mode else posixpath.relpath(target, posixpath.dirname(source) or ".")
        tail = f' TargetMode="{mode}"' if mode else ""
        relation = f'<Relationship Id="{identity}" Type="{kind}" Target="{where}"{tail}/>'
        self._before(name, b"</Relationships>", relation.encode())
        self._kept.relations.add((source, (identity, kind, unescape(where), mode)))
        return identity

    def sheet(self, tab: str) -> str:
        """The part of a sheet."""
        return self.sheets()[tab]

    def sheets(self) -> dict[str, str]:
        """The parts of all sheets by tab."""
        parts = {one[0]: absolute(WORKBOOK, one[2]) for one in relations(self.parts, WORKBOOK)}
        found = _xml(self.parts[WORKBOOK]).iter(f"{{{MAIN}}}sheet")
        return {sheet.get("name", ""): parts[sheet.get(f"{{{OFFICE}}}id", "")] for sheet in found}

    def insert(self, part: str, element: bytes, name: str = "") -> None:
        """Put a child into a sheet or the workbook, where the schema wants it; ``name`` if it goes by another."""
        order = _IN_WORKBOOK if part == WORKBOOK else _IN_SHEET
        place = order.index(name or re.split(rb"[ />]", element[1:])[0].decode())
        xml = self.parts[part]
        later = (start for child, start in children(xml) if order.index(_MEANT.get(child, child)) > place)
        self._put(part, next(later, xml.rindex(b"</")), element)
        self.remember(part, element)

    def extend(self, part: str, ext: bytes) -> None:
        """Put an ``<ext>`` at the end of a sheet or the workbook."""
        if children(self.parts[part])[-1][0] == "extLst":
            self._put(part, self.parts[part].rindex(b"</extLst>"), ext)
        else:
            self.insert(part, b"<extLst>" + ext + b"</extLst>")
            self._kept.fragments.discard((part, b"<extLst>" + ext + b"</extLst>"))
        self.remember(part, ext)

    def append(self, part: str, end_tag: bytes, element: bytes) -> None:
        """Put an element at the end of its parent."""
        self._before(part, end_tag, element)
        self.remember(part, element)

    def replace(self, part: str, pattern: bytes, by: bytes) -> None:
        """Write something in the place of the first match, which must be there. ``by`` may hold groups of the pattern."""
        match = re.search(pattern, self.parts[part], re.DOTALL)
        assert match is not None, (part, pattern)
        new = match.expand(by)
        self.parts[part] = self.parts[part][: match.start()] + new + self.parts[part][match.end() :]
        self.remember(part, new)

    def cell(self, part: str, address: str, cell: bytes) -> None:
        """Put a cell in, over one that is there, with its row if need be."""
        letters, number = re.fullmatch(r"([A-Z]+)(\d+)", address).groups()  # type: ignore[union-attr]
        xml = re.sub(rb'<row r="%s"([^>]*)/>' % number.encode(), rb'<row r="%s"\1></row>' % number.encode(), self.parts[part])
        row = re.search(rb'<row r="%s"[^>]*>' % number.encode(), xml)
        if row is None:
            later = (one.start() for one in re.finditer(rb'<row r="(\d+)"', xml) if int(one[1]) > int(number))
            start = next(later, xml.index(b"</sheetData>"))
            self.parts[part] = xml[:start] + b'<row r="%s">' % number.encode() + cell + b"</row>" + xml[start:]
        else:
            end = xml.index(b"</row>", row.end())
            inside = re.sub(rb'<c r="%s"[^>]*?(?:/>|>.*?</c>)' % address.encode(), b"", xml[row.end() : end], flags=re.DOTALL)
            later = (
                one.start() for one in re.finditer(rb'<c r="([A-Z]+)', inside) if _column(one[1]) > _column(letters.encode())
            )
            start = next(later, len(inside))
            self.parts[part] = xml[: row.end()] + inside[:start] + cell + inside[start:] + xml[end:]
        self.remember(part, cell)

    def text(self, item: bytes) -> int:
        """Put an ``<si>`` among the shared texts; its number."""
        if STRINGS not in self.parts:
            self.parts[STRINGS] = HEAD + f'<sst xmlns="{MAIN}"></sst>'.encode()
            content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
            self._type(
                f"/{STRINGS}", f'<Override PartName="/{STRINGS}" ContentType="{content_type}"/>', content_type, b"</Types>"
            )
            self.relate(WORKBOOK, "sharedStrings", STRINGS)
        number = self.parts[STRINGS].count(b"<si>") + self.parts[STRINGS].count(b"<si/>")
        self.append(STRINGS, b"</sst>", item)
        return number

    def watch(self, part: str) -> None:
        """Expect a part of the program's own just as it is now."""
        self._new.add(part)

    def remember(self, part: str, fragment: bytes) -> None:
        """Expect these bytes in a part of the program's own."""
        self._kept.fragments.add((part, fragment))

    def _type(self, name: str, element: str, content_type: str, before: bytes) -> None:
        start = self.parts[CONTENT_TYPES].index(before)
        self._put(CONTENT_TYPES, start, element.encode())
        self._kept.types.add((name, content_type))

    def _before(self, part: str, tag: bytes, element: bytes) -> None:
        self._put(part, self.parts[part].rindex(tag), element)

    def _put(self, part: str, start: int, element: bytes) -> None:
        self.parts[part] = self.parts[part][:start] + element + self.parts[part][start:]


def unzipped(data: bytes) -> dict[str, bytes]:
    """The parts by name."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def parts_of(path: Path) -> dict[str, bytes]:
    """The parts of a file."""
    return unzipped(path.read_bytes())


def repacked(path: Path, change: Callable[[str, bytes], bytes]) -> None:
    """Write a file again, each of its parts as ``change`` makes it."""
    path.write_bytes(zipped({name: change(name, data) for name, data in parts_of(path).items()}))


def zipped(parts: dict[str, bytes]) -> bytes:
    """A file of these parts, content types first."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(parts, key=lambda name: name != CONTENT_TYPES):
            archive.writestr(zipfile.ZipInfo(name), parts[name], zipfile.ZIP_DEFLATED)
    return out.getvalue()


def relations_part(source: str) -> str:
    """The part that holds a part's relationships."""
    folder, name = posixpath.split(source)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def relations(parts: dict[str, bytes], source: str) -> list[Relation]:
    """The relationships of a part."""
    data = parts.get(relations_part(source))
    found = _xml(data).iter(f"{{{RELATIONSHIPS}}}Relationship") if data else ()
    return [(one.get("Id", ""), one.get("Type", ""), one.get("Target", ""), one.get("TargetMode", "")) for one in found]


def types(parts: dict[str, bytes]) -> set[tuple[str, str]]:
    """Part names and endings with their content types."""
    root = _xml(parts[CONTENT_TYPES])
    endings = {(one.get("Extension", ""), one.get("ContentType", "")) for one in root.iter(f"{_TYPES}Default")}
    return endings | {(one.get("PartName", ""), one.get("ContentType", "")) for one in root.iter(f"{_TYPES}Override")}


def absolute(source: str, target: str) -> str:
    """The part that a relationship leads to."""
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(source), target)).lstrip("/")


def children(xml: bytes) -> list[tuple[str, int]]:
    """The children of a document's root: local name and where they begin."""
    found: list[tuple[str, int]] = []
    depth = 0
    parser = ParserCreate()

    def start(name: str, _attributes: object) -> None:
        nonlocal depth
        if depth == 1:
            found.append((name.rpartition(":")[2], parser.CurrentByteIndex))
        depth += 1

    def end(_name: str) -> None:
        nonlocal depth
        depth -= 1

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.Parse(xml, True)  # noqa: FBT003 - expat takes no keywords
    return found


def documents(parts: dict[str, bytes]) -> Iterator[tuple[str, ET.Element]]:
    """Every part that is XML; an error where one is not well-formed."""
    for name, data in parts.items():
        if name.endswith((".xml", ".rels", ".vml")):
            yield name, _xml(data)


def _xml(data: bytes) -> ET.Element:
    return ET.fromstring(data)  # noqa: S314 - written here


def _column(letters: bytes) -> tuple[int, bytes]:
    return len(letters), letters
