"""Closed files as PDF files: by LibreOffice, by an Excel where there is none, or not at all."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import xlwings
from openpyxl import Workbook

from bangxl.books import native, programs
from bangxl.books.mac import OFFICE
from bangxl.books.port import BookError
from bangxl.books.programs import to_pdf
from tests.books.workbooks import looked_at, saved
from tests.hosts.excel.program import Excel
from tests.hosts.excel.values import REJECTED, ComError
from tests.render import page_texts

TABS = ("Zweites", "L'oro", "Третий")
"""Not in alphabetical order."""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return three_sheets(tmp_path / "torneo d'oro & 100 % «ü».1.xlsx")


def three_sheets(path: Path) -> Path:
    """A workbook with a page on each of its sheets, one of them with a print area, and a hidden sheet more."""
    file = looked_at(saved(path))
    for sheet in file.worksheets:
        file.remove(sheet)
    for tab in (*TABS, "Hidden"):
        sheet = file.create_sheet(tab)
        sheet["A1"], sheet["A99"] = f"page of {tab}", f"below {tab}"
    file["L'oro"].print_area = "A1:C9"
    file["Hidden"].sheet_state = "hidden"
    file.save(path)
    return path


def pages(pdf: Path) -> list[str]:
    return [" ".join(text.split()) for text in page_texts(pdf)]


THREE = ["page of Zweites", "below Zweites", "page of L'oro", "page of Третий", "below Третий"]


@pytest.mark.office
class TestLibreOffice:
    def test_all_visible_sheets_in_their_order(self, source: Path) -> None:
        target, before = source.with_name("Erg’ebnis.pdf"), source.read_bytes()
        assert to_pdf(source, target)
        assert pages(target) == THREE
        assert (sorted(source.parent.iterdir()), source.read_bytes()) == (sorted([source, target]), before)

    @pytest.mark.parametrize(("language", "written"), [("it", "12.300 $"), ("en", "12,300 $"), ("de", "12.300 $")])
    def test_numbers_are_written_as_in_the_workbooks_language(self, tmp_path: Path, language: str, written: str) -> None:
        file = Workbook()
        sheet = file.worksheets[0]
        sheet["A1"], sheet["A1"].number_format = 12300, '#,##0 "$"'
        file.save(tmp_path / "money.xlsx")
        assert to_pdf(tmp_path / "money.xlsx", tmp_path / "money.pdf", language=language)
        assert pages(tmp_path / "money.pdf")[0].startswith(written)

    def test_over_an_earlier_one_of_a_workbook_that_is_open(self, source: Path) -> None:
        source.with_name(f".~lock.{source.name}#").write_text(",Anna,pc,20.11.2026 10:00,file:///srv/anna;", encoding="utf-8")
        target = source.with_suffix(".pdf")
        target.write_bytes(b"old")
        assert to_pdf(source, target)
        assert pages(target) == THREE

    def test_what_is_no_workbook(self, source: Path) -> None:
        target = source.with_suffix(".pdf")
        target.write_bytes(b"old")
        source.write_bytes(source.read_bytes()[:3000])
        with pytest.raises(BookError) as error:
            to_pdf(source, target)
        assert (error.value.code, error.value.values["path"]) == ("no_pdf", str(target))
        assert "could not be loaded" in str(error.value.values["reason"])
        assert target.read_bytes() == b"old"

    def test_no_folder_for_it(self, source: Path) -> None:
        with pytest.raises(BookError, match="cannot_write"):
            to_pdf(source, source.parent / "nowhere" / "x.pdf")


def test_nothing_to_print(tmp_path: Path, alone: Alone) -> None:
    alone("exit 1")
    with pytest.raises(BookError, match="file_missing"):
        to_pdf(tmp_path / "no.xlsx", tmp_path / "no.pdf")


Alone = Callable[[str], Path]


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Alone:
    """A computer with nothing on it; with a script as its LibreOffice, if there is to be one. Gives the folder for its traces."""
    bin_, traces = tmp_path / "bin", tmp_path / "traces"
    bin_.mkdir()
    traces.mkdir()
    monkeypatch.setenv("PATH", str(bin_))
    monkeypatch.setenv("TMPDIR", str(traces))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setattr(programs, "drive", lambda: tmp_path / "empty drive")

    def alone(script: str) -> Path:
        program = bin_ / "libreoffice"
        program.write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n", encoding="utf-8")
        program.chmod(0o755)
        return traces

    return alone


@pytest.mark.usefixtures("alone")
def test_where_there_is_no_program_nothing_is_written(source: Path) -> None:
    before = sorted(source.parent.rglob("*"))
    assert not to_pdf(source, source.with_suffix(".pdf"))
    assert sorted(source.parent.rglob("*")) == before


def refused(source: Path, patience: float = 120) -> str:
    """Why there is no PDF."""
    target = source.with_suffix(".pdf")
    target.write_bytes(b"old")
    with pytest.raises(BookError) as error:
        to_pdf(source, target, patience=patience)
    assert (error.value.code, error.value.values["path"]) == ("no_pdf", str(target))
    assert target.read_bytes() == b"old"
    return str(error.value.values["reason"])


def test_one_that_hangs_is_ended_with_all_that_it_has_started(source: Path, tmp_path: Path, alone: Alone) -> None:
    traces = alone(f"sleep 987 & echo $! > {tmp_path}/child; wait")
    start = time.perf_counter()
    assert refused(source, patience=0.5) == "LibreOffice: timeout, 0.5 s"
    assert time.perf_counter() - start < 20
    assert not list(traces.iterdir())
    child = (tmp_path / "child").read_text(encoding="utf-8").strip()
    assert not running(child)


def running(process: str) -> bool:
    """Killed ones may wait for their parents for a while."""
    end = time.monotonic() + 5
    while time.monotonic() < end:
        shown = subprocess.run(["/bin/ps", "-o", "stat=", "-p", process], capture_output=True, text=True, check=False).stdout
        if not shown.strip() or shown.startswith("Z"):
            return False
        time.sleep(0.02)
    return True


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo Warning: no java; echo 'Error: no such filter' >&2; echo; exit 0", "Error: no such filter"),
        ("exit 77", "LibreOffice: 77"),
        ("printf 'kaputt \\377\\n'", "kaputt \ufffd"),
        ("kill -9 $$", "LibreOffice: -9"),
    ],
)
def test_one_that_fails(source: Path, alone: Alone, script: str, reason: str) -> None:
    traces = alone(script)
    assert refused(source) == reason
    assert not list(traces.iterdir())


def test_one_that_cannot_be_started(source: Path, alone: Alone) -> None:
    program = alone("").with_name("bin") / "libreoffice"
    program.write_bytes(b"no program")
    assert refused(source)


def test_one_that_is_to_be_started_again(source: Path, tmp_path: Path, alone: Alone) -> None:
    """As LibreOffice asks for after it has made its profile, on systems where it does not do so itself."""
    alone(
        f'echo once >> {tmp_path}/starts; [ "$(wc -l < {tmp_path}/starts)" = 2 ] || exit 81\n'
        'while [ "$1" != --outdir ]; do shift; done; for file; do :; done; printf "%%PDF" > "${file%.xlsx}.pdf"'
    )
    target = source.with_suffix(".pdf")
    assert to_pdf(source, target)
    assert target.read_bytes() == b"%PDF"


def test_no_room_for_a_copy(source: Path, alone: Alone) -> None:
    alone("").rmdir()
    assert refused(source)


@pytest.mark.usefixtures("alone")
class TestExcel:
    """On Windows and Mac, where there is no LibreOffice."""

    @pytest.fixture(autouse=True)
    def only_excel(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(programs, "has_excel", lambda: True)

    def test_started_and_ended(self, excel: Excel, source: Path) -> None:
        target = source.with_suffix(".pdf")
        assert to_pdf(source, target)
        assert target.read_text(encoding="utf-8").split("\n") == ["%PDF", *TABS]
        assert [sheets for _, sheets in excel.printed] == [[*TABS]]
        assert (excel.calls["start"], excel.calls["quit"], excel.others, excel.books) == (1, 1, [], [])

    @pytest.mark.parametrize("call", ["start", "open", "to_pdf", "close", "quit", "display_alerts"])
    def test_ended_whatever_happens(self, excel: Excel, source: Path, call: str) -> None:
        excel.fails = lambda called: called == call
        if call in {"close", "quit"}:  # the PDF is there by then
            assert to_pdf(source, source.with_suffix(".pdf"))
        else:
            assert refused(source) == "Not enough memory."
        assert excel.others == []

    def test_busy(self, excel: Excel, source: Path) -> None:
        def busy(call: str) -> bool:
            if call == "open":
                raise ComError(REJECTED)
            return False

        excel.fails = busy
        assert refused(source) == "Excel"
        assert excel.others == []

    def test_one_that_hangs(self, excel: Excel, source: Path) -> None:
        def hang(call: str) -> bool:
            end = time.monotonic() + 10
            while call == "to_pdf" and excel.others and time.monotonic() < end:
                time.sleep(0.01)
            return call == "to_pdf"

        excel.fails = hang
        assert refused(source, patience=0.2)
        assert excel.others == []

    def test_a_folder_that_cannot_be_written(self, excel: Excel, source: Path) -> None:
        with pytest.raises(BookError, match="cannot_write"):
            to_pdf(source, source.parent / "nowhere" / "x.pdf")
        assert excel.others == []

    def test_on_a_mac_excel_writes_the_file_itself(self, mac_excel: Excel, source: Path) -> None:
        target = source.with_suffix(".pdf")
        target.write_bytes(b"old")
        assert to_pdf(source, target)
        assert target.read_text(encoding="utf-8").split("\n") == ["%PDF", *TABS]
        assert (mac_excel.calls["start"], mac_excel.others) == (1, [])

    def test_on_a_mac_excel_sees_only_a_folder_of_offices(
        self, mac_excel: Excel, source: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """For any other file it asks whoever sits there."""
        seen: list[Path] = []
        write = native.write_pdf

        def spy(book: xlwings.Book, target: Path) -> None:
            seen.extend([Path(book.fullname), target])
            write(book, target)

        monkeypatch.setattr(native, "write_pdf", spy)
        assert to_pdf(source, source.with_suffix(".pdf"))
        folder = Path.home() / OFFICE
        assert [path.parents[1] for path in seen] == [folder, folder]
        assert list(folder.iterdir()) == []
        assert mac_excel.others == []


def test_xlwings_is_not_loaded_for_libreoffice() -> None:
    code = "import sys, bangxl.books.programs; sys.exit('xlwings' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_patience_is_two_minutes() -> None:
    assert programs._PATIENCE == 120


@pytest.mark.parametrize(
    ("system", "place"),
    [
        ("win32", "Program Files/LibreOffice/program/soffice.com"),
        ("win32", "Program Files (x86)/LibreOffice/program/soffice.com"),
        ("darwin", "Applications/LibreOffice.app/Contents/MacOS/soffice"),
        ("linux", "usr/lib64/libreoffice/program/soffice"),
        ("linux", "opt/libreoffice25.2/program/soffice"),
    ],
)
def test_libreoffice_is_found_at_the_usual_places(tmp_path: Path, system: str, place: str) -> None:
    def find(names: tuple[str, ...]) -> str | None:
        return programs.part_of_libreoffice(programs._OFFICE, system, lambda name: name if name in names else None, tmp_path)

    assert find(()) is None
    (tmp_path / place).parent.mkdir(parents=True)
    (tmp_path / place).touch()
    assert find(()) == str(tmp_path / place)
    assert find(("localc", "libreoffice")) == "libreoffice"
