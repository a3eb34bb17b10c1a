"""Whether the strict reader would notice."""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import cache
from pathlib import Path
from zipfile import ZipFile

import pytest

from bangxl.commands.new import new
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.sheets.build import addin
from bangxl.vba import project, ribbon
from bangxl.vba.compound import compound, compress, record
from tests.validators import audit, openvba
from tests.vba.compound_reader import Broken, Compound
from tests.vba.judge import PROJECT, RIBBON, complaints, of_ribbon
from tests.vba.project_reader import read

WORKBOOK, RELATIONS, TYPES = "xl/workbook.xml", "_rels/.rels", "[Content_Types].xml"
CODE_NAMES = ["SheetSetup", "SheetConf"]


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    path = tmp_path_factory.mktemp("good") / "torneo.xlsm"
    new(path, "italy-2010", players="10")
    with ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def judged(path: Path, parts: dict[str, bytes]) -> list[str]:
    with ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return complaints(path)


@pytest.mark.parametrize(
    ("part", "old", "new", "said"),
    [
        (WORKBOOK, b'codeName="ThisWorkbook"', b"", "the workbook's code name"),
        (WORKBOOK, b'name="xlwings.conf"', b'name="xlwings.config"', "no hidden sheet"),
        ("xl/worksheets/sheet1.xml", b'codeName="SheetSetup"', b'codeName="SheetLog"', "a code name twice"),
        ("xl/worksheets/sheet1.xml", b'codeName="SheetSetup"', "codeName='Blättchen'".encode(), "no code name"),
        ("xl/worksheets/sheet1.xml", b'codeName="SheetSetup"', b'codeName="SheetOther"', "document modules"),
        ("xl/sharedStrings.xml", b">False<", b">True<", "xlwings.conf"),
        (RELATIONS, b"2006/relationships/ui", b"2007/relationships/ui", "a second ribbon"),
        (RELATIONS, b'Id="rIdRibbon"', b'Id="rId1"', "one id twice"),
        ("xl/_rels/workbook.xml.rels", b"vbaProject.bin", b"vba.bin", "is related as"),
        (TYPES, b".macroEnabled", b".other", "content type of the workbook"),
        (TYPES, b"ms-office.vbaProject", b"ms-office.other", "content type of xl/vbaProject.bin"),
        (RIBBON, b'id="seat"', b'id="sit"', "buttons"),
        (RIBBON, b'onAction="BangRibbon_onAction"', b'onAction="Other"', "buttons"),
        (PROJECT, b"Office", b"Orifice", "project: no whole number of sectors"),
    ],
)
def test_wrong_parts(tmp_path: Path, good: dict[str, bytes], part: str, old: bytes, new: bytes, said: str) -> None:
    data = good[part] + b"!" if part == PROJECT else good[part].replace(old, new)
    assert data != good[part]
    found = judged(tmp_path / "torneo.xlsm", {**good, part: data})
    assert any(said in complaint for complaint in found), found


def test_what_is_missing_or_too_much(tmp_path: Path, good: dict[str, bytes]) -> None:
    path = tmp_path / "torneo.xlsm"
    assert judged(path, good) == []
    assert any("macros and ribbon" in said for said in judged(path, {**good, "customUI/customUI14.xml": good[RIBBON]}))
    assert any("macros and ribbon" in said for said in judged(path, {name: good[name] for name in good if name != PROJECT}))
    assert any("a macro-free workbook" in said for said in judged(tmp_path / "torneo.xlsx", good))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_add_in_is_whole_and_the_same_every_time(tmp_path: Path, language: str) -> None:
    path = tmp_path / "bangxl.xlam"
    path.write_bytes(addin(catalog(language)))
    assert complaints(path) == []
    assert path.read_bytes() == addin(catalog(language))
    assert language != "en" or audit(path) == openvba(path) == []


@cache
def streams() -> dict[str, bytes]:
    return Compound(project.project(CODE_NAMES)).streams


