"""What acts by itself in a report, or hides its cells, is named under whatever name it stands; nobody is told to let it run."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.port import BookError
from bangxl.referto.verify import verify_book
from tests.additions.drawn import anchor, drawing
from tests.additions.package import CONTENT_TYPES, MAIN, OFFICE, WORKBOOK, Package, unzipped, zipped
from tests.hosts.commandline import CommandLine
from tests.referto.referti import eventful, opened, saved

Parts = dict[str, bytes]
MICROSOFT: Final = "http://schemas.microsoft.com/office/2006/relationships"
SHEETS: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
SHEET: Final = "xl/worksheets/sheet2.xml"
NO_RELATIONS: Final = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'


def added(source: str, kind: str, target: str, content_type: str = "", more: str = "") -> Callable[[Parts], None]:
    """A part of any name, with its relation from another and its type."""
    folder, _, name = source.rpartition("/")
    relations = f"{folder}/_rels/{name}.rels".lstrip("/")

    def forge(parts: Parts) -> None:
        if not more:
            parts[target.lstrip("/")] = b"<part><any/></part>"
        relation = f'<Relationship Id="rId77" Type="{kind}" Target="{target}"{more}/></Relationships>'.encode()
        parts[relations] = parts.get(relations, NO_RELATIONS).replace(b"</Relationships>", relation)
        if content_type:
            override = f'<Override PartName="{target}" ContentType="{content_type}"/></Types>'.encode()
            parts[CONTENT_TYPES] = parts[CONTENT_TYPES].replace(b"</Types>", override)

    return forge


def renamed(old: bytes, new: bytes, part: str = WORKBOOK) -> Callable[[Parts], None]:
    def forge(parts: Parts) -> None:
        after = parts[part].replace(old, new)
        assert after != parts[part]
        parts[part] = after

    return forge


def named(definition: bytes) -> Callable[[Parts], None]:
    return renamed(b"</definedNames>", b"<definedName name='x'>%b</definedName></definedNames>" % definition)


def in_sheet(element: bytes) -> Callable[[Parts], None]:
    return renamed(b"<pageMargins", element + b"<pageMargins", SHEET)


def called(name: bytes) -> Callable[[Parts], None]:
    return renamed(b"</definedNames>", b"<definedName name=\"%b\">'Report'!$B$2</definedName></definedNames>" % name)


ACTIVE: Final[dict[str, tuple[str, Callable[[Parts], None]]]] = {
    "a macro project": ("macros", lambda parts: parts.update({"xl/vbaProject.bin": b"x"})),
    "a macro project of another name": (
        "macros", added(WORKBOOK, f"{MICROSOFT}/vbaProject", "/xl/project.bin", "application/vnd.ms-office.vbaProject")),
    "one without a type": ("macros", added(WORKBOOK, f"{MICROSOFT}/vbaProject", "/xl/project.bin")),
    "a macro sheet": (
        "macros", added(WORKBOOK, f"{MICROSOFT}/xlMacrosheet", "/xl/m.xml", "application/vnd.ms-excel.macrosheet+xml")),
    "the type of a workbook with macros": (
        "macros", renamed(f"{SHEETS}.sheet.main".encode(), b"application/vnd.ms-excel.sheet.macroEnabled.main", CONTENT_TYPES)),
    "a name that starts itself": ("macros", called(b"_xlnm.Auto_Open")),
    "another such name": ("macros", called(b"auto_close_2")),
    "a link to another file, or DDE": (
        "outside", added(WORKBOOK, f"{OFFICE}/externalLink", "/xl/links/a.xml", f"{SHEETS}.externalLink+xml")),
    "a connection": ("outside", added(WORKBOOK, f"{OFFICE}/connections", "/xl/connections.xml", f"{SHEETS}.connections+xml")),
    "a web query": ("outside", added(SHEET, f"{OFFICE}/queryTable", "/xl/q.xml", f"{SHEETS}.queryTable+xml")),
    "a link": ("outside", added(SHEET, f"{OFFICE}/hyperlink", "http://example.org", more=' TargetMode="External"')),
    "a template elsewhere": ("outside", added(WORKBOOK, f"{OFFICE}/any", "http://example.org", more=' TargetMode="External"')),
    "an object": ("embedded", added(SHEET, f"{OFFICE}/oleObject", "/xl/embeddings/o.bin")),
    "a file in it": ("embedded", added(SHEET, f"{OFFICE}/package", "/xl/embeddings/o.xlsx")),
    "a control": ("embedded", added(SHEET, f"{OFFICE}/control", "/xl/a.xml", "application/vnd.ms-office.activeX+xml")),
    "a table, whose columns may compute": ("embedded", added(SHEET, f"{OFFICE}/table", "/xl/t.xml", f"{SHEETS}.table+xml")),
    "buttons": ("embedded", added("", f"{MICROSOFT}/ui/extensibility", "customUI/customUI.xml")),
    "text boxes": (
        "drawn_over",
        added(SHEET, f"{OFFICE}/drawing", "/xl/d/d.xml", "application/vnd.openxmlformats-officedocument.drawing+xml")),
    "comments": ("drawn_over", added(SHEET, f"{OFFICE}/vmlDrawing", "/xl/v.vml")),
    "a table that computes itself anew": (
        "drawn_over", added(SHEET, f"{OFFICE}/pivotTable", "/xl/p.xml", f"{SHEETS}.pivotTable+xml")),
    "other values by a condition": (
        "drawn_over", in_sheet(b'<conditionalFormatting sqref="B2"><cfRule type="expression"/></conditionalFormatting>')),
    "a prompt that lies": (
        "drawn_over",
        in_sheet(
            b'<x:dataValidations xmlns:x="%b"><x:dataValidation prompt="Anna has won" sqref="B2"/></x:dataValidations>'
            % MAIN.encode()
        ),
    ),
    "a link without a relation": ("outside", in_sheet(b"<hyperlinks><hyperlink ref='A1' location='x'/></hyperlinks>")),
    "a page that is written with each save": (
        "outside",
        in_sheet(b'<webPublishItems><webPublishItem id="1" destinationFile="C:\\x.htm" autoRepublish="1"/></webPublishItems>')),
    "values that another program sends": (
        "outside", added(WORKBOOK, f"{OFFICE}/volatileDependencies", "/xl/v.xml", f"{SHEETS}.volatileDependencies+xml")),
    "a name that fetches": ("embedded", named(b'WEBSERVICE("http://example.org")')),
    "a name that starts a program": ("embedded", named(b"cmd|'/c calc'!A0")),
    "a name in another file": ("embedded", named(b"'http://example.org/[a.xlsx]Report'!$A$1")),
    "a name in a numbered file": ("embedded", named(b"[1]Report!$A$1")),
    "an add-in at the side": ("embedded", added("", f"{MICROSOFT}/webextensiontaskpanes", "/xl/w.xml")),
    "what nobody has invented yet": ("embedded", added(SHEET, f"{MICROSOFT}/python", "/xl/p.py")),
}  # fmt: skip


@pytest.fixture(scope="module")
def parts() -> Parts:
    return unzipped(saved(eventful("italy-2010", 10, "en")))


@pytest.mark.parametrize("what", ACTIVE)
def test_it_is_named(parts: Parts, what: str) -> None:
    code, forge = ACTIVE[what]
    forged = dict(parts)
    forge(forged)
    told = {one.finding.code for one in verify_book(opened(zipped(forged))).differences}
    assert told - {"name_added"} == {code}


def test_what_other_programs_add_is_none_of_it(parts: Parts) -> None:
    """Settings of a printer, a small picture of the first page, properties and labels of an office."""
    forged = dict(parts)
    added(SHEET, f"{OFFICE}/printerSettings", "/xl/p.bin", f"{SHEETS}.printerSettings")(forged)
    added("", "http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail", "docProps/t.jpeg")(forged)
    renamed(b"</Types>", b'<Default Extension="jpeg" ContentType="image/jpeg"/></Types>', CONTENT_TYPES)(forged)
    added(WORKBOOK, f"{OFFICE}/customXml", "/customXml/item1.xml")(forged)
    for name, text in ((b"_xlnm.Print_Titles", b"'Report'!$A:$B,'Report'!$1:$1"), (b"Sheet_Title", b'"The draws (2)"')):
        new = b"<definedName name='%b' localSheetId='0'>%b</definedName></definedNames>" % (name, text)
        renamed(b"</definedNames>", new)(forged)
    assert verify_book(opened(zipped(forged))).agrees


SAVED: Final[dict[str, Callable[[Parts], None]]] = {
    "Google Sheets' own data": added(
        WORKBOOK, "http://customschemas.google.com/relationships/workbookmetadata", "/xl/metadata", "application/binary"),
    "a view of one's own in Excel for the web": added(
        SHEET, "http://schemas.microsoft.com/office/2019/04/relationships/namedSheetView",
        "/xl/namedSheetViews/namedSheetView1.xml", "application/vnd.ms-excel.namedsheetviews+xml"),
    **{
        f"the {what} of a custom view": renamed(
            b"</definedNames>",
            b'<definedName name="Z_0A1B2C3D_1111_4222_8333_0123456789AB_.wvu.%b" localSheetId="0" hidden="1">'
            b"'Report'!$B$1:$B$20</definedName></definedNames>" % what.encode(),
        )
        for what in ("PrintArea", "FilterData")
    },
}  # fmt: skip
"""What a program adds when somebody only looks at a report and saves it."""


@pytest.mark.parametrize("what", SAVED)
def test_who_only_looks_and_saves_forges_nothing(parts: Parts, what: str) -> None:
    saved_again = dict(parts)
    SAVED[what](saved_again)
    assert verify_book(opened(zipped(saved_again))).differences == ()


def test_a_drawing_counts_as_soon_as_there_is_something_on_it(parts: Parts) -> None:
    """Google Sheets puts an empty one on each sheet of every file that it saves."""
    package = Package(zipped(parts))
    for sheet in opened(zipped(parts)).sheets:
        part = drawing(package, sheet)
    assert verify_book(opened(package.data())).differences == ()
    anchor(package, part, "<xdr:sp/>")
    assert [one.finding.code for one in verify_book(opened(package.data())).differences] == ["drawn_over"]


@pytest.mark.parametrize("what", ["a macro project", "text boxes"])
def test_nobody_is_told_to_let_it_run(bangxl: CommandLine, tmp_path: Path, parts: Parts, what: str) -> None:
    """Once the advice was to rename the file to .xlsm, and Excel would have offered to run its macros."""
    forged, path = dict(parts), tmp_path / "torneo-referto.xlsx"
    ACTIVE[what][1](forged)
    path.write_bytes(zipped(forged))
    run = bangxl("verify", path)
    assert (run.code, run.out[0]) == (1, "×")
    assert "as bangxl wrote it" in run.out
    assert ".xlsm" not in run.out + run.err
    season = bangxl("season", path, "-o", tmp_path / "season.xlsx")
    assert season.code == 1
    assert ".xlsm" not in season.out + season.err


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-16"])
@pytest.mark.parametrize("declared", [b'<?xml version="1.0"?>', b'<?xml version="1.0" encoding="UTF-16"?>', b""])
@pytest.mark.parametrize("name", [SHEET, "xl/worksheets/sheet2.dat"])
def test_it_is_named_in_other_letters_or_refused(parts: Parts, encoding: str, declared: bytes, name: str) -> None:
    """Without its mark two programs read UTF-16 differently, and we look for elements in UTF-8."""
    forged = dict(parts)
    in_sheet(b"<hyperlinks><hyperlink ref='A1' location='x'/></hyperlinks>")(forged)
    content = declared + forged.pop(SHEET).rpartition(b"?>")[2].strip()
    forged = {part: data.replace(b"sheet2.xml", name.rpartition("/")[2].encode()) for part, data in forged.items()}
    forged[name] = content.decode().encode(encoding)
    if encoding == "utf-16":
        assert [one.finding.code for one in verify_book(opened(zipped(forged))).differences] == ["outside"]
    else:
        with pytest.raises(BookError, match="not_a_workbook"):
            verify_book(opened(zipped(forged)))


ODD_NAMES: Final[dict[str, tuple[bytes, bytes]]] = {
    "given twice, ours the last": (b"<definedNames>", b"Podium_Name\">'Log'!$A$2:$A$5"),
    "given twice, ours the first": (b"</definedNames>", b"Podium_Name\">'Log'!$A$2:$B$5"),
    "in other letters": (b"</definedNames>", b"podium_name\">'Log'!$A$2:$B$5"),
    "of a sheet": (b"</definedNames>", b'Podium_Name" localSheetId="0">"Mallory"'),
    "of no sheet": (b"</definedNames>", b'Podium_Name" localSheetId="99">\'Log\'!$A$2:$A$5'),
    "a text": (b"</definedNames>", b'Smuggled">"Mallory has won"'),
}


@pytest.mark.parametrize("what", ODD_NAMES)
def test_a_name_that_does_not_belong_to_it(parts: Parts, what: str) -> None:
    """A program that reads the report by its names would find another winner."""
    where, name = ODD_NAMES[what]
    new = b'<definedName name="%b</definedName>' % name
    forged = dict(parts)
    renamed(where, where + new if where == b"<definedNames>" else new + where)(forged)
    assert {one.finding.code for one in verify_book(opened(zipped(forged))).differences} == {"name_added"}


def test_rows_that_only_some_programs_see(parts: Parts) -> None:
    """Excel takes the other choice, an empty one."""
    space = b'<worksheet xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:q="urn:q" mc:Ignorable="q" '
    forged = dict(parts)
    renamed(b"<worksheet ", space, SHEET)(forged)
    renamed(b"<sheetData>", b'<mc:AlternateContent><mc:Choice Requires="q"><sheetData>', SHEET)(forged)
    renamed(b"</sheetData>", b"</sheetData></mc:Choice><mc:Fallback/></mc:AlternateContent>", SHEET)(forged)
    with pytest.raises(BookError, match="not_a_workbook"):
        verify_book(opened(zipped(forged)))


def test_two_readings_of_a_relation_are_refused(parts: Parts) -> None:
    forged = dict(parts)
    added(SHEET, f"{OFFICE}/hyperlink", "http://example.org", more=' TargetMode="external"')(forged)
    with pytest.raises(BookError, match="ambiguous"):
        verify_book(opened(zipped(forged)))
