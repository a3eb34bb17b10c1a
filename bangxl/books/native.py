"""What xlwings has no word for, asked of Excel itself: protection, locks, read-only, a file's full name, and its errors.

And what xlwings does have words for, for a file that is not the open workbook: to print it.

It is asked through the ``api`` of xlwings' books, sheets and ranges: an object of pywin32 on Windows, of appscript on a Mac.
Neither is imported here. An engine that is not Excel may have no ``api``, or a poorer one: then nothing is protected.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

import xlwings

from . import files
from .port import BookError

Native: TypeAlias = Any
"""A book, sheet or range of xlwings, for what lies in its ``api``: an object that does not say what it is made of."""

LACKING: Final = (AttributeError, NotImplementedError)
"""What an engine raises when asked for something that it does not have."""

MAC: Final = sys.platform == "darwin"

ALLOWED: Final = (
    ("AllowFormattingCells", "allow_formatting_cells"),
    ("AllowFormattingColumns", "allow_formatting_columns"),
    ("AllowFormattingRows", "allow_formatting_rows"),
    ("AllowInsertingColumns", "allow_inserting_columns"),
    ("AllowInsertingRows", "allow_inserting_rows"),
    ("AllowInsertingHyperlinks", "allow_inserting_hyperlinks"),
    ("AllowDeletingColumns", "allow_deleting_columns"),
    ("AllowDeletingRows", "allow_deleting_rows"),
    ("AllowSorting", "allow_sorting"),
    ("AllowFiltering", "allow_filtering"),
    ("AllowUsingPivotTables", "allow_using_pivot_table"),
)
"""What a protected sheet may still allow, on Windows and on a Mac, in the order of the arguments of Protect."""

_ERRORS: Final = (
    ("pywintypes", "com_error"),
    ("appscript.reference", "CommandError"),
    ("xlwings._xlwindows", "ExcelBusyError"),
    ("xlwings", "XlwingsError"),
)
"""Module and class of what is raised when Excel says no; a module that nobody has loaded raises nothing."""

_BUSY: Final = frozenset({-2147418111, -2147417846, -2146777998, -1712})
"""A cell is being edited, or a dialog is open: call rejected (0x80010001), retry later (0x8001010A), ignored (0x800AC472);
on a Mac no answer in time (-1712)."""

_TRIES: Final = 2000
"""A second or two of asking again."""


def give_up_sometime() -> None:
    """Let xlwings ask a busy Excel again for a while only: left alone, on Windows, it asks for ever, and nobody learns why."""
    if (windows := sys.modules.get("xlwings._xlwindows")) is not None:
        vars(windows)["N_COM_ATTEMPTS"] = _TRIES


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


def tried(action: Callable[[], object]) -> BookError | None:
    """Do something; the error that it ends in, if it does."""
    try:
        with host(any_error=True):
            action()
    except BookError as error:
        return error
    return None


def full_name(book: Native) -> str:
    """A workbook's path, or its address if it lies in a cloud folder; only a name if it was never saved; "" if nobody knows."""
    return str(_ask(book, "FullName", "full_name") or "")


def read_only(book: Native) -> bool:
    """Whether a workbook is open for reading only."""
    return _ask(book, "ReadOnly", "read_only") is True


def structure_protected(book: Native) -> bool:
    """Whether sheets of a workbook can't be shown or hidden."""
    return _ask(book, "ProtectStructure", "protect_structure") is True


def protected(sheet: Native) -> bool:
    """Whether a sheet keeps its locked cells."""
    return _ask(sheet, "ProtectContents", "protect_contents") is True


def locked(cells: Native) -> bool | None:
    """Whether the cells of a range are locked; None where some are and some are not, or nobody knows."""
    answer = _ask(cells, "Locked", "locked")
    return answer if isinstance(answer, bool) else None


def lock(cells: Native, *, value: bool) -> None:
    """Lock or unlock the cells of a range."""
    if MAC:
        cells.api.locked.set(value)
    else:
        cells.api.Locked = value


