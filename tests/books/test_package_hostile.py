"""Packages that cannot be edited safely: each is refused with a reason, at once, and stays as it is."""

import re
import struct
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.commands.errors import Refusal
from bangxl.commands.seat import seat
from tests.additions.package import CONTENT_TYPES, HEAD, OFFICE, STRINGS, WORKBOOK, Package, unzipped, zipped
from tests.books.packages import MAIN_SHEET, SHEET, change, changed, refusal, sound
from tests.commands.stages import Copy


def test_the_sound_one_is_changed(path: Path) -> None:
    assert changed(path, sound()) != sound()
    assert ClosedBook.open(path).read("Players_Name")[0] == "Anna Rossi"


def test_a_part_without_a_name(path: Path) -> None:
    """A blank byte ends a name; as a disk leaves it."""
    error = refusal(path, sound().replace(b"docProps/core.xml", b"\0ocProps/core.xml"))
    assert (error.code, error.values["reason"]) == ("not_a_workbook", "a part without a name")


class TestSigned:
    @staticmethod
    def signed(data: bytes) -> bytes:
        """As Excel signs: File, Info, Protect workbook, Add a digital signature."""
        package = Package(data)
        package.ending("sigs", "application/vnd.openxmlformats-package.digital-signature-origin")
        origin = package.part("_xmlsignatures/origin.sigs", b"")
        signature = package.part(
            "_xmlsignatures/sig{}.xml",
            HEAD + b'<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>',
            "application/vnd.openxmlformats-package.digital-signature-xmlsignature+xml",
        )
        kind = "http://schemas.openxmlformats.org/package/2006/relationships/digital-signature"
        package.relate("", f"{kind}/origin", origin)
        package.relate(origin, f"{kind}/signature", signature)
        return package.data()

    def test_is_not_broken(self, path: Path) -> None:
        assert refusal(path, self.signed(sound())).code == "signed"

    def test_can_be_read(self, path: Path) -> None:
        path.write_bytes(self.signed(sound()))
        assert ClosedBook.open(path, reading_only=True).read("Players_Name")[0] == "Anna Rossi"

    def test_a_command_says_so_and_leaves_no_trace(self, at: Copy) -> None:
        path = at("entered")
        data = self.signed(path.read_bytes())
        path.write_bytes(data)
        before = sorted(path.parent.rglob("0*"))
        with pytest.raises(Refusal, match="sign"):
            seat(path, rng_seed="x")
        assert path.read_bytes() == data
        assert sorted(path.parent.rglob("0*")) == before


class TestEncrypted:
    def test_by_a_packer(self, path: Path) -> None:
        directory = sound().index(b"PK\1\2")
        flagged = bytearray(sound())
        flagged[6] |= 1
        flagged[directory + 8] |= 1
        assert refusal(path, bytes(flagged)).code in {"not_a_workbook", "cannot_edit"}


DOCTYPES: Final = {
    "empty": b"<!DOCTYPE x>",
    "entity": b'<!DOCTYPE x [<!ENTITY a "b">]>',
    "outside": b'<!DOCTYPE x SYSTEM "file:///etc/passwd">',
    "laughs": b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;">]>',
    "parameter": b'<!DOCTYPE x [<!ENTITY % a SYSTEM "http://example.org:9/">%a;]>',
}


def with_doctype(part: bytes, doctype: bytes) -> bytes:
    head = re.match(rb"\s*<\?xml.*?\?>", part)
    at = head.end() if head else 0
    return part[:at] + doctype + part[at:]


class TestDocumentTypes:
    PARTS: Final = (CONTENT_TYPES, "_rels/.rels", WORKBOOK, "xl/_rels/workbook.xml.rels", SHEET, STRINGS, "xl/styles.xml")

    @pytest.mark.parametrize("part", PARTS)
    @pytest.mark.parametrize("kind", DOCTYPES)
    def test_are_refused(self, path: Path, part: str, kind: str) -> None:
        parts = unzipped(sound())
        error = refusal(path, zipped({**parts, part: with_doctype(parts[part], DOCTYPES[kind])}))
        assert (error.code, error.values["part"]) == ("unsafe_xml", part)

    @pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-8-sig"])
    def test_are_refused_in_other_letters(self, path: Path, encoding: str) -> None:
        text = with_doctype(unzipped(sound())[WORKBOOK], DOCTYPES["laughs"]).decode()
        text = re.sub(r"^\s*<\?xml.*?\?>", "", text)
        data = text.encode(encoding)
        data = (b"\xff\xfe" + data) if encoding == "utf-16-le" else data
        assert refusal(path, zipped({**unzipped(sound()), WORKBOOK: data})).code == "unsafe_xml"

    def test_are_nothing_to_us_in_parts_that_nobody_reads(self, path: Path) -> None:
        parts = {**unzipped(sound()), "customXml/item1.xml": b"<!DOCTYPE x><x/>"}
        path.write_bytes(zipped(parts))
        change(path)
        assert unzipped(path.read_bytes())["customXml/item1.xml"] == parts["customXml/item1.xml"]


