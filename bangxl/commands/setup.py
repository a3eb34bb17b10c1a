"""`bangxl setup` and `bangxl doctor`: connect the buttons of Excel and LibreOffice to this Python, and check it.

Every part of the computer can be given: Windows and Mac are tried out anywhere.
"""

import csv
import locale
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from importlib import metadata
from io import BytesIO
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import BadZipFile, ZipFile

from bangxl import __version__
from bangxl.books import files, programs
from bangxl.books.port import BookError
from bangxl.commands.errors import explain
from bangxl.commands.workspace import guessed_language
from bangxl.interchange.dump import Json
from bangxl.locale.catalog import catalog, sentences
from bangxl.locale.system import reason
from bangxl.office import interpreter_file, neutral
from bangxl.office.build import IDENTIFIER, oxt
from bangxl.vba import PROJECT, source

WINDOWS, MAC = programs.WINDOWS, programs.MAC
EXCEL, LIBREOFFICE = "bangxl setup", "bangxl setup --libreoffice"
"""The commands themselves, as they are typed."""

_SENTENCES: Final = sentences("bangxl.commands")["setup"]
_PATIENCE: Final = 120
"""Seconds that another program may take."""

_MAC_EXCEL: Final = Path("Library/Containers/com.microsoft.Excel")
_MAC_SCRIPTS: Final = Path("Library/Application Scripts/com.microsoft.Excel")
_MAC_STARTUP: Final = Path("Library/Group Containers/UBF8T346G9.Office/User Content.localized/Startup.localized/Excel")
"""Where Excel opens every file when it starts, as xlwings finds it with Excel's help."""
_SHELL_SIGNS: Final = re.compile(r"""[\s"'`$\\|;&<>()*?]""")

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
_ROOT: Final = "Cannot run unopkg as root"
"""How LibreOffice's program for extensions refuses, in English everywhere."""
_OXT: Final = "bangxl-menu.oxt"
"""The extension without bangxl in it: by its name LibreOffice's list tells it from the one that a person has installed."""
_EXTENSION_FIELD: Final = re.compile(r"^  (?=\S)([^:]+): (.*)$", re.MULTILINE)
"""What that program tells of an extension; of its parts, further to the right."""


class Sign(StrEnum):
    """How a part of the wiring is."""

    READY = "✓"
    ABSENT = "!"
    BROKEN = "×"


@dataclass(frozen=True, slots=True)
class Remark:
    """The state of one part, and the command that fixes it."""

    sign: Sign
    text: str
    mend: str = ""

    def __str__(self) -> str:
        return f"{self.sign} {self.text}" + (f"  →  {self.mend}" if self.mend else "")


def worst_first(remarks: Sequence[Remark]) -> list[Remark]:
    """Remarks with what is broken first, so that the first says whether anything is."""
    return sorted(remarks, key=lambda one: one.sign is not Sign.BROKEN)


def remarks_json(remarks: Sequence[Remark]) -> list[Json]:
    """Remarks for programs: ``status`` is ready, absent or broken; ``fix`` the command that mends it."""
    return [{"status": one.sign.name.lower(), "text": one.text, "fix": one.mend} for one in remarks]


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """The exit code and the output of another program."""

    code: int
    said: str


@dataclass(frozen=True, slots=True)
class Computer:
    """The paths and programs to check.

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
    def addin_file(self) -> Path:
        """The add-in, where Excel opens it whenever it starts, and trusts it."""
        roaming = Path(self.environ.get("APPDATA") or self.home / "AppData" / "Roaming")
        return (self.home / _MAC_STARTUP if self.system == MAC else roaming / "Microsoft/Excel/XLSTART") / "bangxl.xlam"

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

    def run(command: Sequence[str]) -> ProgramRun:
        try:
            done = subprocess.run(  # noqa: S603 -- programs that `setup` names, without a shell
                command, capture_output=True, text=True, errors="replace", timeout=_PATIENCE, check=False, env=neutral(os.environ)
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return ProgramRun(1, str(error))
        return ProgramRun(done.returncode, f"{done.stdout}{done.stderr}".strip())

    def version(package: str) -> str | None:
        try:
            return metadata.version(package)
        except metadata.PackageNotFoundError:
            return None

    return Computer(
        system=sys.platform,
        home=Path.home(),
        python=sys.executable,
        environ=os.environ,
        encoding=locale.getencoding(),
        interpreter_file=interpreter_file(),
        has_excel=programs.has_excel(),
        which=shutil.which,
        run=run,
        version=version,
        root=programs.system_drive(),
    )


def interpreter(computer: Computer) -> str | None:
    """The interpreter that xlwings' user configuration names, None if there is none. OSError if it can't be read."""
    for _line, fields in _settings(computer):
        if _is_interpreter(fields, computer):
            if computer.system != WINDOWS:
                return fields[1]
            return re.sub(r"%([^%]+)%", lambda name: computer.environ.get(name[1].upper(), name[0]), fields[1])
    return None


def _is_interpreter(fields: Sequence[str], computer: Computer) -> bool:
    return len(fields) > 1 and fields[0].lower() == computer.xlwings_key.lower()


def _settings(computer: Computer) -> list[tuple[str, list[str]]]:
    """The lines of xlwings' user configuration, with their fields: ``"KEY","value"``. OSError."""
    if not computer.xlwings_file.is_file():
        return []
    text = computer.xlwings_file.read_bytes().decode(computer.encoding, "surrogateescape")
    return [(line, next(csv.reader([line], skipinitialspace=True), [])) for line in text.splitlines() if line.strip()]


