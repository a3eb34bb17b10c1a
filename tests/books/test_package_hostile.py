"""Packages that nobody can change safely: each is refused with a reason, at once, and stays as it is.

In some one program finds something else than another, so nobody would know what people see.
"""

import re
import struct
import warnings
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZipFile, ZipInfo

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.commands.errors import Refusal
from bangxl.commands.seat import seat
from tests.additions.package import CONTENT_TYPES, HEAD, OFFICE, STRINGS, WORKBOOK, Package, unzipped, zipped
from tests.books.packages import MAIN_SHEET, SHEET, change, changed, refusal, sound
from tests.commands.stages import Copy

Parts = dict[str, bytes]
RELATIONS: Final = "xl/_rels/workbook.xml.rels"
ROOT: Final = "_rels/.rels"
STYLES: Final = "xl/styles.xml"
EVIL: Final = b'xmlns:e="http://example.org/evil"'


def exchanged(part: str, old: bytes, new: bytes, count: int = 1) -> Callable[[Parts], None]:
    def trick(parts: Parts) -> None:
        after = re.sub(old, new, parts[part], count=count, flags=re.DOTALL)
        assert after != parts[part]
        parts[part] = after

    return trick


def copied(part: str, other: str, relations: str, *, typed: bool = True) -> Callable[[Parts], None]:
    """The relations lead to a copy that lies; the true part stays where most programs have it."""

    def trick(parts: Parts) -> None:
        parts[other] = parts[part].replace(b"Anna Rossi", b"Luigi Bugiardo")
        name = part.rpartition("/")[2].encode()
        exchanged(relations, rb'Target="[^"]*%b"' % re.escape(name), b'Target="/%b"' % other.encode())(parts)
        if typed:
            kind = re.search(rb'PartName="/%b" ContentType="([^"]*)"' % re.escape(part.encode()), parts[CONTENT_TYPES])
            assert kind is not None
            override = b'<Override PartName="/%b" ContentType="%b"/></Types>' % (other.encode(), kind[1])
            exchanged(CONTENT_TYPES, b"</Types>", override)(parts)

    return trick


def related(relations: str, kind: str, target: str, more: str = "") -> Callable[[Parts], None]:
    relation = f'<Relationship Id="rId98" Type="{kind}" Target="{target}"{more}/></Relationships>'
    return exchanged(relations, b"</Relationships>", relation.encode())


def another_name(name: str, like: str) -> Callable[[Parts], None]:
    return lambda parts: parts.update({name: parts[like]})


TRICKS: Final[dict[str, Callable[[Parts], None]]] = {
    "two string tables": copied(STRINGS, "xl/strings2.xml", RELATIONS),
    "another string table beside the usual one": copied(STRINGS, "xl/strings2.xml", RELATIONS, typed=False),
    "two style parts": copied(STYLES, "xl/styles2.xml", RELATIONS),
    "two workbooks": copied(WORKBOOK, "xl/workbook2.xml", ROOT),
    "two relations to workbooks": related(ROOT, f"{OFFICE}/officeDocument", "/xl/workbook.xml"),
    "two relations to string tables": related(RELATIONS, f"{OFFICE}/sharedStrings", "/xl/none.xml"),
    "a relation of nearly that type": related(RELATIONS, "http://example.org/sharedStrings", "/xl/sharedStrings.xml"),
    "a relation in capitals": related(RELATIONS, f"{OFFICE}/SHAREDSTRINGS", "/xl/sharedStrings.xml"),
    "a target in capitals": exchanged(RELATIONS, rb"worksheets/sheet1\.xml", b"worksheets/SHEET1.xml"),
    "an escaped target": exchanged(RELATIONS, rb"worksheets/sheet1\.xml", b"worksheets/sheet%31.xml"),
    "a target with a dot": exchanged(RELATIONS, rb"worksheets/sheet1\.xml", b"worksheets/./sheet1.xml"),
    "a target with a blank": exchanged(RELATIONS, rb'Target="([^"]*)sheet1\.xml"', rb'Target=" \1sheet1.xml"'),
    "a target with another stroke": exchanged(RELATIONS, rb"worksheets/sheet1\.xml", rb"worksheets/sheet1.xml#"),
    "a sheet outside the file": exchanged(RELATIONS, rb'(Target="[^"]*sheet1\.xml")', rb'\1 TargetMode="External"'),
    "a target of no known mode": exchanged(RELATIONS, rb'(Target="[^"]*sheet1\.xml")', rb'\1 TargetMode="external"'),
    "two relations of one id": exchanged(RELATIONS, b'Id="rId2"', b'Id="rId1"'),
    "names that differ in case": another_name("xl/worksheets/Sheet1.xml", SHEET),
    "names that differ in escapes": another_name("xl/worksheets/sheet%31.xml", SHEET),
}
"""Tricks with names, relations and types."""

