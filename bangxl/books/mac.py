"""What is said to Excel on a Mac, in appscript's words: the same as in `windows`. What ends in a pair of brackets is an event.

Proved on a Mac: nothing of this; the words are those of the dictionary that xlwings brings, and used as xlwings uses them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from bangxl.books.port import Formula, Value
from bangxl.books.worksheet import Protection

Native: TypeAlias = Any
"""A reference of appscript, or an object of xlwings for what lies in its ``api``."""

LONGEST: Final = 0
"""Of an address: each block is one of its own."""

PATIENT: Final = -1
"""The timeout with which appscript waits for ever. Left alone, it gives up after 60 s."""

OFFICE: Final = Path("Library/Group Containers/UBF8T346G9.Office")
"""In the home folder: where all programs of Office may write without asking (known from Microsoft's pages)."""

COPY: Final = "Bang_copy"
"""The workbook's own macro that writes a copy: an AppleScript can only save a workbook under another name."""

CANCELLED: Final = -128
"""The number of the error that says so."""

TITLE: Final = "BANG!"

_ALLOWED: Final = {
    "formatCells": "allow_formatting_cells",
    "formatColumns": "allow_formatting_columns",
    "formatRows": "allow_formatting_rows",
    "insertColumns": "allow_inserting_columns",
    "insertRows": "allow_inserting_rows",
    "insertHyperlinks": "allow_inserting_hyperlinks",
    "deleteColumns": "allow_deleting_columns",
    "deleteRows": "allow_deleting_rows",
    "sort": "allow_sorting",
    "autoFilter": "allow_filtering",
    "pivotTables": "allow_using_pivot_table",
}
_SELECTION: Final = {"unlocked": "unlocked_cells", "none": "no_selection"}


def full_name(book: Native) -> str:
    """See `windows.full_name`."""
    return str(book.api.full_name.get())


def read_only(book: Native) -> bool:
    """See `windows.read_only`."""
    return book.api.read_only.get() is True


def saved(book: Native) -> bool:
    """See `windows.saved`."""
    return book.api.saved.get() is True


def save(book: Native) -> None:
    """See `windows.save`."""
    book.api.save(timeout=PATIENT)


def copies() -> Path | None:
    """See `windows.copies`: a folder of Office, whose programs live in a sandbox. None if there is none."""
    folder = Path.home() / OFFICE
    return folder if folder.is_dir() else None


def copy(book: Native, path: Path) -> None:
    """See `windows.copy`.

    Belief: that the macro may run while Python asks for it (the one that started Python has ended), and may write there unasked.
    """
    title = str(book.api.name.get()).replace("'", "''")
    book.app.api.run_VB_macro(f"'{title}'!{COPY}", arg1=str(path), timeout=PATIENT)


def sheets(book: Native) -> Callable[[str], Native]:
    """See `windows.sheets`; no event."""
    found = book.api.worksheets
    return lambda title: found[title]


def protect(sheet: Native, rules: Protection) -> None:
    """See `windows.protect`."""
    allowed = {_ALLOWED[name]: allow for name, allow in rules.allowed.items()}
    sheet.protect_worksheet(
        drawing_objects=rules.objects, worksheet_contents=True, scenarios=rules.scenarios, user_interface_only=False, **allowed
    )
    if rules.selection:
        sheet.enable_selection.set(_word(_SELECTION[rules.selection]))


def unprotect(sheet: Native) -> None:
    """See `windows.unprotect`."""
    sheet.unprotect(password="")


def protected(sheet: Native) -> bool:
    """See `windows.protected`."""
    return sheet.protect_contents.get() is True


def put(sheet: Native, address: str, values: Sequence[Sequence[Value]]) -> None:
    """See `windows.put`."""
    cells = sheet.cells[address]
    block = [[_for_excel(value) for value in row] for row in values]
    if any(isinstance(value, Formula) for row in values for value in row):
        cells.formula.set(block)
    else:
        cells.value.set(block)


def values(sheet: Native, address: str) -> object:
    """See `windows.values`. An error value reads as an empty cell."""
    return _from_excel(sheet.cells[address].value.get())


def formulas(sheet: Native, address: str) -> object:
    """See `windows.formulas`."""
    return _from_excel(sheet.cells[address].formula.get())


def lock(sheet: Native, address: str, *, locked: bool) -> None:
    """See `windows.lock`."""
    sheet.cells[address].locked.set(locked)


def locked(sheet: Native, address: str) -> bool | None:
    """See `windows.locked`."""
    answer = sheet.cells[address].locked.get()
    return answer if isinstance(answer, bool) else None


def hide(sheet: Native, address: str, *, hidden: bool) -> None:
    """See `windows.hide`."""
    sheet.cells[address].entire_row.hidden.set(hidden)


def hide_columns(sheet: Native, address: str, *, hidden: bool) -> None:
    """See `windows.hide_columns`."""
    sheet.cells[address].entire_column.hidden.set(hidden)


def hidden(sheet: Native, address: str) -> bool | None:
    """See `windows.hidden`."""
    answer = sheet.cells[address].entire_row.hidden.get()
    return answer if isinstance(answer, bool) else None


def hidden_columns(sheet: Native, address: str) -> bool | None:
    """See `windows.hidden_columns`."""
    answer = sheet.cells[address].entire_column.hidden.get()
    return answer if isinstance(answer, bool) else None


def show(sheet: Native, *, visible: bool) -> None:
    """See `windows.show`."""
    sheet.visible.set(visible)


def visible(sheet: Native) -> bool:
    """See `windows.visible`."""
    return bool(sheet.visible.get() == _word("sheet_visible"))


def activate(thing: Native) -> None:
    """See `windows.activate`."""
    thing.activate_object()


def select(sheet: Native, cell: str) -> None:
    """See `windows.select`."""
    sheet.cells[cell].select()


def selection(book: Native) -> tuple[str, str]:
    """See `windows.selection`."""
    return str(book.api.active_sheet.name.get()), str(book.app.api.selection.get_address())


def ask(book: Native, text: str, default: str) -> str | None:
    """See `windows.ask`; by the system's own dialog, over Excel. Nobody is hurried."""
    return _dialog(book, text, default_answer=default)


def agrees(book: Native, text: str) -> bool:
    """See `windows.agrees`."""
    return _dialog(book, text) is not None


def _dialog(book: Native, text: str, **words: str) -> str | None:
    """What was typed into a dialog, "" where there is nothing to type; None if it was cancelled."""
    said = sys.modules["osax"].OSAX(pid=book.app.pid)
    said.activate()
    try:
        answer = said.display_dialog(text, with_title=TITLE, timeout=PATIENT, **words)
    except sys.modules["appscript.reference"].CommandError as error:
        if error.errornumber == CANCELLED:
            return None
        raise
    return str(answer.get(_word("text_returned"), ""))


def _for_excel(value: Value) -> object:
    """An empty text empties a cell."""
    return "" if value is None else str(value) if isinstance(value, Formula) else value


def _from_excel(told: object) -> object:
    """What Excel tells, with None for what it calls missing."""
    if isinstance(told, list | tuple):
        return [_from_excel(one) for one in told]
    return None if told == _word("missing_value") else told


def _word(name: str) -> object:
    """A word of appscript's own kind."""
    return getattr(sys.modules["appscript"].k, name)
