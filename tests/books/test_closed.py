import subprocess
import sys
from datetime import time
from pathlib import Path

import pytest
from openpyxl import load_workbook

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Book, BookError, Changes, Formula
from tests.additions.package import parts_of
from tests.books import contract
from tests.books.workbooks import YELLOW, looked_at, saved, workbook
from tests.hosts.excel.values import column_hidden
from tests.hosts.libreoffice.office import Office
from tests.hosts.memory import MemoryBook

MACROS = {"xl/vbaProject.bin": b"a project", "customUI/customUI.xml": b"<customUI/>"}
"""What a book carries without looking at it."""


def with_macros(path: Path) -> Path:
    ClosedBook.create(path, workbook(), MACROS).save()
    return path


class _Eyes:
    def row_hidden(self, book: Book, sheet: str, row: int) -> bool:
        assert isinstance(book, ClosedBook)
        return bool(looked_at(book.path)[sheet].row_dimensions[row].hidden)

    def column_hidden(self, book: Book, sheet: str, column: int) -> bool:
        assert isinstance(book, ClosedBook)
        return column_hidden(looked_at(book.path)[sheet], column)

    def locked(self, book: Book, sheet: str, row: int, column: int) -> bool | None:
        assert isinstance(book, ClosedBook)
        return bool(looked_at(book.path)[sheet].cell(row, column).protection.locked)

    def active(self, book: Book) -> str:
        assert isinstance(book, ClosedBook)
        file = looked_at(book.path)
        selected = [sheet.title for sheet in file.worksheets if sheet.sheet_view.tabSelected]
        assert file.active is not None
        assert selected == [file.active.title]
        return selected[0]

    def merge(self, book: Book, sheet: str, area: str) -> Book:
        book.save()
        file = load_workbook(book.path, keep_vba=book.path.suffix == ".xlsm")
        file[sheet].merge_cells(area)
        file.save(book.path)
        return ClosedBook.open(book.path)


class _Closed:
    @pytest.fixture(params=["created", "opened"])
    def book(self, request: pytest.FixtureRequest, tmp_path: Path) -> Book:
        path = tmp_path / "torneo.xlsx"
        return ClosedBook.create(path, workbook()) if request.param == "created" else ClosedBook.open(saved(path))

    @pytest.fixture
    def again(self) -> contract.Again:
        def again(book: Book) -> Book:
            assert isinstance(book, ClosedBook)
            return ClosedBook.open(book.path)

        return again

    @pytest.fixture
    def eyes(self) -> contract.Eyes:
        return _Eyes()


class TestReading(_Closed, contract.ReadingContract):
    pass


class TestWriting(_Closed, contract.WritingContract):
    pass


def change(path: Path, changes: Changes) -> None:
    book = ClosedBook.open(path)
    book.apply(changes)
    book.save()


def test_what_a_change_leaves_alone(path: Path) -> None:
    before = looked_at(path)["Round1T1"]
    change(path, Changes(cells={("Round1T1!Bid", 0): 100}, shown={"Round1T1": True}))
    after = looked_at(path)["Round1T1"]
    assert after.protection.sheet
    assert [str(v.sqref) for v in after.data_validations.dataValidation] == ["F7:F13"]
    rules = [(str(formats.sqref), rule.formula) for formats in after.conditional_formatting for rule in formats.rules]
    assert rules == [("F7:F13 K7:K13", ['$F7=""'])]
    assert after.print_area == before.print_area
    assert {str(merged) for merged in after.merged_cells} == {"A20:C20", "E20:F21", "A1:D1", "B30:B31", "H1:J2"}
    assert after["F7"].border.bottom.style == "thin"
    assert after["K7"].alignment.horizontal == "right"
    assert looked_at(path)["Players"].freeze_panes == "B2"


def test_locking_keeps_a_formula_hidden(path: Path) -> None:
    change(path, Changes(locked={"Players_Id": True}))
    protection = looked_at(path)["Players"]["A2"].protection
    assert (protection.locked, protection.hidden) == (True, True)


def test_a_new_cell_looks_like_its_row_or_column(path: Path) -> None:
    change(path, Changes(cells={("Empty_Column", 0): "x", ("Empty_Column", 4): "y"}))
    sheet = looked_at(path)["Players"]
    assert sheet["H2"].fill.fgColor.rgb == YELLOW.fgColor.rgb
    assert sheet["H6"].fill.fgColor.rgb == "FFDDEEFF"
    assert sheet["I2"].fill.fill_type is None


def test_texts_like_formulas_are_marked(path: Path) -> None:
    cells = [("Empty_Column", n) for n in range(5)]
    change(path, Changes(cells=dict(zip(cells, ["=A1", "+1", "-", "@a", "a=b"], strict=True))))
    assert [looked_at(path)["Players"].cell(row, 8).quotePrefix for row in range(2, 7)] == [True] * 4 + [False]
    change(path, Changes(cells=dict(zip(cells, ["A", 1, None, True, "-"], strict=True))))
    assert [looked_at(path)["Players"].cell(row, 8).quotePrefix for row in range(2, 7)] == [False] * 4 + [True]