FOREIGN: Final[dict[str, Callable[[Parts], None]]] = {
    "a foreign relation": exchanged(RELATIONS, b"(<Relationships [^>]*)>", rb"\1 %b><e:Relationship Id='rId1'/>" % EVIL),
    "a foreign text among the texts": exchanged(STRINGS, b"(<sst [^>]*)>", rb"\1 %b><e:si><e:t>Luigi</e:t></e:si>" % EVIL),
    "a text with two texts": exchanged(STRINGS, b"(<si>)(<t>Anna)", rb"\1<t>Luigi</t>\2"),
    "a text beside its pieces": exchanged(STRINGS, b"(</t>)(</si>)", rb"\1<r><t>Luigi</t></r>\2"),
    "a foreign style among the styles": exchanged(STYLES, b"(<cellXfs[^>]*)>", rb"\1 %b><e:xf/>" % EVIL),
    "a foreign format": exchanged(STYLES, b"(<numFmts[^>]*)>", rb"\1 %b><e:numFmt/>" % EVIL),
    "a foreign sheet": exchanged(WORKBOOK, b"(<sheets[^>]*)>", rb"\1 %b><e:sheet name='x'/>" % EVIL),
    "a foreign cell": exchanged(SHEET, b'(<c r="B2")', rb"<e:c %b/>\1" % EVIL),
    "a row behind the rows": exchanged(SHEET, b"</worksheet>", b'<extLst><ext><row r="90"/></ext></extLst></worksheet>'),
    "a cell behind the rows": exchanged(SHEET, b"</worksheet>", b'<extLst><ext><c r="B2"/></ext></extLst></worksheet>'),
    "a cell within its row's extension": exchanged(SHEET, b'(<c r="B2".*?</c>)', rb"<extLst><ext>\1</ext></extLst>"),
    "a row within something": exchanged(SHEET, b'(<row r="2".*?</row>)', rb"<rows>\1</rows>"),
    "a value within its cell's extension": exchanged(
        SHEET, b'(<c r="B2"[^>]*>)(.*?)</c>', rb"\1<extLst><ext>\2</ext></extLst></c>"),
    "a value within a text": exchanged(SHEET, b'(<c r="B2"[^>]*>)(.*?)</c>', rb"\1<is>\2</is></c>"),
    "something in a value": exchanged(SHEET, b'(<c r="B2"[^>]*><v>)', rb"\1<b>9</b>"),
    "something in a text": exchanged(STRINGS, b"(<si><t>A)(nna)", rb"\1<b>ria</b>\2"),
    "rows in two places": exchanged(SHEET, b"</sheetData>", b"</sheetData><sheetData/>"),
    "two values": exchanged(SHEET, b'(<c r="B2"[^>]*>)', rb"\1<v>0</v>"),
    "a value beside a text": exchanged(SHEET, b'(<c r="B2"[^>]*>)', rb"\1<is><t>Luigi</t></is>"),
    "a number of other digits": exchanged(SHEET, b'(<c r="B2"[^>]*) t="s"><v>[^<]*', "\\1><v>\u0661\u0662".encode()),
    "a number with a stroke": exchanged(SHEET, b'(<c r="B2"[^>]*) t="s"><v>[^<]*', rb"\1><v>1_2"),
    "a text's number of other digits": exchanged(SHEET, b'(<c r="B2"[^>]*) t="s"><v>[^<]*', '\\1 t="s"><v>\u0660'.encode()),
}  # fmt: skip
"""Tricks within parts: what one program counts, another passes over."""


def leading(sheet: int, target: str) -> Callable[[Parts], None]:
    """The workbook's relation to a sheet leads elsewhere."""
    return exchanged(RELATIONS, rb'Target="[^"]*worksheets/sheet%d\.xml"' % sheet, b'Target="%b"' % target.encode())


def instead(part: str, *content: bytes) -> Callable[[Parts], object]:
    """Something else in a part's place, or nothing."""
    return lambda parts: parts.update({part: content[0]}) if content else parts.pop(part)


