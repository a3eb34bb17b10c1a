"""The tests' own instruments work: LibreOffice, Gnumeric, the printers and the validators."""

import shutil
import zipfile
from datetime import date
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.styles import Font, Protection
from openpyxl.workbook.defined_name import DefinedName

from tests.commands.stages import unchanged
from tests.conftest import LONGEST
from tests.helpers import validators
from tests.hosts.gnumeric import Recalculated
from tests.hosts.libreoffice.office import Office, OfficeError, lent
from tests.web import browser


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A protected sheet with formulas, two of them wrong, one open cell and two more sheets, one hidden."""
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Round1T1"
    for row, formula in enumerate(("=1+2", "=A1*2", "=1/0", '=IF(A1=3,"","x")', "=VLOOKUP(9,A1:A2,1,0)"), 1):
        sheet.cell(row, 1, formula)
    sheet["B1"].protection = Protection(locked=False)
    sheet["B1"].number_format = "dd/mm/yyyy"
    sheet["C1"] = "=B1"
    sheet.column_dimensions["B"].width = 14
    sheet.protection.enable()
    book.defined_names["All"] = DefinedName("All", attr_text="Round1T1!$A$1:$A$5")
    sheet.defined_names["Bid"] = DefinedName("Bid", attr_text="Round1T1!$B$1:$B$3")
    book.create_sheet("Secret").cell(1, 1, "secret words")
    book["Secret"].sheet_state = "hidden"
    book.create_sheet("Open").cell(1, 1, "open words")
    book.save(tmp_path / "tiny.xlsx")
    return tmp_path / "tiny.xlsx"


def test_the_files_that_begin_first_are_there() -> None:
    assert [name for name in LONGEST if not (Path(__file__).parent / name).is_file()] == []


class TestOffice:
    def test_shows_what_is_calculated_and_every_error(self, office: Office, tiny: Path) -> None:
        with office.open(tiny) as book:
            assert book.column("All") == [3, 6, "#DIV/0!", None, "#N/A"]
            assert book.formulas("Round1T1!A1:A2") == [["=1+2"], ["=A1*2"]]
            assert book.sheets() == {"Round1T1": True, "Secret": False, "Open": True}
            assert book.errors() == [("Round1T1", "A3", "#DIV/0!"), ("Round1T1", "A5", "#N/A")]
            for where in ("Nobody", "Nowhere!A1", "Round1T1!Nobody"):
                with pytest.raises(OfficeError, match=r"no (sheet|defined name) 'No"):
                    book.read(where)

    def test_types_saves_a_copy_and_leaves_the_file(self, office: Office, tiny: Path, tmp_path: Path) -> None:
        with unchanged(tiny):
            with office.open(tiny) as book:
                book.put("Round1T1!B1", date(2026, 11, 20))
                assert book.texts("Round1T1!B1") == [["20/11/2026"]]
                for value in ("=1+1", None, 700):
                    book.put("Round1T1!Bid", value)
                    assert book.cell("Round1T1!C1") == (value or 0)
                with pytest.raises(OfficeError, match="Round1T1!B3 is locked"):
                    book.put("Round1T1!Bid", 1, 2)
                book.put("All", 4, force=True)
                saved = book.save(tmp_path / "saved.xlsx")
            with office.open(saved) as book:
                assert (book.cell("Round1T1!C1"), book.column("All")[:2]) == (700, [4, 8])
        assert not list(tmp_path.glob(".~lock*"))


def test_gnumeric_calculates(tiny: Path, tmp_path: Path) -> None:
    book = Recalculated(tiny, tmp_path)
    assert book.column("All")[:3] == [3, 6, "#DIV/0!"]
    assert book.column("Round1T1!Bid") == [None, None, None]
    assert book.read("Round1T1", "A2") == [[6]]
    assert [cell for _, cell, _ in book.errors()] == ["A3", "A5"]


class TestValidators:
    def plain(self, path: Path) -> Path:
        """What openpyxl writes by itself: the children of a font in its own order."""
        book = Workbook()
        book.worksheets[0]["A1"] = 1
        book.worksheets[0]["A1"].font = Font(name="Cambria", bold=True)
        book.save(path)
        return path

    def sound(self, path: Path) -> Path:
        plain = self.plain(path.with_name("plain.xlsx"))
        with zipfile.ZipFile(plain) as source, zipfile.ZipFile(path, "w") as target:
            for part in source.namelist():
                content = source.read(part)
                if part == "xl/styles.xml":
                    start, end = content.index(b"<font>"), content.index(b"</fonts>")
                    content = content[:start] + b'<font><b/><sz val="11"/><name val="Cambria"/></font>' * 2 + content[end:]
                target.writestr(part, content)
        return path

    def test_openxml_audit_sees_and_is_content(self, tmp_path: Path) -> None:
        assert any("/xl/styles.xml" in one.part for one in validators.audit(self.plain(tmp_path / "plain.xlsx")))
        assert validators.audit(self.sound(tmp_path / "sound.xlsx")) == []

    def test_pyopenvba_sees_and_is_content(self, tmp_path: Path) -> None:
        sound = self.sound(tmp_path / "sound.xlsx")
        assert validators.openvba(sound) == []
        with zipfile.ZipFile(sound) as source:
            parts = {part: source.read(part) for part in source.namelist()}
        for lost, macros, code in (
            ("xl/worksheets/sheet1.xml", b"", "opc.relationship_target"),
            ("", b"no compound file", "file.parse"),
        ):
            spoilt = tmp_path / "spoilt.xlsm"
            with zipfile.ZipFile(spoilt, "w") as target:
                for part, content in {**parts, **({"xl/vbaProject.bin": macros} if macros else {})}.items():
                    if part != lost:
                        target.writestr(part, content)
            assert code in {one.path for one in validators.openvba(spoilt)}

    @pytest.mark.soak
    def test_all_together(self, tmp_path: Path) -> None:
        plain, sound = self.plain(tmp_path / "plain.xlsx"), self.sound(tmp_path / "sound.xlsx")
        found = validators.complaints(plain, sound)
        assert found[sound] == []
        judges = {one.validator for one in found[plain]}
        assert judges == {"openxml-audit", "microsoft Office2016", "microsoft Microsoft365"}

    @pytest.mark.parametrize(("ci", "end"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)])
    def test_where_one_is_missing_no_test_passes(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ci: str, end: type[BaseException]
    ) -> None:
        monkeypatch.setenv("CI", ci)
        monkeypatch.setattr(validators, "node_is_here", lambda: False)
        monkeypatch.setattr(browser, "browser", lambda: None)
        with pytest.raises(end, match="did not run"):
            validators.complaints(self.sound(tmp_path / "sound.xlsx"))
        with pytest.raises(end, match="No page was shown"):
            browser.seen(tmp_path / "page.html")
        monkeypatch.setattr(shutil, "which", lambda _name: None)
        with pytest.raises(end, match="Gnumeric did not run"):
            Recalculated(tmp_path / "sound.xlsx", tmp_path)
        with pytest.raises(end, match="LibreOffice did not run"):
            next(lent(Office()))

    def test_a_file_that_is_no_workbook_is_a_complaint(self, tmp_path: Path) -> None:
        broken = tmp_path / "broken.xlsx"
        broken.write_text("Anna Rossi", encoding="utf-8")
        assert validators.audit(broken)
        assert any("corrupted" in complaint.text for complaint in validators.complaints(broken)[broken])
