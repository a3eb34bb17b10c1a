"""Files that are no workbooks of ours, cells with nonsense, what other programs did: one clear sentence, the file untouched."""

import json
import re
import shutil
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pytest
from openpyxl import Workbook

from bangxl.books.closed import ClosedBook
from bangxl.books.history import history_folder
from bangxl.books.port import BookError
from bangxl.commands.check import check, check_with_lines
from bangxl.commands.errors import OTHER_FILES, Refusal
from bangxl.commands.repair import repair
from bangxl.commands.season_files import read_entry
from bangxl.commands.seat import seat
from bangxl.commands.undo import undo
from bangxl.commands.verify import verify
from bangxl.commands.workspace import log_entry, open_workspace, save_with_log
from bangxl.locale.catalog import catalog
from bangxl.page.actions import run
from bangxl.seasons.entry import BadFile
from tests.additions.package import repacked
from tests.commands.stages import NAMES, Copy, unchanged
from tests.helpers.keyboard import Sheet, calculated, entered, facts, place, played, typed
from tests.helpers.raised import raised
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
    shutil.rmtree(history_folder(path))
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
    shutil.rmtree(history_folder(path), ignore_errors=True)
    history_folder(path).write_bytes(b"in the way")
    with unchanged(path.parent):
        run = bangxl("seat", path)
        assert (run.code, run.out, run.err.count("\n")) == (1, "", 1)
        assert run.err.startswith(f"{history_folder(path)} cannot be written")


def test_a_full_disk(at: Copy, bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    path = at("entered")
    before = path.read_bytes()

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("bangxl.books.files.os.fsync", full)
    run = bangxl("seat", path)
    assert (run.code, run.out, path.read_bytes()) == (1, "", before)
    assert "cannot be written (No space left on device). Nothing was changed." in run.err
    assert {file.name for file in path.parent.iterdir()} <= {path.name, history_folder(path).name}


ODD_NAMES: Final = {
    "'=1+1": "'=1+1", "+39 Anna": "+39 Anna", "x" * 300: "x" * 300, "أنا \u202bلارسن": "أنا \u202bلارسن",
    "😀👩‍👧 Anna": "😀👩‍👧 Anna", "  Anna ": "Anna", "Anna_x0007_Rossi": "AnnaRossi", 1234: "1234", "Anna\nRossi": "Anna\nRossi",
    "[bold]Anna[/]": "[bold]Anna[/]", "{player}": "{player}",
}  # fmt: skip
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


def saved_by(program: bytes) -> Callable[[str, bytes], bytes]:
    application = b"<Application>%b</Application>" % program
    return lambda name, data: re.sub(b"<Application>.*</Application>", application, data) if name == "docProps/app.xml" else data


def test_the_program_that_calculated_wrongly_is_named(at: Copy) -> None:
    path = at("played2")
    calculated(path, {"Standings_Score 2": 4999})
    assert not [line for line in check_with_lines(path)[1] if "saved this file last" in line]
    repacked(path, saved_by(b"ONLYOFFICE/10"))
    assert [line for line in check_with_lines(path)[1] if line.startswith("! ONLYOFFICE/10 saved this file last")]


@pytest.mark.parametrize(
    ("sheets", "names"),
    these(
        [(r"sheet\d+", "Tournament, Players, Events, …"), ("sheet12", "Round1T1"), ("sheet3", "Events"), ("sheet7", "Finals")],
        ("sheet12", "Round1T1"),
    ),
)
def test_what_a_program_lost_is_named_and_comes_back(at: Copy, sheets: str, names: str) -> None:
    path = at("played2")
    lost = re.compile(rb"<sheetProtection[^>]*/>|<dataValidations.*</dataValidations>", re.DOTALL)
    part = re.compile(f"xl/worksheets/{sheets}.xml")
    repacked(path, lambda name, data: lost.sub(b"", data) if part.fullmatch(name) else data)
    (line,) = (line for line in check_with_lines(path)[1] if "Missing on" in line)
    assert line.startswith(f"! Missing on {names}: protection, drop-downs.")
    repair(path)
    assert not [line for line in check_with_lines(path)[1] if "Missing on" in line]


def packed(**parts: bytes) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name.replace("__", "/"), data)
    return out.getvalue()


def ole(part: str) -> bytes:
    return bytes.fromhex("d0cf11e0a1b11ae1") + bytes(1000) + part.encode("utf-16-le") + bytes(1000)


