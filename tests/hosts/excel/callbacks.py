"""Whose macro Excel runs when somebody presses a button of a ribbon.

A ribbon names its callbacks without a workbook, and Excel looks for the name in all open projects. Documents promise no order;
people report that the project opened first answers, or the one in front (xlwings #973). So all of them count that may answer:
those that have a macro of this name and are not blocked.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from pathlib import PurePath
from typing import Final

from bangxl.vba import ADDIN, WORKBOOK, sources_folder
from bangxl.vba.ribbon import ribbon
from tests.vba.scanners import sources

_PASSED: Final = re.compile(r'" --wb=" & """" & (\w+)\.Name')
"""The workbook that `RunPython` names to Python."""


def callers(home: str, *, opened: Sequence[str], front: str, blocked: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """Of a button on the tab of ``home``: the project that may answer, and the workbook that Python then gets.

    ``opened``: files with macros, .xlsm or .xlam, in the order of opening.
    """
    [callback] = {*re.findall(r'onAction="(\w+)"', ribbon(str, addin=_is_addin(home)).decode())}
    for project in opened:
        code = _code(ADDIN if _is_addin(project) else WORKBOOK)
        if project not in blocked and f"Public Sub {callback}(" in code:
            [passed] = {*_PASSED.findall(code)}
            yield project, {"ActiveWorkbook": front, "ThisWorkbook": project}[passed]


@cache
def _code(file: str) -> str:
    return "\n".join(sources((sources_folder() / file).read_bytes()).values())


def _is_addin(file: str) -> bool:
    return PurePath(file).suffix == ".xlam"
