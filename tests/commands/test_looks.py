"""What `verify` vouches for beside the numbers: a referto is made once more from what it says, and compared part by part."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl import load_workbook

from bangxl.commands.demo import demo
from bangxl.commands.errors import Refusal
from bangxl.commands.report import report
from bangxl.commands.verify import as_json, lines, verify
from bangxl.referto.proof.verdict import Kind
from bangxl.referto.proof.verify import verify as prove
from tests.hosts.commandline import CommandLine
from tests.openpyxl_files import rewritten
from tests.referto.proof.forgeries import put as typed
from tests.referto.proof.forgeries import resealed
from tests.referto.proof.referti import eventful, opened, saved

Parts = dict[str, bytes]
Forgery = Callable[[Parts], object]

COVER: Final = "xl/worksheets/sheet1.xml"
COVERS_RELATIONS: Final = "xl/worksheets/_rels/sheet1.xml.rels"
RELATIONS: Final = "xl/_rels/workbook.xml.rels"
TYPES: Final = "[Content_Types].xml"
OFFICE: Final = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELATIONSHIPS: Final = b"http://schemas.openxmlformats.org/package/2006/relationships"
SHAPE: Final = b'<x-y:wsDr xmlns:x-y="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"><x-y:sp/></x-y:wsDr>'
LINK: Final = b'<Relationship Id="rId97" Type="%s/hyperlink" Target="file://example.org/x.exe" TargetMode="External"/>' % OFFICE
TITLE: Final = (
    b'<title xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><tx><rich><a:bodyPr/>'
    b"<a:p><a:r><a:t>Luigi wins</a:t></a:r></a:p></rich></tx></title>"
)
WHITE: Final = b'<si><r><rPr><color rgb="FFFFFFFF"/></rPr>'
LATER: Final = b'<extLst><ext xmlns:n="http://example.org/14"><n:conditionalFormatting/></ext></extLst></worksheet>'
PROMPT: Final = b'<dataValidations count="1"><dataValidation prompt="x" sqref="A1"/></dataValidations>'
SHEETS: Final = re.compile(r"xl/worksheets/sheet\d+\.xml")


@pytest.fixture(scope="module")
def referto() -> bytes:
    return saved(eventful("italy-2010", 10, "en"))


def parts_of(data: bytes) -> Parts:
    with ZipFile(BytesIO(data)) as package:
        return {name: package.read(name) for name in package.namelist()}


def packed(parts: Mapping[str, bytes], more: Mapping[str, bytes] | None = None) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as package:
        for name, data in [*parts.items(), *(more or {}).items()]:
            package.writestr(name, data)
    return out.getvalue()


def put(name: str, old: bytes, new: bytes, *, every: bool = False) -> Forgery:
    """A part, or every sheet, with something in place of something."""

    def forgery(parts: Parts) -> None:
        for one in [part for part in parts if SHEETS.fullmatch(part)] if every else [name]:
            parts[one] = re.sub(old, new, parts[one], count=0 if name.endswith("styles.xml") else 1, flags=re.DOTALL)

    return forgery


def added(name: str, kind: bytes, source: str = RELATIONS, data: bytes = b"<x/>") -> Forgery:
    """One part more, with its relation and its type."""

    def forgery(parts: Parts) -> None:
        relation = b'<Relationship Id="rId99" Type="%s/%s" Target="/%s"/></Relationships>' % (OFFICE, kind, name.encode())
        rels = parts.get(source, b'<Relationships xmlns="%s"></Relationships>' % RELATIONSHIPS)
        parts[source] = rels.replace(b"</Relationships>", relation)
        parts[TYPES] = parts[TYPES].replace(b"</Types>", b'<Override PartName="/%s" ContentType="x/y"/></Types>' % name.encode())
        parts[name] = data

    return forgery


def other_strings(parts: Parts) -> None:
    """The relations name other texts than openpyxl finds."""
    parts["xl/strings2.xml"] = parts["xl/sharedStrings.xml"].replace(b"Anna", b"Luigi")
    parts[RELATIONS] = parts[RELATIONS].replace(b"sharedStrings.xml", b"strings2.xml")
    kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    override = b'<Override PartName="/xl/strings2.xml" ContentType="%s"/></Types>' % kind
    parts[TYPES] = parts[TYPES].replace(b"</Types>", override)


def sheet_elsewhere(parts: Parts) -> None:
    """A sheet's part in another folder, with a conditional format of newer programs."""
    parts["xl/tabs/s.xml"] = parts.pop(COVER).replace(b"</worksheet>", LATER)
    for name in (RELATIONS, TYPES):
        parts[name] = parts[name].replace(b"worksheets/sheet1.xml", b"tabs/s.xml")


