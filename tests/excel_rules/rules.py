"""The rules. Each yields what it has against a file; its docstring says where Excel's makers, or we, have it from."""

import json
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from tests.excel_rules.formulas import KINDS, Formula, anatomy, formulas
from tests.excel_rules.package import MAIN, Area, Package, Sheet, area, areas, column_number, is_area, letters, overlaps, text_of
from tests.excel_rules.tree import Node, columns_as_values, is_logical, logical_numbers, tree

# the package

_DATED: Final = re.compile(r"\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[-+]\d\d:\d\d))?)?)?")


def entries(package: Package) -> Iterator[str]:
    """No part is there twice, whatever the case. [ECMA-376-2] 9.1.1.2 part names."""
    for name, times in Counter(entry.casefold() for entry in package.entries).items():
        if times > 1:
            yield f"{times} parts are called {name}"


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


# the workbook and its tabs

_MODULE: Final = re.compile(r"[^\W\d_]\w{0,30}")


def sheet_names(package: Package) -> Iterator[str]:
    """No apostrophe at the end, and not "History": the validators see all else. [MS-OI29500] 2.1.578 sheet."""
    for tab in package.tabs:
        if tab.name.endswith("'") or tab.name.casefold() == "history":
            yield f"the name {tab.name!r}"


def front(package: Package) -> Iterator[str]:
    """The tab in front exists, and some tab is visible. [ISO 29500-1] 18.2.30 workbookView; [MS-XLSB] 2.4.310 BrtBookView."""
    for view in package.workbook.iterfind(f"{MAIN}bookViews/{MAIN}workbookView"):
        for key in ("activeTab", "firstSheet"):
            if int(view.get(key, 0)) >= len(package.tabs):
                yield f"{key} {view.get(key)} of {len(package.tabs)}"
    if not any(tab.state == "visible" for tab in package.tabs):
        yield "no sheet is visible"


def windows(package: Package) -> Iterator[str]:
    """A sheet is seen through windows that there are, once through each. [ISO 29500-1] 18.3.1.87 sheetView/@workbookViewId."""
    count = len(package.workbook.findall(f"{MAIN}bookViews/{MAIN}workbookView"))
    for sheet in package.sheets:
        views = [int(view.get("workbookViewId", 0)) for view in sheet.all("sheetViews/sheetView")]
        if any(view >= max(count, 1) for view in views) or len(set(views)) < len(views):
            yield f"{sheet.name} is seen through the windows {views} of {count}"


def code_names(package: Package) -> Iterator[str]:
    """Where there are macros, their names of the workbook and, if any, of its sheets differ and are names of VBA modules.

    [ISO 29500-1] 18.2.28 workbookPr/@codeName, 18.3.1.82 sheetPr/@codeName; [MS-VBAL] 3.3.5 identifiers.
    """
    if not has_macros(package):
        return
    properties = package.workbook.find(f"{MAIN}workbookPr")
    found = [] if properties is None else [properties.get("codeName")]
    found += [element.get("codeName") for sheet in package.sheets for element in sheet.all("sheetPr")]
    for name, times in Counter(name.casefold() for name in found if name).items():
        if times > 1 or not _MODULE.fullmatch(name):
            yield f"{times} times the name {name}"


def has_macros(package: Package) -> bool:
    return any(relation.type.endswith("/vbaProject") for relation in package.relations(package.workbook_part))


def one_selected(package: Package) -> Iterator[str]:
    """The tab in front is visible and, alone, selected. Ours: in a group of sheets what is typed into one goes into all."""
    view = package.workbook.find(f"{MAIN}bookViews/{MAIN}workbookView")
    active = int(view.get("activeTab", 0)) if view is not None else 0
    selected = [
        sheet.name
        for sheet in package.sheets
        for element in sheet.all("sheetViews/sheetView")
        if element.get("tabSelected") in {"1", "true"}
    ]
    if selected != [tab.name for tab in package.tabs[active : active + 1]]:
        yield f"selected are {selected}, in front is tab {active}"
    yield from (f"{tab.name} is in front, and hidden" for tab in package.tabs[active : active + 1] if tab.state != "visible")


# defined names

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


# formulas