def _configuration(computer: Computer, python: str = "") -> bytes:
    """The user's configuration with this interpreter, "" for none; all else in it is kept.

    On Windows the file is in the code page of the system. OSError if it can't be read, UnicodeEncodeError if the code page lacks
    a letter of the path.
    """
    lines = [line for line, fields in _settings(computer) if not _is_interpreter(fields, computer)]
    lines += [f'"{computer.xlwings_key}","{python}"'] if python else []
    end = "\r\n" if computer.system == WINDOWS else "\n"
    return "".join(f"{line}{end}" for line in lines).encode(computer.encoding, "surrogateescape")


def _obstacle(computer: Computer) -> Remark | None:
    """Why xlwings could not start this Python at all; None if it could.

    On Windows its macros know only the letters of the system's code page, also in the folder where they look for their file.
    On a Mac they give the path to a shell without quotes, and that they read UTF-8 out of the file is not known.
    """
    home = computer.environ.get("USERPROFILE") or str(computer.home)
    if computer.system == WINDOWS and not _encodable(home, computer):
        return _remark(Sign.BROKEN, "unreadable_folder", folder=home)
    fits = computer.python.isascii() and not _SHELL_SIGNS.search(computer.python)
    if fits if computer.system == MAC else _encodable(computer.python, computer):
        return None
    return _remark(Sign.BROKEN, "unreadable_python", python=computer.python)


def _encodable(path: str, computer: Computer) -> bool:
    try:
        path.encode(computer.encoding)
    except UnicodeEncodeError:
        return False
    return True


def cloud_folders(computer: Computer) -> Mapping[PurePath, str]:
    """Folders on this computer that a cloud service keeps, with its name, as far as known."""
    known = {}
    if computer.system == WINDOWS:
        named = (computer.environ.get(key, "").strip() for key in _CLOUD_VARIABLES)
        known = {_pure(folder, computer): "OneDrive" for folder in named if folder}
    for place in _CLOUD_FOLDERS:
        for folder in sorted(computer.home.glob(place)):
            if folder.is_dir():
                service = next((service for start, service in _SERVICES.items() if folder.name.startswith(start)), "")
                known[_pure(str(folder), computer)] = service or folder.name.partition("-")[0]
    return known


def cloud_service(path: Path, computer: Computer) -> str:
    """The cloud service that keeps a file; "" if none is known."""
    file = _pure(str(path), computer)
    return next((service for folder, service in cloud_folders(computer).items() if file.is_relative_to(folder)), "")


def _pure(path: str, computer: Computer) -> PurePath:
    return PureWindowsPath(path) if computer.system == WINDOWS else PurePosixPath(path)


def setup(*, libreoffice: bool = False, computer: Computer | None = None) -> tuple[Remark, ...]:
    """Connect Excel, and LibreOffice if asked; a line for each part done, missing or impossible."""
    computer = computer or this_computer()
    lines = _wire_excel(computer) if computer.has_excel else [_remark(Sign.ABSENT, "no_excel")]
    if libreoffice:
        return (*lines, *_wire_libreoffice(computer))
    if computer.unopkg() is not None:
        lines.append(_remark(Sign.ABSENT, "libreoffice_too", command=LIBREOFFICE))
    return tuple(lines)


def _remark(sign: Sign, code: str, mend: str = "", **values: object) -> Remark:
    return Remark(sign, catalog(guessed_language())(_SENTENCES[code]).format(**values), mend)


