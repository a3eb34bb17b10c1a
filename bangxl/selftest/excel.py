"""Excel for the self-test: one of its own, on the screen, beside the one that a person may have open.

It is on the screen because xlwings finds a workbook by its window. The buttons' macros are run as Alt+F8 runs them. Messages go
to a file that an environment variable names. Where Excel does not hand it on (a Mac; belief: Windows does), and for the stamp,
which has no macro, RunPython starts `bangxl.selftest.host`, which sets it.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import xlwings

from bangxl.books import native, programs
from bangxl.books.closed import ClosedBook
from bangxl.books.live import LiveBook
from bangxl.books.port import Formula, Ref, Value
from bangxl.books.references import address
from bangxl.commands.asking import MESSAGES
from bangxl.locale.catalog import N_
from bangxl.selftest.host import DONE, ENDED, PROBE, ButtonAnswer, HostError, Messages, Places, hexadecimal
from bangxl.vba.ribbon import buttons

MACROS: Final = frozenset(buttons())
"""Buttons whose macros are called ``Bang_<button>``."""
_SETTINGS: Final = ("calculation", "screen_updating", "enable_events", "display_alerts")
_PATIENCE: Final = 60
"""Seconds in which Python must have started for the first time."""
_PAUSE: Final = 0.05


class Excel:
    """A ``Host``."""

    name: str = "Excel"
    suffix: str = ".xlsm"

    def __init__(self, folder: Path, start: Callable[[], xlwings.App] | None = None) -> None:
        """``folder``: where files are exchanged. ``start`` gives a new Excel."""
        self.folder = folder
        self.messages = Messages(folder / "messages.jsonl")
        self.direct = False
        """Whether the macros hand our environment on."""
        self._start = start or _new_excel
        self._app: xlwings.App | None = None
        self._before = os.environ.get(MESSAGES)
        self._others: Sequence[str] | None = None

    @property
    def app(self) -> xlwings.App:
        """The running Excel."""
        if self._app is None:
            native.behave()
            os.environ[MESSAGES] = str(self.messages.path)
            if self._others is None:
                self._others = _open_books()
            self._app = self._start()
            self._app.display_alerts = False
        return self._app

    @property
    def is_running(self) -> bool:
        """Whether Excel has not been ended."""
        return self._app is not None

    def version(self) -> str:
        """Its version, and on Windows the build."""
        version = str(self.app.version)
        return version if native.MAC else f"{version} {self.app.api.Build}"

    def open(self, path: Path) -> ExcelDesk:
        """Open a file as a person does; its macros are allowed, on a Mac perhaps after a question."""
        book = self.app.books.open(path, update_links=False, read_only=False, add_to_mru=False)
        return ExcelDesk(self, book, path)

    def end(self) -> None:
        """End Excel at once."""
        app, self._app = self._app, None
        if app is not None:
            native.attempt(app.kill)

    def quit(self) -> Sequence[str]:
        """End Excel; whether other Excels have still open what they had."""
        left = []
        if self._app is not None and native.attempt(self._app.quit) is not None:
            left.append("Excel did not end by itself.")
            self.end()
        self._app = None
        os.environ.pop(MESSAGES, None)
        if self._before is not None:
            os.environ[MESSAGES] = self._before
        if self._others is not None and (now := _open_books()) != self._others:
            left.append(f"{len(self._others)} → {len(now)}")
        return left


class ExcelDesk:
    """A ``Desk``."""

    def __init__(self, excel: Excel, book: xlwings.Book, path: Path) -> None:
        self._excel = excel
        self._book = book
        self._file = ClosedBook.open(path, reading_only=True)
        self._texts = _text_cells(self._file)
        self._probed = False

    def book(self) -> LiveBook:
        """The workbook as commands see it, read anew."""
        return LiveBook(self._book)

    def formulas(self) -> Mapping[str, Places]:
        """Every formula, by sheet: two questions a sheet, as far as the file has cells."""
        words = native.words()
        sheets = words.sheets(self._book)
        return {title: self._formulas(sheets(title), title) for title in self._file.sheets}

    def recalculate(self) -> None:
        """Calculate every formula anew."""
        api = self._excel.app.api
        if native.MAC:
            api.calculate_full()
        else:
            api.CalculateFull()

    def put(self, ref: Ref, index: int, value: Value) -> None:
        """Type a value into a cell of a range; a text as a text, with Excel's mark for it where one is needed."""
        row = ref.first + index
        marked = (ref.sheet, row, ref.column) not in self._texts
        cell = self._book.sheets[ref.sheet].range((row, ref.column))
        if isinstance(value, Formula):
            cell.formula = str(value)
        else:
            cell.value = f"'{value}" if isinstance(value, str) and marked else value

    def press(self, action: str, answers: Sequence[str | None] = ()) -> ButtonAnswer:
        """Run the button's macro, and wait until it has done its work."""
        self._probe()
        self._excel.messages.prepare(answers)
        if self._excel.direct and action in MACROS:
            self._book.macro(f"Bang_{action}")()
        else:
            self._press_inside(action)
        return self._excel.messages.new()

    def settings(self) -> Mapping[str, object]:
        """What a click must leave as it found it."""
        words, app = native.words(), self._excel.app
        sheets = words.sheets(self._book)
        found: dict[str, object] = {key: getattr(app, key) for key in _SETTINGS}
        return found | {"protected": [title for title in self._file.sheets if words.protected(sheets(title))]}

    def save(self) -> None:
        """Save in place."""
        native.words().save(self._book)

    def close(self) -> None:
        """Close without saving."""
        self._book.close()

    def _formulas(self, sheet: Any, title: str) -> Places:  # noqa: ANN401 - an object of Excel
        cells = self._file.everything(title)
        if not cells:
            return {}
        bottom, right = (max(place[axis] for place in cells) for axis in (0, 1))
        area = f"A1:{address(bottom, max(right, 2))}"
        formulas, values = (_block(ask(sheet, area)) for ask in (native.words().formulas, native.words().values))
        return {
            (row, column): text
            for row, (texts, shown) in enumerate(zip(formulas, values, strict=True), 1)
            for column, (text, value) in enumerate(zip(texts, shown, strict=True), 1)
            if isinstance(text, str) and text.startswith("=") and text != value
        }

    def _probe(self) -> None:
        """Which Python the macros start, the first time that one of them is run."""
        if self._probed:
            return
        answer = self._excel.folder / PROBE
        answer.unlink(missing_ok=True)
        self._run(f"probe('{hexadecimal(self._excel.folder)}')")
        self._wait(answer.is_file, _PATIENCE)
        told = json.loads(answer.read_text(encoding="utf-8"))
        if os.path.normcase(told["python"]) != os.path.normcase(sys.executable):
            raise HostError(N_("The macros start another Python: {python} Run: bangxl setup"), python=told["python"])
        self._excel.direct = told["messages"] == str(self._excel.messages.path) and not native.MAC
        self._probed = True

    def _press_inside(self, action: str) -> None:
        done = self._excel.folder / DONE
        before = _lines(done)
        self._run(f"press(bangxl.ribbon.click, '{action}', '{hexadecimal(self._excel.folder)}')")
        self._wait(lambda: _lines(done) > before, None)

    def _run(self, call: str) -> None:
        self._book.macro("RunPython")(f"import bangxl.ribbon, bangxl.selftest.host as host; host.{call}")

    def _wait(self, over: Callable[[], bool], patience: float | None) -> None:
        """Until it is so, Excel has been ended, or it takes too long."""
        start = time.monotonic()
        while not over():
            if not self._excel.is_running:
                raise HostError(ENDED, program=Excel.name)
            if patience is not None and time.monotonic() - start > patience:
                raise HostError(N_("The macros start no Python. Run: bangxl setup"))
            time.sleep(_PAUSE)


def workplace() -> Path | None:
    """Where files lie that Excel opens without asking: on a Mac a folder of Office, else where all temporary files are."""
    found: Path | None = native.words().copies()
    return found


def _new_excel() -> xlwings.App:
    if not programs.has_excel():
        raise HostError(N_("There is no Excel on this computer."))
    return xlwings.App(visible=True, add_book=False)


def _open_books() -> list[str]:
    """What all running Excels have open; nothing of those that do not answer."""
    found: list[str] = []
    native.attempt(lambda: found.extend(sorted(book.fullname for app in xlwings.apps for book in app.books)))
    return found


def _text_cells(file: ClosedBook) -> set[tuple[str, int, int]]:
    """Cells with a name that take whatever is typed for a text."""
    return {
        (ref.sheet, ref.first + index, ref.column)
        for name, ref in file.names.items()
        for index, is_text in enumerate(file.text_cells(name))
        if is_text
    }


def _block(answer: object) -> Sequence[Sequence[object]]:
    return answer if isinstance(answer, list | tuple) else [[answer]]


def _lines(file: Path) -> int:
    return len(file.read_text(encoding="utf-8").splitlines()) if file.is_file() else 0
