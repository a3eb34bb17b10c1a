"""What is wrong with the macros of a workbook, or with their absence: asked after every command that saves."""

import posixpath
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element
from zipfile import ZipFile

from openpyxl.xml.functions import fromstring

from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.vba import PROJECT, RIBBON
from bangxl.vba.ribbon import macro_parts as macros

VBA_RELATION: Final = "http://schemas.microsoft.com/office/2006/relationships/vbaProject"
RIBBON_RELATION: Final = "http://schemas.microsoft.com/office/2006/relationships/ui/extensibility"
MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
LINK: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
WORKBOOK_TYPES: Final = {
    ".xlsm": "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
    ".xlam": "application/vnd.ms-excel.addin.macroEnabled.main+xml",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
}
CUSTOM_UI: Final = "{http://schemas.microsoft.com/office/2006/01/customui}"
NAMED: Final = frozenset({"tab", "group", "menu", "button"})
LONGEST_TEXT: Final = 1024


def complaints(path: Path) -> list[str]:
    """All that is wrong in macros, ribbon, code names and settings of a workbook of ours, .xlsx or .xlsm, or of the add-in."""
    with ZipFile(path) as archive:
        names = archive.namelist()
        parts = {name: archive.read(name) for name in names}
    found = [f"part {name} twice" for name in sorted({name for name in names if names.count(name) > 1})]
    found += [*_types(parts, path.suffix), *_relations(parts), *_code_names(parts), *_settings(parts)]
    there = {name: parts[name] for name in names if name == PROJECT or "customui" in name.lower()}
    if path.suffix == ".xlsx":
        return found + [f"a macro-free workbook with {name}" for name in there]
    league = b'"Evening"' in parts["xl/workbook.xml"]
    ours = [macros(catalog(language), league=league, addin=path.suffix == ".xlam") for language in LANGUAGES]
    return found if there in ours else [*found, f"macros and ribbon are not ours: {sorted(there)}"]


def _types(parts: Mapping[str, bytes], suffix: str) -> Iterator[str]:
    root = fromstring(parts["[Content_Types].xml"])
    own = {element.get("PartName", ""): element.get("ContentType") for element in root if element.get("PartName")}
    general = {element.get("Extension", ""): element.get("ContentType") for element in root if element.get("Extension")}
    if own.get("/xl/workbook.xml") != WORKBOOK_TYPES[suffix]:
        yield f"content type of the workbook: {own.get('/xl/workbook.xml')}"
    for part, wanted in ((PROJECT, "application/vnd.ms-office.vbaProject"), (RIBBON, "application/xml")):
        given = own.get(f"/{part}", general.get(part.rpartition(".")[2]))
        if part in parts and given != wanted:
            yield f"content type of {part}: {given}"
    for part in set(own) - {f"/{name}" for name in parts}:
        yield f"content type of {part}, which is not there"


def _relations(parts: Mapping[str, bytes]) -> Iterator[str]:
    for name in (name for name in parts if name.endswith(".rels")):
        ids = [element.get("Id") for element in fromstring(parts[name])]
        if len(ids) != len(set(ids)):
            yield f"{name}: one id twice"
    expected = ((PROJECT, "xl/_rels/workbook.xml.rels", VBA_RELATION), (RIBBON, "_rels/.rels", RIBBON_RELATION))
    for part, name, kind in expected:
        targets = [_target(name, element) for element in fromstring(parts[name]) if element.get("Type") == kind]
        if targets != ([part] if part in parts else []):
            yield f"{name}: {part} is related as {targets}"
    for element in fromstring(parts["_rels/.rels"]):
        if "ui/extensibility" in element.get("Type", "") and element.get("Type") != RIBBON_RELATION:
            yield "a second ribbon"


def _target(relations: str, element: Element) -> str:
    folder = posixpath.dirname(posixpath.dirname(relations))
    return posixpath.normpath(posixpath.join("/", folder, element.get("Target", ""))).lstrip("/")


def _sheets(parts: Mapping[str, bytes]) -> Iterator[tuple[Element, Element]]:
    """Every sheet's entry in the workbook, and its own part."""
    name = "xl/_rels/workbook.xml.rels"
    targets = {element.get("Id"): _target(name, element) for element in fromstring(parts[name])}
    for sheet in fromstring(parts["xl/workbook.xml"]).iter(f"{MAIN}sheet"):
        yield sheet, fromstring(parts[targets[sheet.get(LINK)]])


def _code_names(parts: Mapping[str, bytes]) -> Iterator[str]:
    """The project has a module for the workbook only: Excel gives the sheets names and modules itself."""
    properties = fromstring(parts["xl/workbook.xml"]).find(f"{MAIN}workbookPr")
    if properties is None or properties.get("codeName") != "ThisWorkbook":
        yield "the workbook's code name is not ThisWorkbook"
    for sheet, part in _sheets(parts):
        if any(element.get("codeName") for element in part.iter(f"{MAIN}sheetPr")):
            yield f"{sheet.get('name')} has a code name"


def _settings(parts: Mapping[str, bytes]) -> Iterator[str]:
    """The sheet that xlwings reads."""
    texts = ["".join(item.itertext()) for item in fromstring(parts["xl/sharedStrings.xml"])]
    sheets = [(sheet, part) for sheet, part in _sheets(parts) if sheet.get("name") == "xlwings.conf"]
    if len(sheets) != 1 or sheets[0][0].get("state") != "hidden":
        yield "no hidden sheet xlwings.conf"
        return
    cells = {
        cell.get("r"): texts[int(cell.findtext(f"{MAIN}v", "0"))]
        for cell in sheets[0][1].iter(f"{MAIN}c")
        if cell.get("t") == "s"
    }
    if cells != {"A1": "ADD_WORKBOOK_TO_PYTHONPATH", "B1": "False"}:
        yield f"xlwings.conf: {cells}"


def of_ribbon(data: bytes) -> Iterator[str]:
    """What Microsoft's validator lets pass: an id twice or none, no label or action, a text too long or between the elements."""
    elements = list(fromstring(data).iter())
    ids = Counter(element.get("id") for element in elements if element.get("id"))
    yield from (f"ribbon: id {one} twice" for one, times in ids.items() if times > 1)
    for element in elements:
        name = element.tag.removeprefix(CUSTOM_UI)
        needed = {"id", "label", *(["onAction"] if name == "button" else [])} if name in NAMED else set()
        yield from (f"ribbon: {name} has no {attribute}" for attribute in sorted(needed - element.attrib.keys()))
        if (element.text or "").strip() or (element.tail or "").strip():
            yield f"ribbon: text at {name}"
        yield from (f"ribbon: {name}: {key}" for key, value in element.attrib.items() if not 0 < len(value) <= LONGEST_TEXT)
