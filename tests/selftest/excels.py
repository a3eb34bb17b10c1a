"""An Excel for the self-test: that of the tests, which runs the buttons' macros too, in this process."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

import xlwings

import bangxl.ribbon
from bangxl.books import programs
from tests.hosts.excel import mac as excel_mac
from tests.hosts.excel import model
from tests.hosts.excel import windows as excel_windows

Macro = Callable[[xlwings.Book, str], None]
"""What a button does, on the workbook that it belongs to."""


def clicking(_book: xlwings.Book, action: str) -> None:
    """As the real macro does."""
    bangxl.ribbon.click(action)


@contextmanager
def with_macros(macro: Macro = clicking) -> Iterator[None]:
    """Let the Excel of the tests run ``Bang_<button>`` and RunPython; calculate all anew; be seen."""
    copy = model.Application.Run

    def run(app: model.Application, name: str, *arguments: str) -> None:
        title, sub = re.fullmatch(r"'((?:[^']|'')+)'!(\w+)", name).groups()  # type: ignore[union-attr] # else the test fails
        if sub == "Bang_copy":
            copy(app, name, *arguments)
            return
        found = app.Workbooks.Item(title.replace("''", "'")).book
        book = xlwings.Book(impl=(excel_mac if app.excel.mac else excel_windows).opened(app.excel, found))
        book.set_mock_caller()
        if sub == "RunPython":
            with patch.object(sys, "argv", ["-c"]):
                exec(arguments[0], {})  # noqa: S102 - as python -c does
        else:
            macro(book, sub.removeprefix("Bang_"))

    with (
        patch.object(programs, "has_excel", lambda: True),
        patch.object(model.Application, "Run", run),
        patch.object(model.Application, "Build", 18324, create=True),
        patch.object(model.Application, "CalculateFull", model.Application.Calculate, create=True),
        patch.dict(excel_mac.VERBS, {"calculate_full": lambda app: app.Calculate()}),
    ):
        yield
