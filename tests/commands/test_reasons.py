"""Why something did not go, in the reader's language; every sentence of a command is collected for the translators."""

import ast
import errno
import os
import re
from pathlib import Path
from typing import Final

import pytest

import bangxl
from bangxl import functions
from bangxl.books.files import read_file
from bangxl.books.port import BookError
from bangxl.commands.errors import Refusal, explain
from bangxl.commands.transfer import import_json
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.locale.system import SAID, reason
from tests.helpers.raised import raised
from tests.hosts.commandline import CommandLine

OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("name", SAID)
def test_the_systems_reasons_are_translated(name: str) -> None:
    number = getattr(errno, name.upper())
    told = reason(OSError(number, "said in another language"))
    assert told == os.strerror(number)
    for language in OTHERS:
        (line,) = explain(BookError("cannot_write", reason=told), "torneo.xlsx", language).lines
        assert told not in line
        assert f"({catalog(language)(told)})" in line


def test_what_nobody_knows_is_told_as_it_is() -> None:
    assert reason(OSError(errno.EXDEV, "Invalid cross-device link")) == "Invalid cross-device link"
    assert reason(ValueError("embedded null byte")) == "embedded null byte"


def test_a_folder_where_a_file_belongs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bangxl: CommandLine) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    with pytest.raises(BookError):
        read_file(tmp_path)
    run = bangxl("check", tmp_path)
    assert run.code == 2
    assert "Das ist ein Ordner" in run.err


MALFORMED = {
    "not JSON": "{",
    "a sign": '{"format": "bangxl/1", x}',
    "a type": '{"format": "bangxl/1", "rulebook": "italy-2010", "players": "P001"}',
    "a word": '{"format": "bangxl/1", "rulebook": "italy-2010", "events": [{"type": "x", "player": "P001", "moment": "y"}]}',
    "a key": '{"format": "bangxl/1"}',
    "twice": '{"format": "bangxl/1", "rulebook": "italy-2010", "lot_order": ["P001", "P001"]}',
    "deep": "[" * 100_000,
    "letters": "\udcff",
    "a workbook": "PK\x03\x04",
}


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED)
def test_a_json_that_is_none_is_said_in_the_language_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    source, said = tmp_path / "t.json", dict[str, str]()
    source.write_bytes(text.encode(errors="surrogateescape"))
    for language in LANGUAGES:
        monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
        (said[language],) = raised(Refusal, import_json, source, tmp_path / "t.xlsx").lines
    reasons = {language: line.partition("t.json")[2] for language, line in said.items()}
    assert len({*reasons.values()}) == len(LANGUAGES), reasons
    assert not any("malformed" in line or "Expected" in line for line in said.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_function_says_what_is_wrong_in_a_regulation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    file = tmp_path / f"house-{language}.toml"
    file.write_text('base = "italy-2010"\nid = "house"\nroundz = 3\n', encoding="utf-8")
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
    answer = str(functions.BANG_PAYOUT(str(file), 5, "Sheriff", "Law", "alive"))
    text = catalog(language)("There is no key «{name}». Correct its spelling, or leave it out. Possible keys: {known}.")
    start = re.split("[«„]", text)[0]
    assert answer.startswith(functions._MARK)
    assert start in answer


PACKAGE: Final = Path(bangxl.__file__).parent
COLLECTED: Final = {"_", "N_", "plural"}


def sentences(path: Path) -> list[str]:
    """Texts with a blank in them that are called with by anything but what the collector knows."""
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    odd = [call for call in calls if not isinstance(call.func, ast.Name) and _last(call.func) not in COLLECTED]
    texts = [call.args[0].value for call in odd if call.args and isinstance(call.args[0], ast.Constant)]
    return [text for text in texts if isinstance(text, str) and " " in text.strip() and "{" in text]


def _last(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else ""


def test_no_sentence_escapes_the_translators() -> None:
    files = [*(PACKAGE / "commands").glob("*.py"), *(PACKAGE / "workbook").glob("*.py")]
    assert files
    assert {str(file.relative_to(PACKAGE)): found for file in files if (found := sentences(file))} == {}
    calls = ("catalog(language)(", "workspace.catalog(", "catalog(guessed_language())(")
    assert [(file.name, call) for file in files for call in calls if f'{call}"' in file.read_text(encoding="utf-8")] == []
