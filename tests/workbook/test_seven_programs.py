"""Seven programs open and save a tournament: its facts stay, all show the same, and `check` says what they have lost."""

import csv
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest
from openpyxl import load_workbook

from bangxl.books.closed import SHEET_AIDS
from bangxl.commands.check import check_with_lines
from bangxl.commands.demo import demo
from bangxl.commands.entry_list import Answers
from bangxl.commands.new import new
from bangxl.commands.repair import repair
from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.commands.transfer import export
from bangxl.commands.verify import verify
from bangxl.tournament.findings import KINDS
from tests.excel_rules.package import Package, Sheet, letters
from tests.helpers.keyboard import duelled, played
from tests.helpers.missing import missing
from tests.helpers.sample import sample, these
from tests.hosts import gnumeric, ironcalc, onlyoffice
from tests.hosts.libreoffice.office import Office

PACKAGES: Final = Path(__file__).parents[2] / "build" / "saving"
NAMES: Final = (
    "O'Brien", '"Ünal, Ça"', "Дарья Ёлкина", "می‌خواهم", "=Anna", "🤠 Zoë", "Bruno", "Carla", "Dora",
    "Maria Annunziata Immacolata Castiglione-Wünschelburg von Ås",
)  # fmt: skip
PROGRAMS: Final = ("libreoffice", "gnumeric", "onlyoffice", "xlsx", "exceljs", "xlsx-populate", "openpyxl")
VERIFIED: Final = {"libreoffice", "gnumeric", "onlyoffice", "xlsx", "openpyxl"}
"""The others write numbers where a report has digits as text, and `verify` names the cells."""
LOST: Final = {"gnumeric": "! Missing on ", "xlsx": "! Missing on ", "exceljs": "Names of cells were lost"}
"""What a program loses: drop-downs on two sheets; protection, drop-downs, colours; the names of sheets."""


def save(program: str, path: Path, target: Path, request: pytest.FixtureRequest) -> None:
    if program == "libreoffice":
        office: Office = request.getfixturevalue("office")
        with office.open(path) as book:
            book.save(target)
    elif program == "openpyxl":
        load_workbook(path).save(target)
    elif program in {"gnumeric", "onlyoffice"}:
        (gnumeric if program == "gnumeric" else onlyoffice).Recalculated.save(path, target)
    else:
        if not PACKAGES.is_dir() or not shutil.which("node"):
            missing(f"{program} did not run: no Node or no package in build/saving (make soak installs it)")
        script = Path(__file__).with_name("save.mjs")
        subprocess.run(["node", str(script), str(PACKAGES), program, str(path), str(target)], check=True, timeout=300)


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A round is played, and the report of the finished tournament."""
    path = tmp_path_factory.mktemp("day") / "torneo.xlsx"
    people = path.with_name("names.csv")
    with people.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["name"], *([name] for name in NAMES)])
    new(path, "italy-2010", language="en", players=str(people), answers=Answers(all=True))
    seat(path, rng_seed="1")
    played(path, "round 1")
    midday = path.with_name("midday.xlsx")
    shutil.copy(path, midday)
    for number in (2, 3):
        seat(path, rng_seed=str(number))
        played(path, f"round {number}")
    for stage in ("semifinals", "final"):
        seat(path, rng_seed=stage)
        duelled(path, stage)
    seat(path)
    report(path)
    return midday, path.with_name("torneo-referto.xlsx")


def lines(path: Path) -> set[str]:
    return {*check_with_lines(path, notes=True)[1]}


def outfit(path: Path) -> dict[str, set[str]]:
    """What each sheet has, read without bangxl."""
    package = Package.of(path)
    return {tab.name: {element for element in SHEET_AIDS if element.encode() in package.parts[tab.part]} for tab in package.tabs}


@pytest.mark.soak
@pytest.mark.parametrize("program", PROGRAMS)
def test_saved_by(program: str, day: tuple[Path, Path], tmp_path: Path, request: pytest.FixtureRequest) -> None:
    midday, referto = day
    path, again = tmp_path / "torneo.xlsx", tmp_path / "referto.xlsx"
    save(program, midday, path, request)
    save(program, referto, again, request)
    assert export(path) == export(midday)
    before, kept = lines(midday), outfit(path)
    line = next(iter(lines(path) - before), "")
    lost = [sheet for sheet, had in outfit(midday).items() if had - kept[sheet] and sheet != "xlwings.conf"]
    assert bool(line) is (program in LOST)
    assert line.startswith(f"! Missing on {', '.join(lost[:3])}") if lost else "Missing on" not in line
    assert LOST.get(program, "") in line
    repair(path)
    assert lines(path) == before
    seat(path, rng_seed="2")
    assert verify(again).agrees is (program in VERIFIED)


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


def finished(rulebook: str, folder: Path) -> Path:
    demo(folder / "demo.xlsx", rulebook, DEMOS[rulebook], "s1", "en")
    return folder / "demo.xlsx"


@pytest.mark.parametrize("code", these(KINDS, "event_without_reason"))
def test_all_show_the_same_of_a_fault(code: str, faulty: Callable[[str], Path], office: Office, tmp_path: Path) -> None:
    assert three(faulty(code), office, tmp_path) == []


@pytest.mark.parametrize("rulebook", sample(DEMOS, 0))
def test_all_show_the_same_of_a_demo(rulebook: str, office: Office, tmp_path: Path) -> None:
    assert three(finished(rulebook, tmp_path), office, tmp_path) == []


@pytest.mark.soak
@pytest.mark.filterwarnings("ignore::UserWarning")  # what openpyxl cannot read of it is not compared
@pytest.mark.parametrize("what", [*DEMOS, *KINDS])
def test_onlyoffice_shows_the_same(what: str, faulty: Callable[[str], Path], tmp_path: Path) -> None:
    path = finished(what, tmp_path) if what in DEMOS else faulty(what)
    others = {"ONLYOFFICE": onlyoffice.Recalculated(path, tmp_path).read}
    assert differences(path, {"IronCalc": ironcalc.Recalculated(path, tmp_path).read, **others}) == []
