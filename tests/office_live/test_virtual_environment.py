"""A terminal in which a virtual environment is active: the extension goes in, and a LibreOffice started there loses nothing."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from bangxl.commands.new import new
from bangxl.office import neutral
from bangxl.office.build import IDENTIFIER, oxt
from tests.hosts.libreoffice.office import SYSTEM_PYTHON
from tests.office_live.window import Screen, Window, until

Terminal = Mapping[str, str]


@pytest.fixture
def home() -> Iterator[Path]:
    """The folder of a user who is not root: from root LibreOffice takes no extension."""
    folder = Path(tempfile.mkdtemp(prefix="bangxl-home-"))
    if os.geteuid() == 0:
        os.chown(folder, nobody(), -1)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def terminal(home: Path) -> Terminal:
    """The variables that ``activate`` sets."""
    environment = home / "venv"
    subprocess.run([SYSTEM_PYTHON, "-m", "venv", "--without-pip", str(environment)], check=True)
    return {"VIRTUAL_ENV": str(environment), "PATH": f"{environment}/bin{os.pathsep}/usr/bin{os.pathsep}/bin"}


def nobody() -> int:
    return pwd.getpwnam("nobody").pw_uid


def unopkg(*words: str, environment: Terminal) -> str:
    """What LibreOffice's program for extensions says."""
    user = nobody() if os.geteuid() == 0 else None
    ran = subprocess.run(["unopkg", *words], env=environment, user=user, capture_output=True, text=True, check=False)
    return ran.stdout


def test_the_extension_goes_in(terminal: Terminal, home: Path) -> None:
    """In the environment that `setup` gives, and not in the terminal's: then LibreOffice's Python is not its own."""
    file = home / "bangxl.oxt"
    file.write_bytes(oxt())
    here = {**terminal, "HOME": str(home), "PYTHONHOME": terminal["VIRTUAL_ENV"]}
    for environment, registered in ((here, "no"), (neutral(here), "yes")):
        unopkg("add", "--force", "--suppress-license", str(file), environment=environment)
        assert f"  is registered: {registered}\n" in unopkg("list", IDENTIFIER, environment=neutral(here))


@pytest.mark.soak
def test_a_click_in_a_libreoffice_from_there(terminal: Terminal, path: Path) -> None:
    """The button says what to do, and what was typed is still there."""
    new(path, "italy-2010", language="en", players="10")
    with Screen() as screen:
        office = Window(screen, path, terminal=terminal)
        try:
            office.tab("Players")
            office.write("Anna Rossi", "Return")
            assert "LibreOffice was started from a terminal in which another Python is active" in office.click("Help")
            office.close_message()
            until(lambda: office.desk.column("Players_Name")[0] == "Anna Rossi")
        finally:
            office.stop()


@pytest.mark.parametrize("name", ["VIRTUAL_ENV", "CONDA_PREFIX", "PYTHONHOME", "PYTHONPATH", "__PYVENV_LAUNCHER__"])
def test_what_leads_to_another_python_is_not_handed_on(name: str) -> None:
    assert neutral({name: "/x", "HOME": "/Users/anna"}) == {"HOME": "/Users/anna"}


def test_no_folder_with_another_python_is_searched(terminal: Terminal, tmp_path: Path) -> None:
    assert neutral({"PATH": f"{terminal['PATH']}{os.pathsep}{tmp_path}"})["PATH"] == f"/usr/bin:/bin:{tmp_path}"
