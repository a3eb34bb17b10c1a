"""What was verified once is remembered: never of a file that has changed, nor by another program, and only where it may be."""

from pathlib import Path

import pytest

from bangxl.commands import season_files, verified_cache
from bangxl.commands.season_files import read_all, read_entry
from bangxl.seasons.entry import BadFile, RefertoEntry
from bangxl.tournament.model import EventInfo
from tests.season.referti import file, played

ASTI = EventInfo("Asti", "2007-05-01", "Asti", "Piemonte", "regional", "Il Saloon", ("Marta Ferraris",))


@pytest.fixture
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(verified_cache.FOLDER, str(tmp_path / "caches"))
    return tmp_path / "caches"


@pytest.fixture
def report(tmp_path: Path) -> Path:
    return file(tmp_path / "asti.xlsx", played("italy-2007", 10, ASTI, "Anna Neri, (John Smith)"))


def unread(path: Path) -> RefertoEntry | BadFile:
    raise AssertionError(path)


def test_next_time_nothing_is_verified_again(caches: Path, report: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """3,000 reports took a quarter of an hour each week, of which twelve were new."""
    first = read_entry(report)
    assert isinstance(first, RefertoEntry)
    monkeypatch.setattr(season_files, "read_entry", unread)
    assert [*read_all([report])] == [first]
    renamed = report.rename(report.with_name("again.xlsx"))
    assert [one.file for one in read_all([renamed])] == [str(renamed)]
    assert {path.parent.stat().st_mode & 0o077 for path in caches.glob("*/*")} == {0}


def test_a_changed_file_is_not_known(caches: Path, report: Path) -> None:
    read_entry(report)
    report.write_bytes(report.read_bytes() + b"\0")
    assert verified_cache.recall_entry(report) is None
    report.unlink()
    assert verified_cache.recall_entry(report) is None
    assert caches.exists()


def test_another_program_knows_nothing_and_tidies_up(caches: Path, report: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_entry(report)
    monkeypatch.setattr(verified_cache, "_program", lambda: "0" * 32)
    assert verified_cache.recall_entry(report) is None
    read_entry(report)
    assert [one.name for one in caches.iterdir()] == [f"verified-{'0' * 32}"]


def test_what_is_damaged_there_counts_for_nothing(caches: Path, report: Path) -> None:
    read_entry(report)
    (kept,) = caches.glob("*/*")
    for damage in (b"", kept.read_bytes()[:-1], b'{"file": "x"}'):
        kept.write_bytes(damage)
        assert verified_cache.recall_entry(report) is None


def test_it_can_be_switched_off_and_no_place_to_write_is_no_fault(report: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for said in ("", str(report / "no folder")):
        monkeypatch.setenv(verified_cache.FOLDER, said)
        assert isinstance(read_entry(report), RefertoEntry)
        assert verified_cache.recall_entry(report) is None


def test_what_it_has_not_written_stays(caches: Path, report: Path) -> None:
    """BANGXL_CACHE in a folder of one's own lost every folder there whose name began with «verified-»."""
    own = [caches / "verified-2010" / "torneo.xlsx", caches / f"verified-{'a' * 32}" / "notes.txt"]
    for path in own:
        path.parent.mkdir(parents=True)
        path.write_bytes(b"mine")
    read_entry(report)
    assert [path.read_bytes() for path in own] == [b"mine", b"mine"]
