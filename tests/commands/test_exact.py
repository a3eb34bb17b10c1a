"""A file that looks otherwise is told apart from what bangxl writes; the office gets our PDF; tricks of packages are refused."""

import re
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
from openpyxl import load_workbook

from bangxl.commands.demo import demo
from bangxl.commands.errors import Refusal
from bangxl.commands.report import report
from bangxl.commands.verify import verdict_json, verdict_lines, verify
from bangxl.paper.report import report_pdf
from tests.additions.package import unzipped
from tests.helpers.openpyxl_files import rewritten
from tests.helpers.sample import sample
from tests.hosts.commandline import CommandLine
from tests.referto.referti import eventful, saved

Parts = dict[str, bytes]
Forgery = Callable[[Parts], object]

FIRST: Final = "xl/worksheets/sheet1.xml"
FIRSTS_RELATIONS: Final = "xl/worksheets/_rels/sheet1.xml.rels"
RELATIONS: Final = "xl/_rels/workbook.xml.rels"
TYPES: Final = "[Content_Types].xml"
OFFICE: Final = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELATIONSHIPS: Final = b"http://schemas.openxmlformats.org/package/2006/relationships"
SHAPE: Final = b'<x-y:wsDr xmlns:x-y="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"><x-y:sp/></x-y:wsDr>'


@pytest.fixture(scope="module")
def referto() -> bytes:
    return saved(eventful("italy-2010", 10, "en"))


