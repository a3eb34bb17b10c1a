import posixpath
import re
from collections.abc import Callable
from datetime import datetime
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.worksheet.formula import ArrayFormula

from bangxl.books import files, writer
from bangxl.books.package import CONTENT_TYPES
from bangxl.books.writer import ROOT_RELATIONS, STRINGS, WORKBOOK_RELATIONS, schema_order
from bangxl.vba import PROJECT, RIBBON
from tests.additions.package import unzipped, zipped
from tests.books.workbooks import workbook
from tests.excel_rules.package import Package
from tests.helpers.openpyxl_files import load
from tests.helpers.validators import complaints


def odd_workbook() -> Workbook:
    """What is seldom in a cell."""
    book = workbook()
    sheet = book.worksheets[0]
    sheet["K1"] = ArrayFormula("K1:K2", '=A1:A2&"<"')
    sheet["K3"] = CellRichText("a ", TextBlock(InlineFont(b=True), " b & c "))
    sheet["K4"] = "#N/A"
    sheet["K5"] = datetime(2026, 11, 20, 10, 5, 7)  # noqa: DTZ001
    sheet["K6"] = "Link"
    sheet["K6"].hyperlink = "https://example.org/?a=1&b=2"
    sheet["K7"].comment = Comment("wer?", "ich")
    sheet["K8"] = 1e-20
    sheet["K9"] = 123456789012345
    sheet["K10"] = False
    sheet["K11"] = "\t<&>\"'\n "
    sheet.row_dimensions[40].height = 33.5
    sheet.row_dimensions[41].hidden = True
    return book


@pytest.mark.parametrize("make", [workbook, odd_workbook])
def test_like_openpyxls_own(make: type[Workbook]) -> None:
    ours = unzipped(writer.dump(make()))
    out = BytesIO()
    make().save(out)
    theirs = unzipped(out.getvalue())
    assert [name for name in ours if name != STRINGS] == list(theirs)
    mention_texts = {"[Content_Types].xml", WORKBOOK_RELATIONS}
    assert all(b"sharedStrings" in ours[name] for name in mention_texts)
    rows, rest = (
        rb"<sheetData ?/>|<sheetData>.*</sheetData>",
        rb"<dimension [^>]*>|<sheetProtection[^>]*>|<mergeCells.*</mergeCells>",
    )
    without_rows = re.compile(rows + b"|" + rest, re.DOTALL)
    for name in set(theirs) - mention_texts - {"docProps/core.xml", "xl/styles.xml"}:
        if name.endswith(".rels"):  # ours are relative
            part = posixpath.join(posixpath.dirname(posixpath.dirname(name)), posixpath.basename(name).removesuffix(".rels"))
            assert Package(ours, list(ours)).relations(part) == Package(theirs, list(theirs)).relations(part)
            assert b'Target="/' not in ours[name]
            continue
        assert without_rows.sub(b"", ours[name]) == without_rows.sub(b"", theirs[name]), name
    for one, other in zip(load(writer.dump(make())).worksheets, load_workbook(out).worksheets, strict=True):
        assert one._cells.keys() == other._cells.keys()
        for place, cell in one._cells.items():
            twin = other._cells[place]
            one_value, other_value = (getattr(value, "text", value) for value in (cell.value, twin.value))
            assert one_value == other_value
            assert (cell.data_type, cell.style_id, cell.hyperlink) == (twin.data_type, twin.style_id, twin.hyperlink)
        assert {k: dict(v) for k, v in one.row_dimensions.items()} == {k: dict(v) for k, v in other.row_dimensions.items()}


def test_drawings_and_texts_are_as_excel_has_them() -> None:
    """ExcelJS finds no drawing without the prefix, Calligra no texts without their number."""
    book = workbook()
    book.worksheets[0].add_chart(BarChart(), "M1")
    parts = unzipped(writer.dump(book))
    assert not re.findall(rb"</?(?!xdr:|a:|c:)\w+", parts["xl/drawings/drawing1.xml"])
    assert not re.findall(rb"</?(?!c:|a:)\w+", parts["xl/charts/chart1.xml"])
    texts = parts[STRINGS].count(b"<si>")
    assert b' count="%d" uniqueCount="%d"' % (texts, texts) in parts[STRINGS]


