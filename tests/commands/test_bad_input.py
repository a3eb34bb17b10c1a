"""Files that are no workbooks of ours, cells with nonsense, and other programs: one clear sentence, the file untouched."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from openpyxl import Workbook

from bangxl.books.history import folder
from bangxl.commands.errors import Refusal
from bangxl.commands.workspace import log_entry, open_workspace, save_with_log
from tests.commands.stages import NAMES, Copy, unchanged
from tests.helpers.keyboard import Sheet, entered, facts, place, played, typed
from tests.helpers.sample import these
from tests.hosts.commandline import CommandLine

COMMANDS: Final = (
    ("check",), ("standings",), ("standings", "--csv"), ("export",),
    ("seat",), ("undo",), ("reopen", "--round", "1", "--table", "1", "--reason", "x"),
)  # fmt: skip
READING: Final = ("check", "standings", "export")


def without_names(path: Path) -> None:
    with Sheet(path) as sheet:
        sheet.book.defined_names.clear()


def folder_instead(path: Path) -> None:
    path.unlink()
    path.mkdir()


BAD: Final[dict[str, Callable[[Path], object]]] = {
    "no workbook": lambda path: path.write_text("Anna Rossi\nBruno D'Amico\n"),
    "truncated": lambda path: path.write_bytes(path.read_bytes()[:-3000]),
    "encrypted": lambda path: path.write_bytes(bytes.fromhex("d0cf11e0a1b11ae1") + bytes(4096)),
    "empty workbook": lambda path: Workbook().save(path),
    "without names": without_names,
    "newer": lambda path: typed(path, {"Format_Version": 7}),
    "folder": folder_instead,
    "missing": lambda path: path.unlink(),
}


@pytest.mark.parametrize("what", these(BAD, *BAD.keys() - {"without names", "newer"}))
def test_files_that_are_none_of_ours(at: Copy, bangxl: CommandLine, what: str) -> None:
    path = at("played2")
    shutil.rmtree(folder(path))
    BAD[what](path)
    with unchanged(path.parent):
        for name, *options in COMMANDS:
            run = bangxl(name, path, *options)
            if (what, name) == ("newer", "check") or (name == "undo" and what not in {"missing", "folder", "no workbook"}):
                assert run.code == 1
                continue
            assert (run.code, run.out, run.err.count("\n")) == (2, "", 1), name
            assert run.err.startswith(f"{path}: ")


def test_a_newer_workbook_is_a_finding(at: Copy, bangxl: CommandLine) -> None:
    run = bangxl("check", typed(at("fresh"), {"Format_Version": 7}))
    assert (run.code, run.err) == (1, "")
    assert run.out.startswith("× A newer bangxl made this workbook (format 7).")  # no hidden sheet is named


@pytest.mark.parametrize("sign", [".~lock.torneo.xlsx#", "~$torneo.xlsx"])
def test_open_in_another_program(at: Copy, bangxl: CommandLine, sign: str) -> None:
    """What only reads may read what was saved last."""
    path = at("played2")
    path.with_name(sign).touch()
    with unchanged(path):
        for name, *options in COMMANDS:
            run = bangxl(name, path, *options)
            assert run.code == (name not in READING)
            assert (str(path.with_name(sign)) in run.err) == bool(run.code)


def test_a_workbook_open_elsewhere_is_refused_in_its_language(path: Path, bangxl: CommandLine) -> None:
    assert bangxl("new", path, "--rulebook", "italy-2010", "--players", "10", "--language", "it").code == 0
    path.with_name(f"~${path.name}").touch()
    assert "è aperto in un altro programma" in bangxl("seat", path).err


def test_changed_while_the_command_runs(at: Copy) -> None:
    path = at("played2")
    workspace = open_workspace(path)
    typed(path, {"Event_Name": "Open of Turin"})
    before = path.read_bytes()
    with pytest.raises(Refusal, match="was changed by another program") as refusal:
        save_with_log(workspace, workspace.tournament, log_entry("seat"))
    assert (refusal.value.exit_code, path.read_bytes()) == (1, before)


def test_a_folder_that_cannot_be_written(at: Copy, bangxl: CommandLine) -> None:
    """Root may write everywhere; a file in the place of the history's folder stops him too."""
    path = at("entered")
    shutil.rmtree(folder(path), ignore_errors=True)
    folder(path).write_bytes(b"in the way")
    with unchanged(path.parent):
        run = bangxl("seat", path)
        assert (run.code, run.out, run.err.count("\n")) == (1, "", 1)
        assert run.err.startswith(f"{folder(path)} cannot be written")


