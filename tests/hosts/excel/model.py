"""Excel's object model, as far as anybody here asks for it: what Excel does, on Windows and on a Mac, over openpyxl's workbooks.

Names and meanings are those of Excel's own documentation. Nothing is counted here: see `windows` and `mac`.
"""

# ruff: noqa: FBT001, N802, N803 - Excel's own names and arguments
from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from openpyxl.worksheet.worksheet import Worksheet as Sheet

from tests.hosts.excel.sheets import Range, Thing, Worksheet
from tests.hosts.excel.values import refusal

if TYPE_CHECKING:
    from tests.hosts.excel.program import Excel, Open

Raw: TypeAlias = Any
"""Whatever goes through xlwings, which has no types here."""

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

    def Run(self, macro: str, path: str) -> None:
        """Only our own macro for copies is known."""
        name = re.fullmatch(r"'((?:[^']|'')+)'!Bang_copy", macro)
        assert name, macro
        with self.excel.call("run"):
            book = self.Workbooks.Item(name[1].replace("''", "'"))
            if not self.excel.has_copy_macro:
                raise refusal("Cannot run the macro. The macro may not be available in this workbook.")
            book.SaveCopyAs(path)


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

    @property
    def Windows(self) -> Windows:
        return Windows(self)

    @property
    def ActiveSheet(self) -> Worksheet:
        front = self.book.workbook.active
        assert isinstance(front, Sheet)
        return Worksheet(self, front)

    @property
    def ProtectStructure(self) -> bool:
        return self.book.structure_protected

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
