"""Whatever names, files and texts hold, nothing of it steers a terminal."""

import csv
import json
import re
from io import StringIO
from pathlib import Path
from typing import Final

import pytest

from bangxl import cli
from bangxl.terminal import visible
from tests.commands.stages import NAMES, Copy
from tests.helpers.keyboard import entered
from tests.hosts.commandline import CommandLine

STEERING: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
EVIL: Final = ("\x9b31mred", "\u202eossoR annA", "Anna\x85Rossi\x7f", "\x9d0;title\x9c", "a\u2028b", "\\\x90q\x9c\\")


@pytest.fixture
def path(at: Copy) -> Path:
    return entered(at("fresh"), [*EVIL, *NAMES[len(EVIL) :]])


def test_names_and_arguments(path: Path, bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    bangxl("seat", path, "--rng-seed", "x")
    for command, *options in (
        ["check"],
        ["check", "--json"],
        ["standings"],
        ["export"],
        ["statement", "P001"],
        ["statement", "\x1b[31m\x9bx"],
        ["seat", "--rng-seed", "x"],
        ["reopen", "--round", "7", "--table", "1", "--reason", "\x9b"],
        ["swap", EVIL[0], EVIL[1], "--reason", "\x9b"],
        ["report", "--interim", "-o", "sent\x9b"],
        ["print", "--what", "\x9b"],
    ):
        run = bangxl(command, path, *options)
        assert run.code < 3
        assert run.out + run.err
        assert STEERING.findall(run.out + run.err) == []


def test_in_json_they_are_what_they_were(path: Path, bangxl: CommandLine) -> None:
    shown = json.loads(bangxl("export", path).out)
    assert tuple(one["name"] for one in shown["players"][: len(EVIL)]) == EVIL
    rows = json.loads(bangxl("standings", path, "--json").out)["rows"]
    assert {row["name"] for row in rows} == {*EVIL, *NAMES[len(EVIL) :]}


def test_in_a_list_only_what_is_a_danger_is_written_otherwise(path: Path, bangxl: CommandLine) -> None:
    listed = bangxl("standings", path, "--csv").out
    names = {row["name"] for row in csv.DictReader(StringIO(listed))}
    assert "\u202eossoR annA" in names
    assert re.findall(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", listed) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "\x1b[31m\x9b.xlsx"],
        ["check", "a.xlsx", "\x1b[2J"],
        ["check", "a.xlsx", "--\x1b[2J"],
        ["\x1b[2J\x9b"],
        ["--\x9b"],
        ["reopen", "a.xlsx", "--round", "\x9b", "--table", "1", "--reason", "x"],
        ["new", "a.xlsx", "--rulebook", "\x9b"],
        ["new", "a.xlsx", "--rulebook", "italy-2010", "--option", "\x1b=\x9b"],
        ["new", "a.xlsx", "--rulebook", "italy-2010", "--language", "\x1b"],
        ["season", "\x9b", "-o", "b.xlsx"],
        ["verify", "\x1b]0;x\x07"],
        ["blank", "\x9b.docx"],
    ],
)
def test_what_is_quoted_of_a_wrong_command_line(
    bangxl: CommandLine, arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    run = bangxl(*arguments)
    assert run.code in {1, 2}
    assert STEERING.findall(run.out + run.err) == []


@pytest.mark.parametrize(
    "text", ['id = "\\u001b[31m"', 'base = "\x9b"', '"\x9b" = 1', 'base = "italy-2010"\ntitle = 1\n"\\u0007" = 2']
)
def test_a_regulation(bangxl: CommandLine, tmp_path: Path, text: str) -> None:
    (tmp_path / "house.toml").write_text(text, encoding="utf-8")
    run = bangxl("new", tmp_path / "a.xlsx", "--rulebook", tmp_path / "house.toml")
    assert run.code == 2
    assert STEERING.findall(run.out + run.err) == []


def test_nothing_is_printed_elsewhere() -> None:
    assert "print(" not in Path(cli.__file__).read_text(encoding="utf-8").replace("print_table(", "")


def test_what_is_no_danger_stays() -> None:
    for text in ("Çelik Öztürk", "أنا لارسن", "😀👩‍👧 Anna", "a\tb\nc", "[red]{x}"):
        assert visible(text) == text
