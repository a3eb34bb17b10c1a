"""The projects in `macros/` against the sources beside them, as pyOpenVBA, olefile and oletools read them."""

from __future__ import annotations

import re
from io import BytesIO
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
from bangxl.vba import ADDIN, WORKBOOK, ribbon, source
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
)
"""What our copy of xlwings.bas has otherwise, and how often: no folder chooses what runs."""


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

    @pytest.mark.parametrize("name", ["RibbonCallbacks.bas", "ThisWorkbook.cls", "xlwings.bas", "Dictionary.cls"])
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
        assert (listed.standard_modules, listed.class_modules) == (["RibbonCallbacks", "xlwings"], ["Dictionary"])
        for module in parsed(file).modules:
            head = re.findall(r"^Attribute (VB_\w+ = .*)\r$", module.source, re.MULTILINE)
            assert HEADS.get(module.name, set()) <= set(head)
            assert module.name in HEADS or head == [f'VB_Name = "{module.name}"']

    def test_olevba_finds_the_sources_intact(self, file: str) -> None:
        found = sources(kept(file))
        assert found.keys() == set(macros.BUTTONS)
        for name, code in found.items():
            written = lines(source(name)).partition("Exposed = True\n")[2] or lines(source(name))
            in_project, wanted = (
                text.replace("ActiveWorkbook", "ThisWorkbook") if (file, name) == (ADDIN, "xlwings.bas") else text
                for text in (lines(code), written)
            )
            assert in_project.rstrip().endswith(wanted.rstrip()), f"{name}: make macros"

    def test_without_compiled_code_or_password_and_with_office(self, file: str) -> None:
        """Excel would take old code of another version for that of the sources. IRibbonControl is in Office."""
        project = parsed(file)
        with olefile.OleFileIO(BytesIO(kept(file)), raise_defects=olefile.DEFECT_INCORRECT) as storage:
            streams = {f"VBA/{module.name}" for module in project.modules} | {
                "VBA/dir",
                "VBA/_VBA_PROJECT",
                "PROJECT",
                "PROJECTwm",
            }
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


def test_the_add_in_names_the_front_workbook_and_keeps_its_own_settings() -> None:
    """A workbook that came by mail must not choose the Python, nor run code that lies in it."""
    once, addin = (sources(kept(file)) for file in (WORKBOOK, ADDIN))
    assert {name for name in once if once[name] != addin[name]} == {"xlwings.bas"}
    pairs = zip(once["xlwings.bas"].splitlines(), addin["xlwings.bas"].splitlines(), strict=True)
    changed = [line.replace("ActiveWorkbook", "ThisWorkbook") for was, line in pairs if was != line]
    run = once["xlwings.bas"].partition("Public Function RunPython(")[2].partition("Public Function RunFrozenPython(")[0]
    assert changed == [line for line in run.splitlines() if re.search(r"ThisWorkbook\.Name|BOOK_CALLER", line)]
    assert {"ThisWorkbook" in line for line in run.splitlines() if "GetConfig" in line} == {False}


class TestRibbon:
    @pytest.mark.parametrize("addin", [False, True])
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_is_whole_in_every_language(self, language: str, addin: bool) -> None:  # noqa: FBT001 - a table of cases
        data = ribbon.ribbon(catalog(language), addin=addin)
        assert [*of_ribbon(data)] == []
        callbacks = {value for element in fromstring(data).iter() for value in element.attrib.values() if "Ribbon_" in value}
        subs = set(re.findall(r"Public Sub (\w+)\(\w+ As IRibbon", SOURCES.joinpath("RibbonCallbacks.bas").read_text("ascii")))
        assert callbacks == (subs if addin else {"BangRibbon_onAction"})
        texts = {value for element in fromstring(data).iter() for key, value in element.items() if key in {"label", "supertip"}}
        assert {catalog(language)(text) for text in ("Seat next round", "Report", "Help")} <= texts

    def test_texts_with_any_character(self) -> None:
        data = ribbon.ribbon(lambda text: f'<{text}> & "it\'s"')
        labels = [element.get("label") for element in fromstring(data).iter() if element.get("label")]
        assert labels[0] == '<BANG!> & "it\'s"'
