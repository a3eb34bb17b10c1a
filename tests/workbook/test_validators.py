"""Microsoft's own validator, openxml-audit and pyOpenVBA, on a workbook that each command has written."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bangxl.commands.corrections import reopen
from bangxl.commands.demo import demo
from bangxl.commands.new import new
from bangxl.commands.seat import seat
from bangxl.commands.transfer import export, import_json
from bangxl.commands.undo import undo
from bangxl.locale.catalog import LANGUAGES
from tests.commands.stages import NAMES, PLACES
from tests.hosts.libreoffice.office import Office
from tests.typist import duelled, entered, played, typed
from tests.validators import complaints

ODD = {"Event_Name": "«Città di Torino» & Söhne <1>", "Event_Place": " =1+1", "Rng_Seed": "נועה 🤠"}


def day(path: Path, keep: Callable[[str], object]) -> None:
    """A tournament in which every command writes; ``keep`` takes a copy after some."""
    new(path, "italy-2010", language="en", players=str(PLACES))
    keep("new")
    typed(entered(path, NAMES), ODD)
    for number in (1, 2, 3):
        seat(path)
        if number == 2:
            keep("seat a round")
            reopen(path, 1, 2, "two roles were swapped")
            keep("reopen")
            undo(path)
            keep("undo")
        played(path, f"round {number}")
    seat(path, rng_seed="semifinals")
    keep("seat duels")
    export(duelled(path, "semifinals"), path.with_suffix(".json"))
    import_json(path.with_suffix(".json"), path.with_name("import.xlsx"), language="it")
    demo(path.with_name("demo.xlsx"), "italy-2010", 11, "validators")


def test_validators_have_nothing_to_say(tmp_path: Path) -> None:
    """All workbooks in one go: Microsoft's validator is slow to start."""
    path, files = tmp_path / "torneo.xlsx", tmp_path / "files"
    files.mkdir()
    day(path, lambda command: shutil.copy(path, files / f"{command}.xlsx"))
    written = [*sorted(files.iterdir()), tmp_path / "import.xlsx", tmp_path / "demo.xlsx"]
    assert len(written) == 7
    said = complaints(*written)
    assert {file.stem: list(map(str, found)) for file, found in said.items() if found} == {}


def test_we_add_nothing_to_what_libreoffice_has_written(office: Office, tmp_path: Path) -> None:
    path, before = tmp_path / "torneo.xlsx", tmp_path / "before.xlsx"
    new(path, "italy-2010", language="en", players=str(PLACES))
    typed(entered(path, NAMES), ODD)
    with office.open(path) as book:
        book.save(path)
    shutil.copy(path, before)
    seat(path)
    said = complaints(before, path)
    assert set(map(str, said[path])) <= set(map(str, said[before]))


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
