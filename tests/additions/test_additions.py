"""The instruments themselves: every addition is a sound one, and its loss is seen."""

import pytest

from bangxl.books.cell_changes import CellChanges
from bangxl.commands.new import new
from tests.additions import IN_WORKBOOK, ON_SHEET, WITH_MACROS
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
        ("xl/worksheets/sheet1.xml", b'<c r="J6"', b'<c r="ZZ6"', ["Tournament: ZZ6", "Tournament: rows or cells out of order"]),
    ],
)
def test_what_nobody_asked_for_is_seen(fresh: bytes, part: str, old: bytes, new: bytes, found: list[str]) -> None:
    parts = unzipped(fresh)
    assert old in parts[part]
    before = zipped(parts)
    asked = CellChanges({("Tournament", 6, 10): "x"}, {("Players", 7): True}, {}, {}, "")
    assert touched(before, zipped({**parts, part: parts[part].replace(old, new, 1)}), asked) == found