class TestNames:
    @pytest.mark.parametrize("name", ["../evil.xml", "xl/../../evil.xml", "/xl/evil.xml", "xl\\evil.xml", "a\0b.xml"])
    def test_that_lead_elsewhere(self, path: Path, name: str) -> None:
        out = BytesIO(sound())
        with zipfile.ZipFile(out, "a") as archive:
            info = zipfile.ZipInfo("x" * len(name))
            archive.writestr(info, b"<x/>")
        data = out.getvalue().replace(b"x" * len(name), name.encode())
        assert refusal(path, data).code in {"not_a_workbook", "cannot_edit"}
        assert not (path.parent.parent / "evil.xml").exists()


class TestBroken:
    @pytest.mark.parametrize("percent", [0, 40, 98])
    def test_truncated(self, path: Path, percent: int) -> None:
        assert refusal(path, sound()[: len(sound()) * percent // 100]).code == ("not_a_workbook" if percent else "not_here")

    @pytest.mark.parametrize("part", [CONTENT_TYPES, "_rels/.rels", WORKBOOK, "xl/_rels/workbook.xml.rels", "xl/styles.xml"])
    def test_a_part_is_missing(self, path: Path, part: str) -> None:
        parts = unzipped(sound())
        del parts[part]
        assert refusal(path, zipped(parts)).code in {"not_a_workbook", "cannot_edit"}

    @pytest.mark.parametrize(
        "part", [CONTENT_TYPES, "_rels/.rels", WORKBOOK, "xl/_rels/workbook.xml.rels", SHEET, "xl/styles.xml", STRINGS]
    )
    @pytest.mark.parametrize(
        "instead", [b"", b"<a>", b"<a/>", b"\xff\xfe\x00", b"\0" * 100, b'<?xml version="1.0" encoding="cp1"?><a/>']
    )
    def test_a_part_is_nonsense(self, path: Path, part: str, instead: bytes) -> None:
        assert refusal(path, zipped({**unzipped(sound()), part: instead})).code in {"not_a_workbook", "cannot_edit"}

    def test_wrong_sum(self, path: Path) -> None:
        """A byte of the packed content is another."""
        out = BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for name, part in unzipped(sound()).items():
                archive.writestr(name, part)
        data = out.getvalue().replace(b"Anna Rossi", b"Anno Rossi")
        assert refusal(path, data).code == "not_a_workbook"

    @pytest.mark.parametrize("start", [2**62, 2**63 - 1, 2**64 - 1])
    def test_a_part_behind_every_file(self, path: Path, start: int) -> None:
        """The directory says in its record for large files where the first part begins."""
        data = bytearray(sound())
        at = data.index(b"PK\1\2")
        struct.pack_into("<HHHHLL", data, at + 30, 12, 0, 0, 0, 0, 0xFFFFFFFF)
        name = at + 46 + struct.unpack_from("<H", data, at + 28)[0]
        data[name:name] = struct.pack("<HHQ", 1, 8, start)
        end = data.rindex(b"PK\5\6") + 12
        struct.pack_into("<L", data, end, struct.unpack_from("<L", data, end)[0] + 12)
        assert refusal(path, bytes(data)).code == "not_a_workbook"

    @pytest.mark.parametrize("at", [4, 8, 12])
    def test_an_end_within_the_end(self, path: Path, at: int) -> None:
        end = sound().rindex(b"PK\5\6")
        data = sound()[: end + at] + b"PK\5\6" + sound()[end + at + 4 :]
        assert refusal(path, data).code == "not_a_workbook"

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            (b'<c r="A2"', b'<c r="A1048577"'),
            (b'<c r="A2"', b'<c r="XFE2"'),
            (b'<c r="A2"', b'<c r="A3"'),
            (b'<c r="A2"', b'<c r="2A"'),
            (b'<c r="A2"', b'<c r="B2"'),
            (b'<row r="2"', b'<row r="1"'),
            (b'<row r="2"', b'<row r="0"'),
            (b'<row r="2"', b'<row r="-2"'),
            (b'<row r="2"', b'<row r="x"'),
            (b'<row r="2"', b'<row r="99999999999999999999"'),
            (b't="s"><v>', b't="s"><v>9'),
            (b't="s"><v>', b't="s"><v>-1'),
            (b't="s"><v>', b't="s"><v>x'),
            (b'<c r="A2" s="', b'<c r="A2" s="9999'),
            (b'<c r="A2" s="', b'<c r="A2" s="-'),
            (b'<c r="A2" s="', b'<c r="A2" s="x'),
            (b'<row r="2"', b'<row r="99"'),
        ],
    )
    def test_a_cell_is_nonsense(self, path: Path, old: bytes, new: bytes) -> None:
        parts = unzipped(sound())
        assert old in parts[SHEET]
        data = zipped({**parts, SHEET: parts[SHEET].replace(old, new, 1)})
        assert refusal(path, data).code in {"not_a_workbook", "cannot_edit"}


