"""`bangxl doctor`: a line a part, and the one command that mends it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bangxl.commands.computer import MAC, WINDOWS, Computer, ProgramRun, Sign
from bangxl.commands.setup import doctor, macros_version, setup
from tests.commands.computers import INSTALLED, MAC_PYTHON, ROOT, WINDOWS_PYTHON, Programs, computer
from tests.hosts.commandline import CommandLine


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def broken(here: Computer) -> list[str]:
    return [str(line) for line in doctor(here) if line.sign is Sign.BROKEN]


def wired(home: Path, system: str, *, excel: bool = True) -> Computer:
    """A computer with everything, set up."""
    here = computer(home, system, excel=excel, unopkg=True, programs=Programs({"list": INSTALLED}))
    setup(libreoffice=True, computer=here)
    script = here.mac_script(macros_version())
    script.parent.mkdir(parents=True)
    script.touch()
    return here


@pytest.mark.parametrize(("system", "excel"), [(WINDOWS, True), (MAC, True), (WINDOWS, False), ("linux", False)])
def test_after_setup_all_is_ready(tmp_path: Path, system: str, excel: bool) -> None:  # noqa: FBT001 -- a table of cases
    here = wired(tmp_path, system, excel=excel)
    lines = doctor(here)
    assert {line.sign for line in lines} == ({Sign.READY} if excel else {Sign.READY, Sign.ABSENT})
    assert all(line.mend == "" for line in lines)
    assert sum("starts this Python" in line.text for line in lines) == 1 + excel


@pytest.mark.parametrize("system", [WINDOWS, MAC, "linux"])
def test_a_computer_without_either_has_nothing_to_mend(tmp_path: Path, system: str) -> None:
    """The closed file needs neither."""
    lines = doctor(computer(tmp_path, system, excel=False))
    assert [line.sign for line in lines] == [Sign.READY] * 3 + [Sign.ABSENT] * 2


@pytest.mark.parametrize("system", [WINDOWS, MAC])
def test_excel_before_setup(tmp_path: Path, system: str) -> None:
    missing = ["× Excel does not know which Python to start.  →  bangxl setup"]
    script = ["× Excel lacks the script with which it starts Python.  →  bangxl setup"] if system == MAC else []
    assert broken(computer(tmp_path, system)) == missing + script


def test_libreoffice_before_setup(tmp_path: Path) -> None:
    programs = Programs({"list": ProgramRun(1, "ERROR: There is no such extension deployed")})
    here = computer(tmp_path, "linux", excel=False, unopkg=True, programs=programs)
    assert broken(here) == [
        "× LibreOffice has no BANG! menu.  →  bangxl setup --libreoffice",
        "× LibreOffice does not know which Python to start.  →  bangxl setup --libreoffice",
    ]


@pytest.mark.parametrize("said", ["  Version: 0.0.9\n", ""])
def test_an_extension_of_another_version(tmp_path: Path, said: str) -> None:
    here = wired(tmp_path, "linux", excel=False)
    assert isinstance(here.run, Programs)
    here.run.answers["list"] = ProgramRun(0, said)
    assert broken(here) == ["× LibreOffice has the BANG! menu of another bangxl.  →  bangxl setup --libreoffice"]


def test_an_extension_that_could_not_be_started(tmp_path: Path) -> None:
    """What stands below it, of its parts, does not count."""
    here = wired(tmp_path, "linux", excel=False)
    assert isinstance(here.run, Programs)
    parts = "  bundled Packages: {\n      URL: x\n      is registered: yes\n  }\n"
    here.run.answers["list"] = ProgramRun(0, INSTALLED.said.replace("yes", "no") + parts)
    text = "× LibreOffice has taken the BANG! menu in, but could not start what is in it.  →  bangxl setup --libreoffice"
    assert broken(here) == [text]


def test_root_has_no_menu(tmp_path: Path) -> None:
    here = wired(tmp_path, "linux", excel=False)
    assert isinstance(here.run, Programs)
    here.run.answers["list"] = ROOT
    text = "× LibreOffice takes no menu from root. Run the command as the user who works with LibreOffice."
    assert broken(here) == [f"{text}  →  bangxl setup --libreoffice"]


@pytest.mark.parametrize(("system", "said"), [("linux", 1), (WINDOWS, 0), (MAC, 0)])
@pytest.mark.parametrize("name", ["VIRTUAL_ENV", "CONDA_PREFIX"])
def test_an_active_environment_is_named(tmp_path: Path, name: str, system: str, said: int) -> None:
    """It is no fault: LibreOffice may be started from elsewhere."""
    here = replace(wired(tmp_path, system, excel=False), environ={name: "/Users/anna/venv"})
    for lines in (doctor(here), setup(libreoffice=True, computer=here)):
        named = [line for line in lines if "/Users/anna/venv is active in this terminal" in line.text]
        assert [line.sign for line in named] == [Sign.ABSENT] * said


def test_another_python(tmp_path: Path) -> None:
    here = wired(tmp_path, WINDOWS)
    here.xlwings_file.write_text('"SHOW CONSOLE","False"\n"INTERPRETER_WIN","C:\\old\\python.exe"\n')
    here.interpreter_file.write_text("C:\\older\\python.exe\n")
    assert broken(here) == [
        r"× Excel starts another Python: C:\old\python.exe  →  bangxl setup",
        r"× LibreOffice starts another Python: C:\older\python.exe  →  bangxl setup --libreoffice",
    ]


def test_windows_does_not_care_for_case(tmp_path: Path) -> None:
    here = wired(tmp_path, WINDOWS)
    here.xlwings_file.write_text(f'"interpreter_win","{WINDOWS_PYTHON.upper()}"\n')
    assert broken(here) == []


@pytest.mark.parametrize("folder", ["Università", "my tournaments"])
def test_a_mac_starts_no_python_in_such_a_folder(tmp_path: Path, folder: str) -> None:
    """Though the right path stands in the file: it may be read with other letters, and is torn at the blank."""
    python = f"/Users/anna/{folder}/bin/python"
    here = replace(wired(tmp_path, MAC), python=python)
    here.xlwings_file.write_text(f'"INTERPRETER_MAC","{python}"\n', encoding="utf-8")
    here.interpreter_file.write_text(f"{python}\n", encoding="utf-8")
    (line,) = broken(here)
    assert line.startswith(f"× Excel cannot start {python}: install bangxl in a folder whose name has only letters")


def test_a_mac_does(tmp_path: Path) -> None:
    here = wired(tmp_path, MAC)
    here.xlwings_file.write_text(f'"INTERPRETER_MAC","{MAC_PYTHON.upper()}"\n')
    assert broken(here) == [f"× Excel starts another Python: {MAC_PYTHON.upper()}  →  bangxl setup"]


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (None, "xlwings is not installed."),
        ("0.30.0", f"xlwings 0.30.0, but the workbooks' macros are of {macros_version()}."),
    ],
)
def test_xlwings_must_be_that_of_the_macros(tmp_path: Path, found: str | None, said: str) -> None:
    here = computer(tmp_path, "linux", excel=False, xlwings=found)
    assert broken(here) == [f"× {said}  →  {here.python} -m pip install xlwings=={macros_version()}"]


def test_a_configuration_that_cannot_be_read(tmp_path: Path) -> None:
    """Nonsense in the file counts as nothing in it."""
    here = computer(tmp_path, WINDOWS)
    here.xlwings_file.parent.mkdir(parents=True)
    here.xlwings_file.write_bytes(b'\xff\x81"unclosed\r\nalone\r\n\r\n"INTERPRETER_WIN"\r\n')
    assert broken(here) == ["× Excel does not know which Python to start.  →  bangxl setup"]
    setup(computer=here)
    assert broken(here) == []


def test_a_configuration_out_of_reach(tmp_path: Path) -> None:
    here = wired(tmp_path, WINDOWS)
    reading = Path.read_bytes

    def refused(path: Path) -> bytes:
        if path == here.xlwings_file:
            raise PermissionError(13, "Permission denied", str(path))
        return reading(path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "read_bytes", refused)
        (line,) = broken(here)
    assert line.startswith(f"× {here.xlwings_file}: the file cannot be read (Permission denied).")
    assert line.endswith("  →  bangxl setup")


def test_command_line(bangxl: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It prints every line; the exit code says whether something is to be mended."""
    here = wired(tmp_path, MAC)
    monkeypatch.setattr("bangxl.commands.setup.this_computer", lambda: here)
    run = bangxl("doctor")
    assert (run.code, run.err) == (0, "")
    assert all(line.startswith("✓ ") for line in run.out.splitlines())
    here.xlwings_file.unlink()
    run = bangxl("doctor")
    assert (run.code, run.err) == (1, "")
    assert "× Excel does not know which Python to start.  →  bangxl setup" in run.out.splitlines()
