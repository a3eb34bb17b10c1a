"""Workbooks in which something is wrong."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commands.stages import Copy
from tests.tournament.faulty import case
from tests.tournament.test_checks import FIRST_CASES
from tests.workbook.faults import FAULTS, FEES, written


@pytest.fixture
def faulty(at: Copy, path: Path) -> Callable[[str], Path]:
    def make(code: str) -> Path:
        if (fault := FAULTS.get(code)) is None:
            return written(path, FIRST_CASES[code])
        fault.do(written(path, case(FEES)) if fault.stage == "fees" else at(fault.stage))
        return path

    return make
