"""LibreOffice for the self-test: one of its own, that nobody sees, with a profile of its own and the BANG! menu in it.

It is driven by `bangxl.office.worker`, which runs in LibreOffice's Python; the two talk JSON lines.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Final
from zipfile import ZipFile

from bangxl.books import programs
from bangxl.books.office import OfficeBook
from bangxl.books.port import BookError, Formula, Ref, Value
from bangxl.books.values import days
from bangxl.commands.asking import MESSAGES
from bangxl.locale.catalog import N_
from bangxl.office import neutral
from bangxl.office.build import oxt
from bangxl.selftest.host import ENDED, ButtonAnswer, HostError, Messages, Places

_MODULES: Final = "pythonpath/"
"""What the extension's Python is made of; the worker uses the same."""
_PATIENCE: Final = 30
"""Seconds that LibreOffice may take to end."""
_SHEET: Final = re.compile(r"\$?('(?:[^']|'')+'|[^\W\d][\w]*)\.(?=\$?[A-Z]{1,3}\$?\d)")


class LibreOffice:
    """A ``Host``."""

    name: str = "LibreOffice"
    suffix: str = ".xlsx"

    def __init__(self, folder: Path) -> None:
        """``folder``: where it may keep what it needs."""
        self._folder = folder
        self._starts = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._ended: list[subprocess.Popen[bytes]] = []
        """Whose pipes are still to be closed: whoever ends one may not be the one who reads."""
        self.messages = Messages(folder / "messages.jsonl")

    def version(self) -> str:
        """As *About LibreOffice* has it."""
        return str(self.ask("version"))

    def open(self, path: Path) -> OfficeDesk:
        """Open a file as a person does."""
        return OfficeDesk(self, int(self.ask("open", path=str(path))))

    def end(self) -> None:
        """End LibreOffice at once."""
        process, self._process = self._process, None
        if process is not None:
            programs.end(process)
            self._ended.append(process)

    def quit(self) -> Sequence[str]:
        """End LibreOffice; its profile goes with the folder."""
        left: list[str] = []
        if self._process is not None:
            try:
                _pipe(self._process.stdin).close()
                self._process.wait(_PATIENCE)
            except (OSError, subprocess.TimeoutExpired):
                left.append("LibreOffice did not end by itself.")
            self.end()
        self._close_pipes()
        return left

    def ask(self, do: str, /, **request: object) -> Any:  # noqa: ANN401 - what JSON brings
        """One request to the worker. HostError."""
        process = self._process or self._started()
        try:
            _pipe(process.stdin).write(json.dumps({"do": do, **request}).encode() + b"\n")
            _pipe(process.stdin).flush()
        except OSError:
            raise HostError(ENDED, program=LibreOffice.name) from None
        return _answer(process)

    def _close_pipes(self) -> None:
        while self._ended:
            process = self._ended.pop()
            for stream in (process.stdin, process.stdout):
                with suppress(OSError):  # what was not read any more
                    _pipe(stream).close()

    def _started(self) -> subprocess.Popen[bytes]:
        self._close_pipes()
        program, python = programs.soffice(), _python()
        if program is None:
            raise HostError(N_("There is no LibreOffice on this computer, or not where bangxl looks."))
        if python is None:
            raise HostError(N_("LibreOffice is here, but no Python that speaks with it. On Debian and Ubuntu: python3-uno."))
        self._starts += 1
        home = self._folder / f"libreoffice{self._starts}"
        (home / "profile").mkdir(parents=True)
        extension, worker = home / "bangxl.oxt", home / "worker.py"
        extension.write_bytes(oxt())
        worker.write_bytes(resources.files("bangxl.office").joinpath("worker.py").read_bytes())
        with ZipFile(BytesIO(extension.read_bytes())) as archive:
            archive.extractall(home, [name for name in archive.namelist() if name.startswith(_MODULES)])
        process = subprocess.Popen(  # noqa: S603 - LibreOffice's own Python, and our worker
            [python, str(worker), program, str(home / "profile"), str(extension)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(home) | {MESSAGES: str(self.messages.path)},
            start_new_session=True,
            creationflags=programs.NO_WINDOW,
        )
        self._process = process
        _answer(process)
        return process


class OfficeDesk:
    """A ``Desk``."""

    def __init__(self, office: LibreOffice, number: int) -> None:
        self._office = office
        self._number = number
        self._names: Any = None
        """What the agent has answered: nobody here gives or takes a name, and asking takes half a second."""

    def book(self) -> OfficeBook:
        """The workbook as commands see it, read anew."""
        return OfficeBook(self._request)

    def formulas(self) -> Mapping[str, Places]:
        """Every formula, by sheet, in Excel's spelling."""
        return {sheet: _places(areas) for sheet, areas in self._ask("formulas").items()}

    def recalculate(self) -> None:
        """Calculate every formula anew."""
        self._ask("recalculate")

    def put(self, ref: Ref, index: int, value: Value) -> None:
        """Type a value into a cell of a range."""
        self._ask("put", sheet=ref.sheet, row=ref.first + index, column=ref.column, value=_request_value(value))

    def press(self, action: str, answers: Sequence[str | None] = ()) -> ButtonAnswer:
        """As the button of the BANG! menu does."""
        self._office.messages.prepare(answers)
        self._ask("click", action=action)
        return self._office.messages.new()

    def settings(self) -> Mapping[str, object]:
        """What a click must leave as it found it."""
        return dict(self._ask("settings"))

    def save(self) -> None:
        """Save in place, as the menu does."""
        self._request("save")

    def close(self) -> None:
        """Close without saving."""
        self._ask("close")

    def _ask(self, do: str, /, **request: object) -> Any:  # noqa: ANN401 - what JSON brings
        return self._office.ask(do, book=self._number, **request)

    def _request(self, action: str, /, **request: object) -> Any:  # noqa: ANN401 - what JSON brings
        """As the extension answers a command."""
        if action == "names" and self._names is not None:
            return self._names
        answer = self._ask("agent", request={"do": action, **request})
        if action == "names":
            self._names = answer.get("value")
        if "error" in answer:
            raise BookError(answer["error"], **answer["values"])
        return answer["value"]


def excel_spelling(formula: str) -> str:
    """A formula of LibreOffice's as Excel spells it: ``=Sheet!A1,B1`` where it has ``=$Sheet.A1;B1``; texts stay as they are."""
    parts = formula.split('"')
    parts[::2] = [_SHEET.sub(r"\1!", part).replace(";", ",") for part in parts[::2]]
    return '"'.join(parts)


def _places(areas: Sequence[tuple[int, int, Sequence[Sequence[str]]]]) -> Places:
    return {
        (top + row, left + column): excel_spelling(text)
        for top, left, rows in areas
        for row, texts in enumerate(rows)
        for column, text in enumerate(texts)
    }


def _request_value(value: Value) -> object:
    if isinstance(value, Formula):
        return {"formula": str(value)}
    return {"date": days(value)} if isinstance(value, datetime) else value


def _python() -> str | None:
    """The Python that can speak with LibreOffice."""
    environment = neutral(os.environ)
    for python in programs.office_pythons():
        asked = [python, "-c", "import uno"]
        ran = subprocess.run(asked, env=environment, capture_output=True, check=False, timeout=60)  # noqa: S603 - as above
        if ran.returncode == 0:
            return python
    return None


def _environment(home: Path) -> dict[str, str]:
    """In which LibreOffice runs: with this interpreter behind its buttons, whatever `bangxl setup` has written."""
    kept = neutral(os.environ) | {"PYTHONPATH": str(home / _MODULES)}
    if next((kept[key] for key in ("LC_ALL", "LC_CTYPE", "LANG") if kept.get(key)), "C") in {"C", "POSIX"}:
        kept["LC_ALL"] = "C.UTF-8"  # with ASCII only LibreOffice finds no file called Città
    if sys.platform == programs.MAC:
        kept["HOME"] = str(home)
        settings = home / "Library" / "Application Support"
    else:
        settings = home / "settings"
        kept |= {"APPDATA": str(settings), "XDG_CONFIG_HOME": str(settings)}
    (settings / "bangxl").mkdir(parents=True)
    (settings / "bangxl" / "python.txt").write_text(f"{sys.executable}\n", encoding="utf-8")
    return kept


def _answer(process: subprocess.Popen[bytes]) -> Any:  # noqa: ANN401 - what JSON brings
    line = _pipe(process.stdout).readline()
    if not line:
        raise HostError(ENDED, program=LibreOffice.name)
    answer = json.loads(line)
    if "error" in answer:
        raise HostError("{reason}", reason=answer["error"])
    return answer["value"]


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise HostError(ENDED, program=LibreOffice.name)
    return stream
