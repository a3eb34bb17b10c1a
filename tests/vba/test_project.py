"""The writer of vbaProject.bin against readers that are not its own: a strict one of ours, olefile, oletools."""

from __future__ import annotations

import hashlib
import re
from io import BytesIO
from pathlib import Path

import olefile
import pytest
import xlwings
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.xml.functions import fromstring

from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.vba import folder, project, ribbon
from bangxl.vba.compound import CHUNK, Tree, compound, compress
from tests.vba.compound_reader import Compound
from tests.vba.judge import of_ribbon
from tests.vba.project_reader import decompressed, read
from tests.vba.scanners import flags, sources

SOURCES = folder()
CODE_NAMES = ["SheetSetup", "SheetRound1T1", "SheetConf"]
NAMES = st.text(st.characters(min_codepoint=48, max_codepoint=122, exclude_characters=":\\"), min_size=1, max_size=31)
TREES = st.dictionaries(
    NAMES, st.binary(max_size=9000) | st.dictionaries(NAMES, st.binary(max_size=300), max_size=40), max_size=40
)


def unique(tree: Tree) -> Tree:
    """Without names that differ only by their capital letters."""
    return {name.upper(): content if isinstance(content, bytes) else unique(content) for name, content in tree.items()}


def flat(tree: Tree, path: str = "") -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for name, content in tree.items():
        found |= {path + name: content} if isinstance(content, bytes) else flat(content, f"{path}{name}/")
    return found


def crlf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\n", "\r\n")


class TestCompound:
    @settings(max_examples=60)
    @given(TREES)
    def test_everything_comes_back(self, tree: Tree) -> None:
        wanted = unique(tree)
        data = compound(wanted)
        assert Compound(data).streams == flat(wanted)
        with olefile.OleFileIO(BytesIO(data), raise_defects=olefile.DEFECT_INCORRECT) as other:
            assert {"/".join(name): other.openstream(name).read() for name in other.listdir()} == flat(wanted)

    @pytest.mark.parametrize("sectors", [0, 1, 8, 125, 126, 127, 128, 254, 255, 1000])
    def test_allocation_tables_of_any_length(self, sectors: int) -> None:
        tree = {"a": bytes(range(256)) * 2 * sectors, "b": b"b"}
        assert Compound(compound(tree)).streams == tree

    def test_too_large(self) -> None:
        with pytest.raises(ValueError, match="too large"):
            compound({"a": bytes(8_000_000)})


