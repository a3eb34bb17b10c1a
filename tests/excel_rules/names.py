"""Rules for defined names."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Final

from tests.excel_rules.formulas import anatomy
from tests.excel_rules.package import Package, column_number

_A1: Final = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")
_R1C1: Final = re.compile(r"[RC][0-9].*|R?C?", re.IGNORECASE)
_TITLES: Final = re.compile(r"\$?[A-Z]{1,3}:\$?[A-Z]{1,3}|\$?[0-9]+:\$?[0-9]+")
_BUILT_IN: Final = frozenset(
    f"_xlnm.{name}".casefold()
    for name in (
        "Print_Area", "Print_Titles", "_FilterDatabase", "Criteria", "Extract", "Database", "Consolidate_Area",
        "Sheet_Title", "Auto_Open", "Auto_Close", "Auto_Activate", "Auto_Deactivate", "Recorder", "Data_Form",
    )
)  # fmt: skip


def name_forms(package: Package) -> Iterator[str]:
    """Letters, digits, ``_ . ? \\``, at most 255; no cell, nothing that begins like R1C1, not TRUE or FALSE.

    [MS-XLSB] 2.5.166 XLNameWideString; [MS-OI29500] 2.1.568 definedName; Excel's own dialogue refuses R and C too.
    """
    for element in package.names:
        name = element.get("name", "")
        if not is_name(name):
            yield f"the name {name!r}"


def is_name(name: str) -> bool:
    """Whether Excel takes this as a name."""
    if name.casefold() in _BUILT_IN:
        return True
    if not 1 <= len(name) <= 255 or not (name[0] in "_\\" or _letter(name[0])):
        return False
    if not all(letter in "_\\.?" or _letter(letter) or letter.isdigit() for letter in name):
        return False
    return not (_is_cell(name) or _R1C1.fullmatch(name) or name.upper() in {"TRUE", "FALSE"})


def names_once(package: Package) -> Iterator[str]:
    """A name is there once in the workbook and once on each sheet, whatever the case. [ISO 29500-1] 18.2.5 definedName."""
    found = Counter((name.get("localSheetId"), name.get("name", "").casefold()) for name in package.names)
    for (sheet, name), times in found.items():
        if times > 1:
            yield f"{times} times the name {name} {'in the workbook' if sheet is None else f'on sheet {sheet}'}"


def name_scopes(package: Package) -> Iterator[str]:
    """A sheet's own name belongs to a sheet that there is. [ISO 29500-1] 18.2.5 definedName/@localSheetId."""
    for element in package.names:
        local = element.get("localSheetId")
        if local is not None and not (local.isdecimal() and int(local) < len(package.tabs)):
            yield f"the name {element.get('name')} belongs to sheet {local} of {len(package.tabs)}"


def print_names(package: Package) -> Iterator[str]:
    """What is printed, and the titles, are on the sheet itself; titles are whole rows or columns. [ISO 29500-1] 18.2.5."""
    for element in package.names:
        name, local, text = element.get("name", ""), element.get("localSheetId") or "", element.text or ""
        if name not in {"_xlnm.Print_Area", "_xlnm.Print_Titles"}:
            continue
        own = package.tabs[int(local)].name if local.isdecimal() and int(local) < len(package.tabs) else None
        parts = anatomy(text)
        titles = name.endswith("Titles") and not all(_TITLES.fullmatch(ref) for ref in parts.areas)
        if own is None or titles or any(sheet.casefold() != own.casefold() for sheet in parts.sheets):
            yield f"{name} of sheet {own} is {text}"


def _is_cell(name: str) -> bool:
    match = _A1.fullmatch(name)
    return match is not None and 1 <= column_number(match[1]) <= 16384 and 1 <= int(match[2]) <= 1048576


def _letter(letter: str) -> bool:
    return letter.isalpha() or unicodedata.category(letter)[0] in {"L", "M"}


EXCEL: Final = (name_forms, names_once, name_scopes, print_names)
