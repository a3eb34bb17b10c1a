"""kill -9 at any moment of a command: the file is the old one or the new one, whole, and the next command works."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.books.history import folder
from bangxl.commands import report as reporting
from bangxl.commands.check import check
from bangxl.commands.corrections import redraw, reopen, swap
from bangxl.commands.new import new
from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.commands.transfer import export, import_json
from bangxl.commands.undo import undo
from bangxl.tournament.findings import Severity
from tests.commands.stages import Stages, stages

Command = Callable[[Path], object]

CHANGING: Final[dict[str, tuple[str, Command]]] = {
    "seat": ("played1", lambda path: seat(path, rng_seed="x")),
    "undo": ("drawn2", undo),
    "redraw": ("drawn1", lambda path: redraw(path, "somebody came", rng_seed="y")),
    "swap": ("drawn1", lambda path: swap(path, "P001", "P002", "they asked")),
    "reopen": ("drawn2", lambda path: reopen(path, 1, 1, "typing error")),
}
MAKING: Final[dict[str, tuple[str, Command]]] = {
    "new": ("fresh", lambda path: new(path.with_name("made.xlsx"), "italy-2010", players="11")),
    "import": ("played1", lambda path: import_json(path.with_name("t.json"), path.with_name("made.xlsx"))),
    "report": ("closed", report),
}
WRITING: Final = {"os.rename", "os.remove", "os.mkdir", "os.chmod", "os.rmdir", "os.truncate"}
SOME: Final = 3
"""Moments of each command that are tried; all of them take minutes."""


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Always the same file, and no LibreOffice to print it."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    monkeypatch.setattr(reporting, "to_pdf", lambda *_, **__: False)


@pytest.fixture
def day(tmp_path_factory: pytest.TempPathFactory) -> Stages:
    base = tmp_path_factory.getbasetemp() / "stages"
    base.mkdir(exist_ok=True)
    return stages(base)


def killed(run: Callable[[], object], moment: int) -> int:
    """Run in a process of its own and kill it before its n-th step of writing: 0; or the number of steps that it came through."""
    child = os.fork()
    if child == 0:
        steps = 0

        def step() -> None:
            nonlocal steps
            steps += 1
            if steps == moment:
                os.kill(os.getpid(), signal.SIGKILL)

        def hook(event: str, arguments: tuple[object, ...]) -> None:
            opening = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
            if event in WRITING or (opening and isinstance(arguments[0], str)):
                step()

        fsync = os.fsync

        def syncing(handle: int) -> None:
            step()
            fsync(handle)

        os.fsync = syncing  # type: ignore[assignment] # its argument may have any name
        sys.addaudithook(hook)
        try:
            run()
        finally:
            os._exit(min(steps, 250) if sys.exc_info()[0] is None else 255)
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return 0
    assert os.WEXITSTATUS(status) != 255, "the command failed"
    return os.WEXITSTATUS(status)


def moments(steps: int, seed: str) -> list[int]:
    """Some of the steps, the last one among them."""
    print(f"moments by {seed!r} of {steps}")  # noqa: T201 - seen when a test fails
    some = random.Random(seed).sample(range(1, steps + 1), min(SOME, steps))  # noqa: S311 - no secret
    return sorted({*some, steps})


def copied(day: Stages, stage: str, to: Path) -> Path:
    shutil.rmtree(to, ignore_errors=True)
    path = day.copy(stage, to)
    if stage != "fresh":
        export(path, path.with_name("t.json"))
    return path


def is_sound(path: Path) -> None:
    """Whether a file opens and nobody has anything grave against it."""
    assert ClosedBook.open(path).names
    assert [str(found) for found in check(path) if found.finding.severity is Severity.ERROR] == []


def attack(day: Stages, name: str, moment: int, to: Path) -> None:
    """Kill a command that changes its file."""
    stage, command = CHANGING[name]
    path = copied(day, stage, to)
    old = path.read_bytes()
    assert killed(lambda: command(path), moment) == 0
    assert path.read_bytes() in _allowed(day, name, old, to)
    is_sound(path)
    if path.read_bytes() == old:
        command(path)
        is_sound(path)
    undo(path)
    is_sound(path)


def _allowed(day: Stages, name: str, old: bytes, to: Path) -> set[bytes]:
    """Old or new. Between the two steps of undo the file is the one of the snapshot."""
    before = (
        {file.read_bytes() for file in folder(to / "torneo.xlsx").glob("0*") if "und" not in file.name}
        if name == "undo"
        else set()
    )
    return {old, _finished(day, name, to.parent / f"{name}-finished"), *before}


@cache
def _finished(day: Stages, name: str, to: Path) -> bytes:
    """The file after the command that nobody kills."""
    stage, command = CHANGING[name]
    path = copied(day, stage, to)
    command(path)
    return path.read_bytes()


@pytest.mark.parametrize("name", CHANGING)
def test_some_moments(day: Stages, tmp_path: Path, name: str) -> None:
    stage, command = CHANGING[name]
    path = copied(day, stage, tmp_path / "count")
    steps = killed(lambda: command(path), 0)
    assert steps >= 4
    for moment in moments(steps, name):
        attack(day, name, moment, tmp_path / "torneo")


@pytest.mark.soak
@pytest.mark.parametrize("name", CHANGING)
def test_every_moment(day: Stages, tmp_path: Path, name: str) -> None:
    stage, command = CHANGING[name]
    path = copied(day, stage, tmp_path / "count")
    for moment in range(1, killed(lambda: command(path), 0) + 1):
        attack(day, name, moment, tmp_path / "torneo")


def attack_making(day: Stages, name: str, moment: int, to: Path) -> None:
    """Kill a command that makes files beside: each is there, whole, or not at all."""
    stage, command = MAKING[name]
    path = copied(day, stage, to)
    there = {file.name: file.read_bytes() for file in to.iterdir() if file.is_file()}
    assert killed(lambda: command(path), moment) == 0
    assert {name: (to / name).read_bytes() for name in there} == there
    for file in (file for file in to.iterdir() if file.name not in there and not file.name.startswith(".")):
        assert file.is_dir() or file.stat().st_size > 0
        if file.suffix == ".xlsx":
            assert ClosedBook.open(file).sheets
        if file.suffix in {".html", ".eml"}:
            assert file.read_bytes() == _made(day, name, to.parent / f"{name}-finished")[file.name]
    if not (to / "made.xlsx").exists():
        command(path)


@cache
def _made(day: Stages, name: str, to: Path) -> dict[str, bytes]:
    stage, command = MAKING[name]
    path = copied(day, stage, to)
    command(path)
    return {file.name: file.read_bytes() for file in to.iterdir() if file.is_file()}


@pytest.mark.parametrize("name", MAKING)
def test_some_moments_of_making(day: Stages, tmp_path: Path, name: str) -> None:
    stage, command = MAKING[name]
    path = copied(day, stage, tmp_path / "count")
    steps = killed(lambda: command(path), 0)
    assert steps >= 2
    for moment in moments(steps, name):
        attack_making(day, name, moment, tmp_path / "torneo")


@pytest.mark.soak
@pytest.mark.parametrize("name", MAKING)
def test_every_moment_of_making(day: Stages, tmp_path: Path, name: str) -> None:
    stage, command = MAKING[name]
    path = copied(day, stage, tmp_path / "count")
    for moment in range(1, killed(lambda: command(path), 0) + 1):
        attack_making(day, name, moment, tmp_path / "torneo")
