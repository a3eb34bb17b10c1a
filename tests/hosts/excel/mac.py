"""Excel on a Mac for the tests: xlwings' own `_xlmac` over an imitation of appscript, in which every event is counted.

So the counts are those of the xlwings that is installed. A reference (``app.workbooks['x'].worksheets['y']``) costs nothing; an
event is what a reference is called with in the end: ``get()``, ``set(…)``, ``count(…)``, a command. Every word must be in the
dictionary that xlwings has of Excel, and every argument of a command in its entry there.
"""

# ruff: noqa: ARG001, ARG005, FBT003 - the arguments are those of the dictionary, not ours
from __future__ import annotations

import importlib
import re
import struct
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Final
from unittest.mock import patch

import xlwings
from xlwings import mac_dict

from tests.hosts.excel import model
from tests.hosts.excel.model import Raw
from tests.hosts.excel.values import ERRORS, REJECTED, ComError

if TYPE_CHECKING:
    from tests.hosts.excel.program import Excel


NO_ANSWER: Final = -1712
PARAMETER_ERROR: Final = -50
CANCELLED: Final = -128
PATIENCE: Final = 60
"""Seconds that appscript waits for an answer, unless told otherwise."""

WORDS: Final = {name for table in (mac_dict.properties, mac_dict.elements, mac_dict.commands) for name, *_ in table}
COMMANDS: Final = {name: {word for word, _ in words} for name, _, words in mac_dict.commands}
ALWAYS: Final = {
    "get": set(), "set": {"to"}, "count": {"each"}, "exists": set(), "properties": set(), "activate": set(), "quit": {"saving"},
}  # fmt: skip
"""What every application understands."""

CALCULATION: Final = {"calculation_automatic": -4105, "calculation_manual": -4135, "calculation_semiautomatic": 2}
SELECTION: Final = {"no_restrictions": 0, "unlocked_cells": 1, "no_selection": -4142}
PROPERTIES: Final = {
    "active_workbook": "ActiveWorkbook", "active_sheet": "ActiveSheet", "selection": "Selection",
    "name": "Name", "full_name": "FullName",
    "read_only": "ReadOnly", "saved": "Saved", "path": "Path", "version": "Version", "screen_updating": "ScreenUpdating",
    "enable_events": "EnableEvents", "display_alerts": "DisplayAlerts", "calculation": "Calculation", "visible": "Visible",
    "entire_row": "EntireRow", "entire_column": "EntireColumn",
    "hidden": "Hidden", "value": "Value", "formula": "Formula", "locked": "Locked",
    "protect_contents": "ProtectContents", "enable_selection": "EnableSelection", "entry_index": "Index",
    "first_row_index": "Row", "first_column_index": "Column",
}  # fmt: skip
"""Excel's own names of what is called so here."""

_ALLOWING: Final = (
    "allow_formatting_cells", "allow_formatting_columns", "allow_formatting_rows", "allow_inserting_columns",
    "allow_inserting_rows", "allow_inserting_hyperlinks", "allow_deleting_columns", "allow_deleting_rows", "allow_sorting",
    "allow_filtering", "allow_using_pivot_table",
)  # fmt: skip


class CommandError(Exception):
    """Shaped like appscript's."""

    def __init__(self, number: int, text: str) -> None:
        super().__init__(number, text)
        self.errornumber, self.errormessage = number, text


class Keyword:
    """``k.workbook``."""

    def __init__(self, name: str) -> None:
        self.AS_name = name

    def __repr__(self) -> str:
        return f"k.{self.AS_name}"


class Keywords:
    """``k``: each word is one object."""

    def __getattr__(self, name: str) -> Keyword:
        word: Keyword = self.__dict__.setdefault(name, Keyword(name))
        return word


K: Final = Keywords()


class Reference:
    """A question or a command that has not been sent yet."""

    def __init__(self, excel: Excel, steps: tuple[Raw, ...] = ()) -> None:
        self.__dict__.update(_excel=excel, _steps=steps)

    def __getattr__(self, name: str) -> Raw:
        if name == "AS_appdata":
            return _Target(self._excel.hwnd)
        assert name in WORDS or name in ALWAYS, f"Excel on a Mac knows no {name}"
        return Reference(self._excel, (*self._steps, name))

    def __getitem__(self, key: str | int) -> Reference:
        return Reference(self._excel, (*self._steps, [key]))

    def __call__(self, *args: Raw, **words: Raw) -> Raw:
        *target, verb = self._steps
        words.pop("timeout", PATIENCE)
        known = ALWAYS.get(verb, COMMANDS.get(verb))
        assert known is not None, verb
        assert words.keys() <= known, (verb, words)
        try:
            with self._excel.asked(".".join([*(step for step in target if isinstance(step, str)), verb])):
                return _sent(self._excel, target, verb, args, words)
        except ComError as error:
            number = NO_ANSWER if error.hresult == REJECTED else PARAMETER_ERROR
            raise CommandError(number, error.excepinfo[2] if error.excepinfo else "AppleEvent timed out.") from error


