"""The other programs on this computer, LibreOffice and Excel: where they are, how one is ended, and what nobody sees them print.

A closed workbook's file becomes a PDF file by LibreOffice, or by Excel where there is none. LibreOffice is started with a profile
of its own in a temporary folder: with the user's, a LibreOffice that is open would take the request. A fresh profile is 0.5 MB in
36 files and costs a fifth of a second; a referto of 22 players takes 1.5 s in all, one of 126 players 2.3 s. A copy is printed:
no lock is left beside the file.

BookError codes: those of `files.read` and `files.replace`, and ``no_pdf`` (path: the PDF file, reason).
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from bangxl.books import files
from bangxl.books.port import BookError
from bangxl.locale.system import reason

WINDOWS, MAC = "win32", "darwin"
"""Systems, as sys.platform."""

NO_WINDOW: Final = 0x08000000 if sys.platform == WINDOWS else 0
"""CREATE_NO_WINDOW, to start a program with: Windows shall not open a console."""

Which = Callable[[str], str | None]
"""Finds a program on PATH, as shutil.which."""

_FOLDERS: Final[Mapping[str, tuple[str, ...]]] = {
    WINDOWS: ("Program Files/LibreOffice/program", "Program Files (x86)/LibreOffice/program"),
    MAC: ("Applications/LibreOffice.app/Contents/MacOS",),
}
_SCRATCH: Final = re.compile(r"bangxl-([0-9a-f]{4})-([0-9]{1,10})-\w+")
"""A temporary folder of ours: the computer and the process that use it, and a random part."""

_ELSEWHERE: Final = ("usr/lib/libreoffice/program", "usr/lib64/libreoffice/program", "opt/libreoffice*/program")
_OFFICE: Final = ("soffice", "libreoffice", "localc")
"""The names that systems give to LibreOffice."""
_PATIENCE: Final = 120
"""Seconds that a program may take."""
_AGAIN: Final = 81
"""LibreOffice's exit code when it has only made its profile, and is to be started again."""
_PDF: Final = b"%PDF"
_LOCALES: Final = {"it": "it-IT", "en": "en-GB", "de": "de-DE", "ru": "ru-RU"}
_SETTINGS: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>'
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/L10N">'
    '<prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>{locale}</value></prop></item></oor:items>'
)
_PRINT: Final = ("--headless", "--norestore", "--nologo", "--nofirststartwizard", "--convert-to", "pdf:calc_pdf_Export")


def drive() -> Path:
    """The drive with the programs."""
    return Path(os.environ.get("SYSTEMDRIVE", ""), os.sep)


def soffice() -> str | None:
    """LibreOffice itself; None if there is none."""
    return part_of_libreoffice(_OFFICE, sys.platform, shutil.which, drive())


def part_of_libreoffice(names: tuple[str, ...], system: str, which: Which, root: Path) -> str | None:
    """A program of LibreOffice's, under any of its names on PATH, else under the first at the usual places below ``root``."""
    ending = ".com" if system == WINDOWS else ""
    files = (file for folder in _FOLDERS.get(system, _ELSEWHERE) for file in sorted(root.glob(f"{folder}/{names[0]}{ending}")))
    return next((found for name in names if (found := which(name))), None) or next(map(str, files), None)


def office_pythons() -> tuple[str, ...]:
    """Where the Python that speaks with LibreOffice may be: its own beside it, or, on Linux, the system's."""
    office = soffice()
    if office is None:
        return ()
    folder = Path(os.path.realpath(office)).parent
    own = (folder / "python.exe", folder / "python", folder.parent / "Resources" / "python", Path("/usr/bin/python3"))
    return tuple(str(file) for file in own if file.is_file())


