"""bangxl as people install it: its wheel in an environment that knows nothing of the checkout, at work in another folder."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pytest

from bangxl.office.build import oxt
from bangxl.vba import folder
from tests.vba.judge import complaints

ROOT: Final = Path(__file__).parents[1]
MACROS: Final = ROOT / "macros"
FONTS: Final = ROOT / "bangxl/paper/fonts"


def run(*command: str | Path, at: Path) -> str:
    """What a program says that must succeed, in a folder, with nothing of our environment."""
    done = subprocess.run(command, cwd=at, env={"PATH": os.defpath, "HOME": str(at)}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def built(target: str, source: Path, into: Path) -> Path:
    run(sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", into, at=source)
    (made,) = into.iterdir()
    return made


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the programs lie of an environment with the wheel, and with the packages that are here instead of downloaded ones."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home)
    python = home / "bin/python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-index", "--no-deps", wheel, at=home)
    packages = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", at=home))
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    assert Path(run(python, "-c", "import bangxl; print(bangxl.__file__)", at=home)).parent == packages / "bangxl"
    return python.parent


def test_in_a_checkout_the_sources_lie_beside_the_package() -> None:
    assert folder() == MACROS


def test_the_wheel_carries_the_sources_and_their_licences(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        carried = {name: archive.read(name) for name in archive.namelist()}
    sources = {f"bangxl/vba/sources/{path.name}": path.read_bytes() for path in MACROS.iterdir()}
    assert {name: data for name, data in carried.items() if name.startswith("bangxl/vba/sources/")} == sources
    licences = {name.partition(".dist-info/licenses/")[2] for name in carried} - {""}
    others = (path.relative_to(ROOT).as_posix() for folder in (MACROS, FONTS) for path in folder.glob("LICENSE-*"))
    assert licences == {"LICENSE", *others}


def test_from_the_source_distribution_comes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(built("sdist", ROOT, tmp_path / "sdist")) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    assert built("wheel", unpacked, tmp_path / "wheel").read_bytes() == wheel.read_bytes()


@pytest.mark.parametrize("command", [["new", "--rulebook", "italy-2010"], ["demo"]], ids=lambda command: command[0])
def test_it_makes_a_workbook_with_buttons(programs: Path, tmp_path: Path, command: list[str]) -> None:
    run(programs / "bangxl", *command, "torneo.xlsm", at=tmp_path)
    assert complaints(tmp_path / "torneo.xlsm") == []


def test_it_makes_the_extension(programs: Path, tmp_path: Path) -> None:
    run(programs / "python", "-m", "bangxl.office.build", "bangxl.oxt", at=tmp_path)
    assert (tmp_path / "bangxl.oxt").read_bytes() == oxt()