def sheet_more(target: bytes) -> Forgery:
    """A sheet in front that names the winner, found by those programs only that read such a target."""

    def forgery(parts: Parts) -> None:
        added("xl/worksheets/sheet99.xml", b"worksheet", data=parts[COVER])(parts)
        parts[RELATIONS] = parts[RELATIONS].replace(b'"/xl/worksheets/sheet99.xml"', b'"%s"' % target)
        kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
        parts[TYPES] = parts[TYPES].replace(b'sheet99.xml" ContentType="x/y"', b'sheet99.xml" ContentType="%s"' % kind)
        sheet = b'<sheets><sheet xmlns:q="%s" name="Result" sheetId="99" q:id="rId99"/>' % OFFICE
        parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(b"<sheets>", sheet)

    return forgery


FORGERIES: Final[Mapping[str, Forgery]] = {
    "a sheet more": sheet_more(b"/xl/worksheets/sheet99.xml"),
    "a sheet more, in capitals": sheet_more(b"/xl/worksheets/SHEET99.xml"),
    "a sheet more, escaped": sheet_more(b"/xl/worksheets/sheet%399.xml"),
    "a sheet more, by a dot": sheet_more(b"/xl/worksheets/./sheet99.xml"),
    "a sheet more, behind a blank": sheet_more(b" /xl/worksheets/sheet99.xml"),
    "other strings by relation": other_strings,
    "other styles by relation": lambda parts: parts.update({
        "xl/styles2.xml": parts["xl/styles.xml"].replace(b"#,##0", b'"77,777"'),
        RELATIONS: parts[RELATIONS].replace(b"styles.xml", b"styles2.xml"),
    }),
    "drawing elsewhere": added("xl/shapes/d.xml", b"drawing", COVERS_RELATIONS),
    "text box of another prefix": added("xl/drawings/drawing9.xml", b"drawing", COVERS_RELATIONS, SHAPE),
    "text box elsewhere": added("xl/shapes/d.xml", b"drawing", COVERS_RELATIONS, SHAPE),
    "text box in a part of another ending": added("xl/drawings/d.bin", b"drawing", COVERS_RELATIONS, SHAPE),
    "link": put(RELATIONS, rb"</Relationships>", LINK + b"</Relationships>"),
    "sheet elsewhere": sheet_elsewhere,
    "letters of a name white": put("xl/sharedStrings.xml", rb"<si><t>An(.*?)</t>", WHITE + rb"<t>An</t></r><r><t>\1</t></r>"),
    "another calendar": put("xl/styles.xml", rb'formatCode="[^"]*yy[^"]*"', b'formatCode="[$-1070000]d/m/yyyy"'),
    "drawing in UTF-16": added("xl/drawings/drawing9.xml", b"drawing", COVERS_RELATIONS, SHAPE.decode().encode("utf-16")),
    "external link": added("xl/externalLinks/externalLink1.xml", b"externalLink"),
    "data connection": added("xl/connections.xml", b"connections"),
    "web extension": added("xl/webextensions/taskpanes.xml", b"webextensiontaskpanes", "_rels/.rels"),
    "macros under another name": added("xl/project.bin", b"vbaProject"),
    "background picture": added("xl/pics/b.png", b"image", COVERS_RELATIONS),
    "header": put(COVER, rb"<oddHeader", b"<evenHeader>x</evenHeader><oddHeader"),
    "white by theme": put("xl/theme/theme1.xml", rb"(<a:accent1>\s*<a:srgbClr val=\")[0-9A-F]{6}", rb"\1FFFFFF"),
    "white by tint": put("xl/styles.xml", rb'<color rgb="[^"]*"\s*/>', b'<color rgb="FF000000" tint="1"/>'),
    "white by palette": put("xl/styles.xml", rb'<color rgb="[^"]*"\s*/>', b'<color indexed="40"/>'),
    "filled along the cell": put("xl/styles.xml", rb"<alignment [^>]*/>", b'<alignment horizontal="fill"/>'),
    "letters of a point": put("xl/styles.xml", rb'<sz val="\d+"\s*/>', b'<sz val="1"/>'),
    "struck through": put("xl/styles.xml", rb"<font>", b"<font><strike/>"),
    "Wingdings": put("xl/styles.xml", rb'<name val="[^"]*"', b'<name val="Wingdings"'),
    "zeros hidden": put(COVER, rb"<sheetView ", b'<sheetView showZeros="0" '),
    "zeros hidden everywhere": put("", rb"<sheetView ", b'<sheetView showZeros="0" ', every=True),
    "right to left everywhere": put("", rb"<sheetView ", b'<sheetView rightToLeft="1" ', every=True),
    "frozen away": put(COVER, rb"<sheetView ([^>]*)/?>", rb'<sheetView \1 topLeftCell="A40">'),
    "prompt": put(COVER, rb"<printOptions", PROMPT + b"<printOptions"),
    "narrow columns": put(COVER, rb'width="[\d.]+"', b'width="3"'),
    "low rows": put(COVER, rb'ht="[\d.]+"', b'ht="3"'),
    "tiny on paper": put(COVER, rb"<pageSetup ", b'<pageSetup scale="10" '),
    "window hidden": put("xl/workbook.xml", rb'(<workbookView [^>]*visibility=)"visible"', rb'\1"hidden"'),
    "creator": put("docProps/core.xml", rb"<dc:creator>[^<]*", b"<dc:creator>Luigi"),
    "chart moved": put("xl/drawings/drawing1.xml", rb"(<(?:xdr:)?row>)\d+", rb"\g<1>0"),
    "chart's title": put("xl/charts/chart1.xml", rb"<((?:c:)?)chart>", rb"<\1chart>" + TITLE),
}  # fmt: skip
"""Each shows something else to people and changes no number."""


