"""The projects in `macros/` against the sources beside them, as pyOpenVBA, olefile and oletools read them."""

import re
from collections.abc import Sequence
from io import BytesIO
from itertools import permutations
from pathlib import Path
from typing import Final

import olefile
import pytest
import xlwings
from openpyxl.xml.functions import fromstring
from pyopenvba.cfb import CFB
from pyopenvba.vba import VBAProject, parse_project_stream, parse_vba_project

from bangxl.actions import CLICKS
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.vba import ADDIN, WORKBOOK, for_addin, ribbon, source
from tests.hosts.excel.callbacks import callers
from tests.vba.judge import of_ribbon
from tests.vba.scanners import flags, sources
from tools import macros

SOURCES: Final = macros.FOLDER
OFFICE: Final = "{2DF8D04C-5BFA-101B-BDE5-00AA0044DE52}"
"""The library with IRibbonControl."""

HEADS: Final = {
    "ThisWorkbook": {
        'VB_Base = "0{00020819-0000-0000-C000-000000000046}"', "VB_PredeclaredId = True", "VB_Exposed = True",
        "VB_TemplateDerived = False", "VB_Customizable = True",
    },
    "Dictionary": {
        'VB_Base = "0{FCFB3D2A-A0FA-1068-A738-08002B3371B5}"', "VB_PredeclaredId = False", "VB_Exposed = True",
        "VB_TemplateDerived = False", "VB_Customizable = False",
    },
}  # fmt: skip
HEADS["PressedButton"] = HEADS["Dictionary"]
"""The attributes by which Excel knows what a class is; other modules have their names only."""


def kept(file: str) -> bytes:
    return (SOURCES / file).read_bytes()


def parsed(file: str) -> VBAProject:
    return parse_vba_project(CFB.from_bytes(kept(file)))


def lines(text: str) -> str:
    return text.replace("\r\n", "\n")


OF_THE_FOLDER: Final = re.compile(r"    ' Directory Config\r\n.*?(?=    ' User Config\r\n)", re.DOTALL)
OF_THE_PATH: Final = re.compile(
    r'    #If Mac Then\r\n        If InStr\(ThisWorkbook\.FullName, "://"\).*?    #End If\r\n {4}\r\n', re.DOTALL
)
CHANGED: Final[tuple[tuple[str | re.Pattern[str], str, int], ...]] = (
    (OF_THE_FOLDER, "", 1),
    (OF_THE_PATH, "", 1),
    ('ThisWorkbook.FullName & ";" & ThisWorkbook.FullName & ";" & ', '";" & ";" & ', 1),
    ('GetConfig("INTERPRETER", "python")', 'GetConfig("INTERPRETER")', 1),
    ('GetConfig("INTERPRETER", "pythonw")', 'GetConfig("INTERPRETER")', 2),
    ('" -B -c ""import sys, os;', '" -P -B -c ""import sys, os;', 1),
    ('" --wb=" & """" & ThisWorkbook.Name', '" --wb=" & """" & ActiveWorkbook.Name', 1),
    ('ParameterString + "|" + ThisWorkbook.Name', 'ParameterString + "|" + ActiveWorkbook.Name', 1),
    ('"BOOK_CALLER", ThisWorkbook', '"BOOK_CALLER", ActiveWorkbook', 1),
)
"""What our copy of xlwings.bas has otherwise, and how often: no folder chooses what runs, on the workbook in front."""


class TestSources:
    def test_of_xlwings_are_those_of_the_release_in_use_but_for_what_a_folder_chooses(self) -> None:
        theirs = Path(xlwings.__file__).with_name("xlwings.bas").read_bytes().decode("ascii")
        for was, becomes, times in CHANGED:
            pattern = re.compile(re.escape(was)) if isinstance(was, str) else was
            theirs, found = pattern.subn(lambda _: becomes, theirs)  # noqa: B023 - called at once
            assert (was, found) == (was, times)
        assert SOURCES.joinpath("xlwings.bas").read_bytes().decode("ascii") == theirs

    def test_the_dictionary_is_that_of_the_release_in_use(self) -> None:
        theirs = Path(xlwings.__file__).parent / "addin/Dictionary.cls"
        assert SOURCES.joinpath("Dictionary.cls").read_bytes() == theirs.read_bytes()

    def test_their_licences_are_beside_them(self) -> None:
        assert "Zoomer Analytics" in SOURCES.joinpath("LICENSE-xlwings.txt").read_text("utf-8")
        assert "Tim Hall" in SOURCES.joinpath("LICENSE-Dictionary.txt").read_text("utf-8")

    @pytest.mark.parametrize("name", macros.BUTTONS)
    def test_are_ascii(self, name: str) -> None:
        assert SOURCES.joinpath(name).read_bytes().isascii()

    def test_every_button_has_its_macro(self) -> None:
        code = source("RibbonCallbacks.bas")
        subs = dict(re.findall(r"Public Sub Bang_(\w+)\(\)\n    RunPython \"(.*)\"\nEnd Sub\n", code))
        assert subs == {action: f"import bangxl.ribbon; bangxl.ribbon.click('{action}')" for action in CLICKS}
        assert dict(re.findall(r'Case "(\w+)": Bang_(\w+)\n', code)) == {action: action for action in CLICKS}
        assert set(ribbon.buttons()) == set(CLICKS)


