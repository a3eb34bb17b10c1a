"""What bangxl did not write stays, unless it is told otherwise; and whatever fails, it says truly what is there now."""

import json
import os
from pathlib import Path
from stat import S_ISREG
from subprocess import Popen

import pytest

from bangxl.books import files
from bangxl.books.history import history_folder as history_of
from bangxl.commands.output import is_ours, marked_as_ours
from bangxl.commands.report import KNOWN_FILES
from bangxl.commands.workspace import remove_leftovers
from bangxl.mail_draft import Attachment, draft, is_draft
from tests.commands.stages import Copy, fingerprint, unchanged
from tests.helpers.sample import these
from tests.hosts.commandline import CommandLine

PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer\n<<>>\nstartxref\n30\n%%EOF\n"
FOREIGN = {
    "referto.pdf": b"%PDF-1.4 scanned and signed", "referto.eml": b"From: a@example.org\r\n\r\nRegards",
    "referto.xlsx": b"PK something", "results.html": b"<!DOCTYPE html><title>Our club</title>",
}  # fmt: skip


def full(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """A disk that is full after so many files have been written whole."""
    left, fsync = after, os.fsync

    def write(handle: int) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(28, "No space left on device")
        fsync(handle)

    monkeypatch.setattr("bangxl.books.files.os.fsync", write)


class TestExport:
    def test_over_its_own_output_as_often_as_asked(self, at: Copy, bangxl: CommandLine, tmp_path: Path) -> None:
        path, target = at("played2"), tmp_path / "out.json"
        for _ in range(2):
            run = bangxl("export", path, "-o", target)
            assert (run.code, run.out.count("\n"), run.err) == (0, 1, "")
            assert json.loads(target.read_bytes())["format"] == "bangxl/1"

    @pytest.mark.parametrize("text", [b"my notes", b'{"format": "other"}', b"[" * 100_000])
    def test_over_nothing_else_unless_forced(self, at: Copy, bangxl: CommandLine, tmp_path: Path, text: bytes) -> None:
        path, target = at("played2"), tmp_path / "notes.json"
        target.write_bytes(text)
        run = bangxl("export", path, "-o", target)
        assert (run.code, run.out, target.read_bytes()) == (1, "", text)
        assert run.err.startswith(f"{target} already exists, and bangxl did not write it.")
        assert bangxl("export", path, "-o", target, "--overwrite").code == 0
        assert json.loads(target.read_bytes())["format"] == "bangxl/1"

    def test_through_a_link(self, at: Copy, bangxl: CommandLine, tmp_path: Path) -> None:
        path, link, real = at("played2"), tmp_path / "link.json", tmp_path / "real.json"
        link.symlink_to(real)
        assert bangxl("export", path, "-o", link).code == 0
        assert link.is_symlink()
        assert json.loads(real.read_bytes())["format"] == "bangxl/1"
        real.write_bytes(b"mine")
        assert bangxl("export", path, "-o", link).code == 1
        assert real.read_bytes() == b"mine"

    def test_where_there_can_be_no_file(self, at: Copy, bangxl: CommandLine, tmp_path: Path) -> None:
        path, loop = at("played2"), tmp_path / "loop"
        loop.symlink_to(loop)
        os.mkfifo(tmp_path / "fifo")
        for target in ("/", "", "..", loop, tmp_path / "fifo", "/dev/null", "x" * 300, path / "t.json"):
            run = bangxl("export", path, "-o", target, "--overwrite")
            assert (run.code in {1, 2}, run.out, run.err.count("\n")) == (True, "", 1), target
        assert loop.is_symlink()
        assert not Path("/dev/null").is_file()


class TestReport:
    @pytest.mark.parametrize("name", these(FOREIGN, "referto.xlsx"))
    def test_one_foreign_file_and_none_is_written(self, at: Copy, bangxl: CommandLine, name: str) -> None:
        path = at("closed")
        target = path.with_name(f"torneo-{name}")
        target.write_bytes(FOREIGN[name])
        before = fingerprint(path.parent)
        run = bangxl("report", path)
        assert (run.code, run.out, fingerprint(path.parent)) == (1, "", before)
        assert run.err.startswith(f"{target} already exists, and bangxl did not write it.")
        assert bangxl("report", path, "--overwrite").code == 0
        assert target.read_bytes() != FOREIGN[name]
        assert KNOWN_FILES[target.suffix](target.read_bytes())

    @pytest.mark.soak
    @pytest.mark.parametrize("name", these(FOREIGN, "referto.eml"))
    def test_what_another_tournament_has_written_stays(self, at: Copy, bangxl: CommandLine, tmp_path: Path, name: str) -> None:
        """Behind a link, or left there when the rest of its report was moved away."""
        path, other, elsewhere = at("closed"), tmp_path / "other" / "torneo.xlsx", tmp_path / "elsewhere"
        other.parent.mkdir()
        assert bangxl("demo", other, "--rulebook", "record", "--players", "4", "--rng-seed", "x", "--language", "en").code == 0
        assert bangxl("report", other, "-o", elsewhere).code == 0
        target, theirs = path.with_name(f"torneo-{name}"), elsewhere / f"torneo-{name}"
        for lies_there in (lambda: target.symlink_to(theirs), lambda: target.write_bytes(theirs.read_bytes())):
            target.unlink(missing_ok=True)
            lies_there()
            before = fingerprint(path.parent), fingerprint(elsewhere)
            run = bangxl("report", path)
            assert (run.code, run.out, (fingerprint(path.parent), fingerprint(elsewhere))) == (1, "", before)
            assert run.err.startswith(f"{target.resolve()} is the report of another tournament.")

    @pytest.mark.soak
    def test_a_print_that_somebody_has_signed_stays(self, at: Copy, bangxl: CommandLine) -> None:
        path = at("closed")
        assert bangxl("report", path).code == bangxl("report", path).code == 0
        with path.with_name("torneo-referto.pdf").open("ab") as file:
            file.write(b"a signature, as programs append it")
        with unchanged(path.parent):
            assert bangxl("report", path).code == 1

    def test_a_draft_that_somebody_has_edited_stays(self, at: Copy, bangxl: CommandLine) -> None:
        path = at("closed")
        bangxl("report", path)
        mail = path.with_name("torneo-referto.eml")
        mail.write_bytes(mail.read_bytes().replace(b"Hello", b"Dear Marta"))
        with unchanged(path.parent):
            assert bangxl("report", path).code == 1

    @pytest.mark.parametrize(("after", "again"), these([(0, False), (2, True), (3, False)], (2, True)))
    def test_a_full_disk_leaves_all_as_it_was(
        self, at: Copy, bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch, after: int, *, again: bool
    ) -> None:
        path = at("closed")
        folder = path.parent / "sent"
        if again:
            bangxl("report", path, "-o", folder)
        before = fingerprint(folder) if again else None
        full(monkeypatch, after)
        run = bangxl("report", path, "-o", folder)
        assert (run.code, run.out) == (1, "")
        assert "cannot be written (No space left on device). Nothing was changed." in run.err
        assert (fingerprint(folder) if folder.exists() else None) == before

    def test_what_is_there_when_the_last_cannot_be_put_in_place(
        self, at: Copy, bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        replace = Path.replace

        def held(file: Path, target: Path) -> Path:
            if target.suffix == ".eml":
                raise PermissionError(13, "Permission denied")
            return replace(file, target)

        monkeypatch.setattr(Path, "replace", held)
        path = at("closed")
        run = bangxl("report", path)
        assert (run.code, run.out) == (1, "")
        mail = path.with_suffix("").with_name("torneo-referto.eml")
        assert run.err.startswith(
            f"{mail} cannot be written (Permission denied). "
            "Already written: torneo-referto.pdf, torneo-results.html, torneo-referto.xlsx."
        )
        written = {"torneo-referto.pdf", "torneo-results.html", "torneo-referto.xlsx"}
        assert {file.name for file in path.parent.glob("torneo-*")} == written


def test_nobody_may_read_more_than_the_workbook(at: Copy, bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots, temporary files, reports, prints, exports and seasons; also in a history that stood open before."""
    path, shown = at("played2"), set[int]()
    history = history_of(path)
    fsync = os.fsync

    def look(handle: int) -> None:
        mode = os.fstat(handle).st_mode
        shown.update({mode & 0o777} if S_ISREG(mode) else ())
        fsync(handle)

    history.chmod(0o755)
    path.chmod(0o600)
    before = {*path.parent.rglob("*")}
    mask = os.umask(0o022)
    try:
        monkeypatch.setattr("bangxl.books.files.os.fsync", look)
        season, report = path.with_name("season.xlsx"), path.with_name("torneo-referto-interim.xlsx")
        for command in (
            ("seat", path), ("undo", path), ("report", path, "--interim"), ("print", path), ("show", path),
            ("export", path, "-o", path.with_suffix(".json")), ("export", path, "--csv", path.with_name("csv")),
            ("verify", report, "--pdf", path.with_name("ours.pdf")), ("season", report, "-o", season),
        ):  # fmt: skip
            assert bangxl(*command).code == 0, command
    finally:
        os.umask(mask)
    new = {file for file in path.parent.rglob("*") if file.is_file() and file.name != ".lock"} - before
    assert len(new) > 10
    assert {file.name: oct(file.stat().st_mode & 0o777) for file in new} == {file.name: "0o600" for file in new}
    assert (oct(history.stat().st_mode & 0o777), {oct(mode) for mode in shown}) == ("0o700", {"0o600"})


@pytest.mark.soak
def test_what_is_open_to_all_stays_so(at: Copy, bangxl: CommandLine) -> None:
    path = at("closed")
    path.chmod(0o644)
    assert bangxl("report", path).code == 0
    page = path.with_name("torneo-results.html")
    assert page.stat().st_mode & 0o777 == 0o644
    page.chmod(0o640)
    assert bangxl("report", path).code == 0
    assert page.stat().st_mode & 0o777 == 0o640


def test_a_history_that_is_a_link_is_not_followed(at: Copy, bangxl: CommandLine) -> None:
    path = at("drawn2")
    elsewhere = history_of(path).rename(path.with_name("elsewhere"))
    history_of(path).symlink_to(elsewhere)
    before = fingerprint(path.parent)
    for command in ("undo", "seat", "redo"):
        run = bangxl(command, path)
        assert (run.code, run.out, fingerprint(path.parent)) == (1, "", before), command
    assert "torneo.xlsx.history is a link." in bangxl("undo", path).err


def test_the_line_by_which_a_print_is_known() -> None:
    for pdf in (PDF, b"", b"no pdf at all"):
        assert is_ours(marked_as_ours(pdf))
        assert is_ours(marked_as_ours(marked_as_ours(pdf)))
        assert not is_ours(pdf)
        assert not is_ours(marked_as_ours(pdf) + b"x")
        assert not is_ours(marked_as_ours(pdf)[:-1])
    assert marked_as_ours(PDF).endswith(b"startxref\n30\n%%EOF\n")


def test_the_boundary_by_which_a_draft_is_known() -> None:
    mails = [
        draft("a@example.org", "Открытый", "Hello,\n--x\n", [Attachment("a.xlsx", bytes(range(256)))]),
        draft("", "", "", []),
    ]
    for mail in mails:
        assert is_draft(mail)
        assert not is_draft(mail + b"\r\n")
        assert not is_draft(mail.replace(b"Unsent: 1", b"Unsent: 0"))
        assert not is_draft(mail.replace(b"\r\n", b"\n"))
    for other in (b"", b"From: me\r\n\r\nx", b'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="'):
        assert not is_draft(other)


@pytest.mark.parametrize(("names", "more"), [(["xlsx", "eml"], True), (["eml"], True), (["xlsx"], False)])
def test_who_was_writing_a_referto_is_told_to_do_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: list[str], *, more: bool
) -> None:
    """The draft is its last file: while it waits, the others may be new already."""
    monkeypatch.setenv("LC_ALL", "C")
    process = Popen(["true"])
    process.wait()
    for suffix in names:
        (tmp_path / f".torneo-referto-bangxl-{files._computer_digits()}-{process.pid}-0123abcd.{suffix}").touch()
    lines = remove_leftovers(tmp_path)
    assert lines[0].startswith("Removed the files that an interrupted command left behind: .torneo-referto-bangxl-")
    again = "That command was writing a report, so some of its files may be old. Rewrite them with «bangxl report»."
    assert lines[1:] == ((again,) if more else ())
    assert list(tmp_path.iterdir()) == []
