"""Rules for the workbook and its tabs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from tests.excel_rules.package import MAIN, Package

_MODULE: Final = re.compile(r"[^\W\d_]\w{0,30}")


def sheet_names(package: Package) -> Iterator[str]:
    r"""1 to 31 characters, none of ``[]:*?/\``, no apostrophe at an end, not "History", each once whatever the case.

    [MS-OI29500] 2.1.578 sheet; [ISO 29500-1] 18.17 sheet-name; "History" is reserved (Excel's own words: Rename a worksheet).
    """
    for tab in package.tabs:
        length, odd = len(tab.name.encode("utf-16-le")) // 2, re.search(r"[\[\]:*?/\\\x00-\x1f]|^'|'$", tab.name)
        if not 1 <= length <= 31 or odd or tab.name.casefold() == "history":
            yield f"the name {tab.name!r}"
    for name, times in Counter(tab.name.casefold() for tab in package.tabs).items():
        if times > 1:
            yield f"{times} sheets are called {name!r}"


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
    """Where there are macros, their names of the sheets and the workbook are each there once, and names of VBA modules.

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
    """Whether it has a VBA project."""
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


EXCEL: Final = (sheet_names, front, windows, code_names)
OURS: Final = (one_selected,)
