"""Whatever a person can cause has its sentence, in his language: exit code 3 is for defects of ours alone."""

import ast
import errno
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Final

import pytest

import bangxl
from bangxl import functions, limits
from bangxl.books.files import LONGEST_FILE_NAME, read_file, time_now
from bangxl.books.history import history_folder
from bangxl.books.port import BookError
from bangxl.commands import season_files
from bangxl.commands.errors import Refusal, explain
from bangxl.commands.season import Request, season
from bangxl.commands.season_files import read_all, read_entry, read_in_processes
from bangxl.commands.transfer import import_json
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.locale.system import SAID, reason
from bangxl.seasons.entry import BadFile, RefertoEntry
from bangxl.tournament.model import EventInfo
from tests.commands.stages import Copy, fingerprint
from tests.helpers.keyboard import typed
from tests.helpers.raised import raised
from tests.helpers.sample import these
from tests.hosts.commandline import CommandLine
from tests.season.referti import file, played


def test_the_longest_names(at: Copy, bangxl: CommandLine) -> None:
    """The history, the temporary files and the signs of other programs fit beside them; bytes are counted, not letters."""
    start = at("drawn2")
    path = start.with_name("x" * (LONGEST_FILE_NAME % 2 + 1) + "ü" * ((LONGEST_FILE_NAME - 6) // 2) + ".xlsx")
    assert len(path.name.encode()) == LONGEST_FILE_NAME
    start.rename(path)
    before = path.read_bytes()
    assert bangxl("check", path).code == 0
    assert bangxl("redraw", path, "--reason", "x").code == 0
    assert path.read_bytes() != before
    assert bangxl("undo", path).code == 0
    assert bangxl("check", path).code == 0
    earlier = start.with_name(f"{start.name}.history")
    assert str(earlier) in bangxl("undo", path).err
    assert bangxl("undo", path, "--history", earlier).code == 0


def test_a_history_that_cannot_be_read(at: Copy, bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may read everything; so the system's answer is imitated."""
    path = at("played2")
    before, listed = fingerprint(path.parent), Path.iterdir

    def forbidden(self: Path) -> Iterator[Path]:
        if self == history_folder(path):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))
        return listed(self)

    monkeypatch.setattr(Path, "iterdir", forbidden)
    for command in ("undo", "seat"):
        run = bangxl(command, path)
        assert (run.code in {1, 2}, run.out, run.err.count("\n"), "Traceback" in run.err) == (True, "", 1, False)
    assert bangxl("undo", path).err.startswith(f"{history_folder(path)}: ")
    monkeypatch.undo()
    assert fingerprint(path.parent) == before


def test_a_time_that_is_none(at: Copy, bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands in for SOURCE_DATE_EPOCH, as without it."""
    for epoch in ("99999999999999", "9" * 5000, "-1", "x", "²", "", "253402300800"):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
        assert 2025 < time_now().year < 2200
    assert (run := bangxl("seat", at("played2"))).code == 0, run.err


STREAMS: Final = {"all": "0<&- >&- 2>&-", "full": "2>/dev/full", "nobody": "| true"}  # fmt: skip


def shell(*arguments: object, redirected: str) -> subprocess.CompletedProcess[str]:
    words = " ".join(f"'{argument}'" for argument in (sys.executable, "-m", "bangxl", *arguments))
    line = f"set -o pipefail; {words} {redirected}"
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"})


@pytest.mark.parametrize("how", these(STREAMS, "all"))
def test_closed_streams(at: Copy, how: str) -> None:
    """A command is carried out although nobody can read what it says; what it refuses, it refuses."""
    path = at("played2")
    before = path.read_bytes()
    run = shell("check", path, "--json", redirected=STREAMS[how])
    assert (run.returncode, "Traceback" in run.stderr) == (0, False)
    assert shell("check", path.with_name("nobody.xlsx"), redirected=STREAMS[how]).returncode == 2
    assert path.read_bytes() == before
    assert (shell("seat", path, redirected=STREAMS[how]).returncode, path.read_bytes() != before) == (0, True)


@pytest.mark.soak
def test_output_to_a_full_disk(at: Copy) -> None:
    """What was asked for and is lost is no success; what was done is."""
    path = at("played2")
    lost = "The output could not be written (No space left on device).\n"
    asked = (["standings", path], ["check", path, "--json"], ["rulebooks"], ["rulebooks", "--json"], ["help", "seat"])
    for words in (*asked, ["check", path], ["--help"], ["seat", "-h"], ["--version"], ["export", path]):
        run = shell(*words, redirected="> /dev/full")
        assert (run.returncode, run.stderr) == (2, lost), words
    nowhere = path.with_name("nobody.xlsx")
    run = shell("check", nowhere, "--json", redirected="> /dev/full")
    assert (run.returncode, run.stderr.splitlines()[1:]) == (2, [lost.strip()])
    before = path.read_bytes()
    run = shell("seat", path, redirected="> /dev/full")
    assert (run.returncode, run.stderr, path.read_bytes() != before) == (0, lost, True)


RULES = 'base = "italy-2010"\nid = "{id}"\ntitle = "{title}"\nsource = {{ title = "Rules", edition = "", published = "" }}\n'


@pytest.mark.parametrize(
    ("key", "text"),
    [("title", "a\\u0000b"), ("title", "a\\nBcc: x@example.org"), ("title", "\\uffff")]
    + [("id", text) for text in ("../../../x", "=1+1", "", "x" * 65)],
)
def test_control_characters_in_a_rulebook(tmp_path: Path, bangxl: CommandLine, key: str, text: str) -> None:
    rules, path = tmp_path / "saloon.toml", tmp_path / "torneo.xlsx"
    rules.write_text(RULES.format(**{"id": "saloon", "title": "Saloon", key: text}), encoding="utf-8")
    for command in (["new", path, "--rulebook", rules], ["blank", path, "--rulebook", rules]):
        run = bangxl(*command)
        assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
        assert re.match(rf"saloon\.toml(, line \d+)?: {key}: ", run.err)
    assert not path.exists()


def test_an_id_is_no_path(at: Copy, bangxl: CommandLine) -> None:
    """Neither typed, nor in a JSON, nor in a cell of somebody else's workbook: only --rulebook takes a file, a .toml."""
    path = at("played2")
    rules = path.with_name("saloon.toml")
    rules.write_text(RULES.format(id="saloon", title="Saloon"), encoding="utf-8")
    new = path.with_name("new.xlsx")
    for text in ("../../x", str(rules.with_suffix("")), "../rulebooks/italy-2010", "ITALY-2010", "italy-2010 ", ".", "/"):
        run = bangxl("new", new, "--rulebook", text)
        assert (run.code, run.err.count("is not possible here")) == (2, 1)
    tournament = json.loads(bangxl("export", path).out)
    for text in (str(rules), "../../x", "saloon.toml"):
        source = path.with_name("t.json")
        source.write_text(json.dumps({**tournament, "rulebook": text}), encoding="utf-8")
        run = bangxl("import", source, "-o", new)
        assert (run.code, run.out, "italy-2010" in run.err) == (2, "", True)
        typed(path, {"Rulebook_Id": text})
        for command in ("check", "seat"):
            run = bangxl(command, path)
            assert (run.code, run.out, "italy-2010" in run.err) == (2, "", True)
    assert not new.exists()


def test_a_workbook_that_nobody_could_read_again(tmp_path: Path, bangxl: CommandLine) -> None:
    """Tables for twenty rounds of three hundred players: refused before a sheet is built."""
    changed = {"minimum = 8": "minimum = 12", "maximum = 60": "maximum = 999", "extension": "any = [4, 5]", "single": ""}
    lines = (Path(__file__).parents[1] / "data/konajka.toml").read_text(encoding="utf-8").splitlines()
    lines = [next((new for start, new in changed.items() if line.startswith(start)), line) for line in lines]
    rules, path = tmp_path / "long.toml", tmp_path / "torneo.xlsx"
    games = "by_players = [{ from = 12, rounds = 20 }]"
    rules.write_text(re.sub(r"by_players = \[.*?\n\]", games, "\n".join(lines), count=1, flags=re.DOTALL), encoding="utf-8")
    run = bangxl("new", path, "--rulebook", rules, "--players", 300)
    assert (run.code, run.out, path.exists()) == (2, "", False)
    assert re.search(r"\b300 .*1\d\d\d .*400", run.err)


EVENT: Final = EventInfo("Selezione", "2007-03-04", "Torino", "Piemonte", "regional", "Il Saloon", ("Ugo Poli",))
TIME: Final = 1.0
"""Seconds that a file may take here."""


def behave(path: Path) -> str:
    """What the file's name says, and a line in the list of what was tried."""
    with path.with_name("tried").open("a", encoding="utf-8") as tried:
        tried.write(f"{path.name}\n")
    match path.stem.rstrip("0123456789"):
        case "sleep":
            time.sleep(60)
        case "eat":
            return str(len([bytes(2**20) for _ in range(10_000)]))
        case "die":
            os._exit(9)
    return path.name


LINUX: Final = pytest.mark.skipif(sys.platform != "linux", reason="only there a process can be kept from memory")


@pytest.mark.parametrize("processes", [3])
@pytest.mark.parametrize(
    "bad", ["die", pytest.param("sleep", marks=pytest.mark.soak), pytest.param("eat", marks=[LINUX, pytest.mark.soak])]
)
def test_only_the_bad_ones_are_lost(tmp_path: Path, bad: str, processes: int) -> None:
    names = ["a", "b", f"{bad}1", "c", "d", f"{bad}2"]
    found = list(read_in_processes([tmp_path / name for name in names], behave, processes, TIME))
    assert found == ["a", "b", None, "c", "d", None]
    assert sorted((tmp_path / "tried").read_text(encoding="utf-8").split()) == sorted(names)


def test_who_stops_listening_leaves_no_process(tmp_path: Path) -> None:
    reading = read_in_processes([tmp_path / name for name in ("a", "sleep", "b")], behave, 2, 60)
    assert next(reading) == "a"
    assert isinstance(reading, Generator)
    begun = time.monotonic()
    reading.close()
    assert time.monotonic() - begun < 30


def test_nothing_to_read() -> None:
    assert list(read_in_processes([], behave, 3)) == []


def read_slowly(path: Path) -> RefertoEntry | BadFile:
    """As `read`, but for one file that takes all memory."""
    if path.name == "endless.xlsx":
        raise MemoryError
    return read_entry(path)


class TestSeason:
    @pytest.fixture
    def good(self, tmp_path: Path) -> Path:
        return file(tmp_path / "good.xlsx", played("italy-2007", 10, EVENT))

    def test_it_is_skipped_and_named(self, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(season_files, "read_entry", read_slowly)
        entry, bad = read_all([good, good.with_name("endless.xlsx")])
        assert isinstance(entry, RefertoEntry)
        assert isinstance(bad, BadFile)
        assert bad.file.endswith("endless.xlsx")
        for language in ("en", "it", "de", "ru"):
            assert f"{limits.SECONDS} " in bad.reasons[language]

    @pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes")
    def test_what_is_no_file_or_too_much(self, good: Path) -> None:
        pipe, huge = good.with_name("pipe.xlsx"), good.with_name("huge.xlsx")
        os.mkfifo(pipe)
        with huge.open("wb") as stream:
            stream.truncate(limits.FILE + 1)
        done = season([good, pipe, huge], good.with_name("season.xlsx"), Request(language="en"))
        assert not done.all_good
        assert f"× {pipe}: This is not a regular file but a pipe or a device." in done.lines
        assert [line for line in done.lines if line.startswith(f"× {huge}: This file is larger than 50 MB")]

    @pytest.mark.soak
    def test_a_season_by_a_program_that_is_started_any_way(self, good: Path) -> None:
        """The processes don't need what has started them: ``python -m``, a text on standard input."""
        line = ["--overwrite", "-o", str(good.with_name("season.xlsx"))]
        code = f"import sys; sys.argv = {['bangxl', 'season', str(good), *line]}; from bangxl.cli import main; main()"
        for how, said in ((["-m", "bangxl", "season", str(good), *line], ""), (["-"], code)):
            run = subprocess.run([sys.executable, *how], input=said, capture_output=True, text=True, check=False)
            assert (run.returncode, run.stderr) == (0, ""), how


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
    file.write_text('base = "italy-2010"\nid = "house"\ncolour = 3\n', encoding="utf-8")
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
    odd = [call for call in calls if not isinstance(call.func, ast.Name) and getattr(call.func, "attr", "") not in COLLECTED]
    texts = [call.args[0].value for call in odd if call.args and isinstance(call.args[0], ast.Constant)]
    return [text for text in texts if isinstance(text, str) and " " in text.strip() and "{" in text]


def test_no_sentence_escapes_the_translators() -> None:
    files = [*(PACKAGE / "commands").glob("*.py"), *(PACKAGE / "workbook").glob("*.py")]
    assert files
    assert {str(file.relative_to(PACKAGE)): found for file in files if (found := sentences(file))} == {}
    calls = ("catalog(language)(", "workspace.catalog(", "catalog(guessed_language())(")
    assert [(file.name, call) for file in files for call in calls if f'{call}"' in file.read_text(encoding="utf-8")] == []
