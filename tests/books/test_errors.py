"""Every BookError: what is wrong, where, and that nothing was changed by it."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError, Changes
from tests.additions.package import unzipped, zipped
from tests.books.test_closed import MACROS
from tests.books.workbooks import saved, workbook
from tests.commands.stages import unchanged
from tests.helpers.raised import raised


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return saved(tmp_path / "torneo.xlsx")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return saved(tmp_path_factory.mktemp("sound") / "torneo.xlsx").read_bytes()


def refusal(path: Path) -> BookError:
    error = raised(BookError, ClosedBook.open, path)
    assert error.values["path"] == str(path)
    return error


def test_macros_that_nothing_in_the_file_speaks_of(path: Path, sound: bytes) -> None:
    path.write_bytes(zipped(unzipped(sound) | {"xl/other/VBAProject.bin": b"vba"}))
    assert refusal(path).code == "macros_in_xlsx"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_damage_is_noticed_or_harmless(path: Path, sound: bytes, data: st.DataObject) -> None:
    parts = unzipped(sound)
    name = data.draw(st.sampled_from(sorted(parts)))
    content = bytearray(parts[name])
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(zipped(parts | {name: bytes(content)}))
    try:
        book = ClosedBook.open(path)
    except BookError as error:
        assert error.code in {"not_a_workbook", "ambiguous"}  # noqa: PT017 - harmless damage raises nothing
    else:
        assert book.sheets


@pytest.mark.parametrize("name", ["~$torneo.xlsx", ".~lock.torneo.xlsx#"])
def test_open_elsewhere(path: Path, name: str) -> None:
    book = ClosedBook.open(path)
    before = path.read_bytes()
    lock = path.with_name(name)
    lock.touch()
    error = refusal(path)
    assert (error.code, error.values["lock"]) == ("locked", str(lock))
    error = raised(BookError, book.save)
    assert (error.code, error.values["lock"]) == ("locked", str(lock))
    assert path.read_bytes() == before
    assert ClosedBook.open(path, reading_only=True).read("Players_Id")[0] == "P001"
    lock.unlink()
    book.save()
    assert path.read_bytes() != before


def test_changed_or_gone_since_reading(path: Path) -> None:
    book = ClosedBook.open(path)
    other = ClosedBook.open(path)
    os.utime(path, (1, 1))
    other.apply(Changes(cells={("Next_Step", 0): "x"}))
    other.save()
    with unchanged(path), pytest.raises(BookError, match="'changed'"):
        book.save()
    path.unlink()
    with pytest.raises(BookError, match="'changed'"):
        other.save()
    assert not list(path.parent.iterdir())


def test_new_files(path: Path) -> None:
    refused = [("a.xlsm", {}), ("a.ods", {}), ("a", {}), ("a.xlsx", MACROS), ("a.ods", MACROS)]
    for name, macros, code in [*((*one, "wrong_suffix") for one in refused), (path.name, {}, "file_exists")]:
        with pytest.raises(BookError, match=f"'{code}'"):
            ClosedBook.create(path.with_name(name), workbook(), macros)
    book = ClosedBook.create(path.with_name("new.XLSX"), workbook())
    path.with_name("new.XLSX").touch()
    with pytest.raises(BookError, match="'file_exists'"):
        book.save()
    assert path.with_name("new.XLSX").read_bytes() == b""


def test_the_files_rights_and_links_stay(path: Path) -> None:
    path.chmod(0o640)
    link = path.with_name("link.xlsx")
    link.symlink_to(path)
    book = ClosedBook.open(link)
    book.apply(Changes(cells={("Next_Step", 0): "x"}))
    book.save()
    assert path.stat().st_mode & 0o777 == 0o640
    assert link.is_symlink()
    assert ClosedBook.open(path).read("Next_Step") == ["x"]
