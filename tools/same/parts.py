"""The contents of a file that bangxl writes, as comparable facts: cells, styles, names, parts, macros, lines.

Equal bytes need no facts. For two different workbooks, every part that differs is taken apart: a cell becomes its value, its
formula and each aspect of its style as it looks, whatever the style's number; so a part that is only encoded differently has the
same facts.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from email import message_from_bytes, policy
from functools import cached_property, lru_cache
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

_MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LINK: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_RANGE: Final = re.compile(r"\$([A-Z]+)\$(\d+)(?::\$([A-Z]+)\$(\d+))?")
_IDENTITY: Final = ("name", "sqref", "ref", "PartName", "Extension", "Target", "id")
_SIDES: Final = {"font": "fonts", "fill": "fills", "border": "borders"}
_ABSENT: Final = "(nothing)"


class Difference(NamedTuple):
    """A fact that differs: its sheet or part, its place there, its kind, before, after."""

    sheet: str
    place: str
    what: str
    before: str
    after: str


class Workbook:
    """A workbook's file: its parts, its defined names, and cells to read and to type into, without bangxl."""

    def __init__(self, data: bytes) -> None:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            self.parts = {info.filename: archive.read(info) for info in archive.infolist()}
        self._root = _xml(self.parts["xl/workbook.xml"])

    @cached_property
    def sheets(self) -> dict[str, str]:
        """The part of each sheet, by name, in the order of the tabs."""
        rels = {rel.get("Id"): rel.get("Target", "") for rel in _xml(self.parts["xl/_rels/workbook.xml.rels"])}
        targets = {sheet.get("name", ""): rels[sheet.get(_LINK)] for sheet in self._root.iter(f"{_MAIN}sheet")}
        return {name: target[1:] if target.startswith("/") else f"xl/{target}" for name, target in targets.items()}

    @cached_property
    def names(self) -> dict[str, tuple[str, list[str]]]:
        """The sheet and the cells of each one-column defined name; ``Sheet!Name`` for a sheet-level name."""
        result, tabs = {}, list(self.sheets)
        for element in self._root.iter(f"{_MAIN}definedName"):
            sheet, _, cells = (element.text or "").rpartition("!")
            owner, match = element.get("localSheetId"), _RANGE.fullmatch(cells)
            sheet = sheet.strip("'").replace("''", "'")
            if match and sheet in self.sheets and match[3] in {None, match[1]}:
                key = (f"{tabs[int(owner)]}!" if owner else "") + element.get("name", "")
                result[key] = sheet, [f"{match[1]}{row}" for row in range(int(match[2]), int(match[4] or match[2]) + 1)]
        return result

    def value(self, name: str, index: int = 0) -> str | float | None:
        """The typed value in a cell of a name; None for an empty cell and a formula."""
        sheet, cells = self.names[name]
        match = _cell(cells[index]).search(self.parts[self.sheets[sheet]].decode())
        if not match or not match[2] or "<f" in match[2]:
            return None
        cell = _xml(f'<c xmlns="{_MAIN[1:-1]}"{match[1]}>{match[2]}</c>'.encode())
        text = _value(cell, self._strings)
        return float(text) if text and cell.get("t", "n") == "n" else text or None

    def type(self, name: str, value: str | float | None, index: int = 0) -> None:
        """Type into a cell of a name, and leave everything else unchanged; None empties it."""
        sheet, cells = self.names[name]
        part, ref = self.sheets[sheet], cells[index]
        if isinstance(value, str):
            kind, inside = ' t="inlineStr"', f'<is><t xml:space="preserve">{escape(value)}</t></is>'
        else:
            kind, inside = "", "" if value is None else f"<v>{value:g}</v>"

        def typed(match: re.Match[str]) -> str:
            kept = re.sub(r'\s+t="\w+"', "", match[1])
            return f'<c r="{ref}"{kept}{kind}>{inside}</c>'

        self.parts[part] = _cell(ref).sub(typed, self.parts[part].decode(), count=1).encode()

    def save(self, path: Path) -> None:
        """Write the file."""
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in self.parts.items():
                archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)

    def facts(self, part: str) -> dict[tuple[str, str], str]:
        """The facts of a part: (place, what) → text."""
        data = self.parts[part]
        if part == "xl/vbaProject.bin":
            return macros(data)
        if not (part.endswith((".xml", ".rels", ".vml"))):
            return {("", "bytes"): data.hex()}
        root = _xml(data)
        if part in self.sheets.values():
            return dict(self._sheet(root))
        return dict(_flat(root, ""))

    def _sheet(self, root: ET.Element) -> Iterator[tuple[tuple[str, str], str]]:
        shared: dict[str, tuple[str, str]] = {}
        for row in root.iter(f"{_MAIN}row"):
            kept = {key: value for key, value in row.attrib.items() if key not in {"r", "s", "spans"}}
            yield from (((f"row {row.get('r')}", key), value) for key, value in kept.items())
            if row.get("s"):
                yield from self._looks(f"row {row.get('r')}", row.get("s", "0"))
            for cell in row:
                ref = cell.get("r", "")
                kind = cell.get("t", "n")
                yield (ref, "value"), _value(cell, self._strings)
                yield (ref, "kind of value"), "" if kind == "n" else "text" if kind in {"s", "str", "inlineStr"} else kind
                if (formula := cell.find(f"{_MAIN}f")) is not None:
                    yield (ref, "formula"), _formula(formula, ref, shared)
                yield from self._looks(ref, cell.get("s", "0"))
        for columns in root.iter(f"{_MAIN}cols"):
            yield from self._columns(columns)
        apart = {f"{_MAIN}cols", f"{_MAIN}sheetData"}
        yield from _below([element for element in root if element.tag not in apart], "", self._formats)

    def _looks(self, ref: str, style: str) -> Iterator[tuple[tuple[str, str], str]]:
        return (((ref, side), look) for side, look in self._styles[int(style)].items())

    def _columns(self, columns: ET.Element) -> Iterator[tuple[tuple[str, str], str]]:
        """Equal columns together, however the file groups them."""
        runs: list[tuple[int, int, dict[str, str]]] = []
        for column in columns:
            kept = {key: value for key, value in column.attrib.items() if key not in {"min", "max", "style"}}
            looks = kept | self._styles[int(column.get("style", "0"))]
            first, last = int(column.get("min", "0")), int(column.get("max", "0"))
            if runs and runs[-1][1:] == (first - 1, looks):
                first = runs.pop()[0]
            runs.append((first, last, looks))
        for first, last, looks in runs:
            yield from (((f"columns from {first}", key), value) for key, value in ({"to": str(last)} | looks).items())

    @cached_property
    def _strings(self) -> list[str]:
        root = _xml(self.parts.get("xl/sharedStrings.xml", b"<sst/>"))
        return [_text(item) for item in root]

    @cached_property
    def _styles(self) -> list[dict[str, str]]:
        root = _xml(self.parts["xl/styles.xml"])
        formats = {e.get("numFmtId"): e.get("formatCode", "") for e in root.iter(f"{_MAIN}numFmt")}
        sides = {side: [_canonical(e) for e in _children(root, group)] for side, group in _SIDES.items()}
        looks = []
        for xf in _children(root, "cellXfs"):
            number = xf.get("numFmtId", "0")
            look = {side: texts[int(xf.get(f"{side}Id", "0"))] for side, texts in sides.items()}
            look["number format"] = formats.get(number, number)
            look["alignment"] = "".join(_canonical(e) for e in xf if e.tag == f"{_MAIN}alignment")
            look["protection"] = "".join(_canonical(e) for e in xf if e.tag == f"{_MAIN}protection")
            look["quote"] = xf.get("quotePrefix", "0")
            looks.append(look)
        return looks

    @cached_property
    def _formats(self) -> list[str]:
        """The effect of conditional formats on a cell, by their number."""
        return [_canonical(e) for e in _children(_xml(self.parts["xl/styles.xml"]), "dxfs")]