def end(process: subprocess.Popen[bytes]) -> None:
    """End a program that was started with a session of its own, and all that it has started."""
    if sys.platform == "win32":
        if process.poll() is None:
            tree = [shutil.which("taskkill") or "taskkill", "/PID", str(process.pid), "/T", "/F"]
            subprocess.run(tree, capture_output=True, check=False)  # noqa: S603 -- a part of Windows
    elif process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def has_excel() -> bool:
    """Whether there is an Excel; True too where nobody can say."""
    if sys.platform == "win32":
        try:
            import winreg  # noqa: PLC0415 -- only Windows has it

            winreg.CloseKey(winreg.OpenKey(winreg.HKEY_CLASSES_ROOT, "Excel.Application"))
        except ImportError:
            return True  # nothing can be asked: better a file too many than buttons that do not work
        except OSError:
            return False
        return True
    traces = [folder / "Microsoft Excel.app" for folder in (Path("/Applications"), Path.home() / "Applications")]
    traces.append(Path.home() / "Library" / "Containers" / "com.microsoft.Excel")
    return sys.platform == MAC and any(trace.exists() for trace in traces)


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder of our own for a while, where the system keeps what is temporary.

    Those that killed processes of ours have left there are removed first: a whole referto may lie in them.
    """
    for folder in _left(Path(tempfile.gettempdir())):
        shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=f"bangxl-{files.mark()}-", ignore_cleanup_errors=True) as name:
        yield Path(name)


def _left(place: Path) -> list[Path]:
    """Folders of `scratch` that nobody uses any more; links are not ours."""
    named = ((folder, _SCRATCH.fullmatch(folder.name)) for folder in place.glob("bangxl-*"))
    with suppress(OSError):
        return [
            folder
            for folder, name in named
            if name and not folder.is_symlink() and folder.is_dir() and files.is_abandoned(folder, name[1], int(name[2]))
        ]
    return []


def to_pdf(source: Path, target: Path, *, language: str = "", patience: float = _PATIENCE) -> bool:
    """Print all visible sheets of a workbook's file to a PDF file; False, and nothing is written, if no program is here for it.

    ``language``: how LibreOffice writes numbers and dates, "it", "en", "de" or "ru"; else as this computer does. ``patience``:
    seconds after which a program is ended and the work given up. On errors an earlier ``target`` stays.
    """
    if office := soffice():
        _by_libreoffice(office, source, target, language, patience)
        return True
    if has_excel():
        _by_excel(source, target, patience)
        return True
    return False


def _by_libreoffice(office: str, source: Path, target: Path, language: str, patience: float) -> None:
    data = files.read(source)
    try:
        with scratch() as folder:
            copy = folder / f"{source.stem}.xlsx"
            copy.write_bytes(data)
            if language in _LOCALES:
                _speak(folder / "profile", _LOCALES[language])
            pdf = _printed(office, copy, patience)
    except subprocess.TimeoutExpired:
        raise BookError("no_pdf", path=str(target), reason=f"LibreOffice: timeout, {patience:g} s") from None
    except OSError as error:
        raise BookError("no_pdf", path=str(target), reason=reason(error)) from error
    if pdf.startswith(_PDF):
        files.replace(target, pdf)
    else:
        raise BookError("no_pdf", path=str(target), reason=pdf.decode("utf-8", "replace"))


def _speak(profile: Path, locale: str) -> None:
    """Settings of a profile that is not there yet."""
    settings = profile / "user" / "registrymodifications.xcu"
    settings.parent.mkdir(parents=True)
    settings.write_text(_SETTINGS.format(locale=locale), encoding="utf-8")


def _printed(office: str, copy: Path, patience: float) -> bytes:
    """The PDF file of a workbook in a folder of its own; or the last that LibreOffice has said, or its exit code."""
    folder, log = copy.parent, copy.parent / "said"
    command = [office, f"-env:UserInstallation={(folder / 'profile').as_uri()}", *_PRINT, "--outdir", str(folder), str(copy)]
    code = _run(command, log, patience)
    if code == _AGAIN:
        code = _run(command, log, patience)
    with suppress(FileNotFoundError):
        return copy.with_suffix(".pdf").read_bytes()
    said = [line for line in log.read_bytes().splitlines() if line.strip()]
    return said[-1] if said else f"LibreOffice: {code}".encode()


def _by_excel(source: Path, target: Path, patience: float) -> None:
    from bangxl.books import native  # noqa: PLC0415 -- xlwings takes half a second, and only Windows and Mac have an Excel

    try:
        native.print_apart(source, target, patience)
    except BookError as error:
        if error.code not in {"host_busy", "host_refused"}:
            raise
        raise BookError("no_pdf", path=str(target), reason=error.values.get("reason", "Excel")) from error


def _run(command: Sequence[str], log: Path, patience: float) -> int:
    """Its exit code. When this ends, however it ends, the program and what it has started are gone."""
    with log.open("wb") as said:
        process = subprocess.Popen(  # noqa: S603 -- found by its name, without a shell
            command,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            creationflags=NO_WINDOW,
        )
    try:
        return process.wait(patience)
    finally:
        end(process)
