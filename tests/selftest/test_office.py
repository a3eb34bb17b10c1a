"""The self-test in the real LibreOffice, and the whole of it in the Excel of the tests."""

import json
import os
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.programs import WINDOWS, office_pythons, part_of_libreoffice
from bangxl.office import MESSAGES
from bangxl.rulebooks.loader import rulebook_ids
from bangxl.selftest.doctor import SCENARIOS, check_line, examine
from bangxl.selftest.excel import Excel
from bangxl.selftest.libreoffice import LibreOffice
from bangxl.selftest.session import Session
from bangxl.vba.ribbon import buttons
from tests.hosts.commandline import CommandLine
from tests.hosts.excel.program import Excel as Program, by_libreoffice, running
from tests.hosts.libreoffice.office import Office
from tests.selftest.excels import with_macros

SOME: Final = ("by_hand", "seat", "undo", "reopen", "check")
"""One that asks, one that writes, one that takes back, one that refuses, one that reads."""


def wrong(session: Session) -> list[str]:
    return [check_line(check) for check in session.checks if not check.passed]


@pytest.mark.soak
@pytest.mark.office
def test_libreoffice() -> None:
    """With some of the buttons; `make soak` clicks them all."""
    some = [scenario._replace(buttons=[one for one in scenario.buttons if one in SOME]) for scenario in SCENARIOS]
    session = examine(LibreOffice, ["record"], lambda _check: None, scenarios=some)
    assert wrong(session) == []
    assert session.version
    assert {*buttons()} == {button for scenario in SCENARIOS for button in scenario.buttons}
    codes = [check.code for check in session.checks]
    assert {*SOME} <= {*codes}
    assert len(codes) == len({*codes}) == 2 + 4 * len(SCENARIOS) + len(SOME)


@pytest.mark.soak
@pytest.mark.office
def test_a_libreoffice_that_is_killed(tmp_path: Path) -> None:
    """The next workbook is opened in another one."""
    office = LibreOffice(tmp_path)
    version = office.version()
    office.end()
    assert office.version() == version
    office.end()
    office.quit()


def test_without_libreoffice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bangxl.books.programs.soffice", lambda: None)
    session = examine(LibreOffice, ["record"], lambda _check: None)
    assert {check.code: check.passed for check in session.checks} == {"start": False, "quit": True}
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("own", ["program/python", "Resources/python"])
def test_libreoffices_own_python_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: str) -> None:
    for file in ("program/soffice", own):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text("")
    monkeypatch.setattr("bangxl.books.programs.soffice", lambda: str(tmp_path / "program/soffice"))
    assert office_pythons()[0] == str(tmp_path / own)


def test_a_program_of_the_current_folder_is_not_libreoffice(tmp_path: Path) -> None:
    """Windows looks there first, and gives what it finds without a folder in front."""
    assert part_of_libreoffice(("soffice",), WINDOWS, lambda name: f".\\{name}.exe", tmp_path) is None


def test_a_libreoffice_without_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bangxl.selftest.libreoffice.programs.office_pythons", lambda: ("/bin/false",))
    session = examine(LibreOffice, ["record"], lambda _check: None)
    assert "python3-uno" in session.checks[0].details


@pytest.mark.soak
@pytest.mark.office
def test_every_rulebook_in_libreoffice(bangxl: CommandLine, tmp_path: Path) -> None:
    run = bangxl("doctor", "--libreoffice", "-o", tmp_path)
    assert (run.code, run.err) == (0, ""), run.out
    found = json.loads((tmp_path / "bangxl-doctor.json").read_text(encoding="utf-8"))
    assert {check["rulebook"] for check in found["checks"]} == {"", *rulebook_ids()}
    assert found["passed"] is True


@pytest.mark.soak
@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_the_whole_in_the_excel_of_the_tests(office: Office, tmp_path: Path, rulebook: str) -> None:
    """LibreOffice calculates for it."""
    program = Program()
    start = program.start

    def started() -> Program:
        other = start()
        other.calculate = by_libreoffice(office, tmp_path)
        return other

    program.start = started  # type: ignore[method-assign] # the one that is started calculates too
    with running(program), with_macros():
        session = examine(Excel, [rulebook], lambda _check: None, patience=1200)
    assert wrong(session) == []
    assert len(session.checks) == 2 + 4 * len(SCENARIOS) + len(buttons()) + len(("stamp", "ctrl-z", "german", "mail", "together"))
    assert program.others == []
    assert MESSAGES not in os.environ