class _Target:
    """How appscript tells the process of an application."""

    def __init__(self, pid: int) -> None:
        self.data = struct.pack("i", pid)
        self.addressdesc = self

    def target(self) -> _Target:
        return self

    def coerce(self, _kind: object) -> _Target:
        return self


def _sent(excel: Excel, target: list[Raw], verb: str, args: tuple[Raw, ...], words: Mapping[str, Raw]) -> Raw:
    if verb in {"get", "set"} and not isinstance(target[-1], list):
        *where, name = target
        thing = _found(excel, where)
        if verb == "get":
            return _told(name, thing, getattr(thing, PROPERTIES[name]))
        setattr(thing, PROPERTIES[name], _taken(name, args[0]))
        return None
    thing = _exists(excel, target) if verb == "exists" else _found(excel, target)
    return thing if verb in {"exists", "get"} else VERBS[verb](thing, *args, **words)


def _found(excel: Excel, steps: list[Raw]) -> Raw:
    thing: Raw = model.Application(excel)
    for step in steps:
        if isinstance(step, list):
            thing = thing(step[0])
        elif step in COLLECTIONS:
            thing = COLLECTIONS[step](thing)
        else:
            thing = getattr(thing, PROPERTIES[step])
    return thing


def _exists(excel: Excel, steps: list[Raw]) -> bool:
    try:
        _found(excel, steps)
    except ComError:
        return False
    return True


COLLECTIONS: Final[Mapping[str, Callable[[Raw], Callable[[Raw], Raw]]]] = {
    "workbooks": lambda app: app.Workbooks.Item,
    "worksheets": lambda book: book.Worksheets.Item,
    "named_items": lambda book: book.Names,
    "sheets": lambda book: book.Worksheets.Item,
    "cells": lambda sheet: sheet.Range,
    "rows": lambda sheet: lambda row: sheet.Cells.Item(row, 1),
    "columns": lambda cell: lambda column: cell.Worksheet.Cells.Item(cell.Row, column),
}


def _save(book: Raw, in_: str = "", as_: Raw = None) -> None:
    assert not in_, "that renames the open book"
    assert as_ is None
    book.Save()


def _count(thing: Raw, each: Raw) -> int:
    count: int = {
        "workbook": lambda: thing.Workbooks.Count, "worksheet": lambda: thing.Worksheets.Count,
        "row": lambda: thing.Rows.Count, "column": lambda: thing.Columns.Count,
    }[each.AS_name]()  # fmt: skip
    return count


def _protect(sheet: Raw, **words: Raw) -> None:
    assert "password" not in words
    assert words["worksheet_contents"] is True
    allowed = [words[name] for name in _ALLOWING]
    sheet.Protect("", words["drawing_objects"], True, words["scenarios"], words["user_interface_only"], *allowed)


def _open(app: Raw, workbook_file_name: str, update_links: Raw, read_only: bool, add_to_mru: bool, **_: Raw) -> None:  # noqa: FBT001
    assert update_links is K.do_not_update_links
    app.Workbooks.Open(workbook_file_name, False, read_only, *[None] * 9, add_to_mru)


VERBS: Final[Mapping[str, Callable[..., Raw]]] = {
    "properties": lambda book: {K.full_name: book.FullName, K.path: book.Path, K.file_format: K.Excel_XML_file_format},
    "save": _save,
    "count": _count,
    "protect_worksheet": _protect,
    "open_workbook": _open,
    "unprotect": lambda sheet, password: sheet.Unprotect(password),
    "activate_object": lambda thing: thing.Activate(),
    "select": lambda cells: cells.Select(),
    "close": lambda book, saving: book.Close(SaveChanges=saving is not K.no),
    "calculate": lambda app: app.Calculate(),
    "run_VB_macro": lambda app, macro, **words: app.Run(macro, *words.values()),
    "get_address": lambda cells: re.sub(r"([^,:]+):\1(?=,|$)", r"\1", cells.Address),
    "quit": lambda app, saving: app.Quit(),
}


def _told(name: str, thing: Raw, value: Raw) -> Raw:
    if name == "visible":
        return {-1: K.sheet_visible, 0: K.sheet_hidden, 2: K.sheet_very_hidden}[value]
    if name == "calculation":
        return next(getattr(K, word) for word, number in CALCULATION.items() if number == value)
    if name == "hidden":
        return K.missing_value if value is None else value
    if name in {"value", "formula"}:
        return [list(map(_plain, row)) for row in value] if isinstance(value, tuple) else _plain(value)
    return value