PREFIXED: Final = frozenset(json.loads(Path(__file__).with_name("younger.json").read_text("utf-8")))
"""Functions younger than the file format: in the file each begins with ``_xlfn.``."""


def formula_limits(package: Package) -> Iterator[str]:
    """1 to 8,192 characters, texts of at most 255, functions 64 deep, each with 255 arguments.

    [Excel specifications and limits], Calculation; Excel: "Text values in formulas are limited to 255 characters".
    """
    for formula in formulas(package):
        longest = max(map(len, formula.anatomy.texts), default=0)
        sizes = (len(formula.text), longest, formula.anatomy.depth, formula.anatomy.arguments)
        if not formula.text or any(size > most for size, most in zip(sizes, (8192, 255, 64, 255), strict=True)):
            yield f"{formula.where} has {sizes} characters, characters of a text, levels and arguments"


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


# rows and cells

ERRORS: Final = frozenset({
    "#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#GETTING_DATA", "#SPILL!", "#CALC!", "#FIELD!",
    "#BLOCKED!", "#CONNECT!", "#UNKNOWN!", "#BUSY!",
})  # fmt: skip
CELL_TYPES: Final = frozenset({"b", "d", "e", "inlineStr", "n", "s", "str"})
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d(T.*)?|T?\d\d:\d\d.*")


def order(package: Package) -> Iterator[str]:
    """Rows go down and cells to the right, each once, within the sheet. [MS-XLSB] 2.4.761 BrtRowHdr: greater than any before."""
    for sheet in package.sheets:
        last_row = 0
        for row, cells in sheet.rows:
            number = int(row.get("r", last_row + 1))
            if not last_row < number <= 1048576:
                yield f"{sheet.name}: row {number} stands after row {last_row}"
            last_row, last_column = number, 0
            for cell in cells:
                if cell.row != number or not last_column < cell.column <= 16384:
                    yield f"{sheet.name}!{cell.ref} stands in row {number} after column {letters(last_column)}"
                last_column = cell.column


def cell_styles(package: Package) -> Iterator[str]:
    """A cell, row, column or rule has a format that the file has. [ISO 29500-1] 18.3.1.4 c/@s, 18.8.10 cellXfs, 18.8.14 dxf."""
    formats, others = len(_all(package, "cellXfs/xf")) or 1, len(_all(package, "dxfs/dxf"))
    for sheet in package.sheets:
        used = [(cell.ref, cell.style, formats) for cell in sheet.cells]
        used += [(f"row {row.get('r')}", int(row.get("s", 0)), formats) for row, _ in sheet.rows]
        used += [(f"column {one.get('min')}", int(one.get("style", 0)), formats) for one in sheet.all("cols/col")]
        rules = (rule for rule in sheet.root.iter(f"{MAIN}cfRule") if "dxfId" in rule.attrib)
        used += [("a rule", int(rule.get("dxfId", 0)), others) for rule in rules]
        yield from (f"{sheet.name}: {where} has format {one} of {count}" for where, one, count in used if not 0 <= one < count)


def cell_values(package: Package) -> Iterator[str]:
    """What stands in a cell is what its type says. [ISO 29500-1] 18.18.11 ST_CellType."""
    for sheet in package.sheets:
        for cell in sheet.cells:
            if cell.kind not in CELL_TYPES or (cell.value and not _fits(cell.kind, cell.value)):
                yield f"{sheet.name}!{cell.ref} of type {cell.kind} holds {cell.value}"


def lengths(package: Package) -> Iterator[str]:
    """A cell holds at most 32,767 characters, a header 255 with its codes, the help of a validation 255, its refusal 225.

    [Excel specifications and limits], Worksheet; [MS-OI29500] 2.1.613 dataValidation; [MS-XLSB] 2.5.37 DValStrings.
    """
    texts = [("a shared text", 32767, text) for text in package.strings]
    for sheet in package.sheets:
        for cell in sheet.cells:
            inline = cell.element.find(f"{MAIN}is")
            texts.append((f"{sheet.name}!{cell.ref}", 32767, text_of(inline) if inline is not None else cell.value or ""))
        texts += [(f"a header of {sheet.name}", 255, one.text or "") for block in sheet.all("headerFooter") for one in block]
        for element in sheet.root.iter(f"{MAIN}dataValidation"):
            where = f"{sheet.name}!{element.get('sqref')}"
            texts += [(where, most, element.get(key, "")) for key, most in (("prompt", 255), ("error", 225))]
    yield from (f"{where} has {len(text)} characters: {text[:40]}…" for where, most, text in texts if len(text) > most)