MACROS = {PROJECT: b"a project", RIBBON: b"<customUI/>"}


def with_macros(make: Callable[[], Workbook]) -> bytes:
    book = make()
    writer.embed_macros(book, MACROS)
    return writer.dump(book, macros=True)


@pytest.mark.parametrize("make", [workbook, odd_workbook])
def test_macros_go_through(make: Callable[[], Workbook]) -> None:
    written = with_macros(make)
    again = writer.dump(load(written), macros=True)
    assert MACROS.items() <= unzipped(written).items()
    assert MACROS.items() <= unzipped(again).items()
    assert unzipped(again).keys() == unzipped(written).keys()
    for data in (written, again):
        assert b'Target="vbaProject.bin"' in unzipped(data)[WORKBOOK_RELATIONS]
        assert b"customUI/customUI.xml" in unzipped(data)[ROOT_RELATIONS]
        assert b'Extension="bin" ContentType="application/vnd.ms-office.vbaProject"' in unzipped(data)[CONTENT_TYPES]
    comment = load(again).worksheets[0]["K7"].comment
    assert (comment.text if comment else "") == ("wer?" if make is odd_workbook else "")


def test_another_programs_ids_of_relations() -> None:
    """Excel numbers them as it likes; openpyxl would give the ribbon's to another relation too."""
    found = unzipped(with_macros(workbook))
    found[ROOT_RELATIONS] = found[ROOT_RELATIONS].replace(b'"rIdRibbon"', b'"rId2"').replace(b'"rId1"', b'"rId9"')
    written = unzipped(writer.dump(load(zipped(found)), macros=True))
    ids = re.findall(rb'Id="(\w+)"', written[ROOT_RELATIONS])
    assert sorted(ids) == [b"rId1", b"rId2", b"rId3", b"rIdRibbon"]


def test_results_are_read_without_macros() -> None:
    book = load(with_macros(workbook), calculated=True)
    assert len(book.worksheets) == len(workbook().worksheets)
    book.close()


def test_children_of_fonts_in_order() -> None:
    fonts = b'<font><name val="A"/><b val="1"/><color rgb="FF0"/><sz val="11"/><u/></font><fonts><font><i/><b/></font></fonts>'
    assert schema_order(fonts) == (
        b'<font><b val="1"/><u/><sz val="11"/><color rgb="FF0"/><name val="A"/></font><fonts><font><b/><i/></font></fonts>'
    )


def test_formulas_are_calculated_by_whoever_opens_it() -> None:
    book = workbook()
    book.calculation = None
    assert load(writer.dump(book)).calculation.fullCalcOnLoad


@pytest.mark.parametrize("epoch", ["1000000000", "", "soon"])
def test_the_time_in_a_file(monkeypatch: pytest.MonkeyPatch, epoch: str) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    found = load(writer.dump(workbook())).properties.modified
    assert (found == datetime(2001, 9, 9, 1, 46, 40)) == (epoch == "1000000000")  # noqa: DTZ001
    assert files.time_now().microsecond == 0


def test_a_file_without_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    found = unzipped(writer.dump(workbook()))
    del found["docProps/core.xml"]
    assert writer.dump(load(zipped(found))) == writer.dump(load(zipped(found)))


def test_twice_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    book = load(writer.dump(odd_workbook()))
    assert writer.dump(book) == writer.dump(book)


@pytest.mark.soak
def test_validators_have_nothing_against_it(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(writer.dump(odd_workbook()))
    assert [str(complaint) for complaint in complaints(path)[path]] == []


def test_a_chart_stands_in_its_sheets_drawing() -> None:
    wb = Workbook()
    ws = wb.worksheets[0]
    ws.append([1, 2, 3])
    chart = BarChart()
    chart.add_data(Reference(ws, min_col=1, max_col=3, min_row=1))
    ws.add_chart(chart, "B4")
    drawing = unzipped(writer.dump(wb))["xl/drawings/drawing1.xml"]
    assert drawing.count(b"oneCellAnchor>") == 2
    assert b"graphicFrame" in drawing
