"""`bangxl setup` and `bangxl doctor`, on every kind of computer: what is wired, and what is said; folders in the cloud."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from bangxl.commands.setup import (
    MAC,
    WINDOWS,
    Computer,
    ProgramRun,
    Sign,
    cloud_folders,
    cloud_service,
    doctor,
    interpreter,
    macros_version,
    remove,
    setup,
    this_computer,
)
from tests.commands.computers import INSTALLED, LINUX_PYTHON, MAC_PYTHON, ROOT, WINDOWS_PYTHON, Programs, computer
from tests.commands.stages import unchanged
from tests.hosts.commandline import CommandLine

WINDOWS_FILE = ".xlwings/xlwings.conf"
MAC_FILE = "Library/Containers/com.microsoft.Excel/Data/xlwings.conf"


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def as_vba_reads(data: bytes, key: str, encoding: str, environ: Mapping[str, str], *, end: bytes) -> str:
    """What GetConfigFromFile of xlwings.bas finds: pairs by `Input #`, keys in any case, the first wins; %NAME% is filled in."""
    for line in data.split(end):
        name, _, value = line.decode(encoding).partition(",")
        if name.strip('"').lower() == key.lower():
            found = value.strip('"')
            for variable, text in environ.items():
                found = found.replace(f"%{variable}%", text)
            return found
    return ""


class TestExcel:
    def test_windows(self, tmp_path: Path) -> None:
        line, tab = setup(computer=computer(tmp_path, WINDOWS))
        file = tmp_path / WINDOWS_FILE
        addin = tmp_path / "AppData/Roaming/Microsoft/Excel/XLSTART/bangxl.xlam"
        assert (tab.sign, str(addin) in tab.text, addin.is_file()) == (Sign.READY, True, True)
        assert file.read_bytes() == f'"INTERPRETER_WIN","{WINDOWS_PYTHON}"\r\n'.encode()
        assert str(line) == f"✓ Excel starts {WINDOWS_PYTHON} (see {file})."

    def test_mac(self, tmp_path: Path) -> None:
        programs = Programs()
        lines = setup(computer=computer(tmp_path, MAC, programs=programs))
        assert (tmp_path / MAC_FILE).read_bytes() == f'"INTERPRETER_MAC","{MAC_PYTHON}"\n'.encode()
        assert programs.called == [[MAC_PYTHON, "-P", "-c", "from xlwings.cli import main; main()", "runpython", "install"]]
        assert [line.sign for line in lines] == [Sign.READY] * 3
        startup = "Library/Group Containers/UBF8T346G9.Office/User Content.localized/Startup.localized/Excel"
        assert [file.name for file in (tmp_path / startup).iterdir()] == ["bangxl.xlam"]

    @pytest.mark.parametrize(("system", "file", "end"), [(WINDOWS, WINDOWS_FILE, b"\r\n"), (MAC, MAC_FILE, b"\n")])
    def test_keeps_what_else_stands_there(self, tmp_path: Path, system: str, file: str, end: bytes) -> None:
        path = tmp_path / file
        path.parent.mkdir(parents=True)
        other = "INTERPRETER_MAC" if system == WINDOWS else "INTERPRETER_WIN"
        mine = "interpreter_win" if system == WINDOWS else "Interpreter_Mac"
        old = [b'"SHOW CONSOLE","False"', f'"{mine}","old"'.encode(), b"", f'"{other}","kept"'.encode(), b'"USER","J\xfcrg, A"']
        path.write_bytes(end.join(old) + end)
        here = computer(tmp_path, system, encoding="cp1252")
        setup(computer=here)
        kept = [old[0], old[3], old[4], f'"{here.xlwings_key}","{here.python}"'.encode(), b""]
        assert path.read_bytes() == end.join(kept)

    @pytest.mark.parametrize("system", [WINDOWS, MAC])
    def test_twice_is_as_once(self, tmp_path: Path, system: str) -> None:
        here = computer(tmp_path, system)
        once = setup(computer=here)
        data, written = here.xlwings_file.read_bytes(), here.xlwings_file.stat().st_mtime_ns
        assert setup(computer=here) == once
        assert (here.xlwings_file.read_bytes(), here.xlwings_file.stat().st_mtime_ns) == (data, written)
        assert list(here.xlwings_file.parent.iterdir()) == [here.xlwings_file]

    @pytest.mark.parametrize(
        ("user", "encoding"),
        [("Anna", "cp1252"), ("Jürgen Weiß", "cp1252"), ("Фёдор", "cp1251"), ("Łukasz", "cp1252"), ("Дарья", "cp1252")],
    )
    def test_a_windows_user_of_any_name(self, tmp_path: Path, user: str, encoding: str) -> None:
        """The macros know only the letters of the system's code page: they would not find their file, nor say so."""
        environ = {"USERPROFILE": rf"C:\Users\{user}"}
        python = rf"C:\Users\{user}\bangxl\Scripts\python.exe"
        here = computer(tmp_path, WINDOWS, python=python, encoding=encoding, environ=environ)
        said = setup(computer=here)
        if user in {"Łukasz", "Дарья"}:
            ((_mend, text),) = [one for one in broken(here) if user in one[1]]
            assert [str(line) for line in said] == [f"× {text}"]
            assert "page bangxl.html" in text
            assert not here.xlwings_file.exists()
            return
        assert [line.sign for line in said] == [Sign.READY] * 2
        data = here.xlwings_file.read_bytes()
        assert as_vba_reads(data, "INTERPRETER_WIN", encoding, environ, end=b"\r\n") == python
        assert interpreter(here) == python

    @pytest.mark.parametrize(
        ("system", "python"),
        [
            (WINDOWS, r"D:\Фёдор\python.exe"),
            (MAC, "/Users/anna/my tournaments/bin/python"),
            (MAC, "/Users/o'neil/bin/python"),
            (MAC, "/Users/anna/Università/bin/python"),
            (MAC, "/Users/anna/a|b/bin/python"),
        ],
    )
    def test_a_path_that_excel_cannot_start(self, tmp_path: Path, system: str, python: str) -> None:
        here = computer(tmp_path, system, python=python)
        (line,) = setup(computer=here)
        assert (line.sign, python in line.text) == (Sign.BROKEN, True)
        assert not here.xlwings_file.exists()

    def test_excel_never_opened_on_a_mac(self, tmp_path: Path) -> None:
        """Its folder is made by the system when Excel is first opened, and by nobody else."""
        here = computer(tmp_path, MAC)
        (tmp_path / "Library/Containers/com.microsoft.Excel").rmdir()
        (line,) = setup(computer=here)
        assert (line.sign, line.mend) == (Sign.BROKEN, "bangxl setup")
        assert not here.xlwings_file.parent.exists()

    def test_xlwings_step_fails_on_a_mac(self, tmp_path: Path) -> None:
        programs = Programs({"runpython": ProgramRun(1, "Traceback …\nPermissionError: not yours\n")})
        written, _tab, failed = setup(computer=computer(tmp_path, MAC, programs=programs))
        assert (written.sign, failed.sign, failed.mend) == (Sign.READY, Sign.BROKEN, "bangxl setup")
        assert "PermissionError: not yours" in failed.text


