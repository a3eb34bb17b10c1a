"""One workbook to plant faults in; whatever language this computer speaks, the self-test is read in English."""

from __future__ import annotations

import pytest

from bangxl.selftest.sitting import Sitting
from bangxl.selftest.steps import make_finals
from tests.hosts.excel.program import by_libreoffice
from tests.hosts.libreoffice.office import Office
from tests.selftest.bench import RULEBOOK, Bench


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


@pytest.fixture(scope="session")
def bench(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    folder = tmp_path_factory.mktemp("self-test")
    sitting = Sitting(None, RULEBOOK, folder / "made.xlsm")  # type: ignore[arg-type] # nothing is examined
    make_finals(sitting, "en")
    calculated = by_libreoffice(office, folder)(sitting.path.read_bytes())
    return Bench(sitting.path, sitting.formulas, calculated)
