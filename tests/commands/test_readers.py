"""Files that break the limits of who reads them: each is named once, never read again, and the others go on."""

import os
import subprocess
import sys
import time
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest

from bangxl import limits
from bangxl.commands import season_files
from bangxl.commands.season import Request, season
from bangxl.commands.season_files import read_all, read_entry, read_in_processes
from bangxl.seasons.entry import BadFile, RefertoEntry
from bangxl.tournament.model import EventInfo
from tests.season.referti import file, played

EVENT: Final = EventInfo("Selezione", "2007-03-04", "Torino", "Piemonte", "regional", "Il Saloon", ("Ugo Poli",))
TIME: Final = 1.0
"""Seconds that a file may take here."""


def behave(path: Path) -> str:
    """What the file's name says, and a line in the list of what was tried."""
    with path.with_name("tried").open("a", encoding="utf-8") as tried:
        tried.write(f"{path.name}\n")
    match path.stem.rstrip("0123456789"):
        case "sleep":
            time.sleep(60)
        case "eat":
            return str(len([bytes(2**20) for _ in range(10_000)]))
        case "die":
            os._exit(9)
    return path.name


LINUX: Final = pytest.mark.skipif(sys.platform != "linux", reason="only there a process can be kept from memory")


@pytest.mark.parametrize("processes", [3])
@pytest.mark.parametrize(
    "bad", ["die", pytest.param("sleep", marks=pytest.mark.soak), pytest.param("eat", marks=[LINUX, pytest.mark.soak])]
)
def test_only_the_bad_ones_are_lost(tmp_path: Path, bad: str, processes: int) -> None:
    names = ["a", "b", f"{bad}1", "c", "d", f"{bad}2"]
    found = list(read_in_processes([tmp_path / name for name in names], behave, processes, TIME))
    assert found == ["a", "b", None, "c", "d", None]
    assert sorted((tmp_path / "tried").read_text(encoding="utf-8").split()) == sorted(names)


def test_who_stops_listening_leaves_no_process(tmp_path: Path) -> None:
    reading = read_in_processes([tmp_path / name for name in ("a", "sleep", "b")], behave, 2, 60)
    assert next(reading) == "a"
    assert isinstance(reading, Generator)
    begun = time.monotonic()
    reading.close()
    assert time.monotonic() - begun < 30


def test_nothing_to_read() -> None:
    assert list(read_in_processes([], behave, 3)) == []


def read_slowly(path: Path) -> RefertoEntry | BadFile:
    """As `read`, but for one file that takes all memory."""
    if path.name == "endless.xlsx":
        raise MemoryError
    return read_entry(path)


class TestSeason:
    @pytest.fixture
    def good(self, tmp_path: Path) -> Path:
        return file(tmp_path / "good.xlsx", played("italy-2007", 10, EVENT))

    def test_it_is_skipped_and_named(self, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(season_files, "read_entry", read_slowly)
        entry, bad = read_all([good, good.with_name("endless.xlsx")])
        assert isinstance(entry, RefertoEntry)
        assert isinstance(bad, BadFile)
        assert bad.file.endswith("endless.xlsx")
        for language in ("en", "it", "de", "ru"):
            assert f"{limits.SECONDS} " in bad.reasons[language]

    @pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes")
    def test_what_is_no_file_or_too_much(self, good: Path) -> None:
        pipe, huge = good.with_name("pipe.xlsx"), good.with_name("huge.xlsx")
        os.mkfifo(pipe)
        with huge.open("wb") as stream:
            stream.truncate(limits.FILE + 1)
        done = season([good, pipe, huge], good.with_name("season.xlsx"), Request(language="en"))
        assert not done.all_good
        assert f"× {pipe}: This is not a regular file but a pipe or a device." in done.lines
        assert [line for line in done.lines if line.startswith(f"× {huge}: This file is larger than 50 MB")]

    @pytest.mark.soak
    def test_a_season_by_a_program_that_is_started_any_way(self, good: Path) -> None:
        """The processes don't need what has started them: ``python -m``, a text on standard input."""
        line = ["--overwrite", "-o", str(good.with_name("season.xlsx"))]
        code = f"import sys; sys.argv = {['bangxl', 'season', str(good), *line]}; from bangxl.cli import main; main()"
        for how, said in ((["-m", "bangxl", "season", str(good), *line], ""), (["-"], code)):
            run = subprocess.run([sys.executable, *how], input=said, capture_output=True, text=True, check=False)
            assert (run.returncode, run.stderr) == (0, ""), how
