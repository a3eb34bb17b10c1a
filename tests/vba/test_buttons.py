"""The macros themselves, run by LibreOffice from our .xlsm, with a stub in the place of xlwings that notes what it is to run.

Excel's own change event is not sent by LibreOffice without a window: the stub calls the handler as Excel would.
"""

import json
import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import pytest
from openpyxl import Workbook
from openpyxl.workbook.defined_name import DefinedName

from bangxl.actions import CLICKS
from bangxl.books.closed import ClosedBook
from bangxl.vba import PROJECT, source
from tests.hosts.libreoffice.office import SYSTEM_PYTHON
from tools import macros

pytestmark = pytest.mark.office

Calls = Sequence[Sequence[str]]

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

Public Sub EnterBesideAddin(sheet As String, cell As String, text As String)
    Dim entered As Range
    Set entered = ThisWorkbook.Sheets(sheet).Range(cell)
    entered.Value = text
    ThisWorkbook.App_SheetChange ThisWorkbook.Sheets(sheet), entered
End Sub

Public Sub AskTab()
    Dim enabled, league, visible, control As New IRibbonControl
    BangRibbon_getEnabled control, enabled
    BangRibbon_getVisible control, visible
    control.ID = "tonight"
    BangRibbon_getEnabled control, league
    RunPython "enabled " & enabled & ", visible " & visible & ", league " & league
End Sub

Public Sub Forget()
    Set ThisWorkbook.App = Nothing
    BangRibbon_refresh
End Sub

Public Sub AskEvents()
    RunPython "listens " & Not (ThisWorkbook.App Is Nothing)
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
    called["B1"], called["C1"], called["D1"] = 0, "works", r"C:\python.exe"
    record["B1"], record["B2"] = '=IF(AND(A1<>"",A2<>"",B2<>B3),1,0)', '=A1&"|"&A2'
    for row, name in enumerate(("Stamp_Due", "Stamp_Key", "Stamp_Of", "Format_Version"), 1):
        wb.defined_names[name] = DefinedName(name, attr_text=f"Round12T3!$B${row}")
    return wb


def entries(*typed: tuple[str, str], sheet: str = "Round12T3", how: str = "Enter") -> Calls:
    return [(f"xlwings.{how}", sheet, cell, text) for cell, text in typed]


@dataclass(frozen=True)
class Story:
    """What is called one after the other in a workbook, as VBA compiles it on Windows or on a Mac, with cells of `STUB`.

    ``starts``: how often Python has been started after each call.
    """

    calls: Calls
    starts: Sequence[int]
    mac: bool = False
    cells: Mapping[str, str] = field(default_factory=dict)
    suffix: str = ".xlsm"
    ours: bool = True
    named: Sequence[str] = ()


TABLE: Final = entries(("A1", "x"), ("A2", "y"), ("A2", "z"), ("A1", "w"))
NOTED: Final = [*entries(("A1", "x"), ("A2", "y"), ("C9", "a note"), ("A2", "z")), *entries(("A1", "x"), sheet="Players")]
STAMPS: Final = {
    "last entry of a table": Story(NOTED, [0, 1, 1, 2, 2]),
    "silent after a failed start": Story(TABLE, [0, 1, 1, 1], cells={"C1": "fails"}),
    "nothing without setup": Story(TABLE, [0, 0, 0, 0], cells={"D1": ""}),
    "Mac, not switched on": Story(TABLE, [0, 0, 0, 0], mac=True, cells={"C1": "fails", "E1": ""}),
    "Mac, switched off": Story(TABLE, [0, 0, 0, 0], mac=True, cells={"C1": "fails", "E1": "off"}),
    "Mac, once at a time: Excel there does not wait for Python": Story(
        TABLE, [0, 1, 1, 1], mac=True, cells={"C1": "fails", "E1": "on"}
    ),
}
BESIDE: Final = entries(("A1", "x"), ("A2", "y"), how="EnterBesideAddin")
ADDIN: Final = {
    "ours without macros": (Story(BESIDE, [0, 1], suffix=".xlsx"), "enabled True, visible True, league False"),
    "our league without macros": (
        Story(BESIDE, [0, 1], suffix=".xlsx", named=("Evening",)),
        "enabled True, visible True, league True",
    ),
    "ours with macros, which has a tab of its own": (Story(BESIDE, [0, 0]), "enabled True, visible False, league False"),
    "not ours": (Story(BESIDE, [0, 0], suffix=".xlsx", ours=False), "enabled False, visible True, league False"),
}
"""What the add-in does beside a workbook, and what its tab is like then."""
PRESSED: Final = [("RibbonCallbacks.BangRibbon_press", action) for action in (*CLICKS, "unknown")]
STORIES = {"buttons": Story([*((f"RibbonCallbacks.Bang_{action}",) for action in CLICKS), *PRESSED], ()), **STAMPS}
STORIES |= {name: replace(story, calls=[*story.calls, ("xlwings.AskTab",)]) for name, (story, _tab) in ADDIN.items()}


