"""LibreOffice and Gnumeric show the same in every cell with a formula, also in workbooks in which something is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.excel_rules.package import Package, Sheet, letters
from tests.hosts.gnumeric import Recalculated
from tests.hosts.libreoffice.office import Document, Office
from tests.workbook.faults import BOOKS, FAULTS

FIRST: Final = {fault.stage: code for code, fault in reversed([*FAULTS.items()]) if fault.stage in BOOKS.keys() - {"seven"}}
SAMPLE: Final = (*FIRST.values(), "ruling")
"""A fault of each regulation, and one of an event: its formulas stand in the status line of every sheet."""


def differences(path: Path, office: Office, folder: Path) -> list[str]:
    """The cells with a formula that one program shows otherwise than the other."""
    gnumeric = Recalculated(path, folder)
    with office.open(path) as libreoffice:
        return [said for sheet in Package.of(path).sheets for said in _on_sheet(sheet, libreoffice, gnumeric)]


def _on_sheet(sheet: Sheet, libreoffice: Document, gnumeric: Recalculated) -> Iterator[str]:
    calculated = [cell for cell in sheet.cells if cell.formula is not None]
    if not calculated:
        return
    last = letters(max(cell.column for cell in calculated)), max(cell.row for cell in calculated)
    block = f"A1:{last[0]}{last[1]}"
    one, other = libreoffice.read(f"{sheet.name}!{block}"), gnumeric.read(sheet.name, block)
    for cell in calculated:
        here, there = (_plain(rows[cell.row - 1][cell.column - 1]) for rows in (one, other))
        if here != there:
            yield f"{sheet.name}!{cell.ref}: LibreOffice {here!r}, Gnumeric {there!r}"


def _plain(value: object) -> object:
    """Nothing, however a program says it; numbers with six decimals. TRUE and FALSE are no numbers: LibreOffice gives 1 and 0."""
    if isinstance(value, bool):
        return str(value).upper()
    return round(value, 6) if isinstance(value, float | int) else value or ""


OTHERS: Final = [pytest.param(code, marks=pytest.mark.soak) for code in sorted(FAULTS.keys() - {*SAMPLE})]


@pytest.mark.parametrize("code", [*SAMPLE, *OTHERS])
def test_both_show_the_same_of_a_fault(code: str, faulty: Callable[[str], Path], office: Office, tmp_path: Path) -> None:
    assert differences(faulty(code), office, tmp_path) == []
