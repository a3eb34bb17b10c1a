"""The extension as a file: the same bytes every time, well-formed XML, sources that LibreOffice's older Pythons can read."""

import ast
import json
import os
import re
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from bangxl.actions import CLICKS
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.office import BUTTON, interpreter_file
from bangxl.office.build import REFUSAL, oxt
from bangxl.vba.ribbon import buttons, groups, menu

OOR = "{http://openoffice.org/2001/registry}"
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


@pytest.fixture
def parts() -> dict[str, str]:
    with zipfile.ZipFile(BytesIO(oxt())) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


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
