"""kill -9 at every file operation, in the middle of a write, at any time: nothing is lost, and the next command works."""

import json
import mmap
import os
import random
import resource
import signal
import struct
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Final, NamedTuple

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.books.history import history_folder
from bangxl.commands import commit
from bangxl.tournament.journal import LogEntry
from bangxl.workbook.read import read_log
from tests.commands.stages import fingerprint
from tests.fuzz.judge import Run, command
from tests.fuzz.moments import at, copied, tournament
from tests.fuzz.seeds import VARIABLE, dice, fuzz_seed, numbers

CASE: Final = "italy-2010_n10_plain"
SAID: Final = "Removed the files that an interrupted command left behind"
OPERATIONS: Final = frozenset(f"os.{name}" for name in ("rename", "remove", "mkdir", "chmod", "rmdir", "truncate", "link"))
NUMBER: Final = struct.Struct("i")


class Scene(NamedTuple):
    """When in the day a command comes, its words, and what it makes beside the workbook; nothing: it changes the workbook."""

    moment: str
    words: tuple[str, ...]
    made: tuple[str, ...] = ()


SCENES: Final = (
    Scene("played", ("seat", "torneo.xlsx", "--rng-seed", "x")),
    Scene("drawn", ("undo", "torneo.xlsx")),
    Scene("drawn", ("redraw", "torneo.xlsx", "--rng-seed", "x", "--reason", "somebody came")),
    Scene("over", ("report", "torneo.xlsx"), ("torneo-referto.xlsx", "torneo-results.html", "torneo-referto.eml")),
    Scene("drawn", ("reopen", "torneo.xlsx", "--round", "1", "--table", "1", "--reason", "typing error")),
    Scene("entries", ("new", "made.xlsx", "--rulebook", "italy-2010", "--players", "10"), ("made.xlsx",)),
    Scene("drawn", ("swap", "torneo.xlsx", "P001", "P002", "--reason", "they asked")),
    Scene("entries", ("import", "t.json", "-o", "made.xlsx"), ("made.xlsx",)),
    Scene("over", ("export", "torneo.xlsx", "-o", "made.json"), ("made.json",)),
)


class Death(NamedTuple):
    """Before the n-th file operation; before the byte ``number`` of a file is written; after so many thousandths of a second."""

    way: str
    number: int


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Always the same file, its codes too, in English."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setattr(commit, "secrets", SimpleNamespace(token_hex=lambda count: "5a" * count))