def _wire_excel(computer: Computer) -> list[Remark]:
    """The user configuration of xlwings; on a Mac also its script, by the step that xlwings has for this."""
    if computer.system == MAC and not (computer.home / _MAC_EXCEL).is_dir():  # Excel makes it; nobody else may
        return [_remark(Sign.BROKEN, "never_opened", EXCEL)]
    if obstacle := _obstacle(computer):
        return [obstacle]
    try:
        _write(computer.xlwings_file, _configuration(computer, computer.python))
    except (BookError, OSError) as error:
        return [_failure(computer.xlwings_file, error)]
    lines = [_success("Excel", computer.xlwings_file, computer)]
    try:
        _write(computer.addin_file, _addin())
    except (BookError, OSError) as error:
        lines.append(_failure(computer.addin_file, error))
    else:
        lines.append(_remark(Sign.READY, "tab_written", path=computer.addin_file))
    if computer.system == MAC:
        ran = computer.run([computer.python, "-P", "-c", "from xlwings.cli import main; main()", "runpython", "install"])
        failure = _remark(Sign.BROKEN, "script_failed", EXCEL, reason=_last_line(ran))
        lines.append(failure if ran.code else _remark(Sign.READY, "script_written"))
    return lines


def _addin() -> bytes:
    from bangxl.sheets.build import addin  # noqa: PLC0415 - few commands need it, and openpyxl is slow to import

    return addin(catalog(guessed_language()))


def _has_addin(computer: Computer) -> bool:
    """Whether Excel has the add-in with the macros of this bangxl, in whatever language."""
    try:
        with ZipFile(computer.addin_file) as there, ZipFile(BytesIO(_addin())) as ours:
            return there.read(PROJECT) == ours.read(PROJECT)
    except (OSError, BadZipFile, KeyError):
        return False


def _wire_libreoffice(computer: Computer) -> list[Remark]:
    """The extension, and the file from which it knows this interpreter."""
    unopkg = computer.unopkg()
    if unopkg is None:
        return [_remark(Sign.BROKEN, "no_libreoffice")]
    try:
        _write(computer.interpreter_file, f"{computer.python}\n".encode())
    except (BookError, OSError) as error:
        line = _failure(computer.interpreter_file, error)
    else:
        line = _success("LibreOffice", computer.interpreter_file, computer)
    with TemporaryDirectory() as folder:
        file = Path(folder) / _OXT
        file.write_bytes(oxt())
        ran = computer.run([unopkg, "add", "--force", "--suppress-license", str(file)])
    if _ROOT in ran.said:
        menu = _remark(Sign.BROKEN, "is_root", LIBREOFFICE)
    elif ran.code:
        menu = _remark(Sign.BROKEN, "menu_refused", LIBREOFFICE, reason=_last_line(ran))
    else:
        menu = _remark(Sign.READY, "menu_written")
    return [line, menu, *_active_environment(computer)]


def _active_environment(computer: Computer) -> list[Remark]:
    """What is said where LibreOffice, started from this terminal, would find another Python than its own."""
    active = computer.environ.get("VIRTUAL_ENV") or computer.environ.get("CONDA_PREFIX")
    if not active or computer.system in {WINDOWS, MAC}:  # there LibreOffice brings its own
        return []
    return [_remark(Sign.ABSENT, "environment", folder=active)]


def _success(program: str, path: Path, computer: Computer) -> Remark:
    return _remark(Sign.READY, "starts", program=program, python=computer.python, path=path)


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all; not at all if it stands there already."""
    if path.is_file() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    files.replace(path, data)


def _failure(path: Path, error: BookError | OSError, code: str = "cannot_write", mend: str = "") -> Remark:
    known = error if isinstance(error, BookError) else BookError(code, reason=reason(error))
    return Remark(Sign.BROKEN, explain(known, str(path), guessed_language()).lines[0], mend)


def _last_line(ran: ProgramRun) -> str:
    return next((line.strip() for line in reversed(ran.said.splitlines()) if line.strip()), "?")


def remove(computer: Computer | None = None) -> tuple[Remark, ...]:
    """Remove the setup of this Python; the setup of another Python stays."""
    computer, lines = computer or this_computer(), []
    for program, file in (("Excel", computer.xlwings_file), ("LibreOffice", computer.interpreter_file)):
        try:
            if not computer.same(_started_python(file, computer)):
                continue
            if file == computer.xlwings_file and (others := _configuration(computer)):
                _write(file, others)
            else:
                file.unlink()
        except (BookError, OSError) as error:
            lines.append(_failure(file, error))
        else:
            lines.append(_remark(Sign.READY, "no_longer", program=program))
    with suppress(OSError):
        if computer.addin_file.is_file() and not interpreter(computer):  # another Python still needs it
            try:
                computer.addin_file.unlink()
            except OSError as error:
                lines.append(_failure(computer.addin_file, error))
            else:
                lines.append(_remark(Sign.READY, "tab_removed"))
    unopkg = computer.unopkg()
    if unopkg is not None and computer.run([unopkg, "list", IDENTIFIER]).code == 0:
        ran = computer.run([unopkg, "remove", IDENTIFIER])
        stays = _remark(Sign.BROKEN, "menu_stays", reason=_last_line(ran))
        lines.append(stays if ran.code else _remark(Sign.READY, "menu_removed"))
    return tuple(lines) or (_remark(Sign.ABSENT, "nothing_connected"),)


def _started_python(file: Path, computer: Computer) -> str:
    """The Python that a program's buttons start, by its file; "" if there is none. OSError."""
    if file == computer.xlwings_file:
        return interpreter(computer) or ""
    return file.read_text(encoding="utf-8", errors="replace").partition("\n")[0].strip() if file.is_file() else ""


