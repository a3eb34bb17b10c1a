"""One workbook to plant faults in; whatever language this computer speaks, the self-test is read in English."""

import pytest

from bangxl.selftest import doctor
from tests.hosts.excel.program import by_libreoffice
from tests.hosts.libreoffice.office import Office
from tests.selftest.excels import RULEBOOK, Bench


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


@pytest.fixture(scope="session")
def bench(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    folder = tmp_path_factory.mktemp("self-test")
    path = folder / "made.xlsm"
    doctor._make(path, RULEBOOK, "en", is_played=True)
    return Bench(path, by_libreoffice(office, folder)(path.read_bytes()))
