"""An Excel of the tests in which a workbook is examined, for faults to be planted; rows as the tests ask for them."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import xlwings

from bangxl.commands.asking import MESSAGES
from bangxl.selftest import steps
from bangxl.selftest.doctor import Result, examine
from bangxl.selftest.excel import Excel
from bangxl.selftest.sitting import Check, Sitting
from bangxl.selftest.steps import Day, Step
from tests.hosts.excel.program import Excel as Program
from tests.hosts.excel.program import Results, running
from tests.selftest.excels import Macro, clicking, with_macros

RULEBOOK: Final = "italy-2010"
STEPS: Final[Mapping[str, Step]] = {
    "open": steps.opens,
    "formulas": steps.formulas,
    "values": steps.values,
    "help": steps.helps,
    "names": steps.type_names,
    "after": lambda sitting: str(sitting.desk.settings()),
}
Rows = Mapping[str, bool]


@dataclass(frozen=True)
class Bench:
    """One workbook for all tests, and what its formulas show; nothing is typed into it, so that once is enough."""

    path: Path
    formulas: Mapping[str, Any]
    results: Results

    def examined(
        self,
        *some: str,
        macro: Macro = clicking,
        host: Callable[[Path], Excel] = Excel,
        patience: float = 120,
        results: Results | None = None,
        more: Mapping[str, Step] | None = None,
        mac: bool = False,
    ) -> Result:
        """The self-test in an Excel whose formulas show these results, with some of its steps."""
        program, told = Program(mac=mac), list[Check]()
        program.start = partial(_started, program, self.results if results is None else results)  # type: ignore[method-assign]
        found = [(code, code, {**STEPS, **(more or {})}[code]) for code in some]
        with running(program), with_macros(macro):
            result = examine(host, [RULEBOOK], told.append, patience=patience, days=[Day("short", self._make, found)])
            assert program.others == []
        assert told == result.checks
        assert MESSAGES not in os.environ
        return result

    def _make(self, sitting: Sitting, _language: str) -> None:
        shutil.copyfile(self.path, sitting.path)
        sitting.formulas = self.formulas


def _started(program: Program, results: Results) -> Program:
    other = Program.start(program)
    other.calculate = lambda _data: results
    return other


def rows(result: Result) -> Rows:
    return {check.code: check.passed for check in result.checks}


def outcome(*passed: str, wrong: str = "") -> Rows:
    """All of these passed, but one."""
    return {code: code != wrong for code in ("start", "make", *passed, "close", "quit", "clean")}


def details(result: Result, code: str) -> str:
    return next(check.details for check in result.checks if check.code == code)


def saying(*lines: str, wrong: bool = True) -> Macro:
    def macro(_book: xlwings.Book, _action: str) -> None:
        with Path(os.environ[MESSAGES]).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"lines": lines, "wrong": wrong}) + "\n")

    return macro