def doctor(computer: Computer | None = None) -> tuple[Remark, ...]:
    """A line for each part; Sign.BROKEN for a part that this computer could use but cannot."""
    computer = computer or this_computer()
    return (
        Remark(Sign.READY, f"bangxl {__version__}"),
        Remark(Sign.READY, f"Python {platform.python_version()}: {computer.python}"),
        _check_xlwings(computer),
        *_check_excel(computer),
        *_check_libreoffice(computer),
        *(_remark(Sign.ABSENT, "cloud", service=name, folder=folder) for folder, name in cloud_folders(computer).items()),
    )


def macros_version() -> str:
    """The version of xlwings that the macros in the workbooks are of."""
    version = re.search(r'XLWINGS_VERSION As String = "([\d.]+)"', source("xlwings.bas"))
    return version[1] if version else ""


def _check_xlwings(computer: Computer) -> Remark:
    """The macros in a workbook start the xlwings of their own version."""
    found, wanted = computer.version("xlwings"), macros_version()
    if found == wanted:
        return _remark(Sign.READY, "xlwings", found=found)
    python = f'"{computer.python}"' if " " in computer.python else computer.python
    code = "other_xlwings" if found else "no_xlwings"
    return _remark(Sign.BROKEN, code, f"{python} -m pip install xlwings=={wanted}", found=found, wanted=wanted)


def _check_excel(computer: Computer) -> list[Remark]:
    if not computer.has_excel:
        return [_remark(Sign.ABSENT, "no_excel")]
    starts = _obstacle(computer) or _check_python("Excel", computer.xlwings_file, EXCEL, computer)
    tab = _remark(Sign.READY, "tab") if _has_addin(computer) else _remark(Sign.BROKEN, "no_tab", EXCEL)
    lines = [_remark(Sign.READY, "excel"), starts, tab]
    if computer.system == MAC:
        there = computer.mac_script(macros_version()).is_file()
        lines.append(_remark(Sign.READY, "script") if there else _remark(Sign.BROKEN, "no_script", EXCEL))
    return lines


def _check_libreoffice(computer: Computer) -> list[Remark]:
    """The program, the BANG! menu of this very bangxl, and the Python that it starts."""
    unopkg = computer.unopkg()
    if unopkg is None:
        return [_remark(Sign.ABSENT, "no_libreoffice")]
    installed = _remark(Sign.READY, "libreoffice")
    ran = computer.run([unopkg, "list", IDENTIFIER])
    fields = dict(_EXTENSION_FIELD.findall(ran.said))
    if ran.code and _ROOT not in ran.said and not computer.interpreter_file.is_file():
        return [installed, _remark(Sign.ABSENT, "no_menu", LIBREOFFICE)]  # nobody asked for it yet
    if _ROOT in ran.said:
        menu = _remark(Sign.BROKEN, "is_root", LIBREOFFICE)
    elif ran.code:
        menu = _remark(Sign.BROKEN, "no_menu", LIBREOFFICE)
    elif fields.get("Version") != __version__:
        menu = _remark(Sign.BROKEN, "other_menu", LIBREOFFICE)
    elif fields.get("is registered") != "yes":
        menu = _remark(Sign.BROKEN, "idle_menu", LIBREOFFICE)
    else:
        menu = _remark(Sign.READY, "menu")
    if fields.get("URL", _OXT).endswith(_OXT):
        starts = _check_python("LibreOffice", computer.interpreter_file, LIBREOFFICE, computer)
    else:
        starts = _remark(Sign.READY, "starts_own")
    return [installed, menu, starts, *_active_environment(computer)]


def _check_python(program: str, file: Path, mend: str, computer: Computer) -> Remark:
    try:
        python = _started_python(file, computer)
    except OSError as error:
        return _failure(file, error, "cannot_read", mend)
    if not python:
        return _remark(Sign.BROKEN, "starts_none", mend, program=program)
    if computer.same(python):
        return _remark(Sign.READY, "starts_this", program=program, path=file)
    return _remark(Sign.BROKEN, "starts_other", mend, program=program, python=python)
