"""Excel's object model, as far as anybody here asks for it: what Excel does, on Windows and on a Mac, over openpyxl's workbooks.

Names and meanings are those of Excel's own documentation. Nothing is counted here: see `windows` and `mac`.
"""

# ruff: noqa: FBT001, N802, N803 - Excel's own names and arguments
from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

from openpyxl.cell.cell import Cell
from openpyxl.utils import get_column_letter, range_boundaries
from openpyxl.worksheet.worksheet import Worksheet as Sheet

from tests.hosts.excel import values
from tests.hosts.excel.values import formula, refusal

if TYPE_CHECKING:
    from tests.hosts.excel.program import Excel, Open

Raw: TypeAlias = Any
"""Whatever goes through xlwings, which has no types here."""

Area = tuple[int, int, int, int]
"""Top, left, bottom, right."""

LAST_ROW, LAST_COLUMN = 2**20, 2**14
OPTIONS = (
    *("formatCells", "formatColumns", "formatRows", "insertColumns", "insertRows", "insertHyperlinks", "deleteColumns"),
    *("deleteRows", "sort", "autoFilter", "pivotTables"),
)
"""What the file format calls the options of a protection, in the order of Protect; set means forbidden."""


class Thing:
    def __init__(self, excel: Excel) -> None:
        self.excel = excel


class Worksheet(Thing):
    def __init__(self, parent: Workbook, sheet: Sheet) -> None:
        super().__init__(parent.excel)
        self.Parent, self.book, self.sheet = parent, parent.book, sheet

    @property
    def Name(self) -> str:
        return self.sheet.title

    @property
    def Index(self) -> int:
        return self.book.workbook.index(self.sheet) + 1

    @property
    def Cells(self) -> Range:
        return Range(self, [(1, 1, LAST_ROW, LAST_COLUMN)])

    def Range(self, first: Raw, last: Raw = None) -> Range:
        if isinstance(first, Range):
            ((top, left, _, _),), ((_, _, bottom, right),) = first.areas, last.areas
            return Range(self, [(top, left, bottom, right)])
        assert len(first) <= 255, "Excel takes no longer address"
        areas = [range_boundaries(part) for part in first.split(",")]
        return Range(self, [(top, left, bottom, right) for left, top, right, bottom in areas])  # type: ignore[misc] # no whole rows

    @property
    def Visible(self) -> int:
        return {"visible": -1, "hidden": 0, "veryHidden": 2}[self.sheet.sheet_state]

    @Visible.setter
    def Visible(self, value: int) -> None:
        with self.excel.call("visible", self.Name):
            state: Raw = {True: "visible", -1: "visible", 0: "hidden", 2: "veryHidden"}[value]
            others = [one for one in self.book.workbook.worksheets if one is not self.sheet and one.sheet_state == "visible"]
            if state != self.sheet.sheet_state and self.book.structure_protected:
                raise refusal("Unable to set the Visible property of the Worksheet class")
            if state != "visible" and not others:
                raise refusal("A workbook must contain at least one visible worksheet.")
            self.book.saved = False
            self.sheet.sheet_state = state
            if state != "visible" and self.book.workbook.active is self.sheet:
                self._front(others[0])

    @property
    def ProtectContents(self) -> bool:
        return bool(self.sheet.protection.sheet)

    @property
    def EnableSelection(self) -> int:
        rules = self.sheet.protection
        return -4142 if rules.selectUnlockedCells else int(bool(rules.selectLockedCells))

    @EnableSelection.setter
    def EnableSelection(self, value: int) -> None:
        with self.excel.call("EnableSelection", self.Name):
            self.sheet.protection.selectLockedCells, self.sheet.protection.selectUnlockedCells = value != 0, value == -4142

    def Unprotect(self, password: str) -> None:
        with self.excel.call("Unprotect", self.Name):
            rules = self.sheet.protection
            if rules.password and not password:
                raise refusal("The password you supplied is not correct.")
            rules.sheet = False
            for option in (*OPTIONS, "objects", "scenarios"):  # forgotten, as a new Protect sets them all
                setattr(rules, option, None)

    def Protect(self, _password: str, objects: bool, contents: bool, scenarios: bool, mode: bool, *allowed: bool) -> None:
        assert mode is False
        with self.excel.call("Protect", self.Name):
            rules = self.sheet.protection
            rules.objects, rules.sheet, rules.scenarios = objects, contents, scenarios
            for option, allow in zip(OPTIONS, allowed, strict=True):
                setattr(rules, option, not allow)

    def Activate(self) -> None:
        with self.excel.call("Activate", self.Name):
            if self.sheet.sheet_state != "visible":
                raise refusal("Activate method of Worksheet class failed")
            self._front(self.sheet)

    def _front(self, front: Sheet) -> None:
        self.book.workbook.active = front
        for sheet in self.book.workbook.worksheets:
            sheet.sheet_view.tabSelected = sheet is front


