"""Every formula of a file, wherever it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final
from xml.etree import ElementTree as ET

from tests.excel_rules.formulas import Anatomy, anatomy
from tests.excel_rules.package import MAIN, Package, Sheet

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
        """It taken apart."""
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
