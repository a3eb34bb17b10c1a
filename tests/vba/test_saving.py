"""A day with an .xlsm: after every command that saves, macros, ribbon, code names and settings are as they must be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.commands.corrections import reopen
from bangxl.commands.demo import demo
from bangxl.commands.new import new
from bangxl.commands.seat import seat
from bangxl.commands.transfer import export, import_json
from bangxl.commands.undo import undo
from tests.commands.stages import NAMES
from tests.hosts.libreoffice.office import Office
from tests.sheet import duelled, entered, played
from tests.vba.judge import PROJECT, RIBBON, complaints
from tests.vba.scanners import sources

TOLD = "two roles were swapped"


def macros(path: Path) -> dict[str, bytes]:
    with ZipFile(path) as archive:
        return {name: archive.read(name) for name in (PROJECT, RIBBON)}


def day(path: Path) -> Iterator[str]:
    """The commands of a day, each named after it has saved."""
    new(path, "italy-2010", language="it", players="11")
    yield "new"
    entered(path, NAMES)
    for number in (1, 2, 3):
        seat(path, rng_seed=f"round {number}")
        yield f"seat {number}"
        if number == 2:
            reopen(path, 1, 2, TOLD)
            yield "reopen"
            undo(path)
            yield "undo"
        played(path, f"round {number}")
    for stage in ("semifinals", "final"):
        seat(path, rng_seed=stage)
        yield stage
        duelled(path, stage)
    seat(path)
    yield "closed"


def test_every_command_leaves_the_macros_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "torneo.xlsm"
    before: dict[str, bytes] = {}
    for command in day(path):
        assert complaints(path) == [], command
        before = before or macros(path)
        assert macros(path) == before, command
    assert sources(path.read_bytes()).keys() >= {"ThisWorkbook.cls", "RibbonCallbacks.bas", "xlwings.bas", "Dictionary.cls"}


@pytest.mark.parametrize("suffix", [".xlsm", ".xlsx"])
def test_import_and_demo(tmp_path: Path, suffix: str) -> None:
    path, copy = tmp_path / f"torneo{suffix}", tmp_path / f"copia{suffix}"
    demo(path, "italy-2010", 11, "macros", "de")
    assert complaints(path) == []
    export(path, tmp_path / "torneo.json")
    import_json(tmp_path / "torneo.json", copy, language="ru")
    assert complaints(copy) == []


@pytest.mark.parametrize("rulebook", ["record", "germany", "italy-2007", "italy-2011"])
def test_every_regulation(tmp_path: Path, rulebook: str) -> None:
    path = tmp_path / "torneo.xlsm"
    new(path, rulebook)
    assert complaints(path) == []


def test_a_workbook_that_libreoffice_saved_without_macros(tmp_path: Path, office: Office) -> None:
    """LibreOffice users work on the .xlsx: it keeps its settings, and gets no macros."""
    path = tmp_path / "torneo.xlsx"
    new(path, "italy-2010", players="11")
    with office.open(path) as document:
        assert document.sheets()["xlwings.conf"] is False
        assert document.read("xlwings.conf!A1:B2") == [["ADD_WORKBOOK_TO_PYTHONPATH", "False"], [None, None]]
        document.save(path)
    entered(path, NAMES)
    seat(path, rng_seed="one")
    book = ClosedBook.open(path)
    assert book.sheets["xlwings.conf"] is False