def row_heights(package: Package) -> Iterator[str]:
    """A row is at most 409.5 points high. [Excel specifications and limits], Worksheet: 409."""
    for sheet in package.sheets:
        default = next(iter(sheet.all("sheetFormatPr")), None)
        heights = [("rows", default.get("defaultRowHeight"))] if default is not None else []
        heights += [(f"row {row.get('r')}", row.get("ht")) for row, _ in sheet.rows]
        for where, height in heights:
            if height is not None and not 0 <= float(height) <= 409.6:
                yield f"{sheet.name}: {where} {height} points high"


def _fits(kind: str, value: str) -> bool:
    if kind == "n":
        try:
            return math.isfinite(float(value))
        except ValueError:
            return False
    if kind == "b":
        return value in {"0", "1", "true", "false"}
    if kind == "d":
        return _DATE.fullmatch(value) is not None
    return kind != "e" or value in ERRORS


# what lies around and over the cells


def merged_cells(package: Package) -> Iterator[str]:
    """Merged ranges have no cell in common. [ISO 29500-1] 18.3.1.55 mergeCell; Excel: "Removed Records: Merge cells"."""
    for sheet in package.sheets:
        merges = [(area(merge.get("ref", "")), merge.get("ref", "")) for merge in sheet.all("mergeCells/mergeCell")]
        yield from (f"{sheet.name}: {one} and {other} are merged" for one, other in overlaps(merges))


def columns(package: Package) -> Iterator[str]:
    """Ranges of columns go to the right without a column in common. [ISO 29500-1] 18.3.1.13 col; [MS-XLSB] BrtColInfo."""
    for sheet in package.sheets:
        last = 0
        for column in sheet.all("cols/col"):
            first, end = int(column.get("min", 0)), int(column.get("max", 0))
            if not last < first <= end:
                yield f"{sheet.name}: columns {first} to {end} stand after column {last}"
            last = end


def panes(package: Package) -> Iterator[str]:
    """Selections lie in panes that there are, each once. [ISO 29500-1] 18.3.1.66 pane, 18.3.1.78 selection."""
    for sheet in package.sheets:
        for view in sheet.all("sheetViews/sheetView"):
            pane = view.find(f"{MAIN}pane")
            right = pane is not None and float(pane.get("xSplit", 0)) > 0
            below = pane is not None and float(pane.get("ySplit", 0)) > 0
            there = {"topLeft", *(["topRight"] * right), *(["bottomLeft"] * below), *(["bottomRight"] * (right and below))}
            used = [selection.get("pane", "topLeft") for selection in view.iterfind(f"{MAIN}selection")]
            if not set(used) <= there or len(set(used)) < len(used):
                yield f"{sheet.name}: selections in {used}, panes are {sorted(there)}"


# validations and conditional formats

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


# formats

BUILT_IN: Final = 164
"""Number formats below this number need not be declared."""
LISTS: Final = {"fontId": "fonts/font", "fillId": "fills/fill", "borderId": "borders/border", "xfId": "cellStyleXfs/xf"}


def format_parts(package: Package) -> Iterator[str]:
    """Fonts, fills, borders, number formats and styles that a format names exist. [ISO 29500-1] 18.8.45 xf."""
    counts = {key: len(_all(package, path)) for key, path in LISTS.items()}
    numbers = {int(element.get("numFmtId", 0)) for element in _all(package, "numFmts/numFmt")}
    for group in ("cellXfs", "cellStyleXfs"):
        for place, element in enumerate(_all(package, f"{group}/xf")):
            for key, count in counts.items():
                if int(element.get(key, 0)) >= max(count, 1):
                    yield f"{group} {place}: {key} {element.get(key)} of {count}"
            number = int(element.get("numFmtId", 0))
            if number >= BUILT_IN and number not in numbers:
                yield f"{group} {place}: number format {number} is not there"


