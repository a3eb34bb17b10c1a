import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bangxl.books import files
from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError
from tests.books.workbooks import saved

SAVE = """
import sys, time
from pathlib import Path
from bangxl.books import files
from bangxl.books.closed import ClosedBook
from bangxl.books.port import Changes
from bangxl.books.history import save_with_snapshot

slow = sys.argv[2]
def slowed(name, function):
    def call(*arguments):
        if name == slow:
            print("here", flush=True)
            time.sleep(60)
        return function(*arguments)
    return call

import os
os.fsync = slowed("fsync", os.fsync)
Path.replace = slowed("before", Path.replace)
files._sync_folder = slowed("after", files._sync_folder)
book = ClosedBook.open(sys.argv[1])
number = 0
while True:
    number += 1
    book.apply(Changes(cells={("Players_Id", row): f"N{number:06}" for row in range(5)}))
    if slow == "random" and number == 2:
        print("here", flush=True)
    save_with_snapshot(book, "seat") if slow == "random" else book.save()
"""


def killed(path: Path, where: str, seconds: float = 0.0) -> None:
    """Start a process that saves, and kill it -9 there, or so many seconds after it has begun."""
    process = subprocess.Popen([sys.executable, "-c", SAVE, str(path), where], stdout=subprocess.PIPE)
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"here\n"
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return saved(tmp_path / "torneo.xlsx")


@pytest.mark.parametrize(("where", "new"), [("fsync", False), ("before", False), ("after", True)])
def test_killed_in_the_middle_of_saving(path: Path, where: str, *, new: bool) -> None:
    before = path.read_bytes()
    killed(path, where)
    assert (path.read_bytes() != before) == new
    assert set(ClosedBook.open(path).read("Players_Id")) == ({"N000001"} if new else {"P001", "P002", "P003", None})
    left = [file.name for file in path.parent.iterdir() if file != path]
    assert all(name.startswith(".torneo-") and name.endswith(".xlsx") for name in left)
    ClosedBook.open(path).save()


def test_killed_at_any_time(path: Path) -> None:
    seed = random.SystemRandom().randrange(10**6)
    print("seed", seed)  # noqa: T201 - to be able to kill again at the same times
    times = random.Random(seed)  # noqa: S311
    for _ in range(6):
        killed(path, "random", times.uniform(0, 0.12))
        ids = ClosedBook.open(path).read("Players_Id")
        assert len(set(ids)) == 1
        assert str(ids[0]).startswith("N")
        for snapshot in (path.parent / "torneo.xlsx.history").glob("0*.xlsx"):
            assert len(ClosedBook.open(snapshot).read("Players_Id")) == 5


def test_what_a_kill_left_is_found_and_removed(path: Path) -> None:
    killed(path, "before")
    left = [file for file in path.parent.iterdir() if file.name.startswith(".")]
    assert len(left) == 1
    assert files.sweep(path.parent) == left
    assert [file.name for file in path.parent.iterdir()] == ["torneo.xlsx"]
    assert files.sweep(path.parent / "no such folder") == []


def test_what_is_being_written_or_not_ours_stays(tmp_path: Path) -> None:
    ours = f".torneo-bangxl-{files._computer_digits()}-{os.getpid()}-0123abcd.xlsx"
    elsewhere = f".torneo-bangxl-{'0001' if files._computer_digits() == '0000' else '0000'}-1-0123abcd.xlsx"
    strange = [".torneo-0123abcd.xlsx", ".bangxl.toml", ".torneo-bangxl.xlsx", "torneo-bangxl-0000-1-0123abcd.xlsx", ".lock"]
    for name in (ours, elsewhere, *strange):
        (tmp_path / name).touch()
    (tmp_path / f".folder-bangxl-{files._computer_digits()}-999999999-0123abcd.xlsx").mkdir()
    link = tmp_path / f".link-bangxl-{files._computer_digits()}-999999999-0123abcd.xlsx"
    link.symlink_to(tmp_path / ".lock")
    assert files.sweep(tmp_path) == []
    for name in (ours, *strange):
        os.utime(tmp_path / name, (0, 0))
    assert [file.name for file in files.sweep(tmp_path)] == [ours]


@pytest.mark.parametrize("stem", ["n" * 250, "ñ" * 125])
def test_the_longest_names_can_be_written(tmp_path: Path, stem: str) -> None:
    target = tmp_path / f"{stem}.xlsx"
    for data in (b"one", b"two"):
        files.replace(target, data)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {target.name: b"two"}


@pytest.mark.parametrize("there", [True, False])
def test_the_lock_is_no_link(tmp_path: Path, *, there: bool) -> None:
    target, lock = tmp_path / "elsewhere", tmp_path / ".lock"
    if there:
        target.write_bytes(b"one")
    lock.symlink_to(target)
    with pytest.raises(BookError) as raised, files.lock_out(tmp_path / "torneo.xlsx", lock):
        pass
    assert raised.value.code == "cannot_write"
    assert target.exists() == there


def test_refused_at_the_last_moment(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_bytes(b"one")

    def refuse() -> None:
        raise BookError("changed")

    with pytest.raises(BookError):
        files.replace(target, b"two", refuse)
    assert target.read_bytes() == b"one"
    assert [file.name for file in tmp_path.iterdir()] == ["a.txt"]


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    """Nobody may write there, root neither: a file stands where the folder should be."""
    (tmp_path / "folder").write_bytes(b"one")
    with pytest.raises(BookError, match="'cannot_write'"):
        files.replace(tmp_path / "folder" / "a.xlsx", b"two")
    assert (tmp_path / "folder").read_bytes() == b"one"


def test_one_at_a_time(tmp_path: Path) -> None:
    lock = tmp_path / ".lock"
    with files.lock_out(lock, lock), pytest.raises(BookError) as raised, files.lock_out(lock, lock):
        pass
    assert raised.value.code == "busy"
    with files.lock_out(lock, lock):
        assert lock.exists()


def test_a_killed_process_holds_no_lock(tmp_path: Path) -> None:
    lock = tmp_path / ".lock"
    code = "import sys,time; from pathlib import Path; from bangxl.books import files\n"
    code += "with files.lock_out(*[Path(sys.argv[1])] * 2): print('here', flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code, str(lock)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with pytest.raises(BookError), files.lock_out(lock, lock):
            pass
        process.kill()
    with files.lock_out(lock, lock):
        assert lock.exists()
