"""This computer, as far as `setup` and `doctor` look at it. Every part can be given: Windows and Mac are tried out anywhere."""

from __future__ import annotations

import csv
import locale
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib import metadata
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Final

from bangxl.books import programs
from bangxl.office import interpreter_file, neutral

WINDOWS, MAC = programs.WINDOWS, programs.MAC
_PATIENCE: Final = 120
"""Seconds that another program may take."""

_MAC_EXCEL: Final = Path("Library/Containers/com.microsoft.Excel")
_MAC_SCRIPTS: Final = Path("Library/Application Scripts/com.microsoft.Excel")
_SHELL: Final = re.compile(r"""[\s"'`$\\|;&<>()*?]""")

_CLOUD_VARIABLES: Final = ("OneDrive", "OneDriveConsumer", "OneDriveCommercial")
"""Where OneDrive on Windows says which folders are its own."""

_CLOUD_FOLDERS: Final = (
    *("OneDrive", "OneDrive - *", "Dropbox", "Dropbox (*)", "iCloudDrive", "Google Drive"),
    *("Library/CloudStorage/*", "Library/Mobile Documents"),
)
"""Below the user's own folder; the last two on a Mac."""

_SERVICES: Final[Mapping[str, str]] = {
    "OneDrive-SharedLibraries": "SharePoint",
    "OneDrive": "OneDrive",
    "Dropbox": "Dropbox",
    "GoogleDrive": "Google Drive",
    "Google Drive": "Google Drive",
    "iCloudDrive": "iCloud",
    "Mobile Documents": "iCloud",
}
"""How a folder's name begins, and whose it is."""


class Sign(StrEnum):
    """How a part of the wiring is."""

    READY = "✓"
    ABSENT = "!"
    BROKEN = "×"


@dataclass(frozen=True, slots=True)
class Remark:
    """What is said of one part, and the command that mends it."""

    sign: Sign
    text: str
    mend: str = ""

    def __str__(self) -> str:
        return f"{self.sign} {self.text}" + (f"  →  {self.mend}" if self.mend else "")


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """How another program ended, and all that it said."""

    code: int
    said: str


@dataclass(frozen=True, slots=True)
class Computer:
    """What is looked at and called.

    ``system`` as sys.platform · ``python``: the interpreter that Excel and LibreOffice are to start · ``encoding``: of xlwings'
    file · ``interpreter_file``: where the LibreOffice extension finds that interpreter · ``root``: the drive with the programs.
    """

    system: str
    home: Path
    python: str
    environ: Mapping[str, str]
    encoding: str
    interpreter_file: Path
    has_excel: bool
    which: Callable[[str], str | None]
    run: Callable[[Sequence[str]], ProgramRun]
    version: Callable[[str], str | None]
    root: Path

    @property
    def xlwings_file(self) -> Path:
        """The user's configuration, where xlwings' macros read it."""
        return self.home / (_MAC_EXCEL / "Data/xlwings.conf" if self.system == MAC else ".xlwings/xlwings.conf")

    @property
    def xlwings_key(self) -> str:
        """Under which the interpreter stands in it."""
        return "INTERPRETER_MAC" if self.system == MAC else "INTERPRETER_WIN"

    @property
    def excel_was_opened(self) -> bool:
        """On a Mac, Excel's own folder comes into being when it is first opened; nobody else may make it."""
        return self.system != MAC or (self.home / _MAC_EXCEL).is_dir()

    def mac_script(self, version: str) -> Path:
        """What Excel on a Mac starts Python with; its name holds the version of xlwings."""
        return self.home / _MAC_SCRIPTS / f"xlwings-{version}.applescript"

    def unopkg(self) -> str | None:
        """LibreOffice's program for extensions: on PATH, or at the usual places."""
        return programs.part_of_libreoffice(("unopkg",), self.system, self.which, self.root)

    def same(self, path: str) -> bool:
        """Whether a path is that of this interpreter."""
        return path == self.python or (self.system == WINDOWS and path.lower() == self.python.lower())


def this_computer() -> Computer:
    """The computer that bangxl runs on."""
    return Computer(
        system=sys.platform,
        home=Path.home(),
        python=sys.executable,
        environ=os.environ,
        encoding=locale.getencoding(),
        interpreter_file=interpreter_file(),
        has_excel=programs.has_excel(),
        which=shutil.which,
        run=_run,
        version=_version,
        root=programs.drive(),
    )


