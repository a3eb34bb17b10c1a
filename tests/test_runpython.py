"""The command line that a click in Excel runs, as our macros and xlwings build it, and as cmd, Python and sh read it."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest
import xlwings
import xlwings.main

import bangxl
from bangxl import actions, vba
from bangxl.books.live import LiveBook
from bangxl.commands.asking import Answer
from tests.books.workbooks import saved
from tests.helpers.sample import these
from tests.hosts.excel.program import Excel

WHEEL: Final = Path(xlwings.__file__).parent
MACROS: Final = vba.source("xlwings.bas")
CLICK: Final = "import bangxl.ribbon; bangxl.ribbon.click('help')"
NAMES: Final = (
    "torneo.xlsm", "torneo di Torino.xlsm", "l'oro d'Italia.xlsm", "Finale=2026.xlsm", "a = b = c.xlsm", "Müller & Söhne.xlsm",
    "Турнир № 1.xlsm", "l'oro & Ильин = 100% più.xlsm",
)  # fmt: skip
FOLDERS: Final = ("torneo", "Documenti di Niccolò", "L'Aquila & Köln = Città", "Загрузки")


FALSE: Final = ("False", "Falso", "Falsch", "Ложь")
"""What VBA makes of the switch in the sheet, in the language of the computer."""

VBA: Final = re.compile(r'(?P<text>"(?:[^"]|"")*")|(?P<quote>Chr\(34\))|(?P<name>[A-Za-z_][\w.]*)')
APPLESCRIPT: Final = re.compile(r'(?P<text>"(?:[^"\\]|\\.)*")|(?P<quote>quote)|(?P<name>[A-Za-z_]\w*)')


def concatenated(language: re.Pattern[str], expression: str, values: Mapping[str, str]) -> str:
    """What ``"text" & Name & Chr(34)`` gives."""

    def part(match: re.Match[str]) -> str:
        if match["text"]:
            text = match["text"][1:-1]
            return text.replace('""', '"') if language is VBA else text.replace('\\"', '"')
        return values[match["name"]] if match["name"] else '"'

    return "".join(map(part, language.finditer(expression)))


def source(text: str, begin: str, end: str) -> str:
    """A piece of the macros, or of the script."""
    assert text.count(begin) == 1
    return re.sub(r"[_¬]\s*\n\s*", " ", text.partition(begin)[2].partition(end)[0])


def configured(path: str, add: str, system: str) -> str:
    """What xlwings calls PYTHONPATH: the switch, twice the workbook, three settings for clouds, and the real thing."""
    run = source(MACROS, "Public Function RunPython(", "\nEnd Function")
    folders = [line.partition(" = ")[2] for line in run.splitlines() if line.strip().startswith("PYTHONPATH = ")]
    (expression,) = (re.sub(r'GetConfig\("[^"]*"\)', "NOTHING", line) for line in folders if f"SHAREPOINT_{system}" in line)
    names = dict.fromkeys(re.findall(r"(ActiveFullName|ThisFullName) = ", run), path)
    values = {"AddExcelDir": add, "NOTHING": "", "ActiveFullName": "", "ThisFullName": ""} | names
    return "".join(concatenated(VBA, part, values) for part in expression.split(" & "))


def on_windows(
    path: str, command: str = CLICK, interpreter: str = r"C:\Programmi\Python 3\python.exe", add: str = "False"
) -> str:
    """What ``ExecuteWindows`` hands to WScript.Run for a workbook's path."""
    folder = interpreter.rpartition("\\")[0]
    values = {
        "CondaCmd": "",
        "PythonInterpreter": f'"{interpreter}"' if folder else interpreter,
        "PYTHONPATH": configured(path, add, "WIN").replace("&", "^&").replace("\\", "\\\\"),
        "PythonCommand": command,
        "DriveCommand": f'{interpreter[:2]} & cd "{folder}" & ' if folder else "",
        "ActiveWorkbook.Name": path.rpartition("\\")[2],
        "Application.Path": r"C:\Program Files\Microsoft Office",
        "Application.Name": "Microsoft Excel",
        "Application.Hwnd": "4711",
        "LOG_FILE": r"C:\Temp\xlwings-1.log",
    }
    values["RunCommand"] = concatenated(VBA, source(MACROS, "        RunCommand = CondaCmd &", "\n"), values)
    return concatenated(VBA, source(MACROS, "ExitCode = WScript.Run(", "WindowStyle, WaitOnReturn)").rstrip(", "), values)


