"""The command line, called in this process like a program."""

import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest


@dataclass(frozen=True, slots=True)
class Run:
    code: int
    out: str
    err: str


CommandLine = Callable[..., Run]


def command_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    from bangxl.cli import main  # noqa: PLC0415 - most tests need none

    def run(*arguments: object) -> Run:
        capsys.readouterr()
        monkeypatch.setattr(sys, "argv", ["bangxl", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        assert isinstance(end.value.code, int)
        return Run(end.value.code, out, err)

    return run