def compared(before: bytes, after: bytes, name: str) -> list[Difference]:
    """The differences of two files: workbooks by part, mail by its parts, texts by line. Empty: at most the encoding differs."""
    if before == after:
        return []
    if before.startswith(b"PK") and after.startswith(b"PK"):
        return _workbooks(before, after)
    if name.endswith(".eml"):
        return [
            difference._replace(place=f"{place} {difference.place}".strip())
            for place, one, other in _aligned(_mail(before), _mail(after))
            for difference in compared(one, other, place)
        ]
    try:
        return list(_lines(before.decode().splitlines(), after.decode().splitlines()))
    except UnicodeDecodeError:
        return [Difference("", "", "bytes", f"{len(before)} bytes", f"{len(after)} bytes")]


def other_parts(before: bytes, after: bytes) -> list[str]:
    """The parts of two different packages with different bytes; the package itself if all have."""
    if not (before.startswith(b"PK") and after.startswith(b"PK")):
        return ["the file"]
    one, other = (Workbook(data).parts for data in (before, after))
    return [part for part in one.keys() | other.keys() if one.get(part) != other.get(part)] or ["order or packing of the parts"]


def cells_in(data: bytes) -> int:
    """The number of cells in a workbook's sheets."""
    if not data.startswith(b"PK"):
        return 0
    return sum(part.count(b"<c ") for name, part in Workbook(data).parts.items() if name.startswith("xl/worksheets/"))


