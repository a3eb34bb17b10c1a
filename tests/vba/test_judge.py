"""Whether the judge of macros would notice."""

from pathlib import Path

import pytest

from bangxl.commands.new import new
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.sheets.build import addin
from bangxl.vba import PROJECT, RIBBON
from tests import excel_rules
from tests.additions.package import parts_of, zipped
from tests.helpers.validators import audit, openvba
from tests.vba.judge import complaints

WORKBOOK, RELATIONS, TYPES = "xl/workbook.xml", "_rels/.rels", "[Content_Types].xml"


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    path = tmp_path_factory.mktemp("good") / "torneo.xlsm"
    new(path, "italy-2010", players="10")
    return parts_of(path)


def judged(path: Path, parts: dict[str, bytes]) -> list[str]:
    path.write_bytes(zipped(parts))
    return complaints(path)


@pytest.mark.parametrize(
    ("part", "old", "new", "said"),
    [
        (WORKBOOK, b'codeName="ThisWorkbook"', b"", "the workbook's code name"),
        (WORKBOOK, b'name="xlwings.conf"', b'name="xlwings.config"', "no hidden sheet"),
        ("xl/worksheets/sheet1.xml", b"<sheetPr>", b'<sheetPr codeName="Sheet1">', "has a code name"),
        ("xl/sharedStrings.xml", b">False<", b">True<", "xlwings.conf"),
        (RELATIONS, b"2006/relationships/ui", b"2007/relationships/ui", "a second ribbon"),
        (RELATIONS, b'Id="rIdRibbon"', b'Id="rId1"', "one id twice"),
        ("xl/_rels/workbook.xml.rels", b"vbaProject.bin", b"vba.bin", "is related as"),
        (TYPES, b".macroEnabled", b".other", "content type of the workbook"),
        (TYPES, b"ms-office.vbaProject", b"ms-office.other", "content type of xl/vbaProject.bin"),
        (RIBBON, b'id="seat"', b'id="sit"', "not ours"),
        (PROJECT, b"VBAProject", b"VBAproject", "not ours"),
    ],
)
def test_wrong_parts(tmp_path: Path, good: dict[str, bytes], part: str, old: bytes, new: bytes, said: str) -> None:
    data = good[part].replace(old, new)
    assert data != good[part]
    found = judged(tmp_path / "torneo.xlsm", {**good, part: data})
    assert any(said in complaint for complaint in found), found


def test_what_is_missing_or_too_much(tmp_path: Path, good: dict[str, bytes]) -> None:
    path = tmp_path / "torneo.xlsm"
    assert judged(path, good) == []
    assert any("not ours" in said for said in judged(path, {**good, "customUI/customUI14.xml": good[RIBBON]}))
    assert any("not ours" in said for said in judged(path, {name: good[name] for name in good if name != PROJECT}))
    assert any("a macro-free workbook" in said for said in judged(tmp_path / "torneo.xlsx", good))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_add_in_is_whole_and_the_same_every_time(tmp_path: Path, language: str) -> None:
    path = tmp_path / "bangxl.xlam"
    path.write_bytes(addin(catalog(language)))
    assert complaints(path) == excel_rules.complaints(path) == []
    assert path.read_bytes() == addin(catalog(language))
    assert language != "en" or audit(path) == openvba(path) == []
