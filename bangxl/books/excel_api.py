"""Calls to Excel: pywin32 on Windows, appscript on a Mac; their errors, and how long to retry when Excel is busy.

The calls go to the ``api`` of xlwings' objects; this module imports neither library. Nothing here was tested on a Mac; its
words are those of the dictionary in xlwings, used in the same way.
"""

import atexit
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, TypeAlias
from unicodedata import normalize

import xlwings

from bangxl.books.port import LONGEST_QUESTION, BookError, Formula, Value
from bangxl.books.worksheet import Protection
from bangxl.locale.system import reason

Native: TypeAlias = Any
"""An object of Excel, a reference of appscript, or an xlwings object's ``api``."""

LACKING: Final = (AttributeError, NotImplementedError)
"""The errors of an engine that lacks an attribute."""

MAC: Final = sys.platform == "darwin"

OFFICE: Final = Path("Library/Group Containers/UBF8T346G9.Office")
"""In the home folder of a Mac: where all Office programs may write without asking (according to Microsoft's pages)."""

ADDIN: Final = "bangxl.xlam"
"""The add-in, which has the macros for workbooks without any."""
COPY: Final = "Bang_copy"
"""Our macro that writes a copy on a Mac: an AppleScript can only save a workbook under another name."""
_MARK: Final = "Format_Version"
"""The defined name that every workbook of ours has."""

_TITLE: Final = "BANG!"

_ERRORS: Final = (
    ("pywintypes", "com_error"),
    ("appscript.reference", "CommandError"),
    ("xlwings._xlwindows", "ExcelBusyError"),
    ("xlwings", "XlwingsError"),
)
"""Module and class of the errors when Excel refuses; only loaded modules can raise them."""

_NO_ANSWER: Final = -1712
"""On a Mac: the error number for no answer in time."""

_CANCELLED: Final = -128
"""On a Mac: the error number for a cancelled dialog."""

_PATIENT: Final = -1
"""The timeout that makes appscript wait forever. By default it gives up after 60 s."""

_BUSY: Final = frozenset({-2147418111, -2147417846, -2146777998, _NO_ANSWER})
"""A cell is being edited, or a dialog is open: call rejected (0x80010001), retry later (0x8001010A), ignored (0x800AC472)."""


_VISIBLE, _HIDDEN = -1, 0
_SELECTION: Final = {"unlocked": (1, "unlocked_cells"), "none": (-4142, "no_selection")}
"""By `Protection.selection`: the values for Windows and for a Mac."""

_ALLOWED_ON_MAC: Final = (
    *("formatting_cells", "formatting_columns", "formatting_rows", "inserting_columns", "inserting_rows", "inserting_hyperlinks"),
    *("deleting_columns", "deleting_rows", "sorting", "filtering", "using_pivot_table"),
)
"""What a Mac calls the actions that a protected sheet may allow, in the order of `Protection.allowed`."""


class Property(NamedTuple):
    """The names of an Excel property on both systems. Each read or write is one call to Excel."""

    windows: str
    mac: str


FULL_NAME: Final = Property("FullName", "full_name")
"""A workbook's path, or its address in a cloud folder; only a name if it was never saved."""
READ_ONLY: Final = Property("ReadOnly", "read_only")
PROTECTED: Final = Property("ProtectContents", "protect_contents")
"""Whether a sheet protects its locked cells."""
VALUES: Final = Property("Value", "value")
"""What cells show; on a Mac an error value reads as an empty cell."""
FORMULAS: Final = Property("Formula", "formula")
"""The formulas of cells; constants as typed."""
LOCKED: Final = Property("Locked", "locked")
"""Whether cells are locked; neither True nor False if they differ. The next two work the same way."""
HIDDEN_ROWS: Final = Property("EntireRow.Hidden", "entire_row.hidden")
HIDDEN_COLUMNS: Final = Property("EntireColumn.Hidden", "entire_column.hidden")


