"""Rules for the package itself: its parts, their types, what refers to what."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final
from xml.etree import ElementTree as ET

from tests.excel_rules.package import OFFICE, RELATIONS, TYPES, Package
from tests.excel_rules.tabs import has_macros

CONTENT_TYPES: Final = "[Content_Types].xml"
_ROOT: Final = re.compile(rb"<[A-Za-z][^>]*>")
_MAIN_TYPES: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml."
_DATED: Final = re.compile(r"\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[-+]\d\d:\d\d))?)?)?")


def entries(package: Package) -> Iterator[str]:
    """No part is there twice, whatever the case. [ECMA-376-2] 9.1.1.2 part names."""
    for name, times in Counter(entry.casefold() for entry in package.entries).items():
        if times > 1:
            yield f"{times} parts are called {name}"


def well_formed(package: Package) -> Iterator[str]:
    """Every XML part can be read, has no DTD, and declares the prefixes that it lets be ignored.

    [ECMA-376-2] 9.1.4 DTDs; [ECMA-376-3] 7.2 Ignorable attribute.
    """
    for name, data in package.parts.items():
        if not name.endswith((".xml", ".rels")):
            continue
        try:
            package.xml(name)
        except ET.ParseError as error:
            yield f"{name}: {error}"
            continue
        if b"<!DOCTYPE" in data[:2000]:
            yield f"{name} has a DTD"
        root = _ROOT.search(data)
        for prefixes in re.findall(rb":Ignorable=\"([^\"]*)\"", root[0] if root else b""):
            if lost := [p.decode() for p in prefixes.split() if b"xmlns:" + p + b"=" not in (root or [b""])[0]]:
                yield f"{name} ignores {lost}, which nothing declares"


def part_types(package: Package) -> Iterator[str]:
    """Every part has one type. [ECMA-376-2] 10.1.2 content types; Excel refuses the file otherwise."""
    root = package.xml(CONTENT_TYPES)
    defaults = [element.get("Extension", "").casefold() for element in root.iter(f"{TYPES}Default")]
    overrides = [element.get("PartName", "").lstrip("/").casefold() for element in root.iter(f"{TYPES}Override")]
    for name, times in Counter([*defaults, *overrides]).items():
        if times > 1:
            yield f"{name} has {times} types"
    for name in {name.casefold() for name in package.parts} - {CONTENT_TYPES.casefold(), *overrides}:
        if name.rpartition(".")[2] not in defaults and not name.startswith("[trash]/"):
            yield f"{name} has no type"


def relations(package: Package) -> Iterator[str]:
    """Every relationship has an id of its own in its part and leads to a part that is there. [ECMA-376-2] 9.3 relationships."""
    for name in package.parts:
        if not name.endswith(".rels"):
            continue
        folder, own = posixpath.split(name)
        source = posixpath.join(posixpath.dirname(folder), own.removesuffix(".rels"))
        if source and source not in package.parts:
            yield f"{name} belongs to no part"
        for key, times in Counter(e.get("Id", "") for e in package.xml(name).iter(RELATIONS)).items():
            if times > 1 or not key:
                yield f"{name} has {times} times the id {key}"
        for relation in package.relations(source):
            if not relation.outside and relation.target not in package.parts and not relation.type.endswith("/hyperlink"):
                yield f"{name}: {relation.id} leads to {relation.target}, which is not there"


def used_relations(package: Package) -> Iterator[str]:
    """The ids that a part uses are those of its relationships. [ISO 29500-1] 22.8 relationships; Excel repairs or refuses."""
    for name in package.parts:
        if not name.startswith("xl/") or not name.endswith(".xml"):
            continue
        known = {relation.id for relation in package.relations(name)}
        for element in package.xml(name).iter():
            for key, value in element.attrib.items():
                if key.startswith(f"{{{OFFICE}}}") and value and value not in known:
                    yield f"{name}: {element.tag.rpartition('}')[2]} uses {value}, which it has not"


def workbook_type(package: Package) -> Iterator[str]:
    """The type of the workbook says whether it has macros, as the file's suffix must. Excel: "the file format or file
    extension is not valid"; [ECMA-376-2] 10.1.2 content types.
    """
    types = {
        e.get("PartName", "").lstrip("/"): e.get("ContentType", "") for e in package.xml(CONTENT_TYPES).iter(f"{TYPES}Override")
    }
    found = types.get(package.workbook_part, "")
    macros = has_macros(package)
    if macros and "macroEnabled" not in found:
        yield f"it has macros and is {found}"
    if not macros and not found.startswith(_MAIN_TYPES) and "macroEnabled" not in found:
        yield f"it is {found or 'of no type'}"


def properties(package: Package) -> Iterator[str]:
    """One part holds the file's properties, its times are written as the format asks. [ECMA-376-2] 11 core properties."""
    found = [relation.target for relation in package.relations("") if relation.type.endswith("/core-properties")]
    if len(found) > 1:
        yield f"{len(found)} parts hold properties"
    for part in found:
        for element in package.xml(part) if part in package.parts else ():
            tag = element.tag.rpartition("}")[2]
            if tag in {"created", "modified"} and not _DATED.fullmatch((element.text or "").strip()):
                yield f"{tag} is {element.text}"


def typed_parts(package: Package) -> Iterator[str]:
    """What has a type of its own is there. Ours: Excel itself leaves types of parts behind that it has taken out."""
    for element in package.xml(CONTENT_TYPES).iter(f"{TYPES}Override"):
        if element.get("PartName", "").lstrip("/") not in package.parts:
            yield f"{element.get('PartName')} has a type and is not there"


OURS: Final = (typed_parts,)
READING: Final = (entries, well_formed)
EXCEL: Final = (part_types, relations, used_relations, workbook_type, properties)