class Range(Thing):
    def __init__(self, sheet: Worksheet, areas: list[Area]) -> None:
        super().__init__(sheet.excel)
        self.Worksheet, self.areas = sheet, areas

    @property
    def Row(self) -> int:
        return self.areas[0][0]

    @property
    def Column(self) -> int:
        return self.areas[0][1]

    @property
    def Rows(self) -> Line:
        return Line(self.areas[0][2] - self.areas[0][0] + 1)

    @property
    def Columns(self) -> Line:
        return Line(self.areas[0][3] - self.areas[0][1] + 1)

    @property
    def Address(self) -> str:
        return ",".join(
            f"${get_column_letter(left)}${top}:${get_column_letter(right)}${bottom}" for top, left, bottom, right in self.areas
        )

    def Item(self, row: int, column: int) -> Range:
        top, left = self.Row + row - 1, self.Column + column - 1
        return Range(self.Worksheet, [(top, left, top, left)])

    @property
    def EntireRow(self) -> WholeRows:
        return WholeRows(self.Worksheet, self.areas)

    @property
    def EntireColumn(self) -> WholeColumns:
        return WholeColumns(self.Worksheet, self.areas)

    @property
    def Value(self) -> Raw:
        with self.excel.call("read", self.Worksheet.Name):
            return self._block(self.Worksheet.book.shown)

    @Value.setter
    def Value(self, data: Raw) -> None:
        with self.excel.call("write", self.Worksheet.Name):
            self._put(data)

    @property
    def Formula(self) -> Raw:
        with self.excel.call("formulas", self.Worksheet.Name):
            return self._block(formula)

    @Formula.setter
    def Formula(self, data: Raw) -> None:
        with self.excel.call("write", self.Worksheet.Name):
            self._put(data)

    @property
    def FormulaLocal(self) -> Raw:
        return self._block(lambda cell: values.local(cell, self._decimal()))

    @FormulaLocal.setter
    def FormulaLocal(self, text: str) -> None:
        self.Value = values.from_local(text, self._decimal())

    def _decimal(self) -> str:
        """The sign in force: that of the options only if they are not to follow the system."""
        return "." if self.excel.state["system_separators"] else self.excel.state["decimal"]

    @property
    def Locked(self) -> bool | None:
        return one_of({bool(cell.protection.locked) for cell in self._all()})

    @Locked.setter
    def Locked(self, value: bool) -> None:
        with self.excel.call("Locked", self.Worksheet.Name):
            if self.Worksheet.ProtectContents:
                raise refusal("Unable to set the Locked property of the Range class")
            self.Worksheet.book.saved = False
            for cell in self._all():
                protection: Any = copy(cell.protection)
                protection.locked = value
                cell.protection = protection

    def Select(self) -> None:
        sheet = self.Worksheet
        if sheet.book.workbook.active is not sheet.sheet:
            raise refusal("Select method of Range class failed")
        for view in sheet.sheet.views.sheetView:
            for selection in view.selection:
                selection.sqref = selection.activeCell = f"{get_column_letter(self.Column)}{self.Row}"

    def _block(self, ask: Raw) -> Raw:
        block = tuple(tuple(ask(cell) for cell in row) for row in self._rows(self.areas[0]))
        return block[0][0] if len(block) == len(block[0]) == 1 else block

    def _rows(self, area: Area) -> list[list[Cell]]:
        top, left, bottom, right = area
        sheet = self.Worksheet.sheet
        return [[values.cell_at(sheet, row, column) for column in range(left, right + 1)] for row in range(top, bottom + 1)]

    def _all(self) -> list[Cell]:
        return [*chain.from_iterable(row for area in self.areas for row in self._rows(area))]

    def _put(self, data: Raw) -> None:
        [area] = self.areas
        lines = self._rows(area)
        if self.Worksheet.ProtectContents and any(cell.protection.locked for cell in self._all()):
            raise refusal("The cell you're trying to change is on a protected sheet.")
        self.Worksheet.book.touched()
        block = data if isinstance(data, list | tuple) else [[data] * len(lines[0])] * len(lines)
        for line, row in zip(lines, block, strict=True):
            for cell, value in zip(line, row, strict=True):
                values.typed(cell, value)