class ExcelApi:
    """Excel on Windows: reading or setting a property, or calling a method, is one call to Excel."""

    longest_address = 255
    """The longest address that Excel takes, in characters; an address may hold several blocks."""

    def get(self, thing: Native, what: Property) -> Any:  # noqa: ANN401 - any value of Excel
        """A property of a workbook, a sheet or cells."""
        return attrgetter(what.windows)(thing)

    def set(self, thing: Native, what: Property, value: object) -> None:
        """Set a property."""
        way, _dot, name = what.windows.rpartition(".")
        setattr(attrgetter(way)(thing) if way else thing, name, value)

    def sheets(self, book: Native) -> Callable[[str], Native]:
        """A workbook's sheets by their tab names, with one call for each."""
        worksheets: Callable[[str], Native] = book.api.Worksheets
        return worksheets

    def cells(self, sheet: Native, address: str) -> Native:
        """The cells at an address."""
        return sheet.Range(address)

    def put(self, sheet: Native, address: str, values: Sequence[Sequence[Value]]) -> None:
        """Write a block."""
        cells = self.cells(sheet, address)
        block = [[self._for_excel(value) for value in row] for row in values]
        has_formulas = any(isinstance(value, Formula) for row in values for value in row)
        self.set(cells, FORMULAS if has_formulas else VALUES, block)

    def protect(self, sheet: Native, rules: Protection) -> None:
        """Protect a sheet, without a password."""
        sheet.Protect("", rules.objects, True, rules.scenarios, False, *rules.allowed.values())  # noqa: FBT003 - Excel's order
        if rules.selection:
            sheet.EnableSelection = _SELECTION[rules.selection][0]

    def unprotect(self, sheet: Native) -> None:
        """Remove a sheet's protection. Fails if it has a password."""
        sheet.Unprotect("")

    def show(self, sheet: Native, *, visible: bool) -> None:
        """Show or hide a sheet."""
        sheet.Visible = _VISIBLE if visible else _HIDDEN

    def is_visible(self, sheet: Native) -> bool:
        """Whether a sheet's tab is visible."""
        return bool(sheet.Visible == _VISIBLE)

    def activate(self, sheet: Native) -> None:
        """Bring a sheet to the front."""
        sheet.Activate()

    def select(self, sheet: Native, cell: str) -> None:
        """Put the cursor on a cell of the sheet in front."""
        sheet.Range(cell).Select()

    def selection(self, book: Native) -> tuple[str, str]:
        """The front sheet and the address of its selected cells, even if other objects are selected too."""
        return str(book.api.ActiveSheet.Name), str(book.api.Windows(1).RangeSelection.Address)

    def save(self, book: Native) -> None:
        """Save a workbook in place."""
        book.api.Save()

    def sandbox_folder(self) -> Path | None:
        """The folder for Excel's copies; None if the system's temporary folder works."""
        return None

    def copy(self, book: Native, path: Path) -> None:
        """Write a copy of a workbook with its unsaved entries; the workbook itself is not saved."""
        book.api.SaveCopyAs(str(path))

    def ask(self, book: Native, text: str, default: str) -> str | None:
        """Let Excel ask for a line; None if the person cancels.

        Belief: Excel shows it while a macro waits for Python, as it then answers every other question.
        """
        answer = book.api.Application.InputBox(text[:LONGEST_QUESTION], _TITLE, default)
        return None if answer is False else str(answer)

    def agrees(self, book: Native, text: str) -> bool:
        """Whether the person clicks OK."""
        return bool(book.app.alert(text, _TITLE, "ok_cancel", "info") == "ok")

    def _for_excel(self, value: Value) -> object:
        """An empty text empties a cell; pywin32 needs a time zone for times, and ignores which."""
        if isinstance(value, datetime):
            return value.replace(tzinfo=UTC)
        return "" if value is None else str(value) if isinstance(value, Formula) else value


