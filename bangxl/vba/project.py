"""The VBA project and the ribbon of a workbook, made from their sources with the same bytes every time.

The project holds no compiled code: Excel compiles it when it opens it. MS-OVBA calls this version 0xFFFF.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from bangxl.vba import source
from bangxl.vba.compound import compound, compress, record, text
from bangxl.vba.ribbon import ribbon

PROJECT: Final = "xl/vbaProject.bin"
RIBBON: Final = "customUI/customUI.xml"
WORKBOOK_MODULE: Final = "ThisWorkbook"
"""The code name of the workbook itself."""

_VERSION: Final = bytes.fromhex("cc61ffff000000")
"""The stream _VBA_PROJECT without compiled code."""

_COOKIE: Final = b"\xff\xff"
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,30}")

_XLWINGS: Final = "xlwings.bas"
_RUN: Final = re.compile(r"^Public Function RunPython\(.*?^Public Function RunFrozenPython\(", re.DOTALL | re.MULTILINE)
_CALLER: Final = re.compile(r'ThisWorkbook(?=\.FullName|\.Name)|(?<="BOOK_CALLER", )ThisWorkbook')
"""What `RunPython` tells Python of the caller. It reads its settings from the add-in, never from a workbook that came by mail."""

_MODULES: Final = ("RibbonCallbacks.bas", _XLWINGS, "Dictionary.cls")
_FUNCTIONS: Final = ("xlwings_udfs.bas", _XLWINGS, "Dictionary.cls")
_BASES: Final = {
    "workbook": "0{00020819-0000-0000-C000-000000000046}",
    "sheet": "0{00020820-0000-0000-C000-000000000046}",
    "class": "0{FCFB3D2A-A0FA-1068-A738-08002B3371B5}",
}
"""The base classes of document and class modules."""

_REFERENCES: Final = {
    "stdole": r"*\G{00020430-0000-0000-C000-000000000046}#2.0#0#C:\Windows\System32\stdole2.tlb#OLE Automation",
    "Office": r"*\G{2DF8D04C-5BFA-101B-BDE5-00AA0044DE52}#2.0#0#C:\Program Files\Common Files\Microsoft Shared\OFFICE16\MSO.DLL"
    "#Microsoft Office 16.0 Object Library",
}
"""Type libraries as Excel records them; ``IRibbonControl`` is in Office's. VBA's and Excel's own are always there."""

_SHEET: Final = """VERSION 1.0 CLASS
BEGIN
  MultiUse = -1  'True
END
Attribute VB_Name = "{name}"
Attribute VB_GlobalNameSpace = False
Attribute VB_Creatable = False
Attribute VB_PredeclaredId = True
Attribute VB_Exposed = True
"""

_PROJECT_HEAD: Final = """ID="{960B4745-CFEA-541B-BFD3-A139232784A9}"
"""
_PROJECT_REST: Final = """Name="VBAProject"
HelpContextID="0"
VersionCompatible32="393222000"
CMG="0A08D7E5D3E9D3E9D3E9D3E9"
DPB="0C0ED1EBD1EAD2EAD2EA"
GC="0E0CD3E9D3E9D2EAD2EA2D"

[Host Extender Info]
&H00000001={3832D640-CF90-11CF-8E43-00A0C911005A};VBE;&H00000000

[Workspace]
"""
"""CMG, DPB and GC mean: not protected, no password, visible (MS-OVBA 2.4.3, encrypted with the ID)."""

