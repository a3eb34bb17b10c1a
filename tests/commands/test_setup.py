"""`bangxl setup`: xlwings' user configuration as its macros read it, on every kind of computer; LibreOffice's extension."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from bangxl.commands.computer import MAC, WINDOWS, ProgramRun, Sign, interpreter, this_computer
from bangxl.commands.setup import remove, setup
from tests.commands.computers import LINUX_PYTHON, MAC_PYTHON, ROOT, WINDOWS_PYTHON, Programs, computer
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
        (line,) = setup(computer=computer(tmp_path, WINDOWS))
        file = tmp_path / WINDOWS_FILE
        assert file.read_bytes() == f'"INTERPRETER_WIN","{WINDOWS_PYTHON}"\r\n'.encode()
        assert str(line) == f"✓ Excel starts {WINDOWS_PYTHON}. That stands in {file}."

    def test_mac(self, tmp_path: Path) -> None:
        programs = Programs()
        lines = setup(computer=computer(tmp_path, MAC, programs=programs))
        assert (tmp_path / MAC_FILE).read_bytes() == f'"INTERPRETER_MAC","{MAC_PYTHON}"\n'.encode()
        assert programs.called == [[MAC_PYTHON, "-c", "from xlwings.cli import main; main()", "runpython", "install"]]
        assert [line.sign for line in lines] == [Sign.READY, Sign.READY]

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
        [("Anna", "cp1252"), ("Jürgen Weiß", "cp1252"), ("Фёдор", "cp1251"), ("Фёдор", "cp1252"), ("Żofia & Co", "cp1252")],
    )
    def test_a_windows_user_of_any_name(self, tmp_path: Path, user: str, encoding: str) -> None:
        """The macros read the file in the code page of the system; a name that it lacks is named by %USERPROFILE%."""
        environ = {"USERPROFILE": rf"C:\Users\{user}"}
        python = rf"C:\Users\{user}\bangxl\Scripts\python.exe"
        here = computer(tmp_path, WINDOWS, python=python, encoding=encoding, environ=environ)
        assert [line.sign for line in setup(computer=here)] == [Sign.READY]
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
            (MAC, "/Users/Фёдор/bin/python"),
            (MAC, "/Users/anna/a|b/bin/python"),
        ],
    )
    def test_a_path_that_excel_cannot_start(self, tmp_path: Path, system: str, python: str) -> None:
        here = computer(tmp_path, system, python=python)
        (line,) = setup(computer=here)
        assert str(line).startswith(f"× Excel cannot start {python}: install bangxl in a folder whose name has only letters")
        assert not here.xlwings_file.exists()

    def test_excel_never_opened_on_a_mac(self, tmp_path: Path) -> None:
        """Its folder is made by the system when Excel is first opened, and by nobody else."""
        here = computer(tmp_path, MAC)
        (tmp_path / "Library/Containers/com.microsoft.Excel").rmdir()
        (line,) = setup(computer=here)
        assert str(line).startswith("× Excel has never been opened here.")
        assert line.mend == "bangxl setup"
        assert not here.xlwings_file.parent.exists()

    def test_xlwings_step_fails_on_a_mac(self, tmp_path: Path) -> None:
        programs = Programs({"runpython": ProgramRun(1, "Traceback …\nPermissionError: not yours\n")})
        written, failed = setup(computer=computer(tmp_path, MAC, programs=programs))
        assert written.sign is Sign.READY
        assert str(failed) == "× xlwings could not put its script in: PermissionError: not yours  →  bangxl setup"

    def test_a_folder_that_cannot_be_written(self, tmp_path: Path) -> None:
        (tmp_path / ".xlwings").write_text("in the way")
        (line,) = setup(computer=computer(tmp_path, WINDOWS))
        assert line.sign is Sign.BROKEN
        assert f"{tmp_path / WINDOWS_FILE} cannot be written" in line.text

    def test_no_excel(self, tmp_path: Path) -> None:
        here = computer(tmp_path, "linux", excel=False)
        assert [str(line) for line in setup(computer=here)] == ["! There is no Excel on this computer."]
        assert list(tmp_path.iterdir()) == []

    def test_libreoffice_is_mentioned_where_it_is(self, tmp_path: Path) -> None:
        programs = Programs()
        _, hint = setup(computer=computer(tmp_path, "linux", excel=False, unopkg=True, programs=programs))
        assert str(hint) == "! LibreOffice is here too: its BANG! menu is put in by «bangxl setup --libreoffice»."
        assert programs.called == []


class TestLibreOffice:
    def test_extension_and_interpreter(self, tmp_path: Path) -> None:
        programs = Programs()
        here = computer(tmp_path, "linux", excel=False, unopkg=True, programs=programs)
        lines = setup(libreoffice=True, computer=here)
        assert [line.sign for line in lines] == [Sign.ABSENT, Sign.READY, Sign.READY]
        assert here.interpreter_file.read_text() == f"{LINUX_PYTHON}\n"
        ((*command, file),) = programs.called
        assert command == ["/bin/unopkg", "add", "--force", "--suppress-license"]
        assert (Path(file).name, Path(file).exists()) == ("bangxl.oxt", False)

    def test_beside_excel(self, tmp_path: Path) -> None:
        here = computer(tmp_path, WINDOWS, unopkg=True)
        assert [line.sign for line in setup(libreoffice=True, computer=here)] == [Sign.READY] * 3
        assert here.interpreter_file.read_text().strip() == WINDOWS_PYTHON

    def test_unopkg_refuses(self, tmp_path: Path) -> None:
        """The rest is done."""
        programs = Programs({"add": ProgramRun(1, "\nERROR: cannot be started.\n\n")})
        here = computer(tmp_path, "linux", excel=False, unopkg=True, programs=programs)
        *_, last = setup(libreoffice=True, computer=here)
        assert str(last) == (
            "× LibreOffice did not take the BANG! menu: ERROR: cannot be started. Close LibreOffice and run the command again."
            "  →  bangxl setup --libreoffice"
        )
        assert here.interpreter_file.exists()

    def test_root(self, tmp_path: Path) -> None:
        here = computer(tmp_path, "linux", excel=False, unopkg=True, programs=Programs({"add": ROOT}))
        *_, last = setup(libreoffice=True, computer=here)
        assert str(last) == (
            "× LibreOffice takes no menu from root. Run the command as the user who works with LibreOffice."
            "  →  bangxl setup --libreoffice"
        )

    def test_no_libreoffice(self, tmp_path: Path) -> None:
        here = computer(tmp_path, MAC)
        *excel, last = setup(libreoffice=True, computer=here)
        assert [line.sign for line in excel] == [Sign.READY, Sign.READY]
        assert last.text.startswith("There is no LibreOffice on this computer")
        assert not here.interpreter_file.exists()

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
        monkeypatch.setattr("bangxl.commands.computer.Computer.unopkg", lambda _: None)
        run = bangxl("setup")
        assert (run.code, run.out, run.err) == (0, "! There is no Excel on this computer.\n", "")
        run = bangxl("setup", "--libreoffice")
        assert run.code == 1
        assert run.err.startswith("× There is no LibreOffice on this computer")
        assert bangxl("setup", "--nonsense").code == 2
        assert list(tmp_path.iterdir()) == []


class TestRemove:
    def test_takes_back_what_setup_wrote_and_keeps_the_rest(self, tmp_path: Path) -> None:
        here = computer(tmp_path, WINDOWS, unopkg=True)
        here.xlwings_file.parent.mkdir()
        here.xlwings_file.write_bytes(other := b'"USER","J\xfcrg"\r\n')
        setup(libreoffice=True, computer=here)
        assert [line.sign for line in remove(here)] == [Sign.READY, Sign.READY, Sign.READY]
        assert here.xlwings_file.read_bytes() == other
        assert not here.interpreter_file.exists()

    def test_leaves_no_empty_file(self, tmp_path: Path) -> None:
        here = computer(tmp_path, WINDOWS)
        setup(computer=here)
        remove(here)
        assert not here.xlwings_file.exists()
        assert [line.sign for line in remove(here)] == [Sign.ABSENT]

    def test_another_python_stays(self, tmp_path: Path) -> None:
        setup(computer=computer(tmp_path, WINDOWS, python="C:\\other\\python.exe"))
        here = computer(tmp_path, WINDOWS)
        before = here.xlwings_file.read_bytes()
        remove(here)
        assert here.xlwings_file.read_bytes() == before

    def test_a_menu_that_stays_is_named(self, tmp_path: Path) -> None:
        here = computer(tmp_path, WINDOWS, unopkg=True, programs=Programs({"remove": ProgramRun(1, "locked")}))
        (line,) = remove(here)
        assert (line.sign, "locked" in line.text) == (Sign.BROKEN, True)
