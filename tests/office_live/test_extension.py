"""The extension of LibreOffice: its buttons, texts and bytes, what it carries, and Pythons in virtual environments."""

import ast
import json
import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import grimp
import pytest

from bangxl import toolbar
from bangxl.actions import CLICKS
from bangxl.books.office import OfficeBook
from bangxl.books.port import BookError, OpenBook
from bangxl.commands.asking import Answer
from bangxl.commands.new import new
from bangxl.commands.verify import verify
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.office import BUTTON, interpreter_file, neutral
from bangxl.office.build import IDENTIFIER, REFUSAL, oxt
from bangxl.vba.ribbon import buttons, groups, menu
from tests.additions.package import parts_of, unzipped, zipped
from tests.helpers.whole_day import fresh, play
from tests.hosts.libreoffice.office import SYSTEM_PYTHON
from tests.libreoffice.desk import type_in
from tests.office_live.host import ROOT
from tests.office_live.window import Screen, Window, until

OOR = "{http://openoffice.org/2001/registry}"
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


@pytest.fixture
def parts() -> dict[str, str]:
    return {name: part.decode() for name, part in unzipped(oxt()).items()}


def test_the_same_bytes_every_time(tmp_path: Path) -> None:
    for number in "01":
        target = tmp_path / number
        command = [sys.executable, "-m", "bangxl.office.build", str(target)]
        subprocess.run(command, env=os.environ | {"PYTHONHASHSEED": number}, check=True)
        assert target.read_bytes() == oxt()


def test_the_buttons_are_the_actions(parts: dict[str, str]) -> None:
    root = ET.fromstring(parts["Addons.xcu"])  # noqa: S314 - our own
    for place in ("OfficeMenuBar", "OfficeToolBar"):
        (container,) = (node for node in root.iter("node") if node.get(f"{OOR}name") == place)
        urls = [value(node, "URL") for node in container.iter("node") if value(node, "URL")]
        actions = [action_of(url) for url in urls if url != "private:separator"]
        seldom = menu().buttons.keys()
        shown = groups() if place == "OfficeMenuBar" else [group for group in groups() if group != menu().buttons]
        assert actions == [action for group in shown for action in group]
        assert len(urls) == len(actions) + len(shown) - 1
        assert set(actions) == CLICKS.keys() - (set() if place == "OfficeMenuBar" else seldom)
        nested = [node for node in container.iter("node") if node.get(f"{OOR}name") == "Submenu"][1:]
        inside = [action_of(value(node, "URL")) for one in nested for node in one]
        assert inside == ([*seldom] if place == "OfficeMenuBar" else [])
    assert {*buttons()} == CLICKS.keys()


def action_of(url: str) -> str:
    head, tail = BUTTON.split("{action}")
    return url.removeprefix(head).removesuffix(tail)


def test_every_button_is_a_sub(parts: dict[str, str]) -> None:
    """And what it refuses with is there in all languages."""
    module = "".join(ET.fromstring(parts["bangxl/Buttons.xba"]).itertext())  # noqa: S314 - our own
    subs = dict(re.findall(r'^Sub press_(\w+)\n\tPress "(\w+)"\nEnd Sub$', module, re.MULTILINE))
    assert subs == {action: action for action in ("record_filled", *buttons())}
    cases = dict(re.findall(r'^\t\tCase "(\w+)": Refusal = "([^"]+)"$', module, re.MULTILINE))
    assert cases == {language: catalog(language)(REFUSAL) for language in LANGUAGES}


def value(node: ET.Element, name: str) -> str:
    """A property's only value."""
    found = (prop for prop in node.findall("prop") if prop.get(f"{OOR}name") == name)
    return next((prop.findtext("value") or "" for prop in found), "")


def test_all_languages(parts: dict[str, str]) -> None:
    root = ET.fromstring(parts["Addons.xcu"])  # noqa: S314 - our own
    titles = [prop for prop in root.iter("prop") if prop.get(f"{OOR}name") == "Title"]
    labels = {one.text: {found.get(LANGUAGE): found.text for found in title} for title in titles for one in title[:1]}
    for english, values in labels.items():
        assert values == {("en-US" if lang == "en" else lang): catalog(lang)(english or "") for lang in LANGUAGES}
    assert json.loads(parts["pythonpath/bangxl/office/texts.json"]).keys() == set(LANGUAGES)


def test_everything_that_is_named_is_there(parts: dict[str, str]) -> None:
    manifest = ET.fromstring(parts["META-INF/manifest.xml"])  # noqa: S314 - our own
    named = {value for entry in manifest for key, value in entry.items() if key.endswith("full-path")}
    for name in named:
        assert name in parts or (name.endswith("/") and any(part.startswith(name) for part in parts)), name
    for name, text in parts.items():
        if name.endswith((".xml", ".xcu", ".xlb", ".xba")):
            assert ET.fromstring(text) is not None, name  # noqa: S314 - our own


def test_older_pythons_can_read_it(parts: dict[str, str]) -> None:
    sources = {name: ast.parse(text, name, feature_version=(3, 8)) for name, text in parts.items() if name.endswith(".py")}
    imported = {
        alias
        for tree in sources.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names])
    }
    ours = {name for name in imported if name.partition(".")[0] == "bangxl"}
    places = {f"pythonpath/{name.replace('.', '/')}" for name in ours}
    assert {place for place in places if not {f"{place}.py", f"{place}/__init__.py"} & parts.keys()} == set()
    others = {name.partition(".")[0] for name in imported - ours}
    assert others - {"uno", "unohelper", "com"} <= sys.stdlib_module_names