class WholeRows(Range):
    @property
    def Hidden(self) -> bool | None:
        with self.excel.call("hidden", self.Worksheet.Name):
            rows = self.Worksheet.sheet.row_dimensions
            return one_of({row in rows and bool(rows[row].hidden) for row in self._numbers()})

    @Hidden.setter
    def Hidden(self, value: bool) -> None:
        with self.excel.call("hide", self.Worksheet.Name):
            sheet = self.Worksheet.sheet
            if sheet.protection.sheet and sheet.protection.formatRows is not False:
                raise refusal("Unable to set the Hidden property of the Range class")
            self.Worksheet.book.saved = False
            for row in self._numbers():
                sheet.row_dimensions[row].hidden = value

    def _numbers(self) -> list[int]:
        return [row for top, _, bottom, _ in self.areas for row in range(top, bottom + 1)]


class WholeColumns(Range):
    @property
    def Hidden(self) -> bool | None:
        with self.excel.call("hidden", self.Worksheet.Name):
            sheet = self.Worksheet.sheet
            return one_of({values.column_hidden(sheet, column) for column in self._numbers()})

    @Hidden.setter
    def Hidden(self, value: bool) -> None:
        with self.excel.call("hide", self.Worksheet.Name):
            sheet = self.Worksheet.sheet
            if sheet.protection.sheet and sheet.protection.formatColumns is not False:
                raise refusal("Unable to set the Hidden property of the Range class")
            self.Worksheet.book.saved = False
            for column in self._numbers():
                values.hide_column(sheet, column, hidden=value)

    def _numbers(self) -> list[int]:
        return [column for _, left, _, right in self.areas for column in range(left, right + 1)]


class Line:
    """Rows or columns, of which only the number is asked."""

    def __init__(self, count: int) -> None:
        self.Count = count


def one_of(states: set[bool]) -> bool | None:
    return states.pop() if len(states) == 1 else None


CALCULATION = {"automatic": -4105, "manual": -4135, "semiautomatic": 2}


class Application(Thing):
    Version = "16.0"

    @property
    def Application(self) -> Application:
        return self

    @property
    def Hwnd(self) -> int:
        return self.excel.hwnd

    @property
    def Workbooks(self) -> Workbooks:
        return Workbooks(self.excel)

    @property
    def ProtectedViewWindows(self) -> ProtectedViewWindows:
        return ProtectedViewWindows(self.excel)

    @property
    def ActiveWorkbook(self) -> Workbook:
        assert self.excel.front
        return Workbook(self.excel, self.excel.front)

    @property
    def Selection(self) -> Range:
        return self.ActiveWorkbook.Windows.Item(1).RangeSelection

    def InputBox(self, Prompt: str, Title: str, Default: str) -> str | bool:
        assert len(Prompt) <= 255, "Excel takes no longer question"
        assert Title == "BANG!"
        self.excel.questions.append((Prompt, Default))
        answer = self.excel.answer(Default)
        return False if answer is None else answer

    def Calculate(self) -> None:
        with self.excel.call("calculate"):
            for book in self.excel.books:
                book.pending, book.results = False, None

    def Quit(self) -> None:
        with self.excel.call("quit"):
            self.excel.end()

    def Run(self, macro: str, title: str = "", path: str = "") -> None:
        """Our own macro for copies is known, in the workbook itself or in the add-in; and what xlwings runs when Python ends."""
        if macro == "CleanUp":
            with self.excel.call(macro):
                return
        name = re.fullmatch(r"'((?:[^']|'')+)'!Bang_copy", macro)
        assert name, macro
        with self.excel.call("run"):
            assert name[1].replace("''", "'") == (title if title.endswith(".xlsm") else "bangxl.xlam")
            if not self.excel.has_copy_macro:
                raise refusal("Cannot run the macro. The macro may not be available in this workbook.")
            self.Workbooks.Item(title).SaveCopyAs(path)


def _setting(name: str) -> property:
    def get(app: Application) -> object:
        with app.excel.call(name):
            value = app.excel.state[name]
            return CALCULATION[value] if name == "calculation" else value

    def put(app: Application, value: Raw) -> None:
        with app.excel.call(name):
            known = {number: text for text, number in CALCULATION.items()}
            app.excel.state[name] = known[value] if name == "calculation" else value
            if value == CALCULATION["automatic"]:
                app.Calculate()

    return property(get, put)


for _name, _key in (
    ("ScreenUpdating", "screen_updating"), ("EnableEvents", "enable_events"),
    ("Calculation", "calculation"), ("DisplayAlerts", "display_alerts"),
    ("UseSystemSeparators", "system_separators"), ("DecimalSeparator", "decimal"), ("ThousandsSeparator", "thousands"),
):  # fmt: skip
    setattr(Application, _name, _setting(_key))