def macros(data: bytes) -> dict[tuple[str, str], str]:
    """The source of every module of a VBA project, line by line."""
    from oletools.olevba import VBA_Parser  # noqa: PLC0415 -- slow to import, and rarely needed

    modules = VBA_Parser("vbaProject.bin", data=data).extract_all_macros() or []
    return {
        (module, f"line {number}"): line
        for _file, _stream, module, code in modules
        for number, line in enumerate((code.decode() if isinstance(code, bytes) else code).splitlines(), 1)
    }


def _workbooks(before: bytes, after: bytes) -> list[Difference]:
    one, other = Workbook(before), Workbook(after)
    differences: list[Difference] = []
    for part in sorted(one.parts.keys() ^ other.parts.keys()):
        there = ("there", _ABSENT) if part in one.parts else (_ABSENT, "there")
        differences.append(Difference(part, "", "part", *there))
    titles = {part: sheet for book in (one, other) for sheet, part in book.sheets.items()}
    differing = [part for part in one.parts if part in other.parts and one.parts[part] != other.parts[part]]
    looks_may_differ = {"xl/styles.xml", "xl/sharedStrings.xml"} & set(differing)
    sheets = [part for part in one.sheets.values() if part in other.parts]
    for part in dict.fromkeys([*(sheets if looks_may_differ else []), *differing]):
        if part not in {"xl/styles.xml", "xl/sharedStrings.xml"}:
            differences += _facts(titles.get(part, PurePosixPath(part).name), one.facts(part), other.facts(part))
            if part == "xl/vbaProject.bin" and not any(f.sheet == "vbaProject.bin" for f in differences):
                differences.append(Difference("vbaProject.bin", "", "bytes", "other bytes", "the same sources"))
    return differences


def _facts(sheet: str, before: Mapping[tuple[str, str], str], after: Mapping[tuple[str, str], str]) -> Iterator[Difference]:
    for key in dict.fromkeys([*before, *after]):
        one, other = before.get(key, _ABSENT), after.get(key, _ABSENT)
        if one != other and {one, other} != {"", _ABSENT}:
            yield Difference(sheet, *key, one, other)


def _lines(before: Sequence[str], after: Sequence[str]) -> Iterator[Difference]:
    for kind, i, k, j, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            place = f"line {i + 1}"
            yield Difference("", place, "text", "\n".join(before[i:k]) or _ABSENT, "\n".join(after[j:m]) or _ABSENT)


