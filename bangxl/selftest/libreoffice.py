"""LibreOffice for the self-test: a hidden instance with its own profile and the BANG! menu.

`bangxl.office.worker` controls it in LibreOffice's Python; the two exchange JSON lines.
"""

import json
import os
import subprocess
import sys
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

from bangxl.books import programs
from bangxl.books.office import OfficeBook
from bangxl.books.port import BookError
from bangxl.locale.catalog import N_
from bangxl.office import neutral
from bangxl.office.build import oxt
from bangxl.selftest.session import ENDED, CheckFailed, ProgramError

_MODULES: Final = "pythonpath/"
"""The modules of the extension's Python; the worker uses the same."""


class LibreOffice:
    """A ``Program``."""

    name: str = "LibreOffice"
    suffix: str = ".xlsx"
    hand = None

    def __init__(self, folder: Path) -> None:
        """``folder``: for its files."""
        self._folder = folder
        self._starts = 0
        self._number = 0
        """The number of the open workbook in the worker."""
        self._worker: subprocess.Popen[bytes] | None = None

    def version(self) -> str:
        """The version from *About LibreOffice*."""
        return str(self._ask("version"))

    def open(self, path: Path) -> None:
        """Open a file as a person does."""
        self._number = int(self._ask("open", path=str(path)))

    def book(self) -> OfficeBook:
        """The workbook as commands see it, read again."""
        return OfficeBook(self._request)

    def recalculate(self) -> None:
        """Calculate every formula again."""
        self._ask("recalculate", book=self._number)

    def click(self, button: str) -> None:
        """Act like the button of the BANG! menu."""
        self._ask("click", book=self._number, action=button)

    def save(self) -> None:
        """Save in place, like the menu."""
        self._request("save")

    def close(self) -> None:
        """Close without saving."""
        self._ask("close", book=self._number)

    def end(self) -> None:
        """Kill LibreOffice."""
        worker, self._worker = self._worker, None
        if worker is not None:
            programs.end(worker)
            for pipe in filter(None, (worker.stdin, worker.stdout)):
                with suppress(OSError):  # for unread output
                    pipe.close()

    def quit(self) -> None:
        """End LibreOffice by its own command; the folder's end removes its profile."""
        if self._worker is not None and self._worker.stdin is not None:
            try:
                self._worker.stdin.close()
                self._worker.wait(30)  # seconds to end
            except (OSError, subprocess.TimeoutExpired):
                raise CheckFailed("LibreOffice did not end by itself.") from None
            finally:
                self.end()

    def _request(self, action: str, /, **request: object) -> Any:  # noqa: ANN401 - any JSON
        answer = self._ask("agent", book=self._number, request={"do": action, **request})
        if "error" in answer:
            raise BookError(answer["error"], **answer["values"])
        return answer["value"]

    def _ask(self, do: str, /, **request: object) -> Any:  # noqa: ANN401 - any JSON
        return _exchange(self._worker or self._start(), json.dumps({"do": do, **request}) + "\n")

    def _start(self) -> subprocess.Popen[bytes]:
        program, python = programs.soffice(), _python()
        if program is None:
            raise ProgramError(N_("LibreOffice is not installed on this computer, or bangxl cannot find it."))
        if python is None:
            raise ProgramError(
                N_("LibreOffice is installed, but no Python can talk to it. On Debian and Ubuntu: install python3-uno.")
            )
        self._starts += 1
        home = self._folder / f"libreoffice{self._starts}"
        (home / "profile").mkdir(parents=True)
        extension, source = home / "bangxl.oxt", home / "worker.py"
        extension.write_bytes(oxt())
        source.write_bytes(resources.files("bangxl.office").joinpath("worker.py").read_bytes())
        with ZipFile(extension) as archive:
            archive.extractall(home, [name for name in archive.namelist() if name.startswith(_MODULES)])
        self._worker = worker = subprocess.Popen(  # noqa: S603 - LibreOffice's own Python, and our worker
            [python, str(source), program, str(home / "profile"), str(extension)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(home),
            cwd=home,
            start_new_session=True,
            creationflags=programs.NO_WINDOW,
        )
        _exchange(worker, "")
        return worker


def _python() -> str | None:
    environment = neutral(os.environ)
    for python in programs.office_pythons():
        question, own = [python, "-c", "import uno"], Path(python).parent  # modules of the current folder are not ours
        ran = subprocess.run(question, env=environment, cwd=own, capture_output=True, check=False, timeout=60)  # noqa: S603 - as above
        if ran.returncode == 0:
            return python
    return None


def _environment(home: Path) -> dict[str, str]:
    """The environment of LibreOffice: this interpreter serves its buttons, whatever `bangxl setup` has written."""
    kept = neutral(os.environ) | {"PYTHONPATH": str(home / _MODULES)}
    if next((kept[key] for key in ("LC_ALL", "LC_CTYPE", "LANG") if kept.get(key)), "C") in {"C", "POSIX"}:
        kept["LC_ALL"] = "C.UTF-8"  # with ASCII only, LibreOffice finds no file named Città
    if sys.platform == programs.MAC:
        kept["HOME"] = str(home)
        settings = home / "Library" / "Application Support"
    else:
        settings = home / "settings"
        kept |= {"APPDATA": str(settings), "XDG_CONFIG_HOME": str(settings)}
    (settings / "bangxl").mkdir(parents=True)
    (settings / "bangxl" / "python.txt").write_text(f"{sys.executable}\n", encoding="utf-8")
    return kept


def _exchange(worker: subprocess.Popen[bytes], request: str) -> Any:  # noqa: ANN401 - any JSON
    """Write a line to the worker, and read its answer. ProgramError."""
    line = b""
    try:
        if worker.stdin and worker.stdout:
            worker.stdin.write(request.encode())
            worker.stdin.flush()
            line = worker.stdout.readline()
    except (OSError, ValueError):  # ValueError: somebody else has ended it, and closed its pipes
        pass
    if not line:
        raise ProgramError(ENDED, program=LibreOffice.name)
    answer = json.loads(line)
    if "error" in answer:
        raise ProgramError("{reason}", reason=answer["error"])
    return answer["value"]