def test_where_the_interpreter_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for name in ("APPDATA", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    places = {}
    for system in ("win32", "darwin", "linux"):
        monkeypatch.setattr(sys, "platform", system)
        places[system] = interpreter_file().relative_to(tmp_path).as_posix()
    assert places == {
        "win32": "AppData/Roaming/bangxl/python.txt",
        "darwin": "Library/Application Support/bangxl/python.txt",
        "linux": ".config/bangxl/python.txt",
    }
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "elsewhere"))
    assert interpreter_file() == tmp_path / "elsewhere" / "bangxl" / "python.txt"


CARRYING = ROOT / "build" / "bangxl.oxt"


def test_buttons_need_only_what_the_extension_carries() -> None:
    """Of these msgspec alone is compiled. ``bangxl.command_table`` imports for each command what its click does not need."""
    graph = grimp.build_graph("bangxl", include_external_packages=True, exclude_type_checking_imports=True)
    for imported in graph.find_modules_directly_imported_by("bangxl.command_table"):
        graph.remove_import(importer="bangxl.command_table", imported=imported)
    needed = set()
    for place in {"bangxl.toolbar", *(click.partition(":")[0] for click in CLICKS.values())}:
        module = place if place in graph.modules else place.rpartition(".")[0]
        needed |= graph.find_upstream_modules(module)
    others = {module for module in needed if module.partition(".")[0] not in {"bangxl", *sys.stdlib_module_names}}
    assert others == {"msgspec", "openpyxl", "fpdf", "fontTools"}


def test_wheels_are_sorted_by_python_and_system(tmp_path: Path) -> None:
    names = (
        "one-1-py3-none-any",
        "two-2-cp311-cp311-macosx_11_0_arm64",
        "two-2-cp313-cp313-manylinux2014_x86_64.manylinux_2_28_x86_64",
    )
    wheels = [tmp_path / f"{name}.whl" for name in names]
    for wheel in wheels:
        wheel.write_bytes(zipped({"code.py": b""}))
    made = tmp_path / "made.oxt"
    made.write_bytes(oxt(wheels))
    places = {name for name in parts_of(made) if name.startswith("carried/")}
    assert places == {f"carried/{folder}/code.py" for folder in ("any", "cp311-macosx_11_0_arm64", "cp313-manylinux_2_28_x86_64")}


class Bare(Window):
    """A computer on which only the extension was installed."""

    def _command(self, home: Path) -> list[str]:
        command = super()._command(home)
        shutil.copy(CARRYING, home / "bangxl.oxt")
        return command

    def _environment(self, home: Path) -> dict[str, str]:
        kept = super()._environment(home) | {"PATH": "/usr/bin:/bin"}
        shutil.rmtree(home / "config" / "bangxl")
        return kept


@pytest.mark.soak
def test_from_a_new_workbook_to_a_verified_referto(tmp_path: Path) -> None:
    assert subprocess.run([SYSTEM_PYTHON, "-c", "import bangxl"], cwd="/", capture_output=True, check=False).returncode
    path = fresh(tmp_path / "l'oro di Kraków.xlsx")
    pictures = Path(os.environ.get("BANGXL_PICTURES", tmp_path))
    with Screen() as screen:
        office = Bare(screen, path)
        try:
            assert "Seat next round" in office.click("Help")
            screen.picture(pictures / "help.png")
            office.close_message()

            def seat() -> None:
                said = office.click("Seat next round")
                if "will become public" in said:
                    office.press("Return")
                    until(lambda: office.ask("message") not in {"", None, said})
                office.close_message()

            play(path, lambda values: type_in(office.desk, values), seat)
            office.click("Print record sheets")
            office.close_message()
            said = office.click("Report")
            screen.picture(pictures / "report.png")
            office.close_message()
        finally:
            office.stop()
    referto = path.with_name(f"{path.stem}-referto.xlsx")
    assert str(referto) in said
    assert verify(referto).agrees
    assert referto.with_suffix(".pdf").read_bytes().startswith(b"%PDF")


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


ABOUT = {"path": "/srv/torneo.xlsx", "url": "", "title": "", "read_only": False, "structure_protected": False}


def said(monkeypatch: pytest.MonkeyPatch, work: list[str], error: BookError | None = None) -> list[object]:
    """The lines of all messages, and what was done, in order: a command leaves some work for later."""
    questions = BytesIO()

    def later() -> None:
        work.append(questions.getvalue().decode())
        if error is not None:
            raise error

    def act(_action: str, book: OpenBook) -> Answer:
        assert isinstance(book, OfficeBook)
        book.do_when_read(later)
        assert not work
        return Answer(("Done.",))

    monkeypatch.setattr(toolbar, "run_button", act)
    answers = BytesIO(json.dumps({"value": ABOUT}).encode() + b"\n")
    toolbar.click("seat", toolbar.Channel(answers, questions))
    messages = [json.loads(line) for line in questions.getvalue().decode().splitlines()]
    return [message["lines"] for message in messages if message["do"] == "say"]


def test_what_a_person_need_not_wait_for_comes_after_the_message(monkeypatch: pytest.MonkeyPatch) -> None:
    work: list[str] = []
    assert said(monkeypatch, work) == [["Done."]]
    assert "Done." in work[0]
    first, second = said(monkeypatch, [], BookError("cannot_write", path="torneo.xlsx.history", reason="disk full"))
    assert first == ["Done."]
    assert "disk full" in str(second), "what fails later is told too"
