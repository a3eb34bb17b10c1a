"""The part of an open LibreOffice book that runs inside LibreOffice: answers `bangxl.books.office.OfficeBook` with UNO.

It runs in LibreOffice's own Python, 3.8 or later: the standard library and ``uno`` only. Rows and columns count from 1, areas are
left, top, right, bottom. Each public method of `Agent` is one request; its result is encoded as JSON.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.io import IOException
from com.sun.star.uno import Exception as UnoException, RuntimeException

from bangxl.office.places import areas_named, contents

Uno = Any
"""An object of LibreOffice."""

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Area = tuple[int, int, int, int]
    Typed = None | bool | float | str | dict[str, float]
    """What to type into a cell; a moment is ``{"date": days}``."""
    Run = tuple[str, int, int, list[Typed]]
    """Cells below each other: sheet, column, first row, values."""

_TITLE = "BANG!"
OLDER = "older extension; bangxl setup --libreoffice"
XLSX = "Calc MS Excel 2007 XML"
_LOOKS = ("look", "names", "sheets", "read")
"""Requests that change nothing."""
MOST_CELLS = 1_000_000
"""The most cells to read ahead; ours have a quarter of that, and a foreign document may name whole columns."""
WIDE = 256
"""A number of columns of which some are always visible."""
FEWEST = 3
"""The smallest run of cells worth writing as a block."""
AMBIGUOUS = "AMBIGUOUS_VALUE"
"""com.sun.star.beans.PropertyState of cells that differ."""
DATE, DATE_AND_TIME, LOGICAL = 2, 6, 1024
"""com.sun.star.util.NumberFormat."""
DATE_CELLS, FORMULA_CELLS = 2, 16
"""com.sun.star.sheet.CellFlags."""
ERROR_RESULTS = 4
"""com.sun.star.sheet.FormulaResult."""
OK_CANCEL, OK = 2, 1
"""com.sun.star.awt.MessageBoxButtons, MessageBoxResults."""
PUSH_OK, PUSH_CANCEL = 1, 2
"""com.sun.star.awt.PushButtonType."""
WIDTH, MARGIN, LINE, LETTERS = 260, 6, 9, 62
"""A dialog's width, margins and line height, in units of its font; the letters in a line, roughly."""
LABEL, LABEL_LETTERS = 90, 21
"""The width of a field's label; the letters in a line of it, roughly."""
_BUTTON = 50, 14
_PLACE = 120, 70
"""Where a dialog appears over the window."""


class Refused(Exception):  # noqa: N818 - a refusal of LibreOffice, not an error of ours
    """A refused request: the code of a BookError, and its values."""

    def __init__(self, code: str, **values: str) -> None:
        super().__init__(code)
        self.code = code
        self.values_ = values


