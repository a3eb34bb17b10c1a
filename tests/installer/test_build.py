"""The installer: what lies in it, that its wheels fit, and that cmd.exe can read what it is given."""

import re
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pytest

from bangxl import __version__
from bangxl.locale.catalog import LANGUAGES
from tests.helpers.missing import missing
from tools import templates
from tools.installer.build import build, contents, licences, said, scripts, write
from tools.installer.page import page
from tools.installer.platforms import PLATFORMS, Platform
from tools.installer.texts import SAID
from tools.installer.wheels import MisfitError, licence, prove, tags_of

ROOT: Final = Path(__file__).parents[2]
WINDOWS: Final = PLATFORMS["windows"]
PLATFORM: Final = Platform("windows", ("win_amd64",), WINDOWS.markers, "uv.exe", pythons=("3.12", "3.11"), newline="\r\n")


def wheel(folder: Path, name: str, tag: str = "py3-none-any", *, needs: str = "", says: str = "", terms: str = "MIT") -> Path:
    """A wheel with nothing in it but what it says of itself."""
    path = folder / f"{name}-1.0-{tag}.whl"
    about = [f"Name: {name}", "Version: 1.0", *([f"License-Expression: {terms}"] if terms else [])]
    about += [f"Requires-Dist: {needs}"] if needs else []
    with ZipFile(path, "w") as packed:
        packed.writestr(f"{name}-1.0.dist-info/METADATA", "\n".join(about))
        packed.writestr(f"{name}-1.0.dist-info/WHEEL", f"Tag: {says or tag}")
        packed.writestr(f"{name}-1.0.dist-info/licenses/LICENSE", "Do as you like.")
        packed.writestr(f"{name}.data/scripts/uv.exe", "MZ")
    return path


class TestWheels:
    def test_one_for_each_python(self, tmp_path: Path) -> None:
        fitting = [wheel(tmp_path, "fast", f"cp{version}-cp{version}-win_amd64", needs="plain") for version in (311, 312)]
        prove(PLATFORM, [*fitting, wheel(tmp_path, "plain")])
        with pytest.raises(MisfitError, match=r"Python 3.12: top-1.0-py3-none-any.whl requires fast, here is None"):
            prove(PLATFORM, [fitting[0], wheel(tmp_path, "top", needs="fast"), wheel(tmp_path, "plain")])

    @pytest.mark.parametrize("tag", ["cp310-cp310-win_amd64", "cp311-cp311-win_arm64", "cp311-cp311-manylinux_2_17_x86_64"])
    def test_for_another_computer(self, tmp_path: Path, tag: str) -> None:
        with pytest.raises(MisfitError, match=f"no Python takes fast-1.0-{tag}.whl"):
            prove(PLATFORM, [wheel(tmp_path, "fast", tag)])

    def test_what_only_windows_requires_must_be_there(self, tmp_path: Path) -> None:
        needs = 'pywin32>=0.5; platform_system == "Windows"'
        prove(PLATFORM, [wheel(tmp_path, "top", needs='other; sys_platform == "linux"')])
        with pytest.raises(MisfitError, match="requires pywin32"):
            prove(PLATFORM, [wheel(tmp_path, "top", needs=needs)])
        prove(PLATFORM, [wheel(tmp_path, "top", needs=needs), wheel(tmp_path, "pywin32")])

    def test_another_version_than_required(self, tmp_path: Path) -> None:
        with pytest.raises(MisfitError, match=r"requires plain==2.0, here is plain-1.0"):
            prove(PLATFORM, [wheel(tmp_path, "top", needs="plain==2.0"), wheel(tmp_path, "plain")])

    def test_two_to_choose_from(self, tmp_path: Path) -> None:
        with pytest.raises(MisfitError, match="may take"):
            prove(PLATFORM, [wheel(tmp_path, "fast"), wheel(tmp_path, "fast", "cp311-cp311-win_amd64")])

    def test_a_name_that_lies(self, tmp_path: Path) -> None:
        with pytest.raises(MisfitError, match="otherwise than its tags cp311-cp311-win32"):
            tags_of(wheel(tmp_path, "fast", "cp311-cp311-win_amd64", says="cp311-cp311-win32"))

    def test_no_terms(self, tmp_path: Path) -> None:
        with pytest.raises(MisfitError, match="under which terms"):
            licence(wheel(tmp_path, "fast", terms=""))


