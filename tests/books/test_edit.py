from datetime import datetime

import pytest

from bangxl.books import worksheet
from bangxl.books.port import Formula, Value
from bangxl.books.references import Place
from bangxl.books.stylesheet import Stylesheet
from bangxl.books.worksheet import Worksheet, scan

STYLES = (
    b'<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2">'
    b'<xf numFmtId="0"/><xf numFmtId="0" fontId="1"><alignment wrapText="1"/><protection hidden="1"/><extLst/></xf>'
    b"</cellXfs></styleSheet>"
)
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def sheet(rows: str, before: str = "", main: str = MAIN) -> Worksheet:
    return scan(f"<worksheet {main}>{before}<sheetData>{rows}</sheetData><!-- later --><future/></worksheet>".encode())


def rows_of(data: bytes) -> str:
    return data.decode().split("<sheetData>")[1].split("</sheetData>")[0]


def changed(before: Worksheet, cells: dict[Place, Value] | None = None, **more: dict[Place, bool] | dict[int, bool]) -> str:
    changes = worksheet.SheetChanges(cells=cells or {}, **more)  # type: ignore[arg-type] # as the parameters are called
    data = worksheet.change_sheet(before, changes, Stylesheet(STYLES), since_1904=False)
    assert data.endswith(b"</sheetData><!-- later --><future/></worksheet>")
    return rows_of(data)


def test_only_the_cell_that_changes() -> None:
    before = sheet('<row r="2" ht="9" x="y">\n <c r="B2" s="1" vm="1"><v>1</v></c> <c r="C2" t="s"><v>0</v></c></row>')
    assert changed(before, {(2, 2): "so & so "}) == (
        '<row r="2" ht="9" x="y">\n <c r="B2" s="1" t="inlineStr"><is><t xml:space="preserve">so &amp; so </t></is></c>'
        ' <c r="C2" t="s"><v>0</v></c></row>'
    )


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (7, "><v>7</v></c>"),
        (0.1, "><v>0.1</v></c>"),
        (True, ' t="b"><v>1</v></c>'),
        (None, "/>"),
        (Formula("=A1<2"), "><f>A1&lt;2</f></c>"),
        ("_x0041_", ' t="inlineStr"><is><t>_x005F_x0041_</t></is></c>'),
    ],
)
def test_values(value: Value, written: str) -> None:
    assert changed(sheet('<row r="1"><c r="A1"><v>3</v></c></row>'), {(1, 1): value}) == f'<row r="1"><c r="A1"{written}</row>'


def test_new_styles_stand_in_the_order_of_the_cells() -> None:
    """Whoever asks for the changes may do so in any order."""
    styles, locked = Stylesheet(STYLES), {(1, 2): False, (1, 1): False}
    row = sheet('<row r="1"><c r="A1" s="1"/><c r="B1"/></row>')
    worksheet.change_sheet(row, worksheet.SheetChanges(locked=locked), other := Stylesheet(STYLES), since_1904=False)
    worksheet.change_sheet(row, worksheet.SheetChanges(locked=dict(sorted(locked.items()))), styles, since_1904=False)
    assert styles.dump() == other.dump()


def test_a_moment_gets_the_look_of_one() -> None:
    styles = Stylesheet(STYLES)
    moment = datetime(2026, 11, 20, 12)  # noqa: DTZ001
    data = worksheet.change_sheet(sheet(""), worksheet.SheetChanges(cells={(1, 1): moment}), styles, since_1904=False)
    assert rows_of(data) == '<row r="1"><c r="A1" s="2"><v>46346.5</v></c></row>'
    assert b'<cellXfs count="3">' in styles.dump()
    assert b'<xf numFmtId="22" applyNumberFormat="1"></xf></cellXfs>' in styles.dump()
    later = worksheet.change_sheet(sheet(""), worksheet.SheetChanges(cells={(1, 1): moment}), Stylesheet(STYLES), since_1904=True)
    assert rows_of(later) == '<row r="1"><c r="A1" s="2"><v>44884.5</v></c></row>'


def test_new_cells_and_rows_stand_in_order() -> None:
    before = sheet('<row r="2" spans="2:2"><c r="B2"/><ext/></row><row r="5"/>')
    assert changed(before, {(2, 3): 3, (2, 1): 1, (1, 1): 0, (5, 1): 5, (4, 2): 4, (9, 9): 9, (3, 1): None}) == (
        '<row r="1"><c r="A1"><v>0</v></c></row>'
        '<row r="2"><c r="A2"><v>1</v></c><c r="B2"/><c r="C2"><v>3</v></c><ext/></row>'
        '<row r="4"><c r="B4"><v>4</v></c></row>'
        '<row r="5"><c r="A5"><v>5</v></c></row>'
        '<row r="9"><c r="I9"><v>9</v></c></row>'
    )


