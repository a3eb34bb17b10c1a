"""What Excel refuses, repairs or silently changes, and no schema says: rules, each with its source.

``EXCEL`` are Excel's own: of 1,410 public files that Excel wrote itself only 7 break one, files that somebody has spoilt on
purpose. ``OURS`` forbid what Excel allows, and what would still be wrong in a workbook of ours.

[MS-XLSX], [MS-XLSB], [MS-XLS], [MS-OI29500]: Microsoft's open specifications. [ISO 29500-1], [ECMA-376-2]: the file format.
[Excel specifications and limits]: Microsoft's support page of that name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from tests.excel_rules import calculation, grid, inputs, layout, logic, names, opc, styles, tables, tabs
from tests.excel_rules.package import Package

Rule = Callable[[Package], Iterator[str]]
READING: Final[Sequence[Rule]] = opc.READING
PACKAGE: Final[Sequence[Rule]] = opc.EXCEL
"""A file that fails these two cannot be read further."""
EXCEL: Final[Sequence[Rule]] = (
    *tabs.EXCEL, *names.EXCEL, *calculation.EXCEL, *grid.EXCEL, *layout.EXCEL, *inputs.EXCEL, *styles.EXCEL, *tables.EXCEL,
)  # fmt: skip
OURS: Final[Sequence[Rule]] = (*opc.OURS, *tabs.OURS, *calculation.OURS, *logic.OURS, *layout.OURS)


def complaints(file: Path | bytes, *, ours: bool = True) -> list[str]:
    """All that the rules have against a file, each complaint after the name of its rule. ``ours``: also by our own rules.

    Raises BadZipFile if it is no zip.
    """
    package = Package.of(file)
    for rules in (READING, PACKAGE, (*EXCEL, *(OURS if ours else ()))):
        if found := [f"{rule.__name__}: {text}" for rule in rules for text in rule(package)]:
            return found
    return []