def on_a_mac(path: str, interpreter: str, command: str = CLICK, add: str = "False") -> str:
    """What the AppleScript hands to the shell for a workbook's path."""
    values = {
        "PythonInterpreter": interpreter,
        "PYTHONPATH": (configured(path, add, "MAC") + ";").replace("'", "\\'"),
        "PythonCommand": command,
        "WorkbookName": path.rpartition("/")[2],
        "ApplicationFullName": "/Applications/Microsoft Excel.app",
        "LOG_FILE": "/dev/null",
    }
    script = (WHEEL / f"xlwings-{xlwings.__version__}.applescript").read_text(encoding="utf-8")
    return concatenated(APPLESCRIPT, source(script, "set ShellCommand to ", "\ttry"), values)


def by_cmd(line: str) -> list[str]:
    """The programs that ``cmd /C`` starts: ``&`` parts them outside quotes, unless after ``^``; without ``2> file``."""
    assert line.startswith("cmd.exe /C ")
    found, quoted, escaped = [""], False, False
    for sign in line.removeprefix("cmd.exe /C "):
        if not quoted and not escaped and sign == "^":
            escaped = True
            continue
        quoted ^= sign == '"'
        if sign == "&" and not quoted and not escaped:
            found.append("")
        else:
            found[-1] += sign
        escaped = False
    return [re.sub(r'\s2> "[^"]*"\s*$', "", program).strip() for program in found]


def by_windows(line: str) -> list[str]:
    """The words of a command line as CommandLineToArgvW has them: before a quote, 2n backslashes are n, one more is its own."""
    words, quoted, word = [], False, None
    for backslashes, sign in re.findall(r'(\\*)("|[^\\]|$)', line):
        if sign == '"':
            word = (word or "") + "\\" * (len(backslashes) // 2)
            if len(backslashes) % 2:
                word += '"'
            else:
                quoted = not quoted
        elif sign.isspace() and not quoted:
            words.extend([word + backslashes] if word is not None else [])
            word = None
        elif sign or backslashes:
            word = (word or "") + backslashes + sign
    return [*words, word] if word is not None else words


def by_sh(line: str, tmp_path: Path) -> list[str]:
    """The words that the interpreter gets from a real shell. ``line`` starts the interpreter that is made here."""
    subprocess.run(["sh", "-c", f"{line} wait"], check=True, cwd=tmp_path)
    words: list[str] = json.loads((tmp_path / "words.json").read_text(encoding="utf-8"))
    return words


@pytest.fixture
def interpreter(tmp_path: Path) -> str:
    """A program that writes down how it was called."""
    program = tmp_path / "python"
    program.write_text(f"#!{sys.executable}\nimport json, sys; json.dump(sys.argv, open(r'{tmp_path}/words.json', 'w'))\n")
    program.chmod(0o755)
    return str(program)


def clicked(words: list[str], monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], list[str]]:
    """Run Python's half: the code after ``-c``. Gives what was added to the module path, and the books that were clicked on."""
    where = words.index("-c")
    books: list[str] = []

    def act(_action: str, book: LiveBook) -> Answer:
        books.append(str(book.path))
        return Answer()

    monkeypatch.setattr(actions, "run_button", act)
    monkeypatch.setattr(sys, "argv", ["-c", *words[where + 2 :]])
    monkeypatch.setattr(sys, "path", [])
    exec(words[where + 1], {})  # noqa: S102 - as python -c does
    return sys.path, books


Opened = Callable[[str], None]


@pytest.fixture(scope="module")
def workbook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved(tmp_path_factory.mktemp("runpython") / "workbook.xlsx")


@pytest.fixture
def opened(excel: Excel, workbook: Path) -> Opened:
    """Opens a workbook of this path, and others of names that a careless reader takes for it."""

    def opened(path: str) -> None:
        name = re.split(r"[\\/]", path)[-1]
        for other in (name.partition("=")[0], name.rpartition("=")[2], f"x{name}"):
            excel.open(workbook)
            excel.books[-1].full_name = f"/other/{other}" if other != name else "/other/y.xlsm"
        excel.open(workbook)
        excel.books[-1].full_name = path

    return opened