def interpreter(computer: Computer) -> str | None:
    """The interpreter that xlwings' user configuration names, None if there is none. OSError if it can't be read."""
    if not computer.xlwings_file.is_file():
        return None
    for line in _lines(computer):
        entry = _entry(line)
        if entry is not None and entry[0].lower() == computer.xlwings_key.lower():
            return _expand(entry[1], computer)
    return None


def excel_can_start(computer: Computer) -> bool:
    """Whether xlwings could start a Python of this path at all.

    On a Mac it gives the path to a shell without quotes, and that it reads UTF-8 out of the file is not known.
    """
    return computer.system != MAC or (computer.python.isascii() and not _SHELL.search(computer.python))


def configuration(computer: Computer) -> bytes | None:
    """The user's configuration with this interpreter, all else in it kept; None if xlwings could not start this path.

    On Windows the file is in the code page of the system. OSError if it can't be read.
    """
    if not excel_can_start(computer):
        return None
    kept = configuration_of_others(computer)
    for path in (computer.python, _by_profile(computer)):
        try:
            return kept + _written([f'"{computer.xlwings_key}","{path}"'], computer)
        except UnicodeEncodeError:
            continue
    return None


def configuration_of_others(computer: Computer) -> bytes:
    """The user's configuration without an interpreter. OSError if it can't be read."""
    old = _lines(computer) if computer.xlwings_file.is_file() else []
    key = computer.xlwings_key.lower()
    return _written([line for line in old if line.strip() and (_entry(line) or ("",))[0].lower() != key], computer)


def _written(lines: Sequence[str], computer: Computer) -> bytes:
    end = "\r\n" if computer.system == WINDOWS else "\n"
    return "".join(f"{line}{end}" for line in lines).encode(computer.encoding, "surrogateescape")


def _lines(computer: Computer) -> list[str]:
    return computer.xlwings_file.read_bytes().decode(computer.encoding, "surrogateescape").splitlines()


def _entry(line: str) -> tuple[str, str] | None:
    """Key and value of a line of the configuration: ``"KEY","value"``."""
    fields = next(_fields(line), [])
    return (fields[0], fields[1]) if len(fields) > 1 else None


def _fields(line: str) -> Iterator[list[str]]:
    return csv.reader([line], skipinitialspace=True)


def _by_profile(computer: Computer) -> str:
    """A path below the user's folder, whose name the code page may lack; xlwings fills it in."""
    profile = computer.environ.get("USERPROFILE", "")
    below = profile and computer.python.lower().startswith(f"{profile}\\".lower())
    return f"%USERPROFILE%{computer.python[len(profile) :]}" if below else computer.python


def _expand(value: str, computer: Computer) -> str:
    if computer.system != WINDOWS:
        return value
    return re.sub(r"%([^%]+)%", lambda found: computer.environ.get(found[1].upper(), found[0]), value)


def _run(command: Sequence[str]) -> ProgramRun:
    try:
        done = subprocess.run(  # noqa: S603 -- programs that `setup` names, without a shell
            command, capture_output=True, text=True, errors="replace", timeout=_PATIENCE, check=False, env=neutral(os.environ)
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return ProgramRun(1, str(error))
    return ProgramRun(done.returncode, f"{done.stdout}{done.stderr}".strip())


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def cloud_folders(computer: Computer) -> Mapping[PurePath, str]:
    """The folders on this computer that a program keeps in the cloud, with its name, as far as they can be known."""
    return {_pure(folder, computer): service for folder, service in _folders(computer)}


def cloud_service(path: Path, computer: Computer) -> str:
    """Who keeps a file in the cloud; "" if nobody who is known."""
    file = _pure(str(path), computer)
    return next((service for folder, service in cloud_folders(computer).items() if file.is_relative_to(folder)), "")


def _folders(computer: Computer) -> Iterator[tuple[str, str]]:
    if computer.system == WINDOWS:
        yield from ((folder, "OneDrive") for key in _CLOUD_VARIABLES if (folder := computer.environ.get(key, "").strip()))
    for place in _CLOUD_FOLDERS:
        yield from ((str(folder), _service(folder.name)) for folder in sorted(computer.home.glob(place)) if folder.is_dir())


def _service(name: str) -> str:
    return next((service for start, service in _SERVICES.items() if name.startswith(start)), name.partition("-")[0])


def _pure(path: str, computer: Computer) -> PurePath:
    return PureWindowsPath(path) if computer.system == WINDOWS else PurePosixPath(path)