def _plain(value: Raw) -> Raw:
    if value is None:
        return ""
    return K.missing_value if type(value) is int and value in ERRORS.values() else value


def _taken(name: str, value: Raw) -> Raw:
    if name == "visible":
        return value if isinstance(value, bool) else {"sheet_visible": -1, "sheet_hidden": 0}[value.AS_name]
    if name == "calculation":
        return CALCULATION[value.AS_name]
    if name == "enable_selection":
        return SELECTION[value.AS_name]
    return value


class OSAX:
    """The system's own commands, said to a program."""

    def __init__(self, pid: int) -> None:
        self.excel = loaded()[1].of(pid)

    def activate(self) -> None:
        with self.excel.asked("activate"):
            pass

    def display_alert(
        self, title: str, message: str, buttons: str, as_: Keyword, timeout: int = PATIENCE
    ) -> Mapping[Keyword, str]:
        assert buttons == "OK"
        with self.excel.asked("display_alert"):
            self.excel.alerts.append((title, message, {"informational": "info"}.get(as_.AS_name, as_.AS_name)))
            if self.excel.nobody_reads and timeout == PATIENCE:
                raise CommandError(NO_ANSWER, "AppleEvent timed out.")
        return {K.button_returned: "OK"}

    def display_dialog(
        self, text: str, with_title: str, default_answer: str | None = None, timeout: int = PATIENCE
    ) -> Mapping[Keyword, str]:
        assert timeout < 0, "a person takes more than a minute"
        with self.excel.asked("display_dialog"):
            if default_answer is None:
                self.excel.alerts.append((with_title, text, "info"))
            else:
                self.excel.questions.append((text, default_answer))
            answer = self.excel.answer(default_answer or "")
            if answer is None:
                raise CommandError(CANCELLED, "User canceled.")
        return {K.button_returned: "OK"} | ({} if default_answer is None else {K.text_returned: answer})


class Machine:
    """The computer: its running Excels, by process."""

    def __init__(self) -> None:
        self.first: Excel | None = None

    def of(self, pid: int) -> Excel:
        assert self.first
        return next(excel for excel in (self.first, *self.first.others) if excel.hwnd == pid)

    def app(
        self, name: str = "", *, pid: int = 0, newinstance: bool = False, terms: object = None, hide: bool = False
    ) -> Reference:
        assert self.first
        assert terms is mac_dict or name == "System Events"
        assert not newinstance or hide
        return Reference(self.first.start() if newinstance else self.of(pid))

    def processes(self) -> list[Raw]:
        """None once the tests are over: what xlwings does when Python ends then finds no Excel."""
        return [SimpleNamespace(name=lambda: "Microsoft Excel")] if self.first else []

    def pids(self) -> Iterator[int]:
        assert self.first
        return iter([excel.hwnd for excel in (self.first, *self.first.others)])


@cache
def loaded() -> tuple[ModuleType, Machine, dict[str, ModuleType]]:
    """xlwings' module for a Mac, the machine it runs on, and the modules of appscript that it has found there."""
    machine = Machine()
    reference = model.module("appscript.reference", CommandError=CommandError, Reference=Reference)
    mactypes = model.module("mactypes", Alias=lambda path: SimpleNamespace(hfspath=f"hfs {path}"))
    modules = {
        "aem": model.module("aem", kae=SimpleNamespace(typeKernelProcessID=b"kpid"), aemsend=SimpleNamespace(EventError=OSError)),
        "appscript": model.module("appscript", its=K, k=K, app=machine.app, reference=reference, mactypes=mactypes),
        "appscript.reference": reference,
        "osax": model.module("osax", OSAX=OSAX),
        "psutil": model.module(
            "psutil", process_iter=machine.processes, Process=lambda pid: SimpleNamespace(kill=machine.of(pid).end)
        ),
    }
    with patch.dict(sys.modules, modules):
        mac = importlib.import_module("xlwings._xlmac")
        del sys.modules["xlwings._xlmac"]
    vars(xlwings).pop("_xlmac", None)
    mac.Apps._iter_excel_instances = lambda _: machine.pids()
    mac.App.visible = property(lambda app: machine.of(app.pid) is machine.first)
    mac.App.activate = lambda _app, **_: None
    vars(mac)["posix_to_hfs_path"] = lambda path: f"hfs {Path(path)}"
    return mac, machine, modules


def opened(excel: Excel, book: Raw) -> Raw:
    """xlwings' own book for one that is open; finding it was no event of ours."""
    mac, _, _ = loaded()
    return mac.Book(mac.App(xl=Reference(excel)), model.Workbook(excel, book).Name)
