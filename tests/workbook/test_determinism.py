"""The same input gives the same small file: on another day, in another time zone and language, with and without lxml.

The largest of 50 players and of 126 that are played as the regulation has them: 460,000 and 1,050,000 bytes. Tables that stay
together have a sheet for each of their games, also for the most that can be: those of 2007, and of Germany for few, are larger.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.writer import dump
from bangxl.commands.new import new
from tests.additions.package import parts_of
from tests.helpers.openpyxl_files import load
from tests.helpers.sample import sample

ROOT: Final = Path(__file__).parents[2]
MOMENT: Final = {"SOURCE_DATE_EPOCH": "1794960000", "OPENPYXL_LXML": "False"}
HERE: Final = {"PYTHONHASHSEED": "1", "TZ": "Europe/Rome", "LC_ALL": "it_IT.UTF-8"}
THERE: Final = {"PYTHONHASHSEED": "2", "TZ": "Pacific/Auckland", "LC_ALL": "C", "PYTHONUTF8": "0"}


RUN: Final = """
import json, sys
from bangxl.cli import main
for arguments in json.loads(sys.argv[1]):
    sys.argv = ["bangxl", *arguments]
    try:
        main()
    except SystemExit as end:
        assert not end.code, arguments
"""
SAME: Final = (11, "Mezzogiorno di fuoco")
DEMO: Final = ("--players", SAME[0], "--rng-seed", SAME[1])


def bangxl(place: Mapping[str, str], *commands: tuple[object, ...]) -> None:
    """Run commands one after the other, in one Python."""
    command = [sys.executable, "-c", RUN, json.dumps([[*map(str, arguments)] for arguments in commands])]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **MOMENT, **place}
    subprocess.run(command, check=True, capture_output=True, env=environment)


@pytest.mark.parametrize("first", [5, pytest.param(0, marks=pytest.mark.soak)])
def test_every_command_writes_the_same_file_everywhere(tmp_path: Path, first: int) -> None:
    """An evening of commands in one place and in another, or its end; the snapshots too.

    Options are locked with the first draw: whatever is locked first, the new styles stand in the same order.
    """
    files = []
    for number, place in enumerate((HERE, THERE)):
        folder = tmp_path / str(number)
        text, copy, fresh = (folder / f"torneo.{kind}" for kind in ("json", "xlsx", "xlsm"))
        path, names = folder / "demo.xlsx", folder / "names.csv"
        folder.mkdir()
        names.write_text("name\n" + "\n".join(f"Player {number}" for number in range(1, 13)), encoding="utf-8")
        evening = (
            ("demo", path, *DEMO),
            ("reopen", path, "--round", 1, "--table", 1, "--reason", "two roles were swapped"),
            ("undo", path),
            ("export", path, "-o", text),
            ("import", text, "-o", copy),
            ("new", fresh, "--rulebook", "italy-2010", "--players", names),
            ("seat", fresh, "--rng-seed", "one"),
        )
        bangxl(place, *evening[first:])
        files.append({str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()})
    assert len(files[0]) > 6 - first
    assert {name for name in files[0].keys() | files[1].keys() if files[0].get(name) != files[1].get(name)} == set()


@pytest.mark.soak
def test_lxml_and_writing_again_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """lxml is here with a validator; a user's machine has none. openpyxl writes what it has read a little differently, once."""
    assert find_spec("lxml") is not None
    one, other = tmp_path / "with.xlsx", tmp_path / "without.xlsx"
    bangxl(HERE | {"OPENPYXL_LXML": "True"}, ("demo", one, *DEMO))
    bangxl(HERE, ("demo", other, *DEMO))
    assert parts_of(one) == parts_of(other)
    call = f"from pathlib import Path; from bangxl.commands.demo import demo; demo(Path({str(one)!r}), 'italy-2010', *{SAME})"
    one.unlink()
    subprocess.run([sys.executable, "-c", call], check=True, env={**os.environ, **MOMENT, "OPENPYXL_LXML": "True"})
    assert parts_of(one) == parts_of(other), "called from Python: a report was taken for another program's"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", MOMENT["SOURCE_DATE_EPOCH"])
    once, again = dump(load(other.read_bytes())), tmp_path / "again.xlsx"
    again.write_bytes(once)
    assert dump(load(once)) == once
    assert parts_of(again)["xl/charts/chart1.xml"] == parts_of(other)["xl/charts/chart1.xml"], "the chart must not suffer"


ROOM = 1_000
"""In bytes: a text more, or another zlib, makes no workbook too large."""


@pytest.mark.parametrize(
    ("rulebook", "players", "language", "most"),
    [
        ("italy-2010", 50, "ru", 460_000 - ROOM),
        *sample([("italy-2010", 50, "it", 460_000 - ROOM), ("italy-2007", 50, "ru", 640_000)], 0),
        *sample([("germany", 126, language, 1_050_000 - ROOM) for language in ("it", "ru")], 0),
        *sample([("germany", 50, "ru", 530_000), ("italy-2007", 126, "ru", 1_500_000)], 0),
    ],
)
def test_a_new_workbook_is_small(path: Path, rulebook: str, players: int, language: str, most: int) -> None:
    new(path, rulebook, players=str(players), language=language)
    assert path.stat().st_size < most
