"""A third opinion on every formula: IronCalc takes names and ranges as Excel's grammar has them, with no row of its own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import ironcalc

from tests.excel_rules.package import area
from tests.hosts.gnumeric import Shown

_AWKWARD: Final = re.compile(rb"<conditionalFormatting.*</conditionalFormatting>| t=\"n\"", re.DOTALL)
"""Formats, which make IronCalc 0.9 take all memory, and the kind of openpyxl's blank cells, which it takes for 0."""


class Recalculated:
    """The values that IronCalc gives a workbook's cells; an error is its text, "#N/A"."""

    def __init__(self, path: Path, folder: Path) -> None:
        bare = folder / f"ironcalc-{path.stem}.xlsx"
        with ZipFile(path) as source, ZipFile(bare, "w") as target:
            for name in source.namelist():
                target.writestr(name, _AWKWARD.sub(b"", source.read(name)))
        self._model = ironcalc.load_from_xlsx(str(bare), "en", "UTC", "en")
        self._model.evaluate()
        self._tabs = [str(sheet["name"]) for sheet in self._model.get_worksheets_properties()]
        self._names: dict[str, str] = {}
        for defined in self._model.get_defined_name_list():
            tab = "" if defined["scope"] is None else f"{self._tabs[defined['scope']]}!"
            self._names[f"{tab}{defined['name']}"] = str(defined["formula"])

    def read(self, sheet: str, block: str) -> list[list[Shown]]:
        """The values of a range such as ``B7:E9`` or of one cell, row by row."""
        top, left, bottom, right = area(block)
        tab = self._tabs.index(sheet)
        return [
            [self._model.get_cell_value(tab, row, column) for column in range(left, right + 1)] for row in range(top, bottom + 1)
        ]

    def column(self, name: str) -> list[Shown]:
        """The values of a defined name of one column; a sheet-level one as ``Sheet!Name``."""
        sheet, _, block = self._names[name].rpartition("!")
        return [row[0] for row in self.read(sheet.strip("'"), block.replace("$", ""))]

    def errors(self) -> list[tuple[str, int, int]]:
        """Every cell that shows an error: sheet, row, column."""
        error = ironcalc.CellType.ErrorValue
        cells = self._model.get_all_cells()
        return [
            (self._tabs[tab], row, column) for tab, row, column in cells if self._model.get_cell_type(tab, row, column) == error
        ]