class TestLibreOffice:
    def test_extension_and_interpreter(self, tmp_path: Path) -> None:
        programs = Programs()
        here = computer(tmp_path, "linux", excel=False, unopkg=True, programs=programs)
        lines = setup(libreoffice=True, computer=here)
        assert [line.sign for line in lines] == [Sign.ABSENT, Sign.READY, Sign.READY]
        assert here.interpreter_file.read_text() == f"{LINUX_PYTHON}\n"
        ((*command, file),) = programs.called
        assert command == ["/bin/unopkg", "add", "--force", "--suppress-license"]
        assert (Path(file).name, Path(file).exists()) == ("bangxl-menu.oxt", False)

    def test_unopkg_refuses(self, tmp_path: Path) -> None:
        """The rest is done."""
        programs = Programs({"add": ProgramRun(1, "\nERROR: cannot be started.\n\n")})
        here = computer(tmp_path, "linux", excel=False, unopkg=True, programs=programs)
        *_, last = setup(libreoffice=True, computer=here)
        assert (last.sign, last.mend) == (Sign.BROKEN, "bangxl setup --libreoffice")
        assert "ERROR: cannot be started." in last.text
        assert here.interpreter_file.exists()

    @pytest.mark.parametrize(
        ("system", "place"),
        [
            (WINDOWS, "Program Files/LibreOffice/program/unopkg.com"),
            (MAC, "Applications/LibreOffice.app/Contents/MacOS/unopkg"),
            ("linux", "usr/lib/libreoffice/program/unopkg"),
            ("linux", "opt/libreoffice24.8/program/unopkg"),
        ],
    )
    def test_found_at_the_usual_places(self, tmp_path: Path, system: str, place: str) -> None:
        here = computer(tmp_path, system)
        assert here.unopkg() is None
        file = here.root / place
        file.parent.mkdir(parents=True)
        file.touch()
        assert here.unopkg() == str(file)


