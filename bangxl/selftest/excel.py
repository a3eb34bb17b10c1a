"""Excel for the self-test: its own visible instance, beside the user's.

It is visible because xlwings finds a workbook by its window. The buttons' macros run as Alt+F8 runs them. Messages go
to a file that an environment variable names. If Excel does not pass it on (a Mac; belief: Windows does), RunPython starts
`click` here, which sets it. RunPython gets paths as hexadecimal digits: neither a shell nor VBA takes them for code.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import xlwings

from bangxl.books import excel_api, programs
from bangxl.books.live import LiveBook
from bangxl.locale.catalog import N_
from bangxl.office import MESSAGES
from bangxl.selftest.session import ENDED, CheckFailed, ProgramError

_OPENING: Final[dict[str, Any]] = {"update_links": False, "read_only": False, "add_to_mru": False}


class Excel:
    """A ``Program``."""

    name: str = "Excel"
    suffix: str = ".xlsm"

    def __init__(self, folder: Path, start: Callable[[], xlwings.App] | None = None) -> None:
        """``folder``: for exchanging files. ``start`` returns a new Excel."""
        self._folder = folder
        self._start = start or _new_excel
        self._app: xlwings.App | None = None
        self.hand: Excel | None = None if excel_api.MAC else self
        self._book: xlwings.Book
        self._has_messages = False
        """Whether Excel passes the name of the message file on to Python."""

    @property
    def app(self) -> xlwings.App:
        """The running Excel."""
        if self._app is None:
            excel_api.patch_xlwings()
            self._app = self._start()
            self._app.display_alerts = False
        return self._app

    def version(self) -> str:
        """Its version, and on Windows the build."""
        version = str(self.app.version)
        return version if excel_api.MAC else f"{version} {self.app.api.Build}"

    def open(self, path: Path) -> None:
        """Open a file as a person does; its macros may run, on a Mac perhaps after a question."""
        self._book = self.app.books.open(path, **_OPENING)
        python, messages = self._run("probe({answer})", 60)  # seconds to start Python for the first time
        if os.path.normcase(python) != os.path.normcase(sys.executable):
            raise ProgramError(N_("The macros start another Python: {python} Run: bangxl setup"), python=python)
        self._has_messages = messages == os.environ[MESSAGES] and not excel_api.MAC

    def book(self) -> LiveBook:
        """The workbook as commands see it, read again."""
        return LiveBook(self._book)

    def recalculate(self) -> None:
        """Calculate every formula again."""
        if excel_api.MAC:
            self.app.api.calculate_full()
        else:
            self.app.api.CalculateFull()

    def click(self, button: str) -> None:
        """Let the macros press the button as Excel does, and wait until it has finished."""
        if self._has_messages:
            self._book.macro("BangAddin_press" if self._book.name.endswith(".xlam") else "BangRibbon_press")(button)
        else:
            self._run(f"click(bangxl.ribbon.click, '{button}', '{_digits(Path(os.environ[MESSAGES]))}', {{answer}})")

    def retype(self, name: str, value: object = None) -> None:
        """Type a text, or that of a value, or what is there, into a name's first cell, even of a finished round.

        Excel sends its event, and waits for the stamp.
        """
        ref = self.book().names[name]
        sheet = self._book.sheets[ref.sheet]
        excel_api.platform_api().unprotect(sheet.api)
        cell = sheet.range((ref.first, ref.column))
        if not isinstance(value, str | None):
            cell.value = value
        cell.api.FormulaLocal = value if isinstance(value, str) else cell.api.FormulaLocal

    def undo(self) -> None:
        """Press Ctrl+Z. Excel refuses where nothing is left to take back: after a program's changes."""
        excel_api.attempt(self.app.api.Undo)

    @contextmanager
    def german(self) -> Iterator[None]:
        """A comma for decimals, whatever the computer has, then as it was: Excel keeps these settings for all workbooks."""
        api, german = self.app.api, {"DecimalSeparator": ",", "ThousandsSeparator": ".", "UseSystemSeparators": False}
        before = {key: getattr(api, key) for key in german}
        try:
            for key, value in german.items():
                setattr(api, key, value)
            yield
        finally:
            for key, value in before.items():
                excel_api.attempt(partial(setattr, api, key, value))

    def mailed(self, path: Path, sheets: Mapping[str, str]) -> Mapping[str, Sequence[Sequence[object]]]:
        """What sheets show as far as a cell in Protected View, in which Excel opens a file with this mark of Windows."""
        Path(f"{path}:Zone.Identifier").write_text("[ZoneTransfer]\nZoneId=3\n", encoding="ascii")
        window = self.app.api.ProtectedViewWindows.Open(str(path))
        try:
            return {title: window.Workbook.Worksheets(title).Range(f"A1:{last}").Value for title, last in sheets.items()}
        finally:
            window.Close()

    def together(self, files: Sequence[Path], front: Path, project: Path) -> None:
        """Open files in this order, click *Seat* of a project among them with one in front, save that one, close all."""
        books = {path: self.app.books.open(path, **_OPENING) for path in files}
        try:
            books[front].api.Activate()
            self._book = books[project]
            self.click("seat")
            excel_api.platform_api().save(books[front])
        finally:
            for book in books.values():
                book.close()

    def save(self) -> None:
        """Save in place."""
        excel_api.platform_api().save(self._book)

    def close(self) -> None:
        """Close without saving."""
        self._book.close()

    def end(self) -> None:
        """Kill Excel."""
        app, self._app = self._app, None
        if app is not None:
            excel_api.attempt(app.kill)

    def quit(self) -> None:
        """End Excel by its own command."""
        if self._app is not None and excel_api.attempt(self._app.quit) is not None:
            raise CheckFailed("Excel did not end by itself.")
        self._app = None

    def _run(self, call: str, patience: float | None = None) -> list[str]:
        """Let a macro start a function of this module, and wait for its answer."""
        answer, start = self._folder / "answer.json", time.monotonic()
        answer.unlink(missing_ok=True)
        call = call.format(answer=f"'{_digits(answer)}'")
        self._book.macro("RunPython")(f"import bangxl.ribbon, bangxl.selftest.excel as excel; excel.{call}")
        while not answer.is_file():
            if self._app is None:
                raise ProgramError(ENDED, program=self.name)
            if patience is not None and time.monotonic() - start > patience:
                raise ProgramError(N_("The macros do not start Python. Run: bangxl setup"))
            time.sleep(0.05)
        return [*json.loads(answer.read_text(encoding="utf-8"))]


def probe(answer: str) -> None:
    """RunPython starts this first: record which Python this is, and the message file that Excel has passed on."""
    _write(_path(answer), [sys.executable, os.environ.get(MESSAGES, "")])


def click(function: Callable[[str], object], button: str, messages: str, answer: str) -> None:
    """RunPython starts this for a button: call the ribbon's function, with its messages in our file; then record the end."""
    os.environ[MESSAGES] = str(_path(messages))
    try:
        function(button)
    finally:
        _write(_path(answer), [button])


def _write(file: Path, answer: list[str]) -> None:
    part = file.with_suffix(".part")
    part.write_text(json.dumps(answer), encoding="utf-8")
    part.replace(file)


def _digits(path: Path) -> str:
    return str(path).encode().hex()


def _path(digits: str) -> Path:
    return Path(bytes.fromhex(digits).decode())


def _new_excel() -> xlwings.App:
    if not programs.has_excel():
        raise ProgramError(N_("Excel is not installed on this computer."))
    return xlwings.App(visible=True, add_book=False)