class Workbooks(Thing):
    @property
    def Application(self) -> Application:
        return Application(self.excel)

    @property
    def Count(self) -> int:
        return len(self.excel.books)

    def __iter__(self) -> Iterator[Workbook]:
        return (Workbook(self.excel, book) for book in self.excel.books)

    def Item(self, name: str | int) -> Workbook:
        for number, book in enumerate(self, 1):
            if name == number or (isinstance(name, str) and book.Name.lower() == name.lower()):
                return book
        raise refusal("Subscript out of range")

    def Open(self, fullname: str, update_links: object, read_only: bool, *others: object) -> Workbook:
        assert update_links is False, "Excel asks"
        assert others[9] is False, "it does not belong among the files that the referee has opened"
        with self.excel.call("open"):
            self.excel.opened(Path(fullname), read_only=read_only)
        return Workbook(self.excel, self.excel.books[-1])


class Workbook(Thing):
    FileFormat = 51

    def __init__(self, excel: Excel, book: Open) -> None:
        super().__init__(excel)
        self.book = book

    @property
    def Application(self) -> Application:
        return Application(self.excel)

    @property
    def Name(self) -> str:
        return re.split(r"[/\\]", self.book.full_name)[-1]

    @property
    def FullName(self) -> str:
        return self.book.full_name

    @property
    def Path(self) -> str:
        return self.book.full_name.removesuffix(self.Name).rstrip("/\\")

    @property
    def ReadOnly(self) -> bool:
        return self.book.read_only

    @property
    def Saved(self) -> bool:
        return self.book.saved

    @property
    def Worksheets(self) -> Worksheets:
        return Worksheets(self.excel, self.book)

    def Names(self, name: str) -> str:
        if name not in self.book.workbook.defined_names:
            raise refusal("That name is not valid")
        return name

    @property
    def Windows(self) -> Windows:
        return Windows(self)

    @property
    def ActiveSheet(self) -> Worksheet:
        front = self.book.workbook.active
        assert isinstance(front, Sheet)
        return Worksheet(self, front)

    def Activate(self) -> None:
        with self.excel.call("activate"):
            self.excel.front = self.book

    def Save(self) -> None:
        with self.excel.call("save"):
            self.book.save()

    def SaveCopyAs(self, path: str) -> None:
        with self.excel.call("copy"):
            Path(path).write_bytes(self.book.data())

    def Close(self, SaveChanges: bool | None = None) -> None:
        assert SaveChanges is False
        with self.excel.call("close"):
            self.excel.books.remove(self.book)
            self.excel.front = next(iter(self.excel.books), None)


class ProtectedViewWindows(Thing):
    """What it opens shows what is stored, computes nothing, can't be changed, and is none of the Workbooks."""

    def Open(self, FileName: str) -> ProtectedViewWindow:
        return ProtectedViewWindow(self.excel, FileName)


class ProtectedViewWindow(Thing):
    def __init__(self, excel: Excel, path: str) -> None:
        super().__init__(excel)
        mark = Path(f"{path}:Zone.Identifier").read_text(encoding="ascii")
        assert mark == "[ZoneTransfer]\nZoneId=3\n"
        excel.protected += 1
        self.Workbook = Workbook(excel, excel.stored(Path(path)))

    def Close(self) -> bool:
        self.excel.protected -= 1
        return True


class Windows(Thing):
    """A workbook's windows: one."""

    def __init__(self, book: Workbook) -> None:
        super().__init__(book.excel)
        self.book = book

    def Item(self, number: int) -> Window:
        assert number == 1
        return Window(self.book)


class Window(Thing):
    def __init__(self, book: Workbook) -> None:
        super().__init__(book.excel)
        self.book = book

    @property
    def RangeSelection(self) -> Range:
        sheet = self.book.ActiveSheet
        return sheet.Range(str(sheet.sheet.sheet_view.selection[0].sqref).replace(" ", ","))


class Worksheets(Thing):
    def __init__(self, excel: Excel, book: Open) -> None:
        super().__init__(excel)
        self.book = book

    @property
    def Parent(self) -> Workbook:
        return Workbook(self.excel, self.book)

    @property
    def Count(self) -> int:
        return len(self.book.workbook.worksheets)

    def __iter__(self) -> Iterator[Worksheet]:
        return (Worksheet(self.Parent, sheet) for sheet in self.book.workbook.worksheets)

    def Item(self, name: str | int) -> Worksheet:
        try:
            sheet = self.book.workbook[name] if isinstance(name, str) else self.book.workbook.worksheets[name - 1]
        except KeyError:
            raise refusal("Subscript out of range") from None
        return Worksheet(self.Parent, sheet)


def module(name: str, **members: object) -> ModuleType:
    """A module that xlwings finds in the place of pywin32's or appscript's."""
    made = ModuleType(name)
    vars(made).update(members)
    return made