@pytest.mark.parametrize("file", [WORKBOOK, ADDIN])
class TestProject:
    def test_modules(self, file: str) -> None:
        """The workbook's own, and none of a sheet: these Excel makes itself."""
        listed = parse_project_stream(CFB.from_bytes(kept(file)).get_stream("PROJECT"))
        assert [name for name, _ in listed.document_modules] == ["ThisWorkbook"]
        assert (listed.standard_modules, listed.class_modules) == (
            ["RibbonCallbacks", "xlwings"],
            ["PressedButton", "Dictionary"],
        )
        for module in parsed(file).modules:
            head = re.findall(r"^Attribute (VB_\w+ = .*)\r$", module.source, re.MULTILINE)
            assert HEADS.get(module.name, set()) <= set(head)
            assert module.name in HEADS or head == [f'VB_Name = "{module.name}"']

    def test_olevba_finds_the_sources_intact(self, file: str) -> None:
        found = sources(kept(file))
        assert found.keys() == set(macros.BUTTONS)
        for name, code in found.items():
            written = lines(source(name)).partition("Exposed = True\n")[2] or lines(source(name))
            wanted = for_addin(written) if file == ADDIN else written
            assert lines(code).rstrip().endswith(wanted.rstrip()), f"{name}: make macros"

    def test_without_compiled_code_or_password_and_with_office(self, file: str) -> None:
        """Excel would take old code of another version for that of the sources. IRibbonControl is in Office."""
        project = parsed(file)
        with olefile.OleFileIO(BytesIO(kept(file)), raise_defects=olefile.DEFECT_INCORRECT) as storage:
            streams = {f"VBA/{module.name}" for module in project.modules} | {
                "VBA/dir", "VBA/_VBA_PROJECT", "PROJECT", "PROJECTwm",
            }  # fmt: skip
            assert {"/".join(path) for path in storage.listdir()} == streams
            assert storage.openstream("VBA/_VBA_PROJECT").read() == bytes.fromhex("cc61ffff000000")
        assert {module.text_offset for module in project.modules} == {0}
        assert project.protection is not None
        assert not project.protection.has_password
        assert any(OFFICE in reference.libid for reference in project.references)

    def test_nothing_runs_by_itself(self, file: str) -> None:
        """xlwings starts Python, so it executes; a scanner would stop us if something did so on opening."""
        code = "\n".join(sources(kept(file)).values())
        assert flags(code) == "-WX"
        assert flags(code + "Sub Workbook_Open()") == "AWX"


def test_the_projects_are_those_that_the_tool_makes() -> None:
    assert {file: kept(file) for file in (WORKBOOK, ADDIN)} == macros.projects(), "make macros"


def test_the_add_in_keeps_its_own_settings() -> None:
    """A workbook that came by mail must not choose the Python, nor run code that lies in it."""
    run = sources(kept(ADDIN))["xlwings.bas"].partition("Public Function RunPython(")[2].partition("Function RunFrozenPython(")[0]
    assert {"ActiveWorkbook" in line for line in run.splitlines() if "GetConfig" in line} == {False}


XLAM, UNO, DUE = "bangxl.xlam", "Uno.xlsm", "Due.xlsm"


@pytest.mark.parametrize("front", [UNO, DUE, "Tre.xlsx"])
@pytest.mark.parametrize("opened", [*permutations((XLAM, UNO, DUE))])
@pytest.mark.parametrize("blocked", ["", UNO, DUE])
def test_two_tournaments_are_never_mixed_up(front: str, opened: Sequence[str], blocked: str) -> None:
    """Whichever macro of the button's name Excel runs, Python gets the workbook in front, and the macro is the tab's kind."""
    home = front if front.endswith(".xlsm") else XLAM
    found = [*callers(home, opened=opened, front=front, blocked={blocked})]
    assert found or home == blocked
    assert {name for _project, name in found} <= {front}
    assert {project == XLAM for project, _name in found} <= {home == XLAM}


class TestRibbon:
    @pytest.mark.parametrize("addin", [False, True])
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_is_whole_in_every_language(self, language: str, addin: bool) -> None:  # noqa: FBT001 - a table of cases
        data = ribbon.ribbon(catalog(language), addin=addin)
        assert [*of_ribbon(data)] == []
        callbacks = {
            value
            for element in fromstring(data).iter()
            for value in element.attrib.values()
            if "Bang" in value[:4] and "_" in value
        }
        subs = set(re.findall(r"Public Sub (\w+)\(\w+ As IRibbon", SOURCES.joinpath("RibbonCallbacks.bas").read_text("ascii")))
        assert callbacks == ({*map(for_addin, subs)} if addin else {"BangRibbon_onAction"})
        texts = {value for element in fromstring(data).iter() for key, value in element.items() if key in {"label", "supertip"}}
        assert {catalog(language)(text) for text in ("Seat next round", "Report", "Help")} <= texts

    def test_texts_with_any_character(self) -> None:
        data = ribbon.ribbon(lambda text: f'<{text}> & "it\'s"')
        labels = [element.get("label") for element in fromstring(data).iter() if element.get("label")]
        assert labels[0] == '<BANG!> & "it\'s"'