ODS: Final = b"application/vnd.oasis.opendocument.spreadsheet"
FILES: Final[Mapping[str, tuple[str, bytes]]] = {
    "t.ods": ("open_document", packed(mimetype=ODS)),
    "ods.xlsx": ("open_document", packed(mimetype=ODS)),
    "t.ots": ("open_document", packed(mimetype=ODS + b"-template")),
    "t.fods": ("open_document", b'<?xml version="1.0"?>\n<office:document office:version="1.3">'),
    "damaged.ods": ("open_document", packed(mimetype=ODS).replace(b"\x14\0\0\0\0\0", b"\x14\0\0\0\x08\0")),
    "t.odt": ("document", packed(mimetype=b"application/vnd.oasis.opendocument.text")),
    "t.docx": ("document", packed(**{"[Content_Types].xml": b"", "word__document.xml": b""})),
    "t.pdf": ("document", b"%PDF-1.7\n\0\1"),
    "photo.xlsx": ("document", b"\xff\xd8\xff\xe0" + bytes(50)),
    "t.xls": ("old_excel", ole("Workbook")),
    "t.xlsb": ("old_excel", packed(**{"[Content_Types].xml": b"", "xl__workbook.bin": b""})),
    "t.xml": ("old_excel", b'<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'),
    "secret.xlsx": ("encrypted", ole("EncryptedPackage")),
    "t.numbers": ("numbers", packed(**{"Index__Document.iwa": b"", "Metadata__Properties.plist": b""})),
    "t.zip": ("archive", packed(**{"torneo.xlsx": b""})),
    "mailed.xlsx": ("archive", packed(**{"in__torneo.xlsx": b"", "__MACOSX____torneo.xlsx": b""})),
    "t.7z": ("archive", b"7z\xbc\xaf\x27\x1c" + bytes(9)),
    "t.gsheet": ("link", b'{"":"WARNING! DO NOT EDIT THIS FILE!","doc_id":"1abc","resource_key":""}'),
    "t.url": ("link", b"[InternetShortcut]\r\nURL=https://example.org"),
    "page.xlsx": ("web_page", b"\n<!DOCTYPE html><html><head><title>Sign in</title>"),
    "excel.xls": ("web_page", b'\xef\xbb\xbf<html xmlns:x="urn:x"><head>'),
    "t.csv": ("plain_text", "name;region\nÇelik Öztürk;Lazio\n".encode()),
    "t.txt": ("plain_text", "Anna Rossi\r\n".encode("utf-16")),
    "t.json": ("exported", b'{\n "format": "bangxl/1", "event": {}}'),
    "t.eml": ("mail", b"From: a@example.com\r\nSubject: referto\r\n\r\nciao"),
    "t.msg": ("mail", ole("__substg1.0_0037001F")),
    "~$torneo.xlsx": ("companion", b"\x04Anna" + b" " * 160),
    "._torneo.xlsx": ("companion", b"\0\5\x16\7\0\2\0\0Mac OS X        " + bytes(100)),
    ".~lock.torneo.xlsx#": ("companion", b",anna,pc,21.11.2026 10:00,file:///x;"),
    ".torneo.xlsx.icloud": ("not_here", b"bplist00\xd3\1\2\3"),
    "zeros.xlsx": ("not_here", bytes(20000)),
    "empty.xlsx": ("not_here", b""),
    "t.xlsx.crdownload": ("not_here", packed(**{"[Content_Types].xml": b"x" * 900})[:500]),
}


@pytest.mark.parametrize("name", FILES)
def test_each_is_known_by_what_it_is(tmp_path: Path, name: str) -> None:
    code, data = FILES[name]
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(BookError, match=f"'{code}'"):
        ClosedBook.open(path, reading_only=True)


def test_a_damaged_workbook_is_none_of_them(at: Copy) -> None:
    path = at("entered")
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(BookError, match="'not_a_workbook'"):
        ClosedBook.open(path)


def test_every_sentence_has_its_file() -> None:
    assert {code for code, _data in FILES.values()} == {*OTHER_FILES}


@pytest.mark.parametrize("name", ["t.ods", "page.xlsx", "t.csv", "t.xls", "t.gsheet", "t.numbers", "t.zip"])
def test_every_command_says_the_same(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(FILES[name][1])
    said = set()
    for command in (check, seat, undo, verify):
        refusal = raised(Refusal, command, path)
        assert refusal.exit_code == 2
        said.add(str(refusal))
    assert said == {catalog("en")(OTHER_FILES[FILES[name][0]]).format(path=path)}
    assert run("look", path, {}).lines[0][:30] == said.pop().replace(f"{tmp_path}/", "")[:30]
    assert [file.name for file in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("command", [seat, undo])
def test_the_root_is_no_workbook(command: Callable[[Path], object]) -> None:
    """`bangxl undo /` ended with a traceback: a path without a name has no lock file beside it."""
    with pytest.raises(Refusal):
        command(Path(Path.cwd().anchor))


def test_the_season_says_it_too(tmp_path: Path) -> None:
    path = tmp_path / "t.xlsx"
    path.write_bytes(FILES["t.ods"][1])
    bad = read_entry(path)
    assert isinstance(bad, BadFile)
    assert bad.reasons["en"].startswith("This is a LibreOffice spreadsheet (.ods). Open it")
