"""Whatever a person can cause has its sentence or its finding: exit code 3 is for defects of ours alone."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pytest

from bangxl.books.files import LONGEST_NAME, stamp
from bangxl.books.history import folder
from bangxl.commands.verify import verify
from tests.commands.stages import Copy
from tests.commands.test_bad_input import fingerprint
from tests.hosts.commandline import CommandLine
from tests.referto.referti import eventful, saved
from tests.sheet import typed

NO_NAMES = (".", "..")
"""What is given for a file and names a folder."""


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


def refused(bangxl: CommandLine, file: Path, workbook: Path) -> None:
    """Every command refuses the file in a sentence, and nothing is written; a report may be told a folder."""
    before = fingerprint(workbook.parent)
    for command in commands(file, workbook):
        if command == ("report", workbook, "--interim", "-o", file) and str(file) in NO_NAMES:
            continue
        run = bangxl(*command)
        assert (run.code in {1, 2}, "Traceback" in run.err, bool(run.err or run.out)) == (True, False, True), command
    assert fingerprint(workbook.parent) == before


@pytest.mark.parametrize("file", NO_NAMES)
def test_a_folder_for_a_workbook(at: Copy, bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    path = at("played2")
    monkeypatch.chdir(path.parent)
    refused(bangxl, Path(file), path)


def test_links_in_a_ring(at: Copy, bangxl: CommandLine) -> None:
    path = at("played2")
    ring = path.with_name("ring.xlsx")
    ring.symlink_to(ring)
    refused(bangxl, ring, path)
    for name in ("check", "seat", "undo", "verify"):
        run = bangxl(name, ring / "torneo.xlsx")
        assert (run.code, "Traceback" in run.err) == (2, False)


@pytest.mark.parametrize("letters", [6000])
def test_a_name_that_no_file_can_have(at: Copy, bangxl: CommandLine, letters: int) -> None:
    path = at("played2")
    refused(bangxl, path.with_name("x" * (letters - 5) + ".xlsx"), path)


@pytest.mark.parametrize(("letter", "bytes_"), [("x", LONGEST_NAME), ("ü", LONGEST_NAME)])
def test_the_longest_names(at: Copy, bangxl: CommandLine, letter: str, bytes_: int) -> None:
    """The history, the temporary files and the signs of other programs fit beside them."""
    start = at("drawn2")
    stem = letter * ((bytes_ - 5) // len(letter.encode()))
    path = start.with_name(f"{stem}{'x' * (bytes_ - 5 - len(stem.encode()))}.xlsx")
    start.rename(path)
    before = path.read_bytes()
    assert bangxl("check", path).code == 0
    assert bangxl("redraw", path, "--reason", "x").code == 0
    assert path.read_bytes() != before
    assert bangxl("undo", path).code == 0
    assert bangxl("check", path).code == 0
    assert bangxl("undo", path).code == 1


def test_new_workbooks_with_the_longest_names(tmp_path: Path, bangxl: CommandLine) -> None:
    path = tmp_path / ("x" * (LONGEST_NAME - 5) + ".xlsx")
    assert bangxl("new", path, "--rulebook", "record", "--players", "5").code == 0
    assert path.exists()


def test_a_history_that_cannot_be_read(at: Copy, bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may read everything; so the system's answer is imitated."""
    path = at("played2")
    before, listed = fingerprint(path.parent), Path.iterdir

    def forbidden(self: Path) -> Iterator[Path]:
        if self == folder(path):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))
        return listed(self)

    monkeypatch.setattr(Path, "iterdir", forbidden)
    for command in ("undo", "seat"):
        run = bangxl(command, path)
        assert (run.code in {1, 2}, run.out, run.err.count("\n"), "Traceback" in run.err) == (True, "", 1, False)
    assert bangxl("undo", path).err == (
        f"{folder(path)}: the file cannot be read (Permission denied). Check the name and your permissions.\n"
    )
    monkeypatch.undo()
    assert fingerprint(path.parent) == before


