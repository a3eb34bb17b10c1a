"""Excel on Windows for the tests: xlwings' own `_xlwindows` over an imitation of pywin32, in which every call is counted.

So the counts are those of the xlwings that is installed, not of what we believe of it. What pywin32 sends to Excel for a line of
xlwings: one call for each property that is asked or set, each method that is called, each item of a collection, and two for
beginning and ending to go through one. That pywin32 also asks once for the number of a name that it does not know yet is left
out: it keeps the answer.
"""

# ruff: noqa: N802 - pywin32's own names
from __future__ import annotations

import ctypes
import importlib
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING
from unittest.mock import patch

import xlwings

from tests.hosts.excel import model
from tests.hosts.excel.model import Line, Raw, Thing
from tests.hosts.excel.values import ComError

if TYPE_CHECKING:
    from tests.hosts.excel.program import Excel


_UNKNOWN_NAME = -2147352570
_RANGE = "{00020846-0000-0000-C000-000000000046}"
"""The interface of a Range."""


class CDispatch:
    """pywin32's object for one of Excel's."""

    def __init__(self, thing: Raw, excel: Excel) -> None:
        self.__dict__.update(_thing=thing, _excel=excel, _oleobj_=_Ole(thing))

    def __getattr__(self, name: str) -> Raw:
        member = getattr(type(self._thing), name, None)
        if member is None and name not in vars(self._thing):
            raise AttributeError(name)
        if callable(member):
            return lambda *args, **words: self._called(name, *args, **words)
        with self._excel.asked(self._named(name)):
            return self._given(getattr(self._thing, name))

    def __setattr__(self, name: str, value: object) -> None:
        with self._excel.asked(self._named(name) + "="):
            setattr(self._thing, name, _taken(value))

    def __call__(self, *args: Raw) -> Raw:
        return self._called("Item", *args)

    def __iter__(self) -> Iterator[Raw]:
        with self._excel.asked(self._named("_NewEnum")):
            things = iter(self._thing)
        for thing in things:
            with self._excel.asked(self._named("Next")):
                found = self._given(thing)
            yield found
        with self._excel.asked(self._named("Next")):
            pass

    def _called(self, name: str, *args: Raw, **words: Raw) -> Raw:
        with self._excel.asked(self._named(name)):
            return self._given(getattr(self._thing, name)(*map(_taken, args), **words))

    def _named(self, name: str) -> str:
        return f"{type(self._thing).__name__}.{name}"

    def _given(self, value: Raw) -> Raw:
        if isinstance(value, Thing | Line):
            return CDispatch(value, self._excel)
        if isinstance(value, tuple):
            return tuple(self._given(one) for one in value)
        return value.replace(tzinfo=UTC) if isinstance(value, datetime) else value


class _Ole:
    def __init__(self, thing: Raw) -> None:
        self.iid = _RANGE if isinstance(thing, model.Range) else ""

    @staticmethod
    def GetIDsOfNames(_locale: int, _name: str) -> int:
        raise ComError(_UNKNOWN_NAME)

    def GetTypeInfo(self) -> Raw:
        return self

    GetTypeAttr = GetTypeInfo


def _taken(value: Raw) -> Raw:
    """What Excel gets for an argument; a moment without a time zone is none for pywin32."""
    if isinstance(value, list | tuple):
        return [_taken(one) for one in value]
    if isinstance(value, datetime):
        assert value.tzinfo is not None
        return value.replace(tzinfo=None)
    inner = getattr(value, "_inner", value)
    return vars(inner)["_thing"] if isinstance(inner, CDispatch) else value


def pywin32(machine: Machine) -> dict[str, ModuleType]:
    """The modules of pywin32, as far as xlwings imports them, on a machine."""
    com = model.module(
        "win32com.client", CDispatch=CDispatch, CoClassBaseClass=type("CoClassBaseClass", (), {}), Dispatch=lambda thing: thing,
        DispatchBaseClass=type("DispatchBaseClass", (), {}), DispatchEx=machine.started,
    )  # fmt: skip
    return {
        "pywintypes": model.module("pywintypes", com_error=ComError, error=OSError, TimeType=datetime, IID=str),
        "pythoncom": model.module("pythoncom", CoInitialize=lambda: None, ole_error=ComError, __file__="pythoncom.dll"),
        "win32com": model.module("win32com", client=com),
        "win32com.client": com,
        "win32api": model.module(
            "win32api", MessageBox=machine.message, OpenProcess=lambda _right, _inherit, pid: pid,
            TerminateProcess=lambda pid, _code: machine.of(pid).end(), CloseHandle=lambda _handle: None,
        ),
        "win32con": model.module(
            "win32con", MB_OK=0, MB_OKCANCEL=1, MB_YESNOCANCEL=3, MB_YESNO=4, MB_ICONINFORMATION=0x40, MB_ICONWARNING=0x30
        ),
        "win32gui": model.module("win32gui"),
        "win32process": model.module("win32process", GetWindowThreadProcessId=lambda hwnd: (0, hwnd)),
        "win32timezone": model.module("win32timezone", TimeZoneInfo=SimpleNamespace(utc=lambda: UTC)),
    }  # fmt: skip


class Machine:
    """The computer: its running Excels, by window, which here is the process too."""

    def __init__(self) -> None:
        self.first: Excel | None = None

    def all(self) -> list[Excel]:
        assert self.first
        return [self.first, *self.first.others]

    def of(self, hwnd: int) -> Excel:
        return next(excel for excel in self.all() if excel.hwnd == hwnd)

    def started(self, _what: str) -> CDispatch:
        assert self.first
        excel = self.first.start()
        return CDispatch(model.Application(excel), excel)

    def message(self, _hwnd: int, text: str, title: str, style: int) -> int:
        assert self.first
        self.first.alerts.append((title, text, {0x40: "info", 0x30: "critical"}[style & 0xF0]))
        return 2 if style & 0xF and self.first.answer("") is None else 1


@cache
def loaded() -> tuple[ModuleType, Machine, dict[str, ModuleType]]:
    """xlwings' module for Windows, the machine it runs on, and the modules of pywin32 that it has found there."""
    machine = Machine()
    modules = pywin32(machine)
    libraries = SimpleNamespace(ole32=SimpleNamespace(CLSIDFromString=lambda *_: 0), user32=SimpleNamespace())
    with (
        patch.dict(sys.modules, modules),
        patch.multiple(ctypes, create=True, windll=libraries, oledll=libraries, PyDLL=lambda _: SimpleNamespace(**_ctypes())),
    ):
        windows = importlib.import_module("xlwings._xlwindows")
        del sys.modules["xlwings._xlwindows"]
    vars(xlwings).pop("_xlwindows", None)
    vars(windows)["get_excel_hwnds"] = lambda: iter([excel.hwnd for excel in machine.all()])
    vars(windows)["get_xl_app_from_hwnd"] = lambda hwnd: _application(windows, machine.of(hwnd))
    return windows, machine, modules


def _ctypes() -> dict[str, Callable[..., object]]:
    return {"PyCom_PyObjectFromIUnknown": lambda *_: None}


def _application(windows: ModuleType, excel: Excel) -> Raw:
    """As the function does that is replaced: it finds the window, and asks for its Application."""
    return windows.COMRetryObjectWrapper(CDispatch(model.Application(excel), excel)).Application


def opened(excel: Excel, book: Raw) -> Raw:
    """xlwings' own book for one that is open; finding it was no call of ours."""
    windows, _, _ = loaded()
    return windows.Book(xl=windows.COMRetryObjectWrapper(CDispatch(model.Workbook(excel, book), excel)))
