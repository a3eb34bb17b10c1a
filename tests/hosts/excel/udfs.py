"""xlwings' own machinery for worksheet functions (`xlwings.udfs`), which it has on Windows only, over the tests' Excel.

`python -m tests.hosts.excel.udfs > macros/xlwings_udfs.bas` writes the macros as *Import Functions* makes them.
"""

# ruff: noqa: N802, N803 - Excel's own names
import importlib
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch

import xlwings

from bangxl import functions
from tests.hosts.excel import model
from tests.hosts.excel.program import Excel, running
from tests.hosts.excel.values import ComError

MISSING = -2147352572
"""What VBA hands over for an argument that is left out."""


class Components:
    """The modules of a VBA project, as `import_udfs` asks for them."""

    def __init__(self) -> None:
        self.imported: list[str] = []

    def __call__(self, _name: str) -> object:
        raise ComError(-2147352567)

    def Remove(self, component: object) -> None:
        raise NotImplementedError

    def Import(self, path: str) -> None:
        self.imported.append(Path(path).read_text(encoding="ascii"))


class Project:
    """A workbook whose VBA project may be changed, and what its functions are called in the function wizard."""

    def __init__(self, name: str = "functions.xlsm") -> None:
        self.Name, self.Worksheets = name, ()
        self.VBProject = SimpleNamespace(VBComponents=Components())
        self.Application = SimpleNamespace(Version="16.0", MacroOptions=self._describe)
        self.wizard: dict[str, dict[str, Any]] = {}

    def _describe(self, Macro: str, **words: object) -> None:
        self.wizard[Macro.rpartition("!")[2]] = words


@contextmanager
def machinery(excel: Excel) -> Iterator[ModuleType]:
    """The module `xlwings.udfs` beside a running Excel, and `bangxl.functions` decorated by it as on Windows."""
    server = model.module("xlwings.com_server", loop=None)
    with (
        running(excel),
        patch.dict(sys.modules, {"xlwings.com_server": server}),
        patch.object(xlwings, "func"),
        patch.object(xlwings, "arg"),
    ):
        udfs = importlib.import_module("xlwings.udfs")
        vars(xlwings).update(func=udfs.xlfunc, arg=udfs.xlarg)
        importlib.reload(functions)
        yield udfs
    vars(xlwings).pop("udfs", None)
    importlib.reload(functions)


def imported(udfs: ModuleType, module: str = "bangxl.functions") -> tuple[str, Project]:
    """The macros that *Import Functions* puts into a workbook, and the workbook."""
    project = Project()
    with redirect_stdout(io.StringIO()):
        udfs.import_udfs(module, project)
    [code] = project.VBProject.VBComponents.imported
    return code, project


def call(udfs: ModuleType, name: str, *arguments: object, caller: object) -> Any:  # noqa: ANN401 - a value or a block
    """A formula's call as the macros hand it to Python."""
    return udfs.call_udf("bangxl.functions", name, arguments, None, caller)


if __name__ == "__main__":
    with machinery(Excel()) as loaded:
        sys.stdout.write(imported(loaded)[0])