IN_CELLS: Final = {
    b'<c r="A2"': [b'<c r="%b"' % at for at in (b"A1048577", b"XFE2", b"A3", b"2A", b"B2")],
    b'<row r="2"': [b'<row r="%b"' % at for at in (b"1", b"0", b"-2", b"x", b"99", b"9" * 20)],
    b't="s"><v>': [b't="s"><v>9', b't="s"><v>-1', b't="s"><v>x'],
    b'<c r="A2" s="': [b'<c r="A2" s="9999', b'<c r="A2" s="-', b'<c r="A2" s="x'],
}
READ: Final = (CONTENT_TYPES, ROOT, WORKBOOK, RELATIONS, SHEET, STYLES, STRINGS)
"""The parts that are read."""
NONSENSE: Final = (b"", b"<a>", b"<a/>", b"\xff\xfe\x00", b"\0" * 100, b'<?xml version="1.0" encoding="cp1"?><a/>')
ELSEWHERE: Final = ("workbook.xml", "worksheets/none.xml", "https://example.org/sheet1.xml", "../../../etc/passwd", "", "#A1")
DAMAGED: Final[dict[str, Callable[[Parts], object]]] = {
    **{f"{old!r} is {new!r}": exchanged(SHEET, re.escape(old), new) for old, others in IN_CELLS.items() for new in others},
    **{f"without {part}": instead(part) for part in READ if part not in {SHEET, STRINGS}},
    **{f"{nonsense[:9]!r} in {part}": instead(part, nonsense) for part in READ for nonsense in NONSENSE},
    **{f"a sheet is at «{target}»": leading(1, target) for target in ELSEWHERE},
    "two tabs with one part": leading(2, "worksheets/sheet1.xml"),
}
"""Parts that are not there, or have nonsense in them."""


@pytest.mark.parametrize("trick", [*TRICKS, *FOREIGN, *DAMAGED])
def test_what_is_damaged_or_not_the_same_to_all(path: Path, trick: str) -> None:
    parts = unzipped(sound())
    {**TRICKS, **FOREIGN, **DAMAGED}[trick](parts)
    code = "ambiguous" if trick in TRICKS else "not_a_workbook"
    assert refusal(path, zipped(parts)).code in ({code, "cannot_edit"} if trick in DAMAGED else {code})


def test_two_members_of_one_name(path: Path) -> None:
    """The lie first, the truth behind it."""
    out = BytesIO()
    with ZipFile(out, "w") as archive:
        archive.writestr(STRINGS, unzipped(sound())[STRINGS].replace(b"Anna", b"Luigi"))
        for name, part in unzipped(sound()).items():
            with warnings.catch_warnings(action="ignore"):
                archive.writestr(name, part)
    assert refusal(path, out.getvalue()).code == "ambiguous"


def between(lie: bytes, true: bytes) -> bytes:
    """A member that the directory does not name, before the directory."""
    with ZipFile(BytesIO(true)) as archive:
        at = archive.start_dir
    end = len(true) - 22
    said = struct.pack("<L", at + len(lie))
    return true[:at] + lie + true[at : end + 16] + said + true[end + 20 :]


def lying() -> bytes:
    parts = unzipped(sound())
    return zipped({**parts, STRINGS: parts[STRINGS].replace(b"Anna", b"Luigi")})


def with_extra(data: bytes, extra: bytes) -> bytes:
    out = BytesIO()
    with ZipFile(BytesIO(data)) as source, ZipFile(out, "w") as archive:
        for info in source.infolist():
            again = ZipInfo(info.filename)
            again.extra = extra
            archive.writestr(again, source.read(info))
    return out.getvalue()


HIDDEN: Final[dict[str, Callable[[bytes], bytes]]] = {
    "a package in front": lambda data: lying() + data,
    "something in front": lambda data: b"x" * 100 + data,
    "a member that is not listed": partial(between, lying()),
    "a package behind": lambda data: data[:-2] + struct.pack("<H", len(lying()) + 1) + lying() + b"x",
    "packed otherwise, it says in front": lambda data: data[:8] + b"\0\0" + data[10:],
    "shorter, it says in front": lambda data: data[:18] + b"\1\0\0\0" + data[22:],
    "another name in the extra field": lambda data: with_extra(data, b"up\x06\0\1abcdx"),
}
"""Tricks with what lies where in the zip file: who reads it from the front, or mends it, finds another workbook."""


def test_an_extra_field_with_a_date_does_no_harm(path: Path) -> None:
    changed(path, with_extra(sound(), b"UT\x05\0\1abcd"))


def test_foreign_elements_where_nobody_counts_are_passed_over(path: Path) -> None:
    parts = unzipped(sound())
    exchanged(WORKBOOK, b"(<sheets)", rb"<e:sheets %b><e:sheet name='x'/></e:sheets>\1" % EVIL)(parts)
    exchanged(WORKBOOK, b"(<sheet )", rb"\1%b e:id='rId3' " % EVIL)(parts)
    exchanged(STYLES, b"(<cellXfs)", rb"<e:cellXfs %b><e:xf/></e:cellXfs>\1" % EVIL)(parts)
    changed(path, zipped(parts))
    assert ClosedBook.open(path).read("Players_Name")[0] == "Anna Rossi"