def cell_style_names(package: Package) -> Iterator[str]:
    """Named styles have formats, and each a name of its own of at most 255 characters. [ISO 29500-1] 18.8.7 cellStyle."""
    count = len(_all(package, "cellStyleXfs/xf"))
    styles = _all(package, "cellStyles/cellStyle")
    for style in styles:
        if int(style.get("xfId", 0)) >= count or not 1 <= len(style.get("name", "")) <= 255:
            yield f"the style {style.get('name')!r} has format {style.get('xfId')} of {count}"
    for name, times in Counter(style.get("name", "").casefold() for style in styles if "builtinId" not in style.attrib).items():
        if times > 1:
            yield f"{times} styles are called {name}"


def number_formats(package: Package) -> Iterator[str]:
    """A number format has a number of its own. [ISO 29500-1] 18.8.30 numFmt."""
    for number, times in Counter(element.get("numFmtId") for element in _all(package, "numFmts/numFmt")).items():
        if times > 1:
            yield f"{times} number formats have the number {number}"


def format_limits(package: Package) -> Iterator[str]:
    """At most 65,490 formats, 512 fonts, 250 number formats. [Excel specifications and limits], Worksheet and workbook."""
    for path, most in {"cellXfs/xf": 65490, "fonts/font": 512, "numFmts/numFmt": 250}.items():
        if len(_all(package, path)) > most:
            yield f"{len(_all(package, path))} times {path}"


def _all(package: Package, path: str) -> list[ET.Element]:
    return package.styles.findall("/".join(MAIN + tag for tag in path.split("/")))


# what LibreOffice and Gnumeric calculate otherwise than Excel: TRUE and FALSE beside numbers, columns as a cell


def booleans(package: Package) -> Iterator[str]:
    """No cell of ours gives TRUE or FALSE, and no formula compares, adds or looks them up: cells hold 1 or 0.

    Ours: for Excel TRUE and FALSE are greater than every number, so that FALSE<1 is FALSE; for LibreOffice they are numbers.
    """
    for formula in formulas(package):
        read = tree(formula.text)
        if formula.kind not in KINDS and is_logical(read):
            yield f"{formula.where} gives TRUE or FALSE: {formula.text}"
        for node in logical_numbers(read):
            yield f"{formula.where}, {node.text} takes TRUE or FALSE: {formula.text}"


def single_values(package: Package) -> Iterator[str]:
    """Where one value is expected there is one cell, and no column that stands for the cell in the formula's own row.

    Ours: Excel and LibreOffice take the cell of that row, Excel's N and T the first one, other programs the whole column.
    """
    many: dict[tuple[str | None, str], bool] = {}
    for name in package.names:
        of_many = any(map(_is_many, anatomy(name.text or "").areas))
        many[name.get("localSheetId"), name.get("name", "").casefold()] = of_many
    for formula in formulas(package):
        if formula.kind != "name":
            columns = partial(_is_column, many, str(formula.within.index) if formula.within else None)
            for node in columns_as_values(tree(formula.text), columns, whole=formula.kind == "validation"):
                yield f"{formula.where} takes the cells of {node.text} for one: {formula.text}"


def _is_column(many: Mapping[tuple[str | None, str], bool], tab: str | None, node: Node) -> bool:
    """Whether a name or a range has several cells; a name of the tab ``tab`` comes first."""
    name = node.text.casefold()
    return _is_many(node.text) if node.kind == "area" else many.get((tab, name), many.get((None, name), False))


def _is_many(ref: str) -> bool:
    first_row, first_column, last_row, last_column = area(ref)
    return (first_row, first_column) != (last_row, last_column)


Rule = Callable[[Package], Iterator[str]]
EXCEL: Final[Sequence[Rule]] = (
    entries, properties, sheet_names, front, windows, code_names, name_forms, names_once, name_scopes, print_names,
    formula_limits, formula_grammar, formula_bounds, formula_sheets, younger_functions, order, cell_styles, cell_values, lengths,
    row_heights, merged_cells, columns, panes, operators_in_rules, bare_ranges, other_sheets_in_rules, validations_apart,
    rule_formulas, ranges_on_the_sheet, format_parts, cell_style_names, number_formats, format_limits,
)  # fmt: skip
OURS: Final[Sequence[Rule]] = (one_selected, lost_references, known_names, booleans, single_values)
