"""Excel's errors, how long it is asked again, and what is copied and told with it on Windows and on a Mac alike.

The words themselves lie in `windows` and `mac`: they are said to the ``api`` of xlwings' objects, of pywin32 or appscript.
Neither is imported here.
"""

from __future__ import annotations

import atexit
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Final

import xlwings

from bangxl.books import mac, windows
from bangxl.books.port import BookError
from bangxl.locale.system import reason

LACKING: Final = (AttributeError, NotImplementedError)
"""What an engine raises when asked for something that it does not have."""

MAC: Final = sys.platform == "darwin"

_ERRORS: Final = (
    ("pywintypes", "com_error"),
    ("appscript.reference", "CommandError"),
    ("xlwings._xlwindows", "ExcelBusyError"),
    ("xlwings", "XlwingsError"),
)
"""Module and class of what is raised when Excel says no; a module that nobody has loaded raises nothing."""

_NO_ANSWER: Final = -1712
"""On a Mac: no answer in time."""

_BUSY: Final = frozenset({-2147418111, -2147417846, -2146777998, _NO_ANSWER})
"""A cell is being edited, or a dialog is open: call rejected (0x80010001), retry later (0x8001010A), ignored (0x800AC472)."""

_TRIES: Final = 2000
"""A second or two of asking again."""


def words() -> ModuleType:
    """What is said to the Excel of this computer: `windows`, or `mac` with the same functions."""
    return mac if MAC else windows


def behave() -> None:
    """Keep xlwings on Windows from two habits.

    It asks a busy Excel again for ever: a while is enough, or nobody learns why nothing happens. And when Python ends, or an
    Excel of ours, it ends every Excel on the computer that has no workbook on the screen, without asking and without saving.
    """
    xlwindows = sys.modules.get("xlwings._xlwindows")
    if xlwindows is not None:
        vars(xlwindows)["N_COM_ATTEMPTS"] = _TRIES
        atexit.unregister(xlwindows.cleanup)
        xlwindows.Apps.cleanup = staticmethod(lambda: None)


def alert(text: str, *, wrong: bool) -> None:
    """Show a message over the Excel that started us, or over the first one. Excel itself is asked for nothing: it may be busy.

    On a Mac, where nobody waits for an answer longer than a minute, the message then stays until it is read.
    """
    window = next((word.removeprefix("--hwnd=").strip() for word in sys.argv if word.startswith("--hwnd=")), "")
    try:
        if window.isdecimal() and not MAC:
            app: xlwings.App | None = xlwings.App(impl=sys.modules["xlwings._xlwindows"].App(xl=int(window)))
        else:
            app = xlwings.apps.active
        if app is not None:
            app.alert(text, "BANG!", mode="critical" if wrong else "info")
    except _errors() as error:
        if _NO_ANSWER not in _numbers(error):
            raise


def copy(book: xlwings.Book, suffix: str) -> bytes | None:
    """A workbook's file as it is now, unsaved entries and results included; the workbook itself is not saved.

    None from a Mac whose Excel writes no copy: an older workbook has no macro for it, or the folder is forbidden.
    """
    said = words()
    folder = said.copies()
    if MAC and folder is None:
        return None
    try:
        with TemporaryDirectory(prefix="bangxl-", dir=folder, ignore_cleanup_errors=True) as private:
            path = Path(private, f"copy{suffix or '.xlsx'}")
            error = attempt(partial(said.copy, book, path))
            if error is not None and (error.code == "host_busy" or not MAC):
                raise error
            return path.read_bytes()
    except OSError as error:
        if MAC:
            return None
        raise BookError("cannot_read", path=str(folder or ""), reason=reason(error)) from error


@contextmanager
def host(*, any_error: bool = False) -> Iterator[None]:
    """Turn Excel's errors into a BookError: ``host_busy``, or ``host_refused`` with its reason.

    ``any_error``: whatever is raised, by whatever engine. So where a change must not stop half-way.
    """
    try:
        yield
    except BookError:
        raise
    except Exception as error:
        if not any_error and not isinstance(error, _errors()):
            raise
        if _numbers(error) & _BUSY or type(error).__name__ == "ExcelBusyError":
            raise BookError("host_busy") from error
        raise BookError("host_refused", reason=_reason(error)) from error


def attempt(action: Callable[[], object]) -> BookError | None:
    """Do something; the error that it ends in, if it does."""
    try:
        with host(any_error=True):
            action()
    except BookError as error:
        return error
    return None


def _errors() -> tuple[type[Exception], ...]:
    return tuple(getattr(sys.modules[module], name) for module, name in _ERRORS if module in sys.modules)


def _numbers(error: Exception) -> set[object]:
    """The numbers by which Excel names an error: pywin32's hresult and, inside it, the scode; appscript's error number."""
    inside = getattr(error, "excepinfo", None) or ()
    return {getattr(error, "hresult", None), getattr(error, "errornumber", None), *inside[5:6]}


def _reason(error: Exception) -> str:
    inside = getattr(error, "excepinfo", None) or ()
    said = (*inside[2:3], getattr(error, "errormessage", None), getattr(error, "strerror", None))
    return str(next((text for text in said if text), error)) or type(error).__name__