class TestCompression:
    @given(
        st.binary(max_size=200) | st.text("ab\r\n ", max_size=9000).map(str.encode) | st.binary(min_size=CHUNK, max_size=CHUNK)
    )
    def test_everything_comes_back(self, data: bytes) -> None:
        assert decompressed(compress(data)) == data

    def test_examples_of_the_specification(self) -> None:
        assert compress(b"abcdefghijklmnopqrstuv.").hex() == "0119b000616263646566676800696a6b6c6d6e6f70007172737475762e"
        assert compress(b"a" * 73).hex() == "0103b002614500"

    def test_what_cannot_be_made_shorter(self) -> None:
        noise = b"".join(hashlib.sha256(bytes([number])).digest() for number in range(CHUNK // 32))
        assert compress(noise) == bytes.fromhex("01ff3f") + noise

    def test_it_is_worth_it(self) -> None:
        source = SOURCES.joinpath("xlwings.bas").read_bytes()
        assert len(compress(source)) < len(source) / 2


class TestSources:
    @pytest.mark.parametrize(("ours", "theirs"), [("xlwings.bas", "xlwings.bas"), ("Dictionary.cls", "addin/Dictionary.cls")])
    def test_of_xlwings_are_those_of_the_release_in_use(self, ours: str, theirs: str) -> None:
        installed = Path(xlwings.__file__).parent / theirs
        assert SOURCES.joinpath(ours).read_bytes() == installed.read_bytes()

    def test_their_licences_are_beside_them(self) -> None:
        assert "Zoomer Analytics" in SOURCES.joinpath("LICENSE-xlwings.txt").read_text("utf-8")
        assert "Tim Hall" in SOURCES.joinpath("LICENSE-Dictionary.txt").read_text("utf-8")

    @pytest.mark.parametrize("name", ["RibbonCallbacks.bas", "ThisWorkbook.cls", "xlwings.bas", "Dictionary.cls"])
    def test_are_ascii(self, name: str) -> None:
        assert SOURCES.joinpath(name).read_bytes().isascii()


class TestProject:
    def test_modules(self) -> None:
        modules = read(project.project(CODE_NAMES)).modules
        assert [(module.name, module.kind) for module in modules] == [
            ("ThisWorkbook", "Document"),
            *((name, "Document") for name in CODE_NAMES),
            ("RibbonCallbacks", "Module"),
            ("xlwings", "Module"),
            ("Dictionary", "Class"),
        ]

    def test_olevba_finds_the_sources_intact(self) -> None:
        found = sources(project.project(CODE_NAMES))
        for module in read(project.project(CODE_NAMES)).modules:
            suffix = "bas" if module.kind == "Module" else "cls"
            assert crlf(found[f"{module.name}.{suffix}"]).rstrip() == module.source.rstrip()
        for name in ("RibbonCallbacks.bas", "xlwings.bas"):
            assert crlf(found[name]).rstrip() == crlf(SOURCES.joinpath(name).read_text("ascii")).rstrip()
        for name in ("ThisWorkbook.cls", "Dictionary.cls"):
            body = crlf(SOURCES.joinpath(name).read_text("ascii")).partition("Exposed = True\r\n")[2]
            assert crlf(found[name]).rstrip().endswith(body.rstrip())

    def test_nothing_runs_by_itself(self) -> None:
        """xlwings starts Python, so it executes; a scanner would stop us if something did so on opening."""
        code = "\n".join(module.source for module in read(project.project(CODE_NAMES)).modules)
        assert flags(code) == "-WX"
        assert flags(code + "Sub Workbook_Open()") == "AWX"

    def test_the_add_in_names_the_front_workbook_and_keeps_its_own_settings(self) -> None:
        """A workbook that came by mail must not choose the Python, nor run code that lies in it."""
        once, addin = (read(project.project(CODE_NAMES, addin=addin)).modules for addin in (False, True))
        changes = {}
        for one, other in zip(once, addin, strict=True):
            pairs = zip(one.source.splitlines(), other.source.splitlines(), strict=True)
            changes[one.name] = [line.replace("ActiveWorkbook", "ThisWorkbook") for was, line in pairs if was != line]
        assert {name for name, lines in changes.items() if lines} == {"xlwings"}
        source = next(module.source for module in once if module.name == "xlwings")
        run = source.partition("Public Function RunPython(")[2].partition("Public Function RunFrozenPython(")[0]
        caller = [line for line in run.splitlines() if re.search(r"ThisWorkbook\.(Full)?Name|BOOK_CALLER", line)]
        assert changes["xlwings"] == caller
        assert {"ThisWorkbook" in line for line in run.splitlines() if "GetConfig" in line} == {False}

    def test_many_sheets(self) -> None:
        names = [f"SheetRound{number}T{table}" for number in range(1, 10) for table in range(1, 30)]
        assert len(read(project.project(names)).modules) == len(names) + 4

    @pytest.mark.parametrize("names", [["A", "a"], ["xlwings"], [""], ["Straße"], ["1T1"], ["A" * 32], ["thisworkbook"]])
    def test_impossible_code_names(self, names: list[str]) -> None:
        with pytest.raises(ValueError, match="name"):
            project.project(names)


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

    def test_the_texts_are_collected(self) -> None:
        assert {"BANG!", "Round", "Seat next round", "Undo the last command"} <= set(ribbon.texts())
