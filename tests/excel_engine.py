"""What xlwings calls an engine, over `tests.excel`: it answers as the one for Excel on Windows does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from openpyxl.cell.cell import Cell
from openpyxl.utils import get_column_letter, range_boundaries
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books import cells
from bangxl.books.native import ALLOWED
from tests.excel_parts import OPTIONS, Api, Names, one_of
from tests.excel_values import ERRORS, formula, refusal, typed

if TYPE_CHECKING:
    from tests.excel import Excel, Open

Raw: TypeAlias = Any
"""Whatever goes through xlwings, which has no types here."""


class Engine:
    name, type = "excel", "desktop"

    def __init__(self, excel: Excel) -> None:
        self.excel = excel

    @property
    def apps(self) -> _Apps:
        return _Apps(self.excel)

    @staticmethod
    def prepare_xl_data_element(value: object, _options: object) -> object:
        return "" if value is None else value

    @staticmethod
    def clean_value_data(data: Raw, _dates: object, empty: object, _numbers: object, err_to_str: bool) -> list[list[object]]:  # noqa: FBT001
        names = {number: text for text, number in ERRORS.items()} if err_to_str else dict.fromkeys(ERRORS.values())

        def clean(value: object) -> object:
            if value in {"", None}:
                return empty
            return names.get(value, value) if type(value) is int else value

        return [[clean(value) for value in row] for row in data]


class _Apps:
    def __init__(self, excel: Excel) -> None:
        self.excel = excel

    def __iter__(self) -> Iterator[App]:
        yield App(self.excel)

    def __len__(self) -> int:
        return 1

    def add(self, spec: object, add_book: bool, visible: bool) -> App:  # noqa: FBT001
        assert (spec, add_book, visible) == (None, False, False)
        with self.excel.call("start"):
            self.excel.others.append(type(self.excel)(calls=self.excel.calls, fails=self.excel.fails, printed=self.excel.printed))
        return App(self.excel.others[-1], self.excel)


class App:
    excel: Excel
    started_by: Excel | None
    pid, version = 1, "16.89"

    def __init__(self, excel: Excel, started_by: Excel | None = None) -> None:
        self.__dict__.update(excel=excel, started_by=started_by)

    def __getattr__(self, name: str) -> Raw:
        with self.excel.call(name):
            return self.excel.state[name]

    def __setattr__(self, name: str, value: object) -> None:
        with self.excel.call(name):
            self.excel.state[name] = value

    @property
    def engine(self) -> Engine:
        return Engine(self.excel)

    @property
    def hwnd(self) -> int:
        return self.excel.hwnd

    @property
    def books(self) -> _Books:
        return _Books(self.excel)

    def quit(self) -> None:
        with self.excel.call("quit"):
            self.kill()

    def kill(self) -> None:
        assert self.started_by, "that is the referee's"
        self.started_by.others.remove(self.excel)

    def alert(self, prompt: str, title: str, _buttons: str, mode: str, _callback: object) -> str:
        self.excel.alerts.append((title, prompt, mode))
        return "ok"


class _Books:
    def __init__(self, excel: Excel) -> None:
        self.excel = excel

    def __iter__(self) -> Iterator[Book]:
        return map(Book, self.excel.books)

    @property
    def app(self) -> App:
        return App(self.excel)

    @property
    def active(self) -> Book:
        assert self.excel.front
        return Book(self.excel.front)

    def open(self, fullname: str, update_links: object, read_only: bool, *others: object) -> Book:  # noqa: FBT001
        assert update_links is False, "Excel asks"
        with self.excel.call("open"):
            self.excel.open(Path(fullname), read_only=read_only)
        assert others[9] is False, "it does not belong among the files that the referee has opened"
        return Book(self.excel.books[-1])

    def __call__(self, name: str | int) -> Book:
        for number, book in enumerate(self, 1):
            if name == number or (isinstance(name, str) and book.name.lower() == name.lower()):
                return book
        raise KeyError(name)


class Book:
    def __init__(self, book: Open) -> None:
        self.book = book

    @property
    def api(self) -> Api:
        book, security = self.book, self.book.workbook.security
        get: dict[str, Callable[[], Any]] = {"FullName": lambda: book.full_name, "ReadOnly": lambda: book.read_only}
        get |= {"Activate": lambda: self.activate, "ProtectStructure": lambda: bool(security and security.lockStructure)}
        return Api(book.excel, get)

    @property
    def app(self) -> App:
        return App(self.book.excel)

    @property
    def name(self) -> str:
        return re.split(r"[/\\]", self.book.full_name)[-1]

    @property
    def fullname(self) -> str:
        with self.book.excel.call("fullname"):
            return self.book.full_name

    @property
    def sheets(self) -> _Sheets:
        return _Sheets(self.book)

    @property
    def names(self) -> Names:
        return Names(self.book)

    def save(self, path: str | None, password: str | None) -> None:
        assert path is password is None, "SaveAs renames the open book"
        with self.book.excel.call("save"):
            self.book.save()

    def activate(self) -> None:
        self.book.excel.front = self.book

    def close(self) -> None:
        with self.book.excel.call("close"):
            self.book.excel.books.remove(self.book)
            self.book.excel.front = next(iter(self.book.excel.books), None)

    def to_pdf(self, path: str, quality: str) -> None:
        assert quality == "standard"
        seen = [sheet.title for sheet in self.book.workbook.worksheets if sheet.sheet_state == "visible"]
        with self.book.excel.call("to_pdf"):
            Path(path).write_text("\n".join(["%PDF", *seen]), encoding="utf-8")
        self.book.excel.printed.append((self.name, seen))


class _Sheets:
    def __init__(self, book: Open) -> None:
        self.book = book

    @property
    def active(self) -> _Sheet:
        front = self.book.workbook.active
        assert isinstance(front, Worksheet)
        return _Sheet(self.book, front)

    def __iter__(self) -> Iterator[_Sheet]:
        return (_Sheet(self.book, sheet) for sheet in self.book.workbook.worksheets)

    def __len__(self) -> int:
        return len(self.book.workbook.worksheets)

    def __call__(self, name: str | int) -> _Sheet:
        try:
            return _Sheet(
                self.book, self.book.workbook[name] if isinstance(name, str) else self.book.workbook.worksheets[name - 1]
            )
        except KeyError:
            raise refusal("Subscript out of range") from None


class _Sheet:
    def __init__(self, book: Open, sheet: Worksheet) -> None:
        self.open, self.sheet, self.excel = book, sheet, book.excel

    @property
    def api(self) -> Api:
        rules = self.sheet.protection
        allowed = {
            name: (lambda option=option: not getattr(rules, option)) for (name, _), option in zip(ALLOWED, OPTIONS, strict=True)
        }
        get: dict[str, Callable[[], Any]] = {
            "ProtectContents": lambda: bool(rules.sheet),
            "ProtectDrawingObjects": lambda: bool(rules.objects),
            "ProtectScenarios": lambda: bool(rules.scenarios),
            "ProtectionMode": lambda: False,
            "EnableSelection": lambda: int(bool(rules.selectLockedCells)),
            "Protection": lambda: Api(self.excel, allowed),
            "Unprotect": lambda: self._unprotect,
            "Protect": lambda: self._protect,
            "Activate": lambda: self.activate,
        }
        return Api(self.excel, get, {"EnableSelection": lambda value: setattr(rules, "selectLockedCells", bool(value))})

    def _allows(self, option: str) -> bool:
        return not getattr(self.sheet.protection, option)

    def _unprotect(self, password: str) -> None:
        if self.sheet.protection.password and not password:
            raise refusal("The password you supplied is not correct.")
        self.sheet.protection.sheet = False
        for option in (*OPTIONS, "objects", "scenarios"):  # forgotten, as a new Protect sets them all
            setattr(self.sheet.protection, option, None)

    def _protect(self, _password: str, objects: bool, contents: bool, scenarios: bool, _mode: bool, *allowed: bool) -> None:  # noqa: FBT001
        rules = self.sheet.protection
        rules.objects, rules.sheet, rules.scenarios = objects, contents, scenarios
        for option, allow in zip(OPTIONS, allowed, strict=True):
            setattr(rules, option, not allow)

    @property
    def name(self) -> str:
        return self.sheet.title

    @property
    def book(self) -> Book:
        return Book(self.open)

    @property
    def index(self) -> int:
        return self.open.workbook.index(self.sheet) + 1

    @property
    def visible(self) -> int:
        return {"visible": -1, "hidden": 0, "veryHidden": 2}[self.sheet.sheet_state]

    @visible.setter
    def visible(self, value: int) -> None:
        with self.excel.call("visible", self.name):
            state: Raw = {True: "visible", -1: "visible", 0: "hidden", 2: "veryHidden"}[value]
            others = [one for one in self.open.workbook.worksheets if one is not self.sheet and one.sheet_state == "visible"]
            if state != self.sheet.sheet_state and (security := self.open.workbook.security) and security.lockStructure:
                raise refusal("Unable to set the Visible property of the Worksheet class")
            if state != "visible" and not others:
                raise refusal("A workbook must contain at least one visible worksheet.")
            self.sheet.sheet_state = state
            if state != "visible" and self.open.workbook.active is self.sheet:
                self._front(others[0])

    def activate(self) -> None:
        if self.sheet.sheet_state != "visible":
            raise refusal("Activate method of Worksheet class failed")
        self._front(self.sheet)

    def _front(self, front: Worksheet) -> None:
        self.open.workbook.active = front
        for sheet in self.open.workbook.worksheets:
            sheet.sheet_view.tabSelected = sheet is front

    def range(self, first: Raw, last: Raw = None) -> _Range:
        if isinstance(first, str):
            left, top, right, bottom = range_boundaries(first)
            return _Range(self, top or 1, left or 1, bottom or 1, right or 1)
        if isinstance(first, _Range):
            return _Range(self, first.row, first.column, last.bottom, last.right)
        return _Range(self, *first, *(last or first))


class _Range:
    max_cells_per_read = max_cells_per_write = None

    def __init__(self, sheet: _Sheet, top: int, left: int, bottom: int, right: int) -> None:
        self.sheet, self.row, self.column, self.bottom, self.right = sheet, top, left, bottom, right
        self.options: dict[str, object] = {}

    @property
    def api(self) -> Api:
        return Api(
            self.sheet.excel, {"Locked": lambda: one_of({cell.protection.locked for cell in self._all()})}, {"Locked": self._lock}
        )

    @property
    def shape(self) -> tuple[int, int]:
        return self.bottom - self.row + 1, self.right - self.column + 1

    @property
    def address(self) -> str:
        return f"${get_column_letter(self.column)}${self.row}:${get_column_letter(self.right)}${self.bottom}"

    def __call__(self, row: int, column: int) -> _Range:
        top, left = self.row + row - 1, self.column + column - 1
        return _Range(self.sheet, top, left, top, left)

    @property
    def raw_value(self) -> tuple[tuple[object, ...], ...]:
        with self.sheet.excel.call("read", self.sheet.name):
            return tuple(tuple(self.sheet.open.shown(cell) for cell in row) for row in self._rows())

    @raw_value.setter
    def raw_value(self, data: Raw) -> None:
        with self.sheet.excel.call("write", self.sheet.name):
            self._put(data)

    @property
    def formula(self) -> str | tuple[tuple[str, ...], ...]:
        with self.sheet.excel.call("formulas", self.sheet.name):
            block = tuple(tuple(formula(cell) for cell in row) for row in self._rows())
        return block[0][0] if self.shape == (1, 1) else block

    @formula.setter
    def formula(self, data: Raw) -> None:
        with self.sheet.excel.call("write", self.sheet.name):
            self._put(data)

    @property
    def row_hidden(self) -> bool | None:
        with self.sheet.excel.call("hidden", self.sheet.name):
            rows = self.sheet.sheet.row_dimensions
            return one_of({row in rows and bool(rows[row].hidden) for row in range(self.row, self.bottom + 1)})

    @row_hidden.setter
    def row_hidden(self, value: bool) -> None:
        with self.sheet.excel.call("hide", self.sheet.name):
            if self.sheet.sheet.protection.sheet and self.sheet.sheet.protection.formatRows is not False:
                raise refusal("Unable to set the Hidden property of the Range class")
            for row in range(self.row, self.bottom + 1):
                self.sheet.sheet.row_dimensions[row].hidden = value

    def select(self) -> None:
        if self.sheet.open.workbook.active is not self.sheet.sheet:
            raise refusal("Select method of Range class failed")
        for view in self.sheet.sheet.views.sheetView:
            for selection in view.selection:
                selection.sqref = selection.activeCell = f"{get_column_letter(self.column)}{self.row}"

    def _rows(self) -> list[list[Cell]]:
        sheet, columns = self.sheet.sheet, range(self.column, self.right + 1)
        return [[cells.cell(sheet, row, column) for column in columns] for row in range(self.row, self.bottom + 1)]

    def _all(self) -> list[Cell]:
        return [cell for row in self._rows() for cell in row]

    def _put(self, data: Raw) -> None:
        if self.sheet.sheet.protection.sheet and any(cell.protection.locked for cell in self._all()):
            raise refusal("The cell you're trying to change is on a protected sheet.")
        self.sheet.open.results = None
        values = data if isinstance(data, list | tuple) else [[data] * self.shape[1]] * self.shape[0]
        for line, row in zip(self._rows(), values, strict=True):
            for cell, value in zip(line, row, strict=True):
                typed(cell, value)

    def _lock(self, value: bool) -> None:  # noqa: FBT001
        if self.sheet.sheet.protection.sheet:
            raise refusal("Unable to set the Locked property of the Range class")
        for cell in self._all():
            protection: Any = copy(cell.protection)
            protection.locked = value
            cell.protection = protection
