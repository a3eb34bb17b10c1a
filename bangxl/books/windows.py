"""What is said to Excel on Windows, in pywin32's words. A property asked or set, or a method called, is one call to Excel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeAlias

from bangxl.books.blocks import LONGEST_ADDRESS
from bangxl.books.port import LONGEST_QUESTION, Formula, Value
from bangxl.books.worksheet import Protection

Native: TypeAlias = Any
"""An object of Excel, or one of xlwings for what lies in its ``api``."""

LONGEST: Final = LONGEST_ADDRESS
"""Of an address; several blocks may be one."""

TITLE: Final = "BANG!"

_SELECTION: Final = {"unlocked": 1, "none": -4142}
_VISIBLE, _HIDDEN = -1, 0


def full_name(book: Native) -> str:
    """A workbook's path, or its address if it lies in a cloud folder; only a name if it was never saved."""
    return str(book.api.FullName)


def read_only(book: Native) -> bool:
    """Whether a workbook is open for reading only."""
    return book.api.ReadOnly is True


def saved(book: Native) -> bool:
    """Whether nothing has been changed since the workbook was saved."""
    return book.api.Saved is True


def save(book: Native) -> None:
    """Save a workbook in place."""
    book.api.Save()


def copies() -> Path | None:
    """Where Excel may write copies for us; None: where everybody has temporary files."""
    return None


def copy(book: Native, path: Path) -> None:
    """Write a copy of a workbook as it is now; the workbook stays as unsaved as it is."""
    book.api.SaveCopyAs(str(path))


def sheets(book: Native) -> Callable[[str], Native]:
    """Gives a workbook's sheets by their tab names, with one call each."""
    found: Callable[[str], Native] = book.api.Worksheets
    return found


def protect(sheet: Native, rules: Protection) -> None:
    """Protect a sheet, without a password."""
    sheet.Protect("", rules.objects, True, rules.scenarios, False, *rules.allowed.values())  # noqa: FBT003 - see above
    if rules.selection:
        sheet.EnableSelection = _SELECTION[rules.selection]


def unprotect(sheet: Native) -> None:
    """Take a sheet's protection off. Fails if it has a password."""
    sheet.Unprotect("")


def protected(sheet: Native) -> bool:
    """Whether a sheet keeps its locked cells."""
    return sheet.ProtectContents is True


def put(sheet: Native, address: str, values: Sequence[Sequence[Value]]) -> None:
    """Write a block."""
    cells = sheet.Range(address)
    block = [[_for_excel(value) for value in row] for row in values]
    if any(isinstance(value, Formula) for row in values for value in row):
        cells.Formula = block
    else:
        cells.Value = block


def values(sheet: Native, address: str) -> object:
    """What the cells of a block show."""
    return sheet.Range(address).Value


def formulas(sheet: Native, address: str) -> object:
    """The formulas of a block; constants as they would be typed."""
    return sheet.Range(address).Formula


def lock(sheet: Native, address: str, *, locked: bool) -> None:
    """Lock or unlock cells."""
    sheet.Range(address).Locked = locked


def locked(sheet: Native, address: str) -> bool | None:
    """Whether cells are locked; None where some are and some are not."""
    answer = sheet.Range(address).Locked
    return answer if isinstance(answer, bool) else None


def hide(sheet: Native, address: str, *, hidden: bool) -> None:
    """Hide the rows of cells, or show them."""
    sheet.Range(address).EntireRow.Hidden = hidden


def hide_columns(sheet: Native, address: str, *, hidden: bool) -> None:
    """Hide the columns of cells, or show them."""
    sheet.Range(address).EntireColumn.Hidden = hidden


def hidden(sheet: Native, address: str) -> bool | None:
    """Whether the rows of cells are hidden; None where some are and some are not."""
    answer = sheet.Range(address).EntireRow.Hidden
    return answer if isinstance(answer, bool) else None


def hidden_columns(sheet: Native, address: str) -> bool | None:
    """Whether the columns of cells are hidden; None where some are and some are not."""
    answer = sheet.Range(address).EntireColumn.Hidden
    return answer if isinstance(answer, bool) else None


def show(sheet: Native, *, visible: bool) -> None:
    """Show a sheet, or hide it."""
    sheet.Visible = _VISIBLE if visible else _HIDDEN


def visible(sheet: Native) -> bool:
    """Whether a sheet's tab is to be seen."""
    return bool(sheet.Visible == _VISIBLE)


def activate(thing: Native) -> None:
    """Bring a workbook or a sheet to the front."""
    thing.Activate()


def select(sheet: Native, cell: str) -> None:
    """Put the cursor on a cell of the sheet in front."""
    sheet.Range(cell).Select()


def selection(book: Native) -> tuple[str, str]:
    """The sheet in front and the address of the cells selected there, whatever else may be selected as well."""
    return str(book.api.ActiveSheet.Name), str(book.api.Windows(1).RangeSelection.Address)


def ask(book: Native, text: str, default: str) -> str | None:
    """Let Excel ask for a line; None for who cancels.

    Belief: that Excel shows it while a macro waits for Python, as it answers every other question then.
    """
    answer = book.api.Application.InputBox(text[:LONGEST_QUESTION], TITLE, default)
    return None if answer is False else str(answer)


def agrees(book: Native, text: str) -> bool:
    """Whether a person says OK."""
    return bool(book.app.alert(text, TITLE, "ok_cancel", "info") == "ok")


def _for_excel(value: Value) -> object:
    """pywin32 wants moments with a time zone, and takes no notice of which; an empty text empties a cell."""
    if isinstance(value, datetime):
        return value.replace(tzinfo=UTC)
    return "" if value is None else str(value) if isinstance(value, Formula) else value
