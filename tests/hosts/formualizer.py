"""One more opinion on every formula: formualizer, in Rust, calculates the largest workbook in a second."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.excel_rules.package import area
from tests.helpers.missing import missing
from tests.hosts.gnumeric import Shown

_ERRORS: Final = {"Div": "#DIV/0!", "Na": "#N/A", "Name": "#NAME?", "Ref": "#REF!", "Spill": "#SPILL!", "Value": "#VALUE!"}


class Recalculated:
    """The values that formualizer gives a workbook's cells; an error is its text, "#N/A"."""

    def __init__(self, path: Path, _folder: Path) -> None:
        try:
            import formualizer  # noqa: PLC0415 - only `make soak` installs it
        except ImportError:
            missing("formualizer did not run (make soak installs it)")
        self._book = formualizer.load_workbook(str(path))
        self._book.evaluate_all()

    def read(self, sheet: str, block: str) -> list[list[Shown]]:
        """The values of a range such as ``B7:E9``, row by row."""
        top, left, bottom, right = area(block)
        rows = ([self._book.get_value(sheet, row, column) for column in range(left, right + 1)] for row in range(top, bottom + 1))
        return [[_ERRORS[value["kind"]] if isinstance(value, dict) else value for value in row] for row in rows]