def packed(parts: Mapping[str, bytes], more: Mapping[str, bytes] | None = None) -> bytes:
    """A file as bangxl writes it, but for how well it is packed."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as package:
        for name, data in [*parts.items(), *(more or {}).items()]:
            entry = ZipInfo(name)
            entry.create_system, entry.external_attr, entry.compress_type = 3, 0o600 << 16, ZIP_DEFLATED
            package.writestr(entry, data)
    return out.getvalue()


def put(name: str, old: bytes, new: bytes) -> Forgery:
    """A part with something in place of something."""

    def forgery(parts: Parts) -> None:
        parts[name] = re.sub(old, new, parts[name], flags=re.DOTALL)

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


def sheet_more(parts: Parts) -> None:
    """A sheet in front that names the winner."""
    added("xl/worksheets/sheet99.xml", b"worksheet", data=parts[FIRST])(parts)
    kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
    parts[TYPES] = parts[TYPES].replace(b'sheet99.xml" ContentType="x/y"', b'sheet99.xml" ContentType="%s"' % kind)
    sheet = b'<sheets><sheet xmlns:q="%s" name="Result" sheetId="99" q:id="rId99"/>' % OFFICE
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(b"<sheets>", sheet)


TRICKS: Final[Mapping[str, Forgery]] = {
    "a sheet more": sheet_more,
    "text box of another prefix": added("xl/drawings/drawing9.xml", b"drawing", FIRSTS_RELATIONS, SHAPE),
    "drawing in UTF-16": added("xl/drawings/drawing9.xml", b"drawing", FIRSTS_RELATIONS, SHAPE.decode().encode("utf-16")),
    "background picture": added("xl/pics/b.png", b"image", FIRSTS_RELATIONS),
    "white by theme": put("xl/theme/theme1.xml", rb"(<a:accent1>\s*<a:srgbClr val=\")[0-9A-F]{6}", rb"\1FFFFFF"),
    "letters of a point": put("xl/styles.xml", rb'<sz val="\d+"\s*/>', b'<sz val="1"/>'),
    "Wingdings": put("xl/styles.xml", rb'<name val="[^"]*"', b'<name val="Wingdings"'),
    "a place that prints as 11": put("xl/styles.xml", rb'numFmtId="3"', b'numFmtId="47"'),
    "zeros hidden": put(FIRST, rb"<sheetView ", b'<sheetView showZeros="0" '),
    "narrow columns": put(FIRST, rb'width="[\d.]+"', b'width="3"'),
    "merged": put(FIRST, b"</sheetData>", b'</sheetData><mergeCells><mergeCell ref="A2:B8"/></mergeCells>'),
    "creator": put("docProps/core.xml", rb"<dc:creator>[^<]*", b"<dc:creator>Luigi"),
}  # fmt: skip
"""Each shows something else to people and changes no cell; or tries to."""


@pytest.mark.parametrize(("name", "again"), sample(((name, number % 2 == 0) for number, name in enumerate(TRICKS)), 3))
def test_what_looks_otherwise_is_refused_differs_or_is_not_exact(referto: bytes, path: Path, name: str, *, again: bool) -> None:
    parts = unzipped(rewritten(referto, lambda _workbook: None) if again else referto)
    before = dict(parts)
    TRICKS[name](parts)
    assert parts != before
    path.write_bytes(packed(parts))
    try:
        verdict = verify(path)
    except Refusal:
        return  # found before anything is read
    assert not verdict.exact
    assert not verdict.agrees or "Make a PDF of the checked data" in verdict_lines(path, verdict)[0]


def test_two_entries_of_one_name(referto: bytes, path: Path, bangxl: CommandLine) -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        path.write_bytes(packed(unzipped(referto), {"xl/theme/theme1.xml": b"<x/>"}))
    run = bangxl("verify", path)
    assert (run.code, run.out) == (1, "")
    assert (
        "different programs would read this file differently (because of «xl/theme/theme1.xml» in it). Ask the sender" in run.err
    )


def test_a_text_of_many_looks_is_too_much(referto: bytes, tmp_path: Path, bangxl: CommandLine) -> None:
    parts = unzipped(rewritten(referto, lambda _workbook: None))
    put("xl/sharedStrings.xml", rb"<si><t>(An[^<]*)</t></si>", b"<si>%b</si>" % (b"<r><rPr><b/></rPr><t>A</t></r>" * 9))(parts)
    path = tmp_path / "r.xlsx"
    path.write_bytes(packed(parts))
    run = bangxl("verify", path)
    assert (run.code, "Traceback" in run.err) == (1, False)


def test_as_it_was_written(referto: bytes, path: Path) -> None:
    path.write_bytes(packed(unzipped(referto)))  # packed otherwise: what is in it counts
    verdict = verify(path)
    assert verdict_lines(path, verdict)[0].startswith(f"✓ {path} agrees, and is byte for byte the file bangxl writes: ")
    assert verdict_json(path, verdict)["exact"] is True


@pytest.mark.soak
def test_without_addresses_and_interim(tmp_path: Path) -> None:
    book = tmp_path / "t.xlsx"
    demo(book, "record", 5, "x", "en")
    for addresses, interim in ((False, False), (True, True), (True, False)):
        assert verify(report(book, overwrite=True, addresses=addresses, interim=interim).workbook).exact


class TestPdf:
    """`verify FILE --pdf OUT.pdf`."""

    @pytest.mark.soak
    def test_it_is_the_one_that_the_report_has(self, tmp_path: Path, bangxl: CommandLine) -> None:
        book = tmp_path / "t.xlsx"
        demo(book, "record", 5, "x", "en")
        made = report(book)
        load_workbook(made.workbook).save(made.workbook)
        run = bangxl("verify", made.workbook, "--pdf", tmp_path / "ours.pdf")
        assert (run.code, run.err) == (0, "")
        assert run.out.splitlines()[-1] == f"PDF: {tmp_path / 'ours.pdf'}"
        assert made.pdf is not None
        assert (tmp_path / "ours.pdf").read_bytes() == made.pdf.read_bytes()

    def test_none_of_what_does_not_agree(self, referto: bytes, tmp_path: Path, bangxl: CommandLine) -> None:
        path = tmp_path / "r.xlsx"
        path.write_bytes(rewritten(referto, lambda workbook: workbook["Standings"].__setitem__("E3", 1)))
        assert bangxl("verify", path, "--pdf", tmp_path / "ours.pdf").code == 1
        assert not (tmp_path / "ours.pdf").exists()

    @pytest.mark.soak
    def test_no_foreign_file_is_overwritten(self, referto: bytes, tmp_path: Path, bangxl: CommandLine) -> None:
        path, other = tmp_path / "r.xlsx", tmp_path / "ours.pdf"
        path.write_bytes(referto)
        other.write_bytes(b"%PDF-1.7 of somebody")
        assert bangxl("verify", path, "--pdf", other).code == 1
        assert other.read_bytes() == b"%PDF-1.7 of somebody"
        assert bangxl("verify", path, "--pdf", other, "--overwrite").code == 0
        verdict = verify(path)
        assert verdict.report
        assert report_pdf(verdict.report)[:1000] == other.read_bytes()[:1000]
