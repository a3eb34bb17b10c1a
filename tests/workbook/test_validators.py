"""Nothing that a command writes breaks a rule of Excel's own: all regulations, languages and kinds of file, at every step.

Every file is judged by the rules (`tests.excel_rules`) and pyOpenVBA, a workbook also by the strict reader of macros; the most
important ones by Microsoft's own validator and openxml-audit, all in one go, for they are slow to start.
"""

import shutil
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.closed import ClosedBook
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
from bangxl.vba import PROJECT, RIBBON
from tests import excel_rules
from tests.additions.package import parts_of
from tests.commands.stages import NAMES, PLACES, listed
from tests.helpers.keyboard import duelled, entered, played, typed
from tests.helpers.sample import these
from tests.helpers.validators import complaints, openvba
from tests.hosts.libreoffice.office import Office
from tests.referto.referti import SMALLEST, book, facts
from tests.vba import judge as macros

FRESH: Final = {
    "italy-2010": ("it", "11", ".xlsm"),
    "italy-2011": ("ru", "10", ".xlsx"),
    "italy-2007": ("en", "11", ".xlsm"),
    "germany": ("de", "20", ".xlsx"),
    "record": ("it", "5", ".xlsm"),
}
"""A language, a size and a kind of file for each regulation. The files in templates/ are made in the same way."""
ODD: Final = {"Event_Name": "«Città di Torino» & Söhne <1>", "Event_Place": " =1+1", "Rng_Seed": "נועה 🤠"}


def judged(*files: Path, workbooks: bool = True) -> dict[str, list[str]]:
    """What the rules have against files, and pyOpenVBA; of ``workbooks`` also what is wrong with macros, ribbon and settings."""
    found = {
        file.name: [*excel_rules.complaints(file), *map(str, openvba(file)), *(macros.complaints(file) if workbooks else ())]
        for file in files
    }
    return {name: against for name, against in found.items() if against}


def project_of(path: Path) -> tuple[bytes, bytes]:
    parts = parts_of(path)
    return parts[PROJECT], parts[RIBBON]


def validated(*files: Path) -> dict[str, list[str]]:
    """What Microsoft's validator and openxml-audit have against files."""
    return {file.stem: list(map(str, against)) for file, against in complaints(*files).items() if against}


@pytest.mark.parametrize("rulebook", these(FRESH, "italy-2011"))
def test_a_new_workbook(rulebook: str, tmp_path: Path) -> None:
    language, players, suffix = FRESH[rulebook]
    path = tmp_path / f"torneo{suffix}"
    new(path, rulebook, language=language, players=players)
    assert judged(path) == {}


@pytest.mark.soak
def test_a_day_in_which_every_command_writes(tmp_path: Path) -> None:
    """From the first name to the duels; judged after every command."""
    path, files = tmp_path / "torneo.xlsm", tmp_path / "files"
    files.mkdir()

    def keep(command: str) -> None:
        shutil.copy(path, files / f"{command}.xlsm")

    typed(listed(path, "italy-2010", NAMES, PLACES), ODD)
    for number in (1, 2, 3):
        seat(path)
        if number == 2:
            keep("seat")
            redraw(path, "the wrong list", rng_seed="two")
            swap(path, "P001", "P002", "a broken leg")
            keep("swap")
            reopen(path, 1, 2, "two roles were swapped")
            keep("reopen")
            undo(path)
            keep("undo")
        played(path, f"round {number}")
    seat(path, rng_seed="semifinals")
    keep("seat duels")
    export(duelled(path, "semifinals"), path.with_suffix(".json"))
    import_json(path.with_suffix(".json"), files / "import.xlsx", language="it")
    written = sorted(files.iterdir())
    assert len(written) == 6
    assert judged(*written) == {}
    assert len({project_of(file) for file in written if file.suffix == ".xlsm"}) == 1
    assert validated(files / "seat duels.xlsm") == {}


@pytest.mark.parametrize("rulebook", these(["germany", "italy-2007", "record"], "germany"))
def test_a_finished_tournament(rulebook: str, path: Path) -> None:
    demo(path, rulebook, SMALLEST[rulebook], "rules", "ru")
    assert judged(path) == {}


@pytest.mark.parametrize("rulebook", these(SMALLEST, "italy-2010", "record"))
def test_a_referto(rulebook: str, tmp_path: Path) -> None:
    path = tmp_path / "torneo-referto.xlsx"
    path.write_bytes(book(facts(rulebook)).dump())
    assert judged(path, workbooks=False) == {}


@pytest.mark.soak
def test_a_season_and_empty_sheets(tmp_path: Path) -> None:
    for rulebook in ("italy-2007", "record"):
        (tmp_path / f"{rulebook}.xlsx").write_bytes(book(facts(rulebook)).dump())
        blank(tmp_path / f"blank-{rulebook}.xlsx", rulebook, "it")
    season(sorted(tmp_path.glob("[ir]*.xlsx")), tmp_path / "season.xlsx", Request(language="it"))
    written = sorted(tmp_path.glob("[bs]*.xlsx"))
    assert [file.name for file in written] == ["blank-italy-2007.xlsx", "blank-record.xlsx", "season.xlsx"]
    assert judged(*written, workbooks=False) == {}


@pytest.mark.soak
def test_what_libreoffice_has_written_stays_right(office: Office, path: Path) -> None:
    seated_over_libreoffice(office, path)
    assert judged(path, workbooks=False) == {}
    assert ClosedBook.open(path).sheets["xlwings.conf"] is False


@pytest.mark.soak
def test_we_add_nothing_to_what_libreoffice_has_written(office: Office, path: Path) -> None:
    before = seated_over_libreoffice(office, path)
    against = complaints(before, path)
    assert set(map(str, against[path])) <= set(map(str, against[before]))


def seated_over_libreoffice(office: Office, path: Path) -> Path:
    """A workbook that LibreOffice has saved, and then `seat`; how it was in between."""
    before = path.with_name("before.xlsx")
    typed(listed(path, "italy-2010", NAMES, PLACES), ODD)
    with office.open(path) as document:
        document.save(path)
    shutil.copy(path, before)
    seat(path)
    return before


@pytest.mark.soak
@pytest.mark.parametrize("suffix", [".xlsx", ".xlsm"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rulebook", FRESH)
def test_every_regulation_in_every_language(rulebook: str, language: str, suffix: str, tmp_path: Path) -> None:
    for players in {"record": ("4", "7"), "italy-2007": ("10", "35")}.get(rulebook, ("22", "50")):
        empty, full = (tmp_path / f"{kind}-{players}{suffix}" for kind in ("new", "demo"))
        new(empty, rulebook, language=language, players=players)
        demo(full, rulebook, int(players), "rules", language)
        assert judged(empty, full, report(full, tmp_path).workbook) == {}
        shutil.rmtree(tmp_path / f"{full.name}.history", ignore_errors=True)


@pytest.mark.soak
@pytest.mark.parametrize("players", [22, 50, 126])
@pytest.mark.parametrize("language", LANGUAGES)
def test_large_ones(tmp_path: Path, language: str, players: int) -> None:
    empty, seated, finished = (tmp_path / f"{name}.xlsx" for name in ("empty", "seated", "finished"))
    new(empty, "italy-2010", language=language, players=str(players))
    shutil.copy(empty, seated)
    entered(seated, [f"Giocatore {number}" for number in range(1, players + 1)])
    seat(seated, rng_seed="one")
    played(seated)
    seat(seated, rng_seed="two")
    demo(finished, "italy-2010", players, "validators", language)
    assert judged(empty, seated, finished) == {}
    assert validated(empty, seated, finished) == {}