def test_a_time_that_is_none(at: Copy, bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands in for SOURCE_DATE_EPOCH, as without it."""
    for epoch in ("99999999999999", "9" * 5000, "-1", "x", "²", "", "253402300800"):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
        assert 2025 < stamp().year < 2200
    path = at("played2")
    assert (run := bangxl("seat", path)).code == 0, run.err


GRADIENT: Final = (
    b'<fill><gradientFill degree="90"><stop position="0"><color rgb="FF808080"/></stop>'
    b'<stop position="1"><color rgb="FF999999"/></stop></gradientFill></fill>'
)
COLOURS: Final[dict[str, tuple[bytes, bytes]]] = {
    "gradients": (rb"<fill><patternFill[^>]*solid.*?</fill>", GRADIENT),
    "automatic colours": (rb"<color [^>]*/>", b'<color auto="1"/>'),
    "a theme's colours": (rb"<color [^>]*/>", b'<color theme="4294967295" tint="1"/>'),
}


@pytest.mark.parametrize("what", COLOURS)
def test_colours_of_honest_files(tmp_path: Path, bangxl: CommandLine, what: str) -> None:
    """Who has coloured a referto in Excel or LibreOffice has still a referto."""
    old, new = COLOURS[what]
    referto, path = saved(eventful("italy-2010", 10)), tmp_path / "referto.xlsx"
    with ZipFile(BytesIO(referto)) as source, ZipFile(path, "w") as target:
        for info in source.infolist():
            data = source.read(info)
            target.writestr(info, re.sub(old, new, data, flags=re.DOTALL) if info.filename == "xl/styles.xml" else data)
    assert not verify(path).exact
    assert bangxl("verify", path).code == 0
    assert bangxl("season", path, "-o", tmp_path / "season.xlsx").code == 0


STREAMS = {
    "out": (">&-", 0), "all": ("0<&- >&- 2>&-", 0), "full": ("2>/dev/full", 0),
    "nobody": ("| true", 0),
}  # fmt: skip


def shell(*arguments: object, redirected: str) -> subprocess.CompletedProcess[str]:
    words = " ".join(f"'{argument}'" for argument in (sys.executable, "-m", "bangxl", *arguments))
    line = f"set -o pipefail; {words} {redirected}"
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"})


@pytest.mark.parametrize("how", STREAMS)
def test_closed_streams(at: Copy, how: str) -> None:
    """A command is carried out although nobody can read what it says; what it refuses, it refuses."""
    redirected, code = STREAMS[how]
    path = at("played2")
    before = path.read_bytes()
    run = shell("check", path, "--json", redirected=redirected)
    assert (run.returncode, "Traceback" in run.stderr) == (code, False)
    assert shell("check", path.with_name("nobody.xlsx"), redirected=redirected).returncode == 2
    assert path.read_bytes() == before
    assert (shell("seat", path, redirected=redirected).returncode, path.read_bytes() != before) == (code, True)


def test_output_to_a_full_disk(at: Copy) -> None:
    """What was asked for and is lost is no success; what was done is."""
    path = at("played2")
    lost = "The output could not be written (No space left on device).\n"
    for command in (["standings"], ["check", "--json"]):
        run = shell(command[0], path, *command[1:], redirected="> /dev/full")
        assert (run.returncode, run.stderr) == (2, lost)
    before = path.read_bytes()
    run = shell("seat", path, redirected="> /dev/full")
    assert (run.returncode, run.stderr, path.read_bytes() != before) == (0, lost, True)


RULES = 'base = "italy-2010"\nid = "{id}"\ntitle = "{title}"\n'


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("title", "a\\u0000b"),
        ("title", "a\\nBcc: x@example.org"),
        ("title", "\\uffff"),
    ]
    + [("id", text) for text in ("../../../x", "=1+1", "", "x" * 65)],
)
def test_control_characters_in_a_rulebook(tmp_path: Path, bangxl: CommandLine, key: str, text: str) -> None:
    rules, path = tmp_path / "saloon.toml", tmp_path / "torneo.xlsx"
    rules.write_text(RULES.format(**{"id": "saloon", "title": "Saloon", key: text}), encoding="utf-8")
    for command in (
        ["new", path, "--rulebook", rules],
        ["blank", path, "--rulebook", rules],
    ):
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
        assert (run.code, run.out, "no such rulebook; known are" in run.err) == (2, "", True)
        typed(path, {"Rulebook_Id": text})
        for command in ("check", "seat"):
            run = bangxl(command, path)
            assert (run.code, run.out, "no such rulebook; known are" in run.err) == (2, "", True)
    assert not new.exists()


def test_a_rulebook_of_ones_own_travels_in_the_workbook(tmp_path: Path, bangxl: CommandLine) -> None:
    rules, path = tmp_path / "saloon.toml", tmp_path / "torneo.xlsx"
    rules.write_text(RULES.format(id="saloon", title="Saloon"), encoding="utf-8")
    assert bangxl("new", path, "--rulebook", rules).code == 0
    rules.unlink()
    assert bangxl("check", path).code == 0


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
    said = r"A workbook for 300 places would need 1\d\d\d record sheets; the most is 400\. Choose fewer places\.\n"
    assert re.fullmatch(said, run.err)
