"""A planted difference of every kind is found, said where it is, and nothing else is."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook as Book
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.header_footer import HeaderFooterItem, _HeaderFooterPart

from tests.additions.package import unzipped, zipped
from tools.same.__main__ import compare
from tools.same.folder import Folder, Said
from tools.same.parts import Difference, Workbook, cells_in, compared, other_parts

Facts = list[tuple[str, str, str]]


@pytest.fixture(scope="module")
def whole() -> bytes:
    book = Book()
    sheet, other = book.worksheets[0], book.create_sheet("Players")
    sheet.title = "Event"
    for row in range(1, 6):
        sheet.append([f"text {row}", row, f"=B{row}*2"])
        other.append([None, row])
    for number, cell in enumerate(("A1", "B2", "C3")):
        sheet[cell].font = Font(bold=True, size=20 + number)
        sheet[cell].fill = PatternFill("solid", "00AACCEE")
        sheet[cell].border = Border(left=Side("thin"))
        sheet[cell].number_format = "0.00"
        sheet[cell].alignment = Alignment(horizontal="center")
        sheet[cell].protection = Protection(locked=False)
    for cell in (sheet["E1"], other["A1"], other["A3"]):
        cell.number_format = "@"
    sheet.column_dimensions["B"].width = 30
    sheet.row_dimensions[2].height = 40
    sheet.merge_cells("F1:G1")
    sheet.add_data_validation(DataValidation("list", formula1='"yes,no"', sqref="A1:A3"))
    for cells in ("A1:A5", "B1:B5"):
        sheet.conditional_formatting.add(
            cells, Rule("expression", formula=["$A$1=1"], dxf=DifferentialStyle(Font(color="00FF0000")))
        )
    sheet.freeze_panes = "A2"
    sheet.page_setup.orientation = "landscape"
    sheet.HeaderFooter.oddFooter = HeaderFooterItem(center=_HeaderFooterPart("page"))
    sheet.protection.enable()
    book.defined_names["Event_Name"] = DefinedName("Event_Name", attr_text="'Event'!$E$1")
    book.defined_names["Players_Name"] = DefinedName("Players_Name", attr_text="'Players'!$A$1:$A$5")
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def changed(data: bytes, part: str, change: Callable[[str], str]) -> bytes:
    """The same package with one part changed; a part that is not there is made."""
    parts = unzipped(data)
    return zipped({**parts, part: change(parts.get(part, b"").decode()).encode()})


def once(pattern: str, text: str) -> Callable[[str], str]:
    """Put a text in the place of the first match, which there must be."""

    def put(old: str) -> str:
        new, number = re.subn(pattern, text, old, count=1, flags=re.DOTALL)
        assert number == 1
        assert new != old
        return new

    return put


def facts(found: list[Difference]) -> Facts:
    return [(one.sheet, one.place, one.what) for one in found]


def sheet_with(data: bytes, text: str) -> tuple[str, str]:
    """Name and part of the first sheet in which a text stands."""
    book = Workbook(data)
    return next((name, part) for name, part in book.sheets.items() if text in book.parts[part].decode())


def test_the_same_file_differs_in_nothing(whole: bytes) -> None:
    assert compared(whole, whole, "a.xlsx") == []
    assert cells_in(whole) > 20


def test_a_typed_value_is_found_in_its_cell_and_read_again(whole: bytes, tmp_path: Path) -> None:
    book = Workbook(whole)
    book.type("Event_Name", "Rosa & Söhne")
    book.type("Players_Name", 12.5, 2)
    book.save(tmp_path / "b.xlsx")
    data = (tmp_path / "b.xlsx").read_bytes()
    again = Workbook(data)
    assert again.value("Event_Name") == "Rosa & Söhne"
    assert [again.value("Players_Name", index) for index in range(3)] == [None, None, 12.5]
    found = compared(whole, data, "b.xlsx")
    assert [(one.what, one.before, one.after) for one in found] == [
        ("value", "", "Rosa & Söhne"),
        ("kind of value", "", "text"),
        ("value", "", "12.5"),
    ]
    assert [(one.sheet, one.place) for one in found] == [("Event", "E1"), ("Event", "E1"), ("Players", "A3")]


@pytest.mark.parametrize(
    ("mark", "pattern", "text", "what"),
    [
        ("<f>", r"<f>[^<]+</f>", "<f>1+1</f>", "formula"),
        ("<cols>", r'(<col [^>]*?width=")[\d.]+', r"\g<1>77.25", "width"),
        ("<cols>", r"(<col )(?![^>]*hidden)", r'\1hidden="1" ', "hidden"),
        ('ht="', r'(<row [^>]*?ht=")[\d.]+', r"\g<1>77.25", "ht"),
        ("<mergeCell ", r'<mergeCell ref="[^"]+"', '<mergeCell ref="X1:Y1"', "element"),
        ("<dataValidation ", r"<formula1>[^<]*", "<formula1>1", "text"),
        ("<dataValidation ", r'(<dataValidation [^>]*?sqref=")[^"]+', r"\1X9", "element"),
        ("<cfRule ", r'(<cfRule [^>]*?priority=")\d+', r"\g<1>99", "priority"),
        ("dxfId=", r' dxfId="\d+"', "", "format"),
        ("<pane ", r'topLeftCell="\w+"', 'topLeftCell="Z9"', "topLeftCell"),
        ("<pageSetup ", r"<pageSetup ", '<pageSetup copies="7" ', "copies"),
        ("<oddFooter>", r"<oddFooter>", "<oddFooter>7", "text"),
        ("<sheetProtection ", r"<sheetProtection ", '<sheetProtection sorting="7" ', "sorting"),
    ],
)  # fmt: skip
def test_a_change_on_a_sheet_is_found(whole: bytes, mark: str, pattern: str, text: str, what: str) -> None:
    name, part = sheet_with(whole, mark)
    found = compared(whole, changed(whole, part, once(pattern, text)), "a.xlsx")
    assert found
    assert {one.sheet for one in found} == {name}
    assert what in {one.what for one in found}


@pytest.mark.parametrize(
    ("pattern", "text", "what"),
    [
        (r'(<cellXfs.*?<xf [^>]*?fontId=")0"', r'\g<1>1"', "font"),
        (r'(<cellXfs.*<xf [^>]*?numFmtId=")\d+', r"\g<1>14", "number format"),
        (r'(<cellXfs.*<xf [^>]*?fillId=")\d+', r"\g<1>0", "fill"),
        (r'(<cellXfs.*horizontal=")\w+', r"\1justify", "alignment"),
        (r"(<cellXfs.*)<protection [^>]*/>", r'\1<protection locked="0" hidden="1"/>', "protection"),
        (r"(<borders.*?<border>)", r"\1<left style='thick'/>", "border"),
        (r'(<dxfs.*?<color rgb=")\w+', r"\g<1>00123456", "format"),
    ],
)  # fmt: skip
def test_another_style_is_found_in_the_cells_that_have_it(whole: bytes, pattern: str, text: str, what: str) -> None:
    found = compared(whole, changed(whole, "xl/styles.xml", once(pattern, text)), "a.xlsx")
    assert what in {one.what for one in found} or (all(what in one.before + one.after for one in found) and found)


def test_a_defined_name_and_a_visible_sheet_are_found(whole: bytes) -> None:
    named = compared(whole, changed(whole, "xl/workbook.xml", once(r'(name="Event_Name"[^>]*>)[^<]+', r"\1'X'!$A$1")), "a.xlsx")
    assert facts(named) == [("workbook.xml", "/definedNames/definedName Event_Name", "text")]
    hidden = compared(whole, changed(whole, "xl/workbook.xml", once(r'state="visible"', 'state="hidden"')), "a.xlsx")
    assert [one.what for one in hidden] == ["state"]


def test_a_part_more_is_found(whole: bytes) -> None:
    more = changed(whole, "xl/comments1.xml", lambda _: "<comments/>")
    assert facts(compared(whole, more, "a.xlsx")) == [("xl/comments1.xml", "", "part")]


def test_a_style_or_a_text_with_another_number_is_only_written_otherwise(whole: bytes) -> None:
    def doubled(text: str) -> str:
        """Every cell's first style once more behind all others."""
        styles = text[text.index("<cellXfs") : text.index("</cellXfs>")]
        xfs = re.findall(r"<xf [^>]*?/>|<xf .*?</xf>", styles, re.DOTALL)
        return text.replace("</cellXfs>", f"{xfs[2]}</cellXfs>")

    count = len(Workbook(changed(whole, "xl/styles.xml", doubled))._styles) - 1
    name, part = sheet_with(whole, 's="2"')
    other = changed(changed(whole, "xl/styles.xml", doubled), part, once(r's="2"', f's="{count}"'))
    assert name
    assert compared(whole, other, "a.xlsx") == []
    assert set(other_parts(whole, other)) == {"xl/styles.xml", part}


