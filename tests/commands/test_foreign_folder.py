"""A folder that somebody else has filled: no program of ours runs what lies in it."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import pytest

from bangxl.books import programs
from bangxl.command_table import COMMANDS
from bangxl.commands.demo import FIRST_NAMES
from bangxl.commands.setup import MAC, setup
from bangxl.office import uno_probe
from tests.commands.computers import Programs, computer
from tests.helpers.missing import missing
from tests.helpers.sample import sample
from tests.hosts.libreoffice.office import SYSTEM_PYTHON

DECOYS: Final = (
    "bangxl", "codecs", "copyreg", "encodings", "fpdf", "importlib", "json", "msgspec", "numpy", "openpyxl", "pandas", "pickle",
    "re", "site", "sitecustomize", "struct", "typing", "uno", "unohelper", "usercustomize", "xlwings", "zipfile",
)  # fmt: skip
LINES: Final = """
    rulebooks
    new new.xlsm --rulebook italy-2010 --players names.txt --language en
    tonight new.xlsm --same
    commit new.xlsm
    seat new.xlsm --public-value 426
    print new.xlsm
    swap new.xlsm P001 P002 --reason x
    raffle new.xlsm --prize x
    undo new.xlsm
    redo new.xlsm
    undo new.xlsm
    undo new.xlsm
    redraw new.xlsm --reason x --rng-seed x
    rename new.xlsm P001 Anna --reason x
    rule new.xlsm --round 1 --table 1 --reason x
    names new.xlsm
    demo demo.xlsx --players 10 --language en --option duel=short --fee 5
    check demo.xlsx
    standings demo.xlsx
    statement demo.xlsx P001
    report demo.xlsx
    verify demo-referto.xlsx
    season demo-referto.xlsx -o season.xlsx --page
    new known.xlsx --rulebook italy-2010 --known .
    print demo.xlsx --what checkin
    show demo.xlsx
    export demo.xlsx -o demo.json
    import demo.json -o again.xlsx
    reopen demo.xlsx --round 1 --table 1 --reason x
    blank-sheets sheets.pdf
    plan --rulebook italy-2010 --players 22
    setup
    doctor
    handbook
"""
"""A day with every command."""

Started = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the modules; each writes its name down when it is imported."""
    received = tmp_path_factory.mktemp("received")
    for name in DECOYS:
        (received / f"{name}.py").write_text(f"open({str(received / 'RAN')!r}, 'a').write('{name} ')\n", encoding="utf-8")
    (received / "names.txt").write_text("".join(f"{name} Rossi\n" for name in FIRST_NAMES[:10]), encoding="utf-8")
    return received


@pytest.fixture
def started(folder: Path) -> Started:
    """Starts a program there, and gives its exit code and the modules that ran."""

    def started(*command: str | Path) -> tuple[int, str]:
        ran, home = folder / "RAN", str(folder / "home")
        ran.unlink(missing_ok=True)
        environment = {"PATH": os.defpath, "HOME": home, "XDG_CONFIG_HOME": home, "LC_ALL": "C.UTF-8"}
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False, timeout=300)
        return done.returncode, ran.read_text(encoding="utf-8") if ran.exists() else ""

    return started


@pytest.mark.parametrize("some", sample([["demo"], [*COMMANDS]], 2), ids=["some", "all"])
def test_no_command_runs_what_lies_in_the_folder(started: Started, some: Sequence[str]) -> None:
    lines = [words for words in map(str.split, LINES.strip().splitlines()) if words[0] in some]
    assert {words[0] for words in lines} == {*some}
    bangxl = Path(sys.executable).with_name("bangxl")
    ends = {" ".join(words): started(bangxl, *words) for words in lines}
    assert {line: ran for line, (_code, ran) in ends.items() if ran} == {}
    assert {line.split()[0] for line, (code, _ran) in ends.items() if code} <= {"names", "rule", "setup", "doctor", "tonight"}


def test_the_decoys_would_be_seen(started: Started) -> None:
    assert started(sys.executable, "-c", "import pickle") == (0, "pickle ")
    assert started(sys.executable, "-m", "json") != (0, "")


@pytest.mark.soak
def test_the_self_test_runs_nothing_of_the_folder(started: Started) -> None:
    """Which Python has LibreOffice's modules, what works in it, and what LibreOffice itself starts at a click."""
    code = (
        "from bangxl.selftest.doctor import SCENARIOS, examine; from bangxl.selftest.libreoffice import LibreOffice; import sys;"
        "one = [SCENARIOS[0]._replace(buttons=['check'])];"
        "done = examine(LibreOffice, ['record'], lambda _: None, scenarios=one);"
        "sys.exit(not all(check.passed for check in done.checks))"
    )
    assert started(sys.executable, "-P", "-c", code) == (0, "")


@pytest.mark.soak
def test_the_step_of_xlwings_for_a_mac_runs_nothing_of_the_folder(started: Started, tmp_path: Path) -> None:
    programs = Programs()
    setup(computer=computer(tmp_path, MAC, python=sys.executable, programs=programs))
    (command,) = programs.called
    _code, ran = started(*command)
    assert ran == ""


def test_the_probe_that_libreoffices_python_starts_runs_nothing_of_the_folder(started: Started, folder: Path) -> None:
    answer = folder / "probe"
    answer.unlink(missing_ok=True)
    library = Path(os.path.realpath(programs.soffice() or missing("The probe was not tried: no LibreOffice"))).parent
    assert started(SYSTEM_PYTHON, "-I", uno_probe.__file__, str(library), str(answer)) == (0, "")
    assert answer.read_text(encoding="utf-8") == "yes"
