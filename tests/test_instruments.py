"""The tests' own instruments see what is wrong, and no test passes where one is missing."""

import shutil
from pathlib import Path

import pytest
from openpyxl import Workbook

from tests.conftest import LONGEST
from tests.helpers import validators
from tests.hosts.gnumeric import Recalculated
from tests.hosts.libreoffice.office import Office, lent
from tests.web import browser


def test_the_files_that_begin_first_are_there() -> None:
    assert [name for name in LONGEST if not (Path(__file__).parent / name).is_file()] == []


def test_every_error_is_seen(office: Office, tmp_path: Path) -> None:
    book = Workbook()
    for row, formula in enumerate(("=1+2", "=1/0", '=IF(A1=3,"","x")', "=VLOOKUP(9,A1:A2,1,0)"), 1):
        book.worksheets[0].cell(row, 1, formula)
    book.save(path := tmp_path / "errors.xlsx")
    with office.open(path) as document:
        assert document.errors() == [("Sheet", "A2", "#DIV/0!"), ("Sheet", "A4", "#N/A")]
    assert [cell for _, cell, _ in Recalculated(path, tmp_path).errors()] == ["A2", "A4"]


def test_a_file_that_is_no_workbook_is_a_complaint(tmp_path: Path) -> None:
    broken = tmp_path / "broken.xlsx"
    broken.write_text("Anna Rossi", encoding="utf-8")
    assert validators.audit(broken)
    assert validators.openvba(broken)
    assert any("corrupted" in complaint.text for complaint in validators.complaints(broken)[broken])


@pytest.mark.parametrize(("ci", "end"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)])
def test_where_one_is_missing_no_test_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ci: str, end: type[BaseException]
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(validators, "node_is_here", lambda: False)
    monkeypatch.setattr(browser, "browser", lambda: None)
    with pytest.raises(end, match="did not run"):
        validators.complaints(tmp_path / "torneo.xlsx")
    with pytest.raises(end, match="No page was shown"):
        browser.seen(tmp_path / "page.html")
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(end, match="Gnumeric did not run"):
        Recalculated(tmp_path / "torneo.xlsx", tmp_path)
    with pytest.raises(end, match="LibreOffice did not run"):
        next(lent(Office()))
