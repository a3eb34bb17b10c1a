"""Several programs show the same in every cell with a formula, also in workbooks in which something is wrong."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest

from bangxl.commands.demo import demo
from tests.excel_rules.package import Package, Sheet, letters
from tests.hosts import gnumeric, ironcalc, onlyoffice
from tests.hosts.libreoffice.office import Office
from tests.sample import sample, these
from tests.workbook.faults import BOOKS, FAULTS

FIRST: Final = {fault.stage: code for code, fault in reversed([*FAULTS.items()]) if fault.stage in BOOKS.keys() - {"seven"}}
SAMPLE: Final = (FIRST["germany"], FIRST["knock-out"], "event_without_reason")
"""Faults of long sheets, and one of an event: its formulas stand in the status line of every sheet."""

DEMOS: Final = {"germany": 20, "italy-2007": 11, "italy-2010": 10, "italy-2011": 10, "record": 7, "record-international": 5}
TODAY: Final = ("germany", "italy-2011")
"""Finished tournaments; `make soak` plays the others too."""


Read = Callable[[str, str], Sequence[Sequence[object]]]
"""The values of a sheet's block, row by row."""


def differences(path: Path, programs: Mapping[str, Read]) -> list[str]:
    """The cells with a formula that the programs show otherwise."""
    return [line for sheet in Package.of(path).sheets for line in _on_sheet(sheet, programs)]


def _on_sheet(sheet: Sheet, programs: Mapping[str, Read]) -> Iterator[str]:
    calculated = [cell for cell in sheet.cells if cell.formula is not None]
    if not calculated:
        return
    last = letters(max(cell.column for cell in calculated)), max(cell.row for cell in calculated)
    shown = [read(sheet.name, f"A1:{last[0]}{last[1]}") for read in programs.values()]
    for cell in calculated:
        values = [_plain(rows[cell.row - 1][cell.column - 1]) for rows in shown]
        if any(value != values[0] for value in values):
            yield f"{sheet.name}!{cell.ref}: {', '.join(programs)} {values}"


def three(path: Path, office: Office, folder: Path) -> list[str]:
    """Where LibreOffice, Gnumeric and IronCalc differ."""
    others = {"Gnumeric": gnumeric.Recalculated(path, folder).read, "IronCalc": ironcalc.Recalculated(path, folder).read}
    with office.open(path) as book:
        return differences(path, {"LibreOffice": lambda sheet, block: book.read(f"{sheet}!{block}"), **others})


def _plain(value: object) -> object:
    """Nothing, however a program says it; numbers with six decimals. TRUE and FALSE are no numbers: LibreOffice gives 1 and 0."""
    if isinstance(value, bool):
        return str(value).upper()
    return round(value, 6) if isinstance(value, float | int) else value or ""


OTHERS: Final = [pytest.param(code, marks=pytest.mark.soak) for code in sorted(FAULTS.keys() - {*SAMPLE})]


def finished(rulebook: str, folder: Path) -> Path:
    demo(folder / "demo.xlsx", rulebook, DEMOS[rulebook], "s1", "en")
    return folder / "demo.xlsx"


@pytest.mark.parametrize("code", these(FAULTS, "event_without_reason"))
def test_all_show_the_same_of_a_fault(code: str, faulty: Callable[[str], Path], office: Office, tmp_path: Path) -> None:
    assert three(faulty(code), office, tmp_path) == []


@pytest.mark.parametrize("rulebook", sample(DEMOS, 0))
def test_all_show_the_same_of_a_demo(rulebook: str, office: Office, tmp_path: Path) -> None:
    assert three(finished(rulebook, tmp_path), office, tmp_path) == []


@pytest.mark.soak
@pytest.mark.filterwarnings("ignore::UserWarning")  # what openpyxl cannot read of it is not compared
@pytest.mark.parametrize("what", [*DEMOS, *FAULTS])
def test_onlyoffice_shows_the_same(what: str, faulty: Callable[[str], Path], tmp_path: Path) -> None:
    path = finished(what, tmp_path) if what in DEMOS else faulty(what)
    programs = (ironcalc.Recalculated(path, tmp_path), onlyoffice.Recalculated(path, tmp_path))
    assert differences(path, dict(zip(("IronCalc", "ONLYOFFICE"), (one.read for one in programs), strict=True))) == []
