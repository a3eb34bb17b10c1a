"""Seven programs open a tournament with hard names and save it: its facts stay, and `check` says what they have lost."""

import csv
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest
from openpyxl import load_workbook

from bangxl.books.closed import OUTFIT
from bangxl.commands.check import check_with_lines
from bangxl.commands.new import new
from bangxl.commands.repair import repair
from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.commands.transfer import export
from bangxl.commands.verify import verify
from tests.excel_rules.package import Package
from tests.hosts import gnumeric, onlyoffice
from tests.hosts.libreoffice.office import Office
from tests.missing import missing
from tests.sheet import duelled, played

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
    new(path, "italy-2010", language="en", players=str(people))
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
    return {tab.name: {element for element in OUTFIT if element.encode() in package.parts[tab.part]} for tab in package.tabs}


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