def test_a_sheet_without_rows() -> None:
    empty = scan(f"<worksheet {MAIN}><sheetData /></worksheet>".encode())
    data = worksheet.change_sheet(empty, worksheet.SheetChanges(cells={(1, 1): 1}), Stylesheet(STYLES), since_1904=False)
    assert data == f'<worksheet {MAIN}><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>'.encode()


def test_rows_hidden_and_shown() -> None:
    before = sheet('<row r="1" hidden="1"/><row r="2" ht="9"><c r="A2"/></row><row r="3" hidden="0"/>')
    assert changed(before, hidden={1: False, 2: True, 3: False, 4: True, 5: False}) == (
        '<row r="1"/><row r="2" ht="9" hidden="1"><c r="A2"/></row><row r="3" hidden="0"/><row r="4" hidden="1"/>'
    )


def test_locks_leave_all_else_of_a_cell() -> None:
    styles = Stylesheet(STYLES)
    before = sheet('<row r="1"><c r="A1" s="1" cm="1" t="str"><f>B1</f><v>x</v></c></row>')
    data = worksheet.change_sheet(before, worksheet.SheetChanges(locked={(1, 1): False, (1, 2): True}), styles, since_1904=False)
    assert rows_of(data) == '<row r="1"><c r="A1" s="2" cm="1" t="str"><f>B1</f><v>x</v></c></row>'
    new = b'<alignment wrapText="1"/><protection hidden="1" locked="0"/><extLst/></xf>'
    assert b'<xf numFmtId="0" fontId="1" applyProtection="1">' + new in styles.dump()


def test_who_shared_a_formula_with_a_cell_that_has_a_value_now() -> None:
    before = sheet(
        '<row r="1"><c r="A1"><f t="shared" ref="A1:A3" si="4">B1*2</f><v>2</v></c></row>'
        '<row r="2"><c r="A2" s="1"><f t="shared" si="4"/><v>4</v></c></row><row r="3"><c r="A3"><f t="shared" si="4"/></c></row>'
    )
    assert changed(before, {(1, 1): 5}) == (
        '<row r="1"><c r="A1"><v>5</v></c></row><row r="2"><c r="A2" s="1"><f>B2*2</f></c></row>'
        '<row r="3"><c r="A3"><f>B3*2</f></c></row>'
    )
    assert 'si="4">B1*2</f>' in changed(before, {(2, 1): 5})


def test_positions_that_nobody_has_written() -> None:
    before = sheet("<row><c><v>1</v></c><c/></row><row r='4'><c r='B4'/><c/></row>")
    assert sorted(before.cells) == [(1, 1), (1, 2), (4, 2), (4, 3)]
    assert changed(before, {(1, 2): 2}) == (
        '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row><row r=\'4\'><c r=\'B4\'/><c r="C4"/></row>'
    )


def test_a_prefix() -> None:
    main = 'xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    before = scan(f'<x:worksheet {main}><x:sheetData><x:row r="1"/></x:sheetData></x:worksheet>'.encode())
    data = worksheet.change_sheet(
        before, worksheet.SheetChanges(cells={(1, 1): "a", (2, 1): 1}), Stylesheet(STYLES), since_1904=False
    )
    assert b'<x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c></x:row><x:row r="2"><x:c r="A2">' in data
    assert scan(data).cells[2, 1].content == "1"


def test_the_area_in_use_grows() -> None:
    before = sheet('<row r="2"><c r="B2"/></row>', '<dimension ref="B2"/>')
    data = worksheet.change_sheet(before, worksheet.SheetChanges(cells={(9, 3): 1}), Stylesheet(STYLES), since_1904=False)
    assert b'<dimension ref="B2:C9"/>' in data
    same = worksheet.change_sheet(before, worksheet.SheetChanges(cells={(2, 2): 1}), Stylesheet(STYLES), since_1904=False)
    assert b'<dimension ref="B2"/>' in same


def test_results_go_and_nothing_else() -> None:
    before = sheet(
        '<row r="1"><c r="A1" t="str"><f>B1</f><v></v></c><c r="B1" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="C1"><f>2</f><v/></c>'
        '<c r="D1"><v>4</v></c></row>'
    )
    assert rows_of(worksheet.with_formula_results(before, {})) == (
        '<row r="1"><c r="A1"><f>B1</f></c><c r="B1"><f>1/0</f></c><c r="C1"><f>2</f><v/></c><c r="D1"><v>4</v></c></row>'
    )


@pytest.mark.parametrize("yes", [True, False])
def test_the_tab_in_front(*, yes: bool) -> None:
    data = b'<worksheet><sheetViews><sheetView tabSelected="1" zoomScale="90"/><sheetView/></sheetViews></worksheet>'
    selected = worksheet.select_tab(data, yes=yes)
    assert selected.count(b' tabSelected="1"') == (2 if yes else 0)
    assert b' zoomScale="90"' in selected
