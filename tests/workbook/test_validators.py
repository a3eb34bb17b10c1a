"""Microsoft's own validator, and openxml-audit, on a workbook that each command has written."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from bangxl.commands.demo import demo
from bangxl.commands.new import new
from bangxl.commands.reopen import reopen
from bangxl.commands.seat import seat
from bangxl.commands.transfer import export, import_json
from bangxl.commands.undo import undo
from bangxl.locale.catalog import LANGUAGES
from tests.commands.stages import Copy
from tests.office import Office
from tests.sheet import entered, played, typed
from tests.validators import complaints

Write = Callable[[Copy, Path, Office], Path]
pytestmark = pytest.mark.filterwarnings("ignore:Microsoft.s validator did not run")


def drawn(at: Copy, _folder: Path, office: Office) -> Path:
    """A second round, in a file that LibreOffice has saved; odd texts typed before."""
    path = typed(at("played1"), {"Event_Name": "«Città di Torino» & Söhne <1>", "Event_Place": " =1+1", "Rng_Seed": "נועה 🤠"})
    with office.open(path) as book:
        book.save(path)
    seat(path)
    return path


def duels(at: Copy, _folder: Path, _office: Office) -> Path:
    path = at("played3")
    seat(path, rng_seed="semifinals")
    return path


def reopened(at: Copy, _folder: Path, _office: Office) -> Path:
    path = at("drawn2")
    reopen(path, 1, 2, "two roles were swapped")
    return path


def undone(at: Copy, _folder: Path, _office: Office) -> Path:
    path = at("drawn3")
    undo(path)
    return path


def imported(at: Copy, folder: Path, _office: Office) -> Path:
    export(at("semifinals_played"), folder / "torneo.json")
    path = folder / "imported.xlsx"
    import_json(folder / "torneo.json", path, language="it")
    return path


def simulated(_at: Copy, folder: Path, _office: Office) -> Path:
    path = folder / "demo.xlsx"
    demo(path, "italy-2010", 11, "validators")
    return path


WRITTEN: Final[dict[str, Write]] = {
    "new": lambda at, _folder, _office: at("fresh"),
    "seat a round": drawn,
    "seat duels": duels,
    "reopen": reopened,
    "undo": undone,
    "import": imported,
    "demo": simulated,
}


def test_validators_have_nothing_to_say(office: Office, at: Copy, tmp_path: Path) -> None:
    """All workbooks in one go: Microsoft's validator is slow to start."""
    files = {}
    for name, write in WRITTEN.items():
        files[write(at, tmp_path, office).rename(tmp_path / f"written by {name}.xlsx")] = name
        shutil.rmtree(tmp_path / "torneo.history", ignore_errors=True)
    said = complaints(*files)
    assert {files[file]: list(map(str, found)) for file, found in said.items() if found} == {}


@pytest.mark.soak
@pytest.mark.parametrize("players", [22, 50, 126])
@pytest.mark.parametrize("language", LANGUAGES)
def test_validators_have_nothing_to_say_of_large_ones(tmp_path: Path, language: str, players: int) -> None:
    empty, seated, finished = (tmp_path / f"{name}.xlsx" for name in ("empty", "seated", "finished"))
    new(empty, "italy-2010", language=language, players=str(players))
    shutil.copy(empty, seated)
    entered(seated, [f"Giocatore {number}" for number in range(1, players + 1)])
    seat(seated, rng_seed="one")
    played(seated)
    seat(seated, rng_seed="two")
    demo(finished, "italy-2010", players, "validators", language)
    said = complaints(empty, seated, finished)
    assert {file.stem: list(map(str, found)) for file, found in said.items() if found} == {}
