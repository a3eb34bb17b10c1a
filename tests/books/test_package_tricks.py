"""Packages in which one program finds something else than another: nobody would know what people see, so each is refused."""

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
from tests.additions.package import CONTENT_TYPES, OFFICE, STRINGS, WORKBOOK, unzipped, zipped
from tests.books.packages import SHEET, changed, refusal, sound

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


@pytest.mark.parametrize("trick", [*TRICKS, *FOREIGN])
def test_what_is_not_the_same_to_all(path: Path, trick: str) -> None:
    parts = unzipped(sound())
    (TRICKS | FOREIGN)[trick](parts)
    assert refusal(path, zipped(parts)).code == ("ambiguous" if trick in TRICKS else "not_a_workbook")


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


@pytest.mark.parametrize("trick", HIDDEN)
def test_members_that_are_not_the_same_to_all(path: Path, trick: str) -> None:
    assert refusal(path, HIDDEN[trick](sound())).code == "ambiguous"


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
