"""Rules for formulas."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.excel_rules.collecting import formulas
from tests.excel_rules.package import Package, area

PREFIXED: Final = frozenset(json.loads(Path(__file__).with_name("younger.json").read_text("utf-8")))
"""Functions younger than the file format: in the file each begins with ``_xlfn.``."""


def formula_lengths(package: Package) -> Iterator[str]:
    """A formula has at most 8,192 characters, and is not empty. [Excel specifications and limits], Calculation."""
    for formula in formulas(package):
        if not 1 <= len(formula.text) <= 8192:
            yield f"{formula.where} has a formula of {len(formula.text)} characters"


def formula_texts(package: Package) -> Iterator[str]:
    """A text in a formula has at most 255 characters. Excel: "Text values in formulas are limited to 255 characters"."""
    for formula in formulas(package):
        if long := [text for text in formula.anatomy.texts if len(text) > 255]:
            yield f"{formula.where} has a text of {len(long[0])} characters: {long[0][:40]}…"


def formula_nesting(package: Package) -> Iterator[str]:
    """Functions stand at most 64 deep in each other. [Excel specifications and limits], Calculation: nested levels."""
    for formula in formulas(package):
        if formula.anatomy.depth > 64:
            yield f"{formula.where} is {formula.anatomy.depth} functions deep"


def formula_arguments(package: Package) -> Iterator[str]:
    """A function has at most 255 arguments. [Excel specifications and limits], Calculation."""
    for formula in formulas(package):
        if formula.anatomy.arguments > 255:
            yield f"{formula.where} gives a function {formula.anatomy.arguments} arguments"


def formula_grammar(package: Package) -> Iterator[str]:
    """Parentheses close, quotes too, and no formula begins with ``=``. [MS-XLSX] 2.2.2, the grammar of formulas."""
    for formula in formulas(package):
        if formula.kind == "name" and not formula.text:
            continue
        if formula.anatomy.malformed or formula.text.startswith("="):
            yield f"{formula.where}: {formula.anatomy.malformed or 'it begins with ='}: {formula.text}"


def formula_bounds(package: Package) -> Iterator[str]:
    """References lie on the sheet: A1 to XFD1048576. [ISO 29500-1] 18.17.2.3 cell references."""
    for formula in formulas(package):
        for ref in formula.anatomy.areas:
            first_row, first_column, last_row, last_column = area(ref)
            if first_row < 1 or first_column < 1 or last_row > 1048576 or last_column > 16384:
                yield f"{formula.where} refers to {ref}"


def formula_sheets(package: Package) -> Iterator[str]:
    """Sheets that formulas name exist. [MS-XLSX] 2.2.2 sheet-name; Excel offers to repair a file with a formula that does not."""
    known = {tab.name.casefold() for tab in package.tabs}
    for formula in formulas(package):
        for prefix in formula.anatomy.sheets:
            if "[" not in prefix and (lost := [name for name in _both(prefix, known) if name.casefold() not in known]):
                yield f"{formula.where} names the sheet {lost[0]}: {formula.text}"


def _both(prefix: str, known: set[str]) -> list[str]:
    """The sheets of ``First:Last!``, or the only one."""
    return [prefix] if not prefix or prefix.casefold() in known else prefix.split(":")


def younger_functions(package: Package) -> Iterator[str]:
    """Functions that came after 2007 carry their prefix, or show #NAME? in Excel. [MS-XLSX] 2.2.2 future-function-list."""
    for formula in formulas(package):
        if bare := PREFIXED & {function.upper() for function in formula.anatomy.functions}:
            yield f"{formula.where} uses {', '.join(sorted(bare))} without _xlfn."


def lost_references(package: Package) -> Iterator[str]:
    """Nothing of ours has lost what it referred to. Ours: Excel itself keeps ``#REF!`` and shows it."""
    for formula in formulas(package):
        if "#REF!" in formula.anatomy.errors:
            yield f"{formula.where} has lost a reference: {formula.text}"
        elif "#REF!" in formula.where:
            yield f"the {formula.kind} of {formula.where} has lost its cells"


def known_names(package: Package) -> Iterator[str]:
    """Names that formulas of ours use exist, in the workbook or on their sheet. Ours: Excel itself shows #NAME?."""
    everywhere = {name.get("name", "").casefold() for name in package.names if name.get("localSheetId") is None}
    local = {(name.get("localSheetId"), name.get("name", "").casefold()) for name in package.names}
    for formula in formulas(package):
        index = str(formula.within.index) if formula.within else None
        for name in formula.anatomy.names:
            folded = name.casefold()
            if folded not in everywhere | {"true", "false"} and (index, folded) not in local and not folded.startswith("_xl"):
                yield f"{formula.where} uses the name {name}, which nothing has"


EXCEL: Final = (
    formula_lengths, formula_texts, formula_nesting, formula_arguments, formula_grammar, formula_bounds, formula_sheets,
    younger_functions,
)  # fmt: skip
OURS: Final = (lost_references, known_names)
