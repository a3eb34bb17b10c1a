"""The installer for Linux, in an empty home without a network: it installs, plays a day, and goes again (`make installer`)."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from bangxl.commands.standings import standings_data
from tests.commands.test_regulations import fill_in
from tests.helpers.keyboard import entered

TWIN: Final = Path(__file__).parents[2] / "build/bangxl-linux.zip"
NO_NETWORK: Final = ("unshare", "--net", "--map-user=1000", "--map-group=1000")
BASE_PYTHON: Final = Path(sys.base_prefix) / "bin"

pytestmark = pytest.mark.soak


def run(command: list[str | Path], home: Path, *, language: str = "it", code: int = 0) -> str:
    """What a program says that must end so, with nothing of our environment and no network."""
    environ = {"HOME": str(home), "PATH": f"{BASE_PYTHON}:/usr/bin:/bin", "LC_ALL": f"{language}_IT.UTF-8"}
    done = subprocess.run(
        [*NO_NETWORK, *command], cwd=home, env=environ, capture_output=True, text=True, timeout=600, check=False
    )
    said = done.stdout + done.stderr
    sys.stdout.write(f"$ {' '.join(map(str, command))}\n{said}\n".replace(str(home), "~"))
    assert done.returncode == code, said
    return said


def test_it_installs_itself_plays_a_day_and_goes(tmp_path: Path) -> None:
    assert TWIN.is_file(), "make installer"
    home, unpacked = tmp_path / "home", tmp_path / "L'arbitro di Rho"
    home.mkdir()
    subprocess.run(["unzip", "-q", TWIN, "-d", unpacked], check=True)  # keeps who may be run, as zipfile does not
    assert "Fatto." in run([unpacked / "install.sh"], home)
    assert "Fatto." in run([unpacked / "install.sh"], home), "a second time"
    program = home / ".local/share/bangxl/bin/bangxl"
    assert ".local/share/bangxl" in run([home / ".local/share/bangxl/tools/bangxl/bin/python", "-c", WHERE], home)
    path = home / "torneo.xlsm"
    path.write_bytes((unpacked / "workbooks/italy-2010.it.xlsm").read_bytes())
    entered(path, [f"Giocatore {number}" for number in range(1, 11)])
    for step in range(40):
        run([program, "seat", path, "--rng-seed", f"{step}"], home)
        fill_in(path, f"{step}")
        run([program, "check", path], home)
        if standings_data(path)["phase"] == "closed":
            break
    run([program, "report", path], home)
    run([program, "verify", home / "torneo-referto.xlsx"], home)
    run([program, "season", home / "torneo-referto.xlsx", "-o", home / "season.xlsx"], home)
    run([program, "export", path, "--csv", home / "tables"], home)
    run([unpacked / "uninstall.sh"], home)
    assert not (home / ".local/share/bangxl").exists()
    assert path.is_file()


WHERE: Final = "import bangxl, xlwings; print(bangxl.__file__)"


def test_without_a_python_and_a_network_it_says_what_to_do(tmp_path: Path) -> None:
    subprocess.run(["unzip", "-q", TWIN, "-d", tmp_path / "unpacked"], check=True)
    environ = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "LC_ALL": "de_DE.UTF-8", "UV_PYTHON_PREFERENCE": "only-managed"}
    command = [*NO_NETWORK, str(tmp_path / "unpacked/install.sh")]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 1
    assert "Python konnte nicht heruntergeladen werden." in done.stdout
    assert "bangxl.html" in done.stdout
    assert not (tmp_path / ".local/share/bangxl/tools/bangxl").exists()
    assert os.access(tmp_path / "unpacked/install.sh", os.X_OK)