CLICKED: Final = [("xlwings.Forget",), ("xlwings.AskEvents",), ("xlwings.Press", "help"), ("xlwings.AskEvents",)]
"""«End» in VBA's message about an error makes a project forget what its modules keep."""
STORIES |= {f"ended{suffix}": Story(CLICKED, (), suffix=suffix) for suffix in (".xlam", ".xlsm")}


@pytest.fixture(scope="module")
def after(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[list[str]]]:
    """The Python commands so far after each call of each story, all in one LibreOffice."""
    folder = tmp_path_factory.mktemp("macros")
    stubs = {"xlwings.bas": STUB, "IRibbonControl.cls": CONTROL, "IRibbonUI.cls": CONTROL.replace("Control", "UI")}
    projects = {
        mac: macros.project({name: on(source(name), mac=mac) for name in macros.BUTTONS[:3]} | stubs) for mac in (False, True)
    }
    paths = {name: folder / f"{number}{story.suffix}" for number, (name, story) in enumerate(STORIES.items())}
    for name, story in STORIES.items():
        workbook = tables()
        if not story.ours:
            del workbook.defined_names["Format_Version"]
        for named in story.named:
            workbook.defined_names[named] = DefinedName(named, attr_text="Round12T3!$B$1")
        for cell, value in story.cells.items():
            workbook["Called"][cell] = value
        made = folder / "made.xlsm"
        ClosedBook.create(made, workbook, {PROJECT: projects[story.mac]}).save()
        made.rename(paths[name])
    (folder / "home").mkdir()
    arguments = [SYSTEM_PYTHON, str(Path(__file__).with_name("macro_worker.py")), str(folder / "home")]
    calls = json.dumps({str(paths[name]): story.calls for name, story in STORIES.items()}).encode()
    answer = subprocess.run(arguments, input=calls, stdout=subprocess.PIPE, timeout=120, check=False, start_new_session=True)
    found: dict[str, list[list[str]]] = json.loads(answer.stdout)
    return {name: found[str(path)] for name, path in paths.items()}


After = Mapping[str, Sequence[Sequence[str]]]


def test_every_macro_and_every_button_starts_its_action(after: After) -> None:
    assert after["buttons"][-1] == [command(action) for action in (*CLICKS, *CLICKS)]


@pytest.mark.parametrize("story", STAMPS)
def test_the_last_entry_of_a_table_starts_the_stamp(after: After, story: str) -> None:
    assert [len(calls) for calls in after[story]] == STAMPS[story].starts
    assert {*after[story][-1]} <= {command("record_filled")}


@pytest.mark.parametrize("story", ADDIN)
def test_the_add_in_serves_workbooks_of_ours_without_macros(after: After, story: str) -> None:
    *entered, asked = after[story]
    wanted, tab = ADDIN[story]
    assert [len(calls) for calls in entered] == wanted.starts
    assert asked[-1] == tab


def test_after_end_the_add_in_listens_again_from_the_next_click_on(after: After) -> None:
    """A workbook with macros never listens to others: theirs is the add-in's work."""
    assert after["ended.xlam"][-1] == ["listens False", command("help"), "listens True"]
    assert after["ended.xlsm"][-1] == ["listens False", command("help"), "listens False"]
