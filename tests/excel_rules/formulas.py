"""Every formula of a file, taken apart as far as the rules ask: what it refers to, how deep it goes, its operators.

The grammar is that of [MS-XLSX] 2.2.2; whoever wants values must ask a spreadsheet.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final
from xml.etree import ElementTree as ET

from tests.excel_rules.package import MAIN, Package, Sheet

_CORNER: Final = r"\$?[A-Za-z]{1,3}\$?[0-9]{1,7}"
_PLAIN: Final = r"[^\s'\"!:;,(){}\[\]+*/^&=<>%#@$-]"
"""A character of a sheet's name that needs no apostrophes."""
_END: Final = r"(?![\w.(\\?!])"
_KINDS: Final = {
    "text": r'"(?:[^"]|"")*"',
    "sheet": rf"'(?:[^']|'')*'!|(?:\[[^\[\]]+\])?{_PLAIN}*(?::{_PLAIN}+)?!",
    "item": r"'(?:[^']|'')*'",  # of another program, after its own !
    "error": r"#(?:REF!|N/A|NULL!|DIV/0!|VALUE!|NAME\?|NUM!|GETTING_DATA|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!)",
    "array": r'\{(?:[^{}"]|"(?:[^"]|"")*")*\}',
    "structured": r"[\w.\\]*\[(?:[^\[\]']|'.|\[(?:[^\[\]']|'.)*\])*\]",
    "function": r"[^\W\d][\w.\\]*\(",
    "area": rf"{_CORNER}(?::{_CORNER})?{_END}|\$?[A-Za-z]{{1,3}}:\$?[A-Za-z]{{1,3}}{_END}|\$?[0-9]+:\$?[0-9]+{_END}",
    "number": r"[0-9]+\.?[0-9]*(?:[Ee][-+]?[0-9]+)?|\.[0-9]+(?:[Ee][-+]?[0-9]+)?",
    "name": r"[^\W\d][\w.\\?]*|\\[\w.\\?]*",
    "operator": r"<=|>=|<>|[-+*/^&=<>%@#:]",
    "open": r"\(",
    "close": r"\)",
    "comma": ",",
    "blank": r"\s+",
    "stray": ".",
}
_TOKEN: Final = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _KINDS.items()), re.DOTALL)
_ENDS: Final = frozenset({"area", "name", "close", "structured"})
_BEGINS: Final = frozenset({"area", "name", "sheet", "function", "structured", "open"})


@dataclass(slots=True)
class Anatomy:
    """What the rules ask of a formula.

    ``depth`` counts functions inside functions; ``texts`` are without their quotation marks; ``sheets`` are as they are written
    before the ``!``, unquoted.
    """

    depth: int = 0
    arguments: int = 0
    texts: list[str] = field(default_factory=list)
    sheets: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    functions: list[str] = field(default_factory=list)
    areas: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    arrays: int = 0
    unions: int = 0
    intersections: int = 0
    malformed: str = ""


def tokens(formula: str) -> Iterator[tuple[str, str]]:
    for match in _TOKEN.finditer(formula):
        yield match.lastgroup or "", match[0]


@lru_cache(maxsize=4096)
def anatomy(formula: str) -> Anatomy:
    found, pieces = Anatomy(), list(tokens(formula))
    stack: list[int] = []  # arguments so far of each open function; -1 for plain parentheses
    for place, (kind, text) in enumerate(pieces):
        before = pieces[place - 1][0] if place else ""
        _note(found, kind, text, after_sheet=before == "sheet")
        if kind in {"function", "open"}:
            stack.append(1 if kind == "function" else -1)
            found.depth = max(found.depth, sum(count > 0 for count in stack))
        elif kind == "comma" and stack and stack[-1] > 0:
            stack[-1] += 1
            found.arguments = max(found.arguments, stack[-1])
        elif kind == "comma":
            found.unions += 1
        elif kind == "close" and not stack:
            found.malformed = "a parenthesis closes that nobody has opened"
        elif kind == "close":
            stack.pop()
        elif kind == "blank" and before in _ENDS and place + 1 < len(pieces) and pieces[place + 1][0] in _BEGINS:
            found.intersections += 1
    if stack:
        found.malformed = "a parenthesis stays open"
    return found


def _note(found: Anatomy, kind: str, text: str, *, after_sheet: bool) -> None:
    """Put a piece where it belongs."""
    if kind == "text":
        found.texts.append(text[1:-1].replace('""', '"'))
    elif kind == "sheet":
        found.sheets.append(text[1:-2].replace("''", "'") if text.startswith("'") else text[:-1])
    elif kind == "error":
        found.errors.append(text)
    elif kind == "area":
        found.areas.append(text)
    elif kind == "name" and not after_sheet:
        found.names.append(text)
    elif kind == "function":
        found.functions.append(text[:-1])
    elif kind == "stray":
        found.malformed = f"{text} is not understood"
    found.arrays += kind == "array"


KINDS: Final = frozenset({"validation", "format"})
"""Formulas that stand in no cell."""


@dataclass(frozen=True)
class Formula:
    """A formula, what kind it is, and where it stands; ``within`` is the sheet that it belongs to, if any."""

    kind: str
    where: str
    text: str
    within: Sheet | None
    element: ET.Element

    @cached_property
    def anatomy(self) -> Anatomy:
        return anatomy(self.text)


@lru_cache(maxsize=1)
def formulas(package: Package) -> tuple[Formula, ...]:
    """All of them: in cells, validations, conditional formats and names. Kept until the next file comes."""
    return tuple(formula for sheet in package.sheets for formula in _of_sheet(sheet)) + tuple(_of_names(package))


def _of_sheet(sheet: Sheet) -> Iterator[Formula]:
    yield from _of_cells(sheet)
    for holder in sheet.root.iter(f"{MAIN}dataValidation"):
        yield from _inside(sheet, "validation", holder, holder.get("sqref", ""), ("formula1", "formula2"))
    for block in sheet.all("conditionalFormatting"):
        for rule in block.iterfind(f"{MAIN}cfRule"):
            yield from _inside(sheet, "format", rule, block.get("sqref", ""), ("formula",))


def _of_cells(sheet: Sheet) -> Iterator[Formula]:
    for cell in sheet.cells:
        if cell.formula is not None and cell.formula.text:
            yield Formula("cell", f"{sheet.name}!{cell.ref}", cell.formula.text, sheet, cell.formula)


def _inside(sheet: Sheet, kind: str, holder: ET.Element, sqref: str, tags: tuple[str, ...]) -> Iterator[Formula]:
    for tag in tags:
        for element in holder.iterfind(MAIN + tag):
            if element.text:
                yield Formula(kind, f"{sheet.name}!{sqref}", element.text, sheet, holder)


def _of_names(package: Package) -> Iterator[Formula]:
    for name in package.names:
        local = name.get("localSheetId", "")
        within = package.tabs[int(local)] if local.isdecimal() and int(local) < len(package.tabs) else None
        yield Formula("name", f"the name {name.get('name')}", name.text or "", within, name)
