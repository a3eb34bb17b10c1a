"""A second opinion on every formula: Gnumeric recalculates a workbook in a second."""

import shutil
import subprocess
import warnings
from pathlib import Path
from typing import cast

from openpyxl import load_workbook

from tests.helpers.missing import missing

Shown = str | float | None


class Recalculated:
    """The values that Gnumeric gives a workbook's cells; an error is its text, "#N/A"."""

    def __init__(self, path: Path, folder: Path) -> None:
        target = folder / f"again-{path.stem}.xlsx"
        self.save(path, target)
        with warnings.catch_warnings():
            # Gnumeric writes no default style, and an error for the second of two print areas
            warnings.filterwarnings("ignore", message="Workbook contains no default style|Print area cannot be set")
            self._book = load_workbook(target, data_only=True)

    @staticmethod
    def save(path: Path, target: Path) -> None:
        """Open a file, calculate it, and save it elsewhere."""
        if not shutil.which("ssconvert"):
            missing("Gnumeric did not run: no ssconvert (make test installs it)")
        subprocess.run(["ssconvert", "--recalc", str(path), str(target)], check=True, capture_output=True, timeout=300)

    def read(self, sheet: str, block: str) -> list[list[Shown]]:
        """The values of a range such as ``B7:E9`` or of one cell, row by row."""
        rows = self._book[sheet][block if ":" in block else f"{block}:{block}"]
        return [[cast("Shown", cell.value) for cell in row] for row in rows]

    def column(self, name: str) -> list[Shown]:
        """The values of a defined name of one column; a sheet-level one as ``Sheet!Name``."""
        sheet, _, local = name.rpartition("!")
        names = self._book[sheet].defined_names if sheet else self._book.defined_names
        (target,) = names[local].destinations
        return [row[0] for row in self.read(target[0], target[1].replace("$", ""))]

    def errors(self) -> list[tuple[str, str, str]]:
        """Every cell that shows an error: sheet, address, text."""
        return [
            (sheet.title, cell.coordinate, str(cell.value))
            for sheet in self._book.worksheets
            for row in sheet.iter_rows()
            for cell in row
            if cell.data_type == "e"
        ]
