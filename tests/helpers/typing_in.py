"""Puts values into the cells of a workbook file and touches nothing else: a tenth of what openpyxl takes to load and save it.

Only the standard library: what is typed must not depend on what the program under test understands.
"""

import re
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

_MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_RESULT: Final = re.compile(rb'(<c (?:(?! t=)[^>])*)(?: t="(?:str|b)")?([^>]*>(?:<f[^>]*>[^<]*</f>|<f[^>]*/>))\s*<v>[^<]*</v>')
"""A formula's saved result; it would be out of date."""
_PLAIN: Final = re.compile(r"[^\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]*")

Area = tuple[str, str, int, int]
"""A part, a column, the first and the last row."""


class _NotSimple(Exception):  # noqa: N818 - no error: somebody else does it
    """A formula that others share, a row that is not there, a value that is no number and no text."""


def put(path: Path, values: Mapping[str, object]) -> bool:
    """Put values into named cells, as `keyboard.typed` takes them; false, and nothing done, if that is not simple."""
    with zipfile.ZipFile(path) as archive:
        parts = {info: archive.read(info) for info in archive.infolist()}
    named = {info.filename: info for info in parts}
    for info, data in parts.items():
        if info.filename.startswith("xl/worksheets/sheet"):
            parts[info] = _RESULT.sub(rb"\1\2", data)
    areas = _areas(parts[named["xl/workbook.xml"]], parts[named["xl/_rels/workbook.xml.rels"]])
    try:
        cells = _cells(areas, values)
        for part, its in cells.items():
            parts[named[part]] = _written(parts[named[part]], its)
    except _NotSimple:
        return False
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for info, data in parts.items():
            archive.writestr(info, data, compresslevel=1)
    return True


def _areas(workbook: bytes, relations: bytes) -> dict[str, Area]:
    """Where the names of one column stand; those of a sheet as ``Round1T1!Bid``; and the part of a sheet, as ``Round1T1!``."""
    targets = {one.get("Id"): str(one.get("Target")).removeprefix("/xl/") for one in ET.fromstring(relations)}  # noqa: S314
    root = ET.fromstring(workbook)  # noqa: S314 - ours
    sheets = [(str(one.get("name")), f"xl/{targets[one.get(_RELATION)]}") for one in root.iter(f"{_MAIN}sheet")]
    found = {f"{tab}!": (part, "", 0, 0) for tab, part in sheets}
    for name in root.iter(f"{_MAIN}definedName"):
        simple = re.fullmatch(r"(?:'((?:[^']|'')+)'|([^'!]+))!\$([A-Z]+)\$(\d+)(?::\$\3\$(\d+))?", name.text or "")
        if simple:
            tab, local = (simple[1] or simple[2]).replace("''", "'"), name.get("localSheetId")
            key = f"{sheets[int(local)][0]}!{name.get('name')}" if local else str(name.get("name"))
            found[key] = (dict(sheets)[tab], simple[3], int(simple[4]), int(simple[5] or simple[4]))
    return found


def _cells(areas: Mapping[str, Area], values: Mapping[str, object]) -> dict[str, dict[str, bytes]]:
    """By part and address, what follows a cell's address and style in the file."""
    cells: dict[str, dict[str, bytes]] = {}
    for key, value in values.items():
        name, _, index = key.partition(" ")
        tab, mark, address = name.rpartition("!")
        if name not in areas and re.fullmatch(r"[A-Z]+\d+", address) and tab + mark in areas:
            cells.setdefault(areas[tab + mark][0], {})[address] = _markup(value)
            continue
        part, column, first, last = areas.get(name, ("", "", 1, 0))
        row = first + int(index or 0)
        if not first <= row <= last:
            raise _NotSimple
        cells.setdefault(part, {})[f"{column}{row}"] = _markup(value)
    return cells


def _markup(value: object) -> bytes:
    match value:
        case None:
            return b"/>"
        case bool():
            return b' t="b"><v>%d</v></c>' % value
        case int() | float():
            return f"><v>{value!r}</v></c>".encode()
        case str() if _PLAIN.fullmatch(value) and value[:1] == "=":
            return f"><f>{escape(value[1:])}</f></c>".encode()
        case str() if _PLAIN.fullmatch(value):
            return f' t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'.encode()
    raise _NotSimple


def _written(data: bytes, cells: Mapping[str, bytes]) -> bytes:
    """The part with these cells; over the first of formulas that are the same it is not simple."""
    for address, markup in cells.items():
        cell = rb'<c r="%s"((?: s="\d+")?)(?: t="\w+")?\s*(?:/>|>(?:(?!<f[^>]* ref=|</c>).)*</c>)' % address.encode()
        old = re.search(cell, data)
        if old is None:
            data = _inserted(data, address, markup)
            continue
        data = b'%s<c r="%s"%s%s%s' % (data[: old.start()], address.encode(), old[1], markup, data[old.end() :])
    return data


def _inserted(data: bytes, address: str, markup: bytes) -> bytes:
    """The part with a cell where none stood, in its place in the row; a row that holds nothing else is not simple."""
    column = address.rstrip("0123456789")
    number = address.removeprefix(column).encode()
    cell = b'<c r="%s"%s' % (address.encode(), markup)
    if b'<row r="%s"' % number not in data:
        below = (one.start() for one in re.finditer(rb'<row r="(\d+)"', data) if int(one[1]) > int(number))
        at = next(below, data.find(b"</sheetData>"))
        return _in(data, at, b'<row r="%s">%s</row>' % (number, cell))
    row = re.search(rb'<row r="%s"(?![^>]* spans=)[^>]*(?<!/)>(.*?)</row>' % number, data, re.DOTALL)
    if row is None or cell[: -len(markup)] in row[1]:
        raise _NotSimple
    right = (one for one in re.finditer(rb'<c r="([A-Z]+)', row[1]) if (len(one[1]), one[1].decode()) > (len(column), column))
    return _in(data, row.start(1) + next((one.start() for one in right), len(row[1])), cell)


def _in(data: bytes, at: int, new: bytes) -> bytes:
    if at < 0:
        raise _NotSimple
    return data[:at] + new + data[at:]
