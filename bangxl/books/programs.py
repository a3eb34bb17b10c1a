"""The programs LibreOffice and Excel on this computer: find them and end them."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

WINDOWS, MAC = "win32", "darwin"
"""Systems, as in sys.platform."""

NO_WINDOW: Final = 0x08000000 if sys.platform == WINDOWS else 0
"""CREATE_NO_WINDOW, for starting a program: Windows must not open a console."""

FindProgram = Callable[[str], str | None]
"""Finds a program on PATH, like shutil.which."""

_FOLDERS: Final[Mapping[str, tuple[str, ...]]] = {
    WINDOWS: ("Program Files/LibreOffice/program", "Program Files (x86)/LibreOffice/program"),
    MAC: ("Applications/LibreOffice.app/Contents/MacOS",),
}
_ELSEWHERE: Final = ("usr/lib/libreoffice/program", "usr/lib64/libreoffice/program", "opt/libreoffice*/program")
_OFFICE: Final = ("soffice", "libreoffice", "localc")
"""LibreOffice's names on different systems."""


def system_drive() -> Path:
    """The drive with the programs."""
    return Path(os.environ.get("SYSTEMDRIVE", ""), os.sep)


def soffice() -> str | None:
    """The LibreOffice program; None if it is not installed."""
    return part_of_libreoffice(_OFFICE, sys.platform, shutil.which, system_drive())


def part_of_libreoffice(names: tuple[str, ...], system: str, which: FindProgram, root: Path) -> str | None:
    """A program of LibreOffice, under any of its names on PATH, otherwise under the first at the usual places below ``root``."""
    ending = ".com" if system == WINDOWS else ""
    files = (file for folder in _FOLDERS.get(system, _ELSEWHERE) for file in sorted(root.glob(f"{folder}/{names[0]}{ending}")))
    found = (path for name in names if (path := which(name)) and Path(path).is_absolute())  # Windows looks in the current folder
    return next(found, None) or next(map(str, files), None)


def office_pythons() -> tuple[str, ...]:
    """Possible paths of the Python that works with LibreOffice: its own beside it, or, on Linux, the system's."""
    office = soffice()
    if office is None:
        return ()
    folder = Path(os.path.realpath(office)).parent
    own = (folder / "python.exe", folder / "python", folder.parent / "Resources" / "python", Path("/usr/bin/python3"))
    return tuple(str(file) for file in own if file.is_file())


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill a program that was started in its own session, and all its child processes."""
    if sys.platform == "win32":
        if process.poll() is None:
            taskkill = Path(os.environ.get("SYSTEMROOT", "C:/Windows"), "System32/taskkill.exe")
            subprocess.run([taskkill, "/PID", str(process.pid), "/T", "/F"], capture_output=True, check=False)  # noqa: S603 -- a part of Windows
    elif process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def has_excel() -> bool:
    """Whether Excel is installed; True if unknown."""
    if sys.platform == "win32":
        try:
            import winreg  # noqa: PLC0415 -- only Windows has it

            winreg.CloseKey(winreg.OpenKey(winreg.HKEY_CLASSES_ROOT, "Excel.Application"))
        except ImportError:
            return True  # unknown: better an extra file than buttons that do not work
        except OSError:
            return False
        return True
    traces = [folder / "Microsoft Excel.app" for folder in (Path("/Applications"), Path.home() / "Applications")]
    traces.append(Path.home() / "Library" / "Containers" / "com.microsoft.Excel")
    return sys.platform == MAC and any(trace.exists() for trace in traces)