class TestThisComputer:
    def test_is_this_one(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HOME", str(tmp_path))
        here = this_computer()
        assert here.xlwings_file == tmp_path / WINDOWS_FILE
        assert here.run([here.python, "-c", "import sys; print('so'); sys.exit(3)"]) == ProgramRun(3, "so")
        assert here.run([str(tmp_path / "nothing")]).code == 1
        assert (here.version("openpyxl"), here.version("no-such-package")) == ("3.1.5", None)
        assert (here.root.is_dir(), here.same(here.python), here.has_excel) == (True, True, False)

    def test_command_line(self, bangxl: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """On Linux there is no Excel, and that is no error; a LibreOffice that is asked for and not there is one."""
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.setattr("bangxl.commands.setup.Computer.unopkg", lambda _: None)
        run = bangxl("setup")
        assert (run.code, run.out, run.err) == (0, "! Excel is not installed on this computer.\n", "")
        run = bangxl("setup", "--libreoffice")
        assert run.code == 1
        assert run.err.startswith("× LibreOffice is not installed on this computer")
        assert bangxl("setup", "--nonsense").code == 2
        assert list(tmp_path.iterdir()) == []


class TestRemove:
    def test_takes_back_what_setup_wrote_and_keeps_the_rest(self, tmp_path: Path) -> None:
        here = computer(tmp_path, WINDOWS, unopkg=True)
        here.xlwings_file.parent.mkdir()
        here.xlwings_file.write_bytes(other := b'"USER","J\xfcrg"\r\n')
        setup(libreoffice=True, computer=here)
        assert [line.sign for line in remove(here)] == [Sign.READY] * 4
        assert here.xlwings_file.read_bytes() == other
        assert not here.addin_file.exists()
        assert not here.interpreter_file.exists()

    def test_another_python_stays(self, tmp_path: Path) -> None:
        setup(computer=computer(tmp_path, WINDOWS, python="C:\\other\\python.exe"))
        here = computer(tmp_path, WINDOWS)
        with unchanged(here.xlwings_file):
            remove(here)
        assert here.addin_file.exists()

    def test_a_menu_that_stays_is_named(self, tmp_path: Path) -> None:
        here = computer(tmp_path, WINDOWS, unopkg=True, programs=Programs({"remove": ProgramRun(1, "locked")}))
        (line,) = remove(here)
        assert (line.sign, "locked" in line.text) == (Sign.BROKEN, True)


def broken(here: Computer) -> list[tuple[str, str]]:
    """What is broken: how it is mended, and what is said."""
    return [(line.mend, line.text) for line in doctor(here) if line.sign is Sign.BROKEN]


def mends(here: Computer) -> list[str]:
    return [mend for mend, _text in broken(here)]


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
    """The Python, the add-in, and on a Mac the script that starts it."""
    assert mends(computer(tmp_path, system)) == ["bangxl setup"] * (2 + (system == MAC))


def test_libreoffice_before_setup(tmp_path: Path) -> None:
    programs = Programs({"list": ProgramRun(1, "ERROR: There is no such extension deployed")})
    here = computer(tmp_path, "linux", excel=False, unopkg=True, programs=programs)
    assert mends(here) == []  # nothing that was set up is broken
    assert [line.sign for line in doctor(here) if line.mend == "bangxl setup --libreoffice"] == [Sign.ABSENT]


def test_an_extension_that_a_person_installed_is_ready(tmp_path: Path) -> None:
    """It carries bangxl, so no file says which Python to start."""
    url = "  URL: vnd.sun.star.expand:$UNO_USER_PACKAGES_CACHE/uno_packages/lu26027szmq1.tmp_/{}\n"
    for name, broken in (("bangxl.oxt", []), ("bangxl-menu.oxt", ["bangxl setup --libreoffice"])):
        programs = Programs({"list": replace(INSTALLED, said=INSTALLED.said + url.format(name))})
        assert mends(computer(tmp_path, "linux", excel=False, unopkg=True, programs=programs)) == broken


PARTS = "  bundled Packages: {\n      URL: x\n      is registered: yes\n  }\n"
"""What stands below an extension, of its parts, does not count."""


@pytest.mark.parametrize(
    "listed",
    [ProgramRun(0, "  Version: 0.0.9\n"), ProgramRun(0, ""), ProgramRun(0, INSTALLED.said.replace("yes", "no") + PARTS), ROOT],
)
def test_an_extension_that_does_not_work(tmp_path: Path, listed: ProgramRun) -> None:
    here = wired(tmp_path, "linux", excel=False)
    assert isinstance(here.run, Programs)
    here.run.answers["list"] = listed
    assert mends(here) == ["bangxl setup --libreoffice"]


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
    (excel, old), (office, older) = broken(here)
    assert (excel, office) == ("bangxl setup", "bangxl setup --libreoffice")
    assert ["C:\\old\\python.exe" in old, "C:\\older\\python.exe" in older] == [True, True]


@pytest.mark.parametrize("folder", ["Università", "my tournaments"])
def test_a_mac_starts_no_python_in_such_a_folder(tmp_path: Path, folder: str) -> None:
    """Though the right path stands in the file: it may be read with other letters, and is torn at the blank."""
    python = f"/Users/anna/{folder}/bin/python"
    here = replace(wired(tmp_path, MAC), python=python)
    here.xlwings_file.write_text(f'"INTERPRETER_MAC","{python}"\n', encoding="utf-8")
    here.interpreter_file.write_text(f"{python}\n", encoding="utf-8")
    ((_mend, text),) = broken(here)
    assert python in text


@pytest.mark.parametrize("found", [None, "0.30.0"])
def test_xlwings_must_be_that_of_the_macros(tmp_path: Path, found: str | None) -> None:
    here = computer(tmp_path, "linux", excel=False, xlwings=found)
    assert mends(here) == [f"{here.python} -m pip install xlwings=={macros_version()}"]


def test_a_configuration_that_cannot_be_read(tmp_path: Path) -> None:
    """Nonsense in the file counts as nothing in it."""
    here = computer(tmp_path, WINDOWS)
    here.xlwings_file.parent.mkdir(parents=True)
    here.xlwings_file.write_bytes(b'\xff\x81"unclosed\r\nalone\r\n\r\n"INTERPRETER_WIN"\r\n')
    here.addin_file.parent.mkdir(parents=True)
    here.addin_file.write_bytes(b"half of it")
    assert mends(here) == ["bangxl setup"] * 2
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
        ((mend, text),) = broken(here)
    assert (mend, str(here.xlwings_file) in text) == ("bangxl setup", True)


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
    assert [line.rpartition("→")[2] for line in run.out.splitlines() if line.startswith("×")] == ["  bangxl setup"]


CLOUD = "Library/CloudStorage"


@pytest.mark.parametrize(
    ("variable", "folder", "path", "service"),
    [
        ("OneDrive", r"C:\Users\Anna\OneDrive", r"C:\Users\Anna\OneDrive\torneo.xlsm", "OneDrive"),
        ("OneDriveConsumer", r"C:\Users\Anna\OneDrive", r"c:\users\ANNA\onedrive\Documenti\2026\torneo.xlsm", "OneDrive"),
        ("OneDriveCommercial", r"D:\OneDrive - BANG Club", r"D:\OneDrive - BANG Club\torneo.xlsx", "OneDrive"),
        ("OneDrive", r"C:\Users\Anna\OneDrive", r"C:\Users\Anna\OneDriveOld\torneo.xlsm", ""),
        ("OneDrive", r"C:\Users\Anna\OneDrive", r"C:\Users\Anna\Documents\torneo.xlsm", ""),
        ("OneDrive", " ", r"C:\Users\Anna\Documents\torneo.xlsm", ""),
    ],
)
def test_windows_says_where_onedrive_is(tmp_path: Path, variable: str, folder: str, path: str, service: str) -> None:
    assert cloud_service(Path(path), computer(tmp_path, WINDOWS, environ={variable: folder})) == service


@pytest.mark.parametrize(
    ("system", "place", "service"),
    [
        (WINDOWS, "OneDrive - BANG Club", "OneDrive"),
        (WINDOWS, "Dropbox (Anna)", "Dropbox"),
        (WINDOWS, "iCloudDrive", "iCloud"),
        (MAC, f"{CLOUD}/OneDrive-Personal", "OneDrive"),
        (MAC, f"{CLOUD}/OneDrive-SharedLibraries-BANG", "SharePoint"),
        (MAC, f"{CLOUD}/GoogleDrive-anna@example.org", "Google Drive"),
        (MAC, f"{CLOUD}/Box-Box", "Box"),
        (MAC, "Library/Mobile Documents", "iCloud"),
        ("linux", "Dropbox", "Dropbox"),
        (MAC, "Documents", ""),
        ("linux", "Dropboxes", ""),
    ],
)
def test_known_by_their_place(tmp_path: Path, system: str, place: str, service: str) -> None:
    (tmp_path / place / "2026").mkdir(parents=True)
    here = computer(tmp_path, system)
    assert cloud_service(tmp_path / place / "2026" / "torneo.xlsx", here) == service
    assert cloud_service(tmp_path / "elsewhere" / "torneo.xlsx", here) == ""
    assert list(cloud_folders(here).values()) == ([service] if service else [])


@pytest.mark.parametrize("file", ["torneo.xlsx", "torneo.xlsm"])
def test_new_warns_and_makes_the_workbook(
    bangxl: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    cloud = tmp_path / "cloud"
    cloud.mkdir()
    (tmp_path / "link").symlink_to(cloud)
    here = computer(tmp_path, WINDOWS, environ={"OneDrive": str(cloud)})
    monkeypatch.setattr("bangxl.commands.new.this_computer", lambda: here)
    for folder, lines in ((cloud, 2), (tmp_path / "link", 2), (tmp_path, 1)):
        path = folder / f"{lines}{folder.name}{file}"
        run = bangxl("new", path, "--rulebook", "italy-2010", "--players", "10", "--language", "en")
        assert (run.code, run.err, path.is_file()) == (0, "", True)
        said = " ".join(run.out.split())
        assert ("OneDrive keeps this folder in the cloud" in said) == (lines == 2)
        assert ("switch off AutoSave" in said) == (lines == 2)


def test_doctor_names_every_such_folder_once(tmp_path: Path) -> None:
    """They are no defect of the wiring: nothing is to be mended."""
    (tmp_path / "Dropbox").mkdir()
    environ = {"OneDrive": r"C:\Users\Anna\OneDrive", "OneDriveConsumer": r"c:\users\anna\OneDrive"}
    lines = doctor(computer(tmp_path, WINDOWS, environ=environ))
    found = [line for line in lines if "in the cloud" in line.text]
    assert [(line.sign, line.mend) for line in found] == [(Sign.ABSENT, "")] * 2
    assert [line.text.partition(" keeps ")[0] for line in found] == ["OneDrive", "Dropbox"]
    assert r"C:\Users\Anna\OneDrive" in found[0].text
    assert all("AutoSave" in line.text for line in found)