class _MacApi(ExcelApi):
    """Excel on a Mac. A call with brackets at the end is an event."""

    longest_address = 0  # each block is an address of its own

    def get(self, thing: Native, what: Property) -> Any:  # noqa: ANN401 - as above
        return _without_missing(attrgetter(what.mac)(thing).get())

    def set(self, thing: Native, what: Property, value: object) -> None:
        attrgetter(what.mac)(thing).set(value)

    def sheets(self, book: Native) -> Callable[[str], Native]:
        worksheets = book.api.worksheets
        return lambda title: worksheets[title]

    def cells(self, sheet: Native, address: str) -> Native:
        return sheet.cells[address]

    def protect(self, sheet: Native, rules: Protection) -> None:
        allowed = {f"allow_{name}": allow for name, allow in zip(_ALLOWED_ON_MAC, rules.allowed.values(), strict=True)}
        protected = {"drawing_objects": rules.objects, "worksheet_contents": True, "scenarios": rules.scenarios}
        sheet.protect_worksheet(**protected, user_interface_only=False, **allowed)
        if rules.selection:
            sheet.enable_selection.set(_word(_SELECTION[rules.selection][1]))

    def unprotect(self, sheet: Native) -> None:
        sheet.unprotect(password="")

    def show(self, sheet: Native, *, visible: bool) -> None:
        sheet.visible.set(visible)

    def is_visible(self, sheet: Native) -> bool:
        return bool(sheet.visible.get() == _word("sheet_visible"))

    def activate(self, sheet: Native) -> None:
        sheet.activate_object()

    def select(self, sheet: Native, cell: str) -> None:
        sheet.cells[cell].select()

    def selection(self, book: Native) -> tuple[str, str]:
        book.api.activate_object()  # else the selection is that of another workbook, if that is in front by now
        return str(book.api.active_sheet.name.get()), str(book.app.api.selection.get_address())

    def save(self, book: Native) -> None:
        book.api.save(timeout=_PATIENT)

    def sandbox_folder(self) -> Path | None:
        """A folder for the sandboxed Office programs. None if there is none."""
        folder = Path.home() / OFFICE
        return folder if folder.is_dir() else None

    def copy(self, book: Native, path: Path) -> None:
        """Write a copy by our macro, of this workbook: another one may be in front by now.

        Belief: the macro may run when Python asks for it (the one that started Python has ended), and may write there unasked.
        """
        title = str(book.api.name.get())
        home = title.replace("'", "''") if title.lower().endswith(".xlsm") else ADDIN
        book.app.api.run_VB_macro(f"'{home}'!{COPY}", arg1=title, arg2=str(path), timeout=_PATIENT)

    def ask(self, book: Native, text: str, default: str) -> str | None:
        """Ask in the system's own dialog over Excel, without a time limit."""
        return self._dialog(book, text, default_answer=default)

    def agrees(self, book: Native, text: str) -> bool:
        return self._dialog(book, text) is not None

    def _dialog(self, book: Native, text: str, **options: str) -> str | None:
        """The text typed into a dialog, "" for a dialog without input; None if the person cancelled."""
        system = sys.modules["osax"].OSAX(pid=book.app.pid)
        system.activate()
        try:
            answer = system.display_dialog(text, with_title=_TITLE, timeout=_PATIENT, **options)
        except sys.modules["appscript.reference"].CommandError as error:
            if error.errornumber == _CANCELLED:
                return None
            raise
        return str(answer.get(_word("text_returned"), ""))

    def _for_excel(self, value: Value) -> object:
        return "" if value is None else str(value) if isinstance(value, Formula) else value


def _without_missing(answer: object) -> object:
    """An answer of appscript, with None for its missing value."""
    if isinstance(answer, list | tuple):
        return [_without_missing(one) for one in answer]
    return None if answer == _word("missing_value") else answer


def _word(name: str) -> object:
    return getattr(sys.modules["appscript"].k, name)


_WINDOWS_API: Final = ExcelApi()
_MAC_API: Final = _MacApi()


