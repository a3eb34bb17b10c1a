"""bangxl as people install it: its wheel in an environment that knows nothing of the checkout, at work in another folder."""

import os
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
from importlib.metadata import distributions
from pathlib import Path
from shutil import which
from typing import Any, Final
from zipfile import ZipFile

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bangxl.office.build import oxt
from bangxl.vba import sources_folder
from tests.helpers.missing import missing
from tests.helpers.sample import sample, these
from tests.test_architecture import own_files
from tests.vba.judge import complaints
from tools.pins import chosen, pins

ROOT: Final = Path(__file__).parents[1]
MACROS: Final = ROOT / "macros"
FONTS: Final = ROOT / "bangxl/paper/fonts"
WRONG: Final = {
    "new": "FILE is missing",
    "--frob": "«--frob» is not possible here",
    "sea": "«sea» is not possible here",
    "seat torneo.xlsx --rng-seed": "--rng-seed needs a value",
    "seat torneo.xlsx --close=yes": "--close takes no value",
    "seat torneo.xlsx now": "Not understood: now",
    "reopen torneo.xlsx --round one --table 1 --reason x": "--round must be a whole number",
}
"""Wrong commands, one for each sentence about what click could not read."""


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
    assert sources_folder() == MACROS


def test_the_wheel_carries_the_sources_and_their_licences(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        carried = {name: archive.read(name) for name in archive.namelist()}
    sources = {f"bangxl/vba/sources/{path.name}": path.read_bytes() for path in MACROS.iterdir()}
    assert {name: data for name, data in carried.items() if name.startswith("bangxl/vba/sources/")} == sources
    licences = {name.partition(".dist-info/licenses/")[2] for name in carried} - {""}
    others = (path.relative_to(ROOT).as_posix() for folder in (MACROS, FONTS) for path in folder.glob("LICENSE-*"))
    assert licences == {"LICENSE", *others}
    assert [name for name in carried if name.endswith(".po")] == []
    assert wheel.stat().st_size < 3_000_000


def test_from_the_source_distribution_comes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(built("sdist", ROOT, tmp_path / "sdist")) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    assert built("wheel", unpacked, tmp_path / "wheel").read_bytes() == wheel.read_bytes()


@pytest.mark.soak
def test_the_source_distribution_has_all_and_the_tests_run_in_it(tmp_path: Path) -> None:
    with tarfile.open(built("sdist", ROOT, tmp_path / "sdist")) as archive:
        archive.extractall(tmp_path, filter="data")
        carried = {name.partition("/")[2] for name in archive.getnames()}
    assert carried == {"PKG-INFO", *(path.relative_to(ROOT).as_posix() for path in own_files())}
    (unpacked,) = tmp_path.glob("bangxl-*")
    told = run(
        sys.executable, "-m", "pytest", "-q", "tests/test_architecture.py", "tests/tournament/test_payouts.py", at=unpacked
    )
    assert "passed" in told


@pytest.mark.parametrize(
    "command",
    these([["new", "--rulebook", "italy-2010"], ["demo"]], ["new", "--rulebook", "italy-2010"]),
    ids=lambda command: command[0],
)
def test_it_makes_a_workbook_with_buttons(programs: Path, tmp_path: Path, command: list[str]) -> None:
    run(programs / "bangxl", *command, "torneo.xlsm", at=tmp_path)
    assert complaints(tmp_path / "torneo.xlsm") == []


def test_it_makes_the_extension(programs: Path, tmp_path: Path) -> None:
    run(programs / "python", "-m", "bangxl.office.build", "bangxl.oxt", at=tmp_path)
    assert (tmp_path / "bangxl.oxt").read_bytes() == oxt()


def project() -> dict[str, Any]:
    about: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return about


def pythons() -> list[str]:
    """The Pythons of this machine that bangxl is for, the oldest first."""
    oldest = int(project()["requires-python"].removeprefix(">=3."))
    found = filter(None, (which(f"python3.{minor}") for minor in range(oldest, oldest + 20)))
    return [one for one in found if subprocess.run([one, "-c", "import venv"], capture_output=True, check=False).returncode == 0]


@pytest.mark.parametrize("end", sample(["lowest", "newest"], 0))
def test_it_works_with_the_lowest_and_the_newest_packages(wheel: Path, tmp_path: Path, end: str) -> None:
    """On the oldest and the newest Python here, in an environment with nothing else; only the newest can write Parquet."""
    uv, newest = Path(sys.executable).with_name("uv"), end == "newest"
    python = (pythons() or [sys.executable])[-1 if newest else 0]
    home, resolution = tmp_path / "environment", ["--extra", "parquet"] if newest else ["--resolution", "lowest-direct"]
    subprocess.run([uv, "venv", "--quiet", "--python", python, home], check=True)
    install: list[str | Path] = [uv, "pip", "install", "--quiet", "--python", home, *resolution]
    wanted: list[str | Path] = ["--requirements", ROOT / "pyproject.toml", wheel]
    done = subprocess.run([*install, *wanted], capture_output=True, text=True, check=False)
    if "Failed to fetch" in done.stderr:
        missing("The packages were not tried: no way to the package registry")
    assert done.returncode == 0, done.stderr
    bangxl = home / "bin/bangxl"
    run(bangxl, "demo", "torneo.xlsx", "--players", "10", "--language", "en", at=tmp_path)
    run(bangxl, "report", "torneo.xlsx", at=tmp_path)
    assert run(bangxl, "verify", "torneo-referto.xlsx", at=tmp_path).startswith("✓")
    run(bangxl, "season", "torneo-referto.xlsx", "-o", "season.xlsx", at=tmp_path)
    other = "bangxl.read('torneo.xlsx').standings"
    if newest:
        run(bangxl, "export", "torneo.xlsx", "--parquet", "tables", at=tmp_path)
        other = "pandas.read_parquet('tables/standings.parquet')"
    code = f"import bangxl, pandas; print(bangxl.read('torneo-referto.xlsx').standings.equals({other}))"
    assert run(home / "bin/python", "-c", code, at=tmp_path) == "True"
    for words, said in WRONG.items():
        done = subprocess.run([bangxl, *words.split()], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (words, done.returncode, said in done.stderr, "Traceback" in done.stderr) == (words, 2, True, False), done.stderr


def test_the_pins_are_within_the_ranges_and_installed_here() -> None:
    """Every package of the tests has exactly the version of its pin, and every pin the digests of its files."""
    there = {name: said for name, said, marker, _digests in pins() if not marker or Marker(marker).evaluate()}
    for one in map(Requirement, project()["dependencies"]):
        assert one.specifier.contains(there[one.name])
    installed = {str(canonicalize_name(one.metadata["Name"])): one.version for one in distributions()}
    assert {name: installed[name] for name in there if name in installed}.items() <= there.items()
    assert installed.keys() >= {str(canonicalize_name(Requirement(one).name)) for one in project()["dependencies"]}
    assert chosen(there).count("--hash=sha256:") > len(there)


def test_a_package_without_a_pin_is_none() -> None:
    with pytest.raises(KeyError, match="numpyy"):
        chosen(["numpy", "numpyy"])
