"""Computers to set up: a home folder, and programs that answer as they are told and are remembered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bangxl import __version__
from bangxl.commands.setup import MAC, WINDOWS, Computer, ProgramRun, macros_version

WINDOWS_PYTHON: Final = r"C:\Users\Anna\bangxl\Scripts\python.exe"
MAC_PYTHON: Final = "/Users/anna/bangxl/bin/python"
LINUX_PYTHON: Final = "/usr/local/bangxl/bin/python"
ENCODINGS: Final = {WINDOWS: "cp1252"}
PYTHONS: Final = {WINDOWS: WINDOWS_PYTHON, MAC: MAC_PYTHON}


@dataclass
class Programs:
    """The programs of a computer. ``answers`` by a word of the command; without one it ends well and says nothing."""

    answers: dict[str, ProgramRun] = field(default_factory=dict)
    called: list[Sequence[str]] = field(default_factory=list)

    def __call__(self, command: Sequence[str]) -> ProgramRun:
        self.called.append(command)
        return next((ran for word, ran in self.answers.items() if word in command), ProgramRun(0, ""))


INSTALLED: Final = ProgramRun(0, f"Identifier: x\n  Version: {__version__}\n  is registered: yes\n")
"""What `unopkg list` says of our extension."""
ROOT: Final = ProgramRun(1, "ERROR: Cannot run unopkg as root without --shared or --bundled option.")
"""What it says to root, whatever it is to do."""


def computer(
    home: Path,
    system: str,
    *,
    excel: bool = True,
    unopkg: bool = False,
    python: str = "",
    encoding: str = "",
    environ: Mapping[str, str] | None = None,
    xlwings: str | None = "",
    programs: Programs | None = None,
) -> Computer:
    """A computer of a kind; nothing of the one that runs the test."""
    if system == MAC and excel:
        (home / "Library/Containers/com.microsoft.Excel").mkdir(parents=True, exist_ok=True)
    return Computer(
        system=system,
        home=home,
        python=python or PYTHONS.get(system, LINUX_PYTHON),
        environ=environ or {},
        encoding=encoding or ENCODINGS.get(system, "utf-8"),
        interpreter_file=home / "bangxl" / "python.txt",
        has_excel=excel,
        which=lambda name: f"/bin/{name}" if unopkg else None,
        run=programs or Programs(),
        version=lambda _package: macros_version() if xlwings == "" else xlwings,
        root=home / "drive",
    )