class TestZip:
    def test_holds_installer_wheels_workbooks_page_and_licences(self, tmp_path: Path) -> None:
        uv, ours = wheel(tmp_path, "uv", "py3-none-win_amd64"), wheel(tmp_path, "bangxl")
        names = set(contents(WINDOWS, uv, [ours], {"record.ru.xlsm": b"PK"}))
        texts = {f"parts/texts/{language}/{name}.txt" for language in LANGUAGES for name in SAID}
        terms = {"licences/licences.txt", "licences/uv-1.0.txt", "licences/bangxl-1.0.txt"}
        parts = {
            "parts/uv.exe", "parts/common.cmd", "parts/without.txt", "parts/wheels.txt",
            "parts/wheels/bangxl-1.0-py3-none-any.whl",
        }  # fmt: skip
        assert names == {"Install.cmd", "Uninstall.cmd", "Read me.html", "workbooks/record.ru.xlsm", *texts, *terms, *parts}
        assert licences([uv, ours])["licences/licences.txt"] == b"bangxl 1.0: MIT\nuv 1.0: MIT\n"

    def test_the_same_bytes_whatever_the_order(self, tmp_path: Path) -> None:
        files = {"parts/uv": b"program", "install.sh": b"#!/bin/sh", "a.xlsx": b"PK"}
        write(tmp_path / "1.zip", files)
        write(tmp_path / "2.zip", dict(reversed(files.items())))
        assert (tmp_path / "1.zip").read_bytes() == (tmp_path / "2.zip").read_bytes()
        with ZipFile(tmp_path / "1.zip") as packed:
            modes = {entry.filename: entry.external_attr >> 16 & 0o777 for entry in packed.infolist()}
        assert modes == {"a.xlsx": 0o644, "install.sh": 0o755, "parts/uv": 0o755}


@pytest.mark.soak
def test_the_whole_for_one_python(tmp_path: Path) -> None:
    """What the registry has today is enough, and all of it is in the zip; `make installer` does it for each Python."""
    platform, target = replace(WINDOWS, pythons=WINDOWS.pythons[:1]), tmp_path / "installer.zip"
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    ready = {name: (templates.FOLDER / name).read_bytes() for name in templates.NAMES[:1]}
    try:
        build(platform, tmp_path, target, ready)
    except subprocess.CalledProcessError:
        missing("The installer was not built: no way to the package registry")
    with ZipFile(target) as packed:
        assert packed.testzip() is None
        inside = {name.removeprefix("parts/wheels/"): packed.read(name) for name in packed.namelist()}
    assert {f"bangxl-{__version__}-py3-none-any.whl", "Install.cmd", *(f"workbooks/{name}" for name in ready)} <= inside.keys()
    lines = [line.split() for line in inside["parts/wheels.txt"].decode().splitlines()]
    digests = {words[-1]: words[0] for words in lines if not words[-1].startswith("uv-")}
    packages = {name.partition("-")[0] for name in digests}
    assert packages >= {"bangxl", "openpyxl", "pywin32", "xlwings"}
    assert packages.isdisjoint({"numpy", "pandas"})
    assert {name: sha256(inside[name]).hexdigest() for name in digests} == digests


class TestInstaller:
    def test_cmd_reads_ascii_lines_that_end_as_on_windows(self) -> None:
        for name, data in scripts(WINDOWS).items():
            assert data.isascii(), name
            assert data.count(b"\n") == data.count(b"\r\n") > 0, name
            assert b"@" not in data.replace(b"@echo", b""), name

    @pytest.mark.parametrize("platform", PLATFORMS.values(), ids=lambda one: one.name)
    def test_says_only_what_lies_there_in_every_language(self, platform: Platform) -> None:
        text = b"\n".join(scripts(platform).values()).decode()
        used = set(re.findall(r"TEXTS%\\(\w+)\.txt", text)) | set(re.findall(r"say (\w+)", text))
        assert used <= SAID.keys()
        assert used >= SAID.keys() - {"blocked", "in_use"}
        there = said(platform)
        for language in LANGUAGES:
            for name in used:
                assert there[f"parts/texts/{language}/{name}.txt"].decode().strip()
        assert there["parts/texts/it/begin.txt"] != there["parts/texts/en/begin.txt"]

    def test_a_label_for_every_goto(self) -> None:
        for name, data in scripts(WINDOWS).items():
            text = data.decode()
            labels = set(re.findall(r"^:(\w+)", text, re.MULTILINE))
            assert set(re.findall(r"goto (\w+)|call :(\w+)", text)) <= {(one, "") for one in labels} | {
                ("", one) for one in labels
            }, name

    def test_installs_this_version_offline(self) -> None:
        text = scripts(WINDOWS)["Install.cmd"].decode()
        (line,) = (line for line in text.splitlines() if " tool install " in line)
        assert {"--offline", "--no-index", f'"bangxl=={__version__}"'} <= set(line.split())


def test_the_page_needs_nothing_but_itself_and_speaks_four_languages() -> None:
    text = page(WINDOWS)
    assert not re.search(r'(?:src|href)="(?!data:|#)', text)
    assert re.findall(r'<section id="(\w+)"', text) == list(LANGUAGES)
    assert "3.11, 3.12, 3.13, 3.14" in text
    assert "{" not in re.sub(r"<style>.*?</style>", "", text)
