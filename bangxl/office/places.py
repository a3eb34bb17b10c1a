"""Find the cells of the defined names of an open document in a few calls.

Every object that LibreOffice passes to Python takes about a millisecond, and a workbook has thousands of names. The service
for charts gives them all as texts: it turns ``Round1T1.Bid`` into ``$Round1T1.$F$7:$F$13``. For a formula, though, it gives the
first place in it; so we ask it only for names that are plain places in the document's file; inserted rows and
renamed sheets do not make them formulas. For a name that the service does not know, we ask the name itself. This misses one
case: a person gives a name a formula that begins with a place, until the next save. An unmodified document equals its file.

It runs in LibreOffice's own Python, 3.8 or later: the standard library and ``uno`` only.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from functools import partial
from html import unescape
from typing import TYPE_CHECKING, Any

import uno
from com.sun.star.uno import Exception as UnoException, RuntimeException

Uno = Any
"""An object of LibreOffice."""

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

LARGEST = 50_000_000
"""The largest list of names to read, in bytes."""
SEPARATORS = ";,"
"""The separators between places, by LibreOffice's settings."""
_NAME = re.compile(r"<definedName\s([^>]*)>([^<]*)<")
_SHEET = re.compile(r"<sheet\s([^>]*)>")
_ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')
_PLAIN = re.compile(r"(?:'(?:[^']|'')+'|\w+)!\$[A-Z]{1,3}\$\d+(?::\$[A-Z]{1,3}\$\d+)?")
_COLUMN = re.compile(r"\$?('(?:[^']|'')+'|[^'.$]+)\.\$?([A-Z]{1,3})\$?(\d+)(?::\$?\2\$?(\d+))?")
_PLACE = re.compile(r"('(?:[^']|'')+'|[^' .:]+)\.([A-Z]{1,3}\d+):\1\.([A-Z]{1,3}\d+)")


def areas_named(contents: Iterable[str]) -> dict[str, tuple[int, int, int, int]]:
    """By sheet, the smallest area around all places of one column: left, top, right, bottom, from 1."""
    areas: dict[str, tuple[int, int, int, int]] = {}
    for match in filter(None, map(_COLUMN.fullmatch, contents)):
        name = match[1][1:-1].replace("''", "'") if match[1].startswith("'") else match[1]
        column, one, other = _number(match[2]), int(match[3]), int(match[4] or match[3])
        left, top, right, bottom = areas.get(name, (column, one, column, one))
        areas[name] = min(left, column), min(top, one, other), max(right, column), max(bottom, one, other)
    return areas


def _number(letters: str) -> int:
    """A column's number: ``AB`` is 28."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def contents(document: Uno, sheets: Mapping[str, Uno]) -> dict[str, str]:
    """All defined names by name or ``Sheet!Name``, each with its content in LibreOffice's syntax, with or without ``$``."""
    plain = _plain_names(document.URL)
    if document.isModified():
        plain = _now(document, sheets, plain)
    all_contents = _contents(document.NamedRanges, plain.get("", {}))
    for title, sheet in sheets.items():
        for name, content in _contents(sheet.NamedRanges, plain.get(title, {})).items():
            all_contents[f"{title}!{name}"] = content
    return all_contents


def _contents(names: Uno, known: Mapping[str, str]) -> dict[str, str]:
    return {name: known.get(name) or names.getByName(name).Content for name in names.ElementNames}


def _now(document: Uno, sheets: Mapping[str, Uno], plain: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """The current places of names that are plain places in the file, by sheet; without those that the service does not know."""
    convert = partial(_places, document.createInstance("com.sun.star.chart2.data.DataProvider"), [*SEPARATORS])
    shadowed = set(next(iter(sheets.values())).NamedRanges.ElementNames)  # the service belongs to the first sheet
    scopes = [("", "", document.NamedRanges, shadowed)]
    for title, sheet in sheets.items():
        quoted = title.replace("'", "''")
        scopes.append((title, f"'{quoted}'.", sheet.NamedRanges, set()))
    places = {}
    for title, scope, names, hidden in scopes:
        known = [name for name in names.ElementNames if name in plain.get(title, {}) and name not in hidden]
        places[title] = dict(zip(known, convert([scope + name for name in known])))  # noqa: B905 - Python 3.8
    return places


def _places(provider: Uno, separators: list[str], names: Sequence[str]) -> list[str]:
    """The place of each name, "" if unknown: all at once, or else one by one. Try the last working separator first."""
    if not names:
        return []
    for separator in [*separators]:
        places = _read_places(provider, separator.join(names))
        if len(places) == len(names):
            if len(names) > 1:
                separators.sort(key=separator.__ne__)
            return places
    return [(_read_places(provider, name) or [""])[0] for name in names]


def _read_places(provider: Uno, names: str) -> list[str]:
    """The places in the answer; none if there is any doubt about it."""
    try:
        answer = provider.convertRangeToXML(names)
    except (UnoException, RuntimeException):
        return []
    matches = list(_PLACE.finditer(answer))
    return [f"{one[1]}.{one[2]}:{one[3]}" for one in matches] if " ".join(one[0] for one in matches) == answer else []


def _plain_names(url: str) -> dict[str, dict[str, str]]:
    """By sheet, "" for the whole workbook: the names that are plain places in the file; empty if it is unreadable."""
    try:
        with zipfile.ZipFile(uno.fileUrlToSystemPath(url)) as archive:
            part = archive.getinfo("xl/workbook.xml")
            text = archive.read(part).decode("utf-8") if part.file_size <= LARGEST else ""
    except (OSError, LookupError, ValueError, RuntimeError, zipfile.BadZipFile, zlib.error, UnoException):
        return {}
    sheets = [_attributes(sheet).get("name", "") for sheet in _SHEET.findall(text)]
    names: dict[str, dict[str, str]] = {}
    for written, content in _NAME.findall(text):
        attributes = _attributes(written)
        number = int(attributes.get("localSheetId", -1))
        if _PLAIN.fullmatch(unescape(content)) and number < len(sheets):
            sheet, _, cells = unescape(content).rpartition("!")
            names.setdefault(sheets[number] if number >= 0 else "", {})[attributes.get("name", "")] = f"{sheet}.{cells}"
    return names


def _attributes(text: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in _ATTRIBUTE.findall(text)}
