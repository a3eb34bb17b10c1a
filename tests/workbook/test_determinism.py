"""The same input gives the same file: on another day, in another time zone and language, with and without lxml."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.writer import dump
from tests.openpyxl_files import load

ROOT: Final = Path(__file__).parents[2]
MOMENT: Final = {"SOURCE_DATE_EPOCH": "1794960000", "OPENPYXL_LXML": "False"}
HERE: Final = {"PYTHONHASHSEED": "1", "TZ": "Europe/Rome", "LC_ALL": "it_IT.UTF-8"}
THERE: Final = {"PYTHONHASHSEED": "2", "TZ": "Pacific/Auckland", "LC_ALL": "C", "PYTHONUTF8": "0"}


def bangxl(place: Mapping[str, str], *arguments: object) -> None:
    command = [sys.executable, "-m", "bangxl", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **MOMENT, **place}
    subprocess.run(command, check=True, capture_output=True, env=environment)


Demo = Callable[[Path, Mapping[str, str]], Path]
"""Gives the workbook that is made in a place, in a new folder."""


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    """Made once in each place; every test gets a copy."""
    made: dict[frozenset[tuple[str, str]], Path] = {}

    def copied(folder: Path, place: Mapping[str, str]) -> Path:
        folder.mkdir()
        key = frozenset(place.items())
        if key not in made:
            made[key] = tmp_path_factory.mktemp("demo") / "torneo.xlsx"
            bangxl(place, "demo", made[key], "--players", 11, "--rng-seed", "Mezzogiorno di fuoco")
        return Path(shutil.copy(made[key], folder))

    return copied


def parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def different(one: Path, other: Path) -> set[str]:
    """The parts of two workbooks that are not the same bytes, uncompressed."""
    first, second = parts(one), parts(other)
    return {name for name in first.keys() | second.keys() if first.get(name) != second.get(name)}


def test_demo_is_the_same_file_everywhere(demo: Demo, tmp_path: Path) -> None:
    one, other = demo(tmp_path / "one", HERE), demo(tmp_path / "other", THERE)
    assert different(one, other) == set()
    assert one.read_bytes() == other.read_bytes()


def test_every_command_writes_the_same_file_everywhere(demo: Demo, tmp_path: Path) -> None:
    """An evening of commands in one place and in another; the snapshots too."""
    files = []
    for number, place in enumerate((HERE, THERE)):
        folder = tmp_path / str(number)
        path, text, copy = demo(folder, place), folder / "torneo.json", folder / "import.xlsx"
        bangxl(place, "reopen", path, "--round", 1, "--table", 1, "--reason", "two roles were swapped")
        bangxl(place, "undo", path)
        bangxl(place, "export", path, "-o", text)
        bangxl(place, "import", text, "-o", copy)
        bangxl(place, "reopen", copy, "--round", 2, "--table", 2, "--reason", "two roles were swapped")
        bangxl(place, "seat", copy, "--rng-seed", "two")
        files.append({str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()})
    assert len(files[0]) > 4
    assert {name for name in files[0].keys() | files[1].keys() if files[0].get(name) != files[1].get(name)} == set()


def test_seating_writes_the_same_styles_everywhere(tmp_path: Path) -> None:
    """Options are locked with the first draw: whatever is locked first, the new styles stand in the same order."""
    names = tmp_path / "names.csv"
    names.write_text("name\n" + "\n".join(f"Player {number}" for number in range(1, 13)), encoding="utf-8")
    files = [tmp_path / "one.xlsx", tmp_path / "other.xlsx"]
    for path, place in zip(files, (HERE, THERE), strict=True):
        bangxl(place, "new", path, "--rulebook", "italy-2010", "--players", names)
        bangxl(place, "seat", path, "--rng-seed", "one")
    assert different(*files) == set()


def test_lxml_changes_nothing(demo: Demo, tmp_path: Path) -> None:
    """It is here with a validator; a user's machine has none."""
    assert find_spec("lxml") is not None
    one, other = demo(tmp_path / "with", HERE | {"OPENPYXL_LXML": "True"}), demo(tmp_path / "without", HERE)
    assert different(one, other) == set()


def test_writing_again_settles(demo: Demo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """openpyxl writes what it has read a little differently, once; the chart must not suffer even then."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", MOMENT["SOURCE_DATE_EPOCH"])
    path = demo(tmp_path / "one", HERE)
    once = dump(load(path.read_bytes()))
    again = tmp_path / "again.xlsx"
    again.write_bytes(once)
    assert dump(load(once)) == once
    assert "xl/charts/chart1.xml" in parts(path).keys() - different(path, again)