def test_a_number_format_that_excel_wraps_for_its_newer_versions(path: Path) -> None:
    parts = unzipped(sound())
    markup = b'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    wrapped = (
        rb"<mc:AlternateContent %b><mc:Choice Requires='x16r2'>\1</mc:Choice><mc:Fallback>\1</mc:Fallback></mc:AlternateContent>"
    )
    exchanged(STYLES, b"(<numFmt [^>]*/>)", wrapped % markup, 0)(parts)
    before = ClosedBook.of(sound(), path)
    after = ClosedBook.of(zipped(parts), path)
    assert {title: after.everything(title) for title in after.sheets} == {
        title: before.everything(title) for title in before.sheets
    }


def behind_every_file(start: int, data: bytes) -> bytes:
    """The directory says in its record for large files where the first part begins."""
    changed = bytearray(data)
    at = changed.index(b"PK\1\2")
    struct.pack_into("<HHHHLL", changed, at + 30, 12, 0, 0, 0, 0, 0xFFFFFFFF)
    name = at + 46 + struct.unpack_from("<H", changed, at + 28)[0]
    changed[name:name] = struct.pack("<HHQ", 1, 8, start)
    end = changed.rindex(b"PK\5\6") + 12
    struct.pack_into("<L", changed, end, struct.unpack_from("<L", changed, end)[0] + 12)
    return bytes(changed)


def encrypted(data: bytes) -> bytes:
    """By a packer."""
    at = data.index(b"PK\1\2") + 8
    return data[:6] + bytes([data[6] | 1]) + data[7:at] + bytes([data[at] | 1]) + data[at + 1 :]


def one_more(name: str, data: bytes) -> bytes:
    """A member whose name leads elsewhere."""
    out = BytesIO(data)
    with ZipFile(out, "a") as archive:
        archive.writestr(ZipInfo("x" * len(name)), b"<x/>")
    return out.getvalue().replace(b"x" * len(name), name.encode())


def end_within(at: int, data: bytes) -> bytes:
    end = data.rindex(b"PK\5\6")
    return data[: end + at] + b"PK\5\6" + data[end + at + 4 :]


BLANK: Final = "a blank byte ends a name, as a disk leaves it"
BROKEN: Final[dict[str, Callable[[bytes], bytes]]] = {
    "the first 40 %": lambda data: data[: len(data) * 40 // 100],
    "the first 98 %": lambda data: data[: len(data) * 98 // 100],
    "a byte of the packed content is another": lambda data: with_extra(data, b"").replace(b"Anna Rossi", b"Anno Rossi"),
    BLANK: lambda data: data.replace(b"docProps/core.xml", b"\0ocProps/core.xml"),
    **{f"a part begins at {start}": partial(behind_every_file, start) for start in (2**62, 2**63 - 1, 2**64 - 1)},
    **{f"an end within the end, at {at}": partial(end_within, at) for at in (4, 8, 12)},
    **{f"a member {name!r}": partial(one_more, name) for name in (
        "../evil.xml", "xl/../../evil.xml", "/xl/evil.xml", "xl\\evil.xml", "a\0b.xml")},
    "encrypted": encrypted,
}  # fmt: skip
"""Files that are no zip, or lead outside."""


@pytest.mark.parametrize("trick", [*HIDDEN, *BROKEN])
def test_a_file_that_is_broken_or_not_the_same_to_all(path: Path, trick: str) -> None:
    error = refusal(path, {**HIDDEN, **BROKEN}[trick](sound()))
    assert error.code in ({"ambiguous"} if trick in HIDDEN else {"not_a_workbook", "cannot_edit"})
    assert trick != BLANK or error.values["reason"] == "a part without a name"
    assert not (path.parent.parent / "evil.xml").exists()


def test_the_sound_one_is_changed_and_nothing_is_no_file(path: Path) -> None:
    assert changed(path, sound()) != sound()
    assert ClosedBook.open(path).read("Players_Name")[0] == "Anna Rossi"
    assert refusal(path, b"").code == "not_here"


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
    @pytest.mark.parametrize("part", READ)
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


def test_relations_that_go_round_and_round(path: Path) -> None:
    """A sheet that has itself, the workbook and the package as drawings."""
    package = Package(sound())
    for target in (SHEET, WORKBOOK, ROOT):
        package.relate(SHEET, "drawing", target)
        package.relate(WORKBOOK, "worksheet", target)
    changed(path, package.data())


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
