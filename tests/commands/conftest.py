"""The day's stages, and the command line in this process."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bangxl.cli import main
from tests.commands.stages import Copy, stages


@dataclass(frozen=True, slots=True)
class Run:
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str


CommandLine = Callable[..., Run]


@pytest.fixture
def at(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy of the day's workbook at a stage."""
    base = tmp_path_factory.getbasetemp() / "stages"
    base.mkdir(exist_ok=True)
    return lambda stage: stages(base).copy(stage, tmp_path)


@pytest.fixture(autouse=True)
def unswept() -> Iterator[None]:
    """No garbage is collected within a test: a workbook is so many objects that it takes a third of the time."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def bangxl(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line, called like a program. Without an open workbook it speaks English."""
    monkeypatch.setenv("LC_ALL", "C")

    def run(*arguments: object) -> Run:
        capsys.readouterr()
        monkeypatch.setattr(sys, "argv", ["bangxl", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        assert isinstance(end.value.code, int)
        return Run(end.value.code, out, err)

    return run