def _mail(data: bytes) -> dict[str, bytes]:
    message = message_from_bytes(data, policy=policy.default)
    headers = "\n".join(f"{key}: {value}" for key, value in message.items())
    parts = {"headers": re.sub(r'boundary="[^"]*"', "boundary", headers).encode()}
    for number, part in enumerate(message.walk()):
        if not part.is_multipart():
            payload = part.get_payload(decode=True)
            parts[part.get_filename() or f"part {number}"] = payload if isinstance(payload, bytes) else b""
    return parts


def _aligned(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> Iterator[tuple[str, bytes, bytes]]:
    return ((key, before.get(key, b""), after.get(key, b"")) for key in dict.fromkeys([*before, *after]))


def _flat(element: ET.Element, path: str, formats: Sequence[str] = ()) -> Iterator[tuple[tuple[str, str], str]]:
    """An element and all its descendants, each with its path from the root: by name or range, otherwise by number."""
    values = dict(element.attrib)
    if formats and (number := values.pop("dxfId", None)):
        values["format"] = formats[int(number)]
    yield from (((path, key.rpartition("}")[2]), value) for key, value in values.items())
    if element.text and element.text.strip():
        yield (path, "text"), element.text
    yield from _below(element, path, formats)


def _below(elements: Iterable[ET.Element], path: str, formats: Sequence[str]) -> Iterator[tuple[tuple[str, str], str]]:
    numbers = Counter[str]()
    for child in elements:
        identity = next((child.get(key) for key in _IDENTITY if child.get(key)), "")
        owner = child.get("localSheetId", "")
        step = f"{child.tag.rpartition('}')[2]}{f' {identity}' if identity else ''}{f' of sheet {owner}' if owner else ''}"
        numbers[step] += 1
        below = f"{path}/{step}" + (f" {numbers[step]}" if numbers[step] > 1 else "")
        yield (below, "element"), "there"
        yield from _flat(child, below, formats)


def _formula(formula: ET.Element, ref: str, shared: dict[str, tuple[str, str]]) -> str:
    from openpyxl.formula.translate import Translator  # noqa: PLC0415 -- bangxl configures openpyxl before its import

    text, number = formula.text or "", formula.get("si", "")
    if formula.get("t") != "shared":
        return text if formula.get("t") is None else f"{{{text}}} {formula.get('ref')} {formula.get('t')}"
    if text:
        shared[number] = text, ref
    if number not in shared:  # somebody has typed over the cell with its text
        return f"shared with others, number {number}"
    master, origin = shared[number]
    return str(Translator(f"={master}", origin=origin).translate_formula(ref)).removeprefix("=")


def _value(cell: ET.Element, strings: Sequence[str]) -> str:
    if cell.get("t") == "inlineStr":
        return "".join(_text(item) for item in cell.iter(f"{_MAIN}is"))
    value = cell.findtext(f"{_MAIN}v") or ""
    return strings[int(value)] if cell.get("t") == "s" and value else value


def _text(item: ET.Element) -> str:
    return "".join(t.text or "" for t in item.iter(f"{_MAIN}t"))


def _children(root: ET.Element, group: str) -> list[ET.Element]:
    element = root.find(f"{_MAIN}{group}")
    return [] if element is None else list(element)


def _canonical(element: ET.Element) -> str:
    text: str = ET.canonicalize(ET.tostring(element), strip_text=True)
    return re.sub(r' xmlns(:\w+)?="[^"]*"', "", text)


@lru_cache(maxsize=4096)
def _cell(ref: str) -> re.Pattern[str]:
    return re.compile(rf'<c r="{ref}"((?:\s+\w+="[^"]*")*)\s*(?:/>|>(.*?)</c>)', re.DOTALL)


def _xml(data: bytes) -> ET.Element:
    return ET.fromstring(data)  # noqa: S314 -- files that this program has made