def test_a_shared_formula_is_compared_in_each_cell(whole: bytes) -> None:
    name, part = sheet_with(whole, "</sheetData>")
    plain = '<row r="9001"><c r="A9001"><f>B1+$C$2</f></c></row><row r="9002"><c r="A9002"><f>B2+$C$2</f></c></row></sheetData>'
    shared = plain.replace("<f>B1", '<f t="shared" si="0" ref="A9001:A9002">B1').replace(
        "<f>B2+$C$2</f>", '<f t="shared" si="0"/>'
    )
    one, other = (changed(whole, part, once("</sheetData>", text.replace("\\", ""))) for text in (plain, shared))
    assert compared(one, other, "a.xlsx") == []
    wrong = changed(whole, part, once("</sheetData>", plain.replace("B2", "B3")))
    assert facts(compared(other, wrong, "a.xlsx")) == [(name, "A9002", "formula")]
    typed = changed(whole, part, once("</sheetData>", re.sub(r"<f t=.shared. si=.0. ref.*?</f>", "<v>5</v>", shared)))
    assert (name, "A9001", "formula") in facts(compared(other, typed, "a.xlsx"))


def test_lines_and_mail_are_compared() -> None:
    assert facts(compared(b"one\ntwo\n", b"one\n2\n", "said.txt")) == [("", "line 2", "text")]
    mail = b'Subject: a\nContent-Type: multipart/mixed; boundary="x"\n\n--x\nContent-Type: text/plain\n\nHello\n--x--\n'
    assert compared(mail, mail.replace(b'"x"', b'"y"').replace(b"--x", b"--y"), "a.eml") == []
    assert facts(compared(mail, mail.replace(b"Hello", b"Bye"), "a.eml")) == [("", "part 1 line 1", "text")]


