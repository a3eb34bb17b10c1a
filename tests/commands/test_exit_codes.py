"""Whatever a person can cause has its sentence or its finding: exit code 3 is for defects of ours alone."""

import errno
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.files import LONGEST_FILE_NAME, time_now
from bangxl.books.history import history_folder
from tests.commands.stages import Copy, fingerprint
from tests.helpers.keyboard import typed
from tests.helpers.sample import sample, these
from tests.hosts.commandline import CommandLine


def commands(file: Path, workbook: Path) -> list[tuple[object, ...]]:
    """Everything that is told a file's name, with this one."""
    folder = workbook.parent
    return [
        *((name, file) for name in ("check", "standings", "export", "seat", "undo", "report", "verify", "demo", "blank")),
        ("print", file), ("print", workbook, "-o", file),
        ("new", file, "--rulebook", "record"), ("new", folder / "n.xlsx", "--rulebook", "record", "--players", file),
        ("new", folder / "n.xlsx", "--rulebook", file), ("import", file, "-o", folder / "n.xlsx"), ("statement", file, "P001"),
        ("redraw", file, "--reason", "x"), ("swap", file, "P001", "P002", "--reason", "x"),
        ("reopen", file, "--round", 1, "--table", 1, "--reason", "x"), ("export", workbook, "-o", file),
        ("rule", file, "--round", 1, "--table", 1, "--reason", "x", "--payout", "P001=0"),
        ("seat", workbook, "--by-hand", file), ("report", workbook, "--interim", "-o", file),
        ("season", file, "-o", folder / "s.xlsx"), ("season", workbook, "-o", file),
        ("season", workbook, "-o", folder / "s.xlsx", "--status", file),
    ]  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("name", sample([".", "ring.xlsx", "x" * 6000 + ".xlsx"], 3), ids=["folder", "ring", "long"])
def test_a_name_of_no_file(at: Copy, bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Every command refuses it in a sentence, and nothing is written; a report may be given a folder."""
    path = at("played2")
    monkeypatch.chdir(path.parent)
    path.with_name("ring.xlsx").symlink_to("ring.xlsx")
    file, before = Path(name), fingerprint(path.parent)
    for command in commands(file, path):
        if command == ("report", path, "--interim", "-o", file) and name == ".":
            continue
        run = bangxl(*command)
        assert (run.code in {1, 2}, "Traceback" in run.err, bool(run.err or run.out)) == (True, False, True), command
    assert fingerprint(path.parent) == before


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
