from collections.abc import Callable, Iterator
from contextlib import contextmanager
from errno import ENOSPC
from itertools import count
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from bangxl.books import files, history
from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError, Changes
from tests.books.test_closed import MACROS
from tests.books.workbooks import saved, workbook
from tests.helpers.raised import raised
from tests.hosts.memory import MemoryBook


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return saved(tmp_path / "torneo.xlsx")


def command(path: Path, name: str, step: str) -> Path | None:
    book = ClosedBook.open(path)
    book.apply(Changes(cells={("Next_Step", 0): step}))
    return history.save_with_snapshot(book, name)


def step(path: Path) -> object:
    return ClosedBook.open(path).read("Next_Step")[0]


def kept(path: Path) -> list[str]:
    return sorted(file.name for file in history.history_folder(path).glob("0*"))


def undo(path: Path, back: Path | None = None) -> Path:
    """Back to the newest snapshot, or to this one, exactly."""
    back = back or history.snapshots(path)[-1]
    return history.undo_closed(path, back, path.read_bytes(), back.read_bytes())


def refusal(do: Callable[[], object]) -> BookError:
    return raised(BookError, do)


def test_a_day(path: Path) -> None:
    start = path.read_bytes()
    assert command(path, "seat", "one") == history.history_folder(path) / "000001-seat.xlsx"
    assert command(path, "Seat --close!", "two") == history.history_folder(path) / "000002-seat-close.xlsx"
    two = path.read_bytes()
    replaced = undo(path)
    assert (replaced.name, replaced.read_bytes(), step(path)) == ("000002-seat-close.undone-1.xlsx", two, "one")
    assert command(path, "reopen", "three") == history.history_folder(path) / "000003-reopen.xlsx"
    assert [undo(path).name, step(path)] == ["000003-reopen.undone-1.xlsx", "one"]
    assert [undo(path).name, path.read_bytes()] == ["000001-seat.undone-1.xlsx", start]
    assert kept(path) == [
        "000001-seat.undone-1.xlsx", "000001-seat.xlsx", "000002-seat-close.undone-1.xlsx", "000002-seat-close.xlsx",
        "000003-reopen.undone-1.xlsx", "000003-reopen.xlsx",
    ]  # fmt: skip


def test_nothing_to_undo(path: Path) -> None:
    same = path.with_name("same.xlsx")
    same.write_bytes(path.read_bytes())
    assert refusal(lambda: undo(path, same)).code == "nothing_to_undo"
    assert refusal(lambda: history.undo_closed(path.with_name("no.xlsx"), same, b"", b"")).code == "file_missing"
    assert kept(path) == []


def test_a_file_changed_meanwhile_stays(path: Path) -> None:
    back = command(path, "seat", "one")
    assert back is not None
    assert refusal(lambda: history.undo_closed(path, back, back.read_bytes(), back.read_bytes())).code == "changed"
    assert (step(path), kept(path)) == ("one", ["000001-seat.xlsx"])


def test_a_command_that_failed_after_writing_is_no_step(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def save(book: ClosedBook) -> None:
        files.replace(book.path, book.dump())
        raise BookError("cannot_write", path=str(path), reason="")

    with monkeypatch.context() as patch:
        patch.setattr(ClosedBook, "save", save)
        assert refusal(lambda: command(path, "seat", "one")).code == "cannot_write"
    assert (kept(path), history.snapshots(path)) == (["000001-seat.passed.xlsx"], [])


@pytest.mark.parametrize("name", ["~$torneo.xlsx", ".~lock.torneo.xlsx#"])
def test_nothing_happens_to_a_file_open_elsewhere(path: Path, name: str) -> None:
    command(path, "seat", "one")
    before, book = kept(path), ClosedBook.open(path)
    path.with_name(name).touch()
    assert refusal(lambda: undo(path)).code == "locked"
    assert refusal(lambda: history.save_with_snapshot(book, "seat")).code == "locked"
    assert kept(path) == before


def test_a_changed_file_gets_no_snapshot(path: Path) -> None:
    book = ClosedBook.open(path)
    command(path, "seat", "one")
    before = kept(path)
    assert refusal(lambda: history.save_with_snapshot(book, "seat")).code == "changed"
    assert kept(path) == before


def test_two_at_once(path: Path) -> None:
    command(path, "seat", "one")
    book = ClosedBook.open(path)
    with files.lock_out(path, history.history_folder(path) / ".lock"):
        assert refusal(lambda: history.save_with_snapshot(book, "seat")).code == "busy"
        assert refusal(lambda: undo(path)).code == "busy"


def test_a_new_file_has_no_history(path: Path) -> None:
    command(path, "seat", "one")
    for aside in ("torneo.xlsx.history-1", "torneo.xlsx.history-2"):
        path.unlink()
        assert history.save_with_snapshot(ClosedBook.create(path, workbook()), "new") is None
        assert path.with_name(aside).is_dir()
        assert history.snapshots(path) == []
        command(path, "seat", "one")


class TestTwoWorkbooksOfOneStem:
    """`torneo.xlsx` and `torneo.xlsm` lie side by side, and each has a history of its own."""

    @pytest.fixture
    def macros(self, path: Path) -> Path:
        return path.with_suffix(".xlsm")

    def test_a_new_one_leaves_the_other_its_history(self, path: Path, macros: Path) -> None:
        before = path.read_bytes()
        command(path, "seat", "one")
        history.save_with_snapshot(ClosedBook.create(macros, workbook(), MACROS), "new")
        undo(path)
        assert (path.read_bytes(), history.snapshots(macros)) == (before, [])

    def test_one_whose_name_is_another_ones_file(self, path: Path) -> None:
        command(path, "seat", "one")
        assert history.snapshots(path.with_name("torneo.xlsx.xlsx")) == []


@pytest.mark.parametrize("there", [True, False])
def test_a_failure_leaves_all_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch, *, there: bool) -> None:
    """A full disk: a command that changed nothing has no snapshot, a new file that did not come about sends no history away."""
    command(path, "seat", "one")
    book = ClosedBook.open(path)
    if not there:
        path.unlink()
        book = ClosedBook.create(path, workbook())
    write, before = files._write, {file: file.read_bytes() for file in path.parent.rglob("*") if file.is_file()}

    def full(temporary: Path, data: bytes, mode: int | None) -> None:
        if temporary.parent == path.parent:
            raise OSError(ENOSPC, "No space left on device")
        write(temporary, data, mode)

    monkeypatch.setattr(files, "_write", full)
    assert refusal(lambda: history.save_with_snapshot(book, "seat")).code == "cannot_write"
    assert {file: file.read_bytes() for file in path.parent.rglob("*") if file.is_file()} == before