@numbers(quick=0, long=300)
def test_killed(tmp_path: Path, examples: range) -> None:
    print(f"{VARIABLE}={fuzz_seed()}")  # noqa: T201 - to die again at the same moments
    for number in examples:
        scene = SCENES[(number + fuzz_seed()) % len(SCENES)]
        death = deaths(scene, tmp_path / "torneo")[number // len(SCENES)]
        print(f"example {number}: {scene.words[0]}, {death.way} {death.number}")  # noqa: T201 - as above
        attack(scene, death, tmp_path / "torneo")


@cache
def deaths(scene: Scene, place: Path) -> Sequence[Death]:
    """How a command may die, in the order of this run: once before each of its file operations, and often anyhow."""
    chance, whole = dice(f"kills {scene.words[0]}", 0), _whole(scene, place)
    operations = [Death("operation", number) for number in range(1, whole.operations + 1)]
    chance.shuffle(operations)
    return [*operations, *(_anyhow(chance, whole.seconds) for _ in range(300))]


def _anyhow(chance: random.Random, seconds: float) -> Death:
    if chance.random() < 0.5:
        return Death("byte", chance.choice([1, chance.randrange(2, 2_000), chance.randrange(2_000, 200_000)]))
    return Death("millisecond", chance.randrange(1, max(2, int(seconds * 1_000))))


def attack(scene: Scene, death: Death, place: Path) -> None:
    """Kill a command, and look at all that is there; then give the next ones."""
    finished = _whole(scene, place).files
    path = staged(scene, place)
    old, kept = fingerprint(place), _states(path)
    run = played(scene, place, lambda: _die(place, death))
    assert run.code in {0, -signal.SIGKILL, -signal.SIGXFSZ, -signal.SIGALRM}, run
    now = fingerprint(place)
    for name in {path.name, *scene.made}:
        assert now.get(name) in {old.get(name), finished.get(name)}, f"{name} is neither old nor new"
    assert kept <= _states(path)
    left = {name for name in now if Path(name).name.startswith(".")}
    changed = not scene.made and now[path.name] == finished[path.name]
    after = played(scene._replace(words=("check", path.name)) if changed else scene, place)
    assert after.code == 0 or (after.code == 1 and any(name in now for name in scene.made)), after
    assert (SAID in after.err) == bool(left), f"{left}\n{after}"
    last = fingerprint(place)
    assert not {name for name in last if Path(name).name.startswith(".")}
    assert {name: last.get(name) for name in {path.name, *scene.made}} == {
        name: finished.get(name) for name in {path.name, *scene.made}
    }
    if not scene.made:
        _way_back(scene, path)


def _way_back(scene: Scene, path: Path) -> None:
    """Every command is taken back, and the log tells of all of them."""
    log = _log(path)
    run = command("undo", path)
    if scene.words[0] == "undo":
        assert (run.code, log[-1].command) == (1, "undo"), run
        assert log[-1].seed
        return
    assert run.code == 0, run
    *before, taken = _log(path)
    assert tuple(before) == _log(_original(scene))
    assert (taken.command, taken.result, taken.stage, taken.seed) == ("undo", log[-1].command, log[-1].stage, log[-1].seed)


def played(scene: Scene, place: Path, before: Callable[[], object] = int) -> Run:
    """Run a scene's command in its place, on what is there."""

    def begin() -> None:
        os.chdir(place)
        before()

    return command(*scene.words, before=begin)


def staged(scene: Scene, place: Path) -> Path:
    """The workbook as it is when the command comes, alone with its history."""
    path = copied(_original(scene), place)
    if scene.words[0] == "import":
        (place / "t.json").write_text(json.dumps(tournament(CASE)), encoding="utf-8")
    return path


def _original(scene: Scene) -> Path:
    return at(CASE, scene.moment)


class Whole(NamedTuple):
    """A command that nobody kills: what is there then, its file operations, its seconds."""

    files: Mapping[str, bytes]
    operations: int
    seconds: float


@cache
def _whole(scene: Scene, place: Path) -> Whole:
    staged(scene, place)
    counter = mmap.mmap(-1, NUMBER.size)
    run = played(scene, place, lambda: _count(place, counter, 0))
    operations = NUMBER.unpack(counter[:])[0]
    assert run.code == 0, run
    assert operations >= 3
    return Whole(fingerprint(place), operations, run.seconds)


def _states(path: Path) -> set[bytes]:
    """What the history holds; each a whole workbook with its log."""
    found = {file.read_bytes() for file in history_folder(path).glob("0*")}
    assert all(read_log(ClosedBook.of(data, path)) for data in found)
    return found


def _log(path: Path) -> Sequence[LogEntry]:
    return read_log(ClosedBook.open(path))


def _die(place: Path, death: Death) -> None:
    """Arrange for the end of this process."""
    match death.way:
        case "operation":
            _count(place, mmap.mmap(-1, NUMBER.size), death.number)
        case "byte":
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_FSIZE, (death.number, death.number))
        case _:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_REAL, death.number / 1_000)


def _count(place: Path, counter: mmap.mmap, fatal: int) -> None:
    """Count the operations of this process on files in the place, and kill it before the fatal one."""

    def step() -> None:
        number = NUMBER.unpack(counter[:])[0] + 1
        counter[:] = NUMBER.pack(number)
        if number == fatal:
            os.kill(os.getpid(), signal.SIGKILL)

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open":
            name, _mode, flags = arguments
            writing = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
            if writing and isinstance(name, str) and Path(name).absolute().is_relative_to(place):
                step()
        elif event in OPERATIONS:
            step()

    fsync = os.fsync

    def syncing(handle: int) -> None:
        step()
        fsync(handle)

    os.fsync = syncing  # type: ignore[assignment] # its argument may have any name
    sys.addaudithook(hook)
