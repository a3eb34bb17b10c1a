"""Makes the VBA projects of the workbooks from the sources in `macros/`, beside which they lie: ``make macros``.

pyOpenVBA puts the modules into an empty project that Excel has written. The sheets get no modules: Excel makes them itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZipFile

from pyopenvba import ExcelFile, VBAModuleKind
from pyopenvba.cfb import CFB
from pyopenvba.vba import VBAProject

from bangxl.vba import ADDIN, PROJECT, WORKBOOK, for_addin, source

FOLDER: Final = Path(__file__).parents[1] / "macros"
BUTTONS: Final = ("ThisWorkbook.cls", "RibbonCallbacks.bas", "PressedButton.cls", "xlwings.bas", "Dictionary.cls")
FUNCTIONS: Final = ("xlwings_udfs.bas", "xlwings.bas", "Dictionary.cls")
"""The modules of a workbook with the worksheet functions, without the buttons."""

_UNCOMPILED: Final = bytes.fromhex("cc61ffff000000")
"""The stream _VBA_PROJECT of a project without compiled code, which Excel compiles when it opens it (MS-OVBA 2.3.4.1)."""

_DESCRIPTION: Final = re.compile(r'^Attribute VB_Description = "(.*)"$', re.MULTILINE)
_EXPORTED: Final = re.compile(r".*^Attribute VB_Exposed = True\n", re.DOTALL | re.MULTILINE)
"""The head of a class as Excel exports it."""

_NOT_EXPORTED: Final = "Attribute VB_TemplateDerived = False\nAttribute VB_Customizable = False\n"
"""What Excel does not export of it, though it is in the project."""


def project(sources: Mapping[str, str]) -> bytes:
    """The file vbaProject.bin with these modules, by their file names; the same bytes every time."""
    with TemporaryDirectory() as home:
        path = Path(home, "empty.xlsm")
        with ExcelFile.create_new(path) as book:
            made = book.vba_project()
            made.delete_module("Sheet1")
            made.delete_module("Module1")
            for file, text in sources.items():
                _add(made, file, text)
            book.save()
        with ZipFile(path) as saved:
            storage = CFB.from_bytes(saved.read(PROJECT))
    storage.write_stream_in_storage("VBA", "_VBA_PROJECT", _UNCOMPILED)
    return bytes(storage.to_bytes())


def _add(made: VBAProject, file: str, text: str) -> None:
    """Add a module, or write that of the workbook, which is there."""
    name, _, suffix = file.partition(".")
    if name == "ThisWorkbook":
        made.get_module(name).body = _crlf(_EXPORTED.sub("", text))
    elif suffix == "bas":
        made.add_module(name, _crlf(text))
    else:
        whole = _EXPORTED.sub(lambda head: head[0] + _NOT_EXPORTED, text)
        module = made.add_module(name, _crlf(whole), kind=VBAModuleKind.other)
        if described := _DESCRIPTION.search(text):
            module.doc_string = module.doc_string_unicode = described[1].replace(r"\r\n", "\r\n")


def projects() -> dict[str, bytes]:
    """The files that `macros/` holds beside the sources, by name: for an .xlsm, and for the add-in."""
    once = {file: source(file) for file in BUTTONS}
    return {WORKBOOK: project(once), ADDIN: project({file: for_addin(text) for file, text in once.items()})}


def _crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


if __name__ == "__main__":
    for file, data in projects().items():
        (FOLDER / file).write_bytes(data)