class Agent:
    """One open spreadsheet, to read and change."""

    def __init__(self, context: Uno, document: Uno) -> None:
        self._context = context
        self._document = document
        self._kept: dict[str, Uno] = {}
        """The sheets by tab name: each lookup costs LibreOffice a millisecond."""
        self._names: dict[str, str] | None = None
        self._ahead: dict[str, tuple[Area, dict[str, Any]]] = {}
        """By sheet, the data read ahead of bangxl's request, and its area."""

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Carry out one request, ``{"do": "read", …}``: ``{"value": …}``, or ``{"error": code, "values": {…}}``."""
        name = request.pop("do")
        action = getattr(self, name, None)
        if name not in _LOOKS:
            self._ahead = {}
        if action is None:
            return {"error": "host_refused", "values": {"reason": OLDER}}
        try:
            return {"value": action(**request)}
        except Refused as refused:
            return {"error": refused.code, "values": refused.values_}
        except (UnoException, RuntimeException) as error:
            return {"error": "host_refused", "values": {"reason": error.Message or type(error).__name__}}

    def look(self) -> dict[str, Any]:
        """The document's location (``path`` empty if not on this computer), and what prevents a change."""
        document = self._document
        url = document.URL
        return {
            "url": url,
            "path": uno.fileUrlToSystemPath(url) if url.startswith("file:") else "",
            "title": document.Title,
            "read_only": document.isReadonly(),
            "structure_protected": document.isProtected(),
        }

    def prepare(self) -> None:
        """Read names and their cells while bangxl is starting. If that fails, bangxl's request reports it."""
        with suppress(UnoException, RuntimeException, AttributeError):  # only spreadsheets have sheets
            self._names = contents(self._document, self._sheets)
            areas = {name: area for name, area in areas_named(self._names.values()).items() if name in self._kept}
            if sum(map(size, areas.values())) <= MOST_CELLS:
                self._ahead = {name: (areas[name], data) for name, data in self._read(areas).items()}

    def names(self) -> dict[str, str]:
        """All defined names by name or ``Sheet!Name``, each with its content in LibreOffice's syntax."""
        known, self._names = self._names, None
        return contents(self._document, self._sheets) if known is None else known

    def sheets(self) -> dict[str, bool]:
        """Tab names in order, each with whether it is visible."""
        return {name: sheet.IsVisible for name, sheet in self._sheets.items()}

    def read(self, areas: dict[str, Area]) -> dict[str, Any]:
        """By sheet, for one area: the values row by row, and which of its parts hold dates; and where the sheet has formulas."""
        ahead, self._ahead = self._ahead, {}
        known = {name: ahead[name][1] for name, area in areas.items() if name in ahead and ahead[name][0] == tuple(area)}
        rest = {name: area for name, area in areas.items() if name not in known}
        return {**known, **self._read(rest)} if rest else known

    def _read(self, areas: dict[str, Area]) -> dict[str, Any]:
        if not self._document.isAutomaticCalculationEnabled():
            self._document.calculate()
        ranges = {name: _cells_of(self._sheet(name), area) for name, area in areas.items()}
        everywhere = self._document.createInstance("com.sun.star.sheet.SheetCellRanges")
        everywhere.addRangeAddresses(tuple(one.RangeAddress for one in ranges.values()), False)  # noqa: FBT003 - UNO takes no keywords
        # over all sheets, so it does not say which sheet: mostly there are none
        errors = bool(areas_of(everywhere.queryFormulaCells(ERROR_RESULTS)))
        dates = bool(areas_of(everywhere.queryContentCells(DATE_CELLS)))
        return {name: block(one, errors=errors, dates=dates) for name, one in ranges.items()}

    def formulas(self, sheet: str, area: Area) -> list[list[str]]:
        """The formulas of an area in LibreOffice's syntax; for other cells the content."""
        return [list(row) for row in _cells_of(self._sheet(sheet), area).getFormulaArray()]

    def merged(self, areas: dict[str, list[Area]]) -> dict[str, list[Area]]:
        """By sheet, the merged areas whose first cell is in one of the given areas."""
        by_tab = {name: [one for area in parts for one in merged(self._sheet(name), area)] for name, parts in areas.items()}
        return {name: parts for name, parts in by_tab.items() if parts}

    def unlockable(self, sheets: list[str]) -> None:
        """Refused if one of the sheets has a password; changes nothing."""
        modified = self._document.isModified()
        step = Transaction(self._document)
        try:
            step.begin([self._sheet(name) for name in sheets])
        finally:
            step.end()
            self._document.setModified(modified)

    def apply(
        self,
        cells: list[tuple[str, int, int, Typed]],
        hidden: list[tuple[str, int, int, bool]],
        columns: list[tuple[str, int, int, bool]],
        locked: list[tuple[str, Area, bool]],
        visible: dict[str, bool],
        active: str,
        *,
        aside: bool = False,
    ) -> None:
        """Make all changes or none; ``aside`` as in `Transaction`."""
        touched = {cell[0] for cell in cells} | {lines[0] for lines in (*hidden, *columns)} | {area[0] for area in locked}
        step = Transaction(self._document, aside=aside)
        try:
            step.begin([self._sheet(name) for name in sorted(touched)])
            BlockWriter(self._document).write(self._sheet, cells)
            for sheet, first, last, hide in hidden:
                _cells_of(self._sheet(sheet), (1, first, 1, last)).Rows.IsVisible = not hide
            for sheet, first, last, hide in columns:
                _cells_of(self._sheet(sheet), (first, 1, last, 1)).Columns.IsVisible = not hide
            for sheet, area, lock in locked:
                _lock(_cells_of(self._sheet(sheet), area), lock=lock)
            for show in (True, False):  # one sheet must always stay visible
                for name in (name for name, seen in visible.items() if seen == show):
                    self._sheet(name).IsVisible = show
            step.keep()
        finally:
            step.end()
        if active:
            self._controller().setActiveSheet(self._sheet(active))

    def past(
        self, rows: dict[str, tuple[str, int, int]], cells: dict[str, tuple[str, Area]], columns: dict[str, tuple[str, int]]
    ) -> dict[str, Any]:
        """Whether the document is ``modified``, and the state of what a change will touch, by the given names.

        Whether each of some rows is ``hidden``, whether cells are ``locked`` (None: mixed), which ``columns`` are hidden,
        and which sheet is ``active``.
        """
        return {
            "modified": self._document.isModified(),
            "hidden": {name: hidden_rows(self._sheet(sheet), first, last) for name, (sheet, first, last) in rows.items()},
            "locked": {name: _locked(_cells_of(self._sheet(sheet), area)) for name, (sheet, area) in cells.items()},
            "columns": {
                name: not self._sheet(sheet).Columns.getByIndex(column - 1).IsVisible for name, (sheet, column) in columns.items()
            },
            "active": self._controller().ActiveSheet.Name,
        }

    def copy(self) -> str:
        """Copy the document's current state to a temporary file, which the caller deletes; return its path."""
        handle, path = tempfile.mkstemp(".xlsx", "bangxl-")
        os.close(handle)
        self._document.storeToURL(uno.systemPathToFileUrl(path), (PropertyValue("FilterName", 0, XLSX, 0),))
        return path

    def save(self) -> None:
        """Save in place, in the file's format."""
        try:
            self._document.store()
        except IOException:  # its message is a place in LibreOffice's source
            raise Refused("cannot_write", reason="LibreOffice") from None

    def goto(self, sheet: str, cell: str) -> None:
        """Put the cursor on a cell of a visible sheet; LibreOffice would unhide a hidden one."""
        target = self._sheet(sheet)
        if target.IsVisible:
            self._controller().setActiveSheet(target)
            for chosen in (target.getCellRangeByName(cell), self._document.createInstance("com.sun.star.sheet.SheetCellRanges")):
                self._controller().select(chosen)  # then nothing: in a selected cell, Tab and Return stay

    def selected(self, rows: int, columns: int) -> dict[str, Any]:
        """The sheet in front, the selected areas (limited to this many rows and columns of each) and their values."""
        controller = self._controller()
        chosen = controller.getSelection()
        if hasattr(chosen, "RangeAddresses"):
            parts = areas_of(chosen)
        else:
            parts = [area_of(chosen.RangeAddress)] if hasattr(chosen, "RangeAddress") else []
        areas = [(left, top, min(right, left + columns - 1), min(bottom, top + rows - 1)) for left, top, right, bottom in parts]
        sheet = controller.ActiveSheet
        blocks = [[list(row) for row in _cells_of(sheet, area).getDataArray()] for area in areas]
        return {"sheet": sheet.Name, "areas": areas, "blocks": blocks}

    def form(self, text: str, fields: list[tuple[str, str, list[str]]]) -> list[str] | None:
        """Let the person fill in fields, each with label, value and choices; None if cancelled, or without a window."""
        window = self._window()
        if window is None:
            return None
        model = self._service("com.sun.star.awt.UnoControlDialogModel")
        model.Title, model.Width, model.Moveable, model.Closeable = _TITLE, WIDTH, True, True
        lines = sum(1 + len(line) // LETTERS for line in text.split("\n"))
        _add(model, "question", "FixedText", (MARGIN, MARGIN, WIDTH - 2 * MARGIN, lines * LINE), Label=text, MultiLine=True)
        top, left = 2 * MARGIN + lines * LINE, 2 * MARGIN + LABEL
        for number, (label, value, choices) in enumerate(fields):
            height = LINE * (1 + len(label) // LABEL_LETTERS)
            _add(model, f"label{number}", "FixedText", (MARGIN, top + 2, LABEL, height), Label=label, MultiLine=True)
            offered = {"StringItemList": (*choices,), "Dropdown": True, "Autocomplete": True, "LineCount": 12} if choices else {}
            area = left, top, WIDTH - left - MARGIN, _BUTTON[1]
            _add(model, f"field{number}", "ComboBox" if choices else "Edit", area, Text=value, **offered)
            top += max(height, _BUTTON[1]) + MARGIN // 2
        for name, push, place in (("ok", PUSH_OK, 2), ("cancel", PUSH_CANCEL, 1)):
            area = WIDTH - place * (_BUTTON[0] + MARGIN), top + MARGIN, *_BUTTON
            _add(model, name, "Button", area, PushButtonType=push, DefaultButton=push == PUSH_OK)
        model.Height = top + _BUTTON[1] + 2 * MARGIN
        model.PositionX, model.PositionY = _PLACE
        dialog = self._service("com.sun.star.awt.UnoControlDialog")
        dialog.setModel(model)
        dialog.setVisible(False)
        dialog.createPeer(self._service("com.sun.star.awt.Toolkit"), window)
        try:
            inputs = [dialog.getControl(f"field{number}") for number in range(len(fields))]
            next((one for one in inputs if not one.Text), inputs[0]).setFocus()
            return [str(one.Text) for one in inputs] if dialog.execute() == OK else None
        finally:
            dialog.dispose()

    def agrees(self, text: str) -> bool:
        """Whether the person clicks OK; False without a window."""
        window, kind = self._window(), uno.Enum("com.sun.star.awt.MessageBoxType", "QUERYBOX")
        toolkit = self._service("com.sun.star.awt.Toolkit")
        box = toolkit.createMessageBox(window, kind, OK_CANCEL, _TITLE, text) if window is not None else None
        if box is None:
            return False
        try:
            return bool(box.execute() == OK)
        finally:
            box.dispose()

    def _service(self, name: str) -> Uno:
        return self._context.ServiceManager.createInstanceWithContext(name, self._context)

    def _window(self) -> Uno:
        controller = self._controller()
        return controller.Frame.ContainerWindow if controller is not None else None

    @property
    def _sheets(self) -> dict[str, Uno]:
        sheets = self._document.Sheets
        names = sheets.ElementNames
        if (*self._kept,) != names:
            self._kept = dict(zip(names, sheets))  # noqa: B905 - Python 3.8
        return self._kept

    def _sheet(self, name: str) -> Uno:
        return self._kept.get(name) or self._document.Sheets.getByName(name)

    def _controller(self) -> Uno:
        return self._document.getCurrentController()


class Transaction:
    """A change with the protection of some sheets lifted; keep it whole, or take it back by LibreOffice's undo.

    After a change is kept, LibreOffice's lists of undo and redo are empty. Its undo of such a change leaves sheets unprotected
    and cells blank, and an older step would restore cells that the change has read. A change ``aside``, such as a stamp, stays
    off those lists: Ctrl+Z still takes back what a person typed before it, and half of it would harm nothing.
    """

    def __init__(self, document: Uno, *, aside: bool = False) -> None:
        self._document = document
        self._undo = document.UndoManager
        self._aside = aside
        self._before: tuple[str, ...] | None = None
        self._lifted: list[Uno] = []
        self._kept = False

    def begin(self, sheets: list[Uno]) -> None:
        """Pause LibreOffice's drawing and calculation, and lift the protection. Refused for a sheet with a password."""
        self._calculates = self._document.isAutomaticCalculationEnabled()
        self._before = self._undo.getAllUndoActionTitles()
        if self._aside:  # a context would be begun in vain, and Calc sometimes unlocks the list before it is left
            self._undo.lock()
        else:
            self._undo.enterUndoContext(_TITLE)
        self._document.lockControllers()
        self._document.enableAutomaticCalculation(False)  # noqa: FBT003 - UNO takes no keywords
        for sheet in sheets:
            if sheet.isProtected():
                try:
                    sheet.unprotect("")
                except (UnoException, RuntimeException):
                    raise Refused("sheet_protected", sheet=sheet.Name) from None
                self._lifted.append(sheet)

    def keep(self) -> None:
        """Protect the sheets again: the change is complete."""
        for sheet in self._lifted:
            sheet.protect("")
        self._kept = True

    def end(self) -> None:
        """Calculate and draw again; without `keep`, take everything back first."""
        if self._before is None:
            return
        if not self._aside:
            self._undo.leaveUndoContext()
        if self._aside:
            self.keep()
            self._undo.unlock()
        elif self._kept:
            self._undo.clear()
        elif self._undo.getAllUndoActionTitles() != self._before:
            self._undo.undo()
            self._undo.clearRedo()  # nobody may repeat a refused change
        self._document.enableAutomaticCalculation(self._calculates)
        self._document.unlockControllers()


def _lock(cells: Uno, *, lock: bool) -> None:
    """Lock or unlock cells, all at once if they are alike; whether their formulas are hidden stays."""
    if _locked(cells) is None:
        area = cells.RangeAddress
        for row in range(area.EndRow - area.StartRow + 1):
            for column in range(area.EndColumn - area.StartColumn + 1):
                _lock(cells.getCellByPosition(column, row), lock=lock)
        return
    protection = cells.CellProtection
    if protection.IsLocked != lock:
        protection.IsLocked = lock
        cells.CellProtection = protection


def _locked(cells: Uno) -> bool | None:
    return None if cells.getPropertyState("CellProtection").value == AMBIGUOUS else cells.CellProtection.IsLocked


def _add(model: Uno, name: str, kind: str, place: tuple[int, int, int, int], **properties: Uno) -> None:
    control = model.createInstance(f"com.sun.star.awt.UnoControl{kind}Model")
    control.Name = name
    control.PositionX, control.PositionY, control.Width, control.Height = place
    for key, value in properties.items():
        setattr(control, key, value)
    model.insertByName(name, control)


class BlockWriter:
    """Types into one document, so that LibreOffice's undo can take back a change refused halfway.

    Every cell that LibreOffice passes to Python takes about a millisecond; so cells below each other are written as a
    block. LibreOffice's undo of a block does not clear the cells that were empty, but that of an array formula does: the block
    starts with one.
    """

    def __init__(self, document: Uno) -> None:
        self._document = document
        self._kinds: dict[int, int] = {}

    def write(self, sheet_of: Callable[[str], Uno], cells: Iterable[tuple[str, int, int, Typed]]) -> None:
        """Type all values; each cell as sheet, row, column and value. ``sheet_of``: a sheet by its tab name."""
        for title, column, first, values in column_runs(cells):
            sheet = sheet_of(title)
            if len(values) >= FEWEST and all(map(is_plain, values)):
                area = sheet.getCellRangeByPosition(column - 1, first - 1, column - 1, first + len(values) - 2)
                alike = area.getPropertyState("NumberFormat").value != AMBIGUOUS
                if alike and not self._kind(area.NumberFormat) & (DATE | LOGICAL):  # such a format would change a number
                    area.setArrayFormula("=0")
                    area.setDataArray(tuple((value if isinstance(value, str) else float(value),) for value in values))  # type: ignore[arg-type] # they are plain
                    continue
            for row, value in enumerate(values, first):
                self._type(sheet.getCellByPosition(column - 1, row - 1), value)

    def _type(self, cell: Uno, value: Typed) -> None:
        """Type a value; dates get a date format, other values lose it."""
        if value is None or isinstance(value, str):
            cell.setString(value or "")
        elif isinstance(value, bool):
            cell.setFormula("=TRUE()" if value else "=FALSE()")  # as LibreOffice itself stores booleans of a file
        else:
            cell.setValue(value["date"] if isinstance(value, dict) else float(value))
            wanted = DATE if isinstance(value, dict) else 0
            if self._kind(cell.NumberFormat) & (DATE | LOGICAL) != wanted:
                formats = self._document.NumberFormats
                cell.NumberFormat = formats.getStandardFormat(DATE_AND_TIME, self._document.CharLocale) if wanted else 0

    def _kind(self, number: int) -> int:
        if number not in self._kinds:
            self._kinds[number] = self._document.NumberFormats.getByKey(number).Type
        return self._kinds[number]


def column_runs(cells: Iterable[tuple[str, int, int, Typed]]) -> Iterator[Run]:
    """Group cells below each other."""
    run: Run = ("", 0, 0, [])
    for title, row, column, value in sorted(cells, key=lambda cell: (cell[0], cell[2], cell[1])):
        if (title, column, row) != (run[0], run[1], run[2] + len(run[3])):
            if run[3]:
                yield run
            run = (title, column, row, [])
        run[3].append(value)
    if run[3]:
        yield run


def is_plain(value: Typed) -> bool:
    """Whether a block can hold a value: a number, or a text that LibreOffice leaves unchanged."""
    if isinstance(value, str):
        return value[:1].isalpha() and not value.isalpha()
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _cells_of(sheet: Uno, area: Area) -> Uno:
    left, top, right, bottom = area
    return sheet.getCellRangeByPosition(left - 1, top - 1, right - 1, bottom - 1)


def size(area: Area) -> int:
    """The number of cells in an area."""
    left, top, right, bottom = area
    return (right - left + 1) * (bottom - top + 1)


def block(source: Uno, *, errors: bool, dates: bool) -> dict[str, Any]:
    """The values of an area, "" for none, an error as its text, and its dates if there may be any; the formulas of its sheet."""
    rows = source.getDataArray()
    if errors:
        rows = [[*row] for row in rows]
        corner = source.RangeAddress
        for left, top, right, bottom in areas_of(source.queryFormulaCells(ERROR_RESULTS)):
            for row in range(top - 1 - corner.StartRow, bottom - corner.StartRow):
                for column in range(left - 1 - corner.StartColumn, right - corner.StartColumn):
                    rows[row][column] = source.getCellByPosition(column, row).String
    formulas = areas_of(source.Spreadsheet.queryContentCells(FORMULA_CELLS))
    return {"rows": rows, "formulas": formulas, "dates": areas_of(source.queryContentCells(DATE_CELLS)) if dates else []}


def merged(sheet: Uno, area: Area) -> list[Area]:
    """The merged areas that begin in an area: split it in halves while LibreOffice reports some."""
    if not _cells_of(sheet, area).IsMerged:
        return []
    left, top, right, bottom = area
    if right - left > bottom - top:
        middle = (left + right) // 2
        halves = [(left, top, middle, bottom), (middle + 1, top, right, bottom)]
    elif bottom > top:
        middle = (top + bottom) // 2
        halves = [(left, top, right, middle), (left, middle + 1, right, bottom)]
    else:
        cursor = sheet.createCursorByRange(_cells_of(sheet, area))
        cursor.collapseToMergedArea()
        return [area_of(cursor.RangeAddress)]
    return [one for half in halves for one in merged(sheet, half)]


def areas_of(ranges: Uno) -> list[Area]:
    """The areas of several ranges."""
    return [area_of(part) for part in ranges.RangeAddresses]


def area_of(part: Uno) -> Area:
    """The area of a range's address."""
    return part.StartColumn + 1, part.StartRow + 1, part.EndColumn + 1, part.EndRow + 1


def hidden_rows(sheet: Uno, first: int, last: int) -> list[bool]:
    """Whether each of some rows is hidden; for columns too."""
    seen = areas_of(_cells_of(sheet, (1, first, WIDE, last)).queryVisibleCells())
    visible = {row for _left, top, _right, bottom in seen for row in range(top, bottom + 1)}
    return [row not in visible for row in range(first, last + 1)]
