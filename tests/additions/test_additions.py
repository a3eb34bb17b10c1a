"""The instruments themselves: every addition is a sound one, and its loss is seen."""

import pytest

from bangxl.books.cell_changes import CellChanges
from bangxl.commands.new import new
from tests.additions import IN_WORKBOOK, ON_SHEET, WITH_MACROS
from tests.additions.compare import in_order, strays
from tests.additions.package import Kept, Package, unzipped, zipped
from tests.additions.touched import touched

SHEETS = ("Round1T1", "Players", "Tournament", "Rules")


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("fresh") / "torneo.xlsm"
    new(path, "italy-2010", language="en", players="11")
    return path.read_bytes()


def added(name: str, data: bytes) -> tuple[bytes, Kept]:
    package = Package(data)
    if name in ON_SHEET:
        ON_SHEET[name](package, "Round1T1")
    else:
        {**IN_WORKBOOK, **WITH_MACROS}[name](package)
    return package.data(), package.kept


@pytest.mark.parametrize("name", [*ON_SHEET, *IN_WORKBOOK, *WITH_MACROS])
def test_a_loss_is_seen(fresh: bytes, name: str) -> None:
    data, kept = added(name, fresh)
    assert kept.lost(data) == []
    found = kept.lost(fresh)
    assert len(found) >= len(kept.parts) + len(kept.fragments) + len(kept.types) + len(kept.relations) - 1
    for part in kept.parts:
        assert f"{part} is changed" in kept.lost(zipped({**unzipped(data), part: b"<other/>"}))


SHEET = (
    b'<worksheet><dimension ref="A1:C3"/><sheetViews><sheetView tabSelected="1"/></sheetViews><sheetData><row r="1">'
    b'<c r="A1" s="2"/><c r="B1" t="str"><f>A1&amp;""</f><v>x</v></c></row><row r="3" ht="2"><c r="A3"><v>7</v></c>'
    b'<c r="AA3"><v>8</v></c></row></sheetData><pageSetup/></worksheet>'
)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (b"A1:C3", b"A1:C4", []),
        (b' tabSelected="1"', b"", []),
        (b' t="str"><f>A1&amp;""</f><v>x</v>', b'><f>A1&amp;""</f>', []),
        (b"<v>7</v>", b"<v>8</v>", ["A3"]),
        (b"A1&amp;", b"A2&amp;", ["B1"]),
        (b'<c r="A1" s="2"/>', b"", ["A1"]),
        (b'<c r="AA3"', b'<c r="AA3" cm="1"', ["AA3"]),
        (b'ht="2"', b'ht="3"', ["row 3"]),
        (b"<pageSetup/>", b"", ["beside the rows"]),
    ],
)
def test_what_was_rewritten_is_seen(old: bytes, new: bytes, found: list[str]) -> None:
    after = SHEET.replace(old, new)
    assert after != SHEET
    assert strays(SHEET, after, ()) == found
    beside = [one for one in found if one == "beside the rows"]
    assert strays(SHEET, after, {*found, "A9"} - {*beside}, (3,)) == beside


def test_order_of_rows_and_cells() -> None:
    assert in_order(SHEET)
    assert not in_order(SHEET.replace(b'"AA3"', b'"A3"'))
    assert not in_order(SHEET.replace(b'"A3"', b'"AB3"'))
    assert not in_order(SHEET.replace(b'<row r="3"', b'<row r="1"'))


@pytest.mark.parametrize(
    ("part", "old", "new", "found"),
    [
        ("docProps/core.xml", b"T", b"T", []),
        ("docProps/core.xml", b"<dc:title>BANG", b"<dc:title>Bang", ["properties"]),
        ("xl/workbook.xml", b'state="hidden"', b'state="visible"', []),
        ("xl/workbook.xml", b"$J$6</definedName>", b"$J$7</definedName>", ["the workbook's part"]),
        ("xl/sharedStrings.xml", b"</sst>", b"<si><t>one more</t></si></sst>", []),
        ("xl/sharedStrings.xml", b"</si>", b"</si><si><t>between</t></si>", ["texts that were there"]),
        ("xl/styles.xml", b"</cellXfs>", b'<xf numFmtId="1"/></cellXfs>', []),
        ("xl/styles.xml", b"<fill><patternFill", b"<fill><other/></fill><fill><patternFill", ["looks that were there"]),
        ("xl/theme/theme1.xml", b"</", b" </", ["xl/theme/theme1.xml"]),
        ("xl/worksheets/sheet1.xml", b'<c r="J6"', b'<c r="J6" t="n"', []),
        ("xl/worksheets/sheet1.xml", b'<c r="J7"', b'<c r="J7" t="n"', ["Tournament: J7"]),
        ("xl/worksheets/sheet2.xml", b'<row r="7"', b'<row r="7" hidden="1"', []),
        ("xl/worksheets/sheet2.xml", b'<row r="8"', b'<row r="8" hidden="1"', ["Players: row 8"]),
    ],
)
def test_what_nobody_asked_for_is_seen(fresh: bytes, part: str, old: bytes, new: bytes, found: list[str]) -> None:
    parts = unzipped(fresh)
    assert old in parts[part]
    before = zipped(parts)
    asked = CellChanges({("Tournament", 6, 10): "x"}, {("Players", 7): True}, {}, {}, "")
    assert touched(before, zipped({**parts, part: parts[part].replace(old, new, 1)}), asked) == found