def test_a_step_that_wrote_another_file_or_said_something_else_is_found(whole: bytes, tmp_path: Path) -> None:
    for side in ("one", "two"):
        (tmp_path / side / "001-seat").mkdir(parents=True)
        (tmp_path / side / "001-seat" / "said.txt").write_text(f"$ bangxl seat\n{side}\n", encoding="utf-8")
        (tmp_path / side / "001-seat" / "a.xlsx").write_bytes(whole)
    (tmp_path / "two" / "001-seat" / "more.xlsx").write_bytes(whole)
    result = compare(tmp_path / "one", tmp_path / "two", 5)
    assert [(file, one.what) for file, one in result.differences] == [
        ("001-seat/more.xlsx", "file"),
        ("001-seat/said.txt", "text"),
    ]
    assert (result.counts["files"], result.counts["commands"]) == (2, 1)


def test_commands_run_with_the_code_that_is_named(tmp_path: Path) -> None:
    code = tmp_path / "code" / "bangxl"
    code.mkdir(parents=True)
    (code / "__init__.py").touch()
    (code / "__main__.py").write_text(
        "import sys\nprint(*sys.argv[1:], __file__)\nopen('made', 'w').close()\nsys.exit(7)\n", "utf-8"
    )
    folder = Folder(tmp_path / "code", tmp_path / "day")
    assert folder.run("seat", "x.xlsx") == Said(7, "seat x.xlsx /code/bangxl/__main__.py\n", "")
    assert sorted(file.name for file in folder.steps.rglob("*") if file.is_file()) == ["made", "said.txt"]