def activate(thing: xlwings.Book | xlwings.Sheet) -> None:
    """Bring a book or sheet to the front; by xlwings only if need be: that rearranges the windows, and fails where it can't."""
    try:
        command = getattr(thing.api, "activate_object" if MAC else "Activate")
    except LACKING:
        command = thing.activate
    command()


def print_file(app: xlwings.App, source: Path, target: Path) -> None:
    """Print all visible sheets of a workbook's file to a PDF file with a running Excel; it is not left open, whatever happens.

    BookError ``locked`` if Excel has a workbook of this name open: it opens no second one, and the first is somebody's.
    ``cannot_write``; on a Mac, ``host_refused`` for that too.
    """
    _refuse_namesake(app, source)
    book = app.books.open(source, update_links=False, read_only=True, ignore_read_only_recommended=True, add_to_mru=False)
    try:
        if MAC:  # where Excel may write, beside a file that it has just opened, better than in our temporary folder
            book.to_pdf(target)
        else:
            _to_pdf(book, target)
    finally:
        tried(book.close)


def print_in(app: xlwings.App, source: Path, target: Path) -> None:
    """As `print_file`, with the Excel before which a person sits: the book that is in front is there again at the end."""
    front = app.books.active
    try:
        print_file(app, source, target)
    finally:
        tried(partial(activate, front))


def print_apart(source: Path, target: Path, patience: float) -> None:
    """As `print_file`, with an Excel that nobody sees: started for it and ended, at the latest after ``patience`` seconds."""
    give_up_sometime()
    with host(any_error=True):
        app = xlwings.App(visible=False, add_book=False)
        limit = threading.Timer(patience, app.kill)
        limit.start()
        try:
            app.display_alerts = False
            print_file(app, source, target)
        finally:
            limit.cancel()
            if tried(app.quit):
                tried(app.kill)


def _to_pdf(book: xlwings.Book, target: Path) -> None:
    """An earlier file stays until the new one is complete."""
    with TemporaryDirectory(prefix="bangxl-", ignore_cleanup_errors=True) as folder:
        pdf = Path(folder, "book.pdf")
        book.to_pdf(pdf)
        files.replace(target, pdf.read_bytes())


def _refuse_namesake(app: xlwings.App, source: Path) -> None:
    for book in app.books:
        if book.name.casefold() == source.name.casefold():
            raise BookError("locked", path=full_name(book) or book.name, lock=str(source.with_name(f"~${source.name}")))


def unprotect(sheet: Native) -> None:
    """Take a sheet's protection off. Fails if it has a password."""
    if MAC:
        sheet.api.unprotect(password="")
    else:
        sheet.api.Unprotect("")


def protection(sheet: Native) -> Callable[[], None]:
    """A sheet's protection: call the answer to put it back as it is now."""
    return _protection_mac(sheet.api) if MAC else _protection_windows(sheet.api)


def _protection_windows(api: Native) -> Callable[[], None]:
    allowed = [getattr(api.Protection, name) for name, _ in ALLOWED]
    objects, scenarios, for_people_only = api.ProtectDrawingObjects, api.ProtectScenarios, api.ProtectionMode
    selectable = api.EnableSelection

    def back() -> None:
        api.Protect("", objects, True, scenarios, for_people_only, *allowed)  # noqa: FBT003 - pywin32 takes no keywords here
        api.EnableSelection = selectable

    return back


def _protection_mac(api: Native) -> Callable[[], None]:
    options = {name: getattr(api.protection_object, name).get() for _, name in ALLOWED}
    options["drawing_objects"] = api.protect_drawing_objects.get()
    options["scenarios"] = api.protect_scenarios.get()
    options["user_interface_only"] = api.protection_mode.get()
    selectable = api.enable_selection.get()

    def back() -> None:
        api.protect_worksheet(worksheet_contents=True, **options)
        api.enable_selection.set(selectable)

    return back


def _ask(thing: Native, windows: str, mac: str) -> object:
    """A property; None where there is none."""
    try:
        return getattr(thing.api, mac).get() if MAC else getattr(thing.api, windows)
    except LACKING:
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