def test_a_very_hidden_sheet_stays_so(path: Path) -> None:
    file = looked_at(path)
    file["Round1T1"].sheet_state = "veryHidden"
    file.save(path)
    change(path, Changes(shown={"Round1T1": False}))
    assert looked_at(path)["Round1T1"].sheet_state == "veryHidden"


def test_grouped_tabs_are_parted(path: Path) -> None:
    file = looked_at(path)
    for sheet in file.worksheets:
        sheet.sheet_view.tabSelected = True
    file.save(path)
    change(path, Changes(cells={("Next_Step", 0): "x"}))
    assert [sheet.sheet_view.tabSelected or False for sheet in looked_at(path).worksheets] == [True, False, False]


def test_hours_come_as_texts(path: Path) -> None:
    file = looked_at(path)
    file["Players"]["H2"] = time(5, 3)
    file.save(path)
    assert ClosedBook.open(path).read("Empty_Column")[0] == "05:03:00"


def test_excels_codes_in_texts(path: Path) -> None:
    file = looked_at(path)
    file["Players"]["H2"] = "a_x000D_\nb _x005F_x0041_"
    file.save(path)
    assert ClosedBook.open(path).read("Empty_Column")[0] == "a\nb _x0041_"


class TestMacros:
    def test_a_change_leaves_them_alone(self, tmp_path: Path) -> None:
        path = with_macros(tmp_path / "torneo.XLSM")
        for number in (1, 2):
            change(path, Changes(cells={("Next_Step", 0): f"step {number}"}))
            assert MACROS.items() <= parts_of(path).items()
            assert b"sheet.macroEnabled.main+xml" in parts_of(path)["[Content_Types].xml"]

    def test_without_a_project_it_is_still_an_xlsm(self, tmp_path: Path) -> None:
        """Excel opens a file only if suffix and content agree."""
        path = saved(tmp_path / "torneo.xlsx").rename(tmp_path / "torneo.xlsm")
        change(path, Changes(cells={("Next_Step", 0): "x"}))
        assert b"sheet.macroEnabled.main+xml" in parts_of(path)["[Content_Types].xml"]
        assert not MACROS.keys() & parts_of(path).keys()
        assert b"vbaProject" not in parts_of(path)["xl/_rels/workbook.xml.rels"]

    def test_a_file_renamed_to_xlsx(self, tmp_path: Path) -> None:
        path = with_macros(tmp_path / "torneo.xlsm").rename(tmp_path / "torneo.xlsx")
        with pytest.raises(BookError, match="'macros_in_xlsx'"):
            ClosedBook.open(path)


def test_the_state_is_the_file_as_it_was_read(path: Path) -> None:
    book = ClosedBook.open(path)
    before = path.read_bytes()
    book.apply(Changes(cells={("Next_Step", 0): "x"}))
    assert book.file_bytes() == before
    book.save()
    assert book.file_bytes() == path.read_bytes() != before
    assert ClosedBook.create(path.with_name("new.xlsx"), workbook()).file_bytes() == b""


def test_openpyxl_is_imported_late() -> None:
    code = "import sys, bangxl.books.closed, bangxl.books.history, tests.hosts.memory; sys.exit('openpyxl' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_what_libreoffice_has_saved(path: Path, office: Office) -> None:
    """Texts stay texts, results are shown, and forgotten when we write."""
    texts = ["=1+1", "_x0041_", "-2", "@a", "a\nb "]
    change(path, Changes(cells={("Empty_Column", n): text for n, text in enumerate(texts)}))
    with office.open(path) as document:
        assert document.column("Empty_Column") == texts
        document.put("Empty_Column", "x", 1)  # LibreOffice forgets to mark _x0041_ again
        document.save(path)
    book = ClosedBook.open(path)
    assert list(book.read("Empty_Column")) == ["=1+1", "x", "-2", "@a", "a\nb "]
    assert not any(isinstance(value, Formula) for value in book.read("Empty_Column"))
    assert list(book.shown("Players_Score") or ()) == [5000, 4200.5, True, 9200.5, None]
    assert list(book.shown("Round1T1!Payout") or ()) == [None] * 7
    assert book.read("Players_Score")[3] == Formula("=SUM(C2:C3)")
    assert MemoryBook.copy_of(book).shown("Players_Score") == book.shown("Players_Score")
    book.apply(Changes())
    book.save()
    assert book.shown("Players_Score") is None
    after = ClosedBook.open(path)
    assert after.shown("Players_Score") == [5000, 4200.5, Formula("=TRUE()"), 9200.5, None]
    assert not any(cell.calculated for cell in after._sheet("Foglio d'oro").cells.values())