@pytest.mark.parametrize(("name", "folder"), [(name, FOLDERS[number % len(FOLDERS)]) for number, name in enumerate(NAMES)])
def test_on_a_mac_the_right_book_is_found(
    name: str, folder: str, interpreter: str, tmp_path: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/Users/Niccolò d'Este/{folder}/{name}"
    opened(path)
    words = by_sh(on_a_mac(path, interpreter), tmp_path)
    assert words[-3:] == [f"--wb={name}", "--from_xl=1", "--app=/Applications/Microsoft Excel.app"]
    added, books = clicked(words, monkeypatch)
    assert books == [path]
    assert set(added) <= {""}


@pytest.mark.parametrize(("name", "folder"), [(name, FOLDERS[number % len(FOLDERS)]) for number, name in enumerate(NAMES)])
def test_on_windows_the_right_book_is_found(name: str, folder: str, opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    path = f"C:\\Users\\Niccolò d'Este\\{folder}\\{name}"
    opened(path)
    drive, change, python = by_cmd(on_windows(path, add=FALSE[len(name) % len(FALSE)]))
    assert (drive, change) == ("C:", 'cd "C:\\Programmi\\Python 3"')
    words = by_windows(python)
    assert words[:3] == [r"C:\Programmi\Python 3\python.exe", "-B", "-c"]
    assert words[4:] == [
        f"--wb={name}", "--from_xl=1", r"--app=C:\Program Files\Microsoft Office\Microsoft Excel", "--hwnd=4711",
    ]  # fmt: skip
    monkeypatch.setattr(xlwings.main, "sys", SimpleNamespace(platform="win32", argv=["-c", *words[4:]]))
    added, books = clicked(words, monkeypatch)
    assert books == [path]
    assert set(added) <= {""}


@pytest.mark.parametrize("add", these(["False", "true"], "true"))
@pytest.mark.parametrize("place", these(["Downloads", "Downloads;b;c;d;e"], "Downloads"))
def test_a_bangxl_beside_the_workbook_is_left_alone(place: str, add: str, tmp_path: Path) -> None:
    """Whoever has a bangxl.py in Downloads, and a workbook: it is not imported, nor if the folder's name looks like several."""
    answer = tmp_path / "answer.txt"
    for folder in ("Downloads", place, "cwd"):
        (tmp_path / folder).mkdir(exist_ok=True)
    (tmp_path / "Downloads" / "bangxl.py").write_text("")
    command = f"import bangxl, pathlib; pathlib.Path('{answer}').write_text(bangxl.__file__)"
    line = on_a_mac(str(tmp_path / place / "torneo.xlsm"), sys.executable, command, add)
    root = Path(bangxl.__file__).parents[1]
    subprocess.run(["sh", "-c", f"{line} wait"], check=True, cwd=tmp_path / "cwd", env={"PYTHONPATH": str(root)})
    assert answer.read_text() == bangxl.__file__


def test_nothing_beside_the_workbook_chooses_the_python() -> None:
    """xlwings reads xlwings.conf in the workbook's folder, and looks for «python» in the current one; our copy does neither."""
    config = source(MACROS, "Function GetConfig(", "\nEnd Function")
    assert re.findall(r'source = "(\w+)"', config) == ["sheet", "user"]
    assert re.findall(r'GetConfig\("INTERPRETER\w*", "\w+"\)', MACROS) == []


def test_windows_starts_python_in_its_own_folder() -> None:
    """Python looks for modules in the folder where it is started: with an interpreter configured, that is not the workbook's."""
    assert by_cmd(on_windows("C:\\a\\b.xlsm", interpreter="python"))[0].startswith("python -B -c ")
    assert by_cmd(on_windows("C:\\a\\b.xlsm"))[1] == 'cd "C:\\Programmi\\Python 3"'


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (r'a "b c" d', ["a", "b c", "d"]),
        (r'"a\"b" c', ['a"b', "c"]),
        (r'"a\\" b', ["a\\", "b"]),
        (r"a\\b c\\", [r"a\\b", "c\\\\"]),
        ('a "" b', ["a", "", "b"]),
    ],
)
def test_the_rules_of_windows(line: str, words: list[str]) -> None:
    """Examples of Microsoft's pages."""
    assert by_windows(line) == words