@pytest.mark.parametrize("name", FORGERIES)
def test_no_forged_look_agrees_silently(referto: bytes, tmp_path: Path, name: str) -> None:
    parts = parts_of(referto)
    FORGERIES[name](parts)
    assert parts != parts_of(referto)
    path = tmp_path / "r.xlsx"
    path.write_bytes(packed(parts))
    try:
        verdict = verify(path)
    except Refusal:
        return  # found before anything is read
    assert not verdict.agrees
    assert not [line for line in lines(path, verdict) if line.startswith("The file is exactly as bangxl wrote it")]


def test_a_part_changed_is_named_and_does_not_agree(referto: bytes, tmp_path: Path) -> None:
    parts = parts_of(referto)
    FORGERIES["zeros hidden everywhere"](parts)
    path = tmp_path / "r.xlsx"
    path.write_bytes(packed(parts))
    verdict = verify(path)
    (one,) = verdict.differences
    assert (verdict.agrees, one.finding.code) == (False, "parts_changed")
    assert COVER in one.text


ADDED: Final = (
    "external link", "data connection", "web extension", "macros under another name", "background picture", "link",
    "text box of another prefix", "text box elsewhere", "text box in a part of another ending", "drawing elsewhere",
)  # fmt: skip
"""What no spreadsheet adds, whoever has written the file."""


UNSEEN: Final[Mapping[str, Forgery]] = {
    "a label of Microsoft 365": added("docMetadata/LabelInfo.xml", b"classificationlabels", "_rels/.rels"),
    "properties of SharePoint": added("customXml/item1.xml", b"customXml"),
    "persons of Microsoft 365": added("xl/persons/person.xml", b"person"),
    "properties of Google": added("xl/metadata", b"workbookmetadata"),
}
"""What programs add to every file of theirs; nobody sees it."""


@pytest.mark.parametrize("name", UNSEEN)
def test_what_programs_add_to_every_file_does_no_harm(referto: bytes, tmp_path: Path, name: str) -> None:
    parts = parts_of(rewritten(referto, lambda _workbook: None))
    UNSEEN[name](parts)
    path = tmp_path / "r.xlsx"
    path.write_bytes(packed(parts))
    verdict = verify(path)
    assert (verdict.agrees, verdict.looks and verdict.looks.kind) == (True, Kind.SAVED_AGAIN)


X14: Final = b"http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
STANDINGS: Final = "xl/worksheets/sheet2.xml"
ANNA: Final = rb"<si><t>(An[^<]*)</t></si>"


def of_letters(look: bytes) -> Forgery:
    """The letters of a name have a look of their own."""
    return put("xl/sharedStrings.xml", ANNA, rb"<si><r><rPr>%b</rPr><t>\1</t></r></si>" % look)


HIDING: Final[Mapping[str, tuple[Forgery, str]]] = {
    "merged": (put(STANDINGS, b"</sheetData>", b'</sheetData><mergeCells><mergeCell ref="A6:C8"/></mergeCells>'), "look_merged"),
    "white letters": (of_letters(b'<color rgb="FFFFFFFF"/>'), "look_ink"),
    "letters of the paper's colour": (of_letters(b'<color theme="0"/>'), "look_ink"),
    "letters of a point": (of_letters(b'<sz val="1"/>'), "look_ink"),
    "letters in a cell": (
        put(STANDINGS, rb'(<c r="C6" s="\d+") t="s"><v>\d+</v>', rb'\1 t="inlineStr"><is><r><rPr/><t>x</t></r></is>'),
        "look_ink",
    ),
    "another calendar": (FORGERIES["another calendar"], "look_number_format"),
    "digits of another script": (
        put("xl/styles.xml", rb'formatCode="#,##0[^"]*"', b'formatCode="[$-2000401]0"'),
        "look_number_format",
    ),
    "condition of newer programs": (
        put(STANDINGS, b"</worksheet>", b'<extLst><ext><conditionalFormatting xmlns="%b"/></ext></extLst></worksheet>' % X14),
        "look_conditional",
    ),
}
"""What hides a value also in a file that another program has saved again."""


