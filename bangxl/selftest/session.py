"""A session of the self-test: a program, and a row for each check. A failed check does not stop the others."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from bangxl.locale.catalog import N_, Catalog

if TYPE_CHECKING:
    from bangxl.selftest.excel import Excel
    from bangxl.selftest.libreoffice import LibreOffice

    Program: TypeAlias = Excel | LibreOffice
    """It starts when first needed, beside the user's own, and has one workbook open. Failures raise ProgramError, or its own."""

ENDED: Final = N_("{program} has ended.")
LATE: Final = N_("{program} did not answer within {seconds} seconds and was ended.")
_LONGEST: Final = 2000
"""How many characters of details to keep."""


class ProgramError(Exception):
    """The program refuses or has ended: an English sentence with ``{placeholders}``, and their values."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text, values)
        self.text = text
        self.values = values


class CheckFailed(Exception):  # noqa: N818 -- a result of a check, not an error of ours
    """A failed check; the text says what is wrong, and where."""


@dataclass(frozen=True, slots=True)
class CheckRow:
    """One row: the rulebook (None if the check concerns all), a stable code, the subject, the result, the seconds."""

    rulebook: str
    code: str
    text: str
    passed: bool
    seconds: float
    details: str = ""


@dataclass
class Session:
    """``patience``: the seconds for a check · ``show``: gets each row at once · ``redact``: removes private data."""

    program: Program
    rulebooks: Sequence[str]
    text: Catalog
    patience: float
    show: Callable[[CheckRow], object] = lambda _check: None
    redact: Callable[[str], str] = str
    checks: list[CheckRow] = field(default_factory=list)
    version: str = ""
    seconds: float = 0
    _is_open: bool = False

    @property
    def passed(self) -> bool:
        """Whether everything passed; a session without checks has not."""
        return bool(self.checks) and all(check.passed for check in self.checks)

    def start(self) -> str:
        """Start the program, and ask it for its version."""
        self.version = self.program.version()
        return self.version

    def opened(self, path: Path) -> Program:
        """The program with this workbook open."""
        if not self._is_open:
            self.program.open(path)
            self._is_open = True
        return self.program

    def close(self) -> None:
        """Close the workbook if it is open."""
        if self._is_open:
            self._is_open = False
            self.program.close()

    def check(self, rulebook: str, code: str, text: str, action: Callable[[], str | None]) -> bool:
        """Run a check and add a row; return whether it passed. A program that takes too long is killed."""
        late = threading.Event()

        def give_up() -> None:
            late.set()
            self.program.end()

        limit = threading.Timer(self.patience, give_up)
        limit.daemon = True
        limit.start()
        start, details, failure = time.perf_counter(), "", None
        try:
            details = action() or ""
        except Exception as error:  # noqa: BLE001 -- the outermost edge: whatever fails in one check, the others go on
            failure = error
        limit.cancel()
        if late.is_set():
            failure = ProgramError(LATE, program=self.program.name, seconds=f"{self.patience:g}")
        if failure is not None:
            details = f"{type(failure).__name__}: {failure}"
            if isinstance(failure, ProgramError):
                details = self.text(failure.text).format(**failure.values)
            elif isinstance(failure, CheckFailed):
                details = str(failure)
            if not isinstance(failure, CheckFailed):
                # the state of the program is unknown: the next check opens the file in a new one
                self._is_open = False
                self.program.end()
        seconds = time.perf_counter() - start
        row = CheckRow(rulebook, code, text, failure is None, seconds, self.redact(details)[:_LONGEST])
        self.checks.append(row)
        self.show(row)
        return row.passed
