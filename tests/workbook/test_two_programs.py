"""Three programs show the same in every cell with a formula, also in workbooks in which something is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest

from bangxl.commands.demo import demo
from tests.excel_rules.package import Package, Sheet, letters
from tests.hosts import gnumeric, ironcalc
from tests.hosts.libreoffice.office import Document, Office
from tests.workbook.faults import BOOKS, FAULTS

FIRST: Final = {fault.stage: code for code, fault in reversed([*FAULTS.items()]) if fault.stage in BOOKS.keys() - {"seven"}}
SAMPLE: Final = (*FIRST.values(), "ruling", "event_without_reason")
"""A fault of each regulation, and two of an event: its formulas stand in the status line of every sheet."""

DEMOS: Final = {"germany": 20, "italy-2007": 11, "italy-2010": 10, "italy-2011": 10, "record": 7, "record-international": 5}
TODAY: Final = ("germany", "italy-2011")
"""Finished tournaments; `make soak` plays the others too."""


def differences(path: Path, office: Office, folder: Path) -> list[str]:
    """The cells with a formula that one program shows otherwise than LibreOffice."""
    others = (gnumeric.Recalculated(path, folder), ironcalc.Recalculated(path, folder))
    with office.open(path) as libreoffice:
        return [said for sheet in Package.of(path).sheets for said in _on_sheet(sheet, libreoffice, others)]


def _on_sheet(
    sheet: Sheet, libreoffice: Document, others: Sequence[gnumeric.Recalculated | ironcalc.Recalculated]
) -> Iterator[str]:
    calculated = [cell for cell in sheet.cells if cell.formula is not None]
    if not calculated:
        return
    last = letters(max(cell.column for cell in calculated)), max(cell.row for cell in calculated)
    block = f"A1:{last[0]}{last[1]}"
    shown = [libreoffice.read(f"{sheet.name}!{block}"), *(other.read(sheet.name, block) for other in others)]
    for cell in calculated:
        values = [_plain(rows[cell.row - 1][cell.column - 1]) for rows in shown]
        if any(value != values[0] for value in values):
            yield f"{sheet.name}!{cell.ref}: LibreOffice, Gnumeric, IronCalc {values}"


def _plain(value: object) -> object:
    """Nothing, however a program says it; numbers with six decimals. TRUE and FALSE are no numbers: LibreOffice gives 1 and 0."""
    if isinstance(value, bool):
        return str(value).upper()
    return round(value, 6) if isinstance(value, float | int) else value or ""


OTHERS: Final = [pytest.param(code, marks=pytest.mark.soak) for code in sorted(FAULTS.keys() - {*SAMPLE})]


@pytest.mark.parametrize("code", [*SAMPLE, *OTHERS])
def test_all_show_the_same_of_a_fault(code: str, faulty: Callable[[str], Path], office: Office, tmp_path: Path) -> None:
    assert differences(faulty(code), office, tmp_path) == []


@pytest.mark.parametrize("rulebook", [*TODAY, *(pytest.param(one, marks=pytest.mark.soak) for one in DEMOS.keys() - {*TODAY})])
def test_all_show_the_same_of_a_demo(rulebook: str, office: Office, tmp_path: Path) -> None:
    demo(tmp_path / "demo.xlsx", rulebook, DEMOS[rulebook], "s1", "en")
    assert differences(tmp_path / "demo.xlsx", office, tmp_path) == []