@pytest.mark.parametrize("name", HIDING)
def test_what_hides_a_value_is_found_whoever_wrote_the_file(referto: bytes, tmp_path: Path, name: str) -> None:
    parts = parts_of(rewritten(referto, lambda _workbook: None))
    forge, code = HIDING[name]
    forge(parts)
    path = tmp_path / "r.xlsx"
    path.write_bytes(packed(parts))
    assert code in {one.finding.code for one in verify(path).differences}


def test_a_text_of_many_looks_is_too_much(referto: bytes, tmp_path: Path, bangxl: CommandLine) -> None:
    parts = parts_of(rewritten(referto, lambda _workbook: None))
    put("xl/sharedStrings.xml", ANNA, b"<si>%b</si>" % (b"<r><rPr><b/></rPr><t>A</t></r>" * 9))(parts)
    path = tmp_path / "r.xlsx"
    path.write_bytes(packed(parts))
    run = bangxl("verify", path)
    assert (run.code, "Traceback" in run.err) == (1, False)


def by_another_version(referto: bytes) -> bytes:
    """The same referto, but it says that another version has written it; the digest's second half and the seals made anew."""
    told = typed("Report_Program", "bangxl 0.0.9")(opened(referto))
    return resealed(typed("Report_Second_Half", prove(told).second_half)(told)).state()


@pytest.mark.parametrize("name", ADDED)
@pytest.mark.parametrize("former", [False, True], ids=["saved again", "another version"])
def test_what_no_spreadsheet_adds_is_found_whoever_wrote_the_file(
    referto: bytes, tmp_path: Path, name: str, *, former: bool
) -> None:
    parts = parts_of(by_another_version(referto) if former else rewritten(referto, lambda _workbook: None))
    FORGERIES[name](parts)
    path = tmp_path / "r.xlsx"
    path.write_bytes(packed(parts))
    assert not verify(path).agrees


def test_by_another_version_the_looks_are_not_compared(referto: bytes, tmp_path: Path) -> None:
    path = tmp_path / "r.xlsx"
    path.write_bytes(by_another_version(referto))
    verdict = verify(path)
    assert verdict.agrees
    assert lines(path, verdict)[1].startswith("bangxl 0.0.9 says that it wrote it")
    assert as_json(path, verdict)["looks"] == "other_version"


@pytest.mark.parametrize("name", ["zeros hidden everywhere", "white by tint", "frozen away", "prompt", "narrow columns"])
def test_looks_of_a_file_saved_again_nobody_vouches_for(referto: bytes, tmp_path: Path, name: str) -> None:
    parts = parts_of(rewritten(referto, lambda _workbook: None))
    before = dict(parts)
    FORGERIES[name](parts)
    path = tmp_path / "r.xlsx"
    path.write_bytes(packed(parts))
    assert parts != before
    assert "nobody vouches for" in lines(path, verify(path))[1]


def test_two_entries_of_one_name(referto: bytes, tmp_path: Path, bangxl: CommandLine) -> None:
    path = tmp_path / "r.xlsx"
    with pytest.warns(UserWarning, match="Duplicate name"):
        path.write_bytes(packed(parts_of(referto), {"xl/theme/theme1.xml": b"<x/>"}))
    run = bangxl("verify", path)
    assert (run.code, run.out) == (1, "")
    assert "one program would find something else than another («xl/theme/theme1.xml» in it says why). Ask whoever" in run.err


def test_as_it_was_written(referto: bytes, tmp_path: Path) -> None:
    path = tmp_path / "r.xlsx"
    path.write_bytes(packed(parts_of(referto)))  # packed otherwise: the parts are what counts
    verdict = verify(path)
    assert lines(path, verdict)[1] == "The file is exactly as bangxl wrote it, part by part."
    assert as_json(path, verdict)["looks"] == "exact"


def test_without_addresses_and_interim(tmp_path: Path) -> None:
    book = tmp_path / "t.xlsx"
    demo(book, "record", 5, "x", "en")
    for addresses, interim in ((False, False), (True, True), (True, False)):
        verdict = verify(report(book, force=True, addresses=addresses, interim=interim).workbook)
        assert verdict.agrees
        assert verdict.looks
        assert verdict.looks.kind is Kind.EXACT


def test_saved_again_by_openpyxl(referto: bytes, tmp_path: Path) -> None:
    path = tmp_path / "r.xlsx"
    load_workbook(BytesIO(referto)).save(path)
    verdict = verify(path)
    assert verdict.agrees
    assert as_json(path, verdict)["looks"] == "saved_again"
    assert verdict.looks
    assert COVER in verdict.looks.parts
    assert "nobody vouches for" in lines(path, verdict)[1]
    assert json.dumps(as_json(path, verdict))
