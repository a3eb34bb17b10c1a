"""What the self-test leaves behind: a page, the same as JSON, an exit code; nothing private."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import xlwings

from bangxl.selftest import doctor
from bangxl.selftest.doctor import as_html, results_json
from bangxl.selftest.session import CheckRow, Session
from tests.hosts.commandline import CommandLine, Run
from tests.selftest.excels import ROWS, RULEBOOK, Bench, details, saying
from tests.web.pages import read


@pytest.fixture(scope="module")
def well(bench: Bench) -> Session:
    return bench.examined(saying("Well."))


class TestPage:
    def test_for_people(self, well: Session) -> None:
        said = [replace(one, passed=False, details="<b>No & never.</b>") if one.code == "help" else one for one in well.checks]
        page = as_html(replace(well, checks=said), "en")
        assert "&lt;b&gt;No &amp; never.&lt;/b&gt;" in page
        assert page.count("×") == 4, "the verdict, the row, and two lines on what they mean for a day"
        assert "Excel 16.0 18324" in page
        assert "1 check failed." in page
        assert "http:" not in page
        assert [len([*row.all("td")]) for row in read(page).all("tr")] == [5] * (1 + len(ROWS))

    @pytest.mark.soak
    def test_for_programs_and_nothing_private(self, bench: Bench) -> None:
        def macro(book: xlwings.Book, action: str) -> None:
            saying(f"{book.fullname} {Path.home()}/x")(book, action)

        session = bench.examined(macro)
        assert details(session, "help") == f"…/{RULEBOOK} Città played.xlsm ~/x"
        found = results_json(session)
        assert list(found) == [
            "format", "passed", "time", "seconds", "bangxl", "python", "computer", "program", "rulebooks", "checks",
        ]  # fmt: skip
        assert (found["format"], found["passed"], found["rulebooks"]) == ("bangxl-doctor/1", True, [RULEBOOK])
        assert list(found["checks"][0]) == ["rulebook", "code", "text", "passed", "seconds", "details"]


class TestCommand:
    @pytest.fixture
    def run(self, well: Session, bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Run]:
        """The command, after a self-test in which all was well, or another one."""

        def run(*arguments: object, told: Session = well) -> Run:
            def examine_excel(show: Callable[[CheckRow], object]) -> Session:
                for check in told.checks:
                    show(check)
                return told

            monkeypatch.setattr(doctor, "examine_excel", examine_excel)
            return bangxl("doctor", "--excel", *arguments)

        return run

    def test_all_is_well(self, run: Callable[..., Run], tmp_path: Path) -> None:
        done = run("-o", tmp_path / "new")
        assert (done.code, done.err) == (0, "")
        assert done.out.count("✓") == len(ROWS) + 1
        assert {file.name for file in (tmp_path / "new").iterdir()} == {"bangxl-doctor.html", "bangxl-doctor.json"}

    @pytest.mark.soak
    def test_something_is_wrong(self, run: Callable[..., Run], bench: Bench, tmp_path: Path) -> None:
        done = run("-o", tmp_path, told=bench.examined(saying("No.", wrong=True)))
        assert done.code == 1
        assert "\n  No.\n" in done.out
        assert json.loads((tmp_path / "bangxl-doctor.json").read_text(encoding="utf-8"))["passed"] is False

    def test_where_nothing_can_be_written(self, run: Callable[..., Run], tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        done = run("-o", tmp_path / "file")
        assert done.code == 1
        assert "cannot be written" in done.err

    def test_what_bangxl_did_not_write_stays(self, run: Callable[..., Run], tmp_path: Path) -> None:
        """Before anything is tried out; earlier results are written over, and with --force what is there."""
        for name in ("bangxl-doctor.html", "bangxl-doctor.json"):
            (tmp_path / name).write_text("mine")
            done = run("-o", tmp_path)
            assert (done.code, done.out) == (1, "")
            assert f"{tmp_path / name} already exists, and bangxl did not write it." in " ".join(done.err.split())
            assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [(name, "mine")]
            (tmp_path / name).unlink()
        (tmp_path / "bangxl-doctor.json").write_text("mine")
        for arguments in (("--overwrite",), ()):
            assert run("-o", tmp_path, *arguments).code == 0
        assert len(list(tmp_path.iterdir())) == 2
