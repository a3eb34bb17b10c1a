"""The macros themselves, run by LibreOffice from our .xlsm, with a stub in the place of xlwings that notes what it is to run.

Excel's own change event is not sent by LibreOffice without a window: the stub calls the handler as Excel would.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.workbook.defined_name import DefinedName

from bangxl.books.closed import ClosedBook
from bangxl.vba import project, source
from tests.hosts.libreoffice.office import SYSTEM_PYTHON
from tests.vba.judge import BUTTONS

pytestmark = pytest.mark.office

Run = Callable[[Sequence[Sequence[str]]], list[list[str]]]

STUB = """Attribute VB_Name = "xlwings"
Option Explicit

Public Function RunPython(PythonCommand As String)
    With ThisWorkbook.Sheets("Called")
        .Range("B1").Value = .Range("B1").Value + 1
        .Range("A" & .Range("B1").Value).Value = PythonCommand
        If .Range("C1").Value = "works" Then Range("Stamp_Of").Value = Range("Stamp_Key").Value
    End With
End Function

Public Function GetConfig(configKey As String, Optional default As String = "", Optional source As String = "")
    If configKey = "INTERPRETER_WIN" Then GetConfig = ThisWorkbook.Sheets("Called").Range("D1").Value
    If configKey = "BANGXL_STAMP" Then GetConfig = ThisWorkbook.Sheets("Called").Range("E1").Value
End Function

Public Sub Press(action As String)
    Dim control As New IRibbonControl
    control.ID = action
    BangRibbon_onAction control
End Sub

Public Sub Enter(sheet As String, cell As String, text As String)
    Dim entered As Range
    Set entered = ThisWorkbook.Sheets(sheet).Range(cell)
    entered.Value = text
    ThisWorkbook.Workbook_SheetChange ThisWorkbook.Sheets(sheet), entered
End Sub
"""

CONTROL = """VERSION 1.0 CLASS
BEGIN
  MultiUse = -1  'True
END
Attribute VB_Name = "IRibbonControl"
Attribute VB_GlobalNameSpace = False
Attribute VB_Creatable = False
Attribute VB_PredeclaredId = False
Attribute VB_Exposed = True
Public ID As String
"""


def on(source: str, *, mac: bool) -> str:
    """A module as VBA compiles it on Windows or on a Mac; LibreOffice takes no notice of ``#If``, and runs all that is there."""

    def chosen(block: re.Match[str]) -> str:
        return block[2] if mac is not bool(block[1]) else block[3] or ""

    return re.sub(r"[ ]*#If (Not )?Mac Then\s*\n(.*?)(?:[ ]*#Else\s*\n(.*?))?[ ]*#End If\s*?\n", chosen, source, flags=re.DOTALL)


def command(action: str) -> str:
    return f"import bangxl.ribbon; bangxl.ribbon.click('{action}')"


def tables() -> Workbook:
    """A record sheet of two inputs, and another sheet. Names of the workbook: LibreOffice's VBA finds no others."""
    wb = Workbook()
    wb.code_name = "ThisWorkbook"
    called, record, _ = wb.worksheets[0], wb.create_sheet("Round12T3"), wb.create_sheet("Players")
    called.title = "Called"
    for number, sheet in enumerate(wb.worksheets):
        sheet.sheet_properties.codeName = f"Sheet{number}"
    called["B1"], called["C1"], called["D1"] = 0, "works", r"C:\python.exe"
    record["B1"], record["B2"] = '=IF(AND(A1<>"",A2<>"",B2<>B3),1,0)', '=A1&"|"&A2'
    for row, name in enumerate(("Stamp_Due", "Stamp_Key", "Stamp_Of"), 1):
        wb.defined_names[name] = DefinedName(name, attr_text=f"Round12T3!$B${row}")
    return wb


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[list[str]]]:
    """Calls macros one after the other, and gives the Python commands so far after each."""
    stubs = {"xlwings.bas": STUB, "IRibbonControl.cls": CONTROL}
    monkeypatch.setattr(project, "_MODULES", ("RibbonCallbacks.bas", *stubs))

    def calls(steps: Sequence[Sequence[str]], *, mac: bool = False, **settings: str) -> list[list[str]]:
        monkeypatch.setattr(project, "source", lambda name: stubs.get(name) or on(source(name), mac=mac))
        path, workbook = tmp_path / "torneo.xlsm", tables()
        for cell, value in settings.items():
            workbook["Called"][cell] = value
        ClosedBook.create(path, workbook, project.parts(["Sheet0", "Sheet1", "Sheet2"], str)).save()
        (tmp_path / "home").mkdir()
        arguments = [SYSTEM_PYTHON, str(Path(__file__).with_name("macro_worker.py")), str(tmp_path / "home"), str(path)]
        answer = subprocess.run(
            arguments, input=json.dumps(steps).encode(), stdout=subprocess.PIPE, timeout=120, check=False, start_new_session=True
        )
        found: list[list[str]] = json.loads(answer.stdout)
        return found

    return calls


def test_every_macro_and_every_button_starts_its_action(run: Run) -> None:
    macros = [(f"RibbonCallbacks.Bang_{action}",) for action in BUTTONS]
    pressed = [("xlwings.Press", action) for action in (*BUTTONS, "unknown")]
    assert run([*macros, *pressed])[-1] == [command(action) for action in (*BUTTONS, *BUTTONS)]


def test_the_last_entry_of_a_table_starts_the_stamp(run: Run) -> None:
    entries = [("Round12T3", "A1", "x"), ("Round12T3", "A2", "y"), ("Round12T3", "C9", "a note"), ("Round12T3", "A2", "z")]
    after = run([("xlwings.Enter", *entry) for entry in (*entries, ("Players", "A1", "x"))])
    assert [len(calls) for calls in after] == [0, 1, 1, 2, 2]
    assert set(after[-1]) == {command("record_filled")}


def test_after_a_failed_start_it_is_silent(run: Callable[..., list[list[str]]]) -> None:
    entries = [("xlwings.Enter", "Round12T3", cell, text) for cell, text in (("A1", "x"), ("A2", "y"), ("A2", "z"))]
    assert [len(calls) for calls in run(entries, C1="fails")] == [0, 1, 1]


def test_without_setup_nothing_is_started(run: Callable[..., list[list[str]]]) -> None:
    entries = [("xlwings.Enter", "Round12T3", cell, text) for cell, text in (("A1", "x"), ("A2", "y"))]
    assert run(entries, D1="") == [[], []]


@pytest.mark.parametrize(("switch", "starts"), [("", 0), ("off", 0), ("on", 1)])
def test_on_a_mac_it_is_off_until_it_is_switched_on_and_starts_once_at_a_time(
    run: Callable[..., list[list[str]]], switch: str, starts: int
) -> None:
    """Excel on a Mac does not wait for Python: the next entry comes while it is at work."""
    entries = [("xlwings.Enter", "Round12T3", cell, text) for cell, text in (("A1", "x"), ("A2", "y"), ("A2", "z"), ("A1", "w"))]
    assert [len(calls) for calls in run(entries, mac=True, C1="fails", E1=switch)] == [0, starts, starts, starts]
