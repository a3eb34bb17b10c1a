"""A file is shown in the user's program, on each kind of computer."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from bangxl.commands.screen import open_file

PATIENCE = 10.0


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder with programs, and a screen to show them on."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("DISPLAY", ":0")
    return folder


def program(folder: Path, name: str) -> Path:
    """A program that takes its time, then writes down what it was called with."""
    noted = folder / "noted"
    (folder / name).write_text(
        f"#!/bin/sh\n/bin/sleep 0.3\nprintf '%s' \"$*\" > '{noted}.part'\n/bin/mv '{noted}.part' '{noted}'\n", encoding="utf-8"
    )
    (folder / name).chmod(0o755)
    return noted


@pytest.mark.parametrize(("system", "name"), [("linux", "xdg-open"), ("darwin", "open")])
def test_the_users_program_gets_it_and_nobody_waits(
    programs: Path, monkeypatch: pytest.MonkeyPatch, system: str, name: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    noted, draft = program(programs, name), programs / "Torneo d'autunno.eml"
    assert open_file(draft)
    assert not noted.exists()
    end = time.monotonic() + PATIENCE
    while not noted.exists() and time.monotonic() < end:
        time.sleep(0.02)
    assert noted.read_text(encoding="utf-8") == str(draft)


def test_windows_opens_it_itself(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(os, "startfile", opened.append, raising=False)
    monkeypatch.chdir(programs)
    assert open_file(Path("torneo.eml"))
    assert opened == [str(programs / "torneo.eml")]


def test_windows_without_a_mail_program(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(_path: str) -> None:
        raise OSError(1155, "No application is associated with the specified file")

    monkeypatch.setattr(os, "startfile", refuses, raising=False)
    assert not open_file(programs / "torneo.eml")


@pytest.mark.parametrize("system", ["linux", "darwin"])
def test_no_such_program(programs: Path, monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert not open_file(programs / "torneo.eml")


def test_a_program_that_cannot_run(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    (programs / "xdg-open").write_bytes(b"\x7fELF no")
    (programs / "xdg-open").chmod(0o755)
    assert not open_file(programs / "torneo.eml")


def test_no_screen(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    noted = program(programs, "xdg-open")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not open_file(programs / "torneo.eml")
    time.sleep(0.5)
    assert not noted.exists()


def test_nothing_opens_while_the_self_test_clicks(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("BANGXL_MESSAGES", str(programs / "messages"))
    noted = program(programs, "open")
    assert not open_file(programs / "torneo.eml")
    time.sleep(0.5)
    assert not noted.exists()