def rebuilt(**changed: bytes) -> bytes:
    """The project with other streams, named without their storage."""
    new = {name.rpartition("/")[2]: data for name, data in streams().items()} | changed
    outer = {name: new.pop(name) for name in ("PROJECT", "PROJECTwm")}
    return compound({"VBA": new, **outer})


def in_dir(change: Callable[[bytes], bytes]) -> bytes:
    parts = [*project._modules(CODE_NAMES)]
    return rebuilt(dir=compress(change(project._dir(parts))))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (lambda: rebuilt(_VBA_PROJECT=b"\xcc\x61\xb2\x00\x00\x01\x00"), "compiled code"),
        (lambda: rebuilt(PROJECT=streams()["PROJECT"].replace(b"0A08D7", b"0A08D6")), "another project"),
        (lambda: rebuilt(PROJECT=streams()["PROJECT"].replace(b"E9D3E9D3E9", b"E9D3E9D3E8")), "protected"),
        (lambda: rebuilt(PROJECT=streams()["PROJECT"].replace(b"Document=SheetConf/&H00000000\r\n", b"")), "other modules"),
        (lambda: rebuilt(PROJECTwm=streams()["PROJECTwm"][:-1]), "other names"),
        (lambda: rebuilt(Surplus=b""), "streams"),
        (lambda: rebuilt(SheetConf=compress(b'Attribute VB_Name = "Sheet"\r\n')), "another name"),
        (lambda: rebuilt(SheetConf=compress(b'Attribute VB_Name = "SheetConf"\n')), "line ends"),
        (lambda: rebuilt(SheetConf=compress(b'Attribute VB_Name = "SheetConf"\r\n')), "not made after"),
        (lambda: rebuilt(dir=b"\2" + streams()["VBA/dir"][1:]), "begins with 1"),
        (lambda: in_dir(lambda data: data + bytes(4)), "unpack_from"),
        (lambda: in_dir(lambda data: data + record(0x10)), "more modules"),
        (lambda: in_dir(lambda data: data.replace(record(0x2C, b"\xff\xff"), record(0x2C, b"\0\0"), 1)), "stream or offset"),
        (lambda: in_dir(lambda data: data.replace(b"\xe4\x04", b"\xe5\x04", 1)), "code page"),
    ],
)
def test_wrong_projects(data: Callable[[], bytes], said: str) -> None:
    with pytest.raises((Broken, struct.error), match=said):
        read(data())


@pytest.mark.parametrize(
    ("at", "value", "said"),
    [
        (0, b"\0", "no signature"),
        (24, b"\x21", "not version 3"),
        (48, b"\xf0\0\0\0", "a chain goes to"),
    ],
)
def test_wrong_bytes(at: int, value: bytes, said: str) -> None:
    data = bytearray(project.project(CODE_NAMES))
    data[at : at + len(value)] = value
    with pytest.raises(Broken, match=said):
        read(bytes(data))


def test_wrong_trees() -> None:
    """Two names change places in the directory; a red one under a red one."""
    data = project.project(CODE_NAMES)
    first, second = (data.find(name.encode("utf-16-le") + bytes(20)) for name in ("SheetConf", "ThisWorkbook"))
    swapped = bytearray(data)
    swapped[first : first + 66], swapped[second : second + 66] = data[second : second + 66], data[first : first + 66]
    with pytest.raises(Broken, match="entries not in order"):
        Compound(bytes(swapped))
    red = bytearray(data)
    red[second + 67] = 0
    with pytest.raises(Broken, match=r"red below red|not as many black"):
        Compound(bytes(red))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'id="print"', b'id="seat"'),
        (b' id="seat"', b""),
        (b' label="BANG!"', b""),
        (b' label="BANG!"', b' label=""'),
        (b' onAction="BangRibbon_onAction"', b""),
        (b"</group>", b"text</group>"),
    ],
)
def test_wrong_ribbons(old: bytes, new: bytes) -> None:
    good_one = ribbon.ribbon(str)
    assert [*of_ribbon(good_one)] == []
    assert [*of_ribbon(good_one.replace(old, new, 1))]