_LINES: Final = {"Document": "Document={}/&H00000000", "Class": "Class={}", "Module": "Module={}"}
_CLASS_HEAD: Final = re.compile(r"VERSION .*?^END\n", re.DOTALL | re.MULTILINE)
_DESCRIPTION: Final = re.compile(r'^Attribute VB_Description = "(.*)"$', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Module:
    """A module of the project; ``source`` has all attributes, as in the project."""

    name: str
    kind: Literal["Document", "Class", "Module"]
    source: str

    @property
    def description(self) -> str:
        """Its description in the object browser."""
        match = _DESCRIPTION.search(self.source)
        return match[1].replace(r"\r\n", "\r\n") if match else ""


def parts(code_names: Sequence[str], translate: Callable[[str], str], *, addin: bool = False) -> Mapping[str, bytes]:
    """The parts for a workbook with these code names of its sheets, by their names in the file.

    ``translate`` gives the ribbon's texts in the workbook's language, as a catalog does. ``addin``: the buttons work on the
    workbook in front. ValueError for a code name that is invalid in VBA, duplicate, or the name of another module.
    """
    return {PROJECT: project(code_names, addin=addin), RIBBON: ribbon(translate, addin=addin)}


def project(code_names: Sequence[str], *, functions: bool = False, addin: bool = False) -> bytes:
    """The file vbaProject.bin. Errors as in ``parts``.

    ``functions``: for a workbook that only uses the worksheet functions; without the buttons.
    """
    modules = list(_modules(code_names, _FUNCTIONS if functions else _MODULES, addin=addin))
    for module in modules:
        if not _NAME.fullmatch(module.name):
            raise ValueError(f"no name for a module: {module.name!r}")
    if len({module.name.casefold() for module in modules}) < len(modules):
        raise ValueError("two modules have the same name")
    streams = {module.name: compress(_crlf(module.source)) for module in modules}
    storage = {"_VBA_PROJECT": _VERSION, "dir": compress(_dir(modules)), **streams}
    # every name in the code page and in UTF-16
    names = b"".join(module.name.encode() + b"\0" + module.name.encode("utf-16-le") + b"\0\0" for module in modules)
    return compound({"VBA": storage, "PROJECT": _crlf(_project(modules)), "PROJECTwm": names + b"\0\0"})


def _modules(code_names: Sequence[str], files: Sequence[str] = _MODULES, *, addin: bool = False) -> Iterator[_Module]:
    events = source("ThisWorkbook.cls") if files is _MODULES else _SHEET.format(name=WORKBOOK_MODULE)
    yield _Module(WORKBOOK_MODULE, "Document", _class_source(events, "workbook"))
    for name in code_names:
        yield _Module(name, "Document", _class_source(_SHEET.format(name=name), "sheet"))
    for file in files:
        name, _, suffix = file.partition(".")
        if suffix == "cls":
            yield _Module(name, "Class", _class_source(source(file), "class"))
        else:
            yield _Module(name, "Module", _of_the_front(source(file)) if addin and file == _XLWINGS else source(file))


def _of_the_front(xlwings: str) -> str:
    """The module of xlwings, with the workbook in front as the caller."""
    return _RUN.sub(lambda run: _CALLER.sub("ActiveWorkbook", run[0]), xlwings)


def _class_source(exported: str, base: str) -> str:
    """The source of a class as in the project: without the file's header, with all attributes."""
    name, *attributes = _CLASS_HEAD.sub("", exported).splitlines(keepends=True)
    last = max(number for number, line in enumerate(attributes) if line.startswith("Attribute VB_Exposed"))
    customizable = base != "class"
    more = ["Attribute VB_TemplateDerived = False\n", f"Attribute VB_Customizable = {customizable}\n"]
    return "".join([name, f'Attribute VB_Base = "{_BASES[base]}"\n', *attributes[: last + 1], *more, *attributes[last + 1 :]])


def _project(modules: Sequence[_Module]) -> str:
    """The stream PROJECT: the editor's view."""
    lines = [_LINES[module.kind].format(module.name) for module in modules]
    windows = [f"{module.name}=0, 0, 0, 0, C" for module in modules]
    return _PROJECT_HEAD + "\n".join(lines) + "\n" + _PROJECT_REST + "\n".join(windows) + "\n"


def _dir(modules: Sequence[_Module]) -> bytes:
    """The stream dir (MS-OVBA 2.3.4.2): the project, its references, its modules."""
    project = [
        record(0x01, struct.pack("<I", 3)),  # made for 64-bit Windows
        record(0x02, struct.pack("<I", 0x409)),
        record(0x14, struct.pack("<I", 0x409)),
        record(0x03, struct.pack("<H", 1252)),
        record(0x04, b"VBAProject"),
        text(0x05, 0x40, ""),
        record(0x06) + record(0x3D),  # no help file
        record(0x07, bytes(4)),
        record(0x08, bytes(4)),
        struct.pack("<HIIH", 0x09, 4, 1, 0),  # the project's version, 1.0
        text(0x0C, 0x3C, ""),
    ]
    references = [
        text(0x16, 0x3E, name) + record(0x0D, struct.pack("<I", len(library)) + library.encode() + bytes(6))
        for name, library in _REFERENCES.items()
    ]
    count = record(0x0F, struct.pack("<H", len(modules))) + record(0x13, _COOKIE)
    return b"".join([*project, *references, count, *map(_entry, modules), record(0x10)])


def _entry(module: _Module) -> bytes:
    return b"".join(
        [
            text(0x19, 0x47, module.name),
            text(0x1A, 0x32, module.name),  # the stream's name
            text(0x1C, 0x48, module.description),
            record(0x31, bytes(4)),  # the offset of the source in the stream: nothing comes before it
            record(0x1E, bytes(4)),
            record(0x2C, _COOKIE),
            record(0x21 if module.kind == "Module" else 0x22),
            record(0x2B),
        ]
    )


def _crlf(source: str) -> bytes:
    return source.replace("\n", "\r\n").encode("ascii")