def test_a_full_disk(at: Copy, bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    path = at("entered")
    before = path.read_bytes()

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("bangxl.books.files.os.fsync", full)
    run = bangxl("seat", path)
    assert (run.code, run.out, path.read_bytes()) == (1, "", before)
    assert "cannot be written (No space left on device). Nothing was changed." in run.err
    assert {file.name for file in path.parent.iterdir()} <= {path.name, folder(path).name}


ODD_NAMES: Final = {
    "'=1+1": "'=1+1",
    "+39 Anna": "+39 Anna",
    "x" * 300: "x" * 300,
    "أنا \u202bلارسن": "أنا \u202bلارسن",
    "😀👩‍👧 Anna": "😀👩‍👧 Anna",
    "  Anna ": "Anna",
    "Anna_x0007_Rossi": "AnnaRossi",
    1234: "1234",
    "Anna\nRossi": "Anna\nRossi",
    "[bold]Anna[/]": "[bold]Anna[/]",
    "{player}": "{player}",
}
"""What is typed, and whom it names; `_x0007_` is how files write a control character."""


def test_odd_names(at: Copy, bangxl: CommandLine) -> None:
    """They are names: drawn, listed, exported; nothing takes them for anything else."""
    path = entered(at("fresh"), list(ODD_NAMES))
    assert [player.name for player in facts(path).players] == list(ODD_NAMES.values())
    assert bangxl("seat", path, "--rng-seed", "x").code == 0
    assert facts(path).rounds_seated == 1
    for command in COMMANDS[:4]:
        run = bangxl(command[0], path, *command[1:])
        assert (run.code, run.err) == (0, "")


def test_a_formula_is_no_name(at: Copy, bangxl: CommandLine) -> None:
    path = entered(at("fresh"), ["=1+1", *NAMES])
    before = path.read_bytes()
    run = bangxl("seat", path)
    assert (run.code, run.out, path.read_bytes()) == (1, "", before)
    assert run.err.startswith(f"{place(path, 'Players_Name')[0]}: ")
    assert "=1+1" in run.err


def test_two_equal_names_are_told_apart(at: Copy, bangxl: CommandLine) -> None:
    path = entered(at("fresh"), ["Anna Rossi", " ANNA  rossi", *NAMES[2:]])
    run = bangxl("check", path)
    assert run.code == 0
    assert run.out.splitlines()[1].startswith(f"! {place(path, 'Players_Name 1')[0]}: ")
    assert "P002" in run.out.splitlines()[1]
    assert bangxl("seat", path, "--rng-seed", "x").code == 0
    typed(path, {"Players_Present 1": "no"})
    assert "ANNA  rossi (P002)" not in (run := bangxl("check", path)).out
    typed(played(path), {"Events_Type": "ejection", "Events_Player": "P002", "Events_Moment": "between rounds"})
    assert "ANNA  rossi (P002)" in bangxl("check", path).out
    assert run.code == 1


NONSENSE: Final = (10**15, -(10**15), 1e300, "9" * 15, 0.5, "1e5", True, "=A1", "#REF!", "1 000")


def test_numbers_that_are_none(at: Copy, bangxl: CommandLine) -> None:
    """Each is found in its cell; nothing is drawn, and what only reads goes on."""
    cells = [f"Round2T{table}!Bid {row}" for table in (1, 2) for row in range(5)]
    more = {"Players_Lot 0": 1e300, "Events_Round 0": "1e5", "Round1T1!Player 6": 0.5, "Log_Command 9": -7}
    path = typed(at("played2"), {**dict(zip(cells, NONSENSE, strict=True)), **more})
    before = path.read_bytes()
    checked = bangxl("check", path, "--json")
    assert checked.code == 1
    assert {*place(path, *cells)} <= {f"{one['sheet']} {one['cell']}" for one in json.loads(checked.out)["findings"]}
    assert (bangxl("seat", path).code, path.read_bytes()) == (1, before)
    for command in COMMANDS[1:4]:
        run = bangxl(command[0], path, *command[1:])
        assert (run.code, run.err) == (0, "")


@pytest.mark.parametrize("command", [["seat"], ["undo"]])
def test_a_write_protected_file_stays(at: Copy, bangxl: CommandLine, command: list[str]) -> None:
    """Who may write the folder could replace the file; but somebody has said that it is to stay."""
    path = at("drawn1" if command == ["undo"] else "entered")
    path.chmod(0o444)
    before = path.read_bytes()
    run = bangxl(command[0], path)
    assert (run.code, run.out) == (1, "")
    assert run.err.startswith(f"{path} is write-protected. Nothing was changed.")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (before, 0o444)