def test_a_book_without_a_file_is_only_saved() -> None:
    book = MemoryBook({}, {})
    assert history.save_with_snapshot(book, "seat") is None
    assert book.saves == 1


class _KilledError(BaseException):
    """As good as kill -9: nothing of ours catches it."""


@contextmanager
def killed_after(steps: int) -> Iterator[None]:
    """The process dies before its next file is put in place, after so many others."""
    left = count(steps, -1)
    patch = pytest.MonkeyPatch()

    def dying(do: Callable[..., Path]) -> Callable[..., Path]:
        def step(*arguments: object) -> Path:
            if next(left) <= 0:
                raise _KilledError
            return do(*arguments)

        return step

    patch.setattr(Path, "replace", dying(Path.replace))
    patch.setattr(Path, "rename", dying(Path.rename))
    try:
        yield
    except _KilledError:
        pass
    finally:
        patch.undo()


class Stories(RuleBasedStateMachine):
    """Commands, edits by hand and undo, any of them killed, against a plain stack. Files need not be workbooks for this."""

    def __init__(self) -> None:
        super().__init__()
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr("os.fsync", lambda _handle: None)  # nobody pulls the plug
        self.folder = Path(mkdtemp())
        self.path = self.folder / "torneo.xlsx"
        self.states = (f"state {n}".encode() for n in count())
        self.path.write_bytes(next(self.states))
        self.stack: list[bytes] = []
        self.ever: set[bytes] = set()
        self.seen: set[bytes] = set()

    def teardown(self) -> None:
        self.patch.undo()
        rmtree(self.folder)

    @rule()
    def edit_by_hand(self) -> None:
        self.path.write_bytes(next(self.states))

    @rule(name=st.sampled_from(["seat", "reopen", "seat --close"]))
    def command(self, name: str) -> None:
        self._push(self.path.read_bytes())
        history.snapshot(self.path, name, self.path.read_bytes())
        files.replace(self.path, next(self.states))

    @rule(name=st.sampled_from(["seat", "reopen"]), steps=st.integers(0, 1))
    def command_killed(self, name: str, steps: int) -> None:
        before = self.path.read_bytes()
        with killed_after(steps):
            history.snapshot(self.path, name, before)
            files.replace(self.path, next(self.states))
        if len(history.snapshots(self.path)) > len(self.stack):
            self._push(before)

    @precondition(lambda self: bool(self._others()))
    @rule(which=st.integers(0, 3))
    def undo(self, which: int) -> None:
        now, place = self.path.read_bytes(), self._others()[-which:][0]
        replaced = undo(self.path, history.snapshots(self.path)[place])
        assert self.path.read_bytes() == self.stack.pop(place)
        assert replaced.read_bytes() == now
        self.ever.add(now)

    @precondition(lambda self: bool(self._others()))
    @rule(steps=st.integers(0, 4))
    def undo_killed(self, steps: int) -> None:
        now, place = self.path.read_bytes(), self._others()[-1]
        with killed_after(steps):
            undo(self.path, history.snapshots(self.path)[place])
        assert self.path.read_bytes() in {now, self.stack[place]}
        if len(history.snapshots(self.path)) < len(self.stack):
            assert self.path.read_bytes() == self.stack.pop(place)

    @invariant()
    def nothing_is_lost(self) -> None:
        there = {file.read_bytes() for file in history.history_folder(self.path).glob("0*")}
        assert self.ever <= there
        assert self.seen <= there
        self.seen = there

    @invariant()
    def the_stack_is_as_expected(self) -> None:
        assert [file.read_bytes() for file in history.snapshots(self.path)] == self.stack

    def _push(self, state: bytes) -> None:
        if self.stack[-1:] != [state]:
            self.stack.append(state)
        self.ever.add(state)

    def _others(self) -> list[int]:
        """The snapshots that differ from the file, which `undo` may go back to."""
        return [place for place, state in enumerate(self.stack) if state != self.path.read_bytes()]


TestStories = Stories.TestCase
TestStories.settings = settings(max_examples=20, stateful_step_count=25, deadline=None)