class TestRelations:
    def test_round_and_round(self, path: Path) -> None:
        """A sheet that has itself, the workbook and the package as drawings."""
        package = Package(sound())
        for target in (SHEET, WORKBOOK, "_rels/.rels"):
            package.relate(SHEET, "drawing", target)
            package.relate(WORKBOOK, "worksheet", target)
        changed(path, package.data())

    @pytest.mark.parametrize(
        "target", ["workbook.xml", "worksheets/none.xml", "https://example.org/sheet1.xml", "../../../etc/passwd", "", "#A1"]
    )
    def test_a_sheet_that_is_not_there_or_is_none(self, path: Path, target: str) -> None:
        assert refusal(path, with_relation(sound(), "worksheets/sheet1.xml", target)).code in {"not_a_workbook", "cannot_edit"}

    def test_two_tabs_with_one_part(self, path: Path) -> None:
        data = with_relation(sound(), "worksheets/sheet2.xml", "worksheets/sheet1.xml")
        assert refusal(path, data).code in {"not_a_workbook", "cannot_edit"}


def with_relation(data: bytes, old: str, new: str) -> bytes:
    """The workbook's relation leads elsewhere."""
    parts = unzipped(data)
    name = "xl/_rels/workbook.xml.rels"
    before = parts[name]
    parts[name] = re.sub(rb'Target="(?:/xl/)?%b"' % re.escape(old.encode()), b'Target="%b"' % new.encode(), before)
    assert parts[name] != before
    return zipped(parts)


def foreign(data: bytes, folder: str, kind: str, content_type: str, content: bytes) -> Package:
    """A workbook with a sheet of another kind at its end."""
    package = Package(data)
    part = package.part(f"xl/{folder}/sheet{{}}.{'bin' if content[:1] != b'<' else 'xml'}", content, content_type)
    link = package.relate(WORKBOOK, kind, part)
    package.append(WORKBOOK, b"</sheets>", f'<sheet xmlns:r="{OFFICE}" name="Foreign" sheetId="99" r:id="{link}"/>'.encode())
    return package


class TestForeignSheets:
    @pytest.mark.parametrize(
        ("folder", "kind", "content_type", "root"),
        [
            ("dialogsheets", "dialogsheet", "application/vnd.openxmlformats-officedocument.spreadsheetml.dialogsheet+xml",
             "dialogsheet"),
            ("macrosheets", "http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet",
             "application/vnd.ms-excel.macrosheet+xml", "xm:macrosheet"),
        ],
    )  # fmt: skip
    def test_are_kept(self, path: Path, folder: str, kind: str, content_type: str, root: str) -> None:
        content = MAIN_SHEET.format(root).replace(
            "xmlns=", 'xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main" xmlns='
        )
        package = foreign(sound(), folder, kind, content_type, content.encode())
        assert package.kept.lost(changed(path, package.data())) == []
        assert list(ClosedBook.open(path).sheets)[-1] == "Foreign"
        assert ClosedBook.open(path).everything("Foreign") == {}

    @pytest.mark.parametrize(
        ("kind", "content_type", "content"),
        [
            ("worksheet", "application/vnd.ms-excel.worksheet", b"\x81\x01\x00"),
            ("worksheet", "application/octet-stream", MAIN_SHEET.format("worksheet").encode()),
            ("http://example.org/relationships/cube", "application/vnd.example.cube+xml", b"<cube/>"),
        ],
    )
    def test_of_no_known_kind(self, path: Path, kind: str, content_type: str, content: bytes) -> None:
        data = foreign(sound(), "worksheets", kind, content_type, content).data()
        assert refusal(path, data).code == "cannot_edit"
