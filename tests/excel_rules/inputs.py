"""Rules for validations and conditional formats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tests.excel_rules.collecting import KINDS, Formula, formulas
from tests.excel_rules.package import MAIN, Area, Package, Sheet, areas, is_area, overlaps

NEEDS_FORMULA: Final = frozenset({"expression", "cellIs"})


def operators_in_rules(package: Package) -> Iterator[str]:
    """No union, no intersection, no array in validations and conditional formats.

    [MS-OI29500] 3.2.3.1.2 and 3.2.3.1.3; [MS-XLSB] 2.5.98.8 DVParsedFormula; [MS-XLS] 2.5.198.5 CFParsedFormula.
    """
    for formula in formulas(package):
        found = formula.anatomy
        if formula.kind in KINDS and (found.unions or found.intersections or found.arrays):
            yield f"the {formula.kind} of {formula.where}: {formula.text}"


def bare_ranges(package: Package) -> Iterator[str]:
    """A condition is a value: a range of cells alone is one in no conditional format, and in a validation only as a list.

    [MS-XLS] 2.5.198.5 CFParsedFormula and 2.5.198.9 DVParsedFormula: a PtgArea MUST NOT be the only Ptg.
    """
    for formula in formulas(package):
        is_list = formula.kind == "validation" and formula.element.get("type") == "list"
        if formula.kind in KINDS and not is_list and ":" in formula.text and formula.anatomy.areas == [formula.text.strip()]:
            yield f"the {formula.kind} of {formula.where}: {formula.text}"


def other_sheets_in_rules(package: Package) -> Iterator[str]:
    """The elements of 2007 name no other sheet; a list may be one range of another sheet; names lead anywhere.

    [MS-XLS] 2.5.198.9 and [MS-XLSB] 2.5.98.8 DVParsedFormula: no PtgRef3d; PtgArea3d only as the whole source of a list.
    [MS-XLS] 2.5.198.5 CFParsedFormula: neither. Since 2010 Excel writes the others into ``extLst`` ([MS-XLSX] 2.6.4).
    """
    for formula in formulas(package):
        if formula.kind in KINDS and formula.anatomy.sheets and not _is_list_source(formula):
            yield f"the {formula.kind} of {formula.where}: {formula.text}"


def _is_list_source(formula: Formula) -> bool:
    """Whether it is one range of another sheet and nothing else, the source of a list."""
    found = formula.anatomy
    pieces = len(found.sheets), len(found.areas) + len(found.names) + len(found.errors), len(found.functions)
    return formula.kind == "validation" and formula.element.get("type") == "list" and pieces == (1, 1, 0)


def validations_apart(package: Package) -> Iterator[str]:
    """A cell has one validation. [ISO 29500-1] 18.3.1.32; [MS-XLSB] 2.4.353 BrtDVal; Excel repairs: "Data validation"."""
    for sheet in package.sheets:
        found = [(one, sqref) for sqref in _validated(sheet) for one in areas(sqref)]
        yield from (f"{sheet.name}: validations of {one} and {other}" for one, other in overlaps(found))


def _validated(sheet: Sheet) -> list[str]:
    return [element.get("sqref", "") for element in sheet.root.iter(f"{MAIN}dataValidation")]


def validation_texts(package: Package) -> Iterator[str]:
    """Titles up to 32 characters, the help to 255, the refusal to 225; the range has a cell.

    [MS-OI29500] 2.1.613 dataValidation; [MS-XLSB] 2.5.37 DValStrings.
    """
    most = {"promptTitle": 32, "errorTitle": 32, "prompt": 255, "error": 225}
    for sheet in package.sheets:
        for element in sheet.root.iter(f"{MAIN}dataValidation"):
            for key, length in most.items():
                if len(element.get(key, "")) > length:
                    yield f"{sheet.name}!{element.get('sqref')}: {key} has {len(element.get(key, ''))} characters"
            if not 1 <= len(element.get("sqref", "").split()) <= 32767:
                yield f"{sheet.name}: a validation of no cell"


def validation_lists(package: Package) -> Iterator[str]:
    """A list written out has at most 255 characters. [MS-XLSB] 2.5.98.8: a text in a formula; Excel repairs longer ones."""
    for formula in formulas(package):
        if formula.kind == "validation" and formula.text.startswith('"') and len(formula.text) - 2 > 255:
            yield f"{formula.where} offers {len(formula.text) - 2} characters"


def rule_formulas(package: Package) -> Iterator[str]:
    """Rules that compare have something to compare with. [ISO 29500-1] 18.3.1.10 cfRule, 18.3.1.32 dataValidation."""
    for sheet in package.sheets:
        for rule in sheet.root.iter(f"{MAIN}cfRule"):
            if rule.get("type") in NEEDS_FORMULA and not any(formula.text for formula in rule.iterfind(f"{MAIN}formula")):
                yield f"{sheet.name}: a conditional format without a condition"
        for element in sheet.root.iter(f"{MAIN}dataValidation"):
            if element.get("type", "none") != "none" and not any(e.text for e in element.iter(f"{MAIN}formula1")):
                yield f"{sheet.name}!{element.get('sqref')}: a validation without a condition"


def ranges_on_the_sheet(package: Package) -> Iterator[str]:
    """Validations and conditional formats are for cells of a sheet. [ISO 29500-1] 18.18.76 ST_Sqref."""
    for sheet in package.sheets:
        for sqref in [*_validated(sheet), *(block.get("sqref", "") for block in sheet.all("conditionalFormatting"))]:
            if not all(ref == "#REF!" or is_area(ref) for ref in sqref.split()) or not all(map(_on_sheet, areas(sqref))):
                yield f"{sheet.name}: {sqref}"


def _on_sheet(one: Area) -> bool:
    return 1 <= one[0] <= one[2] <= 1048576 and 1 <= one[1] <= one[3] <= 16384


EXCEL: Final = (
    operators_in_rules, bare_ranges, other_sheets_in_rules, validations_apart, validation_texts, validation_lists, rule_formulas,
    ranges_on_the_sheet,
)  # fmt: skip