def platform_api() -> ExcelApi:
    """The API of the Excel on this computer."""
    return _MAC_API if MAC else _WINDOWS_API


def patch_xlwings() -> None:
    """Rid xlwings on Windows of two habits.

    It retries a busy Excel forever: a while is enough, or nobody learns why nothing happens. And when Python ends, or an
    Excel of bangxl, it ends every Excel on the computer without a visible workbook, without asking and without saving.
    """
    xlwindows = sys.modules.get("xlwings._xlwindows")
    if xlwindows is not None:
        vars(xlwindows)["N_COM_ATTEMPTS"] = 2000  # retries for a second or two
        atexit.unregister(xlwindows.cleanup)
        xlwindows.Apps.cleanup = staticmethod(lambda: None)


def open_book(name: str) -> xlwings.Book | None:
    """The open workbook of this name. On a Mac also one whose name was garbled on the way, or else the only one of ours."""
    books = [book for app in xlwings.apps for book in app.books]
    for wanted in (name, _ungarbled(name)) if MAC else (name,):
        for book in books:
            if normalize("NFC", book.name).casefold() == normalize("NFC", wanted).casefold():
                return book
    ours = [book for book in books if book.names.contains(_MARK)] if MAC else []
    return ours[0] if len(ours) == 1 else None


def _ungarbled(name: str) -> str:
    """What a Mac's shell got as UTF-8 and read as Mac Roman."""
    try:
        return normalize("NFC", name).encode("mac_roman").decode()
    except UnicodeError:
        return name


def alert(text: str, *, wrong: bool) -> None:
    """Show a message over the Excel that started us, or over the first one. Makes no call to Excel, which may be busy.

    On a Mac nobody waits longer than a minute for an answer; the message then stays until somebody reads it.
    """
    window = next((word.removeprefix("--hwnd=").strip() for word in sys.argv if word.startswith("--hwnd=")), "")
    try:
        if window.isdecimal() and not MAC:
            app: xlwings.App | None = xlwings.App(impl=sys.modules["xlwings._xlwindows"].App(xl=int(window)))
        else:
            app = xlwings.apps.active
        if app is not None:
            app.alert(text, _TITLE, mode="critical" if wrong else "info")
    except _errors() as error:
        if _NO_ANSWER not in _numbers(error):
            raise


def copy_of(book: xlwings.Book, suffix: str) -> bytes | None:
    """A workbook's current content as a file, with unsaved entries and results; the workbook itself is not saved.

    None from a Mac whose Excel writes no copy: an older workbook lacks the macro, or the folder is forbidden.
    """
    api = platform_api()
    folder = api.sandbox_folder()
    if MAC and folder is None:
        return None
    try:
        with TemporaryDirectory(prefix="bangxl-", dir=folder, ignore_cleanup_errors=True) as private:
            path = Path(private, f"copy{suffix or '.xlsx'}")
            error = attempt(lambda: api.copy(book, path))
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

    ``any_error``: any exception, from any engine. For changes that must not stop halfway.
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
        inside = getattr(error, "excepinfo", None) or ()
        texts = (*inside[2:3], getattr(error, "errormessage", None), getattr(error, "strerror", None))
        why = str(next((text for text in texts if text), error)) or type(error).__name__
        raise BookError("host_refused", reason=why) from error


def attempt(action: Callable[[], object]) -> BookError | None:
    """Call a function; return its error, or None."""
    try:
        with host(any_error=True):
            action()
    except BookError as error:
        return error
    return None


def _errors() -> tuple[type[Exception], ...]:
    return tuple(getattr(sys.modules[module], name) for module, name in _ERRORS if module in sys.modules)


def _numbers(error: Exception) -> set[object]:
    """The error numbers of Excel: pywin32's hresult and, inside it, the scode; appscript's error number."""
    inside = getattr(error, "excepinfo", None) or ()
    return {getattr(error, "hresult", None), getattr(error, "errornumber", None), *inside[5:6]}
