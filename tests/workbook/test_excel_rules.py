"""Nothing that a command writes breaks a rule of Excel's own: all regulations, languages and kinds of file, at every step.

pyOpenVBA, one more judge, looks at the same files.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest

from bangxl.commands.blank import blank
from bangxl.commands.corrections import redraw, reopen, swap
from bangxl.commands.demo import demo
from bangxl.commands.new import new
from bangxl.commands.report import report
from bangxl.commands.season import Request, season
from bangxl.commands.seat import seat
from bangxl.commands.transfer import export, import_json
from bangxl.commands.undo import undo
from bangxl.locale.catalog import LANGUAGES
from tests.commands.stages import NAMES, PLACES
from tests.excel_rules import complaints
from tests.hosts.libreoffice.office import Office
from tests.referto.referti import SMALLEST, book, facts
from tests.typist import entered, typed
from tests.validators import openvba
from tests.whole_day import play
from tools import templates

ROOT: Final = Path(__file__).parents[2]
FRESH: Final = {
    "italy-2010": ("it", "11", ".xlsm"),
    "italy-2011": ("ru", "10", ".xlsx"),
    "italy-2007": ("en", "11", ".xlsm"),
    "germany": ("de", "20", ".xlsx"),
    "record": ("it", "5", ".xlsm"),
}
"""A language, a size and a kind of file for each regulation."""
KEPT: Final = sorted(templates.FOLDER.glob("*.xls*"))


def judged(file: Path) -> list[str]:
    """What the rules have against a file, and pyOpenVBA."""
    return [*complaints(file), *map(str, openvba(file))]


@pytest.mark.parametrize("rulebook", FRESH)
def test_a_new_workbook(rulebook: str, tmp_path: Path) -> None:
    language, players, suffix = FRESH[rulebook]
    path = tmp_path / f"torneo{suffix}"
    new(path, rulebook, language=language, players=players)
    assert judged(path) == []


def test_a_day_that_nobody_else_writes(tmp_path: Path) -> None:
    """From the first name to the prizes; judged after every click, taken back and done again."""
    path, said = tmp_path / "torneo.xlsm", dict[str, list[str]]()
    new(path, "italy-2010", language="en", players=str(PLACES))

    def click() -> None:
        seat(path)
        said[f"seated {len(said)}"] = judged(path)

    play(path, lambda values: typed(path, values), click)
    undo(path)
    said["undone"] = judged(path)
    seat(path)
    reopen(path, 3, 2, "two roles were swapped")
    said["reopened"] = judged(path)
    assert len(said) == 8
    assert {step: found for step, found in said.items() if found} == {}


def test_a_list_drawn_again_and_a_swap(tmp_path: Path) -> None:
    path = tmp_path / "torneo.xlsx"
    new(path, "italy-2011", language="de", players=str(PLACES))
    entered(path, NAMES)
    seat(path, rng_seed="one")
    redraw(path, "the wrong list", rng_seed="two")
    swap(path, "P001", "P002", "a broken leg")
    assert judged(path) == []


@pytest.mark.parametrize("rulebook", ["germany", "italy-2007", "record"])
def test_a_finished_tournament(rulebook: str, tmp_path: Path) -> None:
    """As the demonstration writes it, and as the import does."""
    path, again = tmp_path / "torneo.xlsx", tmp_path / "again.xlsm"
    demo(path, rulebook, SMALLEST[rulebook], "rules", "ru")
    export(path, tmp_path / "torneo.json")
    import_json(tmp_path / "torneo.json", again, language="de")
    assert [judged(path), judged(again)] == [[], []]


@pytest.mark.parametrize("rulebook", SMALLEST)
def test_a_referto(rulebook: str, tmp_path: Path) -> None:
    path = tmp_path / "torneo-referto.xlsx"
    path.write_bytes(book(facts(rulebook)).dump())
    assert judged(path) == []


def test_a_season_and_empty_sheets(tmp_path: Path) -> None:
    for rulebook in ("italy-2007", "record"):
        (tmp_path / f"{rulebook}.xlsx").write_bytes(book(facts(rulebook)).dump())
        blank(tmp_path / f"blank-{rulebook}.xlsx", rulebook, "it")
    season(sorted(tmp_path.glob("[ir]*.xlsx")), tmp_path / "season.xlsx", Request(language="it"))
    written = sorted(tmp_path.glob("[bs]*.xlsx"))
    assert [file.name for file in written] == ["blank-italy-2007.xlsx", "blank-record.xlsx", "season.xlsx"]
    assert {file.name: found for file in written if (found := judged(file))} == {}


@pytest.mark.parametrize("file", KEPT, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_what_lies_ready(file: Path) -> None:
    assert judged(file) == []


def test_a_file_that_libreoffice_has_saved(office: Office, tmp_path: Path) -> None:
    path = tmp_path / "torneo.xlsx"
    new(path, "italy-2010", language="en", players=str(PLACES))
    entered(path, NAMES)
    with office.open(path) as document:
        document.save(path)
    seat(path, rng_seed="office")
    assert judged(path) == []


Write = Callable[[Path, str, str, str], object]
LARGE: Final[Mapping[str, Write]] = {
    "new": lambda path, rulebook, language, players: new(path, rulebook, language=language, players=players),
    "demo": lambda path, rulebook, language, players: demo(path, rulebook, int(players), "rules", language),
}


@pytest.mark.soak
@pytest.mark.parametrize("suffix", [".xlsx", ".xlsm"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rulebook", FRESH)
def test_every_regulation_in_every_language(rulebook: str, language: str, suffix: str, tmp_path: Path) -> None:
    players = {"record": ("4", "7"), "italy-2007": ("10", "35")}.get(rulebook, ("22", "50"))
    said = {}
    for kind, write in LARGE.items():
        for number in players:
            path = tmp_path / f"{kind}-{number}{suffix}"
            write(path, rulebook, language, number)
            said[path.name] = judged(path)
            if kind == "demo":
                said[f"the referto of {path.name}"] = judged(report(path, tmp_path).workbook)
                shutil.rmtree(tmp_path / f"{path.name}.history", ignore_errors=True)
    assert {name: found for name, found in said.items() if found} == {}


@pytest.mark.soak
def test_the_largest(tmp_path: Path) -> None:
    path = tmp_path / "torneo.xlsm"
    new(path, "italy-2010", language="it", players="126")
    assert judged(path) == []
    entered(path, [f"Giocatore {row}" for row in range(126)])
    seat(path, rng_seed="one")
    assert judged(path) == []
