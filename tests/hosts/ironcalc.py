"""A third opinion on every formula: IronCalc takes names and ranges as Excel's grammar has them, with no row of its own."""

import re
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from tests.additions.package import parts_of, zipped
from tests.excel_rules.package import area
from tests.hosts.gnumeric import Shown

_AWKWARD: Final = re.compile(rb"<conditionalFormatting.*</conditionalFormatting>| t=\"n\"", re.DOTALL)
"""Formats, which make IronCalc 0.9 take all memory, and the kind of openpyxl's blank cells, which it takes for 0."""


_Cells = dict[tuple[int, int], tuple[Shown, bool]]
"""What a cell shows by row and column, and whether it is an error."""


class Recalculated:
    """The values that IronCalc gives a workbook's cells; an error is its text, "#N/A"."""

    def __init__(self, path: Path, folder: Path) -> None:
        bare = folder / f"ironcalc-{path.stem}.xlsx"
        bare.write_bytes(zipped({name: _AWKWARD.sub(b"", part) for name, part in parts_of(path).items()}))
        with ProcessPoolExecutor(1, get_context("spawn")) as process:
            self._cells, self._names = process.submit(_recalculate, str(bare)).result()

    def read(self, sheet: str, block: str) -> list[list[Shown]]:
        """The values of a range such as ``B7:E9`` or of one cell, row by row."""
        top, left, bottom, right = area(block)
        cells = self._cells[sheet]
        return [
            [cells.get((row, column), (None, False))[0] for column in range(left, right + 1)] for row in range(top, bottom + 1)
        ]

    def column(self, name: str) -> list[Shown]:
        """The values of a defined name of one column; a sheet-level one as ``Sheet!Name``."""
        sheet, _, block = self._names[name].rpartition("!")
        return [row[0] for row in self.read(sheet.strip("'"), block.replace("$", ""))]

    def errors(self) -> list[tuple[str, int, int]]:
        """Every cell that shows an error: sheet, row, column."""
        return [(sheet, *place) for sheet, cells in self._cells.items() for place, (_, wrong) in cells.items() if wrong]


def _recalculate(path: str) -> tuple[dict[str, _Cells], dict[str, str]]:
    """Every cell by sheet, row and column, and the defined names; in a process of its own, since it never gives memory back."""
    import ironcalc  # noqa: PLC0415 - only in that process

    model = ironcalc.load_from_xlsx(path, "en", "UTC", "en")
    model.evaluate()
    tabs = [str(sheet["name"]) for sheet in model.get_worksheets_properties()]
    cells: dict[str, _Cells] = {tab: {} for tab in tabs}
    for tab, row, column in model.get_all_cells():
        wrong = model.get_cell_type(tab, row, column) == ironcalc.CellType.ErrorValue
        cells[tabs[tab]][row, column] = model.get_cell_value(tab, row, column), wrong
    names = {}
    for defined in model.get_defined_name_list():
        scope = "" if defined["scope"] is None else f"{tabs[defined['scope']]}!"
        names[f"{scope}{defined['name']}"] = str(defined["formula"])
    return cells, names
